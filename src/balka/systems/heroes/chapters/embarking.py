"""Reinforcements that come in on a vehicle: who waits at the same entry gets on beside the map, at no cost. [4.12-e]"""

from __future__ import annotations

from collections.abc import Iterator

from balka.core.choices import Choice, Refusal, UnitId
from balka.systems.heroes.chapters.transport import can_be_loaded, has_room, mount
from balka.systems.heroes.play.acts import BESIDE_MAP, Act
from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.play.edition import Chapter
from balka.systems.heroes.play.hooks import Showing
from balka.systems.heroes.units import HeroesWork, Unit

EMBARK = "embark"


class Embark(Choice, frozen=True):
    """Get onto a vehicle, or be hitched to it, before both come onto the map. [4.12-e, atb 5.5-f]"""

    verb = EMBARK
    subject = "unit"
    unit: UnitId
    vehicle: UnitId


def vehicles_for(now: Now, unit: Unit) -> list[Unit]:
    """The vehicles with room that wait with a unit at the same entry. [4.12-e, 15.6-a]"""
    if unit.carrier or not can_be_loaded(now.setting.kind(unit)) or unit.due > now.tracks.round:
        return []
    waiting = [other for other in now.position.units.values() if other.hex < 0 and other.force == unit.force]
    ready = [other for other in waiting if other.entry == unit.entry and other.due <= now.tracks.round]
    return [other for other in ready if other.id != unit.id and has_room(now, other, unit)]


def embarkings(now: Now, unit: Unit, limit: int) -> Iterator[Embark]:
    for vehicle in vehicles_for(now, unit):
        yield Embark(UnitId(unit.id), UnitId(vehicle.id))


def embark(work: HeroesWork, choice: Embark, free: str) -> None:
    """It is no Action: the vehicle then enters with its load. [4.12-e, atb 5.5-f]"""
    mount(work, work.unit(choice.unit), work.unit(choice.vehicle))


def why_not_embark(now: Now, unit: Unit, choice: Embark) -> Refusal | None:
    if unit.hex >= 0:
        return Refusal(f"{now.setting.name(unit.id)} is on the map.", "sos-4.12-e atb-5.5-f", "Say 'load'.")
    return Refusal("A vehicle with room for it must wait at the same entry.", "sos-4.12-e atb-5.5-f")


EMBARKING = Act(
    choice=Embark, offers=embarkings, why_not=why_not_embark, begin=embark, said=(BESIDE_MAP,), knows_off_map=True
)

CHAPTER = Chapter(name="15", acts=(EMBARKING,), show=Showing(labels={EMBARK: "Come in on a vehicle"}))
