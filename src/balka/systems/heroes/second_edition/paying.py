"""Paying for an action: from the pool, as an opportunity, or all in CAPs. [2.2, 3.0-3.2]"""

from __future__ import annotations

from collections.abc import Sequence

from balka.core.checks import Tally, add
from balka.core.choices import Choice, Node, Number, Refusal, Token, Word
from balka.core.frames import Ask, Frame, Quote, asking
from balka.systems.heroes.chapters.groups import Group
from balka.systems.heroes.chapters.hits import show_if_dearer
from balka.systems.heroes.events.rounds import Paid
from balka.systems.heroes.play.actions import CARD_COST, SNEAK, Action, PaymentMade
from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.play.economy import FORGONE, NO_LIMIT
from balka.systems.heroes.play.situation import caps, unseen_by
from balka.systems.heroes.play.spending import in_caps, spend
from balka.systems.heroes.play.telling import tell_about
from balka.systems.heroes.second_edition import pools
from balka.systems.heroes.second_edition.events import CommandStalled, OpportunityTaken, PaidOnTheWay, PaidUnseen
from balka.systems.heroes.units import UNKNOWN, HeroesState, HeroesWork, Unit

ACTIVATE, POOL, OPPORTUNITY, COMMAND = "activate", "pool", "opportunity", "command"
BY_APS = (ACTIVATE, POOL)
TOGETHER = ("move together", "enter together", "smoke together", "occupy together", "climb together", "load together",
            "unload together")  # fmt: skip
"""what is paid for when all have done it"""


class By(Choice, frozen=True):
    """How an action is paid for: activate, pool, opportunity or command, and with how many CAPs. [2.2]"""

    verb = "by"
    means: Word
    caps: Number


class StallBy(Choice, frozen=True):
    """Do nothing this turn, for one AP of the active units or one CAP. [2.2-o]"""

    verb = "stall"
    by: Word


def limits(now: Now, members: Sequence[Unit]) -> dict[str, int]:
    """The most an action of these units may cost by each of the means open to them.

    [2.2-g, 2.2-k, 2.2-l, 9.1, 3.1-c, 9.1-c, 9.1-d, 9.1-e, 9.2-a, 15.4-d]
    """
    force, held = members[0].force, caps(now, members[0].force)
    fresh = all(pools.is_fresh(now, unit) for unit in members)
    found = {OPPORTUNITY: NO_LIMIT} if fresh else {}
    if fresh and now.setting.rulebook.action_points == "seven":
        found[ACTIVATE] = pools.ACTIVATION + held
    if pools.running(now, force) and all(_may_share(now, unit) for unit in members):
        found[POOL] = pools.pool_of(now, force) + held
    return {**found, COMMAND: held} if held else found


def most(now: Now, members: Sequence[Unit]) -> int:
    """The most an action of these units may cost by any of the means: anything as an opportunity. [2.2-k, 3.1-b]"""
    if all(pools.is_fresh(now, unit) for unit in members):
        return NO_LIMIT
    return max(limits(now, members).values(), default=0)


def _may_share(now: Now, unit: Unit) -> bool:
    """Active already, or Fresh where the chapter on Groups and sharing has been read. [2.2-j, 9.0-b, 9.0-c]"""
    return pools.is_active(now, unit) or (not unit.spent and Group.verb in now.setting.edition.act_of)


def draw_on(work: HeroesWork, force: str, members: Sequence[str], means: str) -> None:
    """Who pays by Action Points shares the running pool, which an activation opens.

    [2.2, 2.2-m, 2.2-v, 2.2-w, 3.0-f, 3.0-g, 3.2.2-b, 9.2-c, 17.0-l]
    """
    if means == ACTIVATE:
        pools.begin(work, force)
    if means in BY_APS:
        pools.share(work, force, members)


class Paying(Frame, frozen=True):
    """The player says how an action is paid for before it is done. [3.0-b, 3.1, 3.2.1, 3.2.2]

    `means`: those that the action allows at all.
    """

    force: str
    unit: str
    cost: Tally
    group: tuple[str, ...] = ()
    means: tuple[str, ...] = (POOL, ACTIVATE, OPPORTUNITY, COMMAND)

    @staticmethod
    def begin(work: HeroesWork, action: Action, payers: tuple[Unit, ...]) -> None:
        """A marker that changes the cost is shown; the only way there is needs no question. [7.4-f]"""
        cost = action.cost(work, payers[0])
        show_if_dearer(work, action.unit, cost)
        group = tuple(payer.id for payer in payers[1:])
        paying = Paying(action.force, payers[0].id, cost, group, _means_for(work, action))
        work.push(paying)
        ways = paying.ways(work)
        if not cost.value and COMMAND in paying.means:
            paying.pay(work, By(Word(COMMAND), Number(0)))
        elif len(ways) == 1:
            paying.pay(work, ways[0])

    @property
    def members(self) -> tuple[str, ...]:
        return (self.unit, *self.group)

    def conceal(self, state: HeroesState, seat: str) -> Frame:
        """Where a Hidden unit moves is not known, nor yet what it pays. [10.1-h]"""
        if not unseen_by(state, self.unit, seat):
            return self
        if not any(isinstance(frame, Action) and frame.verb == SNEAK for frame in state.stack):
            return self
        blank = Tally(self.cost.name, (add(0, "What a Hidden unit does", "atb-10.1-h"),))
        return Paying(self.force, UNKNOWN, blank, self.group, self.means)

    def ask(self, state: HeroesState) -> tuple[Ask, ...]:
        return asking(state.setting.seat_of[self.force], self.force, "cost.means")

    def ways(self, now: Now) -> list[By]:
        """Every way to pay: CAPs may supplement Action Points one for one. [3.2-c, 3.2.1-a, 3.2.2-a]"""
        units = [unit for name in self.members if (unit := now.position.unit(name)) is not None]
        cost, held, found = self.cost.value, caps(now, self.force), limits(now, units)
        ways: list[By] = []
        for means in self.means:
            if found.get(means, -1) < cost:
                continue
            if means in BY_APS:
                least = max(0, cost - _aps(now, self.force, means))
                most = min(cost, held) if COMMAND in self.means else 0
                ways += [By(Word(means), Number(count)) for count in range(least, most + 1)]
            else:
                ways.append(By(Word(means), Number(cost if means == COMMAND else 0)))
        return ways or _all_that_is_left(now, self.force, self.means)

    def grow(self, state: HeroesState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        if not path:
            return ["by"]
        ways = self.ways(state)
        if len(path) == 1:
            return list(dict.fromkeys(str(way.means) for way in ways))
        return [way for way in ways if way.means == path[1]]

    def answer(self, work: HeroesWork, choice: Choice) -> None:
        assert isinstance(choice, By)
        self.pay(work, choice)

    def pay(self, work: HeroesWork, way: By) -> None:
        work.pop()
        spend(work, self.force, way.caps)
        if way.means != OPPORTUNITY or self.unit in work.position.hidden:
            self._tell(work, way)
        if way.means == OPPORTUNITY:
            work.tell(OpportunityTaken(self.force, self.members))
            pools.tire(work, self.members)
        elif way.means in BY_APS:
            draw_on(work, self.force, self.members, way.means)
            pools.draw(work, self.force, min(self.cost.value - way.caps, pools.pool_of(work, self.force)))
        work.finish(PaymentMade(way.means, self.cost.value))

    def _tell(self, work: HeroesWork, way: By) -> None:
        """The tracks show all what a Hidden unit pays, if not for what. [10.1-i]"""
        by_caps = add(-way.caps, in_caps(way.caps), "atb-3.2.2-a" if way.means == COMMAND else "atb-3.2.1-a")
        paid = Paid(self.force, self.unit, self.cost.plus(by_caps) if way.caps else self.cost, way.caps)
        if self.unit not in work.position.hidden:
            work.tell(paid)
            return
        aps = self.cost.value - way.caps if way.means in BY_APS else 0
        shadow = PaidUnseen(self.force, self.unit, aps, way.caps)
        work.tell_only(work.setting.eyes_of(work.setting.forces[self.force]), paid, shadow)

    def prompt(self, view: HeroesState, seat: str) -> str:
        return f"{view.setting.name(self.unit)}: the action costs {self.cost.spread[0]}. Say how it is paid for."

    def quote(self, view: HeroesState, choice: Choice, seat: str) -> Quote:
        return Quote(self.cost, (), "no")

    def panel(self, view: HeroesState) -> tuple[Tally, ...]:
        return (self.cost,)

    def refuse(self, view: HeroesState, choice: Choice, seat: str) -> Refusal:
        held = in_caps(caps(view, self.force))
        if not isinstance(choice, By):
            return Refusal("An action is being paid for.", "atb-3.0-b", "Say 'by' and how.")
        units = [unit for name in self.members if (unit := view.position.unit(name)) is not None]
        if choice.means == OPPORTUNITY and not all(pools.is_fresh(view, unit) for unit in units):
            return Refusal("Only Fresh units that are not active take an opportunity action.", "atb-3.1-a")
        if choice.means == ACTIVATE and not all(pools.is_fresh(view, unit) for unit in units):
            return Refusal("Only Fresh units can be activated.", "atb-2.2-d")
        if choice.means == COMMAND:
            return Refusal(f"A command action is paid all in CAPs: {self.cost.value}; you have {held}.", "atb-3.2.2-a")
        left = pools.pool_of(view, self.force)
        return Refusal(f"The cost is {self.cost.value}; the pool holds {left}AP and you have {held}.", "atb-3.2.1-a")


def _all_that_is_left(now: Now, force: str, means: Sequence[str]) -> list[By]:
    """For what has been done already, where a loss on the way took a CAP that was to pay for it. [7.4.2-d, 9.1.1-b]"""
    action = next(frame for frame in reversed(now.stack) if isinstance(frame, Action))
    if "do" in action.steps:
        return []
    shared = POOL in means and pools.running(now, force)
    return [By(Word(POOL if shared else COMMAND), Number(caps(now, force)))]


def _means_for(work: HeroesWork, action: Action) -> tuple[str, ...]:
    """Any action, a Rally too, by any means; a card of green cost takes Action Points alone, one of either colour
    CAPs too, and neither is an opportunity. [7.6-e, 8.1-b]
    """
    if action.terms != CARD_COST:
        return tuple(means for means in (POOL, ACTIVATE, OPPORTUNITY, COMMAND) if is_open(action, means))
    green = work.setting.cards[action.verb].cost_color == "green" if action.verb in work.setting.cards else False
    return BY_APS[::-1] if green else (POOL, ACTIVATE, COMMAND)


def is_open(action: Action, means: str) -> bool:
    """Was it open to all of them when they set out? That CAPs may be all that is left, the CAPs themselves say."""
    return means == COMMAND or not action.open_to or means in action.open_to


def _aps(now: Now, force: str, means: str) -> int:
    return pools.ACTIVATION if means == ACTIVATE else pools.pool_of(now, force)


def settle(work: HeroesWork, action: Action) -> None:
    """What an action turned out to cost more is paid by the same means, Action Points first, whoever is left.

    [14.1-h, 18.3.1-f, 9.1.1-b]
    """
    means = action.means or _means_of_the_gone(action)
    if means == OPPORTUNITY:
        return
    base = sum(part.value for part in action.base)
    more = base - action.covered
    if not base and means == COMMAND and action.verb in TOGETHER:
        pay_for_nothing(work, action.force)
    if more <= 0:
        return
    aps = min(more, pools.pool_of(work, action.force)) if means in BY_APS else 0
    if aps:
        pools.draw(work, action.force, aps)
    by_caps = min(more - aps, caps(work, action.force))  # a loss may have taken one [7.4.2-d]
    spend(work, action.force, by_caps)
    if aps + by_caps:
        left = (name for name in action.members if work.position.unit(name) is not None)
        who = next(left, action.unit)
        tell_about(work, who, PaidOnTheWay(action.force, who, aps + by_caps, bool(action.paid)))


def _means_of_the_gone(action: Action) -> str:
    """Nobody of a group is left to say how it pays: for nothing if all were Fresh, else by the pool, else in CAPs."""
    return next((means for means in (OPPORTUNITY, POOL) if means in (action.open_to or ())), COMMAND)


def pay_for_nothing(work: HeroesWork, force: str) -> None:
    """A command action that comes to nothing is a stall: it costs a CAP, if the dice have left one. [2.2-o]"""
    if caps(work, force):
        spend(work, force, 1)
        work.tell(CommandStalled(force))


def forgo(work: HeroesWork) -> None:
    """The action on top of the stack is left undone."""
    work.finish(FORGONE)
