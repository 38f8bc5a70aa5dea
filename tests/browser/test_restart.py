"""A server that is killed in the middle of a game, as its users run it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from tests.browser.conftest import Server
from tests.browser.player import Player

pytestmark = pytest.mark.browser


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(command_server: Server, visit: Callable[..., Page]):
    server = command_server
    made = server.lay({"german": "human", "soviet": "human"})
    page = visit(server.address + made["url"])
    player = Player(page, made["id"])
    player.wait()
    player.draw_curtain()
    player.whole_board()
    player.pick(choice="hide H08")
    player.draw_curtain()
    player.whole_board()
    player.pick(kind="tray", token="mg34-01")
    player.pick(hex="R06")
    player.pick(kind="facing", hex="NW")
    before = (player.ask, player.prompt, player.log())

    server.kill()
    page.wait_for_selector("#line")
    assert "Nothing that was acknowledged is lost" in page.inner_text("#line")
    server.start()
    page.wait_for_selector("#line", state="detached")
    visit.wrongs.clear()  # type: ignore[attr-defined]  # the browser's own complaints about the dead line
    player.wait()
    assert (player.ask, player.prompt, player.log()) == before

    page.goto(server.address)
    page.click(f'[data-table="{made["id"]}"] a')
    again = Player(page)
    assert again.wait() == "curtain"
    again.draw_curtain()
    assert again.page.locator('[data-counter="mg34-01"][data-at="R06"]').count() == 1
    again.undo()
    assert again.ask == "turn", "what could be taken back before still can"
