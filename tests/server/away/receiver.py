"""Receivers on this computer, for tests: a webhook's, and a push service with the browser behind it."""

from __future__ import annotations

import base64
import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from joserfc import jwt
from joserfc.jwk import ECKey
from msgspec import Struct


class Got(Struct):
    """A request that came."""

    path: str
    headers: dict[str, str]
    body: bytes


class Receiver:
    """Keeps what it is sent, and answers with the status it is told to."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.status = 201
        self.location = ""
        self.got: list[Got] = []

    def url(self, path: str = "/hook") -> str:
        return f"http://127.0.0.1:{self.port}{path}"


@contextmanager
def receiver() -> Iterator[Receiver]:
    made: list[Receiver] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            made[0].got.append(Got(self.path, {name.lower(): value for name, value in self.headers.items()}, body))
            self.send_response(made[0].status)
            if made[0].location:
                self.send_header("Location", made[0].location)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *words: Any) -> None:
            """Nothing is said."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    made.append(Receiver(server.server_address[1]))
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield made[0]
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def wrapped(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def unwrapped(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Device:
    """A browser behind a push service: it has the keys, and reads what came for it."""

    def __init__(self, service: Receiver, path: str = "/push/one") -> None:
        self.service = service
        self.path = path
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = os.urandom(16)

    @property
    def subscription(self) -> dict[str, Any]:
        """As PushSubscription.toJSON() gives it."""
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": wrapped(point), "auth": wrapped(self._auth)}
        return {"endpoint": self.service.url(self.path), "expirationTime": None, "keys": keys}

    def read(self) -> list[dict[str, Any]]:
        """All that came, decrypted."""
        return [json.loads(self.opened(got)) for got in self.service.got if got.path == self.path]

    def opened(self, got: Got) -> bytes:
        assert got.headers["content-encoding"] == "aes128gcm"
        text: bytes = http_ece.decrypt(got.body, private_key=self._key, auth_secret=self._auth, version="aes128gcm")
        return text


def claims_of(got: Got, public_key: str) -> dict[str, Any]:
    """What the sender of a push says of himself, if it is signed with the key the browser was told (RFC 8292)."""
    scheme, _, rest = got.headers["authorization"].partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert (scheme, parts["k"]) == ("vapid", public_key)
    point = unwrapped(parts["k"])
    key = ECKey.import_key({"kty": "EC", "crv": "P-256", "x": wrapped(point[1:33]), "y": wrapped(point[33:])})
    return dict(jwt.decode(parts["t"], key, algorithms=["ES256"]).claims)
