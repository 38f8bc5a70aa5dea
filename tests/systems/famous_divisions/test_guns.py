"""Who may be added to a fight as a gun, and who takes part in an attack at all. [9.4, 9.5, 10.0-10.2, 20.4]"""

from __future__ import annotations

from tests.systems.famous_divisions.kit import Game, on

from balka.core.proof import rule
from balka.systems.famous_divisions.sequence import end_turn

LINE = "a\nx\n.\n.\n"


def shelled() -> Game:
    """A Wespe beside the enemy has attacked him without effect."""
    game = on(LINE, a="wsp.1-1art hq-1art 5k-2gr hq-2gr", x="1-1rif 2-1rif", A04="hq-1rif").activate("1art")
    game.play("fight", "attack A02", "join wsp.1-1art", "fight").no_chits()
    return game.play("2d6 =6", "done")


@rule("gd-10.2-e")
def test_a_gun_that_joins_an_attack_has_fired() -> None:
    game = shelled()
    assert game.unit("wsp.1-1art").fired
    game.activate("2gr").play("fight", "attack A02")
    assert game.offers("join 5k-2gr") and not game.offers("gun wsp.1-1art")
    assert game.refusal("gun wsp.1-1art").rule == "gd-10.2-e"
    assert not game.run(end_turn).unit("wsp.1-1art").fired


@rule("gd-10.1-e", "gd-11.3-q")
def test_a_pinned_gun_supports_no_attack_but_still_a_defence() -> None:
    game = on("a\n.\nb\nx\n", a="wsp.1-1art hq-1art", b="5k-2gr hq-2gr", x="1-1rif hq-1rif")
    game.set("wsp.1-1art", pinned=True)
    attack = game.activate("2gr").play("fight", "attack A04")
    assert not attack.offers("gun wsp.1-1art")
    assert attack.refusal("gun wsp.1-1art").rule == "gd-10.1-e"
    game = on("a\n.\nb\nx\n", a="wsp.1-1art hq-1art", b="5k-2gr hq-2gr", x="1-1rif hq-1rif")
    game.set("wsp.1-1art", pinned=True).activate("1rif").battle("A03", "1-1rif")
    assert game.offers("gun wsp.1-1art", "stand")


@rule("gd-10.1-e")
def test_a_pinned_unit_joins_no_attack_and_the_reason_is_cited() -> None:
    game = on("a\nx\n", a="1-1rif 2-1rif hq-1rif", x="1k-1gr").set("1-1rif", pinned=True)
    game.activate("1rif").play("fight", "attack A02")
    assert game.choices() == ["join 2-1rif"]
    assert game.refusal("join 1-1rif").rule == "gd-10.1-e"
    assert game.refusal("join hq-1rif").rule == "gd-10.0-a"


@rule("gd-9.5-d")
def test_a_gun_riding_a_tank_neither_supports_nor_fires() -> None:
    picture, guns = "a\n.\n.\nb\nx\n", "sturm-2gr ig-2gr 5k-2gr hq-2gr"
    game = on(picture, a=guns, b="1k-1gr hq-1gr", x="1-1rif hq-1rif")
    game.set("ig-2gr", debarked=True, carrier="sturm-2gr").activate("1gr").play("fight", "attack A05")
    assert not game.offers("gun ig-2gr")
    assert game.refusal("gun ig-2gr").rule == "gd-9.5-d"
    defence = on(picture, a=guns, b="1k-1gr hq-1gr", x="1-1rif hq-1rif").set("ig-2gr", debarked=True)
    assert defence.activate("1rif").battle("A04", "1-1rif").offers("gun ig-2gr"), "on foot it may"
    riding = on(picture, a=guns, b="1k-1gr hq-1gr", x="1-1rif hq-1rif")
    riding.set("ig-2gr", debarked=True, carrier="sturm-2gr").activate("1rif").battle("A04", "1-1rif")
    assert not riding.offers("gun ig-2gr")


@rule("gd-10.2-f")
def test_a_gun_in_the_attacked_hex_is_refused_with_its_rule() -> None:
    game = on("a\nx\n", a="t34.1-2tk hq-2tk", x="ig-2gr 5k-2gr").activate("2tk").battle("A02", "t34.1-2tk")
    assert game.choices() == ["stand"]
    assert game.refusal("gun ig-2gr").rule == "gd-10.2-f"


@rule("gd-9.4-d")
def test_no_artillery_makes_or_supports_an_overrun() -> None:
    game = on(LINE, a="wsp.1-1art hq-1art", x="hq-1rif").activate("1art").play("fight")
    assert game.offers("attack A02") and not game.offers("overrun A02")
    mixed = on(LINE, a="wsp.1-1art 5k-2pz hq-2pz", x="hq-1rif").activate("2pz").play("fight", "overrun A02")
    assert mixed.choices() == ["join 5k-2pz"]
    assert mixed.refusal("gun wsp.1-1art").rule == "gd-9.4-d"


# -- on the road at the beginning [20.4]


def marching(picture: str = "a\n.\n.\n.\nb\nx\n") -> Game:
    game = on(picture, a="wsp.1-1art wsp.2-1art hq-1art", b="5k-2gr hq-2gr", x="1-1rif hq-1rif")
    for one in ("wsp.1-1art", "wsp.2-1art"):
        game.set(one, marching=True, road=True)
    return game


@rule("gd-20.4-b")
def test_guns_on_the_road_do_not_fire_before_they_have_moved() -> None:
    attack = marching().activate("2gr").play("fight", "attack A06")
    assert attack.choices() == ["join 5k-2gr"]
    assert attack.refusal("gun wsp.1-1art").rule == "gd-20.4-b"
    defence = marching().activate("1rif").battle("A05", "1-1rif")
    assert defence.choices() == ["stand"]
    shelling = marching().activate("1art").play("fight")
    assert shelling.choices() == ["done"]
    assert shelling.refusal("barrage wsp.1-1art A06").rule == "gd-20.4-b"


@rule("gd-20.4-b")
def test_a_gun_that_has_moved_fires_in_the_same_activation_and_after_it() -> None:
    game = marching().activate("1art").play("take wsp.1-1art", "to A02", "halt", "fight")
    assert game.offers("barrage wsp.1-1art A06") and not game.offers("barrage wsp.2-1art A06")
    game.play("done").activate("2gr").play("fight", "attack A06")
    assert game.choices() == ["join 5k-2gr", "gun wsp.1-1art"]


@rule("gd-20.4-b")
def test_a_gun_left_behind_by_its_stack_has_not_moved() -> None:
    game = marching().activate("1art").play("take A01", "leave wsp.2-1art", "to A02", "halt", "fight")
    assert game.offers("barrage wsp.1-1art A06") and not game.offers("barrage wsp.2-1art A06")


@rule("gd-20.4-b")
def test_the_next_turn_the_road_is_forgotten() -> None:
    game = marching().run(end_turn).activate("1art").play("fight")
    assert game.offers("barrage wsp.1-1art A06", "barrage wsp.2-1art A06")


# -- in range of the HQ when firing [10.0]


@rule("gd-10.0-e")
def test_direct_fire_and_barrages_need_the_hq_in_range_too() -> None:
    line = "a\n" + ".\n" * 10 + "x\n"
    game = on(line, a="5k-2pz hq-2pz", x="1-1rif").activate("2pz").play("take 5k-2pz", "to A11", "halt", "fight")
    assert game.choices() == ["done"], "HQ range 8"
    assert game.refusal("fire 5k-2pz A12").rule == "gd-10.0-e"
    near = on(line, a="5k-2pz", A04="hq-2pz", x="1-1rif").activate("2pz")
    assert near.play("take 5k-2pz", "to A11", "halt", "fight").offers("fire 5k-2pz A12", "attack A12")


@rule("gd-10.0-e")
def test_a_gun_out_of_its_hqs_range_does_not_shell_but_may_support() -> None:
    line = "a\n" + ".\n" * 10 + "b\nx\n"
    game = on(line, a="wsp.1-1art hq-1art", b="5k-2gr hq-2gr", x="1-1rif").activate("1art")
    game.play("take wsp.1-1art", "to A10", "halt", "fight")
    assert game.choices() == ["done"]
    assert game.refusal("barrage wsp.1-1art A13").rule == "gd-10.0-e"
    assert game.play("done").activate("2gr").play("fight", "attack A13").offers("gun wsp.1-1art")


@rule("gd-10.0-f")
def test_reinforcements_fire_on_their_entry_turn_wherever_their_hq_is() -> None:
    line = "a\n" + ".\n" * 12 + "x\n"
    game = on(line, a="hq-2pz", x="1-1rif", due={"5k-2pz": "A11 0"}).activate("2pz")
    game.play("enter 5k-2pz A11", "step A11", "halt", "fight")
    assert game.offers("fire 5k-2pz A14")


# -- firing and then moving [11.3]


@rule("gd-11.3-s")
def test_a_tank_that_fired_may_overrun_but_not_move_on() -> None:
    column = "a\nx\n.\n.\n.\n"
    game = on(column, a="t34.1-2tk t34.2-2tk hq-2tk", x="hq-1gr").activate("2tk")
    game.play("fight", "fire t34.1-2tk A02", "2d6 1 1", "overrun A02", "join t34.1-2tk", "join t34.2-2tk", "fight")
    game.no_chits().play("2d6 =2", "done")
    assert game.choices() == ["take t34.2-2tk", "done"]
    alone = on(column, a="t34.1-2tk hq-2tk", x="hq-1gr").activate("2tk")
    alone.play("fight", "fire t34.1-2tk A02", "2d6 1 1", "overrun A02", "join t34.1-2tk", "fight").no_chits()
    assert alone.play("2d6 =2").kind == "combat"
