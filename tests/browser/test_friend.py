"""Two people in two browsers: one lays a table in the lobby, the other comes by the link."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import Page
from tests.browser.conftest import Server
from tests.browser.player import Player

pytestmark = pytest.mark.browser


def test_a_friend_comes_by_the_link_of_one_click_and_both_play(shared_server: Server, visit: Callable[..., Page]):
    host = visit(shared_server.address)
    host.click('[data-friend="sos/courier"]')
    field = host.wait_for_selector("[data-guest]")
    assert field is not None
    link = field.input_value()
    assert link.startswith(f"{shared_server.address}/table/")
    friend = visit(link)
    host.wait_for_selector("#guests", state="detached")
    pages = {shown.get_attribute(".table", "data-yours"): shown for shown in (host, friend) if _settled(shown)}
    assert set(pages) == {"true", "false"}
    assert "?" not in friend.url
    assert not friend.query_selector("#guests, #curtain")
    late = httpx.get(link, follow_redirects=True)
    assert late.status_code == 404
    assert "used" in late.text


def test_a_choice_of_one_is_seen_by_the_other(shared_server: Server, visit: Callable[..., Page]):
    made = shared_server.lay({"german": "human", "soviet": "friend"})
    host = visit(f"{shared_server.address}{made['url']}?token={made['token']}")
    friend = visit(f"{shared_server.address}{made['invite']['soviet']}")
    hiding = Player(friend)
    hiding.wait()
    place = next(offer for offer in hiding.offers() if offer["kind"] in ("counter", "hex"))
    friend.mouse.click(place["x"], place["y"])
    host.wait_for_selector('.table[data-yours="true"]')
    assert "satchel" in host.inner_text("#log")


def test_strangers_find_each_other_in_the_lobby(shared_server: Server, visit: Callable[..., Page]):
    host, stranger = visit(shared_server.address), visit(shared_server.address)
    host.click('[data-game="sos"] [data-choose]')
    host.click('[data-against="anybody"]')
    host.click("#start")
    host.wait_for_selector("#guests")
    stranger.click("[data-offer-table] button")
    host.wait_for_selector("#guests", state="detached")
    assert _settled(stranger)
    assert not stranger.query_selector("#guests")


def _settled(page: Page) -> bool:
    page.wait_for_selector('.table[data-busy="false"]:not([data-version="0"])')
    return True
