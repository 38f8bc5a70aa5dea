"""Barbed Wire laid in play, by a unit or a Group, where the Mission hands it out. [10.12-a, 17.0-c]"""

from __future__ import annotations

from typing import Any

import pytest
from tests.systems.heroes.kit import GERMAN, SOVIET, Game, on

import balka
from balka.core.proof import rule
from balka.systems.heroes.data.mission_data import LayWire
from balka.systems.heroes.show.brief import brief
from balka.systems.heroes.units import Works

ROW = ". . .\n. a .\n. . ."
PAIR = ". . . .\n. a b .\n. . . ."


def wired(picture: str, *, coils: int = 2, works: dict[str, Works] | None = None, **rest: Any) -> Game:
    given = LayWire(side=GERMAN, coils=coils)
    return on(picture, told={"special": (given,), "works": works or {}}, **rest)


def wire_of(game: Game) -> set[str]:
    return {label for label, work in game.state.position.works.items() if work.kind == "barbed_wire"}


@rule("sos-10.12-a")
def test_a_group_lays_wire_one_coil_for_each_at_the_price_of_one():
    game = wired(PAIR, a="inf N", b="inf N").gather("a", "b")
    assert game.cost("act wire") == 5
    game.begin("act wire")
    assert game.asked == "wire.lay"
    game.play("lay A01", "lay C01", dice=[6])
    assert wire_of(game) == {"A01", "C01"}
    assert not game.unit("a").spent and not game.unit("b").spent and game.stressed("a") and game.stressed("b")


@rule("sos-10.12-a", "sos-10.1-e")
def test_one_spent_check_decides_for_all_who_laid_wire():
    game = wired(PAIR, a="inf N", b="inf N").gather("a", "b").begin("act wire")
    game.play("lay A01", "lay C01", dice=[5])
    assert game.unit("a").spent and game.unit("b").spent


@rule("sos-10.12-a")
def test_a_stressed_member_makes_it_dearer_once():
    game = wired(PAIR, a="inf N stressed", b="inf N stressed").gather("a", "b")
    assert game.cost("act wire") == 6


@rule("sos-10.12-a")
def test_there_must_be_a_coil_for_every_member():
    game = wired(PAIR, coils=1, a="inf N", b="inf N").gather("a", "b")
    assert "act wire" not in game.choices() and "act dig" in game.choices()
    assert wired(PAIR, coils=1, a="inf N", b="inf N").offers("wire a")


@rule("sos-10.12-a")
def test_a_unit_alone_lays_one_in_its_hex_or_beside_it_until_all_is_laid():
    game = wired(ROW, coils=1, a="inf N").begin("wire a")
    assert sorted(game.choices()) == [f"lay {place}" for place in ("A01", "A02", "B01", "B02", "B03", "C01", "C02")]
    game.play("lay B01", dice=[7])
    assert wire_of(game) == {"B01"}
    game.play("pass")
    assert not game.offers("wire a") and game.refusal("wire a").sentence == "All the wire is laid."


@rule("sos-17.0-c")
def test_wire_goes_neither_on_other_works_nor_on_enemies():
    game = wired(". x .\n. a .\n. . .", works={"A02": Works("mines", SOVIET)}, a="inf N", x="rif S")
    game.begin("wire a")
    assert "lay A02" not in game.choices() and f"lay {game.at('x')}" not in game.choices()
    assert f"lay {game.at('a')}" in game.choices()


@rule("sos-17.0-c", "sos-17.10-b")
def test_mines_the_enemy_keeps_hidden_come_to_light_and_the_coil_is_kept():
    game = wired(ROW, coils=1, works={"B01": Works("mines", SOVIET, 0, True)}, a="inf N")
    game.play("wire a", "lay B01", dice=[7])
    assert game.state.position.works["B01"] == Works("mines", SOVIET)
    game.play("pass")
    assert game.offers("wire a")


@rule("sos-10.12-a")
@pytest.mark.parametrize(
    ("units", "why"),
    [
        ({"a": "pz4h N"}, "Only Foot Units on the map lay wire."),
        ({"a": "inf N pinned", "b": "rif S"}, "Nobody lays wire in Close Combat."),
    ],
)
def test_who_lays_no_wire(units, why):
    game = wired(". . .\n. a+b .\n. . .", **units)
    assert not game.offers("wire a") and game.refusal("wire a").sentence == why


@rule("sos-10.12-a", "sos-17.8-a")
def test_without_the_missions_leave_nobody_lays_wire():
    game = on(ROW, a="inf N")
    assert not game.offers("wire a") and game.why_not("wire a") == "sos-10.12-a"


@rule("sos-10.12-a", "sos-17.9-a")
def test_wire_laid_in_play_holds_up_whoever_comes():
    game = wired("a\n.\nx", a="inf N", x="rif N")
    game.play("wire a", "lay A02", dice=[7])
    game.play("move x A02 N", dice=[6, 6])
    assert game.unit("x").spent, "1AP and 6AP against a 6"


@rule("sos-10.12-a")
def test_a_member_for_whom_no_place_is_left_goes_without():
    game = wired("a+b", a="inf N", b="inf N").gather("a", "b").play("act wire", dice=[7])
    assert wire_of(game) == {"A01"} and game.state.tracks.wired == (GERMAN,)


@rule("sos-10.12-a")
def test_the_defenders_of_the_ditch_have_two_coils_and_are_told_so():
    game, scenario = balka.scenario("sos/ditch")
    said = " ".join(line.text for line in brief(game.start(scenario.key, {}).setting))
    assert "Foot Units of the Soviet side may lay 2 Barbed Wire in play, for 5AP each." in said
