"""What is said when something is refused or quoted: the rule that bars it, and what it would cost. [3-6, 15]"""

from __future__ import annotations

import pytest
from tests.systems.wb95.kit import Game, on

from balka.core.proof import rule
from balka.systems.wb95.catalogue import MP
from balka.systems.wb95.sheet import Battle
from balka.systems.wb95.stars import idle_star

TALL = """
    . . . . .
    . . . . .
    . . x . .
    . . a . .
    . . . . .
"""
GO = "attack C03; join a; fight"


def text(game: Game, sentence: str) -> str:
    refusal = game.why(sentence)
    assert refusal is not None
    return refusal.text()


def beaten() -> Game:
    """Driven back two hexes."""
    return on(TALL, "combat", a="g arm 12", x="s inf 4 cel=4").play(GO, dice=[7])


@rule("kursk-6.4.2-a", "kursk-6.5.4-a")
def test_guns_are_named_before_they_fire() -> None:
    game = on("k . x\n. . .", "combat", k="g art 6", x="s inf").say("shell C01")
    assert game.rule("fire") == "kursk-6.4.2-a" and "No gun is named yet." in text(game, "fire")
    barrage = on("x . g+h", "barrage", g="g art 6", h="g art 6", x="s inf", book={"ammo": {"german": 8}})
    assert barrage.say("barrage A01; gun g").rule("fire") == "kursk-6.5.4-a"


@rule("kursk-5.1.3-a")
def test_who_would_be_left_without_a_target_is_named() -> None:
    game = on("a x b\n. . .", "combat", a="g inf 4", x="s inf 4", b="g inf 4").say("attack B01; join a")
    assert "b would be left with nobody to attack." in text(game, "fight")


def test_a_stack_that_cannot_be_taken_says_so() -> None:
    game = on("a+b .\n. .", a="g inf done", b="g inf done")
    assert "moved together" in text(game, "take A01")


def test_a_way_past_a_masked_stack_may_not_be_taken_back() -> None:
    game = on("a . . x\n. . . .\n. . . .", a="g inf mp=4", x="s inf").say("take a")
    assert game.state.quote("to C01").final == "maybe" and game.state.quote("to B01").final == "no"


@rule("kursk-5.4.10-a", "kursk-5.4.10-b")
def test_an_advance_that_cannot_be_made_says_why() -> None:
    game = on(TALL, "combat", a="g arm 4 cel=4 mp=7", x="s inf 4 cel=1").play(GO, dice=[7])
    assert game.waiting == "german pursuit"
    assert "emptied hex first" in text(game, "follow a C05")
    assert "hex by hex" in text(game, "follow a C03>C02")
    game.say("follow a C03")
    assert "Movement limits" in text(game, "follow a C01")


@rule("kursk-5.3.2-a", "kursk-5.3.3-a")
def test_a_way_back_that_is_closed_says_by_what() -> None:
    game = beaten()
    assert game.rule("go x C04") == "kursk-3.1.8-a"
    assert game.rule("go x D03") == "kursk-5.3.3-a", "next to the attacker"
    assert game.rule("go x C02>C03") == "kursk-5.3.2-a" and game.rule("go x A01") == "kursk-5.3.2-a"


@rule("kursk-5.3.1-a")
def test_only_the_beaten_go_back() -> None:
    picture = TALL.replace(". . . . .", ". . y . .", 1)
    game = on(picture, "combat", a="g arm 12", x="s inf 4 cel=4", y="s inf 4").play(f"{GO}; stand", dice=[7])
    assert game.waiting == "soviet retreat" and game.texts("go x")
    assert not game.may("go y B01") and not game.texts("go y") and not game.may("go a C05")


@rule("kursk-c5-5.3.7-a")
def test_a_retreat_says_what_standing_costs() -> None:
    state = beaten().state
    assert state.quote("stand").warns == ("2 CEL to be paid by those who stay",)
    assert state.quote("go x C02").warns == ("1 hexes short: 1 CEL",)
    assert state.quote("go x C02>C01").warns == ()


@rule("kursk-5.3.4-b")
def test_a_way_back_through_enemy_zones_says_what_it_costs() -> None:
    picture = """
        . . b . .
        . . y . .
        . . x+z . .
        . . a . .
    """
    units = {"a": "g arm 16", "b": "g inf 4", "x": "s inf 4", "y": "s inf 4", "z": "s inf 4"}
    game = on(picture, "combat", **units).play("attack C03; join a; fight", dice=[7])
    assert game.state.quote("go x C02").warns == ("1 CEL lost by each unit in enemy zones",)
    assert game.state.quote("go C03 C02").warns == ("1 CEL lost by each unit in enemy zones",)
    assert game.state.quote("go x D02").warns == (), "no enemy stands near"
    game.say("go C03 C02")
    assert game.unit("x").cel == game.unit("z").cel == 1


@rule("kursk-3.1.11-a")
def test_a_single_step_says_its_own_price_and_not_that_of_the_way_round() -> None:
    game = on("a . x\nF . .", "move", "river A01 A02", "main A01 B01", "main B01 A02", a="g arm mp=9", x="s inf")
    game.say("take a")
    assert price(game, "to A02") == (1, "mechanized movement") and game.state.quote("to A02").final == "maybe"
    assert price(game, "step A02") == (3, "mechanized movement") and game.state.quote("step A02").final == "no"
    game.say("step A02")
    assert game.left("a") == 9 - 3


@rule("kursk-3.1.11-a")
def test_the_price_of_a_party_is_that_of_the_unit_that_pays_most_and_says_which() -> None:
    game = on("a+h . . .", "move", a="g inf 4", h="g hq").say("take A01")
    assert price(game, "to C01") == (4, "trucked movement")
    game.say("to C01")
    assert (game.left("a"), game.left("h")) == (4 - 2, 10 - 4)


def price(game: Game, sentence: str) -> tuple[float, str]:
    """What a way is said to cost, in points, and for whom."""
    cost = game.state.quote(sentence).cost
    assert cost is not None
    return cost.value / MP, cost.parts[0].label


@rule("kursk-15.1.2-d", "kursk-15.1.2-j")
@pytest.mark.parametrize(
    ("mine", "theirs", "by"),
    [
        ("black", "white", "kursk-15.1.2-d"),
        ("yellow", "black", "kursk-15.1.2-j"),
        ("blue", "white", ""),
        ("black", "blue", ""),
    ],
)
def test_a_star_that_is_put_out_says_by_which(mine: str, theirs: str, by: str) -> None:
    game = on(TALL, "combat", a=f"g arm 8 star={mine}", x=f"s arm 4 star={theirs}")
    battle = Battle("german", (game.unit("x").hex,), ("a",), stars=("a",), def_stars=("x",))
    barred = idle_star(game.state, battle, game.unit("a"), attacking=True)
    assert (barred.rule if barred else "") == by
