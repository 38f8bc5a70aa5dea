"""Live dice nobody can predict and everybody can audit.

The table keeps a secret of 32 random bytes and publishes its SHA-256 before the first roll. Roll number n is made from
HMAC-SHA256(secret, "n.k") read as a number, k counting up from 0: values at the top that would favour low results are
thrown away, the rest is taken modulo the number of equally likely results. When the game is over the secret is
published, and anybody can make every roll again.
"""

from __future__ import annotations

import hashlib
import hmac
import random
import secrets
from collections.abc import Iterable
from typing import Protocol

from balka.core.chance import draw
from balka.core.dice import Outcome, read_outcome
from balka.core.errors import BalkaError
from balka.core.frames import CHANCE
from balka.core.records import Record, RecordError, replay
from balka.core.state import State
from balka.core.system import Game

SECRET_BYTES = 32
SPACE = 1 << 256


class Chance(Protocol):
    """Whatever answers when the game waits for chance; `number` counts the rolls of the game from 0."""

    def roll(self, state: State, number: int) -> Outcome: ...


class Keyed:
    """The numbers of one roll, made from the secret and the roll's number."""

    def __init__(self, secret: bytes, number: int) -> None:
        self._secret = secret
        self._number = number
        self._tries = 0

    def randrange(self, stop: int, /) -> int:
        """A whole number below the bound, each equally likely."""
        limit = SPACE - SPACE % stop
        while True:
            message = f"{self._number}.{self._tries}".encode()
            value = int.from_bytes(hmac.digest(self._secret, message, "sha256"))
            self._tries += 1
            if value < limit:
                return value % stop


class LiveDice:
    """The dice of a real game."""

    def __init__(self, secret: bytes) -> None:
        self.secret = secret

    def __repr__(self) -> str:
        return f"LiveDice(commitment={self.commitment!r})"

    @classmethod
    def new(cls) -> LiveDice:
        return cls(secrets.token_bytes(SECRET_BYTES))

    @property
    def commitment(self) -> str:
        """What is published before the first roll."""
        return commitment_of(self.secret)

    def roll(self, state: State, number: int) -> Outcome:
        return draw(state, Keyed(self.secret, number))


def commitment_of(secret: bytes) -> str:
    return hashlib.sha256(secret).hexdigest()


class SeededDice:
    """Dice that fall the same way every time, for tests and experiments."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def roll(self, state: State, number: int) -> Outcome:
        return draw(state, self._rng)


class GivenDice:
    """Dice handed in, in the order they fall: `2d6 3 5`, `draw soft pinned`."""

    def __init__(self, outcomes: Iterable[str] = ()) -> None:
        self.left = list(outcomes)

    def roll(self, state: State, number: int) -> Outcome:
        if not self.left:
            raise BalkaError(f"no dice are left for the roll '{state.asks[0].kind}'")
        return read_outcome(self.left.pop(0))


def verify(record: Record, game: Game, secret: bytes) -> int:
    """Make every roll of a record again; the number of rolls that were compared, or the first that is not true."""
    if commitment_of(secret) != record.header.dice:
        raise RecordError(record.at("dice"), "the secret is not the one these dice were bound to")
    live = LiveDice(secret)
    number = 0
    for moment in replay(record, game):
        if moment.seat != CHANCE or moment.line is None:
            continue
        if number >= record.header.dice_from:
            _compare(live.roll(moment.before, number), moment.text, moment.line.number)
        number += 1
    return max(0, number - record.header.dice_from)


def _compare(true: Outcome, text: str, line: int) -> None:
    if read_outcome(text) != true:
        raise RecordError(line, f"the dice were altered: the record says '{text}', the secret gives '{true.text()}'")
