"""Whatever is asked, at any moment of any game, gets an answer or a clear refusal."""

from __future__ import annotations

import pytest

import balka
from balka.core.errors import BalkaError
from balka.core.state import State
from balka.lab import questions
from balka.lab.questions import KINDS, Inquiry, interrogate
from balka.table import scenes

SCENARIOS = [
    f"{key}/{scenario.key.removeprefix(f'{key}/')}" for key in balka.GAMES for scenario in balka.game(key).scenarios()
]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_no_question_raises(scenario: str) -> None:
    answered = interrogate(scenario, 60, seed=5)
    assert answered.asked.total() == 60
    assert not answered.faults, answered.faults[0].problem


def test_a_question_that_raises_is_reported_with_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(inquiry: Inquiry, seat: str) -> None:
        raise KeyError("?2005.1")

    monkeypatch.setattr(questions, "KINDS", (*KINDS[:1], broken))
    faults = interrogate("sos/courier", 40, seed=1).faults
    assert faults
    assert {fault.scenario for fault in faults} == {"sos/courier"}
    assert "KeyError: '?2005.1'" in faults[0].problem


def test_an_answer_that_cites_a_rule_of_another_game_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def misleading(inquiry: Inquiry, seat: str) -> object:
        return {"reasons": [{"rule": "sos-99.9-z"}], "rules": ["atb-7.7.3-a", "sos-6.6-b"]}

    monkeypatch.setattr(questions, "KINDS", (misleading,))
    faults = interrogate("sos/courier", 20, seed=1).faults
    assert faults[0].problem == "cites atb-7.7.3-a, sos-99.9-z, which this game's rulebook does not have"


def test_the_same_seed_asks_the_same_questions() -> None:
    assert interrogate("gd/slice", 50, seed=3).asked == interrogate("gd/slice", 50, seed=3).asked


def _at_set_up(key: str) -> tuple[Inquiry, State]:
    inquiry = Inquiry(key, questions.Random(1))
    inquiry.table.run()
    return inquiry, inquiry.table.state


@pytest.mark.parametrize("key", ["sos/smoke", "atb/gap"])
def test_a_counter_still_in_its_tray_has_no_hex_to_enter_at_and_sees_nothing(key: str) -> None:
    inquiry, state = _at_set_up(key)
    seat = state.asks[0].seat
    waiting = next(unit for unit in state.view(seat).position.units.values() if unit.hex < 0 and not unit.due)
    board = state.setting.board
    reasons = scenes.why_there(inquiry.table, seat, waiting.id, board.labels[0]).reasons
    assert "has no hex to enter at" in reasons[0].sentence
    assert not scenes.overlay(inquiry.table, seat, "reach", {"unit": waiting.id}).hexes
    with pytest.raises(BalkaError, match="is not on the map"):
        scenes.overlay(inquiry.table, seat, "sight", {"unit": waiting.id})
