"""What is said while a battle is put together. [5.2.1]"""

from __future__ import annotations

from typing import ClassVar

from msgspec import structs

from balka.core.choices import Choice, Hex, Node, Number, UnitId
from balka.core.scene.figures import Final
from balka.systems.wb95.orders import Air, Gun
from balka.systems.wb95.sheet import Battle


class Attack(Choice, frozen=True):
    """Open a combat against a hex."""

    verb: ClassVar[str] = "attack"
    subject: ClassVar[str] = "hex"

    hex: Hex


class JoinHex(Choice, frozen=True):
    """All of a hex that can attack together do."""

    verb: ClassVar[str] = "join"
    subject: ClassVar[str] = "hex"

    hex: Hex


class Join(Choice, frozen=True):
    """A unit attacks."""

    verb: ClassVar[str] = "join"
    subject: ClassVar[str] = "unit"

    unit: UnitId


class Also(Choice, frozen=True):
    """The same attack goes against another hex too."""

    verb: ClassVar[str] = "also"
    subject: ClassVar[str] = "hex"

    hex: Hex


class UseStar(Choice, frozen=True):
    """A unit uses its star, or fortress troops their skill. [15.1.6-a]"""

    verb: ClassVar[str] = "star"
    subject: ClassVar[str] = "unit"

    unit: UnitId


class Full(Choice, frozen=True):
    """A unit out of supply attacks with its whole strength and pays a level. [10.2.3]"""

    verb: ClassVar[str] = "full"
    subject: ClassVar[str] = "unit"

    unit: UnitId


class Shifts(Choice, frozen=True):
    """Spend shifts won by destroying a headquarters. [9.1.6]"""

    verb: ClassVar[str] = "cm"

    count: Number


class Fight(Choice, frozen=True):
    """The attack is declared."""

    verb: ClassVar[str] = "fight"
    final: ClassVar[Final] = "yes"
    ends: ClassVar[bool] = True


def head(choice: Choice) -> Node:
    """The first thing a list shows of a choice."""
    return choice if not choice.slots() else choice.path()[0]


def grown(battle: Battle, choice: Choice) -> Battle:
    """The battle with one thing more in it."""
    if isinstance(choice, Also):
        return structs.replace(battle, hexes=(*battle.hexes, choice.hex))
    if isinstance(choice, Shifts):
        return structs.replace(battle, shifts=choice.count)
    lists = {Join: "joined", Gun: "guns", Air: "air", UseStar: "stars", Full: "full"}
    assert isinstance(choice, Join | Gun | Air | UseStar | Full)
    name = lists[type(choice)]
    return structs.replace(battle, **{name: (*getattr(battle, name), choice.unit)})
