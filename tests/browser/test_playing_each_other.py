"""Two people play each other in a house as it is run: PostgreSQL, two web processes with a worker each, a mail server.

Marta's browser is at the one process and Wren's at the other. She offers a rated game by days, he takes it in the
lobby; each is called by mail when it is his turn and comes back by its link; a chance to react is answered by a
standing order while its owner is away. The middle of the game is played by the same accounts over lines of their own,
the last choice by hand, and both see how their ratings changed.
"""

from __future__ import annotations

import json
import re
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from email.message import EmailMessage
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import PATIENCE, Server
from tests.browser.planning import Said, planned
from tests.browser.player import MOVED_ON
from tests.browser.test_together import say, yours
from tests.server.people.post import PostOffice, post_office
from tests.server.postgres import postgres
from websockets.sync.client import ClientConnection, connect

from balka.server.store import Store
from balka.table.orders import Order

pytestmark = pytest.mark.browser
expect.set_options(timeout=PATIENCE)

PASSWORD = "three grey tents"
BEGUN: list[Said] = [
    ("soviet", "first 1mot"), ("soviet", "pass"), ("german", "take hq-2gr"), ("german", "to 2807"),
]  # fmt: skip
ORDERS = {"soviet": [Order("oppfire", "fire", "casualty", 0.1), Order("opptarget", "at")]}
NOT_BY_ASKING = """if (location.pathname === "/") {
  const timer = window.setTimeout;
  window.setTimeout = (call, ms, ...rest) => (ms >= 4000 ? 0 : timer(call, ms, ...rest));
}"""  # the lobby does not look again by itself: what is seen there the server has told
Visit = Callable[..., Page]


class House:
    """Two web processes on one database, and the mail they send."""

    def __init__(self, webs: list[Server], post: PostOffice, database: str) -> None:
        self.addresses = [web.address.replace("127.0.0.1", "localhost") for web in webs]
        self.post = post
        self._database = database

    def has_called(self) -> None:
        """Wait until whoever was to be called has been, or was seen to look himself."""
        last = time.monotonic() + PATIENCE / 1000
        with closing(Store(self._database)) as store:
            while store.away.due(1):
                assert time.monotonic() < last, "a post is left lying"
                time.sleep(0.05)

    def mail_to(self, person: Person) -> EmailMessage:
        """The next mail, which must be for somebody."""
        mail = self.post.next()
        assert mail["To"] == person.mail
        return mail


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with postgres() as database, post_office() as post, pytest.MonkeyPatch.context() as known:
        known.setenv("BALKA_SMTP", f"smtp://127.0.0.1:{post.mail.port}")
        known.setenv("BALKA_MAIL_FROM", "Balka <balka@example.org>")
        place = database.new()
        known.setenv("BALKA_DATABASE", place)
        ports = _free_ports(2)
        webs = [Server(tmp_path_factory.mktemp("web"), _command(port, ports[0])) for port in ports]
        try:
            yield House([web.start() for web in webs], post, place)
        finally:
            for web in webs:
                web.kill()


def _command(port: int, first: int) -> list[str]:
    """One process; mail leads to the first."""
    return [sys.executable, "-m", "tests.browser.seeded_house", "serve", "--port", str(port), "--workers", "1",
            "--address", f"http://localhost:{first}", "--notice-wait", "0"]  # fmt: skip


def _free_ports(count: int) -> list[int]:
    tried = [socket.socket() for _ in range(count)]
    for each in tried:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in tried]
    for each in tried:
        each.close()
    return ports


class Person:
    """Somebody with an account and a mail that he has confirmed, in a browser at one of the processes."""

    def __init__(self, house: House, visit: Visit, name: str, process: int) -> None:
        self.house = house
        self.name = name
        self.address = house.addresses[process]
        self.mail = f"{name.lower()}@example.org"
        self.page = visit(f"{self.address}/enter")
        self._call("post", "/api/me/account", {"name": name, "password": PASSWORD})
        self._call("put", "/api/me/mail", {"mail": self.mail})
        self._call("post", "/api/me/link/use", {"ticket": house.post.next_ticket(self.mail)})
        self.page.add_init_script(NOT_BY_ASKING)
        self.page.goto(self.address)

    def _call(self, method: str, path: str, body: dict[str, str]) -> None:
        assert getattr(self.page.request, method)(f"{self.address}{path}", data=body).ok

    def goes_away(self) -> None:
        self.page.goto("about:blank")

    def comes_by(self, mail: EmailMessage) -> str:
        """Follow the link of a mail; where it led."""
        found = re.search(r"http://localhost:\d+/table/\w+", mail.get_content())
        assert found, mail.get_content()
        self.page.goto(found[0])
        yours(self.page, "true")
        return found[0].rpartition("/")[2]

    def says(self, text: str) -> None:
        """Choose by hand when it is for this seat to do so; the table has answered."""
        yours(self.page, "true")
        shown = int(self.page.get_attribute(".table", "data-version") or 0)
        say(self.page, text)
        self.page.wait_for_function(MOVED_ON, arg=shown)

    @contextmanager
    def line(self, table: str) -> Iterator[Line]:
        """A line of his own to a table, signed in as in the browser."""
        place = f"{self.address.replace('http', 'ws')}/ws/tables/{table}"
        cookies = "; ".join(f"{each['name']}={each['value']}" for each in self.page.context.cookies(self.address))
        with connect(place, additional_headers={"Cookie": cookies}, max_size=None) as line:
            yield Line(line)


class Line:
    """A table without a browser."""

    def __init__(self, line: ClientConnection) -> None:
        self._line = line
        self._scene: dict[str, Any] = {}
        self._numbers = 0
        self._send(type="hello", seat="", have=1)

    def says(self, text: str) -> None:
        """Choose when it is for this seat to do so; the next scene has come."""
        while not (self._scene and self._scene["ask"] and self._scene["ask"]["yours"]):
            self._hear()
        shown, self._numbers = self._scene["version"], self._numbers + 1
        self._send(type="choose", text=text, id=self._numbers)
        answered = False
        while not (answered and self._scene["version"] > shown):
            frame = self._hear()
            assert frame["type"] != "error", (text, frame)
            answered = answered or (frame["type"] == "reply" and frame["id"] == self._numbers)

    def _send(self, **message: object) -> None:
        self._line.send(json.dumps(message))

    def _hear(self) -> dict[str, Any]:
        frame: dict[str, Any] = json.loads(self._line.recv(timeout=PATIENCE / 1000))
        self._scene = frame["scene"] if frame["type"] == "scene" else self._scene
        return frame


def test_two_people_find_each_other_play_by_days_hear_by_mail_and_are_rated(house: House, visit: Visit):
    plan = planned("gd", "slice", BEGUN, ORDERS)
    marta, wren = Person(house, visit, "Marta", 0), Person(house, visit, "Wren", 1)
    _find_each_other(marta, wren)
    _gives_an_order(wren)
    house.has_called()  # that Wren has come Marta sees: whoever leaves before that is asked is told by mail
    marta.goes_away()
    for seat, text in plan[:2]:
        assert seat == "soviet"
        wren.says(text)
    called = house.mail_to(marta)
    assert called["Subject"].startswith("It is your turn: ") and called["Subject"].endswith(", against Wren")
    wren.goes_away()
    table = marta.comes_by(called)
    _is_answered_by_the_order(marta, plan)
    called = house.mail_to(wren)
    assert called["Subject"].endswith(", against Marta")
    assert wren.comes_by(called) == table
    assert house.post.empty, "nobody is called twice, and nobody who looks"
    _play_on({"german": marta, "soviet": wren}, table, plan)
    _see_ratings_change(marta, wren)


def _find_each_other(marta: Person, wren: Person) -> None:
    """One offers a rated game by days, the other sits down at it in his lobby, at the other process."""
    page = marta.page
    page.click('[data-game="gd"] [data-choose]')
    for chosen in ('scenario="gd/slice"', 'side="german"', 'against="anybody"', 'pace="days"', 'rated="yes"'):
        page.click(f"[data-{chosen}]")
    page.click("#start")
    page.wait_for_selector("#guests")
    offer = wren.page.locator("[data-offer-table]")
    expect(offer).to_contain_text("Marta")
    offer.locator("button").click()
    page.wait_for_selector("#guests", state="detached")
    for one in (marta.page, wren.page):
        expect(one.locator("#seated")).to_have_attribute("data-rated", "rated")
        expect(one.locator('[data-clock="soviet"]')).to_have_attribute("data-running", "true")


def _gives_an_order(wren: Person) -> None:
    """Fire at whoever comes into my fire, if a casualty is at all likely."""
    page = wren.page
    yours(page, "true")
    page.keyboard.press("b")
    row = page.locator('[data-window="oppfire"]')
    row.locator('[data-order="when"]').click()
    row.locator(".order-least").select_option("10")
    expect(row.locator(".order-least")).to_have_value("10")
    page.keyboard.press("b")


def _is_answered_by_the_order(marta: Person, plan: list[Said]) -> None:
    """Marta moves into fire, and is fired at by somebody who is not there; then she lets him decide."""
    turn = [text for seat, text in plan[2 : _end_of_turn(plan)] if seat == "german"]
    for number, text in enumerate(turn):
        marta.says(text)
        if number == 1:
            marta.page.click('[data-pane="log"]')
            expect(marta.page.locator("#log")).to_contain_text("fires")


def _end_of_turn(plan: list[Said]) -> int:
    """Where the Soviet side is to decide again."""
    return next(number for number in range(2, len(plan)) if plan[number][0] == "soviet")


def _play_on(people: dict[str, Person], table: str, plan: list[Said]) -> None:
    """The middle over lines, the last choice by hand."""
    with people["german"].line(table) as german, people["soviet"].line(table) as soviet:
        for seat, text in plan[_end_of_turn(plan) : -1]:
            {"german": german, "soviet": soviet}[seat].says(text)
    last, text = plan[-1]
    people[last].says(text)


def _see_ratings_change(marta: Person, wren: Person) -> None:
    for page in (marta.page, wren.page):
        page.wait_for_selector("#outcome")
        if not page.query_selector("#ending"):
            page.click("#open-ending")
        expect(page.locator("#rating-changes")).to_contain_text("(+")
        expect(page.locator("#rating-changes")).to_contain_text("(−")
    for person in (marta, wren):
        person.page.goto(f"{person.address}/people/{person.name}")
    values = {person.name: _rating(person.page) for person in (marta, wren)}
    assert values["Marta"] > 1500 > values["Wren"], values
    wren.page.goto(f"{wren.address}/ladder/gd")
    expect(wren.page.locator("[data-ladder]")).to_have_count(2)
    assert [row.get_attribute("data-ladder") for row in wren.page.locator("[data-ladder]").all()] == ["Marta", "Wren"]


def _rating(page: Page) -> int:
    shown = page.locator('[data-rating="gd"]')
    expect(shown).to_be_visible()
    return int(shown.get_attribute("data-value") or 0)
