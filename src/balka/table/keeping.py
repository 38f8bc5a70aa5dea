"""A whole game kept: where it stands, what each seat has heard, and what its record will say.

A table that is opened again goes on from there instead of playing everything again. Facts are kept by the name of their
kind, each once however many seats have heard it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import msgspec
from msgspec import Raw, Struct

from balka.core.errors import BalkaError
from balka.core.events import Event
from balka.core.records import Answer, EarlyEnd
from balka.core.state import State
from balka.table.agreeing import Proposals
from balka.table.draft import By, Draft
from balka.table.orders import Order
from balka.table.plays import Play, Reopening, Thrown


class Beside(Struct, frozen=True):
    """What a table knows beside its game: standing orders, the first roll of its own, what people have asked each other
    for, whether they have adjourned, and who sits where if that has changed."""

    orders: dict[str, tuple[Order, ...]]
    dice_from: int
    proposals: Proposals = {}
    adjourned: bool = False
    players: dict[str, str] = {}


class KeptReopening(Struct, frozen=True):
    """The last final choice, and the draft before it: the state below it, and what had been said."""

    seat: str
    state: Raw
    said: list[tuple[str, str, By]]
    choice: str
    heard: dict[str, int]
    answers: int
    closed: dict[str, str]
    since: dict[str, int]


class Kept(Struct, frozen=True):
    """A game without its state. `heard` counts in `facts`, which have the name of their kind and their fields; `said`
    is what is being drafted: seat, sentence, and who gave the answer."""

    facts: list[tuple[str, Raw]]
    heard: dict[str, list[int]]
    told_by: dict[str, tuple[str, ...]]
    answers: tuple[Answer, ...]
    thrown: tuple[Thrown, ...]
    rolls: int
    resigned: str
    closed: dict[str, str]
    orders: dict[str, tuple[Order, ...]]
    dice_from: int
    since: dict[str, int] = {}
    said: list[tuple[str, str, By]] = []
    early: EarlyEnd | None = None
    decided: dict[str, int] = {}
    reopening: KeptReopening | None = None
    proposals: Proposals = {}
    adjourned: bool = False
    players: dict[str, str] = {}


def kept(play: Play, beside: Beside) -> bytes:
    """A game and what its table knows beside it; its state is that below the draft."""
    numbers: dict[int, int] = {}
    facts: list[tuple[str, Raw]] = []
    for event in (event for log in play.heard.values() for event in log):
        if id(event) not in numbers:
            numbers[id(event)] = len(facts)
            facts.append((_kind(type(event)), Raw(msgspec.json.encode(event))))
    heard = {seat: [numbers[id(event)] for event in log] for seat, log in play.heard.items()}
    found = Kept(
        facts, heard, play.told_by, play.answers, play.thrown, play.rolls, "", play.closed, beside.orders,
        beside.dice_from, play.since, _said(play.draft), play.early, play.decided, _kept_reopening(play.reopening),
        beside.proposals, beside.adjourned, beside.players,
    )  # fmt: skip
    return msgspec.json.encode(found)


def brought_back(text: bytes, state: State) -> tuple[Play, Beside]:
    """The same again; an error where a fact is not understood any more."""
    try:
        found = msgspec.json.decode(text, type=Kept)
        events = [msgspec.json.decode(fields, type=_kinds()[name]) for name, fields in found.facts]
    except (msgspec.MsgspecError, KeyError) as problem:
        raise BalkaError(f"what was kept of this game is not understood: {problem}") from problem
    play = Play(
        _drafted(state, found.said),
        {seat: tuple([events[n] for n in log]) for seat, log in found.heard.items()},
        found.told_by, found.answers, found.thrown, found.rolls, found.early or _resigned(found.resigned),
        found.closed, found.since, found.decided, _reopening(found.reopening, state),
    )  # fmt: skip
    return play, Beside(found.orders, found.dice_from, found.proposals, found.adjourned, found.players)


def _resigned(seat: str) -> EarlyEnd | None:
    """How earlier versions kept that somebody gave up."""
    return EarlyEnd("resign", seat) if seat else None


def _kept_reopening(back: Reopening | None) -> KeptReopening | None:
    if back is None:
        return None
    base = back.draft.base
    return KeptReopening(
        back.seat, Raw(base.to_json()), _said(back.draft), base.text(back.choice), back.heard, back.answers,
        back.closed, back.since,
    )  # fmt: skip


def _reopening(back: KeptReopening | None, state: State) -> Reopening | None:
    if back is None:
        return None
    setting = state.setting
    draft = _drafted(State.from_json(setting, bytes(back.state)), back.said)
    choice = setting.grammar.parse(back.choice, setting.board)
    return Reopening(back.seat, draft, choice, back.heard, back.answers, back.closed, back.since)


def _said(draft: Draft) -> list[tuple[str, str, By]]:
    board = draft.base.setting.board
    return [(said.seat, said.choice.text(board), said.by) for said in draft.said]


def _drafted(state: State, answers: list[tuple[str, str, By]]) -> Draft:
    """The draft again, every answer said as it was."""
    draft, setting = Draft.at(state), state.setting
    for seat, text, by in answers:
        draft, _ = draft.say(seat, setting.grammar.parse(text, setting.board), by)
    return draft


def _kind(cls: type[Event]) -> str:
    return f"{cls.__module__}.{cls.__qualname__}"


@cache
def _kinds() -> dict[str, type[Event]]:
    """Every kind of fact by its name: games are loaded before any of theirs is opened."""
    return {_kind(cls): cls for cls in _below(Event)}


def _below(cls: type[Event]) -> Iterator[type[Event]]:
    for kind in cls.__subclasses__():
        yield kind
        yield from _below(kind)
