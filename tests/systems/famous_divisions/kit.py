"""Small battles drawn as text, for tests: real counters on a map of a few hexes, dice given, nothing random.

    game = on("a b x", a="5k-2gr hq-2gr", x="t34.1-2tk").activate("2gr")
    game.play("take 5k-2gr", "step B01", "halt")

Each line of a picture is a row, each word a hex; the odd columns lie half a hex higher, and one word a line is a
straight column. A word that is no terrain is a mark: the counters named for it stand there. `!` after a counter's
name depletes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import structs

from balka.core.boards import Board
from balka.core.choices import Choice, Refusal
from balka.core.describing.positions import Described
from balka.core.dice import read_outcome
from balka.core.frames import CHANCE, Frame
from balka.core.state import State
from balka.games.grossdeutschland import title
from balka.systems.famous_divisions import activation, supply
from balka.systems.famous_divisions.listing import SideFrame
from balka.systems.famous_divisions.model import GdState, GdWork, change
from balka.systems.famous_divisions.position import Unit
from balka.systems.famous_divisions.verbs import Pass

LEGEND = {
    "W": "woods", "F": "forest", "O": "orchard", "H": "hill", "P": "peak", "V": "village", "T": "town", "C": "city",
    "D": "downtown", "~": "major_river_hex", "=": "one_hex_river", "L": "farm", "M": "hamlet",
}  # fmt: skip


class Idle(SideFrame, frozen=True):
    """Nothing is going on: the game waits for the test."""

    def ask_kind(self) -> str:
        return "idle"

    def options(self, state: Any) -> Iterable[Choice]:
        return (Pass(),)

    def answer(self, work: Any, choice: Any) -> None:
        work.pop()

    def resume(self, work: Any, result: Any) -> None:
        """Whatever ended, the test goes on."""


class Starving(Frame, frozen=True):
    """Once supply has been looked at, hunger costs casualties."""

    automatic = True

    def run(self, work: Any) -> None:
        work.pop()
        supply.starve(work)


class Asking(SideFrame, frozen=True):
    """A side's part of the Supply Phase is about to begin."""

    automatic = True

    def run(self, work: Any) -> None:
        work.pop()
        supply.begin_supply(work, self.side)


class Game:
    """A state with short ways to play it and look at it. Whatever is refused fails the test."""

    def __init__(self, state: State, marks: Mapping[str, tuple[int, ...]]) -> None:
        self.state = state
        self.marks = marks
        self.heard: list[str] = []

    # -- playing

    def play(self, *sentences: str) -> Game:
        """Answer what is asked, each sentence by whoever is asked; outcomes of chance are given the same way."""
        for sentence in sentences:
            self._answer(read_outcome(sentence) if self.asked == CHANCE else sentence)
        return self

    def _answer(self, answer: Any) -> None:
        step = self.state.apply(answer)
        setting = self.state.setting
        self.heard += [told.event.say(setting) for told in step.events]
        self.state, self.barrier = step.state, step.barrier

    def activate(self, battalion: str) -> Game:
        """The chit of a battalion is played."""
        return self.run(lambda work: activation.play_chit(work, battalion))

    def supply(self, *sides: str) -> Game:
        """The Supply Phase begins: these sides are asked in turn, then hunger is felt."""

        def begin(work: GdWork) -> None:
            work.push(Starving())
            for side in reversed(sides):
                work.push(Asking(side))

        return self.run(begin)

    def run(self, change: Any) -> Game:
        """Let a rule change the state, then settle."""
        work = GdWork(self.state, "")
        change(work)
        step = work.settle()
        self.heard += [told.event.say(self.state.setting) for told in step.events]
        self.state = step.state
        return self

    def set(self, one: str, **facts: Any) -> Game:
        """Write facts about a counter."""
        return self.run(lambda work: change(work, one, **facts))

    def battle(self, target: str, *units: str) -> Game:
        """From the movement part into an attack on a hex, up to the defender's decision."""
        return self.play("fight", f"attack {target}", *(f"join {one}" for one in units), "fight")

    def no_chits(self) -> Game:
        """Both sides draw chits that cancel out: Good Intelligence, -1, and Sniper, +1."""
        if self.kind == "defence":
            self.play("stand")
        names = ("soviet", "german") if self.state.stack[-1].force == "soviet" else ("german", "soviet")  # type: ignore[attr-defined]
        return self.play(
            f"draw {names[0]}-cup blue", "draw blue good-intelligence", f"draw {names[1]}-cup red", "draw red sniper"
        )

    # -- looking

    @property
    def asked(self) -> str:
        return self.state.asks[0].seat if self.state.asks else ""

    @property
    def kind(self) -> str:
        return self.state.asks[0].kind if self.state.asks else ""

    @property
    def board(self) -> Board:
        return self.state.setting.board

    def choices(self) -> list[str]:
        return [self.state.text(choice) for choice in self.state.choices()]

    def offers(self, *sentences: str) -> bool:
        found = self.choices()
        return all(sentence in found for sentence in sentences)

    def verbs(self) -> frozenset[str]:
        return frozenset(sentence.split()[0] for sentence in self.choices())

    def refusal(self, sentence: str) -> Refusal:
        found = self.state.why_not(sentence)
        assert found is not None, f"{sentence!r} is not refused"
        return found

    def unit(self, one: str) -> Unit:
        found: Unit = self.state.position.units[one]
        return found

    def at(self, one: str) -> str:
        """The label of the hex a counter stands in."""
        return self.board.labels[self.unit(one).hex]

    def hex(self, mark: str) -> int:
        return self.marks[mark][0] if mark in self.marks else self.board.hex(mark)

    def label(self, mark: str) -> str:
        return self.board.labels[self.hex(mark)]

    @property
    def rolled_check(self) -> Any:
        """The check of the roll that is waited for."""
        return self.state.stack[-1].check  # type: ignore[attr-defined]

    def frame(self, kind: type[Frame]) -> Any:
        return next(frame for frame in reversed(self.state.stack) if isinstance(frame, kind))


def on(picture: str, **facts: Any) -> Game:
    """A position: the short facts of `described`, and the counters for each mark or hex."""
    found = described(picture, **facts)
    return Game(structs.replace(found.state, stack=(Idle("german"),)), found.ground.marks)


# -- the document behind a picture


def described(
    picture: str, *, roads: Iterable[str] = (), sides: Iterable[str] = (), forts: Iterable[str] = (),
    due: Mapping[str, str] | None = None, off: str = "", off_map: str = "", crowded: str = "",
    turn: str = "Morning", weather: str = "Sunny",
    held: Mapping[str, Iterable[str]] | None = None, book: Mapping[str, Any] | None = None, **stacks: str,
) -> Described[GdState]:  # fmt: skip
    """A turn about to begin. Roads and hexsides read `A01-A02 road`, forts `trench A01 N`, arrivals `A01/B01 3`.

    `crowded` names hexes that hold too many, `off_map` the hex that guns `off` the map count from. `book` are terms of
    a scenario that no position tells: locations, exits, the order of play.
    """
    chains = _roads(roads)
    waits = {unit: {"enters": _arrival(text)} for unit, text in (due or {}).items()}
    document = {
        "board": {"picture": picture, "legend": LEGEND, "hexsides": list(map(_hexside, sides)),
                  "roads": chains.pop("roads", [])},
        **chains, "stacks": stacks, "units": waits | dict.fromkeys(off.split(), "off"),
        "works": list(map(_fort, forts)), "time": turn, "weather": weather, "begins": "turn",
        "held": {side: list(chits) for side, chits in (held or {}).items()}, "crowded": crowded.split(),
        "off_map": off_map or None,
    }  # fmt: skip
    return title.positions().under(book or {}).read(document)


def _roads(roads: Iterable[str]) -> dict[str, list[list[str]]]:
    found: dict[str, list[list[str]]] = {}
    for pair, kind in map(str.split, roads):
        found.setdefault(f"{kind}s", []).append(pair.split("-"))
    return found


def _hexside(text: str) -> dict[str, Any]:
    pair, kind = text.split()
    return {"between": pair.split("-"), "kind": kind}


def _fort(text: str) -> dict[str, str]:
    kind, label, side = text.split()
    return {"kind": kind, "at": label} | ({} if kind == "minefield" else {"facing": side})


def _arrival(text: str) -> dict[str, Any]:
    hexes, turn, *condition = text.split()
    return {"hexes": hexes.split("/"), "turn": turn} | ({"condition": condition[0]} if condition else {})
