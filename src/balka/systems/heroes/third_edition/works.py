"""Fortifications and obstacles. [chapter 17]"""

from __future__ import annotations

from collections.abc import Iterator

from balka.core.checks import Part, add
from balka.systems.heroes.third_edition.chapters import Chapter
from balka.systems.heroes.third_edition.costs import Now
from balka.systems.heroes.third_edition.fire import Shot

DUG_IN = add(1, "Hasty Defense", "sos-17.7-b")


def defence_parts(now: Now, shot: Shot) -> Iterator[Part]:
    """A Hasty Defense covers its builder from all sides. [17.7-b]"""
    if shot.target.dug_in:
        yield DUG_IN


HASTY = Chapter(name="8", defence=(defence_parts,))
"""a Hasty Defense comes with card 09 before its chapter is read"""
CHAPTER = Chapter(name="17")
