"""The ladder: people and bots by strength, with intervals, and what sides are worth."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.server.people.conftest import Person
from tests.server.people.test_rated import ALONE, laid, resign

from balka.server.ratings.glicko import Rating
from balka.server.store.ratings import _keep, learn

People = Callable[..., Person]


def put(person: Person, player: str, rating: float, deviation: float) -> None:
    """A rating as many games would have made it."""
    with person.store.transaction() as db:
        _keep(db, "camp", player, Rating(rating, deviation, games=40, at=person.store.clock()))


def test_people_and_bots_stand_on_one_ladder_and_those_little_known_of_come_last(people: People):
    marta, wren, stranger = people(), people(), people()
    marta.sign_up("Marta")
    wren.sign_up("Wren")
    put(marta, marta.store.people.named("wren").id, 1620, 60)
    put(marta, "bot:random", 1700, 50)
    resign(marta, marta.visitor.lay(seats=ALONE, rated=True)["id"], "red")
    put(marta, "bot:random", 1700, 50)
    page = stranger.call("GET", "/ladder/camp")
    assert [(row["place"], row["name"], row.get("key", "")) for row in page["rows"]] == [
        (1, "Computer, careless", "random"),
        (2, "Wren", ""),
        (0, "Marta", ""),
    ]
    wren_row = page["rows"][1]["strength"]
    assert (wren_row["rating"], wren_row["low"], wren_row["high"]) == (1620, 1502, 1738)
    assert [row.get("yours", False) for row in wren.call("GET", "/ladder")["rows"]] == [False, True, False]


def test_the_better_side_of_a_scenario_is_shown_with_how_many_games_say_so(people: People):
    marta, wren = people(), people()
    marta.sign_up("Marta")
    wren.sign_up("Wren")
    resign(wren, laid(marta, wren), "blue")
    with marta.store.transaction() as db:
        learn(db, "camp/raids")
    (side,) = marta.call("GET", "/ladder/camp")["sides"]
    assert (side["scenario"], side["side"], side["games"]) == ("camp/raids", "red", 1)
    assert side["low"] < 0 < side["points"] < side["high"], "one game proves nothing"


def test_an_empty_ladder_is_told_and_one_of_a_game_that_is_not_there_is_refused(people: People):
    stranger = people()
    page = stranger.call("GET", "/ladder/toy")
    assert page["rows"] == page["sides"] == [] and [game["key"] for game in page["games"]] == ["camp", "toy"]
    refused = stranger.call("GET", "/ladder/chess", status=404)
    assert refused["instead"] == "one of camp, toy"


def test_where_there_are_no_accounts_there_is_no_ladder(house: Callable[..., Any]):
    assert house(home=True).http.get("/api/ladder").status_code == 404


@pytest.mark.parametrize("name", ["x" * 5000, "%00", "..%2f"])
def test_names_of_games_that_are_none_are_refused(people: People, name: str):
    assert people().http.get(f"/api/ladder/{name}").status_code == 404
