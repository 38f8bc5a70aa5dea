"""Which test could notice which mutant: found out once by following every test on marked rules, and kept."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterable
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol
from msgspec import Struct
from tests.mutants.breaking import Mutant, kept_answers
from tests.mutants.marking import Marks, digests, put_marks

KEPT = Path(".cache/mutants")
DECIDING = (".py", ".tsv", ".csv", ".toml", ".yaml", ".json", ".jsonl", ".txt")  # files a test may hang on
Ran = dict[str, tuple[str, list[str]]]  # function by function: what it was then, and the marks that were run
NEVER: Ran = {}  # what a test runs that can tell nothing


class Reached(Struct, frozen=True):
    """A test that could notice a mutant, and how long it takes on whole rules."""

    test: int
    seconds: float


class Reach:
    """Function by function, the marks each test runs."""

    def __init__(self, rows: list[tuple[int, float, Ran]], now: dict[str, str]) -> None:
        self._seconds = {number: seconds for number, seconds, _ in rows}
        self._ran: dict[str, dict[int, set[str] | None]] = {}
        for number, _, ran in rows:
            for place, (digest, marks) in ran.items():
                # Of a function that has changed since, it is known only that it was run.
                self._ran.setdefault(place, {})[number] = set(marks) if digest == now.get(place) else None

    def of(self, mutant: Mutant) -> list[Reached]:
        """The tests that run the statement a mutant is in and see a difference there, quickest first."""
        ran = self._ran.get(mutant.place, {}).items()
        tests = [test for test, marks in ran if marks is None or _differs(mutant, marks)]
        return sorted((Reached(test, self._seconds[test]) for test in tests), key=lambda test: test.seconds)


def _differs(mutant: Mutant, marks: set[str]) -> bool:
    if mutant.decides:
        return f"{mutant.number}:{mutant.at}" in marks
    lines = range(mutant.span[0] - mutant.first, mutant.span[1] - mutant.first + 1)
    return not marks.isdisjoint(map(str, lines))


def kept_by(items: list[pytest.Item]) -> list[Path]:
    """Where it is kept what each test runs: until its file or what it shares with its folder changes."""
    folders = {folder: _digest(_shared(folder)) for folder in {item.path.parent for item in items}}
    files = {path: _digest([path]) for path in {item.path for item in items}}
    names = [hashlib.sha256(f"{folders[item.path.parent]} {files[item.path]} {item.nodeid}".encode()) for item in items]
    return [KEPT / "reach" / name[:2] / f"{name[2:20]}.json" for name in (told.hexdigest() for told in names)]


def _shared(folder: Path) -> list[Path]:
    return [path for path in _files(folder) if not path.name.startswith("test_")]


def read(kept: list[Path], followed: Iterable[str]) -> Reach:
    rows = [(number, *json.loads(path.read_text())) for number, path in enumerate(kept)]
    return Reach(rows, digests(followed))


def fingerprint() -> str:
    """Of all that decides whether a mutant is noticed."""
    tests = [path for path in _files(Path("tests")) if "mutants" not in path.parts]
    return _digest([*_files(Path("src")), *tests])[:16]


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*.*") if path.suffix in DECIDING)


def _digest(paths: list[Path]) -> str:
    told = hashlib.sha256()
    for path in paths:
        told.update(path.read_bytes())
    return told.hexdigest()


def follow(tests: list[tuple[pytest.Item, Path]], followed: Iterable[str]) -> None:
    """Run tests and write down what each of them runs, each as if it were the first: nothing is remembered.

    A test that fails on whole rules notices nothing.
    """
    marks, now = put_marks(followed), digests(followed)
    answers = list(kept_answers(set()))
    for item, target in tests:
        for kept in answers:
            kept.cache_clear()
        marks.wipe()
        began = time.process_time()
        reports = runtestprotocol(item, log=False, nextitem=None)
        took = round(time.process_time() - began, 3)
        passed = not any(report.failed for report in reports)
        target.parent.mkdir(parents=True, exist_ok=True)
        _write(target, json.dumps((took, what_ran(marks, now) if passed else NEVER)))


def what_ran(marks: Marks, now: dict[str, str]) -> Ran:
    found: Ran = {}
    for place, mark in marks.found():
        found.setdefault(place, (now[place], []))[1].append(mark)
    return found


def _write(target: Path, text: str) -> None:
    """Whole or not at all: a run may be stopped at any time."""
    half = target.with_suffix(".half")
    half.write_text(text)
    half.replace(target)
