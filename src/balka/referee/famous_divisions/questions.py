"""Questions about a position of Grossdeutschland: attacks, fire, barrages, marches, supply, sight, zones, stacking."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import structs

from balka.core.choices import Refusal
from balka.core.describing.document import Entry, nearest
from balka.referee.adapters import Case, Question
from balka.referee.answers import Answer, check_rows, check_values, joined, refusal_values, tally_rows
from balka.systems.famous_divisions.activation import Orders
from balka.systems.famous_divisions.artillery import NO_TARGET, barrage_check, targets
from balka.systems.famous_divisions.chits import nullified, spoiled
from balka.systems.famous_divisions.combat import NO_STRENGTH, OUT_OF_COMMAND, Assault, in_command, why_not_join
from balka.systems.famous_divisions.model import Now, enemy_of, headquarters, kind
from balka.systems.famous_divisions.movement import (
    March,
    allowance,
    march,
    why_it_stays,
    why_no_step,
)
from balka.systems.famous_divisions.opportunity import threats
from balka.systems.famous_divisions.passages import Marches, reach
from balka.systems.famous_divisions.position import SIDES, Unit
from balka.systems.famous_divisions.ranged import NO_SHOT, eligible_targets, shot_check, why_not_at
from balka.systems.famous_divisions.reinforcements import why_not_active
from balka.systems.famous_divisions.sight import can_inspect, distance, line
from balka.systems.famous_divisions.stacking import ROAD_LIMIT, column, excess, limit, load
from balka.systems.famous_divisions.strength import Fight, attack_check, attack_tally
from balka.systems.famous_divisions.supply import is_hq_supplied, is_in_supply
from balka.systems.famous_divisions.support import why_no_support, why_not_ready
from balka.systems.famous_divisions.tables import DIRECT_RANGES, odds_column
from balka.systems.famous_divisions.wording import slug
from balka.systems.famous_divisions.zones import zone

RULES = {"beside": "gd-10.0-a"}
OTHER_SIDE = Refusal("It belongs to the other side.", "gd-10.2-a")
FARTHEST = max(DIRECT_RANGES)

# -- units and places


def _unit(case: Case, entry: Entry) -> Unit:
    units, name = case.state.position.units, entry.text().lower()
    if name not in units or units[name].hex < 0:
        known = [unit_id for unit_id, unit in units.items() if unit.hex >= 0]
        raise entry.mistake(f"there is no unit {entry.text()!r} on the map", nearest(name, known))
    return units[name]


def _units(case: Case, fields: Mapping[str, Entry], name: str) -> tuple[Unit, ...]:
    """Units in a list, or by their names in one line."""
    if name not in fields:
        return ()
    return tuple(_unit(case, item) for item in fields[name].one_or_more())


def _place(case: Case, entry: Entry) -> int:
    """A hex by label or mark, or the hex a unit stands in."""
    word = entry.text().lower()
    return _unit(case, entry).hex if word in case.state.position.units else case.ground.place(entry)


def _forbidden(refusal: Refusal | None) -> tuple[str, ...]:
    return (f"But it is not allowed: {refusal.text()}",) if refusal else ()


def _label(case: Case, h: int) -> str:
    return case.state.setting.board.labels[h]


# -- attacks


def attack(case: Case, entry: Entry) -> Answer:
    """Strengths, the odds column, every modifier of the dice and the chance of each result. [10.1]"""
    fields = case.asked("attack", entry)
    fight, notes = _spoiled(case.state, _fight(case, fields))
    refusal = _why_no_attack(case, fight)
    places = [case.state.position.units[unit_id].hex for unit_id in fight.attackers]
    if refusal is not None and any(distance(case.state, place, fight.target) != 1 for place in places):
        return Answer(f"No: {refusal.text()}", (), refusal_values(refusal))
    strength = attack_tally(case.state, fight).value
    if strength <= 0:
        refusal = refusal or NO_STRENGTH
        return Answer(f"No: {refusal.text()}", (), refusal_values(refusal))
    check = attack_check(case.state, fight)
    attacking, defence = check.tallies
    column = odds_column(strength, defence.spread[1])
    values = {**check_values(check, case.game), "column": column, "attack": attacking.value,
              "defence": defence.spread[0], "modifier": check.tally.value, "dice": check.dice,
              **refusal_values(refusal)}  # fmt: skip
    head = f"{column}, {check.tally.value:+d} to the dice"
    return Answer(head, (*notes, *check_rows(check, case.game), *_forbidden(refusal)), values)


def _fight(case: Case, fields: Mapping[str, Entry]) -> Fight:
    units = _units(case, fields, "units")
    return Fight(
        units[0].side if units else SIDES[0], _place(case, fields["target"]), tuple(u.id for u in units),
        tuple(u.id for u in _units(case, fields, "guns")), tuple(u.id for u in _units(case, fields, "support")),
        overrun="overrun" in fields and fields["overrun"].flag(), chits=_drawn(fields),
        broken=tuple(item.text().lower() for item in fields["broken"].one_or_more()) if "broken" in fields else (),
    )  # fmt: skip


def _drawn(fields: Mapping[str, Entry]) -> tuple[tuple[str, str], ...]:
    """The chit each side has drawn: `{german: Apathy}`."""
    if "chits" not in fields:
        return ()
    return tuple((side, slug(entry.text())) for side, entry in fields["chits"].fields(SIDES).items())


def _spoiled(game: Now, fight: Fight) -> tuple[Fight, list[str]]:
    """Chits without effect at night or in this weather, then those that another takes away. [10.3-j, k]"""
    notes = []
    for find in (spoiled, nullified):
        lost = list(find(game, fight))
        notes += [f"{event.say(game.setting)} [{event.rule}]" for event in lost]
        fight = structs.replace(fight, void=(*fight.void, *((event.side, event.rule) for event in lost)))
    return fight, notes


def _why_no_attack(case: Case, fight: Fight) -> Refusal | None:
    """What play would refuse, by the same rules."""
    state, units = case.state, case.state.position.units
    if state.position.holder(fight.target) != enemy_of(fight.side):
        return Refusal(f"No enemy stands in {_label(case, fight.target)}.", RULES["beside"])
    bare = structs.replace(fight, attackers=(), guns=(), support=())
    for unit_id in fight.attackers:
        refusal = why_not_join(state, bare, units[unit_id], _commander(case, units[unit_id]))
        if refusal is not None:
            return _about(case, unit_id, refusal)
    sides = [(fight.guns, fight.side), (fight.support, enemy_of(fight.side))]
    for gun, side in ((gun, side) for guns, side in sides for gun in guns):
        refusal = OTHER_SIDE if units[gun].side != side else why_no_support(state, bare, units[gun])
        if refusal is not None:
            return _about(case, gun, refusal)
    return None


def _about(case: Case, unit_id: str, refusal: Refusal) -> Refusal:
    return structs.replace(refusal, sentence=f"{kind(case.state, unit_id).name}: {refusal.sentence}")


def _commander(case: Case, unit: Unit) -> str:
    """The HQ that has activated a unit, where the file says its battalion acts."""
    acting = _combat_part(case, unit)
    return acting.hq if acting is not None else ""


def _apart(case: Case, acting: Assault | None, unit: Unit) -> Refusal | None:
    """Why a unit has no part in the activation at hand."""
    if acting is None:
        return None
    return why_not_active(case.state, acting.side, acting.battalion, acting.units, unit.id)


def _combat_part(case: Case, unit: Unit) -> Assault | None:
    """The combat part of the activation of a unit's battalion, where the file says that it acts."""
    battalion = kind(case.state, unit).battalion
    frames = (
        frame for frame in case.state.stack if isinstance(frame, Orders | Assault) and frame.battalion == battalion
    )
    return next((Assault(frame.side, frame.battalion, frame.hq, frame.units) for frame in frames), None)


# -- ranged fire


def direct_fire(case: Case, entry: Entry) -> Answer:
    """A shot at a unit, or at a hex whose target is picked later. [11.3]"""
    fields = case.asked("direct_fire", entry)
    shooter, word = _unit(case, fields["unit"]), fields["target"].text().lower()
    h = _place(case, fields["target"])
    named = case.state.position.units.get(word)
    there = (named,) if named is not None else eligible_targets(case.state, case.state.position.stack(h))
    acting = _combat_part(case, shooter)
    barred = _apart(case, acting, shooter) or (acting.why_no_shot(case.state, shooter) if acting is not None else None)
    refusal = barred or why_not_at(case.state, shooter, h) or (NO_SHOT if not _may_pick(case, h, named) else None)
    if refusal is not None and not 0 < distance(case.state, shooter.hex, h) <= FARTHEST:
        return Answer(f"No: {refusal.text()}", (), refusal_values(refusal))
    check, away = shot_check(case.state, shooter, h, there), distance(case.state, shooter.hex, h)
    values = {**check_values(check, case.game), "range": away, **refusal_values(refusal)}
    hit = f"A hit: each die shows more than {away} [gd-11.3-f]"
    return Answer(check.name, (hit, *check_rows(check, case.game), *_forbidden(refusal)), values)


def _may_pick(case: Case, h: int, named: Unit | None) -> bool:
    """May the shooter pick this unit, or anybody in a hex? [11.4-f, g]"""
    there = eligible_targets(case.state, case.state.position.stack(h))
    return bool(there) if named is None else named in there


def barrage(case: Case, entry: Entry) -> Answer:
    """The three dice of a gun on an observed hex. [11.2]"""
    fields = case.asked("barrage", entry)
    gun, h = _unit(case, fields["unit"]), _place(case, fields["target"])
    acting = _combat_part(case, gun)
    out = OUT_OF_COMMAND if acting is not None and not in_command(case.state, gun, acting.hq) else None
    refusal = (
        _apart(case, acting, gun)
        or why_not_ready(case.state, gun)
        or out
        or (None if h in targets(case.state, gun) else NO_TARGET)
    )
    check = barrage_check(case.state, gun, h)
    return Answer(
        check.name,
        (*check_rows(check, case.game), *_forbidden(refusal)),
        {**check_values(check, case.game), **refusal_values(refusal)},
    )


# -- marches


def _marches(case: Case, units: tuple[Unit, ...]) -> Marches:
    return reach(case.state, march(case.state, units))


def move(case: Case, entry: Entry) -> Answer:
    """The cheapest way of a unit or a stack to a hex, its cost, and the hexes under fire. [9.0, 11.4]"""
    fields = case.asked("move", entry)
    units, to = (*_units(case, fields, "unit"), *_units(case, fields, "units")), _place(case, fields["to"])
    if not units or len({unit.hex for unit in units}) != 1:
        raise entry.mistake("units of one hex move together", "name a unit, or several that stand together")
    walking = _without_riders(units)
    found, points = _marches(case, units), min(allowance(case.state, unit).value for unit in walking)
    stays = next((why for unit in walking if (why := why_it_stays(unit)) is not None), None)
    if stays is not None:
        return Answer(f"No: {stays.text()}", (), {**refusal_values(stays), "allowance": points})
    if to not in found.spent:
        refusal = why_no_step(case.state, units, to) if distance(case.state, units[0].hex, to) == 1 else _too_far()
        return Answer(f"No: {refusal.text()}", (), {**refusal_values(refusal), "allowance": points})
    way = found.path(to)
    cost, points = _tightest(march(case.state, units), found.spent[to])
    hot = [_label(case, h) for h in way if threats(case.state, units[0].side, h)]
    labels = [_label(case, h) for h in way]
    values = {**refusal_values(None), "cost": cost, "allowance": points, "path": labels, "under_fire": hot}
    rows = tuple(row for unit in walking for row in tally_rows(allowance(case.state, unit), case.game))
    return Answer(f"{cost:g} of {points} points by {' '.join(labels)}; under fire: {joined(hot)}", rows, values)


def _without_riders(units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """Those of a stack who move themselves: a rider goes with its tank. [9.5-c, d]"""
    ids = {unit.id for unit in units}
    return tuple(unit for unit in units if unit.carrier not in ids)


def _tightest(trek: March, spent: tuple[int, ...]) -> tuple[float, int]:
    """What the unit of a stack that has least left has spent, and of how many points. [9.3-b]"""
    pairs = zip(spent, (pace.points for pace in trek.paces), strict=True)
    paid, points = min(pairs, key=lambda pair: (pair[1] - pair[0], -pair[0]))
    return paid / 2, points // 2


def _too_far() -> Refusal:
    return Refusal("It is out of reach this turn.", "gd-9.0-l")


def reach_of(case: Case, entry: Entry) -> Answer:
    """Every hex a unit can get to, with the points it has used there. [9.0]"""
    unit = _unit(case, entry)
    stays = why_it_stays(unit)
    spent = {} if stays is not None else _marches(case, (unit,)).spent
    found = {_label(case, h): paid[0] / 2 for h, paid in spent.items()}
    rows = [f"{label} {cost:g}" for label, cost in sorted(found.items())]
    points = allowance(case.state, unit).value
    head = f"No: {stays.text()}" if stays is not None else f"{len(found)} hexes within {points} points"
    values = {**refusal_values(stays), "allowance": points, "hexes": dict(sorted(found.items()))}
    return Answer(head, (joined(rows),), values)


# -- supply, sight, zones, stacking


def supply(case: Case, entry: Entry) -> Answer:
    """Is there a path to the battalion's HQ, and from it to another? [5.1]"""
    unit = _unit(case, entry)
    fed, hq = is_in_supply(case.state, unit), headquarters(case.state, kind(case.state, unit).battalion)
    rows = [f"HQ: {kind(case.state, hq).name}" if hq else "The battalion has no HQ on the map [gd-5.1-b]"]
    if hq is not None and hq.hex >= 0 and not is_hq_supplied(case.state, hq):
        rows.append("The HQ has no path to another HQ [gd-5.1-b]")
    head = f"{kind(case.state, unit).name} is {'in supply' if fed else 'without supply'}"
    return Answer(head, tuple(rows), {"supplied": fed, "hq": hq.id if hq else None, "hungry": unit.hungry})


def line_of_sight(case: Case, entry: Entry) -> Answer:
    """What a line crosses and what stops it. [11.2]"""
    fields = case.asked("line_of_sight", entry)
    found = line(case.state.setting.catalogue.ground, _place(case, fields["from"]), _place(case, fields["to"]))
    away = distance(case.state, found.a, found.b)
    crossed = [_label(case, h) for h in found.crossed if h >= 0]
    head = f"Clear over {away} hexes" if found.clear else f"Blocked: {found.reason} [gd-11.2-d]"
    values: dict[str, Any] = {"clear": found.clear, "distance": away, "crossed": crossed, "reason": found.reason}
    return Answer(head, (f"It crosses {joined(crossed, 'nothing')}",), values)


def zone_of_control(case: Case, entry: Entry) -> Answer:
    """The hexes in the zone of control of a side. [8.0]"""
    side = entry.one_of(SIDES)
    hexes = sorted(_label(case, h) for h in zone(case.state, side))
    return Answer(f"{len(hexes)} hexes", (joined(hexes),), {"side": side, "hexes": hexes})


def stacking(case: Case, entry: Entry) -> Answer:
    """How much of a hex is taken. [7.1, 7.2]"""
    h = _place(case, entry)
    there = case.state.position.stack(h)
    taken, most = load(case.state, there) / 2, limit(case.state, h) / 2
    rows = [f"{kind(case.state, u).name}{' (depleted)' if u.depleted else ''}" for u in there]
    in_column = load(case.state, column(case.state, h)) / 2
    if in_column:
        rows.append(f"In road column: {in_column:g} of {ROAD_LIMIT / 2:g} [gd-7.1-b]")
    values = {"units": taken, "limit": most, "in_column": in_column, "fits": not excess(case.state, h)}
    return Answer(f"{taken:g} of {most:g} units", tuple(rows), values)


def inspection(case: Case, entry: Entry) -> Answer:
    """The enemy stacks a side may look through. [1.1]"""
    side = entry.one_of(SIDES)
    held = sorted(case.state.position.occupied(enemy_of(side)))
    seen = [_label(case, h) for h in held if can_inspect(case.state, side, h)]
    shut = [_label(case, h) for h in held if not can_inspect(case.state, side, h)]
    return Answer(f"May inspect {joined(seen)}", (f"May not inspect {joined(shut)}",), {"open": seen, "closed": shut})


QUESTIONS: Mapping[str, Question] = {
    "attack": attack,
    "direct_fire": direct_fire,
    "barrage": barrage,
    "move": move,
    "reach": reach_of,
    "supply": supply,
    "line_of_sight": line_of_sight,
    "zone_of_control": zone_of_control,
    "stacking": stacking,
    "inspection": inspection,
}
