"""A Mission is a series of Rounds: set-up, Turns, end of Round, and the Pre-Round Sequence. [1.0, 9.0-9.11]"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import structs

from balka.core.checks import Check, Tally, add
from balka.core.choices import Choice, Hex, Node, Refusal, Token
from balka.core.dice import Outcome
from balka.core.frames import Ask, Frame, Quote, Roll, Steps, asking
from balka.systems.heroes.common import verbs
from balka.systems.heroes.common.artillery import land_strikes, plan_first_strikes, plan_strikes
from balka.systems.heroes.common.costs import Now
from balka.systems.heroes.common.events import CardDrawn, CardTaken, CheckRolled, Noted, RoundBegan
from balka.systems.heroes.common.fire import cap_part
from balka.systems.heroes.common.fortifying import place_works
from balka.systems.heroes.common.hits import allotment, remove_done_for
from balka.systems.heroes.common.mission_cards import is_mission_card, show_mission_card
from balka.systems.heroes.common.placing import place_units
from balka.systems.heroes.common.rolls import Result, roll_check
from balka.systems.heroes.common.situation import caps
from balka.systems.heroes.common.smoke import lift_light_smoke, thin_heavy_smoke
from balka.systems.heroes.common.spending import cap_choices_both_ways, spend
from balka.systems.heroes.common.turns import Turns
from balka.systems.heroes.common.victory import end_mission, is_decided, score_round
from balka.systems.heroes.mission_data import SatchelPickup
from balka.systems.heroes.units import HeroesState, HeroesWork

DECK = "deck"


# -- set-up


def hide_satchel(work: HeroesWork) -> None:
    """Its side notes secretly where the satchel lies."""
    for rule in work.setting.mission.victory.rules:
        if isinstance(rule, SatchelPickup):
            hider = next(force for force, side in work.setting.forces.items() if side == rule.hidden_by)
            work.push(Hiding(hider, tuple(work.setting.board.hex(label) for label in rule.hexes)))


def deal_opening_hands(work: HeroesWork) -> None:
    """Each player draws the number of cards the Mission states, on top of fixed ones. [1.0-g]"""
    for force in reversed(tuple(work.setting.forces)):
        push_draws(work, force, work.setting.mission.forces[force].hand.draw)


def begin_first_round(work: HeroesWork) -> None:
    work.tell(RoundBegan(work.tracks.round))
    work.push(Steps("round"))


# -- the Round


def play_turns(work: HeroesWork) -> None:
    """Turns alternate until both pass in a row. [2.0-a, 2.0-d]"""
    work.set_tracks(passed=())
    work.push(Turns())


def end_stress(work: HeroesWork) -> None:
    """Stress does not outlast the Round. [2.7-e]"""
    work.set_tracks(stressed=dict.fromkeys(work.tracks.stressed, ()), intrusions=())


def free_bogged_vehicles(work: HeroesWork) -> None:
    """Bogged Down lasts until the Round ends. [card 15]"""
    for unit in [unit for unit in work.position.units.values() if unit.bogged]:
        work.put(unit.changed(bogged=False))


def remove_destroyed_markers(work: HeroesWork) -> None:
    remove_done_for(work)


def award_points(work: HeroesWork) -> None:
    """End-of-Round VPs come before the end of the Mission is looked for. [9.0-a]"""
    score_round(work)


def look_for_end(work: HeroesWork) -> None:
    """After its last Round the Mission is over: the VP Advantage wins. [9.3-a, overview]"""
    if work.tracks.round >= work.setting.mission.rounds or is_decided(work):
        end_mission(work)


def advance_round_marker(work: HeroesWork) -> None:
    work.set_tracks(round=work.tracks.round + 1, combed=())
    work.tell(RoundBegan(work.tracks.round))


def refresh_units(work: HeroesWork) -> None:
    """Every Spent unit becomes Fresh; facing and Hit Markers stay. [9.6]"""
    units = {name: unit.changed(spent=False) if unit.spent else unit for name, unit in work.position.units.items()}
    work.position = work.position.changed(units=units)


def reset_caps(work: HeroesWork) -> None:
    """Unused CAPs are lost; each side starts from its allotment. [9.7]"""
    work.set_tracks(caps={force: allotment(work, force) for force in work.tracks.caps})


def draw_cards(work: HeroesWork) -> None:
    for force in reversed(tuple(work.setting.forces)):
        push_draws(work, force, work.setting.mission.forces[force].draw_per_round)


def announce_reinforcements(work: HeroesWork) -> None:
    """Units due now lie beside the map; they may come later too. [9.9]"""
    due = [unit.id for unit in work.position.units.values() if unit.hex < 0 and unit.due == work.tracks.round]
    if due:
        names = ", ".join(work.setting.name(name) for name in sorted(due))
        work.tell(Noted(f"Reinforcements are ready: {names}", "", ("sos-9.9-a",)))


def roll_initiative(work: HeroesWork) -> None:
    """The side without the VP Advantage rolls for the first Turn. [9.11]"""
    force = next(f for f, side in work.setting.forces.items() if side != work.tracks.vp_side)
    work.push(Initiative(force))


def begin_next_round(work: HeroesWork) -> None:
    work.pop()
    work.push(Steps("round"))


SETUP: tuple[Callable[[HeroesWork], None], ...] = (
    place_units,
    place_works,
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
    look_for_end,  # [9.3]
    advance_round_marker,  # [9.5]
    lift_light_smoke,  # [9.4-b]
    thin_heavy_smoke,  # [9.4-c]
    refresh_units,  # [9.6]
    reset_caps,  # [9.7]
    draw_cards,  # [9.8]
    announce_reinforcements,  # [9.9]
    plan_strikes,  # [13.5]
    land_strikes,  # [13.6]
    roll_initiative,  # [9.11]
    begin_next_round,
)


# -- frames


class Hiding(Frame, frozen=True):
    """One of the hexes is noted in secret."""

    force: str
    places: tuple[int, ...]

    def ask(self, state: HeroesState) -> tuple[Ask, ...]:
        return asking(state.setting.seat_of[self.force], self.force, "satchel.hide")

    def grow(self, state: HeroesState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        return [verbs.Hide(Hex(place)) for place in self.places] if not path else ()

    def answer(self, work: HeroesWork, choice: verbs.Hide) -> None:
        label = work.setting.board.labels[choice.place]
        work.secrets = {**work.secrets, self.force: {**work.secrets.get(self.force, {}), "satchel": label}}
        work.set_tracks(satchel="hidden")
        work.pop()
        side = work.setting.side_name(self.force)
        told = Noted(f"You hide the satchel in {label}", self.force, ("sos-m1-o",), (), (choice.place,))
        shadow = Noted(f"The {side} side notes where the satchel lies", self.force, ("sos-m1-o",))
        work.tell_only((work.setting.seat_of[self.force],), told, shadow)

    def prompt(self, view: HeroesState, seat: str) -> str:
        return "Choose in secret where the satchel lies."

    def refuse(self, view: HeroesState, choice: Choice, seat: str) -> Refusal:
        where = " or ".join(view.setting.board.labels[place] for place in self.places)
        return Refusal(f"The satchel is hidden in {where}.", "sos-m1-o")


class Draws(Frame, frozen=True):
    """Cards drawn one after the other, each for its owner's eyes; Mission cards for all, and replaced. [9.8, 8.7-b]"""

    automatic = True

    force: str
    count: int

    def run(self, work: HeroesWork) -> None:
        if not self.count or not work.bags[DECK].size:
            work.pop()
            return
        work.replace_top(structs.replace(self, count=self.count - 1))
        work.push(Roll(self.force, "card", bag=DECK, to=(work.setting.seat_of[self.force],)))

    def resume(self, work: HeroesWork, outcome: Outcome) -> None:
        card = outcome.item
        if is_mission_card(work, card):
            work.replace_top(structs.replace(self, count=self.count + 1))
            show_mission_card(work, self.force, card)
            return
        work.hands = {**work.hands, self.force: work.hands[self.force].plus(card)}
        seat = work.setting.seat_of[self.force]
        work.tell_only((seat,), CardDrawn(self.force, card), CardTaken(self.force))


def push_draws(work: HeroesWork, force: str, count: int) -> None:
    if count:
        work.push(Draws(force, count))


class Initiative(Frame, frozen=True):
    """Who has the first Turn of the Round; one may wish to have the second. [9.11, 3.2-b]"""

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

    def resume(self, work: HeroesWork, result: Result) -> None:
        assert self.check is not None
        work.pop()
        first = self.force if result.band == "yes" else work.setting.foes[self.force][0]
        text = f"The {work.setting.side_name(first)} side takes the first Turn: {result.total} for {self.check.need}"
        rule = "sos-9.11-b" if result.band == "yes" else "sos-9.11-c"
        work.tell(CheckRolled(text, self.force, self.check, result.faces, result.adjust, (rule,)))
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
