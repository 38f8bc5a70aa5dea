"""Single conditions of rules: what a player would notice if one of them were not asked. [5 to 16]"""

from __future__ import annotations

from tests.systems.famous_divisions.kit import on

from balka.core.dice import Bag
from balka.core.proof import rule
from balka.core.state import Work
from balka.systems.famous_divisions.chits import Draw
from balka.systems.famous_divisions.events.marches import Sighted
from balka.systems.famous_divisions.model import ratings
from balka.systems.famous_divisions.position import Pontoon
from balka.systems.famous_divisions.results import begin_retreat
from balka.systems.famous_divisions.sequence import end_turn
from balka.systems.famous_divisions.tables import odds_column

ENG, TANK, TANK2, RIFLES = "1k-eng", "t34.1-2tk", "t34.2-2tk", "1-1rif"
RIVER = ["A01-A02 river"]


# -- activation


@rule("gd-5.1-f")
def test_a_nominated_stack_is_split_by_its_owner_though_others_act_with_it() -> None:
    game = on("a\n.\n.\n.\n.\nk\n", a="1k-1gr 2k-1gr 3k-1gr", k="hq-2gr hq-3gr").supply("german")
    game.play("nominate 1gr A01", "done").set("3k-1gr", nominated=False).activate("1gr").play("stack A01")
    assert game.offers("designate 1k-1gr", "designate 2k-1gr")


@rule("gd-9.3-b")
def test_units_that_cannot_go_together_are_not_taken_together() -> None:
    """A road that crosses water carries two, and the water nobody."""
    gap = {"roads": ["A01-A02 road"], "sides": ["A01-A02 river"]}
    for tanks, together in ((f"{TANK} {TANK2}", True), (f"{TANK} {TANK2} t34.3-2tk", False)):
        game = on("a\n.\nb\n", a=tanks, b="hq-2tk", **gap).activate("2tk")
        assert game.offers(f"take {TANK}", f"take {TANK2}") and game.offers("take A01") == together


@rule("gd-9.0-l")
def test_a_march_says_its_way_and_what_it_takes_of_the_points_that_are_left() -> None:
    game = on("a\n.\n.\n.\n.\n", a=f"{RIFLES} hq-1rif").activate("1rif").play(f"take {RIFLES}")
    first = game.state.quote("to A03")
    assert (first.price, first.way) == ("2 of 4 points", (0, 1, 2))
    second = game.play("step A02").state.quote("step A03")
    assert (second.price, second.way) == ("1 of 3 points", (1, 2))


@rule("gd-4.0-a")
def test_the_way_onto_the_map_begins_on_the_map() -> None:
    game = on(".\n.\n.\nb\n", b="hq-2tk", due={TANK: "A02 0"}).activate("2tk").play(f"enter {TANK} A02")
    assert game.state.quote("step A02").way == (1,)


@rule("gd-8.0-k")
def test_a_bridge_leads_into_an_enemy_zone_that_nobody_saw() -> None:
    """The rifles in their bunker are not known by name, and their zone covers the far bank."""
    for bridge, at in (([], "A01"), (["A01-A02 bridge"], "A02")):
        game = on("a\n.\nx\n", a="1k-1gr hq-1gr", x=RIFLES, sides=[*RIVER, *bridge], forts=["bunker A03 N"])
        game.activate("1gr").play("debark 1k-1gr") if not bridge else game.activate("1gr").play("take 1k-1gr")
        game.play("step A02")
        assert game.at("1k-1gr") == at


@rule("gd-5.1-f", "gd-10.5-a")
def test_who_retreats_names_no_part_of_a_nominated_stack_elsewhere() -> None:
    game = on("a\n.\n.\n.\n.\nk\n.\n.\n.\nh\n", a="1k-1gr 2k-1gr", k="9k-3gr", h="hq-3gr")
    for one in ("1k-1gr", "2k-1gr"):
        game.set(one, nominated=True)
    game.run(lambda work: begin_retreat(work, "german", ("9k-3gr",)))
    assert game.kind == "retreat" and "designate" not in game.verbs()


@rule("gd-5.1-f")
def test_a_nominated_unit_alone_is_told_that_it_cannot_split() -> None:
    game = on("a\n.\n.\n.\nk\n", a="1k-1gr", k="hq-2gr hq-3gr").supply("german").play("nominate 1gr A01")
    assert "A stack of one cannot split" in game.refusal("designate 1k-1gr").sentence


@rule("gd-4.0-a")
def test_a_party_that_waits_at_the_first_hex_is_told_where_it_enters() -> None:
    game = on(". .\n. .\n. .\nb .\n", b="hq-2tk", due={TANK: "A01 0"}).activate("2tk").play(f"enter {TANK} A01")
    assert game.refusal("step B01").rule == "gd-4.0-a"


@rule("gd-9.5-b")
def test_who_acts_now_may_mount_and_lacks_only_the_point() -> None:
    game = on("a\n.\n.\n", a=f"{TANK} {RIFLES} hq-2tk").activate("2tk").play(f"take {TANK}")
    assert game.set(RIFLES, activated=True, acting=True, spent=8).refusal(f"mount {RIFLES} {TANK}").rule == "gd-9.5-b"
    assert game.set(RIFLES, acting=False, spent=0).refusal(f"mount {RIFLES} {TANK}").rule == "gd-9.5-d"


@rule("gd-9.0-a", "gd-9.5-b")
def test_a_party_that_only_took_a_rider_up_may_halt() -> None:
    game = on("a\n.\n.\n", a=f"{TANK} {RIFLES} hq-2tk").activate("2tk").play(f"take {TANK}")
    assert not game.offers("halt")
    assert game.play(f"mount {RIFLES} {TANK}").offers("halt")


@rule("gd-8.0-j", "gd-9.2-a")
def test_a_road_costs_its_rate_again_once_no_enemy_zone_is_left() -> None:
    game = on("a x\n. .\n. .\n", a=f"{TANK} hq-2tk", x="1k-1gr", roads=["A01-A02 road"]).activate("2tk")
    held = game.play(f"take {TANK}").state.quote("step A02").price
    free = game.set("1k-1gr", status="lost", hex=-1).state.quote("step A02").price
    assert (held, free) == ("2 of 10 points", "0.5 of 10 points")


@rule("gd-15.2-e")
def test_a_cleared_hex_is_open_to_tanks_at_once() -> None:
    """Another enemy zone lies on it before and after."""
    game = on("a\n.\nx\n", a=f"{TANK} hq-2tk", x="1k-1gr", forts=["dragons-teeth A02 N"]).activate("2tk")
    assert not game.offers(f"take {TANK}")
    game.run(lambda work: setattr(work, "position", work.position.altered(forts=())))
    assert game.play(f"take {TANK}").offers("step A02")


@rule("gd-6.0-a")
def test_who_is_lost_is_told_to_be_gone_and_not_to_belong_elsewhere() -> None:
    game = on("a\n.\n.\n", a=f"{TANK} {TANK2} {RIFLES} hq-2tk").set(RIFLES, status="lost", hex=-1).activate("2tk")
    assert game.refusal(f"take {RIFLES}").rule == "gd-6.0-a"


@rule("gd-9.5-b")
def test_a_tank_without_a_point_takes_nobody_up() -> None:
    for spent, may in ((18, True), (19, False)):
        game = on("a\n.\n.\n", a=f"{TANK} {RIFLES} hq-2tk").activate("2tk").play(f"take {TANK}").set(TANK, spent=spent)
        assert game.offers(f"mount {RIFLES} {TANK}") == may


@rule("gd-1.1-a")
def test_who_comes_into_sight_is_told_to_those_who_see_it() -> None:
    """A tank leaves its bunker for a stack that is seen."""
    game = on("a\n.\nx\nb\n", a="1k-1gr", x=TANK, b=f"{TANK2} hq-2tk", forts=["bunker A04 N"]).activate("2tk")
    step = game.play(f"take {TANK2}").state.apply("step A03")
    assert [u.id for told in step.events if isinstance(told.event, Sighted) for u in told.event.units] == [TANK2]


@rule("gd-10.1-d", "gd-1.1-d")
def test_an_attack_on_units_unseen_is_reckoned_at_its_worst() -> None:
    game = on("a\nx\n.\n", a=f"{TANK} {TANK2} hq-2tk", x="1k-1gr", forts=["bunker A02 N"]).activate("2tk")
    game.play("fight", "attack A02", f"join {TANK}", f"join {TANK2}")
    view = game.state.view("soviet")
    (told,) = view.stack[-1].panel(view)  # type: ignore[attr-defined]
    check = told.check
    attack, defence = check.tallies
    assert defence.spread[0] < defence.spread[1]
    assert check.name == f"Attack at {odds_column(attack.value, defence.spread[1])} or better"


@rule("gd-5.1-c")
def test_a_second_battalion_is_told_that_the_division_supplies_another() -> None:
    far = {"a": "1k-1gr", "b": "5k-2gr", "k": "hq-div-g"}
    game = on("a\n.\nk\n.\nb\n", **far).supply("german")
    assert game.offers("source 1gr", "source 2gr")
    assert game.play("source 1gr").refusal("source 2gr").rule == "gd-5.1-c"


@rule("gd-9.3-b")
def test_a_stack_takes_the_way_that_spares_its_slowest_though_the_road_is_cheaper_for_all() -> None:
    """Four hexes of road take all points of those on foot; the way through the woods takes three of theirs."""
    roads = ["A01-B01 road", "B01-B02 road", "B02-B03 road", "B03-A03 road"]
    game = on("a F\nW F\n. F\n. .\n", a="5k-2gr sturm-2gr hq-2gr", roads=roads).set("5k-2gr", debarked=True)
    game.activate("2gr").play("take 5k-2gr", "with sturm-2gr")
    assert game.offers("to A03", "to A04")


# -- chits and aircraft


@rule("gd-10.3-n")
def test_an_empty_cup_without_discards_stays_empty_and_nobody_is_told_otherwise() -> None:
    game = on("a\n", a=RIFLES)

    def emptied(work: Work) -> None:
        work.bags = {**work.bags, "soviet-cup": Bag.of({})}
        work.push(Draw("soviet"))

    game.run(emptied)
    assert game.heard == [] and game.state.tracks.refilled == ()


# -- engineers


@rule("gd-12.0-b", "gd-9.5-d")
def test_an_engineer_is_told_whether_it_is_pinned_or_rides() -> None:
    def why(**facts: object) -> str:
        game = on("a\n.\n.\n", a=f"{ENG} hq-eng flame-eng", sides=RIVER).activate("eng").set(ENG, **facts)
        return game.refusal(f"bridge {ENG} A01/A02").rule

    assert why(pinned=True) == "gd-12.1-c" and why(carrier="flame-eng", debarked=True) == "gd-9.5-d"


@rule("gd-16.1-b")
def test_an_engineer_clears_with_the_last_half_of_its_points() -> None:
    for spent, may in ((10, True), (11, False)):
        game = on("a\n.\n.\n", a=f"{ENG} hq-eng", forts=["trench A02 N"]).set(ENG, spent=spent).activate("eng")
        assert game.offers(f"clear {ENG} A02") == may


@rule("gd-12.1-d")
def test_an_enemy_next_to_one_bank_only_is_not_next_to_the_pontoon() -> None:
    game = on("a .\n. .\n. .\nb .\n", a=f"{ENG} hq-eng", b=f"{RIFLES} hq-1rif", sides=RIVER).activate("eng")
    game.play(f"bridge {ENG} A01/A02", "fight", "done").activate("1rif").play(f"take {RIFLES}", "step A03")
    assert game.state.position.pontoons


@rule("gd-16.1-e")
def test_engineers_that_were_attacked_clear_nothing_either() -> None:
    game = on("a\n.\n.\n", a=f"{ENG} hq-eng", forts=["trench A02 N"]).set(ENG, fought=True).activate("eng")
    assert game.refusal(f"clear {ENG} A02").rule == "gd-16.1-e"


@rule("gd-12.1-f")
def test_a_wide_river_is_bridged_beside_a_finished_pontoon_only() -> None:
    for built, may in ((1, True), (6, False)):
        game = on("a\n~\n~\n.\n.\n.\n=\n.\n", a=f"{ENG} hq-eng", A05="2k-eng")
        done = (Pontoon(built, built, "german", complete=True),)
        game.run(lambda work, done=done: setattr(work, "position", work.position.altered(pontoons=done)))
        game.set(ENG, hex=game.hex("A04")).activate("eng")
        assert game.offers(f"bridge {ENG} A03/A03") == may


@rule("gd-12.1-b", "gd-9.1-a")
def test_a_pontoon_bridges_its_own_water_and_no_other() -> None:
    two = ["A01-A02 river", "A03-A04 river"]
    game = on("a\n.\n.\n.\n.\n", a=f"{ENG} hq-eng", sides=two).activate("eng")
    game.play(f"bridge {ENG} A01/A02", "fight", "done").run(end_turn).activate("eng").play(f"take {ENG}")
    assert game.offers("to A03") and not game.offers("to A04")


# -- fire


@rule("gd-11.2-i")
def test_a_barrage_shows_its_chances_before_it_is_fired() -> None:
    game = on("a\n.\nx\n", a="wsp.1-1art hq-1art", x=RIFLES).activate("1art").play("fight")
    (check,) = game.state.quote("barrage wsp.1-1art A03").checks
    assert (check.dice, check.need) == ("3d6", 2)


@rule("gd-10.2-a")
def test_who_may_add_guns_to_a_defence_is_told_that_he_does_nothing_else_now() -> None:
    game = on("a\nx\n.\ng\n", a=f"{TANK} hq-2tk", x="1k-1gr", g="wsp.1-1art").activate("2tk").battle("A02", TANK)
    assert (game.asked, game.kind) == ("german", "defence")
    assert game.offers("gun wsp.1-1art") and game.refusal("fight").rule.startswith("gd-10")


@rule("gd-9.6-g")
def test_who_has_spent_anything_does_not_board_its_trucks() -> None:
    for spent, may in ((0, True), (2, False)):
        game = on("a\n.\n.\n", a="1k-1gr hq-1gr").set("1k-1gr", debarked=True, spent=spent).activate("1gr")
        assert game.offers("embark 1k-1gr") == may


@rule("gd-6.0-b", "gd-11.2-a")
def test_who_cannot_fire_in_a_combat_part_is_told_why() -> None:
    game = on("a\nx\n.\n", a=f"{TANK} {RIFLES} hq-2tk", x="1k-1gr").activate("2tk").play("fight")
    assert game.refusal(f"fire {RIFLES} A02").rule == "gd-6.0-b"
    guns = on("a\nx\n.\n.\n", a="wsp.1-1art hq-1art", x=RIFLES).activate("1art").play("fight")
    assert guns.refusal("barrage wsp.1-1art A03").rule.startswith("gd-11.2")


@rule("gd-20.4-b")
def test_a_gun_pinned_on_the_road_has_not_made_its_move() -> None:
    game = on("a\nx\n.\n.\n", a="wsp.1-1art hq-1art", x=RIFLES).set("wsp.1-1art", marching=True, moved=True)
    game.activate("1art").play("fight", "done")
    assert game.unit("wsp.1-1art").marching


@rule("gd-11.3-l")
def test_a_shot_at_a_stack_that_is_known_reckons_with_those_in_it() -> None:
    game = on("a\n.\nx\n", a=f"{TANK} hq-2tk", x="1k-1gr schwr-1gr").activate("2tk").play("fight")
    (check,) = game.state.quote(f"fire {TANK} A03").checks
    spread = check.tally.spread
    defences = sorted(ratings(game.state, game.unit(one)).defence + 2 for one in ("1k-1gr", "schwr-1gr"))
    assert list(spread) == defences


@rule("gd-11.4-a")
def test_a_gun_that_fired_at_a_hex_is_told_so() -> None:
    game = on("a\n.\n.\nx\n", a="1k-1gr 2k-1gr hq-1gr", x=f"{TANK} {TANK2}").activate("1gr")
    game.play("take 1k-1gr", "step A02", f"fire {TANK} A02", "2d6 1 1")
    assert "has fired" in game.refusal(f"fire {TANK} A02").sentence
    assert game.refusal("fire nobody A02").rule == "gd-11.4-a"


@rule("gd-11.4-a")
def test_nobody_fires_at_who_is_lost_already() -> None:
    for company, asked in (("1k-1gr!", "activation"), ("1k-1gr", "oppfire")):
        game = on("a\n.\n.\nx\n", a=f"{company} hq-1gr", x=f"{TANK} {TANK2}").activate("1gr")
        game.play("take 1k-1gr", "step A02", f"fire {TANK} A02", "2d6 6 6")
        assert game.kind == asked


@rule("gd-10.0-a")
def test_guns_off_the_map_stand_next_to_nobody() -> None:
    game = on("a\nx\n", a="5k-2gr", x=RIFLES, off="btty.4-2art hq-2art", off_map="A01").activate("2art").play("fight")
    assert "No unit that may attack stands next to" in game.refusal("attack A02").sentence
