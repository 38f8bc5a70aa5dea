"""Sentences that know which counters and hexes they name.

A sentence is plain text made from a setting. Made from one whose names are marked (`Setting.linking`), it says of each
name what is meant by it: `unmarked` takes the marks out again and tells where the names stood.
"""

from __future__ import annotations

import re

from balka.core.scene.lines import Link

BEGIN, MIDDLE, END = "\ue000", "\ue001", "\ue002"
UNIT, HEX = "unit", "hex"
MARKED = re.compile(f"{BEGIN}({UNIT}|{HEX})=([^{MIDDLE}]*){MIDDLE}([^{END}]*){END}")


def marked(kind: str, key: str, name: str) -> str:
    """A name with what it names."""
    return f"{BEGIN}{kind}={key}{MIDDLE}{name}{END}"


def unmarked(said: str) -> tuple[str, list[Link]]:
    """A sentence without marks, and where in it something is named."""
    text, links, end = "", [], 0
    for found in MARKED.finditer(said):
        text += said[end : found.start()]
        kind, key, name = found.groups()
        at, end = _length(text), found.end()
        text += name
        links.append(Link(at=at, to=at + _length(name), **{kind: key}))
    return text + said[end:], links


def _length(text: str) -> int:
    """How long a browser thinks a text is."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2
