"""The benchmark counts what it says it counts, and prints one JSON object."""

from __future__ import annotations

import json
import math

import pytest
from tests.toy.ford import GAME

import balka
from balka.cli import main as cli
from balka.core.frames import CHANCE
from balka.core.state import State
from balka.lab import bench
from balka.lab.bench import Playouts

GAME_FIELDS = {
    "choices_per_second", "answers_per_second", "steps_per_second", "playouts_per_second", "choices_per_playout",
    "listing_us", "apply_us", "view_us", "fork_us", "to_catanatron",
}  # fmt: skip


def start() -> State:
    return GAME.start("crossing")


def test_only_answers_with_an_alternative_count_as_choices() -> None:
    playouts = Playouts(start())
    free = given = rolled = 0
    while playouts.games < 5:
        state = playouts.step()
        if not state.asks:
            continue
        seat = state.asks[0].seat
        rolled += seat == CHANCE
        given += seat != CHANCE
        free += seat != CHANCE and state.sole_choice(seat) is None
    assert (playouts.choices, playouts.answers, playouts.steps) == (free, given, given + rolled)
    assert free < given


def test_playouts_go_on_from_slice_to_slice() -> None:
    playouts = Playouts(start())
    playouts.run(0.05)
    first = playouts.steps
    playouts.run(0.05)
    assert playouts.steps > first > 0
    assert 0.1 <= playouts.seconds < 5
    assert playouts.games > 0


def test_costs_are_measured_on_states_with_nothing_worked_out() -> None:
    state = start()
    state.view("guard")
    assert bench.fresh(state).hash == state.hash
    assert not bench.fresh(state).__dict__
    costs = bench.costs(state, count=20)
    assert all(cost > 0 for cost in costs.values())


class Steady:
    """Counts a fixed number in any slice."""

    def __init__(self, pace: int) -> None:
        self.pace = pace
        self.count = 0

    def run(self, seconds: float) -> None:
        self.count += self.pace


def test_the_race_compares_each_round_with_the_yardstick(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]

    def clock() -> float:
        now[0] += 0.5
        return now[0]

    monkeypatch.setattr(bench, "perf_counter", clock)
    ratios = bench.race([Steady(30), Steady(10)], Steady(20), rounds=3, seconds=0.5)
    assert [[round(ratio, 6) for ratio in own] for own in ratios] == [[1.5] * 3, [0.5] * 3]


def test_a_sight_table_of_any_board_is_built_in_time() -> None:
    board = bench.big_board()
    assert len(board) == 1200
    assert bench.sight_seconds(board) < 2  # seconds of this process; a busy machine does not count


def test_the_command_prints_one_object(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(balka, "GAMES", {"toy": "tests.toy.ford:GAME"})
    assert cli.main(["bench", "--rounds", "2", "--slice", "0.02"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found) == {"python", "games", "sight_table_seconds", "catanatron"}
    assert set(found["games"]) == {"toy/crossing"}
    assert set(found["games"]["toy/crossing"]) == GAME_FIELDS
    assert found["catanatron"]["actions_per_second"] > 0
    assert math.isfinite(found["games"]["toy/crossing"]["to_catanatron"]["median"])


@pytest.mark.parametrize("words", [["bench", "xx/yy"], ["bench", "--rounds", "0"], ["bench", "--slice", "0"]])
def test_bad_arguments_are_the_users_mistake(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(words) == 2
    assert capsys.readouterr().err.startswith("balka: ")
