"""How far it is to a goal by the ground, enemies aside: marches of many turns. For bots, no rules."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from balka.core.memo import remembered
from balka.core.paths import Spreading
from balka.systems.famous_divisions.bridges import Ways, ways
from balka.systems.famous_divisions.model import GdState
from balka.systems.famous_divisions.movement import March, Pace
from balka.systems.famous_divisions.passages import Passages
from balka.systems.famous_divisions.position import NOWHERE, Fortification, Works

LATELY = 8  # states of works and bridges of which long marches are kept
FAR = 500.0  # where no way leads
USUAL_ALLOWANCE = 8  # by which long marches are reckoned
NOBODY: frozenset[int] = frozenset()


class Known(Struct, frozen=True, eq=False):
    """Steps of a class, in half points. To be filled."""

    leaving: dict[int, dict[int, int]] = {}  # by hex: what it costs to enter those next to it
    entering: dict[int, list[tuple[int, int]]] = {}  # by hex: from where it may be entered, and what that costs


class Ahead(Struct, frozen=True, eq=False):
    """What has been worked out about long marches while works and bridges are as they are. To be filled."""

    goals: dict[tuple[str, int], Spreading] = {}  # by class and goal: from where it has been reached so far
    steps: dict[str, Known] = {}  # by class: what has been worked out about its steps


def march_points(view: GdState, name: str, goal: int, h: int) -> float:
    """Movement points from a hex to a goal for a class, enemies aside, as works and bridges are now."""
    return points_to(view, name, goal)(h)


def points_to(view: GdState, name: str, goal: int) -> Callable[[int], float]:
    """The same, for who asks about many hexes."""
    ahead = _ahead(view.position.works, ways(view))
    known = ahead.goals.get((name, goal))
    if known is None:
        known = ahead.goals[name, goal] = Spreading(goal)
    costs, steps = known.costs, ahead.steps.get(name)
    if steps is None:
        steps = ahead.steps[name] = Known()

    def of(h: int) -> float:
        halves = costs.get(h)
        if halves is None:
            halves = known.cost(h, Entries(view, name, steps).of)
        return FAR if halves is None else halves / 2

    return of


@remembered
def _ahead(works: Works, bridges: Ways) -> Ahead:
    """Games in which the same is dug and bridged share what they know; the last few such states of a map are kept."""
    lately = _lately(bridges)
    if works.forts not in lately and len(lately) == LATELY:
        del lately[next(iter(lately))]
    return lately.setdefault(works.forts, Ahead())


@remembered
def _lately(bridges: Ways) -> dict[tuple[Fortification, ...], Ahead]:
    return {}


class Entries:
    """From where a class may enter hexes, and what that costs it in half points."""

    def __init__(self, view: GdState, name: str, known: Known) -> None:
        trek = March("", NOWHERE, (Pace(name, USUAL_ALLOWANCE, 0, 0),), True, NOBODY, NOBODY)
        self._around, self._known = view.setting.catalogue.ground.neighbours, known
        self._passages = Passages(view, trek)

    def of(self, b: int) -> list[tuple[int, int]]:
        found = self._known.entering.get(b)
        if found is None:
            found = [(a, row[b]) for a in self._around[b] if b in (row := self._steps_from(a))]
            self._known.entering[b] = found
        return found

    def _steps_from(self, a: int) -> dict[int, int]:
        row = self._known.leaving.get(a)
        if row is None:
            row = self._known.leaving[a] = {b: paid for b, (paid,) in self._passages.open_from(a)}
        return row
