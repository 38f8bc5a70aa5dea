"""A race of candidates: all are tried in the same worlds with the same dice, and now and then the worst drop out.

A candidate is first followed to the next rest by exact chance. A search that plays on then follows the few that are
best by that some moments of rest further, world by world. Playing on is noisy and done by quick replies, so what it
says is believed only as far as its noise allows, and otherwise what was seen before stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import fmean

from msgspec import Struct, field

from balka.bots.search.ahead import Ahead
from balka.bots.search.mind import Candidate, Mind
from balka.core.choices import Choice
from balka.core.dice import Rng
from balka.core.state import State

FINE = 1 << 30
QUARTERS = (0.25, 0.5, 0.75)  # of the worlds or steps, after which a third of more than two candidates drops out
LEAST_NOISE = 1e-4  # of a world, as a variance: nobody plays on so much alike that it proves anything


class Belief(Struct, frozen=True):
    """What is thought of candidates before any is played on.

    `value` is how much of a lead at the next rest lasts, `first_sight` what a lead at first sight is worth besides, and
    `spread` how far, beyond that, candidates come to lie apart in the end: a standard deviation, as is `noise`, by
    which they differ in a single world by chance alone, for as long as only one was seen. `bias` is how far playing on
    misjudges them however many worlds are seen, as nobody plays like those who reply on the way: a deviation too.
    """

    value: float = 0.6
    first_sight: float = 0.04
    spread: float = 0.04
    noise: float = 0.02
    bias: float = 0.0


class Effort(Struct, frozen=True):
    """How hard a search tries, in steps and not in seconds, so that it can be played again from its seed.

    `steps` answers are given in made-up worlds at most (the last world is finished), fewer where the Mind says that the
    game is a large one, over at most `worlds` worlds;
    `width` candidates are looked into and `played` of them played on for `turns` moments of rest, by quick replies or
    by those that a `glance` at so many candidates prefers, or `mixed` by either in every second world, as each
    misjudges in its own way; a first sight better than all others by `clear` is taken without a search. Where nothing
    is played on, `first_sight` is how much that counts beside what is found; where something is, `belief` says so.
    """

    steps: int
    worlds: int
    width: int = 6
    played: int = 4
    turns: int = 0
    glance: int = 0
    mixed: bool = False
    clear: float = 1.0
    first_sight: float = 0.0
    belief: Belief = Belief()


class Tried(Struct, kw_only=True):
    """Something tried in worlds: what it was worth at first sight, what it came to at the next rest, and by how much
    that changed later, world by world."""

    worth: float
    rests: list[float] = field(default_factory=list)
    changes: list[float] = field(default_factory=list)

    @property
    def rest(self) -> float:
        return fmean(self.rests) if self.rests else 0.0


class Found(Tried, kw_only=True):
    """A candidate on its way."""

    candidate: Candidate


def best(view: State, seat: str, rng: Rng, mind: Mind, effort: Effort) -> Choice:
    """The candidate that has led furthest."""
    return ranked(view, seat, rng, mind, effort)[0].candidate.choice


def ranked(view: State, seat: str, rng: Rng, mind: Mind, effort: Effort) -> list[Found]:
    """The candidates with what they have come to, best first: those that stayed longest stand before the others."""
    racing = [Found(candidate=candidate, worth=candidate.worth) for candidate in mind.prior(view, seat, effort.width)]
    if len(racing) < 2 or racing[0].candidate.worth - racing[1].candidate.worth > effort.clear:
        return racing
    ahead, dropped = Ahead(mind, view.setting.forces[view.ask_of(seat).force], effort.glance), list[Found]()
    if effort.turns:
        _look(view, seat, rng, ahead, racing)
        racing, dropped = _cut(racing, dropped, effort, effort.played)
    quarters, steps = list(QUARTERS), effort.steps / mind.burden(view)
    for world in range(effort.worlds):
        if ahead.steps >= steps and world:
            break
        if effort.turns:
            _play_on(view, seat, rng, ahead, racing, effort.turns, quick=effort.mixed and world % 2 == 0)
        else:
            _look(view, seat, rng, ahead, racing)
        gone_by = max(ahead.steps / steps, (world + 1) / effort.worlds)
        while quarters and gone_by >= quarters[0] and (world or not effort.turns):
            del quarters[0]
            racing, dropped = _cut(racing, dropped, effort, max(2, (2 * len(racing) + 2) // 3))
    return by_score(racing, effort) + dropped


def _cut(racing: list[Found], dropped: list[Found], effort: Effort, keep: int) -> tuple[list[Found], list[Found]]:
    """Only so many go on, and all who are out, best first."""
    racing = by_score(racing, effort)
    return racing[:keep], racing[keep:] + dropped


def _look(view: State, seat: str, rng: Rng, ahead: Ahead, racing: list[Found]) -> None:
    """One more world, the same for all with the same dice, in which they are followed to the next rest."""
    seed = rng.randrange(FINE)
    world = view.setting.system.sample(view, Random(seed))
    for found in racing:
        found.rests.append(ahead.worth(world, found.candidate.choice, seat, Random(seed + 1)))


def _play_on(view: State, seat: str, rng: Rng, ahead: Ahead, racing: list[Found], turns: int, *, quick: bool) -> None:
    """The same, and played on."""
    seed = rng.randrange(FINE)
    world = view.setting.system.sample(view, Random(seed))
    for found in racing:
        played = ahead.played_on(world, found.candidate.choice, seat, Random(seed + 2), turns, quick=quick)
        found.rests.append(played.rest)
        found.changes.append(played.change)


def by_score(racing: Sequence[Found], effort: Effort) -> list[Found]:
    if effort.turns:
        return [found for _, found in sorted(zip(scores(racing, effort.belief), racing, strict=True), key=_highest)]
    return sorted(racing, key=lambda found: -(found.rest + effort.first_sight * found.worth))


def _highest(scored: tuple[float, Found]) -> float:
    return -scored[0]


def scores(racing: Sequence[Tried], belief: Belief) -> list[float]:
    """What candidates that were played on are believed to be worth beside each other."""
    expected = _apart([belief.value * one.rest + belief.first_sight * one.worth for one in racing])
    if not racing[0].changes:
        return expected
    seen = _apart([one.rest + fmean(one.changes) for one in racing])
    believed = trust(racing, belief)
    return [guess + believed * (found - guess) for guess, found in zip(expected, seen, strict=True)]


def trust(racing: Sequence[Tried], belief: Belief) -> float:
    """How far what playing on says is believed, from nought to one; before it has begun, not at all."""
    if not racing[0].changes:
        return 0.0
    error = belief.bias**2 + noise(racing, belief) / len(racing[0].changes)
    return belief.spread**2 / (belief.spread**2 + error)


def noise(racing: Sequence[Tried], belief: Belief) -> float:
    """How much candidates differ by chance alone from each other in one world: a variance."""
    worlds = list(zip(*(_apart(found.changes) for found in racing), strict=True))
    if len(worlds) < 2 or len(racing) < 2:
        return belief.noise**2
    squares = sum(number**2 for world in worlds for number in _apart(world))
    return LEAST_NOISE + squares / ((len(worlds) - 1) * (len(racing) - 1))


def _apart(numbers: Sequence[float]) -> list[float]:
    middle = fmean(numbers)
    return [number - middle for number in numbers]
