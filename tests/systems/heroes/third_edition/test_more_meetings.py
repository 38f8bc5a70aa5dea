"""Where chapters meet by the way: roads, loads, works one knows of, Veterans. [docs/interactions/sos.md]"""

from __future__ import annotations

from typing import Any

import pytest
from tests.systems.heroes.kit import GERMAN, SOVIET, end_round, hands, on

from balka.core.proof import rule
from balka.systems.heroes.data.mission_data import Airplane
from balka.systems.heroes.units import Works

RICH = {GERMAN: 6, SOVIET: 6}
DECK = tuple(f"{number:02}" for number in range(1, 18))
PIT = {"A01": Works("gun_pit_3", GERMAN, 0)}


def veterans(german: str = "", soviet: str = "") -> dict[str, Any]:
    return {"veterans": {GERMAN: tuple(german.split()), SOVIET: tuple(soviet.split())}}


# -- entering


@rule("sos-4.12-d", "sos-15.4-a", "sos-15.2-g")
@pytest.mark.parametrize("terrain", ["W", "B"])
def test_who_enters_by_a_road_through_woods_or_houses_has_its_bonus_moves(terrain: str):
    truck = {"t": "gaz S entry=n due=1", "entries": {"n": ["A01"]}, "active": SOVIET}
    game = on(f"{terrain} .\n. .\n. .", roads=["A01-A02-A03"], **truck).begin("enter t A01 S")
    assert game.asked == "drive" and game.offers("go t A02 S") and not game.offers("go t B01 S")
    tank = {"t": "pz3l S entry=n due=1", "entries": {"n": ["A01"]}}
    on(f"{terrain} .\n. .\n. .", **tank).play("enter t A01 S")


# -- loads


@rule("sos-15.7-d", "sos-17.5-b", "sos-17.3-a")
def test_a_load_faces_as_its_vehicle_does_in_a_gun_pit():
    told = {"works": PIT}
    inside = on(". .\nt+r .", told=told, t="sd251 N", r="inf N carrier=t").begin(
        "move t A01 S", "inside", "stay", dice=[7]
    )
    assert inside.unit("t").inside and inside.facing("r") == inside.facing("t") == "N"
    later = on("t+r .", told=told, t="sd251 S", r="inf S carrier=t").play("occupy t N", dice=[7])
    assert later.facing("r") == later.facing("t") == "N"
    out = on("t+r .", told=told, t="sd251 N inside", r="inf N carrier=t").play("climb t SE", dice=[7])
    assert out.facing("r") == out.facing("t") == "SE"


@rule("sos-10.9-a", "sos-15.8-f", "sos-15.8-a")
def test_a_load_rallies_together_with_those_beside_its_vehicle():
    units = {"b": "inf N pinned", "t": "sd251 N", "r": "inf N carrier=t pinned"}
    game = on("b t+r", **units).begin("group b")
    assert game.offers("with r")
    game.play("with r", dice=[6, 6, 6, 6, 1])  # there is nothing else for them to do together
    assert not game.unit("b").marker and not game.unit("r").marker
    assert all(game.unit(name).spent and game.stressed(name) for name in "btr"), "its vehicle acts with it"


@rule("sos-10.9-a", "sos-15.8-f")
def test_two_loads_rally_together_but_a_load_joins_for_nothing_else():
    units = {"t": "sd251 N", "r": "inf N carrier=t pinned", "u": "sd251 N", "s": "inf N carrier=u pinned"}
    game = on("t+r u+s", **units).play("group r", dice=[1, 1, 1, 1, 7])
    assert game.unit("r").marker and game.unit("s").marker and game.stressed("r") and game.stressed("u")
    whole = on("t+r b", t="sd251 N", r="inf N carrier=t", b="inf N")
    assert "group" not in whole.verbs("r")
    assert not whole.gather("b", "t").offers("with r")


@rule("sos-10.10-c", "sos-15.11-c", "sos-17.10-g", "sos-hit-soft-cowering-b")
def test_who_pays_for_a_vehicle_lost_on_the_way_does_not_pay_for_its_own_marker():
    told = {"works": {"A01": Works("mines", SOVIET)}}
    caps = {GERMAN: 6, SOVIET: 0}
    game = on(". .\nt+r .", caps=caps, told=told, t="maul N", r="inf N carrier=t cowering")
    game.begin("move t A01 N", "face r N", dice=[1, 1, 6, 6])
    assert not game.alive("t") and game.asked == "cost.caps"
    assert game.choices() == ["caps 0", "caps 1"], "the truck's 1AP"


@rule("sos-hit-soft-destroyed-c", "sos-11.1-f", "sos-15.8-c")
def test_a_destroyed_marker_in_hiding_comes_to_light_at_the_end_of_the_round():
    units = {"t": "sd251 N", "r": "inf N carrier=t destroyed"}
    game = on(". .\nt+r .", told={"hiding": True}, **units).play("sneak t A02", dice=[7])
    assert game.is_hidden("t") and game.is_hidden("r")
    game.play("pass")
    game.begin("pass", "face t N", "caps 0", dice=[1, 1])
    assert game.state.position.unit("r") is None and not game.is_hidden("t")
    whole = on(". .\nt+r .", told={"hiding": True}, t="sd251 N", r="inf N carrier=t").play("sneak t A02", dice=[7])
    assert end_round(whole).is_hidden("r")


@rule("sos-4.4-c", "sos-hit-soft-destroyed-b", "sos-16.1-b")
def test_a_squad_as_good_as_destroyed_takes_no_ground_from_its_truck():
    told = {"control": {"A01": SOVIET}}
    game = on(". .\nt+r .", told=told, t="maul N", r="inf N carrier=t destroyed").begin("move t A01 N")
    assert game.control("A01") == SOVIET
    whole = on(". .\nt+r .", told=told, t="maul N", r="inf N carrier=t pinned").begin("move t A01 N")
    assert whole.control("A01") == GERMAN


@rule("sos-15.11-a", "sos-6.9-c", "sos-18.0-a")
@pytest.mark.parametrize("verb", ["assault", "scorch"])
def test_the_figures_of_close_combat_name_the_load_too(verb: str):
    game = on("t+r+x .", t="m3apc N", r="rif N carrier=t", x="eng S")
    names = [check.name for check in game.quote(f"{verb} x t").checks]
    assert len(names) == 3 and names[0].endswith(" r") and names[1].endswith(" t"), "and the Spent Check"


# -- weapons


@rule("sos-7.3-a", "sos-18.0-a", "sos-8.6-d")
def test_what_a_marker_takes_from_firepower_it_takes_from_flame_and_grenades_too():
    game = on("x\na", told={"weapons": {GERMAN: ("W01",)}}, a="eng N suppressed", x="rif S")
    assert (-2, "7.3-a") in game.rating("flame a A01", "Attack Rating") and game.cost("flame a A01") == 3 + 1
    assert (-2, "7.3-a") in game.rating("use a W01 A01", "Attack Rating")
    assert game.cost("use a W01 A01") == 1, "nothing changes the cost of a card"


@rule("sos-13.3-d", "sos-14.1-a", "sos-11.1-a")
def test_a_hidden_mortar_comes_out_of_hiding_to_fire_smoke():
    game = on("x\n.\nW\n.\nm", m="8cm hidden", x="rif S")
    assert game.verbs("m") >= {"indirect", "reveal"} and "smoke" not in game.verbs("m")
    assert "smoke" in game.begin("reveal m N").verbs("m")


@rule("sos-16.8-c", "sos-14.3-b", "sos-14.4-c", "sos-14.4-d")
def test_smoke_spoils_the_aim_at_a_plane_as_at_anything_else():
    assert against_plane({}) == ([(15, "16.8-b")], [(4, "6.5-c")])
    assert against_plane({"A01": "heavy"}) == ([(15, "16.8-b")], [(4, "6.5-c"), (-2, "14.3-b")])
    assert against_plane({"A01": "light"})[1][-1] == (-1, "14.4-c")
    assert against_plane({"A02": "light"}) == ([(15, "16.8-b"), (1, "14.4-d")], [(4, "6.5-c")])
    assert against_plane({"A03": "heavy"}) == against_plane({}), "it flies above what lies in the hex below it"


def against_plane(smoke: dict[str, str]) -> tuple[list[tuple[int, str]], list[tuple[int, str]]]:
    """The ratings of an Anti-Air gun in A01 against a plane over A03."""
    special = (Airplane(card="W04", rounds=(1,), uses=1),)
    told = {"weapons": {SOVIET: ("W04",)}, "special": special, "smoke": smoke}
    game = on("a .\n. .\n. .", active=SOVIET, caps={GERMAN: 2, SOVIET: 1}, told=told, a="sd251.17 N")
    game.begin("plane W04", "at A03 S", "answer a")
    return game.rating("caps 0", "Defense Rating"), game.rating("caps 0", "Attack Rating")


# -- works one knows of


@rule("sos-17.0-c", "sos-17.7-a", "sos-17.10-a", "sos-card-09-b")
def test_nobody_digs_in_on_mines_that_his_own_side_has_hidden():
    mines = {"A01": Works("mines", GERMAN, 0, True)}
    game = on("a .", a="inf N", told={"works": mines, **hands("09")})
    assert game.why_not("dig a") == "sos-17.0-c" and not game.offers("play 09 a")
    theirs = {"A01": Works("mines", SOVIET, 0, True)}
    assert on("a .", a="inf N", told={"works": theirs, **hands("09")}).offers("dig a"), "or it would tell"


@rule("sos-17.0-c", "sos-17.7-c", "sos-card-17-b")
def test_no_mine_is_laid_where_somebody_is_dug_in():
    game = on(". .\na b", a="inf N dug-in", b="inf N", told={**hands("17"), "deck": DECK}).begin("play 17 b")
    assert not game.offers("lay A02") and game.offers("lay B02") and game.offers("lay A01")


# -- cards


@rule("sos-3.2-c", "sos-card-15-b")
def test_caps_go_into_the_roll_of_bogged_down():
    told = {**hands(soviet="15"), "deck": DECK}
    game = on(". .\n. .\nt .", t="pz3l N", caps={GERMAN: 0, SOVIET: 2}, told=told).begin("move t A02 N", "stay")
    game.begin("play 15")
    assert game.asked == "bog.roll" and game.seat == SOVIET and game.choices() == ["caps 0", "caps 1", "caps 2"]
    assert [game.need(f"caps {count}") for count in range(3)] == [4, 3, 2]
    game.play("caps 2", dice=[1, 1, 7])
    assert game.unit("t").bogged and game.caps(SOVIET) == 0


@rule("sos-card-V10-a", "sos-card-05-b", "sos-card-15-b")
def test_overrun_is_a_move_that_rapid_deployment_and_bogged_down_may_follow():
    units = {"t": "pz3l N", "x": "rif S"}
    told = {**veterans("V10"), **hands("05", "15"), "deck": DECK}
    game = on(". .\n. .\nt+x .", told=told, **units).begin("assault t x", dice=[1, 1, 7])
    assert not game.offers("play 05"), "an attack is no Move"
    game.begin("overrun t", "move t A02 N")
    assert game.asked == "bog.window"
    game.begin("pass", dice=[7])
    assert game.offers("play 05")
    game.play("play 05", "move t A01 N")
    assert game.at("t") == "A01"


@rule("sos-card-V10-a", "sos-8.9-b", "sos-10.5-b")
def test_no_overrun_follows_a_group_attack():
    units = {"a": "inf N", "b": "inf N", "x": "rif S"}
    alone = on(". .\na+b+x .", told=veterans("V10"), **units).begin("assault a x", dice=[1, 1, 7])
    assert alone.offers("overrun a")
    on(". .\na+b+x .", told=veterans("V10"), **units).gather("a", "b").play("assault a x", dice=[1, 1, "pinned", 7])


@rule("sos-card-V06-b", "sos-8.9-b")
def test_iron_will_is_not_for_groups():
    units = {"a": "inf N pinned", "b": "inf N"}
    game = on(". .\na b", told=veterans("V06"), **units)
    assert "group" in game.verbs("a")
    game.begin("play V06 a")
    assert "move" in game.verbs("a") and "group" not in game.verbs("a")


@rule("sos-card-V08-a", "sos-11.7-b", "sos-17.9-a")
def test_a_hardened_veteran_rolls_a_die_again_when_it_searches_and_in_the_wire():
    caps = {GERMAN: 1, SOVIET: 0}
    search = on(".\n.\na", caps=caps, a="inf N", told={**veterans("V08"), "hiding": True})
    search.begin("recon a", "search A01", "caps 0", dice=[1, 6])
    assert search.choices() == ["keep", "again 1", "again 2"]
    wired = {"works": {"A01": Works("barbed_wire", SOVIET)}}
    wire = on(".\na", caps=caps, a="inf N", told={**veterans("V08"), **wired}).begin("move a A01 N", dice=[6])
    assert wire.choices() == ["keep", "again 1"]
    wire.play("again 1", dice=[1, 3])
    assert not wire.unit("a").spent, "1 for the move and 1 for the wire"
    both = on(". .\na b", caps=caps, a="inf N", b="inf N", told={**veterans("V08"), **wired}).gather("a", "b")
    both.begin("act move", "move a A01 N", dice=[6])
    assert both.asked == "group.move", "no Group icon"


@rule("sos-card-V05-c", "sos-15.8-a", "sos-10.1-e")
def test_striking_back_stresses_the_load_too():
    units = {"t": "sd251 N", "r": "inf N carrier=t", "x": "rif S"}
    caps = {GERMAN: 1, SOVIET: 0}
    game = on("t+r+x .", active=SOVIET, caps=caps, told=veterans("V05"), **units).begin("assault x t", "play V05 t",
              dice=[1, 1, 1, 1, 1, 1, 7, 7])  # fmt: skip
    assert game.stressed("t") and game.stressed("r")
