"""Barrages. [11.2]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from balka.core.checks import Check, Tally, add
from balka.core.choices import Choice, Hex, Refusal, UnitId
from balka.core.dice import Outcome
from balka.core.frames import Frame, Roll
from balka.systems.famous_divisions import losses
from balka.systems.famous_divisions.events.combat import BarrageLimited
from balka.systems.famous_divisions.events.dice import BarrageRolled
from balka.systems.famous_divisions.fortifications import shelters
from balka.systems.famous_divisions.listing import SideFrame
from balka.systems.famous_divisions.model import (
    GdState,
    GdWork,
    Now,
    change,
    enemy_of,
    is_hq,
    kind,
    legs,
    unit,
)
from balka.systems.famous_divisions.position import OFF_MAP, Unit
from balka.systems.famous_divisions.sight import distance, is_all_known, observed
from balka.systems.famous_divisions.strength import OFF_MAP_PENALTY, gun_reaches
from balka.systems.famous_divisions.support import why_not_ready
from balka.systems.famous_divisions.verbs import Barrage, Lose
from balka.systems.famous_divisions.weather import is_night
from balka.systems.famous_divisions.wording import label

NIGHT_REACH = 1  # [11.2-c]
CASUALTIES = {"one": 1, "two": 2}  # by what the dice show [11.2-l, m]
NO_TARGET = Refusal("That gun has no observed target in range there now.", "gd-11.2-a")


def barrage_distance(game: Now, gun: Unit, h: int) -> int:
    """Hexes from the gun to the target; a gun off the map is two hexes behind its place. [11.2-i, 18.4-f]"""
    if gun.status == OFF_MAP:
        return distance(game, game.setting.rulebook.off_map_hex, h) + OFF_MAP_PENALTY
    return distance(game, gun.hex, h)


def may_barrage(game: Now, gun: Unit) -> bool:
    """An activated gun that has not fired; whoever joined an attack has. [11.2-a, q, r, ruling Q-barrage-fired]"""
    return why_not_ready(game, gun) is None


def targets(game: Now, gun: Unit) -> list[int]:
    """Enemy hexes in range that any friendly unit observes; at night only next to the gun. [11.2-a to c]"""
    seen, held = observed(game, gun.side), game.position.occupied(enemy_of(gun.side))
    found = [h for h in sorted(held) if seen >> h & 1 and gun_reaches(game, gun, h)]
    return [h for h in found if barrage_distance(game, gun, h) <= NIGHT_REACH] if is_night(game) else found


def barrages(game: Now, units: Iterable[Unit]) -> Iterator[Choice]:
    for gun in units:
        if may_barrage(game, gun):
            yield from (Barrage(UnitId(gun.id), Hex(h)) for h in targets(game, gun))


def barrage_check(game: Now, gun: Unit, h: int) -> Check:
    tally = Tally("To beat", (add(barrage_distance(game, gun, h), "hexes to the target", "gd-11.2-i"),))
    return Check(f"{kind(game, gun).name} shells {label(game.setting, h)}", "3d6", tally, "barrage")


def begin(work: GdWork, choice: Barrage) -> None:
    """The gun fires and is seen; no event chits are drawn. [1.1-e, 11.2-k]"""
    losses.reveal(work, losses.muster(work, (choice.unit,)))
    change(work, choice.unit, fired=True, attacked=True)
    work.push(Shelling(str(choice.unit), choice.hex))


class Shelling(Frame, frozen=True):
    """The three dice of a barrage; no advance follows. [11.2-i, t]"""

    automatic = True

    gun: str
    hex: int

    def run(self, work: GdWork) -> None:
        gun = unit(work, self.gun)
        work.push(Roll(gun.side, "barrage", dice="3d6", check=barrage_check(work, gun, self.hex)))

    def resume(self, work: GdWork, result: Outcome) -> None:
        gun = unit(work, self.gun)
        check = barrage_check(work, gun, self.hex)
        band = suffered(work, self.hex, check.read(result))
        work.tell(BarrageRolled(result.faces, check, band, self.gun, self.hex))
        work.pop()
        if band != check.read(result):
            work.tell(BarrageLimited(self.hex))
        shell(work, self.hex, CASUALTIES.get(band, 0))


def is_sheltered(game: Now, counter: Unit) -> bool:
    """Tracked units and those in bunkers or trenches cannot die of one barrage outright. [11.2-o, p]"""
    return legs(game, counter) == "tracked" or shelters(game, counter.hex)


def candidates(game: Now, h: int, hit: tuple[str, ...]) -> list[str]:
    """Whom a barrage may hurt: nobody twice, an HQ only among HQs. [11.2-l, m, o, p, Q-barrage-choice]"""
    there = [u for u in game.position.stack(h) if not u.carrier and u.id not in hit]
    able = [u for u in there if not (is_sheltered(game, u) and losses.has_last_step(game, u))]
    fighting = [u.id for u in able if not is_hq(game, u)]
    only_hqs = all(is_hq(game, unit(game, unit_id)) for unit_id in (*hit, *(u.id for u in there)))
    return fighting or ([u.id for u in able] if only_hqs else [])


def suffered(game: Now, h: int, band: str) -> str:
    """What the dice come to with those who stand there: less where nobody is left who can suffer. [11.2-o, p]"""
    able = candidates(game, h, ())
    if band not in CASUALTIES or len(able) >= CASUALTIES[band]:
        return band
    if not able:
        return "nothing"
    return band if _is_destroyed(game, h, able[0]) else "one"


def _is_destroyed(game: Now, h: int, unit_id: str) -> bool:
    """Do two casualties eliminate a unit: alone in its hex and not sheltered? [11.2-l, Q-barrage-triple-one]"""
    alone = [u.id for u in game.position.stack(h) if not u.carrier] == [unit_id]
    return alone and not is_sheltered(game, unit(game, unit_id))


def shell(work: GdWork, h: int, count: int, hit: tuple[str, ...] = ()) -> None:
    """Casualties of a barrage, chosen by their owner; a lone soft unit hit twice is destroyed. [11.2-l, m]

    He is asked also where he has no choice but the enemy cannot see it. [1.1-d]
    """
    able = candidates(work, h, hit) if count > 0 else []
    if count > 0 and not able and len(hit) == 1:
        losses.eliminate(work, hit[0])
    if not able:
        return
    owner = unit(work, able[0]).side
    if len(able) == 1 and (is_all_known(work, enemy_of(owner), h) or len(work.position.stack(h)) == 1):
        hurt(work, h, able[0], count, hit)
    else:
        work.push(ShellLoss(owner, h, count, hit))


def hurt(work: GdWork, h: int, unit_id: str, count: int, hit: tuple[str, ...]) -> None:
    """A unit and its rider suffer and are seen; shelter saves a rider's life too. [1.1-e, 9.5-k, 11.2-p]"""
    hurt_too = (u for u in losses.riders(work, unit_id) if not (shelters(work, h) and losses.has_last_step(work, u)))
    victims = (unit_id, *(u.id for u in hurt_too))
    losses.expose(work, victims)
    for victim in victims:
        losses.loses_step(work, unit(work, victim))
    shell(work, h, count - 1, (*hit, unit_id))


class ShellLoss(SideFrame, frozen=True):
    """The owner picks who suffers from a barrage."""

    cites = "gd-11.2-m"

    hex: int
    count: int
    hit: tuple[str, ...]

    def ask_kind(self) -> str:
        return "loss"

    def prompt(self, view: GdState, seat: str) -> str:
        return "Choose the unit that suffers from the barrage."

    def options(self, state: GdState) -> Iterator[Choice]:
        return (Lose(UnitId(unit_id)) for unit_id in candidates(state, self.hex, self.hit))

    def refuse(self, view: GdState, choice: Choice, seat: str) -> Refusal:
        there = {u.id: u for u in view.position.stack(self.hex)}
        if not isinstance(choice, Lose):
            return super().refuse(view, choice, seat)
        if choice.unit not in there:
            return Refusal("It is not in the hex under fire.", "gd-11.2-m")
        if is_hq(view, there[choice.unit]):
            return Refusal("An HQ suffers only where no combat unit stands.", "gd-10.4-m")
        if there[choice.unit].carrier:
            return Refusal("A rider suffers with its tank, not for it.", "gd-9.5-k")
        return Refusal("It cannot suffer from this barrage any more.", "gd-11.2-o")

    def answer(self, work: GdWork, choice: Lose) -> None:
        work.pop()
        hurt(work, self.hex, str(choice.unit), self.count, self.hit)
