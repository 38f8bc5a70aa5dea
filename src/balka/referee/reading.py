"""From a file to answers: the game, its position, and the questions one after the other."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from balka.core.describing.document import Desk, Entry, Mistake, Mistakes, nearest, parse_document, read_document
from balka.referee.adapters import Adapter, Case, find_adapter
from balka.referee.answers import Asked, Report
from balka.referee.common import COMMON, FORMS, not_reached
from balka.referee.forms import Check, Known, lines, side
from balka.referee.playing import Refused, play

SHARED = ("game", "title", "questions")
BESIDE: dict[str, Check] = {"after": lines, "turn": side, "seen_by": side}
"""what may stand beside a question: sentences played first, whose turn it is, through whose eyes it is seen"""


def referee_file(path: Path) -> Report:
    """Every question of a file answered, or every mistake in it told."""
    try:
        return _report(read_document(path))
    except Mistake as mistake:
        raise Mistakes([mistake]) from mistake


def referee_text(text: str, name: str = "text") -> Report:
    """The same for a file that is at hand as text."""
    try:
        return _report(parse_document(text, Desk(name)))
    except Mistake as mistake:
        raise Mistakes([mistake]) from mistake


def _report(whole: Entry) -> Report:
    pairs = whole.pairs()
    if "game" not in pairs:
        raise whole.mistake("the file does not say which game it is about", "begin with `game: sos`")
    game, adapter = find_adapter(pairs["game"])
    fields = whole.desk.attempt(lambda: whole.fields((*SHARED, *adapter.positions.fields)), NO_FIELDS)
    with whole.desk.gather():
        whole.fields(tuple(whole.pairs()), ("questions",))
    title = whole.desk.attempt(fields["title"].text, "") if "title" in fields else ""
    known = adapter.known(fields, whole)
    case = _position(adapter, fields, whole, known)
    asked = _asked(adapter, known, fields["questions"]) if "questions" in fields else []
    answers = tuple(_answers(case, adapter, asked)) if case is not None else ()
    with whole.desk.gather():
        known.ground.complain_of_unused(_words(fields) if case is None else frozenset())
    whole.desk.stop_if_wrong()
    return Report(game, title, answers)


NO_FIELDS: dict[str, Entry] = {}


def _position(adapter: Adapter, fields: dict[str, Entry], whole: Entry, known: Known) -> Case | None:
    """The position, or nothing where the file has mistakes, which are noted."""
    try:
        state = adapter.positions.state(fields, whole, known.ground)
    except Mistake as mistake:
        whole.desk.mistakes.append(mistake)
    except Mistakes as several:
        whole.desk.mistakes += several.mistakes
    return None if whole.desk.mistakes else Case(adapter, state, known)


def _words(fields: dict[str, Entry]) -> frozenset[str]:
    """Every word beside the board: any of them may be a mark in a part of the file that cannot be read."""
    plain = [entry.plain() for name, entry in fields.items() if name not in ("board", "title")]
    return frozenset(re.findall(r"[^\s,>/'\[\]{}:\"]+", str(plain)))


class Ready(NamedTuple):
    """A question whose wording has been looked through."""

    number: int
    entry: Entry
    kind: str
    value: Entry


def _asked(adapter: Adapter, known: Known, questions: Entry) -> list[Ready]:
    """The questions without a slip; the slips of the others are noted."""
    forms = {**FORMS, **adapter.forms}
    found = []
    for number, entry in enumerate(questions.desk.attempt(questions.items, []), start=1):
        before = len(entry.desk.mistakes)
        with entry.desk.gather():
            kind, value = _kind(entry, (*COMMON, *adapter.questions))
            _check_beside(known, entry)
            forms[kind].check(known, value)
            if len(entry.desk.mistakes) == before:
                found.append(Ready(number, entry, kind, value))
    return found


def _check_beside(known: Known, entry: Entry) -> None:
    for name, value in entry.pairs().items():
        if name in BESIDE:
            with entry.desk.gather():
                BESIDE[name](known, value)


def _answers(case: Case, adapter: Adapter, asked: list[Ready]) -> list[Asked]:
    known = {**COMMON, **adapter.questions}
    found = []
    for number, entry, kind, value in asked:
        with entry.desk.gather(), value.blamed():
            there, refused = _beside(case, entry)
            answer = known[kind](there, value) if refused is None else not_reached(refused)
            found.append(Asked(number, entry.line, kind, value.plain(), answer))
    return found


def _kind(entry: Entry, known: tuple[str, ...]) -> tuple[str, Entry]:
    """The one question an entry asks."""
    pairs = entry.pairs()
    kinds = [name for name in pairs if name not in BESIDE]
    for name in kinds:
        if name not in known:
            raise pairs[name].mistake(f"there is no question {name!r}", nearest(name, known))
    if len(kinds) != 1:
        raise entry.mistake("each entry asks one question", f"for example `- {known[0]}: all`")
    return kinds[0], pairs[kinds[0]]


def _beside(case: Case, entry: Entry) -> tuple[Case, Refused | None]:
    """The position a question is about: after some play, at another's turn, as one side knows it."""
    pairs = entry.pairs()
    state = case.state
    if "turn" in pairs:
        state = case.adapter.on_turn(state, pairs["turn"].one_of(tuple(state.setting.forces)))
    if "after" in pairs:
        played = play(case.with_state(state), pairs["after"])
        if played.refused is not None:
            return case, played.refused
        state = played.state
    if "seen_by" in pairs:
        state = state.view(pairs["seen_by"].one_of(state.setting.seats))
    return case.with_state(state), None
