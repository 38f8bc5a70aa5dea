"""Which units may act, and everything each may do now. [2.2, 2.3]"""

from __future__ import annotations

from collections.abc import Sequence

from balka.core.choices import Choice, Node, Refusal, Token
from balka.systems.heroes import markers
from balka.systems.heroes.common import acts
from balka.systems.heroes.common.actions import Action
from balka.systems.heroes.common.acts import Limits
from balka.systems.heroes.common.costs import Now, action_tally
from balka.systems.heroes.common.economy import NO_LIMIT
from balka.systems.heroes.common.movement import entries, may_pivot
from balka.systems.heroes.common.rally import rallies, why_not_rally
from balka.systems.heroes.common.situation import is_done_for, marker_of, only_rallies
from balka.systems.heroes.units import Unit

BEFORE_ENTRY = ("embark", "sneak")  # refused by chapters of their own for who is not on the map
BASIC = ("move", "pivot", "enter", "fire", "assault", "rally")  # whose reasons know of who is not on the map


def budget(now: Now, unit: Unit, free: str) -> int:
    """What an Action may cost: anything where a card frees it, else what the unit can pay."""
    return NO_LIMIT if free else now.setting.edition.economy.limit(now, unit)


def moving_budget(now: Now, unit: Unit, free: str) -> int:
    """The same for a move, which concerns whatever it carries."""
    return NO_LIMIT if free else now.setting.edition.economy.moving_limit(now, unit)


def limits(now: Now, unit: Unit, free: str) -> Limits:
    return Limits(budget(now, unit, free), moving_budget(now, unit, free))


def may_act(now: Now, unit: Unit, free: str) -> bool:
    """Can this unit take any Action now? [2.2]"""
    if free == "spent" and not unit.spent:
        return False
    if unit.hex < 0:
        barred = free != "" and not now.setting.rulebook.entry_costs_terrain
        return not barred and not unit.carrier and bool(entries(now, unit, budget(now, unit, free)))
    if unit.marker or unit.carrier:
        if is_done_for(now, unit):
            return False
        if only_rallies(now, unit):
            return _may_rally(now, unit, budget(now, unit, free))
    if not free:
        return bool(now.setting.edition.economy.may_act(now, unit))
    turns = not unit.carrier and may_pivot(now, unit) is None
    return turns or acts_alone(now, unit, NO_LIMIT, free)


def _may_rally(now: Now, unit: Unit, limit: int) -> bool:
    return next(rallies(now, unit, limit), None) is not None


def unit_nodes(now: Now, unit: Unit, free: str, path: tuple[Token, ...]) -> Sequence[Node]:
    """The list under a unit: first its verbs, then hexes, then facings."""
    bounds = limits(now, unit, free)
    if len(path) == 1:
        before = [node for rule in now.setting.edition.ready for node in rule(now, unit, bounds.acting, path)]
        return [*_verb_nodes(now, unit, bounds), *before]
    if path[1] in now.setting.edition.act_of:
        return acts.below(now, unit, bounds, path)
    return more_nodes(now, unit, bounds.acting, path)


def more_nodes(now: Now, unit: Unit, limit: int, path: tuple[Token, ...]) -> list[Node]:
    """What the chapters let a unit do besides; a carried one uses no abilities of its own. [15.8-e]"""
    edition = now.setting.edition
    rules = (*edition.company, *(edition.riding if unit.carrier else edition.nodes))
    return [node for rule in rules for node in rule(now, unit, limit, path)]


def acts_alone(now: Now, unit: Unit, limit: int, free: str = "") -> bool:
    """Can a unit on the map do anything by itself? Whether others join it is not asked: they would ask back."""
    if only_rallies(now, unit):
        return _may_rally(now, unit, limit)
    edition = now.setting.edition
    rules = edition.riding if unit.carrier else edition.nodes
    if next(acts.words(now, unit, Limits(limit, moving_budget(now, unit, free))), None) is not None:
        return True
    return any(rule(now, unit, limit, (unit.id,)) for rule in rules)


def _verb_nodes(now: Now, unit: Unit, bounds: Limits) -> list[Node]:
    if unit.hex >= 0 and only_rallies(now, unit):
        return list(rallies(now, unit, bounds.acting))
    nodes = list(acts.words(now, unit, bounds))
    if unit.hex < 0:
        return nodes + [
            node for rule in now.setting.edition.entering for node in rule(now, unit, bounds.acting, (unit.id,))
        ]
    return nodes + more_nodes(now, unit, bounds.acting, (unit.id,))


# -- from a choice to an Action


def action_for(now: Now, unit: Unit, choice: Choice, free: str) -> Action:
    """The Action a choice declares, with its base cost."""
    action: Action = now.setting.edition.declare[choice.verb](now, unit, choice, free)
    return action


# -- refusals


def why_not_act(now: Now, unit: Unit, choice: Choice, free: str) -> Refusal:
    """The first reason why a unit may not do what was said."""
    return (
        _why_not_any(now, unit)
        or _why_not_unseen(now, unit, choice)
        or _why_not_this(now, unit, choice)
        or _why_not_pay(now, unit, choice, free)
        or Refusal("That is not possible now.", "sos-2.2-b")
    )


def _why_not_any(now: Now, unit: Unit) -> Refusal | None:
    name, marker = now.setting.name(unit.id), marker_of(now, unit)
    if is_done_for(now, unit):
        return Refusal(f"{name} counts as destroyed and can do nothing.", "sos-hit-soft-destroyed-b")
    if not only_rallies(now, unit):
        return None
    if marker is None or not markers.only_rally(marker):
        return Refusal(f"{name} rides on a vehicle that cannot act with it: it can only Rally.", "sos-15.8-a")
    if why_not_rally(now, unit) is None:
        return Refusal(f"{name} is {marker.name}: it can only Rally.", "sos-hit-soft-stunned-b")
    return None


def _why_not_unseen(now: Now, unit: Unit, choice: Choice) -> Refusal | None:
    """What a Hidden unit does in the open it does after it has been shown, facing as its owner likes. [11.1-a]"""
    if unit.id not in now.position.hidden or choice.verb in now.setting.edition.unseen:
        return None
    name = now.setting.name(unit.id)
    return Refusal(f"{name} is Hidden: it is shown first, then it acts.", "sos-11.1-a", "Say 'reveal' and a facing.")


def _why_not_this(now: Now, unit: Unit, choice: Choice) -> Refusal | None:
    act = now.setting.edition.act_of.get(choice.verb)
    if act is not None and (unit.hex >= 0 or act.verb in BASIC):
        return act.why_not(now, unit, choice)
    if unit.hex < 0 and choice.verb not in BEFORE_ENTRY:
        return Refusal(f"{now.setting.name(unit.id)} is not on the map yet.", "sos-4.12-a")
    for rule in now.setting.edition.refuse:
        reason: Refusal | None = rule(now, unit, choice)
        if reason is not None:
            return reason
    return None


def _why_not_pay(now: Now, unit: Unit, choice: Choice, free: str) -> Refusal | None:
    """Can it pay? What declares no Action by itself leads to one, which costs a point at least."""
    moves = choice.verb in now.setting.edition.moves
    limit = (moving_budget if moves else budget)(now, unit, free)
    if unit.hex < 0 or limit == NO_LIMIT:
        return None
    declares = choice.verb in now.setting.edition.declare
    cost = action_tally(now, unit, choice.verb, action_for(now, unit, choice, free).base).value if declares else 1
    return None if cost <= limit else now.setting.edition.economy.cannot_pay(now, unit, cost)
