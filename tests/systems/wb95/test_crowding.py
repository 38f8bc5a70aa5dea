"""The stacking limit counts when a phase ends. [3.1.9, 3.1.10, 3.2.1]"""

from __future__ import annotations

from typing import Any

from tests.systems.wb95.kit import on

from balka.core.proof import rule
from balka.systems.wb95.rulebook import Arrival

FULL: dict[str, str] = {"a": "g arm cel=4", "b": "g arm cel=4", "c": "g arm cel=4", "d": "g arm cel=4"}


@rule("kursk-3.2.1-a", "kursk-3.1.10-a")
def test_two_full_stacks_change_places() -> None:
    game = on("a+b c+d .\n. . .", **FULL).play("take A01; to B01; halt")
    assert game.rule("end") == "kursk-3.2.1-a" and "end" not in game.texts()
    assert any("8 CEL too many" in todo.text for todo in game.state.stack[-1].todo(game.state, "german"))
    assert game.state.stack[-1].prompt(game.state, "german").startswith("B01 holds too much")
    assert "holds" not in game.state.stack[-1].prompt(game.state, "soviet")
    game.play("take c; with d; to A01; halt")
    assert [game.at(one) for one in "abcd"] == ["B01", "B01", "A01", "A01"] and game.may("end")


@rule("kursk-3.2.1-a")
def test_a_full_hex_is_closed_where_nobody_in_it_can_step_aside() -> None:
    stuck = {**FULL, "c": "g arm cel=4 done", "d": "g arm cel=4 done"}
    assert on("a+b c+d .\n. . .", **stuck).rule("take A01; to B01") == "kursk-3.2.1-a"
    half = {**FULL, "c": "g arm cel=4 done"}
    game = on("a+b c+d .\n. . .", **half)
    assert not game.may("take A01; to B01") and game.may("take a; to B01")


@rule("kursk-3.2.1-a", "kursk-c4-4.2.1-a")
def test_nobody_crowds_a_hex_in_a_known_enemy_zone() -> None:
    game = on(". a+b .\n. c+d .\n. x .", x="s inf", **FULL)
    assert game.rule("take b; to B02") == "kursk-3.2.1-a"


@rule("kursk-3.2.1-a")
def test_a_stack_that_begins_too_large_is_thinned_before_the_phase_ends() -> None:
    game = on("a+b+c . .", a="g arm cel=4", b="g arm cel=4", c="g arm cel=1", crowded="A01")
    assert not game.may("end")
    game.play("take c; to B01; halt; end")
    assert game.state.over


@rule("kursk-3.2.1-a")
def test_what_finds_no_room_is_lost_by_its_owners_choice() -> None:
    game = on("a+b+c . .", a="g arm cel=4 done", b="g arm cel=4 done", c="g arm cel=1 done", crowded="A01")
    game.say("end")
    assert game.waiting == "german loss" and set(game.texts()) == {"lose a", "lose b", "lose c"}
    game.say("lose a")
    assert game.unit("a").cel == 3 and game.may("end")


@rule("kursk-3.2.1-a", "kursk-12.1.3-a")
def test_in_strategic_movement_only_those_who_move_then_can_make_room() -> None:
    game = on("a b . .", "strategic", a="g arm cel=4 marked", b="g arm cel=8 marked")
    assert game.may("take a; to B01")
    assert not on("a b . .", "strategic", a="g arm cel=4 marked", b="g arm cel=8").may("take a; to B01")


@rule("kursk-3.2.1-a", "kursk-c11-11.1.5-a")
def test_reinforcements_pass_through_a_full_entry_hex() -> None:
    book: dict[str, Any] = {"arrivals": {"r": Arrival("r", 1, (0,), "army")}, "zones": {"german": (0,)}}
    garrison = dict.fromkeys("ab", "g inf cel=4 done")
    game = on("a+b . .\n. . .", off={"r": "g arm mp=7"}, book=book, control="g" * 6, **garrison)
    game.play("enter r A01")
    assert not game.may("end")
    game.play("take r; to C01; halt")
    assert game.may("end")
    short = on("a+b . .\n. . .", off={"r": "g arm mp=1"}, book=book, control="g" * 6, **garrison)
    assert short.rule("enter r A01") == "kursk-3.2.1-a", "no point left to go on"
    walled = on("a+b c .\nd . .", off={"r": "g arm mp=2"}, book=book, control="g" * 6, **garrison,
                c="g inf cel=8 done", d="g inf cel=8 done")  # fmt: skip
    assert walled.rule("enter r A01") == "kursk-3.2.1-a", "no room to go on to"
