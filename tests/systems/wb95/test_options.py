"""Rulings that are switches: each value plays as it says. [rulings Q9, Q20, Q33, Q106]"""

from __future__ import annotations

from typing import Any

import pytest
from tests.systems.wb95.kit import Game, on

from balka.core.proof import rule
from balka.systems.wb95.catalogue import COLUMNS
from balka.systems.wb95.position import is_regular
from balka.systems.wb95.rulebook import OPTIONS, Arrival, Rulebook, compile_options
from balka.systems.wb95.zones import in_zone

FIRST = {option.key: option.values[0] for option in OPTIONS}


def test_the_first_value_of_every_option_is_the_ruling() -> None:
    assert Rulebook(**compile_options(FIRST)) == Rulebook()


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.key)
def test_every_other_value_changes_the_rules(option: Any) -> None:
    for value in option.values[1:]:
        assert Rulebook(**compile_options({**FIRST, option.key: value})) != Rulebook()


# -- Q9: the table of air attacks

AIR = {"air": {"german": ("air-3", "air-4")}, "sorties": {"german": 2}}


def raided(ground: str, table: str, roll: int) -> Game:
    game = on(f"a . x{ground}", "air", a="g inf", x="s inf cel=4", book={**AIR, "air_table": table})
    return game.play("fly air-3 attack C01; fly air-4 attack C01; ready", dice=[roll])


@rule("kursk-8.2.6-a")
def test_air_attacks_are_read_on_their_own_table() -> None:
    game = raided("", "air_attack", 6)
    assert not game.unit("x").disorganised and game.unit("x").cel == 4  # ten points, a six: nothing


@rule("kursk-ba-legend-a", "kursk-ba-4")
def test_air_attacks_are_read_on_the_bomber_table_by_option() -> None:
    game = raided("", "bomber_attack", 6)
    assert game.unit("x").disorganised and game.unit("x").cel == 4


@rule("kursk-ba-legend-b")
def test_twice_the_ground_is_taken_off_bombers() -> None:
    game = raided(":F", "bomber_attack", 5)  # ten less two is eight: a five disorganises
    assert game.unit("x").disorganised and game.unit("x").cel == 4
    assert raided("", "bomber_attack", 5).unit("x").cel == 3  # in the open ten points take a CEL


# -- Q20: ratios below 1:1


@rule("kursk-c1-1.4cr-b")
@pytest.mark.parametrize(
    ("attack", "defence", "against", "to"),
    [(2, 3, "1:2", "1:1"), (2, 5, "1:3", "1:2"), (2, 7, "1:4", "1:3"), (3, 4, "1:1", "1:1"), (1, 9, "1:4", "1:4")],
)
def test_halves_below_one_go_against_the_attacker_or_to_him(attack: int, defence: int, against: str, to: str) -> None:
    for value, column in (("against", against), ("for", to)):
        units = {"a": f"g inf {attack}", "x": f"s inf {defence}"}
        game = on(". x .\n. a .", "combat", book={"below_one": value}, **units).play("attack B01; join a; fight")
        check: Any = game.state.stack[-1].check  # type: ignore[attr-defined]
        assert COLUMNS[check.need] == column
        assert game.state.setting.system.recount(game.state, game.state.stack[-1]) == check.need  # type: ignore[arg-type]


# -- Q33: what is a regular unit

GUNS = {"a": "g inf 8", "x": "s at 4"}


@rule("kursk-c4-4.1.2-a")
def test_towed_anti_tank_guns_are_regular_or_not() -> None:
    yes, no = (on(". x .\n. a .", "combat", book={"guns_regular": value}, **GUNS) for value in (True, False))
    assert is_regular(yes.unit("x")) and in_zone(yes.state, yes.unit("a").hex, "soviet") and not yes.may("end")
    assert not is_regular(no.unit("x")) and not in_zone(no.state, no.unit("a").hex, "soviet")


@rule("kursk-6.6.1-a")
def test_guns_beside_anti_tank_guns_have_an_escort_or_not() -> None:
    units = {"a": "g inf 8", "x": "s at 4", "g": "s art 5/3 cel=1"}
    found = []
    for value in (True, False):
        game = on(". x+g .\n. a .", "combat", book={"guns_regular": value}, **units)
        game.play("attack B01; join a; fight")
        roll: Any = game.state.stack[-1]
        found.append(roll.check.tallies[1].value)
        assert game.state.setting.system.recount(game.state, roll) == roll.check.need
    assert found == [4 + 3, 4 + 1]


# -- Q106: the reserves of the STAVKA


def reserve(*, must: bool, turn: int = 1, enemy: str = "") -> Game:
    book = {
        "arrivals": {"r": Arrival("r", 2, (0,), "II MOT", stavka=True)}, "stavka_must_come": must,
        "zones": {"soviet": (0,)},
    }  # fmt: skip
    units = {"x": "s inf", **({"y": enemy} if enemy else {})}
    picture = f"{'y' if enemy else '.'} . .\n. . .\n. . x"
    return on(picture, side="soviet", off={"r": "s mot 5"}, book=book, turn=turn, **units)


@rule("kursk-scK-vic-i")
def test_reserves_of_the_stavka_come_if_wished_or_must() -> None:
    assert reserve(must=False, turn=2).may("end") and reserve(must=True, turn=1).may("end")
    game = reserve(must=True, turn=2)
    assert game.rule("end") == "kursk-scK-vic-i" and "end" not in game.texts()
    todo = game.state.stack[-1].todo(game.state.view("soviet"), "soviet")
    assert [item.text for item in todo] == ["1 reinforcement may enter", "r must enter"]
    assert game.play("enter r A01").may("end") and game.state.tracks.stavka == ("II MOT",)


def test_reserves_that_cannot_enter_hold_nobody_up() -> None:
    assert reserve(must=True, turn=2, enemy="g inf").may("end")
