"""A view as arrays: what is drawn for its seat, row by row, and nothing else.

Everything comes from the scene of the view, so that an agent is told what a person at that seat is shown. Words without
an order (the symbol of a counter, the kind of a layer) are told apart by a number made from their letters.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Sequence

import numpy as np
from msgspec import Struct

from balka.core.boards import Board
from balka.core.choices import Facing, Hex, Path, Token, UnitId
from balka.core.memo import remembered
from balka.core.scene.counters import Counter, Place
from balka.core.scene.display import Display, Hand, Layer, Track
from balka.core.state import State
from balka.env.spaces import COUNTER, COUNTERS, HAND, HANDS, LAYER, LAYERS, TRACKS, WORD, Array, Seen
from balka.table.nodes import VERB, Tree, TreeNode

FIGURES = COUNTER[11:]
NUMBER = re.compile(r"\d+")
OFF_MAP = (-1.0, -1.0)
MARKS = 4  # that many marks on a counter are written as 1


class Sight(Struct, frozen=True):
    """A view with what is needed to put it into numbers."""

    view: State
    seat: str
    shown: Display

    @classmethod
    def of(cls, state: State, seat: str) -> Sight:
        view = state.view(seat)
        return cls(view, seat, view.setting.system.scene(view, seat))

    @property
    def board(self) -> Board:
        board: Board = self.view.setting.board
        return board

    @property
    def sides(self) -> frozenset[str]:
        """The side of the seat, and the forces it decides for."""
        setting = self.view.setting
        forces = [force for force, seat in setting.seat_of.items() if seat == self.seat]
        return frozenset([*forces, *(setting.forces[force] for force in forces)])

    def loyalty(self, side: str) -> tuple[float, float]:
        """Own, enemy; neither where a thing belongs to nobody."""
        return float(side in self.sides), float(bool(side) and side not in self.sides)

    def at(self, label: str) -> tuple[float, float]:
        """Where a hex lies on the map, from 0 to 1 each way."""
        return where(self.board, self.board.hex(label)) if self.board.knows(label) else OFF_MAP


def where(board: Board, at: int) -> tuple[float, float]:
    """Column and row of a hex, from 0 to 1 across the map."""
    cell, (col, cols, row, rows) = board.cells[at], _extent(board)
    return (cell.col - col) / cols, (cell.row - row) / rows


@remembered
def _extent(board: Board) -> tuple[int, int, int, int]:
    """The first column and how far they reach, and so for rows."""
    cols, rows = [cell.col for cell in board.cells], [cell.row for cell in board.cells]
    return min(cols), max(1, max(cols) - min(cols)), min(rows), max(1, max(rows) - min(rows))


def code(word: str) -> float:
    """A number from 0 to 1 for a word, the same on every machine."""
    return zlib.crc32(word.encode()) / 2**32 if word else 0.0


def table(rows: Iterable[Sequence[float]], most: int, width: int) -> Array:
    """Rows in an array of fixed size; what does not fit is left out."""
    found = np.zeros((most, width), dtype=np.float32)
    for at, row in zip(range(most), rows, strict=False):
        found[at, : len(row)] = row
    return found


# -- what lies on the table


def seen(sight: Sight) -> Seen:
    """Everything but the question and the words."""
    shown = sight.shown
    lying = [(stack.place, counter) for stack in shown.stacks for counter in stack.counters]
    return {
        "counters": table((_counter(sight, *each) for each in lying), COUNTERS, len(COUNTER)),
        "layers": table((_layer(sight, layer) for layer in shown.layers), LAYERS, len(LAYER)),
        "tracks": table(([_track(track)] for track in shown.tracks), TRACKS, 1)[:, 0],
        "hands": table((_hand(hand) for hand in shown.hands), HANDS, len(HAND)),
    }


def _counter(sight: Sight, place: Place, counter: Counter) -> list[float]:
    side = counter.side or place.side
    facing = sight.board.grid.sides.index(counter.facing) + 1 if counter.facing in sight.board.grid.sides else 0
    figures = figures_of(counter)
    return [
        1.0, *sight.loyalty(side), float(place.kind == "hex"), *sight.at(place.id if place.kind == "hex" else ""),
        facing / 6, float(counter.anonymous), code(counter.symbol), code(" ".join(sorted(counter.states))),
        len(counter.badges) / MARKS, *(figures.get(slot, 0.0) / 10 for slot in FIGURES),
    ]  # fmt: skip


def figures_of(counter: Counter) -> dict[str, float]:
    """The figures printed on a counter; of a strength such as `4-6` the second is the defence."""
    found: dict[str, float] = {}
    for corner in counter.corners:
        numbers = [float(number) for number in NUMBER.findall(corner.text)]
        if not numbers or corner.slot not in FIGURES:
            continue
        found[corner.slot] = numbers[0]
        if corner.slot == "strength":
            found["defence"] = numbers[-1]
    return found


def _layer(sight: Sight, layer: Layer) -> list[float]:
    return [1.0, *sight.loyalty(layer.side), code(layer.kind), *sight.at(layer.hex)]


def _track(track: Track) -> float:
    return float(np.clip((track.value - track.low) / max(1, track.high - track.low), -10.0, 10.0))


def _hand(hand: Hand) -> list[float]:
    return [1.0, float(hand.yours), sum(card.count for card in hand.cards) / 10, hand.hidden / 10]


# -- what may be said


def words(sight: Sight, tree: Tree, listed: Sequence[TreeNode], actions: int) -> Array:
    """A row for each word that may come next."""
    rows = {counter.id: at for at, counter in enumerate(c for s in sight.shown.stacks for c in s.counters)}
    return table((_word(tree, node, rows) for node in listed), actions, len(WORD))


def _word(tree: Tree, node: TreeNode, rows: dict[str, int]) -> list[float]:
    kind, word = tree.kind(node), tree.word(node)
    is_hex = kind is Hex or kind is Path
    kinds = [kind == VERB, kind is UnitId, is_hex, kind is Facing]
    place = where(tree.board, _hex_of(node.token)) if is_hex else OFF_MAP
    row = (rows.get(word, -1) + 1) / COUNTERS if kind is UnitId else 0.0
    return [1.0, *map(float, kinds), float(not any(kinds)), float(node.is_leaf), code(word), row, *place]


def _hex_of(token: Token) -> int:
    """The hex a word names, or in which a path ends."""
    last = token[-1] if isinstance(token, tuple) else token
    assert isinstance(last, int)
    return last
