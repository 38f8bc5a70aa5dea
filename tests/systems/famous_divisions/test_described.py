"""Described positions: what follows from a state that a file tells of a counter, and what cannot be."""

from __future__ import annotations

from typing import Any

import pytest
from tests.systems.famous_divisions.kit import Game

from balka.core.errors import BalkaError
from balka.core.proof import rule
from balka.games.grossdeutschland import title

FLAK, GUN = "flak-2gr", "ig-2gr"


def at_chit(units: dict[str, Any] | None = None, **facts: Any) -> Game:
    """The chit of 2Gr has come out: a gun two hexes behind a company that faces Rifles."""
    document = {
        "board": {"picture": "g\n.\nb\nx\n", "legend": {}}, "battalion": "2gr",
        "stacks": {"b": "5k-2gr hq-2gr", "x": "1-1rif hq-1rif"}, "units": units or {GUN: "g"}, **facts,
    }  # fmt: skip
    found = title.positions().read(document)
    return Game(found.state, found.ground.marks)


@rule("gd-5.3-i")
@pytest.mark.parametrize(("hungry", "helps"), [(0, True), (1, True), (2, False)])
def test_a_gun_told_to_be_out_of_supply_supports_nobody(hungry: int, *, helps: bool) -> None:
    game = at_chit({GUN: {"at": "g", "hungry": hungry}}).play("fight", "attack A04", "join 5k-2gr")
    assert game.offers(f"gun {GUN}") == helps
    if not helps:
        assert game.refusal(f"gun {GUN}").rule == "gd-5.3-i"


@rule("gd-11.3-s", "gd-3.4-f")
@pytest.mark.parametrize(("did", "barred"), [("shot", "gd-11.3-s"), ("attacked", "gd-3.4-f")])
def test_who_fired_or_attacked_in_the_activation_at_hand_does_not_move(did: str, barred: str) -> None:
    assert at_chit({FLAK: {"at": "b"}}).offers(f"take {FLAK}", f"debark {FLAK}")
    game = at_chit({FLAK: {"at": "b", did: True}})
    assert game.offers("take 5k-2gr", "take hq-2gr")
    assert not any(FLAK in sentence for sentence in game.choices())
    assert game.refusal(f"take {FLAK}").rule == barred


@rule("gd-8.0-h")
def test_who_was_stopped_in_the_activation_at_hand_moves_again_in_the_next() -> None:
    game = at_chit({FLAK: {"at": "g", "stopped": True, "stepped": True}}, cup=[])
    assert not game.offers(f"take {FLAK}")
    game.play("fight", "done")
    assert not game.unit(FLAK).stopped and not game.unit(FLAK).stepped


@pytest.mark.parametrize("did", ["moved", "stepped", "stopped", "shot", "attacked", "unloaded"])
def test_what_a_unit_did_in_an_activation_is_forgotten_when_it_ends(did: str) -> None:
    game = at_chit({FLAK: {"at": "g"}}, cup=[]).set(FLAK, **{did: True}).set("1-1rif", **{did: True})
    game.play("fight", "done")
    assert not getattr(game.unit(FLAK), did)
    assert getattr(game.unit("1-1rif"), did), "the other side's activation is not at hand"


def test_points_that_were_spent_in_an_activation_are_forgotten_when_it_ends() -> None:
    game = at_chit({FLAK: {"at": "g"}}, cup=[]).set(FLAK, spent=3).play("fight", "done")
    assert game.unit(FLAK).spent == 0


@rule("gd-10.3-b")
def test_a_black_chit_in_a_hand_is_not_in_the_pool_as_well() -> None:
    assert "fire-lane" in at_chit().state.bags["black"].items
    game = at_chit(hands={"german": ["Fire Lane"]})
    assert "fire-lane" not in game.state.bags["black"].items
    assert game.state.view("soviet").bags["black"].items["fire-lane"] == 1, "for all the enemy knows it still is"


@pytest.mark.parametrize(
    ("facts", "mistake"),
    [
        ({"hands": {"german": ["Fire Lane"], "soviet": ["Fire Lane"]}}, "Fire Lane is in another hand already"),
        ({"hands": {"german": ["Fire Lane"]}, "held": {"soviet": ["Fire Lane"]}}, "Fire Lane is in another hand"),
        ({"cups": {"german": {"black": 30}}}, "there are 24 black chits"),
    ],
)
def test_no_more_chits_are_told_of_than_there_are(facts: dict[str, Any], mistake: str) -> None:
    with pytest.raises(BalkaError, match=mistake):
        at_chit(**facts)


@rule("gd-10.3-c", "gd-10.3-n")
def test_a_cup_that_is_empty_and_has_no_discards_gives_no_chit() -> None:
    game = at_chit(cups={"german": {"blue": 0, "red": 0, "black": 1}, "soviet": {"blue": 0, "red": 0, "black": 0}})
    game.play("fight", "attack A04", "join 5k-2gr", "fight", "draw german-cup black", "draw black fire-lane")
    assert game.state.stack[-1].why == "attack", "the Soviet side has none to draw"
