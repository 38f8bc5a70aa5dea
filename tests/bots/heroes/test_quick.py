"""The quick reply that searches play on with."""

from __future__ import annotations

from random import Random

import pytest
from tests.systems.heroes.kit import SOVIET, Game, on

from balka.bots.base import bot

CROWD = "a\n.\nx\n.\n.\n.\n.\n.\nb:W\n.\nc:W\n.\nd:W\n.\ne:W"


def said(game: Game, seed: int, name: str = "quick") -> str:
    return game.state.text(bot(name).choose(game.state.view(game.seat), game.seat, Random(seed)))


@pytest.mark.parametrize("seed", range(8))
def test_nobody_waits_while_a_unit_that_was_not_drawn_first_could_shoot(seed: int) -> None:
    idle = dict.fromkeys("bcde", "rif S")
    game = on(CROWD, a="rif S", x="inf N", active=SOVIET, **idle)
    assert said(game, seed, "quick?units=1") != "pass"


def test_a_quick_reply_looks_at_as_many_units_as_its_name_says() -> None:
    game = on(CROWD, a="rif S", x="inf N", active=SOVIET, **dict.fromkeys("bcde", "rif S"))
    everybody, one = ({said(game, seed, name) for seed in range(8)} for name in ("quick", "quick?units=1"))
    assert len(everybody) == 1 and everybody < one, "the best of all, or of whoever is drawn"


def test_a_hidden_unit_shows_itself_to_shoot() -> None:
    game = on("x\n.\na:W", a="rif N hidden", x="inf N", active=SOVIET)
    assert said(game, 1).startswith(("reveal a", "fire a"))


def test_a_quick_reply_is_the_same_for_the_same_chance() -> None:
    game = on(CROWD, a="rif S", x="inf N", b="rif S", c="rif S", d="rif S", e="rif S", active=SOVIET)
    assert {said(game, 5) for _ in range(3)} == {said(game, 5)}
