"""Barbed Wire, Road Blocks, mines, and cards 40 and 41. [18.3]"""

from __future__ import annotations

from typing import Any

import pytest
from tests.systems.heroes.kit import hands
from tests.systems.heroes.second_edition.kit import GERMAN, SOVIET, Bear, box, on

from balka.core.proof import rule
from balka.games.awakening_the_bear.title import GAME
from balka.systems.heroes.units import Works

WIRE, BLOCK, MINES = "barbed_wire", "road_block", "mines"


def lies(kind: str, side: str = SOVIET, *, hidden: bool = False) -> Works:
    return Works(kind, side, 0, hidden)


def before(kind: str, a: str = "grif N active", *, told: dict[str, Any] | None = None, **rest: Any) -> Bear:
    """A German unit south of an Obstacle, a Soviet squad far behind it."""
    given = {"works": {"A05": lies(kind)}, **(told or {})}
    return on("x\n.\n.\n.\n.\na\n.", **{"a": a, "x": "srif S", "told": given, **rest})


# -- 18.3.1 wire


@rule("atb-18.3.1-a", "atb-18.3.1-d")
@pytest.mark.parametrize(("start", "facing"), [("A06", "N"), ("A04", "S")])
def test_wire_costs_a_die_more_from_any_side(start: str, facing: str):
    picture = "\n".join("a" if f"A0{n}" == start else "." for n in range(1, 8)) + "\n.\n.\n.\nx"
    game = on(picture, a=f"grif {facing} active", x="srif N", told={"works": {"A05": lies(WIRE)}}, pool={GERMAN: 7})
    game.begin(f"move a A05 {facing}", dice=[4])
    assert game.asked == "obstacle.pay"
    game.play("by pool 0")
    assert game.at("a") == "A05" and game.pool(GERMAN) == 2, "1 for the open, 4 for the wire"


@rule("atb-18.3.1-b")
def test_wheels_do_not_enter_wire():
    game = before(WIRE, "opel N")
    assert not game.offers("move a A05 N") and game.why_not("move a A05 N") == "atb-18.3.1-b"


@rule("atb-18.3.1-c", "atb-18.3.1-h")
def test_tracks_enter_wire_by_the_regular_move_only_and_flatten_it():
    free = on(".\n.\n.\na\n.\n.\n.\nx", a="pz3e N", x="srif N").begin("move a A03 N", "by activate 0")
    assert free.offers("go a A02 N"), "with nothing in the way it drives on"
    bonus = on(".\n.\n.\na\n.\n.\n.\nx", a="pz3e N", x="srif N", told={"works": {"A02": lies(WIRE)}})
    bonus.begin("move a A03 N", "by activate 0")
    assert bonus.asked == "turn" and bonus.seat == SOVIET and bonus.at("a") == "A03", "no second hex"
    game = before(WIRE, "pz3e N").begin("move a A05 N", "by activate 0")
    assert not game.state.position.works and game.at("a") == "A05"
    foot = before(WIRE, pool={GERMAN: 7}).play("move a A05 N", "by pool 0", dice=[1])
    assert foot.state.position.works, "foot leave it as it is"


@rule("atb-18.3.1-e")
@pytest.mark.parametrize(("pool", "die"), [(3, 6), (7, 2)])
def test_who_cannot_or_will_not_pay_stays_and_loses_its_points(pool: int, die: int):
    game = before(WIRE, pool={GERMAN: pool}).begin("move a A05 N", dice=[die])
    if pool == 3:
        assert game.asked == "turn", "it cannot pay"
    else:
        game.play("forgo")
    assert game.at("a") == "A06" and game.pool(GERMAN) == 0 and game.condition("a") == "spent"
    assert game.seat == SOVIET, "the attempt was its action"


@rule("atb-18.3.1-e")
def test_a_fresh_unit_that_fails_was_activated_all_the_same():
    game = before(WIRE, "grif N").begin("move a A05 N", "by activate 0", dice=[6]).play("forgo")
    assert game.condition("a") == "spent" and game.pool(GERMAN) == 0


@rule("atb-18.3.1-f")
def test_caps_supplement_the_points():
    """4AP and 2 CAPs, a 4: 5 to pay, as 4AP and 1 CAP."""
    game = before(WIRE, pool={GERMAN: 4}, caps={GERMAN: 2, SOVIET: 0})
    game.begin("move a A05 N", "by pool 0", "caps 0", dice=[4])
    assert game.asked == "obstacle.pay" and not game.offers("by pool 0")
    game.play("by pool 1")
    assert game.at("a") == "A05" and game.caps(GERMAN) == 1 and game.condition("a") == "spent"


@rule("atb-18.3.1-g", "atb-18.3.2-d")
@pytest.mark.parametrize(("kind", "unit"), [(WIRE, "grif N active"), (BLOCK, "pz3e N active")])
def test_a_unit_turned_back_may_still_act_by_caps_and_cards(kind: str, unit: str):
    game = before(kind, unit, pool={GERMAN: 2}, caps={GERMAN: 3, SOVIET: 0}, told=hands("02"))
    game.play("move a A05 N", "by pool 0", "caps 0", dice=[6])
    game.play("pass")
    assert game.condition("a") == "spent" and game.offers("pivot a S") and game.offers("play 02")


def test_a_command_action_that_cannot_be_paid_is_a_stall_for_one_cap():
    game = before(WIRE, "grif N spent", caps={GERMAN: 3, SOVIET: 0})
    game.begin("move a A05 N", "caps 0", dice=[5])
    assert game.caps(GERMAN) == 2 and game.at("a") == "A06" and game.condition("a") == "spent" and game.seat == SOVIET
    others = on("x\n.\n.\n.\n.\na+b\n.", a="grif N spent", b="lmg34 N active", x="srif S", pool={GERMAN: 5},
                told={"works": {"A05": lies(WIRE)}}, caps={GERMAN: 3, SOVIET: 0})  # fmt: skip
    others.begin("move a A05 N", "caps 0", dice=[5])
    assert others.pool(GERMAN) == 5 and others.condition("b") == "active", "nor the pool of others"


def test_an_opportunity_and_a_card_need_no_die():
    game = before(WIRE, "grif N").play("move a A05 N", "by opportunity 0")
    assert game.at("a") == "A05" and game.condition("a") == "spent"
    freed = before(WIRE, "grif N spent", told=hands("02")).begin("play 02").play("move a A05 N")
    assert freed.at("a") == "A05"


def test_caps_change_the_die_but_not_below_nothing():
    game = before(WIRE, pool={GERMAN: 7}, caps={GERMAN: 2, SOVIET: 0})
    game.begin("move a A05 N", "by pool 0", "caps 2", dice=[1]).play("by pool 0")
    assert game.pool(GERMAN) == 6, "a die of 1 less 2 is nothing"


@rule("atb-18.3.1-i", "atb-18.3.2-e")
def test_wire_and_road_blocks_are_placed_at_set_up_only():
    state = GAME.start("atb/kv2")
    kinds = [one.kind for one in state.position.works.values()]
    assert kinds.count(BLOCK) == 3 and kinds.count(WIRE) == 1
    every = set(GAME.system.edition.act_of) | set(GAME.system.edition.begin)
    assert "wire" not in every and "block" not in every


# -- 18.3.2 Road Blocks


@rule("atb-18.3.2-a")
def test_foot_units_pass_a_road_block_freely():
    assert before(BLOCK, pool={GERMAN: 7}).play("move a A05 N").pool(GERMAN) == 6


@rule("atb-18.3.2-b")
def test_wheels_do_not_enter_a_road_block():
    game = before(BLOCK, "opel N")
    assert not game.offers("move a A05 N") and game.why_not("move a A05 N") == "atb-18.3.2-b"


@rule("atb-18.3.2-a", "atb-18.3.2-c")
@pytest.mark.parametrize(("start", "facing"), [("A06", "N"), ("A04", "S")])
def test_tracks_pay_a_die_more_from_any_side(start: str, facing: str):
    picture = "\n".join("a" if f"A0{n}" == start else "." for n in range(1, 8)) + "\n.\n.\n.\nx"
    game = on(picture, a=f"pz3e {facing} active", x="srif N", told={"works": {"A05": lies(BLOCK)}}, pool={GERMAN: 7})
    game.begin(f"move a A05 {facing}", dice=[3]).begin("by pool 0")
    assert game.at("a") == "A05" and game.pool(GERMAN) == 3


@rule("atb-18.3.2-c")
def test_no_bonus_move_into_a_road_block():
    game = on(".\n.\n.\na\n.\n.\n.\nx", a="pz3e N", x="srif N", told={"works": {"A02": lies(BLOCK)}})
    game.begin("move a A03 N", "by activate 0")
    assert game.asked == "turn" and game.seat == SOVIET and game.at("a") == "A03", "no second hex"


@rule("atb-18.3.2-d")
def test_a_tank_that_does_not_pay_stays_and_is_spent():
    game = before(BLOCK, "pz3e N active", pool={GERMAN: 7}).begin("move a A05 N", dice=[2]).play("forgo")
    assert game.at("a") == "A06" and game.condition("a") == "spent" and game.pool(GERMAN) == 0


@rule("atb-18.3.2-f")
@pytest.mark.parametrize("kind", ["srif S", "tk26b S"])
def test_a_road_block_covers_everybody_in_its_hex_and_blocks_no_sight(kind: str):
    game = on("x\n.\n.\na", a="pz3e N", x=kind, told={"works": {"A01": lies(BLOCK)}})
    plain = on("x\n.\n.\na", a="pz3e N", x=kind)
    assert game.need("fire a x") == plain.need("fire a x") + 1
    assert on("x\n.\n.\na", a="pz3e N", x=kind, told={"works": {"A02": lies(BLOCK)}}).offers("fire a x")


# -- 18.3.3 mines


@rule("atb-18.3.3-a")
def test_hidden_mines_show_when_a_unit_comes():
    game = before(MINES, "grif N", told={"works": {"A05": lies(MINES, hidden=True)}})
    assert not game.view(GERMAN).state.position.works and game.view(SOVIET).state.position.works
    game.play("move a A05 N", "by activate 0", dice=[1, 1])
    assert not game.state.position.works["A05"].hidden and game.view(GERMAN).state.position.works
    state = GAME.start("atb/stalin")
    assert [entry.hidden for entry in state.setting.mission.works if entry.type == MINES] == [True, True]


@rule("atb-18.3.3-b")
@pytest.mark.parametrize("side", [GERMAN, SOVIET])
def test_mines_attack_friend_and_foe_alike(side: str):
    game = before(MINES, "grif N", told={"works": {"A05": lies(MINES, side)}})
    game.play("move a A05 N", "by activate 0", dice=[4, 4, "pinned"])
    assert game.unit("a").marker


@rule("atb-18.3.3-c")
@pytest.mark.parametrize(("said", "stirs"), [("pivot a S", True), ("dig a", True), ("fire a x", False)])
def test_mines_also_strike_who_does_something_else_than_fight_there(said: str, stirs: bool):
    game = on("x\n.\n.\na\n.", a="grif N", x="srif S", told={"works": {"A04": lies(MINES)}})
    dice: list[int | str] = [4, 4, "pinned"] if stirs else [1, 1]
    game.play(said, "by opportunity 0", dice=dice)
    assert bool(game.unit("a").marker) == stirs


@rule("atb-18.3.3-c")
def test_rallying_on_mines_is_safe():
    game = on("x\nS\n.\na\n.", a="grif N suppressed", x="srif S", told={"works": {"A04": lies(MINES)}})
    game.play("rally a", "by opportunity 0", dice=[6, 6])
    assert not game.unit("a").marker


@rule("atb-18.3.3-d")
def test_moving_out_is_safe():
    game = on("x\n.\n.\na\n.", a="grif N", x="srif S", told={"works": {"A04": lies(MINES)}})
    assert not game.play("move a A05 N", "by opportunity 0").unit("a").marker


@rule("atb-18.3.3-e")
def test_only_who_comes_is_attacked():
    game = on("x\n.\n.\n.\nb\na\n.", a="grif N", b="lmg34 N", x="srif S", told={"works": {"A05": lies(MINES)}})
    game.play("move a A05 N", "by activate 0", dice=[6, 6, "pinned"])
    assert game.unit("a").marker and not game.unit("b").marker


@rule("atb-18.3.3-f")
def test_mines_strike_vehicles_as_they_strike_men():
    assert box().works[MINES].hit_number == 8
    tank = before(MINES, "pz3e N").begin("move a A05 N", "by activate 0", dice=[4, 4, "immobilized"])
    assert tank.unit("a").marker


@rule("atb-18.3.3-g")
@pytest.mark.parametrize(("dice", "hit"), [([3, 4], False), ([4, 4], True)])
def test_eight_hits_and_the_owner_of_the_mine_rolls(dice: list[int], hit: bool):
    game = before(MINES, "grif N", caps={GERMAN: 0, SOVIET: 3}).begin("move a A05 N", "by activate 0")
    assert game.asked == "mine.roll" and game.seat == SOVIET and game.need("caps 0") == 8
    game.play("caps 0", dice=[*dice, *(["pinned"] if hit else [])])
    assert bool(game.unit("a").marker) == hit


@rule("atb-18.3.3-g")
def test_his_caps_go_up_or_down():
    own = before(MINES, "grif N", told={"works": {"A05": lies(MINES, GERMAN)}}, caps={GERMAN: 3, SOVIET: 0})
    own.begin("move a A05 N", "by activate 0")
    assert own.seat == GERMAN and own.need("caps -2") == 10 and own.need("caps 2") == 6
    assert own.play("caps -2", dice=[4, 5]).caps(GERMAN) == 1 and not own.unit("a").marker


def test_mines_hit_once_however_high_the_roll():
    game = before(MINES, "grif N").play("move a A05 N", "by activate 0", dice=[6, 6, "pinned"])
    assert game.alive("a") and game.unit("a").marker


@rule("atb-18.3.3-h")
def test_no_cover_counts_against_mines():
    told = {"works": {"A05": lies(MINES), "A05/trench": lies("trench", GERMAN)}}
    game = on("x\n.\n.\n.\nS\na\n.", a="grif N", x="srif S", told=told, caps={GERMAN: 0, SOVIET: 1})
    game.begin("move a A05 N", "by activate 0")
    while game.asked != "mine.roll":
        game.begin("inside")
    assert game.need("caps 0") == 8


def test_mines_strike_whoever_rides_too():
    game = on(
        "x\n.\n.\n.\n.\na\n.", a="sd251 N", b="grif N carrier=a", x="srif S", told={"works": {"A05": lies(MINES)}}
    )
    told = game.begin("move a A05 N", "by opportunity 0", dice=[4, 4, "pinned", 1, 1])
    assert told.unit("b").marker and not told.unit("a").marker, "each is rolled for, the load first"


def test_of_a_group_only_the_pioneers_are_safe_from_mines():
    game = on("x\n.\n.\n.\n.\na+b\n.", a="grif N", b="pio N", x="srif S", told={"works": {"A05": lies(MINES)}})
    game.gather("a", "b").begin("act move", "move b A05 N", "move a A05 N", dice=[4, 4, "pinned"])
    assert game.unit("a").marker and not game.unit("b").marker


def test_caps_that_a_group_still_owes_do_not_go_into_its_own_mines():
    told = {"works": {"A05": lies(MINES, GERMAN)}}
    game = on("x\n.\n.\n.\n.\na+b\n.", a="grif N spent", b="lmg34 N spent", x="srif S", told=told,
              caps={GERMAN: 2, SOVIET: 0})  # fmt: skip
    game.gather("a", "b").begin("act move", "move a A05 N")
    assert game.asked == "mine.roll" and game.choices() == ["caps 0", "caps 1", "caps -1"], "one of two is owed"
    game.begin("caps -1", dice=[1, 1]).play("finish")
    assert game.caps(GERMAN) == 0 and game.at("a") == "A05"


@rule("atb-18.3.3-c")
def test_seeking_cover_on_mines_sets_them_off():
    told = {"works": {"A06": lies(MINES)}, **hands("11")}
    game = before(WIRE, "grif N", told=told, caps={GERMAN: 0, SOVIET: 1}).begin("play 11 a")
    assert game.asked == "mine.roll"


def test_a_hidden_unit_that_comes_upon_mines_is_seen():
    told = {"works": {"A05": lies(MINES, hidden=True)}}
    game = on("x\n.\n.\n.\nL\na:L\n.", a="grif N hidden", x="srif S", told=told)
    game.begin("sneak a A05", "by activate 0")
    assert not game.is_hidden("a") and game.asked == "reveal.face"
    assert game.play("face a N", dice=[4, 4, "pinned"]).unit("a").marker


# -- cards 40 and 41


def carrying(
    card: str, a: str = "grif N", *, works: dict[str, Works] | None = None, picture: str = "", **rest: Any
) -> Bear:
    told = {**hands(card), "deck": (card,), "hiding": True, "works": works or {}}
    caps = {GERMAN: 4, SOVIET: 0}
    return on(picture or "x\nS\n.\na\n.", **{"a": a, "x": "srif S", "told": told, "caps": caps, **rest})


@rule("atb-card-40-a", "atb-card-41-a")
def test_there_is_one_of_each_card():
    assert box().cards["40"].copies == box().cards["41"].copies == 1


@rule("atb-card-40-b")
@pytest.mark.parametrize(("unit", "able"), [("grif N", True), ("grif N spent", True), ("grif N active", True),
                                            ("8cm N", False), ("pz3e N", False)])  # fmt: skip
def test_an_unburdened_foot_unit_in_any_state_lays_a_mine(unit: str, able: bool):
    assert carrying("40", unit).offers("play 40 a") == able


@rule("atb-card-40-b")
def test_a_mine_is_laid_in_its_own_or_an_adjacent_hex_without_enemies_while_there_are_any():
    game = carrying("40", picture="x\na\n.\n.").begin("play 40 a", "by command 2")
    assert game.asked == "mine.lay"
    assert {said.split()[1] for said in game.choices()} == {"A02", "A03"}, "the enemy stands in A01"
    game.play("lay A03")
    assert game.state.position.works["A03"].kind == MINES
    used = {f"A0{n}": lies(MINES, GERMAN) for n in (4, 5, 6, 7)}
    none_left = carrying("40", works=used, picture="x\nS\na\n.\n.\n.\n.\n.")
    assert box().works[MINES].copies == 4 and not none_left.offers("play 40 a")


@rule("atb-card-40-c")
@pytest.mark.parametrize(("picture", "hidden"), [("x\nS\n.\na\n.", True), ("x\n.\n.\na\n.", False)])
def test_the_mine_is_hidden_out_of_enemy_sight(picture: str, hidden: bool):
    game = carrying("40", picture=picture).play("play 40 a", "by command 2", "lay A04")
    assert game.state.position.works["A04"].hidden == hidden
    assert bool(game.view(SOVIET).state.position.works) != hidden
    assert any("A04" in said for said in game.heard(SOVIET)) != hidden


@rule("atb-card-40-d", "atb-card-41-c")
@pytest.mark.parametrize("card", ["40", "41"])
def test_neither_card_is_for_close_combat_or_groups(card: str):
    works = {"A01": lies(WIRE)}
    close = carrying(card, picture="x+a\n.\n.", works=works)
    assert not close.offers(f"play {card} a")
    assert "group" not in box().cards[card].icons
    group = carrying(card, picture="a+b\n.\nS\nx", works=works, b="lmg34 N").gather("a", "b")
    assert not group.offers(f"play {card}")


@rule("atb-card-41-b")
@pytest.mark.parametrize("kind", [WIRE, BLOCK, MINES])
@pytest.mark.parametrize("state", ["", " spent", " active"])
def test_obstacle_clearing_takes_one_obstacle_from_its_own_hex(kind: str, state: str):
    game = carrying("41", f"grif N{state}", works={"A04": lies(kind), "A03": lies(WIRE)})
    game.play("play 41 a", *([] if state == " spent" else ["by command 2"]))
    assert set(game.state.position.works) == {"A03"}
    assert not carrying("41", "8cm N", works={"A04": lies(kind)}).offers("play 41 a")
    assert not carrying("41", works={"A03": lies(kind)}).offers("play 41 a")


@rule("atb-card-41-b")
def test_of_several_obstacles_its_owner_says_which():
    game = carrying("41", works={"A04": lies(WIRE), "A04/mines": lies(MINES)}).begin("play 41 a", "by command 2")
    assert game.asked == "obstacle.clear"
    game.play("clear mines")
    assert [one.kind for one in game.state.position.works.values()] == [WIRE]
