"""Each condition of a rule by itself: where only one of several reasons applies."""

from __future__ import annotations

from random import Random

from msgspec import structs
from tests.systems.famous_divisions.kit import Game, on

from balka.core.checks import Check, Tally, add
from balka.core.proof import rule
from balka.systems.famous_divisions import losses
from balka.systems.famous_divisions.engineers import pontoon_sites
from balka.systems.famous_divisions.events.marches import Marched
from balka.systems.famous_divisions.opportunity import OpportunityFire
from balka.systems.famous_divisions.party import Party
from balka.systems.famous_divisions.position import Pontoon
from balka.systems.famous_divisions.ranged import defence_parts
from balka.systems.famous_divisions.replacements import Replacing
from balka.systems.famous_divisions.results import begin_retreat
from balka.systems.famous_divisions.tables import direct_reader, modified

ENG = "1k-eng"


def lost(game: Game, *ids: str) -> Game:
    for unit_id in ids:
        game.run(lambda work, unit_id=unit_id: losses.eliminate(work, unit_id))
    return game


# -- activation [2.4, 6.0]


@rule("gd-2.4-d", "gd-6.0-o")
def test_the_chit_of_a_battalion_wiped_out_this_turn_brings_nothing_to_do() -> None:
    game = lost(on("a\n", a="1-1rif hq-1rif 1-2rif hq-2rif"), "1-1rif", "hq-1rif")
    assert game.activate("1rif").choices() == ["pass"], "the other battalion's HQ does not help"


@rule("gd-6.0-g", "gd-9.0-a")
def test_a_division_hq_that_has_acted_goes_along_with_nobody() -> None:
    game = on("a\n.\n", a="hq-div-s 1-1rif hq-1rif").set("hq-div-s", activated=True).activate("div-s")
    assert not game.play("battalion 1rif").offers("take hq-div-s")
    fresh = on("a\n.\n", a="hq-div-s 1-1rif hq-1rif").activate("div-s")
    assert fresh.play("battalion 1rif").offers("take hq-div-s")


# -- engineers [12.0, 12.1, 16.1]


@rule("gd-12.1-a")
def test_an_engineer_at_a_second_river_is_told_that_it_has_begun_a_pontoon() -> None:
    game = on(".\na\n.\n", a=f"{ENG} hq-eng", sides=["A01-A02 river", "A02-A03 river"]).activate("eng")
    assert game.offers(f"bridge {ENG} A02/A03")
    refusal = game.play(f"bridge {ENG} A01/A02").refusal(f"bridge {ENG} A02/A03")
    assert "begun a pontoon" in refusal.sentence


@rule("gd-12.1-a")
def test_nobody_begins_a_pontoon_where_one_is_being_built() -> None:
    sides = ["A01-A02 river", "A02-A03 river"]
    game = on(".\na\n.\n", a=f"{ENG} 2k-eng hq-eng", sides=sides).activate("eng").play(f"bridge {ENG} A01/A02")
    assert not game.offers("bridge 2k-eng A01/A02")
    assert game.offers("bridge 2k-eng A02/A03")


@rule("gd-12.0-e", "gd-12.1-f")
def test_a_pontoon_in_one_of_two_blown_bridge_hexes_does_not_carry_over_the_other() -> None:
    def crossing(blown: tuple[int, ...], built: tuple[int, ...]) -> Game:
        spans = ["A01-A02 bridge", "A02-A03 bridge", "A03-A04 bridge"]
        game = on("a\n~\n~\n.\n", a="5k-2gr hq-2gr", sides=spans)
        facts = {
            "blown": tuple((h, h) for h in blown),
            "pontoons": tuple(Pontoon(h, h, "german", complete=True) for h in built),
        }
        game.run(lambda work: setattr(work, "position", structs.replace(work.position, **facts)))
        return game.activate("2gr").play("take 5k-2gr")

    assert crossing((1,), (1,)).offers("to A02", "to A03", "to A04"), "the printed bridge of the second hex stands"
    half = crossing((1, 2), (1,))
    assert half.offers("to A02")
    assert not half.offers("to A03")
    assert crossing((1, 2), (1, 2)).offers("to A04")


@rule("gd-16.1-b")
def test_an_engineer_that_has_finished_moving_clears_nothing_with_the_points_it_has_left() -> None:
    game = on("a\n.\n.\n", a=f"{ENG} 2k-eng hq-eng", forts=["bunker A03 N"]).activate("eng")
    game.play(f"take {ENG}", "step A02")
    assert game.offers(f"clear {ENG} A03")
    assert not game.play("halt").offers(f"clear {ENG} A03")


@rule("gd-12.0-a")
def test_no_bridge_hex_is_blown_under_friends() -> None:
    spans = ["A01-A02 bridge", "A02-A03 bridge"]
    game = on("a\n~\n.\n", a=f"{ENG} hq-eng", A02="5k-2gr", sides=spans).activate("eng")
    assert "blow" not in game.verbs()
    assert "stand on the bridge" in game.refusal(f"blow {ENG} A02/A02").sentence
    empty = on("a\n~\n.\n", a=f"{ENG} hq-eng", A03="5k-2gr", sides=spans).activate("eng")
    assert empty.offers(f"blow {ENG} A02/A02"), "who stands beyond it does not matter"


# -- secrets [1.1]


@rule("gd-1.1-d", "gd-9.6-g")
def test_a_sampled_party_keeps_who_is_known_and_gets_who_is_not() -> None:
    game = on("a\n.\n.\nx\n", a="1k-1gr 2k-1gr hq-1gr", x="spg-div-s", forts=["bunker A01 S"])
    game.run(lambda work: losses.reveal(work, ("1k-1gr",)))
    game.activate("1gr").play("take 1k-1gr", "with 2k-1gr", "debark 2k-1gr")
    view = game.state.view("soviet")
    assert (view.stack[-1].moving, view.stack[-3].units) == ((), ("1k-1gr",))
    world = game.state.setting.system.sample(view, Random(1))
    fire, party = (next(f for f in world.stack if isinstance(f, kind)) for kind in (OpportunityFire, Party))
    assert party.units[0] == "1k-1gr"
    assert fire.moving
    assert set(fire.moving) < set(party.units)


# -- moving and entering [4.0, 8.0]


@rule("gd-4.0-e", "gd-8.0-h", "gd-8.0-i")
def test_who_enters_beside_an_unseen_stack_without_zone_pays_nothing_to_go_on() -> None:
    """He would have been stopped; who begins his move there must reckon with a zone. [ruling Q-zoc-unknown]"""
    place = {"B01": "hq-2rif", "forts": ["bunker B01 S"]}
    game = on("a .\n. .\n. .\n", due={"5k-2gr": "A01 0"}, A03="hq-2gr", **place).activate("2gr")
    game.play("enter 5k-2gr A01", "step A01")
    entered = game.unit("5k-2gr").spent
    assert game.play("step A02").unit("5k-2gr").spent == 2 * entered
    stood = on("a .\n. .\n. .\n", a="5k-2gr", A03="hq-2gr", **place).activate("2gr").play("take 5k-2gr", "step A02")
    assert stood.unit("5k-2gr").spent == entered + 2


# -- replacements [4.1]


@rule("gd-4.1-l")
def test_no_path_for_replacements_leads_to_an_hq_off_the_map() -> None:
    def rebuilding(**more: str) -> Game:
        game = on("a\n.\n.\n", a="1-1rif!", turn="Night", **more)
        return game.run(lambda work: work.push(Replacing("soviet"))).play("d6 1")

    assert rebuilding(off="hq-1rif").choices() == ["pass"]
    assert rebuilding(A03="hq-1rif").offers("rebuild 1-1rif")


# -- combat [10.1, 10.2, 10.4, 10.5]


@rule("gd-10.4-b", "gd-10.4-k")
def test_two_losses_of_a_stack_are_chosen_one_after_the_other() -> None:
    tanks = [f"t34.{n}-2tk" for n in (1, 2, 3, 4)]
    game = on("h\na\nx\n", h="hq-2tk", a=" ".join(tanks), x="1k-1gr 2k-1gr 3k-1gr 4k-1gr").activate("2tk")
    game.battle("A03", *tanks).no_chits()
    assert game.rolled_check.reader == "crt 1-1"
    game.play("2d6 =12", f"lose {tanks[1]}")
    assert game.choices() == [f"lose {tanks[n]}" for n in (0, 2, 3)]
    game.play(f"lose {tanks[3]}")
    assert [game.unit(tank).status for tank in tanks] == ["map", "lost", "map", "lost"]
    assert game.kind == "combat"


@rule("gd-10.5-g", "gd-8.0-l")
def test_a_zone_near_one_of_several_who_retreat_bars_his_way() -> None:
    field = ". .\n" * 12
    stacks = {"A01": "hq-1gr", "A04": "1k-1gr", "A10": "2k-1gr"}
    free = on(field, **stacks).run(lambda work: begin_retreat(work, "german", ("1k-1gr", "2k-1gr")))
    assert free.offers("go 1k-1gr A03>A02")
    barred = on(field, B02="1-1rif", **stacks)
    barred.run(lambda work: begin_retreat(work, "german", ("1k-1gr", "2k-1gr")))
    assert not any(choice.startswith("go 1k-1gr A03") for choice in barred.choices())
    assert barred.offers("go 2k-1gr A09>A08")


@rule("gd-10.1-k")
def test_dragons_teeth_count_only_if_all_attack_across_them() -> None:
    def labels(*attackers: str) -> list[str]:
        game = on("a\nx\nb\n", a="1-1rif hq-1rif", b="2-1rif", x="1k-1gr", sides=["A01-A02 dragons_teeth"])
        game.activate("1rif").battle("A02", *attackers).no_chits()
        return [part.label for part in game.rolled_check.tally.parts]

    assert "dragon's teeth" in labels("1-1rif")
    assert "dragon's teeth" not in labels("1-1rif", "2-1rif")


@rule("gd-10.2-b")
def test_a_defender_whose_last_gun_is_lost_is_asked_for_none() -> None:
    def asked(*gone: str) -> str:
        game = lost(on("a\nx\n.\ng\n", a="1-1rif hq-1rif", x="1k-1gr", g="ig-2gr"), *gone)
        return game.activate("1rif").battle("A02", "1-1rif").kind

    assert asked() == "defence"
    assert asked("ig-2gr") == "event chit"


# -- reasons


@rule("gd-9.5-k")
def test_a_rider_is_no_choice_for_a_barrage() -> None:
    game = on("a\n.\n.\nx\n", a="wsp.1-1art hq-1art", x="t34.1-2tk 1-1rif 2-1rif").set("1-1rif", carrier="t34.1-2tk")
    game.activate("1art").play("fight", "barrage wsp.1-1art A04", "3d6 2 2 4")
    assert game.choices() == ["lose 2-1rif", "lose t34.1-2tk"]
    assert game.refusal("lose 1-1rif").rule == "gd-9.5-k"
    assert game.refusal("lose hq-1art") == game.refusal("lose 7k-2gr"), "whoever is not there"


@rule("gd-10.0-a", "gd-1.1-d")
def test_an_enemy_named_for_one_s_own_attack_is_refused_without_telling_about_him() -> None:
    game = on("a\nx\n", a="1-1rif hq-1rif", x="1k-1gr hq-1gr").activate("1rif").play("fight", "attack A02")
    known, unknown = game.refusal("join 1k-1gr"), game.refusal("join 7k-2gr")
    assert known == unknown
    assert game.refusal("join hq-1gr") == known, "not that it is an HQ"


@rule("gd-12.1-a")
def test_why_no_pontoon_is_begun_is_told_apart() -> None:
    game = on("a\n.\n.\nx\n", A02=f"{ENG} hq-eng", x="1-1rif", sides=["A02-A03 river"]).activate("eng")
    assert "zone of control" in game.refusal(f"bridge {ENG} A02/A03").sentence
    assert "no river" in game.refusal(f"bridge {ENG} A01/A02").sentence


@rule("gd-11.3-o")
def test_a_pinned_unit_is_told_that_it_is_pinned() -> None:
    game = on("a\n.\n", a="1k-1gr hq-1gr").run(lambda work: losses.pin(work, "1k-1gr")).activate("1gr")
    assert game.refusal("take 1k-1gr").rule == "gd-11.3-o"
    assert game.play("take hq-1gr", "step A02", "halt").refusal("take hq-1gr").rule == "gd-9.0-o"


# -- moving together [9.3, 9.4, 9.6]


@rule("gd-9.4-h", "gd-9.3-a")
def test_tanks_go_on_after_an_overrun_with_those_beside_them() -> None:
    game = on("a\nx\n.\n.\n", a="t34.1-2tk t34.2-2tk hq-2tk", x="hq-1gr").activate("2tk")
    game.play("fight", "overrun A02", "join t34.1-2tk", "join t34.2-2tk", "fight").no_chits().play("2d6 =2", "done")
    game.play("take t34.1-2tk")
    assert [choice for choice in game.choices() if choice.startswith("with")] == ["with t34.2-2tk"]


@rule("gd-9.0-o", "gd-9.6-g")
def test_a_party_of_which_one_has_debarked_may_halt() -> None:
    game = on("a\n.\n", a="1k-1gr 2k-1gr hq-1gr").activate("1gr").play("take 1k-1gr", "with 2k-1gr")
    assert not game.offers("halt")
    assert game.play("debark 1k-1gr").offers("halt")


@rule("gd-4.1-k", "gd-9.5-d")
def test_a_gun_that_rides_keeps_no_hex_under_fire() -> None:
    def barred(**facts: str) -> bool:
        game = on("a\n.\n.\nx\n.\n.\n.\n", a="sturm-1gr schwr-2gr", x="1-1rif! hq-1rif", turn="Night")
        game.set("sturm-1gr", hex=-1, status="lost").set("schwr-2gr", **facts)
        game.run(lambda work: work.push(Replacing("soviet"))).play("d6 1")
        return not game.offers("rebuild 1-1rif")

    assert barred()
    assert not barred(carrier="sturm-1gr")


# -- engineers once more


@rule("gd-12.1-a")
def test_no_pontoon_is_built_beside_a_printed_bridge() -> None:
    sides = ["A01-A02 river", "A01-A02 bridge", "A02-A03 river"]
    game = on(".\na\n.\n", a=f"{ENG} hq-eng", sides=sides).activate("eng")
    assert [choice for choice in game.choices() if choice.startswith("bridge")] == [f"bridge {ENG} A02/A03"]


@rule("gd-12.1-f")
def test_a_finished_pontoon_over_a_hexside_opens_the_wide_river_beside_either_bank() -> None:
    game = on("~\na\n.\n~\n", a=f"{ENG} hq-eng", sides=["A02-A03 river"])
    assert pontoon_sites(game.state, 1) == [(1, 2)]
    done = (Pontoon(1, 2, "german", complete=True),)
    game.run(lambda work: setattr(work, "position", structs.replace(work.position, pontoons=done)))
    assert pontoon_sites(game.state, 1) == [(0, 0)]
    assert pontoon_sites(game.state, 2) == [(3, 3)]


# -- marches [8.0, 9.0]


@rule("gd-8.0-h", "gd-8.0-i")
def test_no_march_is_offered_through_a_zone_but_out_of_one() -> None:
    field = "a .\n. .\n. x\n. .\n. .\n"
    through = on(field, a="5k-2gr hq-2gr", x="1-1rif").activate("2gr").play("take 5k-2gr")
    assert through.offers("to A02")
    assert not through.offers("to A05")
    out = on(field, A03="5k-2gr", a="hq-2gr", x="1-1rif").activate("2gr").play("take 5k-2gr")
    assert out.offers("to A05")


@rule("gd-9.0-o", "gd-8.0-h")
def test_a_unit_that_a_zone_stopped_has_finished_moving() -> None:
    game = on("a\n.\n.\nx\n", a="5k-2gr hq-2gr", x="1-1rif").activate("2gr").play("take 5k-2gr", "to A03", "halt")
    assert game.refusal("take 5k-2gr").rule == "gd-9.0-o"


@rule("gd-9.1-h", "gd-9.6-c")
def test_who_debarked_and_is_left_behind_has_moved() -> None:
    game = on("a\n.\n", a="1k-1gr 2k-1gr hq-1gr").activate("1gr").play("take 1k-1gr", "with 2k-1gr", "debark 1k-1gr")
    game.play("leave 1k-1gr", "step A02", "halt")
    assert not game.offers("take 1k-1gr")


# -- fire [5.3, 11.3, 11.4]


@rule("gd-11.4-c", "gd-11.3-d")
def test_nobody_is_asked_to_fire_at_who_moves_out_of_sight() -> None:
    field = "g . .\nW . .\n. . .\n. . .\na . .\n. . .\n"
    game = on(field, g="flak-2gr hq-2gr", a="1-1rif hq-1rif").activate("1rif").play("take 1-1rif", "step A04")
    assert game.kind == "party"
    seen = on(field.replace("W", "."), g="flak-2gr hq-2gr", a="1-1rif hq-1rif").activate("1rif")
    assert seen.play("take 1-1rif", "step A04").kind == "oppfire"
    assert (seen.state.asks[0].window, seen.state.quote("hold").checks) == (True, ())


@rule("gd-11.4-d")
def test_who_is_lost_to_opportunity_fire_is_not_pinned() -> None:
    game = on("g\n.\n.\na\n", g="flak-2gr hq-2gr", a="1-1rif! hq-1rif").activate("1rif").play("take 1-1rif", "step A03")
    game.play("fire flak-2gr A03", "2d6 6 6")
    assert (game.unit("1-1rif").status, game.unit("1-1rif").pinned) == ("lost", False)


@rule("gd-5.3-f", "gd-11.3-l")
def test_a_target_out_of_supply_has_half_its_defence_against_direct_fire() -> None:
    game = on("a\n", a="1-1rif")
    values = [Tally("", tuple(defence_parts(game.set("1-1rif", hungry=n).state, game.unit("1-1rif")))).value
              for n in (0, 1, 2, 3)]  # fmt: skip
    assert values == [5, 5, 2, 2]


# -- what is asked and refused in a battle


@rule("gd-10.2-b")
def test_the_attacker_s_guns_do_not_make_the_defender_be_asked() -> None:
    game = on("a\nx\n", a="1-1rif ig-2rif hq-1rif", x="1k-1gr").activate("1rif").battle("A02", "1-1rif")
    assert game.kind == "event chit"
    armed = on("a\nx\n.\ng\n", a="1-1rif hq-1rif", x="1k-1gr", g="ig-2gr").activate("1rif").battle("A02", "1-1rif")
    assert (armed.kind, armed.state.asks[0].window) == ("defence", True)


@rule("gd-1.1-d", "gd-10.1-c")
def test_an_unknown_defender_counts_from_nothing_to_the_strongest_of_his_side() -> None:
    game = on("a\nx\n", a="1-1rif hq-1rif", x="hq-1gr flak-2gr", forts=["bunker A02 S"])
    game.activate("1rif").play("fight", "attack A02")
    _, defence = game.state.quote("join 1-1rif").forecasts[0].check.tallies
    assert defence.spread == (0, 2 * 9)


@rule("gd-10.0-a")
def test_an_attack_on_an_empty_hex_beside_an_enemy_is_refused_as_such() -> None:
    game = on("a .\nx .\n", a="1-1rif hq-1rif", x="1k-1gr").activate("1rif").play("fight")
    assert game.offers("attack A02")
    assert "next to an enemy" in game.refusal("attack B01").sentence


@rule("gd-9.4-h", "gd-10.6-a", "gd-10.5-a")
def test_whatever_else_is_said_in_a_battle_is_refused() -> None:
    overrun = on("a\nx\n.\n.\n", a="t34.1-2tk hq-2tk", x="hq-1gr").activate("2tk")
    overrun.play("fight", "overrun A02", "join t34.1-2tk", "fight").no_chits().play("2d6 =2")
    assert overrun.kind == "advance"
    assert overrun.refusal("halt").instead == overrun.refusal("stand").instead
    assert overrun.play("done").kind == "overrun"
    assert overrun.refusal("halt").instead == overrun.refusal("stand").instead
    retreat = on("h\n.\n.\na\n", h="hq-1gr", a="1k-1gr")
    retreat.run(lambda work: begin_retreat(work, "german", ("1k-1gr",)))
    assert retreat.refusal("halt").instead == retreat.refusal("stand").instead


@rule("gd-10.1-q", "gd-10.1-r", "gd-11.3-g")
def test_dice_are_shown_as_they_count() -> None:
    good, bad = (Tally("", (add(n, "", "gd-10.1-h"),)) for n in (-5, 5))
    assert modified(Check("", "2d6=", good, "crt 1-1"), (1, 2)) == (2,)
    assert modified(Check("", "2d6=", bad, "crt 1-1"), (5, 5)) == (12,)
    assert modified(Check("", "2d6", bad, direct_reader(2, 1)), (4, 6)) == (3, 5)


@rule("gd-11.4-g", "gd-1.1-d")
def test_who_fires_at_hidden_hqs_cannot_take_back_what_he_learnt() -> None:
    game = on("a\n.\nx\n", a="flak-2gr hq-2gr", x="hq-1rif hq-2rif", forts=["bunker A03 N"]).activate("2gr")
    game.play("fight", "fire flak-2gr A03")
    assert game.barrier
    assert not game.offers("fire flak-2gr A03")


@rule("gd-11.2-l", "gd-11.2-o")
def test_two_casualties_kill_nobody_who_is_not_alone_in_his_hex() -> None:
    """[ruling Q-barrage-triple-one]"""

    def shelled(stack: str) -> Game:
        game = on("a\n.\n.\nx\n", a="wsp.1-1art hq-1art", x=stack).activate("1art")
        return game.play("fight", "barrage wsp.1-1art A04", "3d6 2 2 2")

    assert shelled("1-1rif").unit("1-1rif").status == "lost"
    beside = shelled("1-1rif t34.1-2tk!")
    assert (beside.unit("1-1rif").status, beside.unit("1-1rif").depleted) == ("map", True)
    assert beside.unit("t34.1-2tk").status == "map", "nor a tank of its last step"


@rule("gd-1.1-a")
def test_a_march_into_sight_at_the_far_corner_of_the_map_is_told_by_name() -> None:
    game = on("g\n.\n.\na\n.\n", g="1k-1gr", a="1-1rif hq-1rif").activate("1rif").play("take 1-1rif")
    (told,) = (told for told in game.state.apply("step A05").events if isinstance(told.event, Marched))
    assert told.to is None


@rule("gd-5.0-a")
def test_a_side_with_nobody_on_the_map_is_not_asked_about_supply() -> None:
    game = on("a\n", a="1k-1gr hq-1gr")
    assert game.supply("soviet").kind == "idle"
    assert game.supply("german").kind == "supply"


@rule("gd-9.0-c")
def test_the_way_to_a_hex_says_from_where_it_is_entered() -> None:
    game = on("a\n.\n.\n", a="1-1rif hq-1rif").activate("1rif").play("take 1-1rif")
    ways = game.frame(Party).marches(game.state)
    assert (ways.before(2), ways.before(1), ways.before(0)) == (1, 0, None)
