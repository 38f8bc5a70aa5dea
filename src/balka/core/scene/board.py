"""A board as it is drawn; it never changes while a game goes on."""

from __future__ import annotations

from typing import Literal

from balka.core.scene.figures import Sent


class Hex(Sent, frozen=True, kw_only=True):
    """A hex with its centre, in hex sides from the top left; halves at the edge are drawn and never in play."""

    id: str
    col: int
    row: int
    x: float
    y: float
    terrain: str
    elevation: int
    half: bool = False
    name: str = ""


class Road(Sent, frozen=True, kw_only=True):
    """A road between two neighbours."""

    a: str
    b: str
    kind: str


class RoadEnd(Sent, frozen=True, kw_only=True):
    """A road that leaves the board here."""

    hex: str
    side: str
    kind: str


class Hexside(Sent, frozen=True, kw_only=True):
    """A river, a bridge, a fortified side; `toward` is the protected hex where there is one."""

    a: str
    b: str
    kind: str
    toward: str = ""


class MapPlace(Sent, frozen=True, kw_only=True):
    """A name on the map: of a city, a town, a village or a water."""

    name: str
    hex: str
    size: str


class Board(Sent, frozen=True, kw_only=True):
    """`style` says which ground art is drawn."""

    key: str
    grid: Literal["flat", "pointy"]
    month: str = ""
    style: Literal["tactical", "operational"]
    hexes: list[Hex]
    roads: list[Road]
    road_ends: list[RoadEnd]
    hexsides: list[Hexside]
    places: list[MapPlace]
