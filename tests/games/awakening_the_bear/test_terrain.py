"""The movement and terrain tables of Awakening the Bear, cell by cell."""

import pytest

from balka.core.proof import rule
from balka.games.awakening_the_bear import catalogue

TABLE = catalogue.title().terrain
NO = None  # not accessible


def foot_row(name: str) -> tuple[int | None, int, bool, bool]:
    """APs to enter, defence, whether it blocks sight, whether it is cover."""
    row = TABLE[name]
    return row.costs.get("foot"), row.defence, row.blocks_sight, row.cover


def cost(name: str, way: str) -> int | None:
    return TABLE[name].costs.get(way)


@rule(
    "atb-table-foot-open-road-a", "atb-table-foot-open-road-b", "atb-table-foot-open-road-c",
    "atb-table-foot-open-road-d", "atb-table-foot-building-stone-a", "atb-table-foot-building-stone-b",
    "atb-table-foot-building-stone-c", "atb-table-foot-building-stone-d", "atb-table-foot-building-wood-a",
    "atb-table-foot-building-wood-b", "atb-table-foot-building-wood-c", "atb-table-foot-building-wood-d",
    "atb-table-foot-plowed-a", "atb-table-foot-plowed-b", "atb-table-foot-plowed-c", "atb-table-foot-plowed-d",
    "atb-table-foot-wall-a", "atb-table-foot-wall-b", "atb-table-foot-wall-c", "atb-table-foot-wall-d",
    "atb-table-foot-water-a", "atb-table-foot-water-b", "atb-table-foot-water-c", "atb-table-foot-water-d",
    "atb-table-foot-woods-heavy-a", "atb-table-foot-woods-heavy-b", "atb-table-foot-woods-heavy-c",
    "atb-table-foot-woods-heavy-d", "atb-table-foot-woods-light-a", "atb-table-foot-woods-light-b",
    "atb-table-foot-woods-light-c", "atb-table-foot-woods-light-d", "atb-table-foot-backwards-a",
    "atb-table-foot-uphill-a",
)  # fmt: skip
@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("open", (0, 0, False, False)),
        ("road", (0, 0, False, False)),
        ("building_stone", (1, 2, True, True)),
        ("building_wood", (1, 1, True, True)),
        ("plowed", (0, 0, False, False)),
        ("wall", (1, 1, False, True)),
        ("water", (4, -1, False, False)),
        ("woods_heavy", (1, 2, True, True)),
        ("woods_light", (0, 1, True, True)),
        ("backwards", (1, 0, False, False)),
        ("uphill", (1, 0, False, False)),
    ],
)
def test_the_table_of_foot_units(name, printed):
    """[5.0] APs to enter, DM, blocks sight, cover."""
    assert foot_row(name) == printed


@rule("atb-table-foot-cautious-a", "atb-table-foot-cautious-b")
def test_the_rows_of_the_optional_rule():
    """[5.0.3] Moving normally costs nothing and a point of defence, moving cautiously the other way round."""
    assert foot_row("normal")[:2] == (0, -1) and foot_row("cautious")[:2] == (1, 0)


@rule(
    "atb-table-veh-open-a", "atb-table-veh-open-b", "atb-table-veh-road-bridge-a", "atb-table-veh-road-bridge-b",
    "atb-table-veh-building-stone-a", "atb-table-veh-building-stone-b", "atb-table-veh-building-wood-a",
    "atb-table-veh-building-wood-b", "atb-table-veh-plowed-a", "atb-table-veh-plowed-b", "atb-table-veh-wall-a",
    "atb-table-veh-wall-b", "atb-table-veh-water-a", "atb-table-veh-water-b", "atb-table-veh-woods-heavy-a",
    "atb-table-veh-woods-heavy-b", "atb-table-veh-woods-light-a", "atb-table-veh-woods-light-b",
    "atb-table-veh-backwards-a", "atb-table-veh-backwards-b", "atb-table-veh-uphill-a", "atb-table-veh-uphill-b",
)  # fmt: skip
@pytest.mark.parametrize(
    ("name", "wheeled", "tracked", "bonus"),
    [
        ("open", 0, 0, {"track"}),
        ("road", 0, 0, {"track", "wheel"}),
        ("building_stone", NO, 3, set()),
        ("building_wood", NO, 2, set()),
        ("plowed", NO, 0, set()),
        ("wall", NO, 1, set()),
        ("water", NO, NO, set()),
        ("woods_heavy", NO, 2, set()),
        ("woods_light", 2, 1, set()),
        ("backwards", 1, 1, set()),
        ("uphill", 1, 1, set()),
    ],
)
def test_the_table_of_vehicles(name, wheeled, tracked, bonus):
    """[14.0] APs to enter on wheels and on tracks, and which symbols give a bonus hex."""
    assert (cost(name, "wheeled"), cost(name, "tracked"), TABLE[name].bonus) == (wheeled, tracked, bonus)
    assert not TABLE[name].dice


@rule("atb-table-veh-roadblock-a", "atb-table-veh-roadblock-b")
def test_road_blocks_cost_tracks_a_die_and_stop_wheels():
    """[14.0]"""
    row = TABLE["road_block"]
    assert cost("road_block", "wheeled") is NO
    assert (row.costs["tracked"], row.dice, row.costs["foot"]) == (0, {"tracked"}, 0)


@rule("atb-table-veh-legend-a")
def test_only_stone_buildings_may_hold_a_vehicle_fast():
    """[14.0] Safe on 6."""
    assert {name: row.safe_on for name, row in TABLE.items() if row.safe_on} == {"building_stone": {"tracked": 6}}


@rule("atb-table-veh-legend-b", "atb-table-veh-legend-c", "atb-table-veh-legend-d")
def test_tracks_have_a_bonus_in_the_open_and_on_roads_wheels_on_roads_only():
    """[14.0, 14.1] And nothing else gives one."""
    assert {name for name, row in TABLE.items() if "track" in row.bonus} == {"open", "road"}
    assert {name for name, row in TABLE.items() if "wheel" in row.bonus} == {"road"}
