"""Leg units riding on tanks. [9.5]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from balka.core.choices import Choice, UnitId
from balka.systems.famous_divisions.losses import muster, riders, unseat
from balka.systems.famous_divisions.model import GdWork, Now, change, legs, unit
from balka.systems.famous_divisions.movement import half_points
from balka.systems.famous_divisions.position import Unit
from balka.systems.famous_divisions.verbs import Dismount, Mount

CLIMB = 2  # half points each, up or down [9.5-b, i]


def can_pay(game: Now, counter: Unit) -> bool:
    return counter.spent + CLIMB <= half_points(game, counter)


def _carriers(game: Now, units: Sequence[str]) -> list[Unit]:
    """Tracked units of the party, HQs among them, with room on their decks. [9.5-a, ruling Q-riding-number]"""
    party = (unit(game, unit_id) for unit_id in units)
    return [u for u in party if legs(game, u) == "tracked" and not riders(game, u.id) and can_pay(game, u)]


def _may_mount(game: Now, counter: Unit) -> bool:
    """A Leg unit not yet activated, or one that acts in this very activation. [9.5-b, Q-riding-activation]"""
    if counter.carrier or counter.pinned or counter.stopped or legs(game, counter) != "leg":
        return False
    return (not counter.activated or counter.acting) and can_pay(game, counter)


def may_ride(game: Now, units: Sequence[str]) -> list[str]:
    """All who stand with the tanks of a party, its riders among them."""
    tanks = [u for u in (unit(game, unit_id) for unit_id in units) if legs(game, u) == "tracked"]
    return [u.id for tank in tanks[:1] for u in game.position.stack(tank.hex)]


def mounts(game: Now, units: Sequence[str]) -> Iterator[Choice]:
    """Climbing up in the hex where the party is. [9.5-b]"""
    carriers = _carriers(game, units)
    for counter in game.position.stack(carriers[0].hex) if carriers else ():
        if _may_mount(game, counter):
            yield from (Mount(UnitId(counter.id), UnitId(tank.id)) for tank in carriers)


def dismounts(game: Now, units: Sequence[str]) -> Iterator[Choice]:
    """Climbing down in the hex where the party is. [9.5-i]"""
    for counter in (unit(game, unit_id) for unit_id in units):
        if counter.carrier in units and can_pay(game, unit(game, counter.carrier)) and can_pay(game, counter):
            yield Dismount(UnitId(counter.id))


def change_seats(work: GdWork, units: tuple[str, ...], choice: Mount | Dismount) -> tuple[str, ...]:
    """Both pay a point; who climbs down goes no further, not on another tank either. Returns the party as it is now.

    Nobody may fire at that. [9.5-b, i, j, ruling Q-riding-activation]
    """
    rider = unit(work, choice.unit)
    carrier = unit(work, choice.carrier if isinstance(choice, Mount) else rider.carrier)
    muster(work, (carrier.id, rider.id))
    change(work, carrier, spent=carrier.spent + CLIMB)
    rest = tuple(unit_id for unit_id in units if unit_id != rider.id)
    if isinstance(choice, Mount):
        change(work, rider, carrier=carrier.id, spent=rider.spent + CLIMB)
        return (*rest, rider.id)
    change(work, unseat(work, rider), spent=rider.spent + CLIMB, stopped=True)
    return rest
