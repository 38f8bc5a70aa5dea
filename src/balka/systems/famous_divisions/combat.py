"""The combat part of an activation: who may attack what, and building a battle. [10.0, 10.1]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import structs

from balka.core.checks import Shown
from balka.core.choices import Choice, Hex, Node, Refusal, Token, UnitId
from balka.core.frames import Frame, Quote, Shortcut
from balka.systems.famous_divisions import artillery, bridges, engineers, fortifications, losses, ranged, tries
from balka.systems.famous_divisions.attack_outlook import forecast
from balka.systems.famous_divisions.events.combat import OnlyHqsThere
from balka.systems.famous_divisions.listing import ANY, ByWord, SideFrame
from balka.systems.famous_divisions.model import (
    GdState,
    GdWork,
    Now,
    change,
    change_all,
    enemy_of,
    is_hq,
    kind,
    legs,
    note,
    unit,
)
from balka.systems.famous_divisions.movement import is_open_to
from balka.systems.famous_divisions.position import OFF_MAP, ON_MAP, Unit
from balka.systems.famous_divisions.reinforcements import taking_part, why_not_active
from balka.systems.famous_divisions.resolution import Resolution
from balka.systems.famous_divisions.sight import distance
from balka.systems.famous_divisions.strength import (
    Fight,
    attack_strength,
    attack_tally,
)
from balka.systems.famous_divisions.support import ADDED, NO_GUNS, supporting_guns, why_no_support, why_not_ready
from balka.systems.famous_divisions.verbs import Attack, Barrage, Blow, Bridge, Done, Fire, Gun, Join, Overrun
from balka.systems.famous_divisions.verbs import Fight as Begin
from balka.systems.famous_divisions.wording import label


def in_command(game: Now, counter: Unit, hq: str) -> bool:
    """Must be within range of the HQ that activated it when it attacks, fires or shells. [10.0-e, f, 18.4-f]

    Save on its entry turn, and for guns that stay off the map.
    """
    if not hq or counter.entered == game.turn or counter.status == OFF_MAP:
        return True
    commander = unit(game, hq)
    if commander.status != ON_MAP:
        return False
    return distance(game, counter.hex, commander.hex) <= kind(game, commander).activation_range


HQ_ATTACKS = Refusal("An HQ does not attack.", "gd-10.0-a")
PINNED = Refusal("A pinned unit takes no part in an attack this turn.", "gd-10.1-e")  # [11.3-q]
RIDES = Refusal("A unit that rides on a tank is part of it and does not attack by itself.", "gd-9.5-d")
HAS_ATTACKED = Refusal("It has had its attack in this activation.", "gd-10.0-b")
HAS_SHOT = Refusal("It has fired its shot in this activation.", "gd-11.3-u")
HAS_CLEARED = Refusal("An engineer that cleared fortifications does not fight this turn.", "gd-16.1-e")
NO_STRENGTH = Refusal("It has no attack strength.", "gd-10.1-b")
OUT_OF_COMMAND = Refusal("It is out of range of the HQ that activated it.", "gd-10.0-e")
NOT_ACTIVE = Refusal("It does not act in this activation.", "gd-6.0-b")
NOT_TRACKED = Refusal("Only Tracked combat units overrun.", "gd-9.4-a")
CARRIES = Refusal("A tank that carries a rider does not overrun.", "gd-9.5-g")
NO_GROUND = Refusal("Tanks cannot enter the ground there.", "gd-9.4-e")
NOT_BESIDE = Refusal("It is not next to the attacked hex.", "gd-10.0-a")


def why_not_attack(game: Now, counter: Unit, hq: str) -> Refusal | None:
    """Why a unit may take part in no attack: HQs, pinned, riding, done, without strength, out of range. [10.0, 10.1]"""
    if is_hq(game, counter) or counter.status != ON_MAP:
        return HQ_ATTACKS if counter.status == ON_MAP else NOT_BESIDE
    if counter.pinned or counter.carrier:
        return PINNED if counter.pinned else RIDES
    if counter.attacked or counter.worked:
        return HAS_ATTACKED if counter.attacked else HAS_CLEARED
    not_ready = why_not_ready(game, counter) if kind(game, counter).is_artillery else None
    if not_ready is not None or attack_strength(game, counter) <= 0:
        return not_ready or NO_STRENGTH
    return None if in_command(game, counter, hq) else OUT_OF_COMMAND


def may_attack(game: Now, counter: Unit, hq: str) -> bool:
    return why_not_attack(game, counter, hq) is None


def why_not_overrun(game: Now, counter: Unit, target: int) -> Refusal | None:
    """Tracked units without riders, no artillery, into ground they could enter or by road or bridge. [9.4, 9.5-g]"""
    if legs(game, counter) != "tracked":
        return NOT_TRACKED
    if kind(game, counter).is_artillery:
        return NO_GUNS
    if losses.riders(game, counter.id):
        return CARRIES
    return None if _tanks_pass(game, counter.hex, target) else NO_GROUND


def may_overrun(game: Now, counter: Unit, target: int) -> bool:
    return why_not_overrun(game, counter, target) is None


def _tanks_pass(game: Now, a: int, b: int) -> bool:
    """May a Tracked unit go from a to its neighbour b, by road, by bridge or over the ground? [9.4-e, 15.2-e]"""
    if fortifications.entry_cost(game, a, b, "tracked") is None:
        return False
    return bridges.is_bridged(game, a, b) or is_open_to(game, "tracked", a, b)


def why_not_join(game: Now, fight: Fight, counter: Unit, hq: str) -> Refusal | None:
    """Why a unit may not be among the attackers of a fight. [9.4-a, 10.0-a]"""
    refusal = why_not_attack(game, counter, hq)
    if refusal is not None or distance(game, counter.hex, fight.target) != 1:
        return refusal or NOT_BESIDE
    return why_not_overrun(game, counter, fight.target) if fight.overrun else None


# -- the combat part


class Assault(ByWord, frozen=True):
    """The combat part of an activation: attacks, overruns, barrages, shots, in any order. [9.4-c, 10.0-c, d]"""

    cites = "gd-3.4-f"
    names_own = True

    battalion: str
    hq: str
    units: tuple[str, ...]

    def ask_kind(self) -> str:
        return "combat"

    def prompt(self, view: GdState, seat: str) -> str:
        return "Attack, shell or shoot with the activated units, or say done."

    def conceal(self, state: GdState, seat: str) -> Frame:
        return self if seat == state.setting.seat_of[self.side] else self.replaced(units=(), hq="")

    def active(self, game: Now) -> list[Unit]:
        return list(taking_part(game, self.battalion, self.units))

    def attackers(self, game: Now) -> list[Unit]:
        return [u for u in self.active(game) if may_attack(game, u, self.hq)]

    def targets(self, game: Now) -> list[int]:
        """Enemy hexes next to a unit that may attack. [10.1-a]"""
        held, ground = game.position.occupied(enemy_of(self.side)), game.setting.catalogue.ground
        near = [u for u in self.active(game) if not held.isdisjoint(ground.neighbours[u.hex])]
        able = [u for u in near if may_attack(game, u, self.hq)]
        return sorted({n for u in able for n in ground.neighbours[u.hex] if n in held})

    def openings(self, state: GdState) -> Iterable[Node]:
        return ("attack", "overrun", *(u.id for u in self.active(state)), Done())

    def beginning(self, state: GdState, word: Token) -> Iterator[Choice]:
        for h in self.targets(state) if word in (ANY, "attack", "overrun") else ():
            yield Attack(Hex(h))
            if any(may_overrun(state, u, h) for u in beside(state, self.attackers(state), h)):
                yield Overrun(Hex(h))
        active = [u for u in self.active(state) if word in (ANY, u.id)]
        yield from artillery.barrages(state, (u for u in active if in_command(state, u, self.hq)))
        yield from self._shots(state, active)
        for counter in active:
            yield from engineers.bridging(state, counter)
        yield Done()

    def _shots(self, state: GdState, active: list[Unit]) -> Iterator[Choice]:
        """One direct shot each, before any attack of its own. [11.3-r, t, u]"""
        for counter in active:
            if not kind(state, counter).is_direct or self.why_no_shot(state, counter) is not None:
                continue
            for h in ranged.enemies_in_range(state, counter):
                if ranged.can_shoot(state, counter, h) and self._may_be_target(state, h):
                    yield Fire(UnitId(counter.id), Hex(h))

    def _may_be_target(self, game: Now, h: int) -> bool:
        """For all a side knows, or has found out by aiming there. [1.1-d, 11.4-g]"""
        known = ranged.may_be_target(game, self.side, h)
        return known and not tries.is_tried(game, self.side, "fire", label(game.setting, h))

    def why_no_shot(self, game: Now, counter: Unit) -> Refusal | None:
        """Why a unit may not fire directly in this activation, wherever the target. [10.0-e, 11.3-t, u, 16.1-e]"""
        if counter.shot or counter.attacked:
            return HAS_SHOT if counter.shot else HAS_ATTACKED
        if counter.worked:
            return HAS_CLEARED
        return None if in_command(game, counter, self.hq) else OUT_OF_COMMAND

    def answer(self, work: GdWork, choice: Choice) -> None:
        if isinstance(choice, Done):
            work.pop()
            end_activation(work, self.side)
        elif isinstance(choice, Attack | Overrun):
            work.push(Battle(self.side, Fight(self.side, choice.hex, overrun=isinstance(choice, Overrun)), self))
        elif isinstance(choice, Barrage):
            artillery.begin(work, choice)
        elif isinstance(choice, Fire):
            self._shoot(work, choice)
        else:
            engineers.answer(work, self.side, choice)

    def _shoot(self, work: GdWork, choice: Fire) -> None:
        """A shot, or none where only HQs turn out to stand: that costs nothing. [11.3-r, 11.4-g, ruling Q-hqs-alone]"""
        targets = ranged.eligible_targets(work, work.position.stack(choice.hex))
        if not targets:
            work.barrier = True
            tries.forbid(work, self.side, ("fire", label(work.setting, choice.hex)), OnlyHqsThere())
            return
        losses.muster(work, (choice.unit,))
        change(work, choice.unit, shot=True)
        ranged.open_fire(work, choice.unit, targets)

    def resume(self, work: GdWork, result: object) -> None:
        """A shot was made; pins mean nothing outside the target's own movement. [11.3-p]"""

    def quote(self, view: GdState, choice: Choice, seat: str) -> Quote:
        if isinstance(choice, Fire):
            everybody = [u.id for u in view.position.stack(choice.hex)]
            targets = ranged.known_targets(view, self.side, choice.hex, everybody)
            return Quote(checks=(ranged.shot_check(view, unit(view, choice.unit), choice.hex, targets),), final="yes")
        if isinstance(choice, Barrage):
            return Quote(checks=(artillery.barrage_check(view, unit(view, choice.unit), choice.hex),), final="yes")
        return Quote(final=choice.final)

    def refuse(self, view: GdState, choice: Choice, seat: str) -> Refusal:
        if isinstance(choice, Attack | Overrun):
            return self._why_no_attack(view, choice)
        if isinstance(choice, Blow | Bridge):
            apart = why_not_active(view, self.side, self.battalion, self.units, choice.unit)
            return apart or engineers.why_not(view, unit(view, choice.unit), choice)
        if not isinstance(choice, Fire | Barrage):
            return super().refuse(view, choice, seat)
        acting = self._own(view, choice.unit)
        if acting is None:
            apart = why_not_active(view, self.side, self.battalion, self.units, choice.unit)
            return apart or super().refuse(view, choice, seat)
        if isinstance(choice, Fire):
            return self.why_no_shot(view, acting) or ranged.why_not_at(view, acting, choice.hex) or ranged.NO_SHOT
        out = None if in_command(view, acting, self.hq) else OUT_OF_COMMAND
        return why_not_ready(view, acting) or out or artillery.NO_TARGET

    def _why_no_attack(self, view: GdState, choice: Attack | Overrun) -> Refusal:
        """What keeps the units beside a hex from attacking it, told of the first of them."""
        near = beside(view, [u for u in self.active(view) if u.status == ON_MAP and not is_hq(view, u)], choice.hex)
        if not near or view.position.holder(choice.hex) != enemy_of(self.side):
            return Refusal("No unit that may attack stands next to an enemy there.", "gd-10.0-a")
        fight = Fight(self.side, choice.hex, overrun=isinstance(choice, Overrun))
        reasons = (why_not_join(view, fight, counter, self.hq) for counter in near)
        return next((reason for reason in reasons if reason is not None), NOT_ACTIVE)

    def _own(self, view: GdState, what: str) -> Unit | None:
        """A unit of this activation by its name."""
        return next((u for u in self.active(view) if u.id == what), None)


FORGOTTEN: dict[str, Any] = {
    "acting": False, "moved": False, "spent": 0, "stepped": False, "stopped": False, "shot": False, "attacked": False,
    "unloaded": False, "ended": False,
}  # fmt: skip


def end_activation(work: GdWork, side: str) -> None:
    """The battalion has acted; what its units did and had left in it is forgotten. [6.0-g, 9.0-m, 20.4-b]"""
    arrived = [u.id for u in work.position.units.values() if u.moved and u.stepped]
    if arrived:
        change_all(work, arrived, marching=False)
    acted = [u.id for u in work.position.units.values() if u.side == side and _has_acted(u)]
    if acted:
        change_all(work, acted, **FORGOTTEN)
    tries.forget(work, side)
    note(work, demolished="")  # the next activation has a die of its own [12.0-c]


def _has_acted(counter: Unit) -> bool:
    went = counter.acting or counter.moved or counter.spent or counter.unloaded or counter.stepped or counter.stopped
    return bool(went or counter.shot or counter.attacked)


def beside(game: Now, units: list[Unit], h: int) -> list[Unit]:
    return [u for u in units if distance(game, u.hex, h) == 1]


# -- building a battle


class Battle(SideFrame, frozen=True):
    """The attacker gathers units and guns, then fights. Members are added only. [10.1-a, b, 10.2-l]"""

    cites = "gd-10.0-d"

    fight: Fight
    assault: Assault

    def ask_kind(self) -> str:
        return "battle"

    def prompt(self, view: GdState, seat: str) -> str:
        return f"Attack on {label(view.setting, self.fight.target)}: add units and guns, then fight."

    def conceal(self, state: GdState, seat: str) -> Frame:
        hidden = self.assault.conceal(state, seat)
        return self if hidden is self.assault else self.replaced(assault=hidden)

    def joiners(self, game: Now) -> list[Unit]:
        free = [u for u in self.assault.active(game) if u.id not in (*self.fight.attackers, *self.fight.guns)]
        return [u for u in free if why_not_join(game, self.fight, u, self.assault.hq) is None]

    def guns(self, game: Now) -> list[Unit]:
        """Guns in reach, while somebody is left to attack. [10.2-a]"""
        found, joiners = supporting_guns(game, self.fight, self.side), self.joiners(game)
        if self.fight.attackers or len(joiners) != 1:
            return found
        return [u for u in found if u.id != joiners[0].id]

    def options(self, state: GdState) -> Iterator[Choice]:
        yield from (Join(UnitId(u.id)) for u in self.joiners(state))
        yield from (Gun(UnitId(u.id)) for u in self.guns(state))
        if self.fight.attackers:
            yield Begin()

    def answer(self, work: GdWork, choice: Choice) -> None:
        if isinstance(choice, Join):
            attackers = (*self.fight.attackers, str(choice.unit))
            work.replace_top(self.replaced(fight=structs.replace(self.fight, attackers=attackers)))
        elif isinstance(choice, Gun):
            guns = (*self.fight.guns, str(choice.unit))
            work.replace_top(self.replaced(fight=structs.replace(self.fight, guns=guns)))
        else:
            work.replace_top(Resolution(self.side, self.fight))

    def gathered(self, view: GdState, seat: str) -> tuple[str, ...]:
        return (*self.fight.attackers, *self.fight.guns)

    def shortcuts(self, view: GdState, seat: str) -> tuple[Shortcut, ...]:
        """Everybody who can join, and every gun in reach."""
        joining = tuple(Join(UnitId(unit.id)) for unit in self.joiners(view))
        guns = tuple(Gun(UnitId(unit.id)) for unit in self.guns(view)) if self.fight.attackers else ()
        named = (("All beside it", joining), ("All guns in reach", guns))
        return tuple(Shortcut(words, choices) for words, choices in named if len(choices) > 1)

    def panel(self, view: GdState) -> tuple[Shown, ...]:
        return (forecast(view, self.fight),) if self.fight.attackers else ()

    def quote(self, view: GdState, choice: Choice, seat: str) -> Quote:
        if isinstance(choice, Join):
            fight = structs.replace(self.fight, attackers=(*self.fight.attackers, str(choice.unit)))
            return Quote(forecasts=(forecast(view, fight),))
        if isinstance(choice, Begin):
            return Quote(forecasts=(forecast(view, self.fight),), final="yes")
        if isinstance(choice, Gun):
            fight = structs.replace(self.fight, guns=(*self.fight.guns, str(choice.unit)))
            return (
                Quote(forecasts=(forecast(view, fight),)) if fight.attackers else Quote(cost=attack_tally(view, fight))
            )
        return Quote(cost=attack_tally(view, self.fight))

    def refuse(self, view: GdState, choice: Choice, seat: str) -> Refusal:
        if isinstance(choice, Begin):
            return Refusal("An attack needs an attacker.", "gd-10.0-a", "Join a unit first.")
        if not isinstance(choice, Gun | Join):
            return super().refuse(view, choice, seat)
        named = view.position.units.get(choice.unit)
        if named is None or named.side != self.side:
            return NOT_ACTIVE
        if named.id in (*self.fight.attackers, *self.fight.guns):
            return ADDED
        if isinstance(choice, Gun):
            return why_no_support(view, self.fight, named) or Refusal("Somebody must be left to attack.", "gd-10.0-a")
        return why_not_join(view, self.fight, named, self.assault.hq) or NOT_ACTIVE
