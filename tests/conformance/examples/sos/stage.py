"""A position that fits what an example says: where it leaves hexes open, a small field is laid out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct, structs
from tests.systems.heroes.kit import GERMAN, SOVIET, state_of

from balka.core.boards import NO_HEX, Board, from_picture
from balka.core.hexes import hexes_in, opposite
from balka.core.joining import Placement, join
from balka.games.storms_of_steel.catalogue import title
from balka.systems.heroes.data.map_data import GRID
from balka.systems.heroes.data.mission_data import VpPerUnitDestroyed
from balka.systems.heroes.data.naming import kinds_called, marker_called, terrain_called
from balka.systems.heroes.describing.position import HeroesPositions
from balka.systems.heroes.kinds import UnitKind
from balka.systems.heroes.third_edition.system import THIRD_EDITION
from balka.systems.heroes.units import OFF_MAP, HeroesState, Unit

Example = dict[str, Any]
Entry = dict[str, Any]

FORCES = (GERMAN, SOVIET)
PRINTED = "sos-map-"
FIELD = 13
NORTH = 0
START_CAPS = 6
DEFAULT_MAP = "7"
ENTRY_ZONE = "east edge"
BANDS = {"short": 1, "normal": 2}
USUAL_DISTANCE = 2
SPENDING = ("caps_on_hit", "caps_on_cost", "caps_on_rally")
_LABEL = re.compile(r"(\d+)-[A-Z]\d\d")


class Stage(Struct):
    """A position set up for an example, and what the example says wrongly about the box or the map."""

    state: HeroesState
    wrong: list[str]

    @property
    def board(self) -> Board:
        return self.state.setting.board


class Spot(Struct, frozen=True):
    """Where a counter stands and how it faces."""

    hex: int
    facing: int = NORTH


def name_of(entry: str) -> str:
    """The counter's name in sentences."""
    return entry.lower()


def is_attack(action: Entry) -> bool:
    return "attack" in str(action.get("action", "")) and "target" in action


def set_stage(example: Example) -> Stage:
    """The example's position, its first player to act."""
    setup, actions = example["setup"], example["actions"]
    entries: list[Entry] = setup.get("units", [])
    kinds = {entry["id"]: kind_of(entry) for entry in entries}
    field = _Field(entries, actions, setup.get("range_band"), kinds)
    board = _printed(setup, entries) or field.board
    spots = _on_map(board, entries, actions) if board is not field.board else field.spots
    units = tuple(_unit(entry, kinds[entry["id"]], spots[entry["id"]]) for entry in entries)
    state = described(board, units, **_told(example, board))
    return Stage(state, [*wrong_figures(entries, kinds), *_wrong_terrain(board, setup)])


def described(board: Board, units: Iterable[Unit], hidden: Iterable[Unit] = (), **told: Any) -> HeroesState:
    """A position on a board of this title, its units as they stand and whatever else is told, read as a document is."""
    stressed, zones = told.get("stressed", ()), told.get("entries", {})
    said = {unit.id: {**_written(board, unit, zones), "stressed": unit.id in stressed} for unit in units}
    said |= {unit.id: {**_written(board, unit, zones), "hidden": True} for unit in hidden}
    return state_of(HeroesPositions(title(), THIRD_EDITION), _ground(board), said, told)


def _ground(board: Board) -> dict[str, Any]:
    """A printed map by its number, another board hex by hex."""
    if board.key.startswith(PRINTED):
        return {"map": board.key.removeprefix(PRINTED)}
    labels = board.labels
    cells = {cell.label: {"terrain": cell.terrain, "elevation": cell.elevation} for cell in board.cells}
    sides = [{"between": [labels[side.a], labels[side.b]], "kind": side.kind} for side in board.features]
    return {"board": {"hexes": cells, "roads": [[labels[a.a], labels[a.b]] for a in board.links], "hexsides": sides}}


def _written(board: Board, unit: Unit, zones: Mapping[str, Sequence[int]]) -> dict[str, Any]:
    """A unit as a document tells of it."""
    said: dict[str, Any] = {"type": unit.kind, "facing": board.grid.sides[unit.facing], "spent": unit.spent}
    said |= {name: True for name in ("dug_in", "inside", "bogged") if getattr(unit, name)}
    if unit.marker:
        said["hit"] = {"marker": title().markers[unit.marker].name, "face": "up" if unit.shown else "down"}
    if unit.carrier:
        return {**said, "carrier": unit.carrier}
    if unit.due:
        return {**said, "waiting": {"round": unit.due, "entry": [board.labels[h] for h in zones[unit.entry]]}}
    return {**said, "at": board.labels[unit.hex] if unit.hex != OFF_MAP else "off"}


# -- counters


def kind_of(entry: Entry) -> UnitKind:
    """The type meant; of several that fit the figures given, the first printed."""
    found = kinds_called(title().units, entry["type"], entry.get("side"))
    fitting = [kind for kind in found if all(given == have for _, given, have in _figures(entry, kind))]
    if not found:
        raise LookupError(f"the box has no {entry['type']!r}")
    return (fitting or found)[0]


def _figures(entry: Entry, kind: UnitKind) -> list[tuple[str, Any, Any]]:
    """Figures an example gives for a counter, beside those of the box."""
    named = [key for key in entry if key in UnitKind.__struct_fields__ and key not in ("id", "side")]
    return [(key, entry[key], getattr(kind, key)) for key in named]


def wrong_figures(entries: list[Entry], kinds: dict[str, UnitKind]) -> list[str]:
    return [
        f"{entry['id']}, {key}: the text says {given!r}, the box {have!r}"
        for entry in entries
        for key, given, have in _figures(entry, kinds[entry["id"]])
        if given != have
    ]


def _unit(entry: Entry, kind: UnitKind, spot: Spot) -> Unit:
    hits = entry.get("hits") or []
    words = str(hits[0]).split() if hits else []
    marker = (
        marker_called(title().markers, words[0], "soft" if kind.def_color == "red" else "armored") if hits else None
    )
    if hits and marker is None:
        raise LookupError(f"there is no Hit Marker {hits[0]!r}")
    waits = spot.hex == OFF_MAP
    return Unit(
        name_of(entry["id"]), kind.id, kind.side, kind.side, spot.hex, spot.facing, spent=entry.get("state") == "spent",
        marker=marker.id if marker else "", shown=bool(marker) and "face-down" not in words, due=1 if waits else 0,
        entry=ENTRY_ZONE if waits else "",
    )  # fmt: skip


# -- tracks


def _told(example: Example, board: Board) -> dict[str, Any]:
    setup, actions = example["setup"], example["actions"]
    entries: list[Entry] = setup.get("units", [])
    marker = setup.get("vp_marker", {"side": "soviet", "value": 1})
    return {
        "month": setup.get("month") or "July", "active": actions[0]["side"] if actions else FORCES[0],
        "caps": _caps(setup, actions), "start_caps": dict.fromkeys(FORCES, START_CAPS),
        "stressed": tuple(name_of(entry["id"]) for entry in entries if entry.get("stressed")),
        "vp_side": marker["side"], "vp": marker["value"], "victory": (VpPerUnitDestroyed(1),),
        "entries": {ENTRY_ZONE: tuple(hexes_in(board.edges["east"]))},
    }  # fmt: skip


def _caps(setup: Entry, actions: list[Entry]) -> dict[str, int]:
    """The CAPs stated; where none are, just those the example spends."""
    stated = setup.get("caps", {})
    spent = {
        force: sum(action.get(key, 0) for action in actions if action.get("side") == force for key in SPENDING)
        for force in FORCES
    }
    return {force: spent[force] if stated.get(force) is None else stated[force] for force in FORCES}


# -- places on a printed map


def _printed(setup: Entry, entries: list[Entry]) -> Board | None:
    """The printed map an example names or needs; None where any ground will do."""
    named = [found[1] for entry in entries if (found := _LABEL.search(str(entry.get("hex"))))]
    if not named and not any("off-map" in str(entry.get("location")) for entry in entries):
        return None
    return printed_map((named or [DEFAULT_MAP])[0])


def printed_map(number: str) -> Board:
    return join(f"{PRINTED}{number}", GRID, [Placement(title().sheets[number])])


def _on_map(board: Board, entries: list[Entry], actions: list[Entry]) -> dict[str, Spot]:
    """Named hexes, free hexes beside them, or beside the map."""
    spots: dict[str, Spot] = {}
    for entry in entries:
        label = _LABEL.search(str(entry.get("hex") or _first_aim(entry, actions)))
        if label is None:
            spots[entry["id"]] = Spot(OFF_MAP)
        elif str(entry.get("hex")) == label[0]:
            spots[entry["id"]] = Spot(board.hex(label[0]))
        else:
            spots[entry["id"]] = _beside(board, board.hex(label[0]), list(spots.values()))
    return spots


def _first_aim(entry: Entry, actions: list[Entry]) -> str:
    return next((str(action.get("into", "")) for action in actions if action.get("actor") == entry["id"]), "")


def _beside(board: Board, place: int, taken: list[Spot]) -> Spot:
    """A free hex next to a place, facing it; the side opposite to the last one taken comes first."""
    used = {spot.hex for spot in taken}
    for side in (0, 3, 1, 4, 2, 5):
        there = board.neighbours[place][side]
        if there != NO_HEX and there not in used:
            return Spot(there, opposite(side))
    raise LookupError("no free hex beside it")


def _wrong_terrain(board: Board, setup: Entry) -> list[str]:
    stated = setup.get("terrain")
    if not isinstance(stated, dict):
        return []
    return [
        f"{label}: the text says {told}, the map {board.terrain[board.hex(label)]}"
        for label, told in stated.items()
        if terrain_called(told) != board.terrain[board.hex(label)]
    ]


# -- an open field


class _Field:
    """Whoever is attacked stands in the middle, whoever attacks due north of it, each facing the other.

    A target said to be attacked from the flank turns its back. Hexes get the terrain the example says.
    """

    def __init__(
        self, entries: list[Entry], actions: list[Entry], band: str | None, kinds: dict[str, UnitKind]
    ) -> None:
        self.entries = entries
        self.blank = from_picture("\n".join([". " * FIELD] * FIELD)).board
        self.middle = self.blank.hex("G07")
        targets = {action["target"] for action in actions if is_attack(action)}
        self.attackers = {action["actor"] for action in actions if is_attack(action)} - targets
        self.away = {entry["id"]: self._distance(entry, band, kinds[entry["id"]]) for entry in entries}
        self.spots = {entry["id"]: self._spot(entry) for entry in entries}
        self.board = self._painted(actions)

    def _distance(self, entry: Entry, band: str | None, kind: UnitKind) -> int:
        if "distance_to_target" in entry:
            return int(entry["distance_to_target"])
        return kind.range + 1 if band == "long" else BANDS.get(band or "", USUAL_DISTANCE)

    def _spot(self, entry: Entry) -> Spot:
        if entry["id"] in self.attackers:
            return Spot(self.blank.step(self.middle, NORTH, self.away[entry["id"]]), opposite(NORTH))
        return Spot(self.middle, opposite(NORTH) if entry.get("attacked_from") == "flank" else NORTH)

    def _painted(self, actions: list[Entry]) -> Board:
        ground = {self.spots[entry["id"]].hex: entry["terrain"] for entry in self.entries if entry.get("terrain")}
        for action in actions:
            if action.get("into") and action["actor"] in self.spots:
                spot = self.spots[action["actor"]]
                ground[self.blank.step(spot.hex, spot.facing)] = action["into"]
        terrain = {place: terrain_called(told) or "open" for place, told in ground.items()}
        cells = [structs.replace(cell, terrain=terrain.get(h, "open")) for h, cell in enumerate(self.blank.cells)]
        return Board("field", self.blank.grid, tuple(cells))
