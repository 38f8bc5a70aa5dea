"""Small runs of what `make kills`, `make hostile` and `make load` do at length."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.strength import hostile, kills, load
from tests.strength.house import House, house
from tests.strength.malformed import Maker, is_act, is_malformed, paths

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(Path(tmp_path_factory.mktemp("house")), workers=1) as made:
        yield made


def test_strangers_are_refused_whatever_they_send_and_a_flood_meets_limits(opened: House):
    outcome = asyncio.run(hostile.run(opened, 1500, 3, 1.0))
    assert not outcome.failed, outcome.report()
    assert outcome.count.total >= 1500
    assert outcome.count.answered["refused"] > 500


def test_processes_killed_in_play_lose_nothing_and_never_disagree(opened: House):
    outcome = asyncio.run(kills.run(opened, 1, 3, 5))
    assert not outcome.failed, outcome.report()
    assert sum(outcome.killed.values()) == 3
    assert outcome.acknowledged


def test_answers_and_their_cost_are_measured_beside_an_echo(opened: House):
    outcome = asyncio.run(load.run(opened, 2, 4.0, 1.0, 1, large=()))
    assert outcome.table_bytes >= 0
    assert outcome.play[0].seconds
    assert "bare echo between: 4 answers" in outcome.lines[2]


def test_what_strangers_send_is_made_of_every_message_and_every_route():
    maker = Maker(1, ["0" * 32])
    made = [maker.message() for _ in range(3000)]
    assert sum(map(is_malformed, made)) > 1000
    assert sum(map(is_act, made)) > 1000
    assert made[0] == Maker(1, ["0" * 32]).message(), "the same for the same seed"
    assert len({path for path, _ in paths()}) > 40
