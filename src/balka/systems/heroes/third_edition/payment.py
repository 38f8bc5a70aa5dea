"""Paying for an Action: confusion, CAPs, the Spent Check. [2.5, 3.3, 3.4, card 06]"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from balka.core.checks import Check, Tally, add
from balka.core.choices import Card, Choice, Node, Refusal, Token
from balka.core.frames import Ask, Frame, Quote, asking
from balka.systems.heroes.third_edition import verbs
from balka.systems.heroes.third_edition.costs import CONFUSION
from balka.systems.heroes.third_edition.events import CheckRolled, Noted, Paid
from balka.systems.heroes.third_edition.hits import show_marker
from balka.systems.heroes.third_edition.rolls import Result, discard, roll_check
from balka.systems.heroes.third_edition.situation import caps, holds, may_hold
from balka.systems.heroes.third_edition.spending import CAPS, in_caps, spend
from balka.systems.heroes.units import HeroesState, HeroesWork, Unit

BATTLEFIELD_CONFUSION = "06"
FORGONE = "forgone"


def begin_payment(work: HeroesWork, unit: Unit, cost: Tally, reactions: tuple[str, ...]) -> None:
    """A marker that changes the cost is shown; the opponent may confuse; then CAPs and the die. [7.5-a]"""
    if any(part.rule == "sos-7.3-a" for part in cost.parts):
        unit = show_marker(work, unit, "sos-7.5-a")
    payment = Payment(unit.force, unit.id, cost, unit.spent)
    work.push(payment)
    if may_hold(work, work.setting.enemy[unit.force], *reactions):
        work.replace_top(structs.replace(payment, window=True))
    else:
        payment.to_caps(work)


def spent_check(cost: Tally, name: str) -> Check:
    """Only a Spent die above the cost keeps the unit Fresh. [2.5]"""
    return Check(f"Spent Check of {name}", "d10", cost, "spent")


def less_caps(cost: Tally, count: int) -> Tally:
    """Each CAP takes 1AP off. [3.3-a]"""
    return cost.plus(add(-count, in_caps(count), "sos-3.3-a")) if count else cost


class Payment(Frame, frozen=True):
    """A cost being paid. A Spent unit must bring it to nothing, or leave its Action undone. [3.4-b, ruling C47]"""

    force: str
    unit: str
    cost: Tally
    must: bool
    window: bool = False
    confused: bool = False
    check: Check | None = None

    def ask(self, state: HeroesState) -> tuple[Ask, ...]:
        setting = state.setting
        if self.window:
            enemy = setting.enemy[self.force]
            return asking(setting.seat_of[enemy], enemy, "cost.window", window=True)
        return asking(setting.seat_of[self.force], self.force, "cost.caps")

    def grow(self, state: HeroesState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        if self.window:
            can = holds(state, state.setting.enemy[self.force], BATTLEFIELD_CONFUSION)
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
            work.tell(Noted(f"{work.setting.name(self.unit)} leaves its Action undone", self.force, ("sos-3.4-b",)))
            work.finish(FORGONE)
        else:
            self.to_caps(work)

    def _confuse(self, work: HeroesWork) -> None:
        """Three AP more; a second copy may follow. [card 06]"""
        enemy = work.setting.enemy[self.force]
        discard(work, enemy, BATTLEFIELD_CONFUSION)
        dearer = structs.replace(self, cost=self.cost.plus(CONFUSION), confused=True)
        work.replace_top(dearer)
        if not may_hold(work, enemy, BATTLEFIELD_CONFUSION):
            dearer.to_caps(work)

    def to_caps(self, work: HeroesWork) -> None:
        """Nothing to pay ends it; without CAPs there is nothing to ask. [3.1-b, 3.4-a]"""
        work.replace_top(structs.replace(self, window=False))
        if not self.cost.value:
            self._settled(work, 0)
        elif not self.must and not caps(work, self.force):
            self._pay(work, 0)

    def _pay(self, work: HeroesWork, count: int) -> None:
        """Each CAP takes 1AP off; what is left is rolled for. [3.3-a]"""
        spend(work, self.force, count)
        left = less_caps(self.cost, count)
        if not left.value:
            self._settled(work, count)
            return
        work.tell(Paid(self.force, self.unit, left, count))
        check = spent_check(left, work.setting.name(self.unit))
        work.replace_top(structs.replace(self, check=check))
        roll_check(work, self.force, "spent check", check)

    def _settled(self, work: HeroesWork, count: int) -> None:
        """At 0AP no Spent Check is rolled: Fresh stays Fresh, Spent stays Spent. [3.4-a, 3.4-c, 3.4-d]"""
        work.pop()
        work.tell(Paid(self.force, self.unit, less_caps(self.cost, count), count))

    def resume(self, work: HeroesWork, result: Result) -> None:
        assert self.check is not None
        work.pop()
        name, cost = work.setting.name(self.unit), self.check.need
        ended = "stays Fresh" if result.band == "fresh" else "is Spent"
        text = f"{name} {ended}: {result.total} against {cost}AP"
        work.tell(CheckRolled(text, self.force, self.check, result.faces, result.adjust, ("sos-2.5-a",), self.unit))
        if result.band == "spent":
            work.put(work.position.units[self.unit].changed(spent=True))

    def prompt(self, view: HeroesState, seat: str) -> str:
        name, cost = view.setting.name(self.unit), self.cost.value
        if self.window:
            return f"{name} acts for {cost}AP: let it pass, or play Battlefield Confusion."
        if self.must:
            return f"{name} is Spent: pay {in_caps(cost)}, or leave the Action undone."
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
        return (self.cost,) if not self.cost.value else (spent_check(self.cost, view.setting.name(self.unit)),)

    def refuse(self, view: HeroesState, choice: Choice, seat: str) -> Refusal:
        if isinstance(choice, verbs.Caps):
            return Refusal(f"The cost is {self.cost.value}AP and you have {caps(view, self.force)} CAPs.", "sos-3.3-a",
                           "A Spent unit must bring it to 0AP." if self.must else "")  # fmt: skip
        if isinstance(choice, verbs.Play | verbs.PlayWith):
            return Refusal("Only Battlefield Confusion, held by the opponent, changes a cost here.", "sos-card-06-b")
        return Refusal("An Action is being paid for.", "sos-2.5-a")
