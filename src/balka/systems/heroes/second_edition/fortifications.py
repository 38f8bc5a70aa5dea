"""Works as this edition has them: one of each kind to a hex, broken by guns and hand to hand. [18.0-18.4]"""

from __future__ import annotations

from balka.core.checks import Part
from balka.core.choices import Refusal
from balka.systems.heroes.chapters.obstacles import knows_mines
from balka.systems.heroes.chapters.targets import HASTY_DEFENSE, target_named, work_targets
from balka.systems.heroes.kinds import UnitKind
from balka.systems.heroes.play.costs import Now, step_part
from balka.systems.heroes.play.differences import Fortifications
from balka.systems.heroes.play.situation import enemy_in, loads_of
from balka.systems.heroes.units import Unit

GUNS = frozenset({"mortar", "tank", "armored_car", "field_gun", "spg", "carrier_gun"})


def why_not_dig(now: Now, unit: Unit) -> Refusal | None:
    """Not in Close Combat. [card 11]"""
    if not enemy_in(now, unit.side, unit.hex):
        return None
    return Refusal("Nobody digs in with an enemy in the hex.", "atb-card-11-c")


def door_price(now: Now, unit: Unit) -> tuple[Part, ...]:
    """A move into the terrain of its hex. [18.2-d, 18.2-e]"""
    hard = now.setting.ground.difficult[now.setting.kind(unit).move_type][unit.hex]
    return (step_part(now, unit),) if hard is None else (step_part(now, unit), hard)


def broken_by(kind: UnitKind) -> bool:
    """That of guns and mortars. [18.4-a]"""
    return bool(GUNS & {kind.unit_class, *kind.flags})


def why_not_raze(now: Now, unit: Unit) -> Refusal | None:
    """Hand to hand Foot Units do. [18.4-a]"""
    if now.setting.kind(unit).is_foot:
        return None
    return Refusal("Only Foot Units attack works hand to hand.", "atb-18.4-a")


def struck_with(now: Now, unit: Unit, target: Unit) -> tuple[str, ...]:
    """Foot Units strike at their target and at the works it is in. [18.4-a]"""
    if not now.setting.kind(unit).is_foot:
        return ()
    found = work_targets(now, target.hex) if target.inside or target.dug_in else ()
    return tuple(name for name in found if _shelters(now, name, target))


def _shelters(now: Now, name: str, target: Unit) -> bool:
    works = target_named(now, name)
    if works.kind == HASTY_DEFENSE:
        return name.endswith(f":{target.id}")
    return target.inside and now.setting.catalogue.works[works.kind].kind == "fortification"


def mined_with(now: Now, unit: Unit) -> list[str]:
    """All it carries but Pioneers, who know mines. [18.3.3-b, 19.0-b]"""
    return [load.id for load in loads_of(now, unit) if not knows_mines(now, load)]


WORKS = Fortifications(
    share_hexes=True,
    dig_cost=7,
    why_not_dig=why_not_dig,
    hasty_defenses_run_out=True,
    door_price=door_price,
    broken_by=broken_by,
    fall_to_hand_weapons=False,
    why_not_raze=why_not_raze,
    struck_with=struck_with,
    mine_reader="meets",
    mined_with=mined_with,
)
