"""Where rules meet inside one hex: who is company to whom, who takes part, what is left of a fight afterwards.

[1.4, 5.1, 6.2, 6.6, 10.1, 13.1, 19.1]
"""

from __future__ import annotations

import pytest
from msgspec import structs
from tests.systems.wb95.kit import Game, on

from balka.core.proof import rule
from balka.games.kursk_1943.title import GAME
from balka.systems.wb95.audit.recount import recount
from balka.systems.wb95.catalogue import COLUMNS
from balka.systems.wb95.show.scene import scene
from balka.systems.wb95.supply import lines

REAR = """
    . . b . .
    . . h+k . .
    . . . . .
    . . x . .
    . . a . .
"""


def ratio(game: Game) -> str:
    """The column a declared attack is rolled on, once the defender has nothing more to add."""
    while game.waiting.endswith("battle.defence"):
        game.say("stand")
    top = game.state.stack[-1]
    assert recount(game.state, top) == top.check.need  # type: ignore[arg-type, attr-defined]
    return COLUMNS[top.check.need]  # type: ignore[attr-defined]


@rule("kursk-5.1.1-a", "kursk-5.1.9-a", "kursk-6.3.1-a", "kursk-c1-1.4cm-e")
def test_a_headquarters_beside_guns_that_have_fired_has_no_strength_to_hide_behind() -> None:
    """[ruling Q22a]"""
    units = {"a": "g arm 8", "b": "g inf 4", "x": "s inf 4 cel=3", "h": "s hq 0", "k": "s art 6/4"}
    game = on(REAR, "combat", **units).say("attack C04; join a; fight; gun k; stand").play(dice=[7])
    assert game.waiting == "german combat.phase"
    game.say("attack C02; join b; fight")
    assert ratio(game) == "10:1"


@rule("kursk-5.1.1-a", "kursk-5.5.1-a")
def test_ground_still_helps_who_has_no_strength_but_is_not_alone() -> None:
    picture = REAR.replace("h+k", "h+k:F")
    units = {"a": "g arm 8", "b": "g inf 4", "x": "s inf 4 cel=3", "h": "s hq 0", "k": "s art 6/4"}
    game = on(picture, "combat", **units).say("attack C04; join a; fight; gun k; stand").play(dice=[7])
    assert ratio(game.say("attack C02; join b; fight")) == "9:1"


@rule("kursk-13.1.2-a", "kursk-6.2.4-g")
@pytest.mark.parametrize(("set_up", "column"), [("", "1:1"), (" transport", "2:1")])
def test_limbered_guns_do_not_concentrate_with_their_division(set_up: str, column: str) -> None:
    units = {"x": "g inf 4 of=7", "y": "g inf 4 of=7", "k": f"g art 5/0 of=7{set_up}", "a": "s inf 16"}
    game = on("x+y+k .\na .", "combat", side="soviet", **units).say("attack A01; join a; fight")
    assert ratio(game) == column


@rule("kursk-10.1.10-b", "kursk-c1-1.2counters-i")
def test_guns_on_tracks_open_an_enemy_zone_to_supply() -> None:
    """[ruling Q34: as a regular unit in all but the zone]"""
    game = on("S S S\n. b a\nS x S", a="g inf", b="g art 4 selfpropelled", x="s cav", book={"edges": {"german": (3,)}})
    assert game.unit("a").hex in lines(game.state, "german").costs


@rule("kursk-c19-19.1.3-a", "kursk-c1-1.2counters-i")
def test_strong_guns_on_tracks_have_both_columns_of_a_line() -> None:
    game = on("k .\na .", "combat", "fortified A01 A02", a="g arm 40", k="s art 5 selfpropelled")
    assert ratio(game.say("attack A01; join a; fight")) == "2:1", "20 to 5 is 4:1, less two"


@rule("kursk-5.1.1-a", "kursk-12.1.2-b")
def test_who_fought_is_not_marked_by_it_beyond_the_strategic_movement_after_it() -> None:
    picture = ". . .\n. x .\n. a .\n. . ."
    game = on(picture, "day", a="g inf 4", x="s inf 4", book={"edges": {"german": (10,), "soviet": (1,)}})
    game.say("end; attack B02; join a; fight").play(dice=[7])
    assert drawn_as_fired(game)
    game.say("end")
    assert drawn_as_fired(game), "in the Strategic Movement Phase it still bars"
    game.say("end")
    assert game.state.tracks.phase > 5 and not drawn_as_fired(game)


def drawn_as_fired(game: Game) -> bool:
    stacks = scene(game.state.view("german"), "german").stacks
    return any("fired" in counter.states for stack in stacks for counter in stack.counters)


# -- what an attacker is told beforehand


def quoted(game: Game, said: str = "attack A01; join a") -> tuple[str, str]:
    """The span of columns an attacker is shown, and the column his attack then has."""
    game.say(said)
    (shown,) = game.state.stack[-1].panel(game.state.view("german"))  # type: ignore[attr-defined]
    return shown.check.tally.span(*shown.check.tally.spread), ratio(game.say("fight"))


@rule("kursk-16.1.4-b", "kursk-5.6.4-a")
def test_a_quote_allows_for_disorder_that_nobody_is_told_of() -> None:
    assert quoted(on("x .\na .", "combat", a="g arm 16", x="s inf 8 disorganised")) == ("2:1 to 4:1", "4:1")


@rule("kursk-16.1.4-b", "kursk-6.2.4-g")
@pytest.mark.parametrize(("set_up", "column"), [("", "1:1"), (" transport", "2:1")])
def test_a_quote_allows_for_guns_that_may_be_limbered(set_up: str, column: str) -> None:
    units = {"a": "g arm 16", "x": "s inf 8", "k": f"s art 6/4{set_up}"}
    assert quoted(on("x+k .\na .", "combat", **units)) == ("1:1 to 4:1", column)


@rule("kursk-16.1.4-a", "kursk-6.6.3-a")
def test_a_quote_allows_for_guns_alone_that_may_be_limbered() -> None:
    assert quoted(on("k .\na .", "combat", a="g inf 4", k="s art 6/4 transport")) == ("4:1 to 10:1", "10:1")


@rule("kursk-16.1.4-a", "kursk-c19-19.1.3-a")
@pytest.mark.parametrize(("cel", "column"), [("cel=2", "1:3"), ("cel=2/1", "1:1")])
def test_a_quote_allows_for_a_strong_garrison_behind_a_line(cel: str, column: str) -> None:
    """[7 points have two columns of a line, and the four that a loss leaves one]"""
    game = on("x .\na .", "combat", "fortified A01 A02", a="g arm 14", x=f"s inf 7 {cel}")
    assert quoted(game) == ("1:3 to 3:1", column)


@rule("kursk-16.1.4-a", "kursk-13.1.2-a")
@pytest.mark.parametrize(("formation", "column"), [("II", "1:1"), ("III", "2:1")])
def test_a_quote_allows_for_a_corps_under_masks(formation: str, column: str) -> None:
    units = {"x": "s arm 4 cel=1 of=II", "y": "s arm 4 cel=1 of=II", "z": f"s arm 4 cel=1 of={formation}"}
    span, real = quoted(on("x+y+z .\na .", "combat", a="g arm 24", **units))
    assert (span, real) == ("1:1 to 4:1", column)


@rule("kursk-16.1.4-b", "kursk-5.6.5-a")
def test_a_quote_allows_for_disorder_only_where_somebody_was_seen_to_fall_into_it() -> None:
    state = GAME.start("prokhorovka")
    assert not state.tracks.shaken
    game = on("x . .\na . .", "combat", a="g arm 16", x="s inf 8 cel=4")
    work = game.work()
    work.tracks = structs.replace(work.tracks, shaken=())
    span, _ = quoted(game.after(work))
    assert span == "2:1"
    upset = game.play(dice=[2]).play("stand")
    assert "x" in upset.state.tracks.shaken


@rule("kursk-15.1.2-f", "kursk-16.1.4-a")
@pytest.mark.parametrize(("other", "may"), [("trucked", False), ("mechanized", True)])
def test_no_white_star_is_named_against_a_kind_that_has_no_vehicles(other: str, may: bool) -> None:
    units = {"a": "g ag 12 star=white", "x": "s mot 4 moves=trucked"}
    game = on("x .\na .", "combat", off={"y": f"s mot 4 moves={other}"}, **units).say("attack A01; join a")
    assert game.may("star a") == may
    assert may or game.rule("star a") == "kursk-15.1.2-f"


@rule("kursk-15.1.2-f")
def test_soviet_motorised_brigades_ride_on_trucks() -> None:
    counters = GAME.start("campaign").setting.catalogue.counters.values()
    assert {one.moves for one in counters if one.side == "soviet" and one.kind == "MOT"} == {"trucked"}


@rule("kursk-16.1.4-a", "kursk-6.6.4-a", "kursk-5.5.1-a")
def test_a_quote_allows_for_the_last_column_against_guns_in_a_town() -> None:
    assert quoted(on("k:T .\na .", "combat", a="g inf 4", k="s art 6/4 transport")) == ("3:1 to 10:1", "10:1")


@rule("kursk-16.1.4-a", "kursk-5.5.3-a")
@pytest.mark.parametrize(("first", "second", "column"), [(2, 8, "1:1"), (8, 2, "1:2")])
def test_a_quote_allows_for_the_ground_of_either_hex_that_may_be_stronger(first: int, second: int, column: str) -> None:
    units = {"a": "g arm 20", "x": f"s inf {first} cel=1 dug", "y": f"s inf {second} cel=1 dug"}
    game = on("x:F a y\n. . .", "combat", **units)
    span, real = quoted(game, "attack A01; join a; also C01")
    assert (span, real) == ("1:3 to 9:1", column), "16 points behind a forest at worst, 2 in the open at best"
