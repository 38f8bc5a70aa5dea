"""WB95 for a staff: plans hold from a Movement Phase to the next; postures for all, then by thirds of the front."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, inf

from msgspec import structs

from balka.bots.judging import best
from balka.bots.staff.minds import Candidate
from balka.bots.wb95.axes import axes
from balka.bots.wb95.judgement import planned
from balka.bots.wb95.outlook import FAR, to_enemy
from balka.bots.wb95.postures import (
    CHOICES,
    STANCES,
    WORDS,
    along,
    fitted,
    fitted_posture,
    posture,
    regular,
    role_of,
)
from balka.bots.wb95.stance import Plan
from balka.core.choices import Choice
from balka.core.dice import Rng
from balka.systems.wb95.day import PhaseKind, number_of
from balka.systems.wb95.marks import Mark
from balka.systems.wb95.movement_phase import MovePhase
from balka.systems.wb95.position import SIDES, Unit, WbState, enemy_of, force, printed
from balka.systems.wb95.rulebook import Goal, Prize
from balka.systems.wb95.victory import goals_in_force, holds_prize, points
from balka.systems.wb95.zones import controls

SUDDEN = 60.0  # a game won at once, in victory points: more than all the strength that is left then
CEL = 0.7  # a CEL, while there is time to use it; 0.6 to 0.85 by 301 games, with eight days and more left
NEAR = 1.0  # the part of its points that a prize within reach is worth; one and a half to three by the same games
REACH = 3.0  # hexes over which that fades
LATE = 3.0  # days before the end over which what is within reach fades
SPENT = 10.0  # and over which strength fades, which is worth what can still be won with it
GOAL = 10.0  # a sudden end within reach
GARRISON = 6.0  # CEL in a town that halve what is hoped of it
WINGS = ("west", "centre", "east")


class WbMind:
    """Opinions for a staff of WB95."""

    def price(self, view: WbState, side: str) -> float:
        """Three points for an attacker, as trials are off by as much. A defender keeps to his posture: a look at a few
        days favours whoever strikes."""
        return inf if role_of(view, side) == "defend" else 3.0

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

    def usual(self, view: WbState, side: str) -> Plan:
        return regular(view, side)

    def choose(self, view: WbState, seat: str, plan: Plan, rng: Rng) -> Choice:
        """The choice worth most to who follows the plan; ties are broken at random."""
        return best(view, seat, lambda choice: planned(view, plan, choice), rng)

    def until(self, state: WbState, side: str) -> int | None:
        return self.span(state, side)

    def stretches(self, view: WbState, side: str) -> int:
        return 1

    def candidates(self, view: WbState, side: str, last: Candidate[Plan] | None) -> Sequence[Candidate[Plan]]:
        """The plan that fits the scenario first, then the postures of its role and the axes."""
        role, first = role_of(view, side), fitted(view, side)
        usual = fitted_posture(view, side, role)
        names = dict.fromkeys((usual, *CHOICES[role]))
        whole = [Candidate(name, posture(view, side, name), WORDS[name]) for name in names]
        ways = axes(view, side) if role == "attack" else []
        found = [*whole, *(self._along(view, side, way, usual) for way in ways)]
        return sorted(found, key=lambda candidate: candidate.plan is not first)

    @staticmethod
    def _along(view: WbState, side: str, way: tuple[str, tuple[int, ...]], usual: str) -> Candidate[Plan]:
        name, hexes = way
        return Candidate(f"toward {name}", along(view, side, hexes, usual), f"went for {name} before all else")

    def variants(self, view: WbState, side: str, chosen: Candidate[Plan]) -> Sequence[Sequence[Candidate[Plan]]]:
        """For each third of the front, the plan with another posture for it."""
        return [
            [_changed(chosen, wing, name, units) for name in ("storm", "counter", "withdraw")]
            for wing, units in wings(view, side).items()
            if units
        ]

    def value(self, state: WbState, side: str) -> float:
        worth = german_value(state)
        return worth if side == "german" else -worth


def _changed(chosen: Candidate[Plan], wing: str, name: str, units: Sequence[str]) -> Candidate[Plan]:
    plan = structs.replace(chosen.plan, others={**chosen.plan.others, **dict.fromkeys(units, STANCES[name])})
    return Candidate(f"{chosen.name}, {wing} {name}", plan, f"{chosen.words}; the {wing} {WORDS[name]}")


def wings(view: WbState, side: str) -> dict[str, list[str]]:
    """The units of a side that are near the enemy, in thirds from west to east."""
    board, away = view.setting.board, to_enemy(view, side)
    near = [unit for unit in force(view, side).units.values() if unit.hex >= 0 and away[unit.hex] <= 6]
    near.sort(key=lambda unit: (board.labels[unit.hex][:2], unit.id))
    cuts = [len(near) * n // len(WINGS) for n in range(len(WINGS) + 1)]
    return {wing: [unit.id for unit in near[cuts[n] : cuts[n + 1]]] for n, wing in enumerate(WINGS)}


# -- how it stands


def german_value(state: WbState) -> float:
    """How the Germans stand: points now, strength, and what is within reach of either side."""
    total = float(sum(points(state).values()))
    if state.over:
        return total + _sudden(state)
    days = state.setting.rulebook.turns - state.turn + 1
    return total + min(1.0, days / SPENT) * _strength(state) + min(1.0, days / LATE) * _reach(state)


def _sudden(state: WbState) -> float:
    winner = state.tracks.verdict.split("|")[0] if state.tracks.verdict else ""
    return {"german": SUDDEN, "soviet": -SUDDEN}.get(winner, 0.0)


def _strength(state: WbState) -> float:
    signs = {"german": 1.0, "soviet": -1.0}
    return CEL * sum(signs[side] * unit.cel for side in SIDES for unit in force(state, side).units.values())


def _reach(state: WbState) -> float:
    """What prizes and goals are worth beyond what they bring now, by how near whoever lacks them is."""
    book = state.setting.rulebook
    prizes = [_tug(state, prize) for prize in book.prizes if prize.hexes]
    return sum(prizes) + sum(_goal_tug(state, goal) for goal in goals_in_force(book))


def _tug(state: WbState, prize: Prize) -> float:
    if holds_prize(state, prize):
        return -NEAR * prize.points * _nearness(state, "soviet", prize.hexes)
    return NEAR * prize.points * _nearness(state, "german", prize.hexes)


def _goal_tug(state: WbState, goal: Goal) -> float:
    sign = 1.0 if goal.side == "german" else -1.0
    return sign * GOAL * _nearness(state, goal.side, goal.hexes)


def _nearness(state: WbState, side: str, hexes: Sequence[int]) -> float:
    """How near a side is to having all of some hexes: one if it stands before the last of them and nobody holds it."""
    lacking = [h for h in hexes if not controls(state, side, h)]
    return min((_hold_on(state, side, h) for h in lacking), default=1.0)


def _hold_on(state: WbState, side: str, h: int) -> float:
    row = state.setting.board.distances(h)
    comers = (row[unit.hex] for unit in force(state, side).units.values() if _counts(state, unit))
    held = force(state, enemy_of(side)).cel(h)
    return exp(-min(comers, default=FAR) / REACH) / (1 + held / GARRISON)


def _counts(state: WbState, unit: Unit) -> bool:
    return unit.hex >= 0 and not unit.supply and printed(state, unit).regular


mind = WbMind()
