"""A game looked back on: the chance of winning at every picture, and whose doing each change was."""

from __future__ import annotations

import random
from random import Random

import pytest

import balka
from balka.bots.coaching import review
from balka.bots.coaching.review import LUCK, NOBODY, Given, Review
from balka.bots.heroes.coach import coach
from balka.core.frames import CHANCE
from balka.server.coach_answers import Judgement
from balka.server.coaching import answers_of, judgement
from balka.server.telling import Telling, record_with
from balka.table.dice import SeededDice
from balka.table.history import Replay, whole
from balka.table.table import Table

BOTS = {"german": "greedy-1", "soviet": "recruit"}


def game_of(bots: dict[str, str], seed: int) -> tuple[Table, Replay]:
    game, scenario = balka.scenario("atb/partisans")
    table = Table(game.start(scenario.key), bots, dice=SeededDice(seed), rng=random.Random(5))
    table.run()
    return table, whole(table.start, table.play.all_answers)


@pytest.fixture(scope="module")
def played() -> tuple[Table, Replay]:
    return game_of(BOTS, 4)


@pytest.fixture(scope="module")
def judged(played: tuple[Table, Replay]) -> Judgement:
    return judgement(*played)


@pytest.fixture(scope="module")
def at_random() -> tuple[Table, Replay]:
    return game_of(dict.fromkeys(BOTS, "random"), 2)


@pytest.fixture(scope="module")
def told(at_random: tuple[Table, Replay]) -> Judgement:
    return judgement(*at_random)


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

    def test_only_dice_and_certain_mistakes_are_turning_points(self, judged: Judgement):
        wrong = {mistake.step for mistake in judged.mistakes}
        assert judged.moments and all(moment.who == LUCK or moment.step in wrong for moment in judged.moments)

    def test_a_turning_point_says_when_it_was_and_names_what_it_is_about(self, judged: Judgement):
        assert all("Round" in moment.label and moment.units for moment in judged.moments)

    def test_choices_and_the_run_of_play_are_known_within_an_error(self, judged: Judgement):
        assert set(judged.errors) == {*BOTS, NOBODY}, "what one side's choices are not, the run of play is"
        assert all(0 < error < 1 for error in judged.errors.values())

    def test_what_is_drawn_are_the_changes_that_can_be_seen(self, judged: Judgement):
        assert judged.changes and all(abs(change.amount) >= 0.005 for change in judged.changes)
        drawn = sum(change.amount for change in judged.changes)
        assert drawn == pytest.approx(sum(judged.sums.values()), abs=0.2)


class TestMistakes:
    """Of a game of two who choose at random."""

    def test_a_mistake_is_large_and_certain_and_says_what_was_better(self, told: Judgement):
        assert told.mistakes
        for mistake in told.mistakes:
            assert mistake.loss > 0.05 and mistake.loss > 2 * mistake.error > 0
            assert mistake.played.words != mistake.better.words and mistake.side in BOTS

    def test_the_same_is_not_told_twice(self, told: Judgement):
        better = [(mistake.side, mistake.choice) for mistake in told.mistakes]
        assert len(set(better)) == len(better) <= 3

    def test_the_better_choice_may_be_said_at_its_step(self, at_random: tuple[Table, Replay], told: Judgement):
        table, replay = at_random
        for mistake in told.mistakes:
            telling = Telling(table, table.play, replay)
            record = record_with(telling, replay.at(mistake.step), mistake.choice)
            assert f"{mistake.side}: {mistake.choice}" in record.splitlines()[-4:]

    def test_what_it_cost_stands_on_the_account_of_its_side(self, told: Judgement):
        by_step = {(change.step, change.who): change.amount for change in told.changes}
        for mistake in told.mistakes:
            sign = -1 if mistake.side == told.side else 1
            assert by_step[mistake.step, mistake.side] == pytest.approx(sign * mistake.loss, abs=1e-3)


class TestTheFirstAnswers:
    def test_of_what_a_choice_falls_short_counts_what_lasts(self, first_answers: list[Given]):
        """At the next rest it may be more: there it is half lost again."""
        turns = [each for each in first_answers if each.choice is not None and coach.rests(each.before)]
        found = [review._short(each, coach, Random(3)) for each in turns]
        lasting = coach.effort(turns[0].before).belief.value
        for each, short in zip(turns, found, strict=True):
            assert short is not None and 0 <= short.loss < lasting, each.step
        assert any(short.loss > 0 for short in found if short is not None)

    def test_an_answer_between_rests_is_no_choice_that_falls_short(self, first_answers: list[Given]):
        between = [each for each in first_answers if each.choice is None or not coach.rests(each.before)]
        assert between and all(review._short(each, coach, Random(3)) is None for each in between)

    def test_dice_are_luck_and_choices_are_a_sides(self, first_answers: list[Given], found: Review):
        said = {each.step: each.seat for each in first_answers}
        assert {change.who == LUCK for change in found.changes if said[change.step] == CHANCE} == {True}
        assert {change.who == LUCK for change in found.changes if said[change.step] != CHANCE} == {False}

    def test_it_is_judged_the_same_every_time(self, first_answers: list[Given], found: Review):
        assert review.review(first_answers, coach, 1) == found
