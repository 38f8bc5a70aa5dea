"""Combat results: losses, retreats, advances. [10.4-10.6]"""

from __future__ import annotations

from random import Random

import pytest
from tests.systems.famous_divisions.kit import Game, on

from balka.core.dice import read_outcome
from balka.core.proof import rule
from balka.systems.famous_divisions.model import GdWork, Location, change, change_all
from balka.systems.famous_divisions.results import begin_retreat, may_be_lost

# Two tank companies (14) on a stack of known defence choose the column; the chits cancel out.
DICE = {"DE": 2, "DD": 3, "DC": 4, "DR": 6, "-": 7, "AR": 8, "AC": 9, "AD": 11, "AP": 12}  # at 1-1


def attacked(
    result: str, *, attackers: str = "t34.1-2tk t34.2-2tk", defenders: str = "1k-1gr 2k-1gr", **more: str
) -> Game:
    """An attack at 1-1 with a chosen result: tanks with 14 against 12 and an HQ's 2 at most."""
    game = on("h\n.\na\nx\n.\ng\n", h="hq-2tk", a=attackers, x=defenders, g="hq-1gr", **more).activate("2tk")
    game.battle("A04", *attackers.split()).no_chits()
    assert game.rolled_check.reader == "crt 1-1", game.rolled_check.reader
    return game.play(f"2d6 ={DICE[result]}")


@rule("gd-10.4-j")
def test_de_eliminates_every_defender() -> None:
    game = attacked("DE")
    assert {game.unit(one).status for one in ("1k-1gr", "2k-1gr")} == {"lost"}


@rule("gd-10.4-i", "gd-10.4-k", "gd-10.4-l")
def test_dd_eliminates_one_the_owner_chooses() -> None:
    game = attacked("DD")
    assert (game.asked, game.choices()) == ("german", ["lose 1k-1gr", "lose 2k-1gr"])
    game.play("lose 2k-1gr")
    assert (game.unit("1k-1gr").status, game.unit("2k-1gr").status) == ("map", "lost")
    spare = attacked("DD", defenders="1k-1gr! 2k-1gr 3k-1gr!")
    assert spare.play("lose 1k-1gr").unit("1k-1gr").status == "lost", "a depleted unit may be chosen"


@rule("gd-10.4-h", "gd-2.3-c", "gd-2.3-d", "gd-2.3-e")
def test_dc_depletes_one_or_removes_a_depleted_one() -> None:
    game = attacked("DC", defenders="1k-1gr 2k-1gr!  3k-1gr!")
    game.play("lose 1k-1gr")
    assert game.unit("1k-1gr").depleted
    again = attacked("DC", defenders="1k-1gr 2k-1gr! 3k-1gr!").play("lose 2k-1gr")
    assert again.unit("2k-1gr").status == "lost"


@rule("gd-2.3-f")
def test_a_counter_without_a_back_goes_at_once() -> None:
    game = attacked("DC", defenders="1k-1gr hq-1art wsp.1-1art").play("lose wsp.1-1art")
    assert game.unit("wsp.1-1art").status == "lost"


@rule("gd-10.4-m", "gd-10.4-n")
def test_an_hq_is_chosen_only_when_alone() -> None:
    game = on("a\n", a="hq-1gr 1k-1gr")
    assert may_be_lost(game.state, ("hq-1gr", "1k-1gr")) == ("1k-1gr",)
    assert may_be_lost(game.state, ("hq-1gr",)) == ("hq-1gr",)


@rule("gd-10.4-f")
def test_a_dash_changes_nothing() -> None:
    game = attacked("-")
    assert game.kind == "combat"
    assert not any(u.depleted or u.status == "lost" for u in game.state.position.units.values())


@rule("gd-10.4-d", "gd-10.4-c", "gd-10.4-k")
def test_the_attacker_chooses_his_own_losses() -> None:
    hurt = attacked("AC")
    assert (hurt.asked, hurt.choices()) == ("soviet", ["lose t34.1-2tk", "lose t34.2-2tk"])
    assert hurt.play("lose t34.1-2tk").unit("t34.1-2tk").depleted
    dead = attacked("AD").play("lose t34.2-2tk")
    assert dead.unit("t34.2-2tk").status == "lost"


@rule("gd-10.4-b")
def test_ap_eliminates_half_rounded_down() -> None:
    game = attacked("AP")
    assert (game.asked, game.kind) == ("soviet", "loss")
    game.play("lose t34.1-2tk")
    assert (game.unit("t34.1-2tk").status, game.unit("t34.2-2tk").status) == ("lost", "map")
    alone = on("h\na\nx\n", h="hq-2tk", a="t34.1-2tk", x="hq-1gr hq-2gr hq-3gr").activate("2tk")
    alone.battle("A03", "t34.1-2tk").no_chits().play("2d6 =12")
    assert alone.unit("t34.1-2tk").status == "map"


@rule("gd-10.4-a")
def test_ae_eliminates_every_attacker() -> None:
    game = on("h\na\nx\n", h="hq-1rif", a="1-1rif! 2-1rif!", x="1k-1gr 2k-1gr 3k-1gr").activate("1rif")
    game.battle("A03", "1-1rif", "2-1rif").no_chits().play("2d6 =11")
    assert {game.unit(one).status for one in ("1-1rif", "2-1rif")} == {"lost"}


@rule("gd-10.4-e", "gd-10.5-a", "gd-10.5-c", "gd-10.5-d")
def test_ar_sends_the_attackers_two_hexes_towards_their_hq() -> None:
    game = attacked("AR", attackers="t34.1-2tk t34.2-2tk")
    assert (game.asked, game.kind) == ("soviet", "retreat")
    before = game.unit("t34.1-2tk").spent
    game.play("go t34.1-2tk A02>A01", "go t34.2-2tk A02>A01")
    assert game.at("t34.1-2tk") == game.at("t34.2-2tk") == "A01"
    assert game.unit("t34.1-2tk").spent == before


@rule("gd-10.4-g", "gd-10.5-b", "gd-2.4-a")
def test_dr_sends_defenders_back_each_by_its_own_way() -> None:
    field = "a . .\nx . .\n. . .\n. . .\n. . g\n"
    game = on(field, a="t34.1-2tk t34.2-2tk hq-2tk", x="1k-1gr 2k-1gr", g="hq-1gr").activate("2tk")
    game.battle("A02", "t34.1-2tk", "t34.2-2tk").no_chits().play("2d6 =6")
    assert game.offers("go 1k-1gr A03>A04", "go 1k-1gr B03>C03")
    game.play("go 1k-1gr A03>A04", "go 2k-1gr B03>C03")
    assert (game.at("1k-1gr"), game.at("2k-1gr")) == ("A04", "C03")


@rule("gd-10.5-d")
def test_no_retreat_leads_away_from_the_hq() -> None:
    game = on("h\n.\na\n.\n.\n", h="hq-1gr", a="1k-1gr")
    game.run(lambda work: begin_retreat(work, "german", ("1k-1gr",)))
    assert game.choices() == ["go 1k-1gr A02>A01"]
    division = on("h\n.\na\n.\nd\n", h="hq-1gr", a="1k-1gr", d="hq-div-g")
    division.run(lambda work: begin_retreat(work, "german", ("1k-1gr",)))
    assert division.choices() == ["go 1k-1gr A02>A01", "go 1k-1gr A04>A05"]


@rule("gd-10.5-e")
def test_without_any_hq_the_enemy_picks_the_way() -> None:
    game = on(".\n.\na\n.\n.\n", a="1k-1gr")
    game.run(lambda work: change(work, "1k-1gr", fought=True))
    game.run(lambda work: begin_retreat(work, "german", ("1k-1gr",)))
    assert game.asked == "soviet"
    assert game.choices() == ["go 1k-1gr A02>A01", "go 1k-1gr A04>A05"]


@rule("gd-10.5-e", "gd-9.7-a")
def test_the_enemy_picks_a_way_over_a_river_though_he_cannot_see_who_stands_beside_it() -> None:
    """A raft saves points, which a retreat does not cost: his list is the same from the truth and from his own view."""
    game = on(". . .\nb . .\n. a .\n. . .\n. . .\n. W .\n. x .\n", a="1k-1gr", b="raft.1-eng", x="1-1rif",
              sides=["B02-B03 river"])  # fmt: skip
    game.set("1k-1gr", fought=True, debarked=True)
    game.run(lambda work: begin_retreat(work, "german", ("1k-1gr",)))
    view = game.state.view("soviet")
    assert game.asked == "soviet" and any(u.anonymous for u in view.position.stack(game.hex("b")))
    assert [view.text(choice) for choice in view.choices()] == game.choices()
    assert "go 1k-1gr B02>B01" in game.choices()


def test_the_enemy_who_picks_the_way_is_told_which_hexes_are_full() -> None:
    """His list is the same from the truth and from his own view."""
    full = "1k-eng 2k-eng 3k-eng 4k-eng"
    game = on(". . .\n. . .\n. a .\n. . .\n. b .\n. W .\n. x .\n", a="1k-1gr", b=full, x="1-1rif")
    game.set("1k-1gr", fought=True)
    game.run(lambda work: begin_retreat(work, "german", ("1k-1gr",)))
    assert game.asked == "soviet"
    view = game.state.view("soviet")
    assert any(u.anonymous for u in view.position.stack(game.hex("b")))
    assert [view.text(choice) for choice in view.choices()] == game.choices()
    assert not any(choice.endswith("B05") for choice in game.choices())


@rule("gd-10.5-f", "gd-10.5-h")
def test_a_full_hex_or_closed_ground_stops_a_retreat() -> None:
    full = on("h\nb\na\n", h="hq-1gr", b="2k-1gr 3k-1gr 1k-eng 2k-eng", a="1k-1gr")
    full.run(lambda work: begin_retreat(work, "german", ("1k-1gr",)))
    assert full.unit("1k-1gr").status == "lost"
    room = on("h\nb\na\n", h="hq-1gr", b="2k-1gr 3k-1gr 1k-eng", a="1k-1gr")
    room.run(lambda work: begin_retreat(work, "german", ("1k-1gr",)))
    assert room.kind == "retreat"
    river = on("h\n.\na\n", h="hq-1gr", a="1k-1gr", sides=["A02-A03 river"])
    river.run(lambda work: begin_retreat(work, "german", ("1k-1gr",)))
    assert river.unit("1k-1gr").status == "lost"


@rule("gd-10.4-o")
def test_an_hq_beside_the_attackers_may_go_back_with_them() -> None:
    game = on("d\n.\na\nx\n", d="hq-div-s", a="t34.1-2tk t34.2-2tk hq-2tk", x="1k-1gr 2k-1gr").activate("2tk")
    game.battle("A04", "t34.1-2tk", "t34.2-2tk").no_chits().play("2d6 =8")
    game.play("go t34.1-2tk A02>A01", "go t34.2-2tk A02>A01")
    assert game.choices() == ["go hq-2tk A02>A01", "done"]


@rule("gd-10.4-o", "gd-1.1-d")
@pytest.mark.parametrize(("stays", "choices"), [("hq-2tk", ["go hq-2tk A02>A01", "done"]), ("ig-2rif", ["done"])])
def test_whether_an_hq_stayed_in_a_bunker_does_not_show(stays: str, choices: list[str]) -> None:
    """The question is asked whoever the enemy cannot see is in there."""
    head = "d" if stays != "hq-2tk" else "a"
    stacks = {"d": "hq-div-s", "a": "t34.1-2tk"}
    stacks[head] += " hq-2tk"
    if stays != "hq-2tk":
        stacks["a"] += f" {stays}"
    game = on("d\n.\na\nx\n", x="1k-1gr 2k-1gr", forts=["bunker A03 N"], **stacks).activate("2tk")
    game.battle("A04", "t34.1-2tk").no_chits().play("2d6 =7", "go t34.1-2tk A02>A01")
    assert (game.kind, game.choices()) == ("retreat", choices)


@rule("gd-10.5-b", "gd-10.5-d")
@pytest.mark.parametrize("sides_exchanged", [False, True])
def test_the_owner_picks_the_order_so_that_an_hq_may_lead_its_company(sides_exchanged: bool) -> None:
    field = ". .\n. .\n. a\n. x\n. .\n. .\n. .\n. q\n"
    german, soviet = ("1k-1gr", "hq-1gr", "hq-2gr"), ("1-1rif", "hq-1rif", "hq-2rif")
    company, hq, other = soviet if sides_exchanged else german
    attackers = "5k-2pz 6k-2pz hq-2pz" if sides_exchanged else "t34.1-2tk t34.2-2tk hq-2tk"
    game = on(field, a=attackers, x=f"{company} {hq}", q=other).activate("2pz" if sides_exchanged else "2tk")
    game.battle("B04", *attackers.split()[:2]).no_chits()
    game.play(next(f"2d6 ={n}" for n in range(2, 13) if game.rolled_check.read(read_outcome(f"2d6 ={n}")) == "DR"))
    assert game.asked == ("soviet" if sides_exchanged else "german"), "the owner, not the enemy"
    assert {choice.split()[1] for choice in game.choices()} == {hq}, "the company has nowhere to go to yet"
    game.play(f"go {hq} B05>B06")
    assert game.choices() == [f"go {company} B05>B06"]


@rule("gd-10.5-b")
def test_units_with_an_hq_retreat_in_the_order_their_owner_likes() -> None:
    field = "a . .\nx . .\n. . .\n. . .\n. . g\n"
    game = on(field, a="t34.1-2tk t34.2-2tk hq-2tk", x="1k-1gr 2k-1gr", g="hq-1gr").activate("2tk")
    game.battle("A02", "t34.1-2tk", "t34.2-2tk").no_chits().play("2d6 =6")
    assert {choice.split()[1] for choice in game.choices()} == {"1k-1gr", "2k-1gr"}
    game.play("go 2k-1gr A03>A04")
    assert {choice.split()[1] for choice in game.choices()} == {"1k-1gr"}


@rule("gd-1.1-a")
def test_the_enemy_does_not_see_who_of_the_beaten_has_a_way_back() -> None:
    """That hangs on the HQs and stacks behind them, which he may not see."""
    game = on("h . .\n. . .\n. . .\na . .\n. . x\n", h="hq-1gr", a="1k-1gr 5k-2gr", x="t34.1-2tk")
    game.run(lambda work: begin_retreat(work, "german", ("1k-1gr", "5k-2gr")))
    own, other = (game.state.view(seat).stack[-1] for seat in ("german", "soviet"))
    assert (own.units, own.waiting) == (("1k-1gr",), ("5k-2gr",)), "the second has no HQ to go to"
    assert (other.units, other.waiting) == (("1k-1gr", "5k-2gr"), ())
    world = game.state.setting.system.sample(game.state.view("soviet"), Random(1))
    assert (world.stack[-1].units, world.stack[-1].waiting) == (("1k-1gr",), ("5k-2gr",))


@rule("gd-10.4-o", "gd-10.5-d")
def test_attackers_thrown_back_may_follow_their_hq() -> None:
    """Without it they would have no HQ to go to, for it stands in their own hex."""
    field = "k\n.\n.\n.\na\nx\n"
    game = on(field, k="hq-1tk", a="t34.1-2tk hq-2tk", x="1k-1gr 2k-1gr").activate("2tk")
    game.battle("A06", "t34.1-2tk").no_chits()
    game.play(next(f"2d6 ={n}" for n in range(2, 13) if game.rolled_check.read(read_outcome(f"2d6 ={n}")) == "AR"))
    assert (game.asked, game.choices()) == ("soviet", ["go hq-2tk A04>A03", "done"])
    follow = game.play("go hq-2tk A04>A03")
    assert (follow.asked, follow.choices()) == ("soviet", ["go t34.1-2tk A04>A03"])


@rule("gd-10.5-e")
def test_without_another_hq_the_enemy_sends_the_hq_first_and_its_company_follows() -> None:
    game = on(".\n.\na\n.\n.\n", a="1k-1gr hq-1gr")
    game.run(lambda work: change_all(work, ("1k-1gr", "hq-1gr"), fought=True))
    game.run(lambda work: begin_retreat(work, "german", ("1k-1gr", "hq-1gr")))
    assert (game.asked, {choice.split()[1] for choice in game.choices()}) == ("soviet", {"hq-1gr"})
    game.play("go hq-1gr A04>A05")
    assert (game.asked, game.choices()) == ("german", ["go 1k-1gr A04>A05"])


@rule("gd-10.5-h", "gd-8.0-l")
def test_whoever_has_no_way_back_is_eliminated_under_the_rule_of_retreats() -> None:
    game = on("h\nb\na\n", h="hq-1gr", b="2k-1gr 3k-1gr 1k-eng 2k-eng", a="1k-1gr")
    work = GdWork(game.state, "")
    begin_retreat(work, "german", ("1k-1gr",))
    (told,) = work.settle().events
    assert told.event.line(game.state.setting).rules == ["gd-10.5-h"]


# -- places passed by [18.3]

PASSED = {"locations": (Location("X", (1,), 1, 0, "soviet"),)}


@rule("gd-18.3-a", "gd-10.6-c")
def test_a_place_passed_in_an_advance_is_taken() -> None:
    game = cleared("a\nx\n.\n.\n", book=PASSED)
    assert game.state.position.holders == {"A02": "german"}
    game.play("advance t34.1-2tk A02>A03")
    assert game.state.position.holders == {"A02": "soviet"}


@rule("gd-18.3-a", "gd-10.5-a")
def test_a_place_passed_in_a_retreat_is_held_again() -> None:
    game = on("h\n.\na\n", h="hq-1gr", a="1k-1gr", A02="1-1rif", book=PASSED)
    game.set("1-1rif", hex=-1, status="lost")
    assert game.state.position.holders == {"A02": "soviet"} or not game.state.position.holders
    game.run(lambda work: begin_retreat(work, "german", ("1k-1gr",))).play("go 1k-1gr A02>A01")
    assert game.state.position.holders == {"A02": "german"}


# -- advance [10.6]


def cleared(picture: str = "a .\nx .\n. .\n", **more: object) -> Game:
    game = on(picture, a="t34.1-2tk t34.2-2tk hq-2tk", x="hq-1gr", **more).activate("2tk")  # type: ignore[arg-type]
    game.battle("A02", "t34.1-2tk").no_chits()
    return game.play("2d6 =2")


@rule("gd-10.6-a", "gd-10.6-e")
def test_only_attackers_may_advance_and_need_not() -> None:
    game = cleared()
    assert game.kind == "advance"
    assert game.offers("advance t34.1-2tk A02", "done")
    assert not any("t34.2-2tk" in choice for choice in game.choices())
    assert game.play("done").at("t34.1-2tk") == "A01"


@rule("gd-10.6-b")
def test_zones_do_not_matter_in_an_advance() -> None:
    game = cleared("a .\nx .\n. .\ny .\n", y="1k-1gr")
    assert game.offers("advance t34.1-2tk A02>A03")


@rule("gd-10.6-c")
def test_vehicles_may_go_one_hex_farther() -> None:
    assert cleared().offers("advance t34.1-2tk A02>A03")
    legs = on("a\nx\n.\n", a="1-1rif 2-1rif hq-1rif", x="hq-1gr").activate("1rif")
    legs.battle("A02", "1-1rif", "2-1rif").no_chits().play("2d6 =2")
    assert legs.choices() == ["advance 1-1rif A02", "advance 2-1rif A02", "done"]


@rule("gd-10.6-c", "gd-18.3-a")
def test_a_vehicle_may_take_a_place_and_go_back_where_it_came_from() -> None:
    game = on("a\nx\n.\n", a="t34.1-2tk hq-2tk", x="hq-1gr", book=PASSED).activate("2tk")
    game.battle("A02", "t34.1-2tk").no_chits().play("2d6 =2")
    assert game.offers("advance t34.1-2tk A02>A01")
    game.play("advance t34.1-2tk A02>A01")
    assert game.at("t34.1-2tk") == "A01"
    assert game.state.position.holders == {"A02": "soviet"}


@rule("gd-10.6-d")
def test_nobody_advances_over_ground_closed_to_it() -> None:
    river = cleared(sides=["A01-A02 river"])
    assert river.choices() == ["done"]
    beyond = cleared(sides=["A02-A03 river"])
    assert beyond.offers("advance t34.1-2tk A02")
    assert not beyond.offers("advance t34.1-2tk A02>A03")


@rule("gd-11.3-w")
def test_who_fired_does_not_advance() -> None:
    game = on("a\nx\n.\n", a="t34.1-2tk t34.2-2tk hq-2tk", x="hq-1gr").activate("2tk").play("fight")
    game.play("fire t34.1-2tk A02", "2d6 1 1", "attack A02", "join t34.1-2tk", "join t34.2-2tk", "fight")
    game.no_chits().play("2d6 =2")
    assert not any("advance t34.1-2tk" in choice for choice in game.choices())
    assert game.offers("advance t34.2-2tk A02")
