"""The first step of a party: where it can go at all. Asked of every counter in every list, so it is remembered.

What a first step costs hangs on the enemy, the works, the bridges and the aircraft, not on the mover's own stacks. It
is kept with the enemy force for as long as those stay as they are.
"""

from __future__ import annotations

from balka.systems.wb95.movement import Party, fits, on_secondary, party_of, steps_from
from balka.systems.wb95.position import Game, Unit, enemy_of, force
from balka.systems.wb95.reach import may_gain, ways
from balka.systems.wb95.zones import zone

Steps = dict[tuple[Party, int], tuple[int, ...]]


def can_step(game: Game, party: Party, start: int) -> bool:
    """Whether there is a hex to go to and stop in."""
    near = any(fits(game, party.side, b, party.cel) for b in first_steps(game, party, start))
    return near or bool(ways(game, party, start).halts)


def next_hexes(game: Game, party: Party, start: int) -> list[int]:
    """The neighbours the party can enter and stop in."""
    return [b for b in first_steps(game, party, start) if fits(game, party.side, b, party.cel)]


def first_steps(game: Game, party: Party, start: int) -> tuple[int, ...]:
    """The neighbours the party can enter."""
    known = _remembered(game, enemy_of(party.side))
    key = (party, start)
    if key not in known:
        begin = (0,) * len(party.payers)
        both = [party, on_secondary(party)] if may_gain(game, party, start) else [party]
        known[key] = tuple(sorted({b for one in both for b, _, _ in steps_from(game, one, start, begin)}))
    return known[key]


def _remembered(game: Game, foe: str) -> Steps:
    """What is known of first steps against this enemy on ground as it is now."""
    here: dict[str, Steps] = game.position.__dict__.setdefault("_first_steps", {})
    if foe not in here:
        position = game.position
        ground = (frozenset(position.works), position.broken, position.built, position.harassed)
        here[foe] = force(game, foe).__dict__.setdefault("_first_steps", {}).setdefault(ground, {})
    return here[foe]


def trapped(game: Game, who: Unit) -> bool:
    """In an enemy zone with no hex to go to. [7.1.3, ruling Q65]"""
    if not zone(game.setting.board, force(game, enemy_of(who.side))) >> who.hex & 1:
        return False
    return not can_step(game, party_of(game, who.side, (who.id,)), who.hex)
