"""Questions asked of the map: line of sight, fire zone, reach; and why a unit can do nothing at a hex."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import structs

from balka.core.choices import Refusal
from balka.core.citing import own_row
from balka.core.errors import BalkaError
from balka.core.hexes import hexes_in
from balka.core.scene.overlays import LegendLine, Overlay, OverlayHex, ProfileHex, SightLine
from balka.core.sight import Sighting
from balka.systems.heroes.chapters.fire import fire_zone, range_of, why_not_fire
from balka.systems.heroes.chapters.movement import destinations, entry_hexes, may_move, why_not_there
from balka.systems.heroes.chapters.ratings import LONG_RANGE, SHORT_RANGE
from balka.systems.heroes.chapters.vehicles import further_hexes
from balka.systems.heroes.play.costs import Now, action_tally, entry_parts, move_parts
from balka.systems.heroes.play.situation import blocked, sight_rule
from balka.systems.heroes.units import HeroesState, Unit


def overlay(view: HeroesState, kind: str, where: Mapping[str, str]) -> Overlay:
    """The overlay asked for: sight from a hex, a unit's fire zone, where a unit can go, who holds what."""
    makers = {"sight": _sight, "fire": _fire, "reach": _reach, "control": _control}
    if kind not in makers:
        raise BalkaError(f"there is no overlay {kind!r}", instead="one of " + ", ".join(makers))
    shown = makers[kind](view, where)
    return structs.replace(shown, rule=own_row(shown.rule, view.setting.game))


def _control(view: HeroesState, where: Mapping[str, str]) -> Overlay:
    """The hexes whose control counts, and whose they are. [9.1]"""
    names = view.setting.sides_named
    tones = {"german": "ger", "soviet": "sov"}
    rows = [OverlayHex(label, tones[side]) for label, side in sorted(view.position.control.items())]
    legend = [LegendLine(tones[side], f"held by the {names[side]} side") for side in view.setting.sides]
    return Overlay(title="Who holds what", legend=legend, hexes=rows, rule="sos-9.1-a atb-2.5-a")


def _unit(view: HeroesState, where: Mapping[str, str]) -> Unit:
    unit = view.position.unit(where.get("unit", ""))
    if unit is None:
        raise BalkaError(f"there is no unit {where.get('unit', '')!r} in play", instead="the name of a counter")
    return unit


def _placed(view: HeroesState, where: Mapping[str, str]) -> Unit:
    """The unit asked for, if it stands somewhere."""
    unit = _unit(view, where)
    if unit.hex < 0:
        raise BalkaError(f"{view.setting.name(unit.id)} is not on the map", instead="a hex, or a counter on the map")
    return unit


def _sight(view: HeroesState, where: Mapping[str, str]) -> Overlay:
    """What can be seen from a hex; with `to`, the line and what stands in its way. [5.2]"""
    board, ground = view.setting.board, view.setting.ground
    start = board.hex(where["hex"]) if where.get("hex") else _placed(view, where).hex
    seen = ground.foot_sight.visible[start] | 1 << start
    if view.position.smoke:
        seen &= ~sum(1 << h for h in hexes_in(seen) if blocked(view, start, h))
    rows = [OverlayHex(board.labels[h], "yes" if seen >> h & 1 else "no") for h in range(len(board))]
    shown = Overlay(
        title=f"Line of sight from {board.labels[start]}",
        legend=[LegendLine("yes", "in sight"), LegendLine("no", "out of sight")],
        hexes=rows,
        rule="sos-5.2-a atb-6.0-b",
    )
    return structs.replace(shown, line=_line(view, start, board.hex(where["to"]))) if where.get("to") else shown


def _line(view: HeroesState, start: int, end: int) -> SightLine:
    """The line, what it crosses, and the ground under it; smoke counts too. [5.2, 12.6, 14.3]"""
    board = view.setting.board
    sighting = view.setting.ground.explain(start, end)
    reason = sighting.reason or blocked(view, start, end)
    crossed = [board.labels[h] for h in sighting.crossed if h >= 0]
    return SightLine(
        start=board.labels[start], to=board.labels[end], clear=not reason, crossed=crossed, reason=reason or "",
        rule=own_row(sight_rule(view, sighting, reason or ""), view.setting.game), distance=board.distance(start, end),
        profile=_profile(view, start, end), at=stopped_at(view, start, end, sighting),
    )  # fmt: skip


def stopped_at(now: Now, start: int, end: int, sighting: Sighting) -> list[str]:
    """The hexes that stop a line: ground, or the smoke on it. [5.2, 14.3]"""
    labels = now.setting.board.labels
    if sighting.reason or not blocked(now, start, end):
        return [labels[h] for h in sighting.blocked_by if h >= 0]
    between = [labels[h] for crossing in now.setting.ground.crossed(start, end) for h in crossing if h >= 0]
    return [label for label in between if label in now.position.smoke]


def _profile(view: HeroesState, start: int, end: int) -> list[ProfileHex]:
    """Every hex of the line with its level and how high it stands in the way; pairs where it runs between. [12.7]"""
    ground = view.setting.ground
    between = [list(pair) for pair in ground.crossed(start, end)]
    tall = ground.tables.blocking
    return [
        ProfileHex(hex=view.setting.board.labels[h], level=ground.levels[h], beside=len(step) > 1,
                   top=ground.levels[h] + (ground.terrain[h] in tall and h not in (start, end)))
        for step in ([start], *between, [end]) for h in step if h >= 0
    ]  # fmt: skip


def _fire(view: HeroesState, where: Mapping[str, str]) -> Overlay:
    """The hexes a unit can attack, long range apart. [5.0-b, 5.3-d]"""
    unit, board = _placed(view, where), view.setting.board
    near, long_range = range_of(view, unit), f"{LONG_RANGE.value:+d}AR"
    rows = []
    for h in hexes_in(fire_zone(view, unit)):
        away = board.distance(unit.hex, h)
        text = f"{SHORT_RANGE.value:+d}AR" if away == 1 else long_range if away > near else ""
        rows.append(OverlayHex(board.labels[h], "part" if away > near else "yes", text))
    legend = [LegendLine("yes", f"in Range {near}"), LegendLine("part", f"Long Range, {long_range}")]
    return Overlay(
        title=f"Fire Zone of {view.setting.name(unit.id)}", legend=legend, hexes=rows, rule="sos-5.0-b atb-6.2-a"
    )


def _reach(view: HeroesState, where: Mapping[str, str]) -> Overlay:
    """Where one Action can take a unit, and at what cost. [4.5]"""
    unit, board = _unit(view, where), view.setting.board
    entering = unit.hex < 0
    places = entry_hexes(view, unit) if entering else [] if may_move(view, unit) else destinations(view, unit)
    parts = entry_parts if entering else move_parts
    costs = {h: action_tally(view, unit, "enter" if entering else "move", parts(view, unit, h)).value for h in places}
    near = [OverlayHex(board.labels[h], "yes", str(cost)) for h, cost in costs.items()]
    far = _by_bonus(view, unit, costs)
    rows = near + [OverlayHex(board.labels[h], "part", str(cost)) for h, cost in far.items()]
    legend = [LegendLine("yes", "one Action away, with its cost in AP")]
    legend += [LegendLine("part", "by Bonus Moves in the same Action")] if far else []
    return Overlay(
        title=f"Moves of {view.setting.name(unit.id)}", legend=legend, hexes=rows, rule="sos-4.5-b atb-5.0-d"
    )


def _by_bonus(view: HeroesState, unit: Unit, first: Mapping[int, int]) -> dict[int, int]:
    """Hexes beyond the first that a vehicle reaches in the same Action, at the least cost. [15.2]"""
    found: dict[int, int] = {}
    for to, cost in (
        first.items() if view.setting.kind(unit).is_vehicle and view.setting.edition.movement.sets_off else ()
    ):
        for h, more in further_hexes(view, unit, to).items():
            if h not in first and h != unit.hex:
                found[h] = min(found.get(h, cost + more), cost + more)
    return found


def why_there(view: HeroesState, unit_id: str, place: str) -> list[Refusal]:
    """Why a unit can neither go to a hex nor fire at it."""
    unit = view.position.units.get(unit_id)
    if unit is None:
        return [Refusal(f"There is no unit {unit_id!r} in play.")]
    target = view.setting.board.hex(place)
    reasons = [why_not_there(view, unit, target)]
    if unit.hex >= 0 and any(other.side != unit.side for other in view.position.at(target)):
        reasons.insert(0, why_not_fire(view, unit, target))
    found = [reason for reason in reasons if reason is not None]
    return found if len(found) == len(reasons) else []
