"""Movement: costs, roads, stacking, parties and their routes. [chapter 3]"""

from __future__ import annotations

import pytest
from msgspec import structs
from tests.systems.wb95.kit import Game, on

from balka.core.proof import rule
from balka.systems.wb95 import movement, reach
from balka.systems.wb95.catalogue import MP
from balka.systems.wb95.movement_phase import refresh
from balka.systems.wb95.position import put

ROW = ". . . . . . . ."


def cost(game: Game, name: str, to: str) -> float:
    """What the cheapest way to a hex costs one unit, in points."""
    who = game.unit(name)
    found = reach.ways(game.state, movement.party_of(game.state, who.side, (name,)), who.hex)
    return found.costs[game.state.setting.board.hex(to)] / MP


@rule("kursk-ter-clear-a", "kursk-3.1.11-a")
@pytest.mark.parametrize(("moves", "points"), [("trucked", 2), ("mechanized", 1), ("foot", 1)])
def test_clear_ground_by_class(moves: str, points: float) -> None:
    game = on("a .", a=f"g mot moves={moves}")
    assert cost(game, "a", "B01") == points


@rule("kursk-ter-hills-a")
@pytest.mark.parametrize(("moves", "points"), [("trucked", 2), ("mechanized", 1.5), ("foot", 1)])
def test_hills_are_a_whole_cost(moves: str, points: float) -> None:
    assert cost(on("a H", a=f"g mot moves={moves}"), "a", "B01") == points


@rule("kursk-ter-forest-a", "kursk-3.1.12-a")
@pytest.mark.parametrize(("moves", "points"), [("trucked", 4), ("mechanized", 2), ("foot", 2)])
def test_forest_adds_to_clear(moves: str, points: float) -> None:
    assert cost(on("a F", a=f"g mot moves={moves}"), "a", "B01") == points


@rule("kursk-ter-city-a", "kursk-ter-town-a")
@pytest.mark.parametrize(
    ("ground", "moves", "points"),
    [("C", "trucked", 3), ("C", "mechanized", 2), ("C", "foot", 2),
     ("T", "trucked", 3), ("T", "mechanized", 2), ("T", "foot", 1)],
)  # fmt: skip
def test_towns_and_cities_add(ground: str, moves: str, points: float) -> None:
    assert cost(on(f"a {ground}", a=f"g mot moves={moves}"), "a", "B01") == points


@rule("kursk-ter-main-a", "kursk-ter-sec-a")
@pytest.mark.parametrize(
    ("road", "moves", "points"),
    [("main", "trucked", 1 / 3), ("main", "mechanized", 0.5), ("main", "foot", 0.5),
     ("secondary", "trucked", 0.5), ("secondary", "mechanized", 1), ("secondary", "foot", 1)],
)  # fmt: skip
def test_roads_cost_by_the_hex_whatever_the_ground(road: str, moves: str, points: float) -> None:
    game = on("a F", "move", f"{road} A01 B01", a=f"g mot moves={moves}")
    assert cost(game, "a", "B01") == pytest.approx(points)


@rule("kursk-ter-river-a", "kursk-ter-doniec-a")
@pytest.mark.parametrize(
    ("water", "moves", "points"),
    [("river", "trucked", 3), ("river", "mechanized", 2), ("river", "foot", 2),
     ("doniec", "trucked", 4), ("doniec", "mechanized", 3), ("doniec", "foot", 2)],
)  # fmt: skip
def test_water_adds(water: str, moves: str, points: float) -> None:
    assert cost(on("a .", "move", f"{water} A01 B01", a=f"g mot moves={moves}"), "a", "B01") == points


def test_a_road_over_a_bridge_spares_the_river() -> None:
    """[ruling Q16]"""
    lines = ("river A01 B01", "bridge A01 B01", "main A01 B01")
    assert cost(on("a .", "move", *lines, a="g inf"), "a", "B01") == 0.5


@rule("kursk-ter-sec-b")
def test_a_move_all_on_secondary_road_goes_a_hex_further() -> None:
    roads = [f"secondary {a}01 {b}01" for a, b in zip("ABCDEFG", "BCDEFGH", strict=True)]
    game = on(ROW.replace(".", "a", 1), "move", *roads, a="g inf mp=4")
    assert game.may("take a; to F01") and not game.may("take a; to G01")
    wheels = on(ROW.replace(".", "a", 1), "move", *roads, a="g mot moves=trucked mp=2")
    assert wheels.may("take a; to E01") and not wheels.may("take a; to F01")
    stray = on(
        "a . . . . .\n. . . . . .",
        "move",
        *[f"secondary {a}01 {b}01" for a, b in zip("BCDE", "CDEF", strict=True)],
        a="g inf mp=4",
    )
    assert not stray.may("take a; to F01")


@rule("kursk-3.1.5-a", "kursk-3.1.6-a", "kursk-c1-1.4def-b", "kursk-2.2-e")
def test_a_unit_cannot_spend_more_than_it_has_and_may_spend_less() -> None:
    game = on(ROW.replace(".", "a", 1), a="g inf mp=3")
    assert game.rule("take a; to E01") == "kursk-3.1.5-a"
    game.play("take a; to B01; halt")
    assert game.left("a") == 2


@rule("kursk-3.1.6-b", "kursk-3.1.7-a")
def test_points_left_are_neither_kept_nor_given_away() -> None:
    game = on("a b . . . . .", a="g inf mp=4", b="g inf mp=4")
    game.play("take a; to B01; halt")
    assert game.left("b") == 4
    from balka.systems.wb95.movement_phase import refresh

    work = game.work()
    refresh(work, "german")
    game.after(work)
    assert game.left("a") == 4


@rule("kursk-3.1.3-a")
def test_units_move_in_any_order_and_in_several_bits() -> None:
    game = on("a . .\nb . .", a="g inf", b="g inf")
    game.play("take b; to B02; halt; take a; to B01; halt; take b; to C02; halt")
    assert (game.at("a"), game.at("b")) == ("B01", "C02")


@rule("kursk-3.1.4-a")
def test_a_route_is_walked_hex_by_hex() -> None:
    game = on("a . . .", a="g inf").play("take a; to D01")
    assert [line for line in game.events if "moved" in line] == [
        "a moved A01 to B01", "a moved B01 to C01", "a moved C01 to D01", "a moved A01 to D01 via B01, C01",
    ]  # fmt: skip
    quiet = [told.event.line(game.state.setting).quiet for told in game.told]
    assert quiet == [True, True, True, False]  # the log shows the whole way once
    assert not on("a . . .", a="g inf").may("take a; step C01")


@rule("kursk-3.1.8-a")
def test_a_hex_with_enemies_is_closed() -> None:
    game = on("a . . x .", a="g inf", x="s inf")
    assert game.rule("take a; to D01") == "kursk-3.1.8-a"


@rule("kursk-3.1.9-a", "kursk-3.1.10-a")
def test_full_hexes_may_be_passed_through() -> None:
    game = on("a b+c+d+e .", a="g inf", b="g inf done", c="g inf done", d="g inf done", e="g inf done")
    assert game.rule("take a; to B01") == "kursk-3.2.1-a"  # and nobody there can make room
    game.play("take a; to C01; halt")
    assert game.at("a") == "C01"


@rule("kursk-3.1.13-a", "kursk-3.1.13-b")
def test_one_hex_never_costs_more_than_the_unit_began_with() -> None:
    """[worked example: 7 points, a hex of 9]"""
    game = on("a F .", "move", "doniec A01 B01", a="g mot moves=trucked mp=5")
    assert cost(game, "a", "B01") == 5
    game.play("take a; to B01; halt")
    assert game.left("a") == 0
    late = on("a . F", "move", "doniec B01 C01", a="g mot moves=trucked mp=5").play("take a; to B01")
    assert not late.may("to C01")


@rule("kursk-3.1.13-c")
def test_an_isolated_unit_may_use_the_capped_cost_without_harm() -> None:
    game = on("a F .", "move", "river A01 B01", a="g inf mp=4 oos=1")
    assert cost(game, "a", "B01") == 2
    game.play("take a; to B01; halt")
    assert game.unit("a").supply == 1


@rule("kursk-3.2.1-a", "kursk-3.2.2-a", "kursk-c1-1.4def-d")
def test_eight_cel_fill_a_hex_and_a_headquarters_counts_one() -> None:
    full = {"b": "g inf done", "c": "g inf done", "d": "g inf done", "e": "g inf cel=1 done"}
    game = on("a+h b+c+d+e .", a="g inf", h="g hq 0 cel=1 mp=10", **full)
    assert game.rule("take a; to B01") == "kursk-3.2.1-a"
    assert game.may("take h; to B01")
    game.play("take h; to B01; halt")
    assert sum(game.unit(one).cel for one in "bcdeh") == 8


# -- parties [K1]


def test_a_stack_splits_at_a_crossroads() -> None:
    game = on("a+b+c . . .\n. . . .", a="g inf", b="g inf", c="g inf cel=1")
    game.play("take A01; to B01; leave a; to C01; halt; take a; to B02; halt")
    assert [game.at(one) for one in "abc"] == ["B02", "C01", "C01"]


def test_a_party_opened_by_a_unit_grows_before_it_starts() -> None:
    game = on("a+b+c . . .", a="g inf", b="g inf", c="g inf cel=1")
    game.play("take a; with c")
    assert not game.may("leave c") and game.may("with b")
    game.play("to B01")
    assert not game.may("with b") and [game.at(one) for one in "abc"] == ["B01", "A01", "B01"]


def test_a_party_goes_as_far_as_its_slowest_member() -> None:
    game = on("a+b . . . . . .", a="g inf mp=2", b="g arm mp=6")
    assert game.may("take A01; to C01") and not game.may("take A01; to D01")
    assert game.may("take b; to F01")


def test_a_party_must_move_before_it_halts() -> None:
    game = on("a . .", a="g inf").play("take a")
    assert game.rule("halt") == "kursk-3.1.6-a"
    assert game.play("to B01").may("halt")


def test_of_equal_ways_the_one_past_fewer_enemies_is_walked() -> None:
    game = on("""
        . . . . .
        a . . . .
        . . . . .
        . . x . .
    """, a="g arm", x="s inf")  # fmt: skip
    game.play("take a; to E02")
    assert not any("C03" in line for line in game.events if "moved" in line)


def test_news_that_changes_nothing_lets_a_route_run_on() -> None:
    """[D14]"""
    game = on("a . . .\n. . h .", a="g arm", h="s hq 0 cel=1")
    game.play("take a; to D01")
    assert game.at("a") == "D01" and any("holds Soviet headquarters" in line for line in game.events)


@rule("kursk-2.1.2-a")
def test_what_belongs_to_another_phase_is_refused() -> None:
    assert on("a x", a="g inf", x="s inf").rule("attack B01") == "kursk-2.1.2-a"
    assert not on("a . x", "combat", a="g inf", x="s inf").may("take a")


@rule("kursk-9.1.2-a")
def test_a_headquarters_has_ten_points_and_moves_by_truck() -> None:
    game = on("a . . . . . .", a="g hq 0 mp=10 cel=1")
    assert game.left("a") == 10 and cost(game, "a", "F01") == 10


@rule("kursk-9.1.3-a")
def test_a_headquarters_enters_closed_ground_for_five_points() -> None:
    game = on("a S", a="g hq 0 mp=10 cel=1")
    assert cost(game, "a", "B01") == 5
    assert not on("a S", a="g mot moves=trucked").may("take a; to B01")


def test_a_neighbour_is_offered_once_unless_the_cheapest_way_goes_round() -> None:
    plain = on(". . .\n. a .\n. . .", a="g arm").play("take a")
    assert "to B01" in plain.texts() and not plain.texts("step")
    round_about = on("a . .\nF . .", "move", "river A01 A02", "main A01 B01", "main B01 A02", a="g arm mp=9").play(
        "take a"
    )
    assert {"to A02", "step A02"} <= set(round_about.texts())


def test_of_equal_ways_the_one_over_fewer_rivers_is_taken() -> None:
    game = on(". . .\na . .\n. . .", "move", "river A02 B01", "river A02 B02", a="g arm mp=9")
    board, who = game.state.setting.board, game.unit("a")
    found = reach.ways(game.state, movement.party_of(game.state, "german", ("a",)), who.hex)
    assert found.costs[board.hex("B01")] == 2 * MP
    assert [board.labels[h] for h in found.path(board.hex("B01"))] == ["A01", "B01"]


@rule("kursk-3.1.5-a")
def test_every_unit_has_its_points_again_whatever_it_did_the_day_before() -> None:
    game = on("a b .", a="g inf done", b="g inf")
    work = game.work()
    put(work, structs.replace(game.unit("b"), spent=MP))
    refresh(work, "german")
    game.after(work)
    assert not game.unit("a").has("done") and game.unit("b").spent == 0


@rule("kursk-6.1.7-c")
@pytest.mark.parametrize(("lines", "words", "left"), [((), "", 5), ((), "dug", 4), (("fortified B01 C01",), "", 4)])
def test_guns_in_any_fortification_cost_a_point_more_to_overrun(lines: tuple[str, ...], words: str, left: int) -> None:
    """[rulings Q38, Q74]"""
    game = on("a x .", "move", *lines, a="g arm mp=7", x=f"s art 5/3 cel=1 {words}").play("take a; to B01")
    assert game.gone("x") and game.left("a") == left


@rule("kursk-6.1.7-a")
def test_artillery_on_its_own_tracks_is_not_overrun() -> None:
    game = on("a x .\n. . .", a="g arm mp=7", x="s art 5/3 selfpropelled moves=mechanized")
    assert game.rule("take a; to B01") == "kursk-3.1.8-a"
    assert on("a x .\n. . .", a="g arm mp=7", x="s art 5/3 cel=1").may("take a; to B01")


ROUND_ABOUT = """
    a+h . . . . . .
    . . . . . . .
"""


@rule("kursk-3.1.5-a", "kursk-3.1.11-a")
def test_a_party_that_pays_different_prices_is_offered_every_hex_it_can_get_to() -> None:
    """[by road the headquarters saves its points, over the fields the infantry saves the hex it has too few of]"""
    road = ("secondary A01 A02", "secondary A02 B02", "secondary B02 C02", "secondary C02 D01")
    game = on(ROUND_ABOUT, "move", *road, a="g inf 4 mp=4 strayed", h="g hq").say("take A01")
    assert game.may("to D01") and game.may("to E01")
    game.say("to E01")
    assert game.left("a") == 0 and game.left("h") > 0
