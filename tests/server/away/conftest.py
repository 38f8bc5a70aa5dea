"""A house whose people are away: the clock stands still until a test moves it, and nothing is sent until then."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from tests.server.away.receiver import Receiver, receiver
from tests.server.conftest import Visitor
from tests.server.people.conftest import Person, cheap_hashes
from tests.server.people.post import PostOffice, post_office

from balka.server.away import sending
from balka.server.people.settings import House

__all__ = ["cheap_hashes"]
ADDRESS = "http://balka.example.org"
FRIENDS = {"red": "human", "blue": "friend"}
DAYS = {"kind": "days", "days": 3, "leave": 0, "hours": 12}
WAIT = 300.0


class Town:
    """A house with mail, where webhooks may be on this computer; its time is `now`."""

    def __init__(self, open_house: Callable[..., Visitor], post: PostOffice) -> None:
        self._open = open_house
        self.post = post
        self.now = 1_900_000_000.0
        self.more: dict[str, Any] = {"house": House(mail=post.mail, private=True), "address": ADDRESS}

    def comes(self, name: str, mail: str = "", *, again: bool = False) -> Person:
        """Somebody with an account, and perhaps with a mail; `again`: after the house was closed and opened."""
        person = Person(self._open(again=again, clock=lambda: self.now, **self.more))
        if again:
            person.sign_in(name)
            return person
        person.sign_up(name)
        if mail:
            person.call("PUT", "/me/mail", {"mail": mail})
            person.call("POST", "/me/link/use", {"ticket": self.post.next_ticket(mail)})
        return person

    def passes(self, seconds: float, person: Person) -> None:
        """Time passes, and what is due then is sent."""
        self.now += seconds
        self.send(person)

    def send(self, person: Person) -> None:
        tables = person.http.app.state.tables  # type: ignore[attr-defined]
        assert person.http.portal is not None
        person.http.portal.call(sending.send_due, tables, tables.desk)


class Match:
    """Two people at a table by days; each is away unless he `looks`."""

    def __init__(self, red: Person, blue: Person, **wish: Any) -> None:
        self.red, self.blue = red, blue
        made = red.visitor.lay(seats=FRIENDS, **wish)
        self.table = made["id"]
        blue.http.get(made["invite"]["blue"])
        with self.looks(blue, "blue"):
            pass

    @contextmanager
    def looks(self, person: Person, seat: str) -> Iterator[Any]:
        """Somebody has the table open."""
        with person.visitor.at(self.table) as line:
            line.hello(seat)
            yield line

    def decides(self, person: Person, seat: str, *sentences: str) -> None:
        """Somebody comes, decides, and goes."""
        with self.looks(person, seat) as line:
            for sentence in sentences:
                answer = line.ask(type="choose", text=sentence)
                assert answer["type"] == "reply", answer


@pytest.fixture(autouse=True)
def nothing_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is due is sent when a test says so."""
    monkeypatch.setattr(sending, "LOOK_EVERY", 3600.0)


@pytest.fixture
def town(house: Callable[..., Visitor]) -> Iterator[Town]:
    with post_office() as post:
        yield Town(house, post)


@pytest.fixture
def service() -> Iterator[Receiver]:
    with receiver() as made:
        yield made
