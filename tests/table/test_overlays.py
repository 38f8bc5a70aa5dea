"""Overlays: each game names its own, and everything it names can be shown with a legend for every tone."""

import pytest

import balka
from balka.core.checks import READERS
from balka.core.errors import BalkaError
from balka.table import scenes
from balka.table.dice import LiveDice
from balka.table.table import Table

STARTS = ("sos/ditch", "kursk/slice", "gd/slice")


def table_of(key):
    game, scenario = balka.scenario(key)
    table = Table(game.start(scenario.key, {}), dice=LiveDice(bytes(32)))
    table.run()
    return table


def own_units(scene):
    """The viewer's counters on the map, with their hexes."""
    stacks = [stack for stack in scene.stacks if stack.place.kind == "hex"]
    found = [(counter.id, stack.place.id) for stack in stacks for counter in stack.counters]
    return [(unit, place) for unit, place in found if not unit.startswith("?")]


@pytest.mark.parametrize("key", STARTS)
def test_every_overlay_a_scene_names_is_answered_and_its_legend_explains_every_tone(key):
    table = table_of(key)
    seat = next(ask.seat for ask in table.state.asks)
    scene = scenes.scene(table, seat)
    units = own_units(scene)
    for tool in scene.overlays:
        answers = [scenes.overlay(table, seat, tool.kind, asked) for asked in wishes(table, seat, tool, units)]
        assert answers, f"{tool.kind} could not be asked"
        for answer in answers:
            tones = {line.tone for line in answer.legend}
            assert {row.tone for row in answer.hexes} <= tones, tool.kind


def wishes(table, seat, tool, units):
    """What to ask for: nothing, a hex, or the first unit for which there is an answer."""
    if tool.needs == "none":
        return [{}]
    if tool.needs == "hex":
        return [{"hex": units[0][1]}]
    return [{"unit": unit} for unit, _ in units if answered(table, seat, tool.kind, unit)][:3]


def answered(table, seat, kind, unit):
    try:
        scenes.overlay(table, seat, kind, {"unit": unit})
    except BalkaError:
        return False
    return True


@pytest.mark.parametrize("key", STARTS)
def test_overlay_keys_differ_from_each_other_and_from_the_tables_own(key):
    table = table_of(key)
    keys = [tool.key for tool in scenes.scene(table, "german").overlays]
    assert len(set(keys)) == len(keys)
    assert not set(keys) & set("zcughnxwb")


@pytest.mark.parametrize("key", STARTS)
def test_every_window_a_scene_names_can_be_let_pass_by_a_standing_order(key):
    table = table_of(key)
    windows = scenes.scene(table, "german").windows
    assert len({window.kind for window in windows}) == len(windows) > 0
    for window in windows:
        assert window.let in table.start.setting.grammar.verbs
        assert (window.act or window.let) in table.start.setting.grammar.verbs
        assert bool(window.act) == bool(window.bands)
        assert all(any(band.name in names for _, names in READERS.values()) for band in window.bands)
