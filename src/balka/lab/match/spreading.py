"""Many games at once: spread over the cores of this machine by processes, results handed back as they come."""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager

from balka.core.errors import BalkaError
from balka.lab.match.games import Job, Result, Terms, play

Spread = Callable[[Sequence[Job], Terms], Generator[Result]]
"""Plays games in any order. When it is closed early, games not begun are let be."""


def here(jobs: Sequence[Job], terms: Terms) -> Generator[Result]:
    """One after the other, in this process."""
    for job in jobs:
        yield play(job, terms)


@contextmanager
def by_processes(workers: int) -> Iterator[Spread]:
    """Spread over so many processes, which stay until the end; with one there is no need for any."""
    if workers < 1:
        raise BalkaError(f"{workers} processes can play nothing", "--workers 1 or more")
    if workers == 1:
        yield here
        return
    pool = ProcessPoolExecutor(max_workers=workers, initializer=_die_quietly)
    try:
        yield lambda jobs, terms: _collected(pool, jobs, terms)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _die_quietly() -> None:
    """An interrupt at the keyboard reaches every process; the first one has all that is to be said."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _collected(pool: ProcessPoolExecutor, jobs: Sequence[Job], terms: Terms) -> Generator[Result]:
    waiting: list[Future[Result]] = []
    try:
        waiting = [pool.submit(play, job, terms) for job in jobs]
        for done in as_completed(waiting):
            yield done.result()
    except BrokenProcessPool as problem:
        kept = "the games so far are kept if there is a --file; the same command goes on"
        raise BalkaError("a process that played games was ended from outside", kept) from problem
    finally:
        for future in waiting:
            future.cancel()
