"""Hostile input to everything about people, on both databases: refused with a sentence, and nothing half-made."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from tests.server.conftest import TestClient
from tests.server.people.conftest import PASSWORD
from tests.table.camp import GAME as CAMP

from balka.server.app import Settings, create_app
from balka.server.limits import Allowance, Limits
from balka.server.live import NO_DELAYS
from balka.server.people.checking import UnfitError, key_of, mail_of, must_do_as_password, name_of
from balka.server.people.settings import House, Mail

NOWHERE = Mail("127.0.0.1", 1, "Balka <balka@example.org>")
CALLS: dict[str, dict[str, Any]] = {
    "POST /me/guest": {"name": "Marta"},
    "POST /me/account": {"name": "Marta", "password": PASSWORD},
    "POST /me/session": {"who": "Marta", "password": PASSWORD},
    "PUT /me/name": {"name": "Marta"},
    "PUT /me/password": {"new": PASSWORD, "password": ""},
    "PUT /me/mail": {"mail": "m@example.org", "password": ""},
    "POST /me/mail/remove": {"password": ""},
    "POST /me/link": {"mail": "m@example.org", "recover": False},
    "POST /me/link/look": {"ticket": "x"},
    "POST /me/link/use": {"ticket": "x", "name": "", "password": ""},
    "POST /me/passkeys/wish": {"password": ""},
    "POST /me/passkeys/ask": {},
    "POST /me/passkeys": {"ticket": "x", "credential": {"id": "x"}, "name": ""},
    "POST /me/passkeys/enter": {"ticket": "x", "credential": {"id": "x"}},
    "POST /me/passkeys/remove": {"id": "x", "password": ""},
    "PUT /me/notices": {"mail": {"kinds": ["turn"]}, "push": {"paces": ["days"]}, "hook": {}},
    "POST /me/push": {"endpoint": "https://127.0.0.1/x", "keys": {"p256dh": "AAAA", "auth": "AAAA"}},
    "POST /me/hooks": {"url": "https://127.0.0.1/x", "shape": "text"},
    "POST /me/targets/x/try": {},
    "DELETE /me/targets/x": {},
    "POST /me/delete": {"password": "wrong"},
}
VALUES: list[Any] = [
    None, 0, -1, 1.5, True, [], {}, "", " ", "\0", "Mar\0ta", "a" * 301, "a" * 100_000, "\u202eatraM", "<script>",
    "Robert'); DROP TABLE people;--", "../../etc/passwd", "Mаrta", "\ud83d\ude00", "%00", {"id": "\0"}, ["x"] * 1000,
]  # fmt: skip
BODIES = [b"", b"null", b"[]", b"{", b'"name"', b"\xff\xfe", b'{"name": "\\ud800"}', b"[" * 100_000, b"{}" * 9000,
          b'{"name": "x", "is_admin": true}']  # fmt: skip


@pytest.fixture
def door(database: str) -> Iterator[TestClient]:
    settings = Settings(home=False, delays=NO_DELAYS, house=House(mail=NOWHERE), address="http://localhost:8042")
    app = create_app(database, [CAMP], settings)
    with TestClient(app, base_url="http://127.0.0.1") as client:
        yield client


def without_limits(door: TestClient) -> None:
    """As if from ever new addresses."""
    limits: Limits = door.app.state.limits  # type: ignore[attr-defined]
    for name in ("names", "tries", "tries_at_one", "mails", "mails_to_one", "targets"):
        setattr(limits, name, Allowance(name, 10**9, 10**9))


def counts(door: TestClient) -> list[int]:
    with door.app.state.tables.store._engine.connect() as db:  # type: ignore[attr-defined]
        names = ("people", "sessions", "passkeys", "identities", "targets", "posts", "notices")
        return [db.exec_driver_sql(f"SELECT count(*) FROM {name}").scalar() for name in names]


def send(door: TestClient, call: str, body: bytes) -> int:
    method, _, path = call.partition(" ")
    answer = door.request(method, f"/api{path}", content=body)
    if answer.status_code != 200:
        told = answer.json()
        assert told["error"] and 400 <= answer.status_code < 500, (call, body[:80], answer.status_code, told)
        assert PASSWORD not in answer.text
    return answer.status_code


@pytest.mark.parametrize("signed_in", [False, True])
def test_whatever_is_sent_is_refused_or_understood_and_nothing_is_half_made(door: TestClient, signed_in: bool):
    without_limits(door)
    if signed_in:
        door.post("/api/me/account", json={"name": "Noor", "password": PASSWORD})
    before = counts(door)
    dice = random.Random(7)
    for call, good in CALLS.items():
        for body in BODIES:
            assert send(door, call, body) != 200 or call in ("POST /me/passkeys/ask", "POST /me/passkeys/wish")
        for name in good:
            for value in dice.sample(VALUES, 5):
                send(door, call, json.dumps({**good, name: value}).encode())
                if not signed_in:
                    door.cookies.clear()
    if not signed_in:
        made = counts(door)
        assert made[2:] == before[2:] and made[0] <= made[1], "whoever was made has come in"
    else:
        assert counts(door)[0] <= before[0]


def test_a_character_that_no_database_keeps_is_refused_as_such(door: TestClient):
    without_limits(door)
    for call, good in CALLS.items():
        for name in good:
            method, _, path = call.partition(" ")
            answer = door.request(method, f"/api{path}", json={**good, name: "Mar\0ta"})
            assert answer.status_code in (400, 401), (call, name, answer.text)


def test_strange_names_in_addresses_are_nobody_s(door: TestClient):
    door.post("/api/me/account", json={"name": "Noor", "password": PASSWORD})
    for name in ("%00", "a%00b", "%E2%80%AEroon", "..%2f..%2f", "x" * 5000, "'%20OR%201=1", "%ff"):
        assert door.get(f"/api/people/{name}").status_code == 404, name
        assert door.delete(f"/api/me/sessions/{name}").status_code in (404, 405), name
    for cookie in ("x", "x" * 5000, "%00", "' OR 1=1"):
        door.cookies.clear()
        assert door.get("/api/me", headers={"cookie": f"balka-session={cookie}"}).json()["person"] is None


@pytest.mark.parametrize(
    "name",
    ["", "M", "x" * 25, "<b>Marta</b>", "Mar\0ta", "Mar\nta", "\u202eMarta", "m@example.org", "a/b", "Mаrta", " -x",
     "Admin", "b a l k a", "\u200bMarta", "Mar\u200bta", "🙂🙂"],
)  # fmt: skip
def test_a_name_that_could_deceive_or_break_something_is_refused(name: str):
    with pytest.raises(UnfitError):
        name_of(name)


@pytest.mark.parametrize("name", ["Marta", "Żaneta K.", "Иван", "O'Brien", "Wren 2", "李小龙", "x-y_z", "  Noor  "])
def test_names_of_people_everywhere_will_do(name: str):
    assert name_of(name) == name.strip()


def test_two_names_are_the_same_whatever_their_case_width_and_signs():
    assert key_of("Marta K.") == key_of("ＭＡＲＴＡ-k") == key_of("mar_tak")
    assert key_of("Marta") != key_of("Márta")


@pytest.mark.parametrize(
    "mail",
    ["", "x", "a@b", "a b@c.d", "a@b.c\n", "a@b.c,d@e.f", "a@b..c", "é@b.c", "x" * 250 + "@b.c", "a@b.c\r\nBcc: x@y.z"],
)
def test_what_is_no_address_of_mail_is_refused(mail: str):
    if mail == "a@b.c\n":
        assert mail_of(mail) == "a@b.c"
        return
    with pytest.raises(UnfitError):
        mail_of(mail)


@pytest.mark.parametrize(
    "password", ["", "short", "x" * 201, "aaaaaaaaaa", "ababababab", "Marta Kowalska", "martakowalska"]
)
def test_a_password_that_is_guessed_at_once_is_refused(password: str):
    with pytest.raises(UnfitError):
        must_do_as_password(password, "Marta Kowalska")


def test_a_password_needs_nothing_but_length():
    must_do_as_password("correct horse", "Marta")
    must_do_as_password("zażółć gęślą jaźń", "Marta")
