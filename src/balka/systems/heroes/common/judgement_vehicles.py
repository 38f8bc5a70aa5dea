"""What choices of vehicles and loads are worth to their owner. Advice for bots, not rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from balka.core.choices import Choice
from balka.core.frames import Frame
from balka.systems.heroes.common import verbs
from balka.systems.heroes.common.actions import Action
from balka.systems.heroes.common.finding import Face
from balka.systems.heroes.common.judgement_places import (
    danger,
    goals,
    place_worth,
)
from balka.systems.heroes.common.leaving import Leave, exit_from
from balka.systems.heroes.common.thrown_off import ThrownOff
from balka.systems.heroes.common.vehicles import Bogging, Go, Steering
from balka.systems.heroes.units import HeroesState, Unit

AP = 0.04  # worth of an AP more or less to pay
BOG = 0.25
FAR, NEAR = 5, 2  # hexes from a goal
RIDE = 0.2

Judge = Callable[[HeroesState, Any, Choice], float]


def further(view: HeroesState, frame: Any, choice: Choice) -> float:
    """A hex further on is worth what the place is better, less what it costs."""
    unit = view.position.units[frame.unit]
    if isinstance(choice, Leave):
        rule = exit_from(view, unit)
        return rule.value * 1.5 if rule is not None else 0.0
    if not isinstance(choice, Go | verbs.Move):
        return 0.0
    cost = frame.quote(view, choice, "").cost
    here = place_worth(view, unit, unit.hex, unit.facing)
    return place_worth(view, unit, choice.to, choice.facing) - here - AP * (cost.value if cost is not None else 0)


def _bogging(view: HeroesState, frame: Bogging, choice: Choice) -> float:
    """Worth most on what carries something or stands far from where it wants to be."""
    if not isinstance(choice, verbs.Play):
        return 0.0
    kind = view.setting.kind(view.position.units[frame.unit])
    return BOG if "tank" in kind.flags or view.position.loads.get(frame.unit) else -0.05


def _facing(view: HeroesState, frame: ThrownOff, choice: Choice) -> float:
    if not isinstance(choice, Face):
        return 0.0
    unit = view.position.units[frame.unit]
    return place_worth(view, unit, unit.hex, choice.facing)


JUDGED: dict[type[Frame], Judge] = {
    Steering: further,
    Bogging: _bogging,
    ThrownOff: _facing,
}


# -- Actions


def _to_goal(view: HeroesState, unit: Unit, place: int) -> int:
    """How far it is to the nearest hex the Mission makes worth having."""
    return min((view.setting.board.distance(place, goal) for goal, _ in goals(view, unit.force)), default=0)


def load_worth(view: HeroesState, unit: Unit, action: Action) -> float:
    """Riding pays while the way is long and no enemy near."""
    calm = danger(view, unit, unit.hex, unit.facing) < 0.1
    return RIDE if calm and _to_goal(view, unit, unit.hex) > FAR else -0.2


def unload_worth(view: HeroesState, unit: Unit, action: Action) -> float:
    """Getting off pays near a goal or where there is something to shoot at."""
    there = unit.changed(carrier="")
    gain = place_worth(view, there, action.hex, action.facing) - place_worth(view, unit, unit.hex, unit.facing)
    close = _to_goal(view, unit, action.hex) <= NEAR
    return gain + (RIDE if close else -RIDE / 2)


ACTIONS: dict[str, Callable[[HeroesState, Unit, Action], float]] = {"load": load_worth, "unload": unload_worth}
