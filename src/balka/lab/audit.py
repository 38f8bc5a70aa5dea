"""The audit: every game played under it is checked at every step against what must always be true.

Cheap checks and the clerk's books run at every step. Dear ones (whole lists, saving, sampled worlds, refusals) run at
every k-th answer, and whenever a kind of ask is met for the first time in a game; a light audit leaves them out. With
the dear ones, and at a share of all steps if wished, a bare twin that remembers nothing must say the same. What is
wrong is collected as sentences, never raised.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterable
from pathlib import Path
from random import Random

from balka.core.choices import Choice
from balka.core.dice import Outcome
from balka.core.frames import CHANCE
from balka.core.records import Walker
from balka.core.state import State, Step
from balka.core.system import Game
from balka.lab import bare, invariants, twins
from balka.lab.clerk import clerk_of
from balka.lab.invariants import Problems, Sentences
from balka.lab.twins import Twin

EVERY = 25
CALLS_SHOWN = 4
MOST_VIOLATIONS = 20  # of one game: a broken rule shows at every step

Answer = Choice | Outcome


class Unaudited:
    """Lets a game pass unseen; only a breakdown is noted."""

    def __init__(self, name: str) -> None:
        self.violations: list[str] = []
        self._name = name
        self._steps = 0
        self._last = "the start"

    def at(self, state: State) -> None:
        """A state is reached and about to be answered."""

    def after(self, before: State, actor: str, answer: Answer, step: Step) -> None:
        """An answer was given, by a seat or by chance."""
        self._steps += 1
        self._last = f"{actor}: {before.text(answer)}"

    def end(self, state: State) -> None:
        """The game is over."""

    def broke(self, problem: Exception) -> None:
        """The engine or a bot raised an error."""
        self._report(f"broke down: {_where(problem)}")

    def _report(self, problem: str) -> None:
        if len(self.violations) < MOST_VIOLATIONS:
            self.violations.append(f"{self._name}, step {self._steps}, after '{self._last}': {problem}")


class LightAudit(Unaudited):
    """The clerk and the cheap checks at every step. Call `at` before each answer, `after` it, and `end` at the end."""

    def __init__(self, start: State, name: str, bare_every: int = 0) -> None:
        super().__init__(name)
        self._clerk = clerk_of(start)
        self._bare_every = bare_every
        self._sampling = Random(name)

    def at(self, state: State) -> None:
        """A state is reached and about to be answered."""
        self._collect_cheap(state)
        if self._is_compared():
            self._collect(bare.differences(state, bare.bare(state), self._sampling))

    def after(self, before: State, actor: str, answer: Answer, step: Step) -> None:
        """An answer was given, by a seat or by chance."""
        super().after(before, actor, answer, step)
        self._collect(self._clerk.after(before, actor, answer, step))
        self._collect(invariants.barriers_stand(before, actor, step))
        if self._is_compared(1):
            self._collect(bare.same_outcome(before, actor, answer, step))

    def end(self, state: State) -> None:
        """The game is over."""
        self._collect_cheap(state)

    def _is_compared(self, done: int = 0) -> bool:
        """Whether a bare twin is asked at this step; `done` of the steps counted came after it."""
        return bool(self._bare_every) and (self._steps - done) % self._bare_every == 0

    def _collect_cheap(self, state: State) -> None:
        for check in invariants.CHEAP:
            self._collect(check(state))

    def _collect(self, problems: Problems) -> None:
        try:
            for problem in problems:
                self._report(problem)
        except Exception as problem:  # whatever a broken game may raise is a finding
            self._report(f"broke down in a check: {_where(problem)}")


class Audit(LightAudit):
    """Everything, the dear checks now and then."""

    def __init__(
        self, game: Game, start: State, name: str, rng: Random, every: int = EVERY, bare_every: int = 0
    ) -> None:
        super().__init__(start, name, bare_every)
        self._game = game
        self._start = start
        self._rng = rng
        self._every = every
        self._dear = False
        self._kinds: set[str] = set()
        self._body = b""
        self._since_chance: set[bytes] = set()
        self._sentences = Sentences()
        self._twins: list[Twin] = []
        self._draft: list[tuple[str, Answer]] = []
        self._barrier = start
        self._record: list[tuple[str, str]] = []

    # -- the three calls

    def at(self, state: State) -> None:
        """A state is reached and about to be answered."""
        self._dear = self._is_dear(state)
        super().at(state)
        self._collect(self._not_seen_before(state))
        if self._dear:
            self._collect_dear(state)

    def after(self, before: State, actor: str, answer: Answer, step: Step) -> None:
        """An answer was given, by a seat or by chance."""
        super().after(before, actor, answer, step)
        if isinstance(answer, Choice):
            self._collect(invariants.same_by_the_view(before, actor, answer))
        else:
            self._since_chance.clear()
            self._collect(twins.audience_respected(before, answer, step))
        self._follow(before, actor, answer, step)
        self._note(before, actor, answer, step)
        if self._dear:
            self._collect(self._again(before, actor, answer, step))

    def end(self, state: State) -> None:
        """The game is over: its record must lead to the same state."""
        self._collect_cheap(state)
        self._collect(invariants.saved_and_loaded(state))
        self._collect(self._replayed(state))

    # -- when

    def _is_dear(self, state: State) -> bool:
        kinds = {ask.kind for ask in state.asks}
        new = not kinds <= self._kinds
        self._kinds |= kinds
        return new or self._steps % self._every == 0

    def _collect_dear(self, state: State) -> None:
        for check in invariants.DEAR:
            self._collect(check(state))
        self._collect(self._sentences.refused_exactly(state, self._rng))
        self._collect(invariants.explanations_hold(state, self._rng))
        self._collect(invariants.lanes_commute(state, self._rng))
        self._collect(bare.differences(state, bare.on_bare_ground(state), self._sampling))
        self._collect(self._new_twins(state))

    # -- checks that need the course of the game

    def _not_seen_before(self, state: State) -> Problems:
        """Between two chance steps no state comes twice, else play might never end. [D5]"""
        self._body = state.to_json()
        if self._body in self._since_chance:
            yield "the same state came before, with no dice between"
        self._since_chance.add(self._body)

    def _new_twins(self, state: State) -> Problems:
        """For each seat another world that it cannot tell from this one; the newest few are followed."""
        self._twins = [twin for twin in self._twins if twin.world.to_json() != self._body]
        for seat in state.setting.seats:
            world, problem = twins.sampled(self._game, state, seat, self._rng)
            if problem:
                yield problem
            elif world is not None:
                followed = [twin for twin in self._twins if twin.seat == seat]
                if len(followed) >= twins.FOLLOWED:
                    self._twins.remove(followed[0])
                self._twins.append(Twin(seat, world))

    def _follow(self, before: State, actor: str, answer: Answer, step: Step) -> None:
        for twin in self._twins:
            self._collect(twin.follow(before, actor, answer, step))
        self._twins = [twin for twin in self._twins if not twin.parted]

    def _note(self, before: State, actor: str, answer: Answer, step: Step) -> None:
        """Keep the record, and what could still be undone."""
        if actor == CHANCE or before.sole_choice(actor) is None:
            self._record.append((actor, before.text(answer)))
        self._draft.append((actor, answer))
        if self._dear:
            self._collect(self._undone(step.state))
        if step.barrier:
            self._barrier, self._draft = step.state, []

    def _undone(self, state: State) -> Problems:
        """The choices made since the last barrier, made again, lead to the same state. [D6]"""
        again = self._barrier
        for actor, answer in self._draft:
            again = again.apply(answer, actor).state
        if again.hash != state.hash:
            yield "the draft replayed gives another state"

    def _again(self, before: State, actor: str, answer: Answer, step: Step) -> Problems:
        """An answer changes nothing in the state it was given to; outcomes hidden from a seat look alike to it."""
        if before.to_json() != self._body:
            yield "the answer changed the state it was given to"
        if before.apply(answer, actor).state.to_json() != step.state.to_json():
            yield "the same answer to the same state led elsewhere"
        yield from bare.same_outcome(before, actor, answer, step)
        if isinstance(answer, Outcome):
            yield from twins.outcomes_look_alike(before, answer, step, self._rng)
        else:
            yield from twins.lanes_are_silent(before, actor, answer, step, self._rng)

    def _replayed(self, state: State) -> Problems:
        """The answers that had an alternative and the outcomes of chance, as text, give the same hash. [D22]"""
        walker = Walker(self._start)
        _run(walker.forced())
        for seat, text in self._record:
            walker.say(seat, text)
            _run(walker.forced())
        if walker.state.hash != state.hash:
            yield f"the record replays to {walker.state.hash}, the game stands at {state.hash}"


def _run(steps: Iterable[object]) -> None:
    for _ in steps:
        pass


def _where(problem: Exception) -> str:
    """The error and the last calls that led to it."""
    calls = traceback.extract_tb(problem.__traceback__)[-CALLS_SHOWN:]
    places = " > ".join(f"{Path(call.filename).name}:{call.lineno} {call.name}" for call in calls)
    return f"{type(problem).__name__}: {problem} at {places}"
