"""Armour, vehicle hits, turrets, self-propelled guns, open tops, cover of vehicles, trucks and wagons. [15, 16.0]"""

from __future__ import annotations

import pytest
from tests.systems.heroes.kit import by_slug, hands
from tests.systems.heroes.second_edition.kit import GERMAN, SOVIET, Bear, box, on

from balka.core.proof import rule
from balka.systems.heroes.data.mission_data import VpPerUnitDestroyed

LINE = "x\n.\n.\na"


def against(x: str, a: str = "pz3e N active", picture: str = LINE, **more: object) -> Bear:
    return on(picture, a=a, x=x, **more)


def parts(game: Bear, text: str, rating: str, target: str = "x") -> list[int]:
    """What a rating is made of in the roll against one target."""
    check = next(check for check in game.quote(text).checks if check.name.endswith(f" {target}"))
    return [part.value for tally in check.tallies if tally.name == rating for part in tally.parts]


def attack(game: Bear, text: str = "fire a x", target: str = "x") -> list[int]:
    return parts(game, text, "Attack Rating", target)


def defence(game: Bear, text: str = "fire a x", target: str = "x") -> list[int]:
    return parts(game, text, "Defense Rating", target)


# -- 15.0, 15.1 colours


@rule("atb-15.0-a", "atb-15.0-b", "atb-15.0-c")
def test_red_defence_is_attacked_with_red_and_blue_with_blue():
    assert attack(against("srif S")) == [3] and defence(against("srif S")) == [12]
    assert attack(against("tk26b S")) == [5] and defence(against("tk26b S")) == [14]
    assert attack(against("gaz S")) == [3], "a truck is not armored"
    rifles = against("tk26b S", "grif N active", picture="x\n.\na")
    assert attack(rifles) == [0], "bullets have no blue rating to speak of"


@rule("atb-15.1-a")
def test_a_hex_of_both_colours_is_attacked_with_each_targets_own():
    game = on("x+y\n.\n.\na", a="tk34a N active", x="pz3e S", y="grif S", active=SOVIET)
    assert attack(game, "fire a A01", "x") == [7] and attack(game, "fire a A01", "y") == [5]


# -- 15.2 hits


@rule(
    "atb-hit-veh-destroyed-a", "atb-hit-veh-gun-damaged-a", "atb-hit-veh-immobilized-a", "atb-hit-veh-light-damage-a",
    "atb-hit-veh-panicked-a", "atb-hit-veh-stunned-a", "atb-hit-veh-suppressed-a", "atb-hit-veh-total-a",
)  # fmt: skip
def test_the_pile_of_vehicle_markers():
    pile = against("tk26b S").state.bags["vehicle"]
    counts = {name.removeprefix("vehicle_"): count for name, count in pile.items.items()}
    assert counts == {"destroyed": 1, "gun_damaged_red": 1, "gun_damaged_blue": 1, "immobilized": 5,
                      "light_damage": 4, "panicked": 1, "stunned": 2, "suppressed": 5}  # fmt: skip
    assert pile.size == 20
    foe = against("tk26b S suppressed").view(GERMAN).unit("x")
    assert foe.marker == "?", "they all look the same from behind"


@rule("atb-15.2-a")
def test_the_first_hit_draws_from_the_vehicle_pile_the_second_destroys():
    game = against("tk26b S").play("fire a x", dice=[4, 5, "light_damage"])
    assert game.unit("x").marker == "vehicle_light_damage"
    game.play("pass").play("fire a x", dice=[4, 5])
    assert not game.alive("x")
    truck = against("gaz S").play("fire a x", dice=[4, 5, "suppressed"])
    assert truck.unit("x").marker == "vehicle_suppressed", "by what it is, not by the colour of its defence"


@rule("atb-hit-veh-destroyed-b")
def test_the_destroyed_marker_removes_at_once():
    assert not against("tk26b S").play("fire a x", dice=[4, 5, "destroyed"]).alive("x")


@rule("atb-hit-veh-gun-damaged-b")
@pytest.mark.parametrize(("color", "can"), [("red", ("x",)), ("blue", ("y",))])
def test_a_damaged_gun_loses_one_colour(color, can):
    game = on("x . y\n. . .\n. a .", a=f"pz3e N active gun_damaged_{color}", x="tk26b S", y="srif S")
    assert {name for name in "xy" if game.offers(f"fire a {name}")} == set(can)


@rule("atb-hit-veh-gun-damaged-b")
def test_a_damaged_gun_that_spares_somebody_in_the_hex_is_seen_to_be_damaged():
    game = on("x+y\n.\n.\na", a="pz3e N active gun_damaged_red", x="tk26b S", y="srif S")
    game.play("fire a A01", dice=[1, 1])
    assert any("Gun Damaged" in line for line in game.heard(SOVIET)) and game.pool(GERMAN) == 4
    tank = on("x\n.\n.\na", a="pz3e N active gun_damaged_red", x="tk26b S").play("fire a A01", dice=[1, 1])
    assert not any("Gun Damaged" in line for line in tank.heard(SOVIET))


@rule(
    "atb-hit-veh-gun-damaged-c", "atb-hit-veh-immobilized-e", "atb-hit-veh-light-damage-c", "atb-15.2-b",
)  # fmt: skip
@pytest.mark.parametrize("marker", ["gun_damaged_red", "gun_damaged_blue", "immobilized", "light_damage"])
def test_what_cannot_be_rallied_only_follow_me_removes(marker):
    game = on(".\na", a=f"pz3e N {marker}", caps={GERMAN: 2, SOVIET: 0}, told=hands(german="03 04"))
    assert "rally" not in game.verbs("a") and not game.offers("play 04 a")
    game.play("play 03 a")
    assert not game.unit("a").marker


@rule("atb-hit-veh-immobilized-b", "atb-hit-veh-immobilized-c", "atb-hit-veh-immobilized-d")
def test_an_immobilized_vehicle():
    assert not on("a\n.", a="pz3e N active immobilized").verbs("a") & {"move", "pivot"}
    assert sum(defence(against("tk26b S immobilized shown"))) == 14 - 1
    assert sum(defence(against("tk26b N immobilized shown"))) == 13 + 1


@rule("atb-hit-veh-light-damage-b")
def test_light_damage_changes_no_figure():
    assert defence(against("tk26b S light_damage shown")) == [14]
    game = against("tk26b S", "pz3e N active light_damage")
    assert attack(game) == [5] and game.cost("fire a x") == 3 and game.cost("move a A03 N") == 1


@rule("atb-hit-veh-panicked-b", "atb-hit-veh-panicked-c", "atb-hit-veh-panicked-d")
def test_a_panicked_vehicle():
    assert "fire" not in against("tk26b S", "pz3e N active panicked").verbs("a")
    assert sum(defence(against("tk26b S panicked shown"))) == 14 - 4
    assert sum(defence(against("tk26b N panicked shown"))) == 13
    assert box().markers["vehicle_panicked"].rally == 9


@rule("atb-hit-veh-stunned-b", "atb-hit-veh-stunned-c")
def test_a_stunned_vehicle_only_rallies():
    game = against("tk26b S", "pz3e N active stunned", picture="x\n.\n.\na\n.")
    assert game.verbs("a") == {"rally"} and box().markers["vehicle_stunned"].rally == 9


@rule(
    "atb-hit-veh-suppressed-b", "atb-hit-veh-suppressed-c", "atb-hit-veh-suppressed-d", "atb-hit-veh-suppressed-e",
)  # fmt: skip
def test_a_suppressed_vehicle():
    tank, men = against("tk26b S", "pz3e N active suppressed"), against("srif S", "pz3e N active suppressed")
    assert tank.cost("fire a x") == 4
    assert attack(tank) == [5, -3] and attack(men) == [3, -2]
    assert box().markers["vehicle_suppressed"].rally == 8


# -- 15.3 range


@rule("atb-15.3-a")
@pytest.mark.parametrize(("gap", "change"), [(0, [3]), (3, []), (6, []), (7, [-2]), (13, [-2])])
def test_range_changes_the_rating_of_vehicles_as_of_men(gap, change):
    column = "\n".join(("x", *["."] * gap, "a"))
    assert attack(against("tk26b S", picture=column)) == [5, *change]
    assert not against("tk26b S", picture="\n".join(("x", *["."] * 14, "a"))).offers("fire a x")


# -- 15.4 turrets, 15.5 self-propelled guns


@rule("atb-15.4-a")
def test_turrets_by_counter():
    kinds = by_slug(box())
    assert "turret" in kinds["pz3e"].flags and "turret" not in kinds["pzjg35"].flags


@rule("atb-15.4-b", "atb-15.4-c")
def test_a_turret_turned_costs_two_more_and_leaves_the_hull_as_it_is():
    game = against("srif N", "pz3e S active")
    assert game.cost("fire a x") == 5
    game.play("fire a x", dice=[1, 1])
    assert game.pool(GERMAN) == 2 and game.facing("a") == "S" and game.seat == SOVIET
    caps = against("srif N", "pz3e S spent", caps={GERMAN: 5, SOVIET: 0}).play("fire a x", dice=[1, 1])
    assert caps.caps(GERMAN) == 0, "5 CAPs as a command action"
    assert not against("srif N", "pz3e S spent", caps={GERMAN: 4, SOVIET: 0}).offers("fire a x")
    assert not against("srif N", "grif S active").offers("fire a x"), "only turrets do"


@rule("atb-15.4-d")
def test_an_opportunity_action_turns_the_turret_for_nothing():
    game = against("srif N", "pz3e S", caps={GERMAN: 1, SOVIET: 0}).begin("fire a x", "by opportunity 0", "caps 0",
                                                                          dice=[1, 1])  # fmt: skip
    assert game.condition("a") == "spent" and game.caps(GERMAN) == 1


@rule("atb-15.4-e")
def test_the_command_action_card_turns_the_turret_for_nothing():
    game = against("srif N", "pz3e S spent", told=hands(german="02"))
    assert not game.offers("fire a x")
    game.play("play 02", "fire a x", dice=[1, 1])
    assert game.seat == SOVIET and game.caps(GERMAN) == 0


@rule("atb-15.5-a")
def test_a_self_propelled_gun_turns_first():
    game = against("srif N", "pzjg35 S active")
    assert not game.offers("fire a x") and "Arc" in game.refusal("fire a x").sentence
    game.play("pivot a N")
    assert game.pool(GERMAN) == 6 and game.seat == SOVIET
    assert game.play("pass").offers("fire a x")


# -- 15.6 open tops


@rule("atb-15.6-a")
def test_open_tops_by_counter():
    assert "open_top" in by_slug(box())["pzjg35"].flags and "open_top" not in by_slug(box())["pz3e"].flags


@rule("atb-15.6-b")
def test_shells_of_mortars_find_an_open_top():
    game = on(LINE, a="82mm N active", x="pzjg35 S", active=SOVIET)
    assert attack(game) == [3] and defence(game) == [13], "red 3, not blue 1"
    closed = on(LINE, a="82mm N active", x="pz3e S", active=SOVIET)
    assert attack(closed) == [1]


@rule("atb-15.6-c", "atb-15.6-d")
def test_men_on_foot_get_at_an_open_top_and_tank_hunters_keep_their_charges():
    rifles = on("a+x", a="srif N active", x="pzjg35 S", active=SOVIET)
    assert attack(rifles, "assault a x")[0] == 3 and defence(rifles, "assault a x")[0] == 13
    closed = on("a+x", a="srif N active", x="pz3e S", active=SOVIET)
    assert attack(closed, "assault a x")[0] == 0
    tank = on("a+x", a="tk26b N active", x="pzjg35 S", active=SOVIET)
    assert attack(tank, "assault a x")[0] == 6, "a tank uses its blue"
    light = on("a+x", a="ot26 N active", x="pzjg35 S", active=SOVIET)
    assert attack(light, "assault a x")[0] == 0, "even one with the stronger red"
    fire = on(LINE, a="srif N active", x="pzjg35 N", active=SOVIET)
    assert attack(fire)[0] == 0, "bullets from afar do not"
    hunters = on("a+x", a="hunt N active", x="zis30 S", kinds={"zis30": {"flags": frozenset({"open_top"})}})
    assert attack(hunters, "assault a x")[0] == 3


@rule("atb-15.6-b")
def test_an_open_top_in_heavy_woods_is_struck_by_bursts_and_draws_a_vehicle_marker():
    game = on("x:H\n.\n.\na", a="82mm N active", x="pzjg35 S", active=SOVIET)
    assert defence(game) == [13], "ruling B32"
    game.play("fire a x", dice=[5, 6, "suppressed"])
    assert game.unit("x").marker == "vehicle_suppressed", "ruling B33"


# -- 15.7 cover


@rule("atb-15.7-a")
def test_a_vehicle_covers_friends_on_foot_who_carry_nothing_heavy():
    def beside(words: str) -> list[int]:
        return defence(on("x+t\n.\n.\na", a="grif N active", x=words, t="tk34a S"))

    assert beside("srif S") == [12, 1]
    assert beside("82mm S") == [13], "a heavy mortar is a burden"
    assert beside("45mm S") == [13], "nor does it cover guns"
    assert beside("srif S carrier=t") == [11], "who rides has no such cover"
    enemy = on("x+t\n.\n.\na", a="grif N active", x="srif S", t="pz3e S")
    assert defence(enemy, "fire a A01") == [12], "nor does an enemy's tank help"


@rule("atb-15.7-b")
def test_men_who_move_together_with_a_vehicle_need_no_care():
    def exposed(*moves: str) -> bool:
        game = on(".\na+t", a="grif N active", t="pz3e N active", told={"options": {"cautious": "on"}})
        game.gather("t", "a").begin(*moves)
        return "a" in game.state.tracks.exposed

    assert not exposed("move t A01 N", "move a A01 N")
    assert exposed("move a A01 N", "finish"), "without the vehicle it is out in the open"


# -- 16.0 trucks and wagons


@rule("atb-16.0-b")
def test_trucks_attack_only_hand_to_hand_and_feebly():
    kind = by_slug(box())["opel"]
    assert (kind.red_fp, kind.blue_fp, kind.range) == (-2, -2, 0)
    assert "fire" not in against("srif S", "opel N active", picture="x\na").verbs("a")
    game = against("srif S", "opel N active", picture="a+x")
    assert attack(game, "assault a x") == [-2, 4]


@rule("atb-16.0-c")
def test_wagons_never_attack():
    game = against("srif S", "gwagon N active", picture="a+x\n.")
    assert "assault" not in game.verbs("a") and game.why_not("assault a x")


@rule("atb-16.0-d")
@pytest.mark.parametrize(("kind", "takes"), [("opel", False), ("gwagon", False), ("pz3e", True)])
def test_trucks_and_wagons_take_no_control_markers(kind, takes):
    game = on(".\na", a=f"{kind} N active", told={"control": {"A01": SOVIET}})
    game.begin("move a A01 N")
    assert (game.control("A01") == GERMAN) is takes


@rule("atb-16.0-e", "atb-16.0-f")
@pytest.mark.parametrize(("kind", "lost"), [("gaz", 0), ("swagon", 0), ("srif", 1)])
def test_a_lost_truck_takes_no_caps_but_gives_points(kind, lost):
    game = against(f"{kind} S", "pz4e N active", told={"victory": (VpPerUnitDestroyed(value=1),)})
    before = game.points[GERMAN]
    game.play("fire a x", dice=[6, 6])
    assert not game.alive("x") and game.state.tracks.covered[SOVIET] == lost
    assert game.points[GERMAN] == before + 1
