"""Running the server: where its data live, which port it takes, and the browser that opens when it answers."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import socket
import sqlite3
import sys
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn
from starlette.applications import Starlette

from balka.core.errors import BalkaError
from balka.server import sweeping
from balka.server.store import opening

PORT = 8042
PORTS_TRIED = 50
LONGEST_FRAME = 1024 * 1024
HAND_OVER = 0.001  # seconds after which a thread that only writes things down makes way for the loop
STRANGERS = ("Invalid HTTP request received.", "Invalid UTF-8 sequence received from client.")


def data_home() -> Path:
    """Where games are kept: `$BALKA_HOME`, or the user's data folder."""
    named = os.environ.get("BALKA_HOME")
    if named:
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "balka"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "balka"


@contextmanager
def alone(database: str, address: str) -> Iterator[None]:
    """While this lasts no other server serves the one file; on PostgreSQL there may be any number. Two on one file
    would not hear what the other stores. The lock is SQLite's own, so that a process that dies leaves none behind."""
    place = opening.address_of(database or data_home() / "balka.sqlite")
    if place.get_backend_name() == opening.POSTGRES:
        yield
        return
    file = Path(str(place.database))
    file.parent.mkdir(parents=True, exist_ok=True)
    held, told = file.with_name(f"{file.name}.serving"), file.with_name(f"{file.name}.address")
    with contextlib.closing(sqlite3.connect(held, timeout=0, isolation_level=None)) as line:
        try:
            line.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as problem:
            raise BalkaError(f"{file} is served already{_at(told)}", ELSEWHERE) from problem
        told.write_text(address, encoding="utf-8")
        yield


ELSEWHERE = "go there, or stop it first; another BALKA_HOME is another house, and PostgreSQL lets several serve one"


def _at(told: Path) -> str:
    """Where another server is, as it has written."""
    with contextlib.suppress(OSError, UnicodeDecodeError):
        return f" at {told.read_text(encoding='utf-8')}"
    return ""


def listen(host: str, port: int | None) -> socket.socket:
    """A socket on the port asked for, or on the first free one from the usual port on."""
    take_descriptors()
    wanted = [port] if port is not None else range(PORT, PORT + PORTS_TRIED)
    problem: OSError | None = None
    for number in wanted:
        try:
            return _bound(host, number)
        except OSError as found:
            problem = found
    place = f"port {port}" if port is not None else f"any port from {PORT} on"
    raise BalkaError(f"The server cannot listen on {host} at {place}: {problem}", "another --port or --host")


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named as TCP, or asyncio leaves Nagle's delay on for every line, and each answer waits 40 ms for it.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen()
    except BaseException:
        listening.close()
        raise
    listening.set_inheritable(True)
    return listening


def address_of(listening: socket.socket) -> str:
    """The address a browser on this computer uses."""
    host, port = listening.getsockname()[:2]
    name = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{name}:{port}"


def take_descriptors() -> None:
    """As many open lines as the system lets this process have; most begin with a few only."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        if allowed != most:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def run(app: Starlette, listening: socket.socket, ready: Callable[[], None]) -> None:
    """Serve until stopped; `ready` is called once the first page can be asked for."""
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        ws_max_size=LONGEST_FRAME,
        timeout_graceful_shutdown=2,
        lifespan="on",
    )
    logging.getLogger("uvicorn.error").addFilter(is_our_business)
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_serve(uvicorn.Server(config), listening, ready))


def is_our_business(record: logging.LogRecord) -> bool:
    """Whether a line belongs in the log; what strangers send broken would fill it, with a traceback for each."""
    return record.getMessage() not in STRANGERS


async def _serve(server: uvicorn.Server, listening: socket.socket, ready: Callable[[], None]) -> None:
    serving = asyncio.create_task(server.serve([listening]))
    while not server.started and not serving.done():
        await asyncio.sleep(0.01)
    if server.started:
        sweeping.settle()
        sys.setswitchinterval(HAND_OVER)
        ready()
    sweeper = asyncio.create_task(sweeping.sweep())
    await serving
    sweeper.cancel()


def open_browser(address: str) -> None:
    """Show a page in the user's browser, without waiting for it."""
    asyncio.get_running_loop().run_in_executor(None, webbrowser.open, address)
