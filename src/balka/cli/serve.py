"""balka serve: a house for others, on one file or on a PostgreSQL database that several such processes share."""

from __future__ import annotations

import argparse
import os
from contextlib import closing

from balka.cli.play import LOOPBACK, read_address

SETTINGS = """Accounts are always there. Mail: $BALKA_SMTP, $BALKA_MAIL_FROM. Signing in elsewhere: $BALKA_OIDC,
$BALKA_OIDC_CLIENT, $BALKA_OIDC_SECRET, $BALKA_OIDC_NAME. Both need --address; docs/accounts.md tells more. People who
are away hear of their tables by mail, push and webhook: docs/notices.md."""

LONGEST_WAIT = 86400


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = SETTINGS
    parser.add_argument(
        "--database",
        default=os.environ.get("BALKA_DATABASE", ""),
        metavar="URL",
        help="postgresql://user@host/name; else one SQLite file ($BALKA_DATABASE)",
    )
    parser.add_argument("--port", type=int, help="the port of the server (8042, or the next free one)")
    parser.add_argument("--host", default=LOOPBACK, help="the address to listen on (this computer only, for a proxy)")
    parser.add_argument(
        "--address", default="", metavar="URL", help="how others reach this server, for the links they send"
    )
    parser.add_argument(
        "--notice-wait", type=_seconds, default=300.0, metavar="SECONDS",
        help="for how long notices to somebody who is away are gathered before they are sent (300)",
    )  # fmt: skip
    parser.add_argument(
        "--private-hooks", action="store_true", help="let webhooks and push services in private networks be called"
    )
    parser.add_argument("--beat", type=float, default=0.7, help="seconds a bot seems to think (0.7)")
    parser.add_argument("--log", choices=("text", "json"), default="text", help="how the log is written (text)")
    parser.add_argument("--workers", type=int, help="processes for slow work (by the number of cores)")


def _seconds(text: str) -> float:
    """How many seconds, or why not."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= LONGEST_WAIT:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds from 0 to {LONGEST_WAIT}")
    return seconds


def run(args: argparse.Namespace) -> int:
    from msgspec import structs

    from balka.server import logs, running
    from balka.server.app import Settings, create_app
    from balka.server.live import Delays
    from balka.server.people.settings import from_environment
    from balka.server.workers import usual_number

    if args.log == "json":
        logs.write_json()
    house = structs.replace(from_environment(os.environ), wait=args.notice_wait, private=args.private_hooks)
    workers = usual_number() if args.workers is None else max(1, args.workers)
    with (
        closing(running.listen(args.host, args.port)) as listening,
        running.alone(args.database, running.address_of(listening)),
    ):
        settings = Settings(
            home=False, delays=Delays(bot=max(args.beat, 0.0)), workers=workers, address=read_address(args.address),
            listening=listening.getsockname()[:2], house=house,
            metrics=os.environ.get("BALKA_METRICS_SECRET", ""),
        )  # fmt: skip
        app = create_app(args.database or running.data_home(), settings=settings)
        address = running.address_of(listening)
        running.run(app, listening, lambda: print(f"Balka is at {address}/ (stop with Ctrl-C)", flush=True))
    return 0
