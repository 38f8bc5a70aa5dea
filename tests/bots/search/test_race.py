"""The search knows no game: here it plays a toy with a Mind of a few lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

import pytest
from msgspec import structs
from tests.toy.ford import GAME as FORD
from tests.toy.rules import MIST
from tests.toy.words import GUARD, SMUGGLER

from balka.bots.search import race
from balka.bots.search.ahead import Ahead, PlayedOn, banded
from balka.bots.search.mind import Candidate
from balka.bots.search.race import Belief, Effort, Found, best, by_score, noise, ranked, scores
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

    def burden(self, view: State) -> float:
        return 1.0

    def part(self, state: State) -> int:
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
    assert len(found[0].rests) >= len(found[-1].rests) >= 1
    tried = sum(len(one.rests) for one in found)
    assert tried <= steps + len(found), "every try costs a step at least, and only the last world is finished"


class Burdened(Plain):
    """In a game so large that an answer costs four times the usual."""

    def burden(self, view: State) -> float:
        return 4.0


def test_in_a_large_game_fewer_answers_are_given_as_each_costs_more() -> None:
    view, seat = a_choice()
    effort = Effort(steps=80, worlds=400, width=3, turns=1)
    usual, large = (
        sum(len(one.rests) for one in ranked(view, seat, Random(2), mind, effort)) for mind in (Plain(), Burdened())
    )
    assert large < usual / 2
    quarter = Effort(steps=20, worlds=400, width=3, turns=1)
    assert ranked(view, seat, Random(2), Burdened(), effort) == ranked(view, seat, Random(2), Plain(), quarter)


def test_what_is_clear_at_first_sight_is_not_looked_into() -> None:
    view, seat = a_choice()
    found = ranked(view, seat, Random(2), Sure(), EFFORT)
    assert not found[0].rests and found[0].candidate.worth == 5.0


def test_steps_are_counted_and_worlds_are_left_as_they_were() -> None:
    view, seat = a_choice()
    world = view.setting.system.sample(view, Random(1))
    before, ahead = world.hash, Ahead(Plain(), view.setting.forces[view.ask_of(seat).force])
    ahead.played_on(world, next(iter(view.choices((), seat))), seat, Random(1), 2)
    assert ahead.steps >= 3 and world.hash == before


def test_bands_have_the_whole_chance_between_them() -> None:
    state, rng = FORD.start("crossing"), Random(2)
    while state.asks[0].seat != CHANCE:
        state = state.apply(Plain().reply(state, state.asks[0].seat, rng), state.asks[0].seat).state
    bands = banded(state, Random(1))
    assert sum(share for _, share in bands) == pytest.approx(1.0)
    assert all(outcome in [listed for listed, _ in state.odds()] for outcome, _ in bands)


class Nightly(Plain):
    """Nights are the parts of the game; keeps what was replied to."""

    def __init__(self) -> None:
        self.replied: list[State] = []

    def reply(self, world: State, seat: str, rng: Rng) -> Choice:
        self.replied.append(world)
        return super().reply(world, seat, rng)

    def part(self, state: State) -> int:
        return state.turn


@pytest.mark.parametrize("turns", [0, 1, 2])
def test_a_choice_is_played_on_for_so_many_rests(turns: int) -> None:
    view, seat = a_choice()
    mind, world = Nightly(), view.setting.system.sample(view, Random(1))
    Ahead(mind, view.setting.forces[seat]).played_on(world, next(iter(view.choices((), seat))), seat, Random(1), turns)
    assert len(mind.replied) == turns


def test_nobody_plays_on_beyond_a_part_of_the_game() -> None:
    view, seat = a_choice()
    world = view.setting.system.sample(view, Random(1))
    for choice in view.choices((), seat):
        mind = Nightly()
        Ahead(mind, view.setting.forces[seat]).played_on(world, choice, seat, Random(1), 50)
        assert {state.turn for state in mind.replied} == {world.turn}


def test_a_choice_that_ends_a_part_of_the_game_is_not_played_on() -> None:
    ending = [found for seed in range(40) for found in ends_of_nights(seed)]
    assert ending, "nights end"
    for state, choice, seat in ending:
        mind, side = Nightly(), state.setting.forces[seat]
        found = Ahead(mind, side).played_on(state, choice, seat, Random(1), 9)
        assert found == (mind.value(state.apply(choice, seat).state, side), 0.0)
        assert not mind.replied


def ends_of_nights(seed: int) -> Iterator[tuple[State, Choice, str]]:
    """The choices of a game of the toy after which, whatever is rolled, the next rest is in another night."""
    state, rng = FORD.start("crossing"), Random(seed)
    while not state.over:
        seat = state.asks[0].seat
        answer = draw(state, rng) if seat == CHANCE else Plain().reply(state, seat, rng)
        after = state.apply(answer, seat).state
        if isinstance(answer, Choice) and not after.over and after.turn > state.turn and after.asks[0].seat != CHANCE:
            yield state, answer, seat
        state = after


def found(rest: float, *changes: float, worth: float = 0.0) -> Found:
    view, seat = a_choice()
    choice = Candidate(next(iter(view.choices((), seat))), worth)
    return Found(candidate=choice, worth=worth, rests=[rest], changes=list(changes))


def test_playing_on_that_always_says_the_same_is_believed() -> None:
    steady = [found(0.5, 0.2, 0.2, 0.2, 0.2), found(0.6, -0.2, -0.2, -0.2, -0.2)]
    assert by_score(steady, Effort(1, 4, turns=3)) == steady


def test_playing_on_that_says_anything_is_not_believed_and_what_was_seen_before_stands() -> None:
    lucky = [found(0.5, 0.9, -0.4, -0.3, 0.2), found(0.6, -0.4, 0.5, 0.3, -0.4)]
    assert by_score(lucky, Effort(1, 4, turns=3)) == lucky[::-1]
    assert noise(lucky, Belief()) > 0.1


def test_the_same_luck_for_all_in_a_world_is_no_noise() -> None:
    alike = [found(0.5, 0.9, -0.4, 0.1), found(0.5, 0.8, -0.5, 0.0)]
    assert noise(alike, Belief()) < 0.001


def test_of_a_single_world_as_much_is_believed_as_its_usual_noise_allows() -> None:
    once = [found(0.5, 0.03, worth=0.0), found(0.5, -0.03, worth=1.0)]
    assert by_score(once, Effort(1, 4, turns=3, belief=Belief(noise=0.02))) == once
    assert by_score(once, Effort(1, 4, turns=3, belief=Belief(noise=0.2))) == once[::-1]


def test_only_the_best_by_the_next_rest_are_played_on_and_none_of_them_drops_out_after_one_world() -> None:
    view, seat = a_choice()
    found = ranked(view, seat, Random(2), Plain(), Effort(steps=1, worlds=9, width=8, played=2, turns=1))
    assert [len(each.changes) for each in found] == [1, 1, *[0] * (len(found) - 2)] and len(found) > 2
    assert all(each.rests for each in found)
    assert min(each.rests[0] for each in found[:2]) >= max(each.rests[0] for each in found[2:])


def test_the_next_rest_is_known_from_every_world() -> None:
    view, seat = a_choice()
    found = ranked(view, seat, Random(2), Plain(), Effort(steps=9000, worlds=5, width=8, played=2, turns=1))
    assert len(found[0].changes) == 5 and len(found[0].rests) == 6


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
    played = [Ahead(Gunner(), GUARD).played_on(state, shot, GUARD, Random(seed), 1) for seed in range(20)]
    said = {round(each.change, 9) for each in played}
    assert len(said) == 1, "whether it hits or misses, the shot was worth the same"
    assert 0 < said.pop() < 1


@pytest.mark.parametrize("side", [GUARD, SMUGGLER])
def test_whoever_replies_with_a_glance_takes_what_is_best_for_himself(side: str) -> None:
    state, shot = a_shot()
    quick = Ahead(Gunner(), side).played_on(state, shot, GUARD, Random(1), 1).change
    glanced = Ahead(Gunner(), side, glance=2).played_on(state, shot, GUARD, Random(1), 1).change
    assert abs(glanced) < abs(quick), "in Mist the cart is hit more seldom"
    assert (glanced > 0) == (side == GUARD)


def test_what_is_clear_at_first_sight_is_replied_without_a_glance() -> None:
    state, shot = a_shot()
    sure, open_minded = Ahead(SureGunner(), GUARD, glance=2), Ahead(Gunner(), GUARD, glance=2)
    quick = Ahead(Gunner(), GUARD)
    assert sure.played_on(state, shot, GUARD, Random(1), 1) == quick.played_on(state, shot, GUARD, Random(1), 1)
    open_minded.played_on(state, shot, GUARD, Random(1), 1)
    assert sure.steps < open_minded.steps


class SureGunner(Gunner):
    """Certain at first sight that no card should be played."""

    def prior(self, view: State, seat: str, most: int) -> Sequence[Candidate]:
        *others, last = super().prior(view, seat, most)
        return [Candidate(last.choice, 5.0), *others]


@pytest.mark.parametrize("turns", [0, 2])
def test_all_candidates_are_tried_in_the_same_worlds_with_the_same_dice(
    monkeypatch: pytest.MonkeyPatch, turns: int
) -> None:
    tried: list[tuple[str, float]] = []

    class Listening(Ahead):
        def worth(self, world: State, choice: Choice, seat: str, dice: Random) -> float:
            tried.append((str(world.to_json()), dice.random()))
            return 0.0

        def played_on(
            self, world: State, choice: Choice, seat: str, dice: Random, turns: int, *, quick: bool = False
        ) -> PlayedOn:
            return PlayedOn(self.worth(world, choice, seat, dice), 0.0)

    monkeypatch.setattr(race, "Ahead", Listening)
    view, seat = a_choice()
    many = len(Plain().prior(view, seat, 3))
    ranked(view, seat, Random(1), Plain(), Effort(steps=200, worlds=2, width=3, played=3, turns=turns))
    rounds = [set(tried[at : at + many]) for at in range(0, len(tried), many)]
    assert many > 2 and all(len(once) == 1 for once in rounds[:2])
    assert rounds[0] != rounds[1], "the next world has dice of its own"


def test_who_mixes_plays_every_second_world_on_by_quick_replies(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[bool] = []

    class Listening(Ahead):
        def played_on(
            self, world: State, choice: Choice, seat: str, dice: Random, turns: int, *, quick: bool = False
        ) -> PlayedOn:
            said.append(quick)
            return PlayedOn(0.0, 0.0)

    monkeypatch.setattr(race, "Ahead", Listening)
    view, seat = a_choice()
    effort = Effort(steps=200, worlds=4, width=2, played=2, turns=1, glance=2, mixed=True)
    ranked(view, seat, Random(1), Plain(), effort)
    assert said == [True, True, False, False] * 2, "all candidates alike in a world"
    said.clear()
    ranked(view, seat, Random(1), Plain(), structs.replace(effort, mixed=False))
    assert said == [False] * 8


def test_a_quick_reply_is_given_without_a_glance() -> None:
    state, shot = a_shot()
    quick, glanced = Ahead(Gunner(), GUARD), Ahead(Gunner(), GUARD, glance=2)
    assert glanced.played_on(state, shot, GUARD, Random(1), 1, quick=True) == quick.played_on(
        state, shot, GUARD, Random(1), 1
    )
    assert glanced.steps == quick.steps


BELIEF = Belief(value=0.5, first_sight=0.1, spread=0.1, noise=0.1)


def candidate(rest: float, *changes: float, worth: float = 0.0) -> Found:
    view, seat = a_choice()
    choice = Plain().prior(view, seat, 1)[0].choice
    rests = [rest] * max(1, len(changes))
    return Found(candidate=Candidate(choice, worth), worth=worth, rests=rests, changes=list(changes))


def test_who_is_not_played_on_is_believed_by_the_next_rest_and_first_sight() -> None:
    racing = [candidate(0.2), candidate(0.0, worth=2.0)]
    assert scores(racing, BELIEF) == pytest.approx([-0.05, 0.05])


def test_what_one_world_shows_is_believed_by_half_where_it_is_as_noisy_as_candidates_differ() -> None:
    racing = [candidate(0.2, -0.3), candidate(0.0, 0.1)]
    assert scores(racing, BELIEF) == pytest.approx([-0.025, 0.025])


def test_worlds_that_agree_are_believed_more_than_worlds_that_do_not() -> None:
    agreeing = scores([candidate(0.2, -0.3, -0.3, -0.3), candidate(0.0, 0.1, 0.1, 0.1)], BELIEF)
    others = scores([candidate(0.2, -1.3, -0.3, 0.7), candidate(0.0, 1.1, 0.1, -0.9)], BELIEF)
    assert agreeing[0] == pytest.approx(-0.1, abs=0.002) and agreeing[0] < others[0]


def test_however_many_worlds_agree_they_are_believed_only_as_far_as_replies_play_like_people() -> None:
    biased = structs.replace(BELIEF, bias=0.1)
    agreeing = [candidate(0.2, *[-0.3] * 30), candidate(0.0, *[0.1] * 30)]
    assert scores(agreeing, BELIEF) == pytest.approx([-0.1, 0.1], abs=0.001)
    assert scores(agreeing, biased) == pytest.approx([-0.025, 0.025], abs=0.001), "half of each"


def test_the_change_on_the_way_is_counted_from_where_each_turn_began() -> None:
    view, seat = a_choice()
    world = view.setting.system.sample(view, Random(1))
    side = view.setting.forces[view.ask_of(seat).force]

    class Steady(Plain):
        def value(self, state: State, side: str) -> float:
            return 0.7

    choice = Plain().prior(view, seat, 1)[0].choice
    played = Ahead(Steady(), side).played_on(world, choice, seat, Random(1), 4)
    assert played == pytest.approx((0.7, 0.0))


def test_of_two_worlds_the_noise_of_their_mean_counts() -> None:
    racing = [candidate(0.2, -0.3, -0.1), candidate(0.0, 0.1, -0.1)]
    trust = 0.1**2 / (0.1**2 + noise(racing, BELIEF) / 2)
    assert noise(racing, BELIEF) == pytest.approx(0.0401)
    assert scores(racing, BELIEF) == pytest.approx([0.05 * (1 - trust), -0.05 * (1 - trust)])
