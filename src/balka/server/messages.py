"""What browsers say and are told, as types: whatever is malformed is answered with a sentence and harms nothing."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from balka.core.choices import IllegalChoiceError
from balka.core.errors import BalkaError
from balka.core.scene.figures import Sent
from balka.core.scene.scene import Scene
from balka.server.pace import Pace
from balka.server.ratings.answers import Standing, Strength
from balka.table.agreeing import Matter
from balka.table.orders import Order

LONGEST_MESSAGE = 64 * 1024
LONGEST_SAID = 500
LONGEST_BODY = 4 * 1024 * 1024
TYPESCRIPT = "typescript"  # how a type is written for the browser, where its own name would say too little


Number = Annotated[int, Meta(ge=0, le=2**53)]


class MalformedError(BalkaError):
    """A message that cannot be understood; `id` is the question's number where it could be read."""

    def __init__(self, message: str, instead: str | None = None, number: int | None = None) -> None:
        super().__init__(message, instead)
        self.id = number


class Message(Struct, tag_field="type", kw_only=True):
    """Base of all messages; `id` is echoed in the answer."""

    id: Number | None = None


class Hello(Message, tag="hello"):
    seat: str = ""
    have: int = 0
    token: str = ""
    changes: bool = False
    guest: Annotated[str, Meta(max_length=64)] = ""
    language: Annotated[str, Meta(max_length=8)] = ""


class Choose(Message, tag="choose"):
    text: str
    version: int | None = None


class Grow(Message, tag="grow"):
    path: list[str]


class Quote(Message, tag="quote"):
    text: str


class Why(Message, tag="why"):
    text: str | None = None
    unit: str | None = None
    hex: str | None = None


class Overlay(Message, tag="overlay"):
    kind: str
    hex: str | None = None
    unit: str | None = None
    to: str | None = None


class Values(Message, tag="values"):
    unit: str


class Place(Message, tag="place"):
    pass


class Propose(Message, tag="propose"):
    """What would a formation do that is sent towards a hex?"""

    formation: str
    hex: str


class Lead(Message, tag="lead"):
    """Send a formation towards a hex."""

    formation: str
    hex: str
    version: int | None = None


class Undo(Message, tag="undo"):
    pass


class TakeBack(Message, tag="take_back"):
    index: int


class Resign(Message, tag="resign"):
    pass


class Seat(Message, tag="seat"):
    seat: str


class Orders(Message, tag="orders"):
    orders: Annotated[list[Order], Meta(max_length=20)] | None = None


class Say(Message, tag="say"):
    """Something said to the others: seats speak to everybody, watchers to watchers."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_SAID)]


class AskFor(Message, tag="ask_for"):
    """Ask the others for a draw, one's last final choice back, a break, or its end."""

    what: Matter


class Claim(Message, tag="claim"):
    """The time of another has run out: claim the game, or let a bot take his seat (the usual one where it is "")."""

    bot: Annotated[str, Meta(max_length=100)] | None = None


class Answer(Message, tag="answer"):
    """Agree to what another asked for, or decline it; whoever asked himself takes it back so."""

    what: Matter
    agree: bool


class Looking(Message, tag="looking"):
    """Whether anybody sees the page: whoever has it behind others is called when it is his turn."""

    here: bool


Any_ = (
    Hello
    | Choose
    | Grow
    | Quote
    | Why
    | Overlay
    | Values
    | Place
    | Propose
    | Lead
    | Undo
    | TakeBack
    | Resign
    | Seat
    | Orders
    | Say
    | AskFor
    | Claim
    | Answer
    | Looking
)

_DECODER = msgspec.json.Decoder(Any_)
TYPES = ", ".join(sorted(kind.__struct_config__.tag for kind in Any_.__args__))


class NewTable(Struct):
    """The wish for a new table; a record names its scenario itself. In a seat sits `human`, a bot by its key, or a
    `friend`, who comes by a link, or `anybody` who takes the seat in the lobby. A pace is for people who play at
    different screens; without, nobody is timed. A `rated` game changes the ratings of those who play it. Without
    `hints` the coach says nothing until it is over."""

    scenario: str = ""
    seats: dict[str, str] = {}
    options: dict[str, str | int | bool] = {}
    record: str | None = None
    pace: Pace | None = None
    rated: bool = False
    hints: bool = True


class Invited(Struct):
    """The seat somebody new is to be invited to, or that somebody takes."""

    seat: str


_WISH = msgspec.json.Decoder(NewTable)


def read_message(text: str) -> Any_:
    """The message a browser sent, or why it is none."""
    if len(text) > LONGEST_MESSAGE:
        raise MalformedError(f"The message is too long: {len(text)} characters.", f"at most {LONGEST_MESSAGE}")
    try:
        return _DECODER.decode(text)
    except (msgspec.MsgspecError, ValueError, RecursionError) as problem:
        raise MalformedError(f"The message cannot be read: {problem}", f"types are {TYPES}", _number(text)) from problem


def _number(text: str) -> int | None:
    """The number of a question that is otherwise malformed, so that its asker is not left waiting."""
    try:
        found = msgspec.json.decode(text)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
    number = found.get("id") if isinstance(found, dict) else None
    return number if type(number) is int and 0 <= number <= 2**53 else None


def read_wish(body: bytes) -> NewTable:
    """The table somebody wishes for, or why it is none."""
    if len(body) > LONGEST_BODY:
        raise MalformedError("The request is too long.", f"at most {LONGEST_BODY} bytes")
    try:
        return _WISH.decode(body)
    except (msgspec.MsgspecError, ValueError, RecursionError) as problem:
        raise MalformedError(
            f"The request cannot be read: {problem}", '{"scenario": "sos/courier", "seats": {"german": "human"}}'
        ) from problem


# -- what browsers are told


class Problem(Sent, frozen=True, kw_only=True):
    """An error as every channel sends it: a sentence, the rule behind it, and what would do."""

    error: str
    rule: str = ""
    instead: str = ""


def problem_wire(problem: BalkaError) -> Problem:
    rule = problem.refusal.rule if isinstance(problem, IllegalChoiceError) else ""
    return Problem(error=problem.message, rule=rule, instead=problem.instead or "")


class SceneTold(Sent, frozen=True, kw_only=True, tag_field="type", tag="scene"):
    scene: Scene


class SceneChanged(Sent, frozen=True, kw_only=True, tag_field="type", tag="changes"):
    """What differs from the scene with the version `after`: fields as they are now, and lists in pieces, where a pair
    of numbers stands for that run of the list before."""

    after: int
    fields: Annotated[dict[str, msgspec.Raw], Meta(extra={TYPESCRIPT: "Partial<Scene>"})]
    lists: Annotated[
        dict[str, list[tuple[int, int] | msgspec.Raw]],
        Meta(extra={TYPESCRIPT: "{ [name: string]: ([number, number] | object)[] }"}),
    ]


class Reply(Sent, frozen=True, kw_only=True, tag_field="type", tag="reply"):
    """The answer to the question with this number."""

    id: int
    result: object


class ErrorTold(Sent, frozen=True, kw_only=True, tag_field="type", tag="error"):
    id: int | None
    error: Problem


class Curtain(Sent, frozen=True, kw_only=True, tag_field="type", tag="curtain"):
    """The next decision is that of another person at this screen; nothing of it is sent until `seat`."""

    seat: str


class Notice(Sent, frozen=True, kw_only=True, tag_field="type", tag="notice"):
    """About the table itself: a new invitation for a seat, rules that have changed since the game was played."""

    text: str


class Thinking(Sent, frozen=True, kw_only=True, tag_field="type", tag="thinking", omit_defaults=False):
    """A bot is at work on what it will do next: `made` decisions so far, of about `of`, 0 where nobody can say."""

    seat: str
    made: int = 0
    of: int = 0


class Waiting(Sent, frozen=True, kw_only=True, tag_field="type", tag="waiting", omit_defaults=False):
    """The seats that wait for somebody to come by a link; the host is told the link for each. `near`: the link works on
    this computer only, for the server cannot be reached from elsewhere."""

    seats: dict[str, str]
    near: bool = False


class TalkLine(Sent, frozen=True, kw_only=True):
    """Something said: `who` is a seat, or the sign of a watcher; `at` counts seconds since 1970. Text, never markup."""

    room: Literal["seats", "watchers"]
    who: str
    text: str
    at: int
    yours: bool = False


class Talk(Sent, frozen=True, kw_only=True, tag_field="type", tag="talk", omit_defaults=False):
    """What was said at the table since the last such message; `anew`: in place of all that was told before. Told only
    where people sit at different screens."""

    lines: list[TalkLine]
    anew: bool = False


class Proposed(Sent, frozen=True, kw_only=True):
    """What a seat asks the others for; `asks`: this browser is to answer. Once declined it cannot be asked for again
    before the next final choice of whoever did."""

    what: Matter
    seat: str
    yours: bool = False
    asks: bool = False
    declined: bool = False


class SeatClock(Sent, frozen=True, kw_only=True):
    """The time of a seat when this was sent: seconds `left`, of which `leave` are days off; `window` until a chance to
    react is let pass. Its owner may lose the game when it has run `out`."""

    seat: str
    left: float
    leave: float | None = None
    window: float | None = None
    running: bool = False
    out: bool = False


class Company(Sent, frozen=True, kw_only=True, tag_field="type", tag="company", omit_defaults=False):
    """What people at different screens settle among themselves. `back`: the last final choice was this browser's, and
    might be taken back if the others agree; `rematch` is the table where they play again."""

    proposals: list[Proposed]
    adjourned: bool
    back: bool
    rematch: str = ""
    pace: Pace | None = None
    clocks: tuple[SeatClock, ...] = ()


class Sitter(Sent, frozen=True, kw_only=True):
    """Who sits in a seat: a name, and how strong he is in this game where that is known; `change` is what a rated game
    did to it."""

    name: str = ""
    strength: Strength | None = None
    change: int | None = None
    bot: bool = False


class Seating(Sent, frozen=True, kw_only=True, tag_field="type", tag="seating", omit_defaults=False):
    """Who sits where in a house with accounts, and whether the game is rated. `challenge` is who has asked the person
    at this browser to the table, as long as he has not answered."""

    seats: dict[str, Sitter]
    rated: Standing = ""
    challenge: str = ""


class NoHints(Sent, frozen=True, kw_only=True, tag_field="type", tag="no_hints"):
    """The coach says nothing at this table."""


Told = (
    SceneTold | SceneChanged | Reply | ErrorTold | Curtain | Notice | Thinking | Waiting | Talk | Company | Seating
    | NoHints
)  # fmt: skip


class Accepted(Sent, frozen=True):
    """The answer to a choice."""

    accepted: str


class Seated(Sent, frozen=True):
    """The answer to a hello by an invitation: the secret by which this browser sits from now on."""

    token: str
