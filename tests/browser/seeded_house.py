"""`balka` whose new tables all have the same dice; its arguments are those of the command."""

from __future__ import annotations

import sys

from tests.browser.planning import SECRET

from balka.cli.main import main
from balka.table.dice import LiveDice

if __name__ == "__main__":
    LiveDice.new = classmethod(lambda cls: cls(SECRET))  # type: ignore[method-assign, assignment]
    sys.exit(main(sys.argv[1:]))
