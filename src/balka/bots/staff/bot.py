"""The staff as a bot: it makes a plan when a day begins, follows it, and can say afterwards what it tried and why.

A plan is kept by the bot until the next one is due. It comes from the view alone, its chance included: whoever is asked
to plan in the same view makes the same plan. A bot made afresh in the middle of a day plans the rest of that day anew,
from what it sees then.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from importlib import import_module
from random import Random
from typing import Any, ClassVar
from weakref import WeakKeyDictionary

from msgspec import Struct

from balka.bots.placing import placement
from balka.bots.staff.minds import Candidate, Mind
from balka.bots.staff.postures import Level
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
    level: ClassVar[Level] = "veteran"

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
            return mind.usual(view, side, self.level) if note is None else note.candidate.plan
        if note is None or span not in note.spans or (begins and note.made_in not in ("", view.hash)):
            spans = frozenset({span}) | (note.spans if note is not None else frozenset())
            note = Note(spans, view.hash if begins else "", self.planned(mind, view, side))
            notes[seat] = note
        return note.candidate.plan

    def planned(self, mind: Mind, view: State, side: str) -> Candidate[Any]:
        """The best plan of those tried; the first where none is tried."""
        candidates = mind.candidates(view, side, self.level)
        trials = self.tried(mind, view, side, candidates)
        if not trials:
            self.story.append(Decision.untried(view.turn, side, candidates[0]))
            return candidates[0]
        chosen = preferred(trials, candidates[0].name, mind.price(view, side))
        self.story.append(Decision.of(view.turn, side, chosen, trials))
        return chosen.candidate

    def tried(self, mind: Mind, view: State, side: str, candidates: Sequence[Candidate[Any]]) -> list[Trial]:
        """What came of the plans; nothing for who tries none."""
        return []


class EliteStaffBot(StaffBot):
    """Follows what whole games played beforehand found to be best with its side of the scenario.

    Where there is nothing of the kind it plays its plans to the end of the game in made-up worlds, once that is near
    enough, and follows the best.
    """

    title = "Computer, elite"
    about = "A general staff with time: knows what wins, or plays its plans to the end by itself. Up to a minute a day."
    level = "elite"
    depth: ClassVar[Depth] = Depth(steps=48000)

    def tried(self, mind: Mind, view: State, side: str, candidates: Sequence[Candidate[Any]]) -> list[Trial]:
        if mind.knows(view, side):
            return []
        return race(Board(mind, view, side, self.level, view.hash), candidates, self.depth)


class RandomPostureBot(StaffBot):
    """A plan drawn at random each day: what a staff must be better than. Not offered to players."""

    title = ""
    about = ""

    def planned(self, mind: Mind, view: State, side: str) -> Candidate[Any]:
        candidates = mind.candidates(view, side)
        return candidates[Random(view.hash).randrange(len(candidates))]


class BoldBot(StaffBot):
    """Always takes the same posture, of those it is given to choose from: a personality, without a search."""

    postures: ClassVar[tuple[str, ...]] = ("storm", "counter")

    def planned(self, mind: Mind, view: State, side: str) -> Candidate[Any]:
        candidates = mind.candidates(view, side)
        return next((each for each in candidates if each.name in self.postures), candidates[0])


class CarefulBot(BoldBot):
    """Attacks only where it is safe, and holds what it has."""

    postures = ("probe", "hold")
