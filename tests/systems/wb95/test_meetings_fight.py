"""Where rules of combat meet: duties, fire, retreat, pursuit, stars, headquarters, masks. [5, 6, 9, 13, 15, 16, 19]"""

from __future__ import annotations

import pytest
from msgspec import structs
from tests.systems.wb95.kit import Game, end_phase, on

from balka.core.proof import rule
from balka.systems.wb95.catalogue import COLUMNS
from balka.systems.wb95.headquarters import shifts_near
from balka.systems.wb95.position import Flight

TALL = """
    . . . . .
    . . . . .
    . . x . .
    . . a . .
    . . . . .
"""
GO = "attack C03; join a; fight"
PASSAGE = """
    . . b . .
    . . h . .
    . . x . .
    . . a . .
"""


def column(game: Game) -> str:
    return COLUMNS[game.state.stack[-1].check.need]  # type: ignore[attr-defined]


def defence(game: Game) -> int:
    return int(game.state.stack[-1].check.tallies[1].value)  # type: ignore[attr-defined]


def declared(picture: str, said: str, **units: str) -> Game:
    """A battle whose dice are about to fall; the defender adds nothing."""
    game = on(picture, "combat", **units).say(said)
    while game.waiting.endswith("battle.defence"):
        game.say("stand")
    return game


# -- who fights, and how often


@rule("kursk-5.1.1-a", "kursk-6.4.5-a")
def test_fire_at_a_hex_spares_those_in_it_who_have_fought_already() -> None:
    picture = """
        . . . . . .
        . . . . . .
        . . y . . k
        . . x . . .
        . . a . . .
    """
    units = {"a": "g arm 8", "x": "s inf 4 cel=4", "y": "s inf 4 cel=2", "k": "g art 12/3"}
    game = on(picture, "combat", **units).play("attack C04; join a; fight", dice=[8])
    game.play("go x C03; end; shell C03; gun k; fire", dice=[2])
    assert (game.unit("x").cel, game.unit("y").cel) == (4, 1), "-1D"
    assert game.unit("y").disorganised and not game.unit("x").disorganised


@rule("kursk-5.1.1-a", "kursk-6.3.1-a", "kursk-6.6.1-a")
def test_guns_that_supported_have_fought_and_add_nothing_when_their_own_hex_is_attacked() -> None:
    picture = """
        . . a . .
        . . x . .
        . . . . .
        . . k+y . .
        . . b . .
    """
    units = {"a": "g inf 8", "b": "g inf 8", "x": "s inf 4", "y": "s inf 4", "k": "s art 6/4"}
    game = on(picture, "combat", **units).say("attack C02; join a; fight; gun k; stand")
    assert defence(game) == 8
    game.play(dice=[9])
    while game.waiting != "german combat.phase":
        game.say("stand" if game.may("stand") else "end")
    game.say("attack C04; join b; fight")
    assert defence(game) == 4


@rule("kursk-5.1.3-a", "kursk-5.6.4-a")
def test_disorder_excuses_nobody_from_attacking() -> None:
    game = on(TALL, "combat", a="g inf 4 disorganised", x="s inf 4")
    assert not game.may("end") and game.may("attack C03")


@rule("kursk-5.1.3-a", "kursk-scK-2ta-a")
def test_who_may_not_move_yet_must_attack_all_the_same() -> None:
    game = on(TALL, "combat", a="g inf 4", x="s inf 4", book={"frozen": {"a": 5}})
    assert not game.may("end") and game.may(GO.partition("; fight")[0])


@rule("kursk-5.1.3-b", "kursk-c19-19.1.4-a")
def test_a_german_behind_a_soviet_line_need_not_attack() -> None:
    free = on(TALL, "combat", "fortified C04 C05", a="g inf 4", x="s inf 4")
    assert free.may("end"), "whichever side the line looks to"


@rule("kursk-5.1.2-a", "kursk-scP-7ga-a")
def test_a_river_closed_to_an_army_may_be_attacked_across() -> None:
    book = {"no_crossing": {"7GA": ((0, 2),)}}
    game = on("x .\na .", "combat", side="soviet", a="g inf 4", x="s inf 4 army=7GA", book=book)
    assert game.may("attack A02; join x")


# -- retreat


@rule("kursk-5.3.4-a", "kursk-5.3.4-b", "kursk-9.1.1-a")
def test_a_headquarters_too_opens_an_enemy_zone_to_a_retreat() -> None:
    units = {"a": "g arm 8", "b": "g inf 1", "x": "s inf 4 cel=3", "h": "s hq 0"}
    game = on(PASSAGE, "combat", **units).play(GO, dice=[7])
    game.say("go x C02")
    assert game.at("x") == "C02" and game.unit("x").cel == 2
    empty = on(PASSAGE.replace("h", "."), "combat", a="g arm 8", b="g inf 1", x="s inf 4 cel=3").play(GO, dice=[7])
    assert empty.rule("go x C02") == "kursk-5.3.3-a"


@rule("kursk-c5-5.3.7-a", "kursk-9.1.4-b", "kursk-9.1.6-a")
def test_a_headquarters_may_be_the_price_of_a_hex_not_walked() -> None:
    units = {"a": "g arm 8", "x": "s inf 4 cel=3", "h": "s hq 0"}
    game = on(TALL.replace("x", "x+h"), "combat", **units).play(GO, dice=[7])
    game.play("stand; lose h")
    assert game.gone("h") and game.unit("x").cel == 3 and game.state.tracks.bounties[0].side == "german"


@rule("kursk-5.3.9-a", "kursk-5.6.1-a")
def test_who_is_disorganised_by_the_dice_is_not_tested_for_his_retreat() -> None:
    """[D3D at 2:1 on a roll of 2]"""
    game = on(TALL, "combat", a="g arm 8 cel=3", x="s inf 4").play(GO, dice=[2])
    game.play("go x C02>C01")
    while game.waiting != "german combat.phase":
        game.say("end")
    assert game.unit("x").disorganised and "tested" not in " ".join(game.events).lower()


@rule("kursk-5.3.9-a", "kursk-5.6.2-a")
def test_who_is_in_disorder_already_is_not_tested_again() -> None:
    game = on(TALL, "combat", a="g arm 8", x="s inf 4 disorganised cel=3").play(GO, dice=[8])
    assert game.waiting == "soviet retreat"
    game.play("go x C02>C01" if game.may("go x C02>C01") else "go x C02")
    while game.waiting == "german pursuit":
        game.say("end")
    assert game.waiting == "german combat.phase"


@rule("kursk-c5-5.3.7-a", "kursk-10.2.4-a")
def test_who_stands_and_pays_was_still_driven_back_for_his_supply() -> None:
    game = on(TALL, "combat", a="g arm 8", x="s inf 4 cel=3 oos=2").play(GO, dice=[8])
    game.play("stand")
    assert game.unit("x").cel == 2 and game.unit("x").supply == 3


@rule("kursk-10.2.4-b", "kursk-5.4.10-a")
def test_an_attack_that_kills_but_drives_nobody_back_has_failed_for_supply() -> None:
    """[ruling: the rule asks for a D, and -1/-1 has none]"""
    game = on(TALL, "combat", a="g inf 4 cel=3 oos=1", x="s inf 2 cel=1").play(GO, dice=[7])
    while game.waiting != "german combat.phase":
        game.say("end")
    assert game.gone("x") and game.unit("a").supply == 2


@rule("kursk-10.2.4-b", "kursk-6.4.1-a")
def test_fire_from_a_distance_is_no_attack_that_fails() -> None:
    """[ruling: levels rise with direct combat, whose table has the D]"""
    game = on("k . x\n. . .", "combat", k="g art 6 oos=2", x="s inf 4 oos=2").play("shell C01; gun k; fire", dice=[7])
    assert game.unit("k").supply == 2 and game.unit("x").supply == 2


# -- pursuit and advance


@rule("kursk-5.4.4-a", "kursk-c15rg-15.2.1-a")
def test_a_resilience_group_that_stays_bars_the_pursuit() -> None:
    units = {"a": "g arm 20", "x": "s inf 4 cel=3", "r": "s rg 1 cel=3"}
    game = on(TALL.replace("x", "x+r"), "combat", **units).play(GO, dice=[7])
    game.say("go x C02>C01")
    while game.waiting == "soviet loss":
        game.say("lose r")
    assert game.waiting in ("german combat.phase", "chance test") and game.at("r") == "C03"


@rule("kursk-5.4.10-b", "kursk-6.1.7-b")
def test_an_advance_overruns_guns_without_paying_for_them() -> None:
    """[ruling: the point for each gun is a price of the Movement Phase]"""
    units = {"a": "g inf 8 mp=1", "x": "s inf 4 cel=1", "k": "s art 3"}
    game = on(TALL.replace("x", "x+k"), "combat", **units)
    game.play(GO, dice=[7])
    game.play("lose x")
    assert game.gone("x") and game.waiting == "german pursuit" and game.may("follow a C03")
    game.say("follow a C03")
    assert game.gone("k") and game.at("a") == "C03"


@rule("kursk-5.4.1-a", "kursk-7.1.6-a")
def test_works_on_the_way_of_a_pursuit_are_destroyed() -> None:
    game = on(TALL, "combat", a="g arm 16", x="s inf 4 dug").play(GO, dice=[7])
    game.play("go x C02>C01; follow a C03")
    assert not game.state.position.works


BEHIND = """
    . . . . .
    . h . . .
    . . x . .
    . . a . .
    . . . . .
"""


@rule("kursk-5.4.2-b", "kursk-16.1.4-a", "kursk-9.1.5-a", "kursk-6.1.7-a")
@pytest.mark.parametrize("hidden", ["s hq 0", "s art 4 transport"])
def test_a_pursuer_who_finds_guns_or_a_headquarters_alone_beside_his_way_may_still_take_them(hidden: str) -> None:
    """[under its mask it could have been anything; next door its kind is told]"""
    game = on(BEHIND, "combat", a="g arm 16", x="s inf 4", h=hidden).play(f"{GO}; stand", dice=[7])
    game.say("go x D02>E02")
    assert not game.may("follow a C03>B02")
    game.say("follow a C03")
    assert game.texts() == ["follow a B02", "end"]
    game.say("follow a B02")
    assert game.gone("h") and game.at("a") == "B02" and game.waiting != "german pursuit"


@rule("kursk-5.4.2-b", "kursk-16.1.4-a", "kursk-3.2.1-a")
def test_who_finds_a_headquarters_beside_his_way_does_not_go_there_once_another_has_filled_the_hex() -> None:
    beside = BEHIND.replace(". . x . .", ". . x b .")
    units = {"a": "g arm 16 cel=4", "b": "g arm 16 cel=5", "x": "s inf 4", "h": "s hq 0"}
    game = on(beside, "combat", **units).play("attack C03; join a; join b; fight; stand", dice=[7])
    game.say("go x C02>D01>E01; follow a C03")
    assert game.may("follow a B02") and game.may("follow b C03>B02")
    game.say("follow b C03>B02")
    assert game.texts() == ["end"], "nine CEL have no room"


@rule("kursk-5.4.2-b", "kursk-5.4.6-a", "kursk-3.1.8-a")
def test_a_pursuer_who_finds_nothing_he_could_take_has_done_his_part() -> None:
    stack = on(BEHIND, "combat", a="g arm 16", x="s inf 4", h="s inf 1").play(f"{GO}; stand", dice=[7])
    assert stack.say("go x D02>E02; follow a C03").waiting != "german pursuit"
    short = on(BEHIND, "combat", a="g arm 16", x="s inf 4 cel=3", h="s art 4 transport")
    short.play(f"{GO}; stand", dice=[7])
    short.play("go x D02; follow a C03")
    assert short.waiting != "german pursuit", "one hex was retreated, one is pursued"


@rule("kursk-5.4.5-a", "kursk-9.1.5-a", "kursk-9.1.6-c")
def test_a_headquarters_caught_in_a_pursuit_gives_no_shifts_in_this_phase() -> None:
    game = on(BEHIND, "combat", a="g arm 16", x="s inf 4", h="s hq 0").play(f"{GO}; stand", dice=[7])
    game.say("go x D02>E02; follow a C03; follow a B02")
    assert game.gone("h") and shifts_near(game.state, "german", (0,)) == 0
    assert shifts_near(end_phase(game).state, "german", (0,)) == 5


@rule("kursk-5.4.1-a", "kursk-9.1.8-a")
def test_a_headquarters_that_was_attacked_with_its_escort_may_pursue() -> None:
    """[the example of 14.3.2 has one in a pursuit]"""
    units = {"a": "g inf 1 cel=4", "x": "s inf 6", "h": "s hq 0"}
    game = on(TALL.replace("x", "x+h"), "combat", **units).play(GO, dice=[10])
    game.say("go a C05")
    while game.waiting == "german loss":
        game.say("lose a")
    assert game.waiting == "soviet pursuit" and game.may("follow h C04")


# -- strength and shifts


@rule("kursk-5.6.4-a", "kursk-c19-19.1.3-a")
def test_disorder_makes_a_strong_unit_weak_behind_a_line() -> None:
    line = ("fortified C03 C04",)
    units = {"a": "g arm 24", "x": "s inf 6"}
    whole = on(TALL, "combat", *line, **units).say(GO)
    weak = on(TALL, "combat", *line, **{**units, "x": "s inf 6 disorganised"}).say(GO)
    assert (column(whole), column(weak)) == ("1:2", "3:1"), "12 to 6 less two, 12 to 3 less one"


@rule("kursk-c15fu-15.3.1-a", "kursk-c19-19.1.2-a")
def test_fortress_troops_behind_a_line_have_the_columns_of_both() -> None:
    game = on(TALL, "combat", "fortified C03 C04", a="g arm 80", x="s fu 5").say(GO)
    assert game.may("star x")
    game.say("star x; stand")
    assert column(game) == "4:1", "40 to 5, two for the line and two for the troops"


@rule("kursk-13.1.5-a", "kursk-6.4.5-a")
def test_guns_of_a_division_that_shelled_another_hex_do_not_concentrate() -> None:
    picture = """
        . . y . .
        . . . . .
        . k x . .
        . . a+b . .
    """
    units = {"a": "g arm 4 of=18", "b": "g arm 4 of=18", "k": "g art 4 of=18", "x": "s inf 4", "y": "s inf 4"}
    assert column(declared(picture, "attack C03; join C04; gun k; fight", **units)) == "4:1"
    spent = on(picture, "combat", **units).play("shell C01; gun k; fire", dice=[7])
    spent.say("attack C03; join C04")
    assert not spent.may("gun k")
    assert column(spent.say("fight")) == "2:1"


@rule("kursk-9.2.1-a", "kursk-6.3.2-a")
def test_guns_in_support_out_of_reach_of_a_headquarters_spoil_its_guidance() -> None:
    from balka.systems.wb95.sheet import row_change

    picture = "h . . . . x .\n. . . . a . k"
    units = {"h": "g hq 0", "a": "g inf 8", "k": "g art 4", "x": "s inf 4"}
    game = on(picture, "combat", **units).say("attack F01; join a")
    assert row_change(game.state, game.state.stack[-1].battle) == -1  # type: ignore[attr-defined]
    game.say("gun k")
    assert row_change(game.state, game.state.stack[-1].battle) == 0  # type: ignore[attr-defined]


@rule("kursk-8.2.4-a", "kursk-5.1.9-a")
def test_aircraft_do_not_save_a_headquarters_alone_from_the_last_column() -> None:
    game = on("x .\nh .", "combat", side="soviet", x="s inf 1", h="g hq 0")
    air = (Flight("air-1", "german", "cover", game.state.setting.board.hex("A02")),)
    game.state = structs.replace(game.state, position=structs.replace(game.state.position, air=air))
    game.say("attack A02; join x; fight")
    assert column(game) == "10:1"


# -- barrage


@rule("kursk-6.5.6-a", "kursk-6.6.1-a", "kursk-6.6.3-a", "kursk-6.6.5-a")
@pytest.mark.parametrize(
    ("stack", "guns", "worth"),
    [
        ("x+k", "s art 6/4 silent_2", 4),
        ("x+k", "s art 6/4 silent_1", 4),
        ("x+k", "s art 6/4", 8),
        ("k", "s art 6/4 silent_2", 1),
        ("x+k", "s art 6/4 selfpropelled silent_2", 8),
    ],
)
def test_guns_that_fired_a_barrage_add_nothing_to_the_defence_of_their_own_hex(
    stack: str, guns: str, worth: int
) -> None:
    units = {"x": "s inf 4"} if "x" in stack else {}
    assert defence(declared(TALL.replace("x", stack), GO, a="g inf 8", k=guns, **units)) == worth


@rule("kursk-6.5.6-a", "kursk-6.4.1-a", "kursk-6.1.4-a")
def test_guns_that_fired_a_barrage_do_not_fire_from_a_distance_either() -> None:
    for mark, may in (("silent_2", False), ("silent_1", False), ("", True)):
        game = on("k . x\n. . .", "combat", k=f"g art 6 {mark}", x="s inf 4")
        assert game.may("shell C01") == may


@rule("kursk-6.5.3-a", "kursk-6.4.5-a")
def test_who_was_under_a_barrage_may_be_attacked_in_the_combat_phase_after_it() -> None:
    picture = "x . g+h\na . ."
    units = {"a": "g inf 8", "g": "g art 4", "h": "g art 4", "x": "s inf 4"}
    game = on(picture, "barrage", **units, book={"ammo": {"german": 2}})
    game.play("barrage A01; gun g; gun h; fire", dice=[7])
    work = game.work()
    from balka.systems.wb95.phases import open_fighting

    work.stack = []
    open_fighting(work, "german")
    assert game.after(work).may("attack A01; join a")


# -- stars


@rule("kursk-15.1.7-a", "kursk-5.3.4-b")
def test_a_cel_lost_on_the_way_back_pays_for_the_star() -> None:
    units = {"a": "g arm 32", "b": "g inf 1", "x": "s inf 4 star=blue cel=3", "y": "s inf 4 cel=3", "h": "s hq 0"}
    for way, offered in (("C02", ["lose x", "lose y"]), ("B02", ["lose x"])):
        game = on(PASSAGE.replace("x", "x+y"), "combat", **units).say(f"{GO}; star x; stand")
        game.play(dice=[7])
        game.say(f"go x {way}; stand")
        assert game.waiting == "soviet loss" and game.texts() == offered


# -- masks


@rule("kursk-16.1.3-a", "kursk-6.3.1-a")
def test_of_a_stack_whose_guns_support_only_the_guns_are_shown() -> None:
    picture = "x . . .\na . k+b ."
    units = {"a": "g inf 8", "b": "g inf 4", "k": "g art 4", "x": "s inf 4"}
    game = on(picture, "combat", **units).say("attack A01; join a; gun k; fight")
    seen = game.seen_by("soviet")
    assert "k" in seen and "a" in seen and "b" not in seen


@rule("kursk-16.1.4-b")
def test_levels_out_of_supply_and_disorder_are_nobody_else_s_business() -> None:
    game = on("a x .\n. . .", a="g inf 4", x="s inf 4 oos=3 disorganised marked")
    (seen,) = game.seen_by("german").values()
    assert (seen.kind, seen.supply, seen.disorganised, seen.marks) == ("INF", 0, "", ())


@rule("kursk-16.1.1-a", "kursk-12.1.4-a")
def test_who_waits_under_a_strategic_movement_marker_is_not_told() -> None:
    game = on("a b x\n. . .", a="g inf 4", b="g arm 4", x="s hq 0").say("mark a")
    assert not [told for told in game.told if told.heard_by("soviet")]
