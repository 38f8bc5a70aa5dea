"""Hidden units that are found: they stand on the map for all to see, and their owner turns them. [11.2]"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from balka.core.choices import Choice, Facing, Node, Refusal, Token, UnitId
from balka.core.frames import Ask, Frame, asking
from balka.core.hexes import hexes_in
from balka.core.memo import remembered
from balka.systems.heroes.events.hiding import Discovery, Revealed
from balka.systems.heroes.markers import destroys
from balka.systems.heroes.play.costs import is_stressed
from balka.systems.heroes.play.situation import enemies_in, loads_of
from balka.systems.heroes.setting import HeroesSetting
from balka.systems.heroes.units import HeroesState, HeroesWork, Unit

FACINGS = 6


class Face(Choice, frozen=True):
    """How a unit faces that has just been found. [11.2-b, atb 10.0-b]"""

    verb = "face"
    final = "maybe"
    subject = "unit"
    unit: UnitId
    facing: Facing


def reveal(work: HeroesWork, unit: Unit, why: Discovery, rule: str) -> None:
    """Put the unit on its noted hex; its owner picks the facing. A load is found with its vehicle. [15.8-a, 11.2-a]"""
    vehicle = work.position.hidden.get(unit.carrier, unit)
    if vehicle.id in work.position.hidden:
        show(work, vehicle, why, rule)
        work.push(Turning(vehicle.force, vehicle.id))


def show(work: HeroesWork, unit: Unit, why: Discovery, rule: str, facing: int = 0) -> None:
    """The unit stands on the map for all to see; until its owner turns it, its facing tells nothing. [11.2-b]

    Where an enemy in view is inside the works it hid in, it stands on top of them. [17.2-c]
    """
    held = any(foe.inside for foe in enemies_in(work, unit.side, unit.hex))
    unit = unit.changed(facing=facing, inside=unit.inside and not held)
    found = work.position.without(unit.id)
    work.position = found.changed(units=dict(sorted({**found.units, unit.id: unit}.items())))
    states = (unit.spent, is_stressed(work, unit), bool(unit.marker))
    work.tell(Revealed(rule, unit.force, unit.id, unit.hex, why, *states))
    work.barrier = True
    for load in loads_of(work, unit):
        if load.id in work.position.hidden:
            show(work, load, Discovery.WITH_VEHICLE, rule, facing)


def find(work: HeroesWork, hexagon: int) -> list[Unit]:
    """Whoever hides in a hex with a unit in view is shown, also who has just come; each is to be turned.

    [11.1-b, atb 10.0.2-a]
    """
    hiding = [unit for unit in work.position.hidden.values() if unit.hex == hexagon and not unit.carrier]
    if not work.position.at(hexagon) and not work.setting.edition.hiding.meet(hiding):
        return []
    why, rule = Discovery.SHARED_HEX, "sos-11.1-b atb-10.0.2-a"
    if not work.position.at(hexagon):
        why, rule = Discovery.MET_IN_HIDING, "atb-10.0.4-b"
    for unit in hiding:
        show(work, unit, why, rule)
    return hiding


def look_for_nobody(work: HeroesWork, side: str) -> None:
    """Where enemies or their mines may lie unseen, to find nothing is to learn something: undo ends there. [11.0-b]

    That some are Hidden all know; whether they are here may not show in what can be taken back.
    """
    if any(unit.side != side for unit in work.position.hidden.values()) or _works_unseen(work, side):
        work.barrier = True


def come_upon_markers(work: HeroesWork, unit: Unit, came: int) -> None:
    """Next to a face-down marker one learns whether it is a Destroyed one, either way: undo ends there.

    [7.2-d, sos-hit-soft-destroyed-c, sos-hit-armored-destroyed-c]
    """
    if unit.id in work.position.hidden:
        return
    near = hexes_in(work.setting.board.around[unit.hex] | 1 << unit.hex)
    foes = (foe for place in near for foe in work.position.at(place) if foe.side != unit.side)
    if any(_may_be_destroyed(work, foe) and _is_new_to(work, unit, came, foe) for foe in foes):
        work.barrier = True


def _may_be_destroyed(work: HeroesWork, foe: Unit) -> bool:
    """Could its face-down marker be one that waits until an enemy is near, as all may think? [7.5]"""
    if not foe.marker or foe.shown:
        return False
    combat = work.setting.edition.combat
    pile = foe.pile or combat.pile_of(work, foe)
    kinds = (marker for marker in work.setting.markers.values() if marker.pile == pile and destroys(marker))
    return any(not combat.destroyed_at_once(work, marker) for marker in kinds)


def _is_new_to(work: HeroesWork, unit: Unit, came: int, foe: Unit) -> bool:
    """Has nobody of a unit's side been next to an enemy before it came?"""
    near = work.setting.board.around[foe.hex] | 1 << foe.hex
    if came >= 0 and near >> came & 1:
        return False
    friends = (friend for place in hexes_in(near) for friend in work.position.at(place) if friend.side == unit.side)
    return all(unit.id in (friend.id, friend.carrier) for friend in friends)


def _works_unseen(work: HeroesWork, side: str) -> bool:
    """Whether the enemy has more works of a kind of which some were Hidden than have been seen. [17.10-a]"""
    given = works_given(work)
    if not given:
        return False
    seen = Counter((works.side, works.kind) for works in work.position.works.values() if not works.hidden)
    gone = works_gone(work)
    return any(number > seen[each] + gone[each] for each, number in given.items() if each[0] != side)


def works_given(now: HeroesState | HeroesWork) -> Counter[tuple[str, str]]:
    """How many works a side has of each kind that may lie Hidden: listed in the Mission, or laid in play as all heard.

    [17.10-a, card 17, atb-card-40-b]
    """
    laid = Counter((whose, kind) for whose, _, kind in (text.partition(" ") for text in now.tracks.wired) if kind)
    every, hidden = _printed(now.setting)
    return Counter({each: every[each] + laid[each] for each in sorted(hidden | laid.keys())})


def works_gone(now: HeroesState | HeroesWork) -> Counter[tuple[str, str]]:
    """How many of them have been cleared away. [card 16]"""
    return Counter((whose, kind) for whose, _, kind in (text.partition(" ") for text in now.tracks.cleared))


@remembered
def _printed(setting: HeroesSetting) -> tuple[Counter[tuple[str, str]], set[tuple[str, str]]]:
    """How many works of each side and kind the Mission lists, and of which kinds some are Hidden."""
    every = Counter((entry.side or "", entry.type) for entry in setting.mission.works)
    return every, {(entry.side or "", entry.type) for entry in setting.mission.works if entry.hidden}


class Turning(Frame, frozen=True):
    """The owner of a unit just found picks its facing. [11.2-b]"""

    force: str
    unit: str

    def ask(self, state: HeroesState) -> tuple[Ask, ...]:
        return asking(state.setting.seat_of[self.force], self.force, "reveal.face")

    def grow(self, state: HeroesState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        if path and path[0] != self.unit:
            return ()
        unit = state.position.units[self.unit]
        fixed = any(rule(state, unit) is not None for rule in state.setting.edition.movement.no_pivot)
        sides = (unit.facing,) if fixed else range(FACINGS)  # works that have a facing give it theirs [17.5-b, 17.6-b]
        return [Face(UnitId(self.unit), Facing(side)) for side in sides]

    def answer(self, work: HeroesWork, choice: Face) -> None:
        work.pop()
        unit = work.position.units[choice.unit]
        for turned in (unit, *loads_of(work, unit)):
            work.put(turned.changed(facing=choice.facing))
        work.barrier = True

    def prompt(self, view: HeroesState, seat: str) -> str:
        return f"{view.setting.name(self.unit)} is revealed: which way does it face?"

    def refuse(self, view: HeroesState, choice: Choice, seat: str) -> Refusal:
        return Refusal("First say how the revealed unit faces.", "sos-11.2-b atb-10.0-b")
