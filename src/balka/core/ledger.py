"""The rule ledger: every atomic rule of a game in our own words, looked up by the id that citations carry."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal, cast, get_args

import msgspec

from balka.core.errors import BalkaError

Kind = Literal["rule", "table", "component", "optional", "variant", "scenario"]

KINDS: tuple[str, ...] = get_args(Kind)
COLUMNS = ("id", "section", "kind", "statement")
INFERRED = "[inferred"


class LedgerRow(msgspec.Struct, frozen=True):
    """One rule: its id, the chapter it stands in, what sort of thing it is, and what it says."""

    id: str
    section: str
    kind: Kind
    statement: str

    @property
    def is_inferred(self) -> bool:
        """Whether the statement is our reading of the rules and not said outright."""
        return INFERRED in self.statement


class Ledger:
    """All rows of one game, in the order of its rulebook."""

    def __init__(self, game: str, rows: tuple[LedgerRow, ...]) -> None:
        self.game = game
        self.rows = rows
        self._by_id = {row.id: row for row in rows}
        self._by_section: dict[str, list[LedgerRow]] = {}
        for row in rows:
            self._by_section.setdefault(row.section, []).append(row)

    @classmethod
    def read(cls, game: str, path: Path) -> Ledger:
        """The ledger in a tab-separated file, or an error that names the line at fault."""
        return cls(game, tuple(_rows(game, path)))

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[LedgerRow]:
        return iter(self.rows)

    def __contains__(self, rule_id: object) -> bool:
        return rule_id in self._by_id

    def __getitem__(self, rule_id: str) -> LedgerRow:
        """The row with this id; an unknown id is answered with the nearest ones."""
        try:
            return self._by_id[rule_id]
        except KeyError:
            raise BalkaError(f"no rule {rule_id!r} in the ledger of {self.game}", self._nearest(rule_id)) from None

    @property
    def sections(self) -> tuple[str, ...]:
        """The sections in the order of the rulebook."""
        return tuple(self._by_section)

    def section(self, name: str) -> tuple[LedgerRow, ...]:
        """The rows of one section; none when there is no such section."""
        return tuple(self._by_section.get(name, ()))

    def related(self, rule_id: str) -> tuple[LedgerRow, ...]:
        """The other rows of the same section."""
        row = self[rule_id]
        return tuple(other for other in self._by_section[row.section] if other is not row)

    def search(self, text: str) -> tuple[LedgerRow, ...]:
        """Rows whose id, section or statement holds every word of the text, whatever the case."""
        words = text.casefold().split()
        return tuple(row for row in self.rows if words and _holds_all(row, words))

    def _nearest(self, rule_id: str) -> str | None:
        from difflib import get_close_matches

        near = get_close_matches(rule_id, self._by_id, n=3)
        return f"nearest: {', '.join(near)}" if near else None


def _holds_all(row: LedgerRow, words: list[str]) -> bool:
    haystack = f"{row.id} {row.section} {row.statement}".casefold()
    return all(word in haystack for word in words)


def read_table(path: Path, columns: tuple[str, ...]) -> Iterator[tuple[int, list[str]]]:
    """Line number and cells of each line of a tab-separated file with exactly these columns, no cell empty."""
    lines = _text(path).splitlines()
    if not lines or tuple(lines[0].split("\t")) != columns:
        raise BalkaError(f"{path}:1: the first line must name the columns {', '.join(columns)}, tab-separated")
    for number, line in enumerate(lines[1:], start=2):
        cells = line.split("\t")
        if len(cells) != len(columns):
            raise BalkaError(f"{path}:{number}: {len(cells)} cells instead of {len(columns)}")
        for column, cell in zip(columns, cells, strict=True):
            if not cell.strip():
                raise BalkaError(f"{path}:{number}: the cell {column} is empty")
        yield number, cells


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as problem:
        raise BalkaError(f"{path}: cannot be read: {problem.strerror}") from problem
    except UnicodeDecodeError as problem:
        raise BalkaError(f"{path}: is not UTF-8 text: {problem.reason} at byte {problem.start}") from problem


def _rows(game: str, path: Path) -> Iterator[LedgerRow]:
    seen: dict[str, int] = {}
    for number, (rule_id, section, kind, statement) in read_table(path, COLUMNS):
        if not rule_id.startswith(f"{game}-"):
            raise BalkaError(f"{path}:{number}: the id {rule_id!r} does not begin with {game}-")
        if rule_id in seen:
            raise BalkaError(f"{path}:{number}: the id {rule_id} stands already in line {seen[rule_id]}")
        if kind not in KINDS:
            raise BalkaError(f"{path}:{number}: unknown kind {kind!r}", f"one of {', '.join(KINDS)}")
        seen[rule_id] = number
        yield LedgerRow(rule_id, section, cast(Kind, kind), statement)
