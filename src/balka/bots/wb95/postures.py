"""Postures: what a formation may be told to do for a day, read from `postures.toml`. No rules."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from balka.bots.staff.postures import Level, fitting, postures_of, stances_of
from balka.bots.wb95.axes import axes, nearest_towns
from balka.bots.wb95.stance import Plan, Role, Stance
from balka.core.memo import SETTING, remembered
from balka.systems.wb95.catalogue import COLUMNS
from balka.systems.wb95.day import PhaseKind
from balka.systems.wb95.events.battles import BattleResolved
from balka.systems.wb95.events.moves import PhaseBegan
from balka.systems.wb95.position import WbState
from balka.systems.wb95.victory import goals_in_force, score

STANDSTILL = 2  # days without an attack at good odds after which an attacker tries something else
GOOD_ODDS = COLUMNS.index("3:1")

POSTURES = postures_of(__package__ or "")
STANCES = stances_of(POSTURES, Stance)
WORDS = {name: posture.words for name, posture in POSTURES.items()}
CHOICES = {"attack": ("press", "towns", "storm", "probe", "hold"), "defend": ("hold", "counter", "withdraw", "press")}
"""The postures a side is given to choose from by what it has to do, the usual one first."""


def role_of(view: WbState, side: str) -> Role:
    """What a side has to do: who moves first attacks, and so do Germans who have not yet the points of a victory."""
    return "attack" if is_behind(view, side) or view.setting.rulebook.first == side else "defend"


def is_behind(view: WbState, side: str) -> bool:
    """Whether a side has not yet the points of a victory, which only Germans score."""
    return side == "german" and score(view)["german"] < 0


@remembered
def regular(view: WbState, side: str) -> Plan:
    """The mended play, without a search."""
    return played_as(view, side, CHOICES[role_of(view, side)][0])


@remembered
def fitted(view: WbState, side: str, level: Level) -> Plan:
    """The usual plan of a staff: as the regular's, with the posture of its role that fits the scenario best."""
    return played_as(view, side, fitted_posture(view, side, level, role_of(view, side)))


@remembered(on=SETTING)
def fitted_posture(view: WbState, side: str, level: Level, role: Role) -> str:
    """The posture of a role that fits a side of a scenario best, by what a level knows."""
    found = [name for name in fitting(POSTURES, view.setting, side, level) if STANCES[name].role == role]
    return found[0] if found else CHOICES[role][0]


def played_as(view: WbState, side: str, name: str) -> Plan:
    """A posture as it is usually played: an attacker who has come to a standstill goes for something else."""
    if STANCES[name].role == "defend":
        return posture(view, side, name)
    if STANCES[name].nearest:
        return along(view, side, nearest_towns(view, side, STANCES[name].nearest), name)
    ways = axes(view, side)
    if ways and is_standing_still(view, side):
        return along(view, side, ways[view.turn % len(ways)][1], name)
    goal = deciding_way(view, side, ways) if is_behind(view, side) else ()
    return along(view, side, goal, name) if goal else posture(view, side, name)


def deciding_way(view: WbState, side: str, ways: Sequence[tuple[str, tuple[int, ...]]]) -> tuple[int, ...]:
    """The one of these axes that ends the game, if there is one: who lacks the points for a victory needs it."""
    goals = [goal.hexes for goal in goals_in_force(view.setting.rulebook) if goal.side == side]
    return next((hexes for _, hexes in ways if hexes in goals), ())


def is_standing_still(view: WbState, side: str) -> bool:
    """Whether a side has made no attack at good odds for some days, by what it has heard."""
    days, best = 0, -1
    for event in reversed(view.heard):
        if isinstance(event, BattleResolved) and "/" in event.cell:
            best = max(best, event.check.need)
        elif isinstance(event, PhaseBegan):
            days += event.side == side and event.name.endswith(PhaseKind.COMBAT)
            if days and best >= GOOD_ODDS:
                return False
            best = -1
        if days >= STANDSTILL:
            return True
    return False


@remembered(on=SETTING)
def posture(view: WbState, side: str, name: str) -> Plan:
    """A whole side in one posture."""
    return Plan(side, STANCES[name])


@remembered(on=SETTING)
def along(view: WbState, side: str, axis: tuple[int, ...], name: str) -> Plan:
    """A whole side in one posture that makes for a few hexes before all others."""
    return Plan(side, structs.replace(STANCES[name], axis=axis))
