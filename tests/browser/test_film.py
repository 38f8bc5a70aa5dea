"""What the others did: the film with its buttons and keys, the arrows it leaves, and the same without motion."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from tests.browser.axe import in_both_lights
from tests.browser.conftest import Server
from tests.browser.player import FRAMES, Player

pytestmark = pytest.mark.browser

SCENARIO = "kursk/slice"
AT = "(n) => Number(document.querySelector('#film')?.dataset.at) === n"
ARROWS = "(least) => Number(document.querySelector('.layer-trail').dataset.marks ?? 0) >= least"
NEWS = """() => {
  const table = document.querySelector('.table');
  if (document.querySelector('#film')) return 'film';
  return table?.dataset.yours === 'true' && table.dataset.busy === 'false' ? 'yours' : null;
}"""
MOVED = "(n) => document.querySelector('#film') || Number(document.querySelector('.table').dataset.version) > n"
SLOWLY = """() => {
  localStorage.setItem('balka.settings', JSON.stringify({ speed: 0.5 }));
  dispatchEvent(new StorageEvent('storage', { key: 'balka.settings' }));
}"""
END = ".buttons [data-token='end'], .buttons [data-token='done'], .buttons [data-token='stand']"


def table(server: Server, visit: Callable[..., Page], **more: str) -> Player:
    """A German person against a Soviet bot."""
    made = server.lay({"german": "human", "soviet": "random"}, SCENARIO)
    return Player(visit(server.address + made["url"], **more), made["id"])


def give_up_the_day(player: Player) -> None:
    """End phase after phase, until the other's day is shown or one's next day has begun."""
    page = player.page
    for _ in range(60):
        if page.wait_for_function(NEWS).json_value() == "film" or "day 2" in page.inner_text("#top h1"):
            return
        version = player.version
        end = page.locator(END)
        (end.first if end.count() else page.locator(".buttons [data-token]").first).click()
        page.wait_for_function(MOVED, arg=version)
    raise AssertionError("the day does not end")


def reported(page: Page) -> None:
    """His day in words, figures and a picture that can be saved; one key leaves it."""
    if not page.locator("#report").count():
        page.keyboard.press("y")
    page.wait_for_selector("#report-map[data-painted]")
    figures = [int(text) for text in page.locator("#report .totals dd").all_inner_texts()]
    assert len(figures) == 4 and figures[0] > 0, "moves, battles, and what both sides lost"
    with page.expect_download() as saved:
        page.click('[data-report="save"]')
    picture = saved.value.path().read_bytes()
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    assert [int.from_bytes(picture[n : n + 4], "big") for n in (16, 20)] == [1200, 675]
    assert in_both_lights(page, "#report") == []
    page.keyboard.press("Escape")
    page.wait_for_selector("#report", state="detached")


def test_his_turn_is_a_film_that_stands_still_steps_back_hurries_and_is_skipped(
    server: Server, visit: Callable[..., Page]
) -> None:
    player = table(server, visit, reduced_motion="no-preference")
    page = player.page
    player.wait()
    page.evaluate(SLOWLY)
    give_up_the_day(player)
    page.wait_for_selector("#film")
    page.keyboard.press(" ")
    page.wait_for_selector('#film [data-film="on"]')
    assert in_both_lights(page, "#film") == []
    at, frames = (int(page.get_attribute("#film", f"data-{name}") or 0) for name in ("at", "frames"))
    assert at < frames
    lines = page.locator("#log li:not(.brief)").count()
    page.keyboard.press("ArrowRight")
    page.wait_for_function(AT, arg=at + 1)
    page.evaluate(FRAMES)
    assert page.locator("#log li:not(.brief)").count() > lines, "the log goes with the film, and not before it"
    page.keyboard.press("ArrowLeft")
    page.wait_for_function(AT, arg=at)
    page.click('[data-pace="4"]')
    page.wait_for_selector('[data-pace="4"][aria-pressed="true"]')
    page.keyboard.press("Enter")
    page.wait_for_selector("#film", state="detached")
    give_up_the_day(player)
    page.wait_for_function(ARROWS, arg=1)
    reported(page)
    page.wait_for_selector("#marks-legend")
    page.keyboard.press("v")
    page.keyboard.press("Escape")
    page.wait_for_selector("#marks-legend", state="detached")
    page.evaluate(FRAMES)
    page.keyboard.press("v")
    page.wait_for_selector("#marks-legend")
    page.click('[data-film="again"]')
    page.wait_for_selector(".table[data-busy='true']")
    page.keyboard.press("Escape")
    page.wait_for_selector(".table[data-busy='false'][data-yours='true']")


def test_without_motion_everything_he_did_lies_on_the_map_at_once(server: Server, visit: Callable[..., Page]) -> None:
    player = table(server, visit)
    give_up_the_day(player)
    page = player.page
    page.wait_for_function(ARROWS, arg=1)
    assert page.locator("#film").count() == 0 and page.locator('[data-film="again"]').count() == 0
    told = page.locator("#recap-list [data-line]").count()
    assert told > 3, "the recap tells his whole day, whatever one was asked in it"
    page.reload()
    player.wait()
    page.keyboard.press("v")
    page.wait_for_selector("#recap-list")
    assert page.locator("#recap-list [data-line]").count() == told, "another page tells the same"
    page.wait_for_function(ARROWS, arg=1)


def test_a_game_that_is_over_is_looked_back_on_and_played_again_with_sides_changed(
    server: Server, visit: Callable[..., Page]
) -> None:
    made = server.lay({"german": "random", "soviet": "random"})
    page = visit(server.address + made["url"])
    page.wait_for_selector("#outcome")
    page.click("#open-ending")
    page.wait_for_selector(".ending-chart path")
    assert "was owed" in page.inner_text(".ending-luck")
    assert page.locator("#ending .loss").count() > 0
    assert in_both_lights(page, "#ending") == []
    link = page.locator("[data-moment] a").first.get_attribute("href") or ""
    assert link.startswith(f"/replay/{made['id']}?view=all#")
    page.click("#rematch")
    page.wait_for_url(lambda url: made["id"] not in url and "/table/" in url)
