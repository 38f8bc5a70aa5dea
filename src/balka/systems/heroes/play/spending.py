"""Command Action Points: spending them on checks and on costs. [chapter 3]"""

from __future__ import annotations

from balka.core.choices import Number
from balka.systems.heroes.play.verbs import Caps
from balka.systems.heroes.units import HeroesWork

CHECK_LIMIT = 2  # [3.2-a]
CAPS = {count: Caps(Number(count)) for count in range(-CHECK_LIMIT, 40)}


def cap_choices(held: int) -> list[Caps]:
    """None, one or two CAPs on a check of one's own, as far as they last.

    [3.2-a, d, 3.1-b, 6.7-c, atb 3.2.3-b, atb 7.2-c]
    """
    return [CAPS[count] for count in range(min(CHECK_LIMIT, held) + 1)]


def cap_choices_both_ways(held: int) -> list[Caps]:
    """On a check one would rather fail, CAPs may also raise the number needed. [3.2-b, 13.8-d]"""
    return cap_choices(held) + [CAPS[-count] for count in range(1, min(CHECK_LIMIT, held) + 1)]


def in_caps(count: int) -> str:
    """A number of CAPs in words."""
    return f"{count} CAP" if count == 1 else f"{count} CAPs"


def spend(work: HeroesWork, force: str, count: int) -> None:
    """Each CAP spent lowers the marker one space. [3.1-a, 3.0-a, atb 3.2-a]"""
    if count:
        caps = work.tracks.caps
        work.set_tracks(caps={**caps, force: caps[force] - abs(count)})
