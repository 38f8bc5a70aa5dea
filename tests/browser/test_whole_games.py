"""Mission 1 from the lobby to the last decision, by mouse and by keyboard alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from tests.browser.conftest import Server
from tests.browser.player import Player
from tests.browser.robots import Keys, Mouse

import balka
from balka.core import records

pytestmark = pytest.mark.browser

# What is chosen in the lobby, and how it is seen that it was.
SET_UP = {
    '[data-game="sos"] [data-choose]': "#setup",
    '[data-side="soviet"]': '[data-side="soviet"][aria-pressed="true"]',
    '[data-against="random"]': '[data-against="random"][aria-pressed="true"]',
}
# Clicks made by the Enter key carry no count of clicks.
NO_POINTER = """() => ['pointerdown', 'click'].forEach((kind) =>
  addEventListener(kind, (event) => { if (event.detail || kind !== 'click') window.pointed = true }, true))"""


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
