"""The staff as a bot: it makes a plan when a day begins, follows it, and can say afterwards what it tried and why.

A plan is kept by the bot until the next one is due. It comes from the view alone, its chance included: whoever is asked
to plan in the same view makes the same plan. A bot made afresh in the middle of a day plans the rest of that day anew,
from what it sees then.
"""

from __future__ import annotations

from collections.abc import Hashable
from importlib import import_module
from math import isinf
from random import Random
from typing import Any, ClassVar
from weakref import WeakKeyDictionary

from msgspec import Struct

from balka.bots.placing import placement
from balka.bots.staff.minds import Candidate, Mind
from balka.bots.staff.story import Decision
from balka.bots.staff.trials import Board, Depth, Trial, preferred, race
from balka.core.choices import Choice
from balka.core.dice import Rng
from balka.core.state import Setting, State
from balka.core.system import System

MINDS = {
    "famous_divisions": "balka.bots.famous_divisions.mind:mind",
    "wb95": "balka.bots.wb95.mind:mind",
}
"""Where the opinions of each system are that a staff can work with, `module:name`."""


def mind_for(system: System) -> Mind:
    module, _, name = MINDS[system.key].partition(":")
    found: Mind = getattr(import_module(module), name)
    return found


class Note(Struct, frozen=True):
    """The plan a seat follows, the stretches of play it has planned so far, and the view the plan was made in."""

    spans: frozenset[Hashable]
    made_in: str
    candidate: Candidate[Any]


class StaffBot:
    """Plans for a day. As the veteran it follows the plan that fits its side of the scenario best, without trials."""

    title = "Computer, veteran"
    about = "A general staff: sets out from the plan that does best with its side of the scenario. Answers at once."
    depth: ClassVar[Depth] = Depth(worlds=0, more=0)

    def __init__(self) -> None:
        self._notes: WeakKeyDictionary[Setting, dict[str, Note]] = WeakKeyDictionary()  # until the game is gone
        self.story: list[Decision] = []

    @staticmethod
    def plays(system: System) -> bool:
        return system.key in MINDS

    def choose(self, view: State, seat: str, rng: Rng) -> Choice:
        placed = placement(view, seat)
        if placed is not None:
            return placed
        mind, side = mind_for(view.setting.system), view.setting.forces[view.ask_of(seat).force]
        return mind.choose(view, seat, self._plan(mind, view, seat, side), rng)

    def _plan(self, mind: Mind, view: State, seat: str, side: str) -> Any:
        """The plan the seat follows, made now if one is due."""
        span, begins = mind.span(view, side), mind.begins(view, side)
        notes = self._notes.setdefault(view.setting, {})
        note = notes.get(seat)
        if span is None:
            return mind.usual(view, side) if note is None else note.candidate.plan
        if note is None or span not in note.spans or (begins and note.made_in not in ("", view.hash)):
            spans = frozenset({span}) | (note.spans if note is not None else frozenset())
            note = Note(spans, view.hash if begins else "", self.planned(mind, view, side, note))
            notes[seat] = note
        return note.candidate.plan

    def planned(self, mind: Mind, view: State, side: str, last: Note | None) -> Candidate[Any]:
        """The best plan of those tried; the first where none is tried or worth its price."""
        candidates = mind.candidates(view, side, last.candidate if last is not None else None)
        price = mind.price(view, side)
        if isinf(price) or not self.depth.worlds:
            self.story.append(Decision.untried(view.turn, side, candidates[0]))
            return candidates[0]
        board = Board(mind, view, side, self.depth, view.hash)
        keep = candidates[0].name  # the usual one: another must be shown to be better, day by day
        trials = race(board, candidates, keep)
        chosen = preferred(trials, keep, price)
        chosen, more = self._refined(board, chosen)
        self.story.append(Decision.of(view.turn, side, chosen, (*trials, *more)))
        return chosen.candidate

    def _refined(self, board: Board, chosen: Trial) -> tuple[Trial, list[Trial]]:
        """The plan with the postures of its formations changed one after the other, where that promises more."""
        more: list[Trial] = []
        for variants in board.mind.variants(board.view, board.side, chosen.candidate)[: self.depth.by_formation]:
            tried = race(board, [chosen.candidate, *variants])
            best = preferred(tried, chosen.candidate.name, board.mind.price(board.view, board.side))
            more += [best] if best.candidate.name != chosen.candidate.name else []
            chosen = best
        return chosen, more


class EliteStaffBot(StaffBot):
    """Tries plans for the day in made-up worlds, then another posture for every formation, and follows the best."""

    title = "Computer, elite"
    about = "A general staff with time: tries attacks on a map of its own, by parts of the front. Up to a minute a day."
    depth = Depth(worlds=3, more=3, by_formation=3)


class RandomPostureBot(StaffBot):
    """A plan drawn at random each day: what a staff must be better than. Not offered to players."""

    title = ""
    about = ""

    def planned(self, mind: Mind, view: State, side: str, last: Note | None) -> Candidate[Any]:
        candidates = mind.candidates(view, side, last.candidate if last is not None else None)
        return candidates[Random(view.hash).randrange(len(candidates))]


class BoldBot(StaffBot):
    """Always takes the same posture, of those it is given to choose from: a personality, without a search."""

    postures: ClassVar[tuple[str, ...]] = ("storm", "counter")

    def planned(self, mind: Mind, view: State, side: str, last: Note | None) -> Candidate[Any]:
        candidates = mind.candidates(view, side, last.candidate if last is not None else None)
        return next((each for each in candidates if each.name in self.postures), candidates[0])


class CarefulBot(BoldBot):
    """Attacks only where it is safe, and holds what it has."""

    postures = ("probe", "hold")
