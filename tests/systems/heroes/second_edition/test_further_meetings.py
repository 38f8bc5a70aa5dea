"""Where chapters meet: Hidden units in works, markers and cards, groups and cards. [docs/interactions]"""

from __future__ import annotations

import pytest
from tests.systems.heroes.kit import hands
from tests.systems.heroes.second_edition.kit import GERMAN, SOVIET, on
from tests.systems.heroes.second_edition.test_artillery import INITIATIVE, to_next_round
from tests.systems.heroes.second_edition.test_works import work

from balka.core.proof import rule
from balka.systems.heroes.mission_data import Oba

BUNKER = "bunker_5"
NOBODY_RICH = {GERMAN: 0, SOVIET: 0}


# -- Hidden units in works


@rule("atb-10.0.3-b", "atb-18.1.2-g")
@pytest.mark.parametrize(("facing", "enough"), [("S", 12), ("N", 10)])
def test_who_hides_in_a_bunker_has_its_flank_bonus_from_behind(facing: str, enough: int):
    """HMG red 5 against front 12, with 5 of the Bunker ahead of it and 3 from its flank."""
    for total in (enough - 1, enough):
        told = {"works": {"A01": work(BUNKER, facing)}}
        game = on("x\n.\n.\na\n.", a="hmg34 N", x="srif S hidden inside", told=told)
        game.begin("suspect a A01", "by opportunity 0", dice=[6, total - 6])
        assert game.is_hidden("x") == (total < enough)


@rule("atb-18.4-e", "atb-10.0.3-c")
def test_a_bunker_that_artillery_destroys_has_covered_who_hides_in_it():
    """Red 6 against flank 11 and 3 of the Bunker: 7 misses though the Bunker falls to 10."""
    told = {"special": (Oba(card="OBA_SOV", plan=(2,)),), "weapons": {SOVIET: ("OBA_SOV",)},
            "works": {"A01": work(BUNKER, "S", GERMAN)}}  # fmt: skip
    men = {"x": "grif S hidden inside", "y": "srif N"}
    for first, hidden in ((3, True), (4, False)):
        game = on("x .\n. .\n. .\n. y", told=told, caps=NOBODY_RICH, start_caps=NOBODY_RICH, **men)
        to_next_round(game).begin("plan OBA_SOV A01 he", dice=INITIATIVE)
        game.play("pass")
        game.begin("pass", dice=[4, first, 4, *([4, 6, *INITIATIVE] if hidden else [])])
        assert game.is_hidden("x") == hidden
        assert not hidden or not game.state.position.works, "the Bunker is rolled for when everybody in it has been"


# -- markers and cards


@rule("atb-card-41-b", "atb-hit-foot-stunned-b")
@pytest.mark.parametrize(("marker", "clears"), [("stunned", False), ("pinned", True), ("", True)])
def test_a_stunned_unit_clears_nothing_away(marker: str, clears: bool):
    told = {**hands("41"), "works": {"A01": work("barbed_wire")}}
    game = on("a . x", a=f"grif SE {marker}", x="srif NW", caps={GERMAN: 3, SOVIET: 0}, told=told)
    assert game.offers("play 41 a") == clears


@rule("atb-card-weapon-tellermine-d", "atb-hit-foot-panicked-b")
def test_a_panicked_unit_lays_a_tellermine_though_it_cannot_attack():
    told = {"weapons": {GERMAN: ("TELLERMINE",)}}
    game = on("a+t . .\n. . x", a="pio SE panicked", t="tk34a SE", x="srif NW", told=told)
    assert "plant" not in game.verbs("a"), "nobody lays one in close combat"
    assert not [said for said in game.choices("a") if said.startswith("use")]
    alone = on("a . .\n. . x", a="pio SE panicked", x="srif NW", told=told)
    alone.begin("plant a", "lay A01")
    assert alone.state.position.works["A01"].kind == "mines"


@rule("atb-18.3.3-c", "atb-card-08-b", "atb-card-07-b")
@pytest.mark.parametrize("card", ["07", "08"])
def test_mines_go_off_under_who_plays_a_card_that_is_no_attack_and_no_rally(card: str):
    told = {**hands(card), "works": {"A01": work("mines")}}
    game = on("a . . x", a="grif SE active", x="srif NW", told=told).begin(f"play {card} a", dice=[3, 1, 1])
    assert any("Mines under" in line for line in game.heard(GERMAN))
    beside = on("a b . x", a="grif SE", b="grif SE active", x="srif NW", told=told).begin(f"play {card} b", dice=[3])
    assert not any("Mines under" in line for line in beside.heard(GERMAN)), "not under who stands by"


# -- groups and cards


@rule("atb-card-02-b", "atb-10.0.3-a", "atb-9.1-f")
def test_spent_units_fire_on_suspicion_as_a_group_by_command_action():
    game = on("x:H\n.\n.\na+b\n.", a="hmg34 N spent", b="grif N spent", x="srif S hidden", told=hands("02"))
    game.begin("play 02").gather("a", "b")
    assert game.offers("suspect a A01") and game.offers("suspect b A02")
    game.begin("suspect a A01", dice=[3, 5])
    assert not game.is_hidden("x"), "support makes 8 enough"
