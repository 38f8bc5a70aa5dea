"""What places are worth while units are set up: beside the Mission's own proposal, with the enemies to be seen."""

from __future__ import annotations

from balka.bots.heroes.looking import Look
from balka.bots.heroes.places import place_worth
from balka.bots.heroes.scale import FrameWorth
from balka.core.choices import Choice
from balka.core.frames import Frame
from balka.systems.heroes.chapters.placing import Placing, Put, Ready, entry_of
from balka.systems.heroes.play.situation import foes_mask
from balka.systems.heroes.units import HeroesState, Unit

FAR_FIRING = frozenset({"mortar", "field_gun"})  # have no business in front
STACKED = 0.35  # each friend in the hex where a unit is set up
PROPOSED = 0.1  # what another place must be better by


def _place(look: Look, frame: Placing, choice: Choice) -> float:
    """Another place than the Mission's is worth what it is better, if there is an enemy to judge it by."""
    if isinstance(choice, Ready):
        return PROPOSED
    view = look.view
    known = foes_mask(view, view.setting.forces[frame.force])
    if not (look.weights.placing and known and isinstance(choice, Put)):
        return 0.0
    unit, entry, board = view.position.units[choice.unit], entry_of(view, choice.unit), view.setting.board
    if FAR_FIRING & frozenset(view.setting.kind(unit).flags):
        return 0.0
    home = board.hex(entry.hex)
    proposed = place_worth(look, unit, home, board.grid.side(entry.facing)) - _stacked(view, frame, unit, home)
    other = place_worth(look, unit, choice.to, choice.facing) - _stacked(view, frame, unit, choice.to)
    return look.weights.placing * (other - proposed)


def _stacked(view: HeroesState, frame: Placing, unit: Unit, to: int) -> float:
    """The harm of friends in the same hex, those too whom the Mission would put there: one attack is rolled for all."""
    board, others = view.setting.board, [name for name in frame.waiting if name != unit.id]
    put = sum(friend.side == unit.side and friend.id not in frame.waiting for friend in view.position.at(to))
    return STACKED * (put + sum(board.hex(entry_of(view, name).hex) == to for name in others))


FRAMES: dict[type[Frame], FrameWorth] = {Placing: _place}
