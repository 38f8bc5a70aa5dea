"""How much a hex holds. [7.0-7.2]"""

from __future__ import annotations

from collections.abc import Iterable

from balka.systems.famous_divisions.model import Now, kind
from balka.systems.famous_divisions.position import Unit

HEX_LIMIT, CITY_LIMIT, ROAD_LIMIT = 8, 12, 4  # in half units [7.1-a, b, d, 7.2-a]


def weight(game: Now, counter: Unit) -> int:
    """Half units a counter counts: depleted one, whole two, division HQs and riders none. [7.1-c, f, Q-riding]

    An unknown counter counts nothing to who may not look; where it matters he is told which hexes are full.
    """
    if counter.anonymous or counter.carrier or kind(game, counter).is_division_hq:
        return 0
    return 1 if counter.depleted else 2


def load(game: Now, units: Iterable[Unit]) -> int:
    return sum([weight(game, counter) for counter in units])


def limit(game: Now, h: int) -> int:
    """Half units a hex holds, whatever its terrain; cities more. [7.0-a, 7.1-a, 7.2-a]"""
    return CITY_LIMIT if game.setting.catalogue.ground.is_city(h) else HEX_LIMIT


def has_room(game: Now, h: int, units: Iterable[Unit]) -> bool:
    """Would these units fit beside those of their side already in a hex? A division HQ fits anywhere. [7.1-f]"""
    coming = {u.id: u for u in units}
    there = [u for u in game.position.stack(h) if u.id not in coming]
    added = load(game, coming.values())
    return not added or (load(game, there) if there else 0) + added <= limit(game, h)


def excess(game: Now, h: int) -> int:
    """Half units over the limit of a hex, or of the road column standing in it. [7.1-b, h, 7.2-b, Q-road-stacking]"""
    return max(0, load(game, game.position.stack(h)) - limit(game, h), column_excess(game, h))


def column(game: Now, h: int) -> list[Unit]:
    """The units in a hex that bear Road Move markers. [2.6, ruling Q-road-marker]"""
    return [u for u in game.position.stack(h) if u.road]


def column_excess(game: Now, h: int) -> int:
    """Half units over what a road carries, in a city too. [7.1-b, e, 7.2-b]"""
    return max(0, load(game, column(game, h)) - ROAD_LIMIT)


def overfull(game: Now, side: str) -> list[int]:
    return sorted(h for h in game.position.occupied(side) if excess(game, h))


def fits_road(game: Now, units: Iterable[Unit]) -> bool:
    """At most two units move together by road. [7.1-b, e]"""
    return load(game, units) <= ROAD_LIMIT
