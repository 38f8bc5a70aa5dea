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
from balka.core.records import Answer
from balka.core.state import State
from balka.table.draft import By, Draft
from balka.table.orders import Order
from balka.table.plays import Play, Thrown


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


def kept(play: Play, orders: dict[str, tuple[Order, ...]], dice_from: int) -> bytes:
    """A game, the standing orders and the first roll that was the table's own; its state is that below the draft."""
    numbers: dict[int, int] = {}
    facts: list[tuple[str, Raw]] = []
    for event in (event for log in play.heard.values() for event in log):
        if id(event) not in numbers:
            numbers[id(event)] = len(facts)
            facts.append((_kind(type(event)), Raw(msgspec.json.encode(event))))
    heard = {seat: [numbers[id(event)] for event in log] for seat, log in play.heard.items()}
    found = Kept(
        facts, heard, play.told_by, play.answers, play.thrown, play.rolls, play.resigned, play.closed, orders,
        dice_from, play.since, _said(play.draft),
    )  # fmt: skip
    return msgspec.json.encode(found)


def brought_back(text: bytes, state: State) -> tuple[Play, dict[str, tuple[Order, ...]], int]:
    """The same again; an error where a fact is not understood any more."""
    try:
        found = msgspec.json.decode(text, type=Kept)
        events = [msgspec.json.decode(fields, type=_kinds()[name]) for name, fields in found.facts]
    except (msgspec.MsgspecError, KeyError) as problem:
        raise BalkaError(f"what was kept of this game is not understood: {problem}") from problem
    play = Play(
        _drafted(state, found.said),
        {seat: tuple([events[n] for n in log]) for seat, log in found.heard.items()},
        found.told_by, found.answers, found.thrown, found.rolls, found.resigned, found.closed,
        found.since,
    )  # fmt: skip
    return play, found.orders, found.dice_from


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
