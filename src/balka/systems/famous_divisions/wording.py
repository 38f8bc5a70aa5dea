"""Words for what is printed: counters, hexes, sides, crossings, turns, scores."""

from __future__ import annotations

import re
from collections.abc import Iterable

from balka.systems.famous_divisions.model import GdSetting

ONLY_HQS = "Nobody there may be fired at: an HQ is a target only when alone."


def slug(text: str) -> str:
    """A printed name as it is typed: small letters, digits, dots and hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def name(setting: GdSetting, unit_id: str) -> str:
    """A counter's printed name."""
    kinds = setting.catalogue.kinds
    return setting.named(unit_id, kinds[unit_id].name) if unit_id in kinds else "a hidden unit"


def names(setting: GdSetting, ids: Iterable[str]) -> str:
    return ", ".join(name(setting, unit_id) for unit_id in ids)


def label(setting: GdSetting, h: int) -> str:
    return setting.board.labels[h]


def labels(setting: GdSetting, hexes: Iterable[int]) -> str:
    return ", ".join(label(setting, h) for h in hexes)


def people(side: str) -> str:
    return {"german": "German", "soviet": "Soviet"}[side]


def crossing(setting: GdSetting, site: tuple[int, int]) -> str:
    """A hexside with a bridge, or the hex that is one."""
    return setting.catalogue.ground.crossing_name(*site)


def turn_name(setting: GdSetting, day: int, part: str) -> str:
    """The day of the month and the part of the day."""
    return f"{day} {setting.rulebook.month}, {part}"


def score(setting: GdSetting, points: int) -> str:
    """The points at the end, those needed, and whether that is a draw. [18.3-l, 20.3-e]"""
    book = setting.rulebook
    text = f"{people(book.scorer)} side: {points} victory points, {book.win} needed."
    return f"{text} The game is drawn." if points < book.win and points == book.draw else text
