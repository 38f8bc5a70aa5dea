"""Barrages. [11.2]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from balka.core.checks import Check, Tally, add
from balka.core.choices import Choice, Hex, UnitId
from balka.core.frames import Frame, Roll
from balka.core.state import Work
from balka.systems.famous_divisions import losses
from balka.systems.famous_divisions.events import Rolled, label, name
from balka.systems.famous_divisions.fortifications import shelters
from balka.systems.famous_divisions.listing import SideFrame
from balka.systems.famous_divisions.model import (
    OFF_MAP,
    ON_MAP,
    Game,
    Unit,
    change,
    enemy_of,
    is_hq,
    kind,
    legs,
    position,
    rulebook,
    unit,
)
from balka.systems.famous_divisions.sight import distance, observed
from balka.systems.famous_divisions.strength import OFF_MAP_PENALTY, gun_reaches
from balka.systems.famous_divisions.verbs import Barrage, Lose
from balka.systems.famous_divisions.weather import is_night

NIGHT_REACH = 1  # [11.2-c]


def barrage_distance(game: Game, gun: Unit, h: int) -> int:
    """Hexes from the gun to the target; a gun off the map is two hexes behind its place. [11.2-i, 18.4-f]"""
    if gun.status == OFF_MAP:
        return distance(game, rulebook(game).off_map_hex, h) + OFF_MAP_PENALTY
    return distance(game, gun.hex, h)


def may_barrage(game: Game, gun: Unit) -> bool:
    """An activated gun that has neither fired nor attacked. [11.2-a, q, r, ruling Q-barrage-fired]"""
    if not kind(game, gun).is_artillery or gun.status not in (ON_MAP, OFF_MAP):
        return False
    return not (gun.fired or gun.attacked or gun.carrier)


def targets(game: Game, gun: Unit) -> list[int]:
    """Enemy hexes in range that any friendly unit observes; at night only next to the gun. [11.2-a to c]"""
    seen, held = observed(game, gun.side), position(game).occupied(enemy_of(gun.side))
    found = [h for h in sorted(held) if seen >> h & 1 and gun_reaches(game, gun, h)]
    return [h for h in found if barrage_distance(game, gun, h) <= NIGHT_REACH] if is_night(game) else found


def barrages(game: Game, units: Iterable[Unit]) -> Iterator[Choice]:
    for gun in units:
        if may_barrage(game, gun):
            yield from (Barrage(UnitId(gun.id), Hex(h)) for h in targets(game, gun))


def barrage_check(game: Game, gun: Unit, h: int) -> Check:
    tally = Tally("To beat", (add(barrage_distance(game, gun, h), "hexes to the target", "gd-11.2-i"),))
    return Check(f"{kind(game, gun).name} shells {label(game.setting, h)}", "3d6", tally, "barrage")


def begin(work: Work, choice: Barrage) -> None:
    """The gun fires and is seen; no event chits are drawn. [1.1-e, 11.2-k]"""
    losses.reveal(work, (choice.unit,))
    change(work, choice.unit, fired=True, attacked=True, activated=True)
    work.push(Shelling(str(choice.unit), choice.hex))


class Shelling(Frame, frozen=True):
    """The three dice of a barrage. [11.2-i]"""

    automatic = True

    gun: str
    hex: int

    def run(self, work: Work) -> None:
        gun = unit(work, self.gun)
        work.push(Roll(gun.side, "barrage", dice="3d6", check=barrage_check(work, gun, self.hex)))

    def resume(self, work: Work, result: Any) -> None:
        gun = unit(work, self.gun)
        check = barrage_check(work, gun, self.hex)
        band = check.read(result)
        text = f"{name(work.setting, self.gun)} shells {label(work.setting, self.hex)}."
        work.tell(Rolled(text, result.faces, check, band, (self.hex,)))
        work.pop()
        losses.reveal(work, [u.id for u in position(work).stack(self.hex)])
        if band in ("one", "two"):
            shell(work, self.hex, {"one": 1, "two": 2}[band])


def is_sheltered(game: Game, counter: Unit) -> bool:
    """Tracked units and those in bunkers or trenches cannot die of one barrage outright. [11.2-o, p]"""
    return legs(game, counter) == "tracked" or shelters(game, counter.hex)


def candidates(game: Game, h: int, hit: tuple[str, ...]) -> list[str]:
    """Whom a barrage may hurt: nobody twice, an HQ only alone. [11.2-l to p, Q-barrage-choice]"""
    there = [u for u in position(game).stack(h) if not u.carrier and u.id not in hit]
    able = [u for u in there if not (is_sheltered(game, u) and (u.depleted or kind(game, u).depleted is None))]
    fighting = [u.id for u in able if not is_hq(game, u)]
    alone = len(there) == len(able) == 1 and not hit
    return fighting or ([able[0].id] if alone else [])


def shell(work: Work, h: int, count: int, hit: tuple[str, ...] = ()) -> None:
    """Casualties of a barrage, chosen by their owner; a lone soft unit hit twice is destroyed. [11.2-l, m]"""
    if count <= 0:
        return
    able = candidates(work, h, hit)
    if not able:
        _finish_off(work, h, hit)
    elif len(able) == 1:
        hurt(work, h, able[0], count, hit)
    else:
        work.push(ShellLoss(unit(work, able[0]).side, h, count, hit))


def hurt(work: Work, h: int, one: str, count: int, hit: tuple[str, ...]) -> None:
    losses.suffers(work, one)
    shell(work, h, count - 1, (*hit, one))


def _finish_off(work: Work, h: int, hit: tuple[str, ...]) -> None:
    """The second casualty falls on a unit that is alone, unless it is sheltered. [11.2-l, Q-barrage-triple-one]"""
    left = [u for u in position(work).stack(h) if not u.carrier]
    if len(hit) == 1 and len(left) == 1 and left[0].id == hit[0] and not is_sheltered(work, left[0]):
        losses.eliminate(work, hit[0])


class ShellLoss(SideFrame, frozen=True):
    """The owner picks who suffers from a barrage."""

    hex: int
    count: int
    hit: tuple[str, ...]

    def ask_kind(self) -> str:
        return "loss"

    def prompt(self, view: Any, seat: str) -> str:
        return "Choose the unit that suffers from the barrage."

    def options(self, state: Any) -> Iterator[Choice]:
        return (Lose(UnitId(one)) for one in candidates(state, self.hex, self.hit))

    def answer(self, work: Work, choice: Lose) -> None:
        work.pop()
        hurt(work, self.hex, str(choice.unit), self.count, self.hit)
