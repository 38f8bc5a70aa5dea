"""Who goes back, over what ground, and who pays for those who stay. [5.1.9, 5.3, 6.2.4, 15.1.7]"""

from __future__ import annotations

import pytest
from tests.systems.wb95.kit import on

from balka.core.proof import rule
from balka.systems.wb95.catalogue import COLUMNS

TALL = """
    . . . . .
    . . . . .
    . . x . .
    . . a . .
    . . . . .
"""
GO = "attack C03; join a; fight"


@rule("kursk-5.1.9-b", "kursk-6.2.4-d")
@pytest.mark.parametrize("other", ["s hq 0", "s art 4 transport"])
def test_whoever_loses_his_escort_to_the_dice_may_still_go_back(other: str) -> None:
    """[D4-1 at 10:1 on a roll of 5; alone is who stood alone when the attack came]"""
    game = on(TALL.replace("x", "x+h"), "combat", a="g arm 40", x="s inf 4 cel=1", h=other).play(GO, dice=[5])
    game.say("lose x")
    assert game.waiting == "soviet retreat" and game.may("go h C02>C01")
    alone = on(TALL.replace("x", "h"), "combat", a="g arm 40", h=other).play(GO, dice=[9])
    assert alone.gone("h")


@rule("kursk-5.1.9-a", "kursk-5.1.9-b", "kursk-6.6.1-a")
def test_a_headquarters_is_not_alone_beside_units_that_were_driven_back_onto_it() -> None:
    picture = """
        . . b . .
        . . h+k . .
        . . x . .
        . . a . .
    """
    units = {"a": "g arm 20", "b": "g inf 2", "x": "s inf 8 cel=4", "h": "s hq 0", "k": "s art 6/4"}
    game = on(picture, "combat", **units).play("attack C03; join a; fight; stand", dice=[6])
    game.play("go x C02; end")
    game.say("attack C02; join b; fight")
    while game.waiting == "soviet battle.defence":
        game.say("stand")
    check = game.state.stack[-1].check  # type: ignore[attr-defined]
    assert check.tallies[1].value == 4, "the guns have a regular unit beside them"
    assert check.need == COLUMNS.index("1:2")


@rule("kursk-5.1.1-a")
def test_who_was_driven_onto_an_attacked_hex_shares_its_retreat_and_nothing_else() -> None:
    """[ruling Q49: -1/-1 falls on those who are attacked; a D leaves the others in order]"""
    picture = """
        . . . . .
        . . b . .
        . . y . .
        . . x . .
        . . a . .
    """
    units = {"a": "g arm 8", "b": "g inf 4", "x": "s inf 4 cel=4", "y": "s inf 4 cel=1"}
    game = on(picture, "combat", **units).play("attack C04; join a; fight", dice=[8])
    game.play("go x C03; end")
    game.play("attack C03; join b; fight", dice=[7])
    assert game.gone("y") and game.unit("x").cel == 3, "one was lost on the way through an enemy zone"
    both = on(picture, "combat", **{**units, "b": "g inf 16", "y": "s inf 4"}).play(
        "attack C04; join a; fight", dice=[8]
    )
    both.play("go x C03; end")
    both.play("attack C03; join b; fight", dice=[8])
    assert both.waiting == "soviet retreat" and both.texts("go x") and both.texts("go y")


@rule("kursk-5.3.2-a")
def test_nobody_goes_back_across_the_hex_he_attacked() -> None:
    """[A2-2/-1 at 1:4 on a roll of 8: the defender is gone, his hex is open, and still it is no way back]"""
    picture = """
        . . . . .
        . . x . .
        . . a . .
        . . . . .
        . . . . .
    """
    game = on(picture, "combat", a="g inf 1 cel=6", x="s inf 6 cel=1").play("attack C02; join a; fight", dice=[8])
    ways = {text.split()[-1] for text in game.texts("go a")}
    assert "C04" in ways and not any("C02" in way for way in ways)
    assert game.rule("go a C02") == "kursk-5.3.2-a"


@rule("kursk-15.1.7-a", "kursk-c15fu-15.3.3-a")
def test_the_price_of_standing_falls_first_on_those_who_used_their_skill() -> None:
    """[D2 at 10:1 less shifts]"""
    picture = ". . . .\n. x+f . .\n. a . .\n. . . ."
    units = {"a": "g arm 40", "x": "s inf 2 cel=3", "f": "s fu 5 cel=2 dug"}
    used = on(picture, "combat", **units).play("attack B02; join a; fight; star f; stand", dice=[7])
    used.say("stand")
    assert used.waiting == "soviet loss" and used.texts() == ["lose f"]
    used.say("lose f")
    assert set(used.texts()) == {"lose f", "lose x"}
    plain = on(picture, "combat", **units).play("attack B02; join a; fight; stand", dice=[7])
    plain.say("stand")
    assert set(plain.texts()) == {"lose f", "lose x"}


@rule("kursk-15.1.7-a")
def test_a_star_that_has_cost_a_cel_already_binds_nobody_further() -> None:
    """[A1-1 at 1:2: the printed loss falls on the star, what standing costs on whom the owner likes]"""
    units = {"a": "g arm 2 star=black", "b": "g inf 2", "x": "s inf 8"}
    game = on("x . .\na+b . .\n. . .", "combat", **units)
    game.play("attack A01; join a; join b; star a; fight", dice=[11])
    assert game.unit("a").cel == 1 and game.waiting == "german retreat"
    game.say("stand")
    assert set(game.texts()) == {"lose a", "lose b"}


@rule("kursk-15.1.7-a")
def test_who_went_back_as_he_was_told_owes_nothing_for_the_star_he_used() -> None:
    """[the price is paid by those who stay, 5.3.7]"""
    units = {"a": "g arm 2 star=black", "b": "g inf 2", "x": "s inf 8"}
    game = on("x . .\na+b . .\n. . .", "combat", **units)
    game.play("attack A01; join a; join b; star a; fight", dice=[10])
    game.play("go a A03; stand")
    assert game.unit("a").cel == 2 and game.unit("b").cel == 1


@rule("kursk-18.1.3-b")
def test_going_back_through_a_line_counts_as_passing_it() -> None:
    game = on(TALL, "combat", "fortified C05 C04", a="g inf 4", x="s inf 8").play(GO, dice=[7])
    game.play("go a C05; end")
    assert game.unit("a").has("mined")
    aside = on(TALL, "combat", "fortified C05 C04", a="g inf 4", x="s inf 8").play(GO, dice=[7])
    aside.play("go a B04; end" if aside.may("go a B04") else "go a D04; end")
    assert not aside.unit("a").has("mined")


@rule("kursk-5.3.9-a")
def test_by_option_one_throw_tests_all_who_went_back_each_against_its_own_limit() -> None:
    """[ruling Q53; D2 at 2:1 on a roll of 6]"""
    units = {"a": "g arm 16", "x": "s inf 4 limit=10", "y": "s inf 4 limit=12"}
    book = {"test_each": False}
    game = on(TALL.replace("x", "x+y"), "combat", book=book, **units).play(GO, dice=[6])
    game.play("go C03 C02>C01; end", dice=[11])
    assert game.unit("x").disorganised and not game.unit("y").disorganised
    assert game.waiting == "german combat.phase"
    both = on(TALL.replace("x", "x+y"), "combat", book=book, **units).play(GO, dice=[6])
    both.play("go C03 C02>C01; end", dice=[12])
    assert both.unit("x").disorganised and both.unit("y").disorganised
    short = on(TALL.replace("x", "x+y"), "combat", book=book, **units).play(GO, dice=[6])
    short.play("go x C02>C01; go y C02; end", dice=[12])
    assert short.unit("x").disorganised and not short.unit("y").disorganised
