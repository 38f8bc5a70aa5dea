"""What an attacker may count on against units whose names he does not know: between which figures the truth lies.

[13.1, 16.1.4]
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import structs

from balka.core.checks import Part
from balka.core.memo import remembered
from balka.core.state import State
from balka.systems.wb95.catalogue import Counter, half
from balka.systems.wb95.position import Now, Unit, WbState, is_self_propelled, printed
from balka.systems.wb95.secrets import Hidden, hidden, unseen

MOST = 10**3  # beyond any strength


def limits(game: Now, unit: Unit) -> tuple[int, int]:
    """The least and the most a nameless unit can put up: who is still in disorder is not told, nor how guns are set up.

    [5.6.4, 6.2.4, 16.1.4]
    """
    low, high = guess(game, unit)
    if unit.kind == "ART" and not is_self_propelled(game, unit):
        return 0, high
    return min(low, _shaken(game, unit.side, unit.kind, unit.cel)) if isinstance(game, State) else low, high


def guess(game: Now, unit: Unit) -> tuple[int, int]:
    """Between what figures the strength of a nameless counter lies, from those that cannot be placed."""
    return _guess(hidden(game, unit.side), unit.kind, unit.cel) if isinstance(game, State) else (0, 0)


@remembered
def _guess(among: Hidden, kind: str, known: int) -> tuple[int, int]:
    faces = _faces(among.counters, kind, known)
    return (min(faces), max(faces)) if faces else (0, 0)


@remembered
def _shaken(state: WbState, side: str, kind: str, known: int) -> int:
    """The least that somebody who was seen in disorder, and may be so still, can put up. [5.6.4]"""
    hit = [counter for counter in unseen(state, side) if counter.id in state.tracks.shaken]
    return min(map(half, _faces(hit, kind, known)), default=MOST)


def _faces(counters: Iterable[Counter], kind: str, known: int) -> list[int]:
    """The defences that counters of a kind may show, at all CEL or at the one that is told."""
    return [
        counter.strength(cel, attacking=False)
        for counter in counters if kind in ("", counter.kind)
        for cel in range(1, counter.cel + 1) if known in (0, cel)
    ]  # fmt: skip


def may_concentrate(game: Now, unit: Unit) -> bool:
    """Is a unit of a division or mobile corps, or may it be as far as the viewer knows? [13.1.1, 16.1.4]"""
    if unit.known:
        return bool(printed(game, unit).formation)
    return isinstance(game, State) and unit.kind in _kinds_in_formations(game, unit.side)


@remembered
def _kinds_in_formations(state: WbState, side: str) -> frozenset[str]:
    return frozenset(counter.kind for counter in unseen(state, side) if counter.formation)


def may_have_tracks(game: Now, unit: Unit) -> bool:
    """Is there a counter of this kind on tracks among those the viewer cannot place? [15.1.2, 16.1.4]"""
    return isinstance(game, State) and unit.kind in _kinds_on_tracks(game, unit.side)


@remembered
def _kinds_on_tracks(state: WbState, side: str) -> frozenset[str]:
    return frozenset(counter.kind for counter in unseen(state, side) if counter.moves == "mechanized")


def ranging(part: Part, high: int) -> Part:
    """A part that may be as much as this."""
    return part if part.value == high else structs.replace(part, high=high)
