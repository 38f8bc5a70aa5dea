"""Unit types, Hit Markers and terrain as people call them: short names, other spellings, plurals."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from balka.systems.heroes.kinds import TERRAINS, MarkerKind, UnitKind

_TOKEN = re.compile(r"[a-z]+|\d+")


def tokens(text: str) -> tuple[str, ...]:
    """Words and numbers of a name: `PaK 38` and `pak38` are the same."""
    return tuple(_TOKEN.findall(text.lower()))


def kinds_called(units: Mapping[str, UnitKind], text: str, side: str | None = None) -> list[UnitKind]:
    """The unit types a name may mean, of one side or of all: none, one, or several."""
    kinds = [kind for kind in units.values() if side in (None, kind.side)]
    wanted = tokens(text)
    if not wanted:
        return []
    exact = [kind for kind in kinds if wanted in (tokens(kind.id), tokens(kind.slug), tokens(kind.name))]
    return exact or _holding(kinds, set(wanted)) or _holding(kinds, set(map(_singular, wanted)), plural=True)


def _holding(kinds: Iterable[UnitKind], wanted: set[str], *, plural: bool = False) -> list[UnitKind]:
    """Types whose name holds every word asked for."""
    found = []
    for kind in kinds:
        words = tokens(kind.name)
        if wanted <= set(map(_singular, words) if plural else words):
            found.append(kind)
    return found


def _singular(word: str) -> str:
    return word.removesuffix("s")


def marker_called(markers: Mapping[str, MarkerKind], text: str, pile: str) -> MarkerKind | None:
    """The Hit Marker of a pile by its name or id."""
    for marker in markers.values():
        if marker.pile == pile and tokens(text) in (tokens(marker.name), tokens(marker.id)):
            return marker
    return None


def terrain_called(text: str) -> str | None:
    """The terrain a name means: `wood building`, `Stone Buildings` and `building_stone` are all known."""
    wanted = set(map(_singular, tokens(text)))
    return next((name for name in TERRAINS if set(map(_singular, tokens(name))) == wanted), None)
