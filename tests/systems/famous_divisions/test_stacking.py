"""How much a hex holds. [7.0-7.2]"""

from __future__ import annotations

import pytest
from tests.systems.famous_divisions.kit import Game, on

from balka.core.proof import rule
from balka.systems.famous_divisions.stacking import excess, has_room, limit, load

FOUR = "1-1rif 2-1rif 3-1rif 1-2rif"


def points(ids: str) -> float:
    game = on("a\n", a=ids)
    return load(game.state, game.state.position.stack(0)) / 2


@rule("gd-7.1-a", "gd-7.0-a")
def test_four_units_fill_a_hex_whatever_its_terrain() -> None:
    for terrain in (".", "W", "T", "V", "P"):
        game = on(f"{terrain}\nb\n", A01=FOUR, b="2-2rif")
        assert not has_room(game.state, game.hex("A01"), (game.unit("2-2rif"),))
        three = on(f"{terrain}\nb\n", A01="1-1rif 2-1rif 3-1rif", b="2-2rif")
        assert has_room(three.state, three.hex("A01"), (three.unit("2-2rif"),))


@pytest.mark.parametrize(
    ("ids", "value"),
    [(FOUR, 4), ("1-1rif! 2-1rif! 3-1rif! 1-2rif! 2-2rif! 3-2rif! 1-3rif! 2-3rif!", 4),
     ("1-1rif 2-1rif 3-1rif 1-2rif! 2-2rif!", 4), ("1-1rif! hq-1rif", 1.5)],
)  # fmt: skip
@rule("gd-7.1-c", "gd-7.1-d")
def test_depleted_units_count_half(ids: str, value: float) -> None:
    assert points(ids) == value


@rule("gd-7.1-f")
def test_division_hqs_stack_freely() -> None:
    assert points(f"{FOUR} hq-div-s") == 4
    assert points("hq-1rif") == 1, "battalion HQs do not"


@rule("gd-7.2-a", "gd-7.2-c", "gd-7.2-d")
def test_cities_and_downtown_hold_six_and_towns_do_not() -> None:
    limits = {terrain: limit(on(f"{terrain}\n").state, 0) / 2 for terrain in ("C", "D", "T", "V", "M", ".")}
    assert limits == {"C": 6, "D": 6, "T": 4, "V": 4, "M": 4, ".": 4}


def crowded() -> Game:
    game = on("a\nb\n", a="1-1rif hq-1rif", b="2-1rif 3-1rif 1-2rif 2-2rif").activate("1rif")
    return game.play("take 1-1rif", "step A02", "halt")


@rule("gd-7.1-g", "gd-7.1-h")
def test_a_crowded_hex_is_thinned_when_all_movement_is_over() -> None:
    game = crowded()
    assert excess(game.state, game.hex("b")) == 2
    assert game.kind == "activation", "not before"
    game.play("fight")
    assert (game.asked, game.kind) == ("soviet", "stacking")
    assert "done" not in game.choices()
    game.play("lose 1-1rif", "lose 2-1rif")
    assert game.choices() == ["done"]
    assert game.unit("1-1rif").depleted
    assert game.play("done").kind == "combat"


def test_moving_through_a_crowd_and_out_again_is_free() -> None:
    game = on("a\nb\n.\n", a="1-1rif hq-1rif", b="2-1rif 3-1rif 1-2rif 2-2rif").activate("1rif")
    game.play("take 1-1rif", "to A03", "halt", "fight")
    assert game.kind == "combat"


@rule("gd-7.0-b")
def test_friend_and_enemy_never_share_a_hex() -> None:
    game = on("a\nx\n", a="1-1rif hq-1rif", x="hq-1gr").activate("1rif")
    assert not game.offers("take 1-1rif")
    beside = on("a .\nx .\n", a="1-1rif hq-1rif", x="hq-1gr").activate("1rif").play("take 1-1rif")
    assert not beside.offers("step A02")
    assert beside.refusal("step A02").rule == "gd-7.0-b"
