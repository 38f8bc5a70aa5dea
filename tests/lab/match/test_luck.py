"""Luck left out of a match: by chance it comes to nought, it is the other side's with the other sign."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import pytest
from msgspec import structs

from balka.bots.heroes.mind import HeroesMind
from balka.bots.search.ahead import bands_of
from balka.cli import main as cli
from balka.core.frames import CHANCE
from balka.core.state import State
from balka.lab.match.figures import mean_of
from balka.lab.match.games import Job, Result, Terms, begin, play
from balka.lab.match.luck import luck_of
from balka.lab.match.plan import Plan, jobs
from balka.lab.match.report import report_of

JOB = Job(a="greedy", b="greedy", scenario="atb/partisans", seed="4/1", side="german")


class AtOnce(HeroesMind):
    """Values a position where it stands."""

    def rests(self, state: State) -> bool:
        return True


def checks(most: int) -> Iterator[State]:
    """Positions of a game in which the result of a check is waited for."""
    run = begin(JOB, Terms())
    while most:
        if run.state.asks[0].seat == CHANCE and len(bands_of(run.state)) > 1:
            yield run.state
            most -= 1
        run.through(steps=run.steps + 1)


def test_the_luck_of_a_check_comes_to_nought_by_its_chances() -> None:
    found = 0.0
    for before in checks(12):
        outcomes = [each for band in bands_of(before) for each in band]
        after = [before.apply(outcome, CHANCE).state for outcome, _ in outcomes]
        lucks = [
            luck_of(before, outcome, state, AtOnce(), "german", Random(3))
            for (outcome, _), state in zip(outcomes, after, strict=True)
        ]
        assert sum(chance for _, chance in outcomes) == pytest.approx(1)
        assert sum(chance * luck for (_, chance), luck in zip(outcomes, lucks, strict=True)) == pytest.approx(
            0, abs=1e-9
        )
        worth = [AtOnce().value(state, "german") for state in after]
        assert worth[lucks.index(max(lucks))] == max(worth), "lucky is what is better for the side"
        found = max(found, *lucks)
    assert found > 0.02, "some results are lucky"


class OnlyAtRest(HeroesMind):
    """Nobody knows what a position is worth in the middle of something."""

    def value(self, state: State, side: str) -> float:
        assert state.over or self.rests(state)
        return super().value(state, side)


def test_what_a_result_is_worth_is_seen_at_the_next_rest() -> None:
    for before in checks(6):
        after = [before.apply(band[0][0], CHANCE).state for band in bands_of(before)]
        assert not all(map(HeroesMind().rests, after)), "something follows a check"
        for band, state in zip(bands_of(before), after, strict=True):
            luck_of(before, band[0][0], state, OnlyAtRest(), "german", Random(3))


def test_what_one_side_has_of_the_dice_the_other_lacks_and_the_game_is_the_same() -> None:
    german = play(JOB, Terms(luck=True))
    soviet = play(structs.replace(JOB, side="soviet"), Terms(luck=True))
    assert german.luck and soviet.luck == pytest.approx(-german.luck, abs=1e-3)
    assert german == play(JOB, Terms(luck=True))
    assert structs.replace(german, luck=None) == play(JOB, Terms())


def test_the_share_without_luck_is_the_mean_of_what_is_left_of_each_pair() -> None:
    plan = Plan(a="greedy", b="random", scenarios=("atb/partisans",), games=6, terms=Terms(luck=True))
    winners, lucks = ["german", "german", "", "soviet", "german", ""], [0.25, -0.5, 0.125, 0.5, 0.25, -0.25]
    results = [
        Result(**structs.asdict(job), winner=winner, luck=luck)
        for job, winner, luck in zip(jobs(plan), winners, lucks, strict=True)
    ]
    report = report_of(plan, results)
    assert report.share == pytest.approx(4 / 6, abs=1e-4)  # won, lost, drawn, won, won, drawn
    left = [((1 - 0.25) + (0 + 0.5)) / 2, ((0.5 - 0.125) + (1 - 0.5)) / 2, ((1 - 0.25) + (0.5 + 0.25)) / 2]
    assert report.without_luck == mean_of(left), "the interval too is of pairs"
    assert report_of(plan, [structs.replace(each, luck=None) for each in results]).without_luck is None
    assert report_of(plan, results[:5]).without_luck == mean_of(left[:2]), "half a pair says nothing"


def test_the_command_tells_the_share_without_luck(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["match", "greedy", "random", "--scenarios", "atb/partisans", "--games", "2", "--workers", "1", "--luck"]
    assert cli.main([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["without_luck"]["games"] == 1
    assert cli.main(words) == 0
    assert "without luck " in capsys.readouterr().out


def test_where_nobody_values_positions_luck_cannot_be_told(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["match", "greedy", "random", "--scenarios", "sos/courier,gd/slice", "--games", "4", "--luck"]
    assert cli.main(words) == 2
    assert "what a position of gd/slice is worth" in capsys.readouterr().err
