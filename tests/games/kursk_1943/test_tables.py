"""The charts of Kursk 1943 as data, each row held against the rule ledger, and what must be true of any such chart."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from tests.systems.wb95.kit import on

import balka
from balka.core.dice import dice
from balka.core.proof import rule
from balka.games import find_rule
from balka.games.kursk_1943 import maps, scenarios
from balka.systems.wb95.catalogue import COLUMNS, MP, band_of, both, read_result
from balka.systems.wb95.disorder import limit_of
from balka.systems.wb95.position import printed

CHARTS = scenarios.charts()


def ledger_cells(rule_id: str) -> list[str]:
    """The cells a ledger row lists after its colon."""
    text = find_rule(rule_id).statement.split(": ", 1)[1].rstrip(".")
    return [re.sub(r"^\d+:\d+ ", "", cell) for cell in re.split(r"[;,] ", text)]


@rule(
    "kursk-ct-2", "kursk-ct-3", "kursk-ct-4", "kursk-ct-5", "kursk-ct-6", "kursk-ct-7", "kursk-ct-8", "kursk-ct-9",
    "kursk-ct-10", "kursk-ct-11", "kursk-ct-12",
)  # fmt: skip
@pytest.mark.parametrize("roll", range(2, 13))
def test_the_combat_table_reads_as_printed(roll: int) -> None:
    assert list(CHARTS.combat[roll]) == ledger_cells(f"kursk-ct-{roll}")
    assert len(CHARTS.combat[roll]) == len(COLUMNS) == 13


FIRE = {"ba": "bomber_attack", "aa": "air_attack", "af": "artillery_fire", "ao": "attack_on_objects"}
ROWS = ("1-2", "3-5", "6-8", "9-12", "13-16", "17+")


@rule(
    "kursk-ba-1", "kursk-ba-2", "kursk-ba-3", "kursk-ba-4", "kursk-ba-5", "kursk-ba-6", "kursk-aa-1", "kursk-aa-2",
    "kursk-aa-3", "kursk-aa-4", "kursk-aa-5", "kursk-aa-6", "kursk-af-1", "kursk-af-2", "kursk-af-3", "kursk-af-4",
    "kursk-af-5", "kursk-af-6", "kursk-ao-1", "kursk-ao-2", "kursk-ao-3", "kursk-ao-4", "kursk-ao-5", "kursk-ao-6",
)  # fmt: skip
@pytest.mark.parametrize("key", FIRE)
@pytest.mark.parametrize("row", range(1, 7))
def test_the_fire_tables_read_as_printed(key: str, row: int) -> None:
    printed = find_rule(f"kursk-{key}-{row}").statement
    assert f", {ROWS[row - 1]} SPs" in printed
    cells = printed.split("rolls 2 to 12: ")[1].rstrip(".").split(", ")
    assert list(CHARTS.fire[FIRE[key]][ROWS[row - 1]]) == cells and len(cells) == 11


def test_strengths_fall_into_the_printed_rows() -> None:
    bounds = [(1, "1-2"), (2, "1-2"), (3, "3-5"), (8, "6-8"), (9, "9-12"), (13, "13-16"), (16, "13-16"), (17, "17+")]
    assert [band_of(strength) for strength, _ in bounds] == [row for _, row in bounds]
    assert CHARTS.shot("artillery_fire", 0, 2) == "-"


def test_better_odds_never_help_the_defender_on_the_whole() -> None:
    """The expected retreat and loss of the defender grow from column to column; the attacker's shrink."""
    weights = {roll: 6 - abs(7 - roll) for roll in range(2, 13)}
    pain = []
    for column in range(13):
        cells = [(both(CHARTS.combat[roll][column]), weight) for roll, weight in weights.items()]
        attacker = sum(weight * (a.loss + a.retreat) for (a, _), weight in cells)
        defender = sum(weight * (d.loss + d.retreat) for (_, d), weight in cells)
        pain.append((attacker, defender))
    assert all(one[0] >= two[0] and one[1] <= two[1] for one, two in pairwise(pain))


@rule("kursk-ct-legend-g")
def test_the_defender_s_retreat_is_written_with_a_d() -> None:
    assert not any("B" in cell for line in CHARTS.combat.values() for cell in line)
    assert read_result("D2").retreat == 2 and read_result("D2D").disorganised


@rule("kursk-ba-legend-a")
def test_a_bomber_cell_is_a_loss_or_disorder() -> None:
    result = read_result(CHARTS.shot("bomber_attack", 10, 2))
    assert result.loss == 1 and result.disorganised


@rule("kursk-c1-1.7dice-a", "kursk-c1-1.7dice-b")
def test_one_die_and_two_dice_added() -> None:
    assert [outcome.total for outcome, _ in dice("d6").odds()] == [1, 2, 3, 4, 5, 6]
    assert [outcome.total for outcome, _ in dice("2d6=").odds()] == list(range(2, 13))


@rule("kursk-morale2-d")
def test_guards_break_at_eleven() -> None:
    guards = [
        one for one in CHARTS.counters.values() if one.side == "soviet" and " G" in f"{one.name} " and one.kind == "INF"
    ]
    assert guards and all(one.limit == 11 for one in guards if re.fullmatch(r"\d+ G", one.name))
    game = on("a", a="s inf limit=11")
    assert limit_of(game.state, game.unit("a")) == 11


@rule("kursk-5.6.2-b", "kursk-5.6.2-c")
def test_whoever_bears_the_name_of_the_ss_breaks_at_twelve_and_no_other_german_does() -> None:
    game = balka.game("kursk").start("prokhorovka")
    germans = game.position.forces["german"].units.values()
    by_name = {unit.id: "SS" in printed(game, unit).name.split() for unit in germans}
    assert by_name["art-ii-ss"] and by_name["ss-pz-t"] and not by_name["art-iii"]
    assert {unit.id: limit_of(game, unit) for unit in germans} == {
        name: 12 if is_ss else 11 for name, is_ss in by_name.items()
    }


# -- the map


@rule("kursk-1.1-c", "kursk-ter-city-c")
def test_the_map_shows_every_ground_of_the_table_and_cities_are_joined_by_main_road() -> None:
    board = scenarios.board_of(scenarios.describe("campaign"))
    assert set(board.terrain) == {"clear", "hills", "forest", "town", "city"}
    kinds = {feature.kind for feature in board.features}
    assert {"river", "doniec", "bridge", "fortified"} <= kinds and {"main", "secondary"} <= {
        road.kind for road in board.links
    }
    main = {frozenset((road.a, road.b)) for road in board.links if road.kind == "main"}
    for hexes in maps.towns(board).values():
        if len(hexes) > 1:
            assert {board.terrain[h] for h in hexes} == {"city"}
            assert all(any(frozenset((h, other)) in main for other in hexes) for h in hexes)


def test_every_bridge_carries_a_road_over_water() -> None:
    board = scenarios.board_of(scenarios.describe("campaign"))
    roads = {frozenset((road.a, road.b)) for road in board.links}
    water = {frozenset((f.a, f.b)) for f in board.features if f.kind in ("river", "doniec")}
    bridges = {frozenset((f.a, f.b)) for f in board.features if f.kind == "bridge"}
    assert bridges and bridges <= water
    assert len(bridges - roads) <= 1


@rule(
    "kursk-c1-1.2types-a", "kursk-c1-1.2types-b", "kursk-c1-1.2types-c", "kursk-c1-1.2types-e", "kursk-c1-1.2counters-d"
)
def test_every_counter_has_a_class_a_size_and_a_kind() -> None:
    assert {one.moves for one in CHARTS.counters.values()} == {"trucked", "mechanized", "foot", "air"}
    assert {one.size for one in CHARTS.counters.values()} == {"XX", "BR", "R", "B", "C", "-"}
    assert all(one.moves == "trucked" for one in CHARTS.counters.values() if one.towed)
    assert all(one.moves == "mechanized" for one in CHARTS.counters.values() if one.kind in ("ARM", "AG"))


@rule("kursk-c1-1.2counters-c")
def test_every_unit_names_itself_and_its_parent() -> None:
    assert all(one.name and one.army for one in CHARTS.counters.values())


def test_costs_are_whole_sixths() -> None:
    row = CHARTS.terrain["main"]
    assert (row.costs["trucked"], row.costs["foot"]) == (MP // 3, MP // 2)
