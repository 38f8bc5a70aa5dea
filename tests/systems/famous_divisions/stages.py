"""Positions from which the scripted games of Famous Divisions begin."""

from __future__ import annotations

from copy import copy

from msgspec import structs
from tests.systems.famous_divisions.kit import on

from balka.core.state import State
from balka.games.grossdeutschland.title import GAME

VALLEY = """
. . . . .
. W . . .
. . . W .
. . . . .
. . . . .
. . . . .
. . . . .
. . . . .
. . . . .
"""


def route() -> State:
    """Two tank companies on the road below an 88 and a dug-in company."""
    road = [f"C0{n}-C0{n + 1} road" for n in range(1, 9)]
    game = on(
        VALLEY,
        roads=road,
        forts=["trench A02 SE"],
        C09="t34.1-2tk t34.2-2tk hq-2tk",
        C01="flak-2gr hq-2gr",
        A02="5k-2gr",
    )
    return game.activate("2tk").state


def chits() -> State:
    """An attack with guns on both sides, aircraft about, black chits held and one drawn."""
    game = on(
        "a . .\nx . .\n. . g\nf . .\n",
        a="t34.1-2tk t34.2-2tk hq-2tk ig-2rif",
        x="1k-1gr 2k-1gr",
        g="ig-2gr hq-1gr",
        f="flak-2gr",
        held={"german": ("fire-lane",), "soviet": ("hardened",)},
        turn="Day",
    )
    return game.activate("2tk").play("fight").state


def overrun() -> State:
    """Tanks beside a lone HQ, another company behind it."""
    game = on("a .\nx .\n. .\n. .\n. y\n. .\n", a="t34.1-2tk hq-2tk", x="hq-1gr", y="1k-1gr")
    return game.activate("2tk").play("fight").state


def retreat() -> State:
    """Two companies without HQ are to be thrown back."""
    game = on(". . .\n. a .\n. x .\n. . .\n. . .\n", a="t34.1-2tk t34.2-2tk hq-2tk", x="1k-1gr! 2k-1gr")
    return game.activate("2tk").play("fight").state


def barrage() -> State:
    """Rockets with an observer in front."""
    line = "a\n.\n.\nb\n.\n.\nx\n"
    game = on(line, a="kat.1-rckt hq-rckt", b="1-1rif! hq-1rif", x="1k-1gr 2k-1gr hq-1gr")
    return game.activate("rckt").play("fight").state


def inspection() -> State:
    """A scout behind a wood, a stack beyond it, another in a bunker."""
    field = ". . . .\n. . . .\n. W W .\n. . . .\n. . . .\n"
    game = on(field, B01="spw.1-rcn-g hq-rcn-g", B05="1-1rif 2-1rif", D05="3-1rif", forts=["bunker D05 N"])
    return game.activate("rcn-g").state


FEW = ("jager-eng", "5k-2gr", "6k-2gr", "hq-2gr", "1-1rif", "2-1rif", "hq-1rif", "hq-2tk", "t34.1-2tk")


def setting_up() -> State:
    """Kursk before the first counter is put, with a few counters of each side and three works."""
    whole = GAME.start("kursk")
    units = {one: unit for one, unit in whole.position.units.items() if one in FEW}
    book = structs.replace(whole.setting.rulebook, forts={"soviet": {"bunker": 1, "trench": 1, "minefield": 1}})
    setting = copy(whole.setting)
    setting.rulebook = book
    return structs.replace(whole, setting=setting, position=structs.replace(whole.position, units=units))
