"""A server of the Camp and the Ford as a program of its own, to be killed; its arguments are a folder or a
database, and a port."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.table.camp import GAME as CAMP
from tests.toy.ford import GAME as FORD

from balka.server import running
from balka.server.app import Settings, create_app
from balka.server.live import NO_DELAYS


def main(folder: str, port: str) -> None:
    listening = running.listen("127.0.0.1", int(port))
    app = create_app(folder if "://" in folder else Path(folder), [CAMP, FORD], Settings(delays=NO_DELAYS))
    running.run(app, listening, lambda: print("ready", running.address_of(listening), flush=True))


if __name__ == "__main__":
    main(*sys.argv[1:])
