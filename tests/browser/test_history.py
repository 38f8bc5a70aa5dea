"""What happened: the replay with its slider, the recap, links, notes, the dice check and the rule book in a browser."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Request
from tests.browser.conftest import Server
from tests.browser.player import FRAMES, Player

pytestmark = pytest.mark.browser

BOTS = {"german": "random", "soviet": "random"}
STEP = "(n) => document.querySelector('#replay')?.dataset.step === String(n)"


@pytest.fixture(scope="module")
def finished(server: Server) -> str:
    """A game two bots have played to its end."""
    table = str(server.lay(BOTS)["id"])
    for _ in range(300):
        if server.get(f"/api/tables/{table}").json()["over"]:
            return table
        time.sleep(0.1)
    raise AssertionError("the bots do not finish")


def at_step(page: Page, number: int) -> None:
    page.wait_for_function(STEP, arg=number)
    page.evaluate(FRAMES)


def places(page: Page) -> dict[str, str]:
    """Which counter lies where."""
    found: dict[str, str] = page.evaluate(
        "() => Object.fromEntries([...document.querySelectorAll('g[data-counter]')]"
        ".map((one) => [one.dataset.counter, one.dataset.at]))"
    )
    return found


def test_a_finished_game_is_walked_by_slider_button_and_key_and_seen_through_other_eyes(
    server: Server, finished: str, visit: Callable[..., Page]
):
    page = visit(f"{server.address}/replay/{finished}")
    at_step(page, 0)
    last = int(page.get_attribute("#replay", "data-last") or 0)
    assert last > 50
    assert page.get_attribute("#replay", "data-view") == "all"
    page.locator("#slider").evaluate("(slider) => { slider.value = 60; slider.dispatchEvent(new Event('input')); }")
    at_step(page, 60)
    middle = places(page)
    page.click('[data-go="next"]')
    at_step(page, 61)
    page.focus("#map")
    page.keyboard.press("ArrowLeft")
    at_step(page, 60)
    assert places(page) == middle, "a step back shows what was there before"
    page.keyboard.press("PageDown")
    page.wait_for_function("() => Number(document.querySelector('#replay').dataset.step) > 61")
    assert "Round" in page.inner_text(".count")
    page.keyboard.press("End")
    at_step(page, last)
    assert page.is_disabled('[data-go="next"]')
    assert page.locator("#log li").count() > 20
    moves = page.locator('#log li[data-kind="Moved"]')
    assert moves.locator("small").count() == moves.count() and moves.locator("b").count() > moves.count()
    page.keyboard.press("Home")
    at_step(page, 0)
    page.keyboard.press(" ")
    page.wait_for_function("() => Number(document.querySelector('#replay').dataset.step) >= 2")
    page.keyboard.press(" ")
    page.wait_for_selector('[data-go="play"][aria-pressed="false"]')
    page.wait_for_function("() => location.hash === `#${document.querySelector('#replay').dataset.step}`")
    assert [option.strip() for option in page.locator("#view option").all_inner_texts()] == [
        "German", "Soviet", "Watcher", "Everything"
    ]  # fmt: skip
    page.select_option("#view", "german")
    page.wait_for_selector('#replay[data-view="german"]')
    assert "hide the satchel" not in " ".join(page.locator("#log > li").all_inner_texts())
    page.reload()
    page.wait_for_selector('#replay[data-view="german"]')


def test_a_moment_goes_out_by_link_and_file_and_a_game_is_played_on_from_it(
    server: Server, finished: str, visit: Callable[..., Page], tmp_path: Path
):
    page = visit(f"{server.address}/replay/{finished}?view=german#25")
    at_step(page, 25)
    shown = places(page)
    page.click("#open-share")
    with page.expect_download() as saved:
        page.click("#share-file")
    saved.value.save_as(tmp_path / "position.json")
    page.click("#share-position")
    guest = visit(page.input_value("#share-link"))
    at_step(guest, 0)
    assert places(guest) == shown
    assert guest.locator("#play-on").count() == 0
    assert "German saw it" in guest.inner_text("#top")
    opened_and_refused(server, guest, tmp_path)
    visit.wrongs.clear()  # type: ignore[attr-defined]  # the browser's own word about the refused record
    guest.set_input_files("#open-file", tmp_path / "position.json")
    at_step(guest, 0)
    assert places(guest) == shown
    page.click("#play-on")
    bots = next(game["bots"] for game in server.get("/api/games").json() if game["key"] == "sos")
    seat = page.locator('[data-seat="soviet"] option')
    seat.nth(len(bots)).wait_for(state="attached")
    assert [one.get_attribute("value") for one in seat.all()] == ["human", *(bot["key"] for bot in bots)]
    page.select_option('[data-seat="soviet"]', "human")
    page.click("#play-here")
    page.wait_for_url("**/table/*")
    assert Player(page).wait() in ("yours", "over")
    assert finished not in page.url


def opened_and_refused(server: Server, page: Page, folder: Path) -> None:
    """Bad files are refused with the reason, and lay no table."""
    tables = len(server.get("/api/tables").json())
    page.goto(f"{server.address}/open")
    bad = folder / "bad.txt"
    for text, why in (("hello", "no file of Balka"), ("balka record 1\ngame: sos\n", "line "), ("", "is empty")):
        bad.write_text(text)
        page.set_input_files("#open-file", bad)
        page.wait_for_function("(why) => document.querySelector('#open-problem')?.innerText.includes(why)", arg=why)
    assert len(server.get("/api/tables").json()) == tables


def test_the_recap_steps_through_what_the_others_did_and_the_log_leads_to_the_rules(
    sit: Callable[..., Player], server: Server
):
    player = sit()
    player.wait()
    player.whole_board()
    player.pick(choice="hide H07")
    page = player.page
    assert page.locator("#recap [data-line]").count() > 2, "without motion the recap is laid open"
    page.keyboard.press("v")
    page.wait_for_selector('#recap-list:focus [aria-selected="true"]')
    first = page.get_attribute('#recap-list [aria-selected="true"]', "data-line")
    page.keyboard.press("ArrowDown")
    page.wait_for_selector(f'#recap-list [aria-selected="true"]:not([data-line="{first}"])')
    page.keyboard.press("End")
    page.wait_for_selector(".layer-fx .pointed, .layer-fx .thrown", state="attached")
    assert "Soviet" not in " ".join(page.locator("#recap-list li").all_inner_texts()), "own doings are no news"
    page.keyboard.press("Escape")
    page.wait_for_selector("#recap", state="detached")
    page.reload()
    player.wait()
    page.keyboard.press("v")
    page.wait_for_selector("#recap-list")
    assert page.locator("#recap [data-line]").count() > 2, "a reload does not forget it"
    page.keyboard.press("Escape")
    filtered(page)
    to_the_book(page, server)


def filtered(page: Page) -> None:
    """The log keeps the lines asked for, and a line shows its place."""
    all_lines = page.locator("#log > li:not(.brief)").count()
    page.click('[data-filter="more"]')
    page.select_option('[data-narrow="side"]', "german")
    page.evaluate(FRAMES)
    assert 0 < page.locator("#log > li:not(.head)").count() < all_lines
    page.fill('[data-narrow="text"]', "no such words")
    page.evaluate(FRAMES)
    assert page.inner_text("#log") == "No line is like that."
    page.fill('[data-narrow="text"]', "")
    page.locator("#log [data-place]").last.click()
    page.wait_for_selector(".layer-fx .pointed", state="attached")


def to_the_book(page: Page, server: Server) -> None:
    """A citation leads to its rule, the rule to its tests and neighbours."""
    page.locator("#log [data-rule]").first.click()
    page.wait_for_selector("#rule .to-book")
    page.goto(server.address + str(page.get_attribute("#rule .to-book", "href")))
    page.locator('#rule-detail [data-part="tests"] summary').click()
    page.wait_for_selector('#rule-detail [data-part="tests"] li')
    first = page.get_attribute("#rule-detail", "data-rule-id")
    page.keyboard.press("ArrowRight")
    page.wait_for_function("(old) => document.querySelector('#rule-detail').dataset.ruleId !== old", arg=first)
    page.fill("#rule-search", "woods")
    page.wait_for_selector(".rows mark")
    page.locator("[data-row]").first.click()
    page.wait_for_function("() => document.querySelector('.rows .on')")


def test_notes_stay_with_their_seat(server: Server, visit: Callable[..., Page]):
    made = server.lay({"german": "human", "soviet": "human"})
    pages = {seat: visit(server.address + made["invite"][seat]) for seat in ("german", "soviet")}
    for page in pages.values():
        page.wait_for_selector(".table[data-version]:not([data-version='0'])")
    own = pages["soviet"]
    own.keyboard.press("j")
    own.fill("#note-text", "They come from the east.")
    own.fill("#note-hex", "R05")
    own.click("#note-keep")
    own.wait_for_selector("[data-note]")
    assert own.locator('[data-noted="R05"]').count() == 1
    own.reload()
    own.wait_for_selector('[data-noted="R05"]', state="attached")
    other = pages["german"]
    asked: list[str] = []
    other.on("request", lambda request: asked.append(_address(request)))
    other.reload()
    other.wait_for_selector(".table[data-version]:not([data-version='0'])")
    other.keyboard.press("j")
    other.wait_for_selector("#note-text")
    assert other.locator("[data-note], [data-noted]").count() == 0
    assert not any("seat=soviet" in address for address in asked)


def _address(request: Request) -> str:
    return request.url


def test_the_reader_makes_every_roll_again_in_his_own_browser(
    server: Server, finished: str, visit: Callable[..., Page]
):
    page = visit(f"{server.address}/dice/{finished}")
    page.wait_for_selector('[data-part="sides"] .dice-chart')
    page.click("#verify")
    assert page.get_attribute("#verdict", "data-true") == "true"
    secret = page.input_value("#secret")
    page.fill("#secret", ("0" if secret[0] != "0" else "1") + secret[1:])
    page.click("#verify")
    page.wait_for_selector('#verdict[data-true="false"]')
    assert "does not keep the promise" in page.inner_text("#verdict")
