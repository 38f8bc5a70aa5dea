"""Sentences in a file: marks of the picture read as hexes, and slips in the wording found before anything is played."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NamedTuple

from balka.core.choices import Grammar, Hex, Hexside, Path, slot_kinds
from balka.core.describing.boards import DescribedBoard
from balka.core.describing.document import Entry
from balka.core.dice import read_outcome
from balka.core.frames import CHANCE

HEXES = {Hex, Path, Hexside}
DRAW_WORDS = 3
_LINE = re.compile(r"(?:(?P<who>\w+):\s+)?(?P<said>.+)")
_DICE = re.compile(r"(\d*d\d+|\d+c\d+|draw)\b", re.IGNORECASE)
_ONE_DIE = re.compile(r"^(d\d+) =")


class Line(NamedTuple):
    """A line of a script: who says it, if that is told, and what."""

    who: str | None
    said: str

    @property
    def is_dice(self) -> bool:
        return _DICE.match(self.said) is not None


def line_of(entry: Entry) -> Line:
    """A line as it is written, spaces aside."""
    found = _LINE.fullmatch(" ".join(entry.text().split()))
    assert found is not None
    return Line(found["who"], _ONE_DIE.sub(r"\1 ", found["said"]))


def spelt(grammar: Grammar, ground: DescribedBoard, units: Collection[str], entry: Entry, text: str) -> str:
    """A sentence with the marks in it read as labels; where a unit may be named as well as a hex, the unit is meant."""
    verb, *words = text.split() or [""]
    forms = [slot_kinds(cls) for cls in grammar.verbs.get(verb.lower(), ()) if len(slot_kinds(cls)) == len(words)]
    for at, word in enumerate(words):
        kinds = {form[at] for form in forms}
        if kinds & HEXES and (kinds <= HEXES or word.lower() not in units):
            words[at] = _labels(ground, entry, word)
    return " ".join([verb, *words])


def all_spelt(grammar: Grammar, ground: DescribedBoard, units: Collection[str], entry: Entry) -> str:
    """Sentences joined by `;`, the marks in them read as labels; who says them is left out."""
    return "; ".join(spelt(grammar, ground, units, entry, part) for part in line_of(entry).said.split(";"))


def _labels(ground: DescribedBoard, entry: Entry, word: str) -> str:
    """A hex, a way `C04>C05` or a hexside `A01/A02`, each end a label or a mark."""
    if ground.mark(word):
        return ground.label(entry, word)
    return "".join(part if part in "/>" else ground.label(entry, part) for part in re.split("([/>])", word))


# -- slips


def check_speaker(sides: tuple[str, ...], entry: Entry) -> Line:
    """Whoever is said to speak is there."""
    line = line_of(entry)
    if line.who is not None and line.who not in (*sides, CHANCE):
        raise entry.mistake(f"nobody here is called {line.who!r}", f"one of {', '.join((*sides, CHANCE))}")
    return line


def check_sentence(
    grammar: Grammar, ground: DescribedBoard, units: Collection[str], sides: tuple[str, ...], entry: Entry
) -> None:
    """A sentence has a verb of the game and as many words as it takes, and names hexes of the board."""
    line = check_speaker(sides, entry)
    with entry.blamed():
        _check(grammar, ground, spelt(grammar, ground, units, entry, line.said))


def check_line(
    grammar: Grammar, ground: DescribedBoard, units: Collection[str], sides: tuple[str, ...], entry: Entry
) -> None:
    """The same for a line of a script, which may be dice."""
    line = check_speaker(sides, entry)
    with entry.blamed():
        if not line.is_dice:
            _check(grammar, ground, spelt(grammar, ground, units, entry, line.said))
        elif len(line.said.split()) < DRAW_WORDS or not line.said.lower().startswith("draw"):
            read_outcome(line.said.lower())


def _check(grammar: Grammar, ground: DescribedBoard, text: str) -> None:
    verb, *words = text.split() or [""]
    if ground.blind and any(len(slot_kinds(cls)) == len(words) for cls in grammar.verbs.get(verb.lower(), ())):
        return
    grammar.parse(text, ground.board)
