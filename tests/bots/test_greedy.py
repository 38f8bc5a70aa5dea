"""The greedy bot where nobody has an opinion."""

from __future__ import annotations

from random import Random

import pytest
from tests.toy.ford import GAME as FORD

from balka.bots.base import players_of
from balka.bots.greedy import GreedyBot
from balka.core.errors import BalkaError
from balka.table.table import Table


def test_a_system_nobody_judges_is_refused_with_a_sentence():
    state = FORD.start("crossing")
    seat = state.asks[0].seat
    with pytest.raises(BalkaError, match="nobody can judge choices in 'ford'"):
        GreedyBot().choose(state.view(seat), seat, Random(1))
    assert "greedy" not in players_of(state.setting.system)
    with pytest.raises(BalkaError, match="There is no bot called 'greedy'"):
        Table(state, {seat: "greedy"})
