"""All that is kept about somebody, for himself. Secrets that only check something (hashes) are left out."""

from __future__ import annotations

import json
import time

from msgspec import structs
from starlette.requests import Request

from balka.server.people.house import people_of, time_wire
from balka.server.people.sessions import LIFE, store_of
from balka.server.store import Person, StoredTable

MOST_TABLES = 10_000
Plain = dict[str, object]


def all_of(request: Request, person: Person) -> Plain:
    people = people_of(request)
    mine = people.tables(person.id, MOST_TABLES)
    tables, seats = store_of(request).among(mine), people.seats(person.id, mine)
    return {
        "name": person.name,
        "guest": person.is_guest,
        "since": time_wire(person.created),
        "seen": time_wire(person.seen),
        "mail": person.mail or "",
        "has_password": bool(person.password),
        "sessions": [_session(structs.asdict(known)) for known in people.sessions(person.id, time.time() - LIFE)],
        "passkeys": [_passkey(structs.asdict(known)) for known in people.passkeys(person.id)],
        "elsewhere": [
            {"issuer": known.issuer, "subject": known.subject, "since": time_wire(known.created)}
            for known in people.identities(person.id)
        ],
        "ratings": [structs.asdict(known) for known in store_of(request).ratings.of([person.id])],
        "rated_games": [
            _rated(structs.asdict(known)) for known in store_of(request).ratings.changes(person.id, MOST_TABLES)
        ],
        "notices": _notices(request, person),
        "keeps_away": [
            {"name": known.name, "kind": known.kind, "since": time_wire(known.since)}
            for known in store_of(request).order.kept_away(person.id)
        ],
        "tables": [_table(request, person, stored, seats.get(stored.id, [])) for stored in tables],
    }


def _rated(known: Plain) -> Plain:
    """A rated game, without who the other was: that is the other's."""
    return {name: value for name, value in known.items() if name not in ("player", "opponent")}


def _notices(request: Request, person: Person) -> Plain:
    """What he wants to hear, and where it goes; what is encrypted or signed with is left out."""
    away = store_of(request).away
    wish = away.wish(person.id)
    targets = [
        {"channel": known.channel, "address": known.address, "since": time_wire(known.created)}
        for known in away.targets(person.id)
    ]
    return {"wanted": json.loads(wish.wanted) if wish else {}, "targets": targets}


def _session(known: Plain) -> Plain:
    kept = {name: known[name] for name in ("id", "way", "address", "agent")}
    return {**kept, **{name: time_wire(float(str(known[name]))) for name in ("created", "seen")}}


def _passkey(known: Plain) -> Plain:
    kept = {name: known[name] for name in ("id", "name", "count")}
    return {**kept, **{name: time_wire(float(str(known[name]))) for name in ("created", "used")}}


def _table(request: Request, person: Person, stored: StoredTable, seats: list[str]) -> Plain:
    store = store_of(request)
    notes = [structs.asdict(note) for seat in seats for note in store.papers.notes(stored.id, seat)]
    said = [structs.asdict(line) for line in store.talk.lines(stored.id) if line.who in seats]
    return {
        "id": stored.id, "scenario": stored.scenario, "title": stored.title, "seats": seats,
        "laid": stored.owner == person.id, "over": stored.over, "touched": time_wire(stored.touched),
        "notes": notes, "said": said,
    }  # fmt: skip
