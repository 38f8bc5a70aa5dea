"""The shortest way to a fault: answers of a failing game are dropped while it still fails.

A game is replayed from its start with the answers that are left. Whatever does not fit where the game now stands is
skipped, and answers without an alternative are given by themselves, so that most ways to drop something stay playable.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from balka.core.choices import Choice, IllegalChoiceError
from balka.core.dice import Outcome
from balka.core.errors import BalkaError
from balka.core.forced import forced
from balka.core.frames import CHANCE
from balka.core.state import State, Step
from balka.lab.audit import LightAudit

Said = tuple[str, str]  # who, and the sentence
Fails = Callable[[Sequence[Said]], bool]


def shortest(said: Sequence[Said], fails: Fails) -> list[Said]:
    """Drop ever smaller runs of answers for as long as what is left fails; the whole must fail."""
    kept, size = list(said), max(1, len(said) // 2)
    while True:
        kept, dropped = _pass(kept, size, fails)
        if size == 1 and not dropped:
            return kept
        size = max(1, size // 2)


def _pass(kept: list[Said], size: int, fails: Fails) -> tuple[list[Said], bool]:
    """Try to do without each run of this length, from the end."""
    dropped = False
    for at in range(max(0, len(kept) - size), -1, -size):
        shorter = kept[:at] + kept[at + size :]
        if len(shorter) < len(kept) and fails(shorter):
            kept, dropped = shorter, True
    return kept, dropped


class Rerun:
    """Plays answers from a start under the light audit, and keeps those that fitted."""

    def __init__(self, start: State) -> None:
        self.audit = LightAudit(start, "replay")
        self.state = start
        self.said: list[Said] = []

    def through(self, said: Sequence[Said]) -> Rerun:
        for actor, sentence in said:
            self._forced()
            if self.state.over or self.audit.violations:
                break
            if self._waits_for(actor):
                self._say(actor, sentence)
        self._forced()
        return self

    def _waits_for(self, actor: str) -> bool:
        return any(ask.seat == actor for ask in self.state.asks)

    def _say(self, actor: str, sentence: str) -> None:
        try:
            answer = self.state.parse(sentence)
            self._done(actor, answer, self.state.apply(answer, None if actor == CHANCE else actor))
        except (IllegalChoiceError, BalkaError):
            return
        self.said.append((actor, sentence))

    def _forced(self) -> None:
        while not self.state.over and not self.audit.violations and (found := forced(self.state)) is not None:
            ask, answer = found
            self._done(ask.seat, answer, self.state.apply(answer, ask.seat))

    def _done(self, actor: str, answer: Choice | Outcome, step: Step) -> None:
        before, self.state = self.state, step.state
        self.audit.after(before, actor, answer, step)


def problem(violation: str) -> str:
    """What is wrong, without where and when it was found."""
    return violation.rpartition("': ")[2]


def shortest_fault(start: State, said: Sequence[Said]) -> tuple[str, list[Said]]:
    """The first fault these answers lead to from a start, and the fewest of them that lead to it."""
    first = Rerun(start).through(said)
    if not first.audit.violations:
        return "", []
    wanted = problem(first.audit.violations[0])

    def fails(answers: Sequence[Said]) -> bool:
        found = Rerun(start).through(answers).audit.violations
        return bool(found) and problem(found[0]) == wanted

    kept = shortest(first.said, fails)
    return wanted, Rerun(start).through(kept).said
