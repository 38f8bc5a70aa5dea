"""What a unit type is able to do: what its counter shows, less what the Mission takes away, plus what it grants."""

from __future__ import annotations

from balka.core.memo import remembered
from balka.systems.heroes.data.mission_data import AbilityOff, AbilityOn
from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.setting import HeroesSetting
from balka.systems.heroes.units import Unit

SMOKE, FLAME, INDIRECT, ENGINEER = "smoke", "flame", "indirect", "engineer"


def can(now: Now, unit: Unit, ability: str) -> bool:
    """May this unit use the ability in this Mission? [special rules ability_off, ability_on]"""
    return ability in abilities(now.setting)[unit.kind]


def is_veteran(now: Now, unit: Unit, card: str) -> bool:
    """Does the unit have this Veteran card? It is never used up, and all know of it. [8.2]"""
    found = now.setting.veterans
    return bool(found) and card in found.get((unit.force, unit.kind), ())


@remembered
def abilities(setting: HeroesSetting) -> dict[str, frozenset[str]]:
    """The abilities of every unit type, worked out once for a Mission."""
    return {kind: _of(setting, kind) for kind in setting.kinds}


def _of(setting: HeroesSetting, name: str) -> frozenset[str]:
    kind = setting.kinds[name]
    printed = kind.flags | ({INDIRECT} if kind.indirect_cost is not None else frozenset())
    for rule in setting.mission.special:
        if isinstance(rule, AbilityOff) and rule.unit == name:
            printed -= frozenset(rule.abilities)
        elif isinstance(rule, AbilityOn) and rule.unit == name:
            printed |= frozenset(rule.abilities)
    return printed
