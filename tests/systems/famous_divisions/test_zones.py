"""Zones of control. [8.0]"""

from __future__ import annotations

from msgspec import structs
from tests.systems.famous_divisions.kit import Game, on

from balka.core.proof import rule
from balka.systems.famous_divisions.position import GdPosition
from balka.systems.famous_divisions.results import begin_retreat
from balka.systems.famous_divisions.supply import supplied_hexes
from balka.systems.famous_divisions.zones import known_zone, zone

FIELD = """
. . . . .
. . . . .
. . a . .
. . . . .
. . . . x
"""


def labels(game: Game, hexes: frozenset[int]) -> set[str]:
    return {game.board.labels[h] for h in hexes}


@rule("gd-8.0-a", "gd-8.0-b")
def test_combat_units_have_a_zone_and_hqs_have_none() -> None:
    company = on(FIELD, a="5k-2gr", x="1-1rif")
    around = {company.board.labels[n] for n in company.board.neighbours[company.hex("a")]}
    assert len(around) == 6
    assert labels(company, zone(company.state, "german")) == around
    assert not zone(on(FIELD, a="hq-2gr hq-div-g", x="1-1rif").state, "german")


@rule("gd-8.0-e")
def test_no_zone_reaches_into_a_forest() -> None:
    game = on(FIELD.replace(". . a", ". F a"), a="5k-2gr", x="1-1rif")
    assert "B03" not in labels(game, zone(game.state, "german"))
    bridged = on("a\nF\n", a="5k-2gr", sides=["A01-A02 river", "A01-A02 bridge"])
    assert not zone(bridged.state, "german"), "not even over a bridge"
    woods = on(FIELD.replace(". . a", ". W a"), a="5k-2gr", x="1-1rif")
    assert "B03" in labels(woods, zone(woods.state, "german"))


@rule("gd-8.0-c", "gd-8.0-d")
def test_a_zone_stops_at_a_river_but_crosses_a_bridge_that_stands() -> None:
    river = on("a\n.\n", sides=["A01-A02 river"], a="5k-2gr")
    assert not zone(river.state, "german")
    assert zone(on("a\n.\n", sides=["A01-A02 stream"], a="5k-2gr").state, "german")
    bridge = on("a\n.\n", sides=["A01-A02 river", "A01-A02 bridge"], a="5k-2gr")
    assert labels(bridge, zone(bridge.state, "german")) == {"A02"}
    blown = bridge.state.position
    bridge.run(lambda work: setattr(work, "position", _blown(blown)))
    assert not zone(bridge.state, "german")


def _blown(position: GdPosition) -> GdPosition:
    return structs.replace(position, blown=((0, 1),))


@rule("gd-8.0-f", "gd-8.0-g", "gd-5.1-j")
def test_a_friend_opens_an_enemy_zone_for_supply_only() -> None:
    empty = on("h .\n. x\nb -\nc -\n", h="hq-2gr", c="5k-2gr", x="1-1rif")
    held = on("h .\n. x\nb -\nc -\n", h="hq-2gr", A02="6k-2gr", c="5k-2gr", x="1-1rif")
    assert empty.hex("c") not in supplied_hexes(empty.state, "german", empty.hex("h"))
    assert held.hex("c") in supplied_hexes(held.state, "german", held.hex("h"))
    assert held.hex("A02") in zone(held.state, "soviet"), "a friend does not cancel the zone itself"


@rule("gd-8.0-h")
def test_entering_a_zone_ends_the_move() -> None:
    game = on("a\n.\n.\n.\n.\nx\n.\n", a="spw.1-rcn-g hq-rcn-g", x="1-1rif").activate("rcn-g")
    game.play("take spw.1-rcn-g", "to A05")
    assert game.at("spw.1-rcn-g") == "A05"
    assert game.choices() == ["halt"]
    assert game.refusal("step A04").rule == "gd-8.0-h"


@rule("gd-8.0-i")
def test_leaving_a_zone_costs_one_point_more() -> None:
    plain = on("a\n.\n.\n.\n", a="spw.1-rcn-g", A04="hq-rcn-g").activate("rcn-g").play("take spw.1-rcn-g", "step A02")
    leaving = on("x\na\n.\n.\n", a="spw.1-rcn-g", A04="hq-rcn-g", x="1-1rif").activate("rcn-g")
    leaving.play("take spw.1-rcn-g", "step A03")
    assert plain.unit("spw.1-rcn-g").spent == 2
    assert leaving.unit("spw.1-rcn-g").spent == 4


@rule("gd-8.0-j")
def test_leaving_a_zone_is_not_done_by_road() -> None:
    roads = ["A01-A02 road", "A02-A03 road", "A03-A04 road"]
    free = on(".\na\n.\n.\n", roads=roads, a="spw.1-rcn-g", A04="hq-rcn-g").activate("rcn-g")
    held = on("x\na\n.\n.\n", roads=roads, a="spw.1-rcn-g", A04="hq-rcn-g", x="1-1rif").activate("rcn-g")
    assert free.play("take spw.1-rcn-g", "step A03").unit("spw.1-rcn-g").spent == 1
    assert held.play("take spw.1-rcn-g", "step A03").unit("spw.1-rcn-g").spent == 2 + 2


@rule("gd-8.0-k")
def test_no_river_is_crossed_into_a_zone_without_a_bridge() -> None:
    river = ["A01-A02 river"]
    free = on("a .\n. .\n. .\n", sides=river, a="fieldersatz-div-g hq-div-g").activate("div-g").play("battalion div-g")
    assert free.play("take fieldersatz-div-g").offers("step A02")
    held = on("a .\n. .\n. x\n", sides=river, a="fieldersatz-div-g hq-div-g", x="1-1rif").activate("div-g")
    held.play("battalion div-g", "take fieldersatz-div-g")
    assert held.hex("A02") in zone(held.state, "soviet")
    assert held.refusal("step A02").rule == "gd-8.0-k"
    bridged = on(
        "a .\n. .\n. x\n", sides=[*river, "A01-A02 bridge"], a="fieldersatz-div-g hq-div-g", x="1-1rif"
    ).activate("div-g")
    assert bridged.play("battalion div-g", "take fieldersatz-div-g").offers("step A02")


@rule("gd-8.0-l", "gd-10.5-g", "gd-10.5-h")
def test_a_unit_whose_only_way_back_is_a_zone_is_eliminated() -> None:
    free = on("h\n.\na\nx\n", h="hq-2gr", a="5k-2gr", x="1-1rif")
    free.run(lambda work: begin_retreat(work, "german", ("5k-2gr",)))
    assert free.choices() == ["go 5k-2gr A02>A01"]
    shut = on("h .\n. y\na .\nx .\n", h="hq-2gr", a="5k-2gr", x="1-1rif", y="2-1rif")
    shut.run(lambda work: begin_retreat(work, "german", ("5k-2gr",)))
    assert shut.unit("5k-2gr").status == "lost"


def test_a_side_reckons_only_with_zones_it_knows() -> None:
    """A fortified stack may be HQs only: nobody can tell before trying."""
    game = on("a\n.\nx\n", forts=["trench A03 N"], a="5k-2gr", x="1-1rif")
    assert not known_zone(game.state, "german")
    assert zone(game.state, "soviet")


@rule("gd-8.0-i", "gd-8.0-j")
def test_leaving_a_stack_that_may_not_be_inspected_is_paid_as_leaving_a_zone() -> None:
    """Whether a company or an HQ sits in the trench: the cost does not tell."""
    for inside in ("1-1rif", "hq-1rif"):
        game = on("b\na\nx\n", forts=["trench A03 N"], a="5k-2gr hq-2gr", x=inside, roads=["A01-A02 road"])
        game.activate("2gr").play("take 5k-2gr", "step A01")
        assert game.unit("5k-2gr").spent == 2 * (2 + 1), "clear ground off the road for wheels, and one for the zone"
    seen = on("b\na\nx\n", a="5k-2gr hq-2gr", x="hq-1rif", roads=["A01-A02 road"]).activate("2gr")
    assert seen.play("take 5k-2gr", "step A01").unit("5k-2gr").spent == 1, "an HQ in the open has no zone"


@rule("gd-8.0-h")
def test_passing_a_trench_that_holds_only_an_hq_costs_nothing_more() -> None:
    picture = ". .\n. .\n. x\n. .\na .\n"
    game = on(picture, forts=["trench B03 N"], a="5k-2gr hq-2gr", x="hq-1rif").activate("2gr").play("take 5k-2gr")
    for n, hexname in enumerate(("A04", "A03", "A02", "A01"), start=1):
        game.play(f"step {hexname}")
        assert game.unit("5k-2gr").spent == 2 * 2 * n


@rule("gd-1.1-e")
def test_the_zone_of_whoever_has_fought_in_a_bunker_is_known_and_no_other_there() -> None:
    game = on(FIELD, a="5k-2gr", x="1-1rif", forts=["bunker C03 N"])
    assert not known_zone(game.state, "soviet") and zone(game.state, "german")
    game.set("5k-2gr", fought=True)
    assert known_zone(game.state, "soviet") == zone(game.state, "german")
    game.set("5k-2gr", fought=False)
    assert not known_zone(game.state, "soviet")
