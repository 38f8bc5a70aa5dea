"""How many rows of each ledger can be found in the code of the rules by their printed number?

    python scripts/findable_rules.py [--missing GAME]

A row is found by its whole id anywhere in the rules (`"gd-9.5-b"`), or by its number and letter in the brackets of a
docstring or comment (`[9.5-b]`, `[9.5-b to e]`, `[9.5-a, b]`; in code that two titles share, a number is that of Storms
of Steel and `atb 9.5-b` that of Awakening the Bear). A number without a letter finds only a row that is alone in its
section.
"""

from __future__ import annotations

import argparse
import csv
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent / "src" / "balka"
HEROES = SOURCE / "systems" / "heroes"
FOLDERS = {
    "sos": ("storms_of_steel", [HEROES]),
    "atb": ("awakening_the_bear", [HEROES]),
    "kursk": ("kursk_1943", [SOURCE / "systems" / "wb95"]),
    "gd": ("grossdeutschland", [SOURCE / "systems" / "famous_divisions"]),
}
OTHERS = {"sos": "second_edition", "atb": "third_edition"}
ROW = re.compile(r"\b(?:sos|atb|kursk|gd)-[\w.-]*\w")
BRACKET = re.compile(r"\[([^\]\"']*\d[^\]\"']*)\]")
CITED = re.compile(r"(?:(atb|sos) )?(\d+(?:\.\d+)+)(?:-([a-z])\b)?(?:\s*to\s*(?:\d+(?:\.\d+)+-)?([a-z])\b)?")
MORE = re.compile(r"\s*,\s*([a-z])(?:\s*to\s*([a-z]))?(?=\s*(?:,|\]|$|\s+and\b))")


def rows(game: str) -> list[dict[str, str]]:
    """The rows of a ledger that are rules."""
    ledger = SOURCE / "games" / FOLDERS[game][0] / "rules" / "ledger.tsv"
    with ledger.open(encoding="utf-8", newline="") as file:
        return [row for row in csv.DictReader(file, delimiter="\t") if row["kind"] == "rule"]


def modules(game: str) -> Iterator[Path]:
    title, systems = FOLDERS[game]
    for folder in (*systems, SOURCE / "games" / title):
        for path in sorted(folder.rglob("*.py")):
            if OTHERS.get(game, "-") not in path.parts and not {"show", "audit"} & set(path.parts):
                yield path


def cited(text: str, own: str, usual: str) -> Iterator[str]:
    """Numbers with letters, and numbers alone, that brackets name for a game; `usual` is whose a bare number is."""
    for inside in BRACKET.findall(text):
        whose, end = usual, 0
        for found in CITED.finditer(inside):
            whose = found[1] or (usual if found.start() - end > 2 else whose)
            end = found.end()
            if whose == own:
                yield from _letters(found, inside[found.end() :])


def _letters(found: re.Match[str], rest: str) -> Iterator[str]:
    number, first, last = found[2], found[3], found[4]
    if not first:
        yield number
        return
    yield from (f"{number}-{chr(code)}" for code in range(ord(first), ord(last or first) + 1))
    while (more := MORE.match(rest)) is not None:
        yield from (f"{number}-{chr(code)}" for code in range(ord(more[1]), ord(more[2] or more[1]) + 1))
        rest = rest[more.end() :]


def found_in_code(game: str) -> set[str]:
    """Ids, and numbers as brackets cite them."""
    found: set[str] = set()
    for path in modules(game):
        text = path.read_text(encoding="utf-8")
        found |= set(ROW.findall(text))
        shared = game in OTHERS and "third_edition" not in path.parts and "second_edition" not in path.parts
        found |= set(cited(text, game, "sos" if shared else game))
    return found


def missing(game: str) -> list[str]:
    """The rows that nobody finds."""
    found, all_rows = found_in_code(game), rows(game)
    sections = Counter(row["section"] for row in all_rows)
    return [
        row["id"]
        for row in all_rows
        if row["id"] not in found
        and row["id"].removeprefix(f"{game}-") not in found
        and not (sections[row["section"]] == 1 and row["section"] in found)
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--missing", choices=FOLDERS, help="the rows of a game that are not found")
    args = parser.parse_args()
    if args.missing:
        print("\n".join(missing(args.missing)))
        return
    for game in FOLDERS:
        count, lost = len(rows(game)), len(missing(game))
        print(f"{game:<6} {count - lost:4} of {count} rows: {(count - lost) / count:.1%}")


if __name__ == "__main__":
    main()
