"""What the plain play does not look at: the way of a march, the way back, every enemy that is met, and the scale.

Each is weighed by a number of the stance; at nothing the plain play is left. For bots only, no rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from balka.bots.wb95.outlook import (
    NO_STEP_BACK,
    STEP_BACK,
    helped,
    outcome,
    prospect,
    to_aim,
    to_enemy,
    undermanned,
)
from balka.bots.wb95.stance import Plan, Stance
from balka.core.boards import NO_HEX, Board
from balka.core.memo import POSITION, SETTING, remembered
from balka.systems.wb95.party import PartyMoves, prospects
from balka.systems.wb95.position import WbState, enemy_of, force
from balka.systems.wb95.rulebook import Prize
from balka.systems.wb95.victory import holds_prize
from balka.systems.wb95.zones import CLOSED, controls, feared, zone

SWIFT = 12  # what the worth of the game is among victory points, when aims are weighed


# -- meeting the enemy


def meeting(view: WbState, plan: Plan, stance: Stance, h: int, comers: Sequence[str]) -> float:
    """What standing next to enemies comes to: each of them must be attacked, and everybody fights once."""
    if not stance.share and not stance.trap:
        return outcome(view, plan.side, h, comers)
    foe = force(view, enemy_of(plan.side)).at
    enemies = [b for b in view.setting.board.neighbours[h] if b in foe]
    if not enemies:
        return -4.0
    here = dict.fromkeys(comers, h)
    alone = tuple(b for b in enemies if not helped(view, plan.side, b, h, comers))
    if alone:
        rest = sum(_left(view, plan, stance, b) for b in enemies if b not in alone)
        return stroke(view, plan.side, stance, alone, here) + rest
    left = {b: _left(view, plan, stance, b) for b in enemies}
    return max(stroke(view, plan.side, stance, (b,), here) + sum(left.values()) - left[b] for b in enemies)


def _left(view: WbState, plan: Plan, stance: Stance, target: int) -> float:
    """What an enemy costs who is left to the friends that stand next to him already, if it is a loss."""
    return stance.share * min(0.0, prospect(view, plan.side, (target,), {}))


def stroke(view: WbState, side: str, stance: Stance, targets: tuple[int, ...], comers: Mapping[str, int]) -> float:
    """What an attack promises, where a defender who cannot go back loses more."""
    return prospect(view, side, targets, comers, going_back(view, side, stance, targets, tuple(comers.values())))


def going_back(view: WbState, side: str, stance: Stance, targets: Sequence[int], comers: Sequence[int] = ()) -> float:
    """What a hex that these enemies are driven back is worth: a CEL where there is none to go to."""
    if not stance.trap or not all(is_closed(view, side, h, comers) for h in targets):
        return STEP_BACK
    return STEP_BACK + stance.trap * (NO_STEP_BACK - STEP_BACK)


def is_closed(view: WbState, side: str, target: int, comers: Sequence[int] = ()) -> bool:
    """Whether an enemy stack has no hex to go back to, as far as this side closes them, with comers in these hexes."""
    board, own, foe = view.setting.board, force(view, side), force(view, enemy_of(side))
    closed = zone(own, board) | own.occupied
    for h in comers:
        closed |= board.around[h] | 1 << h
    return not _open_beside(board, target, closed & ~foe.occupied | own.occupied)


def _open_beside(board: Board, h: int, closed: int) -> bool:
    return any(b != NO_HEX and not closed >> b & 1 and board.terrain[b] not in CLOSED for b in board.neighbours[h])


# -- the way there


def passing(view: WbState, plan: Plan, stance: Stance, party: PartyMoves, h: int) -> float:
    """What the worst enemy met on the way to a hex would cost: who is stopped there must attack him."""
    if not stance.wary:
        return 0.0
    ways = prospects(view, party).ways
    if h not in ways.costs:
        return 0.0
    watched = feared(force(view, enemy_of(plan.side)), view.setting.board)
    risky = [w for w in ways.path(h)[:-1] if watched >> w & 1]
    return stance.wary * min((min(0.0, met(view, plan, stance, party.members, w)) for w in risky), default=0.0)


@remembered(on=POSITION)
def met(view: WbState, plan: Plan, stance: Stance, members: tuple[str, ...], h: int) -> float:
    return meeting(view, plan, stance, h, members)


# -- the way back


def shut_in(view: WbState, side: str, h: int) -> bool:
    """Whether whoever stands in a hex could not go back from there, by what is known of the enemy."""
    board, foe = view.setting.board, force(view, enemy_of(side))
    return not _open_beside(board, h, feared(foe, board) & ~force(view, side).occupied | foe.occupied)


# -- what the scale is about


@remembered(on=POSITION)
def weighed_aims(view: WbState, plan: Plan) -> tuple[tuple[int, float], ...]:
    """Hexes that bring points, or take them from the enemy, with their points; what decides the game has most."""
    found: dict[int, float] = {}
    for prize in view.setting.rulebook.prizes:
        for h, worth in _prize_hexes(view, plan, prize):
            found[h] = max(found.get(h, 0.0), worth)
    for goal in view.setting.rulebook.goals:
        for h in goal.hexes:
            found[h] = max(found.get(h, 0.0), float(SWIFT))
    return tuple(sorted((h, worth) for h, worth in found.items() if _is_wanted(view, plan, h)))


def _prize_hexes(view: WbState, plan: Plan, prize: Prize) -> list[tuple[int, float]]:
    if not prize.river:
        return [(h, float(prize.points)) for h in prize.hexes]
    if not plan.stance.rivers or plan.side != "german" or holds_prize(view, prize):
        return []
    return [(h, plan.stance.rivers * prize.points) for h in far_banks(view, prize.river)]


@remembered(on=SETTING)
def far_banks(view: WbState, river: str) -> list[int]:
    """The hexes beyond a river that counts."""
    found = {b if here == a else a for (a, b), (name, here) in view.setting.banks.items() if name == river}
    return sorted(found)


def _is_wanted(view: WbState, plan: Plan, h: int) -> bool:
    held = controls(view, plan.side, h)
    return not held if plan.attacks else not held or to_enemy(view, plan.side)[h] <= plan.stance.threat


@remembered(on=POSITION)
def toward(view: WbState, plan: Plan, stance: Stance) -> Sequence[float]:
    """How far each hex is from what is worth going for, where a point more makes up for some hexes of way."""
    if not (stance.pull or stance.rivers or stance.axis):
        return to_aim(view, plan)
    aims = tuple((h, float(SWIFT)) for h in undermanned(view, plan)) or weighed_aims(view, plan)
    chosen = tuple((h, worth) for h, worth in aims if h in stance.axis)
    return _field(view, chosen or aims, stance.pull) if aims else to_enemy(view, plan.side)


@remembered(on=SETTING)
def _field(view: WbState, aims: tuple[tuple[int, float], ...], pull: float) -> list[float]:
    board, most = view.setting.board, max(worth for _, worth in aims)
    rows = [(board.distances(h), pull * (most - worth)) for h, worth in aims]
    return [min(row[h] + extra for row, extra in rows) for h in range(len(board))]
