"""Postures: stances with a name. What a formation may be told to do for a day, in the terms of `Stance`. No rules."""

from __future__ import annotations

from msgspec import structs

from balka.bots.wb95.stance import Plan, Role, Stance
from balka.core.memo import SETTING, remembered
from balka.systems.wb95.position import WbState

MENDED = Stance(wary=1.0, trap=1.0, share=0.5, shells=0.2, pull=0.5, rivers=1.0)
"""What every posture looks at: the way of a march, the way back, all who are met, and the points of the scale."""

PRESS = structs.replace(MENDED, role="attack")
STORM = structs.replace(PRESS, fear=1.0, joy=2.0, spare=0.0)
PROBE = structs.replace(PRESS, fear=3.0, joy=0.6, spare=0.8)
HOLD = structs.replace(MENDED, role="defend", open_back=1.0)
COUNTER = structs.replace(HOLD, good=0.7, sure=1.0, strike_to=5, chase=0.3, settled=1, rooted=2)
WITHDRAW = structs.replace(HOLD, retire=1.0, averse=5.0, bad=0.3)

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


def role_of(view: WbState, side: str) -> Role:
    """What the scenario means a side to do: the side that moves first attacks."""
    return "attack" if view.setting.rulebook.first == side else "defend"


@remembered(on=SETTING)
def regular(view: WbState, side: str) -> Plan:
    """The mended play, without a search."""
    return Plan(side, STANCES["press" if role_of(view, side) == "attack" else "hold"])


@remembered(on=SETTING)
def posture(view: WbState, side: str, name: str) -> Plan:
    """A whole side in one posture."""
    return Plan(side, STANCES[name])


@remembered(on=SETTING)
def along(view: WbState, side: str, axis: tuple[int, ...]) -> Plan:
    """A whole side that presses toward a few hexes before all others."""
    return Plan(side, structs.replace(PRESS, axis=axis))
