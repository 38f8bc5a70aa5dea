"""A real PostgreSQL for tests: started in a folder of its own, on a socket nobody else sees, gone afterwards."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

PLAIN = ("-c", "listen_addresses=", "-c", "fsync=off", "-c", "max_connections=60", "-c", "shared_buffers=16MB")


class Postgres:
    """A server; `new()` is the address of a database with nothing in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._numbers = count(1)

    def address(self, name: str) -> str:
        return f"postgresql://balka@/{name}?host={self.folder}"

    def new(self) -> str:
        import psycopg

        name = f"house{next(self._numbers)}"
        with psycopg.connect(self.address("postgres"), autocommit=True) as line:
            line.execute(f"CREATE DATABASE {name}")
        return self.address(name)

    def stop(self) -> None:
        _run("pg_ctl", "stop", "-D", str(self.folder / "data"), "-m", "immediate", "-w")

    def start(self) -> None:
        words = " ".join((*PLAIN, "-k", str(self.folder)))
        log = str(self.folder / "log")
        _run("pg_ctl", "start", "-D", str(self.folder / "data"), "-o", words, "-l", log, "-w")


@contextmanager
def postgres() -> Iterator[Postgres]:
    folder = Path(tempfile.mkdtemp(prefix="balka-pg-"))
    server = Postgres(folder)
    try:
        if os.geteuid() == 0:
            owner = pwd.getpwnam("postgres")
            os.chown(folder, owner.pw_uid, owner.pw_gid)
        _run("initdb", "-D", str(folder / "data"), "-U", "balka", "-A", "trust", "-E", "UTF8", "--no-locale", "-N")
        folder.chmod(0o755)
        server.start()
        yield server
        server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _run(program: str, *words: str) -> None:
    """A program of PostgreSQL, which refuses to be run as root."""
    found = shutil.which(program) or next(map(str, Path("/usr/lib/postgresql").glob(f"*/bin/{program}")), None)
    assert found, f"no {program}: scripts/ensure_postgres.sh installs PostgreSQL"
    command = [found, *words]
    if os.geteuid() == 0:
        command = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", *command]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 0, done.stderr
