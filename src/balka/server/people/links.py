"""Links by mail: to come in, to recover an account, to show that an address is one's own. Each is good once, for a
quarter of an hour. The link holds its secret behind a #, which browsers send to nobody, and is used only when a button
is pressed: programs that look at the links of a mail use nothing up."""

from __future__ import annotations

import time

from msgspec import Struct, structs
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from balka.core.errors import BalkaError
from balka.server.calls import NotYetError, answer, caller, json, limits_of
from balka.server.catalogue import NotHereError
from balka.server.people.account import must_keep_a_way_in
from balka.server.people.answers import LinkSent, TicketInfo
from balka.server.people.asked import LinkWish, NewMail, Proof, TicketShown, asked
from balka.server.people.checking import mail_of, must_do_as_password, name_of
from balka.server.people.entering import new_account
from balka.server.people.house import (
    changed,
    house_of,
    let_in,
    me,
    must_be_free,
    must_be_sure,
    must_have_account,
    passwords_of,
    people_of,
    ways,
)
from balka.server.people.mailing import Mailer
from balka.server.people.sessions import hash_of, must_be_signed_in, new_token, visit_of
from balka.server.people.settings import Mail
from balka.server.store import Person, TakenError, Ticket

MINUTES = 15
ENTER, RECOVER, CONFIRM = "enter", "recover", "confirm"
MAIL = "mail"


class Letter(Struct, frozen=True):
    subject: str
    text: str


LETTERS = {
    ENTER: Letter("Come in to Balka", "Hello {name},\n\nthis link lets you in:\n\n{link}\n\n{once}"),
    RECOVER: Letter("A new password for Balka", "Hello {name},\n\nchoose a new password here:\n\n{link}\n\n{once}"),
    CONFIRM: Letter("Is this your mail?", "Hello {name},\n\nthis shows that the address is yours:\n\n{link}\n\n{once}"),
}
NEW = Letter(
    "Come in to Balka", "Hello,\n\nnobody has an account with this address yet. To make one:\n\n{link}\n\n{once}"
)
CHANGED = Letter("Your mail at Balka", "Hello {name},\n\nyour account has another address of mail from now on.")
ONCE = f"It is good for {MINUTES} minutes, once."


def mail_of_house(request: Request) -> Mail:
    """The host's mail server, or that there is none."""
    house = house_of(request)
    if house.mail is None or not ways(request).mail:
        raise NotHereError("Mail is switched off here.", "the host can set up a mail server")
    return house.mail


def _post(request: Request, to: str, letter: Letter, **slots: str) -> None:
    mailer: Mailer = request.app.state.mailer
    mailer.post(mail_of_house(request), to, letter.subject, letter.text.format(once=ONCE, **slots))


def _issue(request: Request, kind: str, person: Person | None, mail: str) -> str:
    """A new ticket; the link that leads to it."""
    token = new_token()
    until = time.time() + MINUTES * 60
    people_of(request).issue(Ticket(hash_of(token), kind, until, person.id if person else "", mail))
    return f"{request.app.state.settings.address.rstrip('/')}/enter#{token}"


async def send_link(request: Request) -> Response:
    """The same answer and the same work whether anybody has this address: somebody gets a mail either way."""
    mail_of_house(request)
    wish = await asked(request, LinkWish)
    mail = mail_of(wish.mail)
    limits_of(request).mails.take(caller(request))
    limits_of(request).mails_to_one.take(mail)
    person = people_of(request).with_mail(mail)
    kind = RECOVER if wish.recover and person else ENTER
    link = _issue(request, kind, person, mail)
    _post(request, mail, LETTERS[kind] if person else NEW, link=link, name=person.name if person else "")
    return json(LinkSent(minutes=MINUTES))


def _shown(request: Request, token: str) -> Ticket:
    ticket = people_of(request).ticket(hash_of(token))
    if ticket is None or ticket.kind not in LETTERS:
        raise NotYetError("This link has been used, or is too old.", "ask for another")
    return ticket


async def look(request: Request) -> Response:
    """What a link is good for; it stays good."""
    people = people_of(request)
    ticket = _shown(request, (await asked(request, TicketShown)).ticket)
    person = people.find(ticket.person) if ticket.person else people.with_mail(ticket.mail)
    return json(TicketInfo(kind=ticket.kind, mail=ticket.mail, name=person.name if person else ""))


async def use(request: Request) -> Response:
    wish = await asked(request, TicketShown)
    ticket = _shown(request, wish.ticket)
    if ticket.kind == CONFIRM:
        return _confirmed(request, ticket)
    person = people_of(request).with_mail(ticket.mail)
    if ticket.kind == RECOVER:
        return await _recovered(request, ticket, person, wish.password)
    if person is not None:
        _tear(request, ticket)
        return let_in(request, person, MAIL)
    return _made(request, ticket, wish.name)


def _tear(request: Request, ticket: Ticket) -> None:
    """Of two who use a link, one does."""
    if not people_of(request).tear(ticket):
        raise NotYetError("This link has been used.", "ask for another")


def _made(request: Request, ticket: Ticket, wished: str) -> Response:
    """Somebody new, who reads this mail."""
    name = name_of(wished)
    key = must_be_free(request, name)
    limits_of(request).names.take(caller(request))
    _tear(request, ticket)
    return let_in(request, new_account(request, name=name, key=key, mail=ticket.mail), MAIL)


async def _recovered(request: Request, ticket: Ticket, person: Person | None, password: str) -> Response:
    """A new password for whoever reads the mail of an account; every browser is signed out but this one."""
    if person is None or person.id != ticket.person:
        raise NotYetError("The account has another address of mail by now.", "ask for another link")
    must_do_as_password(password, person.name, ticket.mail)
    hashed = await passwords_of(request).hashed(password)
    _tear(request, ticket)
    now = changed(request, person, password=hashed)
    people_of(request).end_all(person.id)
    people_of(request).void(person.id, (ENTER, RECOVER, CONFIRM))
    return let_in(request, now, MAIL)


def _confirmed(request: Request, ticket: Ticket) -> Response:
    """The address is his who asked for it; whoever opens the link is not signed in by that."""
    people = people_of(request)
    person = people.find(ticket.person)
    if person is None:
        raise NotYetError("The account is gone.", "make another")
    _tear(request, ticket)
    try:
        people.change(structs.replace(person, mail=ticket.mail))
    except TakenError:
        raise TakenError("Another account has this address.", "sign in to that one by mail") from None
    if person.mail and person.mail != ticket.mail:
        _post(request, person.mail, CHANGED, name=person.name)
    visit = visit_of(request)
    return json(me(request, visit.person if visit else None))


async def change_mail(request: Request) -> Response:
    """Another address, once its reader has opened the link that goes there."""
    mail_of_house(request)
    visit = must_be_signed_in(request)
    must_have_account(visit)
    wish = await asked(request, NewMail)
    mail = mail_of(wish.mail)
    await must_be_sure(request, visit, wish.password)
    limits_of(request).mails.take(caller(request))
    limits_of(request).mails_to_one.take(mail)
    _post(request, mail, LETTERS[CONFIRM], link=_issue(request, CONFIRM, visit.person, mail), name=visit.person.name)
    return json(LinkSent(minutes=MINUTES))


async def remove_mail(request: Request) -> Response:
    visit = must_be_signed_in(request)
    await must_be_sure(request, visit, (await asked(request, Proof)).password)
    if not visit.person.mail:
        raise BalkaError("There is no address of mail to remove.")
    keys = len(people_of(request).passkeys(visit.person.id))
    must_keep_a_way_in(request, visit, password=visit.person.password, mail="", passkeys=keys)
    people_of(request).void(visit.person.id, (ENTER, RECOVER, CONFIRM))
    return json(me(request, changed(request, visit.person, mail=None)))


CALLS = [
    Route("/me/link", answer(send_link), methods=["POST"]),
    Route("/me/link/look", answer(look), methods=["POST"]),
    Route("/me/link/use", answer(use), methods=["POST"]),
    Route("/me/mail", answer(change_mail), methods=["PUT"]),
    Route("/me/mail/remove", answer(remove_mail), methods=["POST"]),
]
