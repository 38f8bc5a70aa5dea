"""What the calls about notices answer, as types."""

from __future__ import annotations

from typing import Literal

from balka.core.scene.figures import Sent
from balka.server.away.wanting import Channel, Kind, PaceKind, Shape


class ChannelInfo(Sent, frozen=True, kw_only=True, omit_defaults=False):
    """A channel and what it is for; `closed` says why it is not to be had: the host has set up no `mail`, has not said
    the `address` of the server, or lacks the `packages`."""

    channel: Channel
    closed: Literal["", "mail", "address", "packages"]
    kinds: list[Kind]
    paces: list[PaceKind]


class TargetInfo(Sent, frozen=True, kw_only=True, omit_defaults=False):
    """A browser that takes push, or a webhook. `here`: it is the asker's own browser. `off` says why nothing is sent
    there any more; `used` is empty while nothing was."""

    id: str
    channel: Channel
    name: str
    shape: Shape | Literal[""]
    created: str
    used: str
    off: str
    here: bool


class NoticeSettings(Sent, frozen=True, kw_only=True, omit_defaults=False):
    """How somebody hears of his tables while he is away; `key` is what a browser needs to take push from this server,
    `minutes` how long what happens is gathered."""

    channels: list[ChannelInfo]
    targets: list[TargetInfo]
    key: str
    minutes: float


class HookMade(Sent, frozen=True, kw_only=True, omit_defaults=False):
    """A new webhook; its secret is told this once."""

    secret: str
    settings: NoticeSettings


class Tried(Sent, frozen=True, kw_only=True, omit_defaults=False):
    """What became of a trial: empty where it arrived."""

    problem: str
