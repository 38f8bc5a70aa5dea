"""Masking: what a player may see of the other side's stacks. [chapter 16]

A masked stack is one nameless marker. Next to an own counter its kinds are told, and its CEL too unless it is dug in; a
counter that fought lies open until the phase ends. Nameless counters are named by their place, never by their print.

How a force looks is made from how it looked last: a stack that is the same, told of as before and as much dug in, shows
what it showed.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import structs

from balka.core.handing import hand_on
from balka.core.hexes import hexes_in
from balka.systems.wb95.marks import Mark
from balka.systems.wb95.passages import hand_on_front
from balka.systems.wb95.position import (
    Force,
    Now,
    Unit,
    force,
    is_self_propelled,
    label,
)
from balka.systems.wb95.troops import Guise, by_name
from balka.systems.wb95.zones import beside, fortified_hexes, near

SEEN = frozenset(
    {Mark.SHOWN, Mark.FOUGHT, Mark.TRANSPORT, Mark.SILENT_1, Mark.SILENT_2}
)  # marks the other side may see on a counter it can look at


def masked(game: Now, side: str, eyes: tuple[str, ...]) -> Force:
    """A force as its enemies see it; the same value while nothing they may see has changed."""
    troops = force(game, side)
    told = _faced(game, troops, eyes)
    last = troops.guises.get(eyes)
    if last is None or not (last.stacks is troops.at and last.told == told and last.works is game.position.works):
        last = troops.guises[eyes] = _guise(game, side, told, last)
    return last.force


def _faced(game: Now, troops: Force, eyes: tuple[str, ...]) -> int:
    """The hexes of a force with somebody of these sides next to them. [16.1.4]"""
    board, watchers = game.setting.board, 0
    for other in eyes:
        watchers |= force(game, other).occupied
    return near(board, hexes_in(watchers & beside(troops, board))) & troops.occupied


def is_dug_in(game: Now, side: str, h: int) -> bool:
    """In field works, or behind a fortified line or in a fixed position. [16.1.4]"""
    if game.position.works.get(str(h)) == side:
        return True
    return h in fortified_hexes(game.setting.board)


# -- how a force looks


def _guise(game: Now, side: str, told: int, last: Guise | None) -> Guise:
    """How a force looks where it is told of in these hexes."""
    troops = force(game, side)
    hidden = _hidden(game, side, told, last)
    if last is None:
        shown = {h: tuple(_shown(game, units, told, hidden)) for h, units in troops.at.items()}
        return Guise(troops.at, told, hidden, game.position.works, shown, _looking(shown))
    fresh = {h: tuple(_shown(game, troops.at[h], told, hidden)) for h in _altered(last, troops, told, hidden)}
    fresh = {h: units for h, units in fresh.items() if last.shown.get(h) != units}
    in_place = last.shown.keys() == troops.at.keys()
    if not fresh and in_place:
        return Guise(troops.at, told, hidden, game.position.works, last.shown, last.force)
    shown = last.shown | fresh if in_place else {h: fresh.get(h) or last.shown[h] for h in troops.at}
    return Guise(troops.at, told, hidden, game.position.works, shown, _handed_on(last, shown, fresh))


def _hidden(game: Now, side: str, told: int, last: Guise | None) -> frozenset[int]:
    """Where a force is told of and dug in; while no works came or went only hexes told of since then are looked at."""
    if last is None or last.works is not game.position.works:
        return frozenset([h for h in hexes_in(told) if is_dug_in(game, side, h)])
    if told == last.told:
        return last.hidden
    fresh = [h for h in hexes_in(told & ~last.told) if is_dug_in(game, side, h)]
    return frozenset([h for h in last.hidden if told >> h & 1]).union(fresh)


def _altered(last: Guise, troops: Force, told: int, hidden: frozenset[int]) -> set[int]:
    """The stacks that may show something else than they did: other counters, told of or not, dug in or not."""
    stacks = troops.at
    altered = {h for h in troops.altered(last.stacks) if h in stacks}
    altered.update(h for h in hexes_in(told ^ last.told) if h in stacks)
    altered.update(h for h in hidden ^ last.hidden if h in stacks)
    return altered


def _looking(shown: dict[int, tuple[Unit, ...]]) -> Force:
    return Force({unit.id: unit for units in shown.values() for unit in units})


def _handed_on(last: Guise, shown: dict[int, tuple[Unit, ...]], fresh: dict[int, tuple[Unit, ...]]) -> Force:
    """The force with what was known of the stacks that look as they did."""

    def restacked(known: dict[int, tuple[Unit, ...]]) -> dict[int, tuple[Unit, ...]]:
        sorted_anew = {h: by_name(units) for h, units in fresh.items()}
        in_place = known.keys() == shown.keys()
        return known | sorted_anew if in_place else {h: sorted_anew.get(h) or known[h] for h in shown}

    now = hand_on(last.force, _looking(shown), "at", restacked)
    hand_on(last.force, now, "marked_out", dict)
    return hand_on_front(last.force, now)


# -- what a stack shows


def _shown(game: Now, units: tuple[Unit, ...], told: int, hidden: frozenset[int]) -> Iterable[Unit]:
    """What a stack shows: open counters whole, the others by kind, or one mask for all of them."""
    if any(not unit.known for unit in units):
        yield from units  # a view already
        return
    top, rest = _seen_on_top(game, units), unopened(game, units)
    yield from (
        _public(unit).marked(Mark.TOP) if unit.id == top else _public(unit) for unit in units if unit not in rest
    )
    if not rest:
        return
    h = units[0].hex
    place, rivers = f"?{label(game, h)}", _rivers(rest)
    if not told >> h & 1:
        yield Unit(place, rest[0].side, "", h, beyond=rivers)
        return
    facts = sorted(
        (unit.kind, 0 if h in hidden else unit.cel, unit.kind == "ART" and is_self_propelled(game, unit))
        for unit in rest
    )
    for n, (kind, cel, tracked) in enumerate(facts, start=1):
        marks = (Mark.SELF_PROPELLED,) if tracked else ()
        yield Unit(f"{place}.{n}", rest[0].side, kind, h, cel, marks=marks, beyond=rivers)


def _public(unit: Unit) -> Unit:
    """An open counter without what only its owner keeps count of."""
    return structs.replace(
        unit, spent=0, marks=seen_marks(unit), began_at=None, entered_at=None, entry_zone=None, due=None
    )


def _rivers(units: Iterable[Unit]) -> tuple[str, ...]:
    """The rivers worth points that somebody of a stack has crossed: both sides saw it march. [16.1.1, ruling Q103]"""
    return tuple(sorted({river for unit in units for river in unit.beyond}))


def seen_marks(unit: Unit) -> tuple[Mark, ...]:
    return tuple(mark for mark in unit.marks if mark in SEEN)


def unopened(game: Now, units: tuple[Unit, ...]) -> list[Unit]:
    """The counters of a stack that nobody else may look at. [16.1.1-16.1.3]"""
    top = _seen_on_top(game, units)
    return [unit for unit in units if not unit.has(Mark.SHOWN) and unit.id != top]


def _seen_on_top(game: Now, units: tuple[Unit, ...]) -> str:
    """The counter on top of a stack, where stacks show it. [16.1.1]"""
    return on_top(units) if game.setting.rulebook.masks == "top" else ""


def on_top(units: tuple[Unit, ...]) -> str:
    chosen = [unit.id for unit in units if unit.has(Mark.TOP)]
    return chosen[0] if chosen else units[0].id
