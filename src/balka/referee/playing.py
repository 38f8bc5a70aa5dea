"""What happens: sentences and dice played one after the other, as the lines of a record."""

from __future__ import annotations

import re
from typing import Any

from msgspec import Struct, to_builtins

from balka.core.choices import Choice, IllegalChoiceError, Refusal
from balka.core.describing.document import Entry, Mistake, Mistakes
from balka.core.dice import Outcome, dice, read_outcome
from balka.core.errors import BalkaError
from balka.core.events import Told
from balka.core.forced import forced
from balka.core.frames import CHANCE, Roll
from balka.core.state import State
from balka.referee.adapters import Case
from balka.referee.answers import INDENT, check_rows, tally_rows
from balka.referee.sentences import Line, line_of


class PlayedAnswer(Struct, frozen=True):
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
        lines = [{**to_builtins(told.event.line(self.state.setting)), "only_for": told.to} for told in self.told]
        return {"line": self.line, "who": self.who, "said": self.said, "forced": not self.line, "events": lines}


def event_rows(told: Told, state: State) -> list[str]:
    """What happened, with the rule and the working behind it."""
    line = told.event.line(state.setting)
    cites = f" [{', '.join(line.rules)}]" if line.rules else ""
    only = f" (only {', '.join(told.to)} may know)" if told.to is not None else ""
    check, tally = getattr(told.event, "check", None), getattr(told.event, "tally", None)
    game = state.setting.game
    working = check_rows(check, game) if check is not None else tally_rows(tally, game) if tally is not None else []
    return [f"{line.text}{cites}{only}", *(f"{INDENT}{row}" for row in working)]


class Refused(Struct, frozen=True):
    """A line that could not be played: where it stands, what it said, and why not."""

    line: int
    said: str
    refusal: Refusal

    def text(self) -> str:
        return f"line {self.line}, {self.said!r}, is refused: {self.refusal.text()}"

    def to_wire(self) -> dict[str, Any]:
        return {"line": self.line, "said": self.said, "reason": self.refusal.sentence, "rule": self.refusal.rule,
                "instead": self.refusal.instead}  # fmt: skip


class Played(Struct, frozen=True):
    """How far a script came: the state then, every answer on the way, and the line that was refused, if any."""

    state: State
    moments: list[PlayedAnswer]
    refused: Refused | None = None


def play(case: Case, entry: Entry) -> Played:
    """Play every line up to one that is refused.

    Answers without an alternative are given by themselves, as long as the phase or the turn lasts.
    """
    state: State = case.state
    unknown = case.adapter.must_be_known(state)
    if unknown:
        raise entry.mistake(f"nothing can be played: {unknown}", "say what it is, or ask for ranges only")
    moments: list[PlayedAnswer] = []
    further = case.adapter.going_on(state)
    if further is not None:
        moments.append(PlayedAnswer(0, CHANCE, "nothing is asked in this phase", further.events, further.state))
        state = further.state
    for item in entry.one_or_more():
        try:
            state = _play_line(case.with_state(state), item, moments)
        except (Mistake, Mistakes):
            raise
        except BalkaError as problem:
            last = moments[-1].state if moments else state
            return Played(last, moments, Refused(item.line, line_of(item).said, refusal_of(problem)))
    span = case.adapter.span(state)
    while case.adapter.span(state) == span and (found := forced(state)):
        state = _take(state, 0, found[0].seat, found[1], moments)
    return Played(state, moments)


def _play_line(case: Case, entry: Entry, moments: list[PlayedAnswer]) -> State:
    state, line = case.state, line_of(entry)
    said = case.spelt(entry, line.said)
    while (sole := forced(state)) and state.text(sole[1]).lower() != said.lower():
        state = _take(state, 0, sole[0].seat, sole[1], moments)
    if not state.asks:
        raise IllegalChoiceError(Refusal("Nothing more is asked.", state.setting.system.order, "Leave the line out."))
    answer = _answer(state, said, line)
    asked = line.who or (CHANCE if isinstance(answer, Outcome) else state.asks[0].seat)
    return _take(state, entry.line, asked, answer, moments)


def refusal_of(problem: BalkaError) -> Refusal:
    """The reason in an error."""
    if isinstance(problem, IllegalChoiceError):
        return problem.refusal
    return Refusal(problem.message, instead=problem.instead or "")


def _take(state: State, line: int, seat: str, answer: Choice | Outcome, moments: list[PlayedAnswer]) -> State:
    step = state.apply(answer, seat)
    moments.append(PlayedAnswer(line, seat, state.text(answer), step.events, step.state))
    return step.state


def _answer(state: State, said: str, line: Line) -> Choice | Outcome:
    roll = state.stack[-1]
    if isinstance(roll, Roll) and not line.is_dice:
        first = f"First comes chance, the {roll.why}."
        raise IllegalChoiceError(Refusal(first, state.setting.system.order, example(roll, state)))
    if not isinstance(roll, Roll) and line.is_dice:
        who = state.asks[0].seat
        rule = state.setting.system.order
        raise IllegalChoiceError(Refusal("No dice are to be rolled now.", rule, f"{who} decides: {prompt_of(state)}"))
    if isinstance(roll, Roll):
        return _outcome(roll, state, said.lower())
    return state.setting.grammar.parse(said, state.setting.board)


def example(roll: Roll, state: State) -> str:
    """One way in which the dice may fall."""
    odds = roll.odds(state)
    return f"For example '{odds[0][0].text()}'." if odds else ""


def _outcome(roll: Roll, state: State, said: str) -> Outcome:
    """Dice as rolled or by their sum, `2d6 =9`; a draw by the item or by the end of its name."""
    if said.startswith("draw"):
        return _drawn(roll, state, said)
    outcome = read_outcome(said)
    if not outcome.source.endswith("=") or outcome.source == roll.dice:
        return outcome
    return next(possible for possible in dice(outcome.source[:-1]).outcomes if possible.total == outcome.total)


def _drawn(roll: Roll, state: State, said: str) -> Outcome:
    """`draw soft pinned` means soft_pinned, `draw blue Good Intelligence` the chit good-intelligence."""
    _, source, *words = said.split()
    wanted = re.sub("[^a-z0-9]+", " ", " ".join(words)).strip()
    items = [possible.item for possible, _ in roll.odds(state) if possible.item]
    names = {item: re.sub("[^a-z0-9]+", " ", item.lower()) for item in items}
    exact = [item for item, name in names.items() if name == wanted]
    ending = [item for item, name in names.items() if name.endswith(f" {wanted}")]
    found = exact or ending
    return Outcome(source, item=found[0] if len(found) == 1 else " ".join(words))


def prompt_of(state: State) -> str:
    """What whoever is asked is to do now."""
    ask = state.asks[0]
    if ask.seat == CHANCE:
        return f"{due(state)} for the {ask.kind}"
    return state.stack[-1].prompt(state, ask.seat) or ask.kind


def due(state: State) -> str:
    """What chance is to do: the dice to be rolled, or the pile to be drawn from."""
    roll = state.stack[-1]
    assert isinstance(roll, Roll)
    return f"roll {roll.dice.rstrip('=')}" if roll.dice else f"draw {roll.bag}"


def now_values(state: State) -> dict[str, Any]:
    """What the game waits for."""
    if not state.asks:
        return {"over": True, "waiting_for": [], "kind": "", "prompt": ""}
    seats = [ask.seat for ask in state.asks]
    return {"over": False, "waiting_for": seats, "kind": state.asks[0].kind, "prompt": prompt_of(state)}
