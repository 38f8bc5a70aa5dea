"""Games spread over many machines by Ray, each with the same code of this package."""

from __future__ import annotations

import logging
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from functools import cache

import ray
from ray.exceptions import RayError, RayTaskError

from balka.core.errors import BalkaError
from balka.lab.match.games import Job, Result, Terms, play
from balka.lab.match.keeping import code_of
from balka.lab.match.spreading import Spread

KEPT = "the games so far are kept if there is a --file; the same command goes on"


@contextmanager
def by_ray(address: str) -> Iterator[Spread]:
    """Spread over the machines of a Ray cluster: `auto`, `host:6379` or `ray://host:10001`."""
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except (ConnectionError, RuntimeError, ValueError, RayError) as problem:
        reason = str(problem).splitlines()[0]
        raise BalkaError(
            f"no Ray cluster answers at {address}: {reason}", "ray start --head, then --ray auto"
        ) from problem
    try:
        yield _collected
    finally:
        ray.shutdown()


def played(job: Job, terms: Terms, code: str) -> Result:
    """A game on some machine, which must have the same rules and bots."""
    if own_code() != code:
        raise BalkaError("a machine of the Ray cluster has other code of balka", "install the same there")
    return play(job, terms)


@cache
def own_code() -> str:
    return code_of(())


def _collected(jobs: Sequence[Job], terms: Terms) -> Generator[Result]:
    task, code = ray.remote(played), own_code()
    waiting = [task.remote(job, terms, code) for job in jobs]
    try:
        while waiting:
            done, waiting = ray.wait(waiting)
            yield from ray.get(done)
    except RayTaskError as problem:
        raise _cause(problem) from problem
    except RayError as problem:
        raise BalkaError(f"the Ray cluster gave up: {str(problem).splitlines()[0]}", KEPT) from problem
    finally:
        for left in waiting:
            ray.cancel(left)


def _cause(problem: RayTaskError) -> Exception:
    """What went wrong on the machine, told as if it had been here."""
    return problem.cause if isinstance(problem.cause, BalkaError) else BalkaError(f"a game broke down: {problem}", KEPT)
