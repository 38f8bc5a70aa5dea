"""Tests run on broken rules. They are collected once; each mutant gets a process of its own, forked from there."""

from __future__ import annotations

import hashlib
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import takewhile
from pathlib import Path
from typing import Any

import msgspec
import pytest
from _pytest.runner import runtestprotocol
from msgspec import Struct
from tests.mutants.breaking import Mutant, mutants_of, put_in
from tests.mutants.reach import Reach, Reached, fingerprint, follow, kept_by, read
from tqdm import tqdm

SECONDS = 1800  # of its own work, after which the process of a mutant is stopped
PATIENCE = 10  # how many times that a busy machine may take for it
CIRCLES, SPARE = 10, 5.0  # a test that works so many times as long as on whole rules, and some seconds, goes in circles
WATCHFUL_TESTS, WATCHFUL = "test_crucibles", 15  # they notice so many times as often as another that runs the line
ENDLESS = "went on for ever"
NOTICED, UNNOTICED = 1, 0


class Result(Struct, frozen=True):
    """How a mutant ended: which test noticed it, or none; on which state of the code (none if not all tests that
    could notice were run), and what it cost."""

    key: str
    name: str
    by: str
    code: str
    seconds: float


class Draw(Struct, frozen=True):
    """Which mutants are drawn, and how many of them."""

    seed: int
    count: int
    only: str  # letters their names must have
    seconds: float  # of work for each of them, after which no further test is tried on it

    def of(self, mutants: list[Mutant]) -> list[Mutant]:
        """Those whose names the seed draws first: the same ones while other functions change."""
        return sorted((mutant for mutant in mutants if self.only in mutant.name), key=self._lot)[: self.count]

    def _lot(self, mutant: Mutant) -> str:
        return hashlib.sha256(f"{self.seed} {mutant.name}".encode()).hexdigest()


class Rules(Struct, frozen=True):
    """The modules whose rules are broken, those of which it is followed what tests run, and the other games' keys."""

    modules: list[Path]
    followed: list[str]
    others: tuple[str, ...]

    def concern(self, item: pytest.Item) -> bool:
        """Whether a test may notice: one that is given another game cannot."""
        given = item.callspec.params.values() if isinstance(item, pytest.Function) and hasattr(item, "callspec") else ()
        return not any(isinstance(one, str) and one.partition("/")[0] in self.others for one in given)


class Breaker:
    """A plugin of pytest: instead of running the tests, runs those that a mutant could fail on each mutant."""

    def __init__(self, rules: Rules, draw: Draw, workers: int, results: Path) -> None:
        self.rules, self.draw, self.workers, self.results = rules, draw, workers, results
        self.outcomes: dict[Mutant, str] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            raise SystemExit("the tests cannot be collected")
        self.items = [item for item in session.items if self.rules.concern(item)]
        self.numbers = {item.nodeid: number for number, item in enumerate(self.items)}
        self.reach, self.known = self._reach(), self._known()
        mutants = self.draw.of([mutant for path in self.rules.modules for mutant in mutants_of(path)])
        if not self.draw.seconds:
            self.outcomes = {mutant: "noticed" if self.reach.of(mutant) else "unnoticed" for mutant in mutants}
            return True
        told = {mutant: "noticed" if self.known[mutant.key].by else "unnoticed"
                for mutant in mutants if self._is_settled(mutant)}  # fmt: skip
        self.outcomes |= told
        bar = tqdm(total=len(mutants), initial=len(told), unit="mutant", disable=None)
        waiting = [mutant for mutant in mutants if mutant not in told]
        for mutant, ended in _in_parallel(waiting, self._judge, self.workers):
            self.outcomes[mutant] = _told(ended)
            bar.update()
            if self.outcomes[mutant] == "unnoticed":
                _say_at_once(session, bar, f"unnoticed so far: {mutant.name}")
        return True

    # -- what is known from before

    def _reach(self) -> Reach:
        kept = kept_by(self.items)
        new = [(item, path) for item, path in zip(self.items, kept, strict=True) if not path.exists()]
        parts = [part for n in range(self.workers) if (part := new[n :: self.workers])]
        list(_in_parallel(parts, lambda part: follow(part, self.rules.followed), self.workers, 7200))
        self.code = fingerprint()
        return read(kept, self.rules.followed)

    def _known(self) -> dict[str, Result]:
        """How mutants ended before; a run that was stopped goes on from there."""
        if not self.results.exists():
            return {}
        rows = (msgspec.json.decode(line, type=Result) for line in self.results.read_text().splitlines())
        return {row.key: row for row in rows}

    def _is_settled(self, mutant: Mutant) -> bool:
        return mutant.key in self.known and self.known[mutant.key].code == self.code

    # -- one mutant

    def _judge(self, mutant: Mutant) -> int:
        began = time.process_time()
        by = self._noticed_by(mutant) if put_in(mutant) else ""
        took = time.process_time() - began
        row = Result(mutant.key, mutant.name, by, self.code if by or took < self.draw.seconds else "", round(took, 1))
        with self.results.open("ab") as file:
            file.write(msgspec.json.encode(row) + b"\n")
        return NOTICED if by else UNNOTICED

    def _noticed_by(self, mutant: Mutant) -> str:
        until = time.process_time() + self.draw.seconds
        tests = takewhile(lambda test: time.process_time() < until, self._in_order(mutant))
        try:
            return next((self.items[test.test].nodeid for test in tests if self._fails(test)), "")
        except _Endless:
            return ENDLESS

    def _in_order(self, mutant: Mutant) -> list[Reached]:
        """The test that noticed it before, those that noticed others of its function and module, then by time."""
        before = self.known.get(mutant.key)
        others = Counter(row.by for row in self.known.values() if row.key.startswith(mutant.place + ":"))
        beside = Counter(row.by for row in self.known.values() if row.key.startswith(mutant.path + ":"))

        def rank(test: Reached) -> tuple[bool, float]:
            name = self.items[test.test].nodeid
            worth = (WATCHFUL if WATCHFUL_TESTS in name else 1) + 4 * beside[name] + 20 * others[name]
            return before is None or before.by != name, (test.seconds + 0.02) / worth

        return sorted(self.reach.of(mutant), key=rank)

    def _fails(self, test: Reached) -> bool:
        signal.setitimer(signal.ITIMER_PROF, SPARE + CIRCLES * test.seconds)
        reports = runtestprotocol(self.items[test.test], log=False, nextitem=None)
        return any(report.failed for report in reports)


class _Endless(BaseException):
    """A test goes round in circles."""


def _stop(number: int, frame: object) -> None:
    raise _Endless


def _say_at_once(session: pytest.Session, bar: tqdm[Any], line: str) -> None:
    """A run takes long: whoever waits for it may look at the first survivors meanwhile."""
    with session.config.pluginmanager.getplugin("capturemanager").global_and_fixture_disabled():
        bar.write(line)
        sys.stdout.flush()


def _told(ended: int) -> str:
    if os.WIFSIGNALED(ended):
        return ENDLESS
    return "noticed" if os.WEXITSTATUS(ended) else "unnoticed"


def _in_parallel(
    tasks: list[Any], work: Callable[[Any], int | None], workers: int, seconds: int = SECONDS
) -> Iterator[tuple[Any, int]]:
    """Each task in a process of its own, so many at a time, with how it ended."""
    waiting, running = list(reversed(tasks)), dict[int, Any]()
    while waiting or running:
        while waiting and len(running) < workers:
            task = waiting.pop()
            running[_forked(work, task, seconds)] = task
        process, ended = os.wait()
        yield running.pop(process), ended


def _forked(work: Callable[[Any], int | None], task: object, seconds: int) -> int:
    process = os.fork()
    if process:
        return process
    signal.signal(signal.SIGPROF, _stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.alarm(PATIENCE * seconds)
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1)
    os.dup2(silent, 2)
    try:
        ended = work(task)
    except BaseException:  # whatever breaks, it was noticed
        ended = NOTICED
    os._exit(ended or UNNOTICED)
