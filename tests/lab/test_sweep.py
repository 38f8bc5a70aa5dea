"""A sweep spreads choices over scenarios and bots, notes every game, and goes on where it stopped."""

from __future__ import annotations

from pathlib import Path

import pytest

from balka.cli import main as cli
from balka.core.errors import BalkaError
from balka.lab import sweep
from balka.lab.sweep import Entry, Order, Tally

SCENARIOS = ("crucible/gd", "crucible/kursk")
SMALL = Order(choices=120, scenarios=SCENARIOS, bots=("random", "mischief"), seed=4)


def test_all_scenarios_and_crucibles_are_swept() -> None:
    keys = sweep.everything()
    assert len(keys) == len(set(keys))
    assert {"sos/courier", "atb/partisans", "kursk/kursk", "gd/kursk", "crucible/sos", "crucible/gd"} <= set(keys)
    assert all(key.count("/") == 1 for key in keys)


def test_every_scenario_and_bot_has_its_share() -> None:
    shares = {(one.scenario, one.bot): one.share for one in sweep.tallies(SMALL)}
    assert set(shares.values()) == {30}
    greedy = sweep.tallies(Order(choices=1400, scenarios=SCENARIOS))
    assert {one.bot: one.share for one in greedy} == {"random": 300, "mischief": 300, "greedy": 100}


def test_a_sweep_fills_every_share_and_goes_on_from_its_log(tmp_path: Path) -> None:
    log, heard = tmp_path / "log.jsonl", []
    found = sweep.sweep(SMALL, log, 1, heard.append)
    assert [one.choices >= one.share for one in found] == [True] * 4
    assert sum(heard) == sum(one.choices for one in found)
    games = len(log.read_bytes().splitlines())
    again = sweep.sweep(SMALL, log, 1)
    assert [(one.choices, one.games) for one in again] == [(one.choices, one.games) for one in found]
    assert len(log.read_bytes().splitlines()) == games


def test_now_and_then_a_game_is_audited_in_full() -> None:
    order = Order(choices=10, deep=3, every=7)
    plans = [sweep.plan_of(order, Tally("crucible/gd", "random", 100, games)) for games in range(4)]
    assert [plan.every for plan in plans] == [7, 0, 0, 7]
    assert plans[0].most == 100


def test_a_log_of_something_else_is_refused(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_text("no log\n")
    with pytest.raises(BalkaError, match="is no log of a sweep"):
        sweep.sweep(SMALL, log, 1)
    log.write_bytes(sweep.msgspec.json.encode(Entry("crucible/gd", "random", 9, 0, 3)) + b"\n")
    with pytest.raises(BalkaError, match="is the log of seed 9"):
        sweep.sweep(SMALL, log, 1)


def test_the_table_adds_up() -> None:
    found = [
        Tally("a/b", "random", 10, 1, 12, ["x"]), Tally("a/b", "mischief", 10, 1, 11),
        Tally("c/d", "random", 10, 1, 10), Tally("c/d", "mischief", 10, 1, 9, ["y", "z"]),
    ]  # fmt: skip
    lines = [line.split() for line in sweep.table(found).splitlines()]
    assert lines == [
        ["scenario", "random", "mischief", "violations"],
        ["a/b", "12", "11", "1"],
        ["c/d", "10", "9", "2"],
        ["all", "22", "20", "3"],
    ]


def test_a_sweep_is_ordered_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["selfplay", "crucible/gd", "--all", "--audit", "--choices", "30", "--workers", "1", "--bots", "random"]
    assert cli.main([*words, "--log", str(tmp_path / "log.jsonl")]) == 0
    assert "crucible/gd" in capsys.readouterr().out
    assert cli.main(["selfplay", "--audit"]) == 2
