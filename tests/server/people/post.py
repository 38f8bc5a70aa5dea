"""A real mail server on this computer, for tests: it keeps what it is given."""

from __future__ import annotations

import queue
import re
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller

from balka.server.people.settings import Mail

LINK = re.compile(r"https?://\S+/enter#(\S+)")
PATIENCE = 60  # seconds


class PostOffice:
    """Takes mail in; `next()` is the mail that came first of those not yet read."""

    def __init__(self) -> None:
        self._came: queue.Queue[EmailMessage] = queue.Queue()
        self.refuses = 0  # so many of the next mails
        self.mail = Mail("127.0.0.1", 0, "Balka <balka@example.org>")

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        if self.refuses:
            self.refuses -= 1
            return "451 Not now"
        message = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(message, EmailMessage)
        assert [message["To"]] == envelope.rcpt_tos
        self._came.put(message)
        return "250 OK"

    def next(self) -> EmailMessage:
        return self._came.get(timeout=PATIENCE)

    def next_ticket(self, to: str) -> str:
        """The secret in the link of the next mail."""
        message = self.next()
        assert message["To"] == to, message["To"]
        found = LINK.search(message.get_content())
        assert found, message.get_content()
        return found[1]

    @property
    def empty(self) -> bool:
        return self._came.empty()


class OnAnyPort(Controller):
    """A mail server on whichever port is free."""

    def _trigger_server(self) -> None:
        assert self.server is not None
        self.port = self.server.sockets[0].getsockname()[1]
        super()._trigger_server()


@contextmanager
def post_office() -> Iterator[PostOffice]:
    office = PostOffice()
    controller = OnAnyPort(office, hostname="127.0.0.1", port=0)
    controller.start()
    office.mail = Mail("127.0.0.1", controller.port, office.mail.sender)
    try:
        yield office
    finally:
        controller.stop()
