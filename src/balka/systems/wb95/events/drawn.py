"""Deeds: what of a fact can be drawn on the map."""

from __future__ import annotations

from collections.abc import Iterable

from balka.core.events import hex_labels
from balka.core.scene.lines import Deed, DeedKind
from balka.systems.wb95.position import WbSetting


def side_of(setting: WbSetting, unit_id: str) -> str:
    """Whose counter it is; of a masked one nobody's."""
    counter = setting.catalogue.counters.get(unit_id)
    return counter.side if counter else ""


def went(setting: WbSetting, kind: DeedKind, units: Iterable[str], way: Iterable[int]) -> Deed:
    """Counters that went a way."""
    known = list(units)
    return Deed(kind=kind, side=side_of(setting, known[0]), units=known, way=hex_labels(setting, way))
