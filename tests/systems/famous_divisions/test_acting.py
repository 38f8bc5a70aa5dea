"""What units may still do that were taken along, stopped, carried, hit, or have acted already. [6.0-9.6, 11.4]"""

from __future__ import annotations

from tests.systems.famous_divisions.kit import Game, on

from balka.core.proof import rule
from balka.systems.famous_divisions.audit.recount import invariants
from balka.systems.famous_divisions.model import RoadPath
from balka.systems.famous_divisions.verbs import Exit

TANK, TANK2, RIFLES, RIFLES2 = "t34.1-2tk", "t34.2-2tk", "1-1rif", "2-1rif"
TRUCKS, TRUCKS2, GUN = "5k-2gr", "6k-2gr", "sturm-2gr"
EIGHT = "a\n.\n.\n.\n.\n.\n.\n.\n"


# -- taken along [6.0-g, 9.3, 9.5]


@rule("gd-9.5-d", "gd-9.1-f")
def test_a_tank_taken_along_keeps_its_rider() -> None:
    game = on("a\n.\n.\n.\n", a=f"{TANK} {TANK2} hq-2tk {RIFLES}").set(RIFLES, carrier=TANK2).activate("2tk")
    game.play(f"take {TANK}", f"with {TANK2}", "to A03", "halt")
    assert game.at(TANK2) == game.at(RIFLES) == "A03"
    assert game.unit(RIFLES).activated
    assert game.unit(RIFLES).moved
    assert invariants(game.state) == []


@rule("gd-6.0-g")
def test_a_unit_taken_along_has_had_its_activation() -> None:
    game = on(EIGHT, a=f"{RIFLES} {RIFLES2} 3-1rif hq-1rif", A06=f"{TANK} hq-2tk").activate("1rif")
    game.play(f"take {RIFLES}", f"with {RIFLES2}", "to A03", "halt", "fight", "done")
    assert game.unit(RIFLES2).activated
    game.activate("2tk").play(f"take {TANK}", "to A03")
    assert "mount" not in game.verbs()
    assert game.play("to A01").offers(f"mount 3-1rif {TANK}"), "who has not acted still may"


@rule("gd-9.3-a")
def test_others_join_a_party_that_has_mounted_its_riders_but_not_one_that_has_left() -> None:
    game = on("a\n.\n.\n.\n", a=f"{TANK} {TANK2} hq-2tk {RIFLES}").activate("2tk")
    game.play(f"take {TANK}", f"mount {RIFLES} {TANK}")
    assert game.offers(f"with {TANK2}")
    assert "with" not in game.play("step A02").verbs()


# -- stopped by a zone of control [8.0-h]

SCREEN = "a . .\n. . .\n. . x\n. . .\n. . .\n. . .\n"


@rule("gd-8.0-h", "gd-9.6-e")
def test_who_was_stopped_by_a_zone_cannot_debark_out_of_it() -> None:
    game = on(SCREEN, a=f"{TRUCKS} hq-2gr", x=RIFLES).activate("2gr").play(f"take {TRUCKS}", "to B02")
    assert game.offers(f"debark {TRUCKS}"), "before it is stopped"
    game.play("step B03")
    assert game.choices() == ["halt"]
    assert game.refusal(f"debark {TRUCKS}").rule == "gd-8.0-h"
    assert not game.play("halt").offers(f"debark {TRUCKS}")
    assert not game.offers(f"take {TRUCKS}")


@rule("gd-8.0-h", "gd-9.6-g")
def test_who_begins_in_a_zone_may_debark_there() -> None:
    game = on("a\n.\n.\n", a=f"{TRUCKS} hq-2gr", A02=RIFLES).activate("2gr")
    assert game.offers(f"debark {TRUCKS}")


EXIT = {"scorer": "german", "exit": RoadPath((3,), (0,))}


@rule("gd-8.0-h", "gd-18.3-j")
def test_a_zone_before_the_exit_stops_who_comes_up() -> None:
    game = on("a\n.\n.\n.\nx\n", a="5k-2pz hq-2pz", x=RIFLES, book=EXIT).activate("2pz").play("take 5k-2pz", "to A04")
    assert game.choices() == ["halt"]
    free = on("a\n.\n.\n.\n.\n", a="5k-2pz hq-2pz", book=EXIT).activate("2pz").play("take 5k-2pz", "to A03")
    assert not free.offers("exit"), "not yet at the exit"
    assert free.play("step A04").offers("exit", "halt")
    assert Exit() in free.state.stack[-1].candidates(free.state, (), "german"), "it is drawn too"  # type: ignore[attr-defined]
    assert free.play("exit").unit("5k-2pz").status == "exited"


@rule("gd-8.0-i", "gd-18.3-j")
def test_leaving_the_map_out_of_a_zone_costs_a_point_more() -> None:
    def carrying(spent: int, **more: str) -> Game:
        game = on(".\n.\n.\na\n.\n", a="5k-2pz hq-2pz", book=EXIT, **more).set("5k-2pz", spent=spent)
        return game.activate("2pz")

    assert carrying(18).play("take 5k-2pz").offers("exit")
    assert carrying(16, A05=RIFLES).play("take 5k-2pz").offers("exit")
    assert not carrying(18, A05=RIFLES).offers("take 5k-2pz"), "nothing is left that it could do"


@rule("gd-9.5-b", "gd-8.0-h")
def test_nobody_mounts_a_tank_that_was_stopped_but_a_rider_climbs_down() -> None:
    game = on("a\n.\nb\nx\n", a=f"{TANK} 3-1rif hq-2tk", b=RIFLES, x="1k-1gr").set("3-1rif", carrier=TANK)
    game.activate("2tk").play(f"take {TANK}", "to A03")
    assert set(game.choices()) == {"dismount 3-1rif", "halt"}
    game.play("dismount 3-1rif")
    assert game.choices() == ["halt"], f"{RIFLES} stays where it is"


@rule("gd-9.4-h", "gd-9.5-b")
def test_nobody_mounts_a_tank_that_goes_on_after_an_overrun() -> None:
    game = on("a\nx\n.\n.\n", a=f"{TANK} {RIFLES} hq-2tk", x="hq-1gr").activate("2tk")
    game.play("fight", "overrun A02", f"join {TANK}", "fight").no_chits().play("2d6 =2", "done", f"take {TANK}")
    assert "mount" not in game.verbs()
    assert game.offers("to A04")


# -- riding and being hit [9.5, 11.4]


@rule("gd-9.5-f", "gd-9.5-h", "gd-11.4-d")
def test_the_rider_of_a_tank_lost_to_fire_is_pinned_where_it_fell_off() -> None:
    game = on("a\n" + ".\n" * 11 + "x\n", a=f"{TANK}! {RIFLES} hq-2tk", x="flak-2gr").set(RIFLES, carrier=TANK)
    game.activate("2tk").play(f"take {TANK}", "with hq-2tk", "to A08", "fire flak-2gr A08", "2d6 6 6")
    assert game.unit(TANK).status == "lost"
    assert game.unit(RIFLES).depleted
    assert game.unit(RIFLES).pinned
    assert "with" not in game.verbs()


@rule("gd-9.5-f", "gd-9.3-a")
def test_nobody_jumps_to_a_party_whose_tank_was_lost() -> None:
    game = on("a\n" + ".\n" * 11 + "x\n", a=f"{TANK}! {RIFLES} hq-2tk", x="flak-2gr").set(RIFLES, carrier=TANK)
    game.activate("2tk").play(f"take {TANK}", "to A08", "fire flak-2gr A08", "2d6 6 6")
    assert game.kind == "activation", "nobody is left to go on"
    assert not game.offers(f"take {RIFLES}")
    assert game.offers("take hq-2tk")
    assert game.at("hq-2tk") == "A01"


@rule("gd-11.4-a", "gd-11.4-d")
def test_every_gun_may_fire_once_at_a_unit_the_first_has_pinned() -> None:
    game = on("a\n.\n.\n.\nx\n", a=f"{TANK} hq-2tk", x="flak-2gr flak-1gr").activate("2tk")
    game.play(f"take {TANK}", "step A02", "fire flak-2gr A02", "2d6 4 4")
    assert game.unit(TANK).pinned
    assert (game.asked, game.kind) == ("german", "oppfire")
    assert game.offers("fire flak-1gr A02", "hold")
    assert not game.offers("fire flak-2gr A02"), "it has had its shot at this hex"
    game.play("fire flak-1gr A02", "2d6 6 6")
    assert game.unit(TANK).depleted
    assert game.kind == "activation"
    assert game.heard.count("(1)T-34 2Tk is pinned.") == 1


@rule("gd-9.5-d", "gd-11.4-a")
def test_a_rider_does_not_fire_besides_its_tank() -> None:
    game = on("a\n.\n.\nx\n", a=f"{TANK} at-1rif", x="5k-2pz hq-2pz").set("at-1rif", debarked=True, carrier=TANK)
    game.activate("2pz").play("take 5k-2pz", "step A03")
    assert game.offers(f"fire {TANK} A03")
    assert not game.offers("fire at-1rif A03")


# -- climbing up and down [9.5]


def riding_since_yesterday(picture: str, **more: str) -> Game:
    game = on(picture, a=f"{GUN} {TRUCKS} hq-2gr", **more).set(TRUCKS, debarked=True, carrier=GUN)
    return game.activate("2gr").play(f"take {GUN}")


@rule("gd-9.5-i", "gd-10.0-a")
def test_who_rode_since_an_earlier_turn_may_attack_once_it_is_off() -> None:
    game = riding_since_yesterday("a\n.\n.\nx\n", x=RIFLES).play("to A03", f"dismount {TRUCKS}", "halt")
    assert not game.offers(f"take {TRUCKS}"), "it has moved"
    game.play("fight", "attack A04")
    assert game.offers(f"join {GUN}", f"join {TRUCKS}")
    aboard = riding_since_yesterday("a\n.\n.\nx\n", x=RIFLES).play("to A03", "halt", "fight", "attack A04")
    assert aboard.choices() == [f"join {GUN}"], "a rider does not fight"


@rule("gd-9.5-b")
def test_a_leg_unit_that_walked_up_in_this_activation_may_mount() -> None:
    game = on("a\nb\n.\n.\n.\n.\n", a=f"{TRUCKS} hq-2gr", b=GUN).set(TRUCKS, debarked=True).activate("2gr")
    game.play(f"take {TRUCKS}", "step A02", "halt", f"take {GUN}")
    assert game.offers(f"mount {TRUCKS} {GUN}")
    game.play(f"mount {TRUCKS} {GUN}", "to A05", "halt")
    assert game.at(TRUCKS) == "A05"
    assert game.unit(TRUCKS).spent == 4


@rule("gd-9.5-b")
def test_a_leg_unit_without_points_left_does_not_mount() -> None:
    game = on("a\n.\n.\n.\nb\n.\n", a=f"{TRUCKS} hq-2gr", b=GUN).set(TRUCKS, debarked=True).activate("2gr")
    game.play(f"take {TRUCKS}", "to A05", "halt", f"take {GUN}")
    assert "mount" not in game.verbs()


@rule("gd-9.5-b", "gd-8.0-h")
def test_a_leg_unit_stopped_by_a_zone_is_not_carried_out_of_it() -> None:
    game = on("a\nb\nx\n.\n", a=f"{TRUCKS} hq-2gr", b=GUN, x=RIFLES).set(TRUCKS, debarked=True).activate("2gr")
    game.play(f"take {TRUCKS}", "step A02", "halt", f"take {GUN}")
    assert "mount" not in game.verbs()


@rule("gd-9.5-b")
def test_a_leg_unit_of_the_same_party_may_mount_on_the_way() -> None:
    game = on("a\n.\n.\n.\n.\n.\n", a=f"{TRUCKS} {GUN} hq-2gr").set(TRUCKS, debarked=True).activate("2gr")
    game.play(f"take {GUN}", f"with {TRUCKS}", "to A03", f"mount {TRUCKS} {GUN}", "to A06", "halt")
    assert game.at(TRUCKS) == "A06"
    assert invariants(game.state) == []


@rule("gd-9.5-i")
def test_who_climbed_down_is_not_passed_on_to_another_tank() -> None:
    game = on("a\n.\n.\n", a=f"{TANK} {RIFLES} hq-2tk", A02=TANK2).activate("2tk")
    game.play(f"take {TANK}", f"mount {RIFLES} {TANK}", "to A02", f"dismount {RIFLES}", "halt", f"take {TANK2}")
    assert "mount" not in game.verbs()


@rule("gd-9.5-a")
def test_tracked_hqs_carry_too() -> None:
    game = on("a\n.\n.\n", a=f"hq-2tk {RIFLES}").activate("2tk").play("take hq-2tk", f"mount {RIFLES} hq-2tk", "to A03")
    assert game.at(RIFLES) == "A03"


@rule("gd-9.5-i", "gd-9.0-a")
def test_a_surrounded_tank_lets_its_rider_off() -> None:
    game = on("x\na\ny\n", a=f"{TANK} {RIFLES} hq-2tk", x="1k-1gr hq-1gr", y="2k-1gr").set(RIFLES, carrier=TANK)
    game.activate("2tk").play(f"take {TANK}", f"dismount {RIFLES}", "halt")
    assert not game.unit(RIFLES).carrier
    assert not on("x\na\ny\n", a=f"{TANK} hq-2tk", x="1k-1gr hq-1gr", y="2k-1gr").activate("2tk").offers(f"take {TANK}")


@rule("gd-18.3-j")
def test_a_unit_in_an_exit_hex_leaves_though_it_has_no_hex_to_step_into() -> None:
    book = {"scorer": "german", "exit": RoadPath((0,), (0,))}
    game = on("a\nx\n", a="5k-2pz hq-2pz", x=RIFLES, book=book).activate("2pz").play("take 5k-2pz")
    assert game.choices() == ["exit", "halt"]
    assert game.play("exit").unit("5k-2pz").status == "exited"


@rule("gd-8.0-i", "gd-18.3-j")
def test_who_has_not_moved_leaves_out_of_a_zone_though_it_costs_more_than_he_has() -> None:
    book = {"scorer": "soviet", "exit": RoadPath((0,), (0,))}

    def riflemen(**facts: object) -> Game:
        game = on("a\nx\n", a=f"{RIFLES} hq-1rif", x="5k-2pz", weather="Rainy", turn="Night", book=book)
        return game.set(RIFLES, **facts).activate("1rif")

    assert riflemen().play(f"take {RIFLES}").offers("exit"), "one point of the two that it costs"
    assert not riflemen(stepped=True, spent=1).offers(f"take {RIFLES}")


# -- trucks [9.6]


@rule("gd-9.0-o", "gd-9.6-g")
def test_who_debarks_on_the_way_goes_on_before_others_move() -> None:
    game = (
        on(EIGHT, a=f"{TRUCKS} {TRUCKS2} hq-2gr").activate("2gr").play(f"take {TRUCKS}", "to A03", f"debark {TRUCKS}")
    )
    assert game.kind == "party"
    assert game.offers("to A07", "halt")
    assert not game.play("halt").offers(f"take {TRUCKS}")


@rule("gd-9.0-o", "gd-9.6-c")
def test_who_debarks_where_it_stands_moves_now_or_not_at_all() -> None:
    game = on(EIGHT, a=f"{TRUCKS} {TRUCKS2} hq-2gr").activate("2gr").play(f"debark {TRUCKS}")
    assert game.kind == "party"
    assert game.offers("to A05", "halt")
    assert not game.play("halt").offers(f"take {TRUCKS}")
    assert game.offers(f"take {TRUCKS2}")


@rule("gd-9.3-a", "gd-9.6-g")
def test_a_stack_debarks_and_walks_on_together() -> None:
    game = on(EIGHT, a=f"{TRUCKS} {TRUCKS2} hq-2gr").activate("2gr").play(f"take {TRUCKS}", f"with {TRUCKS2}", "to A03")
    game.play(f"debark {TRUCKS}", f"debark {TRUCKS2}", "to A06", f"leave {TRUCKS}")
    assert game.unit(TRUCKS).moved
    assert game.play("step A07", "halt").at(TRUCKS2) == "A07"


@rule("gd-9.0-n", "gd-9.6-g")
def test_who_drove_before_it_debarked_has_no_free_step() -> None:
    """Halved twice, the foot allowance is 1: woods cost 2."""
    game = on("a\n.\nW\n", a=f"{TRUCKS} hq-2gr", turn="Night", weather="Rainy").activate("2gr")
    game.set(TRUCKS, stepped=True, spent=0).play(f"take {TRUCKS}")
    game.set(TRUCKS, debarked=True, unloaded=True, hex=game.hex("A02"))
    assert not game.offers("to A03")
    assert game.offers("to A01")


@rule("gd-9.6-k", "gd-9.6-c")
def test_who_has_not_moved_may_always_debark() -> None:
    hungry = on(EIGHT, a=f"{TRUCKS} hq-2gr", weather="Rainy").set(TRUCKS, hungry=2).activate("2gr")
    assert hungry.offers(f"debark {TRUCKS}")
    assert not hungry.play(f"take {TRUCKS}", "step A02").offers(f"debark {TRUCKS}")
    night = on(EIGHT, a=f"{TRUCKS} hq-2gr", weather="Rainy", turn="Night").activate("2gr")
    assert night.play(f"debark {TRUCKS}").unit(TRUCKS).debarked


@rule("gd-9.6-i", "gd-9.6-m")
def test_a_rider_boards_its_trucks_before_it_is_carried_not_after() -> None:
    game = riding_since_yesterday("a\n.\n.\n.\n.\n")
    assert game.offers(f"embark {TRUCKS}")
    assert not game.play("to A03").offers(f"embark {TRUCKS}")
    early = riding_since_yesterday("a\n.\n.\n.\n.\n").play(f"embark {TRUCKS}", "to A03", "halt")
    assert early.at(TRUCKS) == "A01"
    assert early.offers(f"take {TRUCKS}")


@rule("gd-9.6-e", "gd-9.6-b")
def test_who_is_pinned_as_it_debarks_drops_out_of_its_party() -> None:
    game = on("a\n.\nx\n", a=f"{TRUCKS} {TRUCKS2} hq-2gr", x=TANK).activate("2gr")
    game.play(f"take {TRUCKS}", f"with {TRUCKS2}", f"debark {TRUCKS}", f"fire {TANK} A01", "2d6 4 4")
    assert game.unit(TRUCKS).pinned
    assert game.play("step A02", "hold").at(TRUCKS2) == "A02"
    assert game.at(TRUCKS) == "A01"


# -- entering [4.0]


@rule("gd-4.0-e", "gd-9.6-g")
def test_a_reinforcement_that_debarks_walks_on() -> None:
    game = on("a\n.\n.\n.\n.\n", a="hq-1gr", due={TRUCKS: "A05 0", "hq-2gr": "A05 0"}).activate("2gr")
    game.play(f"enter {TRUCKS} A05", "step A05", f"debark {TRUCKS}")
    assert game.offers("to A02", "halt")


@rule("gd-4.0-e", "gd-12.1-a")
def test_an_engineer_that_entered_and_halted_still_bridges() -> None:
    due = {"pioneer-1gr": "A01 0", "hq-1gr": "A01 0"}
    game = on(".\n.\n.\n", A03="hq-2gr", due=due, sides=["A01-A02 river"]).activate("1gr")
    game.play("enter pioneer-1gr A01", "step A01", "halt")
    assert game.offers("bridge pioneer-1gr A01/A02")


# -- the division HQ [6.0-c, o, 9.0-a]


@rule("gd-9.0-a", "gd-6.0-c")
def test_the_division_hq_moves_itself_whomever_it_activates() -> None:
    game = on("a\n.\n.\n.\n", a="hq-div-g fieldersatz-div-g", A02=f"{TRUCKS} hq-2gr").activate("div-g")
    game.play("battalion 2gr")
    assert game.offers("take hq-div-g", f"take {TRUCKS}")
    assert not game.offers("take fieldersatz-div-g")
    game.play("take hq-div-g", "to A03", "halt", "fight", "done")
    assert game.at("hq-div-g") == "A03"
    assert game.unit("hq-div-g").activated


@rule("gd-6.0-o", "gd-2.4-d")
def test_divisional_companies_act_stack_by_stack_while_their_hq_is_due() -> None:
    game = on("a\n.\n.\n.\n", a="spg-div-s", A03="eng-div-s", due={"hq-div-s": "A01 0"}).activate("div-s")
    assert game.offers("stack A01", "stack A03", "pass")
    game.play("stack A01")
    assert game.offers("take spg-div-s", "enter hq-div-s A01")
    assert not game.offers("take eng-div-s")


@rule("gd-4.0-a", "gd-1.1-a")
def test_who_enters_is_told_to_both_sides() -> None:
    """Ruling Q-arrivals-open: counters that are due lie open."""
    game = on("a\n" + ".\n" * 14, a=f"{RIFLES} hq-1rif", due={TRUCKS: "A15 0", "hq-2gr": "A15 0"})
    assert TRUCKS in game.state.view("soviet").position.units  # type: ignore[attr-defined]
    game.activate("2gr").play(f"enter {TRUCKS} A15")
    step = game.state.apply("step A15")
    assert [told.event.say(game.state.setting) for told in step.events if told.to is None] == ["5K 2Gr moved to A15."]
    assert TRUCKS not in step.state.view("soviet").position.units  # type: ignore[attr-defined]


@rule("gd-9.5-d", "gd-2.4-d")
def test_a_rider_is_no_stack_of_its_battalion() -> None:
    game = on("a\n.\n.\n", a=f"{TANK} {RIFLES} hq-2tk", A03=RIFLES2, due={"hq-1rif": "A01 9"}).set(RIFLES, carrier=TANK)
    assert game.activate("1rif").choices() == ["stack A03", "pass"]
    carried = on("a\n.\n.\n", a=f"{TANK} {RIFLES} hq-div-s").set(RIFLES, carrier=TANK).activate("div-s")
    assert not carried.offers("battalion 1rif")
    assert carried.offers("battalion 2tk")


@rule("gd-9.5-d", "gd-10.4-o")
def test_an_hq_that_rides_with_the_attackers_goes_back_with_its_tank_alone() -> None:
    game = on(".\n.\na\nx\n.\n", a=f"{TANK} hq-2tk hq-1rif", x="1k-1gr 2k-1gr hq-1gr", A01="hq-div-s")
    game.set("hq-1rif", carrier=TANK).activate("2tk").battle("A04", TANK).no_chits()
    game.play("2d6 =5" if game.rolled_check.reader.split()[1] == "1-4" else "2d6 =7")
    assert game.kind == "retreat"
    assert not any(text.startswith("go hq-1rif") for text in game.choices())
    game.play(f"go {TANK} A02>A01")
    assert game.at("hq-1rif") == "A01"
    assert invariants(game.state) == []


@rule("gd-9.0-a")
def test_an_engineer_that_blew_the_only_way_out_may_halt() -> None:
    sides = ["A01-A02 river", "A01-A02 bridge"]
    game = (
        on("a\n.\n", a="1k-eng hq-eng", sides=sides).activate("eng").play("take 1k-eng", "blow 1k-eng A01/A02", "d6 6")
    )
    assert "halt" in game.choices()
    assert "to" not in game.verbs()
