"""Where the units of a formation go that is sent towards a hex: an opinion, no rule. [3.1, 5.1.3, 6.2, 9.2]

Troops go in stacks as they stand, the foremost first, as near as their points allow, and never next to the enemy unless
to the very hex that was named. Guns and headquarters come last, and only where they would be too far behind otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct, structs

from balka.core.choices import Choice, Hex, UnitId
from balka.core.formations import Marched, Sending, Stayed
from balka.core.memo import POSITION, remembered
from balka.systems.wb95 import movement, reach
from balka.systems.wb95.artillery import RANGE, SET_UP, Limber, Unlimber
from balka.systems.wb95.catalogue import MP
from balka.systems.wb95.formations import is_follower
from balka.systems.wb95.headquarters import reach_of
from balka.systems.wb95.march_refusals import why_not_take
from balka.systems.wb95.marching_orders import March, is_movable, movers
from balka.systems.wb95.marks import Mark
from balka.systems.wb95.movement import Party
from balka.systems.wb95.movement_phase import MovePhase
from balka.systems.wb95.orders import Halt, Take, TakeHex, To, With
from balka.systems.wb95.party import PartyMoves
from balka.systems.wb95.position import Unit, WbState, enemy_of, force, name_of, printed
from balka.systems.wb95.zones import feared

BESIDE_ENEMY = "kursk-5.1.3-a"
FAR = 10**6
DETOUR = 2  # points a hex of a way may cost before it is a way round
BOUNDLESS = 1000 * MP


class Troops(Struct, frozen=True):
    """Units of a formation that go together from one hex."""

    units: tuple[str, ...]
    hex: int
    party: Party


def next_led(view: WbState, sending: Sending) -> Marched | Stayed | None:
    """What the next stack does, then the next gun or headquarters."""
    side, left = _side(view), [name for name in sending.formation.units if name not in sending.seen_to]
    own = force(view, side).units
    units = [own[name] for name in left if name in own and own[name].hex >= 0]
    troops = [unit for unit in units if not is_follower(view, unit)]
    if troops:
        return _troops_go(view, sending, troops)
    return _follower_goes(view, sending, units[0]) if units else None


def _march(view: WbState) -> March:
    """The Movement Phase, plain or strategic, that is under way."""
    phase = next(frame for frame in reversed(view.stack) if isinstance(frame, MovePhase))
    return phase.march


def _side(view: WbState) -> str:
    return _march(view).side


# -- troops


def _troops_go(view: WbState, sending: Sending, units: list[Unit]) -> Marched | Stayed:
    """The stack nearest to the goal, or one of it where all of it finds no room; who cannot move is left, with the
    reason."""
    board, march = view.setting.board, _march(view)
    still = [unit for unit in units if not is_movable(view, march, unit)]
    if still:
        return _why_still(view, still[0])
    first = min(units, key=lambda unit: (board.distance(unit.hex, sending.goal), unit.hex))
    names = tuple(unit.id for unit in units if unit.hex == first.hex)
    together, *alone = (_troops(view, first, some) for some in (names, *((name,) for name in names)))
    marches = (_go(view, sending, troops) for troops in (together, *alone))
    return next(filter(None, marches), None) or _why_stay(view, sending, together)


def _troops(view: WbState, first: Unit, names: tuple[str, ...]) -> Troops:
    return Troops(names, first.hex, movement.party_of(view, first.side, names))


def _why_still(view: WbState, unit: Unit) -> Stayed:
    """Why a unit cannot move, in the words of the rule that bars it."""
    refusal = why_not_take(view, unit.side, unit.id)
    return Stayed((unit.id,), refusal.sentence.removeprefix(name_of(view, unit.id)).strip(" ."), refusal.rule)


def _go(view: WbState, sending: Sending, troops: Troops) -> Marched | None:
    field = _field(view, troops.party, troops.hex, sending.goal)
    ways = reach.ways(view, troops.party, troops.hex)
    here = field.get(troops.hex, FAR)
    straight = view.setting.board.distances(sending.goal)
    roomy = [h for h in _roomy(view, troops.party, ways) if straight[h] < straight[troops.hex]]
    open_to = [h for h in roomy if field.get(h, FAR) < here and _is_quiet(view, ways, sending.goal, h)]
    if not open_to:
        return None
    best = min(open_to, key=lambda h: (field.get(h, FAR), ways.costs[h], h))
    remark = _short_of(view, sending, best, [h for h in roomy if field.get(h, FAR) < field.get(best, FAR)])
    choices = (*_taking(view, troops), To(Hex(best)))
    return Marched(troops.units, choices, (troops.hex, *ways.path(best)), remark, BESIDE_ENEMY if remark else "")


def _roomy(view: WbState, party: Party, ways: reach.Ways) -> list[int]:
    """The hexes where it may stop and nobody else has to make room for it. [3.2.1]"""
    return [h for h in ways.halts if movement.fits(view, party.side, h, party.cel)]


def _is_quiet(view: WbState, ways: reach.Ways, goal: int, h: int) -> bool:
    """Whether nobody of the enemy is met on the way; next to him a march ends only in the hex that was named."""
    watched = _watched(view)
    way = ways.path(h)
    return not any(watched >> w & 1 for w in way[:-1]) and (h == goal or not watched >> h & 1)


def _watched(view: WbState) -> int:
    """The hexes next to the enemy, as far as can be known."""
    return feared(force(view, enemy_of(_side(view))), view.setting.board)


def _short_of(view: WbState, sending: Sending, best: int, nearer: list[int]) -> str:
    """That nearer hexes were left out because the enemy is next to them."""
    if best == sending.goal or not any(_watched(view) >> h & 1 for h in nearer):
        return ""
    return "nearer hexes lie next to the enemy"


def _why_stay(view: WbState, sending: Sending, troops: Troops) -> Stayed:
    if troops.hex == sending.goal:
        return Stayed(troops.units, "already there")
    ways, field = reach.ways(view, troops.party, troops.hex), _field(view, troops.party, troops.hex, sending.goal)
    nearer = [h for h in ways.costs if field.get(h, FAR) < field.get(troops.hex, FAR)]
    if any(_watched(view) >> h & 1 for h in nearer):
        return Stayed(troops.units, "every nearer hex lies next to the enemy", BESIDE_ENEMY)
    if any(h not in _roomy(view, troops.party, ways) for h in nearer):
        return Stayed(troops.units, "there is no room in any nearer hex", "kursk-3.2.1-a")
    return Stayed(troops.units, "no nearer hex is within its points", "kursk-3.1.5-a")


def _field(view: WbState, party: Party, start: int, goal: int) -> Mapping[int, int]:
    """How far each hex is from the goal for whoever moves like this, in sixths of a point; as the crow flies where only
    long ways round the enemy lead there."""
    ways, straight = _ways_back(view, party, goal), view.setting.board.distances(goal)
    return ways if ways.get(start, FAR) <= DETOUR * MP * straight[start] else dict(enumerate(straight))


@remembered(on=POSITION)
def _ways_back(view: WbState, party: Party, goal: int) -> dict[int, int]:
    payers = tuple(structs.replace(payer, whole=BOUNDLESS, left=BOUNDLESS, bonus=0) for payer in party.payers)
    costs = reach.ways(view, structs.replace(party, payers=payers[:1], cel=0), goal).costs
    return {**costs, goal: 0}


def _taking(view: WbState, troops: Troops) -> Iterator[Choice]:
    """What is said to pick them up: the whole stack at once where all of it goes."""
    yield from _halting(view)
    together = movers(view, _march(view), troops.hex)
    if len(troops.units) > 1 and set(together) == set(troops.units):
        yield TakeHex(Hex(troops.hex))
        return
    first, *others = troops.units
    yield Take(UnitId(first))
    yield from (With(UnitId(name)) for name in others)


def _halting(view: WbState) -> Iterator[Choice]:
    """Whoever is still on the march stops first."""
    if isinstance(view.stack[-1], PartyMoves):
        yield Halt()


# -- guns and headquarters


def _follower_goes(view: WbState, sending: Sending, unit: Unit) -> Marched | Stayed:
    keep = reach_of(view, unit.side) - 1 if unit.kind == "HQ" else RANGE - 1
    front = _front(view, sending)
    board = view.setting.board
    if front is None or board.distance(unit.hex, front) <= keep:
        return Stayed((unit.id,), "")
    if not _can_go(view, unit):
        return _why_still(view, unit)
    way = _way_behind(view, _on_the_road(view, unit), front, keep)
    if not way:
        return Stayed((unit.id,), "no hex behind them is within its points", "kursk-3.1.5-a")
    return Marched((unit.id,), tuple(_following(view, unit, way)), (unit.hex, *way))


def _front(view: WbState, sending: Sending) -> int | None:
    """Where the foremost troops of the formation have come to."""
    own, board = force(view, _side(view)).units, view.setting.board
    stand = [own[name].hex for name in sending.formation.units if name in own and not is_follower(view, own[name])]
    return min(stand, key=lambda h: (board.distance(h, sending.goal), h), default=sending.goal if not stand else None)


def _can_go(view: WbState, unit: Unit) -> bool:
    if movement.in_action(view, unit):
        return not unit.has(Mark.BARRAGED) and unit.spent + SET_UP < movement.allowance(view, unit)
    return is_movable(view, _march(view), unit)


def _on_the_road(view: WbState, unit: Unit) -> Unit:
    """The unit once it is limbered, if it is a gun in action."""
    if not movement.in_action(view, unit):
        return unit
    return structs.replace(unit, spent=unit.spent + SET_UP).marked(Mark.TRANSPORT, Mark.STRAYED)


def _way_behind(view: WbState, unit: Unit, front: int, keep: int) -> tuple[int, ...]:
    """The way to the nearest hex behind the front from which it helps, or as near to that as it gets."""
    party = movement.party_with(view, unit.side, [unit])
    ways, field = reach.ways(view, party, unit.hex), _field(view, party, unit.hex, front)
    watched, board = _watched(view), view.setting.board
    quiet = [h for h in _roomy(view, party, ways) if h != front and not any(watched >> w & 1 for w in ways.path(h))]
    nearer = [h for h in quiet if field.get(h, FAR) < field.get(unit.hex, FAR)]
    best = min(nearer, default=None, key=lambda h: (max(0, board.distance(h, front) - keep), ways.costs[h], h))
    return ways.path(best) if best is not None else ()


def _following(view: WbState, unit: Unit, way: tuple[int, ...]) -> Iterator[Choice]:
    """Limber where that is needed, go, and emplace again where a point is left for it."""
    yield from _halting(view)
    guns = movement.in_action(view, unit)
    if guns:
        yield Limber(UnitId(unit.id))
    yield Take(UnitId(unit.id))
    yield To(Hex(way[-1]))
    towed = printed(view, unit).kind == "ART" and printed(view, unit).towed
    road = _on_the_road(view, unit)
    spent = road.spent + reach.way_price(view, road, unit.hex, way)
    if towed and not _march(view).strategic and spent + SET_UP <= movement.allowance(view, unit):
        yield Halt()
        yield Unlimber(UnitId(unit.id))
