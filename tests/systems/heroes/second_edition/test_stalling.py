"""Nobody lets turn after turn go by for nothing: what comes to nothing costs what a stall costs. [2.2]"""

from __future__ import annotations

from typing import Any

import pytest
from tests.systems.heroes.kit import hands
from tests.systems.heroes.second_edition.kit import GERMAN, SOVIET, Bear, on
from tests.systems.heroes.second_edition.test_cards import apart
from tests.systems.heroes.second_edition.test_obstacles import BLOCK, WIRE, lies

from balka.core.proof import rule

POOR = {GERMAN: 1, SOVIET: 0}


def before(kind: str, a: str, **more: Any) -> Bear:
    return on("x\n.\n.\n.\n.\na+b\n.", **{"a": a, "b": "grif N spent", "x": "srif S", "caps": POOR,
                                        "told": {"works": {"A05": lies(kind)}}, **more})  # fmt: skip


# -- giving up before an Obstacle


@rule("atb-2.2-o", "atb-18.3.1-e", "atb-18.3.2-d")
@pytest.mark.parametrize(("kind", "who"), [(WIRE, "grif N spent"), (BLOCK, "pz3e N spent")])
def test_an_attempt_by_command_that_is_given_up_costs_a_cap(kind: str, who: str):
    game = before(kind, who).play("move a A05 N", "caps 0", dice=[6])
    assert game.at("a") == "A06" and game.caps(GERMAN) == 0 and game.seat == SOVIET
    assert "stalled for 1 CAP" in " ".join(game.heard(SOVIET))
    game.play("pass")
    assert not game.offers("move a A05 N"), "without CAPs there is no second attempt"


@rule("atb-2.2-o")
def test_caps_that_went_into_the_die_may_have_been_the_last():
    game = before(WIRE, "grif N spent", caps={GERMAN: 2, SOVIET: 0}).play("move a A05 N", "caps 2", dice=[6])
    assert game.caps(GERMAN) == 0 and game.at("a") == "A06"


@rule("atb-2.2-o")
def test_an_attempt_that_succeeds_costs_no_more_than_it_says():
    game = before(WIRE, "grif N spent", caps={GERMAN: 5, SOVIET: 0}).begin("move a A05 N", "caps 0", dice=[2])
    game.play("by command 3")
    assert game.caps(GERMAN) == 2 and game.at("a") == "A05"


@rule("atb-2.2-o", "atb-18.3.1-e")
def test_a_group_by_command_of_which_nobody_goes_has_stalled_too():
    game = before(WIRE, "grif N spent", caps={GERMAN: 2, SOVIET: 0}).gather("a", "b")
    game.begin("move a A05 N", "caps 0", dice=[6]).play("finish")
    assert game.caps(GERMAN) == 1 and game.seat == SOVIET


# -- groups that can do nothing


@rule("atb-9.1-a")
def test_a_group_is_not_told_to_move_where_nobody_can_pay_for_it():
    """Cowering units turn for two; one CAP does not pay for that, and a free move to nowhere is no action."""
    game = on("x\n.\n.\n.\n.\na+b\n.", a="grif N spent cowering", b="grif N spent cowering", x="srif S", caps=POOR)
    assert "group" not in game.verbs("a") and not game.offers("group a")
    richer = on("x\n.\n.\n.\n.\na+b\n.", a="grif N spent cowering", b="grif N spent cowering", x="srif S",
                caps={GERMAN: 2, SOVIET: 0})  # fmt: skip
    assert richer.offers("group a")


@rule("atb-9.1-a", "atb-17.0-g")
def test_a_group_with_a_spent_passenger_needs_caps_to_move():
    game = on("x\n.\n.\n.\n.\nt+l+b\n.", t="opel N", l="grif N spent carrier=t", b="grif N", x="srif S")
    assert game.offers("move b A05 N") and not game.offers("move t A05 N") and not game.offers("group b")
    fresh = on("x\n.\n.\n.\n.\nt+l+b\n.", t="opel N", l="grif N carrier=t", b="grif N", x="srif S")
    assert fresh.offers("group b")


@rule("atb-18.1.2-d")
def test_nobody_turns_in_a_bunker_with_a_group():
    told = {"works": {"A06": lies("bunker_5", GERMAN)}}
    game = on("x\n.\n.\n.\n.\na+b\n.", a="grif N inside", b="grif N inside", x="srif S", told=told).gather("a", "b")
    game.begin("act move")
    assert not game.offers("pivot a S") and game.offers("move a A05 N")


# -- throwing for nothing


def thrower(**more: Any) -> Bear:
    return on("a . . . x", a="grif SE spent", x="srif NW", told={"weapons": {GERMAN: ("GRENADES",)}, "hiding": True},
              **more)  # fmt: skip


@rule("atb-2.2-o", "atb-10.0.3-a")
def test_grenades_at_nobody_cost_what_a_stall_costs():
    assert "use" not in thrower().verbs("a") and thrower().why_not("use a GRENADES B01") == "atb-2.2-y"
    game = thrower(caps=POOR)
    assert game.cost("use a GRENADES B01") == 1
    game.play("use a GRENADES B01", dice=[1, 1])
    assert game.caps(GERMAN) == 0
    game.play("pass")
    assert "use" not in game.verbs("a")


@rule("atb-card-weapon-grenades-a")
def test_grenades_at_somebody_in_view_cost_nothing():
    game = on("a x", a="grif SE spent", x="srif NW", told={"weapons": {GERMAN: ("GRENADES",)}, "hiding": True})
    assert game.cost("use a GRENADES B01") == 0
    game.play("use a GRENADES B01", dice=[1, 1])
    assert game.seat == SOVIET


@rule("atb-card-weapon-grenades-a", "atb-card-02-a")
def test_a_throw_at_nobody_is_free_by_command_card():
    game = on("a . . . x", a="grif SE spent", x="srif NW",
              told={"weapons": {GERMAN: ("GRENADES",)}, "hiding": True, **hands("02")}).begin("play 02")  # fmt: skip
    game.play("use a GRENADES B01", dice=[1, 1])
    assert game.seat == SOVIET and game.hand(GERMAN) == ()


# -- coming out of hiding for nothing


@rule("atb-2.2-a", "atb-10.0.1-a")
def test_nobody_comes_out_of_hiding_who_could_then_do_nothing():
    game = on("a:H . . . x", a="grif N hidden spent", x="srif NW")
    assert game.verbs("a") == set() and game.why_not("reveal a N") == "atb-10.0.1-a"
    game.play("pass")
    paid = on("a:H . . . x", a="grif N hidden spent", x="srif NW", caps=POOR)
    assert paid.offers("reveal a N") and paid.offers("reveal a S"), "with a CAP it can turn"


@rule("atb-2.2-a", "atb-10.0-b", "atb-card-weapon-grenades-a")
def test_it_comes_out_facing_so_that_it_can_use_what_costs_nothing():
    game = on(
        "a:H x\n. .", a="grif N hidden spent", x="srif NW", told={"weapons": {GERMAN: ("GRENADES",)}, "hiding": True}
    )
    sides = {text.split()[-1] for text in game.choices("a")}
    assert sides and "SE" in sides and not {"SW", "NW"} & sides
    game.begin("reveal a SE")
    assert game.choices("a") == ["use a GRENADES B01"] and not game.offers("done")


# -- activation before what no unit does


@rule("atb-3.0-a", "atb-2.2-o")
def test_who_has_no_caps_and_nobody_active_activates_a_unit_and_stalls_with_it():
    game = apart()
    assert not game.offers("stall ap") and game.offers("activate a") and game.offers("activate b")
    game.begin("activate a")
    assert game.pool(GERMAN) == 7 and game.condition("a") == "active" and game.seat == GERMAN, "no action yet"
    assert game.offers("stall ap") and not game.offers("activate b") and game.why_not("activate b") == "atb-3.0-d"
    game.play("stall ap").play("pass")
    assert game.pool(GERMAN) == 6 and game.state.tracks.round == 1, "a stall is no pass"
    assert apart().begin("activate a").play("pass").condition("a") == "spent"


@rule("atb-3.0-a", "atb-2.2-d", "atb-hit-foot-stunned-b")
def test_only_fresh_units_on_the_map_that_can_do_more_than_rally_are_activated_to_wait():
    units = {"a": "grif N spent", "b": "grif N stunned", "c": "grif N due=1 entry=e"}
    game = on("x .\nS S\n. .\na b", **units, x="srif S", entries={"e": ["A04"]})
    assert not any(game.offers(f"activate {name}") for name in "abc")


@rule("atb-3.0-a", "atb-2.2-d", "atb-2.2-o")
@pytest.mark.parametrize(
    ("who", "facts"),
    [
        ("t", {"t": "opel SE immobilized"}),
        ("t", {"t": "gwagon SE bogged"}),
        ("t", {"t": "opel SE", "r": "pak38 SE spent carrier=t"}),
        ("r", {"t": "sd251 SE spent", "r": "grif SE carrier=t"}),
    ],
)
def test_a_fresh_unit_that_can_do_nothing_is_activated_to_wait(who: str, facts: dict[str, str]):
    """A truck that is stuck, one behind which a Spent gun hangs, who rides on a Spent vehicle."""
    game = on("t . . x", x="srif NW", **facts)
    assert sorted(game.choices()) == [f"activate {who}", "pass"]
    game.begin(f"activate {who}").play("stall ap").play("pass")
    assert game.pool(GERMAN) == 6 and game.condition(who) == "active" and game.state.tracks.round == 1


@rule("atb-3.0-a", "atb-hit-foot-stunned-b")
@pytest.mark.parametrize("points", ["seven", "variable"])
def test_nobody_waits_who_is_spent_or_stunned_or_already_shares_a_pool(points: str):
    told = {"options": {"action_points": points}}
    crew = on("t+x . .", t="opel SE stunned", x="srif NW", told=told)
    assert crew.choices() == ["pass"], "Stunned, with an enemy in its hex"
    assert on("t . . x", t="opel SE immobilized spent", x="srif NW", told=told).choices() == ["pass"]
    busy = on("a t . x", a="grif SE active", t="opel SE immobilized", x="srif NW", pool={GERMAN: 2})
    assert not busy.offers("activate t") and busy.offers("stall ap")


@rule("atb-10.0.1-a", "atb-2.2-o", "atb-3.0-a")
def test_a_hidden_unit_is_activated_and_stalls_unseen():
    game = on("x\n.\n.\n.\n.\na:L\nL", a="grif N hidden", x="srif S").begin("activate a").play("stall ap")
    assert game.is_hidden("a") and game.pool(GERMAN) == 6 and game.condition("a") == "active"
    assert not game.view(SOVIET).alive("a") and not any("A06" in said for said in game.heard(SOVIET))


@rule("atb-card-07-b", "atb-3.0-a")
def test_a_sergeant_drills_a_unit_that_is_activated_in_the_same_turn():
    game = apart("07").begin("activate a", "play 07 a", dice=[6])
    assert game.pool(GERMAN) == 13 and game.condition("a") == "active" and game.seat == SOVIET
    other = apart("07", a="grif N active", pool={GERMAN: 2}).begin("activate b", "play 07 b", dice=[1])
    assert other.condition("a") == "spent" and other.pool(GERMAN) == 8, "in the place of who was active"
