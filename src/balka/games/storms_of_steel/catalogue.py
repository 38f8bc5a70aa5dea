"""The Storms of Steel box: unit types, cards, markers, works, maps and missions, from the files in `data`."""

from collections.abc import Iterable
from pathlib import Path

from balka.core.boards import Board
from balka.systems.heroes.data.loading import Title, load_title
from balka.systems.heroes.data.mission_data import Mission

FOLDER = Path(__file__).parent / "data"


def title(packs: Iterable[Path] = ()) -> Title:
    """The box, with a player's data packs laid over it."""
    return load_title(FOLDER, tuple(packs))


def mission(name: str) -> Mission:
    """A mission by key (sos/courier), short name (courier) or id (sos-01)."""
    return title().mission(name)


def board_for(mission: Mission) -> Board:
    """The table as a mission lays it out."""
    return title().board_for(mission)
