"""The search knows no game: here it plays a toy with a Mind of a few lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import pytest
from tests.toy.ford import GAME as FORD
from tests.toy.rules import MIST
from tests.toy.words import GUARD, SMUGGLER

from balka.bots.search.ahead import Ahead, banded
from balka.bots.search.mind import Candidate
from balka.bots.search.race import Effort, Found, best, by_score, noise, ranked
from balka.core.chance import draw
from balka.core.choices import Choice
from balka.core.dice import Rng
from balka.core.drawing import drawn
from balka.core.frames import CHANCE
from balka.core.state import State


class Plain:
    """All choices alike at first sight, any reply, and a value that likes points."""

    def prior(self, view: State, seat: str, most: int) -> Sequence[Candidate]:
        return [Candidate(choice, 0.0) for choice in view.choices((), seat)][:most]

    def glance(self, view: State, seat: str, most: int, rng: Rng) -> Sequence[Candidate]:
        return self.prior(view, seat, most)

    def reply(self, world: State, seat: str, rng: Rng) -> Choice:
        return drawn(world.view(seat), seat, rng.randrange)

    def features(self, state: State, side: str) -> Mapping[str, float]:
        return {"points": state.score()[side]}

    def value(self, state: State, side: str) -> float:
        return self.features(state, side)["points"]

    def rests(self, state: State) -> bool:
        return not state.over and state.asks[0].seat != CHANCE

    def stretch(self, state: State) -> int:
        return 0


class Sure(Plain):
    """Certain at first sight that the last choice is the best."""

    def prior(self, view: State, seat: str, most: int) -> Sequence[Candidate]:
        *others, last = super().prior(view, seat, most)
        return [Candidate(last.choice, 5.0), *others]


class Liking(Plain):
    """Values what was said last, and nothing else."""

    def __init__(self, liked: str) -> None:
        self.liked = liked

    def value(self, state: State, side: str) -> float:
        return float(self.liked in str(state.to_json()))


EFFORT = Effort(steps=200, worlds=6, width=8)


def a_choice() -> tuple[State, str]:
    """A moment of the toy at which somebody has several things to say."""
    state, rng = FORD.start("crossing"), Random(3)
    while True:
        seat = state.asks[0].seat
        if seat != CHANCE and len(list(state.choices((), seat))) > 2:
            return state.view(seat), seat
        state = state.apply(Plain().reply(state, seat, rng), seat).state


def test_the_same_numbers_give_the_same_choice() -> None:
    view, seat = a_choice()
    assert best(view, seat, Random(5), Plain(), EFFORT) == best(view, seat, Random(5), Plain(), EFFORT)


def test_the_choice_is_one_of_the_list() -> None:
    view, seat = a_choice()
    assert best(view, seat, Random(1), Plain(), EFFORT) in list(view.choices((), seat))


@pytest.mark.parametrize("steps", [10, 60, 400])
def test_more_steps_try_candidates_more_often_and_the_worse_ones_less(steps: int) -> None:
    view, seat = a_choice()
    found = ranked(view, seat, Random(2), Plain(), Effort(steps=steps, worlds=40, width=8, turns=1))
    assert found[0].times >= found[-1].times >= 1
    tried = sum(one.times for one in found)
    assert tried <= steps + len(found), "every try costs a step at least, and only the last world is finished"


def test_what_is_clear_at_first_sight_is_not_looked_into() -> None:
    view, seat = a_choice()
    found = ranked(view, seat, Random(2), Sure(), EFFORT)
    assert found[0].times == 0 and found[0].candidate.worth == 5.0


def test_steps_are_counted_and_worlds_are_left_as_they_were() -> None:
    view, seat = a_choice()
    world = view.setting.system.sample(view, Random(1))
    before, ahead = world.hash, Ahead(Plain(), view.setting.forces[view.ask_of(seat).force])
    ahead.change(world, next(iter(view.choices((), seat))), seat, Random(1), 2)
    assert ahead.steps >= 3 and world.hash == before


def test_bands_have_the_whole_chance_between_them() -> None:
    state, rng = FORD.start("crossing"), Random(2)
    while state.asks[0].seat != CHANCE:
        state = state.apply(Plain().reply(state, state.asks[0].seat, rng), state.asks[0].seat).state
    bands = banded(state, Random(1))
    assert sum(share for _, share in bands) == pytest.approx(1.0)
    assert all(outcome in [listed for listed, _ in state.odds()] for outcome, _ in bands)


class Counting(Plain):
    """Values how many replies have been given since the world was made; each part of the game lasts for three."""

    def __init__(self, part: int = 3) -> None:
        self.replies, self.part = 0, part

    def reply(self, world: State, seat: str, rng: Rng) -> Choice:
        self.replies += 1
        return super().reply(world, seat, rng)

    def value(self, state: State, side: str) -> float:
        return float(self.replies)

    def stretch(self, state: State) -> int:
        return self.replies // self.part


@pytest.mark.parametrize(("turns", "part", "replies"), [(0, 9, 0), (2, 9, 2), (2, 1, 1), (9, 3, 3)])
def test_a_choice_is_played_on_for_so_many_rests_and_not_beyond_its_part_of_the_game(
    turns: int, part: int, replies: int
) -> None:
    view, seat = a_choice()
    mind, world = Counting(part), view.setting.system.sample(view, Random(1))
    ahead = Ahead(mind, view.setting.forces[view.ask_of(seat).force])
    assert ahead.change(world, next(iter(view.choices((), seat))), seat, Random(1), turns) == replies


def found(rest: float, *changes: float, worth: float = 0.0) -> Found:
    view, seat = a_choice()
    return Found(Candidate(next(iter(view.choices((), seat))), worth), [rest], list(changes))


def test_playing_on_that_always_says_the_same_is_believed() -> None:
    steady = [found(0.5, 0.2, 0.2, 0.2, 0.2), found(0.6, -0.2, -0.2, -0.2, -0.2)]
    assert by_score(steady, Effort(1, 4, turns=3)) == steady


def test_playing_on_that_says_anything_is_not_believed_and_what_was_seen_before_stands() -> None:
    lucky = [found(0.5, 0.9, -0.4, -0.3, 0.2), found(0.6, -0.4, 0.5, 0.3, -0.4)]
    assert by_score(lucky, Effort(1, 4, turns=3)) == lucky[::-1]
    assert noise(lucky) > 0.1


def test_the_same_luck_for_all_in_a_world_is_no_noise() -> None:
    alike = [found(0.5, 0.9, -0.4, 0.1), found(0.5, 0.8, -0.5, 0.0)]
    assert noise(alike) < 0.001


def test_of_a_single_world_first_sight_decides() -> None:
    once = [found(0.5, 0.03, worth=0.0), found(0.5, -0.03, worth=1.0)]
    assert by_score(once, Effort(1, 4, turns=3)) == once[::-1]


class Gunner(Plain):
    """Values hits on the cart, for the guard, and never plays a card."""

    def reply(self, world: State, seat: str, rng: Rng) -> Choice:
        return list(world.view(seat).choices((), seat))[-1]

    def value(self, state: State, side: str) -> float:
        return float(state.tracks.hits if side == GUARD else -state.tracks.hits)


def a_shot() -> tuple[State, Choice]:
    """A moment of the toy at which the guard may shoot and the smuggler has Mist to play against it."""
    for seed in range(200):
        state, rng = FORD.start("crossing"), Random(seed)
        while not state.over:
            seat = state.asks[0].seat
            shots = [choice for choice in state.choices((), seat) if choice.verb == "shoot"] if seat == GUARD else []
            if shots and MIST in state.hands[SMUGGLER].cards:
                return state, shots[0]
            answer = draw(state, rng) if seat == CHANCE else Plain().reply(state, seat, rng)
            state = state.apply(answer, seat).state
    raise AssertionError("nobody ever shoots")


def test_luck_is_left_out_of_what_playing_on_says() -> None:
    state, shot = a_shot()
    said = {round(Ahead(Gunner(), GUARD).change(state, shot, GUARD, Random(seed), 1), 9) for seed in range(20)}
    assert len(said) == 1, "whether it hits or misses, the shot was worth the same"
    assert 0 < said.pop() < 1


@pytest.mark.parametrize("side", [GUARD, SMUGGLER])
def test_whoever_replies_with_a_glance_takes_what_is_best_for_himself(side: str) -> None:
    state, shot = a_shot()
    quick = Ahead(Gunner(), side).change(state, shot, GUARD, Random(1), 1)
    glanced = Ahead(Gunner(), side, glance=2).change(state, shot, GUARD, Random(1), 1)
    assert abs(glanced) < abs(quick), "in Mist the cart is hit more seldom"
    assert (glanced > 0) == (side == GUARD)


def test_what_is_clear_at_first_sight_is_replied_without_a_glance() -> None:
    state, shot = a_shot()
    sure, open_minded = Ahead(SureGunner(), GUARD, glance=2), Ahead(Gunner(), GUARD, glance=2)
    quick = Ahead(Gunner(), GUARD)
    assert sure.change(state, shot, GUARD, Random(1), 1) == quick.change(state, shot, GUARD, Random(1), 1)
    open_minded.change(state, shot, GUARD, Random(1), 1)
    assert sure.steps < open_minded.steps


class SureGunner(Gunner):
    """Certain at first sight that no card should be played."""

    def prior(self, view: State, seat: str, most: int) -> Sequence[Candidate]:
        *others, last = super().prior(view, seat, most)
        return [Candidate(last.choice, 5.0), *others]
