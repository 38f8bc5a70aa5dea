"""People on both databases: what is kept comes back, a name and a ticket are one person's."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Barrier, Thread

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import text

from balka.server.store import (
    Identity,
    Link,
    Note,
    Passkey,
    Person,
    Session,
    Store,
    StoredTable,
    TakenError,
    Ticket,
    opening,
)

NOW = time.time()
MARTA = Person("p1", "Marta", "marta", "$hash", "m@example.org", NOW, NOW)
GUEST = Person("g1", "Marta", created=NOW, seen=NOW)


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    made = Store(database)
    yield made
    made.close()


def session(number: int, person: str = "p1", seen: float = NOW) -> Session:
    return Session(f"hash{number}", f"id{number}", person, NOW, seen, "password", "127.0.0.1", "a browser")


def test_people_come_back_by_id_name_and_mail(store: Store):
    people = store.people
    people.add(MARTA)
    people.add(GUEST)
    people.add(Person("g2", "Marta"))
    assert people.find("p1") == people.named("marta") == people.with_mail("m@example.org") == MARTA
    assert (people.find("g1"), people.find("nobody"), people.named("")) == (GUEST, None, None)
    with pytest.raises(TakenError):
        people.add(Person("p2", "MARTA", "marta"))
    with pytest.raises(TakenError):
        people.change(Person("g1", "Wren", "wren", mail="m@example.org"))
    assert people.find("p2") is None and people.find("g1") == GUEST, "nothing half-made"


def test_sessions_are_kept_used_and_ended(store: Store):
    people = store.people
    people.add(MARTA)
    people.add(GUEST)
    for number in range(3):
        people.enter(session(number, seen=NOW - number))
    people.enter(session(7, "g1"))
    assert [known.id for known in people.sessions("p1", 0)] == ["id0", "id1", "id2"]
    assert people.session("hash1", NOW - 1) == session(1, seen=NOW - 1)
    assert people.session("hash1", NOW) is None, "not used since then"
    people.use(session(1), NOW + 5)
    assert people.sessions("p1", NOW)[0].id == "id1"
    assert people.end("g1", "id0") == 0 and people.end("p1", "id0") == 1
    people.end_all("p1", but="id2")
    assert [known.id for known in people.sessions("p1", 0)] == ["id2"]
    assert people.session("hash7", 0) is not None


def test_the_sessions_longest_unused_go_when_there_are_too_many(store: Store, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("balka.server.store.people.MOST_SESSIONS", 2)
    store.people.add(MARTA)
    for number in range(4):
        store.people.enter(session(number, seen=NOW + number))
    assert [known.id for known in store.people.sessions("p1", 0)] == ["id3", "id2"]


def test_guests_nobody_can_come_back_as_are_forgotten_and_accounts_are_not(store: Store):
    people = store.people
    for person in (MARTA, GUEST, Person("g2", "Wren", created=1.0, seen=1.0), Person("p2", "Noor", "noor", seen=1.0)):
        people.add(person)
    people.enter(session(1, seen=1.0))
    people.enter(session(2, "g1", seen=NOW))
    people.sweep(NOW - 1)
    assert [people.find(known) is None for known in ("p1", "g1", "g2", "p2")] == [False, False, True, False]
    assert people.session("hash1", 0) is None and people.session("hash2", 0) is not None


def test_a_ticket_is_good_once_and_not_for_long(store: Store):
    people = store.people
    good, old = Ticket("h1", "enter", NOW + 900, "p1", "m@example.org", "data"), Ticket("h2", "enter", NOW - 1)
    people.issue(old)
    people.issue(good)
    assert people.ticket("h1") == good and people.ticket("h2") is None
    torn, start = list[bool](), Barrier(4)

    def tears() -> None:
        start.wait()
        torn.append(people.tear(good))

    threads = [Thread(target=tears) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(torn) == [False, False, False, True]
    people.issue(good)
    people.void("p1", ("recover", "enter"))
    assert people.ticket("h1") is None


def test_passkeys_and_identities_are_one_person_s(store: Store):
    people = store.people
    people.add(MARTA)
    key = Passkey("k1", "p1", "Laptop", b"\x00\xff", 1, NOW, 0.0)
    people.add_passkey(key)
    assert people.passkey("k1") == key and people.passkeys("p1") == [key]
    people.used_passkey("k1", 9, NOW)
    assert (people.passkeys("p1")[0].count, people.drop_passkey("g1", "k1")) == (9, 0)
    assert people.drop_passkey("p1", "k1") == 1
    who = Identity("https://issuer", "s1", "p1", NOW)
    people.add_identity(who)
    assert people.identity("https://issuer", "s1") == who and people.identities("p1") == [who]
    with pytest.raises(TakenError):
        people.add_identity(Identity("https://issuer", "s1", "g1", NOW))


def test_tables_are_a_person_s_by_seat_or_as_the_host(store: Store):
    people = store.people
    people.add(MARTA)
    people.add(GUEST)
    for number, owner in enumerate(("p1", "", "g1", "")):
        table = StoredTable(f"t{number}", "camp/raids", "", {}, {}, b"", "", f"host{number}", owner=owner)
        store.create(table, [Link(f"r{number}", "red", claimed=False), Link(f"b{number}", "blue", claimed=False)])
    store.claim("t1", "b1", "b1.secret", "p1")
    store.papers.write_note("t1", "blue", Note(0, 1, "", "", "mine"))
    store.papers.write_note("t0", "red", Note(0, 1, "", "", "mine as the host"))
    store.papers.write_note("t3", "red", Note(0, 1, "", "", "another's"))
    assert sorted(people.tables("p1", 9)) == ["t0", "t1"]
    assert people.tokens("p1", "t0") == {"host0"} and people.tokens("p1", "t1") == {"b1.secret"}
    assert people.tokens("p1", "t2") == people.tokens("", "t1") == set()
    assert people.seats("p1", ["t0", "t1", "t2"]) == {"t0": ["blue", "red"], "t1": ["blue"]}
    assert people.names(["t0", "t1"]) == {"t0": {"red": "Marta", "blue": "Marta"}, "t1": {"blue": "Marta"}}
    people.adopt("p1", "t1", "host1")
    people.adopt("g1", "t0", "host0")
    assert people.tokens("p1", "t1") == {"b1.secret", "host1"} and people.tokens("g1", "t0") == set()
    people.merge("g1", "p1")
    assert sorted(people.tables("p1", 9)) == ["t0", "t1", "t2"] and people.find("g1") is None
    people.drop("p1")
    assert people.tables("p1", 9) == [] and people.find("p1") is None
    assert [len(store.papers.notes(*seat)) for seat in (("t1", "blue"), ("t0", "red"), ("t3", "red"))] == [0, 0, 1]


def test_nobody_has_the_tokens_of_seats_that_are_nobody_s(store: Store):
    store.create(StoredTable("t", "camp/raids", "", {}, {}, b"", "", "host"), [Link("r", "red", claimed=True)])
    assert store.people.tokens("", "t") == set()


def test_a_file_of_the_version_before_accounts_goes_on(tmp_path: Path):
    path = tmp_path / "balka.sqlite"
    store = Store(path)
    table = StoredTable("t1", "camp/raids", "Raids", {}, {"red": "human"}, b"\x01", "", "host")
    store.create(table, [Link("secret", "red", claimed=True, given=True)])
    config = Config()
    config.set_main_option("script_location", str(Path(opening.__file__).parent / "migrations"))
    with store._engine.begin() as db:
        config.attributes["connection"] = db
        command.downgrade(config, "0004")
    store.close()
    with sqlite3.connect(path) as old:
        assert not old.execute("SELECT 1 FROM sqlite_master WHERE name = 'people'").fetchall()
    old.close()
    again = Store(path)
    found = again.find("t1")
    assert found is not None and (found.title, found.owner, found.asks) == ("Raids", "", "")
    assert again.links("t1") == [Link("secret", "red", claimed=True, given=True)]
    with again._engine.connect() as db:
        assert db.execute(text("SELECT version_num FROM alembic_version")).scalar() == opening.HEAD
    again.close()
