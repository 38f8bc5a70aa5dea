"""Mistakes in one mission: hexes, facings, counters, works, cards, zones and the rules it uses."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from msgspec import structs

from balka.core.boards import Board
from balka.core.errors import BalkaError
from balka.core.hexes import hexes_in
from balka.core.joining import covered
from balka.core.reading import Step, near
from balka.systems.heroes.data.loading import Title
from balka.systems.heroes.data.map_data import tiles, zone_mask
from balka.systems.heroes.data.mission_data import (
    Area,
    EntryChoice,
    Force,
    Mission,
    SetUpOrder,
    SpecialRule,
    UnitSetup,
    VictoryRule,
)
from balka.systems.heroes.kinds import UnitKind, WorkKind

BLOCKED_BY_TILES = ("woods", "woods_light", "woods_heavy", "building_wood", "building_stone", "water")
OBJECTIVES = ("21", "22", "23", "24")
DECK_FAMILIES_BARRED = ("weapon", "veteran")
MINES = "mines"


def mission_problems(title: Title, mission: Mission) -> list[str]:
    """Every mistake of a mission, in sentences that begin with the place where it stands."""
    checker = _Checker(title, mission)
    return mission_faults(title, mission) + checker.told([checker.rounds])


def mission_faults(title: Title, mission: Mission) -> list[str]:
    """The mistakes with which a mission cannot be played; what comes too late to happen is none of them."""
    checker = _Checker(title, mission)
    checks = [
        checker.tiles,
        checker.zones,
        checker.set_ups,
        checker.entries,
        checker.counters,
        checker.works,
        checker.cards,
        checker.people,
        checker.rules,
    ]
    return checker.told(checks)


class _Checker:
    def __init__(self, title: Title, mission: Mission) -> None:
        self.title = title
        self.mission = mission
        self.steps: tuple[Step, ...] = ()
        """the way to what is looked at, in the mission's part of the file"""
        self.board: Board = title.board_for(mission)
        self.bare = title.board_for(structs.replace(mission, key=f"{mission.key}/bare", overlays=()))

    def told(self, checks: Iterable[Callable[[], Iterator[str]]]) -> list[str]:
        """What the checks complain of, each with the file and the line."""
        found: list[str] = []
        for check in checks:
            self.steps = ()
            for problem in check():
                place = self.title.mission_file.place(self.mission.key, self.steps)
                found.append(f"{place}, {self.mission.id}: {problem}")
        return list(dict.fromkeys(found))

    # Small questions

    def _hex(self, label: str, what: str) -> Iterator[str]:
        try:
            self.board.hex(label)
        except BalkaError as problem:
            yield f"{what}: {problem}"

    def _unit(self, name: str | None, what: str) -> Iterator[str]:
        if name is not None and name not in self.title.units:
            yield f"{what}: units.csv has no unit {name}; {near(name, list(self.title.units))}"

    def _card(self, name: str, what: str) -> Iterator[str]:
        if name not in self.title.cards:
            yield f"{what}: cards.csv has no card {name}; {near(name, list(self.title.cards))}"

    def _zone(self, name: str | None, what: str) -> Iterator[str]:
        if name is not None and name not in self.mission.zones:
            yield f"{what}: no zone {name}; zones are {', '.join(self.mission.zones) or 'none'}"

    def _facing(self, name: str | None, what: str) -> Iterator[str]:
        if name is not None and name not in self.board.grid.sides:
            yield f"{what}: no facing {name}; facings are {' '.join(self.board.grid.sides)}"

    def _side(self, name: str | None, what: str) -> Iterator[str]:
        if name is not None and name not in self.mission.sides:
            yield f"{what}: no side {name}; sides are {', '.join(self.mission.sides)}"

    # Map

    def tiles(self) -> Iterator[str]:
        """Tiles lie on level ground without road, building, woods or water, and the box has enough of them."""
        self.steps = ("overlays",)
        for laid, tile in zip(self.mission.overlays, tiles(self.mission, self.title.overlays), strict=True):
            for h, _, _ in covered(self.bare, tile):
                cell = self.bare.cells[h]
                if cell.elevation or self.bare.roads[h] or cell.terrain in BLOCKED_BY_TILES:
                    yield f"overlay {laid.id} lies on {cell.label}, which is not plain level ground"
        for name, times in Counter(laid.id for laid in self.mission.overlays).items():
            if times > self.title.overlays[name].copies:
                yield f"{times} overlays {name}, but the box has {self.title.overlays[name].copies}"

    def zones(self) -> Iterator[str]:
        """Zones name hexes of the board."""
        for name, areas in self.mission.zones.items():
            self.steps = ("zones", name)
            wrong = [
                p
                for area in areas
                for label in (*area.hexes, area.of)
                if label
                for p in self._hex(label, f"zone {name}")
            ]
            yield from wrong
            if not wrong and not zone_mask(self.board, self.mission, name):
                yield f"zone {name} has no hex on the board"
            for area in () if wrong else areas:
                yield from self._corners(area, f"zone {name}")

    def _corners(self, area: Area, what: str) -> Iterator[str]:
        """The ends of a block are letters and numbers of its map."""
        if not area.cols or not area.rows:
            return
        labels = [part for label in self._labels(area.map) for part in (label[0], int(label[1:]))]
        for end in (*area.cols, *area.rows):
            if end not in labels:
                known = sorted(part for part in labels if isinstance(part, type(end)))
                yield f"{what}: map {area.map} has no row or column {end}; it goes from {known[0]} to {known[-1]}"

    def _labels(self, number: int | None) -> list[str]:
        """The labels of a map without its number."""
        names = [name for cell in self.board.cells for name in (cell.label, *cell.aliases)]
        return [name.partition("-")[2] for name in names if name.startswith(f"{number}-")]

    # Forces

    def set_ups(self) -> Iterator[str]:
        """Units start on hexes of the board, face a side, and suggestions lie in their zone."""
        for force_name, force in self.mission.forces.items():
            for n, setup in enumerate(force.at_start):
                self.steps = ("forces", force_name, "at_start", n)
                what = f"{force_name}: {setup.unit} at {setup.hex}"
                wrong = [*self._hex(setup.hex, what), *self._unit(setup.unit, what), *self._zone(setup.free, what)]
                yield from wrong
                yield from self._facing(setup.facing, what)
                if not wrong:
                    yield from self._placed(setup, what)
        yield from self._shared()

    def _placed(self, setup: UnitSetup, what: str) -> Iterator[str]:
        h = self.board.hex(setup.hex)
        if setup.free and not zone_mask(self.board, self.mission, setup.free) >> h & 1:
            yield f"{what} is not in its zone {setup.free}"
        if setup.in_work:
            works = [self.title.works.get(work.type) for work in self.mission.works if self.board.hex(work.hex) == h]
            kind = self.title.units[setup.unit]
            if not any(work and may_occupy(kind, work) for work in works):
                yield f"{what} is to be in a Fortification, but none there can hold it"

    def _shared(self) -> Iterator[str]:
        """Sides do not start in one hex."""
        held: dict[str, str] = {}
        for force_name, force in self.mission.forces.items():
            for n, setup in enumerate(force.at_start):
                self.steps = ("forces", force_name, "at_start", n)
                if held.setdefault(setup.hex, force.side) != force.side:
                    yield f"both sides start in {setup.hex}"

    def entries(self) -> Iterator[str]:
        """Reinforcements enter by full hexes on the edge of the map."""
        for force_name, force in self.mission.forces.items():
            for n, coming in enumerate(force.reinforcements):
                self.steps = ("forces", force_name, "reinforcements", n)
                what = f"{force_name}, Round {coming.round}"
                listed = (coming.entry,) if isinstance(coming.entry, str) else ()
                wrong = [p for zone in listed for p in self._zone(zone, what)]
                wrong += [p for label in (() if listed else coming.entry) for p in self._hex(label, what)]
                yield from wrong
                yield from self._facing(coming.facing, what)
                if not wrong:
                    yield from self._on_edge(self.title.entry(self.mission, coming.entry), what)

    def _on_edge(self, mask: int, what: str) -> Iterator[str]:
        off = [self.board.labels[h] for h in hexes_in(mask & ~self.board.edge)]
        if off:
            hexes = f"hex {off[0]} is" if len(off) == 1 else f"hexes {', '.join(off)} are"
            yield f"{what}: entry {hexes} not on the edge of the map"

    def counters(self) -> Iterator[str]:
        """The box holds the counters, and they are of the force's side."""
        needed: Counter[str] = Counter()
        for force_name, force in self.mission.forces.items():
            needed.update(force.unit_counts())
            self.steps = ("forces", force_name)
            yield from self._own_units(force_name, force)
        for name, number in needed.items():
            kind, self.steps = self.title.units.get(name), ("forces",)
            if kind and number > kind.count:
                yield f"{number} counters of {name} are needed, the box has {kind.count}"

    def _own_units(self, force_name: str, force: Force) -> Iterator[str]:
        for name in force.unit_counts():
            kind = self.title.units.get(name)
            if kind is None and name not in {setup.unit for setup in force.at_start}:
                yield from self._unit(name, force_name)
            elif kind and kind.side != force.side:
                yield f"{force_name}: {name} is {kind.side}"

    def works(self) -> Iterator[str]:
        """Works are known, face a side if they have a face, only Mines are hidden, and the box has enough."""
        for n, work in enumerate(self.mission.works):
            self.steps = ("works", n)
            what = f"{work.type} at {work.hex}"
            yield from self._hex(work.hex, what)
            yield from self._zone(work.free, what)
            yield from self._side(work.side, what)
            yield from self._facing(work.facing, what)
            kind = self.title.works.get(work.type)
            if kind is None:
                yield f"{what}: fortifications.csv has no {work.type}"
            elif kind.has_facing != (work.facing is not None):
                yield f"{what}: it {'needs a' if kind.has_facing else 'has no'} facing"
            elif work.hidden and work.type != MINES:
                yield f"{what}: only Mines are hidden"
        for name, times in Counter(work.type for work in self.mission.works).items():
            if name in self.title.works and times > self.title.works[name].copies:
                yield f"{times} of {name}, but the box has {self.title.works[name].copies}"

    # Cards and people

    def cards(self) -> Iterator[str]:
        """Decks, hands and granted cards resolve; fixed cards come out of the deck."""
        self.steps = ("deck",)
        for card in self.mission.deck:
            yield from self._card(card, "deck")
            if card in self.title.cards and self.title.cards[card].family in DECK_FAMILIES_BARRED:
                yield f"deck: card {card} is a {self.title.cards[card].family} card and never in the deck"
            if card in OBJECTIVES:
                yield f"deck: card {card} is an Objective card, handed out or chosen and never in the deck"
        for force_name, force in self.mission.forces.items():
            self.steps = ("forces", force_name, "hand")
            for card, times in Counter(force.hand.fixed).items():
                if times > self._in_deck(card):
                    yield f"{force_name}: the deck has only {self._in_deck(card)} of card {card}"
            for grant, family in [*((g, "weapon") for g in force.weapons), *((g, "veteran") for g in force.veterans)]:
                yield from self._unit(grant.to, f"{force_name}, card {grant.card}")
                if grant.card not in self.title.cards or self.title.cards[grant.card].family != family:
                    yield f"{force_name}: {grant.card} is no {family} card"

    def _in_deck(self, card: str) -> int:
        return self.title.cards[card].copies if card in self.mission.deck and card in self.title.cards else 0

    def people(self) -> Iterator[str]:
        """Piles, first initiative, control and the start of the victory track name things that exist."""
        piles, self.steps = {marker.pile for marker in self.title.markers.values()}, ("hit_piles",)
        for pile in self.mission.hit_piles:
            if pile not in piles:
                yield f"no pile {pile} of Hit Markers; piles are {', '.join(sorted(piles))}"
        self.steps = ("first_initiative",)
        if self.mission.first_initiative != "roll":
            yield from self._side(self.mission.first_initiative, "first_initiative")
        self.steps = ("players",)
        if len(self.mission.forces) != self.mission.players:
            yield f"{self.mission.players} players but {len(self.mission.forces)} forces"
        for n, marker in enumerate(self.mission.control):
            self.steps = ("control", n)
            yield from self._hex(marker.hex, "control")
            yield from self._side(marker.side, f"control {marker.hex}")
        self.steps = ("victory", "start")
        for side in self.mission.victory.start:
            yield from self._side(side, "victory start")

    # Rules

    def rules(self) -> Iterator[str]:
        """Whatever a victory or special rule names exists."""
        for used in self._used():
            what = str(used.__struct_config__.tag)
            yield from self._names(used, what)
            if isinstance(used, SetUpOrder):
                if sorted(used.order) != sorted(self.mission.forces):
                    yield f"{what}: name each force once: {', '.join(self.mission.forces)}"
            elif isinstance(used, EntryChoice):
                yield from self._options(used, what)
        marked = {marker.hex for marker in self.mission.control}
        for n, used in enumerate(self.mission.victory.rules):
            self.steps = ("victory", "rules", n)
            scored = getattr(used, "hex", None)
            if scored is not None and scored not in marked:
                yield f"{used.__struct_config__.tag}: {scored} has no Control Marker"

    def _used(self) -> Iterator[VictoryRule | SpecialRule]:
        """The rules of the mission, one after the other."""
        for way, rules in ((("victory", "rules"), self.mission.victory.rules), (("special",), self.mission.special)):
            for n, used in enumerate(rules):
                self.steps = (*way, n)
                yield used

    def _names(self, used: VictoryRule | SpecialRule, what: str) -> Iterator[str]:
        """Hexes, units, cards, sides and zones among the parameters, by their names."""
        for name, value in structs.asdict(used).items():
            for word in value if isinstance(value, tuple) else (value,):
                if name in ("hex", "hexes"):
                    yield from self._hex(word, what)
                elif name in ("unit", "units"):
                    yield from self._unit(word, what)
                elif name == "card":
                    yield from self._card(word, what)
                elif name in ("side", "holder", "hidden_by"):
                    yield from self._side(word, what)
                elif name == "zone":
                    yield from self._zone(word, what)

    def rounds(self) -> Iterator[str]:
        """Reinforcements and rules come in a Round that is played."""
        last = self.mission.rounds
        for force_name, force in self.mission.forces.items():
            for n, coming in enumerate(force.reinforcements):
                self.steps = ("forces", force_name, "reinforcements", n)
                if not 1 <= coming.round <= last:
                    yield f"{force_name}, Round {coming.round}: the mission has {last} Rounds"
        for used in self._used():
            named = (*getattr(used, "rounds", ()), getattr(used, "round", 1))
            for word in named:
                if not 1 <= word <= last:
                    yield f"{used.__struct_config__.tag}: there is no Round {word}"

    def _options(self, used: EntryChoice, what: str) -> Iterator[str]:
        for card, labels in used.options.items():
            yield from self._card(card, what)
            wrong = [p for label in labels for p in self._hex(label, what)]
            yield from wrong
            if not wrong:
                yield from self._on_edge(self.title.entry(self.mission, labels), what)


def may_occupy(kind: UnitKind, work: WorkKind) -> bool:
    """Whether a Fortification takes a unit of this type. [sos-17.1]"""
    groups = {
        "foot": kind.is_foot,
        "unburdened_foot": kind.is_foot and "unburdened" in kind.flags,
        "mortar": "mortar" in kind.flags,
        "field_gun": "field_gun" in kind.flags,
        "vehicle": kind.is_vehicle,
        "builder": True,
    }
    return any(groups[group] for group in work.occupants)
