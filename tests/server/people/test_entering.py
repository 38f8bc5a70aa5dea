"""Coming in as a guest or with a password, and going: nobody learns who is known here, no session outlives its end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect
from tests.server.people.conftest import PASSWORD, Person

from balka.server.limits import Allowance
from balka.server.people import passwords, sessions
from balka.server.store import AwayError

People = Callable[..., Person]


def cookie_of(answer: Any) -> str:
    return str(answer.headers["set-cookie"])


def test_an_account_is_made_left_and_come_back_to(people: People):
    marta = people()
    assert marta.name == ""
    marta.sign_up("Marta")
    assert marta.name == "Marta"
    marta.sign_out()
    assert marta.name == ""
    elsewhere = people()
    elsewhere.sign_in("  mARTA ")
    assert elsewhere.name == "Marta"
    assert marta.name == "", "signed out is signed out"


def test_the_token_is_in_a_cookie_no_script_reads_and_only_its_hash_is_stored(people: People):
    marta = people()
    answer = marta.http.post("/api/me/account", json={"name": "Marta", "password": PASSWORD})
    cookie = cookie_of(answer)
    assert "HttpOnly" in cookie and "SameSite=lax" in cookie and "Secure" not in cookie
    token = marta.http.cookies[sessions.COOKIE]
    with marta.store._engine.connect() as db:
        stored = str([db.exec_driver_sql(f"SELECT * FROM {name}").all() for name in ("sessions", "people")])
    assert token not in stored and PASSWORD not in stored
    assert sessions.hash_of(token) in stored and "$argon2id$" in stored


@pytest.mark.parametrize("headers", [{"x-forwarded-proto": "https"}, {}])
def test_behind_tls_the_cookie_is_sent_over_tls_only(people: People, headers: dict[str, str]):
    marta = people(address="" if headers else "https://balka.example.org")
    answer = marta.http.post("/api/me/guest", json={"name": "Marta"}, headers=headers)
    assert "Secure" in cookie_of(answer)


def test_a_token_from_before_signing_in_is_worth_nothing_after_it(people: People):
    marta, thief = people(), people()
    marta.call("POST", "/me/guest", {"name": "Marta"})
    thief.http.cookies.set(sessions.COOKIE, marta.http.cookies[sessions.COOKIE])
    assert thief.name == "Marta"
    marta.sign_up("Marta")
    assert (marta.name, thief.name) == ("Marta", "")


def test_whoever_guesses_learns_nothing_about_who_is_known(people: People, monkeypatch: pytest.MonkeyPatch):
    people().sign_up("Marta")
    checked: list[str] = []
    real = passwords._fits

    def counted(password: str, known: str) -> bool:
        checked.append(known)
        return real(password, known)

    monkeypatch.setattr(passwords, "_fits", counted)
    guest = people()
    guest.call("POST", "/me/guest", {"name": "Wren"})
    answers = [guest.sign_in(who, "a wrong password", 401) for who in ("Marta", "Nobody", "Wren", "m@example.org")]
    assert all(answer == answers[0] for answer in answers)
    assert len(checked) == 4 and all(known.startswith("$argon2id$") for known in checked), "the same work for each"


def test_attempts_are_counted_for_an_account_from_everywhere_and_for_an_address(people: People):
    marta = people()
    marta.limits.tries_at_one = Allowance("attempts to sign in to this account", 2, 1)
    for _ in range(2):
        marta.sign_in("Marta", "wrong", 401)
    told = people().sign_in("m a r t a", "wrong", 429)
    assert told["error"] == "Too many attempts to sign in to this account: 2 at once, 1 an hour."
    assert "come back in" in told["instead"]
    marta.limits.tries = Allowance("attempts to sign in from your address", 0, 1)
    assert "from your address" in marta.sign_in("Wren", "wrong", 429)["error"]


def test_new_names_are_counted_for_an_address(people: People):
    marta = people()
    marta.limits.names = Allowance("new names from your address", 1, 1)
    marta.call("POST", "/me/guest", {"name": "Marta"})
    people().call("POST", "/me/account", {"name": "Wren", "password": PASSWORD}, 429)


def test_a_guest_has_a_name_in_one_browser_and_may_become_an_account(people: People):
    marta, other = people(), people()
    told = marta.call("POST", "/me/guest", {"name": "Marta"})
    assert told["person"] == {"name": "Marta", "guest": True}
    other.call("POST", "/me/guest", {"name": "Marta"})
    marta.sign_up("Marta")
    assert marta.call("GET", "/me")["person"] == {"name": "Marta", "guest": False}
    refused = other.call("POST", "/me/account", {"name": "marta", "password": PASSWORD}, 409)
    assert "called 'Marta' already" in refused["error"]
    assert other.call("GET", "/me")["person"] == {"name": "Marta", "guest": True}, "nothing half-made"
    people().call("POST", "/me/guest", {"name": "M A R T A"}, 409)


def test_somebody_signed_in_makes_no_second_account(people: People):
    marta = people()
    marta.sign_up("Marta")
    for path, body in (("guest", {"name": "Wren"}), ("account", {"name": "Wren", "password": PASSWORD})):
        assert "signed in as Marta" in marta.call("POST", f"/me/{path}", body, 400)["error"]


def test_signing_out_everywhere_ends_every_session(people: People):
    browsers = [people() for _ in range(3)]
    browsers[0].sign_up("Marta")
    for browser in browsers[1:]:
        browser.sign_in("Marta")
    assert len(browsers[0].account["sessions"]) == 3
    browsers[1].call("DELETE", "/me/sessions")
    assert [browser.name for browser in browsers] == ["", "", ""]


def test_a_session_that_was_not_used_for_half_a_year_is_over(people: People, monkeypatch: pytest.MonkeyPatch):
    marta = people()
    marta.sign_up("Marta")
    monkeypatch.setattr(sessions, "LIFE", -1)
    assert marta.name == ""


def test_other_sites_pages_can_do_nothing_for_whoever_is_signed_in(people: People):
    marta = people()
    marta.sign_up("Marta")
    for method, path in (("POST", "delete"), ("DELETE", "session"), ("PUT", "name"), ("POST", "session")):
        answer = marta.http.request(method, f"/api/me/{path}", json={}, headers={"origin": "https://evil.example"})
        assert answer.status_code == 403
    assert marta.name == "Marta"


def test_a_line_ends_with_the_session_it_came_by(people: People, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sessions, "LOOKED_AFTER_EVERY", 0.01)
    marta, other = people(), people()
    marta.sign_up("Marta")
    other.sign_in("Marta")
    table = marta.visitor.lay()["id"]
    with other.visitor.at(table) as line:
        assert line.hello("red")["seat"] == "red"
        (elsewhere,) = [known["id"] for known in marta.account["sessions"] if not known["here"]]
        marta.call("DELETE", f"/me/sessions/{elsewhere}")
        with pytest.raises(WebSocketDisconnect):
            for _ in range(20):
                line.next()
    with marta.visitor.at(table) as line:
        assert line.hello("red")["seat"] == "red"


def test_while_the_database_is_away_no_line_is_ended(people: People, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sessions, "LOOKED_AFTER_EVERY", 0.01)
    marta = people()
    marta.sign_up("Marta")
    table = marta.visitor.lay()["id"]
    asked: list[str] = []

    def away(*_: object) -> None:
        asked.append("away")
        raise AwayError("The database does not answer.")

    with marta.visitor.at(table) as line:
        line.hello("red")
        monkeypatch.setattr(type(marta.store.people), "session", away)
        while len(asked) < 3:
            assert line.ask(type="why", unit="tent-1")["type"] in ("reply", "error")
        assert line.scene["seat"] == "red"


def test_where_there_are_no_accounts_nobody_is_known(people: People):
    visitor = people(house=None)
    assert visitor.call("GET", "/me")["open"] is False
    sent = {"guest": {"name": "Marta"}, "account": {"name": "Marta", "password": PASSWORD},
            "session": {"who": "Marta", "password": PASSWORD}}  # fmt: skip
    for path, body in sent.items():
        assert "no accounts here" in visitor.call("POST", f"/me/{path}", body, 404)["error"]
    visitor.call("GET", "/me/account", status=404)
    visitor.call("GET", "/people/Marta", status=404)


def test_the_ways_in_are_those_the_host_has_set_up(people: People):
    assert people().call("GET", "/me")["ways"] == {"mail": False, "passkeys": False, "provider": ""}
