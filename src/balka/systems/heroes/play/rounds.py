"""The steps of a Round that both editions know; each edition puts them in its own order. [1.0, 9.0-9.10]"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from balka.core.choices import Choice, Hex, Node, Refusal, Token
from balka.core.dice import Outcome
from balka.core.frames import Ask, Frame, Roll, Steps, asking
from balka.systems.heroes.chapters.hits import allotment, remove_destroyed
from balka.systems.heroes.chapters.mission_cards import is_mission_card, is_objective, show_mission_card
from balka.systems.heroes.chapters.victory import end_mission, is_decided, score_round
from balka.systems.heroes.data.mission_data import SatchelPickup
from balka.systems.heroes.events.cards import CardDrawn, CardTaken
from balka.systems.heroes.events.rounds import ReinforcementsReady, RoundBegan
from balka.systems.heroes.events.victory import SatchelHidden, SatchelHiddenInSecret
from balka.systems.heroes.play import verbs
from balka.systems.heroes.play.turn_order import Turns
from balka.systems.heroes.units import HeroesState, HeroesWork, Unit

DECK = "deck"


# -- set-up


def hide_satchel(work: HeroesWork) -> None:
    """Its side notes secretly where the satchel lies."""
    for rule in work.setting.mission.victory.rules:
        if isinstance(rule, SatchelPickup):
            hider = next(force for force, side in work.setting.forces.items() if side == rule.hidden_by)
            work.push(Hiding(hider, tuple(work.setting.board.hex(label) for label in rule.hexes)))


def deal_opening_hands(work: HeroesWork) -> None:
    """Each player draws the number of cards the Mission states, on top of fixed ones. [1.0-g, sos-m1-j]"""
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
    for unit in [unit for unit in (*work.position.units.values(), *work.position.hidden.values()) if unit.bogged]:
        work.put(unit.changed(bogged=False))


def remove_destroyed_markers(work: HeroesWork) -> None:
    remove_destroyed(work)


def award_points(work: HeroesWork) -> None:
    """End-of-Round VPs come before the end of the Mission is looked for. [9.0-a]"""
    score_round(work)


def look_for_end(work: HeroesWork) -> None:
    """After its last Round the Mission is over: the VP Advantage wins. [9.3-a, overview]"""
    if work.tracks.round >= work.setting.mission.rounds or is_decided(work):
        end_mission(work)


def advance_round_marker(work: HeroesWork) -> None:
    work.set_tracks(round=work.tracks.round + 1)
    work.tell(RoundBegan(work.tracks.round))


def refresh_units(work: HeroesWork) -> None:
    """Every Spent unit becomes Fresh; facing and Hit Markers stay. [9.6-a to c]"""
    work.position = work.position.changed(units=_fresh(work.position.units), hidden=_fresh(work.position.hidden))


def _fresh(units: dict[str, Unit]) -> dict[str, Unit]:
    return {name: unit.changed(spent=False) if unit.spent else unit for name, unit in units.items()}


def reset_caps(work: HeroesWork) -> None:
    """Unused CAPs are lost; each side starts from its allotment. [9.7, 9.7-b, sos-ov-c]"""
    work.set_tracks(caps={force: allotment(work, force) for force in work.tracks.caps})


def draw_cards(work: HeroesWork) -> None:
    """Each player draws as many cards as the Mission gives him each Round. [8.1-b]"""
    for force in reversed(tuple(work.setting.forces)):
        push_draws(work, force, work.setting.mission.forces[force].draw_per_round)


def announce_reinforcements(work: HeroesWork) -> None:
    """Units due now lie beside the map; they may come later too. [9.9, 9.9-b, atb 5.5-a]"""
    due = [unit.id for unit in work.position.units.values() if unit.due == work.tracks.round]
    if due:
        work.tell(ReinforcementsReady(tuple(sorted(due))))


def begin_next_round(work: HeroesWork) -> None:
    work.pop()
    work.push(Steps("round"))


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
        told, shadow = SatchelHidden(self.force, choice.place), SatchelHiddenInSecret(self.force)
        work.tell_only((work.setting.seat_of[self.force],), told, shadow)

    def prompt(self, view: HeroesState, seat: str) -> str:
        return "Choose in secret where the satchel lies."

    def refuse(self, view: HeroesState, choice: Choice, seat: str) -> Refusal:
        where = " or ".join(view.setting.board.labels[place] for place in self.places)
        return Refusal(f"The satchel is hidden in {where}.", "sos-m1-o")


class Draws(Frame, frozen=True):
    """Cards drawn one after the other, each for its owner's eyes; Mission cards for all, and replaced.

    [9.8, 8.7-b, 8.0-c, d, atb 8.0-e, f, g, d]
    """

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
        if is_objective(card):
            work.replace_top(structs.replace(self, count=self.count + 1))
        work.hands = {**work.hands, self.force: work.hands[self.force].plus(card)}
        seat = work.setting.seat_of[self.force]
        work.tell_only((seat,), CardDrawn(self.force, card), CardTaken(self.force))


def push_draws(work: HeroesWork, force: str, count: int) -> None:
    if count:
        work.push(Draws(force, count))
