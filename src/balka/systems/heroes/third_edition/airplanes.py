"""Airplanes and the guns that fire at them. [16.7, 16.8, cards W04 and W05]"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from balka.core.checks import Check
from balka.core.choices import Card, Choice, Facing, Hex, Node, Refusal, Token
from balka.core.frames import Ask, Frame, Quote, asking
from balka.systems.heroes.chapters.attacking import reach_price
from balka.systems.heroes.chapters.attacks import AIMING, Attack, begin_attack
from balka.systems.heroes.chapters.finding import show
from balka.systems.heroes.chapters.fire import EQUIPMENT, PLANE, Weapon, is_beyond, may_equip
from balka.systems.heroes.chapters.hits import show_marker
from balka.systems.heroes.chapters.ratings import attack_check
from balka.systems.heroes.data.mission_data import Airplane
from balka.systems.heroes.events.cards import CardPlayed
from balka.systems.heroes.events.hiding import Discovery
from balka.systems.heroes.play import verbs
from balka.systems.heroes.play.actions import NO_CHECK, REACTION, Action, declare
from balka.systems.heroes.play.acts import ATTACK, AtLarge, Deed
from balka.systems.heroes.play.costs import Now, attack_parts
from balka.systems.heroes.play.edition import Chapter
from balka.systems.heroes.play.rolls import Result, discard, roll_check, use_veteran
from balka.systems.heroes.play.situation import caps, holds, seen_unit
from balka.systems.heroes.play.spending import cap_choices, spend
from balka.systems.heroes.third_edition.anti_air import (
    FLAK,
    Answer,
    AnswerUnseen,
    answers,
    flak_check,
    gunners,
    lurking,
    marker_counts,
)
from balka.systems.heroes.third_edition.events import FlakRolled, PlaneArrived, PlaneAttacked, PlaneDrivenOff
from balka.systems.heroes.units import OFF_MAP, HeroesState, HeroesWork, Unit

SWATH = 2  # hexes in front of the counter [16.7-f]
DEFLECTED = "hit"


class Plane(Choice, frozen=True):
    """Call an air attack. [16.7-a]"""

    verb = "plane"
    final = "maybe"
    card: Card


class PlaceAt(Choice, frozen=True):
    """Where the plane is put, and the way it flies. [16.7-a]"""

    verb = "at"
    final = "yes"
    place: Hex
    facing: Facing


# -- the card


def permission(now: Now, card: str) -> Airplane | None:
    """What the Mission says about an Airplane card."""
    rules = (rule for rule in now.setting.mission.special if isinstance(rule, Airplane) and rule.card == card)
    return next(rules, None)


def cards_of(now: Now, force: str) -> list[str]:
    """The Airplane cards a force was given."""
    granted = now.setting.mission.forces[force].weapons
    return [grant.card for grant in granted if permission(now, grant.card) is not None]


def why_not_fly(now: Now, force: str, card: str) -> Refusal | None:
    """Why a plane cannot be called now: Round, number of uses, or CAPs. [8.3, 8.6-c, special rule airplane]"""
    rule = permission(now, card)
    if rule is None or card not in cards_of(now, force):
        return Refusal(f"You have no airplane {card}.", "sos-16.7-a")
    flown = [when for which, when in now.tracks.flown if which == card]
    if now.tracks.round not in rule.rounds or now.tracks.round in flown or len(flown) >= rule.uses:
        rounds = ", ".join(map(str, rule.rounds))
        return Refusal(f"It may fly {rule.uses} times, once a Round, in Rounds {rounds}.", "sos-16.7-a")
    if caps(now, force) < now.setting.cards[card].cost:
        return Refusal(f"It costs {now.setting.cards[card].cost} CAPs.", "sos-8.6-c")
    return None


def flights(now: Now, force: str) -> list[Plane]:
    """Air attacks that may be called as this Turn's Action. [16.7-a]"""
    return [Plane(Card(card)) for card in cards_of(now, force) if why_not_fly(now, force, card) is None]


def why_not_now(now: Now, force: str, choice: Plane) -> Refusal:
    played = Refusal("This Turn's Action card has been played.", "sos-8.5-a")
    return why_not_fly(now, force, choice.card) or played


def plane_weapon(now: Now, card: str) -> Weapon:
    """Its guns and bombs strike the flank, and no bonus applies. [16.7-g, h, sos-card-W04-c]"""
    kind = now.setting.cards[card]
    return Weapon(PLANE, kind.name, kind.red_fp or 0, kind.blue_fp or 0, 0, flank=True, plain=True, basis=kind.basis)


def swath(now: Now, place: int, facing: int) -> list[int]:
    """The two hexes straight ahead of the plane that are on the map. [16.7-f]"""
    ahead = (now.setting.board.step(place, facing, distance) for distance in range(1, SWATH + 1))
    return [h for h in ahead if h >= 0]


def in_swath(now: Now, place: int, facing: int) -> tuple[str, ...]:
    """Everybody to be seen there, friend or foe. [16.7-g]"""
    return tuple(unit.id for h in swath(now, place, facing) for unit in now.position.at(h))


# -- frames


class AirAttack(Frame, frozen=True):
    """An air attack: the plane is placed, Anti-Air may answer, then it strikes. [16.7, sos-card-W04-b]"""

    force: str
    card: str
    place: int = OFF_MAP
    facing: int = 0
    foes: tuple[str, ...] = ()
    """opponents who may still answer, the next one first"""

    def ask(self, state: HeroesState) -> tuple[Ask, ...]:
        if self.place < 0:
            return asking(state.setting.seat_of[self.force], self.force, "plane.place")
        enemy = self.foes[0]
        return asking(state.setting.seat_of[enemy], enemy, "aa.window", window=True)

    def grow(self, state: HeroesState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        if self.place >= 0:
            return [verbs.Pass(), *answers(state, self.foes[0], self.place)] if not path else ()
        if not path:
            return ["at"]
        if len(path) == 1:
            return list(range(len(state.setting.board)))
        to = path[1]
        sides = range(len(state.setting.board.grid.sides))
        return [PlaceAt(Hex(to), Facing(side)) for side in sides] if isinstance(to, int) else ()

    def answer(self, work: HeroesWork, choice: Choice) -> None:
        if isinstance(choice, PlaceAt):
            self._arrive(work, choice)
        elif isinstance(choice, Answer | AnswerUnseen):
            if isinstance(choice, AnswerUnseen):
                show(work, work.unit(choice.unit), Discovery.FIRES_AT_PLANE, "sos-11.1-a", choice.facing)
            declare(work, self._flak(work, work.position.units[choice.unit]))
        elif len(self.foes) > 1:
            work.replace_top(structs.replace(self, foes=self.foes[1:]))
        else:
            self._strike(work)

    def _flak(self, now: Now, unit: Unit) -> Action:
        parts = attack_parts(now, unit, self.place)
        price = reach_price(now, unit, self.place)
        return Action(unit.force, unit.id, FLAK, parts, REACTION, self.place, target=self.card, price=price)

    def _arrive(self, work: HeroesWork, choice: PlaceAt) -> None:
        work.tell(PlaneArrived(self.force, self.card, choice.place, choice.facing))
        enemies = work.setting.foes[self.force]
        foes = tuple(foe for foe in enemies if gunners(work, foe, choice.place) or lurking(work, foe))
        placed = structs.replace(self, place=choice.place, facing=choice.facing, foes=foes)
        work.replace_top(placed)
        if not foes:
            placed._strike(work)

    def resume(self, work: HeroesWork, action: Action) -> None:
        """The Anti-Air unit has fired: it is Stressed, in the opponent's Turn though it is. [16.7-d, 16.7-e]"""
        unit = work.position.unit(action.unit)
        if unit is not None and not action.forgone:
            stressed = work.tracks.stressed[unit.force]
            names = tuple(dict.fromkeys((*stressed, *action.members)))
            work.set_tracks(stressed={**work.tracks.stressed, unit.force: names})
        if action.weapon == DEFLECTED:
            self._turn_away(work)
        else:
            self._strike(work)

    def _strike(self, work: HeroesWork) -> None:
        """Every unit in the two hexes ahead, friend or foe, on its flank; then it is gone. [16.7-f, g, i, j]"""
        work.replace_top(Flown(self.force))
        work.tell(PlaneAttacked(self.force, self.card, tuple(swath(work, self.place, self.facing))))
        begin_attack(work, self.attack(work), in_swath(work, self.place, self.facing))

    def attack(self, now: Now) -> Attack:
        return Attack(self.force, self.card, (), plane_weapon(now, self.card), self.place)

    def _turn_away(self, work: HeroesWork) -> None:
        """Driven off, the plane is gone, and the Action is over. [16.7-e, 16.7-j]"""
        work.replace_top(Flown(self.force))
        work.tell(PlaneDrivenOff(self.force, self.card, self.place))

    def prompt(self, view: HeroesState, seat: str) -> str:
        name = view.setting.cards[self.card].name
        if self.place < 0:
            return f"Where does {name} come in, and which way does it fly? It attacks the two hexes ahead."
        return f"{name} attacks. Answer with an Anti-Air unit, or let it come."

    def quote(self, view: HeroesState, choice: Choice, seat: str) -> Quote:
        if isinstance(choice, PlaceAt):
            return Quote(None, air_checks(view, self.force, self.card, choice.place, choice.facing), "yes")
        if isinstance(choice, Answer | AnswerUnseen):
            unit = seen_unit(view, choice.unit)
            unit = unit.changed(facing=choice.facing) if isinstance(choice, AnswerUnseen) else unit
            cost = self._flak(view, unit).cost(view, unit)
            return Quote(cost, (flak_check(view, unit, self.card, self.place),), "yes")
        return Quote(final="yes")

    def refuse(self, view: HeroesState, choice: Choice, seat: str) -> Refusal:
        if self.place < 0:
            return Refusal("First put the plane on a hex of the map.", "sos-16.7-a", "Say 'at', a hex and a side.")
        return Refusal("Only an Anti-Air unit that reaches the plane can answer.", "sos-16.8-b", "pass")


def air_checks(now: Now, force: str, card: str, place: int, facing: int) -> tuple[Check, ...]:
    """The rolls an air attack would bring."""
    attack = Attack(force, card, (), plane_weapon(now, card), place)
    return tuple(attack_check(now, attack.shot(now, name)) for name in in_swath(now, place, facing))


class Flown(Frame, frozen=True):
    """The air attack is over. [16.7-j]"""

    automatic = True

    force: str

    def run(self, work: HeroesWork) -> None:
        work.pop()
        work.finish(Action(self.force, "", "plane", (), NO_CHECK))


class Flak(Frame, frozen=True):
    """An Anti-Air unit fires at a plane: CAPs, then the roll. [16.8]"""

    force: str
    unit: str
    card: str
    place: int
    check: Check | None = None
    equipped: bool = False
    """by Better Equipped [card V02]"""
    aimed: int = 0
    """copies of Careful Aiming played on it [card 11, 8.5-b]"""

    def ask(self, state: HeroesState) -> tuple[Ask, ...]:
        return asking(state.setting.seat_of[self.force], self.force, "aa.roll")

    def grow(self, state: HeroesState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        unit = state.position.units[self.unit]
        more = may_equip(state, unit) and not self.equipped and not is_beyond(state, unit, self.place)
        better: list[Node] = [verbs.Play(Card(EQUIPMENT))] if more else []
        aiming = state.setting.edition.roles[AIMING]
        aim: list[Node] = [verbs.Play(Card(aiming))] if holds(state, self.force, aiming) else []
        return [*cap_choices(caps(state, self.force)), *better, *aim] if not path else ()

    def answer(self, work: HeroesWork, choice: Choice) -> None:
        if isinstance(choice, verbs.Play):
            paid = use_veteran if choice.card == EQUIPMENT else discard
            paid(work, self.force, choice.card, self.unit)
            work.replace_top(self.helped(choice.card))
            return
        assert isinstance(choice, verbs.Caps)
        spend(work, self.force, choice.count)
        check = self.check_for(work, choice.count)
        work.replace_top(structs.replace(self, check=check))
        roll_check(work, self.force, FLAK, check, unit=self.unit)

    def helped(self, card: str) -> Flak:
        """With one more card played on it. [card 11, card V02]"""
        return structs.replace(self, **({"equipped": True} if card == EQUIPMENT else {"aimed": self.aimed + 1}))

    def check_for(self, now: Now, count: int) -> Check:
        unit = now.position.units[self.unit]
        return flak_check(now, unit, self.card, self.place, count, equipped=self.equipped, aimed=self.aimed)

    def resume(self, work: HeroesWork, result: Result) -> None:
        """Any Hit turns the plane away. [16.7-e]"""
        assert self.check is not None
        work.pop()
        hit = result.band != "miss"
        work.tell(FlakRolled(self.force, self.check, result.faces, result.adjust, self.unit, self.card, hit))
        if hit:
            action = work.stack[-1]
            assert isinstance(action, Action)
            work.replace_top(structs.replace(action, weapon=DEFLECTED))

    def prompt(self, view: HeroesState, seat: str) -> str:
        return f"Spend CAPs on the fire at {view.setting.cards[self.card].name}, then roll."

    def quote(self, view: HeroesState, choice: Choice, seat: str) -> Quote:
        if isinstance(choice, verbs.Caps):
            return Quote(None, (self.check_for(view, choice.count),), "yes")
        assert isinstance(choice, verbs.Play)
        return Quote(None, (self.helped(choice.card).check_for(view, 0),), choice.final)

    def panel(self, view: HeroesState) -> tuple[Check, ...]:
        return (self.check or self.check_for(view, 0),)


def _begin(work: HeroesWork, choice: Plane, free: str) -> None:
    """The card is paid for and shown; it is the Turn's Action card. [8.5, 8.6-c]"""
    turn = work.stack[-1]
    force = str(getattr(turn, "force", ""))
    work.replace_top(structs.replace(turn, card=True))
    spend(work, force, work.setting.cards[choice.card].cost)
    work.set_tracks(flown=(*work.tracks.flown, (str(choice.card), work.tracks.round)))
    work.tell(CardPlayed(force, choice.card))
    work.push(AirAttack(force, choice.card))


def _flak(work: HeroesWork, action: Action) -> None:
    """A marker that counts in the fight is shown first. [7.5-b]"""
    unit = work.position.units[action.unit]
    if marker_counts(work, unit, action.target, action.hex):
        show_marker(work, unit, "sos-7.5-b")
    work.push(Flak(action.force, action.unit, action.target, action.hex))


CHAPTER = Chapter(
    name="16",
    at_large=(AtLarge(choice=Plane, offers=flights, why_not=why_not_now, begin=_begin),),
    verbs=(PlaceAt, Answer, AnswerUnseen),
    frames=(AirAttack, Flown, Flak),
    deeds={FLAK: Deed(do=_flak, counts_as=ATTACK)},
)
