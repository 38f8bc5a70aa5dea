"""Backups of a house: a whole copy of its database, made while it runs, and put back where nothing is."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from sqlalchemy.engine import URL

from balka.core.errors import BalkaError
from balka.server.store import opening


def save(address: URL, target: Path) -> None:
    """A copy of everything as it is at one moment; it is whole or not there at all."""
    if target.exists():
        raise BalkaError(f"{target} is there already", "another name, or move it away")
    part = target.with_name(f".{target.name}.part")
    part.unlink(missing_ok=True)
    try:
        if address.get_backend_name() == opening.SQLITE:
            _save_file(Path(str(address.database)), part)
        else:
            _run("pg_dump", "--format=custom", f"--file={part}", address=address)
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def _save_file(source: Path, target: Path) -> None:
    if not source.is_file():
        raise BalkaError(f"there is no house at {source}", "BALKA_HOME=FOLDER, or --database URL")
    with closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)


def restore(address: URL, source: Path) -> None:
    """Put a copy back; never over a house that is there."""
    if not source.is_file():
        raise BalkaError(f"there is no file {source}", "a file that `balka admin backup` has written")
    if address.get_backend_name() == opening.SQLITE:
        _restore_file(Path(str(address.database)), source)
    else:
        _run("pg_restore", "--no-owner", "--exit-on-error", "--single-transaction", str(source), address=address)


def _restore_file(target: Path, source: Path) -> None:
    if target.exists():
        raise BalkaError(f"{target} is there already", "move it away first; its games would be lost")
    with closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as copy:
        try:
            health = copy.execute("PRAGMA quick_check(1)").fetchone()[0]
        except sqlite3.DatabaseError as problem:
            raise BalkaError(f"{source} is no copy of a house: {problem}") from problem
    if health != "ok":
        raise BalkaError(f"{source} is damaged: {health}", "an older copy")
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f".{target.name}.part")
    shutil.copyfile(source, part)
    part.replace(target)


def _run(program: str, *words: str, address: URL) -> None:
    """A program of PostgreSQL's own; the password goes by its environment, where nobody else reads it."""
    found = shutil.which(program) or _installed(program)
    if found is None:
        raise BalkaError(f"{program} is not installed", "the package postgresql-client")
    place = address.set(drivername="postgresql", password=None).render_as_string()
    known = {**os.environ, **({"PGPASSWORD": str(address.password)} if address.password else {})}
    flag: Sequence[str] = (f"--dbname={place}",)
    done = subprocess.run([found, *flag, *words], env=known, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BalkaError(f"{program} failed: {done.stderr.strip().splitlines()[-1:] or done.returncode}")


def _installed(program: str) -> str | None:
    """Debian keeps the programs of each version in a folder of its own."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{program}"))
    return str(found[-1]) if found else None
