"""What happened, as facts: moves, battles, losses, supply. Sentences are made when somebody reads."""

from __future__ import annotations

from typing import ClassVar

from msgspec import structs

from balka.core.checks import Check
from balka.core.events import Event
from balka.core.scene.lines import LogLine
from balka.systems.wb95.catalogue import COLUMNS, cell_words, hit_words
from balka.systems.wb95.position import WbSetting
from balka.systems.wb95.wording import by, name, names, places, seen, side_name, way_wire, where


class PhaseBegan(Event["WbSetting"], frozen=True):
    """A phase of the turn opened."""

    rules: ClassVar[tuple[str, ...]] = ("kursk-2.1.4-a",)

    turn: int
    side: str
    name: str

    def say(self, setting: WbSetting) -> str:
        return f"Turn {self.turn}: {self.name}"

    def line(self, setting: WbSetting) -> LogLine:
        return structs.replace(super().line(setting), head=True, side=self.side)


class Moved(Event["WbSetting"], frozen=True):
    """Named units entered a hex."""

    units: tuple[str, ...]
    start: int
    end: int

    def say(self, setting: WbSetting) -> str:
        return f"{names(setting, self.units)} moved {where(setting, self.start)} to {where(setting, self.end)}"

    def line(self, setting: WbSetting) -> LogLine:
        start, end = where(setting, self.start), where(setting, self.end)
        return structs.replace(super().line(setting), start=start, to=end, quiet=_is_step(self.start, self.end))


class StackMoved(Event["WbSetting"], frozen=True):
    """Something of a side moved; what it was stays under its mask. [16.1.2]"""

    side: str
    start: int
    end: int
    emptied: bool = False

    def say(self, setting: WbSetting) -> str:
        rest = ", leaving nobody" if self.emptied else ""
        return f"A {side_name(self.side)} stack moved {where(setting, self.start)} to {where(setting, self.end)}{rest}"

    def line(self, setting: WbSetting) -> LogLine:
        return structs.replace(super().line(setting), quiet=_is_step(self.start, self.end))


class Marched(Event["WbSetting"], frozen=True):
    """The whole way of a party, once it is walked."""

    units: tuple[str, ...]
    way: tuple[int, ...]

    def say(self, setting: WbSetting) -> str:
        return f"{names(setting, self.units)} moved {by(setting, self.way)}"

    def line(self, setting: WbSetting) -> LogLine:
        return structs.replace(super().line(setting), **way_wire(setting, self.way))


class StackMarched(Event["WbSetting"], frozen=True):
    """The same as the enemy sees it. [16.1.2]"""

    side: str
    way: tuple[int, ...]
    emptied: bool = False

    def say(self, setting: WbSetting) -> str:
        rest = ", leaving nobody" if self.emptied else ""
        return f"A {side_name(self.side)} stack moved {by(setting, self.way)}{rest}"

    def line(self, setting: WbSetting) -> LogLine:
        return structs.replace(super().line(setting), **way_wire(setting, self.way))


def _is_step(start: int, end: int) -> bool:
    """A step on the map is told again with the whole way; coming and going is not."""
    return start >= 0 and end >= 0


class TypesTold(Event["WbSetting"], frozen=True):
    """Neighbours learn what kinds of counter stand in a hex. [16.1.4]"""

    rules: ClassVar[tuple[str, ...]] = ("kursk-16.1.4-a", "kursk-16.1.4-b")

    side: str
    hex: int
    facts: str

    def say(self, setting: WbSetting) -> str:
        kinds = ", ".join(seen(fact) for fact in self.facts.split(", "))
        return f"{where(setting, self.hex)} holds {side_name(self.side)} {kinds}"


class TopSeen(Event["WbSetting"], frozen=True):
    """The counter on top of a stack, where stacks show it. [16.1.1]"""

    rules: ClassVar[tuple[str, ...]] = ("kursk-16.1.1-a",)

    side: str
    hex: int
    facts: str
    before: str = ""

    def line(self, setting: WbSetting) -> LogLine:
        """What a counter already seen there did is drawn on it, and no news in a log."""
        return structs.replace(super().line(setting), quiet=self.before.split()[:1] == self.facts.split()[:1])

    def say(self, setting: WbSetting) -> str:
        return f"{name(setting, self.facts.split()[0])} lies on top at {where(setting, self.hex)}"


class Stopped(Event["WbSetting"], frozen=True):
    """Units came into an enemy zone of control and stopped. [4.2.1]"""

    rules: ClassVar[tuple[str, ...]] = ("kursk-c4-4.2.1-a",)

    side: str
    hex: int

    def say(self, setting: WbSetting) -> str:
        return f"Stopped by enemy zones of control at {where(setting, self.hex)}"


class Overrun(Event["WbSetting"], frozen=True):
    """Guns or a headquarters without escort were overrun. [6.1.7, 9.1.5]"""

    rules: ClassVar[tuple[str, ...]] = ("kursk-6.1.7-a", "kursk-9.1.5-a")
    tone: ClassVar[str] = "fire"

    units: tuple[str, ...]
    hex: int

    def say(self, setting: WbSetting) -> str:
        return f"{names(setting, self.units)} overrun at {where(setting, self.hex)}"


class Did(Event["WbSetting"], frozen=True):
    """A unit did something in place of moving: dug in, changed its set-up, took a marker."""

    unit: str
    what: str
    hex: int

    def say(self, setting: WbSetting) -> str:
        return f"{name(setting, self.unit)} {self.what} at {where(setting, self.hex)}"


class StackDid(Event["WbSetting"], frozen=True):
    """The same, seen from outside."""

    side: str
    what: str
    hex: int

    def say(self, setting: WbSetting) -> str:
        return f"A {side_name(self.side)} stack {self.what} at {where(setting, self.hex)}"


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


class StacksOpened(Event["WbSetting"], frozen=True):
    """Counters lie open until the phase ends: each with its CEL, supply level, order and what it did. [16.1.3]"""

    rules: ClassVar[tuple[str, ...]] = ("kursk-16.1.3-a",)

    units: tuple[tuple[str, int, int, int, str, tuple[str, ...]], ...]
    masked: tuple[int, ...] = ()  # hexes of theirs where others stay under their mask

    def say(self, setting: WbSetting) -> str:
        shown = [f"{name(setting, unit_id)} at {where(setting, h)} ({cel} CEL)" for unit_id, h, cel, *_ in self.units]
        return f"Open: {', '.join(shown)}"


class HexesTaken(Event["WbSetting"], frozen=True):
    """Hexes changed hands. [4.3]"""

    rules: ClassVar[tuple[str, ...]] = ("kursk-4.3.2-a", "kursk-4.3.3-a")

    side: str
    taken: tuple[int, ...]
    contested: tuple[int, ...]

    def say(self, setting: WbSetting) -> str:
        return f"The {side_name(self.side)} side takes {len(self.taken)} hexes, {len(self.contested)} are contested"


class MissionsShown(Event["WbSetting"], frozen=True):
    """Air missions laid open: counter, mission, hex, and the other end of a bridge. [8.1.7]"""

    rules: ClassVar[tuple[str, ...]] = ("kursk-8.1.7-a",)

    flights: tuple[tuple[str, str, int, int], ...]

    def say(self, setting: WbSetting) -> str:
        words = [f"{name(setting, plane)} {mission} {where(setting, h)}" for plane, mission, h, _ in self.flights]
        return "Air missions: " + (", ".join(words) or "none")


class SheetClosed(Event["WbSetting"], frozen=True):
    """The sheet of a battle as it goes to the dice. [5.2.1]"""

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

    def say(self, setting: WbSetting) -> str:
        change = f" {self.modifier:+d}" if self.modifier else ""
        suffered = cell_words(self.cell) if "/" in self.cell else hit_words(self.cell)
        return f"{self.check.name}: rolled {self.roll}{change}, result {self.cell}: {suffered}"

    def line(self, setting: WbSetting) -> LogLine:
        return structs.replace(super().line(setting), dice=[self.roll], check=self.check.to_wire(setting.game))


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
        if self.left:
            return f"{name(setting, self.unit)} loses 1 CEL ({self.why})"
        rest = ", the last one there" if self.emptied else ""
        return f"{name(setting, self.unit)} is gone from {where(setting, self.hex)}{rest} ({self.why})"


class Retreated(Event["WbSetting"], frozen=True):
    """Units went back along a path. [5.3]"""

    rules: ClassVar[tuple[str, ...]] = ("kursk-5.3.1-a",)

    units: tuple[str, ...]
    start: int
    path: tuple[int, ...]

    def say(self, setting: WbSetting) -> str:
        way = " > ".join(where(setting, h) for h in self.path)
        return f"{names(setting, self.units)} retreat from {where(setting, self.start)}: {way}"


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


class Disorganised(Event["WbSetting"], frozen=True):
    """Units fell into disorder by the result itself, or came out of it. [5.6]"""

    rules: ClassVar[tuple[str, ...]] = ("kursk-5.6.1-a",)

    units: tuple[str, ...]
    recovered: bool = False

    def say(self, setting: WbSetting) -> str:
        return f"{names(setting, self.units)} {'recovered' if self.recovered else 'disorganised'}"


class Note(Event["WbSetting"], frozen=True):
    """A plain fact with its rule."""

    text: str
    rule: str = ""
    side: str = ""

    def say(self, setting: WbSetting) -> str:
        return self.text

    def cited(self, setting: WbSetting) -> tuple[str, ...]:
        return (self.rule,)

    def line(self, setting: WbSetting) -> LogLine:
        return structs.replace(super().line(setting), side=self.side)


class ZonesTold(Event["WbSetting"], frozen=True):
    """Before a retreat its owner is told which ways are closed. [16, ruling D2c]"""

    rules: ClassVar[tuple[str, ...]] = ("kursk-5.3.3-a",)

    hexes: tuple[int, ...]

    def say(self, setting: WbSetting) -> str:
        return "Enemy zones of control reach " + places(setting, self.hexes)
