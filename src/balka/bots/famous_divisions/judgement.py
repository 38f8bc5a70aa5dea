"""How a side judges ground and counters, from its own view: goals, marches to them, dangers. For bots, no rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from balka.bots.famous_divisions.fire import risk_to
from balka.bots.famous_divisions.long_marches import FAR, points_to
from balka.bots.famous_divisions.places import (
    claims,
    covers,
    is_secured,
    nearest_enemies,
    nearest_enemy,
    place_points,
    wanted,
)
from balka.bots.famous_divisions.posts import posts
from balka.bots.famous_divisions.stance import Plan, Stance
from balka.core.memo import POSITION, remembered
from balka.systems.famous_divisions.model import (
    GdSetting,
    GdState,
    battalion_units,
    enemy_of,
    kind,
    legs,
    ratings,
)
from balka.systems.famous_divisions.opportunity import bearing, threats
from balka.systems.famous_divisions.position import NOWHERE, ON_MAP, Places, Unit, Works
from balka.systems.famous_divisions.stacking import has_room
from balka.systems.famous_divisions.victory import has_road_out

LATER = 0.5  # shots at who stands still, beside one at who comes
HEADS = 4.0  # casualties among HQs beside enemies who can fire at them


def price(view: GdState, unit_id: str) -> float:
    """What a counter is worth, roughly: its strengths, guns and HQs a little more."""
    if unit_id.startswith("?"):
        return 8.0
    printed, counter = kind(view, unit_id), view.position.units.get(unit_id)
    now = ratings(view, counter) if counter is not None else printed.full
    extra = 6.0 if printed.is_hq else 3.0 if printed.is_artillery else 0.0
    return now.attack + now.defence + extra


def stance_of(view: GdState, plan: Plan, counter: Unit) -> Stance:
    return plan.of(kind(view, counter).battalion)


def goal_of(view: GdState, plan: Plan, counter: Unit) -> int | None:
    """The place a counter makes for: its post, or that of its battalion, the nearest wanted from its foremost unit."""
    post = post_of(view, plan, counter)
    if post is not None:
        return post
    alone = NOWHERE if counter.status == ON_MAP else counter.hex
    return _goal(view, plan, kind(view, counter).battalion, alone)


def post_of(view: GdState, plan: Plan, counter: Unit) -> int | None:
    """The place a counter is sent to by itself, if it is."""
    return posts(view, plan).get(counter.id) if stance_of(view, plan, counter).posts else None


@remembered(on=POSITION)
def _goal(view: GdState, plan: Plan, battalion: str, alone: int) -> int | None:
    """The goal of those on the map, or where there are none of somebody elsewhere."""
    lie, places = view.setting.board, weighed(view, plan, plan.of(battalion))
    mates = {u.hex for u in battalion_units(view, battalion) if u.status == ON_MAP} or {alone}

    def way(place: int) -> tuple[float, int]:
        return min(map(lie.distances(place).__getitem__, mates)) - places[place], place

    return min(places, key=way, default=None)


@remembered(on=POSITION)
def weighed(view: GdState, plan: Plan, stance: Stance) -> dict[int, float]:
    """The places wanted, with the hexes further that somebody goes for each."""
    places = claims(view, plan.side, stance) if stance.posts else wanted(view, plan.side)
    if stance.axis:
        places = [h for h in stance.axis if h in places or h in open_exits(view)] or places
    found = {h: stance.pull * place_points(view).get(h, 0.0) for h in places}
    if stance.exits and plan.side == view.setting.rulebook.scorer:
        found |= {h: max(found.get(h, 0.0), stance.pull * stance.exits) for h in open_exits(view)}
    return found


def exits(view: GdState) -> tuple[int, ...]:
    """The hexes by which the side that scores may leave the map."""
    path = view.setting.rulebook.exit
    return path.exits if path is not None else ()


@remembered(on=POSITION)
def open_exits(view: GdState) -> tuple[int, ...]:
    """The exits a road leads to, out of the enemy's reach as far as is known: leaving by another brings nothing."""
    path, labels = view.setting.rulebook.exit, view.setting.board.labels
    return tuple(h for h in path.exits if has_road_out(view, path, labels[h])) if path is not None else ()


def ground_value(view: GdState, plan: Plan, counter: Unit, h: int) -> float:
    """How good a hex is for a counter to stand in."""
    return ground_values(view, plan, counter)(h)


def ground_values(view: GdState, plan: Plan, counter: Unit) -> Callable[[int], float]:
    """How good hexes are for a counter to stand in, for who asks about many of them."""
    printed = kind(view, counter)
    if printed.is_hq:
        return _hq_values(view, counter)
    gun = printed.range if printed.is_artillery else None
    foes = view.position.forces[enemy_of(counter.side)].places
    stance, goal = plan.of(printed.battalion), goal_of(view, plan, counter)
    lost = bool(stance.retake) and is_lost(view, plan, counter)
    posted = post_of(view, plan, counter) is not None
    who = legs(view, counter), gun, lost, posted
    known = _known_grounds(foes, view.position.works, view.setting, stance, goal, who)
    if gun is not None:
        value = _gun_values(view, counter, goal)
    elif posted:
        value = _post_values(view, counter, goal, stance)
    elif lost and stance.role != "attack":
        value = _retaking_values(view, counter, goal, stance)
    else:
        value = _company_values(view, counter, goal, stance)

    def of(h: int) -> float:
        found = known.get(h)
        if found is None:
            found = known[h] = value(h)
        return found

    return of


@remembered
def _known_grounds(
    foes: Places,
    works: Works,
    setting: GdSetting,
    stance: Stance,
    goal: int | None,
    who: tuple[str, int | None, bool, bool],
) -> dict[int, float]:
    """How good hexes are to all of a class who make for one goal, while enemy and works stay as they are.

    Whether it is lost, and whether they are sent there, makes a difference. To be filled.
    """
    return {}


def way_to_go(view: GdState, plan: Plan, counter: Unit, h: int) -> float:
    """Movement points from a hex to where a counter makes for."""
    return _ways_to_go(view, counter, goal_of(view, plan, counter))(h)


def _ways_to_go(view: GdState, counter: Unit, goal: int | None) -> Callable[[int], float]:
    return _nowhere_near if goal is None else points_to(view, legs(view, counter), goal)


def _nowhere_near(h: int) -> float:
    return FAR


def _gun_values(view: GdState, counter: Unit, goal: int | None) -> Callable[[int], float]:
    """Guns keep within half their range of the goal and out of the line."""
    far, away = _ways_to_go(view, counter, goal), nearest_enemies(view, counter.side)
    near = kind(view, counter).range / 2
    return lambda h: -max(0.0, far(h) - near) - (8.0 if away(h) <= 2 else 0.0)


def _post_values(view: GdState, counter: Unit, goal: int | None, stance: Stance) -> Callable[[int], float]:
    """Who is sent to a place goes there."""
    far = _ways_to_go(view, counter, goal)
    return lambda h: -way if (way := far(h)) else stance.posts


def _company_values(view: GdState, counter: Unit, goal: int | None, stance: Stance) -> Callable[[int], float]:
    """Companies make for the goal and for cover, and who attacks for the enemy."""
    far, away, cover = _ways_to_go(view, counter, goal), nearest_enemies(view, counter.side), covers(view)
    if stance.role == "attack":
        return lambda h: stance.cover * cover[h] - far(h) + (stance.eager if away(h) == 1 else 0.0)
    return lambda h: stance.cover * cover[h] - stance.duty * max(0.0, far(h) - stance.leash)


def _retaking_values(view: GdState, counter: Unit, goal: int | None, stance: Stance) -> Callable[[int], float]:
    """A defender whose place is the enemy's goes back for it."""
    far, cover = _ways_to_go(view, counter, goal), covers(view)
    return lambda h: stance.cover * cover[h] - stance.retake * far(h)


def is_lost(view: GdState, plan: Plan, counter: Unit) -> bool:
    """Whether the place a counter makes for is the enemy's."""
    goal, holders = goal_of(view, plan, counter), view.position.holders
    if stance_of(view, plan, counter).posts:
        return goal is not None and not is_secured(view, plan.side, goal)
    held = goal is not None and holders.get(view.setting.board.labels[goal]) == view.setting.rulebook.scorer
    return held != (plan.side == view.setting.rulebook.scorer)


def _hq_values(view: GdState, counter: Unit) -> Callable[[int], float]:
    """HQs follow their companies and keep out of the line."""
    printed, lie = kind(view, counter), view.setting.board
    companies = [u for u in battalion_units(view, printed.battalion) if u.status == ON_MAP and u.id != counter.id]
    rows, near = [lie.distances(u.hex) for u in companies], printed.activation_range // 2
    away = nearest_enemies(view, counter.side)

    def of(h: int) -> float:
        strays = sum([max(0, row[h] - near) for row in rows])
        return -2.0 * strays - 4.0 * max(0, 3 - away(h))

    return of


def danger(view: GdState, plan: Plan, h: int) -> float:
    """What the enemies who can fire into a hex make it cost, the more the more friends are there."""
    return _danger(view, plan, h, len(threats(view, plan.side, h)))


def _danger(view: GdState, plan: Plan, h: int, dangers: int) -> float:
    crowd = plan.stance.crowd * len(view.position.stack(h)) if plan.stance.crowd and dangers else 0.0
    return plan.stance.danger * dangers + crowd


def stand_value(view: GdState, plan: Plan, counter: Unit, h: int) -> float:
    """The value of ending a march in a hex: room, fire and ground."""
    return stand_values(view, plan, counter)(h)


def stand_values(view: GdState, plan: Plan, counter: Unit) -> Callable[[int], float]:
    """The values of ending a march in hexes, for who asks about many of them."""
    ground, threats_to = ground_values(view, plan, counter), bearing(view, plan.side)
    held = view.position.occupied(plan.side)
    head = plan.stance.head if kind(view, counter).is_hq else 0.0

    risk = risk_to(view, counter) if plan.stance.fire else None

    def of(h: int) -> float:
        if h in held and h != counter.hex and not has_room(view, h, (counter,)):
            return -FAR
        if risk is not None:
            return ground(h) - (plan.stance.fire * _again(counter, h) + HEADS * head) * risk(h)
        dangers = len(threats_to(h))
        if not dangers:
            return ground(h)
        return ground(h) - _danger(view, plan, h, dangers) - head * dangers

    return of


def _again(counter: Unit, h: int) -> float:
    """How often the enemy fires at who ends a march in a hex: on his way in, and perhaps when he acts himself."""
    return LATER if h == counter.hex else 1.0 + LATER


def passing(view: GdState, plan: Plan, counter: Unit, hexes: Sequence[int]) -> float:
    """What the enemies who can fire along a march make it cost, its end aside: they may do so at every hex."""
    if plan.stance.fire and hexes:
        return plan.stance.fire * sum(map(risk_to(view, counter), hexes))
    if not plan.stance.way or not hexes:
        return 0.0
    threats_to = bearing(view, plan.side)
    return plan.stance.way * sum([len(threats_to(h)) for h in hexes])


def wants_to_move(view: GdState, plan: Plan, counter: Unit) -> bool:
    """Is a counter where it should be, near enough? Asked before anything dear is worked out."""
    printed = kind(view, counter)
    if printed.is_hq:
        under_fire = bool(plan.stance.head) and bool(threats(view, plan.side, counter.hex))
        return under_fire or _hq_values(view, counter)(counter.hex) < -3
    away = nearest_enemy(view, counter.side, counter.hex)
    goal, stance = goal_of(view, plan, counter), plan.of(printed.battalion)
    if goal is None or counter.hex == goal:
        return False
    if post_of(view, plan, counter) is not None:
        return True
    far = way_to_go(view, plan, counter, counter.hex)
    if printed.is_artillery:
        return far > printed.range * 0.8 or away <= 2
    if stance.role == "attack" or (stance.retake and is_lost(view, plan, counter)):
        return far > 0 and (away > 1 or bool(stance.restless))
    return far > stance.stirs and away > stance.calm
