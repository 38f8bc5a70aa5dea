"""Positions of kept games in numbers: features for the first side, and what the game was worth to it in the end."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from balka.bots.features import Featured, featured, progress, rests
from balka.core.errors import BalkaError
from balka.core.frames import CHANCE
from balka.core.state import State
from balka.lab.export.playing import Finished, Kept, kept
from balka.lab.tune.plan import POINTS, VERDICT

Array = NDArray[np.float64]
APART = 10


class Game(Struct, frozen=True):
    """The positions of one game: a row of features each, how far it had come, and what it was worth in the end."""

    scenario: str
    names: tuple[str, ...]
    rows: list[list[float]]
    progress: list[float]
    worth: float


class Samples(Struct, frozen=True):
    """All positions together. `games` and `scenarios` say which each belongs to, by number."""

    names: tuple[str, ...]
    keys: tuple[str, ...]
    rows: Array
    progress: Array
    worth: Array
    games: NDArray[np.int64]
    scenarios: NDArray[np.int64]

    def where(self, chosen: NDArray[np.bool_]) -> Samples:
        return Samples(
            self.names, self.keys, self.rows[chosen], self.progress[chosen], self.worth[chosen],
            self.games[chosen], self.scenarios[chosen],
        )  # fmt: skip

    @property
    def weight(self) -> Array:
        """Every game counts as one, however long it was: its positions are much alike."""
        _, at, counts = np.unique(self.games, return_inverse=True, return_counts=True)
        return 1.0 / counts[at]

    @property
    def played(self) -> int:
        return len(np.unique(self.games))


def collected(
    place: str, sources: Sequence[Path], scale: float, workers: int, tell: Callable[[], object]
) -> Samples:  # fmt: skip
    """The positions of all finished games of some files."""
    tasks = [game for path in sources for game in kept(path)]
    games: list[Game] = []
    for game in _spread(partial(_in_numbers, place, scale), tasks, workers):
        tell()
        if game.rows:
            games.append(game)
    return joined(games)


def _spread(play: Callable[[Kept], Game], tasks: Sequence[Kept], workers: int) -> Iterator[Game]:
    if workers <= 1:
        yield from map(play, tasks)
        return
    with ProcessPoolExecutor(max_workers=workers) as pool:
        yield from pool.map(play, tasks)


def _in_numbers(place: str, scale: float, game: Kept) -> Game:
    return in_numbers(featured(place), game.opened(), scale)


def in_numbers(judge: Featured, game: Finished, scale: float) -> Game:
    """Play a game once more and put its positions into numbers, as long as no end is reached."""
    side, state = game.start.setting.sides[0], game.start
    names, rows, far = tuple[str, ...](), list[list[float]](), list[float]()
    for moment in game.moments():
        state = moment.step.state
        if state.over or state.asks[0].seat == CHANCE or not rests(judge, state):
            continue
        found = judge.features(state, side)
        names = tuple(found)
        rows.append([float(number) for number in found.values()])
        far.append(progress(judge, state) or 0.0)
    return Game(game.start.setting.scenario, names, rows if state.over else [], far, worth_of(state, side, scale))


def worth_of(state: State, side: str, scale: float) -> float:
    """What a game was worth to a side, as in tuning."""
    verdict = state.verdict() if state.over else None
    winner = verdict.winner if verdict is not None else ""
    share = 0.5 if not winner else float(winner == side)
    return VERDICT * share + POINTS / (1 + math.exp(-state.margin()[side] / scale))


def joined(games: Iterable[Game]) -> Samples:
    """Games of several files together; they must have the same features."""
    played = list(games)
    names = {game.names for game in played}
    if len(names) != 1:
        raise BalkaError(
            "no position to learn from" if not names else "positions with different features", "other games"
        )
    keys = tuple(dict.fromkeys(game.scenario for game in played))
    lengths = [len(game.rows) for game in played]
    return Samples(
        names.pop(), keys,
        np.array([row for game in played for row in game.rows]),
        np.array([far for game in played for far in game.progress]),
        np.repeat([game.worth for game in played], lengths),
        np.repeat(np.arange(len(played)), lengths),
        np.repeat([keys.index(game.scenario) for game in played], lengths),
    )  # fmt: skip


def left_out(samples: Samples, keys: Sequence[str]) -> NDArray[np.bool_]:
    """Which positions do not teach: those of some scenarios, or where none are named, of two games in ten, by pairs."""
    if not keys:
        return samples.games % APART >= APART - 2
    names = {key.partition("/")[2] for key in keys} | set(keys)  # some titles call a scenario by its own key
    out = np.array([key in names for key in samples.keys])
    chosen: NDArray[np.bool_] = out[samples.scenarios]
    return chosen
