"""Questions every game answers: what is legal, why not, what a choice would cost and risk, what happens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import to_builtins

from balka.core.checks import span
from balka.core.choices import Choice, Facing, IllegalChoiceError, Refusal, Token, slot_kinds
from balka.core.describing.document import Entry, nearest
from balka.core.frames import CHANCE, Quote
from balka.core.state import State
from balka.referee.adapters import Case, Question
from balka.referee.answers import Answer, check_rows, fraction_words, refusal_values, tally_rows
from balka.referee.forms import Form, lines, sentence, spoken
from balka.referee.playing import Refused, due, now_values, play
from balka.referee.sentences import line_of

ALL = "all"


def legal_choices(case: Case, entry: Entry) -> Answer:
    """Everything that may be said now, or what one unit may do."""
    state = case.state
    if not state.asks:
        return Answer("Nobody has a choice: nothing more is asked", (), {"seat": None, "count": 0, "choices": []})
    if state.asks[0].seat == CHANCE:
        return _chance(state)
    subject = case.ground.label(entry, entry.text()) if not case.known.is_unit(entry.text()) else entry.text()
    if subject == ALL and len(state.asks) > 1:
        return _together(state)
    choices = list(state.choices() if subject == ALL else _below(state, entry, subject))
    sentences = [state.text(choice) for choice in choices]
    whose = state.asks[0].seat
    head = f"{len(sentences)} choice{'' if len(sentences) == 1 else 's'} for {whose}"
    return Answer(head, tuple(_folded(state, choices)), {"seat": whose, "count": len(sentences), "choices": sentences})


def _together(state: State) -> Answer:
    """Several decide at the same time: what each may say, with who says it in front."""
    listed = [(ask.seat, list(state.choices(seat=ask.seat))) for ask in state.asks]
    sentences = [f"{seat}: {state.text(choice)}" for seat, choices in listed for choice in choices]
    rows = tuple(f"{seat}: {row}" for seat, choices in listed for row in _folded(state, choices))
    seats = [seat for seat, _ in listed]
    values = {"seat": seats[0], "seats": seats, "count": len(sentences), "choices": sentences}
    return Answer(f"{len(sentences)} choices for {' and '.join(seats)}", rows, values)


def _chance(state: State) -> Answer:
    """Nobody has a choice: the dice that are due, or the pile, with what may come."""
    why, odds = state.asks[0].kind, state.odds()
    rows = tuple(f"{outcome.text()}: {fraction_words(chance)}" for outcome, chance in odds)
    outcomes = [outcome.text() for outcome, _ in odds]
    values = {"seat": CHANCE, "count": 0, "choices": [], "due": due(state), "outcomes": outcomes}
    return Answer(f"Chance comes first: {due(state)} for the {why}", rows, values)


def _below(state: State, entry: Entry, subject: str) -> list[Choice]:
    known = {_word(state, node): node for node in state.grow(()) if not isinstance(node, Choice)}
    if subject not in known and not _is_unit(state, subject):
        raise entry.mistake(f"there is no unit or word {subject!r}", nearest(subject, [ALL, *known]))
    return list(state.choices((known[subject],))) if subject in known else []


def _word(state: State, token: Token) -> str:
    """A token as it is written in a file: hexes by their labels."""
    return state.setting.board.labels[token] if isinstance(token, int) else str(token)


def _is_unit(state: State, name: str) -> bool:
    find = getattr(state.position, "find", None)
    return name in getattr(state.position, "units", {}) or (find is not None and find(name) is not None)


def _folded(state: State, choices: list[Choice]) -> list[str]:
    """Sentences that differ only in the facing at their end, on one row."""
    rows: dict[str, list[str]] = {}
    for choice in choices:
        words = state.text(choice).split()
        turns = bool(slot_kinds(type(choice))) and slot_kinds(type(choice))[-1] is Facing
        rows.setdefault(" ".join(words[:-1] if turns else words), []).extend(words[-1:] if turns else [])
    return [f"{row} {'/'.join(facings)}".rstrip() for row, facings in rows.items()]


def why_not(case: Case, entry: Entry) -> Answer:
    """Why a sentence would be refused; sentences joined by `;` are walked one after the other."""
    refusal = _refusal(case, entry)
    if refusal is None:
        return Answer("It is allowed", (), refusal_values(None))
    return Answer(f"No: {refusal.text()}", (), refusal_values(refusal))


def quote(case: Case, entry: Entry) -> Answer:
    """What a choice would cost and risk."""
    refusal = _refusal(case, entry)
    choice = case.state.parse(case.said(entry)) if refusal is None else None
    if not isinstance(choice, Choice):
        refusal = refusal or Refusal("That is chance.", instead="A roll or a draw has no price.")
        return Answer(f"It cannot be said now: {refusal.text()}", (), refusal_values(refusal))
    found: Quote = case.state.quote(choice, line_of(entry).who)
    rows = tally_rows(found.cost, case.game) if found.cost is not None else []
    checks = (*(shown.check for shown in found.forecasts), *found.checks)
    rows += [row for check in checks for row in (check.name, *check_rows(check, case.game))]
    values = {**refusal_values(None), "final": found.final, "warns": list(found.warns),
              "cost": to_builtins(found.cost.to_wire(case.game)) if found.cost is not None else None,
              "checks": [to_builtins(check.to_wire(case.game)) for check in checks]}  # fmt: skip
    cost = f"costs {span(*found.cost.spread)}AP" if found.cost is not None else "has no cost"
    return Answer(f"{entry.text()} {cost}", (*rows, *found.warns), values)


def _refusal(case: Case, entry: Entry) -> Refusal | None:
    """Why the sentences of an entry would be refused, said by whoever the file says."""
    try:
        found: Refusal | None = case.state.why_not(case.said(entry), line_of(entry).who)
    except IllegalChoiceError as problem:
        return problem.refusal
    return found


def not_reached(refused: Refused) -> Answer:
    """A question about a position that play does not lead to."""
    return Answer(f"Not answered: {refused.text()}", (), {"refused": refused.to_wire()})


def what_happens(case: Case, entry: Entry) -> Answer:
    """The given sentences and dice played from the position, up to a line that is refused."""
    played = play(case, entry)
    state, moments, refused = played.state, played.moments, played.refused
    rows = [row for moment in moments for row in moment.rows()]
    standing, units = case.adapter.summary(state)
    now = now_values(state)
    verdict = state.verdict()
    ending = "The game is over" if verdict else "Nothing more is asked in the position described"
    head = f"Then {', '.join(now['waiting_for'])}: {now['prompt']}" if not now["over"] else ending
    head = head if refused is None else f"Stopped: {refused.text()}"
    ended: dict[str, Any] = {"winner": verdict.winner, "text": verdict.text} if verdict else {}
    values = {"steps": [moment.to_wire() for moment in moments], "now": now, "after": units, "verdict": ended or None,
              "refused": refused.to_wire() if refused is not None else None}  # fmt: skip
    return Answer(head, (*rows, "Afterwards:", *standing), values)


COMMON: Mapping[str, Question] = {
    "legal_choices": legal_choices,
    "why_not": why_not,
    "quote": quote,
    "play": what_happens,
}
FORMS: Mapping[str, Form] = {
    "legal_choices": Form({"of": spoken}, alone="of"),
    "why_not": Form({"said": spoken}, alone="said"),
    "quote": Form({"said": sentence}, alone="said"),
    "play": Form({"lines": lines}, alone="lines"),
}
