"""The kit of the heroes games with the second edition's rules and box. Words of a unit also: `active`, one of those
that share the running pool; `pool` gives the Action Points left to them.

    game = on("a . x", a="grif SE", x="srif NW")
    game.play("move a B01 SE", "by activate 0")
    assert game.pool(GERMAN) == 6
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.systems.heroes import kit
from tests.systems.heroes.kit import GERMAN, SOVIET

from balka.games.awakening_the_bear import catalogue
from balka.systems.heroes.data.loading import Title
from balka.systems.heroes.second_edition import pools
from balka.systems.heroes.second_edition.system import SECOND_EDITION
from balka.systems.heroes.units import HeroesState

__all__ = ["GERMAN", "SOVIET", "Bear", "box", "described", "on"]

DECK = tuple(f"{number:02}" for number in range(2, 14))


def box() -> Title:
    return catalogue.title()


class Bear(kit.Game):
    """A game under test."""

    def pool(self, force: str) -> int:
        """Action Points left to the active units of a force."""
        return self.state.tracks.pool[force]

    def condition(self, name: str) -> str:
        """fresh, active or spent"""
        unit = self.unit(name)
        return "spent" if unit.spent else "active" if pools.is_active(self.state, unit) else "fresh"

    @property
    def points(self) -> dict[str, int]:
        return dict(self.state.tracks.points)


def on(picture: str, **facts: Any) -> Bear:
    """A game at the start of the active side's turn, by the second edition's rules, all chapters."""
    return Bear(described(picture, **facts))


def described(
    picture: str, *, pool: Mapping[str, int] | None = None, told: Mapping[str, Any] | None = None, **facts: Any
) -> HeroesState:
    """The position behind it; `pool` may name sides of which nobody is active, and they have none."""
    words = [said.split() for name, said in facts.items() if isinstance(said, str) and name != "active"]
    sides = {kit.by_slug(box())[slug].side for slug, *rest in words if "active" in rest}
    left = {side: points for side, points in (pool or {}).items() if side in sides}
    given = {"deck": DECK, "pool": left or None, **(told or {})}
    return kit.described(picture, rules=SECOND_EDITION, title=box(), told=given, **facts)
