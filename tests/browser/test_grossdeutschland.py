"""Grossdeutschland at the table in the browser: setting up by one button, taken back, and into the first activation."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page
from tests.browser.conftest import Server
from tests.browser.player import Player

TO_BE_SET_UP = ".tray:has-text('to be set up')"


def place(player: Player) -> None:
    before = player.version
    player.page.click("#place")
    player.moved_on(before)


def test_everything_is_placed_by_one_button_and_taken_back(server: Server, visit: Callable[..., Page]) -> None:
    table = server.lay({"german": "human", "soviet": "greedy"}, "gd/lutchessa")
    page = visit(f"{server.address}{table['url']}")
    player = Player(page)
    player.wait()
    assert player.ask == "setup"
    assert "31" in page.inner_text(TO_BE_SET_UP)
    place(player)
    assert player.prompt == "All is set up: press Ready."
    assert page.locator(TO_BE_SET_UP).count() == 0
    page.keyboard.press("z")
    page.wait_for_selector(TO_BE_SET_UP)
    player.wait()
    before = player.version
    page.keyboard.press("p")
    player.moved_on(before)
    player.pick(choice="ready")
    assert player.ask != "setup"
    assert sum("is set up in" in line for line in player.log()) == 31
