"""What the counters on the map could do to each other where they stand, found once for every two of them.

Most positions a search looks at differ from each other in one or two counters, and it comes to the same counters again
and again by other ways. So what one could do to another is kept with the Mission, by the two counters as they are, and
asked anew only where one of them or what lies about has changed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from itertools import count

from msgspec import Struct, field

from balka.bots.heroes.duels import duel
from balka.bots.heroes.places import SPENT
from balka.core.memo import remembered
from balka.systems.heroes.chapters.fire import is_flank_attack, zone_from
from balka.systems.heroes.chapters.ratings import surroundings
from balka.systems.heroes.setting import HeroesSetting
from balka.systems.heroes.units import HeroesState, Unit

KEPT, MANY = 32, 6000  # surroundings for which answers are kept (each made-up world may have its own), and counters

Row = dict[tuple[int, bool], float]
"""What a counter could do to others: each by its number, and whether a vehicle stands beside it."""


class Known(Struct):
    """The answers among the same surroundings. Equal counters have one number; `seen` are those looked up before, by
    their identity, and held, so that nobody else can have it."""

    numbers: dict[Unit, int] = field(default_factory=dict)
    zones: dict[int, int] = field(default_factory=dict)
    rows: dict[int, Row] = field(default_factory=dict)
    seen: dict[int, tuple[Unit, int]] = field(default_factory=dict)
    free: Iterator[int] = field(default_factory=count)

    def number(self, unit: Unit) -> int:
        found = self.seen.get(id(unit))
        if found is None:
            if len(self.seen) > MANY:
                self.seen.clear()
            found = self.seen[id(unit)] = unit, self.numbers.setdefault(unit, next(self.free))
        return found[1]


class Exchange(Struct, frozen=True):
    """The best attack of each counter on the map, and what all its enemies could do to it; Spent ones count less."""

    best: dict[str, float]
    harm: dict[str, float]


@remembered
def exchange(state: HeroesState) -> Exchange:
    """All attacks that could be made in a position by counters as they face, whoever's Turn it is."""
    here = [unit for unit in state.position.units.values() if unit.hex >= 0]
    known, stacks = _known(state), _stacks(state, here)
    best, harm = dict.fromkeys([unit.id for unit in here], 0.0), dict.fromkeys([unit.id for unit in here], 0.0)
    for unit in here:
        number, share = known.number(unit), SPENT if unit.spent else 1.0
        zone, row = _zone(state, unit, number, known), known.rows.setdefault(number, {})
        for place, (foes, beside_vehicle) in stacks[state.setting.other[unit.side]].items():
            if not zone >> place & 1:
                continue
            for foe in foes:
                mark = known.number(foe), beside_vehicle
                worth = row.get(mark)
                if worth is None:
                    worth = row[mark] = _attack(state, unit, foe)
                best[unit.id] = max(best[unit.id], worth)
                harm[foe.id] += worth * share
    return Exchange(best, harm)


def _stacks(state: HeroesState, here: Sequence[Unit]) -> dict[str, dict[int, tuple[list[Unit], bool]]]:
    """The counters of each side by their hexes, and whether a vehicle is among them."""
    found: dict[str, defaultdict[int, list[Unit]]] = {side: defaultdict(list) for side in state.setting.other}
    for unit in here:
        found[unit.side][unit.hex].append(unit)
    return {
        side: {
            place: (stack, any(state.setting.kind(unit).is_vehicle for unit in stack)) for place, stack in of.items()
        }
        for side, of in found.items()
    }


def _zone(state: HeroesState, unit: Unit, number: int, known: Known) -> int:
    """The hexes a counter could attack as it faces, its own among them."""
    found = known.zones.get(number)
    if found is None:
        found = known.zones[number] = zone_from(state, unit, unit.facing) | 1 << unit.hex
    return found


def _attack(state: HeroesState, unit: Unit, foe: Unit) -> float:
    """What an attack of one on the other is worth as both face."""
    return duel(state, unit, foe).worth(is_flank_attack(state, foe, unit.hex))


def _known(state: HeroesState) -> Known:
    """What was found so far among the same works and smoke, and with as many CAPs to reach further by. To be filled."""
    kept, about = _kept(state.setting), (surroundings(state), _purses(state))
    if (len(kept) >= KEPT and about not in kept) or sum(len(known.numbers) for known in list(kept.values())) > MANY:
        kept.clear()
    return kept.setdefault(about, Known())


def _purses(state: HeroesState) -> Hashable:
    """What Veterans' equipment hangs on besides."""
    return tuple(state.tracks.caps.values()) if state.setting.veterans else ()


@remembered
def _kept(setting: HeroesSetting) -> dict[Hashable, Known]:
    """The answers of a Mission by what lies about. To be filled."""
    return {}
