"""Whatever units do alone they may do as a group. [9.1]"""

from __future__ import annotations

from tests.systems.heroes.kit import hands
from tests.systems.heroes.second_edition.kit import GERMAN, SOVIET, on
from tests.systems.heroes.second_edition.test_obstacles import MINES, lies

from balka.core.proof import rule

CAPS = {GERMAN: 6, SOVIET: 0}


@rule("atb-9.1-a", "atb-19.1-b", "atb-9.1.2-h")
def test_a_flamethrower_leads_a_group():
    game = on("x . .\na b .", a="pio N", b="grif NW", x="srif S").gather("a", "b")
    assert game.offers("flame a A01") and not game.offers("flame b A01")
    assert (1, "9.1.2-h") in game.rating("flame a A01", "Attack Rating") or 1 in [
        value for value, _ in game.rating("flame a A01", "Attack Rating")
    ]


@rule("atb-9.1-a", "atb-12.0-b")
def test_a_mortar_leads_a_group_over_a_hill_for_those_who_see_the_target():
    """The squad beside the house sees what the mortar behind it does not."""
    game = on("x . .\n. . .\n. . .\nS . .\na b .\n. . .", a="8cm N", b="grif NW", x="srif S").gather("a", "b")
    assert any(said.startswith("indirect a A01") for said in game.choices())


@rule("atb-9.1-a", "atb-9.1-g", "atb-19.0-c")
def test_pioneers_lay_smoke_as_one_action():
    game = on("x . .\n. . .\n. . .\na b .", a="pio N", b="pio N", x="srif S", caps=CAPS).gather("a", "b")
    game.begin("act smoke", "smoke a A03").begin("smoke b B04", "by command 2")
    assert game.caps(GERMAN) == 4 and set(game.state.position.smoke) == {"A03", "B04"} and game.seat == SOVIET


@rule("atb-9.1-a")
def test_who_has_no_smoke_lays_none_with_a_group():
    game = on("x . .\n. . .\n. . .\na b .", a="pio N", b="grif N", x="srif S").gather("a", "b")
    assert not game.offers("act smoke")


@rule("atb-9.1-a", "atb-18.2-d", "atb-18.2-e", "atb-9.1.1-a")
def test_a_group_goes_into_a_trench_and_out_of_it_at_the_dearest_price():
    told = {"works": {"A03": lies("trench", GERMAN)}}
    game = on("x .\n. .\na+b .\n. .", a="grif N", b="hmg34 N", x="srif S", told=told, caps=CAPS).gather("a", "b")
    dear = game.state.setting.kind(game.unit("b")).move_cost
    game.begin("act occupy", "occupy a S", "occupy b N").begin(f"by command {dear}")
    assert game.unit("a").inside and game.unit("b").inside and game.facing("a") == "S"
    assert game.caps(GERMAN) == 6 - dear and game.seat == SOVIET
    game.play("pass").gather("a", "b").begin("act climb", "climb a N", "finish").begin("by command 1")
    assert not game.unit("a").inside and game.unit("b").inside and game.caps(GERMAN) == 5 - dear


@rule("atb-9.1-a", "atb-18.2-d")
def test_a_group_that_cannot_pay_does_not_climb():
    told = {"works": {"A03": lies("trench", GERMAN)}}
    game = on("x .\n. .\na+b .\n. .", a="hmg34 N spent inside", b="hmg34 N spent inside", x="srif S", told=told,
              caps={GERMAN: 1, SOVIET: 0})  # fmt: skip
    assert not game.offers("group a") or not game.gather("a", "b").offers("act climb")


@rule("atb-9.1-a", "atb-card-02-b")
def test_a_group_lays_smoke_by_command_card_for_nothing():
    game = on("x . .\n. . .\n. . .\na b .", a="pio N spent", b="pio N spent", x="srif S", told=hands("02"))
    game.begin("play 02").gather("a", "b").begin("act smoke", "smoke a A03", "finish")
    assert set(game.state.position.smoke) == {"A03"} and game.seat == SOVIET


@rule("atb-18.3.3-c", "atb-9.1-a")
def test_mines_go_off_under_a_group_that_climbs_about():
    told = {"works": {"A03": lies("trench", GERMAN), "A03/mines": lies(MINES)}}
    game = on("x .\n. .\na+b .\n. .", a="grif N", b="grif N", x="srif S", told=told).gather("a", "b")
    game.begin("act occupy", "occupy a N").begin("occupy b N", "by activate 0", dice=[1, 1, 1, 1])
    assert game.seat == SOVIET
