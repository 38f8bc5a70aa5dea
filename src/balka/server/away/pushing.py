"""Web push (RFC 8030): encrypted for the browser alone (RFC 8291), signed with the house's own key (RFC 8292)."""

from __future__ import annotations

import base64
import binascii
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import http_ece
import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from msgspec import Struct
from py_vapid import Vapid02

from balka.core.errors import BalkaError
from balka.server.away import reaching
from balka.server.away.desk import Desk

if TYPE_CHECKING:
    from balka.server.store import Target

KEY = "vapid"
GOOD_FOR = 24 * 3600  # seconds for which a push service keeps what it cannot deliver
SIGNED_FOR = 12 * 3600
AUTH = 16  # bytes of the secret that browser and sender share
TOPIC = "balka"  # a push service that has not delivered the last one replaces it


class Keys(Struct, frozen=True):
    """What a browser gave along with its address, in base64url: its public key, and a secret."""

    p256dh: str
    auth: str


def must_be_keys(keys: Keys) -> Keys:
    """Refuse what nothing could be encrypted for."""
    try:
        point, auth = unwrapped(keys.p256dh), unwrapped(keys.auth)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except (ValueError, binascii.Error) as problem:
        raise BalkaError(
            "These are no keys of a push subscription.", "what PushSubscription.toJSON() gives"
        ) from problem
    if len(auth) != AUTH:
        raise BalkaError(f"The secret of a push subscription has {AUTH} bytes.", "what PushSubscription.toJSON() gives")
    return keys


def unwrapped(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def wrapped(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


# -- the house's key


def _new_key() -> str:
    made = Vapid02()
    made.generate_keys()
    written: bytes = made.private_pem()
    return written.decode()


@lru_cache(maxsize=8)
def _signer(pem: str) -> Vapid02:
    return Vapid02.from_pem(pem.encode())


def signer(desk: Desk) -> Vapid02:
    """The key of the house, made when it is first needed and kept in its database."""
    return _signer(desk.store.away.key(KEY, _new_key))


def public_key(desk: Desk) -> str:
    """What a browser must know to take push from this house and no other."""
    return wrapped(signer(desk).public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


# -- sending


async def send(desk: Desk, target: Target, text: bytes, urgency: str) -> int:
    """Hand a text to the push service of a browser; the status of its answer."""
    keys = msgspec.json.decode(target.data, type=Keys)
    headers = {
        "TTL": str(GOOD_FOR), "Urgency": urgency, "Topic": TOPIC, "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream", **_signed(desk, target.address),
    }  # fmt: skip
    return await reaching.post(target.address, encrypted(text, keys), headers, desk.house.private)


def encrypted(text: bytes, keys: Keys) -> bytes:
    """A text that only the browser with these keys can read."""
    own = ec.generate_private_key(ec.SECP256R1())
    made: bytes = http_ece.encrypt(
        text, private_key=own, dh=unwrapped(keys.p256dh), auth_secret=unwrapped(keys.auth), version="aes128gcm"
    )
    return made


def _signed(desk: Desk, endpoint: str) -> dict[str, str]:
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(desk.now) + SIGNED_FOR, "sub": _contact(desk)}
    made: dict[str, str] = signer(desk).sign(claims)
    return made


def _contact(desk: Desk) -> str:
    """Whom a push service turns to when something is wrong with us."""
    if desk.house.mail is not None:
        return f"mailto:{desk.house.mail.address}"
    return desk.address if desk.address.startswith("https://") else "mailto:nobody@localhost.localdomain"
