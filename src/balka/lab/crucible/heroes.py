"""Crucibles of the heroes games: squads, guns, loaded vehicles, works, mines, smoke, hidden units and full hands."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from random import Random
from typing import Any

from msgspec import Struct

from balka.core.boards import Board, from_picture
from balka.core.state import State
from balka.games.awakening_the_bear import catalogue as bear_box
from balka.games.storms_of_steel import catalogue as storms_box
from balka.lab.crucible import boards
from balka.systems.heroes.data.loading import Title
from balka.systems.heroes.data.mission_data import (
    Airplane,
    ExitVp,
    LayWire,
    SpecialRule,
    VictoryRule,
    VpControlEndOfRound,
    VpPerUnitDestroyed,
)
from balka.systems.heroes.describing.position import HeroesPositions
from balka.systems.heroes.kinds import UnitKind
from balka.systems.heroes.play.edition import HeroesSystem
from balka.systems.heroes.second_edition.system import SECOND_EDITION
from balka.systems.heroes.setting import Rostered
from balka.systems.heroes.third_edition.system import THIRD_EDITION
from balka.systems.heroes.units import HeroesState

COLUMNS, ROWS, ROUNDS = 8, 7, 2
GERMAN, SOVIET = "german", "soviet"
SIDES = (GERMAN, SOVIET)
COUNT = 8  # counters of a side on the map
HAND = 5
WALKERS = ("engineer", "infantry", "machine_gun", "sniper", "at_rifle")
CARRIERS = ("truck", "apc", "wagon")

Units = dict[str, dict[str, Any]]
"""units by name, each as a document tells of it"""


class Recipe(Struct, frozen=True):
    """What a crucible of one edition is made of."""

    rules: HeroesSystem
    title: Title
    ground: Mapping[str, int]
    cards: tuple[str, ...]
    weapons: Mapping[str, tuple[str, ...]]
    veterans: tuple[str, ...] = ()
    planes: Mapping[str, str] = {}
    options: Mapping[str, tuple[str, ...]] = {}


LEGEND: dict[str, Any] = {
    "L": "woods_light", "H": "woods_heavy", "#": "plowed", "W": "woods", "B": "building_wood", "S": "building_stone",
    "~": "wheat", "%": "corn", "=": "water", "1": ("open", 1), "2": ("open", 2), "v": ("open", -1), "W1": ("woods", 1),
    "T": "at_trench",
}  # fmt: skip
STORMS_GROUND = {".": 30, "W": 8, "B": 3, "S": 3, "~": 4, "%": 3, "1": 3, "2": 1, "v": 2, "W1": 1, "T": 1}
BEAR_GROUND = {".": 30, "L": 6, "H": 4, "B": 3, "S": 4, "#": 4, "=": 2, "1": 2}


def storms(rng: Random) -> State:
    """Storms of Steel, all chapters."""
    cards = tuple(f"{number:02}" for number in range(1, 18))
    weapons = {GERMAN: ("W01", "W03", "W05"), SOVIET: ("W02", "W04")}
    veterans = tuple(f"V{number:02}" for number in range(1, 11))
    planes = {GERMAN: "W05", SOVIET: "W04"}
    return _draw(rng, Recipe(THIRD_EDITION, storms_box.title(), STORMS_GROUND, cards, weapons, veterans, planes=planes))


def bear(rng: Random) -> State:
    """Awakening the Bear, all chapters, one of its ways to count points."""
    cards = (*(f"{number:02}" for number in range(2, 14)), "20", "30", "40", "41")
    weapons = {GERMAN: ("GRENADES", "TELLERMINE"), SOVIET: ("MOLOTOV",)}
    options = {"action_points": ("seven", "seven", "variable"), "cautious": ("off", "on")}
    return _draw(rng, Recipe(SECOND_EDITION, bear_box.title(), BEAR_GROUND, cards, weapons, (), {}, options))


def _draw(rng: Random, recipe: Recipe) -> State:
    words = boards.picture(rng, COLUMNS, ROWS, recipe.ground)
    board = from_picture(boards.text(words), LEGEND).board
    ground: dict[str, Any] = {"picture": boards.text(words), "legend": _legend(recipe)}
    ground |= {"roads": _roads(rng, board), "hexsides": _walls(rng, board, recipe)}
    works = _works(rng, recipe, board)
    units = {name: unit for side in SIDES for name, unit in _units(rng, recipe, board, side).items()}
    for unit in units.values():
        if _may_hide(recipe, unit) and rng.random() < 0.25:
            unit |= {"hidden": True, "dug_in": False}
    dealt = rng.sample(_deck(recipe), 2 * HAND)
    document = {
        "board": ground, "units": units, "rounds": ROUNDS, "caps": {side: rng.randrange(7) for side in SIDES},
        "start_caps": dict.fromkeys(SIDES, 6), "hands": {GERMAN: dealt[:HAND], SOVIET: dealt[HAND:]},
        "deck": list(recipe.cards), "draw_per_round": 1, "control": _control(rng, board),
        "vp": {"side": SOVIET, "value": 1},
    }  # fmt: skip
    terms = {"victory": _victory(rng, board), "special": _special(recipe)}
    smoke = {board.labels[h]: rng.choice(("light", "heavy")) for h in rng.sample(range(len(board)), 4)}
    document |= {
        "hiding": True, "works": works, "smoke": smoke, "weapons": recipe.weapons, "veterans": _veterans(rng, recipe),
        "options": {key: rng.choice(values) for key, values in recipe.options.items()}, "turn": rng.choice(SIDES),
    }  # fmt: skip
    return _with_roster(HeroesPositions(recipe.title, recipe.rules).under(terms).read(document).state, recipe, units)


def _with_roster(state: HeroesState, recipe: Recipe, units: Units) -> HeroesState:
    kinds = {name: recipe.title.units[unit["type"]] for name, unit in units.items()}
    state.setting.roster = tuple(Rostered(name, kind.id, kind.side, kind.side) for name, kind in kinds.items())
    return state


def _legend(recipe: Recipe) -> dict[str, Any]:
    """What the words of the picture mean: terrain, or terrain with its level."""
    meaning = {word: LEGEND[word] for word in recipe.ground if word in LEGEND}
    return {
        word: ground if isinstance(ground, str) else {"terrain": ground[0], "elevation": ground[1]}
        for word, ground in meaning.items()
    }


def _may_hide(recipe: Recipe, unit: Mapping[str, Any]) -> bool:
    """On the map; where only Foot hides, no vehicle. A load hides with its vehicle."""
    return "at" in unit and (recipe.title.units[unit["type"]].is_foot or recipe.rules is THIRD_EDITION)


def _deck(recipe: Recipe) -> list[str]:
    """Every copy of the cards in play."""
    return [card for card in recipe.cards for _ in range(recipe.title.cards[card].copies)]


# -- ground


def _roads(rng: Random, board: Board) -> list[list[str]]:
    found: dict[tuple[int, int], None] = {}
    for _ in range(2):
        way = boards.chain(rng, board, 7)
        found.update(dict.fromkeys((min(a, b), max(a, b)) for a, b in pairwise(way)))
    return [[board.labels[a], board.labels[b]] for a, b in found]


def _walls(rng: Random, board: Board, recipe: Recipe) -> list[dict[str, Any]]:
    kind = "wall" if recipe.rules is SECOND_EDITION else "small_balka"
    pairs = boards.sides(rng, board, 5)
    return [{"between": [board.labels[a], board.labels[b]], "kind": kind} for a, b in pairs]


def _edge(board: Board, side: str) -> list[int]:
    column = 0 if side == GERMAN else COLUMNS - 1
    return [h for h in range(len(board)) if board.cells[h].col == column][1:4]


def _works(rng: Random, recipe: Recipe, board: Board) -> dict[str, Any]:
    kinds = [name for name in recipe.title.works if name != "hasty_defense"]
    dry = [h for h in range(len(board)) if board.terrain[h] != "water"]
    found: dict[str, Any] = {}
    for h in rng.sample(dry, 10):
        kind = rng.choice([*kinds, "mines"])
        secret = kind == "mines" and rng.random() < 0.5
        facing = {"facing": rng.choice(board.grid.sides)} if recipe.title.works[kind].has_facing else {}
        found[board.labels[h]] = {"kind": kind, "side": rng.choice(SIDES), **facing, "hidden": secret}
    return found


def _control(rng: Random, board: Board) -> dict[str, str]:
    return {board.labels[h]: rng.choice(SIDES) for h in rng.sample(range(len(board)), 3)}


def _victory(rng: Random, board: Board) -> tuple[VictoryRule, ...]:
    held = board.labels[rng.randrange(len(board))]
    exits = tuple(board.labels[h] for h in _edge(board, SOVIET))
    return (VpPerUnitDestroyed(1), VpControlEndOfRound(held, 1, (1, 2)), ExitVp(GERMAN, exits, 1))


def _special(recipe: Recipe) -> tuple[SpecialRule, ...]:
    planes = tuple(Airplane(card, 2, (1, 2)) for card in recipe.planes.values())
    return (*planes, LayWire(SOVIET, 2)) if recipe.rules is THIRD_EDITION else ()


def _veterans(rng: Random, recipe: Recipe) -> dict[str, tuple[str, ...]]:
    return {side: tuple(rng.sample(recipe.veterans, 3)) for side in SIDES} if recipe.veterans else {}


# -- counters


def _units(rng: Random, recipe: Recipe, board: Board, side: str) -> Units:
    """Of every class a few, a loaded carrier, and some still to enter."""
    kinds = [kind for kind in recipe.title.units.values() if kind.side == side]
    west = side == GERMAN
    dry = [h for h in range(len(board)) if (board.cells[h].col < COLUMNS // 2) == west and board.terrain[h] != "water"]
    chosen, letter = rng.sample(kinds, COUNT), side[0]
    units = {f"{letter}{n}": _unit(rng, board, kind, rng.choice(dry)) for n, kind in enumerate(chosen)}
    carriers = [kind for kind in kinds if kind.unit_class in CARRIERS]
    riders = [kind for kind in kinds if kind.unit_class in WALKERS]
    truck = units[f"{letter}t"] = _unit(rng, board, rng.choice(carriers), rng.choice(dry))
    load = _unit(rng, board, rng.choice(riders), board.hex(truck["at"]))
    units[f"{letter}l"] = {"type": load["type"], "carrier": f"{letter}t", "spent": load["spent"]}
    entry = [board.labels[h] for h in _edge(board, side)]
    for n in range(2):
        late = _unit(rng, board, rng.choice(kinds), 0)
        units[f"{letter}w{n}"] = {"type": late["type"], "facing": late["facing"],
                                  "waiting": {"round": 1 + n, "entry": entry}}  # fmt: skip
    return units


def _unit(rng: Random, board: Board, kind: UnitKind, h: int) -> dict[str, Any]:
    dug = kind.is_foot and rng.random() < 0.15
    facing, spent = rng.choice(board.grid.sides), rng.random() < 0.25
    return {"type": kind.id, "at": board.labels[h], "facing": facing, "spent": spent, "dug_in": dug}
