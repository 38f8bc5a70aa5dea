"""A plain judgement of what a choice is worth, from reach, odds and supply as its owner knows them. For bots.

The side with the initiative goes for the towns it does not hold; the other holds what it has, digs in, strikes back
where the odds are good, and gets out of attacks it would have to make at bad ones. Whole points are duties, tenths are
tastes: saying `end` is worth nothing, so anything worth more is done first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import structs

from balka.bots.wb95.outlook import (
    THREAT,
    aims,
    attacks,
    deciding,
    outcome,
    prized,
    result_value,
    strength,
    supplied,
    to_aim,
    to_enemy,
)
from balka.bots.wb95.plans import GOOD, guards, pinned, posts, promised, strikers
from balka.core.boards import NO_HEX
from balka.core.choices import Choice
from balka.core.memo import POSITION, remembered
from balka.systems.wb95 import air, artillery, battle_orders, battle_resolution, losses, orders, pursuit, retreat, sheet
from balka.systems.wb95.battles import BattlePlan, CombatPhase
from balka.systems.wb95.crowding import overfull
from balka.systems.wb95.duties import missing
from balka.systems.wb95.fortifications import Dig, is_fortified
from balka.systems.wb95.marks import Mark
from balka.systems.wb95.movement import fits
from balka.systems.wb95.party import PartyMoves
from balka.systems.wb95.position import Unit, WbState, printed, unit_of, units_at
from balka.systems.wb95.reinforcements import Enter
from balka.systems.wb95.retreat import Retreat
from balka.systems.wb95.sheet import Battle
from balka.systems.wb95.shelter import terrain_shift
from balka.systems.wb95.victory import points

GUNS_AT = 3  # how far from the enemy guns and headquarters like to stand
BAD = -0.5  # an attack that promises less is better not owed
GAIN = 0.15  # what joining must add to a battle, for somebody who is wanted elsewhere


def worth(view: WbState, choice: Choice, seat: str) -> float:
    """What a listed choice is worth to its owner."""
    judge = JUDGES.get(type(choice))
    return judge(view, choice) if judge else PLAIN.get(choice.verb, 0.0)


# -- where to go


def is_follower(view: WbState, unit: Unit) -> bool:
    """Guns and headquarters keep behind the others."""
    return not printed(view, unit).regular or printed(view, unit).towed


@remembered(on=POSITION)
def in_trouble(view: WbState, side: str, h: int) -> bool:
    """Next to the enemy, bound to attack, and with nothing good to attack."""
    names = tuple(unit.id for unit in units_at(view, side, h))
    return pinned(view, side, h) and not is_fortified(view, side, h) and outcome(view, side, h, names) < BAD


def _by_name(view: WbState, unit: Unit) -> str:
    return unit.id


@remembered(on=POSITION, by=_by_name)
def wish(view: WbState, unit: Unit) -> float:
    """How much a unit wants to be somewhere else."""
    if unit.hex in overfull(view, unit.side):
        return 2.6
    if unit.has(Mark.MOVED) or guards(view, unit):
        return -1.0
    if pinned(view, unit.side, unit.hex):
        return 2.5 if is_follower(view, unit) or in_trouble(view, unit.side, unit.hex) else -1.0
    distance = to_enemy(view, unit.side)[unit.hex]
    if is_follower(view, unit):
        return 0.5 if distance > GUNS_AT + 1 or distance <= 1 else -1.0
    if unit.id in posts(view, unit.side):
        return 2.2
    if not attacks(view, unit.side) and unit.hex not in strikers(view, unit.side) and stays(view, unit, distance):
        return -1.0
    return 1.0 + min(to_aim(view, unit.side)[unit.hex], 20) / 20 if to_aim(view, unit.side)[unit.hex] > 0 else -1.0


def stays(view: WbState, unit: Unit, distance: int) -> bool:
    """A defender stays where the game is decided, in works and lines, in a town worth points, and near the enemy."""
    if unit.hex in deciding(view, unit.side) or (unit.hex in prized(view) and distance <= 6):
        return True
    return distance <= (5 if is_fortified(view, unit.side, unit.hex) else 2)


def take(view: WbState, choice: orders.Take) -> float:
    return wish(view, unit_of(view, choice.unit))


def take_stack(view: WbState, choice: orders.TakeHex) -> float:
    """A stack goes together if all of it wants to."""
    side = view.asks[0].force
    wishes = [wish(view, unit) for unit in units_at(view, side, choice.hex)]
    fighters = [unit for unit in units_at(view, side, choice.hex) if not is_follower(view, unit)]
    return sum(wishes) if min(wishes) > 0 and len(fighters) in (0, len(wishes)) else -1.0


def go(view: WbState, choice: orders.To | orders.Step) -> float:
    """Ground gained, an attack worth making, supply kept."""
    party = view.stack[-1]
    if not isinstance(party, PartyMoves):
        return 0.0
    tidy = 0.01 if isinstance(choice, orders.To) else 0.0
    if not fits(view, party.side, choice.hex, cel_of(view, party)):
        return -5.0  # somebody else would have to make room
    if is_follower(view, unit_of(view, party.members[0])):
        return tidy + behind(view, party, choice.hex)
    post = posts(view, party.side).get(party.members[0])
    value = tidy + (ground(view, party, choice.hex) if post is None else to_post(view, party, choice.hex, post))
    return value if supplied(view, party.side, choice.hex) else value - 6.0


@remembered
def cel_of(view: WbState, party: PartyMoves) -> int:
    return sum(unit_of(view, unit_id).cel for unit_id in party.members)


def behind(view: WbState, party: PartyMoves, h: int) -> float:
    """Guns and headquarters: near enough to help, not next to the enemy."""
    distances = to_enemy(view, party.side)
    value = (
        abs(distances[party.hex] - GUNS_AT)
        - abs(distances[h] - GUNS_AT)
        - 4.0 * (distances[h] <= 1)
        - 1.0 * (distances[h] == 2)
    )
    return value if supplied(view, party.side, h) else value - 6.0


def to_post(view: WbState, party: PartyMoves, h: int, post: int) -> float:
    """Nearer to the town that is to be held, and not into the enemy's arms before it."""
    board = view.setting.board
    value = float(board.distance(party.hex, post) - board.distance(h, post))
    return value - 2.5 if h != post and pinned(view, party.side, h) else value


def ground(view: WbState, party: PartyMoves, h: int) -> float:
    """Nearer to the aim, on good ground, and an attack that pays if it comes to one."""
    field = to_aim(view, party.side)
    value = float(field[party.hex] - field[h])
    if not attacks(view, party.side):
        value += 0.4 * shelter(view, party.side, h)
    if pinned(view, party.side, party.hex):
        value = min(value, 0.5)  # out of a bad place: anywhere near will do
    if pinned(view, party.side, h) or to_enemy(view, party.side)[h] <= 1:  # known to be near, or under a mask
        return value + contact(view, party, h)
    return value


def shelter(view: WbState, side: str, h: int) -> int:
    """What a hex offers to whoever defends it."""
    return terrain_shift(view, h) + is_fortified(view, side, h) + (h in prized(view))


def contact(view: WbState, party: PartyMoves, h: int) -> float:
    """Meeting the enemy obliges to attack: good if the odds are, bad if not; behind a line nobody is obliged."""
    value = outcome(view, party.side, h, party.members)
    if attacks(view, party.side):
        return 2.0 * value if value < 0 else value
    value = max(value, promised(view, party.side, h))
    if is_fortified(view, party.side, h):
        return 0.5
    return value if value >= GOOD else value - 3.0


def dig(view: WbState, choice: Dig) -> float:
    """Whoever is bound to a bad attack digs in first, for works excuse him; defenders dig where the enemy is near."""
    unit = unit_of(view, choice.unit)
    if in_trouble(view, unit.side, unit.hex):
        return 3.0
    soon = THREAT if unit.hex in prized(view) else 3
    return 0.3 if not attacks(view, unit.side) and to_enemy(view, unit.side)[unit.hex] <= soon else -1.0


def limber(view: WbState, choice: artillery.Limber) -> float:
    unit = unit_of(view, choice.unit)
    return 0.4 if to_enemy(view, unit.side)[unit.hex] > GUNS_AT + 1 and not unit.has(Mark.MOVED) else -1.0


def unlimber(view: WbState, choice: artillery.Unlimber) -> float:
    unit = unit_of(view, choice.unit)
    return 0.3 if to_enemy(view, unit.side)[unit.hex] <= GUNS_AT + 1 or unit.has(Mark.MOVED) else -1.0


def enter(view: WbState, choice: Enter) -> float:
    """Reinforcements come; the STAVKA's only when the points they cost change nothing any more."""
    arrival = view.setting.rulebook.arrivals.get(choice.unit)
    if arrival is None or not arrival.stavka or arrival.group in view.tracks.stavka:
        return 2.0
    highest = max((level.least for level in view.setting.rulebook.scale), default=0)
    return 2.0 if sum(points(view).values()) >= highest else -1.0


# -- battle


@remembered
def battle_value(view: WbState, battle: Battle) -> float:
    """Expected worth of a battle, the mean of best and worst where strengths are unknown."""
    check = sheet.check(view, battle)
    low, high = check.tally.spread
    ends = [
        sum(float(chance) * result_value(cell) for cell, chance in check.chances(need).items() if chance)
        for need in (low, high)
    ]
    return sum(ends) / 2


def attack(view: WbState, choice: battle_orders.Attack) -> float:
    """Duties first, the most promising of them; else only what pays."""
    phase = view.stack[-1]
    if not isinstance(phase, CombatPhase):
        return 0.0
    obligations = phase.obligations(view)
    joined = obligations.attackers[choice.hex]
    value = battle_value(view, Battle(phase.side, (choice.hex,), joined))
    owed = choice.hex in obligations.owed or not set(joined).isdisjoint(obligations.obliged)
    return 5.0 + value if owed else value - 0.4


def join(view: WbState, choice: battle_orders.Join) -> float:
    """Whoever must, and whoever adds something; who adds little is kept for the other attacks that are owed."""
    value = 2.0 + strength(view, unit_of(view, choice.unit)) / 10
    plan = view.stack[-1]
    if not isinstance(plan, BattlePlan) or not plan.battle.joined or not wanted_elsewhere(view, plan, choice.unit):
        return value
    joined = structs.replace(plan.battle, joined=(*plan.battle.joined, choice.unit))
    return value if battle_value(view, joined) - battle_value(view, plan.battle) >= GAIN else 0.9


def wanted_elsewhere(view: WbState, plan: BattlePlan, name: str) -> bool:
    """Whether a unit stands next to another hex that must be attacked, and need not be in this battle."""
    obligations = plan.obligations(view)
    if name in missing(obligations, plan.combat).units:
        return False
    return any(h in obligations.owed for h in obligations.targets.get(name, ()) if h not in plan.battle.hexes)


def join_stack(view: WbState, choice: battle_orders.JoinHex) -> float:
    """A stack that can come together does, unless some of it are wanted elsewhere."""
    plan = view.stack[-1]
    if not isinstance(plan, BattlePlan):
        return 0.0
    stack = units_at(view, plan.battle.side, choice.hex)
    if any(wanted_elsewhere(view, plan, unit.id) for unit in stack):
        return -1.0
    return 2.0 + sum(strength(view, unit) for unit in stack) / 10


def also(view: WbState, choice: battle_orders.Also) -> float:
    plan = view.stack[-1]
    if not isinstance(plan, BattlePlan):
        return 0.0
    return 3.0 if choice.hex in missing(plan.obligations(view), plan.combat).hexes else -1.0


def more_shifts(view: WbState, choice: battle_orders.Shifts) -> float:
    return 1.05 + choice.count / 100


def lose(view: WbState, choice: losses.Lose) -> float:
    """The cheapest loss: a step before a counter, foot before armour; counters that bring the enemy points last."""
    unit = unit_of(view, choice.unit)
    counter = printed(view, unit)
    price = counter.attack + 3 * (counter.kind == "ARM") + 6 * (counter.kind == "HQ")
    dear = 8 if unit.side == "soviet" and view.setting.rulebook.enemy_lost else 0
    return -float(price + dear if unit.cel == 1 else price / 2)


def back(view: WbState, choice: retreat.Go | retreat.GoHex) -> float:
    """As far as asked, in supply, round enemy zones, into shelter and clear of the enemy if there is some."""
    frame = view.stack[-1]
    if not isinstance(frame, Retreat):
        return 0.0
    end = choice.way[-1]
    hostile = retreat.hostile(view, frame.side)
    value = float(len(choice.way)) + 0.1 * isinstance(choice, retreat.GoHex) + 0.3 * shelter(view, frame.side, end)
    value -= 1.2 * sum(hostile >> h & 1 for h in choice.way)
    return value + 0.5 * supplied(view, frame.side, end) + 0.2 * (to_enemy(view, frame.side)[end] > 1)


def stand(view: WbState, choice: orders.Stand) -> float:
    """In a battle the defender has said all; a town is worth a stand if one CEL pays it, or if it decides the game."""
    frame = view.stack[-1]
    if not isinstance(frame, Retreat):
        return 1.0
    units = [unit_of(view, unit_id) for unit_id in frame.waiting]
    worthwhile = deciding(view, frame.side) if frame.far > 1 else {*aims(view, frame.side), *prized(view)}
    holds_town = any(unit.hex in worthwhile for unit in units)
    return frame.far + 1.0 if holds_town and sum(unit.cel for unit in units) > frame.far + 1 else -1.0


def guide(view: WbState, choice: battle_resolution.Guide) -> float:
    """The row beside the dice, if its result is worth more to the owner of the headquarters."""
    frame = view.stack[-1]
    if not isinstance(frame, battle_resolution.Guidance):
        return 0.0
    gain = result_value(frame.moved) - result_value(frame.plain)
    return 1.0 + (gain if frame.change < 0 else -gain)


def follow(view: WbState, choice: pursuit.Follow) -> float:
    unit = unit_of(view, choice.unit)
    if not attacks(view, unit.side) or guards(view, unit):
        return -0.5
    field = to_aim(view, unit.side)
    value = 0.2 + field[unit.hex] - field[choice.way[-1]]
    return value if supplied(view, unit.side, choice.way[-1]) else value - 3.0


def fly(view: WbState, choice: air.Fly) -> float:
    """Support where the most friends stand ready to attack."""
    plan = view.stack[-1]
    assert isinstance(plan, air.AirPlan)
    side = next(lane.force for lane in plan.lanes if not lane.ready)
    if choice.mission != "support":
        return 0.05 if choice.mission == "attack" else 0.0
    friends = [
        unit for n in view.setting.board.neighbours[choice.hex] if n != NO_HEX for unit in units_at(view, side, n)
    ]
    return 0.05 + sum(strength(view, unit) for unit in friends) / 10


def disrupt(view: WbState, choice: air.Disrupt) -> float:
    """Movement is disturbed where somebody stands."""
    return 0.02 if units_at(view, "soviet", choice.hex) else -1.0


JUDGES: dict[type[Choice], Callable[[WbState, Any], float]] = {
    orders.Take: take, orders.TakeHex: take_stack, orders.To: go, orders.Step: go, Dig: dig,
    artillery.Limber: limber, artillery.Unlimber: unlimber, Enter: enter, battle_orders.Attack: attack,
    battle_orders.Join: join, battle_orders.JoinHex: join_stack, battle_orders.Also: also,
    battle_orders.Shifts: more_shifts, losses.Lose: lose, battle_resolution.Guide: guide,
    retreat.Go: back, retreat.GoHex: back, orders.Stand: stand, pursuit.Follow: follow, air.Fly: fly,
    air.Disrupt: disrupt,
}  # fmt: skip

PLAIN = {
    "halt": 0.05, "end": 0.0, "with": -1.0, "leave": -1.0, "mark": -1.0, "push": -1.0, "blow": -1.0, "rebuild": -1.0,
    "bridge": -1.0, "exit": -9.0, "shift": -2.0, "top": -1.0, "gun": 1.5, "air": 1.5, "star": 1.2, "full": -1.0,
    "fight": 1.0, "fire": 1.0, "shell": -0.2, "barrage": 0.5, "bomb": -1.0, "ready": 0.01,
    "repair": 1.0, "norepair": 0.0, "duel": 0.0, "share": -1.0,
}  # fmt: skip
