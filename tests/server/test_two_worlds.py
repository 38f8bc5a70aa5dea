"""Two worlds that one seat cannot tell apart: a table sends it the same frames in both, forced answers included.

A game is brought somewhere at random, a second world is made up that fits one seat's view, and both are played on with
the same dice and the same answers. Until that seat's own log differs, every frame it is sent must be the same.
"""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

import balka
from balka.core.errors import BalkaError
from balka.core.state import State
from balka.lab.questions import some_choice
from balka.server.company import Informed
from balka.server.journal import Journal
from balka.server.live import Delays, LiveTable
from balka.server.messages import Company
from balka.server.store import Link, StoredTable
from balka.table import scenes
from balka.table.dice import SeededDice
from balka.table.table import Table

DELAYS = Delays(bot=0.0, window=1.0)
STEPS = 40  # answers a pair of worlds is played on for, at most
ENOUGH, MOST_PAIRS = 20, 12


class Nothing:
    """A store that keeps nothing."""

    tells_others = False

    def describe(self, *facts: object) -> None: ...
    def keep(self, *facts: object) -> None: ...

    def asks(self, *_: object) -> None: ...


class Listener:
    """A browser in one seat: every scene it would be sent, and what it is told of the company, as text."""

    def __init__(self, live: LiveTable, seat: str) -> None:
        self.live, self.seat, self.held = live, seat, (seat,)
        self.frames: list[bytes] = []
        self.informed = Informed(self)  # type: ignore[arg-type]

    def refresh(self) -> None:
        scene = scenes.scene(self.live.table, self.seat)
        body = msgspec.json.encode(scene)
        if not self.frames or self.frames[-1] != body:
            self.frames.append(body)

    def tell_company(self) -> None:
        self.informed.tell()

    def tell(self, told: Company) -> None:
        self.frames.append(msgspec.json.encode(told))

    def tell_talk(self) -> None:
        """Nobody speaks here."""


class World:
    """A table between people at different screens, played without waiting for its beats."""

    def __init__(self, state: State, seat: str, seed: int) -> None:
        self.table = Table(state, dice=SeededDice(seed))
        links = [Link(f"{one}.x", one, claimed=True, given=True) for one in self.table.seats]
        stored = StoredTable("t", "s", "", {}, {}, b"", "", "")
        store: Any = Nothing()
        self.live = LiveTable(stored, self.table, links, store, Journal(store, "t", 0))
        self.listener = Listener(self.live, seat)
        self.live.connections.append(self.listener)  # type: ignore[arg-type]
        self.go_on()

    def go_on(self) -> None:
        """What the table does by itself, showing everybody how it stands before every answer that takes a beat."""
        self.live._settle(DELAYS)
        while self.table.due is not None:
            self.table.go_on()
            self.live._settle(DELAYS)

    def say(self, seat: str, text: str) -> None:
        self.table.choose(seat, text)
        self.go_on()


def brought_somewhere(key: str, rng: Random) -> Table:
    game, scenario = balka.scenario(key)
    table = Table(game.start(scenario.key), dice=SeededDice(rng.randrange(1000)))
    for _ in range(rng.randrange(5, 120)):
        table.run()
        if table.over:
            return brought_somewhere(key, rng)
        seat = table.state.asks[0].seat
        table.choose(seat, some_choice(table.view(seat), seat, rng))
    table.run()
    return brought_somewhere(key, rng) if table.over else table


def compared(key: str, rng: Random) -> int:
    """How many answers two worlds were played on for, alike to one seat."""
    state = brought_somewhere(key, rng).state
    seat = rng.choice(state.setting.seats)
    other = state.setting.system.sample(state.view(seat), rng)
    seed = rng.randrange(1000)
    worlds = [World(one, seat, seed) for one in (state, other)]
    for number in range(STEPS):
        if worlds[0].table.log(seat) != worlds[1].table.log(seat):
            return number  # something came to light, and was told
        shorter, longer = sorted((world.listener.frames for world in worlds), key=len)
        assert longer[: len(shorter)] == shorter, difference(worlds, key, seat)
        if len(longer) > len(shorter):
            return number  # in one world somebody thinks where the table answered in the other: only the clock tells
        if any(world.table.over for world in worlds):
            return number
        asked = worlds[0].table.state.asks[0].seat
        text = some_choice(worlds[0].table.view(asked), asked, rng)
        try:
            for world in reversed(worlds):
                world.say(asked, text)
        except BalkaError:
            return number  # what the other side said cannot be said in the other world
    return STEPS


def difference(worlds: list[World], key: str, seat: str) -> str:
    """The first part of a frame that differs."""
    frames = [[msgspec.json.decode(frame) for frame in world.listener.frames] for world in worlds]
    for number, (one, two) in enumerate(zip(*frames, strict=False)):
        for part in one:
            if one[part] != two[part]:
                return f"{key}, {seat}, frame {number}: {part} is {_short(one[part])} or {_short(two[part])}"
    return f"{key}, {seat}: {[len(some) for some in frames]} frames; next {_short(max(frames, key=len)[-1]['ask'])}"


def _short(value: Any) -> str:
    return repr(value)[:300]


@pytest.mark.parametrize(
    "key",
    ["sos/farm", "sos/corn", "sos/kurgan", "atb/gap", "atb/partisans", "atb/mtsensk", "kursk/slice", "kursk/kursk",
     "gd/slice", "gd/akhtyrka"],
)  # fmt: skip
def test_a_seat_is_sent_the_same_in_both_worlds(key: str) -> None:
    rng = Random(key)
    played = 0
    for _ in range(MOST_PAIRS):
        played += compared(key, rng)
        if played >= ENOUGH:
            return
    pytest.fail(f"the worlds part at once: {played} answers compared")
