"""A house for tests: the Camp and the Ford, no waiting, and browsers that speak the wire."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.server.postgres import Postgres, postgres
from tests.table.camp import GAME as CAMP
from tests.toy.ford import GAME as FORD

with warnings.catch_warnings():
    # Newer Starlettes would rather have another HTTP library than the one that is installed.
    warnings.simplefilter("ignore")
    from starlette.testclient import TestClient, WebSocketTestSession

from balka.server.app import Settings, create_app
from balka.server.live import NO_DELAYS

PITCH = ("put tent-1 A01", "put tent-2 B01", "put tent-3 C01", "ready")
HOT = {"red": "human", "blue": "human"}
SOLO = {"red": "human", "blue": "random"}


class Browser:
    """One line to one table."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket
        self.scene: dict[str, Any] = {}
        self.log: list[dict[str, Any]] = []
        self.thinking: list[dict[str, Any]] = []
        self.talk: list[dict[str, Any]] = []
        self.rooms = 0
        self.company: dict[str, Any] = {}
        self.seating: dict[str, Any] = {}
        self.hints = True

    def send(self, **message: Any) -> None:
        self.socket.send_text(json.dumps(message))

    def next(self) -> dict[str, Any]:
        """The next frame; scenes are kept, their logs joined, and bots at work and talk are kept apart."""
        frame: dict[str, Any] = json.loads(self.socket.receive_text())
        if frame["type"] == "talk":
            self.talk = ([] if frame["anew"] else self.talk) + frame["lines"]
            self.rooms += frame["anew"]
            return self.next()
        if frame["type"] == "company":
            self.company = frame
            return self.next()
        if frame["type"] == "seating":
            self.seating = frame
            return self.next()
        if frame["type"] == "thinking":
            self.thinking.append(frame)
            return self.next()
        if frame["type"] == "no_hints":
            self.hints = False
            return self.next()
        if frame["type"] == "scene":
            self.scene = frame["scene"]
            self.log = self.log[: self.scene["log_from"]] + self.scene["log"]
        return frame

    def until(self, kind: str) -> dict[str, Any]:
        """The next frame of a kind."""
        for _ in range(50):
            frame = self.next()
            if frame["type"] == kind:
                return frame
        raise AssertionError(f"no {kind} came")

    def ask(self, **message: Any) -> Any:
        """A question and its answer."""
        self.send(id=7, **message)
        for _ in range(50):
            frame = self.next()
            if frame["type"] in ("reply", "error") and frame["id"] == 7:
                return frame
        raise AssertionError("no answer came")

    def hello(self, seat: str, **more: Any) -> dict[str, Any]:
        """Arrive, drawing the curtain if there is one; the first scene."""
        self.log = []
        self.send(type="hello", seat=seat, **more)
        frame = self.next()
        if frame["type"] == "curtain":
            self.send(type="seat", seat=seat)
            self.until("scene")
        return self.scene

    def choose(self, text: str) -> dict[str, Any]:
        """Say a sentence and wait for the scene it leads to."""
        self.send(type="choose", text=text, version=self.scene["version"])
        frame = self.next()
        assert frame["type"] == "scene", frame
        return self.scene

    def said(self) -> list[str]:
        return [line["text"] for line in self.log]


class Visitor:
    """Somebody with a browser of his own: cookies, calls and lines."""

    def __init__(self, client: TestClient) -> None:
        self.http = client

    def lay(self, scenario: str = "camp/raids", seats: dict[str, str] | None = None, **more: Any) -> dict[str, Any]:
        answer = self.http.post("/api/tables", json={"scenario": scenario, "seats": seats or HOT, **more})
        assert answer.status_code == 200, answer.text
        made: dict[str, Any] = answer.json()
        return made

    @contextmanager
    def at(self, table: str, query: str = "") -> Iterator[Browser]:
        with self.http.websocket_connect(f"ws://127.0.0.1/ws/tables/{table}{query}") as socket:
            yield Browser(socket)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Callable[..., Visitor]]:
    """Opens the house, or opens it again on the same data; each call is a new visitor."""
    apps: list[TestClient] = []

    def visit(*, home: bool = False, again: bool = False, **more: Any) -> Visitor:
        if again:
            apps.pop().__exit__(None, None, None)
        if not apps:
            settings = Settings(home=home, delays=NO_DELAYS, static=tmp_path / "static", **more)
            client = TestClient(create_app(tmp_path, [CAMP, FORD], settings), base_url="http://127.0.0.1")
            client.__enter__()
            apps.append(client)
        guest = TestClient(apps[0].app, base_url="http://127.0.0.1")
        guest.portal = apps[0].portal
        return Visitor(guest)

    yield visit
    while apps:
        apps.pop().__exit__(None, None, None)


@pytest.fixture(scope="session")
def pg() -> Iterator[Postgres]:
    """One PostgreSQL for all tests of this process."""
    with postgres() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'house' / 'balka.sqlite'}"
    server: Postgres = request.getfixturevalue("pg")
    return server.new()
