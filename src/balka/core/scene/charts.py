"""Printed charts as they lie beside the map: a title, named columns, rows of cells."""

from __future__ import annotations

from msgspec import Struct


class Chart(Struct, frozen=True, kw_only=True):
    """A table a player looks up. `rule` is where it stands in the book; `note` says how it is read."""

    title: str
    rule: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    printed: str = ""
    """how the rule is cited in print, filled in where the chart is shown"""
