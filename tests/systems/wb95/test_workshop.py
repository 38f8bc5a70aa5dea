"""What a day of rest or trouble does to tanks in the workshop, to Panthers and to those who passed the lines.

[chapters 17, 18 and 22]
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.systems.wb95.kit import Game, on

from balka.core.proof import rule
from balka.systems.wb95.breakdowns import mendable
from balka.systems.wb95.rulebook import Minefield
from balka.table.entries import Entry
from balka.table.table import Table

SHOP: dict[str, Any] = {"repairs": 1, "edges": {"german": (0, 1), "soviet": (0, 1)}}
MINES: dict[str, Any] = {**SHOP, "repairs": 0, "mines": (Minefield(4, frozenset(range(25))),), "last_mines": 7}
LONG = ". a . . .\n. . . . .\n. . . . x"


def end_of_soviet_day(game: Game) -> Game:
    """The Soviet half of a day in which nobody does anything."""
    return game.say("end; end; end")


@rule("kursk-17.1.2-c", "kursk-11.2.3-a")
def test_a_tank_that_leaves_the_map_from_the_workshop_has_moved() -> None:
    book = {**SHOP, "zones": {"german": (1,)}}
    game = on(LONG, "day", a="g arm 4 cel=2/1 repair", x="s inf", book=book)
    game.play("exit a; end; end; end")
    assert game.at("a") == "off" and game.unit("a").cel == 1 and not game.unit("a").has("repair")


@rule("kursk-17.1.2-c")
@pytest.mark.parametrize("state", ["", "disorganised"])
def test_a_tank_that_moves_is_not_repaired_whether_in_order_or_not(state: str) -> None:
    moved = on(LONG, "day", a=f"g arm 8 cel=2/1 repair {state}", x="s inf", book=SHOP)
    moved.play("take a; to C01; halt; end; end; end")
    assert moved.unit("a").cel == 1
    rested = on(LONG, "day", a=f"g arm 8 cel=2/1 repair {state}", x="s inf", book=SHOP).play("end; end; end")
    assert rested.unit("a").cel == 2


@rule("kursk-17.1.2-c")
@pytest.mark.parametrize("roll", [4, 7])
def test_a_tank_that_was_shelled_is_not_repaired_whatever_the_result(roll: int) -> None:
    """4 disorganises, 7 does nothing."""
    game = on("a . .\n. . k", "supply", a="g arm 8 cel=2/1", k="s art 8/3 cel=1", book=SHOP).play("repair a")
    shelled = on("a . .\n. . k", "combat", side="soviet", a="g arm 8 cel=2/1 repair", k="s art 8/3 cel=1", book=SHOP)
    shelled.play("shell A01; gun k; fire", dice=[roll])
    assert game.unit("a").has("repair") and bool(shelled.unit("a").disorganised) == (roll == 4)
    after = shelled.work()
    from balka.systems.wb95.supplying import open_supply

    after.stack = []
    open_supply(after, "german")
    assert shelled.after(after).unit("a").cel == 1


@rule("kursk-17.1.2-c", "kursk-3.2.1-a")
def test_a_tank_is_not_mended_where_the_hex_is_full() -> None:
    full = on("a+b .", "supply", a="g arm cel=2/1 repair", b="g inf cel=7", book=SHOP)
    assert full.unit("a").cel == 1
    room = on("a+b .", "supply", a="g arm cel=2/1 repair", b="g inf cel=6", book=SHOP)
    assert room.unit("a").cel == 2


@rule("kursk-17.1.1-a", "kursk-17.1.2-a", "kursk-17.1.2-b", "kursk-17.1.3-a")
def test_whoever_is_not_repaired_is_told_why() -> None:
    units = {
        "a": "g arm cel=2/1", "b": "g inf cel=2/1", "c": "g arm cel=2", "d": "g arm cel=2/1 ferdinand",
        "x": "s arm cel=2/1",
    }  # fmt: skip
    game = on("a b c d x", "supply", **units, book={**SHOP, "repairs": 2})
    told = {name: game.rule(f"repair {name}") for name in "bcdx"}
    assert told == {"b": "kursk-17.1.2-a", "c": "kursk-17.1.2-a", "d": "kursk-17.1.3-a", "x": "kursk-17.1.2-a"}
    assert game.why("fight") is not None and game.may("repair a")


@rule("kursk-17.1.2-a")
def test_tanks_beside_the_map_are_not_repaired() -> None:
    game = on("a . .", "supply", a="g arm cel=2/1", off={"t": "g arm cel=2/1"}, book=SHOP)
    assert game.texts("repair") == ["repair a"] and game.rule("repair t") == "kursk-17.1.2-a"


@rule("kursk-17.1.1-a")
def test_each_front_has_one_repair_counter() -> None:
    fronts = {**SHOP, "repairs": 2, "fronts": (frozenset({0, 1}), frozenset({2, 3}))}
    tanks = dict.fromkeys("abc", "g arm cel=2/1")
    game = on("a b c .", "supply", book=fronts, **tanks)
    assert game.texts() == ["repair a", "repair b", "repair c", "norepair"]
    game.say("repair a")
    assert game.texts() == ["repair c", "norepair"]
    game.say("repair c")
    assert [game.unit(one).has("repair") for one in "abc"] == [True, False, True]
    single = on("a b c .", "supply", book=SHOP, **tanks).say("repair a")
    assert [one.id for one in mendable(single.state)] == ["b", "c"] and single.state.over


def test_a_panther_that_rests_does_not_roll_where_only_the_activated_do() -> None:
    """[ruling Q83 and its option]"""
    book = {**SHOP, "repairs": 0, "panthers": "activated"}
    game = on(LONG, "day", a="g arm panther", x="s inf", book=book)
    game.play("take a; to B02; halt; end; end; end", dice=[6])
    assert any("1 Panther unit rolls" in line for line in game.events)
    game.events.clear()
    end_of_soviet_day(game).say("end; end; end")
    assert not any("for breakdown" in line for line in game.events)
    assert game.waiting == "soviet move.phase"


@rule("kursk-18.1.3-b")
def test_a_pursuit_through_a_line_in_the_soviet_phase_meets_the_next_mine_dice() -> None:
    game = on(
        ". . . .\n. x . .\n. a . .\n. . . .", "combat", "fortified B02 B03", side="soviet",
        a="g inf 20", x="s inf 1", book=MINES,
    )  # fmt: skip
    game.play("attack B03; join x; fight", dice=[12])
    if game.waiting == "soviet retreat":
        game.play("go x B01")
    game.play("follow a B02")
    assert game.unit("a").has("mined")
    from balka.systems.wb95.movement_phase import refresh

    work = game.work()
    refresh(work, "german")
    game.after(work)
    assert game.unit("a").has("mined")


@rule("kursk-18.1.3-b", "kursk-3.1.1-a")
def test_a_retreat_through_a_line_meets_the_mine_dice() -> None:
    picture = ". . . .\n. x . .\n. a . .\n. . . .\n. . . ."
    for lines, met in ((("fortified B03 B04",), True), ((), False)):
        game = on(picture, "combat", *lines, a="g inf 1 cel=4", x="s inf 20", book=MINES)
        game.play("attack B02; join a; fight", dice=[7])
        while game.waiting == "german loss":
            game.say("lose a")
        game.play("go a B04>B05" if game.may("go a B04>B05") else "go a B04")
        assert game.unit("a").has("mined") == met


@rule("kursk-18.1.4-a")
def test_who_passed_the_lines_is_exposed_once() -> None:
    game = on("a . .", "supply", a="g inf cel=4 mined", book=MINES).play(dice=[1])
    assert game.unit("a").cel == 3 and not game.unit("a").has("mined")


def heard(game: Game, seat: str) -> list[str]:
    return [event.say(game.state.setting) for told in game.told if (event := told.heard_by(seat)) is not None]


@rule("kursk-16.1.1-a")
def test_the_enemy_hears_that_panthers_roll_but_not_where_one_broke_down() -> None:
    game = on("a . . x", "supply", a="g arm panther", x="s inf", book={**SHOP, "repairs": 0}).play(dice=[1])
    assert game.unit("a").cel == 1 and any("breakdown" in line for line in heard(game, "german"))
    assert not any("loses" in line or "A01" in line for line in heard(game, "soviet"))
    gone = on("a . . x", "supply", a="g arm panther cel=1", x="s inf", book={**SHOP, "repairs": 0}).play(dice=[1])
    assert gone.gone("a") and any("breakdown" in line for line in heard(gone, "soviet"))


@rule("kursk-16.1.1-a")
def test_the_enemy_hears_what_mines_cost_but_not_how_many_passed_the_lines() -> None:
    game = on("a b . x", "supply", a="g inf cel=4 mined", b="g inf mined", x="s inf", book=MINES).play(dice=[1])
    assert "Mines: 1 CEL of 6 that passed the lines" in heard(game, "german")
    assert "Mines: 1 CEL" in heard(game, "soviet") and not any("of 6" in line for line in heard(game, "soviet"))


@rule("kursk-16.1.1-a")
def test_who_rolls_for_breakdown_is_hidden_from_the_enemy() -> None:
    book = {**SHOP, "repairs": 0, "panthers": "activated"}
    game = on("a . . x", "supply", a="g arm panther stirred", x="s inf", book=book)
    assert game.waiting == "chance breakdown"
    assert "a" not in game.state.view("soviet").stack[-2].units  # type: ignore[attr-defined]
    told = heard(game.play(dice=[5]), "soviet")
    assert not any(": a" in line for line in told)


def after_mines(**units: str) -> Table:
    """A table at which the German has just said whom mines cost a level."""
    game = on("a b c" if "c" in units else "a b .", "supply", **units, book={**MINES, "repairs": 1}).play(dice=[1])
    table = Table(game.state)
    table.choose("german", "lose a")
    return table


def test_where_nothing_can_be_repaired_nobody_is_asked_though_losses_came_before() -> None:
    table = after_mines(a="g inf cel=4 mined", b="g inf cel=4 mined")
    assert table.due is not None and (table.due.kind, table.due.seat) == ("forced", "german")
    table.go_on()
    assert table.over


def test_a_journal_in_which_a_person_said_that_nothing_is_repaired_is_read() -> None:
    table = after_mines(a="g inf cel=4 mined", b="g inf cel=4 mined")
    table.restore([Entry("person", "german", "norepair")])
    assert table.over


def test_where_something_can_be_repaired_the_german_is_asked_and_may_still_take_losses_back() -> None:
    table = after_mines(a="g inf cel=4 mined", b="g inf cel=4 mined", c="g arm cel=2/1")
    assert table.due is None
    table.undo("german")
    assert [table.state.text(choice) for choice in table.state.choices()] == ["lose a", "lose b"]
