"""Break rules at random and see whether a test notices: `make mutants SYSTEM=gd`, or `python -m tests.mutants gd`."""

from __future__ import annotations

import argparse
import csv
import sys
from pathlib import Path

import pytest
from tests.mutants.breaking import Mutant
from tests.mutants.reach import KEPT
from tests.mutants.running import Breaker, Draw, Rules

SYSTEMS = Path("src/balka/systems").resolve()
EXCUSED = Path(__file__).parent / "excused.tsv"

# What decides: not how it is drawn, said, weighed by bots or counted a second time.
NO_RULES = (
    "events*", "check*", "verbs*", "aids*", "citations*", "described*", "wording*", "quotes*", "shown*", "loading*",
    "mission_*", "naming*", "map_data*", "inference*", "filling*", "listing*", "system*", "game*", "positions*",
)  # fmt: skip

# The folders whose rules are broken, and the tests that may notice; what two games share may be noticed by either's.
PLACES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "sos": (("heroes/chapters", "heroes/play", "heroes/secrets", "heroes/third_edition"),
            ("tests/systems/heroes", "tests/games/storms_of_steel", "tests/conformance/examples/sos",
             "tests/playthroughs", "tests/referee", "tests/lab/clerk/test_heroes.py")),
    "atb": (("heroes/chapters", "heroes/play", "heroes/secrets", "heroes/second_edition"),
            ("tests/systems/heroes", "tests/games/awakening_the_bear", "tests/conformance/examples/atb",
             "tests/playthroughs", "tests/referee", "tests/lab/clerk/test_heroes.py")),
    "kursk": (("wb95",),
              ("tests/systems/wb95", "tests/games/kursk_1943", "tests/conformance/examples/kursk",
               "tests/playthroughs", "tests/referee", "tests/lab/clerk/test_kursk.py",
               "tests/table/test_leading.py")),
    "gd": (("famous_divisions",),
           ("tests/systems/famous_divisions", "tests/games/grossdeutschland", "tests/conformance/examples/gd",
            "tests/playthroughs", "tests/referee", "tests/lab/clerk/test_gd.py", "tests/table/test_leading.py")),
}  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("system", choices=PLACES)
    parser.add_argument("--count", type=int, default=200, help="how many mutants (200)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed breaks the same rules (1)")
    parser.add_argument("--workers", type=int, default=2, help="processes (2)")
    parser.add_argument("--only", default="", help="only mutants whose name has these letters")
    parser.add_argument("-k", dest="tests", default="", help="only tests that match, as pytest has it: notices less")
    parser.add_argument(
        "--seconds",
        type=float,
        default=900,
        help="of work a mutant; fewer notice less, 0 runs nothing and lists what no test could notice (900)",
    )
    parser.add_argument(
        "--results", type=Path, help="where results are kept, to go on from (.cache/mutants/SYSTEM.jsonl)"
    )
    args = parser.parse_args()
    folders, tests = PLACES[args.system]
    results = args.results or KEPT / f"{args.system}.jsonl"
    draw = Draw(args.seed, args.count, args.only, args.seconds)
    followed = sorted({str(path) for others, _ in PLACES.values() for path in modules(others)})
    rules = Rules(modules(folders), followed, tuple(key for key in PLACES if not shares(args.system, key)))
    breaker = Breaker(rules, draw, args.workers, results)
    pytest.main(["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-k", args.tests, *tests], plugins=[breaker])
    return told(args.system, breaker.outcomes)


def shares(system: str, other: str) -> bool:
    """Whether two games have rules in common."""
    return not set(PLACES[system][0]).isdisjoint(PLACES[other][0])


def modules(folders: tuple[str, ...]) -> list[Path]:
    """The modules of a system that hold rules."""
    return [
        path
        for folder in folders
        for path in sorted((SYSTEMS / folder).glob("*.py"))
        if not any(path.match(pattern) for pattern in (f"{name}.py" for name in NO_RULES))
    ]


def excuses() -> dict[str, str]:
    """Mutants that change nothing anybody could see, each with the reason."""
    if not EXCUSED.exists():
        return {}
    with EXCUSED.open(newline="") as file:
        return {row["mutant"]: row["why"] for row in csv.DictReader(file, delimiter="\t")}


def told(system: str, outcomes: dict[Mutant, str]) -> int:
    """The figures and the survivors; wrong when fewer than 95 in 100 of those that matter were noticed."""
    excused = excuses()
    left = [mutant for mutant, ended in outcomes.items() if ended == "unnoticed"]
    survivors = sorted((mutant for mutant in left if mutant.name not in excused), key=lambda m: (m.path, m.line))
    counted = len(outcomes) - (len(left) - len(survivors))
    share = 1 - len(survivors) / counted if counted else 1.0
    for mutant in survivors:
        print(f"{Path(mutant.path).relative_to(SYSTEMS)}:{mutant.line} {mutant.kind}\n    {mutant.name}")
    alike = len(left) - len(survivors)
    print(f"{system}: {len(outcomes)} mutants, {alike} of them change nothing; "
          f"{counted - len(survivors)} of {counted} noticed, {len(survivors)} survive: {share:.1%}")  # fmt: skip
    return 0 if share >= 0.95 else 1


if __name__ == "__main__":
    sys.exit(main())
