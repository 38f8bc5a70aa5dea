"""Positions of the second edition for scripted games."""

from __future__ import annotations

from tests.systems.heroes.second_edition.kit import GERMAN, SOVIET, on

from balka.core.state import State


def last_turns() -> State:
    """Three German units and a Soviet one near each other, CAPs on both sides."""
    game = on(
        """
        .  .  x  .
        .  .  .  .
        a  b  .  .
        c  .  .  .
        """,
        a="grif NE", b="lmg34 N", c="grif N", x="srif SW", caps={GERMAN: 4, SOVIET: 4},
    )  # fmt: skip
    return game.state
