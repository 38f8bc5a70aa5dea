"""Kept crucibles: nothing a seat can do, read or see has changed."""

from __future__ import annotations

import pytest
from tests.playthroughs.crucibles import GAMES, PARTS, Moment, Walk, kept

from balka.core.errors import BalkaError

REWRITE = "if a rule was meant to change: python -m tests.playthroughs --crucibles"


@pytest.mark.parametrize(("key", "number"), [(key, number) for key, count in GAMES.items() for number in range(count)])
def test_what_can_be_done_read_and_seen_is_as_it_was(key: str, number: int) -> None:
    walk = Walk(key, number)
    moments = [moment for moment in kept(key) if moment.game == number]
    assert moments, REWRITE
    for moment in moments:
        said = f"crucible of {key}, game {number}, step {moment.step}, '{moment.who}: {moment.said}'"
        assert differing(walk, moment) == [], f"{said}: {REWRITE}"


def differing(walk: Walk, moment: Moment) -> list[str]:
    """The parts that are no longer as they were, or why the game cannot go on."""
    try:
        now = walk.on(moment.who, moment.said)
    except BalkaError as problem:
        return [str(problem)]
    return [part for part in PARTS if getattr(now, part) != getattr(moment, part)]
