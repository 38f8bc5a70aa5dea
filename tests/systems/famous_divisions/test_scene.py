"""How a view is drawn, and what is never drawn in it."""

from __future__ import annotations

import pytest
from msgspec import json, to_builtins
from tests.systems.famous_divisions.kit import Game, on

from balka.core.errors import BalkaError
from balka.core.scene.display import Display
from balka.games.grossdeutschland import box
from balka.games.grossdeutschland.title import GAME
from balka.systems.famous_divisions.show.scene import symbol
from balka.systems.famous_divisions.system import SYSTEM

FIELD = "a\nW\nx\n.\n.\n"


def test_a_scene_is_read_back_as_it_was_sent() -> None:
    for key in ("slice", "kursk"):
        state = GAME.start(key)
        for seat in ("german", "soviet", "watcher"):
            scene = SYSTEM.scene(state.view(seat), seat)
            assert json.decode(json.encode(scene), type=Display) == scene


def test_hidden_counters_show_only_their_side_and_place() -> None:
    game = on(FIELD, a="1k-1gr", x="1-1rif hq-1rif")
    text = json.encode(SYSTEM.scene(game.state.view("german"), "german")).decode()
    assert "1-1rif" not in text
    assert "1 1Rif" not in text
    stack = next(s for s in SYSTEM.scene(game.state.view("german"), "german").stacks if s.place.id == "A03")
    assert [set(to_builtins(counter)) for counter in stack.counters] == [
        {"id", "side", "style", "form", "anonymous"}
    ] * 2


def test_a_counter_shows_its_figures_and_what_befell_it() -> None:
    game = on("a\n", a="flak-2gr!").set("flak-2gr", hungry=2, pinned=True)
    (stack,) = SYSTEM.scene(game.state, "german").stacks
    (counter,) = stack.counters
    texts = {corner.slot: corner.text for corner in counter.corners}
    assert (texts["strength"], texts["movement"], texts["range"]) == ("1-5", "8", "5")
    assert {"depleted", "pinned", "out_of_supply"} <= set(counter.states)
    assert counter.symbol == "anti_air"


def test_black_chits_drawn_are_hidden_from_the_other_side() -> None:
    game = on("a\nx\n", a="1-1rif 2-1rif hq-1rif", x="1k-1gr").activate("1rif").battle("A02", "1-1rif")
    game.play("draw soviet-cup black", "draw black bogged")
    own, other = (SYSTEM.scene(game.state.view(seat), seat).hands for seat in ("soviet", "german"))
    assert [card.name for card in own[1].cards] == ["Bogged"]
    assert (other[1].cards, other[1].hidden) == ([], 1)


@pytest.mark.parametrize("kind", ["sight", "fire", "reach", "zones", "supply", "observation"])
def test_overlays_name_hexes_of_the_board(kind: str) -> None:
    game = on("a\n.\n.\n.\nx\n", a="hq-2tk t34.1-2tk", x="1k-1gr")
    unit = "hq-2tk" if kind == "supply" else "t34.1-2tk"
    overlay = SYSTEM.overlay(game.state.view("soviet"), "soviet", kind, {"unit": unit})
    assert overlay.hexes
    assert {mark.id for mark in overlay.hexes} <= set(game.board.labels)


def test_a_sight_overlay_explains_its_line() -> None:
    game = on(FIELD, a="1k-1gr", x="1-1rif")
    line = SYSTEM.overlay(game.state.view("german"), "german", "sight", {"hex": "A01", "to": "A03"}).line
    assert (line.clear, line.reason) == (False, "woods in A02")


def test_who_rides_or_has_finished_has_no_reach() -> None:
    game = on(FIELD, a="t34.1-2tk hq-2tk 1-1rif").set("1-1rif", carrier="t34.1-2tk").activate("2tk")

    def reach(one: str) -> tuple[int, str]:
        found = SYSTEM.overlay(game.state.view("soviet"), "soviet", "reach", {"unit": one})
        return len(found.hexes), found.legend[0].text

    assert reach("1-1rif")[0] == 0 and "gd-9.5-d" in reach("1-1rif")[1]
    assert reach("t34.1-2tk")[0] > 0
    game.play("take hq-2tk", "step A02", "halt")
    assert reach("hq-2tk")[0] == 0 and "gd-9.0-o" in reach("hq-2tk")[1]


@pytest.mark.parametrize("kind", ["sight", "supply", "reach", "fire"])
def test_counters_beside_the_map_have_no_overlay(kind: str) -> None:
    view = GAME.start("kursk").view("german")
    for one in ("hq-2art", "hq-1gr"):
        with pytest.raises(BalkaError, match="on the map"):
            SYSTEM.overlay(view, "german", kind, {"unit": one})


def test_bad_overlays_are_refused() -> None:
    game = on(FIELD, a="1k-1gr", x="1-1rif")
    with pytest.raises(BalkaError, match="no overlay 'magic'"):
        SYSTEM.overlay(game.state, "german", "magic", {})
    with pytest.raises(BalkaError, match="needs a unit"):
        SYSTEM.overlay(game.state.view("german"), "german", "reach", {"unit": "1-1rif"})


def test_the_board_is_drawn_with_the_browser_s_words() -> None:
    wire = SYSTEM.board_wire(GAME.start("kursk").setting)
    assert {road.kind for road in wire.roads} <= {"main", "track", "rail"}
    assert wire.style == "operational"
    assert len(wire.hexes) == 1316


def test_why_a_counter_can_do_nothing_there() -> None:
    game = on("a\n.\nx\n", a="1-1rif hq-1rif", x="1k-1gr").activate("1rif").play("take 1-1rif")
    assert SYSTEM.why_there(game.state.view("soviet"), "soviet", "1-1rif", "A02") == []
    assert SYSTEM.why_there(game.state.view("soviet"), "soviet", "1-1rif", "A03")[0].rule
    assert SYSTEM.why_there(game.state.view("german"), "german", "1k-1gr", "A02")[0].sentence.startswith("It is not")


def test_why_a_unit_that_is_not_yet_taken_cannot_go_there() -> None:
    game = on("a\n.\nx\n", a="1-1rif hq-1rif", x="1k-1gr").activate("1rif")
    view = game.state.view("soviet")
    assert SYSTEM.why_there(view, "soviet", "1-1rif", "A02") == []
    asked, led = SYSTEM.why_there(view, "soviet", "1-1rif", "A03"), game.play("take 1-1rif").state.view("soviet")
    assert asked == SYSTEM.why_there(led, "soviet", "1-1rif", "A03")


def test_fortifications_lie_on_the_map_with_their_facing() -> None:
    game = on("a\nx\n", a="1k-1gr", x="1-1rif", forts=["bunker A02 N", "minefield A02 N"])
    layers = SYSTEM.scene(game.state.view("german"), "german").layers
    assert [(layer.kind, layer.hex, layer.facing, layer.text) for layer in layers] == [
        ("bunker", "A02", "N", "+4"),
        ("minefield", "A02", "N", "+2"),
    ]


def test_every_counter_has_a_symbol_of_its_arm() -> None:
    signs = {one: symbol(box.kinds()[one].type) for one in ("76.1-at", "kat.1-rckt", "flak-2gr", "4k-1gr", "t34.1-2tk")}
    assert signs == {
        "76.1-at": "anti_tank",
        "kat.1-rckt": "rocket_artillery",
        "flak-2gr": "anti_air",
        "4k-1gr": "machine_gun",
        "t34.1-2tk": "armour",
    }


def test_marches_wear_what_they_cost_and_the_prompt_what_is_left() -> None:
    game = on("a\n.\nW\n.\n", a="5k-2gr hq-2gr", roads=["A01-A02 road"]).activate("2gr").play("take 5k-2gr")
    view = game.state.view("german")
    badges = {
        game.state.text(choice): SYSTEM.node(view, (), choice, "german").badge
        for choice in game.state.choices()
        if game.state.text(choice).split()[0] in ("to", "step")
    }
    assert (badges["step A02"], badges["to A02"]) == ("0.5", "0.5")
    assert game.state.stack[-1].prompt(view, "german").startswith("10 movement points left")
    game.play("step A02")
    assert game.state.stack[-1].prompt(game.state.view("german"), "german").startswith("9.5 movement points left")


def test_a_march_that_nothing_interrupts_is_one_line_of_the_log() -> None:
    game = on("a\n.\n.\n.\n", a="t34.1-2tk hq-2tk").activate("2tk").play("take t34.1-2tk")
    step = game.state.apply("to A04")
    lines = [told.event.line(game.state.setting) for told in step.events]
    assert [(line.start, line.to, line.hexes) for line in lines] == [("A01", "A04", ["A02", "A03", "A04"])]


def test_results_of_an_attack_are_called_by_words() -> None:
    game = on("a\nx\n", a="t34.1-2tk t34.2-2tk hq-2tk", x="1k-1gr").activate("2tk")
    game.battle("A02", "t34.1-2tk", "t34.2-2tk").no_chits()
    bands = {band.name: band for band in game.rolled_check.to_wire("gd").bands}
    assert bands["DE"].label == "DE, all defenders eliminated"
    assert bands["-"].label == "No effect"
    assert sum(band.low for band in bands.values()) == pytest.approx(1)
    assert any("(1)T-34 2Tk, (2)T-34 2Tk attack A02" in line for line in game.heard)


def test_prompts_say_who_and_what() -> None:
    """Whoever is asked need not look for what he is asked about."""

    def prompt(game: Game) -> str:
        return game.state.stack[-1].prompt(game.state.view(game.asked), game.asked)

    march = on("a\n.\nx\n", a="1k-1gr hq-1gr", x="t34.1-2tk").activate("1gr").play("take 1k-1gr", "step A02")
    assert prompt(march) == "1K 1Gr entered A02: fire, or hold."
    back = on("d\n.\na\nx\n", d="hq-div-s", a="t34.1-2tk hq-2tk", x="1k-1gr 2k-1gr").activate("2tk")
    assert prompt(back.battle("A04", "t34.1-2tk").no_chits().play("2d6 =7")) == "Choose where (1)T-34 2Tk retreats."
    assert prompt(back.play("go t34.1-2tk A02>A01")).startswith("An HQ that stood with the attackers")
    hungry = on("a\n", a="1k-1gr hq-1gr").supply("german")
    assert prompt(hungry) == "Name a stack of the German 1Gr that stays in supply, or say done."


def test_the_prompt_tells_what_a_black_chit_takes_away() -> None:
    game = on("a\nx\n", a="t34.1-2tk hq-2tk", x="1k-1gr", held={"german": ("fire-lane",)}).activate("2tk")
    names = game.state.setting.catalogue.chits["fire-lane"].nullifies
    blue = next(one for one in names if game.state.setting.catalogue.chits[one].colour == "blue")
    game.battle("A02", "t34.1-2tk")
    game.play(*(["stand"] if game.kind == "defence" else []), "draw soviet-cup blue", f"draw blue {blue}")
    game.play("draw german-cup red", "draw red sniper")
    told = game.state.stack[-1].prompt(game.state.view("german"), "german")
    chit = game.state.setting.catalogue.chits[blue].name
    assert told == f"Fire Lane takes away the Soviet {chit}. Play a black chit, or keep it."
    view = game.state.view("german")
    (play,) = [choice for choice in game.state.choices() if game.state.text(choice) == "play fire-lane"]
    assert SYSTEM.node(view, ("play",), play, "german").label == "Play Fire Lane"
