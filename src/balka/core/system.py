"""What a rules system provides to the engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from operator import or_
from types import GenericAlias
from typing import Any, Generic, Protocol

from msgspec import Struct

from balka.core.choices import Choice, Node, Refusal, Token
from balka.core.describing.document import Document
from balka.core.dice import Bag, Rng
from balka.core.errors import BalkaError
from balka.core.frames import Frame, Roll, StateType, Steps, WorkType
from balka.core.scene.board import Board
from balka.core.scene.charts import Chart
from balka.core.scene.display import Display, Turn, side_info
from balka.core.scene.nodes import PLAIN, Look
from balka.core.scene.overlays import Overlay
from balka.core.state import WATCHER, Hand, Position, State, Tracks, Verdict, Work
from balka.core.values import Value


class System(Generic[StateType, WorkType]):
    """Base of all systems: the types it saves, its verbs, its sequences of play, and who may know what."""

    key: str = ""
    version: str = "1"
    """of the rules: raised whenever a game already played would come out differently, so that its record can say so"""
    state_type: type[State[Any, Any, Any]] = State
    work_type: Callable[[Any, str], Any] = Work
    position_type: type[Position] = Position
    tracks_type: type[Tracks] = Tracks
    frames: tuple[type[Frame], ...] = ()
    verbs: tuple[type[Choice], ...] = ()
    sequences: Mapping[str, tuple[Callable[[WorkType], None], ...]] = {}
    order: str = ""
    """the rule that says who acts when: cited where somebody speaks out of turn, or before the dice"""

    def saved_types(self) -> dict[str, Any]:
        """How each part of a saved state is read back."""
        frame = reduce(or_, (Roll, Steps, *self.frames))
        return {"position": self.position_type, "tracks": self.tracks_type, "bags": dict[str, Bag],
                "hands": dict[str, Hand], "secrets": dict[str, dict[str, str]], "told": dict[str, tuple[str, ...]],
                "stack": GenericAlias(tuple, (frame, ...)), "turn": int}  # fmt: skip

    def watch(self, work: WorkType) -> None:
        """Standing checks after every change of position, in fixed order."""

    def conceal(self, state: StateType, seat: str) -> StateType:
        """The state as a seat may know it."""
        return state

    def sample(self, view: StateType, rng: Rng) -> StateType:
        """A whole state that fits what a view knows."""
        return view

    def verdict(self, state: StateType) -> Verdict | None:
        return None

    def score(self, state: StateType) -> dict[str, float]:
        """How each side stands, for bots and reports."""
        return dict.fromkeys(state.setting.sides, 0.0)

    def margin(self, state: StateType) -> dict[str, float]:
        """By how many victory points each side is ahead of what it needs: what a match counts beside the verdict."""
        return self.score(state)

    # -- for the audit: what must hold in every state

    def invariants(self, state: StateType) -> list[str]:
        """What is wrong with this state, a sentence each: counters lost or doubled, numbers out of bounds."""
        return []

    def recount(self, state: StateType, roll: Roll) -> int | None:
        """The number the check of a roll needs, worked out a second way; None where there is no second way."""
        return None

    # -- for the table: how a view is drawn (core/scene); nothing here decides anything

    def scene(self, view: StateType, seat: str) -> Display:
        """The turn, stacks, layers, tracks, hands, bags and ghosts of a view."""
        return Display(turn=Turn(f"Turn {view.turn}"), sides=[side_info(side) for side in view.setting.sides])

    def turn(self, view: StateType) -> Turn:
        """What turn it is, as anybody may know; the same as in a scene, and sooner said where nothing else is drawn."""
        return self.scene(view, WATCHER).turn

    def node(self, view: StateType, path: tuple[Token, ...], node: Node, seat: str) -> Look:
        """What a node of the list of choices is called and how it looks: label, tone, badge, where they differ."""
        return PLAIN

    def overlay(self, view: StateType, seat: str, kind: str, where: Mapping[str, str]) -> Overlay:
        """Named hexes with a legend: line of sight, fire zone, reach and so on; `where` gives unit, hex or to."""
        raise BalkaError(f"there is no overlay {kind!r} in this game")

    def why_there(self, view: StateType, seat: str, unit: str, place: str) -> list[Refusal]:
        """Why a counter can do nothing at a hex now; empty where it can."""
        return []

    def values(self, view: StateType, seat: str, unit: str) -> list[Value]:
        """The figures of a counter as they are now, from what the viewer knows; of a nameless one there are none."""
        return []

    def charts(self, state: StateType) -> tuple[Chart, ...]:
        """The charts that lie beside the map, as they are printed."""
        return ()

    def board_wire(self, setting: Any) -> Board:
        """The board as the browser draws it."""
        raise NotImplementedError


class Option(Struct, frozen=True):
    """A named way to vary the rules, with the rule it comes from, if any; the first value is the default."""

    key: str
    title: str
    rule: str
    values: tuple[str, ...]


def standard(offered: Sequence[Option]) -> dict[str, str]:
    """Every option at its default."""
    return {option.key: option.values[0] for option in offered}


def chosen(offered: Sequence[Option], options: Mapping[str, str] | None) -> dict[str, str]:
    """The options asked for, the defaults filled in; what does not exist is refused."""
    known = {option.key: option for option in offered}
    for key, value in (options or {}).items():
        if key not in known:
            raise BalkaError(f"there is no option {key!r}", instead=f"one of {', '.join(known)}")
        if value not in known[key].values:
            raise BalkaError(f"option {key} cannot be {value!r}", instead=f"one of {', '.join(known[key].values)}")
    return {**standard(offered), **(options or {})}


class Scenario(Struct, frozen=True):
    """What can be played: what it is called, who takes part, how long it is, what it teaches.

    `turns` is its length as a number; `chapters` are the last chapter of the rulebook it needs and how many there are.
    """

    key: str
    title: str
    sides: tuple[str, ...]
    length: str
    teaches: str
    situation: str
    basis: str
    options: tuple[Option, ...] = ()
    turns: int = 0
    chapters: tuple[int, int] = (0, 0)


class Game(Protocol):
    """A title: what can be played, and how a game of it begins."""

    key: str
    title: str
    blurb: str

    def scenarios(self) -> Sequence[Scenario]: ...

    def start(
        self, scenario: str, options: Mapping[str, str] | None = None, seats: Mapping[str, str] | None = None
    ) -> State: ...

    def describe(self, document: Document) -> State:
        """The position a document describes; a title without such a language has `describe = not_described`."""
        ...

    def sample(self, view: State, rng: Rng) -> State: ...


def not_described(game: Game, document: Document) -> State:
    """`describe` of a title whose positions cannot be written down."""
    raise BalkaError(f"positions of {game.title} cannot be described", "begin with a scenario")


def system_of(game: Game) -> System:
    """The rules a title is played by; one that does not name its `system` is asked by starting a scenario."""
    named: System | None = getattr(game, "system", None)
    return named if named is not None else game.start(game.scenarios()[0].key).setting.system
