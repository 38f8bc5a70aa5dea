"""After a whole scene a browser may be sent only what changes."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
from tests.server.conftest import HOT, Visitor
from tests.server.frames import joined

from balka.core.drawing import drawn
from balka.lab.bench import starts
from balka.server.changes import changes, pieces, written
from balka.table import scenes
from balka.table.table import Table


def told(before: list[str], now: list[str]) -> Any:
    found = pieces([item.encode() for item in before], [item.encode() for item in now])
    return json.loads(msgspec.json.encode(list(found)))


def test_a_list_is_told_by_runs_of_the_old_one_and_by_new_items() -> None:
    assert told(["1", "2", "3"], ["1", "2", "3"]) == [[0, 3]]
    assert told(["1", "2", "3", "4"], ["1", "9", "3", "4"]) == [[0, 1], 9, [2, 4]]
    assert told(["1", "2", "3"], ["3", "1", "2", "7"]) == [[2, 3], [0, 2], 7]
    assert told(["1"], []) == []
    assert told([], ["5", "5"]) == [5, 5]
    assert told(["5", "6"], ["5", "5", "6"]) == [[0, 1], [0, 2]]


def test_changes_of_a_game_lead_to_the_very_scenes_and_are_far_smaller() -> None:
    table, rng, whole, changed = Table(starts(["kursk/prokhorovka"])["kursk/prokhorovka"]), Random(5), 0, 0
    held: dict[str, Any] = {}
    last = None
    for _ in range(40):
        while table.due is not None:
            table.go_on()
        seat = table.state.asks[0].seat
        scene = scenes.scene(table, seat)
        now = written(scene)
        plain = json.loads(msgspec.json.encode(scene))
        if last is not None:
            text = msgspec.json.encode(changes(last, now))
            held = joined(held, json.loads(text))
            assert held == plain
            whole, changed = (
                whole + len(msgspec.json.encode(scene)) - len(now.fields["log"]),
                changed + len(text) - len(now.fields["log"]),
            )
        held, last = plain, now
        table.choose(seat, table.state.text(drawn(table.view(seat), seat, rng.randrange)))
    assert changed * 3 < whole


def test_changes_follow_a_whole_scene_which_comes_first_and_after_a_change_of_seat(
    house: Callable[..., Visitor],
) -> None:
    host = house()
    table = host.lay("camp/raids", HOT)["id"]
    with host.at(table) as browser:
        browser.send(type="hello", seat="red", changes=True)
        assert browser.next()["type"] == "curtain"
        browser.send(type="seat", seat="red")
        held = browser.until("scene")["scene"]
        browser.send(type="choose", text="put tent-1 A01")
        frame = browser.next()
        assert frame["type"] == "changes" and frame["after"] == held["version"]
        held = joined(held, frame)
        assert held["version"] == frame["after"] + 1 and held["undo"]["possible"]
        browser.send(type="seat", seat="red")
        again = browser.until("scene")["scene"]
        ignored = {"version", "log", "log_from"}
        assert {k: v for k, v in again.items() if k not in ignored} == {
            k: v for k, v in held.items() if k not in ignored
        }
