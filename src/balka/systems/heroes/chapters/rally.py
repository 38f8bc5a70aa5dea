"""Rallying: shaking off a Hit Marker. [7.6-7.10]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import structs

from balka.core.checks import Check, Part, Tally, add, unknown
from balka.core.choices import Choice, Node, Refusal, Token, UnitId
from balka.core.frames import Ask, Frame, Quote, asking
from balka.systems.heroes.chapters.hits import return_marker
from balka.systems.heroes.chapters.ratings import cap_part, pile_of
from balka.systems.heroes.events.checks import RallyRolled
from balka.systems.heroes.events.hits import MarkerLifted
from balka.systems.heroes.play import verbs
from balka.systems.heroes.play.actions import FREE_BY_CARD, NORMAL, Action
from balka.systems.heroes.play.acts import ON_MAP, ONLY_RALLIES, RIDING, Act
from balka.systems.heroes.play.costs import RALLY, Now
from balka.systems.heroes.play.economy import affordable
from balka.systems.heroes.play.rolls import Result, roll_check, use_veteran
from balka.systems.heroes.play.situation import caps, enemy_in, friends_in, marker_of, seen_unit, unseen_by
from balka.systems.heroes.play.spending import cap_choices, spend
from balka.systems.heroes.play.telling import tell_about
from balka.systems.heroes.units import UNKNOWN, HeroesState, HeroesWork, Unit

LEADER = "V04"
LED = add(-2, "Motivated Leader", "sos-card-V04-a")
DUG_IN = add(-1, "In a Hasty Defense", "sos-7.8-k atb-7.6.1-a")
UNSEEN_RALLY = Check(
    "Rally of a Hidden unit", "2d6", Tally("Rally Number", (unknown(1, 9, "Its number", "sos-11.6-a atb-10.1-h"),))
)


def why_not_rally(now: Now, unit: Unit) -> Refusal | None:
    """Why a unit cannot take a Rally Action.

    [7.6-a, 7.9, 7.7-d, 15.13-b, sos-hit-soft-destroyed-d, sos-hit-armored-destroyed-d,
    sos-hit-armored-gun-damaged-c, sos-hit-armored-immobilized-d, sos-hit-armored-light-damage-c, atb 7.6-g,
    atb-hit-veh-immobilized-e, atb-hit-veh-light-damage-c, atb 7.6-f, atb-hit-veh-gun-damaged-c]
    """
    name = now.setting.name(unit.id)
    if not unit.marker:
        return Refusal(f"{name} has no Hit Marker to rally from.", "sos-7.6-a atb-7.6-b")
    if not can_be_rallied(now, unit):
        return Refusal(f"{name}'s marker cannot be rallied.", "sos-7.9-b atb-7.6-g")
    if enemy_in(now, unit.side, unit.hex):
        return Refusal("No Rally while an enemy is in the same hex.", "sos-7.9-a atb-7.6-i")
    return None


def can_be_rallied(now: Now, unit: Unit) -> bool:
    """Is its marker known, and one that a Rally takes off? [7.9-b, atb 7.6-g]"""
    marker = marker_of(now, unit)
    return marker is not None and marker.recovery == "rally"


def rally_check(now: Now, unit: Unit, count: int = 0, helps: tuple[Part, ...] = ()) -> Check:
    """Two dice against the marker's Rally Number after terrain, works, friends, a Leader and CAPs.

    [7.7, 7.8, 7.8-g, atb 7.6.1-c]
    """
    parts = (printed_number(now, unit), *cover_parts(now, unit), *friend_parts(now, unit), *helps, *cap_part(count))
    return Check(f"Rally of {now.setting.name(unit.id)}", "2d6", Tally("Rally Number", parts))


def printed_number(now: Now, unit: Unit) -> Part:
    """The number at the marker's top centre; a range where the marker lies face down for the viewer.

    [7.7-e, sos-hit-soft-stunned-c, sos-hit-soft-unnerved-c, sos-hit-soft-pinned-c, sos-hit-soft-cowering-f,
    sos-hit-soft-suppressed-e, sos-hit-armored-stunned-b, sos-hit-armored-panicked-c,
    sos-hit-armored-suppressed-e, atb-hit-foot-panicked-e, atb-hit-foot-suppressed-e, atb-hit-veh-panicked-d,
    atb-hit-veh-stunned-c, atb-hit-veh-suppressed-e, atb-hit-foot-stunned-c, atb-hit-foot-unnerved-c,
    atb-hit-foot-pinned-d, atb-hit-foot-cowering-f, atb-hit-foot-berserk-f]
    """
    if unit.marker == UNKNOWN:
        pile = unit.pile or pile_of(now, unit)
        numbers = [
            m.rally for m in now.setting.markers.values() if m.pile == pile and m.recovery == "rally" and m.rally
        ]
        return unknown(min(numbers), max(numbers), "Rally Number of its face-down marker", "sos-7.7-e atb-7.6-b")
    marker = now.setting.markers[unit.marker]
    return add(marker.rally or 0, f"Rally Number of {marker.name}", "sos-7.7-e atb-7.6-b", marker.basis)


def cover_parts(now: Now, unit: Unit) -> tuple[Part, ...]:
    """One help for the ground, one for a work; added, or one for cover of any sort. [7.8-a to d, f, i to k]"""
    cover = now.setting.ground.rally_cover[unit.hex]
    parts: tuple[Part, ...] = (cover,) if cover is not None else ()
    for rule in now.setting.edition.ratings.rally:
        parts += tuple(rule(now, unit))
    parts = (*parts, DUG_IN) if unit.dug_in else parts
    return now.setting.edition.combat.rally_cover(parts)


def friend_parts(now: Now, unit: Unit) -> tuple[Part, ...]:
    """Each friend in the hex without a Hit Marker helps, in hiding each who hides there too.

    [7.8-e, 7.8-h, atb 7.6.1-b]
    """
    company = friends_in(now, unit.side, unit.hex)
    if unit.id in now.position.hidden:
        company = tuple(
            friend for friend in now.position.hidden.values() if friend.hex == unit.hex and friend.side == unit.side
        )
    helpers = [friend for friend in company if not friend.marker]
    return tuple(add(-1, f"{now.setting.name(friend.id)} in the hex", "sos-7.8-e atb-7.6.1-b") for friend in helpers)


class Rallying(Frame, frozen=True):
    """A rally under way: CAPs may go in, then the dice. [7.7]"""

    force: str
    unit: str
    check: Check | None = None
    public: Check | None = None
    count: int = 0
    helps: tuple[Part, ...] = ()
    """what lowers the number in place of CAPs"""

    def ask(self, state: HeroesState) -> tuple[Ask, ...]:
        return asking(state.setting.seat_of[self.force], self.force, "rally.roll")

    def grow(self, state: HeroesState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        more = [node for rule in state.setting.edition.rolls.on_rally for node in rule(state, self)]
        return [*cap_choices(caps(state, self.force)), *more]

    def answer(self, work: HeroesWork, choice: Choice) -> None:
        if isinstance(choice, verbs.Caps):
            spend(work, self.force, choice.count)
            self._roll(work, choice.count, ())
        else:
            use_veteran(work, self.force, LEADER, self.unit)
            self._roll(work, 0, (LED,))

    def _roll(self, work: HeroesWork, count: int, helps: tuple[Part, ...]) -> None:
        unit = work.unit(self.unit)
        check = rally_check(work, unit, count, helps)
        public = None if unit.shown else rally_check(work, unit.changed(marker=UNKNOWN), count, helps)
        public = UNSEEN_RALLY if unit.id in work.position.hidden else public
        work.replace_top(structs.replace(self, check=check, public=public, count=count, helps=helps))
        roll_check(work, self.force, "rally", check, public, self.unit)

    def resume(self, work: HeroesWork, result: Result) -> None:
        """A rallied marker is lifted; any other stays as it lies. [7.7-c, atb 7.6-d]"""
        assert self.check is not None
        work.pop()
        told = self._told(self.check, result)
        eyes = work.setting.eyes_of(work.setting.forces[self.force])
        if self.unit in work.position.hidden:
            work.tell_only(eyes, told)
        elif self.public is None:
            work.tell(told)
        else:
            work.tell_only(eyes, told, self._told(self.public, result))
        if result.band == "yes":
            lift_marker(work, work.unit(self.unit))

    def _told(self, check: Check, result: Result) -> RallyRolled:
        return RallyRolled(self.force, check, result.faces, result.adjust, self.unit, result.band == "yes")

    def prompt(self, view: HeroesState, seat: str) -> str:
        return f"Spend CAPs on the Rally of {view.setting.name(self.unit)}, then roll."

    def quote(self, view: HeroesState, choice: Choice, seat: str) -> Quote:
        count = choice.count if isinstance(choice, verbs.Caps) else 0
        helps = (LED,) if isinstance(choice, verbs.Play) else ()
        return Quote(None, (rally_check(view, seen_unit(view, self.unit), count, helps),), "yes")

    def refuse(self, view: HeroesState, choice: Choice, seat: str) -> Refusal:
        if isinstance(choice, verbs.Caps):
            return Refusal(
                f"At most 2 CAPs go into one check, and you have {caps(view, self.force)}.", "sos-3.2-a atb-3.2.3-a"
            )
        if isinstance(choice, verbs.Play) and LEADER in view.setting.cards:
            return Refusal("Only a Motivated Leader helps here.", "sos-card-V04-a", "Choose the CAPs, then roll.")
        return Refusal(
            "A unit rallies: CAPs may go in, then the dice are rolled.", "sos-7.7-a atb-7.6-b", "Choose the CAPs."
        )

    def panel(self, view: HeroesState) -> tuple[Check, ...]:
        """The working, for who knows the unit and its marker: it may be Hidden, the marker face down."""
        unit = view.position.unit(self.unit)
        if unit is None or unit.marker not in view.setting.markers or self.check is not None:
            return ()
        return (rally_check(view, unit),)

    def conceal(self, state: HeroesState, seat: str) -> Frame:
        if self.unit == UNKNOWN or seat in state.setting.eyes_of(state.setting.forces[self.force]):
            return self
        if unseen_by(state, self.unit, seat):
            return Rallying(self.force, UNKNOWN, UNSEEN_RALLY if self.check else None, UNSEEN_RALLY, self.count)
        return self if self.public is None else structs.replace(self, check=self.public)


class RallyingTogether(Frame, frozen=True):
    """Each unit of the Group makes its own Rally Check. [10.9-b, atb 9.1.3-b]"""

    automatic = True

    force: str
    waiting: tuple[str, ...]

    def run(self, work: HeroesWork) -> None:
        if not self.waiting:
            work.pop()
            return
        work.replace_top(structs.replace(self, waiting=self.waiting[1:]))
        work.push(Rallying(self.force, self.waiting[0]))

    def conceal(self, state: HeroesState, seat: str) -> Frame:
        """How many rally in hiding can be counted by their rolls; who they are is nobody else's business."""
        names = tuple(UNKNOWN if unseen_by(state, name, seat) else name for name in self.waiting)
        return structs.replace(self, waiting=names)


def lift_marker(work: HeroesWork, unit: Unit) -> None:
    """A rallied marker is shown and returned to its pile. [7.7-b, atb 7.6-c]"""
    return_marker(work, unit)
    work.put(unit.changed(marker="", shown=False))
    tell_about(work, unit.id, MarkerLifted(unit.force, unit.id, unit.marker))


# -- the Action


def rallies(now: Now, unit: Unit, limit: int) -> Iterator[verbs.Rally]:
    if unit.marker and why_not_rally(now, unit) is None and affordable(now, unit, "rally", (RALLY,), limit):
        yield verbs.Rally(UnitId(unit.id))


def rally_action(now: Now, unit: Unit, choice: verbs.Rally, free: str) -> Action:
    return Action(unit.force, unit.id, "rally", (RALLY,), FREE_BY_CARD if free else NORMAL, unit.hex)


def rally_checks(now: Now, unit: Unit, action: Action) -> tuple[Check, ...]:
    """One for each who rallies, alone or with others. [7.7-a, 10.9-b, atb 7.6-b]"""
    members = (now.position.unit(name) for name in action.actors)
    return tuple(rally_check(now, member) for member in members if member is not None and member.marker)


def rally(work: HeroesWork, action: Action) -> None:
    """A unit, or each of a Group that plays a card for it. [7.7, 10.9-b, sos-card-04-b, atb-card-04-b]"""
    work.push(RallyingTogether(action.force, action.actors) if action.group else Rallying(action.force, action.unit))


ACT = Act(
    choice=verbs.Rally,
    offers=rallies,
    why_not=lambda now, unit, choice: why_not_rally(now, unit),
    action=rally_action,
    do=rally,
    checks=rally_checks,
    said=(ON_MAP, RIDING, ONLY_RALLIES),
    knows_off_map=True,
)
