"""Whatever a party on the march, a supply phase or a full hex refuses, the rule that refuses it is named."""

from __future__ import annotations

import pytest
from tests.systems.famous_divisions.kit import Game, on

TANK, TANK2, RIFLES, RIFLES2 = "t34.1-2tk", "t34.2-2tk", "1-1rif", "2-1rif"
LONG = "a\n.\n.\nb\n"


def party() -> Game:
    """A tank has been taken, with a second one and rifles of another battalion beside it."""
    return on(LONG, a=f"{TANK} {TANK2} {RIFLES} hq-2tk", b=f"hq-1rif {RIFLES2}").activate("2tk").play(f"take {TANK}")


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        (f"with {RIFLES}", "gd-9.3-a"),
        (f"with {TANK}", "gd-9.1-f"),
        (f"leave {TANK}", "gd-9.1-h"),
        (f"leave {TANK2}", "gd-9.1-h"),
        (f"mount {TANK2} {TANK}", "gd-9.5-a"),
        (f"mount {RIFLES2} {TANK}", "gd-9.5-b"),
        (f"mount {RIFLES} {TANK2}", "gd-9.5-b"),
        (f"dismount {RIFLES}", "gd-9.5-i"),
        (f"debark {TANK}", "gd-9.6-a"),
        (f"clear {TANK} A02", "gd-16.1-a"),
        (f"clear {RIFLES} A02", "gd-9.1-h"),
        ("step A03", "gd-9.0-l"),
        ("halt", "gd-9.0-a"),
    ],
)
def test_a_party_is_told_why_not(said: str, rule: str) -> None:
    game = party()
    assert not game.offers(said) and game.refusal(said).rule == rule


def test_a_tank_carries_one_unit() -> None:
    game = party().play(f"mount {RIFLES} {TANK}")
    assert game.refusal(f"mount {RIFLES} {TANK}").rule == "gd-9.5-d"
    assert game.refusal(f"leave {RIFLES}").rule == "gd-9.5-d"


def test_a_second_rider_is_told_that_the_tank_is_taken() -> None:
    game = on(LONG, a=f"{TANK} {RIFLES} {RIFLES2} hq-2tk", b="hq-1rif").activate("2tk")
    assert game.play(f"take {TANK}", f"mount {RIFLES} {TANK}").refusal(f"mount {RIFLES2} {TANK}").rule == "gd-9.5-a"


@pytest.mark.parametrize(
    ("fact", "rule"), [("pinned", "gd-11.3-o"), ("stopped", "gd-8.0-h"), ("activated", "gd-9.5-d")]
)
def test_who_cannot_mount_is_told_what_keeps_it(fact: str, rule: str) -> None:
    assert party().set(RIFLES, **{fact: True}).refusal(f"mount {RIFLES} {TANK}").rule == rule


def test_nobody_is_left_behind_before_the_map_is_entered() -> None:
    game = on(LONG, b=f"hq-2tk {RIFLES}", due={TANK: "A01 0", TANK2: "A01 0"}).activate("2tk").play(f"enter {TANK} A01")
    assert game.refusal(f"leave {TANK}").rule == game.refusal(f"leave {TANK2}").rule == "gd-4.0-e"
    assert game.refusal(f"mount {RIFLES} {TANK}").rule == "gd-4.0-e"


def test_a_party_that_was_stopped_lets_riders_down_and_takes_nobody_up() -> None:
    game = party().play(f"mount {RIFLES} {TANK}", f"with {TANK2}").set(TANK, stopped=True, spent=20)
    assert game.refusal(f"mount {RIFLES2} {TANK2}").rule == "gd-8.0-h"
    assert game.refusal(f"dismount {RIFLES}").rule == "gd-9.5-b", "it has no point left to climb down"


def test_who_is_not_in_a_party_does_not_debark_with_it() -> None:
    game = on("a .\n. .\n", a="1k-1gr 2k-1gr hq-1gr").activate("1gr").play("take 1k-1gr")
    assert game.offers("debark 1k-1gr") and game.refusal("debark 2k-1gr").rule == "gd-9.1-h"


def test_nobody_else_s_unit_climbs_up() -> None:
    game = on("a .\nx .\n", a=f"{TANK} {TANK2} hq-2tk", x="1k-1gr").activate("2tk").play(f"take {TANK}")
    assert game.refusal(f"mount 1k-1gr {TANK}").rule == "gd-9.1-h"
    assert game.refusal(f"mount nobody {TANK}").rule == "gd-9.1-h"


def test_a_stack_that_cannot_go_together_is_told_so() -> None:
    game = on(LONG, a=f"{TANK} hq-2tk", b="hq-1rif").activate("2tk")
    assert game.refusal("take A02").rule == "gd-6.0-a"


def test_who_is_no_reinforcement_does_not_enter() -> None:
    game = on(LONG, a=f"{TANK} hq-2tk", b="hq-1rif").activate("2tk")
    assert (
        game.refusal(f"enter {TANK} A01").rule == "gd-4.0-a" and game.refusal(f"enter {RIFLES} A01").rule != "gd-4.0-a"
    )


def test_supply_is_named_only_where_it_helps() -> None:
    game = on(LONG, a=f"{TANK} hq-2tk", b="hq-1rif").supply("soviet")
    assert game.refusal("nominate 2tk A01").rule == "gd-5.1-d"
    assert game.refusal("source 2tk").rule in ("gd-5.1-a", "gd-5.1-c")
    assert game.refusal(f"designate {TANK}").rule == "gd-5.1-f"
