"""The cup, HQs and their range, the division HQ, the sequence of play. [1.0, 2.4, 2.5, 3.0-3.5, 6.0]"""

from __future__ import annotations

from collections import Counter

from tests.systems.famous_divisions.kit import Game, on

from balka.core.dice import Bag
from balka.core.frames import Steps
from balka.core.proof import rule
from balka.core.state import Work
from balka.games.grossdeutschland.title import GAME
from balka.systems.famous_divisions import losses
from balka.systems.famous_divisions.sequence import (
    CUP,
    TURN,
    Drawing,
    FirstChits,
    choose_first,
    draw_chits,
    end_turn,
    fill_cup,
    german_replacements,
    is_in_cup,
    next_turn,
)
from balka.systems.famous_divisions.weather import part_of_day

LINE = "a\n.\n.\n.\n.\n.\nb\n.\nc\n"


def lost(game: Game, *ids: str) -> Game:
    for one in ids:
        game.run(lambda work, one=one: losses.eliminate(work, one))
    return game


# -- activation [6.0]


@rule("gd-6.0-a", "gd-6.0-b", "gd-2.5-c", "gd-7.1-i", "gd-2.4-b", "gd-2.3-b")
def test_a_chit_activates_its_own_battalion_only() -> None:
    game = on("a\n.\n", a="1-1rif 1-2rif hq-1rif hq-2rif").activate("1rif")
    assert game.offers("take 1-1rif", "take hq-1rif")
    assert not any("2rif" in choice for choice in game.choices())
    assert game.refusal("take 1-2rif").rule == "gd-6.0-b"
    assert not game.play("take A01").offers("with 1-2rif")


@rule("gd-6.0-d", "gd-6.0-e", "gd-3.4-c")
def test_range_is_a_plain_count_of_hexes() -> None:
    """HQ 1Rif reaches five hexes, through anything."""
    near = on("h\nF\nx\n~\n.\na\n.\n", h="hq-1rif", a="1-1rif", x="1k-1gr").activate("1rif")
    assert near.offers("take 1-1rif")
    far = on("h\n.\n.\n.\n.\n.\na\n", h="hq-1rif", a="1-1rif").activate("1rif")
    assert not far.offers("take 1-1rif")
    assert far.refusal("take 1-1rif").rule == "gd-6.0-d"


@rule("gd-6.0-k", "gd-6.0-i")
def test_a_chit_may_be_passed_and_does_not_come_back() -> None:
    game = on("a\n.\n", a="1-1rif hq-1rif 1-2rif hq-2rif")
    game.run(fill_cup).run(draw_chits).play("draw cup 1rif", "pass")
    assert game.state.bags[CUP].items == {"2rif": 1}
    assert game.state.tracks.activated == ()
    begun = on("a\n.\n", a="1-1rif hq-1rif").activate("1rif").play("take 1-1rif", "step A02", "halt")
    assert begun.refusal("pass").rule == "gd-6.0-k", "too late once somebody has moved"


@rule("gd-6.0-g", "gd-6.0-m")
def test_nobody_is_activated_twice() -> None:
    game = on("a\n.\n", a="1-1rif hq-1rif hq-div-s spg-div-s").activate("1rif").play("take 1-1rif", "step A02", "halt")
    game.play("fight", "done").activate("div-s")
    assert not game.offers("battalion 1rif")
    assert game.offers("battalion div-s", "pass")
    game.play("pass").activate("1rif")
    assert game.kind == "idle"
    assert "already been activated" in game.heard[-1]


@rule("gd-6.0-c", "gd-3.4-d", "gd-6.0-l")
def test_the_division_hq_activates_one_battalion_that_has_not_acted() -> None:
    game = on("a\nb\n", a="1-1rif hq-1rif hq-div-s spg-div-s", b="1-2rif hq-2rif")
    game.activate("1rif").play("pass").activate("div-s")
    assert game.choices() == ["battalion 1rif", "battalion 2rif", "battalion div-s", "pass"]
    game.play("battalion 1rif")
    assert game.offers("take 1-1rif", "take hq-1rif")
    assert not any("2rif" in choice for choice in game.choices())
    game.play("fight", "done")
    assert game.kind == "idle", "one battalion only"


@rule("gd-6.0-d")
def test_the_division_hq_has_a_range_too() -> None:
    line = "d\n" + ".\n" * 10 + "a\n"
    game = on(line, d="hq-div-s", a="1-1rif hq-1rif").activate("div-s")
    assert not game.offers("battalion 1rif"), "eleven hexes, range ten"


@rule("gd-2.4-c", "gd-2.4-d", "gd-6.0-o", "gd-5.1-d")
def test_a_battalion_without_hq_acts_with_one_stack() -> None:
    game = lost(on(LINE, a="1-1rif 2-1rif hq-1rif", b="3-1rif"), "hq-1rif")
    assert is_in_cup(game.state, "1rif")
    game.activate("1rif")
    assert game.choices() == ["stack A01", "stack A07", "pass"]
    game.play("stack A01")
    assert game.offers("take 1-1rif", "take 2-1rif")
    assert not game.offers("take 3-1rif")
    game.play("fight", "done").activate("1rif")
    assert game.kind == "idle", "once a turn"


@rule("gd-6.0-o")
def test_a_battalion_whose_hq_is_held_back_acts_with_one_stack_too() -> None:
    game = on(LINE, a="1-1rif", b="3-1rif", due={"hq-1rif": "A09 0", "2-1rif": "A09 0"}).activate("1rif")
    assert game.choices() == ["stack A01", "stack A07", "fight", "pass"]
    assert game.play("fight").offers("enter hq-1rif A09", "enter 2-1rif A09")


@rule("gd-2.4-e", "gd-6.0-p")
def test_the_division_hq_moves_the_whole_of_a_battalion_without_hq() -> None:
    game = lost(on(LINE, a="1-1rif hq-1rif hq-div-s", b="3-1rif"), "hq-1rif").activate("div-s").play("battalion 1rif")
    assert game.offers("take 1-1rif", "take 3-1rif")


@rule("gd-9.0-a")
def test_range_is_measured_where_the_hq_stood_at_the_start() -> None:
    """Ruling Q-range-when."""
    game = on("h\n.\n.\n.\n.\na\n.\n", h="hq-1rif", a="1-1rif").activate("1rif")
    game.play("take hq-1rif", "to A02", "halt")
    assert game.offers("take 1-1rif")


# -- the cup [1.0, 2.5, 3.4]


@rule("gd-1.0-d", "gd-1.0-e", "gd-1.0-f", "gd-1.0-g", "gd-2.5-b", "gd-3.4-b", "gd-6.0-n", "gd-2.0-d")
def test_chits_of_both_sides_come_from_one_cup_until_it_is_empty() -> None:
    game = on("a\n.\nb\n", a="1-1rif hq-1rif", b="1k-1gr hq-1gr").run(fill_cup).run(draw_chits)
    assert game.state.bags[CUP].items == {"1gr": 1, "1rif": 1}
    assert game.asked == "chance"
    game.play("draw cup 1gr")
    assert (game.asked, game.kind) == ("german", "activation")
    game.play("fight", "done")
    assert game.asked == "chance", "the next chit only now"
    game.play("draw cup 1rif", "pass")
    assert game.kind == "idle"


@rule("gd-2.5-a", "gd-4.0-b", "gd-3.4-a", "gd-4.0-h")
def test_chits_of_reinforcements_wait_for_their_turn() -> None:
    game = on("a\n.\n", a="1-1rif hq-1rif", due={"hq-2rif": "A02 2", "1-2rif": "A02 2"}).run(fill_cup)
    assert game.state.bags[CUP].items == {"1rif": 1}
    late = on("a\n.\n", a="1-1rif hq-1rif", due={"hq-2rif": "A02 2", "1-2rif": "A02 2"}, turn="Night").run(fill_cup)
    assert late.state.bags[CUP].items == {"1rif": 1, "2rif": 1}, "also while they are held back"


@rule("gd-3.5-d")
def test_the_chit_of_a_dead_battalion_leaves_the_cup() -> None:
    game = lost(on("a\n.\n", a="1-1rif hq-1rif 1-2rif hq-2rif"), "1-1rif", "hq-1rif").run(fill_cup)
    assert game.state.bags[CUP].items == {"2rif": 1}


@rule("gd-18.1-a", "gd-19.1-a", "gd-20.1-a", "gd-21.1-a", "gd-17.0-c")
def test_each_scenario_names_who_chooses_the_first_chits() -> None:
    first = {}
    for key in ("kursk", "akhtyrka", "mischurin", "lutchessa"):
        book = GAME.start(key).setting.rulebook
        first[key] = (book.first_side, book.first_count)
    assert first == {
        "kursk": ("german", 1), "akhtyrka": ("soviet", 3), "mischurin": ("german", 1), "lutchessa": ("soviet", 5),
    }  # fmt: skip


@rule("gd-19.1-a")
def test_chosen_chits_are_played_openly_one_after_the_other() -> None:
    game = on("a\n.\nb\n", a="1-1rif hq-1rif 1-2rif hq-2rif", b="1k-1gr hq-1gr").run(fill_cup)
    game.run(lambda work: (work.push(Drawing()), work.push(FirstChits("soviet", 2))))
    assert game.choices() == ["first 1rif", "first 2rif"]
    game.play("first 2rif")
    assert game.frame(FirstChits).left_over == 1
    game.play("pass", "first 1rif", "pass")
    assert (game.asked, game.state.bags[CUP].items) == ("chance", {"1gr": 1})
    few = on("a\n.\nb\n", a="1-1rif hq-1rif", b="1k-1gr hq-1gr").run(fill_cup)
    few.run(lambda work: (work.push(Drawing()), work.push(FirstChits("soviet", 2)))).play("first 1rif", "pass")
    assert few.asked == "chance", "there is no other to choose"


def test_first_chits_are_chosen_in_the_first_turn_only() -> None:
    """Ruling Q-first-choice."""
    book = {"first_side": "soviet", "first_count": 1}
    first = on("a\n", a="1-1rif hq-1rif", book=book).run(fill_cup).run(choose_first)
    later = on("a\n", a="1-1rif hq-1rif", book=book, turn="Day").run(fill_cup).run(choose_first)
    assert (first.kind, later.kind) == ("first", "idle")


# -- the sequence [3.0-3.5]


@rule("gd-3.0-a", "gd-1.0-a")
def test_a_day_has_four_turns() -> None:
    game = on("a\n", a="1k-1gr")
    parts = []
    for _ in range(5):
        parts.append(part_of_day(game.state))
        game.run(lambda work: (work.push(Steps("turn", at=len(TURN))), next_turn(work), work.pop()))
    assert parts == ["Morning", "Day", "Evening", "Night", "Morning"]


@rule("gd-3.1-a", "gd-3.2-a", "gd-3.3-a", "gd-3.0-b", "gd-14.0-a", "gd-5.0-a")
def test_weather_supply_activation_end() -> None:
    state = GAME.start("slice")
    kinds = []
    for text in ("d6 1", "done", "done"):
        kinds.append(state.asks[0].kind)
        state = state.apply(text).state
    kinds.append(state.asks[0].kind)
    assert kinds == ["weather", "supply", "supply", "first"]
    assert [step.__name__ for step in TURN] == [
        "begin_turn", "roll_weather", "german_supply", "soviet_supply", "starve", "fill_cup", "choose_first",
        "draw_chits", "end_turn", "german_replacements", "soviet_replacements", "next_turn",
    ]  # fmt: skip


@rule("gd-3.5-a", "gd-3.5-e", "gd-3.5-f")
def test_the_end_of_a_turn_clears_what_was_for_the_turn() -> None:
    game = on("a\n.\n", a="1k-1gr wsp.1-1art").set("1k-1gr", pinned=True, activated=True, fought=True, road=True)
    game.set("wsp.1-1art", fired=True).run(end_turn)
    counter = game.unit("1k-1gr")
    assert not (counter.pinned or counter.activated or counter.fought)
    assert counter.road, "road column stays"
    assert not game.unit("wsp.1-1art").fired


@rule("gd-3.5-c")
def test_the_turn_marker_advances_and_the_last_turn_ends_the_game() -> None:
    game = on("a\n", a="1k-1gr", book={"turns": 2})
    game.run(lambda work: (work.push(Steps("turn", at=len(TURN))), next_turn(work), work.pop()))
    assert game.state.turn == 1

    def last(work: Work) -> None:
        work.push(Steps("turn", at=len(TURN)))
        next_turn(work)

    game.run(last)
    assert game.state.over
    assert game.state.verdict() is not None


@rule("gd-3.5-g")
def test_replacements_follow_the_night_only() -> None:
    assert on("a\n", a="1k-1gr").run(german_replacements).kind == "idle"
    assert on("a\n", a="1k-1gr", turn="Night").run(german_replacements).kind == "replacements"


def test_the_cup_is_an_even_draw() -> None:
    game = on("a\n.\nb\n", a="1-1rif hq-1rif", b="1k-1gr hq-1gr").run(fill_cup).run(draw_chits)
    assert Counter(round(float(chance), 3) for _, chance in game.state.odds()) == {0.5: 2}
    assert isinstance(game.state.bags[CUP], Bag)
