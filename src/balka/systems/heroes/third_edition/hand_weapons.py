"""Weapon cards and Flamethrowers as this edition has them: used once, and bursting in trees. [8.3, 18.0]"""

from __future__ import annotations

from balka.systems.heroes.chapters.fire import CHARGE, HE
from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.play.differences import Weapons


def at_unseen(now: Now) -> int:
    """Nobody throws anything where nobody is to be seen. [W01-W03]"""
    return 0


WEAPONS = Weapons(
    uses=1,
    stay_with_unit=False,
    by_freed_action=False,
    at_unseen=at_unseen,
    bursting=(HE, CHARGE),
    bursting_close=(CHARGE,),  # a mortar's crew fights hand to hand without shells [6.9-f]
    without_close_bonus=(),
    flame_rating=3,
    flame_strips_all=False,
)
