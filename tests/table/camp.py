"""The Camp: a game for testing the table. Red puts out three tents, then both raid: a shot each, answered if wished."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import field, structs

from balka.core.boards import Board, Cell
from balka.core.checks import Check, Tally, add
from balka.core.choices import Card, Choice, Facing, Hex, Hexside, Node, Number, Path, Refusal, Token, UnitId, narrowed
from balka.core.dice import Outcome
from balka.core.errors import BalkaError
from balka.core.events import Event
from balka.core.frames import Ask, Frame, Quote, Roll, Steps, Todo, asking
from balka.core.hexes import Grid
from balka.core.scene import display
from balka.core.scene.board import Board as DrawnBoard
from balka.core.scene.counters import Counter, Place, Stack
from balka.core.scene.display import Display
from balka.core.scene.nodes import PLAIN, Look
from balka.core.scene.overlays import Overlay, OverlayHex
from balka.core.state import Position, Setting, State, Tracks, Verdict, Work
from balka.core.system import Option, Scenario, System, not_described

RED, BLUE = "red", "blue"
TENTS = ("tent-1", "tent-2", "tent-3")
BOARD = Board("camp", Grid(), tuple(Cell(f"{letter}01", n, 1) for n, letter in enumerate("ABCDEF")))


class Put(Choice, frozen=True):
    verb, subject = "put", "unit"
    unit: UnitId
    place: Hex


class Ready(Choice, frozen=True):
    verb, ends = "ready", True


class Fire(Choice, frozen=True):
    verb, final = "fire", "yes"
    gun: UnitId


class Hold(Choice, frozen=True):
    verb = "hold"


class Turn(Choice, frozen=True):
    verb, subject = "turn", "unit"
    unit: UnitId
    place: Hex
    facing: Facing


class TakeHex(Choice, frozen=True):
    verb = "take"
    place: Hex


class TakeUnit(Choice, frozen=True):
    verb = "take"
    unit: UnitId


class TakeHard(Choice, frozen=True):
    verb = "take"
    place: Hex
    points: Number


class Go(Choice, frozen=True):
    verb = "go"
    way: Path


class Bridge(Choice, frozen=True):
    verb = "bridge"
    side: Hexside


class PlayCard(Choice, frozen=True):
    verb = "play"
    card: Card


class Said(Event, frozen=True):
    """Anything worth a line."""

    text: str

    def say(self, setting: Setting) -> str:
        return self.text


class Ground(Position, frozen=True):
    tents: dict[str, int] = field(default_factory=dict)


class Score(Tracks, frozen=True):
    hits: dict[str, int] = field(default_factory=dict)


def late(choices: Iterable[Choice], path: tuple[Token, ...]) -> list[Node]:
    found: dict[Node, None] = {}
    for choice in choices:
        words = choice.path()
        if words[: len(path)] == path:
            found[choice if len(words) == len(path) else words[len(path)]] = None
    return list(found)


class Pitch(Frame, frozen=True):
    """Red puts each tent somewhere of its own, the third only after the first, then says so."""

    def ask(self, state: State) -> tuple[Ask, ...]:
        return asking(RED, RED, "pitch")

    def grow(self, state: State, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        tents = state.position.tents
        free = [place for place in range(6) if place not in tents.values()]
        waiting = [tent for tent in TENTS if tent not in tents and (tent != "tent-3" or "tent-1" in tents)]
        puts = [Put(UnitId(tent), Hex(place)) for tent in waiting for place in free]
        return narrowed(puts or [Ready()], path)

    def answer(self, work: Any, choice: Choice) -> None:
        if isinstance(choice, Put):
            work.position = Ground({**work.position.tents, choice.unit: choice.place})
            work.tell_only((RED,), Said(f"You put {choice.unit} at {BOARD.labels[choice.place]}."), Said("A tent."))
        else:
            work.pop()

    def refuse(self, view: State, choice: Choice, seat: str) -> Refusal:
        if isinstance(choice, Put) and choice.place in view.position.tents.values():
            return Refusal("Another tent stands there.", "camp-1", "choose an empty hex")
        return super().refuse(view, choice, seat)

    def prompt(self, view: State, seat: str) -> str:
        return "Put out your tents."

    def left(self, view: State, seat: str) -> int:
        return len(TENTS) - len(view.position.tents)

    def todo(self, view: State, seat: str) -> tuple[Todo, ...]:
        return tuple(Todo(f"{tent} has no place", "camp-1", 0) for tent in TENTS if tent not in view.position.tents)


class Raid(Frame, frozen=True):
    """One seat may fire one of two guns; a hit is counted."""

    seat: str
    kind: str = "raid"

    def ask(self, state: State) -> tuple[Ask, ...]:
        return asking(self.seat, self.seat, self.kind, window=True)

    def grow(self, state: State, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        return narrowed([Fire(UnitId("small")), Fire(UnitId("big")), Hold()], path)

    def answer(self, work: Any, choice: Choice) -> None:
        if isinstance(choice, Fire):
            work.push(Roll(self.seat, "raid", "2d6", check=check_of(choice)))
        else:
            work.pop()

    def resume(self, work: Any, result: Outcome) -> None:
        work.pop()
        hit = result.total >= 6
        hits = {**work.tracks.hits, self.seat: work.tracks.hits.get(self.seat, 0) + hit}
        work.tracks = Score(hits)
        work.tell(Said(f"{self.seat} rolled {result.total}."))

    def quote(self, view: State, choice: Choice, seat: str) -> Quote:
        return Quote(checks=(check_of(choice),), final="yes") if isinstance(choice, Fire) else Quote()

    def panel(self, view: State) -> tuple[Tally | Check, ...]:
        return (check_of(Fire(UnitId("big"))),)


def check_of(choice: Choice) -> Check:
    need = 6 if choice == Fire(UnitId("big")) else 9
    return Check("raid", "2d6", Tally("need", (add(need, "gun", "camp-2"),)))


class Menu(Frame, frozen=True):
    """Lists whatever it is told, in one of three ways: word by word, all at once, or each after its own last word."""

    said: tuple[str, ...]
    way: str = "words"

    def ask(self, state: State) -> tuple[Ask, ...]:
        return asking(RED, RED, "menu")

    def grow(self, state: State, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        choices = [state.setting.grammar.parse(one, BOARD) for one in self.said]
        if self.way == "late":
            return late(choices, path)
        return choices if self.way == "whole" else narrowed(choices, path)

    def answer(self, work: Any, choice: Choice) -> None:
        """A tent turned is seen by all; a card tells red something it did not know; anything else is the end."""
        if isinstance(choice, Turn):
            work.tell(Said("A tent turns."))
        elif isinstance(choice, PlayCard):
            work.barrier = True
            work.tell_only((RED,), Said("You learn something."))
        else:
            work.pop()


def next_day(work: Work) -> None:
    work.turn += 1
    work.push(Steps("day"))


SEQUENCES = {
    "game": (lambda work: work.push(Pitch()), next_day, next_day),
    "day": (lambda work: work.push(Raid(RED)), lambda work: work.push(Raid(BLUE, "reply"))),
}


class CampSystem(System):
    key = "camp"
    position_type = Ground
    tracks_type = Score
    frames = (Pitch, Raid, Menu)
    verbs = (Put, Ready, Fire, Hold, Turn, TakeHex, TakeUnit, TakeHard, Go, Bridge, PlayCard)
    sequences = SEQUENCES

    def conceal(self, state: State, seat: str) -> State:
        """Only red knows where its tents stand."""
        return state if seat == RED else structs.replace(state, position=Ground())

    def verdict(self, state: State) -> Verdict | None:
        hits = state.tracks.hits
        best = max(hits.get(RED, 0), hits.get(BLUE, 0))
        winners = [side for side in (RED, BLUE) if hits.get(side, 0) == best]
        return Verdict(winners[0] if len(winners) == 1 else "", "The raids are over.") if state.over else None

    def scene(self, view: State, seat: str) -> Display:
        stacks = [tent_at(tent, place) for tent, place in view.position.tents.items()]
        return structs.replace(super().scene(view, seat), turn=display.Turn(f"Day {view.turn} of 2"), stacks=stacks)

    def node(self, view: State, path: tuple[Token, ...], node: Node, seat: str) -> Look:
        return Look(tone="fire", badge="72 %") if node == Fire(UnitId("big")) else PLAIN

    def overlay(self, view: State, seat: str, kind: str, where: Mapping[str, str]) -> Overlay:
        if kind != "sight":
            return super().overlay(view, seat, kind, where)
        return Overlay(title="Sight", legend=[], hexes=[OverlayHex(where["hex"], "yes")])

    def why_there(self, view: State, seat: str, unit: str, place: str) -> list[Refusal]:
        return [Refusal(f"{unit} cannot go to {place}.", "camp-3")]

    def board_wire(self, setting: Setting) -> DrawnBoard:
        return BOARD.to_wire()


def tent_at(tent: str, place: int) -> Stack:
    counter = Counter(id=tent, name="Tent", style="red", form="tactical", symbol="tent", side=RED)
    return Stack(place=Place(kind="hex", id=BOARD.labels[place]), counters=[counter])


LIGHT = Option("light", "Light of the moon", "camp-4", ("new", "full"))
RAIDS = Scenario(
    "raids", "Raids by Night", (RED, BLUE), "2 days", "the table", "Two camps in the dark.", "estimated", (LIGHT,)
)


class Camp:
    key, title, blurb = "camp", "The Camp", "For tests of the table."
    digest = "cafe"

    def scenarios(self) -> Sequence[Scenario]:
        return (RAIDS,)

    def start(
        self, scenario: str, options: Mapping[str, str] | None = None, seats: Mapping[str, str] | None = None
    ) -> State:
        if scenario != RAIDS.key:
            raise BalkaError(f"there is no scenario {scenario!r}", "raids")
        chosen = {"light": "new", **(options or {})}
        if set(chosen) != {"light"} or chosen["light"] not in LIGHT.values:
            raise BalkaError(f"no such option: {chosen}", "light=new or light=full")
        return begun(self.setting(chosen), (Steps("game"),))

    def setting(self, options: dict[str, str]) -> Setting:
        both = {RED: RED, BLUE: BLUE}
        return Setting(
            game="camp", scenario="raids", title=RAIDS.title, system=CampSystem(), board=BOARD, options=options,
            standard={"light": "new"},
            sides=(RED, BLUE), forces=both, seat_of=both, digest=self.digest, rulebook=None, catalogue=None,
        )  # fmt: skip

    describe = not_described

    def sample(self, view: State, rng: Any) -> State:
        return view


def begun(setting: Setting, stack: tuple[Frame, ...]) -> State:
    state = State(setting, Ground(), Score(), {}, {}, {}, {}, stack)
    return Work(state, RED).settle().state


def menu(*said: str, way: str = "words") -> State:
    """A state that asks red to choose one of some sentences."""
    return begun(Camp().setting({"light": "new"}), (Menu(said, way),))


GAME = Camp()
