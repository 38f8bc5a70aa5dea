"""Wire and mines, and the cards that lay and clear them. [17.8-17.10, 18.1-c, cards 16 and 17]"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec import structs
from tests.systems.heroes.kit import GERMAN, SOVIET, Game, box, hands, on

import balka
from balka.core.proof import rule
from balka.systems.heroes.chapters.fortifying import sampled_works
from balka.systems.heroes.data.mission_data import WorkSetup
from balka.systems.heroes.units import Works

STEP = ".\na"
RICH = {GERMAN: 6, SOVIET: 6}


def mines(side: str = SOVIET, *, hidden: bool = True) -> Works:
    return Works("mines", side, 0, hidden)


WIRE = Works("barbed_wire", SOVIET)


def with_works(picture: str, works: dict[str, Works], *, told: dict[str, Any] | None = None, **rest: Any) -> Game:
    return on(picture, told={"works": works, **(told or {})}, **rest)


# -- wire


@rule("sos-17.9-a", "sos-17.8-b")
@pytest.mark.parametrize("side", [GERMAN, SOVIET])
def test_a_foot_unit_in_wire_pays_a_die_more_whoever_laid_it(side):
    game = with_works(STEP, {"A01": Works("barbed_wire", side)}, a="inf N").play("move a A01 N", dice=[4, 5])
    assert game.at("a") == "A01" and game.unit("a").spent, "1AP and 4AP against a 5"
    safe = with_works(STEP, {"A01": WIRE}, a="inf N").play("move a A01 N", dice=[3, 5])
    assert not safe.unit("a").spent


@rule("sos-17.9-a")
def test_turning_in_wire_and_leaving_it_cost_no_die():
    with_works("a", {"A01": WIRE}, a="inf N").play("pivot a S", dice=[2])
    with_works(STEP, {"A02": WIRE}, a="inf N").play("move a A01 N", dice=[2])


@rule("sos-17.9-a")
@pytest.mark.parametrize(("answer", "where", "left"), [("caps 3", "A01", 2), ("forgo", "A02", 5)])
def test_a_spent_unit_pays_the_die_too_or_stays_where_it_was(answer, where, left):
    """[D23] No CAPs go into the die itself."""
    game = with_works(STEP, {"A01": WIRE}, a="inf N spent", caps=RICH)
    game.begin("move a A01 N", dice=[3])
    assert game.asked == "wire.pay" and game.choices() == ["caps 3", "forgo"]
    game.play(answer)
    assert game.at("a") == where and game.caps(GERMAN) == left


@rule("sos-17.9-a")
def test_a_spent_unit_that_cannot_pay_the_die_stays():
    game = with_works(STEP, {"A01": WIRE}, a="inf N spent", caps={GERMAN: 3, SOVIET: 0})
    game.play("move a A01 N", dice=[6])
    assert game.at("a") == "A02" and game.caps(GERMAN) == 2


@rule("sos-17.9-a")
def test_a_move_for_nothing_has_no_die():
    """Command Action lets it go at 0AP, whatever the wire costs."""
    game = with_works(STEP, {"A01": WIRE}, told=hands(german="02"), a="inf N")
    game.play("play 02", "move a A01 N")
    assert game.at("a") == "A01" and not game.unit("a").spent


@rule("sos-17.9-a", "sos-15.7-c")
def test_a_unit_that_loads_from_the_wire_of_its_vehicle_pays_the_die():
    game = with_works("t\na", {"A01": WIRE}, a="inf N", t="sd251 N").play("load a t", dice=[5, 6])
    assert game.unit("a").carrier == "t" and game.unit("a").spent, "1AP and 5AP against a 6"
    beside = with_works("a+t", {"A01": WIRE}, a="inf N", t="sd251 N").play("load a t", dice=[2])
    assert beside.unit("a").carrier == "t" and not beside.unit("a").spent, "it is there already"


@rule("sos-17.9-a", "sos-15.7-a")
@pytest.mark.parametrize(("answer", "carrier", "left"), [("caps 3", "t", 2), ("forgo", "", 5)])
def test_a_spent_unit_loads_through_wire_only_if_it_pays_the_die_too(answer, carrier, left):
    game = with_works("t\na", {"A01": WIRE}, a="inf N spent", t="sd251 N", caps=RICH).begin("load a t", dice=[3])
    assert game.asked == "wire.pay"
    game.play(answer)
    assert game.unit("a").carrier == carrier and game.caps(GERMAN) == left


@rule("sos-17.9-a", "sos-15.9-c")
@pytest.mark.parametrize(("answer", "where", "left"), [("caps 3", "A01", 2), ("forgo", "A02", 5)])
def test_a_spent_unit_gets_off_into_wire_only_if_it_pays_the_die_too(answer, where, left):
    game = with_works(".\nt", {"A01": WIRE}, a="inf N spent carrier=t", t="sd251 N", caps=RICH)
    game.state = structs.replace(
        game.state, position=game.state.position.with_unit(game.unit("a").changed(hex=game.unit("t").hex))
    )
    game.begin("unload a A01 N", dice=[3])
    assert game.asked == "wire.pay"
    game.play(answer)
    assert game.at("a") == where and game.caps(GERMAN) == left and bool(game.unit("a").carrier) == (where == "A02")


@rule("sos-17.9-a", "sos-10.1-c")
def test_a_group_with_a_spent_member_is_not_led_into_wire():
    """What the die will cost nobody can tell, and a Spent unit pays before it acts."""
    game = with_works(". .\na b", {"A01": WIRE}, a="inf N", b="inf N spent", caps=RICH).gather("a", "b")
    game.begin("act move")
    assert not game.offers("move a A01 N") and game.offers("move b B01 N")


@rule("sos-17.9-a")
def test_in_a_group_the_dearest_member_counts_its_die():
    game = with_works(". .\na b", {"A01": WIRE}, a="inf N", b="inf N")
    game.begin("group a", "act move", "move a A01 N", "move b B01 N", dice=[4, 5])
    assert game.unit("a").spent and game.unit("b").spent


@rule("sos-17.9-b")
@pytest.mark.parametrize(("unit", "passes"), [("maul N", False), ("pak38 N", False), ("pz3l N", True)])
def test_wheels_do_not_cross_wire(unit, passes):
    game = with_works(STEP, {"A01": WIRE}, a=unit)
    assert game.offers("move a A01 N") == passes
    if not passes:
        assert game.why_not("move a A01 N") == "sos-17.9-b"


@rule("sos-17.9-c")
def test_tracks_enter_wire_by_the_regular_move_only():
    picture = ".\n.\n.\nt"
    game = with_works(picture, {"A02": WIRE}, t="pz3l N").begin("move t A03 N")
    assert not any(choice.startswith("go t A02") for choice in game.choices())
    tracks = with_works(picture, {"A03": WIRE}, t="pz3l N").begin("move t A03 N")
    assert tracks.at("t") == "A03" and tracks.asked != "chance", "no die for vehicles"


# -- mines


@rule("sos-17.10-b", "sos-17.10-c", "sos-17.10-e", "sos-17.10-d", "sos-17.10-j")
def test_hidden_mines_are_shown_and_their_owner_rolls_against_eight():
    game = with_works(STEP, {"A01": mines()}, a="inf N", caps={GERMAN: 0, SOVIET: 2})
    assert not game.view(GERMAN).state.position.works and game.view(SOVIET).state.position.works
    game.begin("move a A01 N")
    assert any("Mines are found in A01" in line for line in game.heard(GERMAN))
    assert (game.asked, game.seat) == ("mine.roll", SOVIET) and game.need("caps 0") == 8
    assert game.view(GERMAN).state.position.works
    game.play("caps 0", dice=[4, 4, "unnerved", 2])
    assert game.unit("a").marker == "soft_unnerved" and not game.unit("a").spent


@rule("sos-17.10-d")
@pytest.mark.parametrize("unit", ["inf", "tiger"])
def test_the_number_is_the_same_for_soft_and_armored(unit):
    game = with_works(STEP, {"A01": mines()}, a=f"{unit} N", caps={GERMAN: 0, SOVIET: 2}).begin("move a A01 N")
    assert game.need("caps 0") == 8


@rule("sos-17.10-d", "sos-17.10-e")
def test_the_number_on_the_counter():
    assert box().works["mines"].hit_number == 8


@rule("sos-17.10-j")
def test_the_owner_shifts_the_number_by_up_to_two_either_way():
    game = with_works(STEP, {"A01": mines()}, a="inf N", caps=RICH).begin("move a A01 N")
    assert game.choices() == ["caps 0", "caps 1", "caps 2", "caps -1", "caps -2"]
    assert game.need("caps 2") == 6 and game.need("caps -2") == 10
    game.begin("caps 2", dice=[3, 3, "pinned"])
    assert game.caps(SOVIET) == 4 and game.caps(GERMAN) == 6 and game.unit("a").marker


@rule("sos-17.10-k", "sos-17.8-b")
def test_own_mines_go_off_under_own_units_and_caps_may_spare_them():
    game = with_works(STEP, {"A01": mines(GERMAN)}, a="inf N", caps={GERMAN: 2, SOVIET: 0}).begin("move a A01 N")
    assert game.seat == GERMAN and game.need("caps -2") == 10


@rule("sos-17.10-m")
def test_four_above_the_number_destroys():
    game = with_works(STEP, {"A01": mines()}, a="inf N").play("move a A01 N", dice=[6, 6])
    assert not game.alive("a"), "nobody is left to be Spent"


@rule("sos-17.10-m")
def test_a_second_hit_destroys():
    game = with_works(STEP, {"A01": mines()}, a="inf N unnerved").play("move a A01 N", dice=[4, 5])
    assert not game.alive("a")


@rule("sos-17.10-f")
def test_turning_in_a_minefield_sets_them_off():
    game = with_works("a", {"A01": mines(hidden=False)}, a="inf N").play("pivot a S", dice=[1, 1, 2])
    assert game.facing("a") == "S"


@rule("sos-17.10-i")
def test_leaving_a_minefield_does_not():
    with_works(STEP, {"A02": mines(hidden=False)}, a="inf N").play("move a A01 N", dice=[2])


@rule("sos-17.10-g")
def test_a_load_is_attacked_with_its_vehicle():
    game = with_works(".\n.\nt+e", {"A02": mines()}, t="pz3l N", e="eng N carrier=t", caps={GERMAN: 0, SOVIET: 4})
    game.begin("move t A02 N")
    assert game.asked == "mine.roll" and game.check("caps 0").name.endswith("e"), "the load first"
    game.begin("caps 0", dice=[6, 6])
    assert not game.alive("e") and game.check("caps 0").name.endswith("t")


@rule("sos-17.10-h")
def test_whoever_comes_to_fight_hand_to_hand_is_attacked_too():
    game = with_works("x\na", {"A01": mines()}, a="inf N", x="rif S").play("move a A01 N", dice=[4, 4, "pinned", 2])
    assert game.unit("a").marker


@rule("sos-17.10-l")
def test_a_survivor_goes_on():
    game = with_works(".\n.\n.\nt", {"A03": mines()}, t="pz3l N").begin("move t A03 N", dice=[1, 1])
    assert game.asked == "drive" and game.offers("go t A02 N")


@rule("sos-17.10-c")
def test_each_unit_that_comes_is_attacked():
    """The Mines stay where they are."""
    game = with_works(STEP, {"A01": mines()}, a="inf N").play("move a A01 N", dice=[1, 1, 7])
    assert game.state.position.works["A01"] == mines(hidden=False)


@rule("sos-17.10-c", "sos-17.10-b")
def test_a_hidden_unit_that_steps_on_mines_is_found():
    game = with_works(".\na", {"A01": mines()}, a="inf N hidden", x="rif S due=9 entry=e", entries={"e": ["A01"]})
    game.begin("sneak a A01", "face a NE", dice=[1, 1, 7])
    assert not game.is_hidden("a") and game.facing("a") == "NE"


@rule("sos-18.1-c")
def test_engineers_on_foot_find_mines_without_setting_them_off():
    game = with_works(STEP, {"A01": mines()}, a="eng N").play("move a A01 N", dice=[2])
    assert game.state.position.works["A01"] == mines(hidden=False) and not game.unit("a").marker


# -- set-up


@rule("sos-17.10-a", "sos-17.8-a")
def test_mines_left_free_are_placed_in_secret():
    mission = next(m for m in box().missions if m.key == "sos/ditch")
    hidden = [entry for entry in mission.works if entry.hidden]
    assert len(hidden) == 3 and all(entry.type == "mines" and entry.free == "mine_belt" for entry in hidden)
    state = balka.game("sos").start("sos/ditch").apply("ready", GERMAN).state
    state = state.apply("lay B05", SOVIET).state.apply("ready", SOVIET).state
    laid = {label for label, work in state.position.works.items() if work.kind == "mines"}
    assert "B05" in laid and len(laid) == 3
    assert laid <= set(state.view(SOVIET).position.works)
    assert not laid & set(state.view(GERMAN).position.works)


@rule("sos-17.10-b")
def test_a_sampled_world_has_mines_where_they_may_be():
    """Those the viewer has not found, and not those that are gone."""
    game = with_works(". .\n. a", {"A01": mines()}, a="inf N")
    setting = game.state.setting
    entry = WorkSetup(type="mines", hex="A01", side=SOVIET, hidden=True)
    setting.mission = structs.replace(setting.mission, works=(entry,))
    unknowing = game.view(GERMAN).state
    assert sampled_works(unknowing, Random(1)) == {"A01": mines()}
    assert sampled_works(game.view(SOVIET).state, Random(1)) == {"A01": mines()}, "the owner knows"
    cleared = structs.replace(unknowing, tracks=unknowing.tracks.changed(cleared=("soviet mines",)))
    assert not sampled_works(cleared, Random(1))


# -- cards


@rule("sos-card-16-b")
def test_obstacle_clearing_removes_the_obstacle_underfoot():
    game = with_works("a", {"A01": WIRE}, told=hands(german="16"), a="inf N")
    game.play("play 16 a", dice=[3])
    assert not game.state.position.works and not game.unit("a").spent and game.stressed("a")


@rule("sos-card-16-b")
@pytest.mark.parametrize(
    ("picture", "units", "works"),
    [
        ("a", {"a": "inf N unnerved"}, {"A01": WIRE}),
        ("a+x", {"a": "inf N", "x": "rif S"}, {"A01": WIRE}),
        ("a", {"a": "inf N"}, {"A01": Works("trench", SOVIET)}),
        ("a .", {"a": "inf N"}, {"B01": WIRE}),
        ("a", {"a": "inf N"}, {"A01": mines()}),
    ],
    ids=["hit", "enemy there", "a trench", "elsewhere", "unknown mines"],
)
def test_obstacle_clearing_needs_a_whole_unit_alone_on_an_obstacle_it_knows(picture, units, works):
    game = with_works(picture, works, told=hands(german="16"), **units)
    assert not game.offers("play 16 a")
    assert not game.view(GERMAN).offers("play 16 a")


@rule("sos-card-17-b", "sos-17.10-a")
def test_mine_laying_puts_a_mine_near_a_foot_unit():
    game = with_works(". x\na .", {"A02": WIRE}, told=hands(german="17"), a="inf N", x="rif S")
    game.begin("play 17 a")
    assert game.choices() == ["lay A01", "lay B02"], "its own hex has wire, B01 an enemy"
    game.play("lay A01", dice=[3])
    assert game.state.position.works["A01"] == Works("mines", GERMAN, 0, False), "in sight of the enemy"


@rule("sos-card-17-b")
def test_vehicles_lay_no_mines():
    game = on("t .", t="pz3l N", told=hands(german="17"))
    assert not game.offers("play 17 t")


@rule("sos-card-17-c")
def test_out_of_enemy_sight_the_mine_is_hidden():
    game = on("x\nW\na\n.", a="inf N", x="rif S", told=hands(german="17"))
    game.begin("play 17 a", "lay A04", dice=[3])
    assert game.state.position.works["A04"] == Works("mines", GERMAN, 0, True)
    assert "A04" not in game.view(SOVIET).state.position.works
    assert not any("A04" in line for line in game.heard(SOVIET)) and any("A04" in line for line in game.heard(GERMAN))


@rule("sos-card-17-d")
def test_no_mine_laying_in_close_combat():
    game = on("a+x .", a="inf N", x="rif S", told=hands(german="17"))
    assert not game.offers("play 17 a")


@rule("sos-card-16-a", "sos-card-17-a")
def test_one_copy_of_each():
    assert box().cards["16"].copies == 1 == box().cards["17"].copies


@rule("sos-card-05-d")
def test_mines_in_the_way_of_a_rapid_deployment_go_off():
    game = with_works(".\n.\na", {"A01": mines()}, told=hands(german="05"), a="inf N")
    game.begin("move a A02 N", dice=[5]).begin("play 05").begin("move a A01 N", dice=[6, 6])
    assert "a" not in game.state.position.units, "twelve against eight is a Critical Hit"
    safe = with_works(".\n.\na", {}, told=hands(german="05"), a="inf N")
    safe.begin("move a A02 N", dice=[5]).begin("play 05").begin("move a A01 N")
    assert safe.at("a") == "A01"
