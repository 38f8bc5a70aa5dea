"""An attack under way: one roll after another against the units of a hex, or one in Close Combat. [6.7-6.9]"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, structs

from balka.core.checks import Check, Part, Tally, unknown
from balka.core.choices import Card, Choice, Node, Refusal, Token, UnitId
from balka.core.dice import Outcome
from balka.core.frames import Ask, Frame, Quote, asking
from balka.systems.heroes.chapters.fire import EQUIPMENT, SNIPER, Shot, Weapon, barred, shot_at
from balka.systems.heroes.chapters.hits import destroy, lay_marker, show_marker, take_hit, watch_destroyed_markers
from balka.systems.heroes.chapters.ratings import (
    CAREFUL_AIMING,
    as_fought,
    attack_check,
    attack_rating,
    counts_as_support,
    marker_defence,
    pile_hit,
    support_of,
)
from balka.systems.heroes.chapters.targets import (
    find_target,
    is_work,
    remove_works,
    target_named,
)  # fmt: skip
from balka.systems.heroes.events.checks import UnseenShotRolled
from balka.systems.heroes.events.fire import ShotFired
from balka.systems.heroes.events.hits import Death
from balka.systems.heroes.events.works import Ruin
from balka.systems.heroes.play import verbs
from balka.systems.heroes.play.actions import NO_CHECK, Action
from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.play.rolls import EITHER, HIGH, LOW, Result, discard, roll_check, use_veteran
from balka.systems.heroes.play.situation import (
    beside_vehicle,
    caps,
    carries_destroyed_marker,
    holds,
    unseen_by,
)
from balka.systems.heroes.play.spending import cap_choices, cap_choices_both_ways, spend
from balka.systems.heroes.units import OFF_MAP, UNKNOWN, HeroesState, HeroesWork, Unit

AIMING = "careful aiming"
MISS, HIT = "miss", "hit"
UNSEEN_WEAPON = Weapon(SNIPER, "Hidden unit", 0, 0, 0, flank=True, plain=True)
UNSEEN_SHOT = Check(
    "Fire out of hiding", "2d6", Tally("Hit Number", (unknown(-4, 30, "Nobody sees who fires", "sos-card-V07-b"),)),
    "attack",
)  # fmt: skip


class Blow(Struct, frozen=True):
    """What an attack has done to a target: the band of its roll and the pile its marker comes from."""

    target: str
    band: str
    pile: str


class Attack(Frame, frozen=True):
    """An attack on `waiting` and, once chosen, on `now`: choose the target, spend CAPs, roll, draw.

    `aimed` counts the copies of Careful Aiming played on it; they last for every roll of the attack.

    [card 11, 8.5-b, atb 7.5-c, atb-card-bonus-a]
    """

    force: str
    unit: str
    waiting: tuple[str, ...]
    weapon: Weapon
    origin: int
    support: tuple[Part, ...] = ()
    now: str = ""
    aimed: int = 0
    check: Check | None = None
    single: bool = False
    """one target of the attacker's choice, and the attack is over [11.8-d]"""
    held: bool = False
    """the outcomes are kept, to be applied together with those of another attack [card V05]"""
    kept: tuple[Blow, ...] = ()
    supporters: tuple[str, ...] = ()
    """who supports, where each of them must be strong enough against each target"""
    aboard: tuple[tuple[str, str], ...] = ()
    """(load, vehicle) when the attack began, where they are rolled for in any order: what shields a load holds"""
    screened: tuple[str, ...] = ()
    """who stood beside a vehicle of their side when it began, where all are attacked at one time [atb 7.5, 15.7]"""

    def conceal(self, state: HeroesState, seat: str) -> Frame:
        """Who fires from hiding, from where and how well, is nobody else's business. [card V07]"""
        if not unseen_by(state, self.unit, seat):
            return self
        check = None if self.check is None else UNSEEN_SHOT
        return Attack(self.force, UNKNOWN, self.waiting, UNSEEN_WEAPON, OFF_MAP, (), self.now, self.aimed, check,
                      self.single)  # fmt: skip

    def bonus(self, now: Now, name: str) -> tuple[Part, ...]:
        """Support against one target, and the aiming. [sos-card-11-c, sos-card-11-d]"""
        return self._support(now, name) + (CAREFUL_AIMING,) * self.aimed

    def _support(self, now: Now, name: str) -> tuple[Part, ...]:
        if not self.supporters or not now.setting.edition.combat.support_by_target:
            return self.support
        return support_against(now, self.supporters, target_named(now, name))

    def shot(self, now: Now, name: str) -> Shot:
        """The attack on one of the targets; what comes from beyond the map is fired from nowhere."""
        shooter = now.position.unit(self.unit) or Unit(
            self.unit, "", self.force, now.setting.forces[self.force], OFF_MAP
        )
        target, rode = target_named(now, name), dict(self.aboard).get(name, "")
        target = target.changed(carrier=rode) if rode and not target.carrier else target
        origin = target.hex if self.origin < 0 else self.origin
        return Shot(shooter, target, self.weapon, origin, name in self.screened)

    def ask(self, state: HeroesState) -> tuple[Ask, ...]:
        kind = "attack.roll" if self.now else "attack.next"
        return asking(state.setting.seat_of[self.force], self.force, kind)

    def grow(self, state: HeroesState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        if not self.now:
            return [verbs.At(UnitId(name)) for name in self.next_ones(state)]
        held = caps(state, self.force)
        nodes: list[Node] = [*(cap_choices_both_ways(held) if self.hopes(state) == LOW else cap_choices(held))]
        aiming = state.setting.edition.roles[AIMING]
        if holds(state, self.force, aiming) and state.position.unit(self.unit) is not None:
            nodes.append(verbs.Play(Card(aiming)))
        return [*nodes, *(node for rule in state.setting.edition.rolls.on_attack for node in rule(state, self))]

    def hopes(self, now: Now) -> str:
        """Who rolls against his own side hopes to miss; a 1 gives away who fires out of hiding.

        [6.8-a, 9.1-b, card V07, atb 7.5-a]
        """
        if target_named(now, self.now).side == now.setting.forces[self.force]:
            return LOW
        return EITHER if self.unit in now.position.hidden else HIGH

    def next_ones(self, now: Now) -> tuple[str, ...]:
        """What may be rolled for next; who attacks one unit only picks any, load or vehicle. [11.8-d]"""
        units = tuple(name for name in self.waiting if not is_work(name)) if self.single else ()
        return units or next_ones(now, self.waiting)

    def answer(self, work: HeroesWork, choice: Choice) -> None:
        if isinstance(choice, verbs.At):
            self.turn_to(work, choice.target)
        elif isinstance(choice, verbs.Caps):
            self._roll(work, choice.count)
        elif isinstance(choice, verbs.Play) and choice.card == EQUIPMENT:
            use_veteran(work, self.force, EQUIPMENT, self.unit)
            work.replace_top(structs.replace(self, weapon=structs.replace(self.weapon, equipped=True)))
        else:
            discard(work, self.force, work.setting.edition.roles[AIMING], self.unit)
            work.replace_top(structs.replace(self, aimed=self.aimed + 1))

    def turn_to(self, work: HeroesWork, name: str) -> None:
        """Take the next target; markers that count are shown first, and undo ends. [6.8-f, 7.2-d, 7.5-b]"""
        left = () if self.single else tuple(other for other in self.waiting if other != name)
        work.replace_top(structs.replace(self, waiting=left, now=name))
        target = target_named(work, name)
        if carries_destroyed_marker(work, target):
            destroy(work, target, Death.MARKER_FIRED_AT)
            next_target(work)
            return
        if target.marker and not target.shown and target.side != work.setting.forces[self.force]:
            work.barrier = True  # the number needed now tells whether the marker counts, shown or not
        show_what_counts(work, self.shot(work, name))

    def _roll(self, work: HeroesWork, count: int) -> None:
        """CAPs go into this roll only, and each roll may have its own. [6.8-e, atb 3.2.3-c, d, atb 7.5-b]"""
        spend(work, self.force, count)
        check = attack_check(work, self.shot(work, self.now), self.bonus(work, self.now), count)
        work.replace_top(structs.replace(self, check=check))
        roll_check(
            work, self.force, "attack", check, UNSEEN_SHOT if self.unit in work.position.hidden else None, self.unit
        )

    def resume(self, work: HeroesWork, result: Result | Outcome) -> None:
        """The roll stands, or the owner of the target has drawn his marker."""
        target = target_named(work, self.now)
        if isinstance(result, Outcome):
            lay_marker(work, target, result.item)
            watch_destroyed_markers(work)  # whoever dies of it now takes his Hasty Defense with him
            next_target(work)
            return
        assert self.check is not None
        start = self.shot(work, self.now).shooter.hex
        shot = ShotFired(self.unit, self.now, start, target.hex, self.check, result.faces, result.adjust, result.band)
        if self.unit in work.position.hidden:
            unseen = UnseenShotRolled(self.force, UNSEEN_SHOT, result.faces, result.adjust, self.now, result.band)
            work.tell_only(work.setting.eyes_of(work.setting.forces[self.force]), shot, unseen)
            for rule in work.setting.edition.moments.fired_unseen:
                rule(work, self.unit, result.faces)
        else:
            work.tell(shot)
        self._strike(work, target, result.band)

    def _strike(self, work: HeroesWork, target: Unit, band: str) -> None:
        """Four above the Hit Number destroys at once; less is one Hit.

        [7.0-a, 7.1-a, atb 7.3-c, atb 7.4.1-b, atb 7.3-d]
        """
        if self.held:
            pile = pile_hit(work, self.shot(work, target.id))
            work.replace_top(structs.replace(self, kept=(*self.kept, Blow(target.id, band, pile))))
            next_target(work)
            return
        if is_work(target.id):
            if band != MISS:
                remove_works(work, target.id, Ruin.DESTROYED, "sos-17.11-b atb-18.4-c")
            next_target(work)
            return
        pile = pile_hit(work, self.shot(work, target.id))
        if band == HIT and not target.marker:
            take_hit(work, target, pile)
            return
        if band == HIT:
            take_hit(work, target, pile)
        elif band != MISS:
            destroy(work, target, Death.CRITICAL_HIT)
        next_target(work)

    def prompt(self, view: HeroesState, seat: str) -> str:
        if not self.now:
            return f"Which unit does {view.setting.name(self.unit)} roll for next?"
        return f"Spend CAPs on the attack against {view.setting.name(self.now)}, then roll."

    def check_for(self, view: HeroesState, name: str, count: int = 0, bonus: tuple[Part, ...] = ()) -> Check:
        shot = self.shot(view, name)
        shot = as_fought(shot) if name == self.now else shot
        return attack_check(view, shot, bonus or self.bonus(view, name), count)

    def quote(self, view: HeroesState, choice: Choice, seat: str) -> Quote:
        if isinstance(choice, verbs.At):
            return Quote(None, (self.check_for(view, choice.target),), "maybe")
        if isinstance(choice, verbs.Caps):
            cost, paying = owed_for(view, self.unit)
            return Quote(cost, (self.check_for(view, self.now, choice.count), *paying), "yes")
        if isinstance(choice, verbs.Play) and choice.card == EQUIPMENT:
            better = structs.replace(self, weapon=structs.replace(self.weapon, equipped=True))
            return Quote(None, (better.check_for(view, self.now),), "no")
        return Quote(None, (self.check_for(view, self.now, 0, (*self.bonus(view, self.now), CAREFUL_AIMING)),), "no")

    def panel(self, view: HeroesState) -> tuple[Check, ...]:
        if self.check is not None:
            return (self.check,)
        if self.unit == UNKNOWN:
            return (UNSEEN_SHOT,)
        return (self.check_for(view, self.now),) if self.now else ()

    def refuse(self, view: HeroesState, choice: Choice, seat: str) -> Refusal:
        if isinstance(choice, verbs.Caps):
            held = caps(view, self.force)
            return Refusal(f"At most 2 CAPs go into one check, and you have {held}.", "sos-3.2-a atb-3.2.3-a")
        if isinstance(choice, verbs.Play | verbs.PlayWith):
            return Refusal(
                "Careful Aiming can be played on an attack by who holds it, Better Equipped by a Veteran.",
                "sos-card-11-b atb-card-09-b",
            )
        instead = "Choose the CAPs, then roll." if self.now else "Choose the target, then the CAPs."
        return Refusal("An attack is being rolled for.", "sos-6.8-b atb-7.5-c", instead)


def owed_for(view: HeroesState, unit_id: str) -> tuple[Tally | None, tuple[Check, ...]]:
    """What the Action under way will cost its unit when it is over, and the roll that brings; nothing where it is
    paid for in another way. [3.4-b, atb 2.2-b]"""
    action = next((frame for frame in reversed(view.stack) if isinstance(frame, Action)), None)
    unit = view.position.unit(unit_id)
    if action is None or unit is None or action.unit != unit_id or action.terms == NO_CHECK:
        return None, ()
    cost = action.cost(view, unit)
    return cost, view.setting.edition.economy.checks(view, unit, action, cost)


def support_against(now: Now, names: Sequence[str], target: Unit) -> tuple[Part, ...]:
    """The support of those among some units who count against a target. [10.7-a, atb 9.1.2-g]"""
    units = [unit for name in names if (unit := now.position.unit(name)) is not None]
    return support_of(sum(counts_as_support(now, shot_at(now, unit, target)) for unit in units))


def show_what_counts(work: HeroesWork, shot: Shot) -> None:
    """A marker that changes the Attack or the Defense Rating in this fight is turned up. [7.5-b, atb 7.4-g]"""
    if marker_defence(work, shot):
        show_marker(work, shot.target, "sos-7.5-b atb-7.4-g")
    bare = structs.replace(shot, shooter=shot.shooter.changed(marker=""))
    if shot.shooter.id in work.position.hidden:
        return
    if attack_rating(work, shot).value != attack_rating(work, bare).value:
        show_marker(work, shot.shooter, "sos-7.5-b atb-7.4-g")


def begin_attack(work: HeroesWork, attack: Attack, targets: tuple[str, ...]) -> None:
    """Roll against each target in the order the attacker likes; a damaged gun that spares some is shown. [6.8-a]"""
    shooter = work.position.unit(attack.unit)
    if shooter is not None and shooter.marker:
        hurt = tuple(name for name in targets if not barred(work, attack.shot(work, name)))
        if hurt != targets:
            show_marker(work, shooter, "sos-7.5-b atb-7.4-g")
        targets = hurt
    attack = structs.replace(attack, waiting=targets, aboard=_riding(work, targets), screened=_screened(work, targets))
    if not any(rule(work, attack) for rule in work.setting.edition.rolls.before_attack):
        work.push(attack)
        next_target(work)


def _riding(work: HeroesWork, targets: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Who of the targets rides on what, where the order of the rolls is the attacker's. [atb 16.1-d, 17.1]"""
    if not work.setting.edition.vehicles.loads_in_any_order:
        return ()
    units = [unit for name in targets if (unit := work.position.units.get(name)) is not None]
    return tuple((unit.id, unit.carrier) for unit in units if unit.carrier)


def _screened(work: HeroesWork, targets: tuple[str, ...]) -> tuple[str, ...]:
    """Who of the targets has a vehicle of its side in the hex, which covers it through all of the attack. [atb 7.5]"""
    if not work.setting.edition.vehicles.loads_in_any_order:
        return ()
    units = [unit for name in targets if (unit := work.position.units.get(name)) is not None]
    return tuple(unit.id for unit in units if beside_vehicle(work, unit))


def next_target(work: HeroesWork) -> None:
    """Go on to the next target still there: chosen by the attacker if there are several."""
    attack = work.stack[-1]
    assert isinstance(attack, Attack)
    left = tuple(name for name in attack.waiting if find_target(work, name) is not None)
    fresh = structs.replace(attack, waiting=left, now="", check=None)
    work.replace_top(fresh)
    first = fresh.next_ones(work)
    if not left:
        work.pop()
        if attack.held:
            work.finish(attack.kept)
    elif len(first) == 1:
        fresh.turn_to(work, first[0])


def next_ones(now: Now, names: tuple[str, ...]) -> tuple[str, ...]:
    """What may be rolled for next: units, a load before its vehicle, works when no unit is left. [15.11-a, 17.11-c]"""
    loads = {} if now.setting.edition.vehicles.loads_in_any_order else now.position.loads
    laden = {name for name in names if any(load.id in names for load in loads.get(name, ()))} if loads else ()
    return tuple(name for name in names if not is_work(name) and name not in laden) or names
