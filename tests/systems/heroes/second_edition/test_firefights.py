"""What happens in the Firefights of the box: how they are set up, how far their rules go. [docs/interactions]"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec import structs
from tests.systems.heroes.second_edition.kit import GERMAN, SOVIET, Bear, on
from tests.systems.heroes.second_edition.test_cards import held
from tests.systems.heroes.second_edition.test_obstacles import lies
from tests.systems.heroes.second_edition.test_pioneers import armed
from tests.systems.heroes.second_edition.test_works import work

from balka.core.proof import rule
from balka.games.awakening_the_bear.title import GAME
from balka.systems.heroes.data.mission_data import ExitVp


def begun(key: str, **options: str) -> Bear:
    """A Firefight whose first turn is the German player's, set up as it proposes."""
    game = Bear(GAME.start(key, options=options))
    game.begin("caps 0", "caps 0", dice=[6, 6, 1, 1])
    return game


@rule("atb-1.0-a", "atb-18.3.3-a")
def test_who_sets_up_first_lays_his_mines_before_the_others_are_placed():
    game = Bear(GAME.start("stalin"))
    assert (game.seat, game.asked) == (SOVIET, "works.place"), "the Soviets, who set up first, have mines to hide"
    game.begin("lay K09", "lay J07")
    assert (game.seat, game.asked) == (GERMAN, "setup")
    assert not any(works.hidden for works in game.view(GERMAN).state.position.works.values())


@rule("atb-2.2-j", "atb-9.0-b")
def test_before_sharing_is_taught_one_activation_serves_one_unit():
    game = begun("partisans").begin("enter grif-01 D02 NE", "by activate 0", "pass", "enter grif-02 D02 NE")
    assert not game.offers("by pool 0") and game.offers("by opportunity 0") and game.offers("by command 1")
    game.begin("by activate 0")
    assert game.condition("grif-01") == "spent" and game.condition("grif-02") == "active"
    game.begin("pass", "pivot grif-02 N")
    assert game.offers("by pool 0"), "its own points"


@rule("atb-9.0-b", "atb-1.0-a")
def test_with_all_chapters_units_share_an_activation_in_the_first_firefight_too():
    game = begun("partisans", chapters="all")
    game.begin("enter grif-01 D02 NE", "by activate 0", "pass", "enter grif-02 D02 NE")
    assert game.offers("by pool 0")


# -- what the Firefights put together


@rule("atb-card-05-c", "atb-10.0.1-c", "atb-10.1-a")
@pytest.mark.parametrize("what", ["tk34a", "45mm", "gaz"])
def test_rapid_deployment_shows_a_hidden_unit_that_cannot_go_unseen_and_moves_it(what: str):
    game = on(". . .\nh:1 . .\n. . .\n. . x", h=f"{what} N hidden", x="grif N", active=SOVIET, told=held(soviet="05"))
    game.begin("play 05 h", "face h NE", "move h A01 N")
    assert not game.is_hidden("h") and game.offers("move h B01 S") and game.offers("finish")
    game.play("move h B01 S")
    assert (game.at("h"), game.facing("h"), game.condition("h")) == ("B01", "S", "fresh") and not game.hand(SOVIET)


@rule("atb-18.4-a", "atb-card-weapon-grenades-a", "atb-18.4-d")
def test_grenades_used_hand_to_hand_strike_the_bunker_too():
    told = {"works": {"A01": work("bunker_5")}}
    game = armed("GRENADES", "x+a\n.", "grif N active", "maxim S inside", told=told)
    assert [check.need for check in game.quote("use a GRENADES x").checks] == [8, 11]
    game.play("use a GRENADES x", dice=[1, 1, 5, 6])
    assert not game.state.position.works and not game.unit("x").inside
    near = armed("GRENADES", "x\na\n.", "grif N active", "maxim S inside", told=told)
    assert len(near.quote("use a GRENADES A01").checks) == 1, "thrown from outside they harm the men alone"


@rule("atb-18.4-g", "atb-card-weapon-grenades-a", "atb-2.2-o")
@pytest.mark.parametrize(("kind", "need"), [("bunker_5", 11), ("barbed_wire", 10)])
def test_grenades_go_at_works_alone_in_ones_own_hex_for_what_a_stall_costs(kind: str, need: int):
    told = {"works": {"A01": work(kind)}}
    game = armed("GRENADES", "a\n.\n.\nx", "grif N spent", caps={GERMAN: 1, SOVIET: 0}, told=told)
    assert (game.cost("use a GRENADES A01"), game.need("use a GRENADES A01")) == (1, need)
    assert game.state.setting.system.invariants(game.state) == [], "counted again it costs the same"
    game.play("use a GRENADES A01", dice=[5, 6])
    assert not game.state.position.works and game.caps(GERMAN) == 0 and game.seat == SOVIET
    assert "use" not in armed("GRENADES", "a\n.\n.\nx", "grif N spent", told=told).verbs("a"), "nothing is free"


@rule("atb-18.4-g", "atb-card-weapon-grenades-a", "atb-9.1.2-c")
def test_an_enemy_in_the_hex_keeps_nobody_from_it_and_grenades_at_him_stay_free():
    told = {"works": {"A01": work("barbed_wire")}}
    game = armed("GRENADES", "a+b+x\n.\n.", "grif N active", b="lmg34 N active", told=told, pool={GERMAN: 4})
    assert [game.cost(f"use a GRENADES {at}") for at in ("x", "A01")] == [0, 1]
    together = game.gather("a", "b")
    assert [together.cost(f"use a GRENADES {at}") for at in ("x", "A01")] == [0, 1]
    assert [together.need(f"use a GRENADES {at}") for at in ("x", "A01")] == [5, 9]


@rule("atb-18.4-a", "atb-card-weapon-tellermine-a", "atb-18.1.2-a")
def test_who_sits_in_a_bunker_does_not_blow_it_up_and_a_tellermine_is_for_vehicles():
    told = {"works": {"A01": work("bunker_5")}}
    assert "use" not in armed("GRENADES", "a\n.\n.\nx", "grif S inside", told=told).verbs("a")
    assert "use" not in armed("TELLERMINE", "a\n.\n.\nx", "grif N", told=told).verbs("a")


@rule("atb-8.5-b", "atb-18.1.2-g")
def test_grenades_thrown_at_a_bunker_meet_its_flank_number_from_the_front_too():
    near = armed("GRENADES", "x\na\n.", "grif N active", "maxim S inside", told={"works": {"A01": work("bunker_5")}})
    assert near.need("use a GRENADES A01") == 10 + 3 - (5 - 2)
    assert near.need("fire a x") == 12 + 5 - (2 + 3), "fire does not"


@rule("atb-18.4-a", "atb-19.1-e", "atb-18.1.3-d")
def test_flame_hand_to_hand_strikes_a_hasty_defense_and_no_ground_covers_it():
    game = on("x+a:H\n.", a="pio N active", x="srif S dug-in")
    assert [check.need for check in game.quote("scorch a x").checks] == [5, 7]
    tank = on("x+a:H\n.", a="ot26 N active", x="grif S dug-in", active=SOVIET)
    assert len(tank.quote("scorch a x").checks) == 1, "only Foot Units get at works in close combat"


@rule("atb-9.1.2-g", "atb-card-weapon-molotov-d", "atb-7.7.3-b")
def test_who_brings_less_than_nothing_supports_no_bottle_and_no_assault():
    game = armed("MOLOTOV", "x+a+b\n.", "smg N active", "pz3e S", b="maxim N active").gather("a", "b")
    assert [game.need(f"{what} x") for what in ("use a MOLOTOV", "assault a")] == [7, 9]
    game.begin("use a MOLOTOV x", dice=[3, 3])
    assert not game.unit("x").marker, "six are one short"
    squads = armed("MOLOTOV", "x+a+b\n.", "smg N active", "pz3e S", b="srif N active").gather("a", "b")
    assert [squads.need(f"{what} x") for what in ("use a MOLOTOV", "assault a")] == [6, 8]


def loaded(k: str = "sd251 N", r: str = "grif N carrier=k", more: str = "lmg34 N carrier=k", **told: Any) -> Bear:
    return on("k+r+l\n.\nx", k=k, r=r, l=more, x="srif N", **told)


@rule("atb-9.1-a", "atb-17.0-j", "atb-17.0-b")
def test_a_squad_and_its_machine_gun_get_off_in_one_action():
    game = loaded().begin("group r", "unload r A01 S", "unload l A01 SE")
    assert game.offers("by activate 0") and game.offers("by opportunity 0")
    game.play("by activate 0")
    assert [game.condition(name) for name in "krl"] == ["active"] * 3 and game.pool(GERMAN) == 6
    assert [game.unit(name).carrier for name in "rl"] == ["", ""] and (game.facing("r"), game.facing("l")) == (
        "S",
        "SE",
    )


@rule("atb-9.1-a", "atb-17.0-j", "atb-2.2-l")
def test_from_a_spent_vehicle_they_get_off_by_caps_or_by_a_card():
    game = loaded("sd251 N spent", caps={GERMAN: 1, SOVIET: 0})
    game.play("group r", "unload r A01 S", "unload l A01 S")
    assert [game.condition(name) for name in "krl"] == ["spent", "fresh", "fresh"] and game.caps(GERMAN) == 0
    assert loaded("sd251 N spent").verbs("r") == {"activate"}, "to wait"
    freed = (
        loaded("sd251 N spent", told=held("02")).begin("play 02").play("group r", "unload r A01 S", "unload l A01 S")
    )
    assert not freed.unit("l").carrier and freed.condition("l") == "fresh"


@rule("atb-9.1-a", "atb-18.3.3-c")
def test_mines_go_off_under_all_who_get_off_together_and_their_vehicle():
    game = loaded(told={"works": {"A01": lies("mines")}})
    game.play("group r", "unload r A01 S", "unload l A01 S", "by activate 0", dice=[1, 1] * 3)
    assert loaded("sd251 N stunned").verbs("r") == {"activate"} and game.seat == SOVIET


@rule("atb-9.1-a", "atb-5.6-a")
def test_vehicles_leave_the_map_together_for_the_price_of_one_move():
    told = {"victory": (ExitVp(side=GERMAN, hexes=("A01",), value=1, units=("ger_pz_3e",)),)}
    game = on("a+b+r\n.\n.\nx", a="pz3e N", b="pz3e N", r="grif N carrier=b", x="srif S", told=told).gather("a", "b")
    game.play("act leave", "by activate 0")
    assert game.points[GERMAN] == 2 and set(game.state.tracks.gone) == {"a", "b", "r"} and game.pool(GERMAN) == 0
    spent = on("a+b\n.\n.\nx", a="pz3e N", b="pz3e N spent", x="srif S", told=told, caps={GERMAN: 1, SOVIET: 0})
    spent.gather("a", "b").play("act leave")
    assert spent.points[GERMAN] == 2 and spent.caps(GERMAN) == 0
    stuck = on("a+b\n.\n.\nx", a="pz3e N", b="pz3e N immobilized", x="srif S", told=told).gather("a", "b")
    assert not stuck.offers("act leave")


@rule("atb-10.0.3-a", "atb-9.1.2-h")
def test_the_quote_of_a_group_that_fires_on_suspicion_counts_its_support():
    words = {"h": "srif S hidden", "a": "grif N active", "b": "lmg34 N active", "x": "srif S"}
    game = on("h:H\n.\na+b\n.\n.\n.\n.\n.\nx", **words).gather("a", "b")
    assert sum(part.value for part in game.check("suspect a A01").tallies[0].parts) == 3


# -- what set-up tells


@rule("atb-10.0.4-a")
def test_whoever_sets_up_sees_who_hides_in_plain_view_when_he_is_done_and_looks_for_nobody_by_trying_places():
    start = GAME.start("stalin")
    hider = start.position.hidden["srif-03"].changed(hex=start.setting.board.hex("K18"))
    game = Bear(structs.replace(start, position=start.position.with_hidden(hider)))
    game.begin("lay K09", "lay J07")
    placed = game.state.apply("put grif-02 L16 N")
    assert not placed.barrier and "srif-03" in placed.state.position.hidden
    done = placed.state.apply("ready")
    assert done.barrier and "srif-03" not in done.state.position.hidden, "in the open, in view of L16"


@rule("atb-10.0.4-a")
def test_that_nobody_hides_in_plain_view_of_those_set_up_is_not_taken_back():
    game = Bear(GAME.start("stalin")).begin("lay K09", "lay J07")
    done = game.state.apply("ready")
    assert done.barrier and {"srif-03", "srif-04"} <= done.state.position.hidden.keys()


def test_nobody_thinks_of_hidden_mines_where_his_own_units_stand():
    state = Bear(GAME.start("stalin")).begin("lay K09", "lay I08").state.apply("ready").state
    came = state.position.units["grif-02"].changed(hex=state.setting.board.hex("J07"))
    view = structs.replace(state, position=state.position.with_unit(came)).view(GERMAN)
    worlds = [state.setting.system.sample(view, Random(seed)) for seed in range(120)]
    mined = {at for world in worlds for at, works in world.position.works.items() if works.hidden}
    assert "J07" not in mined and len(mined) > 40
