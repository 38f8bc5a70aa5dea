"""What places are worth while units are set up: beside the Mission's own proposal, with the enemies to be seen."""

from __future__ import annotations

from balka.bots.heroes.looking import Look
from balka.bots.heroes.places import place_worth
from balka.bots.heroes.scale import FrameWorth
from balka.core.choices import Choice
from balka.core.frames import Frame
from balka.systems.heroes.chapters.placing import Placing, Put, Ready, entry_of
from balka.systems.heroes.play.situation import foes_mask

FAR_FIRING = frozenset({"mortar", "field_gun"})  # have no business in front
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
    proposed = place_worth(look, unit, board.hex(entry.hex), board.grid.side(entry.facing))
    return look.weights.placing * (place_worth(look, unit, choice.to, choice.facing) - proposed)


FRAMES: dict[type[Frame], FrameWorth] = {Placing: _place}
