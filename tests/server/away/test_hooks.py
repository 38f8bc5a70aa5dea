"""Webhooks, to a receiver on this computer: signed, tried again, switched off; never into a private network."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
from typing import Any

import pytest
from msgspec import structs
from tests.server.away.conftest import ADDRESS, DAYS, WAIT, Match, Town
from tests.server.away.receiver import Got, Receiver
from tests.server.conftest import PITCH
from tests.server.people.conftest import Person

from balka.server.away import reaching, sending
from balka.server.limits import Allowance

TURN = "It is your turn: Raids by Night, against Marta"


def wrens_turn(marta: Person, wren: Person) -> Match:
    match = Match(marta, wren, pace=DAYS)
    match.decides(marta, "red", *PITCH, "hold")
    return match


@pytest.fixture
def pair(town: Town) -> tuple[Person, Person]:
    return town.comes("Marta"), town.comes("Wren")


def hooked(person: Person, service: Receiver, shape: str = "json") -> Any:
    return person.call("POST", "/me/hooks", {"url": service.url(), "shape": shape})


def is_signed(got: Got, secret: str) -> bool:
    """As a receiver checks it by the Standard Webhooks."""
    said = f"{got.headers['webhook-id']}.{got.headers['webhook-timestamp']}.".encode() + got.body
    made = hmac.new(base64.b64decode(secret.removeprefix("whsec_")), said, hashlib.sha256).digest()
    return got.headers["webhook-signature"] == f"v1,{base64.b64encode(made).decode()}"


@pytest.mark.parametrize("shape", ["json", "text", "content"])
def test_a_webhook_says_whose_turn_it_is_in_the_shape_that_was_asked_for(
    town: Town, pair: tuple[Person, Person], service: Receiver, shape: str
):
    marta, wren = pair
    made = hooked(wren, service, shape)
    (target,) = made["settings"]["targets"]
    assert (target["name"], target["shape"]) == (f"127.0.0.1:{service.port}", shape)
    assert made["secret"] not in json.dumps(wren.call("GET", "/me/notices")) + json.dumps(wren.call("GET", "/me/data"))
    match = wrens_turn(marta, wren)
    town.passes(WAIT, marta)
    url = f"{ADDRESS}/table/{match.table}"
    expected = {
        "json": {"title": TURN, "lines": [], "url": url},
        "text": {"text": f"{TURN}\n{url}"},
        "content": {"content": f"{TURN}\n{url}", "allowed_mentions": {"parse": []}},
    }
    (got,) = service.got
    assert (got.path, json.loads(got.body)) == ("/hook", expected[shape])
    assert got.headers["webhook-timestamp"] == str(int(town.now))
    assert is_signed(got, made["secret"]) and not is_signed(got, "whsec_AAAA")


def test_a_webhook_that_fails_is_tried_later_and_later_then_switched_off(
    town: Town, pair: tuple[Person, Person], service: Receiver
):
    marta, wren = pair
    hooked(wren, service)
    service.status = 500
    wrens_turn(marta, wren)
    town.passes(WAIT, marta)
    for tried, span in enumerate(sending.AGAIN, start=1):
        town.passes(span - 1, marta)
        assert len(service.got) == tried
        town.passes(1, marta)
    assert len({got.headers["webhook-id"] for got in service.got}) == 1, "the receiver knows that it is the same"
    assert len(service.got) == 6
    (target,) = wren.call("GET", "/me/notices")["targets"]
    assert target["off"] == "It answered 500."
    wrens_turn(marta, wren)
    town.passes(86400, marta)
    assert len(service.got) == 6
    assert wren.call("POST", f"/me/targets/{target['id']}/try") == {"problem": "It answered 500."}
    service.status = 204
    assert wren.call("POST", f"/me/targets/{target['id']}/try") == {"problem": ""}
    (target,) = wren.call("GET", "/me/notices")["targets"]
    assert target["off"] == "", "what arrives is on again"
    wrens_turn(marta, wren)
    town.passes(WAIT, marta)
    assert TURN in service.got[-1].body.decode()


def test_a_webhook_is_not_followed_elsewhere(town: Town, pair: tuple[Person, Person], service: Receiver):
    _, wren = pair
    (target,) = hooked(wren, service)["settings"]["targets"]
    service.status, service.location = 302, service.url("/elsewhere")
    assert wren.call("POST", f"/me/targets/{target['id']}/try") == {"problem": "It answered 302."}
    assert [got.path for got in service.got] == ["/hook"]


PRIVATE = (
    "127.0.0.1", "localhost", "[::1]", "10.1.2.3", "192.168.1.1", "172.16.0.1", "169.254.169.254", "0.0.0.0",
    "100.64.0.1", "[fe80::1]", "[fd00::1]", "[::ffff:127.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "2130706433",
    "0x7f.1", "224.0.0.1", "255.255.255.255", "[::]",
)  # fmt: skip


def test_private_networks_are_shut_however_they_are_written(town: Town):
    town.more["house"] = structs.replace(town.more["house"], private=False)
    marta = town.comes("Marta")
    for host in PRIVATE:
        url = f"https://{host}/latest/meta-data"
        assert "private network" in marta.call("POST", "/me/hooks", {"url": url}, 400)["error"], host
        with pytest.raises(reaching.ShutError):
            asyncio.run(reaching.post(url, b"", {}, None))
    assert marta.call("GET", "/me/notices")["targets"] == []


def test_a_name_that_leads_into_a_private_network_later_is_shut_then(
    town: Town, pair: tuple[Person, Person], service: Receiver, monkeypatch: pytest.MonkeyPatch
):
    """What was looked up and checked is what is called: a name that changes meanwhile leads nowhere."""
    asked: list[str] = []

    async def looked_up(self: object, host: str, port: int, **more: object) -> list[Any]:
        asked.append(host)
        return [(2, 1, 6, "", ("93.184.216.34" if len(asked) == 1 else "127.0.0.1", port))]

    monkeypatch.setattr(asyncio.BaseEventLoop, "getaddrinfo", looked_up)
    asyncio.run(reaching.must_be_open("https://changing.example/", None))
    with pytest.raises(reaching.ShutError):
        asyncio.run(reaching.post(f"https://changing.example:{service.port}/", b"", {}, None))
    assert (asked, service.got) == (["changing.example"] * 2, [])


def test_the_line_goes_to_the_very_address_that_was_checked(monkeypatch: pytest.MonkeyPatch):
    async def looked_up(self: object, host: str, port: int, **more: object) -> list[Any]:
        return [(2, 1, 6, "", ("93.184.216.34", port))]

    async def called(self: object, host: str, port: int, *more: object) -> None:
        raise reaching.httpcore.ConnectError(f"{host}:{port}")

    monkeypatch.setattr(asyncio.BaseEventLoop, "getaddrinfo", looked_up)
    monkeypatch.setattr(reaching.httpcore.AnyIOBackend, "connect_tcp", called)
    with pytest.raises(reaching.DeafError) as problem:
        asyncio.run(reaching.post("https://changing.example:8443/", b"", {}, None))
    assert str(problem.value.__cause__) == "93.184.216.34:8443"


NO_ADDRESSES: list[tuple[object, str]] = [
    ("", "no address"),
    ("balka", "no address"),
    ("file:///etc/passwd", "no address"),
    ("gopher://127.0.0.1/", "no address"),
    ("https://", "no address"),
    ("https://x:99999/", "no address"),
    ("https://exa mple.org/", "no address"),
    ("https://example.org/\r\nX: y", "no address"),
    ("https://user:secret@example.org/", "no name, password or #"),
    ("https://example.org/#x", "no name, password or #"),
    ("http://example.org/", "Only addresses with TLS"),
    ("https://no-such-name.invalid/", "Nobody knows where"),
    ("https://" + "x" * 1000, "length <= 1000"),
    (7, "Expected `str`"),
]


def test_what_is_no_address_is_refused_with_a_sentence(town: Town):
    town.more["house"] = structs.replace(town.more["house"], private=False)
    marta = town.comes("Marta")
    for url, wrong in NO_ADDRESSES:
        assert wrong in marta.call("POST", "/me/hooks", {"url": url}, 400)["error"], url


def test_the_internet_is_open():
    assert all(map(reaching.is_public, ("93.184.216.34", "2606:4700::1111", "64:ff9b::5db8:d822")))


def test_nobody_has_more_than_his_share(pair: tuple[Person, Person], service: Receiver):
    marta, wren = pair
    for _ in range(5):
        hooked(wren, service)
    assert "5 webhooks already" in wren.call("POST", "/me/hooks", {"url": service.url()}, 400)["error"]
    marta.limits.targets = Allowance("browsers and webhooks of yours", 1, 1)
    hooked(marta, service)
    assert "Too many" in marta.call("POST", "/me/hooks", {"url": service.url()}, 429)["error"]


def test_one_that_does_not_answer_is_told_so(pair: tuple[Person, Person], monkeypatch: pytest.MonkeyPatch):
    _, wren = pair
    (target,) = wren.call("POST", "/me/hooks", {"url": "http://127.0.0.1:1/"})["settings"]["targets"]
    assert "could not be reached" in wren.call("POST", f"/me/targets/{target['id']}/try")["problem"]
