"""The real server with dice and bots that do the same in every run; its arguments are folder and port."""

from __future__ import annotations

import hashlib
import random
import sys
from pathlib import Path

from balka.server import running
from balka.server.app import Settings, create_app
from balka.server.live import NO_DELAYS
from balka.table.dice import LiveDice

SEED = 1943


def main(folder: str, port: str) -> None:
    secret = hashlib.sha256(str(SEED).encode()).digest()
    LiveDice.new = classmethod(lambda cls: cls(secret))  # type: ignore[method-assign, assignment]
    random.SystemRandom = lambda: random.Random(SEED)  # type: ignore[misc, assignment]
    listening = running.listen("127.0.0.1", int(port))
    app = create_app(Path(folder), settings=Settings(delays=NO_DELAYS))
    running.run(app, listening, lambda: print(running.address_of(listening), flush=True))


if __name__ == "__main__":
    main(*sys.argv[1:])
