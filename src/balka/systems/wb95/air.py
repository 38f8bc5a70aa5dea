"""Air Phases: missions planned in secret, air combat, and what the aircraft do. [chapters 8 and 21]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from msgspec import structs

from balka.core.choices import Choice, Hex, Hexside, Node, Number, Refusal, Token, UnitId, Word
from balka.core.frames import Lane, Together
from balka.systems.wb95.bridges import all_bridges
from balka.systems.wb95.crossing import banks_of_big_rivers, flight_attacks, shares
from balka.systems.wb95.events.air import CrossingsShared, MissionsShown
from balka.systems.wb95.position import (
    SIDES,
    Flight,
    Now,
    WbState,
    WbWork,
    air_strength,
    enemy_of,
    force,
    label,
)
from balka.systems.wb95.skies import granted, left_by_sky, left_in, left_over, sky_of
from balka.systems.wb95.strikes import AirPhase, recover_from_air

PER_HEX = 2  # where the system has no limit [8.1.6-a, kursk-c20-21.1.2-a]
OBJECT_LEAST = 4  # [8.2.10]
HARASS_LEAST = 7  # [8.2.12]
SUPPLY_LEAST = 7  # [8.2.23]
SUPPLIERS = ("american", "british")  # [8.2.22]


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


class Share(Choice, frozen=True):
    """Some of the attacks of a counter that waits over a river go to another hex. [8.2.18]"""

    verb: ClassVar[str] = "share"
    subject: ClassVar[str] = "unit"

    unit: UnitId
    hex: Hex
    count: Number


class Ready(Choice, frozen=True):
    """The plan is confirmed."""

    verb: ClassVar[str] = "ready"
    ends: ClassVar[bool] = True


# -- who can fly


def hangar(game: Now, side: str) -> list[str]:
    """Counters that may still fly today: each once a turn, no more than the scenario grants. [8.1.3, 8.1.5, Q114]"""
    book = game.setting.rulebook
    own = [plane for plane in book.air.get(side, ()) if plane not in game.tracks.flown]
    used = sum(plane in game.tracks.flown for plane in book.air.get(side, ()))
    return own if used < granted(game, side) else []


class AirPlan(Together[WbState, WbWork], frozen=True):
    """Both sides choose missions in secret. [2.2-c, 8.1.7]"""

    left_to = "fly"

    lane_kind: ClassVar[str] = "air"

    def lane_grow(self, state: WbState, lane: Lane, path: tuple[Token, ...]) -> Sequence[Node]:
        view = state.view(lane.seat)
        flights = list(read_plan(view, lane))
        if not path:
            return self._root(view, lane, flights)
        return self._below(view, lane, flights, path[0])

    def _root(self, view: WbState, lane: Lane, flights: list[Flight]) -> list[Node]:
        offers: list[Node] = [
            plane for plane in free(view, lane, flights) if any(missions(view, lane.force, flights, plane))
        ]
        offers += [flight.unit for flight in flights if flight.mission == "river" and any(shares(view, flight))]
        if next(disruptions(view, lane, flights), None) is not None:
            offers.append("disrupt")
        return [*offers, Ready()]

    def _below(self, view: WbState, lane: Lane, flights: list[Flight], first: Token) -> list[Node]:
        if first == "disrupt":
            return list(disruptions(view, lane, flights))
        if first in free(view, lane, flights):
            return list(missions(view, lane.force, flights, str(first)))
        waiting = [flight for flight in flights if flight.unit == first and flight.mission == "river"]
        return [Share(UnitId(flight.unit), Hex(h), Number(n)) for flight in waiting for h, n in shares(view, flight)]

    def is_ready(self, choice: Choice) -> bool:
        return isinstance(choice, Ready)

    def close(self, work: WbWork, lanes: tuple[Lane, ...]) -> None:
        """All missions are shown at once. [8.1.7]"""
        flights = tuple(flight for lane in lanes for flight in read_plan(work, lane))
        flown = tuple(sorted({*work.tracks.flown, *(flight.unit for flight in flights)}))
        over = (*work.tracks.flown_over, *(sky_of(work, flight.hex) for flight in flights))
        work.tracks = structs.replace(work.tracks, flown=flown, flown_over=over)
        work.position = structs.replace(work.position, air=flights)
        work.tell(MissionsShown(tuple((f.unit, f.mission, f.hex, f.end) for f in flights)))
        for flight in flights:
            if flight.shares:
                each = tuple(sorted(flight_attacks(work, flight).items()))
                work.tell(CrossingsShared(flight.side, flight.unit, each))
        work.push(AirPhase(work.tracks.phase))

    def prompt(self, view: WbState, seat: str) -> str:
        return "Assign air missions in secret, then confirm."

    def refuse(self, view: WbState, choice: Choice, seat: str) -> Refusal:
        lane = self.lane_of(seat)
        flights = list(read_plan(view, lane))
        if isinstance(choice, Fly | Bomb):
            return why_no_flight(view, lane, flights, choice)
        if isinstance(choice, Disrupt):
            return why_no_disruption(view, lane, flights, choice.hex)
        if isinstance(choice, Share):
            return Refusal("No aircraft over a big river has attacks left to share there.", "kursk-8.2.18-a")
        return super().refuse(view, choice, seat)

    def left(self, view: WbState, seat: str) -> int | None:
        """Sorties not planned yet."""
        lane = self.lane_of(seat)
        return granted(view, lane.force) - len(list(read_plan(view, lane))) - _flown(view, lane)


def free(view: Now, lane: Lane, flights: list[Flight]) -> list[str]:
    """One counter with a star and one without: the others of a kind are the same choice."""
    left = _left(view, lane, flights)
    charts = view.setting.catalogue.counters
    starred = [plane for plane in left if charts[plane].star][:1]
    return starred + [plane for plane in left if not charts[plane].star][:1]


def _left(view: Now, lane: Lane, flights: list[Flight]) -> list[str]:
    taken = {flight.unit for flight in flights}
    own = view.setting.rulebook.air.get(lane.force, ())
    used = len(taken) + sum(plane in view.tracks.flown for plane in own)
    if used >= granted(view, lane.force):
        return []
    return [plane for plane in own if plane not in taken and plane not in view.tracks.flown]


def read_plan(game: Now, lane: Lane) -> Iterator[Flight]:
    """The flights a lane has planned so far."""
    flights: list[Flight] = []
    for sentence in lane.said:
        choice = game.setting.grammar.parse(sentence, game.setting.board)
        if isinstance(choice, Fly):
            flights.append(Flight(choice.unit, lane.force, choice.mission, choice.hex))
        elif isinstance(choice, Bomb):
            flights.append(Flight(choice.unit, lane.force, "object", choice.side[0], choice.side[1]))
        elif isinstance(choice, Share):
            flights = [_shared(flight, choice) if flight.unit == choice.unit else flight for flight in flights]
        elif isinstance(choice, Disrupt):
            flights += [Flight(plane, lane.force, "disrupt", choice.hex) for plane in disrupters(game, lane, flights)]
    return iter(flights)


def _shared(flight: Flight, choice: Share) -> Flight:
    return structs.replace(flight, shares=(*flight.shares, (choice.hex, choice.count)))


def disrupters(game: Now, lane: Lane, flights: list[Flight]) -> list[str]:
    """Counters that together are strong enough, those without stars first; Soviets are the only victims.

    [8.2.11, 8.2.12]
    """
    if enemy_of(lane.force) != "soviet":
        return []
    charts = game.setting.catalogue.counters
    left = sorted(_left(game, lane, flights), key=lambda plane: (charts[plane].star != "", plane))[:PER_HEX]
    most = granted(game, lane.force) - len(flights) - _flown(game, lane)
    return left if len(left) <= most and sum(air_strength(game, plane) for plane in left) >= HARASS_LEAST else []


def disruptions(view: Now, lane: Lane, flights: list[Flight]) -> Iterator[Disrupt]:
    """The missions of movement disorganisation that can still be planned. [8.2.11-8.2.13]"""
    if counters := disrupters(view, lane, flights):
        yield from (Disrupt(h) for h in harassable(view, flights, len(counters)))


def _flown(game: Now, lane: Lane) -> int:
    return sum(plane in game.tracks.flown for plane in game.setting.rulebook.air.get(lane.force, ()))


def harassable(view: Now, flights: list[Flight], count: int) -> Iterator[Hex]:
    """Any hex of the map with room for so many counters: the enemy need not be there yet. [8.2.13, 21.1.2]"""
    open_skies = {n for n in range(len(view.setting.rulebook.skies)) if left_in(view, flights, n) >= count}
    for h in range(len(view.setting.board)):
        if (sky_of(view, h) in open_skies or not view.setting.rulebook.skies) and room(flights, h) >= count:
            yield Hex(h)


def room(flights: Sequence[Flight], h: int) -> int:
    """How many counters may still fly to a hex. [21.1.2, ruling Q40]"""
    return PER_HEX - sum(flight.hex == h for flight in flights)


def missions(view: Now, side: str, flights: list[Flight], unit_id: str) -> Iterator[Choice]:
    """What one counter may fly. [8.2.1, kursk-8.2.8-0]"""
    left = left_by_sky(view, flights)
    for words, hexes in (
        (("support", "attack"), force(view, enemy_of(side)).at),
        (own_missions(view, side, unit_id), force(view, side).at),
        (("river",), banks_of_big_rivers(view)),
    ):
        for h in hexes:
            if room(flights, h) and left[sky_of(view, h)] > 0:
                yield from (Fly(UnitId(unit_id), Word(word), Hex(h)) for word in words)
    if air_strength(view, unit_id) >= OBJECT_LEAST:
        for bridge in all_bridges(view):
            whole, open_sky = tuple(bridge) not in view.position.broken, left[sky_of(view, bridge[0])] > 0
            if whole and room(flights, bridge[0]) and open_sky:
                yield Bomb(UnitId(unit_id), bridge)


def why_no_flight(view: Now, lane: Lane, flights: list[Flight], choice: Fly | Bomb) -> Refusal:
    """Why a counter does not fly a mission. [8.1.3, 8.1.5, 8.2, 21.1.2]"""
    h = choice.hex if isinstance(choice, Fly) else choice.side[0]
    if choice.unit not in view.setting.rulebook.air.get(lane.force, ()):
        return Refusal(f"You have no aircraft {choice.unit}.", "kursk-8.1.2-a")
    if any(flight.unit == choice.unit for flight in flights) or choice.unit in view.tracks.flown:
        return Refusal("Each air counter flies one mission a day.", "kursk-8.1.5-a")
    if not _left(view, lane, flights) or left_over(view, flights, h) <= 0:
        return Refusal("No more aircraft fly today, or over that front.", "kursk-8.1.4-a")
    if not room(flights, h):
        return Refusal(f"{PER_HEX} air counters fly to {label(view, h)} already.", "kursk-8.1.6-a")
    others = free(view, lane, flights)
    if choice.unit not in others:
        return Refusal("Another counter that is its equal flies first.", "kursk-8.1.3-a", f"Send {others[0]}.")
    return _why_no_mission(view, lane.force, choice)


def _why_no_mission(view: Now, side: str, choice: Fly | Bomb) -> Refusal:
    """Why nothing of the kind can be flown to a hex. [8.2]"""
    if isinstance(choice, Bomb):
        return Refusal("No bridge stands there, or the counter is too weak for it.", "kursk-8.2.10-a")
    if choice.mission in ("support", "attack"):
        return Refusal(f"No enemy stands in {label(view, choice.hex)}.", "kursk-8.2.1-a")
    if choice.mission == "river":
        return Refusal(f"{label(view, choice.hex)} is on no big river.", "kursk-8.2.16-a")
    if choice.mission == "cover" and side == "soviet":
        return Refusal("Soviet aircraft do not support a defence.", "kursk-8.2.5-a")
    if choice.mission == "supply":
        return Refusal("Only American and British aircraft bring supply.", "kursk-8.2.22-a")
    return Refusal(f"No friends stand in {label(view, choice.hex)}.", "kursk-8.2.1-a")


def why_no_disruption(view: Now, lane: Lane, flights: list[Flight], h: int) -> Refusal:
    """Why movement is not disorganised in a hex. [8.2.11, 8.2.12, 21.1.2]"""
    if enemy_of(lane.force) != "soviet":
        return Refusal("Only the movement of Soviet troops is disorganised.", "kursk-8.2.11-a")
    if not disrupters(view, lane, flights):
        return Refusal(f"It takes aircraft with {HARASS_LEAST} points of strength.", "kursk-8.2.12-a")
    return Refusal(f"No more aircraft can fly to {label(view, h)}.", "kursk-8.1.6-a")


def own_missions(view: Now, side: str, unit_id: str) -> tuple[str, ...]:
    """Over friends: defensive support, which Soviets cannot fly, and supply, which only some can.

    [8.2.5, 8.2.22, 8.2.23]
    """
    nation = view.setting.rulebook.nations[side]
    cover = () if side == "soviet" else ("cover",)
    lifts = nation in SUPPLIERS and air_strength(view, unit_id) >= SUPPLY_LEAST
    return (*cover, "supply") if lifts else cover


# -- the phase


def open_air(work: WbWork, side: str) -> None:
    """The aircraft of the last Air Phase go home; sides that still have some plan anew. [2.2-b, 8.1.2, 8.1.4]"""
    work.position = structs.replace(work.position, air=(), harassed=())
    lanes = tuple(Lane(work.setting.seat_of[side], side) for side in SIDES if hangar(work, side))
    if lanes:
        work.push(AirPlan(lanes))
    else:
        recover_from_air(work, work.tracks.phase)


def clear_air(work: WbWork) -> None:
    """A new day: every counter may fly again. [8.1.5]"""
    work.position = structs.replace(work.position, air=(), harassed=())
    if work.tracks.flown:
        work.tracks = structs.replace(work.tracks, flown=(), flown_over=())
