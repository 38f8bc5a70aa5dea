"""What happens in the Firefights of the box: how they are set up, how far their rules go. [docs/interactions]"""

from __future__ import annotations

import pytest
from tests.systems.heroes.second_edition.kit import GERMAN, SOVIET, Bear, on
from tests.systems.heroes.second_edition.test_cards import held
from tests.systems.heroes.second_edition.test_pioneers import armed
from tests.systems.heroes.second_edition.test_works import work

from balka.core.proof import rule
from balka.games.awakening_the_bear.title import GAME


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
