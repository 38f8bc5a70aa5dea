"""Fine points: what a rule says of one unit and not of its neighbour, each condition by itself."""

from __future__ import annotations

import pytest
from tests.systems.heroes.second_edition.kit import SOVIET, on
from tests.systems.heroes.second_edition.test_cards import held

from balka.core.proof import rule

# -- Groups


@rule("atb-9.1-f", "atb-card-02-c")
@pytest.mark.parametrize(("tank", "joins"), [("pz3e N", True), ("pz3e N immobilized", False)])
def test_in_an_action_that_a_card_gives_nobody_joins_who_could_only_play_another_card(tank: str, joins: bool):
    game = on("a t\n. .", a="grif N", t=tank, told=held("02 11")).begin("play 02")
    assert game.offers("group a") == joins


# -- hiding


@rule("atb-10.0.3-a", "atb-7.4-d")
def test_a_tank_whose_gun_is_damaged_fires_on_suspicion_with_what_it_has_left():
    for marker, color in (("", "Red"), (" gun_damaged_red", "Blue")):
        game = on("x:H\n.\n.\na\n.", a=f"tk34a N{marker}", x="grif S hidden", active=SOVIET)
        (rating,) = game.check("suspect a A01").tallies
        assert rating.parts[0].label.startswith(f"{color} Firepower")
