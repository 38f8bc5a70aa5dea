"""What the server lets a page do suffices for every page: nothing is refused, nothing is missing."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from tests.browser.conftest import Server


@pytest.mark.parametrize("path", ["/", "/rules/sos", "/dice", "/open"])
def test_no_page_asks_for_what_it_may_not_have(server: Server, visit: Callable[..., Page], path: str) -> None:
    page = visit(server.address + path, bypass_csp=False)
    page.wait_for_selector("#app > *")
    page.wait_for_load_state("networkidle")


def test_a_table_is_drawn_with_what_it_may_have(server: Server, visit: Callable[..., Page]) -> None:
    made = server.lay({"german": "human", "soviet": "greedy"})
    page = visit(server.address + f"/table/{made['id']}?token={made['token']}", bypass_csp=False)
    page.wait_for_selector("#map g[data-counter]")
