"""The figures of a counter as they are now, against what the rules make of them in play. [2.4, 5.3, 6.1-6.6, 7.3]"""

from __future__ import annotations

import pytest
from tests.systems.heroes.kit import GERMAN, SOVIET, Game, on, parts

from balka.core.citing import own_row
from balka.core.errors import BalkaError
from balka.core.proof import rule
from balka.core.values import Value
from balka.systems.heroes.units import Works

DUEL = """
    x
    .
    a
"""


def values(game: Game, unit: str, seat: str = SOVIET) -> dict[str, Value]:
    view = game.state.view(seat)
    return {value.key: value for value in view.setting.system.values(view, seat, unit)}


def now(game: Game, unit: str, key: str, seat: str = SOVIET) -> tuple[int | None, str]:
    """What is printed, and what it is now."""
    value = values(game, unit, seat)[key]
    return value.printed, value.tally.span(*value.tally.spread)


def sometimes(game: Game, unit: str, key: str) -> dict[str, tuple[int, str]]:
    return {one.part.label: (one.part.value, one.where) for one in values(game, unit)[key].sometimes}


def test_an_untroubled_unit_in_the_open_has_its_printed_figures():
    game = on(DUEL, a="inf N", x="rif S")
    kind = game.state.setting.kind(game.unit("x"))
    found = {key: (value.printed, value.tally.value) for key, value in values(game, "x").items()}
    printed = {"attack_cost": kind.attack_cost, "move_cost": kind.move_cost, "fp_red": kind.red_fp,
               "fp_blue": kind.blue_fp, "range": kind.range, "def_front": kind.front_def,
               "def_flank": kind.flank_def}  # fmt: skip
    assert found == {key: (figure, figure) for key, figure in printed.items()}
    assert not any(value.barred for value in values(game, "x").values())


@rule("sos-6.4-a")
@pytest.mark.parametrize(("ground", "bonus"), [("W", 2), ("B", 1), (".", 0)])
def test_cover_is_in_the_defense_as_it_is_in_the_roll(ground: str, bonus: int):
    game = on(f"x:{ground}\n.\na", a="inf N", x="rif S")
    front = values(game, "x")["def_front"]
    assert front.tally.value == front.printed + bonus
    assert parts(front.tally) == game.rating("fire a x", "Defense Rating"), "the same lines as in the shot"


@rule("sos-17.7-b", "sos-7.3-a")
def test_works_and_markers_are_in_the_defense_as_they_are_in_the_roll():
    game = on(DUEL, a="inf N", x="rif S dug-in cowering shown")
    front, flank = (values(game, "x")[key] for key in ("def_front", "def_flank"))
    assert parts(front.tally) == game.rating("fire a x", "Defense Rating")
    assert (front.printed, front.tally.value) == (12, 14)
    assert (flank.printed, flank.tally.value, flank.note) == (11, 13, "No hex sees its flank.")
    bunker = on(DUEL, a="inf N", x="rif S inside", told={"works": {"A01": Works("trench", SOVIET)}})
    assert now(bunker, "x", "def_front")[1] == str(values(bunker, "x")["def_front"].printed + 2)


@rule("sos-2.6-a", "sos-2.4-a")
def test_stress_and_a_marker_make_actions_dearer():
    game = on(DUEL, a="inf N", x="rif S stressed suppressed shown", active=SOVIET)
    fire = values(game, "x")["attack_cost"]
    assert parts(fire.tally) == game.parts("fire x a")
    assert [rule for _, rule in parts(fire.tally)] == ["2.4-b", "7.3-a", "2.6-a"]


@rule("sos-7.3-a")
def test_a_marker_takes_from_firepower_and_range():
    assert now(on(DUEL, a="inf N", x="rif S suppressed shown"), "x", "fp_red") == (3, "1")
    assert now(on(DUEL, a="inf N", x="rif S cowering shown"), "x", "range") == (5, "1")


@rule("sos-7.3-b")
def test_a_figure_that_is_crossed_out_says_so():
    move = values(on(DUEL, a="inf N", x="rif S pinned shown"), "x")["move_cost"]
    assert move.barred is not None and own_row(move.barred.rule, "sos") == "sos-7.3-b"


def test_what_counts_only_at_times_is_told_with_its_hexes():
    game = on("1\nx\nW", x="rif N")
    assert sometimes(game, "x", "move_cost") == {
        "Uphill": (1, "into A01"), "Entering Woods": (1, "into A03"), "Moving backwards": (1, "into A03")}  # fmt: skip
    assert sometimes(game, "x", "fp_red") == {"Close Combat": (4, "in its own hex")}, "short range is always"
    hill = on("1 . .\n. x:1 .", x="rif N")
    assert sometimes(hill, "x", "def_front") == {"On higher ground": (1, "from B01, C01")}


@rule("sos-6.6-c", "sos-6.10-b")
def test_firepower_tells_what_it_is_worth_hand_to_hand():
    game = on("a+x", a="inf N", x="rif S", active=SOVIET)
    found = values(game, "x")["fp_red"].sometimes
    assert [(one.part.value, own_row(one.part.rule, "sos").removeprefix("sos-")) for one in found] == game.rating(
        "assault x a", "Attack Rating")[1:]  # fmt: skip
    crew = on("x", x="maxim N")
    assert [own_row(one.part.rule, "sos") for one in values(crew, "x")["fp_red"].sometimes] == ["sos-6.10-b"]


def test_smoke_lies_on_whoever_stands_in_it():
    game = on(DUEL, a="inf N", x="rif S", told={"smoke": {"A01": "light"}})
    assert now(game, "x", "def_front") == (12, "13") and now(game, "x", "fp_red") == (3, "2")


@rule("sos-7.2-d")
def test_a_marker_that_lies_face_down_is_a_range_for_the_enemy_and_known_to_its_owner():
    game = on(DUEL, a="inf N", x="rif S unnerved")
    own, seen = values(game, "x"), values(game, "x", GERMAN)
    assert own["def_front"].tally.exact and not seen["def_front"].tally.exact
    assert not seen["attack_cost"].tally.exact and seen["move_cost"].barred is None
    assert "nnerved" not in str([value.to_wire("sos") for value in seen.values()])


def test_a_unit_with_a_marker_has_a_number_to_rally_on():
    game = on("x:W\n.\na", a="inf N", x="rif S unnerved shown", active=SOVIET)
    assert values(game, "x")["rally"].tally == game.check("rally x").tally
    assert "rally" not in values(on(DUEL, a="inf N", x="rif S"), "x")


def test_units_off_the_map_have_figures_too():
    game = on(DUEL, a="inf N", x="rif due=2 entry=edge", entries={"edge": ["A01"]})
    assert now(game, "x", "def_front")[0] == 12 and not values(game, "x")["def_front"].sometimes


@pytest.mark.parametrize("name", ["h", "nobody"])
def test_of_a_hidden_unit_the_enemy_learns_no_more_than_of_one_that_is_not(name: str):
    game = on(f"{DUEL}\nh:W", a="inf N", x="rif S", h="rif S hidden")
    with pytest.raises(BalkaError, match="to be seen"):
        values(game, name, GERMAN)


def test_a_lost_unit_has_no_figures():
    game = on("x\na", a="inf N", x="rif S unnerved shown").play("fire a x", dice=[6, 6, 7])
    assert not game.alive("x") and values(game, "x") == {}
