"""Small questions about the moment: who is near, who sees what, what a unit suffers from, what a player could hold."""

from __future__ import annotations

from balka.core.sight import Sighting
from balka.systems.heroes import markers
from balka.systems.heroes.kinds import MarkerKind
from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.units import Unit


def marker_of(now: Now, unit: Unit) -> MarkerKind | None:
    """The Hit Marker that counts for a unit, if the holder of this state knows it; Iron Will ignores it.

    [sos-card-V06-b]
    """
    marker = now.setting.markers.get(unit.marker)
    return None if marker is not None and now.tracks.iron == unit.id else marker


# -- friends and enemies


def foes_mask(now: Now, side: str) -> int:
    """The hexes where the other side is to be seen, as a bitmask."""
    return now.position.held[now.setting.other[side]]


def enemy_in(now: Now, side: str, hexagon: int) -> bool:
    """Does the other side stand in this hex?"""
    return bool(foes_mask(now, side) >> hexagon & 1)


def enemies_in(now: Now, side: str, hexagon: int) -> tuple[Unit, ...]:
    return tuple(unit for unit in now.position.at(hexagon) if unit.side != side)


def friends_in(now: Now, side: str, hexagon: int) -> tuple[Unit, ...]:
    return tuple(unit for unit in now.position.at(hexagon) if unit.side == side)


def beside_vehicle(now: Now, unit: Unit) -> bool:
    """Is a vehicle of its side in a unit's hex? Who hides has those beside it that hide with it. [15.15, atb 15.7-a]"""
    friends = friends_in(now, unit.side, unit.hex)
    if unit.id in now.position.hidden:
        friends = tuple(
            friend for friend in now.position.hidden.values() if friend.hex == unit.hex and friend.side == unit.side
        )
    return any(now.setting.kind(friend).is_vehicle for friend in friends)


def loads_of(now: Now, unit: Unit) -> tuple[Unit, ...]:
    """What a vehicle carries and tows. [15.6]"""
    return now.position.loads.get(unit.id, ())


def riders_of(now: Now, unit: Unit) -> tuple[Unit, ...]:
    """Who shares every Action of a unit: its vehicle, and what it carries or tows. [15.8-a]"""
    carrier = now.position.unit(unit.carrier) if unit.carrier else None
    loads = now.position.loads.get(unit.id, ())
    return loads if carrier is None else (carrier, *loads)


def is_spent(now: Now, unit: Unit) -> bool:
    """Spent, or bound to somebody who is: what they do together must then cost nothing. [10.1-c, 15.8-a]"""
    if unit.spent or not now.position.loads:
        return unit.spent
    return any(other.spent for other in riders_of(now, unit))


def seen_unit(now: Now, name: str) -> Unit:
    """A unit by name, in view or Hidden."""
    unit = now.position.unit(name)
    assert unit is not None, name
    return unit


def unseen_by(now: Now, name: str, seat: str) -> bool:
    """Is this a Hidden unit of which a seat may know nothing? [11.0-b]"""
    unit = now.position.hidden.get(name)
    return unit is not None and seat not in now.setting.eyes_of(unit.side)


# -- sight


def blocked(now: Now, a: int, b: int) -> str | None:
    """Why something that comes and goes, such as smoke, stops a line of sight; no works do. [atb 18.0-c]"""
    for rule in now.setting.edition.blocks:
        reason: str | None = rule(now, a, b)
        if reason:
            return reason
    return None


THICK = "smoke lies between"  # where smoke adds up


def sight_rule(now: Now, sighting: Sighting, reason: str) -> str:
    """The rule by which a line is stopped, or may be.

    [5.2, 12.6-12.8, 14.3]
    """
    if "blind spot" in reason:
        return "sos-12.8-a atb-11.5-a"
    if reason == THICK:
        return "atb-13.0-b"
    if "Smoke" in reason:
        return "sos-14.3-c atb-13.0-b" if "Heavy" in reason else "sos-14.4-f atb-13.0-i"
    if "high ground" in reason:
        return "sos-12.6-b atb-11.3-b"
    heights = {now.setting.ground.levels[h] for h in (sighting.a, sighting.b, *sighting.blocked_by) if h >= 0}
    return "sos-12.7-a atb-11.4-b" if reason and len(heights) > 1 else "sos-5.2-b atb-6.0-d"


def sees(now: Now, a: int, b: int, foot: int) -> bool:
    """Is there a line of sight between two hexes of whose ends `foot` are Foot Units? [5.2, 5.2-h, j, atb 6.0-h]"""
    if not now.setting.ground.sight_between(foot).visible[a] >> b & 1:
        return False
    return not now.position.smoke or blocked(now, a, b) is None


def unit_sees(now: Now, unit: Unit, other: Unit) -> bool:
    """Do two units see each other? [5.2-i, atb 6.0-e]"""
    foot = int(now.setting.kind(unit).is_foot) + int(now.setting.kind(other).is_foot)
    return sees(now, unit.hex, other.hex, foot)


def looks_out(now: Now, unit: Unit) -> bool:
    """Does a unit spot outside its hex? Some editions bind it to the enemy who shares the hex. [atb 7.7.3-i]"""
    return now.setting.edition.hiding.looks_out(now, unit)


def spots(now: Now, unit: Unit, other: Unit) -> bool:
    """Does a unit see another and may it look there? [5.2, atb 7.7.3-i]"""
    return unit_sees(now, unit, other) and (unit.hex == other.hex or looks_out(now, unit))


# -- states


def carries_destroyed_marker(now: Now, unit: Unit) -> bool:
    """A unit with a Destroyed marker still stands, and can do nothing. [7.5, ruling C38]"""
    marker = marker_of(now, unit)
    return marker is not None and markers.destroys(marker)


def only_rallies(now: Now, unit: Unit) -> bool:
    """Stunned: no Action except Rally, nor for who rides on a vehicle that is, or is as good as destroyed. [15.8-a]"""
    marker = marker_of(now, unit)
    if marker is not None and markers.only_rally(marker):
        return True
    return bool(unit.carrier) and _rides_in_vain(now, unit)


def _rides_in_vain(now: Now, unit: Unit) -> bool:
    """Is its vehicle unable to take part in what the two do together? [15.8-a]"""
    vehicle = now.position.unit(unit.carrier)
    if vehicle is None or not vehicle.marker or now.setting.edition.vehicles.riders_join_moves_only:
        return False
    return carries_destroyed_marker(now, vehicle) or only_rallies(now, vehicle)


def is_disabled(now: Now, unit: Unit) -> bool:
    """Immobilized or Stunned, by card or by marker. [15.10-a, card 15, atb 14.5-i]"""
    marker = marker_of(now, unit)
    stuck = marker is not None and marker.bars_move and marker.recovery == "no"
    stunned = now.setting.rulebook.stunned_can_be_towed and only_rallies(now, unit)
    return unit.stuck or stuck or stunned


def carrier_is_stunned(now: Now, unit: Unit) -> bool:
    """Getting off is an Action of the two together, which a Stunned vehicle takes no part in. [15.9-a, atb 17.0-j]"""
    vehicle = now.position.unit(unit.carrier)
    return vehicle is not None and only_rallies(now, vehicle)


def is_turn_of(now: Now, force: str) -> bool:
    """Is a force taking its Turn? Between Rounds nobody is."""
    return any(hasattr(frame, "acted") and getattr(frame, "force", "") == force for frame in now.stack)


# -- means


def caps(now: Now, force: str) -> int:
    return now.tracks.caps[force]


def holds(now: Now, force: str, card: str) -> bool:
    return card in now.hands[force].cards


def may_hold(now: Now, force: str, *cards: str) -> bool:
    """Could this force hold one of the cards, as far as everybody knows? Windows open on this alone."""
    if not now.hands[force].size:
        return False
    gone = now.tracks.discards
    return any(gone.count(card) < now.setting.copies_in_play.get(card, 0) for card in cards)


def foes_who_may_hold(now: Now, force: str, *cards: str) -> tuple[str, ...]:
    """The opposing forces that could hold one of the cards, as far as everybody knows."""
    return tuple(foe for foe in now.setting.foes[force] if may_hold(now, foe, *cards))
