"""Cautious movement by groups, onto the map, and with more than one move in a turn. [5.0.3]"""

from __future__ import annotations

from typing import Any

from tests.systems.heroes.kit import hands
from tests.systems.heroes.second_edition.kit import GERMAN, SOVIET, Bear, on
from tests.systems.heroes.second_edition.test_obstacles import WIRE, lies

from balka.core.proof import rule


def wary(picture: str, told: dict[str, Any] | None = None, **units: Any) -> Bear:
    return on(picture, told={"options": {"cautious": "on"}, **(told or {})}, **{"x": "srif S", **units})


FIELD = ". . . . x\n. . . . .\na b c . .\n. . . . ."


def group(**units: str) -> Bear:
    given = {"a": "grif N", "b": "grif N", "c": "grif N", **units}
    return wary(FIELD, **given).gather("a", "b", "c").begin("act move")


@rule("atb-5.0.3-a", "atb-9.1.1-d")
def test_who_of_a_group_only_turns_is_not_exposed():
    game = group().begin("move a A02 N", "pivot b NE", "pivot c S", "by activate 0")
    assert game.state.tracks.exposed == ("a",)


@rule("atb-5.0.3-a", "atb-5.2-c")
def test_who_of_a_group_moves_backwards_is_not_exposed():
    game = group(a="grif S", b="grif S").begin("move a A02 S", "move b B02 S", "move c C02 N", "by activate 0")
    assert game.state.tracks.exposed == ("c",)


@rule("atb-5.0.3-d", "atb-9.1.1-a")
def test_members_of_a_group_may_go_with_care_and_the_dearest_is_paid():
    game = group().begin("creep a A02 N", "creep b B02 N")
    assert game.offers("creep c C02 N") and game.cost("creep c C02 N") == 2
    game.begin("move c C02 N", "by activate 0")
    assert game.state.tracks.exposed == ("c",) and game.pool(GERMAN) == 5


@rule("atb-5.0.3-d")
def test_a_group_without_the_points_for_care_goes_without():
    game = wary(FIELD, a="grif N active", b="grif N active", c="grif N", pool={GERMAN: 1}).gather("a", "b")
    game.begin("act move")
    assert game.offers("move a A02 N") and not game.offers("creep a A02 N")
    plain = on(FIELD, a="grif N", b="grif N", c="grif N", x="srif S").gather("a", "b").begin("act move")
    assert not plain.offers("creep a A02 N"), "where care is not played with"


@rule("atb-5.0.3-d", "atb-5.5-d")
def test_reinforcements_may_come_with_care():
    game = wary("x .\n. .\n. L", a="grif N due=1 entry=e", entries={"e": ["A03", "B03"]})
    assert game.cost("creep a A03 N") == 2 and not game.offers("creep a B03 N"), "woods are cover anyway"
    assert game.why_not("creep a B03 N") == "atb-5.0.3-d"
    careful = game.begin("creep a A03 N", "by activate 0")
    assert careful.state.tracks.exposed == () and careful.pool(GERMAN) == 5 and careful.at("a") == "A03"
    bold = wary("x .\n. .\n. L", a="grif N due=1 entry=e", entries={"e": ["A03", "B03"]})
    assert bold.begin("enter a A03 N", "by activate 0").state.tracks.exposed == ("a",)


@rule("atb-5.0.3-a")
def test_going_on_into_cover_takes_the_danger_away():
    told = hands("05")
    game = wary("x .\n. .\nH .\n. .\na .", told=told, a="grif N").begin("play 05 a", "move a A04 N")
    assert game.state.tracks.exposed == ("a",)
    game.begin("move a A03 N")
    assert game.state.tracks.exposed == ()


@rule("atb-5.0.3-a")
def test_turning_afterwards_does_not_take_the_danger_away():
    game = wary("x .\n. .\n. .\n. .\na .", told=hands("10"), a="grif N", caps={GERMAN: 3, SOVIET: 0})
    game.begin("play 10", "move a A04 N", "by activate 0").begin("pivot a NE", "by pool 0")
    assert game.state.tracks.exposed == ("a",)


@rule("atb-15.7-b")
def test_a_vehicle_that_comes_after_its_infantry_covers_it():
    game = wary("x .\n. .\n. .\n. .\na+t .", a="grif N", t="pz3e N").gather("a", "t").begin("act move")
    game.begin("move a A04 N", "move t A04 N", "stay", "by activate 0")
    assert game.state.tracks.exposed == ()


@rule("atb-5.0.3-d", "atb-18.3.1-d")
def test_care_does_not_save_the_die_of_wire():
    works = {"works": {"A04": lies(WIRE)}}
    game = wary("x .\n. .\n. .\n. .\na .", told=works, a="grif N active", pool={GERMAN: 7})
    game.begin("creep a A04 N", dice=[3])
    assert game.asked == "obstacle.pay"
    game.play("by pool 0")
    assert game.pool(GERMAN) == 2 and game.at("a") == "A04" and game.state.tracks.exposed == (), "1, 1 and 3"
