"""The rule reference: each row of a ledger with its chapter, neighbours, tests, examples and rulings."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from msgspec import Struct

import balka.games
from balka.core.errors import BalkaError
from balka.core.ledger import Ledger, LedgerRow
from balka.games import proofs
from balka.games.examples import Example, examples_of
from balka.games.rulings import NUMBERS, Ruling, number_of, rulings

LONGEST_TEXT = 400
ABOUT = ("id", "section", "title", "rules", "consistent", "note")  # keys of an example that are not its content
Tests = dict[str, list[str]]


class Chapter(Struct, frozen=True):
    """A chapter with its sections in order."""

    name: str
    sections: tuple[str, ...]


class Worked(Struct, frozen=True):
    """A worked example in words."""

    id: str
    title: str
    text: str


class Reference:
    """All that can be said about the rules of one game."""

    def __init__(self, ledger: Ledger, tests: Tests, examples: list[Example], not_here: dict[str, str]) -> None:
        self.ledger = ledger
        self.tests = {row.id: tests[row.id] for row in ledger if row.id in tests}
        self.not_applicable = not_here
        self.rulings = rulings(ledger)
        self._ids = [row.id for row in ledger]
        self._place = {rule_id: n for n, rule_id in enumerate(self._ids)}
        self._by_number: dict[str, list[str]] = defaultdict(list)
        for row in ledger:
            self._by_number[number_of(row.section)].append(row.id)
        self._cites = {row.id: self._cited_in(row) for row in ledger}
        self._examples = _by_section(ledger, examples)

    # -- the order of the book

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        """Sections under the number of their chapter; parts without a number stand by themselves."""
        found: dict[str, list[str]] = {}
        for section in self.ledger.sections:
            found.setdefault(number_of(section).partition(".")[0] or section, []).append(section)
        return tuple(Chapter(name, tuple(sections)) for name, sections in found.items())

    def status(self, row: LedgerRow) -> str:
        """`proven` by a test, `not applicable` in a program, or `open`."""
        if row.id in self.tests:
            return "proven"
        return "not applicable" if row.id in self.not_applicable else "open"

    def beside(self, rule_id: str) -> tuple[str | None, str | None]:
        """The rows before and after."""
        n = self._place[rule_id]
        return (self._ids[n - 1] if n else None), (self._ids[n + 1] if n + 1 < len(self._ids) else None)

    # -- what belongs together

    def cites(self, rule_id: str) -> list[LedgerRow]:
        """Rows this one names, by id or by the number of their section."""
        return self._rows(self._cites[rule_id])

    def cited_by(self, rule_id: str) -> list[LedgerRow]:
        return self._rows(citing for citing, named in self._cites.items() if rule_id in named)

    def proven_with(self, rule_id: str) -> list[LedgerRow]:
        """Rows of other sections that a test proves together with this one."""
        names = set(self.tests.get(rule_id, ()))
        section = self.ledger[rule_id].section
        with_it = (claimed for claimed, tests in self.tests.items() if names & set(tests))
        return [row for row in self._rows(with_it) if row.section != section]

    def rulings_on(self, rule_id: str) -> list[Ruling]:
        return [ruling for ruling in self.rulings if rule_id in ruling.rows]

    def examples_of(self, row: LedgerRow) -> list[Worked]:
        return self._examples.get(number_of(row.section), [])

    def _rows(self, ids: Iterable[str]) -> list[LedgerRow]:
        return [self.ledger[rule_id] for rule_id in sorted(set(ids), key=self._place.__getitem__)]

    def _cited_in(self, row: LedgerRow) -> set[str]:
        words = set(re.findall(rf"\b{self.ledger.game}-[\w.-]*\w", row.statement))
        named = words & set(self._place)
        for number in set(NUMBERS.findall(row.statement)) - {number_of(row.section)}:
            named |= set(self._by_number.get(number, ()))
        return named - {row.id}


@cache
def reference(key: str) -> Reference:
    """The reference of a game, made when first asked for."""
    ledger = balka.games.ledger(key)
    folder = balka.games.title_folder(key) / "rules"
    away = {row.id: row.reason for row in proofs.read_not_applicable(ledger, folder / "not_applicable.tsv")}
    return Reference(ledger, _tests(), examples_of(key), away)


@cache
def _tests() -> Tests:
    """Which tests prove which rows; none where neither tests nor their index were installed."""
    folder: Path | None = proofs.tests_folder()
    try:
        if folder is not None:
            return proofs.proofs_in_tests(folder)
        return proofs.proofs_in_index(proofs.index_path())
    except BalkaError:
        return {}


# -- worked examples


def _by_section(ledger: Ledger, examples: list[Example]) -> dict[str, list[Worked]]:
    """Examples under the number of the section they belong to."""
    found: dict[str, list[Worked]] = defaultdict(list)
    for example in examples:
        rules = example.get("rules") or [example.get("section", "")]
        sections = rules if isinstance(rules, list) else [rules]
        for number in dict.fromkeys(number_of(str(section)) for section in sections):
            found[number].append(_worked(example))
    found.pop("", None)
    return found


def _worked(example: Example) -> Worked:
    parts = [f"{key}: {_words(value)}" for key, value in example.items() if key not in ABOUT and value not in ([], {})]
    title = str(example.get("title") or "").strip()
    text = "; ".join(parts)
    return Worked(str(example["id"]), title, text if len(text) <= LONGEST_TEXT else text[:LONGEST_TEXT] + " ...")


def _words(value: object) -> str:
    """A value as somebody would read it out; what is not stated is left out."""
    if isinstance(value, dict):
        said = [f"{key} {_words(part)}" for key, part in value.items() if part is not None and part != []]
        return ", ".join(said).replace("_", " ")
    if isinstance(value, list):
        return "; ".join(_words(part) for part in value)
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)
