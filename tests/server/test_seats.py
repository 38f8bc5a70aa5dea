"""Seats: an invitation is used once, nobody keeps eyes that are not his, and no name passes for another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.server.conftest import HOT, PITCH, Visitor
from tests.server.test_http import play_to_end

House = Callable[..., Visitor]


def invited(house: House) -> tuple[Visitor, Visitor, dict[str, Any]]:
    """A host, and a guest who has sat down in the blue seat."""
    host, guest = house(), house()
    made = host.lay(seats=HOT)
    guest.http.get(made["invite"]["blue"], follow_redirects=False)
    with guest.at(made["id"]) as browser:
        assert browser.hello("blue")["seat"] == "blue"
    return host, guest, made


class TestAnInvitation:
    def test_it_opens_nothing_once_somebody_has_sat_down_by_it(self, house: House) -> None:
        _, _, made = invited(house)
        late = house()
        answer = late.http.get(made["invite"]["blue"], follow_redirects=False)
        assert answer.status_code == 404
        assert "This invitation has been used" in answer.text
        token = made["invite"]["blue"].partition("token=")[2]
        for shown in (token, f"{token}.guessed"):
            with late.at(made["id"]) as browser:
                assert browser.hello("blue", token=shown)["seat"] == "watcher"

    def test_the_host_who_made_it_cannot_use_it_in_a_second_browser(self, house: House) -> None:
        host, guest, made = invited(house)
        host.http.cookies.clear()
        host.http.get(made["invite"]["blue"], follow_redirects=False)
        assert host.http.get(f"/api/tables/{made['id']}").json()["yours"] == []
        assert guest.http.get(f"/api/tables/{made['id']}").json()["yours"] == ["blue"]

    def test_whoever_sits_by_it_keeps_his_seat_in_his_browser(self, house: House) -> None:
        _, guest, made = invited(house)
        again = guest.http.get(made["invite"]["blue"], follow_redirects=False)
        assert again.headers["location"] == f"/table/{made['id']}"
        with guest.at(made["id"]) as browser:
            assert browser.hello("")["seat"] == "blue"

    def test_a_page_that_only_looks_at_the_link_does_not_use_it(self, house: House) -> None:
        host, guest, preview = house(), house(), house()
        made = host.lay(seats=HOT)
        preview.http.get(made["invite"]["blue"], follow_redirects=False)
        guest.http.get(made["invite"]["blue"], follow_redirects=False)
        with guest.at(made["id"]) as browser:
            assert browser.hello("blue")["seat"] == "blue"
        with preview.at(made["id"]) as browser:
            assert browser.hello("blue")["seat"] == "watcher"

    def test_a_program_that_shows_it_in_its_hello_is_told_its_own_secret(self, house: House) -> None:
        host, guest = house(), house()
        made = host.lay(seats=HOT)
        token = made["invite"]["blue"].partition("token=")[2]
        with guest.at(made["id"]) as browser:
            secret = browser.ask(type="hello", seat="blue", token=token)["result"]["token"]
        assert secret != token
        with guest.at(made["id"]) as browser:
            assert browser.hello("blue", token=secret)["seat"] == "blue"

    def test_the_host_makes_a_new_one_and_everybody_is_told(self, house: House) -> None:
        host, guest, made = invited(house)
        place = f"/api/tables/{made['id']}/invitations"
        assert guest.http.post(place, json={"seat": "red"}).status_code == 403
        assert host.http.post(place, json={"seat": "green"}).status_code == 400
        with guest.at(made["id"]) as browser:
            browser.hello("blue")
            links = host.http.post(place, json={"seat": "blue"}).json()["invite"]
            assert "new invitation for the blue seat" in browser.until("notice")["text"]
            assert browser.until("scene")["scene"]["seat"] == "watcher"
        assert host.http.get(f"/api/tables/{made['id']}").json()["yours"] == ["red"], "a seat given away stays so"
        third = house()
        third.http.get(links["blue"], follow_redirects=False)
        with third.at(made["id"]) as browser:
            assert browser.hello("blue")["seat"] == "blue"


def test_a_false_token_in_a_link_throws_nobody_out(house: House) -> None:
    _, guest, made = invited(house)
    answer = guest.http.get(f"/table/{made['id']}?token=garbage", follow_redirects=False)
    assert "set-cookie" not in answer.headers
    assert guest.http.get(f"/api/tables/{made['id']}").json()["yours"] == ["blue"]


def test_a_host_who_still_sits_in_a_seat_given_away_is_told_nothing_more_of_it(house: House) -> None:
    """Even before he is shown the table anew."""
    host, guest = house(), house()
    made = host.lay("toy/crossing", {"guard": "human", "smuggler": "human"})
    with host.at(made["id"]) as browser:
        browser.hello("guard")
        browser.choose("put patrol C1")
        line = host.http.app.state.tables.open(made["id"]).connections[0]  # type: ignore[attr-defined]
        assert line.eyes == "guard"
        guest.http.get(made["invite"]["guard"], follow_redirects=False)
        with guest.at(made["id"]) as other:
            other.hello("guard")
            assert line.eyes == "watcher"


class TestNamesOfSeats:
    def record(self, house: House) -> str:
        host = house()
        made = host.lay(seats=HOT)
        play_to_end(host, made["id"])
        return str(host.http.get(f"/api/tables/{made['id']}/record").text)

    @pytest.mark.parametrize("name", ["all", "watcher", "chance", "<b>red</b>", "r" * 5000])
    def test_a_record_names_the_seats_of_its_scenario_and_no_others(self, house: House, name: str) -> None:
        text = self.record(house).replace("seat red: red", f"seat {name}: red").replace("\nred: ", f"\n{name}: ")
        answer = house().http.post("/api/tables", json={"record": text.replace("player red", f"player {name}")})
        assert answer.status_code == 400
        assert "has no seat" in answer.json()["error"] or "header" in answer.json()["error"]

    def test_comments_of_a_record_are_not_kept(self, house: House) -> None:
        visitor = house()
        text = self.record(house).replace("\n\n", "\n\n" + "# fat\n" * 50)
        made = visitor.http.post("/api/tables", json={"record": text}).json()
        assert "fat" not in visitor.http.app.state.tables.store.find(made["id"]).record  # type: ignore[attr-defined]


def test_a_draft_is_not_told_by_the_time_a_table_was_touched(house: House) -> None:
    host = house()
    made = host.lay(seats=HOT)
    store = host.http.app.state.tables.store  # type: ignore[attr-defined]
    with host.at(made["id"]) as browser:
        browser.hello("red")
        before = store.find(made["id"]).touched
        browser.choose(PITCH[0])
        assert store.find(made["id"]).touched == before


class TestWhoIsAtHome:
    @pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "X-Forwarded-Host", "X-Real-IP", "Via"])
    def test_nobody_who_comes_through_a_proxy(self, house: House, header: str) -> None:
        host = house(home=True)
        table = host.lay(seats=HOT)["id"]
        stranger = house()
        assert stranger.http.get(f"/api/tables/{table}").json()["yours"] == ["red", "blue"]
        passed = stranger.http.get(f"/api/tables/{table}", headers={header: "192.0.2.7"}).json()
        assert (passed["yours"], passed["invite"]) == ([], {})

    def test_a_page_on_another_port_of_this_computer_is_foreign(self, house: House) -> None:
        visitor = house()
        wish = {"scenario": "camp/raids"}
        answer = visitor.http.post("/api/tables", json=wish, headers={"Origin": "http://127.0.0.1:9999"})
        assert answer.status_code == 403
        same = visitor.http.post("/api/tables", json=wish, headers={"Origin": "http://localhost"})
        assert same.status_code == 200

    def test_a_cookie_given_over_an_encrypted_line_stays_on_such_lines(self, house: House) -> None:
        visitor = house()
        wish = {"scenario": "camp/raids"}
        plain = visitor.http.post("/api/tables", json=wish)
        sealed = visitor.http.post("/api/tables", json=wish, headers={"X-Forwarded-Proto": "https"})
        assert "Secure" not in plain.headers["set-cookie"]
        assert "Secure" in sealed.headers["set-cookie"]
