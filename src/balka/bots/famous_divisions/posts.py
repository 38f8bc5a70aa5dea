"""Who is sent to which place that counts: garrisons where the enemy may come, somebody where nobody stands.

Made anew from every position, out of what the side knows. For bots, no rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from balka.bots.famous_divisions.long_marches import points_to
from balka.bots.famous_divisions.places import is_secured, nearest_enemy, place_points
from balka.bots.famous_divisions.stance import Plan, Stance
from balka.core.memo import POSITION, remembered
from balka.systems.famous_divisions.model import GdState, enemy_of, kind, legs, ratings
from balka.systems.famous_divisions.position import ON_MAP, Unit

NEARER = (1.0, 0.4, 0.25)  # parts of `watch` at which a place wants one company, a second, a third
RANK = (1.0, 0.5, 0.3)  # what the first, second and third are worth beside each other


class Call(NamedTuple):
    """A company wanted in a place, and how much."""

    hex: int
    rank: int
    worth: float


Bid = tuple[float, str, Call]
"""What sending somebody is worth, negative so that the best comes first; who, and where to."""


def posts(view: GdState, plan: Plan) -> dict[str, int]:
    """The place each company is sent to that is sent anywhere by itself."""
    return _posts(view, plan, view.setting.rulebook.turns - view.turn)


@remembered(on=POSITION)
def _posts(view: GdState, plan: Plan, left: int) -> dict[str, int]:
    found: dict[str, int] = {}
    answered: set[Call] = set()
    for _, name, call in sorted(_bids(view, plan, min(plan.stance.sent, left))):
        if name not in found and call not in answered:
            found[name] = call.hex
            answered.add(call)
    return found


def _bids(view: GdState, plan: Plan, longest: float) -> Iterator[Bid]:
    calls = list(_calls(view, plan.side, plan.stance))
    ways: dict[str, list[tuple[Call, Callable[[int], float]]]] = {}  # to the places, by class
    for counter in view.position.of(plan.side):
        if not _can_be_sent(view, plan, counter):
            continue
        name, pace = legs(view, counter), max(ratings(view, counter).movement, 1)
        if name not in ways:
            ways[name] = [(call, points_to(view, name, call.hex)) for call in calls]
        for call, points in ways[name]:
            turns = points(counter.hex) / pace
            if turns <= longest:
                yield -call.worth / (1 + turns), counter.id, call


def _can_be_sent(view: GdState, plan: Plan, counter: Unit) -> bool:
    """Companies that stand on the map; guns and HQs have places of their own."""
    printed = kind(view, counter)
    return counter.status == ON_MAP and not (printed.is_hq or printed.is_artillery)


def _calls(view: GdState, side: str, stance: Stance) -> Iterator[Call]:
    """The companies wanted: one where nobody stands, and as many as the enemy is near where the place is held."""
    foes = view.position.occupied(enemy_of(side))
    for h, points in place_points(view).items():
        away = nearest_enemy(view, side, h)
        if not is_secured(view, side, h):
            if h not in foes:
                yield Call(h, 0, points * stance.grab)
            continue
        for rank in range(stance.garrison):
            if away <= stance.watch * NEARER[rank]:
                yield Call(h, rank, points * RANK[rank])
