"""Overruns, riding on tanks, trucks. [9.4-9.6]"""

from __future__ import annotations

import pytest
from tests.systems.famous_divisions.kit import Game, on

from balka.core.choices import UnitId
from balka.core.proof import rule
from balka.systems.famous_divisions import losses
from balka.systems.famous_divisions import trucks as trucks_rule
from balka.systems.famous_divisions.artillery import shell
from balka.systems.famous_divisions.movement import allowance
from balka.systems.famous_divisions.results import take_losses
from balka.systems.famous_divisions.sequence import end_turn
from balka.systems.famous_divisions.strength import Fight, defence_tally
from balka.systems.famous_divisions.verbs import Embark

TANK, TANK2, RIFLES, RIFLES2 = "t34.1-2tk", "t34.2-2tk", "1-1rif", "2-1rif"
COLUMN = "a\n.\n.\n.\n.\n.\n.\n.\n"


# -- overrun [9.4]


def overrun(picture: str = "a\nx\n.\n.\n.\n", **more: object) -> Game:
    game = on(picture, a=f"{TANK} {TANK2} hq-2tk", x="hq-1gr", **more).activate("2tk")  # type: ignore[arg-type]
    return game.play("fight", "overrun A02", f"join {TANK}", f"join {TANK2}", "fight")


@rule("gd-9.4-a")
def test_only_tracked_units_overrun() -> None:
    tanks = on("a\nx\n", a=f"{TANK} hq-2tk", x="1k-1gr").activate("2tk").play("fight")
    assert tanks.offers("overrun A02", "attack A02")
    rifles = on("a\nx\n", a=f"{RIFLES} hq-1rif", x="1k-1gr").activate("1rif").play("fight")
    assert rifles.offers("attack A02")
    assert not rifles.offers("overrun A02")
    assert rifles.refusal("overrun A02").rule == "gd-9.4-a"


@rule("gd-9.4-e")
def test_no_overrun_into_ground_closed_to_tanks_but_by_road_or_bridge() -> None:
    river = ["A01-A02 river"]
    assert (
        not on("a\nx\n", a=f"{TANK} hq-2tk", x="1k-1gr", sides=river)
        .activate("2tk")
        .play("fight")
        .offers("overrun A02")
    )
    bridge = [*river, "A01-A02 bridge"]
    assert (
        on("a\nx\n", a=f"{TANK} hq-2tk", x="1k-1gr", sides=bridge).activate("2tk").play("fight").offers("overrun A02")
    )


@rule("gd-9.4-d")
def test_no_guns_on_either_side_of_an_overrun() -> None:
    game = on("a\nx\n.\n.\n", a=f"{TANK} hq-2tk kat.1-rckt", x="1k-1gr", A04="wsp.1-1art").activate("2tk")
    game.play("fight", "overrun A02")
    assert game.choices() == [f"join {TANK}"]
    game.play(f"join {TANK}", "fight")
    assert game.kind == "event chit", "the defender is not asked for guns"


@rule("gd-9.4-b", "gd-9.4-f", "gd-9.4-h", "gd-2.6-e")
def test_tanks_go_on_after_an_overrun_with_what_they_have_left() -> None:
    game = on(".\na\nx\n.\n.\n.\n.\n.\n.\n.\n.\n.\n", a=f"{TANK} hq-2tk", x="hq-1gr").activate("2tk")
    game.play("fight", "overrun A03", f"join {TANK}", "fight")
    game.no_chits().play("2d6 =2")
    assert game.unit("hq-1gr").status == "lost"
    game.play(f"advance {TANK} A03", "done")
    assert game.kind == "overrun"
    game.play(f"take {TANK}")
    assert game.offers("to A12")
    assert game.play("to A12", "halt", "done").kind == "combat"


@rule("gd-9.4-h")
def test_points_spent_before_the_overrun_count() -> None:
    game = on("a\n.\n.\nx\n.\n.\n.\n.\n.\n.\n.\n.\n", a=f"{TANK} hq-2tk", x="hq-1gr").activate("2tk")
    game.play(f"take {TANK}", "to A03", "halt", "fight", "overrun A04", f"join {TANK}", "fight")
    game.no_chits().play("2d6 =2", f"advance {TANK} A04", "done", f"take {TANK}")
    assert game.offers("to A12")
    assert game.unit(TANK).spent == 4


@rule("gd-9.4-f")
def test_the_advance_after_an_overrun_is_free_to_refuse() -> None:
    game = overrun().no_chits().play("2d6 =2", "done")
    assert game.at(TANK) == "A01"
    assert game.kind == "overrun"
    assert game.offers(f"take {TANK}")


@rule("gd-9.4-g")
def test_a_failed_overrun_ends_the_activation_of_the_tanks() -> None:
    game = on("a\nx\n.\n", a=f"{TANK} hq-2tk", x="1k-1gr 2k-1gr", A03="hq-1gr").activate("2tk")
    game.play("fight", "overrun A02", f"join {TANK}", "fight").no_chits().play("2d6 =6")
    assert game.kind == "combat"
    assert game.choices() == ["done"], "neither movement nor another shot"


@rule("gd-9.4-i")
def test_overrun_movement_stops_in_an_enemy_zone() -> None:
    game = on("a\nx\n.\n.\ny\n.\n", a=f"{TANK} hq-2tk", x="hq-1gr", y="1k-1gr").activate("2tk")
    game.play("fight", "overrun A02", f"join {TANK}", "fight").no_chits()
    game.play("2d6 =2", f"advance {TANK} A02", "done", f"take {TANK}", "to A04")
    assert game.choices() == ["halt"]


@rule("gd-9.4-j")
def test_an_overrun_begun_in_a_zone_may_leave_it_for_a_point() -> None:
    game = on("a .\nx y\n. .\n. .\n", a=f"{TANK} hq-2tk", x="hq-1gr", y="1k-1gr").activate("2tk")
    game.play("fight", "overrun A02", f"join {TANK}", "fight").no_chits().play("2d6 =2", "done", f"take {TANK}")
    game.play("step A02")
    assert game.unit(TANK).spent == 4
    assert game.choices() == ["halt"]


@rule("gd-9.4-c")
def test_others_may_attack_before_the_overrun() -> None:
    game = on("a\nx\n.\n", a=f"{TANK} {TANK2} hq-2tk", x="1k-1gr 2k-1gr", A03="hq-1gr").activate("2tk")
    game.battle("A02", TANK).no_chits().play("2d6 =6")
    assert game.offers("overrun A02")


# -- riding [9.5]


def mounted(picture: str = COLUMN, **more: object) -> Game:
    game = on(picture, a=f"{TANK} {RIFLES} hq-2tk", **more).activate("2tk")  # type: ignore[arg-type]
    return game.play(f"take {TANK}", f"mount {RIFLES} {TANK}")


@rule("gd-9.5-a", "gd-9.5-b", "gd-9.5-c")
def test_rifles_of_any_battalion_ride_at_the_tank_s_pace() -> None:
    game = mounted()
    assert game.unit(TANK).spent == game.unit(RIFLES).spent == 2
    game.play("to A08", "halt")
    assert game.at(RIFLES) == game.at(TANK) == "A08"
    assert game.unit(RIFLES).carrier == TANK
    assert game.unit(RIFLES).spent == 2


@rule("gd-9.5-b")
def test_mounting_needs_the_same_hex() -> None:
    game = on(COLUMN, a=f"{TANK} hq-2tk", A02=RIFLES).activate("2tk").play(f"take {TANK}")
    assert "mount" not in game.verbs()


@pytest.mark.parametrize("fact", ["activated", "pinned"])
@rule("gd-9.5-d")
def test_nobody_mounts_who_acted_before_or_is_pinned(fact: str) -> None:
    """Ruling Q-riding-activation."""
    game = on(COLUMN, a=f"{TANK} {RIFLES} hq-2tk").set(RIFLES, **{fact: True}).activate("2tk").play(f"take {TANK}")
    assert "mount" not in game.verbs()


@rule("gd-9.5-d")
def test_a_rider_acts_only_with_its_carrier() -> None:
    game = mounted(A03="hq-1rif").play("step A02", "halt", "fight", "done")
    game.activate("1rif")
    assert not game.offers(f"take {RIFLES}")


@rule("gd-9.5-e")
def test_a_rider_adds_nothing_to_the_defence() -> None:
    game = mounted()
    fight = Fight("german", game.unit(TANK).hex)
    names = [part.label for part in defence_tally(game.state, fight).parts]
    assert names == ["HQ 2Tk", "(1)T-34 2Tk"]


@rule("gd-9.5-f")
def test_what_hits_the_tank_hits_the_rider() -> None:
    game = mounted()
    game.run(lambda work: take_losses(work, "soviet", (TANK, RIFLES), 1, deadly=False))
    assert game.unit(TANK).depleted
    assert game.unit(RIFLES).depleted
    game.run(lambda work: take_losses(work, "soviet", (TANK, RIFLES), 1, deadly=True))
    assert game.unit(TANK).status == game.unit(RIFLES).status == "lost"


@rule("gd-9.5-g")
def test_no_overrun_with_a_rider_on_deck() -> None:
    game = mounted("a\n.\nx\n", x="1k-1gr").play("step A02", "halt", "fight")
    assert game.offers("attack A03")
    assert not game.offers("overrun A03")


@rule("gd-9.5-h")
def test_a_pinned_tank_throws_its_rider_off() -> None:
    game = mounted().play("step A02")
    game.run(lambda work: losses.pin(work, TANK))
    assert game.unit(RIFLES).pinned
    assert not game.unit(RIFLES).carrier


@rule("gd-9.5-i", "gd-9.5-j")
def test_climbing_down_costs_both_a_point_and_draws_no_fire() -> None:
    game = mounted("a\n.\n.\n.\n.\n", A05="wsp.1-1art").play("step A02", f"dismount {RIFLES}")
    assert game.kind == "party"
    assert game.unit(TANK).spent == 2 + 2 + 2
    assert game.unit(RIFLES).spent == 4
    assert not game.unit(RIFLES).carrier
    game.play("step A03")
    assert (game.at(TANK), game.at(RIFLES)) == ("A03", "A02")


@rule("gd-9.5-k")
def test_a_barrage_on_the_tank_hurts_the_rider() -> None:
    game = mounted("a\n.\n.\n", A03="wsp.1-1art").play("step A02")
    game.run(lambda work: shell(work, game.hex("A02"), 1))
    assert game.unit(TANK).depleted
    assert game.unit(RIFLES).depleted


# -- trucks [9.6]

TRUCKS = "1k-1gr"


def trucks(picture: str = COLUMN, **more: object) -> Game:
    return on(picture, a=f"{TRUCKS} hq-1gr", **more).activate("1gr")  # type: ignore[arg-type]


@rule("gd-9.6-a", "gd-9.6-l")
def test_only_wheeled_units_debark() -> None:
    assert trucks().offers(f"debark {TRUCKS}")
    assert "debark" not in on(COLUMN, a=f"{TANK} hq-2tk").activate("2tk").verbs()
    assert "debark" not in on(COLUMN, a=f"{RIFLES} hq-1rif").activate("1rif").verbs()


@rule("gd-9.6-c", "gd-9.6-d", "gd-9.6-f", "gd-9.6-g")
def test_a_debarked_unit_walks_four() -> None:
    game = trucks().play(f"debark {TRUCKS}")
    assert game.unit(TRUCKS).debarked
    assert allowance(game.state, game.unit(TRUCKS)).value == 4
    assert game.offers("to A05", "halt")
    assert not game.offers("to A06")
    assert game.play("step A02").unit(TRUCKS).spent == 2


@rule("gd-9.6-g", "gd-9.6-h")
def test_debarking_on_the_way_needs_half_the_allowance() -> None:
    early = trucks().play(f"take {TRUCKS}", "to A03")
    assert early.unit(TRUCKS).spent == 8
    assert early.offers(f"debark {TRUCKS}")
    assert early.play(f"debark {TRUCKS}").offers("to A07")
    assert not trucks().play(f"take {TRUCKS}", "to A04").offers(f"debark {TRUCKS}")


@rule("gd-9.6-b")
def test_a_pinned_unit_does_not_debark() -> None:
    game = trucks()
    game.run(lambda work: losses.pin(work, TRUCKS))
    assert f"debark {TRUCKS}" not in game.choices()


@rule("gd-9.6-e")
def test_debarking_is_fired_on_like_movement() -> None:
    game = trucks("a\n.\nx\n", x=TANK).play(f"debark {TRUCKS}")
    assert (game.asked, game.kind) == ("soviet", "oppfire")
    assert game.offers(f"fire {TANK} A01", "hold")


@rule("gd-9.6-i", "gd-9.6-j")
def test_trucks_are_boarded_in_a_later_activation_only() -> None:
    game = trucks().play(f"debark {TRUCKS}")
    assert "embark" not in game.verbs()
    assert "embark" not in game.play("halt").verbs()
    game.play("fight", "done")
    game.run(end_turn)
    game.activate("1gr").play(f"embark {TRUCKS}")
    assert game.offers(f"take {TRUCKS}", f"debark {TRUCKS}")
    assert game.play(f"take {TRUCKS}").offers("to A06")


@pytest.mark.parametrize(("hungry", "allowed"), [(1, True), (2, False)])
@rule("gd-9.6-k")
def test_out_of_supply_nobody_boards_but_may_debark(hungry: int, *, allowed: bool) -> None:
    game = on(COLUMN, a=f"{TRUCKS} 2k-1gr hq-1gr")
    game.set(TRUCKS, debarked=True, hungry=hungry)
    game.set("2k-1gr", hungry=hungry)
    game.activate("1gr")
    assert game.offers("debark 2k-1gr")
    assert game.offers(f"embark {TRUCKS}") is allowed


@rule("gd-9.6-m")
def test_a_debarked_unit_rides_until_it_boards_its_trucks() -> None:
    game = on(COLUMN, a=f"{TRUCKS} sturm-1gr hq-1gr")
    game.set(TRUCKS, debarked=True)
    game.activate("1gr").play("take sturm-1gr")
    assert game.offers(f"mount {TRUCKS} sturm-1gr")
    game.set(TRUCKS, carrier="sturm-1gr")
    game.run(lambda work: trucks_rule.answer(work, Embark(UnitId(TRUCKS))))
    assert not game.unit(TRUCKS).carrier
    assert not game.unit(TRUCKS).debarked


@rule("gd-2.3-g", "gd-2.3-h")
def test_trucks_cost_a_fighting_unit_nothing() -> None:
    """Loading and limbering are no actions, and a Wheeled unit fights at full strength."""
    game = trucks("a\n.\nx\n", x=RIFLES).play(f"take {TRUCKS}", "step A02", "halt", "fight", "attack A03")
    assert game.play(f"join {TRUCKS}").state.view("german").stack[-1].panel(game.state)[0].check.tallies[0].value == 5  # type: ignore[union-attr]
