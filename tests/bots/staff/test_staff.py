"""The staff: plans come from the view alone, are kept for a day, cost a price to change, and can be told."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec import structs

import balka
from balka.bots.famous_divisions import postures as gd_postures
from balka.bots.greedy import GreedyBot
from balka.bots.staff.bot import BoldBot, CarefulBot, EliteStaffBot, RandomPostureBot, StaffBot, mind_for
from balka.bots.staff.minds import Candidate
from balka.bots.staff.story import Decision
from balka.bots.staff.trials import Board, Depth, Trial, preferred, race
from balka.bots.wb95 import postures as kursk_postures
from balka.core.chance import draw
from balka.core.forced import forced
from balka.core.frames import CHANCE
from balka.core.state import State
from balka.core.system import system_of


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


class Trying(EliteStaffBot):
    """A staff that tries its plans in a few worlds."""

    depth = Depth(steps=3000, worlds=1)


def words_of(key: str) -> dict[str, str]:
    return gd_postures.WORDS if key.startswith("gd/") else kursk_postures.WORDS


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


def test_in_famous_divisions_a_posture_is_chosen_for_each_turn() -> None:
    staff = StaffBot()
    played("gd/slice", {"soviet": staff, "german": GreedyBot()})
    turns = [decision.turn for decision in staff.story]
    assert turns == sorted(set(turns)) != []


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
        assert player.planned(mind, view, side).words == words_of(key)[wanted]
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


@pytest.mark.parametrize(("key", "side"), [("kursk/slice", "german"), ("gd/slice", "german")])
def test_all_plans_are_tried_in_the_same_worlds_with_the_same_dice_to_the_end(key: str, side: str) -> None:
    view = first_day(key, side)
    mind = mind_for(view.setting.system)
    board = Board(mind, view, side, "elite", "seed")
    usual = mind.candidates(view, side, "elite")[0]
    again = Candidate(usual.name, usual.plan, "under another name")
    ends = [board.tried(one, 0, 10**5) for one in (usual, again)]
    assert ends[0] == ends[1] is not None
    assert board.tried(usual, 0, ends[0][1]) is None if ends[0] else False


class Told(Board, frozen=True):
    """A board on which it is known what comes of each plan in each world, ten steps each."""

    values: dict[str, tuple[float, ...]]

    def tried(self, candidate: Candidate[Any], number: int, most: int) -> tuple[float, int] | None:
        return (self.values[candidate.name][number], 10) if most >= 10 else None


def raced(steps: int, **values: tuple[float, ...]) -> dict[str, int]:
    """In how many worlds each plan was tried, the best first, one world for all at first."""
    mind, view = mind_for(system_of(balka.scenario("kursk/slice")[0])), first_day("kursk/slice", "german")
    board = Told(mind, view, "german", "elite", "seed", values)
    trials = race(board, [Candidate(name, None, "") for name in values], Depth(steps=steps, worlds=1, most=4))
    return {one.candidate.name: len(one.values) for one in trials}


def test_the_first_plan_and_those_that_did_better_are_tried_further_half_of_all_at_the_most() -> None:
    tried = raced(70, kept=(1, 1), a=(4, 0), b=(3, 5), c=(2, 0))
    assert list(tried.items()) == [("b", 2), ("kept", 2), ("a", 2), ("c", 1)]


def test_trials_end_where_no_plan_did_better_than_the_first_or_the_steps_are_spent() -> None:
    assert raced(1000, kept=(4, 0), a=(4, 1), b=(2, 0)) == {"kept": 1, "a": 1, "b": 1}
    assert raced(59, kept=(1, 1), a=(4, 0), b=(3, 5), c=(2, 0)) == {"a": 1, "b": 1, "kept": 1, "c": 1}


def test_no_plan_is_tried_in_more_worlds_than_are_allowed() -> None:
    assert raced(10**6, kept=(0,) * 9, a=(1,) * 9) == {"a": 4, "kept": 4}


def test_nothing_is_tried_where_the_end_is_too_far_for_a_world_with_every_plan() -> None:
    assert raced(39, kept=(1,), a=(4,), b=(3,), c=(2,)) == {}


def test_another_plan_must_promise_more_than_its_price() -> None:
    trials = [trial("storm", 3.0), trial("hold", 2.8)]
    assert preferred(trials, "hold", price=0.5).candidate.name == "hold"
    assert preferred(trials, "hold", price=0.1).candidate.name == "storm"


def test_another_plan_must_promise_more_than_the_error_of_the_trials() -> None:
    surely, perhaps = trial("storm", 3.0, 3.2, 3.1), trial("storm", 9.0, 2.0, 1.0)
    hold = trial("hold", 2.0, 2.0, 2.0)
    assert preferred([surely, hold], "hold", price=0.5) is surely
    assert preferred([perhaps, hold], "hold", price=0.5) is hold


@pytest.mark.parametrize(("key", "side"), [("kursk/slice", "german"), ("gd/slice", "soviet")])
def test_the_usual_plan_comes_first_and_is_kept_unless_another_is_better(key: str, side: str) -> None:
    view = first_day(key, side)
    mind = mind_for(view.setting.system)
    candidates = mind.candidates(view, side)
    assert candidates[0].plan is mind.usual(view, side)
    level = [Trial(one, (1.0, 1.0)) for one in reversed(candidates)]
    assert preferred(level, candidates[0].name, mind.price(view, side)).candidate is candidates[0]
    assert all(mind.kept(view, side, "veteran", one.name) is one.plan for one in candidates)


@pytest.mark.parametrize(
    ("player", "key", "side"),
    [
        (StaffBot, "kursk/slice", "german"), (StaffBot, "gd/slice", "soviet"),
        (EliteStaffBot, "gd/lutchessa", "german"), (EliteStaffBot, "kursk/prokhorovka", "german"),
    ],
)  # fmt: skip
def test_the_veteran_and_an_elite_who_knows_the_side_keep_to_their_posture_without_trials(
    player: type[StaffBot], key: str, side: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def tried(*_: object) -> float:
        raise AssertionError("a plan was tried")

    monkeypatch.setattr(Board, "tried", tried)
    state, bot = balka.scenario(key)[0].start(key.split("/")[1]), player()
    view, mind = state.view(state.setting.seats_of_side(side)[0]), mind_for(state.setting.system)
    assert bot.planned(mind, view, side).plan is mind.usual(view, side, bot.level)
    words = mind.candidates(view, side, bot.level)[0].words
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
    candidates = mind_for(state.setting.system).candidates(view, side)
    assert candidates[0].words == words_of(key)[name]
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


def test_a_game_won_is_worth_more_than_its_margin() -> None:
    start = balka.scenario("kursk/claws")[0].start("claws")
    won = structs.replace(start, tracks=structs.replace(start.tracks, verdict="german|Kursk|rule"), stack=())
    mind = mind_for(start.setting.system)
    ours, theirs = (Board(mind, start, side, "elite", "seed").worth(won) for side in ("german", "soviet"))
    assert won.over and ours == won.margin()["german"] + mind.won == -theirs
