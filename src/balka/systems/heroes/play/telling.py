"""Who hears of what a unit does."""

from __future__ import annotations

from balka.core.events import Event
from balka.systems.heroes.units import HeroesWork


def tell_about(work: HeroesWork, name: str, event: Event) -> None:
    """Everybody hears of a unit in view; of a Hidden unit only its own side does. [11.6-a]"""
    unit = work.position.hidden.get(name)
    if unit is None:
        work.tell(event)
    else:
        work.tell_only(work.setting.eyes_of(unit.side), event)
