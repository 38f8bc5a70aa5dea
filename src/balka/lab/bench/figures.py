"""All figures of a tree as one object, to be printed, kept with a release, and compared with those of another."""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any

import msgspec
from msgspec import Struct

import balka
from balka.core.errors import BalkaError
from balka.lab.bench.growth import GROWN
from balka.lab.bench.parts import big_board, sight_seconds
from balka.lab.bench.players import starts
from balka.lab.bench.race import beside_catanatron, has_catanatron
from balka.lab.bench.stretches import ROWS, STEPS, Row
from balka.lab.bench.worker import Order, elsewhere

ROUNDS = 7  # slices of each game beside catanatron
TIMED = 3  # processes a stretch is timed in
SLICE = 0.5  # seconds of the processor
SCENES = ("sos/courier", "sos/ravines", "kursk/kursk", "kursk/campaign", "gd/lutchessa")
MOST_GROWTH = 1.03  # of the calls for a choice: more is worth a word
HEATS = ("cold", "warm")

Figures = dict[str, Any]
Tell = Callable[[str], object]


class Wanted(Struct, frozen=True, kw_only=True):
    """What is to be measured, and how long."""

    rows: tuple[Row, ...] = ROWS
    steps: int = STEPS
    rounds: int = ROUNDS
    slice: float = SLICE

    @property
    def scenarios(self) -> list[str]:
        return list(dict.fromkeys(row.scenario for row in self.rows))


def rows_of(keys: Sequence[str]) -> tuple[Row, ...]:
    """The rows of some scenarios: those always measured, and random play of any other."""
    known = {row.scenario for row in ROWS}
    for key in keys:
        balka.scenario(key)
    return tuple(row for key in keys for row in (ROWS if key in known else (Row(key),)) if row.scenario == key)


# -- measuring


def calls(wanted: Wanted, tell: Tell) -> Figures:
    """What is the same on every machine: calls for each choice and where play came to, calls by counters, and KB."""
    found = {**_header(wanted.steps), "rows": {row.name: _counted(row, wanted.steps, tell) for row in wanted.rows}}
    found |= _by_size(wanted, tell)
    found["growth"] = {key: [_untimed(row) for row in rows] for key, rows in found["growth"].items()}
    found["scenes"] = {key: _untimed(row) for key, row in found["scenes"].items()}
    return found


def everything(wanted: Wanted, tell: Tell) -> Figures:
    """Calls and everything that is timed."""
    rows = {row.name: _counted(row, wanted.steps, tell) for row in wanted.rows}
    for row in wanted.rows:
        for heat, speed in _timed(row, wanted, tell).items():
            rows[row.name][heat]["per_second"] = speed
    found = {**_header(wanted.steps), "rows": rows, **_by_size(wanted, tell)}
    found["costs"] = {key: _told(Order("costs", key), tell) for key in wanted.scenarios}
    begun = starts(wanted.scenarios)
    boards = {start.setting.board.key: start.setting.board for start in begun.values()} | {"1200 hexes": big_board()}
    found["sight_table_seconds"] = {key: sight_seconds(board) for key, board in boards.items()}
    if has_catanatron():
        tell("beside catanatron")
        found |= beside_catanatron(begun, wanted.rounds, wanted.slice)
    return found


def _by_size(wanted: Wanted, tell: Tell) -> Figures:
    """What hangs on the number of counters: the parts of a step, and scenes."""
    return {
        "growth": {key: _told(Order("growth", key), tell) for key in GROWN if key in wanted.scenarios},
        "scenes": {key: _told(Order("scene", key), tell) for key in SCENES if key in wanted.scenarios},
    }


def _untimed(row: dict[str, float]) -> dict[str, float]:
    """Without what was read off a clock."""
    return {name: value for name, value in row.items() if not name.endswith("_us") and not name.startswith("ms")}


def _header(steps: int) -> Figures:
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return {"balka": balka.__version__, "python": python, "steps": steps}


def _told(order: Order, tell: Tell) -> Any:
    tell(f"{order.scenario} {order.job}")
    return elsewhere(order)


def _counted(row: Row, steps: int, tell: Tell) -> dict[str, Figures]:
    tell(f"{row.name} calls")
    found = elsewhere(Order("stretches", row.scenario, row.player, steps, "calls"))
    return {
        heat: {
            "calls": round(found[heat]["amount"] / (found[heat]["choices"] or 1), 2),
            "choices": found[heat]["choices"],
            "state": found[heat]["state"],
        }
        for heat in HEATS
    }


def _timed(row: Row, wanted: Wanted, tell: Tell) -> dict[str, float]:
    """Choices a second of the processor: the median over a few processes."""
    tell(f"{row.name} seconds")
    order = Order("stretches", row.scenario, row.player, wanted.steps, "seconds")
    runs = [elsewhere(order) for _ in range(min(TIMED, wanted.rounds))]
    return {heat: round(median(_speed(run[heat]) for run in runs), 1) for heat in HEATS}


def _speed(stretch: dict[str, Any]) -> float:
    return float(stretch["choices"] / (stretch["amount"] or 1.0))


# -- keeping and comparing


def save(found: Figures, file: Path) -> None:
    file.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")


def load(file: Path) -> Figures:
    try:
        found: Figures = msgspec.json.decode(file.read_bytes())
        assert {"python", "steps", "rows"} <= set(found)
    except (OSError, msgspec.MsgspecError, AssertionError, TypeError) as problem:
        raise BalkaError(f"{file} holds no figures of a bench: {problem}", instead="balka bench --save FILE") from None
    return found


class Change(Struct, frozen=True):
    """One row then and now: the calls for each choice, and whether the same game was played."""

    name: str
    before: float
    now: float
    same: bool

    @property
    def ratio(self) -> float:
        return self.now / self.before if self.before else 1.0

    @property
    def too_much(self) -> bool:
        return self.ratio > MOST_GROWTH

    def text(self) -> str:
        words = [] if self.same else ["other states"]
        words += [f"more than {MOST_GROWTH - 1:.0%}"] if self.too_much else []
        row = f"{self.name:<32}{self.before:>12,.1f}{self.now:>12,.1f}{self.ratio:>8.3f}"
        return f"{row}  {', '.join(words)}".rstrip()


def changes(before: Figures, now: Figures) -> list[Change]:
    """The rows both have. Calls are counted otherwise by another Python, and over another stretch."""
    for what, name in (("python", "counted by"), ("steps", "counted over so many steps:")):
        ours, theirs = _minor(now[what]), _minor(before[what])
        if ours != theirs:
            raise BalkaError(f"calls cannot be compared: {name} {theirs} then and {ours} now")
    return list(_changes(before["rows"], now["rows"]))


def _changes(before: dict[str, Figures], now: dict[str, Figures]) -> Iterator[Change]:
    for name in now:
        for heat in HEATS if name in before else ():
            old, new = before[name][heat], now[name][heat]
            yield Change(f"{name} {heat}", old["calls"], new["calls"], old["state"] == new["state"])


def _minor(value: object) -> str:
    """A version without its last part; anything else as it is."""
    text = str(value)
    return text.rpartition(".")[0] or text


def table(found: Sequence[Change]) -> str:
    head = f"{'calls for a choice':<32}{'then':>12}{'now':>12}{'ratio':>8}"
    return "\n".join([head, *(change.text() for change in found)])
