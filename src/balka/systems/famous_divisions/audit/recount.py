"""For the audit: counters conserved, and every check worked out a second way from the map itself."""

from __future__ import annotations

from balka.core.frames import Roll
from balka.core.state import State
from balka.systems.famous_divisions.artillery import Shelling
from balka.systems.famous_divisions.chits import AntiAircraft
from balka.systems.famous_divisions.model import NOWHERE, OFF_MAP, ON_MAP, Unit, catalogue, kind, position, rulebook
from balka.systems.famous_divisions.ranged import Shot
from balka.systems.famous_divisions.resolution import Resolution

STRENGTH_OF_WEATHER = {"Sunny": 0, "Cloudy": 0, "Foggy": 0, "Rainy": 1, "Stormy": 2, "Snowy": 3}
LUCK_OF_WEATHER = {"Sunny": -1, "Cloudy": 0, "Foggy": 1, "Rainy": 2, "Stormy": 3, "Snowy": 3}
FORT_MODIFIERS = {"trench": 1, "minefield": 2, "dragons-teeth": 3, "bunker": 4}


# -- what must hold


def invariants(state: State) -> list[str]:
    """Counters lost, doubled or standing where they cannot."""
    now, kinds = position(state), catalogue(state).kinds
    found = []
    if set(now.units) != set(kinds):
        found.append(f"counters lost or doubled: {sorted(set(now.units) ^ set(kinds))}")
    for stack in now.at.values():
        if len({u.side for u in stack}) > 1:
            found.append(f"both sides in {state.setting.board.labels[stack[0].hex]}")
    found.extend(wrong for u in now.units.values() if (wrong := _wrong_with(state, u)))
    return found


def _wrong_with(state: State, counter: Unit) -> str:
    if (counter.status == ON_MAP) != (counter.hex != NOWHERE):
        return f"{counter.id} is {counter.status} and in hex {counter.hex}"
    if counter.depleted and kind(state, counter).depleted is None:
        return f"{counter.id} is depleted and has no depleted side"
    if counter.carrier:
        carrier = position(state).units[counter.carrier]
        if carrier.hex != counter.hex:
            return f"{counter.id} rides {carrier.id} in another hex"
    return "" if counter.spent >= 0 else f"{counter.id} has spent {counter.spent}"


# -- a second calculation


def recount(state: State, roll: Roll) -> int | None:
    """The number a roll needs, from the frame that asked for it."""
    below = state.stack[-2] if len(state.stack) > 1 else None
    if isinstance(below, Shot):
        return _shot(state, below)
    if isinstance(below, Shelling):
        return _gun_distance(state, position(state).units[below.gun], below.hex)
    if isinstance(below, AntiAircraft):
        return _hexes(state, position(state).units[below.used[-1]].hex, below.hex)
    if isinstance(below, Resolution) and roll.why == "attack":
        return _modifiers(state, below)
    if roll.why == "demolition":
        return 2
    return LUCK_OF_WEATHER[state.tracks.weather] if roll.why == "replacements" else None


def _hexes(state: State, a: int, b: int) -> int:
    """Distance by walking outwards from a until b is met."""
    neighbours = state.setting.board.neighbours
    ring, seen, steps = {a}, {a}, 0
    while b not in ring:
        ring = {n for h in ring for n in neighbours[h] if n >= 0} - seen
        seen |= ring
        steps += 1
    return steps


def _shot(state: State, shot: Shot) -> int:
    shooter, target = (position(state).units[one] for one in (shot.shooter, shot.target))
    printed = kind(state, target)
    figures = printed.depleted if target.depleted and printed.depleted else printed.full
    defence = 5 if "flak298" in printed.flags else figures.defence
    return (defence // 2 if target.hungry > 1 else defence) + _hexes(state, shooter.hex, target.hex)


def _gun_distance(state: State, gun: Unit, h: int) -> int:
    if gun.status == OFF_MAP:
        return _hexes(state, rulebook(state).off_map_hex, h) + 2
    return _hexes(state, gun.hex, h)


def _modifiers(state: State, battle: Resolution) -> int:
    fight, units = battle.fight, position(state).units
    origins = {units[one].hex for one in fight.attackers}
    penalties = [*_ground(state, fight.target, origins), *_forts(state, fight.target, origins, fight.broken)]
    if any("eng" in kind(state, one).flags for one in fight.attackers):
        penalties = [value // 2 for value in penalties]
    gone = {side for side, _ in fight.void}
    chits = [catalogue(state).chits[chit].modifier for side, chit in fight.chits if side not in gone]
    evening = 1 if state.turn % 4 == 2 else 0
    return sum(penalties) + sum(chits) + STRENGTH_OF_WEATHER[state.tracks.weather] + evening


def _ground(state: State, target: int, origins: set[int]) -> list[int]:
    board, chart = state.setting.board, catalogue(state).chart
    found = [chart.rows[board.terrain[target]].modifier]
    sides = [catalogue(state).ground.sides.get((h, target), frozenset()) for h in origins]
    wet = [names & {"river", "canal", "stream", "ford"} for names in sides]
    if all(wet):
        blown = {frozenset(pair) for pair in position(state).blown}
        whole = any(
            "bridge" in names and not blown & {frozenset((h, target)), frozenset((h,)), frozenset((target,))}
            for h, names in zip(origins, sides, strict=True)
        )
        depth = min(2 if names & {"ford", "stream"} else 4 for names in wet)
        found.append(1 if whole else depth)
    if all("dragons_teeth" in names for names in sides):
        found.append(3)
    return found


def _forts(state: State, target: int, origins: set[int], broken: tuple[str, ...]) -> list[int]:
    board, found = state.setting.board, []
    for fort in position(state).forts:
        if fort.hex != target or fort.kind in broken:
            continue
        turns = [(board.neighbours[target].index(h) - fort.facing) % 6 for h in origins]
        if fort.kind == "minefield" or all(turn in (5, 0, 1) for turn in turns):
            found.append(FORT_MODIFIERS[fort.kind])
    return found
