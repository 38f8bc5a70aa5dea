"""What is listed leads to something, and nothing is listed below what is not offered."""

from __future__ import annotations

from typing import Any

from tests.systems.wb95.kit import Game, on

from balka.core.choices import Choice
from balka.core.proof import rule
from balka.systems.wb95.rulebook import Sky

AIR: dict[str, Any] = {"air": {"german": ("air-1", "air-2", "air-3", "air-4")}, "sorties": {"german": 2}}
RIVER = ("big_river A01 B01", "big_river A02 B01", "big_river A02 B02")
TALL = """
    . . . . .
    . . . . .
    . . x . .
    . . a . .
    . . . . .
"""
GO = "attack C03; join a; fight"


def dead_ends(game: Game) -> list[object]:
    """Words that are offered and cannot be finished to a sentence."""
    tokens = [node for node in game.state.grow() if not isinstance(node, Choice)]
    assert tokens, "nothing is offered but whole sentences"
    return [token for token in tokens if next(game.state.choices((token,)), None) is None]


@rule("kursk-8.2.18-a")
def test_a_counter_with_no_attack_left_to_share_is_not_offered() -> None:
    game = on("a . x\n. . .", "air", *RIVER, a="s inf", x="g inf", book=AIR).play("fly air-3 river A01")
    assert "air-3" in game.state.grow() and not dead_ends(game)
    game.play("share air-3 A02 9")
    assert "air-3" not in game.state.grow() and not dead_ends(game)


@rule("kursk-8.2.12-a", "kursk-scK-air-a")
def test_a_mission_that_takes_two_counters_is_not_offered_where_no_front_has_two() -> None:
    fronts = {**AIR, "skies": (Sky(frozenset({0, 1}), 1, 9), Sky(frozenset({2, 3, 4}), 1, 9))}
    game = on("x a b y z", "air", a="g inf", b="g inf", x="s inf", y="s inf", z="s inf", book=fronts)
    assert "disrupt" not in game.state.grow() and not dead_ends(game)
    one = {**AIR, "skies": (Sky(frozenset({0}), 2, 9), Sky(frozenset({1, 2, 3, 4}), 1, 9))}
    game = on("x a b y z", "air", a="g inf", b="g inf", x="s inf", y="s inf", z="s inf", book=one)
    assert game.texts("disrupt") == ["disrupt A01"]
    richer = {**AIR, "skies": (Sky(frozenset({0, 1}), 1, 9), Sky(frozenset({2, 3, 4}), 2, 9))}
    game = on("x a b y z", "air", a="g inf", b="g inf", x="s inf", y="s inf", z="s inf", book=richer)
    assert "disrupt" in game.state.grow() and not dead_ends(game)


@rule("kursk-5.3.3-b", "kursk-5.3.1-a")
def test_a_stack_of_which_one_cannot_go_back_is_not_offered_as_a_whole() -> None:
    swamps = (
        TALL.replace("x", "x+y").replace(". . . . .\n    . . x", ". S S S .\n    . S x").replace("+y . .", "+y S .")
    )
    game = on(swamps, "combat", a="g arm 16", x="s inf 4", y="s arm 4").play(GO, dice=[6])
    assert game.waiting == "soviet retreat" and game.texts("go x") and not game.texts("go y")
    assert not dead_ends(game) and game.unit("x").hex not in game.state.grow()


@rule("kursk-5.3.1-a")
def test_nothing_is_listed_for_a_unit_that_is_not_beaten() -> None:
    game = on(TALL.replace("x", "x+y", 1), "combat", a="g arm 16", x="s inf 4", y="s inf 4").play(GO, dice=[6])
    assert list(game.state.choices(("x",))) and list(game.state.choices(("y",)))
    game.play("go x C02>C01")
    assert game.waiting == "soviet retreat" and not list(game.state.choices(("x",)))


@rule("kursk-3.1.3-a")
def test_the_last_of_a_party_does_not_leave_it() -> None:
    game = on("a+b . .", a="g inf", b="g inf").play("take A01")
    assert game.may("leave a") and game.may("leave b")
    game.play("leave a")
    assert not game.may("leave b") and not game.texts("leave") and not dead_ends(game)


@rule("kursk-10.2.3-a", "kursk-12.1.2-a", "kursk-c15rg-15.2.1-a")
def test_who_cannot_move_at_all_is_neither_pushed_on_nor_marked() -> None:
    game = on("a r . .", a="g inf mp=1 oos=1", r="g rg 0 mp=0 cel=1 oos=1")
    assert game.may("push a") and not game.may("push r")
    assert game.may("mark a") and not game.may("mark r")


@rule("kursk-6.5.7-a")
def test_no_more_guns_join_a_barrage_than_there_is_ammunition() -> None:
    guns = {"g": "g art 5/3 cel=1", "h": "g art 5/3 cel=1", "i": "g art 5/3 cel=1"}
    game = on("x . g+h+i", "barrage", x="s inf", book={"ammo": {"german": 2}}, **guns)
    game.play("barrage A01; gun g")
    assert game.may("gun h") and game.may("gun i")
    game.play("gun h")
    assert game.rule("gun i") == "kursk-6.5.7-a" and game.texts() == ["fire"]
    enough = on("x . g+h+i", "barrage", x="s inf", book={"ammo": {"german": 3}}, **guns)
    assert enough.play("barrage A01; gun g; gun h").may("gun i")


@rule("kursk-9.1.6-a")
def test_shifts_nobody_has_won_are_refused_by_their_own_rule() -> None:
    game = on(TALL, "combat", a="g arm 16", x="s inf 4").play("attack C03; join a")
    assert game.rule("cm 1") == "kursk-9.1.6-a"
