"""The draft: the last state undo may go back to, and what has been said since. Others see it at the next barrier."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from balka.core.choices import Choice, IllegalChoiceError
from balka.core.errors import BalkaError
from balka.core.events import Event, Told, heard
from balka.core.frames import CHANCE, Together
from balka.core.state import State, Step

By = Literal["person", "bot", "order", "record", "table"]


class Said(Struct, frozen=True):
    """One answer in a draft, who gave it and what happened; a `free` answer had an alternative."""

    seat: str
    choice: Choice
    by: By
    events: tuple[Told, ...]
    free: bool = True


class Draft(Struct, frozen=True):
    """A barrier state and the answers since; `state` is where they lead."""

    base: State
    state: State
    said: tuple[Said, ...] = ()

    @classmethod
    def at(cls, state: State) -> Draft:
        return cls(state, state)

    def say(self, seat: str, choice: Choice, by: By) -> tuple[Draft, bool]:
        """The draft with one more answer, and whether undo is closed by it."""
        step = self.state.apply(choice, seat)
        said = Said(seat, choice, by, step.events, self.state.sole_choice(seat) is None)
        return Draft(self.base, step.state, (*self.said, said)), closes(self.state, step)

    def forced(self) -> tuple[str, Choice] | None:
        """The next answer the table gives because it has no alternative.

        Saying the end is left to a person who still has something to take back.
        """
        for ask in self.state.asks:
            choice = None if ask.seat == CHANCE else self.state.sole_choice(ask.seat)
            if choice is not None and not (choice.ends and self.choices_of(ask.seat)):
                return ask.seat, choice
        return None

    def choices_of(self, seat: str) -> tuple[Choice, ...]:
        """What the person at a seat has said since the barrier."""
        return tuple(said.choice for said in self.said if said.seat == seat and said.by == "person")

    def events_for(self, seat: str) -> list[Event]:
        """What a seat has heard of its own answers."""
        return [event for said in self.said if said.seat == seat for event in heard(said.events, seat)]

    def in_seat_order(self) -> tuple[Said, ...]:
        """Answers of seats that decided together, in the order of the seats: arrival does not matter."""
        seats = self.base.setting.seats
        return tuple(sorted(self.said, key=lambda said: seats.index(said.seat)))


def closes(before: State, step: Step) -> bool:
    """Whether undo may not go back past a step.

    Where any of several seats may answer first, an answer takes the decision from the others and is final; where they
    decide together, a lane stays open until the last is ready.
    """
    return step.barrier or step.state.over or (len(before.asks) > 1 and not isinstance(before.stack[-1], Together))


def undo(draft: Draft, seat: str) -> Draft:
    """Without the last thing this seat said, and what followed from it; other lanes stand."""
    places = _places(draft, seat)
    if not places:
        raise BalkaError("There is nothing to take back.")
    last = places[-1]
    return rebuild(draft.base, (said for n, said in enumerate(draft.said) if n < last or said.seat != seat))


def take_back(draft: Draft, seat: str, index: int) -> Draft:
    """Without one thing this seat said, the rest kept; refused when the rest does not stand without it."""
    places = _places(draft, seat)
    if not 0 <= index < len(places):
        raise BalkaError(f"There is no choice number {index} to take back.", f"{len(places)} can be taken back")
    kept = (said for n, said in enumerate(draft.said) if n != places[index])
    try:
        return rebuild(draft.base, kept)
    except IllegalChoiceError as problem:
        raise BalkaError(
            f"What was chosen later does not stand without it: {problem.refusal.sentence}", "take back the later first"
        ) from problem


def _places(draft: Draft, seat: str) -> list[int]:
    return [n for n, said in enumerate(draft.said) if said.seat == seat and said.by == "person"]


def rebuild(base: State, kept: Iterable[Said]) -> Draft:
    """Say the kept answers again from the barrier, forced ones given anew."""
    draft = with_forced(Draft.at(base))
    for said in kept:
        if said.by == "table":
            continue
        draft, barrier = draft.say(said.seat, said.choice, said.by)
        if barrier:
            raise BalkaError("What was chosen later could not be taken back any more.", "take back the later first")
        draft = with_forced(draft)
    return draft


def with_forced(draft: Draft) -> Draft:
    """With every forced answer that leaves undo open."""
    while (found := draft.forced()) is not None:
        grown, barrier = draft.say(*found, "table")
        if barrier:
            break
        draft = grown
    return draft
