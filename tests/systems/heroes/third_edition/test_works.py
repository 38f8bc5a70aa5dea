"""Fortifications: going in and out, what they are worth, what can be shot to pieces. [17.0-17.7, 17.11]"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs
from tests.systems.heroes.kit import GERMAN, SOVIET, Game, box, hands, on

from balka.core.proof import rule
from balka.systems.heroes.chapters.fortifying import dug_in, first_works
from balka.systems.heroes.data.mission_data import DugIn, WorkSetup
from balka.systems.heroes.units import Works

FACINGS = ("N", "NE", "SE", "S", "SW", "NW")


def column(*words: str) -> str:
    return "\n".join(words)


def work(kind: str, facing: str = "S", side: str = SOVIET, *, hidden: bool = False) -> Works:
    return Works(kind, side, FACINGS.index(facing), hidden)


def fortified(picture: str, works: dict[str, Works], *, told: dict[str, Any] | None = None, **rest: Any) -> Game:
    return on(picture, told={"works": works, **(told or {})}, **rest)


def bonus(game: Game, sentence: str) -> list[tuple[int, str]]:
    """What the works add to the Defense Rating."""
    return [part for part in game.rating(sentence, "Defense Rating") if part[1].startswith("17.")]


# -- what there is


@rule("sos-17.0-a", "sos-17.0-b", "sos-17.1-b", "sos-17.11-a")
def test_the_works_in_the_box():
    kinds = box().works
    forts = {name.rstrip("_2345") for name, kind in kinds.items() if kind.kind == "fortification"}
    assert forts == {"bunker", "gun_pit", "trench", "hasty_defense"}
    assert {name for name, kind in kinds.items() if kind.kind == "obstacle"} == {"mines", "barbed_wire"}
    assert {name for name, kind in kinds.items() if kind.has_facing} == {
        "bunker_4",
        "bunker_5",
        "gun_pit_2",
        "gun_pit_3",
    }
    assert {name for name, kind in kinds.items() if kind.destroy_dr is None} == {"trench", "mines"}


@rule("sos-17.1-a", "sos-17.8-a", "sos-17.10-a")
def test_works_are_placed_at_set_up_as_the_mission_says():
    game = on("a . .", a="inf N")
    mission = game.state.setting.mission
    entry = WorkSetup(type="bunker_4", hex="B01", side=SOVIET, facing="S")
    game.state.setting.mission = structs.replace(mission, works=(entry,))
    assert first_works(game.state.setting) == {"B01": work("bunker_4")}


@rule("sos-17.7-b")
def test_a_mission_may_let_units_begin_dug_in():
    """[special rule dug_in]"""
    game = on("a x", a="inf N", x="rif S", told={"special": (DugIn(units=("ger_infantry_43",)),)})
    setting = game.state.setting
    assert dug_in(setting, game.unit("a")).dug_in and not dug_in(setting, game.unit("x")).dug_in


# -- what they are worth


@rule("sos-17.6-g", "sos-17.6-h", "sos-17.5-c", "sos-17.5-d", "sos-17.4-b")
@pytest.mark.parametrize(
    ("kind", "inside", "front", "flank"),
    [
        ("bunker_5", "maxim", (5, "17.6-g"), (2, "17.6-h")),
        ("bunker_4", "rif", (4, "17.6-g"), (2, "17.6-h")),
        ("gun_pit_3", "zis3", (3, "17.5-c"), (1, "17.5-d")),
        ("gun_pit_2", "45mm", (2, "17.5-c"), (1, "17.5-d")),
        ("trench", "rif", (2, "17.4-b"), (2, "17.4-b")),
    ],
)
def test_front_and_flank_bonus(kind, inside, front, flank):
    ahead = fortified(column("x", ".", ".", "a"), {"A01": work(kind)}, a="inf N", x=f"{inside} S inside")
    assert bonus(ahead, "fire a x") == [front]
    behind = fortified(column("a", ".", ".", "x"), {"A04": work(kind)}, a="inf S", x=f"{inside} S inside")
    assert bonus(behind, "fire a x") == [flank]


@rule("sos-17.2-a")
def test_the_bonus_adds_to_the_terrain():
    game = fortified(column("x:W", ".", ".", "a"), {"A01": work("trench")}, a="inf N", x="rif S inside")
    assert game.rating("fire a x", "Defense Rating") == [(12, "6.1-b"), (2, "6.4-a"), (2, "17.4-b")]


@rule("sos-17.2-d")
def test_a_unit_on_top_has_nothing_of_it():
    game = fortified(column("x", ".", ".", "a"), {"A01": work("bunker_5")}, a="inf N", x="rif S")
    assert not bonus(game, "fire a x")


@rule("sos-17.1-c")
def test_red_and_blue_firepower_meet_the_same_bonus():
    works = {"A01": work("bunker_5")}
    red = fortified(column("x", ".", ".", "a"), works, a="inf N", x="rif S inside")
    blue = fortified(column("x", ".", ".", "a"), {"A01": work("gun_pit_3")}, a="pak40 N", x="su76 S inside")
    assert bonus(red, "fire a x") == [(5, "17.6-g")] and bonus(blue, "fire a x") == [(3, "17.5-c")]


@rule("sos-17.11-h")
def test_he_finds_the_flank_bonus_of_a_gun_pit():
    game = fortified(column("x", ".", ".", "a"), {"A01": work("gun_pit_3")}, a="8cm N", x="zis3 S inside")
    assert bonus(game, "fire a x") == [(1, "17.5-d")]


@rule("sos-17.6-e", "sos-17.6-d")
@pytest.mark.parametrize(("kind", "inside", "part"), [
    ("bunker_5", "rif", (2, "17.6-h")), ("trench", "rif", (2, "17.4-b")), ("gun_pit_3", "zis3", (1, "17.5-d")),
])  # fmt: skip
def test_hand_to_hand_the_flank_bonus_counts(kind, inside, part):
    """[ruling C32] and whoever is inside may strike back."""
    game = fortified("a+x", {"A01": work(kind)}, a="inf N", x=f"{inside} S inside")
    assert bonus(game, "assault a x") == [part]
    back = fortified("a+x", {"A01": work(kind)}, a="inf N", x=f"{inside} S inside", active=SOVIET)
    assert back.offers("assault x a")


@rule("sos-17.5-e")
@pytest.mark.parametrize(
    ("value", "front", "vehicles"), [("rulebook", [(2, "17.5-c")], True), ("manual", [(3, "17.5-c")], False)]
)
def test_gun_pits_of_the_older_manual(value, front, vehicles):
    options = {"options": {"gun_pits": value}}
    works = {"A01": work("gun_pit_2")}
    game = fortified(column("x", ".", ".", "a"), works, told=options, a="inf N", x="zis3 S inside")
    assert bonus(game, "fire a x") == front
    flank = fortified(column("x", ".", ".", "a"), works, told=options, a="8cm N", x="zis3 S inside")
    assert bool(bonus(flank, "fire a x")) == vehicles, "no flank bonus by the manual"
    tank = fortified("t", works, told=options, t="tk34c S", active=SOVIET)
    assert tank.offers("occupy t S") == vehicles


@rule("sos-17.6-i")
@pytest.mark.parametrize(("value", "front", "flank", "guns"), [("rulebook", 4, 2, True), ("manual", 5, 3, False)])
def test_bunkers_of_the_older_manual(value, front, flank, guns):
    options = {"options": {"bunkers": value}}
    works = {"A01": work("bunker_4")}
    game = fortified(column("x", ".", ".", "a"), works, told=options, a="inf N", x="rif S inside")
    assert bonus(game, "fire a x") == [(front, "17.6-g")]
    shells = fortified(column("x", ".", ".", "a"), works, told=options, a="8cm N", x="rif S inside")
    assert bonus(shells, "fire a x") == [(flank, "17.6-h")]
    gun = fortified("g", works, told=options, g="zis3 S", active=SOVIET)
    assert gun.offers("occupy g S") == guns
    mortar = fortified("m", works, told=options, m="82mm S", active=SOVIET)
    assert mortar.offers("occupy m S") == guns


@rule("sos-7.8-k", "sos-7.8-f")
def test_inside_it_is_easier_to_rally():
    out = fortified("x", {"A01": work("trench")}, x="rif S pinned", active=SOVIET)
    inside = fortified("x", {"A01": work("trench")}, x="rif S pinned inside", active=SOVIET)
    assert out.need("rally x") == 7 and inside.need("rally x") == 6


# -- who may go inside


@rule("sos-17.4-a", "sos-17.5-a", "sos-17.6-a")
@pytest.mark.parametrize(
    ("kind", "may"),
    [
        ("trench", {"rif", "maxim", "82mm", "ssnip"}),
        ("gun_pit_2", {"zis3", "tk34c", "gaz"}),
        ("bunker_4", {"rif", "maxim", "82mm", "ssnip", "zis3"}),
    ],
)
def test_who_a_fortification_is_made_for(kind, may):
    for slug in ("rif", "maxim", "82mm", "ssnip", "zis3", "tk34c", "gaz"):
        game = fortified("u", {"A01": work(kind)}, u=f"{slug} S", active=SOVIET)
        assert game.offers("occupy u S") == (slug in may), (kind, slug)
        if slug not in may:
            assert game.why_not("occupy u S") in ("sos-17.4-a", "sos-17.5-a", "sos-17.6-a")


@rule("sos-17.2-b")
def test_any_number_of_friends_share_a_fortification():
    game = fortified("a+b+c", {"A01": work("trench")}, a="rif S inside", b="rif S inside", c="rif S", active=SOVIET)
    assert game.offers("occupy c N")


@rule("sos-17.2-c")
def test_not_while_enemies_are_inside_but_the_hex_may_be_entered():
    game = fortified(column("x", "a"), {"A01": work("trench")}, a="inf N", x="rif S inside")
    game.begin("move a A01 N", dice=[7])
    assert game.at("a") == "A01" and not game.unit("a").inside and game.asked != "works.enter"
    standing = fortified("a+x", {"A01": work("trench")}, a="inf N", x="rif S inside")
    assert standing.why_not("occupy a N") == "sos-17.2-c"


@rule("sos-17.2-d", "sos-17.3-a")
@pytest.mark.parametrize(("answer", "inside"), [("inside", True), ("outside", False)])
def test_whoever_moves_in_may_go_inside_for_nothing_or_stay_out(answer, inside):
    game = fortified(column(".", "a"), {"A01": work("bunker_4", "S")}, a="inf N").begin("move a A01 N")
    assert game.asked == "works.enter"
    game.play(answer, dice=[2])
    assert game.unit("a").inside == inside and not game.unit("a").spent, "one Spent Check of 1AP"
    assert game.facing("a") == ("S" if inside else "N")


@rule("sos-17.3-a")
def test_a_turn_in_place_asks_nothing():
    game = fortified("a", {"A01": work("trench")}, a="inf N").play("pivot a S", dice=[2])
    assert not game.unit("a").inside


@rule("sos-17.3-b")
def test_going_inside_from_the_hex_is_a_move_without_difficult_terrain():
    game = fortified("a:W", {"A01": work("trench")}, a="inf N stressed")
    assert game.parts("occupy a SE") == [(1, "2.4-c"), (1, "2.6-a")]
    game.play("occupy a SE", dice=[3])
    assert game.unit("a").inside and game.facing("a") == "SE"


@rule("sos-17.3-b")
def test_who_cannot_move_cannot_go_inside():
    game = fortified("a", {"A01": work("trench")}, a="inf N pinned")
    assert game.why_not("occupy a N") == "sos-7.3-b"


@rule("sos-17.3-c")
def test_leaving_is_a_move_to_the_top_or_to_the_next_hex():
    works = {"A02": work("bunker_4", "N")}
    game = fortified(column(".", "a"), works, a="inf N inside")
    assert game.cost("climb a S") == 1 and game.cost("move a A01 N") == 1
    game.play("climb a S", dice=[2])
    assert game.at("a") == "A02" and not game.unit("a").inside and game.facing("a") == "S"
    away = fortified(column(".", "a"), works, a="inf N inside").play("move a A01 N", dice=[2])
    assert not away.unit("a").inside
    assert fortified("a", {"A01": work("trench")}, a="inf N").why_not("climb a N") == "sos-17.3-c"


# -- what they forbid


@rule("sos-17.4-c")
def test_wheels_do_not_cross_a_trench():
    game = fortified(column(".", "g"), {"A01": work("trench")}, g="gaz N", active=SOVIET)
    assert game.why_not("move g A01 N") == "sos-17.4-c"
    assert fortified(column(".", "t"), {"A01": work("trench")}, t="pz3l N").offers("move t A01 N")


@rule("sos-17.4-d")
def test_tracks_enter_a_trench_by_the_regular_move_only():
    picture = column(".", ".", ".", "t")
    first = fortified(picture, {"A03": work("trench")}, t="pz3l N")
    assert first.offers("move t A03 N")
    later = fortified(picture, {"A02": work("trench")}, t="pz3l N").begin("move t A03 N")
    assert not any(choice.startswith("go t A02") for choice in later.choices())
    free = on(picture, t="pz3l N").begin("move t A03 N")
    assert free.offers("go t A02 N")


@rule("sos-17.4-f")
def test_in_a_trench_any_facing_will_do():
    game = fortified("x", {"A01": work("trench")}, x="rif S", active=SOVIET)
    assert len([c for c in game.choices("x") if c.startswith("occupy")]) == 6
    inside = fortified("x", {"A01": work("trench")}, x="rif S inside", active=SOVIET)
    assert inside.offers("pivot x N")


@rule("sos-17.5-b", "sos-17.6-b")
@pytest.mark.parametrize(("kind", "unit"), [("bunker_4", "rif"), ("gun_pit_2", "zis3")])
def test_bunker_and_gun_pit_give_their_facing(kind, unit):
    game = fortified("x", {"A01": work(kind, "SE")}, x=f"{unit} N", active=SOVIET)
    assert [c for c in game.choices("x") if c.startswith("occupy")] == ["occupy x SE"]
    inside = fortified("x", {"A01": work(kind, "SE")}, x=f"{unit} SE inside", active=SOVIET)
    assert not inside.offers("pivot x N") and inside.why_not("pivot x N") == "sos-17.6-b"


@rule("sos-17.6-c")
def test_out_of_a_bunker_fire_goes_only_into_its_arc():
    picture = column("a", ".", "x", ".", "b")
    game = fortified(picture, {"A03": work("bunker_4", "S")}, x="rif S inside", a="inf S", b="inf N", active=SOVIET)
    assert game.offers("fire x b") and not game.offers("fire x a")


@rule("sos-17.6-f")
def test_no_mortar_fires_out_of_a_bunker():
    picture = column("x", ".", ".", ".", "a")
    game = fortified(picture, {"A01": work("bunker_4")}, x="82mm S inside", a="inf N", active=SOVIET)
    assert game.why_not("fire x a") == "sos-17.6-f"
    top = fortified(picture, {"A01": work("bunker_4")}, x="82mm S", a="inf N", active=SOVIET)
    trench = fortified(picture, {"A01": work("trench")}, x="82mm S inside", a="inf N", active=SOVIET)
    assert top.offers("fire x a") and trench.offers("fire x a")
    close = fortified("x+a", {"A01": work("bunker_4")}, x="82mm S inside", a="inf N", active=SOVIET)
    assert close.offers("assault x a")


# -- Hasty Defenses


@rule("sos-17.7-a", "sos-17.7-b")
def test_a_foot_unit_digs_in_for_five():
    game = on(column("x", ".", ".", "a"), a="inf N", x="rif S", t="pz3l N due=9 entry=e", entries={"e": ["A01"]})
    assert game.cost("dig a") == 5
    game.play("dig a", dice=[6]).begin("pass")
    assert game.unit("a").dug_in and game.stressed("a")
    shot = on(column("x", ".", ".", "a"), a="inf N", x="rif S dug-in")
    assert bonus(shot, "fire a x") == [(1, "17.7-b")]
    behind = on(column("a", ".", ".", "x"), a="inf S", x="rif S dug-in")
    assert bonus(behind, "fire a x") == [(1, "17.7-b")]


@rule("sos-17.7-a")
def test_vehicles_do_not_dig():
    game = on("t", t="pz3l N")
    assert game.why_not("dig t") == "sos-17.7-a"


@rule("sos-17.7-c")
def test_it_shields_its_builder_only_and_each_may_build_one():
    game = on("a+b", a="inf N dug-in", b="inf N")
    assert game.offers("dig b") and game.why_not("dig a") == "sos-17.7-c"
    shot = on(column("x+y", ".", ".", "a"), a="inf N", x="rif S dug-in", y="rif S")
    checks = shot.quote("fire a A01").checks
    assert [check.need for check in checks[:2]] == [9, 8]


@rule("sos-17.7-d")
@pytest.mark.parametrize("sentence", ["move a A01 N", "pivot a S"])
def test_moving_or_turning_leaves_it_behind(sentence):
    game = on(column(".", "a"), a="inf N dug-in").play(sentence, dice=[3])
    assert not game.unit("a").dug_in


@rule("sos-17.7-e")
def test_it_may_be_given_up_at_will_and_that_is_no_action():
    game = on("a", a="inf N dug-in").begin("abandon a")
    assert not game.unit("a").dug_in and game.asked == "turn" and game.seat == GERMAN and game.offers("dig a")
    assert game.why_not("abandon a") == "sos-17.7-e"


@rule("sos-17.0-c")
def test_one_work_to_a_hex():
    game = fortified("a", {"A01": work("trench")}, a="inf N")
    assert game.why_not("dig a") == "sos-17.0-c"
    card = fortified("a", {"A01": work("barbed_wire")}, told=hands(german="09"), a="inf N")
    assert not card.offers("play 09 a")


# -- shooting at works


@rule("sos-17.11-a", "sos-17.11-b", "sos-17.11-c", "sos-17.11-e")
def test_units_are_rolled_for_first_then_the_works_with_one_spent_check():
    works = {"A01": work("bunker_5", "N")}
    game = fortified(column("x", "a"), works, a="pz3n N", x="maxim N inside", caps={GERMAN: 1, SOVIET: 0})
    game.begin("fire a x")
    assert game.need("caps 0") == 10 + 2 - (5 + 3)
    game.begin("caps 0", dice=[1, 2])
    assert game.need("caps 0") == 16 - 8
    game.begin("caps 0", dice=[4, 5])
    assert not game.state.position.works and not game.unit("x").inside and game.alive("x")
    assert game.asked == "cost.caps", "one Spent Check for both"


@rule("sos-17.11-a")
@pytest.mark.parametrize("kind", ["trench", "mines"])
def test_what_has_no_defense_cannot_be_destroyed(kind):
    game = fortified(column("x", ".", ".", "a"), {"A01": work(kind)}, a="inf N", x="rif S")
    game.play("fire a x", dice=[1, 1, 7])
    assert game.state.position.works


@rule("sos-17.11-d")
def test_terrain_helps_works_against_fire():
    game = fortified(column("x:W", ".", ".", "a"), {"A01": work("barbed_wire")}, a="inf N", x="rif S",
                     caps={GERMAN: 1, SOVIET: 0})  # fmt: skip
    game.begin("fire a x", "caps 0", dice=[1, 1])
    assert [value for value, _ in game.rating("caps 0", "Defense Rating")] == [15, 2]
    assert game.rating("caps 0", "Defense Rating")[1] == (2, "6.4-a")


@rule("sos-17.11-a", "sos-17.11-c")
def test_works_alone_may_be_fired_at():
    game = fortified(column(".", ".", ".", "a"), {"A01": work("barbed_wire")}, a="inf N")
    assert game.offers("fire a A01")
    game.play("fire a A01", dice=[6, 6, 7])
    assert not game.state.position.works


@rule("sos-17.11-c")
def test_a_hasty_defense_can_be_shot_away():
    game = on(column("x", "a"), a="inf N", x="rif S dug-in", caps={GERMAN: 1, SOVIET: 0})
    game.begin("fire a x", "caps 0", dice=[1, 1])
    assert game.need("caps 0") == 13 - (4 + 3)
    game.begin("caps 0", dice=[3, 3])
    assert game.alive("x") and not game.unit("x").dug_in


@rule("sos-17.11-f", "sos-17.11-g")
def test_in_close_combat_either_a_unit_or_the_works():
    game = fortified("a+x:S", {"A01": work("bunker_4")}, a="inf N", x="rif S inside", caps={GERMAN: 1, SOVIET: 0})
    assert game.offers("assault a x") and game.offers("raze a")
    assert game.rating("raze a", "Defense Rating") == [(15, "6.9-e")], "no terrain"
    assert game.rating("raze a", "Attack Rating") == [(4, "6.5-b"), (4, "6.6-c")]
    game.begin("raze a", "caps 0", dice=[3, 4])
    assert not game.state.position.works and not game.unit("x").marker
    alone = fortified("a+x", {"A01": work("bunker_4")}, a="inf N", x="rif S inside").begin(
        "assault a x", dice=[1, 1, 7]
    )
    assert alone.state.position.works, "the works are not rolled for as well"


@rule("sos-17.11-f")
def test_nobody_blows_up_his_own_shelter():
    game = fortified("a+b", {"A01": work("bunker_4")}, a="inf N", b="inf S inside")
    assert game.why_not("raze a") == "sos-17.11-f"


@rule("sos-17.11-c", "sos-hit-soft-destroyed-c")
def test_who_dies_of_his_marker_takes_his_hasty_defense_out_of_the_attack():
    """[17.11-c] The work would be rolled for after the unit; with an enemy near the unit is gone at once."""
    game = on("x\na", a="inf N", x="rif S dug-in")
    need = game.need("fire a x")
    game.play("fire a x", dice=[need // 2, need - need // 2, "destroyed", 7])
    assert not game.alive("x")
