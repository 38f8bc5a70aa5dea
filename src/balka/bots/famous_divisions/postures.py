"""Postures: stances with a name. What a battalion may be told to do for a turn, in the terms of `Stance`. No rules."""

from __future__ import annotations

from msgspec import structs

from balka.bots.famous_divisions.judgement import exits
from balka.bots.famous_divisions.stance import Plan, Stance
from balka.core.memo import SETTING, remembered
from balka.systems.famous_divisions.model import GdState

MENDED = Stance(pull=1.0, retake=1.0, way=0.3, head=2.0, aim=0.5)
"""What every posture looks at: the points of a place, and places that were lost."""

PRESS = structs.replace(MENDED, role="attack", exits=3.0, restless=1.0)
STORM = structs.replace(PRESS, danger=0.3, least=0.0, eager=3.0, restless=1.0)
PROBE = structs.replace(PRESS, danger=1.2, least=0.6, eager=0.5)
HOLD = structs.replace(MENDED, role="defend", leash=2.0)
COUNTER = structs.replace(MENDED, role="attack", danger=1.0, least=0.5)
REFIT = structs.replace(MENDED, role="defend", danger=2.0, least=1.0, retake=0.0)

CHOICES = {"attack": ("press", "storm", "probe", "hold"), "defend": ("hold", "counter", "refit")}
"""The postures a side is given to choose from by what it has to do, the usual one first."""

STANCES: dict[str, Stance] = {
    "press": PRESS, "storm": STORM, "probe": PROBE, "hold": HOLD, "counter": COUNTER, "refit": REFIT,
}  # fmt: skip
WORDS = {
    "press": "pressed on",
    "storm": "stormed, under fire if need be",
    "probe": "kept out of fire and attacked only what was weak",
    "hold": "held its places and went back for those it had lost",
    "counter": "went out to meet the enemy",
    "refit": "kept its head down",
    "leave": "made for the edge of the map",
}


@remembered(on=SETTING)
def leaving(view: GdState) -> Stance | None:
    """A stance that makes for the edge of the map, where leaving it brings points."""
    hexes = exits(view)
    return structs.replace(PRESS, axis=hexes, exits=1.0, restless=1.0) if hexes else None


@remembered(on=SETTING)
def stances(view: GdState, side: str) -> dict[str, Stance]:
    """The postures a side may take, the usual one first."""
    scorer = side == view.setting.rulebook.scorer
    found = {name: STANCES[name] for name in CHOICES["attack" if scorer else "defend"]}
    away = leaving(view) if scorer else None
    return {**found, "leave": away} if away is not None else found


@remembered(on=SETTING)
def regular(view: GdState, side: str) -> Plan:
    """The mended play, without a search."""
    return Plan(side, next(iter(stances(view, side).values())))


@remembered(on=SETTING)
def posture(view: GdState, side: str, name: str) -> Plan:
    """A whole side in one posture."""
    return Plan(side, stances(view, side)[name])
