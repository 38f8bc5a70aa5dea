"""Leaving the map where a Firefight makes it worth while. [5.6]"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs
from tests.systems.heroes.kit import hands
from tests.systems.heroes.second_edition.kit import GERMAN, SOVIET, on

from balka.core.proof import rule
from balka.games.awakening_the_bear.title import GAME
from balka.systems.heroes.chapters import leaving
from balka.systems.heroes.data.mission_data import ExitVp

OUT = {"victory": (ExitVp(side=GERMAN, hexes=("A01",), value=1, units=("ger_pz_3e",)),)}


@rule("atb-5.6-a")
def test_listed_vehicles_leave_from_the_exit_hex_for_the_price_of_a_move():
    game = on("a\n.\n.\nx", a="pz3e N", x="srif S", told=OUT)
    assert game.offers("leave a") and game.cost("leave a") == 1
    game.play("leave a", "by activate 0")
    assert not game.alive("a") and game.points[GERMAN] == 1 and "a" in game.state.tracks.gone


@rule("atb-5.6-a")
@pytest.mark.parametrize(("a", "told"), [("grif N", OUT), ("pz3e N", {}), ("pz3e N immobilized", OUT)])
def test_nobody_else_leaves(a: str, told: dict[str, Any]):
    game = on("a\n.\n.\nx", a=a, x="srif S", told=told)
    assert not game.offers("leave a")


@rule("atb-5.6-a", "atb-14.1-a")
def test_a_vehicle_with_a_bonus_move_left_drives_off_in_one_go():
    game = on(".\na\n.\nx", a="pz3e N", x="srif S", told=OUT).begin("move a A01 N", "by activate 0")
    assert game.offers("leave a")
    game.play("leave a")
    assert not game.alive("a") and game.points[GERMAN] == 1


@rule("atb-5.6-a")
def test_the_panzers_of_mtsensk_may_leave_by_the_road():
    state: Any = GAME.start("atb/mtsensk")
    rules = [rule for rule in state.setting.mission.victory.rules if isinstance(rule, ExitVp)]
    assert rules and "leave" in state.setting.edition.act_of
    place = state.setting.board.hex(rules[0].hexes[0])
    unit = structs.replace(state.position.units["pz3e-01"], hex=place, due=0, entry="")
    there = structs.replace(state, position=state.position.with_unit(unit))
    assert [state.text(choice) for choice in leaving.exits(there, unit, 1000)] == ["leave pz3e-01"]


@rule("atb-5.6-a", "atb-14.5-e")
@pytest.mark.parametrize(
    ("towed", "points"), [("pz3e N immobilized carrier=a", 2), ("pz2f N immobilized carrier=a", 1)]
)
def test_a_listed_vehicle_in_tow_scores_as_well(towed: str, points: int):
    game = on("a+b\n.\n.\nx", a="pz3e N", b=towed, x="srif S", told=OUT)
    game.play("leave a", "by activate 0")
    assert set(game.state.tracks.gone) == {"a", "b"} and game.points[GERMAN] == points


# -- a group of which some or all have gone


@rule("atb-5.6-a", "atb-9.1.1-b", "atb-3.2.2-a")
def test_a_group_of_which_all_have_driven_off_pays_for_its_move():
    game = on(".\na+b\n.\nx", a="pz3e N spent", b="pz3e N spent", x="srif S", told=OUT, caps={GERMAN: 2, SOVIET: 0})
    game.gather("a", "b").begin("move a A01 N", "leave a", "move b A01 N").play("leave b")
    assert game.points[GERMAN] == 2 and game.caps(GERMAN) == 1


@rule("atb-5.6-a", "atb-9.1.1-b", "atb-9.0-d")
def test_they_pay_from_the_pool_that_others_share_with_them():
    units = {"a": "pz3e N active", "b": "pz3e N active", "c": "grif N active", "x": "srif S"}
    game = on(".\na+b\n.\nx\n.\nc", **units, told=OUT, pool={GERMAN: 3})
    game.gather("a", "b").begin("move a A01 N", "leave a", "move b A01 N").play("leave b")
    assert game.pool(GERMAN) == 2 and game.condition("c") == "active"


@rule("atb-5.6-a", "atb-9.0-e", "atb-9.1.1-b")
def test_the_pool_of_a_group_ends_when_all_who_shared_it_have_driven_off():
    units = {"a": "pz3e N active", "b": "pz3e N active", "c": "grif N", "x": "srif S"}
    game = on(".\na+b\n.\nx\n.\nc", **units, told=OUT, pool={GERMAN: 4})
    game.gather("a", "b").begin("move a A01 N", "leave a", "move b A01 N").play("leave b").play("pass")
    assert game.pool(GERMAN) == 0 and not game.offers("stall ap"), "nobody is active any more"
    assert not game.begin("pivot c S").offers("by pool 0")


@rule("atb-5.6-a", "atb-9.1-d", "atb-9.1-e")
def test_fresh_units_take_no_opportunity_for_a_spent_one_that_has_driven_off_with_them():
    game = on(".\na+b\n.\nx", a="pz3e N", b="pz3e N spent", x="srif S", told=OUT, caps={GERMAN: 1, SOVIET: 0})
    game.gather("a", "b").begin("move b A01 N", "leave b").play("pivot a S")
    assert game.caps(GERMAN) == 0 and game.condition("a") == "fresh"


@rule("atb-5.6-a", "atb-9.1.1-c")
def test_one_of_a_group_leaves_while_another_moves_up_and_drives_off_as_well():
    game = on("a\nb\n.\n.\nx", a="pz3e N active", b="pz3e N active", x="srif S", told=OUT, pool={GERMAN: 4})
    game.gather("a", "b")
    assert game.offers("leave a") and not game.offers("leave b")
    game.begin("leave a", "move b A01 N").play("leave b")
    assert game.points[GERMAN] == 2 and set(game.state.tracks.gone) == {"a", "b"}


@rule("atb-5.6-a", "atb-card-05-c")
def test_rapid_deployment_leads_off_the_map():
    far = on(".\na\n.\nx", a="pz3e N spent", x="srif S", told={**OUT, **hands("05")})
    assert not far.begin("play 05 a").offers("leave a"), "not before it stands on the exit hex"
    far.begin("move a A01 N").play("leave a")
    assert not far.alive("a") and far.points[GERMAN] == 1 and far.seat == SOVIET
    near = on("a\n.\n.\nx", a="pz3e N spent", x="srif S", told={**OUT, **hands("05")})
    near.begin("play 05 a").play("leave a")
    assert not near.alive("a") and near.points[GERMAN] == 1
