"""WB95 for a staff: plans hold from a Movement Phase to the next."""

from __future__ import annotations

from collections.abc import Sequence

from balka.bots.judging import best
from balka.bots.staff.minds import Candidate
from balka.bots.staff.postures import Level, own_to_elite
from balka.bots.wb95.axes import axes
from balka.bots.wb95.judgement import planned
from balka.bots.wb95.postures import (
    CHOICES,
    POSTURES,
    WORDS,
    along,
    fitted,
    fitted_posture,
    played_as,
    role_of,
)
from balka.bots.wb95.stance import Plan
from balka.core.choices import Choice
from balka.core.dice import Rng
from balka.systems.wb95.day import PhaseKind, number_of
from balka.systems.wb95.marks import Mark
from balka.systems.wb95.movement_phase import MovePhase
from balka.systems.wb95.position import WbState, force

FITTING = "the usual plan"  # the plan of the scenario, whatever posture or axis that is on a day


class WbMind:
    """Opinions for a staff of WB95."""

    won = 5.0  # a sudden end counts ten more

    def price(self, view: WbState, side: str) -> float:
        """A point: a unit lost, or the smallest of the towns."""
        return 1.0

    def span(self, view: WbState, side: str) -> int | None:
        """The day of the side's last Movement Phase."""
        begun = view.tracks.phase >= number_of(view, PhaseKind.MOVEMENT, side)
        return view.turn - (not begun) or None

    def begins(self, view: WbState, side: str) -> bool:
        frame = view.stack[-1]
        if not isinstance(frame, MovePhase) or frame.side != side or frame.strategic:
            return False
        units = force(view, side).units.values()
        return not any(unit.spent or unit.has(Mark.MOVED) or unit.has(Mark.DONE) for unit in units)

    def usual(self, view: WbState, side: str, level: Level = "veteran") -> Plan:
        return fitted(view, side, level)

    def knows(self, view: WbState, side: str) -> bool:
        return bool(own_to_elite(POSTURES, view.setting, side))

    def kept(self, view: WbState, side: str, level: Level, name: str) -> Plan:
        found = (each.plan for each in self.candidates(view, side, level) if each.name == name)
        return next(found, fitted(view, side, level))

    def choose(self, view: WbState, seat: str, plan: Plan, rng: Rng) -> Choice:
        """The choice worth most to who follows the plan; ties are broken at random."""
        return best(view, seat, lambda choice: planned(view, plan, choice), rng)

    def candidates(self, view: WbState, side: str, level: Level = "veteran") -> Sequence[Candidate[Plan]]:
        """The plan that fits the scenario first, then the postures of its role and the axes."""
        role, first = role_of(view, side), fitted(view, side, level)
        usual = fitted_posture(view, side, level, role)
        others = [Candidate(name, played_as(view, side, name), WORDS[name]) for name in CHOICES[role]]
        ways = axes(view, side) if role == "attack" else []
        found = [*others, *(self._along(view, side, way, usual) for way in ways)]
        return [Candidate(FITTING, first, WORDS[usual]), *(each for each in found if each.plan is not first)]

    @staticmethod
    def _along(view: WbState, side: str, way: tuple[str, tuple[int, ...]], usual: str) -> Candidate[Plan]:
        name, hexes = way
        return Candidate(f"toward {name}", along(view, side, hexes, usual), f"went for {name} before all else")


mind = WbMind()
