"""Initiative: every player rolls, after saying how many CAPs go in; ties are rolled again. [2.1, 3.2.4]"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import groupby

from msgspec import structs

from balka.core.checks import Check, Tally, add, register_reader
from balka.core.choices import Choice, Node, Refusal, Token
from balka.core.dice import Outcome, dice
from balka.core.frames import Ask, Frame, Lane, Quote, Roll, Together, asking
from balka.systems.heroes.play import verbs
from balka.systems.heroes.play.situation import caps
from balka.systems.heroes.play.spending import cap_choices_both_ways, in_caps, spend
from balka.systems.heroes.second_edition.events import InitiativeBid, InitiativeRolled, InitiativeTied, InitiativeWon
from balka.systems.heroes.units import HeroesState, HeroesWork

PROMPT = "Say how many CAPs go into your initiative roll."

register_reader("total", lambda faces, more: str(sum(faces) + more), [str(total) for total in range(15)])


def roll_initiative(work: HeroesWork) -> None:
    work.push(Initiative(tuple(work.setting.forces), announcing(work, tuple(work.setting.forces))))


def announcing(work: HeroesWork, forces: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Who holds most CAPs speaks first; who holds as many speaks at the same time, in secret. [3.2.4-b, ruling B16]"""
    ranked = sorted(forces, key=lambda force: -caps(work, force))
    return tuple(tuple(group) for _, group in groupby(ranked, key=lambda force: caps(work, force)))


class Initiative(Frame, frozen=True):
    """The roll for the first turn: bids first, then the dice of each player. [2.1]"""

    automatic = True

    forces: tuple[str, ...]
    waiting: tuple[tuple[str, ...], ...]
    bids: tuple[tuple[str, int], ...] = ()
    totals: tuple[tuple[str, int], ...] = ()
    ahead: tuple[str, ...] = ()
    """whose place is settled already, the first of all first"""
    behind: tuple[tuple[str, ...], ...] = ()
    """who has rolled less, the equal together"""

    def run(self, work: HeroesWork) -> None:
        if self.waiting:
            forces = self.waiting[0]
            lanes = tuple(Lane(work.setting.seat_of[force], force) for force in forces)
            work.replace_top(structs.replace(self, waiting=self.waiting[1:]))
            work.push(Bidding(lanes) if len(forces) > 1 else Bid(forces[0]))
        elif len(self.totals) < len(self.forces):
            force = self.forces[len(self.totals)]
            work.push(Roll(force, "initiative", "2d6", check=initiative_check(dict(self.bids)[force])))
        else:
            self._compare(work)

    def resume(self, work: HeroesWork, result: object) -> None:
        """Bids have been said, all of them paid before any die is rolled; or a player has rolled. [3.2.4-c]"""
        if isinstance(result, Outcome):
            force = self.forces[len(self.totals)]
            bid = dict(self.bids)[force]
            work.tell(InitiativeRolled(force, initiative_check(bid), result.faces, 0, bid))
            work.replace_top(structs.replace(self, totals=(*self.totals, (force, sum(result.faces) + bid))))
            return
        assert isinstance(result, tuple)
        for force, count in result:
            spend(work, force, count)
        work.tell(InitiativeBid(result))
        work.replace_top(structs.replace(self, bids=self.bids + result))

    def _compare(self, work: HeroesWork) -> None:
        """The highest total has the first turn; those who share a place that counts roll again.

        [2.1-a, 2.1-b, 3.2.4-d, 20.0-d]
        """
        ranked = sorted(self.totals, key=lambda total: -total[1])
        groups = [tuple(force for force, _ in group) for _, group in groupby(ranked, key=lambda total: total[1])]
        ahead, behind = self.ahead, (*groups, *self.behind)
        while behind and len(behind[0]) == 1:
            ahead, behind = ahead + behind[0], behind[1:]
        if behind and (not ahead or _all_ranked(work)):
            work.tell(InitiativeTied())
            tied = behind[0]
            work.replace_top(Initiative(tied, announcing(work, tied), ahead=ahead, behind=behind[1:]))
            return
        work.pop()
        first = ahead[0]
        work.set_tracks(active=first, order=self._order(work, ahead))
        work.tell(InitiativeWon(first))

    def _order(self, work: HeroesWork, ranked: tuple[str, ...]) -> tuple[str, ...]:
        """Players of the two sides in turn, or all by their rolls; none is needed with one a side.

        [20.0-b, 20.0-d, 20.0-c]
        """
        forces, first = work.setting.forces, ranked[0]
        if len(forces) == len(work.setting.sides) or work.setting.rulebook.turn_order == "sides together":
            return ()
        if _all_ranked(work):
            return ranked
        mine = [first, *(f for f, side in forces.items() if side == forces[first] and f != first)]
        theirs = [f for f, side in forces.items() if side != forces[first]]
        longest = max(len(mine), len(theirs))
        return tuple(team[n % len(team)] for n in range(longest) for team in (mine, theirs))


def _all_ranked(work: HeroesWork) -> bool:
    """Do several players of a side take their turns in the order of their rolls? Of one a side it makes no difference.

    [20.0-d]
    """
    return work.setting.rulebook.turn_order == "by initiative"


class Bid(Frame, frozen=True):
    """CAPs for the initiative roll, said openly. [3.2.4-b]"""

    force: str

    def ask(self, state: HeroesState) -> tuple[Ask, ...]:
        return asking(state.setting.seat_of[self.force], self.force, "initiative")

    def grow(self, state: HeroesState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        return bids(state, self.force)

    def answer(self, work: HeroesWork, choice: Choice) -> None:
        assert isinstance(choice, verbs.Caps)
        work.pop()
        work.finish(((self.force, int(choice.count)),))

    def prompt(self, view: HeroesState, seat: str) -> str:
        return PROMPT

    def quote(self, view: HeroesState, choice: Choice, seat: str) -> Quote:
        return quote(choice)

    def refuse(self, view: HeroesState, choice: Choice, seat: str) -> Refusal:
        return refusal(view, self.force)


class Bidding(Together, frozen=True):
    """CAPs for the initiative roll, none to two, said once. [3.2.4]"""

    lane_kind = "initiative"

    def lane_grow(self, state: HeroesState, lane: Lane, path: tuple[Token, ...]) -> Sequence[Node]:
        return bids(state, lane.force)

    def is_ready(self, choice: Choice) -> bool:
        return True

    def close(self, work: HeroesWork, lanes: tuple[Lane, ...]) -> None:
        work.finish(tuple((lane.force, _said(lane)) for lane in lanes))

    def prompt(self, view: HeroesState, seat: str) -> str:
        return PROMPT

    def quote(self, view: HeroesState, choice: Choice, seat: str) -> Quote:
        return quote(choice)

    def refuse(self, view: HeroesState, choice: Choice, seat: str) -> Refusal:
        return refusal(view, self.lane_of(seat).force)


def _said(lane: Lane) -> int:
    """The CAPs a player has named; in a world made up from what one seat knows, none for the others."""
    return int(lane.said[0].split()[-1]) if lane.said else 0


def bids(state: HeroesState, force: str) -> list[Node]:
    """None, one or two CAPs, as far as they last; down as well, for who would rather be second.

    [3.2.4-a, 3.2.3-a, 2.1-c]
    """
    return list(cap_choices_both_ways(caps(state, force)))


def quote(choice: Choice) -> Quote:
    count = choice.count if isinstance(choice, verbs.Caps) else 0
    words = "Added to the initiative roll" if count >= 0 else "Taken from the initiative roll"
    return Quote(Tally("CAPs", (add(abs(count), words, "atb-3.2.4-a"),)), (), "yes")


@cache
def chance_of_first(ahead: int) -> float:
    """How likely two dice and so much more beat two dice, ties rolled again."""
    rolls = dice("2d6").weights.items()
    won = sum(a * b for mine, a in rolls for theirs, b in rolls if sum(mine.faces) + ahead > sum(theirs.faces))
    lost = sum(a * b for mine, a in rolls for theirs, b in rolls if sum(mine.faces) + ahead < sum(theirs.faces))
    return float(won / (won + lost))


def refusal(view: HeroesState, force: str) -> Refusal:
    return Refusal(f"Up to 2 CAPs go into the initiative roll; you have {caps(view, force)}.", "atb-3.2.4-a")


def initiative_check(count: int) -> Check:
    """Two dice and the CAPs put in; the higher total wins."""
    parts = (add(0, "Two dice, the higher total wins", "atb-2.1-a"),)
    caps_part = (add(count, in_caps(abs(count)), "atb-3.2.4-a"),) if count else ()
    return Check("Initiative", "2d6", Tally("Added to the roll", parts + caps_part), "total")
