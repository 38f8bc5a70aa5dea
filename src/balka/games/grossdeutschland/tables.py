"""What a scenario's file may say, key by key; a key or a side it does not know is a mistake."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from balka.core.reading import Count, Day, Month, Several

Side = Literal["german", "soviet"]
PartOfDay = Literal["Morning", "Day", "Evening", "Night"]
Fort = Literal["trench", "minefield", "dragons-teeth", "bunker"]


class _Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the file."""


class First(_Entry, frozen=True):
    """Which side picks its first chits openly, and how many."""

    side: Side
    count: Count


class LocationRow(_Entry, frozen=True):
    """Hexes that score for who holds `need` of them, or all; `holder` where it is not the scorer."""

    name: str
    points: int
    hexes: tuple[str, ...]
    need: Count = 0
    holder: Side | None = None


class ExitRow(_Entry, frozen=True):
    """Entries by which units leave for points, and those they must be joined to by road."""

    through: tuple[str, ...]
    sources: tuple[str, ...]
    own_road: bool = False


class VictoryRow(_Entry, frozen=True):
    """Who scores, how many points win or draw, and for what."""

    scorer: Side
    win: int
    locations: tuple[LocationRow, ...]
    draw: int | None = None
    exit: ExitRow | None = None
    penalty: bool = False


class CupRow(_Entry, frozen=True):
    """A side's chits: so many of each colour, and those it holds at the start."""

    blue: Count
    red: Count
    black: Count
    held: tuple[str, ...] = ()


class ChitsRow(_Entry, frozen=True):
    german: CupRow
    soviet: CupRow

    def items(self) -> tuple[tuple[Side, CupRow], ...]:
        return ("german", self.german), ("soviet", self.soviet)


class FortRow(_Entry, frozen=True):
    """A fortification that stands at the start."""

    kind: Fort
    hex: str
    facing: str


class FortsRow(_Entry, frozen=True):
    """Fortifications a side places, by kind, and those already placed."""

    german: dict[Fort, Count] = {}
    soviet: dict[Fort, Count] = {}
    placed: tuple[FortRow, ...] = ()


class Conditional(_Entry, frozen=True):
    """Reinforcements that come only if something has happened before a turn."""

    key: Literal["soviet-vp"]
    day: int
    part: PartOfDay


class Facts(_Entry, frozen=True):
    """A scenario as its file gives it."""

    title: str
    map: str
    month: Month
    first_day: Day
    turns: Several
    weather_modifier: int
    length: str
    teaches: str
    situation: str
    basis: str
    first: First
    setup_order: tuple[Side, ...]
    victory: VictoryRow
    chits: ChitsRow
    year: int = 1943
    crop: str = ""
    places: dict[str, str] = {}
    regions: dict[str, str] = {}
    forts: FortsRow = FortsRow()
    fort_units: tuple[str, ...] = ()
    conditional: Conditional | None = None
    off_map_hex: str = ""
    in_column: tuple[str, ...] = ()
    one_entry: tuple[str, ...] = ()
