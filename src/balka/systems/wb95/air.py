"""Air Phases: missions planned in secret, air combat, and what the aircraft do. [chapters 8 and 21]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from msgspec import structs

from balka.core.checks import Check, Part, Tally, add
from balka.core.choices import Choice, Hex, Hexside, Node, Token, UnitId, Word
from balka.core.dice import Outcome
from balka.core.frames import Ask, Frame, Lane, Roll, Together, asking
from balka.core.state import State, Work
from balka.systems.wb95.artillery import hit_hex
from balka.systems.wb95.bridges import all_bridges, name
from balka.systems.wb95.catalogue import BANDS
from balka.systems.wb95.disorder import recover
from balka.systems.wb95.events import BattleResolved, MissionsShown, Note
from balka.systems.wb95.masking import open_up
from balka.systems.wb95.position import (
    SIDES,
    Flight,
    Game,
    catalogue,
    change,
    enemy_of,
    force,
    label,
    printed,
    unit,
    units_at,
)

PER_HEX = 2  # [21.1.2]
OBJECT_LEAST = 4  # [8.2.10]
HARASS_LEAST = 7  # [8.2.12]
SUPPLY_LEAST = 7  # [8.2.23]
SUPPLIERS = ("american", "british")  # [8.2.22]
AIRLIFT_FAILS = 6  # [8.2.24]


class Fly(Choice, frozen=True):
    """A counter flies to a hex: support an attack, cover a defence, or attack what is there."""

    verb: ClassVar[str] = "fly"
    subject: ClassVar[str] = "unit"

    unit: UnitId
    mission: Word
    hex: Hex


class Bomb(Choice, frozen=True):
    """A counter attacks a bridge. [8.2.8]"""

    verb: ClassVar[str] = "bomb"
    subject: ClassVar[str] = "unit"

    unit: UnitId
    side: Hexside


class Disrupt(Choice, frozen=True):
    """Enough counters for one mission of movement disorganisation over a hex. [8.2.11-8.2.13]"""

    verb: ClassVar[str] = "disrupt"

    hex: Hex


class Ready(Choice, frozen=True):
    """The plan stands."""

    verb: ClassVar[str] = "ready"
    ends: ClassVar[bool] = True


class Duel(Choice, frozen=True):
    """Player A names the air combat to be fought next."""

    verb: ClassVar[str] = "duel"
    subject: ClassVar[str] = "hex"

    hex: Hex


# -- who can fly


def strength(game: Game, unit_id: str) -> int:
    """The air strength of a counter. [8.1.1]"""
    return catalogue(game).counters[unit_id].attack


def hangar(game: Game, side: str) -> list[str]:
    """Counters that may still fly today: each once a turn, no more than the scenario grants. [8.1.3, 8.1.5, Q114]"""
    book = game.setting.rulebook
    own = [one for one in book.air.get(side, ()) if one not in game.tracks.flown]
    used = sum(one in game.tracks.flown for one in book.air.get(side, ()))
    return own if used < book.sorties.get(side, 0) else []


class AirPlan(Together, frozen=True):
    """Both sides choose missions in secret. [8.1.7]"""

    lane_kind: ClassVar[str] = "air"

    def lane_grow(self, state: State, lane: Lane, path: tuple[Token, ...]) -> Sequence[Node]:
        view = state.view(lane.seat)
        flights = list(read_plan(view, lane))
        if not path:
            return self._root(view, lane, flights)
        return self._below(view, lane, flights, path[0])

    def _root(self, view: State, lane: Lane, flights: list[Flight]) -> list[Node]:
        found: list[Node] = [one for one in free(view, lane, flights) if any(missions(view, lane.force, flights, one))]
        if disrupters(view, lane, flights) and harassable(view, lane.force, flights):
            found.append("disrupt")
        return [*found, Ready()]

    def _below(self, view: State, lane: Lane, flights: list[Flight], first: Token) -> list[Node]:
        if first == "disrupt" and disrupters(view, lane, flights):
            return [Disrupt(Hex(h)) for h in harassable(view, lane.force, flights)]
        if first in free(view, lane, flights):
            return list(missions(view, lane.force, flights, str(first)))
        return []

    def is_ready(self, choice: Choice) -> bool:
        return isinstance(choice, Ready)

    def close(self, work: Work, lanes: tuple[Lane, ...]) -> None:
        """All missions are shown at once. [8.1.7]"""
        flights = tuple(flight for lane in lanes for flight in read_plan(work.freeze(), lane))
        work.tracks = structs.replace(
            work.tracks, flown=tuple(sorted({*work.tracks.flown, *(f.unit for f in flights)}))
        )
        work.position = structs.replace(work.position, air=flights)
        work.tell(MissionsShown(tuple((f.unit, f.mission, f.hex, f.end) for f in flights)))
        work.push(AirPhase(work.tracks.phase))

    def prompt(self, view: State, seat: str) -> str:
        return "Plan air missions in secret, then say ready."


def free(view: Game, lane: Lane, flights: list[Flight]) -> list[str]:
    """One counter with a star and one without: the others of a kind are the same choice."""
    left = _left(view, lane, flights)
    charts = catalogue(view).counters
    starred = [one for one in left if charts[one].star][:1]
    return starred + [one for one in left if not charts[one].star][:1]


def _left(view: Game, lane: Lane, flights: list[Flight]) -> list[str]:
    taken = {flight.unit for flight in flights}
    own = view.setting.rulebook.air.get(lane.force, ())
    used = len(taken) + sum(one in view.tracks.flown for one in own)
    if used >= view.setting.rulebook.sorties.get(lane.force, 0):
        return []
    return [one for one in own if one not in taken and one not in view.tracks.flown]


def read_plan(game: State, lane: Lane) -> Iterator[Flight]:
    """The flights a lane has planned so far."""
    flights: list[Flight] = []
    for sentence in lane.said:
        choice = game.setting.grammar.parse(sentence, game.setting.board)
        if isinstance(choice, Fly):
            flights.append(Flight(choice.unit, lane.force, choice.mission, choice.hex))
        elif isinstance(choice, Bomb):
            flights.append(Flight(choice.unit, lane.force, "object", choice.side[0], choice.side[1]))
        elif isinstance(choice, Disrupt):
            flights += [Flight(one, lane.force, "disrupt", choice.hex) for one in disrupters(game, lane, flights)]
    return iter(flights)


def disrupters(game: Game, lane: Lane, flights: list[Flight]) -> list[str]:
    """Counters that together are strong enough, those without stars first; Soviets are the only victims.

    [8.2.11, 8.2.12]
    """
    if enemy_of(lane.force) != "soviet":
        return []
    charts = catalogue(game).counters
    left = sorted(_left(game, lane, flights), key=lambda one: (charts[one].star != "", one))[:PER_HEX]
    granted = game.setting.rulebook.sorties.get(lane.force, 0) - len(flights) - _flown(game, lane)
    return left if len(left) <= granted and sum(strength(game, one) for one in left) >= HARASS_LEAST else []


def _flown(game: Game, lane: Lane) -> int:
    return sum(one in game.tracks.flown for one in game.setting.rulebook.air.get(lane.force, ()))


def harassable(view: Game, side: str, flights: list[Flight]) -> list[int]:
    """Hexes with enemies, where nobody flies yet."""
    return [h for h in force(view, enemy_of(side)).at if room(flights, h) == PER_HEX]


def room(flights: Sequence[Flight], h: int) -> int:
    """How many counters may still fly to a hex. [21.1.2, ruling Q40]"""
    return PER_HEX - sum(flight.hex == h for flight in flights)


def missions(view: Game, side: str, flights: list[Flight], unit_id: str) -> Iterator[Choice]:
    """What one counter may fly. [8.2.1-8.2.10, 8.2.22-8.2.23]"""
    for h in force(view, enemy_of(side)).at:
        if room(flights, h):
            yield Fly(UnitId(unit_id), Word("support"), Hex(h))
            yield Fly(UnitId(unit_id), Word("attack"), Hex(h))
    nation = view.setting.rulebook.nations[side]
    for h in force(view, side).at:
        if room(flights, h) and side != "soviet":
            yield Fly(UnitId(unit_id), Word("cover"), Hex(h))
        if room(flights, h) and nation in SUPPLIERS and strength(view, unit_id) >= SUPPLY_LEAST:
            yield Fly(UnitId(unit_id), Word("supply"), Hex(h))
    if strength(view, unit_id) >= OBJECT_LEAST:
        for bridge in all_bridges(view):
            if tuple(bridge) not in view.position.broken and room(flights, bridge[0]):
                yield Bomb(UnitId(unit_id), bridge)


# -- the phase


def open_air(work: Work, side: str) -> None:
    """The aircraft of the last Air Phase go home; sides that still have some plan anew. [8.1.2, 8.1.4]"""
    if work.position.air or work.position.harassed:
        work.position = structs.replace(work.position, air=(), harassed=())
    lanes = tuple(Lane(work.setting.seat_of[one], one) for one in SIDES if hangar(work, one))
    if lanes:
        work.push(AirPlan(lanes))
    else:
        recover_from_air(work, work.tracks.phase)


def clear_air(work: Work) -> None:
    """A new day: every counter may fly again. [8.1.5]"""
    if work.position.air or work.position.harassed:
        work.position = structs.replace(work.position, air=(), harassed=())
    if work.tracks.flown:
        work.tracks = structs.replace(work.tracks, flown=())


def recover_from_air(work: Work, phase: int) -> None:
    """Units disorganised from the air a turn ago recover now if they rested. [5.6.5]"""
    for side in SIDES:
        recover(work, side, f"air{phase}")


class AirPhase(Frame, frozen=True):
    """Shown missions: air combats first, then what the survivors do. [8.1.8, 8.2]"""

    phase: int
    fought: tuple[int, ...] = ()

    automatic: ClassVar[bool] = True

    def run(self, work: Work) -> None:
        duels = [h for h in meetings(work) if h not in self.fought]
        if len(duels) > 1:
            work.push(DuelOrder(tuple(duels)))
        elif duels:
            self.resume(work, duels[0])
        else:
            work.replace_top(AirMissions(self.phase, work.position.air))

    def resume(self, work: Work, result: Any) -> None:
        if isinstance(result, int):
            work.replace_top(structs.replace(self, fought=(*self.fought, result)))
            work.push(AirCombat(result))


def meetings(game: Game) -> list[int]:
    """German mission hexes with enemy aircraft over them or next to them. [8.1.8]"""
    board, flights = game.setting.board, game.position.air
    found = {
        mine.hex for mine in flights for theirs in flights
        if mine.side == "german" and theirs.side == "soviet" and board.distance(mine.hex, theirs.hex) <= 1
    }  # fmt: skip
    return sorted(found)


class DuelOrder(Frame, frozen=True):
    """Player A orders the air combats."""

    hexes: tuple[int, ...]

    def ask(self, state: State) -> tuple[Ask, ...]:
        first = state.setting.rulebook.first
        return asking(state.setting.seat_of[first], first, "air.order")

    def grow(self, state: State, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        if path:
            return [Duel(Hex(path[0]))] if isinstance(path[0], int) and path[0] in self.hexes else []
        return list(self.hexes)

    def answer(self, work: Work, choice: Duel) -> None:
        work.pop()
        work.finish(int(choice.hex))


class AirCombat(Frame, frozen=True):
    """Each side adds a die to its air strength; the lower total goes home, a tie is thrown again. [8.1.8, 8.1.9]"""

    automatic: ClassVar[bool] = True

    hex: int
    german: int = 0

    def run(self, work: Work) -> None:
        work.push(Roll("soviet" if self.german else "german", "air combat", dice="d6"))

    def resume(self, work: Work, outcome: Outcome) -> None:
        if not self.german:
            work.replace_top(structs.replace(self, german=outcome.total))
            return
        mine = self.german + sum(strength(work, f.unit) for f in self.flights(work, "german"))
        theirs = outcome.total + sum(strength(work, f.unit) for f in self.flights(work, "soviet"))
        if mine == theirs:
            work.replace_top(AirCombat(self.hex))
            return
        loser = "soviet" if mine > theirs else "german"
        gone = {flight.unit for flight in self.flights(work, loser)}
        work.position = structs.replace(work.position, air=tuple(f for f in work.position.air if f.unit not in gone))
        work.tell(
            Note(
                f"Air combat at {label(work, self.hex)}: {mine} to {theirs}, {loser} aircraft driven off",
                "kursk-8.1.8-b",
            )
        )
        work.pop()
        work.finish(None)

    def flights(self, game: Game, side: str) -> list[Flight]:
        near = 0 if side == "german" else 1
        return [f for f in game.position.air if f.side == side and game.setting.board.distance(f.hex, self.hex) <= near]


class AirMissions(Frame, frozen=True):
    """The missions that strike at once: attacks, bridges, movement disorganisation, supply. [8.2]"""

    automatic: ClassVar[bool] = True

    phase: int
    due: tuple[Flight, ...]

    def run(self, work: Work) -> None:
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

    def resume(self, work: Work, result: Any) -> None:
        """A strike is done."""


def strike(work: Work, flights: tuple[Flight, ...], phase: int) -> None:
    """What counters on the same mission do together."""
    first = flights[0]
    if first.mission == "disrupt":
        work.position = structs.replace(work.position, harassed=(*work.position.harassed, first.hex))
        work.tell(Note(f"Movement disorganised around {label(work, first.hex)}", "kursk-8.2.13-a", first.side))
    elif first.mission == "attack":
        foes = tuple(one.id for one in units_at(work, enemy_of(first.side), first.hex))
        if foes:
            open_up(work, foes)
            _throw(work, flights, phase, raid_check(work, flights))
    elif first.mission == "object":
        _throw(work, flights, phase, object_check(work, flights))
    elif first.mission == "supply":
        work.push(Airlift(first.side, first.hex, len(flights)))


def _throw(work: Work, flights: tuple[Flight, ...], phase: int, check: Check) -> None:
    work.push(RaidOpen(flights, phase, check))
    work.push(Roll(flights[0].side, "air attack", dice="2d6=", check=check))


def raid_check(game: Game, flights: tuple[Flight, ...]) -> Check:
    """Air strength less twice the ground; a white star over vehicles lifts it a row.

    [8.2.6, 8.2.7, 21.1.1, Q63, Q79]
    """
    h = flights[0].hex
    parts = [add(strength(game, f.unit), f.unit, "kursk-8.2.6-a") for f in flights]
    ground = catalogue(game).terrain.get(game.setting.board.terrain[h])
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
        f"{game.setting.game} air_attack",
    )


def stars(game: Game, flights: Sequence[Flight]) -> int:
    """White stars that have vehicles to work against. [21.1.1]"""
    foes = units_at(game, enemy_of(flights[0].side), flights[0].hex)
    if not any(one.known and printed(game, one).moves == "mechanized" for one in foes):
        return 0
    return sum(catalogue(game).counters[f.unit].star == "white" for f in flights)


def lift(value: int, rows: int) -> int:
    """How much more strength reaches so many rows further down a fire table."""
    now = value
    for _ in range(rows if value > 0 else 0):
        now = next((top + 1 for top, _ in BANDS if now <= top), now)
    return now - value


def object_check(game: Game, flights: tuple[Flight, ...]) -> Check:
    """A bridge: ground does not count. [8.2.8, 8.2.9]"""
    parts = tuple(add(strength(game, f.unit), f.unit, "kursk-8.2.8-a") for f in flights)
    where = name(game, (flights[0].hex, flights[0].end))
    return Check(
        f"Attack on the bridge {where}", "2d6=", Tally("Air strength", parts), f"{game.setting.game} attack_on_objects"
    )


class RaidOpen(Frame, frozen=True):
    """Waiting for the dice of an air attack."""

    flights: tuple[Flight, ...]
    phase: int
    check: Check

    def resume(self, work: Work, result: Any) -> None:
        if not isinstance(result, Outcome):
            work.pop()
            work.finish(None)
            return
        first, cell = self.flights[0], self.check.read(result)
        work.tell(BattleResolved(result.total, 0, cell, self.check))
        if first.mission == "attack":
            hit_hex(work, enemy_of(first.side), first.hex, cell, first.side, f"air{self.phase}")
            return
        if cell == "Z":
            side = (first.hex, first.end)
            work.position = structs.replace(work.position, broken=tuple(sorted({*work.position.broken, side})))
        work.pop()
        work.finish(None)


class Airlift(Frame, frozen=True):
    """A die for each counter: all but a six lower the level of every unit there by one. [8.2.24, 8.2.25]"""

    automatic: ClassVar[bool] = True

    side: str
    hex: int
    count: int

    def run(self, work: Work) -> None:
        if not self.count:
            work.pop()
            work.finish(None)
            return
        work.push(Roll(self.side, "airlift", dice="d6"))

    def resume(self, work: Work, outcome: Outcome) -> None:
        work.replace_top(structs.replace(self, count=self.count - 1))
        if outcome.total == AIRLIFT_FAILS:
            return
        for one in units_at(work, self.side, self.hex):
            change(work, one.id, supply=max(unit(work, one.id).supply - 1, 0))
