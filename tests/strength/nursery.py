"""Where web processes come from at once: a process that has the server loaded forks one for each line it reads."""

from __future__ import annotations

import json
import os
import signal
import sys
import tempfile
from pathlib import Path

from tests.strength import stretches

from balka.cli.main import main
from balka.server.app import create_app


def born(log: str, words: list[str]) -> int:
    """Fork a web process that writes to a log; its number."""
    pid = os.fork()
    if pid:
        return pid
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    written = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for stream in (1, 2):
        os.dup2(written, stream)
    os.close(0)
    stretches.note(Path(f"{log}.stretches"))
    os._exit(main(words))


def stay() -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody asks how they ended
    with tempfile.TemporaryDirectory() as folder:
        create_app(Path(folder)).state.tables.store.close()
    for line in sys.stdin:
        print(born(*json.loads(line)), flush=True)


if __name__ == "__main__":
    stay()
