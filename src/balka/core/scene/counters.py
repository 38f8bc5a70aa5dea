"""Counters and the stacks they lie in, as they are drawn."""

from __future__ import annotations

from typing import Literal

from balka.core.scene.figures import Sent


class Corner(Sent, frozen=True, kw_only=True):
    """A figure printed on a counter; `basis` says what it rests on: stated, published or estimated."""

    slot: str
    text: str
    tone: str = ""
    tip: str = ""
    rule: str = ""
    basis: str = ""


class Badge(Sent, frozen=True, kw_only=True):
    """A marker on a counter; a glyph stands in place of the text."""

    kind: str
    text: str = ""
    tip: str = ""
    glyph: str = ""
    rule: str = ""


class Counter(Sent, frozen=True, kw_only=True):
    """A counter as the viewer sees it; of an anonymous one hardly anything is known."""

    id: str
    style: str
    form: Literal["tactical", "operational"]
    name: str = ""
    side: str = ""
    symbol: str = ""
    corners: list[Corner] = []
    facing: str = ""
    states: list[str] = []
    badges: list[Badge] = []
    anonymous: bool = False
    note: str = ""


class Place(Sent, frozen=True, kw_only=True):
    """Where counters lie: a hex by its label, or a tray beside the map."""

    kind: Literal["hex", "tray"]
    id: str
    name: str = ""
    side: str = ""


class Stack(Sent, frozen=True, kw_only=True):
    """Counters in one place, bottom first."""

    place: Place
    counters: list[Counter]
