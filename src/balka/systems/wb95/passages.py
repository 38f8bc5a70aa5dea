"""The steps open to a party: what ground, enemy and aircraft make of each side of a hex, and who can pay for it.

A passage hangs on the ground, the enemy, the works, the bridges and the aircraft, not on the mover's own stacks. Far
from all of these it is what the map makes it, and kept for the whole game; near them it is kept with the enemy force
for as long as they stay as they are. [3.1.4, 4.2]
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import NamedTuple

from balka.core.boards import NO_HEX
from balka.core.hexes import mask_of
from balka.core.memo import BOARD, POSITION, SETTING, remembered
from balka.systems.wb95.catalogue import Gait
from balka.systems.wb95.movement import WATER, Party, ground_price, on_secondary, overrun_price, prices, surcharge
from balka.systems.wb95.position import Force, Now, enemy_of, force
from balka.systems.wb95.zones import beside, feared, same_zone, within_two, zone

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


Row = tuple[Passage, ...]
Gaits = tuple[Gait, ...]


class Passages:
    """The open steps from every hex for certain gaits, each worked out when it is first asked for."""

    __slots__ = ("_disturbed", "_gaits", "_grounds", "_near", "_side", "_undisturbed")

    def __init__(self, game: Now, side: str, gaits: Gaits) -> None:
        self._side = side
        self._gaits = gaits
        self._disturbed = _disturbed(game, enemy_of(side))
        self._undisturbed, self._grounds = _by_map(game, gaits)
        self._near: dict[int, Row] = {}

    def open_from(self, game: Now, a: int) -> Row:
        if not self._disturbed >> a & 1:
            row = self._undisturbed.get(a)
            if row is None:
                row = self._undisturbed[a] = tuple([Passage(*ground) for ground in self._ground(game, a)])
            return row
        row = self._near.get(a)
        if row is None:
            row = self._near[a] = tuple(_open(game, self._side, a, self._ground(game, a)))
        return row

    def _ground(self, game: Now, a: int) -> tuple[Ground, ...]:
        """The sides of a hex that can be crossed, from the map while its bridges are as printed."""
        if any(a in pair for pair in (*game.position.broken, *game.position.built)):
            return tuple(_grounds(game, self._gaits, a))
        if a not in self._grounds:
            self._grounds[a] = tuple(_grounds(game, self._gaits, a))
        return self._grounds[a]


def passages(game: Now, party: Party) -> Passages:
    """The open steps for whoever is in a party."""
    gaits = tuple([payer.gait for payer in party.payers])
    known = _known_passages(game, enemy_of(party.side))
    if gaits not in known:
        known[gaits] = Passages(game, party.side, gaits)
    return known[gaits]


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
            yield Passage(b, tolls, secondary, caution + risk, extra, guarded, held, bool(dreaded >> b & 1))


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

Steps = dict[tuple[Party, int], tuple[int, ...]]


def first_steps(game: Now, party: Party, start: int) -> tuple[int, ...]:
    """The neighbours the party can enter."""
    known = _known_steps(game, enemy_of(party.side))
    key = (party, start)
    found = known.get(key)
    if found is None:
        row, begin = passages(game, party).open_from(game, start), (0,) * len(party.payers)
        both = [party, on_secondary(party)] if may_gain(game, party, start) else [party]
        open_to = {step.to for variant in both for step in row
                   if may_take(variant, step) and paid_after(variant, step, begin)}  # fmt: skip
        found = tuple(sorted(open_to))
        known[key] = found
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


def _disturbed(game: Now, foe: str) -> int:
    """Hexes whose passages hang on more than the map: no more than two from enemies and aircraft, and the ends of
    bridges that fell or were built. [4.2, 8.2.14, 14.1.2, 14.3]"""
    board, position = game.setting.board, game.position
    near = within_two(force(game, foe), board)
    for h in position.harassed:
        near |= board.within(h, 2)
    return near | mask_of(h for pair in (*position.broken, *position.built) for h in pair)


@remembered(on=POSITION)
def _known_steps(game: Now, foe: str) -> Steps:
    """What is known of first steps against this enemy on ground as it is now. To be filled."""
    return _steps(force(game, foe), _ground(game))


@remembered(on=POSITION)
def _known_passages(game: Now, foe: str) -> dict[Gaits, Passages]:
    """What is known of passages against this enemy on ground as it is now. To be filled."""
    return _passages(force(game, foe), _ground(game))


@remembered
def _steps(foe: Force, ground: Hashable) -> Steps:
    return {}


@remembered
def _passages(foe: Force, ground: Hashable) -> dict[Gaits, Passages]:
    return {}


def _ground(game: Now) -> Hashable:
    """All but the enemy that a step hangs on."""
    position = game.position
    return frozenset(position.works), position.broken, position.built, position.harassed
