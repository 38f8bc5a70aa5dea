"""The list of choices as the tree the browser and the terminal narrow: one word a level, each tied to what is clicked.

A frame may list a whole choice before its last word, or a word that is a whole choice by itself; here every level adds
exactly one word, whatever way the frame chose to grow.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from msgspec import Struct

from balka.core.choices import Card, Choice, Facing, Hex, Hexside, Node, Path, Token, UnitId, slot_kinds, write
from balka.core.errors import BalkaError
from balka.core.frames import leaves
from balka.core.scene import nodes
from balka.core.scene.nodes import Anchor, Look
from balka.core.state import State

BUDGET = 400
VERB = "verb"
BUTTON = Anchor(kind="button")


class TreeNode(Struct, eq=False):
    """One word of the tree: behind it stands a whole choice, choices already listed, or a list still to grow."""

    above: tuple[Token, ...]
    token: Token
    choice: Choice | None = None
    held: list[Choice] = []
    grows: bool = False

    @property
    def path(self) -> tuple[Token, ...]:
        return (*self.above, self.token)

    @property
    def is_leaf(self) -> bool:
        return self.choice is not None


Level = list[tuple[TreeNode, nodes.Node]]
"""the words of one level, each with the node that is sent for it"""


@cache
def order_of(cls: type[Choice]) -> tuple[Any, ...]:
    """The kinds of the words by which the list narrows down to a verb's choices, the verb itself among them."""
    kinds = dict(zip(cls.__struct_fields__, slot_kinds(cls), strict=True))
    if not cls.subject:
        return (VERB, *kinds.values())
    first = kinds.pop(cls.subject)
    return (first, VERB, *kinds.values())


class Tree:
    """The choices of one seat, from what it knows."""

    def __init__(self, view: State, seat: str) -> None:
        self.view = view
        self.seat = seat
        self.board = view.setting.board

    # -- growing, one word a level

    def roots(self) -> list[TreeNode]:
        return self._level((), self.view.grow((), self.seat))

    def below(self, node: TreeNode) -> list[TreeNode]:
        """The words that may come next."""
        grown: Sequence[Node] = self.view.grow(node.path, self.seat) if node.grows else ()
        return self._level(node.path, (*node.held, *grown))

    def _level(self, path: tuple[Token, ...], grown: Sequence[Node]) -> list[TreeNode]:
        level: dict[Token, TreeNode] = {}
        for item in grown:
            if isinstance(item, Choice):
                self._add_choice(level, path, item)
            else:
                level.setdefault(item, TreeNode(path, item, held=[])).grows = True
        return [_opened(node) for node in level.values()]

    def _add_choice(self, level: dict[Token, TreeNode], path: tuple[Token, ...], choice: Choice) -> None:
        words = choice.path()[len(path) :]
        node = level.setdefault(words[0] if words else "", TreeNode(path, words[0] if words else "", held=[]))
        if len(words) <= 1:
            node.choice = choice
        else:
            node.held.append(choice)

    # -- finding

    def find(self, words: Sequence[str]) -> list[TreeNode]:
        """The words that may follow some words as they are printed."""
        level = self.roots()
        for n, word in enumerate(words):
            found = next((node for node in level if self.word(node).lower() == word.lower()), None)
            level = self.below(found) if found is not None else []
            if not level:
                raise BalkaError(f"Nothing can be chosen at '{' '.join(words[: n + 1])}'.")
        return level

    def kind(self, node: TreeNode) -> Any:
        """What a word is: a verb, or the kind of its slot."""
        choice = node.choice or (node.held[0] if node.held else next(leaves(self.view, node.path, self.seat)))
        order = order_of(type(choice))
        return order[len(node.above)] if len(node.above) < len(order) else VERB

    def word(self, node: TreeNode) -> str:
        """A word as it is printed."""
        kind = self.kind(node)
        return str(node.token) if kind == VERB else write(node.token, kind, self.board)

    # -- for the wire

    def wire(self, siblings: list[TreeNode], budget: int = BUDGET) -> list[nodes.Node]:
        """The tree as it is sent, as deep as the budget of nodes allows, whole levels only."""
        rows = [self._node(node, siblings) for node in siblings]
        level = list(zip(siblings, rows, strict=True))
        used = len(rows)
        while level:
            grown = self._next_level(level, budget - used)
            if grown is None:
                _mark_more(level)
                break
            used += len(grown)
            level = grown
        return rows

    def _next_level(self, level: Level, room: int) -> Level | None:
        """The children of a whole level, hung below it; None when there is no room for them."""
        found: list[tuple[TreeNode, nodes.Node, list[TreeNode]]] = []
        for node, row in level:
            if node.is_leaf:
                continue
            below = self.below(node)
            room -= len(below)
            if room < 0:
                return None
            found.append((node, row, below))
        return [pair for node, row, below in found for pair in self._hang(node, row, below)]

    def _hang(self, node: TreeNode, row: nodes.Node, below: list[TreeNode]) -> Level:
        """Children below a node; a word with nothing but its own sentence behind it becomes that sentence."""
        if len(below) == 1 and below[0].token == "":
            node.choice = below[0].choice
            self._close(row, node)
            return []
        row.children = [self._node(child, below) for child in below]
        return list(zip(below, row.children, strict=True))

    def _node(self, node: TreeNode, siblings: list[TreeNode]) -> nodes.Node:
        word = self.word(node)
        row = nodes.Node(token=word, label=word, anchor=self._anchor(node, word, siblings), tone="plain")
        if node.is_leaf:
            self._close(row, node)
        else:
            row.wear(self._look(node.above, node.token))
        return row

    def _close(self, row: nodes.Node, node: TreeNode) -> None:
        """Make a node the leaf of its choice."""
        choice = node.choice
        assert choice is not None
        row.text, row.final = choice.text(self.board), choice.final
        if choice.ends:
            row.tone = "end"
        if node.token == "":
            row.label = row.text
        row.wear(self._look(node.above, choice))

    def _look(self, path: tuple[Token, ...], node: Node) -> Look:
        return self.view.setting.system.node(self.view, path, node, self.seat)

    def _anchor(self, node: TreeNode, word: str, siblings: list[TreeNode]) -> Anchor:
        kind = self.kind(node)
        if kind is UnitId:
            return Anchor(kind="counter", id=word)
        if kind is Hex:
            return Anchor(kind="hex", id=word)
        if kind is Facing:
            return Anchor(kind="facing", id=word, side=word, hex=self._where(node))
        if kind is Card:
            return Anchor(kind="card", id=word)
        if kind is Hexside:
            a, b = word.split("/")
            return Anchor(kind="hexside", id=word, a=a, b=b)
        if kind is Path and _ends_alone(node, siblings):
            return Anchor(kind="hex", id=word.rsplit(">", 1)[-1])
        return BUTTON

    def _where(self, node: TreeNode) -> str:
        """The hex a facing is chosen in, when one was chosen before it."""
        choice = node.choice or next(leaves(self.view, node.path, self.seat))
        order = order_of(type(choice))
        hexes = [word for word, kind in zip(node.above, order, strict=False) if kind is Hex]
        return write(hexes[-1], Hex, self.board) if hexes else ""


def _opened(node: TreeNode) -> TreeNode:
    """Where a whole sentence is also the beginning of longer ones, it stands among them without a word of its own."""
    if node.choice is not None and (node.held or node.grows):
        return TreeNode(node.above, node.token, None, [node.choice, *node.held], node.grows)
    return node


def _mark_more(level: Level) -> None:
    for node, row in level:
        if not node.is_leaf:
            row.more = True


def _ends_alone(node: TreeNode, siblings: list[TreeNode]) -> bool:
    """Whether no other path beside this one ends in the same hex."""
    ends = [other.token[-1] for other in siblings if isinstance(other.token, tuple)]
    return isinstance(node.token, tuple) and ends.count(node.token[-1]) == 1
