"""Vehicles: Bonus Moves, ground they cannot enter, cover they give, Bogged Down.

[15.0-a, 15.12-a, chapter 15, card 15, atb 14.0-a]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import structs

from balka.core.checks import Check, Part, Tally, add
from balka.core.choices import Card, Choice, Facing, Hex, Node, Refusal, Token, UnitId
from balka.core.frames import Ask, Frame, Quote, asking
from balka.systems.heroes.chapters.fire import Shot
from balka.systems.heroes.chapters.group_moves import GroupMoving
from balka.systems.heroes.chapters.leaving import Leave, depart, exit_from, may_leave
from balka.systems.heroes.chapters.movement import SIDES, impassable, may_move, step, why_closed
from balka.systems.heroes.chapters.ratings import cap_part
from balka.systems.heroes.chapters.smoke import HEAVY, density
from balka.systems.heroes.events.checks import BogRolled
from balka.systems.heroes.ground import NAMES
from balka.systems.heroes.play import verbs
from balka.systems.heroes.play.actions import Action, ExtraCost
from balka.systems.heroes.play.costs import NAME, Now, penalties
from balka.systems.heroes.play.edition import Chapter
from balka.systems.heroes.play.hooks import Ratings, Stepping
from balka.systems.heroes.play.quotes import rolls_of
from balka.systems.heroes.play.rolls import Result, discard, roll_check
from balka.systems.heroes.play.situation import beside_vehicle, caps, foes_who_may_hold, holds
from balka.systems.heroes.play.spending import cap_choices, spend
from balka.systems.heroes.units import HeroesState, HeroesWork, Unit

BOGGED_DOWN, BOGGED_ON = "15", 4
CARD_15 = "sos-card-15-b atb-card-20-b"
BEHIND_VEHICLE = add(1, "Beside a friendly vehicle", "sos-15.15-a atb-15.7-a")
SHIELDED = add(2, "Inside an APC", "sos-16.6-a atb-16.1-a")
WHEEL, TRACK = "wheel", "track"


class Go(Choice, frozen=True):
    """One hex further by a Bonus Move, then face as you like. [15.2, atb 14.1-a]"""

    verb = "go"
    final = "maybe"
    subject = "unit"
    unit: UnitId
    to: Hex
    facing: Facing


class Stay(Choice, frozen=True):
    """No further Bonus Move. [15.2, atb 14.1-a]"""

    verb = "stay"
    final = "maybe"


# -- ground and cover


def bars(now: Now, unit: Unit, start: int, to: int) -> Refusal | None:
    """Some terrain stops wheels or tracks, except by road. [15.3-f, 15.4-a, 16.2-b, ruling C33, atb 14.2-a, b]"""
    ground, way = now.setting.ground, now.setting.kind(unit).move_type
    rule = ground.tables.closed.get(way, {}).get(ground.terrain[to])
    if rule is None or ground.by_road(start, to):
        return None
    who = {"wheeled": "Wheels", "tracked": "Tracks"}.get(way, "Foot Units")
    what = NAMES.get(ground.terrain[to], ground.terrain[to])
    return Refusal(f"{who} cannot go into the {what} at {now.setting.board.labels[to]}.", rule, "Take a road.")


def defence_parts(now: Now, shot: Shot) -> Iterator[Part]:
    """An APC shields soft passengers; any vehicle is cover for friends on foot beside it.

    [15.15, 16.6, atb 15.7-a, atb 16.1-a, atb 17.0-f]
    """
    target, kind, rules = shot.target, now.setting.kind(shot.target), now.setting.edition.vehicles
    if target.carrier and rules.shielded(kind):
        carrier = now.setting.kinds[now.setting.counters[target.carrier]]  # it may be gone by the same attack
        if kind.def_color == "red" and "apc" in carrier.flags:
            yield SHIELDED
    if target.carrier or not kind.is_foot or shot.weapon.bare:  # it counts among the terrain [18.0-e]
        return
    if rules.covered_behind(kind) and (shot.screened or beside_vehicle(now, target)):
        yield BEHIND_VEHICLE


def no_attack(now: Now, unit: Unit) -> Refusal | None:
    """Who is carried or towed does not attack. [15.8-d, 15.10-d, atb 17.0-i]"""
    if not unit.carrier:
        return None
    towed = now.setting.kind(unit).is_vehicle
    what, rule = ("towed", "sos-15.10-d atb-17.0-i") if towed else ("carried", "sos-15.8-d atb-17.0-i")
    return Refusal(f"{now.setting.name(unit.id)} is being {what} and may not attack.", rule, "Unload it first.")


# -- Bonus Moves


def is_rough(now: Now, unit: Unit, to: int) -> bool:
    """Is a hex no open going for a unit that does not come to it by road? [15.2-g, 15.3, 15.4-a, atb 14.1-e]"""
    ground = now.setting.ground
    return not ground.by_road(unit.hex, to) and ground.terrain[to] not in ground.tables.open_going


def earned(now: Now, unit: Unit, to: int) -> tuple[int, int]:
    """The Wheel and Track bonuses a vehicle may still use after its first hex; smoke.py bars smoke.

    [15.2-g, 15.2-i, atb 14.1-a]
    """
    kind = now.setting.kind(unit)
    backwards = unit.hex >= 0 and not now.setting.ground.front[unit.hex][unit.facing] >> to & 1
    if backwards or is_rough(now, unit, to) or now.setting.edition.vehicles.earns_nothing(now, unit, to):
        return 0, 0
    return kind.bonus_wheel, kind.bonus_track


def symbol_for(now: Now, unit: Unit, to: int, wheel: int, track: int) -> str:
    """The symbol a Bonus Move to a hex would use, a Wheel where it will do: Tracks go wherever it goes.

    [15.2, 16.2, 15.2-e, m, 15.5-a, 16.2-a, atb 14.1-b, atb 16.0-a, atb 14.1-c, d, atb 14.2-e, f]
    """
    ground = now.setting.ground
    by_road = ground.on_road(unit.hex, to)
    if wheel and by_road and not any(now.setting.kind(other).is_vehicle for other in now.position.at(to)):
        return WHEEL
    return TRACK if track and (by_road or ground.terrain[to] in ground.tables.open_going) else ""


def further_hexes(now: Now, unit: Unit, to: int) -> dict[int, int]:
    """Where Bonus Moves could take a vehicle from its first hex, and what the way adds to the cost. [15.2, 15.2-l]"""
    found: dict[int, int] = {}
    waiting = [(unit, to, *earned(now, unit, to), 0)]
    while waiting:
        before, place, wheel, track, cost = waiting.pop()
        there = before.changed(hex=place)
        driving = Driving(unit.force, unit.id, wheel, track, paid=False)
        for side, h in enumerate(now.setting.ground.neighbours[place]):
            turned = there.changed(facing=side)
            if h < 0 or not (wheel or track) or driving.refusal(now, turned, h) is not None:
                continue
            total = cost + sum(part.value for part in penalties(now, turned, h))
            if total < found.get(h, total + 1):
                found[h] = total
                after = driving.after(now, turned, h)
                waiting.append((turned, h, after.wheel, after.track, total))
    return found


class Driving(Frame, frozen=True):
    """A vehicle on its way: the bonuses left, and what the way has added to the cost. [15.2]

    `paid`: the Action is paid for already, so that no hex may be chosen that costs more.
    """

    automatic = True

    force: str
    unit: str
    wheel: int
    track: int
    paid: bool
    dearer: tuple[Part, ...] = ()
    way: tuple[tuple[int, int], ...] = ()

    def run(self, work: HeroesWork) -> None:
        unit = work.position.units.get(self.unit)
        if unit is not None and (self.hexes(work, unit) or self.may_leave(work, unit)):
            work.push(Steering(self.force, self.unit))
            return
        work.pop()
        if self.dearer or self.way:
            work.finish(ExtraCost(self.dearer, self.way))
        if not getattr(work.stack[-1], "may_go_on", False):
            come_to_rest(work, self.force, self.unit)

    def hexes(self, now: Now, unit: Unit) -> list[int]:
        """Where a Bonus Move may lead, whatever marker lies under the vehicle. [15.2]"""
        if not self.wheel and not self.track:
            return []
        return [to for to in now.setting.ground.neighbours[unit.hex] if to >= 0 and self.refusal(now, unit, to) is None]

    def refusal(self, now: Now, unit: Unit, to: int) -> Refusal | None:
        """Why a Bonus Move cannot lead to an adjacent hex."""
        label = now.setting.board.labels[to]
        if not symbol_for(now, unit, to, self.wheel, self.track):
            return _no_symbol(now, unit, to, self.wheel)
        barred = why_closed(now, unit, to) or impassable(now, unit, unit.hex, to)
        if barred is not None:
            return barred
        for rule in now.setting.edition.movement.no_bonus:
            reason = rule(now, unit, unit.hex, to)
            if reason is not None:
                return reason
        more = sum(part.value for part in penalties(now, unit, to)) if self.paid else 0
        if more > 0 and more > self.spare(now):
            return Refusal(f"The Action is paid for, and the way to {label} would cost more.", "sos-3.4-b atb-14.1-h")
        return None

    def spare(self, now: Now) -> int:
        """What the way may still add to the cost."""
        added = sum(part.value for part in self.dearer)
        owner = next(frame for frame in reversed(now.stack) if isinstance(frame, Action | GroupMoving))
        if isinstance(owner, GroupMoving):
            return owner.spare(now) - added
        return int(now.setting.edition.economy.spare(now, owner)) - added

    def owed(self, now: Now) -> int:
        """CAPs that must be left to pay for the way; a Group counts its own. [atb 14.1-h]"""
        alone = isinstance(next(f for f in reversed(now.stack) if isinstance(f, Action | GroupMoving)), Action)
        return max(0, caps(now, self.force) - self.spare(now)) if self.dearer and alone else 0

    def may_leave(self, now: Now, unit: Unit) -> bool:
        """Off the map by a Bonus Move, which Heavy Smoke cancels. [4.12-g, 14.3-e]"""
        free = bool(self.wheel or self.track) and density(now, unit.hex) != HEAVY
        return free and exit_from(now, unit) is not None

    def after(self, now: Now, unit: Unit, to: int, facing: int = 0) -> Driving:
        """One symbol less, and what the hex costs on top. [15.2-a, 15.2-n]"""
        used = symbol_for(now, unit, to, self.wheel, self.track)
        return structs.replace(
            self,
            wheel=self.wheel - (used == WHEEL),
            track=self.track - (used == TRACK),
            dearer=self.dearer + penalties(now, unit, to),
            way=(*self.way, (to, facing)),
        )

    def resume(self, work: HeroesWork, result: object) -> None:
        """Something met on the way adds to the cost."""
        if isinstance(result, ExtraCost):
            work.replace_top(structs.replace(self, dearer=self.dearer + result.parts))


def _no_symbol(now: Now, unit: Unit, to: int, wheel: int) -> Refusal:
    label = now.setting.board.labels[to]
    if wheel and now.setting.ground.on_road(unit.hex, to):
        return Refusal(f"A vehicle in {label} blocks the road.", "sos-15.2-d atb-14.2-e")
    rule = "sos-15.2-c atb-14.1-c" if wheel else "sos-15.2-f atb-14.1-d"
    return Refusal(f"No Bonus Move leads to {label}: Wheels need a road, Tracks a road or open going.", rule)


class Steering(Frame, frozen=True):
    """The next Bonus Move and a turn after it, or none. [15.2, 15.2-b, atb 14.1-g, f]"""

    force: str
    unit: str

    def ask(self, state: HeroesState) -> tuple[Ask, ...]:
        return asking(state.setting.seat_of[self.force], self.force, "drive")

    def driving(self, now: Now) -> Driving:
        frame = now.stack[-2]
        assert isinstance(frame, Driving)
        return frame

    def grow(self, state: HeroesState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        unit = state.position.units[self.unit]
        if path and path[0] != unit.id:
            return ()
        if may_move(state, unit) is not None:  # a marker laid on the way may forbid it, and only its owner knows
            return [] if path else [Stay()]
        places = self.driving(state).hexes(state, unit)
        leave = may_leave(state, unit)
        if not path:  # who was to be brought off may be as good as destroyed, and only its owner knows
            return [unit.id, Stay()] if places or leave else [Stay()]
        if len(path) == 1:
            return [*(["go"] if places else []), *([Leave(UnitId(unit.id))] if leave else [])]
        if len(path) == 2:
            return places if path[1] == "go" else ()
        to = path[2]
        return [Go(UnitId(unit.id), Hex(to), Facing(side)) for side in range(SIDES)] if isinstance(to, int) else ()

    def answer(self, work: HeroesWork, choice: Choice) -> None:
        driving, unit = self.driving(work), work.position.units[self.unit]
        work.pop()
        if isinstance(choice, Go):
            work.replace_top(driving.after(work, unit, choice.to, choice.facing))
            step(work, unit, choice.to, choice.facing)
            return
        work.replace_top(structs.replace(driving, wheel=0, track=0))
        if isinstance(choice, Leave):
            depart(work, unit)

    def prompt(self, view: HeroesState, seat: str) -> str:
        driving = self.driving(view)
        left = driving.wheel + driving.track
        return f"{view.setting.name(self.unit)} may go on: {left} Bonus Move{'s' if left != 1 else ''} left."

    def quote(self, view: HeroesState, choice: Choice, seat: str) -> Quote:
        driving, unit = self.driving(view), view.position.units[self.unit]
        if isinstance(choice, Go):
            rolls = rolls_of(view, unit, verbs.Move.verb, choice.to)
            return Quote(Tally(NAME, driving.after(view, unit, choice.to).dearer), rolls, choice.final)
        return Quote(Tally(NAME, driving.dearer), final=choice.final)

    def refuse(self, view: HeroesState, choice: Choice, seat: str) -> Refusal:
        unit = view.position.units[self.unit]
        if isinstance(choice, Go) and choice.unit == unit.id:
            barred = may_move(view, unit)
            if barred is not None:
                return barred
            if view.setting.board.are_neighbours(unit.hex, choice.to):
                found = self.driving(view).refusal(view, unit, choice.to)
                if found is not None:
                    return found
            return Refusal("A Bonus Move goes one hex.", "sos-15.2-a atb-14.1-a")
        return Refusal(f"{view.setting.name(unit.id)} is on its way.", "sos-15.2-k atb-14.1-g", "Say 'go' or 'stay'.")


def sets_off(work: HeroesWork, unit: Unit, to: int, *, paid: bool) -> None:
    """A vehicle that sets off may go on by Bonus Moves, and may bog down. [15.2, card 15]"""
    if work.setting.kind(unit).is_vehicle:
        wheel, track = earned(work, unit, to)
        work.push(Driving(unit.force, unit.id, wheel, track, paid))


# -- Bogged Down


def bog_check(count: int = 0) -> Check:
    """Four or more with two dice, less CAPs. [card 15, 3.2-c]"""
    number = add(BOGGED_ON, "Bogged Down", CARD_15)
    return Check("Bogged Down", "2d6", Tally("Number needed", (number, *cap_part(count))))


def come_to_rest(work: HeroesWork, force: str, name: str) -> None:
    """A vehicle that has ended its Move may bog down. [card 15]"""
    unit, foes = work.position.units.get(name), foes_who_may_hold(work, force, BOGGED_DOWN)
    if foes and unit is not None and not unit.bogged and unit.hex >= 0:
        work.push(Bogging(force, name, foes))


class Bogging(Frame, frozen=True):
    """A vehicle has stopped: an opponent may play Bogged Down on it; CAPs go into the roll. [card 15, 3.2-c]"""

    force: str
    unit: str
    foes: tuple[str, ...]
    played: str = ""
    """the card, once it lies on the table"""
    check: Check | None = None

    def ask(self, state: HeroesState) -> tuple[Ask, ...]:
        enemy, kind = self.foes[0], "bog.roll" if self.played else "bog.window"
        return asking(state.setting.seat_of[enemy], enemy, kind, window=not self.played)

    def grow(self, state: HeroesState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        if self.played:
            return cap_choices(caps(state, self.foes[0]))
        can = holds(state, self.foes[0], BOGGED_DOWN)
        return [verbs.Pass(), verbs.Play(Card(BOGGED_DOWN))] if can else [verbs.Pass()]

    def answer(self, work: HeroesWork, choice: Choice) -> None:
        if isinstance(choice, verbs.Play):
            discard(work, self.foes[0], BOGGED_DOWN)
            work.replace_top(structs.replace(self, played=BOGGED_DOWN))
        elif isinstance(choice, verbs.Caps):
            spend(work, self.foes[0], choice.count)
            check = bog_check(choice.count)
            work.replace_top(structs.replace(self, check=check))
            roll_check(work, self.foes[0], "bogged down", check)
        elif len(self.foes) > 1:
            work.replace_top(structs.replace(self, foes=self.foes[1:]))
        else:
            work.pop()

    def resume(self, work: HeroesWork, result: Result) -> None:
        """It is stuck until the Round ends or another vehicle tows it out; its gun still fires. [sos-card-15-c]"""
        assert self.check is not None
        work.pop()
        stuck = result.band == "yes"
        work.tell(BogRolled(self.foes[0], self.check, result.faces, result.adjust, self.unit, stuck))
        if stuck:
            work.put(work.position.units[self.unit].changed(bogged=True))

    def prompt(self, view: HeroesState, seat: str) -> str:
        name = view.setting.name(self.unit)
        if self.played:
            return f"Spend CAPs on Bogged Down under {name}, then roll."
        return f"{name} has moved. Let it be, or play Bogged Down."

    def quote(self, view: HeroesState, choice: Choice, seat: str) -> Quote:
        if isinstance(choice, verbs.Caps):
            return Quote(None, (bog_check(choice.count),), "yes")
        return Quote(None, (bog_check(),), "yes") if isinstance(choice, verbs.Play) else Quote(final="yes")

    def refuse(self, view: HeroesState, choice: Choice, seat: str) -> Refusal:
        return Refusal("Only Bogged Down, by who holds it, answers a vehicle's move.", CARD_15, "pass")


CHAPTER = Chapter(
    name="15",
    verbs=(Go, Stay),
    frames=(Driving, Steering, Bogging),
    movement=Stepping(bars=(bars,), sets_off=(sets_off,)),
    ratings=Ratings(defence=(defence_parts,), no_attack=(no_attack,)),
)
