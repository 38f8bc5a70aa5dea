"""Questions about a position of Kursk 1943: attacks, duties, fire, marches, supply, zones, stacking, morale."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from balka.core.checks import Check
from balka.core.choices import Refusal
from balka.core.describing.document import Entry, nearest
from balka.core.hexes import hexes_in
from balka.core.state import Work
from balka.referee.adapters import Case, Question
from balka.referee.answers import Answer, check_rows, check_values, joined, refusal_values
from balka.referee.wb95.asked import MOST_SHIFTS
from balka.systems.wb95 import movement, sheet
from balka.systems.wb95.battles import CombatPhase
from balka.systems.wb95.catalogue import MP
from balka.systems.wb95.declaring import why_not_declare
from balka.systems.wb95.disorder import morale_check
from balka.systems.wb95.duties import Obligations, obligations_of, open_debts
from balka.systems.wb95.march_refusals import why_not_go, why_not_take
from balka.systems.wb95.party import PartyMoves
from balka.systems.wb95.position import SIDES, Flight, Unit, enemy_of, force, label, units_at
from balka.systems.wb95.reach import ways
from balka.systems.wb95.sheet import Battle
from balka.systems.wb95.shelling import Shelling, shelling_check, why_not_fire
from balka.systems.wb95.stars import idle_star
from balka.systems.wb95.strikes import raid_check
from balka.systems.wb95.supply import lines, surrender_chance
from balka.systems.wb95.zones import zone

GUIDED = {
    -1: "The attacker's headquarters may take 1 off the dice; the odds take what serves him [kursk-9.2.1-a]",
    1: "The defender's headquarters may add 1 to the dice; the odds take what serves him [kursk-9.2.1-b]",
}

# -- units and places


def _unit(case: Case, entry: Entry) -> Unit:
    unit: Unit | None = case.state.position.find(entry.text().lower())
    if unit is None or unit.hex < 0:
        known = [unit.id for side in SIDES for unit in force(case.state, side).units.values() if unit.hex >= 0]
        raise entry.mistake(f"there is no unit {entry.text()!r} on the map", nearest(entry.text().lower(), known))
    return unit


def _units(case: Case, fields: Mapping[str, Entry], name: str) -> tuple[Unit, ...]:
    return tuple(_unit(case, item) for item in fields[name].one_or_more()) if name in fields else ()


def _names(units: tuple[Unit, ...]) -> tuple[str, ...]:
    return tuple(unit.id for unit in units)


def _place(case: Case, entry: Entry) -> int:
    """A hex by label or mark, or the hex a unit stands in."""
    is_unit = case.state.position.find(entry.text().lower()) is not None
    return _unit(case, entry).hex if is_unit else case.ground.place(entry)


def _aircraft(case: Case, fields: Mapping[str, Entry], name: str) -> tuple[str, ...]:
    known = [counter.id for counter in case.state.setting.catalogue.counters.values() if counter.kind == "AIR"]
    return tuple(item.one_of(known) for item in fields[name].one_or_more()) if name in fields else ()


def _told(case: Case, check: Check, refusal: Refusal | None, notes: Sequence[str] = (), **more: Any) -> Answer:
    forbidden = (f"But it is not allowed: {refusal.text()}",) if refusal else ()
    values = {**check_values(check, case.game), **refusal_values(refusal), **more}
    head = f"{check.name}: {check.tally.span(*check.tally.spread)}"
    return Answer(head, (*check_rows(check, case.game), *notes, *forbidden), values)


# -- attacks


def attack(case: Case, entry: Entry) -> Answer:
    """Both strengths, the ratio, every shift in order, and the chance of each result. [5.2.1]"""
    fields = case.asked("attack", entry)
    battle = _battle(case, fields)
    refusal = why_not_declare(case.state, _obligations(case, battle.side), battle)
    if refusal is not None and not _touch(case, battle):
        return Answer(f"No: {refusal.text()}", (), refusal_values(refusal))
    check = sheet.check(case.state, battle)
    attacking, defending = check.tallies
    column = check.tally.span(*check.tally.spread)
    row, idle = sheet.row_change(case.state, battle), _idle_stars(case, battle)
    notes = [f"No shift for a star: {reason.text()}" for reason in idle.values()]
    notes += [GUIDED[row]] if row else []
    return _told(case, check, refusal, notes, column=column, attack=attacking.spread[0],
                 defence=list(defending.spread), dice_change=row, idle_stars=list(idle))  # fmt: skip


def _touch(case: Case, battle: Battle) -> bool:
    """Does every attacker stand next to every hex? Elsewhere there is nothing to reckon."""
    board, places = case.state.setting.board, [case.state.position.find(unit_id).hex for unit_id in battle.joined]
    return all(board.are_neighbours(place, h) for place in places for h in battle.hexes)


def _idle_stars(case: Case, battle: Battle) -> dict[str, Refusal]:
    """Stars that were named and give nothing, with the reason. [15.1.2, 15.1.5, 15.1.8]"""
    idle: dict[str, Refusal] = {}
    for names, attacking in ((battle.stars, True), (battle.def_stars, False)):
        for name in names:
            unit = case.state.position.find(name)
            if reason := idle_star(case.state, battle, unit, attacking=attacking):
                idle[name] = reason
    return idle


def _battle(case: Case, fields: Mapping[str, Entry]) -> Battle:
    units = _units(case, fields, "units")
    if len({unit.side for unit in units}) != 1:
        raise fields["units"].mistake("the attackers are of one side", "name units of one side")
    hexes = tuple(dict.fromkeys(_place(case, item) for item in fields["target"].one_or_more()))
    for h in hexes:
        if not units_at(case.state, enemy_of(units[0].side), h):
            raise fields["target"].mistake(f"no enemy stands in {label(case.state, h)}", "name a hex with enemies")
    inside = tuple(unit.id for h in hexes for unit in units_at(case.state, enemy_of(units[0].side), h))
    _among(case, fields, "stars", _names(units))
    _among(case, fields, "full", (*_names(units), *_names(_units(case, fields, "guns"))))
    _among(case, fields, "defence_stars", inside)
    numbers = {name: fields[name].number(0, MOST_SHIFTS) for name in ("shifts", "defence_shifts") if name in fields}
    return Battle(
        units[0].side, hexes, _names(units), _names(_units(case, fields, "guns")), _aircraft(case, fields, "air"),
        _names(_units(case, fields, "stars")), _names(_units(case, fields, "full")), numbers.get("shifts", 0),
        _names(_units(case, fields, "defence_guns")), _aircraft(case, fields, "defence_air"),
        _names(_units(case, fields, "defence_stars")), numbers.get("defence_shifts", 0),
    )  # fmt: skip


def _among(case: Case, fields: Mapping[str, Entry], name: str, known: Sequence[str]) -> None:
    """Whoever uses a star or pays for strength takes part in the attack."""
    for item in fields[name].one_or_more() if name in fields else ():
        if _unit(case, item).id not in known:
            raise item.mistake(f"{item.text()} has no part in this attack", f"one of {joined(known)}")


def _obligations(case: Case, side: str) -> Obligations:
    """What is owed: in a Combat Phase of the side what is left of it, else what would be owed if one began now."""
    top = case.state.stack[-1] if case.state.stack else None
    if isinstance(top, CombatPhase) and top.side == side:
        return top.obligations(case.state)
    work = Work(case.state, "")
    owed = open_debts(work, side)
    return obligations_of(work.freeze(), side, owed)


def duties(case: Case, entry: Entry) -> Answer:
    """Who must attack and what must be attacked in a Combat Phase of a side. [5.1.3, 5.1.4]"""
    side = entry.one_of(SIDES)
    obligations = _obligations(case, side)
    hexes = [label(case.state, h) for h in obligations.owed]
    rows = [
        f"{unit_id} must attack one of {joined(label(case.state, h) for h in targets)} [kursk-5.1.3-a]"
        for unit_id, targets in ((unit_id, obligations.targets[unit_id]) for unit_id in obligations.obliged)
    ]
    rows += [f"{label(case.state, h)} must be attacked by one of {joined(obligations.attackers[h])} [kursk-5.1.4-a]"
             for h in obligations.owed]  # fmt: skip
    head = f"{len(obligations.obliged)} units must attack, {len(hexes)} hexes must be attacked"
    return Answer(head, tuple(rows), {"side": side, "units": list(obligations.obliged), "hexes": hexes})


def shelling(case: Case, entry: Entry) -> Answer:
    """Guns firing from a distance. [6.4, 6.5]"""
    fields = case.asked("shelling", entry)
    guns, h = _units(case, fields, "guns"), _place(case, fields["target"])
    barrage = "barrage" in fields and fields["barrage"].flag()
    _among(case, fields, "full", _names(guns))
    if len({unit.side for unit in guns}) != 1:
        raise fields["guns"].mistake("the guns are of one side", "name guns of one side")
    fire = Shelling(guns[0].side, h, _names(guns), barrage, _aircraft(case, fields, "air"),
                    full=_names(_units(case, fields, "full")))  # fmt: skip
    return _told(case, shelling_check(case.state, fire), why_not_fire(case.state, _obligations(case, fire.side), fire))


def air_attack(case: Case, entry: Entry) -> Answer:
    """Aircraft attacking the units of a hex. [8.2.6, 8.2.7]"""
    fields = case.asked("air_attack", entry)
    h = _place(case, fields["target"])
    there = [side for side in SIDES if units_at(case.state, side, h)]
    if not there:
        raise fields["target"].mistake(f"nobody stands in {label(case.state, h)}", "name a hex with enemies")
    side = fields["side"].one_of(SIDES) if "side" in fields else enemy_of(there[0])
    if side in there:
        raise fields["side"].mistake(f"{label(case.state, h)} is {side}", f"leave it out, or write {enemy_of(side)}")
    flights = tuple(Flight(plane, side, "attack", h) for plane in _aircraft(case, fields, "air"))
    return _told(case, raid_check(case.state, flights), None)


def morale(case: Case, entry: Entry) -> Answer:
    """A test against disorganisation. [5.6.2]"""
    return _told(case, morale_check(case.state, _unit(case, entry)), None)


# -- marches


def reach(case: Case, entry: Entry) -> Answer:
    """Every hex a unit can get to and stop in, with the points it takes. [3.1]"""
    unit = _unit(case, entry)
    reached = ways(case.state, movement.party_of(case.state, unit.side, (unit.id,)), unit.hex)
    able = movement.may_move(case.state, unit)
    hexes = {label(case.state, h): _points(reached.costs[h]) for h in reached.halts} if able else {}
    points = _points(movement.allowance(case.state, unit))
    rows = [f"{name} {cost:.3g}" for name, cost in sorted(hexes.items())]
    return Answer(f"{len(hexes)} hexes within {points:g} points", (joined(rows),), {"points": points, "hexes": hexes})


def move(case: Case, entry: Entry) -> Answer:
    """The cheapest way of units that stand together to a hex. [3.1.4, 3.1.11-13]"""
    fields = case.asked("move", entry)
    units, to = _units(case, fields, "units"), _place(case, fields["to"])
    if len({(unit.hex, unit.side) for unit in units}) != 1:
        raise fields["units"].mistake("units of one hex move together", "name units that stand together")
    side, start = units[0].side, units[0].hex
    reached = ways(case.state, movement.party_of(case.state, side, _names(units)), start)
    stopped = [unit for unit in units if not movement.may_move(case.state, unit)]
    if stopped or to not in reached.halts:
        party = PartyMoves(side, start, _names(units), "unit")
        refusal = why_not_take(case.state, side, stopped[0].id) if stopped else why_not_go(case.state, party, to)
        return Answer(f"No: {refusal.text()}", (), refusal_values(refusal))
    path, cost = [label(case.state, h) for h in reached.path(to)], _points(reached.costs[to])
    values = {**refusal_values(None), "cost": cost, "path": path}
    return Answer(f"{cost:.3g} points by {' '.join(path)}", (), values)


def _points(sixths: int) -> float:
    return round(sixths / MP, 3)


# -- supply, zones, stacking


def supply(case: Case, entry: Entry) -> Answer:
    """Whether a line of supply reaches a unit, and by which hexes. [10.1, 10.2.6]"""
    unit = _unit(case, entry)
    lines_of_supply = lines(case.state, unit.side)
    way = [label(case.state, h) for h in lines_of_supply.path(unit.hex)]
    chance = surrender_chance(unit.supply)
    rows = [f"From the base: {' '.join(way)}"] if way else ["No line reaches it [kursk-10.1.1-a]"]
    if not way and chance:
        rows.append(f"It surrenders on {chance} of 36 throws at level {unit.supply} [kursk-10.2.6-a]")
    head = f"{unit.id} is {'in supply' if way else 'out of supply'}"
    used = _points(lines_of_supply.costs[unit.hex]) if way else None
    values = {"supplied": bool(way), "line": way, "points": used, "level": unit.supply, "surrender": chance}
    return Answer(head, tuple(rows), values)


def zone_of_control(case: Case, entry: Entry) -> Answer:
    """The hexes in the zones of control of a side. [4.1]"""
    side = entry.one_of(SIDES)
    hexes = [label(case.state, h) for h in hexes_in(zone(force(case.state, side), case.state.setting.board))]
    return Answer(f"{len(hexes)} hexes", (joined(hexes),), {"side": side, "hexes": hexes})


def stacking(case: Case, entry: Entry) -> Answer:
    """How much of a hex is taken. [3.2.1, 3.2.2]"""
    h = _place(case, entry)
    there = [unit for side in SIDES for unit in units_at(case.state, side, h)]
    taken = sum(unit.cel for unit in there)
    rows = tuple(f"{unit.id}: {unit.cel} CEL" for unit in there)
    return Answer(f"{taken} of {movement.STACKING} CEL", rows, {"cel": taken, "limit": movement.STACKING})


QUESTIONS: Mapping[str, Question] = {
    "attack": attack,
    "duties": duties,
    "shelling": shelling,
    "air_attack": air_attack,
    "morale": morale,
    "reach": reach,
    "move": move,
    "supply": supply,
    "zone_of_control": zone_of_control,
    "stacking": stacking,
}
