"""What an attack can be rolled against: units, and works that can be shot to pieces. [6.8, 17.11]"""

from __future__ import annotations

from msgspec import structs

from balka.core.boards import Board
from balka.core.hexes import mask_of
from balka.core.memo import POSITION, remembered
from balka.systems.heroes.data.loading import Title
from balka.systems.heroes.events.works import Ruin, WorksRemoved
from balka.systems.heroes.kinds import UnitKind, WorkKind
from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.units import HeroesPosition, HeroesWork, Unit, Works

WORKS, HASTY, MORE = "works:", "hasty:", "/"
HASTY_DEFENSE, MINES = "hasty_defense", "mines"


def as_targets(title: Title) -> dict[str, UnitKind]:
    """Works with a Defense figure, as types that can be attacked: red, the same from all sides.

    [17.1-c, 17.11-a, d, g, atb 18.4-b]
    """
    return {work.id: _target(work) for work in title.works.values() if work.destroy_dr is not None}


def _target(work: WorkKind) -> UnitKind:
    figure = work.destroy_dr or 0
    return UnitKind(
        id=work.id, slug=work.id, side="", name=work.name, count=0, years="", unit_class="work", attack_cost=None,
        indirect_cost=None, move_cost=0, move_type="tracked", red_fp=None, blue_fp=None, front_def=figure,
        flank_def=figure, def_color="red", range_min=0, range=0, bonus_wheel=0, bonus_track=0, flags=frozenset(), vp=0,
        basis=work.basis, source="",
    )  # fmt: skip


def works_in(now: Now, hexagon: int) -> dict[str, Works]:
    """All works in a hex by the name they are kept under: the printed hex, and the kind too after the first."""
    if not now.position.works or hexagon < 0:
        return {}
    return _works_by_hex(now.position).get(now.setting.board.labels[hexagon], {})


@remembered
def _works_by_hex(position: HeroesPosition) -> dict[str, dict[str, Works]]:
    found: dict[str, dict[str, Works]] = {}
    for key, works in position.works.items():
        found.setdefault(hex_of(key), {})[key] = works
    return found


def hex_of(key: str) -> str:
    """The printed hex of works by the name they are kept under."""
    return key.partition(MORE)[0]


def works_of(now: Now, hexagon: int, kind: str) -> tuple[str, Works] | None:
    """The works of one kind in a hex, with the name they are kept under."""
    return next(((key, works) for key, works in works_in(now, hexagon).items() if works.kind == kind), None)


def with_works(board: Board, works: dict[str, Works], hexagon: int, new: Works) -> dict[str, Works]:
    """Works with one more of them, beside those in its hex of other kinds."""
    label = board.labels[hexagon]
    key = label if label not in works or works[label].kind == new.kind else f"{label}{MORE}{new.kind}"
    return dict(sorted({**works, key: new}.items()))


def no_room(now: Now, hexagon: int, side: str, kind: str) -> bool:
    """Is there no room for works of a kind, as far as a side knows? One to a hex, or one of each kind.

    [17.0-c, atb 18.0-b]
    """
    known = [works for works in works_in(now, hexagon).values() if not works.hidden or works.side == side]
    if now.setting.edition.works.share_hexes:
        return any(works.kind == kind for works in known)
    dug_in = kind != HASTY_DEFENSE and any(unit.dug_in for unit in now.position.at(hexagon))
    return bool(known) or dug_in


def work_kind(now: Now, works: Works) -> WorkKind:
    return now.setting.catalogue.works[works.kind]


def owner_of(now: Now, works: Works) -> str:
    """Whose works they are: who laid them, or the first player of the side that had them from the start.

    [17.10-c, atb 18.3.3-g, atb 20.0-f]
    """
    return works.force or next(force for force, side in now.setting.forces.items() if side == works.side)


def with_laid(now: Now, hexagon: int, force: str, new: Works) -> dict[str, Works]:
    """All works with those that a player has laid in play. [atb 20.0-f]"""
    named = new if owner_of(now, new) == force else structs.replace(new, force=force)
    return with_works(now.setting.board, now.position.works, hexagon, named)


def breakable(now: Now) -> int:
    """Hexes with works in view that can be destroyed, as a bitmask. [17.11-a]"""
    return _breakable(now) if now.position.works else 0


@remembered(on=POSITION)
def _breakable(now: Now) -> int:
    works = [hex_of(key) for key, work in now.position.works.items() if _can_break(now, work)]
    return mask_of(map(now.setting.board.hex, works))


def _can_break(now: Now, works: Works) -> bool:
    return not works.hidden and works.kind in now.setting.kinds


def breaks_works(now: Now, unit: Unit) -> bool:
    """Can a unit's own weapon destroy works from afar? Everybody's, or only that of guns and mortars. [17.11-a]"""
    return now.setting.edition.works.broken_by(now.setting.kind(unit))


def breakable_by_hand(now: Now, side: str) -> int:
    """Hexes without units of a side whose works it could destroy with flame or Weapon cards, as a bitmask. [17.11-a]"""
    return breakable(now) & ~now.position.held[side] if now.setting.edition.works.fall_to_hand_weapons else 0


def work_targets(now: Now, hexagon: int) -> tuple[str, ...]:
    """The works of a hex an attack on it also rolls for. [17.11-c, atb 18.3.1-j]"""
    works = tuple(WORKS + key.lower() for key, lying in works_in(now, hexagon).items() if _can_break(now, lying))
    if "dig" not in now.setting.edition.deeds:
        return works
    return works + tuple(HASTY + unit.id for unit in now.position.at(hexagon) if unit.dug_in)


def targets_in_hex(now: Now, hexagon: int) -> tuple[str, ...]:
    """Everybody in a hex, friend or foe, then the works there that can be destroyed.

    [6.8-a, 17.11-c, e, atb 7.7.3-o, atb 18.4-e]
    """
    return (*(unit.id for unit in now.position.at(hexagon)), *work_targets(now, hexagon))


def struck_by_hand(now: Now, hexagon: int) -> tuple[str, ...]:
    """Everybody in a hex and, where flame and Weapon cards destroy them, its works. [6.8-a, 17.11-c, atb 18.4-a]"""
    names = targets_in_hex(now, hexagon)
    return (
        names if now.setting.edition.works.fall_to_hand_weapons else tuple(name for name in names if not is_work(name))
    )


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
    place = now.setting.board.hex(hex_of(what))
    works = next((lying for key, lying in works_in(now, place).items() if key.lower() == what), None)
    return None if works is None else Unit(name, works.kind, "", works.side, place, works.facing)


def target_named(now: Now, name: str) -> Unit:
    found = find_target(now, name)
    assert found is not None, name
    return found


def remove_works(work: HeroesWork, name: str, why: Ruin, rule: str) -> None:
    """Off the map at once; whoever was inside stands in the open. [17.11-b, atb 18.4-c]"""
    kind, _, what = name.partition(":")
    work.tell(WorksRemoved(rule, name, why))
    if kind + ":" == HASTY:
        work.put(work.unit(what).changed(dug_in=False))
        return
    place = work.setting.board.hex(hex_of(what))
    works = {key: lying for key, lying in work.position.works.items() if key.lower() != what}
    broken = next(lying for key, lying in work.position.works.items() if key.lower() == what)
    if work_kind(work, broken).kind == "obstacle":
        work.position = work.position.changed(works=works)
        return
    units = {n: u.changed(inside=False) if u.hex == place else u for n, u in work.position.units.items()}
    hidden = {n: u.changed(inside=False) if u.hex == place else u for n, u in work.position.hidden.items()}
    work.position = work.position.changed(works=works, units=units, hidden=hidden)


def works_name(now: Now, hexagon: int) -> str:
    """The first of the works in a hex, as a target."""
    return f"works:{now.setting.board.labels[hexagon].lower()}"


def works_names(now: Now, hexagon: int) -> tuple[str, ...]:
    """The works of a hex that can be destroyed, Hasty Defenses left out."""
    return tuple(name for name in work_targets(now, hexagon) if is_work(name) and name.startswith("works:"))
