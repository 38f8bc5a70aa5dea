"""What strikes, smoke, works, mines and flame are worth to their owner. Advice for bots, not rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from balka.core.choices import Choice
from balka.core.frames import Frame
from balka.core.hexes import hexes_in
from balka.systems.heroes.common import verbs
from balka.systems.heroes.common.actions import Action
from balka.systems.heroes.common.artillery import Hold, Plan, Planning, Strike, area_at, drift_check
from balka.systems.heroes.common.fortifying import PlacingWorks
from balka.systems.heroes.common.judgement_places import attack_worth, goals, middling, odds_of
from balka.systems.heroes.common.obstacles import Lay, Laying, MineAttack, WireGate, mine_check
from balka.systems.heroes.common.targets import find_target, is_work, targets_in_hex, works_names
from balka.systems.heroes.common.weapons import ALL_WEAPONS, targets_of
from balka.systems.heroes.common.wiring import Stringing
from balka.systems.heroes.common.works import AtTheDoor, Inside
from balka.systems.heroes.units import HeroesState, Unit

CAP = 0.07
STAYS = 0.4  # that a unit under a planned strike will still be there
IN_THE_DARK = -0.1  # an attack where nobody is to be seen, though it may cost nothing
WORK = 0.25  # worth of works destroyed, beside a unit

Judge = Callable[[HeroesState, Any, Choice], float]


def attacks(view: HeroesState, unit: Unit, action: Action) -> float:
    """The rolls an Action brings, enemies for and friends against it."""
    checks = view.setting.edition.checks[action.verb](view, unit, action)
    names = _names(view, unit, action)
    if not names:
        return IN_THE_DARK
    total = 0.0
    for name, check in zip(names, checks, strict=False):
        target = find_target(view, name)
        if target is not None:
            gain = attack_worth(target, middling(check)) * (WORK if is_work(name) else 1.0)
            total += gain if target.side != unit.side else -gain
    return total


def _names(view: HeroesState, unit: Unit, action: Action) -> tuple[str, ...]:
    if action.verb in ALL_WEAPONS:
        return targets_of(view, unit, action)
    if action.verb == "raze":
        return works_names(view, unit.hex)
    return (action.target,) if action.target else targets_in_hex(view, action.hex)


def _abandon(view: HeroesState, force: str, choice: Choice) -> float:
    """Cover is not given up for nothing."""
    return -0.2


def _plan(view: HeroesState, frame: Planning, choice: Choice) -> float:
    """Where many enemies stand and few friends, perhaps they still will."""
    if not isinstance(choice, Plan):
        return 0.02 if isinstance(choice, Hold) else 0.0
    side = view.setting.cards[choice.card].side
    area = hexes_in(area_at(view, view.setting.board.axial[choice.target]))
    units = [unit for h in area for unit in view.position.at(h)]
    balance = sum(1 if unit.side != side else -1.5 for unit in units)
    return STAYS * balance * (1.0 if choice.what == "he" else -0.3)


def _strike(view: HeroesState, frame: Strike, choice: Choice) -> float:
    """A strike on target is worth CAPs if there is somebody to hit."""
    if not isinstance(choice, verbs.Caps) or frame.drift >= 0:
        return -CAP * abs(choice.count) if isinstance(choice, verbs.Caps) else 0.0
    side = view.setting.forces[frame.force]
    area = hexes_in(area_at(view, view.setting.board.axial[frame.target]))
    balance = sum(1 if unit.side != side else -1 for h in area for unit in view.position.at(h))
    need = drift_check(view, frame.force, choice.count).need
    return STAYS * balance * odds_of("d6", "meets", need)["yes"] - CAP * abs(choice.count)


def _mined(view: HeroesState, frame: MineAttack, choice: Choice) -> float:
    unit = view.position.units[frame.now]
    if not isinstance(choice, verbs.Caps):
        return 0.0
    sign = 1.0 if unit.side != view.setting.forces[frame.force] else -1.0
    check = mine_check(view, frame.works(view), frame.now, choice.count)
    return sign * attack_worth(unit, check.need) - CAP * abs(choice.count)


def _wire(view: HeroesState, frame: WireGate, choice: Choice) -> float:
    return 0.15 - CAP * frame.more if isinstance(choice, verbs.Caps) else 0.0


def _door(view: HeroesState, frame: AtTheDoor, choice: Choice) -> float:
    return 0.3 if isinstance(choice, Inside) else 0.0


def _lay(view: HeroesState, frame: Laying | PlacingWorks | Stringing, choice: Choice) -> float:
    """Before what the enemy wants, not under one's own feet."""
    if not isinstance(choice, Lay):
        return 0.05
    board, friends = view.setting.board, len(view.position.at(choice.place))
    away = min((board.distance(choice.place, goal) for goal, _ in goals(view, frame.force)), default=9)
    return 0.3 - 0.05 * abs(away - 2) - 0.3 * friends


ACTIONS: dict[str, Callable[[HeroesState, Unit, Action], float]] = {
    "indirect": attacks, "flame": attacks, "scorch": attacks, "raze": attacks, **dict.fromkeys(ALL_WEAPONS, attacks),
}  # fmt: skip
JUDGED: dict[type[Frame], Judge] = {
    Planning: _plan, Strike: _strike, MineAttack: _mined, WireGate: _wire, AtTheDoor: _door, Laying: _lay,
    PlacingWorks: _lay, Stringing: _lay,
}  # fmt: skip
OPENED: dict[str, Callable[[HeroesState, str, Any], float]] = {"abandon": _abandon}
