"""Where everything stands: units by side, hex control, works, broken bridges, and the numbers beside the map.

[1.2-1.4]
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct, field, structs

from balka.core import state as core
from balka.systems.wb95.catalogue import NOT_REGULAR, Catalogue, Counter
from balka.systems.wb95.marks import Mark
from balka.systems.wb95.rulebook import Rulebook
from balka.systems.wb95.troops import OFF as OFF  # noqa: PLC0414 - offered here too: rules speak of it as one position
from balka.systems.wb95.troops import Force as Force  # noqa: PLC0414
from balka.systems.wb95.troops import Unit as Unit  # noqa: PLC0414

UNPRINTED, UNPRINTED_SOVIET = 5, 4  # air strength of a counter without a figure [8.1.1-c, d]
SIDES = ("german", "soviet")


def enemy_of(side: str) -> str:
    return "soviet" if side == "german" else "german"


class Position(core.Position, frozen=True, dict=True):
    """The map as it stands. `control` has a letter per hex; `works` the side whose field works are in a hex;
    `met` what each side was told of the enemy hexes next to it."""

    forces: dict[str, Force]
    control: str
    works: dict[str, str] = field(default_factory=dict)
    broken: tuple[tuple[int, int], ...] = ()
    met: dict[str, dict[str, str]] = field(default_factory=dict)
    harassed: tuple[int, ...] = ()  # hexes where aircraft disorganise movement, once for each mission [8.2.13]
    air: tuple[Flight, ...] = ()
    built: tuple[tuple[int, int], ...] = ()  # bridges the map does not print [14.3]

    def find(self, unit_id: str) -> Unit | None:
        for force in self.forces.values():
            unit = force.units.get(unit_id)
            if unit is not None:
                return unit
        return None


EMPTY_MAP = Position({side: Force({}) for side in SIDES}, "")


class Flight(Struct, frozen=True):
    """An air counter on its mission. [8.1]"""

    unit: str
    side: str
    mission: str
    hex: int
    end: int = OFF  # the other end of a bridge that is attacked
    shares: tuple[tuple[int, int], ...] = ()  # other hexes of a river mission and the attacks each gets [8.2.18]


class Bounty(Struct, frozen=True):
    """Shifts won by killing a headquarters: how many are left, where, and for how many Combat Phases. [9.1.6]"""

    side: str
    hex: int
    left: int = 5
    phases: int = 2


class Tracks(core.Tracks, frozen=True):
    """Numbers and lists beside the map: the phase, who is lost, the scenario's own counts."""

    phase: int = 0
    lost: dict[str, tuple[str, ...]] = field(default_factory=dict)
    bounties: tuple[Bounty, ...] = ()
    withdrawn: tuple[str, ...] = ()
    stavka: tuple[str, ...] = ()
    flown: tuple[str, ...] = ()
    flown_over: tuple[int, ...] = ()  # the front of every flight of the day, where fronts have aircraft of their own
    ammo: dict[str, int] = field(default_factory=dict)
    bridges: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    verdict: str = ""
    shaken: tuple[str, ...] = ()  # who was seen to fall into disorder; who has recovered only its owner knows


class WbSetting(core.Setting[Rulebook, Catalogue], kw_only=True, eq=False, dict=True):
    """A setting with the counters of the scenario, and the German bank of every river that is worth points."""

    cast: frozenset[str]
    banks: dict[tuple[int, int], tuple[str, int]] = field(default_factory=dict)


WbState = core.State[Position, Tracks, WbSetting]
WbWork = core.Work[Position, Tracks, WbSetting]
Now = WbState | WbWork


# -- reading


def touched(before: Position, now: Position) -> set[int]:
    """The hexes where a counter or field works came, went or changed."""
    hexes: set[int] = set()
    for side, force in now.forces.items():
        if force is not before.forces[side]:
            hexes |= force.altered(before.forces[side].at)
    if before.works is not now.works:
        hexes.update(int(h) for h, _ in before.works.items() ^ now.works.items())
    return hexes


def force(game: Now, side: str) -> Force:
    return game.position.forces[side]


def unit_of(game: Now, unit_id: str) -> Unit:
    unit: Unit | None = game.position.find(unit_id)
    if unit is None:
        raise AssertionError(f"{unit_id} is not in play")
    return unit


def alive(game: Now, unit_id: str) -> bool:
    return game.position.find(unit_id) is not None


def units_at(game: Now, side: str, h: int) -> tuple[Unit, ...]:
    return force(game, side).within(h)


def setting_of(game: Now) -> WbSetting:
    if not isinstance(game.setting, WbSetting):
        raise AssertionError("not a setting of this system")
    return game.setting


def printed(game: Now, unit: Unit) -> Counter:
    """The counter behind a unit whose name is known."""
    return game.setting.catalogue.counters[unit.id]


def name_of(game: Now, unit_id: str) -> str:
    """What is printed on a counter as its name."""
    return game.setting.catalogue.counters[unit_id].called if unit_id in game.setting.catalogue.counters else unit_id


def names_of(game: Now, ids: Iterable[str]) -> str:
    """The names of several counters in one line."""
    return ", ".join(name_of(game, unit_id) for unit_id in ids)


def air_strength(game: Now, unit_id: str) -> int:
    """The strength of an air counter: as printed, else five, a Soviet one four. [8.1.1]"""
    counter = game.setting.catalogue.counters[unit_id]
    return counter.attack or (UNPRINTED_SOVIET if counter.side == "soviet" else UNPRINTED)


def is_regular(unit: Unit) -> bool:
    """Ground combat units other than artillery, headquarters and resilience groups. [ruling Q33 and its option]"""
    return unit.kind != "" and unit.kind not in NOT_REGULAR


def is_self_propelled(game: Now, unit: Unit) -> bool:
    """Artillery on tracks has the traits of regular units; its kind is told to neighbours. [1.2, 6.1.1, 16.1.4]"""
    if unit.kind != "ART":
        return False
    return not printed(game, unit).towed if unit.known else unit.has(Mark.SELF_PROPELLED)


def acts_as_regular(game: Now, unit: Unit) -> bool:
    """Regular units, and guns on tracks, which are as regular in all but their zone. [1.2, rulings Q33, Q34]"""
    return is_regular(unit) or is_self_propelled(game, unit)


def is_frozen(game: Now, unit_id: str) -> bool:
    """Whether the scenario keeps a unit where it is until a later day."""
    frozen = game.setting.rulebook.frozen
    return unit_id in frozen and game.turn < frozen[unit_id]


def is_silent(unit: Unit) -> bool:
    """Guns that fired a barrage, for the two Combat Phases after it. [6.5.6]"""
    return unit.has(Mark.SILENT_1) or unit.has(Mark.SILENT_2)


def label(game: Now, h: int) -> str:
    return game.setting.board.labels[h]


# -- writing


def put(work: WbWork, *units: Unit) -> None:
    """Set units down as they now are."""
    placed: dict[str, list[Unit]] = {}
    for unit in units:
        placed.setdefault(unit.side, []).append(unit)
    forces = work.position.forces
    changed = {side: forces[side].put(*own) for side, own in placed.items()}
    work.position = structs.replace(work.position, forces={**forces, **changed})


def fly_home(work: WbWork, names: Iterable[str]) -> None:
    """Air counters that have done their part are not there for another. [8.1.3, 8.1.5]"""
    gone = set(names)
    if gone:
        work.position = structs.replace(
            work.position, air=tuple(flight for flight in work.position.air if flight.unit not in gone)
        )


def change(work: WbWork, unit_id: str, **fields: object) -> Unit:
    changed = structs.replace(unit_of(work, unit_id), **fields)
    put(work, changed)
    return changed


def mark(work: WbWork, ids: Iterable[str], *marks: Mark) -> None:
    put(work, *(unit_of(work, unit_id).marked(*marks) for unit_id in sorted(ids) if alive(work, unit_id)))


def clear_marks(work: WbWork, side: str, *marks: Mark) -> None:
    """Take these markers off all of a side's units."""
    off = frozenset(marks)
    bearing = [unit for unit in force(work, side).units.values() if not off.isdisjoint(unit.marks)]
    if bearing:
        put(work, *(unit.cleared(*marks) for unit in bearing))


def remove(work: WbWork, unit_id: str) -> None:
    """A counter leaves the game. [1.2]"""
    gone = unit_of(work, unit_id)
    forces = {**work.position.forces, gone.side: force(work, gone.side).without(unit_id)}
    work.position = structs.replace(work.position, forces=forces)
    lost = work.tracks.lost
    work.tracks = structs.replace(
        work.tracks, lost={**lost, gone.side: tuple(sorted((*lost.get(gone.side, ()), unit_id)))}
    )
