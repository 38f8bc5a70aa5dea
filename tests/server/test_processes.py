"""Two web processes on one PostgreSQL: they never disagree, and nothing is lost when one of them is killed."""

from __future__ import annotations

import json
import random
import subprocess
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from threading import Thread
from typing import Any

import httpx
import pytest
from tests.server.conftest import PITCH
from tests.server.postgres import Postgres
from tests.server.test_killed import a_server, kill, record_of, sentences
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from balka.server.store import Store

pytestmark = pytest.mark.slow


class House:
    """Two processes on one database, a table on it, and what has been acknowledged to anybody."""

    def __init__(self, database: str, servers: list[tuple[subprocess.Popen[str], str]], scenario: str) -> None:
        self.database = database
        self.processes = [process for process, _ in servers]
        self.addresses = [address for _, address in servers]
        made = httpx.post(f"{self.addresses[0]}/api/tables", json={"scenario": scenario}).json()
        self.table, self.token = made["id"], made["token"]
        self.acknowledged: Counter[str] = Counter()
        self.refused = 0

    @contextmanager
    def line(self, number: int, seat: str = "") -> Iterator[ClientConnection]:
        address = f"{self.addresses[number].replace('http', 'ws')}/ws/tables/{self.table}?token={self.token}"
        with connect(address) as line:
            line.send(json.dumps({"type": "hello", "seat": seat, "have": 1}))
            yield line

    def said(self) -> Counter[str]:
        store = Store(self.database)
        found = Counter(entry.text for entry in store.entries(self.table) if entry.kind == "person")
        store.close()
        return found

    def records(self) -> list[str]:
        return [record_of(address, self.table).partition("\n\n")[2] for address in self.addresses]


Pair = tuple[str, list[tuple[subprocess.Popen[str], str]]]


@contextmanager
def started(pg: Postgres) -> Iterator[Pair]:
    """Two processes on a new database."""
    database = pg.new()
    with ExitStack() as stack:
        yield database, [stack.enter_context(a_server(database)) for _ in range(2)]


@pytest.fixture(scope="module")
def pair(pg: Postgres) -> Iterator[Pair]:
    with started(pg) as both:
        yield both


@pytest.fixture
def house(pair: Pair, request: pytest.FixtureRequest) -> House:
    return House(*pair, request.param)


def frames(line: ClientConnection, kind: str) -> dict[str, Any]:
    """The next frame of a kind."""
    while True:
        frame: dict[str, Any] = json.loads(line.recv(timeout=20))
        if frame["type"] == kind:
            return frame
        if frame["type"] == "curtain":
            line.send(json.dumps({"type": "seat", "seat": frame["seat"]}))


def plays(house: House, number: int, seed: int, most: int) -> None:
    """Say any of the sentences that were offered last, as fast as answers come, whatever the other process does."""
    rng = random.Random(seed)
    try:
        with house.line(number) as line:
            offered = sentences(frames(line, "scene")["scene"]["choices"])
            for n in range(1, most + 1):
                text = rng.choice(offered) if offered else "ready"
                line.send(json.dumps({"type": "choose", "text": text, "id": n}))
                while (frame := json.loads(line.recv(timeout=20))).get("id") != n:
                    offered = _offered(line, frame, offered)
                if frame["type"] == "reply":
                    house.acknowledged[text] += 1
                else:
                    house.refused += 1
    except ConnectionClosed:
        return


def _offered(line: ClientConnection, frame: dict[str, Any], before: list[str]) -> list[str]:
    if frame["type"] == "curtain":
        line.send(json.dumps({"type": "seat", "seat": frame["seat"]}))
    return sentences(frame["scene"]["choices"]) if frame["type"] == "scene" else before


def agree(house: House) -> bool:
    first, second = house.records()
    return first == second


def at_once(house: House, most: int) -> list[Thread]:
    threads = [Thread(target=plays, args=(house, n % 2, n, most)) for n in range(4)]
    for thread in threads:
        thread.start()
    return threads


@pytest.mark.parametrize("house", ["toy/crossing", "camp/raids"], indirect=True)
def test_choices_made_at_once_in_both_are_all_kept_or_refused_and_both_tell_the_same(house: House):
    for thread in at_once(house, 25):
        thread.join()
    assert house.acknowledged
    assert house.refused, "some came second and were judged again"
    assert house.said() == house.acknowledged
    assert any(agree(house) for _ in range(100)), "each has heard the other out"


@pytest.mark.parametrize("house", ["camp/raids"], indirect=True)
def test_what_is_said_in_one_is_seen_in_the_other(house: House):
    with house.line(0, "red") as here, house.line(1, "red") as there:
        frames(here, "scene")
        frames(there, "scene")
        here.send(json.dumps({"type": "choose", "text": "put tent-1 A01"}))
        lines = frames(there, "scene")["scene"]["log"]
        assert lines[-1]["text"] == "You put tent-1 at A01."
        frames(here, "scene")  # before it is undone: a scene that is as it was before is not sent
        there.send(json.dumps({"type": "undo"}))
        assert frames(here, "scene")["scene"]["undo"]["choices"] == []


@pytest.mark.parametrize("house", ["camp/raids"], indirect=True)
def test_a_seat_taken_in_one_is_taken_in_the_other(house: House):
    invited = httpx.get(f"{house.addresses[1]}/api/tables/{house.table}?token={house.token}").json()["invite"]["blue"]
    with house.line(1, "red") as host:
        frames(host, "scene")
        token = invited.partition("token=")[2]
        with connect(f"{house.addresses[0].replace('http', 'ws')}/ws/tables/{house.table}?token={token}") as guest:
            guest.send(json.dumps({"type": "hello", "id": 1}))
            frames(guest, "reply")
        assert any(_refused_the_blue_seat(host) for _ in range(100))


def _refused_the_blue_seat(host: ClientConnection) -> bool:
    host.send(json.dumps({"type": "seat", "seat": "blue", "id": 2}))
    while (frame := json.loads(host.recv(timeout=20))).get("id") != 2:
        pass
    return frame["type"] == "error" and frame["error"]["error"] == "The blue seat is not yours."


def test_nothing_acknowledged_is_lost_when_one_of_them_is_killed(pg: Postgres):
    with started(pg) as both:
        _kill_one(House(*both, "toy/crossing"))


def _kill_one(house: House) -> None:
    threads = at_once(house, 25)
    while sum(house.acknowledged.values()) < 5 and any(thread.is_alive() for thread in threads):
        threads[0].join(0.01)
    kill(house.processes[0])
    for thread in threads:
        thread.join()
    lost = house.acknowledged - house.said()
    assert not lost
    record = record_of(house.addresses[1], house.table)
    assert record.startswith("balka")


def test_while_the_database_is_away_nothing_is_taken_and_play_goes_on_when_it_is_back(pg: Postgres):
    with started(pg) as both:
        house = House(*both, "camp/raids")
        with house.line(0, "red") as here, house.line(1, "red") as there:
            frames(here, "scene")
            frames(there, "scene")
            pg.stop()
            try:
                assert "This could not be stored, so it has not happened" in said(here, PITCH[0])
                answer = httpx.get(f"{house.addresses[1]}/api/tables")
                assert answer.status_code == 503
                assert "The database does not answer" in answer.json()["error"]
                assert httpx.get(f"{house.addresses[0]}/health").status_code == 503
            finally:
                pg.start()
            assert said(here, PITCH[0]) == ""
            assert frames(there, "scene")["scene"]["log"][-1]["text"] == "You put tent-1 at A01."
            assert said(there, PITCH[1]) == ""
        assert house.said() == Counter(PITCH[:2])


def said(line: ClientConnection, text: str) -> str:
    """Say something; why it was refused, or nothing."""
    line.send(json.dumps({"type": "choose", "text": text, "id": 5}))
    while (frame := json.loads(line.recv(timeout=20))).get("id") != 5:
        pass
    return str(frame["error"]["error"]) if frame["type"] == "error" else ""
