"""The combat part of an activation: who may attack what, and building a battle. [10.0, 10.1]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from balka.core.checks import Check, Tally
from balka.core.choices import Choice, Hex, Refusal, UnitId
from balka.core.frames import Frame, Quote
from balka.core.state import Work
from balka.systems.famous_divisions import artillery, bridges, engineers, losses, ranged
from balka.systems.famous_divisions.events import label
from balka.systems.famous_divisions.listing import SideFrame
from balka.systems.famous_divisions.model import (
    ON_MAP,
    Game,
    Unit,
    catalogue,
    change,
    change_all,
    enemy_of,
    is_hq,
    kind,
    legs,
    position,
    unit,
)
from balka.systems.famous_divisions.reinforcements import taking_part
from balka.systems.famous_divisions.resolution import Resolution
from balka.systems.famous_divisions.sight import distance
from balka.systems.famous_divisions.strength import (
    Fight,
    attack_check,
    attack_strength,
    attack_tally,
)
from balka.systems.famous_divisions.support import guns_in_reach
from balka.systems.famous_divisions.verbs import Attack, Barrage, Done, Fire, Gun, Join, Overrun
from balka.systems.famous_divisions.verbs import Fight as Begin
from balka.systems.famous_divisions.zones import hexside_terrain


def in_command(game: Game, counter: Unit, hq: str) -> bool:
    """Must be within range of the HQ that activated it when it attacks, save on its entry turn. [10.0-e, f]"""
    if not hq or counter.entered == game.turn:
        return True
    commander = unit(game, hq)
    if commander.status != ON_MAP:
        return False
    return distance(game, counter.hex, commander.hex) <= kind(game, commander).activation_range


def may_attack(game: Game, counter: Unit, hq: str) -> bool:
    """Combat units not pinned, not riding, that have not attacked in this activation. [10.0-a, b, 10.1-e, 16.1-e]"""
    if is_hq(game, counter) or counter.status != ON_MAP or counter.pinned or counter.carrier:
        return False
    if counter.attacked or counter.worked or (kind(game, counter).is_artillery and counter.fired):
        return False
    return attack_strength(game, counter) > 0 and in_command(game, counter, hq)


def may_overrun(game: Game, counter: Unit, target: int) -> bool:
    """Tracked units without riders, into ground they could enter or by road or bridge. [9.4-a, e, 9.5-g]"""
    if legs(game, counter) != "tracked" or losses.riders(game, counter.id):
        return False
    ground = catalogue(game).ground
    by_road = (counter.hex, target) in ground.roads and not bridges.is_blown(game, counter.hex, target)
    if by_road or bridges.is_bridged(game, counter.hex, target):
        return True
    sides = hexside_terrain(game, counter.hex, target)
    return ground.hex_cost(target, "tracked") is not None and all(ground.side_cost(s, "tracked") for s in sides)


# -- the combat part


class Assault(SideFrame, frozen=True):
    """The combat part of an activation: attacks, barrages and shots, one by one in any order. [10.0-c, d]"""

    battalion: str
    hq: str
    units: tuple[str, ...]

    def ask_kind(self) -> str:
        return "combat"

    def prompt(self, view: Any, seat: str) -> str:
        return "Attack, shell or shoot with the activated units, or say done."

    def conceal(self, state: Any, seat: str) -> Frame:
        return self if seat == state.setting.seat_of[self.side] else self.replaced(units=(), hq="")

    def active(self, game: Game) -> list[Unit]:
        return list(taking_part(game, self.battalion, self.units))

    def attackers(self, game: Game) -> list[Unit]:
        return [u for u in self.active(game) if may_attack(game, u, self.hq)]

    def targets(self, game: Game) -> list[int]:
        """Enemy hexes next to a unit that may attack. [10.1-a]"""
        held, ground = position(game).occupied(enemy_of(self.side)), catalogue(game).ground
        return sorted({n for u in self.attackers(game) for n in ground.neighbours[u.hex] if n in held})

    def options(self, state: Any) -> Iterator[Choice]:
        for h in self.targets(state):
            yield Attack(Hex(h))
            if any(may_overrun(state, u, h) for u in beside(state, self.attackers(state), h)):
                yield Overrun(Hex(h))
        active = self.active(state)
        yield from artillery.barrages(state, active)
        yield from self._shots(state, active)
        for counter in active:
            if engineers.is_working(state, counter):
                yield from engineers.demolitions(state, counter)
        yield Done()

    def _shots(self, state: Any, active: list[Unit]) -> Iterator[Choice]:
        """One direct shot each, before any attack of its own. [11.3-r, t, u]"""
        held = sorted(position(state).occupied(enemy_of(self.side)))
        for counter in active:
            if counter.shot or counter.attacked or counter.carrier:
                continue
            for h in held:
                if ranged.can_shoot(state, counter, h) and ranged.may_be_target(state, self.side, h):
                    yield Fire(UnitId(counter.id), Hex(h))

    def answer(self, work: Work, choice: Choice) -> None:
        if isinstance(choice, Done):
            work.pop()
            end_activation(work, self.side)
        elif isinstance(choice, Attack | Overrun):
            work.push(Battle(self.side, Fight(self.side, choice.hex, overrun=isinstance(choice, Overrun)), self))
        elif isinstance(choice, Barrage):
            artillery.begin(work, choice)
        elif isinstance(choice, Fire):
            change(work, choice.unit, shot=True, activated=True)
            ranged.open_fire(work, choice.unit, ranged.eligible_targets(work, position(work).stack(choice.hex)))
        else:
            engineers.answer(work, self.side, choice)

    def resume(self, work: Work, result: Any) -> None:
        """A shot was made; pins mean nothing outside the target's own movement. [11.3-p]"""

    def quote(self, view: Any, choice: Choice, seat: str) -> Quote:
        if isinstance(choice, Fire):
            everybody = [u.id for u in position(view).stack(choice.hex)]
            targets = ranged.known_targets(view, self.side, choice.hex, everybody)
            return Quote(checks=(ranged.shot_check(view, unit(view, choice.unit), choice.hex, targets),), final="yes")
        if isinstance(choice, Barrage):
            return Quote(checks=(artillery.barrage_check(view, unit(view, choice.unit), choice.hex),), final="yes")
        return Quote(final=choice.final)

    def refuse(self, view: Any, choice: Choice, seat: str) -> Refusal:
        if isinstance(choice, Attack | Overrun) and choice.hex not in self.targets(view):
            return Refusal("No unit that may attack stands next to an enemy there.", "gd-10.0-a")
        if isinstance(choice, Overrun):
            return Refusal("Only Tracked units without riders overrun, into ground they may enter.", "gd-9.4-a")
        if isinstance(choice, Fire):
            return Refusal("That unit has no clear shot in range there now.", "gd-11.3-a")
        if isinstance(choice, Barrage):
            return Refusal("That gun has no observed target in range there now.", "gd-11.2-a")
        return super().refuse(view, choice, seat)


def end_activation(work: Work, side: str) -> None:
    """The battalion has acted; what its units did in this activation is forgotten. [6.0-g]"""
    acted = [u.id for u in position(work).units.values() if u.side == side and _has_acted(u)]
    if acted:
        change_all(
            work, acted, moved=False, spent=0, stepped=False, stopped=False, shot=False, attacked=False, unloaded=False
        )


def _has_acted(counter: Unit) -> bool:
    went = counter.moved or counter.spent or counter.stepped or counter.unloaded
    return bool(went or counter.shot or counter.attacked)


def beside(game: Game, units: list[Unit], h: int) -> list[Unit]:
    return [u for u in units if distance(game, u.hex, h) == 1]


# -- building a battle


class Battle(SideFrame, frozen=True):
    """The attacker gathers units and guns, then fights. Members are added only. [10.1-a, b, 10.2-l]"""

    fight: Fight
    assault: Assault

    def ask_kind(self) -> str:
        return "battle"

    def prompt(self, view: Any, seat: str) -> str:
        return f"Attack on {label(view.setting, self.fight.target)}: add units and guns, then fight."

    def conceal(self, state: Any, seat: str) -> Frame:
        hidden = self.assault.conceal(state, seat)
        return self if hidden is self.assault else self.replaced(assault=hidden)

    def joiners(self, game: Game) -> list[Unit]:
        free = [u for u in self.assault.attackers(game) if u.id not in (*self.fight.attackers, *self.fight.guns)]
        near = beside(game, free, self.fight.target)
        return [u for u in near if may_overrun(game, u, self.fight.target)] if self.fight.overrun else near

    def guns(self, game: Game) -> list[Unit]:
        """No guns in an overrun. [9.4-d]"""
        if self.fight.overrun:
            return []
        used = {*self.fight.attackers, *self.fight.guns}
        joiners = self.joiners(game)
        if not self.fight.attackers and len(joiners) == 1:  # somebody must be left to attack
            used.add(joiners[0].id)
        return [u for u in guns_in_reach(game, self.side, self.fight.target) if u.id not in used and not u.attacked]

    def options(self, state: Any) -> Iterator[Choice]:
        yield from (Join(UnitId(u.id)) for u in self.joiners(state))
        yield from (Gun(UnitId(u.id)) for u in self.guns(state))
        if self.fight.attackers:
            yield Begin()

    def answer(self, work: Work, choice: Choice) -> None:
        if isinstance(choice, Join):
            attackers = (*self.fight.attackers, str(choice.unit))
            work.replace_top(self.replaced(fight=structs.replace(self.fight, attackers=attackers)))
        elif isinstance(choice, Gun):
            guns = (*self.fight.guns, str(choice.unit))
            work.replace_top(self.replaced(fight=structs.replace(self.fight, guns=guns)))
        else:
            work.replace_top(Resolution(self.side, self.fight))

    def panel(self, view: Any) -> tuple[Tally | Check, ...]:
        return (attack_check(view, self.fight),) if self.fight.attackers else ()

    def quote(self, view: Any, choice: Choice, seat: str) -> Quote:
        if isinstance(choice, Join):
            fight = structs.replace(self.fight, attackers=(*self.fight.attackers, str(choice.unit)))
            return Quote(checks=(attack_check(view, fight),))
        if isinstance(choice, Begin):
            return Quote(checks=(attack_check(view, self.fight),), final="yes")
        return Quote(cost=attack_tally(view, self.fight))

    def refuse(self, view: Any, choice: Choice, seat: str) -> Refusal:
        if isinstance(choice, Begin):
            return Refusal("An attack needs an attacker.", "gd-10.0-a", "Join a unit first.")
        if isinstance(choice, Gun):
            rule = "gd-9.4-d" if self.fight.overrun else "gd-10.2-a"
            return Refusal("That gun cannot support this attack.", rule)
        return super().refuse(view, choice, seat)
