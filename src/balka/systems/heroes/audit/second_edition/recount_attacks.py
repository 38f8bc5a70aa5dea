"""Hit Numbers worked out a second way, for the audit: plain arithmetic from the tables. [5.0.2, 7.0-7.7, 9.1, 11-19]"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from balka.core.sight import crossings
from balka.systems.heroes.audit.counting import away, before, target_called
from balka.systems.heroes.chapters.attacks import Attack
from balka.systems.heroes.kinds import MarkerKind
from balka.systems.heroes.units import HeroesState, Unit

TERRAIN = {"woods_heavy": 2, "woods_light": 1, "building_wood": 1, "building_stone": 2, "water": -1}
FORTS = {"bunker_5": (5, 3), "trench": (2, 2)}
BLOCKING = ("woods_heavy", "woods_light", "building_wood", "building_stone")
FLAME, SOLID = 2, 99
OWN = ("gun", "he")  # weapons printed on counters; all others have figures of their own


class Strike(Struct, frozen=True):
    """Who strikes whom with what, seen from where; nobody in view strikes from beyond the map."""

    shooter: Unit | None
    target: Unit
    kind: str
    name: str
    origin: int
    screened: bool = False

    @property
    def close(self) -> bool:
        return self.shooter is not None and self.shooter.hex == self.target.hex

    @property
    def is_work(self) -> bool:
        return ":" in self.target.id


def hit_number(state: HeroesState, attack: Attack) -> int | None:
    """The number before CAPs; through smoke on a slope it is not counted again."""
    target, rode = target_called(state, attack.now), dict(attack.aboard).get(attack.now, "")
    target = target.changed(carrier=rode) if rode else target
    origin = target.hex if attack.origin < 0 else attack.origin
    shooter = state.position.units.get(attack.unit)
    strike = Strike(shooter, target, attack.weapon.kind, attack.weapon.name, origin, attack.now in attack.screened)
    if _smoke_on_slope(state, strike):
        return None
    helped = _support(state, attack, target) + 2 * attack.aimed
    return _defence(state, strike) - _strength(state, strike) - helped


def _support(state: HeroesState, attack: Attack, target: Unit) -> int:
    """One for each supporter who brings nothing or more to it. [9.1.2-g, 9.1.2-h]"""
    if not attack.supporters:
        return sum(part.value for part in attack.support)
    units = [state.position.units[name] for name in attack.supporters if name in state.position.units]
    guns = {unit.id: "he" if "mortar" in state.setting.kinds[unit.kind].flags else "gun" for unit in units}
    return sum(_strength(state, Strike(unit, target, guns[unit.id], "", unit.hex)) >= 0 for unit in units)


def _marker(state: HeroesState, unit: Unit | None) -> MarkerKind | None:
    return state.setting.markers[unit.marker] if unit is not None and unit.marker else None


def _front(state: HeroesState, strike: Strike) -> bool:
    """Is the front struck? Never by shells, hand weapons or flame, nor hand to hand, nor on those carried. [7.2-b]"""
    if strike.shooter is None or strike.close or strike.kind != "gun" or strike.target.carrier:
        return False
    return before(state, strike.target.hex, strike.target.facing, strike.shooter.hex)


def _red(state: HeroesState, strike: Strike) -> bool:
    """Is the Defence struck a red one? An open top is, to shells and to men who climb on. [15.0, 15.6]"""
    kind = state.setting.kinds[strike.target.kind]
    if kind.def_color == "red" or ("flank_red" in kind.flags and not _front(state, strike)):
        return True
    if "open_top" not in kind.flags:
        return False
    if strike.kind == "he":
        return True
    shooter = state.setting.kinds[strike.shooter.kind] if strike.shooter is not None else None
    climbs = strike.close and shooter is not None and shooter.move_type == "foot"
    return climbs and shooter is not None and "tank_hunter" not in shooter.flags


# -- defence


def _defence(state: HeroesState, strike: Strike) -> int:
    kind, marker, front = state.setting.kinds[strike.target.kind], _marker(state, strike.target), _front(state, strike)
    figure = kind.front_def if front else kind.flank_def
    if marker is not None:
        figure += marker.front_def if front else marker.flank_def
    if strike.kind == "flame" or strike.name == state.setting.cards["TELLERMINE"].name:
        return figure
    covers = _ground(state, strike) + _wall(state, strike) + _smoke(state, strike) + _exposed(state, strike)
    levels = state.setting.board.elevation
    higher = levels[strike.target.hex] > levels[strike.origin]
    return figure + covers + _works(state, strike) + _vehicles(state, strike) + higher


def _ground(state: HeroesState, strike: Strike) -> int:
    """The ground, but tall trees not against shells that burst in them over men; hand to hand none do. [5.0, 12.4]"""
    terrain = state.setting.board.terrain[strike.target.hex]
    over_men = state.setting.kinds[strike.target.kind].unit_class != "work" and _red(state, strike)
    burst = terrain == "woods_heavy" and strike.kind == "he" and over_men and not strike.close
    return 0 if burst else TERRAIN.get(terrain, 0)


def _behind_wall(state: HeroesState, strike: Strike) -> bool:
    """Does the line come into the target's hex over a wall, on both sides of an edge it follows? [5.0.2-a]"""
    if strike.origin == strike.target.hex:
        return False
    board = state.setting.board
    walls = [{side.a, side.b} for side in board.features if side.kind == "wall"]
    lie = crossings(board, strike.origin, strike.target.hex)
    return all({h, strike.target.hex} in walls for h in (lie[-1] if lie else (strike.origin,)))


def _wall(state: HeroesState, strike: Strike) -> int:
    return int(strike.kind != "he" and _behind_wall(state, strike))


def _exposed(state: HeroesState, strike: Strike) -> int:
    """One less for who moved in the open, unless over a wall. [5.0.3]"""
    return -int(strike.target.id in state.tracks.exposed and not _behind_wall(state, strike))


def _works(state: HeroesState, strike: Strike) -> int:
    """A Hasty Defense, the Fortification it is in, and a road block in the hex. [18.1, 18.3.2]"""
    target, label = strike.target, state.setting.board.labels[strike.target.hex]
    if strike.is_work:
        return 0
    kinds = [work.kind for key, work in state.position.works.items() if key.partition("/")[0] == label]
    forts = [FORTS[kind] for kind in kinds if kind in FORTS] if target.inside else []
    sheltered = sum(ahead if _front(state, strike) else aside for ahead, aside in forts)
    return int(target.dug_in) + sheltered + int("road_block" in kinds)


def _vehicles(state: HeroesState, strike: Strike) -> int:
    """Two on or behind an APC, one for men who can keep behind a vehicle of theirs. [15.7, 16.1]"""
    target, kinds = strike.target, state.setting.kinds
    if target.carrier:
        carrier = kinds[state.setting.counters[target.carrier]]
        return 2 if "apc" in carrier.flags and not _drives(state, target) else 0
    if "unburdened" not in kinds[target.kind].flags:
        return 0
    friends = [
        friend for friend in state.position.units.values() if friend.hex == target.hex and friend.side == target.side
    ]
    return int(strike.screened or any(_drives(state, friend) for friend in friends))


def _drives(state: HeroesState, unit: Unit) -> bool:
    kind = state.setting.kinds[unit.kind]
    return kind.move_type != "foot" and "field_gun" not in kind.flags


# -- smoke [13.0]


def _thick(state: HeroesState, place: int) -> int:
    if place < 0:
        return 0
    what = state.position.smoke.get(state.setting.board.labels[place], "")
    return 2 * what.count("heavy") + what.count("light")


def _passed(state: HeroesState, strike: Strike) -> list[int]:
    """The smoke of each stretch of the line between its ends; along an edge, the hex that hinders less. [6.0-f]"""
    if strike.origin == strike.target.hex:
        return []
    lie = crossings(state.setting.board, strike.origin, strike.target.hex)
    return [min(_hindrance(state, place) for place in crossing) for crossing in lie if _smoky(state, crossing)]


def _smoky(state: HeroesState, places: Sequence[int]) -> bool:
    return any(_thick(state, place) for place in places)


def _hindrance(state: HeroesState, place: int) -> int:
    """Trees and houses hinder more than any smoke."""
    return SOLID if place >= 0 and state.setting.board.terrain[place] in BLOCKING else _thick(state, place)


def _smoke(state: HeroesState, strike: Strike) -> int:
    ends = {strike.target.hex, strike.origin}
    return sum(_thick(state, end) for end in ends) + sum(_passed(state, strike))


def _smoke_on_slope(state: HeroesState, strike: Strike) -> bool:
    """Whether a line passes above smoke is a matter of heights. [13.0-j]"""
    if strike.origin == strike.target.hex or not state.position.smoke:
        return False
    board = state.setting.board
    lie = crossings(board, strike.origin, strike.target.hex)
    line = [place for crossing in lie for place in crossing if place >= 0]
    levels = {board.elevation[place] for place in (strike.origin, strike.target.hex, *line)}
    return len(levels) > 1 and _smoky(state, line)


# -- attack


def _strength(state: HeroesState, strike: Strike) -> int:
    """The attack number of the colour struck, with marker, distance and height. [7.0-a, 7.7, 11.2-b]"""
    red = _red(state, strike)
    figure, reach = _figure(state, strike, "red" if red else "blue")
    if strike.shooter is None:
        return figure
    marker = _marker(state, strike.shooter)
    if marker is not None:
        figure += marker.red_fp if red else marker.blue_fp
    levels = state.setting.board.elevation
    higher = levels[strike.origin] > levels[strike.target.hex]
    return figure + _distance(state, strike, reach, "crew_red" if red else "crew_blue") + higher


def _figure(state: HeroesState, strike: Strike, color: str) -> tuple[int, int]:
    """What is printed on the counter or on the card, and how far it reaches."""
    if strike.kind == "flame":
        return FLAME, 1
    cards = [card for card in state.setting.cards.values() if card.name == strike.name]
    if strike.shooter is None or strike.kind not in OWN:
        card = cards[0]
        return (card.red_fp if color == "red" else card.blue_fp) or 0, card.range or 0
    kind, marker = state.setting.kinds[strike.shooter.kind], _marker(state, strike.shooter)
    reach = kind.range if marker is None or marker.range is None else marker.range
    return (kind.red_fp if color == "red" else kind.blue_fp) or 0, reach


def _distance(state: HeroesState, strike: Strike, reach: int, box: str) -> int:
    """Hand to hand four more, or two less over a white box; beside it three more; beyond its range two less. [7.7]"""
    assert strike.shooter is not None
    hexes = away(state, strike.shooter.hex, strike.target.hex)
    if strike.kind == "charge":
        return -2 if hexes else 0
    if not hexes:
        return -2 if strike.kind in OWN and box in state.setting.kinds[strike.shooter.kind].flags else 4
    return (3 if hexes == 1 else 0) - (2 if hexes > reach else 0)
