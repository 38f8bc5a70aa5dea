"""Balka: the Eastern Front on a hex grid, every rule enforced, explained and citable."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from balka.core.system import Game, Scenario

__version__ = "0.1.0"

GAMES = {
    "sos": "balka.games.storms_of_steel:GAME",
    "atb": "balka.games.awakening_the_bear:GAME",
    "kursk": "balka.games.kursk_1943:GAME",
    "gd": "balka.games.grossdeutschland:GAME",
}


def game(key: str) -> Game:
    """The game with this key: `sos`, `atb`, `kursk` or `gd`."""
    from balka.core.errors import BalkaError

    found = _load(GAMES[key]) if key in GAMES else None
    if found is None:
        raise BalkaError(f"there is no game {key!r}", instead=f"one of {', '.join(one.key for one in all_games())}")
    return found


def all_games() -> list[Game]:
    """The games that can be played."""
    return [found for place in GAMES.values() if (found := _load(place)) is not None]


def scenario(key: str) -> tuple[Game, Scenario]:
    """The game and scenario a full key names: `sos/courier`."""
    from balka.core.errors import BalkaError

    title, slash, name = key.partition("/")
    if not slash:
        raise BalkaError(f"{key!r} names no scenario", instead="game/scenario, for example 'sos/courier'")
    found = game(title)
    offered = found.scenarios()
    for one in offered:
        if one.key in (name, key):
            return found, one
    raise BalkaError(f"{found.title} has no scenario {name!r}", instead=f"one of {', '.join(s.key for s in offered)}")


def _load(place: str) -> Game | None:
    """The game a title's module offers; none while the title has data and rules only."""
    from importlib import import_module

    module, _, name = place.partition(":")
    found: Game | None = getattr(import_module(module), name, None)
    return found
