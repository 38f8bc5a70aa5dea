"""Grossdeutschland over the wire: setting up by button, and standing orders for opportunity fire."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.conftest import Browser, TestClient, Visitor

from balka.games.grossdeutschland.title import GAME
from balka.server.app import Settings, create_app
from balka.server.live import NO_DELAYS

ODDS = [
    {"kind": "oppfire", "answer": "fire", "band": "casualty", "least": 0.25},
    {"kind": "oppfire", "answer": "hold"},
    {"kind": "opptarget", "answer": "at", "band": "casualty", "least": 0.0},
]
NEVER = [{"kind": "oppfire", "answer": "hold"}]


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Visitor]:
    settings = Settings(home=False, delays=NO_DELAYS, static=tmp_path / "static")
    with TestClient(create_app(tmp_path, [GAME], settings), base_url="http://127.0.0.1") as client:
        yield Visitor(client)


def last_leaf(browser: Browser) -> str:
    """The last whole choice of the list, which ends things rather than begins them."""
    path: list[str] = []
    nodes: list[dict[str, Any]] = browser.scene["choices"]
    while True:
        node = nodes[-1]
        path.append(node["token"])
        if "text" in node:
            return str(node["text"])
        nodes = node.get("children") or browser.ask(type="grow", path=path)["result"]


@pytest.mark.parametrize(("orders", "told"), [
    (ODDS, ["oppfire: fire if casualty at least 25%", "oppfire: hold", "opptarget: at if casualty at least 0%"]),
    (NEVER, ["oppfire: hold"]),
])  # fmt: skip
def test_with_orders_nobody_is_asked_about_opportunity_fire(
    host: Visitor, orders: list[dict[str, Any]], told: list[str]
) -> None:
    table = host.lay("gd/slice", {"german": "human", "soviet": "greedy"})["id"]
    with host.at(table) as browser:
        browser.hello("german")
        assert browser.ask(type="orders", orders=orders)["result"] == told
        assert browser.ask(type="orders")["result"] == told
        kinds = set()
        while not browser.scene["outcome"]:
            if browser.scene["ask"]["yours"]:
                kinds.add(browser.scene["ask"]["kind"])
                browser.choose(last_leaf(browser))
            else:
                browser.until("scene")
        assert kinds and not kinds & {"oppfire", "opptarget"}


def test_place_for_me_is_a_button_and_can_be_taken_back(host: Visitor) -> None:
    table = host.lay("gd/lutchessa", {"german": "human", "soviet": "greedy"})["id"]
    with host.at(table) as browser:
        scene = browser.hello("german")
        assert scene["ask"]["placing"] and scene["ask"]["left"] == "31 left to place"
        browser.send(type="place")
        browser.until("scene")
        assert not browser.scene["ask"]["placing"]
        assert [node["token"] for node in browser.scene["choices"]] == ["ready"]
        assert browser.scene["undo"]["possible"] and browser.scene["undo"]["count"] == 34, (
            "and one had a single place left"
        )
        assert browser.ask(type="place")["error"]["error"] == "There is nothing the table could place for you."
        browser.send(type="undo")
        browser.until("scene")
        assert browser.scene["ask"]["left"] == "31 left to place"
