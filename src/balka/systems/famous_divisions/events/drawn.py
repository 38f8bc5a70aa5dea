"""Deeds: what of a fact can be drawn on the map."""

from __future__ import annotations

from collections.abc import Iterable

from balka.core.events import hex_labels
from balka.core.scene.lines import Deed, DeedKind
from balka.systems.famous_divisions.model import GdSetting


def side_of(setting: GdSetting, unit_id: str) -> str:
    """Whose counter it is; of a hidden one nobody's."""
    kinds = setting.catalogue.kinds
    return kinds[unit_id].side if unit_id in kinds else ""


def side_of_chit(setting: GdSetting, battalion: str) -> str:
    """The side whose HQ chit it is."""
    return next((kind.side for kind in setting.catalogue.kinds.values() if kind.battalion == battalion), "")


def went(setting: GdSetting, kind: DeedKind, units: Iterable[str], way: Iterable[int]) -> Deed:
    """Known counters that went a way."""
    known = list(units)
    return Deed(kind=kind, side=side_of(setting, known[0]), units=known, way=hex_labels(setting, way))


def suffered(setting: GdSetting, unit_id: str, stamp: str, hexes: Iterable[int] = ()) -> Deed:
    """A counter to which something was done."""
    here = hex_labels(setting, hexes)
    return Deed(kind="result", side=side_of(setting, unit_id), units=[unit_id], hexes=here, stamp=stamp)
