"""What is printed in a hex, as play meets it: the maps of the box, full hexes and half hexes. [1.0, 4.0, 5.5]"""

from __future__ import annotations

from typing import Any

import pytest
from tests.systems.heroes.kit import by_slug, state_of
from tests.systems.heroes.second_edition.kit import DECK, GERMAN, SOVIET, Bear, box, on

from balka.core.errors import BalkaError
from balka.core.hexes import hexes_in
from balka.core.proof import rule
from balka.games.awakening_the_bear import catalogue
from balka.systems.heroes.describing.position import HeroesPositions
from balka.systems.heroes.second_edition.system import SECOND_EDITION
from balka.systems.heroes.units import Works

SIDES = ("N", "NE", "SE", "S", "SW", "NW")


def on_map(slug: str, *, entry: str = "", **units: str) -> Bear:
    """Units on a printed map, each told as type, hex and facing; without a hex it waits to enter by an edge."""
    mission = catalogue.mission(slug)
    board = catalogue.board_for(mission)
    edge = [board.labels[h] for h in hexes_in(board.edges[entry])] if entry else []
    said = {}
    for name, words in units.items():
        kind, label, facing = words.split()
        there = {"waiting": {"entry": edge}} if label == "-" else {"at": label}
        said[name] = {"type": by_slug(box())[kind].id, "facing": facing, **there}
    maps = [{"map": laid.map, "at": list(laid.at), "rotated": laid.rotated} for laid in mission.maps]
    told = {"caps": {GERMAN: 0, SOVIET: 0}, "deck": DECK}
    return Bear(state_of(HeroesPositions(box(), SECOND_EDITION), {"map": maps}, said, told))


def cover(game: Bear) -> int:
    """What the ground gives x when a fires at it."""
    return sum(value for value, _ in game.rating("fire a x", "Defense Rating")[1:])


# -- the centre dot decides


@rule("atb-4.0-b", "atb-4.0-c")
def test_a_house_under_the_dot_is_a_house_across_the_whole_hex():
    """5-L03, a house by its dot alone: entered, fired at and looked across as a house."""
    game = on_map("kv2", a="grif 5-K03 S", x="srif 4-A02 S")
    assert game.cost("move a 5-L03 S") == 2
    assert cover(on_map("kv2", a="grif 5-K03 S", x="srif 5-L03 N")) == 1
    board = game.state.setting.board
    west, east = (board.step(board.hex("5-L03"), board.grid.side(side)) for side in ("NW", "SE"))
    assert not game.state.setting.ground.sight.sees(west, east)


@rule("atb-4.0-b", "atb-4.0-d")
@pytest.mark.parametrize("label", ["5-F10", "5-K17"])
def test_trees_beside_the_dot_of_a_hex_do_not_count(label):
    board = catalogue.board_for(catalogue.mission("kv2"))
    start = board.labels[board.step(board.hex(label), board.grid.side("S"))]
    game = on_map("kv2", a=f"grif {start} N", x="srif 4-A02 S")
    assert game.cost(f"move a {label} N") == 1
    assert cover(on_map("kv2", a=f"grif {start} N", x=f"srif {label} S")) == 0


@rule("atb-4.0-d")
def test_open_ground_costs_hides_and_covers_nothing():
    game = on("x\n.\na", a="grif N", x="srif S")
    assert game.cost("move a A02 N") == 1 and cover(game) == 0 and game.offers("fire a x")


@rule("atb-4.0-e")
def test_a_road_through_woods_leaves_them_woods():
    """1-D13: heavy woods with a road in it cover by two and stop the line."""
    board = catalogue.board_for(catalogue.mission("partisans"))
    woods = board.hex("D13")
    south, north = (board.labels[board.step(woods, board.grid.side(side))] for side in "SN")
    game = on_map("partisans", a=f"grif {south} N", x="srif D13 S")
    assert board.roads[woods] and cover(game) == 2
    assert not game.state.setting.ground.sight.sees(board.hex(south), board.hex(north))


@rule("atb-4.0-f")
def test_a_wall_on_its_edge_leaves_a_hex_as_it_is():
    """No cover and no cost where the wall is not crossed, and no wall stops the line."""
    walled = on("x .\n. .\na .", a="grif N", x="srif S", walls=["A01/B02"])
    assert cover(walled) == 0 and walled.cost("move a A02 N") == 1
    assert on("x\n.\na", a="grif N", x="srif S", walls=["A01/A02", "A02/A03"]).offers("fire a x")


@rule("atb-4.0-h")
def test_the_triangles_after_a_number_are_levels_to_climb_and_to_fire_down_from():
    """Every hill of map 3 that rises one level over an open neighbour costs one more; who stands there has one more."""
    slug = "yelnya"
    board = catalogue.board_for(catalogue.mission(slug))
    ways = [(low, side, high) for low in range(len(board)) for side, high in enumerate(board.neighbours[low])
            if high >= 0 and board.elevation[high] - board.elevation[low] == 1
            and board.terrain[low] == board.terrain[high] == "open" and not board.roads[low]]  # fmt: skip
    assert {board.elevation[high] for _, _, high in ways} == {1, 2}
    for low, side, high in ways[:: len(ways) // 6]:
        a, x = board.labels[low], board.labels[high]
        assert on_map(slug, a=f"grif {a} {SIDES[side]}", x="srif A02 S").cost(f"move a {x} N") == 2
        assert cover(on_map(slug, a=f"grif {a} {SIDES[side]}", x=f"srif {x} N")) == 1


# -- half hexes


@rule("atb-1.0-h")
@pytest.mark.parametrize(("unit", "label"), [("grif", "A02"), ("pz3h", "A02"), ("grif", "L18"), ("pz3h", "B03")])
def test_nobody_moves_into_a_half_hex(unit, label):
    """Of the hexes around an edge hex only full ones are offered, and a half hex cannot even be named."""
    game = on_map("partisans", a=f"{unit} {label} N", x="srif G08 S")
    board = game.state.setting.board
    around = {board.labels[h] for h in board.neighbours[board.hex(label)] if h >= 0}
    offered = {text.split()[2] for text in game.choices("a") if text.startswith("move")}
    halves = {half.label for half in board.halves}
    assert offered and offered <= around and not offered & halves and len(around) < 6
    with pytest.raises(BalkaError, match="half hex"):
        game.begin(f"move a {sorted(halves)[0]} N")


@rule("atb-5.5-c")
@pytest.mark.parametrize(("edge", "half", "count"), [("west", "B01", 12), ("north", "A03", 17)])
def test_reinforcements_enter_by_the_full_hexes_of_an_edge(edge, half, count):
    game = on_map("partisans", entry=edge, a="grif - SE", x="srif G08 S")
    board = game.state.setting.board
    offered = {text.split()[2] for text in game.choices("a") if text.startswith("enter")}
    assert offered == {board.labels[h] for h in hexes_in(board.edges[edge])} and len(offered) == count
    assert not offered & {cell.label for cell in board.halves}
    with pytest.raises(BalkaError, match="half hex"):
        game.begin(f"enter a {half} SE")


# -- the arrow of a counter


@rule("atb-5.1-a")
@pytest.mark.parametrize("kind", sorted(box().units.values(), key=lambda kind: kind.slug), ids=lambda kind: kind.slug)
def test_every_unit_turns_and_moves(kind):
    other = "srif" if kind.side == GERMAN else "grif"
    game = on(". .\na .\n. .\n. x", a=f"{kind.slug} N", x=f"{other} N", active=kind.side)
    assert game.offers("pivot a S") and game.offers("move a A01 N")


@rule("atb-5.1-a")
def test_a_bunker_neither_turns_nor_moves():
    told: dict[str, Any] = {"works": {"A02": Works("bunker_5", GERMAN, SIDES.index("S"))}}
    game = on(".\na\n.\nx", a="grif S inside", x="srif N", told=told)
    assert not any("works" in text for text in game.choices()) and not game.offers("pivot a N")
    for verb in ("pivot works:a02 N", "move works:a02 A01 N"):
        with pytest.raises(BalkaError):
            game.begin(verb)
    game.begin("move a A01 N", "by activate 0")
    assert game.state.position.works == told["works"], "it stays and faces as before when its occupant goes"
