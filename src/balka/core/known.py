"""Going on from a view: as far as what follows is the same in every world its seat could be in.

A view leaves out what its seat may not know, so no rule can be run on it. Instead worlds that fit it are made up, the
answer is given in each, and what the seat would see of them is compared.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from msgspec import structs

from balka.core.choices import Choice, IllegalChoiceError
from balka.core.dice import Outcome
from balka.core.errors import BalkaError
from balka.core.events import Told, heard

if TYPE_CHECKING:
    from balka.core.state import State, Step

WORLDS = 4  # made up for one answer; a difference that shows in fewer than one world in four may be missed


class UnknownError(BalkaError):
    """What an answer leads to hangs on something the seat may not know."""

    def __init__(self, text: str) -> None:
        super().__init__(f"What '{text}' leads to is not known from here: it hangs on something hidden.")


def apply_to_view(view: State, viewer: str, answer: Choice | Outcome, seat: str) -> Step:
    """What an answer leads to, as the viewer sees it; refused where the worlds that fit his view part."""
    steps = (_seen(view, viewer, answer, seat, number) for number in range(WORLDS))
    first = next(steps)
    saved = first.state.to_json()
    if any(other.state.to_json() != saved or other.events != first.events for other in steps):
        raise UnknownError(view.text(answer))
    return first


def _seen(view: State, viewer: str, answer: Choice | Outcome, seat: str, number: int) -> Step:
    """What the viewer sees and hears of the answer in one world that fits his view."""
    world: State = view.setting.system.sample(view, Random(number))
    try:
        step = world.apply(answer, seat)
    except IllegalChoiceError as problem:  # listed in the view, and not in this world
        raise UnknownError(view.text(answer)) from problem
    events = tuple(Told(event) for event in heard(step.events, viewer))
    return structs.replace(step, state=step.state.view(viewer), events=events)
