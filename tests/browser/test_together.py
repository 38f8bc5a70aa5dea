"""Two people in two browsers play by days: they talk, a draw is declined, a choice is given back, one resigns."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from tests.browser.axe import findings
from tests.browser.conftest import Server

pytestmark = pytest.mark.browser


def say(page: Page, text: str) -> None:
    """Choose by a sentence."""
    page.click('[data-pane="choices"]')
    page.fill("#sentence", text)
    page.keyboard.press("Enter")


def menu(page: Page, what: str) -> None:
    page.click("#menu-button")
    page.click(what)


def yours(page: Page, is_yours: str) -> None:
    page.wait_for_selector(f'.table[data-yours="{is_yours}"][data-busy="false"]')


def laid_by_days(host: Page) -> str:
    """A game by days against a friend, as the lobby lays it; the link for him."""
    host.click('[data-game="sos"] [data-choose]')
    host.click('[data-against="friend"]')
    host.click('[data-pace="days"]')
    host.fill('#pace [name="days"]', "2")
    host.keyboard.press("Tab")
    host.click("#start")
    field = host.wait_for_selector("[data-guest]")
    assert field is not None
    return field.input_value()


def test_two_people_play_by_days_and_one_resigns(shared_server: Server, visit: Callable[..., Page]):
    host = visit(shared_server.address)
    friend = visit(laid_by_days(host))
    yours(friend, "true")
    host.wait_for_selector('[data-clock="soviet"][data-running="true"]')
    assert "1 d 23 h" in host.inner_text(".clocks")
    _talk(host, friend)
    hiding = friend.get_attribute(".table", "data-ask")
    assert hiding
    say(friend, "hide H07")
    first, second = _by_turn(host, friend, hiding)
    _declined_draw(first, second)
    _given_back(first, second)
    _resigned(first, second, shared_server.address)


def _talk(host: Page, friend: Page) -> None:
    friend.click('[data-pane="talk"]')
    friend.fill("#talk-text", "Good luck, <b>you</b>!")
    friend.keyboard.press("Enter")
    host.wait_for_selector('[data-pane="talk"] .unread')
    host.click('[data-pane="talk"]')
    assert "Good luck, <b>you</b>!" in host.inner_text("#talk")
    host.wait_for_selector('[data-pane="talk"] .unread', state="detached")
    host.hover('[data-said="soviet"]')
    host.click('[data-said="soviet"] [data-mute]')
    host.wait_for_selector('[data-said="soviet"]', state="detached")
    host.click('[data-mute="soviet"]')
    host.wait_for_selector('[data-said="soviet"]')
    assert findings(host, ".panes") == findings(host, "#top") == []


def _by_turn(host: Page, friend: Page, hiding: str) -> tuple[Page, Page]:
    """Whoever has the first Turn, and the other; the dice decided."""
    for page in (host, friend):
        page.wait_for_selector(f'.table[data-busy="false"]:not([data-ask="{hiding}"])')
    mine = host.get_attribute(".table", "data-yours") == "true"
    return (host, friend) if mine else (friend, host)


def _declined_draw(first: Page, second: Page) -> None:
    menu(first, '[data-ask-for="draw"]')
    second.wait_for_selector("#proposals")
    assert findings(second, "#proposals") == []
    second.click('[data-decline="draw"]')
    first.wait_for_selector("#proposals", state="detached")
    first.click("#menu-button")
    first.wait_for_selector("#menu")
    assert first.query_selector('[data-ask-for="draw"]') is None, "not again at once"
    first.keyboard.press("Escape")


def _given_back(first: Page, second: Page) -> None:
    say(first, "pass")
    yours(second, "true")
    menu(first, '[data-ask-for="back"]')
    second.click('[data-agree="back"]')
    yours(first, "true")
    yours(second, "false")


def _resigned(first: Page, second: Page, address: str) -> None:
    menu(second, "#resign")
    second.click("#resign-sure")
    for page in (first, second):
        page.wait_for_selector("#outcome")
        assert "side resigned." in page.inner_text("#outcome")
    for page in (first, second):
        if not page.query_selector("#ending"):
            page.click("#open-ending")
        assert "side resigned." in page.inner_text("#ending")
    _rematch(first, second)
    first.goto(address)
    first.click("#resume .link-like")
    first.wait_for_selector("#resume :text-matches('(German|Soviet) won')")


def _rematch(first: Page, second: Page) -> None:
    """The one lays the table, the other joins; each sits where the other sat."""
    over = first.url
    first.click("#rematch")
    first.wait_for_url(lambda url: url != over)
    first.wait_for_selector('.table[data-busy="false"]:not([data-version="0"])')
    second.click("#rematch:has-text('Join')")
    second.wait_for_url(first.url)
    second.wait_for_selector('.table[data-busy="false"]:not([data-version="0"])')
    first.wait_for_selector("#guests", state="detached")
