"""How a side means to play: the numbers behind every opinion, as values. No rules.

A `Stance` holds the tastes of whoever follows it; what a field is at first is the plain, careful play that other bots
are measured against. A `Plan` gives a side one stance, and units that have been told otherwise one of their own. Both
are told apart by being the same object, so that what is kept by them is found at once: make one and hand it on.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from balka.core.memo import SETTING, remembered
from balka.systems.wb95.position import WbState

Role = Literal["attack", "defend"]


class Stance(Struct, frozen=True, eq=False):
    """Tastes. Distances are in hexes, strengths in CEL, worths in the coin of `outlook.result_value`."""

    role: Role = "defend"

    # where to go
    guns_at: int = 3  # how far from the enemy guns and headquarters like to stand
    shelter: float = 0.4  # good ground, to a defender
    hunger: float = 6.0  # ending a march out of supply
    settled: int = 2  # a defender this near to the enemy stays where he is
    rooted: int = 5  # and in works from this far
    watch: int = 6  # and in a town worth points from this far

    # meeting the enemy
    fear: float = 2.0  # weight of an attack that is owed and bad
    joy: float = 1.0  # weight of one that is good
    averse: float = 3.0  # what a defender has against attacks that are not good
    bad: float = -0.5  # an attack that promises less is better not owed
    good: float = 1.2  # an attack that promises so much is worth leaving one's place for
    sure: float = 1.5  # and so much that the first to come need not be strong alone
    strike_from: int = 2  # from how far a defender strikes back, the nearest
    strike_to: int = 3  # and the farthest
    spare: float = 0.4  # what an attack nobody owes must promise
    gain: float = 0.15  # what joining must add to a battle, for somebody who is wanted elsewhere
    chase: float = -0.5  # going after a beaten enemy, to a defender

    # what is held
    threat: int = 8  # hexes from the nearest enemy within which a town is to be held
    alarm: int = 12  # when a town that decides the game is filled up
    garrison: int = 6  # and to how many CEL
    town: int = 3  # CEL wanted in a town that is threatened
    furthest: int = 10  # hexes from which somebody is sent there
    digs_at: int = 3  # how near the enemy is when a defender digs in

    # what the plain play does not look at: nothing, unless a stance says so
    wary: float = 0.0  # weight of the enemies a march passes, who may stop it
    trap: float = 0.0  # weight of losses that come from a closed way back
    open_back: float = 0.0  # what a place without a way back costs its owner
    share: float = 0.0  # how far each enemy met is reckoned with, and each friend only once
    pull: float = 0.0  # hexes further that somebody goes for a victory point more
    rivers: float = 0.0  # weight of the points for rivers among the aims
    axis: tuple[int, ...] = ()  # the hexes to go for, before all others
    nearest: int = 0  # towns nearest to its own troops that an attacker goes for before all others, day by day
    shells: float = -0.2  # fire of guns on their own
    vital: int = 3  # CEL an attacker leaves in what decides the game
    retire: float = 0.0  # hexes that are put between a defender and the enemy
    mass: float = 0.0  # how far an attacker believes that those who can still come to an attack will
    demolish: float = 0.0  # blowing a bridge the enemy comes by, rebuilding one that was blown
    raids: float = 0.0  # weight of what an air attack promises
    gunnery: float = 0.0  # weight of what the fire of guns on their own promises
    calls: float = 0.0  # German points above the highest level of the scale from which the STAVKA's reserves are called


class Plan(Struct, frozen=True, eq=False):
    """What a side is up to: a stance for all, and others for some units by name."""

    side: str
    stance: Stance
    others: dict[str, Stance] = {}

    def of(self, unit_id: str) -> Stance:
        return self.others.get(unit_id, self.stance)

    @property
    def attacks(self) -> bool:
        """Whether the side is to take ground."""
        return self.stance.role == "attack"


@remembered(on=SETTING)
def usual(view: WbState, side: str) -> Plan:
    """The plain play: the side that moves first attacks, the other defends."""
    return Plan(side, Stance(role="attack" if view.setting.rulebook.first == side else "defend"))
