"""Questions asked of a table at random while a game goes on: whatever is asked gets an answer or a clear "no".

Sentences are listed ones, ones heard earlier, and both with words exchanged; counters are any that are shown to
somebody, in play or not; hexes are any. A question that ends in anything but an answer or a BalkaError is a fault.
"""

from __future__ import annotations

import io
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from msgspec import Struct, to_builtins

import balka
from balka.cli.terminal import Terminal
from balka.core.choices import Choice, Token
from balka.core.errors import BalkaError
from balka.core.frames import CHANCE, NOT_LISTED
from balka.core.state import WATCHER, State
from balka.games import ledger
from balka.table import scenes
from balka.table.dice import SeededDice
from balka.table.table import Table

ASKED = 12  # questions at one moment of a game
STEPS = 9  # answers given between two such moments, at most
KEPT = 300  # sentences remembered
NONSENSE = (
    "",
    ";",
    "; ;",
    "frobnicate",
    "pass the salt",
    "?",
    "²",
    "fire",
    "move A",
    "2d6 1",
    "draw x y",
    "-1",
    "é" * 40,
)
TERMINAL = ("choices", "?", "why", "quote", "map", "look", "units", "figures", "hand", "tracks", "bags", "log", "rule",
            "back", "draft", "help")  # fmt: skip


class Fault(Struct, frozen=True):
    """A question that was not answered: where it was asked, and the last lines of what went wrong."""

    scenario: str
    seat: str
    question: str
    problem: str


class Answered(Struct, frozen=True):
    """How many questions of each kind were asked, and those that raised."""

    asked: Counter[str]
    faults: list[Fault]


def interrogate(scenario: str, count: int, seed: int) -> Answered:
    """Play a scenario with random answers, game after game, and ask so many questions on the way."""
    rng = Random(f"{scenario} {seed}")
    asked, faults = Counter[str](), list[Fault]()
    while asked.total() < count:
        inquiry = Inquiry(scenario, rng)
        while asked.total() < count and inquiry.go_on():
            for kind, fault in inquiry.ask(min(ASKED, count - asked.total())):
                asked[kind] += 1
                faults += [fault] if fault else []
    return Answered(asked, faults)


class Inquiry:
    """One game on its way, with all that has been said in it."""

    def __init__(self, scenario: str, rng: Random) -> None:
        game, found = balka.scenario(scenario)
        self.scenario = scenario
        self.rng = rng
        self.table = Table(game.start(found.key), dice=SeededDice(rng.randrange(1 << 30)), rng=rng)
        self.said: list[str] = ["pass"]
        self.heard: dict[str, list[str]] = {}
        """what was said to each kind of question"""
        self.counters: set[str] = set()
        self.overlays: tuple[str, ...] = ("sight", "reach", "fire", "nothing")
        self._left = rng.randrange(200, 2000)

    # -- the game

    def go_on(self) -> bool:
        """A few random answers further; False once the game is over or long enough."""
        for _ in range(self.rng.randrange(STEPS)):
            self.table.run()
            if self.table.over or self._left <= 0:
                return False
            self._left -= 1
            seat = self.table.state.asks[0].seat
            choice = some_choice(self.table.view(seat), seat, self.rng)
            self.said = [*self.said, choice][-KEPT:]
            kind = self.table.state.asks[0].kind
            self.heard[kind] = [*self.heard.get(kind, ()), choice][-KEPT:]
            self.table.choose(seat, choice)
        return not self.table.over

    # -- the questions

    def ask(self, count: int) -> Iterator[tuple[str, Fault | None]]:
        """Some questions about the game as it stands."""
        seats = (*self.table.seats, WATCHER)
        for number in range(count):
            seat, kind = self.rng.choice(seats), self.rng.choice(KINDS) if number else look
            yield kind.__name__, self._asked(kind, seat)

    def _asked(self, kind: Callable[[Inquiry, str], Any], seat: str) -> Fault | None:
        try:
            strange = sorted(_strange(to_builtins(kind(self, seat)), self.table.start.setting.game))
        except BalkaError:
            return None
        except Exception:
            told = "".join(traceback.format_exc(limit=-3).splitlines(keepends=True)[-7:])
            return Fault(self.scenario, seat, kind.__name__, told)
        problem = f"cites {', '.join(strange)}, which this game's rulebook does not have"
        return Fault(self.scenario, seat, kind.__name__, problem) if strange else None

    def scene(self, seat: str) -> Any:
        """What a seat is shown, remembering counters, overlays and sentences it may say."""
        scene = scenes.scene(self.table, seat)
        self.counters.update(_named(to_builtins(scene)))
        self.overlays = (*(tool.kind for tool in scene.overlays), "nothing")
        if self.table.asked(seat):
            view = self.table.view(seat)
            self.said += [some_choice(view, seat, self.rng) for _ in range(3)]
        return scene

    # -- things to ask about

    def sentence(self) -> str:
        text = self.rng.choice(self.said)
        return self.rng.choice((text, self._garbled(text), self.rng.choice(NONSENSE), text))

    def sentences(self) -> str:
        return "; ".join(self.sentence() for _ in range(self.rng.randrange(1, 4)))

    def _garbled(self, text: str) -> str:
        """The sentence with one word exchanged for a word of another, a counter or a hex."""
        words = text.split() or ["pass"]
        strange = (self.rng.choice(self.rng.choice(self.said).split() or ["pass"]), self.counter(), self.hex())
        words[self.rng.randrange(len(words))] = self.rng.choice(strange)
        return " ".join(words)

    def counter(self) -> str:
        known = sorted(self.counters) or ["?"]
        return self.rng.choice((*self.rng.choices(known, k=5), "?1", "", "nobody"))

    def hex(self) -> str:
        return self.rng.choice(self.table.start.setting.board.labels)


def _named(wire: object) -> Iterator[str]:
    """Everything in a scene that has a name: counters on the map, in trays and among the units of the other side."""
    if isinstance(wire, dict):
        if isinstance(wire.get("id"), str):
            yield wire["id"]
        wire = list(wire.values())
    if isinstance(wire, list):
        for part in wire:
            yield from _named(part)


def _strange(wire: object, game: str) -> Iterator[str]:
    """The rules cited in an answer that are in no row of the game's own ledger."""
    if isinstance(wire, dict):
        for key, value in wire.items():
            cited = value if key == "rules" else [value] if key == "rule" else []
            yield from (rule for rule in cited if rule and rule not in ledger(game))
        wire = list(wire.values())
    if isinstance(wire, list):
        for part in wire:
            yield from _strange(part, game)


def some_choice(view: State, seat: str, rng: Random) -> str:
    """A legal sentence, found by a random way down the list."""
    path: tuple[Token, ...] = ()
    while True:
        node = rng.choice(view.grow(path, seat))
        if isinstance(node, Choice):
            return view.text(node)
        path = (*path, node)


# -- kinds of questions


def look(inquiry: Inquiry, seat: str) -> Any:
    return inquiry.scene(seat)


def why(inquiry: Inquiry, seat: str) -> Any:
    return scenes.why(inquiry.table, seat, inquiry.sentences())


def why_not(inquiry: Inquiry, seat: str) -> None:
    inquiry.table.state.why_not(inquiry.sentences())


def reason(inquiry: Inquiry, seat: str) -> None:
    """What was said to such a question earlier is allowed now as well, or there is a reason why not."""
    asks = [ask for ask in inquiry.table.state.asks if ask.seat == seat]
    earlier = inquiry.heard.get(asks[0].kind) if asks else None
    if earlier:
        text = inquiry.rng.choice(earlier)
        refusal = inquiry.table.view(seat).why_not(text, seat)
        assert refusal is None or refusal.sentence != NOT_LISTED.sentence, f"no reason is given against '{text}'"


def quote(inquiry: Inquiry, seat: str) -> Any:
    return scenes.quote(inquiry.table, seat, inquiry.sentence())


def quote_anything(inquiry: Inquiry, seat: str) -> None:
    """Also of sentences that are not legal."""
    inquiry.table.state.quote(inquiry.sentence())


def grow(inquiry: Inquiry, seat: str) -> Any:
    return scenes.grow(inquiry.table, seat, inquiry.sentence().split()[: inquiry.rng.randrange(4)])


def figures(inquiry: Inquiry, seat: str) -> Any:
    return scenes.values(inquiry.table, seat, inquiry.counter())


def idle(inquiry: Inquiry, seat: str) -> Any:
    return scenes.why_idle(inquiry.table, seat, inquiry.counter())


def there(inquiry: Inquiry, seat: str) -> Any:
    return scenes.why_there(inquiry.table, seat, inquiry.counter(), inquiry.rng.choice((inquiry.hex(), "Z99")))


def overlay(inquiry: Inquiry, seat: str) -> Any:
    parts = {"unit": inquiry.counter(), "hex": inquiry.hex(), "to": inquiry.hex()}
    where = {name: value for name, value in parts.items() if inquiry.rng.random() < 0.6}
    return scenes.overlay(inquiry.table, seat, inquiry.rng.choice(inquiry.overlays), where)


def on_a_view(inquiry: Inquiry, seat: str) -> None:
    """A view goes on as far as it knows, dice included."""
    state = inquiry.table.view(seat).apply(inquiry.sentence()).state
    if state.asks and state.asks[0].seat == CHANCE:
        state.apply(inquiry.rng.choice(state.odds())[0])


def terminal(inquiry: Inquiry, seat: str) -> None:
    """Whatever is typed, whether or not it is one's own turn."""
    if seat == WATCHER:
        return
    rest = inquiry.rng.choice((inquiry.sentences(), inquiry.counter(), inquiry.hex()))
    Terminal(inquiry.table, io.StringIO(), io.StringIO()).answer(seat, f"{inquiry.rng.choice(TERMINAL)} {rest}")


KINDS: tuple[Callable[[Inquiry, str], Any], ...] = (
    why, why_not, reason, quote, quote_anything, grow, figures, idle, there, overlay, on_a_view, terminal,
)  # fmt: skip
