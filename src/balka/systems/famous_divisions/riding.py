"""Leg units riding on tanks. [9.5]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from balka.core.choices import Choice, UnitId
from balka.core.state import Work
from balka.systems.famous_divisions.losses import riders
from balka.systems.famous_divisions.model import Game, Unit, change, is_hq, legs, position, unit
from balka.systems.famous_divisions.movement import allowance
from balka.systems.famous_divisions.verbs import Dismount, Mount

CLIMB = 2  # half points each, up or down [9.5-b, i]


def can_pay(game: Game, counter: Unit) -> bool:
    return counter.spent + CLIMB <= 2 * allowance(game, counter).value


def _carriers(game: Game, units: Sequence[str]) -> list[Unit]:
    """Tanks of the party with room on their decks. [9.5-a, ruling Q-riding-number]"""
    party = (unit(game, one) for one in units)
    return [
        u for u in party
        if legs(game, u) == "tracked" and not is_hq(game, u) and not riders(game, u.id) and can_pay(game, u)
    ]  # fmt: skip


def _may_mount(game: Game, counter: Unit) -> bool:
    """A Leg unit that has not been activated yet. [9.5-b, ruling Q-riding-activation]"""
    free = not (counter.carrier or counter.pinned or counter.moved or counter.activated)
    return free and legs(game, counter) == "leg" and can_pay(game, counter)


def choices(game: Game, side: str, units: Sequence[str]) -> Iterator[Choice]:
    """Climbing up and down in the hex where the party is. [9.5-b, i]"""
    if not units:
        return
    here = position(game).stack(unit(game, units[0]).hex)
    carriers = _carriers(game, units)
    for counter in here:
        if carriers and counter.id not in units and _may_mount(game, counter):
            yield from (Mount(UnitId(counter.id), UnitId(tank.id)) for tank in carriers)
        if counter.carrier in units and can_pay(game, unit(game, counter.carrier)) and can_pay(game, counter):
            yield Dismount(UnitId(counter.id))


def change_seats(work: Work, units: tuple[str, ...], choice: Mount | Dismount) -> tuple[str, ...]:
    """Both pay a point; who climbs down has finished moving. Returns the party as it is now. [9.5-b, i]"""
    rider = unit(work, choice.unit)
    carrier = unit(work, choice.carrier if isinstance(choice, Mount) else rider.carrier)
    change(work, carrier, spent=carrier.spent + CLIMB, activated=True)
    if isinstance(choice, Mount):
        change(work, rider, carrier=carrier.id, spent=rider.spent + CLIMB, activated=True)
        return (*units, rider.id)
    change(work, rider, carrier="", spent=rider.spent + CLIMB, moved=True, activated=True)
    return tuple(one for one in units if one != rider.id)
