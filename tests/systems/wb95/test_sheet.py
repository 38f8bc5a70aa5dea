"""The battle sheet: ratio, shifts in order, limits, ground, works, stars, formations. [1.4, 1.7, 5.5, 7, 13, 15, 19]"""

from __future__ import annotations

from typing import Any

import pytest
from tests.systems.wb95.kit import Game, on

from balka.core.proof import rule
from balka.systems.wb95 import sheet
from balka.systems.wb95.audit.recount import recount
from balka.systems.wb95.catalogue import COLUMNS, Counter, both, column_of, half
from balka.systems.wb95.sheet import Battle


def fought(game: Game, text: str) -> Battle:
    """The battle as it goes to the dice."""
    game.play(text)
    return game.state.stack[-2].battle  # type: ignore[attr-defined, no-any-return]


def column(game: Game, text: str) -> str:
    """The column the dice are read on, counted two ways."""
    fought(game, text)
    roll = game.state.stack[-1]
    check = roll.check  # type: ignore[attr-defined]
    assert recount(game.state, roll) == check.need  # type: ignore[arg-type]
    return COLUMNS[check.need]


def parts(game: Game) -> list[str]:
    check = game.state.stack[-1].check  # type: ignore[attr-defined]
    return [f"{part.op} {part.value} {part.label}" for part in check.tally.parts]


FRONT = "x .\na ."
GO = "attack A01; join a; fight"


@rule("kursk-c1-1.4cr-b", "kursk-c1-1.7round-d", "kursk-c1-1.7round-e", "kursk-5.2.1-c")
@pytest.mark.parametrize(
    ("attack", "defence", "name"),
    [(8, 5, "2:1"), (8, 3, "3:1"), (18, 4, "5:1"), (3, 2, "2:1"), (649, 100, "6:1"), (17, 8, "2:1"), (4, 4, "1:1"),
     (2, 3, "1:2"), (3, 4, "1:1"), (2, 5, "1:3"), (1, 9, "1:4"), (40, 1, "10:1")],
)  # fmt: skip
def test_the_ratio_is_rounded_to_a_column(attack: int, defence: int, name: str) -> None:
    """[worked examples 1.4 and 1.7; below one to one by rulings Q20 and Q22]"""
    assert COLUMNS[column_of(attack, defence)] == name


@rule("kursk-c1-1.7round-a", "kursk-c1-1.7round-b", "kursk-c1-1.7round-c")
def test_halves_round_up() -> None:
    assert [half(n) for n in (1, 5, 7, 8)] == [1, 3, 4, 4]


@rule("kursk-c1-1.4def-a", "kursk-5.2.1-b", "kursk-c1-1.4cr-a", "kursk-5.2.1-e", "kursk-c1-1.4cr-c", "kursk-5.2.1-d")
def test_strengths_are_added_and_the_cell_is_read_at_column_and_roll() -> None:
    game = on("x .\na+b .", "combat", a="g inf 5", b="g inf 3", x="s inf 4")
    assert column(game, "attack A01; join a; join b; fight") == "2:1"
    game.play(dice=[9])
    assert any("result -1/D1" in line for line in game.events)


@rule("kursk-c1-1.4cm-a", "kursk-c1-1.4cm-c", "kursk-c1-1.4cm-d", "kursk-c1-1.4cm-f", "kursk-c1-1.4cm-e")
def test_the_attacker_shifts_first_is_held_at_ten_to_one_then_the_defender_shifts() -> None:
    """[worked examples 1.4 a and b]"""
    stars = " ".join(f"join s{n};" for n in range(7)) + " ".join(f"star s{n};" for n in range(7))
    units = {f"s{n}": "g arm 2 cel=1 star=blue" for n in range(7)}
    stack = "+".join(units)
    game = on(f"x:H .\n{stack} .", "combat", x="s inf 3 dug", **units)
    assert column(game, f"attack A01; {stars} fight") == "8:1"
    assert parts(game)[0].startswith("set 7") and parts(game)[1:] == [
        "shift 7 stars",
        "cap 12 no column beyond 10:1",
        "shift -1 hills in A01",
        "shift -1 field works",
    ]  # fmt: skip


@rule(
    "kursk-ter-hills-b",
    "kursk-ter-forest-b",
    "kursk-ter-town-b",
    "kursk-ter-city-b",
    "kursk-5.5.1-a",
    "kursk-c1-1.4cm-b",
)
@pytest.mark.parametrize("ground", "HFTC")
def test_ground_helps_the_defender_by_a_column(ground: str) -> None:
    game = on(f"x:{ground} .\na .", "combat", a="g inf 8", x="s inf 4")
    assert column(game, GO) == "1:1"


@rule("kursk-5.5.2-a", "kursk-ter-river-b")
def test_ground_and_river_add_up() -> None:
    """[worked example 5.5.2]"""
    game = on("x:F .\na .", "combat", "river A01 A02", a="g inf 12", x="s inf 4")
    assert column(game, GO) == "1:1"


@rule("kursk-ter-doniec-b", "kursk-ter-doniec-c")
def test_the_doniec_is_worth_two_columns_and_lets_zones_across() -> None:
    game = on(FRONT, "combat", "doniec A01 A02", a="g inf 12", x="s inf 4")
    assert game.why("end") is not None
    assert column(game, GO) == "1:1"


@rule("kursk-5.5.4-a")
@pytest.mark.parametrize(("dry", "name"), [(3, "3:1"), (4, "3:1")])
def test_a_river_counts_only_if_more_than_half_crosses_it(dry: int, name: str) -> None:
    game = on(
        ". x .\n. a b", "combat", "river B01 B02", a="g inf 4", b=f"g inf {dry}", x="s inf 3" if dry == 4 else "s inf 2"
    )
    assert column(game, "attack B01; join a; join b; fight") == name


@rule("kursk-5.5.3-a")
def test_of_several_hexes_the_strongest_gives_the_ground() -> None:
    game = on("x:H .\na y", "combat", a="g inf 9", x="s inf 2", y="s inf 3")
    assert column(game, "attack A01; join a; also B02; fight") == "2:1"
    game = on("x:H .\na y", "combat", a="g inf 9", x="s inf 3", y="s inf 2")
    assert column(game, "attack A01; join a; also B02; fight") == "1:1"


@rule("kursk-5.5.3-a")
@pytest.mark.parametrize("order", [("A01", "B02"), ("B02", "A01")])
def test_of_equal_hexes_the_one_that_serves_the_defender_gives_the_ground(order: tuple[str, str]) -> None:
    """[ruling Q28: whatever the attacker names first]"""
    first, second = order
    game = on("x:F .\na y", "combat", a="g inf 9", x="s inf 3", y="s inf 3")
    assert column(game, f"attack {first}; join a; also {second}; fight") == "1:1"
    line = on("x .\na y", "combat", "fortified A01 A02", a="g inf 18", x="s inf 3", y="s inf 3")
    assert column(line, f"attack {first}; join a; also {second}; fight") == "1:1", "nine against six, and a weak line"


@rule("kursk-c1-1.4cm-g", "kursk-ct-legend-f")
def test_ground_works_and_formations_are_not_a_matter_of_choice() -> None:
    game = on("x:H .\na+b+c .", "combat", a="g inf 4 of=18", b="g inf 4 of=18", c="g inf 4 of=18", x="s inf 4 dug")
    assert column(game, "attack A01; join a; join b; join c; fight") == "2:1"


# -- works


@rule("kursk-c19-19.1.5-a", "kursk-c19-19.1.5-b", "kursk-7.1.10-a")
def test_field_works_are_worth_one_column_and_two_in_a_town() -> None:
    assert column(on(FRONT, "combat", a="g inf 12", x="s inf 4 dug"), GO) == "2:1"
    assert column(on("x:T .\na .", "combat", a="g inf 16", x="s inf 4 dug"), GO) == "1:1"
    system = on(FRONT, "combat", a="g inf 12", x="s inf 4 dug", book={"works_open": 2})
    assert column(system, GO) == "1:1"


@rule("kursk-c19-19.1.1-a", "kursk-c19-19.1.2-a")
def test_a_fortified_line_halves_the_attack_and_helps_by_two() -> None:
    """[worked example 19.1.4: 20 + 5 + 4 make 29, half is 15, against 7 two to one, two columns left]"""
    game = on("x .\na .\ng .", "combat", "fortified A01 A02", a="g arm 20", g="g art 9/3 cel=1", x="s inf 7")
    assert column(game, "attack A01; join a; gun g; fight") == "1:2"
    check = game.state.stack[-1].check  # type: ignore[attr-defined]
    assert check.tallies[0].value == 15


@rule("kursk-c19-19.1.3-a")
def test_the_line_gives_the_weak_one_column_only() -> None:
    game = on(FRONT, "combat", "fortified A01 A02", a="g arm 16", x="s inf 4")
    assert column(game, GO) == "1:1"


@rule("kursk-c19-19.1.4-a")
def test_germans_in_a_line_get_one_column_and_nothing_is_halved() -> None:
    game = on(FRONT, "combat", "fortified A01 A02", side="soviet", a="s arm 12", x="g inf 4")
    assert column(game, GO) == "2:1"


def test_only_what_crosses_the_line_is_halved() -> None:
    """[ruling Q70, and its option]"""
    units = {"a": "g arm 8", "b": "g arm 8", "x": "s inf 4"}
    through = on(". x .\n. a b", "combat", "fortified B01 B02", **units)
    assert column(through, "attack B01; join a; join b; fight") == "3:1"
    strict = on(". x .\n. a b", "combat", "fortified B01 B02", book={"line_halves": "all"}, **units)
    assert column(strict, "attack B01; join a; join b; fight") == "2:1"


@rule("kursk-7.2.1-a", "kursk-7.2.2-a", "kursk-7.2.2-b", "kursk-7.2.4-a", "kursk-7.2.4-c")
def test_a_fixed_position_halves_and_gives_three_if_half_comes_through_it() -> None:
    """[worked example 7.2.4: 15 through the edge, 5 and 10 from behind; 8 + 5 + 10 make 23]"""
    game = on(". x b\n. a c", "combat", "fixed B01 B02", a="g arm 15", b="g inf 5", c="g inf 10", x="s inf 4")
    assert column(game, "attack B01; join a; join b; join c; fight") == "3:1"
    check = game.state.stack[-1].check  # type: ignore[attr-defined]
    assert check.tallies[0].value == 23


@rule("kursk-7.2.4-b", "kursk-7.2.4-d")
def test_a_fixed_position_taken_from_behind_counts_as_field_works() -> None:
    game = on(". x b\n. a c", "combat", "fixed B01 B02", a="g arm 15", b="g inf 6", c="g inf 10", x="s inf 4")
    assert column(game, "attack B01; join a; join b; join c; fight") == "5:1"
    check = game.state.stack[-1].check  # type: ignore[attr-defined]
    assert check.tallies[0].value == 24


@rule("kursk-7.2.3-a")
def test_a_group_of_fixed_positions_may_have_its_own_bonus() -> None:
    game = on(FRONT, "combat", "fixed A01 A02", a="g arm 24", x="s inf 4", book={"fixed": {0: 1}})
    assert column(game, GO) == "2:1"


def test_works_behind_a_line_do_not_add_up() -> None:
    """[ruling Q73, and its option]"""
    units = {"a": "g arm 20", "x": "s inf 5 dug"}
    assert column(on(FRONT, "combat", "fortified A01 A02", **units), GO) == "1:2"
    strict = on(FRONT, "combat", "fortified A01 A02", book={"works_and_lines": "both"}, **units)
    assert column(strict, GO) == "1:3"


# -- formations


@rule("kursk-13.1.1-a", "kursk-13.1.2-a")
def test_three_units_of_a_division_give_a_column() -> None:
    game = on("x .\na+b+c .", "combat", a="g inf 4 of=18", b="g inf 4 of=18", c="g inf 4 of=18", x="s inf 4")
    assert column(game, "attack A01; join a; join b; join c; fight") == "4:1"
    mixed = on("x .\na+b+c .", "combat", a="g inf 4 of=18", b="g inf 4 of=18", c="g inf 4 of=9", x="s inf 4")
    assert column(mixed, "attack A01; join a; join b; join c; fight") == "3:1"


@rule("kursk-13.1.3-a", "kursk-13.1.5-a")
def test_they_need_not_share_a_hex_and_their_guns_count() -> None:
    game = on(
        ". x .\n. a b\n. g .", "combat", a="g inf 4 of=18", b="g inf 4 of=18", g="g art 4 cel=1 of=18", x="s inf 4"
    )
    assert column(game, "attack B01; join a; join b; gun g; fight") == "4:1"


@rule("kursk-13.1.5-a")
def test_guns_that_support_the_defence_of_their_division_count_too() -> None:
    """[ruling Q31]"""
    picture = "x+y k\na ."
    units = {"a": "g inf 24", "x": "s inf 4 of=III", "y": "s inf 4 of=III", "k": "s art 4 of=III"}
    game = on(picture, "combat", **units)
    assert column(game, "attack A01; join a; fight; gun k; stand") == "1:1"
    alone = on(picture, "combat", **{**units, "k": "s art 4 of=IV"})
    assert column(alone, "attack A01; join a; fight; gun k; stand") == "2:1"


@rule("kursk-13.1.4-a", "kursk-13.1.4-b")
def test_formations_add_up() -> None:
    """[worked examples 13.1.4]"""
    six = {f"u{n}": "g inf 1 cel=1 of=18" for n in range(6)}
    two = {f"u{n}": f"g inf 1 cel=1 of={n // 3}" for n in range(6)}
    for units in (six, two):
        game = on(f"x .\n{'+'.join(units)} .", "combat", x="s inf 3", **units)
        joins = "; ".join(f"join {one}" for one in units)
        assert column(game, f"attack A01; {joins}; fight") == "4:1"


# -- stars


@rule("kursk-15.1.1-a", "kursk-15.1.2-a", "kursk-15.1.2-b", "kursk-15.1.2-c", "kursk-15.1.3-a")
def test_a_black_star_works_against_the_unfortified() -> None:
    game = on(FRONT, "combat", a="g arm 8 star=black", x="s inf 4")
    assert column(game, "attack A01; join a; star a; fight") == "3:1"
    assert not on(FRONT, "combat", a="g arm 8 star=black", x="s inf 4 dug").may("attack A01; join a; star a")
    defender = on(FRONT, "combat", a="g inf 8", x="s arm 4 star=black")
    assert column(defender, GO + "; star x; stand") == "1:1"


@rule("kursk-15.1.2-f", "kursk-15.1.2-g", "kursk-15.1.5-a")
def test_a_white_star_works_against_vehicles_and_towed_guns_use_it_in_defence_only() -> None:
    assert on(FRONT, "combat", a="g ag 8 star=white", x="s arm 4").may("attack A01; join a; star a")
    assert not on(FRONT, "combat", a="g ag 8 star=white", x="s inf 4").may("attack A01; join a; star a")
    game = on(FRONT, "combat", a="g arm 8", x="s at 4 star=white")
    assert column(game, GO + "; star x; stand") == "1:1"
    foot = on(FRONT, "combat", a="g inf 8", x="s at 4 star=white").say(GO)
    assert foot.texts() == ["stand"]


@rule("kursk-15.1.2-d", "kursk-15.1.2-h")
def test_a_white_star_puts_out_a_black_one() -> None:
    game = on(FRONT, "combat", a="g arm 8 star=black", x="s at 4 star=white")
    assert column(game, "attack A01; join a; star a; fight; star x; stand") == "1:1"


@rule("kursk-15.1.2-i", "kursk-15.1.2-j", "kursk-15.1.2-e")
def test_a_yellow_star_works_in_attack_only_and_is_put_out_by_black_or_white() -> None:
    assert (
        column(on(FRONT, "combat", a="g inf 8 star=yellow", x="s inf 4"), "attack A01; join a; star a; fight") == "3:1"
    )
    for star in ("black", "white"):
        game = on(FRONT, "combat", a="g arm 8 star=yellow", x=f"s arm 4 star={star}")
        assert column(game, "attack A01; join a; star a; fight; star x; stand") == "1:1"
    defender = on(FRONT, "combat", a="g inf 8", x="s inf 4 star=yellow").say(GO)
    assert not defender.may("star x")


@rule("kursk-15.1.2-k", "kursk-15.1.2-l")
def test_a_blue_star_always_works() -> None:
    game = on(FRONT, "combat", a="g arm 8 star=blue", x="s arm 4 star=white dug")
    assert column(game, "attack A01; join a; star a; fight; star x; stand") == "1:1"
    defender = on(FRONT, "combat", a="g arm 8 star=white", x="s arm 4 star=blue")
    assert column(defender, "attack A01; join a; star a; fight; star x; stand") == "2:1"


@rule("kursk-15.1.4-a", "kursk-15.1.6-a", "kursk-c1-1.4cm-h")
def test_stars_add_up_and_need_not_be_used() -> None:
    units = {"a": "g arm 4 star=black", "b": "g arm 4 star=black", "x": "s inf 4"}
    assert column(on("x .\na+b .", "combat", **units), "attack A01; join a; join b; star a; star b; fight") == "4:1"
    assert column(on("x .\na+b .", "combat", **units), "attack A01; join a; join b; fight") == "2:1"


@rule("kursk-15.1.8-a")
def test_no_star_across_a_big_river() -> None:
    game = on(FRONT, "combat", "big_river A01 A02", a="g arm 8 star=black", x="s inf 4")
    assert not game.may("attack A01; join a; star a") and game.may("attack A01; join a; fight")


@rule("kursk-15.1.2-c", "kursk-15.1.2-f", "kursk-15.1.8-a")
def test_a_star_that_cannot_be_used_says_why() -> None:
    dug = on(FRONT, "combat", a="g arm 4 star=black", x="s inf 4 dug").say("attack A01; join a")
    assert not dug.texts("star") and dug.rule("star a") == "kursk-15.1.2-c"
    foot = on(FRONT, "combat", a="g arm 4 star=white", x="s inf 4").say("attack A01; join a")
    assert foot.rule("star a") == "kursk-15.1.2-f"
    wet = on(FRONT, "combat", "big_river A01 A02", a="g arm 4 star=blue", x="s inf 4").say("attack A01; join a")
    assert wet.rule("star a") == "kursk-15.1.8-a"
    stood = on("x+y .\na .", "combat", a="g arm 4", x="s inf 4 star=yellow", y="s inf 4 star=black")
    stood.say("attack A01; join a; fight")
    assert stood.texts("star") == ["star y"] and stood.rule("star x") == "kursk-15.1.2-i"


@rule("kursk-c15fu-15.3.1-a", "kursk-c15fu-15.3.2-a")
def test_fortress_troops_give_two_columns_in_any_fortification_if_asked_to() -> None:
    game = on(FRONT, "combat", a="g inf 16", x="s fu 4 dug")
    assert column(game, GO + "; star x; stand") == "1:1"
    assert column(on(FRONT, "combat", a="g inf 16", x="s fu 4 dug"), GO + "; stand") == "3:1"
    assert on(FRONT, "combat", a="g inf 16", x="s fu 4").say(GO).texts() == ["stand"]


@rule("kursk-c15rg-15.2.3-a")
def test_a_resilience_group_gives_its_hex_a_column() -> None:
    game = on("x+r .\na .", "combat", a="g inf 12", x="s inf 4", r="s rg 0 mp=0 cel=1")
    fought(game, GO)
    assert "shift -1 resilience group" in parts(game)


@rule("kursk-c15vs-15.3.1-a", "kursk-c15vs-15.3.2-a")
@pytest.mark.parametrize(("friends", "shift"), [(0, 2), (1, 1), (2, 0)])
def test_whoever_fights_volkssturm_gains_columns_less_their_regular_friends(friends: int, shift: int) -> None:
    """[worked example 15.3.2]"""
    names = ["x", *[f"y{n}" for n in range(friends)]]
    units = {"x": "s vs 4", **{f"y{n}": "s inf 4" for n in range(friends)}}
    game = on(f"{'+'.join(names)} .\na .", "combat", a="g inf 12", **units)
    fought(game, GO)
    assert (f"shift {shift} against Volkssturm" in parts(game)) == bool(shift)
    defending = on("x .\na .", "combat", a="g vs 12", x="s inf 4")
    fought(defending, GO)
    assert "shift -2 against Volkssturm" in parts(defending)


@rule("kursk-c15vs-15.3.2-a")
def test_regular_units_in_another_hex_do_not_steady_volkssturm() -> None:
    game = on("x .\na y", "combat", a="g inf 12", x="s vs 4", y="s inf 4")
    fought(game, "attack A01; join a; also B02; fight")
    assert "shift 2 against Volkssturm" in parts(game)


# -- troubles of a unit


@rule("kursk-5.6.4-a")
def test_the_disorganised_fight_at_half_strength() -> None:
    assert column(on(FRONT, "combat", a="g inf 8 disorganised", x="s inf 4"), GO) == "1:1"
    assert column(on(FRONT, "combat", a="g inf 8", x="s inf 8 disorganised"), GO) == "2:1"


@rule("kursk-10.2.2-b", "kursk-10.2.2-c", "kursk-10.2.3-b")
def test_out_of_supply_they_attack_at_half_defend_whole_and_may_pay_for_strength() -> None:
    assert column(on(FRONT, "combat", a="g inf 8 oos=1", x="s inf 4 oos=2"), GO) == "1:1"
    game = on(FRONT, "combat", a="g inf 8 oos=1", x="s inf 4")
    assert column(game, "attack A01; join a; full a; fight") == "2:1"
    assert game.unit("a").supply == 2


@rule("kursk-c1-1.2counters-f", "kursk-c1-1.2counters-g", "kursk-c1-1.2counters-j")
def test_a_unit_that_lost_a_cel_fights_with_its_weaker_face() -> None:
    assert column(on(FRONT, "combat", a="g inf 8 cel=2/1", x="s inf 4"), GO) == "1:1"
    assert column(on(FRONT, "combat", a="g inf 8 cel=1", x="s inf 4"), GO) == "2:1"


# -- headquarters


@rule("kursk-9.2.1-a", "kursk-9.2.1-b", "kursk-9.2.4-a", "kursk-9.2.3-a")
@pytest.mark.parametrize(
    ("units", "change"),
    [({"h": "g hq 0 cel=1"}, -1), ({"k": "s hq 0 cel=1"}, 1), ({"h": "g hq 0 cel=1", "k": "s hq 0 cel=1"}, 0),
     ({"h": "g hq 0 cel=1", "i": "g hq 0 cel=1"}, -1), ({}, 0)],
)  # fmt: skip
def test_headquarters_change_the_roll_by_one(units: dict[str, str], change: int) -> None:
    names = {"h": "h" if "h" in units else ".", "k": "k" if "k" in units else ".", "i": "i" if "i" in units else "."}
    game = on(f"{names['k']} .\nx .\na .\n{names['h']} {names['i']}", "combat", a="g inf 4", x="s inf 4", **units)
    battle = fought(game, "attack A02; join a; fight")
    assert sheet.row_change(game.state, battle) == change


@rule("kursk-9.2.2-a", "kursk-9.2.2-b")
def test_german_headquarters_reach_four_hexes_soviet_ones_three() -> None:
    rows = "\n".join(["x .", "a ."] + ["{} ."] * 5)
    for side, own, far in (("german", "g", 4), ("soviet", "s", 3)):
        for away in (far, far + 1):
            marks = ["."] * 5
            marks[away - 1] = "h"
            foe = "s" if own == "g" else "g"
            game = on(
                rows.format(*marks), "combat", side=side, a=f"{own} inf 4", x=f"{foe} inf 4", h=f"{own} hq 0 cel=1"
            )
            battle = fought(game, "attack A01; join a; fight")
            assert sheet.row_change(game.state, battle) == (-1 if away == far else 0), (side, away)


@rule("kursk-9.1.6-a", "kursk-9.1.6-b", "kursk-9.1.7-a")
def test_shifts_won_by_killing_a_headquarters_can_be_spent_near_it() -> None:
    from msgspec import structs

    from balka.systems.wb95.position import Bounty

    game = on(FRONT, "combat", a="g inf 4", x="s inf 4")
    game.state = structs.replace(game.state, tracks=structs.replace(game.state.tracks, bounties=(Bounty("german", 0),)))
    game.play("attack A01; join a")
    assert game.texts("cm") == [f"cm {n}" for n in range(1, 6)]
    assert column(game, "cm 3; fight") == "4:1"
    assert game.state.tracks.bounties[0].left == 2
    far = on("x . . . . . . . . .\na . . . . . . . . .", "combat", a="g inf 4", x="s inf 4")
    board = far.state.setting.board
    for label, offered in (("I01", True), ("J01", False)):
        bounty = (Bounty("german", board.hex(label)),)
        far.state = structs.replace(far.state, tracks=structs.replace(far.state.tracks, bounties=bounty))
        assert bool(far.may("attack A01; join a; cm 1")) == offered


@rule("kursk-9.1.6-a")
def test_shifts_are_spent_from_the_pool_that_is_near() -> None:
    from msgspec import structs

    from balka.systems.wb95.position import Bounty

    game = on("x . . . . . . . . .\na . . . . . . . . .", "combat", a="g inf 4", x="s inf 4")
    pools = (Bounty("german", game.state.setting.board.hex("J01")), Bounty("soviet", 0), Bounty("german", 0))
    game.state = structs.replace(game.state, tracks=structs.replace(game.state.tracks, bounties=pools))
    game.play("attack A01; join a; cm 3; fight; stand", dice=[7])
    assert [one.left for one in game.state.tracks.bounties] == [5, 5, 2]


@rule("kursk-9.1.6-a", "kursk-9.1.6-b")
@pytest.mark.parametrize("side", ["german", "soviet"])
def test_the_shifts_of_several_headquarters_may_go_into_one_combat(side: str) -> None:
    from msgspec import structs

    from balka.systems.wb95.position import Bounty

    game = on(FRONT, "combat", a="g inf 4", x="s inf 4")
    pools = structs.replace(game.state.tracks, bounties=(Bounty(side, 0), Bounty(side, 1)))
    game.state = structs.replace(game.state, tracks=pools)
    game.play("attack A01; join a" if side == "german" else GO)
    assert game.texts("cm") == [f"cm {n}" for n in range(1, 11)]
    assert column(game, "cm 7; fight" if side == "german" else "cm 2; stand") == ("8:1" if side == "german" else "1:3")


@rule("kursk-9.1.6-a", "kursk-5.2.1-b")
def test_a_defender_spends_shifts_too_and_only_once() -> None:
    from msgspec import structs

    from balka.systems.wb95.position import Bounty

    game = on("x . g\na . .", "combat", a="g inf 4", x="s inf 4", g="s art 5/3 cel=1")
    pools = structs.replace(game.state.tracks, bounties=(Bounty("soviet", 0),))
    game.state = structs.replace(game.state, tracks=pools)
    game.play("attack A01; join a; fight")
    assert game.texts("cm") == [f"cm {n}" for n in range(1, 6)]
    game.play("cm 2")
    assert not game.texts("cm")
    assert column(game, "stand") == "1:3" and game.state.tracks.bounties[0].left == 3


# -- unknown strengths


def test_masked_defenders_are_shown_as_a_range() -> None:
    """[D10]"""
    game = on("x . y\na . .", "combat", a="g inf 8", x="s inf 4 dug", y="s inf 8 dug").play("attack A01; join a")
    view = game.state.view("german")
    check = sheet.check(view, view.stack[-1].battle)  # type: ignore[attr-defined]
    assert check.tallies[1].spread == (1, 8)
    assert not check.tally.exact and sum(band.high for band in check.odds()) > 1
    game.play("fight")
    assert game.state.stack[-1].check.tally.exact  # type: ignore[attr-defined]


@rule("kursk-ct-legend-a", "kursk-ct-legend-c", "kursk-ct-legend-d", "kursk-ct-legend-e", "kursk-ct-legend-b")
def test_cells_read_attacker_first() -> None:
    """[worked examples of the closing chart]"""
    attacker, defender = both("-1/D2-1")
    assert (attacker.loss, defender.retreat, defender.loss) == (1, 2, 1)
    attacker, defender = both("-1/D4D")
    assert (attacker.loss, defender.retreat, defender.disorganised) == (1, 4, True)
    attacker, defender = both("A1D/-")
    assert (attacker.retreat, attacker.disorganised, defender.loss) == (1, True, 0)
    attacker, defender = both("-1/-1")
    assert (attacker.loss, attacker.retreat, defender.loss) == (1, 0, 1)


def test_counters_know_which_face_shows() -> None:
    counter = Counter("a", "a", "german", "", "INF", "R", "", 5, 3, 3, 2, 4, "foot", 2, "", 11)
    assert [counter.strength(cel, attacking=True) for cel in (2, 1)] == [5, 3]
    assert [counter.strength(cel, attacking=False) for cel in (2, 1)] == [3, 2]


# -- how it is shown


def test_the_column_is_called_by_its_ratio_and_the_results_by_words() -> None:
    game = on(". x .\n. a b", "combat", a="g arm 6", b="g arm 6", x="s inf 4").play("attack B01; join a; join b; fight")
    wire: Any = game.state.stack[-1].check.to_wire("kursk")  # type: ignore[attr-defined]
    assert wire.need_text == "3:1" and wire.tally.label == "3:1"
    assert wire.tally.parts[0].running_label == "3:1"
    assert all(band.high > 0 for band in wire.bands) and sum(band.low for band in wire.bands) == 1
    labels = {band.name: band.label for band in wire.bands}
    assert labels["-/D2"] == "Back 2" and labels["*/D3-1"] == "Back 3, loses 1; attacker tested"


def test_an_unknown_strength_gives_a_span_of_columns() -> None:
    """A masked enemy may be any of those not yet seen: the owner of the attack sees the span."""
    game = on(". x .\n. a .", "combat", a="g arm 8", x="s inf 8", off={"y": "s inf 2"})
    view = game.state.apply("attack B01").state.apply("join a").state.view("german")
    (check,) = view.stack[-1].panel(view)
    wire: Any = check.to_wire("kursk")
    assert wire.need_text == "1:1 to 8:1" and wire.tally.label == "1:1 to 8:1"


def test_fire_tables_send_only_what_can_come_up() -> None:
    game = on("x . g", "combat", g="g art 2 cel=1", x="s inf").play("shell A01; gun g; fire")
    wire: Any = game.state.stack[-1].check.to_wire("kursk")  # type: ignore[attr-defined]
    assert ":" not in wire.need_text and all(band.high > 0 for band in wire.bands)
    assert {band.label for band in wire.bands} <= {
        "No effect",
        "Loses 1",
        "Disorganised",
        "Tested",
        "Loses 1, disorganised",
    }
