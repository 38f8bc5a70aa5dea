"""Somebody who has closed the table is called in his browser and by mail when it is his turn, and comes back by that.

What is real: the button and the leave it asks for, the service worker, what the server encrypts, signs and sends over
HTTP, the notification that Chromium keeps, the mail. What is not: a push service of our own stands in for the browser
maker's, which cannot be reached without the internet (`subscribe` gives an address of ours, and what arrives there is
decrypted with the browser's keys and handed to the service worker by the debugger); and as no hand presses the
notification, Chromium lets no window open by it: the test goes where the service worker wanted to.
"""

from __future__ import annotations

import base64
import json
import socket
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, Worker, expect
from tests.browser.axe import in_both_lights
from tests.browser.conftest import PATIENCE, PHONE, Server
from tests.browser.test_together import say, yours
from tests.server.away.receiver import Device, Receiver, claims_of, receiver, wrapped
from tests.server.people.post import PostOffice, post_office

pytestmark = pytest.mark.browser
expect.set_options(timeout=PATIENCE)

PASSWORD = "three grey tents"
STAND_IN = """(given) => {
  const text = (key) => btoa(String.fromCharCode(...new Uint8Array(key)));
  PushManager.prototype.subscribe = async function (options) {
    window.askedWith = { key: text(options.applicationServerKey), visible: options.userVisibleOnly };
    return { toJSON: () => given };
  };
}"""
SHOWN = "registration.getNotifications().then((all) => all.map(({ title, data }) => ({ title, url: data.url })))"
IS_SHOWN = """(async () => {
  while (!(await registration.getNotifications()).length) await new Promise((done) => setTimeout(done, 20));
})()"""
PRESSED = """(async () => {
  const [notification] = await registration.getNotifications();
  return new Promise((opened) => {
    clients.openWindow = async (url) => opened(url);
    dispatchEvent(new NotificationEvent("notificationclick", { notification }));
  });
})()"""
Visit = Callable[..., Page]


class House(Server):
    """`balka serve` with mail, where push services may be on this computer; nothing is gathered for long."""

    post: PostOffice
    service: Receiver

    @property
    def at(self) -> str:
        return self.address.replace("127.0.0.1", "localhost")


@pytest.fixture(scope="module")
def open_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with post_office() as post, receiver() as service, pytest.MonkeyPatch.context() as known:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        command = [sys.executable, "-m", "balka.cli.main", "serve", "--port", str(port), "--workers", "1",
                   "--address", f"http://localhost:{port}", "--private-hooks", "--notice-wait", "0"]  # fmt: skip
        known.setenv("BALKA_SMTP", f"smtp://127.0.0.1:{post.mail.port}")
        known.setenv("BALKA_MAIL_FROM", "Balka <balka@example.org>")
        made = House(tmp_path_factory.mktemp("away"), command)
        made.post, made.service = post, service
        made.start()
        yield made
        made.kill()


@pytest.fixture
def house(open_house: House) -> House:
    """The house, whose receiver has got nothing yet."""
    open_house.service.got, open_house.service.status = [], 201
    return open_house


class Guest:
    """Somebody with an account, a mail, and a browser that takes push."""

    def __init__(self, house: House, visit: Visit, name: str) -> None:
        self.house = house
        self.device = Device(house.service, f"/push/{name}")
        self.mail = f"{name.lower()}@example.org"
        self.page = visit(f"{house.at}/enter", permissions=["notifications"])
        self._post("/api/me/account", {"name": name, "password": PASSWORD})
        self.page.request.put(f"{house.at}/api/me/mail", data={"mail": self.mail})
        self._post("/api/me/link/use", {"ticket": house.post.next_ticket(self.mail)})
        self._take_push()

    def _post(self, path: str, body: dict[str, str]) -> None:
        assert self.page.request.post(f"{self.house.at}{path}", data=body).ok

    def _take_push(self) -> None:
        page = self.page
        page.goto(f"{self.house.at}/account")
        page.evaluate(STAND_IN, self.device.subscription)
        page.click("#take-push")
        expect(page.locator("[data-part=push] [role=status]")).to_be_visible()
        expect(page.locator("[data-part=push] [data-target] em")).to_have_text("this one")
        self.key = wrapped(base64.b64decode(page.evaluate("window.askedWith.key")))
        assert page.evaluate("window.askedWith.visible") is True

    @property
    def worker(self) -> Worker:
        context = self.page.context
        return context.service_workers[0] if context.service_workers else context.wait_for_event("serviceworker")

    def called(self) -> dict[str, Any]:
        """The next push to this browser, handed to its service worker as its push service would; what is shown."""
        until = time.monotonic() + PATIENCE / 1000
        while not (got := [sent for sent in self.house.service.got if sent.path == self.device.path]):
            assert time.monotonic() < until, "nothing came"
            self.page.wait_for_timeout(50)
        assert claims_of(got[0], self.key)["sub"] == "mailto:balka@example.org"
        text = self.device.opened(got[0]).decode()
        self._deliver(text)
        (told,) = self.worker.evaluate(SHOWN)
        assert told["title"] == json.loads(text)["title"]
        return dict(told)

    def _deliver(self, text: str) -> None:
        line = self.page.context.new_cdp_session(self.page)
        found: list[str] = []
        line.on("ServiceWorker.workerRegistrationUpdated", lambda told: found.extend(
            known["registrationId"] for known in told["registrations"] if not known["isDeleted"]
        ))  # fmt: skip
        line.send("ServiceWorker.enable")
        until = time.monotonic() + PATIENCE / 1000
        while not found:
            assert time.monotonic() < until, "there is no service worker"
            self.page.wait_for_timeout(20)
        wish = {"origin": self.house.at, "registrationId": found[0], "data": text}
        line.send("ServiceWorker.deliverPushMessage", wish)
        self.worker.evaluate(IS_SHOWN)

    def presses(self) -> None:
        """Press the notification, and go where it leads."""
        self.page.goto(self.worker.evaluate(PRESSED))


def test_somebody_away_is_called_by_push_and_mail_and_comes_back(house: House, visit: Visit):
    host, friend = Guest(house, visit, "Marta"), Guest(house, visit, "Wren")
    first, second = _begun(host, friend)
    table = second.page.url
    second.page.goto("about:blank")
    say(first.page, "pass")
    told = second.called()
    other = "Wren" if second is host else "Marta"
    assert told["title"].startswith("It is your turn: ") and told["title"].endswith(f", against {other}")
    assert told["url"] == table
    mail = house.post.next()
    assert (mail["To"], mail["Subject"]) == (second.mail, told["title"])
    assert [got.path for got in house.service.got] == [second.device.path], "nobody else is told anything"
    _comes_back(second, table)
    _unsubscribes(second, mail["List-Unsubscribe"].strip("<> "))


def _begun(host: Guest, friend: Guest) -> tuple[Guest, Guest]:
    """A game between two, set up; whoever has the first turn, and the other: the dice decided."""
    host.page.goto(host.house.at)
    host.page.click("[data-game=sos] [data-friend]")
    field = host.page.wait_for_selector("[data-guest]")
    assert field is not None
    friend.page.goto(field.input_value())
    yours(friend.page, "true")
    hiding = friend.page.get_attribute(".table", "data-ask")
    say(friend.page, "hide H07")
    for page in (host.page, friend.page):
        page.wait_for_selector(f'.table[data-busy="false"]:not([data-ask="{hiding}"])')
    mine = host.page.get_attribute(".table", "data-yours") == "true"
    return (host, friend) if mine else (friend, host)


def _comes_back(guest: Guest, table: str) -> None:
    guest.presses()
    assert guest.page.url == table
    yours(guest.page, "true")
    assert guest.worker.evaluate("registration.getNotifications().then((all) => all.length)") == 0


def _unsubscribes(guest: Guest, link: str) -> None:
    page = guest.page
    page.goto(link)
    page.click("text=No more mail >> nth=-1")
    expect(page.locator("h1")).to_have_text("No more mail.")
    page.goto(f"{guest.house.at}/account")
    expect(page.locator("[data-wanted='mail.turn']")).not_to_be_checked()
    expect(page.locator("[data-wanted='push.turn']")).to_be_checked()


def test_what_one_hears_of_is_chosen_on_the_account_page(house: House, visit: Visit):
    page = visit(f"{house.at}/enter", viewport=PHONE)
    page.request.post(f"{house.at}/api/me/account", data={"name": "Ilse", "password": PASSWORD})
    page.goto(f"{house.at}/account")
    expect(page.locator("[data-wanted='mail.turn']")).to_be_disabled()
    page.uncheck("[data-wanted='push.over']")
    expect(page.locator("[data-part=notices] [role=status]")).to_be_visible()

    page.fill("#add-hook [name=url]", house.service.url("/chat"))
    page.select_option("#add-hook [name=shape]", "content")
    page.click("#add-hook .btn")
    expect(page.locator("#hook-secret")).to_contain_text("whsec_")
    page.click("[data-target] [data-try]")
    expect(page.locator("[data-part=hooks] .done")).to_be_visible()
    assert "This is how Balka will call you." in json.loads(house.service.got[0].body)["content"]
    house.service.status = 500
    page.click("[data-target] [data-try]")
    expect(page.locator("[data-part=hooks] [role=alert]")).to_have_text("It answered 500.")
    assert in_both_lights(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], "nothing to scroll sideways"

    page.reload()
    expect(page.locator("[data-wanted='push.over']")).not_to_be_checked()
    expect(page.locator("#hook-secret")).to_have_count(0)
    page.click("[data-target] [data-remove]")
    expect(page.locator("[data-target]")).to_have_count(0)
