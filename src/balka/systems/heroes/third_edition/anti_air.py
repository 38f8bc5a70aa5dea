"""Anti-Air units: who can answer a plane, at what cost and with what chance. [16.7-b to 16.7-d, 16.8]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from balka.core.checks import Check, Part, Tally, add
from balka.core.choices import Choice, Facing, UnitId
from balka.core.sight import crossings
from balka.systems.heroes import markers
from balka.systems.heroes.chapters.attacking import reach_price
from balka.systems.heroes.chapters.fire import (
    FURTHER,
    bars_color,
    is_beyond,
    may_attack,
    may_equip,
    range_of,
    reach_of,
)
from balka.systems.heroes.chapters.ratings import BETTER_EQUIPPED, CAREFUL_AIMING, LONG_RANGE, SHORT_RANGE, cap_part
from balka.systems.heroes.chapters.smoke import OUT_OF_SMOKE, THROUGH_SMOKE, density, passes_smoke
from balka.systems.heroes.chapters.works import set_facing
from balka.systems.heroes.dice import ATTACK
from balka.systems.heroes.levels import is_rise
from balka.systems.heroes.play.choosing import budget
from balka.systems.heroes.play.costs import Now, attack_parts, in_arc, total
from balka.systems.heroes.play.situation import blocked, enemy_in, marker_of
from balka.systems.heroes.units import Unit

FLAK = "flak"
ALTITUDE = 4  # level for sight [16.7-b]


class Answer(Choice, frozen=True):
    """An Anti-Air unit fires at the plane. [16.7-c]"""

    verb = "answer"
    final = "yes"
    unit: UnitId


class AnswerUnseen(Choice, frozen=True):
    """A Hidden Anti-Air unit fires at the plane and is revealed by it, facing as its owner likes. [16.7-c, 11.1-a]"""

    verb = "answer"
    final = "yes"
    unit: UnitId
    facing: Facing


# -- who can answer


def sees_plane(now: Now, viewer: int, place: int) -> bool:
    """Is a plane in sight? Smoke hides it, and ground of its height, or what puts the viewer in a Blind Spot.

    [12.6-12.8, 14.3]
    """
    if now.position.smoke and blocked(now, viewer, place) is not None:
        return False
    board, ground = now.setting.board, now.setting.ground
    levels, tall = ground.levels, ground.sight_blockers
    lie = crossings(board, viewer, place)
    if any(all(h >= 0 and levels[h] + (tall >> h & 1) >= ALTITUDE for h in crossing) for crossing in lie):
        return False
    return not lie or not all(h >= 0 and (tall >> h & 1 or is_rise(levels[h], levels[viewer])) for h in lie[0])


def in_reach(now: Now, unit: Unit, place: int) -> bool:
    """Could an Anti-Air unit fire at a plane, by what all can see? [16.8-b, 16.8-d]"""
    kind = now.setting.kind(unit)
    if "aa" not in kind.flags or unit.hex < 0 or unit.carrier or enemy_in(now, unit.side, unit.hex):
        return False  # in Close Combat it attacks only there [6.9-b]
    arc = "turret" in kind.flags or place == unit.hex or in_arc(now, unit, place)
    further = FURTHER if may_equip(now, unit) else 0
    near = now.setting.board.distance(unit.hex, place) <= 2 * (kind.range + further)
    return arc and near and sees_plane(now, unit.hex, place)


def gunners(now: Now, force: str, place: int) -> list[Unit]:
    """Anti-Air units of a force that could answer, by what all can see."""
    return [unit for unit in now.position.units.values() if unit.force == force and in_reach(now, unit, place)]


def lurking(now: Now, force: str) -> bool:
    """May a Hidden Anti-Air unit be about, by what all know? Its owner is then asked, whatever he has. [D11]"""
    gone = {name for names in now.tracks.lost.values() for name in names} | {*now.position.units, *now.tracks.gone}
    unseen = [now.setting.kinds[kind] for name, kind in now.setting.counters.items() if name not in gone]
    return any("aa" in kind.flags and kind.side == now.setting.forces[force] for kind in unseen)


def answers(now: Now, force: str, place: int) -> list[Choice]:
    """Who can answer a plane: units in view, and Hidden ones that would be revealed by it. [16.7-c, 11.1-a]"""
    seen = [unit for unit in gunners(now, force, place) if may_answer(now, unit, place)]
    hidden = [unit for unit in now.position.hidden.values() if unit.force == force]
    turned = [unit.changed(facing=side) for unit in hidden for side in _ways(now, unit)]
    able = [unit for unit in turned if in_reach(now, unit, place) and may_answer(now, unit, place)]
    unseen = [AnswerUnseen(UnitId(unit.id), Facing(unit.facing)) for unit in able]
    return [*(Answer(UnitId(unit.id)) for unit in seen), *unseen]


def _ways(now: Now, unit: Unit) -> Sequence[int]:
    """How a Hidden unit may face once it is shown: any way, or as the works it is in. [11.2-b, 17.5-b]"""
    bound = set_facing(now, unit)
    return range(len(now.setting.board.grid.sides)) if bound is None else (bound,)


def may_answer(now: Now, unit: Unit, place: int) -> bool:
    """Able to attack with blue Firepower, in Range with its marker, and Fresh or able to pay all of it.

    [16.7-c, 16.8-b, 15.13-d, ruling C31]
    """
    if may_attack(now, unit) is not None or bars_color(now, unit, "blue"):
        return False
    if now.setting.board.distance(unit.hex, place) > reach_of(now, unit):
        return False
    cost = total(now, unit, FLAK, attack_parts(now, unit, place)) + reach_price(now, unit, place)
    return cost <= budget(now, unit, "")


def flak_check(
    now: Now, unit: Unit, card: str, place: int, count: int = 0, *, equipped: bool = False, aimed: int = 0
) -> Check:
    """Two dice against the plane's blue Defense less Firepower and range; smoke counts, no terrain. [14.3-b, 16.8-c]"""
    equipped = equipped or is_beyond(now, unit, place)
    kind, plane = now.setting.kind(unit), now.setting.cards[card]
    armor = add(plane.defense or 0, f"Defense of {plane.name}", "sos-16.8-b", plane.basis)
    defence = Tally("Defense Rating", (armor, THROUGH_SMOKE) if passes_smoke(now, unit.hex, place) else (armor,))
    power = add(kind.blue_fp or 0, f"Blue Firepower of {kind.name}", "sos-6.5-c", kind.basis)
    aiming = (CAREFUL_AIMING,) * aimed
    attack = Tally("Attack Rating", (power, *aiming, *_flak_parts(now, unit, place, FURTHER if equipped else 0)))
    parts = (add(defence.value, "Defense Rating", "sos-6.1-a"), add(-attack.value, "Attack Rating", "sos-6.7-a"))
    better = (BETTER_EQUIPPED,) if equipped else ()
    name = f"{now.setting.name(unit.id)} fires at {plane.name}"
    return Check(name, "2d6", Tally("Hit Number", (*parts, *cap_part(count), *better)), ATTACK, (defence, attack))


def _flak_parts(now: Now, unit: Unit, place: int, further: int) -> Iterator[Part]:
    marker, away = marker_of(now, unit), now.setting.board.distance(unit.hex, place)
    if marker is not None and marker.blue_fp:
        yield markers.part(marker, marker.blue_fp)
    if away <= 1:
        yield SHORT_RANGE
    if away > range_of(now, unit) + further:
        yield LONG_RANGE
    if density(now, unit.hex):
        yield OUT_OF_SMOKE[density(now, unit.hex)]


def marker_counts(now: Now, unit: Unit, card: str, place: int) -> bool:
    """Does the gunner's Hit Marker change its fire at a plane? [7.5-b]"""
    bare = flak_check(now, unit.changed(marker=""), card, place)
    return bool(unit.marker) and flak_check(now, unit, card, place).need != bare.need
