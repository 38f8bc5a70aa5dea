"""The clerk of the heroes games: moves and who may not make them, closed ways, loads, cover, costs, ground held."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct, field

from balka.core.state import State
from balka.lab.clerk.books import Clerk, Page, Problems, Unit, frame_in

SHOTS = ("fire", "flame", "snipe", "indirect", "suspect", "recon", "answer", "lob")  # at somebody elsewhere
STRIKES = ("assault", "scorch", *SHOTS)
SETUP = ("Placing", "Hiding", "Deployment")
DECIDING = ("Turn", "TeamTurn", "Gathering")
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


class HeroesClerk(Clerk):
    """Keeps the books of a Turn and a Round."""

    def __init__(self, start: State) -> None:
        super().__init__(start)
        setting: Any = start.setting
        self.markers: Mapping[str, Any] = setting.markers
        self.tables = setting.ground.tables
        self.turn = Books()
        self.intrusions: list[Intrusion] = []
        self.bearing: dict[tuple[str, str], set[str]] = {}  # who has used a Weapon card that stays with its unit
        self.purse = _purse(start)
        self.checks = (
            self.fates, self.places, self.moves, self.loads, self.ways, self.mines, self.works, self.ground,
            self.strikes, self.shots, self.groups, self.bearers, self.payment, self.ends, self.stalls, self.closing,
        )  # fmt: skip

    def units(self, state: State) -> Mapping[str, Unit]:
        position = state.position
        return {**position.units, **position.hidden} if position.hidden else position.units

    def kind(self, unit: Unit) -> Any:
        setting: Any = self.start.setting
        return setting.kinds[unit.kind]

    def is_open(self, page: Page, name: str) -> bool:
        """In some editions Hidden units are known by name; whoever is lost or gone is known."""
        book: Any = page.before.setting.rulebook
        return bool(book.hidden_units_are_named) or name not in self.units(page.after)

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
        marker = self._marker(page, unit)
        if marker is not None and "move_cost" in marker.bars:
            return str(marker.name)
        return "bogged down" if unit.bogged or unit.mired else ""

    def _marker(self, page: Page, unit: Unit) -> Any:
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
        book: Any = page.before.setting.rulebook
        if units and book.hasty_defenses_run_out:
            most = page.before.setting.catalogue.works[HASTY_DEFENSE].copies
            dug = sum(unit.dug_in for unit in units.values())
            if dug > most and any(new.dug_in and not old.dug_in for old, new in page.changes):
                yield f"{dug} Hasty Defenses are in use and there are {most}"

    # -- ways closed by an enemy

    def ways(self, page: Page) -> Problems:
        """Whom an enemy came upon may not, on the next Turn, go where he came from or beside it. [6.11]"""
        for event in page.of("Moved"):
            unit = self.units(page.before).get(event.unit)
            if unit is None or event.start == event.end or event.start < 0:
                continue
            for one in self.intrusions:
                if unit.id in one.met and event.end in one.closed and self._still_there(page, one):
                    yield f"{unit.id} goes to {page.label(event.end)}, the way {one.enemy} has just closed"
            self._note_intrusion(page, unit, event)

    def _still_there(self, page: Page, one: Intrusion) -> bool:
        enemy = self.units(page.before).get(one.enemy)
        return enemy is not None and enemy.hex == one.hex and page.before.turn > one.turn

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
        field_of = _mined(page.before)
        for old, new in page.changes if field_of else ():
            safe = new.carrier or "engineer" in self.kind(new).flags or old.hex < 0
            if new.hex != old.hex and self.board.labels[new.hex] in field_of and not safe:
                self.turn.mined[new.id] = new.hex
        for frame in page.after.stack if self.turn.mined else ():
            if type(frame).__name__ == "MineAttack":
                for name in (frame.now, *frame.waiting):  # type: ignore[attr-defined]
                    self.turn.mined.pop(name, None)
        if page.before.turn == page.after.turn:
            return
        units = self.units(page.after)
        for name, h in self.turn.mined.items():
            if name in units and units[name].hex == h and self.board.labels[h] in _mined(page.after):
                yield f"{name} went into the mines at {page.label(h)} and they did not go off"

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

    # -- strikes

    def strikes(self, page: Page) -> Problems:
        """Who is carried, out of action or in close combat does not fire elsewhere; loads are not singled out. [6.9]"""
        unit = self.units(page.before).get(getattr(page.answer, "unit", ""))
        if unit is None or page.verb not in STRIKES or unit.hex < 0:
            return
        marker = self._marker(page, unit)
        if unit.carrier:
            yield f"{unit.id} is carried and is told to {page.verb}"
        if marker is not None and ("attack_cost" in marker.bars or "only_rally" in marker.special):
            yield f"{unit.id} is {marker.name} and is told to {page.verb}"
        if page.verb in SHOTS and self._locked(page, unit) and getattr(page.answer, "target", -1) != unit.hex:
            yield f"{unit.id} has an enemy in its hex and is told to {page.verb}"
        victim = self.units(page.before).get(getattr(page.answer, "target", ""))
        if page.verb == "assault" and victim is not None and victim.carrier:
            yield f"{unit.id} singles out {victim.id}, which is carried"

    def _locked(self, page: Page, unit: Unit) -> bool:
        return any(foe.side != unit.side for foe in page.before.position.at(unit.hex))

    def shots(self, page: Page) -> Problems:
        """No Firepower that a marker has crossed out is fired. [7.3, 15.13]"""
        attack = page.frame("Attack")
        for event in page.of("ShotFired") if attack is not None else ():
            units = self.units(page.before)
            unit, target = units.get(event.unit), units.get(event.target)
            if unit is None or target is None or attack.weapon.name != self.kind(unit).name:
                continue
            marker, kind = self._marker(page, unit), self.kind(target)
            colors = {f"{kind.def_color}_fp", f"{kind.flank_color}_fp"}
            if marker is not None and colors <= marker.bars:
                yield f"{unit.id} is {marker.name} and fires at {target.id}"

    def groups(self, page: Page) -> Problems:
        """Nobody whose Firepower a marker changes or crosses out supports a Group's fire. [10.6]"""
        book: Any = page.before.setting.rulebook
        if page.verb != "fire" or page.top != "Gathering" or book.support_from_beside:
            return
        units = self.units(page.before)
        for name in page.answered.members:
            marker = self._marker(page, units[name])
            if name == page.answer.unit or marker is None:
                continue
            if marker.red_fp or marker.blue_fp or {"red_fp", "blue_fp"} & marker.bars:
                yield f"{name} is {marker.name} and supports"

    def bearers(self, page: Page) -> Problems:
        """A Weapon card that can be used again stays with the unit that used it first. [atb 8.4]"""
        setting: Any = page.before.setting
        if page.verb != "use" or not setting.rulebook.weapons_are_reusable:
            return
        unit = self.units(page.before)[page.answer.unit]
        given = [grant.card for grant in setting.mission.forces[unit.force].weapons]
        users = self.bearing.setdefault((unit.force, page.answer.card), set())
        users.add(unit.id)
        if len(users) > max(1, given.count(page.answer.card)):
            yield f"{unit.id} uses {page.answer.card}, which another unit bears"

    # -- what it costs

    def payment(self, page: Page) -> Problems:
        """A deed done is paid for; who is Spent pays all of it; blue cards are paid at once. [2.2, 3.4, 8.6]"""
        action = page.frame("Action")
        if page.verb == "forgo" and page.top == "Payment" and action is not None and "do" not in action.steps:
            yield f"{action.unit} has acted and leaves it unpaid"
        for event in page.of("Paid"):
            unit = self.units(page.before).get(event.unit)
            if unit is not None and unit.spent and event.tally.value > 0:
                yield f"{unit.id} is Spent and {event.tally.value}AP are left unpaid"
        if page.verb == "play" and page.top in DECIDING:
            yield from self._card_paid(page)
        if page.after.tracks.exposed != page.before.tracks.exposed:
            new = set(page.after.tracks.exposed) - set(page.before.tracks.exposed)
            yield from (f"{name} is exposed and has not moved" for name in sorted(new - self.turn.moved))

    def _card_paid(self, page: Page) -> Problems:
        cards: Any = page.before.setting.cards  # type: ignore[attr-defined]
        for event in page.of("CardPlayed"):
            card = cards[event.card]
            paid = page.before.tracks.caps[event.force] - page.after.tracks.caps[event.force]
            if card.cost_color == "blue" and card.family != "veteran" and paid < card.cost:
                yield f"card {event.card} costs {card.cost} CAPs and {paid} were paid"

    # -- when something ends

    def ends(self, page: Page) -> Problems:
        """A Turn is an Action or a Pass; a Round is over when all but one have passed. [2.0, 2.7]"""
        turn = page.answered
        if page.top == "Turn" and page.verb == "done" and not turn.begun and not turn.acted:
            yield f"{turn.force} ends a Turn without an Action or a Pass"
        forces = len(page.after.setting.forces)
        top = frame_in(page.after, "Turn", "TeamTurn") if page.before.turn != page.after.turn else None
        if top is not None and len(page.after.tracks.passed) >= max(2, forces - 1):
            yield "all but one have passed and the Round goes on"

    def stalls(self, page: Page) -> Problems:
        """In the older edition a Turn that is no Pass costs something, if only a CAP. [atb 2.2]"""
        turn = page.frame("Turn")
        if page.before.turn == page.after.turn or page.before.setting.system.key != "heroes2" or turn is None:
            return
        now, force = _purse(page.after), turn.force
        passed = force in page.after.tracks.passed or "RoundBegan" in page.events
        if self.purse and not passed and now[force] == self.purse[force] and page.after.tracks.caps[force]:
            yield f"a Turn of {force} went by, was no Pass and cost nothing"

    def closing(self, page: Page) -> Problems:
        """A Turn is over: its books are closed, and ways open again for whoever could have used them."""
        if page.before.turn != page.after.turn:
            self.turn, self.purse = Books(), _purse(page.after)
            self.intrusions = [one for one in self.intrusions if one.turn >= page.before.turn]
        if "RoundBegan" in page.events:
            self.intrusions = []
        yield from ()


def _purse(state: State) -> dict[str, tuple[object, ...]]:
    """What each force has to spend: CAPs, points, cards, units not Spent yet."""
    tracks, units = state.tracks, (*state.position.units.values(), *state.position.hidden.values())
    return {
        force: (
            tracks.caps[force], tracks.pool.get(force), tracks.aps_used.get(force), tracks.sharing.get(force),
            state.hands[force].size, len(tracks.used), tuple(u.id for u in units if u.force == force and not u.spent),
        )
        for force in state.setting.forces
    }  # fmt: skip


def _arrivals(page: Page) -> Iterator[tuple[str, int]]:
    """Who was said to have come where: by a move, or unseen by a note about one unit and one hex."""
    for event in page.of("Noted"):
        if len(event.units) == len(event.hexes) == 1:
            yield event.units[0], event.hexes[0]
    for event in page.of("Moved"):
        yield event.unit, event.end


def _mined(state: State) -> dict[str, Any]:
    """The hexes with mines, by label."""
    found: dict[str, Any] = {}
    for key, works in state.position.works.items():
        if works.kind == "mines":
            found[key.partition("/")[0]] = works
    return found
