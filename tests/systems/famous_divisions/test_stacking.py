"""How much a hex holds. [7.0-7.2]"""

from __future__ import annotations

import pytest
from tests.systems.famous_divisions.kit import Game, on

from balka.core.proof import rule
from balka.systems.famous_divisions.stacking import excess, has_room, limit, load

FOUR = "1-1rif 2-1rif 3-1rif 1-2rif"


def points(ids: str) -> float:
    game = on("a\n", a=ids)
    return load(game.state, game.state.position.stack(0)) / 2


@rule("gd-7.1-a", "gd-7.0-a")
def test_four_units_fill_a_hex_whatever_its_terrain() -> None:
    for terrain in (".", "W", "T", "V", "P"):
        game = on(f"{terrain}\nb\n", A01=FOUR, b="2-2rif")
        assert not has_room(game.state, game.hex("A01"), (game.unit("2-2rif"),))
        three = on(f"{terrain}\nb\n", A01="1-1rif 2-1rif 3-1rif", b="2-2rif")
        assert has_room(three.state, three.hex("A01"), (three.unit("2-2rif"),))


@pytest.mark.parametrize(
    ("ids", "value"),
    [(FOUR, 4), ("1-1rif! 2-1rif! 3-1rif! 1-2rif! 2-2rif! 3-2rif! 1-3rif! 2-3rif!", 4),
     ("1-1rif 2-1rif 3-1rif 1-2rif! 2-2rif!", 4), ("1-1rif! hq-1rif", 1.5)],
)  # fmt: skip
@rule("gd-7.1-c", "gd-7.1-d")
def test_depleted_units_count_half(ids: str, value: float) -> None:
    assert points(ids) == value


@rule("gd-7.1-f")
def test_division_hqs_stack_freely() -> None:
    assert points(f"{FOUR} hq-div-s") == 4
    assert points("hq-1rif") == 1, "battalion HQs do not"


@rule("gd-7.2-a", "gd-7.2-c", "gd-7.2-d")
def test_cities_and_downtown_hold_six_and_towns_do_not() -> None:
    limits = {terrain: limit(on(f"{terrain}\n").state, 0) / 2 for terrain in ("C", "D", "T", "V", "M", ".")}
    assert limits == {"C": 6, "D": 6, "T": 4, "V": 4, "M": 4, ".": 4}


def crowded() -> Game:
    game = on("a\nb\n", a="1-1rif hq-1rif", b="2-1rif 3-1rif 1-2rif 2-2rif").activate("1rif")
    return game.play("take 1-1rif", "step A02", "halt")


@rule("gd-7.1-g", "gd-7.1-h")
def test_a_crowded_hex_is_thinned_when_all_movement_is_over() -> None:
    game = crowded()
    assert excess(game.state, game.hex("b")) == 2
    assert game.kind == "activation", "not before"
    game.play("fight")
    assert (game.asked, game.kind) == ("soviet", "stacking")
    assert "done" not in game.choices()
    game.play("lose 1-1rif", "lose 2-1rif")
    assert game.choices() == ["done"]
    assert game.unit("1-1rif").depleted
    assert game.play("done").kind == "combat"


def test_moving_through_a_crowd_and_out_again_is_free() -> None:
    game = on("a\nb\n.\n", a="1-1rif hq-1rif", b="2-1rif 3-1rif 1-2rif 2-2rif").activate("1rif")
    game.play("take 1-1rif", "to A03", "halt", "fight")
    assert game.kind == "combat"


@rule("gd-7.0-b")
def test_friend_and_enemy_never_share_a_hex() -> None:
    game = on("a\nx\n", a="1-1rif hq-1rif", x="hq-1gr").activate("1rif")
    assert not game.offers("take 1-1rif")
    beside = on("a .\nx .\n", a="1-1rif hq-1rif", x="hq-1gr").activate("1rif").play("take 1-1rif")
    assert not beside.offers("step A02")
    assert beside.refusal("step A02").rule == "gd-7.0-b"


# -- road columns [7.1-b, 7.2-b, ruling Q-road-stacking]

ROAD = ["A01-A02 road", "A02-A03 road"]
FOUR_TRUCKS = "1k-1gr 2k-1gr 3k-1gr 4k-1gr hq-1gr"


def column_of_four(picture: str = "a\n.\n.\n", way: str = "to A03", **more: object) -> Game:
    game = on(picture, a=FOUR_TRUCKS, crowded="a", **{"roads": ROAD, **more}).activate("1gr")  # type: ignore[arg-type]
    for first, second in (("1k-1gr", "2k-1gr"), ("3k-1gr", "4k-1gr")):
        game.play(f"take {first}", f"with {second}", way, "halt")
    return game


@pytest.mark.parametrize("picture", ["a\n.\n.\n", "a\n.\nC\n"])
@rule("gd-7.1-b", "gd-7.2-b", "gd-7.1-h")
def test_two_units_stand_in_road_column_in_a_hex_however_they_came(picture: str) -> None:
    game = column_of_four(picture)
    assert excess(game.state, game.hex("A03")) == 4
    assert game.kind == "activation", "not before all movement is over"
    game.play("fight")
    assert (game.asked, game.kind) == ("german", "stacking")
    assert game.choices() == [f"lose {one}" for one in ("1k-1gr", "2k-1gr", "3k-1gr", "4k-1gr")]
    game.play("lose 1k-1gr", "lose 2k-1gr", "lose 3k-1gr")
    assert "done" not in game.choices()
    assert game.play("lose 4k-1gr", "done").kind == "combat"


@rule("gd-7.1-b")
def test_who_left_the_road_counts_to_the_hex_alone() -> None:
    game = column_of_four(roads=[])
    assert excess(game.state, game.hex("A03")) == 0
    mixed = on("a\n.\nb\n", a="1k-1gr 2k-1gr hq-1gr", b="3k-1gr 4k-1gr", roads=["A01-A02 road"]).activate("1gr")
    for one in ("1k-1gr", "2k-1gr", "3k-1gr", "4k-1gr"):
        mixed.play(f"take {one}", "step A02", "halt")
    assert [mixed.unit(one).road for one in ("1k-1gr", "2k-1gr", "3k-1gr", "4k-1gr")] == [True, True, False, False]
    assert excess(mixed.state, mixed.hex("A02")) == 0


@rule("gd-7.1-e")
def test_depleted_units_count_half_in_a_column_too() -> None:
    game = on("a\n.\n.\n", a="1-1rif! 2-1rif! 3-1rif! at-1rif", roads=ROAD)
    for one in ("1-1rif", "2-1rif", "3-1rif"):
        game.set(one, road=True)
    assert excess(game.state, 0) == 0
    assert excess(game.set("at-1rif", road=True).state, 0) == 1


def test_a_high_stack_on_a_road_is_asked_after_whether_it_is_a_column_or_not() -> None:
    """Its height is all the enemy may see."""
    game = on("a\n.\nb\n", a="1k-1gr hq-1gr", b="2k-1gr 3k-1gr", roads=ROAD).activate("1gr")
    game.play("take 1k-1gr", "to A03", "halt", "fight")
    assert (game.kind, game.choices()) == ("stacking", ["done"])
    still = on("a\n.\nb\n", a="1k-1gr hq-1gr", b="2k-1gr 3k-1gr 4k-1gr", roads=ROAD).activate("1gr").play("fight")
    assert still.kind == "combat", "nobody marched there"
    wide = on("a .\n. .\nb .\n. .\n", a="1k-1gr hq-1gr", b="2k-1gr 3k-1gr", roads=ROAD).activate("1gr")
    wide.play("take 1k-1gr", "to A03", "halt", "fight")
    assert wide.kind == "stacking", "a road leads to one side of the hex"
    apart = on("a .\n. .\nb .\n. .\n", a="1k-1gr hq-1gr", b="2k-1gr 3k-1gr").activate("1gr")
    assert apart.play("take 1k-1gr", "to A03", "halt", "fight").kind == "combat", "no road leads there"


@rule("gd-7.1-b", "gd-7.1-e")
def test_half_a_unit_too_many_in_a_column_is_taken_out_of_the_column() -> None:
    game = on("a\n.\n.\n", a="1-1rif! 2-1rif! 3-1rif! at-1rif hq-1rif", roads=ROAD)
    for one in ("1-1rif", "2-1rif", "3-1rif", "at-1rif"):
        game.set(one, road=True)
    game.activate("1rif").play("fight")
    assert excess(game.state, 0) == 1 and game.kind == "stacking"
    assert game.choices() == ["lose 1-1rif", "lose 2-1rif", "lose 3-1rif", "lose at-1rif"], "not the HQ beside it"


@rule("gd-7.1-b")
def test_who_does_not_stand_in_the_jammed_column_makes_no_room_in_it() -> None:
    game = column_of_four(A03="5k-2gr").play("fight")
    assert game.kind == "stacking" and not game.offers("lose 5k-2gr")
    assert game.refusal("lose 5k-2gr").rule == "gd-7.1-b"


@rule("gd-7.1-b", "gd-7.1-h", "gd-9.2-e")
def test_who_is_pinned_on_the_road_counts_in_the_column_it_was_caught_beside() -> None:
    """Ruling Q-pinned-room: a column of two stands in the hex where the third is pinned."""
    facts = {"a": "1k-1gr hq-1gr", "b": "2k-1gr 3k-1gr", "x": "t34.1-2tk hq-2tk"}
    game = on("a\n.\nb\n.\nx\n", **facts, roads=ROAD).set("2k-1gr", road=True).set("3k-1gr", road=True)
    game.activate("1gr").play("take 1k-1gr", "to A03", "fire t34.1-2tk A03", "2d6 3 4")
    assert game.unit("1k-1gr").pinned and game.unit("1k-1gr").road
    game.play("fight")
    assert game.choices() == ["lose 1k-1gr", "lose 2k-1gr", "lose 3k-1gr"], "its owner says who makes room"
    assert not game.play("lose 2k-1gr").offers("done")
    assert game.play("lose 3k-1gr", "done").kind == "combat"
    field = on("a\n.\nb\n.\nx\n", **facts).set("2k-1gr", road=True).set("3k-1gr", road=True)
    field.activate("1gr").play("take 1k-1gr", "to A03", "fire t34.1-2tk A03", "2d6 3 4", "fight")
    assert field.kind == "combat", "who came over the field stands in no column"


@rule("gd-7.1-a", "gd-7.1-h")
def test_who_is_pinned_in_a_full_hex_counts_in_it() -> None:
    """Ruling Q-pinned-room: it meant to pass, and four stand there."""
    game = on("a\n.\nb\n.\nx\n", a="1k-1gr hq-1gr", b="5k-2gr 6k-2gr 7k-2gr hq-2gr", x="t34.1-2tk hq-2tk")
    game.activate("1gr").play("take 1k-1gr", "to A03", "fire t34.1-2tk A03", "2d6 3 4", "fight")
    assert game.kind == "stacking" and game.offers("lose 1k-1gr", "lose 5k-2gr", "lose hq-2gr")
    assert not game.offers("done")


# -- after an overrun, and with riders


@rule("gd-7.1-g", "gd-9.4-h")
def test_a_hex_crowded_by_overrun_movement_is_thinned_at_once() -> None:
    game = on("a\nx\nb\n.\n", a="t34.1-2tk hq-2tk", x="hq-1gr", b="1-1rif 2-1rif 3-1rif hq-1rif").activate("2tk")
    game.play("fight", "overrun A02", "join t34.1-2tk", "fight").no_chits()
    game.play("2d6 =2", "done", "take t34.1-2tk", "to A03", "halt", "done")
    assert (game.asked, game.kind) == ("soviet", "stacking")
    assert game.play("lose 1-1rif", "lose 2-1rif", "done").kind == "combat"


@rule("gd-7.1-h", "gd-9.5-f")
def test_a_tank_depleted_for_want_of_room_spares_its_rider() -> None:
    game = on("a\nb\n", a="t34.1-2tk 1-1rif hq-2tk", b="2-1rif 3-1rif 1-2rif 2-2rif").set("1-1rif", carrier="t34.1-2tk")
    game.activate("2tk").play("take t34.1-2tk", "step A02", "halt", "fight")
    assert not game.offers("lose 1-1rif"), "it takes no room"
    game.play("lose t34.1-2tk")
    assert game.unit("t34.1-2tk").depleted
    assert not game.unit("1-1rif").depleted
