"""The rules as a scenario and its options fix them: plain figures, chosen once. [1.6, rulings marked H]"""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field

from balka.core.system import Option


class Nation(Struct, frozen=True):
    """Figures of a nation: headquarters range in hexes, supply range off the road in movement points.

    [9.2.2, 10.1.7]
    """

    hq_range: int
    supply_mp: int


NATIONS = {
    "american": Nation(4, 12),
    "british": Nation(4, 12),
    "german": Nation(4, 10),
    "soviet": Nation(3, 8),
    "german ally": Nation(3, 7),
}


class Arrival(Struct, frozen=True):
    """A unit that comes later: on which turn, by which hexes; `group` joins the counters of one formation."""

    unit: str
    turn: int
    hexes: tuple[int, ...]
    group: str
    stavka: bool = False


class Prize(Struct, frozen=True):
    """Victory points the Germans get for hexes they hold at the end, or for standing beyond a river."""

    text: str
    points: int
    hexes: tuple[int, ...] = ()
    river: str = ""


class Goal(Struct, frozen=True):
    """Hexes that win the game at once when a side holds all of them at the end of a Supply Phase of `after`."""

    side: str
    hexes: tuple[int, ...]
    after: str
    text: str
    rule: str


class Minefield(Struct, frozen=True):
    """A front with its dice for mines. [18.1.2]"""

    dice: int
    hexes: frozenset[int]


class Sky(Struct, frozen=True):
    """A front with its air counters a day, and the last turn they fly."""

    hexes: frozenset[int]
    sorties: int
    last: int


class Level(Struct, frozen=True):
    """A step of the victory scale: reached from this many German victory points."""

    least: int
    winner: str
    text: str


class Rulebook(Struct, frozen=True):
    """One scenario's rules as values. Dates are turns counted from 1."""

    first: str = "german"
    turns: int = 4
    day: int = 5
    masks: str = "on"
    nations: dict[str, str] = field(default_factory=lambda: {"german": "german", "soviet": "soviet"})
    edges: dict[str, tuple[int, ...]] = {}  # map edge hexes that are supply bases
    towns: dict[str, tuple[int, ...]] = {}  # towns that are supply bases while held
    arrivals: dict[str, Arrival] = {}
    zones: dict[str, tuple[int, ...]] = {}  # entry zones of a side in order round the edge [11.2]
    zones_close: bool = False  # the last entry zone lies next to the first, round the map
    frozen: dict[str, int] = {}  # the first turn a unit may move
    slow: dict[str, int] = {}  # the turn a unit has half its movement points
    withdraw: dict[str, int] = {}  # the turn at whose start a unit leaves
    equivalent: bool = False  # another division as strong may leave in its place [ruling Q112]
    attrition: int = 0  # CEL the German removes at the start of each Movement Phase
    air: dict[str, tuple[str, ...]] = {}  # air counters of each side
    sorties: dict[str, int] = {}  # how many of them may fly on a turn
    skies: tuple[Sky, ...] = ()  # where fronts have aircraft of their own
    ammo: dict[str, int] = {}  # barrage ammunition [6.5.7-b]
    mines: tuple[Minefield, ...] = ()
    last_mines: int = 0  # the last turn of mine losses
    repairs: int = 0
    fronts: tuple[
        frozenset[int], ...
    ] = ()  # where several fronts have a Repair counter each, the hexes of each [17.1.1]
    prizes: tuple[Prize, ...] = ()
    goals: tuple[Goal, ...] = ()
    scale: tuple[Level, ...] = ()
    enemy_lost: int = 0  # victory points for a Soviet unit eliminated
    stavka_cost: int = 0  # victory points for a STAVKA corps or army that came
    no_crossing: dict[str, tuple[tuple[int, int], ...]] = {}  # hexsides that units of an army may not cross
    fixed: dict[int, int] = {}  # hexes of fixed positions with a bonus of their own [7.2.3]
    soviet_limit: int = 10
    below_one: str = "against"  # whom halves go to in ratios below 1:1
    guns_regular: bool = True  # towed anti-tank and anti-aircraft guns
    air_table: str = "air_attack"
    stavka_must_come: bool = False
    soviet_sudden: bool = True
    only_obliged: bool = True
    test_each: bool = True
    works_open: int = 1
    works_town: int = 2
    line_halves: str = "edge"
    works_and_lines: str = "better"
    panthers: str = "all"
    supply_rises: bool = False


OPTIONS = (
    Option("masks", "What an enemy stack shows: nothing (masked), or its top counter", "kursk-16.1.2-a", ("on", "top")),
    Option("morale", "Morale limit of other Soviets", "kursk-5.6.2-j", ("10", "9")),
    Option("duty", "An enemy facing only fortified units must be attacked", "kursk-5.1.4-a", ("no", "yes")),
    Option("tests", "Disorganisation tests after a retreat", "kursk-5.3.9-a", ("each unit", "one for the side")),
    Option("works", "Field works in the open and in towns", "kursk-c19-19.1.5-a", ("1 and 2", "2 and 2")),
    Option("lines", "A fortified line halves", "kursk-c19-19.1.1-a", ("what crosses it", "everything")),
    Option("belt", "Field works behind a fortified line", "kursk-c19-19.1.2-a", ("the better counts", "both count")),
    Option("panthers", "Which Panthers roll for breakdown", "kursk-c21-21.1.1-a", ("all", "activated")),
    Option("bombs", "Air attacks on units use the table", "kursk-8.2.6-a", ("air attack", "bomber attack")),
    Option(
        "halves",
        "Halves in ratios below 1:1 count",
        "kursk-c1-1.7round-d",
        ("against the attacker", "for the attacker"),
    ),
    Option("regular", "Towed anti-tank and anti-aircraft guns are regular units", "kursk-c4-4.1.2-a", ("yes", "no")),
    Option("sudden", "The Soviet side wins at once at Prokhorovka", "kursk-scP-vic-b", ("as printed", "never")),
    Option("stavka", "The STAVKA reserves come", "kursk-scK-vic-i", ("if wished", "on their day")),
    Option("isolation", "The level out of supply rises by itself each turn", "kursk-10.2.1-a", ("no", "yes")),
)


def compile_options(options: dict[str, str]) -> dict[str, Any]:
    """The fields of the rulebook that the options set."""
    return {
        "masks": options["masks"],
        "soviet_limit": int(options["morale"]),
        "only_obliged": options["duty"] == "no",
        "test_each": options["tests"] == "each unit",
        "works_open": 1 if options["works"] == "1 and 2" else 2,
        "line_halves": "edge" if options["lines"] == "what crosses it" else "all",
        "works_and_lines": "better" if options["belt"] == "the better counts" else "both",
        "panthers": options["panthers"],
        "air_table": options["bombs"].replace(" ", "_"),
        "below_one": options["halves"].split()[0],
        "guns_regular": options["regular"] == "yes",
        "stavka_must_come": options["stavka"] == "on their day",
        "supply_rises": options["isolation"] == "yes",
        "soviet_sudden": options["sudden"] == "as printed",
    }
