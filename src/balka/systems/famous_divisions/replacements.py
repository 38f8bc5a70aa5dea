"""Replacements after a night. [4.1]"""

from __future__ import annotations

from collections.abc import Iterator

from balka.core.checks import Check, Tally, add
from balka.core.choices import Choice, Refusal, UnitId
from balka.core.dice import Outcome
from balka.core.frames import Frame, Roll
from balka.systems.famous_divisions.events.dice import ReplacementsRolled
from balka.systems.famous_divisions.events.supply import HexesBarred, NoPath, Rebuilt
from balka.systems.famous_divisions.listing import SideFrame
from balka.systems.famous_divisions.model import (
    GdState,
    GdWork,
    Now,
    change,
    division_hq,
    enemy_of,
    headquarters,
    kind,
    legs,
    seat,
    unit,
)
from balka.systems.famous_divisions.position import Unit
from balka.systems.famous_divisions.sight import is_known_to
from balka.systems.famous_divisions.supply import is_reached
from balka.systems.famous_divisions.verbs import Pass, Rebuild
from balka.systems.famous_divisions.victory import covered
from balka.systems.famous_divisions.weather import effect, weather_name
from balka.systems.famous_divisions.zones import known_zone, zone


def replacement_check(game: Now) -> Check:
    """One die, the weather added; 3 or less rebuilds a unit. [4.1-b to h]"""
    part = add(effect(game).replacement, weather_name(game).lower(), "gd-4.1-c", "stated")
    return Check("Replacements", "d6", Tally("Die modifier", (part,)), "replacement")


def hopefuls(game: Now, side: str, *, lucky: bool) -> list[Unit]:
    """Depleted Leg units on the map to rebuild if the enemy lets them; without luck beside the Ersatz. [4.1-b, m, o]"""
    depleted = (u for u in game.position.of(side) if u.depleted and legs(game, u) == "leg")
    return [u for u in depleted if lucky or has_ersatz(game, u)]


def barred_hexes(game: Now, side: str, units: list[Unit]) -> tuple[int, ...]:
    """Which hexes of these units the enemy's zones of control or direct fire reach. [4.1-j, k, Q-replacement-range]

    No other hex is looked at: a side learns no more of unseen enemies than its replacements need. [1.1-d]
    """
    foe = enemy_of(side)
    return tuple(sorted({u.hex for u in units} & (zone(game, foe) | covered(game, foe))))


def may_rebuild(game: Now, counter: Unit, barred: tuple[int, ...], cut_off: tuple[str, ...]) -> bool:
    """A depleted Leg unit, out of the enemy's reach, with a path to its HQ or the division's. [4.1-i to l]"""
    fits = counter.depleted and legs(game, counter) == "leg" and counter.hex not in barred
    return fits and counter.id not in cut_off


def cut_off_units(game: Now, units: list[Unit]) -> tuple[str, ...]:
    """Those of these units without a path to their HQ or the division's. [4.1-l]"""
    return tuple(sorted(u.id for u in units if not _has_path(game, u)))


def _has_path(game: Now, counter: Unit) -> bool:
    hq, division = headquarters(game, kind(game, counter).battalion), division_hq(game, counter.side)
    sources = [source for source in (hq, division) if source is not None and source.hex >= 0]
    return any(is_reached(game, source, counter.hex) for source in sources)


def has_ersatz(game: Now, counter: Unit) -> bool:
    """Is a German unit stacked with the field replacement unit, not itself that unit, in supply? [4.1-m, n]"""
    here = [u for u in game.position.stack(counter.hex) if u.id != counter.id]
    return counter.side == "german" and any("feld_ersatz" in kind(game, u).flags and not u.hungry for u in here)


class Replacing(Frame, frozen=True):
    """A side's die for replacements. [4.1-a]"""

    automatic = True

    side: str

    def run(self, work: GdWork) -> None:
        work.push(Roll(self.side, "replacements", dice="d6", check=replacement_check(work)))

    def resume(self, work: GdWork, result: Outcome) -> None:
        check = replacement_check(work)
        band = check.read(result)
        work.tell(ReplacementsRolled(result.faces, check, band, self.side))
        work.pop()
        if band == "yes" or self.side == "german":
            hoping = hopefuls(work, self.side, lucky=band == "yes")
            barred = barred_hexes(work, self.side, hoping)
            if set(barred) - known_zone(work, self.side):
                work.tell_only((seat(work, self.side),), HexesBarred(barred))
            cut_off = cut_off_units(work, [u for u in hoping if u.hex not in barred])
            if cut_off:
                work.tell_only((seat(work, self.side),), NoPath(cut_off))
            work.push(Rebuilding(self.side, band == "yes", barred, cut_off))


class Rebuilding(SideFrame, frozen=True):
    """The owner rebuilds one unit, or none; without luck only beside the field replacement unit. [4.1-b, m]"""

    cites = "gd-4.1-b"

    lucky: bool
    barred: tuple[int, ...]
    cut_off: tuple[str, ...] = ()  # who has no path, as its owner was told

    def conceal(self, state: GdState, seat: str) -> Frame:
        return self if seat == state.setting.seat_of[self.side] else self.replaced(barred=(), cut_off=())

    def ask_kind(self) -> str:
        return "rebuild"

    def prompt(self, view: GdState, seat: str) -> str:
        return "Choose a depleted Leg unit to rebuild, or pass."

    def options(self, state: GdState) -> Iterator[Choice]:
        for counter in state.position.of(self.side):
            if may_rebuild(state, counter, self.barred, self.cut_off) and (self.lucky or has_ersatz(state, counter)):
                yield Rebuild(UnitId(counter.id))
        yield Pass()

    def refuse(self, view: GdState, choice: Choice, seat: str) -> Refusal:
        if not isinstance(choice, Rebuild):
            return super().refuse(view, choice, seat)
        counter = view.position.units.get(choice.unit)
        if counter is None or counter.side != self.side or counter.hex < 0:
            return Refusal("Only units of yours on the map are rebuilt.", "gd-4.1-i")
        if not counter.depleted or legs(view, counter) != "leg":
            return Refusal("Only depleted Leg units are rebuilt.", "gd-4.1-i")
        if counter.hex in self.barred:
            return Refusal("The enemy's zones of control or direct fire reach it.", "gd-4.1-j")
        if may_rebuild(view, counter, self.barred, self.cut_off):
            return Refusal("Without luck only a unit beside the field replacement unit is rebuilt.", "gd-4.1-m")
        return Refusal("No path leads to its HQ or the division's.", "gd-4.1-l")

    def answer(self, work: GdWork, choice: Choice) -> None:
        work.pop()
        if isinstance(choice, Rebuild):
            counter = change(work, choice.unit, depleted=False)
            sides = [s for s in (self.side, enemy_of(self.side)) if is_known_to(work, s, unit(work, counter.id))]
            work.tell_only(tuple(seat(work, s) for s in sides), Rebuilt(counter.id))
