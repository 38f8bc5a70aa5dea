"""How a side judges ground and counters, from its own view: goals, marches to them, dangers. For bots, no rules."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from balka.core.boards import Board
from balka.core.memo import POSITION, remembered
from balka.core.paths import reached
from balka.systems.famous_divisions.model import (
    GROUND,
    GdSetting,
    GdState,
    battalion_units,
    enemy_of,
    kind,
    legs,
    ratings,
)
from balka.systems.famous_divisions.movement import March, step_cost
from balka.systems.famous_divisions.opportunity import threats
from balka.systems.famous_divisions.position import ON_MAP, Places, Unit
from balka.systems.famous_divisions.stacking import has_room
from balka.systems.famous_divisions.victory import scoring_hexes

FAR = 500.0
NOBODY: frozenset[int] = frozenset()


def price(view: GdState, unit_id: str) -> float:
    """What a counter is worth, roughly: its strengths, guns and HQs a little more."""
    if unit_id.startswith("?"):
        return 8.0
    printed, counter = kind(view, unit_id), view.position.units.get(unit_id)
    now = ratings(view, counter) if counter is not None else printed.full
    extra = 6.0 if printed.is_hq else 3.0 if printed.is_artillery else 0.0
    return now.attack + now.defence + extra


@remembered(on=POSITION)
def wanted(view: GdState, side: str) -> list[int]:
    """Places that count and are not a side's already; all of them if it has them all."""
    labels, holders = view.setting.board.labels, view.position.holders
    hexes = list(dict.fromkeys(scoring_hexes(view)))
    owner = view.setting.rulebook.scorer
    missing = [h for h in hexes if (holders.get(labels[h]) == owner) != (side == owner)]
    return missing or hexes


@remembered(on=GROUND)
def march_map(view: GdState, name: str, goal: int) -> dict[int, float]:
    """Movement points from every hex to a goal for a class, enemies aside; worked out once a map."""
    ground, trek = view.setting.catalogue.ground, March("", goal, (), True, NOBODY, NOBODY)

    def steps(h: int) -> Iterator[tuple[int, int]]:
        for n in ground.neighbours[h]:
            cost = step_cost(view, trek, name, n, h)
            if cost is not None:
                yield n, cost.price(8)

    return {h: halves / 2 for h, halves in reached((goal,), steps).costs.items()}


def goal_of(view: GdState, counter: Unit) -> int | None:
    """The place a counter's battalion makes for: the nearest that is wanted, seen from its foremost unit."""
    return _goal(view, kind(view, counter).battalion, counter.side, counter.hex)


@remembered(on=POSITION)
def _goal(view: GdState, battalion: str, side: str, h: int) -> int | None:
    lie, places = view.setting.board, wanted(view, side)
    mates = [u.hex for u in battalion_units(view, battalion) if u.status == ON_MAP] or [h]
    return min(places, key=lambda place: (min(lie.distance(place, mate) for mate in mates), place), default=None)


def enemy_hexes(view: GdState, side: str) -> frozenset[int]:
    return view.position.occupied(enemy_of(side))


def nearest_enemy(view: GdState, side: str, h: int) -> int:
    return _nearest(view.position.forces[enemy_of(side)].places, view.setting.board, h)


@remembered
def _nearest(places: Places, board: Board, h: int) -> int:
    return min(map(board.distances(h).__getitem__, places.hexes), default=99)


def is_attacking(view: GdState, side: str) -> bool:
    return side == view.setting.rulebook.scorer


def ground_value(view: GdState, counter: Unit, h: int) -> float:
    """How good a hex is for a counter to stand in."""
    printed = kind(view, counter)
    if printed.is_hq:
        return _hq_value(view, counter, h, nearest_enemy(view, counter.side, h))
    gun = printed.range if printed.is_artillery else None
    foes = view.position.forces[enemy_of(counter.side)].places
    known = _known_grounds(foes, view.setting, goal_of(view, counter), legs(view, counter), gun)
    if h not in known:
        known[h] = _gun_value(view, counter, h) if printed.is_artillery else _company_value(view, counter, h)
    return known[h]


@remembered
def _known_grounds(foes: Places, setting: GdSetting, goal: int | None, name: str, gun: int | None) -> dict[int, float]:
    """How good hexes are to all of a class who make for the same goal, while the enemy stays. To be filled."""
    return {}


def _way_to_go(view: GdState, counter: Unit, h: int) -> float:
    goal = goal_of(view, counter)
    return FAR if goal is None else march_map(view, legs(view, counter), goal).get(h, FAR)


def _gun_value(view: GdState, counter: Unit, h: int) -> float:
    """Guns keep within half their range of the goal and out of the line."""
    away, reach = nearest_enemy(view, counter.side, h), kind(view, counter).range
    return -max(0.0, _way_to_go(view, counter, h) - reach / 2) - (8.0 if away <= 2 else 0.0)


def _company_value(view: GdState, counter: Unit, h: int) -> float:
    """Companies make for the goal and for cover, and who attacks for the enemy."""
    far, away = _way_to_go(view, counter, h), nearest_enemy(view, counter.side, h)
    cover = view.setting.catalogue.chart.hex(view.setting.board.terrain[h]).modifier
    value = 0.4 * cover - (far if is_attacking(view, counter.side) else 0.6 * max(0.0, far - 3))
    return value + (2.0 if away == 1 and is_attacking(view, counter.side) else 0.0)


def _hq_value(view: GdState, counter: Unit, h: int, away: int) -> float:
    """HQs follow their companies and keep out of the line."""
    battalion, lie = kind(view, counter).battalion, view.setting.board
    mates = [u.hex for u in battalion_units(view, battalion) if u.status == ON_MAP and u.id != counter.id]
    reach = kind(view, counter).activation_range
    strays = sum(max(0, lie.distance(h, mate) - reach // 2) for mate in mates)
    return -2.0 * strays - 4.0 * max(0, 3 - away)


def danger(view: GdState, side: str, h: int) -> float:
    return 0.7 * len(threats(view, side, h))


def stand_value(view: GdState, counter: Unit, h: int) -> float:
    """The value of ending a march in a hex: room, fire and ground."""
    here = structs.replace(counter, hex=h)
    if h != counter.hex and not has_room(view, h, (here,)):
        return -FAR
    return ground_value(view, counter, h) - danger(view, counter.side, h)


def wants_to_move(view: GdState, counter: Unit) -> bool:
    """Is a counter where it should be, near enough? Asked before anything dear is worked out."""
    away, printed = nearest_enemy(view, counter.side, counter.hex), kind(view, counter)
    if printed.is_hq:
        return _hq_value(view, counter, counter.hex, away) < -3
    goal = goal_of(view, counter)
    if goal is None or counter.hex == goal:
        return False
    far = march_map(view, legs(view, counter), goal).get(counter.hex, FAR)
    if printed.is_artillery:
        return far > printed.range * 0.8 or away <= 2
    if is_attacking(view, counter.side):
        return far > 0 and away > 1
    return far > 6 and away > 3
