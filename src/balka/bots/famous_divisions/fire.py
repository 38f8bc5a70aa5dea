"""What fire on the march costs: the casualties that entering a hex brings on the mean. For bots, no rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from balka.core.checks import Check, Tally, unknown
from balka.core.memo import remembered
from balka.systems.famous_divisions.model import Catalogue, GdState, enemy_of, ratings
from balka.systems.famous_divisions.opportunity import bearing
from balka.systems.famous_divisions.position import Force, Unit
from balka.systems.famous_divisions.ranged import direct_range, penalty, why_silent
from balka.systems.famous_divisions.sight import distance, inspected, is_all_known, known_stack
from balka.systems.famous_divisions.tables import direct_reader

SURPRISE = 0.5  # guns reckoned with in a stack that cannot be looked into


def risk_to(view: GdState, counter: Unit) -> Callable[[int], float]:
    """The casualties by fire that a counter must reckon with for each hex it enters, for who asks about many."""
    defence, threats_to = ratings(view, counter).defence, bearing(view, counter.side)
    opened = inspected(view.position, view.setting.catalogue.ground, counter.side)
    foes = view.position.forces[enemy_of(counter.side)]
    known = _known(foes, opened, view.setting.catalogue, (defence, view.turn, view.tracks.weather))

    def of(h: int) -> float:
        found = known.get(h)
        if found is None:
            found = known[h] = sum([_from(view, counter.side, o, h, defence) for o in threats_to(h)])
        return found

    return of


@remembered
def _known(force: Force, opened: frozenset[int], catalogue: Catalogue, terms: tuple[int, int, str]) -> dict[int, float]:
    """Casualties by hexes: they hang on the enemy, who of him is known, the target and the light. To be filled."""
    return {}


def _from(view: GdState, mover: str, o: int, h: int, defence: int) -> float:
    """The casualties that fire from one enemy hex into another brings."""
    away = distance(view, o, h)
    hurt = casualty(away, penalty(view, h), defence)
    if not is_all_known(view, mover, o):
        return SURPRISE * hurt
    able = [u for u in known_stack(view, mover, o) if why_silent(view, u) is None and direct_range(view, u) >= away]
    return len(able) * hurt


@lru_cache(maxsize=1024)
def casualty(away: int, off: int, defence: int) -> float:
    """The chance that a shot over so many hexes, with so much off each die, hurts whoever has this defence."""
    need = defence + away
    check = Check("", "2d6", Tally("", (unknown(need, need, ""),)), direct_reader(away, off))
    return sum(float(band.low) for band in check.odds() if band.name == "casualty")
