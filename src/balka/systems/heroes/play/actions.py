"""Actions: choose a unit, carry the Action out, work out its cost, roll the Spent Check. [2.1-2.6, 3.3, 3.4]"""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType, structs

from balka.core.checks import Part, Tally
from balka.core.frames import Frame
from balka.systems.heroes import keys
from balka.systems.heroes.chapters.fire import EQUIPMENT
from balka.systems.heroes.chapters.ratings import support_of
from balka.systems.heroes.events.cards import CardPlayed
from balka.systems.heroes.events.hiding import ActedUnseen, SomebodyActed
from balka.systems.heroes.play.costs import FREE, NAME, STRESS, Now, marker_parts
from balka.systems.heroes.play.economy import FORGONE
from balka.systems.heroes.play.situation import riders_of, unseen_by
from balka.systems.heroes.play.spending import spend
from balka.systems.heroes.units import OFF_MAP, UNKNOWN, HeroesState, HeroesWork, Unit

UNLOAD_TOGETHER, LEAVE_TOGETHER = "unload together", "leave together"
ARRIVALS = ("enter", "move together", "enter together", UNLOAD_TOGETHER, LEAVE_TOGETHER)
"""moves that no Hit Marker taxes by their verb"""
NORMAL, FREE_BY_CARD, CARD_COST, NO_CHECK = "normal", "free", "card", "none"
SNEAK = "sneak"
HIDE, SNEAK_TOGETHER = "hide together", "sneak together"
UNSEEN_MOVES = (SNEAK, HIDE, SNEAK_TOGETHER)
REACTION = "reaction"  # the normal cost in the opponent's Turn, so that nobody can answer with Battlefield Confusion


class ExtraCost(Struct, frozen=True):
    """Something met on the way adds to the cost. `way`: hexes entered after the first, with how the unit then faced."""

    parts: tuple[Part, ...]
    way: tuple[tuple[int, int], ...] = ()


class PaymentMade(Struct, frozen=True):
    """By which means an Action has been paid for, and how much of its cost."""

    means: str
    amount: int


class GroupCost(Struct, frozen=True):
    """The cost turned out to be this: a Group pays for its dearest member. `stayed`: who has left no hex."""

    parts: tuple[Part, ...]
    stayed: tuple[str, ...] = ()


class Action(Frame, frozen=True):
    """One Action from declaration to its end: done, then paid for; a Spent unit pays first.

    [2.1-a, 3.4-b, 7.10-b, atb 2.2-b]

    `terms`: the normal cost; free by a card; a card's own cost, which nothing changes; or no cost and no check at all.
    """

    automatic = True

    force: str
    unit: str
    verb: str
    base: tuple[Part, ...]
    terms: str = NORMAL
    hex: int = -1
    facing: int = 0
    target: str = ""
    group: tuple[str, ...] = ()
    """the others of a Group: they act, pay and tire with the unit"""
    riders: tuple[str, ...] = ()
    """who carries or is carried by one of them: they pay and tire too, but take no part [15.8-a]"""
    weapon: str = ""
    """what is fired, where it is not the unit's own Firepower"""
    price: int = 0
    """CAPs to be paid at once, as for a card of blue cost [8.6-c]"""
    spot: int = -1
    """the Spotter Hex of indirect fire"""
    steps: tuple[str, ...] = ("do", "pay")
    forgone: bool = False
    means: str = ""
    """how it is being paid for, where there are several ways"""
    open_to: tuple[str, ...] | UnsetType = UNSET
    """the means all of a Group had together when it set out, whoever of it is lost or off the map when it pays"""
    paid: int = 0
    """how much of its cost has been paid by those means"""
    covered: int = 0
    """what its base cost was then: only what is added to that is still owed, not what a marker taken since adds"""
    forfeits: bool = False
    """what is left of the pool is lost once it is paid for"""
    origin: tuple[int, int] = (-1, 0)
    """where the unit stood and how it faced when the Action was declared"""
    way: tuple[tuple[int, int], ...] = ()
    """hexes entered after the first by Bonus Moves and Veterans, with how it then faced"""
    stayed: tuple[str, ...] = ()
    """who of a Group that moves has entered no hex"""

    def run(self, work: HeroesWork) -> None:
        if self.forgone or not self.steps:
            work.pop()
            work.finish(self)
            return
        work.replace_top(structs.replace(self, steps=self.steps[1:]))
        if self.steps[0] == "do":
            work.setting.edition.deeds[self.verb].do(work, self)
            return
        payers = tuple(unit for name in self.members if (unit := work.position.unit(name)) is not None)
        work.setting.edition.economy.pay(work, self, payers)

    @property
    def members(self) -> tuple[str, ...]:
        """Everybody whom the Spent Check and Stress concern."""
        return (self.unit, *self.group, *self.riders)

    @property
    def actors(self) -> tuple[str, ...]:
        """Everybody who does something."""
        return (self.unit, *self.group)

    def conceal(self, state: HeroesState, seat: str) -> Frame:
        """Of a Hidden unit's Action others know whose it is, a card played for it, whether it is paid. [D23]"""
        if state.setting.edition.hiding.known_by_name:
            return self._without_places(state, seat)
        if not state.position.hidden or not any(unseen_by(state, name, seat) for name in self.actors):
            return self._found(state, seat)
        seen = tuple(name for name in self.actors if not unseen_by(state, name, seat))
        return self._of_those_found(state, seat, seen) if seen else self._unseen(state)

    def _unseen(self, state: HeroesState) -> Frame:
        """All that is known where nobody who acts is seen."""
        open_card = self.verb if self.verb in state.setting.cards else "unseen"
        told = open_card != "unseen"
        known = self.steps if told else tuple(step for step in self.steps if step == "pay")
        return Action(self.force, UNKNOWN, open_card, (), target=self.target if told else "", steps=known)

    def _found(self, state: HeroesState, seat: str) -> Frame:
        """Of a unit found while it moves unseen, a face-down marker does not show in its cost until it is paid."""
        if self.verb not in UNSEEN_MOVES or seat in state.setting.eyes_of(state.setting.forces[self.force]):
            return self
        if self.verb != SNEAK:
            return self._of_those_found(state, seat, self.actors)
        unit = state.position.unit(self.unit)
        if unit is None:
            return self
        known = structs.replace(self, hex=OFF_MAP) if "do" in self.steps else self  # where it will hide is its secret
        return known if unit.shown else structs.replace(known, base=_without_marker(self.base))

    def _of_those_found(self, state: HeroesState, seat: str, seen: tuple[str, ...]) -> Frame:
        """Of a Group that moves unseen and of whom some are found: that there are others, not who, nor their markers.

        Nor is it told where a Group that had been hiding came from. [11.6-a]
        """
        others = (UNKNOWN,) if len(seen) < len(self.actors) else ()
        riders, stayed = (tuple(n for n in ns if not unseen_by(state, n, seat)) for ns in (self.riders, self.stayed))
        known = structs.replace(self, hex=OFF_MAP) if self.verb == SNEAK_TOGETHER else self
        base = _without_marker(self.base) if others else self.base
        return structs.replace(known, unit=seen[0], group=(*seen[1:], *others), riders=riders, stayed=stayed, base=base)

    def _without_places(self, state: HeroesState, seat: str) -> Frame:
        """Which unit acts is known, but not where it is or goes, nor what that costs until it is paid. [atb 10.1-h]"""
        if seat in state.setting.eyes_of(state.setting.forces[self.force]):
            return self
        if self.verb == SNEAK and "do" in self.steps:
            return structs.replace(self, hex=OFF_MAP, facing=0, origin=(OFF_MAP, 0), base=())
        if self.verb == SNEAK:
            return structs.replace(self, origin=(OFF_MAP, 0))
        hidden = unseen_by(state, self.unit, seat)
        return structs.replace(self, hex=OFF_MAP, facing=0, origin=(OFF_MAP, 0)) if hidden else self

    def cost(self, now: Now, unit: Unit) -> Tally:
        """The Action's cost; a card's own cost is changed by nothing. [2.4-a, 8.6-d]

        Where who acted is lost on the way, a marker of those left to pay makes it no dearer.
        """
        counts = unit.id == self.unit and self.terms in (NORMAL, REACTION)
        marked = marker_parts(now, unit, self.verb) if counts else ()
        moves = max(1, sum(part.key == keys.STEP for part in self.base))  # a Rapid Move is two [card V01]
        return self.priced(now, self.base + marked * moves)

    def priced(self, now: Now, base: tuple[Part, ...]) -> Tally:
        """What it costs at a base: Stress on top, nothing where a card frees it, a card's own cost as it is. [2.6-a]"""
        if self.terms in (NORMAL, REACTION):
            return Tally(NAME, base + self._stress(now))
        return Tally(NAME, (*base, FREE)) if self.terms == FREE_BY_CARD else Tally(NAME, base)

    def _stress(self, now: Now) -> tuple[Part, ...]:
        """One member that acted on the last Turn Stresses the whole Group, once, lost on the way or not.

        [2.6-b, 10.11-a, b]
        """
        stressed = now.tracks.stressed[self.force]
        return (STRESS,) if any(name in stressed for name in self.members) else ()

    def resume(self, work: HeroesWork, result: object) -> None:
        """A die has come, more is to be paid, or the Action could not be paid for and is left undone."""
        if result == FORGONE:
            work.replace_top(structs.replace(self, forgone=True))
        elif isinstance(result, PaymentMade):
            covered = sum(part.value for part in self.base)
            work.replace_top(structs.replace(self, means=result.means, paid=result.amount, covered=covered))
        elif isinstance(result, ExtraCost):
            work.replace_top(structs.replace(self, base=self.base + result.parts, way=self.way + result.way))
        elif isinstance(result, GroupCost):
            work.replace_top(structs.replace(self, base=result.parts, stayed=result.stayed))
        else:
            means = work.setting.edition.deeds[self.verb].dice
            assert means is not None
            means(work, self, result)


def calm(work: HeroesWork, unit: Unit) -> None:
    """Who is gone is Stressed no more, unless those it acted with have still to pay. [10.11-a]"""
    if any(isinstance(frame, Action) and unit.id in frame.members for frame in work.stack):
        return
    stressed = tuple(name for name in work.tracks.stressed[unit.force] if name != unit.id)
    work.set_tracks(stressed={**work.tracks.stressed, unit.force: stressed})


def _without_marker(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    return tuple(part for part in parts if part.key not in (keys.HIT_MARKER, keys.GROUP_MARKER))


def declare(work: HeroesWork, action: Action) -> None:
    """Begin an Action; what needs no Spent Check is never paid for."""
    unit = work.position.unit(action.unit)
    assert unit is not None
    action = with_riders(work, action)
    bound = [other for name in (*action.group, *action.riders) if (other := work.position.unit(name)) is not None]
    order = work.setting.edition.economy.order(work, action, (unit, *bound))
    if unit.id in work.position.hidden:
        _tell_unseen(work, unit, action, order)
    spend(work, action.force, action.price)
    if action.price and action.verb in ("fire", "indirect", "flak"):
        work.tell(CardPlayed(action.force, EQUIPMENT, action.unit))
    hidden, edition = unit.id in work.position.hidden, work.setting.edition
    deploys = hidden and action.verb == edition.entering.card  # who is shown on the way keeps secret where it came from
    action = structs.replace(action, hex=OFF_MAP) if deploys else action
    open_to = edition.economy.open_means(work, action, (unit, *bound))
    action = structs.replace(action, open_to=open_to) if open_to else action
    nowhere = deploys or (hidden and not edition.hiding.known_by_name)
    work.push(structs.replace(action, steps=order, origin=(OFF_MAP, 0) if nowhere else (unit.hex, unit.facing)))


def _tell_unseen(work: HeroesWork, unit: Unit, action: Action, order: tuple[str, ...]) -> None:
    """The others hear that a Hidden unit acts, and whether it pays first for what they will hear of. [11.6-a]"""
    heard = action.verb in work.setting.edition.attacks or action.verb in work.setting.cards
    pays_first = order[0] == "pay" and heard
    named = work.setting.edition.hiding.known_by_name
    shadow = ActedUnseen(unit.force, unit.id, pays_first) if named else SomebodyActed(unit.force, pays_first)
    work.tell_only(work.setting.eyes_of(unit.side), ActedUnseen(unit.force, unit.id), shadow)


def with_riders(now: Now, action: Action) -> Action:
    """An Action with all whom it binds: they pay and tire with those who act. [15.8-a, g]"""
    if not now.position.loads:
        return action
    return structs.replace(action, riders=tuple(dict.fromkeys((*action.riders, *_bound_to(now, action)))))


def _bound_to(now: Now, action: Action) -> list[str]:
    """The vehicles and loads of those who act, where they do not act themselves, or only of who moves. [15.8-a]"""
    names, edition = action.actors, now.setting.edition
    if edition.vehicles.riders_join_moves_only and action.verb not in (*edition.moves, *ARRIVALS):
        return []
    units = [unit for name in names if (unit := now.position.unit(name)) is not None]
    return [other.id for unit in units for other in riders_of(now, unit) if other.id not in names]


def support_parts(action: Action) -> tuple[Part, ...]:
    """The others of a Group that attacks."""
    return support_of(len(action.group))
