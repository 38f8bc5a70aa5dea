"""Shelling: guns fire from a distance at a hex or a bridge, alone or in a barrage. [6.4, 6.5]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from msgspec import structs

from balka.core.boards import Board
from balka.core.checks import Check, Part, Tally, add, register_reader
from balka.core.choices import Choice, Hex, Hexside, Refusal, UnitId
from balka.core.dice import Outcome
from balka.core.frames import Ask, Frame, Roll, Shortcut, asking
from balka.core.hexes import hexes_in
from balka.core.listing import Listed
from balka.core.scene.figures import Final
from balka.systems.wb95.artillery import RANGE, can_fire, ready_guns
from balka.systems.wb95.battle_orders import Full
from balka.systems.wb95.bridges import all_bridges, destroy
from balka.systems.wb95.catalogue import Catalogue, Result, read_result, shot_words
from balka.systems.wb95.disorder import Tests, disorganise
from balka.systems.wb95.duties import Obligations, guns_owed
from balka.systems.wb95.events.battles import BattleDeclared, BattleResolved
from balka.systems.wb95.losses import Losses, push_losses
from balka.systems.wb95.marks import STIRRING, Mark
from balka.systems.wb95.orders import Air, Gun
from balka.systems.wb95.position import (
    OFF,
    SIDES,
    Now,
    Unit,
    WbState,
    WbWork,
    air_strength,
    alive,
    enemy_of,
    fly_home,
    force,
    label,
    mark,
    name_of,
    put,
    unit_of,
    units_at,
)
from balka.systems.wb95.secrets import open_up
from balka.systems.wb95.sheet import attack_of


class Shell(Choice, frozen=True):
    """Open ranged fire on a hex. [6.4.1]"""

    verb: ClassVar[str] = "shell"
    subject: ClassVar[str] = "hex"

    hex: Hex


class ShellBridge(Choice, frozen=True):
    """Open fire on a bridge. [6.4.7]"""

    verb: ClassVar[str] = "shell"

    side: Hexside


class OpenFire(Choice, frozen=True):
    """The guns named fire."""

    verb: ClassVar[str] = "fire"
    final: ClassVar[Final] = "yes"
    ends: ClassVar[bool] = True


def shelling_targets(view: WbState, side: str, obligations: Obligations) -> list[int]:
    """Enemy hexes that may be shelled. [6.4.2, 6.4.3, 6.4.5]"""
    guns = free_guns(view, side, obligations)
    reached = hexes_in(in_range(view.setting.board, guns) & force(view, enemy_of(side)).occupied)
    return [h for h in reached if why_not_shell(view, obligations, h, guns) is None]


def in_range(board: Board, guns: Iterable[Unit]) -> int:
    """The hexes that guns reach. [6.1.2]"""
    reached = 0
    for h in {gun.hex for gun in guns}:
        reached |= board.within(h, RANGE)
    return reached


def free_guns(view: WbState, side: str, obligations: Obligations) -> list[Unit]:
    """Guns ready to fire, but for one that is the last who can attack a hex that must be attacked. [5.1.4-a, 6.1.3]"""
    guns = ready_guns(view, side)
    owed = guns_owed(obligations, (gun.id for gun in guns))
    return [gun for gun in guns if (gun.id,) not in owed]


def why_not_shell(view: Now, obligations: Obligations, h: int, guns: Sequence[Unit]) -> Refusal | None:
    """What forbids these guns to fire at a hex: the distance, or a fight its units are due for or have had.

    [5.1.1, 6.4.2, 6.4.3, 6.4.5]
    """
    away = [view.setting.board.distance(unit.hex, h) for unit in guns]
    if not any(2 <= far <= RANGE for far in away):
        next_to_it = any(far <= 1 for far in away)
        text = (
            "Guns do not fire on their own at a hex next to them." if next_to_it else "No guns ready to fire reach it."
        )
        return Refusal(
            text, "kursk-6.4.3-a" if next_to_it else "kursk-6.4.2-a", "Two or three hexes off, in combat set-up."
        )
    foes = [unit for side in SIDES if side != guns[0].side for unit in units_at(view, side, h)]
    if not foes:
        return Refusal(f"No enemy stands in {label(view, h)}.", "kursk-6.4.1-a")
    if h in obligations.owed or last_target(obligations, h):
        return Refusal(f"{label(view, h)} must be attacked hand to hand.", "kursk-6.4.5-b")
    if all(unit.has(Mark.FOUGHT) for unit in foes):
        return Refusal(f"All in {label(view, h)} have fought in this phase.", "kursk-5.1.1-a")
    return None


def why_not_fire(view: WbState, obligations: Obligations, fire: Shelling) -> Refusal | None:
    """Why guns cannot fire as they were named: each of them, what helps them, and their target. [6.4, 6.5]"""
    for name in fire.guns:
        if reason := why_no_gun(view, fire, unit_of(view, name)):
            return reason
    ammo = view.tracks.ammo.get(fire.side, 0)
    if len(fire.guns) < fire.least:
        return Refusal("A barrage takes two guns at least.", "kursk-6.5.4-a")
    if fire.barrage and len(fire.guns) > ammo:
        return Refusal(f"There is ammunition for {ammo} guns.", "kursk-6.5.7-a")
    for name in fire.air:
        if name not in structs.replace(fire, air=()).flying(view):
            return Refusal(f"{name_of(view, name)} flies no support over the target.", "kursk-8.2.3-a")
    for name in fire.full:
        if not unit_of(view, name).supply:
            return Refusal(f"{name_of(view, name)} is in supply and has its whole strength.", "kursk-10.2.3-b")
    return (
        None
        if fire.barrage
        else why_not_shell(view, obligations, fire.hex, [unit_of(view, unit_id) for unit_id in fire.guns])
    )


def why_no_gun(view: WbState, fire: Shelling, gun: Unit) -> Refusal | None:
    """Guns in combat set-up fire from two or three hexes off. [6.4.2, 6.4.3]"""
    if can_fire(view, gun) and fire.reached_by(view, gun):
        return None
    next_to_it = can_fire(view, gun) and view.setting.board.distance(gun.hex, fire.hex) < 2
    rule = "kursk-6.4.3-a" if next_to_it else "kursk-6.4.2-a"
    return Refusal(f"{name_of(view, gun.id)} cannot fire there.", rule, "Two or three hexes off, in combat set-up.")


def last_target(obligations: Obligations, h: int) -> bool:
    """Somebody who must attack has nobody else."""
    return any(obligations.targets[unit_id] == (h,) for unit_id in obligations.obliged)


class Shelling(Listed[WbState, WbWork], frozen=True):
    """Guns are named, then they fire together. [6.4.2]"""

    side: str
    hex: int
    guns: tuple[str, ...] = ()
    barrage: bool = False
    air: tuple[str, ...] = ()
    end: int = OFF  # the other end of a bridge that is shelled
    full: tuple[str, ...] = ()  # guns out of supply that pay for their whole strength [10.2.3]
    owed: tuple[tuple[str, ...], ...] = ()  # guns on tracks of whom one must be left to attack [5.1.4]

    def ask(self, state: WbState) -> tuple[Ask, ...]:
        return asking(state.setting.seat_of[self.side], self.side, "shelling")

    def ready(self, view: WbState) -> list[str]:
        """Guns that reach the target from a distance, in a barrage no more than there is ammunition. [6.5.7]"""
        if self.barrage and len(self.guns) >= view.tracks.ammo.get(self.side, 0):
            return []
        free = [unit for unit in ready_guns(view, self.side) if unit.id not in self.guns]
        return [unit.id for unit in free if self.reached_by(view, unit) and not self._is_last(unit.id)]

    def _is_last(self, unit_id: str) -> bool:
        """Nobody else would be left to attack a hex that must be attacked. [5.1.4-a]"""
        return any({*self.guns, unit_id}.issuperset(unit_ids) for unit_ids in self.owed)

    def reached_by(self, game: Now, gun: Unit) -> bool:
        """Units two or three hexes off; a bridge by either end, also next door. [6.4.2, 6.4.3, 6.4.7]"""
        if self.end != OFF:
            return reaches_bridge(game, gun, (self.hex, self.end))
        return 2 <= game.setting.board.distance(gun.hex, self.hex) <= RANGE

    def flying(self, view: WbState) -> list[str]:
        """Aircraft in support over the target. [6.4.4, 8.2.3]"""
        over = [f for f in view.position.air if f.side == self.side and f.mission == "support" and f.hex == self.hex]
        return [flight.unit for flight in over if flight.unit not in self.air and self.end == OFF]

    def options(self, view: WbState) -> Iterator[Choice]:
        yield from (Gun(UnitId(unit_id)) for unit_id in self.ready(view))
        yield from (Air(UnitId(unit_id)) for unit_id in (self.flying(view) if self.guns else ()))
        hungry = (unit_id for unit_id in self.guns if unit_of(view, unit_id).supply > 0)
        yield from (Full(UnitId(unit_id)) for unit_id in hungry if unit_id not in self.full)
        if len(self.guns) >= self.least:
            yield OpenFire()

    def shortcuts(self, view: WbState, seat: str) -> tuple[Shortcut, ...]:
        """Every gun in range, as far as there is ammunition."""
        fire, guns = self, list[Choice]()
        while ready := fire.ready(view):
            guns.append(Gun(UnitId(ready[0])))
            fire = structs.replace(fire, guns=(*fire.guns, ready[0]))
        return (Shortcut("All guns in range", tuple(guns)),) if len(guns) > 1 else ()

    @property
    def least(self) -> int:
        """A barrage takes two guns at least. [6.5.4]"""
        return 2 if self.barrage else 1

    def answer(self, work: WbWork, choice: Choice) -> None:
        if isinstance(choice, Gun):
            work.replace_top(structs.replace(self, guns=(*self.guns, choice.unit)))
            return
        if isinstance(choice, Air):
            work.replace_top(structs.replace(self, air=(*self.air, choice.unit)))
            return
        if isinstance(choice, Full):
            work.replace_top(structs.replace(self, full=(*self.full, choice.unit)))
            return
        self._fire(work)

    def _fire(self, work: WbWork) -> None:
        foes = targets(work, self)
        mark(work, self.guns, Mark.FOUGHT, *STIRRING)
        open_up(work, (*self.guns, *foes))
        work.tell(BattleDeclared(self.side, self.guns, (self.hex,), foes, self.air))
        if self.barrage:
            mark(work, self.guns, Mark.BARRAGED, Mark.SILENT_2)
            spent = work.tracks.ammo.get(self.side, 0) - len(self.guns)
            work.tracks = structs.replace(work.tracks, ammo={**work.tracks.ammo, self.side: spent})
        work.replace_top(ShellingOpen(self))
        work.push(Roll(self.side, "shelling", dice="2d6=", check=shelling_check(work, self)))
        fly_home(work, self.air)
        put(
            work,
            *(
                structs.replace(unit, supply=unit.supply + 1)
                for unit in (unit_of(work, unit_id) for unit_id in self.full)
            ),
        )

    def panel(self, view: WbState) -> tuple[Tally | Check, ...]:
        return (shelling_check(view, self),) if self.guns else ()

    def prompt(self, view: WbState, seat: str) -> str:
        return f"Which guns fire at {target_name(view, self)}?"

    def refuse(self, view: WbState, choice: Choice, seat: str) -> Refusal:
        """Why a gun cannot take part, or the guns cannot fire yet."""
        if isinstance(choice, OpenFire) and self.barrage:
            return Refusal("A barrage takes two guns at least.", "kursk-6.5.4-a")
        if isinstance(choice, OpenFire):
            return Refusal("No gun is named yet.", "kursk-6.4.2-a")
        if self.barrage and len(self.guns) >= view.tracks.ammo.get(self.side, 0):
            return Refusal("There is no ammunition for more guns.", "kursk-6.5.7-a")
        unit = view.position.find(choice.unit) if isinstance(choice, Gun) else None
        if unit is not None and unit.side == self.side and (reason := why_no_gun(view, self, unit)):
            return reason
        return Refusal(
            f"That cannot fire at {target_name(view, self)}.", "kursk-6.4.2-a", "Guns in range, ready to fire."
        )

    def conceal(self, state: WbState, seat: str) -> Frame:
        return self if seat == state.setting.seat_of[self.side] else structs.replace(self, guns=(), full=())


class ShellingOpen(Frame[WbState, WbWork], frozen=True):
    """Waiting for the dice of ranged fire."""

    fire: Shelling

    def resume(self, work: WbWork, result: object) -> None:
        if not isinstance(result, Outcome):
            work.pop()
            work.finish(None if self.fire.barrage else self.fire.hex)
            return
        check = shelling_check(work, self.fire)
        cell = check.read(result)
        work.tell(BattleResolved(result.total, 0, cell, check, self.fire.side, (self.fire.hex,)))
        if self.fire.end != OFF:
            if cell == "Z":
                destroy(work, (min(self.fire.hex, self.fire.end), max(self.fire.hex, self.fire.end)))
            work.pop()
            work.finish(None)
            return
        hit(work, targets(work, self.fire), cell, self.fire.side)


def targets(game: Now, fire: Shelling) -> tuple[str, ...]:
    """Whom fire at a hex strikes: in a Combat Phase nobody who has fought in it. [5.1.1, 6.4.5, ruling Q48a]"""
    here = units_at(game, enemy_of(fire.side), fire.hex) if fire.end == OFF else ()
    return tuple(unit.id for unit in here if fire.barrage or not unit.has(Mark.FOUGHT))


def shelling_check(game: Now, fire: Shelling) -> Check:
    """Strength of the guns, doubled in a barrage, and of aircraft, less twice the ground of the target.

    [6.4.2-b, c, 6.4.7-b, c, 6.5.3, 10.2.2, ruling Q63]
    """
    parts = [
        add(attack_of(game, unit_of(game, unit_id), fire.full), name_of(game, unit_id), "kursk-6.4.1-b")
        for unit_id in fire.guns
    ]
    if fire.barrage:
        parts.append(Part("times", 2, "barrage", "kursk-6.5.3-a"))
    parts += [add(air_strength(game, unit_id), name_of(game, unit_id), "kursk-6.4.4-a") for unit_id in fire.air]
    if fire.end != OFF:
        return Check(f"Fire at {target_name(game, fire)}", "2d6=", Tally("Fire strength", tuple(parts)),
                     f"{game.setting.catalogue.name} attack_on_objects")  # fmt: skip
    ground = game.setting.catalogue.terrain.get(game.setting.board.terrain[fire.hex])
    if ground and ground.defence:
        parts.append(add(-2 * ground.defence, game.setting.board.terrain[fire.hex], "kursk-6.4.2-b"))
    parts.append(Part("floor", 0, "nothing left, no effect"))
    return Check(f"Fire at {target_name(game, fire)}", "2d6=", Tally("Fire strength", tuple(parts)),
                 f"{game.setting.catalogue.name} artillery_fire")  # fmt: skip


def target_name(game: Now, fire: Shelling) -> str:
    if fire.end == OFF:
        return label(game, fire.hex)
    return f"the bridge {'/'.join(sorted((label(game, fire.hex), label(game, fire.end))))}"


def hit(work: WbWork, ids: tuple[str, ...], cell: str, phasing: str, cause: str = "combat") -> None:
    """What a fire table does to its targets: a loss by the owner's choice, disorder, or a test. [ruling Q64]"""
    work.push(FireEffect(enemy_of(phasing), ids, read_result(cell), phasing, cause))


class FireEffect(Frame[WbState, WbWork], frozen=True):
    """The effects of fire on a hex, one after the other."""

    automatic: ClassVar[bool] = True

    side: str
    units: tuple[str, ...]
    result: Result
    phasing: str
    cause: str
    step: int = 0

    def run(self, work: WbWork) -> None:
        work.replace_top(structs.replace(self, step=self.step + 1))
        if self.step == 0 and self.result.loss:
            push_losses(work, Losses(self.side, self.result.loss, self.units, "fire"))
        elif self.step == 1:
            mark(work, self.units, *STIRRING)
            if self.result.disorganised:
                disorganise(work, self.units, self.phasing, self.cause)
            elif self.result.test:
                work.push(Tests(tuple(((unit_id,), 1) for unit_id in self.units if alive(work, unit_id)), self.phasing))
        elif self.step:
            work.pop()
            work.finish(None)

    def resume(self, work: WbWork, result: object) -> None:
        """One effect is done."""


def open_shelling(work: WbWork, side: str, obligations: Obligations, target: tuple[int, int]) -> None:
    """Guns are to fire at a hex, or at a bridge between two."""
    owed = guns_owed(obligations, (gun.id for gun in ready_guns(work, side)))
    work.push(Shelling(side, target[0], end=target[1], owed=owed))


def bridge_targets(view: WbState, side: str, obligations: Obligations) -> list[Hexside]:
    """Whole bridges in range of ready guns, next to them too. [6.4.7, 14.1.1]"""
    reached = in_range(view.setting.board, free_guns(view, side, obligations))
    ends = [(bridge, 1 << bridge[0] | 1 << bridge[1]) for bridge in all_bridges(view)] if reached else []
    return [bridge for bridge, either in ends if either & reached and tuple(bridge) not in view.position.broken]


def reaches_bridge(game: Now, gun: Unit, ends: tuple[int, int]) -> bool:
    return bool(in_range(game.setting.board, (gun,)) & (1 << ends[0] | 1 << ends[1]))


def register_fire(charts: Catalogue) -> None:
    """Make the fire tables readable to checks."""
    for table, rows in charts.fire.items():

        def read(faces: tuple[int, ...], strength: int, table: str = table) -> str:
            return charts.shot(table, strength, sum(faces))

        cells = tuple(dict.fromkeys(["-", *(cell for row in rows.values() for cell in row)]))
        register_reader(f"{charts.name} {table}", read, cells, {cell: shot_words(cell) for cell in cells})
