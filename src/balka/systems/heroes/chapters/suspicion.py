"""Fire at a hex where nobody is to be seen: its dice are read in secret, and only a Hit shows somebody. [11.1-h]"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from balka.core.checks import READERS, Check, Part, Tally, add, register_reader
from balka.core.choices import Card, Choice, Node, Refusal, Token
from balka.core.frames import Ask, Frame, Quote, asking
from balka.systems.heroes.chapters.attacks import AIMING, MISS, Attack
from balka.systems.heroes.chapters.finding import reveal
from balka.systems.heroes.chapters.fire import Shot, Weapon, barred, bars_color, firepower_changed, is_flank_attack
from balka.systems.heroes.chapters.hidden import weakest
from balka.systems.heroes.chapters.hits import show_marker
from balka.systems.heroes.chapters.movement import SIDES
from balka.systems.heroes.chapters.ratings import CAREFUL_AIMING, attack_check, cap_part, marker_on_attack, pile_hit
from balka.systems.heroes.chapters.shells import Found
from balka.systems.heroes.events.checks import SuspicionRolled
from balka.systems.heroes.events.hiding import Discovery
from balka.systems.heroes.events.hits import Death
from balka.systems.heroes.play import verbs
from balka.systems.heroes.play.actions import Action, support_parts
from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.play.rolls import Result, discard, roll_check
from balka.systems.heroes.play.situation import caps, holds, seen_unit
from balka.systems.heroes.play.spending import cap_choices, spend
from balka.systems.heroes.units import HeroesState, HeroesWork, Unit

register_reader("sum", lambda faces, _: str(sum(faces)), [str(total) for total in range(2, 13)])

SECRET = "atb-10.0.3-a"


def unseen_in(now: Now, side: str, place: int) -> list[Unit]:
    """The Hidden enemies of a side in a hex."""
    return [unit for unit in now.position.hidden.values() if unit.hex == place and unit.side != side]


def facing_fire(now: Now, unit: Unit, origin: int) -> Unit:
    """A Hidden unit that is hit faces the fire, as its owner would have it. [11.2-b, ruling C19]"""
    ways = [unit.changed(facing=side) for side in range(SIDES)]
    return next((way for way in ways if not is_flank_attack(now, way, origin)), unit)


def strike_unseen(work: HeroesWork, attack: Attack, units: Sequence[Unit], total: int, count: int, cites: str) -> None:
    """The first of these Hidden units that the roll hits is shown, then marked or destroyed. [11.1-h, atb 10.0.3-d]"""
    work.push(Struck())
    shooter = work.unit(attack.unit)
    for unit in units:
        shot = Shot(shooter, facing_fire(work, unit, attack.origin), attack.weapon, attack.origin)
        if barred(work, shot):
            continue  # the gun for such a target is lost [7.3-b]
        band = READERS["attack"][0]((total,), attack_check(work, shot, attack.bonus(work, unit.id), count).need)
        if band != MISS:
            work.push(Found(unit.id, band, pile_hit(work, shot), Death.CRITICAL_HIT))
            reveal(work, unit, Discovery.FIRE_HIT, cites)
            return


class Struck(Frame, frozen=True):
    """A unit hit in hiding has been dealt with; the Action goes on. [11.1-h]"""

    automatic = True

    def run(self, work: HeroesWork) -> None:
        work.pop()

    def resume(self, work: HeroesWork, result: object) -> None:
        """Nothing more follows from the Hit."""


def fire_on_suspicion(work: HeroesWork, action: Action, weapon: Weapon, origin: int = -1) -> None:
    """An attack on a hex that may hold somebody; it is rolled for even if it is empty. [atb 10.0.3]"""
    unit = work.unit(action.unit)
    start = unit.hex if origin < 0 else origin
    if firepower_changed(work, unit):
        show_marker(work, unit, "sos-7.5-b atb-7.4-g")
    work.push(Suspicion(action.force, action.unit, action.hex, weapon, start, support_parts(action), action.group))


class Suspicion(Frame, frozen=True):
    """CAPs and cards for an attack on a suspected hex, and its roll, which the opponent reads. [atb 10.0.3]"""

    force: str
    unit: str
    place: int
    weapon: Weapon
    origin: int
    support: tuple[Part, ...] = ()
    supporters: tuple[str, ...] = ()
    aimed: int = 0
    count: int = 0

    def ask(self, state: HeroesState) -> tuple[Ask, ...]:
        return asking(state.setting.seat_of[self.force], self.force, "attack.roll")

    def grow(self, state: HeroesState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        if path:
            return ()
        aiming = state.setting.edition.roles[AIMING]
        aims: list[Node] = [verbs.Play(Card(aiming))] if holds(state, self.force, aiming) else []
        return [*cap_choices(caps(state, self.force)), *aims]

    def answer(self, work: HeroesWork, choice: Choice) -> None:
        if isinstance(choice, verbs.Caps):
            spend(work, self.force, choice.count)
            work.replace_top(structs.replace(self, count=choice.count))
            roll_check(work, self.force, "attack", self.check(work, choice.count))
        else:
            discard(work, self.force, work.setting.edition.roles[AIMING], self.unit)
            work.replace_top(structs.replace(self, aimed=self.aimed + 1))

    def check(self, now: Now, count: int) -> Check:
        """What all may know of the roll: the dice, and what is added to them."""
        attack = Tally("Attack Rating before distance and height", (*self._rating(now), *self.bonus))
        name = f"{now.setting.name(self.unit)} fires into {now.setting.board.labels[self.place]}"
        dice = Tally("Dice", (add(0, "The opponent reads them in secret", SECRET), *cap_part(count)))
        return Check(name, "2d6", dice, "sum", (attack,))

    def _rating(self, now: Now) -> tuple[Part, ...]:
        """Its Firepower, and what its own Hit Marker does to that. [atb 10.0.3-a, 7.4-d]"""
        unit, color = now.position.unit(self.unit), self._color(now)
        own = add(self._figure(now), f"{color.capitalize()} Firepower of {self.weapon.name}", SECRET, self.weapon.basis)
        return (own, *(marker_on_attack(now, unit, color) if unit is not None else ()))

    def _color(self, now: Now) -> str:
        """Red against whoever may hide, or what a damaged gun has left. [7.3-b]"""
        return "blue" if bars_color(now, seen_unit(now, self.unit), "red") else "red"

    def _figure(self, now: Now) -> int:
        return max(self.weapon.red if self._color(now) == "red" else self.weapon.blue, 0)

    @property
    def bonus(self) -> tuple[Part, ...]:
        return self.support + (CAREFUL_AIMING,) * self.aimed

    def resume(self, work: HeroesWork, result: Result) -> None:
        """A miss and an empty hex look alike. [atb 10.0.3]"""
        work.pop()
        self._aim_at_works(work)
        check = self.check(work, self.count)
        work.tell(SuspicionRolled(self.force, check, result.faces, result.adjust, self.unit, self.place))
        attack = Attack(self.force, self.unit, (), self.weapon, self.origin, self.support, aimed=self.aimed,
                        supporters=self.supporters)  # fmt: skip
        found = unseen_in(work, work.setting.forces[self.force], self.place)
        strike_unseen(
            work, attack, weakest(work, found, flank=self.weapon.flank), result.total, self.count, "atb-10.0.3-e"
        )

    def _aim_at_works(self, work: HeroesWork) -> None:
        """Careful Aiming counts for the works of the hex too, which the same attack strikes. [card 09, atb 18.4-d]"""
        works = work.stack[-1]
        if self.aimed and isinstance(works, Attack):
            work.replace_top(structs.replace(works, aimed=self.aimed))

    def prompt(self, view: HeroesState, seat: str) -> str:
        return f"Spend CAPs on the fire into {view.setting.board.labels[self.place]}, then roll."

    def quote(self, view: HeroesState, choice: Choice, seat: str) -> Quote:
        count = choice.count if isinstance(choice, verbs.Caps) else 0
        return Quote(None, (self.check(view, count),), "yes" if isinstance(choice, verbs.Caps) else "no")

    def panel(self, view: HeroesState) -> tuple[Check, ...]:
        return (self.check(view, self.count),)

    def refuse(self, view: HeroesState, choice: Choice, seat: str) -> Refusal:
        return Refusal("A suspected hex is being fired at.", SECRET, "Choose the CAPs, then roll.")
