"""Battles, losses, retreats, pursuit, disorder. [5.0, 9.1.6]"""

from __future__ import annotations

from typing import ClassVar

from msgspec import structs

from balka.core.checks import Check
from balka.core.events import Event, hex_labels
from balka.core.scene.lines import Deed, LogLine, Luck
from balka.systems.wb95.catalogue import COLUMNS, cell_words, favour, hit_words, stamp_words
from balka.systems.wb95.events.drawn import side_of, went
from balka.systems.wb95.position import WbSetting
from balka.systems.wb95.wording import name, names, places, side_name, where


class BattleDeclared(Event["WbSetting"], frozen=True):
    """Who attacks whom. [5.2.1]"""

    rules: ClassVar[tuple[str, ...]] = ("kursk-5.2.1-a",)
    tone: ClassVar[str] = "fire"

    side: str
    attackers: tuple[str, ...]
    hexes: tuple[int, ...]
    defenders: tuple[str, ...]
    support: tuple[str, ...] = ()
    stars: tuple[str, ...] = ()
    shifts: int = 0

    def say(self, setting: WbSetting) -> str:
        target = places(setting, self.hexes)
        return f"{names(setting, self.attackers)} attack {target}: {names(setting, self.defenders)}"

    def deed(self, setting: WbSetting) -> Deed:
        where = hex_labels(setting, self.hexes)
        return Deed(kind="attack", side=self.side, units=list(self.attackers), hexes=where)


class Answered(Event["WbSetting"], frozen=True):
    """What the defender threw in. [5.2.1]"""

    rules: ClassVar[tuple[str, ...]] = ("kursk-5.2.1-b",)

    side: str
    guns: tuple[str, ...]
    stars: tuple[str, ...]
    shifts: int

    def say(self, setting: WbSetting) -> str:
        added = [
            *(name(setting, unit_id) for unit_id in self.guns),
            *(f"the star of {name(setting, unit_id)}" for unit_id in self.stars),
            *([f"{self.shifts} shifts"] if self.shifts else []),
        ]
        return f"The {side_name(self.side)} side adds {', '.join(added) or 'nothing'}"


class SheetClosed(Event["WbSetting"], frozen=True):
    """The sheet of a battle as it goes to the dice. [5.2.1]"""

    aside: ClassVar[bool] = True
    rules: ClassVar[tuple[str, ...]] = ("kursk-5.2.1-c", "kursk-5.2.1-d")

    check: Check
    modifier: int

    def say(self, setting: WbSetting) -> str:
        change = {-1: ", the attacker's headquarters may take 1 off the dice",
                  1: ", the defender's headquarters may add 1 to the dice"}  # fmt: skip
        return f"{self.check.name} on column {COLUMNS[self.check.need]}{change.get(self.modifier, '')}"


class BattleResolved(Event["WbSetting"], frozen=True):
    """The dice and what they said, with the whole sheet. [5.2.1]"""

    rules: ClassVar[tuple[str, ...]] = ("kursk-5.2.1-e",)
    tone: ClassVar[str] = "fire"

    roll: int
    modifier: int
    cell: str
    check: Check
    side: str = ""
    hexes: tuple[int, ...] = ()

    def say(self, setting: WbSetting) -> str:
        change = f" {self.modifier:+d}" if self.modifier else ""
        suffered = cell_words(self.cell) if "/" in self.cell else hit_words(self.cell)
        return f"{self.check.name}: rolled {self.roll}{change}, result {self.cell}: {suffered}"

    def deed(self, setting: WbSetting) -> Deed:
        where = hex_labels(setting, self.hexes)
        return Deed(kind="result", side=self.side, hexes=where, stamp=stamp_words(self.cell))

    def luck(self, setting: WbSetting) -> Luck | None:
        if not self.check.tally.exact:
            return None
        chance = sum(each for cell, each in self.check.chances(self.check.need).items() if is_good(cell))
        return Luck(side=self.side, chance=float(chance), good=is_good(self.cell))

    def line(self, setting: WbSetting) -> LogLine:
        return structs.replace(super().line(setting), dice=[self.roll], check=self.check.to_wire(setting.game))


def is_good(cell: str) -> bool:
    """Whether a result serves whoever threw the dice: the defender suffers more than the attacker."""
    return favour(cell if "/" in cell else f"/{cell}")[0] > 0 or cell == "Z"


REASONS = {"refusing to retreat": "it stood instead of retreating"}


class Lost(Event["WbSetting"], frozen=True):
    """A unit lost a CEL; with none left it is gone. [1.2, 5.1.8]"""

    rules: ClassVar[tuple[str, ...]] = ("kursk-c1-1.2counters-j", "kursk-c1-1.2counters-k")
    tone: ClassVar[str] = "fire"

    unit: str
    left: int
    why: str
    hex: int = -1
    emptied: bool = False

    def say(self, setting: WbSetting) -> str:
        why = REASONS.get(self.why, self.why)
        if self.left:
            return f"{name(setting, self.unit)} loses 1 CEL: {why}"
        rest = " (hex now empty)" if self.emptied else ""
        return f"{name(setting, self.unit)} is eliminated in {where(setting, self.hex)}{rest}: {why}"

    def deed(self, setting: WbSetting) -> Deed:
        side, where = side_of(setting, self.unit), hex_labels(setting, (self.hex,))
        stamp = "\u22121" if self.left else "out"
        return Deed(kind="loss", side=side, units=[self.unit], hexes=where, stamp=stamp, steps=1, gone=not self.left)


class Retreated(Event["WbSetting"], frozen=True):
    """Units went back along a path. [5.3]"""

    rules: ClassVar[tuple[str, ...]] = ("kursk-5.3.1-a",)

    units: tuple[str, ...]
    start: int
    path: tuple[int, ...]

    def say(self, setting: WbSetting) -> str:
        way = " > ".join(where(setting, h) for h in self.path)
        return f"{names(setting, self.units)} retreat from {where(setting, self.start)}: {way}"

    def deed(self, setting: WbSetting) -> Deed:
        return went(setting, "retreat", self.units, (self.start, *self.path))


class ZonesTold(Event["WbSetting"], frozen=True):
    """Before a retreat its owner is told which ways are closed. [16, ruling D2c]"""

    aside: ClassVar[bool] = True
    rules: ClassVar[tuple[str, ...]] = ("kursk-5.3.3-a",)

    hexes: tuple[int, ...]

    def say(self, setting: WbSetting) -> str:
        return "Enemy zones of control reach " + places(setting, self.hexes)


class Stood(Event["WbSetting"], frozen=True):
    """Units refused to go back and pay for it. [5.3.7]"""

    rules: ClassVar[tuple[str, ...]] = ("kursk-c5-5.3.7-a",)

    side: str
    price: int

    def say(self, setting: WbSetting) -> str:
        return f"The {side_name(self.side)} side owes {self.price} CEL for hexes not retreated"


class Pursued(Event["WbSetting"], frozen=True):
    """A unit followed into the ground the enemy left. [5.4]"""

    rules: ClassVar[tuple[str, ...]] = ("kursk-5.4.1-a",)

    unit: str
    path: tuple[int, ...]

    def say(self, setting: WbSetting) -> str:
        return f"{name(setting, self.unit)} follows: {' > '.join(where(setting, h) for h in self.path)}"

    def deed(self, setting: WbSetting) -> Deed:
        return went(setting, "advance", (self.unit,), self.path)


class Tested(Event["WbSetting"], frozen=True):
    """A unit was tested for disorganisation. [5.6.2]"""

    rules: ClassVar[tuple[str, ...]] = ("kursk-5.6.2-a",)

    unit: str
    roll: int
    limit: int
    failed: bool

    def say(self, setting: WbSetting) -> str:
        word = "is disorganised" if self.failed else "holds together"
        return f"{name(setting, self.unit)} rolls {self.roll} against {self.limit}: {word}"

    def deed(self, setting: WbSetting) -> Deed:
        stamp = "in disorder" if self.failed else "steady"
        return Deed(kind="result", side=side_of(setting, self.unit), units=[self.unit], stamp=stamp)

    def line(self, setting: WbSetting) -> LogLine:
        return structs.replace(super().line(setting), dice=[self.roll], side=side_of(setting, self.unit))


class Disorganised(Event["WbSetting"], frozen=True):
    """Units fell into disorder by the result itself, or came out of it. [5.6]"""

    rules: ClassVar[tuple[str, ...]] = ("kursk-5.6.1-a",)

    units: tuple[str, ...]
    recovered: bool = False

    def say(self, setting: WbSetting) -> str:
        return f"{'No longer disorganised' if self.recovered else 'Disorganised'}: {names(setting, self.units)}"


class HeadquartersLost(Event["WbSetting"], frozen=True):
    """The enemy of a headquarters that is lost gets shifts near by. [9.1.6]"""

    rules: ClassVar[tuple[str, ...]] = ("kursk-9.1.6-a",)

    loser: str
    gainer: str
    hex: int
    shifts: int

    def say(self, setting: WbSetting) -> str:
        text = f"A {side_name(self.loser)} headquarters is lost at {where(setting, self.hex)}"
        return f"{text}: {self.shifts} shifts for the {side_name(self.gainer)} side"


class CelOwed(Event["WbSetting"], frozen=True):
    """The scenario takes CEL away from a side."""

    rules: ClassVar[tuple[str, ...]] = ("kursk-scP15-loss-a",)

    side: str
    count: int

    def say(self, setting: WbSetting) -> str:
        if not self.count:
            return f"The {side_name(self.side)} side has no CEL left to remove"
        return f"The {side_name(self.side)} side removes {self.count} CEL"


class BeganWeaker(Event["WbSetting"], frozen=True):
    """A unit begins with fewer CEL than are printed, or not at all. [scenario set-ups]"""

    rules: ClassVar[tuple[str, ...]] = ("kursk-scP15-set-a", "kursk-scAC-set-a")

    unit: str
    left: int

    def say(self, setting: WbSetting) -> str:
        return f"{name(setting, self.unit)} begins {f'with {self.left} CEL' if self.left else 'without a counter'}"


class BeganFewer(Event["WbSetting"], frozen=True):
    """A counter that a formation begins without is gone from its hex: all see that, and not which it was."""

    rules: ClassVar[tuple[str, ...]] = ("kursk-scP15-set-a", "kursk-scAC-set-a", "kursk-16.1.1-a")

    side: str
    hex: int

    def say(self, setting: WbSetting) -> str:
        return f"The {side_name(self.side)} side begins with a counter less at {where(setting, self.hex)}"
