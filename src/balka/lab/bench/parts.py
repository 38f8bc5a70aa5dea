"""What listing, applying, viewing and forking cost, a whole table of sight, and a scene for the browser."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import median, quantiles
from time import process_time

import msgspec
from msgspec import Struct, structs

from balka.core.boards import Board, Cell
from balka.core.choices import Choice
from balka.core.frames import CHANCE, leaves
from balka.core.hexes import Grid
from balka.core.sight import SightTable, line
from balka.core.state import State
from balka.lab.bench.players import Playouts
from balka.table import scenes
from balka.table.table import Table

SAMPLES = 300  # states a cost is measured on
SCENES = 60  # states whose scenes are made
SCENE_EVERY = 25  # steps between two of them
BIG_BOARD = (40, 30)


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
            found.append(Place(state, seat, playouts.choose(state, seat)))
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
        "fork_us": cost_us(lambda: structs.replace(start), 2000),
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
    return round(median(seconds_of(call) for call in timed) * 1e6, 2)


def cost_us(call: Timed, times: int) -> float:
    """Microseconds of one call, from many."""
    return round(seconds_of(lambda: [call() for _ in range(times)]) / times * 1e6, 2)


def seconds_of(call: Timed) -> float:
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
    return round(seconds_of(lambda: SightTable(board, blocking).visible), 4)


# -- scenes


def scene_costs(start: State, count: int = SCENES, every: int = SCENE_EVERY) -> dict[str, float]:
    """Milliseconds for a whole scene of the seat that is asked, the median and the ninth tenth, and its size in KB."""
    made = [_scene(state) for state in _asked(start, count, every)]
    times, sizes = [time for time, _ in made], [size for _, size in made]
    tenths = quantiles(times, n=10) if len(times) > 1 else times
    return {
        "ms": round(1000 * median(times), 2),
        "ms_90": round(1000 * tenths[-1], 2),
        "kb": round(median(sizes) / 1000, 1),
        "kb_most": round(max(sizes) / 1000, 1),
    }


def _asked(start: State, count: int, every: int) -> list[State]:
    """States of random games in which a seat is asked, so many steps apart."""
    playouts, found = Playouts(start, seed=3), list[State]()
    while len(found) < count:
        for _ in range(every):
            playouts.step()
        while not playouts.state.asks or playouts.state.asks[0].seat == CHANCE:
            playouts.step()
        found.append(playouts.state)
    return found


def _scene(state: State) -> tuple[float, int]:
    """Seconds for the first scene of a state as a table sends it, and its bytes."""
    table, seat = Table(state), state.asks[0].seat
    began = process_time()
    body = msgspec.json.encode(scenes.scene(table, seat))
    return process_time() - began, len(body)
