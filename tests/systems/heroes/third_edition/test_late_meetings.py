"""Where chapters meet at the edge of an Action: who only rallies, hides, cannot act. [docs/interactions/sos.md]"""

from __future__ import annotations

from typing import Any

from msgspec import structs
from tests.systems.heroes.kit import GERMAN, SOVIET, hands, on

from balka.core.proof import rule
from balka.core.state import Hand
from balka.games.storms_of_steel import GAME
from balka.systems.heroes.play.turns import Turn
from balka.systems.heroes.play.verbs import Pass
from balka.systems.heroes.units import Works

RICH = {GERMAN: 6, SOVIET: 6}
DECK = tuple(f"{number:02}" for number in range(1, 18))


def veterans(german: str = "", soviet: str = "") -> dict[str, Any]:
    return {"veterans": {GERMAN: tuple(german.split()), SOVIET: tuple(soviet.split())}}


# -- rallying together


@rule("sos-10.9-a", "sos-hit-soft-stunned-b")
def test_stunned_units_rally_together_whoever_begins():
    game = on(".\na\nb", a="inf N stunned", b="inf N stunned")
    assert game.verbs("a") == {"rally", "group"}
    game.play("group a", dice=[6, 6, 6, 6, 7])  # all that they can do together
    assert not game.unit("a").marker and not game.unit("b").marker
    alone = on(".\na\nb", a="inf N stunned", b="inf N")
    assert alone.verbs("a") == {"rally"}, "an unhurt unit has nothing to do with it"


@rule("sos-10.9-a", "sos-8.9-b", "sos-card-03-b")
def test_stunned_units_play_the_cards_that_rally_a_group():
    game = on(".\na\nb", a="inf N stunned", b="inf N stunned", told=hands("03 04")).gather("a", "b")
    assert game.offers("play 03") and game.offers("play 04") and not game.offers("act move")
    game.play("play 03", dice=[7])
    assert not game.unit("a").marker and not game.unit("b").marker


@rule("sos-10.9-a", "sos-15.8-f", "sos-hit-armored-stunned-a")
def test_a_stunned_vehicle_and_its_load_rally_together():
    game = on("t+r .", t="sd251 N stunned", r="inf N pinned carrier=t")
    assert "group" in game.verbs("t") and "group" in game.verbs("r")
    game.play("group t", dice=[6, 6, 6, 6, 7])
    assert not game.unit("t").marker and not game.unit("r").marker


@rule("sos-8.6-c", "sos-8.9-b", "sos-card-04-b", "sos-10.1-c")
def test_spent_units_without_caps_play_a_card_that_costs_nothing_as_a_group():
    units = {"a": "inf N spent stressed pinned", "b": "inf N spent stunned", "c": "inf N pinned"}
    game = on("a b c", told=hands("04"), **units)
    assert game.verbs("a") == game.verbs("b") == {"group"} and "group" in game.verbs("c")
    game.gather("a", "b")
    assert game.offers("with c") and game.choices() == ["with c", "play 04"]
    game.play("with c", dice=[6, 6, 6, 6, 6, 6])
    assert not any(game.unit(name).marker for name in "abc") and game.unit("a").spent
    assert not on("a b c", **units).verbs("a"), "without the card there is nothing it could do"


@rule("sos-8.5-a", "sos-card-09-b", "sos-card-12-b")
def test_spent_units_form_no_group_for_a_second_action_card():
    units = {"a": "inf N spent", "b": "inf N spent", "c": "inf N"}
    game = on("a b . c", told=hands("09 10 12"), caps={GERMAN: 1, SOVIET: 0}, **units)
    game.begin("play 12")
    assert game.verbs("a") == {"group"}
    game.begin("play 10 c", dice=[1])
    assert not game.verbs("a") and game.offers("stall c")


# -- giving up a Hasty Defense


@rule("sos-17.7-e", "sos-2.2-b", "sos-hit-soft-stunned-b")
def test_who_cannot_act_may_still_give_up_its_hasty_defense():
    for state in ("spent", "stunned", "spent stunned"):
        game = on("a", a=f"inf N dug-in {state}")
        assert "abandon" in game.verbs("a") and game.offers("pass")
        game.begin("abandon a")
        assert not game.unit("a").dug_in and game.asked == "turn"
    assert not on("a", a="inf N spent").verbs("a"), "there is nothing else it could do"


@rule("sos-17.7-e", "sos-card-01-b")
def test_an_action_that_a_card_has_given_is_not_for_giving_up_what_another_has_dug():
    game = on("a b", a="inf N dug-in", b="inf N spent", told=hands("01")).begin("play 01")
    assert not game.offers("abandon a") and game.offers("stall b")


# -- Bogged Down


@rule("sos-card-V01-b", "sos-card-15-b")
def test_bogged_down_waits_for_the_hex_of_a_rapid_move():
    told = {**veterans("V01"), **hands(soviet="15"), "deck": DECK}
    board = {"t": "pz3l N", "caps": {GERMAN: 1, SOVIET: 0}, "told": told}
    game = on(". .\n. .\n. .\nt .", **board).begin("move t A03 N", "stay")
    assert game.asked == "rapid.move"
    game.begin("go t A02 N")
    assert game.asked == "bog.window" and game.at("t") == "A02"
    assert game.begin("play 15", dice=[2, 2, 7]).unit("t").bogged
    short = on(". .\n. .\n. .\nt .", **board).begin("move t A03 N", "stay", "stay")
    assert short.asked == "bog.window", "asked once, where it stops"
    short.play("pass", "caps 0", dice=[7])


@rule("sos-card-15-d", "sos-11.4-c", "sos-15.10-a")
def test_who_is_towed_out_of_the_mud_unseen_is_free_and_who_is_not_when_the_round_ends():
    units = {"t": "tk34c N", "b": "tk34c N bogged carrier=t", "x": "inf S"}
    picture = ". t+b\n. .\nW W\nW W\n. x"
    game = on(picture, active=SOVIET, told={"hiding": True}, **units).play("sneak t A01", dice=[7])
    assert game.is_hidden("b") and game.at("b") == "A01" and not game.unit("b").bogged
    stays = on(picture, active=SOVIET, told={"hiding": True}, **units).play("sneak t B01", dice=[7])
    assert stays.is_hidden("b") and stays.unit("b").bogged
    stays.play("pass").begin("pass")
    assert not stays.unit("b").bogged


# -- hiding


@rule("sos-11.3-b", "sos-17.9-a", "sos-11.5-c")
def test_wire_adds_nothing_to_a_hidden_move_into_an_enemys_hex():
    wire = {"works": {"A01": Works("barbed_wire", SOVIET)}}
    game = on("x\na", a="inf N hidden", x="rif S", told=wire).begin("sneak a A01", "face a N", dice=[6])
    assert not game.is_hidden("a") and not game.unit("a").spent, "5AP, found or not"
    shown = on("x\na", a="inf N", x="rif S", told=wire).begin("move a A01 N", dice=[6, 7])
    assert shown.unit("a").spent, "7AP"


@rule("sos-11.7-f", "sos-17.11-c")
def test_recon_by_fire_is_rolled_for_the_works_around_whom_it_finds():
    works = {"works": {"A01": Works("bunker_5", SOVIET, 3)}}
    units = {"a": "hmg42 N", "x": "rif S hidden inside"}
    game = on("x\n.\n.\na", told=works, **units).play("recon a", "search A01", dice=[6, 6, 1, 1, 6, 6, 7])
    assert not game.state.position.works and game.alive("x") and not game.unit("x").inside
    sniper = on("x\n.\n.\na", told=works, **{**units, "a": "gsnip N"})
    sniper.play("recon a", "search A01", dice=[6, 6, 1, 1, 7])
    assert sniper.state.position.works, "a Sniper attacks one unit"


# -- striking back


@rule("sos-card-V05-a", "sos-15.11-a")
def test_striking_back_at_a_loaded_vehicle_strikes_its_load_first():
    units = {"t": "sd251 N", "r": "inf N carrier=t", "x": "rif S"}
    game = on("t+r+x .", caps={GERMAN: 0, SOVIET: 1}, told=veterans("", "V05"), **units).begin("assault t x")
    told = [check.name for check in game.quote("play V05 x").checks]
    assert ["attacks" in name for name in told] == [True, True, False], "two attacks and the Spent Check"
    game.begin("play V05 x", dice=[1, 1, 6, 6, 1, 1, 7, 7])
    assert game.alive("x") and game.alive("t") and not game.alive("r")


# -- loading


@rule("sos-15.7-c", "sos-17.3-a")
def test_who_comes_to_its_vehicle_is_not_asked_into_the_trench_there():
    told = {"works": {"A01": Works("trench", GERMAN)}}
    game = on("t\na", t="sd251 N", a="inf N", told=told).play("load a t", dice=[7])
    assert game.unit("a").carrier == "t" and not game.unit("a").inside
    assert on("t\na", t="sd251 N", a="inf N", told=told).begin("move a A01 N").asked == "works.enter"


@rule("sos-4.12-e", "sos-15.3-f", "sos-15.6-a")
def test_a_gun_whose_wheels_cannot_enter_comes_in_behind_tracks():
    units = {"a": "pak38 N due=1 entry=e", "b": "inf N due=1 entry=e", "t": "sd251 N due=1 entry=e"}
    game = on("W\n.", entries={"e": ["A01"]}, **units)
    assert game.verbs("a") == {"embark"} and "group" in game.verbs("b")
    assert not game.gather("b", "t").offers("with a"), "it cannot come in by itself"
    game = on("W\n.", entries={"e": ["A01"]}, **units).begin("embark a t").play("enter t A01 N")
    assert game.at("a") == game.at("t") == "A01"


@rule("sos-1.0-l", "sos-10.0-a", "sos-card-09-b")
def test_before_the_chapter_on_groups_is_read_a_spent_unit_is_not_asked_to_form_one():
    state: Any = GAME.start("sos/courier")
    assert "group" not in state.setting.edition.act_of
    spent = {name: unit.changed(spent=True) for name, unit in state.position.units.items()}
    state = structs.replace(state, position=state.position.changed(units=spent), stack=(Turn(SOVIET),),
                            hands={**state.hands, SOVIET: Hand(("09",))})  # fmt: skip
    state = structs.replace(state, tracks=state.tracks.changed(caps={GERMAN: 0, SOVIET: 0}))
    assert state.grow(()) == ["play", Pass()]
