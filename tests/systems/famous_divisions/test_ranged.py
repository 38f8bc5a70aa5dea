"""Direct fire, opportunity fire, barrages and sight. [11.0-11.4]"""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.systems.famous_divisions.kit import Game, on

from balka.core.dice import dice, read_outcome
from balka.core.proof import rule
from balka.games.grossdeutschland import box
from balka.systems.famous_divisions import losses
from balka.systems.famous_divisions.artillery import barrage_check, targets
from balka.systems.famous_divisions.ranged import can_shoot, penalty, shot_check
from balka.systems.famous_divisions.sight import line, observed, seen_from
from balka.systems.famous_divisions.tables import read_barrage
from balka.table.orders import ordered, read_order

GUN, TANK = "su85.1-at", "t34.1-2tk"  # ranges 4 and 2


def sees(game: Game, a: str, b: str) -> bool:
    return line(game.state.setting.catalogue.ground, game.hex(a), game.hex(b)).clear


# -- sight [11.2-b to h, 11.3-d, e]


@rule("gd-11.2-d", "gd-11.3-d")
def test_blocking_terrain_stops_what_passes_through_not_what_ends_in_it() -> None:
    game = on(".\nW\n.\n")
    assert not sees(game, "A01", "A03")
    assert sees(game, "A01", "A02")
    assert sees(on(".\nH\n.\n"), "A01", "A03")


@rule("gd-11.2-f")
def test_from_a_peak_one_looks_over_what_lies_next_to_it() -> None:
    game = on("P\nW\n.\n.\n")
    assert sees(game, "A01", "A03")
    assert not sees(game, "A03", "A01"), "the peak helps only who stands on it"
    assert not sees(on("P\n.\nW\n.\n"), "A01", "A04")


@rule("gd-11.2-e", "gd-11.3-e")
def test_height_alone_never_helps() -> None:
    assert not sees(on("H\nW\nH\n"), "A01", "A03")


@rule("gd-11.2-g", "gd-15.0-b")
def test_a_line_along_a_hexside_is_never_stopped_and_a_fortification_never_stops_one() -> None:
    along = on(". W .\n. W .\n. . .\n")
    assert line(along.state.setting.catalogue.ground, along.hex("A01"), along.hex("C01")).edge_runs
    assert sees(along, "A01", "C01"), "it runs between two woods"
    assert not sees(along, "A01", "C02") or not sees(along, "A02", "C01")
    forts = on(".\n.\n.\n", forts=["bunker A02 N"])
    assert sees(forts, "A01", "A03")
    orchard = on(".\nO\n.\n", forts=["bunker A02 N"])
    assert not sees(orchard, "A01", "A03"), "the orchard under the bunker still does"


@rule("gd-11.2-h")
def test_units_are_looked_through() -> None:
    assert sees(on("a\nb\nc\n", a="1k-1gr", b="2k-1gr", c="1-1rif"), "a", "c")


def test_looking_around_sees_what_single_lines_see() -> None:
    game = on(". W . O .\n. . P W .\nW . W . .\n. T . . W\n. . . W .\n")
    ground = game.state.setting.catalogue.ground
    for a in range(len(game.board)):
        assert seen_from(ground, a) == sum(1 << b for b in range(len(game.board)) if line(ground, a, b).clear)


@rule("gd-11.2-b")
def test_observation_reaches_ten_hexes() -> None:
    game = on("a\n" + ".\n" * 11, a="1k-1gr")
    mask = seen_from(game.state.setting.catalogue.ground, game.hex("a"))
    assert mask >> game.hex("A11") & 1
    assert not mask >> game.hex("A12") & 1


# -- direct fire [11.3]


@rule("gd-11.0-a", "gd-11.3-a", "gd-11.0-b")
def test_black_triangles_fire_within_their_range() -> None:
    game = on("a\n.\n.\n.\nx\n.\n", a=f"{GUN} 1-1rif kat.1-rckt", x="1k-1gr")
    assert can_shoot(game.state, game.unit(GUN), game.hex("x"))
    assert not can_shoot(game.state, game.unit(GUN), game.hex("A06"))
    assert not can_shoot(game.state, game.unit("1-1rif"), game.hex("x"))
    assert not can_shoot(game.state, game.unit("kat.1-rckt"), game.hex("x"))


@pytest.mark.parametrize("weather", ["Foggy", "Stormy"])
@rule("gd-11.3-b")
def test_no_direct_fire_in_fog_or_storm(weather: str) -> None:
    game = on("a\nx\n", a=GUN, x="1k-1gr", weather=weather)
    assert not can_shoot(game.state, game.unit(GUN), game.hex("x"))


@rule("gd-11.3-c", "gd-13.2-d")
def test_no_direct_fire_at_night_nor_opportunity_fire() -> None:
    game = on("a\nx\n", a=GUN, x="1k-1gr", turn="Night")
    assert not can_shoot(game.state, game.unit(GUN), game.hex("x"))
    moving = on("a\n.\n.\nx\n", a="1k-1gr hq-1gr", x=GUN, turn="Night").activate("1gr").play("take 1k-1gr", "step A02")
    assert moving.kind == "party"


@rule("gd-5.3-h")
def test_no_direct_fire_out_of_supply() -> None:
    game = on("a\nx\n", a=GUN, x="1k-1gr").set(GUN, hungry=1)
    assert can_shoot(game.state, game.unit(GUN), game.hex("x"))
    assert not can_shoot(game.state, game.set(GUN, hungry=2).unit(GUN), game.hex("x"))


@rule("gd-11.3-f", "gd-11.3-l", "gd-11.3-n")
def test_each_die_must_beat_the_range_then_the_total_decides() -> None:
    game = on("a\n.\nx\n", a=GUN, x="1k-1gr")
    check = shot_check(game.state, game.unit(GUN), game.hex("x"), (game.unit("1k-1gr"),))
    assert check.need == 6 + 2
    read = {text: check.read(read_outcome(f"2d6 {text}")) for text in ("2 6", "1 6", "3 3", "3 4", "3 5", "4 4", "6 6")}
    assert read == {"2 6": "miss", "1 6": "miss", "3 3": "pin", "3 4": "pin", "3 5": "casualty",
                    "4 4": "casualty", "6 6": "casualty"}  # fmt: skip
    odds = {band.name: band.low for band in check.odds()}
    assert odds == {"miss": Fraction(20, 36), "pin": Fraction(3, 36), "casualty": Fraction(13, 36)}


@pytest.mark.parametrize(
    ("weather", "turn", "terrain", "value"),
    [("Sunny", "Day", ".", 0), ("Snowy", "Day", ".", 1), ("Sunny", "Evening", ".", 1), ("Snowy", "Evening", ".", 2),
     ("Sunny", "Day", "W", 1), ("Snowy", "Evening", "W", 3)],
)  # fmt: skip
@rule("gd-11.3-g", "gd-11.3-h", "gd-11.3-i", "gd-11.3-j", "gd-13.1-c", "gd-14.1-f")
def test_snow_evening_and_cover_take_one_off_each_die(weather: str, turn: str, terrain: str, value: int) -> None:
    ground = "x" if terrain == "." else f"x:{terrain}"
    game = on(f"a\n{ground}\n", a=GUN, x="1k-1gr", weather=weather, turn=turn)
    assert penalty(game.state, game.hex("x")) == value
    check = shot_check(game.state, game.unit(GUN), game.hex("x"), (game.unit("1k-1gr"),))
    hits = {outcome.faces for outcome in dice("2d6").outcomes if check.read(outcome) != "miss"}
    assert hits == {o.faces for o in dice("2d6").outcomes if min(o.faces) - value > 1}
    deadly = {outcome.faces for outcome in dice("2d6").outcomes if check.read(outcome) == "casualty"}
    assert deadly == {faces for faces in hits if sum(faces) - 2 * value >= 6 + 1}


@rule("gd-11.3-m")
def test_a_flak_88_is_hit_on_its_reverse_side() -> None:
    game = on("a\nx\n", a=GUN, x="flak-2gr")
    assert box.kinds()["flak-2gr"].full.defence == 9
    assert shot_check(game.state, game.unit(GUN), game.hex("x"), (game.unit("flak-2gr"),)).need == 5 + 1


@rule("gd-11.3-k", "gd-11.3-r", "gd-11.3-u", "gd-11.3-p", "gd-11.4-j")
def test_one_shot_in_the_own_activation_without_chits_or_pins() -> None:
    game = on("a\n.\nx\n", a=f"{GUN} hq-at", x="1k-1gr").activate("at").play("fight", f"fire {GUN} A03")
    assert game.kind == "direct fire"
    game.play("2d6 3 4")
    assert not game.unit("1k-1gr").pinned, "a pin means nothing to a unit that does not move"
    assert not game.offers(f"fire {GUN} A03")


@rule("gd-11.3-l", "gd-1.1-e")
def test_casualties_flip_the_target() -> None:
    game = on("a\n.\nx\n", a=f"{GUN} hq-at", x="1k-1gr").activate("at")
    game.play("fight", f"fire {GUN} A03", "2d6 6 6")
    assert game.unit("1k-1gr").depleted


@rule("gd-11.3-s", "gd-11.3-t", "gd-11.3-v")
def test_move_then_fire_then_attack_and_never_the_other_way() -> None:
    game = on("a\n.\nx\n", a=f"{TANK} hq-2tk", x="1k-1gr").activate("2tk")
    assert "fire" not in game.verbs()
    game.play(f"take {TANK}", "step A02", "halt", "fight", f"fire {TANK} A03", "2d6 1 1")
    assert "take" not in game.verbs()
    assert game.offers("attack A03")
    assert game.play("attack A03", f"join {TANK}").state.stack[-1].panel(game.state)[0].check.tallies[0].value == 7  # type: ignore[union-attr]
    after = on("a\nx\n", a=f"{TANK} hq-2tk", x="1k-1gr").activate("2tk").battle("A02", TANK).no_chits().play("2d6 =7")
    assert not after.offers(f"fire {TANK} A02")


@rule("gd-11.4-f", "gd-11.4-g")
def test_the_shooter_picks_the_target_but_no_hq_in_company() -> None:
    game = on("a\n.\nx\n", a=f"{GUN} hq-at", x="1k-1gr 2k-1gr hq-1gr").activate("at").play("fight", f"fire {GUN} A03")
    assert (game.asked, game.choices()) == ("soviet", ["at 1k-1gr", "at 2k-1gr"])
    alone = on("a\n.\nx\n", a=f"{GUN} hq-at", x="hq-1gr").activate("at").play("fight", f"fire {GUN} A03", "2d6 6 6")
    assert alone.unit("hq-1gr").status == "lost"


# -- opportunity fire [11.4]


@rule("gd-11.4-a")
def test_who_marches_past_tanks_of_several_ranges_is_in_reach_of_the_longest() -> None:
    game = on("x\n.\n.\n.\n.\n.\na\n", a="t34.1-2tk hq-2tk", x="tiger.1-3pz 5k-2pz").activate("2tk")
    game.play("take t34.1-2tk", "step A06")
    assert game.kind == "oppfire" and game.offers("fire tiger.1-3pz A06") and not game.offers("fire 5k-2pz A06")


def walk(**more: object) -> Game:
    line_ = "a\n.\n.\n.\n.\nx\n"
    game = on(line_, a="1k-1gr 2k-1gr hq-1gr", x=f"{GUN}", **more)  # type: ignore[arg-type]
    return game.activate("1gr").play("take 1k-1gr", "with 2k-1gr")


@rule("gd-11.4-a", "gd-11.4-c", "gd-11.4-e", "gd-11.3-u")
def test_every_hex_entered_in_range_may_be_fired_on() -> None:
    game = walk().play("to A04")
    assert (game.asked, game.kind, game.at("1k-1gr")) == ("soviet", "oppfire", "A02")
    assert game.state.asks[0].window
    assert game.choices() == [f"fire {GUN} A02", "hold"]
    game.play("hold")
    assert (game.kind, game.at("1k-1gr")) == ("oppfire", "A03")
    game.play(f"fire {GUN} A03", "at 1k-1gr", "2d6 1 1")
    assert (game.kind, game.at("1k-1gr")) == ("oppfire", "A04"), "each gun once a hex, and the march goes on"
    game.play(f"fire {GUN} A04", "at 1k-1gr", "2d6 1 2", "halt")
    assert game.kind == "activation"


@rule("gd-11.4-g", "gd-1.1-d")
def test_who_finds_only_hqs_by_opportunity_fire_does_not_take_it_back() -> None:
    more = {"A02": "hq-2gr", "forts": ["bunker A02 N"]}
    game = on("x\n.\n.\n.\na\n", x="hq-1gr 1k-1gr", a=f"{GUN} hq-at", **more)  # type: ignore[arg-type]
    game.activate("1gr").play("take hq-1gr", "step A02", f"fire {GUN} A02")
    assert game.barrier and game.choices() == ["hold"]


@rule("gd-11.4-a")
def test_each_gun_fires_once_at_a_hex_entered() -> None:
    line_ = "a\n.\n.\nx\n"
    game = on(line_, a="1k-1gr hq-1gr", x="su85.1-at su85.2-at").activate("1gr").play("take 1k-1gr", "step A02")
    assert game.choices() == ["fire su85.1-at A02", "fire su85.2-at A02", "hold"]
    assert game.play("fire su85.1-at A02", "2d6 1 1").choices() == ["fire su85.2-at A02", "hold"]


@rule("gd-11.4-d", "gd-11.3-n", "gd-11.3-o")
def test_a_pinned_unit_drops_off_and_the_rest_goes_on() -> None:
    game = walk().play("to A04", "hold", f"fire {GUN} A03", "at 1k-1gr", "2d6 4 4")
    assert game.unit("1k-1gr").pinned
    assert not game.unit("1k-1gr").depleted, "8 is less than 6 and 3"
    assert (game.asked, game.kind, game.at("2k-1gr")) == ("german", "party", "A03")
    game.play("step A04", "hold", "halt")
    assert (game.at("1k-1gr"), game.at("2k-1gr")) == ("A03", "A04")
    assert not game.offers("take 1k-1gr")


@rule("gd-11.4-d")
def test_casualties_under_way_deplete_and_pin() -> None:
    game = walk().play("step A02", f"fire {GUN} A02", "at 2k-1gr", "2d6 6 6")
    assert game.unit("2k-1gr").depleted
    assert game.unit("2k-1gr").pinned


@rule("gd-11.4-h")
def test_who_has_left_the_hex_is_out_of_it() -> None:
    game = walk().play("to A03", "hold")
    assert game.choices() == [f"fire {GUN} A03", "hold"]


@rule("gd-11.4-b")
def test_an_advance_draws_no_fire() -> None:
    game = on("a\nx\n.\ny\n", a="t34.1-2tk hq-2tk", x="hq-1gr", y="flak-2gr").activate("2tk")
    game.battle("A02", "t34.1-2tk").no_chits().play("2d6 =2", "advance t34.1-2tk A02", "done")
    assert game.kind == "combat"


@rule("gd-11.4-i")
def test_who_moves_up_to_fire_is_fired_on_first() -> None:
    game = on("a\n.\n.\n.\nx\n", a=f"{GUN} hq-at", x="flak-2gr").activate("at").play(f"take {GUN}", "step A02")
    assert (game.asked, game.kind) == ("german", "oppfire")


@rule("gd-9.2-e")
def test_fire_on_a_road_finds_the_column_marked() -> None:
    road = walk(roads=["A01-A02 road"]).play("step A02")
    assert road.kind == "oppfire"
    assert road.unit("1k-1gr").road
    assert not walk().play("step A02").unit("1k-1gr").road


def test_the_window_quotes_odds_that_an_order_can_weigh() -> None:
    game = walk().play("step A02")
    quote = game.state.quote(f"fire {GUN} A02")
    bands = {band.name: band.low for band in quote.checks[0].odds()}
    assert set(bands) == {"miss", "pin", "casualty"}
    assert sum(bands.values()) == 1
    assert quote.final == "yes"


# -- barrages [11.2]

KAT = "kat.1-rckt"


def shelled(throw: str, target: str, **more: object) -> Game:
    game = on("a\n.\n.\nx\n", a=f"{KAT} hq-rckt", x=target, **more).activate("rckt")  # type: ignore[arg-type]
    return game.play("fight", f"barrage {KAT} A04", f"3d6 {throw}")


@rule("gd-11.2-a", "gd-11.2-k")
def test_an_activated_gun_shells_what_a_friend_observes() -> None:
    far = "a\n" + ".\n" * 11 + "x\n"
    assert not on(far, a=f"{KAT} hq-rckt", x="1k-1gr").activate("rckt").play("fight").offers(f"barrage {KAT} A13")
    seen = on(far, a=f"{KAT} hq-rckt", x="1k-1gr", A05="1-1rif").activate("rckt").play("fight")
    assert seen.offers(f"barrage {KAT} A13")
    assert seen.play(f"barrage {KAT} A13").kind == "barrage", "no event chit is drawn"


@rule("gd-11.2-c")
def test_at_night_a_barrage_reaches_the_next_hex() -> None:
    game = on("a\nx\ny\n", a=f"{KAT} hq-rckt", x="1k-1gr", y="2k-1gr", turn="Night")
    assert targets(game.state, game.unit(KAT)) == [game.hex("x")]


@rule("gd-11.2-i", "gd-11.2-j", "gd-11.2-l", "gd-11.2-m", "gd-11.2-n")
def test_the_dice_of_a_barrage() -> None:
    assert read_barrage((1, 2, 3), 6) == "miss"
    assert read_barrage((1, 2, 4), 6) == "nothing"
    assert read_barrage((2, 2, 3), 6) == "one"
    assert read_barrage((2, 2, 2), 6) == "miss"
    assert read_barrage((3, 3, 3), 6) == "two"
    game = on("a\n.\n.\nx\n", a=KAT, x="1k-1gr")
    assert barrage_check(game.state, game.unit(KAT), game.hex("x")).need == 3


@rule("gd-11.2-m", "gd-11.2-n")
def test_a_pair_hurts_one_unit_of_the_owner_s_choice() -> None:
    game = shelled("2 2 5", "1k-1gr 2k-1gr hq-1gr")
    assert (game.asked, game.choices()) == ("german", ["lose 1k-1gr", "lose 2k-1gr"])
    assert game.play("lose 2k-1gr").unit("2k-1gr").depleted
    assert not shelled("1 2 5", "1k-1gr").unit("1k-1gr").depleted


@rule("gd-11.2-l")
def test_a_triple_hurts_two_or_destroys_one_alone() -> None:
    two = shelled("3 3 3", "1k-1gr 2k-1gr")
    assert two.play("lose 1k-1gr").unit("1k-1gr").depleted
    assert two.unit("2k-1gr").depleted
    assert shelled("3 3 3", "1k-1gr").unit("1k-1gr").status == "lost"


@rule("gd-11.2-o")
def test_a_tracked_unit_survives_a_barrage() -> None:
    assert shelled("3 3 3", "sturm-1gr").unit("sturm-1gr").depleted
    assert shelled("3 3 3", "sturm-1gr").unit("sturm-1gr").status == "map"
    assert shelled("2 2 5", "sturm-1gr!").unit("sturm-1gr").status == "map"


@pytest.mark.parametrize("fort", ["trench", "bunker"])
@rule("gd-11.2-p")
def test_trench_and_bunker_save_a_unit(fort: str) -> None:
    assert shelled("3 3 3", "1k-1gr", forts=[f"{fort} A04 N"]).unit("1k-1gr").status == "map"
    assert shelled("3 3 3", "1k-1gr", forts=["minefield A04 N"]).unit("1k-1gr").status == "lost"


@rule("gd-11.2-q", "gd-11.2-r")
def test_a_barrage_or_an_attack_never_both() -> None:
    game = (
        on("a\nx\n", a=f"{KAT} hq-rckt 1-1rif", x="1k-1gr")
        .activate("rckt")
        .play("fight", f"barrage {KAT} A02", "3d6 1 2 4")
    )
    assert not game.offers("attack A02")
    assert not game.offers(f"barrage {KAT} A02")
    attacked = (
        on("a\nx\n", a=f"{KAT} hq-rckt", x="1k-1gr")
        .activate("rckt")
        .play("fight", "attack A02", f"join {KAT}", "fight")
    )
    attacked.no_chits().play("2d6 =7")
    assert not attacked.offers(f"barrage {KAT} A02")


@rule("gd-11.2-s", "gd-11.2-t")
def test_guns_move_then_shell_and_do_not_advance() -> None:
    game = (
        on("a\n.\n.\nx\n", a=f"{KAT} hq-rckt", x="hq-1gr")
        .activate("rckt")
        .play(f"take {KAT}", "step A02", "halt", "fight")
    )
    game.play(f"barrage {KAT} A04", "3d6 3 3 3")
    assert game.unit("hq-1gr").status == "lost"
    assert game.kind == "combat"
    assert "take" not in game.verbs()


def test_what_is_observed_is_public() -> None:
    game = on("a\n.\nx\n", a="1k-1gr", x=TANK)
    assert observed(game.state.view("soviet"), "german") == observed(game.state, "german")


@rule("gd-12.0-b")
def test_pinned_units_stay_pinned_until_the_turn_ends() -> None:
    game = on("a\n.\n", a="1k-eng hq-eng", sides=["A01-A02 river", "A01-A02 bridge"])
    game.run(lambda work: losses.pin(work, "1k-eng")).activate("eng")
    assert "blow" not in game.verbs()


def test_a_standing_order_fires_at_good_odds_and_holds_at_bad_ones() -> None:
    """Fire when casualty odds are at least so much, else hold: the table answers from the quote of the window."""
    orders = (read_order("oppfire: fire if casualty at least 40%"), read_order("oppfire: hold"))

    def answer(picture: str) -> str:
        game = on(picture, a="1k-1gr hq-1gr", x=GUN).activate("1gr").play("take 1k-1gr", "step A02")
        choice = ordered(game.state, game.state.asks[0], orders)
        assert choice is not None
        return game.state.text(choice)

    assert answer("a\n.\n.\n.\nx\n") == "hold", "three hexes"
    assert answer("a\n.\nx\n") == f"fire {GUN} A02", "one hex"


# -- riders, HQs and what a shot shows


@rule("gd-9.5-d", "gd-11.4-a")
def test_who_rides_fires_at_nobody() -> None:
    def shooters(**facts: object) -> list[str]:
        game = on("a\n.\n.\nx\n", a="5k-2gr hq-2gr", x="t34.1-2tk at-1rif").set("at-1rif", debarked=True, **facts)
        return game.activate("2gr").play("take 5k-2gr", "step A02").choices()

    assert shooters() == ["fire at-1rif A02", "fire t34.1-2tk A02", "hold"]
    assert shooters(carrier="t34.1-2tk") == ["fire t34.1-2tk A02", "hold"]


@rule("gd-11.4-g")
def test_two_hqs_alone_are_no_target_of_direct_fire() -> None:
    game = on("a\n.\nx\n", a="5k-2pz hq-2pz", x="hq-1rif hq-2rif").activate("2pz").play("fight")
    assert game.choices() == ["done"]
    assert game.refusal("fire 5k-2pz A03").rule == "gd-11.4-g"
    alone = on("a\n.\nx\n", a="5k-2pz hq-2pz", x="hq-1rif").activate("2pz").play("fight")
    assert alone.offers("fire 5k-2pz A03")


@rule("gd-1.1-d", "gd-11.4-f")
def test_a_shot_shows_those_it_may_pick_and_no_hq() -> None:
    game = on("a\n.\nx\n", a="5k-2pz hq-2pz", x="1-1rif 2-1rif hq-1rif", forts=["bunker A03 N"]).activate("2pz")
    game.play("fight", "fire 5k-2pz A03")
    assert game.choices() == ["at 1-1rif", "at 2-1rif"]
    view = game.state.view("german")
    assert sum(u.anonymous for u in view.position.stack(game.hex("x"))) == 1
