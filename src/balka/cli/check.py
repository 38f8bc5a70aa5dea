"""`balka check`: validate the data files of the games, alone or with a data pack laid over them."""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import balka
from balka.core.errors import BalkaError
from balka.games import TITLES, key_of, ledger
from balka.lessons import solving as lessons

FAULTY = 2
NOTES = (".md", ".txt", "")  # what may lie in a pack beside its data


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
    packs = tuple(pack.resolve() for pack in args.pack)
    found = {game: problems(game, packs) for game in _games(args.game, args.pack)}
    for game, sentences in found.items():
        print(f"{game}: {len(sentences) or 'no'} problem{'' if len(sentences) == 1 else 's'}")
        for sentence in sentences:
            print(f"  {sentence}")
    return FAULTY if any(found.values()) else 0


def problems(game: str, packs: tuple[Path, ...] = ()) -> list[str]:
    """Mistakes in the data of one game; a title tells its own by `problems()`, and which files it reads."""
    for pack in packs:
        if not pack.is_dir():
            raise BalkaError(f"there is no folder {pack}", "a folder with files of the same names as the game's")
    title = _title(game)
    packed = title.with_packs(packs) if packs else title
    unread = [wrong for pack in packs for wrong in _unread(packed, pack)]
    own = list(packed.problems()) if hasattr(packed, "problems") else []
    return unread + own + _ledger(game) + lessons.problems(game)


def _ledger(game: str) -> list[str]:
    """Why the rules of a game cannot be read."""
    try:
        return [] if len(ledger(game)) else ["rules/ledger.tsv is missing or empty; a title has one, be it short"]
    except BalkaError as problem:
        return [str(problem)]


def _title(game: str) -> Any:
    """The title as its module has it, without the packs the environment names."""
    module, _, name = balka.GAMES[game].partition(":")
    return getattr(importlib.import_module(module), name)


def _unread(title: Any, pack: Path) -> Iterator[str]:
    """Files of a pack that nothing reads, or the folder that was meant."""
    known = set(title.read_files())
    files = sorted(path.relative_to(pack).as_posix() for path in pack.rglob("*") if path.is_file())
    if not known.intersection(files):
        inner = pack / title.key
        meant = f"do you mean {inner}?" if inner.is_dir() else f"files are {', '.join(sorted(known))}"
        yield f"{pack}: no file in it is read; {meant}"
        return
    for name in files:
        if name not in known and Path(name).suffix not in NOTES:
            yield f"{pack / name}: nothing reads this file; files are {', '.join(sorted(known))}"


def _games(name: str | None, packs: list[Path]) -> list[str]:
    if name is None and packs:
        raise BalkaError("a pack belongs to one game", "name it: balka check sos --pack FOLDER")
    return list(TITLES) if name is None else [key_of(name)]
