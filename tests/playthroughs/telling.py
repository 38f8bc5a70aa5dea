"""Telling a scripted game: every answer with what was told, what changed, what each seat sees of it, who is asked
next and what he may say."""

from __future__ import annotations

import hashlib
import re
import textwrap
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, get_args, get_type_hints

from msgspec import UNSET, Struct
from tests.playthroughs.reading import Line, Script

from balka.core.boards import Board
from balka.core.checks import Check, Part, Tally, signed
from balka.core.choices import Choice, Facing, Hex
from balka.core.errors import BalkaError
from balka.core.events import Told
from balka.core.forced import forced
from balka.core.frames import CHANCE, Ask, Frame, Roll, Steps, Together
from balka.core.state import State, Step

LISTED = 24  # choices written out; longer lists are counted by their first words
WIDTH = 108
HEX_NAME = re.compile(r"(\w+_)?hex(es)?|places")  # fields that hold hexes as plain numbers
RULE = "-" * 120

Facts = dict[str, str]


def tell(script: Script) -> str:
    """The whole golden text of a script."""
    return "\n".join([*script.shows, "", *_told(script)]) + "\n"


def _told(script: Script) -> Iterator[str]:
    state = script.start()
    yield from _start(state)
    for line in script.lines:
        state = yield from _forced(state)
        if line.asks:
            yield from _question(state, line)
        else:
            before, step = state, _say(script, state, line)
            state = step.state
            yield from _block(before, f"{line.seat}: {line.text}", step)
    state = yield from _forced(state)
    verdict = state.verdict()
    yield RULE
    yield f"over: {verdict.winner or 'a draw'}. {verdict.text}" if verdict else f"hash {state.hash}"


def _say(script: Script, state: State, line: Line) -> Step:
    try:
        return state.apply(line.text, line.seat)
    except BalkaError as problem:
        asked = ", ".join(f"{ask.seat} {ask.kind}" for ask in state.asks)
        raise BalkaError(
            f"{script.name} line {line.number}: '{line.seat}: {line.text}' is refused: {problem}", instead=asked
        ) from problem


def _forced(state: State) -> Iterator[str]:
    """Answers without an alternative, told like the others; the last state is handed back."""
    while (only := forced(state)) is not None:
        ask, choice = only
        before, step = state, state.apply(choice, ask.seat)
        state = step.state
        yield from _block(before, f"({ask.seat}: {before.text(choice)})", step)
    return state


# -- blocks of text


def _start(state: State) -> Iterator[str]:
    yield f"{state.setting.game}/{state.setting.scenario.split('/')[-1]} {_pairs(state.setting.options)}".rstrip()
    facts = flat(state)
    yield from _labelled("state", _grouped(facts))
    yield from _labelled("stack", [stack(state)])
    for seat in state.setting.seats:
        view = state.view(seat)
        yield from _labelled(seat, [*_changes(facts, flat(view)), *_own_stack(state, seat)])
    yield from _asked(state)


def _block(before: State, title: str, step: Step) -> Iterator[str]:
    yield RULE
    yield title + ("  |" if step.barrier else "")
    yield from _labelled("told", [line for told in step.events for line in _hearing(told, step.state)])
    changes = _changes(flat(before), flat(step.state))
    yield from _labelled("state", changes)
    yield from _labelled("stack", [stack(step.state)])
    for seat in before.setting.seats:
        seen = _changes(flat(before.view(seat)), flat(step.state.view(seat)))
        hidden = [f"does not see {change}" for change in changes if change not in seen]
        sees = [f"sees {change}" for change in seen if change not in changes]
        yield from _labelled(seat, [*hidden, *sees, *_own_stack(step.state, seat)])
    yield from _asked(step.state)


def _grouped(facts: Facts) -> list[str]:
    """Facts of one thing on one line."""
    groups: dict[str, list[str]] = {}
    for key, value in facts.items():
        thing, _, name = key.rpartition(".")
        groups.setdefault(thing, []).append(f"{name} {value}")
    return [f"{thing}: {', '.join(rows)}" if thing else ", ".join(rows) for thing, rows in groups.items()]


def _own_stack(state: State, seat: str) -> list[str]:
    own = stack(state.view(seat))
    return [] if own == stack(state) else [f"sees {own}"]


def _labelled(label: str, lines: Sequence[str]) -> Iterator[str]:
    for n, line in enumerate(lines):
        yield f"  {'' if n else label:<9} {line}"


def _hearing(told: Told, state: State) -> Iterator[str]:
    setting = state.setting
    yield f"{told.event.say(setting)}{_for(told.to)}"
    if told.to is not None and told.shadow is not None:
        yield f"  others hear: {told.shadow.say(setting)}"


def _for(seats: tuple[str, ...] | None) -> str:
    return "" if seats is None else f" [{', '.join(seats)}]"


def _asked(state: State) -> Iterator[str]:
    for ask in state.asks:
        window = " (window)" if ask.window else ""
        yield from _labelled("ask", [f"{ask.seat} {ask.kind}{window}"])
        prompt = "" if ask.seat == CHANCE else state.stack[-1].prompt(state.view(ask.seat), ask.seat)
        yield from _labelled("prompt", [prompt] if prompt else [])
        yield from _labelled("odds" if ask.seat == CHANCE else "choices", _offered(state, ask))


def _offered(state: State, ask: Ask) -> list[str]:
    if ask.seat == CHANCE:
        return _chances(state)
    choices = list(state.choices(seat=ask.seat))
    if len(choices) <= LISTED:
        return _wrapped(" | ".join(map(state.text, choices)))
    return _counted(state, choices)


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, break_on_hyphens=False)


def _chances(state: State) -> list[str]:
    """The odds of a check by its bands; of a draw by its items; plain dice need none."""
    roll = state.stack[-1]
    assert isinstance(roll, Roll)
    if roll.check is not None:
        return _check(roll.check, state.setting.game)
    if roll.dice:
        return [f"{roll.dice}{_for(roll.to)}"]
    return _wrapped(" | ".join(f"{outcome.text()} {chance}" for outcome, chance in state.odds()) + _for(roll.to))


def _counted(state: State, choices: Sequence[Choice]) -> list[str]:
    """A long list, by its first words, with a digest that notices any change in it."""
    groups: dict[str, Counter[str]] = {}
    for choice in choices:
        first = str(choice.path()[0]) if choice.subject else choice.verb
        groups.setdefault(first, Counter())[choice.verb] += 1
    digest = hashlib.sha256("\n".join(map(state.text, choices)).encode()).hexdigest()[:8]
    rows = [f"{first}: {_pairs(verbs, ' ')}" for first, verbs in groups.items()]
    return [f"{len(choices)} choices, digest {digest}", *rows]


def _pairs(values: Mapping[str, object], sign: str = "=") -> str:
    return ", ".join(f"{key}{sign}{value}" for key, value in values.items())


# -- questions


def _question(state: State, line: Line) -> Iterator[str]:
    yield RULE
    yield f"? {line.seat}: {line.text}"
    refusal = state.why_not(line.text, line.seat)
    if refusal is not None:
        yield from _labelled("refused", [refusal.text()])
        return
    quote = state.quote(line.text, line.seat)
    yield from _labelled("final", [quote.final])
    yield from _labelled("warns", quote.warns)
    for part in (quote.cost, *quote.checks):
        yield from _working(part, state.setting.game)


def _working(part: Tally | Check | None, game: str) -> Iterator[str]:
    if isinstance(part, Tally):
        yield from _labelled("cost", part.text(game).splitlines())
    elif isinstance(part, Check):
        yield from _labelled("check", _check(part, game))


def _check(check: Check, game: str) -> list[str]:
    bands = [f"{b.name} {b.low}" + (f" to {b.high}" if b.high != b.low else "") for b in check.odds()]
    return [f"{check.name} on {check.dice}: {', '.join(bands)}", *check.tally.text(game).splitlines()]


# -- states as lines


def flat(state: State) -> Facts:
    """Every fact of a state but its stack, by its place; hexes by their labels."""
    facts: Facts = {}
    for name in State.SAVED:
        if name != "stack":
            _flatten(getattr(state, name), None, name, state.setting.board, facts)
    return facts


def stack(state: State) -> str:
    """What is in progress, the innermost last."""
    return " > ".join(_frame(frame, state.setting.board) for frame in state.stack) or "empty"


def _frame(frame: Frame, board: Board) -> str:
    """A frame by its name and what is in it; the working of a check is shown with the ask."""
    if isinstance(frame, Together):
        lanes = (f"{lane.seat}: {'; '.join(lane.said) or ('ready' if lane.ready else '...')}" for lane in frame.lanes)
        return f"{type(frame).__name__}({' / '.join(lanes)})"
    if isinstance(frame, Steps):
        return f"{frame.name} {frame.at}"
    inner: Facts = {}
    hints = get_type_hints(type(frame))
    for name in frame.__struct_fields__:
        if not isinstance(getattr(frame, name), Check | Tally):
            _flatten(getattr(frame, name), hints[name], name, board, inner)
    return f"{type(frame).__name__}({_pairs(inner)})" if inner else type(frame).__name__


def _flatten(value: Any, hint: Any, path: str, board: Board, facts: Facts) -> None:
    if isinstance(value, Part):
        facts[path] = f"{signed(value)} {value.label}"
    elif isinstance(value, Struct):
        hints = get_type_hints(type(value))
        for name in value.__struct_fields__:
            _flatten(getattr(value, name), hints[name], f"{path}.{name}", board, facts)
    elif isinstance(value, dict):
        for key in sorted(value):
            _flatten(value[key], get_args(hint)[-1:], f"{path}.{key}", board, facts)
    elif isinstance(value, tuple | list) and any(isinstance(item, Struct) for item in value):
        for n, item in enumerate(value):
            _flatten(item, None, f"{path}.{n}", board, facts)
    elif value not in ((), "", None, UNSET) and value is not False:
        facts[path] = _shown(value, hint, path.rpartition(".")[-1], board)


def _shown(value: Any, hint: Any, name: str, board: Board) -> str:
    """A value as people write it: hexes and facings by the board's names."""
    if isinstance(value, tuple | list):
        inner = (get_args(hint) or (None,))[0]
        return " ".join(_shown(item, inner, name, board) for item in value)
    if not isinstance(value, int) or value < 0:
        return str(value)
    if (hint is Hex or Hex in get_args(hint) or HEX_NAME.fullmatch(name)) and value < len(board):
        return board.labels[value]
    return board.grid.sides[value] if hint is Facing or name == "facing" else str(value)


def _changes(old: Facts, new: Facts) -> list[str]:
    gone = [f"- {key}: {old[key]}" for key in old if key not in new]
    come = [f"+ {key}: {new[key]}" for key in new if key not in old]
    other = [f"{key}: {old[key]} -> {new[key]}" for key in new if key in old and old[key] != new[key]]
    return [*other, *gone, *come]
