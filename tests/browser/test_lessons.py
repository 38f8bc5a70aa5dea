"""A lesson in the browser: begun with one click in the lobby, helped by a hint, finished by mouse."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from tests.browser.conftest import PHONE, Server
from tests.browser.player import Player

pytestmark = pytest.mark.browser

FIRST, SECOND = "sos/learn-turns", "sos/learn-caps"


def lesson(page: Page, what: str) -> str:
    return page.get_attribute("#lesson", f"data-{what}") or ""


def move(player: Player, unit: str, to: str, side: str) -> None:
    player.pick(kind="counter", token=unit)
    player.pick(kind="hex", hex=to)
    player.pick(kind="facing", hex=side)


def begun(server: Server, visit: Callable[..., Page]) -> Player:
    """The recommended lesson, begun from the lobby with one click."""
    page = visit(server.address)
    page.click(f'[data-game="sos"] [data-lesson="{FIRST}"]')
    page.wait_for_selector("#lesson")
    player = Player(page)
    player.wait()
    return player


def test_the_recommended_lesson_is_one_click_away_and_finished_by_mouse(server, visit):
    player = begun(server, visit)
    page = player.page
    assert lesson(page, "lesson") == FIRST and lesson(page, "step") == "0"
    page.click("#lesson-hint")
    page.wait_for_selector(".layer-lesson path")
    assert "northern squad" in page.inner_text(".lesson-nudge p")
    move(player, "inf-01", "B03", "SE")
    assert lesson(page, "step") == "1"
    assert page.locator(".layer-lesson path").count() == 0, "a step done takes its hint away"
    move(player, "inf-01", "C03", "SE")
    move(player, "inf-02", "B05", "NE")
    assert lesson(page, "step") == "3"
    player.pick(kind="button", token="pass")
    page.wait_for_selector("#lesson-next")
    assert lesson(page, "done") == "true"
    page.click("#lesson-next")
    page.wait_for_selector(f'#lesson[data-lesson="{SECOND}"]')
    page.goto(server.address)
    page.wait_for_selector(f'[data-game="sos"] [data-lesson="{SECOND}"]')
    assert page.inner_text('[data-lessons="sos"] [aria-hidden]') == "1/24", "the browser remembers what is finished"


def test_taking_back_a_step_unticks_it_and_play_is_free(server, visit):
    page = visit(server.address)
    page.click('[data-lessons="sos"]')
    page.click('[data-begin="sos/learn-moving"]')
    page.wait_for_selector("#lesson")
    player = Player(page)
    player.wait()
    move(player, "inf-01", "C02", "SE")
    assert lesson(page, "step") == "1"
    player.undo()
    assert lesson(page, "step") == "0"
    move(player, "inf-01", "B03", "S")
    assert lesson(page, "step") == "0" and player.ask == "cost.caps"


def test_a_wrong_wish_is_answered_with_a_reason(server, visit):
    player = begun(server, visit)
    player.pick(kind="counter", token="inf-01")
    page = player.page
    box = page.locator('path[data-hex="F02"]').bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_selector(".slip")
    assert "one hex" in page.inner_text(".slip") or "away" in page.inner_text(".slip")


def test_a_lesson_is_taken_on_a_phone(server, visit):
    page = visit(server.address)
    page.set_viewport_size(PHONE)
    page.click(f'[data-game="sos"] [data-lesson="{FIRST}"]')
    page.wait_for_selector("#lesson.slim")
    Player(page).wait()
    page.click("#lesson-hint")
    page.wait_for_selector(".lesson-line")
    page.click(".lesson-head")
    page.wait_for_selector(".lesson-steps .now")
