"""A bare twin: what has been worked out about a state before must never change what is said of it now.

A twin is the same state made anew, with nothing remembered. Asked the same, it must answer the same: lists, views,
quotes, scenes, and what an answer leads to.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import msgspec
from msgspec import structs

from balka.core.choices import Choice, Node, Token
from balka.core.dice import Outcome
from balka.core.frames import Roll, leaves
from balka.core.state import WATCHER, State, Step
from balka.lab.invariants import Problems, deciders
from balka.table import scenes
from balka.table.table import Table

QUOTED = 6  # choices of a seat whose quotes are compared
SHOWN = 3  # differences of two lists that are named

Path = tuple[Token, ...]


def bare(state: State) -> State:
    """The same state made anew: equal in every field, and nothing of what was worked out before is kept with it.

    What hangs on the setting and the board alone, which never change, is still shared.
    """
    return state.anew(state.setting)


def on_bare_ground(state: State) -> State:
    """The same state with a setting and a board that have worked out nothing either, which makes it dear to ask."""
    return state.anew(structs.replace(state.setting, board=structs.replace(state.setting.board)))


# -- what is compared


def differences(state: State, twin: State, rng: Random) -> Problems:
    """Whatever the twin says otherwise, a sentence each."""
    if state.asks != twin.asks:
        yield f"{state.asks} are asked, with nothing remembered {twin.asks}"
        return
    for seat in deciders(state):
        yield from _lists(state, twin, seat)
        yield from _quotes(state, twin, seat, rng)
    for seat in (*state.setting.seats, WATCHER):
        yield from _sights(state, twin, seat)
    yield from _judgements(state, twin)


def _lists(state: State, twin: State, seat: str) -> Problems:
    """The root list, and the one below each of its words."""
    roots = state.grow((), seat)
    yield from _list(state, twin, seat, ())
    for node in roots:
        if not isinstance(node, Choice):
            yield from _list(state, twin, seat, (node,))


def _list(state: State, twin: State, seat: str, path: Path) -> Problems:
    kept, made = list(state.grow(path, seat)), list(twin.grow(path, seat))
    if kept != made:
        yield f"the list of {seat} after {path} hangs on what is remembered: {_odd(kept, made)}"


def _odd(kept: Sequence[Node], made: Sequence[Node]) -> str:
    """Which words or choices two lists do not share."""
    extra, missing = ([node for node in these if node not in those] for these, those in ((kept, made), (made, kept)))
    return f"{extra[:SHOWN]} too many, {missing[:SHOWN]} missing" if extra or missing else "their order"


def _quotes(state: State, twin: State, seat: str, rng: Random) -> Problems:
    """Costs, checks and warnings of a few choices."""
    listed = list(leaves(state, (), seat))
    for choice in rng.sample(listed, min(QUOTED, len(listed))):
        if state.quote(choice, seat) != twin.quote(choice, seat):
            yield f"the quote of {state.text(choice)!r} hangs on what is remembered"


def _sights(state: State, twin: State, seat: str) -> Problems:
    """The view of a seat, and the scene drawn from it."""
    if state.view(seat).to_json() != twin.view(seat).to_json():
        yield f"the view of {seat} hangs on what is remembered"
    elif _scene(state, seat) != _scene(twin, seat):
        yield f"the scene of {seat} hangs on what is remembered"


def _scene(state: State, seat: str) -> bytes:
    return msgspec.json.encode(scenes.scene(Table(state), seat))


def _judgements(state: State, twin: State) -> Problems:
    """The second count of a check, the score, and how it ended."""
    system, roll = state.setting.system, state.stack[-1] if state.stack else None
    if isinstance(roll, Roll) and system.recount(state, roll) != system.recount(twin, roll):
        yield f"the second count of {roll.why} hangs on what is remembered"
    if (state.score(), state.verdict()) != (twin.score(), twin.verdict()):
        yield "the score or the verdict hangs on what is remembered"


def same_outcome(before: State, actor: str, answer: Choice | Outcome, step: Step) -> Problems:
    """An answer leads to the same state and is told in the same words by a twin that has not even been asked."""
    twin = bare(before)
    if isinstance(answer, Choice):
        twin.vouch(answer, actor)
    other = twin.apply(answer, actor)
    if other.state.to_json() != step.state.to_json():
        yield "what the answer led to hangs on what is remembered"
    elif (other.events, other.barrier) != (step.events, step.barrier):
        yield "what was told of the answer hangs on what is remembered"
