"""Where rules meet seldom: the hex more on secondary road, what is passed in a pursuit or on the way back.

Duties that guns on tracks must not be used up for, towns just taken. [4, 5, 6, 8, 10, 16, 17, terrain table]
"""

from __future__ import annotations

from itertools import pairwise

import pytest
from msgspec import structs
from tests.systems.wb95.kit import Game, on

from balka.core.events import heard
from balka.core.proof import rule
from balka.systems.wb95.marks import Mark


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


# -- passing by


PAST = """
    . . . . . .
    . . . . . .
    . . . r . .
    . . . . . .
    . . x . . .
    . . a . . .
"""
BEATEN = "attack C05; join a; fight"


def said_to(game: Game, seat: str) -> list[str]:
    return [event.say(game.state.setting) for event in heard(game.told, seat)]


@rule("kursk-17.1.2-d", "kursk-5.4.5-a", "kursk-16.1.4-a")
def test_a_pursuit_that_passes_a_tank_in_the_workshop_disturbs_it() -> None:
    units = {"a": "s arm 40", "x": "g inf 4", "r": "g arm 8 cel=2/1 repair"}
    game = on(PAST, "combat", side="soviet", **units).play(BEATEN, dice=[5])
    game.play("go x D04>E05>F05; follow a C05>D04>E05")
    assert game.unit("r").has(Mark.DISTURBED), "for a moment it stood in an enemy zone"
    assert "D03 holds German armour (1 CEL)" in said_to(game, "soviet")


@rule("kursk-16.1.4-a", "kursk-5.3.1-a")
def test_whoever_goes_back_past_guns_is_told_of_them() -> None:
    units = {"a": "g arm 40", "x": "s inf 4", "r": "g art 5/3"}
    game = on(PAST, "combat", **units).play(BEATEN, dice=[5])
    assert not any("artillery" in line for line in said_to(game, "soviet"))
    game.say("go x D04>E05>F05")
    assert "D03 holds German artillery (1 CEL)" in said_to(game, "soviet")


# -- duties and guns on tracks


BETWEEN = """
    . x u
    y t+s .
    . . .
"""
TRACKS = {"t": "g arm 8", "s": "g art 5/3 selfpropelled", "u": "g arm 8 dug", "x": "s inf 4", "y": "s inf 4"}


@rule("kursk-5.1.4-a", "kursk-6.3.1-a", "kursk-c1-1.2counters-i")
def test_guns_on_tracks_support_nobody_while_they_are_the_last_to_attack_somebody_else() -> None:
    game = on(BETWEEN, "combat", **TRACKS).say("attack B01; join t")
    assert game.may("fight"), "the guns are left to attack A02"
    assert game.may("gun s") and game.rule("gun s; fight") == "kursk-5.1.4-a"
    assert game.may("gun s; also A02; fight")
    game.say("join u")
    assert game.may("fight") and game.rule("gun s") == "kursk-5.1.4-a"


LAST = """
    . x . . .
    y t+s . . .
    . v . . .
    . . z . .
"""


@rule("kursk-5.1.4-a", "kursk-6.4.5-b", "kursk-c1-1.2counters-i")
def test_guns_on_tracks_that_are_left_to_attack_somebody_neither_support_nor_shell() -> None:
    troops = {**TRACKS, "v": "g arm 8 dug", "z": "s inf 4 dug"}
    del troops["u"]
    game = on(LAST, "combat", "river B02 B03", "bridge B02 B03", **troops)
    assert game.may("shell C04") and game.may("shell B02/B03"), "the tanks can still attack"
    game.play("attack B01; join t; fight", dice=[7]).play("stand")
    assert game.texts("attack") == ["attack A02", "attack C04"] and not game.texts("shell")
    assert game.rule("shell C04") == "kursk-5.1.4-a"
    game.say("attack C04; join v")
    assert game.texts() == ["fight"] and game.rule("gun s") == "kursk-5.1.4-a"


# -- supply and control


@rule("kursk-10.1.11-b", "kursk-4.3.2-a")
@pytest.mark.parametrize("garrison", ["g inf", "g hq"])
def test_a_town_that_own_troops_stand_in_does_not_close_their_supply(garrison: str) -> None:
    """[ruling Q91: it is Soviet until the phase ends, but nobody Soviet is in it]"""
    base = {"edges": {"german": (0,)}}
    taken = on(". . . a:T .\n. . . . .", "supply", control="gggsssssss", a=garrison, book=base)
    assert not taken.unit("a").supply and taken.state.position.control[3] == "g"
    beside = on(". . . a .\n. . T . .", "supply", control="gggsssssss", a="g inf", book=base)
    assert beside.unit("a").supply == 1, "a town nobody has entered closes the hexes around it"


@rule("kursk-10.1.9-a", "kursk-10.1.8-c")
@pytest.mark.parametrize("ground", ["S", "M"])
def test_friends_side_by_side_lead_a_line_into_ground_closed_to_trucks(ground: str) -> None:
    """[ruling Q89: the hexes of a free step need only be occupied]"""
    base, row = {"edges": {"german": (0,)}}, f". a b:{ground} c ."
    chain = on(row, "supply", a="g inf", b="g inf", c="g inf", book=base)
    assert not any(chain.unit(name).supply for name in "abc")
    at_its_end = on(f". . . . {row}", "supply", a="g inf", b="g inf", c="g inf", book=base)
    assert not any(at_its_end.unit(name).supply for name in "abc"), "steps between friends take nothing off the line"
    further = on(f". . . . . {row}", "supply", a="g inf", b="g inf", c="g inf", book=base)
    assert all(further.unit(name).supply == 1 for name in "abc")
    alone = on(row.replace("a", "."), "supply", b="g inf", c="g inf", book=base)
    assert alone.unit("b").supply == 1 and alone.unit("c").supply == 1, "no truck gets there"
    watched = on(f"{row}\n. . x . .", "supply", a="g inf", b="g art 5/3", c="g inf", x="s inf", book=base)
    assert not watched.unit("b").supply and watched.unit("c").supply == 1, "an enemy zone still ends the line"
