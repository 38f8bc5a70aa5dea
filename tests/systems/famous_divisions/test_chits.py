"""Event chits, anti-aircraft fire, black chits. [10.3, 10.7]"""

from __future__ import annotations

from tests.systems.famous_divisions.kit import Game, on

from balka.core.dice import Bag
from balka.core.proof import rule
from balka.core.state import Hand, Work
from balka.games.grossdeutschland import box
from balka.systems.famous_divisions.chits import Draw, cup
from balka.systems.famous_divisions.model import note

ATTACK = {"a": "t34.1-2tk t34.2-2tk hq-2tk", "x": "1k-1gr 2k-1gr"}


def attack(picture: str = "a\nx\n", **more: object) -> Game:
    """An attack of 14 on 12, up to the attacker's chit."""
    stacks = {**ATTACK, **more}
    game = on(picture, **stacks).activate("2tk").battle("A02", "t34.1-2tk", "t34.2-2tk")  # type: ignore[arg-type]
    return game.play("stand") if game.kind == "defence" else game


def drawn(attacker: str, defender: str, **more: object) -> Game:
    """Both chits drawn, given by name."""
    game = attack(**more)
    for side, chit in (("soviet", attacker), ("german", defender)):
        colour = box.chits()[chit].colour
        game.play(f"draw {side}-cup {colour}", f"draw {colour} {chit}")
    return game


def modifiers(game: Game) -> dict[str, int]:
    return {part.label: part.value for part in game.rolled_check.tally.parts if part.op == "add"}


@rule("gd-10.3-a", "gd-2.0-b", "gd-2.0-e")
def test_each_side_draws_from_its_own_cup() -> None:
    game = attack()
    assert game.state.stack[-1].bag == "soviet-cup"  # type: ignore[attr-defined]
    game.play("draw soviet-cup red", "draw red apathy")
    assert game.state.stack[-1].bag == "german-cup"  # type: ignore[attr-defined]
    assert (game.state.bags["soviet-cup"].size, game.state.bags["german-cup"].size) == (21, 22)


@rule("gd-10.3-c", "gd-10.3-d")
def test_each_side_draws_exactly_one_and_must() -> None:
    game = drawn("apathy", "charge")
    assert game.kind == "attack"
    assert {cup(side): game.state.bags[cup(side)].size for side in ("german", "soviet")} == {
        "german-cup": 21,
        "soviet-cup": 21,
    }


@rule("gd-10.3-f", "gd-10.3-g", "gd-10.3-h", "gd-10.3-i")
def test_both_chits_count_whoever_drew_them() -> None:
    game = drawn("raw-recruits", "aggressive-assault")
    assert modifiers(game) == {"Raw Recruits (soviet)": 2, "Aggressive Assault (german)": -3}
    assert game.rolled_check.tally.value == -1
    assert all(chit.modifier < 0 for chit in box.chits().values() if chit.colour == "blue")
    assert all(chit.modifier > 0 for chit in box.chits().values() if chit.colour == "red")


@rule("gd-10.3-e", "gd-10.3-l", "gd-10.3-o")
def test_what_stands_on_the_chits() -> None:
    apathy = box.chits()["apathy"]
    assert (apathy.colour, apathy.modifier, apathy.nullifies) == ("red", 2, ("accurate-fire",))
    assert box.chits()["accurate-fire"].colour == "blue"
    black = [chit for chit in box.chits().values() if chit.colour == "black"]
    assert all(chit.modifier == 0 and (chit.nullifies or chit.fortification) for chit in black)


@rule("gd-10.3-k", "gd-10.3-l")
def test_a_chit_named_by_the_other_is_taken_away() -> None:
    game = drawn("apathy", "accurate-fire")
    assert modifiers(game) == {"Apathy (soviet)": 2}


@rule("gd-10.3-j", "gd-13.2-e")
def test_a_no_night_chit_has_no_effect_at_night_and_is_not_replaced() -> None:
    assert modifiers(drawn("accurate-fire", "apathy", turn="Day")) == {"Apathy (german)": 2}
    night = drawn("accurate-fire", "raw-recruits", turn="Night")
    assert modifiers(night) == {"Raw Recruits (german)": 2}
    evening = drawn("accurate-fire", "raw-recruits", turn="Evening")
    assert modifiers(evening)["Accurate Fire (soviet)"] == -2


@rule("gd-13.1-a")
def test_evening_leaves_no_night_chits_alone() -> None:
    assert "Concentrated Fire (soviet)" in modifiers(drawn("concentrated-fire", "raw-recruits", turn="Evening"))


@rule("gd-10.3-m")
def test_played_chits_are_discarded() -> None:
    game = drawn("infiltration", "raw-recruits").play("2d6 =7")
    assert game.state.tracks.discards == {"soviet": ("infiltration",), "german": ("raw-recruits",)}
    assert game.state.bags["soviet-cup"].items["blue"] == 9


@rule("gd-10.3-n")
def test_an_empty_cup_is_filled_from_its_discards_when_a_draw_is_needed() -> None:
    game = on("a\n", a="1-1rif")

    def emptied(work: Work) -> None:
        work.bags = {**work.bags, "soviet-cup": Bag.of({})}
        note(work, discards={"soviet": ("apathy", "apathy", "charge")})
        work.push(Draw("soviet"))

    game.run(emptied)
    assert game.state.bags["soviet-cup"].items == {"blue": 1, "red": 2}
    assert game.state.bags["soviet-red"].items == {"apathy": 2}
    game.play("draw soviet-cup blue", "draw soviet-blue charge")
    assert game.heard[-1] == "Soviet chit: Charge (-2)."
    assert game.state.tracks.discards["soviet"] == ()


# -- black chits


@rule("gd-10.3-p", "gd-10.3-q", "gd-10.3-r")
def test_a_held_black_chit_takes_away_what_it_names() -> None:
    game = drawn("charge", "raw-recruits", held={"german": ("fire-lane",), "soviet": ("hardened",)})
    assert (game.asked, game.kind, game.choices()) == ("soviet", "black", ["play hardened", "keep"])
    game.play("play hardened")
    assert (game.asked, game.choices()) == ("german", ["play fire-lane", "keep"])
    game.play("play fire-lane")
    assert modifiers(game) == {}


@rule("gd-10.3-r", "gd-10.3-s")
def test_a_black_chit_may_be_kept_and_cannot_be_wasted() -> None:
    kept = drawn("charge", "raw-recruits", held={"german": ("fire-lane",)}).play("keep")
    assert kept.state.tracks.held["german"] == ("fire-lane",)
    none = drawn("infiltration", "raw-recruits", held={"german": ("fire-lane",)})
    assert none.kind == "attack", "nothing to play it on"


@rule("gd-10.3-r")
def test_who_says_something_else_when_asked_for_black_chits_is_told_what_is_asked() -> None:
    game = drawn("charge", "raw-recruits", held={"german": ("fire-lane",)})
    assert "only against a chit or work" in game.refusal("play hardened").sentence
    other = game.refusal("halt")
    assert "only against a chit or work" not in other.sentence
    assert "Play a black chit, or keep it." in other.instead


@rule("gd-10.3-t", "gd-10.3-u")
def test_a_black_chit_once_played_is_gone() -> None:
    game = drawn("charge", "raw-recruits", held={"german": ("fire-lane",)}).play("play fire-lane", "2d6 =5")
    assert game.state.tracks.held["german"] == ()
    assert "fire-lane" not in game.state.tracks.discards["german"]


@rule("gd-10.3-s")
def test_a_drawn_black_chit_goes_to_the_hand_unseen() -> None:
    game = attack().play("draw soviet-cup black", "draw black hardened", "draw german-cup red", "draw red raw-recruits")
    assert game.state.hands["soviet"] == Hand(("hardened",))
    assert game.state.view("german").hands["soviet"] == Hand((), 1)
    assert game.state.view("german").bags["black"].items["hardened"] == 1
    assert (game.asked, game.choices()) == ("soviet", ["play hardened", "keep"])
    assert modifiers(game.play("play hardened")) == {}


def test_the_window_opens_for_any_unseen_black_chit() -> None:
    game = attack().play("draw soviet-cup black", "draw black bogged", "draw german-cup red", "draw red raw-recruits")
    assert (game.asked, game.choices()) == ("soviet", ["keep"])


@rule("gd-15.0-k")
def test_a_black_chit_breaks_a_fortification_in_the_attacked_hex() -> None:
    game = drawn("infiltration", "raw-recruits", held={"soviet": ("flamethrower",)}, forts=["bunker A02 N"])
    assert game.choices() == ["play flamethrower", "keep"]
    assert "bunker" not in modifiers(game.play("play flamethrower"))
    kept = drawn("infiltration", "raw-recruits", held={"soviet": ("flamethrower",)}, forts=["bunker A02 N"]).play(
        "keep"
    )
    assert modifiers(kept)["bunker"] == 4


# -- aircraft [10.7, 14.1]


@rule("gd-10.7-a")
def test_who_has_lost_his_flak_is_not_asked_for_it() -> None:
    for lost in (False, True):
        game = attack(picture="a\nx\n.\n.\nf\n", f="flak-2gr")
        if lost:
            game.set("flak-2gr", status="lost", hex=-1)
        game.play("draw soviet-cup blue", "draw blue airstrike", "draw german-cup blue", "draw blue charge")
        assert (game.kind == "flak") is not lost


@rule("gd-10.7-a", "gd-10.7-b", "gd-10.7-d", "gd-10.7-e")
def test_flak_drives_airplanes_off() -> None:
    far = "a\nx\n.\n.\nf\n"
    game = drawn("airstrike", "raw-recruits", picture=far, f="flak-2gr")
    assert (game.asked, game.kind, game.choices()) == ("german", "flak", ["flak flak-2gr", "hold"])
    game.play("flak flak-2gr")
    assert (game.rolled_check.dice, game.rolled_check.need) == ("2d6=", 3)
    missed = game.play("2d6 =3")
    assert missed.play("hold").rolled_check.tally.value == -4 + 2
    again = drawn("airstrike", "raw-recruits", picture=far, f="flak-2gr").play("flak flak-2gr", "2d6 =4")
    assert modifiers(again) == {"Raw Recruits (german)": 2}


@rule("gd-10.7-c")
def test_light_flak_rolls_three_dice() -> None:
    game = drawn("strafing", "raw-recruits", picture="a\nx\nf\n", f="ltflak-1gr").play("flak ltflak-1gr")
    assert game.rolled_check.dice == "3d6="


@rule("gd-10.7-f")
def test_every_gun_may_try_once() -> None:
    far = "a\nx\n.\n.\nf\n"
    game = drawn("strafing", "raw-recruits", picture=far, f="ltflak-1gr flak-2gr")
    assert game.choices() == ["flak flak-2gr", "flak ltflak-1gr", "hold"]
    assert game.play("flak flak-2gr", "2d6 =2").choices() == ["flak ltflak-1gr", "hold"]


@rule("gd-10.7-b")
def test_only_the_opponent_of_who_drew_it_fires() -> None:
    game = drawn("infiltration", "airstrike", picture="a\nx\nf\n", f="flak-2gr")
    assert game.kind == "attack", "the Germans drew it themselves"


@rule("gd-14.1-b", "gd-14.1-c", "gd-14.1-d", "gd-14.1-e", "gd-14.1-f")
def test_airplanes_fly_only_in_the_sun() -> None:
    for weather in ("Cloudy", "Foggy", "Rainy", "Stormy", "Snowy"):
        game = drawn("airstrike", "raw-recruits", weather=weather)
        assert "Airstrike (soviet)" not in modifiers(game)
        assert game.rolled_check.tally.value == 2 + {"Rainy": 1, "Stormy": 2, "Snowy": 3}.get(weather, 0)
    assert modifiers(drawn("airstrike", "raw-recruits"))["Airstrike (soviet)"] == -4


def test_airplanes_of_both_sides_are_shot_at_one_after_the_other() -> None:
    game = drawn("airstrike", "strafing", picture="a\nx\nf\n", f="flak-2gr", A01="aa-1mot")
    assert (game.asked, game.choices()) == ("german", ["flak flak-2gr", "hold"])
    game.play("flak flak-2gr", "2d6 =12")
    assert (game.asked, game.choices()) == ("soviet", ["flak aa-1mot", "hold"])
    assert modifiers(game.play("flak aa-1mot", "2d6 =12")) == {}


@rule("gd-9.5-d", "gd-10.7-d")
def test_flak_that_rides_on_a_tank_is_part_of_it() -> None:
    def guns(**facts: object) -> list[str]:
        game = attack(picture="a\nx\nf\n", f="sturm-1gr ltflak-1gr").set("ltflak-1gr", debarked=True, **facts)
        game.play("draw soviet-cup blue", "draw blue airstrike", "draw german-cup red", "draw red raw-recruits")
        return game.choices()

    assert guns() == ["flak ltflak-1gr", "hold"]
    assert guns(carrier="sturm-1gr") == ["hold"]


# -- why a chit does not count


def rule_of(game: Game, chit: str) -> str:
    """The rule cited beside a chit that was taken away."""
    parts = game.rolled_check.tally.parts
    return next(part.rule for part in parts if part.label.startswith(chit) and part.op == "drop")


@rule("gd-10.3-j", "gd-10.3-k", "gd-10.3-q", "gd-10.7-e", "gd-14.1-b", "gd-14.1-f")
def test_a_chit_taken_away_is_shown_with_the_rule_that_took_it() -> None:
    assert rule_of(drawn("accurate-fire", "apathy"), "Accurate Fire") == "gd-10.3-k"
    assert rule_of(drawn("airstrike", "raw-recruits", turn="Night"), "Airstrike") == "gd-10.3-j"
    assert rule_of(drawn("airstrike", "raw-recruits", weather="Cloudy"), "Airstrike") == "gd-14.1-b"
    assert rule_of(drawn("airstrike", "raw-recruits", weather="Snowy"), "Airstrike") == "gd-14.1-f"
    shot_down = drawn("airstrike", "raw-recruits", picture="a\nx\nf\n", f="flak-2gr").play("flak flak-2gr", "2d6 =12")
    assert rule_of(shot_down, "Airstrike") == "gd-10.7-e"
    black = drawn("infiltration", "raw-recruits", held={"soviet": ("hardened",)}).play("play hardened")
    assert rule_of(black, "Raw Recruits") == "gd-10.3-q"


@rule("gd-10.3-q")
def test_a_black_chit_takes_the_event_it_names_from_both_sides() -> None:
    game = drawn("charge", "charge", held={"german": ("fire-lane",)})
    assert game.choices() == ["play fire-lane", "keep"]
    assert modifiers(game.play("play fire-lane")) == {}
