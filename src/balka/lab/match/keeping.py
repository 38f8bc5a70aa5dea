"""Results in a file, a line each below a heading, so that a run goes on where it stopped.

The heading says under what the games were played. Games of other bots, seeds, options or of other code are refused:
they must not be counted together.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path
from typing import BinaryIO, TypeVar

import msgspec
from msgspec import Struct, structs

import balka
from balka.bots.parameters import split
from balka.core.errors import BalkaError
from balka.lab.match.games import Job, Result, Terms

Line = TypeVar("Line", bound=Struct)
FORMAT = 1
PLAYED_BY = ("core", "systems", "games", "bots")  # what decides how a game goes
ANOTHER = "name another file, or the settings it was begun with"


class Heading(Struct, frozen=True, kw_only=True):
    """The first line of a file of results."""

    balka_results: int = FORMAT
    bots: tuple[str, ...]
    scenarios: tuple[str, ...]
    seed: int
    terms: Terms
    code: str


class Book:
    """The results of a file, or of no file; what is added is written at once. Close it at the end."""

    def __init__(self, results: Iterable[Result] = (), file: BinaryIO | None = None) -> None:
        self.results = {result.job: result for result in results}
        self._file = file

    def add(self, result: Result) -> None:
        self.results[result.job] = result
        if self._file is not None:
            self._file.write(msgspec.json.encode(result) + b"\n")
            self._file.flush()

    def missing(self, jobs: Iterable[Job]) -> list[Job]:
        return [job for job in jobs if job not in self.results]

    def of(self, jobs: Iterable[Job]) -> list[Result]:
        """The results of these games, in order, as far as they have been played."""
        return [self.results[job] for job in jobs if job in self.results]

    def close(self) -> None:
        if self._file is not None:
            self._file.close()


def opened(path: Path | None, heading: Heading) -> Book:
    """The book of a file, begun where there is none; a line that was cut off by a breakdown is dropped."""
    if path is None:
        return Book()
    if not path.exists() or not path.stat().st_size:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(msgspec.json.encode(heading) + b"\n")
    found, results = read(path)
    _check_same(path, found, heading)
    whole = path.read_bytes().rpartition(b"\n")
    if whole[2]:
        path.write_bytes(whole[0] + whole[1])
    return Book(results, path.open("ab"))


def with_code_of(path: Path | None, heading: Heading) -> Heading:
    """The heading as if the code that began a file were still the same."""
    if path is None or not path.exists():
        return heading
    return structs.replace(heading, code=read(path)[0].code)


def read(path: Path) -> tuple[Heading, list[Result]]:
    """Heading and results of a file; only the last line may be incomplete."""
    try:
        first, *lines = path.read_bytes().split(b"\n")
    except OSError as problem:
        raise BalkaError(
            f"{path} cannot be read: {problem.strerror}", "a file that balka match --file wrote"
        ) from problem
    heading = _decoded(path, 1, first, Heading)
    if heading.balka_results != FORMAT:
        raise BalkaError(
            f"{path} has format {heading.balka_results}, this program writes {FORMAT}", "name another file"
        )
    return heading, [_decoded(path, at, line, Result) for at, line in enumerate(lines[:-1], start=2)]


def _decoded(path: Path, at: int, line: bytes, kind: type[Line]) -> Line:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError) as problem:
        wanted = "name another file, or take the line out"
        raise BalkaError(f"{path}, line {at}, is no line of a file of results: {problem}", wanted) from problem


def _check_same(path: Path, found: Heading, wanted: Heading) -> None:
    for name, now in structs.asdict(wanted).items():
        then = getattr(found, name)
        if then == now:
            continue
        if name == "code":
            what = "was made by other code of the rules or the bots, so its games may not be counted with new ones"
            raise BalkaError(f"{path} {what}", "name another file, or --any-code to go on all the same")
        raise BalkaError(f"{path} was made with {name} {_shown(then)}, not {_shown(now)}", ANOTHER)


def _shown(value: object) -> str:
    if isinstance(value, Terms):
        options = " ".join(f"{key}={chosen}" for key, chosen in value.options.items()) or "none"
        return f"options {options}, steps {value.steps}, luck {'counted' if value.luck else 'left alone'}"
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def code_of(bots: Iterable[str]) -> str:
    """A checksum of all that decides how a game goes: rules, data, bots, and modules of bots from outside."""
    digest = hashlib.sha256(_package())
    for path in _outside(bots):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def _package() -> bytes:
    """The part of the checksum that is the same for all bots."""
    root, digest = Path(balka.__file__).parent, hashlib.sha256()
    for part in PLAYED_BY:
        for path in sorted((root / part).rglob("*")):
            if _counts(path):
                digest.update(path.name.encode() + path.read_bytes())
    return digest.digest()


def _counts(path: Path) -> bool:
    return path.is_file() and path.suffix in (".py", ".csv", ".tsv", ".toml", ".yaml", ".json", ".txt")


def _outside(bots: Iterable[str]) -> list[Path]:
    modules = sorted({split(name)[0].partition(":")[0] for name in bots if ":" in split(name)[0]})
    specs = [_spec(module) for module in modules]
    return [Path(spec.origin) for spec in specs if spec is not None and spec.origin is not None]


def _spec(module: str) -> ModuleSpec | None:
    try:
        return find_spec(module)
    except ModuleNotFoundError:  # the package a bot of a kept file came from is not here any more
        return None
