"""What the game waits for is a stack of frames inside the state. A frame asks and is answered, or runs by itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Generic

from msgspec import Struct, structs
from typing_extensions import TypeVar

from balka.core.checks import Check, Forecast, Shown, Tally
from balka.core.choices import Choice, Node, Refusal, Token
from balka.core.dice import Outcome, dice
from balka.core.formations import Formation
from balka.core.scene.figures import Final

if TYPE_CHECKING:
    from balka.core.state import State, Work

CHANCE = "chance"

StateType = TypeVar("StateType", bound="State", default=Any)
WorkType = TypeVar("WorkType", bound="Work", default=Any)
AnswerType = TypeVar("AnswerType", bound=Choice, default=Any)
ResultType = TypeVar("ResultType", default=Any)


class Ask(Struct, frozen=True):
    """One question the game waits on: which seat, for which force, of what kind.

    `window`: a chance to react that most hands let pass.
    """

    seat: str
    force: str
    kind: str
    window: bool = False


@lru_cache(maxsize=4096)
def asking(seat: str, force: str, kind: str, *, window: bool = False) -> tuple[Ask, ...]:
    """The usual single ask, made once and shared."""
    return (Ask(seat, force, kind, window),)


class Todo(Struct, frozen=True):
    """Something still owed before the ask can end."""

    text: str
    rule: str = ""
    hex: int | None = None


class Shortcut(Struct, frozen=True):
    """Several choices under one name, said one after the other."""

    label: str
    choices: tuple[Choice, ...]


class Quote(Struct, frozen=True):
    """What a choice would cost and risk, as its owner knows it; `final`: can it be taken back, no, maybe, yes."""

    cost: Tally | None = None
    checks: tuple[Check, ...] = ()
    final: Final = "no"
    warns: tuple[str, ...] = ()
    forecasts: tuple[Forecast, ...] = ()
    way: tuple[int, ...] = ()
    """of a march: the hexes it goes by, the first and the last included"""
    price: str = ""
    """and what it takes of what there is, in a few words"""


NOT_LISTED = Refusal("That is not one of the choices now.")


class Frame(Struct, Generic[StateType, WorkType, AnswerType, ResultType], frozen=True, tag=True):
    """One thing in progress. Data only; a subclass says how it asks, lists, is answered and goes on.

    Automatic frames define `run`; all others define `ask`, `grow` and `answer`. A system names its states
    and works; a frame that takes one kind of answer, or of result from the frame above it, names that too.
    """

    automatic: ClassVar[bool] = False
    looks: ClassVar[bool] = False  # a click on a counter only picks it: what it is to do is said by what comes after
    left_to: ClassVar[str] = ""  # what is still to be done with the things `left` counts, as in "3 left to place"

    def ask(self, state: StateType) -> tuple[Ask, ...]:
        raise NotImplementedError

    def grow(self, view: StateType, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        """What may follow a path: further tokens, or whole choices. Never a token with nothing behind it.

        Lists are made from what the seat that is asked knows, always: no frame sees more.
        """
        raise NotImplementedError

    def candidates(self, view: StateType, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        """What may follow a path and perhaps more: what can be named without asking whether anything comes after it.

        A frame whose lists are dear names it here, each word once, and says in `is_live` which are on the list.
        """
        return view.grow(path, seat)

    def is_live(self, view: StateType, path: tuple[Token, ...], node: Node, seat: str) -> bool:
        """Whether the list that follows a path has this word, or this whole choice."""
        return node in view.grow(path, seat)

    def whole_choices(self, view: StateType, path: tuple[Token, ...], seat: str) -> Iterator[Choice]:
        """Every whole choice below a path, in listed order; found word by word, unless a frame knows a faster way."""
        below: list[tuple[tuple[Token, ...], Iterator[Node]]] = [(path, iter(view.grow(path, seat)))]
        while below:
            said, nodes = below[-1]
            for node in nodes:
                if not isinstance(node, Choice):
                    below.append(((*said, node), iter(view.grow((*said, node), seat))))
                    break
                yield node
            else:
                below.pop()

    def has_options(self, view: StateType, seat: str) -> bool:
        """Whether somebody is to be asked: there are surely two answers or more, which is known without listing them,
        or the only one gives away what its owner may rather keep."""
        return False

    def answer(self, work: WorkType, choice: AnswerType) -> None:
        raise NotImplementedError

    def resume(self, work: WorkType, result: ResultType) -> None:
        """The frame above this one ended with a result."""
        raise NotImplementedError

    def run(self, work: WorkType) -> None:
        raise NotImplementedError

    def prompt(self, view: StateType, seat: str) -> str:
        """What the owner is to do now, in one sentence."""
        return ""

    def todo(self, view: StateType, seat: str) -> tuple[Todo, ...]:
        return ()

    def left(self, view: StateType, seat: str) -> int | None:
        """How many things are still untouched, for a progress bar."""
        return None

    def quote(self, view: StateType, choice: Choice, seat: str) -> Quote:
        return Quote(final=choice.final)

    def refuse(self, view: StateType, choice: Choice, seat: str) -> Refusal:
        """Why a choice that is not listed is not allowed; where nothing better is known, what is asked instead."""
        return structs.replace(NOT_LISTED, rule=view.setting.system.order, instead=self.prompt(view, seat))

    def owed_answer(self, view: StateType, seat: str) -> Choice | None:
        """What must be said before this can be ended, whatever else is; a person is spared saying it."""
        return None

    def shortcuts(self, view: StateType, seat: str) -> tuple[Shortcut, ...]:
        """Several choices that are often made together, each on the list once those before it are made."""
        return ()

    def gathered(self, view: StateType, seat: str) -> tuple[str, ...]:
        """Counters that are in what is being put together, in the order they came."""
        return ()

    def formations(self, view: StateType, seat: str) -> tuple[Formation, ...]:
        """Units that can be led together now, and who belongs to which."""
        return ()

    def pointless(self, view: StateType, seat: str) -> Choice | None:
        """The answer to a question that no other answer could serve better; a table gives it for a person."""
        return None

    def panel(self, view: StateType) -> tuple[Shown, ...]:
        """The working of what is being decided."""
        return ()

    def conceal(self, state: StateType, seat: str) -> Frame:
        """This frame as a seat may know it."""
        return self


class Steps(Frame, frozen=True):
    """Steps one after the other, each named in the system's table of steps."""

    automatic = True

    name: str
    at: int = 0

    def run(self, work: Work) -> None:
        steps = work.setting.system.sequences[self.name]
        if self.at >= len(steps):
            work.pop()
            return
        work.replace_top(structs.replace(self, at=self.at + 1))
        steps[self.at](work)

    def resume(self, work: Work, result: object) -> None:
        """Steps answer to nobody; the next one follows."""


class Roll(Frame, frozen=True):
    """The only place chance enters: dice thrown or an item drawn, and who may see the result."""

    force: str
    why: str
    dice: str = ""
    bag: str = ""
    check: Check | None = None
    to: tuple[str, ...] | None = None

    def ask(self, state: State) -> tuple[Ask, ...]:
        return asking(CHANCE, self.force, self.why)

    def odds(self, state: State) -> list[tuple[Outcome, Fraction]]:
        """The outcomes with their exact chances, as the holder of this state knows them."""
        return dice(self.dice).odds() if self.dice else state.bags[self.bag].odds(self.bag)

    def allows(self, state: State, outcome: Outcome) -> bool:
        if self.dice:
            return self.read(outcome) in dice(self.dice).weights
        return outcome.source == self.bag and state.bags[self.bag].items.get(outcome.item, 0) > 0

    def read(self, outcome: Outcome) -> Outcome:
        """What was thrown as it counts: faces told one by one are added up where only their sum matters."""
        return Outcome(self.dice, (outcome.total,)) if self.dice == f"{outcome.source}=" else outcome

    def come(self, work: Work, outcome: Outcome) -> None:
        """Chance has answered: an item leaves its bag, and whoever asked goes on."""
        if self.bag:
            work.bags = {**work.bags, self.bag: work.bags[self.bag].without(outcome.item)}
        work.finish(self.read(outcome))


class Lane(Struct, frozen=True):
    """One seat's part of a decision made together: the sentences said so far, and whether it is done."""

    seat: str
    force: str
    said: tuple[str, ...] = ()
    ready: bool = False


class Together(Frame[StateType, WorkType], frozen=True):
    """Several seats decide secretly at once; nothing happens until every lane is ready.

    A subclass defines `lane_kind`, `lane_grow`, `is_ready` and `close`. A lane writes only its own sentences, so the
    order in which answers arrive cannot matter.
    """

    lanes: tuple[Lane, ...] = ()

    lane_kind: ClassVar[str] = "plan"

    def ask(self, state: StateType) -> tuple[Ask, ...]:
        return tuple(Ask(lane.seat, lane.force, self.lane_kind) for lane in self.lanes if not lane.ready)

    def lane_of(self, seat: str) -> Lane:
        return next(lane for lane in self.lanes if lane.seat == seat and not lane.ready)

    def grow(self, state: StateType, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        return self.lane_grow(state, self.lane_of(seat), path)

    def lane_grow(self, state: StateType, lane: Lane, path: tuple[Token, ...]) -> Sequence[Node]:
        raise NotImplementedError

    def is_ready(self, choice: Choice) -> bool:
        raise NotImplementedError

    def close(self, work: WorkType, lanes: tuple[Lane, ...]) -> None:
        raise NotImplementedError

    def answer(self, work: WorkType, choice: Choice) -> None:
        lane = self.lane_of(work.actor)
        said = (*lane.said, choice.text(work.setting.board))
        changed = Lane(lane.seat, lane.force, said, self.is_ready(choice))
        lanes = tuple(changed if old is lane else old for old in self.lanes)
        if all(lane.ready for lane in lanes):
            work.pop()
            work.barrier = True
            self.close(work, lanes)
        else:
            work.barrier = work.ended = False  # a seat may reopen its own lane until the last one is ready
            work.in_lane = True
            work.replace_top(structs.replace(self, lanes=lanes))

    def conceal(self, state: StateType, seat: str) -> Frame:
        """Others are seen only to be thinking or ready."""
        lanes = tuple(lane if lane.seat == seat else Lane(lane.seat, lane.force, (), lane.ready) for lane in self.lanes)
        return structs.replace(self, lanes=lanes)


def leaves(state: State, path: tuple[Token, ...], seat: str) -> Iterator[Choice]:
    """Every whole choice below a path, in listed order."""
    view = state.view(seat)
    return view.stack[-1].whole_choices(view, path, seat)
