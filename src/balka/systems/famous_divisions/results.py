"""Combat results: losses chosen by their owner, retreats, advances. [10.4-10.6]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import structs

from balka.core.choices import Choice, Path, Refusal, UnitId
from balka.systems.famous_divisions import losses, supply
from balka.systems.famous_divisions.events.combat import Advanced, Retreated, ZonesTold
from balka.systems.famous_divisions.events.marches import StackMarched
from balka.systems.famous_divisions.listing import SideFrame
from balka.systems.famous_divisions.model import (
    GdState,
    GdWork,
    Now,
    change,
    division_hq,
    enemy_of,
    headquarters,
    is_hq,
    kind,
    legs,
    seat,
    unit,
)
from balka.systems.famous_divisions.movement import is_passable
from balka.systems.famous_divisions.position import ON_MAP, Unit
from balka.systems.famous_divisions.sight import distance, is_all_known, is_known_to
from balka.systems.famous_divisions.stacking import has_room
from balka.systems.famous_divisions.verbs import Advance, Designate, Done, Go, Lose, Take
from balka.systems.famous_divisions.wording import name, names
from balka.systems.famous_divisions.zones import known_zone, zone

RETREAT = 2  # hexes [10.5-a]


# -- losses


def may_be_lost(game: Now, ids: Iterable[str]) -> tuple[str, ...]:
    """Whom an owner may choose: no rider, and an HQ only if there is nobody else. [10.4-k to n]"""
    there = [u for u in (unit(game, unit_id) for unit_id in ids) if not u.carrier]
    fighting = [u.id for u in there if not is_hq(game, u)]
    return tuple(fighting or [u.id for u in there])


class LossChoice(SideFrame, frozen=True):
    """The owner picks who is depleted or eliminated. [10.4-k]"""

    cites = "gd-10.4-k"

    units: tuple[str, ...]
    count: int
    deadly: bool

    def ask_kind(self) -> str:
        return "loss"

    def prompt(self, view: GdState, seat: str) -> str:
        return "Choose the unit that is eliminated." if self.deadly else "Choose the unit that suffers casualties."

    def options(self, state: GdState) -> Iterator[Choice]:
        return (Lose(UnitId(unit_id)) for unit_id in may_be_lost(state, self.units))

    def refuse(self, view: GdState, choice: Choice, seat: str) -> Refusal:
        if not isinstance(choice, Lose):
            return super().refuse(view, choice, seat)
        if choice.unit not in self.units:
            return Refusal("It has no part in these losses.", "gd-10.4-k")
        if unit(view, choice.unit).carrier:
            return Refusal("A rider suffers with its tank, not for it.", "gd-9.5-f")
        return Refusal("An HQ is lost only where no combat unit is left.", "gd-10.4-m")

    def answer(self, work: GdWork, choice: Lose) -> None:
        work.pop()
        take_losses(work, self.side, (choice.unit,), 1, deadly=self.deadly)
        left = tuple(unit_id for unit_id in self.units if unit_id != choice.unit)
        take_losses(work, self.side, left, self.count - 1, deadly=self.deadly)


def take_losses(work: GdWork, side: str, ids: tuple[str, ...], count: int, *, deadly: bool) -> None:
    """So many of these units are eliminated or suffer casualties; the owner is asked if he has a choice. [10.4]"""
    able = may_be_lost(work, ids)
    if count <= 0 or not able:
        return
    if len(able) > count:
        work.push(LossChoice(side, ids, count, deadly))
        return
    for unit_id in able:
        if deadly:
            losses.eliminate(work, unit_id)
        else:
            losses.suffers(work, unit_id)


# -- retreat


def retreat_goals(game: Now, counter: Unit) -> tuple[int, ...]:
    """Where a unit may retreat to: its HQ or the division's; HQs to the nearest other. [10.5-d, Q-retreat-hq]"""
    printed = kind(game, counter)
    division = division_hq(game, counter.side)
    own = None if printed.is_hq else headquarters(game, printed.battalion)
    goals = [hq.hex for hq in (own, division) if hq and hq.status == ON_MAP and hq.hex != counter.hex]
    if printed.is_hq and not goals:
        others = {u.hex for u in game.position.of(counter.side) if is_hq(game, u) and u.hex != counter.hex}
        least = min((distance(game, counter.hex, h) for h in others), default=0)
        goals = sorted(h for h in others if distance(game, counter.hex, h) == least)
    return tuple(dict.fromkeys(goals))


def _next_hexes(game: Now, counter: Unit, h: int, barred: frozenset[int]) -> Iterator[int]:
    """Hexes a retreat may enter: passable, with room, outside enemy zones of control. [8.0-l, 10.5-e to g]"""
    for n in game.setting.catalogue.ground.neighbours[h]:
        if n not in barred and is_passable(game, counter, h, n) and has_room(game, n, _with_riders(game, counter)):
            yield n


def _with_riders(game: Now, counter: Unit) -> tuple[Unit, ...]:
    return (counter, *losses.riders(game, counter.id))


def retreat_paths(game: Now, counter: Unit, goals: tuple[int, ...], barred: frozenset[int]) -> list[tuple[int, ...]]:
    """Whole ways that end two hexes off, each hex nearer to an HQ, or at an HQ; any such way without. [10.5-a, d, e]"""
    found: dict[tuple[int, ...], None] = {}
    for goal in goals or (None,):
        for first in _next_hexes(game, counter, counter.hex, barred):
            if not _is_nearer(game, counter.hex, first, goal):
                continue
            if first == goal:
                found[(first,)] = None
                continue
            for second in _next_hexes(game, counter, first, barred):
                if distance(game, counter.hex, second) == RETREAT and _is_nearer(game, first, second, goal):
                    found[first, second] = None
    return sorted(found)


def _is_nearer(game: Now, a: int, b: int, goal: int | None) -> bool:
    return goal is None or distance(game, b, goal) < distance(game, a, goal)


class Retreat(SideFrame, frozen=True):
    """Units retreat one by one, in the order their owner likes. Without any HQ the enemy picks the way. [10.5-a, b, e]

    `waiting` must retreat too and have no way or no HQ to go to yet. `zones` are the enemy's zones of control near by,
    told before the list is made; `full` the hexes without room, where the enemy chooses and so must know them; `camps`
    the hexes the attackers left, where an HQ may have stayed.
    """

    cites = "gd-10.5-a"

    owner: str
    units: tuple[str, ...]
    zones: tuple[int, ...]
    full: tuple[int, ...] = ()
    optional: tuple[str, ...] = ()
    camps: tuple[int, ...] = ()
    waiting: tuple[str, ...] = ()

    def ask_kind(self) -> str:
        return "retreat"

    def conceal(self, state: GdState, viewer: str) -> Retreat:
        """Who of them has a way hangs on his own counters, which the other side may not see. [1.1]"""
        if self.side != self.owner or viewer == seat(state, self.owner):
            return self
        return structs.replace(self, units=tuple(sorted((*self.units, *self.waiting))), waiting=())

    def parted(self, game: Now) -> Retreat:
        """The same with those who have a way first, where it was not known who they are."""
        everybody = (*self.units, *self.waiting)
        led = tuple(
            unit_id for unit_id in everybody if retreat_goals(game, unit(game, unit_id)) and self.paths(game, unit_id)
        )
        return structs.replace(self, units=led, waiting=tuple(unit_id for unit_id in everybody if unit_id not in led))

    def prompt(self, view: GdState, seat: str) -> str:
        if not self.units:
            return "An HQ that stood with the attackers may go back too, or say done."
        if len(self.units) > 1:
            return f"Choose who retreats next, and where: {names(view.setting, self.units)}."
        return f"Choose where {name(view.setting, self.units[0])} retreats."

    def paths(self, game: Now, unit_id: str) -> list[tuple[int, ...]]:
        counter = unit(game, unit_id)
        return retreat_paths(game, counter, self.goals(game, counter), frozenset((*self.zones, *self.full)))

    def goals(self, game: Now, counter: Unit) -> tuple[int, ...]:
        return retreat_goals(game, counter) if self.side == self.owner else ()

    def options(self, state: GdState) -> Iterator[Choice]:
        for unit_id in self.units:
            yield from (Go(UnitId(unit_id), Path(path)) for path in self.paths(state, unit_id))
        for unit_id in self.optional if self.side == self.owner else ():
            yield from self._may_go_along(state, unit_id)
        if self.side == self.owner:
            yield from supply.designations_of(state, self.units)
        if not self.units:
            yield Done()

    def _may_go_along(self, state: GdState, unit_id: str) -> Iterator[Choice]:
        """An HQ goes along by its own way; without another HQ the enemy picks it. [10.4-o, 10.5-e]"""
        paths = self.paths(state, unit_id)
        if retreat_goals(state, unit(state, unit_id)):
            yield from (Go(UnitId(unit_id), Path(path)) for path in paths)
        elif paths:
            yield Take(UnitId(unit_id))

    def refuse(self, view: GdState, choice: Choice, seat: str) -> Refusal:
        if isinstance(choice, Designate):
            return supply.why_no_designation(view, self.side, choice.unit)
        if not isinstance(choice, Go | Take):
            return super().refuse(view, choice, seat)
        if choice.unit not in (*self.units, *self.optional):
            return Refusal("It does not have to retreat now.", "gd-10.5-a")
        if isinstance(choice, Take):
            return Refusal("Its own side leads it back, to an HQ.", "gd-10.5-d")
        if any(h in self.zones for h in choice.way):
            return Refusal("No retreat leads into an enemy zone of control.", "gd-10.5-g")
        if self.side != self.owner:
            return Refusal("A retreat leads over two free hexes and ends two hexes off.", "gd-10.5-a")
        return Refusal("A retreat leads over two free hexes, each nearer to its HQ, or ends there.", "gd-10.5-d")

    def answer(self, work: GdWork, choice: Choice) -> None:
        if isinstance(choice, Designate):
            supply.designate(work, choice)
            return
        work.pop()
        if isinstance(choice, Done):
            begin_retreat(work, self.owner, self.waiting)
            return
        assert isinstance(choice, Go | Take)
        unit_id = str(choice.unit)
        left = tuple(other for other in (*self.units, *self.waiting) if other != unit_id)
        free = tuple(other for other in self.optional if other != unit_id)
        if isinstance(choice, Take):
            losses.expose(work, (unit_id,))  # the enemy has to know whom he sends
            _ask_enemy(work, unit(work, unit_id), self.owner, left, free, self.camps)
            return
        _tell_retreat(work, unit(work, unit_id), tuple(choice.way))
        walk(work, unit_id, choice.way)
        begin_retreat(work, self.owner, left, free, self.camps)


def _tell_retreat(work: GdWork, counter: Unit, way: tuple[int, ...]) -> None:
    """An HQ that goes along has not fought: who may not look at it sees somebody go. [1.1-a, d, 10.4-o]"""
    event, count = Retreated(counter.id, way), len(_with_riders(work, counter))
    if is_known_to(work, enemy_of(counter.side), counter):
        work.tell(event)
    else:
        shadow = StackMarched(counter.side, count, counter.hex, way[-1], way[:-1])
        work.tell_only((seat(work, counter.side),), event, shadow)


def walk(work: GdWork, unit_id: str, way: Iterable[int]) -> None:
    """A unit and its rider go hex by hex, for no points; each hex counts as entered. [10.5-c, Q-last-occupied]"""
    for h in way:
        for mover in _with_riders(work, unit(work, unit_id)):
            change(work, mover, hex=h, road=False)
        work.setting.system.watch(work)


def begin_retreat(
    work: GdWork, owner: str, ids: tuple[str, ...], optional: tuple[str, ...] = (), camps: tuple[int, ...] = ()
) -> None:
    """Ask for the retreat of these units: first those with an HQ to go to, then HQs that may, then the rest. [10.5]"""
    there = tuple(u for u in (unit(work, unit_id) for unit_id in ids) if u.status == ON_MAP and not u.carrier)
    zones = _zones_near(work, owner, [*(u.hex for u in there), *camps])
    whole = Retreat(owner, owner, (), zones, (), optional, camps, tuple(u.id for u in there)).parted(work)
    if whole.units or optional or not _is_open(work, owner, camps):
        _tell_zones(work, owner, zones)
        work.push(whole)
        return
    for stray in sorted(there, key=lambda u: not is_hq(work, u)):  # companies may follow an HQ that went first
        others = tuple(u.id for u in there if u.id != stray.id)
        if not retreat_goals(work, stray) and _ask_enemy(work, stray, owner, others):
            return
    for counter in there:
        losses.eliminate_without_way(work, counter.id)


def _ask_enemy(
    work: GdWork,
    stray: Unit,
    owner: str,
    waiting: tuple[str, ...],
    optional: tuple[str, ...] = (),
    camps: tuple[int, ...] = (),
) -> bool:
    """The enemy picks the way of a unit without HQ, if there is one. [10.5-e]"""
    near = [h for h in range(len(work.setting.catalogue.board)) if 0 < distance(work, h, stray.hex) <= RETREAT]
    full = tuple(h for h in near if not has_room(work, h, _with_riders(work, stray)))
    zones = _zones_near(work, owner, [stray.hex])
    frame = Retreat(enemy_of(owner), owner, (stray.id,), zones, full, optional, camps, waiting)
    if not frame.paths(work, stray.id):
        return False
    _tell_zones(work, owner, frame.zones)
    work.push(frame)
    return True


def _is_open(game: Now, owner: str, camps: tuple[int, ...]) -> bool:
    """Does the enemy see everybody who stayed behind, and so whether an HQ is among them?"""
    return all(is_all_known(game, enemy_of(owner), h) for h in camps if game.position.holder(h) == owner)


def _zones_near(game: Now, owner: str, hexes: list[int]) -> tuple[int, ...]:
    """The enemy's zones of control within reach of a retreat."""
    foe = zone(game, enemy_of(owner))
    return tuple(sorted(h for h in foe if any(distance(game, h, start) <= RETREAT for start in hexes)))


def _tell_zones(work: GdWork, owner: str, zones: tuple[int, ...]) -> None:
    """What the enemy covers is told before the list is made; from here on nothing can be taken back."""
    work.barrier = True
    news = tuple(h for h in zones if h not in known_zone(work, owner))
    if news:
        work.tell_only((seat(work, owner),), ZonesTold(news))


# -- advance


def advance_paths(game: Now, counter: Unit, target: int, *, bonus: bool) -> Iterator[tuple[int, ...]]:
    """Into the combat hex, and for vehicles one more, back too; zones of control do not matter. [10.6-a to d]"""
    if not is_passable(game, counter, counter.hex, target) or not has_room(game, target, _with_riders(game, counter)):
        return
    yield (target,)
    if not bonus or legs(game, counter) == "leg":
        return
    for n in game.setting.catalogue.ground.neighbours[target]:
        if is_passable(game, counter, target, n) and has_room(game, n, _with_riders(game, counter)):
            yield target, n


class Advances(SideFrame, frozen=True):
    """Attackers may enter the hex they emptied; nobody fires at them there. [10.6-a, e, 11.3-w, 11.4-b]"""

    cites = "gd-10.6-a"

    units: tuple[str, ...]
    target: int
    overrun: bool

    def ask_kind(self) -> str:
        return "advance"

    def prompt(self, view: GdState, seat: str) -> str:
        return "Advance units into the hex that was taken, or say done."

    def options(self, state: GdState) -> Iterator[Choice]:
        for unit_id in self.units:
            for path in advance_paths(state, unit(state, unit_id), self.target, bonus=not self.overrun):
                yield Advance(UnitId(unit_id), Path(path))
        yield from supply.designations_of(state, self.units)
        yield Done()

    def refuse(self, view: GdState, choice: Choice, seat: str) -> Refusal:
        if isinstance(choice, Designate):
            return supply.why_no_designation(view, self.side, choice.unit)
        if not isinstance(choice, Advance) or choice.unit not in view.position.units:
            return super().refuse(view, choice, seat)
        if unit(view, choice.unit).shot:
            return Refusal("Who fired directly does not advance.", "gd-11.3-w")
        if choice.unit not in self.units:
            return Refusal("Only units that attacked advance, each once.", "gd-10.6-e")
        return Refusal("It may enter the taken hex, and a vehicle one more, over ground open to it.", "gd-10.6-d")

    def answer(self, work: GdWork, choice: Choice) -> None:
        if isinstance(choice, Designate):
            supply.designate(work, choice)
            return
        if not isinstance(choice, Advance):
            work.pop()
            return
        work.tell(Advanced(str(choice.unit), tuple(choice.way)))
        walk(work, str(choice.unit), choice.way)
        work.replace_top(self.replaced(units=tuple(unit_id for unit_id in self.units if unit_id != choice.unit)))


def may_move_on(game: Now, ids: Iterable[str]) -> tuple[str, ...]:
    """Survivors of the attack that fired no direct shot in this activation. [10.6-e, 11.3-s, w]"""
    found = (unit(game, unit_id) for unit_id in ids)
    return tuple(u.id for u in found if u.status == ON_MAP and not u.shot and not u.carrier)
