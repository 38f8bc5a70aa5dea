"""Self-play: whole games, the same for the same seed, bots changing sides, faults reported and never lost."""

from __future__ import annotations

import json

import msgspec
import pytest
from tests.lab.test_audit import score_kept_with_the_position
from tests.toy import rules
from tests.toy.ford import GAME

import balka
from balka.cli import main as cli
from balka.cli.selfplay import table
from balka.core.errors import BalkaError
from balka.lab import selfplay as lab
from balka.lab.selfplay import Plan, Report, seat_bots, selfplay

TITLES = {"toy": GAME}
FIELDS = ["scenario", "games", "finished", "wins", "bot_wins", "choices", "seconds", "violations"]


def toy(**fields: object) -> Report:
    return selfplay(
        msgspec.convert({"scenario": "toy/crossing", "bots": ["random"], "games": 12, **fields}, Plan), titles=TITLES
    )


def without_time(report: Report) -> Report:
    return msgspec.structs.replace(report, seconds=0.0)


def test_all_games_finish_and_somebody_wins_each() -> None:
    report = toy(audit=True)
    assert (report.games, report.finished, report.violations) == (12, 12, [])
    assert sum(report.wins.values()) == 12
    assert report.bot_wins == {"random": 12}
    assert report.sound


def test_the_same_seed_plays_the_same_games() -> None:
    assert without_time(toy(seed=5)) == without_time(toy(seed=5))
    assert without_time(toy(seed=5)) != without_time(toy(seed=6))


def test_the_audit_changes_nothing_in_the_games() -> None:
    assert without_time(toy(audit=True, every=1)) == without_time(toy())


def test_every_step_can_be_compared_with_a_state_that_remembers_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert without_time(toy(audit=True, every=0, bare=1)) == without_time(toy())
    score_kept_with_the_position(monkeypatch)
    assert not toy(audit=True, every=0).violations
    assert any("hangs on what is remembered" in problem for problem in toy(audit=True, every=0, bare=1).violations)


def test_bots_change_sides_every_game() -> None:
    plan = Plan(scenario="toy/crossing", bots=("greedy", "random"))
    setting = GAME.start("crossing").setting
    assert seat_bots(plan, setting, 0) == {"guard": "greedy", "smuggler": "random"}
    assert seat_bots(plan, setting, 1) == {"guard": "random", "smuggler": "greedy"}


def test_options_reach_the_game() -> None:
    assert toy(options={"nights": "2"}).choices < toy().choices


def test_only_answers_with_an_alternative_are_counted() -> None:
    """Each plan of the guard is made of two real answers and a forced `ready`, the smuggler's of one and `ready`."""
    report = toy(games=1)
    assert report.choices < 40


def test_a_broken_rule_is_a_violation_and_the_game_unfinished(monkeypatch: pytest.MonkeyPatch) -> None:
    def answer(self: object, work: object, choice: object) -> None:
        raise KeyError("lost")

    monkeypatch.setattr(rules.March, "answer", answer)
    report = toy(games=2)
    assert report.finished == 0
    assert not report.sound
    assert all("broke down: KeyError: 'lost'" in problem for problem in report.violations)
    assert report.violations[0].startswith("toy/crossing seed 1 game 0, step ")


def test_a_game_without_end_is_unfinished(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab, "MOST_STEPS", 5)
    assert toy(games=1).finished == 0


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"bots": ["clever"]}, "there is no bot 'clever'"),
        ({"bots": ["random"] * 3}, "3 bots for 2 sides"),
        ({"games": 0}, "at least 1"),
        ({"options": {"nights": "9"}}, "no options of the Ford"),
        ({"scenario": "xx/courier"}, "there is no game 'xx'"),
        ({"scenario": "courier"}, "names no scenario"),
    ],
)
def test_what_cannot_be_played_is_refused(fields: dict[str, object], words: str) -> None:
    with pytest.raises(BalkaError, match=words):
        toy(**fields)


# -- the command


@pytest.fixture
def shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy game under a key of its own, for the command line."""
    monkeypatch.setitem(balka.GAMES, "toy", "tests.toy.ford:GAME")


@pytest.mark.usefixtures("shipped")
def test_the_command_prints_exactly_the_fields_of_the_report(capsys: pytest.CaptureFixture[str]) -> None:
    words = "selfplay toy/crossing --bots random,random --games 4 --seed 3 --audit --json --options nights=2"
    assert cli.main(words.split()) == 0
    printed = capsys.readouterr()
    wire = json.loads(printed.out)
    assert list(wire) == FIELDS
    assert (wire["scenario"], wire["games"], wire["finished"]) == ("toy/crossing", 4, 4)
    assert printed.err == ""


@pytest.mark.usefixtures("shipped")
def test_two_workers_play_what_one_plays(capsys: pytest.CaptureFixture[str]) -> None:
    reports = []
    for workers in "12":
        assert cli.main(f"selfplay toy/crossing --games 6 --json --workers {workers}".split()) == 0
        reports.append({**json.loads(capsys.readouterr().out), "seconds": 0})
    assert reports[0] == reports[1]


@pytest.mark.usefixtures("shipped")
def test_the_command_fails_when_a_violation_was_found(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules.Escape, "grow", lambda self, state, path, seat: [])
    assert cli.main(["selfplay", "toy/crossing", "--games", "20", "--audit"]) == 1
    assert "smuggler is asked and has no answer" in capsys.readouterr().out


@pytest.mark.usefixtures("shipped")
@pytest.mark.parametrize(
    "words",
    [
        "selfplay nowhere",
        "selfplay toy/lake",
        "selfplay toy/crossing --options nights",
        "selfplay toy/crossing --bots x",
    ],
)
def test_bad_arguments_are_the_users_mistake(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(words.split()) == 2
    assert capsys.readouterr().err.startswith("balka: ")


def test_the_table_shows_the_first_violations_and_counts_the_rest() -> None:
    report = Report("toy/crossing", 2, 1, {"a": 1}, {"random": 1}, 10, 2.0, [f"fault {n}" for n in range(25)])
    text = table(report)
    assert "games" in text
    assert "2, finished 1" in text
    assert "fault 19" in text
    assert "and 5 more" in text
    assert "fault 20" not in text
