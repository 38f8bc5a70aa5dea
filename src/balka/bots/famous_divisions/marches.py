"""Long marches: movement points from every hex to a goal, as works and bridges are now. For bots, no rules."""

from __future__ import annotations

from msgspec import Struct

from balka.core.memo import remembered
from balka.core.paths import reached
from balka.systems.famous_divisions.bridges import Ways, ways
from balka.systems.famous_divisions.model import GdState
from balka.systems.famous_divisions.movement import March, Pace
from balka.systems.famous_divisions.passages import Passages
from balka.systems.famous_divisions.position import NOWHERE, Fortification, Works

FAR = 500.0
LATELY = 8  # states of works and bridges of which long marches are kept
USUAL_ALLOWANCE = 8  # by which long marches are reckoned
NOBODY: frozenset[int] = frozenset()


class Ahead(Struct, frozen=True, eq=False):
    """What has been worked out about long marches while works and bridges are as they are. To be filled."""

    maps: dict[tuple[str, int], dict[int, float]] = {}  # by class and goal
    entries: dict[str, list[list[tuple[int, int]]]] = {}  # by class: from where each hex is entered, for how much


def march_map(view: GdState, name: str, goal: int) -> dict[int, float]:
    """Movement points from every hex to a goal for a class, enemies aside, as works and bridges are now."""
    ahead = _ahead(view.position.works, ways(view))
    found = ahead.maps.get((name, goal))
    if found is None:
        if name not in ahead.entries:
            ahead.entries[name] = _entries(view, name)
        halves = reached((goal,), ahead.entries[name].__getitem__).costs
        found = ahead.maps[name, goal] = {h: paid / 2 for h, paid in halves.items()}
    return found


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


def _entries(view: GdState, name: str) -> list[list[tuple[int, int]]]:
    """The hexes from which a class may enter each hex, with what that costs it in half points."""
    trek = March("", NOWHERE, (Pace(name, USUAL_ALLOWANCE, 0, 0),), True, NOBODY, NOBODY)
    found: list[list[tuple[int, int]]] = [[] for _ in view.setting.board.labels]
    passages = Passages(view, trek)
    for a in range(len(found)):
        for b, (paid,) in passages.open_from(a):
            found[b].append((a, paid))
    return found
