"""A Mission is a series of Rounds: set-up, Turns, end of Round, and the Pre-Round Sequence.

[1.0, 9.0-9.11, sos-ov-b]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import structs

from balka.core.checks import Check, Tally, add
from balka.core.choices import Choice, Node, Refusal, Token
from balka.core.frames import Ask, Frame, Quote, asking
from balka.systems.heroes.chapters.artillery import land_strikes, plan_first_strikes, plan_strikes
from balka.systems.heroes.chapters.fortifying import place_last, set_up
from balka.systems.heroes.chapters.ratings import cap_part
from balka.systems.heroes.chapters.smoke import lift_light_smoke, thin_heavy_smoke
from balka.systems.heroes.play import verbs
from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.play.differences import TurnTaking
from balka.systems.heroes.play.rolls import EITHER, Result, roll_check
from balka.systems.heroes.play.rounds import (
    advance_round_marker,
    announce_reinforcements,
    award_points,
    begin_first_round,
    begin_next_round,
    deal_opening_hands,
    draw_cards,
    end_stress,
    free_bogged_vehicles,
    hide_satchel,
    look_for_end,
    play_turns,
    refresh_units,
    remove_destroyed_markers,
    reset_caps,
)
from balka.systems.heroes.play.situation import caps
from balka.systems.heroes.play.spending import cap_choices_both_ways, spend
from balka.systems.heroes.third_edition.events import InitiativeRolled
from balka.systems.heroes.units import HeroesState, HeroesWork


def roll_initiative(work: HeroesWork) -> None:
    """The side without the VP Advantage rolls for the first Turn. [9.11, 2.0-f]"""
    force = next(f for f, side in work.setting.forces.items() if side != work.tracks.vp_side)
    work.push(Initiative(force))


SETUP: tuple[Callable[[HeroesWork], None], ...] = (
    set_up,
    place_last,
    hide_satchel,
    deal_opening_hands,
    plan_first_strikes,
    begin_first_round,
)

ROUND: tuple[Callable[[HeroesWork], None], ...] = (
    play_turns,  # [2.0]
    end_stress,  # [2.7-e]
    free_bogged_vehicles,  # [card 15]
    remove_destroyed_markers,  # [7.5]
    award_points,  # [9.1]
    look_for_end,  # [9.3-a, b]
    advance_round_marker,  # [9.4-a, 9.5]
    lift_light_smoke,  # [9.4-b]
    thin_heavy_smoke,  # [9.4-c]
    refresh_units,  # [9.4-d, 9.6]
    reset_caps,  # before CAPs are spent on strikes and Initiative [9.4-e, k, 9.7]
    draw_cards,  # [9.4-f, 9.8]
    announce_reinforcements,  # [9.4-g, 9.9]
    plan_strikes,  # [9.4-h, 13.5]
    land_strikes,  # [9.4-i, 13.6]
    roll_initiative,  # [9.4-j, 9.11]
    begin_next_round,
)


class Initiative(Frame, frozen=True):
    """Who has the first Turn of the Round; one may wish to have the second. [9.11, 3.2-b, 2.0-b]"""

    force: str
    check: Check | None = None

    def ask(self, state: HeroesState) -> tuple[Ask, ...]:
        return asking(state.setting.seat_of[self.force], self.force, "initiative")

    def grow(self, state: HeroesState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        return cap_choices_both_ways(caps(state, self.force))

    def answer(self, work: HeroesWork, choice: verbs.Caps) -> None:
        spend(work, self.force, choice.count)
        check = initiative_check(work, choice.count)
        work.replace_top(structs.replace(self, check=check))
        roll_check(work, self.force, "initiative", check)

    def hopes(self, now: Now) -> str:
        """One may wish to have the second Turn. [9.11-a]"""
        return EITHER

    def resume(self, work: HeroesWork, result: Result) -> None:
        assert self.check is not None
        work.pop()
        first = self.force if result.band == "yes" else work.setting.foes[self.force][0]
        work.tell(InitiativeRolled(self.force, self.check, result.faces, result.adjust, first))
        work.set_tracks(active=first)

    def prompt(self, view: HeroesState, seat: str) -> str:
        return "Spend CAPs on the Initiative Check, then roll for the first Turn."

    def quote(self, view: HeroesState, choice: Choice, seat: str) -> Quote:
        count = choice.count if isinstance(choice, verbs.Caps) else 0
        return Quote(None, (initiative_check(view, count),), "yes")

    def panel(self, view: HeroesState) -> tuple[Check, ...]:
        return (initiative_check(view, 0),) if self.check is None else (self.check,)

    def refuse(self, view: HeroesState, choice: Choice, seat: str) -> Refusal:
        return Refusal(f"Up to 2 CAPs go into the Initiative Check; you have {caps(view, self.force)}.", "sos-9.11-a")


def initiative_check(now: Now, count: int) -> Check:
    """Two dice against seven, less CAPs. [9.11-a, 9.11-b]"""
    need = add(now.setting.rulebook.initiative_need, "Initiative", "sos-9.11-b")
    return Check("Initiative", "2d6", Tally("Number needed", (need, *cap_part(count))))


def may_be_lucky(now: Now, force: str) -> bool:
    """Luck changes any roll of one's own. [sos-card-13-b]"""
    return True


TURNS = TurnTaking(actions_break_passes=False, swift_bars_pass=False, may_be_lucky=may_be_lucky)
