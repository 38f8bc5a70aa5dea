"""The rule reference: each row of a ledger with its chapter, neighbours, tests, examples and rulings."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from functools import cache, cached_property
from pathlib import Path

from msgspec import Struct

import balka.games
from balka.core.errors import BalkaError
from balka.core.ledger import Ledger, LedgerRow, read_table
from balka.games import proofs
from balka.games.examples import Example, examples_of
from balka.games.rulings import NUMBERS, Ruling, number_of, rulings

LONGEST_TEXT = 400
ABOUT = ("id", "section", "title", "rules", "consistent", "note")  # keys of an example that are not its content
Tests = dict[str, list[str]]


class Titled(Struct, frozen=True):
    """What a chapter or section is called; one without a number says which chapter it belongs to."""

    chapter: str
    title: str


Titles = dict[str, Titled]


class Section(Struct, frozen=True):
    """A section of the book as it is opened: its number or name, its title, and the parts of the ledger it holds."""

    name: str
    title: str
    parts: tuple[str, ...]


class Chapter(Struct, frozen=True):
    """A chapter with its sections in order."""

    name: str
    title: str
    sections: tuple[Section, ...]


class Worked(Struct, frozen=True):
    """A worked example in words."""

    id: str
    title: str
    text: str


class Reference:
    """All that can be said about the rules of one game."""

    def __init__(
        self, ledger: Ledger, tests: Tests, examples: list[Example], not_here: dict[str, str], titles: Titles
    ) -> None:
        self.ledger = ledger
        self.titles = titles
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

    @cached_property
    def chapters(self) -> tuple[Chapter, ...]:
        """Sections under their chapters, those with a number first."""
        found: dict[str, dict[str, list[str]]] = {}
        for part in sorted(self.ledger.sections, key=lambda name: not number_of(name)):
            section = self.section_of(part)
            found.setdefault(self._chapter_of(section), {}).setdefault(section, []).append(part)
        return tuple(
            Chapter(name, self._title(name), tuple(
                Section(section, self._title(section), tuple(parts)) for section, parts in sections.items()
            ))
            for name, sections in found.items()
        )  # fmt: skip

    def section_of(self, part: str) -> str:
        """The section a part of the ledger is read in: the longest number with a title, or the part itself."""
        number = number_of(part)
        while number.count(".") > 1 and number not in self.titles:
            number = number.rpartition(".")[0]
        return part if part in self.titles else number or part

    def rows_of(self, section: str) -> tuple[LedgerRow, ...]:
        """The rules of a section, in order; none when there is no such section."""
        parts = [part for chapter in self.chapters for found in chapter.sections if found.name == section
                 for part in found.parts]  # fmt: skip
        return tuple(row for part in parts for row in self.ledger.section(part))

    def _chapter_of(self, section: str) -> str:
        apart = self.titles[section].chapter if section in self.titles else ""
        return apart or number_of(section).partition(".")[0] or section

    def _title(self, name: str) -> str:
        return self.titles[name].title if name in self.titles else ""

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
    return Reference(ledger, _tests(), examples_of(key), away, read_titles(folder / "titles.tsv"))


def read_titles(path: Path) -> Titles:
    """What the chapters and sections of a book are called; a title may do without."""
    if not path.exists():
        return {}
    rows = (cells for _, cells in read_table(path, ("section", "chapter", "title")))
    return {section: Titled(chapter, title) for section, chapter, title in rows}


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
