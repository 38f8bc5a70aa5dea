"""What turn it is can be asked for without drawing a whole scene, and is the same."""

from __future__ import annotations

import pytest

import balka
from balka.core.state import WATCHER


@pytest.mark.parametrize("key", ["sos/courier", "atb/partisans", "kursk/slice", "gd/slice"])
def test_the_turn_is_the_one_that_a_scene_shows(key: str):
    game, scenario = balka.scenario(key)
    view = game.start(scenario.key).view(WATCHER)
    assert view.setting.system.turn(view) == view.setting.system.scene(view, WATCHER).turn
    assert view.setting.system.turn(view).label
