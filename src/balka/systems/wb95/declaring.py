"""Why an attack cannot be declared as it was put together. [5.1, 5.2.1, 6.3, 8.2.2, 9.1.6, 10.2.3]"""

from __future__ import annotations

from collections.abc import Iterator

from balka.core.choices import Refusal
from balka.systems.wb95 import sheet
from balka.systems.wb95.battle_resolution import aircraft, guns_in_range
from balka.systems.wb95.duties import Combat, Obligations, attackable, closure, is_one_combat, may_attack
from balka.systems.wb95.headquarters import shifts_near
from balka.systems.wb95.marks import Mark
from balka.systems.wb95.position import WbState, label, name_of, printed, unit_of
from balka.systems.wb95.sheet import Battle

BESIDE, ONCE, TOGETHER = "kursk-5.1.2-a", "kursk-5.1.1-a", "kursk-5.1.5-a"


def why_not_declare(view: WbState, obligations: Obligations, battle: Battle) -> Refusal | None:
    """The first thing that forbids an attack, whoever is in it and whatever helps either side."""
    return next(_reasons(view, obligations, battle), None)


def _reasons(view: WbState, obligations: Obligations, battle: Battle) -> Iterator[Refusal]:
    checks = (
        *(why_no_attacker(view, battle, unit_id) for unit_id in battle.joined),
        why_not_together(view, obligations, Combat(battle.joined, battle.hexes, battle.guns)),
        *(why_no_gun(view, battle, gun) for gun in battle.guns),
        *(why_no_aircraft(view, battle, plane) for plane in battle.air),
        *(why_not_full(view, unit_id) for unit_id in battle.full),
        why_no_shifts(view, battle.side, battle, battle.shifts),
        *(why_no_defending_gun(view, battle, gun) for gun in battle.def_guns),
        *(why_no_cover(view, battle, plane) for plane in battle.def_air),
        why_no_shifts(view, battle.foe, battle, battle.def_shifts),
    )
    return (reason for reason in checks if reason is not None)


# -- who attacks


def why_no_attacker(view: WbState, battle: Battle, name: str) -> Refusal | None:
    """Regular units that have not fought attack hexes next to them. [1.2, 5.1.1, 5.1.2, 5.1.10]"""
    unit, called = unit_of(view, name), name_of(view, name)
    if not may_attack(view, unit):
        if unit.has(Mark.FOUGHT):
            return Refusal(f"{called} has fought in this phase.", ONCE)
        if printed(view, unit).towed:
            return Refusal(f"{called} is towed and cannot attack.", "kursk-5.1.10-a")
        return Refusal(f"{called} is no regular unit and cannot attack.", BESIDE)
    if not all(view.setting.board.are_neighbours(unit.hex, h) for h in battle.hexes):
        return Refusal(f"{called} is not next to every hex that is attacked.", BESIDE)
    spent = [h for h in battle.hexes if not attackable(view, battle.side, h, ())]
    return Refusal(f"All in {label(view, spent[0])} have fought in this phase.", ONCE) if spent else None


def why_not_together(view: WbState, obligations: Obligations, combat: Combat) -> Refusal | None:
    """All stand on one hex or attack one, and nobody is left with a debt he can no longer meet. [5.1.3-5.1.5]"""
    whole = closure(obligations, combat)
    if is_one_combat(obligations, combat) and whole == combat:
        return None
    return left_alone(view, combat, whole)


def left_alone(view: WbState, combat: Combat, whole: Combat) -> Refusal:
    """Who would be left without anybody to attack or to be attacked by."""
    for h in whole.hexes:
        if h not in combat.hexes:
            return Refusal(f"{label(view, h)} would be left with nobody to attack it.", "kursk-5.1.4-a")
    for unit_id in whole.units:
        if unit_id not in combat.units:
            return Refusal(f"{name_of(view, unit_id)} would be left with nobody to attack.", "kursk-5.1.3-a")
    return Refusal("All attackers or all defenders must stand on one hex.", TOGETHER)


# -- what helps


def why_no_gun(view: WbState, battle: Battle, name: str) -> Refusal | None:
    """Guns ready to fire support whoever attacks within their range, and do not attack themselves. [6.3.2]"""
    if name in battle.joined:
        return Refusal(f"{name_of(view, name)} attacks itself.", "kursk-6.3.2-a")
    in_range = guns_in_range(view, battle.side, [unit_of(view, unit_id).hex for unit_id in battle.joined])
    return None if name in in_range else Refusal(f"{name_of(view, name)} cannot support this attack.", "kursk-6.3.2-a")


def why_no_aircraft(view: WbState, battle: Battle, name: str) -> Refusal | None:
    """Aircraft that were sent to support an attack there take part. [8.2.2]"""
    if name in aircraft(view, battle):
        return None
    return Refusal(f"{name_of(view, name)} flies no support over what is attacked.", "kursk-8.2.2-a")


def why_not_full(view: WbState, name: str) -> Refusal | None:
    """Only who is out of supply pays for its whole strength. [10.2.3]"""
    if unit_of(view, name).supply > 0:
        return None
    return Refusal(f"{name_of(view, name)} is in supply and has its whole strength.", "kursk-10.2.3-b")


def why_no_shifts(view: WbState, side: str, battle: Battle, count: int) -> Refusal | None:
    """Shifts won by destroying a headquarters near. [9.1.6, 9.1.7]"""
    most = shifts_near(view, side, battle.hexes)
    if count <= most:
        return None
    return Refusal(f"The {side.capitalize()} side has {most} shifts to spend there.", "kursk-9.1.6-a")


def why_no_defending_gun(view: WbState, battle: Battle, name: str) -> Refusal | None:
    """Guns in range help regular units that are attacked in another hex. [6.3.1, 6.3.3]"""
    if not sheet.takes_support(view, battle):
        return Refusal("Guns support regular units, and none is attacked.", "kursk-6.3.1-a")
    inside = {unit.id for unit in sheet.defenders(view, battle)}
    if name in guns_in_range(view, battle.foe, battle.hexes) and name not in inside:
        return None
    return Refusal(f"{name_of(view, name)} cannot support this defence.", "kursk-6.3.3-a")


def why_no_cover(view: WbState, battle: Battle, name: str) -> Refusal | None:
    """Aircraft that were sent to cover a hex take part in its defence. [8.2.4]"""
    flights = [flight for flight in view.position.air if flight.side == battle.foe and flight.mission == "cover"]
    if any(flight.unit == name and flight.hex in battle.hexes for flight in flights):
        return None
    return Refusal(f"{name_of(view, name)} covers no hex that is attacked.", "kursk-8.2.4-a")
