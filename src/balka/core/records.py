"""Records: a game as text a person can read, written from its answers and played again to the same state.

A record begins with a header of `key: value` lines, then an empty line, then one line for each answer that had an
alternative (`soviet: fire rif-04 H07`), one for each outcome of chance (`chance: 2d6 3 5`), `check` with the hash of
the state whenever a turn has passed, and `end` with the last hash. Where people ended the game before its rules did, a
line before it says how: `resign soviet`, `time soviet`, `draw agreed`. Lines beginning with `#` are comments.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec import Struct, structs

from balka.core.choices import Choice, IllegalChoiceError
from balka.core.dice import read_outcome
from balka.core.errors import BalkaError
from balka.core.forced import advance
from balka.core.frames import CHANCE
from balka.core.state import Setting, State, Step
from balka.core.system import Game

FIRST_LINE = "balka record 1"
SINGLE = ("game", "scenario", "rules", "data", "dice")
MANY = ("option", "seat", "player")
NEEDED = ("game", "scenario", "data")
NO_DATA = "none"
Early = Literal["resign", "draw", "time"]
EARLY: tuple[Early, ...] = ("resign", "draw", "time")
MARKS = ("check", *EARLY, "end", "secret")
FOLLOWS: dict[str, tuple[str, ...]] = {**dict.fromkeys(EARLY, ("end",)), "end": ("secret",), "secret": ()}
AGREED = "agreed"


class RecordError(BalkaError):
    """A record that cannot be read or played: the line at fault and the reason."""

    def __init__(self, line: int, reason: str, instead: str | None = None) -> None:
        super().__init__(f"line {line}: {reason}", instead)
        self.line = line
        self.reason = reason


class Header(Struct, frozen=True, kw_only=True):
    """What was played, under which rules and data, who decided for which forces, and what the dice were bound to.

    `dice` is the commitment of the live dice; `dice_from` counts the outcomes that came before they were taken up.
    """

    game: str
    scenario: str
    data: str
    rules: str = "1"
    options: dict[str, str] = {}
    seats: dict[str, tuple[str, ...]] = {}
    players: dict[str, str] = {}
    dice: str = ""
    dice_from: int = 0


class Answer(Struct, frozen=True):
    """What a seat, or chance, answered when it had an alternative."""

    seat: str
    text: str


class Line(Struct, frozen=True):
    """A line of the body: an answer (`who` is a seat or chance) or a mark (`who` is empty, `mark` says which)."""

    number: int
    who: str
    text: str
    mark: str = ""


class EarlyEnd(Struct, frozen=True):
    """How people ended a game before its rules did: a seat gave up, its time ran out, or all agreed on a draw."""

    how: Early
    seat: str = ""

    def text(self) -> str:
        return f"{self.how} {self.seat or AGREED}"


class Record(Struct, frozen=True):
    """A record as read; `places` tells the line each part of the header stood in."""

    header: Header
    lines: tuple[Line, ...]
    places: dict[str, int]
    length: int

    def at(self, part: str) -> int:
        return self.places.get(part, 1)

    @property
    def secret(self) -> str:
        return next((line.text for line in self.lines if line.mark == "secret"), "")

    @property
    def early(self) -> EarlyEnd | None:
        """How people ended the game, if they did."""
        found = ((how, line.text) for line in self.lines for how in EARLY if line.mark == how)
        return next((EarlyEnd(how, "" if how == "draw" else text) for how, text in found), None)

    @property
    def resigned(self) -> str:
        return self.early.seat if self.early and self.early.how == "resign" else ""


class Moment(Struct, frozen=True):
    """One step of a replay: the line that caused it (none for a forced answer), who answered, and what it led to."""

    line: Line | None
    seat: str
    text: str
    before: State
    step: Step


# -- walking


def header_of(state: State, players: dict[str, str] | None = None, dice: str = "", dice_from: int = 0) -> Header:
    """The header of a game begun at this state."""
    setting = state.setting
    seats: dict[str, tuple[str, ...]] = {}
    for force, seat in setting.seat_of.items():
        seats[seat] = (*seats.get(seat, ()), force)
    return Header(
        game=setting.game, scenario=setting.scenario, data=setting.digest or NO_DATA, rules=setting.system.version,
        options=dict(setting.options), seats=seats, players=players or {}, dice=dice, dice_from=dice_from,
    )  # fmt: skip


class Walker:
    """Plays answers one after the other, giving the forced ones itself, and notices when a turn has passed."""

    def __init__(self, start: State, *, trusted: bool = False) -> None:
        """Trusted answers were checked before, and are not looked for in the list again."""
        self.state = start
        self._checked = start.turn
        self._trusted = trusted

    def forced(self) -> Iterator[Moment]:
        """Give every answer that has no alternative."""
        for ask, choice, step in advance(self.state):
            before, self.state = self.state, step.state
            yield Moment(None, ask.seat, before.text(choice), before, step)

    def say(self, seat: str, text: str, line: Line | None = None) -> Moment:
        """Give one answer; refused as any other when it is not listed."""
        before = self.state
        answer = read_outcome(text) if seat == CHANCE else before.setting.grammar.parse(text, before.setting.board)
        if self._trusted and isinstance(answer, Choice):
            before.vouch(answer, seat)
        step = before.apply(answer, seat)
        self.state = step.state
        return Moment(line, seat, text, before, step)

    def turned(self) -> bool:
        """Whether a turn has passed since this was last asked."""
        passed = self.state.turn != self._checked
        self._checked = self.state.turn
        return passed


# -- writing


def write(
    header: Header, start: State, answers: Iterable[Answer], early: EarlyEnd | None = None, secret: str = ""
) -> str:
    """The record of these answers from the start, with a checksum at each turn and one at the end."""
    walker = Walker(start)
    rows = [FIRST_LINE, *_header_rows(header), ""]
    _settle(walker)
    for answer in answers:
        rows.append(f"{answer.seat}: {_canonical(walker.state, answer)}")
        walker.say(answer.seat, answer.text)
        _settle(walker)
        if walker.turned():
            rows.append(f"check {walker.state.hash}")
    rows += [early.text()] if early else []
    rows.append(f"end {walker.state.hash}")
    rows += [f"secret {secret}"] if secret else []
    return "\n".join(rows) + "\n"


def text_of(record: Record) -> str:
    """A record as it was read, without comments and blank lines."""
    rows = [f"{line.mark} {line.text}" if line.mark else f"{line.who}: {line.text}" for line in record.lines]
    return "\n".join([FIRST_LINE, *_header_rows(record.header), "", *rows]) + "\n"


def _settle(walker: Walker) -> None:
    for _ in walker.forced():
        pass


def _canonical(state: State, answer: Answer) -> str:
    """One spelling for everything: as the board prints it."""
    if answer.seat == CHANCE:
        return read_outcome(answer.text).text()
    return state.text(state.setting.grammar.parse(answer.text, state.setting.board))


def _header_rows(header: Header) -> Iterator[str]:
    yield f"game: {header.game}"
    yield f"scenario: {header.scenario}"
    yield f"rules: {header.rules}"
    yield f"data: {header.data}"
    for key, value in sorted(header.options.items()):
        yield f"option {key}: {value}"
    for seat, forces in header.seats.items():
        yield f"seat {seat}: {' '.join(forces)}"
    for seat, player in header.players.items():
        yield f"player {seat}: {player}"
    if header.dice:
        yield f"dice: {header.dice} from {header.dice_from}" if header.dice_from else f"dice: {header.dice}"


# -- reading


def read(text: str) -> Record:
    """A record from its text; every error names its line."""
    rows = text.replace("\r\n", "\n").removesuffix("\n").split("\n")
    if rows[0].strip() != FIRST_LINE:
        raise RecordError(1, "this is no record", f"a record begins with the line '{FIRST_LINE}'")
    fields: dict[str, tuple[int, str]] = {}
    body = len(rows)
    for number, row in enumerate(rows[1:], start=2):
        if not row.strip():
            body = number
            break
        if not row.lstrip().startswith("#"):
            key, value = _field(number, row)
            if key in fields:
                raise RecordError(number, f"{key} stands twice in the header")
            fields[key] = (number, value)
    header = _header(fields, body)
    places = {key: number for key, (number, _) in fields.items()}
    lines = tuple(_lines(rows, body, header))
    return Record(header, lines, places, len(rows))


def _field(number: int, row: str) -> tuple[str, str]:
    key, colon, value = row.partition(":")
    if not colon or not value.strip():
        raise RecordError(number, f"{row!r} is no line of a header", "key: value, then an empty line before the game")
    kind, _, name = key.partition(" ")
    if kind not in (MANY if name else SINGLE):
        raise RecordError(number, f"a header has no {key!r}", f"one of {', '.join((*SINGLE, *MANY))}")
    return key, value.strip()


def _header(fields: dict[str, tuple[int, str]], end: int) -> Header:
    for key in NEEDED:
        if key not in fields:
            raise RecordError(end, f"the header does not say the {key}")
    once = {key: fields[key][1] for key in SINGLE if key in fields}
    dice, _, first = once.pop("dice", "").partition(" from ")
    if first and not first.isdecimal():
        raise RecordError(fields["dice"][0], f"{first!r} is not a number of rolls")
    seats = {seat: tuple(forces.split()) for seat, forces in _named(fields, "seat").items()}
    options, players = _named(fields, "option"), _named(fields, "player")
    return Header(**once, options=options, players=players, seats=seats, dice=dice, dice_from=int(first or 0))


def _named(fields: dict[str, tuple[int, str]], kind: str) -> dict[str, str]:
    """The lines of one kind, by the name after it: `option light: full`."""
    return {key.removeprefix(f"{kind} "): value for key, (_, value) in fields.items() if key.startswith(f"{kind} ")}


def _lines(rows: list[str], body: int, header: Header) -> Iterator[Line]:
    last = ""
    for number, row in enumerate(rows[body:], start=body + 1):
        if not row.strip() or row.lstrip().startswith("#"):
            continue
        line = _line(number, row.strip(), header)
        if line.mark not in FOLLOWS.get(last, (line.mark,)):
            raise RecordError(number, "the record goes on after its end")
        last = line.mark
        yield line
    if last not in ("end", "secret"):
        raise RecordError(len(rows) + 1, "the record breaks off here", "a whole record closes with an 'end' line")


def _line(number: int, row: str, header: Header) -> Line:
    mark, _, rest = row.partition(" ")
    if mark in MARKS and rest:
        return Line(number, "", rest.strip(), mark)
    who, colon, text = row.partition(":")
    if not colon or not text.strip():
        raise RecordError(number, f"{row!r} is no line of a record", "for example 'german: pass' or 'chance: 2d6 3 5'")
    if who != CHANCE and header.seats and who not in header.seats:
        raise RecordError(number, f"nobody called {who!r} sits at this table", f"one of {', '.join(header.seats)}")
    return Line(number, who, text.strip())


# -- replaying


def seats_of(record: Record) -> dict[str, str] | None:
    """The seat that decides for each force, where the record says so."""
    return {force: seat for seat, forces in record.header.seats.items() for force in forces} or None


def begin(record: Record, game: Game) -> State:
    """The state a record starts from, once its scenario, options and data are known to be ours."""
    header = record.header
    try:
        start = game.start(header.scenario, header.options, seats_of(record))
    except BalkaError as problem:
        raise RecordError(record.at("scenario"), problem.message, problem.instead) from problem
    for seat in header.seats:
        if seat not in (*start.setting.forces, *start.setting.sides):  # no seat may pass for a watcher or for all
            reason = f"{header.scenario} has no seat {seat!r}"
            raise RecordError(record.at(f"seat {seat}"), reason, f"one of {', '.join(start.setting.forces)}")
    ours = start.setting.digest or NO_DATA
    if ours != header.data:
        raise RecordError(record.at("data"), f"the record was made with other data ({header.data})", f"this is {ours}")
    return start


def replay(record: Record, game: Game) -> Iterator[Moment]:
    """Play a record again, step by step; the first line that does not fit is refused with its reason."""
    walker = Walker(begin(record, game))
    yield from walker.forced()
    for line in record.lines:
        if line.mark:
            _compare(walker.state, line, record)
            continue
        yield _said(walker, line, record)
        yield from walker.forced()


def _said(walker: Walker, line: Line, record: Record) -> Moment:
    try:
        return walker.say(line.who, line.text, line)
    except IllegalChoiceError as problem:
        reason = f"'{line.who}: {line.text}' is refused: {problem.refusal.text()}"
        changed = other_rules(record.header.rules, walker.state.setting)
        raise RecordError(line.number, reason, changed or None) from problem
    except BalkaError as problem:
        raise RecordError(line.number, problem.message, problem.instead) from problem


def _compare(state: State, line: Line, record: Record) -> None:
    if line.mark in ("resign", "time") and line.text not in state.setting.seats:
        raise RecordError(line.number, f"nobody called {line.text!r} sits at this table")
    if line.mark == "draw" and line.text != AGREED:
        raise RecordError(line.number, f"'draw {line.text}' says nothing", f"draw {AGREED}")
    if line.mark in ("check", "end") and line.text != state.hash:
        reason = f"wrong checksum: the record says {line.text}, the game stands at {state.hash}"
        raise RecordError(line.number, reason, _suspicion(state, record))


def _suspicion(state: State, record: Record) -> str:
    return other_rules(record.header.rules, state.setting) or "a line before this one has been altered"


def other_rules(made_under: str, setting: Setting) -> str:
    """That a game was made under other rules than these; empty where it was not."""
    ours = setting.system.version
    if made_under == ours:
        return ""
    return f"it was made under version {made_under} of these rules, which are now at {ours}: a rule has changed"


def as_far_as_it_fits(record: Record, game: Game) -> tuple[tuple[Answer, ...], RecordError | None]:
    """The answers up to the last turn that comes out as the record says, and what is wrong after it."""
    try:
        final(record, game)
    except RecordError as problem:
        passed = [line.number for line in record.lines if line.mark == "check" and line.number < problem.line]
        fitting = [line for line in record.lines if passed and line.number < passed[-1]]
        return answers_of(structs.replace(record, lines=tuple(fitting))), problem
    return answers_of(record), None


def final(record: Record, game: Game) -> State:
    """The state a record ends in."""
    state = begin(record, game)
    for moment in replay(record, game):
        state = moment.step.state
    return state


def answers_of(record: Record) -> tuple[Answer, ...]:
    """The answers of a record, without its marks."""
    return tuple(Answer(line.who, line.text) for line in record.lines if not line.mark)
