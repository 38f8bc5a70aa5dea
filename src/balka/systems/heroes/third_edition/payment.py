"""Paying for an Action: confusion, CAPs, the Spent Check. [2.5, 3.3, 3.4, card 06]"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from balka.core.checks import Check, Tally, add, span, unknown
from balka.core.choices import Card, Choice, Node, Refusal, Token
from balka.core.frames import Ask, Frame, Quote, asking
from balka.systems.heroes import keys
from balka.systems.heroes.dice import SPENT, SPENT_DIE
from balka.systems.heroes.events.rounds import Paid
from balka.systems.heroes.play import verbs
from balka.systems.heroes.play.costs import CONFUSION
from balka.systems.heroes.play.economy import FORGONE
from balka.systems.heroes.play.rolls import Result, discard, roll_check
from balka.systems.heroes.play.situation import caps, foes_who_may_hold, holds, may_hold, unseen_by
from balka.systems.heroes.play.spending import CAPS, in_caps, spend
from balka.systems.heroes.play.telling import tell_about
from balka.systems.heroes.third_edition.events import ActionForgone, PaidUnseen, SomebodyRolled, SpentRolled
from balka.systems.heroes.units import UNKNOWN, HeroesState, HeroesWork, Unit

BATTLEFIELD_CONFUSION = "06"
UNSEEN_COST = Tally("Action cost", (unknown(0, 12, "What a Hidden unit does", "sos-11.6-a"),))
UNSEEN_CHECK = Check("Spent Check of a Hidden unit", SPENT_DIE, UNSEEN_COST, SPENT)


def begin_payment(work: HeroesWork, payers: tuple[Unit, ...], cost: Tally, reactions: tuple[str, ...]) -> None:
    """The opponent may confuse; then CAPs and the die. [3.3-b, card 06]"""
    unit, others = payers[0], tuple(other.id for other in payers[1:])
    payment = Payment(unit.force, unit.id, cost, any(payer.spent for payer in payers), others)
    work.push(payment)
    payment.ask_foes(work, foes_who_may_hold(work, unit.force, *reactions))


def spent_check(cost: Tally, name: str) -> Check:
    """Only a Spent die above the cost keeps the unit Fresh. [2.5]"""
    return Check(f"Spent Check of {name}", SPENT_DIE, cost, SPENT)


def less_caps(cost: Tally, count: int) -> Tally:
    """Each CAP takes 1AP off. [3.3-a]"""
    return cost.plus(add(-count, in_caps(count), "sos-3.3-a", key=keys.CAPS)) if count else cost


def tire(work: HeroesWork, names: tuple[str, ...]) -> None:
    """The whole Group becomes Spent. [2.5-c, 10.1-e, 10.4-c, 10.10-c]"""
    for name in names:
        unit = work.position.unit(name)
        if unit is not None:
            work.put(unit.changed(spent=True))


class Payment(Frame, frozen=True):
    """A cost being paid. A Spent unit must bring it to nothing, or leave its Action undone. [3.4-b, ruling C47]"""

    force: str
    unit: str
    cost: Tally
    must: bool
    group: tuple[str, ...] = ()
    foes: tuple[str, ...] = ()
    """opponents who may still answer with Battlefield Confusion, the next one first"""
    confused: bool = False
    check: Check | None = None

    def conceal(self, state: HeroesState, seat: str) -> Frame:
        """What a Hidden unit pays is announced in CAPs and dice, not as a cost. [D23]"""
        if not state.position.hidden:
            return self
        group = tuple(name for name in self.group if not unseen_by(state, name, seat))
        if not unseen_by(state, self.unit, seat):
            return self if group == self.group else structs.replace(self, group=group)
        unseen = structs.replace(self, unit=UNKNOWN, cost=UNSEEN_COST, must=False, group=group)
        return structs.replace(unseen, check=None if self.check is None else UNSEEN_CHECK)

    def ask(self, state: HeroesState) -> tuple[Ask, ...]:
        setting = state.setting
        if self.foes:
            enemy = self.foes[0]
            return asking(setting.seat_of[enemy], enemy, "cost.window", window=True)
        return asking(setting.seat_of[self.force], self.force, "cost.caps")

    def grow(self, state: HeroesState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        if self.foes:
            can = holds(state, self.foes[0], BATTLEFIELD_CONFUSION)
            return [verbs.Pass(), verbs.Play(Card(BATTLEFIELD_CONFUSION))] if can else [verbs.Pass()]
        cost, held = self.cost.value, caps(state, self.force)
        if not self.must:
            return [CAPS[count] for count in range(min(cost, held) + 1)]
        nodes: list[Node] = [CAPS[cost]] if cost <= held else []
        return [*nodes, verbs.Forgo()] if self.confused or not nodes else nodes

    def answer(self, work: HeroesWork, choice: Choice) -> None:
        if isinstance(choice, verbs.Play):
            self._confuse(work)
        elif isinstance(choice, verbs.Caps):
            self._pay(work, choice.count)
        elif isinstance(choice, verbs.Forgo):
            work.pop()
            tell_about(work, self.unit, ActionForgone(self.force, self.unit))
            work.finish(FORGONE)
        else:
            self.ask_foes(work, self.foes[1:])

    def ask_foes(self, work: HeroesWork, foes: tuple[str, ...]) -> None:
        """Go round the opponents who may answer, then on to the CAPs. [sos-card-06-c]"""
        if foes:
            work.replace_top(structs.replace(self, foes=foes))
        else:
            self.to_caps(work)

    def _confuse(self, work: HeroesWork) -> None:
        """Three AP more; a second copy may follow. [card 06]"""
        discard(work, self.foes[0], BATTLEFIELD_CONFUSION)
        dearer = structs.replace(self, cost=self.cost.plus(CONFUSION), confused=True)
        work.replace_top(dearer)
        again = may_hold(work, self.foes[0], BATTLEFIELD_CONFUSION)
        dearer.ask_foes(work, self.foes if again else self.foes[1:])

    def to_caps(self, work: HeroesWork) -> None:
        """Nothing to pay ends it; without CAPs there is nothing to ask. [3.1-b, 3.4-a]"""
        work.replace_top(structs.replace(self, foes=()))
        if not self.cost.value:
            self._settled(work, 0)
        elif not self.must and not caps(work, self.force):
            self._pay(work, 0)

    def _pay(self, work: HeroesWork, count: int) -> None:
        """Each CAP takes 1AP off; what is left is rolled for. [3.3-a, 10.10-b]"""
        spend(work, self.force, count)
        left = less_caps(self.cost, count)
        if not left.value:
            self._settled(work, count)
            return
        self._tell_paid(work, left, count)
        check = spent_check(left, work.setting.name(self.unit))
        work.replace_top(structs.replace(self, check=check))
        hidden = self.unit in work.position.hidden
        roll_check(work, self.force, "spent check", check, UNSEEN_CHECK if hidden else None, self.unit)

    def _tell_paid(self, work: HeroesWork, left: Tally, count: int) -> None:
        """All hear the cost; of a Hidden unit's Action only the CAPs, and whether the die is rolled. [D23]"""
        paid = Paid(self.force, self.unit, left, count)
        if self.unit not in work.position.hidden:
            work.tell(paid)
            return
        shadow = PaidUnseen(self.force, count, bool(left.value))
        work.tell_only(work.setting.eyes_of(work.setting.forces[self.force]), paid, shadow)

    def _settled(self, work: HeroesWork, count: int) -> None:
        """At 0AP no Spent Check is rolled: Fresh stays Fresh, Spent stays Spent. [3.4-a, 3.4-c, 3.4-d]"""
        work.pop()
        if self.cost.parts:  # a Group that pays as it goes has nothing to pay yet
            self._tell_paid(work, less_caps(self.cost, count), count)

    def resume(self, work: HeroesWork, result: Result) -> None:
        """Whoever rolled above the cost stays Fresh, with all of the Group; else all are Spent. [10.10-d]"""
        assert self.check is not None
        work.pop()
        fresh = result.band == "fresh"
        told = SpentRolled(self.force, self.check, result.faces, result.adjust, self.unit, fresh)
        if self.unit in work.position.hidden:
            shadow = SomebodyRolled(self.force, UNSEEN_CHECK, result.faces, result.adjust)
            work.tell_only(work.setting.eyes_of(work.setting.forces[self.force]), told, shadow)
        else:
            work.tell(told)
        if result.band == "spent":
            tire(work, (self.unit, *self.group))

    def prompt(self, view: HeroesState, seat: str) -> str:
        name, cost = view.setting.name(self.unit), self.cost.spread[0]
        if not self.cost.exact:
            return "A Hidden unit acts. Let it pass, or play Battlefield Confusion."
        if self.foes:
            return f"{name} acts for {cost}AP: let it pass, or play Battlefield Confusion."
        if self.must:
            who = "A Spent unit takes part" if self.group else f"{name} is Spent"
            return f"{who}: pay {in_caps(cost)}, or leave the Action undone."
        return f"{name} pays {cost}AP: spend CAPs to lower it, then roll the Spent Check."

    def quote(self, view: HeroesState, choice: Choice, seat: str) -> Quote:
        name = view.setting.name(self.unit)
        if isinstance(choice, verbs.Caps):
            left = less_caps(self.cost, choice.count)
            return Quote(left, (spent_check(left, name),) if left.value > 0 else (), "yes" if left.value else "no")
        if isinstance(choice, verbs.Play):
            dearer = self.cost.plus(CONFUSION)
            return Quote(dearer, (spent_check(dearer, name),), "yes")
        return Quote(self.cost, (), choice.final)

    def panel(self, view: HeroesState) -> tuple[Check | Tally, ...]:
        return (
            (self.cost,)
            if not self.cost.exact or not self.cost.value
            else (spent_check(self.cost, view.setting.name(self.unit)),)
        )

    def refuse(self, view: HeroesState, choice: Choice, seat: str) -> Refusal:
        if isinstance(choice, verbs.Caps):
            cost = span(*self.cost.spread)
            return Refusal(f"The cost is {cost}AP and you have {caps(view, self.force)} CAPs.", "sos-3.3-a",
                           "A Spent unit must bring it to 0AP." if self.must else "")  # fmt: skip
        if isinstance(choice, verbs.Play | verbs.PlayWith):
            return Refusal("Only Battlefield Confusion, held by the opponent, changes a cost here.", "sos-card-06-b")
        return Refusal("An Action is being paid for.", "sos-2.5-a")
