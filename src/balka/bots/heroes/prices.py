"""What paying for an Action loses, as each edition has it paid."""

from __future__ import annotations

from collections.abc import Callable

from balka.bots.heroes.looking import Look
from balka.bots.heroes.scale import NOTHING, odds_of
from balka.systems.heroes.play.actions import Action
from balka.systems.heroes.play.costs import bears_stress
from balka.systems.heroes.play.situation import is_spent
from balka.systems.heroes.second_edition import pools
from balka.systems.heroes.second_edition.system import SecondEdition
from balka.systems.heroes.third_edition.system import ThirdEdition
from balka.systems.heroes.units import Unit

GROUP_FRESHNESS = 0.22  # of each unit of a Group
SHARED = 0.5  # of an activation of one's own, what one that is shared from its first point on is worth

Price = Callable[[Look, tuple[Unit, ...], int], float]


def price(look: Look, unit: Unit, action: Action) -> float:
    """What an Action of one unit loses."""
    view = look.view
    cost = max(0, action.cost(view, unit).value)
    return ALONE[view.setting.system.key](look, (unit,), cost)


def group_price(look: Look, members: tuple[Unit, ...], cost: int) -> float:
    """What an Action of several units at this cost loses."""
    return TOGETHER[look.view.setting.system.key](look, members, cost)


def _activation(look: Look, members: tuple[Unit, ...], cost: int) -> float:
    """APs are worth less than CAPs, and a Fresh unit's whole activation more than either."""
    view = look.view
    if all(pools.is_active(view, unit) for unit in members):
        return look.weights.ap * cost
    if any(unit.spent for unit in members):
        return look.cap * cost
    weights = look.weights
    lost = weights.opportunity_lost if pools.running(view, members[0].force) else weights.activated
    return weights.ap * cost + lost


def _joint_activation(look: Look, members: tuple[Unit, ...], cost: int) -> float:
    """The same for a Group, whose Fresh members are all Spent when the activation ends; CAPs leave them Fresh."""
    view, weights, force = look.view, look.weights, members[0].force
    fresh = sum(not pools.is_active(view, unit) for unit in members)
    if not weights.joined or not fresh or any(unit.spent for unit in members):
        return _activation(look, members, cost)
    if pools.running(view, force):
        ways = [weights.ap * cost + joining(look, fresh, pools.pool_of(view, force) - cost)]
        if fresh == len(members):
            ways.append(weights.opportunity_lost * fresh)
    else:
        ways = [weights.ap * cost + weights.activated + joining(look, fresh - 1, pools.ACTIVATION - cost)]
    if view.tracks.caps[force] >= cost:
        ways.append(look.cap * cost)
    return min(ways)


def joining(look: Look, count: int, left: int) -> float:
    """What so many Fresh units give up that share an activation with so many Action Points left."""
    return look.weights.joined * count * (1 - SHARED * max(0, left) / pools.ACTIVATION)


def _spent_check(look: Look, members: tuple[Unit, ...], cost: int) -> float:
    """The risk of being Spent, or the CAPs a Spent unit must pay."""
    if is_spent(look.view, members[0]):
        return look.cap * cost
    return look.weights.freshness * odds_of("d10", "spent", cost)["spent"] if cost else 0.0


def _shared_check(look: Look, members: tuple[Unit, ...], cost: int) -> float:
    """All become Spent together; Spent members must be paid for."""
    view = look.view
    cost += any(bears_stress(view, unit) for unit in members)
    caps, checked = look.cap * cost, bool(look.weights.shared)
    can_pay = view.tracks.caps[members[0].force] >= cost
    if any(is_spent(view, unit) for unit in members):
        return caps if can_pay or not checked else caps - NOTHING
    risk = GROUP_FRESHNESS * len(members) * odds_of("d10", "spent", cost)["spent"] if cost else 0.0
    return min(risk, caps) if can_pay and checked else risk


ALONE: dict[str, Price] = {SecondEdition.key: _activation, ThirdEdition.key: _spent_check}
TOGETHER: dict[str, Price] = {SecondEdition.key: _joint_activation, ThirdEdition.key: _shared_check}
