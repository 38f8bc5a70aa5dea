"""What is shown of a rule: its row in the book of the game at hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from msgspec import structs

from balka.core.citing import own_row
from balka.core.scene.counters import Badge, Corner
from balka.core.scene.display import BriefLine, Track

Shown = TypeVar("Shown", Badge, Corner, BriefLine, Track)


def cited(shown: Iterable[Shown], game: str) -> list[Shown]:
    """Badges, figures, lines or tracks, each with its rule as a game cites it."""
    return [structs.replace(row, rule=own_row(row.rule, game)) for row in shown]
