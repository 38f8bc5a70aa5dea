"""Rallying: who may, the Rally Number, its modifiers and its cost. [7.6-7.10]"""

from __future__ import annotations

import pytest
from tests.systems.heroes.kit import GERMAN, SOVIET, hands, on

from balka.core.proof import rule
from balka.systems.heroes.units import UNKNOWN


@rule("sos-7.6-a")
def test_only_a_unit_with_a_marker_may_rally():
    assert on("a", a="inf N pinned").offers("rally a")
    whole = on("a", a="inf N")
    assert not whole.offers("rally a") and whole.why_not("rally a") == "sos-7.6-a"


@rule("sos-7.7-a", "sos-7.7-e", "sos-7.7-b")
@pytest.mark.parametrize(("marker", "number"), [("pinned", 7), ("cowering", 8)])
def test_the_rally_number_or_more_removes_the_marker(marker, number):
    game = on("a", a=f"inf N {marker}")
    assert game.need("rally a") == number
    left = game.state.bags["soft"].size
    game.play("rally a", dice=[4, number - 4, 7])
    assert not game.unit("a").marker and game.state.bags["soft"].size == left + 1
    assert any(marker.capitalize() in line for line in game.heard(SOVIET)), "shown as it goes back"


@rule("sos-7.7-a", "sos-7.7-c")
def test_less_keeps_the_marker_face_down():
    game = on("a", a="inf N pinned").play("rally a", dice=[3, 3, 7])
    assert game.unit("a").marker == "soft_pinned" and not game.unit("a").shown
    assert game.view(SOVIET).unit("a").marker == UNKNOWN
    assert not any("Pinned" in line or " for 7" in line for line in game.heard(SOVIET))


@rule("sos-7.7-d")
def test_it_may_try_again_on_later_turns():
    game = on("a", a="inf N pinned").play("rally a", dice=[1, 1, 7]).play("pass")
    game.play("rally a", dice=[6, 6, 7])
    assert not game.unit("a").marker


# -- 7.8 modifiers


@rule("sos-7.8-a")
@pytest.mark.parametrize("letter", ["W", "B", "S"])
def test_woods_and_buildings_help(letter):
    assert on(f"a:{letter}", a="inf N pinned").need("rally a") == 6
    assert on("a", a="inf N pinned").need("rally a") == 7


@rule("sos-7.8-b", "sos-7.8-c", "sos-7.8-i")
@pytest.mark.parametrize(
    ("crop", "months"), [("%", ("August", "September")), ("~", ("July", "August"))]
)  # fmt: skip
def test_crops_help_while_they_stand_high(crop, months):
    for month in ("June", "July", "August", "September", "October"):
        game = on(f"a:{crop}", a="inf N pinned", told={"month": month})
        assert game.need("rally a") == (6 if month in months else 7), month


@rule("sos-7.8-i")
@pytest.mark.parametrize("crop", ["%", "~"])
def test_by_the_manual_both_crops_help_in_august_and_september(crop):
    for month in ("July", "August", "September"):
        game = on(f"a:{crop}", a="inf N pinned", told={"month": month, "options": {"wheat_rally": "manual"}})
        assert game.need("rally a") == (7 if month == "July" else 6), month


@rule("sos-7.8-e", "sos-7.8-h")
def test_each_unharmed_friend_in_the_hex_helps():
    units = {"a": "inf N pinned", "b": "inf N", "c": "inf N spent", "d": "inf N unnerved"}
    assert on("a+b+c+d\ne", e="inf N", **units).need("rally a") == 5, "not d with its marker, not e next door"


@rule("sos-7.8-h")
def test_a_friend_that_counts_as_destroyed_gives_no_help():
    """A ruling: it stands there and does nothing."""
    assert on("a+b", a="inf N pinned", b="inf N destroyed").need("rally a") == 7


@rule("sos-7.8-f")
def test_ground_works_and_friends_add_together():
    game = on("a+b:W", a="inf N cowering dug-in", b="inf N")
    assert [part.value for part in game.check("rally a").tally.parts] == [8, -1, -1, -1]


@rule("sos-7.8-g")
def test_two_caps_may_lower_it_before_the_roll():
    game = on("a", a="inf N pinned", caps={GERMAN: 6, SOVIET: 0}).begin("rally a")
    assert game.choices() == ["caps 0", "caps 1", "caps 2"] and game.need("caps 2") == 5
    game.play("caps 2", "caps 0", dice=[2, 3, 7])
    assert not game.unit("a").marker and game.caps(GERMAN) == 4


# -- 7.9 who may not


@rule("sos-7.9-a")
def test_not_with_an_enemy_in_the_hex():
    game = on("a+x", a="inf N pinned", x="rif S")
    assert "rally" not in game.verbs("a") and game.why_not("rally a") == "sos-7.9-a"
    near = on("x\na", a="inf N pinned", x="rif S")
    assert near.offers("rally a"), "next door does not matter"


@rule("sos-7.9-b")
@pytest.mark.parametrize("marker", ["gun_damaged", "immobilized", "light_damage"])
def test_not_from_a_marker_that_says_no_rally(marker):
    game = on("a", a=f"tiger N {marker}", told=hands("04"))
    assert not game.offers("rally a") and game.why_not("rally a") == "sos-7.9-b"
    assert not game.offers("play 04 a")


# -- 7.10 cost


@rule("sos-7.10-a")
def test_a_rally_costs_five_and_stress():
    assert on("a", a="inf N pinned").parts("rally a") == [(5, "7.10-a")]
    assert on("a", a="inf N pinned stressed").parts("rally a") == [(5, "7.10-a"), (1, "2.6-a")]


@rule("sos-7.10-b")
@pytest.mark.parametrize("roll", [(6, 6), (1, 1)])
def test_it_is_paid_for_whether_or_not_it_worked(roll):
    game = on("a", a="inf N pinned").play("rally a", dice=[*roll, 5])
    assert game.unit("a").spent and game.stressed("a")


@rule("sos-7.10-c")
@pytest.mark.parametrize("marker", ["cowering", "suppressed"])
def test_surcharges_of_the_marker_do_not_count(marker):
    assert on("a", a=f"inf N {marker}").cost("rally a") == 5
