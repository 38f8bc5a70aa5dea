"""The third edition's action economy: every Action is followed by a Spent Check. [2.2, 2.5, 3.3, 3.4]"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from balka.core.checks import Check, Tally
from balka.core.choices import Choice, Refusal, UnitId
from balka.core.scene.nodes import Look
from balka.systems.heroes import keys
from balka.systems.heroes.chapters import weapons
from balka.systems.heroes.chapters.cards import GROUP_ICON, HIDDEN_ICON, shares_a_card
from balka.systems.heroes.chapters.hidden import who_go_unseen
from balka.systems.heroes.chapters.hiding import show_what_counts
from balka.systems.heroes.chapters.hits import show_if_dearer
from balka.systems.heroes.kinds import CardKind
from balka.systems.heroes.play import verbs
from balka.systems.heroes.play.actions import CARD_COST, FREE_BY_CARD, HIDE, NO_CHECK, NORMAL, UNSEEN_MOVES, Action
from balka.systems.heroes.play.acts import HIDDEN, ON_MAP, RIDING, Act
from balka.systems.heroes.play.costs import CONFUSION, NAME, STALL, Now, bears_stress
from balka.systems.heroes.play.economy import NO_LIMIT, Economy, affordable
from balka.systems.heroes.play.edition import Chapter
from balka.systems.heroes.play.hooks import SecretRules
from balka.systems.heroes.play.situation import caps, is_spent, only_rallies
from balka.systems.heroes.play.spending import in_caps, spend
from balka.systems.heroes.play.telling import tell_about
from balka.systems.heroes.play.turns import Turn
from balka.systems.heroes.secrets.filling import some_cost
from balka.systems.heroes.third_edition.events import GroupPaid, Stalled
from balka.systems.heroes.third_edition.hiding import late_marker
from balka.systems.heroes.third_edition.inference import may_be
from balka.systems.heroes.third_edition.payment import BATTLEFIELD_CONFUSION, Payment, begin_payment, spent_check
from balka.systems.heroes.units import HeroesState, HeroesWork, Unit


class SpentChecks(Economy):
    """A Fresh unit may do anything and rolls for it afterwards; a Spent one pays all of it in CAPs beforehand.

    [3.3-b]
    """

    rolled_for = True

    def order(self, work: HeroesWork, action: Action, bound: tuple[Unit, ...]) -> tuple[str, ...]:
        if action.terms == NO_CHECK:
            return ("do",)
        first = any(unit.spent for unit in bound) and not spares_the_spent(work, action)
        return ("pay", "do") if first else ("do", "pay")

    def pay(self, work: HeroesWork, action: Action, payers: tuple[Unit, ...]) -> None:
        payers = who_pay(work, action, payers)
        if not payers:
            return
        if action.verb == HIDE and "do" in action.steps:
            show_what_counts(work, action)
        reactions = (BATTLEFIELD_CONFUSION,) if action.terms in (NORMAL, FREE_BY_CARD) else ()
        if action.verb in UNSEEN_MOVES:  # what those pay who are still Hidden is told in CAPs and dice [11.6-a]
            payers = tuple(sorted(payers, key=lambda unit: unit.id not in work.position.hidden))
        cost = action.cost(work, payers[0]).plus(*late_marker(work, action))
        show_if_dearer(work, action.unit, cost)
        begin_payment(work, payers, cost, reactions)

    def limit(self, now: Now, unit: Unit) -> int:
        """Anything for a Fresh unit, the CAPs at hand for a Spent one. [2.2-a, 2.2-b]"""
        return caps(now, unit.force) if is_spent(now, unit) else NO_LIMIT

    def group_limit(self, now: Now, members: tuple[Unit, ...]) -> int:
        """Spent members need the whole cost in CAPs. [10.1-c]"""
        if not any(is_spent(now, unit) for unit in members):
            return NO_LIMIT
        return caps(now, members[0].force) - any(bears_stress(now, unit) for unit in members)

    def means_on_the_way(self, now: Now, action: Action, units: tuple[Unit, ...], paid: int) -> int:
        """Anything for Fresh units; a Group that pays first has paid for what it has done so far. [10.1-c]"""
        return NO_LIMIT if "pay" in action.steps else caps(now, action.force) + paid

    def pay_on_the_way(self, work: HeroesWork, action: Action, more: int) -> bool:
        """With a Spent member each move is paid for in CAPs before it is made. [3.4-b, 10.1-c]"""
        if action.terms != NORMAL or "pay" in action.steps:
            return False
        spend(work, action.force, min(more, caps(work, action.force)))
        work.tell(GroupPaid(action.force, action.members, more))
        return True

    def spare(self, now: Now, action: Action) -> int:
        """Nothing once it is paid for. [3.4-b]"""
        return NO_LIMIT if action.terms != NORMAL or "pay" in action.steps else 0

    def may_act(self, now: Now, unit: Unit) -> bool:
        """Stalling is the cheapest of all but a Weapon card, which Stress makes no dearer. [2.8-a, 8.6-d]"""
        if not (unit.spent or now.position.loads) or self.may_act_after(now, unit, 0):
            return True
        armed = next(weapons.uses(now, unit, caps(now, unit.force)), None) is not None
        return armed or self.begins_by_card(now, unit)

    def begins_by_card(self, now: Now, unit: Unit) -> bool:
        """A card that costs no more than there is, is played by Groups of Spent units too. [8.6-c, 8.9-b]"""
        turn = next((frame for frame in reversed(now.stack) if isinstance(frame, Turn)), None)
        if "group" not in now.setting.edition.act_of or (turn is not None and not turn.has_card_left(now)):
            return False
        if unit.id not in now.position.hidden:
            return shares_a_card(now, unit)
        return shares_a_card(now, unit, who_go_unseen(now, unit.force), frozenset({GROUP_ICON, HIDDEN_ICON}))

    def joins_others(self, now: Now, unit: Unit) -> bool:
        return self.begins_by_card(now, unit)

    def may_act_after(self, now: Now, unit: Unit, price: int) -> bool:
        return not is_spent(now, unit) or caps(now, unit.force) - price > bears_stress(now, unit)

    def can_pay_card(self, now: Now, members: tuple[Unit, ...], card: CardKind) -> bool:
        """Green: Fresh units, or CAPs for all of it. Blue: CAPs for all of it. [8.6-a to c, 10.12-b, sos-card-gen-e]"""
        freed = now.setting.rulebook.spent_units_play_green_cards
        if card.cost_color == "green" and (freed or not any(is_spent(now, unit) for unit in members)):
            return True
        return caps(now, members[0].force) >= card.cost

    def cannot_pay(self, now: Now, unit: Unit, cost: int) -> Refusal:
        held = caps(now, unit.force)
        short = f"{now.setting.name(unit.id)} is Spent and the Action costs {cost}AP; you have {held} CAPs."
        instead = "Choose a Fresh unit, or one whose Action the CAPs can pay in full."
        return Refusal(short, "sos-2.2-b", instead, keys.CANNOT_PAY)

    def checks(self, view: HeroesState, unit: Unit, action: Action, cost: Tally) -> tuple[Check, ...]:
        together = tuple(member for name in action.members if (member := view.position.unit(name)) is not None)
        paid = any(is_spent(view, member) for member in together)
        if spares_the_spent(view, action):
            paid = not who_pay(view, action, together)
        return () if paid or not cost.spread[1] else (spent_check(cost, view.setting.name(unit.id)),)

    def warnings(self, view: HeroesState, unit: Unit, cost: int) -> tuple[str, ...]:
        if is_spent(view, unit) and cost:
            return (f"{view.setting.name(unit.id)} is Spent: the {cost}AP must be paid with {cost} of your "
                    f"{in_caps(caps(view, unit.force))}.",)  # fmt: skip
        return ("A cost of 7AP or more always makes the unit Spent.",) if cost >= 7 else ()

    def turn_ended(self, work: HeroesWork, force: str, acted: tuple[str, ...]) -> None:
        """Stress moves on to the units that acted now. [2.6, 2.6-c]"""
        work.set_tracks(stressed={**work.tracks.stressed, force: acted})

    def caps_label(self, view: HeroesState, choice: Choice) -> Look | None:
        """Paid in full, a cost needs no roll. [3.3, 3.4-a]"""
        top = view.stack[-1]
        if not isinstance(top, Payment) or not isinstance(choice, verbs.Caps):
            return None
        paid, text = choice.count == top.cost.value, in_caps(choice.count) if choice.count else "No CAPs"
        if paid:
            return Look(text, "go", "no roll", act=f"Pay {text}")
        return Look(text, "fire", act="Roll the Spent Check")


# -- green cards of Spent units, by the older manual [3.4-e]


def spares_the_spent(now: Now, action: Action) -> bool:
    """Does a card cost those nothing who are Spent, so that only the Fresh among its players pay for it? [3.4-e]"""
    return action.terms == CARD_COST and now.setting.rulebook.spent_units_play_green_cards


def who_pay(now: Now, action: Action, units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """Those of the units bound by an Action whom its cost concerns. [3.4-e, 10.10]"""
    return tuple(unit for unit in units if not unit.spent) if spares_the_spent(now, action) else units


# -- stalling [2.8]


def stalls(now: Now, unit: Unit, limit: int) -> Iterator[verbs.Stall]:
    """Any unit that may act may also act without doing anything, in hiding too. [2.8-a, 11.1-a]"""
    able = unit.id not in now.position.hidden or not only_rallies(now, unit)
    if able and affordable(now, unit, "stall", (STALL,), limit):
        yield verbs.Stall(UnitId(unit.id))


def stall_action(now: Now, unit: Unit, choice: verbs.Stall, free: str) -> Action:
    """A Stall is declared and paid for as any Action is. [2.8-b]"""
    return Action(unit.force, unit.id, "stall", (STALL,), FREE_BY_CARD if free else NORMAL, unit.hex)


def _stall(work: HeroesWork, action: Action) -> None:
    """An Action without effect. [2.8-a]"""
    tell_about(work, action.unit, Stalled(action.force, action.unit))


def filled(state: HeroesState, payment: Payment, actor: str) -> tuple[Payment, Check | None]:
    """What somebody unseen may be paying: the least there is."""
    cost = Tally(NAME, (*some_cost(state), *((CONFUSION,) if payment.confused else ())))
    real = spent_check(cost, actor)
    return structs.replace(payment, unit=actor, cost=cost, check=real if payment.check else None), real


STALLING = Act(
    choice=verbs.Stall,
    offers=stalls,
    why_not=lambda now, unit, choice: None,
    action=stall_action,
    do=_stall,
    said=(ON_MAP, RIDING, HIDDEN),  # [15.8-f]
)

CHAPTER = Chapter(
    name="2",
    acts=(STALLING,),
    frames=(Payment,),
    secrets=SecretRules(may_be=(may_be,), filled={Payment: filled}),
)
