"""What somebody wants to hear, and the token by which his mail ends."""

from __future__ import annotations

import secrets

import msgspec
from msgspec import structs

from balka.server.away.desk import Desk
from balka.server.away.wanting import Wishes, read_wishes
from balka.server.store import Wish


def wish_of(desk: Desk, person_id: str) -> Wish:
    """What is kept for somebody; from now on something is."""
    known = desk.store.away.wish(person_id)
    if known is None:
        desk.store.away.keep_wish(Wish(person_id, secrets.token_urlsafe(24), _text(Wishes())))
        known = desk.store.away.wish(person_id)
        assert known is not None
    return known


def keep(desk: Desk, person_id: str, wishes: Wishes) -> None:
    desk.store.away.keep_wish(structs.replace(wish_of(desk, person_id), wanted=_text(wishes)))


def end_mail(desk: Desk, token: str) -> bool:
    """No more mail to whoever has this token; false where nobody has."""
    known = desk.store.away.wish_by(token)
    if known is None:
        return False
    before = read_wishes(known.wanted)
    wishes = structs.replace(before, mail=structs.replace(before.mail, kinds=()))
    desk.store.away.keep_wish(structs.replace(known, wanted=_text(wishes)))
    return True


def _text(wishes: Wishes) -> str:
    return msgspec.json.encode(wishes).decode()
