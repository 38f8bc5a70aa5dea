"""Who takes part in a scenario, side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set

from msgspec import structs

from balka.core.scene.counters import Counter
from balka.core.scene.display import side_info
from balka.core.state import State
from balka.server.lobby_answers import Force, Kind


def forces(state: State, seen: Set[str]) -> list[Force]:
    """Each side's counters as the scenario prints them: what its own seats see before anything has been decided.

    Where they stand is told only of hexes that everybody sees taken, so that nobody hidden is found.
    """
    return [Force(side=side_info(side), kinds=_kinds(lying(state, side, seen))) for side in state.setting.sides]


def lying(state: State, side: str, seen: Set[str]) -> Iterator[tuple[Counter, str]]:
    """A side's counters, each with its hex if that may be told."""
    seat = state.setting.seats_of_side(side)[0]
    for stack in state.setting.system.scene(state.view(seat), seat).stacks:
        place = stack.place.id if stack.place.kind == "hex" and stack.place.id in seen else ""
        yield from ((counter, place) for counter in stack.counters if counter.side == side and not counter.anonymous)


def _kinds(lying: Iterable[tuple[Counter, str]]) -> list[Kind]:
    """Counters that look alike together, in the order in which the first of each lies there."""
    found: dict[tuple[object, ...], list[tuple[Counter, str]]] = {}
    for counter, place in lying:
        found.setdefault(_look(counter), []).append((counter, place))
    return [
        Kind(counter=_plain(alike[0][0]), count=len(alike), hexes=sorted({place for _, place in alike if place}))
        for alike in found.values()
    ]


def _look(counter: Counter) -> tuple[object, ...]:
    """What makes counters of a kind: the symbol and the figures, not the name of a single one."""
    figures = ((corner.slot, corner.text) for corner in counter.corners if corner.slot not in ("name", "stripe"))
    return counter.symbol, *figures


def _plain(counter: Counter) -> Counter:
    """As it is printed, without what lies on it now."""
    return structs.replace(counter, facing="", states=[], badges=[])
