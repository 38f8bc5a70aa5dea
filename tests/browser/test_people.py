"""Accounts in a real browser: made, left and come back to; a passkey; sessions ended; links by mail; the end."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.axe import in_both_lights
from tests.browser.conftest import PATIENCE, PHONE, Server
from tests.server.people.post import PostOffice, post_office

pytestmark = pytest.mark.browser
expect.set_options(timeout=PATIENCE)

PASSWORD = "three grey tents"
DEVICE = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
          "isUserVerified": True, "automaticPresenceSimulation": True}  # fmt: skip
Visit = Callable[..., Page]


class House(Server):
    """`balka serve` at a name, for passkeys have no use for a number."""

    post: PostOffice

    @property
    def at(self) -> str:
        return self.address.replace("127.0.0.1", "localhost")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with post_office() as post, socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        command = [sys.executable, "-m", "balka.cli.main", "serve", "--port", str(port), "--workers", "1",
                   "--address", f"http://localhost:{port}"]  # fmt: skip
        made = House(tmp_path_factory.mktemp("house"), command)
        made.post = post
        known = {"BALKA_SMTP": f"smtp://127.0.0.1:{post.mail.port}", "BALKA_MAIL_FROM": "Balka <balka@example.org>"}
        os.environ.update(known)
        try:
            made.start()
        finally:
            for name in known:
                del os.environ[name]
        yield made
        made.kill()


def sign_up(page: Page, name: str) -> None:
    page.fill("#sign-up [name=name]", name)
    page.fill("#sign-up [name=newPassword]", PASSWORD)
    page.click("#sign-up > .btn")
    expect(page.locator("#me b")).to_have_text(name)


def sign_in(page: Page, name: str) -> None:
    page.fill("#sign-in [name=who]", name)
    page.fill("#sign-in [name=password]", PASSWORD)
    page.click("#sign-in .btn")
    expect(page.locator("#me b")).to_have_text(name)


def with_device(page: Page) -> None:
    """The page's computer can keep passkeys."""
    line = page.context.new_cdp_session(page)
    line.send("WebAuthn.enable")
    line.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})


def test_an_account_from_its_beginning_to_its_end(house: House, visit: Visit):
    page = visit(house.at)
    page.click("#sign-in-link")
    sign_up(page, "Marta")

    page.click("#me")
    page.click("#sign-out")
    page.click("#sign-in-link")
    sign_in(page, "marta".title())

    with_device(page)
    page.click("#me")
    page.fill("#add-passkey [name=name]", "This laptop")
    page.click("#add-passkey .btn")
    expect(page.locator("[data-passkey] b")).to_have_text("This laptop")
    page.click("#sign-out")
    page.click("#sign-in-link")
    page.click("#by-passkey")
    expect(page.locator("#me b")).to_have_text("Marta")

    phone = visit(f"{house.at}/enter", viewport=PHONE)
    sign_in(phone, "Marta")
    page.click("#me")
    expect(page.locator("[data-session]")).to_have_count(2)
    expect(page.locator("[data-here=true]")).to_contain_text("by passkey")
    page.click("[data-here=false] .btn")
    expect(page.locator("[data-session]")).to_have_count(1)
    phone.goto(house.at)
    expect(phone.locator("#sign-in-link")).to_be_visible()

    with page.expect_download() as saved:
        page.click("#download")
    assert '"name":"Marta"' in Path(saved.value.path()).read_text()

    page.click("#delete")
    page.click("#really-delete")
    expect(page.locator("#sign-in-link")).to_be_visible()
    assert house.get("/api/people/Marta").status_code == 404


def test_a_guest_becomes_an_account_and_his_tables_follow_him(house: House, visit: Visit):
    page = visit(f"{house.at}/enter")
    page.fill("#sign-up [name=name]", "Wren")
    page.click("#be-guest")
    expect(page.locator("#me")).to_contain_text("guest")
    page.click("[data-game=sos] [data-friend]")
    page.wait_for_url("**/table/*")
    table = page.url.rpartition("/")[2]
    page.goto(f"{house.at}/enter")
    assert page.input_value("#sign-up [name=name]") == "Wren"
    sign_up(page, "Wren")
    elsewhere = visit(f"{house.at}/enter")
    sign_in(elsewhere, "Wren")
    elsewhere.click(f"[data-table='{table}'] .btn")
    elsewhere.wait_for_url(f"**/table/{table}")
    expect(elsewhere.locator(".top h1")).to_contain_text("Courier")
    elsewhere.goto(f"{house.at}/people/wren")
    expect(elsewhere.locator("[data-finished='0']")).to_be_visible()
    expect(elsewhere.locator("h1")).to_have_text("Wren")


def test_a_link_by_mail_lets_somebody_in_and_another_recovers_the_account(house: House, visit: Visit):
    page = visit(f"{house.at}/enter")
    page.fill("#by-mail [name=mail]", "noor@example.org")
    page.click("#by-mail .btn >> nth=0")
    expect(page.locator("#by-mail [role=status]")).to_contain_text("15 minutes")
    ticket = house.post.next_ticket("noor@example.org")
    again: Any = visit(f"{house.at}/enter#{ticket}")
    again.fill("#ticket [name=name]", "Noor")
    again.click("#use-ticket")
    expect(again.locator("#me b")).to_have_text("Noor")

    page.click("#forgot")
    recovered = visit(f"{house.at}/enter#{house.post.next_ticket('noor@example.org')}")
    expect(recovered.locator("#ticket")).to_have_attribute("data-kind", "recover")
    recovered.fill("#ticket [name=newPassword]", PASSWORD)
    recovered.click("#use-ticket")
    expect(recovered.locator("#me b")).to_have_text("Noor")
    page.reload()
    sign_in(page, "noor@example.org".replace("@example.org", "").title())


def test_nobody_is_shut_out_of_the_pages_about_people(house: House, visit: Visit):
    page = visit(f"{house.at}/enter", viewport=PHONE)
    expect(page.locator("#sign-up")).to_be_visible()
    assert in_both_lights(page) == []
    page.request.post(f"{house.at}/api/me/account", data={"name": "Ilse", "password": PASSWORD})
    for path, part in (("account", "#delete"), ("people/Ilse", "#person")):
        page.goto(f"{house.at}/{path}")
        expect(page.locator(part)).to_be_visible()
        assert in_both_lights(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], "nothing to scroll sideways"


def test_one_computer_s_own_table_shows_no_accounts(server: Server, visit: Visit):
    page = visit(server.address)
    expect(page.locator("[data-game=sos] [data-play]")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert page.locator("#sign-in-link, #me").count() == 0
