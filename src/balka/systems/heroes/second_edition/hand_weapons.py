"""Weapon cards and Flamethrowers as this edition has them: a unit keeps its card, and throws at shadows. [8.4, 19.1]"""

from __future__ import annotations

from msgspec import structs

from balka.core.checks import Check
from balka.systems.heroes.chapters import flame
from balka.systems.heroes.chapters.fire import CHARGE, HE
from balka.systems.heroes.chapters.hidden import mission_hides
from balka.systems.heroes.chapters.suspicion import Suspicion, fire_on_suspicion
from balka.systems.heroes.play.actions import Action, support_parts
from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.play.differences import Weapons
from balka.systems.heroes.units import HeroesWork, Unit

ENDLESS = 1000


def at_unseen(now: Now) -> int:
    """Wherever somebody may hide. [10.0.3-a]"""
    if not mission_hides(now):
        return 0
    return now.setting.board.everywhere & ~now.position.held["german"] & ~now.position.held["soviet"]


def burn_or_suspect(work: HeroesWork, action: Action) -> None:
    """Flame shows nobody: where nobody is to be seen it is fire on suspicion. [10.0.3-a, 19.1]"""
    if work.position.at(action.hex):
        flame.burn(work, action)
    else:
        fire_on_suspicion(work, action, flame.thrower(work))


def checks(now: Now, unit: Unit, action: Action) -> tuple[Check, ...]:
    """Its rolls; where nobody is to be seen the one that the opponent reads. [10.0.3-a, 19.1]"""
    if now.position.at(action.hex):
        return flame.checks(now, unit, action)
    asked = Suspicion(action.force, unit.id, action.hex, flame.thrower(now), unit.hex, support_parts(action))
    return (asked.check(now, 0),)


WEAPONS = Weapons(
    uses=ENDLESS,
    stay_with_unit=True,
    by_freed_action=True,
    at_unseen=at_unseen,
    bursting=(HE,),
    bursting_close=(),
    without_close_bonus=(CHARGE,),
    flame_rating=2,
    flame_strips_all=True,
)
FLAMES = structs.replace(flame.FLAMES, do=burn_or_suspect, checks=checks)
FLAME = structs.replace(flame.CHAPTER, name="19", acts=(FLAMES, flame.SCORCH))
