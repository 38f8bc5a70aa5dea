"""Setting up: the first Mission, and what every Mission supplies. [M1, 1.0]"""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec import structs

from balka.core.dice import Outcome
from balka.core.errors import BalkaError
from balka.core.frames import CHANCE
from balka.core.hexes import hexes_in
from balka.core.proof import rule
from balka.core.state import State
from balka.core.system import chosen
from balka.games.storms_of_steel import GAME, catalogue
from balka.systems.heroes.data.mission_data import Mission
from balka.systems.heroes.play.setup import first_state, make_setting
from balka.systems.heroes.third_edition.system import THIRD_EDITION
from balka.systems.heroes.units import HeroesState

GERMAN, SOVIET = "german", "soviet"


def begun(**options: str) -> State:
    """The first Mission with the satchel in H07 and the top cards dealt."""
    state = GAME.start("sos/courier", options=options).apply("hide H07").state
    for card in ("02", "03", "04", "05"):
        state = state.apply(Outcome("deck", item=card)).state
    return state


@rule("sos-1.0-a")
def test_everything_is_in_its_place_before_the_first_turn():
    state = begun()
    assert state.asks[0].kind == "turn" and not state.over
    assert state.setting.sides == (GERMAN, SOVIET) and len(state.setting.board) == 196
    assert state.position.units and state.tracks.caps == {GERMAN: 6, SOVIET: 6}
    assert state.bags["deck"].size == 30 and state.tracks.round == 1 and state.tracks.vp == 1
    assert state.bags["soft"].size == 18


@rule("sos-m1-c", "sos-1.0-b")
def test_the_soviets_stand_where_and_as_their_mission_says():
    state = begun()
    board, mission = state.setting.board, state.setting.mission
    placed = sorted(
        (unit.kind, board.labels[unit.hex], board.grid.sides[unit.facing])
        for unit in state.position.units.values() if unit.hex >= 0
    )  # fmt: skip
    listed = sorted((one.unit, one.hex.removeprefix("7-"), one.facing) for one in mission.forces[SOVIET].at_start)
    assert placed == listed and len(placed) == 5
    assert ("sov_mmg_maxim", "K10", "NE") in placed


def first(mission: Mission) -> HeroesState:
    """Any Mission set up by its data, whether its chapters can be played or not."""
    return first_state(make_setting(THIRD_EDITION, catalogue.title(), mission, chosen(THIRD_EDITION.options, {}), {}))


@rule("sos-1.0-b", "sos-4.4-f")
def test_control_markers_lie_where_the_mission_lists_them():
    marked = [mission for mission in catalogue.title().missions if mission.control]
    assert len(marked) > 5
    for mission in marked:
        state = first(mission)
        listed = {state.setting.board.hex(mark.hex): mark.side for mark in mission.control}
        assert {state.setting.board.hex(label): side for label, side in state.position.control.items()} == listed


@rule("sos-m1-d")
def test_the_germans_wait_by_the_east_edge_and_enter_there_in_the_first_round():
    state = begun()
    waiting = [unit for unit in state.position.units.values() if unit.force == GERMAN]
    assert len(waiting) == 7 and all(unit.hex < 0 for unit in waiting)
    first = [unit for unit in waiting if unit.due == 1]
    assert len(first) == 5
    offered = {choice.to for choice in state.choices((first[0].id, "enter"))}
    assert offered == set(hexes_in(state.setting.board.edges["east"]))


@rule("sos-m1-e")
def test_all_counters_start_fresh():
    assert not any(unit.spent or unit.marker for unit in begun().position.units.values())


@rule("sos-m1-f", "sos-m1-g", "sos-m1-q", "sos-1.0-f")
@pytest.mark.parametrize(("option", "german"), [("rulebook", 6), ("manual", 5)])
def test_caps_of_the_first_mission(option, german):
    assert begun(start_caps=option).tracks.caps == {GERMAN: german, SOVIET: 6}


@rule("sos-m1-h", "sos-m1-i", "sos-m1-j", "sos-1.0-g", "sos-m1-r")
def test_one_adrenaline_each_and_two_cards_from_the_rest():
    start = GAME.start("sos/courier").apply("hide H07").state
    assert [hand.cards for hand in start.hands.values()] == [("01",), ("01",)]
    copies = Counter({card: start.setting.cards[card].copies for card in start.setting.rulebook.deck})
    assert copies.total() == 36 and start.bags["deck"].size == 34
    assert start.bags["deck"].items == dict(copies - Counter({"01": 2}))
    dealt = begun()
    assert [hand.size for hand in dealt.hands.values()] == [3, 3] and dealt.bags["deck"].size == 30


@rule("sos-m1-j")
def test_the_cards_are_dealt_blind():
    state = GAME.start("sos/courier").apply("hide H07").state
    assert state.asks[0].seat == CHANCE and state.stack[-1].to == (GERMAN,)
    after = state.apply(Outcome("deck", item="09")).state
    assert after.view(SOVIET).hands[GERMAN].cards == () and after.view(GERMAN).hands[GERMAN].cards == ("01", "09")


@rule("sos-m1-r")
def test_by_the_manual_the_deck_is_two_to_eleven():
    state = GAME.start("sos/courier", options={"deck": "manual"})
    assert sorted(state.bags["deck"].items) == [f"{n:02}" for n in range(2, 12)] and state.bags["deck"].size == 26
    assert [hand.cards for hand in state.hands.values()] == [("01",), ("01",)], "Adrenaline is dealt all the same"


@rule("sos-m1-k", "sos-m1-l", "sos-1.0-h", "sos-1.0-i")
def test_round_and_victory_markers():
    tracks = begun().tracks
    assert (tracks.vp_side, tracks.vp, tracks.round) == (SOVIET, 1, 1)
    for mission in catalogue.title().missions:
        tracks = first(mission).tracks
        assert {tracks.vp_side: tracks.vp} == mission.victory.start and tracks.round == 1


@rule("sos-m1-m", "sos-1.0-j")
def test_reinforcements_of_both_sides_wait_for_the_second_round():
    state = begun()
    later = [unit for unit in state.position.units.values() if unit.due == 2]
    assert Counter(unit.force for unit in later) == {GERMAN: 2, SOVIET: 3} and all(unit.hex < 0 for unit in later)
    assert not any(unit.id in state.grow(()) for unit in later)


@rule("sos-m1-n", "sos-1.0-k", "sos-1.0-n")
def test_hit_markers_lie_in_piles_of_their_colour_and_armored_ones_join_later():
    assert set(begun().bags) == {"deck", "soft"}
    piles = {mission.number: mission.hit_piles for mission in catalogue.title().missions}
    assert all(piles[number] == ("soft",) for number in range(1, 7))
    assert all(piles[number] == ("soft", "armored") for number in range(7, 13))


@rule("sos-1.0-k")
def test_a_pile_is_drawn_from_blind():
    soft = begun().bags["soft"]
    chances = dict(soft.odds("soft"))
    assert len(chances) == 6 and sum(chances.values()) == 1


@rule("sos-m1-o")
def test_the_satchel_is_hidden_in_one_of_two_hexes_in_secret():
    state = GAME.start("sos/courier")
    assert state.asks[0].seat == SOVIET and [state.text(c) for c in state.choices()] == ["hide H07", "hide H08"]
    hidden = [state.apply(f"hide {label}").state.view(GERMAN).to_json() for label in ("H07", "H08")]
    assert hidden[0] == hidden[1], "the Germans cannot tell"


@rule("sos-1.0-l")
def test_every_mission_supplies_what_is_needed_to_play():
    for mission in catalogue.title().missions:
        assert mission.maps and mission.rounds >= 1 and mission.deck and mission.victory.rules, mission.key
        assert mission.first_initiative in mission.sides and mission.victory.start
        for force in mission.forces.values():
            assert force.caps > 0 and (force.at_start or force.reinforcements)


@rule("sos-ov-b")
def test_a_mission_is_a_series_of_rounds():
    assert begun().setting.mission.rounds == 5


def test_options_that_do_not_exist_are_refused():
    with pytest.raises(BalkaError, match="there is no option 'fog'"):
        GAME.start("sos/courier", options={"fog": "manual"})
    with pytest.raises(BalkaError, match="cannot be 'maybe'"):
        GAME.start("sos/courier", options={"corn": "maybe"})


@rule("sos-11.0-a", "sos-11.0-b", "sos-15.8-a")
@pytest.mark.parametrize("free", ["south_half", None])
def test_what_a_hidden_vehicle_carries_at_the_start_is_hidden_with_it(free: str | None):
    mission = catalogue.title().mission("sos/convoy")
    force = mission.forces[GERMAN]
    carrier = next(entry for entry in force.at_start if entry.carries)
    others = tuple(entry for entry in force.at_start if entry is not carrier)
    hidden = structs.replace(carrier, hidden=True, free=free)
    changed = structs.replace(force, at_start=(hidden, *others))
    state = first(structs.replace(mission, forces={**mission.forces, GERMAN: changed}))
    while state.asks[0].kind == "setup":
        state = state.apply("ready").state
    load = next(unit for unit in state.position.hidden.values() if unit.carrier)
    vehicle = state.position.hidden[load.carrier]
    assert load.hex == vehicle.hex == state.setting.board.hex(carrier.hex) and load.facing == vehicle.facing
    assert not {load.id, vehicle.id} & set(state.view(SOVIET).position.units), "nothing of the two is to be seen"
