"""Whoever asks in Polish is answered in Polish where the game has the words, and in English otherwise."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.conftest import Visitor

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from starlette.testclient import TestClient

import balka
from balka.core.telling import teller
from balka.server import messages as m
from balka.server.app import Settings, create_app
from balka.server.languages import body_of, wanted
from balka.server.live import NO_DELAYS

POLISH = {"accept-language": "pl-PL,pl;q=0.9,en;q=0.8"}
ALONE = {"german": "human", "soviet": "greedy"}


@pytest.fixture
def visitor(tmp_path: Path) -> Iterator[Visitor]:
    """Somebody at home in a house with a game that has Polish words and one that has none."""
    settings = Settings(home=True, delays=NO_DELAYS, static=tmp_path / "static")
    app = create_app(tmp_path, [balka.game("kursk"), balka.game("sos")], settings)
    with TestClient(app, base_url="http://127.0.0.1") as client:
        yield Visitor(client)


@pytest.mark.parametrize(
    ("wish", "language"),
    [("pl-PL,pl;q=0.9", "pl"), ("de, pl;q=0.7", "pl"), ("en-GB, pl", "en"), ("fr", "en"), ("", "en"), ("*", "en")],
)
def test_the_first_wish_that_is_spoken_here_counts(wish: str, language: str):
    assert wanted(wish) == language


def test_each_browser_at_a_table_hears_its_own_language(visitor: Visitor):
    made = visitor.lay("kursk/slice", ALONE)
    with visitor.at(made["id"]) as english, visitor.at(made["id"]) as polish:
        spoken = polish.hello("german", language="pl")
        plain = english.hello("german")
        assert plain["ask"]["prompt"] == "Move, dig in, change the set-up of guns, or end the phase."
        assert spoken["ask"]["prompt"] == "Rusz oddziały, okop je, zmień położenie dział albo zakończ fazę."
        assert [side["key"] for side in spoken["sides"]] == [side["key"] for side in plain["sides"]]
        assert [node["token"] for node in spoken["choices"]] == [node["token"] for node in plain["choices"]]
        refused = polish.ask(type="why", text="attack 1807")
        assert refused["result"]["reasons"][0]["sentence"] == "Tego nie robi się w fazie ruchu."


def test_changes_of_a_scene_are_polish_too(visitor: Visitor):
    made = visitor.lay("kursk/slice", ALONE)
    with visitor.at(made["id"]) as polish:
        polish.hello("german", language="pl", changes=True)
        unit = next(node["token"] for node in polish.scene["choices"] if node["anchor"]["kind"] == "counter")
        polish.send(type="choose", text=f"take {unit}")
        changed = polish.until("changes")
        assert changed["fields"]["ask"]["prompt"].startswith("Dokąd: ")


def test_a_game_without_polish_words_speaks_english_at_its_table(visitor: Visitor):
    made = visitor.lay("sos/courier", {"german": "greedy", "soviet": "human"})  # who begins: nothing happens meanwhile
    with visitor.at(made["id"]) as polish, visitor.at(made["id"]) as english:
        spoken, plain = polish.hello("soviet", language="pl"), english.hello("soviet")
        assert plain["ask"]["yours"]
        assert spoken["ask"]["prompt"] == plain["ask"]["prompt"]


def test_pages_are_told_in_the_language_of_the_call(visitor: Visitor):
    page = visitor.http.get("/api/scenarios/kursk/prokhorovka", headers=POLISH)
    assert page.json()["scenario"]["title"] == "Prochorowka"
    assert "Accept-Language" in page.headers["vary"]
    assert visitor.http.get("/api/scenarios/kursk/prokhorovka").json()["scenario"]["title"] == "Prokhorovka"


def test_the_rules_of_kursk_are_read_and_searched_in_polish(visitor: Visitor):
    visitor.http.headers.update(POLISH)
    chapters = visitor.http.get("/api/rules/kursk").json()["chapters"]
    sections = {section["name"]: section["title"] for chapter in chapters for section in chapter["sections"]}
    assert sections["4.1"] == "Strefy kontroli" and sections["Closing chart"] == "Tabela końcowa"
    assert visitor.http.get("/api/rules/kursk", params={"section": "Closing chart"}).json()
    found = visitor.http.get("/api/rules/kursk", params={"q": "odwrót wielką rzekę"}).json()
    assert [row["id"] for row in found] == ["kursk-5.3.5-a"]
    assert found[0]["statement"].startswith("Wielką rzekę odwrót")


def test_in_a_list_each_game_speaks_as_it_can(visitor: Visitor):
    english, polish = (visitor.http.get("/api/games", headers=wish).json() for wish in ({}, POLISH))
    told = {game["key"]: game for game in polish}
    assert told["kursk"]["subtitle"] == "Cały łuk, dzień po dniu"
    assert told["sos"]["blurb"] == next(game["blurb"] for game in english if game["key"] == "sos")


def test_rules_are_cited_in_polish(visitor: Visitor):
    labels = visitor.http.get("/api/rules/kursk/labels", headers=POLISH).json()
    assert labels["kursk-ter-forest-a"] == "Teren: las" and labels["kursk-5.3.5-a"] == "5.3.5"


def test_a_board_in_another_language_is_another_answer_to_a_cache(visitor: Visitor):
    english, polish = (visitor.http.get("/api/boards/kursk-kursk", headers=wish) for wish in ({}, POLISH))
    assert english.headers["etag"] != polish.headers["etag"]
    names = [{place["name"] for place in board.json()["places"]} for board in (english, polish)]
    assert "Fatezh" in names[0] and "Fatież" in names[1]
    assert [hex_["terrain"] for hex_ in english.json()["hexes"]] == [hex_["terrain"] for hex_ in polish.json()["hexes"]]


def test_a_refused_call_is_refused_in_polish(visitor: Visitor):
    made = visitor.lay("kursk/slice", ALONE)
    visitor.http.headers.update(POLISH)
    answer = visitor.http.get(f"/api/tables/{made['id']}/replay/99")
    assert answer.status_code in (400, 404) and answer.json()["error"]


def test_what_people_say_is_not_said_anew():
    spoken = teller("pl", "kursk")
    line = m.TalkLine(room="seats", who="german", text="nothing", at=1, yours=False)
    assert b'"nothing"' in body_of(m.Talk(lines=[line], anew=True), spoken)
    assert b'"nic"' in body_of(m.Notice(text="nothing"), spoken)
