"""Mail: handed to the host's mail server beside whatever else goes on, so that nobody can tell by the time an answer
takes whether a mail was sent."""

from __future__ import annotations

import asyncio
import logging
import smtplib
import ssl
from email import policy
from email.message import EmailMessage
from email.utils import formatdate, make_msgid

from balka.server.addresses import LOOPBACK
from balka.server.people.settings import Mail

log = logging.getLogger("balka.server")

PATIENCE = 20.0  # seconds
LONGEST_LINE = 300  # so that no link is broken in two
FOOT = "\n\nWho did not ask for this mail need do nothing: without the link nothing happens.\n"


class Mailer:
    """Sends mails one after the other, in the background."""

    def __init__(self) -> None:
        self._under_way: set[asyncio.Task[None]] = set()

    def post(self, mail: Mail, to: str, subject: str, text: str) -> None:
        """Send a mail soon; where that fails the host reads it in the log, and whoever waits asks again."""
        task = asyncio.get_running_loop().create_task(_sent(mail, written(mail, to, subject, text + FOOT)))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def stop(self) -> None:
        """Wait for what is under way."""
        await asyncio.gather(*self._under_way)


def written(mail: Mail, to: str, subject: str, text: str) -> EmailMessage:
    message = EmailMessage(policy.default.clone(max_line_length=LONGEST_LINE))
    message["From"], message["To"], message["Subject"] = mail.sender, to, subject
    message["Date"] = formatdate()
    message["Message-ID"] = message_id(mail)
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(text)
    return message


def message_id(mail: Mail, name: str = "") -> str:
    """The name of a mail; a new one unless it has one."""
    domain = mail.address.rpartition("@")[2]
    return f"<{name}@{domain}>" if name else make_msgid(domain=domain)


async def _sent(mail: Mail, message: EmailMessage) -> None:
    try:
        await asyncio.to_thread(deliver, mail, message)
    except (OSError, smtplib.SMTPException) as problem:
        log.warning("a mail could not be handed to %s:%d: %s", mail.host, mail.port, type(problem).__name__)


def deliver(mail: Mail, message: EmailMessage) -> None:
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
