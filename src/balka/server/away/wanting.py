"""What somebody wants to hear, by which channel, at which pace."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

import msgspec
from msgspec import Meta, Struct

from balka.server.pace import LivePace, Pace

Kind = Literal["turn", "asked", "clock", "over", "came", "challenge"]
PaceKind = Literal["live", "days", "none"]
Channel = Literal["mail", "push", "hook"]
Shape = Literal["text", "content", "json"]  # how a webhook is written
KINDS: tuple[Kind, ...] = get_args(Kind)
PACES: tuple[PaceKind, ...] = get_args(PaceKind)
CHANNELS: tuple[Channel, ...] = get_args(Channel)


class Wanted(Struct, frozen=True, forbid_unknown_fields=True):
    """What one channel is for."""

    kinds: Annotated[tuple[Kind, ...], Meta(max_length=len(KINDS))] = KINDS
    paces: Annotated[tuple[PaceKind, ...], Meta(max_length=len(PACES))] = PACES

    def has(self, kind: str, pace: PaceKind) -> bool:
        return kind in self.kinds and pace in self.paces


class Wishes(Struct, frozen=True, forbid_unknown_fields=True):
    """What each channel is for. A live game is too quick for mail; what somebody switched on himself tells him all."""

    mail: Wanted = Wanted(paces=("days", "none"))
    push: Wanted = Wanted()
    hook: Wanted = Wanted()

    def of(self, channel: Channel) -> Wanted:
        found: Wanted = getattr(self, channel)
        return found


def read_wishes(text: str) -> Wishes:
    """Wishes as they are stored; the usual ones where nothing is."""
    return msgspec.json.decode(text, type=Wishes) if text else Wishes()


def pace_kind(pace: Pace | None) -> PaceKind:
    if pace is None:
        return "none"
    return "live" if isinstance(pace, LivePace) else "days"
