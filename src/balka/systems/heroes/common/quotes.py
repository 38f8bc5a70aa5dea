"""What an Action would cost and risk, as its owner knows it before saying so."""

from __future__ import annotations

from balka.core.checks import Check
from balka.core.choices import Choice
from balka.core.frames import Quote
from balka.systems.heroes.common.actions import NO_CHECK, Action, support_parts
from balka.systems.heroes.common.fire import attack_check, rolled_for, shot_at
from balka.systems.heroes.common.rally import rally_check
from balka.systems.heroes.common.situation import caps
from balka.systems.heroes.common.spending import in_caps
from balka.systems.heroes.third_edition.payment import spent_check
from balka.systems.heroes.units import HeroesState, Unit


def quote_action(view: HeroesState, unit: Unit, action: Action, choice: Choice) -> Quote:
    """Cost, checks, and what is worth a warning."""
    cost = action.cost(view, unit)
    checks = result_checks(view, unit, action)
    if action.terms == NO_CHECK:
        return Quote(cost, checks, "maybe")
    spent = () if unit.spent or not cost.value else (spent_check(cost, view.setting.name(unit.id)),)
    return Quote(cost, (*checks, *spent), "maybe", warnings(view, unit, cost.value))


def result_checks(view: HeroesState, unit: Unit, action: Action) -> tuple[Check, ...]:
    """The rolls the Action itself brings, one per target."""
    if action.verb in ("fire", "snipe"):
        bonus = support_parts(action)
        targets = [one for name in rolled_for(view, unit, action.hex) if (one := view.position.units.get(name))]
        return tuple(attack_check(view, shot_at(view, unit, target), bonus) for target in targets)
    if action.verb == "assault":
        return (attack_check(view, shot_at(view, unit, view.position.units[action.target]), support_parts(action)),)
    more = view.setting.edition.checks.get(action.verb)
    if more is not None:
        return tuple(more(view, unit, action))
    return (rally_check(view, unit),) if action.verb in ("rally", "04") and unit.marker else ()


def warnings(view: HeroesState, unit: Unit, cost: int) -> tuple[str, ...]:
    if unit.spent and cost:
        return (f"{view.setting.name(unit.id)} is Spent: the {cost}AP must be paid with {cost} of your "
                f"{in_caps(caps(view, unit.force))}.",)  # fmt: skip
    return ("A cost of 7AP or more always makes the unit Spent.",) if cost >= 7 else ()
