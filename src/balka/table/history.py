"""History: a game told again step by step, as one seat saw it while it was played, or in full once it is over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct, structs

from balka.core import records
from balka.core.dice import read_outcome
from balka.core.errors import BalkaError
from balka.core.events import Event
from balka.core.frames import CHANCE, Together
from balka.core.records import Answer, EarlyEnd, Walker
from balka.core.state import State
from balka.table import plays
from balka.table.plays import Play

ALL = "all"  # the view of whoever may know everything


class ReplayMoment(Struct, frozen=True):
    """One picture of a replay: the state, how many lines had been heard, how many answers had been given."""

    state: State
    lines: int
    answers: int


class Replay(Struct, frozen=True):
    """A game as one pair of eyes saw it: pictures in order, and all that was heard."""

    view: str
    moments: tuple[ReplayMoment, ...]
    log: tuple[Event, ...]
    actors: tuple[str, ...]

    def at(self, number: int) -> ReplayMoment:
        if not 0 <= number < len(self.moments):
            raise BalkaError(f"There is no step {number} in this replay.", f"0 to {len(self.moments) - 1}")
        return self.moments[number]

    def drawn(self, number: int) -> State:
        """The state of a picture as its viewer may know it."""
        state = self.at(number).state
        return state if self.view == ALL else state.view(self.view)


class HistoryStep(Struct, frozen=True):
    """What the play was after one answer; the logs are counted, not kept."""

    play: Play
    lines: dict[str, int]
    answers: int


class History:
    """The steps of a game, made again from its answers.

    Undone answers are no part of it. A seat gets no picture of another's draft: only what it was shown in play.
    """

    def __init__(self, start: State) -> None:
        self._play = plays.begin(start)
        self._steps = [_step(self._play)]
        self._answers: tuple[Answer, ...] = ()

    def follow(self, answers: tuple[Answer, ...]) -> bool:
        """Go on to these answers; false when they do not begin like those told so far."""
        known = len(self._answers)
        if answers[:known] != self._answers:
            return False
        for answer in answers[known:]:
            for play in _with_forced(self._play):
                self._take(play)
            self._take(_said(self._play, answer))
        self._answers = answers
        return True

    def _take(self, play: Play) -> None:
        self._play = play
        self._steps.append(_step(play))

    def end(self, early: EarlyEnd | None = None) -> Play:
        """The play when nothing more happens by itself; people may have ended it then."""
        play = [self._play, *_with_forced(self._play)][-1]
        return plays.end(play, early) if early else play

    def replay(self, seat: str, now: Play) -> Replay:
        """What a seat, or a watcher, saw until now, and nothing else."""
        steps = [*self._steps, *self._tail(now)]
        moments = [_moment(steps[0], seat)]
        for step in steps[1:]:
            moment = _moment(step, seat)
            if not _same(moments[-1], moment, seat, step.play):
                moments.append(moment)
        return Replay(seat, tuple(moments), now.log_for(seat), now.actors_for(seat))

    def _tail(self, now: Play) -> list[HistoryStep]:
        """Forced answers since the last free one: as far as the table has given them, never further."""
        found: list[HistoryStep] = []
        last = self._play
        for play in _with_forced(last):
            if _stands_at(last, now):
                break
            found.append(_step(play))
            last = play
        reached = _stands_at(last, now)
        return found if reached and not now.early else [*found, _step(now)] if reached else [_step(now)]


def _step(play: Play) -> HistoryStep:
    given = len(play.answers) + sum(1 for said in play.draft.said if said.free)
    lines = {seat: _lines(play, seat) for seat in play.heard}
    return HistoryStep(structs.replace(play, heard={}, told_by={}, answers=(), thrown=()), lines, given)


def _lines(play: Play, seat: str) -> int:
    """Lines heard; where several decide at once, own lines are counted when all are told, as their order is open."""
    deciding = {said.seat for said in play.draft.said}
    return len(play.heard[seat]) if len(deciding) > 1 else len(play.log_for(seat))


def _with_forced(play: Play) -> Iterator[Play]:
    """The play after each answer that has no alternative."""
    while not play.over and (forced := play.draft.forced()) is not None:
        play = plays.say(play, *forced, "table")
        yield play


def _said(play: Play, answer: Answer) -> Play:
    if answer.seat == CHANCE:
        return plays.roll(play, read_outcome(answer.text))
    setting = play.state.setting
    choice = setting.grammar.parse(answer.text, setting.board)
    play.draft.state.vouch(choice, answer.seat)
    return plays.say(play, answer.seat, choice, "record")


def _stands_at(play: Play, now: Play) -> bool:
    """Whether two plays stand at the same place, drafts included."""
    return play.state.hash == now.state.hash and play.draft.base.hash == now.draft.base.hash


def _moment(step: HistoryStep, seat: str) -> ReplayMoment:
    return ReplayMoment(step.play.state_for(seat), step.lines[seat], step.answers)


def _same(old: ReplayMoment, new: ReplayMoment, seat: str, play: Play) -> bool:
    """Whether nothing changed for a viewer: where several decide at once, another's lane shows nothing."""
    if old.lines != new.lines or old.state is new.state:
        return old.lines == new.lines
    together = bool(play.state.stack) and isinstance(play.state.stack[-1], Together)
    return together and old.state.view(seat).to_json() == new.state.view(seat).to_json()


# -- the whole truth, once the game is over


def whole(start: State, answers: Iterable[Answer], early: EarlyEnd | None = None) -> Replay:
    """Everything that happened, answer by answer; forced answers that change nothing anybody hears are left out."""
    moments, log, actors, given = [ReplayMoment(start, 0, 0)], list[Event](), list[str](), 0
    for moment in _walk(Walker(start, trusted=True), answers):
        heard = [told.event for told in moment.step.events]
        log += heard
        actors += [moment.seat] * len(heard)
        free = moment.line is not None
        given += free
        now = ReplayMoment(moment.step.state, len(log), given)
        moments[-1:] = [moments[-1], now] if free or heard else [structs.replace(now, answers=moments[-1].answers)]
    if early:
        log.append(plays.told_end(early))
        actors.append(early.seat or CHANCE)
        moments.append(structs.replace(moments[-1], lines=len(log)))
    return Replay(ALL, tuple(moments), tuple(log), tuple(actors))


def _walk(walker: Walker, answers: Iterable[Answer]) -> Iterator[records.Moment]:
    """Every answer and what it led to; those that had an alternative carry a line."""
    yield from walker.forced()
    for number, answer in enumerate(answers):
        yield walker.say(answer.seat, answer.text, records.Line(number, answer.seat, answer.text))
        yield from walker.forced()
