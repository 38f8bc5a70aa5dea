"""Bridges: what is bridged, blowing them up, pontoons. [9.1, 12.0, 12.1]"""

from __future__ import annotations

from balka.core.memo import POSITION, remembered
from balka.systems.famous_divisions.model import Now, Pontoon
from balka.systems.famous_divisions.terrain import Cost, Ground


def pair(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a < b else (b, a)


def is_blown(game: Now, a: int, b: int) -> bool:
    """Has the printed bridge between two hexes been blown? A bridge hex is blown as a whole. [12.0, Q-main-bridge]"""
    blown = game.position.blown
    return bool(blown) and (pair(a, b) in blown or (a, a) in blown or (b, b) in blown)


def stands(game: Now, a: int, b: int) -> bool:
    """Is there a printed bridge between two hexes, not blown?"""
    return game.setting.catalogue.ground.has_bridge(a, b) and not is_blown(game, a, b)


def has_pontoon(game: Now, a: int, b: int) -> bool:
    """A finished pontoon works like a bridge; each hex of a wide river needs its own. [9.1-a, 12.1-b, f]"""
    built = {(pontoon.a, pontoon.b) for pontoon in game.position.pontoons if pontoon.complete}
    if not built:
        return False
    if pair(a, b) in built:
        return True
    ground = game.setting.catalogue.ground
    wet = [h for h in (a, b) if ground.is_river_hex(h)]
    if not any((h, h) in built for h in wet):
        return False
    printed, blown = ground.has_bridge(a, b), game.position.blown
    return all((h, h) in built or (printed and (h, h) not in blown) for h in wet)


def is_bridged(game: Now, a: int, b: int) -> bool:
    """Can the water between two hexes be crossed dry?"""
    return stands(game, a, b) or has_pontoon(game, a, b)


Ways = dict[str, dict[int, tuple[int, ...]]]
Costs = dict[tuple[str, int, int, bool], Cost | None]


@remembered(on=POSITION)
def ways(game: Now) -> Ways:
    """What has been worked out about steps between hexes while the bridges stand as they do."""
    return _ways(game.setting.catalogue.ground, game.position.blown, game.position.pontoons)


@remembered
def _ways(ground: Ground, blown: tuple[tuple[int, int], ...], pontoons: tuple[Pontoon, ...]) -> Ways:
    """To be filled."""
    return {"zone": {}, "carts": {}}


@remembered(on=POSITION)
def costs(game: Now) -> Costs:
    """Costs of single steps worked out so far, while the bridges stand as they do."""
    return _costs(game.setting.catalogue.ground, game.position.blown, game.position.pontoons)


@remembered
def _costs(ground: Ground, blown: tuple[tuple[int, int], ...], pontoons: tuple[Pontoon, ...]) -> Costs:
    """To be filled."""
    return {}
