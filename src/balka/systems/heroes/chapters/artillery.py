"""Off-board artillery: planned in secret, landing a Pre-Round Sequence later, wherever it drifts. [13.4-13.9, 14.2]"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from balka.core.checks import Check, Tally, add
from balka.core.choices import Card, Choice, Facing, Hex, Node, Refusal, Token, Word
from balka.core.frames import Ask, Frame, Lane, Quote, Together, asking
from balka.core.hexes import hexes_in, mask_of
from balka.systems.heroes.chapters.placing import Ready
from balka.systems.heroes.chapters.ratings import cap_part
from balka.systems.heroes.chapters.shells import Found, Shelling, ShellingHidden
from balka.systems.heroes.chapters.smoke import put_smoke
from balka.systems.heroes.data.mission_data import Oba
from balka.systems.heroes.events.artillery import PlansMade, StrikeOpened, StrikePlanned
from balka.systems.heroes.events.checks import DriftRolled, StrikeRolled
from balka.systems.heroes.play import verbs
from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.play.edition import Chapter
from balka.systems.heroes.play.rolls import EITHER, Result, roll_check
from balka.systems.heroes.play.situation import blocked, caps, looks_out
from balka.systems.heroes.play.spending import cap_choices_both_ways, spend
from balka.systems.heroes.units import HeroesState, HeroesWork

FURTHEST_DRIFT = {"german": 2, "soviet": 3}  # by the older manual [13.7-h]
SIDES = 6
NORTH = 0
SHELLS, SMOKE = "he", "smoke"
SETUP = "setup"
PLANNED = "plan"


class Plan(Choice, frozen=True):
    """Note the Target Hex of a strike, and what is fired. [13.5-a, 14.2-a, atb 12.1-b]"""

    verb = "plan"
    final = "maybe"
    card: Card
    target: Hex
    what: Word


class Hold(Choice, frozen=True):
    """Plan no strike with this card now."""

    verb = "hold"
    final = "maybe"
    card: Card


class Arrow(Choice, frozen=True):
    """Which way the arrow of the Artillery Marker points. [13.6-c]"""

    verb = "arrow"
    facing: Facing


# -- what the Mission allows


def strikes_of(now: Now, force: str) -> list[Oba]:
    """The artillery a force has been given. [13.4-a, 8.8-a, atb 12.1-a]"""
    held = {grant.card for grant in now.setting.mission.forces[force].weapons}
    return [rule for rule in now.setting.mission.special if isinstance(rule, Oba) and rule.card in held]


def may_plan(now: Now, force: str, when: int | str) -> tuple[str, ...]:
    """Cards with which a force may plan a strike in this Pre-Round Sequence. [13.4-a, 9.4-h, 8.4-e]"""
    return tuple(rule.card for rule in strikes_of(now, force) if when in rule.plan)


def target_area(now: Now, force: str, rule: Oba) -> int:
    """Any hex of the map, unless the Mission limits it to a zone or to what spotters see now. [13.5-c, atb 12.1-e]"""
    area = now.setting.zones[rule.zone] if rule.zone else now.setting.board.everywhere
    return area & _spotted(now, force, rule) if rule.spotters else area


def _spotted(now: Now, force: str, rule: Oba) -> int:
    """What a force's spotters see, Hidden ones too, which stay Hidden. [atb 12.1-f, 12.1-g]"""
    found = 0
    for unit in (*now.position.units.values(), *now.position.hidden.values()):
        if unit.force != force or unit.kind not in rule.spotters or unit.hex < 0:
            continue
        found |= 1 << unit.hex
        if looks_out(now, unit):
            seen = now.setting.ground.sight_between(int(now.setting.kind(unit).is_foot)).visible[unit.hex]
            found |= mask_of(h for h in hexes_in(seen) if blocked(now, unit.hex, h) is None)
    return found


# -- planning


class Planning(Together, frozen=True):
    """Everybody with artillery plans at the same time, in secret. [13.5-a, atb 13.1-e]"""

    when: str = ""

    lane_kind = "artillery.plan"

    def lane_grow(self, state: HeroesState, lane: Lane, path: tuple[Token, ...]) -> Sequence[Node]:
        left = self._left(state, lane)
        if not left:
            return [Ready()] if not path else ()
        rule = left[0]
        if not path:
            aims: list[Node] = [PLANNED] if target_area(state, lane.force, rule) else []
            return [*aims, Hold(Card(rule.card))]
        if len(path) < 3:
            return [rule.card] if len(path) == 1 else list(hexes_in(target_area(state, lane.force, rule)))
        kinds = (SHELLS, SMOKE) if rule.smoke else (SHELLS,)
        target = path[2]
        assert isinstance(target, int)
        return [Plan(Card(rule.card), Hex(target), Word(kind)) for kind in kinds]

    def _left(self, state: HeroesState, lane: Lane) -> list[Oba]:
        """Cards this lane has not spoken about yet."""
        when: int | str = self.when if self.when == SETUP else int(self.when)
        said = {text.split()[1] for text in lane.said}
        return [r for r in strikes_of(state, lane.force) if when in r.plan and r.card not in said]

    def is_ready(self, choice: Choice) -> bool:
        return isinstance(choice, Ready)

    def close(self, work: HeroesWork, lanes: tuple[Lane, ...]) -> None:
        """The plans are kept as notes of their owners; the others hear only that plans were made. [13.5-a]"""
        for lane in lanes:
            for text in lane.said:
                if text.startswith(PLANNED):
                    _note(work, lane, text)
            work.tell(PlansMade(lane.force))

    def prompt(self, view: HeroesState, seat: str) -> str:
        lane = self.lane_of(seat)
        left = self._left(view, lane)
        return (
            f"Plan a strike of {view.setting.cards[left[0].card].name}, or hold it." if left else "Your plans are made."
        )

    def refuse(self, view: HeroesState, choice: Choice, seat: str) -> Refusal:
        return Refusal(
            "Artillery is being planned: a card, a hex the Mission allows, and he or smoke.", "sos-13.5-a atb-12.1-b"
        )


def _note(work: HeroesWork, lane: Lane, text: str) -> None:
    _, card, label, kind = text.split()
    notes = {**work.secrets.get(lane.force, {}), f"{PLANNED} {work.tracks.round} {card}": f"{label} {kind}"}
    work.secrets = {**work.secrets, lane.force: notes}
    work.tell_only((lane.seat,), StrikePlanned(lane.force, card, work.setting.board.hex(label), kind))


def plan_strikes(work: HeroesWork) -> None:
    """New strikes are planned before old ones land. [9.4-h, 13.6-a, 8.8-b]"""
    _plan(work, work.tracks.round)


def plan_first_strikes(work: HeroesWork) -> None:
    """Strikes the Mission allows to be planned during set-up."""
    _plan(work, SETUP)


def _plan(work: HeroesWork, when: int | str) -> None:
    forces = [force for force in work.setting.forces if may_plan(work, force, when)]
    if forces:
        lanes = tuple(Lane(work.setting.seat_of[force], force) for force in forces)
        work.push(Planning(lanes, str(when)))


# -- strikes landing


def land_strikes(work: HeroesWork) -> None:
    """What was planned a full Round ago lands now. [9.4-i, 13.5-b]"""
    for force in reversed(tuple(work.setting.forces)):
        for key in sorted(work.secrets.get(force, {}), reverse=True):
            if key.startswith(f"{PLANNED} {work.tracks.round - 1} "):
                _open(work, force, key)


def _open(work: HeroesWork, force: str, key: str) -> None:
    """The plan is read out; from here on everybody knows it. [13.6-b]"""
    label, kind = work.secrets[force][key].split()
    notes = {name: text for name, text in work.secrets[force].items() if name != key}
    work.secrets = {**work.secrets, force: notes}
    card, target = key.split()[2], work.setting.board.hex(label)
    work.tell(StrikeOpened(force, card, target, kind))
    work.push(Strike(force, card, target, kind, work.setting.edition.artillery.arrow))


def drift_check(now: Now, force: str, count: int) -> Check:
    """One die against the Drift Number, which CAPs may change. [13.7-a, 13.7-d, atb 12.2-a, b]"""
    side = now.setting.forces[force]
    rule = "sos-13.7-b atb-12.2-a" if side == "german" else "sos-13.7-c atb-12.2-a"
    parts = (add(now.setting.edition.artillery.drift_numbers[side], "Drift Number", rule), *cap_part(count))
    return Check("Drift Check", "d6", Tally("Drift Number", parts))


def direction_check(count: int) -> Check:
    """The die read against the numbers on the marker, shifted by CAPs. [13.7-f, 13.7-g]"""
    part = add(count, f"{abs(count)} CAPs", "sos-13.7-g atb-3.2.3-a")
    return Check("Drift direction", "d6", Tally("Shift", (part,) if count else ()), "die")


def area_at(now: Now, axial: tuple[int, int]) -> int:
    """The hexes of the map within one hex of a spot, which may itself lie off the map. [13.8-a]"""
    board = now.setting.board
    spots = (axial, *((axial[0] + q, axial[1] + r) for q, r in board.grid.steps))
    return mask_of(board.by_axial[spot] for spot in spots if spot in board.by_axial)


class Strike(Frame, frozen=True):
    """A strike landing: the marker's arrow, the Drift Check, perhaps a direction, then its effect. [13.6-b]"""

    force: str
    card: str
    target: int
    what: str
    arrow: int = -1
    drift: int = -1
    """how far it drifts; -1 while the Drift Check is to be made"""
    shift: int = 0
    check: Check | None = None

    def ask(self, state: HeroesState) -> tuple[Ask, ...]:
        kind = "strike.aim" if self.arrow < 0 else "strike.drift" if self.drift < 0 else "strike.direction"
        return asking(state.setting.seat_of[self.force], self.force, kind)

    def grow(self, state: HeroesState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        if path:
            return ()
        if self.arrow < 0:
            return [Arrow(Facing(side)) for side in range(SIDES)]
        return cap_choices_both_ways(caps(state, self.force))

    def answer(self, work: HeroesWork, choice: Choice) -> None:
        if isinstance(choice, Arrow):
            work.replace_top(structs.replace(self, arrow=choice.facing))
            return
        assert isinstance(choice, verbs.Caps)
        spend(work, self.force, choice.count)
        check = drift_check(work, self.force, choice.count) if self.drift < 0 else direction_check(choice.count)
        work.replace_top(structs.replace(self, check=check, shift=choice.count))
        roll_check(work, self.force, "drift" if self.drift < 0 else "drift direction", check)

    def hopes(self, now: Now) -> str:
        """By now its owner may wish it elsewhere. [13.7-d]"""
        return EITHER

    def resume(self, work: HeroesWork, result: Result) -> None:
        assert self.check is not None
        if self.drift < 0:
            self._drifts(work, result)
        else:
            self._turns(work, result)

    def _drifts(self, work: HeroesWork, result: Result) -> None:
        """The Drift Number or more is on target; less goes astray by as many hexes as it shows.

        [13.7-a, e, 14.2-b, atb 12.2-c]
        """
        assert self.check is not None
        board, on_target = work.setting.board, result.band == "yes"
        distance = 0 if on_target else drifts_by(work, self.force, result)
        rolled = (self.force, self.check, result.faces, result.adjust)
        work.tell(StrikeRolled(*rolled, self.target, on_target, distance))
        work.replace_top(structs.replace(self, drift=distance, check=None))
        if not distance:
            self._land(work, board.axial[self.target])

    def _turns(self, work: HeroesWork, result: Result) -> None:
        """One is where the arrow points, the others follow clockwise. [13.7-f, 13.7-g, atb 12.2-d]"""
        assert self.check is not None
        board = work.setting.board
        side = (self.arrow + result.total + self.shift - 1) % SIDES
        work.tell(DriftRolled(self.force, self.check, result.faces, result.adjust, self.drift, side))
        (q, r), (dq, dr) = board.axial[self.target], board.grid.steps[side]
        self._land(work, (q + self.drift * dq, r + self.drift * dr))

    def _land(self, work: HeroesWork, spot: tuple[int, int]) -> None:
        """Smoke, or an attack on everybody there, friend or foe.

        [13.8, 14.2-c, 13.8-b, atb-card-weapon-oba-c, atb 12.1-c, atb 13.1-f]
        """
        work.pop()
        area = list(hexes_in(area_at(work, spot)))
        if self.what == SMOKE:
            put_smoke(work, area, self.force, "sos-14.2-c atb-card-weapon-oba-c")
            return
        work.push(Shelling(self.force, self.card, tuple(area)))

    def prompt(self, view: HeroesState, seat: str) -> str:
        where = f"{view.setting.cards[self.card].name} at {view.setting.board.labels[self.target]}"
        if self.arrow < 0:
            return f"{where}: which way does the arrow of the marker point?"
        return f"{where}: spend CAPs on the {'Drift Check' if self.drift < 0 else 'direction'}, then roll."

    def quote(self, view: HeroesState, choice: Choice, seat: str) -> Quote:
        if isinstance(choice, verbs.Caps) and self.drift < 0:
            return Quote(None, (drift_check(view, self.force, choice.count),), "yes")
        return Quote(final=choice.final)

    def panel(self, view: HeroesState) -> tuple[Check, ...]:
        return (drift_check(view, self.force, 0),) if self.drift < 0 else ()

    def refuse(self, view: HeroesState, choice: Choice, seat: str) -> Refusal:
        return Refusal("A strike is landing: the arrow, then up to 2 CAPs on each roll.", "sos-13.7-d atb-12.2-b")


def drifts_by(now: Now, force: str, result: Result) -> int:
    """What the failed die shows or came to by Luck; by the older manual two or three hexes at most. [13.7-e, 13.7-h]"""
    shown = now.setting.edition.artillery.drift(result)
    limit = FURTHEST_DRIFT[now.setting.forces[force]]
    return min(shown, limit) if now.setting.rulebook.drift_is_short else shown


CHAPTER = Chapter(
    name="13",
    verbs=(Plan, Hold, Arrow),
    frames=(Planning, Strike, Shelling, ShellingHidden, Found),
)
