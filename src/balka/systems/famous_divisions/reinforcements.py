"""Reinforcements: who is due, where they enter, what the first hex costs. [4.0]"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from balka.core.choices import Refusal
from balka.core.hexes import hexes_in
from balka.core.memo import POSITION, remembered
from balka.systems.famous_divisions import fortifications
from balka.systems.famous_divisions.events.marches import Marched
from balka.systems.famous_divisions.losses import muster
from balka.systems.famous_divisions.model import (
    GdWork,
    Now,
    battalion_units,
    change,
    enemy_of,
    kind,
    legs,
    note,
    unit,
)
from balka.systems.famous_divisions.movement import half_points, printed_allowance
from balka.systems.famous_divisions.position import DUE, NOWHERE, ON_MAP, Unit
from balka.systems.famous_divisions.stacking import limit, load


def is_due(game: Now, counter: Unit) -> bool:
    """May a counter enter this turn? Those that were late still may. [4.0-a, g, h]"""
    arrival = game.setting.catalogue.arrivals.get(counter.id)
    if counter.status != DUE or arrival is None or arrival.turn > game.turn:
        return False
    return not arrival.condition or arrival.condition in game.tracks.flags


def entry_hexes(game: Now, counter: Unit) -> tuple[int, ...]:
    """Where a counter may enter: its entry hexes, or the nearest free edge hexes for one that is held. [4.0-a, f, g]"""
    found = (h for gate in _gates(game, counter) for h in _through(game, counter, gate))
    return tuple(dict.fromkeys(found))


def _gates(game: Now, counter: Unit) -> tuple[int, ...]:
    """The entry hexes of a counter; a battalion that enters as a whole keeps to its first one. [4.0-a, 18.4]"""
    hexes, chosen = (
        game.setting.catalogue.arrivals[counter.id].hexes,
        game.tracks.gates.get(kind(game, counter).battalion),
    )
    return (chosen,) if chosen in hexes else hexes


def _through(game: Now, counter: Unit, gate: int) -> list[int]:
    return [gate] if is_open(game, counter, gate) else _nearest(game, counter, gate)


def _keep_gate(work: GdWork, counter: Unit, h: int) -> None:
    """The whole battalion follows by the entry hex its first unit took. [18.4]"""
    battalion = kind(work, counter).battalion
    if battalion in work.setting.rulebook.one_entry and battalion not in work.tracks.gates:
        gate = next(gate for gate in _gates(work, counter) if h in _through(work, counter, gate))
        note(work, gates={**work.tracks.gates, battalion: gate})


def is_open(game: Now, counter: Unit, h: int) -> bool:
    """No enemy and no pinned friend in the hex, and terrain its class may enter. [4.0-f, g]"""
    if game.position.holder(h) == enemy_of(counter.side) or any(u.pinned for u in game.position.stack(h)):
        return False
    return game.setting.catalogue.ground.hex_cost(h, legs(game, counter)) is not None


def _nearest(game: Now, counter: Unit, entry: int) -> list[int]:
    lie = game.setting.board
    edges = 0
    for mask in lie.edges.values():
        edges |= mask if mask >> entry & 1 else 0
    free = [h for h in hexes_in(edges) if is_open(game, counter, h)]
    least = min((lie.distance(entry, h) for h in free), default=0)
    return [h for h in free if lie.distance(entry, h) == least]


def due(game: Now, battalion_ids: tuple[Unit, ...]) -> tuple[Unit, ...]:
    return tuple(u for u in battalion_ids if is_due(game, u))


def _today(game: Now, battalion: str, ids: Sequence[str]) -> Hashable:
    return battalion, ids, game.turn


@remembered(on=POSITION, by=_today)
def taking_part(game: Now, battalion: str, ids: Sequence[str]) -> tuple[Unit, ...]:
    """The units of an activation: those in range when it began, and whoever of them entered or was carried since.

    [4.0-c, 9.5-i, ruling Q-riding-activation]
    """
    late = (u for u in battalion_units(game, battalion) if u.id not in ids and u.status == ON_MAP)
    return (*(unit(game, unit_id) for unit_id in ids), *(u for u in late if u.stepped or u.entered == game.turn))


def why_not_active(game: Now, side: str, battalion: str, ids: Sequence[str], what: str) -> Refusal | None:
    """Why a unit has no part in an activation: not there, of another battalion, or too far off. [6.0-a, b, d]"""
    counter = game.position.units.get(what)
    if counter is None or counter.side != side or counter.status != ON_MAP:
        return Refusal(f"There is nothing of yours called {what} to act.", "gd-6.0-a")
    if what in [u.id for u in taking_part(game, battalion, ids)]:
        return None
    if kind(game, counter).battalion != battalion:
        return Refusal("It belongs to another battalion.", "gd-6.0-b")
    return Refusal("It was out of its HQ's activation range when the activation began.", "gd-6.0-d")


def may_enter_with(game: Now, units: tuple[str, ...], other: str, h: int) -> bool:
    """May a counter enter together with these, as a legal stack? Who is there already may move on. [4.0-d, 7.1-g]"""
    counter = unit(game, other)
    if not is_due(game, counter) or h not in entry_hexes(game, counter):
        return False
    return load(game, [*(unit(game, unit_id) for unit_id in units), counter]) <= limit(game, h)


def enter(work: GdWork, units: tuple[str, ...], h: int) -> None:
    """Each pays the terrain of the entry hex, and mines, and stands on the map. [4.0-c, e, 9.0-k, Q-entry-edge]"""
    ground = work.setting.catalogue.ground
    _keep_gate(work, unit(work, units[0]), h)
    for unit_id in units:
        counter = unit(work, unit_id)
        cost = ground.hex_cost(h, legs(work, counter))
        if cost is None:
            raise AssertionError(f"{unit_id} cannot enter")
        whole = cost.plus(fortifications.edge_cost(work, h, legs(work, counter)))
        price = min(whole.price(printed_allowance(work, counter)), half_points(work, counter))
        here = {"hex": h, "status": ON_MAP, "entered": work.turn}
        change(work, counter, **here, spent=max(price, 1), stepped=True)
    muster(work, units)
    work.tell(Marched(units, NOWHERE, h))
