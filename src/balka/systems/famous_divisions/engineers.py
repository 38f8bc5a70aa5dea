"""Engineers: clearing fortifications, blowing bridges, building pontoons. [12.0, 12.1, 16.1]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import structs

from balka.core.checks import Check, Tally, add
from balka.core.choices import Choice, Hex, Hexside, Refusal, UnitId
from balka.core.dice import Outcome
from balka.core.frames import Frame, Roll
from balka.core.memo import remembered
from balka.systems.famous_divisions import bridges, tries
from balka.systems.famous_divisions.events.dice import DemolitionRolled
from balka.systems.famous_divisions.events.works import (
    FortsCleared,
    PontoonBegun,
    PontoonGivenUp,
    SiteCovered,
    UnknownBeganPontoon,
)
from balka.systems.famous_divisions.fortifications import in_hex
from balka.systems.famous_divisions.losses import muster, tell_of
from balka.systems.famous_divisions.model import (
    GROUND,
    GdWork,
    Now,
    change,
    enemy_of,
    kind,
    note,
    unit,
)
from balka.systems.famous_divisions.movement import half_points, printed_allowance
from balka.systems.famous_divisions.position import ON_MAP, GdPosition, Pontoon, Unit
from balka.systems.famous_divisions.terrain import CLOSED_WATER
from balka.systems.famous_divisions.verbs import Blow, Bridge, Clear
from balka.systems.famous_divisions.weather import effect
from balka.systems.famous_divisions.zones import control, known_control, known_zone, zone

BLOWN_FROM = 2  # on one die [12.0-d, e]
Site = tuple[int, int]
PLACES = {"clear": "gd-16.1-a", "blow": "gd-12.0-a", "bridge": "gd-12.1-a"}
ZONE_RULES = {"clear": "gd-16.1-f", "blow": "gd-12.0-a", "bridge": "gd-12.1-a"}
PINNED_RULES = {"clear": "gd-16.1-d", "blow": "gd-12.0-b", "bridge": "gd-12.1-c"}
OVERRUN_FAILED = Refusal("Its overrun failed, which ended its activation.", "gd-9.4-g")
RIDING = Refusal("It rides on a tank and works once it is off.", "gd-9.5-d")


def is_working(game: Now, counter: Unit) -> bool:
    """An engineer on the map, neither pinned nor riding, whose activation goes on. [9.4-g, 12.0-b, 12.1-c, 16.1-d]"""
    free = counter.status == ON_MAP and not (counter.pinned or counter.carrier or counter.ended)
    return free and kind(game, counter).is_engineer


def choices(game: Now, side: str, units: Sequence[str]) -> Iterator[Choice]:
    """What the engineers among these units may do now."""
    for counter in (unit(game, unit_id) for unit_id in units):
        if is_working(game, counter):
            yield from _clearings(game, counter)
        yield from bridging(game, counter)


def bridging(game: Now, counter: Unit) -> Iterator[Choice]:
    """Bridges are blown and begun at any moment of an activation. [12.0-c, 12.1-a, ruling Q-pontoon-number]"""
    if is_working(game, counter):
        yield from demolitions(game, counter)
        yield from _pontoons(game, counter)


def why_not(game: Now, counter: Unit, choice: Blow | Bridge | Clear) -> Refusal:
    """Why an active unit cannot do a piece of engineers' work. [12.0, 12.1, 16.1]"""
    rule = PINNED_RULES[choice.verb]
    if not kind(game, counter).is_engineer:
        return Refusal(f"{kind(game, counter).name} is no engineer.", PLACES[choice.verb])
    if counter.pinned or counter.carrier:
        return Refusal("A pinned engineer does no work.", rule) if counter.pinned else RIDING
    if counter.ended:
        return OVERRUN_FAILED
    if isinstance(choice, Clear):
        return _why_no_clearing(game, counter, choice.hex)
    pair = _site_of(choice)
    return _why_no_demolition(game, counter, pair) if isinstance(choice, Blow) else _why_no_pontoon(game, counter, pair)


def _why_no_clearing(game: Now, counter: Unit, h: int) -> Refusal:
    if counter.attacked or counter.fought:
        return Refusal("Engineers that fought clear nothing this turn.", "gd-16.1-e")
    if h not in (counter.hex, *game.setting.catalogue.ground.neighbours[counter.hex]) or not in_hex(game, h):
        return Refusal("No fortification lies there, in its hex or next to it.", "gd-16.1-a")
    if not may_clear(game, counter):
        return Refusal("Clearing takes half its printed allowance, before its move is over.", "gd-16.1-b")
    return Refusal("An enemy or a zone of control keeps the fortification.", "gd-16.1-f")


def _why_no_demolition(game: Now, counter: Unit, site: Site) -> Refusal:
    if game.tracks.demolished:
        return Refusal("One demolition is tried in an activation.", "gd-12.0-c")
    if site not in bridge_sites(game, counter.hex):
        return Refusal("No bridge stands there next to it.", "gd-12.0-a")
    if known_control(game, counter.side).intersection(site) or _is_tried(game, counter, "blow", site):
        return Refusal("The bridge lies in an enemy zone of control.", "gd-12.0-a")
    return Refusal("Units stand on the bridge.", "gd-12.0-a")


def _why_no_pontoon(game: Now, counter: Unit, site: Site) -> Refusal:
    if counter.bridged:
        return Refusal("It has begun a pontoon this turn.", "gd-12.1-a")
    if not effect(game).pontoons:
        return Refusal("No pontoon is begun in this weather.", "gd-12.1-g")
    if site not in pontoon_sites(game, counter.hex):
        return Refusal("There is no river or canal to bridge next to it, or a bridge already.", "gd-12.1-a")
    return Refusal("The crossing lies in an enemy zone of control.", "gd-12.1-a")


# -- fortifications [16.1]


def clearing_cost(game: Now, counter: Unit) -> int:
    """Half the printed allowance, or of the four a debarked unit has, in half points. [9.6-f, 16.1-b, Q-clear-cost]"""
    return 2 * (-(-printed_allowance(game, counter) // 2))


def may_clear(game: Now, counter: Unit) -> bool:
    """As often as it can pay, before its movement is over, in no turn in which it fought. [16.1-b, e]"""
    if counter.attacked or counter.fought or counter.moved:
        return False
    points = half_points(game, counter)
    return counter.spent + clearing_cost(game, counter) <= points


def _clearings(game: Now, counter: Unit) -> Iterator[Choice]:
    if not game.position.forts or not may_clear(game, counter):
        return
    barred = game.position.occupied(enemy_of(counter.side)) | known_zone(game, counter.side)
    for h in (counter.hex, *game.setting.catalogue.ground.neighbours[counter.hex]):
        if in_hex(game, h) and h not in barred and not _is_tried(game, counter, "clear", (h, h)):
            yield Clear(UnitId(counter.id), Hex(h))


def _clear(work: GdWork, choice: Clear) -> None:
    """Every fortification chit in the hex goes, without a roll. [16.1-c, f]"""
    counter = unit(work, choice.unit)
    cost = counter.spent + clearing_cost(work, counter)
    muster(work, (counter.id,))
    change(work, counter, spent=cost, worked=True)
    now = work.position
    work.position = now.altered(forts=tuple(fort for fort in now.forts if fort.hex != choice.hex))
    work.tell(FortsCleared(choice.hex))


# -- demolition [12.0]


@remembered(on=GROUND)
def hexsides_beside(game: Now, h: int) -> tuple[Site, ...]:
    """Hexsides with water or a bridge that touch a hex: its own, and those that end at it. [ruling Q-engineer-adjacent]

    A river hex is bridged as a whole, so no hexside of one is among them.
    """
    ground = game.setting.catalogue.ground
    near = [n for n in (h, *ground.neighbours[h]) if not ground.is_river_hex(n)]
    pairs = ((a, b) for i, a in enumerate(near) for b in near[i + 1 :] if (a, b) in ground.sides)
    return tuple(bridges.pair(a, b) for a, b in pairs)


def bridge_sites(game: Now, h: int) -> list[Site]:
    """Standing bridges next to a hex: over hexsides, and whole bridge hexes. [12.0-a, g, ruling Q-main-bridge]"""
    ground = game.setting.catalogue.ground
    wet = [n for n in ground.neighbours[h] if ground.is_river_hex(n)]
    whole = [(n, n) for n in wet if any(bridges.is_bridged(game, n, m) for m in ground.neighbours[n])]
    return [*whole, *(site for site in hexsides_beside(game, h) if bridges.is_bridged(game, *site))]


def site_name(game: Now, site: Site) -> str:
    return game.setting.catalogue.ground.crossing_name(*site)


def demolitions(game: Now, counter: Unit) -> Iterator[Choice]:
    """Bridges an engineer may try to blow: free of enemy zones, and of friends where a hex is the bridge.

    One die is rolled in an activation. [12.0-a, c, ruling Q-demolition-once]
    """
    if game.tracks.demolished:
        return
    covered = known_control(game, counter.side)
    for site in bridge_sites(game, counter.hex):
        on_it = site[0] == site[1] and game.position.stack(site[0])
        if not covered.intersection(site) and not on_it and not _is_tried(game, counter, "blow", site):
            yield Blow(UnitId(counter.id), Hexside(site))


def demolition_check() -> Check:
    return Check("Demolition", "d6", Tally("Blown on", (add(BLOWN_FROM, "any but a 1", "gd-12.0-e"),)), "demolition")


class Demolition(Frame, frozen=True):
    """The die of a demolition. [12.0-c to f]"""

    automatic = True

    side: str
    site: Site

    def run(self, work: GdWork) -> None:
        work.push(Roll(self.side, "demolition", dice="d6", check=demolition_check()))

    def resume(self, work: GdWork, result: Outcome) -> None:
        work.pop()
        check = demolition_check()
        work.tell(DemolitionRolled(result.faces, check, check.read(result), self.site))
        if check.read(result) == "blown":
            _blow(work, self.site)


def _try_to_blow(work: GdWork, side: str, choice: Blow) -> None:
    """The die of this activation is rolled. [12.0-c]"""
    site = _site_of(choice)
    muster(work, (choice.unit,))
    note(work, demolished=site_name(work, site))
    work.push(Demolition(side, site))


def _blow(work: GdWork, site: Site) -> None:
    now = work.position
    pontoons = tuple(pontoon for pontoon in now.pontoons if (pontoon.a, pontoon.b) != site)
    if pontoons != now.pontoons:
        work.position = now.altered(pontoons=pontoons)
    else:
        work.position = now.altered(blown=tuple(sorted({*now.blown, site})))


# -- pontoons [12.1]


def pontoon_sites(game: Now, h: int) -> list[Site]:
    """Where a pontoon may be begun beside a hex: river and canal hexsides, narrow rivers, hexes next to a pontoon."""
    ground = game.setting.catalogue.ground
    wet = [n for n in ground.neighbours[h] if ground.is_river_hex(n)]
    found = [(n, n) for n in wet if ground.board.terrain[n] == "one_hex_river" or _adjoins_pontoon(game, n)]
    found += [site for site in hexsides_beside(game, h) if ground.water(*site) in CLOSED_WATER]
    taken = {(pontoon.a, pontoon.b) for pontoon in game.position.pontoons}
    return [site for site in found if site not in taken and not _has_bridge(game, site)]


def _has_bridge(game: Now, site: Site) -> bool:
    """Is there a bridge already, over the hexside or through the hex?"""
    if site[0] != site[1]:
        return bridges.is_bridged(game, *site)
    return any(bridges.is_bridged(game, site[0], n) for n in game.setting.catalogue.ground.neighbours[site[0]])


def _adjoins_pontoon(game: Now, h: int) -> bool:
    """A major river hex qualifies beside a finished pontoon. [12.1-f]"""
    near = {h, *game.setting.catalogue.ground.neighbours[h]}
    return any(pontoon.complete and (pontoon.a in near or pontoon.b in near) for pontoon in game.position.pontoons)


def _pontoons(game: Now, counter: Unit) -> Iterator[Choice]:
    """One a turn for each engineer; neither clearing nor fighting keeps it from it. [12.1-a, g, Q-pontoon-number]"""
    if counter.bridged or not effect(game).pontoons:
        return
    covered = known_control(game, counter.side)
    for site in pontoon_sites(game, counter.hex):
        if not covered.intersection(site) and not _is_tried(game, counter, "bridge", site):
            yield Bridge(UnitId(counter.id), Hexside(site))


def _build(work: GdWork, side: str, choice: Bridge) -> None:
    """A pontoon is begun, or begun again; it is complete at the end of the turn. [12.1-a, b, e]"""
    site = _site_of(choice)
    muster(work, (choice.unit,))
    change(work, choice.unit, bridged=True)
    now = work.position
    work.position = now.altered(pontoons=(*now.pontoons, Pontoon(*site, side)))
    engineer = unit(work, choice.unit)
    shadow = UnknownBeganPontoon(engineer.side, engineer.hex, site)
    tell_of(work, engineer, PontoonBegun(engineer.id, site), shadow)


def watch_pontoons(work: GdWork, before: GdPosition) -> None:
    """An enemy that moves next to an unfinished pontoon undoes it; one that stood there does not. [12.1-d]"""
    now = work.position
    kept = tuple(pontoon for pontoon in now.pontoons if pontoon.complete or not _is_threatened(work, pontoon, before))
    if len(kept) != len(now.pontoons):
        work.position = now.altered(pontoons=kept)
        work.tell(PontoonGivenUp(tuple((pontoon.a, pontoon.b) for pontoon in now.pontoons if pontoon not in kept)))


def _is_threatened(game: Now, pontoon: Pontoon, before: GdPosition) -> bool:
    lie, foes = game.setting.board, game.position.of(enemy_of(pontoon.side))
    came = {u.hex for u in foes if before.units[u.id].hex != u.hex}
    return any(lie.distance(h, pontoon.a) <= 1 and lie.distance(h, pontoon.b) <= 1 for h in came)


def finish_pontoons(work: GdWork) -> None:
    """Pontoons under construction are finished at the end of the turn. [3.5-b, 12.1-b]"""
    now = work.position
    if any(not pontoon.complete for pontoon in now.pontoons):
        done = tuple(structs.replace(pontoon, complete=True) for pontoon in now.pontoons)
        work.position = now.altered(pontoons=done)


# -- all three


def answer(work: GdWork, side: str, choice: Choice) -> None:
    """Carry an engineer's task out, unless an unseen enemy forbids it. [ruling Q-zoc-unknown]"""
    assert isinstance(choice, Clear | Bridge | Blow)
    if is_turned_away(work, side, choice):
        return
    if isinstance(choice, Clear):
        _clear(work, choice)
    elif isinstance(choice, Bridge):
        _build(work, side, choice)
    else:
        _try_to_blow(work, side, choice)


def is_turned_away(work: GdWork, side: str, choice: Clear | Bridge | Blow) -> bool:
    """Does an enemy, unseen perhaps, forbid a task? Who has asked knows: no taking back. [ruling Q-zoc-unknown]"""
    work.barrier = True
    if not _is_forbidden(work, side, choice):
        return False
    site = _site_of(choice)
    why = SiteCovered(ZONE_RULES[choice.verb], site)
    tries.forbid(work, side, (choice.verb, site_name(work, site)), why)
    return True


def _site_of(choice: Clear | Bridge | Blow) -> Site:
    if isinstance(choice, Clear):
        return (choice.hex, choice.hex)
    ends = choice.site if isinstance(choice, Bridge) else choice.bridge
    return (min(ends), max(ends))


def _is_forbidden(work: GdWork, side: str, choice: Clear | Bridge | Blow) -> bool:
    """Does an enemy zone of control, seen or not, keep a work, or an enemy a crossing? [12.0-a, 12.1-a, 16.1-f]"""
    foe = enemy_of(side)
    covered = zone(work, foe) if isinstance(choice, Clear) else control(work, foe)
    return bool(covered.intersection(_site_of(choice)))


def _is_tried(game: Now, counter: Unit, verb: str, site: Site) -> bool:
    return tries.is_tried(game, counter.side, verb, site_name(game, site))
