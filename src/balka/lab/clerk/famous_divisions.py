"""The clerk of Famous Divisions: activations, marches, guns, steps, riders, and who was told of whom."""

from __future__ import annotations

from collections.abc import Iterator

from balka.core.state import State
from balka.lab.clerk.books import Page, Problems, frame_in
from balka.lab.clerk.famous_divisions_marches import GdMarches, ways

ROAD_ROOM = 4  # half units in road column in a hex
ACTING = ("Orders", "Assault")
TASKS = ("clear", "bridge", "blow")
SHOOTING = ("fire", "barrage", "gun", "join", "flak")
TURNED_AWAY = ("SiteCovered", "OnlyHqsThere")  # what an unseen enemy forbids is not done


def deed_of(page: Page) -> str:
    """What was done in a step, if it was done at all. [1.1, 11.4, 12, 16.1]"""
    return "" if any(kind in page.events for kind in TURNED_AWAY) else page.verb


class GdClerk(GdMarches):
    """Keeps the books of an activation, a turn and the game."""

    def __init__(self, start: State) -> None:
        super().__init__(start)
        self.doors: dict[str, tuple[str, int]] = {}  # by battalion, the entry used where it must be one
        self.checks = (
            self.fates, self.losses, self.places, self.marches, self.riders, self.deeds, self.battles, self.guns,
            self.command, self.engineers, self.barrages, self.hunger, self.holders, self.chits, self.closing,
        )  # fmt: skip

    def new_turn(self) -> None:
        super().new_turn()
        self.fired: set[str] = set()
        self.cleared: set[str] = set()
        self.defended: set[str] = set()
        self.bridged: set[str] = set()
        self.drawn: set[str] = set()

    def new_activation(self) -> None:
        super().new_activation()
        self.attacked: set[str] = set()
        self.demolitions = 0

    # -- deeds of single units

    def deeds(self, page: Page) -> Problems:
        """Riders do nothing of their own, the pinned take no part in attacks, and nobody shoots twice."""
        name = getattr(page.answer, "unit", "")
        unit, deed = self.units(page.before).get(name), deed_of(page)
        if unit is None or deed not in (*SHOOTING, *TASKS):
            return
        if unit.carrier:
            yield f"{name} rides a tank and is told to {deed}"
        if unit.pinned and (deed == "join" or (deed == "gun" and page.top == "Battle")):
            yield f"{name} is pinned and takes part in an attack"
        if deed == "fire" and page.top == "Assault":
            yield from self._shoots(name)
        if deed == "fire" and page.top == "OpportunityFire" and name in page.answered.used:
            yield f"{name} fires twice at one entry of a hex"
        if page.top in ACTING and deed in ("fire", "barrage", "clear", "bridge"):
            yield from self.acts(name)

    def _shoots(self, name: str) -> Problems:
        if name in self.shot:
            yield f"{name} fires twice in an activation"
        if name in self.attacked:
            yield f"{name} has attacked and fires"
        self.shot.add(name)

    def battles(self, page: Page) -> Problems:
        """One attack of a unit in an activation. [10.0]"""
        if page.verb == "join":
            if page.answer.unit in self.attacked:
                yield f"{page.answer.unit} attacks twice in an activation"
            yield from self.acts(page.answer.unit)
        if page.verb == "fight" and page.top == "Battle":
            fight = page.answered.fight
            guns = [unit for unit in fight.attackers if self.ground.kinds[unit].fire == "artillery"]
            if fight.overrun and guns:
                yield f"{guns[0]} is artillery and overruns"
            self.attacked.update(fight.attackers)
            self.defended.update(u.id for u in page.before.position.stack(fight.target))

    def guns(self, page: Page) -> Problems:
        """A gun fires once a turn, in an attack, a defence or a barrage. [10.2, 11.2]"""
        for name in self._guns_firing(page):
            if name in self.fired:
                yield f"{name} has fired this turn and fires again"
            if self._waits_in_column(page, name):
                yield f"{name} fires before it has moved out of its column"
            self.fired.add(name)

    def _guns_firing(self, page: Page) -> Iterator[str]:
        if page.verb == "fight" and page.top == "Battle":
            yield from page.answered.fight.guns
            yield from (unit for unit in page.answered.fight.attackers if self.ground.kinds[unit].fire == "artillery")
        elif page.verb == "stand" and page.top == "Support":
            yield from page.answered.fight.support
        elif page.verb == "barrage":
            yield page.answer.unit

    def _waits_in_column(self, page: Page, name: str) -> bool:
        """Set up in road column, first turn, and not moved yet? [20.4]"""
        book = page.before.setting.rulebook
        return name in book.in_column and page.before.turn == book.first_turn and name not in self.marched

    def command(self, page: Page) -> Problems:
        """Whoever attacks is in range of the HQ that activated it. [3.4, 10.0]"""
        own = page.verb in ("join", "barrage") or (page.verb == "fire" and page.top == "Assault")
        acting = page.frame("Assault") or getattr(page.frame("Battle"), "assault", None)
        if not own or acting is None or not acting.hq:
            return
        units = self.units(page.before)
        unit, hq = units[page.answer.unit], units[acting.hq]
        if unit.status != "map" or hq.status != "map" or unit.entered == page.before.turn:
            return
        if self.board.distance(unit.hex, hq.hex) > self.ground.kinds[hq.id].activation_range:
            yield f"{unit.id} is out of range of {hq.id} and is told to {page.verb}"

    # -- engineers and what they build

    def engineers(self, page: Page) -> Problems:
        """No clearing and fighting in one turn; what is built or broken has its deed. [12, 16.1]"""
        old, new = page.before.position, page.after.position
        name, deed = getattr(page.answer, "unit", ""), deed_of(page)
        if deed == "clear":
            if name in self.attacked | self.shot | self.defended:
                yield f"{name} has fought this turn and clears"
            self.cleared.add(name)
        elif deed in ("join", "fire", "barrage") and name in self.cleared:
            yield f"{name} has cleared fortifications this turn and fights"
        if len(new.forts) < len(old.forts) and page.verb != "clear":
            yield "a fortification is gone and nobody cleared it"
        if not set(old.blown) <= set(new.blown):
            yield "a blown bridge stands again"
        if deed == "blow":
            self.demolitions += 1
            if self.demolitions > 1:
                yield "a second bridge is blown in one activation"
        yield from self._pontoons(page)

    def _pontoons(self, page: Page) -> Problems:
        old = {(pontoon.a, pontoon.b): pontoon.complete for pontoon in page.before.position.pontoons}
        new = {(pontoon.a, pontoon.b): pontoon.complete for pontoon in page.after.position.pontoons}
        if set(new) - set(old) and page.verb != "bridge":
            yield "a pontoon bridge comes from nowhere"
        if page.verb == "bridge" and "PontoonBegun" in page.events and not set(new) - set(old):
            yield "a pontoon bridge is begun and gone in the same moment"
        if page.verb == "bridge" and set(new) - set(old):  # a try that an unseen zone forbids begins nothing
            if page.answer.unit in self.bridged:
                yield f"{page.answer.unit} begins two pontoon bridges in a turn"
            self.bridged.add(page.answer.unit)
        if any(old.get(site) and not whole for site, whole in new.items()):
            yield "a finished pontoon bridge is unfinished again"

    # -- barrages

    def barrages(self, page: Page) -> Problems:
        """A barrage shows only whom it hurts, and kills nobody in a trench or bunker. [1.1, 11.2]"""
        shelling = page.frame("Shelling", "ShellLoss")
        if shelling is None:
            return
        hurt = {event.unit for event in page.of("Depleted", "Eliminated")}
        for old, new in page.changes:
            if new.fought and not old.fought and old.hex == shelling.hex and new.id not in hurt:
                yield f"{new.id} is shelled, not hurt, and shown"
        forts = {fort.hex for fort in page.before.position.forts if fort.kind in ("trench", "bunker")}
        for event in page.of("Eliminated"):
            if event.hex == shelling.hex and event.hex in forts:
                yield f"{event.unit} is killed in its shelter by a barrage"

    # -- supply and replacements

    def hunger(self, page: Page) -> Problems:
        """One casualty a phase, and only for the unit's own hunger; stacking costs the named unit alone. [5.3, 7.1]"""
        hits = [event.unit for event in page.of("Depleted", "Eliminated")]
        if page.top == "Supplying":
            for name in sorted(set(hits)):
                if hits.count(name) > 1:
                    yield f"{name} suffers twice in one supply phase"
                if self.units(page.before)[name].hungry < 2:
                    yield f"{name} suffers from hunger and is not out of supply"
        if page.top == "Thinning":
            yield from (f"{name} suffers because {page.answer.unit} was too many" for name in hits
                        if name != page.answer.unit)  # fmt: skip
        if page.verb == "rebuild":
            yield from self._rebuilt(page)

    def _rebuilt(self, page: Page) -> Problems:
        """Without luck only beside the field replacement unit, which does not stand beside itself. [4.1]"""
        unit = self.units(page.before)[page.answer.unit]
        if not page.answered.lucky:
            here = [u.id for u in page.before.position.stack(unit.hex) if u.id != unit.id]
            if not any("feld_ersatz" in self.ground.kinds[unit].flags for unit in here):
                yield f"{unit.id} is rebuilt without luck and without help"

    # -- places that count

    def holders(self, page: Page) -> Problems:
        """Whoever stood in a place last holds it, in passing too. [18.3-21.3]"""
        last: dict[int, str] = {}
        for ids, way in ways(page):
            last.update(dict.fromkeys(way[1:], self.units(page.before)[ids[0]].side))
        labels, held = self.board.labels, page.after.position.holders
        for place in page.before.setting.rulebook.locations if last else ():
            for h in place.hexes:
                if h in last and held.get(labels[h]) != last[h]:
                    yield f"{last[h]} was in {labels[h]} last and {held.get(labels[h])} holds it"

    # -- chits

    def chits(self, page: Page) -> Problems:
        """Each HQ chit comes once a turn; a battalion acts once."""
        for event in page.of("ChitDrawn"):
            if event.battalion in self.drawn:
                yield f"the chit of {event.battalion} comes twice in a turn"
            self.drawn.add(event.battalion)
        acted = page.after.tracks.activated
        if len(set(acted)) < len(acted):
            yield f"a battalion acts twice: {', '.join(acted)}"
        yield from self._entries(page)

    def _entries(self, page: Page) -> Problems:
        """A battalion that enters as a whole comes by one hex. [18.4]"""
        arrivals, whole = page.before.setting.catalogue.arrivals, page.before.setting.rulebook.one_entry
        for event in page.of("Marched"):
            for name in event.units if event.a < 0 else ():
                battalion = self.ground.kinds[name].battalion
                if battalion not in whole or event.b not in arrivals[name].hexes:
                    continue
                other, h = self.doors.setdefault(battalion, (name, event.b))
                if h != event.b:
                    yield f"{name} enters at {page.label(event.b)} and {other} at {page.label(h)}"

    # -- when something ends

    def closing(self, page: Page) -> Problems:
        """An activation ends: nothing stands too high. Then the books of the next one are opened."""
        if page.verb in ("take", "with") and page.frame("OverrunMoves") is not None:
            self.halted.discard(page.answer.unit)
            self.finished.discard(page.answer.unit)
        was, now = frame_in(page.before, *ACTING), frame_in(page.after, *ACTING)
        if was is not None and now is None and page.frame("Assault") is not None:
            yield from self._stacks(page, was.side)
        if page.before.turn != page.after.turn:
            self.new_turn()
        elif (was is None) != (now is None) or (was is not None and was.battalion != now.battalion):
            self.activations += now is not None
            self.new_activation()

    def _stacks(self, page: Page, side: str) -> Problems:
        for h, stack in page.after.position.at.items():
            if stack[0].side != side:
                continue
            if self.ground.load(stack) > self.ground.room(h):
                yield f"{len(stack)} units stand in {page.label(h)} after the activation: too many"
            if self.ground.load(u for u in stack if u.road) > ROAD_ROOM:
                yield f"more than two units are in road column in {page.label(h)}"
