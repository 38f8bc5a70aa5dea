"""Looking ahead with nothing but core: the bot of docs/bots.md, and the dice it draws."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.toy.ford import GAME as FORD

import balka
from balka.core.chance import draw
from balka.core.frames import CHANCE
from balka.core.state import State

PAGE = Path(__file__).parents[2] / "docs" / "bots.md"
EXAMPLE = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)[1]
BOTS = Path(balka.__file__).parent / "bots"


def peeker() -> Any:
    names: dict[str, Any] = {}
    exec(compile(EXAMPLE, "docs/bots.md", "exec"), names)
    return names["Peeker"]()


def played_by(bot: Any, state: State, rng: Random, answers: int) -> State:
    """So many answers of one bot in all seats, the dice drawn."""
    for _ in range(answers):
        if state.over:
            break
        seat = state.asks[0].seat
        answer = draw(state, rng) if seat == CHANCE else bot.choose(state.view(seat), seat, rng)
        state = state.apply(answer, seat).state
    return state


@pytest.mark.parametrize("seed", range(3))
def test_the_bot_of_the_page_plays_a_whole_game(seed: int) -> None:
    assert played_by(peeker(), FORD.start("crossing"), Random(seed), 500).over


def test_it_is_the_same_again_with_the_same_numbers() -> None:
    one, again = (played_by(peeker(), balka.game("kursk").start("slice"), Random(4), 6) for _ in range(2))
    assert one.hash == again.hash


def waiting_for_dice() -> State:
    state, rng = FORD.start("crossing"), Random(2)
    while state.asks[0].seat != CHANCE:
        state = played_by(peeker(), state, rng, 1)
    return state


def test_each_result_is_drawn_as_often_as_it_is_likely() -> None:
    state, rng, many = waiting_for_dice(), Random(1), 4000
    drawn = Counter(draw(state, rng) for _ in range(many))
    odds = dict(state.odds())
    assert drawn.keys() <= odds.keys()
    assert all(abs(drawn[outcome] / many - float(chance)) < 0.04 for outcome, chance in odds.items())


def test_nothing_is_drawn_where_no_roll_is_due() -> None:
    with pytest.raises(AssertionError, match="no roll is due"):
        draw(FORD.start("crossing"), Random(1))


def imported(text: str) -> set[str]:
    """The parts of the package a text imports from."""
    found = [node.module or "" for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ImportFrom)]
    return {name.split(".")[1] for name in found if name.startswith("balka.")}


def test_neither_the_page_nor_any_bot_needs_the_table() -> None:
    assert imported(EXAMPLE) == {"core"}
    for path in BOTS.rglob("*.py"):
        assert imported(path.read_text(encoding="utf-8")) <= {"core", "systems", "games", "bots"}, path
