"""Work: a state being changed, and the step that comes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic

from msgspec import Struct
from typing_extensions import TypeVar

from balka.core.events import Event, Told
from balka.core.frames import CHANCE, Frame, StateType

if TYPE_CHECKING:
    from balka.core.state import Position, Setting, State, Tracks

PositionType = TypeVar("PositionType", bound="Position", default=Any)
TracksType = TypeVar("TracksType", bound="Tracks", default=Any)
Setting_co = TypeVar("Setting_co", bound="Setting", default="Setting", covariant=True)

SETTLE_LIMIT = 10_000


class Step(Struct, Generic[StateType], frozen=True):
    """What an answer led to; `barrier`: undo may not go back past it. `revealed`: because something became known, not
    only because an end was said or somebody else is asked."""

    state: StateType
    events: tuple[Told, ...]
    barrier: bool
    revealed: bool = False


class Work(Generic[PositionType, TracksType, Setting_co]):
    """A state being changed: handlers write here, and the next state is made when all has settled."""

    __slots__ = (
        "_watched", "actor", "bags", "barrier", "before", "ended", "events", "hands", "in_lane", "position", "secrets",
        "setting", "stack", "told", "tracks", "turn",
    )  # fmt: skip

    def __init__(self, state: State[PositionType, TracksType, Setting_co], actor: str) -> None:
        self.setting = state.setting
        self.position = state.position
        self.tracks = state.tracks
        self.bags = state.bags
        self.hands = state.hands
        self.secrets = state.secrets
        self.told = state.told
        self.stack = list(state.stack)
        self.turn = state.turn
        self.actor = actor
        self.events: list[Told] = []
        self.barrier = False
        self.ended = False
        self.in_lane = False
        self.before = state.position  # for standing checks, which say when they have seen what changed since
        self._watched = state.position

    # -- the stack

    def push(self, frame: Frame) -> None:
        self.stack.append(frame)

    def pop(self) -> Frame:
        return self.stack.pop()

    def replace_top(self, frame: Frame) -> None:
        self.stack[-1] = frame

    def finish(self, result: object) -> None:
        """Hand a result to the frame now on top."""
        self.stack[-1].resume(self, result)

    # -- telling

    def tell(self, event: Event) -> None:
        """Everybody hears it."""
        self.events.append(Told(event))

    def tell_only(self, seats: tuple[str, ...], event: Event, shadow: Event | None = None) -> None:
        """Only these seats hear it; the rest hear the shadow in its place."""
        self.events.append(Told(event, seats, shadow))

    # -- settling

    def settle(self) -> Step[State[PositionType, TracksType, Setting_co]]:
        """Run watchers and automatic frames until somebody must choose or all is over."""
        watch = self.setting.system.watch
        for _ in range(SETTLE_LIMIT):
            if self.position is not self._watched:
                self._watched = self.position
                watch(self)
                continue
            if not self.stack or not self.stack[-1].automatic:
                return self._step()
            self.stack[-1].run(self)
        raise AssertionError("the game does not settle")

    def freeze(self) -> State[PositionType, TracksType, Setting_co]:
        return self.setting.system.state_type(
            self.setting, self.position, self.tracks, self.bags, self.hands, self.secrets, self.told, tuple(self.stack),
            self.turn,
        )  # fmt: skip

    def _step(self) -> Step[State[PositionType, TracksType, Setting_co]]:
        state = self.freeze()
        closes = self.barrier or self.ended or self._asks_another(state)
        return Step(state, tuple(self.events), closes, self.barrier)

    def _asks_another(self, state: State) -> bool:
        """Has the answer brought somebody else in? In a lane the others were asked all along."""
        if self.actor == CHANCE or self.in_lane:
            return False
        asks = state.asks
        if len(asks) == 1:
            return asks[0].seat not in (self.actor, CHANCE)
        return any(ask.seat not in (self.actor, CHANCE) for ask in asks)
