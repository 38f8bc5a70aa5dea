"""Rated games: who may play them, and that each changes the ratings of both once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from tests.server.conftest import PITCH, TestClient, Visitor
from tests.server.people.conftest import Person
from tests.server.people.test_processes import moved
from tests.server.postgres import Postgres
from tests.table.camp import GAME as CAMP

from balka.cli import main as cli
from balka.server.app import Settings, create_app
from balka.server.live import NO_DELAYS
from balka.server.people.settings import House

People = Callable[..., Person]
OFFERED = {"red": "human", "blue": "anybody"}
FRIEND = {"red": "human", "blue": "friend"}
ALONE = {"red": "human", "blue": "random"}
DAY = 24 * 3600


@pytest.fixture
def pair(people: People) -> tuple[Person, Person]:
    marta, wren = people(), people()
    marta.sign_up("Marta")
    wren.sign_up("Wren")
    return marta, wren


def laid(host: Person, guest: Person, **more: Any) -> str:
    """A rated table at which both sit."""
    table: str = host.visitor.lay(seats=OFFERED, rated=True, **more)["id"]
    guest.call("POST", f"/offers/{table}", {"seat": "blue"})
    return table


def resign(person: Person, table: str, seat: str) -> Any:
    with person.visitor.at(table) as line:
        line.hello(seat)
        assert line.ask(type="resign")["type"] == "reply"
        return line


def rating(person: Person, name: str) -> dict[str, Any]:
    (known,) = person.call("GET", f"/people/{name}")["ratings"]
    found: dict[str, Any] = known["strength"]
    return found


def test_a_resignation_moves_both_ratings_by_the_same_in_opposite_ways(pair: tuple[Person, Person]):
    marta, wren = pair
    table = laid(marta, wren)
    assert [marta.call("GET", f"/tables/{table}")["rated"], wren.tables[0]["rated"]] == ["rated", "rated"]
    resign(wren, table, "blue")
    won, lost = rating(marta, "Marta"), rating(wren, "wren")
    assert won["rating"] - 1500 == 1500 - lost["rating"] > 50
    assert (won["games"], won["provisional"], lost["games"]) == (1, True, 1)
    assert won["low"] < won["rating"] < won["high"] < 1500 + 1.96 * 350 + won["rating"] - 1500
    assert marta.call("GET", f"/tables/{table}")["rated"] == "counted"


def test_the_page_of_a_person_tells_how_a_rating_came_about(pair: tuple[Person, Person], people: People):
    marta, wren = pair
    first, second = laid(marta, wren), laid(wren, marta)
    resign(wren, first, "blue")
    resign(wren, second, "red")
    stranger = people()
    page = stranger.call("GET", "/people/Marta")
    (known,) = page["ratings"]
    assert (known["game"], known["title"], len(known["history"])) == ("camp", CAMP.title, 2)
    assert known["history"][0]["rating"] == known["strength"]["rating"] > known["history"][1]["rating"] > 1500
    games = page["rated"]
    assert [(game["table"], game["side"], game["opponent"], game["score"], game["bot"]) for game in games] == [
        (second, "blue", "Wren", 1.0, False),
        (first, "red", "Wren", 1.0, False),
    ]
    assert games[0]["before"] == games[1]["after"]


def test_what_is_told_again_changes_nothing_again(pair: tuple[Person, Person]):
    marta, wren = pair
    table = laid(marta, wren)
    resign(wren, table, "blue")
    before = rating(marta, "Marta")
    live = marta.http.app.state.tables.open(table)  # type: ignore[attr-defined]
    for _ in range(3):
        live.description.describe()
    again = marta.http.app.state.tables  # type: ignore[attr-defined]
    again.forget(table)
    with marta.visitor.at(table) as line:
        line.hello("red")
    assert rating(marta, "Marta") == before


def test_an_agreed_draw_between_equals_changes_what_is_known_and_not_the_rating(pair: tuple[Person, Person]):
    marta, wren = pair
    table = laid(marta, wren)
    with marta.visitor.at(table) as red, wren.visitor.at(table) as blue:
        red.hello("red")
        blue.hello("blue")
        red.ask(type="ask_for", what="draw")
        blue.ask(type="answer", what="draw", agree=True)
    known = rating(marta, "Marta")
    assert (known["rating"], known["games"]) == (1500, 1) and known["high"] < 1500 + 1.96 * 350


def test_whoever_runs_out_of_time_loses_and_a_bot_that_goes_on_makes_it_unrated(people: People):
    now = [1000.0]
    marta, wren = people(clock=lambda: now[0]), people(clock=lambda: now[0])
    marta.sign_up("Marta")
    wren.sign_up("Wren")
    claimed, taken_over = (laid(marta, wren, pace={"kind": "days", "days": 1, "leave": 0}) for _ in range(2))
    now[0] += 2 * DAY
    for table, bot in ((claimed, {}), (taken_over, {"bot": "random"})):
        with wren.visitor.at(table) as line:
            line.hello("blue")
            assert line.ask(type="claim", **bot)["type"] == "reply"
    assert rating(wren, "Wren")["games"] == 1 and rating(wren, "Wren")["rating"] > 1500
    resign(wren, taken_over, "blue")
    assert wren.call("GET", f"/tables/{taken_over}")["rated"] == "void"
    assert rating(wren, "Wren")["games"] == 1


def test_a_deviation_grows_while_somebody_stays_away(people: People):
    now = [1000.0]
    marta, wren = people(clock=lambda: now[0]), people(clock=lambda: now[0])
    marta.sign_up("Marta")
    wren.sign_up("Wren")
    resign(wren, laid(marta, wren), "blue")
    before = rating(marta, "Marta")
    now[0] += 365 * DAY
    after = rating(marta, "Marta")
    assert after["rating"] == before["rating"] and after["high"] > before["high"]


def test_a_bot_is_rated_as_people_are(people: People):
    marta = people()
    marta.sign_up("Marta")
    table = marta.visitor.lay(seats=ALONE, rated=True)["id"]
    resign(marta, table, "red")
    (game,) = marta.call("GET", "/people/Marta")["rated"]
    assert (game["bot"], game["opponent"] != "", game["score"]) == (True, True, 0.0)
    (bot,) = marta.store.ratings.of(["bot:random"], "camp")
    assert bot.rating > 1500 and bot.games == 1


def test_who_sits_where_is_told_with_strengths_and_what_the_game_did(pair: tuple[Person, Person], people: People):
    marta, wren = pair
    table = laid(marta, wren)
    watcher = people()
    with watcher.visitor.at(table) as line:
        line.hello("")
        line.ask(type="orders")
        assert {seat: one["name"] for seat, one in line.seating["seats"].items()} == {"red": "Marta", "blue": "Wren"}
        assert line.seating["rated"] == "rated"
        resign(wren, table, "blue")
        line.ask(type="orders")
        seats = line.seating["seats"]
        assert line.seating["rated"] == "counted"
        assert seats["red"]["change"] == -seats["blue"]["change"] > 0
        assert seats["red"]["strength"]["rating"] == 1500 + seats["red"]["change"]


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({"seats": {"red": "human", "blue": "human"}}, "you play one side"),
        ({"seats": {"red": "random", "blue": "random"}}, "you play one side"),
        ({"seats": OFFERED, "options": {"light": "full"}}, "as the rulebook has it"),
        ({"seats": {"red": "human", "blue": "random?seed=1"}}, ""),
        ({"seats": OFFERED, "rated": "yes"}, "cannot be read"),
    ],
)
def test_a_game_that_says_nothing_of_strength_is_not_rated(people: People, wish: dict[str, Any], said: str):
    marta = people()
    marta.sign_up("Marta")
    refused = marta.call("POST", "/tables", {"scenario": "camp/raids", "rated": True, **wish}, 400)
    assert said in refused["error"] and marta.tables == []


def test_nobody_is_rated_without_an_account(people: People):
    guest = people()
    guest.call("POST", "/me/guest", {"name": "Noor"})
    wish = {"scenario": "camp/raids", "seats": OFFERED, "rated": True}
    for visitor in (guest, people()):
        assert "accounts are rated" in visitor.call("POST", "/tables", wish, 400)["error"]
        assert visitor.tables == []


def test_without_a_house_nothing_is_rated(house: Callable[..., Any]):
    answer = house(home=True).http.post(
        "/api/tables", json={"scenario": "camp/raids", "seats": {"red": "human", "blue": "random"}, "rated": True}
    )
    assert answer.status_code == 400 and "no accounts here" in answer.json()["error"]


def test_a_guest_and_the_host_himself_only_watch_a_rated_game(people: People):
    marta, guest, wren = people(), people(), people()
    marta.sign_up("Marta")
    made = marta.visitor.lay(seats=FRIEND, rated=True)
    table, link = made["id"], made["invite"]["blue"]
    token = link.partition("token=")[2]
    guest.http.get(link)
    for visitor in (guest, marta):
        with visitor.visitor.at(table) as line:
            line.send(type="hello", seat="blue", token=token)
            assert "rated" in line.until("notice")["text"]
        assert marta.store.links(table)[0].claimed is False
    assert "rated" in guest.call("POST", f"/offers/{marta.visitor.lay(seats=OFFERED, rated=True)['id']}",
                                 {"seat": "blue"}, 400)["error"]  # fmt: skip
    guest.sign_up("Noor")
    with guest.visitor.at(table) as line:
        assert line.hello("blue")["seat"] == "blue", "the link is good once he has an account"
    wren.sign_up("Wren")
    assert wren.call("GET", f"/tables/{table}")["yours"] == []


def test_the_host_cannot_put_somebody_out_of_a_rated_game(pair: tuple[Person, Person]):
    marta, wren = pair
    table = laid(marta, wren)
    for seat in ("red", "blue"):
        refused = marta.call("POST", f"/tables/{table}/invitations", {"seat": seat}, 400)
        assert "plays it to its end" in refused["error"]
    assert wren.call("GET", f"/tables/{table}")["yours"] == ["blue"]


def test_there_are_no_hints_at_a_rated_game(people: People):
    marta = people()
    marta.sign_up("Marta")
    table = marta.visitor.lay(seats=ALONE, rated=True)["id"]
    refused = marta.call("GET", f"/tables/{table}/advice?seat=red", status=400)
    assert refused["error"] == "There are no hints at a rated game."


def test_whoever_is_deleted_takes_his_ratings_along_and_leaves_those_of_others(pair: tuple[Person, Person]):
    marta, wren = pair
    resign(wren, laid(marta, wren), "blue")
    before = rating(marta, "Marta")
    assert wren.call("GET", "/me/data")["rated_games"][0]["score"] == 0.0
    wren.call("POST", "/me/delete", {"password": ""})
    assert rating(marta, "Marta") == before
    assert marta.call("GET", "/people/Marta")["rated"][0]["opponent"] == ""
    assert [one.player for one in marta.store.ratings.ladder("camp", 9)] == [marta.store.people.named("marta").id]


def test_sides_are_weighed_by_finished_games_and_the_hard_one_gains_more(
    pair: tuple[Person, Person], capsys: pytest.CaptureFixture[str], tmp_path: Any, monkeypatch: pytest.MonkeyPatch
):
    marta, wren = pair
    for _ in range(5):  # red wins every game, whoever plays it
        resign(wren, laid(marta, wren), "blue")
        resign(marta, laid(wren, marta), "blue")
    (red, blue) = (marta.store.ratings.offsets(["camp/raids"])["camp/raids", side] for side in ("red", "blue"))
    assert red.points == -blue.points > 20 and red.games == 10
    monkeypatch.setenv("BALKA_HOME", str(tmp_path))
    assert cli.main(["admin", "offsets"]) == 0
    said = capsys.readouterr().out
    assert "camp/raids" in said and "10 games" in said and f"{red.points:+5.0f}" in said
    table = laid(marta, wren)
    resign(marta, table, "red")
    changed = {change.side: change for change in marta.store.ratings.at(table)}
    assert changed["blue"].advantage == pytest.approx(blue.points)


# -- two servers with one database


@pytest.fixture
def servers(pg: Postgres) -> Iterator[tuple[TestClient, TestClient]]:
    place, settings = pg.new(), Settings(home=False, delays=NO_DELAYS, house=House())
    with ExitStack() as both:
        apps = [TestClient(create_app(place, [CAMP], settings), base_url="http://127.0.0.1") for _ in range(2)]
        yield both.enter_context(apps[0]), both.enter_context(apps[1])


def test_a_game_that_ends_while_both_sit_at_different_servers_counts_once(servers: tuple[TestClient, TestClient]):
    marta, wren = Person(Visitor(servers[0])), Person(Visitor(servers[1]))
    marta.sign_up("Marta")
    wren.sign_up("Wren")
    table = laid(marta, wren)
    with marta.visitor.at(table) as red, wren.visitor.at(table) as blue:
        red.hello("red")
        blue.hello("blue")
        for text in PITCH:
            red.choose(text)
        blue.ask(type="resign")
        while not red.scene.get("outcome"):
            red.until("scene")
        for line in (red, blue):
            while line.seating["rated"] != "counted":  # the other server hears of it a moment later
                line.ask(type="orders")
        assert red.seating["seats"] == blue.seating["seats"]
    for client in servers:
        client.app.state.tables.open(table).description.describe()  # type: ignore[attr-defined]
    there = moved(marta, servers[1])
    assert rating(there, "Marta")["games"] == 1
    assert len(marta.store.ratings.at(table)) == 2
