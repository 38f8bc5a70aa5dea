"""One address cannot have everything: limits say what they are and when to come back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from balka.server import connection
from balka.server.limits import Allowance, Lines, TooMuchError


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
