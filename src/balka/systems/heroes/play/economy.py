"""How Actions are paid for: what an edition's action economy must answer. Each edition has its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from balka.systems.heroes.play.costs import Now, total

if TYPE_CHECKING:
    from balka.core.checks import Check, Part, Tally
    from balka.core.choices import Choice, Refusal
    from balka.core.scene.nodes import Look
    from balka.systems.heroes.kinds import CardKind
    from balka.systems.heroes.play.actions import Action
    from balka.systems.heroes.units import HeroesState, HeroesWork, Unit

NO_LIMIT = 1000
FORGONE = "forgone"
"""what a payment hands back when the Action is left undone"""


def affordable(now: Now, unit: Unit, verb: str, base: tuple[Part, ...], limit: int) -> bool:
    """Can the Action be paid for? Where there is no limit its cost is not even counted."""
    return limit == NO_LIMIT or total(now, unit, verb, base) <= limit


def freed(now: Now) -> str:
    """Which units a card lets act at 0AP, as the question on the stack has it; nothing where a price is paid."""
    return str(getattr(now.stack[-1], "free", ""))


class Economy:
    """The questions the common run of play asks about paying. Actions are declared, done and paid for in `order`.

    `rolled_for`: what is not paid in CAPs is rolled for.
    """

    rolled_for = False

    def order(self, work: HeroesWork, action: Action, bound: tuple[Unit, ...]) -> tuple[str, ...]:
        """The steps of an Action, of "do" and "pay"; `bound` are all whom it concerns."""
        raise NotImplementedError

    def open_means(self, now: Now, action: Action, members: tuple[Unit, ...]) -> tuple[str, ...]:
        """The means open to all whom an Action concerns, where they are to be remembered until it is paid for."""
        return ()

    def pay(self, work: HeroesWork, action: Action, payers: tuple[Unit, ...]) -> None:
        """Begin to pay; FORGONE is handed to the Action if it cannot be. `payers`: those who are left on the map."""
        raise NotImplementedError

    def limit(self, now: Now, unit: Unit) -> int:
        """The most an Action of this unit may cost now, without a card that frees it."""
        raise NotImplementedError

    def moving_limit(self, now: Now, unit: Unit) -> int:
        """The same for a move, in which whoever it carries takes part."""
        return self.limit(now, unit)

    def group_limit(self, now: Now, members: tuple[Unit, ...]) -> int:
        """The most an Action of these units together may cost now."""
        raise NotImplementedError

    def means_on_the_way(self, now: Now, action: Action, units: tuple[Unit, ...], paid: int) -> int:
        """The most a Group's move may come to, of which `paid` is settled where it is paid for as the Group goes."""
        return self.group_limit(now, units)

    def pay_on_the_way(self, work: HeroesWork, action: Action, more: int) -> bool:
        """Pay what a Group's dearest move has just added, where it is paid for as the Group goes; has it been?"""
        return False

    def is_paying(self, now: Now, action: Action) -> bool:
        """Is an Action being paid for, so that a marker that changes its cost has been shown?"""
        return "pay" not in action.steps

    def spare(self, now: Now, action: Action) -> int:
        """What may still be added to the cost of an Action while it is carried out."""
        raise NotImplementedError

    def may_act(self, now: Now, unit: Unit) -> bool:
        """Can it pay for anything? Only asked of a unit on the map that no marker forbids all Actions."""
        raise NotImplementedError

    def may_act_after(self, now: Now, unit: Unit, price: int) -> bool:
        """Can a unit that may act still pay for anything after so many CAPs have gone into a card?"""
        return True

    def acts_by_card_after(self, now: Now, force: str, only: str, price: int) -> bool:
        """Can a card still be the Action of a force, or of `only` one unit, once so many CAPs are paid for another?"""
        return False

    def begins_by_card(self, now: Now, unit: Unit) -> bool:
        """May a unit that can do nothing alone begin a Group that plays a card?"""
        return False

    def joins_others(self, now: Now, unit: Unit) -> bool:
        """May a unit that can do nothing alone still play a card with others, or support them?"""
        return False

    def can_pay_card(self, now: Now, members: tuple[Unit, ...], card: CardKind) -> bool:
        """Can these units pay for an Action card?"""
        raise NotImplementedError

    def cannot_pay(self, now: Now, unit: Unit, cost: int) -> Refusal:
        """Why a unit cannot pay for an Action."""
        raise NotImplementedError

    def checks(self, view: HeroesState, unit: Unit, action: Action, cost: Tally) -> tuple[Check, ...]:
        """The rolls that paying would bring."""
        return ()

    def warnings(self, view: HeroesState, unit: Unit, cost: int) -> tuple[str, ...]:
        """What is worth a warning before an Action of this cost."""
        return ()

    def passing(self, work: HeroesWork, force: str) -> None:
        """What a Pass costs."""

    def turn_ended(self, work: HeroesWork, force: str, acted: tuple[str, ...]) -> None:
        """What the end of a Turn leaves behind."""

    def caps_label(self, view: HeroesState, choice: Choice) -> Look | None:
        """How a number of CAPs looks where it goes into a cost."""
        return None
