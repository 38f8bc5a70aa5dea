"""The state of a game is a value: where things stand and what is waited for. Applying an answer gives a new one."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self

import msgspec
from msgspec import Struct, structs
from typing_extensions import TypeVar

from balka.core.boards import Board
from balka.core.choices import Choice, Grammar, IllegalChoiceError, Node, Refusal, Token
from balka.core.dice import Bag, Outcome, read_outcome
from balka.core.errors import BalkaError
from balka.core.events import Event
from balka.core.frames import CHANCE, Ask, Frame, Quote, Roll, leaves
from balka.core.known import UnknownError, apply_to_view
from balka.core.linking import UNIT, marked
from balka.core.memo import once, remembered
from balka.core.work import Step as Step  # noqa: PLC0414 - offered here too: rules speak of State and Work together
from balka.core.work import Work as Work  # noqa: PLC0414

if TYPE_CHECKING:
    from balka.core.system import System

WATCHER = "watcher"
NOBODY = ("", None)

# What a system fills in: its rulebook and catalogue, its position, tracks and setting.
RulebookType = TypeVar("RulebookType", default=Any)
CatalogueType = TypeVar("CatalogueType", default=Any)
PositionType = TypeVar("PositionType", bound="Position", default=Any)
TracksType = TypeVar("TracksType", bound="Tracks", default=Any)
Setting_co = TypeVar("Setting_co", bound="Setting", default="Setting", covariant=True)


class Setting(Struct, Generic[RulebookType, CatalogueType], kw_only=True, eq=False, dict=True, weakref=True):
    """Everything about a game that never changes while it is played: shared by all its states, never copied.

    `forces` maps a force to its side, `seat_of` a force to the seat that decides for it; `standard` has the defaults of
    the options.
    """

    game: str
    scenario: str
    title: str
    system: System
    board: Board
    options: dict[str, str]
    sides: tuple[str, ...]
    forces: dict[str, str]
    seat_of: dict[str, str]
    digest: str
    rulebook: RulebookType
    catalogue: CatalogueType
    standard: dict[str, str] = {}
    marks: bool = False
    """are names marked with what they name, for sentences with links"""

    @cached_property
    def linking(self) -> Self:
        """The setting as sentences with links are made from it."""
        return structs.replace(self, board=self.board.linking, marks=True)

    def named(self, unit: str, name: str) -> str:
        """What a counter is called in a sentence; where links are wanted, with a mark that says which it is."""
        return marked(UNIT, unit, name) if self.marks else name

    @cached_property
    def varied(self) -> dict[str, str]:
        """The options that are not at their default: an option nobody chose is no part of a game."""
        return {key: value for key, value in sorted(self.options.items()) if value != self.standard.get(key)}

    @cached_property
    def seats(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.seat_of.values()))

    @cached_property
    def grammar(self) -> Grammar:
        return Grammar(self.system.verbs)

    def side_of(self, seat: str) -> str:
        """The side a seat decides for, by the first of its forces; nothing where it decides for none."""
        return self._sides_of_seats.get(seat, "")

    @cached_property
    def _sides_of_seats(self) -> dict[str, str]:
        return {seat: self.forces[force] for force, seat in reversed(self.seat_of.items())}

    def seats_of_side(self, side: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.seat_of[force] for force, own in self.forces.items() if own == side))


class Position(Struct, frozen=True, dict=True):
    """What stands where. A system adds its units and marks; derived indexes are cached on the value."""


class Tracks(Struct, frozen=True):
    """Numbers beside the map. A system adds its own."""


class Hand(Struct, frozen=True):
    """Cards a force holds; `unseen` counts those the viewer may not know."""

    cards: tuple[str, ...] = ()
    unseen: int = 0

    @property
    def size(self) -> int:
        return len(self.cards) + self.unseen

    def plus(self, card: str) -> Hand:
        return Hand(tuple(sorted((*self.cards, card))), self.unseen)

    def without(self, card: str) -> Hand:
        at = self.cards.index(card)
        return Hand(self.cards[:at] + self.cards[at + 1 :], self.unseen)


class Verdict(Struct, frozen=True):
    """How a game ended: the side that won (none in a draw) and one sentence why."""

    winner: str
    text: str
    rule: str = ""


class State(Struct, Generic[PositionType, TracksType, Setting_co], frozen=True, dict=True, eq=False, weakref=True):
    """A game at one moment.

    Beside its fields a state is handed three things that cannot be worked out from it and are no part of what it is:
    whose view it is, what its viewer has heard, and a choice that is vouched for. They lie in its `__dict__`.
    """

    setting: Setting_co
    position: PositionType
    tracks: TracksType
    bags: dict[str, Bag]
    hands: dict[str, Hand]
    secrets: dict[str, dict[str, str]]
    told: dict[str, tuple[str, ...]]
    stack: tuple[Frame, ...]
    turn: int = 0

    SAVED: ClassVar[tuple[str, ...]] = ("position", "tracks", "bags", "hands", "secrets", "told", "stack", "turn")

    # -- what the game waits for

    @once
    def asks(self) -> tuple[Ask, ...]:
        """() when over; else chance, one seat, or several seats."""
        return self.stack[-1].ask(self) if self.stack else ()

    @property
    def over(self) -> bool:
        return not self.stack

    def ask_of(self, seat: str | None) -> Ask:
        """The ask a seat is to answer; the first one when no seat is named."""
        asks = self.asks
        if not asks:
            raise IllegalChoiceError(Refusal("The game is over.", self.setting.system.order))
        for ask in asks:
            if seat is None or ask.seat == seat:
                return ask
        raise IllegalChoiceError(
            Refusal(f"It is not for {seat} to decide now.", self.setting.system.order, f"Waiting for {asks[0].seat}.")
        )

    # -- choices

    def grow(self, path: tuple[Token, ...] = (), seat: str | None = None) -> Sequence[Node]:
        """What may follow a path of tokens: further tokens or whole choices, from what the seat knows."""
        who = seat or self.stack[-1].ask(self)[0].seat
        view = self if self.__dict__.get("_viewer") == who else self.view(who)
        nodes = view._grown.get((who, path))
        if nodes is None:
            nodes = view._grown[who, path] = view.stack[-1].grow(view, path, who)
        return nodes

    def grown(self, path: tuple[Token, ...], seat: str) -> Sequence[Node] | None:
        """The list of a view after a path, if it has been made already."""
        return self._grown.get((seat, path))

    @once
    def _grown(self) -> dict[tuple[str, tuple[Token, ...]], Sequence[Node]]:
        """The lists made so far of a view, by seat and path: a view of who knows everything may serve several."""
        return {}

    def choices(self, only: tuple[Token, ...] = (), seat: str | None = None) -> Iterator[Choice]:
        """Legal answers below a path, lazily, in a fixed order."""
        ask = self.ask_of(seat)
        if ask.seat == CHANCE:
            return iter(())
        return leaves(self, only, ask.seat)

    def listed(self, choice: Choice, seat: str) -> bool:
        """Is this choice on the list? One vouched for, or taken from a list just grown, is known by sight."""
        if self._is_vouched_for(choice, seat):
            return True
        view = self.view(seat)
        if view._is_vouched_for(choice, seat):
            return True
        for (who, _), nodes in reversed(view._grown.items()):  # mostly it is from the last list
            for node in nodes:
                if node is choice and who == seat:
                    return True
        path, asked = choice.path(), view.stack[-1]
        for n in range(len(path) + 1):
            if asked.is_live(view, path[:n], choice, seat):
                return True
            if n == len(path) or not asked.is_live(view, path[:n], path[n], seat):
                return False
        return False

    def vouch(self, choice: Choice, seat: str) -> None:
        """Take a choice as listed without listing anything: it was checked when it was first said."""
        self.__dict__["_vouched"] = (seat, choice)

    def _is_vouched_for(self, choice: Choice, seat: str) -> bool:
        who, vouched = self.__dict__.get("_vouched", NOBODY)
        return vouched is choice and who == seat

    def sole_choice(self, seat: str) -> Choice | None:
        """The only legal answer, if there is just one."""
        view = self.view(seat)
        if view.stack[-1].has_options(view, seat):
            return None
        found = leaves(self, (), seat)
        first = next(found, None)
        return first if next(found, None) is None else None

    def parse(self, text: str) -> Choice | Outcome:
        if self.asks and self.asks[0].seat == CHANCE:
            return read_outcome(text)
        return self.setting.grammar.parse(text, self.setting.board)

    def text(self, choice: Choice | Outcome) -> str:
        return choice.text() if isinstance(choice, Outcome) else choice.text(self.setting.board)

    # -- going on

    def apply(self, choice: Choice | Outcome | str, seat: str | None = None) -> Step[Self]:
        """Answer what is asked; anything not listed is refused with its reason. A view goes on as far as it knows."""
        if isinstance(choice, str):
            choice = self.parse(choice)
        asks = self.asks
        ask = asks[0] if asks and seat in (None, asks[0].seat) else self.ask_of(seat)
        viewer = self.viewer
        if viewer not in (None, ask.seat) and ask.seat != CHANCE:
            raise UnknownError(self.text(choice))
        if isinstance(choice, Outcome):
            return self._chance(ask, choice) if viewer is None else apply_to_view(self, viewer, choice, ask.seat)
        if ask.seat == CHANCE or not self.listed(choice, ask.seat):
            raise IllegalChoiceError(self.refusal(choice, ask.seat))
        if viewer is not None:
            return apply_to_view(self, viewer, choice, ask.seat)
        work = self.setting.system.work_type(self, ask.seat)
        work.ended = choice.ends
        self.stack[-1].answer(work, choice)
        step: Step[Self] = work.settle()
        return step

    def _chance(self, ask: Ask, outcome: Outcome) -> Step[Self]:
        roll = self.stack[-1]
        if ask.seat != CHANCE or not isinstance(roll, Roll):
            waits = Refusal("No dice are to be rolled now.", self.setting.system.order, f"Waiting for {ask.seat}.")
            raise IllegalChoiceError(waits)
        if not roll.allows(self, outcome):
            raise IllegalChoiceError(self._impossible(roll, outcome))
        work = self.setting.system.work_type(self, CHANCE)
        work.barrier = True
        work.pop()
        roll.come(work, outcome)
        step: Step[Self] = work.settle()
        return step

    def odds(self) -> list[tuple[Outcome, Fraction]]:
        """For a chance ask: outcomes with exact probabilities, as the holder of this state knows them."""
        roll = self.stack[-1] if self.stack else None
        return roll.odds(self) if isinstance(roll, Roll) else []

    # -- explanations, made from what the seat knows

    def quote(self, choice: Choice | str, seat: str | None = None) -> Quote:
        """Cost, checks, odds and whether it can be taken back.

        What is refused may have a price all the same (an Action nobody can pay); where it has none, the reason is told.
        """
        ask = self.ask_of(seat)
        if self.viewer not in (None, ask.seat):
            raise UnknownError(choice if isinstance(choice, str) else self.text(choice))
        view = self.view(ask.seat)
        parsed = view.setting.grammar.parse(choice, view.setting.board) if isinstance(choice, str) else choice
        if ask.seat == CHANCE:
            raise IllegalChoiceError(view.refusal(parsed, ask.seat))
        try:
            return view.stack[-1].quote(view, parsed, ask.seat)
        except (LookupError, AssertionError, ValueError, AttributeError, TypeError) as problem:
            if view.listed(parsed, ask.seat):
                raise
            raise IllegalChoiceError(view.refusal(parsed, ask.seat)) from problem

    def refusal(self, choice: Choice, seat: str) -> Refusal:
        if seat == CHANCE:
            rule = self.setting.system.order
            return Refusal("The dice are to be rolled first.", rule, _example(self.stack[-1], self))
        view = self.view(seat)
        return view.stack[-1].refuse(view, choice, seat).cited_in(self.setting.game)

    def why_not(self, text: str, seat: str | None = None) -> Refusal | None:
        """Walk the sentences (joined by `;`); the first refusal, or None when all would be accepted."""
        who = self.ask_of(seat).seat
        *walked, last = [part.strip() for part in text.split(";") if part.strip()] or [""]
        state: State = self if who == CHANCE else self.view(who)
        try:
            if self.viewer not in (None, who) and who != CHANCE:
                raise UnknownError(text)
            for sentence in walked:
                state = state.apply(sentence, who).state
            return state._why_not_last(last, who)
        except IllegalChoiceError as problem:
            return problem.refusal
        except BalkaError as problem:
            return Refusal(problem.message, instead=problem.instead or "")

    def _why_not_last(self, sentence: str, seat: str) -> Refusal | None:
        """The last sentence is only looked up: what it would lead to may hang on things the seat cannot know."""
        self.ask_of(seat)
        answer = self.parse(sentence)
        if isinstance(answer, Outcome):
            roll = self.stack[-1]
            fits = isinstance(roll, Roll) and roll.allows(self, answer)
            return None if fits else self._impossible(roll, answer)
        return None if self.listed(answer, seat) else self.refusal(answer, seat)

    def _impossible(self, roll: Frame, outcome: Outcome) -> Refusal:
        return Refusal(f"{outcome.text()!r} cannot come up here.", self.setting.system.order, _example(roll, self))

    # -- knowledge

    @property
    def viewer(self) -> str | None:
        """The seat whose view this is; None for the truth."""
        return self.__dict__.get("_viewer")

    def view(self, seat: str) -> Self:
        """This state as a seat may know it: same type, unknowns removed."""
        if self.__dict__.get("_viewer") == seat:
            return self
        found = self._seen_by(seat)
        return self if found is None else found

    @remembered
    def _seen_by(self, seat: str) -> Self | None:
        """The view, or nothing where that is this very value: what is kept on itself goes only when all is swept."""
        found: Self = self.setting.system.conceal(self, seat)
        if found is self:
            return None
        found.__dict__["_viewer"] = seat
        return found

    @property
    def heard(self) -> Sequence[Event]:
        """What the viewer has been told so far, oldest first; nothing where whoever handed the view out kept no log."""
        found: Sequence[Event] = self.__dict__.get("_heard", ())
        return found

    def hear(self, events: Sequence[Event]) -> None:
        """Hand a view out together with what its seat has been told so far."""
        self.__dict__["_heard"] = events

    def verdict(self) -> Verdict | None:
        return self.setting.system.verdict(self)

    def score(self) -> dict[str, float]:
        return self.setting.system.score(self)

    def margin(self) -> dict[str, float]:
        return self.setting.system.margin(self)

    # -- saving

    def to_json(self) -> bytes:
        body = {name: getattr(self, name) for name in self.SAVED}
        return msgspec.json.encode(body, order="deterministic")

    @property
    def hash(self) -> str:
        """The same for the same state on every machine; options at their default do not count."""
        header = f"{self.setting.scenario}\n{list(self.setting.varied.items())}\n".encode()
        return hashlib.sha256(header + self.to_json()).hexdigest()[:16]

    @classmethod
    def from_json(cls, setting: Setting, data: bytes) -> State:
        kinds = setting.system.saved_types()
        try:
            raw = msgspec.json.decode(data)
            fields = {name: msgspec.convert(raw[name], kinds[name]) for name in cls.SAVED}
        except (msgspec.MsgspecError, KeyError, TypeError) as problem:
            raise BalkaError(f"this is no saved {setting.game} position: {problem}") from problem
        return setting.system.state_type(setting, **fields)

    def anew(self, setting: Setting) -> State:
        """The same in a setting, with nothing remembered: what is kept on a position hangs on its setting too."""
        body = {name: getattr(self, name) for name in self.SAVED}
        return State.from_json(setting, msgspec.json.encode(body))  # in the order in which things lie


def _example(roll: Frame, state: State) -> str:
    return f"for example '{roll.odds(state)[0][0].text()}'" if isinstance(roll, Roll) else ""
