"""Positions saved before: what has gone from them since is left aside."""

from __future__ import annotations

import json
from typing import Any

import pytest

import balka
from balka.core.state import State


def saved_before(state: State) -> bytes:
    """As tracks were written while they held what bots remembered."""
    body: dict[str, Any] = json.loads(state.to_json())
    body["tracks"]["combed"] = [["soviet", 3]]
    return json.dumps(body).encode()


@pytest.mark.parametrize("key", ["sos/farm", "atb/mir"])
def test_a_position_saved_with_what_bots_remembered_still_opens(key: str):
    title, _, name = key.partition("/")
    state = balka.game(title).start(name)
    again = State.from_json(state.setting, saved_before(state))
    assert again.asks == state.asks and again.hash == state.hash
