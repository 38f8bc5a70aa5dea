"""A quick answer, for playing on in made-up worlds: the first unit that has something to do does it, a party looks at
the few hexes nearest to where it wants to be, battles are put together as they come. The rest is weighed as ever."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from heapq import nsmallest
from itertools import islice
from operator import itemgetter
from typing import Any, cast

from balka.bots.judging import best, first_good
from balka.bots.wb95.foresight import toward
from balka.bots.wb95.judgement import planned
from balka.bots.wb95.marching import is_follower
from balka.bots.wb95.outlook import to_enemy
from balka.bots.wb95.plans import posts
from balka.bots.wb95.postures import regular
from balka.bots.wb95.stance import Plan
from balka.core.choices import Choice, Hex
from balka.core.dice import Rng
from balka.core.frames import leaves
from balka.core.listing import Listed
from balka.core.state import State
from balka.core.system import System
from balka.systems.wb95.battles import BattlePlan
from balka.systems.wb95.movement_phase import MovePhase
from balka.systems.wb95.orders import End, Halt, To
from balka.systems.wb95.party import PartyMoves, prospects
from balka.systems.wb95.position import WbState, unit_of
from balka.systems.wb95.pursuit import Pursuit

UNITS = 1  # with something to do that are compared
HEXES = 16  # that a party looks at


def reply(view: WbState, seat: str, rng: Rng, units: int = UNITS) -> Choice:
    """The first sensible answer, or what is worth most where something else is asked."""
    plan, frame = regular(view, view.ask_of(seat).force), view.stack[-1]
    short = SHORT.get(type(frame))
    choice = short(view, plan, frame, seat, rng, units) if short is not None else None
    if choice is None:
        return best(view, seat, lambda each: planned(view, plan, each), rng)
    view.vouch(choice, seat)
    return choice


def _moving(view: WbState, plan: Plan, frame: MovePhase, seat: str, rng: Rng, units: int) -> Choice | None:
    """The best of the first counters that have something to do, from a random one on; then the phase ends."""
    names = [node for node in frame.candidates(view, (), seat) if isinstance(node, str)]
    first = rng.randrange(len(names)) if names else 0
    said = (_best(view, plan, leaves(view, (name,), seat)) for name in (*names[first:], *names[:first]))
    found = list(islice((each for each in said if each[0] > 0), units))
    if found:
        return max(found, key=itemgetter(0))[1]
    return End() if frame.is_live(view, (), End(), seat) else None


def _marching(view: WbState, plan: Plan, frame: PartyMoves, seat: str, rng: Rng, units: int) -> Choice | None:
    """The best of the few hexes nearest to where the party wants to be, and then a halt."""
    field = _field(view, plan, frame)
    near = nsmallest(HEXES, prospects(view, frame).halts, key=lambda h: (field[h], h))
    worth, choice = _best(view, plan, [To(Hex(h)) for h in near])
    return Halt() if frame.gone and worth <= 0 else choice


def _field(view: WbState, plan: Plan, frame: PartyMoves) -> Sequence[float]:
    """How far each hex is from where a party wants to be: guns behind the others, some at their posts."""
    first, stance = unit_of(view, frame.members[0]), plan.of(frame.members[0])
    if is_follower(view, first):
        return [abs(away - stance.guns_at) for away in to_enemy(view, frame.side)]
    post = posts(view, plan).get(first.id)
    return toward(view, plan, stance) if post is None else view.setting.board.distances(post)


def _first_good(view: WbState, plan: Plan, frame: Listed, seat: str, rng: Rng, units: int) -> Choice | None:
    return first_good(frame.options(view), lambda choice: planned(view, plan, choice))


def _best(view: WbState, plan: Plan, choices: Iterable[Choice]) -> tuple[float, Choice | None]:
    """The choice worth most, with its worth."""
    return max(((planned(view, plan, choice), choice) for choice in choices), key=itemgetter(0), default=(0.0, None))


SHORT: dict[type, Callable[[WbState, Plan, Any, str, Rng, int], Choice | None]] = {
    MovePhase: _moving, PartyMoves: _marching, BattlePlan: _first_good, Pursuit: _first_good,
}  # fmt: skip


class WbQuick:
    """The quick answer as a player, to find out what playing on with it is worth."""

    def __init__(self, units: int = UNITS) -> None:
        self._units = units

    @staticmethod
    def plays(system: System) -> bool:
        return system.key == "wb95"

    def choose(self, view: State, seat: str, rng: Rng) -> Choice:
        return reply(cast(WbState, view), seat, rng, self._units)
