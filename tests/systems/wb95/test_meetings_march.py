"""Where rules of movement meet: zones, entry, Strategic Movement, works, bridges. [3, 4, 7, 9, 11, 12, 14]"""

from __future__ import annotations

from msgspec import structs
from tests.systems.wb95.kit import Game, end_phase, on

from balka.core.proof import rule
from balka.systems.wb95.building import finish_bridges, note_banks
from balka.systems.wb95.headquarters import shifts_near
from balka.systems.wb95.movement import allowance
from balka.systems.wb95.phases import open_fighting, open_strategic_phase
from balka.systems.wb95.position import Flight, change
from balka.systems.wb95.rulebook import Arrival
from balka.systems.wb95.supplying import open_supply

EDGE = {"zones": {"german": (0,)}, "edges": {"german": (0,)}}
BIG = "big_river A01 B01"


def works(game: Game) -> set[str]:
    labels = game.state.setting.board.labels
    return {labels[int(h)] for h in game.state.position.works}


def harassed(game: Game, *hexes: str) -> Game:
    """Aircraft disorganise movement over these hexes."""
    over = tuple(game.state.setting.board.hex(h) for h in hexes)
    game.state = structs.replace(game.state, position=structs.replace(game.state.position, harassed=over))
    return game


def strategic(game: Game, side: str = "german") -> Game:
    """The same game in the Strategic Movement Phase of a side."""
    work = game.work()
    work.stack = []
    work.tracks = structs.replace(work.tracks, phase=5 if side == "german" else 11)
    open_strategic_phase(work, side)
    return game.after(work)


# -- zones and what is overrun


@rule("kursk-6.1.7-a", "kursk-c4-4.2.1-a")
def test_who_overruns_guns_in_an_enemy_zone_stops_there() -> None:
    game = on("a k . y\n. . . .", a="g arm mp=9", k="s art 3", y="s inf").play("take a; to B01")
    assert game.gone("k") and not game.unit("a").has("done"), "the infantry is two hexes off"
    near = on("a k y .\n. . . .", a="g arm mp=9", k="s art 3", y="s inf").play("take a; to B01; halt")
    assert near.gone("k") and near.unit("a").has("done") and not near.may("take a")


@rule("kursk-6.1.7-c", "kursk-7.1.6-a")
def test_works_go_with_the_guns_overrun_in_them() -> None:
    game = on("a k . .\n. . . .", a="g arm mp=9", k="s art 3 dug").play("take a; to B01; halt")
    assert game.gone("k") and not works(game)
    assert game.left("a") == 9 - 1 - 2


@rule("kursk-9.1.5-a", "kursk-9.1.6-a")
def test_a_headquarters_overrun_on_the_march_gives_shifts_in_the_very_next_combat_phase() -> None:
    game = on("a h . .\n. . . .", a="g arm mp=9", h="s hq 0").play("take a; to B01; halt")
    assert shifts_near(game.state, "german", (0,)) == 5


@rule("kursk-3.1.13-a", "kursk-8.2.14-a")
def test_who_has_no_points_at_all_does_not_move_a_single_hex() -> None:
    """[ruling: the cap is what a unit began with, and nobody moves for nothing]"""
    game = harassed(on("x . .\n. . .", side="soviet", x="s inf mp=1"), "A01")
    assert allowance(game.state, game.unit("x")) == 0 and not game.may("take x") and not game.may("dig x")
    one = harassed(on("x F .\n. . .", side="soviet", x="s inf mp=2"), "A01")
    assert one.may("take x; to B01"), "it has one point left and one hex costs no more than that"


@rule("kursk-8.2.13-a", "kursk-12.1.3-a", "kursk-12.2.3-a")
def test_aircraft_slow_strategic_movement_too() -> None:
    game = on("x . . . . .", side="soviet", x="s arm mp=9").say("mark x")
    harassed(game, "C01")
    strategic(game, "soviet").play("take x; to D01")
    assert game.left("x") == 9 - 2 - 6, "three hexes at one point and one for the aircraft"


# -- entry and exit


@rule("kursk-11.2.3-a", "kursk-c4-4.2.1-a", "kursk-c4-4.2.6-a")
def test_who_begins_in_an_enemy_zone_may_leave_the_map_and_who_was_stopped_there_may_not() -> None:
    game = on("a x .\n. . .", a="g inf mp=4", x="s inf", book=EDGE)
    assert game.may("exit a")
    stopped = on(". x .\na . .", a="g inf mp=4", x="s inf", book={"zones": {"german": (0, 3)}})
    stopped.play("exit a")
    assert stopped.at("a") == "off"
    met = on(". x .\n. . .\na . .", a="g inf mp=4", x="s inf", book=EDGE).play("take a; to A02; halt")
    assert met.unit("a").has("done") and not met.may("exit a")


@rule("kursk-11.2.3-a", "kursk-6.2.3-a")
def test_guns_leave_the_map_limbered_only() -> None:
    assert on("k .", k="g art 3 transport", book=EDGE).may("exit k")
    game = on("k .", k="g art 3", book=EDGE)
    assert not game.may("exit k")
    assert game.play("limber k").may("exit k")


@rule("kursk-11.2.3-a", "kursk-10.2.1-a", "kursk-10.2.2-a")
def test_who_has_left_the_map_keeps_its_level_out_of_supply_and_is_not_traced() -> None:
    game = on("a .\n. .", a="g inf mp=4 oos=3", book={"zones": {"german": (0,)}}).play("exit a")
    work = game.work()
    work.stack = []
    open_supply(work, "german")
    game.after(work)
    assert game.unit("a").supply == 3 and not game.unit("a").has("cut off")
    assert game.state.over, "no dice were asked for"


@rule("kursk-11.2.3-a", "kursk-9.2.1-a")
def test_a_headquarters_that_left_the_map_guides_nobody() -> None:
    game = on("h a . x\n. . . .", h="g hq 0", a="g inf", x="s inf", book=EDGE)
    from balka.systems.wb95.headquarters import guides

    assert guides(game.state, "german", [game.unit("a")])
    assert not guides(game.play("exit h").state, "german", [game.unit("a")])


@rule("kursk-11.2.3-a", "kursk-7.1.5-a")
def test_works_go_when_the_last_of_their_garrison_leaves_the_map() -> None:
    game = on("a .\n. .", a="g inf mp=4 dug", book=EDGE).play("exit a")
    assert works(game) == {"A01"} and not works(end_phase(game))


@rule("kursk-11.2.3-a", "kursk-5.6.5-a")
def test_leaving_the_map_is_no_rest_for_the_disorganised() -> None:
    game = on("a . b\n. . .", "day", a="g inf mp=4 disorganised", b="g inf disorganised", book=EDGE)
    game.play("exit a; end; end")
    assert game.unit("a").disorganised and not game.unit("b").disorganised


@rule("kursk-c11-11.1.4-a", "kursk-6.1.7-a")
def test_nobody_enters_the_map_onto_enemy_guns() -> None:
    book = {"arrivals": {"r": Arrival("r", 1, (0,), "r")}}
    game = on("k .\n. .", off={"r": "g arm mp=7"}, k="s art 3", book=book)
    assert game.rule("enter r A01") == "kursk-c11-11.1.4-a"
    assert on(". k\n. .", off={"r": "g arm mp=7"}, k="s art 3", book=book).may("enter r A01")


@rule("kursk-c11-11.1.3-a", "kursk-c4-4.2.1-a")
def test_who_enters_the_map_in_an_enemy_zone_stops_on_the_entry_hex() -> None:
    book = {"arrivals": {"r": Arrival("r", 1, (0,), "r")}}
    game = on(". x .\n. . .", off={"r": "g arm mp=7"}, x="s inf", book=book).play("enter r A01")
    assert game.at("r") == "A01" and not game.may("take r")
    free = on(". . x\n. . .", off={"r": "g arm mp=7"}, x="s inf", book=book).play("enter r A01")
    assert free.may("take r")


# -- Strategic Movement


@rule("kursk-12.1.2-a", "kursk-7.1.4-a")
def test_who_digs_is_not_marked_and_who_is_marked_does_not_dig() -> None:
    game = on("a b .\n. . .", a="g inf", b="g inf").say("dig a; mark b")
    assert not game.may("mark a") and not game.may("dig b")


@rule("kursk-12.1.2-a", "kursk-6.2.4-a", "kursk-12.1.3-a")
def test_guns_that_change_their_set_up_are_not_marked_and_marked_ones_do_not_unlimber() -> None:
    game = on("k l .\n. . .", k="g art 3", l="g art 3 transport").say("limber k; mark l")
    assert not game.may("mark k")
    strategic(game)
    assert game.may("take l") and not game.texts("unlimber")


@rule("kursk-12.1.2-a", "kursk-c14-14.2.1-a")
def test_who_has_blown_a_bridge_is_not_marked() -> None:
    game = on("a .\n. .", "move", "river A01 B01", "bridge A01 B01", "main A01 B01", a="g inf").say("blow a A01/B01")
    assert not game.may("mark a") and game.may("take a")


@rule("kursk-12.2.1-a", "kursk-5.4.5-a")
def test_a_marked_unit_next_to_which_an_enemy_has_pursued_stays() -> None:
    picture = """
        . . . . .
        . . x . .
        . . a . .
        . m . . .
        . . . . .
    """
    units = {"a": "g inf 1 cel=4", "x": "s inf 5 cel=4", "m": "g arm mp=7 marked done"}
    game = on(picture, "combat", **units).play("attack C02; join a; fight", dice=[10])
    game.say("go a D03>D04")
    game.play("follow x C03>C04", dice=[4])
    assert game.at("x") == "C04"
    strategic(game)
    assert not game.may("take m")


@rule("kursk-12.1.2-b", "kursk-6.6.5-a")
def test_self_propelled_guns_that_supported_an_attack_do_not_move_strategically() -> None:
    units = {"a": "g inf 4", "k": "g art 4 selfpropelled moves=mechanized mp=7 marked done", "x": "s inf 4"}
    game = on("x . . .\na . k .", "combat", **units)
    game.play("attack A01; join a; gun k; fight", dice=[7])
    assert not strategic(game).may("take k")
    idle = on("x . . .\na . k .", "combat", **units).play("attack A01; join a; fight", dice=[7])
    assert strategic(idle).may("take k")


@rule("kursk-12.1.3-a", "kursk-5.6.5-a")
def test_strategic_movement_is_no_rest_for_the_disorganised() -> None:
    game = on("a . b\n. . .", "day", a="g arm mp=7 disorganised fresh", b="g inf disorganised fresh")
    game.play("mark a; end; end; take a; to B01; halt; end")
    while game.state.turn == 1:
        game.say("end")
    game.play("end; end")
    assert game.unit("a").disorganised and not game.unit("b").disorganised


# -- works


@rule("kursk-7.1.4-a", "kursk-10.2.2-a")
def test_a_unit_out_of_supply_digs_in_without_paying_a_level() -> None:
    game = on("a .\n. .", a="g inf mp=4 oos=2").say("dig a")
    assert works(game) == {"A01"} and game.unit("a").supply == 2


@rule("kursk-7.1.2-a", "kursk-5.6.5-a", "kursk-17.1.2-c")
def test_digging_in_and_blowing_bridges_disturb_no_rest() -> None:
    """[ruling: rest is broken by moving, attacking and being attacked, as both rules list it]"""
    span = ("river A01 B01", "bridge A01 B01", "main A01 B01")
    units = {"a": "g inf disorganised", "b": "g arm 4 cel=2/1 repair"}
    game = on("a+b . .\n. . .", "day", *span, **units, book={"repairs": 1, **EDGE})
    game.play("dig a; blow b A01/B01; end; end")
    assert not game.unit("a").disorganised
    game.play("end")
    assert game.unit("b").cel == 2


@rule("kursk-scK-2ta-a", "kursk-7.1.2-a", "kursk-6.2.4-b", "kursk-c14-14.2.1-a")
def test_who_may_not_move_yet_spends_no_points_on_anything_else() -> None:
    """[ruling: digging, setting up and blowing are paid in movement points]"""
    span = ("river A01 B01", "bridge A01 B01", "main A01 B01")
    units = {"x": "s inf", "k": "s art 3", "y": "s inf"}
    game = on("x+k . y\n. . .", "move", *span, side="soviet", **units, book={"frozen": {"x": 2, "k": 2}})
    assert not game.may("dig x") and not game.may("limber k") and not game.may("blow x A01/B01")
    assert game.may("dig y")


# -- bridges


@rule("kursk-14.1.4-a", "kursk-6.4.7-a", "kursk-14.1.1-a")
def test_guns_fire_at_a_bridge_whoever_controls_it() -> None:
    """[ruling: control is asked of those who blow it on the spot]"""
    span = ("river A01 B01", "bridge A01 B01", "main A01 B01")
    game = on("x . . k\n. . . .", "combat", *span, k="g art 8", x="s inf")
    assert game.may("shell A01/B01")
    assert not on("x . . k\n. . . .", "move", *span, k="g art 8", x="s inf").texts("blow")


@rule("kursk-c14-14.2.2-a", "kursk-14.1.4-a")
def test_a_bridge_is_rebuilt_under_the_eyes_of_the_enemy() -> None:
    """[ruling: control is asked of who destroys, not of who repairs]"""
    span = ("river A01 B01", "bridge A01 B01", "main A01 B01")
    units = {"a": "g inf mp=4", "h": "g hq 0", "x": "s inf"}
    game = on("a x .\nh . .", "move", *span, **units)
    game.state = structs.replace(game.state, position=structs.replace(game.state.position, broken=((0, 1),)))
    assert game.may("rebuild a A01/B01")
    alone = on("a x .\n. . .", "move", *span, a="g inf mp=4", x="s inf")
    alone.state = structs.replace(alone.state, position=structs.replace(alone.state.position, broken=((0, 1),)))
    assert not alone.may("rebuild a A01/B01"), "no headquarters is near"


def begun(picture: str, *lines: str, **units: str) -> Game:
    game = on(picture, "move", BIG, *lines, **units)
    work = game.work()
    note_banks(work, "german")
    return game.after(work).play("bridge h A01/B01")


@rule("kursk-c14-14.3.1-a", "kursk-c14-14.3.2-d", "kursk-14.1.3-a")
def test_a_bridge_built_over_a_big_river_can_be_blown_like_any_other() -> None:
    game = begun("h+a . .\n. . .", h="g hq 0", a="g inf mp=4")
    work = game.work()
    finish_bridges(work, "german")
    game.after(work)
    assert game.state.position.built == ((0, 1),) and game.texts("blow a") == ["blow a A01/B01"]
    game.say("blow a A01/B01")
    assert game.state.position.built == () and game.state.position.broken == ()
    assert game.left("a") == 1 and not game.texts("blow")


@rule("kursk-c14-14.3.2-d", "kursk-6.4.7-a", "kursk-8.2.8-0")
def test_guns_and_aircraft_destroy_a_bridge_that_was_built() -> None:
    game = on("x . . k\n. . . .", "combat", BIG, k="g art 18", x="s inf")
    game.state = structs.replace(game.state, position=structs.replace(game.state.position, built=((0, 1),)))
    game.play("shell A01/B01; gun k; fire", dice=[7])
    assert game.state.position.built == () and game.state.position.broken == ()
    air = on("x . .\n. . .", "air", BIG, x="s inf", book={"air": {"german": ("air-1",)}, "sorties": {"german": 1}})
    air.state = structs.replace(air.state, position=structs.replace(air.state.position, built=((0, 1),)))
    assert air.may("bomb air-1 A01/B01")


@rule("kursk-c14-14.3.3-a", "kursk-9.1.5-a")
def test_a_site_is_free_again_when_its_builder_is_lost() -> None:
    game = begun("h+k . .\n. . .", h="g hq 0", k="g hq 0")
    assert not game.may("bridge k A01/B01")
    work = game.work()
    from balka.systems.wb95.losses import eliminate

    eliminate(work, "h", "combat")
    assert game.after(work).may("bridge k A01/B01")


@rule("kursk-c14-14.3.4-a", "kursk-5.3.1-a")
def test_a_headquarters_at_work_on_a_bridge_does_not_go_back() -> None:
    game = begun("h+b . .\n. . .\nx . .", "big_river A02 B01", h="g hq 0", b="g inf 4", x="s arm 40")
    work = game.work()
    work.stack = []
    change(work, "x", hex=game.state.setting.board.hex("A02"))
    open_fighting(work, "soviet")
    game.after(work)
    assert game.unit("h").has("building"), "the tanks do not reach over the river"
    game.play("attack A01; join x; fight", dice=[9])
    assert game.waiting == "german retreat" and not game.texts("go h")


@rule("kursk-scK-2ta-a", "kursk-c14-14.3.2-c")
def test_a_headquarters_that_may_not_move_yet_builds_no_bridge() -> None:
    for turn, may in ((1, False), (2, True)):
        game = on("h . .\n. . .", "move", BIG, h="g hq 0", book={"frozen": {"h": 2}}, turn=turn)
        work = game.work()
        note_banks(work, "german")
        assert game.after(work).may("bridge h A01/B01") == may


@rule("kursk-8.2.19-a", "kursk-c1-1.2counters-k")
def test_a_party_whose_last_unit_dies_on_the_way_over_is_gone() -> None:
    game = on("a . .\n. . .", "move", BIG, a="g inf cel=1")
    flight = Flight("air-1", "soviet", "river", 1)
    game.state = structs.replace(game.state, position=structs.replace(game.state.position, air=(flight,)))
    game.play("take a; to B01", dice=[6])
    assert game.gone("a") and game.texts() == ["halt"]
    assert game.say("halt").waiting == "german move.phase"


@rule("kursk-c14-14.2.1-a", "kursk-10.2.2-a", "kursk-c14-14.3.1-a")
def test_out_of_supply_a_unit_may_lack_the_points_for_a_big_bridge() -> None:
    span = (BIG, "bridge A01 B01", "main A01 B01")
    assert on("a . .", "move", *span, a="g inf mp=4").may("blow a A01/B01")
    hungry = on("a . .", "move", *span, a="g inf mp=4 oos=1")
    assert not hungry.may("blow a A01/B01")
    assert hungry.say("push a").may("blow a A01/B01")


@rule("kursk-9.1.3-a", "kursk-5.3.3-b")
def test_a_headquarters_goes_back_into_ground_closed_to_trucks() -> None:
    picture = """
        . S S S .
        . S h+x S .
        . . a . .
    """
    game = on(picture, "combat", a="g arm 40", h="s hq 0", x="s arm 4").play("attack C02; join a; fight", dice=[9])
    assert game.may("go h C01") and not game.may("go x C01")


@rule("kursk-9.1.3-a", "kursk-5.4.7-b")
def test_a_headquarters_that_defended_follows_through_ground_closed_to_trucks() -> None:
    picture = """
        . . . . .
        . . h+x . .
        . . a:S . .
        . . . . .
    """
    game = on(picture, "combat", a="g inf 1 cel=4", h="s hq 0", x="s arm 6", side="german")
    game.play("attack C02; join a; fight", dice=[10])
    game.play("go a C04")
    assert game.waiting == "soviet pursuit" and game.may("follow h C03") and not game.may("follow x C03")


@rule("kursk-14.1.3-a", "kursk-c14-14.3.2-d")
def test_a_bridge_that_was_built_belongs_to_who_holds_an_end() -> None:
    game = on("h . .\n. . x", "move", BIG, h="g hq 0 mp=10", x="s inf")
    work = game.work()
    work.position = structs.replace(work.position, built=((0, 1),))
    game.after(work)
    work = game.work()
    change(work, "x", hex=1)
    game.after(work)
    assert game.state.tracks.bridges == ("german 0/1",) and game.may("blow h A01/B01")
