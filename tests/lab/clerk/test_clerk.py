"""The clerk is independent of the rules, quick, and silent where nothing is wrong; the audit asks it at every step."""

from __future__ import annotations

import ast
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.lab.clerk.forge import Forge
from tests.systems.famous_divisions.kit import on

import balka
from balka.core.chance import draw
from balka.core.drawing import drawn
from balka.core.frames import CHANCE
from balka.core.state import State
from balka.lab import clerk
from balka.lab.audit import Audit, LightAudit
from balka.lab.clerk import Clerk, clerk_of
from balka.lab.crucible import CRUCIBLE, DRAWN
from balka.systems.famous_divisions.events.marches import Marched

FOLDER = Path(clerk.__file__).parent
ALLOWED = ("balka.core.", "balka.lab.clerk")


def imports(file: Path) -> list[str]:
    """Every module of the project that a file imports."""
    found: list[str] = []
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.ImportFrom):
            found.append(node.module or "")
        elif isinstance(node, ast.Import):
            found += [name.name for name in node.names]
    return [name for name in found if name.startswith("balka")]


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.py")), ids=lambda file: file.name)
def test_the_clerk_imports_no_rule(file: Path) -> None:
    """Not even the types of a system: it reads positions and events by the names of their fields."""
    assert [name for name in imports(file) if not name.startswith(ALLOWED)] == []


def test_every_system_has_its_clerk() -> None:
    for game in balka.all_games():
        start = game.start(game.scenarios()[0].key)
        assert type(clerk_of(start)) is not Clerk, game.key


def answered(state: State, rng: Random) -> tuple[str, Any]:
    seat = state.asks[0].seat
    if seat == CHANCE:
        return seat, draw(state, rng)
    return seat, drawn(state.view(seat), seat, rng.randrange)


@pytest.mark.parametrize("key", DRAWN)
def test_the_clerk_costs_little_beside_the_game(key: str) -> None:
    """Its part of audited play is far below a third; here it is held against play that is not audited at all."""
    rng, state = Random(7), CRUCIBLE.drawn(key, "7")
    books, playing, reading = clerk_of(state), 0.0, 0.0
    for _ in range(150):
        if state.over:
            break
        began = time.process_time()
        seat, answer = answered(state, rng)
        step = state.apply(answer, None if seat == CHANCE else seat)
        middle = time.process_time()
        assert list(books.after(state, seat, answer, step)) == []
        playing, reading = playing + middle - began, reading + time.process_time() - middle
        state = step.state
    assert reading < 0.5 * playing


@pytest.mark.parametrize("kind", ["light", "full"])
def test_the_audit_asks_the_clerk_at_every_step(kind: str) -> None:
    state = on("a\n.\n.\n", a="t34.1-2tk hq-2tk").activate("2tk").state
    game: Any = CRUCIBLE
    audit = LightAudit(state, "x") if kind == "light" else Audit(game, state, "x", Random(1), 1000)
    forge = Forge(state)
    told = [Marched(("t34.1-2tk",), 0, 2)]
    before, answer = state, state.parse("to A03")
    step = forge.made("to A03", told=told, units={"t34.1-2tk": {"hex": 2}})
    audit.after(before, "soviet", answer, step)
    assert any("t34.1-2tk jumps" in problem for problem in audit.violations)
