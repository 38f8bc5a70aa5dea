"""What a staff decided and why, as a small readable structure for after the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from balka.bots.staff.minds import Candidate
from balka.bots.staff.trials import Trial

SAME = 0.05  # victory points, below which nobody can see a difference


class Promise(Struct, frozen=True):
    """A plan that was tried, and the victory points it promised, with the standard error."""

    name: str
    words: str
    points: float
    error: float


class Decision(Struct, frozen=True):
    """The plan of a day and the others that were tried, the best first; nothing is promised where none was tried."""

    turn: int
    side: str
    chosen: Promise
    others: tuple[Promise, ...] = ()
    tried: bool = True

    @classmethod
    def of(cls, turn: int, side: str, chosen: Trial, trials: Sequence[Trial]) -> Decision:
        others = [promise(trial) for trial in trials if trial.candidate.name != chosen.candidate.name]
        return cls(turn, side, promise(chosen), tuple(sorted(others, key=lambda other: -other.points)))

    @classmethod
    def untried(cls, turn: int, side: str, candidate: Candidate[Any]) -> Decision:
        """A plan that was kept to without looking at others."""
        return cls(turn, side, Promise(candidate.name, candidate.words, 0.0, 0.0), tried=False)

    def say(self) -> str:
        """The plan in sentences: what was done, what it promised, and what was turned down."""
        if not self.tried:
            return f"We {self.chosen.words}, as this side does best."
        said = f"We {self.chosen.words}. It promised {self.chosen.points:.1f} points"
        if not self.others:
            return f"{said}."
        next_best = self.others[0]
        if abs(self.chosen.points - next_best.points) <= max(SAME, 2 * self.chosen.error, 2 * next_best.error):
            return f"{said}, {next_best.name} about as many."
        return f"{said}; the next best, {next_best.name}, promised {next_best.points:.1f}."


def promise(trial: Trial) -> Promise:
    return Promise(trial.candidate.name, trial.candidate.words, trial.mean, trial.error)
