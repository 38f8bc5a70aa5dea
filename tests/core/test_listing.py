"""Choices listed whole, and the tree of words that is made from them."""

from __future__ import annotations

from collections.abc import Iterator

from balka.core.choices import Choice, Number, Token, Word, narrowed
from balka.core.listing import in_order


class Call(Choice, frozen=True):
    verb = "call"
    subject = "who"
    who: Word


class Lend(Choice, frozen=True):
    verb = "lend"
    subject = "who"
    who: Word
    count: Number
    to: Word


class End(Choice, frozen=True):
    verb = "end"


def test_whole_choices_come_in_the_order_in_which_words_narrow_them_down() -> None:
    ann, bob = Word("ann"), Word("bob")
    lent = [Lend(bob, Number(count), to) for count, to in ((2, ann), (1, ann), (2, bob))]
    said = [lent[0], Call(ann), lent[1], End(), Call(bob), Lend(ann, Number(1), bob), lent[2], Call(ann)]
    assert in_order(said) == list(walked(said, ()))
    assert in_order(said) != list(dict.fromkeys(said)) and set(in_order(said)) == set(said)


def walked(choices: list[Choice], path: tuple[Token, ...]) -> Iterator[Choice]:
    """Word by word, as somebody finds them who looks at every list."""
    for node in narrowed(choices, path):
        if isinstance(node, Choice):
            yield node
        else:
            yield from walked(choices, (*path, node))
