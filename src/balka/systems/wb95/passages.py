"""The steps open to a party: what ground, enemy and aircraft make of each side of a hex, and who can pay for it.

A passage hangs on the ground, the enemy, the works, the bridges and the aircraft, not on the mover's own stacks. Far
from all of these it is what the map makes it, and kept for the whole game; near them it is kept with the enemy force,
and handed on to the force that comes of it where nothing near has changed. [3.1.4, 4.2]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from typing import NamedTuple, TypeVar

from msgspec import structs

from balka.core.boards import NO_HEX, Board
from balka.core.handing import hand_on
from balka.core.memo import BOARD, POSITION, SETTING, remembered
from balka.systems.wb95.catalogue import Gait
from balka.systems.wb95.movement import WATER, Party, ground_price, on_secondary, overrun_price, prices, surcharge
from balka.systems.wb95.position import Force, Now, Unit, enemy_of, force
from balka.systems.wb95.zones import beside, feared, same_zone, two_around, zone

# Ways are ranked by one number: what they cost, then the hexes beside enemies they lead through, then the rivers.
POINT, RISKY, WET = 1 << 16, 1 << 8, 1


class Ground(NamedTuple):
    """A side of a hex that those of certain gaits can cross, whoever stands beyond it."""

    to: int
    prices: tuple[int, ...]  # for each gait
    secondary: bool
    caution: int


class Passage(NamedTuple):
    """A step that is open, as those of certain gaits find it, before anybody's purse is looked into."""

    to: int
    tolls: tuple[int, ...]  # for each gait
    secondary: bool
    caution: int  # what speaks against it where two ways cost the same: enemies beside it, then water
    extra: int = 0  # for guns that are overrun there
    guarded: bool = False  # in an enemy zone
    held: bool = False  # by enemies whom only a regular unit drives off
    feared: bool = False  # in an enemy zone, for all that is known
    plain: bool = True  # none of these


Row = tuple[Passage, ...]
Gaits = tuple[Gait, ...]
Known = TypeVar("Known")


class Passages:
    """The open steps from every hex for certain gaits, each worked out when it is first asked for."""

    __slots__ = ("_front", "_gaits", "_grounds", "_side", "_undisturbed", "rows")

    def __init__(self, game: Now, front: Front, side: str, gaits: Gaits, rows: dict[int, Row]) -> None:
        self._front = front
        self._side = side
        self._gaits = gaits
        self._undisturbed, self._grounds = _by_map(game, gaits)
        self.rows = rows

    def open_from(self, game: Now, a: int) -> Row:
        row = self.rows.get(a)
        if row is None:
            row = self.rows[a] = self._row(game, a)
        return row

    def _row(self, game: Now, a: int) -> Row:
        if _is_disturbed(game.setting.board, self._front, a):
            return tuple(_open(game, self._side, a, self._ground(game, a)))
        row = self._undisturbed.get(a)
        if row is None:
            row = self._undisturbed[a] = tuple([Passage(*ground) for ground in self._ground(game, a)])
        return row

    def _ground(self, game: Now, a: int) -> tuple[Ground, ...]:
        """The sides of a hex that can be crossed, from the map while its bridges are as printed."""
        if any(a in pair for pair in (*self._front.broken, *self._front.built)):
            return tuple(_grounds(game, self._gaits, a))
        if a not in self._grounds:
            self._grounds[a] = tuple(_grounds(game, self._gaits, a))
        return self._grounds[a]


def passages(game: Now, party: Party) -> Passages:
    """The open steps for whoever is in a party."""
    gaits = tuple([payer.gait for payer in party.payers])
    front = front_against(game, enemy_of(party.side))
    known = front.passages.get(gaits)
    if known is None:
        alike = tuple([_like(game, gait) for gait in gaits])
        rows = front.rows.setdefault(alike, {})
        known = front.passages[gaits] = Passages(game, front, party.side, alike, rows)
    return known


@remembered(on=SETTING)
def _like(game: Now, gait: Gait) -> Gait:
    """All armies find the same ways, but for those to whom the scenario closes some."""
    return gait if gait.army in game.setting.rulebook.no_crossing else structs.replace(gait, army="")


def _grounds(game: Now, gaits: Gaits, a: int) -> Iterator[Ground]:
    """Every neighbour that the ground lets all of them enter; a party of nobody goes nowhere."""
    board = game.setting.board
    for across, b in enumerate(board.neighbours[a]):
        steps = [step for gait in gaits if b != NO_HEX and (step := ground_price(game, gait, a, across)) is not None]
        if steps and len(steps) == len(gaits):
            secondary = all(step.road == "secondary" for step in steps)
            wet = not steps[-1].road and not board.hexsides.get((a, across), frozenset()).isdisjoint(WATER)
            yield Ground(b, tuple([step.price for step in steps]), secondary, WET if wet else 0)


def _open(game: Now, side: str, a: int, grounds: Iterable[Ground]) -> Iterator[Passage]:
    """Every neighbour that can be entered as things stand. [kursk-c4-4.2.4-a, kursk-c4-4.2.4-b]"""
    board, foe = game.setting.board, force(game, enemy_of(side))
    hostile, near, dreaded = zone(foe, board), beside(foe, board), feared(foe, board)
    pinned = hostile >> a & 1
    for b, costs, secondary, caution in grounds:
        guarded, held = bool(hostile >> b & 1), b in foe.at
        if pinned and guarded and same_zone(game, a, b, enemy_of(side)):
            continue
        extra = overrun_price(game, side, b) if held else 0
        if extra is not None:
            more = surcharge(game, side, a, b)
            tolls = tuple([price + more for price in costs])
            risk = RISKY if near >> b & 1 else 0
            fears = bool(dreaded >> b & 1)
            plain = not (guarded or held or fears)
            yield Passage(b, tolls, secondary, caution + risk, extra, guarded, held, fears, plain)


# -- who can pay


def may_take(party: Party, step: Passage) -> bool:
    """Whether the party may take an open step at all, whatever it costs. [6.1.7, 12.2.2, terrain table note 2]"""
    if step.feared and party.strategic:
        return False
    return (party.regular or not step.held) and (step.secondary or not party.secondary)


def paid_after(party: Party, step: Passage, paid: tuple[int, ...]) -> tuple[int, ...] | None:
    """What each will have paid; None if somebody has not enough left. [3.1.5]"""
    now = []
    for payer, price, before in zip(party.payers, step.tolls, paid, strict=True):
        after = payer.after(before, price, step.extra)
        if after is None:
            return None
        now.append(after)
    return tuple(now)


# -- the first step, asked of every counter in every list and so remembered


def first_steps(game: Now, party: Party, start: int) -> tuple[int, ...]:
    """The neighbours the party can enter."""
    known = front_against(game, enemy_of(party.side)).steps.setdefault(start, {})
    found = known.get(party)
    if found is None:
        row, begin = passages(game, party).open_from(game, start), (0,) * len(party.payers)
        both = [party, on_secondary(party)] if may_gain(game, party, start) else [party]
        open_to = {step.to for variant in both for step in row
                   if may_take(variant, step) and paid_after(variant, step, begin)}  # fmt: skip
        found = known[party] = tuple(sorted(open_to))
    return found


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
def _by_map(game: Now, gaits: Gaits) -> tuple[dict[int, Row], dict[int, tuple[Ground, ...]]]:
    """Passages where nothing but the map counts, and the ground everywhere. To be filled."""
    return {}, {}


class Front(NamedTuple):
    """What is known of steps against an enemy as he stands, on ground as it is. The tables are filled when asked for.

    A row hangs on the enemies and the aircraft no more than two hexes away, on works next to it and on its bridges.
    [4.2, 6.1.7, 8.2.14, 14.1.2, 14.3]
    """

    stacks: dict[int, tuple[Unit, ...]]
    works: AbstractSet[str]
    broken: tuple[tuple[int, int], ...]
    built: tuple[tuple[int, int], ...]
    harassed: tuple[int, ...]
    rows: dict[Gaits, dict[int, Row]]
    steps: dict[int, dict[Party, tuple[int, ...]]]  # the first steps from a hex
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
        and front.works == position.works.keys()
        and (front.broken, front.built) == (position.broken, position.built)
        and front.harassed == position.harassed
    )


def _front(game: Now, foe: Force, last: Front | None = None) -> Front:
    position = game.position
    now = Front(foe.at, frozenset(position.works), position.broken, position.built, position.harassed, {}, {}, {})
    if last is not None:
        stale = stale_since(game.setting.board, now, last)
        now.rows.update({gaits: _without(known, stale) for gaits, known in last.rows.items()})
        now.steps.update(_without(last.steps, stale))
    return now


def _without(known: dict[int, Known], stale: AbstractSet[int]) -> dict[int, Known]:
    left = dict(known)
    for h in stale:
        left.pop(h, None)
    return left


def stale_since(board: Board, now: Front, last: Front) -> AbstractSet[int]:
    """The hexes whose rows may be others than on the front as it was."""
    moved = {h for h, units in now.stacks.items() if last.stacks.get(h) is not units}
    moved.update(last.stacks.keys() - now.stacks.keys())
    moved.update(int(h) for h in last.works ^ now.works)
    if last.harassed != now.harassed:
        moved.update(last.harassed, now.harassed)
    bridges = {*last.broken} ^ {*now.broken} | {*last.built} ^ {*now.built}
    return frozenset().union(*[two_around(board, h) for h in moved], *bridges)


def _is_disturbed(board: Board, front: Front, a: int) -> bool:
    """Whether the passages of a hex hang on more than the map: no more than two from enemies and aircraft, or at the
    end of a bridge that fell or was built. [4.2, 8.2.14, 14.1.2, 14.3]"""
    near = two_around(board, a)
    if not near.isdisjoint(front.stacks) or not near.isdisjoint(front.harassed):
        return True
    return any(a in pair for pair in (*front.broken, *front.built))
