"""What choices of vehicles and loads are worth to their owner. Advice for bots, not rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from balka.core.choices import Choice
from balka.core.frames import Frame
from balka.systems.heroes.common import verbs
from balka.systems.heroes.common.actions import Action
from balka.systems.heroes.common.hidden import Face
from balka.systems.heroes.common.judgement_places import (
    danger,
    goals,
    place_worth,
)
from balka.systems.heroes.common.leaving import Leave, exit_from
from balka.systems.heroes.common.situation import seen_unit
from balka.systems.heroes.common.transport import ThrownOff
from balka.systems.heroes.common.vehicles import Bogging, Go, Steering
<<<<<<< HEAD
from balka.systems.heroes.third_edition.airplanes import (
    AirAttack,
    Flak,
    PlaceAt,
    in_swath,
    plane_weapon,
)
from balka.systems.heroes.third_edition.anti_air import Answer, AnswerUnseen, flak_check
from balka.systems.heroes.third_edition.veteran_moves import Hurry, Overrunning
=======
>>>>>>> m3
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


<<<<<<< HEAD
# -- airplanes


def strike_worth(view: HeroesState, force: str, card: str, place: int, facing: int) -> float:
    """What a plane would do to the enemy less what it would do to its own side."""
    attack, side, total = Attack(force, card, (), plane_weapon(view, card), place), view.setting.forces[force], 0.0
    for name in in_swath(view, place, facing):
        target = view.position.units[name]
        gain = attack_worth(target, middling(attack_check(view, attack.shot(view, name))))
        total += gain if target.side != side else -gain
    return total


def _air(view: HeroesState, frame: AirAttack, choice: Choice) -> float:
    if isinstance(choice, PlaceAt):
        return strike_worth(view, frame.force, frame.card, choice.place, choice.facing)
    if isinstance(choice, Answer | AnswerUnseen):
        unit = seen_unit(view, choice.unit)
        miss = odds_of("2d6", "attack", flak_check(view, unit, frame.card, frame.place).need)["miss"]
        harm = strike_worth(view, frame.force, frame.card, frame.place, frame.facing)
        return (1 - miss) * harm - FRESHNESS / 2
    return 0.0


def _flak(view: HeroesState, frame: Flak, choice: Choice) -> float:
    count = choice.count if isinstance(choice, verbs.Caps) else 0
    check = flak_check(view, view.position.units[frame.unit], frame.card, frame.place, count)
    return 1 - odds_of("2d6", "attack", check.need)["miss"] - CAP * count


def _call_plane(view: HeroesState, force: str, choice: Choice) -> float:
    """Worth calling when two enemies or more stand close together, or a big one."""
    enemies = [unit for unit in view.position.units.values() if unit.force != force and unit.hex >= 0]
    return AIR_STRIKE if enemies else -0.1


def _overrun(view: HeroesState, force: str, choice: Choice) -> float:
    unit = view.position.units[str(choice.path()[0])]
    return 0.1 if danger(view, unit, unit.hex, unit.facing) > 0.3 else -0.1


=======
>>>>>>> m3
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
