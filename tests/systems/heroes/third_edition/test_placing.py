"""Set-up with freedom: zones, order, secret places, secret entry. [1.0, 11.0, card 21]"""

from __future__ import annotations

from random import Random

import pytest
from tests.systems.heroes.kit import box

from balka.core.choices import IllegalChoiceError
from balka.core.events import heard
from balka.core.hexes import hexes_in
from balka.core.proof import rule
from balka.core.state import State
from balka.games.storms_of_steel import GAME
from balka.systems.heroes.data.mission_data import SetUpOrder

CORN = "sos/corn"


def placing(state: State, hidden: bool) -> str:
    """A unit of the side that sets up now."""
    names = {entry.counter for entry in state.setting.roster if entry.hidden == hidden and entry.free}
    return next(str(node) for node in state.grow(()) if node in names)


def free_entry(state: State, name: str):
    return next(entry for entry in state.setting.roster if entry.counter == name)


@rule("sos-1.0-a")
def test_sides_set_up_in_the_missions_order():
    state = GAME.start(CORN)
    told = [item.order for item in state.setting.mission.special if isinstance(item, SetUpOrder)]
    order = told[0] if told else tuple(state.setting.forces)
    free = [force for force in order if any(entry.free and entry.force == force for entry in state.setting.roster)]
    asked = []
    while state.asks[0].kind == "setup":
        asked.append(state.asks[0].force)
        state = state.apply("ready").state
    assert asked == free and len(free) == 2


@rule("sos-11.0-a", "sos-11.0-b")
def test_a_hidden_unit_is_placed_in_its_zone_in_secret_and_faces_no_way():
    state = GAME.start(CORN)
    name, force = placing(state, hidden=True), state.asks[0].force
    zone = set(hexes_in(state.setting.zones[free_entry(state, name).free]))
    texts = [state.text(choice) for choice in state.choices((name,))]
    places = {state.setting.board.hex(text.split()[2]) for text in texts}
    assert places and places <= zone and all(len(text.split()) == 3 for text in texts)
    step = state.apply(texts[0])
    other = next(seat for seat in state.setting.seats if seat != state.setting.seat_of[force])
    assert heard(step.events, other) == [] and name in step.state.position.hidden
    assert name not in step.state.view(other).position.hidden and name not in step.state.view(other).stack[-1].waiting
    assert step.state.view(other).to_json() == state.apply(texts[1]).state.view(other).to_json()


@rule("sos-1.0-a")
def test_a_unit_outside_its_zone_is_refused_with_the_reason():
    state = GAME.start(CORN)
    name = placing(state, hidden=True)
    zone = state.setting.zones[free_entry(state, name).free]
    outside = next(h for h in range(len(state.setting.board)) if not zone >> h & 1)
    text = f"put {name} {state.setting.board.labels[outside]}"
    refused = state.why_not(text)
    assert refused is not None and refused.rule == "sos-1.0-b"
    with pytest.raises(IllegalChoiceError):
        state.apply(text)


def test_ready_puts_the_rest_where_the_mission_proposes():
    state = GAME.start(CORN)
    waiting = state.stack[-1].waiting
    after = state.apply("ready").state
    for name in waiting:
        unit = after.position.unit(name)
        assert unit is not None and unit.hex == after.setting.board.hex(free_entry(state, name).hex)


def test_nobody_learns_how_many_units_are_still_to_be_placed():
    state = GAME.start(CORN)
    other = next(seat for seat in state.setting.seats if seat != state.asks[0].seat)
    assert state.view(other).stack[-1].waiting == ()


@rule("sos-11.0-a")
def test_every_mission_that_hides_units_says_where():
    for mission in box().missions:
        for force in mission.forces.values():
            for unit in force.at_start:
                assert not unit.hidden or unit.hex or unit.free, f"{mission.key}: {unit.unit}"


@pytest.mark.parametrize("scenario", [scenario.key for scenario in GAME.scenarios()])
def test_every_mission_can_be_set_up_as_proposed(scenario: str):
    state = GAME.start(scenario)
    for _ in range(40):
        if not state.asks or state.asks[0].kind != "setup":
            break
        state = state.apply("ready", state.asks[0].seat).state
    assert state.asks and state.asks[0].kind != "setup"
    assert not list(state.setting.system.invariants(state))


@rule("sos-11.0-b")
@pytest.mark.parametrize("mission", [CORN, "sos/convoy", "sos/ravines"])
def test_what_the_others_can_imagine_of_a_set_up_is_that_the_same_units_wait_for_their_place(mission: str):
    state = GAME.start(mission)
    while state.asks[0].kind == "setup":
        other = next(seat for seat in state.setting.seats if seat != state.asks[0].seat)
        imagined = state.setting.system.sample(state.view(other), Random(1))
        assert sorted(map(str, imagined.grow(()))) == sorted(map(str, state.grow(())))
        state = state.apply("ready").state


@rule("sos-17.10-a")
def test_nobody_imagines_mines_before_their_owner_has_his_turn_to_lay_them():
    state = GAME.start("sos/ditch")
    order = [force for force in state.setting.forces if state.setting.forces[force] != "soviet"]
    assert state.asks[0].force in order
    world = state.setting.system.sample(state.view(state.asks[0].seat), Random(1))
    assert not [works for works in world.position.works.values() if works.kind == "mines"]


@rule("sos-card-21-b")
def test_the_others_imagine_an_entry_once_it_has_been_chosen_in_secret_and_not_before():
    state = GAME.start("sos/farm")
    assert state.asks[0].kind == "entry.pick"
    imagine = state.setting.system.sample
    assert imagine(state.view("german"), Random(1)).secrets["soviet"] == {}
    state = state.apply("pick 21").state
    worlds = [imagine(state.view("german"), Random(seed)) for seed in range(20)]
    assert {world.secrets["soviet"]["entry"] for world in worlds} == {"21", "24"}
