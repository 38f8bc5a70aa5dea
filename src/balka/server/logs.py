"""The log of a house as lines of JSON, one for each call and each trouble, with the name of the call it came from."""

from __future__ import annotations

import json
import logging
import sys
import time

from balka.server.watching import REQUEST


class Line(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, object] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
        }
        if REQUEST.get():
            told["request"] = REQUEST.get()
        told |= getattr(record, "call", {})
        if record.exc_info:
            told["trace"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


def write_json() -> None:
    """From now on everything that is logged goes to the standard error as lines of JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Line())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
