"""For the audit: counters conserved, and every check worked out a second way from the map itself."""

from __future__ import annotations

from balka.core.frames import Roll
from balka.systems.famous_divisions.artillery import Shelling
from balka.systems.famous_divisions.chits import AntiAircraft
from balka.systems.famous_divisions.model import GdState, kind
from balka.systems.famous_divisions.position import NOWHERE, OFF_MAP, ON_MAP, Unit
from balka.systems.famous_divisions.ranged import Shot
from balka.systems.famous_divisions.resolution import Resolution

STRENGTH_OF_WEATHER = {"Sunny": 0, "Cloudy": 0, "Foggy": 0, "Rainy": 1, "Stormy": 2, "Snowy": 3}
LUCK_OF_WEATHER = {"Sunny": -1, "Cloudy": 0, "Foggy": 1, "Rainy": 2, "Stormy": 3, "Snowy": 3}
FORT_MODIFIERS = {"trench": 1, "minefield": 2, "dragons-teeth": 3, "bunker": 4}


# -- what must hold


def invariants(state: GdState) -> list[str]:
    """Counters lost, doubled or standing where they cannot."""
    now, kinds = state.position, state.setting.catalogue.kinds
    found = []
    if set(now.units) != set(kinds):
        found.append(f"counters lost or doubled: {sorted(set(now.units) ^ set(kinds))}")
    for stack in now.at.values():
        if len({u.side for u in stack}) > 1:
            found.append(f"both sides in {state.setting.board.labels[stack[0].hex]}")
    found.extend(wrong for u in now.units.values() if (wrong := _wrong_with(state, u)))
    return found


def _wrong_with(state: GdState, counter: Unit) -> str:
    if (counter.status == ON_MAP) != (counter.hex != NOWHERE):
        return f"{counter.id} is {counter.status} and in hex {counter.hex}"
    if counter.depleted and kind(state, counter).depleted is None:
        return f"{counter.id} is depleted and has no depleted side"
    if counter.carrier:
        carrier = state.position.units[counter.carrier]
        if carrier.hex != counter.hex:
            return f"{counter.id} rides {carrier.id} in another hex"
    return "" if counter.spent >= 0 else f"{counter.id} has spent {counter.spent}"


# -- a second calculation


def recount(state: GdState, roll: Roll) -> int | None:
    """The number a roll needs, from the frame that asked for it."""
    below = state.stack[-2] if len(state.stack) > 1 else None
    if isinstance(below, Shot):
        return _shot(state, below)
    if isinstance(below, Shelling):
        return _gun_distance(state, state.position.units[below.gun], below.hex)
    if isinstance(below, AntiAircraft):
        return _hexes(state, state.position.units[below.used[-1]].hex, below.hex)
    if isinstance(below, Resolution) and roll.why == "attack":
        return _modifiers(state, below)
    if roll.why == "demolition":
        return 2
    return LUCK_OF_WEATHER[state.tracks.weather] if roll.why == "replacements" else None


def _hexes(state: GdState, a: int, b: int) -> int:
    """Distance by walking outwards from a until b is met."""
    neighbours = state.setting.board.neighbours
    ring, seen, steps = {a}, {a}, 0
    while b not in ring:
        ring = {n for h in ring for n in neighbours[h] if n >= 0} - seen
        seen |= ring
        steps += 1
    return steps


def _shot(state: GdState, shot: Shot) -> int:
    shooter, target = (state.position.units[unit_id] for unit_id in (shot.shooter, shot.target))
    printed = kind(state, target)
    figures = printed.depleted if target.depleted and printed.depleted else printed.full
    defence = 5 if "flak298" in printed.flags else figures.defence
    return (defence // 2 if target.hungry > 1 else defence) + _hexes(state, shooter.hex, target.hex)


def _gun_distance(state: GdState, gun: Unit, h: int) -> int:
    if gun.status == OFF_MAP:
        return _hexes(state, state.setting.rulebook.off_map_hex, h) + 2
    return _hexes(state, gun.hex, h)


def _modifiers(state: GdState, battle: Resolution) -> int:
    fight, units = battle.fight, state.position.units
    origins = {units[unit_id].hex for unit_id in fight.attackers}
    penalties = [*_ground(state, fight.target, origins), *_forts(state, fight.target, origins, fight.broken)]
    if any("eng" in kind(state, unit_id).flags for unit_id in fight.attackers):
        penalties = [value // 2 for value in penalties]
    gone = {side for side, _ in fight.void}
    chits = [state.setting.catalogue.chits[chit].modifier for side, chit in fight.chits if side not in gone]
    evening = 1 if state.turn % 4 == 2 else 0
    return sum(penalties) + sum(chits) + STRENGTH_OF_WEATHER[state.tracks.weather] + evening


def _ground(state: GdState, target: int, origins: set[int]) -> list[int]:
    board, chart = state.setting.board, state.setting.catalogue.chart
    found = [chart.rows[board.terrain[target]].modifier]
    sides = [state.setting.catalogue.ground.sides.get((h, target), frozenset()) for h in origins]
    wet = [names & {"river", "canal", "stream", "ford"} for names in sides]
    if all(wet):
        blown = {frozenset(pair) for pair in state.position.blown}
        whole = any(
            "bridge" in names and not blown & {frozenset((h, target)), frozenset((h,)), frozenset((target,))}
            for h, names in zip(origins, sides, strict=True)
        )
        depth = min(2 if names & {"ford", "stream"} else 4 for names in wet)
        found.append(1 if whole else depth)
    if all("dragons_teeth" in names for names in sides):
        found.append(3)
    return found


def _forts(state: GdState, target: int, origins: set[int], broken: tuple[str, ...]) -> list[int]:
    board, found = state.setting.board, []
    for fort in state.position.forts:
        if fort.hex != target or fort.kind in broken:
            continue
        turns = [(board.neighbours[target].index(h) - fort.facing) % 6 for h in origins]
        if fort.kind == "minefield" or all(turn in (5, 0, 1) for turn in turns):
            found.append(FORT_MODIFIERS[fort.kind])
    return found
