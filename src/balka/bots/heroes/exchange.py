"""What the counters on the map could do to each other where they stand, found once for every two of them.

Most positions a search looks at differ from each other in one or two counters. So what one could do to another is kept
with the Mission, by the two counters as they are, and asked anew only where one of them or what lies about has changed.
"""

from __future__ import annotations

from collections.abc import Hashable

from msgspec import Struct

from balka.bots.heroes.duels import duel
from balka.bots.heroes.places import SPENT
from balka.core.memo import remembered
from balka.systems.heroes.chapters.fire import is_flank_attack, zone_from
from balka.systems.heroes.chapters.ratings import surroundings
from balka.systems.heroes.setting import HeroesSetting
from balka.systems.heroes.units import HeroesState, Unit

KEPT, MANY = 4, 4000  # surroundings for which rows are kept, and counters with a row in each

Row = dict[tuple[int, bool], float]
"""What a counter could do to others: each by its identity, and whether a vehicle stands beside it."""
Rows = dict[int, tuple[Unit, Row]]
"""Rows by the identity of their counters, which are held, so that nobody else can have it."""


class Exchange(Struct, frozen=True):
    """The best attack of each counter on the map, and what all its enemies could do to it; Spent ones count less."""

    best: dict[str, float]
    harm: dict[str, float]


@remembered
def exchange(state: HeroesState) -> Exchange:
    """All attacks that could be made in a position by counters as they face, whoever's Turn it is."""
    here = [unit for unit in state.position.units.values() if unit.hex >= 0]
    armored = {(unit.side, unit.hex) for unit in here if state.setting.kind(unit).is_vehicle}
    marks = [((id(unit), (unit.side, unit.hex) in armored), unit) for unit in here]
    best, harm = dict.fromkeys([unit.id for unit in here], 0.0), dict.fromkeys([unit.id for unit in here], 0.0)
    rows = _rows(state)
    for unit in here:
        row, share = _row(rows, unit), SPENT if unit.spent else 1.0
        for mark, foe in marks:
            if foe.side == unit.side:
                continue
            worth = row.get(mark)
            if worth is None:
                _row(rows, foe)  # held as long as the answer is
                worth = row[mark] = _attack(state, unit, foe)
            if worth:
                best[unit.id] = max(best[unit.id], worth)
                harm[foe.id] += worth * share
    return Exchange(best, harm)


def _attack(state: HeroesState, unit: Unit, foe: Unit) -> float:
    """What an attack of one on the other is worth as both face; nothing out of reach."""
    zone = zone_from(state, unit, unit.facing) | 1 << unit.hex
    if not zone >> foe.hex & 1:
        return 0.0
    return duel(state, unit, foe).worth(is_flank_attack(state, foe, unit.hex))


def _row(rows: Rows, unit: Unit) -> Row:
    found = rows.get(id(unit))
    if found is None:
        found = rows[id(unit)] = unit, {}
    return found[1]


def _rows(state: HeroesState) -> Rows:
    """The rows found so far among the same works and smoke, and with as many CAPs to reach further by. To be filled."""
    kept, about = _kept(state.setting), (surroundings(state), _purses(state))
    if (len(kept) >= KEPT and about not in kept) or len(kept.get(about, ())) > MANY:
        kept.clear()
    return kept.setdefault(about, {})


def _purses(state: HeroesState) -> Hashable:
    """What Veterans' equipment hangs on besides."""
    return tuple(state.tracks.caps.values()) if state.setting.veterans else ()


@remembered
def _kept(setting: HeroesSetting) -> dict[Hashable, Rows]:
    """Rows of a Mission by what lies about. To be filled."""
    return {}
