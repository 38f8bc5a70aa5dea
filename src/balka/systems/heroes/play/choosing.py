"""Which units may act, and everything each may do now. [2.2, 2.3]"""

from __future__ import annotations

from collections.abc import Sequence

from balka.core.choices import Choice, Node, Refusal, Token
from balka.core.memo import remembered
from balka.systems.heroes import markers
from balka.systems.heroes.chapters.movement import entries, least_delay, may_pivot
from balka.systems.heroes.chapters.rally import rallies, why_not_rally
from balka.systems.heroes.play import acts
from balka.systems.heroes.play.actions import Action
from balka.systems.heroes.play.acts import HIDDEN, Limits
from balka.systems.heroes.play.costs import Now, action_tally
from balka.systems.heroes.play.economy import NO_LIMIT
from balka.systems.heroes.play.situation import carries_destroyed_marker, is_spent, marker_of, only_rallies, seen_unit
from balka.systems.heroes.play.verbs import Move
from balka.systems.heroes.units import HeroesState, Unit


def budget(now: Now, unit: Unit, free: str) -> int:
    """What an Action may cost: anything where a card frees it, else what the unit can pay."""
    return NO_LIMIT if free else now.setting.edition.economy.limit(now, unit)


def moving_budget(now: Now, unit: Unit, free: str) -> int:
    """The same for a move, which concerns whatever it carries."""
    return NO_LIMIT if free else now.setting.edition.economy.moving_limit(now, unit)


def limits(now: Now, unit: Unit, free: str) -> Limits:
    acting = budget(now, unit, free)
    return Limits(acting, moving_budget(now, unit, free) if now.position.loads else acting)


@remembered
def orders_for(view: HeroesState, name: str, free: str) -> Limits | None:
    """What the Actions of a unit may cost if it can take any: asked for at every word of a list, worked out once."""
    unit = seen_unit(view, name)
    return limits(view, unit, free) if may_act(view, unit, free) else None


def may_act(now: Now, unit: Unit, free: str) -> bool:
    """Can this unit take any Action now? What frees the Spent frees who is bound to one. [2.2, 15.8-a, card 01]"""
    if free == "spent" and not is_spent(now, unit):
        return False
    if unit.hex < 0:
        barred = free != "" and not now.setting.edition.entering.by_freed_action
        return not barred and not unit.carrier and (may_enter(now, unit, free) or _embarks(now, unit))
    if unit.marker or unit.carrier:
        if carries_destroyed_marker(now, unit):
            return False
        if only_rallies(now, unit):
            by_card = not free and bool(now.setting.edition.economy.begins_by_card(now, unit))
            return by_card or _may_rally(now, unit, budget(now, unit, free))
    if not free:
        return bool(now.setting.edition.economy.may_act(now, unit))
    return may_pivot(now, unit) is None or acts_alone(now, unit, NO_LIMIT, free)


def may_enter(now: Now, unit: Unit, free: str) -> bool:
    """Has a waiting unit a hex to come in by, at a price it and whoever it carries can pay? [4.12, atb 17.0-g]"""
    return bool(entries(now, unit, moving_budget(now, unit, free)))


def _embarks(now: Now, unit: Unit) -> bool:
    """Can a waiting unit that has no hex of its own to come in by get onto a vehicle that has? [4.12-e]"""
    beside = (act for act in now.setting.edition.acts_of[acts.BESIDE_MAP] if act.begin is not None)
    return any(not act.leads_on and acts.is_offered(now, unit, act, 0) for act in beside)


def _may_rally(now: Now, unit: Unit, limit: int) -> bool:
    return next(rallies(now, unit, limit), None) is not None


def unit_nodes(now: Now, unit: Unit, bounds: Limits, path: tuple[Token, ...]) -> Sequence[Node]:
    """The list under a unit: first its verbs, then hexes, then facings."""
    return list(acts.words(now, unit, bounds)) if len(path) == 1 else acts.following(now, unit, bounds, path)


def acts_alone(now: Now, unit: Unit, limit: int, free: str = "") -> bool:
    """Can a unit do anything by itself? Whether others join it is not asked: they would ask back."""
    return acts.acts_alone(now, unit, Limits(limit, moving_budget(now, unit, free)))


# -- from a choice to an Action


def action_for(now: Now, unit: Unit, choice: Choice, free: str) -> Action:
    """The Action a choice declares, with its base cost."""
    declared = now.setting.edition.act_of[choice.verb].action
    assert declared is not None
    return declared(now, unit, choice, free)


# -- refusals


def why_not_act(now: Now, unit: Unit, choice: Choice, free: str) -> Refusal:
    """The first reason why a unit may not do what was said."""
    return (
        _why_not_any(now, unit)
        or _why_not_unseen(now, unit, choice)
        or _why_not_this(now, unit, choice)
        or _why_not_pay(now, unit, choice, free)
        or Refusal("That is not possible now.", "sos-2.2-b atb-2.2-y")
    )


def _why_not_any(now: Now, unit: Unit) -> Refusal | None:
    name, marker = now.setting.name(unit.id), marker_of(now, unit)
    if carries_destroyed_marker(now, unit):
        return Refusal(f"{name} counts as destroyed and can do nothing.", "sos-hit-soft-destroyed-b atb-7.4-h")
    if not only_rallies(now, unit):
        return None
    if marker is None or not markers.only_rally(marker):
        return Refusal(
            f"{name} rides on a vehicle that cannot act with it: it can only Rally.", "sos-15.8-a atb-17.0-g"
        )
    if why_not_rally(now, unit) is None:
        # [atb-hit-foot-stunned-b, atb-hit-veh-stunned-b]
        return Refusal(f"{name} is {marker.name}: it can only Rally.", "sos-hit-soft-stunned-b atb-hit-foot-stunned-b")
    return None


def _why_not_unseen(now: Now, unit: Unit, choice: Choice) -> Refusal | None:
    """What a Hidden unit does in the open it does after it has been shown, facing as its owner likes. [11.1-a]"""
    act = now.setting.edition.act_of.get(choice.verb)
    if unit.id not in now.position.hidden or (act is not None and HIDDEN in act.said):
        return None
    name = now.setting.name(unit.id)
    return Refusal(
        f"{name} is Hidden: it is shown first, then it acts.", "sos-11.1-a atb-10.0.1-a", "Say 'reveal' and a facing."
    )


def _why_not_this(now: Now, unit: Unit, choice: Choice) -> Refusal | None:
    act = now.setting.edition.act_of.get(choice.verb)
    if unit.hex < 0 and (act is None or not act.knows_off_map):
        return Refusal(f"{now.setting.name(unit.id)} is not on the map yet.", "sos-4.12-a atb-5.5-d")
    return act.why_not(now, unit, choice) if act is not None else None


def _why_not_pay(now: Now, unit: Unit, choice: Choice, free: str) -> Refusal | None:
    """Can it pay? What declares no Action by itself leads to one, which costs a point at least."""
    act, bounds = now.setting.edition.act_of.get(choice.verb), limits(now, unit, free)
    limit = act.limit(bounds) if act is not None else bounds.acting
    if unit.hex < 0 or limit == NO_LIMIT:
        return None
    base = act.action(now, unit, choice, free).base if act is not None and act.action is not None else None
    cost = action_tally(now, unit, choice.verb, base).value if base is not None else 1
    cost += least_delay(now, unit, choice.to) if isinstance(choice, Move) else 0
    return None if cost <= limit else now.setting.edition.economy.cannot_pay(now, unit, cost)
