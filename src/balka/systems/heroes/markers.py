"""Hit Markers: what each does to the unit it lies under. [sos 7.3]"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from balka.core.checks import Part, add
from balka.systems.heroes import keys
from balka.systems.heroes.kinds import MarkerKind


def only_rally(marker: MarkerKind) -> bool:
    """Stunned: no Action except Rally. [sos-hit-armored-stunned-a]"""
    return "only_rally" in marker.special


def destroys(marker: MarkerKind) -> bool:
    """The unit counts as destroyed although it still stands on the map. [sos-hit-armored-destroyed-b]"""
    return marker.recovery == "never"


def part(marker: MarkerKind, amount: int) -> Part:
    """A figure of the marker added to the statistic in the same place.

    [7.3-a, c, sos-hit-soft-unnerved-b, sos-hit-soft-suppressed-d, sos-hit-armored-light-damage-b, atb 7.4-c,
    atb-hit-foot-unnerved-b, atb-hit-foot-suppressed-d, atb-hit-veh-light-damage-b, atb-hit-foot-stunned-d,
    atb-hit-foot-pinned-c]
    """
    return add(amount, f"{marker.name} marker", "sos-7.3-a atb-7.4-c", marker.basis, keys.HIT_MARKER)


def short(name: str, names: Iterable[str]) -> str:
    """A letter or two for a badge, no other marker's: the initial, else two letters, else the initials of its words."""
    others = [other for other in names if other != name]
    ways: tuple[Callable[[str], str], ...] = (lambda n: n[0], lambda n: n[:2], _initials)
    return next((way(name) for way in ways if all(way(name) != way(other) for other in others)), name)


def _initials(name: str) -> str:
    words = name.replace("(", "").split()
    return words[0][0] + words[-1][0]


def words(marker: MarkerKind) -> str:
    """What the marker does, in a few words."""
    if destroys(marker):
        return "counts as destroyed"
    return ", ".join([*_bans(marker), *_figures(marker), _rally(marker)])


def _bans(marker: MarkerKind) -> list[str]:
    if only_rally(marker):
        return ["only Rally"]
    return [*(["no Move or Pivot"] if marker.bars_move else []), *(["no Attack"] if marker.bars_attack else [])]


def _figures(marker: MarkerKind) -> list[str]:
    figures = (("Attack Cost", marker.attack_cost), ("Move Cost", marker.move_cost), ("red Firepower", marker.red_fp),
               ("blue Firepower", marker.blue_fp), ("Front Defense", marker.front_def),
               ("Flank Defense", marker.flank_def))  # fmt: skip
    said = [f"{name} {amount:+d}" for name, amount in figures if amount]
    return [*said, f"Range {marker.range}"] if marker.range is not None else said


def _rally(marker: MarkerKind) -> str:
    return f"Rally {marker.rally}" if marker.recovery == "rally" else "no Rally"
