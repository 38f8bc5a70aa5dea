"""Only what changed of a scene goes over the wire, to a browser that holds the last one and asked for changes.

Most of a large scene are its stacks, its layers and the words that can be said, and few of them differ from one scene
to the next. Each of these lists is sent as pieces: a new item, or a run of the list that the browser has.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from msgspec import Raw, Struct

from balka.core.events import Event
from balka.core.scene.scene import Scene
from balka.core.telling import Teller
from balka.server.messages import SceneChanged

LISTS = ("stacks", "layers", "choices")
ALWAYS = ("version", "log", "log_from")  # the log goes on from where it was, whatever it was before
PLAIN = tuple(name for name in Scene.__struct_fields__ if name not in LISTS)

Piece = tuple[int, int] | Raw


class Written(Struct, frozen=True):
    """A scene as it was sent: every field of it, and every item of its long lists, in JSON."""

    version: int
    fields: dict[str, bytes]
    lists: dict[str, list[bytes]]

    def shows_as(self, other: Written) -> bool:
        """Whether a browser would draw the same, whatever was said in the log."""
        same = all(text == other.fields[name] for name, text in self.fields.items() if name not in ALWAYS)
        return same and self.lists == other.lists


def written(scene: Scene, teller: Teller | None = None) -> Written:
    """A scene in the language of a teller, or in English."""
    encode = msgspec.json.Encoder().encode
    fields = {name: encode(getattr(scene, name)) for name in PLAIN}
    lists = {name: [encode(item) for item in getattr(scene, name)] for name in LISTS}
    if teller is not None:
        fields = {name: teller.part(name, body) for name, body in fields.items()}
        lists = {name: [teller.part(name, body) for body in bodies] for name, bodies in lists.items()}
    return Written(scene.version, fields, lists)


def changes(before: Written, now: Written) -> SceneChanged:
    """What makes the one scene of the other."""
    fields = {name: Raw(text) for name, text in now.fields.items() if name in ALWAYS or text != before.fields[name]}
    lists = {
        name: list(pieces(before.lists[name], items))
        for name, items in now.lists.items()
        if items != before.lists[name]
    }
    return SceneChanged(after=before.version, fields=fields, lists=lists)


def pieces(before: Sequence[bytes], now: Sequence[bytes]) -> Iterator[Piece]:
    """A list told by runs of the one before, first item and the one after the last, and by new items."""
    places = {item: n for n, item in enumerate(before)}
    first = last = 0
    for item in now:
        if last > first and last < len(before) and before[last] == item:
            last += 1
            continue
        if last > first:
            yield first, last
        place = places.get(item)
        first, last = (0, 0) if place is None else (place, place + 1)
        if place is None:
            yield Raw(item)
    if last > first:
        yield first, last


def common(old: tuple[Event, ...], new: tuple[Event, ...]) -> int:
    """How many events at the beginning are the same."""
    if len(old) <= len(new) and old == new[: len(old)]:
        return len(old)
    pairs = enumerate(zip(old, new, strict=False))
    return next((n for n, (before, after) in pairs if before != after), min(len(old), len(new)))
