"""What a person does at the table beside choosing: taking back, asking why, looking, leaving and coming back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from tests.browser.conftest import Server
from tests.browser.player import Player

pytestmark = pytest.mark.browser

GERMAN = {"german": "human", "soviet": "random"}


def at_first_turn(player: Player) -> Player:
    """The satchel is hidden and the first Turn has come."""
    player.wait()
    player.whole_board()
    player.pick(choice="hide H07")
    assert player.ask == "turn"
    return player


def test_the_brief_says_how_to_win_before_anything_has_happened(sit: Callable[..., Player]):
    player = sit()
    player.wait()
    brief = " ".join(player.page.locator("#log .brief").all_inner_texts())
    assert "5 Rounds" in brief
    assert "hides the satchel in H07 or H08" in brief


def test_undo_takes_back_what_no_dice_have_sealed(sit: Callable[..., Player]):
    player = sit(**GERMAN)
    player.wait()
    player.whole_board()
    player.pick(kind="tray", token="inf-01")
    player.pick(hex="R05")
    player.pick(kind="facing", hex="NW")
    assert player.page.locator('[data-counter="inf-01"][data-at="R05"]').count() == 1
    assert player.ask == "turn.end", "the Turn does not end by itself while its Action can be taken back"
    player.undo()
    assert player.ask == "turn"
    assert player.page.locator('[data-counter="inf-01"][data-at="R05"]').count() == 0
    assert player.offers("tray"), "it waits beside the map again"


def test_a_reload_in_the_middle_of_a_decision_finds_it_again(sit: Callable[..., Player]):
    player = at_first_turn(sit())
    player.pick(kind="counter", token="rif-02")
    player.pick(hex="J07")
    player.pick(kind="facing", hex="NE")
    assert player.ask == "cost.caps"
    before = (player.prompt, [offer["choice"] for offer in player.offers("amount")], player.log())
    player.page.reload()
    player.wait()
    assert (player.prompt, [offer["choice"] for offer in player.offers("amount")], player.log()) == before
    player.pick(kind="commit")
    assert any("rolled" in line or "Fresh" in line or "Spent" in line for line in player.log()[-4:])


def test_why_not_answers_beside_the_hex(sit: Callable[..., Player]):
    player = at_first_turn(sit())
    player.pick(kind="counter", token="rif-02")
    player.page.click('path[data-hex="M09"]')
    slip = player.page.locator('.slip[data-slip="M09"]')
    slip.wait_for()
    assert "A Move goes one hex" in slip.inner_text()
    slip.locator("[data-rule]").first.click()
    player.page.wait_for_selector("#rule")
    assert "sos-4.5" in player.page.inner_text("#rule code")


def test_overlays_come_by_key_and_go_again(sit: Callable[..., Player]):
    player = at_first_turn(sit())
    page = player.page
    page.hover('path[data-hex="J07"]')
    page.keyboard.press("l")
    legend = page.locator("#legend")
    page.wait_for_selector("text=Line of sight from J07")
    page.hover('path[data-hex="N05"]')
    page.wait_for_selector("text=J07 does not see N05")
    assert "woods in K06" in legend.inner_text()
    page.keyboard.press("Escape")
    page.wait_for_selector("#legend", state="detached")
    player.pick(kind="counter", token="maxim-01")
    for key, title in (("f", "Fire Zone"), ("r", "Moves of")):
        page.keyboard.press(key)
        page.wait_for_selector(f"#legend >> text={title}")
    assert int(page.get_attribute(".layer-overlay", "data-marks") or 0) >= 6


def test_odds_are_shown_before_anything_is_sent(sit: Callable[..., Player]):
    player = at_first_turn(sit())
    player.pick(kind="counter", token="rif-02")
    version = player.version
    player.page.hover('path[data-hex="J07"]')
    player.page.wait_for_selector("#check >> text=Moving backwards")
    check = player.page.inner_text("#check")
    assert "30%" in check
    assert "70%" in check
    assert player.version == version


def test_resigning_ends_the_game_and_opens_the_record_and_the_dice(
    server: Server, sit: Callable[..., Player], visit: Callable[..., Page]
):
    player = at_first_turn(sit())
    page = player.page
    page.click("#menu-button")
    page.click("#record")
    page.wait_for_selector('[data-slip="notice"] >> text=may not know')
    visit.wrongs.clear()  # type: ignore[attr-defined]  # a browser calls any refused request an error
    page.click("#resign")
    page.click("#resign-sure")
    page.wait_for_selector("#outcome")
    assert page.get_attribute("#outcome", "data-winner") == "german"
    page.click("#menu-button")
    with page.expect_download() as saved:
        page.click("#record")
    text = saved.value.path().read_text(encoding="utf-8")
    assert text == server.get(f"/api/tables/{player.table}/record").text
    assert "\nsecret " in text
    page.click("#open-dice")
    page.wait_for_selector("#dice >> text=Secret, now open")


def test_a_record_opened_in_the_lobby_goes_on_where_it_ends(
    server: Server, sit: Callable[..., Player], visit: Callable[..., Page], tmp_path
):
    player = sit(german="human", soviet="human")
    player.wait()
    player.draw_curtain()
    player.whole_board()
    player.pick(choice="hide H07")
    text = server.get(f"/api/tables/{player.table}/record").text
    saved = tmp_path / "record.txt"
    saved.write_text(text, encoding="utf-8")
    page = visit(server.address)
    page.set_input_files("#open-record", saved)
    page.wait_for_url("**/table/*")
    again = Player(page)
    again.wait()
    again.draw_curtain()
    assert again.ask == "turn"
    saved.write_text(text.replace("hide H07", "hide H09"), encoding="utf-8")
    page.goto(server.address)
    page.set_input_files("#open-record", saved)
    page.wait_for_selector("#lobby-problem >> text=line ")
    visit.wrongs.clear()  # type: ignore[attr-defined]


def test_what_is_typed_into_the_rule_search_never_plays(sit: Callable[..., Player]):
    player = at_first_turn(sit())
    version = player.version
    player.page.click('[data-tool="find"]')
    player.page.wait_for_function("document.activeElement?.type === 'search'")
    player.page.keyboard.type("pass")
    player.page.wait_for_selector("#find .found [data-rule]")
    assert player.version == version


@pytest.mark.parametrize("width", [1440, 1180, 1024, 820])
def test_every_track_of_four_players_is_whole_on_the_top_bar(server: Server, visit: Callable[..., Page], width: int):
    seats = {"german_1": "human", "german_2": "random", "soviet_1": "random", "soviet_2": "random"}
    page = visit(server.address + server.lay(seats, "atb/mtsensk")["url"], viewport={"width": width, "height": 800})
    Player(page).wait()
    cut = "() => (({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.tracks'))"
    assert page.evaluate(cut) <= 0
    assert page.locator(".tracks .track:visible").count() >= 7
