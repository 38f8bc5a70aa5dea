"""How long a scenario takes and how hard it is to learn: estimates by two plain formulas. Advice, no rule."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from balka.core.errors import BalkaError
from balka.core.system import Game, Scenario
from balka.server.forces import lying
from balka.server.lobby_answers import Learning

LOOKING_AROUND = 10
"""Minutes until the first decision: the situation is read, the map looked at."""

FEW, MANY = 24, 60
"""Counters of both sides: up to so many are few, more than so many are many."""

EARLY = 0.6
"""The part of a rulebook's chapters that still is its beginning."""

_counted: WeakKeyDictionary[Game, dict[str, int]] = WeakKeyDictionary()


def minutes(game: Game, scenario: Scenario) -> int:
    """What two people need who know the rules: turns, times counters, times the seconds a counter takes of a turn.

    Those seconds are the title's `pace`; 0 where a title has none.
    """
    pace = getattr(getattr(game, "game", game), "pace", 0)  # a title with lessons is wrapped
    played = scenario.turns * pace and scenario.turns * pace * counters(game, scenario.key) / 60
    return _rounded(LOOKING_AROUND + played) if played else 0


def _rounded(found: float) -> int:
    """No finer than an estimate is: five minutes within an hour, ten within three hours, then whole hours."""
    step = 5 if found <= 60 else 10 if found <= 180 else 60
    return max(step, round(found / step) * step)


def learning(game: Game, scenario: Scenario) -> Learning:
    """Easy is what has few counters and needs the beginning of the rulebook, hard what has many counters."""
    count, (last, of) = counters(game, scenario.key) if scenario.turns else 0, scenario.chapters
    if not count:
        return ""
    if count > MANY:
        return "hard"
    return "easy" if count <= FEW and last <= EARLY * of else "medium"


def counters(game: Game, key: str) -> int:
    """How many counters take part on all sides, also those that come later. Counted once."""
    known = _counted.setdefault(game, {})
    if key not in known:
        known[key] = _count(game, key)
    return known[key]


def _count(game: Game, key: str) -> int:
    try:
        state = game.start(key)
    except BalkaError:  # a pack is at fault: it is listed all the same
        return 0
    return sum(1 for side in state.setting.sides for _ in lying(state, side, frozenset()))
