"""balka scenarios: what can be played, for people and for programs."""

from __future__ import annotations

import json

import pytest

import balka
from balka.cli import main as cli
from balka.core.errors import BalkaError


@pytest.fixture(autouse=True)
def only_the_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(balka, "GAMES", {"toy": "tests.toy.ford:GAME", "none": "tests.toy:GAME"})


def test_every_field_of_a_scenario_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["scenarios", "--json"]) == 0
    (one,) = json.loads(capsys.readouterr().out)
    assert one["key"] == "toy/crossing"
    assert one["title"] == "The Crossing"
    assert one["options"][0]["values"] == ["4", "2"]
    told = {"key", "title", "sides", "length", "teaches", "situation", "basis", "options", "turns", "chapters"}
    assert set(one) == told


def test_people_read_the_key_to_type(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["scenarios", "toy"]) == 0
    assert "toy/crossing  The Crossing" in capsys.readouterr().out


def test_an_unknown_game_names_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["scenarios", "chess"]) == 2
    assert "there is no game 'chess' (one of toy)" in capsys.readouterr().err


def test_a_title_without_a_game_is_left_out() -> None:
    assert [game.key for game in balka.all_games()] == ["toy"]
    with pytest.raises(BalkaError, match="there is no game 'none'"):
        balka.game("none")


def test_a_scenario_is_found_by_its_full_key() -> None:
    game, scenario = balka.scenario("toy/crossing")
    assert (game.key, scenario.key) == ("toy", "crossing")
    with pytest.raises(BalkaError, match=r"The Ford has no scenario 'lake' \(one of crossing"):
        balka.scenario("toy/lake")
