"""The counters an example names, beside those in the box."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.conformance.examples.atb.field import kind

TYPES = {
    "German Rifle": "grif", "German LMG": "lmg34", "German HMG": "hmg34", "German Pioneer": "pio",
    "Soviet Rifle": "srif", "Soviet MMG": "maxim", "Soviet SMG": "smg", "Soviet ATG 45mm": "45mm",
    "German 251": "sd251", "German PaK38": "pak38", "German PzIIIe": "pz3e", "German PzIIIh": "pz3h",
    "German PzJg 35R": "pzjg35", "Soviet T-34a": "tk34a", "Soviet T-34": "tk34a",
}  # fmt: skip
FIGURES = {
    "attack_cost": "attack_cost", "move_cost": "move_cost", "red_ar": "red_fp", "blue_ar": "blue_fp",
    "front_dr": "front_def", "flank_dr": "flank_def", "range": "range",
}  # fmt: skip


def wrong_figures(example: dict[str, Any]) -> list[str]:
    """Figures an example gives for a counter that are not those of the box."""
    units = [entry for entry in example["setup"].get("units", ()) if isinstance(entry, dict)]
    return [line for entry in units for line in _wrong(entry)]


def _wrong(entry: dict[str, Any]) -> Iterator[str]:
    slug = _slug(entry)
    for key, figure in FIGURES.items():
        have = getattr(kind(slug), figure) if slug else None
        if slug and key in entry and entry[key] != have:
            yield f"{entry.get('ref', entry['type'])}, {key}: the text says {entry[key]!r}, the box {have!r}"


def _slug(entry: dict[str, Any]) -> str:
    """The type meant; nothing where the example names none, or none of one side."""
    called, side = str(entry.get("type", "")), entry.get("side")
    fitting = [slug for name, slug in TYPES.items() if name.partition(" ")[2] == called]
    if side:
        return TYPES.get(f"{side} {called}", "")
    return fitting[0] if len(fitting) == 1 else ""
