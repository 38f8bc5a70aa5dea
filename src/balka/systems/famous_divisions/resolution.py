"""Resolving an attack step by step: guns, chits, dice, results, advance. [10.1, 10.2]"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import structs

from balka.core.dice import Outcome
from balka.core.frames import Roll
from balka.systems.famous_divisions import chits, losses, overruns, results, supply
from balka.systems.famous_divisions.events.chits import ChitLost
from balka.systems.famous_divisions.events.combat import Attacked, DefenceSupported
from balka.systems.famous_divisions.events.dice import AttackRolled
from balka.systems.famous_divisions.listing import SideFrame
from balka.systems.famous_divisions.model import (
    GdWork,
    Now,
    change_all,
    enemy_of,
    is_hq,
    kind,
    unit,
)
from balka.systems.famous_divisions.position import ON_MAP
from balka.systems.famous_divisions.strength import Fight, attack_check
from balka.systems.famous_divisions.support import Support, may_have_guns


class Resolution(SideFrame, frozen=True):
    """An attack or an overrun being resolved, step after step. [9.4-b, 10.1]"""

    automatic = True

    fight: Fight
    step: int = 0
    band: str = ""
    defenders: tuple[str, ...] = ()

    @property
    def foe(self) -> str:
        return enemy_of(self.side)

    def run(self, work: GdWork) -> None:
        going_on = self.replaced(step=self.step + 1)
        work.replace_top(going_on)
        SEQUENCE[self.step](work, going_on)

    def resume(self, work: GdWork, result: Outcome | tuple[Any, ...]) -> None:
        now: Resolution = self
        if isinstance(result, tuple):
            now = RESUMES[result[0]](work, self, *result[1:])
        else:
            now = read_dice(work, self, result)
        work.replace_top(now)

    def with_fight(self, **fields: object) -> Resolution:
        return self.replaced(fight=structs.replace(self.fight, **fields))


def open_battle(work: GdWork, battle: Resolution) -> None:
    """Everybody concerned is seen; attackers have had their attack, artillery among them has fired. [1.1-e, 10.2-e]"""
    fight = battle.fight
    defenders = tuple(u.id for u in work.position.stack(fight.target))
    losses.muster(work, fight.attackers)
    losses.reveal(work, (*fight.attackers, *fight.guns, *defenders))
    change_all(work, fight.attackers, attacked=True)
    firing = (unit_id for unit_id in fight.attackers if kind(work, unit_id).is_artillery)
    change_all(work, (*fight.guns, *firing), fired=True)
    work.tell(Attacked(fight.attackers, fight.target, fight.guns, fight.overrun))
    work.replace_top(battle.replaced(defenders=defenders))


def ask_defender(work: GdWork, battle: Resolution) -> None:
    """The defender may add guns, except in an overrun. [9.4-d, 10.2-b]"""
    if not battle.fight.overrun and may_have_guns(work, battle.foe):
        work.push(Support(battle.foe, battle.fight))


def draw_attacker(work: GdWork, battle: Resolution) -> None:
    work.push(chits.Draw(battle.side))


def draw_defender(work: GdWork, battle: Resolution) -> None:
    work.push(chits.Draw(battle.foe))


def spoil(work: GdWork, battle: Resolution) -> None:
    """Night and weather take chits away. [10.3-j, 14.1]"""
    _void(work, battle, list(chits.spoiled(work, battle.fight)))


def shoot_at_attacker_s_aircraft(work: GdWork, battle: Resolution) -> None:
    _offer_flak(work, battle, battle.side)


def shoot_at_defender_s_aircraft(work: GdWork, battle: Resolution) -> None:
    _offer_flak(work, battle, battle.foe)


def _offer_flak(work: GdWork, battle: Resolution, side: str) -> None:
    """The opponent of whoever drew an air chit may shoot it down, unless it falls anyway. [10.7-a, Q-aa-who]"""
    falling = {lost.side for lost in chits.nullified(work, battle.fight)}
    chit, foe = chits.drawn(work, battle.fight, side), enemy_of(side)
    if chit and chit.is_air and side not in falling and chits.may_have_flak(work, foe):
        work.push(chits.AntiAircraft(foe, battle.fight.target, side))


def nullify(work: GdWork, battle: Resolution) -> None:
    """Drawn chits take each other away. [10.3-k]"""
    _void(work, battle, list(chits.nullified(work, battle.fight)))


def _void(work: GdWork, battle: Resolution, chits_lost: list[ChitLost]) -> None:
    for lost in chits_lost:
        battle = took_void(work, battle, lost)
    work.replace_top(battle)


def black_attacker(work: GdWork, battle: Resolution) -> None:
    _offer_black(work, battle, battle.side)


def black_defender(work: GdWork, battle: Resolution) -> None:
    _offer_black(work, battle, battle.foe)


def _offer_black(work: GdWork, battle: Resolution, side: str) -> None:
    if chits.black_window(work, battle.fight, side):
        work.push(chits.BlackChits(side, battle.fight))


def throw(work: GdWork, battle: Resolution) -> None:
    """The attacker rolls. [10.1-n]"""
    check = attack_check(work, battle.fight)
    work.push(Roll(battle.side, "attack", dice=check.dice, check=check))


def apply_result(work: GdWork, battle: Resolution) -> None:
    """What the table says happens, to units alone. [10.1-s, 10.4-a to j, 15.0-j]"""
    who, what = battle.band[0], battle.band[-1]
    if battle.band == "-":
        return
    side = battle.side if who == "A" else battle.foe
    ids = battle.fight.attackers if who == "A" else battle.defenders
    if what == "E":
        for unit_id in ids:
            if unit(work, unit_id).status == ON_MAP:
                losses.eliminate(work, unit_id)
    elif what == "P":
        results.take_losses(work, side, ids, len(ids) // 2, deadly=True)
    elif what in "DC":
        results.take_losses(work, side, ids, 1, deadly=what == "D")
    else:
        camps = tuple(sorted({unit(work, unit_id).hex for unit_id in ids})) if who == "A" else ()
        results.begin_retreat(work, side, ids, _companions(work, camps), camps)


def _companions(game: Now, camps: tuple[int, ...]) -> tuple[str, ...]:
    """HQs stacked with attackers may retreat with them; one that rides goes with its tank. [9.5-d, 10.4-o]"""
    return tuple(u.id for h in camps for u in game.position.stack(h) if is_hq(game, u) and not u.carrier)


def advance(work: GdWork, battle: Resolution) -> None:
    """An emptied hex may be entered; nobody advances without a fight won. [10.6-a]"""
    fight = battle.fight
    able = results.may_move_on(work, fight.attackers)
    if able and is_cleared(work, battle):
        work.push(results.Advances(battle.side, able, fight.target, fight.overrun))


def is_cleared(game: Now, battle: Resolution) -> bool:
    return game.position.holder(battle.fight.target) != battle.foe


def go_on(work: GdWork, battle: Resolution) -> None:
    """After a successful overrun tanks that fired no shot go on; a failed one ends their activation. [9.4-f to h]"""
    if not battle.fight.overrun:
        return
    if not is_cleared(work, battle):
        change_all(work, [u for u in battle.fight.attackers if unit(work, u).status == ON_MAP], ended=True)
        return
    able = results.may_move_on(work, battle.fight.attackers)
    if able:
        change_all(work, able, moved=False, stepped=False, stopped=False)
        work.push(overruns.OverrunMoves(battle.side, able))


def close(work: GdWork, battle: Resolution) -> None:
    """The chits are put away; a nominated stack thrown apart is in supply no more as a whole. [5.1-f, 10.3-m]"""
    supply.split_nominations(work)
    chits.discard(work, battle.fight)
    work.pop()


SEQUENCE: tuple[Callable[[GdWork, Resolution], None], ...] = (
    open_battle,                   # step 1, and the attacker's half of step 2 [10.1]
    ask_defender,                  # step 2
    draw_attacker,                 # step 3
    draw_defender,
    spoil,                         # [10.3-j, 14.1]
    shoot_at_attacker_s_aircraft,  # [10.7]
    shoot_at_defender_s_aircraft,
    nullify,                       # [10.3-k]
    black_attacker,                # [10.3-q]
    black_defender,
    throw,                         # steps 4 to 6
    apply_result,                  # step 7
    advance,                       # [10.6]
    go_on,                         # [9.4]
    close,
)  # fmt: skip


# -- what comes back


def took_support(work: GdWork, battle: Resolution, guns: tuple[str, ...]) -> Resolution:
    """The defender's guns are seen and have fired. [10.2-e]"""
    losses.reveal(work, guns)
    change_all(work, guns, fired=True)
    if guns:
        work.tell(DefenceSupported(guns))
    return battle.with_fight(support=guns)


def took_chit(work: GdWork, battle: Resolution, side: str, chit: str) -> Resolution:
    return battle.with_fight(chits=(*battle.fight.chits, (side, chit))) if chit else battle


def took_void(work: GdWork, battle: Resolution, lost: ChitLost) -> Resolution:
    """A chit that was drawn counts no longer."""
    work.tell(lost)
    return battle.with_fight(void=(*battle.fight.void, (lost.side, lost.rule)))


def took_black(work: GdWork, battle: Resolution, side: str, sides: tuple[str, ...], fort: str) -> Resolution:
    """A black chit takes chits and fortifications away; its side may play another. [10.3-q]"""
    broken = (*battle.fight.broken, fort) if fort else battle.fight.broken
    gone = tuple((owner, "gd-10.3-q") for owner in sides)
    now = battle.with_fight(void=(*battle.fight.void, *gone), broken=broken)
    return now.replaced(step=battle.step - 1)


def read_dice(work: GdWork, battle: Resolution, outcome: Outcome) -> Resolution:
    check = attack_check(work, battle.fight)
    band = check.read(outcome)
    work.tell(AttackRolled(outcome.faces, check, band, battle.fight.target, battle.fight.side))
    return battle.replaced(band=band)


RESUMES: dict[str, Callable[..., Resolution]] = {
    "support": took_support, "drew": took_chit, "void": took_void, "black": took_black,
}  # fmt: skip
