"""Normal attacks: the combat part of an activation, building a battle, resolving it step by step. [10.0-10.2]"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import structs

from balka.core.checks import Check, Tally
from balka.core.choices import Choice, Hex, Refusal, UnitId
from balka.core.frames import Frame, Quote, Roll
from balka.core.state import Work
from balka.systems.famous_divisions import artillery, bridges, chits, engineers, losses, ranged, results, strength
from balka.systems.famous_divisions.events import Rolled, Said, label
from balka.systems.famous_divisions.listing import SideFrame
from balka.systems.famous_divisions.model import (
    OFF_MAP,
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
from balka.systems.famous_divisions.sight import distance
from balka.systems.famous_divisions.strength import (
    Fight,
    attack_check,
    attack_strength,
    attack_tally,
    gun_reaches,
)
from balka.systems.famous_divisions.verbs import Attack, Barrage, Done, Fire, Gun, Join, Overrun, Stand
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


def guns_in_reach(game: Game, side: str, target: int) -> list[Unit]:
    """Artillery of a side that has not fired and reaches a hex; it need not be activated. [10.2-a, d, k, 11.1-a]"""
    units = position(game).units.values()
    ready = (u for u in units if u.side == side and u.status in (ON_MAP, OFF_MAP) and not u.fired)
    return [u for u in ready if not u.anonymous and kind(game, u).is_artillery and gun_reaches(game, u, target)]


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
        """Units of this activation, with those that entered during it."""
        from balka.systems.famous_divisions.model import battalion_units

        return [u for u in battalion_units(game, self.battalion)
                if u.id in self.units or (u.entered == game.turn and u.status == ON_MAP)]  # fmt: skip

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
            from balka.systems.famous_divisions.activation import end_activation

            work.pop()
            end_activation(work, self.battalion)
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
        used = (*self.fight.attackers, *self.fight.guns)
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


class Support(SideFrame, frozen=True):
    """The defender adds guns once the attacker has committed his. [10.2-b, l]"""

    fight: Fight

    def ask_kind(self) -> str:
        return "defence"

    def is_window(self) -> bool:
        return True

    def prompt(self, view: Any, seat: str) -> str:
        return f"{label(view.setting, self.fight.target)} is attacked: add guns to the defence, or stand."

    def options(self, state: Any) -> Iterator[Choice]:
        yield from (Gun(UnitId(u.id)) for u in defending_guns(state, self.fight))
        yield Stand()

    def answer(self, work: Work, choice: Choice) -> None:
        if isinstance(choice, Gun):
            support = (*self.fight.support, str(choice.unit))
            work.replace_top(self.replaced(fight=structs.replace(self.fight, support=support)))
        else:
            work.pop()
            work.finish(("support", self.fight.support))

    def panel(self, view: Any) -> tuple[Tally | Check, ...]:
        return (attack_check(view, self.fight),)


def defending_guns(game: Game, fight: Fight) -> list[Unit]:
    """Guns in range, never those in the attacked hex. [10.2-b, f, g]"""
    ready = guns_in_reach(game, enemy_of(fight.side), fight.target)
    return [u for u in ready if u.hex != fight.target and u.id not in fight.support]


def may_have_guns(game: Game, side: str) -> bool:
    """Has a side artillery left in play? Arrivals and losses are public."""
    units = position(game).units
    guns = [k for k in catalogue(game).kinds.values() if k.side == side and k.is_artillery]
    return any(k.id not in units or units[k.id].status in (ON_MAP, OFF_MAP) for k in guns)


# -- resolving it


class Resolution(SideFrame, frozen=True):
    """An attack being resolved, step after step. [10.1]"""

    automatic = True

    fight: Fight
    step: int = 0
    band: str = ""
    defenders: tuple[str, ...] = ()

    @property
    def foe(self) -> str:
        return enemy_of(self.side)

    def run(self, work: Work) -> None:
        work.replace_top(self.replaced(step=self.step + 1))
        SEQUENCE[self.step](work, self)

    def resume(self, work: Work, result: Any) -> None:
        now: Resolution = self
        if isinstance(result, tuple):
            now = RESUMES[result[0]](work, self, *result[1:])
        else:
            now = read_dice(work, self, result)
        work.replace_top(now)

    def with_fight(self, **fields: Any) -> Resolution:
        found: Resolution = self.replaced(fight=structs.replace(self.fight, **fields))
        return found


def open_battle(work: Work, battle: Resolution) -> None:
    """Everybody concerned is seen; attackers and guns have had their attack. [1.1-e, 10.0-b, 10.2-e]"""
    fight = battle.fight
    defenders = tuple(u.id for u in position(work).stack(fight.target))
    losses.reveal(work, (*fight.attackers, *fight.guns, *defenders))
    change_all(work, fight.attackers, attacked=True, activated=True)
    change_all(work, fight.guns, fired=True)
    names = strength.names_of(work, fight.attackers)
    verb = "overruns" if fight.overrun else "attacks"
    work.tell(Said(f"{names} {verb} {label(work.setting, fight.target)}.", "gd-10.1-a"))
    work.replace_top(structs.replace(work.stack[-1], defenders=defenders))


def ask_defender(work: Work, battle: Resolution) -> None:
    """The defender may add guns, except in an overrun. [9.4-d, 10.2-b]"""
    if not battle.fight.overrun and may_have_guns(work, battle.foe):
        work.push(Support(battle.foe, battle.fight))


def draw_attacker(work: Work, battle: Resolution) -> None:
    work.push(chits.Draw(battle.side))


def draw_defender(work: Work, battle: Resolution) -> None:
    work.push(chits.Draw(battle.foe))


def spoil(work: Work, battle: Resolution) -> None:
    """Night and weather take chits away. [10.3-j, 14.1]"""
    for side, why, rule in chits.spoiled(work, battle.fight):
        _void(work, side, why, rule)


def shoot_at_aircraft(work: Work, battle: Resolution) -> None:
    """The opponent of whoever drew an air chit may shoot it down, unless it falls anyway. [10.7, Q-aa-who]"""
    falling = {side for side, _, _ in chits.nullified(work, battle.fight)}
    for side, _ in battle.fight.chits:
        chit = chits.drawn(work, battle.fight, side)
        foe = enemy_of(side)
        if chit and chit.is_air and side not in falling and chits.may_have_flak(work, foe):
            work.push(chits.AntiAircraft(foe, battle.fight.target, side))


def nullify(work: Work, battle: Resolution) -> None:
    """Drawn chits take each other away. [10.3-k]"""
    for side, why, rule in list(chits.nullified(work, battle.fight)):
        _void(work, side, why, rule)


def _void(work: Work, side: str, why: str, rule: str) -> None:
    work.tell(Said(why, rule))
    battle = work.stack[-1]
    assert isinstance(battle, Resolution)
    work.replace_top(battle.with_fight(void=(*battle.fight.void, side)))


def black_attacker(work: Work, battle: Resolution) -> None:
    _offer_black(work, battle, battle.side)


def black_defender(work: Work, battle: Resolution) -> None:
    _offer_black(work, battle, battle.foe)


def _offer_black(work: Work, battle: Resolution, side: str) -> None:
    if chits.black_window(work, battle.fight, side):
        work.push(chits.BlackChits(side, battle.fight))


def throw(work: Work, battle: Resolution) -> None:
    """The attacker rolls. [10.1-n]"""
    check = attack_check(work, battle.fight)
    work.push(Roll(battle.side, "attack", dice=check.dice, check=check))


def apply_result(work: Work, battle: Resolution) -> None:
    """What the table says happens. [10.1-s, 10.4]"""
    who, what = battle.band[0], battle.band[-1]
    if battle.band == "-":
        return
    side = battle.side if who == "A" else battle.foe
    ids = battle.fight.attackers if who == "A" else battle.defenders
    if what == "E":
        for one in ids:
            if unit(work, one).status == ON_MAP:
                losses.eliminate(work, one)
    elif what == "P":
        results.take_losses(work, side, ids, len(ids) // 2, deadly=True)
    elif what in "DC":
        results.take_losses(work, side, ids, 1, deadly=what == "D")
    else:
        results.begin_retreat(work, side, ids, _companions(work, ids) if who == "A" else ())


def _companions(game: Game, ids: tuple[str, ...]) -> tuple[str, ...]:
    """HQs stacked with attackers may retreat with them. [10.4-o]"""
    hexes = sorted({unit(game, one).hex for one in ids})
    return tuple(u.id for h in hexes for u in position(game).stack(h) if is_hq(game, u))


def advance(work: Work, battle: Resolution) -> None:
    """An emptied hex may be entered; nobody advances without a fight won. [10.6-a]"""
    fight = battle.fight
    able = results.may_advance(work, fight.attackers)
    if able and is_cleared(work, battle):
        work.push(results.Advances(battle.side, able, fight.target, fight.overrun))


def is_cleared(game: Game, battle: Resolution) -> bool:
    return position(game).holder(battle.fight.target) != battle.foe


def go_on(work: Work, battle: Resolution) -> None:
    """A successful overrun lets its tanks go on; a failed one ends their activation. [9.4-f to h]"""
    if not battle.fight.overrun:
        return
    alive = tuple(one for one in battle.fight.attackers if unit(work, one).status == ON_MAP)
    if is_cleared(work, battle) and alive:
        work.push(results.OverrunMoves(battle.side, alive))
    elif alive:
        change_all(work, alive, shot=True)


def close(work: Work, battle: Resolution) -> None:
    chits.discard(work, battle.fight)
    work.pop()


SEQUENCE: tuple[Callable[[Work, Resolution], None], ...] = (
    open_battle, ask_defender, draw_attacker, draw_defender, spoil, shoot_at_aircraft, nullify, black_attacker,
    black_defender, throw, apply_result, advance, go_on, close,
)  # fmt: skip


# -- what comes back


def took_support(work: Work, battle: Resolution, guns: tuple[str, ...]) -> Resolution:
    """The defender's guns are seen and have fired. [10.2-e]"""
    losses.reveal(work, guns)
    change_all(work, guns, fired=True)
    return battle.with_fight(support=guns)


def took_chit(work: Work, battle: Resolution, side: str, chit: str) -> Resolution:
    return battle.with_fight(chits=(*battle.fight.chits, (side, chit))) if chit else battle


def took_void(work: Work, battle: Resolution, side: str, why: str, rule: str) -> Resolution:
    work.tell(Said(why, rule))
    return battle.with_fight(void=(*battle.fight.void, side))


def took_black(work: Work, battle: Resolution, side: str, sides: tuple[str, ...], fort: str) -> Resolution:
    """A black chit takes chits and fortifications away; its side may play another. [10.3-q]"""
    broken = (*battle.fight.broken, fort) if fort else battle.fight.broken
    now = battle.with_fight(void=(*battle.fight.void, *sides), broken=broken)
    again: Resolution = now.replaced(step=battle.step - 1)
    return again


def read_dice(work: Work, battle: Resolution, outcome: Any) -> Resolution:
    check = attack_check(work, battle.fight)
    band = check.read(outcome)
    text = f"Attack on {label(work.setting, battle.fight.target)}, {check.reader.split()[1]}."
    work.tell(Rolled(text, outcome.faces, check, band, (battle.fight.target,)))
    found: Resolution = battle.replaced(band=band)
    return found


RESUMES: dict[str, Callable[..., Resolution]] = {
    "support": took_support, "drew": took_chit, "void": took_void, "black": took_black,
}  # fmt: skip
