"""A race of candidates: all are tried in the same worlds with the same dice, and the worse half drops out."""

from __future__ import annotations

from random import Random

from msgspec import Struct

from balka.bots.search.ahead import Ahead
from balka.bots.search.mind import Candidate, Mind
from balka.core.choices import Choice
from balka.core.dice import Rng
from balka.core.state import State

FINE = 1 << 30


class Effort(Struct, frozen=True):
    """How hard a search tries, in steps and not in seconds, so that it can be played again from its seed.

    `steps` answers are given in made-up worlds at most (the last world is finished), over at most `worlds` worlds;
    `width` candidates are looked into, each followed `turns` moments of rest; a first sight better than all others by
    `clear` is taken without a search; `first_sight` is how much it counts beside what is found.
    """

    steps: int
    worlds: int
    width: int = 6
    turns: int = 0
    clear: float = 1.0
    first_sight: float = 0.0


class Found(Struct):
    """A candidate on its way: what it has come to so far."""

    candidate: Candidate
    total: float = 0.0
    times: int = 0

    def mean(self, first_sight: float) -> float:
        return self.total / max(1, self.times) + first_sight * self.candidate.worth


def best(view: State, seat: str, rng: Rng, mind: Mind, effort: Effort) -> Choice:
    """The candidate that has led furthest."""
    return ranked(view, seat, rng, mind, effort)[0].candidate.choice


def ranked(view: State, seat: str, rng: Rng, mind: Mind, effort: Effort) -> list[Found]:
    """The candidates with what they have come to, best first: those that stayed longest stand before the others."""
    racing = [Found(candidate) for candidate in mind.prior(view, seat, effort.width)]
    if len(racing) < 2 or racing[0].candidate.worth - racing[1].candidate.worth > effort.clear:
        return racing
    side = view.setting.forces[view.ask_of(seat).force]
    ahead, dropped = Ahead(mind, side, effort.turns), list[Found]()
    for world in range(effort.worlds):
        if ahead.steps >= effort.steps and world:
            break
        _try_all(view, seat, rng, ahead, racing)
        if len(racing) > 2 and _is_half_time(ahead.steps, world, effort, len(dropped)):
            racing = _by_mean(racing, effort)
            keep = max(2, len(racing) // 2)
            dropped, racing = racing[keep:] + dropped, racing[:keep]
    return _by_mean(racing, effort) + dropped


def _try_all(view: State, seat: str, rng: Rng, ahead: Ahead, racing: list[Found]) -> None:
    """One more world, the same for all, and the same dice."""
    seed = rng.randrange(FINE)
    world = view.setting.system.sample(view, Random(seed))
    for found in racing:
        found.total += ahead.worth(world, found.candidate.choice, seat, Random(seed + 1))
        found.times += 1


def _is_half_time(steps: int, world: int, effort: Effort, dropped: int) -> bool:
    """Has a third of the steps or worlds gone by, or two thirds when some have dropped out already?"""
    share = max(steps / effort.steps, (world + 1) / effort.worlds)
    return share >= (2 / 3 if dropped else 1 / 3)


def _by_mean(racing: list[Found], effort: Effort) -> list[Found]:
    return sorted(racing, key=lambda found: -found.mean(effort.first_sight))
