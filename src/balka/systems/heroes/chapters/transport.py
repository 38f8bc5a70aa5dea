"""Carrying and towing: loading, unloading, taking a disabled vehicle in tow, losing the transport. [15.6-15.11]"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from balka.core.checks import Part
from balka.core.choices import Choice, Facing, Hex, Refusal, UnitId
from balka.core.frames import Frame
from balka.systems.heroes.chapters.hits import show_marker
from balka.systems.heroes.chapters.movement import (
    arrive,
    closed_hexes,
    destinations,
    impassable,
    least_delay,
    may_move,
    step,
)  # fmt: skip
from balka.systems.heroes.chapters.thrown_off import ThrownOff, watch
from balka.systems.heroes.events.moves import Dismounted, Mounted, StayedOff
from balka.systems.heroes.kinds import UnitKind
from balka.systems.heroes.play import acts
from balka.systems.heroes.play.actions import FREE_BY_CARD, NORMAL, Action, ExtraCost
from balka.systems.heroes.play.acts import Act
from balka.systems.heroes.play.choosing import budget
from balka.systems.heroes.play.costs import (
    BACKWARDS,
    Now,
    is_stressed,
    marker_parts,
    move_parts,
    penalties,
    step_part,
)  # fmt: skip
from balka.systems.heroes.play.economy import freed
from balka.systems.heroes.play.edition import Chapter
from balka.systems.heroes.play.hooks import Moments
from balka.systems.heroes.play.situation import (
    carrier_is_stunned,
    carries_destroyed_marker,
    friends_in,
    is_disabled,
    loads_of,
    marker_of,
    only_rallies,
)  # fmt: skip
from balka.systems.heroes.units import OFF_MAP, HeroesWork, Unit

LOAD, UNLOAD, TOW = "load", "unload", "tow"


class Load(Choice, frozen=True):
    """Get onto a vehicle, or be hitched to it. [15.7]"""

    verb = "load"
    final = "maybe"
    subject = "unit"
    unit: UnitId
    vehicle: UnitId


class Unload(Choice, frozen=True):
    """Get off the vehicle. [15.9, atb 17.0-j]"""

    verb = "unload"
    final = "maybe"
    subject = "unit"
    unit: UnitId
    to: Hex
    facing: Facing


class Tow(Choice, frozen=True):
    """Take a disabled vehicle in tow. [15.10, atb 14.5-e]"""

    verb = "tow"
    final = "maybe"
    subject = "unit"
    unit: UnitId
    disabled: UnitId


# -- who can carry whom


def can_be_loaded(kind: UnitKind) -> bool:
    """Foot Units ride, Field Guns are towed. [15.6-a, 16.9]"""
    return kind.is_foot or "field_gun" in kind.flags


def has_room(now: Now, vehicle: Unit, unit: Unit | None = None) -> bool:
    """One load at a time, or one squad, for a vehicle that can act and is not itself in tow. [15.6-a, atb 17.0-a]"""
    if not now.setting.kind(vehicle).is_vehicle or vehicle.carrier:
        return False
    loads = loads_of(now, vehicle)
    if loads and (len(loads) > 1 or unit is None or not are_one_squad(now, loads[0], unit)):
        return False
    return not vehicle.marker or not (carries_destroyed_marker(now, vehicle) or only_rallies(now, vehicle))


def are_one_squad(now: Now, first: Unit, second: Unit) -> bool:
    """A machine gun that rides with a Rifle of its side, and such a Rifle. [atb 17.0-b]"""
    gunners = [unit for unit in (first, second) if "rides_with_rifle" in now.setting.kind(unit).flags]
    squads = [unit for unit in (first, second) if now.setting.kind(unit).unit_class == "infantry"]
    rifles = [unit for unit in squads if "tank_hunter" not in now.setting.kind(unit).flags]
    return len(gunners) == len(rifles) == 1 and first.side == second.side


def transports(now: Now, unit: Unit) -> Iterator[Unit]:
    """The vehicles a unit could load onto: in its hex, or in one it could step into. [15.7-b, 15.7-c, atb 17.0-c]"""
    if unit.carrier or not can_be_loaded(now.setting.kind(unit)) or may_move(now, unit) is not None:
        return
    row = () if now.setting.edition.vehicles.load_in_one_hex else now.setting.ground.neighbours[unit.hex]
    for place in (unit.hex, *row):
        for other in now.position.at(place) if place >= 0 else ():
            if other.force == unit.force and has_room(now, other, unit) and _can_reach(now, unit, place):
                yield other


def _can_reach(now: Now, unit: Unit, place: int) -> bool:
    if place == unit.hex:
        return True
    return not closed_hexes(now, unit) >> place & 1 and impassable(now, unit, unit.hex, place) is None


def towable(now: Now, vehicle: Unit) -> Iterator[Unit]:
    """Disabled friends in the hex that a vehicle may take in tow; tracks are towed by tracks. [15.10-b, atb 14.5-e]"""
    if not has_room(now, vehicle) or may_move(now, vehicle) is not None:
        return
    tracked = now.setting.kind(vehicle).move_type == "tracked"
    for other in friends_in(now, vehicle.side, vehicle.hex):
        kind = now.setting.kind(other)
        apart = other.id != vehicle.id and other.force == vehicle.force and not other.carrier
        fits = kind.is_vehicle and (tracked or kind.move_type == "wheeled") and not loads_of(now, other)
        if apart and fits and is_disabled(now, other):
            yield other


def unload_hexes(now: Now, unit: Unit) -> list[int]:
    """Its vehicle's hex or any beside it; what cannot move is only let go where it stands. [15.9-b, 15.9-e]"""
    marker = marker_of(now, unit)
    if (
        unit.hex < 0
        or carrier_is_stunned(now, unit)
        or (marker is not None and marker.bars_move and marker.recovery != "no")
    ):
        return []
    fixed = unit.stuck or (marker is not None and marker.bars_move) or now.setting.edition.vehicles.load_in_one_hex
    return [unit.hex] if fixed else [unit.hex, *destinations(now, unit)]


# -- costs


def load_parts(now: Now, unit: Unit, vehicle: Unit) -> tuple[Part, ...]:
    """The loading unit's Move Cost, with terrain only if it comes from a hex beside the vehicle's. [15.7-b, 15.7-c]"""
    return (step_part(now, unit),) if vehicle.hex == unit.hex else move_parts(now, unit, vehicle.hex)


def unload_parts(now: Now, unit: Unit, to: int) -> tuple[Part, ...]:
    """The unit's Move Cost into the hex, with its terrain; it comes from the vehicle's back facing nowhere. [15.9-c]"""
    if to != unit.hex:
        return (step_part(now, unit), *(part for part in penalties(now, unit, to) if part is not BACKWARDS))
    kind = now.setting.kind(unit)
    difficult = now.setting.ground.difficult[kind.move_type][to] if steps_down(now, unit) else None
    return (step_part(now, unit),) if difficult is None else (step_part(now, unit), difficult)


def _affordable(
    now: Now, unit: Unit, verb: str, base: tuple[Part, ...], other: Unit, limit: int, delay: int = 0
) -> bool:
    """A Group with a Spent member must be able to pay all of it, with what a die adds in any case. [10.1-c, 15.7-f]"""
    limit = min(limit, budget(now, other, freed(now)))
    cost = sum(part.value for part in base + marker_parts(now, unit, verb)) + delay
    return cost + (is_stressed(now, unit) or is_stressed(now, other)) <= limit


# -- choices


def loadings(now: Now, unit: Unit, limit: int) -> Iterator[Load]:
    """What can ride or be towed gets onto a vehicle. [15.7]"""
    for vehicle in transports(now, unit):
        delay = least_delay(now, unit, vehicle.hex)
        if _affordable(now, unit, LOAD, load_parts(now, unit, vehicle), vehicle, limit, delay):
            yield Load(UnitId(unit.id), UnitId(vehicle.id))


def towings(now: Now, unit: Unit, limit: int) -> Iterator[Tow]:
    """A vehicle takes another in tow. [15.10]"""
    if not now.setting.kind(unit).is_vehicle:
        return
    for other in towable(now, unit):
        if _affordable(now, unit, TOW, (step_part(now, other),), other, limit):
            yield Tow(UnitId(unit.id), UnitId(other.id))


def unloadings(now: Now, unit: Unit, limit: int) -> Iterator[Unload]:
    """A carried unit may get off, with a free turn. [15.9]"""
    vehicle = now.position.unit(unit.carrier)
    if vehicle is None:
        return
    for to in unload_hexes(now, unit):
        if _affordable(now, unit, UNLOAD, unload_parts(now, unit, to), vehicle, limit, least_delay(now, unit, to)):
            yield Unload(UnitId(unit.id), Hex(to), Facing(unit.facing))


def load_action(now: Now, unit: Unit, choice: Load, free: str) -> Action:
    """A Group Move of the two at the loading unit's cost. [15.7-a, 15.7-e]"""
    vehicle = now.position.units[choice.vehicle]
    return _action(unit, LOAD, load_parts(now, unit, vehicle), vehicle.hex, 0, vehicle.id, free)


def unload_action(now: Now, unit: Unit, choice: Unload, free: str) -> Action:
    """A Group Move of the two at the unloading unit's cost. [15.9-a, c, d]"""
    return _action(unit, UNLOAD, unload_parts(now, unit, choice.to), choice.to, choice.facing, unit.carrier, free)


def tow_action(now: Now, unit: Unit, choice: Tow, free: str) -> Action:
    """Hitching costs the Move Cost of what is hitched. [15.7-e, 15.10-a]"""
    other = now.position.units[choice.disabled]
    return _action(unit, TOW, (step_part(now, other),), unit.hex, 0, other.id, free)


def _action(
    unit: Unit, verb: str, base: tuple[Part, ...], place: int, facing: int, other: str, free: str
) -> Action:  # fmt: skip
    terms = FREE_BY_CARD if free else NORMAL
    return Action(unit.force, unit.id, verb, base, terms, place, facing, other, riders=(other,))


# -- carrying out


class Boarding(Frame, frozen=True):
    """A unit that has come to its vehicle gets on. [15.7-c, 15.7-d]"""

    automatic = True

    unit: str
    vehicle: str
    dearer: tuple[Part, ...] = ()

    def run(self, work: HeroesWork) -> None:
        work.pop()
        unit, vehicle = work.position.unit(self.unit), work.position.unit(self.vehicle)
        if unit is not None and vehicle is not None and not stopped_short(work, unit):
            mount(work, unit, vehicle)
        if self.dearer:
            work.finish(ExtraCost(self.dearer))

    def resume(self, work: HeroesWork, result: object) -> None:
        """Something met on the way adds to the cost."""
        if isinstance(result, ExtraCost):
            work.replace_top(structs.replace(self, dearer=self.dearer + result.parts))


def stopped_short(work: HeroesWork, unit: Unit) -> bool:
    """A marker laid on the way that forbids moving keeps a unit off its vehicle, and is seen to. [7.3-b, 17.10-l]"""
    if may_move(work, unit) is None:
        return False
    show_marker(work, unit, "sos-7.5-a atb-7.4-f")
    work.tell(StayedOff(unit.force, unit.id, unit.hex))
    return True


def _load(work: HeroesWork, action: Action) -> None:
    unit, vehicle = work.position.units[action.unit], work.position.units[action.target]
    if unit.hex == vehicle.hex or not any(rule(work, action) for rule in work.setting.edition.movement.approaching):
        board(work, unit, vehicle)


def board(work: HeroesWork, unit: Unit, vehicle: Unit) -> None:
    """It comes to the vehicle if it has to, and gets on. [15.7-b, 15.7-c]"""
    work.push(Boarding(unit.id, vehicle.id))
    if unit.hex != vehicle.hex:
        step(work, unit, vehicle.hex, vehicle.facing)


def _tow(work: HeroesWork, action: Action) -> None:
    """The marker that makes it need towing is shown. [7.5, 15.10-a]"""
    other = work.position.units[action.target]
    shown = show_marker(work, other, "sos-15.10-a atb-14.5-e") if other.marker and not other.stuck else other
    mount(work, shown, work.position.units[action.unit])


def mount(work: HeroesWork, unit: Unit, vehicle: Unit) -> None:
    """The unit lies on its vehicle, facing as it does. [15.7-d, atb 17.0-e]"""
    work.put(unit.changed(carrier=vehicle.id, hex=vehicle.hex, facing=vehicle.facing, dug_in=False, inside=False))
    work.tell(Mounted(unit.force, unit.id, vehicle.id, vehicle.hex))


def _unload(work: HeroesWork, action: Action) -> None:
    unit = work.position.units[action.unit]
    stays = unit.hex == action.hex and not steps_down(work, unit)
    if stays or not any(rule(work, action) for rule in work.setting.edition.movement.approaching):
        get_off(work, unit, action.hex, action.facing)


def steps_down(now: Now, unit: Unit) -> bool:
    """Is getting off under the vehicle a move into the hex? It is paid as one; who was in tow is let go. [15.9]"""
    return not now.setting.kind(unit).is_vehicle and not now.setting.edition.vehicles.load_in_one_hex


def get_off(work: HeroesWork, unit: Unit, to: int, facing: int) -> None:
    """Beside its vehicle or in a hex next to it, facing any way. [15.9-b, atb 17.0-k]"""
    work.tell(Dismounted(unit.force, unit.id, unit.carrier, to))
    unit = unit.changed(carrier="", dug_in=False)
    if to == unit.hex:
        work.put(unit.changed(facing=facing))
        if steps_down(work, unit):
            arrive(work, work.position.units[unit.id], OFF_MAP)
    else:
        work.put(unit)
        step(work, unit, to, facing)


# -- refusals


def _why_not_load(now: Now, unit: Unit, choice: Load) -> Refusal | None:
    vehicle = now.position.units.get(choice.vehicle)
    if not can_be_loaded(now.setting.kind(unit)):
        return Refusal(
            "Only Foot Units and Field Guns are loaded.", "sos-15.6-a atb-17.0-a", "Disabled vehicles are towed."
        )
    if vehicle is None or not has_room(now, vehicle, unit):
        return Refusal("There is no room: a vehicle carries one Foot Unit or tows one gun.", "sos-15.6-a atb-17.0-a")
    if may_move(now, unit) is not None:
        return may_move(now, unit)
    if vehicle not in tuple(transports(now, unit)):
        further = "" if now.setting.edition.vehicles.load_in_one_hex else " or in one it can step into"
        return Refusal(f"It loads in its own hex{further}.", "sos-15.7-c atb-17.0-c")
    return None


def _why_not_tow(now: Now, unit: Unit, choice: Tow) -> Refusal | None:
    other = now.position.units.get(choice.disabled)
    if other is None or not is_disabled(now, other) or not now.setting.kind(other).is_vehicle:
        return Refusal("Only Immobilized or Stunned vehicles in the same hex are towed.", "sos-15.10-a atb-14.5-e")
    if now.setting.kind(other).move_type == "tracked" and now.setting.kind(unit).move_type != "tracked":
        return Refusal("Tracked vehicles are towed by Tracked ones.", "sos-15.10-c atb-14.5-f")  # [atb 14.5-f]
    if other not in tuple(towable(now, unit)):
        return Refusal("It has its hands full, or the two are not in one hex.", "sos-15.6-a atb-17.0-a")
    return None


def _why_not_unload(now: Now, unit: Unit, choice: Unload) -> Refusal | None:
    marker = marker_of(now, unit)
    if not unit.carrier:
        return Refusal(f"{now.setting.name(unit.id)} is on no vehicle.", "sos-15.9-a atb-17.0-j")
    if carrier_is_stunned(now, unit):
        return Refusal(
            "Nobody gets off a vehicle whose crew is Stunned.", "sos-15.9-a atb-17.0-j", "Rally the vehicle first."
        )
    if marker is not None and not unload_hexes(now, unit):
        return Refusal(f"A {marker.name} unit cannot unload.", "sos-15.9-e atb-17.0-j", "Rally it first.")
    if choice.to not in unload_hexes(now, unit):
        further = "" if now.setting.edition.vehicles.load_in_one_hex else " or one beside it that it can enter"
        return Refusal(f"It unloads into its vehicle's hex{further}.", "sos-15.9-b atb-17.0-k")
    return None


LOADING = Act(choice=Load, offers=loadings, why_not=_why_not_load, action=load_action, do=_load, counts_as=acts.MOVE)
UNLOADING = Act(
    choice=Unload,
    offers=unloadings,
    why_not=_why_not_unload,
    action=unload_action,
    do=_unload,
    counts_as=acts.MOVE,
    said=(acts.RIDING,),
    endings=acts.any_facing(Unload),
)
TOWING = Act(choice=Tow, offers=towings, why_not=_why_not_tow, action=tow_action, do=_tow, counts_as=acts.MOVE)

CHAPTER = Chapter(
    name="15",
    acts=(LOADING, UNLOADING, TOWING),
    frames=(Boarding, ThrownOff),
    moments=Moments(watch=(watch,)),
)
