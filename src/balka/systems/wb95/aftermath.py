"""After the dice: losses, retreats and what refusing them costs, pursuit, disorganisation. [5.2.1, 5.3, 5.4, 5.6]"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from msgspec import structs

from balka.core.frames import Frame
from balka.core.state import Work
from balka.systems.wb95.catalogue import Result, both
from balka.systems.wb95.disorder import Tests, disorganise
from balka.systems.wb95.events import Note, Stood
from balka.systems.wb95.fortifications import FIXED, edges
from balka.systems.wb95.losses import Losses, push_losses
from balka.systems.wb95.position import Unit, alive, force, is_regular, names_of, printed, put, unit
from balka.systems.wb95.pursuit import open_pursuit
from balka.systems.wb95.retreat import Walk, open_retreat, shortfall
from balka.systems.wb95.sheet import Battle


class Aftermath(Frame, frozen=True):
    """A battle whose dice have fallen: its steps follow one another. [5.2.1 f-g]"""

    automatic: ClassVar[bool] = True

    battle: Battle
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    cell: str
    stood_at: dict[str, int]
    step: int = 0
    walks: tuple[Walk, ...] = ()

    def run(self, work: Work) -> None:
        if self.step >= len(STEPS):
            work.pop()
            work.finish(None)
            return
        work.replace_top(structs.replace(self, step=self.step + 1))
        STEPS[self.step](work, self)

    def resume(self, work: Work, result: Any) -> None:
        """A step is done; a retreat hands back who went where."""
        if isinstance(result, tuple):
            work.replace_top(structs.replace(self, walks=result))

    def result_of(self, side: str) -> Result:
        attacker, defender = both(self.cell)
        return attacker if side == self.battle.side else defender

    def units_of(self, side: str) -> tuple[str, ...]:
        return self.attackers if side == self.battle.side else self.defenders

    def living(self, work: Work, side: str) -> list[Unit]:
        return [unit(work, one) for one in self.units_of(side) if alive(work, one)]


def begin_aftermath(work: Work, battle: Battle, foes: tuple[str, ...], cell: str) -> None:
    """Everybody next to the enemy shares the result; guns further off do not. [6.3.4, 6.3.5]"""
    board = work.setting.board
    near = [one for one in battle.guns if any(board.distance(unit(work, one).hex, h) <= 1 for h in battle.hexes)]
    from_hexes = [unit(work, one).hex for one in battle.joined]
    def_near = [
        one
        for one in battle.def_guns
        if one not in foes and any(board.distance(unit(work, one).hex, h) <= 1 for h in from_hexes)
    ]
    beaten = [one.id for h in battle.hexes for one in force(work, battle.foe).within(h)]
    defenders = tuple(dict.fromkeys((*foes, *def_near, *beaten)))
    attackers = tuple(dict.fromkeys((*battle.joined, *near)))
    stood = {one: unit(work, one).hex for one in (*attackers, *defenders)}
    work.replace_top(Aftermath(battle, attackers, defenders, cell, stood))


def sides(frame: Aftermath) -> tuple[str, str]:
    """The defender suffers first."""
    return frame.battle.foe, frame.battle.side


def defender_losses(work: Work, frame: Aftermath) -> None:
    _losses(work, frame, frame.battle.foe)


def attacker_losses(work: Work, frame: Aftermath) -> None:
    _losses(work, frame, frame.battle.side)


def _losses(work: Work, frame: Aftermath, side: str) -> None:
    """The printed losses. [ruling Q52]"""
    owed = frame.result_of(side).loss
    if not owed:
        return
    stars = frame.battle.stars if side == frame.battle.side else frame.battle.def_stars
    fortress = tuple(one for one in stars if "fu" in printed(work, unit(work, one)).traits)
    shining = tuple(one for one in stars if one not in fortress)
    groups = tuple(group for group in (shining, fortress) if group)
    push_losses(work, Losses(side, owed, frame.units_of(side), "combat", groups))


def retreats(work: Work, frame: Aftermath) -> None:
    """The beaten side goes back. [5.3]"""
    for side in sides(frame):
        far = frame.result_of(side).retreat
        if far and frame.living(work, side):
            open_retreat(work, side, far, tuple(one.id for one in frame.living(work, side)), frame.battle.hexes)


def payment(work: Work, frame: Aftermath) -> None:
    """Hexes not walked are paid in CEL, once for the side, by those who fell short. [5.3.7, 5.3.8, 7.2.6, Q50]"""
    for side in sides(frame):
        far = frame.result_of(side).retreat
        if not far:
            continue
        price, short = shortfall(work, far, frame.living(work, side), frame.walks)
        if price and all(edges(work, frame.stood_at[one], FIXED) for one in short):
            price -= 1
        if price and short:
            work.tell(Stood(side, price))
            push_losses(work, Losses(side, price, tuple(short), "refusing to retreat"))


def pursuits(work: Work, frame: Aftermath) -> None:
    """The other side may follow. [5.4]"""
    for side in sides(frame):
        beaten = frame.result_of(side).retreat > 0
        gone = broken_up(work, frame, side)
        emptied = sorted({frame.stood_at[one] for one in frame.units_of(side)})
        other = frame.battle.side if side == frame.battle.foe else frame.battle.foe
        if (beaten and frame.walks) or gone:
            open_pursuit(work, other, tuple(one.id for one in frame.living(work, other)), frame.walks, tuple(emptied))
            return


def broken_up(work: Work, frame: Aftermath, side: str) -> bool:
    """A side lost somebody and has nobody left there who could hold the ground. [5.4.10, 6.2.4]"""
    living = frame.living(work, side)
    return len(living) < len(frame.units_of(side)) and not any(is_regular(one) for one in living)


def disorder(work: Work, frame: Aftermath) -> None:
    """A D disorganises all who share the result. [5.6.1]"""
    for side in sides(frame):
        if frame.result_of(side).disorganised:
            disorganise(work, (one.id for one in frame.living(work, side)), frame.battle.side)


def tests(work: Work, frame: Aftermath) -> None:
    """Tests come last: for a dot each attacker, for a retreat each hex beyond the first.

    [5.2.1 g, 5.3.9, 5.6.1, Q53-Q55]
    """
    owed: dict[str, int] = {}
    for side in sides(frame):
        if frame.result_of(side).test:
            for one in frame.living(work, side):
                owed[one.id] = owed.get(one.id, 0) + 1
    for walk in frame.walks:
        for name in walk.units if work.setting.rulebook.test_each else walk.units[:1]:
            owed[name] = owed.get(name, 0) + max(len(walk.path) - 1, 0)
    due = tuple((name, owed[name]) for name in sorted(owed) if owed[name] and alive(work, name))
    if due:
        work.push(Tests(due, frame.battle.side))


def supply_levels(work: Work, frame: Aftermath) -> None:
    """Out of supply: a level for being driven back, a level for an attack that drove nobody back. [10.2.4]"""
    driven = frame.result_of(frame.battle.foe).retreat > 0
    worse = frame.living(work, frame.battle.foe if driven else frame.battle.side)
    risen = [structs.replace(one, supply=one.supply + 1) for one in worse if one.supply > 0]
    if risen:
        put(work, *risen)
        work.tell(Note(f"Out of supply, one level more: {names_of(work, (one.id for one in risen))}", "kursk-10.2.4-a"))


def forget(work: Work, frame: Aftermath) -> None:
    """What was told for the retreat alone is told no longer."""
    work.told = {}


STEPS: tuple[Callable[[Work, Aftermath], None], ...] = (
    defender_losses,
    attacker_losses,
    retreats,
    payment,
    forget,
    pursuits,
    disorder,
    tests,
    supply_levels,
)
