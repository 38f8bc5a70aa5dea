"""Units in a described position: by the name of their type or with their figures written out, and their state."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from msgspec import Struct, structs

from balka.core.boards import Board
from balka.core.describing.boards import DescribedBoard
from balka.core.describing.document import Entry, nearest
from balka.systems.heroes.data.loading import Title
from balka.systems.heroes.data.naming import kinds_called, marker_called
from balka.systems.heroes.kinds import BRINGS, SIDES, UNIT_FLAGS, MarkerKind, UnitKind
from balka.systems.heroes.markers import destroys
from balka.systems.heroes.play.setup import entry_name
from balka.systems.heroes.units import OFF_MAP, UNKNOWN, Unit

STATE_FIELDS = ("spent", "active", "stressed", "exposed", "hit", "hidden", "dug_in", "inside", "bogged", "mired",
                "carrier", "waiting")  # fmt: skip
UNIT_FIELDS = ("type", "side", "figures", "at", "facing", *STATE_FIELDS)
ON_THE_MAP = ("exposed", "hidden", "dug_in", "inside", "bogged", "mired")
"""what is only said of a unit that stands somewhere"""
ON_ITS_FEET = ("exposed", "dug_in", "inside")
"""what is not said of a unit on a vehicle or in tow"""
NUMBERS = ("attack_cost", "indirect_cost", "move_cost", "red_fp", "blue_fp", "front_def", "flank_def", "range_min",
           "range", "bonus_wheel", "bonus_track", "vp")  # fmt: skip
WORDS = {"move_type": ("foot", "wheeled", "tracked"), "def_color": ("red", "blue")}
FIGURES = ("name", *NUMBERS, *WORDS, "flags")
NEEDED = ("attack_cost", "move_cost", "red_fp", "front_def", "flank_def", "range")
WRITTEN_OUT = "written out"
NOT_KNOWN = "unknown"
GONE = "removed_at_once"
WEAKER = frozenset({"open_top", "flank_red"})
TAKEN = ("all", "play", "pass", "done", "chance")
"""words that mean something else where a unit may be named"""
PLAIN = UnitKind(
    id="", slug="", side="german", name="Unit", count=1, years="", unit_class="infantry", attack_cost=None,
    indirect_cost=None, move_cost=1, move_type="foot", red_fp=0, blue_fp=0, front_def=0, flank_def=0, def_color="red",
    range_min=0, range=0, bonus_wheel=0, bonus_track=0, flags=frozenset(), vp=0, basis=WRITTEN_OUT, source="",
)  # fmt: skip
OFF = "off"
NOWHERE: tuple[int, int, tuple[int, ...]] = (OFF_MAP, 0, ())
_NAME = re.compile(r"[a-z][a-z0-9.-]*")


class Counter(Struct, frozen=True):
    """A unit of the file with its kind, and where it may enter if it waits."""

    unit: Unit
    kind: UnitKind
    stressed: bool
    active: bool
    exposed: bool
    entries: tuple[int, ...]
    hidden: bool
    fields: Mapping[str, Entry]


class Reader:
    """Reads the units of a file on a board."""

    def __init__(self, title: Title, ground: DescribedBoard, known: tuple[str, ...] = UNIT_FIELDS) -> None:
        self.known = known
        self.title = title
        self.ground = ground

    def counter(self, name: str, entry: Entry) -> Counter:
        if not _NAME.fullmatch(name) or name in TAKEN:
            raise entry.mistake(f"{name!r} cannot name a unit", "small letters, digits, dots and dashes: rif-01")
        fields, attempt = entry.fields(self.known), entry.desk.attempt
        kind = attempt(lambda: self._kind(name, entry, fields), PLAIN)
        place, due, entries = attempt(lambda: self._place(name, entry, fields), NOWHERE)
        facing = attempt(lambda: self._facing(name, entry, fields), 0)
        marker, shown = attempt(lambda: self._hit(fields, kind), ("", False))
        pile = self.title.markers[marker].pile if marker in self.title.markers else ""
        unit = Unit(
            name, kind.id, kind.side, kind.side, place, facing, spent=_flag(fields, "spent"), marker=marker,
            shown=shown, dug_in=_flag(fields, "dug_in"), due=due, entry=zone_of(self.ground.board, entries),
            carrier=fields["carrier"].text().lower() if "carrier" in fields else "", inside=_flag(fields, "inside"),
            bogged=_flag(fields, "bogged"), mired=_flag(fields, "mired"), pile="" if pile == self._pile(kind) else pile,
        )  # fmt: skip
        _check_state(unit, fields)
        self._check_hiding(unit, fields)
        stressed, active, exposed = (_flag(fields, name) for name in ("stressed", "active", "exposed"))
        return Counter(unit, kind, stressed, active, exposed, entries, _flag(fields, "hidden"), fields)

    # -- types and figures

    def _kind(self, name: str, entry: Entry, fields: Mapping[str, Entry]) -> UnitKind:
        side = fields["side"].one_of(SIDES) if "side" in fields else None
        if "type" in fields:
            kind = self._called(fields["type"], side)
            return self._changed(kind, name, fields["figures"]) if "figures" in fields else kind
        if "figures" not in fields or side is None:
            raise entry.mistake(f"{name} has no type", "give `type:`, or `side:` with `figures:`")
        fields["figures"].fields(FIGURES, NEEDED)
        return self._changed(structs.replace(PLAIN, side=side), name, fields["figures"])

    def _called(self, entry: Entry, side: str | None) -> UnitKind:
        found = kinds_called(self.title.units, entry.text(), side)
        if len(found) == 1:
            return found[0]
        if not found:
            box = [kind for kind in self.title.units.values() if side in (None, kind.side)]
            parts = [word for kind in box for word in (kind.id, *kind.name.split())]
            names = list(dict.fromkeys([*(kind.name for kind in box), *parts]))
            raise entry.mistake(f"the box has no unit type {entry.text()!r}", nearest(entry.text(), names))
        choice = ", ".join(f"{kind.name} ({kind.id})" for kind in found)
        raise entry.mistake(f"{entry.text()!r} may be several unit types", f"one of {choice}")

    def _changed(self, kind: UnitKind, name: str, entry: Entry) -> UnitKind:
        """The kind with the figures written out in place of its own."""
        changes: dict[str, object] = {"id": f"{name}:{WRITTEN_OUT}", "basis": WRITTEN_OUT}
        for key, value in entry.fields(FIGURES).items():
            changes[key] = self._figure(key, value)
        return structs.replace(kind, **changes)

    def _figure(self, key: str, entry: Entry) -> object:
        if key in NUMBERS:
            return entry.number(-9, 40)
        if key in WORDS:
            return entry.one_of(WORDS[key])
        if key == "name":
            return entry.text()
        flags = frozenset(flag.one_of(UNIT_FLAGS) for flag in entry.one_or_more())
        return flags.union(*(BRINGS.get(flag, ()) for flag in flags))

    # -- place and state

    def _place(self, name: str, entry: Entry, fields: Mapping[str, Entry]) -> tuple[int, int, tuple[int, ...]]:
        """Hex, Round due, entry hexes."""
        if "waiting" in fields:
            if "at" in fields:
                raise fields["at"].mistake(f"{name} cannot wait and stand on the map", "give `at:` or `waiting:`")
            waiting = fields["waiting"].fields(("round", "entry"), ("entry",))
            due = waiting["round"].number(1, 20) if "round" in waiting else 1
            return OFF_MAP, due, tuple(self.ground.place(item) for item in waiting["entry"].one_or_more())
        if "at" not in fields and "carrier" in fields:
            return NOWHERE
        if self._is_off(fields):
            return NOWHERE
        if "at" not in fields:
            raise entry.mistake(f"{name} stands nowhere", "give `at:` or `waiting:`, for example `at: B02`")
        return self.ground.place(fields["at"]), 0, ()

    def _facing(self, name: str, entry: Entry, fields: Mapping[str, Entry]) -> int:
        if "facing" not in fields and (
            self._is_off(fields) or "waiting" in fields or "carrier" in fields or _flag(fields, "hidden")
        ):
            return 0
        if "facing" not in fields:
            raise entry.mistake(f"{name} faces nowhere", "give `facing:`, for example `facing: NE`")
        with fields["facing"].blamed():
            return self.ground.board.grid.side(fields["facing"].text())

    def _is_off(self, fields: Mapping[str, Entry]) -> bool:
        return "at" in fields and fields["at"].desk.attempt(fields["at"].text, "").lower() == OFF

    def _hit(self, fields: Mapping[str, Entry], kind: UnitKind) -> tuple[str, bool]:
        """The marker's id and whether it lies face up."""
        if "hit" not in fields:
            return "", False
        entry, shown = fields["hit"], True
        if entry.is_mapping:
            parts = entry.fields(("marker", "face"), ("marker",))
            entry, shown = parts["marker"], "face" not in parts or parts["face"].one_of(("up", "down")) == "up"
        if entry.text().lower() == NOT_KNOWN:
            return UNKNOWN, False
        return self._marker(entry, kind).id, shown

    def _marker(self, entry: Entry, kind: UnitKind) -> MarkerKind:
        """A marker of the unit's pile, or of another from which its weaker flank has it draw."""
        piles = self._piles(kind)
        found = (marker_called(self.title.markers, entry.text(), pile) for pile in piles)
        marker = next(filter(None, found), None)
        if marker is None:
            names = [marker.name.lower() for marker in self.title.markers.values() if marker.pile in piles]
            raise entry.mistake(
                f"there is no {piles[0]} Hit Marker {entry.text()!r}", nearest(entry.text(), [*names, NOT_KNOWN])
            )
        if GONE in marker.special:
            raise entry.mistake(f"{marker.name} removes its unit at once", "leave the unit out")
        return marker

    def _check_hiding(self, unit: Unit, fields: Mapping[str, Entry]) -> None:
        """Who is as good as destroyed can do nothing, so it has not gone into hiding; a load rides along. [7.5, C38]"""
        marker = self.title.markers.get(unit.marker)
        if marker is not None and destroys(marker) and _flag(fields, "hidden") and not unit.carrier:
            fields["hidden"].note(f"{unit.id} is as good as destroyed and cannot be hidden", "leave `hidden:` out")

    def _piles(self, kind: UnitKind) -> tuple[str, ...]:
        """The pile a unit draws from; one with a red flank or an open top may have been struck there. [7.2]"""
        own = self._pile(kind)
        return (own, "soft") if own == "armored" and WEAKER & kind.flags else (own,)

    def _pile(self, kind: UnitKind) -> str:
        """The pile the unit draws from: by the colour of its Defense, or by what it is where the box sorts so."""
        if any(marker.pile == "foot" for marker in self.title.markers.values()):
            return "vehicle" if kind.is_vehicle else "foot"
        return "soft" if kind.def_color == "red" else "armored"


def zone_of(board: Board, hexes: Sequence[int]) -> str:
    """The name of the hexes somebody enters by, as of a Mission's: who has the same may come in together."""
    return entry_name(tuple(board.labels[h] for h in hexes)) if hexes else ""


def mounted(counters: Sequence[Counter]) -> list[Counter]:
    """Who is carried or towed, put where its vehicle is. [15.7-d, 15.8-a]"""
    by_name = {counter.unit.id: counter for counter in counters}
    return [_on_vehicle(counter, by_name) if counter.unit.carrier else counter for counter in counters]


def _on_vehicle(counter: Counter, by_name: Mapping[str, Counter]) -> Counter:
    unit, said = counter.unit, counter.fields["carrier"]
    if unit.carrier not in by_name or unit.carrier == unit.id:
        raise said.mistake(f"there is no unit {said.text()!r} to carry {unit.id}", nearest(unit.carrier, by_name))
    vehicle = by_name[unit.carrier]
    if PLAIN in (vehicle.kind, counter.kind):
        return counter  # what it is could not be read, and has been told
    if not vehicle.kind.is_vehicle or vehicle.unit.carrier or vehicle.kind.side != counter.kind.side:
        raise said.mistake(f"{vehicle.unit.id} carries nobody of that side", "a vehicle of its own side")
    if "at" in counter.fields and unit.hex != vehicle.unit.hex:
        raise counter.fields["at"].mistake(f"{unit.id} is where its vehicle is", "leave `at:` out")
    place = {"hex": vehicle.unit.hex, "facing": vehicle.unit.facing}
    on = unit.changed(**place, due=vehicle.unit.due, entry=vehicle.unit.entry)
    return structs.replace(counter, unit=on, hidden=vehicle.hidden)


def _check_state(unit: Unit, fields: Mapping[str, Entry]) -> None:
    """What a unit's place and state shut out. [2.2-c, 15.7-d, 17.3]"""
    barred = ON_ITS_FEET if unit.carrier else ON_THE_MAP if unit.hex < 0 else ()
    for name in (name for name in barred if _flag(fields, name)):
        where = "rides or is in tow" if unit.carrier else "is not on the map"
        fields[name].note(f"{unit.id} {where} and cannot be {name}", f"leave `{name}:` out")
    if _flag(fields, "active") and unit.spent:
        fields["active"].note(f"{unit.id} cannot be active and spent", "give `active:` or `spent:`")


def _flag(fields: Mapping[str, Entry], name: str) -> bool:
    return name in fields and fields[name].desk.attempt(fields[name].flag, False)
