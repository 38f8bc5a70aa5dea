"""Which row of this edition says what a shared rule cites by its row in Storms of Steel, from `same.tsv` beside it."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("same.tsv")


@cache
def same_rules() -> dict[str, str]:
    """Rows of Storms of Steel that the common rules cite, each with the row here; an empty one is not cited at all."""
    with FILE.open(encoding="utf-8") as lines:
        return {row["cited"]: row["here"] for row in csv.DictReader(lines, delimiter="\t")}
