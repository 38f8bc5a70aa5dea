"""Which units may act, and everything each may do now. [2.2, 2.3]"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from balka.core.checks import Part
from balka.core.choices import Choice, Facing, Hex, Node, Refusal, Token, UnitId
from balka.systems.heroes import markers
from balka.systems.heroes.common import verbs
from balka.systems.heroes.common.actions import FREE_BY_CARD, NO_CHECK, NORMAL, Action
from balka.systems.heroes.common.costs import (
    PIVOT,
    RALLY,
    Now,
    action_tally,
    attack_parts,
    entry_parts,
    move_parts,
    total,
)  # fmt: skip
from balka.systems.heroes.common.economy import NO_LIMIT
from balka.systems.heroes.common.fire import (
    EQUIPMENT,
    barred,
    is_beyond,
    may_attack,
    shot_at,
    target_hexes,
    why_not_fire,
)
from balka.systems.heroes.common.movement import (
    SIDES,
    destinations,
    entry_hexes,
    may_move,
    may_pivot,
    why_not_there,
)  # fmt: skip
from balka.systems.heroes.common.rally import why_not_rally
from balka.systems.heroes.common.situation import (
    enemies_in,
    is_done_for,
    marker_of,
    only_rallies,
)
from balka.systems.heroes.units import Unit

BEFORE_ENTRY = ("embark", "sneak")  # refused by chapters of their own for who is not on the map


def budget(now: Now, unit: Unit, free: str) -> int:
    """What an Action may cost: anything where a card frees it, else what the unit can pay."""
    return NO_LIMIT if free else now.setting.edition.economy.limit(now, unit)


def moving_budget(now: Now, unit: Unit, free: str) -> int:
    """The same for a move, which concerns whatever it carries."""
    return NO_LIMIT if free else now.setting.edition.economy.moving_limit(now, unit)


def may_act(now: Now, unit: Unit, free: str) -> bool:
    """Can this unit take any Action now? [2.2]"""
    if free == "spent" and not unit.spent:
        return False
    if unit.hex < 0:
        barred = free != "" and not now.setting.rulebook.entry_costs_terrain
        return not barred and not unit.carrier and bool(_entries(now, unit, budget(now, unit, free)))
    if unit.marker or unit.carrier:
        if is_done_for(now, unit):
            return False
        if only_rallies(now, unit):
            return _may_rally(now, unit, budget(now, unit, free))
    if not free:
        return bool(now.setting.edition.economy.may_act(now, unit))
    turns = not unit.carrier and may_pivot(now, unit) is None
    return turns or acts_alone(now, unit, NO_LIMIT, free)


def affordable(now: Now, unit: Unit, verb: str, base: tuple[Part, ...], limit: int) -> bool:
    """Can the Action be paid for? A Fresh unit may take any; its cost is not even counted."""
    return limit == NO_LIMIT or total(now, unit, verb, base) <= limit


def _may_rally(now: Now, unit: Unit, limit: int) -> bool:
    return why_not_rally(now, unit) is None and affordable(now, unit, "rally", (RALLY,), limit)


def unit_nodes(now: Now, unit: Unit, free: str, path: tuple[Token, ...]) -> Sequence[Node]:
    """The list under a unit: first its verbs, then hexes, then facings."""
    limit = budget(now, unit, free)
    if len(path) == 1:
        before = [node for rule in now.setting.edition.ready for node in rule(now, unit, limit, path)]
        return [*_verb_nodes(now, unit, limit, moving_budget(now, unit, free)), *before]
    verb = path[1]
    if verb == "move":
        return _move_nodes(now, unit, moving_budget(now, unit, free), path)
    if verb == "pivot":
        return [verbs.Pivot(UnitId(unit.id), Facing(side)) for side in range(SIDES) if side != unit.facing]
    if verb == "enter":
        return _enter_nodes(now, unit, limit, path)
    if verb == "fire":
        return [verbs.Fire(UnitId(unit.id), Hex(target)) for target in _fire_targets(now, unit, limit)]
    if verb == "assault":
        return [verbs.Assault(UnitId(unit.id), UnitId(foe.id)) for foe in assault_targets(now, unit)]
    return more_nodes(now, unit, limit, path)


def more_nodes(now: Now, unit: Unit, limit: int, path: tuple[Token, ...]) -> list[Node]:
    """What the chapters let a unit do besides; a carried one uses no abilities of its own. [15.8-e]"""
    edition = now.setting.edition
    rules = (*edition.company, *(edition.riding if unit.carrier else edition.nodes))
    return [node for rule in rules for node in rule(now, unit, limit, path)]


def acts_alone(now: Now, unit: Unit, limit: int, free: str = "") -> bool:
    """Can a unit on the map do anything by itself? Whether others join it is not asked: they would ask back."""
    if unit.marker and _may_rally(now, unit, limit):
        return True
    if only_rallies(now, unit):
        return False
    edition = now.setting.edition
    rules = edition.riding if unit.carrier else edition.nodes
    base = [*_moving(now, unit, moving_budget(now, unit, free)), *_attacking(now, unit, limit)]
    return bool(base) or any(rule(now, unit, limit, (unit.id,)) for rule in rules)


def _verb_nodes(now: Now, unit: Unit, limit: int, moving: int) -> list[Node]:
    if unit.hex < 0:
        rules = now.setting.edition.entering
        return ["enter", *(node for rule in rules for node in rule(now, unit, limit, (unit.id,)))]
    rally: list[Node] = [verbs.Rally(UnitId(unit.id))] if unit.marker and _may_rally(now, unit, limit) else []
    if only_rallies(now, unit):
        return rally
    nodes = [*_moving(now, unit, moving), *_attacking(now, unit, limit), *rally]
    return nodes + more_nodes(now, unit, limit, (unit.id,))


def _moving(now: Now, unit: Unit, limit: int) -> list[Node]:
    nodes: list[Node] = ["move"] if may_move(now, unit) is None and _steps(now, unit, limit) else []
    turns = may_pivot(now, unit) is None and affordable(now, unit, "pivot", (PIVOT,), limit)
    return [*nodes, "pivot"] if turns else nodes


def _attacking(now: Now, unit: Unit, limit: int) -> list[Node]:
    if may_attack(now, unit) is not None or not affordable(now, unit, "fire", attack_parts(now, unit), limit):
        return []
    if enemies_in(now, unit.side, unit.hex):
        return ["assault"] if assault_targets(now, unit) else []
    return ["fire"] if _fire_targets(now, unit, limit) else []


def _fire_targets(now: Now, unit: Unit, limit: int) -> list[int]:
    """Hexes to fire at, as far as it can pay: a turned turret costs more. [16.3-c]"""
    found = target_hexes(now, unit)
    if limit == NO_LIMIT or ("turret" not in now.setting.kind(unit).flags and not now.setting.veterans):
        return found
    return [target for target in found if _fire_cost(now, unit, target) <= limit]


def _fire_cost(now: Now, unit: Unit, target: int) -> int:
    return total(now, unit, "fire", attack_parts(now, unit, target)) + reach_price(now, unit, target)


def reach_price(now: Now, unit: Unit, target: int) -> int:
    """CAPs for Better Equipped where nothing else would reach. [card V02]"""
    return now.setting.cards[EQUIPMENT].cost if is_beyond(now, unit, target) else 0


def assault_targets(now: Now, unit: Unit) -> list[Unit]:
    """Enemies in the hex; whoever rides is attacked with its vehicle, not alone. [6.9-b, 15.11-a]"""
    foes = [foe for foe in enemies_in(now, unit.side, unit.hex) if not foe.carrier]
    return [foe for foe in foes if not barred(now, shot_at(now, unit, foe))] if unit.marker else foes


def _steps(now: Now, unit: Unit, limit: int) -> list[int]:
    """The hexes it may go to, as far as it can pay."""
    reachable = destinations(now, unit)
    if limit == NO_LIMIT:
        return reachable
    return [to for to in reachable if total(now, unit, "move", move_parts(now, unit, to)) <= limit]


def _move_nodes(now: Now, unit: Unit, limit: int, path: tuple[Token, ...]) -> Sequence[Node]:
    if len(path) == 2:
        return _steps(now, unit, limit)
    to = path[2]
    if not isinstance(to, int):
        return ()
    return [verbs.Move(UnitId(unit.id), Hex(to), Facing(side)) for side in range(SIDES)]


def _entries(now: Now, unit: Unit, limit: int) -> list[int]:
    """The hexes it may come in by, as far as it can pay."""
    found = entry_hexes(now, unit)
    if limit == NO_LIMIT or not now.setting.rulebook.entry_costs_terrain:
        return found
    return [to for to in found if total(now, unit, "enter", entry_parts(now, unit, to)) <= limit]


def _enter_nodes(now: Now, unit: Unit, limit: int, path: tuple[Token, ...]) -> Sequence[Node]:
    if len(path) == 2:
        return _entries(now, unit, limit)
    to = path[2]
    if not isinstance(to, int):
        return ()
    return [verbs.Enter(UnitId(unit.id), Hex(to), Facing(side)) for side in range(SIDES)]


# -- from a choice to an Action


def action_for(now: Now, unit: Unit, choice: Choice, free: str) -> Action:
    """The Action a choice declares, with its base cost."""
    declared = now.setting.edition.declare.get(choice.verb)
    if declared is not None:
        action: Action = declared(now, unit, choice, free)
        return action
    terms = FREE_BY_CARD if free else NORMAL
    made = Action(unit.force, unit.id, choice.verb, (), terms)
    if isinstance(choice, verbs.Move):
        return _with(made, move_parts(now, unit, choice.to), choice.to, choice.facing)
    if isinstance(choice, verbs.Pivot):
        return _with(made, (PIVOT,), unit.hex, choice.facing)
    if isinstance(choice, verbs.Enter):
        terms = terms if now.setting.rulebook.entry_costs_terrain else NO_CHECK
        return Action(unit.force, unit.id, "enter", entry_parts(now, unit, choice.to), terms, choice.to, choice.facing)
    if isinstance(choice, verbs.Fire):
        shot = _with(made, attack_parts(now, unit, choice.target), choice.target, 0)
        return structs.replace(shot, price=reach_price(now, unit, choice.target))
    if isinstance(choice, verbs.Assault):
        return Action(unit.force, unit.id, "assault", attack_parts(now, unit), terms, unit.hex, 0, choice.target)
    return _with(made, (RALLY,), unit.hex, 0)


def _with(action: Action, base: tuple[Part, ...], place: int, facing: int) -> Action:
    return Action(action.force, action.unit, action.verb, base, action.terms, place, facing)


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
    if isinstance(choice, verbs.Move | verbs.Enter):
        return why_not_there(now, unit, choice.to)
    if isinstance(choice, verbs.Pivot):
        already = Refusal("It already faces that way.", "sos-4.6-a") if choice.facing == unit.facing else None
        return may_pivot(now, unit) or already
    if isinstance(choice, verbs.Fire):
        return why_not_fire(now, unit, choice.target)
    if isinstance(choice, verbs.Assault):
        return why_not_assault(now, unit, choice)
    if isinstance(choice, verbs.Rally):
        return why_not_rally(now, unit)
    if unit.hex < 0 and choice.verb not in BEFORE_ENTRY:
        return Refusal(f"{now.setting.name(unit.id)} is not on the map yet.", "sos-4.12-a")
    for rule in now.setting.edition.refuse:
        reason: Refusal | None = rule(now, unit, choice)
        if reason is not None:
            return reason
    return None


def why_not_assault(now: Now, unit: Unit, choice: verbs.Assault) -> Refusal | None:
    if unit.hex >= 0 and choice.target in {foe.id for foe in enemies_in(now, unit.side, unit.hex)}:
        rides = Refusal("Attack the vehicle: its load is rolled for first.", "sos-15.11-a")
        return may_attack(now, unit) or (rides if now.position.units[choice.target].carrier else None)
    return Refusal("Close Combat is only with an enemy in the same hex.", "sos-6.9-a")


def _why_not_pay(now: Now, unit: Unit, choice: Choice, free: str) -> Refusal | None:
    moves = choice.verb in now.setting.edition.moves
    limit = (moving_budget if moves else budget)(now, unit, free)
    if unit.hex < 0 or limit == NO_LIMIT:
        return None
    action = action_for(now, unit, choice, free)
    cost = action_tally(now, unit, choice.verb, action.base).value
    return None if cost <= limit else now.setting.edition.economy.cannot_pay(now, unit, cost)
