"""Training: a value finds what games say, is drawn to what was known before, and is judged by games left out."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from balka.bots.features import featured
from balka.cli import main as cli
from balka.core.errors import BalkaError
from balka.core.state import State
from balka.lab.match.keeping import opened
from balka.lab.match.plan import Plan
from balka.lab.match.running import heading_of, match
from balka.lab.train.fitting import Values, fitted, quality
from balka.lab.train.keeping import document, read
from balka.lab.train.samples import Game, Samples, collected, joined, left_out

PLACE = f"{__name__}:Counting"
TRUE = np.array([1.2, -0.6])


class Counting:
    """Counts turns, and how the sides stand."""

    def features(self, state: State, side: str) -> Mapping[str, float]:
        return {"lead": state.margin()[side], "early": 1.0 / (1 + state.turn)}

    def progress(self, state: State) -> float:
        return min(1.0, state.turn / 4)


def made_up(games: int, bias: Mapping[str, float], seed: int = 1, positions: int = 5) -> Samples:
    """Games whose results follow the features of their positions."""
    rng = np.random.default_rng(seed)
    found = []
    for number in range(games):
        key = list(bias)[number % len(bias)]
        row = rng.normal(size=2)
        chance = 1 / (1 + np.exp(-(row @ TRUE + bias[key])))
        rows = [list(map(float, row)) for _ in range(positions)]
        far = [float(each) for each in np.linspace(0, 1, positions)]
        found.append(Game(key, ("good", "bad"), rows, far, float(rng.random() < chance)))
    return joined(found)


def test_the_weights_that_made_the_games_are_found() -> None:
    found = fitted(made_up(4000, {"a": 0.0}), Values(), 0.5)
    assert np.mean(found.weights["good"]) == pytest.approx(1.2, abs=0.12)
    assert np.mean(found.weights["bad"]) == pytest.approx(-0.6, abs=0.12)


def test_each_scenario_has_a_bias_of_its_own() -> None:
    found = fitted(made_up(4000, {"even": 0.0, "easy": 1.5}), Values(), 0.5)
    assert np.mean(found.bias["even"]) == pytest.approx(0.0, abs=0.15)
    assert np.mean(found.bias["easy"]) == pytest.approx(1.5, abs=0.25)


def test_few_games_hardly_move_what_was_known_before_and_many_do() -> None:
    hand = Values({"good": (0.3, 0.3)})
    few, many = (fitted(made_up(games, {"a": 0.0}), hand, 50.0).weights["good"][0] for games in (10, 4000))
    assert abs(few - 0.3) < 0.2
    assert many > 0.9


def test_the_scale_of_a_feature_does_not_matter_to_the_prior() -> None:
    samples = made_up(300, {"a": 0.0})
    large = Samples(samples.names, samples.keys, samples.rows * [100.0, 1.0], samples.progress, samples.worth,
                    samples.games, samples.scenarios)  # fmt: skip
    small = fitted(samples, Values(), 20.0).weights["good"][0]
    assert fitted(large, Values(), 20.0).weights["good"][0] * 100 == pytest.approx(small, abs=1e-2)


def test_a_long_game_counts_no_more_than_a_short_one() -> None:
    samples = joined(
        [
            Game("a", ("x",), [[1.0]] * 90, [0.0] * 90, 1.0),
            Game("a", ("x",), [[1.0]] * 10, [0.0] * 10, 0.0),
        ]
    )
    assert samples.weight.sum() == pytest.approx(2.0)
    assert fitted(samples, Values(), 0.5).weights["x"][0] == pytest.approx(0.0, abs=1e-6)


def test_games_left_out_judge_the_value() -> None:
    samples = made_up(3000, {"a": 0.0})
    out = left_out(samples, ())
    assert len(np.unique(samples.games[out])) == 600
    found = fitted(samples.where(~out), Values(), 0.5)
    before, after = quality(samples.where(out), Values()), quality(samples.where(out), found)
    assert before is not None and after is not None
    assert before.order == 0.5 and after.order > 0.72 and after.loss < before.loss - 0.08
    assert left_out(made_up(10, {"a": 0.0, "b": 0.0}), ["x/b"]).sum() == 25


def test_a_value_is_written_and_read_back(tmp_path: Path) -> None:
    values = Values({"good": (1.25, -0.5)}, {"sos/courier": (0.1, 0.0)})
    (tmp_path / "value.toml").write_text(document(values, ["Made by: hand"]))
    assert read(tmp_path / "value.toml") == values
    assert "no rule" in (tmp_path / "value.toml").read_text().splitlines()[0]


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("train") / "games.jsonl"
    plan = Plan(a="greedy", b="random", scenarios=("gd/slice",), games=10, seed=5)
    with closing(opened(path, heading_of(plan))) as book:
        match(plan, book)
    return path


def test_positions_of_kept_games_become_numbers(games: Path) -> None:
    samples = collected(PLACE, [games], 2.5, 1, lambda: None)
    assert samples.names == ("lead", "early") and samples.keys == ("gd/slice",)
    assert samples.played == 10 and len(samples.worth) > 200
    assert 0.0 <= samples.progress.min() < samples.progress.max() <= 1.0
    assert set(np.round(samples.worth, 6)) - {0.5}, "games were won and lost"


def test_the_command_fits_a_value_and_says_how_good_it_is(
    games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "value.toml"
    assert cli.main(["train", PLACE, str(games), "--workers", "1", "--to", str(target)]) == 0
    assert "games left out: 2" in capsys.readouterr().out
    found = read(target)
    assert found.weights["lead"][1] > 0 and set(found.bias) == {"gd/slice"}
    assert cli.main(["train", PLACE, str(games), "--workers", "1", "--from", str(target), "--pull", "1e6"]) == 0
    assert "lead" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["balka.bots.greedy:GreedyBot", "games"], "nothing with a method features"),
        (["no_such_judge:X", "games"], "there is no module no_such_judge"),
        ([PLACE, "nothing.jsonl"], "there is no file nothing.jsonl"),
        ([PLACE, "games", "--pull", "0"], "pull and scale are above 0"),
        ([PLACE, "games", "--from", "nothing.toml"], "nothing.toml cannot be read"),
        ([PLACE, "games", "--leave-out", "gd/slice"], "every game is left out"),
    ],
)
def test_bad_input_gets_a_clear_sentence(
    words: list[str], said: str, games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    named = [str(games) if word == "games" else word for word in words]
    assert cli.main(["train", *named, "--workers", "1"]) == 2
    assert said in capsys.readouterr().err


def test_games_without_positions_teach_nothing() -> None:
    with pytest.raises(BalkaError, match="no position to learn from"):
        joined([])


def test_a_judge_in_the_working_folder_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "judge_beside_me.py").write_text(
        "class Judge:\n    def features(self, state, side):\n        return {}\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [path for path in sys.path if path])
    assert featured("judge_beside_me:Judge").features(None, "german") == {}  # type: ignore[arg-type]


def test_a_judge_is_found_by_its_place() -> None:
    assert featured(PLACE).features.__name__ == "features"
