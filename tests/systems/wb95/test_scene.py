"""What the table is shown: scenes from views only, overlays, boards. Nothing hidden may be drawn."""

from __future__ import annotations

from random import Random

import pytest
from msgspec import json, structs
from tests.systems.wb95.kit import GERMAN, SOVIET, Game, on, push

import balka
from balka.core.errors import BalkaError
from balka.core.proof import rule
from balka.core.scene.counters import Corner, Counter
from balka.core.scene.nodes import Look
from balka.core.state import State, Work
from balka.systems.wb95.describing.building import opened
from balka.systems.wb95.events.battles import Lost
from balka.systems.wb95.events.moves import Marched, StackMarched
from balka.systems.wb95.orders import End
from balka.systems.wb95.position import put, unit_of
from balka.systems.wb95.pursuit import Pursuit
from balka.systems.wb95.system import SYSTEM


def drawn(state: State, seat: str) -> dict[str, list[Counter]]:
    scene = SYSTEM.scene(state.view(seat), seat)
    return {stack.place.id: stack.counters for stack in scene.stacks}


def test_enemy_stacks_are_drawn_as_masks_and_neighbours_by_kind() -> None:
    game = on("a x . y+z", a="g inf", x="s arm", y="s inf", z="s art 5/3 cel=1")
    stacks = drawn(game.state, GERMAN)
    assert stacks["D01"] == [Counter(id="?D01", side="soviet", style="sov", form="operational", anonymous=True)]
    assert stacks["B01"][0].symbol == "armour" and stacks["B01"][0].anonymous
    assert stacks["B01"][0].name == "Soviet armour"
    assert [corner.text for corner in stacks["B01"][0].corners] == ["2"]
    assert drawn(game.state, SOVIET)["D01"][0].id == "y"
    for text in (json.encode(stacks), json.encode(drawn(game.state, "watcher"))):
        assert b'"y"' not in text and b'"z"' not in text


def test_neighbours_see_the_kinds_but_not_the_steps_of_those_dug_in() -> None:
    game = on("a x .", a="g inf", x="s inf dug")
    (counter,) = drawn(game.state, GERMAN)["B01"]
    assert (counter.name, counter.corners) == ("Soviet infantry", [])


@pytest.mark.parametrize(("phase", "step"), [(1, "Air Phase"), (3, "German movement"), (10, "Soviet combat")])
def test_the_turn_says_whose_phase_it_is(phase: int, step: str) -> None:
    state = balka.game("kursk").start("kursk")
    later = structs.replace(state, tracks=structs.replace(state.tracks, phase=phase))
    assert SYSTEM.scene(later.view(GERMAN), GERMAN).turn.step == f"Phase {phase}: {step}"


def test_an_own_counter_shows_its_figures_and_troubles() -> None:
    game = on("a .", a="g arm 8 cel=2/1 star=black oos=2 disorganised")
    (counter,) = drawn(game.state, GERMAN)["A01"]
    corners = {corner.slot: corner.text for corner in counter.corners}
    assert (corners["strength"], corners["movement"], corners["steps"], corners["star"]) == ("4", "7", "1", "black")
    assert counter.states == ["depleted", "disorganised", "out_of_supply"]


def test_overlays_show_known_and_possible_zones_supply_and_reach() -> None:
    game = on("a . . x . .\n. . . . . .", a="g arm", x="s inf", book={"edges": {"german": (0,)}})
    view = game.state.view(GERMAN)
    tones = {one.tone for one in SYSTEM.overlay(view, GERMAN, "zones", {}).hexes}
    assert tones == {"part"}
    reach = {one.id: one.text for one in SYSTEM.overlay(view, GERMAN, "reach", {"unit": "a"}).hexes}
    assert reach["B01"] == "1" and "D01" not in reach
    assert "A01" in {one.id for one in SYSTEM.overlay(view, GERMAN, "supply", {}).hexes}
    with pytest.raises(BalkaError, match="no overlay"):
        SYSTEM.overlay(view, GERMAN, "weather", {})
    with pytest.raises(BalkaError, match="your units"):
        SYSTEM.overlay(view, GERMAN, "reach", {"unit": "?D01"})


def test_a_counter_that_cannot_go_somewhere_says_why() -> None:
    game = on("a . . . . . . .", a="g inf")
    view = game.state.view(GERMAN)
    assert SYSTEM.why_there(view, GERMAN, "a", "B01") == []
    assert SYSTEM.why_there(view, GERMAN, "a", "H01")[0].rule == "kursk-3.1.5-a"
    assert SYSTEM.why_there(view, SOVIET, "a", "B01")[0].sentence


def test_a_stack_that_cannot_go_somewhere_as_a_whole_says_why() -> None:
    """Tanks alone get there; the infantry with them does not."""
    game = on("a+b . . . . . .\n. . . . . . e", a="g arm", b="g inf", e="g inf")
    view = game.state.view(GERMAN)
    assert SYSTEM.why_there(view, GERMAN, "a", "G01") == []
    assert SYSTEM.why_there(view, GERMAN, "A01", "G01")[0].rule == "kursk-3.1.5-a"
    assert SYSTEM.why_there(view, GERMAN, "C01", "G01")[0].sentence == "That is no counter of yours."
    moving = game.say("take e; to F02").state.view(GERMAN)
    assert SYSTEM.why_there(moving, GERMAN, "e", "G01") == []
    assert SYSTEM.why_there(moving, GERMAN, "A01", "G01")[0].rule == "kursk-3.1.5-a", "and not whether e could"


def test_the_board_uses_the_words_of_the_drawing() -> None:
    setting = balka.game("kursk").start("prokhorovka").setting
    wire = SYSTEM.board_wire(setting)
    assert {road.kind for road in wire.roads} <= {"main", "track", "rail"}
    assert {side.kind for side in wire.hexsides} == {"river", "major_river", "bridge", "fortified"}
    assert wire.style == "operational" and len(wire.hexes) == len(setting.board)


@pytest.mark.parametrize("key", ["slice", "kursk", "campaign"])
def test_every_scenario_can_be_drawn_for_every_seat(key: str) -> None:
    state = balka.game("kursk").start(key)
    for seat in (GERMAN, SOVIET, "watcher"):
        scene = SYSTEM.scene(state.view(seat), seat)
        assert scene.stacks and scene.turn.label.startswith("5 July 1943")


def test_no_list_is_longer_than_two_thousand() -> None:
    """The longest retreat there is, by the tallest stack there is, on an empty field."""

    from balka.systems.wb95.retreat import Retreat

    names = [f"u{n}" for n in range(8)]
    row = " ".join(["."] * 13)
    middle = " ".join(["."] * 6 + ["+".join(names)] + ["."] * 6)
    picture = "\n".join([row] * 6 + [middle] + [row] * 6)
    game = on(picture, "move", **dict.fromkeys(names, "s inf cel=1"))
    push(game, Retreat("soviet", 5, tuple(names)))
    assert 300 < len(game.texts()) <= 2000


def test_the_log_calls_counters_and_sides_by_their_names() -> None:
    setting = balka.game("kursk").start("kursk").setting
    assert Marched(("pz-35-4",), (0, 1)).say(setting).startswith("Pz 35/4 moved ")
    assert Lost("pz-35-4", 1, "combat").say(setting) == "Pz 35/4 loses 1 CEL: combat"
    assert StackMarched("german", (0, 1)).say(setting).startswith("A German stack ")
    assert Lost("?0102.1", 1, "combat").say(setting).startswith("?0102.1 ")


def test_a_counter_that_prints_only_a_number_says_its_kind() -> None:
    setting = balka.game("kursk").start("kursk").setting
    bare = next(one for one in setting.catalogue.counters.values() if one.name == "185")
    assert bare.called == "185 assault guns"
    assert Lost(bare.id, 0, "combat", 0).say(setting).startswith("185 assault guns is eliminated in")


def test_an_end_says_what_it_ends() -> None:
    game = on("a x", "combat", a="g inf", x="s inf")
    view = game.state.view(GERMAN)
    assert SYSTEM.node(view, (), End(), GERMAN) == Look("End the phase")
    chase = push(game, Pursuit("german", ("a",), (), (0,))).state.view(GERMAN)
    assert SYSTEM.node(chase, (), End(), GERMAN) == Look("End the pursuit")


def test_a_march_is_drawn_along_every_hex_it_entered() -> None:
    setting = balka.game("kursk").start("kursk").setting
    way = tuple(setting.board.hex(name) for name in ("1503", "1403", "1304"))
    for event in (Marched(("pz-35-4",), way), StackMarched("german", way)):
        line = event.line(setting)
        assert (line.start, line.to, line.hexes) == ("1503", "1304", ["1403", "1304"])


def test_counters_of_one_division_wear_one_stripe_and_say_whose_they_are() -> None:
    state = balka.game("kursk").start("claws")
    found = {one.id: one for counters in drawn(state, GERMAN).values() for one in counters}

    def stripe(name: str) -> Corner:
        return next(corner for corner in found[name].corners if corner.slot == "stripe")

    assert stripe("pz-29-12") == stripe("pzgr-5-12") != stripe("pz-18-18")
    assert stripe("pz-29-12").tip == "9 Army, ARM 12" and stripe("hq-xxiii").tip == "9 Army"


def test_points_are_told_in_a_word_above_the_map_and_item_by_item_in_the_brief() -> None:
    state = balka.game("kursk").start("claws")
    lost = {"soviet": ("175inf", "148inf")}
    later = structs.replace(state, tracks=structs.replace(state.tracks, lost=lost))
    scene = SYSTEM.scene(later.view(GERMAN), GERMAN)
    (track,) = [one for one in scene.tracks if one.key == "victory"]
    assert (track.value, track.note) == (2, "losses 2")
    assert scene.brief[-1].text == "So far 2 German VP: Soviet units eliminated 2."
    fresh = SYSTEM.scene(state.view(GERMAN), GERMAN)
    assert not fresh.brief[-1].text.startswith("So far")


@rule("kursk-scP-vic-e", "kursk-16.1.1-a")
@pytest.mark.parametrize(("level", "owner", "enemy"), [(0, 5, 5), (1, 0, 5)])
def test_both_sides_are_told_that_a_river_was_crossed(level: int, owner: int, enemy: int) -> None:
    """[whether those beyond it are supplied, only their owner knows]"""
    state = balka.game("kursk").start("prokhorovka")
    work = Work(state, "")
    put(work, structs.replace(unit_of(work, "pz-gd"), hex=state.setting.board.hex("3812"), supply=level))
    game = Game(opened(work.freeze(), "move", GERMAN)).say("take pz-gd; to 3811; halt")
    for seat, value in ((GERMAN, owner), (SOVIET, enemy)):
        (track,) = [one for one in SYSTEM.scene(game.state.view(seat), seat).tracks if one.key == "victory"]
        assert track.value == value
    world = SYSTEM.sample(game.state.view(SOVIET), Random(1))
    assert world.view(SOVIET).position.forces[GERMAN] == game.state.view(SOVIET).position.forces[GERMAN]


def test_the_supply_overlay_has_the_line_of_own_units_pointed_at() -> None:
    game = on(". . a x\n. . . .", a="g inf", x="s inf", book={"edges": {"german": (0,)}})
    view = game.state.view(GERMAN)

    def way(hexagon: str) -> list[str]:
        return SYSTEM.overlay(view, GERMAN, "supply", {"hex": hexagon}).way

    assert (way("C01")[0], way("C01")[-1], len(way("C01"))) == ("A01", "C01", 3)
    assert not any(way(other) for other in ("B01", "D01", "nowhere", "")), "nobody of his stands there"
    cut = on(". . a", a="g inf", book={"edges": {"german": ()}}).state.view(GERMAN)
    assert not SYSTEM.overlay(cut, GERMAN, "supply", {"hex": "C01"}).way
