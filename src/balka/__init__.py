"""Balka: the Eastern Front on a hex grid, every rule enforced, explained and citable."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

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
        raise BalkaError(f"there is no game {key!r}", instead=f"one of {', '.join(game.key for game in all_games())}")
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
    for scenario in offered:
        if scenario.key in (name, key):
            return found, scenario
    raise BalkaError(f"{found.title} has no scenario {name!r}", instead=f"one of {', '.join(s.key for s in offered)}")


def _load(place: str) -> Game | None:
    """The game a title's module offers; none while the title has data and rules only."""
    from importlib import import_module

    module, _, name = place.partition(":")
    found: Game | None = getattr(import_module(module), name, None)
    if found is None:
        return None
    own = packs(found.key)
    with_packs: Callable[[tuple[Path, ...]], Game] | None = getattr(found, "with_packs", None)
    return _taught(with_packs(own) if own and with_packs is not None else found)


def _taught(found: Game) -> Game:
    """The game with its lessons, if it has any; found like the titles themselves, by name."""
    from importlib import import_module

    with_lessons: Callable[[Game], Game] = import_module("balka.lessons.teaching").with_lessons
    return with_lessons(found)


def packs(key: str) -> tuple[Path, ...]:
    """The player's own figures for a game: in each folder that BALKA_PACKS names, the subfolder called by its key."""
    import os
    from pathlib import Path

    from balka.core.errors import BalkaError

    folders = [Path(name).resolve() for name in os.environ.get("BALKA_PACKS", "").split(os.pathsep) if name]
    for folder in folders:
        if not folder.is_dir():
            raise BalkaError(f"BALKA_PACKS names {folder}, which is no folder", instead="folders with a subfolder sos")
        if not any((folder / game).is_dir() for game in GAMES):
            wanted = f"a folder with a subfolder {', '.join(GAMES)}"
            raise BalkaError(f"BALKA_PACKS names {folder}, which has data for no game", instead=wanted)
    return tuple(folder / key for folder in folders if (folder / key).is_dir())
