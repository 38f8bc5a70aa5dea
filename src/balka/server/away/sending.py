"""Sending what is due: each post by one process, again after a while where it did not arrive, and not for ever."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import smtplib
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Literal

from sqlalchemy.exc import DBAPIError

from balka.core.errors import BalkaError
from balka.server.away import writing
from balka.server.away.desk import HERE_FOR, MAIL, Desk, Line
from balka.server.away.wishing import wish_of
from balka.server.people import mailing
from balka.server.store import Person, Post, Target

if TYPE_CHECKING:
    from balka.server.tables import Tables

log = logging.getLogger("balka.server")

LEASE = 120.0  # seconds after which a process that sends and no longer speaks counts as dead
AGAIN = (60.0, 300.0, 1800.0, 7200.0, 21600.0)  # seconds until the next try, after each that failed
AT_ONCE = 20
LOOK_EVERY = 3.0
SAID_EVERY = 20.0  # seconds between two notes of who looks at which table
MISSED = 600.0  # seconds before the last thing stored of which a process that died may have told nobody
MOST_MISSED = 200
OLD = 2 * 86400.0
GONE = (404, 410)

Outcome = Literal["arrived", "gone"] | str  # anything else says what went wrong


async def send_due(tables: Tables, desk: Desk) -> None:
    """Send all that is due now."""
    due = await asyncio.to_thread(desk.store.away.due, AT_ONCE)
    if due:
        say_who_is_here(tables, desk)
    await asyncio.gather(*(_see_to(desk, post) for post in due))


async def _see_to(desk: Desk, post: Post) -> None:
    """One post; what goes wrong with it is no matter of the others."""
    try:
        if await asyncio.to_thread(desk.store.away.lease, post, LEASE):
            await _send(desk, post)
    except (BalkaError, DBAPIError) as problem:
        log.warning("a notice is not sent just now: %s", problem)
    except Exception:
        log.exception("a notice is not sent")
        _conclude(desk, post, "The server made a mistake.")


async def _send(desk: Desk, post: Post) -> None:
    person = desk.store.people.find(post.person)
    channel = desk.ways(person).get(post.target) if person else None
    lines = desk.lines(person, channel) if person and channel else []
    if person is None or channel is None or not lines:
        desk.store.away.give_up(post)
        return
    target = next((known for known in desk.store.away.targets(person.id) if known.id == post.target), None)
    outcome = await _handed_over(desk, person, target, lines)
    _conclude(desk, post, outcome)


def _conclude(desk: Desk, post: Post, outcome: Outcome) -> None:
    away = desk.store.away
    if outcome == "arrived":
        away.sent(post)
    elif outcome == "gone":
        away.drop_target(post.person, post.target)
        away.give_up(post)
    elif post.tries < len(AGAIN):
        away.put_off(post, AGAIN[post.tries])
    else:
        way = "by mail" if post.target == MAIL else "to a browser or webhook"
        log.warning("a notice %s did not arrive, tried %d times: %s", way, post.tries + 1, outcome)
        away.switch(post.target, outcome)
        away.give_up(post)


# -- each channel


async def _handed_over(desk: Desk, person: Person, target: Target | None, lines: list[Line]) -> Outcome:
    name = _name(desk, person, target.id if target else MAIL)
    if target is None:
        return await _mailed(desk, person, lines, name)
    urgency = "high" if any(line.pace == "live" for line in lines) else "normal"
    return await called(desk, target, writing.call(lines), name, urgency)


def _name(desk: Desk, person: Person, target: str) -> str:
    """What a message is called; the same where it is sent again because nobody knows whether it arrived."""
    about = repr((target, desk.store.away.unknown(person.id)))
    return hashlib.sha256(about.encode()).hexdigest()[:32]


async def called(desk: Desk, target: Target, call: writing.Call, name: str, urgency: str = "normal") -> Outcome:
    """Call a browser or a webhook; a browser that takes no push any more is gone, as is a webhook that says so."""
    from balka.server.away import hooking, pushing

    try:
        if target.channel == "push":
            status = await pushing.send(desk, target, writing.push(call), urgency)
        else:
            text = writing.hook(call, hooking.hook_of(target).shape, desk.address)
            status = await hooking.send(desk, target, text, name)
    except BalkaError as problem:
        return problem.message
    if 200 <= status < 300:
        return "arrived"
    return "gone" if status in GONE and target.channel == "push" else f"It answered {status}."


async def _mailed(desk: Desk, person: Person, lines: list[Line], name: str) -> Outcome:
    mail = desk.house.mail
    assert mail is not None
    message = writing.mail(mail, person, lines, desk.address, wish_of(desk, person.id).token)
    message.replace_header("Message-ID", mailing.message_id(mail, name))
    try:
        await asyncio.to_thread(mailing.deliver, mail, message)
    except (OSError, smtplib.SMTPException) as problem:
        return type(problem).__name__
    return "arrived"


# -- while a house is open


@contextlib.asynccontextmanager
async def sending(tables: Tables, desk: Desk | None) -> AsyncIterator[None]:
    """While this lasts, notices are sent."""
    if desk is None:
        yield
        return
    desk.store.away.sweep(("over", "came", "challenge"), desk.now - OLD)
    tasks = [
        asyncio.create_task(work) for work in (_look(tables, desk), _say_who_is_here(tables, desk), catch_up(tables))
    ]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _look(tables: Tables, desk: Desk) -> None:
    while True:
        await asyncio.sleep(LOOK_EVERY)
        try:
            await send_due(tables, desk)
        except (BalkaError, DBAPIError) as problem:
            log.warning("no notices are sent just now: %s", problem)


async def _say_who_is_here(tables: Tables, desk: Desk) -> None:
    """Other processes send too, and must know who looks at a table here."""
    while True:
        await asyncio.sleep(SAID_EVERY)
        try:
            say_who_is_here(tables, desk)
        except (BalkaError, DBAPIError) as problem:
            log.warning("nobody is told who looks at which table: %s", problem)


def say_who_is_here(tables: Tables, desk: Desk) -> None:
    present = tables.present
    if present:
        desk.store.away.here(sorted(present), desk.now + HERE_FOR)


async def catch_up(tables: Tables) -> None:
    """A process that died may have stored something and told nobody: look at the last tables again."""
    for table_id in await asyncio.to_thread(tables.store.away.lately, MISSED, MOST_MISSED):
        try:
            live = await tables.reopen(table_id)
            live.go_on(tables.delays)
        except Exception as problem:  # a table that cannot be opened is told of when somebody opens it
            log.warning("nobody is told of table %s: %s", table_id, problem)
