"""Bots that a server must survive; workers find them by their place."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from balka.bots.random import RandomBot
from balka.core.choices import Choice
from balka.core.dice import Rng
from balka.core.state import State


class Killed:
    """Ends its process, as a machine out of memory does."""

    title, about = "Killed", "Ends its process."

    def choose(self, view: State, seat: str, rng: Rng) -> Choice:
        os.kill(os.getpid(), signal.SIGKILL)
        return RandomBot().choose(view, seat, rng)


class KilledOnce(Killed):
    """Does so only the first time, of which it leaves a mark."""

    def choose(self, view: State, seat: str, rng: Rng) -> Choice:
        mark = Path(os.environ["BALKA_TEST_MARK"])
        if mark.exists():
            return RandomBot().choose(view, seat, rng)
        mark.touch()
        return super().choose(view, seat, rng)


class Mistaken:
    """Has a mistake in it, and prints what it thinks."""

    title, about = "Mistaken", "Divides by nothing."

    def choose(self, view: State, seat: str, rng: Rng) -> Choice:
        print("thinking aloud")
        raise ZeroDivisionError(seat)
