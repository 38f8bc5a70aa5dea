"""What a judge has thought before does not change what it thinks now."""

from __future__ import annotations

from random import Random

from balka.bots.famous_divisions.worth import worth
from balka.core.drawing import drawn
from balka.core.frames import CHANCE, leaves
from balka.games.grossdeutschland.title import GAME
from balka.lab.bare import bare


def test_a_choice_is_worth_the_same_to_who_remembers_nothing() -> None:
    rng, state = Random(5), GAME.start("lutchessa")
    for n in range(420):
        seat = state.asks[0].seat
        if seat == CHANCE:
            outcomes = state.odds()
            state = state.apply(outcomes[rng.randrange(len(outcomes))][0]).state
            continue
        view = state.view(seat)
        values = [worth(view, choice, seat) for choice in leaves(view, (), seat)]
        if n % 5 == 0:
            twin = bare(view)
            assert values == [worth(twin, choice, seat) for choice in leaves(twin, (), seat)]
        state = state.apply(drawn(state, seat, rng.randrange), seat).state
