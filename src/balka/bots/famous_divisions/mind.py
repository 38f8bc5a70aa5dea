"""Famous Divisions for a staff: a posture for all when a turn begins, then for battalions that meet the enemy."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, inf

from msgspec import structs

from balka.bots.famous_divisions.judgement import exits, price
from balka.bots.famous_divisions.places import nearest_enemy, place_points
from balka.bots.famous_divisions.postures import WORDS, fitted, posture, regular, stances
from balka.bots.famous_divisions.stance import Plan
from balka.bots.famous_divisions.worth import planned
from balka.bots.judging import best
from balka.bots.staff.minds import Candidate
from balka.core.choices import Choice
from balka.core.dice import Rng
from balka.systems.famous_divisions.model import GdState, enemy_of, kind
from balka.systems.famous_divisions.position import ON_MAP
from balka.systems.famous_divisions.setup import Setup
from balka.systems.famous_divisions.victory import points

WON = 4.0  # the game, in victory points
COUNTER = 0.015  # a point of a counter's price
SPENT = 8.0  # turns before the end over which that fades: in 386 games it came to a tenth in the last three
NEAR = 0.5  # the part of its points that a place within reach is worth
REACH = 4.0  # hexes over which that fades
LATE = 3.0  # and turns before the end
MEETS = 8  # hexes to the enemy within which another posture of a battalion makes a difference
GONE = 0.15  # a company at the edge of the map, where leaving it brings a point


class GdMind:
    """Opinions for a staff of Famous Divisions."""

    def price(self, view: GdState, side: str) -> float:
        """One and a half for who scores, as trials are off by as much. A defender keeps to his posture: a look at a few
        turns favours whoever strikes."""
        return 1.5 if side == view.setting.rulebook.scorer else inf

    def span(self, view: GdState, side: str) -> int | None:
        """The turn, once both sides are set up."""
        return None if isinstance(view.stack[-1], Setup) else view.turn

    def begins(self, view: GdState, side: str) -> bool:
        return False

    def until(self, state: GdState, side: str) -> int:
        return state.turn

    def stretches(self, view: GdState, side: str) -> int:
        """Two turns, so that both sides have acted after whoever was drawn last."""
        return 2

    def usual(self, view: GdState, side: str) -> Plan:
        return regular(view, side)

    def choose(self, view: GdState, seat: str, plan: Plan, rng: Rng) -> Choice:
        """The choice worth most to who follows the plan; ties are broken at random."""
        return best(view, seat, lambda choice: planned(view, plan, choice), rng)

    def candidates(self, view: GdState, side: str, last: Candidate[Plan] | None) -> Sequence[Candidate[Plan]]:
        """The posture that fits the scenario first, then the others."""
        names = dict.fromkeys((fitted(view, side), *stances(view, side)))
        return [Candidate(name, posture(view, side, name), WORDS[name]) for name in names]

    def variants(self, view: GdState, side: str, chosen: Candidate[Plan]) -> Sequence[Sequence[Candidate[Plan]]]:
        """For each battalion the enemy is near, the nearest first, the plan with another posture for it."""
        known = stances(view, side)
        return [
            [_changed(view, chosen, one, name) for name in known if known[name] is not chosen.plan.of(one)]
            for one in near_the_enemy(view, side)
        ]

    def value(self, state: GdState, side: str) -> float:
        worth = scorer_value(state)
        return worth if side == state.setting.rulebook.scorer else -worth


def near_the_enemy(view: GdState, side: str) -> list[str]:
    """The battalions of which somebody may meet the enemy this turn, the nearest first."""
    away: dict[str, int] = {}
    for counter in view.position.of(side):
        battalion = kind(view, counter).battalion
        away[battalion] = min(away.get(battalion, MEETS + 1), nearest_enemy(view, side, counter.hex))
    return [battalion for hexes, battalion in sorted((h, b) for b, h in away.items()) if hexes <= MEETS]


def _changed(view: GdState, chosen: Candidate[Plan], battalion: str, name: str) -> Candidate[Plan]:
    others = {**chosen.plan.others, battalion: stances(view, chosen.plan.side)[name]}
    title = view.setting.catalogue.battalion_names.get(battalion, battalion)
    plan = structs.replace(chosen.plan, others=others)
    return Candidate(f"{chosen.name}, {title} {name}", plan, f"{chosen.words}; {title} {WORDS[name]}")


# -- how it stands


def scorer_value(state: GdState) -> float:
    """How the side that scores stands: points now, counters left, and the places within reach of either side."""
    book, total = state.setting.rulebook, float(points(state))
    if state.over:
        return total + (WON if total >= book.win else -WON)
    left = book.turns - state.turn + 1
    return total + min(1.0, left / SPENT) * _counters(state) + min(1.0, left / LATE) * (_reach(state) + _leaving(state))


def _counters(state: GdState) -> float:
    scorer = state.setting.rulebook.scorer
    return COUNTER * sum(
        price(state, counter.id) * (1 if counter.side == scorer else -1)
        for counter in state.position.units.values()
        if counter.status == ON_MAP
    )


def _reach(state: GdState) -> float:
    labels, holders, scorer = state.setting.board.labels, state.position.holders, state.setting.rulebook.scorer
    total = 0.0
    for h, worth in place_points(state).items():
        mine = holders.get(labels[h]) == scorer
        total += NEAR * worth * (-_nearness(state, enemy_of(scorer), h) if mine else _nearness(state, scorer, h))
    return total


def _nearness(state: GdState, side: str, h: int) -> float:
    row = state.setting.board.distances(h)
    away = (row[counter.hex] for counter in state.position.of(side) if is_company(state, counter.id))
    return exp(-min(away, default=99) / REACH)


def is_company(state: GdState, unit_id: str) -> bool:
    return not kind(state, unit_id).is_hq and not kind(state, unit_id).is_artillery


def _leaving(state: GdState) -> float:
    """What companies are worth that stand near the edge they may leave by."""
    rows = [state.setting.board.distances(h) for h in exits(state)]
    if not rows:
        return 0.0
    own = [u for u in state.position.of(state.setting.rulebook.scorer) if is_company(state, u.id)]
    return GONE * sum(exp(-min(row[counter.hex] for row in rows) / REACH) for counter in own)


mind = GdMind()
