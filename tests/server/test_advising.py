"""The coach over the wire: who may ask, what he is told, and that nobody is helped against another person."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from tests.server.conftest import HOT, TestClient

import balka
from balka.server.app import Settings, create_app
from balka.server.live import NO_DELAYS

SOLO = {"german": "human", "soviet": "random"}


@pytest.fixture
def front(tmp_path: Any) -> Iterator[TestClient]:
    """A house with the real games, where the visitor sits at home."""
    settings = Settings(home=True, delays=NO_DELAYS)
    with TestClient(create_app(tmp_path, balka.all_games(), settings), base_url="http://localhost") as http:
        yield http


def laid(http: TestClient, scenario: str, seats: dict[str, str]) -> str:
    return str(http.post("/api/tables", json={"scenario": scenario, "seats": seats}).raise_for_status().json()["id"])


def test_whoever_decides_is_told_what_a_good_player_would_do_and_nobody_else(front: TestClient):
    table = laid(front, "sos/courier", {"german": "human", "soviet": "human"})
    told = [front.get(f"/api/tables/{table}/advice?seat={seat}") for seat in ("german", "soviet")]
    assert sorted(answer.status_code for answer in told) == [200, 400]
    best = next(answer for answer in told if answer.status_code == 200).json()["choices"][0]
    assert best["text"] and best["words"] and {"after", "gain", "error", "reasons", "units", "hexes"} <= best.keys()
    idle = next(answer for answer in told if answer.status_code == 400).json()
    assert idle["error"] == "Nothing is to be decided at this seat now."


@pytest.mark.parametrize("seat", ["blue", ""])
def test_a_seat_that_is_not_there_is_named(front: TestClient, seat: str):
    answer = front.get(f"/api/tables/{laid(front, 'sos/courier', SOLO)}/advice?seat={seat}")
    assert answer.status_code == 404
    assert answer.json() == {"error": f"There is no seat {seat!r}.", "instead": "one of german, soviet"}


def test_nobody_asks_for_the_computers_seat(front: TestClient):
    answer = front.get(f"/api/tables/{laid(front, 'sos/courier', SOLO)}/advice?seat=soviet")
    assert answer.status_code >= 400
    assert answer.json()["error"]


def test_a_stranger_is_told_nothing(house: Callable[..., Any]):
    host, stranger = house(), house()
    made = host.lay(seats=HOT)
    answer = stranger.http.get(f"/api/tables/{made['id']}/advice?seat=red")
    assert answer.status_code >= 400 and answer.json()["error"] == "You do not decide at this seat."


def test_there_are_no_hints_where_people_play_each_other(house: Callable[..., Any]):
    host = house()
    made = host.lay(seats={"red": "human", "blue": "friend"})
    answer = host.http.get(f"/api/tables/{made['id']}/advice?seat=red")
    assert answer.status_code >= 400 and "no hints where people play each other" in answer.json()["error"]


def test_at_a_table_without_hints_nobody_is_told_any_and_browsers_know_it(house: Callable[..., Any]):
    host = house()
    made = host.lay(seats={"red": "human", "blue": "random"}, hints=False)
    answer = host.http.get(f"/api/tables/{made['id']}/advice?seat=red")
    assert answer.status_code >= 400 and answer.json()["error"] == "This table is played without hints."
    with host.at(made["id"]) as line:
        line.hello("red")
        line.ask(type="grow", path=[])
        assert not line.hints


def test_where_hints_may_be_asked_for_nothing_is_said_of_it(house: Callable[..., Any]):
    host = house()
    made = host.lay(seats={"red": "human", "blue": "random"})
    with host.at(made["id"]) as line:
        line.hello("red")
        line.ask(type="grow", path=[])
        assert line.hints


def test_a_game_that_goes_on_is_not_judged(front: TestClient):
    table = laid(front, "sos/courier", SOLO)
    answer = front.get(f"/api/tables/{table}/judgement")
    assert answer.status_code >= 400 and answer.json()["error"] == "A game is judged when it is over."
