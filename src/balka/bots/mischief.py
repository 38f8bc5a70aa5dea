"""The mischief bot: says what is seldom said, again and again, at the edges of things. It knows no rule.

Every word of the list is weighed by how often it was said before, by whether it names a hex at the edge of the board
or a crowded one, and by whether it is the largest or smallest number. Whole sentences that end something are held
back, and said the more readily the longer the bot has gone on, so that every game comes to its end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec import Struct

from balka.core.choices import Choice, Hex, Node, Number, Signed, Token, slot_kinds
from balka.core.dice import Rng
from balka.core.memo import remembered
from balka.core.state import State

PATIENCE = 60  # answers without an end after which one is always said
HASTE = 3  # chances in a hundred to end at once
WHIM = 12  # chances in a hundred to take any word at all
SCALE = 1000  # weight of a word never said before
EDGE, CROWD, EXTREME, AGAIN = 3, 2, 3, 4  # how much more such a word weighs


class MischiefBot:
    """Prefers rare verbs and tokens, repetition and boundaries."""

    def __init__(self) -> None:
        self._said: Counter[str] = Counter()
        self._last = ""
        self._since_end = 0

    def choose(self, view: State, seat: str, rng: Rng) -> Choice:
        path: tuple[Token, ...] = ()
        while True:
            node = self._pick(view, view.grow(path, seat), rng)
            self._said[_word(node)] += 1
            if isinstance(node, Choice):
                self._note(node, view)
                return node
            path = (*path, node)

    def _note(self, choice: Choice, view: State) -> None:
        self._since_end = 0 if choice.ends else self._since_end + 1
        self._said[choice.verb] += 1
        self._last = choice.text(view.setting.board)

    def _pick(self, view: State, nodes: Sequence[Node], rng: Rng) -> Node:
        ends = [node for node in nodes if isinstance(node, Choice) and node.ends]
        if ends and self._is_tired(rng):
            return ends[rng.randrange(len(ends))]
        open_ones = nodes if len(ends) == len(nodes) else [node for node in nodes if node not in ends]
        if rng.randrange(100) < WHIM:
            return open_ones[rng.randrange(len(open_ones))]
        return self._weighed(view, open_ones, rng)

    def _is_tired(self, rng: Rng) -> bool:
        return self._since_end >= PATIENCE or rng.randrange(100) < HASTE + self._since_end // 4

    def _weighed(self, view: State, nodes: Sequence[Node], rng: Rng) -> Node:
        crowds, extremes = crowds_of(view), _extremes(nodes)
        weights = [self._weight(view, node, crowds, extremes) for node in nodes]
        pick = rng.randrange(sum(weights))
        for node, weight in zip(nodes, weights, strict=True):
            pick -= weight
            if pick < 0:
                return node
        raise AssertionError("the weights do not add up")

    def _weight(self, view: State, node: Node, crowds: Counter[int], extremes: set[int]) -> int:
        """A word said n times before weighs (1 + n) squared less than a new one."""
        weight = max(1, SCALE // (1 + self._said[_word(node)]) ** 2)
        for h in _hexes(view, node):
            weight *= (EDGE if view.setting.board.edge >> h & 1 else 1) * (1 + CROWD * min(crowds[h], 4))
        if isinstance(node, Choice):
            weight *= EXTREME if extremes & set(_numbers(node)) else 1
            weight *= AGAIN if self._last and node.text(view.setting.board) == self._last else 1
        return weight


def _word(node: Node) -> str:
    return node.verb if isinstance(node, Choice) else str(node)


def _hexes(view: State, node: Node) -> Iterable[int]:
    """The hexes a word names: a number that can be one, or the slots of a sentence that are hexes."""
    if isinstance(node, int):
        return (node,) if 0 <= node < len(view.setting.board) else ()
    if not isinstance(node, Choice):
        return ()
    slots = zip(node.slots(), slot_kinds(type(node)), strict=True)
    return tuple(value for value, kind in slots if kind is Hex and isinstance(value, int) and value >= 0)


def _numbers(choice: Choice) -> list[int]:
    slots = zip(choice.slots(), slot_kinds(type(choice)), strict=True)
    return [value for value, kind in slots if kind in (Number, Signed) and isinstance(value, int)]


def _extremes(nodes: Sequence[Node]) -> set[int]:
    """The largest and the smallest of the numbers that can be said."""
    found = [number for node in nodes if isinstance(node, Choice) for number in _numbers(node)]
    return {min(found), max(found)} if found else set()


@remembered
def crowds_of(view: State) -> Counter[int]:
    """How many counters the view shows in each hex, whatever the game calls them."""
    return Counter(_places(view.position, 2))


def _places(value: object, depth: int) -> Iterable[int]:
    """The hexes of all counters: structs with a hex, in the dictionaries of a position or of its parts."""
    if not isinstance(value, Struct) or depth < 0:
        return
    for name in value.__struct_fields__:
        part = getattr(value, name)
        for item in part.values() if isinstance(part, dict) else ():
            h = getattr(item, "hex", None)
            if isinstance(h, int) and h >= 0:
                yield h
            elif h is None:
                yield from _places(item, depth - 1)
