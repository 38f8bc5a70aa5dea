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


@pytest.fixture
def judged(server: Server, visit: Callable[..., Page]) -> Page:
    """The end page of a game of two bots, judged."""
    made = server.lay({"german": "random", "soviet": "random"}, "atb/partisans")
    page = visit(server.address + made["url"])
    page.wait_for_selector("#outcome")
    page.click("#open-ending")
    page.wait_for_selector("#judgement", timeout=90_000)
    return page


def test_a_game_that_is_over_is_judged_choice_by_choice(judged: Page) -> None:
    said = judged.inner_text(".ending-sums")
    assert "It began at" in said and "Dice:" in said and "Choices of German" in said and "±" in said
    assert (
        judged.locator(".judged-chart .bar.luck").count() > 0 and judged.locator(".judged-chart .bar.mine").count() > 0
    )
    assert judged.locator(".luck-spread rect.got").count() == 1
    turning = judged.locator(".turning")
    assert 0 < turning.count() <= 3
    assert judged.locator(".judged-chart .turn-sign").count() == turning.count()
    judged.wait_for_selector(".turning-map[data-painted=yes]")
    assert in_both_lights(judged, "#ending") == []
    assert all("/replay/" in (look.get_attribute("href") or "") for look in judged.locator(".turning a").all())
    judged.click("#ending-more summary")
    assert judged.locator("#ending-more .ending-chart path").is_visible()


def test_what_was_better_is_shown_in_the_replay_and_played_on_with(judged: Page) -> None:
    home = judged.url.partition("/table/")[0]
    answer = judged.request.get(judged.url.replace("/table/", "/api/tables/").partition("?")[0] + "/judgement").json()
    wrong = {str(mistake["step"]): mistake for mistake in answer["mistakes"]}
    assert wrong, "two bots at random make mistakes"
    judged.locator(".turning a, [data-mistake] a").first.click()
    judged.wait_for_selector("#judged[data-at]")
    for _ in range(6):
        judged.wait_for_selector("#judged[data-at]:not([data-at=''])")
        at = judged.get_attribute("#judged", "data-at") or ""
        if at in wrong:
            break
        judged.click("#judged-next")
        judged.wait_for_selector(f"#judged:not([data-at='{at}'])")
    assert "of 100 lost here" in judged.inner_text("#judged h2")
    assert " · ".join(wrong[at]["better"]["words"]).split("'")[0] in judged.inner_text("#judged")
    assert judged.locator(".slider .lozenge").count() >= len(wrong)
    assert in_both_lights(judged, "#judged") == []
    judged.click("#play-better")
    judged.wait_for_url(f"{home}/table/*")
    judged.wait_for_selector("#outcome, #dock")


def test_who_looks_through_other_eyes_is_shown_all_when_he_asks_for_the_judge(judged: Page) -> None:
    judged.goto(judged.url.replace("/table/", "/replay/").partition("?")[0] + "?view=soviet")
    judged.wait_for_selector("#replay[data-view=soviet]")
    judged.click("#open-judged")
    judged.wait_for_selector("#replay[data-view=all]")
    judged.wait_for_selector("#judged #judged-next, #judged .note")
    judged.click("#open-judged")
    assert judged.locator("#judged").count() == judged.locator(".slider .lozenge").count() == 0
