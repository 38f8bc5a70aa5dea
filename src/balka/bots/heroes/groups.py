"""What Groups are worth, and how they go on once they are begun."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from balka.bots.heroes.attacks import shots
from balka.bots.heroes.places import ground, place_worth
from balka.bots.heroes.prices import group_price
from balka.bots.heroes.scale import NOTHING, RALLIED, FrameWorth, OpenedWorth, middling, odds_of
from balka.core.choices import Choice
from balka.core.frames import Frame
from balka.core.memo import remembered
from balka.systems.heroes.chapters.deploying import Deploying
from balka.systems.heroes.chapters.group_attacks import leaders
from balka.systems.heroes.chapters.group_moves import GroupMoving, step_parts
from balka.systems.heroes.chapters.groups import Act, Gathering, With, joiners
from balka.systems.heroes.chapters.hidden import Sneak
from balka.systems.heroes.chapters.movement import destinations, may_move
from balka.systems.heroes.chapters.rally import rally_check, why_not_rally
from balka.systems.heroes.play import verbs
from balka.systems.heroes.play.costs import attack_parts
from balka.systems.heroes.play.situation import seen_unit
from balka.systems.heroes.units import HeroesState, Unit

CONSIDERED = 4  # members looked at before a Group is begun
HIDDEN = -0.05  # of a Group of Hidden units


def plan(view: HeroesState, members: Sequence[Unit]) -> float:
    """The best a Group could do."""
    return max(_moving(view, members), _attacking(view, members), _rallying(view, members))


def _moving(view: HeroesState, members: Sequence[Unit]) -> float:
    if members[0].hex < 0:
        return 0.6 * len(members)
    steps = [_best_step(view, unit) for unit in members]
    gains = [gain for gain, _ in steps if gain > 0]
    dearest = max((cost for gain, cost in steps if gain > 0), default=1)
    return sum(gains) - group_price(view, tuple(members), dearest) if gains else NOTHING


@remembered
def _best_step(view: HeroesState, unit: Unit) -> tuple[float, int]:
    """What the best move of a unit gains, and its cost."""
    if may_move(view, unit) is not None:
        return NOTHING, 1
    here = place_worth(view, unit, unit.hex, unit.facing)
    found = [(place_worth(view, unit, to, unit.facing) - here, to) for to in destinations(view, unit)]
    gain, to = max(found, default=(NOTHING, unit.hex))
    return gain, sum(part.value for part in step_parts(view, unit, to))


def _attacking(view: HeroesState, members: Sequence[Unit]) -> float:
    shots = [_led(view, leader, place, members) for leader, place in leaders(view, members)]
    return max(shots, default=NOTHING)


def _led(view: HeroesState, leader: Unit, place: int, members: Sequence[Unit]) -> float:
    cost = sum(part.value for part in attack_parts(view, leader, place))
    return shots(view, leader, place, len(members) - 1) - group_price(view, tuple(members), cost)


def _rallying(view: HeroesState, members: Sequence[Unit]) -> float:
    if any(not unit.marker or unit.hex < 0 or why_not_rally(view, unit) is not None for unit in members):
        return NOTHING
    chances = [odds_of("2d6", "meets", middling(rally_check(view, unit)))["yes"] for unit in members]
    return RALLIED * sum(chances) - group_price(view, tuple(members), 5)


def _group(view: HeroesState, force: str, choice: Choice) -> float:
    """A Group with the units beside it."""
    unit = seen_unit(view, str(choice.path()[0]))
    if unit.id in view.position.hidden:
        return HIDDEN
    return max((plan(view, (unit, other)) for other in islice(joiners(view, (unit,), ""), CONSIDERED)), default=NOTHING)


def _gathering(view: HeroesState, frame: Gathering, choice: Choice) -> float:
    members = frame.units(view)
    if isinstance(choice, With):
        return plan(view, (*members, view.position.unit(choice.unit) or members[0]))
    if isinstance(choice, Act):
        judged = {"move": _moving, "enter": _moving, "rally": _rallying}.get(choice.what)
        return judged(view, members) if judged is not None else HIDDEN
    if isinstance(choice, verbs.Fire | verbs.Assault):
        leader = view.position.units[choice.unit]
        return _led(view, leader, choice.target if isinstance(choice, verbs.Fire) else leader.hex, members)
    target = getattr(choice, "target", None)
    blind = choice.verb in view.setting.edition.attacks and target is None
    return NOTHING if blind or (isinstance(target, int) and not view.position.at(target)) else 0.0


def _group_move(view: HeroesState, frame: GroupMoving | Deploying, choice: Choice) -> float:
    if isinstance(choice, verbs.Enter):
        return 0.6 + place_worth(view, view.position.units[choice.unit], choice.to, choice.facing) / 4
    if isinstance(choice, Sneak):
        unit = seen_unit(view, choice.unit)
        return ground(view, unit, choice.to) - ground(view, unit, unit.hex)
    if not isinstance(choice, verbs.Move | verbs.Pivot):
        return 0.0
    unit = view.position.units[choice.unit]
    to = choice.to if isinstance(choice, verbs.Move) else unit.hex
    return place_worth(view, unit, to, choice.facing) - place_worth(view, unit, unit.hex, unit.facing)


OPENED: dict[str, OpenedWorth] = {"group": _group}
FRAMES: dict[type[Frame], FrameWorth] = {Gathering: _gathering, GroupMoving: _group_move, Deploying: _group_move}
