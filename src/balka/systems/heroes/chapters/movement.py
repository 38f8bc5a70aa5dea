"""Moving on foot: one hex and a free turn, pivots, coming onto the map, and who may not. [chapter 4, 6.11]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from balka.core.checks import Check
from balka.core.choices import Facing, Hex, Refusal, UnitId
from balka.core.hexes import hexes_in
from balka.systems.heroes.chapters.finding import Turning, come_upon_markers, find, look_for_nobody
from balka.systems.heroes.events.moves import Moved
from balka.systems.heroes.play import acts
from balka.systems.heroes.play.actions import FREE_BY_CARD, NORMAL, Action
from balka.systems.heroes.play.acts import Act
from balka.systems.heroes.play.costs import PIVOT, Now, entry_parts, move_parts, total
from balka.systems.heroes.play.economy import NO_LIMIT, affordable
from balka.systems.heroes.play.situation import enemies_in, foes_mask, loads_of, marker_of
from balka.systems.heroes.play.verbs import Enter, Move, Pivot
from balka.systems.heroes.units import OFF_MAP, HeroesWork, Unit

SIDES = 6
ENTRY_FALLBACK = 2  # [4.12-f]
MIRED = "atb-14.5-c"


# -- questions


def may_move(now: Now, unit: Unit) -> Refusal | None:
    """A marker that crosses out the Move Cost forbids moving and pivoting.

    [7.3-b, sos-hit-soft-pinned-b, sos-hit-armored-immobilized-a, atb-hit-foot-pinned-b, atb-hit-veh-immobilized-b]
    """
    marker = marker_of(now, unit)
    if marker is not None and marker.bars_move:
        return Refusal(
            f"{now.setting.name(unit.id)} is {marker.name} and may not move or pivot.", "sos-7.3-b atb-7.4-d"
        )
    if unit.bogged:
        return Refusal(
            f"{now.setting.name(unit.id)} is bogged down until the Round ends.", "sos-card-15-b atb-card-20-b"
        )
    if unit.mired:
        return Refusal(f"{now.setting.name(unit.id)} is stuck in the ground.", MIRED, "Have it towed out.")
    if unit.carrier:
        return Refusal(
            f"{now.setting.name(unit.id)} is carried: it moves with its vehicle or unloads.", "sos-15.8-a atb-17.0-g"
        )
    return None


def may_pivot(now: Now, unit: Unit) -> Refusal | None:
    """Whatever forbids moving forbids turning, unless the marker lets it turn. [4.6, 15.13-e]"""
    marker = marker_of(now, unit)
    turns = marker is not None and marker.bars_move and not ({"no_pivot", "only_rally", "no_action"} & marker.special)
    for rule in now.setting.edition.movement.no_pivot:
        reason = rule(now, unit)
        if reason is not None:
            return reason
    return None if turns and not unit.carrier and not unit.stuck else may_move(now, unit)


def closed_hexes(now: Now, unit: Unit) -> int:
    """Hexes a unit and its load may not go into all this Turn: where an enemy came in from, and the two beside it.

    [6.11-d]

    Only an enemy who is still where he came in closes them.

    [6.11-b, 6.11-c, 15.5-b, atb 5.4-b, atb 14.3-b, atb 7.7.3-m]
    """
    mask, around = 0, now.setting.board.around
    names = {unit.id, *(load.id for load in loads_of(now, unit))}
    for name, enemy, place, origin in now.tracks.intrusions:
        intruder = now.position.units.get(enemy)
        if name in names and intruder is not None and intruder.hex == place:
            mask |= 1 << origin | (around[place] & around[origin])
    return mask


def why_closed(now: Now, unit: Unit, to: int) -> Refusal | None:
    """Whoever was entered upon does not withdraw past the enemy. [6.11-b, 6.11-c, atb 7.7.3-l]"""
    if not now.tracks.intrusions or not closed_hexes(now, unit) >> to & 1:
        return None
    label = now.setting.board.labels[to]
    if any(origin == to for *_, origin in now.tracks.intrusions):
        return Refusal(
            f"The way to {label} is closed by the enemy who has just come from there.", "sos-6.11-b atb-7.7.3-l"
        )
    return Refusal(
        f"The way to {label} is closed by the enemy who has just come from beside it.", "sos-6.11-c atb-7.7.3-l"
    )


def destinations(now: Now, unit: Unit) -> list[int]:
    """Every adjacent hex the unit may step into, front or flank. [4.5-b, atb 5.0-d]"""
    closed = closed_hexes(now, unit) if now.tracks.intrusions else 0
    near = [to for to in now.setting.ground.neighbours[unit.hex] if to >= 0 and not closed >> to & 1]
    if not now.setting.edition.movement.bars:
        return near
    return [to for to in near if impassable(now, unit, unit.hex, to) is None]


def impassable(now: Now, unit: Unit, start: int, to: int) -> Refusal | None:
    """Why the ground between two neighbouring hexes cannot be crossed by a unit."""
    for rule in now.setting.edition.movement.bars:
        reason = rule(now, unit, start, to)
        if reason is not None:
            return reason
    return None


def entry_hexes(now: Now, unit: Unit) -> list[int]:
    """Where a waiting unit may come on: entry hexes it can go into, or edge hexes near enemies in them. [4.12]"""
    if unit.due > now.tracks.round:
        return []
    named, enemies = passable(now, unit, _named_hexes(now, unit)), foes_mask(now, unit.side)
    return now.setting.edition.entering.hexes(now, unit, named, enemies)


def passable(now: Now, unit: Unit, places: Iterable[int]) -> list[int]:
    """Those of some hexes that a unit can come into from beside the map."""
    return [place for place in places if impassable(now, unit, OFF_MAP, place) is None]


def _named_hexes(now: Now, unit: Unit) -> Sequence[int]:
    """The hexes the Mission names for a unit; a counter still to be set up has none."""
    return now.setting.entries.get(_entry_of(now, unit), ())


def _entry_of(now: Now, unit: Unit) -> str:
    """The zone a unit enters at; where it was chosen in secret, its owner's note tells. [card 21]"""
    if unit.entry != "choice":
        return unit.entry
    return f"choice:{now.secrets.get(unit.force, {}).get('entry', '')}"


def fallback(now: Now, named: Sequence[int], enemies: int) -> Iterator[int]:
    """Edge hexes within two of entry hexes that enemies hold. [4.12-f, ruling C40, atb 5.5-e]"""
    board = now.setting.board
    near = 0
    for place in named:
        near |= board.within(place, ENTRY_FALLBACK)
    yield from hexes_in(near & board.edge & ~enemies)


def why_not_there(now: Now, unit: Unit, to: int) -> Refusal | None:
    """Why a unit cannot step into a hex."""
    labels, board = now.setting.board.labels, now.setting.board
    if unit.hex < 0:
        return _why_not_enter(now, unit, to)
    barred = may_move(now, unit)
    if barred:
        return barred
    if not board.are_neighbours(unit.hex, to):
        return Refusal(
            f"A Move goes one hex; {labels[to]} is {board.distance(unit.hex, to)} away.", "sos-4.5-b atb-5.0-d"
        )
    return why_closed(now, unit, to) or impassable(now, unit, unit.hex, to)


def _why_not_enter(now: Now, unit: Unit, to: int) -> Refusal | None:
    if unit.due > now.tracks.round:
        return Refusal(f"{now.setting.name(unit.id)} becomes available in Round {unit.due}.", "sos-9.9-a atb-2.0-h")
    allowed = entry_hexes(now, unit)
    if to in allowed:
        return None
    barred = impassable(now, unit, OFF_MAP, to) if to in _named_hexes(now, unit) else None
    if barred is not None:
        return barred
    if not allowed:
        # [atb 5.5-b, c]
        return Refusal(f"{now.setting.name(unit.id)} has no hex to enter at now.", "sos-4.12-c atb-5.5-b")
    labels = now.setting.board.labels
    return Refusal(
        f"{labels[to]} is no entry hex.", "sos-4.12-c atb-5.5-b", "Enter at " + ", ".join(labels[h] for h in allowed)
    )


# -- effects


def step(work: HeroesWork, unit: Unit, to: int, facing: int) -> None:
    """Enter a hex and face as the player likes; a Hasty Defense is left behind.

    [4.5-c, 17.7-d, 4.11-c, atb 18.1.3-e, atb 5.2-b, atb 18.2-c]
    """
    cites = "sos-4.12-a atb-5.5-d" if unit.hex < 0 else "sos-4.5-b atb-5.0-d"
    work.tell(Moved(unit.id, unit.hex, to, facing, cites))
    arrived = unit.changed(hex=to, facing=facing, dug_in=False, due=0, entry="", inside=False)
    carry_loads(work, unit, arrived)
    work.put(arrived)
    arrive(work, arrived, unit.hex)
    for rule in work.setting.edition.moments.stepped:
        rule(work, unit, work.unit(unit.id))


def travel(work: HeroesWork, unit: Unit, to: int, facing: int, *, paid: bool = False) -> None:
    """A Move of one hex, with whatever may follow it; `paid`: its cost cannot grow any more. [4.5, 15.2, 4.12-d]"""
    for rule in work.setting.edition.movement.sets_off:
        rule(work, unit, to, paid=paid)
    venture(work, unit, to, facing)


def venture(work: HeroesWork, unit: Unit, to: int, facing: int) -> None:
    """A step with its dangers, but without the bonus moves that only a Move gives.

    [sos-card-05-d, atb 14.5-a, atb-card-05-e]
    """
    for rule in work.setting.edition.movement.ventures:
        rule(work, unit, to)
    step(work, unit, to, facing)


def pivot(work: HeroesWork, unit: Unit, facing: int) -> None:
    """Turn in place, any number of sides. [4.6-a]"""
    work.tell(Moved(unit.id, unit.hex, unit.hex, facing, "sos-4.6-a atb-5.3-a"))
    turned = unit.changed(facing=facing, dug_in=False)
    carry_loads(work, unit, turned)
    work.put(turned)
    for rule in work.setting.edition.moments.turned:
        rule(work, turned)


def carry_loads(work: HeroesWork, before: Unit, after: Unit) -> None:
    """What a vehicle carries and tows goes and faces as it does. [15.7-d, 15.8-b]"""
    for load in [unit for unit in work.position.units.values() if unit.carrier == before.id]:
        work.put(taken_along(work, load, after.hex).changed(facing=after.facing, due=0, entry=""))


def taken_along(now: Now, load: Unit, to: int) -> Unit:
    """A load in the hex it has been brought to: towed out of where it was stuck, it is free. [15.8-b, sos-card-15-d]"""
    stays = load.hex == to
    mired = load.mired and (stays or may_stick(now, load, to) > 0)
    return load.changed(hex=to, dug_in=False, bogged=load.bogged and stays, mired=mired)


def may_stick(now: Now, unit: Unit, hexagon: int) -> int:
    """What two dice must show for a vehicle not to stick in a hex; nothing where it cannot."""
    ground = now.setting.ground
    return ground.tables.safe_on.get(now.setting.kind(unit).move_type, {}).get(ground.terrain[hexagon], 0)


def arrive(work: HeroesWork, unit: Unit, came: int) -> None:
    """A unit has come into a hex, in view or Hidden: the one place where all that follows begins.

    [11.1-b, 6.11, 6.11-a]

    Who hides there is found before anything else is looked at, and turned before anything else is asked.
    """
    look_for_nobody(work, unit.side)
    come_upon_markers(work, unit, came)
    found = find(work, unit.hex)
    _close_ways(work, unit, came)
    for rule in work.setting.edition.moments.entered:
        rule(work, work.unit(unit.id))
    for other in found:
        work.push(Turning(other.force, other.id))


def _close_ways(work: HeroesWork, unit: Unit, came: int) -> None:
    """Whoever is entered upon may not withdraw past the enemy, nor past whom he brings; he closes no ways where he was.

    [6.11-b, 15.8-b, atb 7.7.3-l, atb 17.0-g]
    """
    met = enemies_in(work, unit.side, unit.hex) if came >= 0 and unit.id in work.position.units else ()
    if met or work.tracks.intrusions:
        comers = (unit.id, *(load.id for load in loads_of(work, unit)))
        kept = (way for way in work.tracks.intrusions if way[1] not in comers)
        new = ((foe.id, comer, unit.hex, came) for comer in comers for foe in met)
        work.set_tracks(intrusions=(*kept, *new))


# -- the Actions


def steps(now: Now, unit: Unit, limit: int) -> Iterator[Move]:
    """The next hexes, as far as it can pay, and a free turn in each. [4.5-b to d]"""
    if may_move(now, unit) is not None:
        return
    for to in destinations(now, unit):
        if (
            limit == NO_LIMIT
            or total(now, unit, "move", move_parts(now, unit, to)) + least_delay(now, unit, to) <= limit
        ):
            yield Move(UnitId(unit.id), Hex(to), Facing(unit.facing))


def least_delay(now: Now, unit: Unit, to: int) -> int:
    """What a die adds in any case to a Move that must be paid for in full. [3.4-b]"""
    return sum(rule(now, unit, to) for rule in now.setting.edition.movement.least)


def move_action(now: Now, unit: Unit, choice: Move, free: str) -> Action:
    parts, terms = move_parts(now, unit, choice.to), FREE_BY_CARD if free else NORMAL
    return Action(unit.force, unit.id, "move", parts, terms, choice.to, choice.facing)


def hazards(now: Now, unit: Unit, action: Action) -> tuple[Check, ...]:
    """The rolls that a step brings."""
    return tuple(check for rule in now.setting.edition.movement.hazards for check in rule(now, unit, action.hex))


def move(work: HeroesWork, action: Action) -> None:
    if any(rule(work, action) for rule in work.setting.edition.movement.approaching):
        return
    paid = work.setting.edition.economy.spare(work, action) < NO_LIMIT
    travel(work, work.position.units[action.unit], action.hex, action.facing, paid=paid)


MOVE = Act(
    choice=Move,
    offers=steps,
    why_not=lambda now, unit, choice: why_not_there(now, unit, choice.to),
    action=move_action,
    do=move,
    checks=hazards,
    counts_as=acts.MOVE,
    endings=acts.any_facing(Move),
    knows_off_map=True,
)


def turns(now: Now, unit: Unit, limit: int) -> Iterator[Pivot]:
    if may_pivot(now, unit) is None and affordable(now, unit, "pivot", (PIVOT,), limit):
        for side in range(SIDES):
            if side != unit.facing:
                yield Pivot(UnitId(unit.id), Facing(side))


def why_not_turn(now: Now, unit: Unit, choice: Pivot) -> Refusal | None:
    already = Refusal("It already faces that way.", "sos-4.6-a atb-5.3-a") if choice.facing == unit.facing else None
    return may_pivot(now, unit) or already


def pivot_action(now: Now, unit: Unit, choice: Pivot, free: str) -> Action:
    """Turning costs the same on any ground. [4.9-f]"""
    return Action(unit.force, unit.id, "pivot", (PIVOT,), FREE_BY_CARD if free else NORMAL, unit.hex, choice.facing)


def _pivot(work: HeroesWork, action: Action) -> None:
    pivot(work, work.position.units[action.unit], action.facing)


PIVOTING = Act(
    choice=Pivot,
    offers=turns,
    why_not=why_not_turn,
    action=pivot_action,
    do=_pivot,
    counts_as=acts.MOVE,
    knows_off_map=True,
)


def entries(now: Now, unit: Unit, limit: int) -> list[int]:
    """The hexes it may come in by, as far as it can pay. [4.12-a]"""
    return now.setting.edition.entering.payable(now, unit, entry_hexes(now, unit), limit)


def arrivals(now: Now, unit: Unit, limit: int) -> Iterator[Enter]:
    for to in entries(now, unit, limit):
        yield Enter(UnitId(unit.id), Hex(to), Facing(unit.facing))


def enter_action(now: Now, unit: Unit, choice: Enter, free: str) -> Action:
    """Where an entry costs no points there is no check either. [4.12-a, atb 5.5-d]"""
    parts, terms = entry_parts(now, unit, choice.to), now.setting.edition.entering.terms(free)
    return Action(unit.force, unit.id, "enter", parts, terms, choice.to, choice.facing)


ENTER = Act(
    choice=Enter,
    offers=arrivals,
    why_not=lambda now, unit, choice: why_not_there(now, unit, choice.to),
    action=enter_action,
    do=move,
    checks=hazards,
    said=(acts.BESIDE_MAP,),
    endings=acts.any_facing(Enter),
    knows_off_map=True,
    concerns_riders=True,
)
