"""Data files of a game with a player's packs laid over them: tables row by row, documents key by key.

A pack is a folder with files of the same names as the game's. Every mistake is told with file, line, what is wrong and
what would be right.
"""

from __future__ import annotations

from pathlib import Path

from balka.core.errors import BalkaError

Packs = tuple[Path, ...]


def pack_basis(pack: Path) -> str:
    """The basis of figures a data pack gives."""
    return f"pack:{pack.name}"


def files(folder: Path, name: str, packs: Packs) -> list[Path]:
    """The files something is read from, the last of them on top."""
    return [path for path in (folder / name, *(pack / name for pack in packs)) if path.is_file()]


def text_of(path: Path) -> str:
    """What stands in a file."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as problem:
        raise BalkaError(f"{path.name} cannot be read: {problem.strerror}") from None
    except UnicodeDecodeError as problem:
        line = path.read_bytes()[: problem.start].count(b"\n") + 1
        raise BalkaError(f"{path.name} line {line}: this is no UTF-8 text", "save the file as UTF-8") from None
