"""Where chapters meet: riders who rally, works in a quote, roads at the edge, hiding by card. [docs/interactions]"""

from __future__ import annotations

import random

import pytest
from tests.systems.heroes.second_edition.kit import GERMAN, SOVIET, Bear, on
from tests.systems.heroes.second_edition.test_cards import held
from tests.systems.heroes.second_edition.test_obstacles import lies
from tests.systems.heroes.second_edition.test_works import work

from balka.core.proof import rule
from balka.systems.heroes.play.actions import Action
from balka.systems.heroes.second_edition import variable

RICH = {GERMAN: 6, SOVIET: 6}
BUNKER = "bunker_5"
NOBODY = {"x": "srif S due=9 entry=far", "entries": {"far": ["A01"]}}


# -- turrets and flame


@rule("atb-18.1.2-d", "atb-15.4-b")
def test_a_gun_that_turns_all_round_fires_out_of_a_bunker_only_ahead():
    told = {"works": {"A03": work(BUNKER, "N", GERMAN)}, "hiding": True}
    inside = on("x\n.\na\n.\ny", a="flak88 N inside", x="srif S", y="srif N", told=told)
    assert inside.choices("a", "fire") == ["fire a A01"] and inside.choices("a", "suspect") == ["suspect a A02"]
    assert inside.why_not("fire a y") == "atb-6.1-b"
    outside = on("x\n.\na\n.\ny", a="flak88 N", x="srif S", y="srif N", told=told)
    assert outside.choices("a", "fire") == ["fire a A01", "fire a A05"]


@rule("atb-hit-veh-gun-damaged-b", "atb-19.1-c")
@pytest.mark.parametrize(("marker", "target", "burns"), [
    ("gun_damaged_red", "grif", False), ("gun_damaged_red", "pz3e", True), ("gun_damaged_blue", "pz3e", False),
])  # fmt: skip
def test_a_damaged_flamethrower_is_not_offered_against_whom_it_cannot_attack(marker: str, target: str, burns: bool):
    near = on("x\na", a=f"ot26 N active {marker}", x=f"{target} S", active=SOVIET)
    assert ("flame" in near.verbs("a")) == burns
    close = on("x+a", a=f"ot26 N active {marker}", x=f"{target} S", active=SOVIET)
    assert ("scorch" in close.verbs("a")) == burns


# -- what a quote tells


def targets(game: Bear, sentence: str) -> list[str]:
    return [check.name.partition(" attacks ")[2] for check in game.quote(sentence).checks]


@rule("atb-18.4-d", "atb-18.1.3-d")
def test_the_quote_of_a_gun_tells_the_roll_for_the_works_too():
    game = on("x\n.\na", a="ig75 N active", x="srif S dug-in")
    assert targets(game, "fire a x") == ["Rifle '41 Squad x", "the Hasty Defense of Rifle '41 Squad x"]
    assert len(targets(on("x\n.\na", a="lmg34 N active", x="srif S dug-in"), "fire a x")) == 1


@rule("atb-18.4-g", "atb-18.4-d")
def test_the_quote_of_fire_at_works_alone_tells_its_roll():
    game = on(".\n.\na", a="pak36 N active", told={"works": {"A01": lies("road_block")}}, **NOBODY)
    assert game.need("fire a A01") == 13


@rule("atb-hit-veh-gun-damaged-b", "atb-7.5-a")
def test_the_quote_leaves_out_whom_a_damaged_gun_cannot_attack():
    game = on("x+y\n.\na", a="tk34a N active gun_damaged_red", x="grif S", y="pz3e S", active=SOVIET)
    assert targets(game, "fire a A01") == ["Panzer IIIe y"]


@rule("atb-17.1-a", "atb-7.7.3-n")
def test_the_quote_of_close_combat_with_a_loaded_vehicle_tells_the_roll_for_its_load():
    game = on("a+x+l", a="grif N active", x="gaz S", l="srif S carrier=x")
    assert set(targets(game, "assault a x")) == {"GAZ Trucks x", "Rifle '41 Squad l"}


@rule("atb-17.1-a", "atb-19.1-e")
def test_the_quote_of_flame_in_close_combat_tells_the_roll_for_the_load():
    game = on("a+k+y\n.", a="pio N active", k="gaz S", y="srif N carrier=k")
    assert set(targets(game, "scorch a k")) == {"GAZ Trucks k", "Rifle '41 Squad y"}


# -- markers and works


@rule("atb-hit-veh-gun-damaged-b", "atb-18.4-a", "atb-18.4-d")
def test_a_tank_that_has_lost_its_blue_gun_fires_at_works_beside_a_tank():
    words = {"a": "tk34a N active gun_damaged_blue", "y": "pz3e S", "active": SOVIET}
    game = on("y\n.\na", told={"works": {"A01": lies("road_block", GERMAN)}}, **words)
    assert targets(game, "fire a A01") == ["the works in A01"]
    game.begin("fire a A01", dice=[6, 6])
    assert not game.state.position.works and not game.unit("y").marker
    assert not on("y\n.\na", **words).offers("fire a A01")


@rule("atb-7.4-f", "atb-18.3.1-d")
def test_a_marker_that_makes_the_way_into_wire_dearer_is_shown():
    wire = {"works": {"A01": lies("barbed_wire")}}
    words = {"x": "srif S due=9 entry=e", "entries": {"e": ["A03"]}, "told": wire}
    game = on(".\na\n.", a="grif N active cowering", **words).begin("move a A01 N", dice=[3])
    assert "Cowering" in " ".join(game.heard(SOVIET)) and game.begin("by pool 0").pool(GERMAN) == 2
    pays = on(".\na\n.", a="grif N active suppressed", **words).begin("move a A01 N", dice=[3])
    assert "marker" not in " ".join(pays.heard(SOVIET)), "it changes nothing about moving"


# -- riders


@rule("atb-9.1.3-a", "atb-17.0-g")
def test_a_rider_rallies_together_with_its_vehicle():
    game = on("k+l\n.", k="sd251 N suppressed", l="grif N suppressed carrier=k", **NOBODY).begin("group k")
    assert game.asked == "cost.means" and set(game.choices()) == {"by activate 0", "by opportunity 0"}
    game.begin("by activate 0", dice=[6, 6, 6, 6])
    assert not game.unit("k").marker and not game.unit("l").marker and game.pool(GERMAN) == 2


@rule("atb-9.1.3-a", "atb-17.0-b")
def test_two_riders_rally_or_get_off_together_and_do_nothing_else_as_a_group():
    words = {"k": "sd251 N", "l": "grif N suppressed carrier=k", "m": "lmg34 N suppressed carrier=k"}
    game = on("k+l+m\n.", told=held("03 04 11"), caps=RICH, **words, **NOBODY).begin("group l")
    assert game.choices() == ["act rally", "act unload", "play 03", "play 04"]
    pinned = on("k+l+m\n.", **{**words, "m": "lmg34 N pinned carrier=k"}, **NOBODY)
    assert pinned.begin("group l").asked == "cost.means", "who is Pinned does not get off"
    unhurt = on("k+l+m\n.", **{**words, "l": "grif N pinned carrier=k", "m": "lmg34 N carrier=k"}, **NOBODY)
    assert "group" not in unhurt.verbs("l") and unhurt.why_not("group m")


@rule("atb-9.1-f", "atb-card-04-b")
def test_spent_riders_are_rallied_by_a_card_together():
    words = {"k": "sd251 N", "l": "grif N suppressed carrier=k spent", "m": "lmg34 N pinned carrier=k spent"}
    game = on("k+l+m\n.", told=held("04"), **words, **NOBODY).begin("group l", dice=[6, 6, 6, 6])
    assert not game.unit("l").marker and not game.unit("m").marker and not game.hand(GERMAN)


# -- the edge of the map


@rule("atb-5.5-d", "atb-14.2-a", "atb-5.0.1-a")
@pytest.mark.parametrize("ground", ["H", "S"])
@pytest.mark.parametrize("who", ["pz3e", "opel", "grif"])
def test_who_enters_where_a_road_runs_in_pays_for_the_road(who: str, ground: str):
    told = {"a": f"{who} S due=1 entry=e", "x": "srif S due=9 entry=e", "entries": {"e": ["A01", "B01"]}}
    game = on(f"{ground} {ground}\n{ground} .", roads=["A01-A02"], **told)
    assert game.cost("enter a A01 S") == 1 and not game.quote("enter a A01 S").checks
    dear = {"pz3e": {"H": 3, "S": 4}, "grif": {"H": 2, "S": 2}}.get(who, {}).get(ground)
    assert game.cost("enter a B01 S") == dear if dear else not game.offers("enter a B01 S")


@rule("atb-5.5-d", "atb-14.1-a")
def test_who_comes_in_by_road_through_woods_goes_on_by_bonus_moves():
    told = {"a": "opel S due=1 entry=e", "x": "srif S due=9 entry=e", "entries": {"e": ["A01"]}}
    game = on("H\nH\nH\nH", roads=["A01-A02-A03-A04"], **told).begin("enter a A01 S", "by activate 0")
    assert game.asked == "drive" and game.begin("go a A02 S", "go a A03 S").at("a") == "A03" and game.asked == "turn"


# -- moving with care


@rule("atb-5.0.3-c", "atb-17.0-c")
def test_who_got_onto_a_vehicle_after_moving_in_the_open_is_not_exposed():
    told = {"options": {"cautious": "on"}, **held("10")}
    game = on("x\n.\n.\nk\na\n.", a="grif N active", k="opel N active", x="srif S", told=told, caps=RICH)
    game.begin("play 10", "move a A04 N", "by pool 0", "load a k", "by pool 0")
    check = next(check for check in game.quote("fire x A04").checks if check.name.endswith(" a"))
    assert game.seat == SOVIET and [part.value for part in check.tallies[0].parts] == [11]


@rule("atb-5.0.3-d", "atb-card-02-b")
def test_command_action_lets_a_spent_unit_move_with_care():
    told = {"options": {"cautious": "on"}, **held("02")}
    game = on("x\n.\n.\n.\na\n.", a="grif N spent", x="srif S", told=told).begin("play 02")
    assert game.offers("creep a A04 N") and not game.begin("creep a A04 N").state.tracks.exposed
    assert game.at("a") == "A04" and game.condition("a") == "spent"


# -- hiding


@rule("atb-10.0.4-b", "atb-10.1-d")
def test_two_who_hide_find_each_other_in_one_hex():
    game = on("h:L .\nk:L .\n. .", h="grif N hidden", k="srif N hidden", active=SOVIET)
    game.begin("sneak k A01", "by activate 0")
    assert not game.is_hidden("h") and not game.is_hidden("k") and game.asked == "reveal.face"
    game.begin("face k N", "face h S")
    assert game.seat == GERMAN and game.offers("assault h k") and not game.offers("move h A02 N"), "whence k came"


@rule("atb-10.0.4-a", "atb-10.0-a")
def test_who_hides_does_not_see_from_afar_who_hides_in_the_open():
    game = on("h:L\n.\n.\nk:L\n.", h="grif N hidden", k="srif N hidden", active=SOVIET)
    game.begin("sneak k A03", "by activate 0")
    assert game.is_hidden("h") and game.is_hidden("k")


@rule("atb-card-05-c", "atb-9.1-f")
def test_rapid_deployment_moves_hidden_units_as_a_group():
    words = {"h": "grif N hidden", "k": "grif N hidden spent", "m": "8cm N hidden", "x": "srif S"}
    game = on("x .\n. .\n. .\nL L\nh:L k:L\n. m:L", told=held("05"), **words)
    game.begin("group h", "sneak h A04")
    assert "Unit h" in " ".join(game.heard(SOVIET)) and "A0" not in " ".join(game.heard(SOVIET))
    game.begin("sneak k B04", "finish")
    assert (game.at("h"), game.at("k")) == ("A04", "B04") and game.is_hidden("h") and game.is_hidden("k")
    assert (game.condition("h"), game.condition("k")) == ("fresh", "spent") and not game.hand(GERMAN)


@rule("atb-10.2-d", "atb-card-05-c")
def test_hidden_units_form_no_group_for_anything_else_unseen():
    words = {"h": "grif N hidden", "k": "grif N hidden", "x": "srif S"}
    game = on("x .\n. .\n. .\nL L\nh:L k:L", told=held("02 04 11"), caps=RICH, **words)
    assert game.verbs("h") == {"activate", "sneak", "reveal"}
    mortar = on("x .\n. .\n. .\nL L\nh:L m:L", h="grif N hidden", m="8cm N hidden", x="srif S", told=held("05"))
    assert mortar.verbs("h") == {"activate", "sneak", "reveal"}, "the mortar is no unburdened Foot Unit"


@rule("atb-10.1-h", "atb-card-05-c")
def test_who_is_found_on_a_rapid_deployment_does_not_tell_where_it_came_from():
    game = on("x\n.\n.\nh:L\n.", h="grif N hidden", x="srif S", told=held("05")).begin("play 05 h", "sneak h A03")
    assert game.asked == "reveal.face" and not game.is_hidden("h")
    action = next(frame for frame in game.view(SOVIET).state.stack if isinstance(frame, Action))
    assert action.hex < 0 and action.origin == (-1, 0)


# -- points in secret, and Swift Action


def in_secret(game_words: dict[str, str], *cards: str) -> Bear:
    told = {**held(" ".join(cards)), "options": {"action_points": "secret"}}
    return on("x\n.\n.\n.\na\n.", told=told, caps=RICH, x="srif S", **game_words)


@rule("atb-3.0.1-c", "atb-card-07-b")
def test_the_sergeant_does_not_tell_how_many_secret_points_there_are():
    game = in_secret({"a": "grif N"}, "07").begin("activate a", dice=[1, 6, 4])
    game.begin("play 07 a", "caps 0", dice=[5])
    heard = " ".join(game.heard(SOVIET))
    assert game.pool(GERMAN) == 12 and "5 APs more" in heard and "12" not in heard
    assert game.view(SOVIET).state.tracks.pool[GERMAN] < 0


@rule("atb-3.0.1-c", "atb-card-07-b")
def test_what_another_guesses_of_secret_points_counts_the_sergeants():
    game = in_secret({"a": "grif N"}, "07").begin("activate a", dice=[6, 6, 6])
    game.begin("play 07 a", "caps 0", dice=[6]).begin("pass")
    for _ in range(13):
        game.begin("stall ap").begin("pass")
    view = game.state.view(SOVIET)
    assert game.pool(GERMAN) == 5 and variable.unveil(view, view.tracks, random.Random(1)).pool[GERMAN] >= 1


@rule("atb-2.2-q", "atb-card-10-b")
def test_who_has_paid_for_two_actions_does_not_pass():
    game = on("x\n.\n.\na", a="grif N", x="srif S", caps=RICH, told=held("10")).begin("play 10")
    assert not game.offers("pass") and game.why_not("pass") and game.offers("stall cap")
    game.begin("stall cap")
    assert not game.offers("pass") and game.offers("done")


@rule("atb-card-10-c", "atb-2.2-y")
def test_swift_action_is_not_played_with_the_last_cap_of_who_then_cannot_act():
    words = {"x": "srif S", "told": held("10")}
    assert not on("x\n.\n.\na", a="grif N spent", caps={GERMAN: 1, SOVIET: 0}, **words).offers("play 10")
    assert on("x\n.\n.\na", a="grif N spent", caps={GERMAN: 2, SOVIET: 0}, **words).offers("play 10")
    assert on("x\n.\n.\na", a="grif N", caps={GERMAN: 1, SOVIET: 0}, **words).offers("play 10")


@rule("atb-card-10-c", "atb-8.2-a")
@pytest.mark.parametrize(("others", "able"), [("02", True), ("05", True), ("06", True), ("13", True), ("09", False),
                                              ("12", False), ("30", False), ("08", False)])  # fmt: skip
def test_swift_action_is_played_with_the_last_cap_of_who_can_act_by_a_card_that_costs_nothing(others: str, able: bool):
    words = {"x": "srif S", "caps": {GERMAN: 1, SOVIET: 3}, "told": {**held(f"10 {others}"), "hiding": True}}
    assert on("x\n.\n.\na", a="grif N spent", **words).offers("play 10") == able


@rule("atb-card-10-c", "atb-card-weapon-grenades-a")
@pytest.mark.parametrize(("picture", "able"), [("x\na", True), ("x+a\n.", True), ("x\n.\n.\na", False)])
def test_it_is_played_with_the_last_cap_of_who_has_somebody_in_view_to_throw_grenades_at(picture: str, able: bool):
    """Where nobody is to be seen a throw costs what a stall costs, and nothing would be left for it."""
    told = {**held("10"), "weapons": {GERMAN: ["GRENADES"]}, "hiding": True}
    game = on(picture, a="grif N spent", x="srif S", caps={GERMAN: 1, SOVIET: 0}, told=told)
    assert game.offers("play 10") == able
    assert any(text.startswith("use a") for text in game.choices())


@rule("atb-card-10-b", "atb-8.2-a")
def test_two_command_actions_are_taken_in_a_row_by_spent_units_with_the_last_cap():
    told = held("10 02 02")
    game = on("x .\n. .\n. .\na .", a="grif N spent", x="srif S", caps={GERMAN: 1, SOVIET: 3}, told=told)
    game.begin("play 10")
    assert game.caps(GERMAN) == 0 and game.choices() == ["play 02"], "who has paid does not pass"
    game.begin("play 02", "move a A03 N")
    assert game.seat == GERMAN and game.choices() == ["play 02", "done"]
    game.play("play 02", "move a A02 N")
    assert game.seat == SOVIET and game.at("a") == "A02"


@rule("atb-3.0.1-a", "atb-card-10-b")
@pytest.mark.parametrize("way", ["seven", "variable"])
def test_the_second_of_two_swift_actions_may_begin_with_an_activation(way: str):
    told = {**held("10"), "options": {"action_points": way}}
    game = on("x .\n. .\n. .\n. .\na b\n. .", a="grif N", b="grif N", x="srif S", caps=RICH, told=told)
    game.begin("play 10")
    if way == "variable":
        game.begin("activate a", dice=[3, 4, 4]).begin("move a A04 N", "by pool 0").begin("activate b", dice=[2, 4, 4])
        game.begin("move b B04 N", "by pool 0")
    else:
        game.begin("move a A04 N", "by activate 0").begin("move b B04 N", "by activate 0")
    assert game.seat == SOVIET and (game.condition("a"), game.condition("b")) == ("spent", "active")
