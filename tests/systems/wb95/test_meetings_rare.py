"""Where rules meet seldom: the hex more on secondary road under aircraft and onto guns. [6, 8, terrain table]"""

from __future__ import annotations

from itertools import pairwise

from msgspec import structs
from tests.systems.wb95.kit import Game, on

from balka.core.proof import rule


def under_aircraft(game: Game, *hexes: str) -> Game:
    """Aircraft disorganise movement over these hexes."""
    over = tuple(game.state.setting.board.hex(h) for h in hexes)
    game.state = structs.replace(game.state, position=structs.replace(game.state.position, harassed=over))
    return game


ROAD = tuple(f"secondary {a}01 {b}01" for a, b in pairwise("ABCDEFGH"))


@rule("kursk-ter-sec-b", "kursk-8.2.13-a")
def test_the_hex_more_on_secondary_road_is_there_under_aircraft_too() -> None:
    """[a hex, not a point: whatever it costs]"""
    game = on("x . . . . . . .", "move", *ROAD, side="soviet", x="s inf mp=4")
    under_aircraft(game, "G01").say("take x")
    assert game.may("to F01") and not game.may("to G01")
    game.say("to F01")
    assert game.texts() == ["halt"], "there is one such hex"


@rule("kursk-ter-sec-b", "kursk-6.1.7-b")
def test_guns_on_the_hex_more_are_overrun_for_points_only() -> None:
    row = "a . . x . . . ."
    short = on(row, "move", *ROAD, a="g inf mp=2", x="s art 5/3").say("take a; to C01")
    enough = on(row, "move", *ROAD, a="g inf mp=3", x="s art 5/3").say("take a; to C01")
    assert not short.may("to D01") and enough.may("to D01")
