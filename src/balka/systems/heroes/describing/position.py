"""A described position: the ground, the month, the units and the tracks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import structs

from balka.core.boards import Board
from balka.core.describing.boards import DescribedBoard, read_board
from balka.core.describing.document import Entry, nearest
from balka.core.describing.positions import Positions
from balka.core.joining import Placement, join
from balka.systems.heroes.chapters.movement import may_stick
from balka.systems.heroes.chapters.smoke import AND
from balka.systems.heroes.chapters.targets import HASTY_DEFENSE, MINES, MORE, hex_of
from balka.systems.heroes.chapters.transport import are_one_squad, can_be_loaded
from balka.systems.heroes.chapters.works import set_facing, why_not_inside
from balka.systems.heroes.data.loading import Title
from balka.systems.heroes.data.map_data import GRID
from balka.systems.heroes.data.mission_data import (
    VictoryRule,
    VpControlEndOfMission,
    VpControlEndOfRound,
    VpPerUnitDestroyed,
    VpUnitValue,
)  # fmt: skip
from balka.systems.heroes.data.naming import terrain_called
from balka.systems.heroes.describing.beside import (
    cards_for,
    check_names,
    planned,
    special_rule,
    with_cards,
    with_losses,
)
from balka.systems.heroes.describing.building import CORE_DECK, Told, build
from balka.systems.heroes.describing.counters import UNIT_FIELDS, Counter, Reader, mounted
from balka.systems.heroes.ground import NAMES
from balka.systems.heroes.kinds import HEXSIDE_KINDS, SIDES
from balka.systems.heroes.play.edition import HeroesSystem
from balka.systems.heroes.play.situation import loads_of, seen_unit
from balka.systems.heroes.units import HeroesState, Unit, Works

FIELDS = ("month", "board", "map", "units", "turn", "round", "rounds", "caps", "start_caps", "vp", "hands", "deck",
          "draw_per_round", "control", "victory", "works", "smoke", "hiding", "weapons", "veterans", "cards", "special",
          "strikes", "losses", "options", "pool")  # fmt: skip
SHARED_OUT = ("pool", "active")
"""what only the edition knows in which Action Points are shared out, of a position and of a unit"""
MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
          "December")  # fmt: skip
MOST_CAPS, MOST_VP, MOST_ROUNDS, MOST_CARDS, MOST_APS = 30, 60, 20, 9, 20
SMOKE = ("heavy", "light")
FULL_POOL = 7

SCORED = (VpPerUnitDestroyed, VpUnitValue, VpControlEndOfRound, VpControlEndOfMission)
SCORING = "for example {rule: vp_per_unit_destroyed, value: 1}"

Read = TypeVar("Read")


class HeroesPositions(Positions[HeroesState]):
    """How positions of a title are described, by the rules of its edition."""

    def __init__(self, title: Title, system: HeroesSystem) -> None:
        shares = not system.edition.economy.rolled_for
        self.fields = tuple(name for name in FIELDS if shares or name not in SHARED_OUT)
        self.title = title
        self.system = system

    def ground(self, fields: dict[str, Entry], whole: Entry) -> DescribedBoard:
        return read_ground(self.title, fields, whole)

    def state(self, fields: dict[str, Entry], whole: Entry, ground: DescribedBoard) -> HeroesState:
        return read_state(self, fields, whole, ground)


def read_state(
    positions: HeroesPositions, fields: dict[str, Entry], whole: Entry, ground: DescribedBoard
) -> HeroesState:
    """The position of a file; all its mistakes are gathered before any is told."""
    title, system = with_cards(positions.title, fields), positions.system
    counters = _counters(title, ground, fields, system)
    tracks = _Tracks(title, ground, fields, system)
    told = tracks.told(counters)
    strikes, losses = tracks.strikes(told.get("round", 1)), tracks.losses()
    whole.desk.stop_if_wrong()
    with whole.blamed():
        state = build(system, title, ground.board, Told(**{**told, **positions.terms}))
        _check_places(state, counters)
        _check_rules(state, counters, fields)
        whole.desk.stop_if_wrong()
        return with_losses(structs.replace(state, secrets=strikes), *losses)


# -- the ground


def read_ground(title: Title, fields: dict[str, Entry], whole: Entry) -> DescribedBoard:
    """The board or the printed maps of a file."""
    if ("board" in fields) == ("map" in fields):
        raise whole.mistake("a position stands on an ad-hoc board or on printed maps", "give `board:` or `map:`")
    if "map" in fields:
        return DescribedBoard(_printed(title, fields["map"]), {})
    return read_board(fields["board"], GRID, lambda entry: _terrain(entry, terrains(title)), hexsides(title))


def terrains(title: Title) -> tuple[str, ...]:
    """What a hex can be: the kinds in the title's tables, or the usual ones where it brings no tables of its own."""
    return tuple(row.id for row in title.terrain.values() if row.kind == "hex") or tuple(NAMES)


def hexsides(title: Title) -> tuple[str, ...]:
    """What can lie on a hexside."""
    return tuple(row.id for row in title.terrain.values() if row.kind == "hexside") or HEXSIDE_KINDS


def _terrain(entry: Entry, names: Sequence[str]) -> str:
    found = terrain_called(entry.text())
    if found is None or found not in names:
        raise entry.mistake(f"there is no terrain {entry.text()!r}", nearest(entry.text(), list(names)))
    return found


def _printed(title: Title, entry: Entry) -> Board:
    """Printed maps by number; numbers in a list lie side by side from west to east."""
    laid = [_placement(title, item, east) for east, item in enumerate(entry.one_or_more())]
    try:
        return join("+".join(placed.sheet.key for placed in laid), GRID, laid)
    except ValueError as problem:
        raise entry.mistake(str(problem), "give each map another `at:`") from problem


def _placement(title: Title, entry: Entry, east: int) -> Placement:
    if not entry.is_mapping:
        return Placement(title.sheets[entry.one_of(tuple(title.sheets))], (east, 0))
    fields = entry.fields(("map", "at", "rotated"), ("map",))
    at = [item.number(-4, 4) for item in fields["at"].items()] if "at" in fields else [east, 0]
    if len(at) != 2:
        raise fields["at"].mistake("a map lies so many boards east and south", "for example [1, 0]")
    rotated = "rotated" in fields and fields["rotated"].flag()
    return Placement(title.sheets[fields["map"].one_of(tuple(title.sheets))], (at[0], at[1]), rotated)


# -- units


def _counters(title: Title, ground: DescribedBoard, fields: Mapping[str, Entry], system: HeroesSystem) -> list[Counter]:
    rolled = system.edition.economy.rolled_for
    reader = Reader(title, ground, tuple(name for name in UNIT_FIELDS if not rolled or name not in SHARED_OUT))
    found: list[Counter] = []
    if "units" not in fields:
        return found
    pairs = fields["units"].desk.attempt(fields["units"].pairs, {})
    for name, entry in pairs.items():
        with entry.desk.gather():
            found.append(reader.counter(name, entry))
    return fields["units"].desk.attempt(lambda: mounted(found), found)


def _check_places(state: HeroesState, counters: Sequence[Counter]) -> None:
    """Whoever is inside has a Fortification made for it; no vehicle has more on it than it takes. [15.7, 17.3]"""
    for counter in counters:
        unit, fields = counter.unit, counter.fields
        refused = why_not_inside(state, unit.changed(inside=False)) if unit.inside else None
        if refused is not None:
            fields["inside"].note(f"{unit.id}: {refused.sentence}", "give `works:`, or leave it out")
        _check_facing(state, counter)
        if unit.carrier and not _rides(state, unit, seen_unit(state, unit.carrier)):
            right = "one Foot Unit or Field Gun, or a vehicle that it could tow"
            fields["carrier"].note(f"{unit.carrier} cannot carry {unit.id}", right)


def _check_facing(state: HeroesState, counter: Counter) -> None:
    """Whoever is in a Bunker or Gun Pit faces as it does; who hides there faces no way yet. [17.5-b, 17.6-b, 11.2-b]"""
    bound = set_facing(state, counter.unit)
    if bound not in (None, counter.unit.facing) and not counter.hidden:
        side = state.setting.board.grid.sides[bound or 0]
        counter.fields["facing"].note(f"{counter.unit.id} faces as the Fortification does that it is inside", side)


def _check_rules(state: HeroesState, counters: Sequence[Counter], fields: Mapping[str, Entry]) -> None:
    """What only one edition or an option knows is not said in a position of the other."""
    rules = state.setting.rulebook
    if any(MORE in key for key in state.position.works) and not state.setting.edition.works.share_hexes:
        fields["works"].note("only one Fortification or Obstacle lies in a hex", "one for each hex")
    if any(AND in smoke for smoke in state.position.smoke.values()) and not state.setting.edition.smoke.piles_up:
        fields["smoke"].note("smoke does not pile up in this game", "`heavy` or `light`")
    for counter in counters:
        if counter.exposed and not rules.cautious:
            counter.fields["exposed"].note("nobody is exposed by these rules", "`options: {cautious: on}`")
        if counter.unit.mired and not (counter.unit.hex >= 0 and may_stick(state, counter.unit, counter.unit.hex)):
            where = "a vehicle in ground that may hold it fast"
            counter.fields["mired"].note(f"nothing holds {counter.unit.id} fast there", where)


def _smoke(entry: Entry) -> str:
    """Heavy or Light Smoke, or a list where several counters lie in a hex."""
    return AND.join(item.one_of(SMOKE) for item in entry.one_or_more())


def _rides(state: HeroesState, unit: Unit, vehicle: Unit) -> bool:
    """A vehicle has one load or one squad on it; wheels are towed by anything, tracks by tracks.

    [15.6-a, 15.10-c, atb 17.0-b]
    """
    kind, tracked = state.setting.kind(unit), state.setting.kind(vehicle).move_type == "tracked"
    towed = kind.is_vehicle and (tracked or kind.move_type == "wheeled")
    loads = loads_of(state, vehicle)
    fits = len(loads) == 1 or (len(loads) == 2 and are_one_squad(state, *loads))
    return fits and (can_be_loaded(kind) or towed)


# -- tracks


class _Tracks:
    """Everything beside the map; what is not said takes its usual value."""

    def __init__(self, title: Title, ground: DescribedBoard, fields: Mapping[str, Entry], system: HeroesSystem) -> None:
        self.title = title
        self.ground = ground
        self.fields = fields
        self.system = system

    def told(self, counters: list[Counter]) -> dict[str, Any]:
        found = self._usual(counters)
        for name, (slot, read) in self._readers(found).items():
            self._read(name, slot, read, found)
        self._vp(found)
        return found

    def _usual(self, counters: list[Counter]) -> dict[str, Any]:
        """What the counters say, and what holds where the file says nothing."""
        return {
            "units": tuple(counter.unit for counter in counters if not counter.hidden),
            "hidden": tuple(counter.unit for counter in counters if counter.hidden),
            "hiding": any(counter.hidden for counter in counters),
            "kinds": {counter.kind.id: counter.kind for counter in counters},
            "exposed": tuple(counter.unit.id for counter in counters if counter.exposed),
            "stressed": tuple(counter.unit.id for counter in counters if counter.stressed),
            "entries": {counter.unit.entry: counter.entries for counter in counters if counter.entries},
            **self._activated(counters),
            "deck": tuple(card for card in CORE_DECK if card in self.title.cards),
            "vp": self.system.edition.scoring.least,
            "piles": tuple(dict.fromkeys(marker.pile for marker in self.title.markers.values())),
        }

    def _readers(self, found: Mapping[str, Any]) -> dict[str, tuple[str, Callable[[Entry], Any]]]:
        """For each field of a file: what it is called within, and how it is read."""
        return {
            "month": ("month", lambda entry: entry.one_of(MONTHS)),
            "turn": ("active", lambda entry: entry.one_of(SIDES)),
            "round": ("round", lambda entry: entry.number(1, MOST_ROUNDS)),
            "rounds": ("rounds", lambda entry: entry.number(1, MOST_ROUNDS)),
            "caps": ("caps", lambda entry: entry.by_name(SIDES, lambda value: value.number(0, MOST_CAPS))),
            "start_caps": ("start_caps", lambda entry: entry.by_name(SIDES, lambda value: value.number(0, MOST_CAPS))),
            "pool": ("pool", lambda entry: entry.by_name(SIDES, lambda value: value.number(0, MOST_APS))),
            "hands": ("hands", lambda entry: entry.by_name(SIDES, self._cards("hands"))),
            "deck": ("deck", self._cards("deck")),
            "draw_per_round": ("draw_per_round", lambda entry: entry.number(0, MOST_CARDS)),
            "control": ("control", lambda entry: self._by_hex(entry, lambda value: value.one_of(SIDES))),
            "works": ("works", self._works),
            "hiding": ("hiding", lambda entry: entry.flag() or found["hiding"]),
            "smoke": ("smoke", lambda entry: self._by_hex(entry, _smoke)),
            "weapons": ("weapons", lambda entry: entry.by_name(SIDES, self._cards("weapons"))),
            "veterans": ("veterans", lambda entry: entry.by_name(SIDES, self._cards("veterans"))),
            "special": ("special", lambda entry: entry.each(lambda item: special_rule(self.title, item))),
            "options": ("options", self._options),
            "victory": ("victory", self._victory),
        }

    def _activated(self, counters: list[Counter]) -> dict[str, Any]:
        """Who shares the running pool of each side, and a full one where the file does not say what is left."""
        active = [counter.unit for counter in counters if counter.active]
        sharing = {side: tuple(unit.id for unit in active if unit.side == side) for side in SIDES}
        return {"sharing": sharing, "pool": {side: FULL_POOL for side, names in sharing.items() if names}}

    def _read(self, name: str, slot: str, read: Callable[[Entry], Any], found: dict[str, Any]) -> None:
        if name in self.fields:
            with self.fields[name].desk.gather():
                found[slot] = read(self.fields[name])

    def _cards(self, field: str) -> Callable[[Entry], tuple[str, ...]]:
        return lambda entry: cards_for(self.title, entry, field)

    def strikes(self, this_round: int) -> dict[str, dict[str, str]]:
        nothing: dict[str, dict[str, str]] = {side: {} for side in SIDES}
        if "strikes" not in self.fields:
            return nothing
        entry = self.fields["strikes"]
        return entry.desk.attempt(lambda: planned(self.title, self.ground, entry, this_round), nothing)

    def losses(self) -> tuple[dict[str, int], Mapping[str, Entry]]:
        """Spaces covered on the CAPs tracks, and where the file says so."""
        if "losses" not in self.fields:
            return {}, {}
        said = self.fields["losses"].desk.attempt(lambda: self.fields["losses"].fields(SIDES), {})
        return self.fields["losses"].by_name(SIDES, lambda value: value.number(0, MOST_CAPS)), said

    def _by_hex(self, entry: Entry, read: Callable[[Entry], Read]) -> dict[str, Read]:
        """What lies on hexes, by the printed hex."""
        found: dict[str, Read] = {}
        for label, value in entry.pairs().items():
            with value.blamed():
                found[self.ground.board.labels[self.ground.called(value, label)]] = read(value)
        return found

    def _works(self, entry: Entry) -> dict[str, Works]:
        """What lies in each hex, one or several of different kinds."""
        lying = self._by_hex(entry, lambda value: [(self._work(item), item) for item in value.one_or_more()])
        found: dict[str, Works] = {}
        for label, several in lying.items():
            for work, item in several:
                key = f"{label}{MORE}{work.kind}" if label in found else label
                if any(hex_of(name) == label and other.kind == work.kind for name, other in found.items()):
                    raise item.mistake(f"there are two of {work.kind} in {label}", "one of each kind")
                found[key] = work
        return found

    def _work(self, entry: Entry) -> Works:
        """A Fortification or Obstacle: its kind, whose it is, how it faces, whether it is hidden."""
        fields = entry.fields(("kind", "side", "facing", "hidden"), ("kind", "side"))
        if fields["kind"].text() == HASTY_DEFENSE:
            raise fields["kind"].mistake("a Hasty Defense belongs to its unit", "say `dug_in: true` of the unit")
        kind, side = fields["kind"].one_of(tuple(self.title.works)), fields["side"].one_of(SIDES)
        if self.title.works[kind].has_facing != ("facing" in fields):
            right = "for example `facing: N`" if "facing" not in fields else "leave `facing:` out"
            raise entry.mistake(f"{kind} {'has no' if 'facing' in fields else 'needs a'} facing", right)
        with entry.blamed():
            facing = self.ground.board.grid.side(fields["facing"].text()) if "facing" in fields else 0
        hidden = "hidden" in fields and fields["hidden"].flag()
        if hidden and kind != MINES:
            raise fields["hidden"].mistake("only Mines are hidden", "leave `hidden:` out")
        return Works(kind, side, facing, hidden)

    def _options(self, entry: Entry) -> dict[str, str]:
        known = {option.key: option.values for option in self.system.options}
        return {key: value.one_of(known[key]) for key, value in entry.fields(tuple(known)).items()}

    def _victory(self, entry: Entry) -> tuple[VictoryRule, ...]:
        return entry.each(self._victory_rule)

    def _victory_rule(self, entry: Entry) -> VictoryRule:
        try:
            made: VictoryRule = msgspec.convert(entry.plain(), VictoryRule, strict=False)
        except msgspec.ValidationError as problem:
            raise entry.mistake(f"victory: {problem}", SCORING) from None
        if not isinstance(made, SCORED):
            raise entry.mistake("victory: a lone position cannot score that", SCORING)
        check_names(self.title, entry, structs.asdict(made))
        if isinstance(made, VpControlEndOfRound | VpControlEndOfMission):
            place = self.ground.called(entry, made.hex)
            return structs.replace(made, hex=self.ground.board.labels[place])
        return made

    def _vp(self, found: dict[str, Any]) -> None:
        if "vp" in self.fields:
            entry = self.fields["vp"]
            with entry.desk.gather():
                parts = entry.fields(("side", "value"), ("side", "value"))
                least = self.system.edition.scoring.least
                found["vp_side"], found["vp"] = parts["side"].one_of(SIDES), parts["value"].number(least, MOST_VP)
