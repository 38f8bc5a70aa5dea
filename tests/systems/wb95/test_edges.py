"""The edges of rules: who just does and who just does not, and what is left when nothing is. [chapters 1-15]"""

from __future__ import annotations

from random import Random

import pytest
from msgspec import structs
from tests.systems.wb95.kit import Game, on, push

from balka.core.proof import rule
from balka.systems.wb95 import secrets
from balka.systems.wb95.air import hangar
from balka.systems.wb95.catalogue import COLUMNS, column_of
from balka.systems.wb95.guesses import guess
from balka.systems.wb95.position import Flight
from balka.systems.wb95.rulebook import Arrival
from balka.systems.wb95.stars import refill
from balka.systems.wb95.strikes import Airlift, raid_check

PAIR = "x .\na ."
WINGS = ("air-1", "air-2", "air-3", "air-4")


def flying(game: Game, *flights: Flight) -> Game:
    game.state = structs.replace(game.state, position=structs.replace(game.state.position, air=flights))
    return game


def column(game: Game) -> str:
    return COLUMNS[game.state.stack[-1].check.need]  # type: ignore[attr-defined]


def fire(game: Game) -> int:
    return int(game.state.stack[-1].panel(game.state)[0].tally.value)  # type: ignore[attr-defined]


# -- ratios and columns


@rule("kursk-c1-1.4cr-b")
@pytest.mark.parametrize(
    ("attack", "defence", "ratio"), [(1, 2, "1:2"), (3, 1, "3:1"), (1, 1, "1:1"), (1, 9, "1:4"), (4, 0, "10:1")]
)
def test_the_smallest_strengths_make_ratios_too(attack: int, defence: int, ratio: str) -> None:
    assert COLUMNS[column_of(attack, defence)] == ratio


@rule("kursk-c1-1.4cm-e")
def test_the_limit_is_named_only_where_it_holds_something_back() -> None:
    last = on(PAIR, "combat", a="g inf 1", x="s inf 4").say("attack A01; join a; fight")
    assert column(last) == "1:4" and "no column below 1:4" not in str(last.state.stack[-1].check)  # type: ignore[attr-defined]
    below = on("x:F .\na .", "combat", a="g inf 1", x="s inf 4").say("attack A01; join a; fight")
    assert column(below) == "1:4" and "no column below 1:4" in str(below.state.stack[-1].check)  # type: ignore[attr-defined]


@rule("kursk-c19-19.1.4-a")
def test_germans_in_the_open_have_no_column_of_a_line() -> None:
    game = on("a .\nx .", "combat", side="soviet", a="g inf 4", x="s inf 8").say("attack A01; join x; fight")
    assert column(game) == "2:1"


@rule("kursk-c19-19.1.3-a")
def test_strong_guns_do_not_make_a_weak_garrison_strong() -> None:
    units = {"a": "g arm 36", "x": "s inf 4", "k": "s art 5"}
    game = on("x+k .\na .", "combat", "fortified A01 A02", **units).say("attack A01; join a; fight")
    assert column(game) == "1:1", "18 to 9 less one"


@rule("kursk-15.1.2-c")
def test_a_black_star_is_out_if_one_of_two_attacked_hexes_is_fortified() -> None:
    for dug, may in (("", True), (" dug", False)):
        game = on("x a y\n. . .", "combat", a="g arm 8 star=black", x="s inf 2", y=f"s inf 2{dug}")
        game.say("attack A01; join a; also C01")
        assert game.may("star a") == may


def test_the_strength_of_a_nameless_unit_is_guessed_from_defences() -> None:
    game = on("x .\na .\n. y", "combat", a="g inf 4", x="s inf 9/3 dug", y="s inf 9/2 dug").say("attack A01; join a")
    view = game.state.view("german")
    (hidden,) = [one for one in view.position.forces["soviet"].units.values() if one.kind == "INF"]
    assert guess(view, hidden) == (1, 3)


# -- who suffers


@rule("kursk-10.2.4-b")
def test_supplied_attackers_get_no_level_for_a_failed_attack() -> None:
    game = on(PAIR, "combat", a="g inf 4", x="s inf 4").play("attack A01; join a; fight", dice=[7])
    assert game.unit("a").supply == 0 and game.unit("x").supply == 0


@rule("kursk-7.2.6-a")
def test_a_price_of_nothing_is_not_asked_for() -> None:
    game = on("x . .\na . .", "combat", "fixed A01 A02", a="g arm 30 cel=4", x="s inf 3 cel=3")
    game.play("attack A01; join a; fight", dice=[8])
    game.play("stand")
    assert game.unit("x").cel == 3 and not [line for line in game.events if "owes" in line], "D1"


@rule("kursk-5.1.8-a")
def test_nobody_is_asked_who_loses_when_all_is_lost() -> None:
    game = on("x+y .\na .", "combat", a="g arm 40 cel=4", x="s hq 0", y="s art 3 transport")
    game.say("attack A01; join a; fight")
    while game.waiting.endswith("battle.defence"):
        game.say("stand")
    game.say("2d6 5 4")
    assert game.gone("x") and game.gone("y")


@rule("kursk-c15vs-15.3.3-a")
def test_volkssturm_fill_up_infantry_only() -> None:
    units = {"a": "g cav cel=2/1 moves=foot", "b": "g inf cel=2/1 moves=foot", "v": "g vs cel=2"}
    cavalry = on("a+v .", **{k: units[k] for k in "av"})
    work = cavalry.work()
    refill(work, "german")
    assert cavalry.after(work).unit("a").cel == 1
    infantry = on("b+v .", **{k: units[k] for k in "bv"})
    work = infantry.work()
    refill(work, "german")
    assert infantry.after(work).unit("b").cel == 2


# -- fire


@rule("kursk-6.4.2-b")
def test_ground_without_a_row_of_its_own_takes_nothing_off_fire() -> None:
    game = on("k . x:S\n. . .", "combat", k="g art 6", x="s inf").say("shell C01; gun k")
    assert fire(game) == 6 and game.state.stack[-1].panel(game.state)[0].name == "Fire at C01"  # type: ignore[attr-defined]


@rule("kursk-8.2.3-a")
@pytest.mark.parametrize("mission", ["support", "attack", "cover"])
def test_only_aircraft_on_support_help_guns(mission: str) -> None:
    game = flying(on("k . x\n. . .", "combat", k="g art 6", x="s inf"), Flight("air-1", "german", mission, 2))
    assert bool(game.say("shell C01; gun k").texts("air")) == (mission == "support")


@rule("kursk-8.2.7-a")
def test_an_air_attack_that_the_ground_swallows_has_no_effect() -> None:
    game = on("a . x:F\n. . .", a="g inf", x="s inf", aircraft={"air-3": 2})
    check = raid_check(game.state, (Flight("air-3", "german", "attack", 2),))
    assert check.need == 0


# -- aircraft


@rule("kursk-8.1.5-a")
def test_what_flew_in_the_first_air_phase_does_not_fly_in_the_second() -> None:
    book = {"air": {"german": ("air-3", "air-4")}, "sorties": {"german": 2}}
    game = on("a . x\n. . .", "air", a="g inf", x="s inf", book=book)
    game.state = structs.replace(game.state, tracks=structs.replace(game.state.tracks, flown=("air-3",)))
    assert not game.texts("fly air-3") and game.texts("fly air-4")


@rule("kursk-8.2.12-a", "kursk-8.1.5-a")
def test_counters_that_flew_in_the_morning_leave_fewer_for_the_afternoon() -> None:
    book = {"air": {"german": WINGS}, "sorties": {"german": 3}}
    game = on("a . x\n. . .", "air", a="g inf", x="s inf", book=book)
    assert game.texts("disrupt")
    flown = structs.replace(game.state.tracks, flown=("air-1", "air-2"))
    game.state = structs.replace(game.state, tracks=flown)
    assert not game.texts("disrupt") and game.texts("fly")


@rule("kursk-8.1.5-a")
def test_a_side_that_is_granted_no_flights_does_not_fly() -> None:
    game = on("a . x\n. . .", a="g inf", x="s inf", book={"air": {"german": WINGS}, "sorties": {}})
    assert hangar(game.state, "german") == []


@rule("kursk-8.2.24-a")
def test_every_counter_of_a_supply_mission_has_its_die() -> None:
    game = push(on("a .", a="g inf oos=5"), Airlift("german", 0, 2)).play(dice=[1, 2])
    assert game.unit("a").supply == 3


# -- movement


@rule("kursk-3.2.1-a", "kursk-6.2.3-a")
def test_guns_in_action_make_no_room() -> None:
    units = {"a": "g inf cel=2", "b": "g inf cel=6 done", "k": "g art 3", "l": "g art 3"}
    game = on("a b+k+l .\n. . .", **units)
    assert not game.may("take a; to B01")
    assert on("a b+k+l .\n. . .", **{**units, "k": "g art 3 transport", "l": "g art 3 transport"}).may("take a; to B01")


@rule("kursk-3.2.1-a", "kursk-c4-4.2.1-a")
def test_nobody_enters_a_full_entry_hex_that_an_enemy_zone_would_hold_him_in() -> None:
    book = {"arrivals": {"r": Arrival("r", 1, (0,), "r")}}
    free = on("b . .\n. . .", off={"r": "g arm mp=7"}, b="g inf cel=8", book=book)
    assert free.may("enter r A01")
    held = on("b x .\n. . .", off={"r": "g arm mp=7"}, b="g inf cel=8", x="s inf", book=book)
    assert held.rule("enter r A01") == "kursk-3.2.1-a"


@rule("kursk-3.1.4-a")
def test_rivers_are_avoided_off_the_road_on_either_hand() -> None:
    from balka.systems.wb95 import movement, reach

    for wet, way in ((("river A02 B01", "river A02 B02"), ["A01", "B01"]), (("river A01 B01",), ["B01"])):
        game = on(". . .\na . .\n. . .", "move", *wet, a="g arm mp=9")
        found = reach.ways(game.state, movement.party_of(game.state, "german", ("a",)), game.unit("a").hex)
        labels = game.state.setting.board.labels
        assert [labels[h] for h in found.path(game.state.setting.board.hex("B01"))] == way
    south = on(". . .\na . .\n. . .", "move", "river A02 B02", "river A02 B01", a="g arm mp=9")
    found = reach.ways(south.state, movement.party_of(south.state, "german", ("a",)), south.unit("a").hex)
    labels = south.state.setting.board.labels
    assert [labels[h] for h in found.path(south.state.setting.board.hex("B02"))] == ["A03", "B02"]


def test_a_party_opened_by_a_hex_does_not_take_back_who_was_left() -> None:
    game = on("a+b .\n. .", a="g inf", b="g inf").say("take A01; leave a")
    assert not game.may("with a")


def test_the_only_order_of_a_phase_that_cannot_end_is_found() -> None:
    game = on("a+b .\n. .", a="g inf cel=4 moved", b="g inf cel=5 done", crowded="A01")
    only = game.state.sole_choice("german")
    assert only is not None and game.state.text(only) == "take a"


@rule("kursk-12.1.2-a", "kursk-c15rg-15.2.1-a", "kursk-c1-1.2counters-i")
def test_who_may_be_marked_for_strategic_movement() -> None:
    units = {"a": "g inf", "r": "g rg 1", "k": "g art 3 selfpropelled", "l": "g art 3"}
    game = on("a+r k l\n. . .", **units)
    assert [game.may(f"mark {one}") for one in "arkl"] == [True, False, True, False]
    assert not game.say("mark a").may("mark a")


@rule("kursk-10.2.3-a", "kursk-6.2.4-b")
def test_guns_that_spent_a_point_on_their_set_up_buy_no_full_points_after_it() -> None:
    game = on("k .\n. .", k="g art 3 mp=8 oos=2")
    assert game.may("push k") and not game.say("limber k").may("push k")


# -- repair


@rule("kursk-17.1.1-a")
def test_one_repair_counter_goes_on_one_tank() -> None:
    units = {"a": "g arm cel=2/1", "b": "g arm cel=2/1"}
    for counters, asked in ((1, False), (2, True)):
        game = on("a b\n. .", "supply", **units, book={"edges": {"german": (0,)}, "repairs": counters}).say("repair a")
        assert (not game.state.over and game.may("repair b")) == asked


# -- worlds that fit a view


def test_a_sampled_world_gives_told_counters_their_cel_and_masks_their_room() -> None:
    units = {f"x{n}": "s inf 4 cel=4" for n in range(1, 5)} | {"y": "s inf 4 cel=2"}
    game = on("a y . x1+x2 x3+x4\n. . . . .", a="g inf", **units)
    view = game.state.view("german")
    for seed in range(6):
        world = secrets.sample(view, Random(seed))
        soviets = world.position.forces["soviet"]
        assert max(soviets.cel(h) for h in soviets.at) <= 8
        assert [one.id for one in soviets.within(game.unit("y").hex)] == ["y"]


@rule("kursk-16.1.3-a")
def test_it_is_told_where_others_stay_under_their_mask() -> None:
    units = {"a": "g inf 8", "b": "g inf 4", "k": "g art 4", "x": "s inf 4"}
    game = on("x . . .\na . k+b .", "combat", **units).say("attack A01; join a; gun k; fight")
    (opened,) = [told.event for told in game.told if type(told.event).__name__ == "StacksOpened"]
    assert opened.masked == (game.unit("k").hex,)


@rule("kursk-16.1.1-a")
def test_the_enemy_sees_of_a_choice_of_losses_only_who_lies_open() -> None:
    game = on("a . x+y\n. . .", a="g inf", x="s inf cel=2 shown", y="s inf cel=2")
    from balka.systems.wb95.losses import Losses

    push(game, Losses("soviet", 1, ("x", "y"), "fire"))
    assert game.state.view("german").stack[-1].units == ("x",)  # type: ignore[attr-defined]
    assert game.state.view("soviet").stack[-1].units == ("x", "y")  # type: ignore[attr-defined]


@rule("kursk-6.3.3-a")
def test_the_defender_is_asked_if_any_of_two_attacked_hexes_is_in_range_of_a_masked_stack() -> None:
    picture = "y a x . . k\n. . . . . ."
    game = on(picture, "combat", a="g arm 8", x="s inf 2", y="s inf 2", k="s art 4")
    game.say("attack A01; join a; also C01; fight")
    assert game.waiting == "soviet battle.defence" and game.may("gun k")
