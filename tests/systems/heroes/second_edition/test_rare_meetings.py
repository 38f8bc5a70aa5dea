"""Where chapters meet in rare positions: turrets and shadows, mines and riders, what may be guessed of markers.

[docs/interactions]
"""

from __future__ import annotations

from random import Random

import pytest
from tests.systems.heroes.kit import hands
from tests.systems.heroes.second_edition.kit import GERMAN, SOVIET, Bear, on
from tests.systems.heroes.second_edition.test_works import work

from balka.core.proof import rule
from balka.systems.heroes.chapters.obstacles import MINES, MineAttack
from balka.systems.heroes.data.mission_data import WeaponLimit
from balka.systems.heroes.units import Works

SOME = {GERMAN: 3, SOVIET: 3}
SHADOWS = {"hiding": True}


def guessed(game: Bear, seat: str, name: str) -> set[str]:
    """The markers that a side may suppose under a unit."""
    view, system = game.state.view(seat), game.state.setting.system
    return {system.sample(view, Random(seed)).position.units[name].marker for seed in range(60)}


def rolled_for(game: Bear) -> list[str]:
    """Under whom mines are going off."""
    return sorted(name for frame in game.state.stack if isinstance(frame, MineAttack)
                  for name in (frame.now, *frame.waiting))  # fmt: skip


# -- fire on suspicion


@rule("atb-9.1.2-d", "atb-15.4-b")
@pytest.mark.parametrize(("tank", "helps"), [("pz3e NW", True), ("pzjg35 NW", False), ("pz3e NW panicked", False)])
def test_a_turret_out_of_its_arc_supports_fire_on_suspicion(tank: str, helps: bool):
    game = on("a+t . . . x:H", a="grif SE", t=tank, x="srif NW hidden").gather("a", "t")
    assert ("suspect a E01" in game.choices()) == helps


@rule("atb-9.1.2-d", "atb-19.1-c")
def test_a_turret_out_of_its_arc_supports_flame_on_suspicion():
    game = on("a+t x:H . .", a="pio SE", t="pz3e NW", x="srif NW hidden").gather("a", "t")
    game.begin("flame a B01", "by opportunity 0", dice=[4, 5])
    assert not game.is_hidden("x"), "2, short range 3 and support 1 against the flank of 11: 5 would do"


@rule("atb-10.0.3-a", "atb-19.1-c")
def test_the_quote_of_flame_on_suspicion_tells_its_roll():
    game = on("a . . x", a="pio SE", x="srif NW", told=SHADOWS)
    assert [sum(value for value, _ in game.rating("flame a B01", "Attack Rating before distance and height"))] == [2]
    near = on("a x . .", a="pio SE", x="srif NW", told=SHADOWS)
    assert near.need("flame a B01") == 11 - 2 - 3, "at somebody in view as ever"


# -- support at the price of who leads


def together(game: Bear, first: str, other: str, sentence: str) -> bool:
    """Could two units do something as a group?"""
    for said in (f"group {first}", f"with {other}"):
        if not game.offers(said):
            return False
        game.state = game.state.apply(said).state
    return game.offers(sentence)


@rule("atb-9.1.2-i", "atb-hit-foot-pinned-c")
@pytest.mark.parametrize(
    ("friend", "helps"),
    [("pinned", True), ("unnerved", True), ("stunned", False), ("panicked", False), ("suppressed", False)],
)
def test_who_could_not_pay_for_an_attack_of_its_own_supports_one_that_can_be_paid(friend: str, helps: bool):
    """The machine gun's attack costs 2, the squad's would cost 3; who is Pinned can do nothing else for 2."""
    pair = {"a": "lmg34 SE spent", "b": f"grif SE spent {friend}", "x": "srif NW"}
    assert together(on("a+b . x", caps={GERMAN: 2, SOVIET: 0}, **pair), "a", "b", "fire a C01") == helps
    assert not together(on("a+b . x", caps={GERMAN: 1, SOVIET: 0}, **pair), "a", "b", "fire a C01")


@rule("atb-9.1.2-i", "atb-9.1-c")
def test_so_it_is_with_the_points_of_a_shared_pool():
    pair = {"a": "lmg34 SE", "b": "grif SE active pinned", "x": "srif NW"}
    game = on("a+b . x", pool={GERMAN: 2}, **pair)
    assert together(game, "a", "b", "fire a C01")
    game.begin("fire a C01", dice=[1, 1])
    assert (game.condition("a"), game.condition("b"), game.pool(GERMAN)) == ("spent", "spent", 0)


@rule("atb-9.1.2-i", "atb-hit-veh-immobilized-b")
def test_an_immobilized_tank_supports_a_cheaper_one():
    pair = {"a": "pz2f SE spent", "b": "pz3e SE spent immobilized", "x": "srif NW"}
    assert together(on("a b x", caps={GERMAN: 2, SOVIET: 0}, **pair), "a", "b", "fire a C01")


@rule("atb-8.4-d", "atb-9.1-e")
@pytest.mark.parametrize("thrower", ["grif SE", "grif SE spent"])
@pytest.mark.parametrize(
    ("friend", "helps"),
    [("hmg34 SE", True), ("hmg34 SE pinned", True), ("hmg34 SE suppressed", False), ("hmg34 NW", False)],
)
def test_a_spent_unit_supports_grenades_without_caps(thrower: str, friend: str, helps: bool):
    """Nothing is to be paid, so that it makes no difference whether a CAP is left."""
    limit = WeaponLimit("GRENADES", 9, ("ger_rifle_41",))
    told = {"weapons": {GERMAN: ["GRENADES"]}, "special": (limit,)}
    for held in (0, 1):
        game = on("a+b x .", a=thrower, b=f"{friend} spent", x="srif NW", caps={GERMAN: held, SOVIET: 0}, told=told)
        assert not any(text.startswith("use b") for text in game.choices())
        assert together(game, "a", "b", "use a GRENADES B01") == helps
        assert not helps or game.need("use a GRENADES B01") == 11 - 5 + 2 - 1


@rule("atb-8.4-d", "atb-9.1-e")
def test_it_supports_who_has_come_to_bear_the_card():
    told = {"weapons": {GERMAN: ["GRENADES"]}}
    game = on("a+b+x .", a="grif SE spent", b="grif SE spent", x="srif NW", told=told)
    game.begin("use a GRENADES x", dice=[1, 1]).begin("pass")
    assert together(game, "a", "b", "use a GRENADES x")
    game.begin(dice=[1, 1])
    assert game.seat == SOVIET and game.condition("b") == "spent", "it was all they could do"


# -- mines


@rule("atb-18.3.3-c", "atb-17.0-g")
def test_mines_go_off_under_nobody_who_only_rides_while_another_gets_off():
    men = {"t": "sd251 SE", "a": "grif SE carrier=t", "b": "lmg34 SE carrier=t", "x": "srif NW"}
    game = on("t+a+b . . . x", caps=SOME, told={"works": {"A01": work(MINES)}}, **men)
    game.begin("unload a A01 SE", "by opportunity 0")
    assert rolled_for(game) == ["a", "t"]


@rule("atb-18.3.3-c", "atb-17.0-g")
def test_mines_go_off_under_nobody_who_only_rides_while_its_vehicle_digs_in():
    men = {"t": "sd251 SE", "a": "grif SE carrier=t", "x": "srif NW"}
    told = {"works": {"A01": work(MINES)}, **hands(german="11")}
    assert rolled_for(on("t+a . . . x", caps=SOME, told=told, **men).begin("play 11 t")) == ["t"]
    turned = on("t+a . . . x", caps=SOME, told=told, **men).begin("pivot t S", "by opportunity 0")
    assert rolled_for(turned) == ["a", "t"], "it takes part in turns"


@rule("atb-7.4.2-d", "atb-9.1.1-b")
@pytest.mark.parametrize(("held", "left"), [(2, 0), (3, 1)])
def test_a_group_whose_loss_on_mines_takes_a_cap_pays_what_is_left(held: int, left: int):
    """Heavy woods cost 2; who dies on the mines covers the space on which the CAPs stand."""
    men = {"a": "grif SE spent", "b": "grif SE spent unnerved", "x": "srif NW"}
    stock = {"caps": {GERMAN: held, SOVIET: 0}, "start_caps": {GERMAN: 2, SOVIET: 0}}
    game = on("a+b H .\n. . x", told={"works": {"A02": work(MINES)}}, **stock, **men).gather("a", "b")
    if game.asked == "group":  # with 3 CAPs they could fire as well
        game.begin("act move")
    game.play("move a B01 SE", "move b A02 S", dice=[6, 6])
    assert not game.alive("b") and game.caps(GERMAN) == left and game.at("a") == "B01"


@rule("atb-9.1.1-b", "atb-18.3.3-b", "atb-9.1-e")
def test_a_spent_group_of_which_all_are_lost_on_mines_has_paid_for_its_move():
    men = {"a": "grif N spent unnerved", "b": "grif N spent unnerved", "x": "srif S"}
    stock = {"caps": {GERMAN: 3, SOVIET: 0}, "start_caps": {GERMAN: 6, SOVIET: 0}}
    game = on(".\na+b\n.\n.\nx", told={"works": {"A01": work(MINES)}}, **stock, **men).gather("a", "b")
    game.play("move a A01 N", "move b A01 N", dice=[6, 6, 6, 6])
    assert not game.alive("a") and not game.alive("b") and game.caps(GERMAN) == 2


@rule("atb-9.1.1-b", "atb-18.3.3-b", "atb-9.1-d")
def test_a_group_that_has_lost_its_spent_member_takes_no_opportunity():
    men = {"a": "grif N", "b": "grif N spent unnerved", "x": "srif S"}
    stock = {"caps": {GERMAN: 1, SOVIET: 0}, "start_caps": {GERMAN: 6, SOVIET: 0}}
    game = on(".\na+b\n.\n.\nx", told={"works": {"A01": work(MINES)}}, **stock, **men).gather("a", "b")
    game.begin("move b A01 N", dice=[6, 6])
    assert not game.offers("move a A03 N"), "its CAP does not pay for a move backwards"
    game.play("pivot a S")
    assert game.caps(GERMAN) == 0 and game.condition("a") == "fresh"


@rule("atb-9.0-e", "atb-9.1.1-b", "atb-18.3.3-b")
def test_who_moved_with_the_only_active_unit_when_it_was_lost_goes_on_with_the_pool():
    men = {"a": "grif N active unnerved", "b": "grif N", "x": "srif S"}
    game = on(".\na+b\n.\n.\nx", told={"works": {"A01": work(MINES)}}, pool={GERMAN: 4}, **men).gather("a", "b")
    game.play("move a A01 N", "pivot b S", dice=[6, 6])
    assert not game.alive("a") and game.condition("b") == "active" and game.pool(GERMAN) == 3


@rule("atb-9.0-e", "atb-9.1.1-b", "atb-3.2.2-b")
@pytest.mark.parametrize(("paid", "left"), [("by command 1", 0), ("by pool 0", 3)])
def test_a_pool_whose_only_unit_a_group_has_lost_goes_on_only_if_the_group_pays_from_it(paid: str, left: int):
    men = {"a": "grif N active unnerved", "b": "grif N", "c": "grif N", "x": "srif S"}
    mined = {"told": {"works": {"A01": work(MINES)}}, "pool": {GERMAN: 4}, "caps": {GERMAN: 1, SOVIET: 0}}
    game = on(". .\na+b .\n. .\n. c\nx .", **mined, **men).gather("a", "b").begin("move a A01 N", dice=[6, 6])
    game.begin("pivot b S").play(paid)
    assert game.pool(GERMAN) == left and game.condition("b") == ("active" if left else "fresh")
    game.play("pass")
    assert game.offers("stall ap") == bool(left) == game.begin("pivot c S").offers("by pool 0")


@rule("atb-9.0-e", "atb-9.1.1-b", "atb-18.3.3-b")
def test_a_pool_ends_with_a_group_of_which_all_are_lost_once_it_has_paid():
    men = {"a": "grif N active unnerved", "b": "grif N active unnerved", "c": "grif N", "x": "srif S"}
    game = on(". .\na+b .\n. .\n. c\nx .", told={"works": {"A01": work(MINES)}}, pool={GERMAN: 4}, **men)
    game.gather("a", "b").begin("move a A01 N", dice=[6, 6]).play("move b A01 N", dice=[6, 6]).play("pass")
    assert game.pool(GERMAN) == 0 and not game.offers("stall ap")


@rule("atb-14.1-h", "atb-18.3.3-b")
def test_a_bonus_move_uphill_on_which_the_vehicle_is_lost_is_paid_for():
    stock = {"caps": {GERMAN: 3, SOVIET: 0}, "start_caps": {GERMAN: 6, SOVIET: 0}}
    game = on("t . 1 . x", t="sd251 SE spent light_damage", x="srif NW", told={"works": {"C01": work(MINES)}}, **stock)
    game.begin("move t B01 SE").play("go t C01 SE", dice=[6, 6])
    assert not game.alive("t") and game.caps(GERMAN) == 1


@rule("atb-14.1-h", "atb-3.2.1-a", "atb-9.0-e")
@pytest.mark.parametrize(
    ("words", "paid"), [("SE active light_damage", "by pool 0"), ("SE light_damage", "by activate 0")]
)
def test_an_active_vehicle_lost_on_a_bonus_move_uphill_has_paid_for_it_with_its_action_points(words: str, paid: str):
    stock = {"caps": {GERMAN: 3, SOVIET: 0}, "start_caps": {GERMAN: 6, SOVIET: 0}, "pool": {GERMAN: 4}}
    game = on("t . 1 . x", t=f"sd251 {words}", x="srif NW", told={"works": {"C01": work(MINES)}}, **stock)
    game.begin("move t B01 SE", paid).play("go t C01 SE", dice=[6, 6])
    assert not game.alive("t") and (game.caps(GERMAN), game.pool(GERMAN)) == (3, 0), "no CAP is asked for"


@rule("atb-7.4.2-d", "atb-14.1-h")
def test_a_bonus_move_uphill_is_paid_as_far_as_a_loss_on_it_leaves_caps():
    men = {"t": "sd251 SE spent", "a": "grif SE carrier=t unnerved", "x": "srif NW"}
    stock = {"caps": {GERMAN: 2, SOVIET: 0}, "start_caps": {GERMAN: 1, SOVIET: 0}}
    game = on("t+a . 1 . x", told={"works": {"C01": work(MINES)}}, **stock, **men).begin("move t B01 SE")
    game.begin("go t C01 SE", dice=[6, 6, 1, 1])
    assert not game.alive("a") and game.caps(GERMAN) == 0
    assert game.play("stay").caps(GERMAN) == 0, "nobody owes CAPs"
    assert not any("more" in line for line in game.heard(SOVIET)), "nor is anybody told that he has paid them"


@rule("atb-14.1-h", "atb-18.3.3-g")
@pytest.mark.parametrize(("state", "free"), [("spent", ["caps 0"]), ("active", ["caps 0", "caps 1", "caps -1"])])
def test_a_cap_that_a_bonus_move_uphill_costs_does_not_change_the_roll_of_ones_own_mines(state: str, free: list[str]):
    """By command the hill is paid in CAPs, by the pool in Action Points."""
    men = {"t": f"sd251 SE {state}", "x": "srif NW"}
    stock = {"caps": {GERMAN: 2 if state == "spent" else 1, SOVIET: 0}, "pool": {GERMAN: 2}}
    game = on("t . 1 . x", told={"works": {"C01": work(MINES, side=GERMAN)}}, **stock, **men)
    game.begin("move t B01 SE", *(["by pool 0"] if state == "active" else []))
    game.state = game.state.apply("go t C01 SE").state
    assert game.asked == "mine.roll" and game.choices() == free


# -- hiding where one is dug in


@rule("atb-10.2-b", "atb-18.1.3-e", "atb-10.0.4-c")
@pytest.mark.parametrize(("words", "place", "hidden"), [(" dug-in", "A01", True), ("", "A01", False),
                                                        (" dug-in", "B01", False)])  # fmt: skip
def test_who_hides_where_it_is_dug_in_keeps_its_hasty_defense(words: str, place: str, hidden: bool):
    """An enemy who comes within two hexes in plain view does not find it there."""
    game = on("a .\nS .\nx .\n. .", a=f"grif N{words}", x="srif N", told=SHADOWS)
    game.play(f"sneak a {place}", "by opportunity 0")
    assert game.unit("a").dug_in == (words != "" and place == "A01")
    assert not any("Hasty" in line for line in game.heard(SOVIET)), "whether it is still there nobody else hears"
    game.begin("move x B03 N", "by opportunity 0")
    assert game.is_hidden("a") == hidden


@rule("atb-10.2-b", "atb-18.1.3-g")
@pytest.mark.parametrize(("mover", "able"), [(GERMAN, False), (SOVIET, True)])
def test_a_hasty_defense_in_hiding_is_in_use_as_far_as_its_side_knows(mover: str, able: bool):
    dug = {f"d{n}": "grif N dug-in" for n in range(7)}
    men = {"a": "grif N", "h": "grif N hidden dug-in", "x": "srif N", **dug}
    game = on(f"h .\n{'+'.join(('a', *dug))} .\nS .\nx .", active=mover, told=SHADOWS, **men)
    assert game.offers("dig a" if mover == GERMAN else "dig x") == able


# -- attacking works


@rule("atb-18.4-a", "atb-18.1.1-a")
def test_who_sits_in_a_trench_may_attack_the_wire_of_its_hex():
    def inside(kind: str) -> Bear:
        works = {"A01": work(kind, side=GERMAN), "A01/barbed_wire": work("barbed_wire")}
        return on("a . . x", a="grif S inside", x="srif NW", told={"works": works})

    assert inside("trench").need("raze a") == 15 - 2 - 4, "the Trench itself cannot fall"
    assert inside("bunker_5").why_not("raze a") == "atb-18.4-a", "the Bunker could, with friends in it"


# -- getting on together


@rule("atb-17.0-d", "atb-9.1-g")
@pytest.mark.parametrize(("second", "caps", "able"), [("spent", 1, False), ("spent", 3, True), ("active", 0, False)])
def test_nobody_of_a_group_gets_onto_a_vehicle_if_then_nobody_could_pay(second: str, caps: int, able: bool):
    """The gun costs 3, which only an opportunity, an activation or enough CAPs pay for; the second truck bars those."""
    men = {"g": "pak36 SE", "a": "grif SE", "t": "opel SE", "u": f"opel SE {second}", "x": "srif NW"}
    game = on("g+a+t+u . . x", caps={GERMAN: caps, SOVIET: 0}, pool={GERMAN: 1}, **men).gather("g", "a")
    game.begin("act load")
    assert game.offers("load a u"), "as long as nothing dearer has been done"
    game.begin("load g t")
    assert (game.asked == "group.act" and game.offers("load a u")) == able
    assert game.choices(), "whatever was done can be paid for"


# -- cards and the Stunned


@rule("atb-hit-foot-stunned-b", "atb-card-07-b")
def test_a_stunned_unit_is_given_no_points_by_a_sergeant_and_sends_no_scouts():
    cards = {**SHADOWS, **hands(german="07 30")}
    game = on("a+b . . . x", a="grif SE active stunned", b="grif SE", x="srif NW", caps=SOME, told=cards)
    assert game.choices("play") == ["play 30 b"]
    well = on("a+b . . . x", a="grif SE active pinned", b="grif SE", x="srif NW", caps=SOME, told=cards)
    assert set(well.choices("play")) == {"play 07 a", "play 30 a", "play 30 b"}


# -- what may be guessed of a marker that lies face down


@rule("atb-9.1.3-a", "atb-7.4-e")
@pytest.mark.parametrize("works", [{}, {"A01": work(MINES)}])
def test_who_rallies_with_others_may_be_stunned_but_has_a_marker_that_can_be_rallied(works: dict[str, Works]):
    men = {"a": "pz3e SE stunned", "b": "grif SE pinned", "x": "srif NW"}
    game = on("a+b . . . x", caps=SOME, told={"works": works}, **men).gather("a", "b")
    game.begin("by opportunity 0")
    assert guessed(game, SOVIET, "a") == {"vehicle_stunned", "vehicle_suppressed", "vehicle_panicked"}


@rule("atb-9.1.2-f", "atb-7.4-e")
@pytest.mark.parametrize("attack", ["fire a D01", "suspect a C01"])
def test_who_supports_an_attack_is_supposed_to_be_able_to(attack: str):
    men = {"a": "grif SE", "b": "grif SE unnerved", "x": "srif NW"}
    game = on("a+b . . x", caps=SOME, told=SHADOWS, **men).gather("a", "b").begin(attack, "by opportunity 0")
    assert guessed(game, SOVIET, "b") == {"foot_unnerved", "foot_pinned"}, "a range cut to 1 would not reach"


@rule("atb-18.3.3-b", "atb-7.4-e")
def test_whoever_runs_into_mines_may_have_been_stopped_by_them():
    men = {"a": "srif SE", "b": "srif SE", "x": "grif NW"}
    works = {"works": {"B01": work(MINES, side=GERMAN)}}
    game = on("a+b . . . x", active=SOVIET, caps=SOME, told=works, **men).gather("a", "b")
    game.begin("act move", "move a B01 SE", "caps 0", dice=[5, 5, "stunned"])
    assert game.asked == "group.move" and "foot_stunned" in guessed(game, GERMAN, "a")


@rule("atb-10.0.4-c", "atb-10.0-a")
def test_where_nothing_in_view_covers_a_hidden_unit_it_is_supposed_to_have_dug_in():
    game = on("a . x", a="grif SE", x="srif NW hidden dug-in")
    world = game.state.setting.system.sample(game.state.view(GERMAN), Random(1))
    assert world.position.hidden["x"].dug_in


# -- what is told of an opportunity


def spent_by(game: Bear) -> set[str]:
    """Who is Spent by an opportunity, as the enemy hears it: the last word of each name."""
    said = next(line for line in game.heard(SOVIET) if "an opportunity action" in line)
    return {name.split()[-1] for name in said.partition(" take")[0].split(", ")}


@rule("atb-3.1-d", "atb-9.2-b")
def test_all_who_are_spent_by_an_opportunity_of_a_group_are_named():
    fire = on("a+b . x", a="grif SE", b="lmg34 SE", x="srif NW").gather("a", "b")
    assert spent_by(fire.begin("fire b C01", "by opportunity 0", dice=[1, 1])) == {"a", "b"}
    rally = on("a+b . . x", a="grif SE suppressed", b="grif SE pinned", x="srif NW").gather("a", "b")
    assert spent_by(rally.begin("act rally", "by opportunity 0", dice=[1, 1, 1, 1])) == {"a", "b"}
    assert rally.condition("a") == rally.condition("b") == "spent"
    wired = on("a+b . . x", a="grif SE", b="grif SE", x="srif NW", told={"works": {"B01": work("barbed_wire")}})
    assert spent_by(wired.gather("a", "b").begin("act move", "move a B01 SE", "by opportunity 0")) == {"a", "b"}


@rule("atb-3.1-d", "atb-17.0-g")
def test_who_rides_is_named_with_the_vehicle_whose_opportunity_spends_it():
    men = {"t": "pz3e SE", "a": "grif SE carrier=t", "b": "grif SE", "x": "srif NW"}
    assert spent_by(on("t+a b . x", **men).begin("pivot t N", "by opportunity 0")) == {"t", "a"}
    alone = on("t+a b . x", **men).begin("fire t D01", "by opportunity 0", dice=[1, 1])
    assert spent_by(alone) == {"t"} and alone.condition("a") == "fresh", "it takes no part in an attack"
