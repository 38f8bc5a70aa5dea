"""Artillery: set-ups, support, lone guns, ranged fire, barrage. [chapter 6]"""

from __future__ import annotations

import pytest
from tests.systems.wb95.kit import Game, end_phase, on

from balka.core.proof import rule
from balka.systems.wb95.barrage import BarragePhase
from balka.systems.wb95.catalogue import COLUMNS

GUN = "g art 5/3 cel=1"


def need(game: Game) -> int:
    return int(game.state.stack[-1].check.need)  # type: ignore[attr-defined]


def strength(game: Game, which: int) -> int:
    return int(game.state.stack[-1].check.tallies[which].value)  # type: ignore[attr-defined]


# -- set-ups


@rule("kursk-6.2.3-a", "kursk-6.2.2-a", "kursk-c1-1.2counters-h")
def test_towed_guns_move_only_limbered() -> None:
    game = on("g . .", g=GUN)
    assert game.rule("take g") == "kursk-6.2.3-a"
    assert game.play("limber g").may("take g; to B01")


@rule("kursk-6.2.4-a", "kursk-6.2.4-b")
def test_a_change_of_set_up_costs_a_point_in_the_movement_phase() -> None:
    game = on("g . . .", g=GUN).play("limber g")
    assert game.left("g") == 6
    game.play("take g; to B01; halt; unlimber g")
    assert game.left("g") == 3 and not game.unit("g").has("transport")
    assert not on("g . x", "combat", g=GUN, x="s inf").may("limber g")


@rule("kursk-c4-4.2.1-a", "kursk-6.2.4-a")
def test_guns_stopped_in_an_enemy_zone_stay_limbered() -> None:
    picture = ". x . .\n. . . .\n. a . .\n. . . ."
    game = on(picture, a=GUN + " transport", x="s inf 4").play("take a; to B02")
    assert not game.may("unlimber a")
    clear = on(picture, a=GUN + " transport", x="s inf 4").play("take a; to C03; halt")
    assert clear.may("unlimber a")
    there = on(picture.replace("a", ".").replace(". . . .", ". a . .", 1), a=GUN + " transport", x="s inf 4")
    assert there.may("unlimber a"), "it was there when the phase began"


@rule("kursk-6.2.1-a", "kursk-c1-1.2types-d")
def test_towed_guns_pay_as_trucks() -> None:
    game = on("g . . .", g=GUN).play("limber g; take g; to B01; halt")
    assert game.left("g") == 4


@rule("kursk-6.2.2-b")
def test_transport_uses_the_points_printed_on_the_front() -> None:
    assert on("g . .", g=GUN + " mp=5").play("limber g").left("g") == 4


# -- support


@rule("kursk-6.0-a", "kursk-6.3.1-a", "kursk-6.1.2-a", "kursk-6.3.2-a", "kursk-5.0-b", "kursk-c1-1.2counters-e")
def test_guns_in_range_of_an_attacking_hex_add_their_attack() -> None:
    rows = "x .\na .\n. .\n. .\ng .\nh ."
    game = on(rows, "combat", a="g inf 5", g=GUN, h=GUN, x="s inf 5").play("attack A01; join a")
    assert game.texts("gun") == ["gun g"]
    game.play("gun g; fight")
    assert strength(game, 0) == 10


@rule("kursk-6.3.3-a", "kursk-5.2.1-a")
def test_guns_in_range_of_a_defending_hex_add_their_defence() -> None:
    rows = "h .\ng .\n. .\n. .\nx .\na ."
    game = on(rows, "combat", a="g inf 9", x="s inf 3", g="s art 5/3 cel=1", h="s art 5/3 cel=1")
    game.say("attack A05; join a; fight")
    assert game.texts() == ["gun g", "stand"]
    game.play("gun g; stand")
    assert strength(game, 1) == 6


@rule("kursk-6.1.3-a", "kursk-6.2.4-g")
def test_limbered_guns_do_not_fire() -> None:
    game = on("x .\na .\ng .", "combat", a="g inf 5", g=GUN + " transport", x="s inf 5").play("attack A01; join a")
    assert not game.texts("gun")


@rule("kursk-6.1.4-a")
def test_guns_fire_once_in_each_combat_phase() -> None:
    game = on("x . y\na g b", "combat", a="g inf 5", b="g inf 5", g=GUN, x="s inf 5 dug", y="s inf 5 dug")
    game.play("attack A01; join a; gun g; fight; stand", dice=[11])
    assert not game.may("attack C01; join b; gun g")
    from balka.systems.wb95.phases import open_fighting

    work = game.work()
    work.stack = []
    open_fighting(work, "soviet")
    game.after(work)
    assert not game.unit("g").has("fought")


@rule("kursk-6.6.1-a", "kursk-6.6.3-a", "kursk-6.6.3-b")
def test_guns_alone_defend_with_one_point_and_with_an_escort_with_all() -> None:
    """[worked example 6.6.3: 5 + 1 against 5 + 3 + 3]"""
    alone = on("c .\na g+h", "combat", a="g inf 9", c="s cav 5", g="s art 5/3 cel=1", h="s art 5/3 cel=1")
    alone.play("attack A01; join a; also B02; fight")
    assert strength(alone, 1) == 6
    escorted = on(". c+g+h\n. a", "combat", a="g inf 9", c="s cav 5", g="s art 5/3 cel=1", h="s art 5/3 cel=1")
    escorted.play("attack B01; join a; fight")
    assert strength(escorted, 1) == 11


@rule("kursk-6.6.2-a")
def test_guns_may_support_an_attack_on_a_neighbour_without_an_escort() -> None:
    """[worked example 6.6.3: 5 + 5 + 5]"""
    game = on(". x\n. g+h\na .", "combat", a="g cav 5", g=GUN, h=GUN, x="s inf 5")
    assert not game.may("attack B01")
    game = on("a x\n. g+h", "combat", a="g cav 5", g=GUN, h=GUN, x="s inf 5").play(
        "attack B01; join a; gun g; gun h; fight"
    )
    assert strength(game, 0) == 15


@rule("kursk-6.3.1-a", "kursk-6.6.3-a")
def test_guns_support_regular_units_and_not_guns_or_headquarters_alone() -> None:
    for lone in ("s art 5/3", "s hq", "s art 5/3 transport"):
        game = on("x . .\na . .\n. k .", "combat", a="g inf 4", x=lone, k="s art 6/4").say("attack A01; join a; fight")
        assert game.state.asks[0].kind == "combat", lone
    mixed = on("x . .\na y .\n. k .", "combat", a="g inf 4", x="s art 5/3", y="s inf 4", k="s art 6/4")
    mixed.say("attack A01; join a; also B02; fight")
    assert mixed.texts("gun") == ["gun k"]


@rule("kursk-6.6.4-a")
def test_limbered_guns_alone_are_attacked_on_the_last_column() -> None:
    game = on("g .\na .", "combat", a="g inf 1", g="s art 5/3 cel=1 transport").play("attack A01; join a; fight")
    assert COLUMNS[need(game)] == "10:1"


@rule("kursk-6.6.5-a", "kursk-6.1.1-a", "kursk-c1-1.2counters-i")
def test_self_propelled_guns_defend_with_their_own_strength() -> None:
    game = on("g .\na .", "combat", a="g inf 8", g="s art 5/4 selfpropelled moves=mechanized").play(
        "attack A01; join a; fight"
    )
    assert strength(game, 1) == 4


# -- overrun and retreat


@rule("kursk-6.1.7-a", "kursk-6.1.7-b", "kursk-6.1.7-c", "kursk-3.1.8-a")
@pytest.mark.parametrize(("dug", "points"), [("", 3), ("dug", 2)])
def test_guns_without_an_escort_are_overrun_at_a_point_each(dug: str, points: int) -> None:
    """[worked example 6.1.7: three guns 3 points, in works 4]"""
    guns = dict.fromkeys("xyz", f"s art 5/3 cel=1 {dug}")
    game = on("a x+y+z .", a="g inf mp=7", **guns).play("take a; to B01")
    assert all(game.gone(name) for name in "xyz") and game.left("a") == points
    assert str(game.state.setting.board.hex("B01")) not in game.state.position.works


def test_who_cannot_pay_may_not_overrun_and_no_headquarters_may() -> None:
    """[ruling Q38]"""
    guns = dict.fromkeys("xyz", "s art 5/3 cel=1")
    assert not on("a x+y+z .", a="g inf mp=3", **guns).may("take a; to B01")
    assert not on("a x .\n. . .", a="g hq 0 mp=10 cel=1", x="s art 5/3 cel=1").may("take a; to B01")


@rule("kursk-9.1.5-a")
def test_a_headquarters_alone_is_overrun() -> None:
    game = on("a h .", a="g inf", h="s hq 0 cel=1").play("take a; to B01")
    assert game.gone("h") and game.left("a") == 3


@rule("kursk-6.2.4-c", "kursk-6.2.4-d", "kursk-6.1.6-a")
def test_guns_in_action_stay_and_die_to_a_pursuer() -> None:
    """[worked example 6.2.4: D2 at 3:1]"""
    picture = ". . .\n. . .\n. x+g .\n. a ."
    game = on(picture, "combat", a="g inf 20", x="s inf 4", g="s art 5/3 cel=1").play(
        "attack B03; join a; fight", dice=[7]
    )
    assert game.waiting == "soviet retreat" and not game.texts("go g")
    game.play("go x B02>B01")
    assert game.waiting == "german pursuit" and not game.gone("g") and game.unit("x").cel == 2
    game.play("follow a B03")
    assert game.gone("g")


@rule("kursk-6.2.4-e")
def test_a_gun_lost_counts_against_the_hexes_refused() -> None:
    picture = ". . .\n. . .\n. x+g .\n. a ."
    game = on(picture, "combat", a="g inf 20", x="s inf 4", g="s art 5/3 cel=1").play(
        "attack B03; join a; fight", dice=[7]
    )
    game.say("go x B02")
    assert game.texts() == ["lose g", "lose x"]
    game.say("lose g")
    assert game.gone("g") and game.unit("x").cel == 2


@rule("kursk-6.2.4-f")
def test_losing_the_escort_does_not_save_the_guns() -> None:
    picture = ". . .\n. x+g .\n. a ."
    game = on(picture, "combat", a="g inf 20", x="s inf 4 cel=1", g="s art 5/3 cel=1")
    game.play("attack B02; join a; fight", dice=[11])
    game.play("lose x")
    assert game.waiting == "german pursuit"
    game.play("follow a B02")
    assert game.gone("g")


@rule("kursk-6.2.4-c", "kursk-c5-5.3.7-a", "kursk-5.3.8-a")
def test_guns_alone_in_one_of_two_attacked_hexes_pay_though_those_of_the_other_went_back() -> None:
    """[no pursuit begins in a hex that nobody left]"""

    def beaten(die: int, here: str = "k", **escort: str) -> Game:
        picture = f". . . . .\n. . . . .\n. x {here} . .\n. . a . .\n. . . . ."
        game = on(picture, "combat", a="g arm 10", x="s inf 4", k="s art 5/3", **escort)
        return game.play("attack B03; join a; also C03; fight", dice=[die])

    alone = beaten(7).say("go x B02")
    assert alone.gone("k") and alone.unit("x").cel == 2 and alone.texts("follow") == ["follow a B03"]
    short = beaten(5).say("go x B02; lose k; lose x")
    assert short.gone("k") and short.unit("x").cel == 1, "D2: the gun owes two hexes, the other one, paid once"
    escorted = beaten(6, "k+y", y="s inf 1").say("go x B02; go y C02")
    assert not escorted.gone("k") and escorted.may("follow a C03"), "left behind by its escort it waits for the pursuer"


# -- ranged fire


@rule("kursk-6.4.1-a", "kursk-6.4.1-b", "kursk-6.4.2-a", "kursk-6.4.2-b", "kursk-6.4.2-c", "kursk-af-legend-b")
def test_guns_fire_on_their_own_at_attack_strength_less_twice_the_ground() -> None:
    game = on("x:H . g h", "combat", g=GUN, h=GUN, x="s inf").play("shell A01; gun g; gun h; fire")
    assert need(game) == 8
    assert game.state.stack[-1].check.reader == "kursk artillery_fire"  # type: ignore[attr-defined]
    game.play(dice=[3])
    assert game.unit("x").cel == 1


@rule("kursk-6.4.3-a")
def test_ranged_fire_does_not_fall_next_door() -> None:
    assert not on("x g .", "combat", g=GUN, x="s hq 0 cel=1").may("shell A01")
    assert not on("x . . . g", "combat", g=GUN, x="s inf").may("shell A01")


@rule("kursk-af-legend-a", "kursk-5.6.1-a")
def test_fire_costs_a_cel_disorganises_or_tests() -> None:
    game = on("x . g h", "combat", g=GUN, h=GUN, x="s inf limit=10")
    assert (
        on("x . g h", "combat", g=GUN, h=GUN, x="s inf")
        .play("shell A01; gun g; gun h; fire", dice=[4])
        .unit("x")
        .disorganised
    )
    game.play("shell A01; gun g; gun h; fire", dice=[5, 10])
    assert game.unit("x").disorganised == "combat"
    game = on("x . g h", "combat", g=GUN, h=GUN, x="s inf limit=10").play("shell A01; gun g; gun h; fire", dice=[5, 9])
    assert not game.unit("x").disorganised


@rule("kursk-6.4.5-a", "kursk-6.4.5-b")
def test_shelled_units_are_not_attacked_and_those_who_must_be_attacked_not_shelled() -> None:
    game = on("x .\na .\n. .\ng .", "combat", a="g inf dug", g=GUN, x="s inf").play("shell A01; gun g; fire", dice=[7])
    assert not game.may("attack A01")
    bound = on("x .\na .\ng .", "combat", a="g inf", g=GUN, x="s inf")
    assert not bound.may("shell A01") and bound.may("attack A01")


@rule("kursk-6.4.6-a", "kursk-6.4.6-b")
def test_guns_that_were_shelled_still_support_at_half_if_disorganised() -> None:
    """[worked example 6.4.6]"""
    picture = "h . .\n. x .\n. a .\n. . .\ng+i . ."
    units = {"a": "g inf 9", "g": GUN, "i": GUN, "x": "s inf 3", "h": "s art 5/3 cel=1"}
    game = on(picture.replace("g+i . .", ". . .").replace("h . .", "h . g+i"), "combat", **units)
    game.play("shell A01; gun g; gun i; fire", dice=[10])
    assert game.unit("h").disorganised
    game.play("attack B02; join a; fight; gun h; stand")
    assert strength(game, 1) == 5


@rule("kursk-6.4.4-a", "kursk-8.2.3-a")
def test_aircraft_may_support_ranged_fire() -> None:
    from msgspec import structs

    from balka.systems.wb95.position import Flight

    game = on("x . g", "combat", g=GUN, x="s inf")
    flights = (Flight("air-3", "german", "support", 0),)
    game.state = structs.replace(game.state, position=structs.replace(game.state.position, air=flights))
    assert not game.play("shell A01").may("air air-3"), "aircraft alone do not shell"
    game.play("gun g; air air-3")
    assert not game.may("air air-3"), "nobody counts twice"
    assert need(game.play("fire")) == 10


@rule("kursk-6.4.4-a")
def test_aircraft_do_not_help_guns_against_a_bridge() -> None:
    from msgspec import structs

    from balka.systems.wb95.position import Flight

    lines = ("river A01 B01", "bridge A01 B01", "main A01 B01")
    game = on("F g\n. .", "combat", *lines, g=GUN)
    flights = (Flight("air-3", "german", "support", 0),)
    game.state = structs.replace(game.state, position=structs.replace(game.state.position, air=flights))
    assert not game.play("shell A01/B01; gun g").may("air air-3")


@rule("kursk-6.4.7-a", "kursk-6.4.7-b", "kursk-6.4.7-c", "kursk-14.1.1-a", "kursk-ao-legend-a", "kursk-14.1.2-a")
def test_guns_fire_at_bridges_next_to_them_whatever_the_ground() -> None:
    lines = ("river A01 B01", "bridge A01 B01", "main A01 B01")
    game = on("F g\n. .", "combat", *lines, g=GUN).play("shell A01/B01; gun g; fire")
    assert need(game) == 5 and game.state.stack[-1].check.reader == "kursk attack_on_objects"  # type: ignore[attr-defined]
    game.play(dice=[3])
    assert game.state.position.broken == ((0, 1),)


# -- barrage


@rule("kursk-6.5.1-a", "kursk-6.5.8-a", "kursk-2.2-d", "kursk-2.2-q")
def test_a_barrage_needs_a_scenario_that_grants_it_and_is_optional() -> None:
    none = on("x . g+h", "barrage", g=GUN, h=GUN, x="s inf")
    assert none.state.over
    game = on("x . g+h", "barrage", g=GUN, h=GUN, x="s inf", book={"ammo": {"german": 8}})
    assert isinstance(game.state.stack[-1], BarragePhase) and game.may("end") and game.may("barrage A01")
    theirs = on(
        "x . g+h",
        "barrage",
        side="soviet",
        g=GUN.replace("g ", "s ", 1),
        h=GUN.replace("g ", "s ", 1),
        x="g inf",
        book={"ammo": {"soviet": 2}},
    )
    assert theirs.may("barrage A01")


@rule("kursk-6.5.2-a", "kursk-6.5.3-a", "kursk-6.5.4-a", "kursk-6.5.7-a", "kursk-6.5.7-b", "kursk-6.5.7-c")
def test_two_guns_at_least_fire_at_double_strength_and_use_ammunition() -> None:
    """[worked example 6.5.7]"""
    game = on("x . g+h", "barrage", g=GUN, h=GUN, x="s inf", book={"ammo": {"german": 8}})
    game.play("barrage A01; gun g")
    assert not game.may("fire")
    game.play("gun h; fire")
    assert need(game) == 20 and game.state.tracks.ammo["german"] == 6
    dry = on("x . g+h", "barrage", g=GUN, h=GUN, x="s inf", book={"ammo": {"german": 1}})
    assert not dry.may("barrage A01")


@rule("kursk-6.5.5-a", "kursk-6.5.6-a")
def test_guns_of_a_barrage_neither_move_nor_support_for_two_combat_phases() -> None:
    game = on("x . g+h .", "barrage", g=GUN, h=GUN, x="s inf", book={"ammo": {"german": 8}})
    game.play("barrage A01; gun g; gun h; fire", dice=[7])
    from balka.systems.wb95.artillery import can_fire, quieten
    from balka.systems.wb95.movement_phase import MovePhase

    work = game.work()
    work.stack = [MovePhase("german")]
    game.after(work)
    assert not game.may("limber g") and not game.may("take g")
    fresh = []
    for _ in range(3):
        work = game.work()
        for one in "gh":
            unit = game.unit(one).cleared("fought")
            from balka.systems.wb95.position import put

            put(work, unit)
        game.after(work)
        fresh.append(can_fire(game.state, game.unit("g")))
        work = game.work()
        quieten(work)
        game.after(work)
    assert fresh == [False, False, True]


def test_the_end_of_a_phase_frees_the_guns_to_move() -> None:
    game = on("g . .", g=GUN + " barraged")
    assert not game.may("limber g")
    assert not end_phase(game).unit("g").has("barraged")


@rule("kursk-c4-4.2.1-a", "kursk-6.2.4-a")
def test_guns_that_an_enemy_zone_stopped_do_not_unlimber() -> None:
    game = on(". x . .\n. . . .\n. a . .", "move", a="g art 6/3 cel=1 transport", x="s inf 4")
    assert game.may("unlimber a")
    game.play("take a; to B02; halt")
    assert not game.may("unlimber a")
    begun = on(". x . .\n. a . .", "move", a="g art 6/3 cel=1 transport", x="s inf 4")
    assert begun.may("unlimber a"), "it entered no zone in this phase"
