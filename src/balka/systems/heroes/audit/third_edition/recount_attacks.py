"""Hit Numbers worked out a second way, for the audit: plain arithmetic from the tables. [6.1-6.10, 12-18]

What the table no longer shows is read from the check: CAPs and Veteran cards spent on it.
"""

from __future__ import annotations

from balka.core.checks import Check
from balka.core.sight import crossings
from balka.systems.heroes.audit.counting import away, before, target_called
from balka.systems.heroes.chapters.attacks import Attack
from balka.systems.heroes.kinds import CardKind, MarkerKind
from balka.systems.heroes.units import HeroesState, Unit

TERRAIN_DEFENCE = {"woods": 2, "building_wood": 1, "building_stone": 2}
ALWAYS_FLANK = ("he", "charge", "flame", "sniper", "plane")
BURSTING = ("he", "charge")
FORT_BONUS = {
    "bunker_5": (5, 2), "bunker_4": (4, 2), "gun_pit_3": (3, 1), "gun_pit_2": (2, 1), "trench": (2, 2),
}  # fmt: skip
FLAME = (3, 3, 1)
TALL = ("woods", "building_wood", "building_stone")


def hit_number(state: HeroesState, attack: Attack, check: Check) -> int | None:
    """The Hit Number before CAPs; air attacks and shots out of hiding are not counted again."""
    if attack.weapon.kind == "plane" or attack.unit in state.position.hidden:
        return None
    target = target_called(state, attack.now)
    shooter = state.position.units.get(attack.unit)
    support = sum(part.value for part in attack.support)
    strength = _strength(state, attack, shooter, target) + 2 * attack.aimed + support
    defence = _defence(state, attack, shooter, target)
    return defence - strength - _height(state, attack, target) + _veterans(state, attack, target)


def _veterans(state: HeroesState, attack: Attack, target: Unit) -> int:
    """Better Equipped takes two off; Use of Terrain adds one where the ground gives nothing. [cards V02, V09]"""
    force = state.setting.mission.forces.get("" if ":" in target.id else target.force)
    cards = [grant.card for grant in force.veterans if grant.to in (None, target.kind)] if force is not None else []
    bare = state.setting.board.terrain[target.hex] not in TERRAIN_DEFENCE
    return int("V09" in cards and bare) - (2 if attack.weapon.equipped else 0)


def _marker(state: HeroesState, unit: Unit | None) -> MarkerKind | None:
    if unit is None or not unit.marker or unit.id == state.tracks.iron:
        return None
    return state.setting.markers[unit.marker]


def _close(shooter: Unit | None, target: Unit) -> bool:
    return shooter is not None and shooter.hex == target.hex


def _front(state: HeroesState, attack: Attack, shooter: Unit | None, target: Unit) -> bool:
    """Is the Front Defense attacked? [6.3, 6.9-e, 13.9-b, 18.0-d]"""
    if shooter is None or _close(shooter, target) or attack.weapon.kind in ALWAYS_FLANK:
        return False
    if target.carrier and state.setting.options.get("carried_defense") == "manual":
        return False
    return before(state, target.hex, target.facing, shooter.hex)


def _red(state: HeroesState, attack: Attack, shooter: Unit | None, target: Unit) -> bool:
    """Is the target treated as soft? [6.2, 16.5]"""
    kind, weapon = state.setting.kinds[target.kind], attack.weapon
    if "open_top" in kind.flags:
        close = _close(shooter, target)
        if state.setting.options.get("open_top") == "manual":
            found = close or weapon.kind in BURSTING
        else:
            found = weapon.kind in ("he", "charge", "flame", "sniper") or (close and weapon.red >= weapon.blue)
        if found:
            return True
    soft_flank = "flank_red" in kind.flags and not _front(state, attack, shooter, target)
    return kind.def_color == "red" or soft_flank


# -- defence


def _defence(state: HeroesState, attack: Attack, shooter: Unit | None, target: Unit) -> int:
    kind, marker = state.setting.kinds[target.kind], _marker(state, target)
    front = _front(state, attack, shooter, target)
    figure = kind.front_def if front else kind.flank_def
    if marker is not None:
        figure += marker.front_def if front else marker.flank_def
    covers = _ground(state, attack, shooter, target) + _smoke_cover(state, attack, target)
    return figure + covers + _works(state, target, front) + _vehicles(state, attack, target)


def _through_terrain(state: HeroesState, attack: Attack) -> bool:
    """Flame and demolitions: no terrain helps. [18.0-e, card W03]"""
    return attack.weapon.kind == "flame" or attack.weapon.name == state.setting.cards["W03"].name


def _ground(state: HeroesState, attack: Attack, shooter: Unit | None, target: Unit) -> int:
    """Terrain, unless burnt through, or fought over hand to hand by vehicles; trees not where shells burst over men.

    [6.4, 13.9]
    """
    terrain, kind = state.setting.board.terrain[target.hex], state.setting.kinds[target.kind]
    if _through_terrain(state, attack):
        return 0
    if _close(shooter, target) and kind.move_type != "foot" and "field_gun" not in kind.flags:
        return 0
    crew_fights = attack.weapon.kind == "he" and _close(shooter, target)
    if terrain == "woods" and attack.weapon.kind in BURSTING and not crew_fights:
        over_men = kind.unit_class != "work" and _red(state, attack, shooter, target)
        return 0 if over_men or state.setting.options.get("air_bursts") == "manual" else 2
    return TERRAIN_DEFENCE.get(terrain, 0)


def _works(state: HeroesState, target: Unit, front: object) -> int:
    """A Hasty Defense, and the Fortification it is in. [17.4-17.7]"""
    hasty = 1 if target.dug_in else 0
    works = state.position.works.get(state.setting.board.labels[target.hex])
    if works is None or not target.inside:
        return hasty
    ahead, aside = FORT_BONUS[works.kind]
    if works.kind.startswith("gun_pit") and state.setting.options.get("gun_pits") == "manual":
        ahead, aside = 3, 0
    if works.kind.startswith("bunker") and state.setting.options.get("bunkers") == "manual":
        ahead, aside = 5, 3
    return hasty + (ahead if front else aside)


def _vehicles(state: HeroesState, attack: Attack, target: Unit) -> int:
    """Two inside an APC, one on foot beside a friendly vehicle. [15.15, 16.6]"""
    kinds = state.setting.kinds
    if kinds[target.kind].move_type != "foot":
        return 0
    if target.carrier:
        carrier = state.position.unit(target.carrier)
        shielded = carrier is not None and "apc" in kinds[carrier.kind].flags and kinds[target.kind].def_color == "red"
        return 2 if shielded else 0
    if _through_terrain(state, attack):
        return 0
    friends = [u for u in state.position.units.values() if u.hex == target.hex and u.side == target.side]
    return int(any(kinds[u.kind].move_type != "foot" and "field_gun" not in kinds[u.kind].flags for u in friends))


# -- smoke [14.3, 14.4]


def _smoke(state: HeroesState, place: int) -> str:
    return state.position.smoke.get(state.setting.board.labels[place], "") if place >= 0 else ""


def _smoke_cover(state: HeroesState, attack: Attack, target: Unit) -> int:
    """Smoke around the target and once on the way, two at most."""
    if attack.weapon.kind == "flame" and state.setting.options.get("flame_smoke") == "manual":
        return 0
    own = {"heavy": 2, "light": 1, "": 0}[_smoke(state, target.hex)]
    return min(2, own + int(attack.origin >= 0 and _through_smoke(state, attack.origin, target.hex)))


def _through_smoke(state: HeroesState, start: int, end: int) -> bool:
    """Does a line pass smoke, along an edge with smoke, trees, houses or a hill on the other side too?"""
    board = state.setting.board
    ends = [board.elevation[start], board.elevation[end]]
    smoky = [crossing for crossing in crossings(board, start, end) if any(_smoke(state, h) for h in crossing)]
    return any(all(_smoke(state, h) or _tall(state, h, ends) for h in crossing) for crossing in smoky)


def _tall(state: HeroesState, place: int, ends: list[int]) -> bool:
    """Trees, houses or ground up to a line's higher end, or ground above two even ends: no way beside the smoke."""
    board = state.setting.board
    if place < 0:
        return False
    needed = max(ends) + (ends[0] == ends[1])
    return board.elevation[place] >= needed or (
        board.terrain[place] in TALL and board.elevation[place] + 1 >= max(ends)
    )


# -- attack


def _strength(state: HeroesState, attack: Attack, shooter: Unit | None, target: Unit) -> int:
    """Firepower with marker, distance and smoke. [6.5, 6.6]"""
    red = _red(state, attack, shooter, target)
    red_fp, blue_fp, reach = _figures(state, attack, shooter)
    figure = red_fp if red else blue_fp
    if shooter is None:
        return figure
    marker = _marker(state, shooter)
    if marker is not None:
        figure += marker.red_fp if red else marker.blue_fp
    smoke = {"heavy": 2, "light": 1, "": 0}[_smoke(state, attack.origin)]
    hexes = away(state, shooter.hex, target.hex)
    return figure + _distance(state, attack, shooter, hexes, reach, "red" if red else "blue") - (smoke if hexes else 0)


def _figures(state: HeroesState, attack: Attack, shooter: Unit | None) -> tuple[int, int, int]:
    """Red and blue Firepower and Range of what is fired."""
    kind = attack.weapon.kind
    if kind == "flame":
        return FLAME
    if shooter is None or kind == "charge":
        card = _card(state, attack)
        return card.red_fp or 0, card.blue_fp or 0, card.range or 0
    printed, marker = state.setting.kinds[shooter.kind], _marker(state, shooter)
    reach = printed.range if marker is None or marker.range is None else marker.range
    return printed.red_fp or 0, printed.blue_fp or 0, reach + (2 if attack.weapon.equipped else 0)


def _card(state: HeroesState, attack: Attack) -> CardKind:
    return next(card for card in state.setting.cards.values() if card.name == attack.weapon.name)


def _distance(state: HeroesState, attack: Attack, shooter: Unit, hexes: int, reach: int, color: str) -> int:
    flags, kind = state.setting.kinds[shooter.kind].flags, attack.weapon.kind
    if hexes == 0:
        white = {"crew_red", "crew_blue"} if state.setting.options.get("crew_served") == "unit" else {f"crew_{color}"}
        return -2 if white & flags and kind in ("gun", "he", "sniper") else 4
    bottle = attack.weapon.name == state.setting.cards["W02"].name
    short = 3 if hexes == 1 and kind != "sniper" and not bottle else 0
    return short - (2 if hexes > reach else 0)


def _height(state: HeroesState, attack: Attack, target: Unit) -> int:
    """One for the higher end, and one for a Foot target behind a small balka. [12.5]"""
    levels, board, origin = state.setting.board.elevation, state.setting.board, attack.origin
    if origin < 0:
        return 0
    gain = (levels[origin] > levels[target.hex]) - (levels[origin] < levels[target.hex])
    foot = state.setting.kinds[target.kind].move_type == "foot"
    lie = crossings(board, origin, target.hex)
    last = lie[-1] if lie else (origin,)
    sides = [f for f in board.features if f.kind == "small_balka" and target.hex in (f.a, f.b)]
    shielded = foot and origin != target.hex and all(any({f.a, f.b} == {h, target.hex} for f in sides) for h in last)
    return gain - (shielded and not _through_terrain(state, attack))
