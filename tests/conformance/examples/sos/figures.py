"""The figures an example states, read off what the engine did. One reader for each word of the examples."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any, TypeVar

from tests.conformance.examples.sos.play import Played, skips_half_hexes
from tests.conformance.examples.sos.stage import Stage, name_of

from balka.core.checks import Tally
from balka.core.choices import Choice
from balka.core.citing import own_row
from balka.core.dice import dice
from balka.core.events import Event
from balka.systems.heroes.chapters.fire import shot_at
from balka.systems.heroes.chapters.ratings import attack_rating, defence_rating
from balka.systems.heroes.describing.building import FORCES
from balka.systems.heroes.events.checks import RallyRolled
from balka.systems.heroes.events.fire import ShotFired
from balka.systems.heroes.events.hits import MarkerLifted, MarkerShown
from balka.systems.heroes.events.moves import Moved
from balka.systems.heroes.events.rounds import Paid
from balka.systems.heroes.play import verbs
from balka.systems.heroes.third_edition.events import SpentRolled
from balka.systems.heroes.third_edition.payment import spent_check
from balka.systems.heroes.units import HeroesState, Unit

Steps = dict[str, Played]
Told = TypeVar("Told", bound=Event)

RESULTS = {"miss": "miss", "hit": "hit", "destroyed": "critical", "yes": "success", "no": "failure"}
CAPS_ON_CHECK, CAPS_ON_COST = "sos-3.2-b", "sos-3.3-a"


def read(stage: Stage, steps: Steps, row: dict[str, Any]) -> dict[str, Any]:
    """What the engine has for each word of a row."""
    played = steps[str(row["step"])]
    return {key: found for key in row for found in _found(played, steps, key)}


def _found(played: Played, steps: Steps, key: str) -> Iterator[Any]:
    reader = READERS.get(key)
    if reader is not None:
        yield reader(played)
        return
    for ending, of_name in ENDINGS.items():
        if key.endswith(ending):
            yield of_name(played, key.removesuffix(ending), steps)
            return
    if key in played.before.position.units:
        yield "on the map" if key in played.after.position.units else "destroyed"


# -- what happened in a step


def _last(events: list[Event], kind: type[Told]) -> Told | None:
    return next((event for event in reversed(events) if isinstance(event, kind)), None)


def _cost(played: Played) -> Tally:
    """What the Action came to after CAPs; before it is paid, what was quoted."""
    paid = _last(played.whole, Paid)
    return paid.tally if paid else _quoted(played)


def _quoted(played: Played) -> Tally:
    assert played.quote is not None and played.quote.cost is not None
    return played.quote.cost


def _shot(played: Played) -> ShotFired:
    shot = _last(played.events, ShotFired)
    assert shot is not None, "no attack was rolled"
    return shot


def _rally(played: Played) -> RallyRolled:
    return next(event for event in played.whole if isinstance(event, RallyRolled))


def _spent_checks(played: Played) -> list[SpentRolled]:
    return [event for event in played.whole if isinstance(event, SpentRolled)]


def _sum(tally: Tally, *rules: str) -> int:
    """The parts of a tally that come from these rules."""
    return sum(part.value for part in tally.parts if own_row(part.rule, "sos").startswith(rules))


def _without(tally: Tally, rule: str) -> int:
    return tally.value - _sum(tally, rule)


def _defence(played: Played) -> Tally:
    return _shot(played).check.tallies[0]


def _attack(played: Played) -> Tally:
    return _shot(played).check.tallies[1]


def _actor(played: Played) -> Unit:
    return played.after.position.units[played.actor]


# -- readers


def needs(cost: Tally) -> int:
    """The lowest Spent die that keeps a unit Fresh."""
    check = spent_check(cost, "")
    return min(outcome.total for outcome in dice("d10").outcomes if check.read(outcome) == "fresh")


def chance(cost: Tally) -> float:
    """The chance of becoming Spent."""
    return float(spent_check(cost, "").chances(cost.value)["spent"])


def _result(played: Played) -> str:
    shot = _last(played.events, ShotFired)
    if shot is not None:
        return RESULTS[shot.band]
    rolled = _rally(played)
    faces = next(outcome for outcome in dice("2d6").outcomes if outcome.faces == rolled.faces)
    return RESULTS[rolled.check.read(faces)]


def _rally_tally(played: Played) -> Tally:
    return _rally(played).check.tally


def _blue_firepower(played: Played) -> int:
    """Firepower against an armored target in the place of the one fired at."""
    state = played.before
    shooter, target = state.position.units[played.actor], state.position.units[_shot(played).target]
    armored = next(kind for kind in state.setting.kinds.values() if kind.def_color == "blue")
    rating = attack_rating(state, shot_at(state, shooter, target.changed(kind=armored.id)))
    return _sum(rating, "sos-6.5-c", "sos-7.3-a")


def _spent_matters(played: Played) -> bool:
    """Would the target's Defense Rating be another if it were Fresh?"""
    shot, state = _shot(played), played.before
    shooter, target = state.position.units[shot.unit], state.position.units[shot.target]
    shots = [shot_at(state, shooter, target.changed(spent=side)) for side in (False, True)]
    fresh, spent = (defence_rating(state, one).value for one in shots)
    return fresh != spent


def _marker_fate(played: Played) -> str:
    """What became of the actor's Hit Marker."""
    before, after = played.before.position.units[played.actor], _actor(played)
    pile = played.before.setting.markers[before.marker].pile
    back = played.after.bags[pile].items[before.marker] == played.before.bags[pile].items.get(before.marker, 0) + 1
    said = any(isinstance(event, MarkerLifted) and event.marker == before.marker for event in played.events)
    return "revealed and returned to the pile" if back and said and not after.marker else "still under the unit"


def _vp_marker(state: HeroesState) -> dict[str, Any]:
    return {"side": state.tracks.vp_side, "value": state.tracks.vp}


def _vp_sequence(played: Played) -> list[str]:
    """Every space the marker came to, in order."""
    spaces = [f"{state.tracks.vp_side} {state.tracks.vp}" for state in (played.before, *played.states)]
    return [space for last, space in pairwise(spaces) if space != last]


def _is_stressed(played: Played, *forces: str) -> bool:
    return any(played.after.tracks.stressed[force] for force in forces)


READERS: dict[str, Callable[[Played], Any]] = {
    "action_cost": lambda played: _cost(played).value,
    "action_cost_before_caps": lambda played: _quoted(played).value,
    "any_unit_stressed": lambda played: _is_stressed(played, *FORCES),
    "ar": lambda played: _attack(played).value,
    "attack_cost": lambda played: _sum(_quoted(played), "sos-2.4-b"),
    "attack_cost_with_marker": lambda played: _sum(_quoted(played), "sos-2.4-b", "sos-7.3-a"),
    "base_cost": lambda played: _quoted(played).parts[0].value,
    "blue_fp_with_marker": _blue_firepower,
    "caps_spent_total": lambda played: sum(played.before.tracks.caps.values()) - sum(played.after.tracks.caps.values()),
    "close_combat_bonus": lambda played: _sum(_attack(played), "sos-6.6-c"),
    "counts_as_pass": lambda played: played.after.tracks.passes > played.before.tracks.passes,
    "dr": lambda played: _defence(played).value,
    "half_hexes_skipped": lambda played: skips_half_hexes(played.before),
    "hit_number": lambda played: _shot(played).check.need,
    "hit_number_before_caps": lambda played: _without(_shot(played).check.tally, CAPS_ON_CHECK),
    "margin": lambda played: sum(_shot(played).faces) - _shot(played).check.need,
    "marker": _marker_fate,
    "marker_revealed": lambda played: _last(played.events, MarkerShown) is not None and _actor(played).shown,
    "move_cost": lambda played: _sum(_quoted(played), "sos-2.4-c"),
    "needs_d10": lambda played: needs(_cost(played)),
    "needs_d10_before_caps": lambda played: needs(_quoted(played)),
    "pivot_cost": lambda played: _sum(_quoted(played), "sos-4.6"),
    "rally_number": lambda played: _rally_tally(played).value,
    "rally_number_printed": lambda played: _sum(_rally_tally(played), "sos-7.7-e"),
    "red_fp_with_marker": lambda played: _sum(_attack(played), "sos-6.5-b", "sos-7.3-a"),
    "result": _result,
    "round_ends": lambda played: played.after.tracks.round == played.before.tracks.round + 1,
    "sequence": _vp_sequence,
    "short_range": lambda played: _sum(_attack(played), "sos-6.6-b"),
    "spent_affects_defense": _spent_matters,
    "spent_chance_after": lambda played: chance(_cost(played)),
    "spent_chance_before": lambda played: chance(_quoted(played)),
    "spent_check": lambda played: bool(_spent_checks(played)),
    "spent_checks": lambda played: len(_spent_checks(played)),
    "state": lambda played: "spent" if _actor(played).spent else "fresh",
    "stress": lambda played: _sum(_quoted(played), "sos-2.6"),
    "stressed": lambda played: played.actor in played.after.tracks.stressed[_actor(played).force],
    "target_count": lambda played: sum(isinstance(event, ShotFired) for event in played.whole),
    "terrain_bonus": lambda played: _sum(_rally_tally(played), "sos-7.8"),
    "terrain_penalty": lambda played: _sum(_quoted(played), "sos-4.9"),
    "vp_marker": lambda played: _vp_marker(played.after),
}


# -- words made of a name and an ending


def _side_caps(played: Played, side: str, _: Steps) -> int:
    return played.after.tracks.caps[side]


def _track_loss(played: Played, side: str, _: Steps) -> int:
    return played.after.tracks.covered[side] - played.before.tracks.covered[side]


def _side_stressed(played: Played, side: str, _: Steps) -> bool:
    return _is_stressed(played, side)


def _can_attack(played: Played, name: str, _: Steps) -> bool:
    """Had the unit an Attack on the list when its player chose?"""
    return any(isinstance(choice, verbs.Fire | verbs.Assault) for choice in _listed(played.before, name))


def _listed(state: HeroesState, name: str) -> Iterator[Choice]:
    return state.choices((name,)) if name in state.grow(()) else iter(())


def _may_withdraw(played: Played, name: str, steps: Steps) -> bool:
    """Could the unit move where the last enemy came from, or into the two hexes that border both?"""
    unit, board = played.before.position.units[name], played.before.setting.board
    came = [
        event
        for step in steps.values()
        for event in step.events
        if isinstance(event, Moved) and event.end == unit.hex and event.unit != name
    ]
    origin = came[-1].start
    closed = 1 << origin | board.around[unit.hex] & board.around[origin]
    moves = [choice for choice in _listed(played.before, name) if isinstance(choice, verbs.Move)]
    assert moves, "the unit has no way to withdraw at all"
    return any(closed >> move.to & 1 for move in moves)


ENDINGS: dict[str, Callable[[Played, str, Steps], Any]] = {
    "_caps": _side_caps,
    "_caps_track_loss": _track_loss,
    "_units_stressed": _side_stressed,
    "_can_attack": _can_attack,
    "_may_withdraw_into_entry_hex_or_its_two_neighbours": _may_withdraw,
}


# -- what actions say beside their results


def broken_claims(stage: Stage, steps: Steps) -> list[str]:
    """What an action claims about itself and was not so."""
    return [f"step {letter}: {wrong}" for letter, played in steps.items() for wrong in _claims(played)]


def _claims(played: Played) -> Iterator[str]:
    near = played.action.get("ends_adjacent_to")
    if near is not None:
        units = played.after.position.units
        if not played.after.setting.board.are_neighbours(_actor(played).hex, units[name_of(near)].hex):
            yield f"it does not end next to {near}"
    if "caps_timing" in played.action:
        order = [type(event) for event in played.events if isinstance(event, ShotFired | Paid | SpentRolled)]
        if order != [ShotFired, Paid, SpentRolled]:
            yield "CAPs are not spent between the attack roll and the Spent Check"
