"""Blocking, muting and reporting: who is blocked cannot challenge, sit or talk; the host reads what was reported."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.server.people.conftest import Person
from tests.server.people.test_finding import CHALLENGE, lobby, look
from tests.server.people.test_rated import FRIEND, OFFERED

from balka.cli import main as cli

People = Callable[..., Person]


@pytest.fixture
def pair(people: People) -> tuple[Person, Person]:
    marta, wren = people(), people()
    marta.sign_up("Marta")
    wren.sign_up("Wren")
    return marta, wren


def bar(person: Person, name: str, kind: str = "block") -> Any:
    return person.call("PUT", f"/me/barred/{name}", {"kind": kind})


def test_somebody_blocked_can_neither_challenge_nor_be_matched_nor_see_offers(pair: tuple[Person, Person]):
    marta, wren = pair
    assert [(one["name"], one["kind"]) for one in bar(wren, "marta")] == [("Marta", "block")]
    refused = marta.call("POST", "/challenges", CHALLENGE, 409)
    assert "do not play each other" in refused["error"] and marta.tables == []
    wren.call("POST", "/challenges", {**CHALLENGE, "name": "Marta"}, 409)
    look(marta)
    assert look(wren)["others"] == 0 and wren.tables == []
    wren.visitor.lay(seats=OFFERED)
    marta.visitor.lay(seats=OFFERED)
    assert lobby(marta)["offers"] == lobby(wren)["offers"] == []


def test_somebody_blocked_cannot_sit_down_by_an_offer_or_a_link(pair: tuple[Person, Person]):
    marta, wren = pair
    offered, made = marta.visitor.lay(seats=OFFERED)["id"], marta.visitor.lay(seats=FRIEND)
    bar(marta, "Wren")
    assert "apart" in wren.call("POST", f"/offers/{offered}", {"seat": "blue"}, 400)["error"]
    wren.http.get(made["invite"]["blue"])
    with wren.visitor.at(made["id"]) as line:
        line.send(type="hello", seat="blue")
        assert "apart" in line.until("notice")["text"]
        assert line.ask(type="resign")["error"]["error"] == "Watchers only watch."
    assert marta.call("GET", f"/tables/{made['id']}")["names"] == {"red": "Marta"}


def test_a_block_takes_back_the_challenges_between_two_and_can_be_lifted(pair: tuple[Person, Person]):
    marta, wren = pair
    table = marta.call("POST", "/challenges", CHALLENGE)["id"]
    bar(wren, "Marta")
    assert lobby(wren)["challenges"] == []
    wren.call("POST", f"/challenges/{table}", status=404)
    assert wren.call("DELETE", "/me/barred/Marta") == []
    assert marta.call("POST", "/challenges", CHALLENGE)["id"]


@pytest.mark.parametrize("kind", ["block", "mute"])
def test_what_somebody_kept_away_says_is_not_told_to_whoever_keeps_him_away(
    pair: tuple[Person, Person], people: People, kind: str
):
    marta, wren = pair
    noor = people()
    noor.sign_up("Noor")
    table = marta.visitor.lay(seats=OFFERED)["id"]
    wren.call("POST", f"/offers/{table}", {"seat": "blue"})
    with marta.visitor.at(table) as red, wren.visitor.at(table) as blue, noor.visitor.at(table) as watcher:
        for line, seat in ((red, "red"), (blue, "blue"), (watcher, "")):
            line.hello(seat)
        blue.ask(type="say", text="Well met.")
        bar(marta, "Wren", kind)
        bar(wren, "Noor", kind)
        blue.ask(type="say", text="Can you read this?")
        red.ask(type="say", text="Nice day.")
        watcher.ask(type="say", text="He moves left.")
        for line in (red, blue, watcher):
            line.ask(type="orders")
        assert [line["text"] for line in red.talk] == ["Nice day."]
        assert [line["text"] for line in watcher.talk][-2:] == ["Nice day.", "He moves left."]
        assert "He moves left." not in str(blue.talk) and "Can you read this?" in str(blue.talk)
        marta.call("DELETE", "/me/barred/Wren")
        red.ask(type="orders")
        assert [line["text"] for line in red.talk] == ["Well met.", "Can you read this?", "Nice day."]
        blue.ask(type="resign")
        blue.ask(type="orders")
        assert "He moves left." not in str(blue.talk), "nor when watchers are read by everybody"


def test_muting_keeps_nobody_from_playing(pair: tuple[Person, Person]):
    marta, wren = pair
    bar(wren, "Marta", "mute")
    table = marta.call("POST", "/challenges", CHALLENGE)["id"]
    assert wren.call("POST", f"/challenges/{table}")["id"] == table


def test_a_person_s_page_says_whether_i_keep_him_away_and_nobody_else_is_told(pair: tuple[Person, Person]):
    marta, wren = pair
    bar(marta, "Wren")
    assert marta.call("GET", "/people/Wren")["barred"] == "block"
    assert wren.call("GET", "/people/Wren")["you"] is True
    assert wren.call("GET", "/people/Marta")["barred"] == ""
    assert marta.call("GET", "/me/data")["keeps_away"][0]["name"] == "Wren"
    assert wren.call("GET", "/me/data")["keeps_away"] == []


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("PUT", "/me/barred/Nobody", {"kind": "block"}, 404),
        ("PUT", "/me/barred/Marta", {"kind": "block"}, 400),
        ("PUT", "/me/barred/Wren", {"kind": "curse"}, 400),
        ("PUT", "/me/barred/Wren", {}, 400),
        ("DELETE", "/me/barred/Nobody", None, 404),
        ("POST", "/reports", {"name": "Wren"}, 400),
        ("POST", "/reports", {"name": "Wren", "text": ""}, 400),
        ("POST", "/reports", {"name": "Wren", "text": " \u200b "}, 400),
        ("POST", "/reports", {"name": "Wren", "text": "x" * 2001}, 400),
        ("POST", "/reports", {"text": "nobody in particular"}, 404),
        ("POST", "/reports", {"name": "Wren", "text": "x", "table": "none"}, 404),
        ("POST", "/reports", {"name": "Marta", "text": "me"}, 400),
    ],
)
def test_what_is_malformed_is_refused_and_nothing_is_kept(
    pair: tuple[Person, Person], method: str, path: str, body: Any, status: int
):
    marta, _ = pair
    assert marta.call(method, path, body, status)["error"]
    assert marta.call("GET", "/me/barred") == [] and marta.store.order.open_reports() == 0


def test_whoever_is_not_signed_in_keeps_nobody_away_and_reports_nobody(people: People, pair: tuple[Person, Person]):
    stranger = people()
    stranger.call("GET", "/me/barred", status=401)
    stranger.call("PUT", "/me/barred/Wren", {"kind": "block"}, 401)
    stranger.call("POST", "/reports", {"name": "Wren", "text": "x"}, 401)


def test_the_host_reads_reports_and_marks_them_as_seen_to(
    pair: tuple[Person, Person], capsys: pytest.CaptureFixture[str], tmp_path: Any, monkeypatch: pytest.MonkeyPatch
):
    marta, wren = pair
    table = marta.visitor.lay(seats=OFFERED)["id"]
    wren.call("POST", f"/offers/{table}", {"seat": "blue"})
    marta.call("POST", "/reports", {"name": "wren", "text": "Swears.\nA lot.", "table": table})
    marta.call("POST", "/reports", {"table": table, "seat": "blue", "text": "Again."})
    monkeypatch.setenv("BALKA_HOME", str(tmp_path))
    assert cli.main(["admin", "reports"]) == 0
    said = capsys.readouterr().out
    assert said.count("Marta about Wren") == 2 and "Swears. A lot." in said and table in said
    assert cli.main(["admin", "reports", "--done", "1"]) == 0
    assert cli.main(["admin", "reports", "--done", "1"]) == 2
    capsys.readouterr()
    cli.main(["admin", "reports"])
    assert "Swears" not in capsys.readouterr().out
    wren.call("POST", "/me/delete", {"password": ""})
    cli.main(["admin", "reports"])
    assert "Marta about somebody who has left" in capsys.readouterr().out


def test_reports_have_a_limit(pair: tuple[Person, Person]):
    marta, _ = pair
    for _ in range(5):
        marta.call("POST", "/reports", {"name": "Wren", "text": "x"})
    assert "come back" in marta.call("POST", "/reports", {"name": "Wren", "text": "x"}, 429)["instead"]
