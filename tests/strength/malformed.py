"""What nobody should send: made from the types of the real messages, the same for the same seed."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct
from starlette.routing import Mount, Route

from balka.server import messages as m
from balka.server.app import routes
from balka.server.people import asked

SEATS = ("german", "soviet", "watcher", "all", "chance", "", "German", "axis", "g" * 300)
WORDS = ("pass", "ready", "move rif-01 H09", "1d6 6", "roll 12", "undo", "put tent-1 A01", "; ; ;", "pass; pass; pass")
STRANGE = (
    "", "\x00", "²", "٣", "\u202e\u202d", "\ufeff", "a" * 4301, "9" * 4301, "../../etc/passwd", "%00", "${jndi:x}",
    "<script>alert(1)</script>", "' OR 1=1 --", "\r\nSet-Cookie: a=b", "😀" * 50, "ｇｅｒｍａｎ", "null", "-1", "1e309",
)  # fmt: skip
VALUES: tuple[object, ...] = (
    None, True, False, 0, -1, 2**31, 2**53 + 1, 2**63, 2**200, -(2**200), 1.5, 1e308, [], {}, [[]], {"": {}},
    ["x"] * 100, {"type": "hello"}, *STRANGE,
)  # fmt: skip
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "get", "BREW")
ACTS = (m.Choose, m.Place, m.Undo, m.TakeBack, m.Resign, m.Orders, m.AskFor, m.Answer, m.Claim)
"""what only a seat may say"""
ASKED = (m.Grow, m.Quote)
BROKEN = ("", "{", "[", "nul", "{]", '{"type":}', "\ufeff{}", '{"type":"hello"', "'", '{"a":NaN}', '"\\ud800"', "[[[[")
BODIES: tuple[type[Struct], ...] = (m.NewTable, m.Invited, *asked.EXAMPLES)


class Maker:
    """Makes messages and calls; `known` are ids of tables that are somebody else's."""

    def __init__(self, seed: int, known: list[str]) -> None:
        self.rng = random.Random(seed)
        self.known = known
        self._ways: tuple[Callable[[], str], ...] = (
            self.forbidden, self.forbidden, self.forbidden, self._wrong_type, self._wrong_type, self._missing,
            self._unknown, self._deep, self._cut, self._noise, self._long,
        )  # fmt: skip
        self.places = [(path, methods) for path, methods in paths()]

    # -- over sockets

    def message(self) -> str:
        """Something that is malformed, or that whoever only watches may not say."""
        return self.rng.choice(self._ways)()

    def forbidden(self) -> str:
        """Well made, and not for a watcher."""
        kind = self.rng.choice((*ACTS, *ASKED))
        return self._written(kind, {name: self._likely(kind, name) for name in kind.__struct_fields__ if name != "id"})

    def _likely(self, kind: type[Struct], name: str) -> object:
        found: dict[str, object] = {
            "text": self.rng.choice(WORDS),
            "path": [self.rng.choice(WORDS)],
            "index": self.rng.randrange(5),
            "orders": [],
            "what": self.rng.choice(("draw", "back", "break", "resume")),
            "agree": True,
            "bot": self.rng.choice(("greedy", "random", "")),
            "version": None,
        }
        return found[name]

    def _wrong_type(self) -> str:
        kind = self._kind()
        fields = {name: self.rng.choice(VALUES) for name in kind.__struct_fields__}
        return self._written(kind, fields)

    def _missing(self) -> str:
        return json.dumps({"type": self.rng.choice(("choose", "grow", "seat", "values", "overlay", "answer", "say"))})

    def _unknown(self) -> str:
        kind = self.rng.choice((*STRANGE, "scene", "reply", "curtain", "admin", "Choose", 7, None))
        return json.dumps({"type": kind, "text": self.rng.choice(WORDS), "seat": self.rng.choice(SEATS)})

    def _deep(self) -> str:
        depth = self.rng.choice((50, 900, 1100, 10_000))
        opened, closed = self.rng.choice((("[", "]"), ('{"type":', "}")))
        return opened * depth + closed * self.rng.choice((0, depth))

    def _cut(self) -> str:
        whole = self.forbidden()
        return whole[: self.rng.randrange(len(whole))]

    def _noise(self) -> str:
        return self.rng.choice((*BROKEN, "".join(chr(self.rng.randrange(32, 0xD7FF)) for _ in range(40))))

    def _long(self) -> str:
        return json.dumps({"type": "choose", "text": "x" * self.rng.choice((1000, 65_000, 65_536, 70_000))})

    def _kind(self) -> type[Struct]:
        return self.rng.choice(m.Any_.__args__)

    def _written(self, kind: type[Struct], fields: dict[str, Any]) -> str:
        more = {self.rng.choice(("admin", "seat", "token", "__class__")): "german"} if self.rng.random() < 0.2 else {}
        return json.dumps({"type": kind.__struct_config__.tag, **fields, **more})

    # -- over HTTP

    def call(self) -> tuple[str, str, bytes]:
        """A method, an address and a body that nobody may be served by."""
        path, offered = self.rng.choice(self.places)
        method = self.rng.choice(METHODS) if self.rng.random() < 0.5 else self.rng.choice(sorted(offered))
        return method, self._filled(path), self._body()

    def _filled(self, path: str) -> str:
        parts = [self._part(part) if part.startswith("{") else part for part in path.split("/")]
        query = self.rng.choice(("", "", f"?token={self._safe(self.rng.choice(STRANGE))}", "?view=all", "?view=german"))
        return "/".join(parts) + query

    def _part(self, name: str) -> str:
        if name == "{id}" and self.rng.random() < 0.6:
            return self.rng.choice(self.known)
        return self._safe(self.rng.choice((*STRANGE, *SEATS, "1", "0" * 32)))

    def _safe(self, text: str) -> str:
        """As an address has it."""
        return "".join(f"%{byte:02X}" for byte in text[:400].encode())

    def _body(self) -> bytes:
        """Nothing of what is asked for anywhere: no JSON, no object, or an object whose fields are all wrong."""
        chance = self.rng.random()
        if chance < 0.3:
            return self._noise().encode()
        if chance < 0.5:
            return self._deep().encode()
        if chance < 0.7:
            return json.dumps(self.rng.choice([each for each in VALUES if not isinstance(each, dict)])).encode()
        kind = self.rng.choice(BODIES)
        return json.dumps(
            {name: self.rng.choice((7, [1], {"a": 1}, 2**99)) for name in kind.__struct_fields__}
        ).encode()


def is_malformed(text: str) -> bool:
    """Whether a message is none by its type."""
    try:
        m.read_message(text)
    except m.MalformedError:
        return True
    return False


def is_act(text: str) -> bool:
    """Whether somebody who holds no seat may not say it, however it is made."""
    try:
        said = msgspec.json.decode(text)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return False
    tags = {kind.__struct_config__.tag for kind in (*ACTS, *ASKED)}
    return isinstance(said, dict) and said.get("type") in tags


def paths() -> list[tuple[str, set[str]]]:
    """Every address the server answers at, with the methods it offers there; but for the one that never ends."""
    found: list[tuple[str, set[str]]] = []
    for route in routes():
        if isinstance(route, Mount):
            inner = [each for each in route.routes if isinstance(each, Route)]
            found += [(f"{route.path}{each.path}", set(each.methods or ())) for each in inner]
        elif isinstance(route, Route):
            found.append((route.path, set(route.methods or ())))
    return [each for each in found if each[0] != "/api/lobby/live"]
