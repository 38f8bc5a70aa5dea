"""Air Phases: missions planned in secret, air combat, and what the aircraft do. [chapters 8 and 21]"""

from __future__ import annotations

from msgspec import structs

from balka.core.state import Work


def open_air(work: Work, side: str) -> None:
    """Only sides with air counters fly. [8.1.4]"""


def clear_air(work: Work) -> None:
    """Aircraft go home at the end of the day. [8.1.5]"""
    if work.position.air or work.position.harassed:
        work.position = structs.replace(work.position, air=(), harassed=())
    if work.tracks.flown:
        work.tracks = structs.replace(work.tracks, flown=())
