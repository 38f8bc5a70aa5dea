"""What an Action would cost and risk, as its owner knows it before saying so."""

from __future__ import annotations

from balka.core.checks import Check, Part
from balka.core.choices import Choice
from balka.core.frames import Quote
from balka.systems.heroes.chapters.fire import is_sniper
from balka.systems.heroes.play.actions import NO_CHECK, NORMAL, Action, with_riders
from balka.systems.heroes.units import HeroesState, Unit

STEPS = ("move", "creep", "enter", "overrun")
ABOARD = ("load", "unload")
TOGETHER = "move together"


def quote_action(view: HeroesState, unit: Unit, action: Action, choice: Choice) -> Quote:
    """Cost, checks, and what is worth a warning."""
    action = with_riders(view, action)
    known = action.cost(view, unit)
    cost = known.plus(*delays(view, unit, action))
    checks = (*result_checks(view, unit, action), *foretold(view, action))
    if action.terms == NO_CHECK:
        return Quote(cost, checks, "maybe")
    economy = view.setting.edition.economy
    # what a Group Move costs shows only as its members go [10.4-a]
    paying = economy.checks(view, unit, action, cost) if action.verb != TOGETHER else ()
    warnings = (*_one_of_them(view, unit, action, checks), *economy.warnings(view, unit, known.value))
    return Quote(cost, (*checks, *paying), "maybe", warnings)


def _one_of_them(view: HeroesState, unit: Unit, action: Action, checks: tuple[Check, ...]) -> tuple[str, ...]:
    """Of several targets a Sniper attacks one. [11.8-d]"""
    picks = action.verb in ("fire", "snipe") and is_sniper(view, unit) and len(checks) > 1
    return ("A Sniper attacks one unit only: one of these is rolled, as you choose.",) if picks else ()


def delays(view: HeroesState, unit: Unit, action: Action) -> tuple[Part, ...]:
    """What dice will add to the cost of a Move that is paid for. [17.9-a, atb 18.3]"""
    aboard = action.verb in ABOARD and not view.setting.edition.vehicles.load_in_one_hex
    if not (aboard or action.verb in STEPS) or action.terms != NORMAL:
        return ()
    return tuple(part for rule in view.setting.edition.movement.delays for part in rule(view, unit, action.hex))


def rolls_of(view: HeroesState, unit: Unit, verb: str, to: int) -> tuple[Check, ...]:
    """The rolls that a Move, a Pivot or a Hidden Move within something else brings. [17.10-c, 17.10-f]"""
    return result_checks(view, unit, Action(unit.force, unit.id, verb, (), hex=to))


def result_checks(view: HeroesState, unit: Unit, action: Action) -> tuple[Check, ...]:
    """The rolls the Action itself brings, one per target."""
    deed = view.setting.edition.deeds.get(action.verb)
    return deed.checks(view, unit, action) if deed is not None and deed.checks is not None else ()


def foretold(view: HeroesState, action: Action) -> tuple[Check, ...]:
    """The rolls that will follow where the Action is taken, such as of mines underfoot. [atb 18.3.3-c]"""
    return tuple(check for rule in view.setting.edition.moments.foretold for check in rule(view, action))
