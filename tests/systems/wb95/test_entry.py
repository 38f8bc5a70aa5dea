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


MASKED = ("s inf", "s hq 0 cel=1", "s art 5/3 cel=1", "s arm")


@rule("kursk-12.2.2-a")
@pytest.mark.parametrize("who", MASKED)
def test_in_strategic_movement_nobody_goes_next_to_a_masked_stack_whatever_it_hides(who: str) -> None:
    game = on("a . . . . x\n. . . . . .", "strategic", a="g arm mp=9 marked", x=who).play("take a")
    beside = {game.state.setting.board.labels[h] for h in game.state.setting.board.neighbours[5] if h >= 0}
    offered = {text.split()[-1] for text in game.texts("to")}
    assert offered and not offered & beside and "E01" in beside
    assert game.rule("to E01") == "kursk-12.2.2-a"


@rule("kursk-12.2.2-a")
def test_the_list_in_strategic_movement_does_not_tell_what_a_mask_hides() -> None:
    lists = [on("a . . . . x", "strategic", a="g arm mp=9 marked", x=who).play("take a").texts() for who in MASKED]
    assert all(each == lists[0] for each in lists)


@rule("kursk-12.2.2-a")
def test_a_stack_known_to_have_no_zone_closes_nothing_in_strategic_movement() -> None:
    game = on("a . . . x b", "strategic", a="g arm marked", b="g inf", x="s hq 0 cel=1")
    assert game.may("take a; to D01")


@rule("kursk-12.2.2-a", "kursk-c11-11.1.3-a")
@pytest.mark.parametrize("who", ["s inf", "s hq 0 cel=1"])
def test_reinforcements_do_not_enter_next_to_a_masked_stack_in_strategic_movement(who: str) -> None:
    game = on(". . . .\n. x . .", "strategic", x=who, off={"r": "g arm"}, book=due(hexes=(1, 3)), control="g" * 8)
    assert game.rule("enter r B01") == "kursk-12.2.2-a" and game.may("enter r D01")
    moving = on(". . . .\n. x . .", "move", x=who, off={"r": "g arm"}, book=due(hexes=(1, 3)), control="g" * 8)
    assert moving.may("enter r B01")


@rule("kursk-c11-11.1.3-a", "kursk-12.1.3-a", "kursk-12.2.3-a")
def test_reinforcements_of_the_strategic_phase_have_two_points_fewer_and_go_on() -> None:
    game = on(EDGE, "strategic", off={"r": "g arm mp=7"}, book=due(), control="g" * 20).play("enter r C01")
    assert game.left("r") == 4
    assert game.may("take r; to G01") and not game.may("take r; to H01")
    slow = on(EDGE, "strategic", off={"r": "g arm mp=2"}, book=due(), control="g" * 20)
    assert slow.rule("enter r C01") == "kursk-c11-11.1.5-c"


# -- what an entry costs


def stavka(count: int, mp: int) -> tuple[dict[str, str], dict[str, Any]]:
    names = [f"r{n}" for n in range(count)]
    arrivals = {one: Arrival(one, 1, (0,), "corps", stavka=True) for one in names}
    return dict.fromkeys(names, f"s inf mp={mp}"), {"arrivals": arrivals, "zones": {"soviet": (0, 1)}}


@rule("kursk-scK-stw-a", "kursk-c11-11.1.5-c")
def test_the_price_of_an_entry_is_measured_against_the_half_points_of_the_stavka() -> None:
    off, book = stavka(5, 6)
    game = on("F . .\n. . .", side="soviet", off=off, book=book, control="s" * 6)
    game.play("; ".join(f"enter r{n} A01" for n in range(4)))
    assert game.left("r0") == 1
    game.play("; ".join(f"take r{n}; to B01; halt" for n in range(4)))
    assert game.rule("enter r4 A01") == "kursk-c11-11.1.5-c"


@rule("kursk-scK-stw-a", "kursk-11.2.3-b")
def test_a_stavka_unit_that_comes_back_has_all_its_points() -> None:
    off, book = stavka(1, 8)
    game = on(". . .\n. . .", side="soviet", off=off, book=book, control="s" * 6).play("enter r0 A01")
    assert game.left("r0") == 3
    from msgspec import structs

    from balka.systems.wb95.movement_phase import refresh

    again = {"arrivals": {}, "zones": {"soviet": (0, 1)}}
    back = on("r0 . .\n. . .", side="soviet", r0="s inf mp=8 called", book=again, control="s" * 6).play("exit r0")
    assert game.unit("r0").has("called") and back.at("r0") == "off"
    work = back.work()
    refresh(work, "soviet")
    back.after(work)
    back.state = structs.replace(back.state, turn=2, setting=game.state.setting)
    assert back.play("enter r0 A01").left("r0") == 7


@rule("kursk-8.2.13-a", "kursk-8.2.14-a", "kursk-3.1.13-a")
@pytest.mark.parametrize(("points", "left"), [(5, 2), (3, 0), (2, 0)])
def test_aircraft_over_an_entry_hex_make_it_dearer_but_a_first_stack_can_always_come(points: int, left: int) -> None:
    """A forest costs two, three under a mission; nobody pays more than it has, and it did not start there."""
    from msgspec import structs

    book = {"arrivals": {"r": Arrival("r", 1, (0,), "corps")}, "zones": {"soviet": (0,)}}
    game = on("F . .\n. . .", side="soviet", off={"r": f"s inf mp={points}"}, book=book, control="s" * 6)
    game.state = structs.replace(game.state, position=structs.replace(game.state.position, harassed=(0,)))
    assert game.play("enter r A01").left("r") == left


@rule("kursk-c11-11.1.5-c")
def test_the_stacks_of_the_movement_phase_do_not_count_in_the_strategic_one() -> None:
    names = [f"r{n}" for n in range(5)]
    book = {"arrivals": {one: Arrival(one, 1, (0,), "army") for one in names}}
    game = on("F . .\n. . .", "day", off=dict.fromkeys(names, "g inf mp=6"), book=book, control="g" * 6)
    game.play("; ".join(f"enter {one} A01; take {one}; to B01; halt" for one in names[:4]))
    assert game.may("enter r4 A01")
    game.play("end; end")
    assert game.waiting == "german strategic.phase"
    assert game.play("enter r4 A01").left("r4") == 2, "six less two, less a forest"


@rule("kursk-11.2.2-a", "kursk-11.2.2-b")
def test_after_a_delay_only_the_zone_itself_is_open() -> None:
    """[ruling Q94: zone G is four away from C and takes two turns]"""
    from msgspec import structs

    game = arriving().play("shift r F01")
    game.state = structs.replace(game.state, turn=2)
    assert game.texts("enter r") == ["enter r F01"] and game.rule("enter r G01") == "kursk-c11-11.1.2-a"
    left = on("a . .\n. . .", a="g inf", book={"zones": {"german": (0, 1)}}, control="g" * 6).play("exit a")
    left.state = structs.replace(left.state, turn=2)
    assert left.texts("enter a") == ["enter a A01"] and left.may("shift a B01")


@rule("kursk-11.2.1-a", "kursk-11.2.2-a")
def test_zones_that_close_up_round_the_map_have_no_first_and_no_last() -> None:
    game = arriving(hexes=(0,), zones_close=True)
    assert {text.split()[-1] for text in game.texts("shift r")} == {"H01", "I01", "J01", "B01", "C01", "D01"}
    assert {text.split()[-1] for text in game.texts("enter r")} == {"J01", "A01", "B01"}


def test_a_refused_entry_says_which_rule_bars_it() -> None:
    book = due(hexes=(2,))
    assert on(EDGE, off={"r": "g inf"}, book=due(turn=2), control="g" * 20).rule("enter r C01") == "kursk-c11-11.1.1-a"
    game = on(EDGE, off={"r": "g inf"}, book=book, control="g" * 20)
    assert game.rule("enter r H01") == "kursk-c11-11.1.2-a"
    assert game.rule("take r") == "kursk-c11-11.1.1-a" and game.rule("shift r H01") == "kursk-11.2.2-a"
    inland = on("a . .", a="g inf", book={"zones": {"german": (1,)}})
    assert inland.rule("exit a") == "kursk-11.2.3-a"
    held = on(EDGE, off={"r": "g inf"}, book=book, control="ggs" + "g" * 17)
    assert held.rule("enter r C01") == "kursk-c11-11.1.4-a"
    full = on(EDGE.replace(". . . .", ". . a .", 1), a="g inf cel=8 done", off={"r": "g inf mp=1"}, book=book)
    assert full.rule("enter r C01") == "kursk-3.2.1-a"


# -- full points bought


@rule("kursk-10.2.3-a", "kursk-12.2.3-a")
def test_full_points_bought_before_the_marker_last_until_the_strategic_phase() -> None:
    """[ruling Q95]"""
    game = on("a . . . . . . .", "day", a="g arm mp=8 oos=2", book={"edges": {"german": (7,)}})
    game.play("push a; mark a; end; end")
    assert game.unit("a").supply == 3 and game.left("a") == 6
    plain = on("a . . . . . . .", "day", a="g arm mp=8 oos=2", book={"edges": {"german": (7,)}})
    plain.play("mark a; end; end")
    assert plain.left("a") == 2
    plain.play("push a")
    assert plain.unit("a").supply == 3 and plain.left("a") == 6 and not plain.may("push a")


@rule("kursk-10.2.3-a")
def test_full_points_bought_and_not_used_are_gone_with_the_phase() -> None:
    game = on("a . . . . . . .", "day", a="g arm mp=8 oos=2", book={"edges": {"german": (7,)}})
    game.play("push a; end; end")
    assert not game.unit("a").has("full move")


@rule("kursk-11.2.3-a", "kursk-scK-vic-d")
def test_who_has_left_the_map_is_beyond_no_river() -> None:
    """[ruling Q103]"""
    from balka.systems.wb95.position import change
    from balka.systems.wb95.rulebook import Prize
    from balka.systems.wb95.victory import points

    book = {"zones": {"german": (0,)}, "prizes": (Prize("The Sosna crossed", 5, (), "Sosna"),)}
    game = on("a . .", a="g inf", book=book)
    work = game.work()
    change(work, "a", beyond=("Sosna",))
    game.after(work)
    assert points(game.state) == {"The Sosna crossed": 5}
    assert not points(game.play("exit a").state)
