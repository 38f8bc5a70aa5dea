"""The coach: a hint asked for and put away, put out of the room for good, and a game judged when it is over."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from tests.browser.axe import in_both_lights
from tests.browser.conftest import Server
from tests.browser.player import Player

pytestmark = pytest.mark.browser

NO_HINTS = """() => {
  localStorage.setItem('balka.settings', JSON.stringify({ hints: false }));
  dispatchEvent(new StorageEvent('storage', { key: 'balka.settings' }));
}"""


def test_a_hint_is_asked_for_shown_on_the_map_and_put_away(server: Server, visit: Callable[..., Page]) -> None:
    made = server.lay({"german": "human", "soviet": "random"}, "sos/crossroads")
    player = Player(visit(server.address + made["url"]), made["id"])
    page = player.page
    player.wait()
    page.click("#ask-coach")
    page.wait_for_selector("#coach [data-advice]")
    choices = page.locator("#coach [data-advice]")
    assert choices.count() > 1
    assert page.inner_text("#coach .coach-best").replace(" ·", "").split()[0] in choices.first.inner_text()
    assert page.locator(".coach-figures dd").count() == 3
    assert in_both_lights(page, "#coach") == []
    before = player.version
    choices.nth(1).click()
    page.wait_for_selector("#coach li:nth-child(2) [aria-pressed=true]")
    assert player.version == before, "a hint never acts"
    page.keyboard.press("t")
    page.wait_for_selector("#coach", state="detached")
    assert page.locator(".layer-coach path").count() == 0
    page.evaluate(NO_HINTS)
    page.wait_for_selector("#ask-coach", state="detached")
    page.keyboard.press("t")
    assert page.locator("#coach").count() == 0


def test_a_table_can_be_laid_without_hints(server: Server, visit: Callable[..., Page]) -> None:
    page = visit(server.address + "/scenario/sos/crossroads")
    page.wait_for_selector("#with-hints")
    page.uncheck("#with-hints")
    page.click("#start")
    page.wait_for_url("**/table/*")
    page.wait_for_selector("#dock")
    page.keyboard.press("t")
    assert page.locator("#ask-coach").count() == page.locator("#coach").count() == 0


def test_what_a_staff_planned_is_told_when_the_game_is_over(server: Server, visit: Callable[..., Page]) -> None:
    made = server.lay({"german": "elite-staff", "soviet": "random"}, "kursk/slice")
    page = visit(server.address + made["url"])
    page.wait_for_selector("#outcome", timeout=90_000)
    page.click("#open-ending")
    page.wait_for_selector("#plans", timeout=60_000)
    page.click("#plans summary")
    assert "promised" in page.inner_text("#plans li >> nth=0")
    assert in_both_lights(page, "#plans") == []


def test_a_game_that_is_over_is_judged_choice_by_choice(server: Server, visit: Callable[..., Page]) -> None:
    made = server.lay({"german": "random", "soviet": "random"}, "atb/partisans")
    page = visit(server.address + made["url"])
    page.wait_for_selector("#outcome")
    page.click("#open-ending")
    page.wait_for_selector("#judgement", timeout=90_000)
    said = page.inner_text(".ending-sums")
    assert "It began at" in said and "Dice:" in said and "Choices of German" in said
    assert in_both_lights(page, "#judgement") == []
    looks = page.locator("#judgement a")
    assert all("/replay/" in (look.get_attribute("href") or "") for look in looks.all())
