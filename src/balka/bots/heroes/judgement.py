"""What a listed choice is worth to the seat that is asked."""

from __future__ import annotations

from balka.bots.heroes import second_edition, third_edition
from balka.bots.heroes.turns import Tables, turn_worth
from balka.core.choices import Choice
from balka.core.state import State
from balka.systems.heroes.play.turn_order import TeamTurn
from balka.systems.heroes.play.turns import Turn
from balka.systems.heroes.second_edition.system import SecondEdition
from balka.systems.heroes.third_edition.system import ThirdEdition
from balka.systems.heroes.units import HeroesState

EDITIONS: dict[str, Tables] = {SecondEdition.key: second_edition.TABLES, ThirdEdition.key: third_edition.TABLES}


def worth(view: State, choice: Choice, seat: str) -> float:
    """By the tables of the edition that is played; a frame nobody has judged is nothing to anybody."""
    assert isinstance(view, HeroesState)
    tables, top = EDITIONS[view.setting.system.key], view.stack[-1]
    top = top.of(view, seat) if isinstance(top, TeamTurn) else top
    if isinstance(top, Turn):
        return turn_worth(view, top, choice, tables)
    judged = tables.frames.get(type(top))
    return judged(view, top, choice) if judged is not None else 0.0
