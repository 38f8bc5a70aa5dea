"""Kept crucibles: nothing a seat can do, read or see has changed."""

from __future__ import annotations

import pytest
from tests.playthroughs.crucibles import GAMES, PARTS, Moment, Walk, games, kept

from balka.core.errors import BalkaError

REWRITE = "if a rule was meant to change: python -m tests.playthroughs --crucibles"


@pytest.mark.parametrize(("key", "game"), [(key, game) for key in GAMES for game in games(key)])
def test_what_can_be_done_read_and_seen_is_as_it_was(key: str, game: str) -> None:
    walk = Walk(key, game)
    moments = [moment for moment in kept(key) if moment.game == game]
    assert moments, REWRITE
    for moment in moments:
        said = f"crucible of {key}, game {game}, step {moment.step}, '{moment.who}: {moment.said}'"
        assert differing(walk, moment) == [], f"{said}: {REWRITE}"


def differing(walk: Walk, moment: Moment) -> list[str]:
    """The parts that are no longer as they were, or why the game cannot go on."""
    try:
        now = walk.on(moment.who, moment.said)
    except BalkaError as problem:
        return [str(problem)]
    return [part for part in PARTS if getattr(now, part) != getattr(moment, part)]
