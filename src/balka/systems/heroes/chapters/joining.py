"""Who may act together: those who stand side by side, and who hides there and comes out. [10.1, 10.2, atb 9.1]"""

from __future__ import annotations

from collections.abc import Sequence

from balka.systems.heroes.chapters.group_moves import can_set_out
from balka.systems.heroes.play.actions import UNLOAD_TOGETHER
from balka.systems.heroes.play.choosing import may_act, may_enter
from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.play.situation import only_rallies
from balka.systems.heroes.units import Unit


def near(now: Now, members: Sequence[Unit]) -> int:
    """Hexes a further member may stand in: those of the Group and the ones around them.

    [10.2-a, atb 9.1-b, atb 9.1.1-e]
    """
    mask = 0
    for unit in members:
        mask |= 1 << unit.hex | now.setting.board.around[unit.hex]
    return mask


def ride_alike(now: Now, first: Unit, unit: Unit) -> bool:
    """Loads that have been hit rally with anybody near; in some editions loads get off together. [10.9-a, atb 9.1-a]"""
    if not first.carrier and not unit.carrier:
        return True
    return bool(first.marker and unit.marker) or bool(first.carrier and unit.carrier and get_off_together(now))


def get_off_together(now: Now) -> bool:
    return UNLOAD_TOGETHER in now.setting.edition.deeds


def only_rally(now: Now, members: Sequence[Unit]) -> bool:
    """Is there one among them who can do nothing else: Stunned, or on a vehicle? [10.9-a, 15.8-d]"""
    return any(unit.carrier or only_rallies(now, unit) for unit in members)


def takes_part(now: Now, unit: Unit, free: str) -> bool:
    """Able to act, or to play a card with others or support them; who waits, able to come in.

    [10.1-b, 4.12-e, atb 9.1-f, atb 9.1.2-i]
    """
    if unit.hex < 0 and not may_enter(now, unit, free):
        return False
    return may_act(now, unit, free) or (not free and bool(now.setting.edition.economy.joins_others(now, unit)))


def hidden_beside(now: Now, members: Sequence[Unit]) -> list[Unit]:
    """Hidden units that a Group in view could call out: they stand on the map and do not ride. [atb 9.1-b]"""
    if not now.position.hidden or not now.setting.edition.hiding.comes_out_to_join or members[0].hex < 0:
        return []
    beside = near(now, members)
    own = (unit for unit in now.position.hidden.values() if unit.force == members[0].force and not unit.carrier)
    return [unit for unit in own if unit.hex >= 0 and beside >> unit.hex & 1]


def comes_out(now: Now, members: Sequence[Unit], unit: Unit, free: str) -> bool:
    """Can it act, and the Group go or turn with it, whichever way it faces? [atb 9.1-a, 10.0.1-a, 2.2-a]"""
    return not only_rally(now, members) and takes_part(now, unit, free) and can_set_out(now, (*members, unit), free)
