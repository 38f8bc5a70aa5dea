"""Grossdeutschland: companies of one division, six hours a turn."""

from __future__ import annotations

from typing import Any


def __getattr__(name: str) -> Any:
    """The title is put together only when it is asked for."""
    if name == "GAME":
        from balka.games.grossdeutschland.title import GAME

        return GAME
    raise AttributeError(name)
