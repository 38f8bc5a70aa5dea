"""Grenades, petrol bottles and the Tellermine, which is also laid as a mine. [8.4, weapon cards]"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from balka.core.choices import Card, Choice, Refusal, UnitId
from balka.core.scene.nodes import Look
from balka.systems.heroes.chapters import weapons
from balka.systems.heroes.chapters.cards import card_part
from balka.systems.heroes.chapters.weapons import TELLERMINE, grants, note_use, payable, why_not_play
from balka.systems.heroes.play.actions import CARD_COST, FREE_BY_CARD, Action
from balka.systems.heroes.play.acts import Act
from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.play.edition import Chapter
from balka.systems.heroes.play.hooks import Showing
from balka.systems.heroes.second_edition.laying import lay, may_mine
from balka.systems.heroes.units import HeroesState, HeroesWork, Unit

BOX = ("GRENADES", "MOLOTOV", TELLERMINE)
PLANT = "plant"


class Plant(Choice, frozen=True):
    """Lay a Tellermine as a mine. [Tellermine card]"""

    verb = PLANT
    final = "maybe"
    subject = "unit"
    unit: UnitId


def why_not_plant(now: Now, unit: Unit) -> Refusal | None:
    """By the rules of card 40, for whoever has the card; it is no attack, so the Panicked may. [Tellermine card]"""
    if not grants(now, unit, TELLERMINE):
        return Refusal("It has no Tellermine.", "atb-card-weapon-tellermine-a")
    barred = why_not_play(now, unit, TELLERMINE)
    if barred is not None:
        return barred
    nowhere = Refusal("An unburdened Foot Unit lays it, not in close combat, where there is room.", "atb-card-40-b")
    return None if may_mine(now, unit) else nowhere


def plantings(now: Now, unit: Unit, limit: int) -> Iterator[Plant]:
    """A Tellermine is laid in its own hex or one beside it; which one is said when it is paid.

    [Tellermine card, atb-card-weapon-tellermine-d]
    """
    armed = bool(now.setting.mission.forces[unit.force].weapons)
    if armed and why_not_plant(now, unit) is None and payable(now, (unit,), TELLERMINE):
        yield Plant(UnitId(unit.id))


def plant_action(now: Now, unit: Unit, choice: Plant, free: str) -> Action:
    terms = FREE_BY_CARD if free else CARD_COST
    return Action(unit.force, unit.id, PLANT, (card_part(now, Card(TELLERMINE)),), terms, unit.hex)


def _plant(work: HeroesWork, action: Action) -> None:
    """The card is used like for an attack; out of enemy sight the mine is hidden. [Tellermine card, card 40]"""
    note_use(work, work.unit(action.unit), TELLERMINE)
    lay(work, action)


def leaf(view: HeroesState, choice: Choice) -> Look | None:
    return Look("Lay the Tellermine", "go") if isinstance(choice, Plant) else None


WEAPONS = structs.replace(
    weapons.CHAPTER,
    name="8",
    acts=(structs.replace(weapons.USING, actions=BOX),),
)
PLANTING = Act(
    choice=Plant,
    offers=plantings,
    why_not=lambda now, unit, choice: why_not_plant(now, unit),
    action=plant_action,
    do=_plant,
)
TELLERMINES = Chapter(name="18", acts=(PLANTING,), show=Showing(leaf=(leaf,)))
