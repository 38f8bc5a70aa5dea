"""The tables: what a row of each holds, and how the steps of a game become rows."""

from __future__ import annotations

from collections.abc import Mapping

import pyarrow as pa
from msgspec import Struct

import balka
from balka.core.frames import CHANCE
from balka.core.records import Moment
from balka.core.state import State
from balka.lab.export.playing import Finished

Cell = str | int | float | bool | bytes | dict[str, str] | dict[str, float]
Row = Mapping[str, Cell]

WORDS, FIGURES = pa.map_(pa.string(), pa.string()), pa.map_(pa.string(), pa.float64())

SCHEMAS = {
    "outcomes": pa.schema(
        [
            ("game", pa.int64()), ("source", pa.string()), ("title", pa.string()), ("scenario", pa.string()),
            ("seed", pa.string()), ("options", WORDS), ("players", WORDS), ("finished", pa.bool_()),
            ("resigned", pa.string()), ("winner", pa.string()), ("verdict", pa.string()), ("margin", FIGURES),
            ("turns", pa.int32()), ("steps", pa.int32()), ("rules", pa.string()), ("balka", pa.string()),
        ]
    ),
    "choices": pa.schema(
        [
            ("game", pa.int64()), ("step", pa.int32()), ("turn", pa.int32()), ("seat", pa.string()),
            ("side", pa.string()), ("kind", pa.string()), ("verb", pa.string()), ("text", pa.string()),
            ("forced", pa.bool_()),
        ]
    ),
    "positions": pa.schema(
        [
            ("game", pa.int64()), ("step", pa.int32()), ("turn", pa.int32()), ("seat", pa.string()),
            ("side", pa.string()), ("hash", pa.string()), ("score", FIGURES), ("state", pa.binary()),
        ]
    ),
}  # fmt: skip
"""The columns of each table; `step` joins a choice to the position it was made in, `game` both to the outcome."""


class Rows(Struct):
    """The rows of one game, by table."""

    outcomes: list[Row]
    choices: list[Row]
    positions: list[Row]


def rows_of(number: int, game: Finished) -> Rows:
    """Play a game once more and write down what it was."""
    found, state, steps = Rows([], [], []), game.start, 0
    for steps, moment in enumerate(game.moments(), start=1):
        state = moment.step.state
        here: dict[str, Cell] = {"game": number, "step": steps, "turn": moment.before.turn}
        forced = _is_forced(moment)
        found.choices.append({**here, **_choice(moment), "forced": forced})
        if moment.seat != CHANCE and not forced:
            found.positions.append({**here, **_position(moment)})
    found.outcomes.append({"game": number, "steps": steps, **_outcome(game, state)})
    return found


def _is_forced(moment: Moment) -> bool:
    return moment.seat != CHANCE and moment.before.sole_choice(moment.seat) is not None


def _choice(moment: Moment) -> dict[str, Cell]:
    ask = moment.before.ask_of(moment.seat)
    verb = moment.text.partition(" ")[0]
    side = moment.before.setting.side_of(moment.seat)
    return {"seat": moment.seat, "side": side, "kind": ask.kind, "verb": verb, "text": moment.text}


def _position(moment: Moment) -> dict[str, Cell]:
    before = moment.before
    return {
        "seat": moment.seat, "side": before.setting.side_of(moment.seat), "hash": before.hash,
        "score": before.score(), "state": before.to_json(),
    }  # fmt: skip


def _outcome(game: Finished, state: State) -> dict[str, Cell]:
    verdict = state.verdict() if state.over else None
    setting = state.setting
    return {
        "source": game.source, "title": setting.game, "scenario": game.scenario, "seed": game.seed,
        "options": setting.options, "players": game.players, "finished": verdict is not None,
        "resigned": game.resigned,
        "winner": verdict.winner if verdict is not None else "", "verdict": verdict.text if verdict is not None else "",
        "margin": state.margin(), "turns": state.turn, "rules": setting.system.version, "balka": balka.__version__,
    }  # fmt: skip
