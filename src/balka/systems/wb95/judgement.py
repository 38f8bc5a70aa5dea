"""A plain judgement of what a choice is worth, from reach, odds and supply as its owner knows them. For bots.

The side with the initiative goes for the towns it does not hold; the other holds what it has, digs in and fills gaps.
Whole points are duties, tenths are tastes: saying `end` is worth nothing, so anything worth more is done first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from balka.core.boards import NO_HEX, Board
from balka.core.choices import Choice
from balka.core.state import State
from balka.systems.wb95 import air, artillery, battle_orders, losses, orders, pursuit, retreat, sheet
from balka.systems.wb95.battles import BattlePlan, CombatPhase
from balka.systems.wb95.catalogue import both, column_of
from balka.systems.wb95.duties import missing
from balka.systems.wb95.fortifications import Dig, in_works
from balka.systems.wb95.moving import PartyMoves
from balka.systems.wb95.position import Unit, enemy_of, force, printed, unit, units_at
from balka.systems.wb95.reinforcements import Enter
from balka.systems.wb95.retreat import Retreat
from balka.systems.wb95.sheet import Battle
from balka.systems.wb95.supply import lines
from balka.systems.wb95.victory import points
from balka.systems.wb95.zones import controls, zone

FAR = 99
GUNS_AT = 3  # how far from the enemy guns and headquarters like to stand


def worth(view: State, choice: Choice, seat: str) -> float:
    """What a listed choice is worth to its owner."""
    judge = JUDGES.get(type(choice))
    return judge(view, choice) if judge else PLAIN.get(choice.verb, 0.0)


# -- where to go


def spread(board: Board, starts: Iterable[int]) -> list[int]:
    """Hexes from the nearest of the starts, for every hex."""
    found = [FAR] * len(board)
    queue = list(starts)
    for h in queue:
        found[h] = 0
    for h in queue:
        for b in board.neighbours[h]:
            if b != NO_HEX and found[b] == FAR:
                found[b] = found[h] + 1
                queue.append(b)
    return found


def to_enemy(view: State, side: str) -> list[int]:
    """How far the nearest enemy stack is."""
    foe = force(view, enemy_of(side))
    found: list[int] | None = foe.__dict__.get("_distances")
    if found is None:
        found = foe.__dict__["_distances"] = spread(view.setting.board, foe.at)
    return found


def attacks(view: State, side: str) -> bool:
    """The side that is to take ground."""
    return bool(view.setting.rulebook.first == side)


def aims(view: State, side: str) -> tuple[int, ...]:
    """Town hexes worth having: the enemy's for the attacker, the threatened own ones for the defender."""
    book = view.setting.rulebook
    hexes = {h for prize in book.prizes for h in prize.hexes} | {h for goal in book.goals for h in goal.hexes}
    if attacks(view, side):
        return tuple(sorted(h for h in hexes if not controls(view, side, h)))
    near = to_enemy(view, side)
    return tuple(sorted(h for h in hexes if controls(view, side, h) and near[h] <= 6))


def to_aim(view: State, side: str) -> list[int]:
    """How far the nearest aim is; the enemy himself where there is none."""
    hexes = aims(view, side)
    if not hexes:
        return to_enemy(view, side)
    fields: dict[tuple[int, ...], list[int]] = view.setting.__dict__.setdefault("_aims", {})
    if hexes not in fields:
        fields[hexes] = spread(view.setting.board, hexes)
    return fields[hexes]


def is_follower(view: State, who: Unit) -> bool:
    """Guns and headquarters keep behind the others."""
    return not printed(view, who).regular or printed(view, who).towed


def wish(view: State, who: Unit) -> float:
    """How much a unit wants to be somewhere else."""
    if who.has("moved") or zone(view.setting.board, force(view, enemy_of(who.side))) >> who.hex & 1:
        return -1.0
    near = to_enemy(view, who.side)[who.hex]
    if is_follower(view, who):
        return 0.5 if near > GUNS_AT + 1 else -1.0
    if not attacks(view, who.side) and near <= (4 if in_works(view, who.side, who.hex) else 2):
        return -1.0
    return 1.0 + min(to_aim(view, who.side)[who.hex], 20) / 20 if to_aim(view, who.side)[who.hex] > 1 else -1.0


def take(view: State, choice: orders.Take) -> float:
    return wish(view, unit(view, choice.unit))


def take_stack(view: State, choice: orders.TakeHex) -> float:
    """A stack goes together if all of it wants to."""
    side = view.stack[-1].side  # type: ignore[attr-defined]
    wishes = [wish(view, one) for one in units_at(view, side, choice.hex)]
    fighters = [one for one in units_at(view, side, choice.hex) if not is_follower(view, one)]
    return sum(wishes) if min(wishes) > 0 and len(fighters) in (0, len(wishes)) else -1.0


def go(view: State, choice: orders.To | orders.Step) -> float:
    """Ground gained, an attack worth making, supply kept."""
    party = view.stack[-1]
    if not isinstance(party, PartyMoves):
        return 0.0
    who = unit(view, party.members[0])
    h = choice.hex
    tidy = 0.01 if isinstance(choice, orders.To) else 0.0
    if is_follower(view, who):
        near = to_enemy(view, party.side)
        return tidy + abs(near[party.hex] - GUNS_AT) - abs(near[h] - GUNS_AT) - 4 * (near[h] <= 1)
    field = to_aim(view, party.side)
    value = tidy + field[party.hex] - field[h]
    if zone(view.setting.board, force(view, enemy_of(party.side))) >> h & 1:
        value += contact(view, party, h)
    elif to_enemy(view, party.side)[h] <= 1:
        value -= 0.5  # a masked stack stands there
    return value if supplied(view, party.side, h) else value - 6.0


def supplied(view: State, side: str, h: int) -> bool:
    nets: dict[str, Any] = view.position.__dict__.setdefault("_nets_of", {})
    if side not in nets:
        nets[side] = lines(view, side)
    return bool(nets[side].reaches(h))


def contact(view: State, party: PartyMoves, h: int) -> float:
    """Meeting the enemy obliges to attack: good if the odds are, bad if not."""
    board, foe = view.setting.board, force(view, enemy_of(party.side))
    own = sum(_strength(view, unit(view, one)) for one in party.members)
    best = -6.0
    for b in board.neighbours[h]:
        if b == NO_HEX or b not in foe.at:
            continue
        friends = sum(_strength(view, one) for n in board.neighbours[b] if n not in (NO_HEX, h, party.hex)
                      for one in units_at(view, party.side, n))  # fmt: skip
        against = sum(_guess(view, one) for one in foe.at[b]) or 1
        works = sheet.terrain_shift(view, b) + in_works(view, enemy_of(party.side), b)
        best = max(best, column_of(own + friends, against, view.setting.rulebook.below_one) - works - 4.5)
    return best if attacks(view, party.side) else min(best, 0.5) - 1.0


def _strength(view: State, who: Unit) -> int:
    counter = printed(view, who)
    return counter.strength(who.cel, attacking=True) if counter.regular and not counter.towed else 0


def _guess(view: State, who: Unit) -> int:
    if who.known:
        return sheet.defence_of(view, who)
    low, high = sheet.guess(view, who)
    return (low + high + 1) // 2


def dig(view: State, choice: Dig) -> float:
    who = unit(view, choice.unit)
    near = to_enemy(view, who.side)[who.hex]
    return (0.3 if not attacks(view, who.side) else -1.0) if near <= 3 else -1.0


def limber(view: State, choice: artillery.Limber) -> float:
    who = unit(view, choice.unit)
    return 0.4 if to_enemy(view, who.side)[who.hex] > GUNS_AT + 1 and not who.has("moved") else -1.0


def unlimber(view: State, choice: artillery.Unlimber) -> float:
    who = unit(view, choice.unit)
    return 0.3 if to_enemy(view, who.side)[who.hex] <= GUNS_AT + 1 or who.has("moved") else -1.0


def enter(view: State, choice: Enter) -> float:
    """Reinforcements come; the STAVKA's only when the Germans are winning anyway, for each costs points."""
    arrival = view.setting.rulebook.arrivals.get(choice.unit)
    if arrival is None or not arrival.stavka or arrival.group in view.tracks.stavka:
        return 2.0
    need = next((level.least for level in view.setting.rulebook.scale if level.winner == "german"), 0)
    return 2.0 if sum(points(view).values()) >= need else -1.0


# -- battle


def result_value(cell: str) -> float:
    """What a cell is worth to the attacker."""
    attacker, defender = both(cell)
    gain = 2.0 * defender.loss + 0.8 * defender.retreat + 0.7 * defender.disorganised
    pain = 2.0 * attacker.loss + 0.8 * attacker.retreat + 0.7 * attacker.disorganised + 0.2 * attacker.test
    return gain - pain


def battle_value(view: State, battle: Battle) -> float:
    """Expected worth of a battle, the mean of best and worst where strengths are unknown."""
    check = sheet.check(view, battle)
    low, high = check.tally.spread
    ends = [
        sum(float(chance) * result_value(cell) for cell, chance in check.chances(need).items() if chance)
        for need in (low, high)
    ]
    return sum(ends) / 2


def attack(view: State, choice: battle_orders.Attack) -> float:
    """Duties first, the most promising of them; else only what pays."""
    phase = view.stack[-1]
    if not isinstance(phase, CombatPhase):
        return 0.0
    net = phase.net(view)
    value = battle_value(view, Battle(phase.side, (choice.hex,), net.attackers[choice.hex]))
    return 5.0 + value if net.debts else value - 0.4


def join(view: State, choice: battle_orders.Join) -> float:
    return 2.0 + _strength(view, unit(view, choice.unit)) / 10


def also(view: State, choice: battle_orders.Also) -> float:
    plan = view.stack[-1]
    if not isinstance(plan, BattlePlan):
        return 0.0
    return 3.0 if choice.hex in missing(plan.net(view), plan.star).hexes else -1.0


def more_shifts(view: State, choice: battle_orders.Shifts) -> float:
    return 1.05 + choice.count / 100


def lose(view: State, choice: losses.Lose) -> float:
    """The cheapest loss: a step before a counter, foot before armour, works before nothing."""
    who = unit(view, choice.unit)
    counter = printed(view, who)
    price = counter.attack + 3 * (counter.kind == "ARM") + 6 * (counter.kind == "HQ")
    return -float(price if who.cel == 1 else price / 2)


def back(view: State, choice: retreat.Go | retreat.GoHex) -> float:
    """As far as asked, in supply, into works if there are some."""
    frame = view.stack[-1]
    if not isinstance(frame, Retreat):
        return 0.0
    end = choice.way[-1]
    value = float(len(choice.way)) + 0.1 * isinstance(choice, retreat.GoHex) + 0.3 * in_works(view, frame.side, end)
    return value + 0.5 * supplied(view, frame.side, end)


def stand(view: State, choice: orders.Stand) -> float:
    """In a battle the defender has said all; in a retreat a town is worth a stand if it can be paid."""
    frame = view.stack[-1]
    if not isinstance(frame, Retreat):
        return 1.0
    units = [unit(view, one) for one in frame.waiting]
    holds_town = any(one.hex in aims(view, frame.side) for one in units)
    return frame.far + 1.0 if holds_town and sum(one.cel for one in units) > frame.far + 1 else -1.0


def follow(view: State, choice: pursuit.Follow) -> float:
    who = unit(view, choice.unit)
    if not attacks(view, who.side):
        return -0.5
    field = to_aim(view, who.side)
    value = 0.2 + field[who.hex] - field[choice.way[-1]]
    return value if supplied(view, who.side, choice.way[-1]) else value - 3.0


def fly(view: State, choice: air.Fly) -> float:
    """Support where the most friends stand ready to attack."""
    side = next(lane.force for lane in view.stack[-1].lanes if not lane.ready)  # type: ignore[attr-defined]
    if choice.mission != "support":
        return 0.05 if choice.mission == "attack" else 0.0
    friends = [one for n in view.setting.board.neighbours[choice.hex] if n != NO_HEX for one in units_at(view, side, n)]
    return 0.05 + sum(_strength(view, one) for one in friends) / 10


JUDGES: dict[type[Choice], Callable[[State, Any], float]] = {
    orders.Take: take, orders.TakeHex: take_stack, orders.To: go, orders.Step: go, Dig: dig,
    artillery.Limber: limber, artillery.Unlimber: unlimber, Enter: enter, battle_orders.Attack: attack,
    battle_orders.Join: join, battle_orders.Also: also, battle_orders.Shifts: more_shifts, losses.Lose: lose,
    retreat.Go: back, retreat.GoHex: back, orders.Stand: stand, pursuit.Follow: follow, air.Fly: fly,
}  # fmt: skip

PLAIN = {
    "halt": 0.05, "end": 0.0, "with": -1.0, "leave": -1.0, "mark": -1.0, "push": -1.0, "blow": -1.0, "rebuild": -1.0,
    "bridge": -1.0, "exit": -9.0, "shift": -2.0, "top": -1.0, "gun": 1.5, "air": 1.5, "star": 1.2, "full": -1.0,
    "fight": 1.0, "fire": 1.0, "shell": -0.2, "barrage": 0.5, "bomb": -1.0, "disrupt": 0.02, "ready": 0.01,
    "repair": 1.0, "norepair": 0.0, "duel": 0.0, "share": -1.0,
}  # fmt: skip
