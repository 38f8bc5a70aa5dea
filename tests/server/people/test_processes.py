"""Two servers on one PostgreSQL: whoever comes in at one is known at the other, until he is signed out at either."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from tests.server.conftest import TestClient, Visitor
from tests.server.people.conftest import Person
from tests.server.postgres import Postgres
from tests.table.camp import GAME as CAMP

from balka.server.app import Settings, create_app
from balka.server.live import NO_DELAYS
from balka.server.people import sessions
from balka.server.people.settings import House

Servers = tuple[TestClient, TestClient]


@pytest.fixture
def servers(pg: Postgres) -> Iterator[Servers]:
    place, settings = pg.new(), Settings(home=False, delays=NO_DELAYS, house=House())
    with ExitStack() as both:
        apps = [TestClient(create_app(place, [CAMP], settings), base_url="http://127.0.0.1") for _ in range(2)]
        yield both.enter_context(apps[0]), both.enter_context(apps[1])


def moved(person: Person, server: TestClient) -> Person:
    """The same browser, sent to the other server by a proxy."""
    server.cookies.set(sessions.COOKIE, person.http.cookies[sessions.COOKIE])
    return Person(Visitor(server))


def test_a_session_and_its_tables_are_the_same_at_both(servers: Servers):
    here = Person(Visitor(servers[0]))
    here.sign_up("Marta")
    table = here.visitor.lay()["id"]
    there = moved(here, servers[1])
    assert there.name == "Marta"
    assert [(row["id"], row["yours"], row["waits"]) for row in there.tables] == [(table, ["blue", "red"], True)]
    with there.visitor.at(table) as line:
        assert line.hello("red")["seat"] == "red"
        assert line.choose("put tent-1 A01")["seat"] == "red"
    there.call("DELETE", "/me/sessions")
    assert (here.name, there.name) == ("", "")
    assert here.call("GET", f"/tables/{table}")["yours"] == []


def test_a_seat_taken_at_one_server_is_the_person_s_at_the_other(servers: Servers):
    host, wren = Person(Visitor(servers[0])), Person(Visitor(servers[1]))
    table = host.visitor.lay(seats={"red": "human", "blue": "anybody"})["id"]
    wren.sign_up("Wren")
    wren.call("POST", f"/offers/{table}", {"seat": "blue"})
    assert host.call("GET", f"/tables/{table}")["names"] == {"blue": "Wren"}
    host.call("POST", f"/tables/{table}/invitations", {"seat": "blue"})
    assert wren.call("GET", f"/tables/{table}")["yours"] == [] and wren.tables == []
