"""Aircraft: planning, air combat, missions. [chapters 8 and 21]"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs
from tests.systems.wb95.kit import Game, end_phase, on, push

from balka.core.proof import rule
from balka.systems.wb95 import sheet
from balka.systems.wb95.crossing import attacks_at
from balka.systems.wb95.movement import allowance, party_of
from balka.systems.wb95.position import Flight
from balka.systems.wb95.reach import ways
from balka.systems.wb95.rulebook import Sky
from balka.systems.wb95.sheet import Battle
from balka.systems.wb95.strikes import Airlift, AirPhase, DuelOrder, meetings

AIR = {"air": {"german": ("air-1", "air-2", "air-3", "air-4")}, "sorties": {"german": 2}}
BOTH: dict[str, Any] = {
    "air": {"german": ("air-1", "air-3"), "soviet": ("air-5", "air-6")},
    "sorties": {"german": 2, "soviet": 2},
}


def flying(game: Game, *flights: Flight) -> Game:
    game.state = structs.replace(game.state, position=structs.replace(game.state.position, air=flights))
    return game


@rule("kursk-8.1.1-a", "kursk-8.1.1-c", "kursk-c20-21.1.1-a")
def test_six_counters_of_five_points_two_with_white_stars() -> None:
    from balka.games.kursk_1943 import scenarios

    air = [one for one in scenarios.charts().counters.values() if one.kind == "AIR"]
    assert [one.attack for one in air] == [5] * 6 and sum(one.star == "white" for one in air) == 2


@rule("kursk-8.1.2-a", "kursk-8.1.4-a", "kursk-2.2-b", "kursk-2.2-p", "kursk-8.2.1-a", "kursk-2.2-c")
def test_missions_are_planned_in_both_air_phases() -> None:
    for phase in (1, 7):
        game = on("a . x", "air", a="g inf", x="s inf", book=AIR)
        game.state = structs.replace(game.state, tracks=structs.replace(game.state.tracks, phase=phase))
        assert game.waiting == "german air"
        words = {text.split()[2] for text in game.texts("fly air-1")}
        assert words == {"support", "attack", "cover"}


@rule("kursk-8.1.7-a")
def test_plans_stay_secret_until_all_are_ready() -> None:
    game = on("a . x", "air", a="g inf", x="s inf", book=BOTH)
    assert {ask.seat for ask in game.state.asks} == {"german", "soviet"}
    step = game.state.apply("fly air-1 support C01", "german")
    lanes = step.state.view("soviet").stack[-1].lanes  # type: ignore[attr-defined]
    assert all(lane.said == () for lane in lanes if lane.seat == "german") and not step.events
    state = step.state.apply("ready", "german").state
    shown = state.apply("ready", "soviet")
    assert any("Air 1 support C01" in told.event.say(state.setting) for told in shown.events)


@rule("kursk-8.1.3-a", "kursk-8.1.5-a")
def test_a_counter_flies_once_a_turn_and_no_more_than_the_scenario_grants() -> None:
    game = on("a . x", "air", a="g inf", x="s inf", book=AIR).play("fly air-1 support C01")
    assert not game.texts("fly air-1")
    game.play("fly air-3 cover A01")
    assert game.texts() == ["ready"]
    game.play("ready")
    assert game.state.tracks.flown == ("air-1", "air-3")


@rule("kursk-c20-21.1.2-a")
def test_two_counters_at_most_over_one_hex() -> None:
    more = {"air": {"german": tuple(f"air-{n}" for n in range(1, 7))}, "sorties": {"german": 6}}
    game = on("a . x", "air", a="g inf", x="s inf", book=more)
    game.play("fly air-1 support C01; fly air-2 attack C01")
    assert not [text for text in game.texts("fly") if text.endswith("C01")]


@rule("kursk-8.2.5-a")
def test_soviets_fly_no_defensive_support() -> None:
    game = on("a . x", "air", a="g inf", x="s inf", book={"air": {"soviet": ("air-5",)}, "sorties": {"soviet": 1}})
    assert not [text for text in game.texts("fly") if " cover " in text]


@rule("kursk-8.1.1-d", "kursk-8.1.1-c")
def test_a_counter_without_a_figure_is_worth_five_and_a_soviet_one_four() -> None:
    from balka.systems.wb95.position import air_strength

    game = on("a", a="g inf")
    counters = dict(game.state.setting.catalogue.counters)
    for name, side in (("air-1", "german"), ("air-2", "soviet")):
        counters[name] = structs.replace(counters[name], attack=0, side=side)
    game.state.setting.catalogue = structs.replace(game.state.setting.catalogue, counters=counters)
    assert [air_strength(game.state, name) for name in ("air-1", "air-2")] == [5, 4]


# -- air combat


@rule("kursk-8.1.8-a", "kursk-8.1.8-b", "kursk-8.1.8-c", "kursk-8.1.9-a", "kursk-8.1.8-d")
def test_aircraft_on_the_same_or_neighbouring_hexes_fight_until_one_side_wins() -> None:
    game = on("a . x .", a="g inf", x="s inf", book=BOTH)
    for h, meets in ((2, True), (3, True), (0, False)):
        flying(game, Flight("air-1", "german", "support", 2), Flight("air-5", "soviet", "attack", h))
        assert bool(meetings(game.state)) == meets
    flying(game, Flight("air-1", "german", "support", 2), Flight("air-5", "soviet", "attack", 3))
    push(game, AirPhase(1)).play(dice=[3, 3, 4, 2])
    assert [flight.unit for flight in game.state.position.air] == ["air-1"]


@rule("kursk-8.1.8-a", "kursk-8.1.8-c")
def test_aircraft_two_hexes_off_have_no_part_in_an_air_combat_and_each_side_throws_its_own_die() -> None:
    game = on("a . x . .", a="g inf", x="s inf", book=BOTH)
    near, far = Flight("air-5", "soviet", "attack", 3), Flight("air-6", "soviet", "attack", 4)
    flying(game, Flight("air-1", "german", "support", 2), near, far)
    push(game, AirPhase(1))
    assert game.state.asks[0].force == "german" and game.play(dice=[3]).state.asks[0].force == "soviet"
    assert [flight.unit for flight in game.play(dice=[2]).state.position.air] == ["air-1", "air-6"]


# -- support


@rule("kursk-8.2.2-a")
def test_offensive_support_adds_full_strength() -> None:
    game = flying(on("x .\na .", "combat", a="g inf 5", x="s inf 5"), Flight("air-3", "german", "support", 0))
    game.play("attack A01; join a; air air-3; fight")
    assert game.state.stack[-1].check.tallies[0].value == 10  # type: ignore[attr-defined]


@rule("kursk-8.2.2-a")
@pytest.mark.parametrize("sentence", ["join air-3", "full air-3"])
def test_an_aircraft_is_refused_as_an_attacker_on_the_ground(sentence: str) -> None:
    game = flying(on("x .\na .", "combat", a="g inf 5", x="s inf 5"), Flight("air-3", "german", "support", 0))
    game.play("attack A01; join a")
    assert game.rule(sentence) == "kursk-8.2.2-a" and "flies" in game.why(sentence).sentence  # type: ignore[union-attr]
    assert game.may("air air-3")


@rule("kursk-8.2.4-a")
def test_defensive_support_adds_half_of_the_total_rounded_up() -> None:
    """[worked example 8.2.4: 13 give 7; here 5 + 5 + 5 give 8]"""
    flights = tuple(Flight(f"air-{n}", "german", "cover", 0) for n in (3, 4, 5))
    game = flying(on("x .\na .", "combat", side="soviet", a="s inf 5", x="g inf 5"), *flights)
    game.play("attack A01; join a; fight")
    assert game.state.stack[-1].check.tallies[1].value == 13  # type: ignore[attr-defined]


@rule("kursk-c20-21.1.1-b")
def test_a_white_star_in_the_air_shifts_a_column_against_vehicles() -> None:
    for kind, shift in (("arm", 1), ("inf", 0)):
        game = on("x .\na .", "combat", a="g inf 5", x=f"s {kind} 5")
        battle = Battle("german", (0,), ("a",), air=("air-1",))
        found = sum(part.value for part in sheet.attacker_shifts(game.state, battle))
        assert found == shift


# -- attacks


@rule("kursk-8.2.6-a", "kursk-8.2.7-a", "kursk-aa-legend-b", "kursk-5.0-c")
@pytest.mark.parametrize(("ground", "need"), [(".", 10), ("H", 8)])
def test_an_air_attack_is_thrown_on_its_own_table_less_twice_the_ground(ground: str, need: int) -> None:
    """[worked example 8.2.7, with the hills of this game's table]"""
    picture = "a . x" if ground == "." else f"a . x:{ground}"
    game = on(picture, a="g inf", x="s inf", book=AIR)
    flying(game, Flight("air-3", "german", "attack", 2), Flight("air-4", "german", "attack", 2))
    push(game, AirPhase(1))
    check = game.state.stack[-1].check  # type: ignore[attr-defined]
    assert check.need == need and check.reader == "kursk air_attack"


@rule("kursk-c20-21.1.1-c")
def test_a_white_star_lifts_an_air_attack_a_row() -> None:
    game = flying(on("a . x", a="g inf", x="s arm", book=AIR), Flight("air-1", "german", "attack", 2))
    push(game, AirPhase(1))
    assert game.state.stack[-1].check.need == 6  # type: ignore[attr-defined]


@rule("kursk-aa-legend-a", "kursk-5.6.5-c")
def test_an_air_attack_costs_cel_and_order_until_the_same_phase_of_the_next_turn() -> None:
    """[worked example 5.6.5 b: -1D at 9-12 on a roll of 2]"""
    game = on("a . x", a="g inf", x="s inf", book=AIR)
    flying(game, Flight("air-3", "german", "attack", 2), Flight("air-4", "german", "attack", 2))
    push(game, AirPhase(7)).play(dice=[2])
    assert game.unit("x").cel == 1 and game.unit("x").disorganised == "air7"
    from balka.systems.wb95.strikes import recover_from_air

    for phase, disorder in ((1, "air7"), (7, "")):
        work = game.work()
        recover_from_air(work, phase)
        game.after(work)
        assert game.unit("x").disorganised == disorder


@rule("kursk-8.2.8-0", "kursk-8.2.8-a", "kursk-8.2.9-a", "kursk-8.2.10-a")
def test_bridges_are_bombed_whatever_the_ground() -> None:
    lines = ("river A01 B01", "bridge A01 B01", "main A01 B01")
    game = on("F .\n. a", "air", *lines, a="g inf", book=AIR)
    assert game.texts("bomb") == ["bomb air-1 A01/B01", "bomb air-3 A01/B01"]
    game.play("bomb air-3 A01/B01; ready")
    assert game.state.stack[-1].check.need == 5  # type: ignore[attr-defined]
    game.play(dice=[12])
    assert game.state.position.broken == ((0, 1),)


# -- movement disorganisation


@rule("kursk-8.2.11-a", "kursk-8.2.12-a")
def test_disorganising_movement_takes_seven_points_and_hits_soviets_only() -> None:
    game = on("a . x", "air", a="g inf", x="s inf", book=AIR).play("disrupt C01; ready")
    assert game.state.position.harassed == (2,) and len(game.state.tracks.flown) == 2
    weak = on("a . x", "air", a="g inf", x="s inf", book={**AIR, "sorties": {"german": 1}})
    assert not weak.texts("disrupt")
    theirs = on(
        "a . x", "air", a="g inf", x="s inf", book={"air": {"soviet": ("air-5", "air-6")}, "sorties": {"soviet": 2}}
    )
    assert not theirs.texts("disrupt")


@rule("kursk-8.2.13-a", "kursk-8.2.14-a", "kursk-8.2.14-b", "kursk-8.2.15-a")
@pytest.mark.parametrize("count", [1, 2])
def test_each_mission_costs_a_point_a_hex_and_a_point_at_the_start(count: int) -> None:
    """[worked example 8.2.15]"""
    game = on("x . . . . .", side="soviet", x="s inf mp=7")
    game.state = structs.replace(game.state, position=structs.replace(game.state.position, harassed=(0,) * count))
    who = game.unit("x")
    assert allowance(game.state, who) == (7 - count) * 6
    found = ways(game.state, party_of(game.state, "soviet", ("x",)), who.hex)
    assert [found.costs[h] / 6 for h in (1, 2)] == [1 + count, 2 + count]
    free = on("x . . . . .", x="g inf mp=7")
    free.state = structs.replace(free.state, position=structs.replace(free.state.position, harassed=(0,)))
    assert allowance(free.state, free.unit("x")) == 7 * 6


# -- river crossings and supply, for other maps and nations


@rule("kursk-8.2.16-a", "kursk-8.2.17-a", "kursk-8.2.19-a", "kursk-8.2.19-b", "kursk-8.2.20-a")
def test_crossing_a_big_river_under_aircraft_is_a_die_for_each_attack() -> None:
    """[worked example 8.2.19]"""
    game = on("a+b .\n. .", "move", "big_river A01 B01", side="soviet", a="s inf", b="s inf")
    flying(game, Flight("air-3", "german", "river", 1))
    game.play("take A01; to B01")
    assert game.state.asks[0].kind == "river crossing"
    game.play(dice=[5] * 9 + [6] + [6, 6])
    assert game.unit("a").cel == 1 and game.at("a") == "B01" and game.gone("b")


WIDE = ". a .\nF F F\n. . x"
RIVER = ("big_river A01 A02", "big_river B01 B02", "big_river C01 C02")


def waiting_over(*sentences: str) -> Game:
    game = on(WIDE, "air", *RIVER, a="s inf", x="g inf", book=AIR)
    return game.play("; ".join(("fly air-3 river B01", *sentences, "ready")))


@rule("kursk-8.2.18-a")
def test_attacks_on_crossings_are_shared_among_connected_hexes() -> None:
    game = waiting_over("share air-3 B02 4", "share air-3 A02 3")
    attacks = {h: attacks_at(game.state, "soviet", game.state.setting.board.hex(h)) for h in ("A02", "B01", "B02")}
    assert attacks == {"A02": 3, "B01": 3, "B02": 4}  # ten in all: twice five points
    assert "Air 3 shares its attacks on crossings: 3 at B01, 3 at A02, 4 at B02" in game.events
    alone = waiting_over()
    assert attacks_at(alone.state, "soviet", alone.state.setting.board.hex("B01")) == 10


@rule("kursk-8.2.18-a")
def test_a_crossing_is_attacked_as_often_as_its_hex_got_attacks() -> None:
    game = waiting_over("share air-3 B02 4")
    moved = on(WIDE, "move", *RIVER, side="soviet", a="s inf cel=4", x="g inf")
    flying(moved, *game.state.position.air).play("take a; to B02")
    moved.play(dice=[5, 5, 5, 6])
    assert moved.waiting == "soviet party" and moved.unit("a").cel == 3


@rule("kursk-8.2.18-a")
def test_a_share_goes_next_to_the_others_on_the_river_and_leaves_the_first_hex_one() -> None:
    game = on(WIDE, "air", *RIVER, a="s inf", x="g inf", book=AIR).play("fly air-3 river A01")
    board = game.state.setting.board
    near = {board.labels[h] for h in board.neighbours[board.hex("A01")] if h >= 0}
    shared = {text.split()[2] for text in game.texts("share air-3")}
    assert shared == near & {"A02", "B01", "B02", "C01", "C02"}
    assert not game.may("share air-3 C01 1") and not game.may("share air-3 A02 10") and game.may("share air-3 A02 9")
    assert game.may("share air-3 A02 1")
    game.play("share air-3 A02 9")
    assert not game.texts("share air-3")
    assert not on(WIDE, "air", *RIVER, a="s inf", x="g inf", book=AIR).texts("share")


@rule("kursk-8.2.21-a")
def test_whoever_crosses_by_bridge_is_safe() -> None:
    lines = ("big_river A01 B01", "bridge A01 B01", "main A01 B01")
    game = flying(on("a .\n. .", "move", *lines, side="soviet", a="s inf"), Flight("air-3", "german", "river", 1))
    game.play("take a; to B01")
    assert game.waiting == "soviet party"


@rule("kursk-8.2.22-a", "kursk-8.2.23-a")
def test_only_americans_and_british_with_seven_points_fly_supplies() -> None:
    book = {**AIR, "nations": {"german": "american", "soviet": "soviet"}}
    game = on("a . x", "air", a="g inf", x="s inf", book=book)
    assert not [text for text in game.texts("fly") if " supply " in text]  # counters of five points
    counters = {**game.state.setting.catalogue.counters}
    counters["air-3"] = structs.replace(counters["air-3"], attack=7)
    game.state.setting.catalogue = structs.replace(game.state.setting.catalogue, counters=counters)
    game.state.__dict__.clear()
    assert game.may("fly air-3 supply A01")
    plain = on("a . x", "air", a="g inf", x="s inf", book=AIR)
    plain.state.setting.catalogue = game.state.setting.catalogue
    assert not plain.may("fly air-3 supply A01")


@rule("kursk-8.2.24-a", "kursk-8.2.25-a")
def test_each_supply_mission_but_a_six_lowers_every_level_there() -> None:
    """[worked example 8.2.25]"""
    game = on("a+b+c .", a="g inf oos=4", b="g inf oos=4", c="g inf oos=4")
    push(game, Airlift("german", 0, 3)).play(dice=[1, 4, 6])
    assert [game.unit(one).supply for one in "abc"] == [2, 2, 2]
    fed = push(on("a+b .", a="g inf", b="g inf oos=1"), Airlift("german", 0, 1)).play(dice=[1])
    assert [fed.unit(one).supply for one in "ab"] == [0, 0]


def test_aircraft_go_home_before_the_next_air_phase() -> None:
    game = flying(on("a . x", a="g inf", x="s inf", book=AIR), Flight("air-3", "german", "support", 2))
    from balka.systems.wb95.air import clear_air

    work = game.work()
    clear_air(work)
    game.after(work)
    assert game.state.position.air == () and end_phase(game).state.tracks.flown == ()


def test_player_a_orders_the_air_combats() -> None:
    game = push(on("a . x . . y", a="g inf", x="s inf", y="s inf", book=BOTH), DuelOrder((2, 5)))
    assert game.waiting == "german air.order" and set(game.texts()) == {"duel C01", "duel F01"}
    assert not game.may("duel B01")


@rule("kursk-8.2.11-a", "kursk-8.2.13-a")
def test_movement_may_be_disorganised_where_nobody_stands_yet() -> None:
    game = on("a . . . x", "air", a="g inf", x="s inf", book=AIR)
    assert game.may("disrupt C01") and game.may("disrupt A01")
    game.play("disrupt C01")
    assert not game.may("disrupt C01"), "two counters to a hex"


def fronts(last: int = 9) -> dict[str, Any]:
    return {**AIR, "skies": (Sky(frozenset({0, 1}), 1, 9), Sky(frozenset({2, 3, 4}), 2, last))}


@rule("kursk-scK-air-a", "kursk-scP-air-a")
def test_each_front_of_the_joined_game_has_its_own_aircraft() -> None:
    game = on("x a b y z", "air", a="g inf", b="g inf", x="s inf", y="s inf", z="s inf", book=fronts())
    game.play("fly air-1 support A01")
    rest = [text for text in game.texts("fly") if text.endswith(("A01", "B01"))]
    assert not rest and game.texts("fly")
    assert not on("x a b y z", "air", a="g inf", b="g inf", x="s inf", y="s inf", z="s inf", book=fronts()).may(
        "disrupt A01"
    )


@rule("kursk-scP-air-a")
def test_a_front_whose_last_day_is_over_has_no_aircraft_left() -> None:
    late = on("x a b y z", "air", a="g inf", b="g inf", x="s inf", y="s inf", z="s inf", book=fronts(last=1), turn=2)
    assert {text.split()[-1] for text in late.texts("fly")} == {"A01", "B01"}
