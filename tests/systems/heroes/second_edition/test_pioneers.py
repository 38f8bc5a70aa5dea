"""Pioneers, flamethrowers, and the weapon cards: Grenades, Molotov Cocktails, the Tellermine. [19.0, 19.1, 8.4]"""

from __future__ import annotations

from typing import Any

import pytest
from tests.systems.heroes.kit import hands
from tests.systems.heroes.second_edition.kit import GERMAN, SOVIET, Bear, box, on

from balka.core.proof import rule
from balka.games.awakening_the_bear.title import GAME
from balka.systems.heroes.chapters.weapons import grants, weapon
from balka.systems.heroes.data.mission_data import WeaponLimit
from balka.systems.heroes.show import scene_works
from balka.systems.heroes.units import Works


def values(game: Bear, said: str, name: str = "Defense Rating") -> list[int]:
    return [value for value, _ in game.rating(said, name)]


# -- 19.0 Pioneers


@rule("atb-19.0-a")
def test_pioneers_do_what_infantry_does():
    squad = on("x\n.\na\n.", a="grif N", x="srif S").verbs("a")
    assert squad < on("x\n.\na\n.", a="pio N", x="srif S").verbs("a") | {"smoke", "flame"}


@rule("atb-19.0-b")
@pytest.mark.parametrize("hidden", [True, False])
def test_pioneers_find_mines_and_do_not_set_them_off(hidden: bool):
    works = {"A02": Works("mines", SOVIET, 0, hidden)}
    game = on("x\n.\na\n.", a="pio N", x="srif S", told={"works": works}).play("move a A02 N", "by activate 0")
    assert not game.state.position.works["A02"].hidden and not game.unit("a").marker
    beside = on("x\n.\na\n.", a="grif N", x="srif S", told={"works": works})
    beside.play("move a A02 N", "by activate 0", dice=[1, 1])


@rule("atb-19.0-d", "atb-19.1-a", "atb-19.1-d")
def test_a_flamethrower_reaches_one_hex():
    game = on("x\ny\na\n.", a="pio N", x="srif S", y="srif S")
    assert [said.split()[2] for said in game.choices("a", "flame")] == ["A02"]
    assert {kind.slug for kind in box().units.values() if "flame" in kind.flags} == {"pio", "charb2", "ot26"}
    assert "flame" not in on("y\na\n.", a="grif N", y="srif S").verbs("a")


# -- 19.1 flamethrowers


@rule("atb-19.1-b")
def test_it_fires_normally_or_with_the_flamethrower():
    game = on("x\na\n.", a="pio N", x="srif S")
    assert game.offers("fire a x") and game.offers("flame a A01")


@rule("atb-19.1-c", "atb-19.1-e")
@pytest.mark.parametrize("target", ["srif S", "tk26b S"])
def test_two_in_either_colour_and_the_bonuses_for_being_near(target: str):
    game = on("x\na\n.", a="pio N", x=target)
    assert values(game, "flame a A01", "Attack Rating") == [2, 3]
    close = on("x+a\n.", a="pio N", x=target)
    assert values(close, "scorch a x", "Attack Rating") == [2, 4]


@rule("atb-19.1-f")
def test_flame_strikes_the_flank_and_nothing_covers_from_it():
    works = {"A01": Works("bunker_5", SOVIET, 3)}
    told = {"works": works, "smoke": {"A01": "heavy"}}
    game = on("x:S\na\n.", a="pio N", x="srif S inside dug-in", told=told)
    assert values(game, "flame a A01") == [11]
    hill = on("x:1\na\n.", a="pio N", x="srif S")
    assert values(hill, "flame a A01") == [11]


@rule("atb-19.1-g")
def test_a_hull_flamethrower_fires_ahead_only():
    game = on("x\na\ny", a="charb2 N", x="srif S", y="srif N")
    assert game.offers("flame a A01") and not game.offers("flame a A03") and game.offers("fire a y")


@rule("atb-19.1-h")
def test_a_turret_flamethrower_turns_for_two_more():
    game = on("x\na\ny", a="ot26 N", x="grif S", y="grif N", active=SOVIET)
    assert game.cost("flame a A03") == game.cost("flame a A01") + 2


def test_flame_on_a_suspected_hex_shows_nobody_it_misses():
    game = on("x:H\na\n.", a="pio N", x="srif S hidden").play("flame a A01", "by opportunity 0", dice=[2, 3])
    assert game.is_hidden("x"), "2 and 3 and 5 are less than 11"
    hit = on("x:H\na\n.", a="pio N", x="srif S hidden").begin("flame a A01", "by opportunity 0", dice=[3, 3])
    assert not hit.is_hidden("x")


# -- weapon cards


def armed(card: str, picture: str, a: str = "grif N", x: str = "srif S", **more: Any) -> Bear:
    side = box().cards[card].side
    told = {"weapons": {side: (card,)}, **more.pop("told", {})}
    return on(picture, **{"a": a, "x": x, "told": told, "active": side, **more})


@rule("atb-card-weapon-a", "atb-8.4-e")
def test_a_weapon_card_is_the_action_of_the_turn():
    game = armed("GRENADES", "x+a\n.").play("use a GRENADES x", dice=[1, 1])
    assert game.seat == SOVIET


@rule("atb-card-weapon-grenades-a", "atb-card-weapon-grenades-b", "atb-card-weapon-grenades-c")
def test_german_foot_throw_grenades_for_nothing():
    close = armed("GRENADES", "x+a\n.", "grif N spent")
    assert close.cost("use a GRENADES x") == 0 and values(close, "use a GRENADES x", "Attack Rating") == [5]
    near = armed("GRENADES", "x\na\n.")
    assert values(near, "use a GRENADES A01", "Attack Rating") == [5, -2]
    assert "use" not in armed("GRENADES", "x\n.\na\n.").verbs("a")
    assert "use" not in armed("GRENADES", "x\na\n.", "pz3e N").verbs("a") and box().cards["GRENADES"].copies == 1


@rule("atb-card-weapon-molotov-a", "atb-card-weapon-molotov-b", "atb-card-weapon-molotov-c")
def test_soviet_foot_throw_bottles_for_nothing():
    close = armed("MOLOTOV", "x+a\n.", "srif N spent", "pz3e S")
    assert close.cost("use a MOLOTOV x") == 0 and values(close, "use a MOLOTOV x", "Attack Rating") == [6]
    near = armed("MOLOTOV", "x\na\n.", "srif N", "pz3e S")
    assert values(near, "use a MOLOTOV A01", "Attack Rating") == [6, -2]
    assert "use" not in armed("MOLOTOV", "x\n.\na\n.", "srif N", "pz3e S").verbs("a")
    assert box().cards["MOLOTOV"].copies == 1


@rule("atb-card-weapon-grenades-d", "atb-card-weapon-molotov-d")
@pytest.mark.parametrize(("card", "a", "b", "x"), [("GRENADES", "grif N", "lmg34 N", "srif S"),
                                                   ("MOLOTOV", "srif N", "maxim N", "grif S")])  # fmt: skip
def test_they_strike_the_flank_terrain_counts_and_others_may_support(card: str, a: str, b: str, x: str):
    game = armed(card, "x:H\na+b\n.", a, x, b=b)
    assert values(game, f"use a {card} A01") == [11, 2], "heavy woods cover from what is thrown"
    game.gather("a", "b")
    assert 1 in values(game, f"use a {card} A01", "Attack Rating")


@rule("atb-10.0.3-a", "atb-10.0.3-c", "atb-10.0.3-d", "atb-card-weapon-grenades-d")
@pytest.mark.parametrize(("dice", "found"), [([4, 5], False), ([5, 5], True)])
def test_they_are_thrown_where_somebody_may_hide(dice: list[int], found: bool):
    """Grenades of 5 less 2 need 10 for a flank of 11 in heavy woods; an empty hex sounds the same as a miss."""
    game = armed("GRENADES", "x:H\na\n.", x="srif S hidden", y="srif N due=9 entry=e", entries={"e": ["A03"]})
    assert game.check("use a GRENADES A01").reader == "sum", "nobody says what is needed"
    leaf = scene_works.leaf(game.state, game.state.parse("use a GRENADES A01"))
    assert leaf is not None and (leaf.tone, leaf.label, leaf.badge) == ("fire", "At A01", "")
    game.begin("use a GRENADES A01", dice=dice)
    assert game.is_hidden("x") != found
    empty = armed("GRENADES", ". .\na .\n. x", x="srif S hidden").begin("use a GRENADES A01", dice=dice)
    assert empty.heard(GERMAN)[-1] == game.heard(GERMAN)[-1] or found


@rule("atb-10.0.3-a")
def test_nothing_is_thrown_at_an_empty_hex_where_nobody_hides_nor_out_of_reach():
    open_field = armed("GRENADES", ". x\na .\n. .")
    assert not open_field.offers("use a GRENADES A01")
    assert "nobody hides" in open_field.refusal("use a GRENADES A01").sentence
    game = armed("GRENADES", "x:H\n.\na\n.\nb", x="srif S hidden", b="srif N")
    assert game.offers("use a GRENADES A02") and not game.offers("use a GRENADES A01")
    assert not game.offers("use a GRENADES A04"), "behind its back"
    assert "adjacent" in game.refusal("use a GRENADES A01").sentence


@rule("atb-card-weapon-tellermine-a", "atb-card-weapon-tellermine-b", "atb-card-weapon-tellermine-c")
def test_a_tellermine_strikes_a_vehicle_in_the_same_hex():
    told = {"smoke": {"A01": "heavy"}}
    game = armed("TELLERMINE", "x+a:H\n.", "pio N", "tk34a S", told=told)
    assert game.cost("use a TELLERMINE x") == 2 and box().cards["TELLERMINE"].copies == 1
    assert values(game, "use a TELLERMINE x") == [box().units["sov_t34a"].flank_def]
    assert values(game, "use a TELLERMINE x", "Attack Rating") == [10]
    assert not armed("TELLERMINE", "x\na\n.", "pio N", "tk34a S").offers("use a TELLERMINE A01")
    assert "use" not in armed("TELLERMINE", "x+a\n.", "pio N", "srif S").verbs("a"), "vehicles only"
    assert "group" not in box().cards["TELLERMINE"].icons
    group = armed("TELLERMINE", "x+a+b\n.", "pio N", "tk34a S", b="grif N").gather("a", "b")
    assert not group.offers("use a TELLERMINE x")


@rule("atb-card-weapon-tellermine-a")
@pytest.mark.parametrize(("means", "pool", "caps"), [("by activate 0", 5, 3), ("by command 2", 0, 1)])
def test_it_is_paid_in_points_or_caps(means: str, pool: int, caps: int):
    game = armed("TELLERMINE", "x+a\n.", "pio N", "tk34a S", caps={GERMAN: 3, SOVIET: 0})
    game.begin("use a TELLERMINE x", means)
    assert game.pool(GERMAN) == pool and game.caps(GERMAN) == caps


@rule("atb-card-weapon-tellermine-d")
def test_it_may_be_laid_as_a_mine_beside_the_unit():
    game = armed("TELLERMINE", "x\nS\n.\na\n.", "pio N")
    game.begin("plant a")
    assert game.pool(GERMAN) == 5 and {said.split()[1] for said in game.choices()} == {"A03", "A04", "A05"}
    game.play("lay A03")
    assert game.state.position.works["A03"] == Works("mines", GERMAN, 0, True)
    assert not game.view(SOVIET).state.position.works
    assert "plant" not in armed("TELLERMINE", "x+a\n.", "pio N", "srif S").verbs("a"), "not in close combat"
    assert "plant" not in armed("TELLERMINE", "x\nS\n.\na\n.", "8cm N").verbs("a"), "not by the burdened"


@rule("atb-card-weapon-tellermine-a", "atb-card-weapon-tellermine-d")
def test_laying_it_is_paid_for_and_counts_as_using_the_card():
    poor = armed("TELLERMINE", "x\nS\n.\na\n.", "pio N active", pool={GERMAN: 1})
    assert not poor.offers("plant a")
    once = {"special": (WeaponLimit("TELLERMINE", 1),)}
    game = armed("TELLERMINE", "x\nS\n.\na\n.", "pio N", told=once).begin("plant a").play("lay A03").play("pass")
    assert game.pool(GERMAN) == 5 and not game.offers("plant a") and game.why_not("plant a") == "atb-8.4-c"


@rule("atb-8.4-c")
def test_the_firefight_gives_a_card_to_certain_units():
    state = GAME.start("atb/stalin")
    having = {unit.kind for unit in state.position.units.values() if grants(state, unit, "GRENADES")}
    assert having == {"ger_rifle_41"}


@rule("atb-8.4-a", "atb-8.5-b")
@pytest.mark.parametrize("card", ["GRENADES", "MOLOTOV", "TELLERMINE"])
def test_figures_range_and_the_he_icon_are_on_the_card(card: str):
    ours, theirs = ("srif N", "pz3e S") if card == "MOLOTOV" else ("pio N", "tk26b S")
    game = armed(card, "x+a\n.", ours, theirs)
    kind, thrown = box().cards[card], weapon(game.state, card)
    assert (thrown.red, thrown.blue, thrown.range) == (kind.red_fp, kind.blue_fp, kind.range)
    assert "he" in kind.icons and thrown.flank


@rule("atb-8.4-b", "atb-8.4-d")
def test_a_card_given_at_the_start_is_used_any_number_of_times_unless_the_firefight_limits_it():
    game = armed("GRENADES", "x\na\n.").play("use a GRENADES A01", dice=[1, 1]).play("pass")
    assert game.offers("use a GRENADES A01")
    once = {"special": (WeaponLimit("GRENADES", 1),)}
    limited = armed("GRENADES", "x\na\n.", told=once).play("use a GRENADES A01", dice=[1, 1]).play("pass")
    assert not limited.offers("use a GRENADES A01")


@rule("atb-8.4-c", "atb-8.4-d")
def test_a_weapon_card_stays_with_the_unit_that_uses_it_first():
    game = armed("GRENADES", "x . .\na b .", b="grif NW").play("use b GRENADES A01", dice=[1, 1]).play("pass")
    assert game.offers("use b GRENADES A01") and not game.offers("use a GRENADES A01")
    assert game.why_not("use a GRENADES A01") == "atb-8.4-c"
    two = armed("GRENADES", "x . .\na b .", b="grif NW", told={"weapons": {GERMAN: ("GRENADES", "GRENADES")}})
    assert two.play("use b GRENADES A01", dice=[1, 1]).play("pass").offers("use a GRENADES A01"), "a card for each"


@rule("atb-8.0-j", "atb-card-02-b", "atb-3.1-b")
def test_a_tellermine_is_no_opportunity_but_may_be_the_action_of_a_command_card():
    game = armed("TELLERMINE", "x+a\n.", "pio N", "tk34a S", caps={GERMAN: 2, SOVIET: 0}).begin("use a TELLERMINE x")
    assert {said.split()[1] for said in game.choices()} == {"activate", "command"}
    freed = armed("TELLERMINE", "x+a\n.", "pio N spent", "tk34a S", told=hands("02")).begin("play 02")
    assert freed.cost("use a TELLERMINE x") == 0 and freed.choices("a").count("use a TELLERMINE x") == 1
    freed.play("use a TELLERMINE x", dice=[1, 1])
    assert freed.seat == SOVIET


@rule("atb-8.4-f")
def test_a_hit_marker_weakens_or_bars_it():
    weak = armed("GRENADES", "x+a\n.", "grif N suppressed")
    assert values(weak, "use a GRENADES x", "Attack Rating")[0] == 5
    assert sum(values(weak, "use a GRENADES x", "Attack Rating")) < 5
    assert "use" not in armed("GRENADES", "x+a\n.", "grif N stunned").verbs("a")
