"""The choices as a tree, one word a level, each tied to what is clicked."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from balka.core.scene.figures import Final, Sent


class Anchor(Sent, frozen=True, kw_only=True):
    """What is clicked for a word: a counter, a hex, a side of a hex, a card, or a button."""

    kind: Literal["counter", "hex", "facing", "hexside", "card", "button"]
    id: str = ""
    side: str = ""
    hex: str = ""
    a: str = ""
    b: str = ""


class Look(Struct, frozen=True):
    """How a word of the list of choices looks, where that is not plain. `act` is what its own button says where the
    label would not do; behind a fold, what follows is shown only once the word was picked."""

    label: str = ""
    tone: str = ""
    badge: str = ""
    act: str = ""
    fold: bool = False
    main: bool = False
    anchor: Anchor | None = None


PLAIN = Look()


class Node(Struct, kw_only=True, omit_defaults=True):
    """One choice, or a word towards some: a leaf has the text to say; `more` stands for children to be asked for."""

    token: str
    label: str
    anchor: Anchor
    tone: str
    badge: str = ""
    text: str = ""
    final: Final | None = None
    act: str = ""
    fold: bool = False
    through: bool = False
    """what comes after it is shown as if it had been said already"""
    main: bool = False
    """what a click on a place with several things to pick means, unless one of them is named"""
    children: list[Node] = []
    more: bool = False

    def wear(self, look: Look) -> None:
        """Take on a look, as far as it says anything."""
        self.label = look.label or self.label
        self.tone = look.tone or self.tone
        self.badge = look.badge or self.badge
        self.act = look.act or self.act
        self.fold = look.fold or self.fold
        self.main = look.main or self.main
        self.anchor = look.anchor or self.anchor
