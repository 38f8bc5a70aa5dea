"""What vehicles, their loads and leaving the map are worth."""

from __future__ import annotations

from typing import Any

from balka.bots.heroes.looking import Look
from balka.bots.heroes.places import danger, goals, place_worth
from balka.bots.heroes.scale import ActionWorth, FrameWorth, OpenedWorth
from balka.core.choices import Choice
from balka.core.frames import Frame
from balka.systems.heroes.chapters.embarking import EMBARK, Embark
from balka.systems.heroes.chapters.finding import Face
from balka.systems.heroes.chapters.leaving import LEAVE, Leave, exit_from
from balka.systems.heroes.chapters.thrown_off import ThrownOff
from balka.systems.heroes.chapters.vehicles import Bogging, Go, Steering
from balka.systems.heroes.play import verbs
from balka.systems.heroes.play.actions import Action
from balka.systems.heroes.units import Unit

AP = 0.04  # worth of an AP more or less to pay
BOG = 0.25
FAR, NEAR = 5, 2  # hexes from a goal
RIDE = 0.2
BROUGHT_OFF = 1.5  # worth of each VP for leaving the map


def further(look: Look, frame: Any, choice: Choice) -> float:
    """A hex further on is worth what the place is better, less what it costs."""
    view = look.view
    unit = view.position.units[frame.unit]
    if isinstance(choice, Leave):
        return _brought_off(look, unit)
    if not isinstance(choice, Go | verbs.Move):
        return 0.0
    cost = frame.quote(view, choice, "").cost
    more = sum(cost.spread) / 2 if cost is not None else 0  # wire adds a die that nobody knows yet
    here = place_worth(look, unit, unit.hex, unit.facing)
    return place_worth(look, unit, choice.to, choice.facing) - here - AP * more


def _bogging(look: Look, frame: Bogging, choice: Choice) -> float:
    """Worth most on what carries something or stands far from where it wants to be."""
    view = look.view
    if isinstance(choice, verbs.Caps):
        return -look.cap * choice.count
    if not isinstance(choice, verbs.Play):
        return 0.0
    kind = view.setting.kind(view.position.units[frame.unit])
    return BOG if "tank" in kind.flags or view.position.loads.get(frame.unit) else -0.05


def _facing(look: Look, frame: ThrownOff, choice: Choice) -> float:
    if not isinstance(choice, Face):
        return 0.0
    unit = look.view.position.units[frame.unit]
    return place_worth(look, unit, unit.hex, choice.facing)


def _to_goal(look: Look, unit: Unit, place: int) -> int:
    """How far it is to the nearest hex the Mission makes worth having."""
    return min((look.view.setting.board.distance(place, goal) for goal, _ in goals(look, unit.force)), default=0)


def _load(look: Look, unit: Unit, action: Action) -> float:
    """Riding pays while the way is long and no enemy near."""
    calm = danger(look.view, unit, unit.hex, unit.facing) < 0.1
    return RIDE if calm and _to_goal(look, unit, unit.hex) > FAR else -0.2


def _unload(look: Look, unit: Unit, action: Action) -> float:
    """Getting off pays near a goal or where there is something to shoot at."""
    there = unit.changed(carrier="")
    gain = place_worth(look, there, action.hex, action.facing) - place_worth(look, unit, unit.hex, unit.facing)
    close = _to_goal(look, unit, action.hex) <= NEAR
    return gain + (RIDE if close else -RIDE / 2)


def _embark(look: Look, force: str, choice: Embark) -> float:
    """Each unit is brought in by itself."""
    return -0.1


def _leave(look: Look, unit: Unit, action: Action) -> float:
    """VPs brought home."""
    return _brought_off(look, unit)


def _brought_off(look: Look, unit: Unit) -> float:
    rule = exit_from(look.view, unit)
    return rule.value * BROUGHT_OFF if rule is not None else 0.0


ACTIONS: dict[str, ActionWorth] = {"load": _load, "unload": _unload, LEAVE: _leave}
OPENED: dict[str, OpenedWorth] = {EMBARK: _embark}
FRAMES: dict[type[Frame], FrameWorth] = {Steering: further, Bogging: _bogging, ThrownOff: _facing}
