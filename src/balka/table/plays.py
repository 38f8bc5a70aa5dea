"""A game being played, as a value: its draft, what the record will say, and what each seat has heard."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct, structs

from balka.core.choices import Choice
from balka.core.dice import Outcome
from balka.core.errors import BalkaError
from balka.core.events import Event, Told, heard
from balka.core.frames import CHANCE, Roll, Together
from balka.core.records import Answer, EarlyEnd
from balka.core.scene.display import seat_name
from balka.core.state import WATCHER, Setting, State, Verdict
from balka.table import draft as drafts
from balka.table.draft import OWN, By, Draft, Said


class Resigned(Event, frozen=True):
    """A seat gave the game up."""

    seat: str

    tone = "end"

    def say(self, setting: Setting) -> str:
        return f"The {seat_name(self.seat)} side resigns."


class OutOfTime(Event, frozen=True):
    """The time of a seat ran out, and another claimed the game."""

    seat: str

    tone = "end"

    def say(self, setting: Setting) -> str:
        return f"The time of the {seat_name(self.seat)} side has run out."


class DrawAgreed(Event, frozen=True):
    """Everybody agreed on a draw."""

    tone = "end"

    def say(self, setting: Setting) -> str:
        return "A draw is agreed."


class Reopening(Struct, frozen=True):
    """The last choice that became final for everybody, and how the game stood before it: whose it was, the draft, and
    how much had been heard and answered. It is forgotten when anything else becomes final, known or rolled."""

    seat: str
    draft: Draft
    choice: Choice
    heard: dict[str, int]
    answers: int
    closed: dict[str, str]
    since: dict[str, int]


class Thrown(Struct, frozen=True):
    """A roll of dice that was made, for which force; `to` None is a roll everybody saw."""

    dice: str
    outcome: Outcome
    to: tuple[str, ...] | None
    force: str = ""


class Play(Struct, frozen=True):
    """Everything a table knows of its game. `told_by` says whose doing each heard event was, `closed` says to each seat
    why its undo cannot go back further; `since` is how much each seat had heard when it last decided something that was
    no reaction; `decided` counts what of each seat became final for everybody."""

    draft: Draft
    heard: dict[str, tuple[Event, ...]]
    told_by: dict[str, tuple[str, ...]] = {}
    answers: tuple[Answer, ...] = ()
    thrown: tuple[Thrown, ...] = ()
    rolls: int = 0
    early: EarlyEnd | None = None
    closed: dict[str, str] = {}
    since: dict[str, int] = {}
    decided: dict[str, int] = {}
    reopening: Reopening | None = None

    @property
    def state(self) -> State:
        return self.draft.state

    @property
    def over(self) -> bool:
        return self.early is not None or self.state.over

    def verdict(self) -> Verdict | None:
        """How the game ended; None while it goes on."""
        if self.early is not None:
            return early_verdict(self.state.setting, self.early)
        return self.state.verdict() if self.state.over else None

    def state_for(self, seat: str) -> State:
        """The state a seat is shown: its own draft at once, that of another at the next barrier."""
        draft = self.draft
        top = draft.state.stack[-1] if draft.state.stack else None
        if isinstance(top, Together) or any(said.seat == seat for said in draft.said):
            return draft.state
        return draft.base

    def log_for(self, seat: str) -> tuple[Event, ...]:
        """What a seat has heard, its own draft included."""
        return (*self.heard[seat], *self.draft.events_for(seat))

    def actors_for(self, seat: str) -> tuple[str, ...]:
        """Whose doing each thing was that a seat has heard."""
        return (*self.told_by[seat], *(seat for _ in self.draft.events_for(seat)))

    @property
    def all_answers(self) -> tuple[Answer, ...]:
        """The answers for the record, the draft included."""
        return (*self.answers, *_answers(self.draft))


def begin(start: State) -> Play:
    nothing: dict[str, Any] = dict.fromkeys((*start.setting.seats, WATCHER), ())
    return Play(Draft.at(start), nothing, nothing)


def say(play: Play, seat: str, choice: Choice, by: By) -> Play:
    """One answer of a person, a bot, a standing order, or of the table where there is no alternative."""
    draft, closing = play.draft.say(seat, choice, by)
    own = by != "table" and not play.state.ask_of(seat).window
    since = {**play.since, seat: len(play.log_for(seat))} if own else play.since
    drafted = structs.replace(play, draft=draft, since=since)
    if closing == "open":
        return drafted
    closed = {**play.closed, seat: _reason(draft.said[-1], draft.state)}
    if closing == "private":
        return structs.replace(drafted, closed=closed, reopening=None)
    decided = {**play.decided, seat: play.decided.get(seat, 0) + 1}
    reopening = _reopening(play, draft.said[-1])
    return _publish(structs.replace(drafted, closed=closed, decided=decided, reopening=reopening))


def _reopening(play: Play, last: Said) -> Reopening | None:
    """What could be taken back by agreement of an answer that is final now: a person's, by which nothing became known.
    What the table adds for the same seat changes nothing."""
    if last.revealed:
        return None
    if last.by == "table" and play.reopening is not None and play.reopening.seat == last.seat:
        return play.reopening
    if last.by not in OWN:
        return None
    heard_by = {seat: len(log) for seat, log in play.heard.items()}
    return Reopening(last.seat, play.draft, last.choice, heard_by, len(play.answers), play.closed, play.since)


def roll(play: Play, outcome: Outcome) -> Play:
    """Chance answers; whatever led to the roll is now final."""
    frame = play.state.stack[-1]
    step = play.state.apply(outcome, CHANCE)
    rolled = dict.fromkeys((said.seat for said in play.draft.said), "The dice have fallen.")
    roller = play.state.setting.seat_of.get(frame.force, CHANCE) if isinstance(frame, Roll) else CHANCE
    published = _publish(structs.replace(play, closed={**play.closed, **rolled}), step.events, roller)
    made = Thrown(frame.dice, outcome, frame.to, frame.force) if isinstance(frame, Roll) and frame.dice else None
    return structs.replace(
        published,
        draft=Draft.at(step.state),
        answers=(*published.answers, Answer(CHANCE, outcome.text())),
        thrown=(*play.thrown, made) if made else play.thrown,
        rolls=play.rolls + 1,
        reopening=None,
    )


def undo(play: Play, seat: str) -> Play:
    """The last thing a seat said is taken back."""
    return structs.replace(play, draft=drafts.undo(play.draft, seat))


def take_back(play: Play, seat: str, index: int) -> Play:
    """One thing a seat said is taken back, the rest stands."""
    return structs.replace(play, draft=drafts.take_back(play.draft, seat, index))


def end(play: Play, early: EarlyEnd) -> Play:
    """People end the game; what had been drafted is made known."""
    published = _publish(play, (Told(told_end(early)),), early.seat or CHANCE)
    return structs.replace(published, early=early, reopening=None)


def told_end(early: EarlyEnd) -> Event:
    if early.how == "draw":
        return DrawAgreed()
    return Resigned(early.seat) if early.how == "resign" else OutOfTime(early.seat)


def early_verdict(setting: Setting, early: EarlyEnd) -> Verdict:
    """Who wins when people end a game: whoever is left."""
    if early.how == "draw":
        return Verdict("", "The sides agreed on a draw.")
    lost = {setting.forces[force] for force, own in setting.seat_of.items() if own == early.seat}
    left = [side for side in setting.sides if side not in lost]
    why = "resigned" if early.how == "resign" else "ran out of time"
    return Verdict(left[0] if len(left) == 1 else "", f"The {seat_name(early.seat)} side {why}.")


def reopen(play: Play) -> Play:
    """The last final choice is taken back by agreement: it is a draft again without it."""
    back = play.reopening
    assert back is not None, "nothing can be taken back"
    return structs.replace(
        play,
        draft=back.draft,
        heard={seat: log[: back.heard[seat]] for seat, log in play.heard.items()},
        told_by={seat: known[: back.heard[seat]] for seat, known in play.told_by.items()},
        answers=play.answers[: back.answers],
        closed=back.closed,
        since=back.since,
        reopening=None,
    )


def learned_nothing(back: Reopening) -> bool:
    """Whether whoever said a choice could foresee all that he saw and heard of it."""
    before, seat = back.draft.state, back.seat
    step = before.apply(back.choice, seat)
    try:
        foreseen = before.view(seat).apply(back.choice, seat)
    except BalkaError:
        return False
    if heard(step.events, seat) != heard(foreseen.events, seat):
        return False
    return bool(step.state.view(seat).to_json() == foreseen.state.view(seat).to_json())


def _publish(play: Play, events: Iterable[Told] = (), by: str = CHANCE) -> Play:
    """Everybody hears the draft and then what followed, by whom it was, and undo is closed behind it."""
    said = play.draft.in_seat_order()
    told = [(event, each.seat) for each in said for event in each.events] + [(event, by) for event in events]
    logs = {seat: (*log, *heard((event for event, _ in told), seat)) for seat, log in play.heard.items()}
    actors = {
        seat: (*known, *(who for event, who in told if event.heard_by(seat) is not None))
        for seat, known in play.told_by.items()
    }
    answers = (*play.answers, *_answers(play.draft))
    return structs.replace(play, draft=Draft.at(play.state), heard=logs, told_by=actors, answers=answers)


def _answers(draft: Draft) -> tuple[Answer, ...]:
    setting = draft.base.setting
    given = (said for said in draft.in_seat_order() if said.free)
    return tuple(Answer(said.seat, said.choice.text(setting.board)) for said in given)


def _reason(last: Said, state: State) -> str:
    """Why undo was closed by an answer."""
    if state.over:
        return "The game is over."
    if any(ask.seat not in (last.seat, CHANCE) for ask in state.asks):
        return "Another seat has been asked."
    return "The end was said." if last.choice.ends else "Something became known."
