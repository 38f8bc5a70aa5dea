"""The calls of docs/scene.md: games, boards, rules, tables, records, dice; every mistake answered with a sentence."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import to_builtins
from tests.server.conftest import HOT, PITCH, SOLO, Visitor
from tests.table.camp import BOARD, CampSystem

from balka.bots.judging import JUDGES
from balka.core.records import read
from balka.server.store import opening

House = Callable[..., Visitor]


def test_the_games_and_their_scenarios_are_listed(house: House):
    camp = house().http.get("/api/games").json()[0]
    assert (camp["key"], camp["title"], camp["blurb"]) == ("camp", "The Camp", "For tests of the table.")
    assert camp["scenarios"][0] == {
        "key": "camp/raids", "title": "Raids by Night", "teaches": "the table", "length": "2 days",
        "sides": [{"key": "red", "name": "Red", "style": "red"}, {"key": "blue", "name": "Blue", "style": "blu"}],
        "situation": "Two camps in the dark.", "board": "camp-raids",
        "options": [{"key": "light", "title": "Light of the moon", "rule": "camp-4", "printed": "4",
                     "values": ["new", "full"], "default": "new"}],
    }  # fmt: skip


def test_the_bots_to_play_against_are_listed_as_far_as_they_know_the_game(house: House, monkeypatch):
    def offered() -> list[str]:
        bots = house().http.get("/api/games").json()[0]["bots"]
        assert all(bot["title"] and "about" in bot for bot in bots)
        return [bot["key"] for bot in bots]

    assert "random" in offered() and "regular" not in offered(), "nobody judges what is worth doing in the Camp"
    monkeypatch.setitem(JUDGES, CampSystem.key, "nowhere:worth")
    assert offered()[0] == "regular" and offered()[-1] == "random"


def test_a_board_is_sent_once_and_known_by_its_mark(house: House):
    visitor = house()
    first = visitor.http.get("/api/boards/camp-raids")
    assert first.json() == {**to_builtins(BOARD.to_wire()), "key": "camp-raids"}
    second = visitor.http.get("/api/boards/camp-raids", headers={"If-None-Match": first.headers["etag"]})
    assert (second.status_code, second.content) == (304, b"")


def test_rules_are_told_in_our_words(house: House):
    visitor = house()
    found = visitor.http.get("/api/rules/sos?q=initiative").json()
    assert found
    rule = visitor.http.get(f"/api/rules/sos/{found[0]['id']}").json()
    assert rule["statement"] == found[0]["statement"]
    assert all(other["section"] == rule["section"] for other in rule["related"])


@pytest.mark.parametrize(
    "path", ["/api/boards/nowhere", "/api/rules/sos/sos-nothing", "/api/rules/chess?q=x", "/api/tables/none",
             "/api/tables/none/record", "/api/tables/none/dice", "/api/nothing", "/api/"]
)  # fmt: skip
def test_what_is_not_there_is_answered_with_a_sentence(house: House, path: str):
    answer = house().http.get(path)
    assert answer.status_code == 404
    assert answer.json()["error"] and set(answer.json()) <= {"error", "rule", "instead"}


@pytest.mark.parametrize(
    "body",
    [
        "", "{", "[]", "null", '{"scenario": 7}', '{"scenario": "chess/mate"}',
        '{"scenario": "camp/raids", "seats": {"green": "human"}}',
        '{"scenario": "camp/raids", "seats": {"red": "genius"}}', '{"scenario": "camp/raids", "seats": []}',
        '{"scenario": "camp/raids", "options": {"light": "dim"}}', '{"scenario": "camp/raids", "options": {"x": []}}',
        '{"record": "nonsense"}', '{"record": "balka record 1\\ngame: camp\\n"}', "\x00\xff", "9" * 5000000,
    ],
)  # fmt: skip
def test_a_wish_that_cannot_be_met_is_refused_and_no_table_is_laid(house: House, body: str):
    visitor = house(home=True)
    answer = visitor.http.post("/api/tables", content=body.encode("latin-1"))
    assert answer.status_code in (400, 404)
    assert answer.json()["error"]
    assert visitor.http.get("/api/tables").json() == []


def test_a_table_is_laid_and_listed_for_its_host_only(house: House):
    host, other = house(), house()
    made = host.lay(seats=SOLO, options={"light": "full"})
    assert made["url"] == f"/table/{made['id']}"
    (listed,) = host.http.get("/api/tables").json()
    assert listed["id"] == made["id"]
    assert (listed["scenario"], listed["title"], listed["turn"]) == ("camp/raids", "Raids by Night", "Day 0 of 2")
    assert (listed["seats"], listed["over"]) == (SOLO, False)
    assert listed["touched"].endswith("Z")
    assert other.http.get("/api/tables").json() == []


def test_at_home_every_table_is_listed(house: House):
    host, same_computer = house(home=True), house()
    made = host.lay()
    assert [table["id"] for table in same_computer.http.get("/api/tables").json()] == [made["id"]]


def test_at_home_means_by_the_computers_own_name(house: House):
    host, other = house(home=True), house()
    host.lay()
    assert other.http.get("/api/tables", headers={"Host": "evil.example"}).json() == []


@pytest.mark.parametrize("name", ["[::1", "", "127.0.0.1.evil.example", "evil.example:127.0.0.1"])
def test_a_malformed_or_foreign_name_is_not_home(house: House, name: str):
    host, other = house(home=True), house()
    host.lay()
    answer = other.http.get("/api/tables", headers={"Host": name})
    assert (answer.status_code, answer.json()) == (200, [])


def test_pages_of_other_sites_may_not_lay_tables(house: House):
    visitor = house(home=True)
    wish = {"scenario": "camp/raids"}
    foreign = visitor.http.post("/api/tables", json=wish, headers={"Origin": "http://evil.example"})
    assert foreign.status_code == 403
    own = visitor.http.post("/api/tables", json=wish, headers={"Origin": "http://127.0.0.1"})
    assert own.status_code == 200


def test_only_the_host_is_told_the_links_for_others(house: House):
    host, other = house(), house()
    made = host.lay()
    told = host.http.get(f"/api/tables/{made['id']}").json()
    assert set(told["invite"]) == {"red", "blue"}
    assert sorted(told["yours"]) == ["blue", "red"]
    stranger = other.http.get(f"/api/tables/{made['id']}").json()
    assert (stranger["invite"], stranger["yours"]) == ({}, [])


# -- records and dice


def play_to_end(visitor: Visitor, table: str) -> None:
    with visitor.at(table) as browser:
        browser.hello("red")
        for text in PITCH:
            browser.choose(text)
        while browser.scene["outcome"] is None:
            browser.choose("hold")
            if browser.scene["outcome"] is None and not browser.scene["ask"]["yours"]:
                seat = browser.until("curtain")["seat"]
                browser.send(type="seat", seat=seat)
                browser.until("scene")


def test_the_record_in_progress_is_only_for_whoever_may_know_everything(house: House):
    host, other = house(), house()
    hot = host.lay(seats=HOT)["id"]
    assert host.http.get(f"/api/tables/{hot}/record").text.startswith("balka record 1\n")
    assert other.http.get(f"/api/tables/{hot}/record").status_code == 409
    solo = host.lay(seats=SOLO)["id"]
    refused = host.http.get(f"/api/tables/{solo}/record")
    assert (refused.status_code, refused.json()["error"]) == (409, "The record would tell what your seat may not know.")


def test_a_host_who_gave_a_seat_away_may_not_read_the_record(house: House):
    host, guest = house(), house()
    made = host.lay(seats=HOT)
    guest.http.get(made["invite"]["blue"])
    with guest.at(made["id"]) as browser:
        assert browser.hello("blue")["seat"] == "blue"
    assert host.http.get(f"/api/tables/{made['id']}/record").status_code == 409


def test_the_secret_of_the_dice_comes_with_the_end_and_not_before(house: House):
    host = house()
    table = host.lay(seats=HOT)["id"]
    before = host.http.get(f"/api/tables/{table}/dice").json()
    record = host.http.get(f"/api/tables/{table}/record").text
    assert before["secret"] is None
    assert "secret" not in record
    play_to_end(host, table)
    after = host.http.get(f"/api/tables/{table}/dice").json()
    assert after["commitment"] == before["commitment"]
    assert hashlib.sha256(bytes.fromhex(after["secret"])).hexdigest() == before["commitment"]
    assert read(house().http.get(f"/api/tables/{table}/record").text).secret == after["secret"]


def test_rolls_are_counted_against_expectation(house: House):
    host = house()
    table = host.lay(seats=HOT)["id"]
    with host.at(table) as browser:
        browser.hello("red")
        for text in (*PITCH, "fire big"):
            browser.choose(text)
    (row,) = host.http.get(f"/api/tables/{table}/dice").json()["rows"]
    assert (row["dice"], row["rolls"], sum(row["seen"].values())) == ("2d6", 1, 1)
    assert row["expected"]["7"] == pytest.approx(1 / 6, abs=0.001)
    assert sum(row["expected"].values()) == pytest.approx(1, abs=0.01)


def test_a_roll_only_one_seat_saw_is_not_counted_before_the_end(house: House):
    host = house()
    table = host.lay("toy/crossing", {"guard": "human", "smuggler": "human"})["id"]
    with host.at(table) as browser:
        browser.hello("guard")
        for text in ("put patrol B1", "put pit D1", "ready"):
            browser.choose(text)
        browser.until("curtain")
        browser.send(type="seat", seat="smuggler")
        browser.until("scene")
        browser.choose("put goal E1")
        browser.choose("ready")
    assert "chance: d6" in host.http.get(f"/api/tables/{table}/record").text, "the guard's powder was rolled for"
    assert host.http.get(f"/api/tables/{table}/dice").json()["rows"] == []


def test_a_game_goes_on_from_a_record(house: House):
    host = house()
    first = host.lay(seats=HOT)["id"]
    with host.at(first) as browser:
        browser.hello("red")
        for text in (*PITCH, "fire big"):
            browser.choose(text)
    text = host.http.get(f"/api/tables/{first}/record").text
    again = host.lay(seats=HOT, record=text)["id"]
    saved = host.http.get(f"/api/tables/{again}/record").text
    assert read(saved).lines == read(text).lines
    assert read(saved).header.dice_from == 1
    with host.at(again) as browser:
        assert browser.hello("blue")["ask"]["yours"]


def test_an_altered_record_is_refused_with_its_line(house: House):
    host = house()
    table = host.lay(seats=HOT)["id"]
    with host.at(table) as browser:
        browser.hello("red")
        browser.choose("put tent-1 A01")
    text = host.http.get(f"/api/tables/{table}/record").text
    altered: Any = host.http.post("/api/tables", json={"record": text.replace("tent-1 A01", "tent-1 B01")})
    assert altered.status_code == 400
    assert "wrong checksum" in altered.json()["error"]
    assert altered.json()["error"].startswith(f"line {len(text.splitlines())}:")


# -- pages


def test_without_a_built_front_end_a_page_says_how_to_build_it(house: House):
    answer = house().http.get("/")
    assert answer.status_code == 200
    assert "make web" in answer.text


def test_the_front_end_is_served_and_nothing_beside_it(house: House, tmp_path: Path):
    visitor = house()
    (tmp_path / "static" / "assets").mkdir(parents=True)
    (tmp_path / "static" / "index.html").write_text("<p>lobby</p>")
    (tmp_path / "static" / "assets" / "a.js").write_text("1")
    assert visitor.http.get("/").text == visitor.http.get("/table/abc").text == "<p>lobby</p>"
    assert "immutable" in visitor.http.get("/assets/a.js").headers["cache-control"]
    for path in ("/balka.sqlite", "/%2e%2e/balka.sqlite", "/..%2fbalka.sqlite", "/assets/none.js", "/a%00b"):
        assert visitor.http.get(path).status_code == 404, path


# -- what browsers are told to refuse, and requests that cannot be meant


def test_every_answer_tells_the_browser_what_to_refuse(house: House):
    for path in ("/", "/api/games", "/api/nothing", "/nothing"):
        headers = house().http.get(path).headers
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize("step", ["²", "9" * 4301, "-1", "1.5", ""])
def test_a_step_that_is_no_number_is_refused(house: House, step: str):
    visitor = house()
    table = visitor.lay(seats=HOT)["id"]
    assert visitor.http.get(f"/api/tables/{table}/replay/{step}").status_code in (400, 404, 307)


def test_a_name_no_file_can_have_is_not_found(house: House):
    assert house().http.get("/" + "x" * 300).status_code == 404


@pytest.mark.parametrize("fields", [{"turn": 2**70}, {"number": 2**70}, {"turn": -1}])
def test_a_note_with_impossible_numbers_is_refused(house: House, fields: dict[str, int]):
    visitor = house()
    table = visitor.lay(seats=HOT)["id"]
    answer = visitor.http.post(f"/api/tables/{table}/notes", json={"seat": "red", "text": "Watch", **fields})
    assert answer.status_code == 400
    dropped = visitor.http.delete(f"/api/tables/{table}/notes/{2**70}?seat=red")
    assert dropped.status_code == 404


@pytest.mark.parametrize("row", ["chance: 2d6 ² 5", "chance: 6c123 4", f"chance: 2d6 {'9' * 5000} 1", "chance: 7c2 1"])
def test_dice_nobody_has_are_refused_in_a_record(house: House, row: str):
    visitor = house()
    table = visitor.lay(seats=HOT)["id"]
    text = visitor.http.get(f"/api/tables/{table}/record").text.replace("\n\n", f"\n\n{row}\n")
    answer = visitor.http.post("/api/tables", json={"record": text})
    assert answer.status_code == 400
    assert "line " in answer.json()["error"]


def test_a_full_disk_refuses_a_new_table_with_the_reason(house: House):
    visitor = house()
    store = visitor.http.app.state.tables.store  # type: ignore[attr-defined]
    with store._looking.connect() as db:
        pages = db.exec_driver_sql("PRAGMA page_count").scalar_one()
        db.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
    answers = [visitor.http.post("/api/tables", json={"scenario": "camp/raids"}) for _ in range(40)]
    refused = [answer for answer in answers if answer.status_code != 200]
    assert refused
    assert all(answer.status_code == 400 and "could not be stored" in answer.json()["error"] for answer in refused)


def test_a_disk_that_is_nearly_full_takes_no_new_table_and_games_go_on(house: House, monkeypatch: pytest.MonkeyPatch):
    visitor = house()
    table = visitor.lay()["id"]
    monkeypatch.setattr(opening, "LEAST_FREE", 2**70)
    answer = visitor.http.post("/api/tables", json={"scenario": "camp/raids"})
    assert answer.status_code == 400
    assert answer.json()["error"].startswith("The disk of this server is nearly full, so no new table is laid")
    with visitor.at(table) as line:
        line.hello("red")
        line.choose("put tent-1 A01")


@pytest.mark.parametrize("address", ["/api/tables/%00", "/unsubscribe/%00", "/table/x?token=%00", "/api/offers/a%00b"])
def test_an_address_with_a_character_that_is_none_is_refused_before_anything_is_looked_up(
    house: Callable[..., Any], address: str
):
    visitor = house()
    for method in ("GET", "POST"):
        answer = visitor.http.request(method, address)
        assert answer.status_code == 404
        assert answer.json()["error"] == "The address holds a character that is none."
