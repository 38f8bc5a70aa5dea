"""What the game is made of: counters and their ratings, what stands on the map, what lies beside it. [2.0-2.6]"""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter

from msgspec import Struct, field, structs

from balka.core.boards import Board
from balka.core.memo import Part, remembered
from balka.core.state import Setting, State, Tracks, Work

# Offered here too: rules speak of positions and of what is printed together.
from balka.systems.famous_divisions.position import OFF_MAP, ON_MAP, SIDES, GdPosition, Unit, is_on_map
from balka.systems.famous_divisions.terrain import Chart, Ground

CATALOGUE: Part = attrgetter("setting.catalogue")
GROUND: Part = attrgetter("setting.catalogue.ground")


class Ratings(Struct, frozen=True):
    """Attack, defence and movement on one side of a counter. [2.3]"""

    attack: int
    defence: int
    movement: int


class Kind(Struct, frozen=True):
    """A counter as printed. [2.3, 2.4]"""

    id: str
    name: str
    side: str
    battalion: str
    type: str
    legs: str  # movement class: leg, tracked or wheeled
    full: Ratings
    depleted: Ratings | None
    range: int
    fire: str  # none, artillery (white triangle) or direct (black triangle) [11.0]
    flags: frozenset[str]
    activation_range: int
    basis: str

    @property
    def is_hq(self) -> bool:
        return "hq" in self.flags

    @property
    def is_division_hq(self) -> bool:
        return "division_hq" in self.flags

    @property
    def is_artillery(self) -> bool:
        return self.fire == "artillery"

    @property
    def is_direct(self) -> bool:
        return self.fire == "direct"

    @property
    def is_engineer(self) -> bool:
        """Engineer companies, Pioneers among them, but no HQ. [16.0-c]"""
        return "eng" in self.flags and not self.is_hq

    @property
    def is_anti_aircraft(self) -> bool:
        return "aa" in self.flags and not self.is_hq


class GdTracks(Tracks, frozen=True):
    """Beside the map: weather, who has been activated, event chits held and spent."""

    weather: str = "Sunny"
    activated: tuple[str, ...] = ()  # battalions activated this turn
    divisions: tuple[str, ...] = ()  # sides whose division HQ has activated a battalion this turn
    held: dict[str, tuple[str, ...]] = field(
        default_factory=dict
    )  # black chits assigned by the scenario, lying open [10.3]
    discards: dict[str, tuple[str, ...]] = field(default_factory=dict)
    refilled: tuple[str, ...] = ()  # sides whose cup was filled again from its discards
    flags: tuple[str, ...] = ()  # conditions of the scenario that have come true
    demolished: str = ""  # the bridge tried in this activation [12.0-c]
    gates: dict[str, int] = field(default_factory=dict)  # the entry hex of a battalion that enters as a whole [18.4]
    marched: tuple[int, ...] = ()  # hexes where marches of this activation ended, as all could see


class Chit(Struct, frozen=True):
    """An event chit. Blue helps the attacker, red the defender, black takes another away. [10.3]"""

    id: str
    name: str
    colour: str
    modifier: int
    count: int
    no_night: bool
    nullifies: tuple[str, ...]
    fortification: str
    basis: str

    @property
    def is_air(self) -> bool:
        return self.id in ("airstrike", "strafing")


class Arrival(Struct, frozen=True):
    """When and where a counter enters. [4.0]"""

    turn: int
    hexes: tuple[int, ...]
    condition: str = ""


class Area(Struct, frozen=True):
    """Where a counter may be set up."""

    hexes: tuple[int, ...]
    text: str


class Location(Struct, frozen=True):
    """A place that counts for victory: so many of its hexes, each or together, for so many points."""

    name: str
    hexes: tuple[int, ...]
    points: int
    need: int  # hexes needed for the points; 0 = points for each hex
    holder: str


class RoadPath(Struct, frozen=True):
    """Exits count only while a road joins these hexes out of the enemy's reach. [18.3, 19.3, 20.3]"""

    exits: tuple[int, ...]
    sources: tuple[int, ...]
    points: int = 1
    own_road: bool = False  # the road must lead to the very hex a unit left by [20.3]


class Rulebook(Struct, frozen=True):
    """What a scenario and the options fix, as plain values."""

    first_turn: int  # 0 = Morning of the first day
    turns: int
    first_day: int
    month: str
    weather_modifier: int
    first_side: str
    first_count: int
    setup_order: tuple[str, ...]
    scorer: str
    win: int  # points the scorer needs
    draw: int | None
    locations: tuple[Location, ...]
    exit: RoadPath | None
    penalty: RoadPath | None
    cups: dict[str, dict[str, int]]
    held: dict[str, tuple[str, ...]]
    forts: dict[str, dict[str, int]]
    fort_units: tuple[str, ...]
    conditional: str
    conditional_turn: int
    off_map_hex: int
    in_column: tuple[str, ...]  # counters set up in road column [20.4]
    bridge_dice: bool = True
    one_entry: tuple[str, ...] = ()  # battalions that enter as a whole by one of their entry hexes [18.4]


class Catalogue(Struct, frozen=True, dict=True, eq=False):
    """Counters, chits, terrain, arrivals and set-up areas of a scenario."""

    board: Board
    chart: Chart
    ground: Ground
    kinds: dict[str, Kind]
    chits: dict[str, Chit]
    arrivals: dict[str, Arrival]
    areas: dict[str, Area]
    battalion_names: dict[str, str]
    entries: dict[str, int]


GdSetting = Setting[Rulebook, Catalogue]
GdState = State[GdPosition, GdTracks, GdSetting]


GdWork = Work[GdPosition, GdTracks, GdSetting]
Now = GdState | GdWork


def unit(game: Now, unit_id: str) -> Unit:
    return game.position.units[unit_id]


def kind(game: Now, counter: Unit | str) -> Kind:
    """The printed counter of a unit whose name is known."""
    return game.setting.catalogue.kinds[counter if isinstance(counter, str) else counter.id]


def is_hq(game: Now, counter: Unit) -> bool:
    """Is it known to be an HQ?"""
    return not counter.anonymous and kind(game, counter).is_hq


def enemy_of(side: str) -> str:
    return SIDES[1] if side == SIDES[0] else SIDES[0]


def seat(game: Now, side: str) -> str:
    return game.setting.seat_of[side]


def ratings(game: Now, counter: Unit) -> Ratings:
    """The side of the counter that lies up. [2.3]"""
    printed = kind(game, counter)
    return printed.depleted if counter.depleted and printed.depleted else printed.full


def legs(game: Now, counter: Unit) -> str:
    """The movement class now: a debarked unit is a Leg unit. [9.6]"""
    return "leg" if counter.debarked else kind(game, counter).legs


def change(work: GdWork, counter: Unit | str, **fields: object) -> Unit:
    """Write new facts about one counter."""
    new = structs.replace(work.position.units[counter if isinstance(counter, str) else counter.id], **fields)
    put(work, (new,))
    return new


def change_all(work: GdWork, ids: Iterable[str], **fields: object) -> None:
    put(work, [structs.replace(work.position.units[unit_id], **fields) for unit_id in ids])


def put(work: GdWork, units: Iterable[Unit]) -> None:
    """Set counters down as they are now."""
    work.position = work.position.put(units)


def note(work: GdWork, **fields: object) -> None:
    """Write new facts beside the map."""
    work.tracks = structs.replace(work.tracks, **fields)


@remembered(on=CATALOGUE)
def roll_of(game: Now, battalion: str) -> tuple[str, ...]:
    """The names of a battalion's counters, in order."""
    return tuple(sorted(k.id for k in game.setting.catalogue.kinds.values() if k.battalion == battalion))


def battalion_units(game: Now, battalion: str) -> tuple[Unit, ...]:
    """All counters of a battalion, wherever they are; of an enemy's only those the holder of the state knows."""
    units = game.position.units
    return tuple([units[unit_id] for unit_id in roll_of(game, battalion) if unit_id in units])


def headquarters(game: Now, battalion: str) -> Unit | None:
    """The HQ of a battalion in play, on the map or off it: it activates, supplies and draws retreats. [2.4-a]"""
    for counter in battalion_units(game, battalion):
        if kind(game, counter).is_hq and counter.status in (ON_MAP, OFF_MAP):
            return counter
    return None


@remembered(on=CATALOGUE)
def _hq_names(game: Now, side: str) -> tuple[str, ...]:
    return tuple(sorted(k.id for k in game.setting.catalogue.kinds.values() if k.side == side and k.is_hq))


def hqs(game: Now, side: str) -> list[Unit]:
    """The HQs of a side that are on the map and known by name, from the first hex to the last."""
    units = game.position.forces[side].units
    found = [units[unit_id] for unit_id in _hq_names(game, side) if unit_id in units and is_on_map(units[unit_id])]
    return sorted(found, key=_hex_of)


def _hex_of(counter: Unit) -> int:
    return counter.hex


def division_hq(game: Now, side: str) -> Unit | None:
    """The division HQ of a side while it is on the map."""
    return next((hq for hq in hqs(game, side) if kind(game, hq).is_division_hq), None)
