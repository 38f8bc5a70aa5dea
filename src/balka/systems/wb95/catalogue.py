"""What is printed: counters, the terrain table, the combat and fire tables, and the figures of each nation.

[1.1-1.7]
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any

from msgspec import Struct, structs

from balka.core.errors import BalkaError

MP = 6  # movement points are counted in sixths: a main road costs a truck a third, a track half
CLASSES = ("trucked", "mechanized", "foot")
"""How units move on the ground: on wheels, on tracks and half-tracks, or neither.

[kursk-c1-1.2types-a, kursk-c1-1.2types-b, kursk-c1-1.2types-c]
"""
NOT_REGULAR = frozenset({"ART", "HQ", "AIR", "RG", "GUN"})  # [4.1.2, 6.1.5, 9.1.1, kursk-c15rg-15.2.2-a, Q33]
COLUMNS = ("1:4", "1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1", "8:1", "9:1", "10:1")
LAST_COLUMN = len(COLUMNS) - 1
KINDS = {
    "INF": "infantry", "MOT": "motorised infantry", "ARM": "armour", "AG": "assault guns", "AT": "anti-tank guns",
    "GUN": "guns", "ART": "artillery", "CAV": "cavalry", "HQ": "headquarters", "FU": "fortress troops",
}  # fmt: skip
BANDS = ((2, "1-2"), (5, "3-5"), (8, "6-8"), (12, "9-12"), (16, "13-16"))


class Gait(Struct, frozen=True):
    """How a counter moves: its side, its class, its army (some hexsides are closed to one), a headquarters or not."""

    side: str
    moves: str
    army: str
    hq: bool


class Counter(Struct, frozen=True, dict=True):
    """A counter as printed. Strengths are attack and defence; movement is in whole points. [1.2]"""

    id: str
    name: str
    side: str
    army: str
    kind: str
    size: str
    formation: str
    attack: int
    defence: int
    attack_reduced: int
    defence_reduced: int
    mp: int
    moves: str
    cel: int
    star: str
    limit: int
    traits: frozenset[str] = frozenset()
    basis: str = ""
    note: str = ""

    @property
    def called(self) -> str:
        """The printed name; a bare number says its kind as well."""
        return f"{self.name} {KINDS.get(self.kind, '')}".strip() if self.name.isdigit() else self.name

    @cached_property
    def regular(self) -> bool:
        return self.kind not in NOT_REGULAR

    @cached_property
    def gait(self) -> Gait:
        return Gait(self.side, self.moves, self.army, self.kind == "HQ")

    @cached_property
    def like_regular(self) -> bool:
        """Regular units, and guns on their own tracks, which have their traits but no zone.

        [kursk-c1-1.2counters-i, ruling Q34]
        """
        return self.regular or (self.kind == "ART" and not self.towed)

    @cached_property
    def towed(self) -> bool:
        return "towed" in self.traits

    def strength(self, cel: int, *, attacking: bool) -> int:
        """The strength of the face that shows: full, or the weaker one after a loss.

        [kursk-c1-1.2counters-f, kursk-c1-1.2counters-g, kursk-c1-1.4def-a]
        """
        if cel < self.cel and self.attack_reduced:
            return self.attack_reduced if attacking else self.defence_reduced
        return self.attack if attacking else self.defence


class Ground(Struct, frozen=True):
    """A row of the terrain table: how it counts, its cost per class in sixths, its shift for the defender."""

    mode: str  # base: the whole cost; add: on top of clear; road: along it; side: for crossing
    costs: dict[str, int | None]
    defence: int


class Result(Struct, frozen=True):
    """What one side suffers: losses in CEL, hexes of retreat, disorganisation, or a test against it."""

    loss: int = 0
    retreat: int = 0
    disorganised: bool = False
    test: bool = False
    destroyed: bool = False

    def harms_no_more_than(self, other: Result) -> bool:
        """No more lost, no further back and no worse disorder."""
        mine, theirs = (2 * result.disorganised + result.test for result in (self, other))
        return self.loss <= other.loss and self.retreat <= other.retreat and mine <= theirs


def read_result(text: str) -> Result:
    """One side of a printed cell; a D without a figure is disorganisation. [combat table legend, ruling Q6]"""
    match = re.fullmatch(r"(?:[AD](\d))?(D)?(?:-(\d))?([D*Z])?|-", text)
    if match is None:
        raise BalkaError(f"no result {text!r}", instead="for example D2-1, A1D, -1, * or -")
    retreat, early, loss, late = match.groups()
    return Result(int(loss or 0), int(retreat or 0), bool(early) or late == "D", late == "*", late == "Z")


class Catalogue(Struct, frozen=True, dict=True):
    """All that is printed on counters and charts."""

    counters: dict[str, Counter]
    terrain: dict[str, Ground]
    combat: dict[int, tuple[str, ...]]
    fire: dict[str, dict[str, tuple[str, ...]]]
    name: str = "kursk"  # under which checks find these tables

    @cached_property
    def cells(self) -> tuple[str, ...]:
        """Every different cell of the combat table, in reading order."""
        return tuple(dict.fromkeys(cell for roll in sorted(self.combat) for cell in self.combat[roll]))

    def cell(self, roll: int, column: int) -> str:
        """The cell of a roll, which stays between 2 and 12. [kursk-c1-1.4cr-a, ruling Q25]"""
        return self.combat[min(max(roll, 2), 12)][column]

    def shot(self, table: str, strength: int, roll: int) -> str:
        """The cell of a fire table; no strength, no effect. [6.4.2, 8.2.6, ruling Q12]"""
        if strength < 1:
            return "-"
        return self.fire[table][band_of(strength)][roll - 2]


def with_guns_apart(charts: Catalogue) -> Catalogue:
    """The charts with towed anti-tank and anti-aircraft guns as a kind that is not regular. [option of ruling Q33]"""
    counters = {
        key: structs.replace(counter, kind="GUN") if counter.kind in ("AT", "AA") and counter.towed else counter
        for key, counter in charts.counters.items()
    }
    return structs.replace(charts, counters=counters)


def band_of(strength: int) -> str:
    """The row of the fire tables."""
    return next((name for top, name in BANDS if strength <= top), "17+")


def read_counters(rows: Iterable[Mapping[str, str]]) -> dict[str, Counter]:
    """Counters from the rows of a table, one each."""
    counters: dict[str, Counter] = {}
    for row in rows:
        counter = _counter(row)
        if counter.id in counters:
            raise BalkaError(f"two counters are called {counter.id}")
        counters[counter.id] = counter
    return counters


def _counter(row: Mapping[str, str]) -> Counter:
    try:
        number: dict[str, Any] = {
            name: int(row[name] or 0)
            for name in ("attack", "defence", "attack_reduced", "defence_reduced", "mp", "cel", "limit")
        }
        words: dict[str, Any] = {
            name: row[name]
            for name in ("id", "name", "side", "army", "kind", "size", "formation", "moves", "star", "basis", "note")
        }
    except (KeyError, ValueError) as problem:
        raise BalkaError(f"a counter cannot be read: {problem} in {dict(row)}") from problem
    return Counter(**words, **number, traits=frozenset(row["traits"].split()))


def read_terrain(rows: Iterable[Mapping[str, str]]) -> dict[str, Ground]:
    """The terrain table from its printed rows."""
    return {
        row["terrain"]: Ground(row["mode"], {name: _sixths(row[name]) for name in CLASSES}, int(row["defence"]))
        for row in rows
    }


def _sixths(text: str) -> int | None:
    return None if text == "no" else int(Fraction(text) * MP)


def read_combat(rows: Iterable[Mapping[str, str]]) -> dict[int, tuple[str, ...]]:
    """The combat table from its printed rows; every cell must be one the rules can read."""
    table = {int(row["roll"]): tuple(row[column] for column in COLUMNS) for row in rows}
    for cell in {cell for line in table.values() for cell in line}:
        both(cell)
    return table


def read_fire(rows: Iterable[Mapping[str, str]]) -> dict[str, dict[str, tuple[str, ...]]]:
    """The four fire tables from their printed rows."""
    tables: dict[str, dict[str, tuple[str, ...]]] = {}
    for row in rows:
        line = tuple(row[str(roll)] for roll in range(2, 13))
        tables.setdefault(row["table"], {})[row["sp"]] = line
        for cell in line:
            read_result(cell)
    return tables


@lru_cache(maxsize=1024)
def both(cell: str) -> tuple[Result, Result]:
    """What a cell of the combat table says: the attacker first, then the defender."""
    attacker, _, defender = cell.partition("/")
    return read_result(attacker), read_result(defender)


def cell_words(cell: str) -> str:
    """A cell of the combat table in words: what the defender suffers, then the attacker."""
    attacker, defender = both(cell)
    parts = [_words(defender), *(f"attacker {text}" for text in [_words(attacker)] if text)]
    return "; ".join(filter(None, parts)).capitalize() or "No effect"


def favour(cell: str) -> tuple[int, int]:
    """How good a cell is for the attacker, to put the results of a table in order from the worst to the best."""
    attacker, defender = both(cell)
    return (_weight(defender) - _weight(attacker), _weight(defender))


def _weight(side: Result) -> int:
    return 3 * side.loss + side.retreat + 2 * side.disorganised + side.test


def shot_words(cell: str) -> str:
    """A cell of a fire table in words."""
    result = read_result(cell)
    return (_words(result) or ("destroyed" if result.destroyed else "no effect")).capitalize()


def stamp_words(cell: str) -> str:
    """A cell in a word or two, to be stamped on a map: what the defender suffers, or who holds."""
    attacker, defender = both(cell) if "/" in cell else (read_result(""), read_result(cell))
    if defender.destroyed:
        return "blown"
    return _stamp(defender) or (f"thrown {_stamp(attacker)}" if attacker.retreat else "held")


def _stamp(side: Result) -> str:
    """Hexes to go back, steps to lose, disorder."""
    words = [f"back {side.retreat}"] if side.retreat else []
    words += [f"\u2212{side.loss}"] if side.loss else []
    return ", ".join(words) or ("in disorder" if side.disorganised else "")


def hit_words(cell: str) -> str:
    """The same, saying who suffers it: never the side that fired."""
    words = shot_words(cell)
    return words if words == "No effect" else f"Target {words.lower()}"


def _words(side: Result) -> str:
    words = [f"back {side.retreat}"] if side.retreat else []
    words += [f"loses {side.loss}"] if side.loss else []
    words += ["disorganised"] if side.disorganised else []
    words += ["tested"] if side.test else []
    return ", ".join(words)


def half(value: int) -> int:
    """Halving rounds up: 1 stays 1, 5 become 3. [kursk-c1-1.7round-a, kursk-c1-1.7round-b, kursk-c1-1.7round-c]"""
    return -(-value // 2)


def column_of(attack: int, defence: int, below_one: str = "against") -> int:
    """The column of a ratio: the larger by the smaller, .5 up, never beyond 1:4 or 10:1; against nothing the last.

    [1.4, kursk-c1-1.7round-e, Q20, Q22, Q22a]

    Below 1:1 the half goes against the attacker, or to him where the option says so.
    """
    if not defence:
        return LAST_COLUMN
    if attack >= defence:
        return min((2 * attack + defence) // (2 * defence) + 2, LAST_COLUMN)
    twice = 2 * max(attack, 1)
    parts = (2 * defence + attack) // twice if below_one == "against" else -((attack - 2 * defence) // twice)
    return max(4 - parts, 0)
