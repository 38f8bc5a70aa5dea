"""The benchmark counts what it says it counts, keeps it, and tells what has grown."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.toy.ford import GAME

import balka
from balka.cli import main as cli
from balka.core.frames import CHANCE
from balka.core.state import State
from balka.lab.bench import figures, growth, parts, race, worker
from balka.lab.bench.players import DRAWN, BotGames, DrawnPlayouts, Playouts, player
from balka.lab.bench.stretches import ROWS, Row, calls_of, stretches
from balka.lab.bench.worker import Order, elsewhere


def start() -> State:
    return GAME.start("crossing")


# -- playing


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
    assert playouts.seconds >= 0.1
    assert playouts.games > 0


def test_drawn_games_are_whole_games_too() -> None:
    playouts = player(DRAWN, start())
    assert isinstance(playouts, DrawnPlayouts)
    while playouts.games < 5:
        playouts.step()
    assert 0 < playouts.choices < playouts.answers < playouts.steps


def test_a_bot_plays_game_after_game_and_its_choices_add_up() -> None:
    games = BotGames(start(), "random")
    counted = 0
    for _ in range(300):
        before = games.state
        alone = not before.over and before.asks[0].seat != CHANCE and before.sole_choice(before.asks[0].seat) is None
        games.step()
        counted += alone
    assert games.choices >= counted > 0
    assert not games.state.over or games.state.verdict()


# -- calls


def twice(count: int) -> int:
    return sum(once(n) for n in range(count))


def once(n: int) -> int:
    return n


def test_calls_of_python_functions_are_counted_one_by_one() -> None:
    assert calls_of(lambda: once(1)) == 2  # and the one around it
    assert calls_of(lambda: [once(1), once(2), max(3, 4)]) == 3
    assert calls_of(lambda: twice(10)) - calls_of(lambda: twice(4)) == 12  # a call and a turn of the generator each


def test_a_stretch_counted_twice_takes_the_same_calls_to_the_last_one() -> None:
    order = Order("stretches", "sos/courier", steps=150)
    first, second = elsewhere(order), elsewhere(order)
    assert first == second
    assert first["cold"]["amount"] / first["cold"]["choices"] > first["warm"]["amount"] / first["warm"]["choices"] > 100


def test_timing_and_counting_play_the_same_games() -> None:
    row = Row("toy/crossing")
    counted, timed = (stretches(start(), row, 60, measure) for measure in ("calls", "seconds"))
    assert [counted[heat].state for heat in counted] == [timed[heat].state for heat in timed]
    assert [counted[heat].choices for heat in counted] == [timed[heat].choices for heat in timed]
    assert counted["cold"].amount == int(counted["cold"].amount) > 60


def test_a_bot_that_weighs_everything_plays_shorter_stretches() -> None:
    assert (Row("sos/courier").length(3000), Row("sos/courier", "greedy").length(3000)) == (3000, 300)
    assert {row.scenario for row in ROWS if row.player == "greedy"} >= {"sos/courier", "kursk/kursk", "gd/lutchessa"}


# -- costs


def test_costs_are_measured_on_states_with_nothing_worked_out() -> None:
    state = start()
    state.view("guard")
    assert parts.fresh(state).hash == state.hash
    assert not parts.fresh(state).__dict__
    found = parts.costs(state, count=20)
    assert all(cost > 0 for cost in found.values())


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

    monkeypatch.setattr(race, "process_time", clock)
    ratios = race.race([Steady(30), Steady(10)], Steady(20), rounds=3, seconds=0.5)
    assert [[round(ratio, 6) for ratio in own] for own in ratios] == [[1.5] * 3, [0.5] * 3]


def test_a_sight_table_of_any_board_is_built_in_time() -> None:
    board = parts.big_board()
    assert len(board) == 1200
    assert parts.sight_seconds(board) < 2  # seconds of this process; a busy machine does not count


def test_a_scene_is_timed_and_weighed() -> None:
    found = parts.scene_costs(balka.game("sos").start("sos/courier"), count=3, every=5)
    assert 0 < found["ms"] <= found["ms_90"]
    assert 5 < found["kb"] <= found["kb_most"] < 500


@pytest.mark.parametrize("key", growth.GROWN)
def test_a_part_of_a_battle_has_fewer_counters_of_each_side_and_can_be_played(key: str) -> None:
    game, scenario = balka.scenario(key)
    whole = game.start(scenario.key)
    eighth = growth.subset(whole, 8)
    assert growth.subset(whole, 1).hash == whole.hash
    assert 0 < 7 * len(counters(eighth)) < len(counters(whole)) <= 9 * len(counters(eighth))
    playouts = Playouts(eighth)
    for _ in range(60):
        playouts.step()
    assert playouts.choices


def counters(state: State) -> set[str]:
    return {unit for units in growth._counters(msgspec.to_builtins(state.position)) for unit in units}


def test_cost_is_told_for_each_number_of_counters() -> None:
    game, scenario = balka.scenario("gd/lutchessa")
    (found,) = growth.growth(game.start(scenario.key), taken=2, parts=(16,))
    assert found["counters"] == 6
    assert all(found[f"{job}_calls"] > 1 and found[f"{job}_us"] > 0 for job in growth.JOBS)


# -- all of it


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The toy game, which other processes do not know, measured in this one."""

    def here(order: Order) -> Any:
        return msgspec.json.decode(msgspec.json.encode(worker.here(order)))

    monkeypatch.setattr(balka, "GAMES", {"toy": "tests.toy.ford:GAME"})
    monkeypatch.setattr(figures, "elsewhere", here)
    yield


QUICK = ["bench", "toy/crossing", "--steps", "40", "--rounds", "2", "--slice", "0.02"]


@pytest.mark.usefixtures("toy")
def test_the_command_prints_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(QUICK) == 0
    found = json.loads(capsys.readouterr().out)
    assert {"balka", "python", "steps", "rows", "costs", "growth", "scenes", "sight_table_seconds"} <= set(found)
    row = found["rows"]["toy/crossing random"]
    assert set(row) == {"cold", "warm"}
    assert all(set(row[heat]) == {"calls", "choices", "state", "per_second"} for heat in row)
    assert set(found["costs"]["toy/crossing"]) == {"listing_us", "apply_us", "view_us", "fork_us"}
    assert found["catanatron"]["actions_per_second"] > 0
    assert math.isfinite(found["games"]["toy/crossing"]["to_catanatron"]["median"])


@pytest.mark.usefixtures("toy")
def test_without_catanatron_everything_else_is_measured(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(figures, "has_catanatron", lambda: False)
    assert cli.main(QUICK) == 0
    found = json.loads(capsys.readouterr().out)
    assert "catanatron" not in found
    assert found["rows"]["toy/crossing random"]["warm"]["per_second"] > 0


@pytest.mark.usefixtures("toy")
def test_kept_figures_are_compared_and_growth_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / "kept.json"
    assert cli.main(["bench", "toy/crossing", "--calls", "--steps", "40", "--save", str(kept)]) == 0
    then = json.loads(capsys.readouterr().out)
    assert json.loads(kept.read_bytes()) == then
    assert "per_second" not in then["rows"]["toy/crossing random"]["cold"]
    assert cli.main(["bench", "toy/crossing", "--calls", "--against", str(kept)]) == 0
    assert capsys.readouterr().out.startswith("calls for a choice")
    then["rows"]["toy/crossing random"]["warm"]["calls"] /= 2
    kept.write_text(json.dumps(then))
    assert cli.main(["bench", "toy/crossing", "--calls", "--against", str(kept)]) == 1
    assert "2.000  more than 3%" in capsys.readouterr().out


def row(calls: float, state: str = "a") -> figures.Figures:
    heat = {"calls": calls, "choices": 10, "state": state}
    return {"python": "CPython 3.11.7", "steps": 40, "rows": {"toy random": {"cold": heat, "warm": heat}}}


@pytest.mark.parametrize(("now", "grown"), [(103.0, False), (103.1, True), (50.0, False)])
def test_three_in_a_hundred_is_the_limit(now: float, grown: bool) -> None:
    assert {change.too_much for change in figures.changes(row(100.0), row(now))} == {grown}


def test_a_row_that_played_other_states_says_so() -> None:
    assert "other states" in figures.table(figures.changes(row(100.0), row(100.0, "b")))
    assert "other states" not in figures.table(figures.changes(row(100.0), row(99.0)))


@pytest.mark.parametrize("other", [{"python": "CPython 3.12.1"}, {"steps": 80}])
def test_what_was_counted_otherwise_is_not_compared(other: dict[str, Any]) -> None:
    with pytest.raises(balka.core.errors.BalkaError, match="cannot be compared"):
        figures.changes({**row(100.0), **other}, row(100.0))


def test_the_last_part_of_a_version_does_not_matter() -> None:
    assert figures.changes({**row(100.0), "python": "CPython 3.11.2"}, row(100.0))


@pytest.mark.parametrize(
    "words",
    [
        ["bench", "xx/yy"],
        ["bench", "--rounds", "0"],
        ["bench", "--slice", "0"],
        ["bench", "--steps", "0"],
        ["bench", "--against", "no-such-file.json"],
        ["bench", "--against", "pyproject.toml"],
    ],
)
def test_bad_arguments_are_the_users_mistake(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(words) == 2
    assert capsys.readouterr().err.startswith("balka: ")
