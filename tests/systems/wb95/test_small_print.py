"""Rules that bear on rare positions only: bridges at work, full hexes, guns on tracks, masks over few. [3 to 18]"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec import structs
from tests.systems.wb95.kit import Game, on

from balka.core.proof import rule
from balka.systems.wb95.breakdowns import activated
from balka.systems.wb95.building import note_banks
from balka.systems.wb95.phases import open_fighting, open_movement
from balka.systems.wb95.position import Bounty
from balka.systems.wb95.rulebook import Arrival, Minefield, Sky
from balka.systems.wb95.sheet import Battle
from balka.systems.wb95.stars import idle_star
from balka.systems.wb95.supply import lines
from balka.systems.wb95.system import SYSTEM

EDGE: dict[str, Any] = {"edges": {"german": (0,), "soviet": (0,)}}
SPAN = ("big_river A01 B01", "bridge A01 B01", "main A01 B01")
BANK = """
    . . .
    h+b . .
    x . .
    . . .
    . . .
"""
BANK_LINES = ("big_river A02 B02", "big_river A03 B02")
TALL = """
    . . . . .
    . . . . .
    . . x . .
    . . a . .
    . . . . .
"""
GO = "attack C03; join a; fight"


def tomorrow(game: Game) -> Game:
    """The next day, on which nobody did anything before."""
    today = game.state.turn
    while not game.state.over and game.state.turn == today:
        game.say("end")
    return game


# -- bridges


@rule("kursk-c14-14.3.2-a", "kursk-c14-14.3.2-b")
def test_a_broken_bridge_over_a_big_river_is_built_again_by_a_headquarters_and_nobody_else() -> None:
    game = on("h+a . .\n. . .", "day", *SPAN, h="g hq 0", a="g inf", book=EDGE)
    assert not tomorrow(game).texts("bridge"), "it stands"
    game.state = structs.replace(game.state, position=structs.replace(game.state.position, broken=((0, 1),)))
    assert not game.texts("bridge"), "nobody noted the bank"
    assert tomorrow(game).texts("bridge") == ["bridge h A01/B01"]
    tomorrow(game.say("bridge h A01/B01"))
    assert game.state.position.broken == () and game.state.position.built == ()


@rule("kursk-3.1.11-a")
def test_a_bridge_that_was_built_changes_the_price_of_no_other_step() -> None:
    roads = ("main C01 D01", "river C01 D01", "bridge C01 D01")
    found = []
    for built in ((), ((0, 1),)):
        game = on(". . a . .", "move", "big_river A01 B01", *roads, a="g arm mp=7")
        game.state = structs.replace(game.state, position=structs.replace(game.state.position, built=built))
        found.append(game.play("take a; to D01; halt").left("a"))
    assert found[0] == found[1] > 6


def builder(side: str, **units: str) -> Game:
    """A headquarters at work on a bridge over its flank, in the Combat Phase of a side."""
    game = on(BANK, "move", *BANK_LINES, h="g hq 0", **units)
    work = game.work()
    note_banks(work, "german")
    work = game.after(work).say("bridge h A02/B02").work()
    work.stack = []
    open_fighting(work, side)
    game.after(work)
    assert game.unit("h").has("building")
    return game


@rule("kursk-c14-14.3.4-a")
def test_a_headquarters_at_work_on_a_bridge_stays_where_its_escort_goes_back() -> None:
    game = builder("soviet", b="g inf 4", x="s arm 16").play("attack A02; join x; fight", dice=[6])
    assert game.waiting == "german retreat" and game.may("go b A01") and not game.may("go h A01")


@rule("kursk-c14-14.3.4-a")
def test_a_headquarters_at_work_on_a_bridge_does_not_follow_a_beaten_enemy() -> None:
    game = builder("soviet", b="g inf 8", x="s inf 1 cel=4").play("attack A02; join x; fight", dice=[10])
    assert game.waiting == "soviet retreat"
    game.say("go x A04>A05")
    assert game.waiting == "german pursuit" and game.may("follow b A03") and not game.may("follow h A03")


# -- room


@rule("kursk-3.2.1-a", "kursk-3.1.10-a")
def test_full_stacks_change_places_where_there_is_no_other_hex() -> None:
    full = dict.fromkeys("abcd", "g arm cel=4")
    game = on("a+b c+d", **full).play("take A01; to B01; halt; take c; with d; to A01; halt")
    assert [game.at(name) for name in "abcd"] == ["B01", "B01", "A01", "A01"] and game.may("end")


@rule("kursk-3.2.1-a", "kursk-3.1.10-a")
def test_a_full_stack_makes_room_if_one_hex_beside_it_has_some() -> None:
    units = dict.fromkeys("abcd", "g arm cel=4") | dict.fromkeys("ef", "g arm cel=4 done")
    assert on("a+b c+d e+f", **units).may("take A01; to B01")


@rule("kursk-3.2.1-a")
def test_a_full_hex_is_closed_where_those_in_it_find_no_room_beside_it() -> None:
    units = {"a": "g arm cel=1", "b": "g arm cel=7 done", "c": "g arm cel=8", "d": "g arm cel=8 done"}
    assert not on("a+b c d", **units).may("take a; to B01")
    assert on("a+b c .", a=units["a"], b=units["b"], c=units["c"]).may("take a; to B01")


@rule("kursk-3.2.1-a", "kursk-scK-2ta-a")
def test_who_may_not_move_yet_makes_no_room() -> None:
    for turn, may in ((1, False), (2, True)):
        game = on("a c .", a="g arm cel=4", c="g arm cel=8", book={"frozen": {"c": 2}}, turn=turn)
        assert game.may("take a; to B01") == may


@rule("kursk-3.2.1-a", "kursk-12.1.3-a")
def test_in_strategic_movement_a_hex_too_full_of_others_is_thinned_by_losses() -> None:
    units = {"a": "g arm cel=4", "b": "g arm cel=4", "c": "g arm cel=1", "crowded": "A01"}
    assert on("a+b+c . .", "strategic", **units).say("end").waiting == "german loss"
    marked = on("a+b+c . .", "strategic", **{**units, "c": "g arm cel=1 marked"})
    assert marked.rule("end") == "kursk-3.2.1-a" and marked.play("take c; to B01; halt").may("end")


# -- guns


@rule("kursk-6.1.7-b", "kursk-6.1.7-c")
def test_guns_behind_a_fortified_line_cost_a_point_more_to_overrun() -> None:
    for works, points in (((), 2), (("fortified B01 A01",), 3), (("fortified A01 B01",), 2)):
        game = on("a k . .\n. . . .", "move", *works, a="g arm mp=9", k="s art 3").play("take a; to B01; halt")
        assert game.gone("k") and game.left("a") == 9 - points


@rule("kursk-6.5.5-a")
def test_guns_on_tracks_that_fired_a_barrage_do_not_move_either() -> None:
    guns = dict.fromkeys("gh", "g art 5/3 selfpropelled moves=mechanized mp=7")
    game = on("x . g+h .", "barrage", x="s inf", book={"ammo": {"german": 8}}, **guns)
    fired = game.play("barrage A01; gun g; gun h; fire", dice=[7])
    work = fired.work()
    work.stack = []
    open_movement(work, "german")
    assert not fired.after(work).may("take g")
    assert on("x . g+h .", x="s inf", **guns).may("take g")


@rule("kursk-6.2.4-a", "kursk-16.1.2-a")
def test_the_enemy_hears_of_no_change_of_set_up() -> None:
    for sentence, guns in (("limber k", "g art 3"), ("unlimber k", "g art 3 transport")):
        game = on("k . . x", k=guns, x="s inf").play(sentence)
        assert [event for told in game.told if (event := told.heard_by("soviet"))] == []
        assert [event for told in game.told if (event := told.heard_by("german"))]


@rule("kursk-6.4.5-b", "kursk-5.1.4-a")
def test_a_hex_that_must_be_attacked_is_not_shelled_though_its_enemy_has_another_to_attack() -> None:
    units = {"a": "g inf 8", "x": "s inf 4", "y": "s inf 4", "k": "g art 4"}
    game = on("x . . .\na . k .\ny . . .", "combat", **units)
    assert game.rule("shell A01") == game.rule("shell A03") == "kursk-6.4.5-b"
    excused = on("x . . .\na . k .\ny . . .", "combat", **{**units, "a": "g inf 8 dug"}, book={"only_obliged": True})
    assert excused.may("shell A01") and excused.may("shell A03")


@rule("kursk-5.2.1-b")
def test_what_the_defender_throws_in_is_told_in_his_name() -> None:
    units = {"a": "g arm 16", "x": "s arm 4 star=white"}
    game = on(TALL, "combat", **units).play("attack C03; join a; fight; star x; stand")
    assert "The Soviet side adds the star of x" in game.events


@rule("kursk-c19-19.1.3-a")
def test_nobody_but_regular_units_makes_a_fortified_line_strong() -> None:
    shifts = []
    for garrison in ("s inf 5", "s inf 4", "s art 5/5 cel=2", "s art 5 selfpropelled moves=mechanized cel=2"):
        game = on(TALL.replace("x", "x+y"), "combat", "fortified C03 C04", a="g arm 16", x="s inf 1", y=garrison)
        check = game.play("attack C03; join a; fight").state.stack[-1].check
        shifts.append(sum(part.value for part in check.tally.parts if part.op == "shift"))
    assert shifts == [-2, -1, -1, -2]


@rule("kursk-9.1.6-b", "kursk-9.1.7-a", "kursk-5.1.5-a")
def test_shifts_are_spent_where_one_of_the_hexes_attacked_is_near_enough() -> None:
    game = on(f"{'. ' * 8}x a y", "combat", a="g arm 16", x="s inf 4", y="s inf 4")
    tracks = structs.replace(game.state.tracks, bounties=(Bounty("german", 0),))
    game.state = structs.replace(game.state, tracks=tracks)
    game.play("attack I01; join a; also K01; cm 2; fight")
    assert [bounty.left for bounty in game.state.tracks.bounties] == [3]


# -- after a battle


@rule("kursk-5.3.9-a")
def test_by_option_nobody_is_tested_who_was_lost_paying_for_hexes_not_walked() -> None:
    """[ruling Q53; D3 at 4:1 on a roll of 5]"""
    game = on(TALL, "combat", book={"test_each": False}, a="g arm 16", x="s inf 4 cel=1").play(GO, dice=[5])
    game.play("go x C02>C01")
    assert game.gone("x") and game.waiting == "german pursuit"
    assert game.say("end").waiting == "german combat.phase"


# -- what is not known


@rule("kursk-16.1.4-a")
def test_guns_told_to_be_on_tracks_are_so_in_every_sampled_world() -> None:
    units = {"x": "s art 5/3 selfpropelled moves=mechanized mp=7", "y": "s art 5/3 cel=2", "z": "s art 5/3 cel=2"}
    game = on("a x . . . y+z", a="g inf", **units)
    for seed in range(8):
        world = SYSTEM.sample(game.state.view("german"), Random(seed))
        assert world.position.forces["soviet"].units["x"].hex == game.unit("x").hex


@rule("kursk-18.1.3-a")
def test_a_sampled_world_may_have_fewer_on_the_mined_front_than_the_losses_asked_for() -> None:
    """A stack that is masked may be one unit as far as the enemy knows. [D21]"""
    book = {**EDGE, "mines": (Minefield(4, frozenset({0})),), "last_mines": 7}
    units = dict.fromkeys("abcd", "g inf cel=2 mined") | {"e": "g inf cel=1", "f": "g inf cel=1", "x": "s inf"}
    game = on("a+b+c+d . e+f . . x", "supply", book=book, **units).play(dice=[4])
    assert game.waiting == "german loss"
    sizes = set()
    for seed in range(20):
        world = SYSTEM.sample(game.state.view("soviet"), Random(seed))
        sizes.add(sum(unit.cel for unit in activated(world, book["mines"][0])))
    assert min(sizes) <= 4 < max(sizes)


@rule("kursk-16.1.4-a")
def test_an_attack_on_the_masked_is_quoted_down_to_their_last_cel() -> None:
    """[a defence of four: two with one CEL left, one if disorganised as well]"""
    game = on(TALL, "combat", a="g arm 16", x="s inf 4 cel=2 dug").play("attack C03; join a")
    _, defence = game.state.quote("fight").forecasts[0].check.tallies
    assert defence.spread == (1, 4)


@rule("kursk-16.1.4-a")
def test_the_masked_are_quoted_at_their_defence_and_guns_perhaps_at_nothing() -> None:
    for words, spread in (("s inf 9/4 cel=1 dug", (2, 4)), ("s inf 1 cel=1 dug", (1, 1))):
        game = on(TALL, "combat", a="g arm 16", x=words).play("attack C03; join a")
        assert game.state.quote("fight").forecasts[0].check.tallies[1].spread == spread
    guns = on(TALL.replace("x", "x+k"), "combat", a="g arm 16", x="s inf 4 cel=1 dug", k="s art 6/3").play(GO[:-7])
    assert guns.state.quote("fight").forecasts[0].check.tallies[1].spread == (2, 7)


@rule("kursk-16.1.4-b")
def test_who_cannot_have_the_cel_told_is_not_reckoned_with() -> None:
    picture = TALL.replace(". . . . .", "y . . . .", 1)
    game = on(picture, "combat", a="g arm 16", x="s inf 4", y="s inf 9 cel=1").play("attack C03; join a")
    assert game.state.quote("fight").forecasts[0].check.tallies[1].spread == (2, 4)


# -- what a scenario orders


@rule("kursk-scK-wd-a")
@pytest.mark.parametrize(("turn", "asked"), [(2, "german withdrawal"), (3, "german move.phase")])
def test_a_division_or_one_as_strong_is_called_away_on_its_day_only(turn: int, asked: str) -> None:
    book = {**EDGE, "withdraw": {"a": 2}, "equivalent": True}
    game = on("a . . x", "day", a="g arm of=ARM_4", x="s inf", book=book, turn=turn - 1)
    assert tomorrow(game).state.turn == turn and game.waiting == asked


@rule("kursk-c11-11.1.5-a", "kursk-c11-11.1.5-b")
def test_the_first_stack_through_an_entry_hex_has_eight_cel_and_no_more() -> None:
    book = {"arrivals": {name: Arrival(name, 1, (0,), "army") for name in "rs"}}
    off = {"r": "g arm mp=7 cel=8", "s": "g arm mp=7 cel=1"}
    game = on(". . .\n. . .", off=off, book=book, control="g" * 6).play(
        "enter r A01; take r; to B01; halt; enter s A01"
    )
    assert game.left("r") == 7 - 1 - 1 and game.left("s") == 7 - 2


@rule("kursk-scP-air-a")
def test_a_front_has_its_aircraft_on_its_last_day_too() -> None:
    air = {"air": {"german": ("air-1", "air-3")}, "sorties": {"german": 2}}
    for turn, flies in ((2, True), (3, False)):
        skies = (Sky(frozenset({0, 1, 2}), 2, 2),)
        game = on("a . x", "air", a="g inf", x="s inf", book={**air, "skies": skies}, turn=turn)
        assert bool(not game.state.over and game.texts("fly")) == flies


@rule("kursk-17.1.1-a")
@pytest.mark.parametrize("counters", [1, 2, 3])
def test_as_many_tanks_are_mended_as_there_are_repair_counters(counters: int) -> None:
    tanks = dict.fromkeys("abcd", "g arm cel=2/1")
    game = on("a b c d", "supply", book={**EDGE, "repairs": counters}, **tanks)
    for name in "abcd"[:counters]:
        assert game.waiting == "german repair"
        game.say(f"repair {name}")
    assert game.state.over


# -- zones


@rule("kursk-5.1.4-a", "kursk-c4-4.1.3-a")
def test_an_enemy_whose_zone_holds_nobody_need_not_be_attacked() -> None:
    game = on(". x a\n. . .", "combat", "big_river B01 C01", a="g arm 8", x="s inf 4")
    assert game.may("attack B01") and game.may("end")
    dry = on(". x a\n. . .", "combat", a="g arm 8", x="s inf 4")
    assert dry.may("attack B01") and dry.rule("end") == "kursk-5.1.4-a"


@rule("kursk-c15rg-15.2.1-a", "kursk-5.4.1-a")
def test_a_resilience_group_does_not_follow_a_beaten_enemy() -> None:
    """[A2 at 1:4 on a roll of 10]"""
    units = {"a": "g inf 1 cel=4", "x": "s inf 8", "r": "s rg 0 mp=0 cel=1"}
    game = on(TALL.replace("x", "x+r"), "combat", **units).play(GO, dice=[10])
    assert game.waiting == "german retreat"
    assert game.play("go a C05").waiting == "soviet pursuit"
    assert game.may("follow x C04") and not game.may("follow r C04")


# -- supply


@rule("kursk-10.1.6-a")
def test_a_line_of_supply_takes_the_cheapest_way() -> None:
    roads = ("main A01 A02", "main A02 B02", "main B02 C02", "main C02 C01")
    game = on("a . .\n. . .", "move", *roads, a="g inf", book=EDGE)
    found = lines(game.state, "german")
    board = game.state.setting.board
    assert [found.costs[board.hex(label)] for label in ("A02", "B02", "C02", "C01")] == [0, 0, 0, 0]
    assert [board.labels[h] for h in found.path(board.hex("C01"))] == ["A01", "A02", "B02", "C02", "C01"]


@rule("kursk-10.2.3-a")
def test_a_unit_is_pushed_on_once_in_a_phase() -> None:
    game = on("a . .", a="g inf oos=1").play("push a")
    assert game.unit("a").supply == 2 and not game.may("push a") and game.may("take a")


# -- stars


@rule("kursk-15.1.1-a", "kursk-c15fu-15.3.1-a")
def test_fortress_troops_have_no_skill_in_attack_and_a_star_only_if_it_is_printed() -> None:
    game = on(TALL, "combat", a="g fu 8", x="s fu 4")
    battle = Battle("german", (game.unit("x").hex,), ("a",), stars=("a",), def_stars=("x",))
    reasons = [idle_star(game.state, battle, game.unit(name), attacking=name == "a") for name in "ax"]
    assert [reason.rule for reason in reasons if reason] == ["kursk-15.1.1-a", "kursk-c15fu-15.3.1-a"]


@rule("kursk-15.1.2-c", "kursk-5.1.5-a")
def test_a_black_star_is_idle_if_one_of_the_hexes_attacked_is_fortified() -> None:
    units = {"a": "g arm 16 star=black", "x": "s inf 4", "y": "s inf 4"}
    picture = "x . .\na . .\ny . ."
    dug = on(picture, "combat", **{**units, "x": "s inf 4 dug"}).play("attack A01; join a; also A03")
    assert dug.rule("star a") == "kursk-15.1.2-c"
    assert on(picture, "combat", **units).play("attack A01; join a; also A03").may("star a")
