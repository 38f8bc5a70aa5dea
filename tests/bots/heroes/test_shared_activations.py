"""What the computer thinks of activations that several units share, of CAPs for a guess, and of goals far away."""

from __future__ import annotations

from random import Random

import pytest
from tests.systems.heroes.second_edition.kit import GERMAN, SOVIET, Bear
from tests.systems.heroes.second_edition.test_groups import RICH, line
from tests.systems.heroes.second_edition.test_suspicion import suspicion

import balka
from balka.bots.base import Bot, bot
from balka.bots.heroes.features import NAMES, features
from balka.bots.heroes.looking import look_at
from balka.bots.heroes.places import CALL, LOUD, goals, ground
from balka.bots.heroes.prices import group_price
from balka.bots.heroes.stances import stance
from balka.bots.heroes.weights import FIRST
from balka.systems.heroes.units import HeroesState


def said_by(name: str, game: Bear) -> str:
    player: Bot = bot(name)
    return game.state.text(player.choose(game.state.view(game.seat), game.seat, Random(1)))


def lost(game: Bear, names: str, cost: int) -> float:
    """What an Action of a Group loses at this cost."""
    view = game.state.view(game.seat)
    assert isinstance(view, HeroesState)
    look = look_at(view, stance(view.setting, GERMAN), GERMAN)
    return group_price(look, tuple(game.unit(name) for name in names), cost)


def joins(**more: object) -> Bear:
    """A Fresh squad turns while another's activation with two Action Points left is running."""
    return line(a="grif N active", pool={GERMAN: 2}, **more).begin("pivot b NE")


# -- paying


def test_a_fresh_unit_keeps_its_own_activation_where_a_cap_pays():
    assert said_by("greedy", joins(caps=RICH)) == "by command 1"
    assert said_by("greedy-1", joins(caps=RICH)) == "by pool 0", "as it always said"


def test_who_shares_the_activation_already_goes_on_with_it():
    game = line(a="grif N active", b="grif N active", pool={GERMAN: 5}, caps=RICH).begin("pivot b NE")
    assert said_by("greedy", game) == "by pool 0"


def test_the_first_of_an_activation_joins_nobody():
    assert said_by("greedy", line(caps=RICH).begin("pivot b NE")) == "by activate 0"


# -- Groups


def test_everybody_who_moves_in_a_group_gives_up_an_activation():
    game = line(caps={GERMAN: 0, SOVIET: 0})
    assert lost(game, "a", 1) < lost(game, "ab", 1) < lost(game, "abc", 1)


def test_a_group_that_a_cap_moves_costs_no_more_than_that():
    assert lost(line(caps=RICH), "abc", 1) == pytest.approx(FIRST.cap)


def test_members_who_are_active_already_lose_only_the_points():
    game = line(a="grif N active", b="grif N active", pool={GERMAN: 5}, caps={GERMAN: 0, SOVIET: 0})
    assert lost(game, "ab", 1) == pytest.approx(FIRST.ap)


def test_a_group_that_joins_gives_up_more_the_fewer_points_are_left():
    none = {GERMAN: 0, SOVIET: 0}
    few, many = (lost(line(a="grif N active", pool={GERMAN: left}, caps=none), "bc", 1) for left in (2, 6))
    assert few > many > lost(line(caps=none), "bc", 1)


# -- the value of a position


@pytest.mark.parametrize(("active", "fresh"), [("", 3), ("a", 3), ("ab", 2), ("abc", 1)])
def test_of_those_who_share_an_activation_one_is_fresh(active: str, fresh: int):
    facts = {name: "grif N active" if name in active else "grif N" for name in "abc"}
    game = line(x="srif S spent", pool={GERMAN: 4}, **facts)
    assert features(game.state, GERMAN)[NAMES.index("fresh")] == fresh
    assert features(game.state, SOVIET)[NAMES.index("fresh")] == -fresh


# -- guesses


def test_no_caps_go_where_nobody_knows_whether_anybody_is():
    game = suspicion(caps=RICH).begin("suspect a A01", "by opportunity 0")
    assert len(game.choices()) > 1
    assert said_by("greedy", game) == "caps 0"


# -- far from all goals


def test_a_goal_draws_who_is_further_away_than_twelve_hexes():
    state = balka.game("atb").start("atb/gap")
    assert isinstance(state, HeroesState)
    board, unit = state.setting.board, next(u for u in state.position.units.values() if u.side == GERMAN)
    usual, first = (look_at(state, weights, GERMAN) for weights in (stance(state.setting, GERMAN), FIRST))
    loud = [goal for goal, weight in goals(usual, unit.force) if weight >= LOUD]
    away = {place: min(board.distance(place, goal) for goal in loud) for place in range(len(board.labels))}
    further = [place for place in away if away[place] > CALL and ground(first, unit, place) == 0]
    assert len({away[place] for place in further}) > 1, "to the first bot they are all the same"
    for place in further:
        assert ground(usual, unit, place) == pytest.approx(usual.ground * (CALL - away[place]))
