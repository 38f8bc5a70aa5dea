"""Counters and cards as the table shows them. [0.0, 1.1, 8.0]"""

from __future__ import annotations

from tests.systems.heroes.second_edition.kit import GERMAN, SOVIET, box, on

from balka.core.proof import rule
from balka.games.awakening_the_bear import GAME


@rule("atb-0.0-b", "atb-1.1-a")
def test_a_counter_is_a_squad_a_crewed_weapon_or_a_vehicle():
    classes = {kind.unit_class for kind in box().units.values()}
    assert {"infantry", "machine_gun", "mortar", "field_gun", "tank", "truck", "wagon"} <= classes


@rule("atb-0.0-c")
def test_the_figures_stand_in_their_corners():
    game = on("x\n.\na", a="pak36 N", x="srif S")
    wire = game.state.setting.system.scene(game.state, GERMAN)
    counters = {counter.id: counter for stack in wire.stacks for counter in stack.counters}
    corners = {corner.slot: corner.text for corner in counters["a"].corners}
    kind = next(one for one in box().units.values() if one.slug == "pak36")
    printed = (kind.attack_cost, kind.move_cost, kind.red_fp, kind.blue_fp, kind.front_def, kind.flank_def, kind.range)
    slots = ("attack_cost", "move_cost", "fp_red", "fp_blue", "def_front", "def_flank", "range")
    assert tuple(corners[slot] for slot in slots) == tuple(map(str, printed)) and counters["a"].facing == "N"


@rule("atb-1.1-b")
def test_every_unit_has_a_symbol_and_a_name_of_its_own():
    state = GAME.start("mir")
    wire = state.setting.system.scene(state, GERMAN)
    counters = [counter for stack in wire.stacks for counter in stack.counters]
    assert all(counter.symbol for counter in counters)
    assert len({counter.id for counter in counters}) == len(counters) == 14


@rule("atb-8.0-m")
def test_a_card_shows_its_title_kind_cost_and_number():
    game = on("x\n.\na", a="grif N", x="srif S", told={"hands": {GERMAN: ("10",), SOVIET: ()}})
    hand = next(hand for hand in game.state.setting.system.scene(game.state, GERMAN).hands if hand.yours)
    card = hand.cards[0]
    assert (card.id, card.name, card.kind, card.cost, card.cost_color) == (
        "10", "Swift Action", "bonus", "1", "blue")  # fmt: skip
