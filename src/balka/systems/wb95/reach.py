"""Reach: every hex a party can get to, each by its cheapest way. [3.1.4, 3.1.5]"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from operator import le

from msgspec import Struct

from balka.core.boards import NO_HEX
from balka.core.checks import Tally, add, mixed
from balka.core.memo import POSITION, remembered
from balka.systems.wb95.catalogue import MP
from balka.systems.wb95.crowding import stops
from balka.systems.wb95.movement import (
    Party,
    Payer,
    allowance,
    fits,
    on_secondary,
    overrun_price,
    paid_by,
    party_of,
    payer_of,
    step_cost,
)
from balka.systems.wb95.passages import (
    POINT,
    Passage,
    Row,
    first_steps,
    may_gain,
    may_take,
    paid_after,
    passages,
)
from balka.systems.wb95.position import Now, Unit, enemy_of, force, printed
from balka.systems.wb95.zones import zone

UNREACHED = 1 << 62


class Ways(Struct, frozen=True):
    """Where a party gets: the cost for its dearest payer and the hex before, for each hex reached."""

    start: int
    costs: dict[int, int]
    before: dict[int, int]
    halts: tuple[int, ...]
    by_road: dict[int, tuple[int, ...]] = {}

    def path(self, to: int) -> tuple[int, ...]:
        """The hexes entered on the way, the last one included."""
        if to in self.by_road:
            return self.by_road[to]
        way = [to]
        while self.before[way[-1]] != self.start:
            way.append(self.before[way[-1]])
        return tuple(reversed(way))


def ways(game: Now, party: Party, start: int) -> Ways:
    """All hexes the party can reach, each by its cheapest way.

    Of equal ways the one past fewer enemies is taken, then the one over fewer rivers, then the lower hexes.
    """
    known, key = _known_ways(game), (party, start)
    if key not in known:
        plain = _search(game, party, start)
        known[key] = _joined(plain, _search(game, on_secondary(party), start)) if may_gain(game, *key) else plain
    return known[key]


@remembered(on=POSITION)
def _known_ways(game: Now) -> dict[tuple[Party, int], Ways]:
    """Ways found so far in this position. To be filled."""
    return {}


def way_to(game: Now, party: Party, start: int, goal: int) -> tuple[int, ...]:
    """The cheapest way to one hex, as `ways` finds it, looking no further than it must."""
    if (party, start) not in _known_ways(game):
        searched = _search(game, party, start, goal)
        if goal in searched.costs:
            return searched.path(goal)
    return ways(game, party, start).path(goal)


def _joined(ways: Ways, further: Ways) -> Ways:
    """The hexes of both, the cheaper way first."""
    new = {h for h in further.costs if h not in ways.costs}
    if not new:
        return ways
    return Ways(
        ways.start,
        {**further.costs, **ways.costs},
        {**ways.before, **{h: further.before[h] for h in new}},
        tuple(sorted({*ways.halts, *further.halts})),
        {**ways.by_road, **{h: further.path(h) for h in new}},
    )


def _search(game: Now, party: Party, start: int, goal: int = NO_HEX) -> Ways:
    """Hexes by cost; where only one hex is asked for, no further than that."""
    if not party.payers or not all(payer.whole for payer in party.payers):
        return Ways(start, {}, {}, ())
    search = _search_for_one if len(party.payers) == 1 else _search_for_all
    return search(game, party, start, goal)


def _search_for_one(game: Now, party: Party, start: int, goal: int) -> Ways:
    """The search where all pay alike: rank by rank, with the hexes that wait to be looked at by their rank.

    After the first step a plain one can be paid for while the rank it leads to is below a limit. The first may cost
    more than all there is, and secondary road has terms of its own: there the payer is asked, and at what is not plain.
    Where not even the cheapest step out of a hex can be paid for, none is looked at.
    """
    known, picky, left = passages(game, party), party.secondary, party.payers[0].left
    rows, kind, least, limit = known.rows, known.kind, known.least[0], UNREACHED if picky else (left + 1) * POINT
    before, ranks, last, waiting, heap = {start: start}, {start: 0}, set[int](), {0: [start]}, [0]
    while heap:
        rank = heappop(heap)
        paid = rank // POINT
        for h in waiting[rank]:
            if h == goal:
                return Ways(start, {goal: paid}, before, (goal,))
            if ranks[h] < rank or h in last or (paid + least[h] > left and paid and not picky):
                continue
            alike = rows.get(h)
            row = alike[kind] if alike and kind in alike else known.open_from(game, h)
            plain = _payable(game, party, row, paid, last) if row.others or h == start or picky else row.plain
            for b, more in plain.items():
                further = rank + more
                if further < limit:
                    best = ranks.get(b, UNREACHED)
                    if further < best:
                        ranks[b], before[b] = further, h
                        if further in waiting:
                            waiting[further].append(b)
                        else:
                            waiting[further] = [b]
                            heappush(heap, further)
                    elif further == best and h < before[b]:
                        before[b] = h
    del ranks[start], before[start]
    costs = {h: rank // POINT for h, rank in ranks.items()}
    return Ways(start, costs, before, tuple(stops(game, party, start, sorted(costs))))


def _payable(game: Now, party: Party, row: Row, paid: int, last: set[int]) -> dict[int, int]:
    """The steps that are open to a party and paid for, with what each adds to a rank; `last` are hexes to stop in."""
    payer, picky = party.payers[0], party.secondary
    steps, found = (row.steps, {}) if picky or not paid else (row.others, dict(row.plain))
    for step in steps:
        now = paid_by(payer, step.tolls[0], step.extra, paid)
        if now is not None and ((step.plain and not picky) or _is_open(game, party, step)):
            found[step.to] = (now - paid) * POINT + step.caution
            if step.guarded:
                last.add(step.to)
    return found


def _search_for_all(game: Now, party: Party, start: int, goal: int) -> Ways:
    """The same for units that pay different prices: a way dearer for the party may spare the one with least to spend.

    So a hex is looked at again where a later way is cheaper for one of them. [3.1.5]
    """
    known, payers = passages(game, party), party.payers
    costs: dict[int, int] = {}
    paths: dict[int, tuple[int, ...]] = {}
    seen: dict[int, list[tuple[int, ...]]] = {}
    heap: list[tuple[int, int, tuple[int, ...], bool, tuple[int, ...]]]
    heap = [(0, start, (0,) * len(payers), False, ())]
    while heap:
        rank, h, paid, guarded, path = heappop(heap)
        if _is_beaten(paid, seen.get(h, ())):
            continue
        seen.setdefault(h, []).append(paid)
        if h not in costs:
            costs[h], paths[h] = rank // POINT, path
        if h == goal:
            return Ways(start, costs, {}, (goal,), paths)
        if guarded or not (party.secondary or _could_pay(known.least, payers, h, paid)):
            continue
        for step in known.open_from(game, h).steps:
            if (party.secondary or not step.plain) and not _is_open(game, party, step):
                continue
            b, now = step.to, paid_after(payers, known.order, step, paid)
            if now is not None and not _is_beaten(now, seen.get(b, ())):
                heappush(heap, (max(now) * POINT + rank % POINT + step.caution, b, now, step.guarded, (*path, b)))
    del costs[start], paths[start]
    halts = tuple(stops(game, party, start, sorted(costs)))
    return Ways(start, costs, {h: (start, *path)[-2] for h, path in paths.items()}, halts, paths)


def _could_pay(least: Sequence[Sequence[int]], payers: Sequence[Payer], h: int, paid: tuple[int, ...]) -> bool:
    """Whether everybody has the points for the cheapest step out of a hex; the first step is for all who have any."""
    for cheapest, payer, spent in zip(least, payers, paid, strict=True):
        if spent and spent + cheapest[h] > payer.left:
            return False
    return True


def _is_open(game: Now, party: Party, step: Passage) -> bool:
    """Who enters an enemy zone stops there, and needs the room. [3.1.9-a, 4.2.1]"""
    return may_take(party, step) and (not step.guarded or fits(game, party.side, step.to, party.cel))


def _is_beaten(paid: tuple[int, ...], others: Sequence[tuple[int, ...]]) -> bool:
    """Whether another way has cost nobody more."""
    for other in others:  # noqa: SIM110 - asked at every step, and mostly of one or none
        if all(map(le, other, paid)):
            return True
    return False


# -- the next hex


def can_step(game: Now, party: Party, start: int) -> bool:
    """Whether there is a hex to go to and stop in."""
    steps = first_steps(game, party, start)
    return bool(steps) and bool(stops(game, party, start, steps) or ways(game, party, start).halts)


def next_hexes(game: Now, party: Party, start: int) -> list[int]:
    """The neighbours the party can enter and stop in."""
    return stops(game, party, start, first_steps(game, party, start))


def trapped(game: Now, unit: Unit) -> bool:
    """In an enemy zone with no hex to go to. [7.1.3, ruling Q65]"""
    if not zone(force(game, enemy_of(unit.side)), game.setting.board) >> unit.hex & 1:
        return False
    return not can_step(game, party_of(game, unit.side, (unit.id,)), unit.hex)


# -- what a way costs


def cost_tally(game: Now, units: Sequence[Unit], start: int, way: Sequence[int]) -> Tally:
    """What a way costs the unit of a party that pays most for it, in whole and sixth points."""
    costs = {unit.id: way_price(game, unit, start, way) for unit in units}
    dearest = max(units, key=lambda unit: costs[unit.id])
    counter = printed(game, dearest)
    return Tally(
        f"Points to {game.setting.board.labels[way[-1]]}",
        (add(costs[dearest.id], f"{counter.moves} movement", "kursk-3.1.11-a", counter.basis),),
        per=MP,
    )


def price_words(game: Now, units: Sequence[Unit], cost: int) -> str:
    """What a way takes of the points the shortest of a party has left."""
    left = min(allowance(game, unit) - unit.spent for unit in units)
    return f"{mixed(cost, MP)} of {mixed(left, MP)} points"


def way_price(game: Now, unit: Unit, start: int, way: Sequence[int]) -> int:
    """What one unit pays for a way, hex by hex, whatever it overruns included."""
    payer, paid = payer_of(game, unit), 0
    for a, b in zip((start, *way), way, strict=False):
        step = step_cost(game, payer, a, game.setting.board.side_between(a, b))
        paid += (step.price if step is not None else 0) + (overrun_price(game, unit.side, b) or 0)
    return paid
