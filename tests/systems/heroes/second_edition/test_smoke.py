"""Smoke that adds up, its height, how it thins, and who lays it. [13.0, 13.1, 19.0-c]"""

from __future__ import annotations

from typing import Any

import pytest
from tests.systems.heroes.second_edition.kit import GERMAN, SOVIET, Bear, on
from tests.systems.heroes.second_edition.test_artillery import gunnery, planned

from balka.core.proof import rule
from balka.systems.heroes.chapters.smoke import lift_light_smoke, put_smoke, thin_heavy_smoke
from balka.systems.heroes.data.mission_data import AbilityOff, AbilityOn
from balka.systems.heroes.units import HeroesWork

COLUMN = "x\n.\n.\n.\na\n."


def smoky(picture: str = COLUMN, smoke: dict[str, str] | None = None, **more: Any) -> Bear:
    told = {"smoke": smoke or {}, **more.pop("told", {})}
    return on(picture, **{"a": "grif N", "x": "srif S", "told": told, **more})


def cover(game: Bear, sentence: str = "fire a x") -> int:
    """What smoke adds to the Defense Rating."""
    return sum(value for value, cites in game.rating(sentence, "Defense Rating") if cites.startswith("13."))


def lies(game: Bear) -> dict[str, str]:
    return game.state.position.smoke


# -- 13.0 what it does


@rule("atb-12.0-e", "atb-13.0-c")
@pytest.mark.parametrize(
    ("smoke", "covers"), [({}, 0), ({"A01": "heavy"}, 0), ({"C01": "heavy"}, 2), ({"G01": "heavy"}, 2)]
)
def test_smoke_over_the_spotting_hex_covers_from_indirect_fire_and_over_the_mortar_not(
    smoke: dict[str, str], covers: int
):
    """The mortar stands in A01 before a wood; C01 spots for it."""
    game = smoky("a . H . . . x", smoke, a="8cm SE", x="srif NW")
    assert cover(game, "indirect a G01 C01") == covers


@rule("atb-13.0-a", "atb-13.1-g", "atb-13.0-k")
def test_a_smoke_shot_lays_one_screen_and_harms_nobody():
    game = smoky("x\n.\n.\n.\n.\na\n.", a="8cm N").play("smoke a A01", "by opportunity 0")
    assert lies(game) == {"A01": "heavy"} and not game.unit("x").marker


@rule("atb-13.0-b")
def test_sight_begins_and_ends_in_a_screen_but_does_not_pass_it():
    assert smoky(smoke={"A01": "heavy"}).offers("fire a x") and smoky(smoke={"A05": "heavy"}).offers("fire a x")
    assert not smoky(smoke={"A03": "heavy"}).offers("fire a x")


@rule("atb-13.0-g", "atb-6.0-f")
@pytest.mark.parametrize(("smoke", "dm"), [({"B02": "light"}, 0), ({"B02": "light", "B03": "light"}, 1)])
def test_along_an_edge_only_smoke_on_both_sides_counts(smoke: dict[str, str], dm: int):
    """From A02 to C02 the line runs between B02 and B03."""
    assert cover(smoky(". . .\na . x\n. . .", smoke, a="grif SE", x="srif NW")) == dm


@rule("atb-13.0-b", "atb-13.0-g", "atb-6.0-f", "atb-11.3-a")
def test_a_hill_beside_smoke_leaves_no_way_along_their_edge():
    """From A02 to C02 the line runs between B02 and B03."""
    hill, units = ". . .\na . x\n. 1 .", {"a": "grif SE", "x": "srif NW"}
    assert cover(smoky(hill, {"B02": "light"}, **units)) == 1 and smoky(hill, {}, **units).offers("fire a x")
    assert not smoky(hill, {"B02": "heavy"}, **units).offers("fire a x")


@rule("atb-13.0-c")
@pytest.mark.parametrize("place", ["A01", "A05"])
def test_a_screen_at_either_end_covers_the_target_by_two(place: str):
    clear, covered = smoky(), smoky(smoke={place: "heavy"})
    assert cover(covered) == 2 and covered.need("fire a x") == clear.need("fire a x") + 2


@rule("atb-7.6.1-a")
def test_smoke_is_no_cover_to_rally_in():
    assert smoky(smoke={"A05": "heavy"}, a="grif N pinned").need("rally a") == 7


@rule("atb-13.0-d")
def test_no_bonus_move_into_a_screen():
    road = {"roads": ["A01-A02-A03-A04"], "a": "pz3e N", "x": "srif S"}
    picture = ".\n.\n.\na\n.\n.\n.\nx"
    for smoke, goes in ({}, True), ({"A02": "heavy"}, False), ({"A02": "light"}, True), ({"A02": "light+light"}, False):
        game = smoky(picture, smoke, **road)
        went = game.begin("move a A03 N", "by activate 0")
        offered = went.asked != "turn" and any("A02" in said for said in went.choices())
        assert offered == goes


@rule("atb-13.0-e")
def test_screens_thin_and_thin_smoke_goes_with_a_new_round():
    work = HeroesWork(
        smoky(smoke={"A01": "heavy", "A02": "light", "A03": "heavy+light", "A04": "heavy+heavy"}).state, GERMAN
    )
    lift_light_smoke(work)
    thin_heavy_smoke(work)
    assert work.position.smoke == {"A01": "light", "A03": "light", "A04": "light+light"}
    lift_light_smoke(work)
    assert work.position.smoke == {}


@rule("atb-13.0-f")
def test_thin_smoke_alone_does_not_block():
    assert smoky(smoke={"A03": "light"}).offers("fire a x")


@rule("atb-13.0-g")
@pytest.mark.parametrize("place", ["A01", "A03", "A05"])
def test_thin_smoke_at_the_ends_or_on_the_way_covers_by_one(place: str):
    assert cover(smoky(smoke={place: "light"})) == 1


@rule("atb-13.0-h")
def test_smoke_in_a_hex_adds_up():
    assert not smoky(smoke={"A03": "light+light"}).offers("fire a x")
    assert cover(smoky(smoke={"A01": "light+light"})) == 2 and cover(smoky(smoke={"A01": "heavy+heavy"})) == 4
    work = HeroesWork(smoky(smoke={"A01": "heavy"}).state, GERMAN)
    put_smoke(work, (0,), GERMAN, "atb-13.0-a")
    assert work.position.smoke == {"A01": "heavy+heavy"}


@rule("atb-13.0-i")
def test_two_thin_hexes_block_beyond_the_second():
    assert not smoky(smoke={"A02": "light", "A03": "light"}).offers("fire a x")
    into = smoky(smoke={"A01": "light", "A03": "light"})
    assert into.offers("fire a x") and cover(into) == 2, "sight ends in the second one"


@rule("atb-13.0-j")
@pytest.mark.parametrize(("smoke", "level", "seen"), [("heavy", 1, False), ("heavy", 2, False), ("heavy", 3, True),
                                                      ("heavy+light", 3, False)])  # fmt: skip
def test_smoke_is_as_high_as_it_is_thick(smoke: str, level: int, seen: bool):
    picture = f"x:{level}\n.\n.\n.\n.\na:{level}"
    assert smoky(picture, {"A03": smoke}).offers("fire a x") == seen


@rule("atb-13.0-j")
def test_from_above_a_screen_hides_the_hex_behind_it():
    assert not smoky("a:3\n.\n.\nx\n.", {"A03": "heavy"}, a="grif S").offers("fire a x")
    assert smoky("a:3\n.\n.\nx\n.", {"A02": "heavy"}, a="grif S").offers("fire a x")


def test_each_counter_counts_once_in_close_combat():
    game = on("a+x\n.", a="grif N", x="srif S", told={"smoke": {"A01": "heavy"}})
    assert cover(game, "assault a x") == 2


# -- 13.1 who lays it


@rule("atb-13.1-a", "atb-13.1-b")
@pytest.mark.parametrize(("kind", "able"), [("8cm", True), ("82mm", True), ("pio", True), ("5cm", False),
                                            ("50mm", False), ("grif", False), ("pz4e", False)])  # fmt: skip
def test_large_mortars_and_pioneers_lay_smoke_and_nobody_else(kind: str, able: bool):
    soviet = kind in ("82mm", "50mm")
    other = "grif S" if soviet else "srif S"
    game = smoky("x\n.\n.\n.\n.\na\n.", a=f"{kind} N", x=other, active=SOVIET if soviet else GERMAN)
    assert ("smoke" in game.verbs("a")) == able


@rule("atb-13.1-a", "atb-13.1-b")
def test_the_firefight_may_forbid_and_allow_it():
    off = smoky("x\n.\n.\n.\n.\na\n.", a="8cm N", told={"special": (AbilityOff("ger_mortar_8cm", ("smoke",)),)})
    on_tank = smoky("x\n.\n.\n.\n.\na\n.", a="pz4e N", told={"special": (AbilityOn("ger_pz_4e", ("smoke",)),)})
    assert "smoke" not in off.verbs("a") and "smoke" in on_tank.verbs("a")


@rule("atb-13.1-c")
def test_a_tank_lays_smoke_as_far_as_it_fires():
    picture = "\n".join(["x", *["."] * 20, "a", "."])
    game = smoky(
        picture, a="pz4e N", told={"special": (AbilityOn("ger_pz_4e", ("smoke",)),)}, kinds={"pz4e": {"range": 8}}
    )
    assert game.offers("smoke a A06") and not game.offers("smoke a A05"), "16 hexes: long range included"
    assert game.cost("smoke a A23") == game.cost("smoke a A21") + 2, "the turret turns"


@rule("atb-13.1-d", "atb-19.0-c")
def test_pioneers_lay_it_in_their_hex_or_beside_for_two():
    game = smoky("x\n.\n.\n.\na\n.", a="pio N")
    assert {said.split()[2] for said in game.choices("a", "smoke")} == {"A04", "A05", "A06"}, "behind them too"
    assert game.cost("smoke a A04") == 2 and game.cost("smoke a A05") == 2
    assert lies(game.play("smoke a A04", "by activate 0")) == {"A04": "heavy"} and game.pool(GERMAN) == 5


@rule("atb-13.0-a", "atb-13.1-f")
def test_smoke_lies_on_water_too():
    game = smoky("x\n.\n.\n=\na\n.", a="pio N").play("smoke a A04", "by activate 0")
    assert lies(game) == {"A04": "heavy"}


@rule("atb-13.1-f", "atb-13.1-e")
def test_artillery_smoke_covers_all_its_hexes_and_hits_nobody():
    game = planned(gunnery(), "plan OBA_GER D03 smoke").begin("caps 0", dice=[6])
    smoke = lies(game)  # type: ignore[arg-type]
    assert len(smoke) == 7 and set(smoke.values()) == {"heavy"}
    assert not any(unit.marker for unit in game.state.position.units.values())


@rule("atb-13.1-e")
def test_smoke_is_said_with_the_target_and_never_later():
    game = smoky("x\n.\n.\n.\n.\na\n.", a="8cm N")
    assert game.offers("smoke a A01") and game.offers("fire a x")
    fired = game.begin("fire a x", "by opportunity 0", dice=[1, 1])
    assert not lies(fired)


@rule("atb-13.1-a", "atb-19.0-c", "atb-hit-foot-suppressed-b", "atb-hit-foot-panicked-b")
def test_markers_on_attacks_count_for_smoke_too():
    def hit(marker: str) -> Bear:
        return on("a . . x", a=f"pio SE {marker}", x="srif NW", caps={GERMAN: 3, SOVIET: 0})

    assert [hit(marker).cost("smoke a A01") for marker in ("pinned", "suppressed")] == [2, 3]
    assert "smoke" not in hit("panicked").verbs("a") and "smoke" not in hit("stunned").verbs("a")
