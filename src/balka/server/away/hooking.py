"""Webhooks, signed as the Standard Webhooks say: whoever knows the secret can tell that it was this house."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

import msgspec
from msgspec import Struct

from balka.server.away.desk import Desk
from balka.server.away.wanting import Shape
from balka.server.store import Target

PREFIX = "whsec_"


class Hook(Struct, frozen=True):
    """In which shape a webhook is written, and the secret it is signed with."""

    shape: Shape
    secret: str


def new_secret() -> str:
    return PREFIX + base64.b64encode(secrets.token_bytes(32)).decode()


def hook_of(target: Target) -> Hook:
    return msgspec.json.decode(target.data, type=Hook)


async def send(desk: Desk, target: Target, text: bytes, name: str) -> int:
    """Send a text to a webhook; the status of its answer. The same `name` means the same text again."""
    from balka.server.away import reaching

    at = str(int(desk.now))
    headers = {
        "Content-Type": "application/json", "webhook-id": name, "webhook-timestamp": at,
        "webhook-signature": signature(hook_of(target).secret, name, at, text),
    }  # fmt: skip
    return await reaching.post(target.address, text, headers, desk.house.private)


def signature(secret: str, name: str, at: str, text: bytes) -> str:
    """What a receiver works out again from its secret."""
    key = base64.b64decode(secret.removeprefix(PREFIX))
    made = hmac.new(key, f"{name}.{at}.".encode() + text, hashlib.sha256).digest()
    return f"v1,{base64.b64encode(made).decode()}"
