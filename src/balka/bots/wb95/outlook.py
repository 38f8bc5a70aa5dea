"""What a side sees when it looks at the map: how far things are, what is worth having, what an attack promises.

For bots only, from what the side knows; nothing here is a rule. Fields of distances and the worth of a column are
worked out once and kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from balka.bots.wb95.stance import Plan
from balka.core.boards import NO_HEX, Board
from balka.core.dice import dice
from balka.core.hexes import mask_of
from balka.core.memo import POSITION, SETTING, remembered
from balka.systems.wb95 import guesses, sheet, shelter
from balka.systems.wb95.artillery import RANGE, can_fire
from balka.systems.wb95.catalogue import LAST_COLUMN, Catalogue, both, column_of, half
from balka.systems.wb95.fortifications import FIXED, LINE, edges, in_works, works_shift
from balka.systems.wb95.movement import WATER
from balka.systems.wb95.position import Unit, WbState, enemy_of, force, printed, units_at
from balka.systems.wb95.rulebook import Goal, Prize
from balka.systems.wb95.secrets import Hidden, hidden, unseen
from balka.systems.wb95.supply import supplied_hexes, sure_lines
from balka.systems.wb95.zones import controls

FAR = 99
STEP_BACK = 0.8  # what a hex is worth that the enemy goes back
NO_STEP_BACK = 2.0  # and what it is worth if there is none to go to: a CEL


def spread(board: Board, starts: Iterable[int]) -> list[int]:
    """Hexes from the nearest of the starts, for every hex."""
    distances = [FAR] * len(board)
    queue = list(starts)
    for h in queue:
        distances[h] = 0
    for h in queue:
        for b in board.neighbours[h]:
            if b != NO_HEX and distances[b] == FAR:
                distances[b] = distances[h] + 1
                queue.append(b)
    return distances


def to_enemy(view: WbState, side: str) -> list[int]:
    """How far the nearest enemy stack is."""
    foe = force(view, enemy_of(side))
    key, latest = foe.occupied, _latest_distances(view, side)
    if key not in latest:
        latest.clear()
        latest[key] = spread(view.setting.board, foe.at)
    return latest[key]


@remembered(on=SETTING)
def _latest_distances(view: WbState, side: str) -> dict[int, list[int]]:
    """The distances last asked for, by where the enemy stood. To be filled."""
    return {}


@remembered(on=SETTING)
def prized(view: WbState) -> frozenset[int]:
    """Hexes that somebody gets points or the game for."""
    book = view.setting.rulebook
    prizes: tuple[Prize | Goal, ...] = (*book.prizes, *book.goals)
    return frozenset(h for prize in prizes for h in prize.hexes)


@remembered(on=POSITION)
def aims(view: WbState, plan: Plan) -> tuple[int, ...]:
    """Town hexes worth having: the enemy's for the attacker, the threatened and the lost ones for the defender."""
    wanted = tuple(sorted(h for h in prized(view) if _wanted(view, plan, h)))
    return undermanned(view, plan) or wanted


@remembered(on=SETTING)
def deciding(view: WbState, side: str) -> frozenset[int]:
    """Hexes a side must not lose, or the game is over."""
    return frozenset(h for goal in view.setting.rulebook.goals if goal.side != side for h in goal.hexes)


def undermanned(view: WbState, plan: Plan) -> tuple[int, ...]:
    """Hexes whose loss ends the game, with the enemy on his way and too few to hold them."""
    if plan.attacks:
        return ()
    side, stance = plan.side, plan.stance
    distances, own = to_enemy(view, side), force(view, side)
    return tuple(
        sorted(
            h
            for h in deciding(view, side)
            if distances[h] <= stance.alarm and own.cel(h) < stance.garrison and controls(view, side, h)
        )
    )


def _wanted(view: WbState, plan: Plan, h: int) -> bool:
    if plan.attacks:
        return not controls(view, plan.side, h)
    return not controls(view, plan.side, h) or to_enemy(view, plan.side)[h] <= plan.stance.threat


def to_aim(view: WbState, plan: Plan) -> list[int]:
    """How far the nearest aim is; the enemy himself where there is none."""
    hexes = aims(view, plan)
    return _to_nearest(view, hexes) if hexes else to_enemy(view, plan.side)


@remembered(on=SETTING)
def _to_nearest(view: WbState, hexes: tuple[int, ...]) -> list[int]:
    return spread(view.setting.board, hexes)


def supplied(view: WbState, side: str, h: int) -> bool:
    """Whether a line reaches a hex; what friends open is looked at only where it takes them."""
    return h in sure_lines(view, side) or h in _net(view, side)


@remembered(on=POSITION)
def _net(view: WbState, side: str) -> dict[int, int]:
    return supplied_hexes(view, side)


# -- what an attack promises


def result_value(cell: str, step_back: float = STEP_BACK) -> float:
    """What a cell is worth to the attacker, by what a hex that the defender goes back is worth."""
    attacker, defender = both(cell)
    gain = 2.0 * defender.loss + step_back * defender.retreat + 0.7 * defender.disorganised
    pain = 2.0 * attacker.loss + 0.8 * attacker.retreat + 0.7 * attacker.disorganised + 0.2 * attacker.test
    return gain - pain


@remembered
def column_value(charts: Catalogue, column: int, step_back: float = STEP_BACK) -> float:
    """What a throw on a column is worth to the attacker on the mean."""
    return sum(chance * result_value(charts.cell(total, column), step_back) for total, chance in _throws().items())


@lru_cache(maxsize=1)
def _throws() -> dict[int, float]:
    return {outcome.total: float(chance) for outcome, chance in dice(sheet.DICE).odds()}


def strength(view: WbState, unit: Unit) -> int:
    """What a unit can attack with."""
    counter = printed(view, unit)
    if not counter.regular or counter.towed:
        return 0
    value = counter.strength(unit.cel, attacking=True)
    return half(value) if unit.disorganised or unit.supply else value


def resistance(view: WbState, h: int, foe: str) -> int:
    """What stands in a hex, as far as is known, with half of the known guns near it."""
    known = _resistances(hidden(view, foe))
    if h not in known:
        known[h] = _resistance(view, h, foe)
    return known[h]


@remembered
def _resistances(among: Hidden) -> dict[int, int]:
    """What hexes of a force put up, which hangs on how it looks and on who may be under its masks. To be filled."""
    return {}


def _resistance(view: WbState, h: int, foe: str) -> int:
    total = sum(_guess(view, unit) for unit in units_at(view, foe, h))
    guns = sum(sheet.defence_of(view, unit) for unit in _guns(view, foe, (h,)) if unit.hex != h)
    return max(total + guns // 2, 1)


def _guess(view: WbState, unit: Unit) -> int:
    if unit.known:
        return sheet.defence_of(view, unit)
    low, high = guesses.guess(view, unit)
    return (low + high + 1) // 2 * (1 if unit.kind else crowd(view, unit.side))


@remembered(on=POSITION)
def crowd(view: WbState, side: str) -> int:
    """How many counters a mask hides on the mean."""
    masks = sum(not unit.kind for unit in force(view, side).units.values())
    hidden = len(unseen(view, side))
    return max(1, -(-hidden // masks)) if masks else 1


def _guns(view: WbState, side: str, hexes: Iterable[int]) -> list[Unit]:
    within, places = view.setting.board.within, mask_of(hexes)
    return [gun for gun in _ready_guns(view, side) if within(gun.hex, RANGE) & places]


@remembered(on=POSITION)
def _ready_guns(view: WbState, side: str) -> list[Unit]:
    return [unit for units in force(view, side).at.values() for unit in units if can_fire(view, unit)]


def prospect(
    view: WbState, side: str, targets: tuple[int, ...], comers: Mapping[str, int], step_back: float = STEP_BACK
) -> float:
    """What an attack promises if these come where they are said to; all who are next to a single target join in."""
    points = _points(view, side, targets, comers)
    total = sum(points.values())
    if not total:
        return column_value(view.setting.catalogue, 0, step_back)
    foe = enemy_of(side)
    weights = {h: resistance(view, h, foe) for h in targets}
    target = max(weights, key=lambda h: (weights[h], -h))
    walls = edges(view, target, FIXED) | (edges(view, target, LINE) if side == "german" else frozenset())
    through = sum(value for h, value in points.items() if h in walls)
    guns = sum(printed(view, unit).strength(unit.cel, attacking=True) for unit in _guns(view, side, points)) // 2
    attack = half(through + guns) + total - through if through else total + guns
    column = column_of(attack, sum(weights.values()), view.setting.rulebook.below_one)
    shift = _shelter(view, side, target, 2 * through > total) + _water(view, target, points)
    return column_value(view.setting.catalogue, min(max(column - shift, 0), LAST_COLUMN), step_back)


def _points(view: WbState, side: str, targets: tuple[int, ...], comers: Mapping[str, int]) -> dict[int, int]:
    """The strength that attacks out of each hex."""
    points: dict[int, int] = {}
    for name, h in comers.items():
        points[h] = points.get(h, 0) + strength(view, force(view, side).units[name])
    if len(targets) == 1:
        for n in view.setting.board.neighbours[targets[0]]:
            friends = [unit for unit in units_at(view, side, n) if unit.id not in comers] if n != NO_HEX else []
            value = sum(strength(view, unit) for unit in friends)
            if value:
                points[n] = points.get(n, 0) + value
    return points


def _shelter(view: WbState, side: str, target: int, line: bool) -> int:  # noqa: FBT001
    works = works_shift(view, target) if in_works(view, enemy_of(side), target) else 0
    return shelter.terrain_shift(view, target) + max(works, 2 if line else 0)


def _water(view: WbState, target: int, points: Mapping[int, int]) -> int:
    """One if more than half attacks over water; who is not there yet is taken to find a dry way."""
    board = view.setting.board
    wet = 0
    for side, h in enumerate(board.neighbours[target]):
        if h in points and not board.hexsides.get((target, side), frozenset()).isdisjoint(WATER):
            wet += points[h]
    return int(2 * wet > sum(points.values()))


def outcome(view: WbState, side: str, h: int, comers: Sequence[str]) -> float:
    """What standing in a hex next to enemies comes to: each of them must be attacked, alone or with friends."""
    foe = force(view, enemy_of(side)).at
    enemies = [b for b in view.setting.board.neighbours[h] if b in foe]
    if not enemies:
        return -4.0
    here = dict.fromkeys(comers, h)
    alone = tuple(b for b in enemies if not helped(view, side, b, h, comers))
    prospects = [prospect(view, side, (b,), here) for b in enemies if b not in alone]
    return prospect(view, side, alone, here) if alone else max(prospects)


def helped(view: WbState, side: str, target: int, h: int, comers: Sequence[str]) -> bool:
    """Whether friends elsewhere are next to this enemy too."""
    beside = [n for n in view.setting.board.neighbours[target] if n not in (NO_HEX, h)]
    return any(unit.id not in comers and strength(view, unit) for n in beside for unit in units_at(view, side, n))
