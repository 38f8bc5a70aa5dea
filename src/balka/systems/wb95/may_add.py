"""What a defender may still bring into a battle once it is declared, as far as the attacker can know. [5.2.1, 16.1.4]

Everything here is an upper limit: what is known counts as it is, what lies under masks as the strongest that could.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from balka.core.memo import remembered
from balka.systems.wb95 import sheet
from balka.systems.wb95.artillery import RANGE, can_fire
from balka.systems.wb95.catalogue import Counter
from balka.systems.wb95.fortifications import is_fortified
from balka.systems.wb95.guesses import limits, may_concentrate
from balka.systems.wb95.headquarters import guides, in_reach, reach_of, shifts_near
from balka.systems.wb95.marks import Mark
from balka.systems.wb95.movement import STACKING
from balka.systems.wb95.position import Unit, WbState, acts_as_regular, force, label, printed, unit_of
from balka.systems.wb95.secrets import Hidden, hidden, unseen
from balka.systems.wb95.sheet import Battle, Open
from balka.systems.wb95.stars import (
    FORTRESS,
    can_use_fortress,
    can_use_star,
    enemies,
    is_vehicle,
    put_out_by,
    works_now,
)


class Item(Struct, frozen=True):
    """One thing a defender may add: in words, with its rule."""

    text: str
    rule: str


class Additions(Struct, frozen=True):
    """All a defender may add: as limits of the sheet, and item by item."""

    limits: Open = Open()
    items: tuple[Item, ...] = ()


def additions(view: WbState, battle: Battle) -> Additions:
    """The most a defender may add to a battle that is about to be declared."""
    guns, stars, shifts = list(_guns(view, battle)), _stars(view, battle), shifts_near(view, battle.foe, battle.hexes)
    put_out = _put_out(view, battle)
    items = [Item(gun.text, "kursk-6.3.3-a") for gun in guns]
    items += [Item(f"stars and fortress troops, up to {_columns(stars)}", "kursk-15.1.3-a")] if stars else []
    items += [Item(f"shifts for a headquarters destroyed, up to {shifts}", "kursk-9.1.6-a")] if shifts else []
    items += [Item(f"your stars may give up to {_columns(put_out)} less", "kursk-15.1.2-d")] if put_out else []
    strength, grouped = sum(gun.strength for gun in guns), sum(gun.grouped for gun in guns)
    return Additions(Open(strength, grouped, stars, shifts, put_out), tuple(items))


def _columns(count: int) -> str:
    return f"{count} column{'s' if count > 1 else ''}"


# -- guns


class _Guns(Struct, frozen=True):
    strength: int
    grouped: int
    text: str
    hexes: tuple[int, ...]


def _guns(view: WbState, battle: Battle) -> Iterator[_Guns]:
    """Guns in range of what is attacked: those he has shown, those told by kind, those that masks may hide. [6.3.3]"""
    if not sheet.takes_support(view, battle):
        return
    near = [unit for unit in _in_range(view, battle) if unit.hex not in battle.hexes or unit.known]
    inside = {unit.id for unit in sheet.defenders(view, battle)}
    for unit in near:
        if unit.known and unit.id not in inside and can_fire(view, unit):
            text = f"{printed(view, unit).called} in {label(view, unit.hex)}, strength {sheet.defence_of(view, unit)}"
            yield _Guns(sheet.defence_of(view, unit), int(may_concentrate(view, unit)), text, (unit.hex,))
        elif not unit.known and unit.kind == "ART":
            most = limits(view, unit)[1]
            yield _Guns(most, int(may_concentrate(view, unit)), _seen_guns(view, unit, most), (unit.hex,))
    yield from _unseen_guns(view, battle, [unit for unit in near if not unit.kind])


def _seen_guns(view: WbState, unit: Unit, most: int) -> str:
    return f"guns in {label(view, unit.hex)}, strength up to {most}"


def _unseen_guns(view: WbState, battle: Battle, masks: list[Unit]) -> Iterator[_Guns]:
    """The strongest guns that could lie under masks in range, no more than there are and fit. [3.2.1, 16.1.1]"""
    own = force(view, battle.foe)
    pool = guns_unseen(view, battle.foe)
    rooms = [STACKING - sum(other.cel for other in own.within(mask.hex) if other.kind) for mask in masks]
    strongest = sum(max(_faces(counter)) for counter in pool)
    strength = min(sum(_most_under(pool, room) for room in rooms), strongest)
    if strength:
        grouped = min(sum(rooms), sum(bool(counter.formation) for counter in pool))
        where = ", ".join(label(view, mask.hex) for mask in masks)
        text = f"guns unseen in {where}, strength up to {strength}"
        yield _Guns(strength, grouped, text, tuple(mask.hex for mask in masks))


def _in_range(view: WbState, battle: Battle) -> list[Unit]:
    board = view.setting.board
    units = force(view, battle.foe).at.items()
    return [
        unit for h, stack in units if any(board.distance(h, other) <= RANGE for other in battle.hexes) for unit in stack
    ]


def guns_unseen(view: WbState, side: str) -> tuple[Counter, ...]:
    """Guns of a side that cannot be placed and may be on the map by now."""
    return _about(view, side, "ART")


def _about(view: WbState, side: str, kind: str) -> tuple[Counter, ...]:
    """Counters of a kind that cannot be placed and may be on the map by now."""
    arrivals = view.setting.rulebook.arrivals
    due = {name for name, arrival in arrivals.items() if arrival.turn <= view.turn}
    return tuple(
        counter
        for counter in unseen(view, side)
        if counter.kind == kind and (counter.id not in arrivals or counter.id in due)
    )


def _faces(counter: Counter) -> list[int]:
    return [counter.strength(cel, attacking=False) for cel in range(1, counter.cel + 1)]


def _most_under(pool: tuple[Counter, ...], room: int) -> int:
    """The most strength of these guns that fits under one mask."""
    best = [0] * (room + 1)
    for counter in pool:
        for full in range(room, 0, -1):
            fits = range(1, min(counter.cel, full) + 1)
            best[full] = max([best[full], *(best[full - cel] + counter.strength(cel, attacking=False) for cel in fits)])
    return best[room] if room > 0 else 0


# -- stars


def _stars(view: WbState, battle: Battle) -> int:
    """The most shifts that stars and fortress troops of the attacked units may give. [15.1, 15.4]"""
    return sum(_star_of(view, battle, unit) for unit in sheet.defenders(view, battle))


def _star_of(view: WbState, battle: Battle, unit: Unit) -> int:
    if unit.known:
        return can_use_star(view, battle, unit, attacking=False) + FORTRESS * can_use_fortress(view, unit)
    stars = {star for star in _colours_of(hidden(view, unit.side), unit.kind) if _works(view, battle, star)}
    skilled = _may_be_skilled(hidden(view, unit.side), unit.kind) and is_fortified(view, unit.side, unit.hex)
    return bool(stars) + FORTRESS * skilled


def _works(view: WbState, battle: Battle, star: str) -> bool:
    return works_now(view, battle, star, attacking=False)


@remembered
def _colours_of(among: Hidden, kind: str) -> frozenset[str]:
    """The stars a nameless unit of a kind may bear."""
    return frozenset(counter.star for counter in among.counters if counter.star and kind in ("", counter.kind))


@remembered
def _may_be_skilled(among: Hidden, kind: str) -> bool:
    return any("fu" in counter.traits for counter in among.counters if kind in ("", counter.kind))


def _put_out(view: WbState, battle: Battle) -> int:
    """How many of the attacker's stars the defender's may put out, or have nothing to work against. [15.1.2]"""
    theirs = {star for unit in sheet.defenders(view, battle) for star in _may_shine(view, battle, unit)}
    counters = view.setting.catalogue.counters
    mine = [counters[name].star for name in battle.stars]
    above = [counters[name].star for name in battle.air if counters[name].star == "white"]
    dark = [star for star in mine if put_out_by(star, (*mine, *above), sorted(theirs))]
    blunt = [] if _sees_vehicles(view, battle) else [star for star in (*mine, *above) if star == "white"]
    return len(dark) + len([star for star in blunt if star not in dark])


def _may_shine(view: WbState, battle: Battle, unit: Unit) -> Iterable[str]:
    if not unit.known:
        return [star for star in _colours_of(hidden(view, unit.side), unit.kind) if _works(view, battle, star)]
    return [printed(view, unit).star] if can_use_star(view, battle, unit, attacking=False) else []


def _sees_vehicles(view: WbState, battle: Battle) -> bool:
    """Is somebody on tracks for certain among those attacked?"""
    return any(unit.known and is_vehicle(view, unit) for unit in enemies(view, battle, attacking=True))


# -- headquarters


def row_changes(view: WbState, battle: Battle) -> tuple[int, ...]:
    """What headquarters may come to do to the dice, as far as is known; first what is seen. [9.2.1, 16.1.4]"""
    own = [unit_of(view, name) for name in (*battle.joined, *battle.guns)]
    mine = int(bool(own) and guides(view, battle.side, own))
    known, may, must = _guided(view, battle)
    theirs = [known, *([0] if not must else []), *([1] if may else [])]
    return tuple(dict.fromkeys(value - mine for value in theirs))


def row_changes_in_defence(view: WbState, battle: Battle) -> tuple[int, ...]:
    """The same for the defender, who may not see every headquarters of the attacker. [9.2.1, 16.1.1]"""
    seen, own = sheet.row_change(view, battle), force(view, battle.side)
    hexes = sorted({unit_of(view, name).hex for name in (*battle.joined, *battle.guns)})
    reached = [in_reach(view, own, battle.side, h) for h in hexes]
    may = all(sure or _may_reach(view, battle.side, h) for sure, h in zip(reached, hexes, strict=True))
    return (seen, seen - 1) if may and not all(reached) else (seen,)


def _guided(view: WbState, battle: Battle) -> tuple[int, bool, bool]:
    """Whether a headquarters guides the defence as far as it is seen, whether one may, and whether one must."""
    own, fighting = force(view, battle.foe), sheet.defenders(view, battle)
    sure = {unit.hex for unit in fighting if acts_as_regular(view, unit)}
    adding = {unit.hex for unit in fighting if _may_fight(view, unit)}
    seen = {h: in_reach(view, own, battle.foe, h) for h in adding}
    near = {h: seen[h] or _may_reach(view, battle.foe, h) for h in adding}
    may = all(near[h] for h in sure) if sure else any(near.values())
    guns = {h for group in _guns(view, battle) for h in group.hexes}
    every = all(seen.values()) and bool(sure)
    must = every and all(in_reach(view, own, battle.foe, h) for h in guns)
    return int(every), may, must


def _may_fight(view: WbState, unit: Unit) -> bool:
    """May it add strength? A headquarters adds none, nor do guns known to be limbered. [ruling Q26]"""
    return unit.kind != "HQ" and (acts_as_regular(view, unit) or not unit.has(Mark.TRANSPORT))


def _may_reach(view: WbState, side: str, h: int) -> bool:
    """May a headquarters lie under a mask near enough?"""
    if not _about(view, side, "HQ"):
        return False
    board, far = view.setting.board, reach_of(view, side)
    masks = [unit.hex for unit in force(view, side).units.values() if not unit.kind and unit.hex >= 0]
    return any(board.distance(place, h) <= far for place in masks)
