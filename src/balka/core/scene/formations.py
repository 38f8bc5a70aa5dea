"""Formations as they are sent: units that can be led together, and what became of an order to them."""

from __future__ import annotations

from balka.core.scene.figures import Sent


class Formation(Sent, frozen=True, kw_only=True):
    """Units that are led together, by the ids of their counters: `able` can still move, `followers` are the guns and
    headquarters among them. `moved`: it has begun to move."""

    key: str
    name: str
    units: list[str]
    able: list[str] = []
    followers: list[str] = []
    moved: bool = False


class LedMove(Sent, frozen=True, kw_only=True):
    """Units of a formation that go together, and the hexes they go by."""

    units: list[str]
    way: list[str]


class LedRemark(Sent, frozen=True, kw_only=True):
    """What some units did not do, and why."""

    units: list[str]
    text: str
    rule: str = ""


class Led(Sent, frozen=True, kw_only=True):
    """What a formation does that is sent towards a hex: its marches in order, in one sentence, and what could not be
    done."""

    formation: str
    hex: str
    moves: list[LedMove] = []
    text: str
    remarks: list[LedRemark] = []
