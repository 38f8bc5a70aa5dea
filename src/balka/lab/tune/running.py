"""A tuning from its first game to the file that tells what was found and how."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import yaml
from msgspec import Struct, to_builtins

from balka.core.errors import BalkaError
from balka.lab.selfplay import find
from balka.lab.tune.coordinate import Coordinate
from balka.lab.tune.judging import Judged, judged
from balka.lab.tune.plan import Logs, Table, Tuning
from balka.lab.tune.spsa import Slopes, Spsa, believed

HEAD = "# Weights tuned by games: the advice of a bot, no rule. Written by balka tune; `made` says how.\n"


class Found(Struct, frozen=True, kw_only=True):
    """The weights of each side for some scenarios, and what speaks for them; none moved on a plateau."""

    scenarios: list[str]
    weights: dict[str, dict[str, float]]
    logarithms: dict[str, dict[str, float]]
    slopes: Slopes
    plateau: bool
    held_out: Judged | None


Way = Callable[[Tuning, Table, Sequence[str]], Found]


def by_spsa(tuning: Tuning, table: Table, scenarios: Sequence[str]) -> Found:
    """Look which weights matter, move those, judge the result."""
    search = Spsa(tuning, table, scenarios, sides_of(scenarios))
    slopes = search.explore(tuning.explore) if tuning.explore else {}
    names = [weight.name for weight in tuning.weights]
    moving = believed(slopes) if slopes else dict.fromkeys(search.logs, names)
    if not any(moving.values()):
        return _found(tuning, scenarios, search.logs, slopes, None)
    logs = search.climb(tuning.pairs, moving)
    return _found(tuning, scenarios, logs, slopes, judged(tuning, table, scenarios, logs))


def by_coordinate(tuning: Tuning, table: Table, scenarios: Sequence[str]) -> Found:
    """One weight after the other, `pairs` games for each value."""
    logs = Coordinate(tuning, table, scenarios, sides_of(scenarios)).climb(tuning.pairs)
    moved = any(log for own in logs.values() for log in own.values())
    return _found(tuning, scenarios, logs, {}, judged(tuning, table, scenarios, logs) if moved else None)


WAYS: dict[str, Way] = {"spsa": by_spsa, "coordinate": by_coordinate}


def sides_of(scenarios: Sequence[str]) -> tuple[str, ...]:
    """The sides, which scenarios tuned together must have in common."""
    found = {find(key, {})[1].sides[:2] for key in scenarios}
    if len(found) != 1:
        raise BalkaError(f"{', '.join(scenarios)} have different sides", "tune them apart")
    return found.pop()


def _found(
    tuning: Tuning, scenarios: Sequence[str], logs: Mapping[str, Logs], slopes: Slopes, judgement: Judged | None
) -> Found:
    named = {weight.name: weight for weight in tuning.weights}
    return Found(
        scenarios=list(scenarios),
        weights={side: {key: round(named[key].at(log), 4) for key, log in own.items()} for side, own in logs.items()},
        logarithms={side: {key: round(log, 4) for key, log in own.items()} for side, own in logs.items()},
        slopes=slopes,
        plateau=judgement is None,
        held_out=judgement,
    )


def document(tuning: Tuning, found: Sequence[Found], command: str, code: str) -> str:
    """What was found, with how it was made, for people and programs to read."""
    made = {
        "command": command, "code": code, "seed": tuning.seed, "explore": tuning.explore, "pairs": tuning.pairs,
        "reach": tuning.reach, "step": tuning.step, "scale": tuning.scale, "pool": list(tuning.pool),
    }  # fmt: skip
    body = {"bot": tuning.bot, "made": made, "found": [to_builtins(each) for each in found]}
    return HEAD + yaml.safe_dump(body, sort_keys=False, allow_unicode=True, width=120)


def write(path: Path, text: str) -> None:
    """Whole or not at all."""
    part = path.with_name(f"{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    except OSError as problem:
        raise BalkaError(f"{path} cannot be written: {problem.strerror}", "name another file") from problem
