"""What an attack can be rolled against: units, and works that can be shot to pieces. [6.8, 17.11]"""

from __future__ import annotations

from balka.core.hexes import mask_of
from balka.systems.heroes.common.costs import Now
from balka.systems.heroes.common.events import Noted
from balka.systems.heroes.kinds import UnitKind, WorkKind
from balka.systems.heroes.loading import Title
from balka.systems.heroes.units import HeroesWork, Unit, Works

WORKS, HASTY = "works:", "hasty:"
HASTY_DEFENSE = "hasty_defense"


def as_targets(title: Title) -> dict[str, UnitKind]:
    """Works with a Defense figure, as types that can be attacked: red, the same from all sides. [17.1-c, 17.11-a]"""
    return {work.id: _target(work) for work in title.works.values() if work.destroy_dr is not None}


def _target(work: WorkKind) -> UnitKind:
    figure = work.destroy_dr or 0
    return UnitKind(
        id=work.id, slug=work.id, side="", name=work.name, count=0, years="", unit_class="work", attack_cost=None,
        indirect_cost=None, move_cost=0, move_type="tracked", red_fp=None, blue_fp=None, front_def=figure,
        flank_def=figure, def_color="red", range_min=0, range=0, bonus_wheel=0, bonus_track=0, flags=frozenset(), vp=0,
        basis=work.basis, source="",
    )  # fmt: skip


def works_at(now: Now, hexagon: int) -> Works | None:
    """The Fortification or Obstacle in a hex, if the holder of this state knows of it."""
    return now.position.works.get(now.setting.board.labels[hexagon]) if now.position.works and hexagon >= 0 else None


def known_works(now: Now, hexagon: int, side: str) -> Works | None:
    """As `works_at`, leaving out what the other side keeps hidden: it never forbids anything. [D2]"""
    found = works_at(now, hexagon)
    return None if found is not None and found.hidden and found.side != side else found


def work_kind(now: Now, works: Works) -> WorkKind:
    return now.setting.catalogue.works[works.kind]


def breakable(now: Now) -> int:
    """Hexes with works in view that can be destroyed, as a bitmask. [17.11-a]"""
    if not now.position.works:
        return 0
    found: int | None = now.position.__dict__.get("_breakable")
    if found is None:
        works = [
            label for label, work in now.position.works.items() if not work.hidden and work.kind in now.setting.kinds
        ]
        found = now.position.__dict__["_breakable"] = mask_of(map(now.setting.board.hex, works))
    return found


def work_targets(now: Now, hexagon: int) -> tuple[str, ...]:
    """The works of a hex an attack on it also rolls for. [17.11-c]"""
    works = (WORKS + now.setting.board.labels[hexagon].lower(),) if breakable(now) >> hexagon & 1 else ()
    if "dig" not in now.setting.edition.carry_out:
        return works
    return works + tuple(HASTY + unit.id for unit in now.position.at(hexagon) if unit.dug_in)


def targets_in_hex(now: Now, hexagon: int) -> tuple[str, ...]:
    """Everybody in a hex, friend or foe, then the works there that can be destroyed. [6.8-a, 17.11-c]"""
    return (*(unit.id for unit in now.position.at(hexagon)), *work_targets(now, hexagon))


def is_work(name: str) -> bool:
    return name.startswith((WORKS, HASTY))


def find_target(now: Now, name: str) -> Unit | None:
    """A target by name, works included; nothing if it is gone."""
    kind, colon, what = name.partition(":")
    if not colon:
        return now.position.unit(name)
    if kind + colon == HASTY:
        builder = now.position.unit(what)
        if builder is None or not builder.dug_in:
            return None
        return Unit(name, HASTY_DEFENSE, builder.force, builder.side, builder.hex)
    place = now.setting.board.hex(what)
    works = works_at(now, place)
    return None if works is None else Unit(name, works.kind, "", works.side, place, works.facing)


def target_named(now: Now, name: str) -> Unit:
    found = find_target(now, name)
    assert found is not None, name
    return found


def remove_works(work: HeroesWork, name: str, why: str, rule: str) -> None:
    """Off the map at once; whoever was inside stands in the open. [17.11-b]"""
    kind, _, what = name.partition(":")
    work.tell(Noted(f"{work.setting.name(name).capitalize()}: {why}", "", (rule,)))
    if kind + ":" == HASTY:
        work.put(work.unit(what).changed(dug_in=False))
        return
    place = work.setting.board.hex(what)
    gone = work.setting.board.labels[place]
    works = {label: one for label, one in work.position.works.items() if label != gone}
    units = {n: u.changed(inside=False) if u.hex == place else u for n, u in work.position.units.items()}
    hidden = {n: u.changed(inside=False) if u.hex == place else u for n, u in work.position.hidden.items()}
    work.position = work.position.changed(works=works, units=units, hidden=hidden)
