"""What mended play looks at in Famous Divisions: points of a place, ways off the map, places that were lost."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec import structs

from balka.bots.famous_divisions.judgement import exits, goal_of, is_lost, wants_to_move, weighed
from balka.bots.famous_divisions.postures import leaving, regular, stances
from balka.bots.famous_divisions.stance import Plan, Stance, usual
from balka.bots.greedy import GreedyBot
from balka.core.chance import draw
from balka.core.forced import forced
from balka.core.frames import CHANCE
from balka.games.grossdeutschland.title import GAME
from balka.systems.famous_divisions.model import GdState, kind
from balka.systems.famous_divisions.position import ON_MAP, Unit
from balka.systems.famous_divisions.setup import Setup


def begun(key: str) -> GdState:
    """A scenario once both sides are set up."""
    state: Any = GAME.start(key)
    bot, rng = GreedyBot(), Random(2)
    while state.turn == 0 and (isinstance(state.stack[-1], Setup) or not companies(state, "german")):
        only, ask = forced(state), state.asks[0]
        if only is not None:
            state = state.apply(only[1], only[0].seat).state
        elif ask.seat == CHANCE:
            state = state.apply(draw(state, rng), CHANCE).state
        else:
            state = state.apply(bot.choose(state.view(ask.seat), ask.seat, rng), ask.seat).state
    found: GdState = state
    return found


def companies(state: GdState, side: str) -> list[Unit]:
    return [
        u
        for u in state.position.units.values()
        if u.side == side and u.status == ON_MAP and not (kind(state, u).is_hq or kind(state, u).is_artillery)
    ]


def test_ways_off_the_map_are_goals_where_they_bring_points() -> None:
    state = begun("kursk")
    plain, mended = usual(state, "german"), regular(state, "german")
    assert exits(state) and set(exits(state)).isdisjoint(weighed(state, plain, plain.stance))
    assert set(exits(state)) <= set(weighed(state, mended, mended.stance))
    soviet = regular(state, "soviet")
    assert set(exits(state)).isdisjoint(weighed(state, soviet, soviet.stance)), "only who scores may leave"


def test_the_posture_that_leaves_makes_for_the_edge() -> None:
    state = begun("kursk")
    stance = leaving(state)
    assert stance is not None and stances(state, "german")["leave"] is stance
    plan = Plan("german", stance)
    assert {goal_of(state, plan, unit) for unit in companies(state, "german")} <= set(exits(state))
    assert leaving(begun("lutchessa")) is None


def test_a_defender_goes_back_for_a_place_that_was_lost() -> None:
    state = begun("lutchessa")
    hill = state.setting.rulebook.locations[0].hexes[0]
    label = state.setting.board.labels[hill]
    lost = structs.replace(state, position=state.position.altered(holders={label: "soviet"}))
    plan, plain = Plan("german", Stance(retake=1.0)), usual(state, "german")
    near = min(companies(lost, "german"), key=lambda u: (state.setting.board.distance(u.hex, hill), u.id))
    assert goal_of(lost, plan, near) == hill and is_lost(lost, plan, near)
    assert wants_to_move(lost, plan, near) or near.hex == hill
    assert not wants_to_move(lost, plain, near)
