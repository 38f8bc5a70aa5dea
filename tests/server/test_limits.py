"""One address cannot have everything: limits say what they are and when to come back."""

from __future__ import annotations

import resource
from collections.abc import Callable
from pathlib import Path
from threading import Barrier, Thread
from typing import Any

import pytest
from msgspec import structs
from tests.server.postgres import Postgres

from balka.server import connection, flooding, journal, limits
from balka.server.limits import Allowance, Effort, Limits, Lines, TooMuchError, lines_of_all, must_have_room
from balka.server.store import Store, StoredTable
from balka.table.table import Entry


def test_so_many_at_once_then_evenly_over_the_hour():
    now = [0.0]
    allowance = Allowance("new tables from your address", 3, 60, lambda: now[0])
    for _ in range(3):
        allowance.take("a")
    with pytest.raises(TooMuchError) as problem:
        allowance.take("a")
    assert problem.value.message == "Too many new tables from your address: 3 at once, 60 an hour."
    assert problem.value.instead == "come back in 60 seconds"
    allowance.take("b")
    now[0] = 61.0
    allowance.take("a")
    with pytest.raises(TooMuchError):
        allowance.take("a")


def test_addresses_are_forgotten_when_there_are_too_many(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("balka.server.limits.MOST_KNOWN", 5)
    allowance = Allowance("tables", 1, 1)
    for number in range(50):
        allowance.take(f"10.0.0.{number}")
    assert len(allowance._left) == 5


def test_lines_are_counted_while_they_are_open():
    lines = Lines(1)
    with lines.one_more("a"):
        with pytest.raises(TooMuchError), lines.one_more("a"):
            pass
        with lines.one_more("b"):
            pass
    with lines.one_more("a"):
        pass
    assert not lines._open


def test_a_full_house_says_so_to_whoever_comes_and_lets_him_in_when_somebody_has_gone(house: Callable[..., Any]):
    visitor = house()
    visitor.http.app.state.limits.lines = Lines(100, 1)
    table = visitor.lay()["id"]
    with visitor.at(table) as first:
        first.hello("red")
        with visitor.at(table) as second:
            told = second.next()["error"]
            assert told["error"] == "The house is full: 1 tables are looked at through this server."
            assert "nothing of your game is lost" in told["instead"]
            assert second.socket.receive()["code"] == 4429
        first.choose("put tent-1 A01")
    with visitor.at(table) as third:
        assert third.hello("red")["stacks"], "who was turned away comes in when there is room"


def test_a_process_keeps_descriptors_for_calls_and_the_database(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(resource, "getrlimit", lambda _: (1024, 4096))
    assert lines_of_all() == 1024 - 200
    monkeypatch.setattr(resource, "getrlimit", lambda _: (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    assert lines_of_all() == 20_000


def test_a_stranger_lays_only_so_many_tables_and_who_is_at_home_any_number(house: Callable[..., Any]):
    visitor = house()
    visitor.http.app.state.limits.tables = Allowance("new tables", 2, 1)
    answers = [visitor.http.post("/api/tables", json={"scenario": "camp/raids"}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[2].json()["instead"].startswith("come back in ")
    assert visitor.http.post("/api/tables", json={"scenario": 7}).status_code == 400


def test_a_line_too_many_is_closed_with_a_sentence(house: Callable[..., Any]):
    visitor = house()
    visitor.http.app.state.limits.lines = Lines(1)
    table = visitor.lay()["id"]
    with visitor.at(table) as first:
        first.hello("red")
        with visitor.at(table) as second:
            assert second.next()["error"]["error"] == "Too many open tables from your address: 1."
            assert second.socket.receive()["code"] == 4429
        first.choose("put tent-1 A01")


def test_whoever_does_not_say_hello_is_asked_to_and_then_shown_out(
    house: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(connection, "HELLO", 0.01)
    visitor = house()
    table = visitor.lay()["id"]
    with visitor.at(table) as silent:
        assert silent.next()["error"]["error"] == "Nobody said hello."
        assert silent.socket.receive()["type"] == "websocket.close"


def test_whoever_takes_more_of_the_server_s_time_than_his_share_rests_until_it_has_come_back():
    now = [0.0]
    effort = Effort(lambda: now[0])
    assert effort.spend("a", 2.0) == 0.0
    assert effort.spend("a", 1.5) == pytest.approx(5.0)
    assert effort.spend("b", 2.0) == 0.0
    now[0] = 5.0
    assert effort.spend("a", 0.0) == 0.0
    assert effort.spend("a", 60.0) == 10.0, "never so long that nobody would wait for it"


def test_a_line_that_says_too_much_is_told_so_and_heard_again_after_a_rest(
    house: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
):
    rests: list[float] = []

    async def rest(seconds: float) -> None:
        rests.append(seconds)

    visitor = house()
    table = visitor.lay()["id"]
    with visitor.at(table) as line:
        line.hello("red")
        visitor.http.app.state.limits.effort.spend("testclient", 3.0)
        monkeypatch.setattr(flooding.asyncio, "sleep", rest)
        line.send(type="orders")
        assert line.until("error")["error"]["error"].startswith("Too much is asked from your address: 3 seconds")
        assert len(rests) == 1
        assert line.ask(type="orders")["type"] == "reply"


def test_calls_are_counted_too(house: Callable[..., Any]):
    visitor = house()
    visitor.http.app.state.limits.calls = Allowance("calls from your address", 2, 1)
    assert [visitor.http.get("/api/games").status_code for _ in range(3)] == [200, 200, 429]


def test_what_is_asked_for_now_and_then_is_counted_for_all_processes_together(pg: Postgres):
    address, now = pg.new(), [1000.0]
    stores = [Store(address, name, lambda: now[0]) for name in ("one", "two")]
    here, there = (Limits(store) for store in stores)
    for _ in range(limits.CHALLENGES_AT_ONCE // 2):
        here.challenges.take("marta")
        there.challenges.take("marta")
    for each in (here, there):
        with pytest.raises(TooMuchError, match="10 at once, 30 an hour") as refused:
            each.challenges.take("marta")
        assert refused.value.instead == "come back in 120 seconds"
    there.challenges.take("wren")
    there.reports.take("marta")
    now[0] += 120
    there.challenges.take("marta")
    with pytest.raises(TooMuchError):
        here.challenges.take("marta")
    with stores[0].transaction() as db:
        kept = str(db.exec_driver_sql("SELECT * FROM allowances").all())
    assert "marta" not in kept, "only as a hash"
    for store in stores:
        store.close()


def test_several_at_once_take_no_more_than_there_is(pg: Postgres):
    address, taken, start = pg.new(), list[float](), Barrier(4)
    stores = [Store(address, f"process {n}") for n in range(4)]

    def takes(store: Store) -> None:
        start.wait()
        taken.extend(store.allowances.take("tables", "10.0.0.1", 10, 3600.0) for _ in range(10))

    threads = [Thread(target=takes, args=(store,)) for store in stores]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert taken.count(0.0) == 10
    assert len(taken) == 40
    for store in stores:
        store.close()


def test_on_one_file_limits_stay_in_memory(tmp_path: Path):
    store = Store(tmp_path / "balka.sqlite")
    kept = Limits(store)
    for _ in range(limits.REPORTS_AT_ONCE):
        kept.reports.take("marta")
    with pytest.raises(TooMuchError):
        kept.reports.take("marta")
    with store.transaction() as db:
        assert db.exec_driver_sql("SELECT * FROM allowances").all() == []
    store.close()


def test_a_full_table_takes_nothing_more_but_can_be_ended(house: Callable[..., Any], monkeypatch: pytest.MonkeyPatch):
    visitor = house()
    made = visitor.lay()
    monkeypatch.setattr(journal, "MOST_ENTRIES", 2)
    with visitor.at(made["id"]) as browser:
        browser.hello("red")
        browser.choose("put tent-1 A01")
        browser.choose("put tent-2 B01")
        refused = browser.ask(type="choose", text="put tent-3 C01")
        assert refused["error"]["error"] == "This table is full: 2 entries."
        assert browser.ask(type="resign")["type"] == "reply"
    assert visitor.http.get(f"/api/tables/{made['id']}").json()["over"]


def test_whose_tables_fill_the_house_lays_no_more_of_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    store = Store(tmp_path / "balka.sqlite")
    for number in range(3):
        table = StoredTable(f"t{number}", "camp/raids", "Raids", {}, {"red": "human"}, b"", "x" * 100, "host")
        store.create(structs.replace(table, owner="marta"), [])
    store.append("t0", 0, Entry("person", "red", "y" * 1000))
    assert store.quotas.going_on("marta") == 3
    assert 1300 < store.quotas.bytes("marta") < 2000
    must_have_room(store, "marta")
    must_have_room(store, "")
    monkeypatch.setattr(limits, "MOST_BYTES", 1000)
    with pytest.raises(TooMuchError, match="all that one person may have"):
        must_have_room(store, "marta")
    must_have_room(store, "wren")
    monkeypatch.setattr(limits, "MOST_GOING_ON", 3)
    with pytest.raises(TooMuchError, match="3 tables that are not over"):
        must_have_room(store, "marta")
    store.describe("t0", "", 1)
    monkeypatch.setattr(limits, "MOST_BYTES", 10_000)
    must_have_room(store, "marta")
    store.close()
