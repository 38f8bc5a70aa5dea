"""The draft: the last state undo may go back to, and what has been said since. Others see it at the next barrier."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile
from typing import Literal

from msgspec import Struct

from balka.core.choices import Choice, IllegalChoiceError
from balka.core.errors import BalkaError
from balka.core.events import Event, Told, heard
from balka.core.frames import CHANCE, Together
from balka.core.state import State, Step

Spoken = Literal["person", "also", "placed", "bot", "order", "record"]
"""who gave an answer that is kept in the journal; `also` goes with what the person said before it"""
By = Spoken | Literal["table"]
OWN: tuple[By, ...] = ("person", "also", "placed")  # what a person said, or had the table say for him
Closing = Literal["open", "private", "public"]


class Said(Struct, frozen=True):
    """One answer in a draft, who gave it and what happened; a `free` answer had an alternative, by one that `revealed`
    something became known."""

    seat: str
    choice: Choice
    by: By
    events: tuple[Told, ...]
    free: bool = True
    revealed: bool = False


class Draft(Struct, frozen=True):
    """The last state everybody has seen and the answers since; `state` is where they lead.

    The first `locked` answers cannot be taken back any more, because their seat has learned something by them.
    """

    base: State
    state: State
    said: tuple[Said, ...] = ()
    locked: int = 0

    @classmethod
    def at(cls, state: State) -> Draft:
        return cls(state, state)

    def say(self, seat: str, choice: Choice, by: By) -> tuple[Draft, Closing]:
        """The draft with one more answer, and what it closes."""
        step = self.state.apply(choice, seat)
        said = Said(seat, choice, by, step.events, self.state.sole_choice(seat) is None, step.revealed)
        closing = closes(self.state, step, said)
        locked = self.locked if closing == "open" else len(self.said) + 1
        return Draft(self.base, step.state, (*self.said, said), locked), closing

    def forced(self) -> tuple[str, Choice] | None:
        """The next answer the table gives because it has no alternative.

        Saying the end is left to a person who still has something to take back, unless it only declines what is not
        offered.
        """
        for ask in self.state.asks:
            choice = None if ask.seat == CHANCE else self.state.sole_choice(ask.seat)
            if choice is not None and (choice.declines or not (choice.ends and self.choices_of(ask.seat))):
                return ask.seat, choice
        return None

    def choices_of(self, seat: str) -> tuple[Choice, ...]:
        """What the person at a seat has said, or had placed, and may take back."""
        return tuple(self.said[n].choice for n in self.places(seat))

    def places(self, seat: str) -> list[int]:
        """Where in the draft that stands."""
        free = enumerate(self.said[self.locked :], start=self.locked)
        return [n for n, said in free if said.seat == seat and said.by in OWN]

    def events_for(self, seat: str) -> list[Event]:
        """What a seat has heard of its own answers."""
        return [event for said in self.said if said.seat == seat for event in heard(said.events, seat)]

    def in_seat_order(self) -> tuple[Said, ...]:
        """Answers of seats that decided together, in the order of the seats: arrival does not matter."""
        seats = self.base.setting.seats
        return tuple(sorted(self.said, key=lambda said: seats.index(said.seat)))


def closes(before: State, step: Step, said: Said) -> Closing:
    """Whether undo may not go back past an answer, and whether everybody may know that.

    An answer that only told its own seat something new is locked in private: were the others shown it at once, they
    could tell that there was something to learn. Where any of several seats may answer first, an answer takes the
    decision from the others; where they decide together, a lane stays open until the last is ready.
    """
    together = isinstance(before.stack[-1], Together)
    asks_others = any(ask.seat not in (said.seat, CHANCE) for ask in step.state.asks)
    if step.state.over or (len(before.asks) > 1 and not together):
        return "public"
    if not step.barrier:
        return "open"
    return "public" if asks_others or said.choice.ends or together else "private"


def undo(draft: Draft, seat: str) -> Draft:
    """Without the last thing this seat said, and what followed from it; other lanes stand.

    What was placed for the seat in one go goes back in one go, and so does what was said in one go.
    """
    places = draft.places(seat)
    if not places:
        raise BalkaError("There is nothing to take back.")
    placed = takewhile(lambda n: draft.said[n].by == "placed", reversed(places))
    begun = next((n for n in reversed(places) if draft.said[n].by != "also"), places[0])
    first = min(placed, default=begun)
    return rebuild(draft, [n for n, said in enumerate(draft.said) if n < first or said.seat != seat])


def take_back(draft: Draft, seat: str, index: int) -> Draft:
    """Without one thing this seat said, the rest kept; refused when the rest does not stand without it."""
    places = draft.places(seat)
    if not 0 <= index < len(places):
        raise BalkaError(f"There is no choice number {index} to take back.", f"{len(places)} can be taken back")
    try:
        return rebuild(draft, [n for n in range(len(draft.said)) if n != places[index]])
    except IllegalChoiceError as problem:
        raise BalkaError(
            f"What was chosen later does not stand without it: {problem.refusal.sentence}", "take back the later first"
        ) from problem


def rebuild(draft: Draft, kept: Iterable[int]) -> Draft:
    """Say the kept answers again, forced ones given anew after those that are locked."""
    new = with_forced(_locked_part(draft))
    for said in (draft.said[n] for n in kept if n >= draft.locked):
        if said.by == "table":
            continue
        new, closing = new.say(said.seat, said.choice, said.by)
        if closing != "open":
            raise BalkaError("What was chosen later could not be taken back any more.", "take back the later first")
        new = with_forced(new)
    return new


def _locked_part(draft: Draft) -> Draft:
    new = Draft.at(draft.base)
    for said in draft.said[: draft.locked]:
        new, _ = new.say(said.seat, said.choice, said.by)
    return new


def with_forced(draft: Draft) -> Draft:
    """With every forced answer that leaves undo open."""
    while (found := draft.forced()) is not None:
        grown, closing = draft.say(*found, "table")
        if closing != "open":
            break
        draft = grown
    return draft
