"""Lessons on the server: listed, laid like a scenario, followed, brought back, told to the learner only."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from starlette.testclient import TestClient

import balka
from balka.core.records import read
from balka.lessons.solving import Solver
from balka.lessons.teaching import find, lessons
from balka.server.app import Settings, create_app
from balka.server.live import NO_DELAYS

TURNS = "sos/learn-turns"


@pytest.fixture
def http(tmp_path: Path) -> Iterator[TestClient]:
    with opened(tmp_path) as client:
        yield client


def opened(folder: Path) -> TestClient:
    app = create_app(folder, settings=Settings(delays=NO_DELAYS))
    return TestClient(app, base_url="http://127.0.0.1")


def lay(http: TestClient, key: str = TURNS) -> dict[str, Any]:
    answer = http.post("/api/tables", json={"scenario": key})
    assert answer.status_code == 200, answer.text
    return answer.json()


class Line:
    """A browser at a table, as far as lessons go."""

    def __init__(self, socket: Any, token: str, seat: str = "") -> None:
        self.socket = socket
        self.scene: dict[str, Any] = {}
        self.tell(type="hello", seat=seat, token=token)

    def tell(self, **message: Any) -> None:
        """Say something and wait until it is answered and shown, and the teacher has had his say."""
        before = self.version
        self.socket.send_text(json.dumps({**message, "id": 1}))
        self.until("reply")
        while self.version == before or not self.settled:
            self.hear()

    def until(self, kind: str) -> None:
        while self.hear() != kind:
            pass

    def hear(self) -> str:
        """The kind of the next message; scenes are kept."""
        frame = json.loads(self.socket.receive_text())
        assert frame["type"] != "error", frame
        self.scene = frame.get("scene", self.scene)
        return frame["type"]

    @property
    def version(self) -> int | None:
        return self.scene.get("version")

    @property
    def settled(self) -> bool:
        """Whether nobody but who sits here is to do anything; whoever watches waits for nothing."""
        ask = self.scene["ask"]
        return not ask or ask["yours"] or self.scene["seat"] == "watcher"

    @property
    def lesson(self) -> dict[str, Any]:
        return self.scene["lesson"]

    @property
    def steps(self) -> list[bool]:
        return [step["done"] for step in self.lesson["steps"]]


def test_every_lesson_is_listed_with_its_game(http):
    listed = {game["key"]: [row["key"] for row in game["lessons"]] for game in http.get("/api/games").json()}
    assert listed["sos"] == [lesson.key for lesson in lessons("sos")]
    assert listed["kursk"] and listed["gd"]


@pytest.mark.parametrize("key", [TURNS, "kursk/learn-first-day", "gd/learn-first-turn"])
def test_a_lesson_is_laid_with_one_call_and_has_a_board(http, key):
    made = lay(http, key)
    table = http.get(f"/api/tables/{made['id']}").json()
    assert sorted(table["seats"].values()) == ["human", "teacher"]
    board = http.get(f"/api/boards/{key.replace('/', '-')}").json()
    assert board["key"] == key.replace("/", "-") and board["hexes"]


def test_the_scene_follows_the_steps_and_ends_with_the_next_lesson(http):
    made = lay(http)
    with http.websocket_connect(f"/ws/tables/{made['id']}") as socket:
        line = Line(socket, made["token"])
        assert line.steps == [False] * 4 and line.lesson["hint"]["show"] == ["inf-01"]
        line.tell(type="choose", text="move inf-01 B02 SE")
        assert line.steps == [True, False, False, False]
        for text in ("move inf-01 C02 SE", "move inf-02 B04 NE", "pass"):
            line.tell(type="choose", text=text)
        assert line.lesson["done"] and line.lesson["hint"] is None
        assert line.lesson["next"]["key"] == "sos/learn-caps"


def test_a_lesson_comes_back_after_a_stop(tmp_path):
    with opened(tmp_path) as http:
        made = lay(http)
        with http.websocket_connect(f"/ws/tables/{made['id']}") as socket:
            Line(socket, made["token"]).tell(type="choose", text="move inf-01 B02 SE")
    with opened(tmp_path) as http, http.websocket_connect(f"/ws/tables/{made['id']}") as socket:
        line = Line(socket, made["token"])
        assert line.steps == [True, False, False, False]
        line.tell(type="choose", text="move inf-01 C02 SE")
        assert line.steps == [True, True, False, False]


def test_a_usual_table_has_no_lesson(http):
    made = http.post("/api/tables", json={"scenario": "sos/courier", "seats": {"german": "random"}}).json()
    with http.websocket_connect(f"/ws/tables/{made['id']}") as socket:
        assert Line(socket, made["token"]).scene["lesson"] is None


def test_a_watcher_is_not_taught(http):
    made = lay(http)
    with http.websocket_connect(f"/ws/tables/{made['id']}") as socket:
        line = Line(socket, "", "watcher")
        assert line.scene["seat"] == "watcher" and line.scene["lesson"] is None


def test_a_record_of_a_lesson_opens_as_a_lesson_again(http):
    lesson = find(TURNS)
    assert lesson is not None
    solver = Solver(lesson, balka.game("sos"))
    solver.settle()
    solver.say()
    record = solver.table.record()
    assert read(record).header.players["soviet"] == "teacher"
    made = http.post("/api/tables", json={"record": record}).json()
    with http.websocket_connect(f"/ws/tables/{made['id']}") as socket:
        assert Line(socket, made["token"]).steps == [True, False, False, False]


def test_a_lesson_that_is_not_there_is_told(http):
    answer = http.post("/api/tables", json={"scenario": "sos/learn-flying"})
    assert answer.status_code in (400, 404) and "learn-flying" in answer.json()["error"]


def test_rolls_a_lesson_sets_are_not_counted_among_the_dice(http):
    made = lay(http)
    with http.websocket_connect(f"/ws/tables/{made['id']}") as socket:
        line = Line(socket, made["token"])
        for text in ("move inf-01 B02 SE", "move inf-01 C02 SE", "move inf-02 B04 NE"):
            line.tell(type="choose", text=text)
        assert http.get(f"/api/tables/{made['id']}/dice").json()["rows"] == []
        line.tell(type="choose", text="move inf-02 C04 NE")
        rows = http.get(f"/api/tables/{made['id']}/dice").json()["rows"]
        assert [(row["dice"], row["rolls"]) for row in rows] == [("d10", 1)]
        line.tell(type="resign")
    assert http.get("/api/dice").json() == {"rows": [], "tables": 0}
