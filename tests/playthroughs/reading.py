"""Reading scripts: a header, then lines of a record, each kept with its number for good errors."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from msgspec import Struct
from tests.toy.ford import GAME

import balka
from balka.core.errors import BalkaError
from balka.core.state import State

FOLDER = Path(__file__).parent / "scripts"
GOLDENS = Path(__file__).parent / "goldens"


class Line(Struct, frozen=True):
    """`asks` marks a question (`? seat: sentence`) that plays nothing."""

    number: int
    seat: str
    text: str
    asks: bool = False


class Script(Struct, frozen=True):
    """A scripted game: what it shows, how it begins, and its lines."""

    name: str
    shows: tuple[str, ...]
    header: dict[str, str]
    options: dict[str, str]
    lines: tuple[Line, ...]

    @property
    def golden(self) -> Path:
        return GOLDENS / f"{self.name}.txt"

    def start(self) -> State:
        if "start" in self.header:
            module, _, name = self.header["start"].partition(":")
            state: State = getattr(import_module(module), name)()
            return state
        key = self.header["scenario"]
        game, scenario = (GAME, GAME.scenarios()[0]) if key == "toy/crossing" else balka.scenario(key)
        return game.start(scenario.key, self.options)


def all_scripts() -> list[Script]:
    return [read(path.stem, path.read_text()) for path in sorted(FOLDER.glob("*.txt"))]


def read(name: str, text: str) -> Script:
    shows: list[str] = []
    header: dict[str, str] = {}
    options: dict[str, str] = {}
    lines: list[Line] = []
    for number, row in enumerate(text.splitlines(), start=1):
        if row.startswith("#"):
            shows += [row[1:].strip()] if not lines else []
        elif row.strip() and "scenario" not in header and "start" not in header:
            header |= dict([_pair(name, number, row, ":")])
        elif row.startswith("option:"):
            options |= dict([_pair(name, number, row.removeprefix("option:"), "=")])
        elif row.strip():
            seat, sentence = _pair(name, number, row.removeprefix("?"), ":")
            lines.append(Line(number, seat, sentence, row.startswith("?")))
    if not header or not shows:
        raise BalkaError(f"{name}: a script says what it shows, and its scenario or start")
    return Script(name, tuple(shows), header, options, tuple(lines))


def _pair(name: str, number: int, row: str, sign: str) -> tuple[str, str]:
    key, found, value = row.partition(sign)
    if not found or not value.strip():
        raise BalkaError(f"{name} line {number}: {row!r} is no line of a script", instead=f"name{sign} value")
    return key.strip(), value.strip()
