"""How even a scenario is: what came of it when the computer played both sides. Read from `balance.toml`.

Measured by `balka balance`, which writes the file. A handicap that was found to make a scenario more even is offered to
whoever sits down. Advice, no rule.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct, field


class Result(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a side won of so many games, draws as halves, with the interval of 95 %."""

    games: int
    share: float
    low: float
    high: float


class Evened(Result, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The same with options that help the weaker side."""

    options: dict[str, str]


class Balance(Result, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A scenario as a bot found it against itself: what `side` won, and what makes it more even, if anything did."""

    bot: str
    side: str
    even: Evened | None = None


class Balances(Struct, frozen=True, forbid_unknown_fields=True):
    """The file: by the full keys of scenarios, and the commands that made it."""

    commands: list[str] = field(default_factory=list)
    scenarios: dict[str, Balance] = field(default_factory=dict)


def read(text: str) -> Balances:
    return msgspec.convert(tomllib.loads(text), Balances)


@cache
def balances() -> Balances:
    """Those that come with the package."""
    return read(files("balka.table").joinpath("balance.toml").read_text(encoding="utf-8"))


def balance_of(key: str) -> Balance | None:
    """What is known of a scenario, by its full key."""
    return balances().scenarios.get(key)
