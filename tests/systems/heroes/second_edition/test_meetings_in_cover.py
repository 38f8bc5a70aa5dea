"""Where chapters meet: hiding, shells, smoke, vehicles, works and mines with each other. [docs/interactions/atb.md]"""

from __future__ import annotations

from random import Random

import pytest
from tests.systems.heroes.second_edition.kit import GERMAN, SOVIET, Bear, on
from tests.systems.heroes.second_edition.test_artillery import INITIATIVE, gunnery, to_next_round
from tests.systems.heroes.second_edition.test_cards import held
from tests.systems.heroes.second_edition.test_obstacles import lies
from tests.systems.heroes.second_edition.test_works import put_inside, work

from balka.core.proof import rule
from balka.systems.heroes.chapters.targets import with_works
from balka.systems.heroes.units import Works

RICH = {GERMAN: 6, SOVIET: 6}
BUNKER, TRENCH, WIRE, MINES = "bunker_5", "trench", "barbed_wire", "mines"


def of(game: Bear, sentence: str, target: str) -> list[int]:
    """What a target's defense is made of."""
    check = next(check for check in game.quote(sentence).checks if check.name.endswith(f" {target}"))
    return [part.value for tally in check.tallies if tally.name == "Defense Rating" for part in tally.parts]


# -- close combat


@rule("atb-7.7.3-i", "atb-19.0-c")
def test_pioneers_in_close_combat_lay_smoke_in_their_own_hex_only():
    game = on(". .\na+x .", a="pio N", x="srif S")
    assert game.choices("a", "smoke") == ["smoke a A02"]


@rule("atb-7.7.3-i", "atb-12.0-c")
def test_a_mortar_in_close_combat_fires_neither_shells_nor_smoke():
    game = on("y\n.\n.\n.\nH\na+x", a="8cm N", x="srif S", y="srif S")
    assert not game.verbs("a") & {"fire", "indirect", "lob", "smoke", "suspect"} and game.offers("assault a x")


@rule("atb-7.7.3-n", "atb-17.1-a")
def test_close_combat_with_a_loaded_vehicle_is_with_its_load_too():
    game = on("a+x+l+y", a="grif N active", x="gaz S", l="srif S carrier=x", y="srif S").begin("assault a x")
    assert game.asked == "attack.next" and set(game.choices()) == {"at l", "at x"}


@rule("atb-7.7.3-e", "atb-15.7-a")
def test_a_vehicle_covers_its_friends_hand_to_hand_too():
    game = on("a+x+k", a="grif N active", x="srif S", k="gaz S")
    assert [value for value, _ in game.rating("assault a x", "Defense Rating")] == [11, 1]


@rule("atb-7.7.3-o", "atb-12.1-d")
def test_artillery_on_a_close_combat_strikes_both_sides():
    game = gunnery(". . .\n. a+x .\n. . .", a="grif N", x="srif S")
    to_next_round(game).begin("plan OBA_GER B02 he", "caps 0", dice=INITIATIVE)
    to_next_round(game).begin("caps 0", dice=[5])
    assert game.asked == "attack.next" and set(game.choices()) == {"at a", "at x"}


@rule("atb-7.7.3-k", "atb-18.3.1-e")
def test_who_stays_before_the_wire_has_entered_upon_nobody():
    game = on("x\na\n.", a="grif N active", x="srif S", told={"works": {"A01": lies(WIRE)}})
    game.begin("move a A01 N", dice=[3]).play("forgo")
    assert game.at("a") == "A02" and not game.offers("assault x a") and game.offers("move x A02 S")


# -- hiding


@rule("atb-10.0-b", "atb-18.1.2-c")
def test_who_comes_out_in_a_bunker_faces_as_it_does():
    game = on("x\n.\n.\na\n.", a="grif N hidden inside", x="srif S", told={"works": {"A04": work(BUNKER, "N", GERMAN)}})
    assert game.choices("a", "reveal") == ["reveal a N"] and game.why_not("reveal a S") == "atb-18.1.2-c"
    assert game.begin("reveal a N").facing("a") == "N"


@rule("atb-10.0.3-b", "atb-18.1-b")
@pytest.mark.parametrize(("dice", "found"), [([5, 5], False), ([6, 6], True)])
def test_works_cover_who_hides_in_them_from_fire_on_suspicion(dice: list[int], found: bool):
    """A Rifle's 12 and a Trench's 2 against an LMG's 4: 10 are needed, in the open 8."""
    game = on("x:L\n.\n.\na", a="lmg34 N active", x="srif S hidden inside", told={"works": {"A01": work(TRENCH)}})
    game.begin("suspect a A01", dice=dice)
    assert game.is_hidden("x") != found


@rule("atb-10.0.3-a", "atb-18.4-d", "atb-18.4-g")
def test_a_gun_that_fires_on_suspicion_at_a_bunker_strikes_the_bunker_too():
    told = {"works": {"A01": work(BUNKER)}}
    game = on("x\n.\n.\n.\na", a="ig75 N active", x="srif S hidden inside", told=told)
    assert len(game.quote("suspect a A01").checks) == 2
    game.begin("suspect a A01", dice=[2, 1, 6, 6])
    assert not game.state.position.works and game.is_hidden("x"), "the dice on the squad missed"
    empty = on(".\n.\n.\n.\na", a="ig75 N active", x="srif S due=9 entry=e", entries={"e": ["A01"]},
               told={**told, "hiding": True})  # fmt: skip
    empty.begin("suspect a A01", dice=[2, 1, 6, 6])
    assert not empty.state.position.works
    rifle = on("x\n.\n.\n.\na", a="lmg34 N active", x="srif S hidden inside", told=told)
    assert len(rifle.quote("suspect a A01").checks) == 1, "machine guns break no works"


@rule("atb-10.0.4-a", "atb-13.0-e")
def test_who_hides_in_the_open_behind_smoke_is_seen_when_it_thins():
    game = on("x\n.\nh", h="grif N hidden", x="srif S", told={"smoke": {"A02": "heavy"}})
    assert game.is_hidden("h")
    game.play("pass").begin("pass")
    assert not game.is_hidden("h")


@rule("atb-10.0.4-a", "atb-14.1-g")
def test_a_vehicle_finds_whom_it_passes_on_bonus_moves():
    game = on(".\n.\nh\n.\n.\na\n.", a="tk34a N", h="grif N hidden", active=SOVIET)
    game.begin("move a A05 N", "by activate 0")
    assert game.asked == "reveal.face" and game.seat == GERMAN
    game.begin("face h S")
    assert game.seat == SOVIET and game.asked == "drive" and game.offers("go a A04 N"), "and drives on"


@rule("atb-10.1-d", "atb-18.3.1-d")
def test_a_hidden_move_into_wire_needs_no_die():
    game = on("x\n.\n.\n.\n.\nL\na:L", a="grif N hidden", x="srif S", told={"works": {"A06": lies(WIRE)}})
    assert game.cost("sneak a A06") == 4
    game.play("sneak a A06", "by activate 0")
    assert game.is_hidden("a") and game.pool(GERMAN) == 3


@rule("atb-10.1-h", "atb-2.5.2-b")
def test_a_hidden_unit_takes_no_control_before_it_is_shown():
    game = on("H\na:H\n.\n.\n.\nx", a="grif N hidden", x="srif N", told={"control": {"A01": SOVIET}})
    game.play("sneak a A01", "by activate 0")
    assert game.control("A01") == SOVIET
    game.play("pass").begin("reveal a N")
    assert game.control("A01") == GERMAN


@rule("atb-card-05-c", "atb-10.1-a")
def test_rapid_deployment_moves_a_hidden_unit_unseen():
    game = on("x\n.\n.\n.\n.\nH\nH\na:H", a="grif N hidden", x="srif S", told=held("05")).begin("play 05 a")
    game.begin("sneak a A07").play("sneak a A06")
    assert game.is_hidden("a") and game.at("a") == "A06"


@rule("atb-12.0-c", "atb-10.0-a")
def test_a_hex_with_a_hidden_enemy_may_be_a_spotting_hex():
    picture = "x\n.\n.\n.\nH\na\nh:."
    with_it = on(picture, a="8cm N active", x="srif S", h="srif hidden", told={"hiding": True})
    without = on(picture.replace("h:.", "."), a="8cm N active", x="srif S", told={"hiding": True})
    assert with_it.choices("a", "indirect") == without.choices("a", "indirect") != []


@rule("atb-card-40-b", "atb-18.3.3-a")
def test_a_hidden_mine_of_the_enemy_keeps_nobody_from_laying_one():
    told = {**held("40"), "deck": ("40",), "works": {"A01": lies(MINES, hidden=True)}}
    game = on("H\na:H\n.\nS\nx", a="grif N", x="srif N", told=told, caps=RICH).begin("play 40 a", "by command 2")
    assert game.choices() == ["lay A01", "lay A02", "lay A03"]


@rule("atb-card-40-c", "atb-10.0-a")
def test_whether_a_mine_is_laid_unseen_depends_on_enemies_in_view_alone():
    told = {**held("40"), "deck": ("40",), "hiding": True}
    found = []
    for x, picture in (("srif N hidden", "x:L\n.\na\n.\n."), ("srif N due=9 entry=e", "L\n.\na\n.\n.")):
        game = on(picture, a="grif N", x=x, told=told, caps=RICH, entries={"e": ["A05"]})
        game.begin("play 40 a", "by command 2", "lay A04")
        found.append((game.asked, game.state.position.works, game.heard(GERMAN)))
    assert found[0] == found[1] and found[0][1]["A04"].hidden


@rule("atb-card-40-c", "atb-10.0-a")
def test_a_mine_laid_unseen_is_guessed_at_where_nobody_is_to_be_seen():
    told = {**held("40"), "deck": ("40",)}
    game = on("x:L\n.\na\n.\n.", a="grif N", x="srif N hidden", told={**told, "hiding": True}, caps=RICH)
    game.begin("play 40 a", "by command 2", "lay A04")
    view = game.state.view(SOVIET)
    worlds = [view.setting.system.sample(view, Random(seed)).position.works for seed in range(60)]
    assert {label for works in worlds for label in works} == {"A01", "A02", "A04", "A05"}


# -- smoke and shells


@rule("atb-12.0-c", "atb-13.0-b")
def test_a_spotting_hex_is_not_seen_through_smoke():
    picture = "x .\n. .\n. .\n. .\nH .\na .\n. ."
    clear = on(picture, a="8cm N active", x="srif S").choices("a", "indirect")
    smoke = on(picture, a="8cm N active", x="srif S", told={"smoke": {"B06": "heavy"}}).choices("a", "indirect")
    assert "indirect a A01 B05" in clear and set(smoke) < set(clear)


@rule("atb-12.4-a", "atb-17.1-c")
def test_shells_burst_over_who_rides_in_heavy_woods():
    game = on("x+l:H\n.\n.\n.\na", a="8cm N active", x="gaz S", l="srif S carrier=x")
    assert of(game, "fire a x", "l") == [11]


# -- vehicles and loads


@rule("atb-14.1-g", "atb-18.3.3-b")
def test_mines_on_the_way_of_a_bonus_move_go_off_and_may_end_it():
    def driven(*dice: int | str) -> Bear:
        game = on(".\n.\n.\n.\na\n.\n.\nx", a="pz3e N", x="srif S", told={"works": {"A04": lies(MINES)}})
        return game.begin("move a A04 N", "by activate 0", dice=dice)

    assert driven(1, 1).asked == "drive" and driven(1, 1).offers("go a A03 N")
    stuck = driven(6, 6, "immobilized")
    assert stuck.seat == SOVIET and stuck.at("a") == "A04"


@rule("atb-17.0-j", "atb-hit-veh-stunned-b", "atb-hit-veh-immobilized-b")
def test_nobody_gets_off_a_stunned_vehicle_but_off_an_immobilized_one():
    stunned = on("a+t\n.\n.\nx", a="grif N carrier=t", t="sd251 N stunned", x="srif N")
    assert not stunned.offers("unload a A01 N") and "Stunned" in stunned.refusal("unload a A01 N").sentence
    assert not on("a+t\n.\n.\nx", a="grif N", t="sd251 N stunned", x="srif N").offers("load a t")
    stuck = on("a+t\n.\n.\nx", a="grif N carrier=t", t="sd251 N immobilized", x="srif N")
    stuck.play("unload a A01 S", "by activate 0")
    assert not stuck.unit("a").carrier


@rule("atb-17.0-g", "atb-hit-foot-pinned-b", "atb-hit-foot-stunned-b")
@pytest.mark.parametrize("marker", ["pinned", "stunned"])
def test_a_pinned_or_stunned_load_is_driven_along(marker: str):
    game = on("x\n.\n.\n.\n.\na+t\n.", a=f"grif N {marker} carrier=t", t="sd251 N", x="srif S")
    game.begin("move t A05 N", "by activate 0").play("stay")
    assert game.at("a") == "A05" and not game.unit("a").shown


@rule("atb-17.0-d", "atb-17.0-j", "atb-18.3.3-c")
@pytest.mark.parametrize(("a", "said"), [("grif N", "load a t"), ("grif N carrier=t", "unload a A01 N")])
def test_mines_go_off_under_vehicle_and_load_when_one_gets_on_or_off(a: str, said: str):
    game = on("a+t\n.\n.\nx", a=a, t="sd251 N", x="srif N", told={"works": {"A01": lies(MINES)}})
    game.play(said, "by activate 0", dice=[1, 1, 6, 6, "suppressed"])
    assert bool(game.unit("a").marker) != bool(game.unit("t").marker), "each is rolled for"


@rule("atb-17.0-k", "atb-18.2-a", "atb-18.2-e")
def test_who_gets_off_at_a_trench_is_not_inside_it():
    game = on("a+t\n.\n.\nx", a="grif N carrier=t", t="sd251 N", x="srif N",
              told={"works": {"A01": work(TRENCH, "N", GERMAN)}})  # fmt: skip
    game.play("unload a A01 S", "by activate 0")
    assert not game.unit("a").inside
    game.play("pass")
    assert game.offers("occupy a S") and game.cost("occupy a S") == 1


@rule("atb-17.0-e", "atb-18.2-c")
def test_who_gets_onto_a_vehicle_is_inside_its_trench_no_more():
    game = on("a+t\n.\n.\nx", a="grif N inside", t="sd251 N", x="srif N",
              told={"works": {"A01": work(TRENCH, "N", GERMAN)}})  # fmt: skip
    game.play("load a t", "by activate 0")
    assert game.unit("a").carrier == "t" and not game.unit("a").inside


@rule("atb-17.0-i", "atb-8.4-e")
def test_who_rides_uses_no_weapon_card():
    game = on("x\na+t\n.", a="grif N carrier=t", t="sd251 N", x="srif S", told={"weapons": {GERMAN: ("GRENADES",)}})
    assert game.verbs("a") == {"activate", "unload"}


@rule("atb-16.0-d", "atb-2.5.2-b")
def test_the_load_of_a_truck_takes_the_marker_the_truck_may_not():
    def arrived(**units: str) -> str:
        picture = f".\n{'+'.join(units)}\n.\n.\nx"
        game = on(picture, x="srif N", told={"control": {"A01": SOVIET}}, **units)
        return game.begin("move t A01 N", "by activate 0").control("A01")

    assert arrived(t="opel N") == SOVIET and arrived(t="opel N", a="grif N carrier=t") == GERMAN


@rule("atb-16.0-d", "atb-2.5.2-d")
def test_a_truck_in_the_hex_still_holds_it_against_who_comes():
    game = on("k\na\n.", a="grif N", k="gaz S", told={"control": {"A01": SOVIET}}).play("move a A01 N", "by activate 0")
    assert game.control("A01") == SOVIET


@rule("atb-17.0-a", "atb-14.5-e")
def test_a_loaded_vehicle_is_not_towed_and_a_towing_one_takes_no_load():
    loaded = on("a+t+v\n.", a="grif N carrier=v", t="pz3e N", v="sd251 N immobilized")
    assert not loaded.offers("tow t v")
    towing = on("a+t+v\n.", a="grif N", t="pz3e N", v="sd251 N immobilized carrier=t")
    assert not towing.offers("load a t")


@rule("atb-15.4-c", "atb-18.1.3-e")
def test_turret_fire_out_of_the_arc_leaves_a_hasty_defense():
    game = on(". .\na .\n. .\nx .", a="pz3e N dug-in", x="srif N").play("fire a x", "by opportunity 0", dice=[1, 1])
    assert game.unit("a").dug_in


@rule("atb-17.0-g", "atb-18.3.1-c", "atb-18.3.1-h")
def test_a_carrier_flattens_wire_and_its_load_rolls_no_die():
    game = on(
        "x\n.\n.\n.\n.\na+t\n.", t="sd251 N", a="grif N carrier=t", x="srif S", told={"works": {"A05": lies(WIRE)}}
    )
    game.play("move t A05 N", "by activate 0")
    assert game.at("a") == "A05" and not game.state.position.works and game.pool(GERMAN) == 6


# -- works and obstacles


@rule("atb-5.0.1-a", "atb-18.3.2-b", "atb-18.1.1-b", "atb-18.3.2-c")
def test_a_road_lifts_no_ban_of_works():
    for kind in (TRENCH, "road_block", WIRE):
        game = on(
            ".\n.\na\n.\n.\nx", roads=["A03-A02-A01"], a="opel N", x="srif N", told={"works": {"A02": lies(kind)}}
        )
        assert not game.offers("move a A02 N"), kind
    tank = on(".\n.\na\n.\n.\nx", roads=["A03-A02-A01"], a="pz3e N active", x="srif N",
              told={"works": {"A02": lies("road_block")}})  # fmt: skip
    assert tank.begin("move a A02 N", dice=[4]).asked == "obstacle.pay"


@rule("atb-18.3.1-e", "atb-18.3.3-b")
def test_mines_behind_wire_strike_only_who_gets_in():
    board = on("x\n.\n.\n.\n.\na\n.", a="grif N", x="srif S").state.setting.board
    works: dict[str, Works] = with_works(board, with_works(board, {}, 4, lies(WIRE)), 4, lies(MINES))
    told = {"works": works}
    game = on("x\n.\n.\n.\n.\na\n.", a="grif N active", x="srif S", told=told).begin("move a A05 N", dice=[3])
    game.play("by pool 0", dice=[6, 6, "pinned"])
    assert game.at("a") == "A05" and game.unit("a").marker
    stays = on("x\n.\n.\n.\n.\na\n.", a="grif N active", x="srif S", told=told).begin("move a A05 N", dice=[3])
    stays.play("forgo")
    assert stays.at("a") == "A06" and not stays.unit("a").marker


@rule("atb-18.1.3-e", "atb-18.2-d")
def test_who_climbs_out_of_a_trench_leaves_its_hasty_defense():
    game = on("a\n.\n.\nx", a="grif N inside dug-in", x="srif N", told={"works": {"A01": work(TRENCH, "N", GERMAN)}})
    game.play("climb a S", "by activate 0")
    assert not game.unit("a").dug_in and not game.unit("a").inside


@rule("atb-18.1.3-c", "atb-18.1.1-e", "atb-5.0-c")
def test_a_hasty_defense_in_a_trench_adds_to_its_cover():
    game = on("x\n.\n.\na", a="grif N", x="srif S inside dug-in", told={"works": {"A01": work(TRENCH)}})
    assert sorted(value for value, _ in game.rating("fire a x", "Defense Rating")) == [1, 2, 12]


@rule("atb-19.1-b", "atb-18.1.2-d")
def test_flame_out_of_a_bunker_reaches_only_ahead():
    for looks, reaches in (("N", True), ("S", False)):
        game = on("x\na\n.", a=f"pio {looks} inside", x="srif S", told={"works": {"A02": work(BUNKER, looks, GERMAN)}})
        assert game.offers("flame a A01") is reaches


@rule("atb-18.1.2-b", "atb-13.1-a")
def test_a_mortar_in_a_bunker_fires_no_smoke():
    game = on("x\n.\n.\n.\n.\na", a="8cm N", x="srif S", told={"works": {"A06": work(BUNKER, "N", GERMAN)}})
    assert not put_inside(game, "a").verbs("a") & {"fire", "smoke"}
