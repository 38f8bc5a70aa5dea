"""Mortars, direct and by a Spotting Hex; high explosive and air bursts. [12.0, 12.3, 12.4]"""

from __future__ import annotations

import pytest
from tests.systems.heroes.kit import by_slug
from tests.systems.heroes.second_edition.kit import GERMAN, Bear, box, on

from balka.core.proof import rule


def column(*words: str) -> str:
    """One hex below the other, north at the top."""
    return "\n".join(words)


OVER_WOODS = column("x", ".", ".", "H", "a")
FIG_25 = column("x . . . .", ". . . . .", ". . . . .", ". H H H .", ". . a . .", ". . . . .")


def mortar(picture: str, a: str = "8cm N active", x: str = "srif S", **more: str) -> Bear:
    return on(picture, a=a, x=x, **more)


def defence(game: Bear, text: str) -> int:
    return sum(amount for amount, _ in game.rating(text, "Defense Rating"))


@rule("atb-12.0-a", "atb-12.3-a")
def test_a_mortar_that_sees_its_target_fires_directly_at_the_flank():
    game = mortar(column("x", ".", ".", "a"))
    assert game.cost("fire a x") == 3
    assert defence(game, "fire a x") == 11, "a rifle squad facing it has 12 in front"
    game.play("fire a x", dice=[1, 1])
    assert game.pool(GERMAN) == 4
    assert not game.offers("indirect a A01 A03"), "what it sees it fires at directly"


@rule("atb-12.0-b")
def test_only_a_cost_in_parentheses_allows_indirect_fire():
    game = mortar(OVER_WOODS)
    assert not game.offers("fire a x") and game.cost("indirect a A01 A04") == 4
    game.play("indirect a A01 A04", dice=[1, 1])
    assert game.pool(GERMAN) == 3
    light = mortar(column("x", ".", "H", "a"), a="5cm N active")
    assert "indirect" not in light.verbs("a")
    assert "indirectly" in light.refusal("indirect a A01 A03").sentence


@rule("atb-12.0-c", "atb-12.0-h")
def test_a_spotting_hex_is_seen_near_and_free_of_enemies_but_needs_no_friend():
    game = mortar(OVER_WOODS)
    assert game.choices("a", "indirect") == ["indirect a A01 A04"], "the woods hide A03 from the mortar"
    held = mortar(column("x", ".", ".", "y:H", "a"), y="srif S")
    assert not held.offers("indirect a A01 A04"), "an enemy is in the only Spotting Hex"
    assert "A04" in held.refusal("indirect a A01 A04").sentence
    far = mortar(FIG_25)
    assert not far.offers("indirect a A01 A03"), "A03 is more than two hexes off"


@rule("atb-12.0-d", "atb-12.0-g")
def test_the_spotting_hex_may_lie_outside_the_arc_but_the_target_may_not():
    """Figure 25."""
    game = mortar(FIG_25)
    assert game.offers("indirect a A01 A05") and game.offers("indirect a A01 C04")
    unit, board = game.unit("a"), game.state.setting.board
    assert not board.arc_mask(unit.hex, unit.facing) >> board.hex("A05") & 1
    turned = mortar(FIG_25, a="8cm S active")
    assert "indirect" not in turned.verbs("a")
    assert "Arc" in turned.refusal("indirect a A01 A05").sentence


@rule("atb-12.0-e")
def test_sight_runs_from_the_spotting_hex():
    assert mortar(OVER_WOODS).offers("indirect a A01 A04")
    double = mortar(column("x", ".", "H", "H", "a"))
    assert not double.offers("indirect a A01 A04"), "A04 does not see past A03"


@rule("atb-12.0-f", "atb-12.0-j")
def test_range_counts_from_the_mortar():
    near = mortar(column("x", "H", "a"))
    assert not near.offers("indirect a A01 A02")
    assert "Minimum Range" in near.refusal("indirect a A01 A02").sentence
    assert mortar(column("x", ".", "H", "a")).offers("indirect a A01 A03")
    assert not mortar(column("x", ".", "a")).offers("fire a x"), "two hexes are less than its three"
    assert mortar(column("x", ".", ".", "a")).offers("fire a x")


@rule("atb-12.0-i")
@pytest.mark.parametrize("ground", ["B", "S", "H", "L"])
def test_mortars_fire_from_houses_and_woods(ground):
    assert mortar(column("x", ".", ".", f"a:{ground}")).offers("fire a x")


@rule("atb-12.0-k")
def test_mortars_fight_hand_to_hand_at_two_less():
    amounts = [amount for amount, _ in mortar("a+x").rating("assault a x", "Attack Rating")]
    assert amounts == [3, -2]


@rule("atb-12.0-l")
def test_a_mortar_of_minimum_range_two_does_not_fire_at_the_next_hex():
    assert not mortar(column("x", "a"), a="5cm N active").offers("fire a x")
    assert mortar(column("x", ".", "a"), a="5cm N active").offers("fire a x")


@rule("atb-12.0-m")
def test_height_is_that_of_the_spotting_hex():
    def rating(picture: str, spot: str) -> int:
        return sum(n for n, _ in mortar(picture).rating(f"indirect a A01 {spot}", "Attack Rating"))

    assert rating(OVER_WOODS, "A04") == 3
    assert rating(column("x", ".", ".", "2", "1", "a"), "A04") == 4, "the mortar stands below, the spotters above"


@rule("atb-12.0-n")
def test_the_heavy_mortar_as_printed():
    kind = by_slug(box())["8cm"]
    assert (kind.attack_cost, kind.indirect_cost, kind.move_cost) == (3, 4, 3)
    assert (kind.red_fp, kind.blue_fp, kind.front_def, kind.flank_def) == (3, 2, 13, 10)
    assert (kind.range_min, kind.range) == (3, 16) and "he" in kind.flags


@rule("atb-12.0-o")
def test_direct_fire_keeps_to_the_arc():
    game = mortar(column("x", ".", ".", "a"), a="8cm S active")
    assert not game.offers("fire a x") and "Arc" in game.refusal("fire a x").sentence


@rule("atb-12.3-b", "atb-12.4-b")
@pytest.mark.parametrize(("ground", "cover"), [(".", 0), ("L", 1), ("B", 1), ("S", 2)])
def test_terrain_still_covers_against_shells(ground, cover):
    assert defence(mortar(column(f"x:{ground}", ".", ".", "a")), "fire a x") == 11 + cover


@rule("atb-12.4-a")
def test_heavy_woods_cover_no_red_flank_against_shells():
    assert defence(mortar(column("x:H", ".", ".", "a")), "fire a x") == 11
    tank = mortar(column("x:H", ".", ".", "a"), x="tk26b S")
    assert defence(tank, "fire a x") == 13 + 2, "armour keeps it"
    rifles = on(column("x:H", ".", ".", "a"), a="grif N active", x="srif S")
    assert defence(rifles, "fire a x") == 12 + 2, "bullets do not burst"


@rule("atb-12.0-b")
def test_a_hidden_mortar_comes_out_to_fire():
    hidden = mortar(OVER_WOODS, a="8cm N hidden")
    assert "indirect" not in hidden.verbs("a") and "reveal" in hidden.verbs("a")


@rule("atb-12.4-a", "atb-7.7.3-e", "atb-12.0-k")
def test_no_shells_burst_in_the_trees_when_a_mortars_crew_fights_hand_to_hand():
    close = on("a+x:H . . .", a="8cm SE active", x="srif NW", pool={GERMAN: 7})
    assert close.need("assault a x") == 11 + 2 - (3 - 2), "heavy woods cover whoever defends in close combat"
    fired = on("a . . . x:H", a="8cm SE active", x="srif NW", pool={GERMAN: 7})
    assert fired.need("fire a x") == 11 - 3, "its shells burst in them"
