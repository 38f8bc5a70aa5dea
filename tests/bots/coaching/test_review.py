"""A game looked back on: the chance of winning at every picture, and whose doing each change was."""

from __future__ import annotations

import random

import pytest

import balka
from balka.bots.coaching import review
from balka.bots.coaching.review import LUCK, NOBODY, Given, Review
from balka.bots.heroes.coach import coach
from balka.core.frames import CHANCE
from balka.server.coach_answers import Judgement
from balka.server.coaching import answers_of, judgement
from balka.table.dice import SeededDice
from balka.table.history import Replay, whole
from balka.table.table import Table

BOTS = {"german": "greedy-1", "soviet": "recruit"}


@pytest.fixture(scope="module")
def played() -> tuple[Table, Replay]:
    game, scenario = balka.scenario("atb/partisans")
    table = Table(game.start(scenario.key), BOTS, dice=SeededDice(4), rng=random.Random(5))
    table.run()
    return table, whole(table.start, table.play.all_answers)


@pytest.fixture(scope="module")
def judged(played: tuple[Table, Replay]) -> Judgement:
    return judgement(*played)


@pytest.fixture(scope="module")
def first_answers(played: tuple[Table, Replay]) -> list[Given]:
    return list(answers_of(*played))[:40]


@pytest.fixture(scope="module")
def found(first_answers: list[Given]) -> Review:
    return review.review(first_answers, coach, 1)


class TestAWholeGame:
    def test_the_chance_begins_between_and_ends_where_the_game_did(
        self, played: tuple[Table, Replay], judged: Judgement
    ):
        verdict = played[0].verdict()
        assert verdict is not None
        assert 0.05 < judged.chances[0].chance < 0.95
        assert judged.chances[-1].chance == float(verdict.winner == judged.side)

    def test_all_accounts_add_up_to_the_whole_way(self, judged: Judgement):
        way = judged.chances[-1].chance - judged.chances[0].chance
        assert set(judged.sums) <= {"german", "soviet", LUCK, NOBODY}
        assert sum(judged.sums.values()) == pytest.approx(way, abs=1e-3)

    def test_nobodys_own_choices_help_him_beyond_the_best(self, judged: Judgement):
        """What a side chose on its Turns counts against it as far as it fell short; answers may go either way."""
        assert judged.sums["german"] < 0.3 and judged.sums["soviet"] > -0.3

    def test_turning_points_are_large_told_and_in_order(self, judged: Judgement):
        steps = [moment.step for moment in judged.moments]
        assert steps == sorted(steps) and len(steps) <= 3
        assert all(abs(moment.amount) >= 0.04 and moment.text and moment.who != NOBODY for moment in judged.moments)

    def test_a_mistake_is_large_and_certain_and_says_what_was_better(self, judged: Judgement):
        for mistake in judged.mistakes:
            assert mistake.loss > 0.05 and mistake.loss > 2 * mistake.error
            assert mistake.played != mistake.better and mistake.side in BOTS


class TestTheFirstAnswers:
    def test_dice_are_luck_and_choices_are_a_sides(self, first_answers: list[Given], found: Review):
        said = {each.step: each.seat for each in first_answers}
        assert {change.who == LUCK for change in found.changes if said[change.step] == CHANCE} == {True}
        assert {change.who == LUCK for change in found.changes if said[change.step] != CHANCE} == {False}

    def test_it_is_judged_the_same_every_time(self, first_answers: list[Given], found: Review):
        assert review.review(first_answers, coach, 1) == found
