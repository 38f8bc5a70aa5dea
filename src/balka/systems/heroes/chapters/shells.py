"""Shells of off-board artillery falling: on everybody in view openly, on Hidden units in secret. [13.8, 13.9]"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from balka.core.dice import Outcome
from balka.core.frames import Frame, Roll
from balka.systems.heroes.chapters.attacks import HIT, MISS, Attack, begin_attack
from balka.systems.heroes.chapters.finding import reveal
from balka.systems.heroes.chapters.fire import HE, Shot, Weapon
from balka.systems.heroes.chapters.hits import destroy, lay_marker, take_hit
from balka.systems.heroes.chapters.ratings import attack_check, pile_hit
from balka.systems.heroes.chapters.targets import work_targets
from balka.systems.heroes.events.hiding import Discovery
from balka.systems.heroes.events.hits import Death
from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.units import OFF_MAP, HeroesState, HeroesWork, Unit


def artillery(now: Now, card: str) -> Weapon:
    """The Firepower on the card: HE against Flank Defense, no bonus of distance or height.

    [13.8-c, 13.9-b, atb 12.3-a, atb 12.1-i, h]
    """
    kind = now.setting.cards[card]
    return Weapon(HE, kind.name, kind.red_fp or 0, kind.blue_fp or 0, 0, flank=True, plain=True, basis=kind.basis)


class Shelling(Frame, frozen=True):
    """HE on seven hexes: everybody in view is attacked openly, Hidden units in secret, works when all units are.

    What is destroyed has so covered whoever was in it, Hidden or not. [13.8, ruling C36, 17.11-c, atb 12.1-d, 18.4-e]
    """

    automatic = True

    force: str
    card: str
    area: tuple[int, ...]
    stage: str = "find"

    def run(self, work: HeroesWork) -> None:
        if self.stage == "find":
            work.replace_top(structs.replace(self, stage="open"))
            if work.setting.rulebook.barrage_finds_hidden:
                for unit in _hidden_in(work, self.area):
                    reveal(work, unit, Discovery.ARTILLERY, "sos-13.8-e atb-10.0.3-c")
        elif self.stage == "open":
            work.replace_top(structs.replace(self, stage="secret"))
            self._attack(work, tuple(unit.id for h in self.area for unit in work.position.at(h)))
        elif self.stage == "secret":
            work.replace_top(structs.replace(self, stage="works"))
            if work.position.hidden:
                work.push(ShellingHidden(self.force, self.card, self.area, _loads_first(work)))
        else:
            work.pop()
            self._attack(work, tuple(name for h in self.area for name in work_targets(work, h)))

    def _attack(self, work: HeroesWork, names: tuple[str, ...]) -> None:
        begin_attack(work, Attack(self.force, self.card, (), artillery(work, self.card), OFF_MAP), names)

    def resume(self, work: HeroesWork, result: object) -> None:
        """The open attacks are over; the rest follows."""


def _loads_first(work: HeroesWork) -> tuple[str, ...]:
    """All who hide, a load before its vehicle, which shields it as long as it is there. [15.11-a, 16.6]"""
    return tuple(sorted(work.position.hidden, key=lambda name: (not work.position.hidden[name].carrier, name)))


def _hidden_in(work: HeroesWork, area: tuple[int, ...]) -> Iterator[Unit]:
    return (unit for unit in tuple(work.position.hidden.values()) if unit.hex in area)


class ShellingHidden(Frame, frozen=True):
    """Hidden units: a roll for each, wherever it is, so that nobody learns where; only a Hit is told. [C36, D23]

    `names` are still to be rolled for, loads first. Which units are Hidden everybody can count, not who rides; one
    outside the area is rolled for in vain. One that comes to light with another is struck all the same. [13.8-a]
    """

    automatic = True

    force: str
    card: str
    area: tuple[int, ...]
    names: tuple[str, ...]

    def conceal(self, state: HeroesState, seat: str) -> Frame:
        return structs.replace(self, names=tuple(sorted(self.names)))

    def run(self, work: HeroesWork) -> None:
        if self.names:
            work.push(Roll(self.force, "hidden units", "2d6", to=()))
        else:
            work.pop()

    def resume(self, work: HeroesWork, result: Outcome | None) -> None:
        """The roll for the next Hidden unit; nothing when one was found and dealt with."""
        if result is None:
            return
        unit = work.position.unit(self.names[0])
        work.replace_top(structs.replace(self, names=self.names[1:]))
        if unit is None or unit.hex not in self.area or not work.setting.edition.hiding.struck(work, unit):
            return
        shooter = Unit(self.card, "", self.force, work.setting.forces[self.force], OFF_MAP)
        shot = Shot(shooter, unit, artillery(work, self.card), unit.hex)
        band = attack_check(work, shot).read(result)
        if band != MISS:
            work.push(Found(unit.id, band, pile_hit(work, shot)))
            reveal(work, unit, Discovery.ARTILLERY_HIT, "sos-13.8-a atb-12.1-d")


class Found(Frame, frozen=True):
    """A Hidden unit hit by artillery, or by other fire: shown first, then marked or destroyed. [ruling C36]"""

    automatic = True

    unit: str
    band: str
    pile: str
    death: Death = Death.ARTILLERY
    """what a Critical Hit is said to have come from"""

    def conceal(self, state: HeroesState, seat: str) -> Frame:
        """How hard it was hit is told when it is shown, not before. [D9]"""
        return structs.replace(self, band="")

    def run(self, work: HeroesWork) -> None:
        unit = work.position.units.get(self.unit)
        if unit is None:
            self._done(work)
            return
        if self.band != HIT:
            destroy(work, unit, self.death)
        elif unit.marker:
            take_hit(work, unit, self.pile)
        else:
            take_hit(work, unit, self.pile)
            return
        self._done(work)

    def resume(self, work: HeroesWork, result: Outcome) -> None:
        lay_marker(work, work.position.units[self.unit], result.item)
        self._done(work)

    def _done(self, work: HeroesWork) -> None:
        work.pop()
        work.finish(None)
