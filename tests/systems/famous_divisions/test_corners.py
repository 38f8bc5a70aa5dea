"""Where chapters meet in odd corners: riders in a stack, division HQs and arrivals, unseen zones, hexsides end on."""

from __future__ import annotations

from msgspec import structs
from tests.systems.famous_divisions.kit import Game, on

from balka.core.proof import rule
from balka.systems.famous_divisions.position import Pontoon
from balka.systems.famous_divisions.replacements import Replacing
from balka.systems.famous_divisions.secrets import conceal
from balka.systems.famous_divisions.zones import zone

TANK, TANK2, RIFLES = "t34.1-2tk", "t34.2-2tk", "1-1rif"


def column(length: int) -> str:
    return "a\n" + ".\n" * (length - 1)


# -- riding in company [9.3, 9.5]


def assault_guns() -> Game:
    """An assault gun, a company on foot and their HQ in one hex, about to act."""
    return on(column(4), a="sturm-2gr 5k-2gr hq-2gr").set("5k-2gr", debarked=True).activate("2gr")


@rule("gd-9.3-a", "gd-9.5-b")
def test_who_was_taken_along_in_a_stack_may_mount_its_tank() -> None:
    for taking in (("take A01",), ("take sturm-2gr", "with 5k-2gr")):
        game = assault_guns().play(*taking)
        assert game.offers("mount 5k-2gr sturm-2gr")
        game.play("mount 5k-2gr sturm-2gr", "step A02")
        assert game.unit("5k-2gr").carrier == "sturm-2gr"


@rule("gd-6.0-g", "gd-9.5-b")
def test_who_acted_in_an_earlier_activation_still_mounts_nobody() -> None:
    game = on(column(4), a=f"{TANK} {RIFLES} hq-2tk hq-1rif").set(RIFLES, activated=True).activate("2tk")
    assert not game.play(f"take {TANK}").offers(f"mount {RIFLES} {TANK}")


@rule("gd-9.3-a", "gd-9.5-d")
def test_who_has_mounted_is_not_asked_along_on_foot() -> None:
    game = assault_guns().play("take sturm-2gr", "mount 5k-2gr sturm-2gr")
    assert not game.offers("with 5k-2gr")
    assert game.offers("with hq-2gr")


@rule("gd-9.3-a", "gd-9.5-i")
def test_who_has_climbed_down_is_not_asked_along_either() -> None:
    game = assault_guns().play("take sturm-2gr", "mount 5k-2gr sturm-2gr", "dismount 5k-2gr")
    assert not game.offers("with 5k-2gr")
    assert game.offers("step A02"), "its tank goes on"


@rule("gd-9.5-i", "gd-16.1-a")
def test_an_engineer_that_climbed_down_clears_with_the_points_it_has_left() -> None:
    game = on(column(4), a="flame-eng 1k-eng hq-eng", forts=["trench A03 N"])
    game.set("1k-eng", debarked=True, carrier="flame-eng").activate("eng")
    game.play("take flame-eng", "step A02", "dismount 1k-eng", "halt")
    assert game.offers("clear 1k-eng A03")
    assert not game.offers("take 1k-eng")
    assert game.refusal("take 1k-eng").rule == "gd-9.5-i"
    game.play("clear 1k-eng A03")
    assert game.state.position.forts == ()


@rule("gd-9.5-d", "gd-9.7-a")
def test_a_raft_that_rides_on_a_tank_carries_nobody_over() -> None:
    game = on(column(3), a="5k-2gr hq-2gr raft.1-eng sturm-2gr", sides=["A01-A02 river"])
    game.set("5k-2gr", debarked=True).set("raft.1-eng", debarked=True)
    afloat = Game(game.state, game.marks).activate("2gr").play("take 5k-2gr", "step A02")
    assert afloat.unit("5k-2gr").spent == 2
    riding = game.set("raft.1-eng", carrier="sturm-2gr").activate("2gr").play("take 5k-2gr", "step A02")
    assert riding.unit("5k-2gr").spent == 6


# -- arrivals [4.0, 6.0, 7.1]


@rule("gd-4.0-c", "gd-6.0-c")
def test_the_division_hq_activates_a_battalion_that_is_due() -> None:
    due = {"5k-2gr": "A04 0", "hq-2gr": "A04 0", "1k-1gr": "A04 3"}
    game = on(column(4), a="hq-div-g", due=due).activate("div-g")
    assert game.offers("battalion 2gr")
    assert not game.offers("battalion 1gr"), "that one is not due yet"
    game.play("battalion 2gr", "enter 5k-2gr A04", "step A04", "halt", "fight", "done")
    assert game.activate("2gr").kind == "idle", "it has been activated"


@rule("gd-4.0-d", "gd-7.1-g")
def test_a_stack_enters_through_a_hex_that_others_stand_in() -> None:
    due = dict.fromkeys(("5k-2gr", "6k-2gr", "7k-2gr", "8k-2gr", "hq-2gr"), "A01 0")
    game = on(column(3), a="1k-1gr 2k-1gr 3k-1gr", due=due).activate("2gr").play("enter 5k-2gr A01")
    assert game.offers("with 6k-2gr")
    game.play("with 6k-2gr", "with 7k-2gr", "with 8k-2gr")
    assert game.choices() == ["step A01"], "four are a legal stack, five are none"
    game.play("step A01", "to A02", "halt", "fight")
    assert game.kind != "stacking" or game.choices() == ["done"]


# -- overruns [9.3, 9.4, 11.4]


def won_overrun() -> Game:
    """Two tanks have overrun an HQ and stand in its hex; an 88 looks on."""
    game = on("a\nx\n.\n.\n.\ny\n", a=f"{TANK} {TANK2} hq-2tk", x="hq-1gr", y="flak-2gr").activate("2tk")
    game.play("fight", "overrun A02", f"join {TANK}", f"join {TANK2}", "fight").no_chits().play("2d6 =2")
    return game.play(f"advance {TANK} A02", f"advance {TANK2} A02", "done")


@rule("gd-9.3-a", "gd-9.4-h")
def test_tanks_that_overran_go_on_together() -> None:
    game = won_overrun().play(f"take {TANK}", f"with {TANK2}", "step A03")
    assert game.kind == "oppfire"
    game.play("fire flak-2gr A03", f"at {TANK}", "2d6 1 1")
    assert game.kind == "party", "one stack, one shot"
    game.play("halt")
    assert game.at(TANK) == game.at(TANK2) == "A03"
    assert game.choices() == ["done"], "both have gone on"


@rule("gd-9.3-b", "gd-9.4-h")
def test_a_tank_left_before_the_first_step_goes_on_by_itself() -> None:
    game = won_overrun().play(f"take {TANK}", f"with {TANK2}", f"leave {TANK2}", "step A03", "hold", "halt")
    assert game.choices() == [f"take {TANK2}", "done"]


# -- retreat [10.5]


@rule("gd-10.5-d", "gd-2.4-c")
def test_an_hq_between_two_nearest_hqs_goes_to_either() -> None:
    field = ". . . . .\n. . . . .\n. . x . .\n. . a . .\n. . . . .\n"
    game = on(field, x="hq-1gr", a=f"{TANK} hq-2tk", A02="hq-2gr", E02="hq-3fus").activate("2tk")
    game.battle("C03", TANK).no_chits()
    game.play("2d6 =9" if "3-1" not in game.rolled_check.reader else "2d6 =8")
    ends = {sentence.rpartition(">")[2] for sentence in game.choices()}
    assert ends == {"A02", "E02"}


# -- fog [1.1]


@rule("gd-4.1-j", "gd-1.1-d")
def test_replacements_tell_nothing_of_hexes_where_nobody_hopes_for_them() -> None:
    game = on("a . .\n. . .\n. . .\n. . x\n", a="5k-2gr! hq-2gr", C03="6k-2gr", x="at-1rif", forts=["bunker C04 N"])
    game.set("5k-2gr", debarked=True)
    game.run(lambda work: work.push(Replacing("german"))).play("d6 1")
    assert game.offers("rebuild 5k-2gr")
    assert not any("C03" in sentence for sentence in game.heard)


@rule("gd-4.1-j", "gd-1.1-d")
def test_a_hex_where_somebody_hopes_for_replacements_is_told_if_it_is_barred() -> None:
    game = on("a . .\n. . .\n. . .\n. . x\n", a="5k-2gr hq-2gr", C03="6k-2gr!", x="at-1rif", forts=["bunker C04 N"])
    game.set("6k-2gr", debarked=True)
    unlucky = Game(game.state, game.marks).run(lambda work: work.push(Replacing("german"))).play("d6 6")
    assert not any("C03" in sentence for sentence in unlucky.heard), "it gets none anyway"
    game.run(lambda work: work.push(Replacing("german"))).play("d6 1")
    assert any("C03" in sentence for sentence in game.heard)
    assert game.refusal("rebuild 6k-2gr").rule == "gd-4.1-j"


def at_the_river() -> Game:
    """A company on foot at a river, and somebody in a bunker a hex beyond the far bank."""
    game = on("a .\n. .\n. .\n. .\n", a="5k-2gr hq-2gr", A03=RIFLES, forts=["bunker A03 N"], sides=["A01-A02 river"])
    return game.set("5k-2gr", debarked=True).activate("2gr").play("take 5k-2gr")


@rule("gd-8.0-k", "gd-1.1-d")
def test_an_unseen_zone_over_the_river_bars_that_crossing_and_no_other_way() -> None:
    game = at_the_river()
    assert game.offers("step A02"), "who is in the bunker is not known"
    game.play("step A02")
    assert game.barrier, "he has learnt something and cannot take it back"
    assert (game.at("5k-2gr"), game.unit("5k-2gr").spent) == ("A01", 0)
    assert not game.offers("step A02")
    assert game.refusal("step A02").rule == "gd-8.0-k"
    assert game.offers("step B01", "halt")
    assert conceal(game.state, "soviet").stack[-1].shut == (), "the enemy is not told"  # type: ignore[attr-defined]
    assert game.play("step B01").at("5k-2gr") == "B01"


@rule("gd-8.0-k", "gd-9.0-o")
def test_a_party_that_found_its_only_crossing_barred_may_halt() -> None:
    game = on(column(4), a="5k-2gr hq-2gr", A03=RIFLES, forts=["bunker A03 N"], sides=["A01-A02 river"])
    game.set("5k-2gr", debarked=True).activate("2gr").play("take 5k-2gr", "step A02")
    assert game.offers("halt")
    assert not any(sentence.startswith(("step", "to")) for sentence in game.choices())


@rule("gd-8.0-k", "gd-8.0-c", "gd-9.7-a", "gd-12.1-a")
def test_a_ford_is_no_river_hexside() -> None:
    """Ruling Q-ford: vehicles cross it, zones reach over it, it may be crossed into one, and nobody bridges it."""
    stacks = {"a": "5k-2gr pioneer-1gr hq-2gr hq-1gr", "A04": RIFLES}
    ford = on(column(4), **stacks, sides=["A01-A02 river", "A01-A02 ford"]).activate("2gr").play("take 5k-2gr")
    assert ford.play("step A02").unit("5k-2gr").spent == 4 + 10, "clear ground, and half of its ten points"
    held = on(column(3), a=stacks["a"], A02=RIFLES, sides=["A01-A02 river", "A01-A02 ford"])
    assert held.hex("A01") in zone(held.state, "soviet")
    into = on(column(3), a=stacks["a"], A03=RIFLES, sides=["A01-A02 river", "A01-A02 ford"]).activate("2gr")
    assert into.play("take 5k-2gr").offers("step A02")
    work = on(column(4), **stacks, sides=["A01-A02 river", "A01-A02 ford"]).activate("1gr")
    assert "bridge" not in work.verbs()


@rule("gd-10.8-a", "gd-10.1-k")
def test_an_attack_over_a_ford_is_no_attack_over_a_river() -> None:
    game = on(column(3), a="5k-2gr hq-2gr", A02=RIFLES, A03="hq-1rif", sides=["A01-A02 river", "A01-A02 ford"])
    game.activate("2gr").battle("A02", "5k-2gr").no_chits()
    assert game.rolled_check.tally.value == 2


# -- bridges [8.0, 12.0, 12.1]

BANKS = ". ~\na ~\n. .\n. .\n"
OVER = ["B01-B02 bridge", "B02-B03 bridge"]


@rule("gd-8.0-d", "gd-12.0-e")
def test_a_zone_reaches_onto_a_bridge_from_the_bank_beside_it_while_it_stands() -> None:
    game = on(BANKS, a=RIFLES, sides=OVER)
    onto = game.hex("B02")
    assert onto in zone(game.state, "soviet")
    blown = structs.replace(game.state.position, blown=((onto, onto),))
    assert onto not in zone(structs.replace(game.state, position=blown), "soviet")


@rule("gd-12.0-a", "gd-8.0-b")
def test_no_bridge_hex_is_blown_under_an_enemy_hq_though_it_has_no_zone() -> None:
    game = on(BANKS, B03="pioneer-1gr hq-1gr", B02="hq-1rif", sides=OVER).activate("1gr")
    assert "blow" not in game.verbs()
    assert game.refusal("blow pioneer-1gr B02/B02").rule == "gd-12.0-a"
    assert (
        on(BANKS, B03="pioneer-1gr hq-1gr", B01="hq-1rif", sides=OVER)
        .activate("1gr")
        .offers("blow pioneer-1gr B02/B02")
    )


@rule("gd-8.0-d", "gd-12.1-b")
def test_a_zone_reaches_onto_a_finished_pontoon_hex_only() -> None:
    game = on(". .\na =\n. .\n", a=RIFLES)
    onto = game.hex("B02")
    for complete in (False, True):
        laid = structs.replace(game.state.position, pontoons=(Pontoon(onto, onto, "german", complete),))
        assert (onto in zone(structs.replace(game.state, position=laid), "soviet")) == complete


END_ON = ". . .\n. a .\n. . .\n"


@rule("gd-12.0-a", "gd-12.1-a")
def test_engineers_work_on_a_hexside_that_ends_at_their_hex() -> None:
    river = ["B01-C01 river"]
    assert on(END_ON, a="1k-eng hq-eng", sides=river).activate("eng").offers("bridge 1k-eng B01/C01")
    bridged = on(END_ON, a="1k-eng hq-eng", sides=[*river, "B01-C01 bridge"]).activate("eng")
    assert bridged.offers("blow 1k-eng B01/C01")
    far = on(END_ON, A03="1k-eng hq-eng", sides=[*river, "B01-C01 bridge"]).activate("eng")
    assert not {"blow", "bridge"} & far.verbs()


@rule("gd-12.1-a", "gd-8.0-c")
def test_a_pontoon_end_on_is_barred_by_an_enemy_on_either_bank() -> None:
    game = on(END_ON, a="1k-eng hq-eng", C01=RIFLES, sides=["B01-C01 river"]).activate("eng")
    assert "bridge" not in game.verbs()
