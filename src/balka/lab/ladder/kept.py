"""Games of matches that a ladder counts as its own: of two of its bots, in its scenarios, played by the same rules."""

from __future__ import annotations

from pathlib import Path

from msgspec import structs

from balka.core.errors import BalkaError
from balka.lab.ladder.plan import Ladder
from balka.lab.match.games import Result
from balka.lab.match.keeping import ANOTHER, code_of, read
from balka.lab.selfplay import find


def games(path: Path, ladder: Ladder, *, any_code: bool = False) -> list[Result]:
    """The games of a file that count, each from the side of the bot that the ladder names first."""
    found, results = read(path)
    if found.terms.options != ladder.terms.options:
        raise BalkaError(f"{path} was played with other options of the scenarios", ANOTHER)
    if found.code != code_of(found.bots) and not any_code:
        what = "was made by other code of the rules or the bots, so its games may not be counted with new ones"
        raise BalkaError(f"{path} {what}", "play them again, or --any-code to count them all the same")
    return [_from_the_first(result, ladder) for result in results if _counts(result, ladder)]


def _counts(result: Result, ladder: Ladder) -> bool:
    both = result.a != result.b and {result.a, result.b} <= set(ladder.bots)
    return both and result.scenario in ladder.scenarios


def _from_the_first(result: Result, ladder: Ladder) -> Result:
    if ladder.bots.index(result.a) < ladder.bots.index(result.b):
        return result
    side = next(side for side in find(result.scenario, {})[1].sides if side != result.side)
    return structs.replace(result, a=result.b, b=result.a, side=side, margin=-result.margin)
