"""The figures of a counter as they are now, worked out by the rules that use them in play. [2.4, 5.3, 6.1-6.6, 7.3]

What a figure is against everybody, or wherever the unit goes, is its present value; the rest is told with its cases.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from balka.core.checks import Part, Tally, add, unknown
from balka.core.choices import Refusal
from balka.core.errors import BalkaError
from balka.core.hexes import hexes_in
from balka.core.values import Sometimes, Value, always, at_times
from balka.systems.heroes import markers
from balka.systems.heroes.chapters.fire import (
    ALL_ROUND,
    GUN,
    Shot,
    Weapon,
    bars_color,
    fires_all_round,
    is_flank_attack,
    may_attack,
    own_weapon,
    range_of,
    zone_from,
)
from balka.systems.heroes.chapters.movement import destinations, may_move
from balka.systems.heroes.chapters.rally import rally_check, why_not_rally
from balka.systems.heroes.chapters.ratings import (
    FACE_DOWN,
    circumstances,
    defence_rating,
    firepower_parts,
    is_face_down,
    may_lie_under,
)
from balka.systems.heroes.kinds import MarkerKind
from balka.systems.heroes.play.costs import action_tally, attack_parts, move_parts, step_part
from balka.systems.heroes.play.situation import marker_of, sees
from balka.systems.heroes.units import HeroesState, Unit

FEW = 4  # hexes that are named one by one
ANY_GUN = Weapon(GUN, "any gun", 0, 0, 1)
"""what a unit is thought to be fired at with: nothing about it changes the Defense"""


def values(view: HeroesState, name: str) -> list[Value]:
    """Every figure of a counter; a unit that is lost has none, and one the viewer does not know is not there."""
    unit = view.position.unit(name)
    if unit is None:
        if any(name in lost for lost in view.tracks.lost.values()):
            return []
        raise BalkaError(f"There is no unit {name!r} to be seen.", "the name of a counter on the table")
    figures = (_attack_cost, _move_cost, _red, _blue, _range, _front, _flank, _rally)
    return [value for figure in figures if (value := figure(view, unit)) is not None]


# -- costs


def _attack_cost(view: HeroesState, unit: Unit) -> Value | None:
    """Attack Cost, Hit Marker and Stress; a turret turned costs more. [2.4-b, 16.3-c]"""
    printed = view.setting.kind(unit).attack_cost
    if printed is None:
        return None
    tally = _renamed(action_tally(view, unit, "fire", attack_parts(view, unit)), "Attack Cost")
    tally = tally.plus(*_face_down(view, unit, lambda marker: marker.attack_cost))
    cases = {place: attack_parts(view, unit, place) for place in _seen_all_round(view, unit)}
    return Value("attack_cost", tally, "attack_cost", printed, _told(view, cases, "at"), may_attack(view, unit))


def _move_cost(view: HeroesState, unit: Unit) -> Value:
    """Move Cost, Hit Marker and Stress, and what each way adds. [2.4-c, 4.7-a]"""
    cases = {to: move_parts(view, unit, to) for to in destinations(view, unit)} if unit.hex >= 0 else {}
    base = always(cases) or (step_part(view, unit),)
    tally = _renamed(action_tally(view, unit, "move", base), "Move Cost")
    tally = tally.plus(*_face_down(view, unit, lambda marker: marker.move_cost))
    printed = view.setting.kind(unit).move_cost
    return Value("move_cost", tally, "move_cost", printed, _told(view, cases, "into"), may_move(view, unit))


def _renamed(tally: Tally, name: str) -> Tally:
    return Tally(name, tally.parts)


# -- firepower and range


def _red(view: HeroesState, unit: Unit) -> Value | None:
    return _firepower(view, unit, "red", view.setting.kind(unit).red_fp)


def _blue(view: HeroesState, unit: Unit) -> Value | None:
    return _firepower(view, unit, "blue", view.setting.kind(unit).blue_fp)


def _firepower(view: HeroesState, unit: Unit, color: str, printed: int | None) -> Value | None:
    """Firepower with the Hit Marker and with whatever counts at every hex of the Fire Zone. [6.5, 6.6]"""
    if printed is None:
        return None
    weapon = own_weapon(view.setting.kind(unit))
    targets = _seen_all_round(view, unit)
    foe = _some_target(view, unit, color)
    cases = {place: circumstances(view, Shot(unit, foe.changed(hex=place), weapon, unit.hex)) for place in targets}
    near = circumstances(view, Shot(unit, foe, weapon, unit.hex)) if unit.hex >= 0 else []
    close = tuple(Sometimes(part, "in its own hex") for part in near)
    own = firepower_parts(view, unit, weapon, color)
    hit = _face_down(view, unit, lambda marker: marker.red_fp if color == "red" else marker.blue_fp)
    tally = Tally(f"{color.capitalize()} Firepower", (*own, *hit, *always(cases)))
    slot = f"fp_{color}"
    some = (*_told(view, cases, "at"), *close)
    return Value(slot, tally, slot, printed, some, _why_no_color(view, unit, color))


def _some_target(view: HeroesState, unit: Unit, color: str) -> Unit:
    """Somebody in the unit's own hex whose Defense is of a colour, so that this Firepower counts."""
    kinds = view.setting.kinds.values()
    fitting = (
        kind.id for kind in kinds if color == kind.def_color == kind.flank_color and "open_top" not in kind.flags
    )
    return Unit("", next(fitting, unit.kind), "", view.setting.other[unit.side], unit.hex)


def _why_no_color(view: HeroesState, unit: Unit, color: str) -> Refusal | None:
    """A Hit Marker may cross out one colour of Firepower. [7.3-b]"""
    marker = marker_of(view, unit)
    if marker is None or not bars_color(view, unit, color):
        return None
    return Refusal(f"{marker.name}: no {color} Firepower.", "sos-7.3-b atb-7.4-d")


def _range(view: HeroesState, unit: Unit) -> Value | None:
    """Range, and what a Hit Marker leaves of it. [5.3-a, ruling C41]"""
    kind = view.setting.kind(unit)
    if kind.attack_cost is None:
        return None
    parts = [add(kind.range, f"Range of {kind.name}", "sos-5.3-a atb-7.7-a", kind.basis)]
    marker, left = marker_of(view, unit), range_of(view, unit)
    if marker is not None and left != kind.range:
        parts.append(Part("set", left, markers.part(marker, 0).label, "sos-7.3-a atb-7.4-c", marker.basis))
    if is_face_down(view, unit):
        may_be = [kind.range if m.range is None else m.range for m in may_lie_under(view, unit)] or [kind.range]
        if min(may_be) < max(may_be):
            parts.append(Part("set", min(may_be), FACE_DOWN, "sos-7.5-b atb-7.4-g", "", max(may_be)))
    nearest = f"Nothing nearer than {kind.range_min} hexes." if kind.range_min > 1 else ""
    return Value("range", Tally("Range", tuple(parts)), "range", kind.range, note=nearest)


# -- defense


def _front(view: HeroesState, unit: Unit) -> Value:
    return _defence(view, unit, "def_front")


def _flank(view: HeroesState, unit: Unit) -> Value:
    return _defence(view, unit, "def_flank")


def _defence(view: HeroesState, unit: Unit, slot: str) -> Value:
    """The Defense Rating of one side against a gun in every hex that sees the unit from there. [6.1-6.4]

    A flank that nobody sees is still struck in Close Combat. [6.9-e]
    """
    kind, flank = view.setting.kind(unit), slot == "def_flank"
    name, printed = ("Flank Defense", kind.flank_def) if flank else ("Front Defense", kind.front_def)
    seen_from = _watchers(view, unit, flank=flank)
    places = seen_from or ([unit.hex] if flank and unit.hex >= 0 else [])
    cases = {place: _against(view, unit, place) for place in places}
    rule = "sos-6.3-a atb-7.2-b" if flank else "sos-6.1-b atb-7.2-a"
    parts = always(cases) or (add(printed, f"{name} of {kind.name}", rule, kind.basis),)
    note = "" if seen_from or unit.hex < 0 else f"No hex sees its {'flank' if flank else 'front'}."
    return Value(slot, Tally(name, parts), slot, printed, _told(view, cases, "from"), note=note)


def _against(view: HeroesState, unit: Unit, place: int) -> tuple[Part, ...]:
    foe = Unit("", unit.kind, "", view.setting.other[unit.side], place)
    return defence_rating(view, Shot(foe, unit, ANY_GUN, place)).parts


def _watchers(view: HeroesState, unit: Unit, *, flank: bool) -> list[int]:
    """The hexes that see a unit, those before it or those outside its Arc of Fire."""
    if unit.hex < 0:
        return []
    always_flank = bool(unit.carrier) and view.setting.rulebook.carried_use_flank
    return [h for h in _in_sight(view, unit) if (always_flank or is_flank_attack(view, unit, h)) == flank]


# -- rallying


def _rally(view: HeroesState, unit: Unit) -> Value | None:
    """The number to rally on, for a unit that has a Hit Marker. [7.7, 7.8]"""
    if not unit.marker or unit.hex < 0:
        return None
    barred = None if is_face_down(view, unit) else why_not_rally(view, unit)
    return Value("rally", rally_check(view, unit).tally, barred=barred)


# -- hexes and words


def _in_sight(view: HeroesState, unit: Unit) -> list[int]:
    """Every other hex that a vehicle in it could see the unit from."""
    foot = int(view.setting.kind(unit).is_foot)
    near = range(len(view.setting.board))
    return [h for h in near if h != unit.hex and sees(view, h, unit.hex, foot)]


def _seen_all_round(view: HeroesState, unit: Unit) -> list[int]:
    """The hexes a unit could fire at: in its Arc, or all round for a turret. [5.0-b, 16.3-c]"""
    kind = view.setting.kind(unit)
    if unit.hex < 0 or kind.attack_cost is None or not kind.range:
        return []
    facing = ALL_ROUND if fires_all_round(view, unit) else unit.facing
    return [h for h in hexes_in(zone_from(view, unit, facing)) if h != unit.hex]


def _face_down(view: HeroesState, unit: Unit, figure: Callable[[MarkerKind], int]) -> tuple[Part, ...]:
    """What a marker that the viewer does not know may do to a figure. [7.2-d, 7.3-a]"""
    amounts = [figure(marker) for marker in may_lie_under(view, unit)] if is_face_down(view, unit) else []
    return (unknown(min(amounts), max(amounts), FACE_DOWN, "sos-7.3-a atb-7.4-c"),) if any(amounts) else ()


def _told(view: HeroesState, cases: Mapping[int, Sequence[Part]], word: str) -> tuple[Sometimes, ...]:
    """What counts in some hexes only, with their names or how many they are."""
    return tuple(Sometimes(part, _where(view, places, len(cases), word)) for part, places in at_times(cases).items())


def _where(view: HeroesState, places: list[int], of: int, word: str) -> str:
    labels = [view.setting.board.labels[place] for place in places]
    return f"{word} {', '.join(labels)}" if len(labels) <= FEW else f"{word} {len(labels)} of {of} hexes"
