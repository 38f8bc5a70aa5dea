"""Counters in a referee file of Kursk 1943: printed ones by name, others in a few words."""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec import structs

from balka.games.kursk_1943 import scenarios
from balka.referee.boards import Ground
from balka.referee.document import Entry, nearest
from balka.systems.wb95.catalogue import Counter
from balka.systems.wb95.described import Found, read_unit
from balka.systems.wb95.movement import STACKING
from balka.systems.wb95.position import OFF, Unit
from balka.systems.wb95.rulebook import Arrival

FLAGS = {
    "transport": "transport", "strategic": "strategic", "moved": "moved", "done": "done", "fought": "fought",
    "retreated": "retreated",
}  # fmt: skip
UNIT_FIELDS = ("is", "counter", "at", "enters", "cel", "oos", "disorganised", "dug_in", *FLAGS)
NAME = re.compile(r"[a-z0-9][a-z0-9.-]*")
MOST_LEVELS, MOST_TURNS = 20, 30


class Reader:
    """Reads the counters of a file onto a board."""

    def __init__(self, ground: Ground, whole: Entry) -> None:
        self.ground = ground
        self.whole = whole
        self.found: list[Found] = []
        self.arrivals: dict[str, Arrival] = {}

    def read(self, units: Entry) -> None:
        """Every unit of the file; each mistake is noted and the next one read."""
        nothing: dict[str, Entry] = {}
        for name, entry in self.whole.desk.attempt(units.pairs, nothing).items():
            with self.whole.desk.gather():
                self._unit(name, entry)
        with self.whole.desk.gather():
            self._check_hexes(units)

    def _unit(self, name: str, entry: Entry) -> None:
        if not NAME.fullmatch(name):
            raise entry.mistake(f"{name!r} cannot name a unit", "small letters, digits, dots and dashes")
        if not entry.is_mapping:
            self.found.append(self._in_words(name, entry, self._drawn(name, entry)))
            return
        fields = entry.fields(UNIT_FIELDS)
        if ("is" in fields) == ("counter" in fields):
            raise entry.mistake(f"{name} is a printed counter or described", "give `counter:` or `is:`")
        if "is" in fields and "cel" in fields:
            raise fields["cel"].mistake(f"the CEL of {name} stand in its words", "cel=2/1 in `is:`, printed and now")
        h = self._where(name, entry, fields)
        found = self._printed(name, fields, h) if "counter" in fields else self._in_words(name, fields["is"], h)
        self.found.append(self._as_it_stands(found, fields))

    def _in_words(self, name: str, entry: Entry, h: int) -> Found:
        with entry.blamed():
            return read_unit(name, entry.text(), h)

    def _printed(self, name: str, fields: Mapping[str, Entry], h: int) -> Found:
        entry = fields["counter"]
        counter = called(entry)
        cel = fields["cel"].number(1, counter.cel) if "cel" in fields else counter.cel
        own = structs.replace(counter, id=name)
        return own, Unit(name, counter.side, counter.kind, h, cel), False

    def _as_it_stands(self, found: Found, fields: Mapping[str, Entry]) -> Found:
        """The unit with the states told beside it."""
        counter, unit, dug = found
        if "oos" in fields:
            unit = structs.replace(unit, supply=fields["oos"].number(0, MOST_LEVELS))
        if "disorganised" in fields and fields["disorganised"].flag():
            unit = structs.replace(unit, disorganised="combat")
        marks = [mark for name, mark in FLAGS.items() if name in fields and fields[name].flag()]
        return counter, unit.marked(*marks), dug or ("dug_in" in fields and fields["dug_in"].flag())

    # -- where

    def _where(self, name: str, entry: Entry, fields: Mapping[str, Entry]) -> int:
        if "at" in fields and "enters" in fields:
            raise entry.mistake(f"{name} stands in a hex or is due to enter", "give `at:` or `enters:`")
        if "enters" in fields:
            due = fields["enters"].fields(("turn", "hexes"), ("turn", "hexes"))
            hexes = tuple(self.ground.place(item) for item in due["hexes"].one_or_more())
            self.arrivals[name] = Arrival(name, due["turn"].number(1, MOST_TURNS), hexes, name)
            return OFF
        return self.ground.place(fields["at"]) if "at" in fields else self._drawn(name, entry)

    def _drawn(self, name: str, entry: Entry) -> int:
        """A unit without a place stands where the picture draws its name, alone or joined to others by +."""
        for mark, places in self.ground.marks.items():
            if name in mark.split("+") and len(places) == 1:
                self.ground.used.add(mark)
                return places[0]
        raise entry.mistake(f"{name} stands nowhere", "draw it, or say `at: B02`")

    def _check_hexes(self, units: Entry) -> None:
        """One side to a hex, and no more CEL than may stack. [3.2.1]"""
        labels = self.ground.board.labels
        for h in {unit.hex for _, unit, _ in self.found if unit.hex != OFF}:
            there = [unit for _, unit, _ in self.found if unit.hex == h]
            if len({unit.side for unit in there}) > 1:
                raise units.mistake(f"both sides stand in {labels[h]}", "one side to a hex")
            if sum(unit.cel for unit in there) > STACKING:
                raise units.mistake(f"more than {STACKING} CEL stand in {labels[h]}", "[kursk-3.2.1-a]")


def called(entry: Entry) -> Counter:
    """A printed counter by its id or by its name where only one has it."""
    counters = scenarios.charts().counters
    word = entry.text().lower()
    if word in counters:
        return counters[word]
    named = [one for one in counters.values() if one.name.lower() == word]
    if len(named) > 1:
        raise entry.mistake(f"{entry.text()!r} may be several counters", ", ".join(one.id for one in named))
    if not named:
        known = [*counters, *(one.name for one in counters.values())]
        raise entry.mistake(f"there is no counter {entry.text()!r}", nearest(word, known))
    return named[0]
