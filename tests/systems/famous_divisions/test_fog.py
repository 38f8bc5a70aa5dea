"""Fog of war: what may be inspected, what a view shows, worlds that fit it. [1.1]"""

from __future__ import annotations

from random import Random

import pytest
from tests.systems.famous_divisions.kit import Game, on

from balka.core.proof import rule
from balka.systems.famous_divisions.sequence import end_turn
from balka.systems.famous_divisions.sight import can_inspect
from balka.systems.famous_divisions.system import SYSTEM


def seen(game: Game, viewer: str) -> set[str]:
    """The enemy counters a seat can name."""
    units = game.state.view(viewer).position.units.values()
    return {u.id for u in units if u.side != viewer and not u.anonymous and u.hex >= 0}


@rule("gd-1.1-a", "gd-1.1-b")
def test_a_stack_is_inspected_within_ten_hexes() -> None:
    near = on("a\n" + ".\n" * 9 + "x\n", a="1k-1gr", x="1-1rif 2-1rif")
    far = on("a\n" + ".\n" * 10 + "x\n", a="1k-1gr", x="1-1rif 2-1rif")
    assert seen(near, "german") == {"1-1rif", "2-1rif"}
    assert seen(far, "german") == set()
    anonymous = [u for u in far.state.view("german").position.units.values() if u.anonymous]
    assert [u.id for u in anonymous] == ["?A12.1", "?A12.2"], "how many there are can be seen"


@rule("gd-1.1-c")
def test_blocking_terrain_hides_a_stack() -> None:
    assert seen(on("a\nW\nx\n", a="1k-1gr", x="1-1rif"), "german") == set()
    assert seen(on("a\n.\nx:W\n", a="1k-1gr", x="1-1rif"), "german") == {"1-1rif"}


@rule("gd-1.1-d")
def test_a_fortified_stack_is_never_inspected() -> None:
    game = on("a\nx\n", a="1k-1gr", x="1-1rif", forts=["trench A02 S"])
    assert not can_inspect(game.state, "german", game.hex("x"))
    assert seen(game, "german") == set()
    assert seen(game, "soviet") == {"1k-1gr"}


@rule("gd-1.1-e")
def test_whoever_fights_is_revealed_for_the_turn_even_in_a_bunker() -> None:
    game = on("a\nx\n", a="1k-1gr hq-1gr", x="1-1rif 2-1rif", forts=["bunker A02 N"]).activate("1gr")
    game.battle("A02", "1k-1gr")
    assert seen(game, "german") == {"1-1rif", "2-1rif"}
    game.no_chits().play("2d6 =2")
    while game.kind not in ("combat", "idle"):
        game.play(game.choices()[0])
    assert seen(game, "german") >= {u.id for u in game.state.position.of("soviet")}
    if game.kind == "combat":
        game.play("done")
    assert not seen(game.run(end_turn), "german"), "closed again"


def test_what_comes_into_view_is_told_once_and_ends_undo() -> None:
    blind = on("a\n.\nW\nx\n", a="1k-1gr hq-1gr", x="1-1rif").activate("1gr").play("take 1k-1gr", "step A02")
    assert seen(blind, "german") == set()
    assert not blind.barrier
    around = on("a . .\nW W .\nx . .\n", a="1k-1gr hq-1gr", x="1-1rif").activate("1gr").play("take 1k-1gr")
    before = seen(around, "german")
    around.play("to C02")
    assert before == set()
    assert seen(around, "german") == {"1-1rif"}
    assert around.barrier
    assert [line for line in around.heard if line.startswith("In view")]


def test_an_owner_s_bookkeeping_is_not_shown() -> None:
    game = on("a\n.\n.\nx\n", a="1k-1gr hq-1gr", x="1-1rif").activate("1gr").play("take 1k-1gr", "step A02")
    assert game.unit("1k-1gr").spent == 4
    assert game.state.view("soviet").position.units["1k-1gr"].spent == 0


def test_a_sampled_world_looks_the_same_and_moves_the_unknown_about() -> None:
    game = on("a\nW\nx\nW\ny\n", a="1k-1gr", x="1-1rif", y="t34.1-2tk")
    view = game.state.view("german")
    worlds = [SYSTEM.sample(view, Random(seed)) for seed in range(20)]
    assert all(world.view("german").to_json() == view.to_json() for world in worlds)
    assert len({world.position.stack(game.hex("x"))[0].id for world in worlds}) == 2


def test_a_watcher_knows_what_both_sides_know_of_each_other() -> None:
    game = on("a\nW\nx\ny\n", a="1k-1gr", x="1-1rif", y="hq-2gr")
    view = game.state.view("watcher")
    assert {u.id for u in view.position.units.values()} == {"?A01.1", "1-1rif", "hq-2gr"}


@rule("gd-1.1-e", "gd-9.5-h")
@pytest.mark.parametrize(("dice", "known"), [("2d6 1 1", {"t34.1-2tk"}), ("2d6 4 4", {"t34.1-2tk", "1-1rif"})])
def test_a_rider_in_a_trench_is_seen_once_it_is_hit_with_its_tank(dice: str, known: set[str]) -> None:
    game = on("a\n.\n.\nx\n", a="t34.1-2tk 1-1rif hq-2tk", x="flak-2gr", forts=["trench A02 S"])
    game.set("1-1rif", carrier="t34.1-2tk").activate("2tk").play(
        "take t34.1-2tk", "step A02", "fire flak-2gr A02", dice
    )
    assert seen(game, "german") - {"hq-2tk"} == known
