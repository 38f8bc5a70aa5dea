"""The second edition's action economy: Action Points, opportunity and command actions. [2.2, 3.0-3.2]"""

from __future__ import annotations

from collections.abc import Iterator

from balka.core.choices import Choice, Refusal, Word
from balka.core.scene.nodes import Look
from balka.systems.heroes import keys
from balka.systems.heroes.chapters.cards import playable_after, shares_a_card
from balka.systems.heroes.chapters.fire import may_attack
from balka.systems.heroes.chapters.group_attacks import supports_somebody
from balka.systems.heroes.chapters.hidden import who_go_unseen
from balka.systems.heroes.chapters.weapons import throws_for_nothing
from balka.systems.heroes.kinds import CardKind
from balka.systems.heroes.play import verbs
from balka.systems.heroes.play.actions import CARD_COST, FREE_BY_CARD, NO_CHECK, NORMAL, Action
from balka.systems.heroes.play.acts import AtLarge
from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.play.economy import NO_LIMIT, Economy
from balka.systems.heroes.play.situation import caps
from balka.systems.heroes.play.spending import in_caps
from balka.systems.heroes.play.turn_order import TeamTurn, round_is_over
from balka.systems.heroes.play.turns import Turn
from balka.systems.heroes.second_edition import pools
from balka.systems.heroes.second_edition.acting import acts, facings, ways_out
from balka.systems.heroes.second_edition.events import Stalled
from balka.systems.heroes.second_edition.initiative import Bid, Bidding, Initiative, chance_of_first
from balka.systems.heroes.second_edition.obstacles import is_blocked
from balka.systems.heroes.second_edition.paying import (
    BY_APS,
    OPPORTUNITY,
    POOL,
    TOGETHER,
    Paying,
    StallBy,
    is_open,
    limits,
    most,
    settle,
)
from balka.systems.heroes.units import HeroesState, HeroesWork, Unit


class Activations(Economy):
    """Actions are paid for from the pool, by an opportunity, or all in CAPs, before they are done."""

    def order(self, work: HeroesWork, action: Action, bound: tuple[Unit, ...]) -> tuple[str, ...]:
        """What a group's move costs is known only when all have moved. [9.1.1-a]"""
        if action.terms in (NO_CHECK, FREE_BY_CARD):
            return ("do",)
        if is_blocked(work, action):
            return ("do",)  # the die of an Obstacle comes before paying [18.3.1-d]
        return ("do", "pay") if action.verb in TOGETHER else ("pay", "do", "pay")

    def open_means(self, now: Now, action: Action, members: tuple[Unit, ...]) -> tuple[str, ...]:
        """What a group pays when it has moved is paid as all of it could when it set out. [9.1-c, d, e]"""
        return tuple(limits(now, members)) if action.verb in TOGETHER and action.terms == NORMAL else ()

    def pay(self, work: HeroesWork, action: Action, payers: tuple[Unit, ...]) -> None:
        """First the means are chosen; what the action has added to its cost is paid by the same means. [14.1-h]"""
        if action.means or not payers:
            settle(work, action)
            if action.forfeits:
                pools.close(work, action.force)
            return
        Paying.begin(work, action, payers)

    def limit(self, now: Now, unit: Unit) -> int:
        """Anything as an opportunity; else what the pool and the CAPs, or the CAPs alone, can pay.

        [2.2-k, 2.2-z, 3.1-b]
        """
        return self.group_limit(now, (unit,))

    def moving_limit(self, now: Now, unit: Unit) -> int:
        """Vehicle and passenger move as a Group. [17.0-g]"""
        return self.group_limit(now, pools.with_riders(now, (unit,)))

    def group_limit(self, now: Now, members: tuple[Unit, ...]) -> int:
        return most(now, members)

    def means_on_the_way(self, now: Now, action: Action, units: tuple[Unit, ...], paid: int) -> int:
        """By means that were open to all of the group, whoever of it is left. [9.1-c, d, e]"""
        if not units:
            return NO_LIMIT
        return max((most for means, most in limits(now, units).items() if is_open(action, means)), default=0)

    def is_paying(self, now: Now, action: Action) -> bool:
        """From the first payment on. [7.4-f]"""
        return bool(action.means) or isinstance(now.stack[-1], Paying) or super().is_paying(now, action)

    def spare(self, now: Now, action: Action) -> int:
        """What may still be added to an action's cost while it is carried out. [14.1-h, 18.3.1-f]"""
        if action.terms in (NO_CHECK, FREE_BY_CARD, CARD_COST) or action.means == OPPORTUNITY:
            return NO_LIMIT
        unit = now.position.unit(action.unit)
        if not action.means:
            return NO_LIMIT if unit is None else self.moving_limit(now, unit)
        held = caps(now, action.force)
        return held if action.means == "command" else pools.pool_of(now, action.force) + held

    def may_act(self, now: Now, unit: Unit) -> bool:
        """A Hidden unit may act if it could once it is shown, facing as its owner likes. [10.0.1-a]"""
        if unit.id in now.position.hidden:
            return next(ways_out(now, unit), None) is not None
        return acts(now, unit)

    def may_act_after(self, now: Now, unit: Unit, price: int) -> bool:
        """A Spent unit needs CAPs that are left, or a weapon that costs nothing. [2.2-y, 8.4]"""
        if not unit.spent or caps(now, unit.force) > price:
            return True
        if not now.setting.mission.forces[unit.force].weapons:
            return False
        sides = facings(now, unit) if unit.id in now.position.hidden else (unit.facing,)
        return any(throws_for_nothing(now, unit.changed(facing=side)) for side in sides)

    def acts_by_card_after(self, now: Now, force: str, only: str, price: int) -> bool:
        """What a card lets Spent units do may cost nothing. [8.2-a, card 10]"""
        return playable_after(now, force, only, price)

    def begins_by_card(self, now: Now, unit: Unit) -> bool:
        """Stunned units that cannot pay for a rally are rallied together by a card. [9.1-f, cards 03 and 04]"""
        return unit.id not in now.position.hidden and shares_a_card(now, unit)

    def joins_others(self, now: Now, unit: Unit) -> bool:
        """Cards are played on groups of Fresh, active and Spent units, or of Hidden ones; an attack costs its Leader's.

        [9.1-f, card 05, 9.2-d, atb-card-02-c, 9.1.2-i]
        """
        if unit.id in now.position.hidden:
            return shares_a_card(now, unit, who_go_unseen(now, unit.force))
        return shares_a_card(now, unit) or self._supports(now, unit)

    def _supports(self, now: Now, unit: Unit) -> bool:
        """Only what is thrown costs nothing; who cannot attack is not looked at closely. [9.1.2-d, 8.4-e]"""
        paid = caps(now, unit.force) or not unit.spent or now.setting.mission.forces[unit.force].weapons
        return unit.hex >= 0 and bool(paid) and may_attack(now, unit) is None and supports_somebody(now, unit)

    def can_pay_card(self, now: Now, members: tuple[Unit, ...], card: CardKind) -> bool:
        """By Action Points of active units, by CAPs, or by either, as the colour of the cost says.

        [8.0-h to l, atb-card-action-b, atb-card-03-b]
        """
        held = caps(now, members[0].force)
        if not card.cost or card.cost_color in ("none", "blue"):
            return held >= card.cost
        found = limits(now, members)
        by_aps = [found[means] - held for means in BY_APS if means in found]
        most = max(by_aps, default=0)
        return most + (held if card.cost_color == "either" else 0) >= card.cost

    def cannot_pay(self, now: Now, unit: Unit, cost: int) -> Refusal:
        name, held = now.setting.name(unit.id), caps(now, unit.force)
        if pools.is_active(now, unit):
            left = pools.pool_of(now, unit.force)
            short = f"{name} has {left}AP left and you have {held} CAPs; the action costs {cost}."
            return Refusal(short, "atb-2.2-z", key=keys.CANNOT_PAY)
        short = f"{name} is Spent and the action costs {cost}; you have {held} CAPs."
        instead = "Choose a Fresh or active unit, or an action the CAPs can pay in full."
        return Refusal(short, "atb-2.2-y", instead, keys.CANNOT_PAY)

    def warnings(self, view: HeroesState, unit: Unit, cost: int) -> tuple[str, ...]:
        others = view.tracks.sharing[unit.force]
        if others and pools.is_fresh(view, unit) and cost > limits(view, (unit,)).get(POOL, 0):
            return ("The running pool cannot pay for this: a new activation makes the active units Spent.",)
        return ()

    def passing(self, work: HeroesWork, force: str) -> None:
        """Whoever is active becomes Spent. [2.2-r]"""
        pools.close(work, force)

    def turn_ended(self, work: HeroesWork, force: str, acted: tuple[str, ...]) -> None:
        """Markers shown in a turn lie face down again; whoever was caught in the open is safe. [7.4-e, 5.0.3-b]"""
        side, team_goes_on = work.setting.forces[force], isinstance(work.stack[-1], TeamTurn)
        if not team_goes_on:  # an ally still to act in the same turn finds them in the open too [20.0-c]
            exposed = tuple(
                n for n in work.tracks.exposed if (exposer := work.position.unit(n)) and exposer.side == side
            )
            if exposed != work.tracks.exposed:
                work.set_tracks(exposed=exposed)
        for unit in [unit for unit in work.position.units.values() if unit.shown]:
            work.put(unit.changed(shown=False))
        if team_goes_on and round_is_over(work):
            work.pop()  # not even the last of a team is asked any more [20.0-e]

    def caps_label(self, view: HeroesState, choice: Choice) -> Look | None:
        """CAPs for initiative show how likely they make the first turn, against what the other has said. [3.2.4]"""
        top = view.stack[-1]
        if not isinstance(top, Bid | Bidding) or not isinstance(choice, verbs.Caps):
            return None
        below, spent = view.stack[-2], abs(choice.count)
        assert isinstance(below, Initiative)
        said = max((count for _, count in below.bids), default=0)
        text = f"{in_caps(spent) if spent else 'No CAPs'}{' to be later' if choice.count < 0 else ''}"
        return Look(text, "go", f"{round(100 * chance_of_first(choice.count - said))}%", act=f"Bid {text}")


# -- stalling


def stalls(now: Now, force: str) -> Iterator[StallBy]:
    """Stalling needs no unit: one AP of the pool, or one CAP. [2.2-o]"""
    if pools.running(now, force):
        yield StallBy(Word("ap"))
    if caps(now, force):
        yield StallBy(Word("cap"))


def why_not_stall(now: Now, force: str, choice: StallBy) -> Refusal:
    """Stalling takes an AP of units that are active, or a CAP. [2.2-o]"""
    if choice.by == "ap":
        return Refusal("Nobody is active whose Action Points could be spent on stalling.", "atb-2.2-o")
    return Refusal(f"Stalling by CAPs takes one; you have {caps(now, force)}.", "atb-2.2-o")


def begin_stall(work: HeroesWork, choice: StallBy, free: str) -> None:
    """A turn in which nothing is done. [2.2-o, 2.2-p]"""
    turn = work.stack[-1]
    assert isinstance(turn, Turn)
    if choice.by == "ap":
        pools.draw(work, turn.force, 1)
    else:
        work.set_tracks(caps={**work.tracks.caps, turn.force: work.tracks.caps[turn.force] - 1})
    work.tell(Stalled(turn.force, choice.by))
    turn.resume(work, Action(turn.force, "", "stall", ()))


STALLING = AtLarge(choice=StallBy, offers=stalls, why_not=why_not_stall, begin=begin_stall, is_card=False)
