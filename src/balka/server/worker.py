"""The process of a worker, `python -m balka.server.worker`: it is told of what house it is, then reads work and writes
results, one at a time, until the server is gone."""

from __future__ import annotations

import contextlib
import logging
import os
import sys
import traceback
from typing import BinaryIO

import msgspec

import balka
from balka.bots.base import bot
from balka.core.errors import BalkaError
from balka.server.catalogue import Catalogue, NotHereError
from balka.server.jobs import AnyJob, Bench, Beside
from balka.server.store import Store
from balka.server.tables import Tables
from balka.server.workers import LENGTH, Done, Household, Trouble, framed

NICE, NICE_AT_HOME = 19, 5  # those who wait for an answer at a table come first


def main() -> None:
    source, target = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a bot prints must not be taken for a result
    logging.basicConfig(level=logging.ERROR)
    told = _next(source)
    if told is None:
        return
    household = msgspec.msgpack.decode(told, type=Household)
    step_back(household)
    bench = Beside(_tables(household))
    with contextlib.suppress(BrokenPipeError):  # the server is gone
        while (text := _next(source)) is not None:
            _answer(target, done(bench, text))


def step_back(household: Household) -> None:
    """Whoever answers a person comes first: a processor only where no server wants it, and at once back when one does;
    as little as can be asked for where the system knows no such thing. At home the worker is who answers: a computer
    that is busy with something else must not keep its player waiting for ever."""
    with contextlib.suppress(AttributeError, OSError):
        os.nice(NICE_AT_HOME if household.home else NICE)
        if not household.home:
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def _tables(household: Household) -> Tables:
    bots = {name: bot(name) for name in household.bots}
    return Tables(Store(household.store), Catalogue(balka.all_games(), bots), bots=bots)


def done(bench: Bench, text: bytes) -> Done:
    """One piece of work, or why it could not be done."""
    try:
        job = msgspec.msgpack.decode(text, type=AnyJob)
        return Done(result=job.work(bench))
    except NotHereError as problem:
        return Done(trouble=Trouble("not here", problem.message, problem.instead))
    except BalkaError as problem:
        return Done(trouble=Trouble("refused", problem.message, problem.instead))
    except Exception:
        return Done(trouble=Trouble("mistake", traceback.format_exc()))


def _next(source: BinaryIO) -> bytes | None:
    """The next message; None when the server is gone."""
    length = source.read(LENGTH)
    if len(length) < LENGTH:
        return None
    text = source.read(int.from_bytes(length))
    return text if len(text) == int.from_bytes(length) else None


def _answer(target: BinaryIO, answer: Done) -> None:
    target.write(framed(answer))
    target.flush()


if __name__ == "__main__":
    main()
