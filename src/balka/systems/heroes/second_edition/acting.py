"""Who may act by the second edition's means, and which way a Hidden unit comes out to act. [2.2, 10.0.1]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from balka.systems.heroes.chapters.cards import shares_a_card
from balka.systems.heroes.chapters.movement import SIDES, may_pivot
from balka.systems.heroes.chapters.works import set_facing
from balka.systems.heroes.play.choosing import acts_alone
from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.second_edition.paying import most
from balka.systems.heroes.units import Unit


def acts(now: Now, unit: Unit) -> bool:
    """Turning costs least of all; who cannot turn is looked at closely. [5.3-a]"""
    limit = most(now, (unit,))
    if limit < 1:  # only a weapon card may cost nothing [8.4, 2.2-y]
        armed = bool(now.setting.mission.forces[unit.force].weapons)
        return (armed and acts_alone(now, unit, limit)) or shares_a_card(now, unit)
    alone = not unit.carrier and unit.id not in now.position.loads
    turns = alone and not unit.marker and may_pivot(now, unit) is None
    return turns or acts_alone(now, unit, limit) or shares_a_card(now, unit)


def ways_out(now: Now, unit: Unit) -> Iterator[int]:
    """Facings in which a Hidden unit could do something once shown: coming out alone is no turn. [2.2-a, 10.0.1-a]"""
    return (side for side in facings(now, unit) if acts(now, unit.changed(facing=side)))


def facings(now: Now, unit: Unit) -> Sequence[int]:
    """The ways a Hidden unit may face when it is shown: in a Bunker as the Bunker does. [10.0-b, 18.1.2-c]"""
    fixed = set_facing(now, unit)
    return range(SIDES) if fixed is None else (fixed,)
