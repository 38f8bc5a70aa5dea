"""What a position is judged by: plain numbers for each side, taken as the difference between them."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nlargest, nsmallest

from balka.bots.heroes import clock
from balka.bots.heroes.exchange import exchange
from balka.bots.heroes.looking import look_at
from balka.bots.heroes.places import goals
from balka.bots.heroes.weights import FIRST
from balka.core.frames import CHANCE
from balka.systems.heroes.units import HeroesState, Unit

NAMES = (
    "units", "hit", "waiting", "fresh", "caps", "hand", "cover", "shots", "spent_shots", "exposed", "crowd", "pull",
    "reach", "grip", "stood", "due", "to_come", "points_left", "lead", "ahead", "turn", "passed", "due_late",
    "fresh_late", "caps_late",
)  # fmt: skip
"""Each counts for the side asked about less the same of the other side; `lead` to `passed` are of both at once.

units: on the map; hit: with a Hit Marker; waiting: still to come; fresh: able to act for nothing, of those who share
an activation only one; caps, hand; cover: points of it; shots, spent_shots: the best attack of each who is Fresh or
Spent; exposed: what the enemy could do to each; crowd: friends beside the first in a hex; pull: nearness to goals of
the three nearest; reach: nearness of the nearest unit to each hex that pays, by its points; grip: units within two
hexes of these; stood: points of such hexes stood upon; due: points the ground held brings this Round; to_come: up to
the end; points_left: Action Points of the running activation; lead: points ahead; ahead: whether the lead with what
is to come is one; turn: whose Turn it is; passed: whose last answer was a Pass; due_late, fresh_late, caps_late: due,
fresh and caps, by how much of the Round has gone by. What is due is nearly certain when the Round is nearly over.
"""

FAR, NEAR = 8, 2
FRESH, CAPS = NAMES.index("fresh"), NAMES.index("caps")


def features(state: HeroesState, side: str) -> list[float]:
    """The numbers of a position for a side, in the order of `NAMES`."""
    other = state.setting.other[side]
    own, theirs = _apart(state, side), _apart(state, other)
    lead, outlook = state.setting.edition.scoring.lead(state, side), clock.outlook(state, side)
    due = clock.due(state, side, state.tracks.round)
    turn = 1.0 if state.setting.forces[_whose_turn(state)] == side else -1.0
    passed = sum(1.0 if state.setting.forces[force] == side else -1.0 for force in state.tracks.passed)
    both = [float(due), float(outlook - lead), 0.0, float(lead), float((outlook > 0) - (outlook < 0)), turn, passed]
    both[2] = _pool(state, side) - _pool(state, other)
    apart, late = [mine - his for mine, his in zip(own, theirs, strict=True)], clock.late(state)
    return [*apart, *both, late * due, late * apart[FRESH], late * apart[CAPS]]


def _whose_turn(state: HeroesState) -> str:
    """The force that is asked; while chance is, the one whose Turn it is. Of team-mates the second is asked when the
    Turn has been handed on already."""
    ask = state.asks[0] if state.asks else None
    return state.tracks.active if ask is None or ask.seat == CHANCE else ask.force


def _apart(state: HeroesState, side: str) -> list[float]:
    """The numbers that each side has for itself."""
    here = [unit for unit in state.position.units.values() if unit.side == side and unit.hex >= 0]
    all_hidden = [unit for unit in state.position.hidden.values() if unit.side == side]
    waiting = sum(unit.side == side and unit.hex < 0 for unit in state.position.units.values())
    forces = [force for force, its in state.setting.forces.items() if its == side]
    caps = sum(state.tracks.caps.get(force, 0) for force in forces)
    attacks = exchange(state)
    hand = sum(state.hands[force].size for force in forces if force in state.hands)
    places = {unit.hex for unit in here}
    return [
        float(len(here) + len(all_hidden)), float(sum(bool(unit.marker) for unit in here)), float(waiting),
        float(sum(not unit.spent for unit in (*here, *all_hidden)) - _sharing(state, forces)),
        float(caps), float(hand), _cover(state, here),
        sum(attacks.best[unit.id] for unit in here if not unit.spent),
        sum(attacks.best[unit.id] for unit in here if unit.spent),
        sum(min(1.0, attacks.harm[unit.id]) for unit in here), float(len(here) - len(places)),
        _pull(state, forces[0], here), *_at_goals(state, (*here, *all_hidden)),
    ]  # fmt: skip


def _sharing(state: HeroesState, forces: Sequence[str]) -> int:
    """Units that are Fresh no longer once the activation they share ends, but for the one it is of."""
    sharing = [map(state.position.unit, state.tracks.sharing.get(force, ())) for force in forces]
    return sum(max(0, sum(unit is not None and not unit.spent for unit in units) - 1) for units in sharing)


def _cover(state: HeroesState, units: list[Unit]) -> float:
    cover = state.setting.ground.defence
    return float(sum(found.value for unit in units if (found := cover[unit.hex]) is not None))


def _pull(state: HeroesState, force: str, units: list[Unit]) -> float:
    """How near the three nearest units are to what their side wants most."""
    board, side = state.setting.board, state.setting.forces[force]
    wanted = goals(look_at(state, FIRST, side), force)
    found = [max((w * (12 - min(12, board.distance(unit.hex, to))) for to, w in wanted), default=0.0) for unit in units]
    return sum(nlargest(3, found)) / 12


def _at_goals(state: HeroesState, units: tuple[Unit, ...]) -> list[float]:
    """Reach, grip and ground stood upon at the hexes that still pay."""
    board, reach, grip, stood = state.setting.board, 0.0, 0.0, 0.0
    for goal, points in clock.still_paid(state.setting, state.tracks.round).items():
        away = nsmallest(3, [board.distance(unit.hex, goal) for unit in units])
        if away:
            reach += points * max(0, FAR - away[0]) / FAR
            grip += points * sum(steps <= NEAR for steps in away)
            stood += points * (away[0] == 0)
    return [reach, grip, stood]


def _pool(state: HeroesState, side: str) -> float:
    """Action Points a running activation has left."""
    return float(sum(points for force, points in state.tracks.pool.items() if state.setting.forces[force] == side))
