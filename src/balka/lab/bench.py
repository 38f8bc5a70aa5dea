"""How fast the engine is: random playouts beside catanatron's, and what listing, applying, viewing and forking cost.

Machines swing by tens of percent within seconds, so short slices of every game and of catanatron take turns, and the
ratio to catanatron is the median over the rounds.
"""

from __future__ import annotations

import platform
from collections.abc import Callable, Sequence
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any, Protocol

from msgspec import Struct, structs

import balka
from balka.core.boards import Board, Cell
from balka.core.chance import draw
from balka.core.choices import Choice, Token
from balka.core.frames import CHANCE, leaves
from balka.core.hexes import Grid
from balka.core.sight import SightTable, line
from balka.core.state import State

SLICE = 0.5  # seconds
ROUNDS = 7
CLOCK_EVERY = 64  # steps between two looks at the clock
SAMPLES = 300  # states a cost is measured on
BIG_BOARD = (40, 30)


class Racer(Protocol):
    """Something that plays at random for a while."""

    def run(self, seconds: float) -> None: ...

    @property
    def count(self) -> int: ...


# -- playing


class Playouts:
    """Random games one after the other. `choices` had an alternative, `answers` include forced ones, `steps` chance."""

    def __init__(self, start: State, seed: int = 1) -> None:
        self._start = start
        self._state = start
        self._rng = Fast(seed)
        self.choices = self.answers = self.steps = self.games = 0
        self.seconds = 0.0

    @property
    def count(self) -> int:
        return self.choices

    def run(self, seconds: float) -> None:
        """Play on where the last run stopped."""
        began = perf_counter()
        while perf_counter() - began < seconds:
            for _ in range(CLOCK_EVERY):
                self.step()
        self.seconds += perf_counter() - began

    def step(self) -> State:
        """One answer, or one roll; the state before it is handed back."""
        state = self._state
        asks = state.asks
        if not asks:
            self.games += 1
            self._state = self._start
            return state
        self.steps += 1
        seat = asks[0].seat
        if seat == CHANCE:
            self._state = state.apply(draw(state, self._rng)).state
        else:
            self._state = state.apply(self._choose(state, seat), seat).state
        return state

    def _choose(self, state: State, seat: str) -> Choice:
        path: tuple[Token, ...] = ()
        free = False
        below = self._rng.randrange
        while True:
            nodes = state.grow(path, seat)
            size = len(nodes)
            if size > 1:
                free = True
            node = nodes[below(size)]
            if isinstance(node, Choice):
                break
            path = (*path, node)
        self.answers += 1
        self.choices += free
        return node

    def report(self) -> dict[str, float]:
        seconds = self.seconds or 1.0
        return {
            "choices_per_second": round(self.choices / seconds),
            "answers_per_second": round(self.answers / seconds),
            "steps_per_second": round(self.steps / seconds),
            "playouts_per_second": round(self.steps / seconds / self._steps_a_game(), 2),
            "choices_per_playout": round(self.choices / self.steps * self._steps_a_game(), 1) if self.steps else 0.0,
        }

    def _steps_a_game(self) -> float:
        return self.steps / self.games if self.games else float(self.steps or 1)


class Fast:
    """Whole numbers below a bound as quickly as Python makes them."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed).random

    def randrange(self, stop: int, /) -> int:
        return int(self._random() * stop)


class Catan:
    """Random players of catanatron, the yardstick."""

    def __init__(self, seed: int = 1) -> None:
        from catanatron import Color, Game, RandomPlayer

        self._new: Callable[[], Any] = lambda: Game([RandomPlayer(color) for color in Color], seed=seed)
        self._game = self._new()
        self.actions = self.games = 0
        self.seconds = 0.0

    @property
    def count(self) -> int:
        return self.actions

    def run(self, seconds: float) -> None:
        began = perf_counter()
        while perf_counter() - began < seconds:
            for _ in range(CLOCK_EVERY):
                self._tick()
        self.seconds += perf_counter() - began

    def _tick(self) -> None:
        if self._game.winning_color() is not None:
            self._game = self._new()
            self.games += 1
        self._game.play_tick()
        self.actions += 1

    def report(self) -> dict[str, float]:
        return {
            "actions_per_second": round(self.actions / (self.seconds or 1.0)),
            "copy_us": _cost(self._game.copy, 200),
        }


# -- the race


def race(racers: Sequence[Racer], yardstick: Racer, rounds: int, seconds: float) -> list[list[float]]:
    """For each racer its speed relative to the yardstick, round by round; every other round goes backwards."""
    ratios: list[list[float]] = [[] for _ in racers]
    order: list[Racer] = [yardstick, *racers]
    for _ in range(rounds):
        speeds = {id(racer): _speed(racer, seconds) for racer in order}
        for own, racer in zip(ratios, racers, strict=True):
            own.append(speeds[id(racer)] / speeds[id(yardstick)])
        order.reverse()
    return ratios


def _speed(racer: Racer, seconds: float) -> float:
    before, began = racer.count, perf_counter()
    racer.run(seconds)
    return (racer.count - before) / (perf_counter() - began)


# -- costs


class Place(Struct, frozen=True):
    """A state met in play, and what was answered there."""

    state: State
    seat: str
    choice: Choice


def places(start: State, count: int) -> list[Place]:
    """States of random games where a seat had to answer."""
    playouts, found = Playouts(start, seed=2), list[Place]()
    while len(found) < count:
        state = playouts.step()
        seat = state.asks[0].seat if state.asks else CHANCE
        if seat != CHANCE:
            found.append(Place(state, seat, playouts._choose(state, seat)))
    return found


def fresh(state: State) -> State:
    """The same state with nothing worked out beforehand."""
    return structs.replace(state, position=structs.replace(state.position))


def costs(start: State, count: int = SAMPLES) -> dict[str, float]:
    """Microseconds for listing one unit of a view, applying what is listed, viewing, forking; medians over states."""
    met = places(start, count)
    units = [place for place in met if place.choice.subject] or met
    return {
        "listing_us": _median_us([_list_one(fresh(place.state).view(place.seat), place) for place in units]),
        "apply_us": _median_us([_apply(place) for place in met]),
        "view_us": _median_us([_view(fresh(place.state), place.seat) for place in met]),
        "fork_us": _cost(lambda: structs.replace(start), 2000),
    }


Timed = Callable[[], object]


def _list_one(state: State, place: Place) -> Timed:
    """All choices below the first word of what was answered: one unit where units come first."""
    path = place.choice.path()[:1]
    below = path if len(place.choice.path()) > 1 else ()
    return lambda: list(leaves(state, below, place.seat))


def _apply(place: Place) -> Timed:
    return lambda: place.state.apply(place.choice, place.seat)


def _view(state: State, seat: str) -> Timed:
    return lambda: state.view(seat)


def _median_us(timed: Sequence[Timed]) -> float:
    return round(median(_seconds(call) for call in timed) * 1e6, 2)


def _cost(call: Timed, times: int) -> float:
    return round(_seconds(lambda: [call() for _ in range(times)]) / times * 1e6, 2)


def _seconds(call: Timed) -> float:
    began = process_time()  # of this process alone, so that a busy machine does not count
    call()
    return process_time() - began


# -- sight


def big_board() -> Board:
    """A board of 1,200 hexes, every fifth a wood."""
    columns, rows = BIG_BOARD
    cells = [
        Cell(f"{column:02}{row:02}", column, row, "woods" if (3 * column + 7 * row) % 5 == 0 else "open")
        for column in range(columns)
        for row in range(rows)
    ]
    return Board("1200 hexes", Grid(), tuple(cells))


def sight_seconds(board: Board) -> float:
    """Building who sees whom over a whole board from nothing, every hex that is not open blocking."""
    line.cache_clear()
    blocking = board.everywhere & ~board.of_terrain("open")
    return round(_seconds(lambda: SightTable(board, blocking).visible), 4)


# -- all of it


BENCHED = ("sos/courier", "sos/ravines", "kursk/kursk", "gd/lutchessa")
"""the first Mission, the heaviest one, and a whole battle of each larger game"""


def default_scenarios() -> list[str]:
    """The scenarios every bench measures, as far as they are there; of another game its first one."""
    offered: list[str] = []
    for game in balka.all_games():
        keys = [scenario.key if "/" in scenario.key else f"{game.key}/{scenario.key}" for scenario in game.scenarios()]
        offered += [key for key in keys if key in BENCHED] or keys[:1]
    return offered


def starts(keys: Sequence[str]) -> dict[str, State]:
    """The scenarios by their full keys, each at its start."""
    found = {key: balka.scenario(key) for key in keys}
    return {key: game.start(scenario.key) for key, (game, scenario) in found.items()}


def bench(begun: dict[str, State], rounds: int = ROUNDS, seconds: float = SLICE) -> dict[str, Any]:
    """One JSON-able object with everything."""
    racers = {key: Playouts(start) for key, start in begun.items()}
    catan = Catan()
    ratios = race(list(racers.values()), catan, rounds, seconds)
    games = {
        key: {**racers[key].report(), **costs(begun[key]), "to_catanatron": _ratio(own)}
        for key, own in zip(racers, ratios, strict=True)
    }
    boards = {start.setting.board.key: start.setting.board for start in begun.values()}
    boards["1200 hexes"] = big_board()
    return {
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "games": games,
        "sight_table_seconds": {key: sight_seconds(board) for key, board in boards.items()},
        "catanatron": catan.report(),
    }


def _ratio(rounds: Sequence[float]) -> dict[str, float]:
    return {"median": round(median(rounds), 3), "low": round(min(rounds), 3), "high": round(max(rounds), 3)}
