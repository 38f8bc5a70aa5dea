"""The far ends of rules: one unit more, one hex less, the first hex of the map, nobody left."""

from __future__ import annotations

import pytest
from tests.systems.famous_divisions.kit import on

from balka.core.proof import rule
from balka.systems.famous_divisions.sequence import fill_cup
from balka.systems.famous_divisions.sight import is_known_to
from balka.systems.famous_divisions.supply import is_in_supply
from balka.systems.famous_divisions.zones import zone

TANK, TANK2, RIFLES, RIFLES2 = "t34.1-2tk", "t34.2-2tk", "1-1rif", "2-1rif"


def column(length: int) -> str:
    return "a\n" + ".\n" * (length - 1)


# -- who may be taken [6.0]


@rule("gd-6.0-c", "gd-9.0-a")
def test_a_division_hq_that_activates_its_own_battalion_is_listed_once() -> None:
    game = on(column(3), a="hq-div-s", A03="spg-div-s").activate("div-s").play("battalion div-s")
    assert game.offers("take hq-div-s", "take spg-div-s")
    assert not game.offers("take A01"), "one unit is no stack"


@rule("gd-6.0-c", "gd-6.0-g")
def test_a_division_hq_that_was_carried_and_has_nobody_left_activates_others_only() -> None:
    game = on(column(3), a=f"hq-div-s {RIFLES} hq-1rif").set("hq-div-s", activated=True).activate("div-s")
    assert game.choices() == ["battalion 1rif", "pass"]


@rule("gd-18.4-f", "gd-18.4-h")
def test_guns_off_the_map_have_no_orders_but_to_fire() -> None:
    guns = on(column(3), a="5k-2gr", off="btty.4-2art hq-2art", book={"off_map_hex": 0}).activate("2art")
    assert set(guns.choices()) == {"fight", "pass"}
    headless = on(column(3), a="5k-2gr", off="btty.4-2art", book={"off_map_hex": 0}).activate("2art")
    assert headless.choices() == ["pass"]


@rule("gd-9.3-a")
def test_nobody_goes_along_with_itself_or_from_another_hex() -> None:
    game = on(column(4), a=f"{RIFLES} {RIFLES2} hq-1rif", A02="3-1rif").activate("1rif").play(f"take {RIFLES}")
    assert {sentence for sentence in game.choices() if sentence.startswith("with")} == {
        f"with {RIFLES2}",
        "with hq-1rif",
    }
    stack = (
        on(column(4), a=f"{RIFLES} {RIFLES2}", A02="3-1rif hq-1rif").activate("1rif").play("take A01", "to A03", "halt")
    )
    assert [stack.at(one) for one in (RIFLES, RIFLES2, "3-1rif")] == ["A03", "A03", "A02"]


@rule("gd-3.5-d", "gd-6.0-n")
def test_one_company_left_keeps_its_chit_in_the_cup() -> None:
    game = on(column(2), a=f"{RIFLES} {RIFLES2} hq-1rif").set(RIFLES, status="lost", hex=-1).run(fill_cup)
    assert game.state.bags["cup"].items == {"1rif": 1}


# -- the first hex of the map


@rule("gd-1.1-d")
def test_a_fortified_stack_in_the_first_hex_is_hidden_like_any_other() -> None:
    game = on(column(4), a=RIFLES, A03="5k-2gr", forts=["trench A01 S"])
    assert game.unit(RIFLES).hex == 0
    assert not is_known_to(game.state, "german", game.unit(RIFLES))


# -- zones and supply [5.1, 8.0]


@rule("gd-8.0-c", "gd-8.0-d")
def test_no_zone_reaches_into_a_wide_river_but_over_a_bridge() -> None:
    assert zone(on("a\n~\n", a=RIFLES).state, "soviet") == frozenset()
    bridged = on("a\n~\n", a=RIFLES, sides=["A01-A02 bridge"])
    assert zone(bridged.state, "soviet") == {bridged.hex("A02")}


@rule("gd-5.1-b", "gd-5.1-c")
def test_a_division_hq_cut_off_from_every_other_hq_feeds_nobody() -> None:
    def is_fed(**more: str) -> bool:
        game = on(column(5), a="1k-1gr", A02="hq-div-g", **more).supply("german").play("source 1gr")
        return is_in_supply(game.state, game.unit("1k-1gr"))

    assert is_fed(A03="hq-2gr")
    assert not is_fed()


@rule("gd-5.1-a", "gd-5.1-b")
def test_an_hq_fed_itself_feeds_only_those_with_a_path_to_it() -> None:
    river = ["A01-A02 river"]
    game = on("a\n.\nh\nk\n", a="1k-1gr", A02="2k-1gr", h="hq-1gr", k="hq-2gr", sides=river)
    assert not is_in_supply(game.state, game.unit("1k-1gr"))
    assert is_in_supply(game.state, game.unit("2k-1gr"))


# -- reinforcements [4.0]


@rule("gd-4.0-f")
def test_one_pinned_friend_among_others_closes_an_entry_hex() -> None:
    game = on("a . .\n. . .\n", due={"5k-2gr": "A01 0"}, a="6k-2gr 7k-2gr", B02="hq-2gr").set("6k-2gr", pinned=True)
    assert not game.activate("2gr").offers("enter 5k-2gr A01")


@pytest.mark.parametrize(
    ("entry", "beside"), [("A03", {"A02", "B03"}), ("C02", {"C01", "C03"}), ("B03", {"A03", "C03"})]
)
@rule("gd-4.0-f")
def test_the_next_hex_is_on_the_edge_of_the_entry_hex(entry: str, beside: set[str]) -> None:
    game = on(". . .\n. . .\n. . .\n", B02="hq-2gr", due={"5k-2gr": f"{entry} 0"}, **{entry: RIFLES}).activate("2gr")
    offered = {sentence.split()[2] for sentence in game.choices() if sentence.startswith("enter")}
    assert offered <= beside
    assert offered


# -- retreats, refusals, shots


@rule("gd-9.2-b", "gd-10.5-f")
def test_a_retreat_leads_by_road_through_a_forest() -> None:
    def ways(*roads: str) -> list[str]:
        game = on("h\nF\nx\na\n", h="hq-1gr", x="1k-1gr", a=f"{TANK} hq-2tk", roads=roads).activate("2tk")
        return game.battle("A03", TANK).no_chits().play("2d6 =6").choices()

    assert ways("A01-A02 road", "A02-A03 road") == ["go 1k-1gr A02>A01"]
    assert "go 1k-1gr A02>A01" not in ways()


@rule("gd-10.0-e", "gd-11.2-a")
def test_why_a_gun_out_of_its_hqs_range_does_not_shell() -> None:
    game = on(column(25), a="hq-1art", A02="wsp.1-1art", A14=RIFLES).activate("1art")
    game.set("wsp.1-1art", hex=game.hex("A13")).play("fight")
    assert game.refusal("barrage wsp.1-1art A14").rule == "gd-10.0-e"
