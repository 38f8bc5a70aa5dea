"""The titles: which games there are, and where each keeps its rule ledger and worked examples."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from balka.core.errors import BalkaError
from balka.core.ledger import Ledger, Row

TITLES = {
    "sos": "storms_of_steel",
    "atb": "awakening_the_bear",
    "kursk": "kursk_1943",
    "gd": "grossdeutschland",
}


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
    """The rule ledger of a game, read when first asked for."""
    return Ledger.read(key_of(key), title_folder(key) / "rules" / "ledger.tsv")


def find_rule(rule_id: str) -> Row:
    """The row with this id, in the ledger of the game that the id begins with."""
    return ledger(rule_id.split("-", 1)[0])[rule_id]
