"""Mortars: Minimum Range, indirect fire by a Spotter Hex, Air Bursts. [13.0-13.3, 13.9]"""

from __future__ import annotations

import pytest
from tests.systems.heroes.kit import GERMAN, SOVIET, on

from balka.core.proof import rule

OVER_WOODS = """
    x
    .
    .
    W
    a
"""
OVER_A_HILL = """
    x
    .
    .
    .
    2
    a
"""


def column(*words: str) -> str:
    """One hex below the other, north at the top."""
    return "\n".join(words)


@rule("sos-13.0-a", "sos-13.9-b")
def test_direct_fire_at_the_direct_cost_strikes_the_flank_even_from_in_front():
    game = on(column("x", ".", ".", "a"), a="8cm N", x="rif S")
    assert game.cost("fire a x") == 3 and game.need("fire a x") == 11 - 3
    assert game.rating("fire a x", "Defense Rating") == [(11, "13.9-b")]


@rule("sos-13.9-b")
def test_he_strikes_the_flank_of_armour_too():
    game = on(column("x", ".", ".", "a"), a="8cm N", x="tk34c S")
    assert game.need("fire a x") == 16 - 2


@rule("sos-13.0-b", "sos-13.3-a")
def test_indirect_fire_reaches_what_the_mortar_does_not_see():
    game = on(OVER_WOODS, a="8cm N", x="rif S")
    assert not game.offers("fire a x") and game.offers("indirect a A01 A04")
    assert game.cost("indirect a A01 A04") == 4
    game.play("indirect a A01 A04", dice=[4, 4, "pinned", 5])
    assert game.unit("x").marker == "soft_pinned" and not game.unit("a").spent and game.stressed("a")


@rule("sos-13.0-b")
def test_a_hex_in_its_own_sight_is_not_fired_at_indirectly():
    game = on(column("x", ".", ".", ".", "a"), a="8cm N", x="rif S")
    assert game.why_not("indirect a A01 A04") == "sos-13.0-b" and game.offers("fire a x")


@rule("sos-13.0-c")
def test_only_mortars_with_a_figure_in_parentheses_fire_indirectly():
    game = on(OVER_WOODS, a="inf N", x="rif S")
    assert game.why_not("indirect a A01 A04") == "sos-13.0-c"
    light = on(column("x", ".", ".", "W", "b"), b="50mm N", x="inf S", active=SOVIET)
    assert light.why_not("indirect b A01 A04") == "sos-13.0-c"


@rule("sos-13.1-a")
@pytest.mark.parametrize(("gap", "allowed"), [(1, False), (2, True)])
def test_no_direct_fire_inside_minimum_range(gap, allowed):
    game = on(column("x", *["."] * gap, "a"), a="8cm N", x="rif S")
    assert game.offers("fire a x") == allowed
    if not allowed:
        assert game.why_not("fire a x") == "sos-13.1-a"


@rule("sos-13.1-a")
def test_a_vehicle_beyond_high_corn_is_too_near_all_the_same():
    game = on(column("x", "%", "a"), a="8cm N", x="tk70 S", told={"month": "August"})
    assert not game.offers("fire a x")


@rule("sos-13.1-b")
def test_hand_to_hand_a_mortar_fights_badly_but_it_fights():
    game = on("a+x", a="8cm N", x="rif S")
    assert (-2, "6.10-b") in game.rating("assault a x", "Attack Rating")


@rule("sos-13.9-c", "sos-6.9-f", "sos-13.1-b")
def test_no_shells_burst_in_the_trees_when_a_mortars_crew_fights_hand_to_hand():
    close = on("a+x:W", a="8cm N", x="rif S")
    assert close.need("assault a x") == 11 + 2 - (3 - 2), "trees cover whoever defends in Close Combat"
    fired = on(column("x:W", ".", ".", "a"), a="8cm N", x="rif S")
    assert fired.need("fire a x") == 11 - 3, "its shells burst in them"
    thrown = on("a+x:W", a="8cm N", x="rif S", told={"weapons": {GERMAN: ("W01",), SOVIET: ()}})
    assert thrown.need("use a W01 x") == 11 - (3 + 4), "so do grenades, by the icon of their card"


@rule("sos-13.2-a")
def test_an_indirect_target_lies_in_the_arc():
    game = on(OVER_WOODS, a="8cm SE", x="rif S")
    assert game.why_not("indirect a A01 A04") == "sos-13.2-a"


@rule("sos-13.2-b")
def test_the_spotter_hex_sees_the_target():
    game = on(column("x", "W", ".", ".", "W", "a"), a="8cm N", x="rif S")
    assert game.why_not("indirect a A01 A05") == "sos-13.2-b"


@rule("sos-13.2-c", "sos-13.3-c")
def test_minimum_range_counts_from_the_mortar():
    game = on(column("x", "W", "a"), a="8cm N", x="rif S")
    assert game.why_not("indirect a A01 A02") == "sos-13.2-c"


@rule("sos-13.3-c")
def test_long_range_counts_from_the_mortar_not_from_the_spotter():
    """The target is 4 hexes from the Mortar and 3 from the Spotter Hex."""
    game = on(OVER_WOODS, a="8cm N", x="rif S", kinds={"8cm": {"range": 3}})
    assert (-2, "6.6-a") in game.rating("indirect a A01 A04", "Attack Rating")
    far = on(OVER_WOODS, a="8cm N", x="rif S", kinds={"8cm": {"range": 1, "range_min": 0}})
    assert far.why_not("indirect a A01 A04") == "sos-13.3-c"


@rule("sos-13.3-a")
def test_a_spotter_hex_is_within_two_hexes_and_in_sight():
    game = on(column("x", ".", ".", ".", "W", ".", "a"), a="8cm N", x="rif S")
    assert game.offers("indirect a A01 A05"), "nobody stands there"
    assert game.why_not("indirect a A01 A04") == "sos-13.3-a", "three hexes away"
    blind = on(column("x", ".", ".", ".", "W", "a"), a="8cm N", x="rif S")
    assert blind.why_not("indirect a A01 A04") == "sos-13.3-a", "behind the woods"


@rule("sos-13.3-b", "sos-13.9-a")
def test_height_counts_from_the_spotter_hex():
    game = on(OVER_A_HILL, a="8cm N", x="rif S")
    assert game.rating("indirect a A01 A05", "Attack Rating") == [(3, "6.5-b"), (1, "12.5-a")]
    level = on(OVER_WOODS, a="8cm N", x="rif S")
    assert level.rating("indirect a A01 A04", "Attack Rating") == [(3, "6.5-b")]


@rule("sos-13.3-d")
def test_a_hidden_mortar_out_of_sight_fires_and_stays_hidden():
    game = on(OVER_WOODS, a="8cm S hidden", x="rif S")
    game.play("indirect a A01 A04", dice=[4, 4, "pinned", 5])
    assert game.is_hidden("a") and game.unit("x").marker
    assert not any("Mortar" in line or "A05" in line for line in game.heard(SOVIET)), game.heard(SOVIET)
    assert any("Mortar" in line for line in game.heard(GERMAN))


@rule("sos-13.3-d")
def test_a_hidden_mortar_in_sight_must_come_out_first():
    game = on(OVER_WOODS, a="8cm S hidden", x="rif S")
    assert game.offers("indirect a A01 A04")
    seen = on("x . .\n. . .\n. . .\nW . .\na . y", a="8cm S hidden", x="rif S", y="rif NW")
    assert not seen.offers("indirect a A01 A04")


@rule("sos-13.9-c", "sos-13.9-d")
@pytest.mark.parametrize(
    ("ground", "target", "cover"),
    [("W", "rif", []), ("B", "rif", [(1, "6.4-b")]), ("S", "rif", [(2, "6.4-c")]), ("W", "tk34c", [(2, "6.4-a")])],
)
def test_air_bursts_rob_red_flanks_of_the_woods_and_nothing_else(ground, target, cover):
    game = on(column(f"x:{ground}", ".", ".", "a"), a="8cm N", x=f"{target} S")
    assert game.rating("fire a x", "Defense Rating")[1:] == cover


@rule("sos-13.9-c")
def test_other_fire_leaves_the_woods_their_cover():
    game = on(column("x:W", ".", ".", "a"), a="inf N", x="rif S")
    assert (2, "6.4-a") in game.rating("fire a x", "Defense Rating")


@rule("sos-13.9-e")
@pytest.mark.parametrize(("value", "cover"), [("rulebook", [(2, "6.4-a")]), ("manual", [])])
def test_by_the_older_manual_shells_burst_over_armour_too(value, cover):
    game = on(column("x:W", ".", ".", "a"), a="8cm N", x="tk34c S", told={"options": {"air_bursts": value}})
    assert game.rating("fire a x", "Defense Rating")[1:] == cover


@rule("sos-13.0-b")
def test_a_suppressed_mortar_pays_more_for_indirect_fire():
    game = on(OVER_WOODS, a="8cm N suppressed", x="rif S")
    assert game.cost("indirect a A01 A04") == 5
    assert (-2, "7.3-a") in game.rating("indirect a A01 A04", "Attack Rating")


@rule("sos-13.0-b")
def test_a_spent_mortar_needs_caps_for_the_dearer_cost():
    poor = on(OVER_WOODS, a="8cm N spent", x="rif S", caps={GERMAN: 3, SOVIET: 0})
    assert not poor.offers("indirect a A01 A04")
    rich = on(OVER_WOODS, a="8cm N spent", x="rif S", caps={GERMAN: 4, SOVIET: 0})
    assert rich.offers("indirect a A01 A04")
