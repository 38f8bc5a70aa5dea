"""The sequence of play. [3.0-3.5]"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from balka.core.choices import Choice, Refusal, Word
from balka.core.dice import Bag, Outcome
from balka.core.frames import Frame, Roll, Steps
from balka.systems.famous_divisions import engineers, reinforcements, replacements, supply, victory
from balka.systems.famous_divisions.activation import play_chit, side_of_battalion
from balka.systems.famous_divisions.events.turns import ChitDrawn, GameEnded, TurnBegan, WeatherSet
from balka.systems.famous_divisions.listing import SideFrame
from balka.systems.famous_divisions.model import (
    GdState,
    GdWork,
    Now,
    change_all,
    note,
    roll_of,
)
from balka.systems.famous_divisions.movement import OUT_OF_SUPPLY
from balka.systems.famous_divisions.position import OFF_MAP, ON_MAP, Unit
from balka.systems.famous_divisions.setup import begin_setup
from balka.systems.famous_divisions.tables import weather_of
from balka.systems.famous_divisions.verbs import First
from balka.systems.famous_divisions.weather import day, is_night, part_of_day, weather_name

CUP = "cup"
# What is said of a unit until the turn ends; its place in a road column outlasts it. [3.5-a]
MARKS = (
    "pinned",  # [3.5-e]
    "fought",
    "exposed",
    "activated",
    "worked",
    "bridged",
    "nominated",
    "designated",
    "fired",  # [3.5-f, 10.2-n]
    "marching",
)


# -- setting up


def first_side_sets_up(work: GdWork) -> None:
    for side in work.setting.rulebook.setup_order[:1]:
        begin_setup(work, side)


def second_side_sets_up(work: GdWork) -> None:
    for side in work.setting.rulebook.setup_order[1:]:
        begin_setup(work, side)


def play_turns(work: GdWork) -> None:
    """All are set up and look around. [1.1, ruling Q-setup-sight]"""
    if work.position.unready:
        work.position = work.position.altered(unready=False)
    work.push(Steps("turn"))


# -- a turn


def begin_turn(work: GdWork) -> None:
    """A new turn box. [3.5-c]"""
    work.tell(TurnBegan(day(work), part_of_day(work)))


class Weather(Frame, frozen=True):
    """One die for the weather of this turn alone. [3.2-a, 14.0-a, 14.1-g]"""

    automatic = True

    def run(self, work: GdWork) -> None:
        work.push(Roll("", "weather", dice="d6"))

    def resume(self, work: GdWork, result: Outcome) -> None:
        note(work, weather=weather_of(result.total, work.setting.rulebook.weather_modifier))
        work.tell(WeatherSet(result.total, weather_name(work)))
        work.pop()


def roll_weather(work: GdWork) -> None:
    work.push(Weather())


def german_supply(work: GdWork) -> None:
    supply.begin_supply(work, "german")


def soviet_supply(work: GdWork) -> None:
    supply.begin_supply(work, "soviet")


def starve(work: GdWork) -> None:
    supply.starve(work)


def fill_cup(work: GdWork) -> None:
    """All chits of battalions in play or due go into the cup. [2.0-d, 2.5-a, 3.4-a, 3.5-d, 4.0-b, h]"""
    battalions = sorted({k.battalion for k in work.setting.catalogue.kinds.values()})
    work.bags = {**work.bags, CUP: Bag.of([battalion for battalion in battalions if is_in_cup(work, battalion)])}


def is_in_cup(game: Now, battalion: str) -> bool:
    """Is anything of a battalion on the map, its HQ or not, or due by now? [2.4-c, 3.5-d, 4.0-b, 6.0-n]

    Losses and arrivals are public, so both sides can tell. [ruling Q-eliminated-battalion]
    """
    counters = (game.position.units.get(unit_id) for unit_id in roll_of(game, battalion))
    return any(u is None or u.status in (ON_MAP, OFF_MAP) or reinforcements.is_due(game, u) for u in counters)


def choose_first(work: GdWork) -> None:
    """In the first turn a side picks its first chits openly. [18.1, 19.1, 20.1, 21.1, ruling Q-first-choice]"""
    book = work.setting.rulebook
    if work.turn == book.first_turn and book.first_count:
        work.push(FirstChits(book.first_side, book.first_count))


class FirstChits(SideFrame, frozen=True):
    """Chosen chits are played one after the other before any is drawn. [Q-first-choice-order]"""

    cites = "gd-3.4-b"

    left_over: int

    def ask_kind(self) -> str:
        return "first"

    def prompt(self, view: GdState, seat: str) -> str:
        return "Choose the HQ chit that is played first."

    def own_chits(self, game: Now) -> list[str]:
        return [chit for chit in game.bags[CUP].items if side_of_battalion(game, chit) == self.side]

    def options(self, state: GdState) -> Iterator[Choice]:
        return (First(Word(chit)) for chit in self.own_chits(state))

    def refuse(self, view: GdState, choice: Choice, seat: str) -> Refusal:
        if isinstance(choice, First):
            return Refusal("No chit of yours of that name lies in the cup.", self.cites)
        return super().refuse(view, choice, seat)

    def answer(self, work: GdWork, choice: First) -> None:
        chit = str(choice.chit)
        work.bags = {**work.bags, CUP: work.bags[CUP].without(chit)}
        work.tell(ChitDrawn(chit, chosen=True))
        work.pop()
        if self.left_over > 1 and self.own_chits(work):
            work.push(self.replaced(left_over=self.left_over - 1))
        play_chit(work, chit)


class Drawing(Frame, frozen=True):
    """Chits of both sides are drawn until the cup is empty; none goes back before. [1.0-d to g, 2.5-b, 3.4-b, 6.0-i]"""

    automatic = True

    def run(self, work: GdWork) -> None:
        if not work.bags[CUP].size:
            work.pop()
            return
        work.push(Roll("", "HQ chit", bag=CUP))

    def resume(self, work: GdWork, result: Outcome) -> None:
        work.tell(ChitDrawn(result.item))
        play_chit(work, result.item)


def draw_chits(work: GdWork) -> None:
    work.push(Drawing())


def end_turn(work: GdWork) -> None:
    """Pontoons are finished, pins and markers removed, fired guns made ready. [3.5-a, b, e, f]"""
    engineers.finish_pontoons(work)
    note(work, activated=(), divisions=(), demolished="", marched=())
    tired = [u.id for u in work.position.units.values() if _is_marked(u)]
    if tired:
        change_all(work, tired, **dict.fromkeys(MARKS, False))
    starving = [u.id for u in work.position.units.values() if _stays_fired(work, u)]
    if starving:
        change_all(work, starving, fired=True)


def _is_marked(counter: Unit) -> bool:
    return any(getattr(counter, mark) for mark in MARKS)


def _stays_fired(game: Now, counter: Unit) -> bool:
    """Guns out of supply stay fired. [5.3-i]"""
    if counter.anonymous or counter.hungry < OUT_OF_SUPPLY:
        return False
    return game.setting.catalogue.kinds[counter.id].is_artillery


def german_replacements(work: GdWork) -> None:
    """After a night each side rolls. [3.5-g, 4.1-a]"""
    if is_night(work):
        work.push(replacements.Replacing("german"))


def soviet_replacements(work: GdWork) -> None:
    if is_night(work):
        work.push(replacements.Replacing("soviet"))


def next_turn(work: GdWork) -> None:
    """The marker advances, or the game is over. [3.5-c]"""
    book = work.setting.rulebook
    work.turn += 1
    if work.turn < book.first_turn + book.turns:
        work.replace_top(Steps("turn"))
        return
    work.tell(GameEnded(victory.points(work), victory.verdict(work).winner))
    work.stack.clear()


GAME: tuple[Callable[[Any], None], ...] = (first_side_sets_up, second_side_sets_up, play_turns)
# The same in every part of the day. [3.0-b]
TURN: tuple[Callable[[Any], None], ...] = (
    begin_turn,           # [3.1]
    roll_weather,         # [3.2]
    german_supply,        # [3.3]
    soviet_supply,
    starve,
    fill_cup,             # [3.4]
    choose_first,
    draw_chits,
    end_turn,             # [3.5]
    german_replacements,
    soviet_replacements,
    next_turn,
)  # fmt: skip
