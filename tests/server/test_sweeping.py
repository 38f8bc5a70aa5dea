"""When a server looks through its memory, and through how much of it: everybody waits for that, so neither often nor
never."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest

from balka.server import sweeping
from balka.server.sweeping import EVERY, LEAST, LOOK, Sweeper

MB = 2**20


@pytest.fixture
def as_before() -> Iterator[None]:
    threshold = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*threshold)


class Ring:
    """Holds itself, so that it goes only when somebody looks for such."""

    def __init__(self) -> None:
        self.own = self


def test_what_is_new_is_looked_through_when_there_is_much_more_than_after_the_last_time():
    sweeper = Sweeper(400 * MB)
    assert sweeper.due(440 * MB) == ""
    assert sweeper.due(470 * MB) == "new"
    sweeper.swept("new", 450 * MB)
    assert sweeper.due(470 * MB) == ""


def test_a_small_server_may_grow_by_a_fixed_amount():
    sweeper = Sweeper(50 * MB)
    assert sweeper.due(50 * MB + LEAST) == ""
    assert sweeper.due(51 * MB + LEAST) == "new"


def test_after_a_long_time_everything_is_looked_through_however_often_what_is_new_was():
    sweeper, looks = Sweeper(0), int(EVERY / LOOK)
    found = []
    for number in range(looks):
        found.append(sweeper.due(100 * MB * number))
        sweeper.swept(found[-1], 100 * MB * number)
    assert (found.count("all"), found[-1]) == (1, "all")
    assert sweeper.due(100 * MB * (looks - 1)) == ""


@pytest.mark.usefixtures("as_before")
def test_what_was_looked_through_once_is_found_when_everything_is():
    sweeping.settle()
    ring = Ring()
    gone = weakref.ref(ring)
    sweeping.look_through_new()
    del ring
    sweeping.look_through_new()
    assert gone() is not None, "it was left alone"
    sweeping.look_through_all()
    assert gone() is None


def test_the_memory_in_use_is_known_on_linux_and_taken_for_none_elsewhere(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    assert sweeping.memory() > 10 * MB
    monkeypatch.setattr(sweeping, "STATM", tmp_path / "none")
    assert sweeping.memory() == 0
