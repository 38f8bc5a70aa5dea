"""The places that count, who has them, and how far the enemy is. For bots, no rules."""

from __future__ import annotations

from collections.abc import Callable

from balka.bots.famous_divisions.stance import Stance
from balka.core.memo import POSITION, SETTING, remembered
from balka.systems.famous_divisions.model import GROUND, GdState, Now, enemy_of
from balka.systems.famous_divisions.position import Places
from balka.systems.famous_divisions.victory import scoring_hexes


@remembered(on=POSITION)
def wanted(view: GdState, side: str) -> list[int]:
    """Places that count and are not a side's already; all of them if it has them all."""
    labels, holders = view.setting.board.labels, view.position.holders
    hexes = list(dict.fromkeys(scoring_hexes(view)))
    owner = view.setting.rulebook.scorer
    missing = [h for h in hexes if (holders.get(labels[h]) == owner) != (side == owner)]
    return missing or hexes


@remembered(on=SETTING)
def place_points(view: GdState) -> dict[int, float]:
    """What a hex of each place that counts brings: its own points, or its part of those for all of them."""
    return {h: abs(place.points) / (place.need or 1) for place in view.setting.rulebook.locations for h in place.hexes}


@remembered(on=GROUND)
def covers(view: Now) -> tuple[int, ...]:
    """What the ground of each hex adds to the dice; worked out once a map."""
    ground = view.setting.catalogue.ground
    return tuple(ground.chart.hex(terrain).modifier for terrain in ground.board.terrain)


def enemy_hexes(view: GdState, side: str) -> frozenset[int]:
    return view.position.occupied(enemy_of(side))


def nearest_enemy(view: GdState, side: str, h: int) -> int:
    return nearest_enemies(view, side)(h)


def nearest_enemies(view: GdState, side: str) -> Callable[[int], int]:
    """How far the nearest enemy is from hexes, for who asks about many of them."""
    places, distances_to = view.position.forces[enemy_of(side)].places, view.setting.board.distances_to
    known = _nearest(places)

    def of(h: int) -> int:
        found = known.get(h)
        if found is None:
            found = known[h] = min(distances_to(h, places.hexes), default=99)
        return found

    return of


@remembered
def _nearest(places: Places) -> dict[int, int]:
    """How far the nearest of these places is from hexes. To be filled."""
    return {}


@remembered(on=SETTING)
def _keepers(view: GdState) -> dict[int, str]:
    """The side that gains by having stood last in each place that counts."""
    return {h: place.holder for place in view.setting.rulebook.locations for h in place.hexes}


def is_secured(view: GdState, side: str, h: int) -> bool:
    """Whether a place counts as this side would have it: its own, or kept from whoever gains by it."""
    keeper, holder = _keepers(view).get(h), view.position.holders.get(view.setting.board.labels[h])
    return (holder == keeper) == (keeper == side)


@remembered(on=POSITION)
def claims(view: GdState, side: str, stance: Stance) -> list[int]:
    """The places a side goes for: an attacker those that count against him, a defender all."""
    hexes = list(dict.fromkeys(scoring_hexes(view)))
    if stance.role == "defend":
        return hexes
    return [h for h in hexes if not is_secured(view, side, h)] or hexes
