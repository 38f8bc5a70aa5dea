"""What counters could do to each other, kept from position to position, is what asking anew says."""

from __future__ import annotations

import pytest
from tests.systems.heroes.kit import SOVIET, on

from balka.bots.heroes.exchange import exchange
from balka.bots.heroes.places import best_shot, danger
from balka.lab.match.games import Job, Terms, begin
from balka.systems.heroes.units import HeroesState


def held_against(state: HeroesState) -> int:
    """Compare all counters of a position with what places say of them one by one; how many there were."""
    found, here = exchange(state), [unit for unit in state.position.units.values() if unit.hex >= 0]
    for unit in here:
        assert found.harm[unit.id] == pytest.approx(danger(state, unit, unit.hex, unit.facing))
        if all(other.side == unit.side for other in state.position.at(unit.hex)):
            assert found.best[unit.id] == pytest.approx(best_shot(state, unit, unit.hex, unit.facing))
    return len(here)


@pytest.mark.parametrize("key", ["sos/smoke", "sos/iron", "atb/gap", "atb/kv2"])
def test_what_is_kept_is_what_would_be_found_anew(key: str) -> None:
    run = begin(Job(a="greedy", b="greedy", scenario=key, seed="5/5", side="german"), Terms())
    seen = 0
    while not run.state.over and run.steps < 400:
        assert isinstance(run.state, HeroesState)
        seen += held_against(run.state) if run.steps % 7 == 0 else 0
        run.step()
    assert seen > 100


def test_who_stands_hand_to_hand_has_somebody_to_attack() -> None:
    game = on("a x", a="rif N", x="inf S", active=SOVIET)
    apart = exchange(game.state)
    unit, foe = game.state.position.units.values()
    together = type(game.state)(
        game.state.setting, game.state.position.with_unit(foe.changed(hex=unit.hex)),
        *(getattr(game.state, name) for name in game.state.SAVED[1:]),
    )  # fmt: skip
    assert exchange(together).best[unit.id] > apart.best[unit.id]
