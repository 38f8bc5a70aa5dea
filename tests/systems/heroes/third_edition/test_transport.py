"""Loading, riding, unloading, towing, attacks on transports, leaving the map. [15.6-15.11, 16.1, 16.6, exit_vp]"""

from __future__ import annotations

import pytest
from tests.systems.heroes.kit import FACINGS, GERMAN, SOVIET, Game, hands, on

from balka.core.citing import own_row
from balka.core.proof import rule
from balka.systems.heroes.data.mission_data import ExitVp, VpPerUnitDestroyed
from balka.systems.heroes.third_edition.system import THIRD_EDITION
from balka.systems.heroes.units import Works

EXIT = ExitVp(side=SOVIET, hexes=("A01",), value=2, units=("sov_gaz",), loaded=True)


def riding(**more: str) -> Game:
    """A squad on an APC in the middle of a column."""
    units = {"t": "sd251 N", "a": "inf N carrier=t", **more}
    return on(".\n.\n.\n.\na+t\n.", **units)


# -- 15.6, 15.7 loading


@rule("sos-15.6-a")
def test_a_vehicle_carries_one_squad_or_tows_one_gun():
    for load in ("inf", "pak38"):
        assert on("a+t", t="sd251 N", a=f"{load} N").offers("load a t")
    full = on("a+b+t", t="sd251 N", a="inf N", b="inf N carrier=t")
    assert full.why_not("load a t") == "sos-15.6-a"
    gun = on("a+b+t", t="sd251 N", a="inf N", b="pak38 N carrier=t")
    assert gun.why_not("load a t") == "sos-15.6-a", "a squad or else a gun"
    assert on("a+t", t="sd251 N", a="pz3l N").why_not("load a t") == "sos-15.6-a"
    assert on("a+t", t="inf N", a="inf N").why_not("load a t") == "sos-15.6-a"


@rule("sos-15.7-a", "sos-15.7-b", "sos-15.7-d", "sos-15.7-e", "sos-15.7-f")
def test_loading_in_the_same_hex_ignores_the_ground_and_tires_both():
    game = on("a+t:W\n.", t="sd251 SE", a="inf N")
    assert game.cost("load a t") == 1, "the Move Cost, no Woods"
    game.play("load a t", dice=[1])
    assert game.unit("a").carrier == "t" and game.facing("a") == "SE"
    assert game.unit("a").spent and game.unit("t").spent and game.stressed("a") and game.stressed("t")
    assert on("a+t:W\n.", t="sd251 SE stressed", a="inf N").cost("load a t") == 2, "one of the two was Stressed"
    assert on("a+t:W\n.", t="sd251 SE", a="pak38 N").cost("load a t") == 4, "the loading unit's Move Cost"


@rule("sos-15.7-c")
def test_loading_from_the_hex_beside_costs_the_way_there():
    game = on("t:W\na", t="sd251 S", a="inf N")
    assert game.cost("load a t") == 2 and on("t:W\na", t="sd251 S", a="inf N stressed").cost("load a t") == 3
    game.play("load a t", dice=[7])
    assert game.at("a") == "A01" and game.facing("a") == "S" and game.unit("a").carrier == "t"
    assert not on("t\n.\na", t="sd251 S", a="inf N").offers("load a t")
    assert on("t\n.\na", t="sd251 S", a="inf N").why_not("load a t") == "sos-15.7-c"
    assert not on("t:W\na", t="sd251 S", a="pak38 N").offers("load a t"), "a gun cannot come through the Woods"


def test_who_cannot_move_cannot_load_and_a_spent_one_pays_all():
    assert on("a+t", t="sd251 N", a="inf N pinned").why_not("load a t") == "sos-7.3-b"
    assert not on("a+t", t="sd251 N", a="inf N spent").offers("load a t")
    assert not on("a+t", t="sd251 N spent", a="inf N").offers("load a t")
    paid = on("a+t", t="sd251 N spent", a="inf N", caps={GERMAN: 1, SOVIET: 0}).play("load a t")
    assert paid.caps(GERMAN) == 0 and paid.unit("a").carrier == "t" and not paid.unit("a").spent


# -- 15.8 riding


@rule("sos-15.8-a", "sos-15.8-b", "sos-15.8-g")
def test_vehicle_and_load_move_as_one_at_the_vehicles_cost_and_tire_together():
    game = riding(a="pak38 N carrier=t")
    assert game.cost("move t A04 N") == 1
    game.begin("move t A04 NE", "go t A03 SE", "stay", dice=[1])
    assert game.at("a") == game.at("t") == "A03" and game.facing("a") == "SE"
    assert game.unit("a").spent and game.unit("t").spent


@rule("sos-15.8-c")
def test_what_a_loaded_vehicle_may_do():
    game = on("x\n.\n.\n.\na+t:W\n.", t="sd251 N light_damage", a="inf N carrier=t", x="rif S")
    assert {"move", "pivot", "fire", "stall"} <= game.verbs("t")
    assert "rally" in riding(t="sd251 N suppressed").verbs("t")
    hiding = on("W\nW\na+t:W", t="sd251 N", a="inf N carrier=t", told={"hiding": True})
    assert hiding.offers("sneak t A03") and hiding.offers("sneak t A02")
    hiding.play("sneak t A02", dice=[7])
    hidden = hiding.state.position.hidden
    assert set(hidden) == {"a", "t"} and hidden["a"].hex == hidden["t"].hex


@rule("sos-15.8-d", "sos-15.8-f")
def test_a_carried_unit_does_not_attack_but_rallies_and_stalls():
    game = on("x\n.\na+t\n.", t="sd251 N", a="inf N carrier=t suppressed", x="rif S")
    assert game.verbs("a") == {"rally", "stall", "unload"}
    assert game.why_not("fire a x") == "sos-15.8-d" and game.why_not("move a A02 N") == "sos-15.8-a"
    game.begin("rally a", dice=[6, 6, 5])
    assert not game.unit("a").marker and game.unit("a").spent and game.unit("t").spent
    assert game.stressed("a") and game.stressed("t")


@rule("sos-15.8-e")
def test_a_carried_unit_uses_no_abilities():
    on_foot = on("x\na+t\n.", t="sd251 N", a="eng N", x="rif S")
    carried = on("x\na+t\n.", t="sd251 N", a="eng N carrier=t", x="rif S")
    assert carried.verbs("a") == {"stall", "unload"} and len(on_foot.verbs("a")) > 4


def test_a_spent_load_makes_its_vehicle_pay_in_full():
    game = riding(a="inf N carrier=t spent")
    assert game.verbs("t") == set(), "no CAPs, no Action"
    paid = on("a+t\n.", t="sd251 S", a="inf N carrier=t spent", caps={GERMAN: 1, SOVIET: 0})
    paid.begin("move t A02 S")
    assert paid.caps(GERMAN) == 0 and paid.at("a") == "A02"


# -- 15.9 unloading


@rule("sos-15.9-b", "sos-15.9-c", "sos-15.3-f")
def test_a_gun_that_is_let_go_in_woods_pays_for_them_as_tracks_do():
    """A truck has brought it there by road; it may be left under the truck, and in no other hex of the Woods."""
    game = on("a+t:W\nW\n.", t="maul N", a="pak38 N carrier=t", roads=["A01-A02-A03"])
    assert game.cost("unload a A01 N") == 6 and game.cost("unload a A02 N") == 4, "by road the ground does not count"
    state = game.state.apply("unload a A01 N").state
    assert state.stack[-1].check.need == THIRD_EDITION.recount(state, state.stack[-1]) == 6
    aside = on("a+t:W W\n. W", t="maul N", a="pak38 N carrier=t")
    assert aside.offers("unload a A01 N") and not aside.offers("unload a B01 N")


@rule("sos-15.9-a", "sos-15.9-b", "sos-15.9-c", "sos-15.9-d")
def test_unloading_beside_the_vehicle_or_next_to_it():
    game = on("W\na+t\n.", t="sd251 N", a="inf N carrier=t")
    assert {text.split()[2] for text in game.choices("a", "unload")} == {"A01", "A02", "A03"}
    assert {text.split()[3] for text in game.choices("a", "unload")} == set(FACINGS)
    costs = [game.cost(f"unload a {label} S") for label in ("A01", "A02", "A03")]
    assert costs == [2, 1, 1], "Woods cost more; behind the vehicle costs no more"
    game.play("unload a A03 SE", dice=[1])
    assert (game.at("a"), game.facing("a"), game.unit("a").carrier) == ("A03", "SE", "")
    assert game.unit("a").spent and game.unit("t").spent and game.stressed("a") and game.stressed("t")
    under = on("a+t:W\n.", t="sd251 N", a="inf N carrier=t stressed")
    assert under.cost("unload a A01 N") == 3
    assert under.play("unload a A01 SW", dice=[7]).facing("a") == "SW"


@rule("sos-15.9-e")
@pytest.mark.parametrize("marker", ["pinned", "stunned"])
def test_pinned_and_stunned_units_cannot_unload(marker):
    game = riding(a=f"inf N carrier=t {marker}")
    assert "unload" not in game.verbs("a")
    assert game.why_not("unload a A05 N") in ("sos-15.9-e", "sos-hit-soft-stunned-b")


@rule("sos-15.9-b", "sos-15.9-e")
@pytest.mark.parametrize("marker", ["suppressed", "unnerved", "cowering"])
def test_who_is_hit_and_may_still_move_gets_off_beside_its_vehicle(marker):
    game = on("W\na+t\n.", t="sd251 N", a=f"inf N carrier=t {marker}")
    assert {text.split()[2] for text in game.choices("a", "unload")} == {"A01", "A02", "A03"}


@rule("sos-15.9-c", "sos-17.10-b")
def test_getting_off_under_the_vehicle_is_a_move_into_its_hex():
    mines = {"works": {"A01": Works("mines", SOVIET, 0, False)}}
    game = on("t+a . x", t="sd251 N", a="inf N carrier=t", x="rif S", told=mines).begin(
        "unload a A01 N", dice=[1, 1, 7]
    )
    assert any("Mines under" in line for line in game.heard(GERMAN))
    trench = {"works": {"A01": Works("trench", GERMAN, 0, False)}}
    dug = on("t+a . x", t="sd251 N", a="inf N carrier=t", x="rif S", told=trench).begin("unload a A01 N")
    assert dug.asked == "works.enter"
    dug.play("inside", dice=[7])
    assert dug.unit("a").inside and not dug.unit("t").inside
    wire = {"works": {"A01": Works("barbed_wire", SOVIET, 0, False)}}
    caught = on("t+a . x", t="sd251 N", a="inf N carrier=t", x="rif S", told=wire)
    caught.play("unload a A01 N", dice=[3, 5])
    assert not caught.unit("a").spent, "1AP and 3AP for the wire"
    towed = on("t+a . x", t="pz4h N", a="pz4h N immobilized carrier=t", x="rif S", told=mines)
    towed.play("unload a A01 N", dice=[7])
    assert not any("Mines" in line for line in towed.heard(GERMAN)), "what is let go does not move"


@rule("sos-17.9-a", "sos-3.4-b")
def test_a_spent_unit_that_gets_off_into_wire_pays_the_die_or_stays_on_its_vehicle():
    wire = {"works": {"A01": Works("barbed_wire", SOVIET, 0, False)}}
    game = on("t+a . x", t="sd251 N", a="inf N spent carrier=t", x="rif S", told=wire, caps={GERMAN: 3, SOVIET: 0})
    game.begin("unload a A01 N", dice=[2])
    assert game.asked == "wire.pay" and game.caps(GERMAN) == 2
    game.play("forgo")
    assert game.unit("a").carrier == "t" and game.caps(GERMAN) == 2


# -- 15.10 towing vehicles


@rule("sos-15.10-a", "sos-15.10-d")
@pytest.mark.parametrize("state", ["immobilized", "stunned", "bogged"])
def test_disabled_vehicles_are_towed_and_do_not_fire(state):
    game = on("x\n.\n.\n.\n.\nt+a\n.", t="sd251 N", a=f"pz3l N {state}", x="rif S")
    game.play("tow t a", dice=[7])
    assert game.unit("a").carrier == "t" and (game.unit("a").shown or state == "bogged")
    game.play("pass").play("move t A05 N", "go t A04 N", "stay", dice=[7])
    assert game.at("a") == "A04"
    towed = on("x\n.\n.\nt+a", t="sd251 N", a=f"pz3l N {state} carrier=t", x="rif S")
    assert "fire" not in towed.verbs("a")
    assert on("t+a", t="sd251 N", a="pz3l N").why_not("tow t a") == "sos-15.10-a"


@rule("sos-15.10-b", "sos-15.10-c")
def test_tracks_are_towed_by_tracks_and_wheels_by_anything():
    assert on("t+a", t="maul N", a="pz3l N immobilized").why_not("tow t a") == "sos-15.10-c"
    assert on("t+a", t="maul N", a="maul N bogged").offers("tow t a")
    assert on("t+a", t="pz3l N", a="maul N bogged").offers("tow t a")
    assert on("t+a", t="pz3l N", a="pz3l N immobilized").offers("tow t a")
    wagon = {"maul": {"flags": frozenset({"wagon"})}}
    assert on("t+a", t="maul N", a="pak38 N", kinds=wagon).offers("load a t")


@rule("sos-15.10-e")
@pytest.mark.parametrize(("value", "can"), [("rulebook", True), ("manual", False)])
def test_by_the_manual_only_immobilized_vehicles_are_towed(value, can):
    told = {"options": {"towing": value}}
    assert on("t+a", t="pz3l N", a="pz3l N stunned", told=told).offers("tow t a") is can
    assert on("t+a", t="pz3l N", a="pz3l N immobilized", told=told).offers("tow t a")


def test_a_towed_vehicle_that_cannot_move_is_let_go_where_it_stands():
    game = on(".\nt+a\n.", t="pz3l N", a="pz3l N immobilized shown carrier=t")
    assert {text.split()[2] for text in game.choices("a", "unload")} == {"A02"}
    assert game.play("unload a A02 S", dice=[7]).unit("a").carrier == ""


# -- 15.11 attacks on transports


@rule("sos-15.11-a", "sos-15.11-b", "sos-16.6-a")
def test_the_load_is_rolled_for_first_and_both_have_the_terrain():
    game = on("x\n.\na+t:W", active=SOVIET, x="tk34c S", t="sd251 N", a="inf N carrier=t")
    first, second = game.quote("fire x t").checks[:2]
    assert {(2, "6.4-a"), (2, "16.6-a")} <= {(p.value, own_row(p.rule, "sos")[4:]) for p in first.tallies[0].parts}
    assert (2, "6.4-a") in {(p.value, own_row(p.rule, "sos")[4:]) for p in second.tallies[0].parts}
    game.begin("fire x t", dice=[1, 1, 1, 1, 7])
    assert ["Infantry" in event for event in game.heard(SOVIET) if "fires at" in event] == [True, False]


@rule("sos-15.11-a")
def test_close_combat_with_a_transport_strikes_its_load_first():
    game = on("x+a+t", active=SOVIET, x="smg S", t="sd251 N", a="inf N carrier=t")
    assert game.choices("x", "assault") == ["assault x t"] and game.why_not("assault x a") == "sos-15.11-a"
    game.begin("assault x t", dice=[1, 1, 1, 1, 7])
    assert ["Infantry" in event for event in game.heard(SOVIET) if "fires at" in event] == [True, False]


@rule("sos-15.11-c")
def test_a_load_survives_its_transport_and_faces_as_it_likes():
    game = on("x\n.\na+t", active=SOVIET, x="tk34c S", t="sd251 N", a="inf N carrier=t")
    game.begin("fire x t", dice=[1, 1, 6, 6])
    assert game.asked == "transport.lost" and game.seat == GERMAN and not game.alive("t")
    game.play("face a SW", dice=[7])
    assert (game.unit("a").carrier, game.facing("a"), game.at("a")) == ("", "SW", "A03")
    assert not game.unit("a").spent


@rule("sos-15.11-d")
@pytest.mark.parametrize(("value", "figure"), [("rulebook", 12), ("manual", 11)])
def test_a_carried_unit_defends_by_its_facing_or_by_the_manual_on_its_flank(value, figure):
    told = {"options": {"carried_defense": value}}
    game = on("x\n.\na+t", active=SOVIET, x="tk34c S", t="sd251 N", a="inf N carrier=t", told=told)
    assert game.rating("fire x t", "Defense Rating")[0][0] == figure


@rule("sos-16.6-a")
@pytest.mark.parametrize("facing", ["N", "S"])
def test_an_apc_shields_from_all_sides_other_vehicles_do_not(facing):
    apc = on("x\n.\na+t", active=SOVIET, x="tk34c S", t=f"sd251 {facing}", a=f"inf {facing} carrier=t")
    assert (2, "16.6-a") in apc.rating("fire x t", "Defense Rating")
    tank = on("x\n.\na+t", active=SOVIET, x="tk34c S", t=f"pz3l {facing}", a=f"inf {facing} carrier=t")
    assert (2, "16.6-a") not in tank.rating("fire x t", "Defense Rating")
    beside = on("x\n.\na+t", active=SOVIET, x="tk34c S", t=f"sd251 {facing}", a=f"inf {facing}")
    assert (2, "16.6-a") not in beside.rating("fire x t", "Defense Rating")


# -- entering loaded, leaving the map


@rule("sos-4.12-e")
def test_a_transport_enters_with_its_load():
    game = on(".\n.", t="sd251 N due=1 entry=edge", a="inf N due=1 entry=edge carrier=t", entries={"edge": ["A02"]})
    assert "a" not in game.state.grow(())
    game.begin("enter t A02 N", "stay")
    assert game.at("a") == "A02" and not game.unit("a").spent


@rule("sos-4.12-g")
def test_a_loaded_truck_leaves_the_map_and_scores():
    told = {"victory": (EXIT,), "vp_side": GERMAN, "vp": 1}
    game = on("a+t\n.", active=SOVIET, t="gaz N", a="zis3 N carrier=t", told=told)
    game.begin("leave t")
    assert not game.alive("t") and not game.alive("a") and game.vp == (SOVIET, 2)
    assert game.state.tracks.gone == ("a", "t") and game.state.tracks.lost[SOVIET] == ()
    empty = on("t\n.", active=SOVIET, t="gaz N", told=told)
    assert empty.why_not("leave t") == "sos-4.12-g"
    elsewhere = on(".\na+t", active=SOVIET, t="gaz N", a="zis3 N carrier=t", told=told)
    assert elsewhere.why_not("leave t") == "sos-4.12-g"
    german = on("a+t\n.", t="sd251 N", a="inf N carrier=t", told=told)
    assert german.why_not("leave t") == "sos-4.12-g"


@rule("sos-4.12-g", "sos-15.10-a")
def test_a_listed_vehicle_in_tow_scores_as_well():
    out = ExitVp(side=GERMAN, hexes=("A01",), value=1, units=("ger_pz_4h",))
    told = {"victory": (out,), "vp_side": GERMAN, "vp": 1}
    game = on("a+b\n.", a="pz4h N", b="pz4h N immobilized carrier=a", told=told)
    game.begin("leave a")
    assert game.state.tracks.gone == ("a", "b") and game.vp == (GERMAN, 3)


def test_bonus_moves_may_take_a_unit_off_the_map():
    told = {"victory": (EXIT,), "vp_side": GERMAN, "vp": 1}
    road = ["A01-A02"]
    game = on(".\na+t", roads=road, active=SOVIET, t="gaz N", a="zis3 N carrier=t", told=told)
    game.begin("move t A01 N")
    assert game.offers("leave t")
    assert game.begin("leave t").vp == (SOVIET, 2)


# -- 16.1 trucks


@rule("sos-16.1-a", "sos-16.1-b", "sos-16.1-c", "sos-16.1-d", "sos-16.1-e")
def test_trucks():
    told = {"control": {"A02": GERMAN}, "victory": (VpPerUnitDestroyed(1),), "vp_side": SOVIET, "vp": 3}
    game = on(".\n.\nt", active=SOVIET, t="gaz N", told=told, kinds={"gaz": {"red_fp": 3}})
    game.begin("move t A02 N", dice=[7])
    assert game.control("A02") == GERMAN, "a truck takes no control"
    fire = on("x\n.\nt", active=SOVIET, t="gaz N", x="inf S")
    assert "fire" not in fire.verbs("t") and "assault" in on("x+t", active=SOVIET, t="gaz N", x="inf S").verbs("t")
    shot = on("x\n.\nt", t="gaz N", x="tiger S", told=told)
    shot.begin("fire x t", dice=[6, 6, 7])
    assert not shot.alive("t") and shot.state.tracks.covered[SOVIET] == 0 and shot.vp == (SOVIET, 2)


def test_cards_played_by_a_carried_unit_tire_its_vehicle_too():
    game = on("a+t\n.", t="sd251 N", a="inf N carrier=t suppressed", told=hands("03"))
    game.begin("play 03 a", dice=[1])
    assert not game.unit("a").marker and game.unit("t").spent
