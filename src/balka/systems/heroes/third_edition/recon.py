"""Recon by Fire: looking for Hidden units with an Attack Action. [11.7, 11.1-h]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import field, structs

from balka.core.checks import Check, Part, Tally, add
from balka.core.choices import Card, Choice, Hex, Node, Refusal, Token, UnitId
from balka.core.frames import Ask, Frame, Quote, asking
from balka.core.hexes import hexes_in
from balka.systems.heroes.chapters.attacking import attack_of, reach_price
from balka.systems.heroes.chapters.attacks import AIMING, Attack, begin_attack
from balka.systems.heroes.chapters.finding import reveal
from balka.systems.heroes.chapters.fire import (
    EQUIPMENT,
    attack_zone,
    attackable,
    is_beyond,
    may_attack,
    may_equip,
    range_of,
    rolled_for,
    weapon_at,
)
from balka.systems.heroes.chapters.group_attacks import affordable, can_support, lacks_from_afar, supported_zone
from balka.systems.heroes.chapters.hidden import mission_hides
from balka.systems.heroes.chapters.ratings import cap_part, support_of
from balka.systems.heroes.chapters.suspicion import Struck, strike_unseen
from balka.systems.heroes.events.hiding import Discovery
from balka.systems.heroes.play import acts, verbs
from balka.systems.heroes.play.actions import FREE_BY_CARD, NORMAL, Action
from balka.systems.heroes.play.acts import Act
from balka.systems.heroes.play.costs import NAME, Now, attack_parts, total
from balka.systems.heroes.play.economy import NO_LIMIT
from balka.systems.heroes.play.edition import Chapter
from balka.systems.heroes.play.hooks import GroupRules
from balka.systems.heroes.play.rolls import Result, discard, roll_check, use_veteran
from balka.systems.heroes.play.situation import caps, enemies_in, holds
from balka.systems.heroes.play.spending import cap_choices, spend
from balka.systems.heroes.third_edition.events import Finding, Searched
from balka.systems.heroes.units import HeroesState, HeroesWork, Unit

REVEAL_BASE = 6  # [11.7-b]


class ReconByFire(Choice, frozen=True):
    """Fire where an enemy is suspected. [11.7]"""

    verb = "recon"
    final = "maybe"
    subject = "unit"
    unit: UnitId


class Search(Choice, frozen=True):
    """The suspected hex. [11.7-a]"""

    verb = "search"
    final = "maybe"
    place: Hex


# -- questions


def suspected(now: Now, unit: Unit) -> int:
    """Hexes it may attack where nobody is to be seen, as a bitmask; a turret looks all round. [11.7-a, 16.3-b]"""
    return attack_zone(now, unit) & _empty(now)


def _empty(now: Now) -> int:
    """The hexes where nobody is to be seen, as a bitmask."""
    held = now.position.held
    return now.setting.board.everywhere & ~held["german"] & ~held["soviet"]


def search_price(now: Now, unit: Unit, place: int) -> int:
    """What a hex adds to the cost: a turret turned to it, or V02 beyond Long Range. [16.3-c, card V02]"""
    return sum(part.value for part in turning(now, unit, place)) + reach_price(now, unit, place)


def turning(now: Now, unit: Unit, place: int) -> tuple[Part, ...]:
    return attack_parts(now, unit, place)[1:]


def recons(now: Now, unit: Unit, limit: int) -> Iterator[ReconByFire]:
    """A unit that may attack may also fire on suspicion. [11.7-a]"""
    if _may_recon(now, unit, limit):
        yield ReconByFire(UnitId(unit.id))


def _may_recon(now: Now, unit: Unit, limit: int) -> bool:
    if not mission_hides(now) or unit.hex < 0 or "cc_only" in now.setting.kind(unit).flags:
        return False
    if may_attack(now, unit) is not None or enemies_in(now, unit.side, unit.hex):
        return False
    left = limit - total(now, unit, "recon", attack_parts(now, unit))
    return left >= 0 and _finds_place(now, unit, limit, left)


def _finds_place(now: Now, unit: Unit, limit: int, left: int) -> bool:
    """Is there a hex to search that can be paid for with what is left?"""
    places = attackable(now, unit, _empty(now))
    return any(limit == NO_LIMIT or search_price(now, unit, place) <= left for place in places)


def group_shots(now: Now, leader: Unit, rest: Sequence[Unit]) -> list[Choice]:
    """A Group searches by fire where all the others could support; they help the attack that follows. [10.5, 11.7]"""
    if not _may_recon(now, leader, NO_LIMIT):
        return []
    members, places = (leader, *rest), group_hexes(now, leader, rest)
    paid = (affordable(now, members, leader, "recon", attack_parts(now, leader, place)) for place in places)
    return [ReconByFire(UnitId(leader.id))] if any(paid) else []


def group_hexes(now: Now, leader: Unit, rest: Sequence[Unit]) -> Iterator[int]:
    """Where a Group may search; Better Equipped is for single units. [10.6, 8.9-b]"""
    if any(lacks_from_afar(now, leader, unit) for unit in rest):
        return
    zone = suspected(now, leader)
    for unit in rest:
        zone &= now.setting.board.within(unit.hex, range_of(now, unit)) & supported_zone(now, unit)
    for place in hexes_in(zone):
        if not is_beyond(now, leader, place) and all(can_support(now, leader, unit, place) for unit in rest):
            yield place


def recon_check(now: Now, place: int, count: int) -> Check:
    """Six, and the cover of the hex; by the older manual the attack's own dice, read in secret. [11.7-b, 11.1-h]"""
    label = now.setting.board.labels[place]
    if now.setting.rulebook.recon_hits_in_secret:
        return Check(f"Fire on {label}", "2d6", Tally("Dice", (add(0, "Read in secret", "sos-11.1-h"),)), "sum")
    cover = now.setting.ground.defence[place]
    parts: tuple[Part, ...] = (add(REVEAL_BASE, "Reveal Number", "sos-11.7-b"),)
    parts += (cover,) if cover is not None else ()
    return Check(f"Recon by Fire on {label}", "2d6", Tally("Reveal Number", (*parts, *cap_part(count))))


def _recon_action(now: Now, unit: Unit, choice: ReconByFire, free: str) -> Action:
    return Action(unit.force, unit.id, "recon", attack_parts(now, unit), FREE_BY_CARD if free else NORMAL, unit.hex)


# -- the roll


class Recon(Frame, frozen=True, omit_defaults=True):
    """Fire on suspicion: the hex, CAPs, the reveal roll, and perhaps an attack. [11.7, 11.7-h]"""

    force: str
    unit: str
    place: int = field(default_factory=lambda: -1)  # with a factory it is written out, as records of games count on
    count: int = field(default_factory=int)
    check: Check | None = field(default_factory=lambda: None)
    group: tuple[str, ...] = field(default_factory=lambda: ())
    """who supports the attack that may follow"""
    aimed: int = 0
    """copies of Careful Aiming played on it, where its dice are those of the attack [card 11, 11.1-h]"""
    equipped: bool = False
    """by Better Equipped, where its dice are those of the attack [card V02, 11.1-h]"""

    def ask(self, state: HeroesState) -> tuple[Ask, ...]:
        kind = "recon" if self.place < 0 else "recon.roll"
        return asking(state.setting.seat_of[self.force], self.force, kind)

    def grow(self, state: HeroesState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        if path:
            return ()
        if self.place >= 0:
            return [*cap_choices(caps(state, self.force)), *self._helps(state)]
        return [Search(Hex(place)) for place in self.places(state)] or [verbs.Forgo()]

    def _helps(self, now: Now) -> list[Node]:
        """Cards for an attack, where the search is one: else they wait for the attack that follows. [11.1-h]"""
        if not now.setting.rulebook.recon_hits_in_secret:
            return []
        unit, aiming = now.position.units[self.unit], now.setting.edition.roles[AIMING]
        helped = self.equipped or is_beyond(now, unit, self.place) or self.group or not may_equip(now, unit)
        better: list[Node] = [] if helped else [verbs.Play(Card(EQUIPMENT))]
        return [*better, *([verbs.Play(Card(aiming))] if holds(now, self.force, aiming) else [])]

    def places(self, now: Now) -> list[int]:
        """Where it may search: what a hex adds to an Action already paid for must be at hand. [3.4-b]"""
        unit, rest = now.position.units[self.unit], [now.position.units[name] for name in self.group]
        found = list(group_hexes(now, unit, rest) if rest else hexes_in(suspected(now, unit)))
        if not self._is_paid(now):
            return found
        return [place for place in found if search_price(now, unit, place) <= caps(now, self.force)]

    def _is_paid(self, now: Now) -> bool:
        action = now.stack[-2]
        return isinstance(action, Action) and action.terms == NORMAL and "pay" not in action.steps

    def answer(self, work: HeroesWork, choice: Choice) -> None:
        if isinstance(choice, Search):
            self._turn_to(work, work.position.units[self.unit], choice.place)
            work.replace_top(structs.replace(self, place=choice.place))
        elif isinstance(choice, verbs.Forgo):
            work.pop()
        elif isinstance(choice, verbs.Play) and choice.card == EQUIPMENT:
            use_veteran(work, self.force, EQUIPMENT, self.unit)
            work.replace_top(structs.replace(self, equipped=True))
        elif isinstance(choice, verbs.Play):
            discard(work, self.force, choice.card, self.unit)
            work.replace_top(structs.replace(self, aimed=self.aimed + 1))
        elif isinstance(choice, verbs.Caps):
            spend(work, self.force, choice.count)
            check = recon_check(work, self.place, choice.count)
            work.replace_top(structs.replace(self, check=check, count=choice.count))
            roll_check(work, self.force, "recon", check, unit=self.unit)

    def _turn_to(self, work: HeroesWork, unit: Unit, place: int) -> None:
        """What the hex costs more: V02 at once, a turned turret with the Action or, where that is paid for, at once."""
        if is_beyond(work, unit, place):
            use_veteran(work, self.force, EQUIPMENT, self.unit)
        more, action = turning(work, unit, place), work.stack[-2]
        if self._is_paid(work):
            spend(work, self.force, sum(part.value for part in more))
        elif isinstance(action, Action):
            work.stack[-2] = structs.replace(action, base=action.base + more)

    def resume(self, work: HeroesWork, result: Result) -> None:
        work.pop()
        side = work.setting.forces[self.force]
        units = [unit for unit in work.position.hidden.values() if unit.hex == self.place and unit.side != side]
        if work.setting.rulebook.recon_hits_in_secret:
            self._struck(work, units, result)
        else:
            self._looked(work, units, result)

    def _looked(self, work: HeroesWork, units: list[Unit], result: Result) -> None:
        """Too low tells nothing; else the hex is empty, or all in it are revealed and attacked. [11.7-c to 11.7-f]"""
        hit = result.band == "yes"
        self._tell(work, result, Finding.NOTHING if not hit else Finding.SOMEBODY if units else Finding.NOBODY)
        if hit and units:
            work.push(Opened(self.force, self.unit, self.place, self.group))
            for unit in units:
                reveal(work, unit, Discovery.RECON, "sos-11.1-e")

    def _struck(self, work: HeroesWork, units: list[Unit], result: Result) -> None:
        """The opponent looks in secret whether the roll hits; only a Hit reveals. [11.1-h]"""
        self._tell(work, result, Finding.SECRET)
        shooter = work.position.units[self.unit]
        support = support_of(len(self.group))
        weapon = weapon_at(work, shooter, self.place)
        weapon = structs.replace(weapon, equipped=weapon.equipped or self.equipped)
        attack = Attack(self.force, self.unit, (), weapon, shooter.hex, support, aimed=self.aimed)
        strike_unseen(work, attack, units, result.total, self.count, "sos-11.1-h")

    def _tell(self, work: HeroesWork, result: Result, found: Finding) -> None:
        assert self.check is not None
        work.tell(Searched(self.force, self.check, result.faces, result.adjust, self.unit, self.place, found))

    def prompt(self, view: HeroesState, seat: str) -> str:
        if self.place < 0:
            return "Which hex do you suspect?"
        return f"Spend CAPs on the roll against {view.setting.board.labels[self.place]}, then roll."

    def quote(self, view: HeroesState, choice: Choice, seat: str) -> Quote:
        if isinstance(choice, Search):
            more = turning(view, view.position.units[self.unit], choice.place)
            return Quote(Tally(NAME, more) if more else None, (recon_check(view, choice.place, 0),), choice.final)
        count = choice.count if isinstance(choice, verbs.Caps) else 0
        return Quote(None, (recon_check(view, self.place, count),), "yes" if isinstance(choice, verbs.Caps) else "no")

    def panel(self, view: HeroesState) -> tuple[Check, ...]:
        return (recon_check(view, self.place, 0),) if self.place >= 0 else ()

    def refuse(self, view: HeroesState, choice: Choice, seat: str) -> Refusal:
        return Refusal("Recon by Fire is on a hex of the Fire Zone where nobody is to be seen.", "sos-11.7-a")


class Opened(Frame, frozen=True):
    """What Recon by Fire revealed is attacked in the same Action, with the works around it. [11.7-f, g, 17.11-c]"""

    automatic = True

    force: str
    unit: str
    place: int
    group: tuple[str, ...] = ()

    def run(self, work: HeroesWork) -> None:
        work.pop()
        action = Action(self.force, self.unit, "fire", (), hex=self.place, group=self.group)
        begin_attack(work, attack_of(work, action), rolled_for(work, work.unit(self.unit), self.place))


def _recon(work: HeroesWork, action: Action) -> None:
    work.push(Recon(action.force, action.unit, group=action.group))


def why_not_recon(now: Now, unit: Unit, choice: ReconByFire) -> Refusal | None:
    """Why a unit cannot search by fire. [11.7-a]"""
    if not mission_hides(now):
        return Refusal("This Mission has no Hidden units.", "sos-11.0-a")
    nowhere = Refusal("No hex of its Fire Zone could be searched.", "sos-11.7-a")
    return may_attack(now, unit) or (None if _may_recon(now, unit, NO_LIMIT) else nowhere)


SEARCHING = Act(
    choice=ReconByFire,
    offers=recons,
    why_not=why_not_recon,
    action=_recon_action,
    do=_recon,
    counts_as=acts.ATTACK,
)

CHAPTER = Chapter(
    name="11",
    acts=(SEARCHING,),
    verbs=(Search,),
    frames=(Recon, Opened, Struck),
    groups=GroupRules(shots=(group_shots,)),
)
