"""Normal attacks: who may join, strengths, odds, modifiers, guns. [10.0-10.2, 10.8, 13.1, 13.2, 14.1]"""

from __future__ import annotations

import pytest
from msgspec import structs
from tests.systems.famous_divisions.kit import Game, on

from balka.core.proof import rule
from balka.systems.famous_divisions import losses
from balka.systems.famous_divisions.position import GdPosition, Pontoon
from balka.systems.famous_divisions.sequence import end_turn
from balka.systems.famous_divisions.strength import (
    Fight,
    attack_check,
    attack_dice,
    attack_tally,
    column,
    defence_tally,
    modifier_tally,
)
from balka.systems.famous_divisions.support import supporting_guns
from balka.systems.famous_divisions.tables import COLUMNS, CRT, RESULTS, odds_column, result

PAIR = "a\nx\n"


def fight(game: Game, *attackers: str, target: str = "x", **more: object) -> Fight:
    side = game.unit(attackers[0]).side
    return Fight(side, game.hex(target), attackers, **more)  # type: ignore[arg-type]


def parts(game: Game, *attackers: str, target: str = "x", **more: object) -> dict[str, int]:
    tally = modifier_tally(game.state, fight(game, *attackers, target=target, **more))
    return {part.label: part.value for part in tally.parts}


# -- who attacks whom [10.0]


@rule("gd-10.0-a", "gd-10.1-a")
def test_activated_units_attack_an_adjacent_hex() -> None:
    game = on("a\nx\ny\n", a="1-1rif hq-1rif", x="1k-1gr", y="2k-1gr").activate("1rif").play("fight")
    assert game.offers("attack A02")
    assert not game.offers("attack A03")
    assert game.refusal("attack A03").rule == "gd-10.0-a"


@rule("gd-10.0-b")
def test_each_unit_attacks_once() -> None:
    game = on(PAIR, a="1-1rif 2-1rif hq-1rif", x="1k-1gr").activate("1rif")
    game.battle("A02", "1-1rif").no_chits().play("2d6 =6")
    game.play("attack A02")
    assert game.choices() == ["join 2-1rif"]


@rule("gd-10.0-c", "gd-10.0-d")
def test_attacks_are_free_and_follow_one_another() -> None:
    game = on("a .\nx y\n", a="1-1rif 2-1rif 3-1rif hq-1rif", x="1k-1gr", y="2k-1gr").activate("1rif").play("fight")
    assert game.offers("done", "attack A02", "attack B02")
    game.play("attack B02", "join 1-1rif", "fight").no_chits().play("2d6 =6")
    assert game.offers("attack A02", "attack B02", "done")


@rule("gd-10.0-e")
def test_an_attacker_must_be_in_range_of_its_hq_when_it_attacks() -> None:
    near, far = "h\n.\n.\n.\na\nx\n", "h\n.\n.\n.\n.\n.\na\nx\n"
    assert on(near, h="hq-1rif", a="1-1rif", x="1k-1gr").activate("1rif").play("fight").offers("attack A06")
    moved = on("h\n.\n.\n.\n.\na\n.\nx\n", h="hq-1rif", a="1-1rif", x="1k-1gr").activate("1rif")
    moved.play("take 1-1rif", "step A07", "halt", "fight")
    assert not moved.offers("attack A08"), "it was in range when it moved, and is not now"
    assert not on(far, h="hq-1rif", a="1-1rif", x="1k-1gr").activate("1rif").play("fight").offers("attack A08")


@rule("gd-10.0-f", "gd-4.0-c", "gd-6.0-j")
def test_who_enters_this_turn_needs_no_range() -> None:
    column_ = "a\nx\n" + ".\n" * 8 + "h\n"
    game = on(column_, x="1k-1gr", h="hq-1rif", due={"1-1rif": "A01 0"}).activate("1rif")
    game.play("enter 1-1rif A01", "step A01", "halt", "fight")
    assert game.offers("attack A02")


@rule("gd-10.0-g", "gd-10.0-h", "gd-10.1-b", "gd-10.1-c")
def test_strengths_are_added_on_both_sides() -> None:
    game = on("a b\nx .\n", a="1-1rif kat.1-rckt", b="2-1rif", x="1k-1gr hq-1gr")
    whole = fight(game, "1-1rif", "2-1rif", guns=("kat.1-rckt",))
    assert attack_tally(game.state, whole).value == 3 + 3 + 7
    assert defence_tally(game.state, whole).value == 6 + 2


# -- the table [10.1]


@rule("gd-10.1-d", "gd-10.1-f", "gd-10.1-g", "gd-1.0-c")
def test_odds_are_rounded_in_the_defender_s_favour() -> None:
    cases = {(12, 6): "2-1", (11, 6): "1-1", (6, 6): "1-1", (29, 6): "4-1", (30, 6): "5-1", (90, 6): "5-1",
             (5, 6): "1-2", (3, 6): "1-2", (2, 6): "1-3", (3, 10): "1-4", (1, 30): "1-4", (5, 0): "5-1"}  # fmt: skip
    assert {pair: odds_column(*pair) for pair in cases} == cases


@rule("gd-10.1-q", "gd-10.1-r")
def test_totals_beyond_the_table_use_its_ends() -> None:
    assert result("1-1", -3) == result("1-1", 2) == "DE"
    assert result("1-1", 19) == result("1-1", 12) == "AP"


@rule(
    "gd-10.1-t", "gd-10.1-u", "gd-10.1-v", "gd-10.1-w", "gd-10.1-x", "gd-10.1-y", "gd-10.1-z", "gd-10.1-aa",
    "gd-10.1-ab", "gd-10.1-ac", "gd-10.1-ad", "gd-10.1-ae",
)  # fmt: skip
def test_the_table_is_the_printed_one() -> None:
    printed = {
        2: "DC DC DD DE DE DE DE DE", 3: "DR DC DC DD DE DE DE DE", 4: "- DR DC DC DD DE DE DE",
        5: "AR - DR DC DC DD DE DE", 6: "AC AR - DR DC DC DD DE", 7: "AC AC AR - DR DC DC DD",
        8: "AD AC AC AR - DR DC DC", 9: "AP AD AC AC AR - DR DC", 10: "AP AP AD AC AC AR - DR",
        11: "AE AP AP AD AC AC AR -", 12: "AE AE AP AP AD AC AC AR",
    }  # fmt: skip
    assert COLUMNS == ("1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1")
    assert {row: " ".join(cells) for row, cells in CRT.items()} == printed


def test_every_column_gets_worse_for_the_attacker_and_every_row_better() -> None:
    rank = {name: n for n, name in enumerate(RESULTS)}
    for cells in CRT.values():
        assert [rank[c] for c in cells] == sorted((rank[c] for c in cells), reverse=True)
    for n in range(len(COLUMNS)):
        down = [rank[CRT[row][n]] for row in range(2, 13)]
        assert down == sorted(down)


@rule("gd-10.1-e", "gd-11.3-q")
def test_a_pinned_unit_does_not_attack() -> None:
    game = on(PAIR, a="1-1rif hq-1rif", x="1k-1gr").activate("1rif")
    game.run(lambda work: losses.pin(work, "1-1rif"))
    assert not game.play("fight").offers("attack A02")


@rule("gd-10.1-i", "gd-10.1-j")
def test_all_modifiers_present_add_up() -> None:
    game = on("a\nx:H\n", a="1-1rif", x="1k-1gr", sides=["A01-A02 river"])
    assert parts(game, "1-1rif") == {"hill": 1, "across a river": 4}


@rule("gd-10.1-k", "gd-10.8-a", "gd-10.8-b")
def test_a_hexside_counts_only_if_all_attack_across_it() -> None:
    for water, value in (("stream", 2), ("river", 4), ("canal", 4)):
        game = on("a b\nx .\n", a="1-1rif", b="2-1rif", x="1k-1gr", sides=[f"A01-A02 {water}"])
        assert parts(game, "1-1rif") == {f"across a {water}": value}
        (part,) = modifier_tally(game.state, Fight("soviet", game.hex("x"), ("1-1rif",))).parts
        assert part.rule == ("gd-10.8-a" if water == "stream" else "gd-10.8-b")
        assert parts(game, "1-1rif", "2-1rif") == {}


@rule("gd-10.8-c")
def test_one_bridge_makes_the_crossing_one_for_everybody() -> None:
    sides = ["A01-A02 river", "A01-A02 bridge", "A02-B02 river"]
    game = on("a .\nx b\n", a="1-1rif", b="2-1rif", x="1k-1gr", sides=sides)
    assert parts(game, "2-1rif") == {"across a river": 4}
    assert parts(game, "1-1rif", "2-1rif") == {"across a bridge": 1}


@rule("gd-12.1-h")
def test_a_pontoon_does_not_ease_the_attack() -> None:
    game = on(PAIR, a="1-1rif", x="1k-1gr", sides=["A01-A02 river"])
    now: GdPosition = game.state.position
    pontoon = structs.replace(now, pontoons=(Pontoon(0, 1, "soviet", complete=True),))
    game.run(lambda work: setattr(work, "position", pontoon))
    assert parts(game, "1-1rif") == {"across a river": 4}
    assert attack_dice(game.state, fight(game, "1-1rif")) == "2d6="


@rule("gd-10.1-m", "gd-13.1-b")
def test_evening_adds_one() -> None:
    assert parts(on(PAIR, a="1-1rif", x="1k-1gr", turn="Evening"), "1-1rif") == {"evening": 1}
    assert parts(on(PAIR, a="1-1rif", x="1k-1gr", turn="Day"), "1-1rif") == {}


@pytest.mark.parametrize(
    ("weather", "value"), [("Sunny", 0), ("Cloudy", 0), ("Foggy", 0), ("Rainy", 1), ("Stormy", 2), ("Snowy", 3)]
)
@rule("gd-10.1-m")
def test_weather_weighs_on_the_attack(weather: str, value: int) -> None:
    found = parts(on(PAIR, a="1-1rif", x="1k-1gr", weather=weather), "1-1rif")
    assert sum(found.values()) == value


@rule("gd-10.1-n", "gd-10.1-o", "gd-13.2-c")
def test_two_dice_by_day_three_by_night() -> None:
    day = on(PAIR, a="1-1rif", x="1k-1gr")
    night = on(PAIR, a="1-1rif", x="1k-1gr", turn="Night")
    assert attack_dice(day.state, fight(day, "1-1rif")) == "2d6="
    assert attack_dice(night.state, fight(night, "1-1rif")) == "3d6="
    assert parts(night, "1-1rif") == {}, "no evening modifier at night"


@rule("gd-10.1-p")
def test_three_dice_when_all_attack_across_a_bridge() -> None:
    sides = ["A01-A02 river", "A01-A02 bridge"]
    game = on("a .\nx b\n", a="1-1rif", b="2-1rif", x="1k-1gr", sides=sides)
    assert attack_dice(game.state, fight(game, "1-1rif")) == "3d6="
    assert attack_dice(game.state, fight(game, "1-1rif", "2-1rif")) == "2d6="
    switched = on("a .\nx b\n", a="1-1rif", b="2-1rif", x="1k-1gr", sides=sides, book={"bridge_dice": False})
    assert attack_dice(switched.state, fight(switched, "1-1rif")) == "2d6="


@rule("gd-10.1-h", "gd-10.1-s")
def test_the_steps_follow_in_order() -> None:
    """Attacker's guns, defender's guns, attacker's chit, defender's chit, dice, result."""
    game = on("a\nx\n.\n", a="1-1rif 2-1rif hq-1rif", x="1k-1gr", A03="ig-2gr").activate("1rif").play("fight")
    game.play("attack A02", "join 1-1rif", "join 2-1rif", "fight")
    assert (game.asked, game.kind) == ("german", "defence")
    game.play("stand")
    assert game.state.stack[-1].force == "soviet"  # type: ignore[attr-defined]
    game.play("draw soviet-cup blue", "draw blue good-intelligence")
    assert game.state.stack[-1].force == "german"  # type: ignore[attr-defined]
    game.play("draw german-cup red", "draw red sniper")
    assert game.rolled_check.reader == "crt 1-1"
    game.play("2d6 =5")
    assert game.unit("1k-1gr").depleted


@rule("gd-9.2-d")
def test_a_road_column_defends_with_the_ground_it_is_in() -> None:
    game = on("a\nx:W\n.\n", a="1-1rif", x="1k-1gr", roads=["A02-A03 road"]).set("1k-1gr", road=True)
    assert parts(game, "1-1rif") == {"woods": 2}


# -- artillery [10.2, 11.1]


@rule("gd-10.2-a", "gd-10.2-h", "gd-10.2-i", "gd-10.2-j", "gd-11.1-b")
def test_guns_reach_as_far_as_their_number() -> None:
    line = "a\nx\n" + ".\n" * 4 + "g\n" + "f\n"
    game = on(line, a="1-1rif", x="1k-1gr", g="ig-rif", f="ig-2rif")
    reach = {u.id for u in supporting_guns(game.state, fight(game, "1-1rif"), "soviet")}
    assert reach == {"ig-rif", "ig-2rif"}, "5 and 6 hexes, range 6"
    shorter = {u.id for u in supporting_guns(game.state, fight(game, "1k-1gr", target="a"), "soviet")}
    assert shorter == {"ig-rif"}, "6 and 7 hexes"


@rule("gd-11.1-c", "gd-10.2-d")
def test_guns_need_neither_sight_nor_activation() -> None:
    game = (
        on("a\nx\nW\nF\ng\n", a="1-1rif hq-1rif", x="1k-1gr", g="ig-2rif").activate("1rif").play("fight", "attack A02")
    )
    assert game.offers("gun ig-2rif")


@rule("gd-10.2-e", "gd-10.2-n", "gd-11.1-a")
def test_a_gun_that_supported_is_done_for_the_turn() -> None:
    game = on("a\nx\n.\n", a="1-1rif 2-1rif hq-1rif ig-2rif", x="1k-1gr").activate("1rif").play("fight", "attack A02")
    game.play("join 1-1rif", "gun ig-2rif", "fight").no_chits()
    assert game.unit("ig-2rif").fired
    game.play("2d6 =7", "attack A02", "join 2-1rif")
    assert not game.offers("gun ig-2rif")
    game.play("fight").no_chits().play("2d6 =6", "done")
    assert not game.run(end_turn).unit("ig-2rif").fired


@rule("gd-10.2-b", "gd-10.2-c", "gd-10.2-l", "gd-10.2-k")
def test_the_defender_adds_attack_strengths_after_the_attacker_has_committed() -> None:
    game = on("a\nx\n.\n", a="t34.1-2tk t34.2-2tk hq-2tk", x="1k-1gr", A03="ig-2gr wsp.1-1art").activate("2tk")
    game.battle("A02", "t34.1-2tk", "t34.2-2tk")
    assert game.choices() == ["gun ig-2gr", "gun wsp.1-1art", "stand"]
    game.play("gun ig-2gr", "gun wsp.1-1art", "stand").no_chits()
    attack, defence = game.rolled_check.tallies
    assert attack.value == 14
    assert [part.value for part in defence.parts] == [6, 4, 5]
    assert game.unit("ig-2gr").fired


@rule("gd-10.2-f", "gd-10.2-g")
def test_a_gun_defends_others_never_its_own_hex() -> None:
    game = on("a\nx\n.\n", a="1-1rif hq-1rif", x="wsp.1-1art", A03="wsp.2-1art").activate("1rif")
    assert game.battle("A02", "1-1rif").choices() == ["gun wsp.2-1art", "stand"]


@rule("gd-10.2-m")
def test_a_fired_gun_defends_itself_as_ever() -> None:
    game = on(PAIR, a="1-1rif", x="wsp.1-1art").set("wsp.1-1art", fired=True)
    assert defence_tally(game.state, fight(game, "1-1rif")).value == 4


@rule("gd-5.3-d", "gd-5.3-e", "gd-5.3-f")
def test_hunger_halves_strengths_unit_by_unit() -> None:
    game = on(PAIR, a="1k-1gr 2k-1gr", x="1-1rif")
    whole = fight(game, "1k-1gr", "2k-1gr")
    assert attack_tally(game.set("1k-1gr", hungry=1).state, whole).value == 3 + 5
    assert attack_tally(game.set("1k-1gr", hungry=2).state, whole).value == 2 + 5
    assert defence_tally(game.set("1-1rif", hungry=1).state, whole).value == 5
    assert defence_tally(game.set("1-1rif", hungry=2).state, whole).value == 2
    assert column(game.state, whole) == "3-1"


def test_an_unknown_defender_makes_the_odds_a_range() -> None:
    game = on(PAIR, a="1-1rif hq-1rif", x="1k-1gr", forts=["trench A02 N"]).activate("1rif").play("fight", "attack A02")
    view = game.state.view("soviet")
    check = attack_check(view, structs.replace(fight(game, "1-1rif")))
    low, high = check.tallies[1].spread
    assert (low, high) == (0, 6)
    game.play("join 1-1rif", "fight")
    assert "1k-1gr" in game.state.view("soviet").position.units, "who fights is revealed"
