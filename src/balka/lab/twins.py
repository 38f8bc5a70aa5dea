"""Secrets kept: a seat is shown the same in every world it cannot tell apart, until it is told something. [design 6]

A twin is a world sampled from a seat's view. It is played on beside the true game with the same answers and dice. As
long as the seat has heard the same in both, it must see the same and wait for the same; when an event tells it
something that differs, the two worlds part. So a window that opens because of a hidden card is found out, and so is a
list, a count or a frame that changes for a hidden reason, while a reveal that is told is not held against anybody.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from random import Random

import msgspec

from balka.core.choices import Choice
from balka.core.dice import Outcome
from balka.core.events import Event, Told, heard
from balka.core.frames import Ask, Roll, Together
from balka.core.state import Setting, State, Step
from balka.core.system import Game

DRAWN = 3  # worlds sampled to find one that is not the true one
FOLLOWED = 2  # twins kept for a seat at a time

Problems = Iterator[str]


def ears(events: Iterable[Told], seat: str, setting: Setting) -> bytes:
    """Every byte a seat hears of these events."""
    lines = [(type(event).__name__, event, event.say(setting)) for event in heard(events, seat)]
    return msgspec.json.encode(lines, enc_hook=str, order="deterministic")


@lru_cache(maxsize=16)
def eyes(state: State, seat: str) -> tuple[bytes, tuple[Ask, ...]]:
    """Every byte a seat sees of a state: its view, and what is waited for."""
    return state.view(seat).to_json(), state.asks


def seen_difference(first: State, second: State, seat: str) -> str:
    """Where two states look different to a seat; empty when they do not."""
    (view, asks), (other_view, other_asks) = eyes(first, seat), eyes(second, seat)
    if asks != other_asks:
        return f"{seat} waits for {_waiting(asks)} or for {_waiting(other_asks)}"
    return "" if view == other_view else f"{seat} sees {_first_difference(view, other_view)}"


def _waiting(asks: tuple[Ask, ...]) -> str:
    return " and ".join(f"{ask.seat} {ask.kind}" for ask in asks) or "nobody"


def _first_difference(first: bytes, second: bytes) -> str:
    at = next((n for n, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), min(len(first), len(second)))
    start = max(0, at - 40)
    near, instead = (text[start : at + 40].decode(errors="replace") for text in (first, second))
    return f"...{near} or ...{instead}"


class Twin:
    """A world that a seat cannot tell from the true one."""

    def __init__(self, seat: str, world: State) -> None:
        self.seat = seat
        self.world = world
        self.parted = False

    def follow(self, before: State, actor: str, answer: Choice | Outcome, step: Step) -> Problems:
        """Give the same answer here, and compare what the seat hears and sees."""
        own = self._same_answer(actor, answer)
        if own is None:
            self.parted = True
            if actor == self.seat:
                yield f"{actor} may say '{before.text(answer)}' only because of something {actor} cannot know"
            return
        twin = self.world.apply(own, actor)
        self.world = twin.state
        yield from self._compared(actor, step, twin)

    def _same_answer(self, actor: str, answer: Choice | Outcome) -> Choice | Outcome | None:
        world = self.world
        if isinstance(answer, Choice):
            return answer if world.listed(answer, actor) else None
        roll = world.stack[-1]
        assert isinstance(roll, Roll)
        return answer if roll.allows(world, answer) else None

    def _compared(self, actor: str, step: Step, twin: Step) -> Problems:
        setting = step.state.setting
        if ears(step.events, self.seat, setting) != ears(twin.events, self.seat, setting):
            self.parted = True
            if actor == self.seat and not (step.barrier and twin.barrier):
                yield f"{actor} was told something new and could still undo, here or where it comes out otherwise"
            return
        difference = seen_difference(step.state, twin.state, self.seat)
        if not difference and actor == self.seat and step.barrier != twin.barrier:
            difference = f"{actor} could undo in one world and not in the other"
        if difference:
            self.parted = True
            yield f"a hidden difference shows: {difference}"


def sampled(game: Game, state: State, seat: str, rng: Random) -> tuple[State | None, str]:
    """A world made from a seat's view that is not the true one, if there is any, and what is wrong with it. [D21]"""
    truth = state.to_json()
    for _ in range(DRAWN):
        world = game.sample(state.view(seat), rng)
        difference = seen_difference(state, world, seat)
        if difference:
            return world, f"a sampled world does not fit the view: {difference}"
        if world.to_json() != truth:
            return world, ""
    return None, ""


# -- who may see an outcome


def audience_respected(before: State, outcome: Outcome, step: Step) -> Problems:
    """Whoever may not see a roll hears neither its faces nor the item drawn. [D9]"""
    for seat in _outsiders(before):
        for event in heard(step.events, seat):
            if _names(event, outcome, before.setting):
                yield f"{seat} may not see {outcome.text()!r} and hears: {event.say(before.setting)}"


def outcomes_look_alike(before: State, outcome: Outcome, step: Step, rng: Random) -> Problems:
    """To whoever may not see a roll, another outcome looks the same, unless its result was told. [D9]"""
    outsiders = _outsiders(before)
    if not outsiders:
        return
    other = before.apply(rng.choice(before.odds())[0])
    for seat in outsiders:
        if ears(step.events, seat, before.setting) == ears(other.events, seat, before.setting):
            difference = seen_difference(step.state, other.state, seat)
            if difference:
                yield f"{seat} may not see {outcome.text()!r} and can tell: {difference}"


def _outsiders(state: State) -> list[str]:
    roll = state.stack[-1]
    if not isinstance(roll, Roll) or roll.to is None:
        return []
    return [seat for seat in state.setting.seats if seat not in roll.to]


def lanes_are_silent(before: State, actor: str, choice: Choice, step: Step, rng: Random) -> Problems:
    """Until every lane is ready, nobody can tell what was said in another's. [D1]"""
    frame = before.stack[-1]
    if not isinstance(frame, Together) or not _still_open(frame, step.state):
        return
    other = rng.choice(list(before.choices(seat=actor)))
    if frame.is_ready(other) != frame.is_ready(choice):
        return
    instead = before.apply(other, actor)
    for seat in before.setting.seats:
        if seat != actor and ears(step.events, seat, before.setting) != ears(instead.events, seat, before.setting):
            yield f"{seat} hears what {actor} plans in secret"
        elif seat != actor and (difference := seen_difference(step.state, instead.state, seat)):
            yield f"{seat} can tell what {actor} plans in secret: {difference}"


def _still_open(frame: Together, after: State) -> bool:
    """Are the same lanes still being asked, rather than those of others after them?"""
    top = after.stack[-1]
    return isinstance(top, Together) and [lane.force for lane in top.lanes] == [lane.force for lane in frame.lanes]


def _names(event: Event, outcome: Outcome, setting: Setting) -> bool:
    """Does an event carry an outcome, in a field or in words? The year of a Rifle '41 is not card 41."""
    carried = msgspec.structs.astuple(event)
    if outcome in carried or (outcome.faces and outcome.faces in carried):
        return True
    said = event.say(setting)
    return outcome.text() in said or outcome.item in re.findall(r"(?<!['\w-])[\w-]+(?:\.\w+)*", said)
