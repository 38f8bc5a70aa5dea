"""What a listed choice is worth to the seat that is asked."""

from __future__ import annotations

from balka.bots.heroes import second_edition, third_edition
from balka.bots.heroes.looking import Look, look_at
from balka.bots.heroes.stances import stance
from balka.bots.heroes.turns import Tables, turn_worth
from balka.bots.heroes.weights import FIRST, Weights
from balka.core.choices import Choice
from balka.core.frames import Frame
from balka.core.memo import remembered
from balka.core.state import State
from balka.systems.heroes.play.turn_order import TeamTurn
from balka.systems.heroes.play.turns import Turn
from balka.systems.heroes.second_edition.system import SecondEdition
from balka.systems.heroes.third_edition.system import ThirdEdition
from balka.systems.heroes.units import HeroesState

EDITIONS: dict[str, Tables] = {SecondEdition.key: second_edition.TABLES, ThirdEdition.key: third_edition.TABLES}


def worth(view: State, choice: Choice, seat: str) -> float:
    """What a choice is worth by the stance of the seat's side in this Mission."""
    assert isinstance(view, HeroesState)
    return weighed(view, choice, seat, stance(view.setting, side_of(view, seat)))


def first_worth(view: State, choice: Choice, seat: str) -> float:
    """What it was worth to the first greedy bot, which has one stance for everything."""
    assert isinstance(view, HeroesState)
    return weighed(view, choice, seat, FIRST)


def side_of(view: HeroesState, seat: str) -> str:
    """The side a seat decides for."""
    return view.setting.side_of(seat)


def weighed(view: HeroesState, choice: Choice, seat: str, weights: Weights) -> float:
    """By the tables of the edition that is played; a frame nobody has judged is nothing to anybody."""
    look, top, tables = _asked(view, seat, weights)
    if isinstance(top, Turn):
        return turn_worth(look, top, choice, tables)
    judged = tables.frames.get(type(top))
    return judged(look, top, choice) if judged is not None else 0.0


@remembered
def _asked(view: HeroesState, seat: str, weights: Weights) -> tuple[Look, Frame, Tables]:
    """What all choices of a seat are judged by: how it sees the view, what it is asked, the tables of the edition."""
    top = view.stack[-1]
    asked = top.of(view, seat) if isinstance(top, TeamTurn) else top
    return look_at(view, weights, side_of(view, seat)), asked, EDITIONS[view.setting.system.key]
