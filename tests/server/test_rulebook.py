"""The rules at hand: every row can be found, and comes with its neighbours, tests, examples and rulings."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.server.conftest import Visitor

import balka
import balka.games
from balka.core.ledger import Ledger, LedgerRow
from balka.games import proofs, rulings
from balka.games.reference import Reference, reference
from balka.server.app import Settings, create_app
from balka.server.live import NO_DELAYS

House = Callable[..., Visitor]


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A house with the real games."""
    folder = tmp_path_factory.mktemp("books")
    with TestClient(create_app(folder, settings=Settings(delays=NO_DELAYS, static=folder))) as client:
        yield client


def test_every_game_that_can_be_played_has_its_book(books: TestClient):
    told = books.get("/api/rules").json()
    assert [book["key"] for book in told] == [game.key for game in balka.all_games()]
    assert all(book["rows"] and book["title"] for book in told)


def test_games_without_a_ledger_have_none(house: House):
    assert house().http.get("/api/rules").json() == []


@pytest.mark.parametrize("game", balka.games.TITLES)
def test_every_row_of_every_ledger_stands_in_a_chapter(books: TestClient, game: str):
    told = books.get(f"/api/rules/{game}").json()
    sections = [section for chapter in told["chapters"] for section in chapter["sections"]]
    assert sum(section["rows"] for section in sections) == told["rows"] == len(balka.games.ledger(game))
    first = sections[0]["name"]
    rows = books.get(f"/api/rules/{game}", params={"section": first}).json()
    assert [row["section"] for row in rows] == [first] * sections[0]["rows"]


@pytest.mark.parametrize("game", balka.games.TITLES)
def test_every_chapter_and_section_has_a_title(books: TestClient, game: str):
    """A book is opened at what a reader looks for, not at a number; no chapter falls into single sentences."""
    told = books.get(f"/api/rules/{game}").json()
    assert all(chapter["title"] or not chapter["name"][0].isdigit() for chapter in told["chapters"])
    assert all(section["title"] for chapter in told["chapters"] for section in chapter["sections"])
    assert max(len(chapter["sections"]) for chapter in told["chapters"]) <= 20
    assert told["chapters"][0]["name"] in ("0", "1")


@pytest.mark.parametrize("game", balka.games.TITLES)
def test_every_rule_can_be_opened_and_walked_to_its_neighbours(books: TestClient, game: str):
    rows = list(balka.games.ledger(game))
    for before, row in itertools.pairwise(rows[:40]):
        told = books.get(f"/api/rules/{game}/{row.id}").json()
        assert (told["statement"], told["before"]) == (row.statement, before.id)
        assert {one["section"] for one in told["related"]} <= {told["section"]}


@pytest.mark.parametrize(
    ("game", "title", "row", "column", "cell"),
    [
        ("kursk", "Combat table", "6", "3:1", "-/D2"),
        ("kursk", "Ground", "Main road, along it", "Trucked", "1/3"),
        ("gd", "Combat results", "7", "1-1", "-"),
        ("gd", "Ground", "Woods", "Wheeled", "ALL"),
        ("gd", "Weather", "6", "Attacks", "+3"),
        ("gd", "Fortifications", "Bunker", "Dice", "+4"),
        ("sos", "Ground", "Woods", "Defence", "+2"),
        ("atb", "Ground", "Light Woods", "Defence", "+1"),
    ],
)
def test_the_charts_are_those_that_are_printed(
    books: TestClient, game: str, title: str, row: str, column: str, cell: str
):
    told = {chart["title"]: chart for chart in books.get(f"/api/rules/{game}/charts").json()}
    chart = told[title]
    cells = next(cells for cells in chart["rows"] if cells[0] == row)
    assert dict(zip(chart["columns"], cells, strict=True))[column] == cell
    assert all(chart["rule"] in balka.games.ledger(game) for chart in told.values())


def test_a_rule_comes_with_the_tests_that_prove_it(books: TestClient):
    told = books.get("/api/rules/sos/sos-6.7-a").json()
    assert told["status"] == "proven"
    source = Path(__file__).parents[1]
    for proof in told["tests"]:
        assert f"def {proof['name']}(" in (source / proof["where"].partition("::")[0]).read_text(encoding="utf-8")
        assert "_" not in proof["says"]


def test_a_row_that_does_not_apply_says_why(books: TestClient):
    row = proofs.read_not_applicable(
        balka.games.ledger("sos"), balka.games.title_folder("sos") / "rules" / "not_applicable.tsv"
    )[0]
    told = books.get(f"/api/rules/sos/{row.id}").json()
    assert (told["status"], told["reason"]) == ("not applicable", row.reason)


def test_rulings_and_examples_stand_with_their_rules(books: TestClient):
    told = books.get("/api/rules/sos/sos-7.8-b").json()
    assert any("Woods and Heavy Smoke" in ruling["question"] for ruling in told["rulings"])
    told = books.get("/api/rules/kursk/kursk-5.1.4-a").json()
    assert any(ruling["name"] == "Q45" for ruling in told["rulings"])
    assert any("armored regiment" in example["text"] for example in told["examples"])
    told = books.get("/api/rules/gd/gd-7.1-a").json()
    assert any(ruling["name"] == "Q-stacking-timing" for ruling in told["rulings"])


def test_a_rule_has_a_figure_that_can_be_played(books: TestClient):
    named = books.get("/api/rules/kursk/kursk-10.1.10-a").json()["figures"]
    assert [figure["lesson"] for figure in named] == ["kursk/example-ex-10.1.8", "kursk/learn-supply"]
    assert named[1]["text"].startswith("Enemy units cut a line")
    shown = books.get(f"/api/scenarios/{named[1]['lesson']}").json()
    counters = [counter for stack in shown["stacks"] for counter in stack["counters"]]
    assert {"507-292inf", "pzgr-52-18"} <= {counter["id"] for counter in counters}, "as the learner sees it"


def test_a_rule_no_lesson_names_has_a_figure_of_its_section_or_none(books: TestClient):
    near = books.get("/api/rules/sos/sos-6.6-a").json()["figures"]
    assert any(figure["lesson"].startswith("sos/learn-") for figure in near)
    assert len({figure["lesson"] for figure in near}) == len(near) <= 6


def test_a_worked_example_stands_at_its_rule_and_can_be_opened(books: TestClient):
    first, *_ = books.get("/api/rules/kursk/kursk-c5-5.3.7-a").json()["figures"]
    assert (first["lesson"], first["comes_out"][:12]) == ("kursk/example-5.3.7", "Gone 3 hexes")
    shown = books.get(f"/api/scenarios/{first['lesson']}").json()
    assert {counter["id"] for stack in shown["stacks"] for counter in stack["counters"]} == {"a", "x"}
    assert books.post("/api/tables", json={"scenario": first["lesson"], "seats": {}, "options": {}}).status_code < 300
    games = {game["key"]: game for game in books.get("/api/games").json()}
    assert all("example" not in lesson["key"] for lesson in games["kursk"]["lessons"])


def small(*statements: str) -> Reference:
    rows = tuple(LedgerRow(f"toy-{n}.1-a", f"{n}.1", "rule", text) for n, text in enumerate(statements, start=1))
    tests = {"toy-1.1-a": ["a.py::test_both"], "toy-3.1-a": ["a.py::test_both"]}
    return Reference(
        Ledger("toy", rows), tests, [{"id": "ex", "section": "2.1", "given": {"a_b": 1, "c": None}}], {}, {}
    )


def test_rows_that_name_each_other_are_known_to_both():
    found = small("As 2.1 says.", "Nothing.", "See toy-1.1-a and 9.9.")
    assert [row.id for row in found.cites("toy-1.1-a")] == ["toy-2.1-a"]
    assert [row.id for row in found.cited_by("toy-1.1-a")] == ["toy-3.1-a"]
    assert [row.id for row in found.proven_with("toy-1.1-a")] == ["toy-3.1-a"]
    assert found.beside("toy-1.1-a") == (None, "toy-2.1-a")
    assert found.examples_of(found.ledger["toy-2.1-a"])[0].text == "given: a b 1"


def test_a_span_of_rows_in_a_table_of_rulings_means_all_of_them():
    ledger = small("a", "b", "c").ledger
    (ruling,) = rulings._from_tables(["| toy-1.1-a to toy-2.1-a | q | r | t |", "|---|---|---|---|"], ledger)
    assert (ruling.rows, ruling.test) == (("toy-1.1-a", "toy-2.1-a"), "t")


def test_without_tests_and_index_the_reference_still_stands(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    from balka.games import reference as module

    monkeypatch.setattr(proofs, "tests_folder", lambda: None)
    monkeypatch.setattr(proofs, "index_path", lambda: tmp_path / "proven.tsv")
    assert module._tests.__wrapped__() == {}
    (tmp_path / "proven.tsv").write_text("id\ttest\nsos-6.7-a\ta.py::test_x\n")
    assert module._tests.__wrapped__() == {"sos-6.7-a": ["a.py::test_x"]}


def test_every_row_has_a_status():
    found = reference("sos")
    assert {found.status(row) for row in found.ledger} <= {"proven", "not applicable", "open"}
