"""Two people: at one screen with a curtain between them, or at two with only their own secrets each."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocket
from tests.browser.conftest import Server
from tests.browser.player import Player
from tests.server.frames import scenes_of

import balka
from balka.systems.heroes.units import Unit
from balka.table.dice import LiveDice
from balka.table.table import Table

pytestmark = pytest.mark.browser

PEOPLE = {"german": "human", "soviet": "human"}
COVERED = """() => [[40, 40], [720, 450], [1300, 300], [100, 820]]
  .every(([x, y]) => document.elementFromPoint(x, y).closest('#curtain'))"""
NEWER = "(old) => Number(document.querySelector('.table').dataset.version) > old"


class Frames:
    """Everything a page hears on its sockets, as it came."""

    def __init__(self, page: Page) -> None:
        self.texts: list[str] = []
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: self.texts.append(str(text)))

    def of(self, kind: str) -> list[dict[str, Any]]:
        return [frame for frame in map(json.loads, self.texts) if frame["type"] == kind]

    @property
    def scenes(self) -> list[dict[str, Any]]:
        return list(scenes_of(map(json.loads, self.texts)))


def test_the_curtain_falls_between_two_people_at_one_screen(server: Server, visit: Callable[..., Page]):
    page = visit("about:blank")
    frames = Frames(page)
    page.goto(server.address + server.lay(PEOPLE)["url"])
    player = Player(page)
    assert player.wait() == "curtain"
    assert frames.scenes == [], "nothing is sent before the curtain is drawn"
    assert page.evaluate(COVERED), "the curtain covers everything"
    player.draw_curtain()
    player.whole_board()
    assert player.pick(choice="hide H07") == "curtain"
    told = len(frames.scenes)
    assert page.evaluate(COVERED)
    page.keyboard.press("p")
    assert {scene["seat"] for scene in frames.scenes} == {"soviet"}
    player.draw_curtain()
    assert player.ask == "turn"
    assert {scene["seat"] for scene in frames.scenes[told:]} == {"german"}
    assert "hide the satchel" not in " ".join(player.log())


class Two:
    """A table with a person at each of two screens."""

    def __init__(self, server: Server, visit: Callable[..., Page], record: str | None = None) -> None:
        made = server.lay(PEOPLE, record=record)
        pages = {seat: visit("about:blank") for seat in ("german", "soviet")}
        self.frames = {seat: Frames(page) for seat, page in pages.items()}
        self.players = {seat: Player(page, made["id"]) for seat, page in pages.items()}
        for seat, page in pages.items():
            page.goto(server.address + made["invite"][seat])
            page.wait_for_selector(".table[data-version]:not([data-version='0'])")

    def __getitem__(self, seat: str) -> Player:
        return self.players[seat]

    def hide(self, choice: str) -> None:
        """The Soviet player hides the satchel; the German player has the first Turn."""
        before = self["soviet"].version
        self["soviet"].whole_board()
        offer = next(one for one in self["soviet"].offers() if one["choice"] == choice)
        self["soviet"].page.mouse.click(offer["x"], offer["y"])
        self["soviet"].page.wait_for_function(NEWER, arg=before)
        self["german"].wait()

    def enter(self) -> None:
        """A German squad comes onto the map and its Turn ends."""
        german = self["german"]
        german.whole_board()
        german.pick(kind="tray", token="gren-01")
        german.pick(hex="R05")
        german.pick(kind="facing", hex="NW")
        german.page.click('#prompt [data-token="done"]')
        self["soviet"].wait()


def known(scene: dict[str, Any]) -> dict[str, Any]:
    """A scene without the number that counts how often it was sent."""
    return {key: value for key, value in scene.items() if key not in ("version", "log_from", "log")}


def test_each_of_two_screens_knows_only_its_own_secrets(server: Server, visit: Callable[..., Page]):
    table = Two(server, visit)
    table.hide("hide H07")
    table.enter()
    german, soviet = table.frames["german"], table.frames["soviet"]
    own = soviet.scenes[-1]
    hand = next(hand for hand in own["hands"] if hand["yours"])
    assert hand["side"] == "soviet"
    assert sum(card["count"] for card in hand["cards"]) == 3
    for scene in german.scenes:
        assert scene["seat"] == "german"
        other = next(hand for hand in scene["hands"] if hand["side"] == "soviet")
        assert other["cards"] == []
    assert not any("hide H0" in text or "You hide" in text or "Your satchel" in text for text in german.texts)
    assert any("You hide the satchel in H07" in text for text in soviet.texts)
    assert [line["text"] for line in _log(german) if line["text"].startswith("You draw")] != []
    drawn = {line["text"] for line in _log(german)} & {line["text"] for line in _log(soviet)}
    assert not any(text.startswith("You draw") for text in drawn)


def _log(frames: Frames) -> list[dict[str, Any]]:
    log: list[dict[str, Any]] = []
    for scene in frames.scenes:
        log = log[: scene["log_from"]] + scene["log"]
    return log


def bots_until_a_marker_lies_face_down() -> tuple[str, Unit, str]:
    """A game of bots up to the first Soviet Hit Marker: its record, the unit and the marker's name."""
    start = balka.game("sos").start("courier", {})
    table = Table(start, {"german": "greedy", "soviet": "random"}, dice=LiveDice(bytes(32)), rng=random.Random(1))
    while not table.over:
        table.go_on()
        for unit in table.state.position.units.values():
            if unit.force == "soviet" and unit.marker and not unit.shown and table.due and table.due.kind == "bot":
                return table.record(), unit, start.setting.markers[unit.marker].name
    raise AssertionError("no Soviet unit was ever hit")


def hit_badge(scene: dict[str, Any], unit: str) -> dict[str, Any]:
    """The hit badge of a counter as a scene shows it."""
    counters = [counter for stack in scene["stacks"] for counter in stack["counters"] if counter["id"] == unit]
    return next(badge for badge in counters[0]["badges"] if badge["kind"] == "hit")


def test_a_face_down_marker_is_known_to_its_owner_alone(server: Server, visit: Callable[..., Page]):
    record, unit, marker = bots_until_a_marker_lies_face_down()
    table = Two(server, visit, record)
    german, soviet = table.frames["german"], table.frames["soviet"]
    assert hit_badge(soviet.scenes[-1], unit.id)["tip"].startswith(marker)
    assert hit_badge(german.scenes[-1], unit.id)["text"] == "?"
    owner, other = f"{unit.id} takes a hit: {marker}", f"{unit.id} takes a hit; its marker lies face down"
    assert any(owner in line["text"] for line in _log(soviet))
    assert not any(owner in text for text in german.texts)
    assert any(other in line["text"] for line in _log(german))


def test_what_the_other_screen_hears_is_the_same_wherever_the_satchel_lies(server: Server, visit: Callable[..., Page]):
    heard = []
    for place in ("hide H07", "hide H08"):
        table = Two(server, visit)
        table.hide(place)
        table.enter()
        frames = table.frames["german"]
        heard.append((known(frames.scenes[-1]), _log(frames)))
    assert heard[0] == heard[1]
