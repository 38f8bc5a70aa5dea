"""Where the units of a battalion go that is sent towards a hex: an opinion, no rule. [7.1, 8.0, 9.0, 11.4]

Companies go one by one, the foremost first, as near as their points allow: never where the enemy may fire at them, nor
next to him. Guns and the HQ come last and stop a hex behind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import structs

from balka.core.choices import Choice, Hex, UnitId
from balka.core.formations import Marched, Sending, Stayed
from balka.systems.famous_divisions.activation import Orders
from balka.systems.famous_divisions.members import can_act
from balka.systems.famous_divisions.model import GdState, enemy_of, unit
from balka.systems.famous_divisions.movement import March, march, uses_road, why_it_stays
from balka.systems.famous_divisions.opportunity import threats
from balka.systems.famous_divisions.party import Party
from balka.systems.famous_divisions.passages import Marches, reach
from balka.systems.famous_divisions.position import Unit
from balka.systems.famous_divisions.stacking import ROAD_LIMIT, column, has_room, load
from balka.systems.famous_divisions.verbs import Halt, Take, To
from balka.systems.famous_divisions.zones import may_be_held

BOUNDLESS = 10**5
FAR = 10**6
DETOUR = 4  # half points a hex of a way may cost before it is a way round
BARS: tuple[tuple[str, str], ...] = (
    ("the enemy may fire at nearer hexes", "gd-11.4-c"),
    ("nearer hexes lie next to the enemy", "gd-8.0-h"),
    ("there is no room in nearer hexes", "gd-7.1-a"),
)
OUT_OF_REACH = ("no nearer hex is within its points", "gd-9.0-l")


def next_led(view: GdState, sending: Sending) -> Marched | Stayed | None:
    """What the next company does, then the next gun or HQ."""
    left = [unit(view, name) for name in sending.formation.units if name not in sending.seen_to]
    ahead = [counter for counter in left if counter.id not in sending.formation.followers]
    if not left:
        return None
    distances = view.setting.board.distances(sending.goal)
    first = min(ahead or left, key=lambda counter: (distances[counter.hex], counter.id))
    barred = _why_still(view, first)
    return Stayed((first.id,), *barred) if barred else _goes(view, sending, first)


def _why_still(view: GdState, counter: Unit) -> tuple[str, str] | None:
    """Why a unit cannot move: whoever is on the march has finished once the next goes. [9.0-o]"""
    top, barred = view.stack[-1], why_it_stays(counter)
    if barred is not None:
        return barred.sentence.removeprefix("It ").strip("."), barred.rule
    if isinstance(top, Party) and counter.id in top.units:
        return "has finished moving", "gd-9.0-o"
    return None if can_act(view, (counter,)) else OUT_OF_REACH


def _goes(view: GdState, sending: Sending, counter: Unit) -> Marched | Stayed:
    trek = march(view, (counter,))
    ways, field = reach(view, trek), _field(view, trek, sending.goal)
    straight = view.setting.board.distances(sending.goal)
    nearer = [h for h in _nearer(sending, counter, ways, field) if straight[h] < straight[counter.hex]]
    bar = _bar_for(view, trek, ways, counter)
    best = next((h for h in nearer if bar(h) is None), None)
    if best is None:
        return _stays(sending, counter, [bar(h) for h in nearer[:1]])
    why = bar(nearer[0]) if nearer[0] != best else None
    remark, rule = BARS[why] if why is not None else ("", "")
    return Marched((counter.id,), tuple(_said(view, counter, best)), (counter.hex, *ways.path(best)), remark, rule)


def _nearer(sending: Sending, counter: Unit, ways: Marches, field: dict[int, int]) -> list[int]:
    """The hexes it gets to that are nearer to the goal, the nearest first; guns and HQs stay behind the others."""
    behind = counter.id in sending.formation.followers
    keep = min((field.get(h, FAR) for h in sending.front), default=0) if behind else -1
    here = field.get(counter.hex, FAR)
    return sorted((h for h in ways.spent if keep < field.get(h, FAR) < here), key=lambda h: (field[h], h))


def _stays(sending: Sending, counter: Unit, bars: list[int | None]) -> Stayed:
    """Why it stays; who follows and is near enough needs no reason."""
    if counter.id in sending.formation.followers and not bars:
        return Stayed((counter.id,), "")
    if counter.hex == sending.goal:
        return Stayed((counter.id,), "already there")
    why, rule = OUT_OF_REACH if not bars or bars[0] is None else BARS[bars[0]]
    return Stayed((counter.id,), why, rule)


def _bar_for(view: GdState, trek: March, ways: Marches, counter: Unit) -> Callable[[int], int | None]:
    """What speaks against a march to a hex: its place among the bars, None where nothing does."""

    def bar(h: int) -> int | None:
        way = ways.path(h)
        if any(threats(view, trek.side, w) for w in way):
            return 0
        if any(may_be_held(view, trek.side, w) for w in way):
            return 1
        return None if _has_room(view, trek, ways, counter, h) else 2

    return bar


def _has_room(view: GdState, trek: March, ways: Marches, counter: Unit, h: int) -> bool:
    """Whether a hex holds the unit as well, on the road it comes by too. [7.1-a, b]"""
    if not has_room(view, h, (counter,)):
        return False
    before = ways.before(h)
    if before is None or not uses_road(view, trek, before, h):
        return True
    return load(view, (*column(view, h), counter)) <= ROAD_LIMIT


def _field(view: GdState, trek: March, goal: int) -> dict[int, int]:
    """How far each hex is from the goal for whoever moves like this, in half points; as the crow flies where only long
    ways round lead there."""
    paces = tuple(structs.replace(pace, points=BOUNDLESS, spent=0, stepped=True) for pace in trek.paces)
    free = structs.replace(trek, start=goal, paces=paces, held=False, shut=(), zone=frozenset())
    spent = reach(view, structs.replace(free, barred=view.position.occupied(enemy_of(trek.side))))
    straight = view.setting.board.distances(goal)
    costs = {goal: 0, **{h: max(paid) for h, paid in spent.spent.items()}}
    return costs if costs.get(trek.start, FAR) <= DETOUR * straight[trek.start] else dict(enumerate(straight))


def _said(view: GdState, counter: Unit, to: int) -> Iterator[Choice]:
    if isinstance(view.stack[-1], Party):
        yield Halt()
    assert any(isinstance(frame, Orders) for frame in view.stack)
    yield Take(UnitId(counter.id))
    yield To(Hex(to))
