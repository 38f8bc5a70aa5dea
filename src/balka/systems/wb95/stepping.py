"""The first step of a party: where it can go at all. Asked of every counter in every list, so it is remembered.

What a first step costs hangs on the enemy, the works, the bridges and the aircraft, not on the mover's own stacks. It
is kept with the enemy force for as long as those stay as they are.
"""

from __future__ import annotations

from collections.abc import Hashable

from balka.core.memo import POSITION, remembered
from balka.systems.wb95.movement import Party, on_secondary, prices, steps_from
from balka.systems.wb95.position import Force, Now, enemy_of, force

Steps = dict[tuple[Party, int], tuple[int, ...]]


def first_steps(game: Now, party: Party, start: int) -> tuple[int, ...]:
    """The neighbours the party can enter."""
    known = _known_now(game, enemy_of(party.side))
    key = (party, start)
    if key not in known:
        begin = (0,) * len(party.payers)
        both = [party, on_secondary(party)] if may_gain(game, party, start) else [party]
        known[key] = tuple(sorted({b for one in both for b, _, _ in steps_from(game, one, start, begin)}))
    return known[key]


@remembered(on=POSITION)
def _known_now(game: Now, foe: str) -> Steps:
    """What is known of first steps against this enemy on ground as it is now."""
    position = game.position
    return _known(force(game, foe), (frozenset(position.works), position.broken, position.built, position.harassed))


@remembered
def _known(foe: Force, ground: Hashable) -> Steps:
    """What is known of first steps against an enemy on such ground. To be filled."""
    return {}


def may_gain(game: Now, party: Party, start: int) -> bool:
    """Whether keeping to secondary road could lead further."""
    if not any(payer.bonus for payer in party.payers):
        return False
    return any(step is not None and step.road == "secondary" for step in prices(game, "foot").steps[start])
