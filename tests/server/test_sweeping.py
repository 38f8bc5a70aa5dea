"""When a server looks through all of its memory: everybody waits for it, so neither often nor never."""

from __future__ import annotations

from balka.server import sweeping
from balka.server.sweeping import EVERY, LEAST, LOOK, Sweeper

MB = 2**20


def test_much_more_memory_than_after_the_last_time_is_looked_through():
    sweeper = Sweeper(400 * MB)
    assert not sweeper.is_due(440 * MB)
    assert sweeper.is_due(470 * MB)
    sweeper.swept(450 * MB)
    assert not sweeper.is_due(470 * MB)


def test_a_small_server_may_grow_by_a_fixed_amount():
    sweeper = Sweeper(50 * MB)
    assert not sweeper.is_due(50 * MB + LEAST)
    assert sweeper.is_due(51 * MB + LEAST)


def test_after_a_long_time_everything_is_looked_through_anyway():
    sweeper, looks = Sweeper(0), int(EVERY / LOOK)
    assert [sweeper.is_due(0) for _ in range(looks)] == [False] * (looks - 1) + [True]
    sweeper.swept(0)
    assert not sweeper.is_due(0)


def test_the_memory_in_use_is_known_on_linux_and_taken_for_none_elsewhere(monkeypatch, tmp_path):
    assert sweeping.memory() > 10 * MB
    monkeypatch.setattr(sweeping, "STATM", tmp_path / "none")
    assert sweeping.memory() == 0
