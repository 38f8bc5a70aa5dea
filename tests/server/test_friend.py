"""A friend, by link: a table with a seat that waits, a link that works from elsewhere, and nobody else in that seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import HTTPConnection

from balka.server import addresses
from balka.server.addresses import Outward, outward
from balka.server.app import Settings

FRIENDS = {"red": "human", "blue": "friend"}


def test_the_host_sits_in_his_own_seat_alone_and_is_told_the_link(house: Callable[..., Any]):
    visitor = house()
    made = visitor.lay(seats=FRIENDS)
    with visitor.at(made["id"]) as host:
        scene = host.hello("")
        waiting = host.until("waiting")
    assert scene["seat"] == "red"
    assert scene["players"] == {"red": "human", "blue": "human"}
    assert waiting["seats"]["blue"].endswith(made["invite"]["blue"])
    assert visitor.http.get(f"/api/tables/{made['id']}").json()["yours"] == ["red"]


def test_whoever_opens_the_link_sits_down_and_everybody_sees_it(house: Callable[..., Any]):
    visitor, friend, watcher = house(), house(), house()
    made = visitor.lay(seats=FRIENDS)
    with visitor.at(made["id"]) as host, watcher.at(made["id"]) as other:
        host.hello("")
        other.hello("")
        assert host.until("waiting")["seats"].keys() == {"blue"}
        assert other.until("waiting")["seats"] == {"blue": ""}
        friend.http.get(made["invite"]["blue"], follow_redirects=False)
        with friend.at(made["id"]) as guest:
            assert guest.hello("")["seat"] == "blue"
        assert host.until("waiting")["seats"] == other.until("waiting")["seats"] == {}
    assert watcher.http.get(f"/api/tables/{made['id']}").json()["yours"] == []


def test_the_seat_of_a_friend_is_nobodys_until_he_comes_even_at_home(house: Callable[..., Any]):
    visitor = house(home=True)
    made = visitor.lay(seats=FRIENDS)
    with visitor.at(made["id"]) as host:
        host.hello("blue")
        assert host.scene["seat"] == "red"
        assert host.ask(type="seat", seat="blue")["error"]["error"] == "The blue seat is not yours."


def test_a_friend_who_is_awaited_is_still_awaited_after_a_restart(house: Callable[..., Any]):
    made = house().lay(seats=FRIENDS)
    friend = house(again=True)
    with friend.at(made["id"], made["invite"]["blue"].partition("table/" + made["id"])[2]) as guest:
        assert guest.hello("")["seat"] == "blue"


def test_a_side_of_several_seats_waits_for_as_many_friends():
    import balka
    from balka.server.messages import NewTable
    from balka.server.tables import FRIEND, awaited

    start = next(game for game in balka.all_games() if game.key == "atb").start("atb/mtsensk")
    waits = awaited(NewTable(seats={"german": "human", "soviet": "friend"}), start, FRIEND)
    assert waits == set(start.setting.seats_of_side("soviet"))
    assert len(waits) == 2


# -- the address of a link


def asked(host: str, **settings: Any) -> Outward:
    app = Starlette()
    app.state.settings = Settings(**settings)
    headers = [(b"host", host.encode())] if host else []
    scope = {"type": "http", "app": app, "headers": headers, "scheme": "http", "path": "/", "query_string": b""}
    return outward(HTTPConnection({**scope, "server": ("127.0.0.1", 80)}))


def test_a_link_has_the_address_its_host_used_unless_that_is_only_his_own():
    assert asked("balka.example.org") == Outward("http://balka.example.org")
    assert asked("127.0.0.1:8042", address="https://balka.example.org/") == Outward("https://balka.example.org")
    assert asked("127.0.0.1:8042") == Outward("http://127.0.0.1:8042", near=True)


def test_a_server_in_a_network_tells_its_own_address_to_a_host_who_uses_a_loopback_name(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(addresses, "own_address", lambda: "192.168.1.20")
    assert asked("localhost:8042", listening=("0.0.0.0", 8042)) == Outward("http://192.168.1.20:8042")
    assert asked("[::1]:8042", listening=("10.1.1.1", 8042)) == Outward("http://10.1.1.1:8042")
    monkeypatch.setattr(addresses, "own_address", lambda: "")
    assert asked("localhost:8042", listening=("0.0.0.0", 8042)) == Outward("http://localhost:8042", near=True)


def test_a_malformed_host_harms_nothing():
    assert asked("[::bad").base.startswith("http://")
    assert asked("", listening=("127.0.0.1", 8042)).near
