"""Where chapters meet: loads, Groups, hiding, works and Veterans at the same moment. [docs/interactions/sos.md]"""

from __future__ import annotations

import pytest
from tests.systems.heroes.kit import GERMAN, SOVIET, Game, end_round, hands, on

from balka.core.proof import rule
from balka.systems.heroes.units import Works

RICH = {GERMAN: 6, SOVIET: 6}
HIDING = {"hiding": True}
WIRE = Works("barbed_wire", SOVIET)
PAIR = ". . .\n. . .\na b ."


def mines(side: str = SOVIET, *, hidden: bool = True) -> Works:
    return Works("mines", side, 0, hidden)


def veterans(card: str) -> dict[str, dict[str, tuple[str, ...]]]:
    return {"veterans": {GERMAN: (card,)}}


# -- loads and markers


@rule("sos-15.8-a", "sos-15.9-a", "sos-hit-armored-stunned-a")
@pytest.mark.parametrize("marker", ["stunned", "destroyed"])
def test_who_rides_on_a_vehicle_that_cannot_act_can_only_rally(marker):
    game = on("a+t\n.", t=f"sd251 N {marker}", a="inf N carrier=t")
    assert game.verbs("a") == set() and game.why_not("unload a A02 N") == "sos-15.8-a"
    assert game.why_not("stall a") == "sos-15.8-a"
    hurt = on("a+t\n.", t=f"sd251 N {marker}", a="inf N carrier=t unnerved")
    assert hurt.verbs("a") - {"group"} == {"rally"}, "alone, or with a vehicle that can rally too"
    assert on("a+t\n.", t="sd251 N immobilized", a="inf N carrier=t").offers("unload a A02 N"), "it need not drive"


@rule("sos-15.8-a", "sos-15.8-b", "sos-15.10-a")
def test_a_stunned_load_is_driven_all_the_same():
    game = on(".\na+t", t="sd251 N", a="inf N carrier=t stunned")
    assert game.verbs("a") == {"rally"} and {"move", "pivot", "stall"} <= game.verbs("t")
    game.begin("move t A01 N", "stay", dice=[7])
    assert game.at("a") == "A01"


@rule("sos-10.9-a", "sos-15.8-f", "sos-15.8-g")
def test_a_vehicle_and_its_load_rally_together_each_with_its_own_roll():
    game = on("a+c+t\n.", t="sd251 N suppressed", a="inf N carrier=t pinned", c="inf N pinned").gather("t", "a")
    assert game.choices() == ["with c", "act rally"], "a load joins to rally and for nothing else"
    game.play("act rally", dice=[6, 6, 1, 1, 1])
    assert not game.unit("t").marker and game.unit("a").marker
    assert game.unit("t").spent and game.unit("a").spent and game.stressed("a")
    assert "group" not in on("a+t\n.", t="sd251 N suppressed", a="inf N carrier=t").verbs("t")


@rule("sos-15.7-c", "sos-17.10-l", "sos-hit-soft-pinned-b")
@pytest.mark.parametrize(("marker", "rides"), [("pinned", ""), ("stunned", ""), ("suppressed", "t")])
def test_who_is_pinned_by_mines_on_the_way_to_its_vehicle_does_not_get_on(marker, rides):
    game = on("t\na", a="inf N", t="sd251 N", told={"works": {"A01": mines()}})
    game.play("load a t", dice=[4, 5, marker, 1])
    assert game.at("a") == "A01" and game.unit("a").carrier == rides
    assert game.unit("a").shown == (not rides), "what keeps it off is seen"
    assert game.unit("a").spent and game.unit("t").spent, "the two have acted together"


@rule("sos-17.10-f", "sos-17.10-g")
def test_a_vehicle_that_turns_on_mines_sets_them_off_under_its_load_too():
    game = on("a+t", t="sd251 N", a="inf N carrier=t", told={"works": {"A01": mines(hidden=False)}})
    game.begin("pivot t S", dice=[6, 6, 1, 1, 7])
    assert not game.alive("a") and game.alive("t") and game.facing("t") == "S"


@rule("sos-15.11-c", "sos-17.10-g", "sos-10.2-b")
def test_of_a_group_a_vehicle_lost_on_mines_leaves_its_load_and_the_others_go_on():
    game = on(". . .\na+t b .", t="sd251 N", a="inf N carrier=t", b="inf N", told={"works": {"A01": mines()}})
    game.gather("t", "b").begin("act move", "move t A01 N", dice=[1, 1, 6, 6])
    assert game.asked == "transport.lost"
    game.begin("face a S")
    assert game.asked == "group.move" and game.at("a") == "A01" and not game.unit("a").carrier
    game.play("move b B01 N", dice=[1])
    assert game.unit("a").spent and game.unit("b").spent, "who rode has acted with the Group"


@rule("sos-15.10-a", "sos-15.2-a", "sos-15.10-d")
def test_a_towed_tank_goes_along_on_bonus_moves_and_may_still_rally_from_nothing_lasting():
    game = on("a+t\n.\n.\nx", t="tk34c S", a="tk34c S immobilized carrier=t", x="pz3l N", active=SOVIET)
    assert "fire" not in game.verbs("a") and "rally" not in game.verbs("a")
    game.begin("move t A02 S", "go t A03 S")
    assert game.at("a") == "A03" and game.facing("a") == "S"


@rule("sos-16.1-b", "sos-4.4-c", "sos-15.8-b")
def test_a_truck_takes_no_ground_but_the_squad_it_carries_does():
    told = {"control": {"A01": SOVIET}}
    assert on(".\nt", t="maul N", told=told).play("move t A01 N", "stay", dice=[7]).control("A01") == SOVIET
    game = on(".\na+t", t="maul N", a="inf N carrier=t", told=told).play("move t A01 N", "stay", dice=[7])
    assert game.control("A01") == GERMAN


# -- Rapid Deployment


@rule("sos-card-05-b", "sos-10.2-d", "sos-10.4-b")
def test_a_link_and_who_only_turned_do_not_go_on_by_rapid_deployment():
    game = on(". . .\na b c", a="inf N", b="inf N", c="inf N", told=hands(german="05")).gather("a", "b", "c")
    game.begin("act move", "move a A01 N", "pivot b S", "finish", dice=[7]).begin("play 05")
    assert game.choices("a") and not game.choices("b") and not game.choices("c")
    turned = on(". . .\na b c", a="inf N", b="inf N", told=hands(german="05")).gather("a", "b")
    turned.begin("act move", "pivot a S", "finish", dice=[7])
    assert turned.asked == "turn" and turned.seat == SOVIET, "nobody entered a hex"


@rule("sos-card-05-b", "sos-15.9-a")
def test_who_gets_off_has_moved_and_may_go_on_by_rapid_deployment():
    game = on(".\n.\na+t", t="sd251 N", a="inf N carrier=t", told=hands(german="05"))
    game.begin("unload a A02 N", dice=[7]).begin("play 05")
    assert game.offers("move a A01 N") and not game.choices("t")
    loads = on("t\na", t="sd251 N", a="inf N", told=hands(german="05")).begin("load a t", dice=[7])
    assert loads.seat == SOVIET, "who rides does not go on by itself"


@rule("sos-card-05-b", "sos-11.4-c", "sos-8.9-a")
def test_who_hid_where_it_stood_has_not_moved():
    told = {**hands(german="05"), **HIDING}
    stays = on("a:W\n.:W\n.", a="inf N", x="rif N", told=told).begin("sneak a A01", dice=[7])
    assert stays.seat == SOVIET
    goes = on("a:W\n.:W\n.", a="inf N", x="rif N", told=told).begin("sneak a A02", dice=[7])
    assert goes.offers("play 05")
    pair = on("a+b:W\n.:W\n.", a="inf N", b="inf N", told=told).gather("a", "b")
    pair.begin("act hide", "sneak a A01", "sneak b A02", dice=[7]).begin("play 05")
    assert pair.choices("b") and not pair.choices("a")


@rule("sos-card-05-b", "sos-4.12-a")
def test_rapid_deployment_may_follow_the_entry():
    game = on(".\n.", a="inf due=1 entry=edge", entries={"edge": ["A01"]}, told=hands(german="05"))
    game.begin("enter a A01 S").begin("play 05").play("move a A02 S")
    assert game.at("a") == "A02" and not game.unit("a").spent


@rule("sos-card-05-d", "sos-15.8-b", "sos-17.10-g")
def test_a_loaded_vehicle_deployed_onto_mines_brings_its_load_into_them():
    told = {**hands(german="05"), "works": {"A01": mines()}}
    game = on(".\n.\na+t", t="sd251 N", a="inf N carrier=t", told=told)
    game.begin("move t A02 N", "stay", dice=[7]).play("play 05", "move t A01 N", dice=[6, 6, 1, 1])
    assert not game.alive("a") and game.at("t") == "A01"


# -- Veterans in Groups


@rule("sos-8.9-b", "sos-card-V01-b")
def test_rapid_move_is_not_for_groups():
    game = on(PAIR, a="inf N", b="inf N", caps=RICH, told=veterans("V01")).gather("a", "b")
    game.begin("act move", "move a A02 N")
    assert game.asked == "group.move"
    alone = on(PAIR, a="inf N", b="inf N", caps=RICH, told=veterans("V01")).begin("move a A02 N")
    assert alone.asked == "rapid.move"


@rule("sos-8.9-b", "sos-card-V03-a")
def test_experience_does_not_steady_a_group():
    game = on(PAIR, a="inf N", b="inf N", caps=RICH, told=veterans("V03")).gather("a", "b")
    game.play("act stall", "caps 0", dice=[1])
    assert game.unit("a").spent and game.unit("b").spent
    alone = on(PAIR, a="inf N", b="inf N", caps=RICH, told=veterans("V03"))
    assert "steady" in alone.begin("stall a", "caps 0", dice=[1]).choices()


@rule("sos-8.9-b", "sos-card-V04-a", "sos-10.9-b")
def test_no_leader_in_a_group_that_rallies():
    game = on("a+b", a="inf N pinned", b="inf N pinned", caps=RICH, told=veterans("V04")).gather("a", "b")
    assert game.begin("act rally").choices() == ["caps 0", "caps 1", "caps 2"]
    alone = on("a+b", a="inf N pinned", b="inf N", caps=RICH, told=veterans("V04"))
    assert "play V04" in alone.begin("rally a").choices()


@rule("sos-8.9-b", "sos-card-V08-a", "sos-10.7-b")
def test_no_die_of_a_group_attack_is_rolled_again_by_a_veteran():
    game = on("x\na+b", a="inf N", b="inf N", x="rif S", caps=RICH, told=veterans("V08")).gather("a", "b")
    game.begin("fire a A01", "caps 0", dice=[1, 1])
    assert game.asked == "cost.caps"
    alone = on("x\na+b", a="inf N", b="inf N", x="rif S", caps=RICH, told=veterans("V08"))
    assert "again 1" in alone.begin("fire a x", "caps 0", dice=[1, 1]).choices()


# -- hiding


@rule("sos-7.8-e", "sos-11.1-a", "sos-7.8-h")
def test_who_rallies_in_hiding_is_helped_by_who_hides_with_it():
    units = {"a": "inf hidden pinned", "x": "rif S"}
    assert on("a+b\n.\n.\n.\nx", b="inf hidden", **units).need("rally a") == 6
    assert on("a+b\n.\n.\n.\nx", b="inf hidden pinned", **units).need("rally a") == 7, "one who is hit does not help"
    assert on("a\nb\n.\n.\nx", b="inf hidden", **units).need("rally a") == 7, "nor one in another hex"


@rule("sos-11.5-e", "sos-9.4-c", "sos-11.1-d")
def test_smoke_that_thins_between_rounds_gives_away_who_hid_in_it():
    game = on("a\nx\n.", a="inf hidden", x="rif N", told={"smoke": {"A01": "heavy"}})
    game.play("pass").begin("pass")
    assert game.asked == "reveal.face" and not game.is_hidden("a")
    wood = on("a:W\nx\n.", a="inf hidden", x="rif N", told={"smoke": {"A01": "heavy"}})
    assert end_round(wood).is_hidden("a")


@rule("sos-11.1-c", "sos-11.5-f", "sos-16.9-b")
def test_a_gun_is_seen_in_the_wheat_where_a_squad_is_not():
    gun = on("a:~\n.\n.\n.\nx\n.", a="pak38 hidden", x="rif N", active=SOVIET).begin("move x A04 N")
    assert gun.asked == "reveal.face" and not gun.is_hidden("a")
    squad = on("a:~\n.\n.\n.\nx\n.", a="inf hidden", x="rif N", active=SOVIET).play("move x A04 N", dice=[7])
    assert squad.is_hidden("a")


@rule("sos-15.8-c", "sos-11.1-f", "sos-11.2-b")
def test_whoever_of_a_hidden_pair_is_shown_the_other_is_shown_with_it():
    for name in ("a", "t"):
        game = on("a+t:W\n.\n.", t="sd251 hidden", a="inf hidden carrier=t", x="rif")
        game.begin(f"reveal {name} SE")
        assert not game.is_hidden("a") and not game.is_hidden("t")
        assert game.facing("a") == game.facing("t") == "SE"


@rule("sos-4.4-c", "sos-11.0-b")
def test_who_comes_unseen_takes_no_ground_until_it_is_shown():
    told = {"control": {"A02": SOVIET}, **HIDING}
    game = on("a:W\n.:W\n.", a="inf hidden", x="rif", told=told).play("sneak a A02", dice=[7])
    assert game.at("a") == "A02" and game.control("A02") == SOVIET
    game.play("pass").begin("reveal a N")
    assert game.control("A02") == GERMAN


@rule("sos-hit-soft-destroyed-c", "sos-11.0-b")
def test_a_hidden_enemy_next_to_it_does_not_bring_a_destroyed_marker_to_light():
    game = on("a\nx:W\n.", a="inf N destroyed", b="inf N", x="rif hidden", active=SOVIET)
    assert game.play("stall x", dice=[7]).alive("a")
    game.play("pass").begin("reveal x N")
    assert not game.alive("a")


# -- entering


@rule("sos-4.12-a", "sos-17.9-a")
def test_who_enters_on_wire_pays_nothing_all_the_same():
    game = on(".\n.", a="inf due=1 entry=edge", entries={"edge": ["A01"]}, told={"works": {"A01": WIRE}})
    game.play("enter a A01 S")
    assert not game.unit("a").spent and game.stressed("a")


@rule("sos-4.12-a", "sos-17.10-c")
def test_who_enters_on_mines_is_attacked():
    game = on(".\n.", a="inf due=1 entry=edge", entries={"edge": ["A01"]}, told={"works": {"A01": mines()}})
    game.play("enter a A01 S", dice=[6, 6])
    assert not game.alive("a")


@rule("sos-4.12-a", "sos-card-06-b")
def test_an_entry_cannot_be_confused():
    game = on(".\n.\nx", a="inf due=1 entry=edge", x="rif N", entries={"edge": ["A01"]}, told=hands(soviet="06"))
    game.play("enter a A01 S")
    assert game.hand(SOVIET) == ("06",) and game.at("a") == "A01"


@rule("sos-4.12-b", "sos-card-12-c", "sos-2.6-a")
def test_of_two_swift_actions_the_entry_does_not_stress_the_second():
    units = {"a": "inf due=1 entry=edge", "entries": {"edge": ["A01"]}, "caps": RICH, "told": hands(german="12")}
    game: Game = on(".\n.\n.", **units)  # type: ignore[arg-type]
    game.begin("play 12", "enter a A01 S")
    assert game.cost("move a A02 S") == 1
    game.play("move a A02 S", "caps 1").play("pass")
    assert game.cost("move a A03 S") == 2, "on the next Turn it is Stressed"
