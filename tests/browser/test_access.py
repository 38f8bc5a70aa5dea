"""Nobody is shut out: axe finds nothing grave, the map can be read and played in words, and the words may be Polish."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page
from tests.browser.axe import findings, in_both_lights
from tests.browser.conftest import PHONE, Server
from tests.browser.player import FRAMES, Player

pytestmark = pytest.mark.browser

TABLES = {
    "sos/courier": {"german": "random", "soviet": "human"},
    "atb/partisans": {"german": "human", "soviet": "random"},
    "kursk/slice": {"german": "human", "soviet": "random"},
    "gd/slice": {"german": "human", "soviet": "random"},
}
DRAWERS = ("?", "b", "j")
ITEMS = {"settings": "#menu button:nth-of-type(2)", "share": "#open-share", "dice": "#open-dice"}
RING = """() => document.activeElement === document.body
  || getComputedStyle(document.activeElement).outlineStyle !== 'none'"""


def sit_at(server: Server, visit: Callable[..., Page], scenario: str, **more: Any) -> Player:
    page = visit(server.address + server.lay(TABLES[scenario], scenario)["url"], **more)
    player = Player(page)
    player.wait()
    return player


def to_the_list(page: Page) -> None:
    page.focus("#map")
    page.keyboard.press("c")
    page.wait_for_function("document.activeElement?.id === 'choices'")


def with_a_check(player: Player) -> None:
    """Walk the list of choices, one level deeper if need be, until something tells its odds or its cost."""
    for _ in range(3):
        to_the_list(player.page)
        for _ in range(4):
            player.page.keyboard.press("ArrowDown")
            player.page.evaluate(FRAMES)
            if player.page.locator("#check").count():
                return
        player.press("Enter")


@pytest.mark.parametrize("scenario", TABLES)
def test_a_table_has_no_grave_findings(server: Server, visit: Callable[..., Page], scenario: str):
    player = sit_at(server, visit, scenario)
    page = player.page
    with_a_check(player)
    found = in_both_lights(page)
    for pane in ("units", "hexes", "log"):
        page.click(f'[data-pane="{pane}"]')
        page.wait_for_selector(f"#{pane}")
        found += findings(page, "#rail")
    assert found == []


@pytest.mark.parametrize("scenario", TABLES)
def test_a_phone_has_no_grave_findings(server: Server, visit: Callable[..., Page], scenario: str):
    page = sit_at(server, visit, scenario, viewport=PHONE).page
    found = in_both_lights(page)
    for tab in ("hand", "log", "choices", "units", "hexes"):
        page.click(f'[data-sheet="{tab}"]')
        page.wait_for_selector(f'[data-sheet="{tab}"][aria-pressed="true"]')
        found += findings(page, "#sheet")
    assert found == []


def test_menu_and_drawers_have_no_grave_findings_and_take_the_focus(sit: Callable[..., Player]):
    player = sit()
    player.wait()
    page = player.page
    page.click("#menu-button")
    page.wait_for_selector("#menu")
    found = in_both_lights(page, "#menu")
    page.focus("#map")
    for key in DRAWERS:
        page.keyboard.press(key)
        page.wait_for_function("document.activeElement.matches('.drawer')")
        found += in_both_lights(page, ".drawer")
        page.keyboard.press("Escape")
        page.wait_for_function("document.activeElement.id === 'map'")
    for item in ("settings", "share", "dice"):
        page.click("#menu-button")
        page.click(ITEMS[item])
        page.wait_for_selector(f"#{item}")
        found += in_both_lights(page, ".drawer")
        page.keyboard.press("Escape")
    assert found == []


def test_lobby_and_set_up_have_no_grave_findings(server: Server, visit: Callable[..., Page]):
    page = visit(server.address)
    page.wait_for_selector("[data-game]")
    found = in_both_lights(page)
    page.click('[data-game="kursk"] [data-choose]')
    page.wait_for_selector("#setup")
    assert found + in_both_lights(page) == []


def test_a_light_chosen_in_one_tab_shines_in_all(server: Server, visit: Callable[..., Page]):
    page = visit(server.address)
    other = page.context.new_page()
    other.goto(server.address)
    page.click("#theme-button")
    other.wait_for_selector("html[data-theme='dark']", state="attached")


def test_a_lesson_has_no_grave_findings(server: Server, visit: Callable[..., Page]):
    page = visit(server.address)
    page.click('[data-game="sos"] [data-lessons]')
    page.wait_for_selector("dialog[open]")
    found = in_both_lights(page, "dialog[open]")
    page.click('[data-begin="sos/learn-turns"]')
    page.wait_for_selector("#lesson")
    Player(page).wait()
    page.click("#lesson-hint")
    page.wait_for_selector(".lesson-nudge p")
    assert found + in_both_lights(page) == []


def test_replay_rules_dice_and_the_page_for_files_have_no_grave_findings(server: Server, visit: Callable[..., Page]):
    table = server.lay({"german": "random", "soviet": "human"})["id"]
    pages = {
        f"/replay/{table}": "#replay[data-step]:not([data-step=''])",
        "/rules/sos/sos-6.5-a": "#rule-detail [data-part]",
        "/rules/kursk/charts": ".chart table",
        f"/dice/{table}": "#dice-page section",
        "/open": "#open-file",
    }
    page = visit(f"{server.address}/table/{table}")
    Player(page).wait()
    found = []
    for address, ready in pages.items():
        page.goto(server.address + address)
        page.wait_for_selector(ready)
        found += [f"{address} {one}" for one in in_both_lights(page)]
    assert found == []


@pytest.mark.parametrize("scenario", TABLES)
def test_the_map_is_read_in_words(server: Server, visit: Callable[..., Page], scenario: str):
    player = sit_at(server, visit, scenario)
    page = player.page
    page.focus("#map")
    page.keyboard.press("u")
    page.wait_for_function("document.activeElement?.id === 'units'")
    counters = page.locator("#map g[data-counter]").count()
    assert page.locator("#units [data-unit]").count() >= counters > 0
    hex_name = page.get_attribute("#map g[data-counter]", "data-at") or ""
    page.keyboard.press("q")
    page.wait_for_function("document.activeElement?.id === 'find-hex'")
    page.keyboard.type(hex_name)
    row = page.locator(f'[data-hex-row="{hex_name}"]')
    row.wait_for()
    ground, there = row.locator("td").all_inner_texts()
    assert ground and there != "empty"
    counter = page.get_attribute(f'#map g[data-at="{hex_name}"]', "data-counter")
    page.click('[data-pane="units"]')
    page.wait_for_selector("#units")
    assert page.inner_text(f'[data-unit="{counter}"] th').split(",")[0].strip() in there


def test_a_choice_is_typed_as_a_sentence_and_what_happened_is_read_aloud(sit: Callable[..., Player]):
    player = sit()
    player.wait()
    page = player.page
    page.focus("#map")
    page.keyboard.press("/")
    page.wait_for_function("document.activeElement?.id === 'sentence'")
    page.keyboard.type("hide M01")
    page.keyboard.press("Enter")
    page.wait_for_selector('[data-slip="notice"]')
    page.keyboard.press("/")
    page.wait_for_function("document.activeElement?.id === 'sentence'")
    before = player.version
    page.keyboard.type("hide H07")
    page.keyboard.press("Enter")
    player.moved_on(before)
    assert player.ask == "turn"
    aloud = page.inner_text("#heard")
    assert aloud and aloud.split("\n")[-1] in " ".join(player.log())
    assert page.get_attribute("#heard", "aria-live") == "polite"


def test_a_polish_browser_finds_polish_words_and_english_rules(server: Server, visit: Callable[..., Page]):
    page = visit(server.address, locale="pl-PL")
    page.wait_for_selector("[data-game]")
    assert page.get_attribute("html", "lang") == "pl"
    assert "Graj" in page.inner_text('[data-game="sos"] [data-play]')
    assert page.get_attribute('[data-game="sos"] h2', "lang") == "en"
    page.click('[data-game="sos"] [data-play]')
    page.wait_for_url("**/table/*")
    player = Player(page)
    player.wait()
    assert "Oddziały" in page.inner_text('[data-pane="units"]').capitalize()
    assert page.get_attribute("#prompt-text", "lang") == "en"
    page.click("#menu-button")
    assert "Poddaj się" in page.inner_text("#menu")
    page.click("#language-button")
    page.wait_for_selector("#menu >> text=Resign")
    assert page.get_attribute("html", "lang") == "en"
    page.reload()
    player.wait()
    assert page.get_attribute("html", "lang") == "en", "the browser remembers what was chosen"
    assert page.inner_text('[data-pane="units"]').capitalize() == "Units"


def test_the_focus_is_always_seen(sit: Callable[..., Player]):
    player = sit()
    player.wait()
    page = player.page
    page.focus("#map")
    assert page.evaluate(RING)
    page.focus(".skip-link")
    for _ in range(12):
        page.keyboard.press("Tab")
        assert page.evaluate(RING), page.evaluate("() => document.activeElement.outerHTML.slice(0, 120)")
