"""Who marches in a party, and what they could do where they stand. [9.0, 9.5, 9.6]"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from balka.core.choices import Choice, Token
from balka.core.memo import remembered
from balka.systems.famous_divisions import riding, trucks, victory
from balka.systems.famous_divisions.listing import ANY
from balka.systems.famous_divisions.losses import riders
from balka.systems.famous_divisions.model import (
    Catalogue,
    Now,
    enemy_of,
    unit,
)
from balka.systems.famous_divisions.movement import (
    rafts,
)
from balka.systems.famous_divisions.passages import can_step
from balka.systems.famous_divisions.position import ON_MAP, Force, Unit, Works
from balka.systems.famous_divisions.sight import inspected
from balka.systems.famous_divisions.verbs import (
    Embark,
    Exit,
)


def on_the_march(game: Now, ids: Sequence[str]) -> tuple[Unit, ...]:
    """Those of a party that can still go on."""
    found = [unit(game, unit_id) for unit_id in ids]
    return tuple([u for u in found if u.status == ON_MAP and not u.pinned])


def walking(game: Now, ids: Sequence[str]) -> tuple[Unit, ...]:
    return tuple([u for u in on_the_march(game, ids) if not u.carrier])


def can_act(game: Now, units: tuple[Unit, ...]) -> bool:
    """Is there anything a party of these units could do: step, climb up or down, debark, leave the map?"""
    able = _can_step_alone(game, units[0]) if len(units) == 1 else can_step(game, units)
    return able or any(not isinstance(choice, Embark) for choice in changes(game, units))


def _can_step_alone(game: Now, counter: Unit) -> bool:
    """Has a unit by itself any step left? Asked of every unit in every list, and so kept while the enemy stays."""
    now, catalogue, side = game.position, game.setting.catalogue, counter.side
    opened = inspected(now, catalogue.ground, side)
    known = _known_steps(now.forces[enemy_of(side)], catalogue, opened, now.works, rafts(game, side))
    key = (counter, game.tracks.weather, game.turn)
    if key not in known:
        known[key] = can_step(game, (counter,))
    return known[key]


@remembered
def _known_steps(
    foes: Force, catalogue: Catalogue, opened: frozenset[int], works: Works, afloat: frozenset[int]
) -> dict[Hashable, bool]:
    """All that single units' steps hang on, besides themselves, the weather and the hour. To be filled."""
    return {}


def changes(game: Now, units: tuple[Unit, ...], word: Token = ANY) -> Iterator[Choice]:
    """What a party that is not stopped may do in its hex besides an engineer's tasks. [9.5-b, i, 9.6]"""
    ids = tuple(u.id for u in units)
    yield from riding.mounts(game, ids)
    yield from riding.dismounts(
        game, (*ids, *(r.id for unit_id in ids for r in riders(game, unit_id) if r.id not in ids))
    )
    yield from trucks.choices(game, [u for u in units if word in (ANY, u.id)])
    if word in (ANY, "exit") and victory.may_exit(game, units):
        yield Exit()


def has_begun(counter: Unit) -> bool:
    """Has a unit used any of its movement?"""
    return bool(counter.spent or counter.stepped or counter.unloaded)
