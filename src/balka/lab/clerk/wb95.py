"""The clerk of the operational system: phases, marches, zones, CEL, guns, aircraft, workshops, and who is told what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from msgspec import Struct, field

from balka.core.state import State
from balka.lab.clerk.books import Clerk, Page, Problems, Unit, frame_in
from balka.lab.clerk.wb95_ground import SIXTHS, WbGround

GERMAN = "german"
ROOM = 8  # CEL in a hex
FIGHTING = ("BattlePlan", "BattleDefence", "BattleRoll", "BattleOpen", "Aftermath", "Shelling", "ShellingOpen",
            "FireEffect")  # fmt: skip
TASKS = ("unlimber", "limber", "blow", "rebuild", "dig", "exit", "build")
MARCHING, STRATEGIC, COMBAT = (3, 9), (5, 11), (4, 10)


class Combat(Struct):
    """A battle on its way."""

    side: str
    hexes: tuple[int, ...]
    taking_part: set[str] = field(default_factory=set)
    stars: set[str] = field(default_factory=set)
    starts: set[int] = field(default_factory=set)
    retreated: set[str] = field(default_factory=set)
    following: set[str] = field(default_factory=set)
    lost: list[tuple[str, str]] = field(default_factory=list)  # (unit, why)


class WbClerk(Clerk):
    """Keeps the books of a phase, a turn and a battle."""

    def __init__(self, start: State) -> None:
        super().__init__(start)
        self.ground = WbGround(start)
        self.supply = 6 if self.ground.book.first == GERMAN else 12  # the German Supply Phase
        self.resting: dict[str, bool] = {}  # units in the workshop, and whether they were disturbed
        self.came: set[str] = set()  # who has entered the map before
        self.battle: Combat | None = None
        self.mined: set[str] = set()  # Germans who passed the lines since their last Supply Phase
        self.crowded = {h for h, cel in _crowds(start) if cel > ROOM}  # hexes too full from the start
        self._new_turn()
        self.checks = (
            self.fates, self.levels, self.numbers, self.places, self.marches, self.tasks, self.lines, self.attacks,
            self.aircraft, self.aftermath, self.workshop, self.causes, self.closing,
        )  # fmt: skip

    def _new_turn(self) -> None:
        self.flown: set[str] = set()
        self.used: set[str] = set()  # aircraft that have supported somebody
        self._new_phase()

    def _new_phase(self) -> None:
        self.paid: dict[str, int] = {}
        self.halted: set[str] = set()
        self.fought: set[str] = set()

    def units(self, state: State) -> Mapping[str, Unit]:
        first, second = state.position.forces.values()
        return {**first.units, **second.units}

    def is_open(self, page: Page, name: str) -> bool:
        """Aircraft and the dead lie beside the map for all to see."""
        return all(name not in force.units for force in page.after.position.forces.values())

    def changed(self, page: Page) -> list[tuple[Unit, Unit]]:
        changes = []
        for side, old in page.before.position.forces.items():
            new = page.after.position.forces[side]
            if old is not new:
                changes += [(u, new.units[k]) for k, u in old.units.items() if k in new.units and new.units[k] is not u]
        return changes

    # -- counters and CEL

    def fates(self, page: Page) -> Problems:
        """Whoever is gone has an event; nobody comes from nowhere."""
        if page.before.position is page.after.position:
            return
        dead = {event.unit for event in (*page.of("Lost"), *page.of("BeganWeaker")) if not event.left}
        dead |= {name for event in page.of("Overrun") for name in event.units}
        dead |= set(page.after.tracks.withdrawn)
        for side, old in page.before.position.forces.items():
            new = page.after.position.forces[side]
            if old is new:
                continue
            yield from (f"{name} is gone and nothing was told of it" for name in old.units
                        if name not in new.units and name not in dead)  # fmt: skip
            yield from (f"{name} comes from nowhere" for name in new.units if name not in old.units)

    def levels(self, page: Page) -> Problems:
        """A CEL is lost by an event each, and won in the workshop only. [1.2, 17.1]"""
        lost = [event.unit for event in (*page.of("Lost"), *page.of("BeganWeaker"))]
        for old, new in page.changes:
            if new.cel < old.cel and old.cel - new.cel != lost.count(new.id):
                yield f"{new.id} went from {old.cel} to {new.cel} CEL and {lost.count(new.id)} were told"
            elif new.cel > old.cel and (new.cel > old.cel + 1 or "repair" not in old.marks):
                yield f"{new.id} went from {old.cel} to {new.cel} CEL and was in no workshop"

    def numbers(self, page: Page) -> Problems:
        """Nothing falls below nothing; hexes change hands by an event."""
        tracks = page.after.tracks
        yield from (f"{side} has {left} ammunition left" for side, left in tracks.ammo.items() if left < 0)
        yield from (f"a bounty has {bounty.left} shifts left" for bounty in tracks.bounties if bounty.left < 0)
        yield from (f"{new.id} has supply level {new.supply}" for _, new in page.changes if new.supply < 0)
        if page.before.position.control != page.after.position.control and "HexesTaken" not in page.events:
            yield "hexes changed hands and nothing was told of it"
        broken, now = set(page.before.position.broken), set(page.after.position.broken)
        if broken - now and page.verb != "rebuild" and "BridgeFinished" not in page.events:
            yield "a broken bridge stands again and nobody rebuilt it"

    # -- where everybody is

    def places(self, page: Page) -> Problems:
        """Whoever stands elsewhere was told to go there, hex by hex, over no closed hexside."""
        if page.before.position is page.after.position:
            return
        at: dict[str, int] = {}
        units = self.units(page.before)
        for ids, way in _ways(page, units):
            for name in ids:
                yield from self._walked(page, at, units[name], way)
        for old, new in page.changes:
            if new.hex != at.get(new.id, old.hex):
                yield f"{new.id} is in {page.label(new.hex)} and was never told to go there"

    def _walked(self, page: Page, at: dict[str, int], unit: Unit, way: tuple[int, ...]) -> Problems:
        start = at.get(unit.id, unit.hex)
        if start != way[0]:
            yield f"{unit.id} goes from {page.label(way[0])} and stood in {page.label(start)}"
        steps = [(a, b) for a, b in pairwise(way) if a >= 0 and b >= 0]
        if not all(self.board.are_neighbours(a, b) for a, b in steps):
            yield f"{unit.id} jumps: {' '.join(page.label(h) for h in way)}"
        elif not all(self.ground.may_cross(unit, a, b) for a, b in steps):
            yield f"{unit.id} crosses a hexside closed to its army: {' '.join(page.label(h) for h in way)}"
        at[unit.id] = way[-1]

    # -- marches

    def marches(self, page: Page) -> Problems:
        """Nobody moves further than its points, out of a zone it entered, or into one by strategic movement."""
        units = self.units(page.before) if "Moved" in page.events else {}
        for event in page.of("Moved"):
            for name in event.units:
                yield from self._free_to_move(page, units[name])
                yield from self._pays(page, units[name], event.start, event.end)
            if event.end >= 0 and self.ground.in_zone(page.before, event.end, units[event.units[0]].side):
                if page.before.tracks.phase in STRATEGIC:
                    yield f"{event.units[0]} moves strategically into the enemy zone at {page.label(event.end)}"
                self.halted.update(event.units)

    def _free_to_move(self, page: Page, unit: Unit) -> Problems:
        counter = self.ground.counters[unit.id]
        if unit.id in self.halted:
            yield f"{unit.id} had to stop in an enemy zone and moves on"
        if page.before.turn < self.ground.book.frozen.get(unit.id, 0):
            yield f"{unit.id} may not move yet and moves"
        if counter.kind == "ART" and "towed" in counter.traits and unit.hex >= 0 and "transport" not in unit.marks:
            yield f"{unit.id} is set up to fire and moves"

    def _pays(self, page: Page, unit: Unit, a: int, b: int) -> Problems:
        now = self.units(page.after).get(unit.id)
        points = self.ground.points(page.before, now or unit)
        if a < 0:
            if unit.id in self.came and now is not None and "slow" in now.marks:
                yield f"{unit.id} has come before and is slow again"
            self.came.add(unit.id)
            if now is not None and now.spent > points:
                yield f"{unit.id} enters for {now.spent / SIXTHS:g} points and has {points / SIXTHS:g}"
            return
        price = self.ground.price(unit, a, b) if b >= 0 else 0
        if price is None:
            if not page.before.position.built:
                yield f"{unit.id} goes to {page.label(b)}, which is closed to it"
            return
        spent = self.paid[unit.id] = self.paid.get(unit.id, 0) + min(price, points)
        dear = SIXTHS * (1 + len(page.before.position.harassed))  # the hex more may lie under aircraft
        bonus = 0 if self.ground.counters[unit.id].moves == "trucked" else dear
        told = points + bonus + (SIXTHS if bonus else 0)  # and it may cost more than the least of its ground
        if spent > points + bonus or (now is not None and now.spent > told):
            yield f"{unit.id} has {points / SIXTHS:g} points and spends at least {spent / SIXTHS:g}"

    def tasks(self, page: Page) -> Problems:
        """Who has come into an enemy zone uses no more points in the phase. [4.2.1]"""
        name = getattr(page.answer, "unit", "")
        if page.verb in TASKS and name in self.halted:
            yield f"{name} had to stop in an enemy zone and is told to {page.verb}"

    def lines(self, page: Page) -> Problems:
        """A German who passes a fortified line is exposed to mines until his next Supply Phase. [18.1.3]"""
        if not self.ground.book.mines:
            return
        passed = set()
        for ids, way in _ways(page, self.units(page.before)):
            steps = [(a, b) for a, b in pairwise(way) if a >= 0 and b >= 0]
            if any(self.ground.passes_line(a, b) for a, b in steps):
                passed |= {name for name in ids if self.ground.counters[name].side == GERMAN}
        supplied = page.before.tracks.phase == self.supply or any(
            event.name == "German supply" for event in page.of("PhaseBegan")
        )
        for _, new in page.changes:
            if new.id in passed | self.mined and "mined" not in new.marks and not supplied:
                yield f"{new.id} passed the lines and is not exposed to mines"
        self.mined = set() if supplied else self.mined | passed

    # -- combat

    def attacks(self, page: Page) -> Problems:
        """Everybody attacks or fires once in a Combat Phase. [5.1, 6.1.3]"""
        for event in page.of("BattleDeclared"):
            air = [name for name in event.support if self.ground.counters[name].kind == "AIR"]
            for name in (*event.attackers, *event.support):
                if name in self.fought and name not in air:
                    yield f"{name} fights twice in a phase"
            self.fought.update(name for name in (*event.attackers, *event.support) if name not in air)
            starts = {unit.hex for name, unit in self.units(page.before).items() if name in event.attackers}
            taking_part = {*event.attackers, *event.support, *event.defenders}
            self.battle = Combat(event.side, event.hexes, taking_part, set(event.stars), starts)
        for event in page.of("Answered"):
            yield from (f"{name} fires twice in a phase" for name in event.guns if name in self.fought)
            self.fought.update(event.guns)
            if self.battle is not None:
                self.battle.stars.update(event.stars)
                self.battle.taking_part.update(event.guns)

    def aircraft(self, page: Page) -> Problems:
        """A counter flies one mission a turn and supports one fight. [8.1.3, 8.1.5]"""
        for event in page.of("MissionsShown"):
            names = [flight[0] for flight in event.flights]
            yield from (f"{name} flies twice in a turn" for name in names
                        if name in self.flown or names.count(name) > 1)  # fmt: skip
            self.flown.update(names)
        for name in self._supporting(page):
            if name in self.used:
                yield f"{name} supports twice in a turn"
            self.used.add(name)

    def _supporting(self, page: Page) -> tuple[str, ...]:
        if page.verb == "fire" and page.top == "Shelling":
            return tuple(page.answered.air)
        return tuple(page.answered.battle.air) if page.verb == "fight" and page.top == "BattlePlan" else ()

    def aftermath(self, page: Page) -> Problems:
        """Who went back does not follow; ground followed into was fought for; stars used bear a loss. [5.4, 15.1.7]"""
        battle = self.battle
        if battle is None:
            return
        battle.lost += [(event.unit, event.why) for event in page.of("Lost")]
        for event in page.of("Lost"):
            if event.why == "combat" and event.unit not in battle.taking_part:
                yield f"{event.unit} takes a loss of a combat it is no part of"
            if not event.left:
                battle.starts.add(event.hex)
        for event in page.of("Retreated"):
            battle.retreated.update(event.units)
            battle.starts.add(event.start)
        for event in page.of("Pursued"):
            yield from self._followed(page, battle, event)
        if frame_in(page.after, *FIGHTING) is None:
            yield from self._stars_paid(page, battle)
            self.battle = None

    def _followed(self, page: Page, battle: Combat, event: Any) -> Problems:
        if event.unit in battle.retreated:
            yield f"{event.unit} has retreated and follows"
        if page.before.turn < self.ground.book.frozen.get(event.unit, 0):
            yield f"{event.unit} may not move yet and follows"
        fresh = event.unit not in battle.following
        battle.following.add(event.unit)
        if fresh and event.path and event.path[0] not in (*battle.hexes, *battle.starts):
            yield f"{event.unit} follows into {page.label(event.path[0])}, where nobody was beaten"

    def _stars_paid(self, page: Page, battle: Combat) -> Problems:
        """Of the losses of a side that used stars, one at least falls on those whose stars were not put out."""
        counters = self.ground.counters
        for side in page.before.position.forces:
            stars = {name for name in battle.stars if counters[name].side == side and not self._put_out(battle, name)}
            lost = {name: why for name, why in battle.lost if counters[name].side == side}
            stayed = stars - battle.retreated
            owed = "combat" in lost.values() or ("refusing to retreat" in lost.values() and stayed)
            if stars and owed and not stars & set(lost):
                yield f"{', '.join(sorted(stars))} used a star and bore none of the losses"

    def _put_out(self, battle: Combat, name: str) -> bool:
        """Whether an enemy star, or one of his aircraft, may have put this one out: then nobody used it."""
        counters = self.ground.counters
        flying = {member for member in battle.taking_part if counters[member].kind == "AIR"}
        foes = {
            counters[member].star for member in battle.stars | flying if counters[member].side != counters[name].side
        }
        return not foes.isdisjoint({"black": {"white"}, "yellow": {"black", "white"}}.get(counters[name].star, set()))

    # -- the workshop

    def workshop(self, page: Page) -> Problems:
        """Only a tank that rested regains its CEL. [17.1.2]"""
        if not self.resting and page.verb != "repair":
            return
        struck = {name for event in page.of("BattleDeclared") for name in (*event.attackers, *event.defenders)}
        for old, new in page.changes:
            if new.id in self.resting and new.cel > old.cel and self.resting[new.id]:
                yield f"{new.id} moved, attacked or was attacked in the workshop and regains a CEL"
            if new.id in self.resting and new.hex != old.hex:
                self.resting[new.id] = True
            if "repair" in old.marks and "repair" not in new.marks:
                self.resting.pop(new.id, None)
        for name in struck & set(self.resting):
            self.resting[name] = True
        if page.verb == "repair":
            self.resting[page.answer.unit] = False
            yield from self._counters(page)

    def _counters(self, page: Page) -> Problems:
        """One Repair counter for each front. [17.1.1]"""
        book = self.ground.book
        mended = [unit for unit in self.units(page.after).values() if "repair" in unit.marks]
        if len(mended) > book.repairs:
            yield f"{len(mended)} Repair counters are out and there are {book.repairs}"
        for front in book.fronts:
            if sum(unit.hex in front for unit in mended) > 1:
                yield "two Repair counters lie on one front"

    # -- what a mask hides

    def causes(self, page: Page) -> Problems:
        """Of a masked stack nobody hears that it lost something, or why. [16.1.1]"""
        for told in page.told:
            shadow: Any = told.shadow
            if type(told.event).__name__ == "Lost" and shadow is not None:
                yield f"the enemy hears where a unit broke down: {page.label(shadow.hex)}"

    # -- when something ends

    def closing(self, page: Page) -> Problems:
        """A phase ends: no hex holds more than eight CEL. [3.2.1]"""
        if page.before.turn != page.after.turn:
            self._new_turn()
        elif page.before.tracks.phase == page.after.tracks.phase:
            return
        else:
            self._new_phase()
        if page.before.tracks.phase in MARCHING:
            self.crowded = set()
        for h, cel in _crowds(page.after):
            if cel > ROOM and h not in self.crowded:
                yield f"{cel} CEL stand in {page.label(h)} at the end of a phase"


def _crowds(state: State) -> Iterator[tuple[int, int]]:
    """Every occupied hex with its CEL."""
    for force in state.position.forces.values():
        for h, stack in force.at.items():
            yield h, sum(unit.cel for unit in stack)


def _ways(page: Page, units: Mapping[str, Unit]) -> Iterator[tuple[tuple[str, ...], tuple[int, ...]]]:
    """Who went where in a step, in the order of events."""
    for told in page.told:
        event: Any = told.event
        kind = type(event).__name__
        if kind == "Moved":
            yield event.units, (event.start, event.end)
        elif kind == "Retreated":
            yield event.units, (event.start, *event.path)
        elif kind == "Pursued":
            yield (event.unit,), (units[event.unit].hex, *event.path)
