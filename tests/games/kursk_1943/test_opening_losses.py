"""Formations that begin a scenario with losses: whose choice that is, and who is told. [set-ups, 5.1.8, 16.1]"""

from __future__ import annotations

import pytest

import balka
from balka.core.proof import rule
from balka.core.state import State
from balka.systems.wb95.attrition import OpeningLosses
from balka.systems.wb95.victory import points

GAME = balka.game("kursk")
TOTENKOPF = ("ss-pz-t", "ss-pzgr-totenkopf", "ss-pzgr-eicke", "ss-tiger-t")


def evenly(state: State, before: str = "") -> State:
    """The losses are spread by the button, all of them, or those of the formations before that of a unit."""
    while isinstance(frame := state.stack[-1], OpeningLosses) and before not in frame.due[0].units:
        seat = state.asks[0].seat
        (button,) = frame.shortcuts(state.view(seat), seat)
        state = state.apply(button.choices[0], seat).state
    return state


@rule("kursk-scP15-set-a", "kursk-5.1.8-a")
def test_the_owner_chooses_who_bears_the_losses_a_division_begins_with() -> None:
    state = evenly(GAME.start("prokhorovka-15"), "ss-pz-t")
    assert state.asks[0].seat == "german"
    assert [state.text(choice) for choice in state.choices()] == [f"lose {name}" for name in TOTENKOPF]
    refusal = state.why_not("lose art-ii-ss")
    assert refusal is not None and refusal.rule == "kursk-5.1.8-a", "only the division that is named lacks them"
    told = list[str]()
    for name in ("ss-pzgr-eicke", "ss-pzgr-totenkopf", "ss-pzgr-eicke", "ss-tiger-t"):
        step = state.apply(f"lose {name}")
        told += [each.event.say(state.setting).partition(" begins ")[2] for each in step.events]
        state = step.state
    assert told == ["with 1 CEL", "with 1 CEL", "without a counter", "without a counter"]
    left = {name: unit.cel for name in TOTENKOPF if (unit := state.position.find(name)) is not None}
    assert left == {"ss-pz-t": 2, "ss-pzgr-totenkopf": 1}, "the tank regiment may be kept whole"


@rule("kursk-scP15-set-a", "kursk-scAC-set-a")
@pytest.mark.parametrize(("key", "kind"), [("prokhorovka-15", "move.phase"), ("claws", "air")])
def test_both_owners_are_asked_before_the_first_day_and_a_button_spreads_all_evenly(key: str, kind: str) -> None:
    state, asked = GAME.start(key), list[str]()
    while isinstance(frame := state.stack[-1], OpeningLosses):
        seat = state.asks[0].seat
        asked.append(seat)
        (button,) = frame.shortcuts(state.view(seat), seat)
        for choice in button.choices:
            state = state.apply(choice, seat).state
    assert asked == ["german", "soviet"]
    assert state.asks[0].kind == kind


def test_the_losses_a_formation_begins_with_are_spread_before_the_first_phase() -> None:
    state = GAME.start("prokhorovka-15")
    header = state.setting.system.scene(state.view("german"), "german").turn
    assert header.step == "Before the first phase"
    opened = evenly(state)
    assert opened.setting.system.scene(opened.view("soviet"), "soviet").turn.step.startswith("Phase 3: ")


@rule("kursk-scP15-set-a", "kursk-scP-vic-g", "kursk-16.1.1-a")
def test_a_counter_lost_before_the_game_scores_for_nobody_and_its_name_is_not_told() -> None:
    state = evenly(GAME.start("prokhorovka-15"), "1-iii-mech")
    step = state.apply("lose 1-iii-mech")
    assert step.state.position.find("1-iii-mech") is None
    assert not step.state.tracks.lost and not points(step.state)
    assert any("begins without" in told.event.say(state.setting) for told in step.events)
    heard = [event for told in step.events if (event := told.heard_by("german")) is not None]
    assert not any("iii-mech" in str(event) for event in heard)
    assert [event.say(state.setting) for event in heard] == ["The Soviet side begins with a counter less at 3809"]


def test_a_division_of_one_counter_has_lost_them_and_nobody_is_asked() -> None:
    state = GAME.start("claws")
    unit = state.position.find("74inf")
    assert unit is not None and unit.cel == 1
    frame = state.stack[-1]
    assert isinstance(frame, OpeningLosses) and not any("74inf" in worn.units for worn in frame.due)
