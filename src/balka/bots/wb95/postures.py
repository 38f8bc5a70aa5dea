"""Postures: stances with a name. What a formation may be told to do for a day, in the terms of `Stance`. No rules."""

from __future__ import annotations

from msgspec import structs

from balka.bots.wb95.axes import axes
from balka.bots.wb95.stance import Plan, Role, Stance
from balka.core.memo import SETTING, remembered
from balka.systems.wb95.catalogue import COLUMNS
from balka.systems.wb95.day import PhaseKind
from balka.systems.wb95.events.battles import BattleResolved
from balka.systems.wb95.events.moves import PhaseBegan
from balka.systems.wb95.position import WbState
from balka.systems.wb95.victory import score

STANDSTILL = 2  # days without an attack at good odds after which an attacker tries something else
NEVER = 1000.0  # more points than there are
GOOD_ODDS = COLUMNS.index("3:1")

MENDED = Stance(wary=1.0, trap=1.0, shells=0.2, vital=8, calls=NEVER)
"""What an attacker looks at: the way of a march, ways back, men for what must not be lost. Idle guns fire."""

PRESS = structs.replace(MENDED, role="attack", share=0.5, pull=0.5, rivers=1.0)
STORM = structs.replace(PRESS, fear=1.0, joy=2.0, spare=0.0)
PROBE = structs.replace(PRESS, fear=3.0, joy=0.6, spare=0.8)
HOLD = Stance(calls=NEVER)
COUNTER = structs.replace(HOLD, good=0.7, sure=1.0, strike_to=5, chase=0.3, settled=1, rooted=2)
WITHDRAW = structs.replace(HOLD, retire=1.0, averse=5.0, bad=0.3, open_back=1.0)

WORDS = {
    "press": "pressed on wherever the odds were good",
    "storm": "stormed, and took worse odds for more ground",
    "probe": "attacked only where it was safe",
    "hold": "held what we had",
    "counter": "held, and struck back with what was near",
    "withdraw": "gave ground and kept out of reach",
}
STANCES: dict[str, Stance] = {
    "press": PRESS, "storm": STORM, "probe": PROBE, "hold": HOLD, "counter": COUNTER, "withdraw": WITHDRAW,
}  # fmt: skip
CHOICES = {"attack": ("press", "storm", "probe", "hold"), "defend": ("hold", "counter", "withdraw", "press")}
"""The postures a side is given to choose from by what it has to do, the usual one first."""


def role_of(view: WbState, side: str) -> Role:
    """What a side has to do: who moves first attacks, and so do Germans who have not yet the points of a victory."""
    behind = side == "german" and score(view)["german"] < 0
    return "attack" if behind or view.setting.rulebook.first == side else "defend"


@remembered
def regular(view: WbState, side: str) -> Plan:
    """The mended play, without a search; an attacker who has come to a standstill goes for something else."""
    if role_of(view, side) == "defend":
        return posture(view, side, "hold")
    ways = axes(view, side) if is_standing_still(view, side) else []
    return along(view, side, ways[view.turn % len(ways)][1]) if ways else posture(view, side, "press")


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
def along(view: WbState, side: str, axis: tuple[int, ...]) -> Plan:
    """A whole side that presses toward a few hexes before all others."""
    return Plan(side, structs.replace(PRESS, axis=axis))
