"""Famous Divisions for a staff: a posture for all when a turn begins."""

from __future__ import annotations

from collections.abc import Sequence

from balka.bots.famous_divisions.postures import POSTURES, WORDS, fitted, posture, stances
from balka.bots.famous_divisions.stance import Plan
from balka.bots.famous_divisions.worth import planned
from balka.bots.judging import best
from balka.bots.staff.minds import Candidate
from balka.bots.staff.postures import Level, own_to_elite
from balka.core.choices import Choice
from balka.core.dice import Rng
from balka.systems.famous_divisions.model import GdState
from balka.systems.famous_divisions.setup import Setup


class GdMind:
    """Opinions for a staff of Famous Divisions."""

    won = 4.0  # of the dozen points that games end apart by

    def price(self, view: GdState, side: str) -> float:
        """Half a point: games end a few points apart."""
        return 0.5

    def span(self, view: GdState, side: str) -> int | None:
        """The turn, once both sides are set up."""
        return None if isinstance(view.stack[-1], Setup) else view.turn

    def begins(self, view: GdState, side: str) -> bool:
        return False

    def usual(self, view: GdState, side: str, level: Level = "veteran") -> Plan:
        return posture(view, side, fitted(view, side, level))

    def knows(self, view: GdState, side: str) -> bool:
        return bool(own_to_elite(POSTURES, view.setting, side))

    def kept(self, view: GdState, side: str, level: Level, name: str) -> Plan:
        return posture(view, side, name)

    def choose(self, view: GdState, seat: str, plan: Plan, rng: Rng) -> Choice:
        """The choice worth most to who follows the plan; ties are broken at random."""
        return best(view, seat, lambda choice: planned(view, plan, choice), rng)

    def candidates(self, view: GdState, side: str, level: Level = "veteran") -> Sequence[Candidate[Plan]]:
        """The posture that fits the scenario first, then the others."""
        names = dict.fromkeys((fitted(view, side, level), *stances(view, side)))
        return [Candidate(name, posture(view, side, name), WORDS[name]) for name in names]


mind = GdMind()
