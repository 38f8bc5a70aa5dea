"""Where one activation meets the next, a tank its rider, and a question what nobody may know."""

from __future__ import annotations

import pytest
from tests.systems.famous_divisions.kit import Game, on

from balka.core.events import heard
from balka.core.proof import rule
from balka.systems.famous_divisions.model import RoadPath
from balka.systems.famous_divisions.movement import allowance
from balka.systems.famous_divisions.secrets import conceal

TANK, RIFLES = "t34.1-2tk", "1-1rif"


def column(length: int) -> str:
    return "a\n" + ".\n" * (length - 1)


# -- one activation after another [6.0, 12.0]

TWO_BRIDGES = ["A02-B02 river", "A02-B02 bridge", "B02-C02 river", "B02-C02 bridge"]


@rule("gd-12.0-c", "gd-6.0-i")
def test_every_activation_has_a_demolition_of_its_own_from_its_first_moment() -> None:
    game = on(". . .\na . b\n. . .\n", a="pioneer-1gr hq-1gr", b="pioneer-3fus hq-3fus", sides=TWO_BRIDGES)
    game.activate("1gr").play("blow pioneer-1gr A02/B02", "d6 1")
    assert game.refusal("blow pioneer-1gr A02/B02").rule == "gd-12.0-c"
    game.play("fight", "done").activate("3fus")
    assert game.offers("blow pioneer-3fus B02/C02", "pass")
    game.play("blow pioneer-3fus B02/C02", "d6 1")
    assert not any(sentence.startswith("blow") for sentence in game.choices())


@rule("gd-9.4-g", "gd-12.0-c", "gd-12.1-a")
def test_a_tracked_engineer_whose_overrun_failed_does_no_work_in_that_activation() -> None:
    def after(dice: str) -> Game:
        sides = ["A01-B01 river", "A01-B01 bridge", "B01-C01 river"]
        game = on(". . .\n" * 6, B02="flame-eng", B01="hq-eng", B03=RIFLES, B06="hq-1rif", sides=sides)
        game.activate("eng")
        assert game.offers("blow flame-eng A01/B01", "bridge flame-eng B01/C01")
        return game.play("fight", "overrun B03", "join flame-eng", "fight").no_chits().play(dice)

    failed = after("2d6 =7")
    assert failed.choices() == ["done"]
    assert failed.refusal("blow flame-eng A01/B01").rule == "gd-9.4-g"
    assert failed.play("done").activate("1rif").kind, "the game goes on"
    won = after("2d6 =2").play("done", "done")
    assert won.offers("blow flame-eng A01/B01", "bridge flame-eng B01/C01")


@rule("gd-2.4-d", "gd-4.0-c")
def test_reinforcements_enter_besides_the_one_stack_of_a_battalion_without_hq() -> None:
    """Ruling Q-due-without-hq."""
    stacks = {"A01": f"{RIFLES} 2-1rif", "B04": "3-1rif", "A03": "1k-1gr"}
    game = on(". .\n" * 4, due={"at-1rif": "A04 0"}, **stacks).activate("1rif")
    assert game.choices() == ["stack A01", "stack B04", "fight", "pass"]
    game.play("stack A01")
    assert game.offers(f"take {RIFLES}", "take 2-1rif", "enter at-1rif A04")
    assert not game.offers("take 3-1rif"), "one stack of those on the map"
    game.play("enter at-1rif A04", "step A04", "halt", "fight", "attack A03")
    assert game.offers("join at-1rif")
    assert not game.offers("join 3-1rif")


# -- a nominated stack that wins its fight [5.1, 9.4, 10.6]


@rule("gd-5.1-f", "gd-10.6-a")
def test_who_advances_may_designate_on_the_way() -> None:
    game = on("a\nx\n.\nk\n", a="1k-1gr 2k-1gr", x=RIFLES, k="hq-2gr hq-3gr").supply("german")
    game.play("nominate 1gr A01", "done").activate("1gr").play("stack A01").battle("A02", "1k-1gr", "2k-1gr")
    game.no_chits().play("2d6 =2")
    assert game.offers("advance 1k-1gr A02", "designate 1k-1gr", "designate 2k-1gr")
    game.play("designate 1k-1gr")
    assert not any(sentence.startswith("designate") for sentence in game.choices()), "once a turn"
    game.play("advance 1k-1gr A02", "done")
    assert (game.unit("1k-1gr").hungry, game.unit("2k-1gr").hungry) == (0, 1)


@rule("gd-5.1-f", "gd-9.4-h")
def test_who_goes_on_after_an_overrun_may_designate_on_the_way() -> None:
    tanks = "5k-2pz 6k-2pz"
    game = on("a\nx\n.\n.\n.\nk\n", a=tanks, x=RIFLES, k="hq-2gr hq-3gr").supply("german")
    game.play("nominate 2pz A01", "done").activate("2pz").play("stack A01", "fight", "overrun A02")
    game.play("join 5k-2pz", "join 6k-2pz", "fight").no_chits().play("2d6 =2", "done")
    assert game.offers("take 5k-2pz", "designate 5k-2pz")
    game.play("designate 5k-2pz", "take 5k-2pz", "to A03", "halt", "done")
    assert (game.unit("5k-2pz").hungry, game.unit("6k-2pz").hungry) == (0, 1)


# -- a tank and its rider are one unit [9.5]


def carrying(**facts: object) -> Game:
    """A depleted tank with a company on its deck beside the enemy."""
    game = on(". a .\n. x .\n. . .\n. . .\n", a=f"{TANK}! {RIFLES} hq-2tk hq-1rif", x="1k-1gr 2k-1gr", **facts)
    return game.set(RIFLES, carrier=TANK).activate("2tk")


@rule("gd-6.0-g", "gd-9.5-d")
def test_who_rode_into_an_attack_has_acted_though_its_tank_is_lost() -> None:
    game = carrying().battle("B02", TANK).no_chits().play("2d6 =7", "done")
    assert game.unit(TANK).status == "lost"
    assert not game.unit(RIFLES).carrier
    game.activate("1rif")
    assert game.offers("take hq-1rif")
    assert not game.offers(f"take {RIFLES}")


@rule("gd-6.0-g", "gd-9.5-d", "gd-11.3-r")
def test_who_rode_on_a_tank_that_fired_has_acted() -> None:
    game = carrying().play("fight", f"fire {TANK} B02", "at 1k-1gr", "2d6 1 1", "done")
    assert game.unit(RIFLES).activated
    idle = carrying().play("fight", "done")
    assert not idle.unit(RIFLES).activated, "a tank that did nothing has not acted"


@rule("gd-1.1-e", "gd-9.5-d")
def test_whoever_rides_on_an_attacking_tank_is_seen_with_it() -> None:
    game = carrying(forts=["trench B01 S"])
    assert RIFLES not in conceal(game.state, "german").position.units
    game.battle("B02", TANK)
    assert RIFLES in conceal(game.state, "german").position.units
    assert "hq-2tk" not in conceal(game.state, "german").position.units, "who did not fight is not"


@rule("gd-1.1-e", "gd-9.5-d", "gd-10.2-a", "gd-10.2-b")
@pytest.mark.parametrize("attacker", ["german", "soviet"])
def test_whoever_rides_on_a_gun_that_supports_is_seen_with_it(attacker: str) -> None:
    gun, rider = "wsp.1-1art", "1k-eng"
    game = on("a\n.\n.\nb\nx\n", a=f"{gun} {rider}", b="1k-1gr hq-1gr", x=f"{RIFLES} hq-1rif", forts=["trench A01 S"])
    game.set(rider, carrier=gun, debarked=True)
    assert rider not in conceal(game.state, "soviet").position.units
    if attacker == "german":
        game.activate("1gr").play("fight", "attack A05", "join 1k-1gr", f"gun {gun}", "fight")
    else:
        game.activate("1rif").battle("A04", RIFLES).play(f"gun {gun}", "stand")
    seen = conceal(game.state, "soviet").position.units
    assert gun in seen and rider in seen


@rule("gd-9.4-h", "gd-18.3-j")
def test_a_tank_may_leave_the_map_after_an_overrun_though_it_has_no_step_left() -> None:
    book = {"scorer": "soviet", "exit": RoadPath((1,), (0,))}
    game = on("W\n.\nW\n.\n", A02="1k-1gr!", A03=TANK, A04="hq-2tk", book=book)
    points = 2 * allowance(game.state, game.unit(TANK)).value
    game.activate("2tk").set(TANK, spent=points - 2, stepped=True)
    game.play("fight", "overrun A02", f"join {TANK}", "fight").no_chits().play("2d6 =2", f"advance {TANK} A02", "done")
    assert game.choices() == [f"take {TANK}", "done"]
    game.play(f"take {TANK}")
    assert game.choices() == ["exit", "halt"]
    assert game.play("exit").unit(TANK).status == "exited"


# -- mounting in the activation of one's own [9.5]


@rule("gd-9.3-a", "gd-9.5-b")
def test_who_was_left_before_the_first_step_may_still_mount() -> None:
    game = on(column(4), a="sturm-2gr 5k-2gr hq-2gr").set("5k-2gr", debarked=True).activate("2gr")
    game.play("take sturm-2gr", "with 5k-2gr", "leave 5k-2gr")
    assert game.offers("mount 5k-2gr sturm-2gr")


@rule("gd-12.0-c", "gd-9.5-b")
def test_an_engineer_that_has_tried_a_bridge_may_still_mount_a_tank_of_its_battalion() -> None:
    def engineers() -> Game:
        bridge = ["A02-B02 river", "A02-B02 bridge"]
        game = on(". .\na .\n. .\n", a="flame-eng 1k-eng hq-eng sturm-2gr", A01="hq-2gr", sides=bridge)
        return game.set("1k-eng", debarked=True).activate("eng").play("blow 1k-eng A02/B02", "d6 1")

    assert engineers().play("take flame-eng").offers("mount 1k-eng flame-eng")
    later = engineers().play("fight", "done").activate("2gr").play("take sturm-2gr")
    assert not later.offers("mount 1k-eng sturm-2gr"), "it has had its activation"


# -- a window tells nothing [1.1, 11.4]


@rule("gd-1.1-d", "gd-11.4-g")
@pytest.mark.parametrize("mover", ["hq-1rif", RIFLES])
def test_whether_an_hq_or_a_company_went_from_trench_to_trench_does_not_show(mover: str) -> None:
    trenches = ["trench A01 S", "trench A02 S"]
    game = on(column(5), a=f"hq-1rif {RIFLES}", A02="2-1rif", A05="flak-2gr", forts=trenches)
    game.activate("1rif").play(f"take {mover}", "step A02")
    assert (game.kind, game.choices()) == ("oppfire", ["fire flak-2gr A02", "hold"])
    game.play("fire flak-2gr A02")
    assert game.unit("flak-2gr").fought == (mover == RIFLES)
    assert game.kind == ("oppfire" if mover == "hq-1rif" else "direct fire")


@rule("gd-1.1-a", "gd-11.4-g")
def test_an_hq_seen_to_join_a_company_is_not_asked_about() -> None:
    game = on(column(5), a="hq-1rif", A02=RIFLES, A05="flak-2gr").activate("1rif")
    assert game.play("take hq-1rif", "step A02").kind == "party"


# -- what unseen enemies forbid costs nothing [1.1, 11.4, 12.0, 12.1, 16.1]

ENG = "1k-eng"
CROSSING = ["A01-A02 river"]
BRIDGE = [*CROSSING, "A01-A02 bridge"]


def at_work(sides: list[str], forts: list[str], others: str = "") -> Game:
    """An engineer at a crossing or a work, and somebody in a trench beyond it."""
    trench = "trench A03 N"
    return on(". .\n. .\n. .\n", A01=f"{ENG} hq-eng {others}", A03=RIFLES, sides=sides, forts=[trench, *forts])


@pytest.mark.parametrize(
    ("sides", "forts", "task", "cited"),
    [
        (CROSSING, [], f"bridge {ENG} A01/A02", "gd-12.1-a"),
        (BRIDGE, [], f"blow {ENG} A01/A02", "gd-12.0-a"),
        ([], ["minefield A02 N"], f"clear {ENG} A02", "gd-16.1-f"),
    ],
    ids=["pontoon", "demolition", "clearing"],
)
@rule("gd-1.1-d", "gd-12.0-a", "gd-12.1-a", "gd-16.1-f")
def test_a_task_that_an_unseen_zone_forbids_costs_nothing(
    sides: list[str], forts: list[str], task: str, cited: str
) -> None:
    game = at_work(sides, forts).activate("eng")
    assert game.offers(task)
    before, heard = game.state, len(game.heard)
    game.play(task)
    assert game.state.position == before.position, "nothing was spent, begun or blown"
    assert game.state.tracks.demolished == ""
    assert not game.offers(task)
    assert game.refusal(task).rule == cited
    assert "zone of control" in game.refusal(task).sentence
    assert "zone of control" in game.heard[heard]
    assert conceal(game.state, "soviet").secrets["german"] == {}, "the enemy does not hear of it"
    assert game.play(f"take {ENG}", "step B01").at(ENG) == "B01"


@rule("gd-1.1-d", "gd-12.0-c")
def test_what_was_forbidden_may_be_tried_again_in_another_activation() -> None:
    game = at_work(BRIDGE, [], "pioneer-1gr hq-1gr").activate("eng").play(f"blow {ENG} A01/A02", "fight", "done")
    assert game.state.secrets["german"] == {}
    assert game.activate("1gr").offers("blow pioneer-1gr A01/A02")


@pytest.mark.parametrize(
    ("sides", "task"), [(CROSSING, f"bridge {ENG} A01/A02"), (BRIDGE, f"blow {ENG} A01/A02")], ids=["pontoon", "bridge"]
)
@rule("gd-1.1-d", "gd-6.0-k", "gd-6.0-l")
def test_a_battalion_whose_first_task_is_forbidden_may_still_pass(sides: list[str], task: str) -> None:
    game = at_work(sides, [], "hq-div-g").activate("eng").play(task)
    assert game.offers("pass")
    assert "eng" not in game.state.tracks.activated, "the enemy would see that somebody tried"
    game.play("pass")
    assert game.state.secrets["german"] == {}, "what was tried is forgotten with the activation"
    assert game.activate("div-g").offers("battalion eng")
    game.play("battalion eng")
    assert game.offers(task, "pass")
    acted = game.play(task, f"take {ENG}", "step B01", "halt")
    assert not acted.offers("pass")


@pytest.mark.parametrize(
    ("sides", "enemies", "task", "dice"),
    [
        (CROSSING, "", f"bridge {ENG} A01/A02", []),
        (BRIDGE, "", f"blow {ENG} A01/A02", ["d6 1"]),
        (BRIDGE, RIFLES, f"blow {ENG} A01/A02", []),
    ],
    ids=["pontoon", "demolition", "forbidden"],
)
@rule("gd-9.0-a", "gd-12.0-c", "gd-12.1-a")
def test_who_was_taken_and_only_worked_need_not_move(
    sides: list[str], enemies: str, task: str, dice: list[str]
) -> None:
    stacks = {"A03": enemies} if enemies else {}
    game = on(". .\n. .\n. .\n", A01=f"{ENG} hq-eng", sides=sides, forts=["trench A03 N"], **stacks)
    game.activate("eng").play(f"take {ENG}")
    assert not game.offers("halt"), "a party that has done nothing is taken back"
    game.play(task, *dice)
    assert game.offers("halt", "step B01")
    assert game.play("halt").at(ENG) == "A01"


@rule("gd-1.1-d", "gd-11.4-g")
def test_a_shot_at_a_trench_that_holds_only_hqs_is_not_made() -> None:
    game = on(column(4), a=f"{TANK} t34.2-2tk hq-2tk", A03="hq-1gr hq-2gr", forts=["trench A03 N"]).activate("2tk")
    game.play("fight", f"fire {TANK} A03")
    assert not game.unit(TANK).shot
    assert not game.unit(TANK).fought
    assert not any(sentence.startswith("fire") for sentence in game.choices()), "his other tanks know it too"
    assert game.refusal(f"fire {TANK} A03").rule == "gd-11.4-g"


# -- figures of a quote [10.2]


def attack_and_defence(game: Game, sentence: str) -> tuple[int, int]:
    choice = next(one for one in game.state.choices() if game.state.text(one) == sentence)
    quote = game.state.quote(choice)
    check = (*(told.check for told in quote.forecasts), *quote.checks)[0]
    attack, defence = check.tallies
    return attack.value, defence.value


@rule("gd-10.2-a", "gd-10.2-b")
def test_the_quote_of_a_gun_counts_it_on_either_side() -> None:
    game = on("a . .\nx . .\n. . g\n", a=f"{TANK} hq-2tk", x="1k-1gr", g="ig-1fus", C01="ig-2rif").activate("2tk")
    game.play("fight", "attack A02", f"join {TANK}")
    alone = attack_and_defence(game, "fight")
    assert attack_and_defence(game, "gun ig-2rif") == (alone[0] + 3, alone[1])
    game.play("fight")
    assert attack_and_defence(game, "gun ig-1fus") == (alone[0], alone[1] + 4)


# -- a bridge through a wide river [9.1, 10.1, 10.8]


@rule("gd-9.1-c", "gd-10.1-p", "gd-10.8-c")
def test_an_attack_onto_a_bridge_over_a_wide_river_has_its_dice_and_no_penalty() -> None:
    along, river = ["B01-B02 bridge", "B02-B03 bridge"], ". ~ .\n. ~ .\n. . .\n"
    for camp, dice in (("B03", "3d6="), ("A02", "2d6=")):
        game = on(river, B02="5k-2gr", sides=along, **{camp: f"{RIFLES} hq-1rif"}).activate("1rif")
        game.play("fight", "attack B02", f"join {RIFLES}", "fight").no_chits()
        assert game.rolled_check.dice == dice
        assert [part.label for part in game.rolled_check.tally.parts if "chit" not in part.label][2:] == []


# -- the only HQ goes back with its tanks [10.4, 10.5]


@rule("gd-10.4-o", "gd-10.5-e")
def test_the_enemy_sends_an_hq_that_goes_along_and_has_no_other_hq() -> None:
    field = ". . .\n. . .\n. a .\n. x .\n. . .\n"
    game = on(field, a=f"{TANK} t34.2-2tk hq-2tk", x="1k-1gr 2k-1gr", forts=["trench B03 N"]).activate("2tk")
    game.battle("B04", TANK, "t34.2-2tk").no_chits().play("2d6 =8")
    assert (game.asked, game.choices()) == ("soviet", ["take hq-2tk", "done"])
    stays = Game(game.state, game.marks).play("done")
    assert (stays.asked, {sentence.split()[1] for sentence in stays.choices()}) == ("german", {TANK})
    game.play("take hq-2tk")
    assert (game.asked, {sentence.split()[1] for sentence in game.choices()}) == ("german", {"hq-2tk"})
    game.play("go hq-2tk B02>B01")
    assert game.asked == "soviet", "the tanks have an HQ to go to now"
    assert game.offers(f"go {TANK} B02>B01", "go t34.2-2tk B02>B01")


@rule("gd-1.1-d", "gd-10.4-o")
def test_an_hq_that_goes_back_from_bunker_to_bunker_is_not_named() -> None:
    bunkers = [f"bunker A0{row} N" for row in (2, 3, 4)]
    game = on("d\n.\n.\na\nx\n", d="hq-div-s", a=f"{TANK} hq-2tk", x="1k-1gr 2k-1gr", forts=bunkers).activate("2tk")
    game.battle("A05", TANK).no_chits().play("2d6 =7")
    named = game.state.apply(f"go {TANK} A03>A02")
    told = named.state.apply("go hq-2tk A03>A02").events
    says = {seat: [event.say(game.state.setting) for event in heard(told, seat)] for seat in ("german", "soviet")}
    assert any("HQ 2Tk" in sentence for sentence in says["soviet"])
    assert says["german"] == ["1 Soviet unit moved to A02."]
    german = [event.say(game.state.setting) for event in heard(named.events, "german")]
    assert any("(1)T-34 2Tk retreats" in sentence for sentence in german), "the tank has fought and is known"
