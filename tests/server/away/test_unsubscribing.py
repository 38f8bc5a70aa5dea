"""No more mail: with one click of a mail program, or on a page; looking at a link changes nothing."""

from __future__ import annotations

import re

import pytest
from tests.server.away.conftest import DAYS, WAIT, Match, Town
from tests.server.conftest import PITCH
from tests.server.people.conftest import Person

WREN = "wren@example.org"


class Mailed:
    """Wren got a mail, and unsubscribes as its headers say."""

    def __init__(self, town: Town) -> None:
        self.town = town
        self.marta, self.wren = town.comes("Marta"), town.comes("Wren", WREN)
        self.another_turn()
        town.passes(WAIT, self.marta)
        self.mail = town.post.next()
        found = re.fullmatch(r"<http://balka\.example\.org(/unsubscribe/[\w-]{32})>", self.mail["List-Unsubscribe"])
        assert found
        self.path = found[1]

    def another_turn(self) -> None:
        match = Match(self.marta, self.wren, pace=DAYS)
        match.decides(self.marta, "red", *PITCH, "hold")

    @property
    def kinds(self) -> list[str]:
        return list(self.wren.call("GET", "/me/notices")["channels"][0]["kinds"])

    def hears_nothing(self) -> bool:
        self.another_turn()
        self.town.passes(WAIT, self.marta)
        return self.town.post.empty


@pytest.fixture
def mailed(town: Town) -> Mailed:
    return Mailed(town)


def test_a_mail_program_unsubscribes_without_a_cookie_from_anywhere(mailed: Mailed, town: Town):
    assert mailed.mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert mailed.mail["Auto-Submitted"] == "auto-generated"
    stranger: Person = town.comes("Ilse")
    stranger.http.cookies.clear()
    form = {"List-Unsubscribe": "One-Click"}
    headers = {"origin": "https://mail.example.com"}
    answer = stranger.http.post(mailed.path, data=form, headers=headers, follow_redirects=False)
    assert (answer.status_code, "No more mail." in answer.text) == (200, True)
    assert (mailed.kinds, mailed.hears_nothing()) == ([], True)
    assert stranger.http.post(mailed.path, data=form).status_code == 200, "again does no harm"


def test_looking_at_the_link_changes_nothing_and_its_button_does(mailed: Mailed):
    before = mailed.kinds
    page = mailed.wren.http.get(mailed.path)
    assert page.headers["cache-control"] == "no-store"
    assert '<form method="post"><button name="List-Unsubscribe" value="One-Click"' in page.text
    assert mailed.kinds == before
    mailed.wren.http.post(mailed.path)
    assert mailed.kinds == []


def test_what_else_somebody_wants_stays(mailed: Mailed):
    mailed.wren.http.post(mailed.path)
    channels = {known["channel"]: known for known in mailed.wren.call("GET", "/me/notices")["channels"]}
    assert channels["mail"]["paces"] == ["days", "none"]
    assert len(channels["push"]["kinds"]) == len(channels["hook"]["kinds"]) == 6
    mailed.wren.call("PUT", "/me/notices", {"mail": {"kinds": ["turn"], "paces": ["days"]}})
    assert not mailed.hears_nothing(), "he may want mail again"


def test_a_link_of_nobody_is_told_so(mailed: Mailed):
    for token in ("x", "%20", "A" * 32, "A" * 5000, mailed.path.rpartition("/")[2][:-1]):
        for method in ("GET", "POST"):
            answer = mailed.wren.http.request(method, f"/unsubscribe/{token}")
            assert (answer.status_code, "belongs to no account" in answer.text) == (404, True), (method, token[:40])
    assert len(mailed.kinds) == 6


WRONG: list[tuple[object, str]] = [
    ({"mail": {"kinds": ["hidden"]}}, "Invalid enum value 'hidden'"),
    ({"fax": {"kinds": []}}, "unknown field `fax`"),
    ({"mail": {"kinds": ["turn"] * 99}}, "length <= 6"),
    ({"mail": {"paces": "days"}}, "Expected `array`"),
    ([], "Expected `object`"),
]


def test_wishes_that_cannot_be_read_are_told_and_change_nothing(town: Town):
    marta = town.comes("Marta")
    before = marta.call("GET", "/me/notices")
    for wish, wrong in WRONG:
        assert wrong in marta.call("PUT", "/me/notices", wish, 400)["error"]
    assert marta.call("GET", "/me/notices") == before
    marta.sign_out()
    assert "not signed in" in marta.call("GET", "/me/notices", status=401)["error"]
    marta.call("PUT", "/me/notices", {}, 401)
