"""A seat offered to anybody: strangers see it in the lobby, and one of them sits down."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

OFFERED = {"red": "human", "blue": "anybody"}


def offered(visitor: Any) -> list[dict[str, Any]]:
    answer: dict[str, Any] = visitor.http.get("/api/offers").json()
    assert answer["open"]
    found: list[dict[str, Any]] = answer["offers"]
    return found


def test_strangers_see_an_offer_and_its_host_does_not(house: Callable[..., Any]):
    host, stranger = house(), house()
    made = host.lay(seats=OFFERED)
    host.lay(seats={"red": "human", "blue": "friend"})
    (offer,) = offered(stranger)
    assert (offer["table"], offer["seat"], offer["name"], offer["scenario"]) == (
        made["id"],
        "blue",
        "Blue",
        "camp/raids",
    )
    assert "token" not in str(offer)
    assert offered(host) == []


def test_whoever_takes_an_offer_sits_there_and_it_is_gone(house: Callable[..., Any]):
    host, stranger, late = house(), house(), house()
    made = host.lay(seats=OFFERED)
    with host.at(made["id"]) as line:
        line.hello("")
        line.until("waiting")
        taken = stranger.http.post(f"/api/offers/{made['id']}", json={"seat": "blue"})
        assert taken.status_code == 200
        assert line.until("waiting")["seats"] == {}
    assert stranger.http.get(f"/api/tables/{made['id']}").json()["yours"] == ["blue"]
    assert offered(late) == []
    refused = late.http.post(f"/api/offers/{made['id']}", json={"seat": "blue"})
    assert (refused.status_code, refused.json()["instead"]) == (409, "another offer")
    assert late.http.get(f"/api/tables/{made['id']}").json()["yours"] == []


def test_a_seat_that_is_not_offered_cannot_be_taken(house: Callable[..., Any]):
    host, stranger = house(), house()
    friend = host.lay(seats={"red": "human", "blue": "friend"})["id"]
    for seat in ("blue", "red", "nobody"):
        assert stranger.http.post(f"/api/offers/{friend}", json={"seat": seat}).status_code == 409
    assert stranger.http.post(f"/api/offers/{friend}", json={}).status_code == 400
    assert stranger.http.post("/api/offers/nowhere", json={"seat": "blue"}).status_code == 404
    assert host.http.post(f"/api/offers/{friend}", json={"seat": "blue"}).status_code == 400


def test_at_home_nothing_is_offered(house: Callable[..., Any]):
    visitor = house(home=True)
    visitor.lay(seats=OFFERED)
    assert visitor.http.get("/api/offers").json() == {"open": False, "offers": []}
