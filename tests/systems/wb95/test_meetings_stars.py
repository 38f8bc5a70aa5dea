"""Where stars meet: one that is put out, and a vehicle that has fought before. [5.1.1, 15.1]"""

from __future__ import annotations

import pytest
from tests.systems.wb95.kit import Game, on

from balka.core.frames import Roll
from balka.core.proof import rule
from balka.systems.wb95.audit.recount import recount
from balka.systems.wb95.catalogue import COLUMNS

FRONT = """
    . x+y .
    . a+b .
    . . .
"""


def declared(game: Game, said: str) -> str:
    """The column of an attack, on which the second count agrees."""
    game.say(said)
    roll = game.state.stack[-1]
    assert isinstance(roll, Roll) and roll.check is not None
    assert recount(game.state, roll) == roll.check.need
    return COLUMNS[roll.check.need]


@rule("kursk-15.1.7-a", "kursk-15.1.2-d")
def test_a_star_that_was_put_out_binds_no_loss() -> None:
    """[1:2 on a roll of 6: both lose a CEL]"""
    units = {"a": "g arm 8 star=black", "b": "g inf 8", "x": "s at 8 star=white", "y": "s inf 8"}
    game = on(FRONT, "combat", **units)
    assert declared(game, "attack B01; join a; join b; star a; fight; star x; stand") == "1:2"
    game.play(dice=[6])
    assert game.unit("x").cel == 1, "the white star was used: its loss was not a matter of choice"
    assert game.waiting == "german loss" and game.texts() == ["lose a", "lose b"], "the black one was not"


@rule("kursk-15.1.7-a")
def test_a_star_that_nothing_puts_out_binds_a_loss() -> None:
    """[2:1 on a roll of 11: both lose a CEL]"""
    units = {"a": "g arm 8 star=black", "b": "g inf 8", "x": "s at 8 star=white", "y": "s inf 8"}
    game = on(FRONT, "combat", **units)
    assert declared(game, "attack B01; join a; join b; star a; fight; stand") == "2:1"
    game.play(dice=[11]).say("lose y")
    assert game.texts() == ["lose a"]


@rule("kursk-15.1.2-j", "kursk-15.1.2-d")
@pytest.mark.parametrize(("white", "column"), [("; star b", "5:1"), ("", "2:1")])
def test_a_black_star_that_is_put_out_puts_out_no_yellow_one(white: str, column: str) -> None:
    """[12 against 4: a yellow star and a white one against a black one]"""
    units = {"a": "g arm 6 star=yellow", "b": "g arm 6 star=white", "x": "s arm 2 star=black", "y": "s inf 2"}
    game = on(FRONT, "combat", **units)
    assert declared(game, f"attack B01; join a; join b; star a{white}; fight; star x; stand") == column


DRIVEN = """
    . . . . .
    . . b . .
    . . y . .
    . . x . .
    . . a . .
"""


@rule("kursk-15.1.2-f", "kursk-5.1.1-a")
@pytest.mark.parametrize(("other", "offered"), [("inf", False), ("arm", True)])
def test_a_vehicle_that_has_fought_and_was_driven_there_gives_a_white_star_nothing_to_work_against(
    other: str,
    offered: bool,
) -> None:
    units = {"a": "g arm 16", "b": "g inf 8 star=white", "x": "s arm 4 cel=4", "y": f"s {other} 4"}
    game = on(DRIVEN, "combat", **units).play("attack C04; join a; fight", dice=[8])
    game.play("go x C03; end")
    game.say("attack C03; join b")
    assert game.at("x") == "C03" and game.may("star b") == offered
