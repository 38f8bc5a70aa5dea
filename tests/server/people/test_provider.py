"""Signing in elsewhere, against an issuer on this computer: what it signed for this browser counts."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from joserfc.jwk import RSAKey
from msgspec import structs
from tests.server.people.conftest import Person
from tests.server.people.issuer import Issuer, issuer

from balka.server.people import provider
from balka.server.people.settings import House

ADDRESS = "http://balka.example.org"
Town = Callable[[], Person]


@pytest.fixture(scope="module")
def club() -> Iterator[Issuer]:
    with issuer() as made:
        yield made


@pytest.fixture
def town(people: Callable[..., Person], club: Issuer) -> Town:
    club.who, club.lies, club.signs_with = {"sub": "s1", "preferred_username": "Marta"}, {}, club.key
    return lambda: people(house=House(provider=club.provider), address=ADDRESS)


def go(person: Person) -> str:
    """To the issuer; the address it sends the browser back to."""
    there = person.http.get("/api/me/elsewhere", follow_redirects=False)
    assert there.status_code == 303, there.text
    return str(httpx.get(there.headers["location"], follow_redirects=False).headers["location"])


def back(person: Person, address: str) -> str:
    """Come back; where one is then."""
    parts = urlsplit(address)
    assert address.startswith(f"{ADDRESS}/api/me/elsewhere/back")
    answer = person.http.get(f"{parts.path}?{parts.query}", follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def test_somebody_new_comes_in_and_comes_back_from_another_browser(town: Town, club: Issuer):
    club.who |= {"email": "marta@example.org", "email_verified": True}
    marta, elsewhere = town(), town()
    assert marta.call("GET", "/me")["ways"]["provider"] == "the club"
    assert back(marta, go(marta)) == "/"
    assert (marta.name, marta.account["mail"], marta.account["elsewhere"]) == (
        "Marta", "marta@example.org", [club.address],
    )  # fmt: skip
    assert back(elsewhere, go(elsewhere)) == "/"
    assert elsewhere.name == "Marta" and len(marta.account["sessions"]) == 2


def test_nobody_takes_over_an_account_by_a_name_or_a_mail(town: Town, club: Issuer):
    town().sign_up("Marta")
    stranger = town()
    back(stranger, go(stranger))
    assert stranger.name == "Marta 2"
    club.who = {"sub": "s2", "preferred_username": "<b>", "email": "x@example.org", "email_verified": False}
    other = town()
    back(other, go(other))
    assert (other.name, other.account["mail"]) == ("Player 2", "")


def test_an_account_is_connected_and_a_guest_keeps_his_tables(town: Town, club: Issuer):
    marta = town()
    marta.sign_up("Marta")
    back(marta, go(marta))
    assert marta.account["elsewhere"] == [club.address]
    club.who = {"sub": "s2", "preferred_username": "Wren"}
    guest = town()
    guest.call("POST", "/me/guest", {"name": "Somebody"})
    table = guest.visitor.lay()["id"]
    back(guest, go(guest))
    assert guest.name == "Wren" and [row["id"] for row in guest.tables] == [table]


def test_connecting_needs_a_session_that_began_just_now(town: Town, club: Issuer, monkeypatch: pytest.MonkeyPatch):
    marta = town()
    marta.sign_up("Marta")
    monkeypatch.setattr(provider, "FRESH", -1)
    assert back(marta, go(marta)) == "/enter?failed"
    assert marta.account["elsewhere"] == []


def test_only_the_browser_that_went_there_may_come_back_and_once(town: Town):
    marta, victim = town(), town()
    address = go(marta)
    assert back(victim, address) == "/enter?failed" and victim.name == "", "another's state"
    assert back(marta, address) == "/"
    marta.sign_out()
    assert back(marta, address) == "/enter?failed" and marta.name == ""


@pytest.mark.parametrize(
    "lies",
    [
        {"nonce": "another"}, {"aud": "somebody else"}, {"iss": "https://evil.example"},
        {"exp": int(time.time()) - 3600}, {"azp": "somebody else"}, {"sub": 7},
    ],
)  # fmt: skip
def test_a_token_that_was_not_made_for_this_is_refused(town: Town, club: Issuer, lies: dict[str, Any]):
    club.lies = lies
    marta = town()
    assert back(marta, go(marta)) == "/enter?failed"
    assert marta.name == ""


def test_a_token_signed_by_somebody_else_is_refused(town: Town, club: Issuer):
    club.signs_with = RSAKey.generate_key(2048, {"kid": "k1"}, auto_kid=False)
    marta = town()
    assert back(marta, go(marta)) == "/enter?failed"


def test_without_an_issuer_or_an_address_nobody_is_sent_away(people: Callable[..., Person], club: Issuer):
    somebody = people(house=House(provider=club.provider))
    assert somebody.call("GET", "/me")["ways"]["provider"] == ""
    somebody.call("GET", "/me/elsewhere", status=404)


def test_an_issuer_that_does_not_answer_leads_back_to_the_door(people: Callable[..., Person], club: Issuer):
    gone = structs.replace(club.provider, issuer="http://127.0.0.1:1")
    somebody = people(house=House(provider=gone), address=ADDRESS)
    answer = somebody.http.get("/api/me/elsewhere", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/enter?failed")
