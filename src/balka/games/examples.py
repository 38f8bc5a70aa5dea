"""Worked examples: what the rulebooks state, and whether it comes out so when the engine plays it.

The players stand with the tests. A checkout plays the examples when asked; a wheel carries what came out when it was
built.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import yaml

import balka.games
from balka.core.errors import BalkaError
from balka.core.ledger import read_table
from balka.games import proofs

FILE = "examples.yaml"
PLAYERS = "conformance/examples"  # under the tests folder; a package for each game, with run(example)
TEST = "test_examples.py::test_an_example_comes_out_as_printed"  # in the package of each game
INDEX_NAME = "played.tsv"
INDEX_COLUMNS = ("game", "id", "test", "outcome")
AS_PRINTED = "as printed"
NOT_RUN = "not run yet"

Example = dict[str, object]
Runner = Callable[[Example], list[str]]
Faults = dict[str, list[str]]  # example id -> what came out differently


class Outcomes(msgspec.Struct, frozen=True):
    """How many worked examples there are, and what was wrong with each that failed."""

    total: int
    faults: Faults

    @property
    def passed(self) -> int:
        return self.total - len(self.faults)


def read_examples(path: Path) -> list[Example]:
    """The worked examples of a game."""
    data = yaml.load(path.read_text(encoding="utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    entries = data["examples"] if isinstance(data, dict) else data
    if not isinstance(entries, list) or not all(isinstance(entry, dict) and "id" in entry for entry in entries):
        raise BalkaError(f"{path}: must be a list of examples, each with an id")
    return entries


def examples_of(key: str) -> list[Example]:
    """The worked examples of the game with this key; a game without the file has none."""
    path = balka.games.title_folder(key) / "rules" / FILE
    return read_examples(path) if path.is_file() else []


def outcomes(key: str) -> Outcomes:
    """How the examples of a game come out: played by the checkout's tests, or read from the index of a wheel."""
    tests = proofs.tests_folder()
    if tests:
        return play(examples_of(key), runner(key, tests))
    return outcomes_in_index(key, index_path())


# -- Played in a checkout ---------------------------------------------------------------------------------------------


def runner(key: str, tests: Path) -> Runner | None:
    """The way these tests play an example of a game, if they have one."""
    if not (tests / PLAYERS / key).is_dir():
        return None
    root = str(tests.parent)
    if root not in sys.path:
        sys.path.insert(0, root)
    run: Runner = importlib.import_module(f"{tests.name}.{PLAYERS.replace('/', '.')}.{key}").run
    return run


def play(examples: list[Example], run: Runner | None) -> Outcomes:
    """Play each example and keep what came out differently."""
    faults = {str(example["id"]): found for example in examples if (found := _faults(example, run))}
    return Outcomes(len(examples), faults)


def _faults(example: Example, run: Runner | None) -> list[str]:
    if run is None:
        return [NOT_RUN]
    try:
        return run(example)
    except NotImplementedError:
        return [NOT_RUN]
    except Exception as problem:  # one broken example must not hide the others
        return [f"{type(problem).__name__}: {problem}"]


# -- Read in a wheel --------------------------------------------------------------------------------------------------


def index_path() -> Path:
    """Where the wheel keeps what came out."""
    return Path(balka.games.__file__).parent / INDEX_NAME


def outcomes_in_index(key: str, path: Path) -> Outcomes:
    """What a wheel's index says; an example it does not name has not been played."""
    told: Faults = {}
    for _, (game, name, _, outcome) in read_table(path, INDEX_COLUMNS):
        if game == key:
            told.setdefault(name, []).extend([] if outcome == AS_PRINTED else [outcome])
    names = [str(example["id"]) for example in examples_of(key)]
    return Outcomes(len(names), {name: found for name in names if (found := told.get(name, [NOT_RUN]))})


def index_text() -> str:
    """Every example with the test that plays it and what came out, as the tab-separated index that a wheel carries."""
    lines = ["\t".join(row) for key in balka.games.TITLES for row in _index_rows(key)]
    return "\n".join(["\t".join(INDEX_COLUMNS), *lines, ""])


def _index_rows(key: str) -> Iterator[tuple[str, str, str, str]]:
    faults = outcomes(key).faults
    for name in (str(example["id"]) for example in examples_of(key)):
        for outcome in faults.get(name, [AS_PRINTED]):
            yield key, name, played_by(key, name), " ".join(outcome.split())


def played_by(key: str, name: str) -> str:
    """The test that plays an example: path under the tests folder :: name of the function, the example after it."""
    return f"{PLAYERS}/{key}/{TEST}[{name}]"
