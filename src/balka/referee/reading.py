"""From a file to answers: the game, its position, and the questions one after the other."""

from __future__ import annotations

from pathlib import Path

from balka.referee.adapters import Adapter, Case, find_adapter
from balka.referee.answers import Asked, Report
from balka.referee.common import COMMON
from balka.referee.document import Desk, Entry, Mistake, Mistakes, nearest, parse_document, read_document
from balka.referee.playing import play

SHARED = ("game", "title", "questions")
BESIDE = ("after", "turn", "seen_by")
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
    fields = whole.fields((*SHARED, *adapter.fields), ("questions",))
    case = adapter.read(fields, whole)
    whole.desk.stop_if_wrong()
    answers = tuple(_answers(case, adapter, fields["questions"]))
    with whole.desk.gather():
        case.ground.complain_of_unused()
    whole.desk.stop_if_wrong()
    title = fields["title"].text() if "title" in fields else ""
    return Report(game, title, tuple(whole.desk.warnings), answers).citing(adapter.same_rules)


def _answers(case: Case, adapter: Adapter, questions: Entry) -> list[Asked]:
    known = {**COMMON, **adapter.questions}
    found = []
    for number, entry in enumerate(questions.items(), start=1):
        with entry.desk.gather():
            kind, value = _kind(entry, tuple(known))
            there = _beside(case, entry)
            found.append(Asked(number, entry.line, kind, value.plain(), known[kind](there, value)))
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


def _beside(case: Case, entry: Entry) -> Case:
    """The position a question is about: after some play, at another's turn, as one side knows it."""
    pairs = entry.pairs()
    state = case.state
    if "turn" in pairs:
        state = case.adapter.on_turn(state, pairs["turn"].one_of(tuple(state.setting.forces)))
    if "after" in pairs:
        state, _ = play(case.with_state(state), pairs["after"])
    if "seen_by" in pairs:
        state = state.view(pairs["seen_by"].one_of(state.setting.seats))
    return case.with_state(state)
