"""Losses, retreat, pursuit, disorganisation. [5.1.8, 5.2.1, 5.3, 5.4, 5.6, 9.1, 10.2.4, 15.1.7]"""

from __future__ import annotations

import pytest
from tests.systems.wb95.kit import Game, end_phase, on, push

from balka.core.proof import rule
from balka.systems.wb95.losses import Losses
from balka.systems.wb95.retreat import Retreat

WIDE = """
    . . . . . . .
    . . . . . . .
    . . . x . . .
    . . . a . . .
    . . . . . . .
"""
GO = "attack D03; join a; fight"


def driven(far: int, **units: str) -> Game:
    """x is asked to retreat so many hexes from D03."""
    picture = units.pop("picture", WIDE)
    line = units.pop("line", "river A01 A02")
    game = on(picture, "combat", line, **({"a": "g inf 8"} | {"x": "s inf 4"} | units))
    names = tuple(one.id for one in game.state.position.forces["soviet"].within(game.unit("x").hex))
    return push(game, Retreat("soviet", far, names))


def paths(game: Game) -> set[str]:
    return {text.split()[-1] for text in game.texts("go x")}


# -- losses


@rule("kursk-5.1.8-a", "kursk-c1-1.2counters-k")
def test_losses_are_asked_of_their_owner() -> None:
    game = on("x+y .\na+b .", "combat", a="g inf 4", b="g inf 4", x="s inf 4", y="s inf 4 cel=1")
    game.play("attack A01; join a; join b; fight", dice=[7])
    assert game.waiting == "soviet loss" and game.texts() == ["lose x", "lose y"]
    game.say("lose y")
    assert game.gone("y") and game.waiting == "german loss"


@rule("kursk-5.2.1-f")
def test_losses_come_before_retreats_and_retreats_before_pursuit() -> None:
    """[D2-1 at 2:1 on a roll of 3]"""
    game = on(WIDE.replace("x", "x+y"), "combat", a="g inf 16", x="s inf 4", y="s inf 4")
    game.play(GO, dice=[3])
    seen = []
    while game.state.asks[0].seat != "chance" and game.waiting != "german combat.phase":
        seen.append(game.waiting)
        game.say(game.texts("go D03")[-1] if game.texts("go D03") else game.texts()[0])
    assert seen[:3] == ["soviet loss", "soviet retreat", "german pursuit"]


@rule("kursk-15.1.7-a")
def test_one_loss_falls_on_those_who_used_stars() -> None:
    units = {"a": "g arm 4 star=black", "b": "g inf 4", "x": "s inf 8"}
    game = on("x .\na+b .", "combat", **units)
    game.play("attack A01; join a; join b; star a; fight", dice=[10])
    assert [game.unit(one).cel for one in "ab"] == [1, 2]
    plain = on("x .\na+b .", "combat", **units).play("attack A01; join a; join b; fight", dice=[9])
    assert plain.texts() == ["lose a", "lose b"]


@rule("kursk-c15fu-15.3.3-a")
def test_one_loss_falls_on_the_fortress_troops_that_helped() -> None:
    game = on("x+y .\na .", "combat", a="g inf 16", x="s fu 4 dug", y="s inf 4")
    game.play("attack A01; join a; fight; star x; stand", dice=[4])
    assert [game.unit(one).cel for one in "xy"] == [1, 2]


@rule("kursk-9.1.4-a", "kursk-9.1.4-b")
def test_a_headquarters_may_be_lost_in_place_of_a_regular_cel() -> None:
    game = on("x+h .\na .", "combat", a="g inf 4", x="s inf 4", h="s hq 0 cel=1")
    push(game, Losses("soviet", 1, ("x", "h"), "combat"))
    assert game.texts() == ["lose x", "lose h"]
    game.say("lose h")
    assert game.gone("h") and game.state.tracks.bounties[0].side == "german"


@rule("kursk-9.1.6-c")
def test_the_five_shifts_last_for_the_next_two_combat_phases() -> None:
    """[worked example 9.1.6]"""
    game = on("x+h .\na .", "combat", a="g inf 4", x="s inf 4", h="s hq 0 cel=1")
    push(game, Losses("soviet", 1, ("x", "h"), "combat")).say("lose h")
    ripe = []
    for phase in (4, 10, 4, 10):
        from msgspec import structs

        from balka.systems.wb95.headquarters import shifts_near

        game.state = structs.replace(game.state, tracks=structs.replace(game.state.tracks, phase=phase))
        ripe.append(shifts_near(game.state, "german", (0,)))
        end_phase(game)
    assert ripe == [0, 5, 5, 0]


# -- retreat


@rule("kursk-5.3.1-a", "kursk-3.1.1-b")
def test_dx_sends_the_defender_back_and_ax_the_attacker() -> None:
    game = on(WIDE, "combat", a="g inf 8", x="s inf 4").play(GO, dice=[8])
    assert game.waiting == "soviet retreat"
    game = on(WIDE, "combat", a="g inf 4", x="s inf 8").play(GO, dice=[7])
    assert game.waiting == "german retreat" and game.may("go a D05")


@rule("kursk-5.3.2-a")
def test_distance_is_counted_from_the_hex_of_the_fight() -> None:
    """[ruling Q57]"""
    board = driven(2).state.setting.board
    start = board.hex("D03")
    for path in paths(driven(2)):
        hexes = [board.hex(label) for label in path.split(">")]
        assert [board.distance(start, h) for h in hexes] == list(range(1, len(hexes) + 1))


@rule("kursk-5.3.3-a", "kursk-3.1.2-a")
def test_a_retreat_shuns_enemy_zones() -> None:
    assert paths(driven(1)) == {"D02", "C03", "E03"} - {"D04"}
    game = driven(1)
    assert game.rule("go x C04") == "kursk-5.3.3-a"


@rule("kursk-5.3.3-b", "kursk-5.3.3-c")
def test_a_retreat_keeps_to_passable_ground_and_on_the_map() -> None:
    swamp = WIDE.replace(". . . . . . .\n    . . . x", ". . . S . . .\n    . . . x")
    assert "D02" not in paths(driven(1, picture=swamp, x="s arm"))
    assert "D02" in paths(driven(1, picture=swamp, x="s inf"))
    edge = driven(3, picture="x .\na .\n. .", x="s inf")
    assert all(len(path.split(">")) == 1 for path in paths(edge))


@rule("kursk-5.3.4-a", "kursk-5.3.4-b")
def test_a_friend_opens_an_enemy_zone_at_the_price_of_a_cel() -> None:
    """[worked example 5.3.4]"""
    picture = WIDE.replace(". . . a", ". . y a", 1)
    game = driven(1, picture=picture, y="s arm")
    assert "C04" in paths(game)
    game.say("go x C04")
    assert game.unit("x").cel == 1
    assert "C04" not in paths(driven(1, picture=picture, y="s arm", x="s inf cel=1"))


@rule("kursk-5.3.5-a")
def test_a_retreat_crosses_a_big_river_only_by_bridge() -> None:
    assert "D02" not in paths(driven(1, line="big_river D03 D02"))
    game = on(WIDE, "combat", "big_river D03 D02", "bridge D03 D02", "main D03 D02", a="g inf 8", x="s inf 4")
    assert "D02" in paths(push(game, Retreat("soviet", 1, ("x",))))


@rule("kursk-5.3.6-a", "kursk-5.3.6-b")
def test_a_retreat_may_pass_a_full_hex_but_not_end_there() -> None:
    picture = WIDE.replace(". . . . . . .\n    . . . x", ". . . y+z+u+v . . .\n    . . . x")
    full = dict.fromkeys("yzuv", "s inf")
    found = paths(driven(2, picture=picture, **full))
    assert "D02" not in found and "D02>D01" in found


@rule("kursk-c5-5.3.7-a", "kursk-c5-5.3.7-c", "kursk-c5-5.3.7-b")
@pytest.mark.parametrize(("walked", "lost"), [(3, 0), (2, 1), (1, 2), (0, 3)])
def test_each_hex_not_retreated_costs_a_cel(walked: int, lost: int) -> None:
    """[worked example 5.3.7: D3 at 4:1 on a roll of 5]"""
    tall = ". . .\n. . .\n. . .\n. x .\n. a .\n. . ."
    game = on(tall, "combat", a="g inf 16", x="s inf 4 cel=4").play("attack B04; join a; fight", dice=[5])
    way = ">".join(["B03", "B02", "B01"][:walked])
    game.play(f"go x {way}" if walked else "stand")
    assert game.unit("x").cel == 4 - lost


@rule("kursk-5.3.8-a", "kursk-5.3.8-b")
def test_the_price_is_one_total_for_the_side_paid_by_those_who_stayed() -> None:
    """[worked example 5.3.8: A1 on three units]"""
    picture = """
        . . . .
        . x . .
        a b c .
        . . . .
    """
    units = {"a": "g arm 1", "b": "g arm 1", "c": "g arm 1", "x": "s inf 6"}
    stay = on(picture, "combat", **units).play("attack B02; join a; join b; join c; fight", dice=[7])
    assert stay.waiting == "german retreat"
    stay.say("stand")
    assert stay.texts() == ["lose a", "lose b", "lose c"]
    stay.say("lose b")
    assert sum(stay.unit(one).cel for one in "ac") == 4 and stay.unit("b").cel == 1
    some = on(picture, "combat", **units).play("attack B02; join a; join b; join c; fight", dice=[7])
    some.say("go a A04; stand")
    assert some.texts() == ["lose b", "lose c"]


@rule("kursk-7.2.6-a")
@pytest.mark.parametrize(("far", "lost"), [(1, 0), (2, 1), (3, 2)])
def test_in_a_fixed_position_refusing_costs_one_less(far: int, lost: int) -> None:
    """[worked example 7.2.6]"""
    attack = {1: (24, 9), 2: (24, 6), 3: (36, 4)}[far]
    game = on("x .\na .", "combat", "fixed A01 A02", a=f"g arm {attack[0] * 2}", x="s inf 4 cel=4")
    game.play("attack A01; join a; fight", dice=[attack[1]])
    retreat = game.state.stack[-1]
    assert isinstance(retreat, Retreat)
    cel = game.unit("x").cel
    game.play("stand")
    assert retreat.far == far and cel - game.unit("x").cel == lost


@rule("kursk-5.3.9-a", "kursk-5.3.9-b", "kursk-5.6.1-c")
@pytest.mark.parametrize(("walked", "tests"), [(1, 0), (2, 1), (3, 2)])
def test_each_hex_beyond_the_first_is_a_test(walked: int, tests: int) -> None:
    """[worked examples 5.3.9]"""
    tall = ". . .\n. . .\n. . .\n. x .\n. a .\n. . ."
    game = on(tall, "combat", a="g inf 16", x="s inf 4 cel=4").play("attack B04; join a; fight", dice=[5])
    game.play(f"go x {'>'.join(['B03', 'B02', 'B01'][:walked])}; end")
    rolls = 0
    while game.state.asks[0].seat == "chance":
        game.play(dice=[2])
        rolls += 1
    assert rolls == tests and not game.unit("x").disorganised


@rule("kursk-5.3.9-c")
def test_attackers_who_retreat_are_tested_too() -> None:
    tall = ". . .\n. x .\n. a .\n. . .\n. . ."
    game = on(tall, "combat", a="g inf 2", x="s inf 8").play("attack B02; join a; fight", dice=[7])
    game.play("go a B04>B05; end")
    assert game.state.asks[0].kind == "test"


@rule("kursk-5.3.10-a", "kursk-7.1.2-c")
def test_who_retreated_may_not_dig_in_his_next_movement_phase() -> None:
    game = on("x . .\n. . .", side="soviet", x="s inf retreated")
    assert not game.may("dig x")
    assert end_phase(game).unit("x").has("retreated") is False
    assert on("x . .", side="soviet", x="s inf").may("dig x")


# -- pursuit


def pursuing(game: Game) -> set[str]:
    return {text.split()[-1] for text in game.texts("follow")}


@rule("kursk-5.4.1-a", "kursk-5.4.4-a", "kursk-5.4.6-a", "kursk-5.4.2-a", "kursk-5.4.2-b")
def test_pursuit_follows_the_path_as_far_as_it_was_walked_with_a_step_aside() -> None:
    """[worked example 5.4.6]"""
    game = on(WIDE, "combat", a="g inf 16", x="s inf 4 cel=4").play(GO, dice=[5])
    game.play("go x D02>D01")
    assert game.waiting == "german pursuit"
    found = pursuing(game)
    assert {"D03", "D03>D02", "D03>C03", "D03>E03", "D03>C04", "D03>E04"} == found
    game.play("follow a D03>D02")
    assert game.at("a") == "D02"


@rule("kursk-5.4.1-b")
def test_defenders_may_pursue_attackers() -> None:
    game = on(WIDE, "combat", a="g inf 4", x="s inf 8").play(GO, dice=[7])
    game.say("go a D05")
    assert game.waiting == "soviet pursuit" and pursuing(game) == {"D04"}


@rule("kursk-5.4.3-a")
def test_of_several_paths_the_pursuer_picks_one() -> None:
    game = on(WIDE.replace("x", "x+y"), "combat", a="g inf 16", x="s inf 2", y="s inf 2").play(GO, dice=[8])
    game.say("go x D02>D01; go y C03>B02")
    found = pursuing(game)
    assert {"D03>D02", "D03>C03"} <= found


@rule("kursk-5.4.5-a", "kursk-c4-4.2.3-a")
def test_zones_do_not_bind_a_pursuer() -> None:
    picture = WIDE.replace(". . . . . . .", ". . . . y . .", 1)
    game = on(picture, "combat", a="g inf 16", x="s inf 4 cel=4", y="s inf").play(GO, dice=[5])
    game.play("go x C03>B02")
    assert "D03>C03" in pursuing(game)


@rule("kursk-5.4.7-a")
def test_pursuit_needs_no_movement_points() -> None:
    game = on(WIDE, "combat", a="g inf 16 mp=1", x="s inf 4 cel=4").play(GO, dice=[5])
    game.play("go x D02>D01; follow a D03>D02")
    assert game.at("a") == "D02" and game.unit("a").spent == 0


@rule("kursk-5.4.7-b", "kursk-5.4.7-c")
def test_pursuit_keeps_to_passable_ground_and_on_the_map() -> None:
    swamp = WIDE.replace(". . . . . . .\n    . . . x", ". . S . . . .\n    . . . x")
    game = on(
        swamp.replace(". . S", ". . .").replace(". . . x", ". . S x"), "combat", a="g arm 16", x="s inf 4 cel=4"
    ).play(GO, dice=[5])
    game.play("go x D02>D01")
    assert "D03>C03" not in pursuing(game) and "D03>E03" in pursuing(game)


@rule("kursk-5.4.8-a")
def test_a_pursuer_stops_beyond_a_big_river() -> None:
    lines = ("big_river D03 D02", "bridge D03 D02", "main D03 D02")
    game = on(WIDE, "combat", *lines, a="g inf 16", x="s inf 4 cel=4").play(GO, dice=[5])
    game.play("go x D02>D01")
    assert "D03>D02" in pursuing(game)
    far = on(WIDE, "combat", "big_river D04 D03", a="g inf 16", x="s inf 4 cel=4").play(GO, dice=[5])
    far.play("go x D02>D01")
    assert pursuing(far) == {"D03"}


@rule("kursk-5.4.9-a")
def test_towed_units_do_not_pursue() -> None:
    game = on(WIDE.replace("x", "x+t"), "combat", a="g inf 4", x="s inf 8", t="s at 3").play(GO, dice=[7])
    game.say("go a D05")
    assert game.waiting == "soviet pursuit" and not game.texts("follow t") and game.texts("follow x")


# -- disorganisation


@rule("kursk-5.6.1-a", "kursk-5.6.6-a")
def test_a_d_disorganises_the_side() -> None:
    """[worked example 5.6.1: D3D at 2:1 on a roll of 2]"""
    game = on(WIDE, "combat", a="g inf 8", x="s inf 4 cel=4").play(GO, dice=[2])
    game.play("stand")
    assert game.unit("x").disorganised == "combat" and not game.unit("a").disorganised


@rule("kursk-5.6.1-b", "kursk-5.2.1-g", "kursk-5.6.2-a")
@pytest.mark.parametrize(("roll", "broken"), [(10, False), (11, True)])
def test_a_dot_tests_every_attacker_after_all_else(roll: int, broken: bool) -> None:
    """[*/D1 at 1:1 on a roll of 5]"""
    game = on(WIDE, "combat", a="g inf 4 limit=11", x="s inf 4").play(GO, dice=[5])
    game.play("go x D02; follow a D03", dice=[roll])
    assert bool(game.unit("a").disorganised) == broken and game.at("a") == "D03"


@rule("kursk-5.6.3-a", "kursk-5.6.3-b", "kursk-5.6.3-c", "kursk-6.3.4-a", "kursk-6.3.5-a", "kursk-6.3.5-b")
def test_guns_share_the_result_only_next_to_the_enemy() -> None:
    """[worked example 5.6.3: D-1 on the attacker at 2:1 on a roll of 12]"""
    picture = """
        . . . .
        . x g .
        . a . .
        . h . .
    """
    game = on(picture, "combat", a="g inf 4", g="g art 4 cel=1", h="g art 4 cel=1", x="s inf 4 cel=4")
    game.play("attack B02; join a; gun g; gun h; fight", dice=[12])
    assert game.waiting == "german loss" and game.texts() == ["lose a", "lose g"]
    game.play("lose a")
    assert [bool(game.unit(one).disorganised) for one in "agh"] == [True, True, False]


@rule("kursk-5.6.2-b", "kursk-5.6.2-c", "kursk-5.6.2-i", "kursk-morale2-a", "kursk-morale2-b", "kursk-morale2-e")
@pytest.mark.parametrize(("words", "limit"), [("g inf limit=12", 12), ("g inf limit=11", 11), ("s inf limit=10", 10)])
def test_a_roll_of_the_limit_breaks_a_unit(words: str, limit: int) -> None:
    from balka.systems.wb95.disorder import morale_check

    game = on("a", a=words)
    check = morale_check(game.state, game.unit("a"))
    from balka.core.dice import dice

    assert check.read(dice("2d6=").of(limit)) == "disorganised"
    assert check.read(dice("2d6=").of(limit - 1)) == "holds"


@rule(
    "kursk-5.6.2-d",
    "kursk-5.6.2-e",
    "kursk-5.6.2-f",
    "kursk-5.6.2-g",
    "kursk-5.6.2-h",
    "kursk-morale2-c",
    "kursk-morale2-f",
    "kursk-morale2-g",
    "kursk-morale2-h",
)
@pytest.mark.parametrize(
    ("troops", "limit"),
    [
        ("volkssturm", 9),
        ("volksgrenadiers", 9),
        ("american", 11),
        ("british", 11),
        ("polish", 11),
        ("french", 9),
        ("romanian", 9),
        ("hungarian", 9),
        ("belgian", 8),
        ("dutch", 8),
        ("italian", 7),
    ],
)
def test_troops_of_other_maps_break_at_their_own_limit(troops: str, limit: int) -> None:
    """[rulings Q7 and Q8: the closing chart counts]"""
    from balka.systems.wb95.disorder import morale_check

    game = on("a", a=f"g inf troops={troops}")
    assert morale_check(game.state, game.unit("a")).need == limit


@rule("kursk-5.6.2-j")
def test_other_soviets_break_at_nine_by_option() -> None:
    from balka.systems.wb95.disorder import limit_of

    game = on("a", a="s inf limit=10", book={"soviet_limit": 9})
    assert limit_of(game.state, game.unit("a")) == 9


@rule("kursk-5.6.5-a", "kursk-5.6.5-b")
def test_rest_until_the_end_of_the_next_own_combat_phase_brings_order() -> None:
    """[worked example 5.6.5 a]"""
    idle = on("a . x", "combat", a="g inf disorganised", x="s inf")
    assert end_phase(idle).unit("a").disorganised == ""
    stirred = on("a . x", "combat", a="g inf disorganised active", x="s inf")
    assert end_phase(stirred).unit("a").disorganised == "combat"
    assert end_phase(stirred).unit("a").disorganised == ""
    fresh = on("a . x", "combat", a="g inf disorganised fresh", x="s inf")
    assert end_phase(fresh).unit("a").disorganised == "combat"
    assert end_phase(fresh).unit("a").disorganised == ""


# -- lone headquarters


@rule("kursk-5.1.9-a", "kursk-9.1.8-a", "kursk-5.1.9-b")
def test_a_headquarters_alone_is_attacked_on_the_last_column_and_cannot_retreat() -> None:
    game = on("h .\na .", "combat", a="g inf 1", h="s hq 0 cel=1").play("attack A01; join a; fight")
    assert game.state.stack[-1].check.need == 12  # type: ignore[attr-defined]
    game.play(dice=[9])
    assert game.gone("h")


# -- supply in battle


@rule("kursk-10.2.4-a", "kursk-10.2.4-b", "kursk-10.2.5-a")
def test_levels_rise_with_a_retreat_suffered_and_an_attack_that_failed() -> None:
    """[worked example 10.2.4]"""
    game = on(WIDE, "combat", a="g inf 8", x="s inf 4 oos=1").play(GO, dice=[8])
    game.play("go x D02; end")
    assert game.unit("x").supply == 2 and game.unit("a").supply == 0
    failed = on(WIDE, "combat", a="g inf 8 oos=1", x="s inf 4").play("attack D03; join a; full a; fight", dice=[12])
    assert failed.unit("a").supply == 3
