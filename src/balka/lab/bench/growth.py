"""How cost grows with the number of counters: parts of one large battle, with nothing remembered."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Any

import msgspec

from balka.core.choices import Choice
from balka.core.state import State
from balka.lab.bare import bare
from balka.lab.bench.parts import Place, places
from balka.lab.bench.stretches import calls_of

GROWN = ("kursk/campaign", "gd/lutchessa")
PARTS = (8, 4, 2, 1)  # one counter of so many is kept
TAKEN = 40  # states of each subset
SKIPPED = 20  # answers between two of them

Job = Callable[[], object]


def growth(start: State, taken: int = TAKEN, parts: tuple[int, ...] = PARTS) -> list[dict[str, float]]:
    """For each subset the number of counters, and what a root list, a list below a word, an answer and a view cost."""
    return [_costs(subset(start, part), taken) for part in parts]


def subset(start: State, part: int) -> State:
    """The same start with every so many-th counter only."""
    body = {name: getattr(start, name) for name in start.SAVED}
    saved = msgspec.json.decode(msgspec.json.encode(body))
    for units in _counters(saved["position"]):
        for key in [key for n, key in enumerate(units) if n % part]:
            del units[key]
    return State.from_json(start.setting, msgspec.json.encode(saved))


def _counters(position: dict[str, Any]) -> list[dict[str, Any]]:
    """The counters by their ids: all in one table, or in one of each side."""
    sides = position["forces"].values() if "forces" in position else (position,)
    return [side["units"] for side in sides]


def _costs(start: State, taken: int) -> dict[str, float]:
    """Medians over states of random play in which a counter was named: microseconds, and calls."""
    named = [place for place in places(start, 2 * taken * SKIPPED)[::SKIPPED] if place.choice.subject][:taken]
    saved = msgspec.to_builtins(start.position)
    found: dict[str, float] = {"counters": sum(map(len, _counters(saved)))}
    for name, ready in JOBS.items():
        found[f"{name}_us"] = round(median(_microseconds(ready(place)) for place in named), 1)
        found[f"{name}_calls"] = median(calls_of(ready(place)) for place in named)
    return found


def _microseconds(job: Job) -> float:
    began = process_time()
    job()
    return (process_time() - began) * 1e6


# -- what is measured, each on a state of its own that has worked out nothing


def _root(place: Place) -> Job:
    view = bare(place.state).view(place.seat)
    return lambda: view.grow((), place.seat)


def _party(place: Place) -> Job:
    """The list below the first word of what was answered."""
    view, path = bare(place.state).view(place.seat), place.choice.path()[:1]
    return lambda: view.grow(path, place.seat)


def _apply(place: Place) -> Job:
    state, choice = bare(place.state), place.choice
    assert isinstance(choice, Choice)
    state.vouch(choice, place.seat)
    return lambda: state.apply(choice, place.seat)


def _view(place: Place) -> Job:
    state = bare(place.state)
    return lambda: state.view(place.seat)


JOBS: dict[str, Callable[[Place], Job]] = {"root": _root, "party": _party, "apply": _apply, "view": _view}
