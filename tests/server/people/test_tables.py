"""Tables of people with accounts: they follow them to any browser, and open to nobody else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.server.conftest import PITCH
from tests.server.people.conftest import Person

from balka.server.calls import cookie_name

People = Callable[..., Person]
FRIEND = {"red": "human", "blue": "friend"}
ANYBODY = {"red": "human", "blue": "anybody"}


def seats(person: Person, table: str) -> list[str]:
    return list(person.call("GET", f"/tables/{table}")["yours"])


def test_a_table_follows_its_host_to_another_browser(people: People):
    here, elsewhere, stranger = people(), people(), people()
    here.sign_up("Marta")
    made = here.visitor.lay()
    assert made["token"] == "" and cookie_name(made["id"]) not in here.http.cookies, "an account needs no token"
    elsewhere.sign_in("Marta")
    (row,) = elsewhere.tables
    assert (row["id"], row["yours"], row["waits"]) == (made["id"], ["blue", "red"], True)
    assert row["names"] == {"red": "Marta", "blue": "Marta"}
    with elsewhere.visitor.at(made["id"]) as line:
        assert line.hello("red")["seat"] == "red"
    assert stranger.tables == [] and seats(stranger, made["id"]) == []
    elsewhere.sign_out()
    assert seats(elsewhere, made["id"]) == []


def test_a_friend_with_an_account_sits_by_it_and_his_browser_holds_no_secret(people: People):
    host, friend, elsewhere = people(), people(), people()
    made = host.visitor.lay(seats=FRIEND)
    friend.sign_up("Wren")
    friend.http.get(made["invite"]["blue"])
    with friend.visitor.at(made["id"]) as line:
        line.send(type="hello", seat="blue", id=1)
        assert line.until("reply").get("result") is None
    shown = friend.http.cookies.get(cookie_name(made["id"]))
    assert seats(friend, made["id"]) == ["blue"]
    assert host.call("GET", f"/tables/{made['id']}")["names"] == {"blue": "Wren"}
    thief = people()
    thief.http.cookies.set(cookie_name(made["id"]), str(shown))
    assert seats(thief, made["id"]) == [], "what the link left in his browser opens nothing"
    elsewhere.sign_in("Wren")
    assert seats(elsewhere, made["id"]) == ["blue"]


def test_an_offer_is_taken_by_an_account_and_not_shown_to_its_host(people: People):
    host, taker, elsewhere = people(), people(), people()
    host.sign_up("Marta")
    taker.sign_up("Wren")
    made = host.visitor.lay(seats=ANYBODY)
    elsewhere.sign_in("Marta")
    assert elsewhere.call("GET", "/offers")["offers"] == []
    assert len(taker.call("GET", "/offers")["offers"]) == 1
    assert taker.call("POST", f"/offers/{made['id']}", {"seat": "blue"})["token"] == ""
    assert seats(taker, made["id"]) == ["blue"] and seats(host, made["id"]) == ["red"]
    assert taker.tables[0]["names"] == {"red": "Marta", "blue": "Wren"}


def test_tables_that_wait_for_me_come_first(people: People):
    marta, wren = people(), people()
    marta.sign_up("Marta")
    wren.sign_up("Wren")
    tables = [marta.visitor.lay(seats=ANYBODY)["id"] for _ in range(2)]
    for table in tables:
        wren.call("POST", f"/offers/{table}", {"seat": "blue"})
    with marta.visitor.at(tables[1]) as line:
        line.hello("red")
        for text in (*PITCH, "hold"):
            line.choose(text)
    rows = [(row["id"], row.get("waits", False)) for row in marta.tables]
    assert rows == [(tables[0], True), (tables[1], False)]
    assert {row["id"]: row.get("waits", False) for row in wren.tables}[tables[1]] is True


def test_seats_without_an_account_are_brought_along_when_somebody_signs_in(people: People):
    marta, elsewhere, host = people(), people(), people()
    laid = marta.visitor.lay()["id"]
    came = host.visitor.lay(seats=FRIEND)
    marta.http.get(came["invite"]["blue"])
    with marta.visitor.at(came["id"]) as line:
        line.hello("blue")
    looked_at = host.visitor.lay(seats=FRIEND)
    marta.http.get(looked_at["invite"]["blue"])
    marta.sign_up("Marta")
    assert [name for name in marta.http.cookies if name.startswith("balka_")] == [cookie_name(looked_at["id"])]
    elsewhere.sign_in("Marta")
    assert {row["id"]: row["yours"] for row in elsewhere.tables} == {laid: ["blue", "red"], came["id"]: ["blue"]}


def test_a_guest_keeps_his_tables_as_an_account_new_or_old(people: People):
    guest, known = people(), people()
    guest.call("POST", "/me/guest", {"name": "Marta"})
    first = guest.visitor.lay()["id"]
    guest.sign_up("Marta")
    guest.sign_out()
    known.call("POST", "/me/guest", {"name": "Somebody"})
    second = known.visitor.lay()["id"]
    known.sign_in("Marta")
    assert {row["id"] for row in known.tables} == {first, second}


def test_a_seat_that_the_host_gives_anew_is_no_longer_the_person_s(people: People):
    host, wren = people(), people()
    made = host.visitor.lay(seats=ANYBODY)
    wren.sign_up("Wren")
    wren.call("POST", f"/offers/{made['id']}", {"seat": "blue"})
    host.call("POST", f"/tables/{made['id']}/invitations", {"seat": "blue"})
    assert seats(wren, made["id"]) == [] and wren.tables == []


def test_a_stranger_s_account_can_do_no_more_at_a_table_than_a_watcher(people: People):
    host, stranger = people(), people()
    host.sign_up("Marta")
    stranger.sign_up("Wren")
    table = host.visitor.lay(seats=FRIEND)["id"]
    told: dict[str, Any] = stranger.call("GET", f"/tables/{table}")
    assert told["yours"] == [] and told["invite"] == {} and told["waits"] is False
    stranger.call("POST", f"/tables/{table}/invitations", {"seat": "blue"}, 403)
    stranger.call("GET", f"/tables/{table}/record", status=409)
    with stranger.visitor.at(table) as line:
        assert line.hello("red")["seat"] == "watcher"
        assert "watch" in line.ask(type="choose", text=PITCH[0])["error"]["error"].lower()
