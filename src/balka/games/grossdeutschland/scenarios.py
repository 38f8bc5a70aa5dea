"""Scenarios, read from their files: areas, arrivals, chits, victory. [17.0-21.5]"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Any

from msgspec import Struct

from balka.core.boards import Board
from balka.core.errors import BalkaError
from balka.core.hexes import hexes_in
from balka.games.grossdeutschland import box, maps, sheets
from balka.games.grossdeutschland.sheets import Packs, Row
from balka.systems.famous_divisions.model import (
    DUE,
    NOWHERE,
    OFF_MAP,
    ON_MAP,
    Area,
    Arrival,
    Fortification,
    Location,
    RoadPath,
    Rulebook,
    Unit,
)
from balka.systems.famous_divisions.setup import WAITING
from balka.systems.famous_divisions.tables import PARTS_OF_DAY

KEYS = ("slice", "kursk", "akhtyrka", "mischurin", "lutchessa")


class Plan(Struct, frozen=True):
    """A scenario ready to be started."""

    key: str
    facts: dict[str, Any]
    board: Board
    rulebook: Rulebook
    units: dict[str, Unit]
    arrivals: dict[str, Arrival]
    areas: dict[str, Area]
    forts: tuple[Fortification, ...]


@cache
def facts(key: str, packs: Packs = ()) -> dict[str, Any]:
    """The scenario file."""
    if key not in KEYS:
        raise BalkaError(f"no scenario {key!r}", f"one of {', '.join(KEYS)}")
    return sheets.facts(f"scenarios/{key}.toml", packs)


class Reader:
    """Reads where counters begin and what counts, against the map."""

    def __init__(self, key: str, packs: Packs) -> None:
        self.facts = facts(key, packs)
        self.board = maps.board(self.facts["map"], self.facts.get("crop", ""), packs)
        self.entries = maps.entries(self.facts["map"], packs)
        self.named = maps.named(self.facts["map"], packs)
        self.regions = maps.regions(self.facts["map"], packs)

    def hex(self, label: str) -> int:
        return self.board.hex(label)

    def hexes(self, labels: tuple[str, ...] | list[str]) -> tuple[int, ...]:
        return tuple(self.hex(label) for label in labels)

    def turn(self, day: int, part: str) -> int:
        return (day - int(self.facts["first_day"])) * 4 + PARTS_OF_DAY.index(part)

    def spot(self, text: str) -> int:
        """The hex a set-up area is measured from: a place, an entry letter or a hex. [ruling: the printed hex only]"""
        if text.startswith("entry "):
            return self.hex(self.entries[text.removeprefix("entry ")][0])
        return self.hex(self.facts.get("places", {}).get(text, text))

    def area(self, text: str) -> tuple[int, ...]:
        """The hexes of an area as the scenario words it."""
        if text.startswith("at "):
            return (self.spot(text[3:]),)
        if text.startswith("in "):
            return self.hexes(self.named[text[3:]]) if text[3:] in self.named else (self.spot(text[3:]),)
        if text.startswith("region "):
            return self.hexes(self.regions[text.removeprefix("region ")])
        found = re.fullmatch(r"within (\d+) of (.+)", text)
        if found is None:
            raise BalkaError(f"a set-up area cannot be read: {text!r}")
        return tuple(hexes_in(self.board.within(self.spot(found[2]), int(found[1]))))

    def area_words(self, text: str) -> str:
        """An area as a player is told of it, with the hex it is measured from."""
        if text.startswith("region "):
            return str(self.facts["regions"][text.removeprefix("region ")])
        found = re.fullmatch(r"within (\d+) of (.+)", text)
        if found is None:
            return text
        spot, many = self.board.labels[self.spot(found[2])], "" if found[1] == "1" else "es"
        return f"within {found[1]} hex{many} of {found[2]}" + (f" ({spot})" if spot != found[2] else "")

    def arrival(self, text: str, condition: str) -> Arrival | None:
        """`enter A/B on 10 Evening`."""
        found = re.fullmatch(r"enter (\S+) on (\d+) (\w+)", text)
        if found is None:
            return None
        hexes = self.hexes([self.entries[letter][0] for letter in found[1].split("/")])
        return Arrival(self.turn(int(found[2]), found[3]), hexes, condition)


@cache
def plan(key: str, packs: Packs = ()) -> Plan:
    """A scenario with everything in its place."""
    reader = Reader(key, packs)
    units: dict[str, Unit] = {}
    arrivals: dict[str, Arrival] = {}
    areas: dict[str, Area] = {}
    for row in sheets.rows(f"scenarios/{key}_units.csv", packs):
        unit = _begin(reader, row, arrivals, areas)
        if unit.id in units:
            raise BalkaError(f"{key}: {unit.id} is there twice")
        units[unit.id] = unit
    return Plan(
        key, reader.facts, reader.board, _rulebook(reader, tuple(units)), dict(sorted(units.items())), arrivals, areas,
        _placed_forts(reader),
    )  # fmt: skip


def _begin(reader: Reader, row: Row, arrivals: dict[str, Arrival], areas: dict[str, Area]) -> Unit:
    """A counter as the game begins: on the map, to be set up, due later, or off the map."""
    one = box.unit_key(row["side"], row["battalion"], row["designation"])
    if one not in box.kinds():
        raise BalkaError(f"{one} is no counter of the box")
    depleted = row["starts"] == "depleted"
    arrival = reader.arrival(row["place"], row["condition"])
    if arrival:
        arrivals[one] = arrival
        return Unit(one, row["side"], NOWHERE, DUE, depleted)
    if row["place"].startswith("off map"):
        return Unit(one, row["side"], NOWHERE, OFF_MAP, depleted)
    hexes = reader.area(row["place"])
    if not reader.facts["setup_order"]:
        return Unit(one, row["side"], hexes[0], ON_MAP, depleted)
    areas[one] = Area(hexes, reader.area_words(row["place"]))
    return Unit(one, row["side"], NOWHERE, WAITING, depleted)


def _placed_forts(reader: Reader) -> tuple[Fortification, ...]:
    placed = reader.facts.get("forts", {}).get("placed", ())
    side = reader.board.grid.side
    return tuple(Fortification(one["kind"], reader.hex(one["hex"]), side(one["facing"])) for one in placed)


def _location(reader: Reader, row: dict[str, Any], scorer: str) -> Location:
    hexes = reader.hexes(row["hexes"])
    return Location(row["name"], hexes, row["points"], row.get("need", 0), row.get("holder", scorer))


def _path(reader: Reader, row: dict[str, Any] | None) -> RoadPath | None:
    if row is None:
        return None
    exits = tuple(h for letter in row["through"] for h in reader.hexes(reader.entries[letter]))
    sources = tuple(reader.hex(reader.entries[letter][0]) for letter in row["sources"])
    return RoadPath(exits, sources, own_road=row.get("own_road", False))


def _battalions(names: Iterable[str]) -> tuple[str, ...]:
    known = {kind.battalion for kind in box.kinds().values()}
    for name in names:
        if name not in known:
            raise BalkaError(f"there is no battalion {name!r}")
    return tuple(names)


def _rulebook(reader: Reader, ids: tuple[str, ...]) -> Rulebook:
    facts, victory = reader.facts, reader.facts["victory"]
    conditional = facts.get("conditional", {})
    columns = tuple(
        one for one in ids if any(one.endswith(f"-{box.slug(name)}") for name in facts.get("in_column", ()))
    )
    way = _path(reader, victory.get("exit"))
    return Rulebook(
        first_turn=0,
        turns=facts["turns"],
        first_day=facts["first_day"],
        month=facts["month"],
        weather_modifier=facts["weather_modifier"],
        first_side=facts["first"]["side"],
        first_count=facts["first"]["count"],
        setup_order=tuple(facts["setup_order"]),
        scorer=victory["scorer"],
        win=victory["win"],
        draw=victory.get("draw"),
        locations=tuple(_location(reader, row, victory["scorer"]) for row in victory["locations"]),
        exit=way,
        penalty=way if victory.get("penalty") else None,
        cups={side: {c: facts["chits"][side][c] for c in ("black", "blue", "red")} for side in facts["chits"]},
        held={side: tuple(box.slug(name) for name in facts["chits"][side]["held"]) for side in facts["chits"]},
        forts={side: dict(counts) for side, counts in facts.get("forts", {}).items() if side != "placed"},
        fort_units=tuple(box.unit_key("german", *reversed(name.split(" "))) for name in facts.get("fort_units", ())),
        conditional=conditional.get("key", ""),
        conditional_turn=reader.turn(conditional["day"], conditional["part"]) if conditional else 0,
        off_map_hex=reader.hex(facts["off_map_hex"]) if "off_map_hex" in facts else NOWHERE,
        in_column=columns,
        one_entry=_battalions(facts.get("one_entry", ())),
    )
