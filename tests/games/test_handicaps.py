"""Points given to a side before play: how many the other then needs, where a game is told and where it is won."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec import structs

import balka
from balka.core.errors import BalkaError
from balka.core.system import Option
from balka.games import grossdeutschland, kursk_1943
from balka.games.handicaps import KEY, handicap, more_needed
from balka.systems.famous_divisions.position import GdPosition
from balka.systems.famous_divisions.show.brief import brief as gd_brief
from balka.systems.famous_divisions.victory import verdict as gd_verdict
from balka.systems.wb95.position import WbState
from balka.systems.wb95.show.brief import brief as kursk_brief
from balka.systems.wb95.victory import points, verdict

DATA = Path(balka.__file__).parent / "games"


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


def test_nobody_needs_more_than_can_be_made() -> None:
    option = handicap("german", "soviet", 3, (1, 2, 3, 4), most=5)
    assert option.values == ("none", "german 1", "german 2", "soviet 1", "soviet 2")


@pytest.mark.parametrize(
    ("key", "least", "most"),
    [
        ("gd/lutchessa", "soviet 4", ""),  # five hills, five points to win: nothing can be asked beyond
        ("gd/slice", "soviet 1", "german 1"),  # three points, two to win
        ("gd/akhtyrka", "soviet 3", "german 12"),  # units that leave the map count too
        ("gd/mischurin", "german 4", "soviet 12"),  # five are a draw
        ("kursk/slice", "german 2", ""),  # the one town brings the three points that are needed
        ("kursk/kursk", "german 10", "soviet 100"),  # eleven win; each Soviet counter counts
        ("kursk/campaign", "german 25", "soviet 100"),
    ],
)  # fmt: skip
def test_the_most_that_is_offered_leaves_both_sides_something_to_win(key: str, least: str, most: str) -> None:
    values = option_of(key).values
    to_scorer = [value for value in values if value.partition(" ")[0] == least.partition(" ")[0]]
    to_other = [value for value in values if value not in (*to_scorer, "none")]
    assert (to_scorer[-1:], to_other[-1:]) == ([least], [most] if most else [])


def test_a_scenario_of_a_pack_that_nobody_can_start_is_listed_with_the_others(tmp_path: Path) -> None:
    gd, kursk = tmp_path / "gd", tmp_path / "kursk"
    (gd / "scenarios").mkdir(parents=True)
    kursk.mkdir()
    text = (DATA / "grossdeutschland/data/scenarios/slice_units.csv").read_text(encoding="utf-8")
    (gd / "scenarios/slice_units.csv").write_text(text.replace(",at ", ",at nowhere ", 1))
    text = (DATA / "kursk_1943/data/scenarios.toml").read_text(encoding="utf-8")
    (kursk / "scenarios.toml").write_text(text.replace('winner = "german"', 'winner = "soviet"'))
    for game, pack in ((grossdeutschland.GAME, gd), (kursk_1943.GAME, kursk)):
        listed = game.with_packs((pack,)).scenarios()
        assert [each.key for each in listed] == [each.key for each in game.scenarios()]
    with pytest.raises(BalkaError, match=r"slice_units\.csv line"):
        grossdeutschland.GAME.with_packs((gd,)).start("gd/slice")


def test_a_scale_without_steps_is_told_and_not_tripped_over(tmp_path: Path) -> None:
    text = (DATA / "kursk_1943/data/scenarios.toml").read_text(encoding="utf-8")
    without = re.sub(r"scale = \[.*?\n\]", "scale = []", text, count=1, flags=re.DOTALL)
    (tmp_path / "scenarios.toml").write_text(without, encoding="utf-8")
    with pytest.raises(BalkaError, match="the scale goes"):
        kursk_1943.GAME.with_packs((tmp_path,)).start("kursk/slice")


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
    ],
)  # fmt: skip
def test_in_grossdeutschland_the_scorer_needs_so_many_more_or_fewer(value: str, held: int, winner: str) -> None:
    state = balka.game("gd").start("gd/lutchessa", {KEY: value})
    labels = state.setting.board.labels
    hills = [labels[place.hexes[0]] for place in state.setting.rulebook.locations][:held]
    position: GdPosition = structs.replace(state.position, holders=dict.fromkeys(hills, "soviet"))
    assert gd_verdict(structs.replace(state, position=position)).winner == winner


@pytest.mark.parametrize(("key", "value", "said"), [
    ("kursk/kursk", "german 10", "0 German VP: Soviet victory."),
    ("kursk/kursk", "german 8", "0–2 German VP: Soviet victory."),
    ("gd/mischurin", "german 4", "The German side wins with 2 VP, 1 is a draw; otherwise the other side wins."),
])  # fmt: skip
def test_a_single_point_is_told_as_one(key: str, value: str, said: str) -> None:
    setting = balka.game(key.partition("/")[0]).start(key, {KEY: value}).setting
    told = gd_brief(setting) if key.startswith("gd/") else kursk_brief(setting)
    assert said in [line.text for line in told]


def test_in_grossdeutschland_the_number_that_draws_moves_too() -> None:
    setting = balka.game("gd").start("gd/mischurin", {KEY: "soviet 2"}).setting
    assert (setting.rulebook.win, setting.rulebook.draw) == (8, 7)
    assert any("wins with 8 VP, 7 are a draw" in line.text for line in gd_brief(setting))


def test_every_scenario_offers_it_and_refuses_more_than_can_be_given() -> None:
    for game in ("gd", "kursk"):
        for scenario in balka.game(game).scenarios():
            key = scenario.key if "/" in scenario.key else f"{game}/{scenario.key}"
            assert {value.partition(" ")[0] for value in option_of(key).values} <= {"none", "german", "soviet"}
            assert len(option_of(key).values) > 1
    with pytest.raises(BalkaError, match="handicap cannot be 'soviet 5'"):
        balka.game("gd").start("gd/lutchessa", {KEY: "soviet 5"})  # five are all there are
