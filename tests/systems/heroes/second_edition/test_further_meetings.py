"""Where chapters meet: Hidden units in works, markers and cards, groups and cards. [docs/interactions]"""

from __future__ import annotations

from random import Random

import pytest
from tests.systems.heroes.kit import hands
from tests.systems.heroes.second_edition.kit import GERMAN, SOVIET, on
from tests.systems.heroes.second_edition.test_artillery import INITIATIVE, to_next_round
from tests.systems.heroes.second_edition.test_works import work

from balka.core.proof import rule
from balka.lab.twins import seen_difference
from balka.systems.heroes.data.mission_data import ExitVp, Oba

BUNKER = "bunker_5"
NOBODY_RICH = {GERMAN: 0, SOVIET: 0}


# -- Hidden units in works


@rule("atb-10.0.3-b", "atb-18.1.2-g")
@pytest.mark.parametrize(("facing", "enough"), [("S", 12), ("N", 10)])
def test_who_hides_in_a_bunker_has_its_flank_bonus_from_behind(facing: str, enough: int):
    """HMG red 5 against front 12, with 5 of the Bunker ahead of it and 3 from its flank."""
    for total in (enough - 1, enough):
        told = {"works": {"A01": work(BUNKER, facing)}}
        game = on("x\n.\n.\na\n.", a="hmg34 N", x="srif S hidden inside", told=told)
        drawn = ["unnerved"] if total == enough else []
        game.begin("suspect a A01", "by opportunity 0", dice=[6, total - 6, *drawn])
        assert game.is_hidden("x") == (total < enough)


@rule("atb-18.4-e", "atb-10.0.3-c")
def test_a_bunker_that_artillery_destroys_has_covered_who_hides_in_it():
    """Red 6 against flank 11 and 3 of the Bunker: 7 misses though the Bunker falls to 10."""
    told = {"special": (Oba(card="OBA_SOV", plan=(2,)),), "weapons": {SOVIET: ("OBA_SOV",)},
            "works": {"A01": work(BUNKER, "S", GERMAN)}}  # fmt: skip
    men = {"x": "grif S hidden inside", "y": "srif N"}
    for first, hidden in ((3, True), (4, False)):
        game = on("x .\n. .\n. .\n. y", told=told, caps=NOBODY_RICH, start_caps=NOBODY_RICH, **men)
        to_next_round(game).begin("plan OBA_SOV A01 he", dice=INITIATIVE)
        game.play("pass")
        drawn = [] if hidden else ["unnerved"]
        game.begin("pass", dice=[4, first, 4, *drawn, 4, 6, *INITIATIVE])
        assert game.is_hidden("x") == hidden
        assert not game.state.position.works, "the Bunker is rolled for when everybody in it has been"


@rule("atb-15.7-a", "atb-10.0.3-b")
@pytest.mark.parametrize(("total", "found"), [(9, False), (10, True)])
def test_who_hides_beside_a_hidden_tank_has_its_cover(total: int, found: bool):
    """HMG red 5 against front 12, heavy woods 2 and the tank 1."""
    game = on("x+y:H\n.\n.\na\n.", a="hmg34 N", x="srif S hidden", y="tk34a S hidden")
    game.begin("suspect a A01", "by opportunity 0", dice=[4, total - 4])
    assert game.is_hidden("x") != found


@rule("atb-card-05-c", "atb-10.1-h")
def test_worlds_made_from_what_a_player_knows_fit_while_his_hidden_group_is_deployed():
    men = {"h": "srif SE hidden", "k": "srif SE hidden", "x": "grif NW"}
    game = on("h:H k:H . . x", active=SOVIET, told=hands(soviet="05"), **men).gather("h", "k")
    if game.asked == "group":
        game.begin("play 05")
    for seat in (GERMAN, SOVIET):
        world = game.state.setting.system.sample(game.state.view(seat), Random(3))
        assert seen_difference(game.state, world, seat) == ""


@rule("atb-10.0.1-a", "atb-17.0-j")
def test_a_gun_that_hides_behind_its_truck_comes_out_with_it_to_be_unloaded():
    men = {"t": "gaz SE hidden", "l": "45mm SE hidden carrier=t", "x": "grif NW"}
    game = on("t+l:H . . . x", active=SOVIET, **men)
    assert game.choices("l") and {said.split()[0] for said in game.choices("l")} == {"activate", "reveal"}
    game.begin("reveal l SE")
    assert not game.is_hidden("t") and not game.is_hidden("l") and not game.verbs("t")
    game.begin("unload l A01 SE", "by activate 0")
    assert not game.unit("l").carrier and game.condition("t") == "active"
    spent = on("t+l:H . . . x", active=SOVIET, **{**men, "t": "gaz SE hidden spent"})
    assert "l" not in spent.state.grow(()), "with a Spent truck and no CAPs it could do nothing"


# -- vehicles as cover


@rule("atb-15.7-a", "atb-7.5-a")
@pytest.mark.parametrize("first", ["a", "v"])
def test_a_vehicle_destroyed_by_an_attack_has_covered_who_stood_beside_it(first: str):
    """Maxim red 3 against front 12 and the truck 1, whichever of the two is rolled for first."""
    game = on("a+v . x", a="grif SE", v="opel SE", x="maxim NW", active=SOVIET, caps={GERMAN: 0, SOVIET: 3})
    game.begin("fire x a", "by opportunity 0", f"at {first}")
    if first == "v":
        game.begin("caps 0", dice=[6, 6])
        assert not game.alive("v") and game.state.stack[-1].now == "a"
    assert game.need("caps 0") == 10


# -- markers and cards


@rule("atb-card-41-b", "atb-hit-foot-stunned-b")
@pytest.mark.parametrize(("marker", "clears"), [("stunned", False), ("pinned", True), ("", True)])
def test_a_stunned_unit_clears_nothing_away(marker: str, clears: bool):
    told = {**hands("41"), "works": {"A01": work("barbed_wire")}}
    game = on("a . x", a=f"grif SE {marker}", x="srif NW", caps={GERMAN: 3, SOVIET: 0}, told=told)
    assert game.offers("play 41 a") == clears


@rule("atb-card-weapon-tellermine-d", "atb-hit-foot-panicked-b")
def test_a_panicked_unit_lays_a_tellermine_though_it_cannot_attack():
    told = {"weapons": {GERMAN: ("TELLERMINE",)}}
    game = on("a+t . .\n. . x", a="pio SE panicked", t="tk34a SE", x="srif NW", told=told)
    assert "plant" not in game.verbs("a"), "nobody lays one in close combat"
    assert not [said for said in game.choices("a") if said.startswith("use")]
    alone = on("a . .\n. . x", a="pio SE panicked", x="srif NW", told=told)
    alone.begin("plant a", "lay A01")
    assert alone.state.position.works["A01"].kind == "mines"


@rule("atb-18.3.3-c", "atb-card-08-b", "atb-card-07-b")
@pytest.mark.parametrize("card", ["07", "08"])
def test_mines_go_off_under_who_plays_a_card_that_is_no_attack_and_no_rally(card: str):
    told = {**hands(card), "works": {"A01": work("mines")}}
    game = on("a . . x", a="grif SE active", x="srif NW", told=told).begin(f"play {card} a", dice=[3, 1, 1])
    assert any("Mines under" in line for line in game.heard(GERMAN))
    beside = on("a b . x", a="grif SE", b="grif SE active", x="srif NW", told=told).begin(f"play {card} b", dice=[3])
    assert not any("Mines under" in line for line in beside.heard(GERMAN)), "not under who stands by"


@rule("atb-18.3.3-a", "atb-card-40-b")
def test_who_lays_a_mine_does_not_hear_of_hidden_ones_under_it_before_it_has_laid_it():
    stacks = []
    for works in ({}, {"A01": work("mines", hidden=True)}):
        game = on(
            "a . . x", a="grif SE", x="srif NW", caps={GERMAN: 2, SOVIET: 0}, told={**hands("40"), "works": works}
        )
        game.begin("play 40 a", "by command 2")
        stacks.append(game.view(GERMAN).state.stack)
        game.begin("lay B01", dice=[1, 1] if works else [])
        assert any("Mines under" in line for line in game.heard(GERMAN)) == bool(works)
    assert stacks[0] == stacks[1]


# -- groups and cards


@rule("atb-card-02-b", "atb-10.0.3-a", "atb-9.1-f")
def test_spent_units_fire_on_suspicion_as_a_group_by_command_action():
    game = on("x:H\n.\n.\na+b\n.", a="hmg34 N spent", b="grif N spent", x="srif S hidden", told=hands("02"))
    game.begin("play 02").gather("a", "b")
    assert game.offers("suspect a A01") and game.offers("suspect b A02")
    game.begin("suspect a A01", dice=[3, 5])
    assert not game.is_hidden("x"), "support makes 8 enough"


@rule("atb-18.4-a", "atb-9.1.2-h", "atb-7.7.3-h")
def test_a_group_attacks_the_works_of_its_hex_hand_to_hand():
    """German Rifles, red 2 and 4 hand to hand, against wire of 15; each who helps counts one."""
    men = {"a": "grif SE", "b": "grif SE", "c": "grif SE"}
    game = on("a+b c .", told={"works": {"A01": work("barbed_wire")}}, **men)
    assert game.need("raze a") == 9
    game.gather("a", "b")
    assert game.need("raze a") == 8
    game.begin("raze a", "by opportunity 0", dice=[4, 4])
    assert not game.state.position.works and game.condition("b") == "spent"
    apart = on("a+b c .", told={"works": {"A01": work("barbed_wire")}}, **men).gather("a", "b", "c")
    assert not apart.offers("raze a"), "c stands beside the hex"


# -- groups that get on, off and away


SQUAD = {"t": "sd251 SE", "a": "grif SE", "b": "lmg34 SE", "x": "srif NW"}


@rule("atb-9.1-a", "atb-17.0-b", "atb-17.0-d")
def test_a_squad_and_its_machine_gun_get_on_in_one_action():
    game = on("t+a+b . .\n. . x", **SQUAD).gather("a", "b")
    game.begin("act load", "load a t", "load b t", "by activate 0")
    assert game.unit("a").carrier == game.unit("b").carrier == "t" and game.pool(GERMAN) == 6
    assert [game.condition(name) for name in "tab"] == ["active"] * 3, "the vehicle takes part"
    spent = on("t+a+b . .\n. . x", caps={GERMAN: 1, SOVIET: 0}, **{**SQUAD, "t": "sd251 SE spent"}).gather("a", "b")
    spent.begin("act load", "load a t", "load b t")
    assert spent.caps(GERMAN) == 0 and [spent.condition(name) for name in "tab"] == ["spent", "fresh", "fresh"]
    poor = on("t+a+b . .\n. . x", **{**SQUAD, "t": "sd251 SE spent"}).gather("a", "b")
    assert not poor.offers("act load")
    rifles = on("t+a+b . .\n. . x", **{**SQUAD, "b": "grif SE"}).gather("a", "b").begin("act load", "load a t")
    assert not rifles.unit("b").carrier, "two Rifles are not one squad"


@rule("atb-9.1-a", "atb-18.3.3-c", "atb-17.0-d")
def test_mines_go_off_under_all_who_get_on_together_and_their_vehicle():
    game = on("t+a+b . .\n. . x", told={"works": {"A01": work("mines")}}, **SQUAD).gather("a", "b")
    game.begin("act load", "load a t", "load b t", "by opportunity 0", dice=[1, 1, 1, 1, 1, 1])
    assert sum("Mines under" in line for line in game.heard(GERMAN)) == 3


@rule("atb-7.4-f", "atb-9.1-a")
@pytest.mark.parametrize(("what", "men", "said"), [
    ("unload", "carrier=t", ("unload a A01 N", "unload b A01 N")),
    ("climb", "inside", ("climb a N", "climb b N")),
])  # fmt: skip
def test_a_marker_that_makes_a_groups_action_dearer_is_shown_and_no_other(what: str, men: str, said: tuple[str, ...]):
    told = {"works": {"A01": work("trench", "N", GERMAN)}}
    men = {"a": f"grif SE unnerved {men}", "b": f"lmg34 SE cowering {men}"}
    game = on("t+a+b . .\n. . x", t="sd251 SE", x="srif NW", caps={GERMAN: 6, SOVIET: 0}, told=told, **men)
    game.gather("a", "b")
    game.begin(*([f"act {what}"] if game.asked == "group" else []), *said)
    assert game.unit("b").shown and not game.unit("a").shown


@rule("atb-5.6-a", "atb-hit-foot-cowering-c", "atb-9.1-a")
def test_a_cowering_unit_leaves_the_map_no_cheaper_in_a_group():
    told = {"victory": (ExitVp(GERMAN, ("A01",), 1),)}
    game = on("a+b . .\n. . x", a="grif SE", b="grif SE cowering", x="srif NW", told=told)
    assert game.cost("leave b") == 2 and game.cost("leave a") == 1
    assert game.gather("a", "b").cost("act leave") == 2


# -- immobilized by a card, bonus moves of wheels


@rule("atb-card-20-b", "atb-hit-veh-immobilized-c")
def test_a_vehicle_that_is_bogged_down_defends_as_before():
    game = on("a . t", a="pak38 SE", t="tk34a NW bogged")
    assert game.rating("fire a C01", "Defense Rating") == [(19, "7.2-a")]
    hit = on("a . t", a="pak38 SE", t="tk34a NW immobilized shown")
    assert sum(value for value, _ in hit.rating("fire a C01", "Defense Rating")) == 18


@rule("atb-14.1-a", "atb-14.1-c")
def test_a_truck_that_comes_onto_a_road_over_open_ground_goes_on_along_it():
    game = on("t\n.\n.\n.", t="gaz S", active=SOVIET, roads=("A02-A03-A04",)).begin("move t A02 S", "by activate 0")
    assert game.asked == "drive" and game.offers("go t A03 S")
    woods = on("t:L\n.:L\n.:L\n.", t="gaz S", active=SOVIET, roads=("A02-A03-A04",)).begin(
        "move t A02 S", "by activate 0"
    )
    assert woods.asked == "turn", "not out of woods into a hex with woods"
