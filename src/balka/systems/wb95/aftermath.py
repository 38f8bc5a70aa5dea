"""After the dice: losses, retreats and what refusing them costs, pursuit, disorganisation. [5.2.1, 5.3, 5.4, 5.6]"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from msgspec import field, structs

from balka.core.frames import Frame
from balka.systems.wb95.artillery import is_towed_gun
from balka.systems.wb95.catalogue import Result, both
from balka.systems.wb95.disorder import Tests, disorganise
from balka.systems.wb95.events.battles import Stood
from balka.systems.wb95.events.supply import SupplyWorsened
from balka.systems.wb95.losses import Losses, push_losses
from balka.systems.wb95.position import Unit, WbState, WbWork, alive, force, put, unit_of, units_at
from balka.systems.wb95.pursuit import open_pursuit
from balka.systems.wb95.retreat import Walk, can_retreat, open_retreat, price_of, shortfall
from balka.systems.wb95.sheet import Battle
from balka.systems.wb95.stars import idle_star


class Aftermath(Frame[WbState, WbWork], frozen=True):
    """A battle whose dice have fallen: its steps follow one another. [3.1.1-b, 5.2.1-f, g]

    `driven` are those who had fought before and were found in an attacked hex: they share its retreat and no more.
    `rooted` may not go back. `strong` tells the CEL of whoever used a star or the skill of fortress troops.
    """

    automatic: ClassVar[bool] = True

    battle: Battle
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    cell: str
    stood_at: dict[str, int]
    step: int = 0
    walks: tuple[Walk, ...] = ()
    driven: tuple[str, ...] = ()
    rooted: tuple[str, ...] = ()
    strong: dict[str, int] = field(default_factory=dict)

    def run(self, work: WbWork) -> None:
        if self.step >= len(STEPS):
            work.pop()
            work.finish(None)
            return
        work.replace_top(structs.replace(self, step=self.step + 1))
        STEPS[self.step](work, self)

    def resume(self, work: WbWork, result: object) -> None:
        """A step is done; a retreat hands back who went where."""
        if isinstance(result, tuple):
            work.replace_top(structs.replace(self, walks=result))

    def result_of(self, side: str) -> Result:
        attacker, defender = both(self.cell)
        return attacker if side == self.battle.side else defender

    def units_of(self, side: str) -> tuple[str, ...]:
        return self.attackers if side == self.battle.side else self.defenders

    def beaten(self, side: str) -> tuple[str, ...]:
        """Those whom a retreat of this side bears on. [ruling Q49]"""
        return self.units_of(side) if side == self.battle.side else (*self.defenders, *self.driven)

    def living(self, work: WbWork, side: str) -> list[Unit]:
        return [unit_of(work, unit_id) for unit_id in self.units_of(side) if alive(work, unit_id)]

    def front(self, side: str) -> tuple[int, ...]:
        """The hexes from which a side fought hand to hand."""
        if side == self.battle.foe:
            return self.battle.hexes
        return tuple(sorted({self.stood_at[unit_id] for unit_id in self.battle.joined}))


def begin_aftermath(work: WbWork, battle: Battle, foes: tuple[str, ...], cell: str) -> None:
    """Everybody next to the enemy shares the result; guns further off do not. [5.6.3-a, b, c, 6.3.4, 6.3.5-b]"""
    board = work.setting.board
    guns = [
        unit_id
        for unit_id in battle.guns
        if any(board.distance(unit_of(work, unit_id).hex, h) <= 1 for h in battle.hexes)
    ]
    from_hexes = [unit_of(work, unit_id).hex for unit_id in battle.joined]
    def_near = [
        unit_id
        for unit_id in battle.def_guns
        if unit_id not in foes and any(board.distance(unit_of(work, unit_id).hex, h) <= 1 for h in from_hexes)
    ]
    driven = tuple(unit.id for h in battle.hexes for unit in force(work, battle.foe).within(h) if unit.id not in foes)
    defenders = tuple(dict.fromkeys((*foes, *def_near)))
    attackers = tuple(dict.fromkeys((*battle.joined, *guns)))
    stood = {unit_id: unit_of(work, unit_id).hex for unit_id in (*attackers, *defenders, *driven)}
    rooted = tuple(unit_id for unit_id in stood if not can_retreat(work, unit_of(work, unit_id), battle))
    strong = {unit.id: unit.cel for unit in shining(work, battle)}
    work.replace_top(Aftermath(battle, attackers, defenders, cell, stood, driven=driven, rooted=rooted, strong=strong))


def shining(work: WbWork, battle: Battle) -> list[Unit]:
    """Who uses a star or the skill of fortress troops; a star that was put out is not used. [15.1.7, ruling Q75]"""
    attack, defence = ([unit_of(work, unit_id) for unit_id in names] for names in (battle.stars, battle.def_stars))
    return [
        *(unit for unit in attack if idle_star(work, battle, unit, attacking=True) is None),
        *(unit for unit in defence if idle_star(work, battle, unit, attacking=False) is None),
    ]


def sides(frame: Aftermath) -> tuple[str, str]:
    """The defender suffers first."""
    return frame.battle.foe, frame.battle.side


def both_ways(frame: Aftermath) -> tuple[tuple[str, str], ...]:
    """Each side and its opponent, the defender first."""
    first, second = sides(frame)
    return (first, second), (second, first)


def defender_losses(work: WbWork, frame: Aftermath) -> None:
    _losses(work, frame, frame.battle.foe)


def attacker_losses(work: WbWork, frame: Aftermath) -> None:
    _losses(work, frame, frame.battle.side)


def _losses(work: WbWork, frame: Aftermath, side: str) -> None:
    """The printed losses. [ruling Q52]"""
    if owed := frame.result_of(side).loss:
        push_losses(work, Losses(side, owed, frame.units_of(side), "combat", still_bound(work, frame, side)))


def still_bound(work: WbWork, frame: Aftermath, side: str) -> tuple[tuple[str, ...], ...]:
    """Of all losses a CEL falls on those who used stars, and one on fortress troops who used their skill.

    Bound are those of whom nobody has lost anything in this battle yet.
    [15.1.7, kursk-c15fu-15.3.3-a, 15.4, ruling Q78]
    """
    named = frame.battle.stars if side == frame.battle.side else frame.battle.def_stars
    used = [unit_id for unit_id in named if unit_id in frame.strong]
    fortress = tuple(unit_id for unit_id in used if "fu" in work.setting.catalogue.counters[unit_id].traits)
    shining = tuple(unit_id for unit_id in used if unit_id not in fortress)
    return tuple(group for group in (shining, fortress) if group and not _has_bled(work, frame, group))


def _has_bled(work: WbWork, frame: Aftermath, group: tuple[str, ...]) -> bool:
    return any(not alive(work, unit_id) or unit_of(work, unit_id).cel < frame.strong[unit_id] for unit_id in group)


def retreats(work: WbWork, frame: Aftermath) -> None:
    """The beaten side goes back. [5.3]"""
    for side, other in both_ways(frame):
        far = frame.result_of(side).retreat
        able = tuple(unit_id for unit_id in frame.beaten(side) if alive(work, unit_id) and unit_id not in frame.rooted)
        if far and able:
            open_retreat(work, side, far, able, frame.front(other))


def payment(work: WbWork, frame: Aftermath) -> None:
    """Hexes not walked are paid in CEL, once for the side, by those who fell short.

    [5.3.7, 5.3.8-a, b, 6.2.4-e, 7.2.6, Q50]
    """
    for side in sides(frame):
        far = frame.result_of(side).retreat
        if not far:
            continue
        living = [unit_id for unit_id in frame.beaten(side) if alive(work, unit_id)]
        guns = tuple(unit_id for unit_id in living if unit_id in frame.rooted and is_left_behind(work, frame, unit_id))
        price, short = shortfall(far, living, guns, frame.walks)
        price = price_of(work, price, (frame.stood_at[unit_id] for unit_id in short))
        if price:
            work.tell(Stood(side, price))
            must = still_bound(work, frame, side)
            push_losses(work, Losses(side, price, tuple(short), "refusing to retreat", must))


def is_left_behind(work: WbWork, frame: Aftermath, unit_id: str) -> bool:
    """Is it a towed gun that fired from elsewhere, or whose escort went back and left it to the pursuer? [6.2.4-c, d]

    In an attacked hex that nobody left no pursuit begins, and guns there pay as whoever stands does.
    """
    h = frame.stood_at[unit_id]
    deserted = h not in frame.battle.hexes or any(walk.start == h for walk in frame.walks)
    return deserted and is_towed_gun(work, unit_of(work, unit_id))


def pursuits(work: WbWork, frame: Aftermath) -> None:
    """The other side may follow, unless it was sent back itself. [5.4.1-a, b, 5.4.10]"""
    for side, other in both_ways(frame):
        if frame.result_of(other).retreat:
            continue
        walks = frame.walks if frame.result_of(side).retreat else ()
        emptied = () if walks else emptied_hexes(work, frame, side)
        if open_pursuit(work, other, tuple(unit.id for unit in frame.living(work, other)), walks, emptied):
            return


def emptied_hexes(work: WbWork, frame: Aftermath, side: str) -> tuple[int, ...]:
    """Hexes where a side lost somebody, those of guns that fired from elsewhere only if nobody is left there.

    [5.4.10, 6.2.4-f]
    """
    fell = {frame.stood_at[unit_id] for unit_id in frame.beaten(side) if not alive(work, unit_id)}
    return tuple(sorted(h for h in fell if h in frame.front(side) or not units_at(work, side, h)))


def disorder(work: WbWork, frame: Aftermath) -> None:
    """A D disorganises all who share the result. [5.6.1]"""
    for side in sides(frame):
        if frame.result_of(side).disorganised:
            disorganise(work, (unit.id for unit in frame.living(work, side)), frame.battle.side)


def tests(work: WbWork, frame: Aftermath) -> None:
    """Tests come last: for a dot each attacker, for a retreat each hex beyond the first.

    [5.2.1-g, 5.3.9-a, b, c, 5.6.1-b, c, Q53-Q55]
    """
    each = work.setting.rulebook.test_each
    owed: dict[str, int] = {}
    for side in sides(frame):
        if frame.result_of(side).test:
            for unit in frame.living(work, side):
                owed[unit.id] = owed.get(unit.id, 0) + 1
    for walk in frame.walks if each else ():
        for name in walk.units:
            owed[name] = owed.get(name, 0) + max(len(walk.path) - 1, 0)
    alone = tuple(((name,), owed[name]) for name in sorted(owed) if alive(work, name))
    due = (*alone, *(() if each else shared_tests(frame.walks)))
    if due:
        work.push(Tests(due, frame.battle.side))


def shared_tests(walks: tuple[Walk, ...]) -> tuple[tuple[tuple[str, ...], int], ...]:
    """By the option one throw for each hex beyond the first, for all who went that far. [5.3.9, ruling Q53]"""
    longest = max((len(walk.path) for walk in walks), default=0)
    far = [tuple(unit_id for walk in walks if len(walk.path) > n for unit_id in walk.units) for n in range(1, longest)]
    return tuple((names, 1) for names in far)


def supply_levels(work: WbWork, frame: Aftermath) -> None:
    """Out of supply: a level for being driven back, a level for an attack that drove nobody back.

    [10.2.4-a, b, 10.2.5-a]
    """
    driven = frame.result_of(frame.battle.foe).retreat > 0
    worse = frame.living(work, frame.battle.foe if driven else frame.battle.side)
    risen = [structs.replace(unit, supply=unit.supply + 1) for unit in worse if unit.supply > 0]
    if risen:
        put(work, *risen)
        work.tell(SupplyWorsened(tuple(unit.id for unit in risen)))


def forget(work: WbWork, frame: Aftermath) -> None:
    """What was told for the retreat alone is told no longer."""
    work.told = {}


STEPS: tuple[Callable[[WbWork, Aftermath], None], ...] = (
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
