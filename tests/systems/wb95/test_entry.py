"""Reinforcements and strategic movement. [chapters 11 and 12]"""

from __future__ import annotations

from typing import Any

import pytest
from tests.systems.wb95.kit import Game, on

from balka.core.proof import rule
from balka.systems.wb95.catalogue import MP
from balka.systems.wb95.rulebook import Arrival

EDGE = ". . . . . . . . . .\n. . . . . . . . . ."


def due(turn: int = 1, hexes: tuple[int, ...] = (2,), **more: Any) -> dict[str, Any]:
    return {"arrivals": {"r": Arrival("r", turn, hexes, "corps")}, "zones": {"german": tuple(range(10))}, **more}


def arriving(turn: int = 1, off: str = "g inf mp=7", **more: Any) -> Game:
    return on(EDGE, off={"r": off}, book=due(**more), turn=turn, control="g" * 20)


@rule("kursk-c11-11.1.1-a", "kursk-c11-11.1.2-a", "kursk-c11-11.1.3-a", "kursk-2.2-f", "kursk-2.2-k")
def test_reinforcements_enter_where_and_when_the_scenario_says() -> None:
    early = on(EDGE, off={"r": "g inf"}, book=due(turn=2), control="g" * 20)
    assert not early.texts("enter")
    game = arriving().play("enter r C01")
    assert game.at("r") == "C01" and game.left("r") == 6
    late = on(EDGE, "strategic", off={"r": "g inf"}, book=due(), control="g" * 20)
    assert late.may("enter r C01")


@rule("kursk-c11-11.1.4-a")
def test_a_zone_the_enemy_controls_is_closed() -> None:
    game = on(EDGE, off={"r": "g inf"}, book=due(), control="ggs" + "g" * 17)
    assert not game.may("enter r C01")


@rule("kursk-c11-11.1.5-a", "kursk-c11-11.1.5-b", "kursk-c11-11.1.5-c")
def test_the_second_stack_pays_twice_and_the_third_thrice() -> None:
    """[worked example 11.1.5: ten units of two CEL into woods]"""
    names = [f"r{n}" for n in range(10)]
    book = {"arrivals": {one: Arrival(one, 1, (0,), "army") for one in names}}
    game = on("F . .\n. . .", off=dict.fromkeys(names, "g inf mp=4"), book=book, control="g" * 6)
    for one in names[:4]:
        game.play(f"enter {one} A01")
        assert game.left(one) == 2
    assert not game.may("enter r4 A01")  # the hex is full
    from balka.systems.wb95.reinforcements import entry_cost

    assert entry_cost(game.state, game.unit("r4"), 0) == 4 * MP
    game.play("; ".join(f"take {one}; to B01; halt" for one in names[:4]))
    game.play("; ".join(f"enter {one} A01" for one in names[4:8]))
    assert game.left("r4") == 0
    assert entry_cost(game.state, game.unit("r8"), 0) == 6 * MP and not game.may("enter r8 A01")


@rule("kursk-11.2.1-a")
def test_a_neighbouring_zone_costs_half_the_points() -> None:
    """[worked example 11.2.1: 7 points leave 3.5]"""
    game = arriving().play("enter r B01")
    assert game.left("r") == 2.5  # three and a half less the hex
    closed = on(EDGE, off={"r": "g inf mp=7"}, book=due(), control="gsg" + "g" * 17)
    assert not closed.may("enter r B01") and closed.may("enter r D01")
    late = on(EDGE, "strategic", off={"r": "g inf"}, book=due(), control="g" * 20)
    assert not late.may("enter r B01")


@rule("kursk-11.2.2-a", "kursk-11.2.2-b")
def test_waiting_a_turn_shifts_up_to_three_zones_and_again() -> None:
    """[worked example 11.2.2]"""
    game = arriving()
    assert {text.split()[-1] for text in game.texts("shift r")} == {"A01", "B01", "D01", "E01", "F01"}
    game.play("shift r F01")
    assert not game.texts("enter r") and not game.texts("shift r")
    from msgspec import structs

    game.state = structs.replace(game.state, turn=2)
    assert game.may("enter r F01") and game.may("shift r I01") and not game.may("shift r J01")
    game.play("enter r F01")
    assert game.left("r") == 6


@rule("kursk-11.2.3-a", "kursk-11.2.3-b")
def test_a_unit_may_leave_by_an_entry_zone_and_come_back() -> None:
    game = on("a . .\n. . .", a="g inf", book={"zones": {"german": (0, 1)}}, control="g" * 6).play("exit a")
    assert game.at("a") == "off" and not game.texts("enter a")
    from msgspec import structs

    game.state = structs.replace(game.state, turn=2)
    assert game.may("enter a A01") and game.may("shift a B01")
    assert not on("a . .\n. . .", a="g inf", book={"zones": {"german": (1,)}}).may("exit a")


# -- strategic movement


@rule("kursk-12.1.1-a", "kursk-12.1.4-a", "kursk-2.2-g", "kursk-2.2-j", "kursk-3.1.1-a")
def test_a_marked_unit_moves_in_the_phase_after_combat() -> None:
    game = on("a . . . . . .", a="g arm mp=7").play("mark a")
    assert game.unit("a").has("marked") and not game.may("take a")
    later = on("a b . . . . .", "strategic", a="g arm mp=7 marked done", b="g arm")
    assert later.may("take a; to F01") and not later.may("take b")


@rule("kursk-scK-2ta-a")
@pytest.mark.parametrize(("turn", "free"), [(1, False), (2, True), (3, True)])
def test_who_may_not_move_before_his_day_is_not_marked_either(turn: int, free: bool) -> None:
    game = on("a . . .", a="g arm", book={"frozen": {"a": 2}}, turn=turn)
    assert game.may("mark a") == free and game.may("take a") == free and game.may("dig a") == free


@rule("kursk-12.1.2-a", "kursk-12.1.2-b")
def test_who_moved_or_fought_does_not_move_strategically() -> None:
    assert not on("a . . .", a="g arm").play("take a; to B01; halt").may("mark a")
    fought = on("a . . .", "strategic", a="g arm marked done fought")
    assert not fought.may("take a")


@rule("kursk-12.2.1-a")
def test_nobody_in_an_enemy_zone_may_be_marked() -> None:
    assert not on("a x .\n. . .", a="g arm", x="s inf").may("mark a")


@rule("kursk-12.2.2-a", "kursk-12.1.3-a")
def test_strategic_movement_keeps_out_of_enemy_zones() -> None:
    game = on("a . . . x .", "strategic", a="g arm marked done", x="s inf")
    assert game.may("take a; to C01")
    known = on("a . . . x b", "strategic", a="g arm marked done", b="g inf", x="s inf")
    assert known.may("take a; to C01") and not known.may("take a; to D01")


@rule("kursk-12.2.3-a")
@pytest.mark.parametrize(("points", "far"), [(7, "F01"), (4, "C01")])
def test_two_points_fewer(points: int, far: str) -> None:
    """[worked example 12.2.3]"""
    game = on("a . . . . . . .", "strategic", a=f"g arm mp={points} marked done")
    beyond = chr(ord(far[0]) + 1) + "01"
    assert game.may(f"take a; to {far}") and not game.may(f"take a; to {beyond}")
