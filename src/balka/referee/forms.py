"""What a question takes: its names, how each value is written, and what a lone word stands for.

Forms are looked through before anything is answered, so that every mistake in the questions is told at once, even while
the position itself has mistakes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from balka.core.choices import Grammar
from balka.core.describing.boards import DescribedBoard
from balka.core.describing.document import Entry, nearest
from balka.referee.sentences import all_spelt, check_line, check_sentence, check_speaker


class Known(Struct, frozen=True):
    """What the words of a file can mean, whether or not its position could be read."""

    ground: DescribedBoard
    units: frozenset[str]
    grammar: Grammar
    sides: tuple[str, ...]

    def is_unit(self, word: str) -> bool:
        return word.lower() in self.units


Check = Callable[[Known, Entry], object]


class Form(Struct, frozen=True):
    """The names a question takes with a check for each; `alone` is the one that a value without names stands for."""

    takes: Mapping[str, Check]
    needed: tuple[str, ...] = ()
    alone: str = ""

    def read(self, entry: Entry) -> dict[str, Entry]:
        """The values by name."""
        if self.alone and (len(self.takes) == 1 or not entry.is_mapping):
            return {self.alone: entry}
        return entry.fields(tuple(self.takes), self.needed or ((self.alone,) if self.alone else ()))

    def check(self, known: Known, entry: Entry) -> None:
        """Note every mistake in the values."""
        for name, value in self.read(entry).items():
            with entry.desk.gather():
                self.takes[name](known, value)


# -- values


def spoken(known: Known, entry: Entry) -> None:
    """Words whose meaning the answer tells; the marks in them are known."""
    check_speaker(known.sides, entry)
    all_spelt(known.grammar, known.ground, known.units, entry)


def side(known: Known, entry: Entry) -> None:
    entry.one_of(known.sides)


def flag(known: Known, entry: Entry) -> None:
    entry.flag()


def number(low: int, high: int) -> Check:
    return lambda known, entry: entry.number(low, high)


def word(*words: str) -> Check:
    return lambda known, entry: entry.one_of(words)


def several(check: Check) -> Check:
    """A list of such values, or one of them."""
    return lambda known, entry: [check(known, item) for item in entry.one_or_more()]


def unit(known: Known, entry: Entry) -> None:
    """A unit that the file names."""
    if not known.is_unit(entry.text()):
        raise entry.mistake(f"there is no unit {entry.text()!r}", nearest(entry.text().lower(), sorted(known.units)))


def place(known: Known, entry: Entry) -> None:
    """A hex by label or mark, or a unit that stands in it."""
    if known.is_unit(entry.text()) or known.ground.blind:
        return
    if not known.ground.mark(entry.text()) and not known.ground.board.knows(entry.text()):
        names = [*sorted(known.units), *known.ground.marks, *known.ground.board.labels]
        raise entry.mistake(f"there is no unit {entry.text()!r}, nor a hex", nearest(entry.text(), names))
    known.ground.place(entry)


def hexagon(known: Known, entry: Entry) -> None:
    known.ground.place(entry)


def sentence(known: Known, entry: Entry) -> None:
    """One sentence of the game."""
    check_sentence(known.grammar, known.ground, known.units, known.sides, entry)


def lines(known: Known, entry: Entry) -> None:
    """Sentences and dice, one after the other."""
    for item in entry.one_or_more():
        with item.desk.gather():
            check_line(known.grammar, known.ground, known.units, known.sides, item)
