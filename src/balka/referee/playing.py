"""What happens: sentences and dice played one after the other, as the lines of a record."""

from __future__ import annotations

import re
from typing import Any

from msgspec import Struct

from balka.core.choices import Choice, IllegalChoiceError
from balka.core.dice import Outcome, dice, read_outcome
from balka.core.events import Told
from balka.core.frames import CHANCE, Roll
from balka.core.state import State, forced
from balka.referee.adapters import Case
from balka.referee.answers import INDENT, check_rows, tally_rows
from balka.referee.document import Entry

_LINE = re.compile(r"(?:(?P<who>\w+):\s+)?(?P<said>.+)")
_DICE = re.compile(r"(\d*d\d+|\d+c\d+|draw)\b", re.IGNORECASE)


class Moment(Struct, frozen=True):
    """One answer and what it led to; `line` is 0 for an answer that had no alternative."""

    line: int
    who: str
    said: str
    told: tuple[Told, ...]
    state: State

    def rows(self) -> list[str]:
        mark = "" if self.line else "  (no alternative)"
        rows = [f"{self.who}: {self.said}{mark}"]
        for told in self.told:
            rows += [f"{INDENT}{row}" for row in event_rows(told, self.state)]
        return rows

    def to_wire(self) -> dict[str, Any]:
        lines = [told.event.line(self.state.setting) | {"only_for": told.to} for told in self.told]
        return {"line": self.line, "who": self.who, "said": self.said, "forced": not self.line, "events": lines}


def event_rows(told: Told, state: State) -> list[str]:
    """What happened, with the rule and the working behind it."""
    line = told.event.line(state.setting)
    rules = line["rules"]
    cites = f" [{', '.join(rules)}]" if isinstance(rules, list) and rules else ""
    only = f" (only {', '.join(told.to)} may know)" if told.to is not None else ""
    check, tally = getattr(told.event, "check", None), getattr(told.event, "tally", None)
    working = check_rows(check) if check is not None else tally_rows(tally) if tally is not None else []
    return [f"{line['text']}{cites}{only}", *(f"{INDENT}{row}" for row in working)]


def play(case: Case, entry: Entry) -> tuple[State, list[Moment]]:
    """Play every line; answers without an alternative are given by themselves, to the end of the turn."""
    state: State = case.state
    unknown = case.adapter.must_be_known(state)
    if unknown:
        raise entry.mistake(f"nothing can be played: {unknown}", "say what it is, or ask for ranges only")
    moments: list[Moment] = []
    for item in entry.one_or_more():
        state = _play_line(state, item, moments)
    turn = state.turn
    while state.turn == turn and (found := forced(state)):
        state = _take(state, 0, found[0].seat, found[1], moments)
    return state, moments


def _play_line(state: State, entry: Entry, moments: list[Moment]) -> State:
    found = _LINE.fullmatch(" ".join(entry.text().split()))
    assert found is not None
    who, said = found["who"], found["said"]
    if who is not None and who not in (*state.setting.seats, CHANCE):
        raise entry.mistake(f"nobody here is called {who!r}", f"one of {', '.join((*state.setting.seats, CHANCE))}")
    while (sole := forced(state)) and state.text(sole[1]).lower() != said.lower():
        state = _take(state, 0, sole[0].seat, sole[1], moments)
    if not state.asks:
        raise entry.mistake(f"{said!r}: the game is over", "leave the line out")
    with entry.blamed():
        answer = _answer(state, entry, said)
        asked = who or (CHANCE if isinstance(answer, Outcome) else state.asks[0].seat)
        try:
            return _take(state, entry.line, asked, answer, moments)
        except IllegalChoiceError as problem:
            rule = state.setting.system.same_rules.get(problem.refusal.rule, problem.refusal.rule)
            cite = f" [{rule}]" if rule else ""
            raise entry.mistake(f"{said!r}: {problem.refusal.sentence}{cite}", problem.refusal.instead) from problem


def _take(state: State, line: int, seat: str, answer: Choice | Outcome, moments: list[Moment]) -> State:
    step = state.apply(answer, seat)
    moments.append(Moment(line, seat, state.text(answer), step.events, step.state))
    return step.state


def _answer(state: State, entry: Entry, said: str) -> Choice | Outcome:
    roll = state.stack[-1]
    is_dice = _DICE.match(said) is not None
    if isinstance(roll, Roll) and not is_dice:
        raise entry.mistake(f"{said!r}: first comes chance, the {roll.why}", _example(roll, state))
    if not isinstance(roll, Roll) and is_dice:
        ask = state.asks[0]
        raise entry.mistake(f"{said!r}: no dice are to be rolled now", f"{ask.seat} decides: {prompt_of(state)}")
    if isinstance(roll, Roll):
        return _outcome(roll, said)
    return state.setting.grammar.parse(said, state.setting.board)


def _example(roll: Roll, state: State) -> str:
    return f"for example '{roll.odds(state)[0][0].text()}'"


def _outcome(roll: Roll, said: str) -> Outcome:
    """Dice as rolled; `2d6 =9` stands for any faces of that sum."""
    outcome = read_outcome(said.lower())
    if not outcome.source.endswith("=") or outcome.source == roll.dice:
        return outcome
    fitting = [one for one in dice(outcome.source[:-1]).outcomes if one.total == outcome.total]
    return fitting[0]


def prompt_of(state: State) -> str:
    """What whoever is asked is to do now."""
    ask = state.asks[0]
    if ask.seat == CHANCE:
        return f"roll for the {ask.kind}"
    return state.stack[-1].prompt(state, ask.seat) or ask.kind


def now_values(state: State) -> dict[str, Any]:
    """What the game waits for."""
    if not state.asks:
        return {"over": True, "waiting_for": [], "kind": "", "prompt": ""}
    seats = [ask.seat for ask in state.asks]
    return {"over": False, "waiting_for": seats, "kind": state.asks[0].kind, "prompt": prompt_of(state)}
