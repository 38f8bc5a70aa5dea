"""Where chapters meet out of sight: who hides in works, under shells, with cards. [docs/interactions/sos.md]"""

from __future__ import annotations

from typing import Any

import pytest
from tests.systems.heroes.kit import GERMAN, SOVIET, Game, hands, on
from tests.systems.heroes.third_edition.test_artillery import gunnery, planned
from tests.systems.heroes.third_edition.test_secrecy import Doubled

from balka.core.proof import rule
from balka.systems.heroes.chapters.obstacles import Laying
from balka.systems.heroes.data.mission_data import Airplane
from balka.systems.heroes.units import UNKNOWN, Works

RICH = {GERMAN: 6, SOVIET: 6}
TRENCH = {"A01": Works("trench", GERMAN)}


def veterans(german: str) -> dict[str, Any]:
    return {"veterans": {GERMAN: tuple(german.split()), SOVIET: ()}}


# -- who hides in works


@rule("sos-11.2-b", "sos-17.6-b", "sos-11.1-f")
def test_who_is_found_in_a_bunker_faces_as_it_does_and_is_not_asked():
    board = {"told": {"works": {"A01": Works("bunker_4", SOVIET, 2)}}, "x": "rif N inside hidden", "a": "inf N"}
    game = on("x .\n. .\n. .\na .", **board).play("recon a", "search A01", dice=[6, 6, 1, 1, 1, 1, 7])
    assert game.facing("x") == "SE" and game.unit("x").inside
    shown = on("x .\n. .\n. .\na .", active=SOVIET, **board)
    assert [text for text in shown.choices("x") if text.startswith("reveal")] == ["reveal x SE"]
    outside = on("x:W .\n. .\n. .\na .", x="rif N hidden", a="inf N", active=SOVIET)
    assert len([text for text in outside.choices("x") if text.startswith("reveal")]) == 6


@rule("sos-11.2-b", "sos-17.5-b", "sos-13.3-d", "sos-16.3-c")
def test_a_hidden_gun_in_a_gun_pit_looks_where_the_pit_does():
    mortar = on("x . .\n. . .\n. . .\nW . .\na . .", x="rif S", a="sd251.2 N inside hidden",
                told={"works": {"A05": Works("gun_pit_2", GERMAN, 3)}})  # fmt: skip
    assert "indirect" not in mortar.verbs("a")
    ahead = on("x . .\n. . .\n. . .\nW . .\na . .", x="rif S", a="sd251.2 S inside hidden",
               told={"works": {"A05": Works("gun_pit_2", GERMAN, 0)}})  # fmt: skip
    assert "indirect" in ahead.verbs("a")
    plane = {"special": (Airplane("W04", 1, (1,)),), "weapons": {SOVIET: ("W04",)}}
    flak = on("f:W .\n. .\n. x", f="sd251.17 N inside hidden", x="rif N", active=SOVIET, caps=RICH,
              told={**plane, "works": {"A01": Works("gun_pit_2", GERMAN, 0)}})  # fmt: skip
    flak.begin("plane W04", "at A03 N")
    assert flak.choices() == ["pass", "answer f N"] and flak.cost("answer f N") == 2 + 2, "the turret turns"


@rule("sos-11.1-b", "sos-17.2-c")
@pytest.mark.parametrize(("first", "side"), [("a", GERMAN), ("x", SOVIET)])
def test_of_two_who_hide_in_one_trench_only_who_is_shown_first_is_inside(first: str, side: str):
    game = on("a+x:W .", a="inf N inside hidden", x="rif S inside hidden", active=side, told={"works": TRENCH})
    game.begin(f"reveal {first} N")
    other = "x" if first == "a" else "a"
    assert game.asked == "reveal.face" and not game.is_hidden(other)
    game.begin(f"face {other} S")
    assert game.unit(first).inside and not game.unit(other).inside


# -- shells


@rule("sos-13.8-a", "sos-15.11-a", "sos-16.6-a", "sos-11.0-b")
@pytest.mark.parametrize(("vehicle", "load"), [("m", "s"), ("t", "r")])
def test_shells_strike_a_hidden_load_before_the_vehicle_that_shields_it(vehicle: str, load: str):
    units = {"a": "inf N", vehicle: "m3apc S hidden", load: f"rif S hidden carrier={vehicle}"}
    picture = f". . . .\n. . . .\n. {vehicle}+{load}:W . .\n. . . .\n. . . .\na . . ."
    game = planned(gunnery(picture, **units), "plan W06 B03 he")
    assert sorted(game.state.position.hidden) == sorted((vehicle, load))
    game.begin("arrow N", "caps 0", dice=[6, 2, 3, 6, 6])  # five is too little as long as the carrier is there
    assert game.asked == "reveal.face" and game.seat == SOVIET
    game.begin(f"face {vehicle} S")
    assert game.asked == "transport.lost" and not game.alive(vehicle) and not game.unit(load).marker


@rule("sos-13.9-c", "sos-17.11-d", "sos-13.9-e")
def test_shells_burst_in_the_trees_over_men_and_not_over_works():
    dug = on("x:W\n.\n.\na", a="8cm N", x="rif S dug-in")
    men, hasty = dug.quote("fire a x").checks[:2]
    assert (men.need, hasty.need) == (11 + 1 - 3, 13 + 2 - 3)
    wire = {"works": {"A01": Works("barbed_wire", SOVIET)}}
    assert on("x:W\n.\n.\na", a="8cm N", x="rif S", told=wire).quote("fire a x").checks[1].need == 15 + 2 - 3
    older = on("x:W\n.\n.\na", a="8cm N", x="rif S", told={**wire, "options": {"air_bursts": "manual"}})
    assert older.quote("fire a x").checks[1].need == 15 - 3, "by the manual nothing in the Woods is covered"


# -- cards


@rule("sos-8.9-a", "sos-card-17-b", "sos-11.0-b")
def test_nobody_learns_which_hidden_unit_lays_a_mine():
    units = {"a": "inf N hidden", "b": "gren N hidden", "x": "rif N"}
    told = hands(german="17")
    for who in ("a", "b"):
        game = Doubled(on("a:W W b:W\n. . .\n. . .\n. x .", told=told, **units), SOVIET).begin(f"play 17 {who}")
        laying = game.state.view(SOVIET).stack[-1]
        assert isinstance(laying, Laying) and laying.unit == UNKNOWN and game.state.stack[-1].unit == who
        game.doubled().begin("lay B01", dice=[7])
        assert not game.problems and game.twins, game.problems


@rule("sos-card-14-b", "sos-8.5-a", "sos-8.5-b", "sos-card-02-b")
def test_the_action_that_scout_teams_go_with_may_be_a_card():
    board = {"a": "inf S", "b": "inf S", "x": "rif N hidden", "caps": {GERMAN: 1, SOVIET: 0}}
    told = {**hands("02 08 14"), "hiding": True}
    game = on("a b\n. .\n. .\nx:W .", told=told, **board).begin("play 14 a", "look", "face x N")
    assert game.asked == "turn" and game.offers("play 02") and game.offers("play 08 a")
    assert not game.offers("play 08 b") and not game.offers("pass"), "it is the Action of who has scouted"
    game.begin("play 02")
    assert game.offers("fire a A04") and not game.verbs("b")
    game.play("fire a A04", dice=[1, 1])
    assert game.caps(GERMAN) == 0 and not game.unit("a").spent and game.hand(GERMAN) == ("08",)


@rule("sos-card-14-b", "sos-8.5-b", "sos-card-01-b")
def test_scout_teams_go_before_the_action_that_a_card_gives():
    board = {"a": "inf S spent", "b": "inf S", "x": "rif N hidden", "caps": {GERMAN: 1, SOVIET: 0}}
    told = {**hands("01 14"), "hiding": True}
    game = on("a b\n. .\n. .\nx:W .", told=told, **board)
    assert not game.offers("play 14 a"), "alone it could not pay for an Action any more"
    game.begin("play 01")
    assert game.offers("play 14 a") and not game.offers("play 14 b")
    game.begin("play 14 a", "look", "face x N")
    assert game.offers("fire a A04") and not game.offers("pass") and not game.verbs("b")
    game.play("fire a A04", dice=[1, 1])
    assert game.stressed("a")


@rule("sos-card-01-b", "sos-card-V06-b", "sos-7.9-a")
def test_adrenaline_is_for_who_acts_by_iron_will_too():
    board = {"a": "inf N spent stunned", "x": "rif S", "told": {**veterans("V06"), **hands("01")}}
    game = on("a+x .", **board)
    assert game.offers("play 01") and not game.verbs("a"), "it cannot rally in Close Combat"
    game.begin("play 01")
    assert game.choices() == ["play V06 a"]
    game.begin("play V06 a").play("assault a x", dice=[1, 1])
    assert game.stressed("a") and game.unit("a").spent
    assert not on("a+x .", **{**board, "told": hands("01")}).offers("play 01"), "only a Veteran has the card"
    fresh = on("a+x .", a="inf N stunned", x="rif S", told={**veterans("V06"), **hands("02 12")}, caps=RICH)
    assert fresh.offers("play 02") and fresh.offers("play 12")


@rule("sos-card-V06-b", "sos-8.5-a", "sos-card-08-b")
def test_the_action_of_iron_will_may_be_a_card():
    told = {**veterans("V06"), **hands("02 03 08")}
    game = on("a b", a="inf N stunned", b="inf N", told=told).begin("play V06 a")
    assert {text for text in game.choices() if text.startswith("play")} == {"play 02", "play 08 a"}
    game.play("play 08 a", "caps 0", dice=[5, 7])
    assert game.caps(GERMAN) == 5 and game.stressed("a") and game.unit("a").marker


# -- Groups


@rule("sos-10.2-c", "sos-15.13-e")
def test_who_may_turn_though_immobilized_turns_in_a_group_too():
    units = {"t": "pz3l N immobilized", "b": "inf N"}
    game: Game = on(". .\nt b", told={"options": {"immobilized": "manual"}}, **units).gather("t", "b")
    game.begin("act move")
    assert game.offers("pivot t S") and not game.offers("move t A01 N")
    game.play("pivot t S", "finish", dice=[7])
    assert game.facing("t") == "S"
    strict = on(". .\nt b", **units).gather("t", "b").begin("act move")
    assert not strict.offers("pivot t S")


# -- what is told beforehand


MINES = {"works": {"A01": Works("mines", SOVIET)}}
WIRE = {"works": {"A01": Works("barbed_wire", SOVIET)}}


def rolls(game: Game, sentence: str) -> list[str]:
    """What a choice would be rolled for."""
    return [check.name.split()[0] for check in game.quote(sentence).checks]


@rule("sos-17.10-c", "sos-15.2-a", "sos-card-05-d", "sos-card-V01-b", "sos-card-V10-a")
def test_mines_one_knows_of_are_told_with_every_step_that_leads_into_them():
    drive = on(". .\n. .\nt+r .", t="sd251 N", r="inf N carrier=t", told=MINES).begin("move t A02 N")
    assert rolls(drive, "go t A01 N") == ["Mines", "Mines"] and not rolls(drive, "go t B02 N")
    deployed = on(". .\n. .\na .", a="inf N", told={**MINES, **hands("05")})
    deployed.begin("move a A02 N", dice=[7]).begin("play 05")
    assert rolls(deployed, "move a A01 N") == ["Mines"] and not rolls(deployed, "move a B02 N")
    hurried = on(". .\n. .\na .", a="inf N", caps=RICH, told={**MINES, **veterans("V01")}).begin("move a A02 N")
    assert rolls(hurried, "go a A01 N") == ["Mines"]
    overrun = on(". .\na+x .", a="inf N", x="rif S", told={**MINES, **veterans("V10")})
    overrun.begin("assault a x", dice=[1, 1, 7]).begin("overrun a")
    assert rolls(overrun, "move a A01 N") == ["Mines", "Spent"]
    turned = on("a b", a="inf N", b="inf N", told=MINES).gather("a", "b").begin("act move")
    assert rolls(turned, "pivot a S") == ["Mines"] and not rolls(turned, "pivot b S")


@rule("sos-17.10-c", "sos-11.3-a", "sos-11.4-d", "sos-card-14-b")
def test_mines_one_knows_of_are_told_with_every_step_into_hiding():
    board = {"a": "inf N", "b": "inf N", "x": "rif S"}
    picture = ". .\na b\nW W\nW W\n. x"
    alone = on(picture, told={**MINES, "hiding": True}, **board)
    assert rolls(alone, "sneak a A01") == ["Mines", "Spent"] and rolls(alone, "sneak a A02") == ["Spent"]
    group = on(picture, told={**MINES, "hiding": True}, **board).gather("a", "b").begin("act hide")
    assert rolls(group, "sneak a A01") == ["Mines"] and not rolls(group, "sneak a A02")
    scout = on(picture, caps=RICH, told={**MINES, **hands("14"), "hiding": True}, **board).begin("play 14 a")
    assert rolls(scout, "sneak a A01") == ["Mines"] and not rolls(scout, "sneak a A02")


@rule("sos-17.9-a", "sos-card-V01-b")
def test_who_stays_in_the_wire_and_does_not_hurry_on_pays_for_it_all_the_same():
    stays = on(". .\na .", a="inf N", caps=RICH, told={**WIRE, **veterans("V01")})
    stays.begin("move a A01 N", dice=[4])
    assert stays.asked == "rapid.move"
    stays.begin("stay")
    assert stays.play("caps 0", dice=[5]).unit("a").spent, "1AP and 4AP of the wire"


@rule("sos-17.9-a", "sos-card-V01-b", "sos-card-V10-a")
def test_the_die_of_wire_is_told_with_the_steps_of_veterans():
    hurried = on(". .\n. .\na .", a="inf N", caps=RICH, told={**WIRE, **veterans("V01")}).begin("move a A02 N")
    assert hurried.quote("go a A01 N").cost.spread == (2, 7)  # type: ignore[union-attr]
    overrun = on(". .\na+x .", a="inf N", x="rif S", told={**WIRE, **veterans("V10")})
    overrun.begin("assault a x", dice=[1, 1, 7]).begin("overrun a")
    assert overrun.quote("move a A01 N").cost.spread == (2, 7)  # type: ignore[union-attr]


@rule("sos-15.13-d", "sos-13.0-b", "sos-18.0-a", "sos-6.8-a")
def test_a_damaged_gun_is_not_quoted_at_nor_turned_on_whom_it_cannot_strike():
    """By the manual Gun Damaged takes blue Firepower only."""
    told = {"options": {"gun_damaged": "manual"}}
    for what, unit in (("flame t A01", "flamm"), ("fire t A01", "flamm")):
        game = on("x+y .\nt .", x="tk70 S", y="rif S", t=f"{unit} N gun_damaged", told=told)
        assert [check.name.split()[-1] for check in game.quote(what).checks] == ["y", "t"], "and the Spent Check"
    both = on("x+y\n.\n.\nW\nt", x="tk70 S", y="rif S", t="sd251.2 N gun_damaged", told=told)
    assert [check.name.split()[-1] for check in both.quote("indirect t A01 A04").checks] == ["y", "t"]
    tank = on("x\n.\n.\nW\nt", x="tk70 S", t="sd251.2 N gun_damaged", told=told)
    assert "indirect" not in tank.verbs("t")
