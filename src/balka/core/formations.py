"""Formations: units that are led together, and what they do when they are sent somewhere.

Nothing here decides anything: who belongs to a formation is the game's to say, where its units go an opinion, and every
step of theirs is a choice on the list.
"""

from __future__ import annotations

from msgspec import Struct

from balka.core.choices import Choice


class Formation(Struct, frozen=True):
    """Units that are led together. `able` are those of them that can still move, `followers` the guns and headquarters
    among them; `moved`: one of them has."""

    key: str
    name: str
    units: tuple[str, ...]
    followers: tuple[str, ...] = ()
    able: tuple[str, ...] = ()
    moved: bool = False


class Sending(Struct, frozen=True):
    """A formation under way to a hex: who of it has been seen to, and where its foremost units have come to."""

    formation: Formation
    goal: int
    seen_to: tuple[str, ...] = ()
    front: tuple[int, ...] = ()

    def after(self, units: tuple[str, ...], came_to: int | None = None) -> Sending:
        front = self.front if came_to is None else (*self.front, came_to)
        return Sending(self.formation, self.goal, (*self.seen_to, *units), front)


class Marched(Struct, frozen=True):
    """The next units of a formation go: what is said for it, the hexes they go by, and why no further, where that needs
    saying."""

    units: tuple[str, ...]
    choices: tuple[Choice, ...]
    way: tuple[int, ...]
    remark: str = ""
    rule: str = ""


class Stayed(Struct, frozen=True):
    """Units of a formation that are left where they are, and why."""

    units: tuple[str, ...]
    why: str
    rule: str = ""
