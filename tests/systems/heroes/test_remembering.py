"""What is kept from state to state in the tactical games is what would be found again."""

from __future__ import annotations

from random import Random

import pytest
from tests.systems.heroes.both import Edition, both
from tests.systems.heroes.wandering import step

import balka
from balka.core.hexes import hexes_in
from balka.core.state import WATCHER, State
from balka.lab.bare import on_bare_ground
from balka.systems.heroes.chapters.fire import attack_zone, attackable
from balka.systems.heroes.play.situation import blocked


@pytest.mark.parametrize("key", ["sos/courier", "sos/ravines", "atb/partisans"])
def test_what_a_seat_knows_follows_every_change_of_cards_bags_and_markers(key: str):
    game, scenario = balka.scenario(key)
    state: State = game.start(scenario.key)
    rng = Random(7)
    for number in range(240):
        if state.over:
            break
        state = step(state, rng)
        seats = (*state.setting.seats, WATCHER)
        known = {seat: state.view(seat).to_json() for seat in seats}  # every seat at every step, as its last one
        if number % 4 == 0:
            twin = on_bare_ground(state)
            assert known == {seat: twin.view(seat).to_json() for seat in seats}


@both
@pytest.mark.parametrize("smoke", [{}, {"B03": "heavy"}, {"B03": "light", "C03": "light"}, {"B02": "heavy"}])
def test_hexes_looked_for_one_by_one_are_the_whole_zone_that_smoke_leaves(edition: Edition, smoke: dict[str, str]):
    picture = "\n".join([". . . .", ". x . .", ". . . .", ". . . .", ". a . t", ". . . ."])
    units = {"a": f"{edition.german} N", "x": f"{edition.soviet} S", "t": f"{edition.tank} N"}
    state = edition.on(picture, told={"smoke": smoke}, **units).state
    for unit in state.position.units.values():
        zone = attack_zone(state, unit)
        assert list(attackable(state, unit, state.setting.board.everywhere)) == list(hexes_in(zone))
        assert all(blocked(state, unit.hex, h) is None for h in hexes_in(zone))
