"""What hiding, coming out of it and looking about are worth."""

from __future__ import annotations

from balka.bots.heroes.looking import Look
from balka.bots.heroes.places import best_shot, ground, place_worth
from balka.bots.heroes.scale import ActionWorth, FrameWorth, OpenedWorth, odds_of
from balka.core.choices import Choice
from balka.core.frames import Frame
from balka.systems.heroes.chapters.finding import Face, Turning
from balka.systems.heroes.chapters.hidden import Reveal, Sneak
from balka.systems.heroes.chapters.hiding import Concealing
from balka.systems.heroes.play.actions import Action
from balka.systems.heroes.play.situation import seen_unit
from balka.systems.heroes.units import Unit

HIDING, SHOWING = -0.05, -0.15


def _sneak(look: Look, unit: Unit, action: Action) -> float:
    """Nearer to what counts while nobody sees; a unit in view has little reason to hide."""
    gain = ground(look, unit, action.hex) - ground(look, unit, unit.hex)
    return gain if unit.id in look.view.position.hidden else gain + HIDING


def _reveal(look: Look, force: str, choice: Choice) -> float:
    view = look.view
    assert isinstance(choice, Reveal)
    unit, weights = view.position.hidden[choice.unit], look.weights
    check = weights.shown * weights.freshness * odds_of("d10", "spent", view.setting.kind(unit).attack_cost)["spent"]
    return SHOWING + best_shot(view, unit, unit.hex, choice.facing) - check


def _noted(look: Look, frame: Concealing, choice: Choice) -> float:
    return ground(look, seen_unit(look.view, choice.unit), choice.to) if isinstance(choice, Sneak) else 0.0


def _facing(look: Look, frame: Turning, choice: Choice) -> float:
    unit = look.view.position.units[frame.unit]
    return place_worth(look, unit, unit.hex, choice.facing) if isinstance(choice, Face) else 0.0


ACTIONS: dict[str, ActionWorth] = {"sneak": _sneak}
OPENED: dict[str, OpenedWorth] = {"reveal": _reveal}
FRAMES: dict[type[Frame], FrameWorth] = {
    Concealing: _noted, Turning: _facing,
}  # fmt: skip
