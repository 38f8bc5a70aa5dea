"""Plans tried out to the end of the game, all in the same made-up worlds with the same dice; the better ones go on.

Budgets are counted in steps of the engine and in worlds, never in seconds, so that a game can be played again.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from random import Random
from statistics import fmean, stdev
from typing import Any

from msgspec import Struct

from balka.bots.staff.minds import Candidate, Mind
from balka.bots.staff.postures import Level
from balka.core.chance import draw
from balka.core.forced import forced
from balka.core.frames import CHANCE
from balka.core.state import State

SURE = 2.5  # standard errors by which another plan must be better; of five that are all alike one seems so in 7 of 100


class Depth(Struct, frozen=True):
    """How much a staff tries for a plan: steps of the engine in all, worlds for every plan and for the best of them.

    Where the end of the game is too far for that many worlds with every plan nothing is tried.
    """

    steps: int
    worlds: int = 8
    most: int = 32


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
    level: Level
    seed: str

    def tried(self, candidate: Candidate[Any], number: int, most: int) -> tuple[float, int] | None:
        """What comes of keeping to a plan to the end of one of the worlds, and the steps it took; None if too many."""
        world: State = self.view.setting.system.sample(self.view, Random(f"{self.seed}/{number}/world"))
        played = Playing(self, candidate, Random(f"{self.seed}/{number}/dice"))
        for steps in range(most):
            if world.over:
                return self.worth(world), steps
            world = played.step(world)
        return None

    def worth(self, over: State) -> float:
        """What a game that is over was worth to the side: its margin, and more or less by whether it was won."""
        verdict = over.verdict()
        winner = verdict.winner if verdict is not None else ""
        result = 0 if not winner else 1 if winner == self.side else -1
        return over.margin().get(self.side, 0.0) + self.mind.won * result


class Playing:
    """A world that is played on: our side keeps to its plan, the enemy to the one that fits his side."""

    def __init__(self, board: Board, candidate: Candidate[Any], rng: Random) -> None:
        self._board, self._rng = board, rng
        self._names = {board.side: candidate.name}
        self._plans = {board.side: (board.mind.span(board.view, board.side), candidate.plan)}

    def step(self, state: State) -> State:
        """One answer, forced, by chance or by who follows a plan."""
        only, ask = forced(state), state.asks[0]
        if only is not None:
            return state.apply(only[1], only[0].seat).state
        if ask.seat == CHANCE:
            return state.apply(draw(state, self._rng), CHANCE).state
        view, side = state.view(ask.seat), state.setting.forces[ask.force]
        return state.apply(self._board.mind.choose(view, ask.seat, self._plan(view, side), self._rng), ask.seat).state

    def _plan(self, view: State, side: str) -> Any:
        """What a side is up to, made anew when a day begins."""
        mind = self._board.mind
        span: Hashable | None = mind.span(view, side)
        if side not in self._plans or self._plans[side][0] != span:
            name = self._names.get(side)
            plan = mind.usual(view, side) if name is None else mind.kept(view, side, self._board.level, name)
            self._plans[side] = (span, plan)
        return self._plans[side][1]


def race(board: Board, candidates: Sequence[Candidate[Any]], depth: Depth) -> list[Trial]:
    """Every plan in a few worlds, then those that did better than the first in twice as many, while there are steps.

    The best comes first. Nothing is told where the end of the game is too far to be seen so often.
    """
    going, beaten = [Trial(candidate, ()) for candidate in candidates], list[Trial]()
    left, number, most = depth.steps, 0, depth.steps // (depth.worlds * len(candidates))
    while len(going) > 1 and number < depth.most:
        values, spent = _in_world(board, going, number, left if number else most)
        if len(values) < len(going):
            break
        left, number = left - spent, number + 1
        going = [Trial(one.candidate, (*one.values, value)) for one, value in zip(going, values, strict=True)]
        if number % depth.worlds == 0 and (number // depth.worlds).bit_count() == 1:
            going, out = _better(going)
            beaten = [*out, *beaten]
    return _in_order(going) + _in_order(beaten) if number >= depth.worlds else []


def _in_world(board: Board, trials: Sequence[Trial], number: int, most: int) -> tuple[list[float], int]:
    """What comes of each plan in one world, and the steps of all of them; of fewer where one needs more than it may."""
    values, spent = list[float](), 0
    for trial in trials:
        found = board.tried(trial.candidate, number, most - spent if number else most)
        if found is None:
            break
        values.append(found[0])
        spent += found[1]
    return values, spent


def _better(trials: Sequence[Trial]) -> tuple[list[Trial], list[Trial]]:
    """The first and those that did better than it, at the most half of all; and the others."""
    kept, others = trials[0], _in_order(trials[1:])
    good = [trial for trial in others[: len(trials) // 2] if trial.mean > kept.mean]
    return [kept, *good], [trial for trial in others if trial not in good]


def _in_order(trials: Sequence[Trial]) -> list[Trial]:
    """The best first; of equals the one that comes first."""
    return sorted(trials, key=lambda trial: -trial.mean)


def preferred(trials: Sequence[Trial], keep: str, price: float) -> Trial:
    """The best plan, unless the one to keep to is nearly as good, or as good within the error of the trials."""
    kept = next(trial for trial in trials if trial.candidate.name == keep)
    gains = [mine - other for mine, other in zip(trials[0].values, kept.values, strict=False)]
    return trials[0] if fmean(gains) >= max(price, SURE * _error(gains)) else kept


def _error(values: Sequence[float]) -> float:
    """The standard error of a mean; none of a single value."""
    return stdev(values) / len(values) ** 0.5 if len(values) > 1 else 0.0
