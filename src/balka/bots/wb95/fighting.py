"""What battles, losses, retreats, pursuits and flights are worth to whoever has the choice. For bots, no rules."""

from __future__ import annotations

from msgspec import structs

from balka.bots.wb95.arms import cannonade, raid
from balka.bots.wb95.foresight import going_back, shut_in, toward
from balka.bots.wb95.marching import shelter
from balka.bots.wb95.outlook import STEP_BACK, aims, deciding, prized, result_value, strength, supplied, to_enemy
from balka.bots.wb95.plans import guards
from balka.bots.wb95.stance import Plan
from balka.core.boards import NO_HEX
from balka.core.checks import Check, Tally
from balka.core.memo import remembered
from balka.systems.wb95 import air, battle_orders, battle_resolution, losses, orders, pursuit, retreat, sheet, shelling
from balka.systems.wb95.battle_table import reader_key
from balka.systems.wb95.battles import BattlePlan, CombatPhase
from balka.systems.wb95.catalogue import Catalogue
from balka.systems.wb95.duties import missing
from balka.systems.wb95.position import WbState, printed, unit_of, units_at
from balka.systems.wb95.retreat import Retreat
from balka.systems.wb95.sheet import Battle

SUPPORT = 0.2  # what supporting an attack that may never come is worth to whoever can bomb instead


@remembered
def battle_value(view: WbState, battle: Battle, step_back: float) -> float:
    """Expected worth of a battle, the mean of best and worst where strengths are unknown."""
    reader = reader_key(view.setting.catalogue.name, sheet.row_change(view, battle))
    low, high = sheet.column_tally(view, battle).spread
    charts = view.setting.catalogue
    return (_throw_value(charts, reader, low, step_back) + _throw_value(charts, reader, high, step_back)) / 2


@remembered
def _throw_value(charts: Catalogue, reader: str, need: int, step_back: float) -> float:
    """Expected worth of a throw on a column, as a reader of the table reads it."""
    chances = Check("", sheet.DICE, Tally("", ()), reader).chances(need)
    return sum(float(chance) * result_value(cell, step_back) for cell, chance in chances.items() if chance)


def shell(view: WbState, plan: Plan, choice: shelling.Shell) -> float:
    """Guns that nobody needed fire at what they reach, where that promises most."""
    stance = plan.stance
    return stance.shells + (stance.gunnery * cannonade(view, plan.side, choice.hex) if stance.gunnery else 0.0)


def attack(view: WbState, plan: Plan, choice: battle_orders.Attack) -> float:
    """Duties first, the most promising of them; else only what pays."""
    phase = view.stack[-1]
    if not isinstance(phase, CombatPhase):
        return 0.0
    obligations = phase.obligations(view)
    joined = obligations.attackers[choice.hex]
    battle = Battle(phase.side, (choice.hex,), joined)
    value = battle_value(view, battle, going_back(view, plan.side, plan.stance, (choice.hex,)))
    owed = choice.hex in obligations.owed or not set(joined).isdisjoint(obligations.obliged)
    return 5.0 + value if owed else value - plan.stance.spare


def join(view: WbState, plan: Plan, choice: battle_orders.Join) -> float:
    """Whoever must, and whoever adds something; who adds little is kept for the other attacks that are owed."""
    value = 2.0 + strength(view, unit_of(view, choice.unit)) / 10
    frame = view.stack[-1]
    if not isinstance(frame, BattlePlan) or not frame.battle.joined or not wanted_elsewhere(view, frame, choice.unit):
        return value
    joined = structs.replace(frame.battle, joined=(*frame.battle.joined, choice.unit))
    gain = battle_value(view, joined, STEP_BACK) - battle_value(view, frame.battle, STEP_BACK)
    return value if gain >= plan.stance.gain else 0.9


def wanted_elsewhere(view: WbState, frame: BattlePlan, name: str) -> bool:
    """Whether a unit stands next to another hex that must be attacked, and need not be in this battle."""
    obligations = frame.obligations(view)
    if name in missing(obligations, frame.combat).units:
        return False
    return any(h in obligations.owed for h in obligations.targets.get(name, ()) if h not in frame.battle.hexes)


def join_stack(view: WbState, plan: Plan, choice: battle_orders.JoinHex) -> float:
    """A stack that can come together does, unless some of it are wanted elsewhere."""
    frame = view.stack[-1]
    if not isinstance(frame, BattlePlan):
        return 0.0
    stack = units_at(view, frame.battle.side, choice.hex)
    if any(wanted_elsewhere(view, frame, unit.id) for unit in stack):
        return -1.0
    return 2.0 + sum(strength(view, unit) for unit in stack) / 10


def also(view: WbState, plan: Plan, choice: battle_orders.Also) -> float:
    frame = view.stack[-1]
    if not isinstance(frame, BattlePlan):
        return 0.0
    return 3.0 if choice.hex in missing(frame.obligations(view), frame.combat).hexes else -1.0


def more_shifts(view: WbState, plan: Plan, choice: battle_orders.Shifts) -> float:
    return 1.05 + choice.count / 100


def lose(view: WbState, plan: Plan, choice: losses.Lose) -> float:
    """The cheapest loss: a step before a counter, foot before armour; counters that bring the enemy points last."""
    unit = unit_of(view, choice.unit)
    counter = printed(view, unit)
    price = counter.attack + 3 * (counter.kind == "ARM") + 6 * (counter.kind == "HQ")
    dear = 8 if unit.side == "soviet" and view.setting.rulebook.enemy_lost else 0
    return -float(price + dear if unit.cel == 1 else price / 2)


def back(view: WbState, plan: Plan, choice: retreat.Go | retreat.GoHex) -> float:
    """As far as asked, in supply, round enemy zones, into shelter and clear of the enemy if there is some."""
    frame = view.stack[-1]
    if not isinstance(frame, Retreat):
        return 0.0
    end = choice.way[-1]
    hostile = retreat.hostile(view, frame.side)
    value = float(len(choice.way)) + 0.1 * isinstance(choice, retreat.GoHex) + 0.3 * shelter(view, frame.side, end)
    value -= 1.2 * sum(hostile >> h & 1 for h in choice.way)
    return value + 0.5 * supplied(view, frame.side, end) + 0.2 * (to_enemy(view, frame.side)[end] > 1)


def stand(view: WbState, plan: Plan, choice: orders.Stand) -> float:
    """In a battle the defender has said all; a town is worth a stand if one CEL pays it, or if it decides the game."""
    frame = view.stack[-1]
    if not isinstance(frame, Retreat):
        return 1.0
    units = [unit_of(view, unit_id) for unit_id in frame.waiting]
    worthwhile = deciding(view, frame.side) if frame.far > 1 else {*aims(view, plan), *prized(view)}
    holds_town = any(unit.hex in worthwhile for unit in units)
    return frame.far + 1.0 if holds_town and sum(unit.cel for unit in units) > frame.far + 1 else -1.0


def guide(view: WbState, plan: Plan, choice: battle_resolution.Guide) -> float:
    """The row beside the dice, if its result is worth more to the owner of the headquarters."""
    frame = view.stack[-1]
    if not isinstance(frame, battle_resolution.Guidance):
        return 0.0
    gain = result_value(frame.moved) - result_value(frame.plain)
    return 1.0 + (gain if frame.change < 0 else -gain)


def follow(view: WbState, plan: Plan, choice: pursuit.Follow) -> float:
    unit = unit_of(view, choice.unit)
    stance = plan.of(unit.id)
    end = choice.way[-1]
    if guards(view, plan, unit) or (stance.role == "defend" and stance.chase < 0):
        return min(stance.chase, -0.5)
    field = toward(view, plan, stance)
    value = 0.2 + field[unit.hex] - field[end]
    if stance.open_back and shut_in(view, unit.side, end):
        value -= stance.open_back
    return value if supplied(view, unit.side, end) else value - 3.0


def fly(view: WbState, plan: Plan, choice: air.Fly) -> float:
    """Support where the most friends stand ready to attack; an air attack where it promises most."""
    if plan.stance.raids and choice.mission == "attack":
        return SUPPORT + plan.stance.raids * raid(view, plan, choice)
    if choice.mission != "support":
        return 0.05 if choice.mission == "attack" else 0.0
    friends = [
        unit for n in view.setting.board.neighbours[choice.hex] if n != NO_HEX for unit in units_at(view, plan.side, n)
    ]
    ready = 0.05 + sum(strength(view, unit) for unit in friends) / 10
    return min(ready, SUPPORT) if plan.stance.raids else ready


def disrupt(view: WbState, plan: Plan, choice: air.Disrupt) -> float:
    """Movement is disturbed where somebody stands."""
    return 0.02 if units_at(view, "soviet", choice.hex) else -1.0
