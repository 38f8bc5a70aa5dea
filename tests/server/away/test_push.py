"""Web push, to a push service on this computer behind which a browser decrypts what comes."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs
from tests.server.away.conftest import ADDRESS, DAYS, WAIT, Match, Town
from tests.server.away.receiver import Device, Receiver, claims_of
from tests.server.conftest import PITCH
from tests.server.people.conftest import Person

from balka.server.away import desk, sending

TURN = {"title": "It is your turn: Raids by Night, against Marta", "body": ""}


def subscribed(person: Person, device: Device) -> Any:
    return person.call("POST", "/me/push", device.subscription)


def wrens_turn(marta: Person, wren: Person, **wish: Any) -> Match:
    match = Match(marta, wren, **{"pace": DAYS, **wish})
    match.decides(marta, "red", *PITCH, "hold")
    return match


@pytest.fixture
def pair(town: Town) -> tuple[Person, Person]:
    return town.comes("Marta"), town.comes("Wren")


def test_a_browser_reads_whose_turn_it_is_and_the_push_service_does_not(
    town: Town, pair: tuple[Person, Person], service: Receiver
):
    marta, wren = pair
    device = Device(service)
    told = subscribed(wren, device)
    (target,) = told["targets"]
    assert (target["channel"], target["here"], target["off"]) == ("push", True, "")
    match = wrens_turn(marta, wren)
    town.passes(WAIT, marta)
    assert device.read() == [{**TURN, "url": f"/table/{match.table}"}]
    (got,) = service.got
    assert b"turn" not in got.body and b"Raids" not in got.body
    assert (got.headers["ttl"], got.headers["urgency"], got.headers["topic"]) == ("86400", "normal", "balka")
    claims = claims_of(got, told["key"])
    assert claims == {"aud": service.url(""), "exp": int(town.now) + 12 * 3600, "sub": "mailto:balka@example.org"}
    town.passes(86400, marta)
    assert len(service.got) == 1


def test_the_key_of_the_house_is_the_same_after_a_restart(town: Town):
    before = town.comes("Marta").call("GET", "/me/notices")["key"]
    assert len(before) == 87
    assert town.comes("Marta", again=True).call("GET", "/me/notices")["key"] == before


def test_a_live_game_calls_soon_and_urgently(town: Town, pair: tuple[Person, Person], service: Receiver):
    marta, wren = pair
    subscribed(wren, Device(service))
    wrens_turn(marta, wren, pace={"kind": "live"})
    town.passes(desk.LIVE_WAIT, marta)
    assert [got.headers["urgency"] for got in service.got] == ["high"]


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_dies_when_the_push_service_says_so(
    town: Town, pair: tuple[Person, Person], service: Receiver, status: int
):
    marta, wren = pair
    subscribed(wren, Device(service))
    service.status = status
    wrens_turn(marta, wren)
    town.passes(WAIT, marta)
    assert wren.call("GET", "/me/notices")["targets"] == []
    assert marta.store.away.posts([wren.store.people.named("wren").id]) == {}
    town.passes(86400, marta)
    assert len(service.got) == 1


def test_a_push_service_that_is_not_well_is_asked_again(town: Town, pair: tuple[Person, Person], service: Receiver):
    marta, wren = pair
    device = Device(service)
    subscribed(wren, device)
    service.status = 503
    wrens_turn(marta, wren)
    town.passes(WAIT, marta)
    service.status = 201
    town.passes(sending.AGAIN[0], marta)
    assert [told["title"] for told in device.read()] == [TURN["title"]] * 2
    town.passes(86400, marta)
    assert len(service.got) == 2


def test_a_browser_that_was_signed_out_is_called_no_more(town: Town, pair: tuple[Person, Person], service: Receiver):
    marta, wren = pair
    phone = Device(service)
    subscribed(wren, phone)
    elsewhere = Person(wren.visitor.__class__(wren.http.__class__(wren.http.app, base_url="http://127.0.0.1")))
    elsewhere.http.portal = wren.http.portal
    elsewhere.sign_in("Wren")
    match = wrens_turn(marta, elsewhere)
    (there,) = [session["id"] for session in elsewhere.account["sessions"] if not session["here"]]
    elsewhere.call("DELETE", f"/me/sessions/{there}")
    town.passes(WAIT, marta)
    assert (service.got, elsewhere.call("GET", "/me/notices")["targets"]) == ([], [])
    assert match.table


def test_a_guest_hears_in_his_browser_and_goes_on_so_with_an_account(town: Town, service: Receiver):
    marta = town.comes("Marta")
    guest = Person(marta.visitor.__class__(marta.http.__class__(marta.http.app, base_url="http://127.0.0.1")))
    guest.http.portal = marta.http.portal
    guest.call("POST", "/me/guest", {"name": "Wren"})
    device = Device(service)
    subscribed(guest, device)
    assert "as a guest" in guest.call("POST", "/me/hooks", {"url": service.url()}, 400)["error"]
    guest.sign_up("Wren")
    match = wrens_turn(marta, guest)
    town.passes(WAIT, marta)
    assert [told["url"] for told in device.read()] == [f"/table/{match.table}"]


def test_a_browser_changes_hands_and_its_old_subscription_goes(
    town: Town, pair: tuple[Person, Person], service: Receiver
):
    marta, wren = pair
    subscribed(wren, Device(service, "/push/old"))
    told = subscribed(wren, Device(service, "/push/new"))
    assert len(told["targets"]) == 1, "one browser, one subscription"
    shared = Device(service, "/push/shared")
    subscribed(wren, shared)
    subscribed(marta, shared)
    assert wren.call("GET", "/me/notices")["targets"] == []
    (target,) = marta.call("GET", "/me/notices")["targets"]
    wren.call("DELETE", f"/me/targets/{target['id']}", status=404)
    assert marta.call("POST", f"/me/targets/{target['id']}/try") == {"problem": ""}
    assert shared.read() == [{"title": "Balka", "body": "This is how Balka will call you.", "url": "/account"}]
    assert marta.call("DELETE", f"/me/targets/{target['id']}")["targets"] == []


def test_what_is_no_subscription_is_refused(pair: tuple[Person, Person], service: Receiver):
    _, wren = pair
    good = Device(service).subscription
    point = good["keys"]["p256dh"]
    wrong = [
        ({**good, "keys": {**good["keys"], "p256dh": "AAAA"}}, "no keys"),
        ({**good, "keys": {**good["keys"], "p256dh": point[:-4] + "____"}}, "no keys"),
        ({**good, "keys": {**good["keys"], "p256dh": "ä"}}, "no keys"),
        ({**good, "keys": {**good["keys"], "auth": "AAAA"}}, "16 bytes"),
        ({**good, "keys": {**good["keys"], "auth": "*"}}, "no keys"),
        ({**good, "keys": {}}, "missing required field"),
        ({**good, "endpoint": "ftp://x"}, "no address"),
        ({**good, "endpoint": "https://" + "x" * 2000}, "length <= 1000"),
        ({}, "missing required field"),
    ]
    for wish, said in wrong:
        assert said in wren.call("POST", "/me/push", wish, 400)["error"], wish
    assert wren.call("GET", "/me/notices")["targets"] == []


def test_a_push_service_in_a_private_network_is_not_called(town: Town, service: Receiver):
    town.more["house"] = structs.replace(town.more["house"], private=False)
    marta = town.comes("Marta")
    wish = Device(service).subscription
    assert "Only addresses with TLS" in marta.call("POST", "/me/push", wish, 400)["error"]
    wish["endpoint"] = wish["endpoint"].replace("http:", "https:")
    assert "private network" in marta.call("POST", "/me/push", wish, 400)["error"]
    assert service.got == []


def test_without_the_packages_push_and_webhooks_are_off_and_say_so(
    pair: tuple[Person, Person], service: Receiver, monkeypatch: pytest.MonkeyPatch
):
    _, wren = pair
    monkeypatch.setitem(desk.NEEDS, "push", ("no_such_package",))
    monkeypatch.setitem(desk.NEEDS, "hook", ("no_such_package",))
    told = wren.call("GET", "/me/notices")
    assert ([channel["closed"] for channel in told["channels"]], told["key"]) == (["", "packages", "packages"], "")
    assert "not installed" in wren.call("POST", "/me/push", Device(service).subscription, 404)["error"]
    assert "not installed" in wren.call("POST", "/me/hooks", {"url": ADDRESS}, 404)["error"]
