"""Two people in two browsers find each other, play a rated game to its end and see their ratings change."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect
from tests.browser.axe import findings, in_both_lights
from tests.browser.conftest import PATIENCE, PHONE, Server
from tests.browser.player import FRAMES, Player
from tests.browser.test_together import menu

pytestmark = pytest.mark.browser
expect.set_options(timeout=PATIENCE)
Visit = Callable[..., Page]
MOST_CLICKS = 6  # on what is offered first, until something is said


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    command = [sys.executable, "-m", "balka.cli.main", "serve", "--port", "{port}", "--workers", "1"]
    made = Server(tmp_path_factory.mktemp("house"), command).start()
    yield made
    made.kill()


def came_in(visit: Visit, house: Server, name: str, **more: object) -> Page:
    page = visit(f"{house.address}/enter", **more)
    made = page.request.post(f"{house.address}/api/me/account", data={"name": name, "password": "three grey tents"})
    assert made.ok
    page.goto(house.address)
    return page


def test_two_people_find_each_other_play_a_rated_game_and_see_their_ratings_change(house: Server, visit: Visit):
    marta, wren = came_in(visit, house, "Marta"), came_in(visit, house, "Wren")
    for page in (marta, wren):
        page.select_option('[data-find="pace"]', "none")
        page.select_option('[data-find="game"]', "sos")
    assert findings(marta, "#find") == []
    marta.click("#look-now")
    expect(marta.locator("#looking")).to_be_visible()
    expect(wren.locator("#find header span")).to_have_text("1 person is looking")
    wren.keyboard.press("q")
    for page in (marta, wren):
        page.wait_for_url("**/table/*")
        expect(page.locator("#seated")).to_have_attribute("data-rated", "rated")
        expect(page.locator("#seated")).to_contain_text("Marta")
        expect(page.locator("#seated")).to_contain_text("Wren")
    assert marta.url == wren.url and findings(marta, "#top") == []
    first = _choose_something(marta, wren)
    menu(first, "#resign")
    first.click("#resign-sure")
    loser, winner = ("Marta", "Wren") if first is marta else ("Wren", "Marta")
    _ratings_changed(marta, wren, house, (winner, loser))


def _choose_something(marta: Page, wren: Page) -> Page:
    """Whoever is to decide chooses something; who that was."""
    for page in (marta, wren):
        page.wait_for_selector('.table[data-busy="false"]:not([data-version="0"])')
    first = marta if marta.get_attribute(".table", "data-yours") == "true" else wren
    player = Player(first)
    before = player.version
    for _ in range(MOST_CLICKS):
        if player.version == before:
            offer = player.offers()[0]
            first.mouse.click(offer["x"], offer["y"])
            first.evaluate(FRAMES)
            first.wait_for_selector('.table[data-busy="false"]')
    assert player.version != before
    return first


def _ratings_changed(marta: Page, wren: Page, house: Server, names: tuple[str, str]) -> None:
    for page in (marta, wren):
        page.wait_for_selector("#outcome")
        if not page.query_selector("#ending"):
            page.click("#open-ending")
        expect(page.locator("#rating-changes")).to_contain_text("(+159)")
        expect(page.locator("#rating-changes")).to_contain_text("(−159)")
    marta.goto(f"{house.address}/people/{names[0]}")
    expect(marta.locator('[data-rating="sos"]')).to_have_attribute("data-value", "1659")
    assert in_both_lights(marta) == []
    marta.goto(f"{house.address}/ladder/sos")
    expect(marta.locator("[data-ladder]")).to_have_count(2)
    assert [row.get_attribute("data-ladder") for row in marta.locator("[data-ladder]").all()] == list(names)
    assert in_both_lights(marta) == []


def test_somebody_is_challenged_by_name_from_a_page_and_accepts(house: Server, visit: Visit):
    ilse, noor = came_in(visit, house, "Ilse"), came_in(visit, house, "Noor", viewport=PHONE)
    ilse.goto(f"{house.address}/people/Noor")
    ilse.click("#challenge")
    expect(ilse.locator("#challenge-name")).to_have_value("Noor")
    ilse.click('[data-rated="yes"]')
    ilse.click("#start")
    ilse.wait_for_url("**/table/*")
    expect(noor.locator("[data-challenge]")).to_contain_text("Ilse challenges you")
    assert noor.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], "nothing to scroll sideways"
    assert findings(noor, ".house") == []
    noor.goto(ilse.url)
    expect(noor.locator("#challenged")).to_contain_text("Ilse challenges you")
    noor.goto(house.address)
    noor.click("[data-accept]")
    noor.wait_for_url(ilse.url)
    expect(noor.locator("#challenged")).to_have_count(0)
    expect(ilse.locator('[data-sitter="soviet"]')).to_contain_text("Noor")
    ilse.wait_for_selector("#guests", state="detached")


def test_a_name_nobody_has_is_told_and_nothing_is_laid(house: Server, visit: Visit):
    page = came_in(visit, house, "Bo")
    page.click("#make-challenge")
    page.fill("#challenge-name", "Nobody At All")
    page.click("#start")
    expect(page.locator("#lobby-problem")).to_contain_text("Nobody is called")
    assert page.request.get(f"{house.address}/api/tables").json() == []
    visit.wrongs.clear()  # type: ignore[attr-defined]  # a browser notes every answer that is no success


def test_somebody_is_blocked_from_his_page_and_listed_on_one_s_own(house: Server, visit: Visit):
    page = came_in(visit, house, "Ruta")
    came_in(visit, house, "Kasimir")
    page.goto(f"{house.address}/people/Kasimir")
    page.click("#block")
    expect(page.locator("#keeping")).to_have_attribute("data-kind", "block")
    expect(page.locator("#challenge")).to_have_count(0)
    page.click("#report")
    page.fill("#report-form textarea", "Never moves.")
    page.click("#report-form .btn")
    expect(page.locator("#keeping [role=status]")).to_be_visible()
    assert in_both_lights(page) == []
    page.goto(f"{house.address}/account")
    page.click("[data-barred=Kasimir] .btn")
    expect(page.locator("[data-barred]")).to_have_count(0)
