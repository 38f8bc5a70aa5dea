"""Learning by playing: games of a learner in numbers, returns that lean on the value, and a file after every batch."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

from balka.bots.heroes.features import NAMES
from balka.bots.heroes.learner import SIGNS, HeroesLearner
from balka.cli.main import main
from balka.core.errors import BalkaError
from balka.lab.train import keeping, playing
from balka.lab.train.fitting import Values
from balka.lab.train.playing import Lessons
from balka.lab.train.samples import Samples

PLACE = "balka.bots.heroes.learner:HeroesLearner"
LESSONS = Lessons(("sos/farm",), 2, "t", batch=1)


def samples(worths: list[float], games: list[int]) -> Samples:
    count = len(worths)
    return Samples(
        ("a",), ("k",), np.zeros((count, 1)), np.zeros(count), np.array(worths), np.array(games), np.zeros(count, int)
    )  # fmt: skip


def test_a_return_is_the_result_at_the_end_and_leans_on_the_value_before() -> None:
    found = playing.returns(samples([1.0, 1.0, 1.0, 0.0], [0, 0, 0, 1]), np.array([0.2, 0.4, 0.6, 0.5]), 0.5)
    assert found.tolist() == pytest.approx([0.6, 0.8, 1.0, 0.0])


def test_without_fading_every_position_is_worth_its_result() -> None:
    found = playing.returns(samples([0.3, 0.3], [0, 0]), np.array([0.9, 0.1]), 1.0)
    assert found.tolist() == [0.3, 0.3]


def test_a_game_is_put_into_numbers_and_can_be_played_again() -> None:
    games = [playing.played(HeroesLearner(temperature=0.01), LESSONS, 0, Random(3)) for _ in range(2)]
    assert games[0] == games[1]
    assert games[0].names == NAMES and len(games[0].rows) == len(games[0].progress) > 20
    assert 0 <= games[0].worth <= 1 and games[0].progress == sorted(games[0].progress)


def test_what_is_learned_keeps_to_signs_that_make_sense() -> None:
    told: list[int] = []
    found = playing.learned(PLACE, Values(), LESSONS, lambda done, _: told.append(done))
    assert told == [1, 2]
    assert set(found.weights) == set(NAMES) and set(found.bias) == {"sos/farm"}
    assert all(
        pair[0] * SIGNS[name] >= 0 and pair[1] * SIGNS[name] >= 0
        for name, pair in found.weights.items()
        if name in SIGNS
    )
    assert any(pair != (0.0, 0.0) for pair in found.weights.values())


def test_the_command_writes_what_it_knows(tmp_path: Path) -> None:
    file = tmp_path / "value.toml"
    words = ["train", PLACE, "--play", "1", "--scenarios", "sos/farm", "--seed", "t", "--to", str(file)]
    assert main(words) == 0
    assert set(keeping.read(file).weights) == set(NAMES)
    assert "--play 1 --scenarios sos/farm --seed t" in file.read_text()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["train", PLACE], "what is learned from"),
        (["train", PLACE, "--play", "3"], "--play needs to know what to play"),
        (["train", PLACE, "x.jsonl", "--play", "3", "--scenarios", "sos/farm"], "what is learned from"),
        (["train", "balka.bots.heroes.mind:HeroesMind", "--play", "1", "--scenarios", "sos/farm"], "is no learner"),
    ],
)
def test_what_cannot_be_learned_is_told(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert said in capsys.readouterr().err


def test_a_bot_that_is_no_learner_is_refused() -> None:
    with pytest.raises(BalkaError, match="is no learner"):
        playing.learner_at("regular")
