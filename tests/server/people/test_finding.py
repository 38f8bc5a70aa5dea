"""People find each other: the live lobby, quick matches by strength and waiting, challenges by name."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from tests.server.conftest import TestClient, Visitor
from tests.server.people.conftest import Person
from tests.server.people.test_ladder import put
from tests.server.people.test_rated import OFFERED, resign
from tests.server.postgres import Postgres
from tests.table.camp import GAME as CAMP

from balka.server.app import Settings, create_app
from balka.server.finding.matching import ANYBODY_AFTER, AT_FIRST, nearest, within
from balka.server.live import NO_DELAYS
from balka.server.people.settings import House
from balka.server.store import Seek
from balka.server.store.finding import ALIVE, FOUND

People = Callable[..., Person]
WISH = {"game": "camp", "rated": True}
CHALLENGE = {"name": "Wren", "scenario": "camp/raids", "side": "red"}


@pytest.fixture
def now() -> list[float]:
    return [1_000_000.0]


@pytest.fixture
def named(people: People, now: list[float]) -> Callable[..., Person]:
    """Somebody with an account in a house whose clock the test sets."""

    def sign_up(name: str) -> Person:
        person = people(clock=lambda: now[0])
        person.sign_up(name)
        return person

    return sign_up


def look(person: Person, **more: Any) -> Any:
    return person.call("POST", "/match", {**WISH, **more})


def lobby(person: Person) -> Any:
    return person.call("GET", "/lobby")


# -- quick matches


def test_two_who_look_for_the_same_are_seated_and_both_are_told_where(named: Callable[..., Person]):
    marta, wren = named("Marta"), named("Wren")
    assert look(marta) == {"url": "", "waited": 0, "others": 0, "within": round(AT_FIRST)}
    assert lobby(wren)["looking"] == 1
    url = look(wren)["url"]
    assert url.startswith("/table/") and look(marta)["url"] == url
    table = url.rpartition("/")[2]
    (mine,), (his,) = marta.tables, wren.tables
    assert sorted(mine["yours"] + his["yours"]) == ["blue", "red"] and mine["rated"] == "rated"
    assert set(mine["names"].values()) == {"Marta", "Wren"} and lobby(wren)["looking"] == 0
    resign(wren, table, his["yours"][0])
    assert marta.call("GET", "/people/Marta")["ratings"][0]["strength"]["games"] == 1
    assert look(marta)["url"] == "", "the next match is another"


@pytest.mark.parametrize("other", [{"game": "toy"}, {"rated": False}, {"pace": {"kind": "live"}}])
def test_whoever_looks_for_something_else_is_not_seated(named: Callable[..., Person], other: dict[str, Any]):
    marta, wren = named("Marta"), named("Wren")
    look(marta)
    assert look(wren, **other)["url"] == "" and marta.tables == []


def test_the_far_stronger_is_met_only_after_some_waiting(named: Callable[..., Person], now: list[float]):
    marta, wren = named("Marta"), named("Wren")
    put(marta, marta.store.people.named("wren").id, 1800, 60)
    look(marta)
    assert look(wren)["url"] == ""
    for _ in range(4):
        now[0] += 5
        told = look(wren), look(marta)
        if told[1]["url"]:
            break
    assert now[0] == 1_000_000 + 15 and told[1]["url"], "300 points apart: 150 at once, 10 more a second"


def test_whoever_has_stopped_looking_is_not_seated(named: Callable[..., Person], now: list[float]):
    marta, wren, noor = named("Marta"), named("Wren"), named("Noor")
    look(marta)
    marta.call("DELETE", "/match")
    look(noor)
    now[0] += ALIVE + 1
    assert look(wren) == {"url": "", "waited": 0, "others": 0, "within": round(AT_FIRST)}
    assert [person.tables for person in (marta, wren, noor)] == [[], [], []]


def test_the_nearest_in_strength_is_chosen_and_of_equals_whoever_waits_longest():
    def seek(person: str, rating: float, since: float) -> Seek:
        return Seek(person, "camp", "", 1, rating, since, since)

    own = seek("me", 1500, 90)
    others = [seek("a", 1600, 80), seek("b", 1560, 85), seek("c", 1440, 82), seek("d", 1501 + AT_FIRST, 90)]
    assert nearest(own, others, 90) == others[2]
    assert nearest(own, others[3:], 90) is None
    assert nearest(own, others[3:], 91) == others[3]
    assert within(ANYBODY_AFTER) == math.inf and nearest(own, [seek("e", 3000, 0)], 90 + ANYBODY_AFTER) is not None


@pytest.mark.parametrize(
    ("wish", "status"),
    [({"game": "chess"}, 404), ({}, 400), ({"game": "camp", "pace": "fast"}, 400), ({"game": 7}, 400),
     ({"game": "camp", "scenario": "x"}, 400), ({"game": "camp", "pace": {"kind": "days", "days": 0}}, 400)],
)  # fmt: skip
def test_a_malformed_wish_is_refused_and_nobody_looks(named: Callable[..., Person], wish: Any, status: int):
    marta = named("Marta")
    assert marta.call("POST", "/match", wish, status)["instead"]
    assert lobby(marta)["looking"] == 0


def test_nobody_looks_without_a_name_and_a_guest_only_for_what_is_not_rated(people: People):
    stranger = people()
    assert stranger.call("POST", "/match", WISH, 401)["error"] == "You are not signed in."
    stranger.call("POST", "/me/guest", {"name": "Noor"})
    stranger.call("POST", "/match", WISH, 400)
    assert look(stranger, rated=False)["waited"] == 0


def test_whoever_was_found_and_did_not_come_back_looks_anew_later(named: Callable[..., Person], now: list[float]):
    marta, wren = named("Marta"), named("Wren")
    look(marta)
    assert look(wren)["url"]
    now[0] += FOUND + 1
    assert look(marta)["url"] == "" and len(marta.tables) == 1, "the table is still hers, in the lobby"


# -- challenges


def test_a_challenge_is_seen_by_both_and_accepted_by_one(named: Callable[..., Person]):
    marta, wren, noor = named("Marta"), named("Wren"), named("Noor")
    table = marta.call("POST", "/challenges", {**CHALLENGE, "rated": True, "pace": {"kind": "days"}})["id"]
    (mine,), (his,) = lobby(marta)["challenges"], lobby(wren)["challenges"]
    assert (mine["name"], mine["yours"], his["name"], his.get("yours", False)) == ("Wren", True, "Marta", False)
    assert (his["table"], his["side"], his["rated"], his["pace"]["kind"]) == (table, "blue", True, "days")
    assert lobby(noor)["challenges"] == [] and lobby(noor)["offers"] == []
    noor.call("POST", f"/challenges/{table}", status=404)
    marta.call("POST", f"/challenges/{table}", status=400)
    assert wren.call("POST", f"/challenges/{table}")["url"] == f"/table/{table}"
    assert wren.call("GET", f"/tables/{table}")["yours"] == ["blue"]
    assert lobby(wren)["challenges"] == lobby(marta)["challenges"] == []
    wren.call("POST", f"/challenges/{table}", status=404)


def test_whoever_is_challenged_and_opens_the_table_is_told_so_there(named: Callable[..., Person]):
    marta, wren, noor = named("Marta"), named("Wren"), named("Noor")
    table = marta.call("POST", "/challenges", CHALLENGE)["id"]
    for person, told in ((wren, "Marta"), (noor, ""), (marta, "")):
        with person.visitor.at(table) as line:
            line.hello("")
            line.ask(type="orders")
            assert line.seating["challenge"] == told
    wren.call("DELETE", f"/challenges/{table}")
    with wren.visitor.at(table) as line:
        line.hello("")
        line.ask(type="orders")
        assert line.seating["challenge"] == ""


def test_a_declined_challenge_is_told_at_the_table_and_its_link_still_works(named: Callable[..., Person]):
    marta, wren, noor = named("Marta"), named("Wren"), named("Noor")
    table = marta.call("POST", "/challenges", CHALLENGE)["id"]
    with marta.visitor.at(table) as line:
        line.hello("red")
        wren.call("DELETE", f"/challenges/{table}")
        assert line.until("notice")["text"].startswith("Wren has declined.")
    link = marta.call("GET", f"/tables/{table}")["invite"]["blue"]
    noor.http.get(link)
    with noor.visitor.at(table) as line:
        assert line.hello("blue")["seat"] == "blue"


def test_a_challenge_can_be_taken_back(named: Callable[..., Person]):
    marta, wren = named("Marta"), named("Wren")
    table = marta.call("POST", "/challenges", CHALLENGE)["id"]
    marta.call("DELETE", f"/challenges/{table}")
    assert lobby(wren)["challenges"] == []
    wren.call("POST", f"/challenges/{table}", status=404)


@pytest.mark.parametrize(
    ("wish", "status", "said"),
    [
        ({"name": "Nobody"}, 404, "Nobody is called"),
        ({"name": "Marta"}, 400, "yourself"),
        ({"name": "a\u0000"}, 404, ""),
        ({"side": "green"}, 400, "no side 'green'"),
        ({"scenario": "camp/none"}, 404, "no scenario"),
        ({"rated": 1}, 400, "cannot be read"),
        ({"name": "x" * 400}, 400, "cannot be read"),
        ({"options": {"light": "full"}, "rated": True}, 400, "as the rulebook"),
    ],
)
def test_a_challenge_that_cannot_be_is_refused_and_no_table_is_laid(
    named: Callable[..., Person], wish: Any, status: int, said: str
):
    marta = named("Marta")
    named("Wren")
    assert said in marta.call("POST", "/challenges", {**CHALLENGE, **wish}, status)["error"]
    assert marta.tables == [] and lobby(marta)["challenges"] == []


def test_an_offer_says_who_makes_it_and_how_strong_he_is(named: Callable[..., Person], people: People):
    marta, wren = named("Marta"), named("Wren")
    put(marta, marta.store.people.named("marta").id, 1620, 60)
    table = marta.visitor.lay(seats=OFFERED, rated=True)["id"]
    (offer,) = lobby(wren)["offers"]
    assert (offer["by"], offer["rated"], offer["rating"]["rating"]) == ("Marta", True, 1620)
    assert [row["id"] for row in lobby(marta)["tables"]] == [table] and lobby(marta)["ratings"]["camp"]["games"] == 40
    stranger = people()
    assert stranger.call("GET", "/lobby")["tables"] is None


def test_at_home_the_lobby_is_closed(house: Callable[..., Any]):
    assert house(home=True).http.get("/api/lobby").json()["open"] is False


def test_where_there_are_no_accounts_nobody_is_matched_or_challenged(house: Callable[..., Any]):
    visitor = house()
    assert visitor.http.post("/api/match", json=WISH).status_code == 404
    assert visitor.http.post("/api/challenges", json=CHALLENGE).status_code == 404


def test_whoever_is_deleted_looks_for_nobody_and_is_challenged_by_nobody(named: Callable[..., Person]):
    marta, wren = named("Marta"), named("Wren")
    look(wren)
    marta.call("POST", "/challenges", CHALLENGE)
    wren.call("POST", "/me/delete", {"password": ""})
    assert lobby(marta)["challenges"] == [] and lobby(marta)["looking"] == 0


# -- a stranger


def test_an_account_of_a_stranger_can_do_nothing_at_a_table_that_a_watcher_could_not(
    named: Callable[..., Person], people: People
):
    marta, wren, stranger, watcher = named("Marta"), named("Wren"), named("Stranger"), people()
    table = marta.call("POST", "/challenges", CHALLENGE)["id"]
    wren.call("POST", f"/challenges/{table}")
    calls = [("GET", f"/tables/{table}{more}") for more in ("", "/record", "/notes", "/advice?seat=red", "/ending")]
    calls += [("POST", f"/tables/{table}/{what}") for what in ("rematch", "invitations")]
    calls += [("POST", f"/offers/{table}"), ("POST", f"/challenges/{table}"), ("DELETE", f"/challenges/{table}")]
    for method, path in calls:
        body = {"json": {"seat": "red"}} if method == "POST" else {}
        told = [person.http.request(method, f"/api{path}", **body) for person in (stranger, watcher)]
        if not path.startswith("/challenges"):  # a watcher is asked to sign in, a stranger told that there is none
            assert (told[0].status_code, told[0].text) == (told[1].status_code, told[1].text), path
        assert told[0].status_code >= 400 or not told[0].json().get("yours"), path
    seen = []
    for person in (stranger, watcher):
        with person.visitor.at(table) as line:
            seen.append({**line.hello("red"), "version": 0})
            for said in ("resign", "undo", "place"):
                assert line.ask(type=said)["error"]["error"] == "Watchers only watch."
    assert seen[0] == seen[1] and seen[0]["seat"] == "watcher"


# -- two servers with one database


@pytest.fixture
def servers(pg: Postgres) -> Iterator[tuple[TestClient, TestClient]]:
    place, settings = pg.new(), Settings(home=False, delays=NO_DELAYS, house=House())
    with ExitStack() as both:
        apps = [TestClient(create_app(place, [CAMP], settings), base_url="http://127.0.0.1") for _ in range(2)]
        yield both.enter_context(apps[0]), both.enter_context(apps[1])


def test_people_at_different_servers_find_each_other(servers: tuple[TestClient, TestClient]):
    marta, wren = (Person(Visitor(server)) for server in servers)
    marta.sign_up("Marta")
    wren.sign_up("Wren")
    look(marta)
    url = look(wren)["url"]
    assert url and look(marta)["url"] == url and len(marta.tables) == len(wren.tables) == 1
    table = marta.call("POST", "/challenges", CHALLENGE)["id"]
    assert wren.call("POST", f"/challenges/{table}")["id"] == table
    assert marta.call("GET", f"/tables/{table}")["names"] == {"red": "Marta", "blue": "Wren"}
