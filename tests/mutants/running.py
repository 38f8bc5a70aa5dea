"""Tests run on broken rules. They are collected once; each mutant gets a process of its own, forked from there."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from tests.mutants.breaking import Mutant, mutants_of, put_in
from tqdm import tqdm

KEPT = Path(".cache/mutants")
SECONDS = 180  # of its own work, after which a broken rule counts as noticed: it goes round in circles
PATIENCE = 10  # how many times that a busy machine may take for it
NOTICED, UNNOTICED = 1, 0
Reach = dict[str, list[tuple[int, float]]]


class Breaker:
    """A plugin of pytest: instead of running the tests, runs those that a mutant could fail on each mutant."""

    def __init__(self, modules: list[Path], count: int, seed: int, workers: int, only: str) -> None:
        self.modules, self.count, self.seed, self.workers, self.only = modules, count, seed, workers, only
        self.outcomes: dict[Mutant, str] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            raise SystemExit("the tests cannot be collected")
        self.items = session.items
        mutants = self._chosen()
        reach = self._reach()
        bar = tqdm(total=len(mutants), unit="mutant", disable=None)
        for mutant, ended in _in_parallel(mutants, lambda one: self._judge(one, reach), self.workers):
            self.outcomes[mutant] = _told(ended)
            bar.update()
            if self.outcomes[mutant] == "unnoticed":
                _say_at_once(session, bar, f"unnoticed so far: {mutant.name}")
        return True

    def _chosen(self) -> list[Mutant]:
        """Those whose names the seed draws first: the same ones while other functions change."""
        found = [mutant for path in self.modules for mutant in mutants_of(path) if self.only in mutant.name]
        picked = sorted(found, key=self._lot)[: self.count]
        return sorted(picked, key=lambda mutant: (mutant.path, mutant.line, mutant.number))

    def _lot(self, mutant: Mutant) -> str:
        return hashlib.sha256(f"{self.seed} {mutant.name}".encode()).hexdigest()

    # -- which test reaches which function

    def _reach(self) -> Reach:
        """Function by function, the tests that call it with the time they take; kept until a file changes."""
        kept = KEPT / f"{_fingerprint(self.items)}.json"
        if not kept.exists():
            kept.parent.mkdir(parents=True, exist_ok=True)
            parts = [(range(n, len(self.items), self.workers), kept.with_suffix(f".{n}")) for n in range(self.workers)]
            list(_in_parallel(parts, lambda part: self._follow(*part), self.workers, seconds=3600))
            kept.write_text(json.dumps([row for _, part in parts for row in json.loads(part.read_text())]))
        reach: Reach = {}
        for number, seconds, names in json.loads(kept.read_text()):
            for name in names:
                reach.setdefault(name, []).append((number, seconds))
        return {name: sorted(tests, key=lambda test: test[1]) for name, tests in reach.items()}

    def _follow(self, numbers: range, target: Path) -> int:
        known = {str(path) for path in self.modules}
        rows = []
        for number in numbers:
            seen: set[Any] = set()
            began = time.perf_counter()
            sys.settrace(_noting(seen))
            try:
                runtestprotocol(self.items[number], log=False, nextitem=None)
            finally:
                sys.settrace(None)
            names = sorted({f"{code.co_filename}:{_outer(code)}" for code in seen if code.co_filename in known})
            rows.append((number, time.perf_counter() - began, names))
        target.write_text(json.dumps(rows))
        return UNNOTICED

    # -- one mutant

    def _judge(self, mutant: Mutant, reach: Reach) -> int:
        if not put_in(mutant):
            return UNNOTICED
        for number, _ in reach.get(f"{mutant.path}:{mutant.function}", ()):
            reports = runtestprotocol(self.items[number], log=False, nextitem=None)
            if any(report.failed for report in reports):
                return NOTICED
        return UNNOTICED


def _say_at_once(session: pytest.Session, bar: tqdm[Any], line: str) -> None:
    """A run takes long: whoever waits for it may look at the first survivors meanwhile."""
    with session.config.pluginmanager.getplugin("capturemanager").global_and_fixture_disabled():
        bar.write(line)
        sys.stdout.flush()


def _noting(seen: set[Any]) -> Callable[[FrameType, str, object], None]:
    """Hears of every call and of nothing inside it, which is cheaper than a profile."""

    def note(frame: FrameType, event: str, argument: object) -> None:
        seen.add(frame.f_code)

    return note


def _outer(code: Any) -> str:
    """The function a piece of code belongs to: comprehensions and inner functions count as their owner's."""
    return str(code.co_qualname).partition(".<locals>")[0]


def _fingerprint(items: list[pytest.Item]) -> str:
    told = hashlib.sha256("\n".join(item.nodeid for item in items).encode())
    for path in sorted([*Path("src").rglob("*.py"), *Path("tests").rglob("*.py")]):
        told.update(path.read_bytes())
    return told.hexdigest()[:16]


def _told(ended: int) -> str:
    if os.WIFSIGNALED(ended):
        return "went on for ever"
    return "noticed" if os.WEXITSTATUS(ended) else "unnoticed"


def _in_parallel(
    tasks: list[Any], work: Callable[[Any], int], workers: int, seconds: int = SECONDS
) -> Iterator[tuple[Any, int]]:
    """Each task in a process of its own, so many at a time, with how it ended."""
    waiting, running = list(reversed(tasks)), dict[int, Any]()
    while waiting or running:
        while waiting and len(running) < workers:
            task = waiting.pop()
            running[_forked(work, task, seconds)] = task
        process, ended = os.wait()
        yield running.pop(process), ended


def _forked(work: Callable[[Any], int], task: object, seconds: int) -> int:
    process = os.fork()
    if process:
        return process
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.alarm(PATIENCE * seconds)
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1)
    os.dup2(silent, 2)
    try:
        ended = work(task)
    except BaseException:  # whatever breaks, it was noticed
        ended = NOTICED
    os._exit(ended)
