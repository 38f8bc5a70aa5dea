"""Hits, Hit Markers, destruction and the CAPs track. [7.0-7.5, 7.11-7.13]"""

from __future__ import annotations

from balka.core.checks import Tally
from balka.core.dice import Bag
from balka.core.frames import Roll
from balka.systems.heroes import keys
from balka.systems.heroes.chapters.finding import reveal
from balka.systems.heroes.chapters.ratings import pile_of
from balka.systems.heroes.chapters.victory import score_destroyed
from balka.systems.heroes.data.mission_data import ExtraCaps
from balka.systems.heroes.events.hiding import Discovery
from balka.systems.heroes.events.hits import Death, HitTaken, MarkerDrawn, MarkerShown, PileRefilled, UnitDestroyed
from balka.systems.heroes.play.actions import calm
from balka.systems.heroes.play.situation import carries_destroyed_marker, foes_mask
from balka.systems.heroes.setting import HeroesSetting
from balka.systems.heroes.units import HeroesWork, Unit


def take_hit(work: HeroesWork, unit: Unit, pile: str = "") -> None:
    """A second Hit destroys; a first one draws a marker for the owner's eyes.

    [7.2-a, 7.4-a, 15.13-a, atb 7.4.1-a, atb 15.2-a]
    """
    if unit.marker:
        destroy(work, unit, Death.SECOND_HIT)
        return
    bag = pile or pile_of(work, unit)
    if not work.bags[bag].items:
        work.bags = {**work.bags, bag: full_pile(work.setting, bag)}
        work.tell(PileRefilled(unit.force))
    work.push(Roll(unit.force, "hit marker", bag=bag, to=work.setting.eyes_of(unit.side)))


def full_pile(setting: HeroesSetting, pile: str) -> Bag:
    """Every Hit Marker of a pile that the Mission uses. [1.0-k, M1-n]"""
    kinds = (setting.markers[name] for name in setting.rulebook.hit_markers)
    return Bag.of({marker.id: marker.copies for marker in kinds if marker.pile == pile})


def lay_marker(work: HeroesWork, unit: Unit, marker: str) -> None:
    """The owner looks at the marker and lays it face down under the unit. [7.2-d, atb 7.4-a]"""
    pile = work.setting.markers[marker].pile
    work.put(unit.changed(marker=marker, shown=False, pile="" if pile == pile_of(work, unit) else pile))
    work.tell_only(work.setting.eyes_of(unit.side), MarkerDrawn(unit.id, marker), HitTaken(unit.id))


def show_marker(work: HeroesWork, unit: Unit, rule: str) -> Unit:
    """Turn a face-down marker up; it stays public from then on. What nobody sees has nothing to show. [7.5-c]"""
    if unit.shown or unit.id in work.position.hidden:
        return unit
    work.tell(MarkerShown(unit.id, unit.marker, rule))
    work.barrier = True
    shown = unit.changed(shown=True)
    work.put(shown)
    return shown


def show_if_dearer(work: HeroesWork, name: str, cost: Tally) -> None:
    """A marker that makes an Action dearer is shown; of who was lost on the way there is none. [7.5-a, atb 7.4-f]"""
    unit = work.position.unit(name)
    if unit is not None and any(part.key == keys.HIT_MARKER for part in cost.parts):
        show_marker(work, unit, "sos-7.5-a atb-7.4-f")


def return_marker(work: HeroesWork, unit: Unit) -> None:
    """A marker that leaves its unit goes back into its pile. [7.7-b, 7.11-b, atb 7.6-h]"""
    pile = work.setting.markers[unit.marker].pile
    work.bags = {**work.bags, pile: work.bags[pile].plus(unit.marker)}


def destroy(work: HeroesWork, unit: Unit, why: Death) -> None:
    """Off the map and onto its owner's CAPs track; VPs are scored at once. [7.11, atb 7.4-i]"""
    if unit.marker:
        show_marker(work, unit, "sos-7.11-b atb-7.4-i")
        return_marker(work, unit)
    work.tell(UnitDestroyed(unit.id, unit.hex, why))
    work.position = work.position.without(unit.id)
    lost = {**work.tracks.lost, unit.force: (*work.tracks.lost[unit.force], unit.id)}
    work.set_tracks(lost=lost)
    calm(work, unit)
    if "no_cap_loss" not in work.setting.kind(unit).flags:
        cover_track(work, unit.force)
    score_destroyed(work, unit)


def cover_track(work: HeroesWork, force: str) -> None:
    """The unit covers the highest open space above the floor; a CAPs marker on it drops by one.

    [7.12, 7.13, 7.12-a, c, d, 7.13-a, atb 7.4.2-a, c, d]
    """
    tracks = work.tracks
    start, covered = work.setting.rulebook.start_caps[force], tracks.covered[force]
    if start - covered <= work.setting.rulebook.cap_floor:
        return
    space = start - covered
    caps = tracks.caps[force] - 1 if tracks.caps[force] == space else tracks.caps[force]
    work.set_tracks(covered={**tracks.covered, force: covered + 1}, caps={**tracks.caps, force: caps})


def allotment(work: HeroesWork, force: str) -> int:
    """CAPs a Round begins with: the Mission's number less one per covered space, never under the floor.

    [9.7, 3.0-b, 7.12-b, 7.13-b, 9.7-a, atb 1.0-b, atb 7.4.2-b, atb 3.2-b]
    """
    full = work.setting.rulebook.start_caps[force]
    left = max(work.setting.rulebook.cap_floor, full - work.tracks.covered[force])
    return left + extra_caps(work.setting, force, work.tracks.round)


def extra_caps(setting: HeroesSetting, force: str, number: int) -> int:
    """What a Mission gives a side on top in one Round; of several players the first has it. [extra_caps]"""
    rules = [rule for rule in setting.mission.special if isinstance(rule, ExtraCaps) and rule.round == number]
    first = {side: next(name for name, its in setting.forces.items() if its == side) for side in setting.sides}
    return sum(rule.amount for rule in rules if first[rule.side] == force)


def with_destroyed_markers(work: HeroesWork) -> list[Unit]:
    """Units with a Destroyed marker that still stand on the map."""
    return [
        unit
        for unit in work.position.units.values()
        if unit.marker and unit.hex >= 0 and carries_destroyed_marker(work, unit)
    ]


def watch_destroyed_markers(work: HeroesWork) -> None:
    """A unit with a Destroyed marker is shown and removed as soon as it is next to an enemy.

    [7.5, ruling C37, sos-hit-soft-destroyed-c, sos-hit-armored-destroyed-c]
    """
    at_once = work.setting.edition.combat.destroyed_at_once
    for unit in with_destroyed_markers(work):
        near = work.setting.board.around[unit.hex] | 1 << unit.hex
        if at_once(work, work.setting.markers[unit.marker]):
            destroy(work, unit, Death.MARKER)
        elif foes_mask(work, unit.side) & near:
            destroy(work, unit, Death.MARKER_NEAR_ENEMY)


def remove_destroyed(work: HeroesWork) -> None:
    """At Round end every unit with a Destroyed marker is shown and removed, who hides on a vehicle too.

    [sos-hit-soft-destroyed-c, sos-hit-armored-destroyed-c]
    """
    for unit in [hidden for hidden in work.position.hidden.values() if carries_destroyed_marker(work, hidden)]:
        reveal(work, unit, Discovery.DESTROYED_MARKER, "sos-7.11-b atb-7.4-i")
    for unit in with_destroyed_markers(work):
        destroy(work, unit, Death.MARKER_AT_ROUND_END)
