"""A quick answer, for playing on in made-up worlds: units are looked at one by one, a march is made in one go, and who
is out of reach of the enemy does not fight. What is seldom asked is weighed as ever."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

from balka.bots.famous_divisions.deployment import next_placed
from balka.bots.famous_divisions.judgement import price, wants_to_move
from balka.bots.famous_divisions.places import nearest_enemies
from balka.bots.famous_divisions.postures import regular
from balka.bots.famous_divisions.stance import Plan
from balka.bots.famous_divisions.worth import NEVER, best_march, planned
from balka.bots.judging import best, first_good
from balka.core.choices import Choice, Hex, UnitId
from balka.core.dice import Rng
from balka.core.listing import Listed
from balka.core.state import State
from balka.core.system import System
from balka.systems.famous_divisions import reinforcements, verbs, victory
from balka.systems.famous_divisions.activation import Orders
from balka.systems.famous_divisions.combat import Assault, Battle
from balka.systems.famous_divisions.members import can_act, on_the_march
from balka.systems.famous_divisions.model import GdState, battalion_units, kind
from balka.systems.famous_divisions.opportunity import OpportunityFire
from balka.systems.famous_divisions.party import Party
from balka.systems.famous_divisions.position import ON_MAP
from balka.systems.famous_divisions.setup import Setup
from balka.systems.famous_divisions.support import Support

UNITS = 1  # that want to move are compared


def reply(view: GdState, seat: str, rng: Rng, units: int = UNITS) -> Choice:
    """The first sensible answer, or what is worth most where something else is asked."""
    plan, frame = regular(view, view.setting.forces[view.ask_of(seat).force]), view.stack[-1]
    short = SHORT.get(type(frame))
    choice = short(view, plan, frame, units) if short is not None else None
    if choice is None:
        return best(view, seat, lambda each: planned(view, plan, each), rng)
    view.vouch(choice, seat)
    return choice


def _set_up(view: GdState, plan: Plan, frame: Setup, units: int) -> Choice | None:
    return next_placed(view)


def _orders(view: GdState, plan: Plan, frame: Orders, units: int) -> Choice | None:
    """The dearest of the first units that are not where they should be goes; then the fighting begins.

    Who is due enters as ever.
    """
    if reinforcements.due(view, battalion_units(view, frame.battalion)):
        return None
    able = (u.id for u in frame.movable(view) if wants_to_move(view, plan, u) and can_act(view, (u,)))
    found = list(islice(able, units))
    return verbs.Take(UnitId(max(found, key=lambda name: price(view, name)))) if found else verbs.Fight()


def _party(view: GdState, plan: Plan, frame: Party, units: int) -> Choice | None:
    """The best march, and then a halt; who may leave the map thinks about it."""
    if frame.waiting:
        return None
    moved, able = frame.moved(view), frame.can_step(view)
    if moved and view.setting.rulebook.exit is not None and victory.may_exit(view, on_the_march(view, frame.units)):
        return None
    h = best_march(view, plan, 0.0 if moved else NEVER) if able else None
    if h is not None:
        return verbs.To(Hex(h))
    return verbs.Halt() if moved or not able else None


def _assault(view: GdState, plan: Plan, frame: Assault, units: int) -> Choice | None:
    """Who has no enemy in reach is done."""
    away = nearest_enemies(view, frame.side)
    for counter in frame.active(view):
        if counter.status != ON_MAP or away(counter.hex) <= max(kind(view, counter).range, 1):
            return _first_good(view, plan, frame, units)
    return verbs.Done()


def _first_good(view: GdState, plan: Plan, frame: Listed, units: int) -> Choice | None:
    return first_good(frame.options(view), lambda choice: planned(view, plan, choice))


SHORT: dict[type, Callable[[GdState, Plan, Any, int], Choice | None]] = {
    Orders: _orders, Party: _party, Assault: _assault, Battle: _first_good, Support: _first_good,
    OpportunityFire: _first_good, Setup: _set_up,
}  # fmt: skip


class GdQuick:
    """The quick answer as a player, to find out what playing on with it is worth."""

    def __init__(self, units: int = UNITS) -> None:
        self._units = units

    @staticmethod
    def plays(system: System) -> bool:
        return system.key == "famous_divisions"

    def choose(self, view: State, seat: str, rng: Rng) -> Choice:
        return reply(view, seat, rng, self._units)
