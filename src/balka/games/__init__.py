"""The titles: which games there are, and where each keeps its rule ledger and worked examples."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

from balka import GAMES
from balka.core.errors import BalkaError
from balka.core.ledger import Ledger, LedgerRow

TITLES = {key: place.partition(":")[0].rpartition(".")[2] for key, place in GAMES.items()}
"""The folder of each game beside this file, by its key."""


def key_of(name: str) -> str:
    """The short key of a game named by its key or by its title."""
    for key, title in TITLES.items():
        if name in (key, title):
            return key
    raise BalkaError(f"no game {name!r}", f"one of {', '.join(TITLES)}")


def title_folder(key: str) -> Path:
    """Where the title's files are."""
    return Path(__file__).parent / TITLES[key_of(key)]


@cache
def ledger(key: str) -> Ledger:
    """The rule ledger of a game, read when first asked for: the rulebook's rows, then those of house rules if any."""
    folder = title_folder(key) / "rules"
    files = [path for path in (folder / "ledger.tsv", folder / "house.tsv") if path.is_file()]
    rows = [row for path in files for row in Ledger.read(key_of(key), path)]
    twice = [rule_id for rule_id, times in Counter(row.id for row in rows).items() if times > 1]
    if twice:
        wanted = "give house rules ids of their own"
        raise BalkaError(f"house.tsv: the rulebook has {', '.join(twice)} already", wanted)
    return Ledger(key_of(key), tuple(rows))


def find_rule(rule_id: str) -> LedgerRow:
    """The row with this id, in the ledger of the game that the id begins with."""
    return ledger(rule_id.split("-", 1)[0])[rule_id]
