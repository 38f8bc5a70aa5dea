"""The Combat Phase: attacks are put together until nothing is owed. [5.1, 5.2.1]"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import structs

from balka.core.checks import Shown
from balka.core.choices import Choice, Hex, Node, Number, Refusal, Token, UnitId
from balka.core.frames import Ask, Frame, Quote, Shortcut, Todo, asking
from balka.core.listing import Listed
from balka.core.memo import POSITION, remembered
from balka.systems.wb95.artillery import ready_guns
from balka.systems.wb95.battle_hints import hint
from balka.systems.wb95.battle_orders import Also, Attack, Fight, Full, Join, JoinHex, Shifts, UseStar, grown
from balka.systems.wb95.battle_resolution import aircraft, declare, guns_in_range
from balka.systems.wb95.declaring import (
    left_alone,
    why_no_aircraft,
    why_no_attacker,
    why_no_gun,
    why_no_shifts,
    why_not_full,
)
from balka.systems.wb95.duties import (
    Combat,
    Obligations,
    all_beside,
    can_be_finished,
    closure,
    missing,
    obligations_of,
    open_debts,
    openings,
)
from balka.systems.wb95.headquarters import shifts_near
from balka.systems.wb95.orders import Air, End, Gun
from balka.systems.wb95.outlook import forecast
from balka.systems.wb95.position import OFF, Now, WbState, WbWork, label, name_of, names_of, unit_of
from balka.systems.wb95.secrets import known, sides_of_seat
from balka.systems.wb95.sheet import Battle
from balka.systems.wb95.shelling import (
    Shell,
    ShellBridge,
    bridge_targets,
    open_shelling,
    shelling_targets,
    why_not_shell,
)
from balka.systems.wb95.stars import can_use_star, why_no_star


class CombatPhase(Frame[WbState, WbWork], frozen=True):
    """The attacker fights in any order until nothing is owed. [2.2-h, i, 5.1.6, 5.1.7]"""

    left_to = "attack"

    side: str
    owed: tuple[int, ...]
    shelled: tuple[int, ...] = ()

    def ask(self, state: WbState) -> tuple[Ask, ...]:
        return asking(state.setting.seat_of[self.side], self.side, "combat.phase")

    def obligations(self, view: Now) -> Obligations:
        return _obligations(view, self.side, self.owed, self.shelled)

    def grow(self, view: WbState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        obligations = self.obligations(view)
        attacks, targets = self.offers(view)
        if path:
            return self._at(view, path[0])
        offers: list[Node] = [*sorted({*attacks, *targets})]
        if bridge_targets(view, self.side, obligations):
            offers.append("shell")
        return offers if obligations.debts else [*offers, End()]

    def offers(self, view: WbState) -> tuple[list[int], list[int]]:
        """Hexes to attack and hexes to shell, worked out once for a position."""
        return _offers(view, self.side, self.owed, self.shelled)

    def whole_attack(self, view: WbState, h: int) -> Battle:
        """The attack on a hex with everybody beside it who can join."""
        return Battle(self.side, (h,), all_beside(self.obligations(view), Combat((), (h,))))

    def _at(self, view: WbState, h: Token) -> list[Node]:
        if h == "shell":
            return [ShellBridge(side) for side in bridge_targets(view, self.side, self.obligations(view))]
        attacks, targets = self.offers(view)
        return [
            *(Attack(Hex(target)) for target in attacks if target == h),
            *(Shell(Hex(target)) for target in targets if target == h),
        ]

    def answer(self, work: WbWork, choice: Choice) -> None:
        if isinstance(choice, Attack):
            work.push(BattlePlan(Battle(self.side, (choice.hex,)), self.owed, self.shelled))
        elif isinstance(choice, Shell):
            open_shelling(work, self.side, self.obligations(known(work, self.side)), (choice.hex, OFF))
        elif isinstance(choice, ShellBridge):
            open_shelling(work, self.side, self.obligations(known(work, self.side)), choice.side)
        else:
            work.pop()

    def resume(self, work: WbWork, result: object) -> None:
        """A combat is over; a shelled hex may not be attacked any more. [6.4.5]"""
        if isinstance(result, int):
            work.replace_top(structs.replace(self, shelled=(*self.shelled, result)))

    def prompt(self, view: WbState, seat: str) -> str:
        return "You must still attack: choose a hex." if self.obligations(view).debts else "Attack, or end the phase."

    def todo(self, view: WbState, seat: str) -> tuple[Todo, ...]:
        if self.side not in sides_of_seat(view, seat):
            return ()
        obligations = self.obligations(view)
        hexes = tuple(Todo(f"{label(view, h)} must be attacked", "kursk-5.1.4-a", h) for h in obligations.owed)
        stacks: dict[int, list[str]] = {}
        for unit_id in obligations.obliged:
            stacks.setdefault(obligations.stands[unit_id], []).append(unit_id)
        return hexes + tuple(
            Todo(f"{names_of(view, units)} in {label(view, h)} must attack", "kursk-5.1.3-a", h)
            for h, units in sorted(stacks.items())
        )

    def left(self, view: WbState, seat: str) -> int | None:
        """Hexes that must still be attacked."""
        return len(self.obligations(view).owed) if self.side in sides_of_seat(view, seat) else None

    def refuse(self, view: WbState, choice: Choice, seat: str) -> Refusal:
        obligations = self.obligations(view)
        if isinstance(choice, End):
            first = self.todo(view, seat)[0]
            return Refusal(f"{first.text}.", first.rule, "Every attack that is owed must be made first.")
        if isinstance(choice, Attack):
            return why_not_attack(view, obligations, choice.hex)
        if isinstance(choice, Shell):
            barred = why_not_shell(view, obligations, choice.hex, ready_guns(view, self.side))
            return barred or Refusal("Those guns are the last who can attack a hex that must be.", "kursk-5.1.4-a")
        if isinstance(choice, ShellBridge):
            return Refusal("No guns ready to fire reach a bridge there.", "kursk-6.4.7-a")
        return Refusal("That cannot be said in a Combat Phase.", "kursk-2.1.2-a")


@remembered(on=POSITION)
def _obligations(view: Now, side: str, owed: tuple[int, ...], shelled: tuple[int, ...]) -> Obligations:
    return obligations_of(view, side, owed, shelled)


@remembered(on=POSITION)
def _offers(view: WbState, side: str, owed: tuple[int, ...], shelled: tuple[int, ...]) -> tuple[list[int], list[int]]:
    obligations = _obligations(view, side, owed, shelled)
    return openings(obligations), shelling_targets(view, side, obligations)


def why_not_attack(view: WbState, obligations: Obligations, h: int) -> Refusal:
    """Why no combat can be opened against a hex."""
    if h not in obligations.attackers:
        return Refusal(f"No unit of yours can attack {label(view, h)}.", "kursk-5.1.2-a")
    combat = Combat(obligations.attackers[h][:1], (h,))
    return left_alone(view, combat, closure(obligations, combat))


class BattlePlan(Listed[WbState, WbWork], frozen=True):
    """The attacker puts an attack together: it only grows, and once opened it must be fought. [5.2.1]

    `owed` and `shelled` are those of its Combat Phase.
    """

    battle: Battle
    owed: tuple[int, ...]
    shelled: tuple[int, ...] = ()

    def ask(self, state: WbState) -> tuple[Ask, ...]:
        side = self.battle.side
        return asking(state.setting.seat_of[side], side, "battle")

    @property
    def combat(self) -> Combat:
        return Combat(self.battle.joined, self.battle.hexes, self.battle.guns)

    def obligations(self, view: WbState) -> Obligations:
        return _obligations(view, self.battle.side, self.owed, self.shelled)

    def options(self, view: WbState) -> Iterator[Choice]:
        battle, obligations = self.battle, self.obligations(view)
        yield from (JoinHex(Hex(h)) for h, units in self._stacks(obligations).items() if len(units) > 1)
        yield from (Join(UnitId(unit_id)) for unit_id in self._joiners(obligations))
        yield from (Also(Hex(h)) for h in self._more_hexes(obligations))
        if battle.joined:
            yield from (Gun(UnitId(unit_id)) for unit_id in self._guns(view, obligations))
            yield from (Air(UnitId(plane)) for plane in aircraft(view, battle) if plane not in battle.air)
            yield from (UseStar(UnitId(unit_id)) for unit_id in self._stars(view))
            hungry = [unit_id for unit_id in (*battle.joined, *battle.guns) if unit_of(view, unit_id).supply > 0]
            yield from (Full(UnitId(unit_id)) for unit_id in hungry if unit_id not in battle.full)
            if not battle.shifts:
                most = shifts_near(view, battle.side, battle.hexes)
                yield from (Shifts(Number(n)) for n in range(1, most + 1))
            if self._ready(obligations):
                yield Fight()

    def _joiners(self, obligations: Obligations) -> list[str]:
        """Units next to all the hexes that leave nobody alone."""
        combat = self.combat
        taken = {*combat.units, *self.battle.guns}
        beside = [unit_id for unit_id in obligations.attackers.get(combat.hexes[0], ()) if unit_id not in taken]
        return [unit_id for unit_id in beside if can_be_finished(obligations, _with(combat, unit_id))]

    def _stacks(self, obligations: Obligations) -> dict[int, tuple[str, ...]]:
        """Hexes whose units can all join at once."""
        stacks: dict[int, tuple[str, ...]] = {}
        for unit_id in self._joiners(obligations):
            stacks[obligations.stands[unit_id]] = (*stacks.get(obligations.stands[unit_id], ()), unit_id)
        combat = self.combat
        return {h: ids for h, ids in stacks.items() if can_be_finished(obligations, _with(combat, *ids))}

    def _more_hexes(self, obligations: Obligations) -> list[int]:
        """While all stand on one hex they may attack another hex as well. [5.1.5]"""
        combat = self.combat
        if not combat.units:
            return []
        beside = [h for h in obligations.targets[combat.units[0]] if h not in combat.hexes]
        more = {h: structs.replace(combat, hexes=(*combat.hexes, h)) for h in beside}
        return [h for h in beside if can_be_finished(obligations, more[h])]

    def _guns(self, view: WbState, obligations: Obligations) -> list[str]:
        """Guns in range that attack nobody themselves and are not the last who could attack somebody else. [6.3.2]"""
        ready = guns_in_range(view, self.battle.side, self._from(view))
        free = [unit_id for unit_id in ready if unit_id not in (*self.battle.guns, *self.battle.joined)]
        return [
            unit_id
            for unit_id in free
            if unit_id not in obligations.targets or can_be_finished(obligations, _with_gun(self.combat, unit_id))
        ]

    def _from(self, view: WbState) -> tuple[int, ...]:
        return tuple(unit_of(view, unit_id).hex for unit_id in self.battle.joined)

    def _stars(self, view: WbState) -> list[str]:
        return [
            unit_id
            for unit_id in self.battle.joined
            if unit_id not in self.battle.stars
            and can_use_star(view, self.battle, unit_of(view, unit_id), attacking=True)
        ]

    def _ready(self, obligations: Obligations) -> bool:
        lacking = missing(obligations, self.combat)
        return not lacking.units and not lacking.hexes

    def answer(self, work: WbWork, choice: Choice) -> None:
        battle = self.battle
        if isinstance(choice, Fight):
            declare(work, battle)
            return
        work.replace_top(structs.replace(self, battle=self._grown(known(work, battle.side), choice)))

    def _grown(self, view: WbState, choice: Choice) -> Battle:
        """The battle with what was chosen in it."""
        if isinstance(choice, JoinHex):
            stack = self._stacks(self.obligations(view))[choice.hex]
            return structs.replace(self.battle, joined=(*self.battle.joined, *stack))
        return grown(self.battle, choice)

    def quote(self, view: WbState, choice: Choice, seat: str) -> Quote:
        battle = self.battle if isinstance(choice, Fight) else self._grown(view, choice)
        return Quote(forecasts=(forecast(view, battle),) if battle.joined else (), final=choice.final)

    def panel(self, view: WbState) -> tuple[Shown, ...]:
        """The outlook, with what would help most cheaply."""
        if not self.battle.joined:
            return ()
        shown = forecast(view, self.battle)
        better = hint(view, self.battle, self.options(view))
        return (structs.replace(shown, outlook=structs.replace(shown.outlook, hint=better)),)

    def owed_answer(self, view: WbState, seat: str) -> Choice | None:
        """Who is left with nobody else to attack is in, and so is a hex nobody else could attack. [5.1.3, 5.1.4]"""
        obligations = self.obligations(view)
        lacking = missing(obligations, self.combat)
        joiners = self._joiners(obligations)
        if not self.battle.joined and len(joiners) == 1:
            return Join(UnitId(joiners[0]))
        unit_id = next((unit_id for unit_id in lacking.units if unit_id in joiners), None)
        if unit_id is not None:
            return Join(UnitId(unit_id))
        h = next((h for h in lacking.hexes if h in self._more_hexes(obligations)), None)
        return Also(Hex(h)) if h is not None else None

    def shortcuts(self, view: WbState, seat: str) -> tuple[Shortcut, ...]:
        """Everybody beside what is attacked, and every gun in range."""
        obligations = self.obligations(view)
        beside = all_beside(obligations, self.combat)
        joining = tuple(Join(UnitId(unit_id)) for unit_id in beside)
        found = [Shortcut("All beside it", joining)] if len(beside) > 1 else []
        guns = self._all_guns(view, obligations)
        return (*found, Shortcut("All guns in range", guns)) if len(guns) > 1 else tuple(found)

    def gathered(self, view: WbState, seat: str) -> tuple[str, ...]:
        return (*self.battle.joined, *self.battle.guns, *self.battle.air)

    def _all_guns(self, view: WbState, obligations: Obligations) -> tuple[Choice, ...]:
        """Every gun that can be added, one after the other."""
        plan, guns = self, []
        for unit_id in self._guns(view, obligations):
            if unit_id in plan._guns(view, obligations):
                guns.append(Gun(UnitId(unit_id)))
                plan = structs.replace(plan, battle=grown(plan.battle, guns[-1]))
        return tuple(guns)

    def prompt(self, view: WbState, seat: str) -> str:
        where = ", ".join(label(view, h) for h in self.battle.hexes)
        return f"Who attacks {where}?" if not self.battle.joined else f"Attack on {where}: add units, or fight."

    def todo(self, view: WbState, seat: str) -> tuple[Todo, ...]:
        if self.battle.side not in sides_of_seat(view, seat):
            return ()
        lacking = missing(self.obligations(view), self.combat)
        text = f"{names_of(view, lacking.units)} must join: nobody else is there to attack"
        owed = [Todo(text, "kursk-5.1.3-a")] if lacking.units else []
        owed += [Todo(f"{label(view, h)} must be attacked too", "kursk-5.1.4-a", h) for h in lacking.hexes]
        return tuple(owed)

    def refuse(self, view: WbState, choice: Choice, seat: str) -> Refusal:
        obligations = self.obligations(view)
        if isinstance(choice, Fight):
            if not self.battle.joined:
                return Refusal("Nobody attacks yet.", "kursk-5.2.1-a")
            return left_alone(view, self.combat, closure(obligations, self.combat))
        if isinstance(choice, Join) and choice.unit in obligations.targets:
            combat = _with(self.combat, choice.unit)
            apart = why_no_attacker(view, self.battle, choice.unit)
            return apart or left_alone(view, combat, closure(obligations, combat))
        if isinstance(choice, UseStar) and choice.unit in self.battle.joined:
            barred = why_no_star(view, self.battle, unit_of(view, choice.unit), attacking=True)
            return barred or Refusal("That star is used already.", "kursk-15.1.3-a")
        if isinstance(choice, Also):
            return Refusal("All attackers or all defenders must stand on one hex.", "kursk-5.1.5-a")
        if isinstance(choice, Gun) and choice.unit in obligations.targets and choice.unit not in self.battle.guns:
            combat = _with_gun(self.combat, choice.unit)
            return why_no_gun(view, self.battle, choice.unit) or left_alone(view, combat, closure(obligations, combat))
        return self._why_no_help(view, choice) or Refusal("That cannot be added to this attack.", "kursk-5.2.1-a")

    def _why_no_help(self, view: WbState, choice: Choice) -> Refusal | None:
        if isinstance(choice, Shifts):
            return why_no_shifts(view, self.battle.side, self.battle, choice.count)
        refuse_help = HELP.get(type(choice))
        named = str(getattr(choice, "unit", ""))
        if refuse_help is None or not is_own(view, self.battle.side, named):
            return None
        if not isinstance(choice, Air) and view.position.find(named) is None:
            return Refusal(f"{name_of(view, named)} flies: it does not attack on the ground.", "kursk-8.2.2-a")
        return refuse_help(view, self.battle, named)

    def conceal(self, state: WbState, seat: str) -> Frame:
        battle = self.battle
        if battle.side in sides_of_seat(state, seat):
            return self
        return structs.replace(self, battle=Battle(battle.side, battle.hexes))


def _with(combat: Combat, *unit_ids: str) -> Combat:
    return structs.replace(combat, units=(*combat.units, *unit_ids))


def _with_gun(combat: Combat, unit_id: str) -> Combat:
    return structs.replace(combat, guns=(*combat.guns, unit_id))


HELP: Mapping[type[Choice], Callable[[WbState, Battle, str], Refusal | None]] = {
    Join: why_no_attacker, Gun: why_no_gun, Air: why_no_aircraft, Full: lambda view, _, name: why_not_full(view, name),
}  # fmt: skip
"""what may be added to an attack by its name, and why it may not"""


def is_own(view: WbState, side: str, name: str) -> bool:
    """Is a unit of the side called so, or an aircraft on a mission?"""
    unit = view.position.find(name)
    return (unit is not None and unit.side == side) or any(flight.unit == name for flight in view.position.air)


def open_combat(work: WbWork, side: str) -> None:
    """A Combat Phase begins: what is owed is counted now. [5.0-a, 5.1.3, 5.1.4]"""
    work.push(CombatPhase(side, open_debts(work, side)))
