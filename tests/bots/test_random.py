"""The random bot, and how bots are found by name."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from tests.toy.ford import GAME

from balka.bots import base
from balka.bots.base import bot
from balka.core.drawing import drawn
from balka.core.errors import BalkaError
from balka.core.state import State


def test_bots_are_made_by_name() -> None:
    state = GAME.start("crossing")
    choice = bot("random").choose(state.view("guard"), "guard", Random(1))
    assert state.listed(choice, "guard")


def test_an_unknown_bot_names_the_known_ones() -> None:
    with pytest.raises(BalkaError, match=r"there is no bot 'clever' \(one of regular"):
        bot("clever")


def test_a_bot_whose_module_is_missing_is_not_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(base.BOTS, "deep", "balka.bots.deep:DeepBot")
    assert "deep" not in base.names()
    with pytest.raises(BalkaError, match="there is no bot 'deep'"):
        bot("deep")


def test_each_next_word_is_as_likely_as_any_other() -> None:
    """Patrol and pit are the first words, six hexes the last: twelve leaves, each about one in twelve."""
    state, rng = GAME.start("crossing"), Random(1)
    seen = Counter(state.text(drawn(state, "guard", rng.randrange)) for _ in range(12_000))
    assert set(seen) == set(map(state.text, state.choices(seat="guard")))
    assert all(850 < count < 1150 for count in seen.values())


def test_the_bot_reads_only_the_view_it_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    state = GAME.start("crossing")
    view = state.view("smuggler")
    read: list[State] = []
    grow = State.grow

    def watched(self: State, *args: object) -> object:
        read.append(self)
        return grow(self, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(State, "grow", watched)
    bot("random").choose(view, "smuggler", Random(1))
    assert read
    assert all(one is view for one in read)
