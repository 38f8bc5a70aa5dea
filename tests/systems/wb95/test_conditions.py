"""Single conditions of rules: what a player would notice if one of them were not asked. [3 to 19]"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs
from tests.systems.wb95.kit import GERMAN, Game, on

from balka.core.proof import rule
from balka.systems.wb95.building import note_banks
from balka.systems.wb95.position import Bounty, Flight
from balka.systems.wb95.rulebook import Arrival, Sky
from balka.systems.wb95.system import SYSTEM


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


# -- marches


@rule("kursk-3.2.1-a", "kursk-c4-4.2.1-a")
def test_the_map_names_no_price_for_a_full_hex_in_an_enemy_zone() -> None:
    units = {"a": "g inf cel=2", "b": "g inf cel=8", "x": "s inf"}

    def reach(game: Game) -> set[str]:
        view = game.state.view(GERMAN)
        return {one.id for one in SYSTEM.overlay(view, GERMAN, "reach", {"unit": "a"}).hexes}

    assert "B01" not in reach(on("a b x\n. . .", **units))
    assert "B01" in reach(on("a b .\n. . .", a=units["a"], b=units["b"])), "elsewhere it passes through"


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


# -- bridges


@rule("kursk-c14-14.3.2-c")
@pytest.mark.parametrize(("words", "may"), [("", True), (" moved", False), (" done", False)])
def test_a_headquarters_that_has_moved_begins_no_bridge(words: str, may: bool) -> None:
    game = on("h . .\n. . .", "move", "big_river A01 B01", h=f"g hq 0{words}")
    work = game.work()
    note_banks(work, GERMAN)
    assert game.after(work).may("bridge h A01/B01") == may


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


@rule("kursk-8.2.5-a")
def test_soviet_aircraft_that_are_to_cover_a_hex_are_told_that_none_do() -> None:
    assert planning("soviet").rule("fly air-1 cover C01") == "kursk-8.2.5-a"
    assert planning("german").rule("fly air-1 cover C01") == "kursk-8.2.1-a", "no friends stand there"


# -- after the dice


@rule("kursk-5.6.1-b")
def test_a_dot_is_one_throw() -> None:
    """[*/D1 at 1:1 on a roll of 5]"""
    game = on(". . .\n. x .\n. a .\n. . .", "combat", a="g inf 4", x="s inf 4").play(
        "attack B02; join a; fight; go x B01; end", dice=[5, 2]
    )
    assert not game.state.asks or game.state.asks[0].seat == GERMAN
