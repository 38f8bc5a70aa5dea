"""Games of matches that a ladder counts as its own: of two of its bots, in its scenarios, played by the same rules."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from msgspec import structs

from balka.core.errors import BalkaError
from balka.lab.ladder.plan import Ladder, all_jobs
from balka.lab.match.games import Result
from balka.lab.match.keeping import ANOTHER, code_of, read
from balka.lab.selfplay import find


def games(paths: Iterable[Path], ladder: Ladder, *, any_code: bool = False) -> list[Result]:
    """The games of files that count, each once and from the side of the bot that the ladder names first.

    Those the ladder plays itself are left out: on the same dice they are the same games.
    """
    own = set(all_jobs(ladder))
    found = {result.job: result for path in paths for result in _of(path, ladder, any_code=any_code)}
    return [result for job, result in found.items() if job not in own]


def _of(path: Path, ladder: Ladder, *, any_code: bool) -> list[Result]:
    heading, results = read(path)
    if heading.terms.options != ladder.terms.options:
        raise BalkaError(f"{path} was played with other options of the scenarios", ANOTHER)
    if not any_code and heading.code != code_of(heading.bots):
        what = "was made by other code of the rules or the bots, so its games may not be counted with new ones"
        raise BalkaError(f"{path} {what}", "play them again, or --any-code to count them all the same")
    found = [_from_the_first(result, ladder) for result in results if _counts(result, ladder)]
    if not found:
        raise BalkaError(
            f"{path} has no game of two of these bots in these scenarios", "name another file, or more bots"
        )
    return found


def _counts(result: Result, ladder: Ladder) -> bool:
    both = result.a != result.b and {result.a, result.b} <= set(ladder.bots)
    return both and result.scenario in ladder.scenarios


def _from_the_first(result: Result, ladder: Ladder) -> Result:
    if ladder.bots.index(result.a) < ladder.bots.index(result.b):
        return result
    side = next(side for side in find(result.scenario, {})[1].sides if side != result.side)
    luck = None if result.luck is None else -result.luck
    return structs.replace(result, a=result.b, b=result.a, side=side, margin=-result.margin, luck=luck)
