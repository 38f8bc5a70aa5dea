"""Single conditions of rules: what a player would notice if one of them were not asked. [3 to 19]"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs
from tests.systems.wb95.kit import GERMAN, Game, on

from balka.core.proof import rule
from balka.systems.wb95.air import open_air
from balka.systems.wb95.building import note_banks
from balka.systems.wb95.events.battles import BattleResolved, Stood
from balka.systems.wb95.position import Bounty, Flight
from balka.systems.wb95.rulebook import Arrival, Level, Prize, Sky
from balka.systems.wb95.supply import lines
from balka.systems.wb95.system import SYSTEM

EDGE: dict[str, Any] = {"edges": {"german": (0,), "soviet": (2,)}}


def text(game: Game, sentence: str) -> str:
    """What is said when a sentence is refused."""
    refusal = game.why(sentence)
    assert refusal is not None, f"{sentence} is allowed"
    return refusal.text()


# -- putting an attack together


@rule("kursk-6.3.2-a")
def test_a_gun_on_tracks_that_supports_an_attack_is_not_added_again() -> None:
    units = {"a": "g inf 8", "k": "g art 6/3 selfpropelled", "x": "s inf 4"}
    game = on(". x .\na . k\n. . .", "combat", **units).say("attack B01; join a; gun k")
    assert "cannot be added" in text(game, "gun k")


@rule("kursk-8.2.2-a")
def test_an_aircraft_over_another_hex_is_told_that_it_flies_no_support_here() -> None:
    game = on("y . x .\n. . a .\n. . . .", "combat", a="g inf 8", x="s inf 4", y="s inf 4")
    elsewhere = Flight("air-3", GERMAN, "support", game.unit("y").hex)
    game.state = structs.replace(game.state, position=structs.replace(game.state.position, air=(elsewhere,)))
    game.say("attack C01; join a")
    assert "flies no support over what is attacked" in text(game, "air air-3")
    assert "does not attack on the ground" in text(game, "join air-3")


@rule("kursk-5.1.5-a")
def test_units_of_two_hexes_attack_one_hex_only_though_both_stand_next_to_another() -> None:
    units = {"a": "g inf dug", "b": "g inf dug", "x": "s inf", "y": "s inf"}
    game = on("a x .\ny b .\n. . .", "combat", **units)
    assert game.may("attack B01; join a; also A02") and game.may("attack B01; join a; join b; fight")
    assert game.rule("attack B01; join a; join b; also A02") == "kursk-5.1.5-a"


@rule("kursk-6.3.1-a")
def test_a_headquarters_attacked_alone_is_told_that_guns_do_not_help_it() -> None:
    units = {"a": "g inf 8", "x": "s inf 4", "k": "s art 5/3", "m": "s art 5/3"}
    picture = ". x . k . .\n. a . . . .\n. . . . . m"
    far = on(picture, "combat", **units).say("attack B01; join a; fight")
    assert far.may("gun k") and far.rule("gun m") == "kursk-6.3.3-a"
    alone = on(picture, "combat", **{**units, "x": "s hq"})
    won = Bounty("soviet", alone.unit("x").hex)
    alone.state = structs.replace(alone.state, tracks=structs.replace(alone.state.tracks, bounties=(won,)))
    assert alone.say("attack B01; join a; fight").waiting == "soviet battle.defence"
    assert alone.rule("gun k") == "kursk-6.3.1-a"


@rule("kursk-5.1.2-a")
def test_all_beside_a_hex_are_named_but_for_those_who_attack_already() -> None:
    units = {"a": "g inf", "b": "g inf", "c": "g inf", "x": "s inf"}
    game = on("a x c\n. b .\n. . .", "combat", **units).say("attack B01; join a")
    view = game.state.view(GERMAN)
    (all_beside,) = view.stack[-1].shortcuts(view, GERMAN)
    assert sorted(choice.text(view.setting.board) for choice in all_beside.choices) == ["join b", "join c"]


@rule("kursk-5.1.2-a")
def test_who_alone_can_attack_a_hex_joins_of_itself() -> None:
    for picture, joins in ((". x .\n. a .", "join a"), (". x .\n. a b", "")):
        units = {"a": "g inf dug", "x": "s inf", **({"b": "g inf dug"} if joins == "" else {})}
        view = on(picture, "combat", **units).say("attack B01").state.view(GERMAN)
        answer = view.stack[-1].owed_answer(view, GERMAN)
        assert (answer.text(view.setting.board) if answer else "") == joins


def test_an_attack_is_marked_with_what_the_defender_suffers() -> None:
    """Whoever is thrown back or loses is marked so on the map; where nothing comes of it he held."""
    for roll in range(2, 13):
        game = on(". x .\n. a .", "combat", a="g inf 8", x="s inf 4").say("attack B01; join a; fight")
        game.play(dice=[roll])
        (event,) = (told.event for told in game.told if isinstance(told.event, BattleResolved))
        defender = event.cell.partition("/")[2]
        marked = event.deed(game.state.setting).stamp
        assert marked, "that he held is said too"
        assert ("back" in marked and "thrown" not in marked) == ("D" in defender and defender[1:2].isdigit()), (
            event.cell
        )


@rule("kursk-6.4.7-a")
def test_a_bridge_that_is_hit_is_marked_as_blown() -> None:
    lines = ("river A01 B01", "bridge A01 B01")
    for roll in range(2, 13):
        game = on(". g\n. .", "combat", *lines, g="g art 20").play("shell A01/B01; gun g; fire", dice=[roll])
        results = [told.event.deed(game.state.setting) for told in game.told if isinstance(told.event, BattleResolved)]
        assert [deed.stamp for deed in results] == (["blown"] if game.state.position.broken else ["held"])


@rule("kursk-16.1.1-a")
def test_what_was_seen_looks_the_same_when_it_is_looked_at_again() -> None:
    view = on("a x+y . z", a="g inf", x="s inf shown", y="s arm", z="s inf").state.view(GERMAN)
    assert view.view(GERMAN).position == view.position


# -- marches


@rule("kursk-3.2.1-a", "kursk-c4-4.2.1-a")
def test_the_map_names_no_price_for_a_full_hex_in_an_enemy_zone() -> None:
    units = {"a": "g inf cel=2", "b": "g inf cel=8", "x": "s inf"}

    def reach(game: Game) -> set[str]:
        view = game.state.view(GERMAN)
        return {one.id for one in SYSTEM.overlay(view, GERMAN, "reach", {"unit": "a"}).hexes}

    assert "B01" not in reach(on("a b x\n. . .", **units))
    assert "B01" in reach(on("a b .\n. . .", a=units["a"], b=units["b"])), "elsewhere it passes through"


@rule("kursk-3.1.11-a")
def test_the_map_names_the_price_of_the_unit_that_pays_most() -> None:
    game = on("a+h . . .\n. . . .", a="g inf 4", h="g hq").say("take A01")
    view = game.state.view(GERMAN)
    assert [SYSTEM.node(view, (), view.setting.board.hex(name), GERMAN).badge for name in ("B01", "C01")] == ["2", "4"]


@rule("kursk-scK-vic-i")
def test_only_reserves_of_the_stavka_must_come_on_their_day() -> None:
    for stavka in (True, False):
        book: dict[str, Any] = {"stavka_must_come": True, "zones": {"soviet": (0, 2)}}
        book["arrivals"] = {"r": Arrival("r", 1, (0,), "II MOT", stavka=stavka)}
        game = on(". . .\n. . .\n. . x", side="soviet", off={"r": "s mot 5"}, x="s inf", book=book)
        assert game.may("enter r A01") and game.may("end") != stavka and game.may("shift r C01") != stavka


# -- the end


def test_a_described_position_that_is_over_has_no_winner() -> None:
    game = on("a . x", a="g inf", x="s inf").say("end")
    assert game.state.over and game.state.verdict() is None


@rule("kursk-scK-vic-l")
def test_the_score_is_what_the_germans_have_beyond_the_first_level_that_is_theirs() -> None:
    prizes = (Prize("a town", 7, (0,)),)
    scale = (Level(0, "soviet", "Soviet victory"), Level(10, "german", "German victory"))
    game = on("a . x", a="g inf", x="s inf", control="g-s", book={"prizes": prizes, "scale": scale})
    assert SYSTEM.score(game.state) == {"german": 7.0 - 10, "soviet": 10 - 7.0}


@rule("kursk-2.1.1-a")
def test_an_enemy_who_is_known_is_not_taken_either() -> None:
    game = on("a . x", a="g inf", x="s inf shown")
    assert game.rule("take x") == game.rule("take nobody") == "kursk-2.1.1-a"


@rule("kursk-3.1.4-a")
def test_one_step_that_is_the_cheapest_way_is_said_as_a_way() -> None:
    game = on("a . .\n. . .", a="g inf").say("take a")
    assert game.rule("step B01") == "kursk-3.1.4-a" and "Say to B01" in text(game, "step B01")


@rule("kursk-3.1.5-a")
def test_a_way_says_what_it_takes_of_the_points_that_are_left() -> None:
    game = on("a . . .\n. . . .", a="g inf mp=4").say("take a")
    assert game.state.quote("to B01").price == "1 of 4 points"
    assert game.say("to B01").state.quote("to C01").price == "1 of 3 points"


@rule("kursk-c11-11.1.5-c")
def test_who_cannot_enter_the_ground_of_an_entry_hex_is_told_so() -> None:
    book = {"arrivals": {"r": Arrival("r", 1, (0,), "r")}, "zones": {"german": (0,)}}
    for kind, may in (("inf", True), ("mot", False)):
        game = on("S . .\n. . .\n. . a", off={"r": f"g {kind} 4"}, a="g inf", book=book)
        assert game.may("enter r A01") == may
    assert game.rule("enter r A01") == "kursk-c11-11.1.5-c"


@rule("kursk-11.2.3-a")
def test_only_who_would_leave_the_map_is_told_of_entry_zones() -> None:
    game = on("a . .\n. . .", "move", "river A01 B01", "bridge A01 B01", a="g inf done")
    assert game.rule("exit a") == "kursk-11.2.3-a" and game.rule("blow a A01/B01") == "kursk-c4-4.2.1-a"


@rule("kursk-5.4.10-a", "kursk-c4-4.2.3-a")
def test_an_advance_does_not_lead_from_one_hex_of_an_enemy_zone_to_another() -> None:
    for row, may in ((". . x . .", True), (". . x y .", False)):
        units = {
            "a": "g arm 4 cel=4",
            "b": "g inf dug",
            "x": "s inf 4 cel=1",
            **({"y": "s inf 4"} if "y" in row else {}),
        }
        game = on(f". . . . .\n{row}\n. . a . b\n. . . . .", "combat", **units)
        game.play("attack C02; join a; fight", dice=[7])
        assert game.gone("x") and ("follow a C02" in game.texts("follow")) == may


# -- stars


@rule("kursk-15.1.2-c")
def test_a_black_star_defends_a_fortified_hex() -> None:
    units = {"a": "g inf 8", "x": "s arm 4 star=black dug"}
    game = on(". x .\n. a .\n. . .", "combat", **units).say("attack B01; join a; fight")
    assert game.waiting == "soviet battle.defence" and game.may("star x")


# -- supply


@rule("kursk-10.1.10-b")
def test_a_line_passes_an_enemy_zone_where_a_regular_friend_stands_whoever_is_with_him() -> None:
    """In a lane one hex wide, past an enemy beside it."""
    for friends, fed in (("b+h", True), ("b", True), ("h", False)):
        picture = f". {friends} a\n. x ."
        units = {"a": "g inf", "b": "g inf", "h": "g hq", "x": "s inf"}
        game = on(picture, "move", **{name: words for name, words in units.items() if name in picture}, book=EDGE)
        assert (game.unit("a").hex in lines(game.state, GERMAN).costs) == fed, friends


@rule("kursk-10.1.5-a", "kursk-10.1.8-c")
def test_a_road_costs_a_line_nothing_though_a_bridge_of_its_hex_is_broken() -> None:
    roads = ("main A01 B01", "main B01 C01", "river B01 B02", "bridge B01 B02", "main B01 B02")
    game = on(". . a\n. . .", "move", *roads, a="g inf", book=EDGE)
    game.state = structs.replace(game.state, position=structs.replace(game.state.position, broken=((1, 4),)))
    costs = lines(game.state, GERMAN).costs
    assert [costs[game.state.setting.board.hex(name)] for name in ("A01", "B01", "C01")] == [0, 0, 0]


# -- bridges


@rule("kursk-c14-14.3.2-c")
@pytest.mark.parametrize(("words", "may"), [("", True), (" moved", False), (" done", False)])
def test_a_headquarters_that_has_moved_begins_no_bridge(words: str, may: bool) -> None:
    game = on("h . .\n. . .", "move", "big_river A01 B01", h=f"g hq 0{words}")
    work = game.work()
    note_banks(work, GERMAN)
    assert game.after(work).may("bridge h A01/B01") == may


@rule("kursk-c14-14.2.1-a")
def test_a_bridge_that_is_down_is_not_blown_again() -> None:
    game = on("a . .\n. . .", "move", "river A01 B01", "bridge A01 B01", a="g inf")
    assert game.texts("blow") == ["blow a A01/B01"]
    game.state = structs.replace(game.state, position=structs.replace(game.state.position, broken=((0, 1),)))
    assert not game.texts("blow")


# -- aircraft


def planning(side: str, **book: Any) -> Game:
    air = {"air": {side: ("air-1", "air-3", "air-5")}, "sorties": {side: 1}, **book}
    return on("a b x y", "air", a="g inf", b="g inf", x="s inf", y="s inf", book=air)


@rule("kursk-8.1.4-a")
def test_one_counter_more_than_the_scenario_grants_is_told_so() -> None:
    game = planning("german").say("fly air-1 support C01")
    assert game.rule("fly air-3 support D01") == "kursk-8.1.4-a"
    fronts = (Sky(frozenset({0, 2}), 1, 9), Sky(frozenset({1, 3}), 1, 9))
    joined = planning("german", skies=fronts, sorties={"german": 2}).say("fly air-1 support C01")
    assert joined.rule("fly air-3 cover A01") == "kursk-8.1.4-a" and joined.may("fly air-3 support D01")


@rule("kursk-c20-21.1.2-a", "kursk-8.2.10-a")
def test_a_bridge_that_two_counters_fly_to_is_bombed_by_no_third() -> None:
    book = {"air": {"german": ("air-1", "air-3", "air-5")}, "sorties": {"german": 3}}
    game = on("x . a\n. . .", "air", "river A01 B01", "bridge A01 B01", a="g inf", x="s inf", book=book)
    bombs = len(game.texts("bomb"))
    game.say("fly air-1 support A01; fly air-3 attack A01")
    assert bombs and not game.texts("bomb")


@rule("kursk-8.2.5-a")
def test_soviet_aircraft_that_are_to_cover_a_hex_are_told_that_none_do() -> None:
    assert planning("soviet").rule("fly air-1 cover C01") == "kursk-8.2.5-a"
    assert planning("german").rule("fly air-1 cover C01") == "kursk-8.2.1-a", "no friends stand there"


@rule("kursk-8.1.4-a", "kursk-8.2.1-a")
def test_the_last_counter_of_a_front_is_told_that_nobody_is_there() -> None:
    fronts = (Sky(frozenset({0, 1, 2, 3}), 2, 9),)
    game = planning("german", skies=fronts, sorties={"german": 2}).say("fly air-1 support C01")
    assert game.rule("fly air-3 attack A01") == "kursk-8.2.1-a"


@rule("kursk-8.2.11-a", "kursk-8.2.12-a")
def test_who_cannot_disorganise_movement_is_told_why() -> None:
    assert planning("soviet").rule("disrupt A01") == "kursk-8.2.11-a"
    assert planning("german").rule("disrupt A01") == "kursk-8.2.12-a", "one counter is too weak for it"


@rule("kursk-8.1.2-a", "kursk-8.1.5-a")
def test_aircraft_of_the_morning_are_gone_when_the_next_air_phase_is_planned() -> None:
    game = on("a . x", a="g inf", x="s inf")
    flight = Flight("air-3", GERMAN, "support", game.unit("x").hex)
    game.state = structs.replace(game.state, position=structs.replace(game.state.position, air=(flight,)))
    work = game.work()
    open_air(work, GERMAN)
    assert game.after(work).state.position.air == ()


# -- after the dice


@rule("kursk-6.3.4-a", "kursk-6.3.5-b")
def test_guns_that_support_a_defence_share_its_result_next_to_the_attackers_only() -> None:
    """At 1:1 a roll of 12 costs both sides a CEL."""
    for rows, shared in ((". x . .\n. a g .", True), (". x . g\n. a . .", False)):
        game = on(f"{rows}\n. . . .", "combat", a="g inf 6", x="s inf 3", g="s art 3")
        game.say("attack B01; join a; fight; gun g; stand").play(dice=[12])
        assert game.unit("x").cel == (2 if shared else 1) and (game.waiting == "soviet loss") is shared


@rule("kursk-5.6.3-a", "kursk-6.3.4-a")
def test_guns_next_to_one_of_two_attacked_hexes_share_the_result() -> None:
    """At 1:1 a roll of 12 costs both sides a CEL."""
    units = {"a": "g inf 4", "k": "g art 4", "x": "s inf 4", "y": "s inf 4"}
    game = on(". x . .\n. a k .\n. y . .\n. . . .", "combat", **units)
    game.play("attack B01; join a; also B03; gun k; fight", dice=[12]).say("lose x")
    assert not game.state.setting.board.are_neighbours(game.unit("k").hex, game.unit("y").hex)
    assert game.waiting == "german loss" and game.texts() == ["lose a", "lose k"]


@rule("kursk-c5-5.3.7-a")
def test_nobody_pays_for_hexes_that_the_dead_did_not_go_back() -> None:
    """At 10:1 a roll of 4 drives back four hexes and costs a CEL."""
    for cel, owes in ((1, False), (2, True)):
        game = on("x .\na .", "combat", a="g arm 40", x=f"s inf 4 cel={cel}").say("attack A01; join a; fight")
        game.play(dice=[4])
        if owes:
            game.say("stand")
        assert any(isinstance(told.event, Stood) for told in game.told) is owes


@rule("kursk-5.2.1-b")
def test_what_a_defender_does_not_have_he_cannot_add() -> None:
    game = on(". x . k\n. a . .", "combat", a="g inf 8", x="s inf 4", k="s art 5/3").say("attack B01; join a; fight")
    assert game.waiting == "soviet battle.defence"
    assert game.rule("cm 1") == game.rule("fight") == "kursk-5.2.1-b"


@rule("kursk-5.6.1-b")
def test_a_dot_is_one_throw() -> None:
    """[*/D1 at 1:1 on a roll of 5]"""
    game = on(". . .\n. x .\n. a .\n. . .", "combat", a="g inf 4", x="s inf 4").play(
        "attack B02; join a; fight; go x B01; end", dice=[5, 2]
    )
    assert not game.state.asks or game.state.asks[0].seat == GERMAN
