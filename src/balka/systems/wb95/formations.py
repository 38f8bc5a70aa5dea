"""Formations as they are printed on counters: divisions and corps, who stands with them, and who is nearest to them.

A counter belongs to one formation: that of its print; else that of the troops in its hex; guns and headquarters that of
the nearest troops. What is left over stands together by hexes, or in its army.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from balka.core.formations import Formation
from balka.core.memo import POSITION, remembered
from balka.systems.wb95.marching_orders import March, is_movable
from balka.systems.wb95.marks import Mark
from balka.systems.wb95.movement import in_action
from balka.systems.wb95.position import Unit, WbState, force, label, printed

NEAR = 4  # hexes from which guns and headquarters still belong to troops
BRANCHES = {"INF": "Infantry", "ARM": "Panzer"}


def formations(view: WbState, march: March) -> tuple[Formation, ...]:
    """The formations of a side on the map, from west to east; under strategic movement those marked for it."""
    return _formations(view, march)


@remembered(on=POSITION)
def _formations(view: WbState, march: March) -> tuple[Formation, ...]:
    groups: dict[str, list[Unit]] = {}
    own = [unit for unit in force(view, march.side).units.values() if unit.hex >= 0 and unit.known]
    if march.strategic:
        own = [unit for unit in own if unit.has(Mark.STRATEGIC)]
    named = _keys(view, own)
    for unit in own:
        groups.setdefault(named[unit.id], []).append(unit)
    ordered = sorted(groups.items(), key=lambda item: (min(unit.hex for unit in item[1]), item[0]))
    return tuple(_formation(view, march, key, units) for key, units in ordered)


def _formation(view: WbState, march: March, key: str, units: list[Unit]) -> Formation:
    units.sort(key=lambda unit: unit.id)
    return Formation(
        key,
        title(key),
        tuple(unit.id for unit in units),
        tuple(unit.id for unit in units if is_follower(view, unit)),
        tuple(unit.id for unit in units if is_movable(view, march, unit) or _may_limber(view, march, unit)),
        any(unit.has(Mark.MOVED) for unit in _troops(view, units)),
    )


def _troops(view: WbState, units: list[Unit]) -> list[Unit]:
    """Those by which a formation is known to have moved: its guns and headquarters only where it has nobody else."""
    return [unit for unit in units if not is_follower(view, unit)] or units


def is_follower(view: WbState, unit: Unit) -> bool:
    """Guns and headquarters keep behind the others."""
    return not printed(view, unit).regular


def _may_limber(view: WbState, march: March, unit: Unit) -> bool:
    """A gun in action that could still be brought away."""
    fresh = not unit.spent and not unit.has(Mark.BARRAGED) and not unit.has(Mark.DONE)
    return fresh and not march.strategic and in_action(view, unit)


def title(key: str) -> str:
    """How a formation is called: INF 31 is 31 Infantry, XIX is XIX Corps."""
    branch, _, number = key.partition(" ")
    if branch in BRANCHES and number:
        return f"{number} {BRANCHES[branch]}"
    return f"{key} Corps" if set(branch) <= set("IVX") else key


def _keys(view: WbState, own: list[Unit]) -> dict[str, str]:
    """The key of the formation each unit belongs to."""
    found = {unit.id: key for unit in own if (key := printed(view, unit).formation)}
    here = _most_in(own, found)
    for unit in own:
        if unit.id not in found and unit.hex in here and not is_follower(view, unit):
            found[unit.id] = here[unit.hex]
    _add_the_rest(view, own, found)
    for unit in own:
        if unit.id not in found:
            found[unit.id] = _nearest(view, unit, own, found)
    return found


def _most_in(own: Iterable[Unit], found: dict[str, str]) -> dict[int, str]:
    """The formation most of the troops in a hex belong to."""
    counts: dict[int, Counter[str]] = {}
    for unit in own:
        if unit.id in found:
            counts.setdefault(unit.hex, Counter())[found[unit.id]] += unit.cel
    return {h: count.most_common(1)[0][0] for h, count in counts.items()}


def _add_the_rest(view: WbState, own: list[Unit], found: dict[str, str]) -> None:
    """Troops without a formation: those in one hex together, single ones by their army."""
    rest = [unit for unit in own if unit.id not in found and not is_follower(view, unit)]
    together = Counter(unit.hex for unit in rest)
    for unit in rest:
        alone = together[unit.hex] == 1
        found[unit.id] = printed(view, unit).army if alone else f"Group in {label(view, unit.hex)}"


def _nearest(view: WbState, unit: Unit, own: list[Unit], found: dict[str, str]) -> str:
    """The formation of the troops nearest to guns or a headquarters; their army where none are near."""
    board, army = view.setting.board, printed(view, unit).army
    troops = [other for other in own if not is_follower(view, other) and printed(view, other).army == army]
    away = [(board.distance(unit.hex, other.hex), found[other.id]) for other in troops]
    distance, key = min(away, default=(NEAR + 1, ""))
    return key if distance <= NEAR else army
