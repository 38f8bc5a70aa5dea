"""What a system draws of a view: stacks, layers, tracks, hands, bags, and what can be asked of the map."""

from __future__ import annotations

from typing import Literal

from msgspec import field

from balka.core.scene.counters import Stack
from balka.core.scene.figures import Sent


def seat_name(seat: str) -> str:
    """A seat or a side as people call it."""
    return seat.replace("_", " ").title()


def side_info(side: str) -> SideInfo:
    """A side with its name and the style of its counters, where the system says nothing else."""
    return SideInfo(key=side, name=seat_name(side), style=side[:3])


class Turn(Sent, frozen=True):
    label: str
    step: str = ""


class SideInfo(Sent, frozen=True, kw_only=True):
    """A side with the style its counters are drawn in."""

    key: str
    name: str
    style: str


class Layer(Sent, frozen=True, kw_only=True):
    """Something that lasts in a hex, or between two: works, smoke, an objective, who holds it."""

    kind: str
    hex: str
    to: str = ""
    glyph: str = ""
    label: str = ""
    tone: str = ""
    side: str = ""
    facing: str = ""
    text: str = ""


class TrackBand(Sent, frozen=True, kw_only=True):
    """Some spaces of a track in a row that belong together: whose they are, and how many."""

    name: str
    side: str = ""
    spaces: int


class Track(Sent, frozen=True, kw_only=True):
    """A number kept on a track, from `low` to `high`; `lost` of its spaces are covered. `spaces` are their names where
    they have any."""

    key: str
    name: str
    low: int
    high: int
    value: int
    side: str = ""
    lost: int = 0
    note: str = ""
    rule: str = ""
    spaces: list[str] = []
    bands: list[TrackBand] = []


class Card(Sent, frozen=True, kw_only=True):
    id: str
    name: str
    kind: str
    text: str
    cost: str = ""
    cost_color: str = ""
    count: int
    rules: list[str] = []
    basis: str = ""


class Hand(Sent, frozen=True, kw_only=True):
    """What a force holds: the cards the viewer knows, and how many he does not."""

    side: str
    yours: bool
    cards: list[Card]
    hidden: int
    name: str = ""
    items: Literal["cards", "chits"] = "cards"


class Unseen(Sent, frozen=True):
    item: str
    count: int


class Bag(Sent, frozen=True, kw_only=True):
    """A deck or a cup, and what may still be in it as far as the viewer knows."""

    name: str
    size: int
    unseen: list[Unseen]


class Ghost(Sent, frozen=True, kw_only=True):
    """What is being decided, drawn over the map: a route, an attack, a target, a party."""

    kind: str
    tone: str
    hexes: list[str] = []
    start: str = field(default="", name="from")
    to: str = ""


class BriefLine(Sent, frozen=True):
    """A sentence on what this is about, or how it is won."""

    text: str
    rule: str = ""


class OverlayTool(Sent, frozen=True, kw_only=True):
    """An overlay the game can answer: its key, and what must be pointed at first."""

    kind: str
    label: str
    key: str
    needs: Literal["hex", "unit", "none"]


class WindowBand(Sent, frozen=True):
    name: str
    label: str


class WindowNext(Sent, frozen=True):
    kind: str
    answer: str


class Window(Sent, frozen=True, kw_only=True):
    """A chance to react that standing orders can answer: how to let it pass, how to act and on which results; `then` is
    what else is asked of whoever acts."""

    kind: str
    name: str
    text: str
    let: str
    act: str = ""
    bands: list[WindowBand] = []
    then: list[WindowNext] = []


class Display(Sent, frozen=True, kw_only=True, omit_defaults=False):
    """What a system draws of a view."""

    turn: Turn
    sides: list[SideInfo]
    stacks: list[Stack] = []
    layers: list[Layer] = []
    tracks: list[Track] = []
    hands: list[Hand] = []
    bags: list[Bag] = []
    ghosts: list[Ghost] = []
    overlays: list[OverlayTool] = []
    windows: list[Window] = []
    brief: list[BriefLine] = []
