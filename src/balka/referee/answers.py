"""Answers with their working: one headline, the lines that lead to it, and the same as plain data."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from msgspec import Struct, to_builtins

from balka.core.checks import Band, Check, Tally, span
from balka.core.choices import Refusal

INDENT = "  "


class Answer(Struct, frozen=True):
    """What a question came to. `values` is the same for programs; its keys are described in docs/referee.md."""

    headline: str
    working: tuple[str, ...] = ()
    values: dict[str, Any] = {}


class Asked(Struct, frozen=True):
    """An answered question with its number and the line it stands in."""

    number: int
    line: int
    kind: str
    asked: Any
    answer: Answer

    def text(self) -> str:
        said = self.asked if isinstance(self.asked, str) else words_of(self.asked)
        head = f"{self.number}. {self.kind.replace('_', ' ')}: {said}".rstrip(": ")
        return "\n".join([head, *(f"   {row}" for row in (self.answer.headline, *self.answer.working))])

    def to_wire(self) -> dict[str, Any]:
        return {"number": self.number, "line": self.line, "question": self.kind, "asked": self.asked,
                "answer": self.answer.headline, "working": list(self.answer.working),
                "values": self.answer.values}  # fmt: skip


class Report(Struct, frozen=True):
    """All answers of a file."""

    game: str
    title: str
    answers: tuple[Asked, ...]

    def text(self) -> str:
        head = [self.title] if self.title else []
        return "\n\n".join(head + [asked.text() for asked in self.answers])

    @property
    def refused(self) -> bool:
        """Was a line that was to be played refused?"""
        return any(asked.answer.values.get("refused") for asked in self.answers)

    def to_wire(self) -> dict[str, Any]:
        return {"game": self.game, "title": self.title, "answers": [answer.to_wire() for answer in self.answers]}


def words_of(asked: object) -> str:
    """What was asked, on one line."""
    if isinstance(asked, dict):
        return ", ".join(f"{name.replace('_', ' ')} {words_of(value)}" for name, value in asked.items())
    return "; ".join(map(words_of, asked)) if isinstance(asked, list) else str(asked)


# -- working


def tally_rows(tally: Tally, game: str) -> list[str]:
    """Every modifier with its rule as a game cites it, then the sum."""
    return tally.text(game).splitlines()


def tally_values(tally: Tally, game: str) -> dict[str, Any]:
    low, high = tally.spread
    return {
        "value": low if low == high else None,
        "low": low,
        "high": high,
        "tally": to_builtins(tally.to_wire(game)),
    }


def check_rows(check: Check, game: str) -> list[str]:
    """The tallies behind a check, the number needed, and the exact odds."""
    rows = [row for tally in (*check.tallies, check.tally) for row in tally_rows(tally, game)]
    return [*rows, odds_row(check)]


def odds_row(check: Check) -> str:
    return f"Odds on {check.dice.rstrip('=')}: " + ", ".join(band_words(band) for band in check.odds())


def band_words(band: Band) -> str:
    if band.low == band.high:
        return f"{band.name} {fraction_words(band.low)}"
    return f"{band.name} {fraction_words(band.low)} to {fraction_words(band.high)}"


def fraction_words(chance: Fraction) -> str:
    return f"{chance} ({float(chance) * 100:.1f} %)"


def check_values(check: Check, game: str) -> dict[str, Any]:
    low, high = check.tally.spread
    return {
        "value": low if low == high else None,
        "low": low,
        "high": high,
        "check": to_builtins(check.to_wire(game)),
    }


def need_words(tally: Tally) -> str:
    return f"{tally.name} {span(*tally.spread)}"


def refusal_values(refusal: Refusal | None) -> dict[str, Any]:
    """Whether something is allowed, and if not, why."""
    if refusal is None:
        return {"allowed": True, "reason": "", "rule": "", "instead": ""}
    return {"allowed": False, "reason": refusal.sentence, "rule": refusal.rule, "instead": refusal.instead}


def joined(words: Iterable[str], none: str = "none") -> str:
    return ", ".join(words) or none
