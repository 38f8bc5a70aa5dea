"""Mission 1 from the lobby to the last decision, by mouse and by keyboard alone."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from tests.browser.conftest import Server
from tests.browser.player import Offer, Player

import balka
from balka.core import records

pytestmark = pytest.mark.browser

ACTIONS_A_ROUND = 2
MOST_STEPS = 600
LET_GO = ("pass", "done", "keep")
ON_THE_MAP = ("hex", "counter", "facing", "tray")
# What is chosen in the lobby, and how it is seen that it was.
SET_UP = {
    '[data-game="sos"] [data-choose]': "#setup",
    '[data-side="soviet"]': '[data-side="soviet"][aria-pressed="true"]',
    '[data-against="random"]': '[data-against="random"][aria-pressed="true"]',
}
# Clicks made by the Enter key carry no count of clicks.
NO_POINTER = """() => ['pointerdown', 'click'].forEach((kind) =>
  addEventListener(kind, (event) => { if (event.detail || kind !== 'click') window.pointed = true }, true))"""


class Robot:
    """Plays what is offered: always the same in the same position, and passes after a few Actions of a Round."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.rng = random.Random(7)
        self.round = ""
        self.acted = 0
        self.seen: set[str] = set()

    def play(self) -> None:
        """Go on until the game is over."""
        for _ in range(MOST_STEPS):
            if self.player.wait() == "over":
                return
            offers = self.player.offers()
            self.seen.update(offer["kind"] for offer in offers)
            self.step(offers)
        raise AssertionError("the game does not end")

    def step(self, offers: list[Offer]) -> None:
        raise NotImplementedError

    def begins(self) -> bool:
        """Whether a new Action is to be chosen."""
        return self.player.ask == "turn" and not self.player.page.query_selector("#prompt-back")

    def is_tired(self) -> bool:
        """Count the Actions of a Round; true when there have been enough."""
        now = self.player.page.get_attribute('[data-track="round"]', "data-value") or ""
        self.acted = 0 if now != self.round else self.acted + 1
        self.round = now
        return self.acted >= ACTIONS_A_ROUND


class Mouse(Robot):
    """Papers on the table first, then the filled button, then a new Action or the rest of the one begun."""

    def step(self, offers: list[Offer]) -> None:
        assert offers, f"nothing can be clicked: {self.player.prompt}"
        self.player.click(self.choose(offers))

    def choose(self, offers: list[Offer]) -> Offer:
        for kind in ("chooser", "commit"):
            for offer in offers:
                if offer["kind"] == kind:
                    return offer
        return self._begin(offers) if self.begins() else self._go_on(offers)

    def _begin(self, offers: list[Offer]) -> Offer:
        end = next((offer for offer in offers if offer["token"] in LET_GO), None)
        if self.is_tired() and end is not None:
            return end
        return self.rng.choice([offer for offer in offers if offer is not end])

    def _go_on(self, offers: list[Offer]) -> Offer:
        places = [offer for offer in offers if offer["kind"] in ON_THE_MAP]
        fire = [offer for offer in places if offer["choice"].startswith("fire")]
        ends = [offer for offer in offers if offer["token"] in LET_GO]
        return self.rng.choice(fire or places or ends or offers)


class Keys(Robot):
    """Tab and Enter on the map, letters for buttons, digits for amounts, and now and then the list."""

    def step(self, offers: list[Offer]) -> None:
        kinds = {offer["kind"] for offer in offers}
        letters = {offer["token"]: offer["key"] for offer in offers if offer["kind"] == "button"}
        places = [offer for offer in offers if offer["kind"] in ON_THE_MAP]
        end = next((key for token, key in letters.items() if token in LET_GO), None)
        if "amount" in kinds:
            amounts = sum(offer["kind"] == "amount" for offer in offers)
            self.player.press(str(self.rng.randint(1, amounts)), "Enter")
        elif "commit" in kinds:
            self.player.press("Enter")
        elif end and (not places or (self.begins() and self.is_tired())):
            self.player.press(end)
        elif self.rng.random() < 0.2:
            self._by_list()
        else:
            self.player.press(*["Tab"] * self.rng.randint(1, max(1, len(places))), "Enter")

    def _by_list(self) -> None:
        """The first line of the list is the first unit, verb or hex."""
        self.player.page.keyboard.press("c")
        self.player.page.wait_for_function("document.activeElement?.id === 'choices'")
        self.player.press("ArrowDown", "Enter")
        self.player.page.evaluate("document.activeElement.blur()")


def finished(player: Player, server: Server) -> None:
    """The page shows a winner, and the record replays to the same end."""
    assert player.page.get_attribute("#outcome", "data-winner") in ("german", "soviet")
    record = records.read(server.get(f"/api/tables/{player.table}/record").text)
    assert records.final(record, balka.game("sos")).over


def test_a_whole_game_by_mouse(server: Server, visit: Callable[..., Page]):
    page = visit(server.address)
    page.click('[data-game="sos"] [data-choose]')
    for choice in ('[data-scenario="sos/courier"]', '[data-side="soviet"]', '[data-against="random"]', "#start"):
        page.click(choice)
    page.wait_for_url("**/table/*")
    player = Player(page, page.url.rpartition("/")[2])
    player.wait()
    player.whole_board()
    mouse = Mouse(player)
    mouse.play()
    finished(player, server)
    assert mouse.seen >= {"hex", "counter", "facing", "tray", "button", "commit", "amount", "card"}


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until a control has the focus."""
    for _ in range(60):
        if page.evaluate("(wanted) => document.activeElement?.matches(wanted)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never reaches {selector}")


def test_a_whole_game_by_keyboard_alone(server: Server, visit: Callable[..., Page]):
    page = visit(server.address)
    page.wait_for_selector('[data-game="sos"]')
    for choice, done in SET_UP.items():
        tab_to(page, choice)
        page.keyboard.press("Enter")
        page.wait_for_selector(done)
    tab_to(page, "#start")
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")
    page.evaluate(NO_POINTER)
    player = Player(page, page.url.rpartition("/")[2])
    keys = Keys(player)
    keys.play()
    finished(player, server)
    assert not page.evaluate("window.pointed")
