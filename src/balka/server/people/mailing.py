"""Mail: handed to the host's mail server beside whatever else goes on, so that nobody can tell by the time an answer
takes whether a mail was sent."""

from __future__ import annotations

import asyncio
import logging
import smtplib
import ssl
from email.message import EmailMessage
from email.utils import formatdate, make_msgid, parseaddr

from balka.server.addresses import LOOPBACK
from balka.server.people.settings import Mail

log = logging.getLogger("balka.server")

PATIENCE = 20.0  # seconds
FOOT = "\n\nWho did not ask for this mail need do nothing: without the link nothing happens.\n"


class Mailer:
    """Sends mails one after the other, in the background."""

    def __init__(self) -> None:
        self._under_way: set[asyncio.Task[None]] = set()

    def post(self, mail: Mail, to: str, subject: str, text: str) -> None:
        """Send a mail soon; where that fails the host reads it in the log, and whoever waits asks again."""
        task = asyncio.get_running_loop().create_task(_sent(mail, _written(mail, to, subject, text)))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def stop(self) -> None:
        """Wait for what is under way."""
        await asyncio.gather(*self._under_way)


def _written(mail: Mail, to: str, subject: str, text: str) -> EmailMessage:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = mail.sender, to, subject
    message["Date"] = formatdate()
    message["Message-ID"] = make_msgid(domain=parseaddr(mail.sender)[1].rpartition("@")[2])
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(text + FOOT)
    return message


async def _sent(mail: Mail, message: EmailMessage) -> None:
    try:
        await asyncio.to_thread(_deliver, mail, message)
    except (OSError, smtplib.SMTPException) as problem:
        log.warning("a mail could not be handed to %s:%d: %s", mail.host, mail.port, type(problem).__name__)


def _deliver(mail: Mail, message: EmailMessage) -> None:
    """A password is told to a mail server over an encrypted line only, unless the server is this computer."""
    context = ssl.create_default_context()
    if mail.tls:
        line: smtplib.SMTP = smtplib.SMTP_SSL(mail.host, mail.port, timeout=PATIENCE, context=context)
    else:
        line = smtplib.SMTP(mail.host, mail.port, timeout=PATIENCE)
    with line:
        line.ehlo()
        if not mail.tls and (line.has_extn("starttls") or (mail.user and mail.host not in LOOPBACK)):
            line.starttls(context=context)
            line.ehlo()
        if mail.user:
            line.login(mail.user, mail.password)
        line.send_message(message)
