"""What paying for an Action loses, as each edition has it paid."""

from __future__ import annotations

from collections.abc import Callable

from balka.bots.heroes.scale import CAP, FRESHNESS, odds_of
from balka.systems.heroes.play.actions import Action
from balka.systems.heroes.play.costs import bears_stress
from balka.systems.heroes.play.situation import is_spent
from balka.systems.heroes.second_edition import pools
from balka.systems.heroes.second_edition.system import SecondEdition
from balka.systems.heroes.third_edition.system import ThirdEdition
from balka.systems.heroes.units import HeroesState, Unit

AP, OPPORTUNITY_LOST, ACTIVATED = 0.05, 0.25, 0.05  # worth of an Action Point and of a unit's activation
GROUP_FRESHNESS = 0.22  # of each unit of a Group

Price = Callable[[HeroesState, tuple[Unit, ...], int], float]


def price(view: HeroesState, unit: Unit, action: Action) -> float:
    """What an Action of one unit loses."""
    cost = max(0, action.cost(view, unit).value)
    return ALONE[view.setting.system.key](view, (unit,), cost)


def group_price(view: HeroesState, members: tuple[Unit, ...], cost: int) -> float:
    """What an Action of several units at this cost loses."""
    return TOGETHER[view.setting.system.key](view, members, cost)


def _activation(view: HeroesState, members: tuple[Unit, ...], cost: int) -> float:
    """APs are worth less than CAPs, and a Fresh unit's whole activation more than either."""
    if all(pools.is_active(view, unit) for unit in members):
        return AP * cost
    if any(unit.spent for unit in members):
        return CAP * cost
    return AP * cost + (OPPORTUNITY_LOST if pools.running(view, members[0].force) else ACTIVATED)


def _spent_check(view: HeroesState, members: tuple[Unit, ...], cost: int) -> float:
    """The risk of being Spent, or the CAPs a Spent unit must pay."""
    if is_spent(view, members[0]):
        return CAP * cost
    return FRESHNESS * odds_of("d10", "spent", cost)["spent"] if cost else 0.0


def _shared_check(view: HeroesState, members: tuple[Unit, ...], cost: int) -> float:
    """All become Spent together; Spent members must be paid for."""
    cost += any(bears_stress(view, unit) for unit in members)
    if any(is_spent(view, unit) for unit in members):
        return CAP * cost
    return GROUP_FRESHNESS * len(members) * odds_of("d10", "spent", cost)["spent"] if cost else 0.0


ALONE: dict[str, Price] = {SecondEdition.key: _activation, ThirdEdition.key: _spent_check}
TOGETHER: dict[str, Price] = {SecondEdition.key: _activation, ThirdEdition.key: _shared_check}
