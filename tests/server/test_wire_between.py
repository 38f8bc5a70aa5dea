"""Secrecy between two processes: what one process tells the others says nothing of what was decided, and a seat, a
watcher or a stranger's account at the other process is sent no more than at the first."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from tests.server.conftest import PITCH, Browser, TestClient, Visitor
from tests.server.people.conftest import PASSWORD
from tests.server.postgres import Postgres
from tests.table.camp import GAME as CAMP

from balka.server.app import Settings, create_app
from balka.server.live import NO_DELAYS
from balka.server.people.settings import House

DRAFT = PITCH[:-1]  # where the tents are: red's secret until the end
PLACES = [text.split()[-1] for text in DRAFT]


class Overheard:
    """Everything that goes by the channel between the processes."""

    def __init__(self, address: str) -> None:
        self.said: list[str] = []
        self._line = psycopg.connect(address, autocommit=True)
        self._line.execute("LISTEN balka")
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._listen)
        self._thread.start()

    def _listen(self) -> None:
        while not self._ended.is_set():
            self.said += [told.payload for told in self._line.notifies(timeout=0.1)]

    def stop(self) -> None:
        self._ended.set()
        self._thread.join()
        self._line.close()


@pytest.fixture
def processes(pg: Postgres) -> Iterator[tuple[list[TestClient], Overheard]]:
    address = pg.new()
    settings = Settings(home=False, delays=NO_DELAYS, house=House())
    apps = [TestClient(create_app(address, [CAMP], settings), base_url="http://127.0.0.1") for _ in range(2)]
    for app in apps:
        app.__enter__()
    overheard = Overheard(address)
    yield apps, overheard
    overheard.stop()
    for app in apps:
        app.__exit__(None, None, None)


def visitor(process: TestClient) -> Visitor:
    guest = TestClient(process.app, base_url="http://127.0.0.1")
    guest.portal = process.portal
    return Visitor(guest)


def signed_in(process: TestClient, name: str) -> Visitor:
    found = visitor(process)
    assert found.http.post("/api/me/account", json={"name": name, "password": PASSWORD}).status_code == 200
    return found


class Ear(Browser):
    """A browser that keeps every frame as it came."""

    def __init__(self, browser: Browser) -> None:
        super().__init__(browser.socket)
        self.frames: list[str] = []

    def next(self) -> dict[str, Any]:
        text = self.socket.receive_text()
        self.frames.append(text)
        frame: dict[str, Any] = json.loads(text)
        if frame["type"] == "scene":
            self.scene = frame["scene"]
        return frame

    def heard(self) -> str:
        """All that was told until now: the answer to a question comes last."""
        self.ask(type="why", unit="nobody")
        return "\n".join(self.frames)


def test_what_is_drafted_at_one_process_reaches_nobody_at_the_other(processes: tuple[list[TestClient], Overheard]):
    (one, two), overheard = processes
    host, friend = signed_in(one, "Marta"), signed_in(two, "Wren")
    made = host.lay(seats={"red": "human", "blue": "friend"})
    table, invitation = made["id"], made["invite"]["blue"].partition("token=")[2]
    stranger, watcher = signed_in(two, "Noor"), visitor(two)
    with (
        host.at(table) as first,
        friend.at(table, f"?token={invitation}") as line,
        stranger.at(table) as second,
        watcher.at(table) as third,
    ):
        others = [Ear(each) for each in (line, second, third)]
        for ear, seat in zip(others, ("blue", "red", "watcher"), strict=True):
            ear.hello(seat)
        red = Ear(first)
        red.hello("red")
        for text in DRAFT:
            red.ask(type="choose", text=text)
        own, drafted = red.heard(), "\n".join(ear.heard() for ear in others)
        red.ask(type="choose", text=PITCH[-1])
        after = "\n".join(ear.heard() for ear in others)
    for place in PLACES:
        assert f'"{place}"' in _counters(own), "red sees it"
        assert f'"{place}"' not in _counters(f"{drafted}\n{after}"), place
    told = "\n".join(overheard.said)
    assert table in told
    for secret in (*PITCH, *PLACES, invitation, "tent", "Marta", "Wren"):
        assert secret not in told, secret


def _counters(frames: str) -> str:
    """What scenes say of counters and of what happened; the hexes of choices are those that one's own seat may name."""
    told = [json.loads(text) for text in frames.splitlines()]
    scenes = [frame["scene"] for frame in told if frame["type"] == "scene"]
    return json.dumps([(scene["stacks"], scene["log"], scene["layers"]) for scene in scenes])


def test_a_stranger_s_account_at_the_other_process_can_do_what_a_watcher_can(
    processes: tuple[list[TestClient], Overheard],
):
    (one, two), _ = processes
    host = signed_in(one, "Marta")
    made = host.lay(seats={"red": "human", "blue": "friend"})
    stranger, watcher = signed_in(two, "Noor"), visitor(two)
    acts: list[dict[str, Any]] = [
        {"type": "choose", "text": DRAFT[0]}, {"type": "place"}, {"type": "undo"}, {"type": "take_back", "index": 0},
        {"type": "resign"}, {"type": "orders"}, {"type": "orders", "orders": []}, {"type": "seat", "seat": "red"},
        {"type": "ask_for", "what": "draw"}, {"type": "answer", "what": "draw", "yes": True},
        {"type": "claim", "how": "win"},
        {"type": "quote", "text": DRAFT[0]}, {"type": "why", "unit": "tent-1"}, {"type": "values", "unit": "tent-1"},
        {"type": "grow", "path": []}, {"type": "say", "text": "hello"},
    ]  # fmt: skip
    calls = [
        ("GET", ""), ("POST", "/invitations"), ("GET", "/record"), ("GET", "/replay"), ("GET", "/dice"),
        ("GET", "/notes/red"), ("POST", "/rematch"), ("POST", "/shares"), ("GET", "/advice"),
    ]  # fmt: skip

    def tried(who: Visitor) -> list[object]:
        with who.at(made["id"]) as line:
            line.hello("red")
            said = [line.ask(**act) for act in acts]
        answers = [
            who.http.request(method, f"/api/tables/{made['id']}{path}", json={"seat": "red"}) for method, path in calls
        ]
        told = [(frame["type"], frame.get("error", {}).get("error"), frame.get("result")) for frame in said]
        return [*told, *((answer.status_code, _plain(answer.text)) for answer in answers)]

    assert tried(stranger) == tried(watcher)
    assert host.http.get(f"/api/tables/{made['id']}").json()["yours"] == ["red"]


def _plain(text: str) -> str:
    """An answer without what differs from one moment to the next."""
    found = json.loads(text) if text.startswith("{") else text
    return (
        json.dumps({k: v for k, v in found.items() if k not in ("touched", "since")})
        if isinstance(found, dict)
        else text
    )
