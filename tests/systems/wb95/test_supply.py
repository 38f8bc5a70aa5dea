"""Supply: lines, levels, surrender. [chapter 10]"""

from __future__ import annotations

from itertools import pairwise

import pytest
from tests.systems.wb95.kit import Game, on

from balka.core.proof import rule
from balka.systems.wb95.movement import allowance
from balka.systems.wb95.rulebook import NATIONS
from balka.systems.wb95.supply import lines, surrender_chance

LONG = "b" + " ." * 14


def net(picture: str, *roads: str, side: str = "german", base: int = 0, **units: str) -> set[str]:
    """Labels a line of supply reaches from one base hex."""
    game = on(picture, "move", *roads, side=side, book={"edges": {side: (base,)}}, **units)
    found = lines(game.state, side)
    return {label for h, label in enumerate(game.state.setting.board.labels) if h in found.costs}


def cut(game: Game, name: str) -> bool:
    return game.unit(name).supply > 0


@rule("kursk-10.1.1-a", "kursk-10.1.6-a", "kursk-10.1.7-b", "kursk-10.1.7-c", "kursk-10.1.8-b", "kursk-10.1.4-a")
@pytest.mark.parametrize(("side", "far"), [("german", "F01"), ("soviet", "E01")])
def test_off_the_road_a_line_reaches_as_far_as_the_nation_s_trucks(side: str, far: str) -> None:
    reached = net(". . . . . . . .", side=side)
    assert far in reached and chr(ord(far[0]) + 1) + "01" not in reached


@rule("kursk-10.1.7-a", "kursk-10.1.7-d")
def test_ranges_of_other_nations() -> None:
    assert [NATIONS[name].supply_mp for name in ("american", "british", "german ally")] == [12, 12, 7]


@rule("kursk-10.1.5-a", "kursk-10.1.8-a")
def test_along_roads_there_is_no_limit() -> None:
    columns = "ABCDEFGHIJKLMNO"
    roads = [f"secondary {a}01 {b}01" for a, b in pairwise(columns)]
    assert "O01" in net(LONG.replace("b", "."), *roads)


@rule("kursk-10.1.8-d")
def test_a_road_met_again_gives_no_new_points() -> None:
    columns = "ABCDEFGHIJKLMNO"
    roads = [f"main {a}01 {b}01" for a, b in pairwise(columns[3:11])]
    reached = net(LONG.replace("b", "."), *roads)
    assert "K01" in reached and "L01" in reached and "M01" in reached and "N01" not in reached


@rule("kursk-10.1.8-c")
def test_no_line_through_ground_closed_to_trucks() -> None:
    assert "C01" not in net(". S .")


@rule("kursk-10.1.9-a")
def test_between_neighbouring_friends_a_line_is_free() -> None:
    plain = net(". . . . . . . . .")
    helped = net("a b c d . . . . .", a="g inf", b="g inf", c="g inf", d="g inf")
    assert "H01" not in plain and "I01" in helped


@rule("kursk-10.1.10-a", "kursk-10.1.10-b")
def test_enemies_and_their_zones_close_a_line_unless_a_friend_stands_there() -> None:
    assert "C01" not in net(". x . .", x="s inf")
    assert "D01" not in net(". . . .\n. . x .", x="s inf")
    assert "D01" in net(". a b .\n. . x .", a="g inf", b="g inf", x="s inf")
    assert "D01" not in net(". a b .\n. . x .", a="g inf", b="g art 5/3 cel=1", x="s inf")


@rule("kursk-10.1.11-a")
def test_for_supply_guns_in_action_have_a_zone_and_limbered_ones_do_not() -> None:
    assert "D01" not in net(". . . .\n. . x .", x="s art 5/3 cel=1")
    assert "D01" in net(". . . .\n. . x .", x="s art 5/3 cel=1 transport")
    assert "D01" in net(". . . .\n. . x .", x="s hq 0 cel=1")


@rule("kursk-10.1.11-b")
def test_an_enemy_town_has_a_zone_for_supply() -> None:
    game = on(". . . .\n. . T .", control="ggggggsg", book={"edges": {"german": (0,)}})
    assert game.state.setting.board.hex("D01") not in lines(game.state, "german").costs
    own = on(". . . .\n. . T .", control="gggggggg", book={"edges": {"german": (0,)}})
    assert own.state.setting.board.hex("D01") in lines(own.state, "german").costs


@rule("kursk-10.1.3-a")
def test_lines_do_not_hinder_each_other() -> None:
    game = on(". . . a+b", "supply", a="g inf", b="g inf", book={"edges": {"german": (0,)}})
    assert not cut(game, "a") and not cut(game, "b")


def test_a_town_serves_as_a_base_while_it_is_held() -> None:
    held = on(". a", "supply", control="gg", a="g inf", book={"towns": {"german": (0,)}})
    lost = on(". a", "supply", control="sg", a="g inf", book={"towns": {"german": (0,)}})
    assert not cut(held, "a") and cut(lost, "a")


# -- levels


@rule("kursk-10.1.2-a", "kursk-10.2.1-a", "kursk-2.2-l", "kursk-c1-1.4def-e")
def test_whoever_no_line_reaches_gets_level_one_and_keeps_it() -> None:
    """[ruling Q86, and its option]"""
    game = on("a . .", "supply", a="g inf")
    assert game.unit("a").supply == 1
    assert on("a . .", "supply", a="g inf oos=2").unit("a").supply == 2
    assert on("a . .", "supply", a="g inf oos=1", book={"supply_rises": True}).unit("a").supply == 2


@rule("kursk-10.2.2-a")
def test_out_of_supply_a_unit_has_half_its_points() -> None:
    game = on("a b .", a="g inf mp=4 oos=1", b="g arm mp=7 oos=1")
    assert [allowance(game.state, game.unit(one)) / 6 for one in "ab"] == [2, 4]


@rule("kursk-10.2.3-a", "kursk-10.2.3-c")
def test_for_a_level_a_unit_moves_with_all_its_points() -> None:
    """[worked example 10.2.3]"""
    game = on("a . . . .", a="g inf mp=4 oos=1").play("push a")
    assert game.unit("a").supply == 2 and game.left("a") == 4
    assert not game.may("push a")
    fight = on(". x .\n. a .", "combat", a="g inf 8 oos=2", x="s inf 4").play("attack B01; join a; full a; fight")
    assert fight.unit("a").supply == 3


@rule("kursk-10.2.7-a", "kursk-10.2.8-a", "kursk-10.2.8-b")
def test_relief_takes_four_levels_a_turn() -> None:
    """[worked example 10.2.8]"""
    game = on("a . .", "supply", a="g inf oos=5", book={"edges": {"german": (0,)}})
    assert game.unit("a").supply == 1
    assert allowance(game.state, game.unit("a")) == 2 * 6
    again = on("a . .", "supply", a="g inf oos=1", book={"edges": {"german": (0,)}})
    assert again.unit("a").supply == 0 and allowance(again.state, again.unit("a")) == 4 * 6


@rule("kursk-10.2.6-a", "kursk-10.2.6-b", "kursk-10.2.6-c", "kursk-2.2-m")
@pytest.mark.parametrize(("roll", "gone"), [(4, True), (5, False), (6, False)])
def test_a_level_above_the_throw_is_surrender(roll: int, gone: bool) -> None:
    game = on("a . .", "supply", a="g inf oos=5")
    assert game.state.asks[0].kind == "surrender"
    assert game.play(dice=[roll]).gone("a") == gone


def test_levels_one_and_two_cannot_surrender_so_no_dice_are_thrown() -> None:
    """[K7]"""
    assert [surrender_chance(level) for level in (1, 2, 3, 4)] == [0, 0, 1, 3]
    assert on("a . .", "supply", a="g inf oos=2").state.over


def test_a_supplied_unit_with_a_level_left_is_not_tested() -> None:
    """[ruling Q88]"""
    assert on("a . .", "supply", a="g inf oos=9", book={"edges": {"german": (0,)}}).state.over


@rule("kursk-10.1.11-a")
@pytest.mark.parametrize("guns", [True, False])
def test_every_enemy_but_headquarters_and_guns_on_the_move_closes_supply_regular_or_not(guns: bool) -> None:
    from balka.systems.wb95.supply import closed

    def shut(who: str) -> int:
        game = on(". . .\n. x .\n. . .", x=who, book={"guns_regular": guns})
        return closed(game.state, "german").bit_count()

    assert [shut(who) for who in ("s at 3", "s rg 0 mp=0", "s art 5/3 cel=1", "s inf")] == [7, 7, 7, 7]
    assert [shut(who) for who in ("s hq 0 cel=1", "s art 5/3 cel=1 transport")] == [1, 1]


@rule("kursk-10.2.3-a", "kursk-scK-2ta-a")
@pytest.mark.parametrize(("turn", "offered"), [(1, False), (2, True)])
def test_who_may_not_move_yet_buys_no_points(turn: int, offered: bool) -> None:
    game = on("a . .", a="g arm oos=1", book={"frozen": {"a": 2}}, turn=turn)
    assert game.may("push a") == offered
