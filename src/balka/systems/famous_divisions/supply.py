"""Supply: paths to HQs, hunger over turns, nominated stacks. [5.0-5.3]"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from balka.core.choices import Choice, Hex, Refusal, UnitId, Word
from balka.core.frames import Frame
from balka.core.hexes import hexes_in, mask_of
from balka.core.memo import POSITION, remembered
from balka.core.paths import Flow, flooded, flow_of
from balka.systems.famous_divisions import bridges, losses
from balka.systems.famous_divisions.events.supply import Hungry, Needy, SupplyChanged
from balka.systems.famous_divisions.listing import SideFrame
from balka.systems.famous_divisions.model import (
    GdState,
    GdWork,
    Now,
    change,
    change_all,
    division_hq,
    enemy_of,
    headquarters,
    hqs,
    is_hq,
    kind,
    seat,
    unit,
)
from balka.systems.famous_divisions.movement import OUT_OF_SUPPLY, is_open_to
from balka.systems.famous_divisions.position import ON_MAP, SIDES, Places, Unit, Works
from balka.systems.famous_divisions.sight import is_known_to
from balka.systems.famous_divisions.verbs import Designate, Done, Nominate, Source
from balka.systems.famous_divisions.zones import zone

ATTRITION = 3  # supply phases in a row [5.3-c]
SOURCE = "source"  # the battalion a division HQ supplies, among its side's secrets


# -- paths


def carts_pass(game: Now, a: int, b: int) -> bool:
    """May a supply path go from a to its neighbour b? As Wheeled units may. [5.1-k, Q-supply-trench]"""
    return is_open_to(game, "wheeled", a, b)


def supplied_hexes(game: Now, side: str, source: int) -> frozenset[int]:
    """Hexes from which a path of any length leads to a source. [5.1-a, i, j, 8.0-f, g]"""
    return frozenset(hexes_in(supplied_mask(game, side, source)))


def supplied_mask(game: Now, side: str, source: int) -> int:
    """The same as a bitmask."""
    return flooded(_flow(game, _carts_into), source, mask_of(barred(game, side)))


def barred(game: Now, side: str) -> frozenset[int]:
    """Hexes no supply path of a side leads through: held by enemies, or in their zone and not its own. [5.1-i, j]"""
    now, foe = game.position, enemy_of(side)
    return now.occupied(foe) | (zone(game, foe) - now.occupied(side))


def _carts_into(game: Now, h: int) -> frozenset[int]:
    """The neighbours from which a supply path may enter a hex."""
    store = bridges.ways(game).carts
    found = store.get(h)
    if found is None:
        around = game.setting.catalogue.ground.neighbours[h]
        found = store[h] = frozenset(n for n in around if carts_pass(game, n, h))
    return found


def _both_ways(game: Now, h: int) -> frozenset[int]:
    """The neighbours that a supply path may enter from a hex as well as leave for it."""
    store = bridges.ways(game).both
    found = store.get(h)
    if found is None:
        found = store[h] = frozenset(n for n in _carts_into(game, h) if h in _carts_into(game, n))
    return found


Neighbours = Callable[[Now, int], frozenset[int]]


def _flow(game: Now, beside: Neighbours) -> Flow:
    """The steps from every hex to some of its neighbours, as the bridges stand."""
    store, hexes = bridges.ways(game).flows, range(len(game.setting.board))
    if beside not in store:
        store[beside] = flow_of((h, n) for h in hexes for n in beside(game, h))
    return store[beside]


def reachable(game: Now, hq: Unit) -> frozenset[int]:
    """Hexes from which a path leads to an HQ. [5.1-a]"""
    return frozenset(hexes_in(_area(game, hq)))


def is_reached(game: Now, hq: Unit, h: int) -> bool:
    """Whether a path leads from a hex to an HQ. [5.1-a]"""
    return h >= 0 and bool(_area(game, hq) >> h & 1)


def _area(game: Now, hq: Unit) -> int:
    """The hexes an HQ reaches, as a bitmask. HQs that the same hexes join both ways share one answer."""
    areas = _areas(game, hq.side)
    for area, joined in areas:
        if joined >> hq.hex & 1:
            return area
    area = supplied_mask(game, hq.side, hq.hex)
    areas.append((area, _joined(game, area, hq.hex)))
    return area


Areas = list[tuple[int, int]]


@remembered(on=POSITION)
def _areas(game: Now, side: str) -> Areas:
    """The answers so far about a side's HQs, each with the hexes that share it. To be filled."""
    return _known_areas(game.position.forces[enemy_of(side)].places, game.position.works, barred(game, side))


@remembered
def _known_areas(foes: Places, works: Works, closed: frozenset[int]) -> Areas:
    """Paths hang on bridges and on the hexes that are closed to them; both are forgotten when the enemy moves."""
    return []


def _joined(game: Now, area: int, source: int) -> int:
    """The hexes of an area that a path leads to from its source as well as back.

    Carts leave a forest anywhere and enter it by road only, so a path may lead one way and not the other. [5.1-k]
    """
    return flooded(_flow(game, _both_ways), source, ~area)


def is_hq_supplied(game: Now, hq: Unit) -> bool:
    """An HQ needs a path to another HQ of its side. [5.1-b, Q-supply-div-single]"""
    return any(is_reached(game, other, hq.hex) for other in hqs(game, hq.side) if other.id != hq.id)


def has_source(game: Now, battalion: str) -> bool:
    """Is the battalion's own HQ on the map and itself in supply? [ruling Q-hq-unsupplied]"""
    hq = headquarters(game, battalion)
    return hq is not None and (hq.status != ON_MAP or is_hq_supplied(game, hq))


def is_in_supply(game: Now, counter: Unit) -> bool:
    """A path to an HQ that feeds it, or a nomination. [5.1-a to e]"""
    return counter.nominated or has_path(game, counter)


def has_path(game: Now, counter: Unit) -> bool:
    """A path to the battalion's HQ, or the division HQ that supplies the battalion; HQs to another HQ. [5.1-a to c]"""
    if is_hq(game, counter):
        return is_hq_supplied(game, counter)
    battalion = kind(game, counter).battalion
    hq = headquarters(game, battalion)
    if hq and (hq.status != ON_MAP or (is_hq_supplied(game, hq) and is_reached(game, hq, counter.hex))):
        return True
    division = division_hq(game, counter.side)
    if division is None or game.secrets.get(counter.side, {}).get(SOURCE) != battalion:
        return False
    return is_hq_supplied(game, division) and is_reached(game, division, counter.hex)


# -- asking


class Supplying(SideFrame, frozen=True):
    """A side names the battalion its division HQ supplies, and a stack for each battalion without HQ. [5.1-c, d, h]"""

    cites = "gd-3.3-a"

    starved: tuple[str, ...]  # battalions whose HQ cannot supply them
    needy: tuple[str, ...] = ()  # battalions with a unit that has no path to an HQ of its own

    def ask_kind(self) -> str:
        return "supply"

    def prompt(self, view: GdState, seat: str) -> str:
        asked = ["the battalion the division HQ supplies"] if self._may_name_source(view) else []
        names_ = [view.setting.catalogue.battalion_names[battalion] for battalion in self.starved]
        asked += [f"a stack of {battalion} that stays in supply" for battalion in names_]
        return f"Name {', and '.join(asked)}, or say done." if asked else "Everybody who can be is in supply: say done."

    def _may_name_source(self, game: Now) -> bool:
        """Only where somebody would be helped: a source is looked at in this phase alone. [5.1-c]"""
        named = SOURCE in game.secrets.get(self.side, {})
        return bool(self.needy) and not named and division_hq(game, self.side) is not None

    def conceal(self, state: GdState, seat: str) -> Frame:
        return self if seat == state.setting.seat_of[self.side] else self.replaced(starved=(), needy=())

    def options(self, state: GdState) -> Iterator[Choice]:
        if self._may_name_source(state):
            yield from (Source(Word(battalion)) for battalion in self.needy)
        for battalion in self.starved:
            yield from (Nominate(Word(battalion), Hex(h)) for h in _stacks_of(state, self.side, battalion))
        yield from designations(state, self.side)
        yield Done()

    def refuse(self, view: GdState, choice: Choice, seat: str) -> Refusal:
        if isinstance(choice, Source):
            return self._why_no_source(view, str(choice.battalion))
        if isinstance(choice, Nominate):
            return self._why_no_nomination(view, str(choice.battalion))
        if isinstance(choice, Designate):
            return why_no_designation(view, self.side, choice.unit)
        return super().refuse(view, choice, seat)

    def _why_no_source(self, view: GdState, battalion: str) -> Refusal:
        """[5.1-c]"""
        if division_hq(view, self.side) is None:
            return Refusal("You have no division HQ on the map.", "gd-5.1-c")
        if SOURCE in view.secrets.get(self.side, {}):
            return Refusal("The division HQ supplies one battalion, and it is named.", "gd-5.1-c")
        return Refusal("No company of that battalion needs the division HQ.", "gd-5.1-a")

    def _why_no_nomination(self, view: GdState, battalion: str) -> Refusal:
        """[5.1-d, h]"""
        if battalion in nominated(view, self.side):
            return Refusal("One stack of that battalion is nominated.", "gd-5.1-h")
        if battalion not in self.starved:
            return Refusal("Its HQ supplies that battalion, or it is none of yours.", "gd-5.1-d")
        return Refusal("No unit of that battalion stands there.", "gd-5.1-d")

    def answer(self, work: GdWork, choice: Choice) -> None:
        if isinstance(choice, Source):
            work.secrets = {**work.secrets, self.side: {SOURCE: str(choice.battalion)}}
        elif isinstance(choice, Nominate):
            ids = [u.id for u in work.position.stack(choice.hex) if kind(work, u).battalion == choice.battalion]
            change_all(work, ids, nominated=True)
            left = tuple(battalion for battalion in self.starved if battalion != choice.battalion)
            work.replace_top(self.replaced(starved=left))
        elif isinstance(choice, Designate):
            designate(work, choice)
        else:
            work.pop()
            feed(work, self.side)


def _battalions_on_map(game: Now, side: str) -> list[str]:
    return sorted({kind(game, u).battalion for u in game.position.of(side)})


def _stacks_of(game: Now, side: str, battalion: str) -> list[int]:
    return sorted({u.hex for u in game.position.of(side) if kind(game, u).battalion == battalion})


def begin_supply(work: GdWork, side: str) -> None:
    """The owner first learns which of his HQs are cut off, then names his sources. [5.0-a]"""
    if not work.position.occupied(side):
        return
    starved = tuple(battalion for battalion in _battalions_on_map(work, side) if not has_source(work, battalion))
    cut_off = tuple(u.id for u in hqs(work, side) if not is_hq_supplied(work, u))
    if cut_off:
        work.tell_only((seat(work, side),), Hungry(cut_off))
    work.secrets = {**work.secrets, side: {}}
    needy = _needy(work, side)
    if needy:
        work.tell_only((seat(work, side),), Needy(needy))
    work.push(Supplying(side, starved, needy))


def _needy(game: Now, side: str) -> tuple[str, ...]:
    """Battalions with companies that their own HQ does not reach."""
    hungry = [u for u in game.position.of(side) if not is_hq(game, u) and not is_in_supply(game, u)]
    return tuple(sorted({kind(game, u).battalion for u in hungry}))


# -- consequences


def feed(work: GdWork, side: str) -> None:
    """Everybody's supply state is set, from the map as both sides find it in this phase. [5.3-a, b]"""
    units = sorted(work.position.of(side), key=lambda u: u.id)
    reached = {u.id for u in units if has_path(work, u)}
    for counter in units:
        _feed_one(work, counter, 0 if counter.nominated or counter.id in reached else counter.hungry + 1)
    needless = [u.id for u in units if u.nominated and u.id in reached]
    if needless:  # who has a path stays in supply wherever the others of its stack go [5.1-f]
        change_all(work, needless, nominated=False, designated=False)


@remembered(on=POSITION)
def nominated(game: Now, side: str) -> dict[str, list[Unit]]:
    """The nominated units of a side, by battalion."""
    parts: dict[str, list[Unit]] = {}
    for counter in game.position.of(side):
        if counter.nominated:
            parts.setdefault(kind(game, counter).battalion, []).append(counter)
    return parts


def designations(game: Now, side: str) -> Iterator[Designate]:
    """Once a turn the owner may say whose part of a nominated stack stays in supply if the stack splits. [5.1-f]

    He says so among his other choices: a question of its own would tell the enemy who is cut off.
    """
    for units in nominated(game, side).values():
        if len(units) > 1 and not any(u.designated for u in units):
            yield from (Designate(UnitId(u.id)) for u in units)


def designations_of(game: Now, units: Sequence[str]) -> Iterator[Designate]:
    """The same while somebody of a nominated stack is about to leave it: marching, retreating, advancing."""
    if any(unit(game, unit_id).nominated for unit_id in units):
        yield from designations(game, unit(game, units[0]).side)


def why_no_designation(view: Now, side: str, unit_id: str) -> Refusal:
    """Why a unit's part of a nominated stack cannot be named as the one that stays in supply. [5.1-f]"""
    parts = [units for units in nominated(view, side).values() if any(u.id == unit_id for u in units)]
    if not parts:
        return Refusal("It is in no nominated stack.", "gd-5.1-f")
    if len(parts[0]) == 1:
        return Refusal("A stack of one cannot split.", "gd-5.1-f")
    return Refusal("It has been said which part stays in supply.", "gd-5.1-f")


def designate(work: GdWork, choice: Designate) -> None:
    change(work, choice.unit, designated=True)


def split_nominations(work: GdWork) -> None:
    """Where a nominated stack has split, one part stays in supply, the designated or else the largest one. [5.1-f]"""
    for side in SIDES:
        for units in nominated(work, side).values():
            _go_hungry(work, units)


def _go_hungry(work: GdWork, units: list[Unit]) -> None:
    hexes = [u.hex for u in units]
    kept = max(units, key=lambda u: (u.designated, hexes.count(u.hex), -u.hex)).hex
    for counter in (u for u in units if u.hex != kept):
        _tell_state(work, change(work, counter, nominated=False, hungry=1))


def _feed_one(work: GdWork, counter: Unit, hungry: int) -> None:
    out = hungry >= OUT_OF_SUPPLY
    fired = out and kind(work, counter).is_artillery  # [5.3-i]
    if hungry != counter.hungry:
        change(work, counter, hungry=hungry, fired=fired)
        _tell_state(work, unit(work, counter.id))


def starve(work: GdWork) -> None:
    """The third phase without a path and each further one costs casualties, once both sides have looked. [5.3-c]

    Whoever is lost so opens nobody's path in the same phase. [ruling Q-supply-together]
    """
    for side in SIDES:
        hungry = [u for u in work.position.of(side) if u.hungry >= ATTRITION]
        for counter in sorted(hungry, key=lambda u: u.id):
            losses.loses_step(work, unit(work, counter.id))


def _tell_state(work: GdWork, counter: Unit) -> None:
    knowing = [s for s in (counter.side, enemy_of(counter.side)) if is_known_to(work, s, counter)]
    work.tell_only(tuple(seat(work, s) for s in knowing), SupplyChanged(counter.id, counter.hungry))
