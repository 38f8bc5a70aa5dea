"""Breaking off a long run: after so many minutes, or by Ctrl-C or a TERM signal, it stops and tells what it has."""

from __future__ import annotations

import argparse
import asyncio
import signal
import time


class Until:
    """When a run ends before it is done."""

    def __init__(self, minutes: float = 60 * 24.0) -> None:
        self._last = time.monotonic() + minutes * 60
        self._broken_off = False

    @property
    def over(self) -> bool:
        return self._broken_off or time.monotonic() > self._last

    def listen(self) -> None:
        """From now on a signal breaks off, whatever else is going on; a second one ends the process as usual."""
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, self._break_off)

    def _break_off(self) -> None:
        print("  broken off: what there is follows", flush=True)
        self._broken_off = True
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().remove_signal_handler(number)


def add_argument(parser: argparse.ArgumentParser, usual: float) -> None:
    parser.add_argument(
        "--minutes", type=float, default=usual, help=f"stop after so long, and tell what there is ({usual:.0f})"
    )
