"""Fire where somebody may hide. [10.0.3, 12.3]"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs
from tests.systems.heroes.second_edition.kit import GERMAN, SOVIET, Bear, on
from tests.systems.heroes.second_edition.test_cards import held
from tests.systems.heroes.second_edition.test_works import work

from balka.core.frames import Roll
from balka.core.proof import rule
from balka.systems.heroes.chapters.shells import Found, ShellingHidden

SOME = {GERMAN: 6, SOVIET: 6}


def suspicion(target: str = "H", x: str = "srif S hidden", **more: Any) -> Bear:
    """A German HMG three hexes south of a hex where somebody may hide."""
    return on(f"x:{target}\n.\n.\na\n.", **{"a": "hmg34 N", "x": x, **more})


@rule("atb-10.0.3-a", "atb-10.0.3-d")
def test_a_miss_and_an_empty_hex_look_alike():
    said = ("suspect a A01", "by opportunity 0")
    there = suspicion().play(*said, dice=[4, 4])
    nobody = on("H\n.\n.\na\n.\n.\nx:L", a="hmg34 N", x="srif S hidden").play(*said, dice=[4, 4])
    assert there.is_hidden("x") and there.heard(GERMAN) == nobody.heard(GERMAN)


@rule("atb-10.0.3-a")
def test_only_a_hex_of_the_fire_zone_where_nobody_is_seen_is_suspected():
    game = on("x:H\n.\ny\na\n.", a="hmg34 N", x="srif S hidden", y="srif S")
    assert game.offers("suspect a A01") and not game.offers("suspect a A03")
    assert game.why_not("suspect a A03") == "atb-10.0.3-a" and game.why_not("suspect a A05") == "atb-10.0.3-a"
    open_game = on("x\n.\n.\na", a="hmg34 N", x="srif S")
    assert open_game.why_not("suspect a A02") == "atb-10.0-a", "no Firefight with Hidden units"


@rule("atb-10.0.3-b")
@pytest.mark.parametrize(("dice", "found"), [([4, 4], False), ([3, 6], True)])
def test_the_roll_is_against_front_defence_and_terrain(dice: list[int], found: bool):
    """HMG red 5 and 8 or 9 make 13 or 14 against 12 and heavy woods 2."""
    game = suspicion().begin("suspect a A01", "by opportunity 0", dice=[*dice, *(["pinned"] if found else [])][:2])
    assert game.is_hidden("x") != found


@rule("atb-10.0.3-b")
def test_only_the_one_with_the_lowest_front_defence_is_attacked():
    kinds = {"maxim": {"front_def": 14}, "srif": {"front_def": 12}}
    both = on("x+y:H\n.\n.\na\n.", a="hmg34 N", x="maxim S hidden", y="srif S hidden", kinds=kinds)
    both.begin("suspect a A01", "by opportunity 0", dice=[3, 6])
    assert both.asked == "reveal.face" and both.seat == SOVIET
    both.begin("face x S", "face y S", dice=["pinned"])
    assert both.unit("y").marker and not both.unit("x").marker, "14 hits the rifles at 14, the Maxim would need 16"


@rule("atb-10.0.3-c", "atb-12.3-a")
@pytest.mark.parametrize(("dice", "struck"), [([4, 4], True), ([2, 4], False)])
def test_a_mortar_strikes_the_lowest_flank_defence(dice: list[int], struck: bool):
    """8cm red 3 against flanks 11 and 10: the weaker one needs 7."""
    kinds = {"srif": {"front_def": 12, "flank_def": 12}, "smg": {"front_def": 15, "flank_def": 10}}
    picture = "x+y:.\n.\n.\n.\n.\n.\na\n."
    game = on(picture, a="8cm N", x="srif S hidden", y="smg S hidden", kinds=kinds)
    game.begin("suspect a A01", "by opportunity 0", dice=dice)
    assert game.is_hidden("y") != struck
    if struck:
        game.begin("face x S", "face y S", dice=["pinned"])
        assert game.unit("y").marker and not game.unit("x").marker


@rule("atb-10.0.3-a", "atb-10.0.3-c")
@pytest.mark.parametrize(("dice", "struck"), [([3, 4], True), ([2, 4], False)])
def test_a_mortar_fires_indirectly_on_suspicion_against_the_flank(dice: list[int], struck: bool):
    """8cm red 3 against a flank of 10: 7 is needed, in front it would be 12."""
    kinds = {"srif": {"front_def": 15, "flank_def": 10}}
    picture = ". x\n. .\nS .\n. .\n. .\n. .\na .\n. ."
    game = on(picture, a="8cm N", x="srif S hidden", kinds=kinds)
    lobs = [said for said in game.choices("a", "lob") if said.startswith("lob a B01 ")]
    assert not game.offers("suspect a B01") and lobs, "a house is in its way"
    game.begin(lobs[0], "by opportunity 0", dice=dice)
    assert game.is_hidden("x") != struck


@rule("atb-10.0.3-c")
@pytest.mark.parametrize(("rolls", "found"), [([6, 6, 1, 1], False), ([1, 1, 6, 5], True)])
def test_of_a_hex_artillery_strikes_the_lowest_flank_defence_only(rolls: list[int], found: bool):
    """A roll for each Hidden unit, in order of name; that of the stronger one is in vain."""
    kinds = {"srif": {"flank_def": 12}, "smg": {"flank_def": 10}}
    game = on("x+y\n.\n.\n.\na", a="grif N", x="srif S hidden", y="smg S hidden", kinds=kinds)
    shelling = ShellingHidden(GERMAN, "OBA_GER", (0,), ("x", "y"))
    stack = (*game.state.stack, shelling, Roll(GERMAN, "hidden units", "2d6", to=()))
    game.state = structs.replace(game.state, stack=stack)
    game.begin(dice=rolls)
    assert game.is_hidden("x") != found and game.is_hidden("y") != found
    bands = [
        frame.band for seat in (GERMAN, SOVIET) for frame in game.state.view(seat).stack if isinstance(frame, Found)
    ]
    assert bands == [""] * 2 * found, "nobody sees how hard it was hit before it is told"


@rule("atb-10.0.3-c")
def test_of_a_hex_in_which_both_sides_hide_artillery_strikes_one_of_each():
    kinds = {"srif": {"flank_def": 12}, "grif": {"flank_def": 10}}
    game = on("b+x:H\n.\n.\n.\na", a="grif N", b="grif N hidden", x="srif S hidden", kinds=kinds)
    shelling = ShellingHidden(GERMAN, "OBA_GER", (0,), ("b", "x"))
    stack = (*game.state.stack, shelling, Roll(GERMAN, "hidden units", "2d6", to=()))
    game.state = structs.replace(game.state, stack=stack)
    game.begin(dice=[1, 1, 6, 6])
    assert not game.is_hidden("x")


@rule("atb-10.0.3-e")
def test_a_hit_shows_everybody_in_the_hex():
    game = on("x+y:.\n.\n.\na\n.", a="hmg34 N", x="srif S hidden", y="srif S hidden")
    game.begin("suspect a A01", "by opportunity 0", dice=[4, 5])
    assert not game.is_hidden("x") and not game.is_hidden("y")
    game.begin("face y S", "face x S", dice=["pinned"])
    assert bool(game.unit("x").marker) != bool(game.unit("y").marker), "one of them is hit"


@rule("atb-10.0.3-e", "atb-7.3-d")
def test_who_is_destroyed_by_fire_on_suspicion_is_said_to_fall_to_a_critical_hit_and_not_to_artillery():
    game = suspicion(target=".").begin("suspect a A01", "by opportunity 0", "face x S", dice=[6, 6])
    assert not game.alive("x"), "17 against 12"
    lost = [said for said in game.heard(GERMAN) if "destroyed in" in said]
    assert [said.partition(": ")[2] for said in lost] == ["a Critical Hit"]


def test_a_group_may_fire_on_suspicion():
    game = on("x:H\n.\n.\na+b\n.", a="hmg34 N", b="lmg34 N", x="srif S hidden").gather("a", "b")
    assert game.offers("suspect a A01") and game.offers("suspect a A02"), "in woods or in the open"
    game.begin("suspect a A01", "by opportunity 0", dice=[3, 5])
    assert not game.is_hidden("x"), "support makes 8 enough"


@rule("atb-10.0.3-a")
def test_a_turret_turns_to_a_suspected_hex():
    game = on(".\n.\na\n.\nx:L", a="pz3e N", x="srif N hidden")
    assert game.offers("suspect a A05") and game.cost("suspect a A05") == game.cost("suspect a A01") + 2
    hull = on(".\n.\na\n.\nx:L", a="pzjg35 N", x="srif N hidden")
    assert hull.offers("suspect a A01") and not hull.offers("suspect a A05")


@rule("atb-10.0.3-a", "atb-7.7.3-i")
def test_nobody_in_close_combat_fires_elsewhere_on_suspicion():
    game = on("x:L\n.\na+y", a="grif N", x="srif S hidden", y="srif N")
    assert "suspect" not in game.verbs("a") and game.why_not("suspect a A02") == "atb-7.7.3-i"


HOUSE = ". x\n. .\nS .\n. .\n. .\n. .\na .\n. ."


@rule("atb-10.0.3-a", "atb-12.0-a")
def test_indirect_fire_on_suspicion_is_for_hexes_the_mortar_does_not_see_and_where_nobody_is_seen():
    game = on(HOUSE, a="8cm N", x="srif S hidden")
    lobs = {said.split()[2] for said in game.choices("a", "lob")}
    direct = {said.split()[2] for said in game.choices("a", "suspect")}
    board = game.state.setting.board
    assert lobs and direct and not lobs & direct
    assert {board.labels[place] for place in game.state.grow(("a", "lob"))} == lobs, "no hex with nothing behind it"
    seen = on(HOUSE, a="8cm N", x="srif S", told={"hiding": True})
    assert "B01" in lobs and "B01" not in {said.split()[2] for said in seen.choices("a", "lob")}
    assert any(said.startswith("indirect a B01") for said in seen.choices("a"))


@rule("atb-12.0-m")
def test_indirect_fire_on_suspicion_sees_from_the_spotting_hex():
    game = on(HOUSE, a="8cm N", x="srif S hidden", caps=SOME)
    said = next(text for text in game.choices("a", "lob") if text.startswith("lob a B01 "))
    game.begin(said, "by activate 0")
    assert game.state.setting.board.labels[game.state.stack[-1].origin] == said.split()[3] != "A07"


@rule("atb-hit-veh-gun-damaged-b", "atb-10.0.3-a")
def test_a_damaged_gun_hits_no_hidden_squad_but_still_a_hidden_tank():
    """The red figure is crossed out: twelve would hit the squad by far."""
    squad = suspicion(a="pz3e N gun_damaged_red").begin("suspect a A01", "by opportunity 0", dice=[6, 6])
    assert squad.is_hidden("x") and squad.seat == SOVIET
    assert "Gun Damaged" in " ".join(squad.heard(SOVIET)), "its marker counts, so it is shown"
    tank = suspicion(".", a="pz3e N gun_damaged_red", x="tk26b hidden").begin(
        "suspect a A01", "by opportunity 0", dice=[6, 5]
    )
    assert not tank.is_hidden("x")
    whole = suspicion(a="pz3e N").begin("suspect a A01", "by opportunity 0", dice=[6, 6])
    assert not whole.is_hidden("x")


@rule("atb-10.0.3-a", "atb-hit-foot-suppressed-c")
@pytest.mark.parametrize(("marker", "rating"), [("", 5), ("suppressed", 3), ("berserk", 6), ("pinned", 5)])
def test_the_quote_of_fire_on_suspicion_counts_the_marker_of_who_fires(marker: str, rating: int):
    game = suspicion("H", a=f"hmg34 N {marker}", caps=SOME)
    if marker == "berserk":
        game = on("x:H\n.\na\n.", a="hmg34 N berserk", x="srif S hidden", caps=SOME)
    told = "Attack Rating before distance and height"
    assert sum(value for value, _ in game.rating("suspect a A01", told)) == rating
    game.begin("suspect a A01", "by opportunity 0")
    assert sum(value for value, _ in game.rating("caps 0", told)) == rating, "so it is when the dice are to be rolled"


@rule("atb-card-09-b", "atb-18.4-d", "atb-10.0.3-a")
@pytest.mark.parametrize(
    ("there", "said"), [("srif S inside", "fire a C01"), ("srif N hidden inside", "suspect a C01")]
)
def test_careful_aiming_on_fire_into_a_bunker_counts_for_the_bunker_too(there: str, said: str):
    told = {**held(german="09"), "works": {"C01": work("bunker_5")}}
    game = on("a . x", a="ig75 SE", x=there, told=told, caps=SOME)
    game.begin(said, "by opportunity 0", "play 09", "caps 0", dice=[1, 1])
    assert game.need("caps 0") == 16 - 5 - 2, "it is one attack, seen or not, and the Bunker is rolled for in it"
