"""Messages in the language of whoever reads them: the words in them are said anew, keys and names stay."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from balka.core.linking import BEGIN, END, MIDDLE, unmarked
from balka.core.tongues import Tongue, tongue

PROSE = frozenset({
    "text", "label", "prompt", "name", "tip", "note", "title", "sentence", "instead", "why", "left", "statement",
    "act", "step", "rolls", "amount", "price", "stamp", "where", "error", "length", "teaches", "situation",
    "subtitle", "scale", "plays_in", "blurb", "places", "turn", "result", "warns",
    "spaces", "columns", "rows", "players", "printed",
})  # fmt: skip
SAID = (
    "token",
    "checks",
    "slot",
    "exact",
)  # whatever has one of these has a sentence to be said, or a key, in its text
LABELLED = "printed"  # how rules are cited: by their key, or one by one
LARGEST = 20_000  # bytes of a message that is worth remembering
REMEMBERED = 20_000


class Teller:
    """Says messages in one language; what was said once is remembered."""

    def __init__(self, tongue: Tongue) -> None:
        self.tongue = tongue
        self._known: dict[tuple[str, bytes], bytes] = {}

    def json(self, body: bytes) -> bytes:
        """A message of JSON."""
        return self.part("", body)

    def part(self, name: str, body: bytes) -> bytes:
        """A part of a message that has a name there."""
        found = self._known.get((name, body))
        if found is None:
            found = msgspec.json.encode(self.told(msgspec.json.decode(body), name))
            if len(self._known) > REMEMBERED:
                self._known.clear()
            if len(body) < LARGEST:
                self._known[name, body] = found
        return found

    def told(self, value: Any, key: str = "") -> Any:
        """Any value of a message."""
        if isinstance(value, str):
            return self.tongue.say(value) if key in PROSE and value else value
        if isinstance(value, list):
            return [self.told(item, key) for item in value]
        if isinstance(value, dict):
            return self._line(value) if "links" in value and "text" in value else self._object(value, key)
        return value

    def _object(self, value: dict[str, Any], key: str) -> dict[str, Any]:
        kept = (
            {"name"}
            if "exact" in value
            else {"text"}
            if key == "shortcuts" or any(name in value for name in SAID)
            else set()
        )
        if "corners" in value:
            kept = {"note"}  # where the figures of a counter come from
        if "sections" in value or "proven" in value:
            kept = {"name"}  # by which a chapter of the rules is asked for
        inner = LABELLED if key == LABELLED else ""
        return {name: each if name in kept else self.told(each, inner or name) for name, each in value.items()}

    def _line(self, value: dict[str, Any]) -> dict[str, Any]:
        """A line of a log: what it names is found again in the other sentence."""
        text, links = unmarked(self.tongue.say(marked_again(value["text"], value["links"])))
        rest = {name: self.told(each, name) for name, each in value.items() if name not in ("text", "links")}
        return {**rest, "text": text, "links": [msgspec.to_builtins(link) for link in links]}


def marked_again(text: str, links: list[dict[str, Any]]) -> str:
    """A sentence with its names marked as they were when it was made."""
    units = text.encode("utf-16-le")
    said, at = "", 0
    for link in links:
        begin, end = 2 * link["at"], 2 * link["to"]
        meant = f"unit={link['unit']}" if link.get("unit") else f"hex={link.get('hex', '')}"
        said += (
            units[at:begin].decode("utf-16-le") + BEGIN + meant + MIDDLE + units[begin:end].decode("utf-16-le") + END
        )
        at = end
    return said + units[at:].decode("utf-16-le")


@cache
def teller(language: str, game: str) -> Teller | None:
    """Who says messages about a game in a language; nobody is needed for English."""
    spoken = tongue(language, game)
    return Teller(spoken) if spoken is not None else None
