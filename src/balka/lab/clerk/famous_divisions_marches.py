"""The clerk of Famous Divisions on the march: who is where, who may go on, what a way costs, who rides with whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from balka.core.state import State
from balka.lab.clerk.books import Clerk, Page, Problems, Unit
from balka.lab.clerk.famous_divisions_ground import GdGround


class GdMarches(Clerk):
    """The books of movement, of an activation and of a turn."""

    sightings = ("Sighted",)

    def __init__(self, start: State) -> None:
        super().__init__(start)
        self.ground = GdGround(start)
        self.new_turn()

    def new_turn(self) -> None:
        self.acted: dict[str, int] = {}  # in which activation of the turn a unit acted
        self.marched: set[str] = set()
        self.activations = 0
        self.new_activation()

    def new_activation(self) -> None:
        self.paid: dict[str, int] = {}  # half points a unit has spent at least
        self.halted: set[str] = set()
        self.moving: set[str] = set()  # the party on the march
        self.finished: set[str] = set()
        self.shot: set[str] = set()

    def units(self, state: State) -> Mapping[str, Unit]:
        found: Mapping[str, Unit] = state.position.units
        return found

    def is_open(self, page: Page, name: str) -> bool:
        """What is lost, gone or still to come lies beside the map for all to see."""
        return any(self.units(state)[name].status not in ("map", "off") for state in (page.before, page.after))

    # -- counters and steps

    def fates(self, page: Page) -> Problems:
        """Nobody comes back; who leaves the map has an event or said so."""
        gone = {event.unit for event in page.of("Eliminated")}
        for old, new in page.changes:
            if old.status == new.status:
                continue
            if old.status in ("lost", "exited"):
                yield f"{new.id} was {old.status} and is back"
            elif new.status == "lost" and new.id not in gone:
                yield f"{new.id} is lost and nothing was told of it"
            elif new.status == "exited" and page.verb != "exit":
                yield f"{new.id} left the map and nobody said so"

    def losses(self, page: Page) -> Problems:
        """A unit is flipped by an event, and made whole by a rebuild only."""
        hurt = {event.unit for event in page.of("Depleted")}
        for old, new in page.changes:
            if new.status != "map" or old.depleted == new.depleted:
                continue
            if new.depleted and new.id not in hurt:
                yield f"{new.id} is depleted and nothing was told of it"
            elif not new.depleted and not (page.verb == "rebuild" and page.answer.unit == new.id):
                yield f"{new.id} is whole again without a rebuild"
        yield from self._pinned_by_fire(page, hurt)

    def _pinned_by_fire(self, page: Page, hurt: set[str]) -> Problems:
        """Whoever suffers from opportunity fire is pinned. [11.3, 11.4]"""
        window = page.frame("OpportunityFire")
        for name in hurt if window is not None else ():
            unit = self.units(page.after)[name]
            if unit.status == "map" and not unit.pinned:
                yield f"{name} was hit on the march and is not pinned"

    # -- where everybody is

    def places(self, page: Page) -> Problems:
        """Whoever stands elsewhere was told to go there, hex by hex, from where it stood."""
        if page.before.position.unready or page.frame("Setup") is not None:
            return
        at: dict[str, int] = {}
        for ids, way in ways(page):
            yield from self._walked(page, at, ids, way)
        for old, new in page.changes:
            if new.status == "map" and new.hex != at.get(new.id, old.hex):
                yield f"{new.id} is in {page.label(new.hex)} and was never told to go there"

    def _walked(self, page: Page, at: dict[str, int], ids: tuple[str, ...], way: tuple[int, ...]) -> Problems:
        units = self.units(page.before)
        aboard = [u.id for u in units.values() if u.carrier in ids and u.id not in ids]
        for name in ids:
            start = at.get(name, units[name].hex)
            if start != way[0]:
                yield f"{name} goes from {page.label(way[0])} and stood in {page.label(start)}"
        if not self.are_steps(way[1:] if way[0] < 0 else way):
            yield f"{ids[0]} jumps: {' '.join(page.label(h) for h in way)}"
        for name in (*ids, *aboard):
            at[name] = way[-1]

    def riders(self, page: Page) -> Problems:
        """A rider is where its tank is; nobody stands in open water."""
        units = self.units(page.after)
        if units is self.units(page.before):
            return
        for unit in units.values():
            if unit.carrier and (unit.hex != units[unit.carrier].hex or units[unit.carrier].status != unit.status):
                yield f"{unit.id} rides {unit.carrier}, which is elsewhere"
        for _, new in page.changes:
            if new.hex >= 0 and self.ground.is_river(new.hex) and not self.ground.has_dry_way(page.after, new.hex):
                yield f"{new.id} stands in the river at {page.label(new.hex)}"

    # -- marches

    def marches(self, page: Page) -> Problems:
        """What every march may be: by somebody free to go, no further than its points, into no zone and out again."""
        if page.verb in ("take", "enter") and page.top == "Orders":
            self.finished, self.moving = self.finished | self.moving, set()
        for event in page.of("Marched"):
            self.moving.update(event.units)
            for name in event.units:
                unit = self.units(page.before)[name]
                yield from self._may_march(page, unit)
                yield from self.acts(name)
                self.marched.add(name)
                if not unit.carrier:
                    yield from self._pays(page, unit, (event.a, *event.via, event.b))
            yield from self._meets_zones(page, event)
        if page.verb == "exit":
            yield from self._leaves(page)
        yield from self._climbs(page)

    def _may_march(self, page: Page, unit: Unit) -> Problems:
        if unit.pinned:
            yield f"{unit.id} is pinned and moves"
        if unit.id in self.finished and not unit.carrier:
            yield f"{unit.id} has finished its move and moves again"
        if unit.id in self.halted:
            yield f"{unit.id} had to halt in an enemy zone of control and moves on"
        if unit.id in self.shot:
            yield f"{unit.id} has fired and moves"

    def acts(self, name: str) -> Problems:
        """No unit is activated twice in a turn. [6.0]"""
        if self.acted.setdefault(name, self.activations) != self.activations:
            yield f"{name} was activated before in this turn and acts again"

    def _pays(self, page: Page, unit: Unit, way: tuple[int, ...]) -> Problems:
        """The least a way can cost against the points of the unit; one hex is always allowed. [9.0]"""
        spent, points = self.paid.get(unit.id, 0), self.ground.points(page.before, unit)
        for a, b in pairwise(way):
            price = self.ground.entry(unit, b) if a < 0 else self.ground.price(page.before, unit, a, b)
            if price is None:
                yield f"{unit.id} goes to {page.label(b)}, which is closed to it"
                return
            if spent and spent + price > points:
                yield f"{unit.id} has {points / 2:g} points and spends at least {(spent + price) / 2:g}"
            spent = max(1, min(spent + price, points))
        self.paid[unit.id] = spent

    def _meets_zones(self, page: Page, event: Any) -> Problems:
        side = self.units(page.before)[event.units[0]].side
        for h in event.via:
            if h != event.a and self.ground.in_zone(page.after, h, side):
                yield f"{event.units[0]} marches through the enemy zone of control at {page.label(h)}"
        if self.ground.in_zone(page.after, event.b, side):
            self.halted.update(event.units)

    def _leaves(self, page: Page) -> Problems:
        for old, new in page.changes:
            if new.status == "exited":
                yield from self._may_march(page, old)

    def _climbs(self, page: Page) -> Problems:
        """Up and down cost a point each; who was halted neither mounts nor leaves its trucks. [8.0, 9.5, 9.6]"""
        if page.verb in ("mount", "debark") and page.answer.unit in self.halted:
            yield f"{page.answer.unit} had to halt in an enemy zone of control and is told to {page.verb}"
        if page.verb in ("mount", "dismount"):
            rider = self.units(page.before)[page.answer.unit]
            carrier = page.answer.carrier if page.verb == "mount" else rider.carrier
            for name in (rider.id, carrier):
                self.paid[name] = self.paid.get(name, 0) + 2
            yield from self.acts(rider.id)
            if page.verb == "dismount":
                self.finished.add(rider.id)
        elif page.verb == "debark":
            self.paid.pop(page.answer.unit, None)


def ways(page: Page) -> Iterator[tuple[tuple[str, ...], tuple[int, ...]]]:
    """Who went where in a step, in the order of events: marches, retreats, advances."""
    units = page.before.position.units
    for told in page.told:
        event: Any = told.event
        kind = type(event).__name__
        if kind == "Marched":
            yield event.units, (event.a, *event.via, event.b)
        elif kind in ("Retreated", "Advanced"):
            yield (event.unit,), (units[event.unit].hex, *event.path)
