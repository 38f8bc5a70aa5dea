"""What people type, made whole: any case, unit first or verb first, and unit names by their beginnings."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from balka.core.choices import READERS, Choice, UnitId, slot_kinds
from balka.core.errors import BalkaError
from balka.table.nodes import VERB, Tree, TreeNode


def expand(text: str, tree: Tree, known: Iterable[str]) -> str:
    """A typed sentence as it is written in full; what cannot be made out is left for the grammar to explain."""
    words = text.split()
    verbs = tree.view.setting.grammar.verbs
    if len(words) > 1 and words[0].lower() not in verbs and words[1].lower() in verbs:
        words[:2] = words[1::-1]
    forms = verbs.get(words[0].lower(), []) if words else []
    fitting = [cls for cls in forms if len(slot_kinds(cls)) == len(words) - 1]
    chosen = [cls for cls in fitting if _fits(cls, words[1:], tree)] if len(fitting) > 1 else fitting
    if not chosen:
        return " ".join(words)
    return " ".join([words[0].lower(), *_slots(chosen[0], words, tree, tuple(known))])


def _fits(cls: type[Choice], words: list[str], tree: Tree) -> bool:
    """Whether words can be these slots: a hex is on the map, a unit's name has two letters together."""
    return all(_can_be(kind, word, tree) for kind, word in zip(slot_kinds(cls), words, strict=True))


def _can_be(kind: object, word: str, tree: Tree) -> bool:
    if kind is UnitId:
        return any(a.isalpha() and b.isalpha() for a, b in pairwise(word))
    try:
        READERS[kind](word, tree.board)
    except BalkaError:
        return False
    return True


def _slots(cls: type[Choice], words: list[str], tree: Tree, known: tuple[str, ...]) -> list[str]:
    offered = units_offered(tree, words[0].lower())
    kinds = slot_kinds(cls)
    return [
        complete(word, offered, known) if kind is UnitId else word for kind, word in zip(kinds, words[1:], strict=True)
    ]


def units_offered(tree: Tree, verb: str) -> list[str]:
    """The units a verb may name now, as subject or as its first object."""
    roots = tree.roots()
    subjects = [tree.word(node) for node in roots if tree.kind(node) is UnitId and _has_verb(tree, node, verb)]
    below = [node for root in roots if tree.kind(root) == VERB and root.token == verb for node in tree.below(root)]
    return subjects + [tree.word(node) for node in below if tree.kind(node) is UnitId]


def _has_verb(tree: Tree, node: TreeNode, verb: str) -> bool:
    return any(below.token == verb for below in tree.below(node))


def complete(word: str, offered: Iterable[str], known: Iterable[str]) -> str:
    """The one unit whose name begins so: among those that can be chosen first, then among all that are known."""
    typed = word.lower()
    for names in (list(offered), list(known)):
        if typed in names:
            return typed
        found = [name for name in dict.fromkeys(names) if name.startswith(typed)]
        if len(found) == 1:
            return found[0]
        if found:
            raise BalkaError(f"{word!r} could be {', '.join(found)}.")
    return word
