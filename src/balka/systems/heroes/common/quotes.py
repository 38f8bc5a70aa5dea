"""What an Action would cost and risk, as its owner knows it before saying so."""

from __future__ import annotations

from collections.abc import Iterable

from balka.core.checks import Check, Part
from balka.core.choices import Choice
from balka.core.frames import Quote
from balka.systems.heroes.common.actions import NO_CHECK, NORMAL, Action, assaulted, support_parts, with_riders
from balka.systems.heroes.common.fire import barred, is_sniper, rolled_for, shot_at
from balka.systems.heroes.common.rally import rally_check
from balka.systems.heroes.common.ratings import attack_check
from balka.systems.heroes.common.targets import target_named
from balka.systems.heroes.units import HeroesState, Unit

STEPS = ("move", "creep", "enter")


def quote_action(view: HeroesState, unit: Unit, action: Action, choice: Choice) -> Quote:
    """Cost, checks, and what is worth a warning."""
    action = with_riders(view, action)
    known = action.cost(view, unit)
    cost, checks = known.plus(*delays(view, unit, action)), result_checks(view, unit, action)
    if action.terms == NO_CHECK:
        return Quote(cost, checks, "maybe")
    economy = view.setting.edition.economy
    paying = economy.checks(view, unit, action, known)
    warnings = (*_one_of_them(view, unit, action, checks), *economy.warnings(view, unit, known.value))
    return Quote(cost, (*checks, *paying), "maybe", warnings)


def _one_of_them(view: HeroesState, unit: Unit, action: Action, checks: tuple[Check, ...]) -> tuple[str, ...]:
    """Of several targets a Sniper attacks one. [11.8-d]"""
    picks = action.verb in ("fire", "snipe") and is_sniper(view, unit) and len(checks) > 1
    return ("A Sniper attacks one unit only: one of these is rolled, as you choose.",) if picks else ()


def delays(view: HeroesState, unit: Unit, action: Action) -> tuple[Part, ...]:
    """What dice will add to the cost of a Move that is paid for. [atb 18.3]"""
    if action.verb not in STEPS or action.terms != NORMAL:
        return ()
    return tuple(part for rule in view.setting.edition.delays for part in rule(view, unit, action.hex))


def _rolls(view: HeroesState, unit: Unit, action: Action, names: Iterable[str]) -> tuple[Check, ...]:
    """A roll for each of these targets, but for those that a Hit Marker forbids to attack. [6.8-a, 15.13]"""
    shots = [shot_at(view, unit, target_named(view, name)) for name in names]
    bonus = support_parts(action)
    return tuple(attack_check(view, shot, bonus) for shot in shots if not barred(view, shot))


def result_checks(view: HeroesState, unit: Unit, action: Action) -> tuple[Check, ...]:
    """The rolls the Action itself brings, one per target."""
    if action.verb in ("fire", "snipe"):
        return _rolls(view, unit, action, rolled_for(view, unit, action.hex))
    if action.verb == "assault":
        return _rolls(view, unit, action, assaulted(view, action))
    if action.verb in STEPS:
        return tuple(check for rule in view.setting.edition.hazards for check in rule(view, unit, action.hex))
    more = view.setting.edition.checks.get(action.verb)
    if more is not None:
        return tuple(more(view, unit, action))
    rolls = action.verb in ("rally", view.setting.edition.roles["rally up"])
    return (rally_check(view, unit),) if rolls and unit.marker else ()
