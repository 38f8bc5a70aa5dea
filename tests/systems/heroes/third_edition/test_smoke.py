"""Smoke: sight, cover, rally, thinning, and who lays it. [chapter 14, 9.4-b, 9.4-c, 7.8-d, 18.1-d]"""

from __future__ import annotations

from typing import Any

import pytest
from tests.systems.heroes.kit import GERMAN, SOVIET, Game, box, on

from balka.core.proof import rule
from balka.systems.heroes.data.mission_data import AbilityOff
from balka.systems.heroes.third_edition.system import THIRD_EDITION

HEAVY, LIGHT = "heavy", "light"


def column(*words: str) -> str:
    return "\n".join(words)


def foggy(picture: str, smoke: dict[str, str], *, told: dict[str, Any] | None = None, **units: str) -> Game:
    return on(picture, told={"smoke": smoke, **(told or {})}, **(units or {"a": "inf N", "x": "rif S"}))


STRAIGHT = column("x", ".", ".", ".", "a")


# -- cover


@rule("sos-14.3-a", "sos-14.4-b")
@pytest.mark.parametrize(("density", "part"), [(HEAVY, (2, "14.3-a")), (LIGHT, (1, "14.4-b"))])
def test_defending_in_smoke(density, part):
    game = foggy(STRAIGHT, {"A01": density})
    assert game.rating("fire a x", "Defense Rating") == [(12, "6.1-b"), part]


@rule("sos-14.3-b", "sos-14.4-c")
@pytest.mark.parametrize(("density", "part"), [(HEAVY, (-2, "14.3-b")), (LIGHT, (-1, "14.4-c"))])
def test_attacking_out_of_smoke(density, part):
    game = foggy(STRAIGHT, {"A05": density})
    assert game.rating("fire a x", "Attack Rating") == [(4, "6.5-b"), part]


@rule("sos-14.4-d", "sos-14.4-e")
def test_one_light_smoke_on_the_way_covers_without_blocking():
    game = foggy(STRAIGHT, {"A03": LIGHT})
    assert game.rating("fire a x", "Defense Rating") == [(12, "6.1-b"), (1, "14.4-d")]


@rule("sos-14.4-h")
@pytest.mark.parametrize(
    ("smoke", "dr", "ar"),
    [
        ({"A01": HEAVY, "A03": LIGHT}, 2, 0),
        ({"A01": LIGHT, "A03": LIGHT}, 2, 0),
        ({"A01": LIGHT, "A05": HEAVY}, 1, -2),
        ({"A01": HEAVY, "A03": LIGHT, "A05": HEAVY}, 2, -2),
    ],
)
def test_smoke_adds_up_to_two_each_way_at_most(smoke, dr, ar):
    game = foggy(STRAIGHT, smoke)
    assert sum(value for value, _ in game.rating("fire a x", "Defense Rating")[1:]) == dr
    assert sum(value for value, _ in game.rating("fire a x", "Attack Rating")[1:]) == ar


@rule("sos-14.3-a", "sos-14.3-b")
def test_hand_to_hand_smoke_covers_but_nobody_looks_out_of_it():
    game = foggy("a+x", {"A01": HEAVY})
    assert (2, "14.3-a") in game.rating("assault a x", "Defense Rating")
    assert game.rating("assault a x", "Attack Rating") == [(4, "6.5-b"), (4, "6.6-c")]


# -- sight


@rule("sos-14.3-c")
@pytest.mark.parametrize("picture", [STRAIGHT, column("x:2", "1", ".", ".", "a"), column("x:2", "2", "2", "2", "a:2")])
def test_heavy_smoke_between_blocks_sight_at_every_height(picture):
    clear = on(picture, a="inf N", x="rif S")
    assert clear.offers("fire a x")
    game = foggy(picture, {"A03": HEAVY})
    assert not game.offers("fire a x") and game.why_not("fire a x") == "sos-14.3-c"


@rule("sos-14.4-f")
@pytest.mark.parametrize("picture", [STRAIGHT, column("x:2", "2", "2", "2", "a:2")])
def test_two_light_smokes_on_the_way_block_at_every_height(picture):
    game = foggy(picture, {"A02": LIGHT, "A03": LIGHT})
    assert not game.offers("fire a x")


@rule("sos-14.4-f", "sos-14.4-e")
def test_smoke_around_either_end_does_not_count_towards_blocking():
    game = foggy(STRAIGHT, {"A01": LIGHT, "A03": LIGHT, "A05": LIGHT})
    assert game.offers("fire a x")


@rule("sos-14.3-c")
def test_along_an_edge_smoke_on_one_side_leaves_the_other_open():
    """The line from A02 to C02 runs between B02 and B03."""
    picture = ". . .\na . x\n. . ."
    open_side = foggy(picture, {"B02": HEAVY}, a="inf SE", x="rif NW")
    assert open_side.offers("fire a x")
    both = foggy(picture, {"B02": HEAVY, "B03": HEAVY}, a="inf SE", x="rif NW")
    assert not both.offers("fire a x")
    trees = foggy(". . .\na . x\n. W .", {"B02": HEAVY}, a="inf SE", x="rif NW")
    assert not trees.offers("fire a x"), "smoke on one side, woods on the other"


@rule("sos-14.4-d", "sos-5.2-g")
@pytest.mark.parametrize(("other", "smoke", "more"), [
    (".", {"B02": LIGHT}, 0), (".", {"B02": LIGHT, "B03": LIGHT}, 1), ("W", {"B02": LIGHT}, 1), ("B", {"B02": LIGHT}, 1)
])  # fmt: skip
def test_light_smoke_beside_trees_or_houses_is_looked_through_along_their_edge(other, smoke, more):
    """The line from A02 to C02 runs between B02 and B03."""
    picture = f". . .\na . x\n. {other} ."
    clear, covered = (foggy(picture, smoky, a="inf SE", x="rif NW") for smoky in ({}, smoke))
    assert covered.need("fire a x") == clear.need("fire a x") + more
    state = covered.state.apply("fire a C02").state
    state = state.apply("caps 0").state
    assert state.stack[-1].check.need == THIRD_EDITION.recount(state, state.stack[-1])


@rule("sos-14.3-c", "sos-14.4-d", "sos-5.2-g", "sos-12.6-b")
@pytest.mark.parametrize(("ends", "other", "stops"), [
    ("", "1", True), ("", "2", True), (":1", "1", False), (":1", "2", True), (":2", "1", False), (":1", "W", True),
])  # fmt: skip
def test_a_hill_beside_smoke_leaves_no_way_along_their_edge(ends, other, stops):
    """The line from A02 to C02 runs between B02 and B03; equal ground leaves it open, as without smoke."""
    picture = f". . .\na{ends} . x{ends}\n. {other} ."
    clear = foggy(picture, {}, a="inf SE", x="rif NW")
    assert clear.offers("fire a x"), "one side of the edge is open"
    assert foggy(picture, {"B02": HEAVY}, a="inf SE", x="rif NW").offers("fire a x") == (not stops)
    thin = foggy(picture, {"B02": LIGHT}, a="inf SE", x="rif NW")
    assert thin.need("fire a x") == clear.need("fire a x") + stops
    state = thin.state.apply("fire a C02").state.apply("caps 0").state
    assert state.stack[-1].check.need == THIRD_EDITION.recount(state, state.stack[-1])


# -- rallying


@rule("sos-7.8-d", "sos-14.3-d", "sos-7.8-j")
@pytest.mark.parametrize(("value", "number"), [("rulebook", 6), ("manual", 7)])
def test_heavy_smoke_helps_to_rally(value, number):
    game = foggy("a", {"A01": HEAVY}, told={"options": {"smoke_rally": value}}, a="inf N pinned")
    assert game.need("rally a") == number


@rule("sos-7.8-d", "sos-7.8-f")
def test_light_smoke_does_not_and_woods_count_only_once():
    assert foggy("a", {"A01": LIGHT}, a="inf N pinned").need("rally a") == 7
    assert foggy("a:W", {"A01": HEAVY}, a="inf N pinned").need("rally a") == 6


@rule("sos-14.3-e")
def test_heavy_smoke_cancels_bonus_moves():
    clear = on(column(".", ".", ".", "t"), t="pz3l N").begin("move t A03 N")
    assert clear.asked == "drive"
    game = foggy(column(".", ".", ".", "t"), {"A03": HEAVY}, t="pz3l N").begin("move t A03 N", dice=[7])
    assert game.asked != "drive" and game.at("t") == "A03"


# -- thinning


@rule("sos-9.4-b", "sos-9.4-c", "sos-14.4-a", "sos-14.4-g")
def test_smoke_thins_between_rounds_and_then_goes():
    game = foggy("a . . x", {"A01": LIGHT, "B01": HEAVY}, a="inf N", x="rif S")
    game.play("pass").begin("pass")
    assert game.state.position.smoke == {"B01": LIGHT}, "what was heavy stays for the Round"
    game.begin("caps 0", dice=[1, 1]).play("pass").begin("pass")
    assert not game.state.position.smoke


# -- laying it


@rule("sos-14.0-a", "sos-14.1-a", "sos-14.1-b", "sos-14.0-c")
def test_a_mortar_lays_one_heavy_smoke_instead_of_an_attack():
    game = on(column("x", ".", ".", ".", "a"), a="8cm N", x="rif S")
    assert game.cost("smoke a A01") == 3
    game.play("smoke a A01", dice=[3])
    assert game.state.position.smoke == {"A01": HEAVY}
    assert not game.unit("x").marker and game.unit("a").spent and game.stressed("a")


@rule("sos-14.1-a", "sos-14.1-b")
def test_smoke_fired_out_of_sight_costs_as_indirect_fire():
    game = on(column("x", ".", ".", "W", "a"), a="8cm N", x="rif S")
    assert game.cost("smoke a A01") == 4 and game.cost("smoke a A02") == 4
    assert game.why_not("smoke a A04") == "sos-14.1-a", "nearer than Minimum Range"


@rule("sos-14.0-a")
@pytest.mark.parametrize(("kind", "has_smoke"), [("8cm", True), ("inf", False), ("pz3l", False), ("eng", True)])
def test_who_has_smoke(kind, has_smoke):
    game = on(column("x", ".", ".", ".", "a"), a=f"{kind} N", x="rif S")
    assert ("smoke" in game.verbs("a")) == has_smoke
    if not has_smoke:
        assert game.why_not("smoke a A02") == "sos-14.0-a"


@rule("sos-14.0-a")
def test_mortars_of_less_than_8cm_have_none():
    flags = {kind.slug: kind.flags for kind in box().units.values() if "mortar" in kind.flags}
    assert {slug: "smoke" in found for slug, found in flags.items()} == {
        "8cm": True, "sd251.2": True, "50mm": False, "82mm": True,
    }  # fmt: skip


@rule("sos-14.0-b")
def test_smoke_stays_nowhere_on_water():
    game = on(column("x", "=", ".", ".", ".", "a"), a="8cm N", x="rif S")
    assert not game.offers("smoke a A02") and game.why_not("smoke a A02") == "sos-14.0-b"
    assert game.offers("smoke a A01") and game.offers("smoke a A03")


@rule("sos-18.1-d", "sos-14.0-a")
def test_engineers_lay_smoke_no_further_than_one_hex():
    game = on(column(".", ".", "a", "."), a="eng N")
    assert game.choices("a", "smoke") == ["smoke a A02", "smoke a A03"], "in front and on themselves"
    assert game.cost("smoke a A02") == 3 and game.why_not("smoke a A01") == "sos-14.1-a"
    game.play("smoke a A02", dice=[5])
    assert game.state.position.smoke == {"A02": HEAVY} and not game.unit("a").spent


@rule("sos-18.1-d")
def test_in_close_combat_engineers_smoke_only_their_own_hex():
    game = on(column(".", "a+x", "."), a="eng N", x="rif S")
    assert game.choices("a", "smoke") == ["smoke a A02"]


@rule("sos-14.1-a")
def test_heavy_smoke_is_not_laid_twice_but_replaces_light():
    game = foggy(STRAIGHT, {"A01": HEAVY, "A02": LIGHT}, a="8cm N", x="rif S")
    assert game.why_not("smoke a A01") == "sos-14.1-a" and game.offers("smoke a A02")


@rule("sos-14.0-a")
def test_a_mission_may_take_smoke_away():
    """[special rule ability_off]"""
    special = (AbilityOff(unit="ger_mortar_8cm", abilities=("smoke",)),)
    game = on(STRAIGHT, a="8cm N", x="rif S", told={"special": special})
    assert game.why_not("smoke a A01") == "sos-14.0-a" and game.offers("fire a x")


@rule("sos-13.2-b", "sos-14.3-c")
def test_smoke_blinds_a_spotter_too():
    game = foggy(column("x", ".", ".", "W", "a"), {"A02": HEAVY}, a="8cm N", x="rif S")
    assert not game.offers("indirect a A01 A04")


@rule("sos-14.3-b")
def test_indirect_fire_suffers_from_smoke_at_the_spotter_hex():
    game = foggy(column("x", ".", ".", "W", "a"), {"A04": LIGHT}, a="8cm N", x="rif S")
    assert (-1, "14.4-c") in game.rating("indirect a A01 A04", "Attack Rating")
    own = foggy(column("x", ".", ".", "W", "a"), {"A05": HEAVY}, a="8cm N", x="rif S")
    assert own.rating("indirect a A01 A04", "Attack Rating") == [(3, "6.5-b")]


@rule("sos-14.1-b")
def test_a_spent_mortar_must_pay_for_its_smoke_in_caps():
    poor = on(column("x", ".", ".", "W", "a"), a="8cm N spent", x="rif S", caps={GERMAN: 3, SOVIET: 0})
    assert "smoke" not in poor.verbs("a"), "out of sight it costs four"
