"""What marching is worth to whoever does it: where to go, where to dig in, where guns stand. For bots, no rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from balka.bots.wb95.foresight import met, passing, shut_in, toward
from balka.bots.wb95.outlook import deciding, prized, supplied, to_enemy
from balka.bots.wb95.plans import guards, pinned, pledged, posts, promised, strikers
from balka.bots.wb95.stance import Plan, Stance
from balka.core.memo import POSITION, remembered
from balka.systems.wb95 import artillery, orders
from balka.systems.wb95.crowding import overfull
from balka.systems.wb95.fortifications import Dig, is_fortified
from balka.systems.wb95.marks import Mark
from balka.systems.wb95.movement import fits
from balka.systems.wb95.party import PartyMoves
from balka.systems.wb95.position import Unit, WbState, force, printed, unit_of, units_at
from balka.systems.wb95.reinforcements import Enter
from balka.systems.wb95.shelter import terrain_shift
from balka.systems.wb95.victory import points

GAP = 3  # hexes from the enemy that are enough for whoever gives way


def is_follower(view: WbState, unit: Unit) -> bool:
    """Guns and headquarters keep behind the others."""
    counter = printed(view, unit)
    return not counter.regular or counter.towed


@remembered(on=POSITION)
def in_trouble(view: WbState, plan: Plan, h: int) -> bool:
    """Next to the enemy, bound to attack, and with nothing good to attack."""
    side = plan.side
    if not pinned(view, side, h) or is_fortified(view, side, h):
        return False
    return met(view, plan, plan.stance, tuple(unit.id for unit in units_at(view, side, h)), h) < plan.stance.bad


def _by_name(view: WbState, plan: Plan, unit: Unit) -> tuple[Plan, str]:
    return plan, unit.id


@remembered(on=POSITION, by=_by_name)
def wish(view: WbState, plan: Plan, unit: Unit) -> float:
    """How much a unit wants to be somewhere else."""
    if unit.hex in overfull(view, unit.side):
        return 2.6
    if unit.has(Mark.MOVED) or guards(view, plan, unit):
        return -1.0
    if pinned(view, unit.side, unit.hex):
        return 2.5 if is_follower(view, unit) or in_trouble(view, plan, unit.hex) else -1.0
    distance = to_enemy(view, unit.side)[unit.hex]
    if is_follower(view, unit):
        return 0.5 if distance > plan.of(unit.id).guns_at + 1 or distance <= 1 else -1.0
    if unit.id in posts(view, plan):
        return 2.2
    defends = plan.of(unit.id).role == "defend"
    if defends and gives_way(view, plan, unit, distance):
        return 1.5
    if defends and unit.hex not in strikers(view, plan) and stays(view, plan, unit, distance):
        return -1.0
    away = toward(view, plan, plan.of(unit.id))[unit.hex]
    return 1.0 + min(away, 20) / 20 if away > 0 else -1.0


def stays(view: WbState, plan: Plan, unit: Unit, distance: int) -> bool:
    """A defender stays where the game is decided, in works and lines, in a town worth points, and near the enemy."""
    stance = plan.of(unit.id)
    if unit.hex in deciding(view, unit.side) or (unit.hex in prized(view) and distance <= stance.watch):
        return True
    return distance <= (stance.rooted if is_fortified(view, unit.side, unit.hex) else stance.settled)


def gives_way(view: WbState, plan: Plan, unit: Unit, distance: int) -> bool:
    """Whether a unit is to go back before the enemy comes: not out of a town that counts."""
    return bool(plan.of(unit.id).retire) and distance <= GAP - 1 and unit.hex not in prized(view)


def take(view: WbState, plan: Plan, choice: orders.Take) -> float:
    return wish(view, plan, force(view, plan.side).units[choice.unit])


def take_stack(view: WbState, plan: Plan, choice: orders.TakeHex) -> float:
    """A stack goes together if all of it wants to."""
    units = units_at(view, plan.side, choice.hex)
    wishes = [wish(view, plan, unit) for unit in units]
    fighters = [unit for unit in units if not is_follower(view, unit)]
    return sum(wishes) if min(wishes) > 0 and len(fighters) in (0, len(wishes)) else -1.0


class March(NamedTuple):
    """A party that looks for a place to go to, with all that is the same wherever it goes."""

    party: PartyMoves
    stance: Stance
    cel: int
    follows: bool
    post: int | None
    distances: Sequence[int]
    field: Sequence[float]
    held: bool  # by an enemy, where it stands


@remembered
def _march(view: WbState, plan: Plan) -> March | None:
    """The party that is being led, if one is."""
    party = view.stack[-1]
    if not isinstance(party, PartyMoves):
        return None
    first, stance = unit_of(view, party.members[0]), plan.of(party.members[0])
    follows, distances = is_follower(view, first), to_enemy(view, party.side)
    return March(
        party, stance, sum(unit_of(view, name).cel for name in party.members), follows,
        None if follows else posts(view, plan).get(first.id), distances,
        distances if follows else toward(view, plan, stance), pinned(view, party.side, party.hex),
    )  # fmt: skip


def go(view: WbState, plan: Plan, choice: orders.To | orders.Step) -> float:
    """Ground gained, an attack worth making, supply kept."""
    march = _march(view, plan)
    if march is None:
        return 0.0
    tidy = 0.01 if isinstance(choice, orders.To) else 0.0
    if not fits(view, plan.side, choice.hex, march.cel):
        return -5.0  # somebody else would have to make room
    hunger = 0.0 if supplied(view, plan.side, choice.hex) else march.stance.hunger
    if march.follows:
        return tidy + (behind(march, choice.hex) - hunger)
    if march.post is None:
        return tidy + ground(view, plan, march, choice.hex) - hunger
    return tidy + to_post(view, march, choice.hex, march.post) - hunger


def behind(march: March, h: int) -> float:
    """Guns and headquarters: near enough to help, not next to the enemy."""
    distances, guns_at = march.distances, march.stance.guns_at
    return (
        abs(distances[march.party.hex] - guns_at)
        - abs(distances[h] - guns_at)
        - 4.0 * (distances[h] <= 1)
        - 1.0 * (distances[h] == 2)
    )


def to_post(view: WbState, march: March, h: int, post: int) -> float:
    """Nearer to the town that is to be held, and not into the enemy's arms before it."""
    board, party = view.setting.board, march.party
    value = float(board.distance(party.hex, post) - board.distance(h, post))
    return value - 2.5 if h != post and pinned(view, party.side, h) else value


def ground(view: WbState, plan: Plan, march: March, h: int) -> float:
    """Nearer to the aim, on good ground, and an attack that pays if it comes to one."""
    party, stance, distances, field = march.party, march.stance, march.distances, march.field
    value = float(field[party.hex] - field[h]) + passing(view, plan, stance, party, h)
    if stance.role == "defend":
        value += stance.shelter * shelter(view, party.side, h)
        value += stance.retire * (min(distances[h], GAP) - min(distances[party.hex], GAP))
    if stance.open_back and shut_in(view, party.side, h):
        value -= stance.open_back
    if march.held:
        value = min(value, 0.5)  # out of a bad place: anywhere near will do
    if distances[h] <= 1 or pinned(view, party.side, h):  # known to be near, or under a mask
        return value + contact(view, plan, party, h)
    return value


def shelter(view: WbState, side: str, h: int) -> int:
    """What a hex offers to whoever defends it."""
    return terrain_shift(view, h) + is_fortified(view, side, h) + (h in prized(view))


def contact(view: WbState, plan: Plan, party: PartyMoves, h: int) -> float:
    """Meeting the enemy obliges to attack: good if the odds are, bad if not; behind a line nobody is obliged."""
    stance = plan.of(party.members[0])
    value = met(view, plan, stance, party.members, h)
    if stance.role == "attack":
        value = max(value, stance.mass * pledged(view, plan, h)) if stance.mass else value
        return stance.fear * value if value < 0 else stance.joy * value
    value = max(value, promised(view, plan, h))
    if is_fortified(view, party.side, h):
        return 0.5
    return value if value >= stance.good else value - stance.averse


def dig(view: WbState, plan: Plan, choice: Dig) -> float:
    """Whoever is bound to a bad attack digs in first, for works excuse him; defenders dig where the enemy is near."""
    unit = unit_of(view, choice.unit)
    if in_trouble(view, plan, unit.hex):
        return 3.0
    stance = plan.of(unit.id)
    soon = stance.threat if unit.hex in prized(view) else stance.digs_at
    return 0.3 if stance.role == "defend" and to_enemy(view, unit.side)[unit.hex] <= soon else -1.0


def limber(view: WbState, plan: Plan, choice: artillery.Limber) -> float:
    unit = unit_of(view, choice.unit)
    far = to_enemy(view, unit.side)[unit.hex] > plan.of(unit.id).guns_at + 1
    return 0.4 if far and not unit.has(Mark.MOVED) else -1.0


def unlimber(view: WbState, plan: Plan, choice: artillery.Unlimber) -> float:
    unit = unit_of(view, choice.unit)
    near = to_enemy(view, unit.side)[unit.hex] <= plan.of(unit.id).guns_at + 1
    return 0.3 if near or unit.has(Mark.MOVED) else -1.0


def enter(view: WbState, plan: Plan, choice: Enter) -> float:
    """Reinforcements come; the STAVKA's only when the points they cost change nothing any more."""
    arrival = view.setting.rulebook.arrivals.get(choice.unit)
    if arrival is None or not arrival.stavka or arrival.group in view.tracks.stavka:
        return 2.0
    highest = max((level.least for level in view.setting.rulebook.scale), default=0)
    return 2.0 if _all_points(view) >= highest + plan.stance.calls else -1.0


@remembered
def _all_points(view: WbState) -> int:
    return sum(points(view).values())
