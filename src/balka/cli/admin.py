"""balka admin: looks after a house beside its servers."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from balka.core.errors import BalkaError

if TYPE_CHECKING:
    from balka.server.store import Store, StoredTable

DAY = 24 * 3600
SHOWN = 50


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--database",
        default=os.environ.get("BALKA_DATABASE", ""),
        metavar="URL",
        help="postgresql://user@host/name; else the one SQLite file ($BALKA_DATABASE)",
    )
    parts = parser.add_subparsers(dest="task", metavar="TASK", required=True)
    tables = parts.add_parser("tables", help="list the tables, the latest first")
    tables.add_argument("--idle", type=int, default=0, metavar="DAYS", help="only those nobody has touched for so long")
    tables.add_argument("--most", type=int, default=SHOWN, help=f"how many at most ({SHOWN})")
    parts.add_parser(
        "offsets", help="weigh the sides of every scenario by its rated games, and say what they are worth"
    )
    reports = parts.add_parser("reports", help="what people reported and nobody has seen to, oldest first")
    reports.add_argument("--done", type=int, default=0, metavar="NUMBER", help="mark a report as seen to")
    parts.add_parser("check", help="open every table and say which cannot be opened")
    move = parts.add_parser("move", help="copy a house from its one file, or another database, into an empty one")
    move.add_argument("source", help="the path of a balka.sqlite, or postgresql://user@host/name")
    archive = parts.add_parser("archive", help="put games that have long been over into files outside the database")
    archive.add_argument("folder", type=Path, help="where the files go, one for each game")
    archive.add_argument("--days", type=int, default=365, help="over, and touched by nobody, for so long (365)")
    parts.add_parser("unarchive", help="bring archived games back").add_argument("files", type=Path, nargs="+")
    usage = parts.add_parser("usage", help="whose tables take most of the database")
    usage.add_argument("--most", type=int, default=SHOWN, help=f"how many people at most ({SHOWN})")
    for name, text in (("backup", "write a whole copy"), ("restore", "put a copy back where no house is")):
        parts.add_parser(name, help=text).add_argument("file", type=Path)


def run(args: argparse.Namespace) -> int:
    tasks: dict[str, Callable[[argparse.Namespace], int]] = {
        "tables": _tables, "check": _check, "backup": _backup, "restore": _restore, "offsets": _offsets,
        "reports": _reports,
        "move": _move, "archive": _archive, "unarchive": _unarchive, "usage": _usage,
    }  # fmt: skip
    return tasks[args.task](args)


def _place(args: argparse.Namespace) -> str | Path:
    from balka.server import running

    return args.database or running.data_home() / "balka.sqlite"


def _store(args: argparse.Namespace) -> Store:
    from balka.server.store import Store

    place = _place(args)
    if isinstance(place, Path) and not place.is_file():
        raise BalkaError(f"there is no house at {place}", "BALKA_HOME=FOLDER, or --database URL")
    return Store(place)


def _tables(args: argparse.Namespace) -> int:
    if args.idle < 0 or args.most < 1:
        raise BalkaError("days are no less than 0, and at least one table is shown", "--idle 30 --most 50")
    store, now = _store(args), time.time()
    for stored in store.latest(1_000_000 if args.idle else args.most):
        days = int((now - stored.touched) / DAY)
        if days >= args.idle:
            players = ", ".join(f"{seat}: {who}" for seat, who in stored.players.items())
            state = "archived" if stored.archived else "over" if stored.over else stored.turn
            print(f"{stored.id}  {stored.scenario:20} {days:4} days  {state}  ({players})")
    store.close()
    return 0


def _check(args: argparse.Namespace) -> int:
    """Every table is brought back from what is stored, as a server would."""
    import balka
    from balka.server.catalogue import Catalogue
    from balka.server.tables import Tables

    store = _store(args)
    house, broken, known = Tables(store, Catalogue(balka.all_games(), None)), 0, _here(store)
    for stored in known:
        try:
            house.open(stored.id)
        except Exception as problem:
            broken += 1
            print(f"{stored.id} {stored.scenario} cannot be opened: {problem}")
        house.forget(stored.id)
    store.close()
    print(f"{len(known) - broken} of {len(known)} tables can be opened.")
    return 1 if broken else 0


def _here(store: Store) -> list[StoredTable]:
    """The tables whose games are in the database."""
    return [stored for stored in store.latest(1_000_000) if not stored.archived]


def _offsets(args: argparse.Namespace) -> int:
    store = _store(args)
    known = sorted(store.ratings.scenarios())
    for scenario in known:
        for side, worth in store.ratings.learn(scenario).items():
            print(f"{scenario:20} {side:10} {worth.points:+5.0f} ±{1.96 * worth.deviation:.0f}  {worth.games} games")
    store.close()
    if not known:
        print("No rated game is over yet.")
    return 0


def _reports(args: argparse.Namespace) -> int:
    store = _store(args)
    if args.done and not store.order.done(args.done):
        raise BalkaError(f"no open report has the number {args.done}", "balka admin reports")
    for known in store.order.reports(1000):
        by, whom = (store.people.called_at_all(one) or "somebody who has left" for one in (known.by, known.whom))
        when = time.strftime("%Y-%m-%d %H:%M", time.gmtime(known.at))
        place = f" at table {known.place}" if known.place else ""
        print(f"{known.number}  {when}  {by} about {whom}{place}: {known.text}")
    store.close()
    return 0


def _backup(args: argparse.Namespace) -> int:
    from balka.server.store import backup, opening

    backup.save(opening.address_of(_place(args)), args.file)
    print(f"Written to {args.file}.")
    return 0


def _restore(args: argparse.Namespace) -> int:
    from balka.server.store import backup, opening

    backup.restore(opening.address_of(_place(args)), args.file)
    print(f"Put back from {args.file}. `balka admin check` opens every table of it.")
    return 0


def _move(args: argparse.Namespace) -> int:
    """From a file or a database named, to the one of --database."""
    from balka.server.store import moving, opening

    source = args.source if "://" in args.source else Path(args.source)
    found = moving.move(opening.address_of(source), opening.address_of(_place(args)))
    print(f"{found['tables']} tables with {found['entries']} entries are there. `balka admin check` opens every one.")
    return 0


def _archive(args: argparse.Namespace) -> int:
    """Games are put away one by one: whatever stops it, each is either here or in its file."""
    from balka.server.store import archive

    if args.days < 1:
        raise BalkaError("a game is archived after one day at the least", "--days 365")
    store = _store(args)
    count = sum(1 for _ in archive.archived(store, args.folder, time.time() - args.days * DAY))
    store.close()
    print(f"{count} games are in {args.folder}. `balka admin unarchive FILE` brings one back.")
    return 0


def _unarchive(args: argparse.Namespace) -> int:
    from balka.server.store import archive

    store = _store(args)
    for path in args.files:
        print(f"Table {archive.brought_back(store, path)} is back; {path} stays.")
    store.close()
    return 0


def _usage(args: argparse.Namespace) -> int:
    if args.most < 1:
        raise BalkaError("at least one person is shown", "--most 50")
    store = _store(args)
    for one in store.quotas.largest(args.most):
        print(f"{one.bytes / 1_000_000:8.1f} MB  {one.going_on:4} tables going on  {one.name}")
    store.close()
    return 0
