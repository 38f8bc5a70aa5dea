"""Every order that is refused in a Movement Phase names what keeps the unit from it."""

from __future__ import annotations

import pytest
from tests.systems.wb95.kit import on

BESIDE = ". . .\n. a x\n. . ."
AIR = {"air": {"german": ("air-1", "air-2")}, "sorties": {"german": 2}}


@pytest.mark.parametrize(
    ("unit", "said", "rule"),
    [
        ("g art 5/3 cel=1", "dig a", "kursk-7.1.2-a"),
        ("g inf dug", "dig a", "kursk-7.1.1-a"),
        ("g inf retreated", "dig a", "kursk-5.3.10-a"),
        ("g inf", "push a", "kursk-10.2.3-a"),
        ("g inf", "limber a", "kursk-6.2.2-a"),
        ("g art 5/3 cel=1", "unlimber a", "kursk-6.2.2-a"),
        ("g art 5/3 cel=1 barraged", "limber a", "kursk-6.5.5-a"),
        ("g art 5/3 cel=1", "mark a", "kursk-6.2.3-a"),
    ],
)
def test_an_order_that_is_not_for_a_unit_names_the_rule_that_keeps_it(unit: str, said: str, rule: str) -> None:
    game = on(". . .\n. a .\n. . b", a=unit, b="g inf")
    assert not game.may(said) and game.rule(said) == rule


def test_who_moved_neither_digs_nor_takes_a_marker() -> None:
    game = on("a . .\n. . b", a="g inf", b="g inf").play("take a; to B01; halt")
    assert game.rule("dig a") == "kursk-7.1.2-b" and game.rule("mark a") == "kursk-12.1.2-a"


def test_nobody_in_an_enemy_zone_takes_a_marker() -> None:
    assert on(BESIDE, a="g inf", x="s inf").rule("mark a") == "kursk-12.2.1-a"


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        ("fly air-1 attack A01", "kursk-8.2.1-a"),
        ("fly air-1 cover A01", "kursk-8.2.1-a"),
        ("fly air-1 river A01", "kursk-8.2.16-a"),
        ("fly air-1 supply B02", "kursk-8.2.22-a"),
        ("fly air-5 attack C02", "kursk-8.1.2-a"),
    ],
)
def test_a_mission_that_cannot_be_flown_names_the_rule(said: str, rule: str) -> None:
    assert on(BESIDE, "air", a="g inf", x="s inf", book=AIR).rule(said) == rule


def test_an_air_counter_that_has_its_mission_has_no_other() -> None:
    game = on(BESIDE, "air", a="g inf", x="s inf", book=AIR).play("fly air-1 attack C02")
    assert game.rule("fly air-1 support C02") == "kursk-8.1.5-a"
