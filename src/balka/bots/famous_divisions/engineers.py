"""What the work of engineers is worth: bridges blown before the enemy, pontoons on the way. For bots, no rules."""

from __future__ import annotations

from balka.bots.famous_divisions.judgement import goal_of, stance_of
from balka.bots.famous_divisions.long_marches import FAR, march_points
from balka.bots.famous_divisions.places import nearest_enemy
from balka.bots.famous_divisions.stance import Plan
from balka.systems.famous_divisions import verbs
from balka.systems.famous_divisions.model import GdState, unit
from balka.systems.famous_divisions.position import Unit

NEVER = -50.0
SOON = 8  # hexes to the enemy at which a bridge before him is blown
SPARED = 4  # hexes around the far end of a bridge within which friends may still need it
DETOUR = 6.0  # movement points that a pontoon must save
ON_FOOT = "leg"


def blow(view: GdState, plan: Plan, choice: verbs.Blow) -> float:
    """A defender blows the bridges the enemy is about to come by, once no friend is beyond them."""
    counter = unit(view, choice.unit)
    stance = stance_of(view, plan, counter)
    if not stance.demolish or stance.role != "defend":
        return NEVER
    far = far_end(view, counter, choice.bridge)
    comes = nearest_enemy(view, plan.side, far) <= SOON
    return stance.demolish if comes and not has_friends_beyond(view, counter, far) else NEVER


def far_end(view: GdState, counter: Unit, site: tuple[int, int]) -> int:
    """The end of a crossing that the enemy is nearest to; a bridge that is a hex has those about it as ends."""
    around = view.setting.catalogue.ground.neighbours[site[0]] if site[0] == site[1] else site
    ends = [h for h in around if h != counter.hex]
    return min(ends, key=lambda h: (nearest_enemy(view, counter.side, h), h))


def has_friends_beyond(view: GdState, counter: Unit, far: int) -> bool:
    """Whether friends stand about the far end of a bridge, nearer to it than to whoever would blow it."""
    lie = view.setting.board
    friends = (friend.hex for friend in view.position.of(counter.side))
    return any(lie.distance(h, far) <= SPARED and lie.distance(h, far) < lie.distance(h, counter.hex) for h in friends)


def bridge(view: GdState, plan: Plan, choice: verbs.Bridge) -> float:
    """Whoever attacks bridges water that is a long way round for those who go to the same place."""
    counter = unit(view, choice.unit)
    stance, goal = stance_of(view, plan, counter), goal_of(view, plan, counter)
    if not stance.demolish or stance.role != "attack" or goal is None or choice.site[0] == choice.site[1]:
        return NEVER
    far = [march_points(view, ON_FOOT, goal, end) for end in choice.site]
    saved = abs(far[0] - far[1])
    return stance.demolish + saved / FAR if saved >= DETOUR else NEVER
