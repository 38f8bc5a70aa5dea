"""Artillery in support of an attack or a defence. [10.2, 11.1]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from balka.core.checks import Check, Tally
from balka.core.choices import Choice, UnitId
from balka.core.state import Work
from balka.systems.famous_divisions.events import label
from balka.systems.famous_divisions.listing import SideFrame
from balka.systems.famous_divisions.model import (
    OFF_MAP,
    ON_MAP,
    Game,
    Unit,
    catalogue,
    enemy_of,
    kind,
    position,
)
from balka.systems.famous_divisions.strength import Fight, attack_check, gun_reaches
from balka.systems.famous_divisions.verbs import Gun, Stand


def guns_in_reach(game: Game, side: str, target: int) -> list[Unit]:
    """Artillery of a side that has not fired and reaches a hex; it need not be activated. [10.2-a, d, k, 11.1-a]"""
    units = position(game).units.values()
    ready = (u for u in units if u.side == side and u.status in (ON_MAP, OFF_MAP) and not u.fired)
    return [u for u in ready if not u.anonymous and kind(game, u).is_artillery and gun_reaches(game, u, target)]


class Support(SideFrame, frozen=True):
    """The defender adds guns once the attacker has committed his. [10.2-b, l]"""

    fight: Fight

    def ask_kind(self) -> str:
        return "defence"

    def is_window(self) -> bool:
        return True

    def prompt(self, view: Any, seat: str) -> str:
        return f"{label(view.setting, self.fight.target)} is attacked: add guns to the defence, or stand."

    def options(self, state: Any) -> Iterator[Choice]:
        yield from (Gun(UnitId(u.id)) for u in defending_guns(state, self.fight))
        yield Stand()

    def answer(self, work: Work, choice: Choice) -> None:
        if isinstance(choice, Gun):
            support = (*self.fight.support, str(choice.unit))
            work.replace_top(self.replaced(fight=structs.replace(self.fight, support=support)))
        else:
            work.pop()
            work.finish(("support", self.fight.support))

    def panel(self, view: Any) -> tuple[Tally | Check, ...]:
        return (attack_check(view, self.fight),)


def defending_guns(game: Game, fight: Fight) -> list[Unit]:
    """Guns in range, never those in the attacked hex. [10.2-b, f, g]"""
    ready = guns_in_reach(game, enemy_of(fight.side), fight.target)
    return [u for u in ready if u.hex != fight.target and u.id not in fight.support]


def may_have_guns(game: Game, side: str) -> bool:
    """Has a side artillery left in play? Arrivals and losses are public."""
    units = position(game).units
    guns = [k for k in catalogue(game).kinds.values() if k.side == side and k.is_artillery]
    return any(k.id not in units or units[k.id].status in (ON_MAP, OFF_MAP) for k in guns)
