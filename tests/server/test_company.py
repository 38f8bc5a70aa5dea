"""What people at different screens settle among themselves, over the wire: draws, take-backs, breaks, rematches."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from tests.server.conftest import PITCH

from balka.core.records import EarlyEnd, read

FRIENDS = {"red": "human", "blue": "friend"}


class Party:
    """Red, blue and a watcher at a table, each in a browser of his own."""

    def __init__(self, people: tuple[Any, Any, Any], lines: tuple[Any, Any, Any], table: str) -> None:
        self.host, self.guest, self.other = people
        self.red, self.blue, self.watcher = lines
        self.table = table

    def pitch(self) -> None:
        for text in PITCH:
            assert self.red.ask(type="choose", text=text)["type"] == "reply"

    def company(self, line: Any) -> dict[str, Any]:
        """What a browser has been told; a question in between makes sure that it has come."""
        line.ask(type="why", unit="nobody")
        told: dict[str, Any] = line.company
        return told


@pytest.fixture
def party(house: Callable[..., Any]) -> Iterator[Party]:
    host, guest, other = people = (house(), house(), house())
    made = host.lay(seats=FRIENDS)
    guest.http.get(made["invite"]["blue"])
    with host.at(made["id"]) as red, guest.at(made["id"]) as blue, other.at(made["id"]) as watcher:
        for line in (red, blue, watcher):
            line.send(type="hello", seat="")
            line.until("scene")
        yield Party(people, (red, blue, watcher), made["id"])


def test_a_draw_is_offered_declined_and_later_agreed(party: Party):
    party.pitch()
    assert party.red.ask(type="ask_for", what="draw")["type"] == "reply"
    asked = {"what": "draw", "seat": "red"}
    assert party.company(party.red)["proposals"] == [{**asked, "yours": True}]
    assert party.company(party.blue)["proposals"] == [{**asked, "asks": True}]
    assert party.company(party.watcher)["proposals"] == [asked]
    party.blue.ask(type="answer", what="draw", agree=False)
    assert party.company(party.red)["proposals"] == [{**asked, "yours": True, "declined": True}]
    party.red.ask(type="choose", text="hold")
    assert party.company(party.red)["proposals"] == []
    party.blue.ask(type="ask_for", what="draw")
    party.red.ask(type="answer", what="draw", agree=True)
    assert [party.company(line)["proposals"] for line in (party.red, party.blue, party.watcher)] == [[], [], []]
    for line in (party.red, party.blue, party.watcher):
        assert line.scene["outcome"] == {"text": "The sides agreed on a draw."}
    (row,) = [table for table in party.host.http.get("/api/tables").json() if table["id"] == party.table]
    assert row["result"] == {"winner": "", "text": "The sides agreed on a draw.", "how": "draw"}
    assert read(party.other.http.get(f"/api/tables/{party.table}/record").text).early == EarlyEnd("draw")


def test_a_final_choice_is_given_back_by_the_other(party: Party):
    party.pitch()
    party.red.ask(type="choose", text="hold")
    assert party.company(party.red)["back"]
    assert not party.company(party.blue)["back"]
    assert not party.company(party.watcher)["back"]
    party.red.ask(type="ask_for", what="back")
    party.blue.ask(type="answer", what="back", agree=True)
    assert not party.company(party.red)["back"]
    assert party.red.scene["ask"]["yours"]
    assert not party.company(party.blue)["back"]
    assert not party.blue.scene["ask"]["yours"]


def test_resigning_is_stored_with_the_table(party: Party):
    party.red.ask(type="resign")
    row = party.guest.http.get(f"/api/tables/{party.table}").json()
    assert row["result"] == {"winner": "blue", "text": "The Red side resigned.", "how": "resign"}


def test_what_was_asked_for_is_there_after_a_restart(house: Callable[..., Any]):
    host = house()
    made = host.lay(seats=FRIENDS)
    with host.at(made["id"]) as red:
        red.hello("red")
        red.ask(type="ask_for", what="adjourn")
    again = house(again=True)
    again.http.get(made["invite"]["blue"])
    with again.at(made["id"]) as blue:
        blue.hello("blue")
        blue.ask(type="answer", what="adjourn", agree=True)
        assert blue.company["adjourned"]


def test_watchers_and_strangers_can_do_none_of_it(party: Party):
    party.pitch()
    party.red.ask(type="ask_for", what="draw")
    before = party.company(party.red)
    for message in (
        {"type": "ask_for", "what": "draw"},
        {"type": "answer", "what": "draw", "agree": True},
        {"type": "answer", "what": "draw", "agree": False},
        {"type": "resign"},
    ):
        assert party.watcher.ask(**message)["error"]["error"] == "Watchers only watch."
        with party.other.at(party.table) as stranger:
            assert stranger.ask(**message)["error"]["error"] == "Say hello first."
    assert party.company(party.red) == before
    assert party.other.http.post(f"/api/tables/{party.table}/rematch").status_code == 400


@pytest.mark.parametrize(
    "message",
    [
        {"type": "ask_for"},
        {"type": "ask_for", "what": "mercy"},
        {"type": "ask_for", "what": ["draw"]},
        {"type": "ask_for", "what": 1},
        {"type": "answer", "what": "draw"},
        {"type": "answer", "what": "draw", "agree": "yes"},
        {"type": "answer", "agree": True},
        {"type": "answer", "what": "draw", "agree": True},
        {"type": "answer", "what": "back", "agree": False},
        {"type": "ask_for", "what": "back"},
        {"type": "ask_for", "what": "resume"},
    ],
)
def test_what_makes_no_sense_is_refused_with_a_reason(party: Party, message: dict[str, Any]):
    refused = party.blue.ask(**message)
    assert refused["type"] == "error"
    assert len(refused["error"]["error"]) > 10, json.dumps(refused)
    assert party.company(party.red)["proposals"] == []


def test_at_one_screen_there_is_nobody_to_ask(house: Callable[..., Any]):
    host = house()
    with host.at(host.lay()["id"]) as red:
        red.hello("red")
        refused = red.ask(type="ask_for", what="draw")
        assert refused["error"]["error"] == "There is no other person at another screen."
        assert red.company == {}


def test_a_rematch_changes_sides_and_both_find_it(party: Party):
    path = f"/api/tables/{party.table}/rematch"
    assert party.host.http.post(path).status_code == 409, "the game goes on"
    party.blue.ask(type="resign")
    laid = party.guest.http.post(path)
    assert laid.status_code == 200
    new = laid.json()["id"]
    assert party.company(party.red)["rematch"] == party.company(party.watcher)["rematch"] == new
    joined = party.host.http.post(path).json()
    assert joined["id"] == new
    seats = [who.http.get(f"/api/tables/{new}").json()["yours"] for who in (party.host, party.guest, party.other)]
    assert seats == [["blue"], ["red"], []]
    assert party.host.http.post(path).json()["id"] == party.guest.http.post(path).json()["id"] == new
    assert party.other.http.post(path).status_code == 400
