"""Rulings: how open questions of the rules are answered, read from the documents that hold them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from balka.core.ledger import Ledger

CELLS = re.compile(r"^\|(.+)\|\s*$")
ENTRY = re.compile(r"^(?:- )?\*\*(?P<head>[^*]+)\*\*\s*(?P<rest>.*)$")
LEADING_NUMBER = re.compile(r"\d+(?:\.\d+)*")
NUMBERS = re.compile(r"(?<![\w.])\d+(?:\.\d+)+")
RULING_MARKS = ("*Ruling:*", "->")


class Ruling(Struct, frozen=True):
    """A question the rules leave open, how it is answered, the rows it is about, and the test that holds it."""

    name: str
    question: str
    answer: str
    rows: tuple[str, ...]
    test: str = ""


def number_of(section: str) -> str:
    """The number a section begins with; nothing for a part without one."""
    found = LEADING_NUMBER.match(section)
    return found.group() if found else ""


def documents() -> list[Path]:
    """The rulings of a checkout, or those a wheel carries."""
    package = Path(__file__).parents[1]
    docs = package.parents[1] / "docs"
    folder, main = docs / "rulings", docs / "rulings.md"
    if not (package.parents[1] / "pyproject.toml").is_file():
        folder, main = package / "games" / "rulings", package / "games" / "rulings" / "rulings.md"
    return [path for path in (main, *sorted(folder.glob("*.md"))) if path.is_file()]


def rulings(ledger: Ledger) -> tuple[Ruling, ...]:
    """Every ruling about rows of one game: tables name rows, a game's own document names numbers of sections."""
    found: list[Ruling] = []
    for path in dict.fromkeys(documents()):
        lines = path.read_text(encoding="utf-8").splitlines()
        found += _from_tables(lines, ledger)
        if path.stem == ledger.game:
            found += _from_entries(lines, ledger)
    return tuple(found)


def _from_tables(lines: list[str], ledger: Ledger) -> Iterator[Ruling]:
    """Rows of tables: ledger ids, question, ruling, and perhaps the test."""
    for line in lines:
        cells = [cell.strip() for cell in found.group(1).split("|")] if (found := CELLS.match(line)) else []
        if len(cells) < 3:
            continue
        rows = _named_rows(cells[0], ledger)
        if rows:
            yield Ruling("", cells[1], cells[2], rows, cells[3] if len(cells) > 3 else "")


def _named_rows(text: str, ledger: Ledger) -> tuple[str, ...]:
    """Ids as a cell lists them; `a to b` means all rows from one to the other."""
    ids = [row.id for row in ledger]
    place = {rule_id: n for n, rule_id in enumerate(ids)}
    named: list[str] = []
    for part in text.replace("`", "").split(","):
        first, _, last = (word.strip() for word in part.partition(" to "))
        if first in place:
            named += ids[place[first] : place.get(last, place[first]) + 1]
    return tuple(named)


def _from_entries(lines: list[str], ledger: Ledger) -> Iterator[Ruling]:
    """Paragraphs that begin with a name in bold and the numbers of the sections they are about."""
    for line in lines:
        found = ENTRY.match(line)
        if not found:
            continue
        head, rest = found.group("head").strip(), found.group("rest").strip()
        name, _, about = head.partition(" (")
        if rest.startswith("("):
            about, _, rest = rest[1:].partition(")")
        question, answer = _parted(rest)
        if answer:
            yield Ruling(name, question, answer, _rows_at(about, ledger))


def _parted(text: str) -> tuple[str, str]:
    for mark in RULING_MARKS:
        question, found, answer = text.partition(mark)
        if found:
            return _plain(question), _plain(answer)
    return text, ""


def _plain(text: str) -> str:
    bare = text.replace("**", "").replace("*", "").strip(" .:")
    return bare if not bare or bare[-1] in "?!" else f"{bare[0].upper()}{bare[1:]}."


def _rows_at(about: str, ledger: Ledger) -> tuple[str, ...]:
    """The rows of the sections whose numbers are named."""
    numbers = set(NUMBERS.findall(about))
    return tuple(row.id for row in ledger if number_of(row.section) in numbers)
