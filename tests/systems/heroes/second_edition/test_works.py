"""Fortifications, Hasty Defenses, and works that are shot to pieces. [18.0-18.2, 18.4]"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs
from tests.systems.heroes.kit import hands
from tests.systems.heroes.second_edition.kit import GERMAN, SOVIET, Bear, box, on
from tests.systems.heroes.second_edition.test_artillery import gunnery, planned

from balka.core.proof import rule
from balka.games.awakening_the_bear.title import GAME
from balka.systems.heroes.chapters.fortifying import first_works
from balka.systems.heroes.chapters.targets import no_room, with_works
from balka.systems.heroes.units import Works

FACINGS = ("N", "NE", "SE", "S", "SW", "NW")
BUNKER, TRENCH, HASTY = "bunker_5", "trench", "hasty_defense"
SOME = {GERMAN: 3, SOVIET: 3}


def work(kind: str, facing: str = "S", side: str = SOVIET, *, hidden: bool = False) -> Works:
    return Works(kind, side, FACINGS.index(facing), hidden)


def fortified(picture: str, works: dict[str, Works], *, told: dict[str, Any] | None = None, **rest: Any) -> Bear:
    return on(picture, told={"works": works, **(told or {})}, **rest)


def put_inside(game: Bear, name: str) -> Bear:
    """A unit for which the Fortification is not made, put in by hand: no position has it there."""
    units = {**game.state.position.units, name: game.unit(name).changed(inside=True)}
    game.state = structs.replace(game.state, position=structs.replace(game.state.position, units=units))
    return game


def cover(game: Bear, sentence: str) -> int:
    """All that is added to the figure on the counter."""
    return sum(value for value, _ in game.rating(sentence, "Defense Rating")[1:])


def bunker(picture: str = "x\n.\n.\na", a: str = "hmg34 N", x: str = "srif S inside", **more: Any) -> Bear:
    """A Soviet squad in a Bunker that looks south, a German unit before it."""
    return fortified(picture, {"A01": work(BUNKER)}, a=a, x=x, **more)


# -- 18.0 what there is


@rule("atb-18.0-a", "atb-18.1.2-h", "atb-18.4-h", "atb-18.1-c")
def test_the_works_in_the_box():
    works = box().works
    assert {key for key, kind in works.items() if kind.kind == "fortification"} == {BUNKER, TRENCH, HASTY}
    assert {key for key, kind in works.items() if kind.kind == "obstacle"} == {"barbed_wire", "road_block", "mines"}
    assert (works[BUNKER].front_bonus, works[BUNKER].flank_bonus, works[BUNKER].destroy_dr) == (5, 3, 16)
    assert works[TRENCH].front_bonus == 2 and works[HASTY].front_bonus == 1


@rule("atb-18.0-b")
def test_one_of_each_kind_lies_in_a_hex():
    game = on("a .\n. x", a="grif N", x="srif N")
    board = game.state.setting.board
    both = with_works(board, with_works(board, {}, 0, work(TRENCH)), 0, work("barbed_wire"))
    assert {one.kind for one in both.values()} == {TRENCH, "barbed_wire"} and len(both) == 2
    laid = fortified("a\n.", both, a="grif N")
    assert no_room(laid.state, 0, GERMAN, TRENCH) and not no_room(laid.state, 0, GERMAN, "mines")
    assert laid.offers("dig a"), "Hasty Defenses have room beside them"


@rule("atb-18.0-c")
@pytest.mark.parametrize("kind", [BUNKER, TRENCH, "road_block", "barbed_wire"])
def test_works_never_block_sight(kind: str):
    assert fortified("x\n.\n.\na", {"A02": work(kind)}, a="grif N", x="srif S").offers("fire a x")


# -- 18.1 Fortifications


@rule("atb-18.1-a")
def test_trenches_and_bunkers_lie_where_the_firefight_puts_them_and_are_not_built():
    state = GAME.start("atb/stalin")
    kinds = {label: one.kind for label, one in first_works(state.setting).items()}
    assert kinds["I11"] == BUNKER and kinds["I09"] == TRENCH
    plain = on("x\nS\na", a="grif N", x="srif S")
    assert not plain.verbs("a") & {"build", "wire", "occupy"}


@rule("atb-18.1-b")
def test_cover_of_the_ground_and_of_the_works_add_up():
    game = fortified("x:S\n.\na", {"A01": work(TRENCH)}, a="grif N", x="srif S inside")
    assert cover(game, "fire a x") == 4
    outside = fortified("x:S\n.\na", {"A01": work(TRENCH)}, a="grif N", x="srif S")
    assert cover(outside, "fire a x") == 2, "only its occupants"


@rule("atb-18.1.1-a", "atb-18.1.2-a")
@pytest.mark.parametrize(("kind", "trench", "bunker_"), [("grif", True, True), ("hmg34", True, True),
                                                         ("8cm", True, False), ("5cm", True, True),
                                                         ("pak36", False, True), ("ig75", False, True),
                                                         ("pz2f", False, False)])  # fmt: skip
def test_who_goes_inside(kind: str, trench: bool, bunker_: bool):
    for works, able in ((TRENCH, trench), (BUNKER, bunker_)):
        game = fortified("a\n.\n.\n.\n.\n.\nx", {"A01": work(works, side=GERMAN)}, a=f"{kind} S", x="srif N")
        assert ("occupy" in game.verbs("a")) == able, works


@rule("atb-18.1.1-b")
def test_wheels_do_not_enter_a_trench_hex():
    game = fortified(".\na\n.\n.\n.\nx", {"A01": work(TRENCH)}, a="opel N", x="srif N")
    assert not game.offers("move a A01 N") and game.why_not("move a A01 N") == "atb-18.1.1-b"
    tracks = fortified(".\na\n.\n.\n.\nx", {"A01": work(TRENCH)}, a="pz3e N", x="srif N")
    assert tracks.offers("move a A01 N")


@rule("atb-18.1.1-c")
def test_no_bonus_move_into_a_trench():
    for works, goes in ({}, True), ({"A02": work(TRENCH)}, False):
        game = fortified(".\n.\n.\na\n.\n.\n.\nx", works, a="pz3e N", x="srif N").begin("move a A03 N", "by activate 0")
        assert (game.asked != "turn" and any("A02" in said for said in game.choices())) == goes


@rule("atb-18.1.1-d", "atb-18.1.1-e")
@pytest.mark.parametrize("facing", FACINGS)
def test_a_trench_covers_by_two_from_all_sides_and_its_occupants_face_as_they_like(facing: str):
    game = fortified("x\n.\na", {"A01": work(TRENCH)}, a="grif N", x=f"srif {facing} inside")
    assert cover(game, "fire a x") == 2 and game.facing("x") == facing
    own = fortified("x\n.\na", {"A01": work(TRENCH)}, a="grif N", x="srif N inside", active=SOVIET)
    assert own.offers("pivot x S") and not own.offers("fire x A03")
    assert fortified("x\n.\na", {"A01": work(TRENCH)}, a="grif N", x="srif S inside", active=SOVIET).offers(
        "fire x A03"
    )


@rule("atb-18.1.1-e", "atb-18.1.2-f")
@pytest.mark.parametrize(("kind", "amount"), [(TRENCH, 2), (BUNKER, 5)])
def test_the_bonus_counts_against_red_and_blue(kind: str, amount: int):
    for target in ("srif S", "45mm S", "tk26b S"):
        game = put_inside(fortified("x\n.\na", {"A01": work(kind)}, a="pz3e N", x=target), "x")
        assert cover(game, "fire a x") == amount


@rule("atb-18.1.1-f", "atb-18.1.2-e")
@pytest.mark.parametrize("kind", [TRENCH, BUNKER])
def test_any_number_of_units_is_inside(kind: str):
    names = dict.fromkeys("bcde", "grif S inside")
    game = fortified("a+b+c+d+e\n.\n.\n.\nx", {"A01": work(kind, side=GERMAN)}, a="grif S", x="srif N", **names)
    assert game.offers("occupy a S")


@rule("atb-18.1.2-b")
def test_no_mortar_fires_out_of_a_bunker():
    far = "a\n.\n.\n.\n.\nx"
    game = fortified(far, {"A01": work(BUNKER, side=GERMAN)}, a="5cm S inside", x="srif N")
    assert not game.offers("fire a x") and game.why_not("fire a x") == "atb-18.1.2-b"
    assert fortified(far, {"A01": work(TRENCH, side=GERMAN)}, a="5cm S inside", x="srif N").offers("fire a x")


@rule("atb-18.1.2-b", "atb-12.0-k")
def test_a_mortars_crew_fights_hand_to_hand_in_its_bunker():
    units = {"a": "5cm S inside", "x": "srif N", "y": "srif N"}
    game = fortified("a+x\n.\n.\n.\n.\ny", {"A01": work(BUNKER, side=GERMAN)}, **units)
    assert game.need("assault a x") == 11 - (2 - 2) and not game.offers("fire a y")


@rule("atb-18.1.2-c")
def test_occupants_face_as_the_bunker_does():
    game = fortified("a\n.\n.\nx", {"A01": work(BUNKER, "S", GERMAN)}, a="grif S inside", x="srif N")
    assert not game.offers("pivot a N") and game.why_not("pivot a N") == "atb-18.1.2-c"
    entered = fortified("a\n.\n.\nx", {"A01": work(BUNKER, "S", GERMAN)}, a="grif N", x="srif N")
    assert [said.split()[2] for said in entered.choices("a", "occupy")] == ["S"]


@rule("atb-18.1.2-d")
def test_fire_out_of_a_bunker_is_ahead_only_and_into_it_from_anywhere():
    picture = "a\n.\nx\n.\nb"
    game = fortified(picture, {"A03": work(BUNKER, "S")}, a="grif S", b="grif N", x="srif S inside", active=SOVIET)
    assert game.offers("fire x A05") and not game.offers("fire x A01")
    game = fortified(picture, {"A03": work(BUNKER, "S")}, a="grif S", b="grif N", x="srif S inside")
    assert game.offers("fire a x") and game.offers("fire b x")


@rule("atb-18.1.2-g", "atb-18.4-f")
def test_the_smaller_figure_counts_from_the_flank_against_shells_and_hand_to_hand():
    picture = "a\n.\nx\n.\n.\n.\nb"
    game = fortified(picture, {"A03": work(BUNKER, "S")}, a="grif S", b="8cm N", x="srif S inside")
    assert game.rating("fire a x", "Defense Rating")[0][0] == 11 and cover(game, "fire a x") == 3
    assert game.rating("fire b x", "Defense Rating")[0][0] == 11 and cover(game, "fire b x") == 3
    front = bunker()
    assert front.rating("fire a x", "Defense Rating")[0][0] == 12 and cover(front, "fire a x") == 5
    close = bunker("x+a\n.")
    assert close.rating("assault a x", "Defense Rating")[0][0] == 11 and cover(close, "assault a x") == 3


# -- 18.1.3 Hasty Defenses


@rule("atb-18.1.3-a")
@pytest.mark.parametrize(("ground", "able"), [(".", True), ("H", True), ("S", True), ("#", True), ("=", False)])
def test_it_is_made_anywhere_but_in_the_water(ground: str, able: bool):
    game = on(f"a:{ground}\n.\n.\n.\nx", a="grif S", x="srif N", told=hands("11"))
    assert game.offers("dig a") == able and game.offers("play 11 a") == able


@rule("atb-18.1.3-b")
@pytest.mark.parametrize(("kind", "able"), [("grif", True), ("8cm", True), ("pak36", False), ("pz3e", False)])
def test_a_foot_unit_makes_one_for_seven_or_by_card(kind: str, able: bool):
    game = on("a\n.\n.\n.\nx", a=f"{kind} S", x="srif N", told=hands("02 11"))
    assert game.offers("dig a") == able
    if able:
        assert game.cost("dig a") == 7
        dug = game.play("dig a", "by activate 0")
        assert dug.unit("a").dug_in and dug.pool(GERMAN) == 0
    free = on("a\n.\n.\n.\nx", a="grif S spent", x="srif N", told=hands("02")).begin("play 02").play("dig a")
    assert free.unit("a").dug_in


@rule("atb-18.1.3-b")
def test_seek_cover_digs_vehicles_in_too():
    game = on("a\n.\n.\n.\nx", a="pz3e S", x="srif N", told=hands("11")).play("play 11 a")
    assert game.unit("a").dug_in


@rule("atb-18.1.3-c", "atb-18.1.3-d")
@pytest.mark.parametrize("facing", ["N", "S"])
def test_it_covers_its_maker_alone_from_all_sides(facing: str):
    game = on("x+y\n.\na", a="grif N", x=f"srif {facing} dug-in", y="maxim S")
    told = {check.name: check for check in game.quote("fire a x").checks}
    cover_of = {name: sum(p.value for p in check.tallies[0].parts[1:]) for name, check in told.items()}
    assert next(v for name, v in cover_of.items() if name.endswith(" x")) == 1
    assert next(v for name, v in cover_of.items() if name.endswith(" y")) == 0
    tank = on("x\n.\na", a="pz3e N", x="tk26b S dug-in")
    assert cover(tank, "fire a x") == 1, "against blue too"


@rule("atb-18.1.3-e")
def test_it_is_gone_when_its_maker_moves_pivots_or_is_destroyed():
    game = on("x\n.\n.\na\n.", a="grif N dug-in", x="srif S")
    assert not game.play("pivot a S", "by activate 0").unit("a").dug_in
    game = on("x\n.\n.\na\n.", a="grif N dug-in", x="srif S").play("move a A05 N", "by activate 0")
    assert not game.unit("a").dug_in
    dead = on("x\n.\n.\na\n.", a="hmg34 N", x="srif S dug-in pinned").play("fire a x", "by activate 0", dice=[6, 6])
    assert not dead.alive("x")


@rule("atb-18.1.3-f")
def test_several_lie_in_a_hex_but_one_to_a_unit():
    game = on("x\n.\n.\na+b\n.", a="grif N dug-in", b="lmg34 N", x="srif S")
    assert not game.offers("dig a") and game.offers("dig b")
    assert game.why_not("dig a") == "atb-18.1.3-d"


@rule("atb-18.1.3-g")
def test_there_are_only_so_many_counters():
    copies = box().works[HASTY].copies
    names = {f"b{n}": "grif S dug-in" for n in range(copies)}
    picture = "a+" + "+".join(names) + "\n.\n.\n.\n.\nx"
    game = on(picture, a="grif S", x="srif N", told=hands("11"), **names)
    assert not game.offers("dig a") and game.why_not("dig a") == "atb-18.1.3-g" and not game.offers("play 11 a")


# -- 18.2 going in and out


@rule("atb-18.2-a")
def test_whoever_comes_goes_inside_for_nothing():
    game = fortified(".\na\n.\n.\n.\n.\nx", {"A01": work(BUNKER, "S", GERMAN)}, a="grif N", x="srif N")
    game.begin("move a A01 N", "by activate 0")
    assert game.asked == "works.enter"
    game.begin("inside")
    assert game.unit("a").inside and game.facing("a") == "S" and game.pool(GERMAN) == 6


@rule("atb-18.2-a")
def test_works_the_enemy_holds_cannot_be_entered():
    game = fortified("x\na\n.", {"A01": work(TRENCH)}, a="grif N", x="srif S inside")
    game.begin("move a A01 N", "by activate 0")
    assert game.asked != "works.enter" and not game.unit("a").inside


@rule("atb-18.2-b")
def test_hand_to_hand_works_help_only_who_is_inside():
    game = fortified("x+a\n.", {"A01": work(TRENCH)}, a="grif N", x="srif S inside")
    assert cover(game, "assault a x") == 2
    back = fortified("x+a\n.", {"A01": work(TRENCH)}, a="grif N", x="srif S inside", active=SOVIET)
    assert cover(back, "assault x a") == 0


@rule("atb-18.2-c")
def test_leaving_with_a_move_out_of_the_hex_is_free():
    game = fortified("a\n.\n.\n.\nx", {"A01": work(BUNKER, "S", GERMAN)}, a="grif S inside", x="srif N")
    assert game.cost("move a A02 S") == 1
    assert not game.play("move a A02 S", "by activate 0").unit("a").inside


@rule("atb-18.2-d", "atb-18.2-e")
@pytest.mark.parametrize(("ground", "cost"), [(".", 1), ("H", 2), ("S", 2)])
def test_going_in_and_out_within_the_hex_costs_a_move_into_it(ground: str, cost: int):
    works = {"A01": work(TRENCH, "S", GERMAN)}
    inside = fortified(f"a:{ground}\n.\n.\n.\nx", works, a="grif S inside", x="srif N")
    assert inside.cost("climb a N") == cost
    assert not inside.play("climb a N", "by activate 0").unit("a").inside and inside.facing("a") == "N"
    outside = fortified(f"a:{ground}\n.\n.\n.\nx", works, a="grif S", x="srif N")
    assert outside.cost("occupy a N") == cost and outside.play("occupy a N", "by activate 0").unit("a").inside


# -- 18.4 destruction


@rule("atb-18.4-a", "atb-18.3.1-j")
@pytest.mark.parametrize(("kind", "breaks"), [("8cm", True), ("pz4e", True), ("sd232", True), ("pak36", True),
                                              ("ig75", True), ("hmg34", False), ("grif", False),
                                              ("sd251", False)])  # fmt: skip
def test_guns_mortars_tanks_and_armored_cars_break_works_from_afar(kind: str, breaks: bool):
    empty = fortified("w\n.\n.\n.\n.\na\n.\n.\n.\nx", {"A01": work("barbed_wire")}, a=f"{kind} N", x="srif N")
    assert empty.offers("fire a A01") == breaks
    held = fortified("x\n.\n.\n.\n.\na", {"A01": work("barbed_wire")}, a=f"{kind} N", x="srif S", caps=SOME)
    attack = held.begin("fire a x", "by opportunity 0").state.stack[-1]
    assert ("works:a01" in {*attack.waiting, attack.now}) == breaks  # type: ignore[attr-defined]


@rule("atb-18.4-a", "atb-18.4-b")
def test_foot_units_raze_works_hand_to_hand_and_terrain_counts():
    game = fortified("a:H\n.\n.\n.\nx", {"A01": work("barbed_wire")}, a="grif S", x="srif N")
    assert game.offers("raze a")
    assert [value for value, _ in game.rating("raze a", "Defense Rating")] == [15, 2]
    assert not fortified("a\n.\n.\n.\nx", {"A01": work("barbed_wire")}, a="pz3e S", x="srif N").offers("raze a")


@rule("atb-18.3.2-f", "atb-18.4-b")
def test_a_road_block_covers_units_and_not_itself():
    game = fortified("x\n.\n.\na", {"A01": work("road_block")}, a="ig75 N", x="srif S", caps=SOME)
    assert cover(game, "fire a A01") == 1
    game.begin("fire a A01", "by activate 0", "caps 0", dice=[1, 1])
    assert game.rating("caps 0", "Defense Rating")[0][0] == 15 and cover(game, "caps 0") == 0


@rule("atb-18.4-b")
def test_smoke_covers_works_too():
    clear = fortified("w\n.\n.\n.\n.\na\n.\n.\n.\nx", {"A01": work(BUNKER)}, a="pz4e N", x="srif N", caps=SOME)
    smoke = {"smoke": {"A01": "heavy"}}
    covered = fortified("w\n.\n.\n.\n.\na\n.\n.\n.\nx", {"A01": work(BUNKER)}, a="pz4e N", x="srif N", told=smoke,
                        caps=SOME)  # fmt: skip
    needs = [game.begin("fire a A01", "by opportunity 0").need("caps 0") for game in (clear, covered)]
    assert needs[1] == needs[0] + 2


@rule("atb-18.4-c", "atb-18.4-g")
@pytest.mark.parametrize(("dice", "gone"), [([6, 6], True), ([1, 1], False)])
def test_a_hit_removes_empty_works(dice: list[int], gone: bool):
    game = fortified("w\n.\n.\n.\n.\na\n.\n.\n.\nx", {"A01": work("road_block")}, a="pz4e N", x="srif N")
    game.play("fire a A01", "by opportunity 0", dice=dice)
    assert (not game.state.position.works) == gone


@rule("atb-18.4-d", "atb-18.4-e")
def test_everybody_and_the_works_are_rolled_for_and_its_cover_lasts_through_the_attack():
    """10.5cm red 5: the rifles need 9 all the same, and the Bunker of 16 falls to 11."""
    game = bunker("x\n.\n.\n.\n.\na", a="8cm N", kinds={"8cm": {"red_fp": 6}})
    game.play("fire a x", "by opportunity 0", dice=[3, 4, 4, 6])
    assert not game.state.position.works and game.alive("x") and not game.unit("x").marker
    assert not game.unit("x").inside


@rule("atb-18.3.1-j")
def test_artillery_rolls_for_wire_as_well():
    game = gunnery()
    board = game.state.setting.board
    works = with_works(board, {}, board.hex("D03"), work("barbed_wire"))
    game.state = game.state.__class__(
        game.state.setting, game.state.position.changed(works=works), game.state.tracks, game.state.bags,
        game.state.hands, game.state.secrets, game.state.told, game.state.stack, game.state.turn,
    )  # fmt: skip
    game = planned(game, "plan OBA_GER D03 he").begin("caps 0", dice=[6])
    assert game.state.stack[-1].now == "x"
    game.begin("caps 0", dice=[1, 1])
    assert game.state.stack[-1].now == "works:d03", "when everybody there has been rolled for"
