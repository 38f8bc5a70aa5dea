"""Fire Zone, range, Defense and Attack Ratings, the Hit Number, stacks and Close Combat. [chapters 5 and 6]"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.systems.heroes.kit import FACINGS, GERMAN, SOVIET, by_slug, hands, on

from balka.core.proof import rule

DUEL = """
    x
    .
    a
"""
DEFENCE, ATTACK = "Defense Rating", "Attack Rating"


def column(length: int, top: str = "x", bottom: str = "a") -> str:
    """A straight column of open hexes with a unit at each end."""
    return "\n".join([top, *["."] * (length - 2), bottom])


# -- 5.0, 5.1 the Fire Zone


@rule("sos-5.0-a", "sos-5.0-b")
def test_a_target_must_be_in_arc_in_sight_and_in_reach():
    assert on(DUEL, a="inf N", x="rif S").offers("fire a x")
    behind = on(DUEL, a="inf S", x="rif S")
    assert not behind.offers("fire a x") and behind.why_not("fire a x") == "sos-5.1-a"
    edge = on(DUEL, a="inf S", x="rif S", kinds={"inf": {"range": 1}})
    assert edge.why_not("fire a x") == "sos-5.1-a", "just within twice its Range: the Arc is what is wrong"
    hidden = on("x\nW\na", a="inf N", x="rif S")
    assert not hidden.offers("fire a x") and hidden.why_not("fire a x") == "sos-5.2-b"
    far = on(DUEL, a="inf N", x="rif S", kinds={"inf": {"range": 0}})
    assert not far.offers("fire a x") and far.why_not("fire a x") == "sos-5.3-e"


@rule("sos-5.0-a", "sos-6.0-b")
def test_a_hex_without_enemies_is_no_target():
    game = on(DUEL, a="inf N", x="inf S")
    assert "fire" not in game.verbs("a") and game.why_not("fire a A02") == "sos-6.0-b"


@rule("sos-5.0-c")
def test_asking_what_can_be_hit_is_free():
    game = on(DUEL, a="inf N", x="rif S")
    before = game.state.hash
    game.need("fire a x"), game.state.why_not("fire a A02")
    overlay = game.state.setting.system.overlay(game.state.view(GERMAN), GERMAN, "fire", {"unit": "a"})
    assert overlay and game.state.hash == before and game.offers("pass")


@rule("sos-5.1-a", "sos-5.2-j")
def test_the_arc_is_the_front_hexes_extended_while_sight_goes_all_round():
    picture = """
        . . n . .
        . . . . .
        . w a e .
        . . . . .
        . . s . .
    """
    targets = {"n": "rif N", "e": "rif N", "w": "rif N", "s": "rif N"}
    for facing, hit in (("N", "new"), ("S", "s"), ("NE", "ne"), ("NW", "nw"), ("SE", "es"), ("SW", "ws")):
        game = on(picture, a=f"inf {facing}", **targets)
        assert {name for name in targets if game.offers(f"fire a {name}")} == set(hit), facing
        sees = game.state.setting.ground.foot_sight.visible[game.unit("a").hex]
        assert all(sees >> game.unit(name).hex & 1 for name in targets)


# -- 5.2 sight


@rule("sos-5.2-a", "sos-5.2-g")
def test_the_line_runs_from_centre_to_centre():
    """Between A02 and C02 it runs along the edge of B02 and B03: one of them in woods does not block."""
    picture = """
        . . .
        a {up} x
        . {low} .
    """
    one = on(picture.format(up="W", low="."), a="inf SE", x="rif S")
    both = on(picture.format(up="W", low="W"), a="inf SE", x="rif S")
    assert one.offers("fire a x") and both.why_not("fire a x") == "sos-5.2-b"
    straight = on("x\n.\na", a="inf N", x="rif S")
    assert straight.offers("fire a x")


@rule("sos-5.2-c", "sos-5.2-d")
@pytest.mark.parametrize("letter", ["W", "B", "S"])
def test_woods_and_buildings_block(letter):
    assert on(f"x\n{letter}\na", a="inf N", x="rif S").why_not("fire a x") == "sos-5.2-b"


@rule("sos-5.2-e")
@pytest.mark.parametrize(
    ("month", "open_"), [("July", True), ("August", False), ("September", False), ("October", True)]
)
def test_corn_blocks_foot_units_while_it_stands_high(month, open_):
    assert on("x\n%\na", a="inf N", x="rif S", told={"month": month}).offers("fire a x") is open_


@rule("sos-5.2-e")
def test_a_vehicle_sees_over_corn_and_is_seen_over_it():
    """[ruling C2]"""
    august = {"month": "August"}
    assert on("x\n%\na", a="tiger N", x="rif S", told=august).offers("fire a x")
    assert on("x\n%\na", a="inf N", x="tk34c S", told=august).offers("fire a x")
    short = on("x\n%\n.\na", a="inf N", x="tk34c S", told=august, kinds={"inf": {"range": 1}})
    assert not short.offers("fire a x"), "twice the Range is the limit here too"


@rule("sos-5.2-f")
def test_the_ends_of_the_line_do_not_block():
    assert on("x:W\n.\na:B", a="inf N", x="rif S").offers("fire a x")


@rule("sos-5.2-h")
def test_units_never_block():
    assert on("x\ny+b\na", a="inf N", b="inf N", x="rif S", y="rif S").offers("fire a x")


@rule("sos-5.2-i")
def test_sight_is_mutual():
    picture = """
        . W . x
        a . W .
        . W . .
    """
    ground = on(picture, a="inf N", x="rif N").state.setting.ground
    cells = range(len(ground.terrain))
    assert all(
        (ground.foot_sight.visible[a] >> b & 1) == (ground.foot_sight.visible[b] >> a & 1) for a in cells for b in cells
    )


# -- 5.3 range


@rule("sos-5.3-a", "sos-5.3-b", "sos-5.3-c", "sos-5.3-d", "sos-5.3-e", "sos-6.6-a")
@pytest.mark.parametrize(("away", "modifier"), [(1, 3), (2, 0), (3, 0), (4, -2), (6, -2), (7, None)])
def test_range_counts_the_target_hex_and_reaches_twice_as_far_at_minus_two(away, modifier):
    game = on(column(away + 1), a="inf N", x="rif S", kinds={"inf": {"range": 3}})
    if modifier is None:
        assert game.why_not("fire a x") == "sos-5.3-e"
    else:
        assert sum(value for value, _ in game.rating("fire a x", ATTACK)) == 4 + modifier
    kind = game.state.setting.kind(game.unit("a"))
    assert kind.range == 3, "the figure of the counter"


# -- 6.0-6.4 Defense Rating


@rule("sos-6.0-a", "sos-6.1-a", "sos-6.5-a", "sos-6.7-a")
def test_the_hit_number_is_defense_rating_less_attack_rating():
    game = on("x:W\na", a="inf N", x="rif S")
    check = game.check("fire a x")
    assert check.dice == "2d6" and [tally.name for tally in check.tallies] == [DEFENCE, ATTACK]
    assert [tally.value for tally in check.tallies] == [12 + 2, 4 + 3]
    assert check.need == 7 and [part.value for part in check.tally.parts] == [14, -7]


@rule("sos-6.1-b", "sos-6.1-c", "sos-6.3-a")
@pytest.mark.parametrize(
    ("facing", "figure"), [("S", 12), ("SE", 12), ("SW", 12), ("N", 9), ("NE", 9), ("NW", 9)]
)  # fmt: skip
def test_front_defense_unless_the_attacker_is_outside_the_targets_arc(facing, figure):
    game = on(DUEL, a="inf N", x=f"rif {facing}", kinds={"rif": {"front_def": 12, "flank_def": 9}})
    assert game.rating("fire a x", DEFENCE)[0] == (figure, "6.1-b" if figure == 12 else "6.3-a")


@rule("sos-6.3-a")
def test_the_flank_begins_just_outside_the_boundary_row():
    """The row through an outer Front Hex still counts as front; the next hex does not. [ruling C1]"""
    picture = """
        x . .
        . . b
        . . a
    """
    game = on(picture, a="inf NW", b="inf NW", x="rif NE")
    assert game.rating("fire b x", DEFENCE)[0] == (12, "6.1-b")
    assert game.rating("fire a x", DEFENCE)[0] == (11, "6.3-a")


@rule("sos-6.2-a", "sos-6.2-b", "sos-6.5-b", "sos-6.5-c", "sos-6.5-d")
def test_red_firepower_meets_red_defense_and_blue_meets_blue():
    soft = on(DUEL, a="tiger N", x="rif S")
    hard = on(DUEL, a="tiger N", x="tk34c S")
    assert (by_slug()["tiger"].red_fp, by_slug()["tiger"].blue_fp) == (5, 12)
    assert soft.rating("fire a x", ATTACK) == [(5, "6.5-b")] and hard.rating("fire a x", ATTACK) == [(12, "6.5-c")]


@rule("sos-6.4-a", "sos-6.4-b", "sos-6.4-c")
@pytest.mark.parametrize(("letter", "bonus", "row"), [("W", 2, "6.4-a"), ("B", 1, "6.4-b"), ("S", 2, "6.4-c")])
def test_terrain_adds_to_the_defense_rating(letter, bonus, row):
    game = on(f"x:{letter}\n.\na", a="inf N", x="rif S")
    assert game.rating("fire a x", DEFENCE) == [(12, "6.1-b"), (bonus, row)]


@rule("sos-6.4-d")
@pytest.mark.parametrize("target", ["rif S", "zis3 S", "tk34c S", "gaz S"])
def test_terrain_helps_every_kind_of_unit(target):
    open_, woods = (on(f"{top}\n.\na", a="tiger N", x=target) for top in ("x", "x:W"))
    assert woods.need("fire a x") == open_.need("fire a x") + 2


# -- 6.6 distance


@rule("sos-6.6-b")
def test_adjacent_targets_are_easier():
    assert on("x\na", a="inf N", x="rif S").rating("fire a x", ATTACK) == [(4, "6.5-b"), (3, "6.6-b")]
    assert on(DUEL, a="inf N", x="rif S").rating("fire a x", ATTACK) == [(4, "6.5-b")]


@rule("sos-6.6-c", "sos-6.9-d")
def test_close_combat_gives_four():
    assert on("a+x", a="inf N", x="rif S").rating("assault a x", ATTACK) == [(4, "6.5-b"), (4, "6.6-c")]


@rule("sos-6.6-d", "sos-6.10-a", "sos-6.10-b")
def test_crew_served_weapons_lose_two_in_close_combat_instead():
    assert on("a+x", a="mg34 N", x="rif S").rating("assault a x", ATTACK) == [(4, "6.5-b"), (-2, "6.10-b")]
    for flag, foe in (("crew_red", "rif"), ("crew_blue", "tk34c")):
        either = on("a+x", a="inf N", x=f"{foe} S", kinds={"inf": {"flags": frozenset({flag})}})
        assert either.rating("assault a x", ATTACK)[-1] == (-2, "6.10-b"), "white behind the figure that is used"
    afar = on(DUEL, a="mg34 N", x="rif S")
    assert afar.rating("fire a x", ATTACK) == [(4, "6.5-b")]


@rule("sos-6.10-b")
def test_only_the_figure_on_white_suffers_in_close_combat_unless_the_whole_unit_is_to():
    gun = on("a+x+y", a="stug N", x="tk34c S", y="rif S")
    assert gun.rating("assault a x", ATTACK) == [(11, "6.5-c"), (4, "6.6-c")], "its blue figure stands on no white"
    assert gun.rating("assault a y", ATTACK) == [(4, "6.5-b"), (-2, "6.10-b")]
    whole = on("a+x", a="stug N", x="tk34c S", told={"options": {"crew_served": "unit"}})
    assert whole.rating("assault a x", ATTACK) == [(11, "6.5-c"), (-2, "6.10-b")]


# -- 6.7 the roll


@rule("sos-6.7-b", "sos-7.0-a")
@pytest.mark.parametrize(("roll", "hit"), [((3, 4), False), ((4, 4), True)])
def test_the_hit_number_or_more_hits(roll, hit):
    game = on(DUEL, a="inf N", x="rif S")
    assert game.need("fire a x") == 8
    game.play("fire a x", dice=[*roll, *(["pinned"] if hit else []), 7])
    assert bool(game.unit("x").marker) is hit


# -- 6.8 stacks


@rule("sos-6.0-b", "sos-6.8-a", "sos-6.8-b", "sos-6.8-f")
def test_every_unit_in_the_target_hex_is_rolled_for_friend_or_foe_at_one_cost():
    game = on("x+y+b\n.\na", a="inf N", b="inf N", x="rif S", y="rif S")
    game.begin("fire a x")
    assert game.asked == "attack.next" and set(game.choices()) == {"at b", "at x", "at y"}
    assert [game.need(f"at {name}") for name in "bxy"] == [7, 8, 8]
    game.begin("at y", dice=[4, 4, "pinned"])
    assert game.unit("y").marker and set(game.choices()) == {"at b", "at x"}
    game.play("at b", dice=[6, 4, "cowering", 1, 1, 4])
    assert game.unit("b").marker and not game.unit("x").marker, "x was the last, and missed"
    assert not game.unit("a").spent, "one Spent Check: 4 against 3AP"


@rule("sos-6.8-c")
def test_each_target_meets_the_firepower_of_its_own_colour():
    game = on("x+y\n.\na", a="tiger N", x="rif S", y="tk34c S")
    soft, hard = game.quote("fire a x").checks[:2]
    assert [check.tallies[1].parts[0].value for check in (soft, hard)] == [5, 12]


@rule("sos-6.8-d")
def test_each_target_has_its_own_facing():
    game = on("x+y\n.\na", a="inf N", x="rif S", y="rif N")
    front, flank = game.quote("fire a x").checks[:2]
    assert [check.tallies[0].parts[0].value for check in (front, flank)] == [12, 11]


@rule("sos-6.8-e")
def test_caps_on_one_target_do_not_help_against_the_next():
    game = on("x+y\n.\na", a="inf N", x="rif S", y="rif S", caps={GERMAN: 6, SOVIET: 0})
    game.begin("fire a x", "at x", "caps 2", dice=[1, 1])
    assert game.need("caps 0") == 8 and game.choices() == ["caps 0", "caps 1", "caps 2"]


# -- 6.9, 6.10 Close Combat


@rule("sos-6.9-a", "sos-6.9-b")
def test_with_an_enemy_in_the_hex_only_he_can_be_attacked():
    game = on("y\na+x", a="inf N", x="rif S", y="rif S")
    assert "fire" not in game.verbs("a") and game.offers("assault a x")
    assert game.why_not("fire a y") == "sos-6.9-b" and game.why_not("assault a y") == "sos-6.9-a"


@rule("sos-6.9-a")
def test_without_an_enemy_in_the_hex_there_is_no_close_combat():
    game = on("x\na+b", a="inf N", b="inf N", x="rif S")
    assert "assault" not in game.verbs("a") and game.why_not("assault a b") == "sos-6.9-a"


@rule("sos-6.9-c")
def test_close_combat_is_with_one_chosen_unit():
    game = on("a+x+y", a="inf N", x="rif S", y="rif S")
    assert set(game.choices("a", "assault")) == {"assault a x", "assault a y"}
    game.play("assault a y", dice=[1, 1, 7])
    assert len([event for event in game.told if type(event.event).__name__ == "ShotFired"]) == 1


@rule("sos-6.9-e")
@pytest.mark.parametrize("facing", FACINGS)
def test_close_combat_uses_flank_defense_whatever_the_facing(facing):
    game = on("a+x", a="inf N", x=f"rif {facing}")
    assert game.rating("assault a x", DEFENCE) == [(11, "6.9-e")]


@rule("sos-6.9-f", "sos-6.4-d")
def test_in_close_combat_terrain_helps_all_but_vehicles():
    squad = on("a+x:B", a="inf N", x="rif S")
    gun = on("a+x:B", a="inf N", x="zis3 S")
    tank = on("a+x:B", a="inf N", x="tk34c S")
    assert squad.rating("assault a x", DEFENCE) == [(11, "6.9-e"), (1, "6.4-b")]
    assert gun.rating("assault a x", DEFENCE) == [(10, "6.9-e"), (1, "6.4-b")]
    assert tank.rating("assault a x", DEFENCE) == [(16, "6.9-e")]


def test_a_hasty_defense_works_from_every_side_and_in_close_combat():
    """[6.4-d, 6.9-f] A ruling."""
    for facing in FACINGS:
        game = on(DUEL, a="inf N", x=f"rif {facing} dug-in")
        assert game.rating("fire a x", DEFENCE)[-1] == (1, "17.7-b")
    assert on("a+x", a="inf N", x="rif S dug-in").rating("assault a x", DEFENCE) == [(11, "6.9-e"), (1, "17.7-b")]


# -- 6.11 entering and leaving


@rule("sos-6.11-a")
def test_entering_an_enemys_hex_is_a_move_and_no_attack():
    game = on("x\na", a="inf N", x="rif S")
    assert game.cost("move a A01 N") == 1
    game.begin("move a A01 N", dice=[7])
    assert game.seat == SOVIET and not game.unit("x").marker


CLOSE = """
    . . .
    . x .
    . a .
"""


@rule("sos-6.11-b", "sos-6.11-c", "sos-6.11-d")
def test_a_unit_entered_upon_may_not_withdraw_towards_where_the_enemy_came_from():
    """The enemy came from B03, south of B02: that hex and its two neighbours are closed, the other three open."""
    game = on(CLOSE, a="inf N", x="rif S").play("move a B02 N", dice=[7])
    assert {text.split()[2] for text in game.choices("x", "move")} == {"B01", "A01", "C01"}
    assert game.why_not("move x B03 S") == "sos-6.11-b" and game.why_not("move x A02 S") == "sos-6.11-c"


@rule("sos-6.11-b")
def test_the_way_opens_again_after_that_turn():
    game = on(CLOSE, a="inf N", x="rif S").play("move a B02 N", dice=[7])
    game.play("pivot x N", dice=[7]).play("pivot a S", dice=[7])
    assert game.offers("move x B03 S")


@rule("sos-6.11-b")
def test_the_one_who_entered_may_go_where_he_likes():
    game = on(CLOSE, a="inf N", x="rif S").play("move a B02 N", dice=[7]).play("pass")
    assert len({text.split()[2] for text in game.choices("a", "move")}) == 6


# -- an independent recount

KINDS = ("inf", "rif", "mg34", "maxim", "tiger", "tk34c", "zis3", "ptrd")
MARKED = ("", "suppressed", "cowering", "pinned", "unnerved")


@st.composite
def duels(draw: st.DrawFn):
    """Two units anywhere on a small map of mixed ground that may fire at each other or fight hand to hand."""
    ground = [[draw(st.sampled_from(".....~%WBS")) for _ in range(4)] for _ in range(4)]
    ax, ay, xx, xy = (draw(st.integers(0, 3)) for _ in range(4))
    words = [[f"{letter}" for letter in row] for row in ground]
    same = (ax, ay) == (xx, xy)
    words[ay][ax] = ("a+x" if same else "a") + f":{ground[ay][ax]}"
    if not same:
        words[xy][xx] = f"x:{ground[xy][xx]}"
    shooter = draw(st.sampled_from([slug for slug in KINDS if by_slug()[slug].side == GERMAN]))
    target = draw(st.sampled_from([slug for slug in KINDS if by_slug()[slug].side == SOVIET]))
    return "\n".join(" ".join(row) for row in words), shooter, target, draw(st.sampled_from(MARKED))


@settings(max_examples=150, deadline=None)
@given(duels(), st.sampled_from(FACINGS), st.sampled_from(FACINGS), st.booleans(), st.integers(0, 2))
def test_every_hit_number_is_the_same_counted_a_second_way(duel, facing, other, dug_in, count):
    picture, shooter, target, marker = duel
    soft = by_slug()[shooter].def_color == "red"
    game = on(
        picture,
        a=f"{shooter} {facing} {marker if soft else ''}",
        x=f"{target} {other} {'dug-in' if dug_in else ''}",
        caps={GERMAN: 6, SOVIET: 0},
        told=hands("11"),
    )
    sentence = "assault a x" if game.at("a") == game.at("x") else "fire a x"
    if not game.offers(sentence):
        return
    game.begin(sentence)
    if facing == other:
        game.begin("play 11")
    step = game.state.apply(f"caps {count}")
    roll = step.state.stack[-1]
    assert roll.check.need == step.state.setting.system.recount(step.state, roll)
