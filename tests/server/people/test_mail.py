"""Links by mail, through a real mail server: good once and not for long, the same for known and unknown addresses."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator

import pytest
from tests.server.people.conftest import PASSWORD, Person
from tests.server.people.post import PostOffice, post_office

from balka.core.errors import BalkaError
from balka.server.limits import Allowance
from balka.server.people import links
from balka.server.people.settings import House, Mail, from_environment

ADDRESS = "http://balka.example.org"
MAIL = "marta@example.org"
Town = Callable[[], Person]


@pytest.fixture
def post() -> Iterator[PostOffice]:
    with post_office() as office:
        yield office


@pytest.fixture
def town(people: Callable[..., Person], post: PostOffice) -> Town:
    """A house with mail; each call is somebody new at the door."""
    return lambda: people(house=House(mail=post.mail), address=ADDRESS)


def use(person: Person, ticket: str, status: int = 200, **more: str) -> dict[str, object]:
    told: dict[str, object] = person.call("POST", "/me/link/use", {"ticket": ticket, **more}, status)
    return told


def with_mail(person: Person, post: PostOffice, name: str = "Marta", mail: str = MAIL) -> Person:
    """An account whose mail is confirmed."""
    person.sign_up(name)
    person.call("PUT", "/me/mail", {"mail": mail})
    use(person, post.next_ticket(mail))
    return person


def test_somebody_new_comes_in_by_mail_and_then_again(town: Town, post: PostOffice):
    marta, elsewhere = town(), town()
    assert marta.call("GET", "/me")["ways"]["mail"] is True
    marta.call("POST", "/me/link", {"mail": f" {MAIL.upper()} "})
    ticket = post.next_ticket(MAIL)
    assert marta.call("POST", "/me/link/look", {"ticket": ticket}) == {"kind": "enter", "mail": MAIL, "name": ""}
    use(marta, ticket, 400, name="<b>")
    use(marta, ticket, name="Marta")
    assert (marta.name, marta.account["mail"], marta.account["password"]) == ("Marta", MAIL, False)
    assert "used" in str(use(elsewhere, ticket, 409, name="Wren")["error"]), "single use"
    elsewhere.call("POST", "/me/link", {"mail": MAIL})
    again = post.next_ticket(MAIL)
    use(elsewhere, again)
    assert elsewhere.name == "Marta"
    assert elsewhere.account["sessions"][0]["way"] == "mail"


def test_the_answer_does_not_tell_whether_anybody_has_an_address(town: Town, post: PostOffice):
    with_mail(town(), post)
    stranger = town()
    for recover in (False, True):
        answers = [
            stranger.call("POST", "/me/link", {"mail": mail, "recover": recover}) for mail in (MAIL, "no@example.org")
        ]
        assert answers[0] == answers[1] == {"minutes": 15}
    assert sorted(post.next()["To"] for _ in range(4)) == [MAIL, MAIL, "no@example.org", "no@example.org"]


def test_a_forgotten_password_is_replaced_and_other_browsers_are_signed_out(town: Town, post: PostOffice):
    thief, marta = with_mail(town(), post), town()
    marta.call("POST", "/me/link", {"mail": MAIL, "recover": True})
    ticket = post.next_ticket(MAIL)
    assert marta.call("POST", "/me/link/look", {"ticket": ticket})["kind"] == "recover"
    use(marta, ticket, 400, password="short")
    assert thief.name == "Marta", "nothing half-made"
    use(marta, ticket, password="quite another one")
    assert (marta.name, thief.name) == ("Marta", "")
    use(marta, ticket, 409, password="and another one")
    town().sign_in("Marta", PASSWORD, 401)
    town().sign_in(MAIL, "quite another one")


def test_a_link_is_good_for_a_quarter_of_an_hour(town: Town, post: PostOffice, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(links, "MINUTES", -1)
    marta = town()
    marta.call("POST", "/me/link", {"mail": MAIL})
    assert "too old" in str(use(marta, post.next_ticket(MAIL), 409, name="Marta")["error"])
    assert marta.name == ""


def test_an_address_is_one_person_s_and_only_once_its_reader_said_so(town: Town, post: PostOffice):
    marta, wren = with_mail(town(), post), town()
    wren.sign_up("Wren")
    assert wren.call("PUT", "/me/mail", {"mail": MAIL}) == {"minutes": 15}, "not told whose it is"
    assert "Another account" in str(use(wren, post.next_ticket(MAIL), 409)["error"])
    assert wren.account["mail"] == ""
    marta.call("PUT", "/me/mail", {"mail": "new@example.org"})
    assert marta.account["mail"] == MAIL
    ticket = post.next_ticket("new@example.org")
    stranger = town()
    use(stranger, ticket)
    assert stranger.name == "", "a link that confirms an address lets nobody in"
    assert marta.account["mail"] == "new@example.org"
    told = post.next()
    assert (told["To"], "another address" in told.get_content()) == (MAIL, True)


def test_the_last_way_in_is_not_taken_away(town: Town, post: PostOffice):
    marta = town()
    marta.call("POST", "/me/link", {"mail": MAIL})
    use(marta, post.next_ticket(MAIL), name="Marta")
    assert "could not come in" in marta.call("POST", "/me/mail/remove", {}, 400)["error"]
    marta.call("PUT", "/me/password", {"new": PASSWORD})
    marta.call("POST", "/me/mail/remove", {})
    assert marta.account["mail"] == ""


def test_a_guest_who_comes_by_mail_keeps_his_table(town: Town, post: PostOffice):
    marta = town()
    marta.call("POST", "/me/guest", {"name": "Marta"})
    table = marta.visitor.lay()["id"]
    marta.call("POST", "/me/link", {"mail": MAIL})
    use(marta, post.next_ticket(MAIL), name="Marta")
    assert [row["id"] for row in marta.tables] == [table]
    assert marta.call("GET", "/me")["person"] == {"name": "Marta", "guest": False}


def test_mails_to_one_address_are_counted(town: Town, post: PostOffice):
    marta = town()
    marta.limits.mails_to_one = Allowance("mails to this address", 1, 1)
    marta.call("POST", "/me/link", {"mail": MAIL})
    assert "mails to this address" in town().call("POST", "/me/link", {"mail": MAIL}, 429)["error"]
    marta.limits.mails = Allowance("mails asked for from your address", 0, 1)
    town().call("POST", "/me/link", {"mail": "other@example.org"}, 429)
    post.next()
    assert post.empty


def test_the_link_leads_where_the_host_said_and_nowhere_else(town: Town, post: PostOffice):
    town().http.post("/api/me/link", json={"mail": MAIL}, headers={"host": "evil.example"})
    text = post.next().get_content()
    assert f"{ADDRESS}/enter#" in text and "evil" not in text


def test_without_a_mail_server_or_an_address_mail_is_off_and_says_so(people: Callable[..., Person], post: PostOffice):
    somebody = people(house=House(mail=post.mail))
    assert somebody.call("GET", "/me")["ways"]["mail"] is False
    assert "switched off" in somebody.call("POST", "/me/link", {"mail": MAIL}, 404)["error"]
    somebody.sign_up("Marta")
    somebody.call("PUT", "/me/mail", {"mail": MAIL}, 404)


def test_a_mail_server_that_is_not_there_is_told_to_the_host_only(
    people: Callable[..., Person], caplog: pytest.LogCaptureFixture
):
    house = House(mail=Mail("127.0.0.1", 1, "Balka <balka@example.org>", "user", "hunter2"))
    somebody = people(house=house, address=ADDRESS)
    with caplog.at_level(logging.WARNING, "balka.server"):
        assert somebody.call("POST", "/me/link", {"mail": MAIL}) == {"minutes": 15}
        portal = somebody.http.portal
        assert portal is not None
        portal.call(somebody.http.app.state.mailer.stop)  # type: ignore[attr-defined]
    assert "could not be handed to 127.0.0.1:1" in caplog.text
    assert "hunter2" not in caplog.text and MAIL not in caplog.text


@pytest.mark.parametrize(
    ("known", "wrong"),
    [
        ({"BALKA_SMTP": "smtp://mail.example.org"}, "belong together"),
        ({"BALKA_SMTP": "mail.example.org", "BALKA_MAIL_FROM": "a@b.c"}, "no address of a mail server"),
        ({"BALKA_SMTP": "smtp://h:99999999", "BALKA_MAIL_FROM": "a@b.c"}, "no address of a mail server"),
        ({"BALKA_SMTP": "smtp://h", "BALKA_MAIL_FROM": "nobody"}, "names no address"),
        ({"BALKA_OIDC": "https://issuer"}, "needs BALKA_OIDC_CLIENT"),
        ({"BALKA_OIDC": "issuer", "BALKA_OIDC_CLIENT": "c", "BALKA_OIDC_SECRET": "s"}, "is no address"),
    ],
)
def test_settings_that_cannot_be_read_are_told(known: dict[str, str], wrong: str):
    with pytest.raises(BalkaError, match=wrong):
        from_environment(known)


def test_settings_are_read_from_the_environment():
    known = {"BALKA_SMTP": "smtps://marta%40x:p%3Aw@mail.example.org", "BALKA_MAIL_FROM": "Balka <b@example.org>"}
    mail = from_environment(known).mail
    assert mail == Mail("mail.example.org", 465, "Balka <b@example.org>", "marta@x", "p:w", tls=True)
    assert from_environment({}) == House()
    assert from_environment({**known, "BALKA_SMTP": "smtp://localhost:25"}).mail == Mail(
        "localhost", 25, "Balka <b@example.org>"
    )
