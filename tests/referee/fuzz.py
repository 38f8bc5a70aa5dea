"""Referee files spoilt at random: keys and values exchanged, dropped, misspelt, of the wrong kind.

Whatever a file says, the referee answers or raises a BalkaError. `python -m tests.referee.fuzz 10000 [FIRST]` tries
that many, beginning with seed FIRST, and prints the files that make it raise anything else.
"""

from __future__ import annotations

import random
import sys
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import yaml

from balka.core.errors import BalkaError
from balka.referee import referee_text

FILES = sorted((Path(__file__).parents[2] / "docs" / "referee").glob("*.yaml"))
WORDS = """\
x;all;?;A01;B02;Q77;german;pass;2d6 =7;draw soft pinned;é;A01>B01;A01/B01;end;done;unknown;-;.;W06;nobody: pass"""
STRANGE: list[Any] = [None, True, False, 0, 1, -1, 7, 99, 10**30, 2.5, "", " ", "a;b", [], {}, [[]], {"a": 1}, [1, 2]]
STRANGE += WORDS.split(";")
Spot = tuple[Any, Any]  # a list or a mapping, and a place in it


def spots(data: Any) -> Iterator[Spot]:
    """Every place in nested data."""
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in list(inside):
        yield data, key
        yield from spots(value)


def _misspelt(text: str, rng: random.Random) -> str:
    if len(text) < 2:
        return text + "x"
    at = rng.randrange(len(text) - 1)
    kinds = (
        text[:at] + text[at + 1 :],
        text[:at] + text[at + 1] + text[at] + text[at + 2 :],
        text[:at] + "q" + text[at:],
    )
    return rng.choice(kinds)


def _drop(spot: Spot, others: list[Spot], rng: random.Random) -> None:
    del spot[0][spot[1]]


def _strange(spot: Spot, others: list[Spot], rng: random.Random) -> None:
    spot[0][spot[1]] = rng.choice(STRANGE)


def _copy(spot: Spot, others: list[Spot], rng: random.Random) -> None:
    where, key = rng.choice(others)
    spot[0][spot[1]] = yaml.safe_load(yaml.safe_dump(where[key]))


def _slip(spot: Spot, others: list[Spot], rng: random.Random) -> None:
    where, key = spot
    if isinstance(where, dict) and rng.random() < 0.4:
        where[_misspelt(str(key), rng)] = where.pop(key)
    elif isinstance(where[key], str):
        where[key] = _misspelt(where[key], rng)
    elif isinstance(where[key], int):
        where[key] += rng.choice((-1, 1, 50))


def _word(spot: Spot, others: list[Spot], rng: random.Random) -> None:
    """One word of a line exchanged for one of another line."""
    where, key = spot
    lines = [place[name] for place, name in others if isinstance(place[name], str)]
    words = [word for line in lines for word in line.split()]
    if isinstance(where[key], str) and where[key].split():
        mine = where[key].split(" ")
        mine[rng.randrange(len(mine))] = rng.choice(words)
        where[key] = " ".join(mine)


def _rename(spot: Spot, others: list[Spot], rng: random.Random) -> None:
    where, key = spot
    names = [name for place, name in others if isinstance(place, dict)]
    if isinstance(where, dict):
        where[rng.choice(names)] = where.pop(key)


def _twice(spot: Spot, others: list[Spot], rng: random.Random) -> None:
    where, key = spot
    if isinstance(where, list):
        where.insert(rng.randrange(len(where) + 1), yaml.safe_load(yaml.safe_dump(where[key])))


CHANGES: list[Callable[[Spot, list[Spot], random.Random], None]] = [
    _drop,
    _strange,
    _copy,
    _slip,
    _word,
    _rename,
    _twice,
]


def spoilt(seed: int) -> str:
    """The file with this number: one of the examples with a few changes."""
    rng = random.Random(seed)
    texts = [path.read_text(encoding="utf-8") for path in FILES]
    text = rng.choice(texts)
    data = yaml.safe_load(text)
    game = data["game"]
    kin = [one for one in map(yaml.safe_load, texts) if one["game"] == game or rng.random() < 0.2]
    others = [spot for one in kin for spot in spots(one)]
    for _ in range(rng.choice((1, 1, 2, 3, 6))):
        places = [spot for spot in spots(data) if spot[1] != "game" or rng.random() < 0.05]
        if places:
            rng.choice(CHANGES)(rng.choice(places), others, rng)
    made = yaml.safe_dump(data, allow_unicode=True, sort_keys=False)
    return _torn(made, rng) if rng.random() < 0.1 else made


def _torn(text: str, rng: random.Random) -> str:
    """A slip in the file itself."""
    at = rng.randrange(len(text))
    return text[:at] + rng.choice(("\n", ":", "{", "]", "\t", "- ", "&a ", "*a", "|", "", "  ")) + text[at + 1 :]


def complaint(text: str) -> str:
    """What goes wrong with a file beyond mistakes that are told; nothing if all is well."""
    try:
        report = referee_text(text, "spoilt.yaml")
        report.text()
        report.to_wire()
    except BalkaError:
        return ""
    except Exception:  # whatever it is, it is a fault of the referee
        return traceback.format_exc()
    return ""


def main(count: int, first: int) -> int:
    seen: dict[str, int] = {}
    for seed in range(first, first + count):
        wrong = complaint(spoilt(seed))
        if wrong:
            place = "".join(wrong.splitlines(keepends=True)[-4:])
            seen[place] = seen.get(place, 0) + 1
            if seen[place] == 1:
                print(f"== seed {seed}\n{spoilt(seed)}\n{wrong}")
    print(f"{sum(seen.values())} of {count} files went wrong, in {len(seen)} places")
    return int(bool(seen))


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0))
