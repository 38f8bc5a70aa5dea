"""What people ask for, as types with sizes: whatever is too long or of another kind is refused before it is used."""

from __future__ import annotations

from typing import Annotated, TypeVar

from msgspec import Meta, Struct
from starlette.requests import Request

from balka.server.calls import body, read
from balka.server.messages import MalformedError

LONGEST_CALL = 16 * 1024
Short = Annotated[str, Meta(max_length=300)]
Token = Annotated[str, Meta(max_length=100)]
Kind = TypeVar("Kind", bound=Struct)


class Named(Struct, forbid_unknown_fields=True):
    """A name to be called by, or of a passkey."""

    name: Short


class NewAccount(Struct, forbid_unknown_fields=True):
    name: Short
    password: Short


class SignIn(Struct, forbid_unknown_fields=True):
    """`who` is a name, or an address of mail."""

    who: Short
    password: Short


class Proof(Struct, forbid_unknown_fields=True):
    """That it is really he: his password, unless he came in just now."""

    password: Short = ""


class NewPassword(Struct, forbid_unknown_fields=True):
    new: Short
    password: Short = ""


class NewMail(Struct, forbid_unknown_fields=True):
    mail: Short
    password: Short = ""


class LinkWish(Struct, forbid_unknown_fields=True):
    """A link by mail: to come in, or to `recover` an account."""

    mail: Short
    recover: bool = False


class TicketShown(Struct, forbid_unknown_fields=True):
    """A link that came by mail is used; a name for a new account, a password for one that is recovered."""

    ticket: Token
    name: Short = ""
    password: Short = ""


EXAMPLES: dict[type[Struct], str] = {
    Named: '{"name": "Marta"}',
    NewAccount: '{"name": "Marta", "password": "..."}',
    SignIn: '{"who": "Marta", "password": "..."}',
    Proof: '{"password": "..."}',
    NewPassword: '{"new": "...", "password": "..."}',
    NewMail: '{"mail": "marta@example.org", "password": "..."}',
    LinkWish: '{"mail": "marta@example.org"}',
    TicketShown: '{"ticket": "..."}',
}


async def asked(request: Request, kind: type[Kind]) -> Kind:
    """What was sent, as what it should be."""
    sent = await body(request)
    if len(sent) > LONGEST_CALL:
        raise MalformedError("The request is too long.", f"at most {LONGEST_CALL} bytes")
    if b"\\u0000" in sent:
        raise MalformedError("The request holds a character that is none.", "text without \\u0000")
    return read(sent, kind, EXAMPLES.get(kind, "a JSON object"))
