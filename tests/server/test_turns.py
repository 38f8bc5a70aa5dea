"""While one table waits for the database, the others of its process go on; at that table nothing else happens."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from tests.server.conftest import HOT, PITCH, Browser, TestClient, Visitor
from tests.server.postgres import Postgres
from tests.table.camp import GAME as CAMP

from balka.core.errors import BalkaError
from balka.server import flooding
from balka.server.app import Settings, create_app
from balka.server.live import NO_DELAYS
from balka.server.store import Store
from balka.table.table import Entry


class Gate:
    """Holds up what one table stores until it is opened."""

    def __init__(self) -> None:
        self.table = ""
        self.reached = threading.Event()
        self.open = threading.Event()
        self.fails = False

    def pass_by(self, table: str) -> None:
        if table == self.table:
            self.reached.set()
            assert self.open.wait(30)
            if self.fails:
                raise BalkaError("This could not be stored, so it has not happened.")


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Gate:
    made, append = Gate(), Store.append

    def held_up(store: Store, table_id: str, number: int, entry: Entry) -> None:
        made.pass_by(table_id)
        append(store, table_id, number, entry)

    monkeypatch.setattr(Store, "append", held_up)
    return made


@pytest.fixture
def visitor(pg: Postgres) -> Iterator[Visitor]:
    settings = Settings(home=False, delays=NO_DELAYS)
    with TestClient(create_app(pg.new(), [CAMP], settings), base_url="http://127.0.0.1") as client:
        yield Visitor(client)


def reply(browser: Browser) -> dict[str, object]:
    """The answer to what was said under the number 7."""
    while (frame := browser.next()).get("id") != 7:
        pass
    return frame


def said(visitor: Visitor, table: str) -> list[str]:
    store: Store = visitor.http.app.state.tables.store  # type: ignore[attr-defined]
    return [entry.text for entry in store.entries(table)]


def test_other_tables_go_on_while_one_waits_for_the_database(visitor: Visitor, gate: Gate):
    slow, quick = visitor.lay(seats=HOT), visitor.lay(seats=HOT)
    gate.table = slow["id"]
    with visitor.at(slow["id"]) as one, visitor.at(quick["id"]) as other:
        one.hello("red")
        other.hello("red")
        one.send(type="choose", text=PITCH[0], id=7)
        assert gate.reached.wait(30)
        assert other.ask(type="choose", text=PITCH[0])["type"] == "reply"
        assert said(visitor, slow["id"]) == [], "committed first, told afterwards"
        gate.open.set()
        assert reply(one)["type"] == "reply"
    assert said(visitor, slow["id"]) == said(visitor, quick["id"]) == [PITCH[0]]


def test_a_scene_that_is_asked_for_again_counts_as_much_as_on_one_file(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
):
    async def rest(seconds: float) -> None:
        """Nobody waits here."""

    monkeypatch.setattr(flooding.asyncio, "sleep", rest)
    monkeypatch.setattr(flooding, "ANEW", 100.0)
    with visitor.at(visitor.lay(seats=HOT)["id"]) as line:
        line.hello("red")
        assert line.until("error")["error"]["error"].startswith("Too much is asked from your address: 3 seconds")


def test_at_the_same_table_everybody_waits_for_his_turn(visitor: Visitor, gate: Gate):
    made = visitor.lay(seats=HOT)
    gate.table = made["id"]
    with visitor.at(made["id"]) as one, visitor.at(made["id"]) as other:
        one.hello("red")
        other.hello("red")
        one.send(type="choose", text=PITCH[0], id=7)
        assert gate.reached.wait(30)
        other.send(type="choose", text=PITCH[1], id=7)
        gate.open.set()
        assert reply(one)["type"] == reply(other)["type"] == "reply"
    assert said(visitor, made["id"]) == list(PITCH[:2])


def test_what_could_not_be_stored_has_not_happened(visitor: Visitor, gate: Gate):
    made = visitor.lay(seats=HOT)
    gate.table, gate.fails = made["id"], True
    gate.open.set()
    with visitor.at(made["id"]) as browser:
        browser.hello("red")
        assert "could not be stored" in browser.ask(type="choose", text=PITCH[0])["error"]["error"]
        gate.fails = False
        assert browser.ask(type="choose", text=PITCH[0])["type"] == "reply"
    assert said(visitor, made["id"]) == [PITCH[0]]


def test_what_was_begun_is_done_when_the_browser_has_gone_and_others_see_it(visitor: Visitor, gate: Gate):
    made = visitor.lay(seats=HOT)
    gate.table = made["id"]
    with visitor.at(made["id"]) as other:
        other.hello("red")
        before = other.scene["version"]
        with visitor.at(made["id"]) as one:
            one.hello("red")
            one.send(type="choose", text=PITCH[0], id=7)
            assert gate.reached.wait(30)
        gate.open.set()
        while other.scene["version"] == before:
            other.next()
        assert other.ask(type="choose", text=PITCH[1])["type"] == "reply"
    assert said(visitor, made["id"]) == list(PITCH[:2])
