"""Rules at their edges: the last hex that still counts, the one thing that is not affected, what others may not see."""

from __future__ import annotations

import pytest
from msgspec import structs
from tests.systems.famous_divisions.kit import on

from balka.core.proof import rule
from balka.systems.famous_divisions import bridges
from balka.systems.famous_divisions.chits import can_shoot_down
from balka.systems.famous_divisions.combat import in_command
from balka.systems.famous_divisions.model import kind
from balka.systems.famous_divisions.ranged import shot_check
from balka.systems.famous_divisions.replacements import cut_off_units, may_rebuild
from balka.systems.famous_divisions.strength import defence_strength
from balka.systems.famous_divisions.terrain import Cost

RIVER = ["A01-A02 river", "A01-A02 bridge", "A03-A04 river", "A03-A04 bridge"]


@rule("gd-12.0-e", "gd-9.1-c")
def test_one_blown_bridge_leaves_the_others() -> None:
    game = on("a\n.\n.\n.\n", a="1k-1gr hq-1gr", sides=RIVER)
    game.run(lambda work: setattr(work, "position", structs.replace(work.position, blown=((0, 1),))))
    assert bridges.is_blown(game.state, 0, 1) and not bridges.stands(game.state, 0, 1)
    assert not bridges.is_blown(game.state, 2, 3) and bridges.stands(game.state, 2, 3)


@pytest.mark.parametrize("ends", [(0, 1), (1, 2)])
@rule("gd-12.0-e")
def test_a_blown_bridge_hex_is_crossed_from_neither_side(ends: tuple[int, int]) -> None:
    """[ruling Q-main-bridge]"""
    game = on("a\n~\n.\n", a="1k-1gr hq-1gr", sides=["A01-A02 bridge", "A02-A03 bridge"])
    assert bridges.stands(game.state, *ends)
    game.run(lambda work: setattr(work, "position", structs.replace(work.position, blown=((1, 1),))))
    assert not bridges.stands(game.state, *ends)


@rule("gd-10.7-b", "gd-10.7-c")
@pytest.mark.parametrize(("gun", "farthest"), [("flak-2gr", 11), ("ltflak-1gr", 17)])
def test_flak_fires_where_its_dice_can_beat_the_distance(gun: str, farthest: int) -> None:
    game = on("a\n" + ".\n" * 20, a=gun)
    counter = game.unit(gun)
    assert can_shoot_down(game.state, counter, farthest)
    assert not can_shoot_down(game.state, counter, farthest + 1)


@rule("gd-10.0-e")
def test_a_unit_at_the_end_of_its_hqs_range_still_attacks() -> None:
    game = on("a\n" + ".\n" * 8, a="hq-2tk", A07="t34.1-2tk", A08="t34.2-2tk")
    assert kind(game.state, "hq-2tk").activation_range == 6
    assert in_command(game.state, game.unit("t34.1-2tk"), "hq-2tk")
    assert not in_command(game.state, game.unit("t34.2-2tk"), "hq-2tk")


@rule("gd-10.2-a", "gd-10.0-a")
def test_the_only_unit_beside_the_target_cannot_be_a_supporting_gun_instead() -> None:
    """Somebody next to the hex must attack; with another company there the gun may do either."""
    alone = on("a\nx\n", a="ig-2rif hq-2rif", x="1k-1gr").activate("2rif").play("fight", "attack A02")
    assert alone.offers("join ig-2rif") and not alone.offers("gun ig-2rif")
    both = on("a\nx\n", a="ig-2rif 1-2rif hq-2rif", x="1k-1gr").activate("2rif").play("fight", "attack A02")
    assert both.offers("join ig-2rif", "gun ig-2rif", "join 1-2rif")


@rule("gd-1.1-d")
def test_who_may_come_along_is_not_shown_to_the_enemy() -> None:
    game = on("a\n.\n.\nx\n", a="t34.1-2tk t34.2-2tk hq-2tk", x="1k-1gr").activate("2tk").play("take t34.1-2tk")
    own, foe = (game.state.view(seat).stack[-1] for seat in ("soviet", "german"))
    assert own.others and not foe.others


@rule("gd-11.3-l")
def test_an_unknown_target_is_somewhere_between_the_weakest_and_the_strongest_of_its_side() -> None:
    """The shooter's own side does not count: a Tiger of his makes no enemy stronger."""
    game = on("a\n.\nx\n", a="flak-2gr tiger.1-3pz hq-2gr", x="1-1rif mg-1rif", forts=["bunker A03 N"])
    view = game.state.view("german")
    check = shot_check(view, view.position.units["flak-2gr"], game.hex("x"), ())
    kinds = [one for one in view.setting.catalogue.kinds.values() if one.side == "soviet"]
    defences = [side.defence for one in kinds for side in (one.full, one.depleted) if side is not None]
    assert check.tally.spread == (min(defences) + 2, max(defences) + 2)


@rule("gd-4.0-d")
def test_only_who_is_due_at_the_same_hex_comes_along() -> None:
    due = {"1-1rif": "A01 0", "2-1rif": "A01 0", "3-1rif": "A05 0", "mg-1rif": "A01 1"}
    game = on(".\n.\n.\n.\n.\n", A03="hq-1rif", due=due).activate("1rif").play("enter 1-1rif A01")
    assert game.offers("with 2-1rif")
    assert not game.offers("with 3-1rif") and not game.offers("with mg-1rif")


@rule("gd-4.0-e", "gd-9.0-n")
def test_entering_ground_that_takes_all_spends_what_there_is() -> None:
    """Wheels into woods at night: the printed allowance would be more than the unit has."""
    game = on("W\n.\n.\n", A03="hq-2gr", due={"5k-2gr": "A01 0"}, turn="Night")
    game.state = structs.replace(game.state, turn=3)
    game.activate("2gr").play("enter 5k-2gr A01", "step A01")
    assert game.unit("5k-2gr").spent == 2 * 5


@rule("gd-4.1-l")
def test_an_hq_in_the_first_hex_of_the_map_is_a_source_like_any_other() -> None:
    game = on("a\nb\n", a="hq-1rif", b="1-1rif!")
    assert game.unit("hq-1rif").hex == 0
    assert may_rebuild(game.state, game.unit("1-1rif"), (), cut_off_units(game.state, [game.unit("1-1rif")]))


@rule("gd-9.4-h")
def test_each_tank_goes_on_once_after_an_overrun() -> None:
    game = on("a .\nx .\n. .\n. .\n", a="t34.1-2tk t34.2-2tk hq-2tk", x="hq-1gr").activate("2tk")
    game.play("fight", "overrun A02", "join t34.1-2tk", "join t34.2-2tk", "fight").no_chits().play("2d6 =2")
    game.play("advance t34.1-2tk A02", "advance t34.2-2tk A02", "done")
    assert game.offers("take t34.1-2tk", "take t34.2-2tk")
    game.play("take t34.1-2tk", "step A03", "halt")
    assert game.choices() == ["take t34.2-2tk", "done"]


@rule("gd-9.5-b", "gd-9.5-i")
@pytest.mark.parametrize(("spent", "may"), [(18, True), (19, False)])
def test_climbing_down_takes_the_last_whole_point(spent: int, may: bool) -> None:
    game = on("a\n.\n", a="t34.1-2tk hq-2tk 1-1rif").set("1-1rif", carrier="t34.1-2tk").activate("2tk")
    game.play("take t34.1-2tk").set("t34.1-2tk", spent=spent)
    assert game.offers("dismount 1-1rif") is may


@rule("gd-5.3-a")
def test_a_fed_unit_is_told_to_be_in_supply_again() -> None:
    game = on("a\n.\nb\n", a="1k-1gr hq-1gr", b="hq-div-g").set("1k-1gr", hungry=2).supply("german").play("done")
    assert game.unit("1k-1gr").hungry == 0
    assert any("1K 1Gr is in supply again" in line for line in game.heard)


def test_costs_that_take_all_add_up() -> None:
    whole = Cost(allowances=1)
    assert whole.plus(whole).price(8) == 2 * whole.price(8)


@rule("gd-1.1-d", "gd-1.1-e")
@pytest.mark.parametrize(
    ("fought", "forts", "heard"),
    [(False, [], "5K 2Gr leaves its trucks."), (False, ["bunker A01 N"], "A German unit in A01 leaves its trucks."),
     (True, ["bunker A01 N"], "5K 2Gr leaves its trucks.")],
)  # fmt: skip
def test_who_leaves_its_trucks_is_told_to_those_who_may_look(fought: bool, forts: list[str], heard: str) -> None:
    game = on("a\n.\nx\n", a="5k-2gr hq-2gr", x="1-1rif", forts=forts).activate("2gr").play("take 5k-2gr")
    game.set("5k-2gr", fought=fought)
    step = game.state.apply("debark 5k-2gr")
    told = [event.say(game.state.setting) for one in step.events if (event := one.heard_by("soviet")) is not None]
    assert heard in told


@rule("gd-1.1-d", "gd-6.0-d")
def test_who_is_in_range_of_the_hq_is_not_shown_to_the_enemy_during_an_attack() -> None:
    game = on("a\nx\n", a="t34.1-2tk t34.2-2tk hq-2tk", x="1k-1gr").activate("2tk").play("fight", "attack A02")
    own, foe = (game.state.view(seat).stack[-1].assault for seat in ("soviet", "german"))
    assert own.units and own.hq == "hq-2tk"
    assert not foe.units and not foe.hq


@rule("gd-10.2-a")
def test_guns_that_support_an_attack_are_told_and_only_they() -> None:
    for guns, told in ((("gun ig-2rif",), "attacks A02, supported by I.G. 2Rif."), ((), "attacks A02.")):
        game = on("a\nx\n", a="t34.1-2tk hq-2tk ig-2rif", x="1k-1gr").activate("2tk")
        game.play("fight", "attack A02", "join t34.1-2tk", *guns, "fight")
        assert any(line.endswith(told) for line in game.heard)


@rule("gd-9.5-e")
def test_a_rider_has_no_defence_of_its_own() -> None:
    game = on("a\n", a="t34.1-2tk 1-1rif").set("1-1rif", carrier="t34.1-2tk")
    assert defence_strength(game.state, game.unit("1-1rif")) == 0
    assert defence_strength(game.state, game.unit("t34.1-2tk")) == 7


@rule("gd-11.2-m")
def test_equal_dice_of_a_barrage_hurt_one_unit_and_no_more() -> None:
    game = on("a\n.\nb\n.\nx\n", a="kat.1-rckt hq-rckt", b="1-1rif hq-1rif", x="1k-1gr 2k-1gr").activate("rckt")
    game.play("fight", "barrage kat.1-rckt A05", "3d6 2 4 4", "lose 2k-1gr")
    assert (game.unit("1k-1gr").depleted, game.unit("2k-1gr").depleted) == (False, True)
    assert game.kind == "combat"
    alone = on("a\n.\nb\n.\nx\n", a="kat.1-rckt hq-rckt", b="1-1rif hq-1rif", x="1k-1gr").activate("rckt")
    alone.play("fight", "barrage kat.1-rckt A05", "3d6 2 4 4")
    assert alone.unit("1k-1gr").depleted and alone.unit("1k-1gr").status == "map"


@rule("gd-10.3-r")
def test_who_kept_its_black_chits_is_not_asked_again_when_the_other_side_plays() -> None:
    held = {"german": ("fire-lane",), "soviet": ("hardened",)}
    game = on("a\nx\n", a="t34.1-2tk hq-2tk", x="1k-1gr", held=held).activate("2tk").battle("A02", "t34.1-2tk")
    chits = game.state.setting.catalogue.chits
    blue = next(one for one in chits["fire-lane"].nullifies if chits[one].colour == "blue")
    game.play(*(["stand"] if game.kind == "defence" else []), "draw soviet-cup blue", f"draw blue {blue}")
    game.play("draw german-cup red", "draw red raw-recruits")
    assert (game.asked, game.kind) == ("soviet", "black")
    game.play("keep")
    assert (game.asked, game.kind) == ("german", "black")
    assert game.play("play fire-lane").asked == "chance"
