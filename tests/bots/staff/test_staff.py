"""The staff: plans come from the view alone, are kept for a day, cost a price to change, and can be told."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec import structs

import balka
from balka.bots.greedy import GreedyBot
from balka.bots.staff.bot import BoldBot, CarefulBot, RandomPostureBot, StaffBot, mind_for
from balka.bots.staff.minds import Candidate
from balka.bots.staff.story import Decision
from balka.bots.staff.trials import Board, Depth, Trial, preferred, race
from balka.core.chance import draw
from balka.core.forced import forced
from balka.core.frames import CHANCE
from balka.core.state import State
from balka.core.system import system_of
from balka.systems.famous_divisions import victory as gd
from balka.systems.wb95 import victory as kursk


def played(key: str, bots: dict[str, Any], choices: int = 10**6) -> State:
    """A game between bots by side, up to so many choices."""
    game, scenario = balka.scenario(key)
    state, dice, mind = game.start(scenario.key), Random(3), Random(4)
    while not state.over and choices:
        only, ask = forced(state), state.asks[0]
        if only is not None:
            state = state.apply(only[1], only[0].seat).state
        elif ask.seat == CHANCE:
            state = state.apply(draw(state, dice), CHANCE).state
        else:
            choices -= 1
            bot = bots[state.setting.forces[ask.force]]
            state = state.apply(bot.choose(state.view(ask.seat), ask.seat, mind), ask.seat).state
    return state


def first_day(key: str, side: str) -> State:
    """The view of a side when its first plan is due."""
    state = balka.scenario(key)[0].start(key.split("/")[1])
    mind, bot, rng = mind_for(state.setting.system), GreedyBot(), Random(1)
    while mind.span(state, side) is None or state.setting.forces.get(state.asks[0].force) != side:
        only, ask = forced(state), state.asks[0]
        if only is not None:
            state = state.apply(only[1], only[0].seat).state
        elif ask.seat == CHANCE:
            state = state.apply(draw(state, rng), CHANCE).state
        else:
            state = state.apply(bot.choose(state.view(ask.seat), ask.seat, rng), ask.seat).state
    return state.view(state.setting.seats_of_side(side)[0])


class Trying(StaffBot):
    """A staff that tries its plans in a few worlds."""

    depth = Depth()


def trial(name: str, *values: float) -> Trial:
    return Trial(Candidate(name, None, f"did {name}"), values)


@pytest.mark.parametrize(("key", "side"), [("kursk/slice", "german"), ("gd/slice", "soviet")])
def test_the_same_view_makes_the_same_plan_whatever_the_numbers_handed_in(key: str, side: str) -> None:
    view = first_day(key, side)
    seat = view.setting.seats_of_side(side)[0]
    bots = [Trying(), Trying()]
    for number, bot in enumerate(bots):
        bot.choose(view, seat, Random(number))
    assert bots[0].story == bots[1].story != []


def test_a_plan_is_kept_until_the_next_movement_phase() -> None:
    staff = Trying()
    end = played("kursk/slice", {"german": staff, "soviet": GreedyBot()})
    assert end.over and [decision.turn for decision in staff.story] == sorted({d.turn for d in staff.story})
    assert len(staff.story) == end.turn


def test_in_famous_divisions_a_posture_is_chosen_for_each_turn_and_by_the_elite_for_battalions() -> None:
    staff = StaffBot()
    played("gd/slice", {"soviet": staff, "german": GreedyBot()})
    turns = [decision.turn for decision in staff.story]
    assert turns == sorted(set(turns))
    view = first_day("gd/slice", "soviet")
    mind = mind_for(view.setting.system)
    chosen = mind.candidates(view, "soviet", None)[0]
    changes = [change for changes in mind.variants(view, "soviet", chosen) for change in changes]
    assert changes and all(change.name.startswith(f"{chosen.name}, ") for change in changes)


@pytest.mark.parametrize(
    ("key", "side", "bold", "careful"),
    [
        ("kursk/slice", "german", "storm", "probe"), ("kursk/slice", "soviet", "counter", "hold"),
        ("gd/slice", "soviet", "storm", "probe"), ("gd/slice", "german", "counter", "hold"),
    ],
)  # fmt: skip
def test_a_personality_is_one_posture_kept_for_good(key: str, side: str, bold: str, careful: str) -> None:
    view = first_day(key, side)
    mind = mind_for(view.setting.system)
    for wanted, player in ((bold, BoldBot()), (careful, CarefulBot())):
        assert player.planned(mind, view, side, None).name == wanted
        player.choose(view, view.setting.seats_of_side(side)[0], Random(1))
        assert player.story == []


def test_a_game_of_two_staffs_can_be_played_again() -> None:
    ends = [played("kursk/slice", {"german": Trying(), "soviet": Trying()}).hash for _ in range(2)]
    assert ends[0] == ends[1]


def test_a_staff_that_plays_game_after_game_plans_each_of_them() -> None:
    """The next game may lie in memory where the last one lay: it must not be taken for that one."""
    staff = StaffBot()
    for number in range(1, 5):
        staff.choose(first_day("gd/slice", "soviet"), "soviet", Random(1))
        assert len(staff.story) == number


def test_all_plans_are_tried_in_the_same_worlds_with_the_same_dice() -> None:
    view = first_day("kursk/slice", "german")
    mind = mind_for(view.setting.system)
    board = Board(mind, view, "german", Depth(worlds=2, more=0), "seed")
    usual = mind.candidates(view, "german", None)[0]
    again = Candidate("the same under another name", usual.plan, "")
    trials = race(board, [usual, again])
    assert trials[0].values == trials[1].values and len(trials[0].values) == 2


class Told(Board, frozen=True):
    """A board on which it is known what comes of each plan in each world."""

    values: dict[str, tuple[float, ...]]

    def tried(self, candidate: Candidate[Any], number: int) -> float:
        return self.values[candidate.name][number]


def raced(keep: str, **values: tuple[float, ...]) -> dict[str, int]:
    """In how many worlds each plan was tried, with one world for all and one more for the better ones."""
    mind, view = mind_for(system_of(balka.scenario("kursk/slice")[0])), first_day("kursk/slice", "german")
    board = Told(mind, view, "german", Depth(worlds=1, more=1), "seed", values)
    trials = race(board, [Candidate(name, None, "") for name in values], keep)
    return {one.candidate.name: len(one.values) for one in trials}


def test_the_better_half_and_the_plan_followed_so_far_are_tried_further() -> None:
    assert raced("d", a=(4, 0), b=(3, 0), c=(2, 0), d=(1, 0)) == {"a": 2, "b": 2, "c": 1, "d": 2}


def test_plans_that_come_to_the_same_are_tried_further_only_once_and_not_at_all_if_all_do() -> None:
    assert raced("b", a=(4, 0), b=(4, 1), c=(2, 0)) == {"a": 1, "b": 2, "c": 1}
    assert raced("b", a=(4, 0), b=(4, 1)) == {"a": 1, "b": 1}


def test_another_plan_must_promise_more_than_its_price() -> None:
    trials = [trial("storm", 3.0), trial("hold", 2.8)]
    assert preferred(trials, "hold", price=0.5).candidate.name == "hold"
    assert preferred(trials, "hold", price=0.1).candidate.name == "storm"
    assert preferred(trials, "", price=0.5).candidate.name == "storm"


def test_another_plan_must_promise_more_than_the_error_of_the_trials() -> None:
    surely, perhaps = trial("storm", 3.0, 3.2, 3.1), trial("storm", 9.0, 1.0, 0.0)
    hold = trial("hold", 2.0, 2.0, 2.0)
    assert preferred([surely, hold], "hold", price=0.5) is surely
    assert preferred([perhaps, hold], "hold", price=0.5) is hold


@pytest.mark.parametrize(("key", "side"), [("kursk/slice", "german"), ("gd/slice", "soviet")])
def test_the_usual_plan_comes_first_and_is_kept_unless_another_is_better(key: str, side: str) -> None:
    view = first_day(key, side)
    mind, bot = mind_for(view.setting.system), Trying()
    candidates = mind.candidates(view, side, None)
    assert candidates[0].plan is mind.usual(view, side)
    level = [Trial(one, (1.0, 1.0)) for one in reversed(candidates)]
    assert preferred(level, candidates[0].name, mind.price(view, side)).candidate is candidates[0]
    followed = bot.planned(mind, view, side, None)
    assert followed.name in {one.name for one in candidates}


@pytest.mark.parametrize(
    ("player", "key", "side"),
    [
        (Trying, "kursk/slice", "soviet"), (Trying, "gd/slice", "german"),
        (StaffBot, "kursk/slice", "german"), (StaffBot, "gd/slice", "soviet"),
    ],
)  # fmt: skip
def test_defenders_and_the_veteran_keep_to_their_posture_without_trials(
    player: type[StaffBot], key: str, side: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def tried(*_: object) -> float:
        raise AssertionError("a plan was tried")

    monkeypatch.setattr(Board, "tried", tried)
    view, bot = first_day(key, side), player()
    mind = mind_for(view.setting.system)
    assert bot.planned(mind, view, side, None).plan is mind.usual(view, side)
    words = mind.candidates(view, side, None)[0].words
    assert [decision.say() for decision in bot.story] == [f"We {words}, as this side does best."]


@pytest.mark.parametrize(
    ("key", "side", "name"),
    [
        ("gd/mischurin", "german", "grab"), ("gd/mischurin", "soviet", "hold"),
        ("gd/akhtyrka", "soviet", "probe"), ("gd/kursk", "german", "press"),
        ("kursk/claws", "soviet", "hold"),
    ],
)  # fmt: skip
def test_the_posture_that_fits_the_scenario_comes_before_the_usual_one(key: str, side: str, name: str) -> None:
    game, scenario = balka.scenario(key)
    state = game.start(scenario.key)
    view = state.view(state.setting.seats_of_side(side)[0])
    candidates = mind_for(state.setting.system).candidates(view, side, None)
    assert candidates[0].name == name
    assert len({one.name for one in candidates}) == len(candidates)


def test_a_decision_is_told_in_words() -> None:
    clear = Decision.of(3, "german", trial("storm", 9.0, 9.2), [trial("storm", 9.0, 9.2), trial("hold", 2.0, 2.2)])
    assert clear.say() == "We did storm. It promised 9.1 points; the next best, hold, promised 2.1."
    close = Decision.of(3, "german", trial("storm", 9.0, 1.0), [trial("hold", 8.0, 1.0)])
    assert close.say() == "We did storm. It promised 5.0 points, hold about as many."


def test_a_posture_at_random_is_no_search_and_is_not_offered() -> None:
    bot = RandomPostureBot()
    assert played("kursk/slice", {"german": bot, "soviet": GreedyBot()}).over
    assert bot.story == [] and not bot.title


def test_a_staff_plays_the_large_games_only() -> None:
    able = {game.key for game in balka.all_games() if StaffBot.plays(system_of(game))}
    assert able == {"kursk", "gd"}


def beyond_points(state: State, side: str, turn: int) -> float:
    """What is hoped or feared beyond the points of now, were it another turn."""
    system, now = state.setting.system, structs.replace(state, turn=turn)
    scored = kursk.points(now).values() if system.key == "wb95" else [gd.points(now)]
    return abs(mind_for(system).value(now, side) - sum(scored))


def test_what_is_left_is_worth_less_the_fewer_days_there_are_to_use_it() -> None:
    for state, side in (
        (balka.scenario("kursk/claws")[0].start("claws"), "german"),
        (first_day("gd/slice", "soviet"), "soviet"),
    ):
        turns = state.setting.rulebook.turns
        early, late, last = (beyond_points(state, side, turn) for turn in (turns - 9, turns - 1, turns))
        assert early > late > last > 0


def test_a_game_won_at_once_is_worth_more_than_all_strength() -> None:
    start = balka.scenario("kursk/claws")[0].start("claws")
    won = structs.replace(start, tracks=structs.replace(start.tracks, verdict="german|Kursk|rule"), stack=())
    mind = mind_for(start.setting.system)
    assert won.over and mind.value(won, "german") > mind.value(start, "german") + 10
