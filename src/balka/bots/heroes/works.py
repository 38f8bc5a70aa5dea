"""What Fortifications, Obstacles, mines and digging in are worth."""

from __future__ import annotations

from balka.bots.heroes.looking import Look
from balka.bots.heroes.places import goals
from balka.bots.heroes.scale import ActionWorth, FrameWorth, attack_worth
from balka.core.choices import Choice
from balka.core.frames import Frame
from balka.systems.heroes.chapters.fortifying import PlacingWorks
from balka.systems.heroes.chapters.obstacles import Lay, Laying, MineAttack, mine_check
from balka.systems.heroes.chapters.wiring import Stringing
from balka.systems.heroes.chapters.works import AtTheDoor, Inside, fort_at
from balka.systems.heroes.play import verbs
from balka.systems.heroes.play.actions import Action
from balka.systems.heroes.units import Unit

COVER = 0.08  # worth of each point of a Fortification
DIGGING = 0.1


def _mined(look: Look, frame: MineAttack, choice: Choice) -> float:
    view = look.view
    unit = view.position.units[frame.now]
    if not isinstance(choice, verbs.Caps):
        return 0.0
    sign = 1.0 if unit.side != view.setting.forces[frame.force] else -1.0
    check = mine_check(view, frame.works(view), frame.now, choice.count)
    return sign * attack_worth(unit, check.need) - look.cap * abs(choice.count)


def _door(look: Look, frame: AtTheDoor, choice: Choice) -> float:
    return 0.3 if isinstance(choice, Inside) else 0.0


def lay(look: Look, frame: Laying | PlacingWorks | Stringing, choice: Choice) -> float:
    """Before what the enemy wants, not under one's own feet."""
    view = look.view
    if not isinstance(choice, Lay):
        return 0.05
    board, friends = view.setting.board, len(view.position.at(choice.place))
    away = min((board.distance(choice.place, goal) for goal, _ in goals(look, frame.force)), default=9)
    return 0.3 - 0.05 * abs(away - 2) - 0.3 * friends


def _dig(look: Look, unit: Unit, action: Action) -> float:
    """Some cover, for those who have nothing better to do."""
    return DIGGING


def _occupy(look: Look, unit: Unit, action: Action) -> float:
    """Cover is worth having."""
    found = fort_at(look.view, unit.hex)
    return COVER * found[1].front_bonus if found is not None else 0.0


def _climb(look: Look, unit: Unit, action: Action) -> float:
    return -_occupy(look, unit, action)


ACTIONS: dict[str, ActionWorth] = {"dig": _dig, "occupy": _occupy, "climb": _climb}
FRAMES: dict[type[Frame], FrameWorth] = {
    MineAttack: _mined, AtTheDoor: _door, Laying: lay, PlacingWorks: lay,
}  # fmt: skip
