"""What the coach says, as it is told to browsers: words of choices, counters and hexes they are about."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import nlargest
from random import Random

from balka.bots.coaching import review
from balka.bots.coaching.coaches import coach_of
from balka.bots.coaching.hints import Option, Reason, hint
from balka.bots.coaching.review import LUCK, NOBODY, Change, Given, Mistake, Review
from balka.bots.judging import has_judge
from balka.core.choices import Choice, Hex, UnitId, slot_kinds, write
from balka.core.errors import BalkaError
from balka.core.events import Event
from balka.core.frames import CHANCE
from balka.core.scene.lines import LogLine
from balka.core.state import WATCHER, State
from balka.core.system import System
from balka.server.coach_answers import (
    Advice,
    AdviceReason,
    AdvisedChoice,
    ChanceAt,
    JudgedChange,
    JudgedChoice,
    JudgedMistake,
    JudgedMoment,
    Judgement,
)
from balka.table.history import Replay
from balka.table.nodes import Tree
from balka.table.table import Table

MOMENTS = 3
LINES = 4  # pictures among which the words for a moment are looked for
WORTH_A_BAR = 0.005  # of the chance of winning: a smaller change is not drawn
WORTH_A_WORD = 0.04  # of the chance of winning: a smaller change is no turning point
SEED = 1943  # a game is judged the same way whenever it is looked at


# -- a hint


def advice(table: Table, seat: str, seed: int) -> Advice:
    """What a good player would do at a seat, from what it may know."""
    if table.over or not table.asked(seat):
        raise BalkaError("Nothing is to be decided at this seat now.", "ask when it is your turn")
    if not has_judge(table.start.setting.system):
        raise BalkaError("Nobody can judge choices in this game.", "the rulebook says what is allowed")
    view = table.view(seat)
    view.hear(table.play.log_for(seat))
    found = hint(view, seat, Random(seed))
    return Advice(
        choices=[_advised(view, seat, option) for option in found.options],
        figures=found.figures,
        clear=found.clear,
        waiting=round(found.waiting, 4),
    )


def _advised(view: State, seat: str, option: Option) -> AdvisedChoice:
    return AdvisedChoice(
        text=option.choice.text(view.setting.board),
        words=Tree(view, seat).said_as(option.choice),
        after=round(option.after, 4),
        gain=round(option.gain, 4),
        error=round(option.error, 4),
        reasons=_reasons(option.reasons),
        units=list(_named(view, option.choice, UnitId)),
        hexes=list(_named(view, option.choice, Hex)),
    )


def _reasons(found: tuple[Reason, ...]) -> list[AdviceReason]:
    return [AdviceReason(text=reason.text, gain=round(reason.gain, 3)) for reason in found]


def _named(view: State, choice: Choice, kind: object) -> Iterator[str]:
    """The counters or hexes that a choice names."""
    for value, its in zip(choice.slots(), slot_kinds(type(choice)), strict=True):
        if its is kind:
            yield write(value, its, view.setting.board)


# -- a game that is over


def can_judge(system: System) -> bool:
    """Whether positions of a game have a value in chances."""
    return coach_of(system) is not None


def judgement(table: Table, replay: Replay) -> Judgement:
    """A whole game, judged choice by choice; nothing is said where positions have no value in chances."""
    setting = table.start.setting
    coach = coach_of(setting.system)
    given = list(answers_of(table, replay)) if coach is not None else []
    if coach is None or not given:
        return Judgement(side=setting.sides[0], chances=[], changes=[], sums={}, errors={}, moments=[], mistakes=[])
    found = review.review(given, coach, SEED)
    return Judgement(
        side=found.side,
        chances=[ChanceAt(step=step, chance=round(chance, 4)) for step, chance in found.chances],
        changes=[
            JudgedChange(step=change.step, who=change.who, amount=round(change.amount, 4))
            for change in found.changes
            if abs(change.amount) >= WORTH_A_BAR
        ],
        sums={who: round(amount, 4) for who, amount in found.sums().items()},
        errors={who: round(error, 4) for who, error in found.errors().items()},
        moments=[_moment(replay, change) for change in _turning(found)],
        mistakes=[_mistake(replay, mistake) for mistake in found.mistakes],
    )


def answers_of(table: Table, replay: Replay) -> Iterator[Given]:
    """The answers of a game between its pictures; where no answer was free, nobody gave it."""
    answers, heard = table.play.all_answers, _Heard(table, replay)
    for step, (before, after) in enumerate(zip(replay.moments, replay.moments[1:], strict=False)):
        if after.state is before.state:
            continue
        said = answers[after.answers - 1] if after.answers > before.answers else None
        if said is None:
            yield Given(step, before.state, after.state, "")
        elif said.seat == CHANCE:
            yield Given(step, before.state, after.state, CHANCE)
        else:
            told = heard.until(before.lines, said.seat)
            yield Given(step, before.state, after.state, said.seat, table.read(said.text), told)


class _Heard:
    """What seats had been told by a line of the log of everything."""

    def __init__(self, table: Table, replay: Replay) -> None:
        self._log = replay.log
        self._known = {seat: [event in log for event in replay.log] for seat, log in table.play.heard.items()}

    def until(self, lines: int, seat: str) -> tuple[Event, ...]:
        return tuple(event for event, known in zip(self._log[:lines], self._known[seat][:lines], strict=True) if known)


def _turning(found: Review) -> list[Change]:
    """What changed the chance most, in the order in which it happened: dice, and mistakes that are certain."""
    wrong = {mistake.step for mistake in found.mistakes}
    own = (change for change in found.changes if change.who == LUCK or (change.who != NOBODY and change.step in wrong))
    most = nlargest(MOMENTS, own, key=lambda change: abs(change.amount))
    return sorted((change for change in most if abs(change.amount) >= WORTH_A_WORD), key=lambda change: change.step)


def _moment(replay: Replay, change: Change) -> JudgedMoment:
    """In the words of the log; not every answer is told by itself."""
    steps = range(change.step, min(change.step + LINES, len(replay.moments)))
    told = next(filter(None, (_told(replay, step) for step in steps)), [])
    links = told[0].links if told else []
    return JudgedMoment(
        step=change.step,
        who=change.who,
        amount=round(change.amount, 4),
        text="; ".join(line.text for line in told),
        label=_turn(replay, change.step),
        units=[link.unit for link in links if link.unit],
        hexes=[link.hex for link in links if link.hex],
    )


def _told(replay: Replay, step: int) -> list[LogLine]:
    """What the log said of an answer, the beginning of it."""
    before, after = replay.at(step), replay.at(min(step + 1, len(replay.moments) - 1))
    return [event.line(before.state.setting) for event in replay.log[before.lines : after.lines]][:2]


def _turn(replay: Replay, step: int) -> str:
    state = replay.at(step).state
    return state.setting.system.scene(state, WATCHER).turn.label


def _mistake(replay: Replay, mistake: Mistake) -> JudgedMistake:
    view = replay.at(mistake.step).state.view(mistake.seat)
    return JudgedMistake(
        step=mistake.step,
        side=view.setting.side_of(mistake.seat),
        label=_turn(replay, mistake.step),
        played=_judged(view, mistake.seat, mistake.played),
        better=_judged(view, mistake.seat, mistake.better.choice),
        choice=mistake.better.choice.text(view.setting.board),
        loss=round(mistake.loss, 4),
        error=round(mistake.error, 4),
        reasons=_reasons(mistake.better.reasons),
    )


def _judged(view: State, seat: str, choice: Choice) -> JudgedChoice:
    return JudgedChoice(
        words=Tree(view, seat).said_as(choice),
        units=list(_named(view, choice, UnitId)),
        hexes=list(_named(view, choice, Hex)),
    )
