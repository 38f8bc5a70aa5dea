"""A small OpenID Connect issuer on this computer, for tests: it lets in whoever is named, and can be told to lie."""

from __future__ import annotations

import base64
import hashlib
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import KeySet, RSAKey

from balka.server.people.settings import Provider

CLIENT, SECRET = "balka", "the client's secret"


class Issuer:
    """`who` is whoever comes next; `lies` replace claims of his token."""

    def __init__(self) -> None:
        self.address = ""
        self.who: dict[str, Any] = {"sub": "s1", "preferred_username": "Marta"}
        self.lies: dict[str, Any] = {}
        self.key = RSAKey.generate_key(2048, {"kid": "k1"}, auto_kid=False)
        self.signs_with = self.key
        self._codes: dict[str, dict[str, str]] = {}

    @property
    def provider(self) -> Provider:
        return Provider(self.address, CLIENT, SECRET, "the club")

    def page(self, path: str) -> dict[str, Any]:
        if path == "/jwks":
            return dict(KeySet([self.key]).as_dict(private=False))
        return {"issuer": self.address, "authorization_endpoint": f"{self.address}/authorize",
                "token_endpoint": f"{self.address}/token", "jwks_uri": f"{self.address}/jwks"}  # fmt: skip

    def authorize(self, asked: dict[str, str]) -> str:
        """Where the browser goes next: back, with a code."""
        code = f"code{len(self._codes)}"
        self._codes[code] = asked
        return f"{asked['redirect_uri']}?{urlencode({'code': code, 'state': asked['state']})}"

    def token(self, form: dict[str, str], auth: str) -> dict[str, Any] | None:
        asked = self._codes.pop(form["code"], None)
        sent = base64.b64encode(f"{CLIENT}:{SECRET}".encode()).decode()
        digest = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        if asked is None or auth != f"Basic {sent}" or challenge != asked["code_challenge"]:
            return None
        now = int(time.time())
        claims = {"iss": self.address, "aud": CLIENT, "exp": now + 300, "iat": now, "nonce": asked["nonce"]}
        signed = jwt.encode({"alg": "RS256", "kid": "k1"}, {**claims, **self.who, **self.lies}, self.signs_with)
        return {"access_token": "a", "token_type": "Bearer", "id_token": signed}


@contextmanager
def issuer() -> Iterator[Issuer]:
    made = Issuer()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            if parts.path == "/authorize":
                self._answer(302, b"", made.authorize({key: each[0] for key, each in parse_qs(parts.query).items()}))
            else:
                self._answer(200, json.dumps(made.page(parts.path)).encode())

        def do_POST(self) -> None:
            sent = parse_qs(self.rfile.read(int(self.headers["content-length"])).decode())
            form = {key: each[0] for key, each in sent.items()}
            told = made.token(form, self.headers.get("authorization", ""))
            self._answer(200 if told else 400, json.dumps(told or {"error": "invalid_grant"}).encode())

        def _answer(self, status: int, body: bytes, location: str = "") -> None:
            self.send_response(status)
            if location:
                self.send_header("location", location)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    made.address = f"http://127.0.0.1:{server.server_port}"
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield made
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
