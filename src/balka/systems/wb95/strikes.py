"""What aircraft do once their missions are shown: air combat, attacks, bridges, supply. [8.1.8, 8.2, 21.1]"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from msgspec import structs

from balka.core.checks import Check, Part, Tally, add
from balka.core.choices import Choice, Hex
from balka.core.dice import Outcome
from balka.core.frames import Ask, Frame, Roll, asking
from balka.core.listing import Listed
from balka.systems.wb95.bridges import destroy
from balka.systems.wb95.catalogue import BANDS
from balka.systems.wb95.disorder import recover
from balka.systems.wb95.events.air import AirCombatFought, MovementDisrupted
from balka.systems.wb95.events.battles import BattleResolved
from balka.systems.wb95.position import (
    SIDES,
    Flight,
    Now,
    WbState,
    WbWork,
    air_strength,
    change,
    enemy_of,
    label,
    printed,
    unit_of,
    units_at,
)
from balka.systems.wb95.secrets import open_up
from balka.systems.wb95.shelling import hit
from balka.systems.wb95.wording import crossing

AIRLIFT_FAILS = 6  # [8.2.24]


def recover_from_air(work: WbWork, phase: int) -> None:
    """Units disorganised from the air a turn ago recover now if they rested. [5.6.5-c]"""
    for side in SIDES:
        recover(work, side, f"air{phase}")


class Duel(Choice, frozen=True):
    """Player A names the air combat to be fought next."""

    verb: ClassVar[str] = "duel"
    subject: ClassVar[str] = "hex"

    hex: Hex


class AirPhase(Frame[WbState, WbWork], frozen=True):
    """Shown missions: air combats first, then what the survivors do. [8.1.8, 8.2]"""

    phase: int
    fought: tuple[int, ...] = ()

    automatic: ClassVar[bool] = True

    def run(self, work: WbWork) -> None:
        duels = [h for h in meetings(work) if h not in self.fought]
        if len(duels) > 1:
            work.push(DuelOrder(tuple(duels)))
        elif duels:
            self.resume(work, duels[0])
        else:
            work.replace_top(AirMissions(self.phase, work.position.air))

    def resume(self, work: WbWork, result: object) -> None:
        if isinstance(result, int):
            work.replace_top(structs.replace(self, fought=(*self.fought, result)))
            work.push(AirCombat(result))


def meetings(game: Now) -> list[int]:
    """German mission hexes with enemy aircraft over them or next to them. [8.1.8-a]"""
    board, flights = game.setting.board, game.position.air
    contested = {
        mine.hex for mine in flights for theirs in flights
        if mine.side == "german" and theirs.side == "soviet" and board.distance(mine.hex, theirs.hex) <= 1
    }  # fmt: skip
    return sorted(contested)


class DuelOrder(Listed[WbState, WbWork], frozen=True):
    """Player A orders the air combats."""

    hexes: tuple[int, ...]

    def ask(self, state: WbState) -> tuple[Ask, ...]:
        first = state.setting.rulebook.first
        return asking(state.setting.seat_of[first], first, "air.order")

    def options(self, view: WbState) -> Iterable[Choice]:
        return [Duel(Hex(h)) for h in self.hexes]

    def answer(self, work: WbWork, choice: Duel) -> None:
        work.pop()
        work.finish(int(choice.hex))


class AirCombat(Frame[WbState, WbWork], frozen=True):
    """Each side adds a die to its air strength; the lower total goes home, a tie is thrown again.

    [8.1.8-b, c, d, 8.1.9]
    """

    automatic: ClassVar[bool] = True

    hex: int
    german: int = 0

    def run(self, work: WbWork) -> None:
        work.push(Roll("soviet" if self.german else "german", "air combat", dice="d6"))

    def resume(self, work: WbWork, outcome: Outcome) -> None:
        if not self.german:
            work.replace_top(structs.replace(self, german=outcome.total))
            return
        mine = self.german + sum(air_strength(work, f.unit) for f in self.flights(work, "german"))
        theirs = outcome.total + sum(air_strength(work, f.unit) for f in self.flights(work, "soviet"))
        if mine == theirs:
            work.replace_top(AirCombat(self.hex))
            return
        loser = "soviet" if mine > theirs else "german"
        gone = {flight.unit for flight in self.flights(work, loser)}
        work.position = structs.replace(work.position, air=tuple(f for f in work.position.air if f.unit not in gone))
        work.tell(AirCombatFought(self.hex, mine, theirs))
        work.pop()
        work.finish(None)

    def flights(self, game: Now, side: str) -> list[Flight]:
        most = 0 if side == "german" else 1
        return [f for f in game.position.air if f.side == side and game.setting.board.distance(f.hex, self.hex) <= most]


class AirMissions(Frame[WbState, WbWork], frozen=True):
    """The missions that strike at once: attacks, bridges, movement disorganisation, supply. [5.0-c, 8.2]"""

    automatic: ClassVar[bool] = True

    phase: int
    due: tuple[Flight, ...]

    def run(self, work: WbWork) -> None:
        flights = self.due
        if not flights:
            work.pop()
            recover_from_air(work, self.phase)
            return
        first = flights[0]
        together = tuple(
            f for f in flights if (f.mission, f.hex, f.side, f.end) == (first.mission, first.hex, first.side, first.end)
        )
        work.replace_top(AirMissions(self.phase, tuple(f for f in flights if f not in together)))
        strike(work, together, self.phase)

    def resume(self, work: WbWork, result: object) -> None:
        """A strike is done."""


def strike(work: WbWork, flights: tuple[Flight, ...], phase: int) -> None:
    """What counters on the same mission do together."""
    first = flights[0]
    if first.mission == "disrupt":
        work.position = structs.replace(work.position, harassed=(*work.position.harassed, first.hex))
        work.tell(MovementDisrupted(first.side, first.hex))
    elif first.mission == "attack":
        foes = tuple(unit.id for unit in units_at(work, enemy_of(first.side), first.hex))
        if foes:
            open_up(work, foes)
            _throw(work, flights, phase, raid_check(work, flights))
    elif first.mission == "object":
        _throw(work, flights, phase, object_check(work, flights))
    elif first.mission == "supply":
        work.push(Airlift(first.side, first.hex, len(flights)))


def _throw(work: WbWork, flights: tuple[Flight, ...], phase: int, check: Check) -> None:
    work.push(RaidOpen(flights, phase, check))
    work.push(Roll(flights[0].side, "air attack", dice="2d6=", check=check))


def raid_check(game: Now, flights: tuple[Flight, ...]) -> Check:
    """Air strength less twice the ground; a white star over vehicles lifts it a row.

    [8.2.6, 8.2.7, 21.1.1, Q63, Q79]
    """
    h = flights[0].hex
    parts = [add(air_strength(game, f.unit), f.unit, "kursk-8.2.6-a") for f in flights]
    ground = game.setting.catalogue.terrain.get(game.setting.board.terrain[h])
    if ground and ground.defence:
        parts.append(add(-2 * ground.defence, game.setting.board.terrain[h], "kursk-8.2.7-a"))
    parts.append(Part("floor", 0, "nothing left, no effect"))
    lifted = lift(Tally("", tuple(parts)).value, stars(game, flights))
    if lifted:
        parts.append(add(lifted, "white stars, a row each", "kursk-c20-21.1.1-c"))
    return Check(
        f"Air attack on {label(game, h)}",
        "2d6=",
        Tally("Air strength", tuple(parts)),
        f"{game.setting.catalogue.name} {game.setting.rulebook.air_table}",
    )


def stars(game: Now, flights: Sequence[Flight]) -> int:
    """White stars that have vehicles to work against. [21.1.1]"""
    foes = units_at(game, enemy_of(flights[0].side), flights[0].hex)
    if not any(unit.known and printed(game, unit).moves == "mechanized" for unit in foes):
        return 0
    return sum(game.setting.catalogue.counters[f.unit].star == "white" for f in flights)


def lift(value: int, rows: int) -> int:
    """How much more strength reaches so many rows further down a fire table."""
    now = value
    for _ in range(rows if value > 0 else 0):
        now = next((top + 1 for top, _ in BANDS if now <= top), now)
    return now - value


def object_check(game: Now, flights: tuple[Flight, ...]) -> Check:
    """A bridge: ground does not count. [8.2.8, 8.2.9]"""
    parts = tuple(add(air_strength(game, f.unit), f.unit, "kursk-8.2.8-a") for f in flights)
    where = crossing(game.setting, (flights[0].hex, flights[0].end))
    return Check(
        f"Attack on the bridge {where}",
        "2d6=",
        Tally("Air strength", parts),
        f"{game.setting.catalogue.name} attack_on_objects",
    )


class RaidOpen(Frame[WbState, WbWork], frozen=True):
    """Waiting for the dice of an air attack."""

    flights: tuple[Flight, ...]
    phase: int
    check: Check

    def resume(self, work: WbWork, result: object) -> None:
        if not isinstance(result, Outcome):
            work.pop()
            work.finish(None)
            return
        first, cell = self.flights[0], self.check.read(result)
        work.tell(BattleResolved(result.total, 0, cell, self.check, first.side, (first.hex,)))
        if first.mission == "attack":
            foes = tuple(unit.id for unit in units_at(work, enemy_of(first.side), first.hex))
            hit(work, foes, cell, first.side, f"air{self.phase}")
            return
        if cell == "Z":
            destroy(work, (first.hex, first.end))
        work.pop()
        work.finish(None)


class Airlift(Frame[WbState, WbWork], frozen=True):
    """A die for each counter: all but a six lower the level of every unit there by one. [8.2.24, 8.2.25]"""

    automatic: ClassVar[bool] = True

    side: str
    hex: int
    count: int

    def run(self, work: WbWork) -> None:
        if not self.count:
            work.pop()
            work.finish(None)
            return
        work.push(Roll(self.side, "airlift", dice="d6"))

    def resume(self, work: WbWork, outcome: Outcome) -> None:
        work.replace_top(structs.replace(self, count=self.count - 1))
        if outcome.total == AIRLIFT_FAILS:
            return
        for unit in units_at(work, self.side, self.hex):
            change(work, unit.id, supply=max(unit_of(work, unit.id).supply - 1, 0))
