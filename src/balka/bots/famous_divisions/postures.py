"""Postures: what a battalion may be told to do for a turn, read from `postures.toml`. No rules."""

from __future__ import annotations

from msgspec import structs

from balka.bots.famous_divisions.judgement import exits
from balka.bots.famous_divisions.stance import Plan, Stance
from balka.bots.staff.postures import Level, fitting, postures_of, stances_of
from balka.core.memo import SETTING, remembered
from balka.systems.famous_divisions.model import GdState

POSTURES = postures_of(__package__ or "")
STANCES = stances_of(POSTURES, Stance)
WORDS = {name: posture.words for name, posture in POSTURES.items()}
CHOICES = {"attack": ("press", "grab", "storm", "probe", "hold"), "defend": ("hold", "counter", "refit")}
"""The postures a side is given to choose from by what it has to do, the usual one first."""


@remembered(on=SETTING)
def leaving(view: GdState) -> Stance | None:
    """A stance that makes for the edge of the map, where leaving it brings points."""
    hexes = exits(view)
    return structs.replace(STANCES["leave"], axis=hexes) if hexes else None


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
    return posture(view, side, next(iter(stances(view, side))))


@remembered(on=SETTING)
def fitted(view: GdState, side: str, level: Level) -> str:
    """The usual posture of a staff: the one that fits the scenario best, by what a level knows."""
    return next(iter(fitting(POSTURES, view.setting, side, level)), next(iter(stances(view, side))))


@remembered(on=SETTING)
def posture(view: GdState, side: str, name: str) -> Plan:
    """A whole side in one posture."""
    return Plan(side, stances(view, side)[name])
