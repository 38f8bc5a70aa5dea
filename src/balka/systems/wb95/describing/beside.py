"""What a described position says beside the counters: supply, entry zones, bridges, aircraft, shifts in hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import structs

from balka.core.describing.boards import DescribedBoard
from balka.core.describing.document import Entry
from balka.systems.wb95.catalogue import Catalogue
from balka.systems.wb95.describing.words import DescribedUnit
from balka.systems.wb95.marks import Mark
from balka.systems.wb95.position import SIDES, Bounty, Flight

MISSIONS = ("support", "cover", "attack", "river", "supply", "disrupt")
NOT_SOVIET = {
    "cover": "only others help a defence from the air [kursk-8.2.5-a]",
    "disrupt": "it is Soviet movement that aircraft disrupt [kursk-8.2.11-a]",
}
"""missions that Soviet aircraft do not fly, and why"""
MOST, MOST_DAYS, MOST_STRENGTH = 99, 99, 30
BOUNTY, BOUNTY_PHASES = 5, 2

Fields = Mapping[str, Entry]


def hexes(ground: DescribedBoard, entry: Entry) -> tuple[int, ...]:
    """Hexes in a list, or one."""
    return tuple(ground.place(item) for item in entry.one_or_more())


def numbers(fields: Fields, name: str) -> dict[str, int]:
    """A number for each side."""
    return fields[name].by_name(SIDES, lambda entry: entry.number(0, MOST)) if name in fields else {}


def bases(fields: Fields, ground: DescribedBoard) -> dict[str, tuple[int, ...]]:
    """Hexes that are sources of supply. [10.1.4]"""
    return _by_side(fields, "bases", ground)


def zones(fields: Fields, ground: DescribedBoard) -> dict[str, tuple[int, ...]]:
    """Entry zones in their order along the edge. [11.2]"""
    return _by_side(fields, "zones", ground)


def _by_side(fields: Fields, name: str, ground: DescribedBoard) -> dict[str, tuple[int, ...]]:
    return fields[name].by_name(SIDES, lambda entry: hexes(ground, entry)) if name in fields else {}


def broken(fields: Fields, ground: DescribedBoard) -> tuple[tuple[int, int], ...]:
    """Bridges that are gone. [14.2]"""
    return tuple(sorted(fields["broken"].each(lambda entry: _bridge(ground, entry)))) if "broken" in fields else ()


def _bridge(ground: DescribedBoard, entry: Entry) -> tuple[int, int]:
    ends = hexes(ground, entry)
    bridges = {tuple(sorted((side.a, side.b))) for side in ground.board.features if side.kind == "bridge"}
    if not ground.blind and (len(ends) != 2 or tuple(sorted(ends)) not in bridges):
        raise entry.mistake("there is no bridge", "a hexside of kind bridge, for example [A01, B01]")
    return min(ends, default=0), max(ends, default=0)


def bridges(fields: Fields, ground: DescribedBoard, described: list[DescribedUnit]) -> dict[str, dict[str, str]]:
    """Bridges that headquarters are building, each noted by its own side alone. [14.3.2]"""
    notes: dict[str, dict[str, str]] = {side: {} for side in SIDES}
    for entry in fields["bridges"].items() if "bridges" in fields else ():
        with entry.desk.gather():
            said = entry.fields(("unit", "between"), ("unit", "between"))
            at = _headquarters(said["unit"], described)
            counter, unit, dug = described[at]
            ends = _over_a_big_river(ground, said["between"], unit.hex)
            notes[unit.side][f"bridge {unit.id}"] = f"{ends[0]}/{ends[1]}"
            described[at] = counter, unit.marked(Mark.BUILDING, Mark.DONE), dug
    return notes


def _headquarters(entry: Entry, described: list[DescribedUnit]) -> int:
    names = [unit.id if unit.kind == "HQ" and unit.hex >= 0 else "" for _, unit, _ in described]
    if entry.text().lower() not in filter(None, names):
        raise entry.mistake(f"{entry.text()!r} is no headquarters on the map", "a headquarters builds bridges")
    return names.index(entry.text().lower())


def _over_a_big_river(ground: DescribedBoard, entry: Entry, h: int) -> tuple[int, int]:
    ends = tuple(sorted(hexes(ground, entry)))
    wide = {tuple(sorted((side.a, side.b))) for side in ground.board.features if side.kind == "big_river"}
    if not ground.blind and (len(ends) != 2 or ends not in wide or h not in ends):
        raise entry.mistake("it builds over a big river beside its own hex", "a hexside of kind big_river")
    return ends[0], ends[-1]


# -- aircraft


def aircraft(fields: Fields, charts: Catalogue) -> Catalogue:
    """The charts with the strengths of air counters as the file gives them. [8.1.1]"""
    if "aircraft" not in fields:
        return charts
    known = air_counters(charts)
    given = fields["aircraft"].fields(known)
    changed = {name: structs.replace(charts.counters[name], attack=entry.number(1, MOST_STRENGTH))
               for name, entry in given.items()}  # fmt: skip
    return structs.replace(charts, counters={**charts.counters, **changed})


def air_counters(charts: Catalogue) -> tuple[str, ...]:
    return tuple(counter.id for counter in charts.counters.values() if counter.kind == "AIR")


def flights(fields: Fields, ground: DescribedBoard, charts: Catalogue) -> dict[str, Any]:
    """Aircraft already on their missions. [8.2]"""
    if "flights" not in fields:
        return {}
    flying = fields["flights"].each(lambda entry: _flight(ground, entry, charts))
    for plane in sorted({flight.unit for flight in flying}):
        if sum(flight.unit == plane for flight in flying) > 1:
            raise fields["flights"].mistake(
                f"{plane} flies twice", "a counter flies one mission a turn [kursk-8.1.5-a]"
            )
    return {
        "air": tuple(flight for flight in flying if flight.mission != "disrupt"),
        "harassed": tuple(flight.hex for flight in flying if flight.mission == "disrupt"),
    }


def _flight(ground: DescribedBoard, entry: Entry, charts: Catalogue) -> Flight:
    fields = entry.fields(("counter", "side", "mission", "hex"), ("counter", "side", "mission", "hex"))
    side, mission = fields["side"].one_of(SIDES), fields["mission"].one_of(MISSIONS)
    if side == "soviet" and mission in NOT_SOVIET:
        raise fields["mission"].mistake(f"Soviet aircraft fly no {mission} mission", NOT_SOVIET[mission])
    return Flight(fields["counter"].one_of(air_counters(charts)), side, mission, ground.place(fields["hex"]))


# -- shifts in hand


def shifts(fields: Fields, ground: DescribedBoard) -> tuple[Bounty, ...]:
    """Shifts won by killing headquarters: whose, where, how many are left and for how many Combat Phases. [9.1.6]"""
    return fields["shifts"].each(lambda entry: _bounty(ground, entry)) if "shifts" in fields else ()


def _bounty(ground: DescribedBoard, entry: Entry) -> Bounty:
    fields = entry.fields(("side", "hex", "left", "phases"), ("side", "hex"))
    left = fields["left"].number(1, BOUNTY) if "left" in fields else BOUNTY
    phases = fields["phases"].number(1, BOUNTY_PHASES) if "phases" in fields else BOUNTY_PHASES
    return Bounty(fields["side"].one_of(SIDES), ground.place(fields["hex"]), left, phases)
