"""Notices in words. Each names a table and what waits there, and nothing of what happened at it."""

from __future__ import annotations

from email.message import EmailMessage

import msgspec
from msgspec import Struct

from balka.server.away.desk import Line
from balka.server.people import mailing
from balka.server.people.settings import Mail
from balka.server.store import Person

SENTENCES = {
    "turn": "It is your turn",
    "asked": "You are asked for an answer",
    "clock": "Your clock runs low",
    "over": "The game is over",
    "came": "Somebody has come to your table",
    "challenge": "You are challenged",
}
SEVERAL = "{n} tables wait for you"
TURNS = "It is your turn at {n} tables"
QUIET = "Nothing more is sent until you have been there."
MAIL = """Hello {name},

{tables}

{quiet}

What you hear of, and how: {address}/account
No more mail of this kind: {unsubscribe}
"""
TRIED = "This is how Balka will call you."


class Call(Struct, frozen=True):
    """What a browser or a webhook is told: a sentence for all, one for each table, and where to go."""

    title: str
    lines: tuple[str, ...]
    url: str


def sentence(line: Line) -> str:
    against = f", against {line.against}" if line.against else ""
    return f"{SENTENCES[line.kind]}: {line.title}{against}"


def subject(lines: list[Line]) -> str:
    """One sentence about all of them."""
    if len(lines) == 1:
        return sentence(lines[0])
    all_turns = all(line.kind in ("turn", "clock") for line in lines)
    return (TURNS if all_turns else SEVERAL).format(n=len(lines))


def call(lines: list[Line]) -> Call:
    url = lines[0].url if len(lines) == 1 else "/"
    return Call(subject(lines), tuple(map(sentence, lines)) if len(lines) > 1 else (), url)


def trial() -> Call:
    """What is sent when somebody tries whether it arrives."""
    return Call("Balka", (TRIED,), "/account")


# -- for each channel


def mail(mail: Mail, person: Person, lines: list[Line], address: str, token: str) -> EmailMessage:
    """A mail with the two headers by which a mail program offers to unsubscribe with one click (RFC 8058)."""
    unsubscribe = f"{address}/unsubscribe/{token}"
    tables = "\n\n".join(f"{sentence(line)}\n{address}{line.url}" for line in lines)
    text = MAIL.format(name=person.name, tables=tables, quiet=QUIET, address=address, unsubscribe=unsubscribe)
    message = mailing.written(mail, person.mail or "", subject(lines), text)
    message["List-Unsubscribe"] = f"<{unsubscribe}>"
    message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return message


def push(call: Call) -> bytes:
    """What the service worker reads."""
    return msgspec.json.encode({"title": call.title, "body": "\n".join(call.lines), "url": call.url})


def hook(call: Call, shape: str, address: str) -> bytes:
    """A webhook in the shape that a chat service or a program expects; nobody is mentioned by it."""
    url = f"{address}{call.url}"
    text = "\n".join([call.title, *call.lines, url])
    if shape == "text":
        return msgspec.json.encode({"text": text})
    if shape == "content":
        return msgspec.json.encode({"content": text, "allowed_mentions": {"parse": []}})
    return msgspec.json.encode({"title": call.title, "lines": call.lines, "url": url})
