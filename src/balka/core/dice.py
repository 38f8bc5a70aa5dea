"""Chance: dice and bags, their outcomes with exact weights, and how an outcome is written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from typing import Protocol

from msgspec import Struct

from balka.core.errors import BalkaError

COUNTED = ("1", "2", "3", "4", "5", "6")
MOST_DIGITS = 4  # of a number somebody writes as a face


class Rng(Protocol):
    """Whatever can pick a whole number below a bound: live dice, a seeded generator, a test's script."""

    def randrange(self, stop: int, /) -> int: ...


class Outcome(Struct, frozen=True):
    """What chance answered: faces of dice, or an item drawn from a bag."""

    source: str
    faces: tuple[int, ...] = ()
    item: str = ""

    @property
    def total(self) -> int:
        return sum(self.faces)

    def text(self) -> str:
        if self.item:
            return f"draw {self.source} {self.item}"
        if self.source.endswith("="):
            return f"{self.source[:-1]} ={self.faces[0]}"
        return f"{self.source} {' '.join(map(str, self.faces))}"


class Dice:
    """One kind of roll: its possible outcomes, and how many of the equally likely throws give each."""

    def __init__(self, key: str, weights: Mapping[tuple[int, ...], int]) -> None:
        self.key = key
        self.weights = {Outcome(key, faces): weights[faces] for faces in sorted(weights)}
        self.throws = tuple(outcome for outcome, weight in self.weights.items() for _ in range(weight))
        self.by_faces = {outcome.faces: outcome for outcome in self.weights}
        total = len(self.throws)
        self._odds = tuple((outcome, Fraction(weight, total)) for outcome, weight in self.weights.items())

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        return tuple(self.weights)

    def sample(self, rng: Rng) -> Outcome:
        return self.throws[rng.randrange(len(self.throws))]

    def odds(self) -> list[tuple[Outcome, Fraction]]:
        return list(self._odds)

    def of(self, *faces: int) -> Outcome:
        """The outcome showing these faces, in any order."""
        found = self.by_faces.get(tuple(sorted(faces)))
        if found is None:
            shown = f"{self.key} cannot show {' '.join(map(str, faces))}"
            raise BalkaError(shown, instead=f"for example '{self.outcomes[0].text()}'")
        return found


SIX = (1, 2, 3, 4, 5, 6)


def _apart(count: int) -> list[tuple[int, ...]]:
    return [tuple(sorted(throw)) for throw in product(SIX, repeat=count)]


def _sums(count: int) -> list[tuple[int, ...]]:
    return [(sum(throw),) for throw in product(SIX, repeat=count)]


def _counts(dice: int, limit: int) -> dict[tuple[int, ...], int]:
    """How many throws of so many dice show the limit or less on none of them, on one, on two, and so on."""
    ways = {(n,): comb(dice, n) * limit**n * (len(SIX) - limit) ** (dice - n) for n in range(dice + 1)}
    return {shown: count for shown, count in ways.items() if count}


MAKERS: dict[str, Callable[[], list[tuple[int, ...]]]] = {
    "d6": lambda: [(face,) for face in SIX],
    "2d6": lambda: _apart(2),
    "3d6": lambda: _apart(3),
    "2d6=": lambda: _sums(2),
    "3d6=": lambda: _sums(3),
}


def register_die(key: str, faces: Sequence[int]) -> None:
    """A system names a die of its own, with the numbers on its faces."""
    MAKERS[key] = lambda: [(face,) for face in faces]


@cache
def dice(key: str) -> Dice:
    """The dice known by this key: `d6`, `2d6`, `3d6`, `2d6=` and `3d6=` read as sums, and what a system has named.

    `<n>c<m>` counts how many of n six-sided dice show m or less, up to six of them: `6c3` has seven outcomes.
    """
    if key in MAKERS:
        return Dice(key, Counter(MAKERS[key]()))
    number, _, limit = key.partition("c")
    if number in COUNTED and limit in COUNTED:
        return Dice(key, _counts(int(number), int(limit)))
    raise BalkaError(f"there are no dice called {key!r}", instead=f"one of {', '.join(MAKERS)}")


class Bag(Struct, frozen=True):
    """An unordered supply that is drawn from blind: a deck, a cup, a pile of markers.

    `items` counts every kind that may be in it as far as the holder of this value knows; `size` is how many are really
    left. In the true state the counts add up to `size`; in a seat's view they hold everything unseen, so that the odds
    of the next draw are right and tell nothing.
    """

    items: dict[str, int]
    size: int

    @classmethod
    def of(cls, items: Iterable[str] | dict[str, int]) -> Bag:
        counts = Counter(items)
        return cls({item: counts[item] for item in sorted(counts) if counts[item]}, counts.total())

    def without(self, item: str) -> Bag:
        left = self.items.get(item, 0) - 1
        if left < 0:
            raise AssertionError(f"{item} is not in the bag")
        items = {key: count for key, count in self.items.items() if key != item}
        if left:
            items = dict(sorted({**items, item: left}.items()))
        return Bag(items, self.size - 1)

    def plus(self, item: str) -> Bag:
        return Bag(dict(sorted({**self.items, item: self.items.get(item, 0) + 1}.items())), self.size + 1)

    def odds(self, source: str) -> list[tuple[Outcome, Fraction]]:
        total = sum(self.items.values())
        return [(Outcome(source, item=item), Fraction(count, total)) for item, count in self.items.items()]

    def sample(self, source: str, rng: Rng) -> Outcome:
        pick = rng.randrange(sum(self.items.values()))
        for item, count in self.items.items():
            pick -= count
            if pick < 0:
                return Outcome(source, item=item)
        raise AssertionError("a draw from an empty bag")


def read_outcome(text: str) -> Outcome:
    """Parse `2d6 3 5`, `d10 4`, `2d6 =9`, `6c3 4` or `draw soft pinned`."""
    words = text.split()
    if len(words) == 3 and words[0] == "draw":
        return Outcome(words[1], item=words[2])
    if len(words) < 2 or words[0] == "draw":
        raise BalkaError(f"{text!r} is no outcome", instead="for example '2d6 3 5' or 'draw soft soft_pinned'")
    if words[1].startswith("="):
        return dice(words[0] + "=").of(*_numbers([words[1][1:]], text))
    return dice(words[0]).of(*_numbers(words[1:], text))


def _numbers(words: list[str], text: str) -> list[int]:
    if not all(word.isdecimal() and len(word) <= MOST_DIGITS for word in words):
        raise BalkaError(f"{text!r} is no outcome: faces of dice are whole numbers", instead="for example '2d6 3 5'")
    return [int(word) for word in words]
