"""The mischief bot says what is seldom said, at the edges of things, and comes to an end."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from tests.systems.famous_divisions.kit import on as gd
from tests.systems.heroes.kit import GERMAN, on

from balka.bots import mischief
from balka.bots.base import bot, names
from balka.bots.mischief import MischiefBot, crowds_of
from balka.core.state import State
from balka.lab.crucible import CRUCIBLE, DRAWN
from balka.lab.selfplay import Plan, selfplay


def said(state: State, times: int, player: MischiefBot | None = None) -> list[str]:
    """What the bot would say here, asked again and again."""
    who, rng = player or MischiefBot(), Random(1)
    seat = state.asks[0].seat
    return [state.text(who.choose(state.view(seat), seat, rng)) for _ in range(times)]


def test_it_can_be_asked_for_by_name() -> None:
    assert "mischief" in names()
    assert isinstance(bot("mischief"), MischiefBot)


def test_everything_it_says_is_on_the_list() -> None:
    state = on("a . x\nb . .", a="inf SE", b="mg34 SE", x="rif NW").state
    listed = {state.text(choice) for choice in state.choices()}
    assert set(said(state, 60)) <= listed


def test_a_verb_just_said_is_said_less_often_than_another() -> None:
    """A squad beside the enemy has dozens of moves and one stall: both are said about as often."""
    state = on(". . .\n. a .\n. . x", a="inf SE", x="rif NW").state
    verbs = Counter(text.split()[0] for text in said(state, 60))
    assert len(verbs) >= 4
    assert verbs["stall"] > 3


def test_it_ends_when_its_patience_is_at_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mischief, "PATIENCE", 5)
    state = on("a . x", a="inf SE", x="rif NW").state
    texts = said(state, 60)
    gaps, gap = [], 0
    for text in texts:
        gap = 0 if text == "pass" else gap + 1
        gaps.append(gap)
    assert max(gaps) <= 5


def test_crowds_are_counted_in_every_game() -> None:
    heroes = on("a+b . x", a="inf SE", b="mg34 SE", x="rif NW").state
    assert crowds_of(heroes.view(GERMAN))[0] == 2
    divisions = gd("a\n.\n", a="5k-2gr hq-2gr 6k-2gr").state
    assert crowds_of(divisions.view("german"))[0] == 3
    for key in DRAWN:
        assert sum(crowds_of(CRUCIBLE.drawn(key, "1").view("german")).values()) > 10


def test_its_games_come_to_an_end() -> None:
    report = selfplay(Plan(scenario="sos/courier", bots=("mischief",), games=2, seed=2))
    assert report.finished == 2
