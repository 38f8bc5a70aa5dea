"""Examples of recovery from disorganisation, played from day to day. [5.6.5]"""

from __future__ import annotations

from typing import Any

from tests.conformance.examples.kursk.stage import Faults, Stage, aircraft, compare

Given = dict[str, Any]
FIELD = "\n".join([". . . . ."] * 7)
EVERYWHERE: dict[str, Any] = {"edges": {"german": tuple(range(35)), "soviet": tuple(range(35))}}


def recovery(given: Given, expect: Given) -> Faults:
    """Disorganised by its own attack, a unit recovers at the end of its next Combat Phase if it rested till then."""
    found = {
        "rest": _recovers(),
        "move": _recovers(("take a", "to B06", "halt")),
        "attack": _recovers(fights=("attack D04", "join a", "fight")),
        "be_attacked": _recovers(attacked=True),
    }
    return compare(recovers=(found, {"rest": True, **dict.fromkeys(expect["barred"], False)}))


def _recovers(moves: tuple[str, ...] = (), fights: tuple[str, ...] = (), *, attacked: bool = False) -> bool:
    """A German in field works attacks and falls into disorder; two days are played to the end of the next attack."""
    picture = FIELD.splitlines()
    picture[3] = ". . a x ."
    units = {"a": "g inf 12 dug cel=6", "x": "s inf 4 dug cel=6"}
    stage = Stage("\n".join(picture), "combat", book=EVERYWHERE, **units)
    stage.from_phase(4).say("attack D04", "join a", "fight").roll(12)
    stage.until(1, 10)
    if attacked:
        stage.say("attack C04", "join x", "fight").roll(7)
        while "retreat" in stage.asked or "loss" in stage.asked:
            stage.say("stand" if stage.may("stand") else stage.texts("lose")[0])
    stage.until(2, 3)
    stage.say(*moves)
    stage.until(2, 4)
    if fights:
        stage.say(*fights).roll(7)
        while "retreat" in stage.asked or "loss" in stage.asked:
            stage.say("stand" if stage.may("stand") else stage.texts("lose")[0])
    stage.until(2, 5)
    return not stage.unit("a").disorganised


def recovery_from_air(given: Given, expect: Given) -> Faults:
    """Disorganised in an Air Phase, a unit recovers in the same Air Phase of the next turn."""
    flying = aircraft([5, 5])
    book = {**EVERYWHERE, "air": {"german": tuple(flying)}, "sorties": {"german": 2}}
    picture = FIELD.splitlines()
    picture[0], picture[6] = "x . . . .", ". . . . a"
    units = {"a": "g inf", "x": "s inf cel=4"}
    stage = Stage("\n".join(picture), book=book, aircraft=flying, **units).from_phase(7)
    stage.say(*(f"fly {one} attack A01" for one in flying), "ready").roll(2)
    found = [bool(stage.unit("x").disorganised)]
    for turn, phase in ((2, 2), (2, 8)):
        stage.until(turn, phase)
        found.append(bool(stage.unit("x").disorganised))
    return compare(disorganised=(found, [True, True, False]))


RUNS = {"ex-5.6.5-a": recovery, "ex-5.6.5-b": recovery_from_air}
