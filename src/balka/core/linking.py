"""Sentences that know which counters and hexes they name.

A sentence is plain text made from a setting. Made from one whose names are marked (`Setting.linking`), it says of each
name what is meant by it: `unmarked` takes the marks out again and tells where the names stood.
"""

from __future__ import annotations

from balka.core.scene.lines import Link

BEGIN, MIDDLE, END = "\ue000", "\ue001", "\ue002"
UNIT, HEX = "unit", "hex"


def marked(kind: str, key: str, name: str) -> str:
    """A name with what it names."""
    return f"{BEGIN}{kind}={key}{MIDDLE}{name}{END}"


def unmarked(said: str) -> tuple[str, list[Link]]:
    """A sentence without marks, and where in it something is named."""
    text, *pieces = said.split(BEGIN)
    links: list[Link] = []
    for piece in pieces:
        mark, _, after = piece.partition(END)
        meant, _, name = mark.partition(MIDDLE)
        links.append(_link(meant, _length(text), name))
        text += name + after
    return text, links


def _link(meant: str, at: int, name: str) -> Link:
    kind, _, key = meant.partition("=")
    to = at + _length(name)
    return Link(at=at, to=to, unit=key) if kind == UNIT else Link(at=at, to=to, hex=key)


def _length(text: str) -> int:
    """How long a browser thinks a text is."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2
