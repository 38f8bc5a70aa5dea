"""Cards with Groups and each other, loads that leave as good as lost, works on roads. [docs/interactions/sos.md]"""

from __future__ import annotations

from tests.systems.heroes.kit import GERMAN, SOVIET, Game, hands, on

from balka.core.proof import rule
from balka.systems.heroes.data.mission_data import ExitVp, VpPerUnitDestroyed
from balka.systems.heroes.units import Works

RICH = {GERMAN: 6, SOVIET: 6}


# -- Scout Teams, which show no Group icon


def scouts(cards: str = "14") -> Game:
    """Two squads side by side, a third further off, and nobody near."""
    units = {"a": "inf SE", "b": "inf SE", "c": "inf SE", "x": "rif NW"}
    return on("a b . c . . x\n. . . . . . .", caps=RICH, told={**hands(cards), "hiding": True}, **units)


@rule("sos-card-14-b", "sos-8.9-b", "sos-10.1-a")
def test_scout_teams_do_not_go_with_the_action_of_a_group():
    after = scouts().gather("a", "b").begin("act stall", "caps 0", dice=[7])
    assert after.asked == "turn" and after.seat == SOVIET, "nobody can play it, so the Turn is over"
    before = scouts().begin("play 14 a")
    assert before.asked == "turn" and before.state.grow(()) == ["a"], "it takes its Action now"
    assert "group" not in before.verbs("a") and before.offers("stall a"), "and takes it alone"
    freed = scouts("02 14").begin("play 14 a", "play 02")
    assert "group" not in freed.verbs("a")
    assert "group" in scouts("02").begin("play 02").verbs("a")


@rule("sos-card-14-b", "sos-8.9-b", "sos-card-12-b")
def test_of_two_swift_actions_scout_teams_go_with_the_one_taken_alone():
    game = scouts("12 14").begin("play 12").gather("a", "b").begin("act stall", "caps 0", dice=[7])
    assert game.offers("play 14 a"), "for the Action it would take now"
    game.begin("play 14 a")
    assert game.state.grow(()) == ["a"] and "group" not in game.verbs("a"), "which it takes, and alone"
    other = scouts("12 14").begin("play 12").gather("a", "b").begin("act stall", "caps 0", dice=[7])
    other.begin("stall c", "caps 0", dice=[7])
    assert other.asked == "turn.end" and other.offers("play 14 c") and not other.offers("play 14 a")


# -- Swift Action


@rule("sos-card-12-b", "sos-8.5-b")
def test_a_second_copy_of_swift_action_may_wait_for_the_second_action():
    game = scouts("12 12").begin("play 12", "stall a", "caps 0", dice=[7])
    assert game.seat == GERMAN and game.offers("play 12")
    game.begin("play 12", "stall b", "caps 0", dice=[7])
    assert game.seat == GERMAN and game.caps(GERMAN) == 4, "a third is still to come"
    assert game.begin("stall c", "caps 0", dice=[7]).seat == SOVIET
    late = scouts("12").begin("stall a", "caps 0", dice=[7])
    assert late.seat == SOVIET, "but not once the last Action has been taken"


# -- leaving the map with a load as good as destroyed


@rule("sos-4.12-g", "sos-hit-soft-destroyed-b", "sos-15.8-b")
def test_a_load_as_good_as_destroyed_is_not_brought_off():
    kills = VpPerUnitDestroyed(value=1)
    loaded = {"victory": (kills, ExitVp(side=SOVIET, hexes=("A01",), value=2, loaded=True)), "vp": 3}
    whole = on("t+r\n.", t="gaz N", r="zis3 N carrier=t stunned", active=SOVIET, told=loaded)
    assert whole.offers("leave t")
    dead = on("t+r\n.", t="gaz N", r="zis3 N carrier=t destroyed", active=SOVIET, told=loaded)
    assert not dead.offers("leave t") and dead.why_not("leave t") == "sos-4.12-g"


@rule("sos-4.12-g", "sos-hit-soft-destroyed-b", "sos-15.2-a", "sos-7.2-d")
def test_whether_a_load_may_still_be_brought_off_does_not_show_in_what_is_asked():
    told = {"victory": (ExitVp(side=SOVIET, hexes=("A01",), value=2, loaded=True),)}
    for marker, ways in (("stunned", ["leave t", "stay"]), ("destroyed", ["stay"])):
        units = {"t": "m3scout N", "r": f"zis3 N carrier=t {marker}"}
        game = on(".\nt+r", active=SOVIET, told=told, **units)
        asked = Game(game.state.apply("move t A01 N").state)
        assert asked.asked == "drive" and asked.choices() == ways
    empty = on(".\nt", active=SOVIET, told=told, t="m3scout N")
    assert Game(empty.state.apply("move t A01 N").state).asked != "drive", "all see that it brings nobody off"


@rule("sos-4.12-g", "sos-hit-soft-destroyed-b", "sos-7.11-c", "sos-7.12-a")
def test_who_rides_off_the_map_as_good_as_destroyed_is_lost():
    told = {"victory": (VpPerUnitDestroyed(value=1), ExitVp(side=GERMAN, hexes=("A01",), value=1)), "vp": 3}
    game = on("t+r\n.", t="pz3l N", r="gren N carrier=t destroyed", caps=RICH, told=told).play("leave t")
    assert not game.alive("t") and not game.alive("r") and game.state.tracks.lost[GERMAN] == ("r",)
    assert game.vp == (SOVIET, 3), "one for the tank brought off, one for the squad lost"
    assert game.state.tracks.covered[GERMAN] == 1


@rule("sos-15.4-a", "sos-17.4-c", "sos-17.4-d", "sos-17.9-b", "sos-17.9-c")
def test_no_road_leads_over_a_trench_or_through_wire_as_it_does_over_bad_ground():
    road = {"roads": ["A01-A02-A03"]}
    for kind, closed in (("trench", "sos-17.4-c"), ("barbed_wire", "sos-17.9-b")):
        works = {"works": {"A01": Works(kind, SOVIET)}}
        truck = on(".\ng\n.", told=works, g="gaz N", active=SOVIET, **road)
        assert truck.why_not("move g A01 N") == closed
        tank = on(".\n.\nt", told=works, t="pz3l N", **road).begin("move t A02 N")
        assert not any(choice.startswith("go t A01") for choice in tank.choices()), "nor by a Bonus Move"
    assert on("W\ng\n.", g="gaz N", active=SOVIET, **road).offers("move g A01 N"), "trees are ground"


# -- who stays before the wire


@rule("sos-17.9-a", "sos-card-05-b", "sos-3.4-b")
def test_who_stays_before_the_wire_does_not_go_on_by_rapid_deployment():
    told = {**hands("05"), "works": {"A02": Works("barbed_wire", SOVIET)}}
    stays = on(".\n.\na\n.", a="inf N spent", caps=RICH, told=told).begin("move a A02 N", dice=[3]).play("forgo")
    assert stays.at("a") == "A03" and stays.seat == SOVIET, "it has entered no hex"
    goes = on(".\n.\na\n.", a="inf N spent", caps=RICH, told=told).begin("move a A02 N", dice=[3]).begin("caps 3")
    assert goes.asked == "turn.end" and goes.offers("play 05")


@rule("sos-17.9-a", "sos-card-05-b", "sos-card-V10-a")
def test_nor_does_who_stays_before_the_wire_in_an_overrun():
    told = {**hands("05"), "veterans": {GERMAN: ["V10"]}, "works": {"A01": Works("barbed_wire", SOVIET)}}
    caps = {"caps": {GERMAN: 9, SOVIET: 0}, "start_caps": {GERMAN: 9, SOVIET: 6}}
    game = on(".\nx+t\n.", t="inf N spent", x="rif S", told=told, **caps)
    game.begin("assault t x", "caps 0", dice=[1, 1]).begin("overrun t").begin("move t A01 N", dice=[2])
    assert game.begin("forgo").at("t") == "A02" and game.seat == SOVIET


# -- grenades and bottles at works underfoot


@rule("sos-17.11-f", "sos-17.11-g", "sos-card-W01-b", "sos-6.9-c")
def test_grenades_and_bottles_are_used_on_works_in_ones_own_hex():
    bunker = {"A01": Works("bunker_4", SOVIET, 0)}
    told = {"works": bunker, "weapons": {GERMAN: ["W01"]}}
    game = on("a+x:W", a="inf N", x="rif N inside", told=told)
    assert game.offers("use a W01 x") and game.offers("use a W01 A01"), "the men or the Bunker, not both"
    assert game.need("use a W01 A01") == 15 - 3 - 4 and game.cost("use a W01 A01") == 1
    game.play("use a W01 A01", dice=[4, 4, 7])
    assert not game.state.position.works and not game.unit("x").inside
    alone = {"works": {"A01": Works("barbed_wire", GERMAN)}, "weapons": {SOVIET: ["W02"]}}
    assert on("x", x="rif N", active=SOVIET, told=alone).need("use x W02 A01") == 15 - 3 - 4


@rule("sos-17.11-f", "sos-card-W01-b")
def test_neither_grenades_nor_demolitions_are_used_on_works_that_friends_are_in():
    told = {"works": {"A01": Works("bunker_4", GERMAN, 0)}, "weapons": {GERMAN: ["W01", "W03"]}}
    for card in ("W01", "W03"):
        assert not on("a+b", a="eng N", b="inf N inside", told=told).offers(f"use a {card} A01")
        assert on("a+b", a="eng N", b="inf N", told=told).offers(f"use a {card} A01"), "beside them they may be"


# -- a Sniper's dice


@rule("sos-card-V07-b", "sos-card-07-b", "sos-card-13-b")
def test_a_hidden_sniper_may_roll_the_one_again_that_gives_him_away_however_well_he_has_hit():
    game = on("a:W . . . x", a="gsnip N hidden", x="maxim N", caps=RICH, told={**hands("07 11 11"), "hiding": True})
    game.begin("snipe a E01", "play 11", "play 11", "caps 2", dice=[1, 6])
    assert game.state.stack[-1].band == "destroyed"
    assert game.asked == "roll.after" and game.state.stack[-1].pointless(game.state, GERMAN) is None
    game.begin("reroll 1", "caps 0", dice=[2, 7])
    assert game.is_hidden("a") and not game.alive("x")


@rule("sos-13.3-d", "sos-6.8-a", "sos-3.2-b")
def test_a_hidden_mortar_may_spend_caps_to_spare_a_friend():
    units = {"a": "8cm N hidden", "b": "inf N", "x": "rif S"}
    game = on("b+x\n.\n.\nW\n.\na:W", caps=RICH, told={"hiding": True}, **units)
    lobs = [text for text in game.choices("a") if text.startswith("indirect")]
    game.begin(lobs[0], "at b")
    assert game.is_hidden("a") and "caps -2" in game.choices()


# -- what a Group is told it will pay


@rule("sos-10.11-a", "sos-10.4-a", "sos-2.6-a")
def test_the_price_told_while_a_group_moves_holds_its_stress():
    game = on("a b\n. .", a="inf S", b="inf S stressed", caps=RICH).gather("a", "b").begin("act move", "move a A02 S")
    told = game.cost("finish")
    assert told == 2 == game.state.stack[-1].panel(game.state)[0].value, "1AP and 1AP for Stress"
    assert game.begin("finish").asked == "cost.caps" and game.state.stack[-1].cost.value == told
    free = on("a b\n. .", a="inf S", b="inf S stressed", told=hands("02")).begin("play 02").gather("a", "b")
    assert free.begin("act move", "move a A02 S").cost("finish") == 0, "a card has freed it"


@rule("sos-10.11-a", "sos-11.4-d", "sos-11.3-c")
def test_the_price_told_while_a_group_hides_holds_its_stress():
    told = {"hiding": True}
    game = on("a b\n. .", a="inf N", b="inf N stressed", caps=RICH, told=told).gather("a", "b").begin("act hide")
    assert game.cost("sneak a A01") == 5 + 1
    assert game.begin("sneak a A01", "sneak b B01").state.stack[-1].cost.value == 6


# -- Adrenaline for a vehicle and its load


@rule("sos-card-01-b", "sos-15.8-a", "sos-10.1-c")
def test_adrenaline_is_for_both_of_a_vehicle_and_its_load_if_one_is_spent():
    def pair(vehicle: str, load: str) -> Game:
        told = hands("01")
        return on("t+r . .\n. . .", t=f"sd251 SE {vehicle}", r=f"inf SE {load} carrier=t", told=told).begin("play 01")

    tired = pair("", "spent")
    assert tired.offers("move t B01 SE") and tired.offers("unload r A01 N")
    tired.begin("move t B01 SE").play("stay")
    assert tired.at("r") == "B01" and tired.unit("r").spent and not tired.unit("t").spent, "and no Spent Check"
    assert pair("spent", "").offers("unload r A01 N"), "the vehicle takes part in it"
    assert not on("a b", a="inf N", b="inf N spent", told=hands("01")).begin("play 01").verbs("a"), "nobody else"
