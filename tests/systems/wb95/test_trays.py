"""What lies beside the map: aircraft for their owner, reinforcements by the day they come."""

from __future__ import annotations

from tests.systems.wb95.kit import GERMAN, SOVIET, on

from balka.core.proof import rule
from balka.core.scene.nodes import Look
from balka.core.state import State
from balka.systems.wb95.rulebook import Arrival
from balka.systems.wb95.system import SYSTEM

AIR = {"air": {"german": ("air-1", "air-2", "air-3", "air-4")}, "sorties": {"german": 2}}


def trays(state: State, seat: str) -> dict[str, tuple[str, list[str]]]:
    """Name and counters of every tray a seat sees."""
    stacks = SYSTEM.scene(state.view(seat), seat).stacks
    beside = [stack for stack in stacks if stack.place.kind == "tray"]
    return {one.place.id: (one.place.name, [unit.id for unit in one.counters]) for one in beside}


def planes(state: State, seat: str) -> list[tuple[str, str]]:
    layers = SYSTEM.scene(state.view(seat), seat).layers
    return [(layer.hex, layer.label) for layer in layers if layer.kind == "air"]


@rule("kursk-8.1.5-a", "kursk-8.1.7-a")
def test_aircraft_can_be_picked_beside_the_map_until_they_are_planned() -> None:
    game = on("a . x", "air", a="g inf", x="s inf", book=AIR)
    name, units = trays(game.state, GERMAN)["german-air"]
    assert "2 may still fly" in name and units == ["air-1", "air-2", "air-3", "air-4"]
    planned = game.state.apply("fly air-1 support C01", "german").state
    name, units = trays(planned, GERMAN)["german-air"]
    assert "1 may still fly" in name and units == ["air-2", "air-3", "air-4"]
    assert planned.stack[-1].left(planned.view(GERMAN), GERMAN) == 1
    last = planned.apply("fly air-3 attack C01", "german").state
    assert "german-air" not in trays(last, GERMAN)


@rule("kursk-8.1.7-a")
def test_a_plan_is_drawn_for_its_owner_alone() -> None:
    game = on("a . x", "air", a="g inf", x="s inf", book=AIR)
    planned = game.state.apply("fly air-1 support C01", "german").state
    assert planes(planned, GERMAN) == [("C01", "Air 1: Support an attack")]
    assert planes(planned, SOVIET) == [] and planes(planned, "watcher") == []
    assert "german-air" not in trays(planned, SOVIET)


def test_a_mission_that_takes_many_aircraft_is_not_flown_by_one_click_on_the_map() -> None:
    game = on("a . x", "air", a="g inf", x="s inf", book=AIR)
    view = game.state.view(GERMAN)
    assert SYSTEM.node(view, (), "disrupt", GERMAN) == Look("Disorganise movement", fold=True)
    assert SYSTEM.node(view, (), "air-1", GERMAN) == Look("Air 1")
    assert SYSTEM.node(view, ("air-1", "fly"), "attack", GERMAN) == Look("Attack units")


def test_reinforcements_lie_by_the_day_they_come() -> None:
    arrivals = {one: Arrival(one, turn, (2,), "corps", one == "s") for one, turn in (("r", 1), ("q", 2), ("s", 4))}
    off = dict.fromkeys(arrivals, "g inf")
    game = on(". . . . .", off=off, book={"arrivals": arrivals, "day": 5}, turn=2, control="ggggg")
    found = trays(game.state, GERMAN)
    assert [*found.values()] == [
        ("German reinforcements, now", ["q", "r"]),
        ("German STAVKA reserves, 8 July", ["s"]),
    ]
    assert trays(game.state, SOVIET) == {}
