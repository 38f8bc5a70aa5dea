"""The figures of a counter as they are now, against what the rules make of them in play. [1.2, 3.1, 5.5, 5.6, 10.2]"""

from __future__ import annotations

import pytest
from tests.systems.wb95.kit import GERMAN, SOVIET, Game, on

from balka.core.errors import BalkaError
from balka.core.proof import rule
from balka.core.values import Value
from balka.systems.wb95 import sheet
from balka.systems.wb95.rulebook import Arrival
from balka.systems.wb95.sheet import Battle

PAIR = ". x\n. a"


def values(game: Game, unit: str, seat: str = GERMAN) -> dict[str, Value]:
    view = game.state.view(seat)
    return {value.key: value for value in view.setting.system.values(view, seat, unit)}


def now(game: Game, unit: str, key: str) -> str:
    tally = values(game, unit)[key].tally
    return tally.span(*tally.spread)


def test_an_untroubled_unit_has_its_printed_figures():
    found = values(on(PAIR, a="g arm 8 mp=9 cel=2/2", x="s inf 4"), "a")
    assert [(found[key].printed, found[key].tally.label(found[key].tally.value)) for key in
            ("attack", "defence", "movement", "steps")] == [(8, "8"), (8, "8"), (9, "9"), (2, "2")]  # fmt: skip


@rule("kursk-5.6.4-a", "kursk-10.2.2-b", "kursk-10.2.2-c")
def test_disorder_halves_both_strengths_and_hunger_the_attack_only():
    game = on(PAIR, "combat", a="g arm 7 disorganised oos=1", x="s inf 4")
    assert (now(game, "a", "attack"), now(game, "a", "defence")) == ("2", "4"), "7, 4, 2; and 7, 4"
    assert sheet.attack_of(game.state, game.unit("a")) == values(game, "a")["attack"].tally.value
    assert [part.rule for part in values(game, "a")["attack"].tally.parts][1:] == ["kursk-5.6.4-a", "kursk-10.2.2-b"]


@rule("kursk-10.2.2-a", "kursk-12.2.3-a", "kursk-11.2.1-a")
@pytest.mark.parametrize(
    ("words", "left"),
    [("mp=9 oos=1", "5"), ("mp=7 strategic", "5"), ("mp=7 half", "3 1/2"), ("mp=7 oos=1 strategic", "2"),
     ("mp=2 oos=1 strategic", "0")],
)  # fmt: skip
def test_movement_loses_what_hunger_and_markers_take(words: str, left: str):
    game = on(PAIR, a=f"g arm 8 {words}", x="s inf 4")
    assert now(game, "a", "movement") == left
    assert values(game, "a")["movement"].tally.value == 6 * game.left("a")


def test_points_spent_are_taken_off():
    game = on(". a\n. .\n. .\n. x", a="g arm 8 mp=9", x="s inf 4").play("take a; to B02; halt")
    value = values(game, "a")["movement"]
    assert value.tally.parts[-1].label == "spent in this phase" and value.tally.value == 6 * game.left("a") < 54


@rule("kursk-6.2.3-a")
def test_a_gun_in_action_says_why_it_does_not_move():
    game = on(PAIR, a="g art 5", x="s inf 4")
    barred = values(game, "a")["movement"].barred
    assert (barred is None) == game.may("take a"), "as in play"


@rule("kursk-scK-2ta-a")
@pytest.mark.parametrize("turn", [1, 2])
def test_a_unit_that_may_not_move_yet_says_so(turn: int):
    game = on(PAIR, a="g arm 8", x="s hq", book={"frozen": {"a": 2}}, turn=turn)
    barred = values(game, "a")["movement"].barred
    assert (barred is None) == game.may("take a") == (turn == 2), "as in play"


@rule("kursk-scK-stw-a")
@pytest.mark.parametrize(("mark", "points"), [("", 4), ("called", 7)])
def test_a_unit_of_the_stavka_that_has_not_come_yet_shows_the_points_it_will_come_with(mark: str, points: int):
    book = {"arrivals": {"r": Arrival("r", 1, (0,), "II MOT", stavka=True)}}
    game = on(". . .", side=SOVIET, off={"r": f"s arm 4 mp=7 {mark}"}, book=book)
    assert values(game, "r", SOVIET)["movement"].tally.value == 6 * points
    game.say("enter r A01")
    assert game.left("r") == points - 1


@rule("kursk-c1-1.2counters-j")
def test_losses_show_in_the_steps():
    steps = values(on(PAIR, a="g arm 8 cel=2/1", x="s inf 4"), "a")["steps"]
    assert (steps.printed, steps.tally.value, [part.value for part in steps.tally.parts]) == (2, 1, [2, -1])


@rule("kursk-5.5.1-a", "kursk-c19-19.1.5-a")
def test_ground_and_works_shift_an_attack_as_the_sheet_does():
    game = on(". x:F\n. a", "combat", a="g arm 8", x="s inf 4 dug")
    cover = values(game, "x", SOVIET)["cover"]
    shifts = sheet.defender_shifts(game.state, Battle(GERMAN, (game.unit("x").hex,), ("a",)), game.unit("x").hex)
    assert cover.tally.parts == tuple(shifts) and cover.to_wire("kursk").now == "-2"


@rule("kursk-5.5.4-a", "kursk-c19-19.1.2-a")
def test_a_river_and_a_fortified_line_count_from_some_sides_only():
    game = on(". x\n. a", "combat", "river B01 B02", "fortified B01 B02", a="g arm 8", x="s inf 6")
    cover = values(game, "x", SOVIET)["cover"]
    assert {one.part.label: one.where for one in cover.sometimes} == dict.fromkeys(
        ("across water", "fortified line", "attack strength, through the fortifications"), "from B02")  # fmt: skip
    assert not cover.tally.parts


def test_of_a_masked_stack_nothing_is_told():
    game = on(". x\n. .\n. .\n. a", a="g arm 8", x="s inf 4")
    shown = [one for one in game.seen_by(GERMAN) if one.startswith("?")]
    assert shown and all(values(game, one) == {} for one in shown)
    with pytest.raises(BalkaError, match="to be seen"):
        values(game, "x")
