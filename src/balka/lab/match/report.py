"""What a match came to, from A's point of view: pooled, by scenario, and by the side A played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct, structs

from balka.lab.match.figures import Mean, Sprt, mean_of, wilson
from balka.lab.match.games import Result, name_of
from balka.lab.match.plan import Plan


class Share(Struct, frozen=True, kw_only=True):
    """Wins plus half the draws, with the 95 % interval of Wilson; games without an end are not among them."""

    share: float
    low: float
    high: float
    games: int
    wins: int
    draws: int
    losses: int


class Part(Share, frozen=True, kw_only=True):
    """A share, and by how many victory points A was ahead on the average."""

    margin: Mean | None


class SidePart(Part, frozen=True, kw_only=True):
    """A side: `gain` is by how many victory points A did better with it than B did against itself on the same dice."""

    gain: Mean | None


class ScenarioPart(Part, frozen=True, kw_only=True):
    """A scenario: its `margin` is of pairs, which weighs both sides alike; `pairs` counts those A was ahead in."""

    pairs: Share
    by_side: dict[str, SidePart]


class Sequential(Struct, frozen=True, kw_only=True):
    """Where the sequential test stands: `decision` is p1, p0 or empty, after so many pairs."""

    p0: float
    p1: float
    alpha: float
    beta: float
    ratio: float
    low: float
    high: float
    pairs: int
    decision: str


class Report(Share, frozen=True, kw_only=True):
    """The whole match. `without_luck` is the share as it would be had the dice favoured nobody, a mean of pairs."""

    a: str
    b: str
    seed: int
    pairs: Share
    without_luck: Mean | None
    by_scenario: dict[str, ScenarioPart]
    sprt: Sequential | None
    unfinished: list[str]


def share_of(shares: Sequence[float]) -> Share:
    """The figures of a share, from what A got of each game."""
    score, games = sum(shares), len(shares)
    low, high = wilson(score, games)
    wins, losses = sum(each == 1 for each in shares), sum(each == 0 for each in shares)
    return Share(
        share=round(score / games, 4) if games else 0.5, low=round(low, 4), high=round(high, 4),
        games=games, wins=wins, draws=games - wins - losses, losses=losses,
    )  # fmt: skip


def without_luck(results: Sequence[Result]) -> Mean | None:
    """The share as it would be had the dice favoured nobody, by pairs, so that a side that is favoured cancels out."""
    pairs = [(first.without_luck, second.without_luck) for first, second in pairs_of(results)]
    return mean_of([(first + second) / 2 for first, second in pairs if first is not None and second is not None])


def _shares(results: Sequence[Result]) -> dict[str, Any]:
    """The fields of the share of some games."""
    return structs.asdict(share_of([result.share for result in results]))


def report_of(plan: Plan, results: Sequence[Result], itself: Sequence[Result] = ()) -> Report:
    """The report of results in the order of the plan; `itself` are the games of B alone."""
    ended = [result for result in results if not result.problem]
    parts = {key: [result for result in ended if result.scenario == key] for key in plan.scenarios}
    alone = {(result.scenario, result.seed): result for result in itself if not result.problem}
    return Report(
        **_shares(ended),
        a=plan.a,
        b=plan.b,
        seed=plan.seed,
        pairs=ahead(gain for part in parts.values() for gain in gains_of(part)),
        without_luck=without_luck(ended),
        by_scenario={key: scenario_part(part, alone) for key, part in parts.items()},
        sprt=sequential(plan.sprt, ended),
        unfinished=[f"{name_of(r)}: {r.problem}" for r in (*results, *itself) if r.problem],
    )


Alone = Mapping[tuple[str, str], Result]
"""Games of B against itself, by scenario and seed."""


def scenario_part(results: Sequence[Result], alone: Alone) -> ScenarioPart:
    sides = sorted({result.side for result in results})
    gains = gains_of(results)
    return ScenarioPart(
        **_shares(results),
        margin=mean_of(gains),
        pairs=ahead(gains),
        by_side={side: _side_part([r for r in results if r.side == side], alone) for side in sides},
    )


def gains_of(results: Sequence[Result]) -> list[float]:
    """By how many points A was ahead in each pair, on the mean of both games."""
    return [(first.margin + second.margin) / 2 for first, second in pairs_of(results)]


def ahead(gains: Iterable[float]) -> Share:
    """How many pairs A was ahead in."""
    return share_of([0.5 if gain == 0 else float(gain > 0) for gain in gains])


def _side_part(results: Sequence[Result], alone: Alone) -> SidePart:
    gains = [r.margin - _margin(alone[r.scenario, r.seed], r.side) for r in results if (r.scenario, r.seed) in alone]
    return SidePart(**_shares(results), margin=mean_of([r.margin for r in results]), gain=mean_of(gains))


def _margin(result: Result, side: str) -> float:
    """The margin of a game as a side of it saw it: what one is ahead the other is behind."""
    return result.margin if result.side == side else -result.margin


def pairs_of(results: Sequence[Result]) -> list[tuple[Result, Result]]:
    """Games on the same dice with the sides swapped, both ended, in order."""
    open_games: dict[tuple[str, str, str, str], Result] = {}
    found: list[tuple[Result, Result]] = []
    for result in results:
        key = (result.a, result.b, result.scenario, result.seed)
        if key in open_games:
            found.append((open_games.pop(key), result))
        else:
            open_games[key] = result
    return found


def pair_shares(results: Sequence[Result]) -> list[float]:
    """What A got of each pair, from 0 to 1."""
    ended = [result for result in results if not result.problem]
    return [(first.share + second.share) / 2 for first, second in pairs_of(ended)]


def sequential(sprt: Sprt | None, results: Sequence[Result]) -> Sequential | None:
    if sprt is None:
        return None
    shares = pair_shares(results)
    low, high = sprt.bounds
    return Sequential(
        p0=sprt.p0, p1=sprt.p1, alpha=sprt.alpha, beta=sprt.beta, ratio=round(sprt.ratio(shares), 4),
        low=round(low, 4), high=round(high, 4), pairs=len(shares), decision=sprt.decision(shares),
    )  # fmt: skip
