"""Counters in a described position: stacks by place, single units with their state."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from msgspec import structs

from balka.core.describing.boards import DescribedBoard
from balka.core.describing.document import Entry
from balka.systems.famous_divisions.describing.box import Box
from balka.systems.famous_divisions.model import Arrival, Kind
from balka.systems.famous_divisions.position import DUE, NOWHERE, OFF_MAP, ON_MAP, Unit

FLAGS = ("depleted", "fired", "pinned", "debarked", "activated", "fought", "exposed", "moved", "stepped", "unloaded",
         "shot", "attacked", "stopped", "worked", "bridged", "nominated", "designated", "marching")  # fmt: skip
COUNTS = ("hungry", "spent")
UNIT_FIELDS = ("at", "enters", "riding", "in_column", *COUNTS, *FLAGS)
LIMITED: Mapping[str, tuple[Callable[[Kind], bool], str, str]] = {
    "depleted": (lambda kind: kind.depleted is not None, "has no depleted side", "a casualty eliminates it"),
    "fired": (lambda kind: kind.is_artillery, "is no artillery", "only artillery has a fired side"),
    "debarked": (lambda kind: kind.legs == "wheeled", "has no trucks", "only Wheeled units debark"),
    "unloaded": (lambda kind: kind.legs == "wheeled", "has no trucks", "only Wheeled units debark"),
    "shot": (lambda kind: kind.is_direct, "has no direct fire", "only direct fire units shoot"),
    "worked": (lambda kind: kind.is_engineer, "is no engineer", "only engineers clear fortifications"),
    "bridged": (lambda kind: kind.is_engineer, "is no engineer", "only engineers begin pontoons"),
}
"""states that only some counters can be in, what is wrong with the others, and why"""
_POINTS = re.compile(r"[0-9]{1,2}(\.[05])?")
DEPLETED = "!"
OFF = "off"
MOST_HUNGRY, MOST_TURNS = 9, 15


class Reader:
    """Reads the counters of a file onto a board."""

    def __init__(self, ground: DescribedBoard, whole: Entry, contents: Box, condition: str = "") -> None:
        self.ground = ground
        self.whole = whole
        self.box = contents
        self.condition = condition
        """what reserves may wait for in the scenario, if anything"""
        self.units: dict[str, Unit] = {}
        self.arrivals: dict[str, Arrival] = {}

    def read(self, fields: Mapping[str, Entry]) -> None:
        """Stacks first, then units told one by one; each mistake is noted and the next part read."""
        for name, read in (("stacks", self._stack), ("units", self._unit), ("units", self._mount)):
            for key, entry in self._pairs(fields, name).items():
                with entry.desk.gather():
                    read(key, entry)
        if not self.ground.blind:
            self._one_side_a_hex()

    def _pairs(self, fields: Mapping[str, Entry], name: str) -> dict[str, Entry]:
        nothing: dict[str, Entry] = {}
        return self.whole.desk.attempt(fields[name].pairs, nothing) if name in fields else nothing

    # -- stacks

    def _stack(self, place: str, entry: Entry) -> None:
        spot = entry.desk.attempt(lambda: self.ground.called(entry, place), NOWHERE)
        for word in stack_words(entry):
            with entry.desk.gather():
                unit_id = word.removesuffix(DEPLETED)
                kind = self.box.kind(unit_id, entry)
                if unit_id != word:
                    self._must_have_two_sides(kind, entry)
                self._add(Unit(kind.id, kind.side, spot, ON_MAP, depleted=unit_id != word), entry)

    # -- single units

    def _unit(self, name: str, entry: Entry) -> None:
        kind = self.box.kind(name, entry)
        if not entry.is_mapping:
            self._add(self._placed(kind, entry), entry)
            return
        fields = entry.fields(UNIT_FIELDS)
        if ("at" in fields) == ("enters" in fields):
            raise entry.mistake(f"{name} stands in a hex or is due to enter", "give `at:` or `enters:`")
        attempt, waits = entry.desk.attempt, Unit(kind.id, kind.side, status=DUE)
        unit = attempt(lambda: self._due(kind, fields["enters"]), waits) if "enters" in fields else waits
        if "at" in fields:
            unit = attempt(lambda: self._placed(kind, fields["at"]), Unit(kind.id, kind.side))
        self._add(structs.replace(unit, **self._states(kind, fields)), entry)

    def _placed(self, kind: Kind, entry: Entry) -> Unit:
        """A unit in its hex, or off the map, where guns fire from. [18.4]"""
        if entry.text().lower() == OFF:
            return Unit(kind.id, kind.side, status=OFF_MAP)
        return Unit(kind.id, kind.side, self.ground.place(entry))

    def _states(self, kind: Kind, fields: Mapping[str, Entry]) -> dict[str, object]:
        """What is true of a unit; each mistake is noted and the next state read."""
        found: dict[str, object] = {}
        for name in (key for key in (*FLAGS, *COUNTS, "in_column") if key in fields):
            entry = fields[name]
            if "enters" in fields and name != "depleted":
                entry.note(f"{kind.name} is not on the map yet", f"leave `{name}:` out")
            with entry.desk.gather():
                found["road" if name == "in_column" else name] = self._state(name, kind, entry)
        return found

    def _state(self, name: str, kind: Kind, entry: Entry) -> object:
        if name == "hungry":
            return entry.number(0, MOST_HUNGRY)
        if name == "spent":
            return halves(entry)
        if entry.flag() and name in LIMITED and not LIMITED[name][0](kind):
            raise entry.mistake(f"{kind.name} {LIMITED[name][1]}", LIMITED[name][2])
        return entry.flag()

    def _due(self, kind: Kind, entry: Entry) -> Unit:
        fields = entry.fields(("hexes", "turn", "condition") if self.condition else ("hexes", "turn"), ("hexes",))
        turn = fields["turn"].number(0, MOST_TURNS) if "turn" in fields else 0
        hexes = tuple(self.ground.place(spot) for spot in fields["hexes"].one_or_more())
        waits_for = fields["condition"].one_of((self.condition,)) if "condition" in fields else ""
        self.arrivals[kind.id] = Arrival(turn, hexes, waits_for)
        return Unit(kind.id, kind.side, status=DUE)

    def _mount(self, name: str, entry: Entry) -> None:
        """Riders are told after all counters are known. [9.5]"""
        if not entry.is_mapping or "riding" not in entry.pairs() or name.lower() not in self.units:
            return
        carrier, name = entry.pairs()["riding"], name.lower()
        tank, rider = self.units.get(carrier.text().lower()), self.units[name]
        if tank is None or tank.hex != rider.hex or tank.hex < 0 or self.box.kinds[tank.id].legs != "tracked":
            raise carrier.mistake(f"{name} rides on a Tracked unit in its own hex", "name one that stands there")
        if self.box.kinds[name].legs != "leg" and not rider.debarked:
            raise carrier.mistake(
                f"{self.box.kinds[name].name} cannot ride", "only Leg units ride on tanks, and those on foot"
            )
        if any(other.carrier == tank.id for other in self.units.values()):
            raise carrier.mistake(f"{tank.id} carries another already", "one unit rides on a tank")
        self.units[name] = structs.replace(rider, carrier=tank.id)

    # -- what can be

    def _must_have_two_sides(self, kind: Kind, entry: Entry) -> None:
        if kind.depleted is None:
            raise entry.mistake(f"{kind.name} has no depleted side", "a casualty eliminates it")

    def _add(self, unit: Unit, entry: Entry) -> None:
        if unit.id in self.units:
            raise entry.mistake(f"{unit.id} stands in the file twice", "each counter is in one place")
        self.units[unit.id] = unit

    def _one_side_a_hex(self) -> None:
        held: dict[int, str] = {}
        for unit in self.units.values():
            if unit.hex >= 0 and held.setdefault(unit.hex, unit.side) != unit.side:
                label = self.ground.board.labels[unit.hex]
                self.whole.note(f"units of both sides stand in {label}", "a hex holds units of one side")


def stack_words(entry: Entry) -> list[str]:
    """The counters of a stack, in one line or in a list."""
    return [item.text() for item in entry.items()] if entry.is_list else entry.text().split()


def halves(entry: Entry) -> int:
    """Movement points as they are counted, in halves: 3 or 3.5."""
    if not _POINTS.fullmatch(entry.text()):
        raise entry.mistake(f"{entry.name}: {entry.text()!r} is no number of points", "for example 3 or 3.5")
    return int(2 * float(entry.text()))
