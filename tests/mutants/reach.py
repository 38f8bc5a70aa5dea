"""Which test runs which line of the rules: found out once by following every test, and kept until a file changes."""

from __future__ import annotations

import hashlib
import json
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType

import pytest
from _pytest.runner import runtestprotocol
from msgspec import Struct
from tests.mutants.breaking import Mutant, kept_answers

KEPT = Path(".cache/mutants")
OFTEN = 300  # calls after which a test is taken to run all of a function: to follow each line of it is dear
DECIDING = (".py", ".tsv", ".csv", ".toml", ".yaml", ".json", ".jsonl", ".txt")  # files a test may hang on
NEVER: dict[str, list[int]] = {}  # what a test runs that can tell nothing
ALL = 0  # stands for all lines of a function


class Reached(Struct, frozen=True):
    """A test that runs a mutant's line, and how long it takes on whole rules."""

    test: int
    seconds: float


class Reach:
    """Function by function, the lines each test runs."""

    def __init__(self, rows: list[tuple[int, float, dict[str, list[int]]]]) -> None:
        self._seconds = {number: seconds for number, seconds, _ in rows}
        self._lines: dict[str, dict[int, set[int]]] = {}
        for number, _, lines in rows:
            for place, found in lines.items():
                self._lines.setdefault(place, {})[number] = set(found)

    def of(self, mutant: Mutant) -> list[Reached]:
        """The tests that run the statement a mutant is in, quickest first."""
        span = {ALL, *range(mutant.span[0], mutant.span[1] + 1)}
        tests = [n for n, lines in self._lines.get(mutant.place, {}).items() if lines & span]
        return sorted((Reached(n, self._seconds[n]) for n in tests), key=lambda test: test.seconds)


def kept_by(items: list[pytest.Item]) -> list[Path]:
    """Where it is kept what each test runs: until the rules, what tests share or its own file changes."""
    shared = [path for path in Path("tests").rglob("*.*") if not path.name.startswith("test_")]
    helpers = [path for path in shared if "mutants" not in path.parts]
    common = _digest(*sorted(path for path in [*Path("src").rglob("*.*"), *helpers] if path.suffix in DECIDING))
    own = {path: _digest(path) for path in {item.path for item in items}}
    names = [hashlib.sha256(f"{common} {own[item.path]} {item.nodeid}".encode()).hexdigest() for item in items]
    return [KEPT / "reach" / name[:2] / f"{name[2:20]}.json" for name in names]


def read(kept: list[Path]) -> Reach:
    return Reach([(number, *json.loads(path.read_text())) for number, path in enumerate(kept)])


def fingerprint(kept: list[Path]) -> str:
    """Of all that decides whether a mutant is noticed."""
    return hashlib.sha256("".join(str(path) for path in kept).encode()).hexdigest()[:16]


def _digest(*paths: Path) -> str:
    told = hashlib.sha256()
    for path in paths:
        told.update(path.read_bytes())
    return told.hexdigest()


def follow(tests: list[tuple[pytest.Item, Path]], known: set[str]) -> None:
    """Run tests and write down the lines each of them runs, each as if it were the first: nothing is remembered.

    A test that fails on whole rules notices nothing.
    """
    answers = list(kept_answers(set()))
    for item, target in tests:
        for kept in answers:
            kept.cache_clear()
        notes, began = Notes(known), time.process_time()
        sys.settrace(notes.called)
        try:
            reports = runtestprotocol(item, log=False, nextitem=None)
        finally:
            sys.settrace(None)
        target.parent.mkdir(parents=True, exist_ok=True)
        took = round(time.process_time() - began, 3)
        passed = not any(report.failed for report in reports)
        _write(target, json.dumps((took, notes.lines() if passed else NEVER)))


def _write(target: Path, text: str) -> None:
    """Whole or not at all: a run may be stopped at any time."""
    half = target.with_suffix(".half")
    half.write_text(text)
    half.replace(target)


class Notes:
    """Hears of every call, and inside a rule of every line, until it has run often enough to be taken as run whole."""

    def __init__(self, known: set[str]) -> None:
        self._known = known
        self._calls: Counter[CodeType] = Counter()
        self._lines: dict[CodeType, set[int]] = {}
        self._listeners: dict[CodeType, Callable[..., object]] = {}

    def called(self, frame: FrameType, event: str, argument: object) -> Callable[..., object] | None:
        code = frame.f_code
        if code.co_filename not in self._known:
            return None
        self._calls[code] += 1
        if self._calls[code] > OFTEN:
            return None
        return self._listeners.get(code) or self._listener(code)

    def _listener(self, code: CodeType) -> Callable[..., object]:
        seen = self._lines.setdefault(code, set())

        def ran(frame: FrameType, event: str, argument: object) -> Callable[..., object]:
            seen.add(frame.f_lineno)
            return ran

        self._listeners[code] = ran
        return ran

    def lines(self) -> dict[str, list[int]]:
        """Function by function; comprehensions and inner functions count as their owner's."""
        found: dict[str, set[int]] = {}
        for code, lines in self._lines.items():
            place = f"{code.co_filename}:{code.co_qualname.partition('.<locals>')[0]}"
            found.setdefault(place, set()).update({ALL} if self._calls[code] > OFTEN else lines)
        return {place: sorted(lines) for place, lines in found.items()}
