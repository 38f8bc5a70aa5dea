"""Leaving the map where a Firefight makes it worth while. [5.6]"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs
from tests.systems.heroes.second_edition.kit import GERMAN, on

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
