"""Scenes put together from what a line was sent, as the browser does it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any


def joined(held: dict[str, Any], said: dict[str, Any]) -> dict[str, Any]:
    """As the browser does it."""
    lists = {
        name: [item for piece in told for item in (held[name][slice(*piece)] if isinstance(piece, list) else [piece])]
        for name, told in said["lists"].items()
    }
    return {**held, **said["fields"], **lists}


def scenes_of(frames: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The scenes that the frames of a line amount to, one after the other."""
    held: dict[str, Any] = {}
    for frame in frames:
        if frame["type"] in ("scene", "changes"):
            held = frame["scene"] if frame["type"] == "scene" else joined(held, frame)
            yield held
