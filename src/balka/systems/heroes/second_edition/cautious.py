"""Optional: Foot Units that move in the open are easier to hit in the next turn, unless they take care. [5.0.3]"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from balka.core.checks import Part, add
from balka.core.choices import Choice, Facing, Hex, Refusal, UnitId
from balka.systems.heroes.chapters.fire import Shot
from balka.systems.heroes.chapters.group_moves import GroupMoving
from balka.systems.heroes.chapters.movement import ENTER, MOVE, hazards, move, why_not_there
from balka.systems.heroes.play import acts, verbs
from balka.systems.heroes.play.actions import Action
from balka.systems.heroes.play.acts import Act
from balka.systems.heroes.play.choosing import action_for
from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.play.economy import NO_LIMIT
from balka.systems.heroes.play.edition import Chapter
from balka.systems.heroes.play.hooks import Moments, Pace, Ratings, Showing, Stepping
from balka.systems.heroes.play.situation import friends_in
from balka.systems.heroes.second_edition.walls import crosses_wall
from balka.systems.heroes.units import HeroesWork, Unit

CAREFUL = add(1, "Moving cautiously", "atb-5.0.3-d")
EXPOSED = add(-1, "Moved in the open", "atb-5.0.3-a")
CREEP = "creep"


class Creep(Choice, frozen=True):
    """Move cautiously: one AP more, and no easier to hit. [5.0.3-d]"""

    verb = CREEP
    subject = "unit"
    unit: UnitId
    to: Hex
    facing: Facing


def creeps(now: Now, unit: Unit, limit: int) -> Iterator[Creep]:
    """The moves of a Foot Unit that it could also make with care, for one more, with a free turn. [5.0.3-d]"""
    if not now.setting.rulebook.cautious or not now.setting.kind(unit).is_foot:
        return
    plain = MOVE if unit.hex >= 0 else ENTER
    for step in plain.offers(now, unit, limit if limit == NO_LIMIT else limit - CAREFUL.value):
        if gains_by_care(now, unit, step.to):
            yield Creep(UnitId(unit.id), step.to, step.facing)


def gains_by_care(now: Now, unit: Unit, to: int) -> bool:
    """Foot Units that go forward, or come onto the map, into a hex without cover; else nothing is gained. [5.0.3-d]"""
    if not now.setting.rulebook.cautious or not now.setting.kind(unit).is_foot or _covered(now, to):
        return False
    return unit.hex < 0 or bool(now.setting.ground.front[unit.hex][unit.facing] >> to & 1)


def _plain(now: Now, unit: Unit, to: int, facing: int, free: str) -> Action:
    """The same move without care."""
    make = verbs.Move if unit.hex >= 0 else verbs.Enter
    return action_for(now, unit, make(UnitId(unit.id), Hex(to), Facing(facing)), free)


def _covered(now: Now, hexagon: int) -> bool:
    return now.setting.ground.rally_cover[hexagon] is not None


def creep_action(now: Now, unit: Unit, choice: Creep, free: str) -> Action:
    plain = _plain(now, unit, choice.to, choice.facing, free)
    return structs.replace(plain, verb=CREEP, base=(*plain.base, CAREFUL))


def expose(work: HeroesWork, before: Unit, unit: Unit) -> None:
    """A plain move forward into a hex without cover exposes a Foot Unit until the enemy's next turn ends.

    The last hex it goes into counts: whoever goes on into cover, backwards or with care is safe again. [5.0.3-a]
    """
    if not work.setting.rulebook.cautious or not work.setting.kind(unit).is_foot:
        return
    action = next((frame for frame in reversed(work.stack) if isinstance(frame, Action)), None)
    if action is None or unit.id not in action.actors:
        return
    others = tuple(name for name in work.tracks.exposed if name != unit.id)
    work.set_tracks(exposed=others if _is_careful(work, before, unit, action) else (*others, unit.id))


def _is_careful(work: HeroesWork, before: Unit, unit: Unit, action: Action) -> bool:
    """Into cover, with care, backwards, or behind a vehicle. [5.0.3-d, 5.2-c, 15.7-b]"""
    crept = any(isinstance(frame, GroupMoving) and unit.id in frame.careful for frame in work.stack)
    if crept or action.verb == CREEP or _covered(work, unit.hex) or _beside_vehicle(work, unit, action):
        return True
    return before.hex >= 0 and not work.setting.ground.front[before.hex][before.facing] >> unit.hex & 1


def _beside_vehicle(work: HeroesWork, unit: Unit, action: Action) -> bool:
    """Foot Units that move together with a vehicle keep behind it. [15.7-b]"""
    friends = friends_in(work, unit.side, unit.hex)
    return any(other.id in action.actors and work.setting.kind(other).is_vehicle for other in friends)


def behind_those_who_came(work: HeroesWork, action: Action) -> None:
    """A vehicle of the group that has come after them covers them too. [15.7-b]"""
    if not work.tracks.exposed or not action.group:
        return
    units = [unit for name in work.tracks.exposed if (unit := work.position.units.get(name)) is not None]
    safe = [unit.id for unit in units if unit.id in action.actors and _beside_vehicle(work, unit, action)]
    work.set_tracks(exposed=tuple(name for name in work.tracks.exposed if name not in safe))


def defence_parts(now: Now, shot: Shot) -> Iterator[Part]:
    """Exposed, except across a wall that covers it. [5.0.3-b, ruling B30]"""
    if shot.target.id not in now.tracks.exposed or shot.target.carrier:
        return
    if shot.close or not now.setting.board.hexsides or not crosses_wall(now, shot.origin, shot.target.hex):
        yield EXPOSED


def why_not_creep(now: Now, unit: Unit, choice: Creep) -> Refusal | None:
    if not now.setting.rulebook.cautious:
        return Refusal("Cautious movement is not played with.", "atb-5.0.3-a", "Say 'move'.")
    plain = "Care helps Foot Units that go forward into a hex without cover."
    return why_not_there(now, unit, choice.to) or Refusal(plain, "atb-5.0.3-d")


CREEPING = Act(
    choice=Creep,
    offers=creeps,
    why_not=why_not_creep,
    action=creep_action,
    do=move,
    checks=hazards,
    counts_as=acts.MOVE,
    said=(acts.ON_MAP, acts.BESIDE_MAP),
    endings=acts.any_facing(Creep),
    knows_off_map=True,
)

CHAPTER = Chapter(
    name="5",
    acts=(CREEPING,),
    movement=Stepping(paces={CREEP: Pace(Creep, (CAREFUL,), gains_by_care)}),
    moments=Moments(stepped=(expose,), acted=(behind_those_who_came,)),
    ratings=Ratings(defence=(defence_parts,)),
    show=Showing(labels={CREEP: "Move cautiously"}),
)
