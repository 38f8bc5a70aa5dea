"""Barrages: who suffers, who is seen, what the log says. [1.1, 9.5, 11.2]"""

from __future__ import annotations

import pytest
from tests.systems.famous_divisions.kit import Game, on
from tests.systems.famous_divisions.test_fog import seen

from balka.core.proof import rule

LINE = "a\n.\n.\nx\n"
WSP = "wsp.1-1art"


def barraged(throw: str, stack: str, **more: object) -> Game:
    """A gun shells a Soviet stack three hexes off."""
    game = on(LINE, a=f"{WSP} hq-1art", x=stack, **more)  # type: ignore[arg-type]
    return game.activate("1art").play("fight", f"barrage {WSP} A04", f"3d6 {throw}")


# -- who is seen [1.1]


@rule("gd-1.1-d", "gd-1.1-e")
def test_a_barrage_shows_nobody_in_a_bunker_but_who_suffers() -> None:
    stack = "1-1rif 2-1rif hq-1rif"
    missed = barraged("1 1 1", stack, forts=["bunker A04 N"])
    assert seen(missed, "german") == set()
    none = barraged("1 2 4", stack, forts=["bunker A04 N"])
    assert seen(none, "german") == set()
    hit = barraged("2 2 4", stack, forts=["bunker A04 N"])
    assert seen(hit, "german") == set(), "nobody before the owner has chosen"
    assert seen(hit.play("lose 2-1rif"), "german") == {"2-1rif"}


@rule("gd-1.1-d")
@pytest.mark.parametrize("stack", ["1-1rif 2-1rif", "1-1rif hq-1rif"])
def test_the_owner_of_a_hidden_stack_is_asked_whether_he_has_a_choice_or_not(stack: str) -> None:
    """Else the enemy would learn who stands beside the unit that suffers."""
    game = barraged("2 2 4", stack, forts=["bunker A04 N"])
    assert (game.asked, game.kind) == ("soviet", "loss")
    assert game.offers("lose 1-1rif") and not game.offers("lose hq-1rif")
    open_ = barraged("2 2 4", "1-1rif hq-1rif")
    assert open_.kind == "combat" and open_.unit("1-1rif").depleted, "in the open the only choice is made at once"


# -- who suffers [11.2]


@rule("gd-11.2-m")
def test_where_hqs_stand_alone_one_of_them_suffers() -> None:
    game = barraged("2 2 4", "hq-1rif hq-2rif")
    assert game.choices() == ["lose hq-1rif", "lose hq-2rif"]
    game.play("lose hq-2rif")
    assert (game.unit("hq-1rif").status, game.unit("hq-2rif").status) == ("map", "lost")
    both = barraged("2 2 2", "hq-1rif hq-2rif").play("lose hq-1rif")
    assert {both.unit(one).status for one in ("hq-1rif", "hq-2rif")} == {"lost"}
    beside = barraged("2 2 2", "1-1rif hq-1rif")
    assert beside.unit("hq-1rif").status == "map", "in company an HQ is spared"


@rule("gd-9.5-k", "gd-11.2-p")
def test_shelter_saves_a_riders_life_too() -> None:
    for forts, status in (["trench A04 N"], "map"), ([], "lost"):
        game = on(LINE, a=f"{WSP} hq-1art", x="t34.1-2tk 1-1rif!", forts=forts).set("1-1rif", carrier="t34.1-2tk")
        game.activate("1art").play("fight", f"barrage {WSP} A04", "3d6 2 2 4")
        if game.kind == "loss":
            game.play("lose t34.1-2tk")
        assert game.unit("t34.1-2tk").depleted
        assert game.unit("1-1rif").status == status
    full = on(LINE, a=f"{WSP} hq-1art", x="t34.1-2tk 1-1rif", forts=["trench A04 N"])
    full.set("1-1rif", carrier="t34.1-2tk").activate("1art").play("fight", f"barrage {WSP} A04", "3d6 2 2 4")
    assert full.play("lose t34.1-2tk").unit("1-1rif").depleted, "one step is still lost"


# -- what the log says


@rule("gd-11.2-o")
def test_the_log_says_what_a_barrage_came_to() -> None:
    nothing = barraged("2 2 4", "t34.1-2tk!")
    assert nothing.unit("t34.1-2tk").status == "map"
    assert any("2 2 4: no effect." in line for line in nothing.heard)
    assert "No more can suffer there from a single barrage." in nothing.heard
    once = barraged("2 2 2", "t34.1-2tk")
    assert any("2 2 2: a casualty." in line for line in once.heard)
    soft = barraged("2 2 2", "1-1rif")
    assert any("2 2 2: two casualties." in line for line in soft.heard)
    assert soft.unit("1-1rif").status == "lost"
    plain = barraged("2 2 4", "t34.1-2tk")
    assert any("2 2 4: a casualty." in line for line in plain.heard) and plain.unit("t34.1-2tk").depleted
