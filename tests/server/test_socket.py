"""The socket of docs/scene.md: scenes, curtains, questions, and an error frame for whatever makes no sense."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect
from tests.server.conftest import HOT, PITCH, SOLO, Browser, TestClient, Visitor

House = Callable[..., Visitor]
FORD = {"guard": "human", "smuggler": "human"}


def pitched(browser: Browser) -> Browser:
    for text in PITCH:
        browser.choose(text)
    return browser


# -- arriving


def test_hello_brings_the_scene_of_the_seat(house: House):
    host = house()
    table = host.lay(seats=SOLO)["id"]
    with host.at(table) as browser:
        scene = browser.hello("red")
    assert (scene["seat"], scene["version"], scene["board"]) == ("red", 1, "camp-raids")
    assert scene["ask"]["yours"]
    assert scene["ask"]["prompt"] == "Put out your tents."
    assert scene["ask"]["left"] == "3 left"
    assert scene["ask"]["todo"][0] == {"text": "tent-1 has no place", "rule": "camp-1", "hex": "A01"}
    assert [node["token"] for node in scene["choices"]] == ["tent-1", "tent-2"]
    assert scene["players"] == SOLO


def test_an_unknown_table_is_answered_and_closed(house: House):
    with house().at("nowhere") as browser:
        assert browser.next()["error"]["error"] == "There is no table 'nowhere'."
        assert browser.socket.receive()["type"] == "websocket.close"


def test_a_stranger_watches_and_may_not_act(house: House):
    host, other = house(), house()
    table = host.lay(seats=SOLO)["id"]
    with other.at(table) as browser:
        scene = browser.hello("red")
        assert (scene["seat"], scene["choices"], scene["ask"]["yours"]) == ("watcher", [], False)
        assert browser.ask(type="choose", text="put tent-1 A01")["error"]["error"] == "Watchers only watch."
        assert browser.ask(type="seat", seat="red")["error"]["error"] == "The red seat is not yours."
        assert browser.ask(type="resign")["type"] == "error"


def test_at_home_no_token_is_needed(house: House):
    host, other = house(home=True), house()
    table = host.lay(seats=SOLO)["id"]
    with other.at(table) as browser:
        assert browser.hello("red")["seat"] == "red"


def test_a_token_may_come_by_cookie_address_or_hello(house: House):
    host, other = house(), house()
    made = host.lay(seats=SOLO)
    with other.at(made["id"], f"?token={made['token']}") as browser:
        assert browser.hello("red")["seat"] == "red"
    with other.at(made["id"]) as browser:
        assert browser.hello("red", token=made["token"])["seat"] == "red"


def test_a_page_of_another_site_gets_no_line(house: House):
    host = house(home=True)
    table = host.lay()["id"]
    address, headers = f"ws://127.0.0.1/ws/tables/{table}", {"Origin": "http://evil.example"}
    with pytest.raises(WebSocketDisconnect), host.http.websocket_connect(address, headers=headers):
        pass


def test_before_hello_nothing_is_answered(house: House):
    host = house()
    with host.at(host.lay()["id"]) as browser:
        assert browser.ask(type="undo")["error"]["error"] == "Say hello first."


# -- choosing


def test_a_choice_is_answered_with_the_next_scene(house: House):
    host = house()
    with host.at(host.lay(seats=SOLO)["id"]) as browser:
        browser.hello("red")
        scene = browser.choose("put tent-1 A01")
        assert scene["version"] == 2
        assert scene["stacks"][0]["counters"][0]["id"] == "tent-1"
        assert browser.said() == ["You put tent-1 at A01."]
        assert scene["undo"] == {"possible": True, "count": 1, "choices": ["put tent-1 A01"]}


def test_a_refused_choice_says_why_and_changes_nothing(house: House):
    host = house()
    with host.at(host.lay(seats=SOLO)["id"]) as browser:
        browser.hello("red")
        browser.choose("put tent-1 A01")
        refused = browser.ask(type="choose", text="put tent-2 A01")["error"]
        assert refused == {"error": "Another tent stands there.", "rule": "camp-1", "instead": "choose an empty hex"}
        assert browser.choose("put tent-2 B01")["version"] == 3


def test_a_choice_made_on_an_old_scene_is_refused(house: House):
    host = house()
    with host.at(host.lay(seats=SOLO)["id"]) as browser:
        browser.hello("red")
        browser.choose("put tent-1 A01")
        assert "moved on" in browser.ask(type="choose", text="put tent-2 B01", version=1)["error"]["error"]


def test_undo_and_take_back(house: House):
    host = house()
    with host.at(host.lay(seats=SOLO)["id"]) as browser:
        browser.hello("red")
        for text in PITCH[:3]:
            browser.choose(text)
        browser.send(type="take_back", index=1)
        browser.until("scene")
        assert browser.scene["undo"]["choices"] == ["put tent-1 A01", "put tent-3 C01"]
        assert browser.said() == ["You put tent-1 at A01.", "You put tent-3 at C01."]
        browser.send(type="undo")
        browser.until("scene")
        assert browser.said() == ["You put tent-1 at A01."]
        assert browser.ask(type="take_back", index=5)["type"] == "error"


def test_resigning_shows_the_outcome(house: House):
    host = house()
    with host.at(host.lay(seats=SOLO)["id"]) as browser:
        browser.hello("red")
        browser.send(type="resign")
        browser.until("scene")
        assert browser.scene["outcome"] == {"winner": "blue", "text": "The Red side resigned."}
        assert (browser.scene["ask"], browser.scene["choices"]) == (None, [])
        assert browser.ask(type="choose", text="put tent-1 A01")["error"]["error"] == "The game is over."


def test_a_bot_answers_by_itself(house: House):
    host = house()
    with host.at(host.lay(seats=SOLO)["id"]) as browser:
        pitched_scene = browser.hello("red")
        assert pitched_scene["ask"]["yours"]
        pitched(browser)
        browser.choose("hold")
        while not browser.scene["outcome"] and not browser.scene["ask"]["yours"]:
            browser.next()
        assert browser.scene["turn"]["label"] == "Day 2 of 2"


def test_standing_orders_are_given_told_and_kept(house: House):
    host = house()
    table = host.lay(seats=HOT)["id"]
    with host.at(table) as browser:
        browser.hello("blue")
        order = {"kind": "reply", "answer": "fire", "band": "yes", "least": 0.5}
        told = browser.ask(type="orders", orders=[order])
        assert told["result"] == ["reply: fire if yes at least 50%"]
        assert browser.ask(type="orders", orders=[{"kind": "", "answer": ""}])["type"] == "error"
        browser.send(type="seat", seat="red")
        browser.until("scene")
        pitched(browser)
        browser.choose("hold")
        assert browser.said()[-1].startswith("blue rolled")


# -- questions


def test_growing_quoting_why_and_overlays(house: House):
    host = house()
    with host.at(host.lay(seats=SOLO)["id"]) as browser:
        browser.hello("red")
        grown = browser.ask(type="grow", path=["tent-1", "put"])["result"]
        assert [node["token"] for node in grown] == ["A01", "B01", "C01", "D01", "E01", "F01"]
        assert browser.ask(type="grow", path=["tent-9"])["type"] == "error"
        assert browser.ask(type="why", text="put tent-1 A01")["result"] == {"allowed": True, "reasons": []}
        why = browser.ask(type="why", text="put tent-1 A01; put tent-2 A01")["result"]
        assert why["reasons"][0]["sentence"] == "Another tent stands there."
        assert not browser.ask(type="why", unit="tent-1", hex="F01")["result"]["allowed"]
        assert browser.ask(type="why", unit="tent-1")["result"] == {"allowed": True, "reasons": []}
        assert browser.ask(type="why")["type"] == "error"
        assert browser.ask(type="overlay", kind="sight", hex="A01")["result"]["hexes"][0]["id"] == "A01"
        assert browser.ask(type="overlay", kind="aura")["error"]["error"].startswith("there is no overlay")
        assert browser.ask(type="values", unit="tent-1")["result"] == [], "a game without figures has none to tell"
        assert browser.ask(type="values")["type"] == "error"
        pitched(browser)
        quote = browser.ask(type="quote", text="fire big")["result"]
        assert (quote["text"], quote["final"]) == ("fire big", "yes")
        assert quote["checks"][0]["bands"][1]["exact"] == "13/18"
        assert browser.ask(type="quote", text="fire tent-1")["type"] == "error"


@pytest.mark.parametrize(
    "text",
    ["", "{", "null", "[]", "7", '"hello"', "{}", '{"type": "dance"}', '{"type": "choose"}',
     '{"type": "choose", "text": 7}', '{"type": "choose", "text": ""}', '{"type": "choose", "text": "dance"}',
     '{"type": "choose", "text": "2d6 6 6"}', '{"type": "choose", "text": "put tent-1 Z99"}',
     '{"type": "grow", "path": "tent-1"}', '{"type": "grow", "path": [null]}', '{"type": "quote"}',
     '{"type": "take_back", "index": "x"}', '{"type": "take_back", "index": -1}', '{"type": "seat"}',
     '{"type": "why"}', '{"type": "overlay", "kind": "sight"}', '{"type": "orders", "orders": [1]}',
     '{"type": "hello", "have": "x"}', '{"type": "undo", "id": -1}', '{"type": "undo", "id": 1e99}',
     "[" * 5000, '{"type": "choose", "text": "' + "x" * 70000 + '"}', '{"type": "choose", "text": "\\ud800"}'],
)  # fmt: skip
def test_whatever_makes_no_sense_gets_an_error_frame_and_harms_nothing(house: House, text: str):
    host = house()
    with host.at(host.lay(seats=SOLO)["id"]) as browser:
        browser.hello("red")
        browser.socket.send_text(text)
        frame = browser.next()
        assert frame["type"] == "error"
        assert frame["error"]["error"]
        assert browser.choose("put tent-1 A01")["version"] == 2


def test_binary_gets_an_error_frame(house: House):
    host = house()
    with host.at(host.lay(seats=SOLO)["id"]) as browser:
        browser.hello("red")
        browser.socket.send_bytes(b"\x00\x01")
        assert browser.next()["error"]["error"] == "Binary messages are not understood."
        assert browser.choose("put tent-1 A01")["version"] == 2


def test_a_malformed_question_is_answered_under_its_number(house: House):
    host = house()
    with host.at(host.lay(seats=SOLO)["id"]) as browser:
        browser.hello("red")
        assert browser.ask(type="grow", path=7)["id"] == 7


# -- several people


def test_the_curtain_falls_between_two_at_one_screen(house: House):
    host = house()
    with host.at(host.lay(seats=HOT)["id"]) as browser:
        browser.send(type="hello", seat="red", have=0)
        assert browser.next() == {"type": "curtain", "seat": "red"}
        browser.send(type="choose", text="put tent-1 A01")
        assert browser.next()["error"]["error"] == "The curtain is drawn."
        browser.send(type="seat", seat="red")
        browser.until("scene")
        pitched(browser)
        assert browser.choose("hold")["seat"] == "red"
        assert browser.next() == {"type": "curtain", "seat": "blue"}
        browser.send(type="seat", seat="blue")
        browser.until("scene")
        assert browser.scene["seat"] == "blue"
        assert browser.scene["log_from"] == 0
        assert browser.said()[:3] == ["A tent."] * 3


def test_a_line_that_dropped_comes_back_without_a_curtain(house: House):
    host = house()
    with host.at(host.lay(seats=HOT)["id"]) as browser:
        browser.send(type="hello", seat="red", have=3)
        assert browser.next()["type"] == "scene"


def test_a_second_person_takes_his_seat_by_link(house: House):
    host, guest = house(), house()
    made = host.lay(seats=HOT)
    joined = guest.http.get(made["invite"]["blue"], follow_redirects=False)
    assert joined.headers["location"] == f"/table/{made['id']}"
    with host.at(made["id"]) as red, guest.at(made["id"]) as blue:
        assert blue.hello("red")["seat"] == "blue", "whatever a browser wishes, it gets what it holds"
        red.send(type="hello", seat="red", have=0)
        assert red.next()["scene"]["seat"] == "red", "no curtain: the other seat is not at this screen any more"
        assert red.ask(type="seat", seat="blue")["error"]["error"] == "The blue seat is not yours."
        before = blue.scene
        pitched(red)
        blue.next()
        assert blue.scene["version"] == before["version"] + 1, "three tents and the end: one scene"
        assert blue.said() == ["A tent."] * 3
        red.choose("hold")
        blue.next()
        assert blue.scene["ask"]["yours"]
    assert [table["id"] for table in guest.http.get("/api/tables").json()] == [made["id"]]


def test_a_host_who_opens_his_own_link_stays_the_host(house: House):
    host = house()
    made = host.lay(seats=HOT)
    host.http.get(made["invite"]["blue"], follow_redirects=False)
    assert sorted(host.http.get(f"/api/tables/{made['id']}").json()["yours"]) == ["blue", "red"]


def test_a_draft_reaches_nobody_else_not_even_as_a_count(house: House):
    """Said and taken back three times: the other receives not one frame of it."""
    host, guest = house(), house()
    made = host.lay(seats=HOT)
    guest.http.get(made["invite"]["blue"], follow_redirects=False)
    with host.at(made["id"]) as red, guest.at(made["id"]) as blue:
        blue.hello("blue")
        red.hello("red", have=1)
        for _ in range(3):
            red.choose("put tent-1 F01")
            red.send(type="undo")
            red.until("scene")
        frame = blue.ask(type="orders")
        assert frame["type"] == "reply"
        assert blue.scene["version"] == 1


def all_frames(browser: Browser) -> list[Any]:
    """Everything that has been sent to a browser up to now."""
    browser.send(type="overlay", kind="none", id=7)
    frames = [browser.next()]
    while frames[-1].get("id") != 7:
        frames.append(browser.next())
    return frames


def frames_for_smuggler(house: House, put: str, sneak: str) -> list[Any]:
    """All that the smuggler receives while the guard plans and prowls unseen."""
    host, guest = house(), house()
    made = host.lay("toy/crossing", FORD)
    guest.http.get(made["invite"]["smuggler"], follow_redirects=False)
    frames: list[Any] = []
    with host.at(made["id"]) as guard, guest.at(made["id"]) as smuggler:
        smuggler.hello("smuggler")
        guard.hello("guard")
        for text in (f"put patrol {put}", "put pit D1", "ready"):
            guard.choose(text)
        frames += all_frames(smuggler)
        for text in ("put goal E1", "ready", "pass"):
            smuggler.choose(text)
            frames += [smuggler.scene, *all_frames(smuggler)]
        all_frames(guard)
        guard.choose("pass")
        assert [node["token"] for node in guard.scene["choices"]] == ["to", "pass"]
        frames += all_frames(smuggler)
        guard.choose(sneak)
        frames += all_frames(smuggler)
        assert smuggler.said()[-1] == "Something stirs in the reeds."
    return frames


def test_two_worlds_that_differ_in_a_secret_send_the_same_bytes(house: House):
    one = json.dumps(frames_for_smuggler(house, "B1", "to C1"))
    other = json.dumps(frames_for_smuggler(house, "C2", "pass"))
    assert one == other


# -- coming back


def test_everything_acknowledged_is_there_when_the_house_opens_again(house: House):
    host = house(home=True)
    table = host.lay(seats=HOT)["id"]
    with host.at(table) as browser:
        browser.hello("red")
        pitched(browser)
        browser.choose("fire big")
        log, commitment = browser.said(), host.http.get(f"/api/tables/{table}/dice").json()["commitment"]
    text = host.http.get(f"/api/tables/{table}/record").text
    later = house(home=True, again=True)
    assert later.http.get(f"/api/tables/{table}/record").text == text
    assert later.http.get(f"/api/tables/{table}/dice").json()["commitment"] == commitment
    with later.at(table) as browser:
        browser.hello("red", have=1)
        assert browser.said() == log


def test_a_draft_can_still_be_taken_back_when_the_house_opens_again(house: House):
    host = house(home=True)
    table = host.lay(seats=SOLO)["id"]
    with host.at(table) as browser:
        browser.hello("red")
        browser.choose("put tent-1 A01")
        browser.choose("put tent-2 B01")
    later = house(home=True, again=True)
    with later.at(table) as browser:
        assert browser.hello("red")["undo"]["count"] == 2
        browser.send(type="undo")
        browser.until("scene")
        assert browser.said() == ["You put tent-1 at A01."]


def test_two_servers_on_one_store_do_not_overwrite_each_other(house: House, tmp_path: Any):
    from tests.table.camp import GAME

    from balka.server.app import Settings, create_app
    from balka.server.live import NO_DELAYS

    host = house(home=True)
    table = host.lay(seats=SOLO)["id"]
    settings = Settings(delays=NO_DELAYS)
    with TestClient(create_app(tmp_path, [GAME], settings), base_url="http://127.0.0.1") as second:
        other = Visitor(second)
        with host.at(table) as here, other.at(table) as there:
            here.hello("red")
            there.hello("red")
            here.choose("put tent-1 A01")
            refused = there.ask(type="choose", text="put tent-1 B01")
            assert refused["type"] == "error", "judged again after what the other server has stored"
            there.choose("put tent-2 B01")
            assert there.said() == ["You put tent-1 at A01.", "You put tent-2 at B01."]
        with other.at(table) as there:
            there.hello("red")
            assert there.said() == ["You put tent-1 at A01.", "You put tent-2 at B01."]


def test_tables_nobody_looks_at_leave_the_memory_and_come_back(house: House, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("balka.server.tables.MOST_LIVE", 2)
    host = house(home=True)
    tables = [host.lay(seats=SOLO)["id"] for _ in range(4)]
    with host.at(tables[0]) as browser:
        browser.hello("red")
        browser.choose("put tent-1 A01")
        later = [host.lay(seats=SOLO)["id"] for _ in range(3)]
        assert browser.choose("put tent-2 B01")["version"] == 3
    for table in (*tables, *later):
        with host.at(table) as browser:
            assert browser.hello("red")["undo"]["count"] == (2 if table == tables[0] else 0)


def test_a_finished_record_is_looked_at_again(house: House):
    host = house(home=True)
    first = host.lay(seats=HOT)["id"]
    with host.at(first) as browser:
        browser.hello("red")
        browser.choose("put tent-1 A01")
        browser.send(type="resign")
        browser.until("scene")
    text = host.http.get(f"/api/tables/{first}/record").text
    assert "resign red" in text
    again = host.lay(seats=HOT, record=text)["id"]
    with host.at(again) as browser:
        assert browser.hello("red")["outcome"]["text"] == "The Red side resigned."
        assert browser.said() == ["You put tent-1 at A01.", "The Red side resigns."]


def test_standing_orders_are_few(house: House):
    host = house()
    with host.at(host.lay(seats=HOT)["id"]) as browser:
        browser.hello("red")
        orders = [{"kind": "raid", "answer": "hold"}] * 21
        assert "20" in browser.ask(type="orders", orders=orders)["error"]["error"]
        assert len(browser.ask(type="orders", orders=orders[:20])["result"]) == 20


def test_only_the_last_token_of_a_line_is_kept(house: House):
    host = house()
    made = host.lay(seats=HOT)
    with host.at(made["id"]) as browser:
        for number in range(50):
            browser.ask(type="hello", seat="red", token=f"guess {number}", have=1)
        line = host.http.app.state.tables.open(made["id"]).connections[0]  # type: ignore[attr-defined]
        assert len(line._tokens) == 2


def test_a_formation_is_led_only_where_there_is_one(house: House):
    host, other = house(), house()
    table = host.lay(seats=SOLO)["id"]
    with host.at(table) as browser, other.at(table) as stranger:
        browser.hello("red")
        stranger.hello("red")
        for kind in ("propose", "lead"):
            answer = browser.ask(type=kind, formation="INF 31", hex="A01")["error"]
            assert answer["error"] == "No formation can be led now."
            assert answer["instead"] == "in a Movement Phase, or in the activation of a battalion"
            assert stranger.ask(type=kind, formation="INF 31", hex="A01")["error"]["error"] == "Watchers only watch."
        stale = browser.ask(type="lead", formation="INF 31", hex="A01", version=7)["error"]
        assert stale["error"] == "The table has moved on since you looked."
