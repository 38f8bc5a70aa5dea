"""What mended play looks at in Famous Divisions: points of a place, ways off the map, places that were lost."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec import structs
from tests.systems.famous_divisions.kit import on

from balka.bots.famous_divisions.judgement import (
    exits,
    goal_of,
    is_lost,
    open_exits,
    passing,
    stand_value,
    wants_to_move,
    weighed,
)
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


def test_an_exit_without_an_open_road_is_no_goal() -> None:
    state = begun("kursk")
    mended = regular(state, "german")
    assert set(open_exits(state)) == set(exits(state))
    guards = zip(companies(state, "soviet"), exits(state), strict=False)
    moved = state.position.put([structs.replace(company, hex=h) for company, h in guards])
    closed = structs.replace(state, position=moved)
    assert open_exits(closed) == ()
    assert set(exits(state)).isdisjoint(weighed(closed, mended, mended.stance))


def test_a_march_under_fire_costs_for_every_hex_it_passes() -> None:
    game = on("a . . x", a="5k-2gr hq-2gr", x="t34.1-2tk")
    hexes = [game.state.setting.board.hex(label) for label in ("B01", "C01")]
    mover = game.state.position.units["5k-2gr"]
    bold, wary = Plan("german", Stance()), Plan("german", Stance(way=0.5))
    assert passing(game.state, bold, mover, hexes) == 0
    assert passing(game.state, wary, mover, hexes) == 1.0 and passing(game.state, wary, mover, hexes[:1]) == 0.5


def test_an_hq_under_fire_wants_to_be_elsewhere() -> None:
    game = on("a . . x", a="hq-2gr", x="su85.1-at")
    head = game.state.position.units["hq-2gr"]
    bold, careful = Plan("german", Stance()), Plan("german", Stance(head=2.0))
    assert not wants_to_move(game.state, bold, head) and wants_to_move(game.state, careful, head)
    assert stand_value(game.state, careful, head, head.hex) == stand_value(game.state, bold, head, head.hex) - 2.0
