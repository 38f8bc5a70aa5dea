"""Replays, links, notes and playing on: everybody gets what his seat saw, and the whole only when the game is over."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from tests.server.conftest import HOT, PITCH, Visitor

from balka.core.records import read
from balka.server.telling import Histories

House = Callable[..., Visitor]
SECRET = "tent-"  # the name of a tent that only red knows


class Two:
    """A table with red and blue at screens of their own, and a stranger who only watches."""

    def __init__(self, house: House) -> None:
        self.host = house()
        made = self.host.lay(seats=HOT)
        self.id = made["id"]
        self.red, self.blue, self.stranger = house(), house(), house()
        for seat, visitor in (("red", self.red), ("blue", self.blue)):
            visitor.http.get(made["invite"][seat])
            with visitor.at(self.id) as line:
                line.hello(seat)

    def pitch(self, *texts: str) -> Two:
        with self.red.at(self.id) as line:
            line.hello("red")
            for text in texts or PITCH:
                line.choose(text)
        return self

    def end(self) -> Two:
        with self.blue.at(self.id) as line:
            line.hello("blue")
            line.send(type="resign")
            line.until("scene")
        return self

    def replay(self, visitor: Visitor, **query: str) -> Any:
        return visitor.http.get(f"/api/tables/{self.id}/replay", params=query)

    def steps(self, visitor: Visitor, **query: str) -> list[Any]:
        """Every scene of a replay."""
        told = self.replay(visitor, **query).json()
        place = f"/api/tables/{self.id}/replay"
        return [visitor.http.get(f"{place}/{n}", params=query).json() for n in range(len(told["lines"]))]


def test_a_running_game_is_told_to_each_seat_as_it_saw_it(house: House):
    two = Two(house).pitch()
    red = two.replay(two.red).json()
    assert (red["view"], red["over"], red["play_on"]) == ("red", False, False)
    assert [view["key"] for view in red["views"]] == ["red", "watcher"]
    assert len(red["lines"]) == len(red["turns"]) > 3
    scenes = two.steps(two.red)
    assert [len(scene["stacks"]) for scene in scenes][-1] == 3
    assert len({len(scene["stacks"]) for scene in scenes}) == 4, "the tents go up one by one"
    assert all(scene["choices"] == [] and scene["undo"] is None for scene in scenes)


def test_nothing_of_anothers_secrets_is_in_any_frame_of_a_replay(house: House):
    two = Two(house).pitch()
    for visitor, views in ((two.blue, ("", "blue", "watcher")), (two.stranger, ("", "watcher"))):
        for view in views:
            query = {"view": view} if view else {}
            assert SECRET not in two.replay(visitor, **query).text
            for scene in two.steps(visitor, **query):
                assert SECRET not in str(scene)


@pytest.mark.parametrize("view", ["red", "all"])
def test_other_eyes_are_refused_while_the_game_goes_on(house: House, view: str):
    two = Two(house).pitch()
    for visitor in (two.blue, two.stranger, two.host):
        calls = [
            two.replay(visitor, view=view),
            visitor.http.get(f"/api/tables/{two.id}/replay/0", params={"view": view}),
            visitor.http.get(f"/api/tables/{two.id}/replay/0/values/tent-1", params={"view": view}),
            visitor.http.post(f"/api/tables/{two.id}/replay/0", json={"view": view}),
            visitor.http.post(f"/api/tables/{two.id}/shares", json={"view": view, "step": 0}),
        ]
        for answer in calls:
            assert answer.status_code == 409
            assert "while the game goes on" in answer.json()["error"]


def test_what_is_being_chosen_in_secret_adds_no_step_for_others(house: House):
    two = Two(house)
    before = len(two.replay(two.blue).json()["lines"])
    two.pitch(*PITCH[:2])
    assert len(two.replay(two.blue).json()["lines"]) == before
    assert len(two.replay(two.red).json()["lines"]) > before


def test_once_over_everybody_may_look_through_all_eyes(house: House):
    two = Two(house).pitch().end()
    told = two.replay(two.stranger).json()
    assert (told["view"], told["over"], told["play_on"]) == ("all", True, True)
    assert [view["key"] for view in told["views"]] == ["red", "blue", "watcher", "all"]
    assert told["outcome"]["winner"] == "red"
    assert two.steps(two.stranger)[-1]["stacks"] != []
    assert two.steps(two.stranger, view="blue")[-1]["stacks"] == []


@pytest.mark.parametrize("step", ["99", "x", "-1"])
def test_a_step_that_is_not_there_is_answered_with_a_sentence(house: House, step: str):
    two = Two(house)
    answer = two.red.http.get(f"/api/tables/{two.id}/replay/{step}")
    assert answer.status_code in (400, 404)
    assert "step" in answer.json()["error"]


# -- playing on


def test_a_game_is_played_on_from_any_step_at_a_table_of_its_own(house: House):
    two = Two(house).pitch().end()
    lines = two.replay(two.blue).json()["lines"]
    step = len(lines) - 2
    made = two.blue.http.post(f"/api/tables/{two.id}/replay/{step}", json={"seats": {"red": "human", "blue": "human"}})
    assert made.status_code == 200, made.text
    with two.blue.at(made.json()["id"]) as line:
        scene = line.hello("red")
        assert scene["outcome"] is None
        assert scene["ask"]["kind"] == "raid"
        assert len(scene["stacks"]) == 3


def test_a_game_is_played_on_with_another_choice_than_was_made(house: House):
    two = Two(house).pitch().end()
    wish = {"seats": HOT, "choice": "put tent-2 D01"}
    made = two.blue.http.post(f"/api/tables/{two.id}/replay/0", json=wish)
    assert made.status_code == 200, made.text
    with two.blue.at(made.json()["id"]) as line:
        scene = line.hello("red")
        stands = {counter["id"]: stack["place"]["id"] for stack in scene["stacks"] for counter in stack["counters"]}
        assert stands == {"tent-2": "D01"}
        assert [node["token"] for node in scene["choices"]] == ["tent-1"]


@pytest.mark.parametrize(
    ("choice", "why"),
    [("put tent-1 Z99", "Z99"), ("dance", "no verb 'dance'"), ("ready", "not one of the choices now")],
)
def test_another_choice_that_is_not_allowed_is_refused_with_the_reason(house: House, choice: str, why: str):
    two = Two(house).pitch().end()
    answer = two.blue.http.post(f"/api/tables/{two.id}/replay/0", json={"seats": HOT, "choice": choice})
    assert answer.status_code == 400 and why in answer.json()["error"]


def test_a_game_that_goes_on_while_it_is_told_is_told_as_it_stood(house: House, monkeypatch: pytest.MonkeyPatch):
    two = Two(house).pitch()
    tell = Histories.replay

    def slowly(own: Histories, *asked: Any) -> Any:
        told = tell(own, *asked)
        monkeypatch.undo()
        two.end()
        return told

    monkeypatch.setattr(Histories, "replay", slowly)
    told = two.replay(two.blue).json()
    assert not told["over"] and told["outcome"] is None and not told["play_on"]
    assert [view["key"] for view in told["views"]] == ["blue", "watcher"]
    assert two.replay(two.blue).json()["over"]


def test_where_the_game_is_over_nobody_plays_on(house: House):
    host = house()
    made = host.lay(seats={"red": "random", "blue": "random"})
    while not (told := host.http.get(f"/api/tables/{made['id']}/replay").json())["over"]:
        time.sleep(0.02)
    last = len(told["lines"]) - 1
    answer = host.http.post(f"/api/tables/{made['id']}/replay/{last}", json={})
    assert answer.status_code == 400
    assert "over" in answer.json()["error"]


def test_who_decides_for_all_seats_may_play_on_while_the_game_goes_on(house: House):
    host = house()
    made = host.lay(seats=HOT)
    answer = host.http.post(f"/api/tables/{made['id']}/replay/0", json={"view": "watcher"})
    assert answer.status_code == 200
    assert answer.json()["id"] != made["id"]


# -- sharing


def link(two: Two, visitor: Visitor, **wish: Any) -> str:
    answer = visitor.http.post(f"/api/tables/{two.id}/shares", json=wish)
    assert answer.status_code == 200, answer.text
    return str(answer.json()["token"])


def test_a_link_shows_one_step_as_its_giver_saw_it(house: House):
    two = Two(house).pitch()
    step = len(two.replay(two.red).json()["lines"]) - 1
    shown = two.steps(two.red)[step]
    token = link(two, two.red, step=step)
    told = two.stranger.http.get(f"/api/shares/{token}").json()
    assert (told["view"], told["lines"], told["log"], told["views"]) == ("red", [0], [], [])
    assert two.stranger.http.get(f"/api/shares/{token}/0").json()["stacks"] == shown["stacks"]
    assert two.stranger.http.get(f"/api/shares/{token}/1").status_code == 400
    assert two.stranger.http.get(f"/api/shares/{token}/0/values/tent-1").json() == []


def test_a_link_of_blue_holds_none_of_reds_secrets_even_when_all_is_shared(house: House):
    two = Two(house).pitch()
    step = len(two.replay(two.blue).json()["lines"]) - 1
    token = link(two, two.blue, step=step, whole=True)
    told = two.stranger.http.get(f"/api/shares/{token}")
    assert len(told.json()["lines"]) == step + 1
    assert SECRET not in told.text
    for n in range(step + 1):
        assert SECRET not in two.stranger.http.get(f"/api/shares/{token}/{n}").text


def test_a_link_stays_what_it_was_when_the_game_goes_on_or_is_taken_back(house: House):
    two = Two(house).pitch(*PITCH[:2])
    step = len(two.replay(two.red).json()["lines"]) - 1
    token = link(two, two.red, step=step)
    before = two.stranger.http.get(f"/api/shares/{token}/0").json()["stacks"]
    with two.red.at(two.id) as line:
        line.hello("red")
        line.send(type="undo")
        line.until("scene")
    two.end()
    assert len(before) == 2
    assert house(again=True).http.get(f"/api/shares/{token}/0").json()["stacks"] == before


def test_the_end_of_a_game_that_was_given_up_can_be_shared_in_full(house: House):
    two = Two(house).pitch().end()
    told = two.replay(two.red, view="all").json()
    token = link(two, two.red, view="all", step=len(told["lines"]) - 1, whole=True)
    assert two.stranger.http.get(f"/api/shares/{token}").json()["log"] == told["log"]


@pytest.mark.parametrize("sent", ["", "{}", '{"step": "x"}', '{"step": 999}', '{"step": 0, "view": "green"}'])
def test_a_share_that_cannot_be_is_refused(house: House, sent: str):
    two = Two(house)
    answer = two.red.http.post(f"/api/tables/{two.id}/shares", content=sent)
    assert answer.status_code in (400, 404)
    assert answer.json()["error"]


def test_a_link_to_nothing_says_so(house: House):
    assert house().http.get("/api/shares/nothing").status_code == 404


# -- notes


def test_notes_are_kept_for_one_seat_and_shown_to_nobody_else(house: House):
    two = Two(house)
    place = f"/api/tables/{two.id}/notes"
    kept = two.red.http.post(place, json={"seat": "red", "text": " Watch the ford ", "hex": "B01"}).json()
    assert (kept["text"], kept["hex"], kept["turn"], kept["label"]) == ("Watch the ford", "B01", 0, "Day 0 of 2")
    assert [note["text"] for note in two.red.http.get(place, params={"seat": "red"}).json()] == ["Watch the ford"]
    assert two.blue.http.get(place, params={"seat": "blue"}).json() == []
    for visitor in (two.blue, two.stranger, two.host):
        answer = visitor.http.get(place, params={"seat": "red"})
        assert (answer.status_code, "ford" in answer.text) == (400, False)
        assert "ford" not in two.replay(visitor).text


def test_a_note_is_changed_and_thrown_away_by_its_writer_only(house: House):
    two = Two(house)
    place = f"/api/tables/{two.id}/notes"
    kept = two.red.http.post(place, json={"seat": "red", "text": "One"}).json()
    two.red.http.post(place, json={"seat": "red", "text": "Two", "number": kept["number"]})
    assert [note["text"] for note in two.red.http.get(place, params={"seat": "red"}).json()] == ["Two"]
    foreign = two.blue.http.post(place, json={"seat": "blue", "text": "Mine", "number": kept["number"]})
    assert foreign.status_code == 404
    assert two.blue.http.delete(f"{place}/{kept['number']}", params={"seat": "blue"}).status_code == 404
    assert two.blue.http.delete(f"{place}/{kept['number']}", params={"seat": "red"}).status_code == 400
    assert two.red.http.delete(f"{place}/{kept['number']}", params={"seat": "red"}).status_code == 200
    assert two.red.http.get(place, params={"seat": "red"}).json() == []


@pytest.mark.parametrize(
    "note", [{"text": ""}, {"text": "  "}, {"text": "x" * 2001}, {"text": "x", "hex": "Z99"}, {"text": 7}, {}]
)
def test_a_note_that_cannot_be_kept_is_refused(house: House, note: dict[str, Any]):
    two = Two(house)
    answer = two.red.http.post(f"/api/tables/{two.id}/notes", json={"seat": "red", **note})
    assert answer.status_code == 400
    assert two.red.http.get(f"/api/tables/{two.id}/notes", params={"seat": "red"}).json() == []


# -- records in and out


def test_a_record_that_breaks_off_lays_no_table(house: House):
    two = Two(house).pitch().end()
    text = two.red.http.get(f"/api/tables/{two.id}/record").text
    assert read(text).resigned == "blue"
    visitor = house()
    for broken in (text[: len(text) // 2], text.replace("tent-1 A01", "tent-1 Z01"), "nonsense"):
        answer = visitor.http.post("/api/tables", json={"record": broken})
        assert answer.status_code == 400
        assert "line " in answer.json()["error"]
    assert visitor.http.get("/api/tables").json() == []
    whole = visitor.http.post("/api/tables", json={"record": text}).json()
    told = visitor.http.get(f"/api/tables/{whole['id']}/replay").json()
    assert (told["over"], told["view"]) == (True, "all")
