"""How a side means to play: the numbers behind every opinion, as values. No rules.

A `Stance` holds the tastes of whoever follows it; what a field is at first is the plain, careful play that other bots
are measured against. A `Plan` gives a side one stance, and battalions that have been told otherwise one of their own.
Both are told apart by being the same object, so that what is kept by them is found at once: make one and hand it on.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from balka.core.memo import SETTING, remembered
from balka.systems.famous_divisions.model import GdState

Role = Literal["attack", "defend"]


class Stance(Struct, frozen=True, eq=False):
    """Tastes. Distances are in hexes or movement points, worths in the coin of `worth.RESULTS`."""

    role: Role = "defend"
    danger: float = 0.7  # each enemy who can fire into a hex
    cover: float = 0.4  # what the ground of a hex adds to the dice
    eager: float = 2.0  # a place next to the enemy, to an attacker
    leash: float = 3.0  # movement points from its place that a defender stays within
    duty: float = 0.6  # each of them beyond
    stirs: float = 6.0  # movement points from its place at which a defender marches
    calm: int = 3  # hexes to the enemy within which he does not
    least: float = 0.25  # what an attack must promise
    prize: float = 0.4  # what is added for a place that counts
    salvo: float = 0.2  # what a barrage must promise

    # what the plain play does not look at: nothing, unless a stance says so
    retake: float = 0.0  # weight of the way to places that were lost, to a defender
    pull: float = 0.0  # hexes further that somebody goes for a victory point more
    exits: float = 0.0  # points that leaving the map is reckoned at, for each exit
    restless: float = 0.0  # how much better another place must be for an attacker who has met the enemy to move on
    crowd: float = 0.0  # each friend in a hex that the enemy can fire into
    way: float = 0.0  # each enemy who can fire into a hex that is passed on a march
    head: float = 0.0  # each enemy who can fire at an HQ, more than at others
    aim: float = 0.0  # how far the worth of a target counts when somebody fires
    demolish: float = 0.0  # blowing a bridge the enemy comes by, and weight of what a pontoon saves of a march
    posts: float = 0.0  # standing where one is sent: garrisons, and somebody for each place that stands empty
    sent: float = 6.0  # turns of march beyond which nobody is sent there
    grab: float = 1.0  # what a place that stands empty is worth beside one to be held
    watch: int = 12  # hexes to the enemy at which a place is held
    garrison: int = 3  # companies it is held with, at the most
    fire: float = 0.0  # a casualty by fire on the march, by exact odds; instead of `danger` and `way`
    axis: tuple[int, ...] = ()  # the hexes to go for, before all others


class Plan(Struct, frozen=True, eq=False):
    """What a side is up to: a stance for all, and others for some battalions by name."""

    side: str
    stance: Stance
    others: dict[str, Stance] = {}

    def of(self, battalion: str) -> Stance:
        return self.others.get(battalion, self.stance)


@remembered(on=SETTING)
def usual(view: GdState, side: str) -> Plan:
    """The plain play: the side that scores attacks, the other defends."""
    return Plan(side, Stance(role="attack" if view.setting.rulebook.scorer == side else "defend"))
