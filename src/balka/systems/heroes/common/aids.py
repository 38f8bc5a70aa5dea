"""Beside the rules: overlays to lay on the map, and windows that can be answered in advance (docs/scene.md)."""

from __future__ import annotations

from typing import Any

Wire = dict[str, Any]

OVERLAYS: list[Wire] = [
    {"kind": "sight", "label": "Line of sight", "key": "l", "needs": "hex"},
    {"kind": "fire", "label": "Fire Zone", "key": "f", "needs": "unit"},  # looking is free [5.0-c]
    {"kind": "reach", "label": "Moves", "key": "r", "needs": "unit"},
    {"kind": "control", "label": "Who holds what", "key": "k", "needs": "none"},
]
WINDOWS: list[Wire] = [
    {"kind": "roll.after", "name": "After a roll of your own", "text": "A card may change it.", "let": "keep"},
    {"kind": "cost.window", "name": "While an enemy pays for an Action",
     "text": "Battlefield Confusion makes it dearer.", "let": "pass"},
    {"kind": "bog.window", "name": "When an enemy vehicle stops", "text": "Bogged Down may hold it.", "let": "pass"},
    {"kind": "aa.window", "name": "When an enemy airplane arrives", "text": "Anti-Air units may fire at it.",
     "let": "pass", "act": "answer", "bands": [{"name": "hit", "label": "a hit"}]},
    {"kind": "strike.window", "name": "When you are attacked in Close Combat",
     "text": "A Veteran may strike back.", "let": "pass"},
]  # fmt: skip
