"""balka play: the table in the browser, or in the terminal."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import balka
from balka.core import records
from balka.core.errors import BalkaError
from balka.core.system import Game, Scenario, System, system_of

if TYPE_CHECKING:
    from balka.bots.base import Bot

LOOPBACK = "127.0.0.1"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("scenario", nargs="?", help="what to play, for example sos/courier; without it the lobby opens")
    parser.add_argument("--terminal", action="store_true", help="play here in text, without a browser")
    parser.add_argument(
        "--seats", default="", metavar="SIDE=WHO,...", help="human, a bot or module:Class for each side"
    )
    parser.add_argument(
        "--bots", default="", metavar="MODULE:CLASS,...", help="bots of your own for the lobby to offer"
    )
    parser.add_argument("--options", nargs="+", default=[], metavar="KEY=VALUE", help="options of the scenario")
    parser.add_argument("--load", metavar="FILE", help="go on from a record")
    parser.add_argument("--port", type=int, help="the port of the server (8042, or the next free one)")
    parser.add_argument("--host", default=LOOPBACK, help="the address to listen on (this computer only)")
    parser.add_argument("--shared", action="store_true", help="others reach this server: every seat needs its link")
    parser.add_argument(
        "--address", default="", metavar="URL", help="how others reach this server, for the links you send them"
    )
    parser.add_argument("--beat", type=float, default=0.7, help="seconds a bot seems to think (0.7)")
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")


def run(args: argparse.Namespace) -> int:
    if args.terminal:
        return _terminal(args)
    return _browser(args)


# -- what to play


def find_scenario(key: str | None) -> tuple[Game, Scenario]:
    """The scenario with a key such as `sos/courier`; without a key the first there is."""
    known = [(game, scenario) for game in balka.all_games() for scenario in game.scenarios()]
    for game, scenario in known:
        if key in (None, scenario.key, f"{game.key}/{scenario.key}"):
            return game, scenario
    keys = ", ".join(scenario.key if "/" in scenario.key else f"{game.key}/{scenario.key}" for game, scenario in known)
    raise BalkaError(f"there is no scenario {key!r}", f"one of {keys}")


def read_pairs(words: Iterable[str], what: str) -> dict[str, str]:
    """`key=value` words as a dictionary."""
    pairs: dict[str, str] = {}
    for word in words:
        key, sign, value = word.partition("=")
        if not (sign and key and value):
            raise BalkaError(f"{word!r} is no {what}", "key=value")
        pairs[key.strip()] = value.strip()
    return pairs


def read_seats(text: str, sides: Iterable[str], system: System) -> dict[str, str]:
    """Who plays which side; where nothing is said, one person against the best bot there is for these rules."""
    from balka.bots.base import opponents

    seats = read_pairs(filter(None, text.split(",")), "seat")
    bot = opponents(system)[0].key
    for side in sides:
        if not any(side.startswith(f"{named}_") for named in seats):  # a side's name seats its whole team
            seats.setdefault(side, bot if "human" in seats.values() else "human")
    return seats


def outside_bots(*texts: str) -> dict[str, Bot]:
    """Bots that are named by their place, `package.module:Class`, made once for all seats."""
    from balka.bots.base import bot

    words = [word.rpartition("=")[2].strip() for text in texts for word in text.split(",")]
    return {word: bot(word) for word in words if ":" in word}


def read_record(path: str) -> tuple[str, records.Record]:
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as problem:
        raise BalkaError(f"{path} cannot be read: {problem.strerror}") from problem
    except UnicodeDecodeError as problem:
        raise BalkaError(f"{path} is not UTF-8 text: {problem.reason} at byte {problem.start}") from problem
    return text, records.read(text)


def record_key(record: records.Record) -> str:
    """The key of the scenario a record is of."""
    scenario = record.header.scenario
    return scenario if "/" in scenario else f"{record.header.game}/{scenario}"


def read_address(text: str) -> str:
    """The address of a server as others write it."""
    if text and not re.fullmatch(r"https?://[^\s/?#]+(/[^\s?#]*)?", text):
        raise BalkaError(f"{text!r} is no address of a server", "https://balka.example.org")
    return text


# -- the two ways to play


def _terminal(args: argparse.Namespace) -> int:
    from balka.cli.terminal import Terminal
    from balka.table.table import Table

    record = read_record(args.load)[1] if args.load else None
    game, scenario = find_scenario(record_key(record) if record else args.scenario)
    start = records.begin(record, game) if record else game.start(scenario.key, read_pairs(args.options, "option"))
    if record:
        records.final(record, game)
    setting = start.setting
    usual = (
        record.header.players if record and not args.seats else read_seats(args.seats, setting.seats, setting.system)
    )
    table = Table(start, usual, outside_bots(args.seats))
    if record:
        table.load(record)
    return Terminal(table, sys.stdin, sys.stdout, scenario.situation).run()


def _browser(args: argparse.Namespace) -> int:
    from balka.server import running
    from balka.server.app import Settings, create_app
    from balka.server.live import Delays
    from balka.server.workers import usual_number

    home = args.host in (LOOPBACK, "localhost", "::1") and not args.shared
    delays = Delays(bot=max(args.beat, 0.0))
    with (
        closing(running.listen(args.host, args.port)) as listening,
        running.alone("", running.address_of(listening)),
    ):
        settings = Settings(
            home=home, delays=delays, workers=usual_number(), address=read_address(args.address),
            listening=listening.getsockname()[:2],
        )  # fmt: skip
        app = create_app(running.data_home(), settings=settings, bots=outside_bots(args.seats, args.bots))
        address = running.address_of(listening) + _first_page(app.state.tables, args)

        def ready() -> None:
            print(f"Balka is at {address} (stop with Ctrl-C)", flush=True)
            if not args.no_browser:
                running.open_browser(address)

        running.run(app, listening, ready)
    return 0


def _first_page(tables: object, args: argparse.Namespace) -> str:
    """The lobby, or the table that was asked for."""
    from balka.server.messages import NewTable
    from balka.server.tables import Tables

    assert isinstance(tables, Tables)
    if not args.scenario and not args.load:
        return "/"
    if args.load:
        wish = NewTable(record=read_record(args.load)[0], seats=read_pairs(filter(None, args.seats.split(",")), "seat"))
    else:
        game, scenario = find_scenario(args.scenario)
        options: dict[str, str | int | bool] = {**read_pairs(args.options, "option")}
        wish = NewTable(args.scenario, read_seats(args.seats, scenario.sides, system_of(game)), options)
    stored = tables.create(wish).stored
    return f"/table/{stored.id}?token={stored.host}"
