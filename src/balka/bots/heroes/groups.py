"""What Groups are worth, and how they go on once they are begun."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from balka.bots.heroes.attacks import shots
from balka.bots.heroes.looking import Look
from balka.bots.heroes.places import ground, place_worth
from balka.bots.heroes.prices import group_price
from balka.bots.heroes.scale import NOTHING, FrameWorth, OpenedWorth, middling, odds_of
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
from balka.systems.heroes.units import Unit

CONSIDERED = 4  # members looked at before a Group is begun
HIDDEN = -0.05  # of a Group of Hidden units


def plan(look: Look, members: Sequence[Unit]) -> float:
    """The best a Group could do."""
    return max(_moving(look, members), _attacking(look, members), _rallying(look, members))


def _moving(look: Look, members: Sequence[Unit]) -> float:
    if members[0].hex < 0:
        return 0.6 * len(members)
    steps = [_best_step(look, unit) for unit in members]
    gains = [gain for gain, _ in steps if gain > 0]
    dearest = max((cost for gain, cost in steps if gain > 0), default=1)
    return sum(gains) - group_price(look, tuple(members), dearest) if gains else NOTHING


@remembered
def _best_step(look: Look, unit: Unit) -> tuple[float, int]:
    """What the best move of a unit gains, and its cost."""
    view = look.view
    if may_move(view, unit) is not None:
        return NOTHING, 1
    here = place_worth(look, unit, unit.hex, unit.facing)
    found = [(place_worth(look, unit, to, unit.facing) - here, to) for to in destinations(view, unit)]
    gain, to = max(found, default=(NOTHING, unit.hex))
    return gain, sum(part.value for part in step_parts(view, unit, to))


def _attacking(look: Look, members: Sequence[Unit]) -> float:
    shots = [_led(look, leader, place, members) for leader, place in leaders(look.view, members)]
    return max(shots, default=NOTHING)


def _led(look: Look, leader: Unit, place: int, members: Sequence[Unit]) -> float:
    cost = sum(part.value for part in attack_parts(look.view, leader, place))
    return shots(look.view, leader, place, len(members) - 1) - group_price(look, tuple(members), cost)


def _rallying(look: Look, members: Sequence[Unit]) -> float:
    view = look.view
    if any(not unit.marker or unit.hex < 0 or why_not_rally(view, unit) is not None for unit in members):
        return NOTHING
    chances = [odds_of("2d6", "meets", middling(rally_check(view, unit)))["yes"] for unit in members]
    return look.weights.rallied * sum(chances) - group_price(look, tuple(members), 5)


def _group(look: Look, force: str, choice: Choice) -> float:
    """A Group with the units beside it; who hides stays where it is."""
    view = look.view
    unit = seen_unit(view, str(choice.path()[0]))
    if unit.id in view.position.hidden:
        return HIDDEN
    company = (other for other in joiners(view, (unit,), "") if other.id not in view.position.hidden)
    return max((plan(look, (unit, other)) for other in islice(company, CONSIDERED)), default=NOTHING)


def _gathering(look: Look, frame: Gathering, choice: Choice) -> float:
    view = look.view
    members = frame.units(view)
    if isinstance(choice, With) and choice.unit in view.position.hidden and frame.first in view.position.units:
        return NOTHING
    if isinstance(choice, With):
        return plan(look, (*members, view.position.unit(choice.unit) or members[0]))
    if isinstance(choice, Act):
        judged = {"move": _moving, "enter": _moving, "rally": _rallying}.get(choice.what)
        return judged(look, members) if judged is not None else HIDDEN
    if isinstance(choice, verbs.Fire | verbs.Assault):
        leader = view.position.units[choice.unit]
        return _led(look, leader, choice.target if isinstance(choice, verbs.Fire) else leader.hex, members)
    target = getattr(choice, "target", None)
    blind = choice.verb in view.setting.edition.attacks and target is None
    return NOTHING if blind or (isinstance(target, int) and not view.position.at(target)) else 0.0


def _group_move(look: Look, frame: GroupMoving | Deploying, choice: Choice) -> float:
    view = look.view
    if isinstance(choice, verbs.Enter):
        return 0.6 + place_worth(look, view.position.units[choice.unit], choice.to, choice.facing) * look.weights.entry
    if isinstance(choice, Sneak):
        unit = seen_unit(view, choice.unit)
        return ground(look, unit, choice.to) - ground(look, unit, unit.hex)
    if not isinstance(choice, verbs.Move | verbs.Pivot):
        return 0.0
    unit = view.position.units[choice.unit]
    to = choice.to if isinstance(choice, verbs.Move) else unit.hex
    return place_worth(look, unit, to, choice.facing) - place_worth(look, unit, unit.hex, unit.facing)


OPENED: dict[str, OpenedWorth] = {"group": _group}
FRAMES: dict[type[Frame], FrameWorth] = {Gathering: _gathering, GroupMoving: _group_move, Deploying: _group_move}
