"""Standing orders: answers given in advance to a kind of ask, on a condition about the quote. They are no part of the
state; the record holds only the answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from msgspec import Struct

from balka.core.choices import Choice
from balka.core.errors import BalkaError
from balka.core.frames import Ask, leaves
from balka.core.state import State

MOST_LOOKED_AT = 2000
FORM = "KIND: ANSWER, or KIND: ANSWER if BAND at least PERCENT"


class Order(Struct, frozen=True):
    """In an ask of this kind give this answer, when some check of its quote shows the band at least so likely.

    `answer` is the beginning of a sentence: `hold`, `fire`, `fire 5k-2pz`. Of several sentences that begin so, the one
    most likely to give the band is taken. Orders are tried in turn; when none fits, the person is asked.
    """

    kind: str
    answer: str
    band: str = ""
    least: float = 0.0

    def __post_init__(self) -> None:
        if not self.kind.strip() or not self.answer.strip():
            raise ValueError(f"an order names a kind of ask and an answer ({FORM})")
        if not 0 <= self.least <= 1:
            raise ValueError("a chance is between 0 and 1")

    def text(self) -> str:
        condition = f" if {self.band} at least {self.least:.0%}" if self.band else ""
        return f"{self.kind}: {self.answer}{condition}"


def read_order(text: str) -> Order:
    """Parse `oppfire: fire if casualty at least 25%` or `oppfire: hold`."""
    kind, colon, rest = text.partition(":")
    answer, condition, terms = rest.partition(" if ")
    words = terms.replace("at least", "").replace("%", "").split()
    if not colon or not kind.strip() or not answer.strip() or (condition and not _is_condition(words)):
        raise BalkaError(f"{text!r} is no standing order", FORM)
    if not condition:
        return Order(kind.strip(), answer.strip())
    return Order(kind.strip(), answer.strip(), words[0], int(words[1]) / 100)


def _is_condition(words: list[str]) -> bool:
    return len(words) == 2 and words[1].isdecimal() and int(words[1]) <= 100


def ordered(state: State, ask: Ask, orders: Iterable[Order]) -> Choice | None:
    """The answer the standing orders of a seat give to an ask, from what that seat knows."""
    view = state.view(ask.seat)
    for order in orders:
        if order.kind == ask.kind:
            best = max(_candidates(view, ask, order), key=lambda found: found[0], default=None)
            if best is not None:
                return best[1]
    return None


def _candidates(view: State, ask: Ask, order: Order) -> Iterator[tuple[float, Choice]]:
    """Choices an order would take, each with its chance; the first listed of equal ones comes first."""
    wanted = order.answer.lower().split()
    for choice in islice(leaves(view, (), ask.seat), MOST_LOOKED_AT):
        if view.text(choice).lower().split()[: len(wanted)] != wanted:
            continue
        chance = _chance(view, choice, ask.seat, order.band) if order.band else 0.0
        if chance >= order.least:
            yield chance, choice


def _chance(view: State, choice: Choice, seat: str, band: str) -> float:
    """How likely the quote of a choice makes a band at the least; none at all counts below every demand."""
    checks = view.stack[-1].quote(view, choice, seat).checks
    return max((float(likely.low) for check in checks for likely in check.odds() if likely.name == band), default=-1.0)
