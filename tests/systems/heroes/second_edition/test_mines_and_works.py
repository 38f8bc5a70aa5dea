"""Mines under whoever does something, bonus moves at Obstacles, and works that are attacked. [18.0-18.4]"""

from __future__ import annotations

from typing import Any

import pytest
from tests.systems.heroes.kit import hands
from tests.systems.heroes.second_edition.kit import GERMAN, SOVIET, Bear, on
from tests.systems.heroes.second_edition.test_obstacles import BLOCK, MINES, WIRE, lies

from balka.core.proof import rule
from balka.systems.heroes.chapters.obstacles import MineAttack
from balka.systems.heroes.units import Works

CAPS = {GERMAN: 4, SOVIET: 0}
TRENCH, BUNKER = "trench", "bunker_5"


# -- mines


def mined(a: str = "grif N", *, cards: str = "", **told: Any) -> Bear:
    """A German unit on known mines, an enemy behind a house."""
    works = {"A04": lies(MINES), **told.pop("works", {})}
    return on("x\nS\n.\na\n.", a=a, x="srif S", caps=CAPS, told={"works": works, **hands(cards), **told})


@rule("atb-18.3.3-c", "atb-card-40-b")
def test_mines_go_off_under_who_lays_another():
    game = mined(cards="40").begin("play 40 a", "by command 2", "lay A03", dice=[6, 6, "pinned"])
    assert game.unit("a").marker == "foot_pinned"


@rule("atb-18.3.3-c", "atb-card-40-b")
def test_a_mine_does_not_go_off_under_who_lays_it():
    game = on("x\nS\n.\na\n.", a="grif N", x="srif S", caps=CAPS, told=hands("40"))
    game.play("play 40 a", "by command 2", "lay A04")
    assert not game.unit("a").marker and game.seat == SOVIET


@rule("atb-18.3.3-c", "atb-card-weapon-tellermine-d")
def test_mines_go_off_under_who_lays_a_tellermine():
    game = mined(weapons={GERMAN: ("TELLERMINE",)}).begin("plant a", "by command 2", "lay A03", dice=[1, 1])
    assert game.seat == SOVIET


@rule("atb-18.3.3-c", "atb-card-41-b")
def test_mines_go_off_under_who_clears_something_else_but_not_under_who_clears_them():
    works = {"A04/barbed_wire": lies(WIRE)}
    game = mined(cards="41", works=works).begin("play 41 a", "by command 2", "clear barbed_wire", dice=[1, 1])
    assert game.seat == SOVIET
    cleared = mined(cards="41", works=works).begin("play 41 a", "by command 2").play("clear mines")
    assert "A04" not in cleared.state.position.works


@rule("atb-18.3.3-c", "atb-13.1-f")
def test_mines_go_off_under_who_fires_smoke_but_not_under_who_attacks():
    """Smoke is no attack: nothing is rolled for."""
    field = "x\n.\n.\n.\na\n."
    told = {"works": {"A05": lies(MINES)}}
    smoke = on(field, a="8cm N", x="srif S", told=told).begin("smoke a A02", "by activate 0", dice=[1, 1])
    assert smoke.seat == SOVIET
    shot = on(field, a="8cm N", x="srif S", told=told).begin("fire a x", "by activate 0", dice=[1, 1])
    assert shot.seat == SOVIET, "the dice of the attack were all"


@rule("atb-19.0-b", "atb-18.3.3-b")
def test_pioneers_on_a_vehicle_are_safe_from_the_mines_it_runs_into():
    told = {"works": {"A03": lies(MINES)}}
    game = on("x\n.\n.\nt+a\n.", t="opel N", a="pio N carrier=t", x="srif S", told=told)
    game.begin("move t A03 N", "by activate 0", dice=[1, 1])
    assert game.seat == SOVIET, "one roll, for the truck"
    squad = on("x\n.\n.\nt+a\n.", t="opel N", a="grif N carrier=t", x="srif S", told=told)
    squad.begin("move t A03 N", "by activate 0", dice=[1, 1, 1, 1])
    assert squad.seat == SOVIET


# -- bonus moves


ROAD = ["A07-A06-A05-A04-A03-A02"]


def driving(kind: str = "", *, smoke: str = "", roads: list[str] | None = None) -> Bear:
    told: dict[str, Any] = {"works": {"A06": lies(kind)}} if kind else {}
    told |= {"smoke": {"A06": smoke}} if smoke else {}
    return on("x\n.\n.\n.\n.\n.\na\n.", a="tk34a N", x="grif S", active=SOVIET, told=told, roads=roads or [])


@rule("atb-14.1-a")
def test_open_ground_earns_bonus_moves():
    assert driving().begin("move a A06 N", "by activate 0").offers("go a A05 N")
    assert driving(smoke="light").begin("move a A06 N", "by activate 0").offers("go a A05 N"), "thin smoke is nothing"


@rule("atb-13.0-d", "atb-18.1.1-c", "atb-18.3.1-c")
@pytest.mark.parametrize(("kind", "smoke"), [(TRENCH, ""), (WIRE, ""), ("", "heavy")])
def test_what_takes_bonus_moves_away_takes_those_after_it_too(kind: str, smoke: str):
    game = driving(kind, smoke=smoke).begin("move a A06 N", "by activate 0")
    assert game.asked == "turn" and game.seat == GERMAN and game.at("a") == "A06"


@rule("atb-18.3.2-c")
def test_a_tank_through_a_road_block_goes_no_further():
    game = driving(BLOCK).begin("move a A06 N", "by activate 0", dice=[2]).begin("by pool 0")
    assert game.asked == "turn" and game.at("a") == "A06"


@rule("atb-18.1.1-c")
def test_a_road_over_a_trench_keeps_its_bonus():
    game = driving(TRENCH, roads=ROAD).begin("move a A06 N", "by activate 0")
    assert game.offers("go a A05 N")
    told = {"works": {"A05": lies(TRENCH)}}
    into = on("x\n.\n.\n.\n.\n.\na\n.", a="tk34a N", x="grif S", active=SOVIET, told=told, roads=ROAD)
    assert into.begin("move a A06 N", "by activate 0").offers("go a A05 N")
    off = on("x\n.\n.\n.\n.\n.\na\n.", a="tk34a N", x="grif S", active=SOVIET, told=told)
    assert not off.begin("move a A06 N", "by activate 0").offers("go a A05 N")


# -- works under attack


@rule("atb-18.4-g", "atb-12.0-b")
@pytest.mark.parametrize("kind", [WIRE, BUNKER])
def test_a_mortar_shells_works_it_cannot_see(kind: str):
    game = on(".\n.\n.\nS\na\n.\nx", a="8cm N", x="srif N", told={"works": {"A01": lies(kind)}})
    assert game.offers("indirect a A01 A04"), "spotted from the house"
    game.begin("indirect a A01 A04", "by activate 0", dice=[6, 6])
    assert game.seat == SOVIET
    none = on(".\n.\n.\nS\na\n.\nx", a="8cm N", x="srif N", told={"works": {"A01": lies(MINES)}})
    assert not none.offers("indirect a A01 A04"), "mines have no number to be destroyed by"


@rule("atb-18.4-a", "atb-18.4-d", "atb-18.4-e")
def test_close_combat_with_somebody_in_a_bunker_strikes_the_bunker_too():
    told = {"works": {"A02": lies(BUNKER)}}
    game = on(".\nx+a\n.", a="pio N", x="srif N inside", told=told)
    assert len(game.quote("assault a x").checks) == 2
    game.begin("assault a x", "by activate 0", dice=[1, 1, 6, 6])
    assert not game.state.position.works and not game.unit("x").inside, "missed the squad, blew up the bunker"
    outside = on(".\nx+a\n.", a="pio N", x="srif S", told=told)
    assert len(outside.quote("assault a x").checks) == 1, "who stands outside is attacked alone"
    tank = on(".\nx+a\n.", a="pz3e N", x="srif N inside", told=told)
    assert len(tank.quote("assault a x").checks) == 1, "hand to hand only Foot Units break works"


# -- bridges


@rule("atb-4.0-l", "atb-5.0.1-a")
def test_foot_units_fire_from_a_bridge_but_not_out_of_the_water():
    assert not on("x\n.\na:=\n.", a="grif N", x="srif S").offers("fire a x")
    assert on("x\n.\na:=\n.", a="grif N", x="srif S", roads=["A04-A03-A02"]).offers("fire a x")


# -- what was paid stays paid


@rule("atb-18.3.3-c", "atb-3.2.2-a")
def test_a_marker_that_mines_leave_does_not_make_the_turn_dearer_that_set_them_off():
    told = {"works": {"A04": lies(MINES)}}
    game = on("x\nS\n.\na\n.", a="grif N spent", x="srif S", caps={GERMAN: 1, SOVIET: 0}, told=told)
    game.play("pivot a S", dice=[6, 6, "cowering"])
    assert game.caps(GERMAN) == 0 and game.unit("a").marker == "foot_cowering"


@rule("atb-10.1-c", "atb-10.0.4-c")
def test_who_moves_unseen_out_of_a_trench_leaves_its_cover_behind():
    told = {"works": {"A04": lies("trench", GERMAN)}}
    game = on("x\n.\n.\na\n.", a="grif hidden inside", x="srif S", caps={GERMAN: 6, SOVIET: 0}, told=told)
    assert game.cost("sneak a A05") == 7


# -- mines one knows of


def rolls(said: str, known: Works | None = None, **units: str) -> list[str]:
    """Under whom a quote tells that mines in A02 would go off."""
    works = {"works": {"A02": known or Works("mines", SOVIET)}}
    game = on("x\n.\na\n.\n.", **{"a": "grif N", "x": "srif S", **units}, told=works)
    return [check.name for check in game.quote(said).checks]


@rule("atb-18.3.3-b", "atb-17.0-g", "atb-19.0-b")
def test_the_quote_of_a_move_tells_the_roll_of_mines_that_are_known():
    assert rolls("move a A02 N") == ["Mines under Rifle '41 Unit a"] and not rolls("move a A04 N")
    loaded = rolls("move a A02 N", a="sd251 N", b="grif N carrier=a", c="lmg34 N carrier=a")
    assert len(loaded) == 3, "a roll for each who rides"
    assert len(rolls("move a A02 N", a="sd251 N", b="pio N carrier=a")) == 1, "Pioneers are safe, riding too"
    assert not rolls("move a A02 N", a="pio N")
    assert not rolls("move a A02 N", Works("mines", SOVIET, hidden=True)), "what is hidden is not told"
    assert rolls("move a A02 N", Works("mines", GERMAN, hidden=True)), "its own are"


@rule("atb-18.3.3-c", "atb-14.1-g")
def test_the_quotes_of_turns_and_bonus_moves_tell_it_too():
    there = {"works": {"A03": Works("mines", SOVIET)}}
    turning = on("x\n.\na\n.\n.", a="grif N", x="srif S", told=there)
    assert turning.need("pivot a S") == 8 and not turning.quote("move a A04 S").checks, "moving out sets nothing off"
    driving = on("x\n.\n.\n.\na", a="pz3e N", x="srif S", told=there).begin("move a A04 N", "by activate 0")
    assert driving.need("go a A03 N") == 8


STIRRING: list[tuple[str, dict[str, str], list[str], str]] = [
    ("dig a", {"a": "grif N"}, ["a"], ""),
    ("load a t", {"t": "sd251 N", "a": "grif N"}, ["a", "t"], ""),
    ("load a t", {"t": "sd251 N", "a": "pio N"}, ["t"], ""),
    ("unload a A03 N", {"t": "sd251 N", "a": "grif N carrier=t", "b": "lmg34 N carrier=t"}, ["a", "t"], ""),
    ("tow a t", {"t": "pz2f N immobilized", "a": "pz3e N"}, ["a", "t"], ""),
    ("unload t A03 N", {"a": "pz3e N", "t": "pz2f N immobilized carrier=a"}, ["a", "t"], ""),
    ("smoke a A03", {"a": "pio N"}, [], ""),
    ("play 11 t", {"t": "sd251 N", "a": "grif N carrier=t"}, ["t"], "11"),
    ("rally a", {"a": "grif N pinned"}, [], ""),
]


@rule("atb-18.3.3-c", "atb-17.0-d", "atb-14.5-g")
@pytest.mark.parametrize(("said", "units", "under", "card"), STIRRING)
def test_the_quote_tells_the_mines_that_an_action_on_them_sets_off(
    said: str, units: dict[str, str], under: list[str], card: str
):
    told = {"works": {"A03": Works("mines", SOVIET)}, **hands(german=card)}
    game = on(f"x\n.\n{'+'.join(units)}\n.\n.", x="srif S", caps={GERMAN: 3, SOVIET: 3}, told=told, **units)
    told_of = [check.name for check in game.quote(said).checks if check.name.startswith("Mines")]
    assert sorted(name.split()[-1] for name in told_of) == under
    if under:
        game.begin(said, *([] if card else ["by opportunity 0"]))
        attacks = [frame for frame in game.state.stack if isinstance(frame, MineAttack)]
        assert sorted({name for attack in attacks for name in (attack.now, *attack.waiting)}) == under


@rule("atb-18.3.3-c", "atb-9.1-a")
def test_the_quotes_of_what_a_group_does_on_mines_tell_it_too():
    told = {"works": {"A03": Works("mines", SOVIET), "A03/trench": lies(TRENCH, GERMAN)}}
    game = on("x\n.\na+b\n.\n.", a="grif N", b="lmg34 N", x="srif S", caps={GERMAN: 3, SOVIET: 3}, told=told)
    game.gather("a", "b").begin("act occupy")
    assert [check.need for check in game.quote("occupy a N").checks] == [8]


@rule("atb-18.3.3-a", "atb-18.3.3-c")
def test_the_quote_of_digging_does_not_tell_of_mines_that_are_hidden():
    told = {"works": {"A03": Works("mines", SOVIET, hidden=True)}}
    assert not on("x\n.\na\n.\n.", a="grif N", x="srif S", told=told).quote("dig a").checks
