"""Single conditions of rules: what a player would notice if one of them were not asked. [5 to 16]"""

from __future__ import annotations

from tests.systems.famous_divisions.kit import on

from balka.core.dice import Bag
from balka.core.proof import rule
from balka.core.state import Work
from balka.systems.famous_divisions.chits import Draw
from balka.systems.famous_divisions.results import begin_retreat

ENG, TANK, TANK2, RIFLES = "1k-eng", "t34.1-2tk", "t34.2-2tk", "1-1rif"
RIVER = ["A01-A02 river"]


# -- activation


@rule("gd-5.1-f")
def test_a_nominated_stack_is_split_by_its_owner_though_others_act_with_it() -> None:
    game = on("a\n.\n.\n.\n.\nk\n", a="1k-1gr 2k-1gr 3k-1gr", k="hq-2gr hq-3gr").supply("german")
    game.play("nominate 1gr A01", "done").set("3k-1gr", nominated=False).activate("1gr").play("stack A01")
    assert game.offers("designate 1k-1gr", "designate 2k-1gr")


@rule("gd-9.3-b")
def test_units_that_cannot_go_together_are_not_taken_together() -> None:
    """A road that crosses water carries two, and the water nobody."""
    gap = {"roads": ["A01-A02 road"], "sides": ["A01-A02 river"]}
    for tanks, together in ((f"{TANK} {TANK2}", True), (f"{TANK} {TANK2} t34.3-2tk", False)):
        game = on("a\n.\nb\n", a=tanks, b="hq-2tk", **gap).activate("2tk")
        assert game.offers(f"take {TANK}", f"take {TANK2}") and game.offers("take A01") == together


@rule("gd-9.0-l")
def test_a_march_says_its_way_and_what_it_takes_of_the_points_that_are_left() -> None:
    game = on("a\n.\n.\n.\n.\n", a=f"{RIFLES} hq-1rif").activate("1rif").play(f"take {RIFLES}")
    first = game.state.quote("to A03")
    assert (first.price, first.way) == ("2 of 4 points", (0, 1, 2))
    second = game.play("step A02").state.quote("step A03")
    assert (second.price, second.way) == ("1 of 3 points", (1, 2))


@rule("gd-4.0-a")
def test_the_way_onto_the_map_begins_on_the_map() -> None:
    game = on(".\n.\n.\nb\n", b="hq-2tk", due={TANK: "A02 0"}).activate("2tk").play(f"enter {TANK} A02")
    assert game.state.quote("step A02").way == (1,)


@rule("gd-8.0-k")
def test_a_bridge_leads_into_an_enemy_zone_that_nobody_saw() -> None:
    """The rifles in their bunker are not known by name, and their zone covers the far bank."""
    for bridge, at in (([], "A01"), (["A01-A02 bridge"], "A02")):
        game = on("a\n.\nx\n", a="1k-1gr hq-1gr", x=RIFLES, sides=[*RIVER, *bridge], forts=["bunker A03 N"])
        game.activate("1gr").play("debark 1k-1gr") if not bridge else game.activate("1gr").play("take 1k-1gr")
        game.play("step A02")
        assert game.at("1k-1gr") == at


@rule("gd-5.1-f", "gd-10.5-a")
def test_who_retreats_names_no_part_of_a_nominated_stack_elsewhere() -> None:
    game = on("a\n.\n.\n.\n.\nk\n.\n.\n.\nh\n", a="1k-1gr 2k-1gr", k="9k-3gr", h="hq-3gr")
    for one in ("1k-1gr", "2k-1gr"):
        game.set(one, nominated=True)
    game.run(lambda work: begin_retreat(work, "german", ("9k-3gr",)))
    assert game.kind == "retreat" and "designate" not in game.verbs()


@rule("gd-5.1-f")
def test_a_nominated_unit_alone_is_told_that_it_cannot_split() -> None:
    game = on("a\n.\n.\n.\nk\n", a="1k-1gr", k="hq-2gr hq-3gr").supply("german").play("nominate 1gr A01")
    assert "A stack of one cannot split" in game.refusal("designate 1k-1gr").sentence


# -- chits and aircraft


@rule("gd-10.3-n")
def test_an_empty_cup_without_discards_stays_empty_and_nobody_is_told_otherwise() -> None:
    game = on("a\n", a=RIFLES)

    def emptied(work: Work) -> None:
        work.bags = {**work.bags, "soviet-cup": Bag.of({})}
        work.push(Draw("soviet"))

    game.run(emptied)
    assert game.heard == [] and game.state.tracks.refilled == ()


# -- engineers


@rule("gd-12.0-b", "gd-9.5-d")
def test_an_engineer_is_told_whether_it_is_pinned_or_rides() -> None:
    def why(**facts: object) -> str:
        game = on("a\n.\n.\n", a=f"{ENG} hq-eng flame-eng", sides=RIVER).activate("eng").set(ENG, **facts)
        return game.refusal(f"bridge {ENG} A01/A02").rule

    assert why(pinned=True) == "gd-12.1-c" and why(carrier="flame-eng", debarked=True) == "gd-9.5-d"


@rule("gd-16.1-b")
def test_an_engineer_clears_with_the_last_half_of_its_points() -> None:
    for spent, may in ((10, True), (11, False)):
        game = on("a\n.\n.\n", a=f"{ENG} hq-eng", forts=["trench A02 N"]).set(ENG, spent=spent).activate("eng")
        assert game.offers(f"clear {ENG} A02") == may


@rule("gd-12.1-d")
def test_an_enemy_next_to_one_bank_only_is_not_next_to_the_pontoon() -> None:
    game = on("a .\n. .\n. .\nb .\n", a=f"{ENG} hq-eng", b=f"{RIFLES} hq-1rif", sides=RIVER).activate("eng")
    game.play(f"bridge {ENG} A01/A02", "fight", "done").activate("1rif").play(f"take {RIFLES}", "step A03")
    assert game.state.position.pontoons


# -- fire


@rule("gd-11.4-a")
def test_a_gun_that_fired_at_a_hex_is_told_so() -> None:
    game = on("a\n.\n.\nx\n", a="1k-1gr 2k-1gr hq-1gr", x=f"{TANK} {TANK2}").activate("1gr")
    game.play("take 1k-1gr", "step A02", f"fire {TANK} A02", "2d6 1 1")
    assert "has fired" in game.refusal(f"fire {TANK} A02").sentence
    assert game.refusal("fire nobody A02").rule == "gd-11.4-a"


@rule("gd-10.0-a")
def test_guns_off_the_map_stand_next_to_nobody() -> None:
    game = on("a\nx\n", a="5k-2gr", x=RIFLES, off="btty.4-2art hq-2art", off_map="A01").activate("2art").play("fight")
    assert "No unit that may attack stands next to" in game.refusal("attack A02").sentence
