"""Group Actions: units that stand together move, attack, rally or hide as one, with one Spent Check. [chapter 10]"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import structs

from balka.core.checks import Part
from balka.core.choices import Card, Choice, Node, Refusal, Token, UnitId, Word
from balka.core.frames import Ask, Frame, Quote, asking
from balka.systems.heroes.chapters.attacking import assault_targets
from balka.systems.heroes.chapters.cards import (
    GROUP_ICON,
    HIDDEN_ICON,
    card_action,
    enough_for_all,
    own_units,
    pay_blue,
)
from balka.systems.heroes.chapters.finding import reveal
from balka.systems.heroes.chapters.group_attacks import attacks_of, leaders, may_attack_together, why_not_lead
from balka.systems.heroes.chapters.group_moves import Finish, GroupMoving, can_set_out
from balka.systems.heroes.chapters.hidden import who_go_unseen
from balka.systems.heroes.chapters.joining import (
    comes_out,
    get_off_together,
    hidden_beside,
    near,
    only_rally,
    ride_alike,
    takes_part,
)
from balka.systems.heroes.chapters.rally import RallyingTogether, rally_checks, why_not_rally
from balka.systems.heroes.chapters.transport import UNLOAD
from balka.systems.heroes.events.hiding import Discovery
from balka.systems.heroes.events.rounds import StalledTogether
from balka.systems.heroes.play import acts, verbs
from balka.systems.heroes.play.actions import FREE_BY_CARD, NORMAL, Action, declare
from balka.systems.heroes.play.choosing import action_for, may_enter
from balka.systems.heroes.play.costs import RALLY, STALL, Now, attack_parts, marker_parts
from balka.systems.heroes.play.economy import NO_LIMIT, freed
from balka.systems.heroes.play.edition import Chapter
from balka.systems.heroes.play.quotes import quote_action
from balka.systems.heroes.play.rolls import discard
from balka.systems.heroes.play.situation import seen_unit, unseen_by
from balka.systems.heroes.play.telling import tell_about
from balka.systems.heroes.play.turns import Turn
from balka.systems.heroes.units import HeroesState, HeroesWork, Unit

MOVE, ENTER, GROUP_RALLY, GROUP_STALL = "move together", "enter together", "rally together", "stall together"


class Group(Choice, frozen=True):
    """Begin a Group with this unit. [10.0-b, atb 9.1-a]"""

    verb = "group"
    final = "maybe"
    subject = "unit"
    unit: UnitId


class With(Choice, frozen=True):
    """Another unit joins. [10.2-a, atb 9.1-b]"""

    verb = "with"
    final = "maybe"
    subject = "unit"
    unit: UnitId


class Act(Choice, frozen=True):
    """What the Group does: move, enter, rally, stall, hide, dig. [10.1-a]"""

    verb = "act"
    final = "maybe"
    what: Word


# -- who stands together


def may_join(now: Now, members: Sequence[Unit], unit: Unit, free: str) -> bool:
    """Connected to the Group, able to act, and Fresh unless nothing is to be paid. [10.1-b, 10.1-c]"""
    first = members[0]
    if unit.force != first.force or unit in members or (unit.hex < 0) != (first.hex < 0):
        return False
    beside = unit.entry == first.entry if unit.hex < 0 else near(now, members) >> unit.hex & 1
    if not beside or not ride_alike(now, first, unit) or not takes_part(now, unit, free):
        return False
    return _could_act(now, (*members, unit), free)


def _could_act(now: Now, members: Sequence[Unit], free: str) -> bool:
    """Stunned units join only to Rally, and with a Spent member the CAPs must pay for something. [10.1-c]"""
    stunned = only_rally(now, members)
    if stunned and not _can_all_rally(now, members):
        return Gathering(members[0].force, tuple(unit.id for unit in members), free).may_do(now)
    limit = NO_LIMIT if free else now.setting.edition.economy.group_limit(now, tuple(members))
    pays = (RALLY if stunned else STALL).value <= limit
    if pays and (stunned or ACTS["stall"](now, members) or _sets_out(now, members, free)):
        return True
    return Gathering(members[0].force, tuple(unit.id for unit in members), free).may_do(now)


def _sets_out(now: Now, members: Sequence[Unit], free: str) -> bool:
    """Could they move as a Group in view? Who hides does not. [10.2, 11.3]"""
    return members[0].id not in now.position.hidden and can_set_out(now, members, free)


def joiners(now: Now, members: Sequence[Unit], free: str) -> Iterator[Unit]:
    """Whoever may still join; who hides keeps to itself or, by some rules, comes out. [10.2-a, 11.5-a, atb 10.0.1-a]"""
    hidden = members[0].id in now.position.hidden
    company = who_go_unseen(now, members[0].force) if hidden else own_units(now, members[0].force)
    yield from (unit for unit in company if may_join(now, members, unit, free))
    if not hidden:
        yield from (unit for unit in hidden_beside(now, members) if comes_out(now, members, unit, free))


def gatherings(now: Now, unit: Unit, limit: int) -> Iterator[Group]:
    """A unit with company may begin a Group. [10.0-a, 11.5-a]"""
    if _has_company(now, unit) and next(joiners(now, (unit,), freed(now)), None) is not None:
        yield Group(UnitId(unit.id))


def _has_company(now: Now, unit: Unit) -> bool:
    """Could anybody be near? Hidden units are looked for one by one; some cards show no Group icon. [8.9-b, V06]"""
    if getattr(now.stack[-1], "apart", "") == unit.id:
        return False
    if unit.id in now.position.hidden:
        return not unit.carrier
    if unit.hex < 0 and not may_enter(now, unit, freed(now)):
        return False
    if (unit.carrier and not unit.marker and not get_off_together(now)) or now.tracks.iron:
        return False
    beside = now.setting.board.around[unit.hex] if unit.hex >= 0 else 0
    if unit.hex < 0 or bool(beside & now.position.held[unit.side]) or len(now.position.at(unit.hex)) > 1:
        return True
    return bool(hidden_beside(now, (unit,)))


# -- what a Group may do


def _can_all_rally(now: Now, members: Sequence[Unit]) -> bool:
    return all(unit.marker and why_not_rally(now, unit) is None for unit in members)


UNSEEN = ("rally", "stall")  # besides moving unseen [11.1-a]
ACTS: Mapping[str, Callable[[Now, Sequence[Unit]], bool]] = {
    "move": lambda now, members: members[0].hex >= 0,
    "enter": lambda now, members: members[0].hex < 0,
    "rally": _can_all_rally,
    "stall": lambda now, members: members[0].hex >= 0 and "stall" in now.setting.edition.act_of,
}


def group_action(now: Now, members: Sequence[Unit], what: str, free: str) -> Action:
    """The Action a Group takes as one. [10.4, 10.9, 10.9-c, atb 9.1.3-a]"""
    names = tuple(unit.id for unit in members)
    terms, entering = FREE_BY_CARD if free else NORMAL, now.setting.edition.entering
    base: dict[str, tuple[str, tuple[Part, ...], str]] = {
        "move": (MOVE, (), terms),
        "enter": (ENTER, entering.group_price, entering.terms(free)),
        "rally": (GROUP_RALLY, (RALLY,), terms),
        "stall": (GROUP_STALL, (STALL,), terms),
    }
    for chapter_acts in now.setting.edition.groups.acts:
        base.update(chapter_acts(now, members, terms))
    verb, parts, pays = base[what]
    return Action(members[0].force, names[0], verb, parts, pays, members[0].hex, group=names[1:])


class Gathering(Frame, frozen=True):
    """A Group being put together; it only grows. [10.0-b]"""

    force: str
    members: tuple[str, ...]
    free: str = ""

    def ask(self, state: HeroesState) -> tuple[Ask, ...]:
        return asking(state.setting.seat_of[self.force], self.force, "group")

    def units(self, now: Now) -> list[Unit]:
        return [seen_unit(now, name) for name in self.members]

    def grow(self, state: HeroesState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        members = self.units(state)
        more: list[Node] = [With(UnitId(unit.id)) for unit in joiners(state, members, self.free)]
        if len(members) == 1:
            return more if not path else ()
        if members[0].id in state.position.hidden:
            return [*more, *self._acts(state, members), *self._cards(state, members)] if not path else ()
        shots = self._shots(state, members)
        if path:
            return shots.get(str(path[0]), ())
        return [*more, *shots, *self._acts(state, members), *self._cards(state, members)]

    def has_options(self, view: HeroesState, seat: str) -> bool:
        """The only unit that could join is not called out of hiding unasked. [atb 10.0.1-a]"""
        if len(self.members) > 1 or self.members[0] in view.position.hidden:
            return False
        return any(unit.id in view.position.hidden for unit in joiners(view, self.units(view), self.free))

    def may_do(self, now: Now) -> bool:
        """Is there anything that these units could do together?"""
        members = self.units(now)
        seen = members[0].id not in now.position.hidden
        return bool((seen and self._shots(now, members)) or self._acts(now, members) or self._cards(now, members))

    def _shots(self, now: Now, members: list[Unit]) -> dict[str, list[Node]]:
        """The attacks each member could lead, with its Firepower, a Flamethrower, a card. [10.5-b, 8.9-b, 18.0-a]"""
        shots: dict[str, list[Node]] = {}
        for leader, target in leaders(now, members):
            found = attacks_of(leader, target, assault_targets(now, leader))
            if found and self._affordable(now, attack_parts(now, leader, target) + marker_parts(now, leader, "fire")):
                shots.setdefault(leader.id, []).extend(found)
        if may_attack_together(now, members):
            for leader in members:
                rest = [unit for unit in members if unit is not leader]
                thrown = [node for rule in now.setting.edition.groups.shots for node in rule(now, leader, rest)]
                if thrown:
                    shots.setdefault(leader.id, []).extend(thrown)
        return shots

    def _may_play(self, now: Now) -> bool:
        """One Action card a Turn, and none with an Action a card has given. [8.5-a]"""
        turn = next((frame for frame in reversed(now.stack) if isinstance(frame, Turn)), None)
        return not self.free and (turn is None or turn.has_card_left(now))

    def _acts(self, now: Now, members: list[Unit]) -> list[Node]:
        return [Act(Word(what)) for what in self._words(now, members) if self._may_pay_act(now, members, what)]

    def _may_pay_act(self, now: Now, members: list[Unit], what: str) -> bool:
        if what in ("move", "enter"):
            return can_set_out(now, members, self.free)
        return self._affordable(now, group_action(now, members, what, self.free).base)

    def _words(self, now: Now, members: list[Unit]) -> list[str]:
        """What the Group could do if it can pay: only rally if one can do no more, in hiding what shows nothing."""
        if only_rally(now, members):
            return [*(["rally"] if _can_all_rally(now, members) else []), *self._getting_off(now, members)]
        hidden = members[0].id in now.position.hidden
        words = [what for what, fits in ACTS.items() if (not hidden or what in UNSEEN) and fits(now, members)]
        return words + [what for rule in now.setting.edition.groups.acts for what in rule(now, members, NORMAL)]

    def _getting_off(self, now: Now, members: list[Unit]) -> list[str]:
        """All that loads do as a Group besides rallying, in some editions. [atb 9.1-a, 17.0-j]"""
        return [UNLOAD for rule in now.setting.edition.groups.acts if UNLOAD in rule(now, members, NORMAL)]

    def _affordable(self, now: Now, base: tuple[Part, ...]) -> bool:
        """Spent members need the whole cost in CAPs. [10.1-c]"""
        return sum(part.value for part in base) <= self._limit(now)

    def _limit(self, now: Now) -> int:
        """The most that the Group's Action may cost."""
        return NO_LIMIT if self.free else int(now.setting.edition.economy.group_limit(now, tuple(self.units(now))))

    def _cards(self, now: Now, members: list[Unit]) -> list[Node]:
        """Cards with the Group icon, in hiding also the Hidden icon, if every member may play them. [8.9, 10.12-b]"""
        if not self._may_play(now):
            return []
        players, cards = now.setting.edition.cards.players, now.setting.cards
        hidden = members[0].id in now.position.hidden
        icons = {GROUP_ICON, HIDDEN_ICON} if hidden else {GROUP_ICON}
        held = [
            card
            for card in dict.fromkeys(now.hands[self.force].cards)
            if card in players and icons <= cards[card].icons
        ]
        if members[0].hex < 0:
            held = [card for card in held if card == now.setting.edition.entering.card]
        able = [card for card in held if all(players[card](now, unit) for unit in members)]
        able = [card for card in able if enough_for_all(now, card, members)]
        pays = now.setting.edition.economy.can_pay_card
        return [verbs.Play(Card(card)) for card in able if pays(now, tuple(members), cards[card])]

    def answer(self, work: HeroesWork, choice: Choice) -> None:
        if isinstance(choice, With):
            self._join(work, choice.unit)
            return
        action = self.action(work, choice)
        work.pop()
        if isinstance(choice, verbs.Play):
            turn = work.stack[-1]
            work.replace_top(structs.replace(turn, card=True) if isinstance(turn, Turn) else turn)
            pay_blue(work, self.force, choice.card)
        declare(work, action)
        if isinstance(choice, verbs.Play):
            discard(work, self.force, choice.card)

    def _join(self, work: HeroesWork, name: str) -> None:
        """Who hides is shown before it acts with others in view. [atb 10.0.1-a]"""
        work.replace_top(structs.replace(self, members=(*self.members, name)))
        hiding = work.position.hidden.get(name)
        if hiding is not None and self.first not in work.position.hidden:
            reveal(work, hiding, Discovery.ACTS, "atb-10.0.1-a")

    def action(self, now: Now, choice: Choice) -> Action:
        """What the Group was told to do."""
        members = self.units(now)
        if isinstance(choice, Act):
            return group_action(now, members, choice.what, self.free)
        if isinstance(choice, verbs.Play):
            fresh = card_action(now, min(members, key=lambda unit: unit.spent), choice.card)
            return structs.replace(fresh, unit=members[0].id, hex=members[0].hex, group=self.members[1:])
        return self._attack(now, choice, members)

    def _attack(self, now: Now, choice: Choice, members: list[Unit]) -> Action:
        """The Leader's attack at the Leader's cost, the others in support. [10.8-a, 10.5-a, atb 9.1.2-a]"""
        leader = now.position.units[str(choice.path()[0])]
        rest = tuple(unit.id for unit in members if unit is not leader)
        return structs.replace(action_for(now, leader, choice, self.free), group=rest)

    def conceal(self, state: HeroesState, seat: str) -> Frame:
        """Who gathers in hiding is nobody else's business."""
        return Gathering(self.force, (), self.free) if unseen_by(state, self.first, seat) else self

    @property
    def first(self) -> str:
        return self.members[0] if self.members else ""

    def prompt(self, view: HeroesState, seat: str) -> str:
        if len(self.members) == 1:
            return f"Who acts together with {view.setting.name(self.members[0])}?"
        return f"{len(self.members)} units act together: add another, or say what they do."

    def quote(self, view: HeroesState, choice: Choice, seat: str) -> Quote:
        if isinstance(choice, With):
            return Quote()
        action = self.action(view, choice)
        return quote_action(view, seen_unit(view, action.unit), action, choice)

    def _why_not_attack(self, view: HeroesState, choice: verbs.Fire | verbs.Assault) -> Refusal:
        members = self.units(view)
        leader = next((unit for unit in members if unit.id == choice.unit), None)
        if leader is None:
            return Refusal(f"{view.setting.name(choice.unit)} is not in the Group.", "sos-10.5-b atb-9.1.2-b")
        reason = why_not_lead(view, members, leader, choice)
        return reason or view.setting.edition.economy.cannot_pay(
            view, leader, self.action(view, choice).cost(view, leader).value
        )

    def refuse(self, view: HeroesState, choice: Choice, seat: str) -> Refusal:
        if isinstance(choice, With):
            return Refusal("It is not beside the Group, or not able to act with it.", "sos-10.2-a atb-9.1-b")
        if isinstance(choice, verbs.Fire | verbs.Assault):
            return self._why_not_attack(view, choice)
        return Refusal(
            "A Group is being put together.", "sos-10.0-b atb-9.1-a", "Say 'with' a unit, or what the Group does."
        )


# -- Actions


def _move(work: HeroesWork, action: Action) -> None:
    work.push(GroupMoving(action.force, action.actors))


def _rally(work: HeroesWork, action: Action) -> None:
    work.push(RallyingTogether(action.force, action.actors))


def _stall(work: HeroesWork, action: Action) -> None:
    tell_about(work, action.unit, StalledTogether(action.force, action.actors))


def _begin(work: HeroesWork, choice: Group, free: str) -> None:
    unit = work.unit(choice.unit)
    work.push(Gathering(unit.force, (unit.id,), free))


GATHERING = acts.Act(
    choice=Group,
    offers=gatherings,
    why_not=lambda now, unit, choice: None,
    begin=_begin,
    said=(acts.ON_MAP, acts.RIDING, acts.ONLY_RALLIES, acts.BESIDE_MAP, acts.HIDDEN),  # [10.9-a]
    leads_on=True,
)
CHAPTER = Chapter(
    name="10",
    acts=(GATHERING,),
    verbs=(With, Act, Finish),
    frames=(Gathering, GroupMoving, RallyingTogether),
    deeds={
        MOVE: acts.Deed(do=_move),
        ENTER: acts.Deed(do=_move),
        GROUP_RALLY: acts.Deed(do=_rally, checks=rally_checks),
        GROUP_STALL: acts.Deed(do=_stall),
    },
)
