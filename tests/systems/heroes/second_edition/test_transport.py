"""Loading, riding, unloading, attacks on transports, armored carriers. [16.1, 17.0, 17.1]"""

from __future__ import annotations

import pytest
from tests.systems.heroes.kit import hands
from tests.systems.heroes.second_edition.kit import GERMAN, SOVIET, Bear, on

from balka.core.proof import rule

FACINGS = ("N", "NE", "SE", "S", "SW", "NW")


def riding(a: str = "grif N carrier=t active", t: str = "sd251 N active", **more: object) -> Bear:
    """A squad on an armored carrier in the middle of a column."""
    return on(".\n.\n.\n.\na+t\n.", t=t, a=a, **more)


def defence(game: Bear, text: str, target: str) -> list[int]:
    check = next(check for check in game.quote(text).checks if check.name.endswith(f" {target}"))
    return [part.value for tally in check.tallies if tally.name == "Defense Rating" for part in tally.parts]


# -- 17.0 loading


@rule("atb-17.0-a")
def test_a_vehicle_takes_one_squad_or_one_gun():
    for load in ("grif", "pak36", "8cm"):
        assert on("a+t", t="opel N active", a=f"{load} N active").offers("load a t")
    full = on("a+b+t", t="opel N active", a="grif N active", b="pak36 N carrier=t")
    assert not full.offers("load a t") and "room" in full.refusal("load a t").sentence
    assert not on("a+t", t="opel N active", a="pz2f N active").offers("load a t")


@rule("atb-17.0-b")
@pytest.mark.parametrize(
    ("first", "second", "fits"),
    [("grif", "lmg34", True), ("lmg34", "grif", True), ("grif", "grif", False), ("lmg34", "lmg34", False),
     ("pio", "lmg34", False), ("hunt", "lmg34", False), ("pak36", "lmg34", False)],
)  # fmt: skip
def test_a_german_rifle_and_lmg_ride_together(first, second, fits):
    game = on("a+b+t", t="opel N active", a=f"{first} N carrier=t", b=f"{second} N active")
    assert game.offers("load b t") is fits


@rule("atb-17.0-b")
def test_a_whole_squad_leaves_no_room_and_soviets_have_no_such_squads():
    game = on("a+b+c+t", t="opel N active", a="grif N carrier=t", b="lmg34 N carrier=t", c="grif N active")
    assert not game.offers("load c t")
    soviet = on("a+b+t", t="gaz N active", a="srif N carrier=t", b="maxim N active", active=SOVIET)
    assert not soviet.offers("load b t")


@rule("atb-17.0-c")
def test_loading_needs_the_same_hex():
    game = on("t\na", t="opel S active", a="grif N active")
    assert not game.offers("load a t") and "own hex" in game.refusal("load a t").sentence
    assert on("a+t", t="opel S active", a="grif N active").offers("load a t")


@rule("atb-17.0-d", "atb-17.0-e")
def test_loading_is_a_group_action_at_the_open_cost_of_who_loads():
    game = on("a+t:H\n.", t="sd251 SE", a="pak38 N")
    assert game.cost("load a t") == 4, "heavy woods cost nothing more"
    game.play("load a t", "by activate 0")
    assert game.pool(GERMAN) == 3 and game.condition("a") == game.condition("t") == "active"
    assert game.unit("a").carrier == "t" and game.facing("a") == "SE"
    chance = on("a+t", t="sd251 SE", a="pak38 N").play("load a t", "by opportunity 0")
    assert chance.condition("a") == chance.condition("t") == "spent"


@rule("atb-17.0-l")
def test_loading_with_caps_changes_nobodys_state():
    game = on("a+t", t="sd251 N spent", a="pak38 N", caps={GERMAN: 4, SOVIET: 0}).play("load a t")
    assert game.caps(GERMAN) == 0 and game.condition("t") == "spent" and game.condition("a") == "fresh"
    out = riding("pak38 N carrier=t", "sd251 N", caps={GERMAN: 4, SOVIET: 0}).play("unload a A05 S", "by command 4")
    assert out.condition("a") == out.condition("t") == "fresh" and out.caps(GERMAN) == 0
    out.play("pass").begin("move t A04 N", "by activate 0").play("stay")
    assert out.condition("t") == "active" and out.condition("a") == "fresh"


@rule("atb-17.0-d")
def test_a_group_that_cannot_pay_does_not_load():
    assert not on("a+t", t="sd251 N spent", a="grif N").offers("load a t")
    assert not on("a+t", t="sd251 N", a="grif N spent").offers("load a t")
    assert not on("a+t", t="sd251 N", a="grif N pinned").offers("load a t"), "ruling B53"
    assert not riding("grif N carrier=t pinned active").offers("unload a A05 N"), "ruling B53"


# -- riding


@rule("atb-17.0-g", "atb-17.0-h")
def test_vehicle_and_load_move_as_a_group_for_the_vehicles_cost_with_its_bonus():
    """Figure 28: an APC with a PaK38 in tow goes three hexes for 1 AP."""
    game = riding("pak38 N carrier=t", "sd251 N").begin("move t A04 N", "by activate 0", "go t A03 N")
    game.play("go t A02 NE")
    assert game.at("a") == game.at("t") == "A02" and game.facing("a") == "NE"
    assert game.pool(GERMAN) == 6 and game.condition("a") == game.condition("t") == "active"


@rule("atb-17.0-g")
def test_a_spent_load_lets_its_vehicle_move_by_caps_only_but_fire_as_it_likes():
    game = on("x\n.\n.\n.\na+t\n.", t="sd251 N", a="grif N carrier=t spent", x="srif S")
    assert game.verbs("t") & {"move", "pivot", "fire"} == {"fire"}
    rich = on(".\n.\na+t\n.", t="sd251 N", a="grif N carrier=t spent", caps={GERMAN: 1, SOVIET: 0})
    rich.begin("move t A02 N").play("stay")
    assert rich.caps(GERMAN) == 0 and rich.condition("t") == "fresh"


@rule("atb-17.0-g")
def test_who_rides_takes_no_part_in_what_the_vehicle_does_besides():
    game = on("x\n.\n.\n.\na+t\n.", t="sd251 N", a="grif N carrier=t", x="srif S")
    game.play("fire t x", "by activate 0", dice=[1, 1])
    assert game.condition("t") == "active" and game.condition("a") == "fresh"


@rule("atb-17.0-i")
def test_a_carried_unit_does_not_attack():
    game = on("x\n.\na+t\n.", t="sd251 N active", a="grif N carrier=t active", x="srif S")
    assert game.verbs("a") == {"unload"} and game.why_not("fire a x")
    assert "may not attack" in game.refusal("fire a x").sentence


# -- unloading


@rule("atb-17.0-j", "atb-17.0-k")
def test_unloading_is_a_group_action_into_the_same_hex_facing_any_way():
    game = riding("pak38 N carrier=t active")
    assert game.choices("a", "unload") == [f"unload a A05 {side}" for side in FACINGS]
    game.play("unload a A05 SW")
    assert game.pool(GERMAN) == 3 and not game.unit("a").carrier and game.facing("a") == "SW"
    woods = on("a+t:H\n.", t="sd251 N active", a="grif N carrier=t active")
    assert woods.cost("unload a A01 N") == 1, "the open cost"
    assert riding().why_not("unload a A04 N")
    fresh = riding("pak38 N carrier=t", "sd251 N").play("unload a A05 N", "by opportunity 0")
    assert fresh.condition("a") == fresh.condition("t") == "spent"


@rule("atb-17.0-b")
def test_each_of_two_passengers_gets_off_by_itself():
    game = on("a+b+t", t="sd251 N active", a="grif N carrier=t active", b="lmg34 N carrier=t active")
    game.play("unload a A01 S")
    assert not game.unit("a").carrier and game.unit("b").carrier == "t"


# -- 17.1 attacks


def convoy(vehicle: str = "opel", load: str = "grif", ground: str = ".") -> Bear:
    return on(f"a+t:{ground}\n.\n.\nx", t=f"{vehicle} S", a=f"{load} S carrier=t", x="45mm N active", active=SOVIET)


@rule("atb-17.1-a", "atb-17.1-b", "atb-17.0-f")
def test_vehicle_and_passenger_are_rolled_for_apart_the_passenger_on_its_flank():
    game = convoy()
    assert defence(game, "fire x A01", "t") == [11] and defence(game, "fire x A01", "a") == [11], "front would be 12"
    game.begin("fire x A01", "at a", dice=[1, 1, 1, 1])
    assert game.alive("a") and game.alive("t") and game.pool(SOVIET) == 4


@rule("atb-17.1-c")
def test_both_have_the_cover_of_the_hex():
    game = convoy(ground="L")
    assert defence(game, "fire x A01", "t") == [11, 1] and defence(game, "fire x A01", "a") == [11, 1]


@rule("atb-17.1-d", "atb-17.1-e")
def test_a_survivor_stands_as_the_vehicle_stood_without_further_harm():
    game = convoy().play("fire x A01", "at a", dice=[1, 1, 6, 6])
    assert game.alive("a") and not game.alive("t")
    assert not game.unit("a").carrier and not game.unit("a").marker
    assert game.at("a") == "A01" and game.facing("a") == "S"


# -- 16.1 carriers


@rule("atb-16.1-a", "atb-16.1-b", "atb-16.1-c", "atb-16.1-e", "atb-17.0-f")
@pytest.mark.parametrize(("load", "flank"), [("grif", 11), ("pak38", 10), ("8cm", 10)])
def test_an_armored_carrier_shields_whatever_it_carries_or_tows(load, flank):
    """Figure 30."""
    game = convoy("sd251", load)
    assert defence(game, "fire x A01", "t") == [13]
    assert defence(game, "fire x A01", "a") == [flank, 2]
    assert defence(convoy("opel", load), "fire x A01", "a") == [flank], "a truck does not"
    game.begin("fire x A01", "at t", dice=[1, 1, 1, 1])
    assert game.alive("a") and game.alive("t"), "a roll for each"


@rule("atb-16.1-d")
def test_the_shield_holds_for_the_attack_that_destroys_the_carrier():
    game = convoy("sd251")
    need = next(check for check in game.quote("fire x A01").checks if check.name.endswith(" a")).need
    assert need == 11 + 2 - 3
    game.play("fire x A01", "at a", dice=[4, 5, 5, 6])
    assert game.alive("a") and not game.unit("a").marker, "9 against it: without the shield a hit"
    assert not game.alive("t")


@rule("atb-16.1-d", "atb-17.1-a", "atb-17.1-d")
def test_figure_30_the_vehicle_first():
    """The carrier is destroyed by eleven; the squad it carried is then attacked on its flank behind its shield."""
    game = convoy("sd251").begin("fire x A01")
    assert set(game.choices()) == {"at a", "at t"}, "the attacker says who is rolled for first"
    game.play("at t", dice=[5, 6, 4, 5])
    assert not game.alive("t") and game.alive("a") and not game.unit("a").marker, "9 is not enough for 11 and 2"
    truck = convoy("opel").begin("fire x A01").begin("at t", dice=[6, 6, 4, 4, "pinned"])
    assert not truck.alive("t") and truck.unit("a").marker, "8 and 3 on a flank of 11, which no truck shields"
    assert truck.state.setting.system.invariants(truck.state) == []


@rule("atb-17.0-g", "atb-17.0-i", "atb-17.0-j")
def test_figure_29():
    """Drive up, fire, unload, attack together with 7."""
    game = on("x\n.\n.\na+t\n.", t="sd251 N", a="grif N carrier=t", x="srif S")
    game.begin("move t A03 N", "by activate 0", "go t A02 N").play("stay")
    assert game.pool(GERMAN) == 6
    game.play("pass").play("fire t x", dice=[1, 1])
    assert game.pool(GERMAN) == 4
    game.play("pass").play("unload a A02 N")
    assert game.pool(GERMAN) == 3
    game.play("pass").gather("t", "a")
    rating = next(t for t in game.check("fire t x").tallies if t.name == "Attack Rating")
    assert rating.value == 7


@rule("atb-17.0-e")
def test_who_rides_turns_with_its_vehicle():
    assert riding().play("pivot t S").facing("a") == "S"


def test_a_card_lets_a_vehicle_with_a_spent_load_drive():
    game = on(".\n.\na+t\n.", t="sd251 N", a="grif N carrier=t spent", told=hands(german="02"))
    assert game.begin("play 02").offers("move t A02 N")
