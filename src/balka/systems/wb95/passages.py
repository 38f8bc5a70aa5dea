"""The steps open to a party: what ground, enemy and aircraft make of each side of a hex, and who can pay for it.

A passage hangs on the ground, the enemy, the works, the bridges and the aircraft, not on the mover's own stacks. Far
from all of these it is what the map makes it, and kept for the whole game; near them it is kept with the enemy force,
and handed on to the force that comes of it where nothing near has changed. [3.1.4, 4.2]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import chain
from typing import NamedTuple, TypeVar

from msgspec import Struct, structs

from balka.core.boards import NO_HEX, Board
from balka.core.handing import hand_on
from balka.core.memo import BOARD, POSITION, SETTING, remembered
from balka.systems.wb95.catalogue import MP, Gait
from balka.systems.wb95.movement import (
    WATER,
    Party,
    Payer,
    Step,
    ground_price,
    missions_over,
    on_secondary,
    overrun_price,
    paid_by,
    price_of_leaving,
    prices,
    suited,
)
from balka.systems.wb95.position import Force, Now, Unit, enemy_of, force
from balka.systems.wb95.zones import beside, feared, same_zone, two_around, zone

# Ways are ranked by one number: what they cost, then the hexes beside enemies they lead through, then the rivers.
POINT, RISKY, WET = 1 << 16, 1 << 8, 1
NO_WATER = frozenset[str]()


class Hindrance(Struct, frozen=True, gc=False):
    """What enemy and aircraft make of a step, whoever takes it."""

    toll: int
    risk: int
    extra: int
    guarded: bool
    held: bool
    feared: bool
    plain: bool


class Passage(Struct, frozen=True, gc=False):
    """A step that is open, as those of certain gaits find it, before anybody's purse is looked into.

    What the ground makes of it comes first, then what enemy and aircraft do.
    """

    to: int
    tolls: tuple[int, ...]  # for each gait
    secondary: bool
    caution: int  # what speaks against it where two ways cost the same: enemies beside it, then water
    extra: int = 0  # for guns that are overrun there
    guarded: bool = False  # in an enemy zone
    held: bool = False  # by enemies whom only a regular unit drives off
    feared: bool = False  # in an enemy zone, for all that is known
    plain: bool = True  # none of these


Sides = tuple[Passage, ...]


class Row(Struct, frozen=True, gc=False):
    """The open steps from a hex; for a single gait what each plain one adds to the rank of a way, and the others."""

    steps: Sides
    plain: dict[int, int]
    others: Sides


Gaits = tuple[Gait, ...]
Alike = tuple[tuple[Payer, ...], bool, bool, bool]
Pairs = tuple[tuple[int, int], ...]
Known = TypeVar("Known")


class Passages:
    """The open steps from every hex for certain gaits, each worked out when it is first asked for."""

    __slots__ = ("_disturbed", "_gaits", "_hindrances", "_rebridged", "_side", "kind", "least", "order", "rows")

    def __init__(self, front: Front, side: str, company: Company) -> None:
        """It keeps the tables of the front and not the front, which keeps it."""
        self._disturbed = front.disturbed
        self._rebridged = front.rebridged
        self._hindrances = front.hindrances
        self._side = side
        self._gaits, self.order, self.kind, self.least = company
        self.rows = front.rows

    def open_from(self, game: Now, a: int) -> Row:
        alike = self.rows.get(a)
        if alike is None:
            alike = self.rows[a] = {} if a in self._disturbed else _undisturbed(game, a)
        row = alike.get(self.kind)
        if row is None:
            row = alike[self.kind] = self.row(game, a)
        return row

    def row(self, game: Now, a: int) -> Row:
        """The same, worked out anew."""
        if a not in self._disturbed:
            return _on_map(game, self._gaits, a)
        hindrances = self._hindrances.get(a)
        if hindrances is None:
            hindrances = self._hindrances[a] = _hindrances(game, self._side, a)
        return _row([_open(step, hindrances[step.to]) for step in self._ground(game, a) if step.to in hindrances])

    def _ground(self, game: Now, a: int) -> Sides:
        """The sides of a hex that can be crossed, from the map while its bridges are as printed."""
        if a in self._rebridged:
            return tuple(_joined([_ground_now(game, gait, a) for gait in self._gaits]))
        row = _undisturbed(game, a).get(self.kind) or _on_map(game, self._gaits, a)
        return row.steps


def passages(game: Now, party: Party) -> Passages:
    """The open steps for whoever is in a party."""
    gaits = tuple([payer.gait for payer in party.payers])
    front = front_against(game, enemy_of(party.side))
    known = front.passages.get(gaits)
    if known is None:
        known = front.passages[gaits] = Passages(front, party.side, company(game, gaits))
    return known


class Company(NamedTuple):
    """Those who go together. Who moves alike finds the same steps, in whatever order they are named."""

    gaits: Gaits
    order: tuple[int, ...]  # which of these is whose
    kind: int
    least: tuple[tuple[int, ...], ...]  # what nobody's step out of a hex costs less than


@remembered(on=SETTING)
def company(game: Now, gaits: Gaits) -> Company:
    alike = [_like(game, gait) for gait in gaits]
    found = tuple(sorted(set(alike), key=structs.astuple))
    least = tuple([prices(game, gait.moves).least for gait in gaits])
    return Company(found, tuple([found.index(gait) for gait in alike]), _kind(game, found), least)


def _like(game: Now, gait: Gait) -> Gait:
    """Both sides and all armies find the same ground, but for those to whom the scenario closes some."""
    army = gait.army if gait.army in game.setting.rulebook.no_crossing else ""
    return structs.replace(gait, side="", army=army)


def _ground_now(game: Now, gait: Gait, a: int) -> Sides:
    """Every neighbour that the ground lets whoever moves like this enter."""
    steps = [ground_price(game, gait, a, across) for across in range(len(game.setting.board.neighbours[a]))]
    return tuple(_grounds(game.setting.board, a, steps))


def _on_map(game: Now, gaits: Gaits, a: int) -> Row:
    """The steps from a hex where nothing but the map counts, with bridges as they are printed."""
    known, kind = _undisturbed(game, a), _kind(game, gaits)
    if kind not in known:
        if len(gaits) == 1:
            known[kind] = _row(_by_map(game, gaits[0], a))
        else:
            known[kind] = _row(tuple(_joined([_on_map(game, (gait,), a).steps for gait in gaits])))
    return known[kind]


def _by_map(game: Now, gait: Gait, a: int) -> Sides:
    """Every neighbour that can be entered by who moves like this, as things are at first."""
    steps: Sequence[Step | None] = prices(game, gait.moves).steps[a]
    if gait.hq or gait.army:
        steps = [suited(game, gait, a, across, step) for across, step in enumerate(steps)]
    return tuple(_grounds(game.setting.board, a, steps))


def _grounds(board: Board, a: int, steps: Sequence[Step | None]) -> Iterator[Passage]:
    for across, step in enumerate(steps):
        if step is not None:
            wet = not step.road and not board.hexsides.get((a, across), NO_WATER).isdisjoint(WATER)
            yield Passage(board.neighbours[a][across], (step.price,), step.road == "secondary", WET if wet else 0)


def _joined(rows: Sequence[Sides]) -> Iterator[Passage]:
    """Every neighbour that the ground lets all of them enter; a party of nobody goes nowhere."""
    if len(rows) < 2:
        yield from chain(*rows)
        return
    others = [{ground.to: ground for ground in row} for row in rows[1:]]
    for first in rows[0]:
        grounds = [first, *(row[first.to] for row in others if first.to in row)]
        if len(grounds) == len(rows):
            tolls = tuple([ground.tolls[0] for ground in grounds])
            yield Passage(first.to, tolls, all(ground.secondary for ground in grounds), first.caution)


def _hindrances(game: Now, side: str, a: int) -> dict[int, Hindrance]:
    """Every neighbour that can be entered as things stand. [kursk-c4-4.2.4-a, kursk-c4-4.2.4-b]"""
    board, foe = game.setting.board, force(game, enemy_of(side))
    hostile, near, dreaded = zone(foe, board), beside(foe, board), feared(foe, board)
    pinned, leaving, harassed = hostile >> a & 1, price_of_leaving(game, side, a), game.position.harassed
    found: dict[int, Hindrance] = {}
    for b in board.neighbours[a]:
        guarded, held = b != NO_HEX and bool(hostile >> b & 1), b in foe.at
        if b == NO_HEX or (pinned and guarded and same_zone(game, a, b, enemy_of(side))):
            continue
        extra = overrun_price(game, side, b) if held else 0
        if extra is not None:
            toll = missions_over(game, side, b) * MP + leaving if harassed else leaving
            fears, risk = bool(dreaded >> b & 1), RISKY if near >> b & 1 else 0
            found[b] = Hindrance(toll, risk, extra, guarded, held, fears, not (guarded or held or fears))
    return found


def _open(ground: Passage, hindrance: Hindrance) -> Passage:
    """A step that the ground allows, with all that hinders it."""
    toll, caution, by = hindrance.toll, ground.caution + hindrance.risk, hindrance
    if by.plain and not toll and not by.risk:
        return ground
    tolls = tuple([price + toll for price in ground.tolls]) if toll else ground.tolls
    return Passage(ground.to, tolls, ground.secondary, caution, by.extra, by.guarded, by.held, by.feared, by.plain)


def _row(steps: Sequence[Passage]) -> Row:
    if steps and len(steps[0].tolls) > 1:
        return Row(tuple(steps), {}, tuple(steps))
    plain = {step.to: step.tolls[0] * POINT + step.caution for step in steps if step.plain}
    return Row(tuple(steps), plain, () if len(plain) == len(steps) else tuple([s for s in steps if not s.plain]))


# -- who can pay


def may_take(party: Party, step: Passage) -> bool:
    """Whether the party may take an open step at all, whatever it costs. [6.1.7, 12.2.2, terrain table note 2]"""
    if step.feared and party.strategic:
        return False
    return (party.regular or not step.held) and (step.secondary or not party.secondary)


def paid_after(
    payers: Sequence[Payer], order: tuple[int, ...], step: Passage, paid: tuple[int, ...]
) -> tuple[int, ...] | None:
    """What each will have paid after one more step; None if somebody cannot. [3.1.5]"""
    found, tolls, extra = [], step.tolls, step.extra
    for payer, n, before in zip(payers, order, paid, strict=True):
        now = paid_by(payer, tolls[n], extra, before)
        if now is None:
            return None
        found.append(now)
    return tuple(found)


# -- the first step, asked of every counter in every list and so remembered


def first_steps(game: Now, party: Party, start: int) -> tuple[int, ...]:
    """The neighbours the party can enter."""
    known = front_against(game, enemy_of(party.side)).steps.setdefault(start, {})
    alike = (party.payers, party.regular, party.strategic, party.secondary)
    found = known.get(alike)
    if found is None:
        open_steps, begin = passages(game, party), (0,) * len(party.payers)
        row, order = open_steps.open_from(game, start), open_steps.order
        open_to = {step.to for step in row.steps if step.plain} if _is_fresh(party) else set[int]()
        if len(open_to) < len(row.steps):
            for variant in [party, on_secondary(party)] if may_gain(game, party, start) else [party]:
                left = [step for step in row.steps if step.to not in open_to and may_take(variant, step)]
                open_to.update([step.to for step in left if paid_after(variant.payers, order, step, begin)])
        found = known[alike] = tuple(sorted(open_to))
    return found


def _is_fresh(party: Party) -> bool:
    """Whether all have all their points, and so enough for any one step that only costs points. [3.1.13-a]"""
    return all(payer.left == payer.whole > 0 for payer in party.payers)


def may_gain(game: Now, party: Party, start: int) -> bool:
    """Whether keeping to secondary road could lead further."""
    return any(payer.bonus for payer in party.payers) and start in _on_secondary(game)


@remembered(on=BOARD)
def _on_secondary(game: Now) -> frozenset[int]:
    """Hexes that a secondary road leads out of."""
    rows = enumerate(prices(game, "foot").steps)
    return frozenset(h for h, row in rows if any(step is not None and step.road == "secondary" for step in row))


# -- kept with the map and with the enemy


@remembered(on=SETTING)
def _undisturbed(game: Now, a: int) -> dict[int, Row]:
    """The passages of a hex where nothing but the map counts, by who goes. To be filled."""
    return {}


def _kind(game: Now, gaits: Gaits) -> int:
    """A number for those who find the same passages: it is looked up faster than they are."""
    known = kinds(game)
    return known.setdefault(gaits, len(known))


@remembered(on=SETTING)
def kinds(game: Now) -> dict[Gaits, int]:
    """The numbers given so far. To be filled."""
    return {}


class Front(NamedTuple):
    """What is known of steps against an enemy as he stands, on ground as it is. The tables are filled when asked for.

    Where nothing disturbs it a row hangs on the map alone. Elsewhere it hangs on the enemies, their works and the
    aircraft no more than two hexes away, and on its bridges.
    [4.2, 6.1.7, 8.2.14, 14.1.2, 14.3]
    """

    stacks: dict[int, tuple[Unit, ...]]
    all_works: dict[str, str]
    works: frozenset[int]  # of the enemy
    broken: Pairs
    built: Pairs
    harassed: tuple[int, ...]
    disturbed: frozenset[int]  # where more than the map counts
    rebridged: frozenset[int]  # the ends of bridges that fell or were built
    hindrances: dict[int, dict[int, Hindrance]]  # of the steps from a hex, by where they lead
    rows: dict[int, dict[int, Row]]  # from a hex, by who goes
    steps: dict[int, dict[Alike, tuple[int, ...]]]  # the first steps from a hex, by who finds the same
    passages: dict[Gaits, Passages]


@remembered(on=POSITION)
def front_against(game: Now, foe: str) -> Front:
    """The front as it is now, made from the one last known of this enemy."""
    troops, latest = force(game, foe), _latest(force(game, foe))
    if not latest or not _is_as_it_was(game, troops, latest[-1]):
        latest[:] = [_front(game, troops, *latest)]
    return latest[-1]


@remembered
def _latest(foe: Force) -> list[Front]:
    """The front last known against this force, if any. To be filled."""
    return []


def hand_on_front(before: Force, now: Force) -> Force:
    """A force that came of another is given the front last known against that one."""
    return hand_on(before, now, f"{_latest.__module__}.{_latest.__qualname__}", list)


def _is_as_it_was(game: Now, foe: Force, front: Front) -> bool:
    position = game.position
    return (
        front.stacks is foe.at
        and (front.all_works is position.works or front.works == _works_of(game, foe))
        and (front.broken, front.built) == (position.broken, position.built)
        and front.harassed == position.harassed
    )


def _front(game: Now, foe: Force, last: Front | None = None) -> Front:
    position, board = game.position, game.setting.board
    broken, built, harassed = position.broken, position.built, position.harassed
    rebridged = frozenset(chain(*broken, *built))
    disturbed = rebridged.union(*[two_around(board, h) for h in (*foe.at, *harassed)])
    works = position.works
    now = Front(foe.at, works, _works_of(game, foe), broken, built, harassed, disturbed, rebridged, {}, {}, {}, {})
    if last is not None:
        stale = stale_since(board, now, last)
        now.hindrances.update(without(last.hindrances, stale))
        now.rows.update(without(last.rows, stale))
        now.steps.update(without(last.steps, stale))
    return now


def _works_of(game: Now, foe: Force) -> frozenset[int]:
    """The enemy's hexes with works in them, where guns cost more to overrun. [6.1.7]"""
    return frozenset([h for place in game.position.works if (h := int(place)) in foe.at])


def without(known: dict[int, Known], stale: AbstractSet[int]) -> dict[int, Known]:
    left = dict(known)
    for h in stale:
        left.pop(h, None)
    return left


def stale_since(board: Board, now: Front, last: Front) -> AbstractSet[int]:
    """The hexes whose rows may be others than on the front as it was."""
    moved = {h for h, units in now.stacks.items() if last.stacks.get(h) is not units}
    moved.update(last.stacks.keys() - now.stacks.keys())
    moved.update(last.works ^ now.works)
    if last.harassed != now.harassed:
        moved.update(last.harassed, now.harassed)
    bridges = {*last.broken} ^ {*now.broken} | {*last.built} ^ {*now.built}
    return frozenset().union(*[two_around(board, h) for h in moved], *bridges)
