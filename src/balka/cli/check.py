"""`balka check`: validate the data files of the games, alone or with a data pack laid over them."""

from __future__ import annotations

import argparse
import importlib
from pathlib import Path

from balka.core.errors import BalkaError
from balka.games import TITLES, key_of
from balka.lessons import solving as lessons

CHECKERS = {
    "sos": "balka.games.storms_of_steel.catalogue",
    "atb": "balka.games.awakening_the_bear.catalogue",
    "kursk": "balka.games.kursk_1943.checking",
    "gd": "balka.games.grossdeutschland.checking",
}
"""Per game the module whose `problems(packs)` lists the mistakes in its data, in sentences; lessons are checked for
every game."""

FAULTY = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command understands."""
    parser.add_argument("game", nargs="?", metavar="GAME", help=f"one of {', '.join(TITLES)}; all of them if left out")
    parser.add_argument(
        "--pack",
        action="append",
        default=[],
        type=Path,
        metavar="FOLDER",
        help="a data pack to lay over the game's files; may be given more than once",
    )


def run(args: argparse.Namespace) -> int:
    """Print every mistake; 2 if there is any."""
    found = {game: problems(game, tuple(args.pack)) for game in _games(args.game, args.pack)}
    for game, sentences in found.items():
        print(f"{game}: {len(sentences) or 'no'} problem{'' if len(sentences) == 1 else 's'}")
        for sentence in sentences:
            print(f"  {sentence}")
    return FAULTY if any(found.values()) else 0


def problems(game: str, packs: tuple[Path, ...] = ()) -> list[str]:
    """Mistakes in the data of one game."""
    found = list(importlib.import_module(CHECKERS[game]).problems(packs)) if game in CHECKERS else []
    return found + lessons.problems(game)


def _games(name: str | None, packs: list[Path]) -> list[str]:
    if name is None and packs:
        raise BalkaError("a pack belongs to one game", "name it: balka check sos --pack FOLDER")
    return list(TITLES) if name is None else [key_of(name)]
