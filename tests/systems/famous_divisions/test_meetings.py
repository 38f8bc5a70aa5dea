"""Where one chapter meets another: riding, pins, roads, zones, bridges, guns and points together."""

from __future__ import annotations

import pytest
from msgspec import structs
from tests.systems.famous_divisions.kit import Game, on

from balka.core.proof import rule
from balka.systems.famous_divisions import losses
from balka.systems.famous_divisions.audit.recount import invariants
from balka.systems.famous_divisions.model import RoadPath
from balka.systems.famous_divisions.replacements import Rebuilding
from balka.systems.famous_divisions.sequence import end_turn
from balka.systems.famous_divisions.stacking import column_excess, excess
from balka.systems.famous_divisions.supply import is_in_supply
from balka.systems.famous_divisions.victory import points
from balka.systems.famous_divisions.zones import zone

TANK, TANK2, RIFLES, RIFLES2, ENG = "t34.1-2tk", "t34.2-2tk", "1-1rif", "2-1rif", "1k-eng"
RIVER = ["A01-A02 river"]
BRIDGE = ["A01-A02 river", "A01-A02 bridge"]
PINNED, KILLED, MISSED = "2d6 4 4", "2d6 6 6", "2d6 1 1"


def column(length: int) -> str:
    return "a\n" + ".\n" * (length - 1)


def road(length: int) -> list[str]:
    return [f"A{n:02}-A{n + 1:02} road" for n in range(1, length)]


# -- riding and roads [7.1, 9.2, 9.5]


@rule("gd-7.1-b", "gd-9.5-i")
def test_who_climbed_down_is_in_no_road_column() -> None:
    game = on(column(4), a=f"{TANK} {TANK2} {RIFLES} {RIFLES2} hq-2tk", crowded="a", roads=road(4))
    game.set(RIFLES, carrier=TANK).set(RIFLES2, carrier=TANK2).activate("2tk")
    game.play(f"take {TANK}", f"with {TANK2}", "to A03")
    assert game.unit(TANK).road
    game.play(f"dismount {RIFLES}", f"dismount {RIFLES2}", "halt")
    assert column_excess(game.state, game.hex("A03")) == 0
    assert game.play("fight").choices() == ["done"], "nobody is lost"


@rule("gd-7.1-b", "gd-9.5-h")
def test_who_was_thrown_off_a_tank_is_in_no_road_column() -> None:
    game = on(column(5), a=f"{TANK} {TANK2} {RIFLES} hq-2tk", A05="flak-2gr", roads=road(5)).set(RIFLES, carrier=TANK)
    game.activate("2tk").play(f"take {TANK}", f"with {TANK2}", "step A02", "fire flak-2gr A02", f"at {TANK}", PINNED)
    assert game.unit(TANK).pinned and game.unit(TANK).road
    assert not game.unit(RIFLES).carrier
    assert column_excess(game.state, game.hex("A02")) == 0


@rule("gd-7.1-b", "gd-9.5-f")
def test_the_rider_of_a_tank_lost_on_the_road_is_in_no_column() -> None:
    game = on(column(13), a=f"{TANK}! {TANK2} {RIFLES} hq-2tk", A13="flak-2gr", roads=road(13))
    game.set(RIFLES, carrier=TANK).activate("2tk")
    game.play(f"take {TANK}", f"with {TANK2}", "to A08", "fire flak-2gr A08", f"at {TANK}", KILLED)
    assert game.unit(TANK).status == "lost"
    assert not game.unit(RIFLES).road


@rule("gd-7.1-h", "gd-9.5-d")
def test_a_rider_counts_in_a_hex_once_its_tank_is_given_up_for_room() -> None:
    stack = f"{TANK}! {RIFLES} {RIFLES2} 3-1rif at-1rif hq-1rif hq-2tk"
    game = on(column(3), a=stack, crowded="a").set(RIFLES, carrier=TANK).activate("2tk").play("fight")
    assert game.kind == "stacking"
    assert not game.offers(f"lose {RIFLES}"), "it does not count"
    game.play(f"lose {TANK}")
    assert not game.unit(RIFLES).carrier
    assert game.offers(f"lose {RIFLES}"), "now it does"
    assert excess(game.state, game.hex("a")) == 4


# -- riding and victory [9.5, 18.3, 19.3]

EXIT = {"scorer": "soviet", "exit": RoadPath((3,), (0,))}


@rule("gd-9.5-d", "gd-18.3-j")
def test_a_tank_that_leaves_with_its_rider_is_one_unit() -> None:
    game = on(".\n.\n.\na\n", a=f"{TANK} {RIFLES} hq-2tk", roads=road(4), book=EXIT).set(RIFLES, carrier=TANK)
    game.activate("2tk").play(f"take {TANK}", "exit")
    assert game.unit(TANK).status == game.unit(RIFLES).status == "exited"
    assert points(game.state) == 1
    assert invariants(game.state) == []


@rule("gd-9.5-i", "gd-18.3-j")
def test_each_for_itself_counts_who_climbed_down_and_left_later() -> None:
    game = on(".\n.\n.\na\n", a=f"{TANK} {RIFLES} hq-2tk hq-1rif", roads=road(4), book=EXIT).set(RIFLES, carrier=TANK)
    game.activate("2tk").play(f"take {TANK}", f"dismount {RIFLES}", "exit", "fight", "done").run(end_turn)
    assert points(game.state) == 1
    game.activate("1rif").play(f"take {RIFLES}", "exit")
    assert points(game.state) == 2


@rule("gd-9.5-d", "gd-18.3-j")
def test_rifles_on_a_recon_vehicle_leave_for_nothing() -> None:
    book = {"scorer": "german", "exit": RoadPath((3,), (0,))}
    game = on(".\n.\n.\na\n", a="spw.1-rcn-g 1k-1gr hq-rcn-g", roads=road(4), book=book)
    game.set("1k-1gr", debarked=True, carrier="spw.1-rcn-g").activate("rcn-g").play("take spw.1-rcn-g", "exit")
    assert points(game.state) == 0


@rule("gd-9.5-d", "gd-19.3-d")
def test_a_rider_behind_the_columns_costs_no_point_of_its_own() -> None:
    book = {"scorer": "soviet", "penalty": RoadPath((3,), (0,))}
    game = on(".\na\n.\n.\n", a="5k-2pz 1k-1gr", roads=road(4), book=book).set("1k-1gr", debarked=True)
    assert points(game.state) == -2
    assert points(game.set("1k-1gr", carrier="5k-2pz").state) == -1


@rule("gd-19.3-d")
def test_who_stands_beside_one_of_several_entries_is_behind_the_columns() -> None:
    book = {"scorer": "soviet", "penalty": RoadPath((3,), (0, 3))}
    assert points(on(".\na\n.\n.\n", a="5k-2pz", roads=road(4), book=book).state) == -1


# -- riding and zones [8.0, 9.5]


@rule("gd-8.0-b", "gd-9.5-d")
def test_a_company_that_rides_on_an_hq_has_no_zone() -> None:
    game = on(column(3), A02=f"hq-2tk {RIFLES}").set(RIFLES, carrier="hq-2tk")
    assert zone(game.state, "soviet") == frozenset()
    assert zone(game.set(RIFLES, carrier="").state, "soviet") == {game.hex("A01"), game.hex("A03")}


@rule("gd-8.0-i", "gd-9.5-c")
def test_a_tank_carries_its_rider_out_of_a_zone_at_its_own_cost() -> None:
    game = on(column(5), A02=f"{TANK} {RIFLES} hq-2tk", a="1k-1gr").set(RIFLES, carrier=TANK).activate("2tk")
    game.play(f"take {TANK}", "step A03")
    assert (game.unit(TANK).spent, game.unit(RIFLES).spent) == (4, 0)


@rule("gd-9.4-f", "gd-9.5-d", "gd-10.6-a")
def test_a_rider_advances_with_its_tank_after_combat() -> None:
    game = on(column(4), a=f"{TANK} {RIFLES} hq-2tk", A02="hq-1gr").set(RIFLES, carrier=TANK).activate("2tk")
    game.battle("A02", TANK).no_chits().play("2d6 =2", f"advance {TANK} A02>A03")
    assert game.at(TANK) == game.at(RIFLES) == "A03"
    assert f"advance {RIFLES} A02" not in game.choices()


@rule("gd-9.5-f", "gd-10.4-e", "gd-10.5-d")
def test_a_rider_goes_back_with_its_tank_to_the_tanks_hq() -> None:
    game = on("h\n.\na\nx\nr\n", h="hq-2tk", a=f"{TANK} {RIFLES}", x="1k-1gr", r="hq-1rif").set(RIFLES, carrier=TANK)
    game.activate("2tk").battle("A04", TANK).no_chits().play("2d6 =8")
    assert game.choices() == [f"go {TANK} A02>A01"]
    game.play(f"go {TANK} A02>A01")
    assert game.at(RIFLES) == "A01"
    assert game.unit(RIFLES).carrier == TANK


@rule("gd-9.5-f", "gd-10.4-a")
def test_a_rider_dies_with_its_attacking_tank() -> None:
    game = on("h\n.\na\nx\n", h="hq-2tk", a=f"{TANK}! {RIFLES}", x="1k-1gr 2k-1gr").set(RIFLES, carrier=TANK)
    game.activate("2tk").battle("A04", TANK).no_chits().play("2d6 =12")
    assert game.unit(TANK).status == game.unit(RIFLES).status == "lost"


@rule("gd-9.5-d", "gd-16.0-a")
def test_an_engineer_on_an_attacking_tank_halves_nothing() -> None:
    def modifier(**facts: str) -> int:
        game = on("a\nW\n", a=f"{TANK} eng-rcn-s hq-2tk", A02="1k-1gr").set("eng-rcn-s", **facts).activate("2tk")
        value: int = game.battle("A02", TANK).no_chits().rolled_check.tally.value
        return value

    assert modifier(carrier=TANK) == modifier()


@rule("gd-9.5-d", "gd-12.0-a", "gd-16.1-a")
def test_an_engineer_that_rides_does_none_of_its_tasks() -> None:
    game = on("a\n.\n", a=f"flame-eng {ENG} hq-eng", sides=BRIDGE, forts=["trench A02 N"])
    game.set(ENG, debarked=True, carrier="flame-eng").activate("eng")
    tasks = {sentence for sentence in game.choices() if ENG in sentence}
    assert tasks == set()
    assert game.offers("blow flame-eng A01/A02", "clear flame-eng A02"), "its carrier may"


@rule("gd-6.0-g", "gd-9.5-d")
def test_who_was_carried_in_another_battalions_activation_acts_no_more_that_turn() -> None:
    game = on(column(6), a=f"{TANK} {RIFLES} hq-2tk", A03="hq-1rif", A06="t34.1-res").activate("2tk")
    game.play(f"take {TANK}", f"mount {RIFLES} {TANK}", "to A03", f"dismount {RIFLES}", "halt", "fight", "done")
    game.activate("1rif")
    assert not game.offers(f"take {RIFLES}")
    assert game.offers("take hq-1rif")


@rule("gd-6.0-g", "gd-9.5-b")
def test_who_was_carried_once_is_carried_by_no_other_battalion_that_turn() -> None:
    game = on(column(6), a=f"{TANK} {RIFLES} hq-2tk", A03="t34.1-res hq-res").activate("2tk")
    game.play(f"take {TANK}", f"mount {RIFLES} {TANK}", "to A03", f"dismount {RIFLES}", "halt", "fight", "done")
    assert "mount" not in game.activate("res").play("take t34.1-res").verbs()


@rule("gd-6.0-d", "gd-9.5-d")
def test_an_hq_that_was_carried_still_activates_its_battalion_from_where_it_is() -> None:
    game = on(column(12), a=f"{TANK} hq-1rif hq-2tk", A11=RIFLES).activate("2tk")
    game.play(f"take {TANK}", f"mount hq-1rif {TANK}", "to A06", "dismount hq-1rif", "halt", "fight", "done")
    game.activate("1rif")
    assert game.offers(f"take {RIFLES}")
    assert not game.offers("take hq-1rif"), "it has had its activation"


@rule("gd-9.5-d", "gd-10.3-c", "gd-10.4-h")
def test_a_stack_of_tank_and_rider_chooses_no_casualty() -> None:
    game = on("h\na\nx\n", h="hq-2tk", a=TANK, x="sturm-1gr 1k-1gr").set("1k-1gr", debarked=True, carrier="sturm-1gr")
    game.activate("2tk").battle("A03", TANK).no_chits().play("2d6 =4")
    assert game.unit("sturm-1gr").depleted and game.unit("1k-1gr").depleted


# -- engineers under fire [11.4, 16.1]


HUNTER = "su85.1-at"


def approaching(*engineers: str) -> Game:
    """Engineers on foot a hex short of a trench, a tank destroyer behind them."""
    game = on(column(6), A03=f"{' '.join(engineers)} hq-eng", A05=HUNTER, forts=["trench A01 N"])
    for one in engineers:
        game.set(one, debarked=True)
    game.activate("eng").play(f"take {engineers[0]}", *(f"with {one}" for one in engineers[1:]), "step A02")
    return game.play(f"fire {HUNTER} A02")


@rule("gd-11.4-a", "gd-16.1-d", "gd-16.1-e")
def test_an_engineer_that_was_fired_at_and_missed_still_clears() -> None:
    assert approaching(ENG).play(MISSED).offers(f"clear {ENG} A01")


@rule("gd-11.4-d", "gd-16.1-d")
def test_an_engineer_pinned_on_its_way_clears_nothing() -> None:
    game = approaching(ENG).play(PINNED)
    assert game.unit(ENG).pinned
    assert not game.offers(f"clear {ENG} A01")


@rule("gd-11.4-f", "gd-16.1-e")
def test_an_engineer_in_a_stack_that_was_fired_at_still_clears() -> None:
    game = approaching(ENG, "2k-eng").play("at 2k-eng", PINNED)
    assert game.offers(f"clear {ENG} A01")
    assert not game.offers("clear 2k-eng A01")


@rule("gd-11.2-m", "gd-16.1-e")
def test_an_engineer_that_was_shelled_still_clears() -> None:
    game = on("a\n.\n.\n.\n", A02=f"{ENG} hq-eng", A04="kat.1-rckt hq-rckt", forts=["trench A01 N"])
    game.activate("rckt").play("fight", "barrage kat.1-rckt A02", "3d6 5 5 1", "done")
    assert game.unit(ENG).depleted
    assert game.activate("eng").offers(f"clear {ENG} A01")


# -- bridges, pontoons and the enemy on the bank [8.0, 12.0, 12.1]


@rule("gd-8.0-c", "gd-12.1-a")
def test_no_pontoon_leads_to_a_bank_the_enemy_holds() -> None:
    game = on("a\nx\n", a=f"{ENG} hq-eng", x=RIFLES, sides=RIVER).activate("eng")
    assert "bridge" not in game.verbs()
    alone = on("a\nx\n", a=f"{ENG} hq-eng", x="hq-1rif", sides=RIVER).activate("eng")
    assert alone.offers(f"bridge {ENG} A01/A02"), "an HQ controls nothing"


@rule("gd-8.0-e", "gd-12.0-a")
def test_no_bridge_is_blown_under_an_enemy_who_stands_at_its_end() -> None:
    game = on("a\nx\n", a=f"{ENG} hq-eng", x=RIFLES, sides=BRIDGE).activate("eng")
    assert "blow" not in game.verbs()
    wood = on("F\nx\n", A01=f"{ENG} hq-eng", x=RIFLES, sides=BRIDGE, roads=["A01-A02 road"]).activate("eng")
    assert "blow" not in wood.verbs(), "his zone does not reach into the forest, but he holds the other end"
    assert wood.refusal(f"blow {ENG} A01/A02").sentence.startswith("The bridge lies in an enemy zone")


@rule("gd-1.1-d", "gd-12.1-a")
def test_whether_a_hidden_stack_holds_the_bank_is_learnt_by_trying() -> None:
    def tried(stack: str) -> Game:
        game = on("a\nx\n", a=f"{ENG} hq-eng", x=stack, sides=RIVER, forts=["trench A02 S"]).activate("eng")
        assert game.offers(f"bridge {ENG} A01/A02")
        return game.play(f"bridge {ENG} A01/A02")

    assert tried(RIFLES).state.position.pontoons == ()
    assert tried("hq-1rif").state.position.pontoons != ()


@rule("gd-10.6-a", "gd-12.1-a")
def test_an_engineer_that_advanced_may_begin_a_pontoon_from_there() -> None:
    game = on("a\nx\n.\n.\n", a=f"{ENG} 2k-eng hq-eng", x="hq-1rif", sides=["A02-A03 river"]).activate("eng")
    game.battle("A02", ENG, "2k-eng").no_chits().play("2d6 =2", f"advance {ENG} A02", "done")
    assert game.offers(f"bridge {ENG} A02/A03")
    game.play(f"bridge {ENG} A02/A03")
    assert len(game.state.position.pontoons) == 1
    assert "bridge" not in game.verbs(), "one a turn"
    assert game.refusal(f"bridge {ENG} A02/A03").rule == "gd-12.1-a"


@rule("gd-8.0-d", "gd-12.1-b")
def test_a_finished_pontoon_lets_zones_across() -> None:
    game = on("a\n.\n", a=f"{ENG} hq-eng", sides=RIVER).activate("eng").play(f"bridge {ENG} A01/A02", "fight", "done")
    assert game.hex("A02") not in zone(game.state, "german"), "under construction"
    assert game.hex("A02") in zone(game.run(end_turn).state, "german")


@rule("gd-5.1-k", "gd-12.0-e")
def test_a_blown_bridge_cuts_supply_and_a_pontoon_restores_it() -> None:
    game = on("a\n.\nk\n", a="1k-1gr", A02=f"hq-1gr {ENG} hq-eng", k="hq-2gr", sides=BRIDGE)
    assert is_in_supply(game.state, game.unit("1k-1gr"))
    game.activate("eng").play(f"blow {ENG} A01/A02", "d6 2")
    assert not is_in_supply(game.state, game.unit("1k-1gr"))
    game.play(f"bridge {ENG} A01/A02")
    assert not is_in_supply(game.state, game.unit("1k-1gr")), "not before it is finished"
    game.play("fight", "done").run(end_turn)
    assert is_in_supply(game.state, game.unit("1k-1gr"))


@rule("gd-10.5-f", "gd-12.0-e")
def test_a_blown_bridge_cuts_a_retreat() -> None:
    def thrown_back(*blown: tuple[int, int]) -> Game:
        sides = ["A03-A04 river", "A03-A04 bridge"]
        game = on("h\n.\n.\nx\na\n", h="hq-1gr", x="sturm-1gr", a=f"{TANK} hq-2tk", sides=sides)
        game.run(lambda work: setattr(work, "position", structs.replace(work.position, blown=blown)))
        return game.activate("2tk").battle("A04", TANK).no_chits().play("2d6 =6")

    assert thrown_back().choices() == ["go sturm-1gr A03>A02"]
    assert thrown_back((2, 3)).unit("sturm-1gr").status == "lost"


@rule("gd-8.0-k", "gd-10.6-b")
def test_an_advance_crosses_water_into_a_zone() -> None:
    game = on("a .\nx .\n. y\n", a=f"{RIFLES} {RIFLES2} hq-1rif", x="hq-1gr", y="5k-2gr", sides=RIVER)
    game.activate("1rif").battle("A02", RIFLES, RIFLES2).no_chits().play("2d6 =2")
    assert game.offers(f"advance {RIFLES} A02")


# -- guns [10.2, 11.1-11.4]


@rule("gd-3.4-f", "gd-10.2-d")
def test_a_gun_that_supported_before_its_chit_came_may_still_move() -> None:
    game = on("a\n.\nb\nx\n", a="wsp.1-1art hq-1art", b="5k-2gr hq-2gr", x=RIFLES).activate("2gr")
    game.play("fight", "attack A04", "join 5k-2gr", "gun wsp.1-1art", "fight").no_chits().play("2d6 =7", "done")
    assert game.unit("wsp.1-1art").fired
    game.activate("1art").play("take wsp.1-1art", "step A02", "halt", "fight")
    assert "barrage" not in game.verbs()


@rule("gd-10.2-e", "gd-11.2-r")
def test_a_gun_that_helped_a_defence_does_not_shell_that_turn() -> None:
    game = on("a\n.\nb\nx\n", a="wsp.1-1art hq-1art", b="5k-2gr", x=f"{RIFLES} hq-1rif").activate("1rif")
    game.battle("A03", RIFLES).play("gun wsp.1-1art", "stand").no_chits().play("2d6 =6", "done")
    assert "barrage" not in game.activate("1art").play("fight").verbs()


@rule("gd-10.2-e", "gd-11.2-q")
def test_a_gun_that_shelled_helps_no_defence_that_turn() -> None:
    game = on("a\n.\nb\nx\n", a="wsp.1-1art hq-1art", b="5k-2gr", x=f"{RIFLES} hq-1rif").activate("1art")
    game.play("fight", "barrage wsp.1-1art A04", "3d6 1 2 3", "done")
    assert game.activate("1rif").battle("A03", RIFLES).choices() == ["stand"]


@rule("gd-11.2-a", "gd-11.3-o")
def test_a_pinned_gun_may_still_shell() -> None:
    game = on(column(6), a="wsp.1-1art hq-1art", A06=f"{RIFLES}").set("wsp.1-1art", pinned=True).activate("1art")
    assert game.play("fight").offers("barrage wsp.1-1art A06")


@rule("gd-11.3-o", "gd-11.4-a")
def test_a_pinned_gun_fires_at_who_comes_up() -> None:
    game = on(column(6), a=f"{TANK} hq-2tk", A05="flak-2gr").set("flak-2gr", pinned=True).activate("2tk")
    game.play(f"take {TANK}", "step A02")
    assert game.offers("fire flak-2gr A02")


@rule("gd-11.3-r", "gd-11.4-a")
def test_who_fired_in_its_own_activation_fires_again_at_who_comes_up() -> None:
    game = on(column(6), a=f"{TANK} hq-2tk", A05="flak-2gr hq-2gr").activate("2gr")
    game.play("fight", "fire flak-2gr A01", MISSED, "done").activate("2tk").play(f"take {TANK}", "step A02")
    assert game.offers("fire flak-2gr A02")


@rule("gd-10.0-b", "gd-11.4-a")
def test_who_attacked_in_its_own_activation_fires_at_who_comes_up() -> None:
    game = on("a .\nx .\n. .\n. .\n", a="5k-2pz hq-2pz", x=RIFLES, B04=f"{TANK} hq-2tk").activate("2pz")
    game.battle("A02", "5k-2pz").no_chits().play("2d6 =9", "done").activate("2tk").play(f"take {TANK}", "step B03")
    assert game.offers("fire 5k-2pz B03")


@pytest.mark.parametrize(("weather", "turn"), [("Foggy", "Day"), ("Stormy", "Day"), ("Snowy", "Evening")])
@rule("gd-11.2-i", "gd-14.1-c", "gd-14.1-e", "gd-13.1-c")
def test_weather_and_evening_stop_no_barrage(weather: str, turn: str) -> None:
    game = on(column(6), a="wsp.1-1art hq-1art", A06=RIFLES, weather=weather, turn=turn).activate("1art").play("fight")
    game.play("barrage wsp.1-1art A06")
    assert game.rolled_check.tally.value == 5


@rule("gd-11.2-c", "gd-18.4-f")
def test_guns_off_the_map_shell_nobody_at_night() -> None:
    def offered(turn: str) -> set[str]:
        game = on(column(3), a="5k-2gr", A02=RIFLES, off="btty.4-2art hq-2art", off_map="A01", turn=turn).activate(
            "2art"
        )
        return game.play("fight").verbs()

    assert "barrage" in offered("Day")
    assert "barrage" not in offered("Night")


@rule("gd-5.3-i", "gd-10.2-b")
def test_a_gun_out_of_supply_helps_no_defence_and_is_ready_once_it_is_fed() -> None:
    game = on("g\n.\nb\nx\n", g="ig-2gr hq-1gr", b="5k-2gr hq-2gr", x=f"{RIFLES} hq-1rif").set("ig-2gr", hungry=1)
    game.set("ig-2gr", hungry=2, fired=True).activate("1rif").battle("A03", RIFLES)
    assert game.choices() == ["stand"]
    fed = on("g\n.\nb\n.\n", g="ig-2gr hq-1gr", b="5k-2gr hq-2gr").set("ig-2gr", hungry=2, fired=True)
    fed.supply("german").play("done")
    assert (fed.unit("ig-2gr").hungry, fed.unit("ig-2gr").fired) == (0, False)


@rule("gd-5.3-h", "gd-10.7-d")
def test_flak_without_supply_or_pinned_still_fires_at_airplanes() -> None:
    game = on("a\nx\nf\n", a=f"{TANK} hq-2tk", x="1k-1gr", f="flak-2gr").set("flak-2gr", hungry=2, pinned=True)
    game.activate("2tk").battle("A02", TANK)
    if game.kind == "defence":
        game.play("stand")
    game.play("draw soviet-cup blue", "draw blue airstrike", "draw german-cup red", "draw red sniper")
    assert game.offers("flak flak-2gr")


@rule("gd-10.0-e", "gd-11.4-d")
def test_who_lost_its_hq_on_the_march_attacks_no_more_in_that_activation() -> None:
    game = on("a .\n. .\n. .\n. .\n. x\n", a=f"{RIFLES} hq-1rif", x="flak-2gr", A03="1k-1gr").activate("1rif")
    game.play(f"take {RIFLES}", "step A02")
    while game.kind == "oppfire":
        game.play("hold")
    game.play("halt", "take hq-1rif", "step B02")
    game.play("fire flak-2gr B02", KILLED)
    assert game.unit("hq-1rif").status == "lost"
    assert not game.play("fight").offers("attack A03")


# -- stacking and what changes it [4.1, 7.1]


@rule("gd-4.1-b", "gd-7.1-g")
def test_a_unit_rebuilt_in_a_full_hex_is_thinned_when_the_next_movement_is_over() -> None:
    game = on(column(3), a="1-1rif! 2-1rif 3-1rif at-1rif 1-2rif!", A02="hq-1rif hq-2rif")
    assert excess(game.state, game.hex("a")) == 0
    game.run(lambda work: work.push(Rebuilding("soviet", True, ()))).play(f"rebuild {RIFLES}")
    assert excess(game.state, game.hex("a")) == 1
    game.activate("2rif").play("fight")
    assert game.kind == "stacking"
    assert game.offers(f"lose {RIFLES}")


@rule("gd-7.1-f", "gd-10.5-f")
def test_a_division_hq_retreats_into_a_full_hex() -> None:
    game = on("h\nf\nx\na\n", h="hq-2gr", f="5k-2gr 6k-2gr 7k-2gr flak-2gr", x="hq-div-g", a=f"{TANK} hq-2tk")
    game.activate("2tk").battle("A03", TANK).no_chits().play("2d6 =7")
    assert game.kind == "retreat"
    assert game.offers("go hq-div-g A02>A01")


@rule("gd-7.1-f", "gd-10.5-f", "gd-4.1-b")
def test_a_division_hq_retreats_through_a_hex_that_holds_too_much_already() -> None:
    """A unit was rebuilt there, and the hex is thinned only when its side has moved."""
    crowd = "5k-2gr 6k-2gr 7k-2gr flak-2gr ig-2gr"
    game = on("h\nf\nx\na\n", h="hq-2gr", f=crowd, x="hq-div-g", a=f"{TANK} hq-2tk", crowded="A02")
    game.activate("2tk").battle("A03", TANK).no_chits().play("2d6 =7")
    assert game.offers("go hq-div-g A02>A01")


@rule("gd-4.0-e", "gd-8.0-h")
def test_a_reinforcement_that_enters_a_zone_stops_there() -> None:
    game = on(column(3), A02=RIFLES, due={"5k-2gr": "A01 0", "hq-2gr": "A01 0"}).activate("2gr")
    game.play("enter 5k-2gr A01", "step A01")
    assert game.choices() == ["halt"]


@rule("gd-4.0-f", "gd-11.3-o")
def test_a_friend_pinned_in_the_entry_hex_sends_others_beside_it() -> None:
    game = on("a . .\n. . .\n", due={"5k-2gr": "A01 0"}, a="6k-2gr", B02="hq-2gr").set("6k-2gr", pinned=True)
    game.activate("2gr")
    assert not game.offers("enter 5k-2gr A01")
    beside = {"enter 5k-2gr A02", "enter 5k-2gr B01"}  # a corner hex lies on two edges
    assert {sentence for sentence in game.choices() if sentence.startswith("enter")} == beside


# -- trucks [9.6] and other chapters


@rule("gd-9.6-d", "gd-10.5-f")
def test_a_debarked_unit_retreats_where_only_walkers_go() -> None:
    def thrown_back(**facts: bool) -> Game:
        game = on("h\n.\nF\nx\na\n", h="hq-1gr", x="1k-1gr", a=f"{TANK} hq-2tk").set("1k-1gr", **facts).activate("2tk")
        return game.battle("A04", TANK).no_chits().play("2d6 =6")

    assert thrown_back(debarked=True).choices() == ["go 1k-1gr A03>A02"]
    assert thrown_back().unit("1k-1gr").status == "lost"


@rule("gd-9.6-d", "gd-10.6-c")
def test_a_debarked_unit_advances_one_hex_only() -> None:
    def ways(**facts: bool) -> set[str]:
        game = on(column(4), a="1k-1gr hq-1gr", A02="hq-1rif").set("1k-1gr", **facts).activate("1gr")
        game.battle("A02", "1k-1gr").no_chits().play("2d6 =2")
        return set(game.choices())

    assert "advance 1k-1gr A02>A03" in ways()
    assert ways(debarked=True) == {"advance 1k-1gr A02", "done"}


@rule("gd-4.1-i", "gd-9.6-d")
def test_a_debarked_unit_is_rebuilt_as_a_leg_unit() -> None:
    def rebuilding(**facts: bool) -> Game:
        game = on(column(3), a="1k-1gr! hq-1gr").set("1k-1gr", **facts)
        return game.run(lambda work: work.push(Rebuilding("german", True, ())))

    assert rebuilding(debarked=True).offers("rebuild 1k-1gr")
    assert rebuilding().refusal("rebuild 1k-1gr").rule == "gd-4.1-i"


@rule("gd-9.6-f", "gd-13.2-b", "gd-14.1-d")
def test_a_debarked_unit_walks_one_hex_in_a_rainy_night() -> None:
    game = on(column(6), a="1k-1gr hq-1gr", weather="Rainy", turn="Night").set("1k-1gr", debarked=True).activate("1gr")
    game.play("take 1k-1gr")
    assert game.offers("to A02") and not game.offers("to A03")


@rule("gd-9.6-d", "gd-9.7-a")
def test_a_debarked_unit_is_rafted_over_and_trucks_are_not() -> None:
    trucks = on(column(3), a="1k-1gr hq-1gr raft.1-eng", sides=RIVER).activate("1gr")
    assert not trucks.play("take hq-1gr").offers("step A02")
    walk = on(column(3), a="1k-1gr hq-1gr raft.1-eng", sides=RIVER).set("1k-1gr", debarked=True).activate("1gr")
    assert walk.play("take 1k-1gr", "step A02").unit("1k-1gr").spent == 2


@rule("gd-8.0-k", "gd-9.7-a")
def test_rafts_do_not_lead_into_a_zone() -> None:
    game = on("a .\n. .\n. x\n", a="1k-1gr hq-1gr raft.1-eng", x=RIFLES, sides=RIVER).set("1k-1gr", debarked=True)
    game.activate("1gr").play("take 1k-1gr")
    assert game.offers("step B01") and not game.offers("step A02")
    assert game.refusal("step A02").rule == "gd-8.0-k"


# -- night, weather and combat [10.1, 13.2]


@rule("gd-9.4-b", "gd-13.2-c")
def test_an_overrun_at_night_rolls_three_dice() -> None:
    game = on("a\nx\n.\n", a=f"{TANK} hq-2tk", x="hq-1gr", turn="Night").activate("2tk")
    game.play("fight", "overrun A02", f"join {TANK}", "fight").no_chits()
    assert game.rolled_check.dice == "3d6="


@rule("gd-10.1-p", "gd-13.2-c")
def test_a_bridge_at_night_adds_no_fourth_die() -> None:
    game = on("a\nx\n", a=f"{TANK} hq-2tk", x="1k-1gr", sides=BRIDGE, turn="Night").activate("2tk")
    assert game.battle("A02", TANK).no_chits().rolled_check.dice == "3d6="


@rule("gd-10.8-b", "gd-10.8-c", "gd-16.0-a")
def test_engineers_halve_water_and_bridge_but_not_the_weather() -> None:
    def modifier(sides: list[str]) -> int:
        game = on("a\nx\n", a=f"{ENG} hq-eng", x=RIFLES, sides=sides, weather="Rainy").activate("eng")
        value: int = game.battle("A02", ENG).no_chits().rolled_check.tally.value
        return value

    assert modifier(RIVER) == 2 + 1
    assert modifier(BRIDGE) == 0 + 1


@rule("gd-10.3-j", "gd-10.3-k")
def test_a_chit_without_effect_at_night_takes_no_other_away() -> None:
    """Accurate Fire is named by Apathy; whoever is spoiled names nobody."""
    game = on("a\nx\n", a=f"{TANK} hq-2tk", x="1k-1gr", turn="Night").activate("2tk").battle("A02", TANK)
    if game.kind == "defence":
        game.play("stand")
    chits = game.state.setting.catalogue.chits
    pairs = [
        (one, chits[other]) for one in chits.values() for other in one.nullifies if other in chits and one.no_night
    ]
    spoiled = [(one, other) for one, other in pairs if one.colour != "black" and not other.no_night]
    assert spoiled, "the set has such a pair"
    one, other = spoiled[0]
    game.play(f"draw soviet-cup {one.colour}", f"draw {one.colour} {one.id}")
    game.play(f"draw german-cup {other.colour}", f"draw {other.colour} {other.id}")
    assert game.rolled_check.tally.value == other.modifier


# -- ground, works and bridges [4.0, 5.1, 9.1, 9.4, 15.2]


@rule("gd-9.4-e", "gd-15.2-f")
def test_no_overrun_over_dragons_teeth_that_a_tank_could_not_cross() -> None:
    def offered(facing: str, *roads: str) -> set[str]:
        game = on("a\nx\n.\n", a=f"{TANK} hq-2tk", x="1k-1gr", forts=[f"dragons-teeth A02 {facing}"], roads=roads)
        return set(game.activate("2tk").play("fight").choices())

    assert "overrun A02" in offered("S")
    assert "overrun A02" not in offered("N")
    assert "overrun A02" not in offered("N", "A01-A02 road"), "no road cancels a chit"
    assert "attack A02" in offered("N")


CROSSING = ["A01-A02 bridge", "A02-A03 bridge"]


@rule("gd-9.0-c", "gd-9.1-c")
def test_who_leaves_a_bridge_pays_the_ground_of_the_bank() -> None:
    game = on("a\n~\nW\n", A02=f"{RIFLES} hq-1rif", sides=CROSSING).activate("1rif")
    assert game.play(f"take {RIFLES}", "step A03").unit(RIFLES).spent == 4
    onto = on("a\n~\nW\n", a=f"{RIFLES} hq-1rif", sides=CROSSING).activate("1rif")
    assert onto.play(f"take {RIFLES}", "step A02").unit(RIFLES).spent == 2
    trucks = on("a\n~\nF\n", A02="5k-2gr hq-2gr", sides=CROSSING).activate("2gr")
    assert not trucks.play("take 5k-2gr").offers("step A03")


@rule("gd-5.1-k", "gd-12.1-b")
def test_a_bridge_into_a_forest_carries_supply_only_by_road() -> None:
    def is_fed(roads: list[str]) -> bool:
        game = on("a\nF\nh\nk\n", a="1k-1gr", h="hq-1gr", k="hq-2gr", sides=BRIDGE, roads=roads)
        return is_in_supply(game.state, game.unit("1k-1gr"))

    assert is_fed(["A01-A02 road", "A02-A03 road"])
    assert not is_fed([])


@rule("gd-5.1-k", "gd-9.1-a")
def test_supply_leaves_a_bridge_where_units_may() -> None:
    def is_fed(sides: list[str]) -> bool:
        game = on("a\n~\nh\nk\n", a="1k-1gr", h="hq-1gr", k="hq-2gr", sides=sides)
        return is_in_supply(game.state, game.unit("1k-1gr"))

    assert is_fed(CROSSING)
    assert not is_fed(["A01-A02 bridge"])
    assert not is_fed(["A02-A03 bridge"])


@rule("gd-4.0-e", "gd-15.1-b", "gd-15.2-d")
def test_mines_in_the_entry_hex_cost_who_enters() -> None:
    def paid(fort: str) -> int:
        game = on(column(3), A03="hq-1rif", due={"5k-2gr": "A01 0", "hq-2gr": "A01 0"}, forts=[f"{fort} A01 S"])
        return game.activate("2gr").play("enter 5k-2gr A01", "step A01").unit("5k-2gr").spent

    clear = on(column(3), due={"5k-2gr": "A01 0", "hq-2gr": "A01 0"}).activate("2gr")
    plain = clear.play("enter 5k-2gr A01", "step A01").unit("5k-2gr").spent
    assert paid("minefield") == plain + 10, "half of its allowance"
    assert paid("trench") == plain, "it faces into the map"


# -- who commands, who is pinned, who carries [6.0, 9.5, 10.0, 10.5, 11.4]


@rule("gd-6.0-c", "gd-10.0-e")
def test_who_the_division_hq_activated_attacks_within_its_range() -> None:
    def commanded(*orders: str) -> Game:
        game = on(column(30), a="5k-2gr hq-2gr", A02=RIFLES, A09="hq-div-g").activate("div-g")
        return game.play("battalion 2gr", *orders, "fight")

    assert commanded().offers("attack A02")
    far = commanded("take hq-div-g", "to A14", "halt")
    assert not far.offers("attack A02"), "its own HQ beside it does not help"
    assert far.refusal("attack A02").rule == "gd-10.0-e"


@rule("gd-10.0-e", "gd-11.3-o")
def test_a_pinned_hq_still_commands() -> None:
    game = on("a\nx\n", a=f"{RIFLES} hq-1rif", x="1k-1gr").set("hq-1rif", pinned=True).activate("1rif")
    assert game.play("fight").offers("attack A02")


@rule("gd-10.5-a", "gd-11.3-o")
def test_a_pinned_unit_retreats_like_any_other() -> None:
    game = on("h\n.\nx\na\n", h="hq-1gr", x="1k-1gr", a=f"{TANK} hq-2tk").set("1k-1gr", pinned=True).activate("2tk")
    game.battle("A03", TANK).no_chits().play("2d6 =6")
    assert game.choices() == ["go 1k-1gr A02>A01"]


@rule("gd-9.5-d", "gd-11.4-a")
def test_a_tank_that_carries_fires_at_who_comes_up() -> None:
    game = on(column(4), a="5k-2pz hq-2pz", A04=f"{TANK} {RIFLES}").set(RIFLES, carrier=TANK).activate("2pz")
    assert game.play("take 5k-2pz", "step A02").offers(f"fire {TANK} A02")


@rule("gd-5.3-g", "gd-9.6-f")
def test_a_debarked_unit_out_of_supply_walks_its_four_hexes() -> None:
    game = on(column(7), a="1k-1gr hq-1gr").set("1k-1gr", debarked=True, hungry=2).activate("1gr").play("take 1k-1gr")
    assert game.offers("to A05") and not game.offers("to A06")


@rule("gd-5.3-d", "gd-10.2-b")
def test_a_gun_low_on_supply_supports_with_half_its_strength() -> None:
    game = on("a\n.\nb\nx\n", a="wsp.1-1art hq-1art", b="5k-2gr", x=f"{RIFLES} hq-1rif").set("wsp.1-1art", hungry=1)
    game.activate("1rif").battle("A03", RIFLES).play("gun wsp.1-1art")
    assert game.state.stack[-1].panel(game.state)[0].tallies[1].value == 6 + 3  # type: ignore[attr-defined]


@rule("gd-11.4-d", "gd-12.1-d")
def test_a_pontoon_outlives_its_builder() -> None:
    game = on("a\n.\n.\n", a=f"{ENG} hq-eng", sides=RIVER).activate("eng").play(f"bridge {ENG} A01/A02")
    game.run(lambda work: losses.eliminate(work, ENG)).play("fight", "done").run(end_turn)
    assert game.state.position.pontoons[0].complete


# -- chits [10.3, 10.7, 15.0, 16.0]


@rule("gd-15.0-k", "gd-16.0-b")
def test_a_broken_bunker_leaves_the_trench_to_be_halved() -> None:
    held = {"german": ("flamethrower",)}
    game = on("a\nx\n", a=f"{ENG} hq-eng", x=RIFLES, forts=["bunker A02 N", "minefield A02 N"], held=held)
    game.activate("eng").battle("A02", ENG)
    game.no_chits().play("play flamethrower")
    assert game.rolled_check.tally.value == 1, "half of the mines"


@rule("gd-10.3-q", "gd-10.7-e")
def test_a_black_chit_still_takes_airplanes_that_flak_missed() -> None:
    game = on("a\nx\n.\n.\n.\nf\n", a=f"{TANK} hq-2tk", x="1k-1gr", f="flak-2gr", held={"german": ("fighter-cover",)})
    game.activate("2tk").battle("A02", TANK)
    game.play("draw soviet-cup blue", "draw blue airstrike", "draw german-cup red", "draw red sniper")
    game.play("flak flak-2gr", "2d6 =4", "hold", "play fighter-cover")
    assert game.rolled_check.tally.value == 1
