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
from balka.core.scene.figures import Final
from balka.core.scene.nodes import Anchor, Look
from balka.core.state import State
from balka.table.peeking import Peek

BUDGET = 400
VERB = "verb"
BUTTON = Anchor(kind="button")
FINALS: tuple[Final, ...] = ("no", "maybe", "yes")


class TreeNode(Struct, eq=False):
    """One word of the tree: behind it stands a whole choice, choices already listed, or a list still to grow.

    A whole choice that `leads` on stands for what may be said after it; `beside` is the same word once something is
    over that goes without saying.
    """

    tree: Tree
    above: tuple[Token, ...]
    token: Token
    choice: Choice | None = None
    held: list[Choice] = []
    grows: bool = False
    beside: TreeNode | None = None
    kind: Any = None  # of its word, once somebody has asked

    @property
    def path(self) -> tuple[Token, ...]:
        return (*self.above, self.token)

    @property
    def leads(self) -> bool:
        return self.choice is not None and self.choice.opens and self.tree.peek is not None

    @property
    def is_leaf(self) -> bool:
        return self.choice is not None and not self.leads and self.beside is None


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
    """The choices of one seat, from what it knows; with a peek, those after choices it could take back as well.

    `said` are the choices that go before all of this tree.
    """

    def __init__(self, view: State, seat: str, peek: Peek | None = None, said: tuple[Choice, ...] = ()) -> None:
        self.view = view
        self.seat = seat
        self.board = view.setting.board
        self.peek = peek
        self.said = said

    # -- growing, one word a level

    def roots(self) -> list[TreeNode]:
        own = self._level((), self.view.grow((), self.seat))
        return [*own, *self._beyond(own)]

    def _beyond(self, own: list[TreeNode]) -> list[TreeNode]:
        """What may be said once something is over that goes without saying; the same word stands beside one's own."""
        passing = [node.choice for node in own if node.choice is not None and node.choice.passes]
        later = self.after(passing[0]) if passing else None
        if later is None:
            return []
        taken, more = {node.token: node for node in own}, later.roots()
        for node in more:
            if node.token in taken and not taken[node.token].is_leaf:
                taken[node.token].beside = node
        return [node for node in more if node.token not in taken]

    def after(self, choice: Choice) -> Tree | None:
        """The tree of what may be said after a choice; None where that cannot be known."""
        peek = self.peek.after(choice) if self.peek is not None else None
        return Tree(peek.view, self.seat, peek, (*self.said, choice)) if peek is not None else None

    def below(self, node: TreeNode) -> list[TreeNode]:
        """The words that may come next."""
        if node.leads and node.choice is not None:
            later = node.tree.after(node.choice)
            return later.roots() if later is not None else []
        own = node.tree.grown(node)
        return [*own, *self.below(node.beside)] if node.beside is not None else own

    def grown(self, node: TreeNode) -> list[TreeNode]:
        more: Sequence[Node] = self.view.grow(node.path, self.seat) if node.grows else ()
        return self._level(node.path, (*node.held, *more))

    def _level(self, path: tuple[Token, ...], grown: Sequence[Node]) -> list[TreeNode]:
        level: dict[Token, TreeNode] = {}
        for item in grown:
            if isinstance(item, Choice):
                self._add_choice(level, path, item)
            else:
                level.setdefault(item, TreeNode(self, path, item, held=[])).grows = True
        return [_opened(node) for node in level.values()]

    def _add_choice(self, level: dict[Token, TreeNode], path: tuple[Token, ...], choice: Choice) -> None:
        words = choice.path()[len(path) :]
        node = level.setdefault(words[0] if words else "", TreeNode(self, path, words[0] if words else "", held=[]))
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
        if node.kind is None:
            tree = node.tree
            choice = node.choice or (node.held[0] if node.held else next(leaves(tree.view, node.path, tree.seat)))
            order = order_of(type(choice))
            node.kind = order[len(node.above)] if len(node.above) < len(order) else VERB
        return node.kind

    def word(self, node: TreeNode) -> str:
        """A word as it is printed."""
        kind = self.kind(node)
        return str(node.token) if kind == VERB else write(node.token, kind, self.board)

    def said_as(self, choice: Choice) -> list[str]:
        """The words of a choice as its nodes call them."""
        level, found = self.roots(), list[str]()
        for token in choice.path():
            node = next((node for node in level if node.token == token), None)
            if node is None:
                return [*found, choice.text(self.board)]
            row = self._node(node, level)
            found.append(row.act or row.label)
            level = self.below(node)
        return found

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
            if node.leads:  # asked for when its unit is picked
                row.more = True
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
            row.through = node.leads
            row.wear(node.tree.look(node.above, node.choice if node.choice is not None else node.token))
            if node.beside is not None:
                row.main = node.beside.tree.look((), node.beside.token).main
        return row

    def _close(self, row: nodes.Node, node: TreeNode) -> None:
        """Make a node the leaf of its choice."""
        choice = node.choice
        assert choice is not None
        row.text = "; ".join(each.text(self.board) for each in (*node.tree.said, choice))
        row.final = max((each.final for each in (*node.tree.said, choice)), key=FINALS.index)
        if choice.ends:
            row.tone = "end"
        if node.token == "":
            row.label = row.text
        row.wear(node.tree.look(node.above, choice))

    def look(self, path: tuple[Token, ...], node: Node) -> Look:
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
        choice = node.choice or next(leaves(node.tree.view, node.path, node.tree.seat))
        order = order_of(type(choice))
        hexes = [word for word, kind in zip(node.above, order, strict=False) if kind is Hex]
        return write(hexes[-1], Hex, self.board) if hexes else ""


def _opened(node: TreeNode) -> TreeNode:
    """Where a whole sentence is also the beginning of longer ones, it stands among them without a word of its own."""
    if node.choice is not None and (node.held or node.grows):
        return TreeNode(node.tree, node.above, node.token, None, [node.choice, *node.held], node.grows)
    return node


def _mark_more(level: Level) -> None:
    for node, row in level:
        if not node.is_leaf:
            row.more = True


def _ends_alone(node: TreeNode, siblings: list[TreeNode]) -> bool:
    """Whether no other path beside this one ends in the same hex."""
    ends = [other.token[-1] for other in siblings if isinstance(other.token, tuple)]
    return isinstance(node.token, tuple) and ends.count(node.token[-1]) == 1
