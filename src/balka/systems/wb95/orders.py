"""Orders: what a unit can be told, said by its owner in a Movement Phase."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from balka.core.choices import Choice, Hex, Refusal, UnitId
from balka.core.events import Event
from balka.core.scene.figures import Final
from balka.systems.wb95.position import Now, WbWork, name_of


class End(Choice, frozen=True):
    """The phase is over; said only when nothing in it is owed. [2.1.4-b]"""

    verb: ClassVar[str] = "end"
    ends: ClassVar[bool] = True


class TakeHex(Choice, frozen=True):
    """Pick up a whole stack."""

    verb: ClassVar[str] = "take"
    subject: ClassVar[str] = "hex"
    opens: ClassVar[bool] = True

    hex: Hex


class Take(Choice, frozen=True):
    """Pick up one unit."""

    verb: ClassVar[str] = "take"
    subject: ClassVar[str] = "unit"
    opens: ClassVar[bool] = True

    unit: UnitId


class With(Choice, frozen=True):
    """Another unit comes along."""

    verb: ClassVar[str] = "with"
    subject: ClassVar[str] = "unit"
    opens: ClassVar[bool] = True

    unit: UnitId


class Leave(Choice, frozen=True):
    """One unit stays where it is."""

    verb: ClassVar[str] = "leave"
    subject: ClassVar[str] = "unit"
    opens: ClassVar[bool] = True

    unit: UnitId


class To(Choice, frozen=True):
    """Go to a hex by the cheapest way."""

    verb: ClassVar[str] = "to"
    subject: ClassVar[str] = "hex"
    final: ClassVar[Final] = "maybe"

    hex: Hex


class Step(Choice, frozen=True):
    """Go one hex."""

    verb: ClassVar[str] = "step"
    subject: ClassVar[str] = "hex"
    final: ClassVar[Final] = "maybe"

    hex: Hex


class Halt(Choice, frozen=True):
    """The party stops here for now."""

    verb: ClassVar[str] = "halt"
    passes: ClassVar[bool] = True


class Gun(Choice, frozen=True):
    """Artillery takes part."""

    verb: ClassVar[str] = "gun"
    subject: ClassVar[str] = "unit"

    unit: UnitId


class Air(Choice, frozen=True):
    """Aircraft over the target take part."""

    verb: ClassVar[str] = "air"
    subject: ClassVar[str] = "unit"

    unit: UnitId


class Stand(Choice, frozen=True):
    """Stay as you are: nothing more to add, nobody more to send back."""

    verb: ClassVar[str] = "stand"
    final: ClassVar[Final] = "yes"
    ends: ClassVar[bool] = True


class Order(Choice, frozen=True):
    """Something one unit does in place of moving, or besides."""

    subject: ClassVar[str] = "unit"

    unit: UnitId

    def do(self, work: WbWork) -> None:
        raise NotImplementedError


class Bar(NamedTuple):
    """Why a unit cannot be given an order; `{name}` stands for the unit. The list asks it as well as the refusal."""

    sentence: str
    rule: str
    instead: str = ""

    def refusal(self, game: Now, unit_id: str) -> Refusal:
        return Refusal(self.sentence.format(name=name_of(game, unit_id)), self.rule, self.instead)


FROZEN = Bar("{name} may not move or dig yet.", "kursk-scK-2ta-a")
FINISHED = Bar("{name} has finished moving.", "kursk-c4-4.2.1-a")


def tell_own(work: WbWork, side: str, event: Event, shadow: Event | None = None) -> None:
    """The owner hears all of it, the rest its shadow."""
    work.tell_only(work.setting.seats_of_side(side), event, shadow)
