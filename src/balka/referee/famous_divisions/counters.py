"""Counters in a referee file: stacks by place, single units with their state."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import structs

from balka.games.grossdeutschland import box
from balka.referee.boards import Ground
from balka.referee.document import Entry, nearest
from balka.systems.famous_divisions.model import DUE, ON_MAP, Arrival, Kind, Unit

FLAGS = ("fired", "pinned", "debarked", "activated", "fought")
UNIT_FIELDS = ("at", "depleted", "riding", "hungry", "in_column", "enters", *FLAGS)
DEPLETED = "!"
MOST_HUNGRY, MOST_TURNS = 9, 15


class Reader:
    """Reads the counters of a file onto a board."""

    def __init__(self, ground: Ground, whole: Entry) -> None:
        self.ground = ground
        self.whole = whole
        self.units: dict[str, Unit] = {}
        self.arrivals: dict[str, Arrival] = {}

    def read(self, fields: Mapping[str, Entry]) -> None:
        """Stacks first, then units told one by one; each mistake is noted and the next part read."""
        for name, read in (("stacks", self._stack), ("units", self._unit), ("units", self._mount)):
            for key, entry in self._pairs(fields, name).items():
                with entry.desk.gather():
                    read(key, entry)
        with self.whole.desk.gather():
            self._one_side_a_hex()

    def _pairs(self, fields: Mapping[str, Entry], name: str) -> dict[str, Entry]:
        nothing: dict[str, Entry] = {}
        return self.whole.desk.attempt(fields[name].pairs, nothing) if name in fields else nothing

    # -- stacks

    def _stack(self, place: str, entry: Entry) -> None:
        spot = self._place(place, entry)
        words = [item.text() for item in entry.items()] if entry.is_list else entry.text().split()
        for word in words:
            one = word.rstrip(DEPLETED)
            kind = self._kind(one, entry)
            if one != word:
                self._must_have_two_sides(kind, entry)
            self._add(Unit(kind.id, kind.side, spot, ON_MAP, depleted=one != word), entry)

    def _place(self, label: str, entry: Entry) -> int:
        """The hex that a key of the file names."""
        if label in self.ground.marks:
            self.ground.used.add(label)
            places = self.ground.marks[label]
            if len(places) > 1:
                raise entry.mistake(f"{label!r} is drawn more than once", "name the hex by its label")
            return places[0]
        with entry.blamed():
            return self.ground.board.hex(label)

    # -- single units

    def _unit(self, name: str, entry: Entry) -> None:
        kind = self._kind(name, entry)
        if not entry.is_mapping:
            self._add(Unit(kind.id, kind.side, self.ground.place(entry)), entry)
            return
        fields = entry.fields(UNIT_FIELDS)
        if ("at" in fields) == ("enters" in fields):
            raise entry.mistake(f"{name} stands in a hex or is due to enter", "give `at:` or `enters:`")
        unit = self._due(kind, fields["enters"]) if "enters" in fields else self._placed(kind, fields)
        self._add(structs.replace(unit, depleted=self._is_depleted(kind, fields)), entry)

    def _placed(self, kind: Kind, fields: Mapping[str, Entry]) -> Unit:
        flags = {name: fields[name].flag() for name in FLAGS if name in fields}
        if flags.get("fired") and not kind.is_artillery:
            raise fields["fired"].mistake(f"{kind.name} is no artillery", "only artillery has a fired side")
        if flags.get("debarked") and kind.legs != "wheeled":
            raise fields["debarked"].mistake(f"{kind.name} has no trucks", "only Wheeled units debark")
        hungry = fields["hungry"].number(0, MOST_HUNGRY) if "hungry" in fields else 0
        road = "in_column" in fields and fields["in_column"].flag()
        unit = Unit(kind.id, kind.side, self.ground.place(fields["at"]), hungry=hungry, road=road)
        return structs.replace(unit, **flags)

    def _due(self, kind: Kind, entry: Entry) -> Unit:
        fields = entry.fields(("hexes", "turn"), ("hexes",))
        turn = fields["turn"].number(0, MOST_TURNS) if "turn" in fields else 0
        self.arrivals[kind.id] = Arrival(turn, tuple(self.ground.place(one) for one in fields["hexes"].one_or_more()))
        return Unit(kind.id, kind.side, status=DUE)

    def _mount(self, name: str, entry: Entry) -> None:
        """Riders are told after all counters are known. [9.5]"""
        if not entry.is_mapping or "riding" not in entry.pairs() or name not in self.units:
            return
        carrier = entry.pairs()["riding"]
        tank, rider = self.units.get(carrier.text().lower()), self.units[name]
        if tank is None or tank.hex != rider.hex or box.kinds()[tank.id].legs != "tracked":
            raise carrier.mistake(f"{name} rides on a Tracked unit in its own hex", "name one that stands there")
        if box.kinds()[name].legs != "leg":
            raise carrier.mistake(f"{box.kinds()[name].name} cannot ride", "only Leg units ride on tanks")
        self.units[name] = structs.replace(rider, carrier=tank.id)

    # -- what can be

    def _kind(self, name: str, entry: Entry) -> Kind:
        word = name.lower()
        if word not in box.kinds():
            raise entry.mistake(f"there is no counter {name!r}", nearest(word, list(box.kinds())))
        return box.kinds()[word]

    def _is_depleted(self, kind: Kind, fields: Mapping[str, Entry]) -> bool:
        wanted = "depleted" in fields and fields["depleted"].flag()
        if wanted:
            self._must_have_two_sides(kind, fields["depleted"])
        return wanted

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
                raise self.whole.mistake(f"units of both sides stand in {label}", "a hex holds units of one side")
