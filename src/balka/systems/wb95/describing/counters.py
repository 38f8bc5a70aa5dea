"""Counters in a described position: printed ones by name, others in a few words."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from msgspec import structs

from balka.core.describing.boards import DescribedBoard
from balka.core.describing.document import Entry, Mistake, nearest
from balka.core.errors import BalkaError
from balka.systems.wb95.catalogue import Catalogue, Counter
from balka.systems.wb95.describing.words import VALUES, DescribedUnit, read_unit
from balka.systems.wb95.marks import Mark
from balka.systems.wb95.movement import STACKING
from balka.systems.wb95.position import OFF, Unit
from balka.systems.wb95.rulebook import Arrival

FLAGS = (Mark.TRANSPORT, Mark.STRATEGIC, Mark.MOVED, Mark.DONE, Mark.FOUGHT, Mark.RETREATED)
TRUE_OR_FALSE = ("disorganised", "dug_in", *FLAGS)
UNIT_FIELDS = ("is", "counter", "figures", "at", "enters", "cel", "oos", *TRUE_OR_FALSE)
NUMBERS = {
    "attack": (0, 40), "defence": (0, 40), "attack_reduced": (0, 40), "defence_reduced": (0, 40), "mp": (0, 20),
    "cel": (1, 12), "limit": (2, 12),
}  # fmt: skip
FIGURES = (*NUMBERS, *VALUES)
NAME = re.compile(r"[a-z0-9][a-z0-9.-]*")
AIR = "AIR"
BESIDE = "off"
MOST_LEVELS, MOST_TURNS = 20, 30


class Reader:
    """Reads the counters of a file onto a board."""

    def __init__(self, ground: DescribedBoard, whole: Entry, charts: Catalogue) -> None:
        self.ground = ground
        self.whole = whole
        self.charts = charts
        self.found: list[DescribedUnit] = []
        self.arrivals: dict[str, Arrival] = {}

    def read(self, units: Entry, crowded: Collection[int]) -> None:
        """Every unit of the file; each mistake is noted and the next one read."""
        nothing: dict[str, Entry] = {}
        for name, entry in self.whole.desk.attempt(units.pairs, nothing).items():
            with self.whole.desk.gather():
                self._unit(name, entry)
        if not self.ground.blind:
            self._check_hexes(units, crowded)

    def _unit(self, name: str, entry: Entry) -> None:
        if not NAME.fullmatch(name):
            raise entry.mistake(f"{name!r} cannot name a unit", "small letters, digits, dots and dashes")
        attempt = entry.desk.attempt
        if not entry.is_mapping:
            h = attempt(lambda: self._drawn(name, entry), OFF)
            self.found.append(self._in_words(name, entry, h))
            return
        fields = entry.fields(UNIT_FIELDS)
        h = attempt(lambda: self._where(name, entry, fields), OFF)
        self.found.append(self._as_it_stands(self._described(name, entry, fields, h), fields))

    def _described(self, name: str, entry: Entry, fields: Mapping[str, Entry], h: int) -> DescribedUnit:
        if ("is" in fields) == ("counter" in fields):
            raise entry.mistake(f"{name} is a printed counter or described", "give `counter:` or `is:`")
        if "counter" in fields:
            return self._printed(name, fields, h)
        for field, what in (("cel", "CEL"), ("figures", "figures")):
            if field in fields:
                raise fields[field].mistake(f"the {what} of {name} stand in its words", "for example cel=2/1 in `is:`")
        return self._in_words(name, fields["is"], h)

    def _in_words(self, name: str, entry: Entry, h: int) -> DescribedUnit:
        try:
            described = read_unit(name, entry.text(), h)
        except Mistake:
            raise
        except BalkaError as problem:
            raise entry.mistake(problem.message, problem.instead or "") from problem
        if described[0].kind == AIR:
            raise entry.mistake(f"{name}: aircraft stand in no hex", "`air:` says how many there are")
        if described[1].has(Mark.BUILDING):
            raise entry.mistake(f"{name}: where is the bridge it builds?", "say it under `bridges:`")
        return described

    def _printed(self, name: str, fields: Mapping[str, Entry], h: int) -> DescribedUnit:
        counter = called(fields["counter"], self.charts)
        if counter.kind == AIR:
            raise fields["counter"].mistake(f"{name}: aircraft stand in no hex", "`air:` says how many there are")
        counter = self._figures(counter, fields)
        cel = fields["cel"].number(1, counter.cel) if "cel" in fields else counter.cel
        own = structs.replace(counter, id=name)
        return own, Unit(name, counter.side, counter.kind, h, cel), False

    def _figures(self, counter: Counter, fields: Mapping[str, Entry]) -> Counter:
        """A printed counter with the figures the file gives in place of its own."""
        if "figures" not in fields:
            return counter
        given = fields["figures"].fields(FIGURES)
        changed: dict[str, object] = {}
        for key, entry in given.items():
            changed[key] = entry.number(*NUMBERS[key]) if key in NUMBERS else entry.one_of(VALUES[key])
        return structs.replace(counter, **changed)

    def _as_it_stands(self, described: DescribedUnit, fields: Mapping[str, Entry]) -> DescribedUnit:
        """The unit with the states told beside it."""
        counter, unit, dug = described
        attempt = self.whole.desk.attempt
        if "oos" in fields:
            unit = structs.replace(unit, supply=attempt(lambda: fields["oos"].number(0, MOST_LEVELS), 0))
        true = [name for name in TRUE_OR_FALSE if name in fields and attempt(fields[name].flag, False)]
        if "disorganised" in true:
            unit = structs.replace(unit, disorganised="combat")
        return counter, unit.marked(*(mark for mark in FLAGS if mark in true)), dug or "dug_in" in true

    # -- where

    def _where(self, name: str, entry: Entry, fields: Mapping[str, Entry]) -> int:
        if "at" in fields and "enters" in fields:
            raise entry.mistake(f"{name} stands in a hex or is due to enter", "give `at:` or `enters:`")
        if "enters" in fields:
            due = fields["enters"].fields(("turn", "hexes"), ("turn", "hexes"))
            hexes = tuple(self.ground.place(item) for item in due["hexes"].one_or_more())
            self.arrivals[name] = Arrival(name, due["turn"].number(1, MOST_TURNS), hexes, name)
            return OFF
        if "at" not in fields:
            return self._drawn(name, entry)
        return OFF if fields["at"].text().lower() == BESIDE else self.ground.place(fields["at"])

    def _drawn(self, name: str, entry: Entry) -> int:
        """A unit without a place stands where the picture draws its name, alone or joined to others by +."""
        if self.ground.blind or self.ground.mark(name):
            return self.ground.called(entry, name)
        raise entry.mistake(f"{name} stands nowhere", "draw it, or say `at: B02`")

    def _check_hexes(self, units: Entry, crowded: Collection[int]) -> None:
        """One side to a hex, and no more CEL than may stack when a phase ends. [3.2.1]"""
        labels = self.ground.board.labels
        for h in sorted({unit.hex for _, unit, _ in self.found if unit.hex != OFF}):
            there = [unit for _, unit, _ in self.found if unit.hex == h]
            with units.desk.gather():
                if len({unit.side for unit in there}) > 1:
                    raise units.mistake(f"both sides stand in {labels[h]}", "one side to a hex")
                if h not in crowded and sum(unit.cel for unit in there) > STACKING:
                    right = f"[kursk-3.2.1-a]; `crowded: [{labels[h]}]` while some may still move on"
                    raise units.mistake(f"more than {STACKING} CEL stand in {labels[h]}", right)


def called(entry: Entry, charts: Catalogue) -> Counter:
    """A printed counter by its id or by its name where only one has it."""
    counters = charts.counters
    word = entry.text().lower()
    if word in counters:
        return counters[word]
    named = [counter for counter in counters.values() if counter.name.lower() == word]
    if len(named) > 1:
        raise entry.mistake(f"{entry.text()!r} may be several counters", ", ".join(counter.id for counter in named))
    if not named:
        known = [*counters, *(counter.name for counter in counters.values())]
        raise entry.mistake(f"there is no counter {entry.text()!r}", nearest(word, known))
    return named[0]
