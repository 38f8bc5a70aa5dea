"""What is only looked up is written beside the loop: nobody waits for it, the newest of each kind is enough, and what
fails is tried again."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from tests.server.conftest import PITCH, Visitor

from balka.core.errors import BalkaError
from balka.server import later
from balka.server.store import Snapshot, Store

House = Callable[..., Visitor]


def test_of_what_waits_under_one_name_the_newest_is_written():
    written, gate = list[str](), threading.Event()
    beside = later.Beside()
    beside.put(("t0", "picture"), lambda: void(gate.wait()))
    for text in ("old", "new"):
        beside.put(("t1", "picture"), lambda text=text: written.append(text))  # type: ignore[misc]
    beside.put(("t1", "asks"), lambda: written.append("asks"))
    gate.set()
    beside.stop()
    assert written == ["new", "asks"]


def void(_: object) -> None:
    """Nothing is wanted of it."""


def test_what_fails_is_tried_again_and_a_mistake_of_ours_stops_nobody(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(later, "AGAIN", 0.001)
    tried, done = list[int](), threading.Event()
    beside = later.Beside()

    def is_away_twice() -> None:
        tried.append(1)
        if len(tried) < 3:
            raise BalkaError("The database does not answer.")
        done.set()

    beside.put(("t0", "picture"), lambda: void({}["nothing"]))
    beside.put(("t1", "picture"), is_away_twice)
    assert done.wait(20)
    beside.stop()
    assert len(tried) == 3


def test_nobody_waits_for_what_is_only_looked_up_and_it_is_written_before_the_house_closes(
    house: House, monkeypatch: pytest.MonkeyPatch
):
    gate, keep = threading.Event(), Store.keep

    def kept_late(store: Store, table_id: str, picture: Snapshot) -> None:
        assert gate.wait(20)
        keep(store, table_id, picture)

    monkeypatch.setattr(Store, "keep", kept_late)
    visitor = house()
    tables = visitor.http.app.state.tables  # type: ignore[attr-defined]
    tables.later = later.Beside()
    made = visitor.lay()
    with visitor.at(made["id"]) as browser:
        browser.hello("red")
        for text in (*PITCH, "hold"):
            browser.choose(text)
        assert tables.store.snapshots(made["id"]) == []
        assert tables.store.next_number(made["id"]) >= 5, "what was said is kept at once"
    gate.set()
    tables.later.stop()
    assert tables.store.snapshots(made["id"])
