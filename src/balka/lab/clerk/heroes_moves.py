"""The clerk of the heroes games on the move: who is where, closed ways, loads, cover, mines, ground held."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct, field

from balka.core.state import State
from balka.lab.clerk.books import Clerk, Page, Problems, Unit

SETUP = ("Placing", "Hiding", "Deployment")
HASTY_DEFENSE = "hasty_defense"


class Intrusion(Struct):
    """An enemy came into a hex: whom he met there may not go where he came from, nor beside it."""

    enemy: str
    hex: int
    closed: set[int]
    met: set[str]
    turn: int


class Books(Struct):
    """What happened in one Turn."""

    moved: set[str] = field(default_factory=set)
    mined: dict[str, int] = field(default_factory=dict)  # who went into mines that have not gone off, and where
    sticking: dict[str, int] = field(default_factory=dict)  # who went where it may stick and has not rolled


class HeroesMoves(Clerk):
    """The books of movement, of cover, of mines and of ground held."""

    def __init__(self, start: State) -> None:
        super().__init__(start)
        setting: Any = start.setting
        self.markers: Mapping[str, Any] = setting.markers
        self.tables = setting.ground.tables
        self.turn = Books()
        self.intrusions: list[Intrusion] = []

    def units(self, state: State) -> Mapping[str, Unit]:
        position = state.position
        return {**position.units, **position.hidden} if position.hidden else position.units

    def kind(self, unit: Unit) -> Any:
        setting: Any = self.start.setting
        return setting.kinds[unit.kind]

    def is_open(self, page: Page, name: str) -> bool:
        """In some editions Hidden units are known by name; whoever is lost or gone is known."""
        setting: Any = page.before.setting
        return bool(setting.edition.hiding.known_by_name) or name not in self.units(page.after)

    # -- counters

    def fates(self, page: Page) -> Problems:
        """Whoever is gone was destroyed or left; nobody comes back."""
        if page.before.position is page.after.position:
            return
        old, new = self.units(page.before), self.units(page.after)
        if len(old) == len(new) and old.keys() == new.keys():
            return
        told = {event.unit for event in page.of("UnitDestroyed")} | set(page.after.tracks.gone)
        yield from (
            f"{name} is gone and nothing was told of it" for name in old if name not in new and name not in told
        )
        yield from (f"{name} comes from nowhere" for name in new if name not in old)

    # -- where everybody is

    def places(self, page: Page) -> Problems:
        """Whoever stands elsewhere went there a hex at a time, in view by an event, with its vehicle or unseen."""
        if page.before.stack and page.frame(*SETUP) is not None:
            return
        at = dict(_arrivals(page))
        after = self.units(page.after)
        for old, new in page.changes:
            if new.hex == old.hex or (at.get(new.id) == new.hex and not self._leaps(old.hex, new.hex)):
                continue
            ride = after.get(new.carrier) or after.get(old.carrier)
            if ride is None or ride.hex != new.hex:
                unseen = new.id in page.after.position.hidden or old.id in page.before.position.hidden
                if not unseen or self._leaps(old.hex, new.hex):
                    yield f"{new.id} is in {page.label(new.hex)} and was never told to go there"

    def _leaps(self, start: int, end: int) -> bool:
        return start >= 0 and end >= 0 and self.board.distance(start, end) > 1

    def moves(self, page: Page) -> Problems:
        """A hex at a time, by whoever may move, into ground that is open to it. [4.5, 7.3, 15.3]"""
        for event in page.of("Moved"):
            unit = self.units(page.before).get(event.unit)
            if unit is None or event.start == event.end:
                continue
            self.turn.moved.add(unit.id)
            if self._leaps(event.start, event.end):
                yield f"{unit.id} jumps from {page.label(event.start)} to {page.label(event.end)}"
            if unit.hex >= 0 and not unit.carrier and (why := self._barred(page, unit)):
                yield f"{unit.id} is {why} and moves"
            if unit.hex < 0 and unit.due > page.before.tracks.round:
                yield f"{unit.id} enters before its Round"
            yield from self._closed_ground(page, unit, event)

    def _barred(self, page: Page, unit: Unit) -> str:
        marker = self.marker(page, unit)
        if marker is not None and "move_cost" in marker.bars:
            return str(marker.name)
        return "bogged down" if unit.bogged or unit.mired else ""

    def marker(self, page: Page, unit: Unit) -> Any:
        """The Hit Marker that counts; Iron Will ignores it."""
        return None if page.before.tracks.iron == unit.id else self.markers.get(unit.marker)

    def _closed_ground(self, page: Page, unit: Unit, event: Any) -> Problems:
        closed = self.tables.closed.get(self.kind(unit).move_type, {})
        if self.board.terrain[event.end] not in closed:
            return
        if not self._by_road(event):
            yield f"{unit.id} goes into {self.board.terrain[event.end]}, which is closed to it"

    def _by_road(self, event: Any) -> bool:
        """Along a road, or onto the map where one runs."""
        if event.start < 0:
            return bool(self.board.roads[event.end])
        near = self.board.are_neighbours(event.start, event.end)
        return near and bool(self.board.roads[event.start] >> self.board.side_between(event.start, event.end) & 1)

    def bonuses(self, page: Page) -> Problems:
        """Whoever has paid to go into wire, a Road Block or heavy smoke stops there. [atb 13.0, 18.3]"""
        if page.verb != "go" or page.before.setting.system.key != "heroes2":
            return
        label = self.board.labels[self.units(page.before)[page.answer.unit].hex]
        kinds = {works.kind for key, works in page.before.position.works.items() if key.partition("/")[0] == label}
        smoke = page.before.position.smoke.get(label) == "heavy"
        if smoke or kinds & {"barbed_wire", "road_block"}:
            yield f"{page.answer.unit} goes on out of {label}, which stops it"

    # -- loads and cover

    def loads(self, page: Page) -> Problems:
        """A load is where its vehicle is; a Hasty Defense stays behind, and there are only so many. [15.7, 17.7]"""
        units = self.units(page.after) if page.changes else {}
        for old, new in page.changes:
            if new.dug_in and (new.carrier or (old.dug_in and new.hex != old.hex)):
                yield f"{new.id} takes its Hasty Defense along"
        for unit in units.values():
            if unit.carrier and (unit.carrier not in units or units[unit.carrier].hex != unit.hex):
                yield f"{unit.id} is carried by {unit.carrier}, which is elsewhere"
        setting: Any = page.before.setting
        if units and setting.edition.works.hasty_defenses_run_out:
            most = page.before.setting.catalogue.works[HASTY_DEFENSE].copies
            diggers = {new.side for old, new in page.changes if new.dug_in and not old.dug_in}
            known = [
                unit for unit in units.values() if unit.id not in page.after.position.hidden or unit.side in diggers
            ]
            dug = sum(unit.dug_in for unit in known)
            if dug > most and diggers:
                yield f"{dug} Hasty Defenses are in use and there are {most}"

    # -- ways closed by an enemy

    def ways(self, page: Page) -> Problems:
        """Whom an enemy came upon may not, on the next Turn, go where he came from or beside it. [6.11]"""
        for event in page.of("Moved"):
            unit = self.units(page.before).get(event.unit)
            if unit is None or event.start == event.end or event.start < 0:
                continue
            for intrusion in self.intrusions:
                if unit.id in intrusion.met and event.end in intrusion.closed and self._still_there(page, intrusion):
                    yield f"{unit.id} goes to {page.label(event.end)}, the way {intrusion.enemy} has just closed"
            self._note_intrusion(page, unit, event)

    def _still_there(self, page: Page, intrusion: Intrusion) -> bool:
        enemy = self.units(page.before).get(intrusion.enemy)
        return enemy is not None and enemy.hex == intrusion.hex and page.before.turn > intrusion.turn

    def _note_intrusion(self, page: Page, unit: Unit, event: Any) -> None:
        units = self.units(page.before)
        met = {u.id for u in units.values() if u.hex == event.end and u.side != unit.side}
        if met:
            around = self.board.around
            shared = around[event.start] & around[event.end]
            closed = {event.start, *(h for h in range(len(self.board)) if shared >> h & 1)}
            self.intrusions.append(Intrusion(unit.id, event.end, closed, met, page.before.turn))

    # -- mines and works

    def mines(self, page: Page) -> Problems:
        """Mines go off under whoever comes into their hex, unseen or not, before the Turn is over. [17.10]"""
        fields = _mined(page.before)
        for old, new in page.changes if fields else ():
            if self._comes(page, old, new) and self.board.labels[new.hex] in fields:
                self.turn.mined[new.id] = new.hex
        for frame in page.after.stack if fields else ():
            if type(frame).__name__ == "MineAttack":
                yield from self._goes_off(page, frame)
        if page.before.turn == page.after.turn:
            return
        units = self.units(page.after)
        for name, h in self.turn.mined.items():
            if name in units and units[name].hex == h and self.board.labels[h] in _mined(page.after):
                yield f"{name} went into the mines at {page.label(h)} and they did not go off"

    def _comes(self, page: Page, old: Unit, new: Unit) -> bool:
        """Has a unit that is not safe from mines moved into a hex by itself, or got off a vehicle there?"""
        if new.carrier or "engineer" in self.kind(new).flags or old.hex < 0:
            return False
        action = page.frame("Action")
        return new.hex != old.hex or (bool(old.carrier) and action is not None and action.verb == "unload")

    def _goes_off(self, page: Page, frame: Any) -> Problems:
        """Pioneers are safe, riding too. [atb 19.0]"""
        for name in filter(None, (frame.now, *frame.waiting)):
            self.turn.mined.pop(name, None)
            kind = self.kind(self.units(page.after)[name]) if name in self.units(page.after) else None
            pioneers = kind is not None and kind.is_foot and "engineer" in kind.flags
            if pioneers and page.before.setting.system.key == "heroes2" and frame not in page.before.stack:
                yield f"{name} are Pioneers and mines go off under them"

    def ruins(self, page: Page) -> Problems:
        """A vehicle that goes into ground where it may stick rolls for it before the Turn is over. [atb 14.5]"""
        for event in page.of("Moved"):
            unit = self.units(page.before).get(event.unit)
            if unit is None or event.start == event.end or event.start < 0 or unit.carrier:
                continue
            risky = self.tables.safe_on.get(self.kind(unit).move_type, {}).get(self.board.terrain[event.end], 0)
            if risky and not self._by_road(event):
                self.turn.sticking[unit.id] = event.end
        for frame in page.after.stack if self.turn.sticking else ():
            if type(frame).__name__ in ("Sticking", "MayStick"):
                self.turn.sticking.pop(frame.unit, None)
        if page.before.turn != page.after.turn:
            units = self.units(page.after)
            yield from (f"{name} went into {self.board.terrain[h]} and did not roll for it"
                        for name, h in self.turn.sticking.items() if name in units)  # fmt: skip

    def works(self, page: Page) -> Problems:
        """Nobody shares a Fortification with the enemy; hiding in it is not leaving it. [17.2, 17.3]"""
        units = self.units(page.after)
        for _, new in page.changes:
            if new.inside and any(u.inside and u.hex == new.hex and u.side != new.side for u in units.values()):
                yield f"{new.id} is inside a Fortification with an enemy"
        if page.verb == "sneak":
            old = self.units(page.before)[page.answer.unit]
            now = units.get(old.id)
            if old.inside and now is not None and old.hex == now.hex == page.answer.to and not now.inside:
                yield f"{old.id} hides in its Fortification and is outside it"

    def ground(self, page: Page) -> Problems:
        """A Control Marker never changes hands while somebody of its holder is there, seen or not. [4.4]"""
        old, new = page.before.position.control, page.after.position.control
        if old is new or old == new:
            return
        for label, side in old.items():
            if new.get(label) == side:
                continue
            h = self.board.hex(label)
            there = {unit.side for unit in self.units(page.after).values() if unit.hex == h}
            if side in there:
                yield f"{label} is taken from the {side} side, which stands there"
            if new.get(label) not in there:
                yield f"{label} is taken by nobody"


def _arrivals(page: Page) -> Iterator[tuple[str, int]]:
    """Who was said to have come where, unseen or by a move."""
    for event in page.of("MovedUnseen"):
        yield event.unit, event.hex
    for event in page.of("Moved"):
        yield event.unit, event.end


def _mined(state: State) -> dict[str, Any]:
    """The hexes with mines, by label."""
    found: dict[str, Any] = {}
    for key, works in state.position.works.items():
        if works.kind == "mines":
            found[key.partition("/")[0]] = works
    return found
