"""Overlays: named hexes with a legend, and lines of sight."""

from __future__ import annotations

from msgspec import field

from balka.core.scene.figures import Sent


class OverlayHex(Sent, frozen=True):
    id: str
    tone: str
    text: str = ""


class LegendLine(Sent, frozen=True):
    tone: str
    text: str


class ProfileHex(Sent, frozen=True, kw_only=True):
    """A hex on a line of sight: its level, how high it stands in the way, and whether the line runs along its edge."""

    hex: str
    level: int
    top: int
    beside: bool


class SightLine(Sent, frozen=True, kw_only=True):
    """A line of sight, and what stops it where."""

    start: str = field(name="from")
    to: str
    clear: bool
    crossed: list[str]
    reason: str = ""
    rule: str = ""
    distance: int | None = None
    profile: list[ProfileHex] = []
    at: list[str] = []


class Overlay(Sent, frozen=True, kw_only=True):
    """Named hexes with a legend; `way` is one that leads through some of them, hex by hex."""

    title: str
    legend: list[LegendLine]
    hexes: list[OverlayHex]
    rule: str = ""
    line: SightLine | None = None
    way: list[str] = []
