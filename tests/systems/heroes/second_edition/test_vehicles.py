"""Vehicles: ground, bonus moves, roads, reverse, sticking in stone buildings, towing, card 20. [14.0-14.5]"""

from __future__ import annotations

import pytest
from msgspec import structs
from tests.systems.heroes.kit import by_slug, hands
from tests.systems.heroes.second_edition.kit import GERMAN, SOVIET, Bear, box, on

from balka.core.hexes import hexes_in
from balka.core.proof import rule
from balka.games.awakening_the_bear import GAME
from balka.systems.heroes.units import Works

COLUMN = ".\n.\n.\n.\nt\n."
ROAD = "A06-A05-A04-A03-A02-A01"
TANK, TRUCK = "pz3e N active", "opel N active"
DECK = {"deck": ("02", "20")}


def before(letter: str, t: str = TANK, **more: object) -> Bear:
    """A vehicle in A05 in front of a hex of this ground."""
    return on(f".\n.\n.\n{letter}\nt\n.", t=t, **more)


def goes(game: Bear) -> set[str]:
    """The hexes a bonus move could lead to now; none if nothing is asked."""
    return {text.split()[2] for text in game.choices() if text.startswith("go ")} if game.asked == "drive" else set()


def cost(game: Bear, text: str = "move t A04 N") -> int | None:
    """What a step costs beyond the vehicle's 1 AP; nothing if it cannot be made."""
    return game.cost(text) - 1 if game.offers(text) else None


# -- 14.0 the table


@rule("atb-14.0-b")
def test_the_colour_of_the_move_cost_tells_wheels_from_tracks():
    kinds = by_slug(box())
    assert kinds["pz3e"].move_type == "tracked" and kinds["opel"].move_type == "wheeled"
    assert (kinds["opel"].bonus_wheel, kinds["tk34a"].bonus_track) == (2, 2)


@rule(
    "atb-table-veh-open-a", "atb-table-veh-building-stone-a", "atb-table-veh-building-wood-a",
    "atb-table-veh-plowed-a", "atb-table-veh-water-a", "atb-table-veh-woods-heavy-a", "atb-table-veh-woods-light-a",
)  # fmt: skip
@pytest.mark.parametrize(
    ("letter", "more"), [(".", 0), ("S", None), ("B", None), ("#", None), ("=", None), ("H", None), ("L", 2)]
)
def test_what_ground_costs_wheels(letter, more):
    game = before(letter, TRUCK)
    assert cost(game) == more
    assert more is not None or game.why_not("move t A04 N").startswith("atb-")


@rule(
    "atb-table-veh-open-b", "atb-table-veh-building-stone-b", "atb-table-veh-building-wood-b",
    "atb-table-veh-plowed-b", "atb-table-veh-water-b", "atb-table-veh-woods-heavy-b", "atb-table-veh-woods-light-b",
)  # fmt: skip
@pytest.mark.parametrize(("letter", "more"), [(".", 0), ("S", 3), ("B", 2), ("#", 0), ("=", None), ("H", 2), ("L", 1)])
def test_what_ground_costs_tracks(letter, more):
    assert cost(before(letter)) == more


@rule("atb-table-veh-wall-a", "atb-table-veh-wall-b")
def test_walls_stop_wheels_and_cost_tracks_one():
    assert cost(before(".", TRUCK, walls=["A04/A05"])) is None
    assert cost(before(".", walls=["A04/A05"])) == 1
    assert cost(before(".", TRUCK, walls=["A04/A05"], roads=[ROAD])) == 0, "a road leads through it"


@rule("atb-table-veh-roadblock-a", "atb-table-veh-roadblock-b")
def test_road_blocks_stop_wheels_and_cost_tracks_a_die():
    block = {"works": {"A04": Works("road_block", SOVIET)}}
    assert cost(before(".", TRUCK, told=block, roads=[ROAD])) is None
    game = before(".", told=block, roads=[ROAD]).begin("move t A04 N", dice=[4]).begin("by pool 0")
    assert game.pool(GERMAN) == 7 - 1 - 4 and game.at("t") == "A04"


@rule("atb-table-veh-backwards-a", "atb-table-veh-backwards-b", "atb-14.4-a", "atb-14.4-b")
@pytest.mark.parametrize("kind", ["pz3e", "opel"])
def test_backing_costs_one_more_and_brings_no_bonus(kind):
    game = on(COLUMN, roads=[ROAD], t=f"{kind} S active")
    assert cost(game) == 1
    assert game.play("move t A04 S").at("t") == "A04" and game.pool(GERMAN) == 5
    ahead = on(COLUMN, roads=[ROAD], t=f"{kind} N active").begin("move t A04 N")
    assert goes(ahead) == {"A03"} and ahead.why_not("go t A05 N") == "atb-14.4-b"


@rule("atb-table-veh-uphill-a", "atb-table-veh-uphill-b")
@pytest.mark.parametrize("kind", ["pz3e", "opel"])
def test_uphill_costs_one_more(kind):
    assert cost(before("1", f"{kind} N active")) == 1
    assert cost(before("1", f"{kind} N active", roads=[ROAD])) == 1, "a road changes nothing of it"


@rule("atb-14.0-a", "atb-14.0-c")
def test_vehicles_move_as_men_do_and_penalties_add_up():
    game = on(".\n.\n.\nW1\nt\n.".replace("W1", "1"), t="pz3e S active", walls=["A04/A05"])
    assert cost(game) == 3, "uphill, over a wall, backwards"
    assert on(COLUMN, t=TANK).play("pivot t S").facing("t") == "S"


# -- 14.1 bonus moves


@rule("atb-14.1-a", "atb-14.1-f", "atb-14.1-g", "atb-table-veh-legend-b")
def test_a_paid_step_into_the_open_brings_a_free_hex_for_each_symbol_in_the_same_action():
    game = on(COLUMN, t="tk34a N active", active=SOVIET).begin("move t A04 N")
    assert game.asked == "drive" and game.seat == SOVIET and goes(game) == {"A03"}
    game.begin("go t A03 N").play("go t A02 N")
    assert game.at("t") == "A02" and game.pool(SOVIET) == 6 and game.seat == GERMAN
    early = on(COLUMN, t="tk34a N active", active=SOVIET).begin("move t A04 N").play("stay")
    assert early.at("t") == "A04" and early.pool(SOVIET) == 6


@rule("atb-14.1-b", "atb-14.1-c", "atb-table-veh-road-bridge-a", "atb-table-veh-legend-c", "atb-16.0-a")
def test_wheels_give_bonus_hexes_along_a_road_only():
    """A truck with two symbols goes three hexes of road for one AP."""
    road = on(COLUMN, roads=[ROAD], t=TRUCK).begin("move t A04 N", "go t A03 N").play("go t A02 N")
    assert road.at("t") == "A02" and road.pool(GERMAN) == 6
    assert on(COLUMN, t=TRUCK).play("move t A04 N").at("t") == "A04", "no wheel bonus in the open"
    leaving = on(COLUMN, roads=["A06-A05-A04"], t=TRUCK).play("move t A04 N")
    assert leaving.at("t") == "A04", "the road ends here"


@rule("atb-14.1-d", "atb-table-veh-road-bridge-b")
def test_tracks_mix_open_ground_and_roads():
    picture = ".\n.\nH\n.\nt\n."
    game = on(picture, roads=["A04-A03"], t="tk34a N active", active=SOVIET)
    game.begin("move t A04 N", "go t A03 N").play("go t A02 N")
    assert game.at("t") == "A02" and game.pool(SOVIET) == 6, "open, road through the woods, open"


@rule("atb-14.1-e", "atb-table-veh-legend-d")
@pytest.mark.parametrize("letter", ["H", "L", "B", "#"])
def test_no_bonus_after_or_into_ground_that_is_not_open(letter):
    first = before(letter).play("move t A04 N")
    assert first.at("t") == "A04" and first.seat == SOVIET, "figure 26, the woods end the move"
    then = on(f".\n.\n{letter}\n.\nt\n.", t=TANK)
    assert then.play("move t A04 N").at("t") == "A04", "figure 26, the yellow path"


def test_figure_26():
    game = on(".\nH\n.\n.\nt\n.", t=TANK, roads=[]).begin("move t A04 N").play("go t A03 N")
    assert game.pool(GERMAN) == 6
    game.play("pass").play("move t A02 N")
    assert game.pool(GERMAN) == 3 and game.at("t") == "A02", "1 and 2 for heavy woods"


@rule("atb-14.1-h")
def test_each_level_climbed_by_a_bonus_move_is_paid_for_by_the_same_means():
    """Figure 27: three open hexes up two levels for 3 AP."""
    hill = ".\n2\n1\n.\nt\n."
    game = on(hill, t="tk34a N active", active=SOVIET).begin("move t A04 N", "go t A03 N").play("go t A02 N")
    assert game.at("t") == "A02" and game.pool(SOVIET) == 4
    poor = on(hill, t="tk34a N active", active=SOVIET, pool={SOVIET: 2}).begin("move t A04 N", "go t A03 N")
    assert poor.at("t") == "A03" and poor.asked == "turn", "the second level can no longer be paid for"
    caps = on(hill, t="tk34a N spent", active=SOVIET, caps={GERMAN: 0, SOVIET: 2}).begin("move t A04 N")
    caps.begin("go t A03 N")
    assert caps.caps(SOVIET) == 0 and caps.at("t") == "A03"
    chance = on(hill, t="tk34a N", active=SOVIET).begin("move t A04 N", "by opportunity 0")
    chance.begin("go t A03 N").play("go t A02 N")
    assert chance.at("t") == "A02" and chance.condition("t") == "spent", "an opportunity action costs nothing"


@rule("atb-14.1-h")
def test_a_group_climbs_no_further_than_it_can_pay():
    hill, tank = ".\n2\n1\n.\nt+a\n.", "tk34a N active"
    game = on(hill, t=tank, a="srif N active", active=SOVIET, pool={SOVIET: 2}).gather("t", "a")
    game.begin("move t A04 N", "go t A03 N")
    assert game.at("t") == "A03" and game.asked == "group.move"
    game.play("finish")
    assert game.pool(SOVIET) == 0 and game.condition("t") == "spent"
    rich = on(hill, t=tank, a="srif N active", active=SOVIET).gather("t", "a").begin("move t A04 N", "go t A03 N")
    rich.begin("go t A02 N").play("finish")
    assert rich.pool(SOVIET) == 4


# -- 14.2 roads, 14.3 enemies


@rule("atb-14.2-a", "atb-14.2-b")
def test_a_road_must_be_followed_to_ignore_the_ground():
    assert cost(before("H", TRUCK, roads=["A05-A04"])) == 0
    assert cost(before("H", TRUCK, roads=["A04-A03"])) is None, "onto the road from beside it"
    assert cost(before("H", roads=["A04-A03"])) == 2, "figure 26, the woods' price"
    assert cost(before("H", roads=["A05-A04"])) == 0


@rule("atb-14.2-c")
def test_a_road_does_not_change_the_cover_of_a_hex():
    game = on("x:H\n.\na", a="pz3e N active", x="tk26b S", roads=["A01-A02"])
    assert (2, "table-foot-woods-heavy-b") in game.rating("fire a x", "Defense Rating")


@rule("atb-14.2-d")
def test_a_bridge_is_a_road_over_water():
    assert cost(before("=", roads=[ROAD])) == 0 and cost(before("=", TRUCK, roads=[ROAD])) == 0
    assert cost(before("=")) is None


@rule("atb-14.2-e", "atb-14.2-f")
def test_a_vehicle_on_the_road_stops_wheel_bonuses_only():
    jam = ".\n.\nx\n.\nt\n."
    blocked = on(jam, roads=[ROAD], t=TRUCK, x="pz3e N").play("move t A04 N")
    assert blocked.at("t") == "A04"
    men = on(jam, roads=[ROAD], t=TRUCK, x="grif N").begin("move t A04 N")
    assert goes(men) == {"A03"}
    tracks = on(jam, roads=[ROAD], t=TANK, x="pz3e N").begin("move t A04 N")
    assert goes(tracks) == {"A03"}
    paid = on(".\n.\n.\nx\nt\n.", roads=[ROAD], t=TRUCK, x="pz3e N")
    assert paid.offers("move t A04 N"), "a paid move is not stopped"


@rule("atb-14.3-a", "atb-14.3-b")
def test_vehicles_drive_into_and_through_enemies_and_cannot_be_engaged_on_the_way():
    game = on(".\n.\n.\nx\nt\n.", t=TANK, x="srif S").begin("move t A04 N")
    assert game.seat == GERMAN and goes(game) == {"A03"}, "the enemy is not asked in between"
    game.play("go t A03 N")
    assert game.at("t") == "A03" and "assault" not in game.verbs("x")
    stop = on(".\n.\n.\nx\nt\n.", t=TANK, x="srif S").begin("move t A04 N").play("stay")
    assert "assault" in stop.verbs("x")


@rule("atb-14.1-h", "atb-3.1-d")
def test_what_a_bonus_hex_adds_is_free_in_an_opportunity_too():
    game = on("1\n.\nt\n.\n.\nx", t="tk34a N", x="grif N spent", active=SOVIET, caps={GERMAN: 0, SOVIET: 3})
    game.begin("move t A02 N", "by opportunity 0").begin("go t A01 N")
    assert game.at("t") == "A01" and game.caps(SOVIET) == 3


# -- 14.5 sticking and towing


def into_stones(*dice: int, caps: int = 0) -> Bear:
    game = before("S", caps={GERMAN: caps, SOVIET: 0})
    return game.begin("move t A04 N", *(["by pool 0"] if caps else []), dice=dice)


@rule("atb-14.5-a", "atb-table-veh-legend-a", "atb-table-veh-building-stone-b")
@pytest.mark.parametrize(("dice", "safe"), [((2, 3), False), ((3, 3), True), ((1, 5), True), ((1, 1), False)])
def test_six_or_more_is_safe_among_stone_buildings(dice, safe):
    game = into_stones(*dice)
    assert game.at("t") == "A04" and game.unit("t").mired is not safe and game.pool(GERMAN) == 3


@rule("atb-14.5-a")
def test_wooden_houses_and_streets_are_safe():
    assert before("B").play("move t A04 N").at("t") == "A04"
    street = before("S", roads=[ROAD]).begin("move t A04 N")
    assert goes(street) == {"A03"}, "no roll along a road"


@rule("atb-14.5-b")
def test_caps_help_the_immobilization_roll():
    game = into_stones(caps=2)
    assert game.asked == "vehicle.sticks" and game.quote("caps 2").checks[0].need == 4
    game.play("caps 2", dice=[1, 3])
    assert not game.unit("t").mired and game.caps(GERMAN) == 0


@rule("atb-14.5-b", "atb-9.1.1-a")
def test_a_group_keeps_the_caps_it_must_pay_with():
    game = on("S\nt+a", t="pz3e N spent", a="grif N spent", caps={GERMAN: 5, SOVIET: 0}).gather("t", "a")
    game.begin("move t A01 N")
    assert game.asked == "vehicle.sticks" and game.choices() == ["caps 0", "caps 1"], "4 of 5 are owed"
    game.play("caps 1", "finish", dice=[6, 6])
    assert game.caps(GERMAN) == 0


@rule("atb-14.5-c", "atb-14.5-d")
def test_a_stuck_vehicle_neither_moves_nor_turns_but_its_turret_does():
    game = on(".\n.\n.\nS\nt\nx", t=TANK, x="srif N", pool={GERMAN: 9}).begin("move t A04 N", dice=[1, 1])
    game.play("pass")
    assert game.verbs("t") >= {"fire"} and not game.verbs("t") & {"move", "pivot"}
    assert game.why_not("move t A03 N") == "atb-14.5-c" and game.why_not("pivot t S") == "atb-14.5-c"
    assert game.cost("fire t x") == 3 + 2


def beside(tower: str, disabled: str, ground: str = ".", **more: object) -> Bear:
    return on(f".\n.\n.\nt+x:{ground}\n.", t=f"{tower} N active", x=disabled, **more)


@rule("atb-14.5-e", "atb-14.5-f", "atb-14.5-i")
@pytest.mark.parametrize(
    ("tower", "towed", "can"),
    [("opel", "sd232", True), ("pz3e", "sd232", True), ("opel", "pz3e", False), ("pz3e", "pz2f", True)],
)
def test_tracks_are_towed_by_tracks_and_wheels_by_any(tower, towed, can):
    for state in ("immobilized", "stunned"):
        assert beside(tower, f"{towed} N {state}").offers("tow t x") is can
    assert not beside(tower, f"{towed} N").offers("tow t x"), "it can drive itself"


@rule("atb-14.5-g", "atb-14.5-i")
def test_a_tow_is_a_group_move_without_bonus_and_a_marker_stays():
    game = beside("tk34r", "pz3e N immobilized").play("tow t x")
    assert game.unit("x").carrier == "t" and game.pool(GERMAN) == 6
    game.play("pass").play("move t A03 N")
    assert game.at("x") == "A03" and game.pool(GERMAN) == 5 and game.condition("x") == "active"
    assert game.unit("x").marker == "vehicle_immobilized"


def among_stones() -> Bear:
    """A tank stuck among stone buildings, and another beside it."""
    game = beside("pz3e", "pz2f N", "S")
    stuck = game.unit("x").changed(mired=True)
    game.state = structs.replace(game.state, position=game.state.position.with_unit(stuck))
    return game


@rule("atb-14.5-h")
def test_towed_out_of_the_stones_a_vehicle_moves_again():
    game = among_stones()
    game.play("tow t x").play("pass").play("move t A03 N")
    assert game.at("x") == "A03" and not game.unit("x").mired
    game.play("pass").play("unload x A03 N").play("pass")
    assert "move" in game.verbs("x")
    still = beside("pz3e", "pz2f N", "S")
    still.state = structs.replace(
        still.state, position=still.state.position.with_unit(still.unit("x").changed(mired=True))
    )
    still.play("tow t x").play("pass").play("pivot t S")
    assert still.unit("x").mired, "turned on the spot it is still among the stones"


# -- card 20


def bogging(t: str = "pz3e N", **more: object) -> Bear:
    return on(COLUMN, active=SOVIET, t=t, told={**DECK, **hands(soviet="20")}, **more)


@rule("atb-card-20-a")
def test_bogged_down_is_one_card():
    assert box().cards["20"].copies == 1 and box().cards["20"].name == "Bogged Down"


@rule("atb-card-20-b", "atb-card-20-d")
@pytest.mark.parametrize("state", ["", "spent"])
def test_bogged_down_holds_one_fresh_or_spent_enemy_vehicle(state):
    game = on("t\n.\nb\n.\na", active=SOVIET, t=f"pz3e N {state}", b="grif N", a="pz3e N",
              told={**DECK, **hands(soviet="20")})  # fmt: skip
    assert {text for text in game.choices() if text.startswith("bog")} == {"bog a", "bog t"}, "no men on foot"
    game.begin("bog t")
    assert game.unit("t").bogged and not game.unit("a").bogged and not game.hand(SOVIET)
    assert game.seat == GERMAN, "the card was the turn"
    assert "move" not in game.verbs("t") and "pivot" not in game.verbs("t")


@rule("atb-card-20-b")
def test_a_card_frees_nobody_who_could_do_nothing_with_it():
    game = on(COLUMN, t="pz3e N spent bogged", told=hands(german="02"))
    assert not game.offers("play 02")


@rule("atb-card-20-b")
def test_a_vehicle_that_is_stuck_already_does_not_bog_down():
    stuck = bogging("pz3e N bogged")
    assert not stuck.offers("bog t") and stuck.why_not("bog t") == "atb-card-20-b"


@rule("atb-card-20-b")
def test_an_active_vehicle_does_not_bog_down():
    assert bogging("pz3e N active").why_not("bog t") == "atb-card-20-b"


@rule("atb-card-20-b", "atb-10.0-a")
def test_a_hidden_vehicle_does_not_bog_down_before_it_is_seen():
    assert bogging("pz3e N hidden").why_not("bog t") == "atb-card-20-b"


@rule("atb-card-20-c")
def test_a_bogged_vehicle_is_free_when_the_round_ends():
    game = bogging().begin("bog t")
    assert game.play("pass").unit("t").bogged
    game.begin("pass")
    assert game.state.tracks.round == 2 and not game.unit("t").bogged


# -- set-up


@rule("atb-14.0-a")
def test_an_armored_car_is_set_up_on_roads_and_open_ground_only():
    state = GAME.start("dubno").apply("ready").state
    ground, board = state.setting.ground, state.setting.board
    places = [place for place in state.grow(("ba10-01", "put")) if isinstance(place, int)]
    closed = ground.tables.closed["wheeled"]
    assert places and all(board.roads[h] or ground.terrain[h] not in closed for h in places)
    barred = [h for h in hexes_in(state.setting.zones["east"]) if h not in places]
    assert barred and all(ground.terrain[h] in closed for h in barred)


@rule("atb-14.2-e", "atb-10.0-a")
def test_only_vehicles_in_view_jam_a_road_and_a_hidden_one_that_is_met_is_shown():
    def driven(other: str) -> Bear:
        picture = ".\n.\n.\ny:L\n.\nt\n."
        road = "A07-A06-A05-A04-A03-A02-A01"
        game = on(picture, roads=[road], t=TRUCK, y=other, told={"hiding": True})
        return game.begin("move t A05 N")

    assert driven("opel N").asked != "drive", "a truck in view jams the road"
    met = driven("opel N hidden")
    assert met.offers("go t A04 N")
    met.begin("go t A04 N")
    assert met.at("t") == "A04" and not met.is_hidden("y")
