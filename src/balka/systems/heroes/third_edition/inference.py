"""What a face-down marker under an Anti-Air unit cannot be: one that counts would lie face up already. [7.5, 16.10]"""

from __future__ import annotations

from balka.systems.heroes.kinds import MarkerKind
from balka.systems.heroes.play.actions import Action
from balka.systems.heroes.secrets import inference
from balka.systems.heroes.third_edition.anti_air import FLAK, marker_counts
from balka.systems.heroes.units import HeroesState, Unit


def may_be(view: HeroesState, unit: Unit, marker: MarkerKind) -> bool:
    """Could this marker lie face down under the unit, seeing what is happening?"""
    supposed = unit.changed(marker=marker.id)
    fired = [frame for frame in view.stack if isinstance(frame, Action) and _has_fired(frame, unit)]
    shows = any(marker_counts(view, supposed, frame.target, frame.hex) for frame in fired)
    return not shows and inference.may_be(view, unit, marker)


def _has_fired(action: Action, unit: Unit) -> bool:
    return action.unit == unit.id and action.verb == FLAK and "do" not in action.steps
