"""A plain judgement of what a choice is worth, from reach, odds and supply as its owner knows them. For bots.

The side with the initiative goes for the towns it does not hold; the other holds what it has, digs in, strikes back
where the odds are good, and gets out of attacks it would have to make at bad ones. Whole points are duties, tenths are
tastes: saying `end` is worth nothing, so anything worth more is done first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from balka.bots.wb95 import arms, fighting, marching
from balka.bots.wb95.postures import regular
from balka.bots.wb95.stance import Plan, usual
from balka.core.choices import Choice
from balka.core.memo import remembered
from balka.systems.wb95 import (
    air,
    artillery,
    battle_orders,
    battle_resolution,
    bridges,
    losses,
    orders,
    pursuit,
    retreat,
    shelling,
)
from balka.systems.wb95.fortifications import Dig
from balka.systems.wb95.position import WbState
from balka.systems.wb95.reinforcements import Enter


def worth(view: WbState, choice: Choice, seat: str) -> float:
    """What a listed choice is worth to its owner, by the mended play."""
    return planned(view, _plan(view, seat), choice)


@remembered
def _plan(view: WbState, seat: str) -> Plan:
    """The plan of the force that a seat is asked for."""
    return regular(view, view.ask_of(seat).force)


def first_worth(view: WbState, choice: Choice, seat: str) -> float:
    """What a listed choice is worth to its owner, by the plain play."""
    return planned(view, _first_plan(view, seat), choice)


@remembered
def _first_plan(view: WbState, seat: str) -> Plan:
    return usual(view, view.ask_of(seat).force)


def planned(view: WbState, plan: Plan, choice: Choice) -> float:
    """What a listed choice is worth to a side that follows a plan."""
    judge = JUDGES.get(type(choice))
    return judge(view, plan, choice) if judge else PLAIN.get(choice.verb, 0.0)


JUDGES: dict[type[Choice], Callable[[WbState, Plan, Any], float]] = {
    orders.Take: marching.take,
    orders.TakeHex: marching.take_stack,
    orders.To: marching.go,
    orders.Step: marching.go,
    Dig: marching.dig,
    artillery.Limber: marching.limber,
    artillery.Unlimber: marching.unlimber,
    Enter: marching.enter,
    bridges.Blow: arms.blow,
    bridges.Rebuild: arms.rebuild,
    shelling.Shell: fighting.shell,
    battle_orders.Attack: fighting.attack,
    battle_orders.Join: fighting.join,
    battle_orders.JoinHex: fighting.join_stack,
    battle_orders.Also: fighting.also,
    battle_orders.Shifts: fighting.more_shifts,
    losses.Lose: fighting.lose,
    battle_resolution.Guide: fighting.guide,
    retreat.Go: fighting.back,
    retreat.GoHex: fighting.back,
    orders.Stand: fighting.stand,
    pursuit.Follow: fighting.follow,
    air.Fly: fighting.fly,
    air.Disrupt: fighting.disrupt,
}

PLAIN = {
    "halt": 0.05, "end": 0.0, "with": -1.0, "leave": -1.0, "mark": -1.0, "push": -1.0,
    "bridge": -1.0, "exit": -9.0, "shift": -2.0, "top": -1.0, "gun": 1.5, "air": 1.5, "star": 1.2, "full": -1.0,
    "fight": 1.0, "fire": 1.0, "shell": -0.2, "barrage": 0.5, "bomb": -1.0, "ready": 0.01,
    "repair": 1.0, "norepair": 0.0, "duel": 0.0, "share": -1.0,
}  # fmt: skip
