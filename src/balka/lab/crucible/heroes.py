"""Crucibles of the heroes games: squads, guns, loaded vehicles, works, mines, smoke, hidden units and full hands."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from random import Random
from typing import Any

from msgspec import Struct, structs

from balka.core.boards import Board, Hexside, Road, from_picture
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
from balka.systems.heroes.data.positions import Described, make_state
from balka.systems.heroes.kinds import UnitKind
from balka.systems.heroes.play.edition import HeroesSystem
from balka.systems.heroes.second_edition.system import SECOND_EDITION
from balka.systems.heroes.setting import Rostered
from balka.systems.heroes.third_edition.system import THIRD_EDITION
from balka.systems.heroes.units import OFF_MAP, Unit, Works

COLUMNS, ROWS, ROUNDS = 8, 7, 2
GERMAN, SOVIET = "german", "soviet"
SIDES = (GERMAN, SOVIET)
FACINGS = 6
COUNT = 8  # counters of a side on the map
HAND = 5
WALKERS = ("engineer", "infantry", "machine_gun", "sniper", "at_rifle")
CARRIERS = ("truck", "apc", "wagon")


class Recipe(Struct, frozen=True):
    """What a crucible of one edition is made of."""

    rules: HeroesSystem
    title: Title
    ground: Mapping[str, int]
    cards: tuple[str, ...]
    weapons: Mapping[str, tuple[str, ...]]
    veterans: tuple[str, ...] = ()
    piles: tuple[str, ...] = ("soft", "armored")
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
    piles = ("foot", "vehicle")
    return _draw(rng, Recipe(SECOND_EDITION, bear_box.title(), BEAR_GROUND, cards, weapons, (), piles, {}, options))


def _draw(rng: Random, recipe: Recipe) -> State:
    words = boards.picture(rng, COLUMNS, ROWS, recipe.ground)
    plain = from_picture(boards.text(words), LEGEND).board
    board = structs.replace(plain, links=tuple(_roads(rng, plain)), features=tuple(_walls(rng, plain, recipe)))
    works = _works(rng, recipe, board)
    units = [unit for side in SIDES for unit in _units(rng, recipe, board, side)]
    hidden = [unit for unit in units if _may_hide(recipe, unit) and rng.random() < 0.25]
    hidden = [unit.changed(dug_in=False) for unit in hidden]
    unseen = {unit.id for unit in hidden}
    hidden += [unit for unit in units if unit.carrier in unseen]
    gone = {unit.id for unit in hidden}
    dealt = rng.sample(_deck(recipe), 2 * HAND)
    hands = {GERMAN: tuple(sorted(dealt[:HAND])), SOVIET: tuple(sorted(dealt[HAND:]))}
    told = Described(
        units=tuple(unit for unit in units if unit.id not in gone), hidden=tuple(hidden),
        kinds={unit.kind: recipe.title.units[unit.kind] for unit in units}, rounds=ROUNDS,
        caps={side: rng.randrange(7) for side in SIDES}, start_caps=dict.fromkeys(SIDES, 6), hands=hands,
        deck=recipe.cards, draw_per_round=1, control=_control(rng, board), victory=_victory(rng, board),
        entries={side: tuple(_edge(board, side)) for side in SIDES}, piles=recipe.piles, hiding=True, works=works,
        smoke={board.labels[h]: rng.choice(("light", "heavy")) for h in rng.sample(range(len(board)), 4)},
        weapons=recipe.weapons, veterans=_veterans(rng, recipe), special=_special(recipe),
        options={key: rng.choice(values) for key, values in recipe.options.items()},
        active=rng.choice(SIDES),
    )  # fmt: skip
    state = make_state(recipe.rules, recipe.title, board, told)
    state.setting.roster = tuple(Rostered(unit.id, unit.kind, unit.force, unit.side) for unit in units)
    return state


def _may_hide(recipe: Recipe, unit: Unit) -> bool:
    """On the map; where only Foot hides, no vehicle. A load hides with its vehicle."""
    foot = recipe.title.units[unit.kind].is_foot
    return unit.hex >= 0 and not unit.carrier and (foot or recipe.rules is THIRD_EDITION)


def _deck(recipe: Recipe) -> list[str]:
    """Every copy of the cards in play."""
    return [card for card in recipe.cards for _ in range(recipe.title.cards[card].copies)]


# -- ground


def _roads(rng: Random, board: Board) -> list[Road]:
    found: dict[tuple[int, int], None] = {}
    for _ in range(2):
        way = boards.chain(rng, board, 7)
        found.update(dict.fromkeys((min(a, b), max(a, b)) for a, b in pairwise(way)))
    return [Road(a, b) for a, b in found]


def _walls(rng: Random, board: Board, recipe: Recipe) -> list[Hexside]:
    kind = "wall" if recipe.rules is SECOND_EDITION else "small_balka"
    return [Hexside(a, b, kind) for a, b in boards.sides(rng, board, 5)]


def _edge(board: Board, side: str) -> list[int]:
    column = 0 if side == GERMAN else COLUMNS - 1
    return [h for h in range(len(board)) if board.cells[h].col == column][1:4]


def _works(rng: Random, recipe: Recipe, board: Board) -> dict[str, Works]:
    kinds = [name for name in recipe.title.works if name != "hasty_defense"]
    dry = [h for h in range(len(board)) if board.terrain[h] != "water"]
    found: dict[str, Works] = {}
    for h in rng.sample(dry, 10):
        kind = rng.choice([*kinds, "mines"])
        secret = kind == "mines" and rng.random() < 0.5
        facing = rng.randrange(FACINGS) if recipe.title.works[kind].has_facing else 0
        found[board.labels[h]] = Works(kind, rng.choice(SIDES), facing, secret)
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


def _units(rng: Random, recipe: Recipe, board: Board, side: str) -> list[Unit]:
    """Of every class a few, a loaded carrier, and some still to enter."""
    kinds = [kind for kind in recipe.title.units.values() if kind.side == side]
    west = side == GERMAN
    dry = [h for h in range(len(board)) if (board.cells[h].col < COLUMNS // 2) == west and board.terrain[h] != "water"]
    chosen = rng.sample(kinds, COUNT)
    units = [_unit(rng, recipe, f"{side[0]}{n}", kind, rng.choice(dry)) for n, kind in enumerate(chosen)]
    carriers = [kind for kind in kinds if kind.unit_class in CARRIERS]
    riders = [kind for kind in kinds if kind.unit_class in WALKERS]
    truck = _unit(rng, recipe, f"{side[0]}t", rng.choice(carriers), rng.choice(dry))
    load = _unit(rng, recipe, f"{side[0]}l", rng.choice(riders), truck.hex)
    units += [truck, load.changed(carrier=truck.id, facing=truck.facing, inside=False, dug_in=False)]
    for n in range(2):
        late = _unit(rng, recipe, f"{side[0]}w{n}", rng.choice(kinds), OFF_MAP)
        units.append(late.changed(due=1 + n, entry=side, dug_in=False, marker="", spent=False))
    return units


def _unit(rng: Random, recipe: Recipe, name: str, kind: UnitKind, h: int) -> Unit:
    dug = kind.is_foot and rng.random() < 0.15
    return Unit(name, kind.id, kind.side, kind.side, h, rng.randrange(FACINGS), spent=rng.random() < 0.25, dug_in=dug)
