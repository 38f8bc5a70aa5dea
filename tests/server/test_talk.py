"""Talk at a table: seats speak across it, watchers among themselves, and nobody reads what could tell him secrets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from tests.server.postgres import Postgres
from tests.table.camp import GAME as CAMP

from balka.server.catalogue import Catalogue
from balka.server.limits import TooMuchError
from balka.server.live import NO_DELAYS
from balka.server.messages import NewTable
from balka.server.store import Link, Store, StoredTable
from balka.server.tables import Tables
from balka.server.talking import A_MINUTE, Talk

FRIENDS = {"red": "human", "blue": "friend"}
TABLE = StoredTable("t1", "camp/raids", "Raids", {}, {"red": "human"}, b"", "", "host")


class Clock:
    """The time, as a test sets it."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def seated(house: Callable[..., Any]) -> Iterator[tuple[Any, Any, Any, str]]:
    """Red, blue and a watcher, each in a browser of his own."""
    host, guest, other = house(), house(), house()
    made = host.lay(seats=FRIENDS)
    guest.http.get(made["invite"]["blue"])
    with host.at(made["id"]) as red, guest.at(made["id"]) as blue, other.at(made["id"]) as watcher:
        for line in (red, blue, watcher):
            line.send(type="hello", seat="", guest="a browser")
            line.until("scene")
        yield red, blue, watcher, made["id"]


def heard(line: Any) -> list[tuple[str, str]]:
    """What a browser has read; a question in between makes sure that it has come."""
    line.ask(type="why", unit="nobody")
    return [(said["who"].partition("-")[0], said["text"]) for said in line.talk]


def test_seats_speak_across_the_table_and_watchers_may_listen(seated: Any):
    red, blue, watcher, _ = seated
    assert red.ask(type="say", text="  Good\u202e luck,\n<b>Blue</b>!  ")["type"] == "reply"
    for line in (red, blue, watcher):
        assert heard(line) == [("red", "Good luck, <b>Blue</b>!")]
    assert [said.get("yours", False) for line in (red, blue) for said in line.talk] == [True, False]


def test_no_seat_reads_the_watchers_before_the_game_is_over(seated: Any):
    red, blue, watcher, _ = seated
    assert watcher.ask(type="say", text="Red has a tent at A01.")["type"] == "reply"
    assert heard(watcher) == [("watcher", "Red has a tent at A01.")]
    assert heard(red) == heard(blue) == []
    red.ask(type="seat", seat="watcher")
    assert heard(red) == [], "whoever holds a seat does not read them through a watcher's eyes either"
    assert red.ask(type="say", text="Hm.")["type"] == "reply"
    assert heard(watcher)[-1] == ("red", "Hm."), "and speaks as the seat he holds"
    red.ask(type="seat", seat="red")
    red.ask(type="resign")
    blue.until("scene")
    everything = [("watcher", "Red has a tent at A01."), ("red", "Hm.")]
    assert heard(red) == heard(blue) == heard(watcher) == everything


def test_what_was_said_is_there_when_somebody_comes_back(house: Callable[..., Any]):
    host = house()
    made = host.lay(seats=FRIENDS)
    with host.at(made["id"]) as red:
        red.hello("red")
        red.ask(type="say", text="I am here.")
    again = house(again=True)
    again.http.cookies.update(host.http.cookies)
    with again.at(made["id"]) as red:
        red.hello("red")
        assert heard(red) == [("red", "I am here.")]
        assert red.talk[0]["yours"]


def test_a_table_with_one_person_or_one_screen_has_no_talk(house: Callable[..., Any]):
    host = house()
    for seats in ({"red": "human", "blue": "human"}, {"red": "human", "blue": "random"}):
        with host.at(host.lay(seats=seats)["id"]) as red:
            red.hello("red")
            refused = red.ask(type="say", text="Hello?")
            assert refused["error"]["error"] == "There is nobody to talk to at this table."
            assert (red.rooms, red.talk) == (0, [])


@pytest.mark.parametrize("text", ["", 7, None, ["a"], "x" * 501, "\u202e", "\n\t", "\x00"])
def test_what_cannot_be_said_is_refused_with_a_reason(seated: Any, text: Any):
    red, blue, _, _ = seated
    refused = red.ask(type="say", text=text)
    assert refused["type"] == "error"
    assert refused["error"]["error"]
    assert heard(red) == heard(blue) == []


def test_watchers_are_told_apart_by_a_sign_that_says_nothing_of_them(house: Callable[..., Any]):
    host, first, second = house(), house(), house()
    table = host.lay(seats=FRIENDS)["id"]
    with first.at(table) as one, second.at(table) as two, first.at(table) as again:
        for line, guest in ((one, "secret-1"), (two, "secret-2"), (again, "secret-1")):
            line.send(type="hello", seat="", guest=guest)
            line.until("scene")
            line.ask(type="say", text="Hello.")
        heard(one)
        signs = [said["who"] for said in one.talk]
        assert signs[0] == signs[2] != signs[1]
        assert not any("secret" in sign for sign in signs)


def test_a_flood_is_stopped_and_ebbs_away(database: str):
    clock = Clock()
    store = Store(database, clock=clock)
    store.create(TABLE, [Link("blue", "blue", claimed=False, given=True)])
    talk = Talk(store, "t1")
    for number in range(A_MINUTE):
        talk.say("seats", "red", f"line {number}")
    clock.now += 20
    with pytest.raises(TooMuchError) as refused:
        talk.say("seats", "red", "one more")
    assert refused.value.instead == "go on in 40 seconds"
    talk.say("seats", "blue", "others may still speak")
    clock.now += 41
    talk.say("seats", "red", "one more")
    assert [line.text for line in Talk(store, "t1").lines][-2:] == ["others may still speak", "one more"]
    store.close()


def test_the_newest_lines_of_each_room_are_kept(database: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("balka.server.store.talk.KEPT", 3)
    store = Store(database)
    store.create(TABLE, [])
    store.talk.say("t1", "seats", "red", "first of all")
    for number in range(5):
        store.talk.say("t1", "watchers", "watcher-1", str(number))
    assert [line.text for line in store.talk.lines("t1")] == ["first of all", "2", "3", "4"]
    store.close()


def test_what_one_process_stores_the_other_tells(pg: Postgres):
    address = pg.new()
    here, there = (Tables(Store(address, name), Catalogue([CAMP]), NO_DELAYS) for name in ("here", "there"))
    live = here.create(NewTable("camp/raids", FRIENDS))
    other = there.open(live.stored.id)
    assert other.talk.lines == []
    live.talk.say("seats", "red", "Hello over there.")
    there.heard(live.stored.id)
    assert [line.text for line in other.talk.lines] == ["Hello over there."]
    for tables in (here, there):
        tables.store.close()
