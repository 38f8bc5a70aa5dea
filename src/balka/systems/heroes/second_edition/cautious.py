"""Optional: Foot Units that move in the open are easier to hit in the next turn, unless they take care. [5.0.3]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import structs

from balka.core.checks import Part, add
from balka.core.choices import Choice, Facing, Hex, Node, Refusal, Token, UnitId
from balka.systems.heroes.common import verbs
from balka.systems.heroes.common.actions import Action, move
from balka.systems.heroes.common.chapters import Chapter
from balka.systems.heroes.common.choosing import action_for, unit_nodes
from balka.systems.heroes.common.costs import Now
from balka.systems.heroes.common.economy import NO_LIMIT
from balka.systems.heroes.common.fire import Shot
from balka.systems.heroes.common.movement import SIDES, may_move, why_not_there
from balka.systems.heroes.common.situation import friends_in
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


def nodes(now: Now, unit: Unit, limit: int, path: tuple[Token, ...]) -> Sequence[Node]:
    """The moves of a Foot Unit that it could also make with care."""
    if not now.setting.rulebook.cautious or not now.setting.kind(unit).is_foot or may_move(now, unit) is not None:
        return ()
    if len(path) > 1 and path[1] != CREEP:
        return ()
    places = _places(now, unit, limit)
    if len(path) == 1:
        return [CREEP] if places else ()
    if len(path) == 2:
        return places
    to = path[2]
    return [Creep(UnitId(unit.id), Hex(to), Facing(s)) for s in range(SIDES)] if isinstance(to, int) else ()


def _places(now: Now, unit: Unit, limit: int) -> list[int]:
    """Hexes without cover ahead that it can pay one more for; anywhere else nothing is gained by care."""
    less = limit if limit == NO_LIMIT else limit - CAREFUL.value
    forward = now.setting.ground.front[unit.hex][unit.facing]
    reach = [to for to in unit_nodes(now, unit, "", (unit.id, "move")) if isinstance(to, int)]
    found = [to for to in reach if forward >> to & 1 and not _covered(now, to)]
    return [to for to in found if less == NO_LIMIT or _cost(now, unit, to) <= less]


def _cost(now: Now, unit: Unit, to: int) -> int:
    plain = action_for(now, unit, verbs.Move(UnitId(unit.id), Hex(to), Facing(0)), "")
    return plain.cost(now, unit).value


def _covered(now: Now, hexagon: int) -> bool:
    return now.setting.ground.rally_cover[hexagon] is not None


def declare(now: Now, unit: Unit, choice: Creep, free: str) -> Action:
    plain = action_for(now, unit, verbs.Move(choice.unit, choice.to, choice.facing), free)
    return structs.replace(plain, verb=CREEP, base=(*plain.base, CAREFUL))


def expose(work: HeroesWork, unit: Unit) -> None:
    """A plain move forward into a hex without cover exposes a Foot Unit until the enemy's next turn ends. [5.0.3-a]"""
    if not work.setting.rulebook.cautious or unit.carrier or not work.setting.kind(unit).is_foot:
        return
    action = next((frame for frame in reversed(work.stack) if isinstance(frame, Action)), None)
    if action is None or action.verb == CREEP or unit.id not in action.actors or _covered(work, unit.hex):
        return
    start, facing = action.origin if unit.id == action.unit else (-1, 0)
    turned = unit.hex == start
    backwards = start >= 0 and not work.setting.ground.front[start][facing] >> unit.hex & 1
    if not turned and not backwards and not _beside_vehicle(work, unit, action):
        work.set_tracks(exposed=tuple(dict.fromkeys((*work.tracks.exposed, unit.id))))


def _beside_vehicle(work: HeroesWork, unit: Unit, action: Action) -> bool:
    """Foot Units that move together with a vehicle keep behind it. [15.7-b]"""
    friends = friends_in(work, unit.side, unit.hex)
    return any(other.id in action.actors and work.setting.kind(other).is_vehicle for other in friends)


def defence_parts(now: Now, shot: Shot) -> Iterator[Part]:
    """Exposed, except across a wall that covers it. [5.0.3-b, ruling B30]"""
    if shot.target.id not in now.tracks.exposed or shot.weapon.bare:
        return
    if shot.close or not now.setting.board.hexsides or not crosses_wall(now, shot.origin, shot.target.hex):
        yield EXPOSED


def refuse(now: Now, unit: Unit, choice: Choice) -> Refusal | None:
    if not isinstance(choice, Creep):
        return None
    if not now.setting.rulebook.cautious:
        return Refusal("Cautious movement is not played with.", "atb-5.0.3-a", "Say 'move'.")
    plain = "Care helps Foot Units that go forward into a hex without cover."
    return why_not_there(now, unit, choice.to) or Refusal(plain, "atb-5.0.3-d")


CHAPTER = Chapter(
    name="5",
    verbs=(Creep,),
    nodes=(nodes,),
    declare={CREEP: declare},
    carry_out={CREEP: move},
    moves=(CREEP,),
    entered=(expose,),
    defence=(defence_parts,),
    refuse=(refuse,),
    labels={CREEP: "Move cautiously"},
)
