"""The figures of a unit at the table: each opens into its lines by mouse, by keyboard and on a phone, in every game."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page
from tests.browser.axe import in_both_lights
from tests.browser.conftest import PHONE, Server
from tests.browser.player import Player

pytestmark = pytest.mark.browser

# Somebody who decides, a unit he may look at, and one of its figures with a line of its working.
GAMES = {
    "sos/courier": ("soviet", "rif-04", "def_front", "Wood Buildings"),
    "atb/mir": ("german", "", "def_front", "Front Defense of"),
    "kursk/slice": ("german", "508-292inf", "movement", "movement, as printed"),
    "gd/slice": ("german", "5k-2gr", "movement", "movement allowance"),
}


def sat_down(server: Server, visit: Callable[..., Page], scenario: str, **more: Any) -> Page:
    human = GAMES[scenario][0]
    made = server.lay({side: "human" if side == human else "random" for side in ("german", "soviet")}, scenario)
    page = visit(server.address + made["url"], **more)
    Player(page).wait()
    return page


def look_at(page: Page, unit: str) -> Locator:
    """Choose a unit from the list; its card lies open, or folded up beside a decision."""
    if page.locator("#sheet").count():
        page.click('[data-sheet="units"]')
    else:
        page.keyboard.press("u")
    row = f'#units tr[data-unit="{unit}"]' if unit else "#units tr[data-unit]:has(.faces)"
    page.locator(f"{row} button").first.click()
    if page.locator("#sheet.open").count():
        page.click("#sheet .grab")
    page.wait_for_selector("#unit", state="attached")
    if page.locator(".unit-fold:not([open])").count():
        page.locator(".unit-fold > summary").click()
    return page.locator("#unit")


@pytest.mark.parametrize("scenario", GAMES)
def test_a_figure_opens_into_its_lines_and_their_rules(server: Server, visit: Callable[..., Page], scenario: str):
    _, unit, key, line = GAMES[scenario]
    page = sat_down(server, visit, scenario)
    card = look_at(page, unit)
    button = card.locator(f'[data-value="{key}"] button')
    assert button.get_attribute("aria-expanded") == "false" and card.locator(".value-lines").count() == 0
    button.click()
    lines = card.locator(f"#value-{key}")
    assert line in lines.inner_text() and button.get_attribute("aria-expanded") == "true"
    total = lines.locator(".sum").first.locator(".total td").last.inner_text()
    assert total == button.inner_text().strip()
    assert in_both_lights(page, "#unit") == []
    lines.locator("button.rule").first.click()
    page.wait_for_selector("#rule")


@pytest.mark.parametrize("scenario", GAMES)
def test_a_figure_opens_by_keyboard_and_shuts_again(server: Server, visit: Callable[..., Page], scenario: str):
    _, unit, key, _ = GAMES[scenario]
    page = sat_down(server, visit, scenario)
    version = page.get_attribute(".table", "data-version")
    button = look_at(page, unit).locator(f'[data-value="{key}"] button')
    button.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(f"#value-{key}")
    assert button.evaluate("one => one === document.activeElement"), "the focus stays"
    page.keyboard.press("Space")
    page.wait_for_selector(f"#value-{key}", state="detached")
    assert page.get_attribute(".table", "data-version") == version, "nothing was chosen by it"


@pytest.mark.parametrize("scenario", GAMES)
def test_a_figure_opens_on_a_phone(server: Server, visit: Callable[..., Page], scenario: str):
    _, unit, key, line = GAMES[scenario]
    page = sat_down(server, visit, scenario, viewport=PHONE, has_touch=True)
    button = look_at(page, unit).locator(f'[data-value="{key}"] button')
    button.tap()
    assert line in page.locator(f"#value-{key}").inner_text()
    box = button.bounding_box()
    assert box and box["height"] >= 40 and box["width"] >= 40
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert in_both_lights(page, "#sheet") == []


def test_in_a_replay_figures_are_those_of_the_step(server: Server, visit: Callable[..., Page]):
    page = sat_down(server, visit, "sos/courier")
    page.goto(f"{server.address}/replay/{page.url.split('/')[-1].split('?')[0]}")
    page.wait_for_selector("#replay[data-step]")
    place = page.locator('#map g[data-counter="rif-04"]').first.bounding_box()
    assert place
    page.mouse.click(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    page.locator('#unit[data-counter="rif-04"] [data-value="def_front"] button').click()
    assert "Wood Buildings" in page.locator("#value-def_front").inner_text()


def test_a_changed_figure_says_what_is_printed(server: Server, visit: Callable[..., Page]):
    card = look_at(sat_down(server, visit, "sos/courier"), "rif-04")
    assert card.locator('[data-value="def_front"]').inner_text().split()[:4] == ["Front", "defence", "13", "printed"]
    assert card.locator('[data-value="def_front"] button.changed').count() == 1
    assert card.locator('[data-value="range"] button.changed').count() == 0


def test_of_a_masked_counter_no_figure_is_shown(server: Server, visit: Callable[..., Page]):
    page = sat_down(server, visit, "kursk/slice")
    page.keyboard.press("u")
    page.locator('#units tr[data-unit^="?"] button').first.click()
    page.wait_for_selector("#unit")
    assert page.locator("#unit [data-value]").count() == 0


def test_chits_are_called_chits(server: Server, visit: Callable[..., Page]):
    page = sat_down(server, visit, "gd/slice")
    assert (
        "chits" in page.locator(".hand-count").inner_text() and "card" not in page.locator("#top").inner_text().lower()
    )


def test_an_order_to_fire_picks_the_target_too(server: Server, visit: Callable[..., Page]):
    page = sat_down(server, visit, "gd/slice")
    sent: list[dict[str, Any]] = []
    page.on("websocket", lambda line: line.on("framesent", lambda text: sent.append(json.loads(text))))
    page.reload()
    Player(page).wait()
    page.keyboard.press("b")
    page.locator('[data-window="oppfire"] [data-order="when"]').click()
    page.wait_for_selector('[data-window="oppfire"] [data-order="when"][aria-pressed="true"]')
    orders = next(said["orders"] for said in reversed(sent) if said.get("orders"))
    assert [(order["kind"], order["answer"]) for order in orders] == [
        ("oppfire", "fire"), ("oppfire", "hold"), ("opptarget", "at")]  # fmt: skip
