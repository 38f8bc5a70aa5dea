"""Beside the rules: boxes that teach, answers to why not, overlays of each game, orders that stand, cards that stay."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from tests.browser.conftest import Server
from tests.browser.player import Player

pytestmark = pytest.mark.browser


def at_first_turn(player: Player) -> Player:
    """The satchel is hidden and the first Turn has come."""
    player.wait()
    player.whole_board()
    player.pick(choice="hide H07")
    return player


def test_every_box_has_its_board_and_offers_a_lesson_or_a_game_in_one_click(server: Server, visit: Callable[..., Page]):
    page = visit(server.address)
    page.wait_for_selector("[data-game]")
    games = server.get("/api/games").json()
    assert page.locator("[data-game]").count() == len(games)
    for game in games:
        box = page.locator(f'[data-game="{game["key"]}"]')
        assert game["subtitle"] in box.inner_text() and game["plays_in"] in box.inner_text()
        box.locator("canvas").wait_for()
        filled = "[data-lesson]" if game["lessons"] else "[data-play]"
        assert box.locator(filled).count() == 1


def test_the_whole_board_lies_beside_the_tools_and_above_the_prompt(sit: Callable[..., Player]):
    player = sit()
    player.wait()
    player.whole_board()
    rects = player.page.evaluate("""() => {
      const box = (one) => one.getBoundingClientRect();
      const hexes = [...document.querySelectorAll('path[data-hex]')].map(box);
      return { left: Math.min(...hexes.map((b) => b.left + b.width / 4)),  // the paper cuts the outer hexes
               bottom: Math.max(...hexes.map((b) => b.bottom - b.height / 2)),
               tools: box(document.querySelector('.tools')).right, prompt: box(document.querySelector('#prompt')).top };
    }""")
    assert rects["left"] >= rects["tools"] - 1
    assert rects["bottom"] <= rects["prompt"] + 1


def test_right_click_and_key_answer_why_not(sit: Callable[..., Player]):
    player = at_first_turn(sit())
    page = player.page
    page.click('path[data-hex="M09"]', button="right")
    assert "Choose a unit first" in page.inner_text('.slip[data-slip="M09"]')
    player.pick(kind="counter", token="rif-02")
    page.hover('path[data-hex="M09"]')
    page.keyboard.press("w")
    page.wait_for_selector('.slip[data-slip="M09"] >> text=A Move goes one hex')
    page.keyboard.press("Escape")
    page.hover('path[data-hex="J07"]')
    page.keyboard.press("w")
    page.wait_for_selector('.slip[data-slip="J07"] >> text=This is allowed')


def test_the_check_stays_while_the_eye_goes_to_it(sit: Callable[..., Player]):
    player = at_first_turn(sit())
    page = player.page
    player.pick(kind="counter", token="rif-02")
    page.hover('path[data-hex="J07"]')
    page.wait_for_selector("#check >> text=Moving backwards")
    page.hover('[data-pane="units"]')
    assert "Moving backwards" in page.inner_text("#check")


def test_each_game_lays_its_own_overlays_by_key_and_by_button(server: Server, visit: Callable[..., Page]):
    made = server.lay({"german": "human", "soviet": "random"}, scenario="kursk/slice")
    page = visit(server.address + made["url"])
    Player(page).wait()
    for key, title in (("s", "Supply"), ("k", "Who holds what"), ("o", "Enemy zones of control")):
        page.keyboard.press(key)
        page.wait_for_selector(f"#legend >> text={title}")
        assert page.locator("#legend .swatch").count() >= 2
    page.click('[data-tool="supply"]')
    page.wait_for_selector("#legend >> text=Supply")
    assert int(page.get_attribute(".layer-overlay", "data-marks") or 0) >= 2, "an area and its contour"


def test_standing_orders_are_given_and_taken_back(server: Server, visit: Callable[..., Page]):
    made = server.lay({"german": "human", "soviet": "random"}, scenario="gd/slice")
    page = visit(server.address + made["url"])
    Player(page).wait()
    page.keyboard.press("b")
    row = page.locator('[data-window="oppfire"]')
    row.locator('[data-order="when"]').click()
    row.locator(".order-least").select_option("40")
    page.wait_for_selector('[data-window="oppfire"] [data-order="when"][aria-pressed="true"]')
    page.reload()
    Player(page).wait()
    page.keyboard.press("b")
    page.wait_for_selector('[data-window="oppfire"] [data-order="when"][aria-pressed="true"]')
    assert row.locator(".order-least").input_value() == "40"
    row.locator('[data-order="ask"]').click()
    page.wait_for_selector('[data-window="oppfire"] [data-order="ask"][aria-pressed="true"]')
