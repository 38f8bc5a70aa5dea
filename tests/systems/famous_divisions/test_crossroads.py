"""Where one activation meets the next, a tank its rider, and a question what nobody may know."""

from __future__ import annotations

import pytest
from tests.systems.famous_divisions.kit import Game, on

from balka.core.proof import rule
from balka.systems.famous_divisions.secrets import conceal

TANK, RIFLES = "t34.1-2tk", "1-1rif"


def column(length: int) -> str:
    return "a\n" + ".\n" * (length - 1)


# -- one activation after another [6.0, 12.0]

TWO_BRIDGES = ["A02-B02 river", "A02-B02 bridge", "B02-C02 river", "B02-C02 bridge"]


@rule("gd-12.0-c", "gd-6.0-i")
def test_every_activation_has_a_demolition_of_its_own_from_its_first_moment() -> None:
    game = on(". . .\na . b\n. . .\n", a="pioneer-1gr hq-1gr", b="pioneer-3fus hq-3fus", sides=TWO_BRIDGES)
    game.activate("1gr").play("blow pioneer-1gr A02/B02", "d6 1")
    assert game.refusal("blow pioneer-1gr A02/B02").rule == "gd-12.0-c"
    game.play("fight", "done").activate("3fus")
    assert game.offers("blow pioneer-3fus B02/C02", "pass")
    game.play("blow pioneer-3fus B02/C02", "d6 1")
    assert not any(sentence.startswith("blow") for sentence in game.choices())


# -- a tank and its rider are one unit [9.5]


def carrying(**facts: object) -> Game:
    """A depleted tank with a company on its deck beside the enemy."""
    game = on(". a .\n. x .\n. . .\n. . .\n", a=f"{TANK}! {RIFLES} hq-2tk hq-1rif", x="1k-1gr 2k-1gr", **facts)
    return game.set(RIFLES, carrier=TANK).activate("2tk")


@rule("gd-6.0-g", "gd-9.5-d")
def test_who_rode_into_an_attack_has_acted_though_its_tank_is_lost() -> None:
    game = carrying().battle("B02", TANK).no_chits().play("2d6 =7", "done")
    assert game.unit(TANK).status == "lost"
    assert not game.unit(RIFLES).carrier
    game.activate("1rif")
    assert game.offers("take hq-1rif")
    assert not game.offers(f"take {RIFLES}")


@rule("gd-6.0-g", "gd-9.5-d", "gd-11.3-r")
def test_who_rode_on_a_tank_that_fired_has_acted() -> None:
    game = carrying().play("fight", f"fire {TANK} B02", "at 1k-1gr", "2d6 1 1", "done")
    assert game.unit(RIFLES).activated
    idle = carrying().play("fight", "done")
    assert not idle.unit(RIFLES).activated, "a tank that did nothing has not acted"


@rule("gd-1.1-e", "gd-9.5-d")
def test_whoever_rides_on_an_attacking_tank_is_seen_with_it() -> None:
    game = carrying(forts=["trench B01 S"])
    assert RIFLES not in conceal(game.state, "german").position.units
    game.battle("B02", TANK)
    assert RIFLES in conceal(game.state, "german").position.units
    assert "hq-2tk" not in conceal(game.state, "german").position.units, "who did not fight is not"


# -- mounting in the activation of one's own [9.5]


@rule("gd-9.3-a", "gd-9.5-b")
def test_who_was_left_before_the_first_step_may_still_mount() -> None:
    game = on(column(4), a="sturm-2gr 5k-2gr hq-2gr").set("5k-2gr", debarked=True).activate("2gr")
    game.play("take sturm-2gr", "with 5k-2gr", "leave 5k-2gr")
    assert game.offers("mount 5k-2gr sturm-2gr")


@rule("gd-12.0-c", "gd-9.5-b")
def test_an_engineer_that_has_tried_a_bridge_may_still_mount_a_tank_of_its_battalion() -> None:
    def engineers() -> Game:
        bridge = ["A02-B02 river", "A02-B02 bridge"]
        game = on(". .\na .\n. .\n", a="flame-eng 1k-eng hq-eng sturm-2gr", A01="hq-2gr", sides=bridge)
        return game.set("1k-eng", debarked=True).activate("eng").play("blow 1k-eng A02/B02", "d6 1")

    assert engineers().play("take flame-eng").offers("mount 1k-eng flame-eng")
    later = engineers().play("fight", "done").activate("2gr").play("take sturm-2gr")
    assert not later.offers("mount 1k-eng sturm-2gr"), "it has had its activation"


# -- a window tells nothing [1.1, 11.4]


@rule("gd-1.1-d", "gd-11.4-g")
@pytest.mark.parametrize("mover", ["hq-1rif", RIFLES])
def test_whether_an_hq_or_a_company_went_from_trench_to_trench_does_not_show(mover: str) -> None:
    trenches = ["trench A01 S", "trench A02 S"]
    game = on(column(5), a=f"hq-1rif {RIFLES}", A02="2-1rif", A05="flak-2gr", forts=trenches)
    game.activate("1rif").play(f"take {mover}", "step A02")
    assert (game.kind, game.choices()) == ("oppfire", ["fire flak-2gr A02", "hold"])
    game.play("fire flak-2gr A02")
    assert game.unit("flak-2gr").fought == (mover == RIFLES)
    assert game.kind == ("oppfire" if mover == "hq-1rif" else "direct fire")


@rule("gd-1.1-a", "gd-11.4-g")
def test_an_hq_seen_to_join_a_company_is_not_asked_about() -> None:
    game = on(column(5), a="hq-1rif", A02=RIFLES, A05="flak-2gr").activate("1rif")
    assert game.play("take hq-1rif", "step A02").kind == "party"
