"""What a listed choice is worth to its owner, from exact odds and the judgement of ground. For bots, no rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from msgspec import structs

from balka.bots.famous_divisions import engineers
from balka.bots.famous_divisions.judgement import (
    danger,
    ground_value,
    ground_values,
    open_exits,
    passing,
    price,
    stand_value,
    stand_values,
    wants_to_move,
)
from balka.bots.famous_divisions.places import nearest_enemy, wanted
from balka.bots.famous_divisions.postures import regular
from balka.bots.famous_divisions.stance import Plan, usual
from balka.core.checks import Band, Check, Tally, unknown
from balka.core.choices import Choice
from balka.core.memo import remembered
from balka.core.state import State
from balka.systems.famous_divisions import verbs
from balka.systems.famous_divisions.artillery import barrage_check
from balka.systems.famous_divisions.combat import Assault, Battle, beside, may_overrun
from balka.systems.famous_divisions.members import on_the_march
from balka.systems.famous_divisions.model import GdState, battalion_units, unit
from balka.systems.famous_divisions.movement import uses_road
from balka.systems.famous_divisions.party import Party
from balka.systems.famous_divisions.passages import Marches
from balka.systems.famous_divisions.position import ON_MAP, Unit
from balka.systems.famous_divisions.stacking import column, fits_road, has_room
from balka.systems.famous_divisions.strength import Fight, attack_check
from balka.systems.famous_divisions.support import Support

NEVER = -50.0
A_BIT = 0.5  # lost by every bit of a march
USUAL_PRICE = 8.0  # of a counter, as `price` has it
RESULTS = {
    "DE": 3.0,
    "DD": 1.6,
    "DC": 1.0,
    "DR": 1.1,
    "-": 0.0,
    "AR": -0.5,
    "AC": -1.0,
    "AD": -1.6,
    "AP": -2.0,
    "AE": -3.5,
}


def worth(view: GdState, choice: Choice, seat: str) -> float:
    """The value of a choice by the mended play; the best listed one is said."""
    return planned(view, _regular(view, seat), choice)


def first_worth(view: GdState, choice: Choice, seat: str) -> float:
    """The value of a choice by the plain play."""
    judge = JUDGES.get(type(choice))
    return judge(view, _usual(view, seat), choice) if judge else 0.0


@remembered
def _regular(view: GdState, seat: str) -> Plan:
    return regular(view, view.setting.forces[view.ask_of(seat).force])


@remembered
def _usual(view: GdState, seat: str) -> Plan:
    return usual(view, view.setting.forces[view.ask_of(seat).force])


def planned(view: GdState, plan: Plan, choice: Choice) -> float:
    """What a listed choice is worth to a side that follows a plan."""
    judge = JUDGES.get(type(choice))
    return judge(view, plan, choice) if judge else 0.0


def _frame(view: GdState) -> Any:
    return view.stack[-1]


# -- odds


def chance(check: Check, *names: str) -> float:
    """The middle of the chance that a check falls into one of these bands."""
    return _chance(check.reader, check.dice, *check.tally.spread, names)


@lru_cache(maxsize=4096)
def _chance(reader: str, dice: str, low: int, high: int, names: tuple[str, ...]) -> float:
    return sum(float(band.low + band.high) / 2 for band in _odds(reader, dice, low, high) if band.name in names)


def _odds(reader: str, dice: str, low: int, high: int) -> list[Band]:
    """The odds of all checks that are read so and need as much."""
    return Check("", dice, Tally("", (unknown(low, high, ""),)), reader).odds()


@remembered
def attack_value(view: GdState, fight: Fight) -> float:
    """Expected gain of an attack as it stands, for the attacker."""
    if not fight.attackers:
        return 0.0
    check = attack_check(view, fight)
    return _gain(check.reader, check.dice, *check.tally.spread)


@lru_cache(maxsize=4096)
def _gain(reader: str, dice: str, low: int, high: int) -> float:
    return sum(RESULTS[band.name] * float(band.low) for band in _odds(reader, dice, low, high))


def shot_value(view: GdState, plan: Plan, choice: verbs.Fire | verbs.At) -> float:
    checks = _frame(view).quote(view, choice, "").checks
    value = 4 * chance(checks[0], "casualty") + chance(checks[0], "pin") if checks else 0.0
    return value * (1 + plan.stance.aim * (target_price(view, plan, choice) / USUAL_PRICE - 1))


def target_price(view: GdState, plan: Plan, choice: verbs.Fire | verbs.At) -> float:
    """What the target of a shot is worth, the dearest where a hex is fired at."""
    if isinstance(choice, verbs.At):
        return price(view, choice.unit)
    foes = [u.id for u in view.position.stack(choice.hex) if u.side != plan.side]
    return max((price(view, unit_id) for unit_id in foes), default=USUAL_PRICE)


# -- moving


def take(view: GdState, plan: Plan, choice: verbs.Take) -> float:
    """Units that are not where they should be are moved, one by one."""
    counter = unit(view, choice.unit)
    return 5.0 + price(view, counter.id) / 10 if wants_to_move(view, plan, counter) else NEVER


@remembered
def _lead(view: GdState) -> Any:
    frame = _frame(view)
    party = on_the_march(view, frame.units) if isinstance(frame, Party) else ()
    return max(party, key=lambda u: price(view, u.id)) if party else None


def march_to(view: GdState, plan: Plan, choice: verbs.To) -> float:
    """How much better it is to stand there than here; a little is lost by every bit of a march."""
    found = _all_marches(view, plan).get(choice.hex)
    return _marches(view, plan, (choice.hex,))[choice.hex] if found is None else found


@remembered
def _all_marches(view: GdState, plan: Plan) -> dict[int, float]:
    """What every march of the party is worth that it may make now."""
    frame = _frame(view)
    return _marches(view, plan, frame.marches(view).spent) if isinstance(frame, Party) and not frame.waiting else {}


def _marches(view: GdState, plan: Plan, hexes: Iterable[int]) -> dict[int, float]:
    counter = _lead(view)
    value = _march_values(view, plan, counter) if counter is not None else None
    return {h: NEVER if value is None else value(h) for h in hexes}


def _march_values(view: GdState, plan: Plan, counter: Unit) -> Callable[[int], float]:
    """What marches to hexes are worth to a party that somebody leads."""
    frame = _frame(view)
    stand, ways, held = stand_values(view, plan, counter), frame.marches(view), view.position.occupied(plan.side)
    here, minds_the_way = stand(counter.hex), bool(plan.stance.way or plan.stance.fire)

    def of(h: int) -> float:
        passed = passing(view, plan, counter, ways.path(h)[:-1]) if minds_the_way and h in ways.ways else 0.0
        jammed = h in held and (_would_jam(view, frame, ways, h) or _is_full(view, plan, frame, h))
        return NEVER if jammed else stand(h) - here - passed - A_BIT

    return of


def best_march(view: GdState, plan: Plan, least: float) -> int | None:
    """The hex worth most to march to, if any is worth more than the least.

    Fire, crowds and a dangerous way only take off what the ground is worth: the best ground is looked at first, and no
    more than can still be better.
    """
    counter = _lead(view)
    if counter is None:
        return None
    value, ground = _march_values(view, plan, counter), ground_values(view, plan, counter)
    here = stand_value(view, plan, counter, counter.hex)
    highest, best = least, None
    for worth, h in sorted([(ground(h), h) for h in _frame(view).marches(view).spent], reverse=True):
        if worth - here - A_BIT <= highest:
            break
        found = value(h)
        if found > highest:
            highest, best = found, h
    return best


def _would_jam(view: GdState, frame: Party, ways: Marches, h: int) -> bool:
    """Would the party close up by road to a column that fills the hex? Somebody would be lost there. [7.1-b]"""
    there, before = column(view, h), ways.before(h)
    if not there or before is None or not uses_road(view, frame.trek(view), before, h):
        return False
    return not fits_road(view, [*there, *on_the_march(view, frame.units)])


def _is_full(view: GdState, plan: Plan, frame: Party, h: int) -> bool:
    """Would the whole party find no room there, so that somebody is lost? The plain play looks at one. [7.1-h]"""
    return bool(plan.stance.pull) and not has_room(view, h, on_the_march(view, frame.units))


def one_step(view: GdState, plan: Plan, choice: verbs.Step) -> float:
    frame = _frame(view)
    if isinstance(frame, Party) and frame.waiting:
        return 0.5
    if choice.hex in _all_marches(view, plan):
        return NEVER  # said as a march
    return march_to(view, plan, verbs.To(choice.hex))


def frame_seat(view: GdState) -> str:
    return view.asks[0].seat


def enter(view: GdState, plan: Plan, choice: verbs.Enter) -> float:
    crowd = len(view.position.stack(choice.hex))
    return 8.0 - crowd if crowd < 4 else NEVER


def come_along(view: GdState, plan: Plan, choice: verbs.With) -> float:
    frame = _frame(view)
    return 1.0 if isinstance(frame, Party) and frame.waiting and len(frame.units) < 2 else NEVER


def advance(view: GdState, plan: Plan, choice: verbs.Advance) -> float:
    counter = unit(view, choice.unit)
    gain = ground_value(view, plan, counter, choice.way[-1]) - ground_value(view, plan, counter, counter.hex)
    return gain - danger(view, plan, choice.way[-1]) + 0.2


def retreat(view: GdState, plan: Plan, choice: verbs.Go) -> float:
    counter = unit(view, choice.unit)
    value = float(nearest_enemy(view, counter.side, choice.way[-1]))
    return value if view.setting.seat_of[counter.side] == frame_seat(view) else -value


# -- fighting


def _gathered(view: GdState, frame: Assault, h: int, *, overrun: bool) -> Fight:
    """The attack with everybody who could join it."""
    near = beside(view, frame.attackers(view), h)
    able = [u.id for u in near if not overrun or may_overrun(view, u, h)]
    return Fight(frame.side, h, tuple(able), overrun=overrun)


def attack(view: GdState, plan: Plan, choice: verbs.Attack | verbs.Overrun) -> float:
    """An attack is opened if everybody together, and some guns, make it worth while."""
    frame = _frame(view)
    fight = _gathered(view, frame, choice.hex, overrun=isinstance(choice, verbs.Overrun))
    if not fight.overrun:
        guns = Battle(frame.side, fight, frame).guns(view)
        fight = structs.replace(fight, guns=tuple(u.id for u in guns[:3]))
    value = attack_value(view, fight) + (plan.stance.prize if choice.hex in wanted(view, frame.side) else 0.0)
    return 3.0 + value if value > plan.stance.least else NEVER


def join(view: GdState, plan: Plan, choice: verbs.Join) -> float:
    """Whoever improves the attack joins; somebody must."""
    fight = _frame(view).fight
    more = structs.replace(fight, attackers=(*fight.attackers, str(choice.unit)))
    gain = attack_value(view, more) - attack_value(view, fight)
    return 1.0 + gain if not fight.attackers else gain - 0.01


def gun(view: GdState, plan: Plan, choice: verbs.Gun) -> float:
    frame = _frame(view)
    if isinstance(frame, Support):
        more = structs.replace(frame.fight, support=(*frame.fight.support, str(choice.unit)))
        return attack_value(view, frame.fight) - attack_value(view, more) - 0.12
    if not frame.fight.attackers:
        return NEVER
    more = structs.replace(frame.fight, guns=(*frame.fight.guns, str(choice.unit)))
    return attack_value(view, more) - attack_value(view, frame.fight) - 0.1


def barrage(view: GdState, plan: Plan, choice: verbs.Barrage) -> float:
    check = barrage_check(view, unit(view, choice.unit), choice.hex)
    return chance(check, "one") + 2 * chance(check, "two") - plan.stance.salvo


def fire(view: GdState, plan: Plan, choice: verbs.Fire) -> float:
    return shot_value(view, plan, choice) + 0.02


def flak(view: GdState, plan: Plan, choice: verbs.Flak) -> float:
    return chance(_frame(view).quote(view, choice, "").checks[0], "yes")


def black(view: GdState, plan: Plan, choice: verbs.Play) -> float:
    """A black chit is played on a chit that helps the enemy."""
    frame, chits = _frame(view), view.setting.catalogue.chits
    chit, fight = chits[choice.chit], _frame(view).fight
    sign = 1 if frame.side == fight.side else -1
    named = [chits[chit_id].modifier for _, chit_id in fight.chits if chit_id in chit.nullifies]
    return sign * sum(named) - 1.5 + (2.0 * sign if chit.fortification else 0.0)


def lose(view: GdState, plan: Plan, choice: verbs.Lose) -> float:
    counter = unit(view, choice.unit)
    return -price(view, counter.id) - (2.0 if counter.depleted else 0.0)


# -- setting up, supply, chits


def many(view: GdState, plan: Plan, choice: verbs.First | verbs.Battalion) -> float:
    """The bigger battalion first."""
    units = battalion_units(view, str(choice.slots()[0]))
    return 1.0 + sum(price(view, u.id) for u in units) / 100


def stack(view: GdState, plan: Plan, choice: verbs.Stack | verbs.Nominate) -> float:
    return 0.5 + len(view.position.stack(choice.hex))


def source(view: GdState, plan: Plan, choice: verbs.Source) -> float:
    hungry = [u for u in battalion_units(view, choice.battalion) if u.status == ON_MAP and u.hungry]
    return 0.1 + len(hungry)


def rebuild(view: GdState, plan: Plan, choice: verbs.Rebuild) -> float:
    return price(view, choice.unit)


def leave_map(view: GdState, plan: Plan, choice: verbs.Exit) -> float:
    """Who attacks leaves where he can; who looks at the points, only while the road behind him is open."""
    counter = _lead(view)
    if plan.stance.pull and (counter is None or counter.hex not in open_exits(view)):
        return NEVER
    return 6.0 if plan.stance.role == "attack" else NEVER


def never(view: GdState, plan: Plan, choice: Choice) -> float:
    return NEVER


JUDGES: dict[type[Choice], Callable[[State, Plan, Any], float]] = {
    verbs.Take: take, verbs.To: march_to, verbs.Step: one_step, verbs.Enter: enter, verbs.With: come_along,
    verbs.Advance: advance, verbs.Go: retreat, verbs.Attack: attack, verbs.Overrun: attack, verbs.Join: join,
    verbs.Gun: gun, verbs.Barrage: barrage, verbs.Fire: fire, verbs.At: shot_value, verbs.Flak: flak,
    verbs.Play: black, verbs.Lose: lose, verbs.Put: never, verbs.Dig: never, verbs.First: many, verbs.Battalion: many,
    verbs.Stack: stack, verbs.Nominate: stack, verbs.Source: source, verbs.Rebuild: rebuild, verbs.Exit: leave_map,
    verbs.Leave: never, verbs.Debark: never, verbs.Embark: never, verbs.Mount: never, verbs.Dismount: never,
    verbs.Designate: never, verbs.TakeStack: never, verbs.Clear: never, verbs.Blow: engineers.blow,
    verbs.Bridge: engineers.bridge, verbs.Pass: lambda _view, _plan, _choice: -1.0,
}  # fmt: skip
