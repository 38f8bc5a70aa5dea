"""The rows of notices in both databases: one process sends what is due, and a dead one's work is another's."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from balka.server.away.clocks import low, next_low
from balka.server.pace import DAY, HOUR, DaysPace, LivePace
from balka.server.store import Clock, Notice, Person, Post, Store, Target, Wish

MARTA = Person("marta", "Marta", "marta")


class Now:
    """The time, as a test sets it."""

    at = 1000.0


@pytest.fixture
def stores(database: str) -> Iterator[tuple[Store, Store]]:
    Now.at = 1000.0
    made = tuple(Store(database, name, lambda: Now.at) for name in ("first", "second"))
    made[0].people.add(MARTA)
    yield made[0], made[1]
    for store in made:
        store.close()


def test_of_two_processes_one_sends_and_a_lease_runs_out(stores: tuple[Store, Store]):
    first, second = (store.away for store in stores)
    first.change((), [Notice("marta", "t", "turn", 1000.0)], [Post("marta", "mail", 1010.0)])
    assert second.due(5) == []
    Now.at = 1010.0
    (post,) = second.due(5)
    assert [second.lease(post, 60), first.lease(post, 60), second.lease(post, 60)] == [True, False, False]
    Now.at = 1070.0
    assert first.lease(post, 60), "the other died"
    first.put_off(post, 100)
    Now.at = 1170.0
    (again,) = second.due(5)
    assert (again.tries, second.lease(again, 60)) == (1, True)
    second.sent(again)
    Now.at = 10.0**9
    assert first.due(5) == []
    first.change((), [Notice("marta", "u", "turn", 1.0)], [Post("marta", "mail", 1.0)])
    assert first.due(5) == [], "nothing more until she comes back"
    second.back("marta")
    assert (first.unknown("marta"), first.posts(["marta"])) == ([], {})
    first.change((), [Notice("marta", "v", "turn", 1.0)], [Post("marta", "mail", 1.0)])
    assert [post.tries for post in first.due(5)] == [0]


def test_what_two_processes_notice_at_once_is_kept_once(stores: tuple[Store, Store]):
    first, second = (store.away for store in stores)
    told = [Notice("marta", "t", "turn", 1000.0)]
    first.change((), told, [Post("marta", "mail", 1300.0)])
    second.change((), [*told, Notice("marta", "u", "turn", 1000.0)], [Post("marta", "mail", 1100.0)])
    assert (first.standing("t"), len(second.unknown("marta"))) == (told, 2)
    assert first.posts(["marta"])["marta", "mail"].at == 1100.0, "whichever is sooner"
    first.change(told, (), ())
    assert [notice.place for notice in second.unknown("marta")] == ["u"]


def test_wishes_targets_presence_and_keys_are_shared(stores: tuple[Store, Store]):
    first, second = (store.away for store in stores)
    first.keep_wish(Wish("marta", "token", "{}"))
    second.keep_wish(Wish("marta", "another", '{"push": {}}'))
    assert first.wish_by("token") == Wish("marta", "token", '{"push": {}}')
    hook = Target("h", "marta", "hook", "https://x", "{}", "", 1.0)
    gone = Target("p", "marta", "push", "https://y", "{}", "no such session", 2.0)
    first.add_target(hook)
    first.add_target(gone)
    assert second.targets("marta") == [hook], "a browser that was signed out is none"
    second.switch("h", "It answered 500.")
    assert first.targets("marta")[0].off == "It answered 500."
    first.here([("marta", "t")], 1045.0)
    first.here([("marta", "t"), ("marta", "u")], 1050.0)
    assert second.looks_at("marta") == {"t", "u"}
    Now.at = 1050.0
    assert second.looks_at("marta") == set()
    assert (first.key("vapid", lambda: "one"), second.key("vapid", lambda: "two")) == ("one", "one")
    stores[0].people.drop("marta")
    first.here([("marta", "t")], 2000.0)
    assert second.looks_at("marta") == set(), "she is gone"
    assert (second.targets("marta"), second.wish("marta")) == ([], None)


def test_a_clock_runs_low_with_a_quarter_left_and_at_most_a_day():
    assert low(LivePace(minutes=20)) == 300
    assert low(DaysPace(days=3, leave=14)) == DAY
    assert low(DaysPace(days=1, leave=0)) == 6 * HOUR
    running = {"red": Clock("red", 100.0, 1200.0, 0, 0), "blue": Clock("blue", 0.0, 10.0, 0, 0)}
    assert next_low(LivePace(minutes=20), running, 100.0) == 1000.0
    assert next_low(LivePace(minutes=20), running, 1000.0) is None
