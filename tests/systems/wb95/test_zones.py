"""Zones of control and the control of hexes. [chapter 4]"""

from __future__ import annotations

from tests.systems.wb95.kit import GERMAN, SOVIET, Game, on

from balka.core.hexes import hexes_in
from balka.core.proof import rule
from balka.systems.wb95.position import force
from balka.systems.wb95.zones import zone

FIELD = """
    . . . . .
    . . . . .
    . . a . .
    . . . . .
    . . . . .
"""
RING = {"C02", "C04", "B02", "B03", "D02", "D03"}


def zone_of(game: Game, side: str) -> set[str]:
    board = game.state.setting.board
    return {board.labels[h] for h in hexes_in(zone(force(game.state, side), board))}


def held(game: Game) -> str:
    return str(game.state.position.control)


@rule("kursk-c4-4.1.1-a", "kursk-c4-4.1.2-a", "kursk-c1-1.4def-c")
def test_a_regular_unit_controls_the_six_hexes_around_it() -> None:
    for kind in ("inf", "arm", "at", "cav", "fu"):
        assert zone_of(on(FIELD, a=f"g {kind}"), GERMAN) == RING, kind


@rule("kursk-6.1.5-a", "kursk-9.1.1-a", "kursk-c15rg-15.2.2-a")
def test_guns_headquarters_and_resilience_groups_have_no_zone() -> None:
    for kind in ("art", "hq", "rg", "art selfpropelled moves=mechanized"):
        assert zone_of(on(FIELD, a=f"g {kind}"), GERMAN) == set(), kind


@rule("kursk-c4-4.1.3-a")
def test_a_zone_does_not_cross_a_big_river() -> None:
    assert zone_of(on(FIELD, "move", "big_river C03 C02", a="g inf"), GERMAN) == RING - {"C02"}


@rule("kursk-c4-4.1.4-a")
def test_vehicles_have_no_zone_in_a_swamp() -> None:
    """[worked example 4.1.4]"""
    swamp = FIELD.replace(". . . . .", ". . S . .", 2).replace(". . S . .", ". . . . .", 1)
    assert zone_of(on(swamp, a="g arm"), GERMAN) == RING - {"C02"}
    assert zone_of(on(swamp, a="g inf"), GERMAN) == RING
    assert zone_of(on(swamp.replace("a", "a+b"), a="g arm", b="g inf"), GERMAN) == RING


@rule("kursk-c4-4.1.5-a")
def test_zones_of_both_sides_may_overlap() -> None:
    game = on("a . x", a="g inf", x="s inf")
    assert zone_of(game, GERMAN) & zone_of(game, SOVIET) == {"B01"}


@rule("kursk-c4-4.2.1-a", "kursk-c4-4.2.2-a")
def test_entering_an_enemy_zone_stops_a_unit_and_costs_nothing_more() -> None:
    game = on("a . . x . .", a="g arm", x="s inf").play("take a; to C01")
    assert game.texts() == ["halt"] and game.left("a") == 5
    assert game.play("halt").rule("take a") == "kursk-c4-4.2.1-a"


@rule("kursk-c4-4.2.3-a")
def test_no_step_from_hex_to_hex_of_one_unit_s_zone() -> None:
    game = on("""
        . . . .
        . x . .
        . a . .
        . . . .
    """, a="g arm", x="s inf")  # fmt: skip
    assert game.rule("take a; step A03") == "kursk-c4-4.2.3-a"
    assert game.rule("take a; step C03") == "kursk-c4-4.2.3-a"
    assert game.may("take a; to B04")


@rule("kursk-c4-4.2.6-a")
def test_leaving_an_enemy_zone_costs_a_point() -> None:
    game = on(". . . .\n. x . .\n. a . .\n. . . .", a="g arm", x="s inf")
    game.play("take a; to B04")
    assert game.left("a") == 5


@rule("kursk-c4-4.2.4-a", "kursk-c4-4.2.4-b")
def test_a_unit_may_leave_a_zone_and_come_back_into_one() -> None:
    picture = """
        . . . . . .
        . x . y . .
        . a . . . .
        . . . . . .
    """
    game = on(picture, a="g arm", x="s inf", y="s inf")
    game.play("take a; to B04; to C04; to D03")
    assert game.at("a") == "D03"
    again = on(picture, a="g arm", x="s inf", y="s inf").play("take a; to B04; to A04; to A03")
    assert again.at("a") == "A03"


@rule("kursk-c4-4.2.5-a")
def test_a_step_from_one_unit_s_zone_into_another_s_is_allowed() -> None:
    game = on("""
        x . . .
        a . . .
        . . y .
        . . . .
    """, a="g arm", x="s inf", y="s inf")  # fmt: skip
    assert game.may("take a; to B02")


@rule("kursk-4.3.2-a", "kursk-4.3.3-a", "kursk-c4-4.1.6-a", "kursk-2.2-n")
def test_supplied_units_take_their_hex_and_the_hexes_around() -> None:
    game = on(FIELD, "supply", control="s" * 25, a="g inf", book={"edges": {"german": (12,)}})
    taken = {game.state.setting.board.labels[h] for h, owner in enumerate(held(game)) if owner == "g"}
    assert taken == RING | {"C03"}


@rule("kursk-4.3.5-a")
def test_a_unit_out_of_supply_takes_only_its_own_hex() -> None:
    game = on(FIELD, "supply", control="s" * 25, a="g inf", book={"edges": {}})
    assert held(game).count("g") == 1 and game.unit("a").supply == 1


@rule("kursk-4.3.6-a", "kursk-4.3.6-b")
def test_a_hex_in_zones_of_both_belongs_to_nobody() -> None:
    game = on("a . x", "supply", control="sss", a="g inf", x="s inf oos=3", book={"edges": {"german": (0,)}})
    assert held(game) == "g-s"


@rule("kursk-4.3.4-a")
def test_whoever_surrenders_takes_nothing() -> None:
    game = on(FIELD, "supply", control="s" * 25, a="g inf oos=9", book={"edges": {}})
    game.play(dice=[2])
    assert game.gone("a") and held(game) == "s" * 25
