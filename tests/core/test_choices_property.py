"""Whatever is chosen, every game stays sound; a game that does not is shrunk to its shortest."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, note, settings
from tests.core.walks import Moment, shortest, tapes, walk
from tests.toy import rules
from tests.toy.ford import GAME

import balka
from balka.core.errors import BalkaError
from balka.core.state import State
from balka.core.system import Game
from balka.lab.audit import Audit

SHIPPED = ("sos/courier",)


def playable() -> list[tuple[Game, str]]:
    """The toy game, and the scenarios named above as far as they can be played."""
    found: list[tuple[Game, str]] = [(GAME, "crossing")]
    for key in SHIPPED:
        try:
            game, scenario = balka.scenario(key)
        except BalkaError:
            continue
        found.append((game, scenario.key))
    return found


def audited(game: Game, start: State, numbers: list[int], every: int) -> list[str]:
    """What the audit says of the game a tape tells."""
    audit = Audit(game, start, "walk", Random(0), every)
    last: Moment | None = None
    for moment in walk(start, numbers):
        note(moment.line())
        audit.at(moment.before)
        audit.after(moment.before, moment.seat, moment.answer, moment.step)
        last = moment
    if last is not None and last.step.state.over:
        audit.end(last.step.state)
    return audit.violations


@pytest.mark.parametrize(("game", "scenario"), playable(), ids=lambda value: getattr(value, "key", value))
@settings(max_examples=25, deadline=None, derandomize=True, database=None)
@given(numbers=tapes())
def test_every_walk_through_the_choices_is_sound(game: Game, scenario: str, numbers: list[int]) -> None:
    assert audited(game, game.start(scenario), numbers, every=10) == []


def test_the_shortest_way_to_a_question_is_found() -> None:
    """The patrol lies beside the bank and walks into the cart before it has moved at all."""
    lines = shortest(GAME.start("crossing"), lambda state: any(ask.kind == "escape" for ask in state.asks))
    assert [line for line in lines if line.startswith("guard: put patrol")] == ["guard: put patrol B1"]
    assert lines[-1] == "guard: to A1"
    assert len(lines) <= 12, "shrinking gets near the shortest, not always to it"


def test_a_fault_shrinks_to_the_shortest_failing_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards played are lost: the shortest game that shows it has one shot and one card."""
    monkeypatch.setattr(rules, "count", lambda work, **fields: None)
    lines = shortest(GAME.start("crossing"), lambda state: bool(state.setting.system.invariants(state)))
    assert lines[-1] == "smuggler: play MIST"
    assert sum(line == "guard: shoot" for line in lines) == 1
    assert len(lines) <= 16, "shrinking gets near the shortest, not always to it"
