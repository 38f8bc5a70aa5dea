"""The account page and the page of a person: what is told to whom, changed, downloaded, and gone."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from tests.server.people.conftest import PASSWORD, Person

from balka.server.people import house as shared

People = Callable[..., Person]


@pytest.fixture
def long_ago(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has come in just now."""
    monkeypatch.setattr(shared, "FRESH", -1)


def test_sessions_are_listed_with_when_and_where_and_ended_one_by_one(people: People):
    marta, elsewhere = people(), people()
    marta.http.headers["user-agent"] = "A browser " + "x" * 500
    marta.sign_up("Marta")
    elsewhere.sign_in("Marta")
    listed = {known["here"]: known for known in marta.account["sessions"]}
    assert listed[True]["way"] == "password" and len(listed[True]["agent"]) == 200
    assert listed[True]["address"] and listed[True]["created"][:2] == "20"
    marta.call("DELETE", f"/me/sessions/{listed[False]['id']}")
    assert elsewhere.name == "" and len(marta.account["sessions"]) == 1
    marta.call("DELETE", f"/me/sessions/{listed[False]['id']}", status=404)


def test_nobody_ends_the_session_of_another(people: People):
    marta, wren = people(), people()
    marta.sign_up("Marta")
    wren.sign_up("Wren")
    wren.call("DELETE", f"/me/sessions/{marta.account['sessions'][0]['id']}", status=404)
    assert marta.name == "Marta"


def test_the_name_can_be_changed_to_one_that_is_free(people: People):
    marta, wren = people(), people()
    marta.sign_up("Marta")
    wren.sign_up("Wren")
    marta.call("PUT", "/me/name", {"name": "WREN"}, 409)
    assert marta.name == "Marta"
    marta.call("PUT", "/me/name", {"name": "MARTA"})
    marta.call("PUT", "/me/name", {"name": "Marta K."})
    people().sign_in("marta k")
    people().sign_up("Marta")


def test_a_new_password_needs_the_old_one_and_signs_out_other_browsers(people: People, long_ago: None):
    marta, elsewhere = people(), people()
    marta.sign_up("Marta")
    elsewhere.sign_in("Marta")
    for wrong in ("", "not my password"):
        refused = marta.call("PUT", "/me/password", {"new": "another password", "password": wrong}, 409)
        assert refused["error"] == "The password is not right."
    marta.call("PUT", "/me/password", {"new": "another password", "password": PASSWORD})
    assert (marta.name, elsewhere.name) == ("Marta", "")
    elsewhere.sign_in("Marta", PASSWORD, 401)
    elsewhere.sign_in("Marta", "another password")


def test_whoever_came_in_just_now_is_not_asked_again(people: People):
    marta = people()
    marta.sign_up("Marta")
    assert marta.account["fresh"] is True
    marta.call("PUT", "/me/password", {"new": "another password"})


def test_all_of_somebody_s_data_can_be_downloaded_and_no_hash_is_among_them(people: People):
    marta = people()
    marta.sign_up("Marta")
    table = marta.visitor.lay()["id"]
    marta.store.talk.say(table, "seats", "red", "Good luck")
    note = {"seat": "red", "text": "Watch the tents", "hex": ""}
    marta.call("POST", f"/tables/{table}/notes", note)
    answer = marta.http.get("/api/me/data")
    assert "attachment" in answer.headers["content-disposition"] and answer.headers["cache-control"] == "no-store"
    told = answer.json()
    assert (told["name"], told["has_password"], len(told["sessions"])) == ("Marta", True, 1)
    assert [(row["id"], row["seats"], row["laid"]) for row in told["tables"]] == [(table, ["blue", "red"], True)]
    assert told["tables"][0]["notes"][0]["text"] == "Watch the tents"
    assert told["tables"][0]["said"][0]["text"] == "Good luck"
    assert "argon2" not in answer.text and "hash" not in answer.text


def test_a_deleted_account_is_gone_and_its_games_stay_without_its_name(people: People, long_ago: None):
    host, marta = people(), people()
    marta.sign_up("Marta")
    table = host.visitor.lay(seats={"red": "human", "blue": "anybody"})["id"]
    marta.call("POST", f"/offers/{table}", {"seat": "blue"})
    marta.call("POST", "/me/delete", {"password": "a wrong password"}, 409)
    assert marta.name == "Marta"
    assert marta.call("POST", "/me/delete", {"password": PASSWORD})["person"] is None
    assert marta.name == ""
    people().sign_in("Marta", PASSWORD, 401)
    people().call("GET", "/people/Marta", status=404)
    shown: dict[str, Any] = host.call("GET", f"/tables/{table}")
    assert shown["names"] == {} and shown["taken"] == ["blue"], "nobody else has the seat"
    with host.store._engine.connect() as db:
        for name in ("people", "sessions", "tickets", "passkeys", "identities"):
            assert db.exec_driver_sql(f"SELECT count(*) FROM {name}").scalar() == 0
    people().sign_up("Marta")


def test_a_guest_is_forgotten_whenever_he_likes(people: People, long_ago: None):
    guest = people()
    guest.call("POST", "/me/guest", {"name": "Wren"})
    assert guest.call("POST", "/me/delete", {})["person"] is None
    assert guest.name == ""


def test_a_person_s_page_tells_what_everybody_may_know(people: People):
    marta, stranger = people(), people()
    marta.sign_up("Marta")
    playing, over = marta.visitor.lay()["id"], marta.visitor.lay()["id"]
    marta.store.describe(over, "Turn 9", over=1)
    page = stranger.call("GET", "/people/mARTA")
    assert page["name"] == "Marta" and page["since"][:4] == time.strftime("%Y", time.gmtime())
    assert page["finished"] == 1
    assert [(game["table"], game["seats"]) for game in page["games"]] == [(over, ["blue", "red"])]
    assert playing not in str(page) and set(page) == {
        "name",
        "since",
        "finished",
        "games",
        "ratings",
        "rated",
        "barred",
        "you",
    }
    guest = people()
    guest.call("POST", "/me/guest", {"name": "Wren"})
    stranger.call("GET", "/people/Wren", status=404)


def test_who_is_not_signed_in_may_change_nothing(people: People):
    stranger = people()
    for method, path in (
        ("GET", "account"), ("GET", "data"), ("PUT", "name"), ("PUT", "password"), ("POST", "delete"),
        ("DELETE", "session"), ("DELETE", "sessions"), ("DELETE", "sessions/x"),
    ):  # fmt: skip
        answer = stranger.http.request(method, f"/api/me/{path}", json={"name": "Marta"})
        assert answer.status_code == 401, path
