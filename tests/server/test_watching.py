"""Watching over a house: health, figures for whoever runs it, lines of the log without secrets, and names of calls."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError
from tests.server.conftest import HOT, TestClient
from tests.table.camp import GAME as CAMP

from balka.server.app import Settings, create_app
from balka.server.live import NO_DELAYS
from balka.server.logs import Line
from balka.server.store import AwayError
from balka.server.watching import REQUEST

SECRET = "figures-for-me"


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[TestClient]:
    """Somebody who calls from another computer a house whose host has set a secret."""
    settings = Settings(home=False, delays=NO_DELAYS, metrics=SECRET)
    app = create_app(tmp_path, [CAMP], settings)
    with TestClient(app, client=("203.0.113.7", 4000)) as http:
        yield http


def test_a_house_that_is_well_says_so(elsewhere: TestClient):
    told = elsewhere.get("/health")
    assert told.status_code == 200
    assert told.json()["status"] == told.json()["database"] == "ok" and told.json()["version"]


def test_a_house_whose_database_is_away_says_that(elsewhere: TestClient, monkeypatch: pytest.MonkeyPatch):
    def away() -> None:
        raise AwayError("The database does not answer: gone.")

    monkeypatch.setattr(elsewhere.app.state.tables.store, "ping", away)  # type: ignore[attr-defined]
    told = elsewhere.get("/health")
    assert told.status_code == 503
    assert told.json()["database"] == "The database does not answer: gone."


class TestFigures:
    def test_calls_are_counted_by_their_route(self, elsewhere: TestClient):
        table = elsewhere.post("/api/tables", json={"scenario": "camp/raids", "seats": HOT}).json()["id"]
        elsewhere.get(f"/api/tables/{table}")
        elsewhere.get("/api/nowhere")
        told = elsewhere.get("/metrics", headers={"authorization": f"Bearer {SECRET}"}).text
        assert 'balka_call_seconds_count{method="GET",route="/api/tables/{id}",status="200"} 1.0' in told
        assert 'status="404"' in told and table not in told
        assert "balka_tables_open 1.0" in told and "balka_lines_open 0.0" in told and "balka_work_waiting 0.0" in told

    @pytest.mark.parametrize("shown", ["", "Bearer ", "Bearer wrong", f"Basic {SECRET}x"])
    def test_nobody_else_sees_them(self, elsewhere: TestClient, shown: str):
        answer = elsewhere.get("/metrics", headers={"authorization": shown})
        assert answer.status_code == 401
        assert "whoever runs this house" in answer.json()["error"]

    def test_without_a_secret_only_the_servers_own_computer_sees_them(self, tmp_path: Path):
        app = create_app(tmp_path, [CAMP], Settings(home=False, delays=NO_DELAYS))
        with TestClient(app, client=("127.0.0.1", 4000)) as near, TestClient(app, client=("203.0.113.7", 4000)) as far:
            assert near.get("/metrics").status_code == 200
            assert near.get("/metrics", headers={"x-forwarded-for": "203.0.113.7"}).status_code == 401
            assert far.get("/metrics", headers={"authorization": "Bearer "}).status_code == 401


class TestTheLog:
    @pytest.mark.parametrize("given", ["", "x" * 65, "a b", 'say"hi', "<b>"])
    def test_every_call_has_a_name_and_no_strange_one(self, elsewhere: TestClient, given: str):
        name = elsewhere.get("/health", headers={"x-request-id": given}).headers["x-request-id"]
        assert name != given and len(name) == 16

    def test_the_name_a_proxy_has_given_is_kept(self, elsewhere: TestClient):
        assert elsewhere.get("/health", headers={"x-request-id": "abc-1"}).headers["x-request-id"] == "abc-1"

    def test_a_line_tells_route_status_and_time_and_no_address(
        self, elsewhere: TestClient, caplog: pytest.LogCaptureFixture
    ):
        with caplog.at_level(logging.INFO, "balka.calls"):
            elsewhere.get("/api/shares/very-secret-token?token=another-secret")
        (record,) = [record for record in caplog.records if record.name == "balka.calls"]
        line = json.loads(Line().format(record))
        assert (line["route"], line["status"], line["method"]) == ("/api/shares/{token}", 404, "GET")
        assert line["ms"] >= 0 and line["level"] == "info" and "secret" not in json.dumps(line)

    def test_trouble_is_written_with_the_call_it_came_from(self):
        REQUEST.set("abc-2")
        try:
            raise OperationalError("SELECT 1", {}, Exception("gone"))
        except OperationalError as problem:
            info = (type(problem), problem, problem.__traceback__)
        record = logging.LogRecord("balka.server", logging.ERROR, __file__, 1, "it %s", ("broke",), info)
        line: dict[str, Any] = json.loads(Line().format(record))
        assert (line["request"], line["message"]) == ("abc-2", "it broke")
        assert "OperationalError" in line["trace"]
        REQUEST.set("")


def test_a_game_at_home_is_watched_over_in_the_same_way(house: Callable[..., Any]):
    assert house(home=True).http.get("/health").json()["status"] == "ok"
