"""Where counters and works are put when a player leaves it to the table, and where bots put theirs. An opinion. [17.0]

Battalions share out the places that count, companies stand in front of them and in cover, guns and HQs behind, within
reach of each other. Only what is public and what the owner knows is looked at, so the choice gives nothing away.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

from balka.bots.famous_divisions.places import covers
from balka.core.choices import Choice, Facing, Hex, UnitId, Word
from balka.core.memo import SETTING, remembered
from balka.systems.famous_divisions.model import (
    Catalogue,
    GdState,
    Kind,
    Now,
    battalion_units,
    enemy_of,
    kind,
)
from balka.systems.famous_divisions.position import ON_MAP, Places, Unit, Works
from balka.systems.famous_divisions.setup import Setup, places, waiting
from balka.systems.famous_divisions.supply import barred, carts_pass, supplied_mask
from balka.systems.famous_divisions.verbs import Dig, Put
from balka.systems.famous_divisions.victory import scoring_hexes

ANOTHER = 4  # hexes a battalion goes further for a place that no other one guards
BEHIND = 10  # hexes from the enemy beyond which guns and HQs care no more
CUT_OFF = 5  # hexes out of reach that a missing supply path counts
WORKS = 3  # units a second work in a hex must be worth
OFF = 99
CARTS = "wheeled"  # supply goes where wheels may


class Outlook(Struct, frozen=True):
    """What a side looks at: how far the enemy is from each hex, its battalions' places, and parts of the map that
    supply paths join, as they are found, each a bitmask."""

    away: Sequence[int]
    goals: dict[str, int]
    joined: list[int]

    def around(self, game: Now, side: str, h: int) -> int:
        """The part of the map a hex lies in; where trucks cannot go, the part they are met in."""
        ground = game.setting.catalogue.ground
        if ground.hex_cost(h, CARTS) is None:
            met = [n for n in ground.neighbours[h] if ground.hex_cost(n, CARTS) is not None and carts_pass(game, h, n)]
            return self.around(game, side, met[0]) if met else 1 << h
        for part in self.joined:
            if part >> h & 1:
                return part
        self.joined.append(supplied_mask(game, side, h))
        return self.joined[-1]


def next_placed(view: GdState) -> Choice | None:
    """The next counter of a set-up in its place, then the next work; None where no more is to be set up."""
    frame = view.stack[-1]
    if not isinstance(frame, Setup):
        return None
    seen = outlook(view, frame.side)
    if ids := waiting(view, frame.side):
        unit_id = next_unit(view, ids)
        return best_place(view, seen, unit_id, places(view, unit_id))
    fort = frame.next_work(view)
    return None if fort is None else best_work(view, seen, fort, frame.fort_hexes(view, fort))


def outlook(game: Now, side: str) -> Outlook:
    foes = game.position.forces[enemy_of(side)].places
    parts = _parts(foes, game.position.works, barred(game, side))
    return Outlook(away(game, side), goals(game, side), parts)


@remembered
def _parts(foes: Places, works: Works, closed: frozenset[int]) -> list[int]:
    """Parts of the map joined by paths that do not lead through the closed hexes. To be filled."""
    return []


def away(game: Now, side: str) -> bytes:
    """How far each hex is from the enemy, or from where he will come."""
    return _away(game.position.forces[enemy_of(side)].places, game.setting.catalogue, enemy_of(side))


@remembered
def _away(foes: Places, catalogue: Catalogue, foe: str) -> bytes:
    spots = set(foes.hexes)
    for unit_id, arrival in catalogue.arrivals.items():
        spots.update(arrival.hexes if catalogue.kinds[unit_id].side == foe else ())
    rows = [catalogue.board.distances(h) for h in sorted(spots)]
    return bytes([min(near) for near in zip(*rows, strict=True)]) if rows else bytes((OFF,)) * len(catalogue.board)


@remembered(on=SETTING)
def goals(game: Now, side: str) -> dict[str, int]:
    """The place that counts each battalion stands by: the nearest, those already guarded later."""
    areas, lie = game.setting.catalogue.areas, game.setting.board
    spots, guarded = sorted(set(scoring_hexes(game))), Counter[int]()
    found: dict[str, int] = {}
    for unit_id in sorted(areas, key=lambda unit_id: (len(areas[unit_id].hexes), unit_id)):
        battalion = game.setting.catalogue.kinds[unit_id].battalion
        if not spots or game.setting.catalogue.kinds[unit_id].side != side or battalion in found:
            continue
        rows = {h: lie.distances(h) for h in spots}
        near = {h: min(rows[h][o] for o in areas[unit_id].hexes) for h in spots}
        found[battalion] = min(spots, key=lambda h: (near[h] + ANOTHER * guarded[h], h))
        guarded[found[battalion]] += 1
    return found


def rank(printed: Kind) -> int:
    """Companies find their places first, then guns, then HQs."""
    return 2 if printed.is_hq else 1 if printed.is_artillery else 0


def next_unit(game: Now, ids: Iterable[str]) -> str:
    """The counter to be placed next: whoever has the smallest area."""
    areas, kinds = game.setting.catalogue.areas, game.setting.catalogue.kinds
    return min(
        ids, key=lambda unit_id: (len(areas[unit_id].hexes), rank(kinds[unit_id]), kinds[unit_id].battalion, unit_id)
    )


def best_place(game: Now, seen: Outlook, unit_id: str, hexes: Sequence[int]) -> Put:
    """The best of the places a counter may have."""
    value = _values(game, seen, unit_id)
    return Put(UnitId(unit_id), Hex(max(hexes, key=lambda h: (value(h), -h))))


def _values(game: Now, seen: Outlook, unit_id: str) -> Callable[[int], float]:
    """How good each hex is for a counter: cover, company, the way to the enemy, and room."""
    lie, stacks = game.setting.board, game.position.at
    mates, ties = _mates(game, unit_id), _ties(game, seen, unit_id)
    rows, share = [lie.distances(mate.hex) for mate in mates], 0.2 / max(len(mates), 1)
    ground = _back(game, seen, unit_id) if rank(kind(game, unit_id)) else _front(game, seen, unit_id)
    crowding, cover = 0.5 if rank(kind(game, unit_id)) else 1.5, covers(game)

    def value(h: int) -> float:
        apart = share * sum(row[h] for row in rows)
        strays = sum(tie.strain(h) for tie in ties)
        crowd = len(stacks[h]) if h in stacks else 0
        return 0.5 * cover[h] + ground(h) - apart - 2.0 * strays - crowding * crowd

    return value


def _mates(game: Now, unit_id: str) -> list[Unit]:
    return [u for u in battalion_units(game, kind(game, unit_id).battalion) if u.status == ON_MAP and u.id != unit_id]


class Tie(Struct, frozen=True):
    """What holds an HQ and a company together: the HQ's reach, and a supply path. [5.1, 6.0]"""

    row: bytes
    reach: int
    supplied: int

    def strain(self, h: int) -> int:
        """How badly a hex strains it: hexes out of reach, and a lot without a path."""
        return max(0, self.row[h] - self.reach) + (0 if self.supplied >> h & 1 else CUT_OFF)


def _ties(game: Now, seen: Outlook, unit_id: str) -> list[Tie]:
    """An HQ to each of its companies, a company to its HQ, or while there is none to another company."""
    own, mates = kind(game, unit_id), _mates(game, unit_id)
    if not own.is_hq:
        mates = [mate for mate in mates if kind(game, mate).is_hq] or mates[:1]
    return [_tie(game, seen, mate, own if own.is_hq else kind(game, mate)) for mate in mates]


def _tie(game: Now, seen: Outlook, other: Unit, head: Kind) -> Tie:
    reach = head.activation_range if head.is_hq else OFF
    return Tie(game.setting.board.distances(other.hex), reach, seen.around(game, other.side, other.hex))


def _front(game: Now, seen: Outlook, unit_id: str) -> Callable[[int], float]:
    """A company stands by its battalion's place, on the enemy's side of it."""
    goal = seen.goals.get(kind(game, unit_id).battalion)
    if goal is None:
        return lambda h: -0.2 * seen.away[h]
    row = game.setting.board.distances(goal)
    return lambda h: -0.5 * row[h] - 0.2 * seen.away[h]


def _back(game: Now, seen: Outlook, unit_id: str) -> Callable[[int], float]:
    """Guns and HQs keep away from the enemy, and HQs where supply can come to them."""
    open_to, is_hq = game.setting.catalogue.ground.hex_cost, kind(game, unit_id).is_hq

    def value(h: int) -> float:
        return 0.4 * min(seen.away[h], BEHIND) - (2 * CUT_OFF if is_hq and open_to(h, CARTS) is None else 0)

    return value


def best_work(game: Now, seen: Outlook, fort: str, hexes: Sequence[int]) -> Dig:
    """A work goes where most units stand nearest to the enemy, beside no other work, and faces him."""
    now = game.position

    def value(h: int) -> tuple[float, int]:
        return len(now.stack(h)) - 0.3 * seen.away[h] - (WORKS if h in now.fortified() else 0), -h

    spot = max(hexes, key=value)
    return Dig(Word(fort), Hex(spot), Facing(0 if fort == "minefield" else facing(game, seen, spot)))


def facing(game: Now, seen: Outlook, h: int) -> int:
    """The side of a hex that looks at the enemy."""
    ahead = game.setting.board.neighbours[h]
    return min(range(6), key=lambda side: (seen.away[ahead[side]] if ahead[side] >= 0 else OFF, side))
