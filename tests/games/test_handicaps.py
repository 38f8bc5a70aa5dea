"""Points given to a side before play: how many the other then needs, where a game is told and where it is won."""

from __future__ import annotations

import pytest
from msgspec import structs

import balka
from balka.core.errors import BalkaError
from balka.core.system import Option
from balka.games.handicaps import KEY, handicap, more_needed
from balka.systems.famous_divisions.position import GdPosition
from balka.systems.famous_divisions.show.brief import brief as gd_brief
from balka.systems.famous_divisions.victory import points as gd_points
from balka.systems.famous_divisions.victory import verdict as gd_verdict
from balka.systems.wb95.position import WbState
from balka.systems.wb95.show.brief import brief as kursk_brief
from balka.systems.wb95.victory import points, verdict


def option_of(key: str) -> Option:
    game, _, scenario = key.partition("/")
    offered = next(found for found in balka.game(game).scenarios() if found.key in (key, scenario)).options
    return next(option for option in offered if option.key == KEY)


def test_what_a_side_is_given_the_scorer_needs_more_or_less() -> None:
    assert more_needed("german 3", "german") == -3 and more_needed("soviet 3", "german") == 3
    assert more_needed("none", "german") == 0


def test_nobody_is_given_all_he_needs() -> None:
    option = handicap("german", "soviet", 3, (1, 2, 3, 4))
    assert option.values == ("none", "german 1", "german 2", "soviet 1", "soviet 2", "soviet 3", "soviet 4")
    assert option.rule == "", "no rule of the books"


@pytest.mark.parametrize(
    ("value", "total", "winner"),
    [
        ("none", 11, "german"), ("none", 10, "soviet"),
        ("soviet 6", 16, "soviet"), ("soviet 6", 17, "german"),
        ("german 8", 3, "german"), ("german 8", 2, "soviet"),
    ],
)  # fmt: skip
def test_in_kursk_every_step_of_the_scale_moves(value: str, total: int, winner: str) -> None:
    state = balka.game("kursk").start("kursk/kursk", {KEY: value})
    found = verdict(with_points(state, total))
    assert found is not None and found.winner == winner
    assert f"{total} German victory points" in found.text


def test_in_kursk_the_brief_tells_the_scale_that_is_played() -> None:
    state = balka.game("kursk").start("kursk/kursk", {KEY: "soviet 6"})
    told = [line.text for line in kursk_brief(state.setting)]
    assert "0–16 German VP: Soviet victory." in told and "17–24 German VP: German small victory." in told
    assert "32+ German VP: German significant victory." in told
    assert state.setting.system.margin(state)["german"] == sum(points(state).values()) - 17


def with_points(state: WbState, total: int) -> WbState:
    """The game at its end, with so many Soviet units lost."""
    lost = tuple(f"u{n}" for n in range(total - sum(points(state).values())))
    return structs.replace(state, tracks=structs.replace(state.tracks, lost={"soviet": lost}), stack=())


@pytest.mark.parametrize(
    ("value", "held", "winner"),
    [
        ("none", 5, "soviet"), ("none", 4, "german"), ("soviet 2", 3, "soviet"), ("soviet 2", 2, "german"),
        ("german 1", 5, "german"),
    ],
)  # fmt: skip
def test_in_grossdeutschland_the_scorer_needs_so_many_more_or_fewer(value: str, held: int, winner: str) -> None:
    state = balka.game("gd").start("gd/lutchessa", {KEY: value})
    labels = state.setting.board.labels
    hills = [labels[place.hexes[0]] for place in state.setting.rulebook.locations][:held]
    position: GdPosition = structs.replace(state.position, holders=dict.fromkeys(hills, "soviet"))
    assert gd_verdict(structs.replace(state, position=position)).winner == winner


def test_in_grossdeutschland_the_number_that_draws_moves_too() -> None:
    setting = balka.game("gd").start("gd/mischurin", {KEY: "soviet 2"}).setting
    assert (setting.rulebook.win, setting.rulebook.draw) == (8, 7)
    assert any("wins with 8 VP, 7 are a draw" in line.text for line in gd_brief(setting))


def test_every_scenario_offers_it_to_both_sides_and_refuses_more_than_can_be_given() -> None:
    for game in ("gd", "kursk"):
        for scenario in balka.game(game).scenarios():
            key = scenario.key if "/" in scenario.key else f"{game}/{scenario.key}"
            values = option_of(key).values
            assert {value.partition(" ")[0] for value in values} == {"none", "german", "soviet"}
    with pytest.raises(BalkaError, match="handicap cannot be 'soviet 5'"):
        balka.game("gd").start("gd/lutchessa", {KEY: "soviet 5"})  # five are all there are


def test_reserves_that_come_for_points_scored_do_not_come_for_points_given() -> None:
    plain, given = (balka.game("gd").start("gd/lutchessa", {KEY: value}) for value in ("none", "soviet 4"))
    assert gd_points(given) == gd_points(plain) == 0
