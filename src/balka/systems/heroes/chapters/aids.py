"""Beside the rules: overlays to lay on the map, and windows that can be answered in advance ."""

from __future__ import annotations

from balka.core.scene.display import OverlayTool, Window, WindowBand

OVERLAYS = [
    OverlayTool(kind="sight", label="Line of sight", key="l", needs="hex"),
    OverlayTool(kind="fire", label="Fire Zone", key="f", needs="unit"),  # looking is free [5.0-c]
    OverlayTool(kind="reach", label="Moves", key="r", needs="unit"),
    OverlayTool(kind="control", label="Who holds what", key="k", needs="none"),
]
WINDOWS = [
    Window(kind="roll.after", name="After a roll of your own", text="A card may change it.", let="keep"),
    Window(kind="cost.window", name="While an enemy pays for an Action",
           text="Battlefield Confusion makes it cost more.", let="pass"),
    Window(kind="bog.window", name="When an enemy vehicle stops", text="Bogged Down may hold it.", let="pass"),
    Window(kind="aa.window", name="When an enemy airplane arrives", text="Anti-Air units may fire at it.",
           let="pass", act="answer", bands=[WindowBand("hit", "a hit")]),
    Window(kind="strike.window", name="When you are attacked in Close Combat",
           text="A Veteran may strike back.", let="pass"),
]  # fmt: skip
