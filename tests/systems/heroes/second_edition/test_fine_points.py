"""Fine points: what a rule says of one unit and not of its neighbour, each condition by itself."""

from __future__ import annotations

from random import Random

import pytest
from tests.systems.heroes.second_edition.kit import GERMAN, SOVIET, Bear, on
from tests.systems.heroes.second_edition.test_cards import held
from tests.systems.heroes.second_edition.test_mines_and_works import mined

from balka.core.proof import rule
from balka.systems.heroes.events.rounds import Paid
from balka.systems.heroes.show.scene import node
from balka.systems.heroes.units import Works

# -- Groups


@rule("atb-9.1-f", "atb-card-02-c")
@pytest.mark.parametrize(("tank", "joins"), [("pz3e N", True), ("pz3e N immobilized", False)])
def test_in_an_action_that_a_card_gives_nobody_joins_who_could_only_play_another_card(tank: str, joins: bool):
    game = on("a t\n. .", a="grif N", t=tank, told=held("02 11")).begin("play 02")
    assert game.offers("group a") == joins


@rule("atb-7.4-e", "atb-9.1-g")
def test_what_a_group_has_spent_so_far_does_not_betray_a_face_down_marker():
    def smoking(marker: str) -> Bear:
        game = on("x\n.\n.\n.\n.\n.\na+b\n.", a="8cm N", b=f"8cm N {marker}", x="srif S").gather("a", "b")
        return game.begin("act smoke", "smoke b A02")

    dearer, plain = smoking("suppressed"), smoking("unnerved")
    assert dearer.view(GERMAN).state.to_json() != plain.view(GERMAN).state.to_json()
    assert dearer.view(SOVIET).state.to_json() == plain.view(SOVIET).state.to_json()


# -- costs


@rule("atb-3.2.1-a", "atb-3.2.2-a")
@pytest.mark.parametrize(("means", "cited"), [("command", "atb-3.2.2-a"), ("activate", "atb-3.2.1-a")])
def test_caps_in_place_of_points_and_caps_beside_them_are_told_by_their_own_rules(means: str, cited: str):
    game = on(".\na", a="grif N", caps={GERMAN: 4, SOVIET: 0}).play("move a A01 N", f"by {means} 1")
    (paid,) = (told.event for told in game.told if isinstance(told.event, Paid))
    assert [part.rule for part in paid.tally.parts if part.value < 0] == [cited]


@rule("atb-13.0-c", "atb-13.0-g")
@pytest.mark.parametrize(("smoke", "part"), [("heavy", (2, "13.0-c")), ("light", (1, "13.0-g"))])
def test_smoke_over_the_target_is_cited_by_its_thickness(smoke: str, part: tuple[int, str]):
    game = on("x\n.\na", a="grif N", x="srif S", told={"smoke": {"A01": smoke}})
    assert part in game.rating("fire a x", "Defense Rating")


# -- hiding


@rule("atb-10.0.3-a", "atb-7.4-d")
def test_a_tank_whose_gun_is_damaged_fires_on_suspicion_with_what_it_has_left():
    for marker, color in (("", "Red"), (" gun_damaged_red", "Blue")):
        game = on("x:H\n.\n.\na\n.", a=f"tk34a N{marker}", x="grif S hidden", active=SOVIET)
        (rating,) = game.check("suspect a A01").tallies
        assert rating.parts[0].label.startswith(f"{color} Firepower")


@rule("atb-10.0.1-a", "atb-2.2-a")
def test_a_hidden_gun_that_cannot_turn_is_shown_facing_what_it_can_fire_at():
    game = on("t:H\n.\n.\nx", t="pzjg35 N hidden immobilized", x="srif N")
    shown = [text for text in game.choices("t") if text.startswith("reveal")]
    assert "reveal" in game.verbs("t") and shown == ["reveal t SE", "reveal t S", "reveal t SW"]


@rule("atb-10.1-h", "atb-10.1-a")
@pytest.mark.parametrize(("said", "behind_cliff"), [((), True), (("sneak x A08",), False)])
def test_who_is_known_to_move_unseen_is_imagined_only_where_it_could_move(said: tuple[str, ...], behind_cliff: bool):
    game = on("H\n3\na\n.\n.\n.\nx:H\nH", a="grif S", x="srif N hidden", active=SOVIET, caps={GERMAN: 0, SOVIET: 3})
    view, imagine = game.begin(*said).state.view(GERMAN), game.state.setting.system.sample
    places = {imagine(view, Random(seed)).position.hidden["x"].hex for seed in range(40)}
    assert (game.state.setting.board.hex("A01") in places) == behind_cliff and len(places) > 1


@rule("atb-10.2-d", "atb-card-05-c")
def test_a_hidden_gun_does_not_begin_a_group_for_rapid_deployment():
    game = on(
        "a+b+t:H\n.\n.\n.\nx", a="grif N hidden", b="grif N hidden", t="pak38 N hidden", x="srif N", told=held("05")
    )
    assert "group" in game.verbs("a") and "group" not in game.verbs("t")


# -- cards


@rule("atb-8.0-f", "atb-card-12-b")
@pytest.mark.parametrize(("cards", "asked"), [("12", False), ("12 12", True)])
def test_who_holds_two_lucks_is_asked_where_both_together_would_hit(cards: str, asked: bool):
    """It needs 10 and has rolled 7; the table keeps no roll that the cards in hand could still make a hit."""
    game = on("a . x", a="grif SE", x="srif NW", told=held(cards)).begin("fire a C01", "by opportunity 0", dice=[3, 4])
    assert game.asked == "roll.after" and (game.state.stack[-1].pointless(game.state, GERMAN) is None) == asked
    if asked:
        game.begin("luck", dice=[2]).begin("luck", dice=[2, "pinned"])
        assert game.unit("x").marker, "7 and twice 2 more: 11 hits"


# -- works


@rule("atb-card-41-b")
def test_the_obstacle_to_be_cleared_is_named_as_its_counter_is():
    wire = {"A04/barbed_wire": Works("barbed_wire", SOVIET)}
    game = mined(cards="41", works=wire).begin("play 41 a", "by command 2")
    labels = [node(game.state.view(GERMAN), (), choice, GERMAN).label for choice in game.state.choices()]
    assert "Clear the Barbed Wire" in labels


# -- vehicles


@rule("atb-card-20-b")
def test_who_cannot_be_bogged_down_is_told_why():
    game = on("t\n.\na", a="grif N", t="tk34a N active", pool={SOVIET: 3}, told=held("20"))
    assert "active" in game.refusal("bog t").sentence and "no enemy vehicle" in game.refusal("bog nobody").sentence


@rule("atb-15.6-c", "atb-card-weapon-grenades-d")
def test_tank_hunters_throw_grenades_into_an_open_top_and_keep_their_charges_for_its_armour():
    opened = {"zis30": {"flags": frozenset({"open_top"})}}
    game = on("a+x", a="hunt N active", x="zis30 S", kinds=opened, told=held(weapons={GERMAN: ("GRENADES",)}))
    figures = [game.rating(said, "Attack Rating")[0][0] for said in ("use a GRENADES x", "assault a x")]
    assert figures == [5, 3], "red against the crew, blue against the armour"
