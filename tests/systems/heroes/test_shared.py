"""Rules that both editions share, tried in both: loads, Groups in Close Combat, entries, piles, CAPs of a Round."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec import structs
from tests.systems.heroes.both import ATB, SOS, Edition, both, say
from tests.systems.heroes.kit import GERMAN, SIX, SOVIET, Game, box, end_round
from tests.systems.heroes.test_arriving import replaced

from balka.core.chance import draw
from balka.core.dice import Bag
from balka.core.frames import CHANCE
from balka.core.proof import rule
from balka.games import awakening_the_bear, storms_of_steel
from balka.systems.heroes.audit.invariants import markers_conserved
from balka.systems.heroes.chapters.artillery import target_area
from balka.systems.heroes.data.mission_data import ExtraCaps, Oba
from balka.systems.heroes.play.setup import last_chapter
from balka.systems.heroes.units import HeroesState, Works

# -- loads and Hasty Defenses


@both
@rule("sos-17.7-d", "sos-15.8-e", "atb-18.1.3-e")
def test_nobody_takes_cover_on_the_back_of_a_vehicle(edition: Edition):
    words = {"t": f"{edition.carrier} SE", "l": f"{edition.german} SE carrier=t", "b": f"{edition.german} SE"}
    told = {"hands": {GERMAN: (edition.cover,)}}
    game = edition.on("t+l+b . . x", **words, x=f"{edition.soviet} NW", told=told, caps=SIX)
    assert not game.offers(f"play {edition.cover} l")
    assert game.offers(f"play {edition.cover} b") and game.offers(f"play {edition.cover} t")


@both
@rule("sos-17.7-d", "atb-18.1.3-e")
def test_a_hasty_defense_does_not_ride_along(edition: Edition):
    words = {"t": f"{edition.carrier} SE", "l": f"{edition.german} SE dug-in", "x": f"{edition.soviet} NW"}
    game = say(edition.on("t+l . . x", **words), "load l t")
    assert game.unit("l").carrier == "t" and not game.unit("l").dug_in


# -- Groups in Close Combat


@both
@rule("sos-15.11-a", "sos-6.9-b", "atb-17.1-a", "atb-7.7.3-a")
def test_a_group_attacks_the_vehicle_and_not_its_load_alone(edition: Edition):
    words = {"a": f"{edition.german} N", "b": f"{edition.german} N", "t": f"{edition.truck} NW"}
    game = edition.on("a+b+t+l+x . .\n. . .", **words, l=f"{edition.soviet} NW carrier=t", x=f"{edition.soviet} N")
    alone = {text for text in game.choices("a") if text.startswith("assault")}
    game.gather("a", "b")
    together = {text for text in game.choices() if text.startswith("assault a")}
    assert together == alone == {"assault a t", "assault a x"}


@rule("sos-10.6-b")
def test_a_leader_whose_marker_bars_its_fire_on_armor_leads_no_attack_on_a_tank():
    game = SOS.on("a+b+t . .\n. . .", a="pz4h N gun_damaged", b="inf N", t="tk34c N")
    lone = {text for text in game.choices("a") if text.startswith("assault")}
    game.gather("a", "b")
    assert {text for text in game.choices() if text.startswith("assault a")} == lone


# -- coming onto the map


def at_the_edge(edition: Edition, picture: str, words: str, works: dict[str, Works] | None = None, **more: Any) -> Game:
    """A Soviet unit waits to come in anywhere on the board, a German one stands far off."""
    labels = tuple(f"{column}{row:02}" for row in (1, 2) for column in "ABC")
    return edition.on(
        picture, a=f"{words} due=1 entry=e", x=f"{edition.german} N", active=SOVIET, entries={"e": labels},
        told={"works": works or {}}, **more,
    )  # fmt: skip


def entries(game: Game) -> set[str]:
    return {text.split()[2] for text in game.choices("a") if text.startswith("enter")}


GROUND = {"sos": "W . T\n. W .\n. . .\n. x .", "atb": "H # =\n. S .\n. . .\n. x ."}
CLOSED = {"sos": {"gaz": {"A01", "B02", "C01"}, "tank": {"C01"}, "foot": set()},
          "atb": {"gaz": {"A01", "B01", "C01", "B02"}, "tank": {"C01"}, "foot": set()}}  # fmt: skip


@both
@pytest.mark.parametrize("sort", ["gaz", "tank", "foot"])
@rule("sos-15.3-f", "sos-12.3-g", "atb-4.0-k", "atb-5.5-c")
def test_who_cannot_go_into_a_hex_does_not_come_in_there(edition: Edition, sort: str):
    words = {"gaz": edition.truck, "tank": edition.tank, "foot": edition.soviet}[sort]
    game = at_the_edge(edition, GROUND[edition.game], words)
    assert entries(game) == {"A01", "A02", "B01", "B02", "C01", "C02"} - CLOSED[edition.game][sort]
    reasons = {game.why_not(f"enter a {place} N") for place in CLOSED[edition.game][sort]}
    assert "sos-4.12-c" not in reasons, "it is an entry hex, but not for this unit"


@both
@rule("sos-15.3-f", "atb-14.2-a")
def test_by_road_a_truck_comes_in_whatever_the_ground(edition: Edition):
    game = at_the_edge(edition, GROUND[edition.game], edition.truck, roads=["A01-A02"])
    assert "A01" in entries(game)


@both
@pytest.mark.parametrize("kind", ["trench", "barbed_wire"])
@rule("sos-17.4-c", "sos-17.9-b", "atb-18.3.1-b")
def test_wheels_do_not_come_in_over_trenches_and_wire(edition: Edition, kind: str):
    works = {"B01": Works(kind, GERMAN)}
    assert "B01" not in entries(at_the_edge(edition, ". . .\n. . .\n. . .\n. x .", edition.truck, works))
    assert "B01" in entries(at_the_edge(edition, ". . .\n. . .\n. . .\n. x .", edition.tank, works))


@rule("sos-4.12-f", "sos-15.3-f")
def test_where_the_only_entry_hex_for_wheels_is_held_they_shift_to_ground_they_can_use():
    game = SOS.on(
        "W x . .\n. . . .\n. . . .", a="gaz S due=1 entry=e", b="rif S due=1 entry=e", x="inf N", active=SOVIET,
        entries={"e": ("A01", "B01")},
    )  # fmt: skip
    assert "C01" in entries(game) and not {"A01", "B01"} & entries(game)
    assert {text.split()[2] for text in game.choices("b") if text.startswith("enter")} == {"A01"}


@rule("atb-5.5-e", "atb-5.4-a", "atb-7.7.3-k")
def test_reinforcements_may_enter_upon_an_enemy_in_their_entry_hex():
    game = ATB.on("x . .\n. . .\n. . .", a="grif S due=1 entry=e", x="srif N", entries={"e": ("A01",)})
    say(game, "enter a A01 S")
    assert game.at("a") == game.at("x") == "A01" and game.state.tracks.intrusions == ()


@rule("sos-4.12-c")
def test_in_storms_of_steel_an_entry_hex_with_enemies_is_not_for_entering():
    game = SOS.on("x . .\n. . .\n. . .", a="inf S due=1 entry=e", x="rif N", entries={"e": ("A01", "B01")})
    assert entries(game) == {"B01"}


# -- coming in on a vehicle


def convoy(edition: Edition, **more: Any) -> Game:
    """A truck, a gun and a squad wait at one entry."""
    words = {"t": f"{edition.truck} S due=1 entry=e", "l": f"{edition.gun} S due=1 entry=e",
             "s": f"{edition.soviet} S due=1 entry=e", **more}  # fmt: skip
    entry = {"e": ("A01", "A02"), "f": ("A03",)}
    return edition.on(". . .\n. . .\n. . x", **words, x=f"{edition.german} S", active=SOVIET, entries=entry)


@both
@rule("sos-4.12-e", "sos-15.6-a", "atb-5.5-f")
def test_a_gun_may_come_in_behind_a_truck(edition: Edition):
    game = convoy(edition)
    assert game.offers("embark l t") and game.offers("embark s t") and not game.offers("embark t l")
    say(game, "embark l t")
    assert game.seat == SOVIET and game.asked == "turn", "getting on beside the map is no Action"
    assert not game.offers("embark s t") and not game.verbs("l"), "there is room for one load"
    say(game, "enter t A01 S")
    if game.asked == "drive":
        say(game, "stay")
    assert game.at("l") == game.at("t") == "A01" and game.unit("l").carrier == "t" and game.seat == GERMAN


@both
@rule("sos-4.12-e", "atb-5.5-f")
def test_a_load_waits_with_its_vehicle_at_one_entry_in_one_round(edition: Edition):
    assert not convoy(edition, l=f"{edition.gun} S due=1 entry=f").offers("embark l t")
    assert not convoy(edition, t=f"{edition.truck} S due=2 entry=e").offers("embark l t")
    assert convoy(edition).why_not("embark t l") == {"sos": "sos-4.12-e", "atb": "atb-5.5-f"}[edition.game]
    assert convoy(edition, l=f"{edition.gun} S due=2 entry=e").verbs("l") == set()


@both
@rule("sos-4.12-e", "atb-5.5-f")
def test_a_loaded_truck_comes_in_with_a_group(edition: Edition):
    game = say(convoy(edition), "embark l t").gather("t", "s")
    say(game, "enter s A02 S", "enter t A01 S")
    assert game.at("l") == "A01" and game.at("s") == "A02"


@both
@rule("sos-15.8-a", "atb-17.0-g")
def test_a_vehicle_whose_load_is_spent_comes_in_only_if_both_can_pay(edition: Edition):
    """They act together: without CAPs a Spent load keeps its vehicle beside the map, where an entry costs points."""
    spent = {"l": f"{edition.gun} S spent due=1 entry=e"}
    rich = say(convoy(edition, **spent, caps={"soviet": 3}), "embark l t")
    assert rich.offers("enter t A01 S")
    poor = say(convoy(edition, **spent, caps={"soviet": 0}), "embark l t")
    assert poor.offers("enter t A01 S") is (edition.game == "sos"), "coming in costs nothing in Storms of Steel"
    if edition.game == "atb":
        assert poor.why_not("enter t A01 S") == "atb-2.2-y", "and the reason is told"


# -- Hit Markers


@both
@rule("sos-7.2-a", "atb-7.4-a")
def test_with_all_hit_markers_in_use_another_set_is_mixed(edition: Edition):
    game = edition.on("a . x", a=f"{edition.german} SE", x=f"{edition.soviet} NW")
    pile = "soft" if edition is SOS else "foot"
    full = game.state.bags[pile]
    game.state = replaced(game.state, bags={**game.state.bags, pile: Bag.of({})})
    say(game, "fire a x", dice=[6, 4, "pinned"])
    assert game.unit("x").marker == f"{pile}_pinned" and game.state.bags[pile].size == full.size - 1
    assert any("second set" in text for text in game.heard(GERMAN))


@both
@rule("sos-7.7-b")
def test_hit_markers_are_counted_in_whole_sets(edition: Edition):
    state = edition.on("a . x", a=f"{edition.german} SE", x=f"{edition.soviet} NW").state
    pile = next(name for name in state.bags if name != "deck")
    twice = Bag.of({item: 2 * many for item, many in state.bags[pile].items.items()})
    assert (
        list(markers_conserved(state))
        == list(markers_conserved(replaced(state, bags={**state.bags, pile: twice})))
        == []
    )
    one_more = twice.plus(next(iter(twice.items)))
    assert list(markers_conserved(replaced(state, bags={**state.bags, pile: one_more})))


# -- CAPs of one Round


def test_a_mission_may_give_a_side_more_caps_in_one_round():
    told = {"special": (ExtraCaps(side=GERMAN, round=2, amount=3),)}
    game = SOS.on("a . . x", a="inf SE", x="rif NW", start_caps={GERMAN: 5, SOVIET: 5}, told=told)
    end_round(game)
    assert game.state.tracks.round == 2 and (game.caps(GERMAN), game.caps(SOVIET)) == (8, 5)
    game.state = replaced(game.state, tracks=structs.replace(game.state.tracks, caps={GERMAN: 0, SOVIET: 0}))
    end_round(game)
    assert (game.caps(GERMAN), game.caps(SOVIET)) == (5, 5), "in that Round only"


# -- which chapters are in force


@pytest.mark.parametrize("key", ["sos/iron", "sos/wings", "atb/yelnya", "atb/dubno"])
@rule("sos-11.3-a", "sos-11.4-a", "atb-10.2-a")
def test_anybody_may_hide_once_the_chapter_is_read_though_nobody_starts_hidden(key: str):
    state = opened(key)
    assert not any(entry.hidden for entry in state.setting.roster) and state.setting.hiding
    own = [unit for unit in state.position.units.values() if unit.force == state.asks[0].force and unit.hex >= 0]
    reasons = [state.why_not(f"sneak {unit.id} {state.setting.board.labels[unit.hex]}") for unit in own]
    assert all(found is None or found.rule not in ("sos-11.0-a", "atb-10.0-a") for found in reasons)
    if key == "sos/wings":
        assert None in reasons, "somebody stands out of sight from the beginning"


@pytest.mark.parametrize("key", ["sos/courier", "sos/crossroads", "atb/partisans", "atb/mir"])
@rule("sos-11.0-a", "atb-10.0-a")
def test_nobody_hides_before_the_chapter_is_read(key: str):
    game = GAMES[key.partition("/")[0]]
    assert not game.start(key).setting.hiding and game.start(key, {"chapters": "all"}).setting.hiding


@pytest.mark.parametrize("key", ["sos/kurgan", "sos/smoke", "atb/petrov", "atb/yelnya"])
@rule("sos-14.0-a", "atb-13.1-a")
def test_mortars_lay_smoke_in_both_missions_that_follow_its_chapter(key: str):
    setting = GAMES[key.partition("/")[0]].start(key).setting
    kinds = {entry.kind for entry in setting.roster}
    assert "smoke" in setting.edition.act_of and any("smoke" in setting.kinds[kind].flags for kind in kinds)


@rule("sos-1.0-l")
def test_no_airplanes_and_open_tops_before_missions_seven_to_nine():
    read = {mission.number: last_chapter(mission, {"chapters": "as taught"}) for mission in box().missions}
    assert [read[number] for number in (1, 2, 3, 4, 5, 6, 7, 8, 9)] == [9, 9, 11, 11, 14, 14, 16, 16, 16]


GAMES = {"sos": storms_of_steel.GAME, "atb": awakening_the_bear.GAME}


def opened(key: str) -> HeroesState:
    """A Mission at its first Turn, set up as proposed."""
    state, rng = GAMES[key.partition("/")[0]].start(key), Random(1)
    while state.asks[0].kind != "turn":
        ask = state.asks[0]
        if ask.seat == CHANCE:
            state = state.apply(draw(state, rng)).state
            continue
        texts = [state.text(choice) for choice in state.choices(seat=ask.seat)]
        quiet = next((text for text in texts if text in ("ready", "caps 0", "done", "hold")), texts[0])
        state = state.apply(quiet, ask.seat).state
    return state


# -- who has an enemy in its hex looks nowhere else


def engaged(edition: Edition, **more: Any) -> Game:
    """A Soviet squad and a German one share B02; a Soviet squad hides in the open two hexes off, one walks about."""
    words = {"a": f"{edition.soviet} SE", "x": f"{edition.german} S", "y": f"{edition.soviet} N",
             "h": f"{edition.soviet} N hidden", "z": f"{edition.soviet} N"}  # fmt: skip
    words |= {name: said for name, said in more.items() if name in words}
    rest = {name: said for name, said in more.items() if name not in words}
    picture = "a . . . .\n. x+y . . .\n. . h . .\nz . . . .\n. . . . ."
    return edition.on(picture, **words, active=SOVIET, **{"told": {"hiding": True}, **rest})


@rule("atb-7.7.3-i", "atb-10.0.4-a")
def test_who_fights_hand_to_hand_finds_nobody_beside_it():
    game = say(engaged(ATB), "pivot z S")
    assert game.is_hidden("h")
    away = say(engaged(ATB, y="grif N"), "pivot z S")
    assert not away.is_hidden("h"), "with its hands free it does"


@rule("sos-11.1-d")
def test_in_storms_of_steel_it_still_does():
    assert not say(engaged(SOS), "pivot z S").is_hidden("h")


@both
@rule("atb-7.7.3-i", "atb-10.2-a", "sos-11.4-b")
def test_who_fights_hand_to_hand_keeps_nobody_from_hiding_only_in_the_second_edition(edition: Edition):
    assert engaged(edition).offers("sneak z A04") == (edition is ATB)
    assert not engaged(edition).offers("sneak y B02"), "he sees who is with him"


@rule("atb-7.7.3-i", "atb-12.1-f")
def test_a_spotter_in_close_combat_spots_its_own_hex_alone():
    game = engaged(ATB)
    rule_of = Oba(card="OBA_GER", plan=("setup",), spotters=("ger_rifle_41",))
    assert target_area(game.state, GERMAN, rule_of) == 1 << game.unit("x").hex


@rule("atb-7.7.3-i", "atb-card-30-b")
def test_scouts_in_close_combat_cannot_look_about():
    told = {"hiding": True, "hands": {SOVIET: ("30",)}, "deck": ("30",)}
    game = engaged(ATB, told=told, caps=SIX)
    assert game.offers("play 30 a") and not game.offers("play 30 y")


# -- secrets


@both
@rule("sos-7.2-d", "sos-7.5-b", "atb-7.4-a", "atb-7.4-g")
def test_a_shot_that_tells_whether_a_face_down_marker_counts_is_not_taken_back(edition: Edition):
    for marker, closes in (("pinned", True), ("cowering", True), ("pinned shown", False)):
        words = {"a": f"{edition.german} N", "x": f"{edition.soviet} S {marker}"}
        game = edition.on("x\n.\na", **words, caps=SIX)
        step = game.state.apply("fire a A01")
        while step.state.asks[0].kind != "attack.roll":  # how it is paid for is said first in one of the editions
            step = step.state.apply(next(iter(step.state.choices())))
        assert step.barrier is closes
