"""What the file of scenarios may say, key by key; a key or a side it does not know is a mistake."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from balka.core.packs import Packs
from balka.core.reading import Day, Several

Side = Literal["german", "soviet"]


class _Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the file."""


class Edges(_Entry, frozen=True):
    """The map edge each side is supplied from: hexes or spans of hexes, `0100-3100`."""

    german: str
    soviet: str

    def items(self) -> tuple[tuple[Side, str], ...]:
        return ("german", self.german), ("soviet", self.soviet)


class LevelRow(_Entry, frozen=True):
    """From how many German points on the game ends so."""

    least: int
    winner: Side
    text: str


class PrizeRow(_Entry, frozen=True):
    """What scores: a town, a river crossed, or some hexes."""

    text: str
    points: int
    town: str = ""
    river: str = ""
    hexes: tuple[str, ...] = ()


class GoalRow(_Entry, frozen=True):
    """Towns that win at once when a side holds them after a Supply Phase; `rule` is the row of the ledger it cites."""

    side: Side
    after: Side
    towns: tuple[str, ...]
    text: str
    rule: str


class Withdrawal(_Entry, frozen=True):
    """The day the 4th armored division leaves, and whether another may go for it. [ruling Q112]"""

    day: int
    equivalent: bool


class Slow(_Entry, frozen=True):
    """An army that is slow up to a day."""

    army: str
    day: int


class NoCrossing(_Entry, frozen=True):
    """A river an army may not cross above a row of hexes."""

    army: str
    river: str
    above: int


class Facts(_Entry, frozen=True, kw_only=True):
    """A scenario as its table gives it. Days are days of July 1943."""

    title: str
    sheets: str
    first: Side
    day: Day
    turns: Several
    owner: Literal["5jul", "7jul", "15jul"]
    edges: Edges
    teaches: str
    situation: str
    basis: str
    scale: tuple[LevelRow, ...]
    like: str = ""
    crop: tuple[str, str] | None = None
    joins: tuple[str, ...] = ()
    setup: str = ""
    towns: dict[Side, tuple[str, ...]] = {}
    broken_towns: tuple[str, ...] = ()
    mines: int = 0
    last_mine_day: int = 0
    repairs: int = 0
    sorties: dict[Side, int] = {}
    last_air_day: int = 0
    attrition: int = 0
    stavka_cost: int = 0
    enemy_lost: int = 0
    other_towns: int = 0
    withdraw: Withdrawal | None = None
    slow: Slow | None = None
    no_crossing: NoCrossing | None = None
    prizes: tuple[PrizeRow, ...] = ()
    goals: tuple[GoalRow, ...] = ()


class Table(Facts, frozen=True, kw_only=True):
    """A scenario with its key and the packs it is read with."""

    key: str
    packs: Packs
