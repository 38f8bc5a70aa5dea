"""Plans tried out: each is followed in the same made-up worlds with the same dice, and the better half goes on.

Budgets are counted in steps of the engine and in worlds, never in seconds, so that a game can be played again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from statistics import fmean, stdev
from typing import Any

from msgspec import Struct

from balka.bots.staff.minds import Candidate, Mind
from balka.core.chance import draw
from balka.core.forced import forced
from balka.core.frames import CHANCE
from balka.core.state import State

SURE = 1.5  # standard errors by which another plan must be better


class Depth(Struct, frozen=True):
    """How far a staff looks: worlds for every plan, worlds for the better half, steps of a world at the most.

    Without worlds nothing is tried."""

    worlds: int = 1
    more: int = 2
    steps: int = 6000
    by_formation: int = 0


class Trial(Struct, frozen=True):
    """A plan with what came of it in each world, in victory points."""

    candidate: Candidate[Any]
    values: tuple[float, ...]

    @property
    def mean(self) -> float:
        return fmean(self.values)

    @property
    def error(self) -> float:
        """The standard error of the mean; none where there was one world only."""
        return _error(self.values)


class Board(Struct, frozen=True):
    """Where plans are tried out: a view, whose it is, and where its chance comes from."""

    mind: Mind
    view: State
    side: str
    depth: Depth
    seed: str

    def world(self, number: int) -> State:
        found: State = self.view.setting.system.sample(self.view, Random(f"{self.seed}/{number}/world"))
        return found

    def tried(self, candidate: Candidate[Any], number: int) -> float:
        """What comes of a plan in one of the worlds."""
        world, rng = self.world(number), Random(f"{self.seed}/{number}/dice")
        enemies = [side for side in self.view.setting.sides if side != self.side]
        plans = {side: self.mind.usual(world.view(_seat(world, side)), side) for side in enemies}
        for _ in range(self.mind.stretches(self.view, self.side)):
            world = self._played(world, {**plans, self.side: candidate.plan}, rng)
        return self.mind.value(world, self.side)

    def _played(self, state: State, plans: Mapping[str, Any], rng: Random) -> State:
        """Play on until the side is to plan again."""
        begun = self.mind.until(state, self.side)
        for _ in range(self.depth.steps):
            if state.over or self.mind.until(state, self.side) != begun:
                break
            state = self._step(state, plans, rng)
        return state

    def _step(self, state: State, plans: Mapping[str, Any], rng: Random) -> State:
        only, ask = forced(state), state.asks[0]
        if only is not None:
            return state.apply(only[1], only[0].seat).state
        if ask.seat == CHANCE:
            return state.apply(draw(state, rng), CHANCE).state
        plan = plans[state.setting.forces[ask.force]]
        return state.apply(self.mind.choose(state.view(ask.seat), ask.seat, plan, rng), ask.seat).state


def _seat(state: State, side: str) -> str:
    return state.setting.seats_of_side(side)[0]


def race(board: Board, candidates: Sequence[Candidate[Any]], keep: str = "") -> list[Trial]:
    """Every plan in the first worlds, the better half of them and the one followed so far in more; the best first."""
    depth = board.depth
    first = [Trial(one, tuple(board.tried(one, n) for n in range(depth.worlds))) for one in candidates]
    first.sort(key=lambda trial: (-trial.mean, trial.candidate.name != keep))
    apart = told_apart(first)
    half = (len(apart) + 1) // 2 if len(apart) > 1 else 0
    better = [trial for at, trial in enumerate(apart) if at < half or (half and trial.candidate.name == keep)]
    beaten = [trial for trial in first if trial not in better]
    numbers = range(depth.worlds, depth.worlds + depth.more)
    longer = [
        Trial(trial.candidate, (*trial.values, *(board.tried(trial.candidate, n) for n in numbers))) for trial in better
    ]
    return [*sorted(longer, key=lambda trial: -trial.mean), *beaten]


def told_apart(trials: Sequence[Trial]) -> list[Trial]:
    """Of plans that came to the same in every world only the first: there they were played alike."""
    return list({trial.values: trial for trial in reversed(trials)}.values())[::-1]


def preferred(trials: Sequence[Trial], keep: str, price: float) -> Trial:
    """The best plan, unless the one to keep to is nearly as good, or as good within the error of the trials."""
    kept = next((trial for trial in trials if trial.candidate.name == keep), None)
    if kept is None:
        return trials[0]
    gains = [mine - other for mine, other in zip(trials[0].values, kept.values, strict=False)]
    return trials[0] if fmean(gains) >= max(price, SURE * _error(gains)) else kept


def _error(values: Sequence[float]) -> float:
    """The standard error of a mean; none of a single value."""
    return stdev(values) / len(values) ** 0.5 if len(values) > 1 else 0.0
