"""What an attacker may count on against units whose names he does not know: between which figures the truth lies.

[13.1, 16.1.4]
"""

from __future__ import annotations

from msgspec import structs

from balka.core.checks import Part
from balka.core.memo import remembered
from balka.core.state import State
from balka.systems.wb95.catalogue import half
from balka.systems.wb95.position import Now, Unit, is_self_propelled, printed
from balka.systems.wb95.secrets import unseen


def limits(game: Now, unit: Unit) -> tuple[int, int]:
    """The least and the most a nameless unit can put up: nobody is told of disorder, nor of the set-up of guns.

    [5.6.4, 6.2.4, 16.1.4]
    """
    low, high = guess(game, unit)
    limbered = unit.kind == "ART" and not is_self_propelled(game, unit)
    return 0 if limbered else half(low), high


def guess(game: Now, unit: Unit) -> tuple[int, int]:
    """Between what figures the strength of a nameless counter lies, from those that cannot be placed."""
    return _guess(game, unit.side, unit.kind, unit.cel) if isinstance(game, State) else (0, 0)


@remembered
def _guess(state: State, side: str, kind: str, known: int) -> tuple[int, int]:
    found = [
        counter.strength(cel, attacking=False)
        for counter in unseen(state, side) if kind in ("", counter.kind)
        for cel in ([known] if known else range(1, counter.cel + 1)) if cel <= counter.cel
    ]  # fmt: skip
    return (min(found), max(found)) if found else (0, 0)


def may_concentrate(game: Now, unit: Unit) -> bool:
    """Is a unit of a division or mobile corps, or may it be as far as the viewer knows? [13.1.1, 16.1.4]"""
    if unit.known:
        return bool(printed(game, unit).formation)
    return isinstance(game, State) and unit.kind in _kinds_in_formations(game, unit.side)


@remembered
def _kinds_in_formations(state: State, side: str) -> frozenset[str]:
    return frozenset(counter.kind for counter in unseen(state, side) if counter.formation)


def ranging(part: Part, high: int) -> Part:
    """A part that may be as much as this."""
    return part if part.value == high else structs.replace(part, high=high)
