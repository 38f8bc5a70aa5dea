"""The page of a scenario: reached from the lobby, its forces light the map up, and it leads to a table."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from tests.browser.axe import in_both_lights
from tests.browser.conftest import PHONE, Server
from tests.browser.player import Player

pytestmark = pytest.mark.browser


def test_from_the_lobby_to_the_page_and_to_a_table(server: Server, visit: Callable[..., Page]) -> None:
    page = visit(server.address)
    page.locator('[data-game="sos"] [data-choose]').click()
    page.locator('[data-scenario="sos/kurgan"]').click()
    page.locator("[data-about]").click()
    shown = page.locator("#scenario")
    expect(shown).to_have_attribute("data-scenario", "sos/kurgan")
    expect(page.locator("#brief")).to_contain_text("Whichever side holds L04")
    expect(page.locator("#takes")).to_have_text("about 70 minutes")
    expect(page.locator("#learning")).to_have_text("medium")
    expect(page.locator("#scenario-map svg.goals path")).to_have_count(2, timeout=30_000)
    page.locator(".scenario-force:nth-child(2) [data-kind]").first.hover()
    expect(page.locator("#scenario-map svg.lit polygon")).to_have_count(3)
    page.mouse.move(0, 0)
    expect(page.locator("#scenario-map svg.lit polygon")).to_have_count(0)
    assert not in_both_lights(page)
    page.locator('[data-side="soviet"]').click()
    page.locator("#start").click()
    page.wait_for_url("**/table/**")


def test_a_figure_of_the_rulebook_is_drawn_and_can_be_played(server: Server, visit: Callable[..., Page]) -> None:
    page = visit(f"{server.address}/rules/kursk/kursk-10.1.10-a")
    figure = page.locator('[data-figure="kursk/learn-supply"]')
    expect(figure.locator("svg.goals")).to_have_count(1, timeout=30_000)
    figure.locator("[data-play-figure]").click()
    page.wait_for_url("**/table/**")


def test_a_worked_example_says_what_should_come_out_and_is_played_to_it(
    server: Server, visit: Callable[..., Page]
) -> None:
    page = visit(f"{server.address}/rules/kursk/kursk-c5-5.3.7-a")
    figure = page.locator('[data-figure="kursk/example-5.3.7"]')
    expect(figure.locator("svg.goals")).to_have_count(1, timeout=30_000)
    expect(figure.locator(".comes-out")).to_contain_text("2 hexes one, 1 hex two")
    figure.locator('[data-play-figure]:has-text("Play this example")').click()
    page.wait_for_url("**/table/**")
    player = Player(page)
    player.wait()
    player.pick(kind="counter", token="x")
    player.pick(kind="hex", token="B04")
    assert sum("loses 1 CEL: it stood instead of retreating" in line for line in player.log()) == 2


def test_every_worked_example_that_can_be_played_says_so_where_it_stands(
    server: Server, visit: Callable[..., Page]
) -> None:
    page = visit(f"{server.address}/rules/atb/atb-7.2-a")
    listed = page.locator('#rule-detail [data-part="examples"] li')
    expect(listed.first).to_be_visible()
    assert listed.locator("[data-play-figure]").count() == listed.count() > 0
    listed.locator("[data-play-figure]").last.click()
    page.wait_for_url("**/table/**")
    Player(page).wait()
    expect(page.locator(".lesson")).to_contain_text("Choose")


def test_a_section_opens_as_two_pages_and_as_one_on_a_phone(server: Server, visit: Callable[..., Page]) -> None:
    page = visit(f"{server.address}/rules/kursk")
    expect(page.locator("#rule-detail")).to_have_attribute("data-rule-id", "kursk-1.1-a")
    expect(page.locator(".rows .on b")).to_have_text("a")
    small = visit(f"{server.address}/rules/kursk", viewport=PHONE)
    expect(small.locator(".rows li").first).to_be_visible()
    assert small.locator("#rule-detail[data-rule-id]").count() == 0


def test_it_fits_a_phone_and_says_what_is_not_there(server: Server, visit: Callable[..., Page]) -> None:
    page = visit(f"{server.address}/scenario/gd/lutchessa", viewport=PHONE)
    expect(page.locator("#scenario h2")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.goto(f"{server.address}/scenario/gd/nowhere")
    expect(page.locator("#scenario-problem")).to_contain_text("There is no scenario 'gd/nowhere'")
    visit.wrongs.clear()  # type: ignore[attr-defined]
